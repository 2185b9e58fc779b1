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

  // MARK: containerRelativeFrame

  /// The size relative frames measure against: the nearest scroll view or list around, else the space of the root.
  func relativeContainer(_ node: Int32) -> Size {
    var next = node
    var known: Size?
    while parents[next] >= 0 {
      next = parents[next]
      if known == nil, tags[next] == .scroll || tags[next] == .list || tags[next] == .pages {
        known = relativeSizes[next]
      }
      if known != nil { break }
    }
    return known ?? leftContainers[next] ?? safeAreas[LayoutTree.areaKey(next)]?.rootSpace.size
      ?? (screens[next] ?? screen).size
  }

  /// What relative frames in a scroll view leave free beside its content.
  func setContentMargins(_ node: Int32, _ margins: Insets) {
    guard contentMargins[node] ?? .zero != margins else { return }
    contentMargins[node] = margins == .zero ? nil : margins
    invalidate(node)
  }

  /// Notes the size of a scrolling container; content measured against another one is measured again.
  ///
  /// Across the axes it scrolls a scroll view is as long as its content, so there the content is measured against what the scroll view was
  /// offered, and that is no more than the container around: content may not make a stack wider that then offers it more. Where nothing is proposed, the content decides the length: there the container is the one around, or neither had a size.
  func noteContainer(_ node: Int32, _ box: Size, _ p: Proposal) {
    let child = firstChildren[node]
    guard child >= 0, mask(child) & DependencyMask.container != 0 else { return }
    var size = box
    if tags[node] == .scroll {
      let axes = AxisSet(rawValue: parameters[node].bits)
      let around = relativeContainer(node)
      if !axes.contains(.horizontal), p.w.isFinite { size.width = min(p.w, around.width) }
      if !axes.contains(.vertical), p.h.isFinite { size.height = min(p.h, around.height) }
    }
    if let margins = contentMargins.isEmpty ? nil : contentMargins[node] {
      size = Size(max(0, box.width - margins.horizontal), max(0, box.height - margins.vertical))
    }
    if p.w.isNaN || p.h.isNaN {
      let around = relativeContainer(node)
      if p.w.isNaN { size.width = around.width }
      if p.h.isNaN { size.height = around.height }
    }
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
      if next != node, tags[next] == .scroll || tags[next] == .list || tags[next] == .pages { continue }
      var child = firstChildren[next]
      while child >= 0 {
        if mask(child) & DependencyMask.container != 0 { stack.append(child) }
        child = nextSiblings[child]
      }
    }
  }
}
