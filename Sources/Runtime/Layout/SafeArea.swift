/// The safe area: which part of the root's space is free of bars, and how views reach out into the rest (semantics 3.22).

/// The safe area as seen by some content: what bars and insets take from some space, and from the spaces around it.
struct SafeArea: Equatable {
  /// One space with what is taken from it, in the root's space.
  struct Layer: Equatable {
    var outer = Rect.zero
    /// Taken by bars, or by the content of an inset.
    var container = Insets.zero
    /// Height the keyboard covers at the bottom of `outer`.
    var keyboard = 0.0

    /// Everything taken, and the part of it that belongs to some regions. The keyboard lies over the bar at the bottom:
    /// while it is there, the bar's inset alone cannot be ignored.
    func insets(_ regions: SafeAreaRegions) -> (total: Insets, selected: Insets) {
      var total = container
      total.bottom = max(container.bottom, keyboard)
      var selected = Insets.zero
      if regions.contains(.container) { selected = container }
      if keyboard > 0 {
        let own = max(0, keyboard - container.bottom)
        if regions.contains(.keyboard) {
          selected.bottom += own
        } else {
          selected.bottom = 0
        }
      }
      return (total, selected)
    }
  }

  /// The nearest space first, the root's last.
  var layers: [Layer] = []

  /// What the outermost space leaves.
  var rootSpace: Rect {
    guard let root = layers.last else { return .zero }
    return root.outer.inset(by: root.insets(.all).total)
  }

  /// How far a rectangle may reach out on each edge: where it begins within the inset of a space, to that inset's outer
  /// border, and from there on in the spaces around.
  func reach(_ rect: Rect, _ regions: SafeAreaRegions, _ edges: EdgeSet, tolerance: Double) -> Insets {
    var top = rect.y
    var left = rect.x
    var bottom = rect.maxY
    var right = rect.maxX
    for layer in layers {
      let (total, selected) = layer.insets(regions)
      let inner = layer.outer.inset(by: total)
      let outer = inner.inset(
        by: Insets(
          top: -selected.top, leading: -selected.leading, bottom: -selected.bottom, trailing: -selected.trailing))
      if selected.top > 0, top - tolerance < inner.y, outer.y < top + tolerance { top = outer.y }
      if selected.leading > 0, left - tolerance < inner.x, outer.x < left + tolerance { left = outer.x }
      if selected.bottom > 0, inner.maxY < bottom + tolerance, bottom - tolerance < outer.maxY { bottom = outer.maxY }
      if selected.trailing > 0, inner.maxX < right + tolerance, right - tolerance < outer.maxX { right = outer.maxX }
    }
    return Insets(
      top: edges.contains(.top) ? max(0, rect.y - top) : 0,
      leading: edges.contains(.leading) ? max(0, rect.x - left) : 0,
      bottom: edges.contains(.bottom) ? max(0, bottom - rect.maxY) : 0,
      trailing: edges.contains(.trailing) ? max(0, right - rect.maxX) : 0)
  }
}

extension LayoutTree {
  /// The safe area at a node with its rectangle in the root's space: `GeometryProxy.safeAreaInsets`.
  package func safeAreaInsets(at node: LayoutNode) -> Insets {
    guard let area = nearestSafeArea(parents[node] >= 0 ? parents[node] : node) else { return .zero }
    var result = area.reach(absoluteRect(of: node), .all, .all, tolerance: safeTolerance)
    if flags[node].contains(.rightToLeft) { swap(&result.leading, &result.trailing) }
    return result
  }

  /// Where the area of a root is kept, apart from what the root itself may do to it.
  static func areaKey(_ root: Int32) -> Int32 { -2 - root }

  /// A rectangle within half a pixel of a border touches it.
  var safeTolerance: Double { 0.5 / scale + 0.001 }

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

  /// The distance between content and bar, and what each of them is proposed and answers. The bar gets what the content
  /// leaves at its smallest, the content what the bar leaves.
  private func insetParts(_ node: Int32, _ p: Proposal) -> (
    gap: Double, bar: Size, barProposal: Proposal, content: Size, contentProposal: Proposal
  ) {
    let content = firstChildren[node]
    let bar = content >= 0 ? nextSiblings[content] : -1
    guard content >= 0, bar >= 0 else {
      return (0, .zero, p, content >= 0 ? size(content, p) : .zero, p)
    }
    let edge = insetEdge(node)
    let axis: Axis = EdgeSet.vertical.contains(edge) ? .vertical : .horizontal
    let given = parameters[node].a
    let gap: Double
    if !given.isNaN {
      gap = given
    } else if edge == .top || edge == .leading {
      gap = distance(bar, content, axis)
    } else {
      gap = distance(content, bar, axis)
    }
    var barProposal = p
    var contentProposal = p
    if !p[axis].isNaN {
      let free = max(0, p[axis] - gap)
      var least = p
      least[axis] = 0
      barProposal[axis] = max(0, free - size(content, least)[axis])
    }
    let barSize = size(bar, barProposal)
    if !p[axis].isNaN { contentProposal[axis] = max(0, p[axis] - barSize[axis] - gap) }
    return (gap, barSize, barProposal, size(content, contentProposal), contentProposal)
  }

  /// Length the bar takes from the content, distance included.
  func insetLength(_ node: Int32, _ p: Proposal) -> Double {
    let parts = insetParts(node, p)
    return (EdgeSet.vertical.contains(insetEdge(node)) ? parts.bar.height : parts.bar.width) + parts.gap
  }

  func safeAreaInsetSize(_ node: Int32, _ p: Proposal) -> Size {
    let parts = insetParts(node, p)
    return EdgeSet.vertical.contains(insetEdge(node))
      ? Size(max(parts.bar.width, parts.content.width), parts.bar.height + parts.gap + parts.content.height)
      : Size(parts.bar.width + parts.gap + parts.content.width, max(parts.bar.height, parts.content.height))
  }

  /// The content lies at the edge across from the bar; across the axis the bar is aligned with the content.
  func safeAreaInsetSlots(_ node: Int32, _ given: Proposal, _ box: Size) {
    let content = firstChildren[node]
    guard content >= 0 else { return }
    let edge = insetEdge(node)
    let axis: Axis = EdgeSet.vertical.contains(edge) ? .vertical : .horizontal
    let cross = axis.other
    var p = given
    if p[cross].isNaN { p[cross] = box[cross] }
    let parts = insetParts(node, p)
    let leads = edge == .top || edge == .leading
    var first = slot(content, 0, 0, parts.contentProposal)
    let rest = box[axis] - parts.content[axis]
    let middle = (box[cross] - parts.content[cross]) / 2
    if axis == .vertical {
      first.x = middle
      first.y = leads ? rest : 0
    } else {
      first.x = leads ? rest : 0
      first.y = middle
    }
    push(first)
    let bar = nextSiblings[content]
    guard bar >= 0 else { return }
    var item = slot(bar, 0, 0, parts.barProposal)
    let alignment = parameters[node].alignment
    let guide = axis == .vertical ? alignment.horizontal : alignment.vertical
    let shift =
      dimension(ViewDimensions(node: content, size: parts.content, proposal: parts.contentProposal), guide)
      - dimension(ViewDimensions(node: bar, size: parts.bar, proposal: parts.barProposal), guide)
    if axis == .vertical {
      item.x = middle + shift
      item.y = leads ? 0 : box.height - parts.bar.height
    } else {
      item.x = leads ? 0 : box.width - parts.bar.width
      item.y = middle + shift
    }
    push(item)
  }
}
