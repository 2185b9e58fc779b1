/// ScrollView (semantics 3.18) and List (3.27).

/// Where a scroll view's content is held, as shares of the free or hidden length.
struct ScrollAnchor {
  var initial: UnitPoint?
  var changes: UnitPoint?
  var alignment: UnitPoint?
  /// The largest offset when the content was placed last; nil before that.
  var limit: Point?
}

extension LayoutTree {
  /// The offset that the anchors ask for now that the content may be scrolled this far.
  private func anchorOffset(_ node: Int32, _ anchor: ScrollAnchor, _ limit: Point) {
    let old = Point(parameters[node].a, parameters[node].b)
    var new = old
    if let former = anchor.limit {
      guard let share = anchor.changes, former != limit else { return }
      // Content that was scrolled away from the anchor stays where it is.
      if abs(old.x - share.x * former.x) < 1 { new.x = share.x * limit.x }
      if abs(old.y - share.y * former.y) < 1 { new.y = share.y * limit.y }
    } else if let share = anchor.initial, old == .zero {
      new = Point(share.x * limit.x, share.y * limit.y)
    }
    parameters[node].a = new.x
    parameters[node].b = new.y
  }

  private func scrollProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let axes = AxisSet(rawValue: parameters[node].bits)
    return Proposal(raw: axes.contains(.horizontal) ? .nan : p.w, axes.contains(.vertical) ? .nan : p.h)
  }

  /// The proposal along the scrolling axes, the content's answer on the others.
  func scrollSize(_ node: Int32, _ p: Proposal) -> Size {
    let axes = AxisSet(rawValue: parameters[node].bits)
    if axes == .both, !p.w.isNaN, !p.h.isNaN { return Size(p.w, p.h) }
    enterContainer(node, p)
    let child = firstChildren[node]
    let content = child < 0 ? .zero : size(child, scrollProposal(node, p))
    return Size(
      axes.contains(.horizontal) ? p.width ?? content.width : content.width,
      axes.contains(.vertical) ? p.height ?? content.height : content.height)
  }

  func scrollSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let child = firstChildren[node]
    guard child >= 0 else {
      parameters[node].c = 0
      parameters[node].d = 0
      return
    }
    let row = parameters[node]
    let axes = AxisSet(rawValue: row.bits)
    var item = slot(child, 0, 0, scrollProposal(node, p))
    parameters[node].c = item.width
    parameters[node].d = item.height
    if axes == .both, item.width <= box.width, item.height <= box.height {
      item.x = (box.width - item.width) / 2
      item.y = (box.height - item.height) / 2
    }
    if let anchor = scrollAnchors.isEmpty ? nil : scrollAnchors[node] {
      let limit = Point(
        axes.contains(.horizontal) ? max(0, item.width - box.width) : 0,
        axes.contains(.vertical) ? max(0, item.height - box.height) : 0)
      if item.width > 0 || item.height > 0 {
        anchorOffset(node, anchor, limit)
        scrollAnchors[node]?.limit = limit
      }
      if let share = anchor.alignment {
        if axes.contains(.horizontal), item.width < box.width { item.x = share.x * (box.width - item.width) }
        if axes.contains(.vertical), item.height < box.height { item.y = share.y * (box.height - item.height) }
      }
    }
    if axes.contains(.horizontal) { item.x -= parameters[node].a }
    if axes.contains(.vertical) { item.y -= parameters[node].b }
    push(item)
  }

  // MARK: pages

  /// All that is proposed; without a proposal the largest page.
  func pagesSize(_ node: Int32, _ p: Proposal) -> Size {
    if !p.w.isNaN, !p.h.isNaN { return Size(p.w, p.h) }
    enterContainer(node, p)
    let largest = zstackSize(node, p)
    return Size(p.width ?? largest.width, p.height ?? largest.height)
  }

  /// Each page is centred in a box of the container's size.
  func pagesSlots(_ node: Int32, _ box: Size) {
    var x = -parameters[node].a
    var child = firstChildren[node]
    while child >= 0 {
      var item = slot(child, 0, 0, Proposal(box))
      item.x = x + (box.width - item.width) / 2
      item.y = (box.height - item.height) / 2
      push(item)
      x += box.width
      child = nextSiblings[child]
    }
    parameters[node].c = box.width * Double(childCounts[node])
    parameters[node].d = box.height
  }
}
