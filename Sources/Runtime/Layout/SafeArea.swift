/// The safe area: which part of the root's space is free of bars, and how views reach out into the rest (semantics 3.22).

/// The safe area as seen by some content, in the root's space.
struct SafeArea: Equatable {
  /// The whole space there is.
  var outer = Rect.zero
  /// What bars and insets leave.
  var container = Rect.zero
  /// Height the keyboard covers at the bottom of `outer`.
  var keyboard = 0.0

  func safe(_ regions: SafeAreaRegions) -> Rect {
    var result = regions.contains(.container) ? container : outer
    if regions.contains(.keyboard), keyboard > 0 {
      let bottom = min(result.maxY, outer.maxY - keyboard)
      result.height = max(0, bottom - result.y)
    }
    return result
  }

  /// How far a rectangle that touches the border of the safe area may reach out, on each edge.
  func reach(_ rect: Rect, _ regions: SafeAreaRegions, _ edges: EdgeSet) -> Insets {
    let safe = safe(regions)
    let tolerance = 0.001
    var result = Insets.zero
    if edges.contains(.top), rect.y <= safe.y + tolerance { result.top = max(0, rect.y - outer.y) }
    if edges.contains(.leading), rect.x <= safe.x + tolerance { result.leading = max(0, rect.x - outer.x) }
    if edges.contains(.bottom), rect.maxY >= safe.maxY - tolerance { result.bottom = max(0, outer.maxY - rect.maxY) }
    if edges.contains(.trailing), rect.maxX >= safe.maxX - tolerance {
      result.trailing = max(0, outer.maxX - rect.maxX)
    }
    return result
  }

  /// Without the insets on some edges, for content that ignores them.
  func ignoring(_ regions: SafeAreaRegions, _ edges: EdgeSet) -> SafeArea {
    var result = self
    if regions.contains(.container) {
      let top = edges.contains(.top) ? outer.y : container.y
      let left = edges.contains(.leading) ? outer.x : container.x
      let bottom = edges.contains(.bottom) ? outer.maxY : container.maxY
      let right = edges.contains(.trailing) ? outer.maxX : container.maxX
      result.container = Rect(left, top, right - left, bottom - top)
    }
    if regions.contains(.keyboard), edges.contains(.bottom) { result.keyboard = 0 }
    return result
  }
}

extension LayoutTree {
  /// The safe area at a node with its rectangle in the root's space: `GeometryProxy.safeAreaInsets`.
  package func safeAreaInsets(at node: LayoutNode) -> Insets {
    guard let area = nearestSafeArea(parents[node] >= 0 ? parents[node] : node) else { return .zero }
    return area.reach(absoluteRect(of: node), .all, .all)
  }

  /// Where the area of a root is kept, apart from what the root itself may do to it.
  static func areaKey(_ root: Int32) -> Int32 { -2 - root }

  func nearestSafeArea(_ node: Int32) -> SafeArea? {
    var owner = node
    while true {
      if let area = safeAreas[owner] { return area }
      if parents[owner] < 0 { return safeAreas[LayoutTree.areaKey(owner)] }
      owner = parents[owner]
    }
  }

  // MARK: safeAreaInset: children [content, inset]

  private func insetEdge(_ node: Int32) -> EdgeSet { EdgeSet(rawValue: parameters[node].bits) }

  /// Length the inset content takes from the content, distance included.
  private func insetLength(_ node: Int32, _ p: Proposal) -> (length: Double, size: Size) {
    let content = firstChildren[node]
    guard content >= 0 else { return (0, .zero) }
    let bar = nextSiblings[content]
    guard bar >= 0 else { return (0, .zero) }
    let edge = insetEdge(node)
    let vertical = EdgeSet.vertical.contains(edge)
    let answer = size(bar, vertical ? Proposal(raw: p.w, .nan) : Proposal(raw: .nan, p.h))
    let given = parameters[node].a
    let gap: Double
    if !given.isNaN {
      gap = given
    } else if edge == .top || edge == .leading {
      gap = distance(bar, content, vertical ? .vertical : .horizontal)
    } else {
      gap = distance(content, bar, vertical ? .vertical : .horizontal)
    }
    return ((vertical ? answer.height : answer.width) + gap, answer)
  }

  func safeAreaInsetSize(_ node: Int32, _ p: Proposal) -> Size {
    let content = firstChildren[node]
    guard content >= 0 else { return .zero }
    let taken = insetLength(node, p).length
    var inner = p
    let axis: Axis = EdgeSet.vertical.contains(insetEdge(node)) ? .vertical : .horizontal
    if !p[axis].isNaN { inner[axis] = max(0, p[axis] - taken) }
    var answer = size(content, inner)
    answer[axis] += taken
    return answer
  }

  func safeAreaInsetSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let content = firstChildren[node]
    guard content >= 0 else { return }
    let edge = insetEdge(node)
    let axis: Axis = EdgeSet.vertical.contains(edge) ? .vertical : .horizontal
    let (taken, barSize) = insetLength(node, p)
    var inner = p
    if !p[axis].isNaN { inner[axis] = max(0, p[axis] - taken) }
    let leads = edge == .top || edge == .leading
    var first = slot(content, 0, 0, inner)
    if leads { if axis == .vertical { first.y = taken } else { first.x = taken } }
    push(first)
    let bar = nextSiblings[content]
    guard bar >= 0 else { return }
    var proposal = p
    proposal[axis] = .nan
    if proposal[axis.other].isNaN { proposal[axis.other] = box[axis.other] }
    var item = aligned(bar, proposal, in: box, parameters[node].alignment)
    if axis == .vertical {
      item.y = leads ? 0 : box.height - barSize.height
    } else {
      item.x = leads ? 0 : box.width - barSize.width
    }
    push(item)
  }
}
