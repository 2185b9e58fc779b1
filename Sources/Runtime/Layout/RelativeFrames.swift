/// What `containerRelativeFrame` measures against: the nearest scroll view, list or pages around, else the space of the root.
///
/// The size of such a container is a matter of what it is offered and of the container around it, never of its content's
/// answers: else a scroll view that is asked for its ideal size, and whose content takes a share of the scroll view, would
/// grow for ever. So a container that is asked for several proposals has several sizes in turn. Its content's answers hold
/// for one of them (`relativeSizes`); before it is asked for another one they are forgotten.

extension LayoutTree {
  /// Nodes whose answers may be forgotten in one layout because their container is asked for another proposal; then the
  /// answers stay what they are. Containers in containers multiply the work with each level.
  static let forgettingLimit = 2_000_000

  @inline(__always)
  func isContainer(_ tag: LayoutTag) -> Bool { tag == .scroll || tag == .list || tag == .pages }

  /// The size relative frames in a node measure against.
  func relativeContainer(_ node: Int32) -> Size {
    var next = node
    while parents[next] >= 0 {
      next = parents[next]
      if isContainer(tags[next]), let known = relativeSizes[next] { return known }
    }
    return leftContainers[next] ?? safeAreas[LayoutTree.areaKey(next)]?.rootSpace.size ?? (screens[next] ?? screen).size
  }

  /// What relative frames in a scroll view leave free beside its content.
  func setContentMargins(_ node: Int32, _ margins: Insets) {
    guard contentMargins[node] ?? .zero != margins else { return }
    contentMargins[node] = margins == .zero ? nil : margins
    invalidate(node)
  }

  /// The size of a container that is offered `p`: the offer. Across the axes it scrolls a scroll view is as long as its
  /// content; there it counts for no more than the container around, or content would make a stack wider that then offers
  /// it more. Where nothing is offered, the container is the one around.
  private func containerSize(_ node: Int32, _ p: Proposal) -> Size {
    let around = relativeContainer(node)
    let axes = tags[node] == .scroll ? AxisSet(rawValue: parameters[node].bits) : .both
    let margins = contentMargins.isEmpty ? .zero : contentMargins[node] ?? .zero
    func length(_ offered: Double, _ outer: Double, _ scrolls: Bool, _ free: Double) -> Double {
      offered.isFinite ? max(0, (scrolls ? offered : min(offered, outer)) - free) : outer
    }
    return Size(
      length(p.w, around.width, axes.contains(.horizontal), margins.horizontal),
      length(p.h, around.height, axes.contains(.vertical), margins.vertical))
  }

  /// A container is about to ask its content: what the content answered in a container of another size is forgotten.
  func enterContainer(_ node: Int32, _ p: Proposal) {
    let dependent = mask(node) & DependencyMask.container
    if dependent == 0 { return }
    let size = containerSize(node, p)
    let former = relativeSizes[node]
    if former == size { return }
    if let former {
      let isWider = dependent & DependencyMask.containerWidth != 0 && former.width != size.width
      let isTaller = dependent & DependencyMask.containerHeight != 0 && former.height != size.height
      if isWider || isTaller {
        if forgotten >= LayoutTree.forgettingLimit { return }
        forgetAnswers(below: node)
      }
    } else {
      forgetAnswers(below: node)
    }
    relativeSizes[node] = size
    if entered.last != node { entered.append(node) }
  }

  private func forgetAnswers(below node: Int32) {
    forEachRelative(below: node) {
      forgotten += 1
      forgetSizes($0)
      forgetSpacing($0)
      forgetGuides($0)
      forgetStack($0)
      if tags[$0] == .custom { client.customChanged?($0) }
    }
  }

  /// A container is placed: true if its content was placed in one of another size before and is to be placed again.
  func placeContainer(_ node: Int32, _ p: Proposal) -> Bool {
    if mask(node) & DependencyMask.container == 0 { return false }
    enterContainer(node, p)
    let size = relativeSizes[node]
    if placedContainers[node] == size { return false }
    placedContainers[node] = size
    forEachRelative(below: node) { flags[$0].insert(.placeDirty) }
    return true
  }

  /// After a layout the content's answers are those for the container as it stands.
  func leaveContainers() {
    for node in entered where tags[node] != .free {
      guard let placed = placedContainers[node], let size = relativeSizes[node], placed != size else { continue }
      relativeSizes[node] = placed
      forgetAnswers(below: node)
    }
    entered.removeAll(keepingCapacity: true)
    forgotten = 0
  }

  /// Nodes that hang on the size of a container, without what stands in containers inside.
  private func forEachRelative(below node: Int32, _ body: (Int32) -> Void) {
    var stack = [node]
    while let next = stack.popLast() {
      if next != node {
        body(next)
        if isContainer(tags[next]) { continue }
      }
      var child = firstChildren[next]
      while child >= 0 {
        if mask(child) & DependencyMask.container != 0 { stack.append(child) }
        child = nextSiblings[child]
      }
    }
  }

  /// Relative frames below a node, and the containers inside, which stand for what is in them.
  func relativeFrames(below node: Int32, _ body: (Int32) -> Void) {
    forEachRelative(below: node) {
      if tags[$0] == .containerRelativeFrame || isContainer(tags[$0]) { body($0) }
    }
  }
}
