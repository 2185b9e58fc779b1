/// Nodes answered through one child: what they propose to it and what they make of its answer (semantics 3.6 to 3.17).

extension LayoutTree {
  /// What the child is proposed; `early` is the answer where the child need not be asked.
  @inline(__always)
  func unaryChildProposal(_ node: Int32, _ tag: LayoutTag, _ p: Proposal, _ early: inout Size?) -> Proposal {
    switch tag {
    case .frame: return frameProposal(node, p)
    case .flexibleFrame:
      early = flexibleFrameEarly(node, p)
      return flexibleFrameProposal(node, p)
    case .padding, .safeAreaPadding: return paddingProposal(node, p)
    case .fixedSize: return fixedSizeProposal(node, p)
    case .aspectRatio: return aspectFirstProposal(node, p)
    case .containerRelativeFrame: return relativeProposal(node, p)
    default: return p
    }
  }

  /// A second question to the child, which decides alone: the ratio of an aspectRatio without a number.
  @inline(__always)
  func unarySecondProposal(_ node: Int32, _ p: Proposal, _ first: Size) -> Proposal? {
    guard tags[node] == .aspectRatio, parameters[node].a.isNaN, !(p.w.isNaN && p.h.isNaN) else { return nil }
    return aspectProposal(p, first.width, first.height, fill: parameters[node].bits & 1 != 0)
  }

  @inline(__always)
  func unaryAnswer(_ node: Int32, _ tag: LayoutTag, _ p: Proposal, _ child: Size) -> Size {
    switch tag {
    case .frame:
      let row = parameters[node]
      return Size(row.a.isNaN ? child.width : row.a, row.b.isNaN ? child.height : row.b)
    case .flexibleFrame: return flexibleFrameAnswer(node, p, child)
    case .padding, .safeAreaPadding:
      let row = parameters[node]
      return Size(max(0, child.width + row.b + row.d), max(0, child.height + row.a + row.c))
    case .position, .host: return Size(p.width ?? child.width, p.height ?? child.height)
    case .containerRelativeFrame: return relativeAnswer(node, child)
    default: return child
    }
  }

  // MARK: frame

  private func frameProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let row = parameters[node]
    return Proposal(raw: row.a.isNaN ? p.w : row.a, row.b.isNaN ? p.h : row.b)
  }

  // MARK: flexible frame; each axis on its own

  @inline(__always)
  private func clampedProposal(_ p: Double, _ least: Double, _ ideal: Double, _ most: Double) -> Double {
    var q = p.isNaN ? ideal : p
    if q.isNaN { return .nan }
    if q < least { q = least }
    if q > most { q = most }
    return q
  }

  private func flexibleFrameProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let row = parameters[node]
    return Proposal(raw: clampedProposal(p.w, row.a, row.b, row.c), clampedProposal(p.h, row.d, row.e, row.f))
  }

  /// The answer on an axis where the child has no say, else not a number.
  @inline(__always)
  private func decided(_ p: Double, _ least: Double, _ ideal: Double, _ most: Double) -> Double {
    if p.isNaN { return ideal }
    if least.isNaN || most.isNaN { return .nan }
    return min(max(p, least), most)
  }

  private func flexibleFrameEarly(_ node: Int32, _ p: Proposal) -> Size? {
    let row = parameters[node]
    let width = decided(p.w, row.a, row.b, row.c)
    if width.isNaN { return nil }
    let height = decided(p.h, row.d, row.e, row.f)
    return height.isNaN ? nil : Size(width, height)
  }

  private func flexibleLength(
    _ p: Double, _ least: Double, _ ideal: Double, _ most: Double, _ child: Double
  ) -> Double {
    let decided = decided(p, least, ideal, most)
    if !decided.isNaN { return decided }
    if !least.isNaN, !most.isNaN { return min(max(child, least), most) }
    let q = clampedProposal(p, least, ideal, most)
    if !least.isNaN { return max(least, q.isNaN ? child : min(q, child)) }
    if !most.isNaN { return min(most, q.isNaN ? child : max(q, child)) }
    return child
  }

  private func flexibleFrameAnswer(_ node: Int32, _ p: Proposal, _ child: Size) -> Size {
    let row = parameters[node]
    return Size(
      flexibleLength(p.w, row.a, row.b, row.c, child.width), flexibleLength(p.h, row.d, row.e, row.f, child.height))
  }

  /// Placed in its result, but where nothing was proposed and the bounds did not decide, ideal again.
  func flexibleFramePlacementProposal(_ node: Int32, _ p: Proposal, _ size: Size) -> Proposal {
    let row = parameters[node]
    func axis(_ p: Double, _ least: Double, _ ideal: Double, _ most: Double, _ result: Double) -> Double {
      if p.isNaN, ideal.isNaN, !(result <= least), !(result >= most) { return .nan }
      return result
    }
    return Proposal(
      raw: axis(p.w, row.a, row.b, row.c, size.width), axis(p.h, row.d, row.e, row.f, size.height))
  }

  // MARK: padding and fixedSize

  private func paddingProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let row = parameters[node]
    return Proposal(
      raw: p.w.isNaN ? p.w : max(0, p.w - row.b - row.d), p.h.isNaN ? p.h : max(0, p.h - row.a - row.c))
  }

  private func fixedSizeProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let bits = parameters[node].bits
    return Proposal(raw: bits & 1 != 0 ? .nan : p.w, bits & 2 != 0 ? .nan : p.h)
  }

  // MARK: aspectRatio

  private func aspectFirstProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    if p.w.isNaN && p.h.isNaN { return p }
    let ratio = parameters[node].a
    if ratio.isNaN { return .unspecified }
    return aspectProposal(p, ratio, 1, fill: parameters[node].bits & 1 != 0)
  }

  /// The largest size of the ratio inside the proposal, or the smallest around it; a side without a number is left out.
  private func aspectProposal(_ p: Proposal, _ width: Double, _ height: Double, fill: Bool) -> Proposal {
    let horizontal = p.w.isNaN ? .nan : p.w / width
    let vertical = p.h.isNaN ? .nan : p.h / height
    let factor: Double
    if horizontal.isNaN {
      factor = vertical
    } else if vertical.isNaN {
      factor = horizontal
    } else {
      factor = fill ? max(horizontal, vertical) : min(horizontal, vertical)
    }
    if !factor.isFinite {
      return factor > 0 ? Proposal(raw: width > 0 ? factor : 0, height > 0 ? factor : 0) : p
    }
    return Proposal(raw: width * factor, height * factor)
  }

  // MARK: containerRelativeFrame

  private func relativeProposal(_ node: Int32, _ p: Proposal) -> Proposal {
    let row = parameters[node]
    return Proposal(
      raw: row.bits & 1 != 0 ? relativeLength(node, .horizontal) : p.w,
      row.bits & 2 != 0 ? relativeLength(node, .vertical) : p.h)
  }

  private func relativeAnswer(_ node: Int32, _ child: Size) -> Size {
    let row = parameters[node]
    return Size(
      row.bits & 1 != 0 ? relativeLength(node, .horizontal) : child.width,
      row.bits & 2 != 0 ? relativeLength(node, .vertical) : child.height)
  }

  private func relativeLength(_ node: Int32, _ axis: Axis) -> Double {
    let whole = relativeContainer(node)[axis]
    let row = parameters[node]
    if row.bits & 4 != 0 { return max(0, client.containerRelativeLength?(node, whole, axis) ?? whole) }
    let cell = (whole - (row.a - 1) * row.c) / row.a
    return max(0, cell * row.b + (row.b - 1) * row.c)
  }

  // MARK: placement

  /// Where the child of a unary node sits, before mirroring. The proposal is the one the node is placed with.
  func unarySlot(_ node: Int32, _ tag: LayoutTag, _ p: Proposal, _ box: Size, _ child: Int32) -> Slot {
    let row = parameters[node]
    var early: Size?
    switch tag {
    case .frame, .containerRelativeFrame:
      return aligned(child, unaryChildProposal(node, tag, p, &early), in: box, row.alignment)
    case .flexibleFrame:
      return aligned(child, flexibleFramePlacementProposal(node, p, box), in: box, row.alignment)
    case .padding, .safeAreaPadding:
      return slot(child, row.b, row.a, paddingProposal(node, p))
    case .fixedSize: return aligned(child, fixedSizeProposal(node, p), in: box, .center)
    case .aspectRatio:
      var proposal = aspectFirstProposal(node, p)
      if row.a.isNaN, !(p.w.isNaN && p.h.isNaN) {
        let ideal = size(child, .unspecified)
        proposal = aspectProposal(p, ideal.width, ideal.height, fill: row.bits & 1 != 0)
      }
      return aligned(child, proposal, in: box, .center)
    case .position:
      var result = slot(child, 0, 0, Proposal(box))
      result.x = row.a - result.width / 2
      result.y = row.b - result.height / 2
      return result
    case .offset: return slot(child, row.a, row.b, p)
    case .host: return aligned(child, p, in: box, .center)
    default: return slot(child, 0, 0, p)
    }
  }

  @inline(__always)
  func slot(_ child: Int32, _ x: Double, _ y: Double, _ p: Proposal) -> Slot {
    let answer = size(child, p)
    return Slot(
      child: child, x: x, y: y, width: answer.width, height: answer.height, proposedWidth: p.w, proposedHeight: p.h)
  }

  /// The child's guides on the box's default ones.
  func aligned(_ child: Int32, _ p: Proposal, in box: Size, _ alignment: Alignment) -> Slot {
    var result = slot(child, 0, 0, p)
    let view = ViewDimensions(node: child, size: Size(result.width, result.height), proposal: p)
    let whole = ViewDimensions(node: -1, size: box, proposal: Proposal(box))
    result.x = defaultGuide(alignment.horizontal, whole) - dimension(view, alignment.horizontal)
    result.y = defaultGuide(alignment.vertical, whole) - dimension(view, alignment.vertical)
    return result
  }
}
