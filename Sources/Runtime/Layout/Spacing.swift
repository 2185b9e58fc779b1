/// Which distances a node's edges ask for (semantics 3.4), and the gaps of stacks that follow from them.

extension LayoutTree {
  func edgeSpacing(_ start: Int32, _ edge: EdgeSet) -> EdgeSpacing {
    var node = start
    var framed = false
    while node >= 0 {
      let tag = tags[node]
      let row = parameters[node]
      switch tag {
      case .padding, .safeAreaPadding:
        let inset: Double
        switch edge {
        case .top: inset = row.a
        case .leading: inset = row.b
        case .bottom: inset = row.c
        default: inset = row.d
        }
        if inset != 0 { return .neutral }
      case .frame:
        let touched = EdgeSet.horizontal.contains(edge) ? row.a : row.b
        if !touched.isNaN { framed = true }
      case .flexibleFrame:
        let horizontal = EdgeSet.horizontal.contains(edge)
        if horizontal ? !(row.a.isNaN && row.b.isNaN && row.c.isNaN) : !(row.d.isNaN && row.e.isNaN && row.f.isNaN) {
          framed = true
        }
      case .containerRelativeFrame:
        if row.bits & (EdgeSet.horizontal.contains(edge) ? 1 : 2) != 0 { framed = true }
      default:
        if !tag.isUnary {
          let own = endSpacing(node, tag, edge)
          // A frame forgets the metrics of text on the edges it sets; the zeros of shapes and Spacers stay.
          return framed && !own.textToText.isNaN ? .neutral : own
        }
      }
      node = firstChildren[node]
    }
    return .neutral
  }

  private func endSpacing(_ node: Int32, _ tag: LayoutTag, _ edge: EdgeSet) -> EdgeSpacing {
    switch tag {
    case .spacer: return .spacer
    case .run:
      let like = parameters[node].ref
      return like >= 0 && like < nodeCount && tags[like] != .free && tags[like] != .run
        ? edgeSpacing(like, edge) : .neutral
    case .text:
      guard let text = texts[Int(parameters[node].ref)] else { return .neutral }
      return text.edgeSpacing(edge, engine: textEngine, scale: scale)
    case .image:
      let bits = parameters[node].bits
      if bits & 2 == 0 { return .neutral }
      return symbolSpacing(node, edge)
    case .stack, .lazyStack, .zstack, .safeAreaInset, .custom:
      if let cache = containerIfAny(node)?.pointee.spacing, cache.valid & edge.rawValue != 0 {
        switch edge {
        case .top: return cache.top
        case .leading: return cache.leading
        case .bottom: return cache.bottom
        default: return cache.trailing
        }
      }
      if depth >= LayoutTree.maximumDepth { return .neutral }
      depth += 1
      let value = containerSpacing(node, tag, edge)
      depth -= 1
      let row = container(node)
      switch edge {
      case .top: row.pointee.spacing.top = value
      case .leading: row.pointee.spacing.leading = value
      case .bottom: row.pointee.spacing.bottom = value
      default: row.pointee.spacing.trailing = value
      }
      row.pointee.spacing.valid |= edge.rawValue
      return value
    default:
      switch edge {
      case .top: return .shapeTop
      case .bottom: return .shapeBottom
      default: return .neutral
      }
    }
  }

  /// A symbol is a piece of text of the height it has.
  private func symbolSpacing(_ node: Int32, _ edge: EdgeSet) -> EdgeSpacing {
    guard EdgeSet.vertical.contains(edge) else { return .neutral }
    let font = ResolvedFont(size: parameters[node].b / 1.2, leading: 0)
    return textEngine.edgeSpacing(font, edge, scale: scale)
  }

  private func containerSpacing(_ node: Int32, _ tag: LayoutTag, _ edge: EdgeSet) -> EdgeSpacing {
    let first = firstChildren[node]
    if tag == .custom, let own = client.customSpacing?(node) {
      switch edge {
      case .top: return own.top
      case .leading: return own.leading
      case .bottom: return own.bottom
      default: return own.trailing
      }
    }
    if first < 0 { return tag == .stack ? .spacer : .neutral }
    if tag == .safeAreaInset { return edgeSpacing(first, edge) }
    let along: EdgeSet = parameters[node].mainAxis == .horizontal ? .horizontal : .vertical
    if tag == .stack || tag == .lazyStack, along.contains(edge) {
      if edge == .top || edge == .leading { return edgeSpacing(first, edge) }
      var last = first
      while nextSiblings[last] >= 0 { last = nextSiblings[last] }
      return edgeSpacing(last, edge)
    }
    var result = EdgeSpacing.neutral
    var plain = Double.infinity
    var child = first
    while child >= 0 {
      let own = edgeSpacing(child, edge)
      result = result.union(own.withoutPlain)
      plain = own.plain.isNaN ? .nan : min(plain, own.plain)
      child = nextSiblings[child]
    }
    // A ZStack hands the Spacers' value on if all its children have it, a stack never does across its axis.
    if tag == .zstack, !plain.isNaN { result.plain = plain }
    return result
  }

  /// The default distance between two neighbours.
  func distance(_ first: Int32, _ second: Int32, _ axis: Axis) -> Double {
    axis == .horizontal
      ? EdgeSpacing.distance(edgeSpacing(first, .trailing), edgeSpacing(second, .leading))
      : EdgeSpacing.distance(edgeSpacing(first, .bottom), edgeSpacing(second, .top))
  }
}
