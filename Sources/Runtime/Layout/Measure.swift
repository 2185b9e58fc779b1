/// Asking a node for its size. Runs of unary nodes are walked in a loop with a stack of its own, so that tens of thousands
/// of chained modifiers need no call depth; only containers recurse.

extension LayoutTree {
  /// Deepest nesting of containers that is measured; deeper content counts as empty and is noted. A measured level needs
  /// less than 3 KB of the stack in debug builds.
  static let maximumDepth = 1000

  func size(_ start: Int32, _ given: Proposal) -> Size {
    let startProposal = relevant(start, given)
    if let hit = cached(start, startProposal) { return hit }
    if !tags[start].isUnary { return measureEnd(start, startProposal) }
    let base = unaryTop
    var node = start
    var proposal = startProposal
    var result = Size.zero
    while true {
      // Down: to the first node that knows its answer.
      while true {
        if let hit = cached(node, proposal) {
          result = hit
          break
        }
        let tag = tags[node]
        if !tag.isUnary {
          result = measureEnd(node, proposal)
          break
        }
        let child = firstChildren[node]
        var early: Size?
        let next = unaryChildProposal(node, tag, proposal, &early)
        if let early {
          result = early
          remember(node, proposal, early)
          break
        }
        unaryStack.reserve(unaryTop + 1)
        unaryStack[unaryTop] = UnaryFrame(node: node, second: false, proposal: proposal)
        unaryTop += 1
        if child < 0 {
          result = .zero
          break
        }
        node = child
        proposal = relevant(child, next)
      }
      // Up: each waiting node turns its child's answer into its own.
      var again = false
      while unaryTop > base {
        unaryTop -= 1
        let frame = unaryStack[unaryTop]
        if !frame.second, let next = unarySecondProposal(frame.node, frame.proposal, result) {
          unaryStack[unaryTop] = UnaryFrame(node: frame.node, second: true, proposal: frame.proposal)
          unaryTop += 1
          let child = firstChildren[frame.node]
          if child >= 0 {
            node = child
            proposal = relevant(child, next)
            again = true
            break
          }
          unaryTop -= 1
        }
        result = sane(frame.node, unaryAnswer(frame.node, tags[frame.node], frame.proposal, result))
        remember(frame.node, frame.proposal, result)
      }
      if !again { return result }
    }
  }

  /// A leaf's or container's answer, computed and remembered.
  private func measureEnd(_ node: Int32, _ proposal: Proposal) -> Size {
    let tag = tags[node]
    var result: Size
    if tag.rawValue <= LayoutTag.divider.rawValue {
      result = leafSize(node, tag, proposal)
    } else {
      if depth >= LayoutTree.maximumDepth {
        note(node, .nestingTooDeep)
        return .zero
      }
      depth += 1
      result = containerSize(node, tag, proposal)
      depth -= 1
    }
    result = sane(node, result)
    remember(node, proposal, result)
    return result
  }

  private func containerSize(_ node: Int32, _ tag: LayoutTag, _ proposal: Proposal) -> Size {
    switch tag {
    case .stack: return stackSize(node, proposal)
    case .zstack: return zstackSize(node, proposal)
    case .scroll: return scrollSize(node, proposal)
    case .geometryReader: return Size(proposal.width ?? 10, proposal.height ?? 10)
    case .grid: return gridSize(node, proposal)
    case .gridRow: return zstackSize(node, proposal)
    case .lazyStack: return lazyStackSize(node, proposal)
    case .lazyGrid: return lazyGridSize(node, proposal)
    case .viewThatFits: return fitsSize(node, proposal)
    case .safeAreaInset: return safeAreaInsetSize(node, proposal)
    case .list: return Size(proposal.width ?? 0, proposal.height ?? 0)
    case .pages: return pagesSize(node, proposal)
    case .bar: return barSize(node, proposal)
    case .custom: return client.customSize?(node, proposal) ?? zstackSize(node, proposal)
    default: return .zero
    }
  }

  /// Sizes are numbers, not negative; a length no one can use is noted and becomes 0.
  @inline(__always)
  private func sane(_ node: Int32, _ size: Size) -> Size {
    if size.width >= 0 && size.height >= 0 { return size }
    return Size(saneLength(node, size.width), saneLength(node, size.height))
  }

  private func saneLength(_ node: Int32, _ value: Double) -> Double {
    if value.isNaN { note(node, .sizeNotFinite) }
    return value >= 0 ? value : 0
  }

  func leafSize(_ node: Int32, _ tag: LayoutTag, _ p: Proposal) -> Size {
    switch tag {
    case .fill: return Size(p.width ?? 10, p.height ?? 10)
    case .square:
      let side = min(p.width ?? .infinity, p.height ?? .infinity)
      let both = p.w.isNaN && p.h.isNaN
      return both ? Size(10, 10) : Size(side, side)
    case .ranged:
      let row = parameters[node]
      return Size(
        min(max(p.width ?? row.b, row.a), row.c), min(max(p.height ?? row.e, row.d), row.f))
    case .image:
      let row = parameters[node]
      return row.bits & 1 == 0 ? Size(row.a, row.b) : Size(p.width ?? row.a, p.height ?? row.b)
    case .text:
      guard let text = texts[Int(parameters[node].ref)] else { return .zero }
      return text.size(for: p, engine: textEngine, scale: scale)
    case .run: return parameters[node].mainAxis == .vertical ? Size(0, parameters[node].a) : Size(parameters[node].a, 0)
    case .spacer:
      let least = spacerMinimum(node)
      switch orientation(node) {
      case .horizontal?: return Size(max(least, p.width ?? least), 0)
      case .vertical?: return Size(0, max(least, p.height ?? least))
      case nil: return Size(max(least, p.width ?? least), max(least, p.height ?? least))
      }
    case .divider:
      // A grid finer than any screen is only for rounding.
      let hairline = 1 / (scale > 4 ? 3 : scale)
      return orientation(node) == .horizontal
        ? Size(hairline, p.height ?? 10) : Size(p.width ?? 10, hairline)
    default: return .zero
    }
  }

  func spacerMinimum(_ node: Int32) -> Double {
    let least = parameters[node].a
    return least.isNaN ? 8 : max(0, least)
  }

  /// The axis of the stack a Spacer or Divider belongs to, seen through unary nodes; nil outside stacks.
  func orientation(_ node: Int32) -> Axis? {
    var next = parents[node]
    var root = node
    while next >= 0 {
      let tag = tags[next]
      if tag == .stack || tag == .lazyStack { return parameters[next].mainAxis }
      if !tag.isUnary { return nil }
      root = next
      next = parents[next]
    }
    return leftAxes.isEmpty ? nil : leftAxes[root]
  }

  /// Priority in a stack (semantics 3.25): the outermost layout modifier's, or through transparent nodes and stacks of one
  /// the view's own.
  func layoutPriority(_ start: Int32) -> Double {
    var node = start
    var stacks = 0
    while node >= 0 {
      let tag = tags[node]
      switch tag {
      case .spacer: return -.infinity
      case .layoutPriority: return parameters[node].a
      case .stack, .zstack:
        stacks += 1
        if childCounts[node] != 1 || stacks > 256 { return 0 }
      default:
        if !tag.isTransparent { return 0 }
      }
      node = firstChildren[node]
    }
    return 0
  }
}
