/// Model rectangles of leaves, effects and listed containers after layout, in the coordinates of their spaces; changes start animators with
/// the transaction that reaches them (semantics 0.2, 4.1).

struct GeometryContext {
  /// Nearest space around, and its origin in the window's layout space.
  var space: UID = -1
  var origin = Point.zero
  /// Displacement by transitions of items around.
  var shift = Point.zero
  /// How far scrolling around moved the content since it was placed last.
  var scrolled = Point.zero
}

extension ViewGraph {
  func geometryPass() {
    needsGeometry = false
    needsFullGeometry = false
    changedLayout.removeAll(keepingCapacity: true)
    shown.isValid = false
    counters.geometryPasses += 1
    for window in windows where u[Int(window)].isAlive {
      var context = GeometryContext()
      if let moved = scrolledBy[window] { context.scrolled = moved }
      placeHost(window, context)
    }
  }

  /// How far the scroll views around a node moved it since it was placed last.
  private func scrolled(around id: UID) -> Point {
    guard !scrolledBy.isEmpty else { return .zero }
    var result = Point.zero
    var node = u[Int(id)].parent
    while node >= 0 {
      if let moved = scrolledBy[node] { result = Point(result.x + moved.x, result.y + moved.y) }
      node = u[Int(node)].parent
    }
    return result
  }

  /// At the end of an update: what scrolling moved stands in its place. Not before: what follows a shared frame gets its place only
  /// after the views around it.
  func forgetScrolled() {
    guard !scrolledBy.isEmpty, !needsGeometry else { return }
    scrolledBy.removeAll(keepingCapacity: true)
    scrollSerial += 1
  }

  /// Everything is to be placed anew: structure, transitions or what is matched changed.
  func requireGeometry() {
    needsGeometry = true
    needsFullGeometry = true
  }

  /// Places what layout moved; the whole tree where more than layout is behind it.
  func placeWhatMoved() {
    let hasTransitions = transitions.count > freeTransitions.count
    if needsFullGeometry || hasTransitions || !matched.groups.isEmpty {
      geometryPass()
      return
    }
    needsGeometry = false
    counters.geometryPasses += 1
    let nodes = changedLayout
    changedLayout.removeAll(keepingCapacity: true)
    for node in nodes where Int(node) < layoutOwners.count {
      let owner = layoutOwners[Int(node)]
      guard owner >= 0, u[Int(owner)].isAlive else { continue }
      var id = owner
      while true {
        let i = Int(id)
        if u[i].flags.contains(.isSpace) {
          // What stands in the space is measured from its corner.
          geometryPass()
          return
        }
        place(id)
        let parent = u[i].parent
        guard parent >= 0, u[Int(parent)].child == id, u[Int(parent)].top == node else { break }
        id = parent
      }
      moved(owner)
    }
  }

  private func place(_ id: UID) {
    counters.placedNodes += 1
    let i = Int(id)
    guard u[i].frame >= 0 else { return }
    var rect = layoutRect(id)
    let origin = spaceOrigin(u[i].space)
    rect.x -= origin.x
    rect.y -= origin.y
    let node = u[i].s >= 0 ? u[i].s : u[i].base
    setFrame(
      u[i].frame, rect, space: u[i].space, scope: node >= 0 ? s[Int(node)].scope : -1, scrolled: scrolled(around: id))
  }

  /// Rectangle of a node in the window's layout space: before scale and rotation, displacement by transitions left out.
  func layoutRect(_ id: UID) -> Rect {
    let top = u[Int(id)].top
    return top >= 0 ? tree.absoluteRect(of: top) : .zero
  }

  /// Whose box stands for a node's. A matched member's is where its content stands: the layout around knows nothing of what it follows. A
  /// name given around it is that of the same view.
  private func boxOwner(_ id: UID) -> UID {
    switch u[Int(id)].op {
    case .matchedGeometry: return u[Int(id)].child >= 0 ? u[Int(id)].child : id
    case .accessibilityIdentifier, .accessibilityLabel:
      var inner = u[Int(id)].child
      while inner >= 0, u[Int(inner)].top == u[Int(id)].top {
        if u[Int(inner)].op == .matchedGeometry { return u[Int(inner)].child >= 0 ? u[Int(inner)].child : id }
        inner = u[Int(inner)].child
      }
      return id
    default: return id
    }
  }

  private func placeHost(_ host: UID, _ context: GeometryContext) {
    for item in u[Int(host)].items { placeChain(item, context) }
    for item in u[Int(host)].leaving { placeChain(item, context) }
  }

  private func placeChain(_ top: UID, _ outer: GeometryContext) {
    var context = outer
    var id = top
    if u[Int(top)].transition >= 0 { context = placeTransition(top, context) }
    while id >= 0 {
      let i = Int(id)
      counters.placedNodes += 1
      u[i].space = context.space
      let shown = boxOwner(id)
      var rect = layoutRect(shown)
      rect.x += context.shift.x - context.origin.x
      rect.y += context.shift.y - context.origin.y
      if u[i].frame >= 0 {
        let node = u[i].s >= 0 ? u[i].s : u[i].base
        setFrame(
          u[i].frame, rect, space: context.space, scope: node >= 0 ? s[Int(node)].scope : -1,
          scrolled: context.scrolled)
      }
      if !scrolledBy.isEmpty, let moved = scrolledBy[id] {
        context.scrolled = Point(context.scrolled.x + moved.x, context.scrolled.y + moved.y)
      }
      if u[i].flags.contains(.isSpace) {
        context.origin = Point(rect.x + context.origin.x, rect.y + context.origin.y)
        context.space = id
      }
      let secondary = u[i].secondary
      if secondary >= 0 { placeHost(secondary, context) }
      if u[i].flags.contains(.isHost) { placeHost(id, context) }
      id = u[i].child
    }
  }
}
