/// LazyVStack, LazyHStack (semantics 3.28): children one after the other at their ideal length, made only when they meet
/// the visible part of the scroll view around.
///
/// A container whose children all exist is laid out in full and only names the visible range. One that gets them from
/// `LayoutClient.lazyChild` keeps the lengths of the children it has seen, and takes the mean of those for the others.

struct LazyState {
  var count = 0
  /// Lengths along the axis by index (stack) or row (grid); not a number where not known.
  var lengths: [Double] = []
  var known = 0
  var knownSum = 0.0
  /// Children that exist now.
  var items: [(index: Int, node: Int32)] = []
  /// Length across that the lengths hold for.
  var cross = Double.nan
  var realised = 0..<0

  mutating func reset(count: Int) {
    self.count = max(0, count)
    lengths.removeAll(keepingCapacity: true)
    known = 0
    knownSum = 0
    items.removeAll()
    realised = 0..<0
  }

  func node(at index: Int) -> Int32? {
    for item in items where item.index == index { return item.node }
    return nil
  }

  mutating func prepare(rows: Int, cross: Double) {
    if lengths.count != rows || self.cross.bitPattern != cross.bitPattern {
      self.cross = cross
      lengths = [Double](repeating: .nan, count: rows)
      known = 0
      knownSum = 0
    }
  }

  mutating func learn(_ row: Int, _ length: Double) {
    guard row < lengths.count else { return }
    if lengths[row].isNaN { known += 1 } else { knownSum -= lengths[row] }
    lengths[row] = length
    knownSum += length
  }

  var estimate: Double { known > 0 ? knownSum / Double(known) : 0 }

  func length(_ row: Int) -> Double { lengths[row].isNaN ? estimate : lengths[row] }

  var total: Double { knownSum + Double(lengths.count - known) * estimate }
}

extension LayoutTree {
  /// The child at an index, made if it does not exist.
  func realise(_ node: Int32, _ index: Int) -> Int32? {
    let state = Int(parameters[node].lazy)
    if state < 0 { return nil }
    if let known = lazyStates[state].node(at: index) { return known }
    guard index < lazyStates[state].count, let child = client.lazyChild?(node, index), child >= 0,
      tags[child] != .free
    else { return nil }
    if parents[child] >= 0, parents[child] != node { detach(child, from: parents[child]) }
    if parents[child] != node {
      parents[child] = node
      nextSiblings[child] = firstChildren[node]
      firstChildren[node] = child
      childCounts[node] += 1
      markMask(node)
    }
    lazyStates[state].items.append((index, child))
    return child
  }

  func forgetLazyChild(_ node: Int32, _ child: Int32) {
    let state = Int(parameters[node].lazy)
    if state < 0 { return }
    lazyStates[state].items.removeAll { $0.node == child }
  }

  func isLazy(_ node: Int32) -> Bool { parameters[node].lazy >= 0 && client.lazyChild != nil }

  /// The visible part in a lazy node's own space: the nearest scrolling ancestor's box, else the root's.
  func visibleRect(_ node: Int32) -> Rect {
    var next = parents[node]
    var root = node
    while next >= 0, tags[next] != .scroll, tags[next] != .list, tags[next] != .pages {
      root = next
      next = parents[next]
    }
    let origin = origins[node]
    guard next >= 0 else {
      let screen = screens[root] ?? screen
      return Rect(screen.x - origin.x, screen.y - origin.y, screen.width, screen.height)
    }
    let rect = scrolledBox(next)
    return Rect(rect.x - origin.x, rect.y - origin.y, rect.width, rect.height)
  }

  /// Where a scrolling container shows content, in the root's space: its box and the safe area that it touches.
  func scrolledBox(_ node: Int32) -> Rect {
    let rect = absoluteRect(of: node)
    guard let area = safeAreas.isEmpty ? nil : nearestSafeArea(node) else { return rect }
    let reach = area.reach(rect, .container, .all, tolerance: safeTolerance)
    return Rect(
      rect.x - reach.leading, rect.y - reach.top, rect.width + reach.horizontal, rect.height + reach.vertical)
  }

  // MARK: lazy stacks

  private func lazyProposal(_ node: Int32, _ cross: Double) -> Proposal {
    parameters[node].mainAxis == .vertical ? Proposal(raw: cross, .nan) : Proposal(raw: .nan, cross)
  }

  func lazyStackSize(_ node: Int32, _ p: Proposal) -> Size {
    let axis = parameters[node].mainAxis
    let cross = p[axis.other]
    let childProposal = lazyProposal(node, cross)
    var total = 0.0
    var widest = 0.0
    if isLazy(node) {
      let state = Int(parameters[node].lazy)
      let count = lazyStates[state].count
      lazyStates[state].prepare(rows: count, cross: cross)
      if count > 0, lazyStates[state].known == 0, let first = realise(node, 0) {
        lazyStates[state].learn(0, size(first, childProposal)[axis])
      }
      for item in lazyStates[state].items {
        let answer = size(item.node, childProposal)
        lazyStates[state].learn(item.index, answer[axis])
        widest = max(widest, answer[axis.other])
      }
      total = lazyStates[state].total + Double(max(0, count - 1)) * lazyGap(node, axis)
    } else {
      var child = firstChildren[node]
      var previous: Int32 = -1
      let given = parameters[node].a
      while child >= 0 {
        let answer = size(child, childProposal)
        if previous >= 0 { total += given.isNaN ? distance(previous, child, axis) : given }
        total += answer[axis]
        widest = max(widest, answer[axis.other])
        previous = child
        child = nextSiblings[child]
      }
    }
    var result = Size.zero
    result[axis] = total
    result[axis.other] = cross.isNaN ? widest : cross
    return result
  }

  /// Distance that rows like this one keep from one another in a lazy stack.
  func rowGap(_ node: Int32, like row: Int32) -> Double {
    let given = parameters[node].a
    return given.isNaN ? distance(row, row, parameters[node].mainAxis) : given
  }

  /// The axis of a lazy stack.
  func rowAxis(_ node: Int32) -> Axis { parameters[node].mainAxis }

  /// One distance for all: given, or that between the first two.
  private func lazyGap(_ node: Int32, _ axis: Axis) -> Double {
    let given = parameters[node].a
    if !given.isNaN { return given }
    guard let first = realise(node, 0), let second = realise(node, 1) else { return defaultStackSpacing }
    return distance(first, second, axis)
  }

  func lazyStackSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let axis = parameters[node].mainAxis
    let cross = p[axis.other].isNaN ? box[axis.other] : p[axis.other]
    let childProposal = lazyProposal(node, cross)
    let visible = visibleRect(node)
    let low = axis == .vertical ? visible.y : visible.x
    let high = axis == .vertical ? visible.maxY : visible.maxX
    var position = 0.0
    var range: Range<Int>?
    func meets(_ index: Int, _ start: Double, _ length: Double) -> Bool {
      if start < high && start + length > low {
        range = (range?.lowerBound ?? index)..<(index + 1)
        return true
      }
      return false
    }
    func place(_ child: Int32) -> Double {
      let guide = Guide(id: parameters[node].guideX)
      var item = slot(child, 0, 0, childProposal)
      let view = ViewDimensions(node: child, size: Size(item.width, item.height), proposal: childProposal)
      let whole = ViewDimensions(node: -1, size: box, proposal: Proposal(box))
      let shift = defaultGuide(guide, whole) - dimension(view, guide)
      if axis == .vertical {
        item.x = shift
        item.y = position
      } else {
        item.x = position
        item.y = shift
      }
      push(item)
      return axis == .vertical ? item.height : item.width
    }
    if isLazy(node) {
      let state = Int(parameters[node].lazy)
      let count = lazyStates[state].count
      lazyStates[state].prepare(rows: count, cross: cross)
      let gap = lazyGap(node, axis)
      let before = lazyStates[state].total
      var index = 0
      while index < count {
        if index > 0 { position += gap }
        if position >= high, range != nil { break }
        var length = lazyStates[state].length(index)
        if position < high, position + length > low, let child = realise(node, index) {
          let real = size(child, childProposal)[axis]
          lazyStates[state].learn(index, real)
          length = real
          if meets(index, position, real) { _ = place(child) }
        }
        position += length
        if position >= high { break }
        index += 1
      }
      reportRealised(node, range ?? 0..<0)
      if abs(lazyStates[state].total - before) > 1e-9 {
        outdated.append(node)
      }
      return
    }
    var child = firstChildren[node]
    var previous: Int32 = -1
    var index = 0
    let given = parameters[node].a
    let base = slotTop
    while child >= 0 {
      if previous >= 0 { position += given.isNaN ? distance(previous, child, axis) : given }
      let length = place(child)
      _ = meets(index, position, length)
      position += length
      previous = child
      child = nextSiblings[child]
      index += 1
    }
    pinEdges(node, from: base, axis)
    reportRealised(node, range ?? 0..<0)
  }

  /// Tells the client at the end of the pass, once for each change.
  func reportRealised(_ node: Int32, _ range: Range<Int>) {
    guard client.lazyRealised != nil else { return }
    for index in realisedReports.indices where realisedReports[index].node == node {
      realisedReports[index].range = range
      return
    }
    realisedReports.append((node, range))
  }
}
