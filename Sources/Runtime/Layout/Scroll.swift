/// ScrollView (semantics 3.18) and List (3.27).

extension LayoutTree {
  private func scrollProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let axes = AxisSet(rawValue: parameters[node].bits)
    return Proposal(raw: axes.contains(.horizontal) ? .nan : p.w, axes.contains(.vertical) ? .nan : p.h)
  }

  /// The proposal along the scrolling axes, the content's answer on the others.
  func scrollSize(_ node: Int32, _ p: Proposal) -> Size {
    let axes = AxisSet(rawValue: parameters[node].bits)
    if axes == .both, !p.w.isNaN, !p.h.isNaN { return Size(p.w, p.h) }
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
    if axes.contains(.horizontal) { item.x -= row.a }
    if axes.contains(.vertical) { item.y -= row.b }
    push(item)
  }

  /// Rows one below the other; each row's content is proposed the row's width and centred in its height, leading.
  func listSlots(_ node: Int32, _ box: Size) {
    let row = parameters[node]
    let metrics = lists[Int(row.ref)]
    let width = max(0, box.width - metrics.contentInsets.horizontal)
    let inner = max(0, width - metrics.rowInsets.horizontal)
    var y = metrics.contentInsets.top
    var child = firstChildren[node]
    while child >= 0 {
      var item = slot(child, 0, 0, Proposal(raw: inner, .nan))
      let height = max(metrics.minRowHeight, item.height + metrics.rowInsets.vertical)
      item.x = metrics.contentInsets.leading + metrics.rowInsets.leading
      item.y = y + (height - item.height) / 2 - row.b
      push(item)
      y += height
      child = nextSiblings[child]
    }
    parameters[node].c = box.width
    parameters[node].d = y + metrics.contentInsets.bottom
  }

  // MARK: containerRelativeFrame

  /// The size relative frames measure against: the nearest scroll view or list around, else the space of the root.
  func relativeContainer(_ node: Int32) -> Size {
    var next = node
    var known: Size?
    while parents[next] >= 0 {
      next = parents[next]
      if known == nil, tags[next] == .scroll || tags[next] == .list { known = relativeSizes[next] }
      if known != nil { break }
    }
    return known ?? leftContainers[next] ?? safeAreas[LayoutTree.areaKey(next)]?.safe(.all).size ?? screen.size
  }

  /// Notes the size of a scrolling container; content measured against another one is measured again.
  func noteContainer(_ node: Int32, _ size: Size) {
    let child = firstChildren[node]
    guard child >= 0, mask(child) & DependencyMask.container != 0, relativeSizes[node] != size else { return }
    let before = relativeContainer(child)
    relativeSizes[node] = size
    if before == size { return }
    relativeFrames(below: node) { outdated.append($0) }
  }

  func relativeFrames(below node: Int32, _ body: (Int32) -> Void) {
    var stack = [node]
    while let next = stack.popLast() {
      if tags[next] == .containerRelativeFrame { body(next) }
      if next != node, tags[next] == .scroll || tags[next] == .list { continue }
      var child = firstChildren[next]
      while child >= 0 {
        if mask(child) & DependencyMask.container != 0 { stack.append(child) }
        child = nextSiblings[child]
      }
    }
  }
}
