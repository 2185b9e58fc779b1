/// ZStack (semantics 3.5), and the same rule for the other nodes whose children lie over each other.

extension LayoutTree {
  /// The largest answers of the children with the highest priority.
  func zstackSize(_ node: Int32, _ p: Proposal) -> Size {
    let top = highestPriority(node)
    var result = Size.zero
    var child = firstChildren[node]
    while child >= 0 {
      if layoutPriority(child) == top {
        let answer = size(child, p)
        result.width = max(result.width, answer.width)
        result.height = max(result.height, answer.height)
      }
      child = nextSiblings[child]
    }
    return result
  }

  private func highestPriority(_ node: Int32) -> Double {
    var top = -Double.infinity
    var child = firstChildren[node]
    while child >= 0 {
      top = max(top, layoutPriority(child))
      child = nextSiblings[child]
    }
    return top
  }

  /// All children answer the ZStack's own size and sit with their guides on one point, the greatest guides of those with
  /// the highest priority.
  func zstackSlots(_ node: Int32, _ box: Size, _ alignment: Alignment) {
    let proposal = Proposal(box)
    let top = highestPriority(node)
    let base = slotTop
    var x = -Double.infinity
    var y = -Double.infinity
    var child = firstChildren[node]
    while child >= 0 {
      var item = slot(child, 0, 0, proposal)
      let view = ViewDimensions(node: child, size: Size(item.width, item.height), proposal: proposal)
      item.x = dimension(view, alignment.horizontal)
      item.y = dimension(view, alignment.vertical)
      if layoutPriority(child) == top {
        x = max(x, item.x)
        y = max(y, item.y)
      }
      push(item)
      child = nextSiblings[child]
    }
    var index = base
    while index < slotTop {
      var item = slots[index]
      item.x = x - item.x
      item.y = y - item.y
      slots[index] = item
      index += 1
    }
  }

  func push(_ slot: Slot) {
    slots.reserve(slotTop + 1)
    slots[slotTop] = slot
    slotTop += 1
  }

  /// Primary in the whole box, secondary proposed the primary's size and lined up in it (semantics 3.9).
  func overlaySlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    var child = firstChildren[node]
    if child < 0 { return }
    let primary = child
    push(slot(child, 0, 0, p))
    child = nextSiblings[child]
    let alignment = parameters[node].alignment
    let view = ViewDimensions(node: primary, size: box, proposal: p)
    while child >= 0 {
      let proposal = Proposal(box)
      var item = slot(child, 0, 0, proposal)
      let secondary = ViewDimensions(node: child, size: Size(item.width, item.height), proposal: proposal)
      item.x = dimension(view, alignment.horizontal) - dimension(secondary, alignment.horizontal)
      item.y = dimension(view, alignment.vertical) - dimension(secondary, alignment.vertical)
      push(item)
      child = nextSiblings[child]
    }
  }

  /// GeometryReader: every child is proposed the reader's size and sits top leading.
  func readerSlots(_ node: Int32, _ box: Size) {
    var child = firstChildren[node]
    while child >= 0 {
      push(slot(child, 0, 0, Proposal(box)))
      child = nextSiblings[child]
    }
  }

  // MARK: ViewThatFits

  /// Index and node of the first child whose ideal size fits, else of the last (semantics 3.21).
  func fittingChild(_ node: Int32, _ p: Proposal) -> (index: Int, node: Int32) {
    let axes = AxisSet(rawValue: parameters[node].bits)
    let probe = Proposal(raw: axes.contains(.horizontal) ? .nan : p.w, axes.contains(.vertical) ? .nan : p.h)
    var child = firstChildren[node]
    var index = 0
    while child >= 0, nextSiblings[child] >= 0 {
      let ideal = size(child, probe)
      let fitsWidth = !axes.contains(.horizontal) || p.w.isNaN || ideal.width <= p.w
      let fitsHeight = !axes.contains(.vertical) || p.h.isNaN || ideal.height <= p.h
      if fitsWidth && fitsHeight { break }
      child = nextSiblings[child]
      index += 1
    }
    return (index, child)
  }

  func fitsSize(_ node: Int32, _ p: Proposal) -> Size {
    let child = fittingChild(node, p).node
    return child < 0 ? .zero : size(child, p)
  }

  func fitsSlots(_ node: Int32, _ p: Proposal) {
    let child = fittingChild(node, p).node
    if child >= 0 { push(slot(child, 0, 0, p)) }
  }

  // MARK: custom layouts

  /// Asks the scene's `placeSubviews`; what it leaves out is centred.
  func customSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    guard let place = client.customPlace else {
      zstackSlots(node, box, .center)
      return
    }
    let base = slotTop
    var child = firstChildren[node]
    while child >= 0 {
      push(Slot(child: child, x: .nan, y: .nan))
      child = nextSiblings[child]
    }
    let end = slotTop
    let outerNode = customPlacing
    let outerBase = customBase
    customPlacing = node
    customBase = base
    place(node, Rect(origin: .zero, size: box), p)
    customPlacing = outerNode
    customBase = outerBase
    slotTop = end
    var index = base
    while index < end {
      if slots[index].x.isNaN {
        slots[index] = aligned(slots[index].child, Proposal(box), in: box, .center)
      }
      index += 1
    }
  }

  func recordSubview(_ node: Int32, _ point: Point, _ anchor: UnitPoint, _ proposal: Proposal) {
    guard customPlacing >= 0, parents[node] == customPlacing else { return }
    let answer = size(node, proposal)
    var index = customBase
    let end = customBase + Int(childCounts[customPlacing])
    while index < end {
      if slots[index].child == node {
        let x = point.x - anchor.x * answer.width
        let y = point.y - anchor.y * answer.height
        slots[index] = Slot(
          child: node, x: x.isFinite ? x : 0, y: y.isFinite ? y : 0, width: answer.width, height: answer.height,
          proposedWidth: proposal.w, proposedHeight: proposal.h)
        return
      }
      index += 1
    }
  }
}
