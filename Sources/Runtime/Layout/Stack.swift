/// HStack and VStack (semantics 3.3): lengths are offered by priority, then least flexible first; guides line the children
/// up on the other axis.

/// A child while its stack is solved.
struct StackChild: BitwiseCopyable {
  var child: Int32 = -1
  /// Position in the order of the children, the last criterion of the order of offers.
  var index: Int32 = 0
  var priority = 0.0
  /// Distance to the child before.
  var gap = 0.0
  /// Difference of the lengths at infinity and 0; the sorting key, infinite ones by their least length.
  var flexibility = Double.nan
  var least = Double.nan
  var length = 0.0
  var cross = 0.0
  /// What it was proposed along the axis.
  var offered = 0.0
}

extension LayoutTree {
  func stackSize(_ node: Int32, _ p: Proposal) -> Size {
    let axis = parameters[node].mainAxis
    if let solved = solvedStack(node, p, axis) { return solvedSize(solved, axis) }
    let base = numberTop
    solveStack(node, p)
    let total = stackLength(base)
    let cross = stackCross(node, axis, p, base)
    numberTop = base
    var result = Size.zero
    result[axis] = total
    result[axis.other] = cross.high - cross.low
    return result
  }

  /// Pushes the children's slots. The axis keeps its proposal; across, the stack's own length stands in for a missing one.
  func stackSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let axis = parameters[node].mainAxis
    let second = placingProposal(node, p, box, axis)
    if let solved = solvedStack(node, second, axis) {
      let across = extent(solved)
      var position = 0.0
      slots.reserve(slotTop + solved.count)
      var index = 0
      while index < solved.count {
        slots[slotTop + index] = solvedSlot(solved.items[index], &position, across.low, second, axis)
        index += 1
      }
      slotTop += solved.count
      return
    }
    let base = numberTop
    solveStack(node, second)
    let cross = stackCross(node, axis, second, base)
    var position = 0.0
    let end = numberTop
    let firstSlot = slotTop
    slots.reserve(slotTop + (end - base))
    slotTop += end - base
    var index = base
    while index < end {
      let item = numbers[index]
      position += item.gap
      var proposal = second
      proposal[axis] = item.offered
      let guide = stackGuide(node, item.child, item.length, item.cross, axis, proposal)
      var slot = Slot()
      slot.child = item.child
      slot.proposedWidth = proposal.w
      slot.proposedHeight = proposal.h
      if axis == .horizontal {
        slot.x = position
        slot.y = -guide - cross.low
        slot.width = item.length
        slot.height = item.cross
      } else {
        slot.x = -guide - cross.low
        slot.y = position
        slot.width = item.cross
        slot.height = item.length
      }
      slots[firstSlot + index - base] = slot
      position += item.length
      index += 1
    }
    numberTop = base
  }

  /// What the children are placed with: across, the stack's own length stands in for a missing one, where it matters.
  func placingProposal(_ node: Int32, _ p: Proposal, _ box: Size, _ axis: Axis) -> Proposal {
    var second = p
    let bit = axis == .horizontal ? DependencyMask.height : DependencyMask.width
    if second[axis.other].isNaN, mask(node) & bit != 0 { second[axis.other] = box[axis.other] }
    return second
  }

  private func solvedSize(_ solved: SolvedStack, _ axis: Axis) -> Size {
    var total = 0.0
    var index = 0
    while index < solved.count {
      total += solved.items[index].gap + solved.items[index].length
      index += 1
    }
    let cross = extent(solved)
    var result = Size.zero
    result[axis] = total
    result[axis.other] = cross.high - cross.low
    return result
  }

  func extent(_ solved: SolvedStack) -> (low: Double, high: Double) {
    var low = 0.0
    var high = 0.0
    var index = 0
    while index < solved.count {
      let item = solved.items[index]
      low = min(low, -item.guide)
      high = max(high, item.cross - item.guide)
      index += 1
    }
    return low.isFinite || high.isFinite ? (low, high) : (0, high == .infinity ? high : 0)
  }

  /// `position`: the end of the child before, then of this one.
  @inline(__always)
  func solvedSlot(
    _ item: StackMemory.Item, _ position: inout Double, _ low: Double, _ p: Proposal, _ axis: Axis
  ) -> Slot {
    position += item.gap
    var slot = Slot()
    slot.child = item.child
    slot.proposedWidth = p.w
    slot.proposedHeight = p.h
    if axis == .horizontal {
      slot.x = position
      slot.y = -item.guide - low
      slot.width = item.length
      slot.height = item.cross
    } else {
      slot.x = -item.guide - low
      slot.y = position
      slot.width = item.cross
      slot.height = item.length
    }
    position += item.length
    return slot
  }

  private func stackLength(_ base: Int) -> Double {
    var total = 0.0
    var index = base
    while index < numberTop {
      total += numbers[index].gap + numbers[index].length
      index += 1
    }
    return total
  }

  func stackGuide(
    _ node: Int32, _ child: Int32, _ length: Double, _ cross: Double, _ axis: Axis, _ proposal: Proposal
  ) -> Double {
    let guide = Guide(id: parameters[node].guideX)
    if mask(child) & DependencyMask.bit(guide) == 0 {
      switch guide.id {
      case 0, 3: return 0
      case 1, 4: return cross / 2
      case 2, 5: return cross
      default: break
      }
    }
    let size = axis == .horizontal ? Size(length, cross) : Size(cross, length)
    return dimension(ViewDimensions(node: child, size: size, proposal: proposal), guide)
  }

  /// Extent across the axis of the children lined up by their guides; the line itself belongs to it.
  private func stackCross(_ node: Int32, _ axis: Axis, _ p: Proposal, _ base: Int) -> (low: Double, high: Double) {
    var low = 0.0
    var high = 0.0
    var index = base
    while index < numberTop {
      let item = numbers[index]
      var proposal = p
      proposal[axis] = item.offered
      let guide = stackGuide(node, item.child, item.length, item.cross, axis, proposal)
      low = min(low, -guide)
      high = max(high, item.cross - guide)
      index += 1
    }
    return low.isFinite || high.isFinite ? (low, high) : (0, high == .infinity ? high : 0)
  }

  /// Pushes the children with what they were offered and answered, in document order.
  func solveStack(_ node: Int32, _ p: Proposal) {
    let row = parameters[node]
    let axis = row.mainAxis
    let base = numberTop
    let count = Int(childCounts[node])
    numbers.reserve(numberTop + count)
    numberTop += count
    var gaps = 0.0
    var samePriority = true
    var child = firstChildren[node]
    var previous: Int32 = -1
    var i = 0
    while child >= 0 {
      let gap = previous < 0 ? 0 : row.a.isNaN ? distance(previous, child, axis) : row.a
      let priority = layoutPriority(child)
      numbers[base + i] = StackChild(child: child, index: Int32(i), priority: priority, gap: gap)
      if priority != numbers[base].priority { samePriority = false }
      gaps += gap
      previous = child
      child = nextSiblings[child]
      i += 1
    }
    let whole = p[axis]
    if whole.isNaN || whole == .infinity || (whole == 0 && gaps >= 0) || count <= 1 {
      // Every child is offered the same, whatever the order.
      let offer = count == 1 && whole.isFinite ? max(0, whole - gaps) : whole
      i = 0
      while i < count {
        ask(base + i, axis, p, offer)
        i += 1
      }
      return
    }
    offerInOrder(base, count, axis, p, whole - gaps, samePriority)
  }

  @inline(__always)
  private func ask(_ index: Int, _ axis: Axis, _ p: Proposal, _ offer: Double) {
    let answer = size(numbers[index].child, axis == .horizontal ? Proposal(raw: offer, p.h) : Proposal(raw: p.w, offer))
    let item = numbers.base + index
    item.pointee.length = answer[axis]
    item.pointee.cross = answer[axis.other]
    item.pointee.offered = offer
  }

  private func probe(_ child: Int32, _ axis: Axis, _ p: Proposal, _ length: Double) -> Double {
    size(child, axis == .horizontal ? Proposal(raw: length, p.h) : Proposal(raw: p.w, length))[axis]
  }

  private func offerInOrder(
    _ base: Int, _ count: Int, _ axis: Axis, _ p: Proposal, _ available: Double, _ samePriority: Bool
  ) {
    let order = numberTop
    numbers.reserve(numberTop + count)
    numberTop += count
    var i = 0
    while i < count {
      var item = numbers[base + i]
      if samePriority {
        probeRange(&item, axis, p)
        numbers[base + i] = item
      }
      numbers[order + i] = item
      i += 1
    }
    if samePriority {
      sortByFlexibility(order, count)
      offerGroup(order, count, base, axis, p, available, remaining: count)
    } else {
      offerByPriority(order, count, base, axis, p, available)
    }
    numberTop = order
  }

  private func probeRange(_ item: inout StackChild, _ axis: Axis, _ p: Proposal) {
    item.least = probe(item.child, axis, p, 0)
    let most = probe(item.child, axis, p, .infinity)
    item.flexibility = most == .infinity ? .infinity : most - item.least
  }

  private func offerByPriority(
    _ order: Int, _ count: Int, _ base: Int, _ axis: Axis, _ p: Proposal, _ available: Double
  ) {
    var items = UnsafeMutableBufferPointer(start: numbers.base + order, count: count)
    items.sort {
      $0.priority != $1.priority ? $0.priority > $1.priority : $0.index < $1.index
    }
    var left = available
    let top = numbers[order].priority
    var i = 0
    while i < count {
      if numbers[order + i].priority != top {
        let least = probe(numbers[order + i].child, axis, p, 0)
        numbers.base[order + i].least = least
        left -= least
      }
      i += 1
    }
    var start = 0
    while start < count {
      let priority = numbers[order + start].priority
      var end = start
      while end < count, numbers[order + end].priority == priority {
        if priority != top { left += numbers[order + end].least }
        end += 1
      }
      if end - start > 1 {
        i = start
        while i < end {
          var item = numbers[order + i]
          probeRange(&item, axis, p)
          numbers[order + i] = item
          i += 1
        }
        sortByFlexibility(order + start, end - start)
      }
      left = offerGroup(order + start, end - start, base, axis, p, left, remaining: end - start)
      start = end
    }
  }

  /// Least flexible first; of the infinitely flexible the one with the larger least length; else document order.
  private func sortByFlexibility(_ order: Int, _ count: Int) {
    func precedes(_ a: StackChild, _ b: StackChild) -> Bool {
      if a.flexibility == .infinity, b.flexibility == .infinity {
        return a.least != b.least ? a.least > b.least : a.index < b.index
      }
      return a.flexibility != b.flexibility ? a.flexibility < b.flexibility : a.index < b.index
    }
    if count <= 12 {
      var i = 1
      while i < count {
        let item = numbers[order + i]
        var j = i
        while j > 0, precedes(item, numbers[order + j - 1]) {
          numbers[order + j] = numbers[order + j - 1]
          j -= 1
        }
        numbers[order + j] = item
        i += 1
      }
    } else {
      var items = UnsafeMutableBufferPointer(start: numbers.base + order, count: count)
      items.sort(by: precedes)
    }
  }

  @discardableResult
  private func offerGroup(
    _ order: Int, _ count: Int, _ base: Int, _ axis: Axis, _ p: Proposal, _ available: Double, remaining: Int
  ) -> Double {
    var left = available
    var open = remaining
    var i = 0
    while i < count {
      let target = base + Int(numbers[order + i].index)
      ask(target, axis, p, max(left / Double(open), 0))
      left -= numbers[target].length
      open -= 1
      i += 1
    }
    return left
  }
}
