/// Which nodes answer the same whatever they are proposed on an axis. Their answers are kept under one proposal, so a
/// container that offers its children other lengths than before asks nobody whom that does not concern.

extension LayoutTree {
  /// `bits`, those of the children together, with the bits of `DependencyMask.proposal` as they are for the node itself.
  func dependingOnProposal(_ node: Int32, _ tag: LayoutTag, _ bits: UInt64) -> UInt64 {
    let row = parameters[node]
    switch tag {
    case .empty, .run, .passthrough, .layoutPriority, .offset, .alignmentGuide, .ignoresSafeArea, .gridCell, .matched,
      .overlay, .background, .padding, .safeAreaPadding, .stack, .zstack:
      return bits
    case .image: return row.bits & 1 == 0 ? bits : bits | DependencyMask.proposal
    case .ranged:
      return bits | (row.a == row.c ? 0 : DependencyMask.width) | (row.d == row.f ? 0 : DependencyMask.height)
    case .frame:
      return bits & ~((row.a.isNaN ? 0 : DependencyMask.width) | (row.b.isNaN ? 0 : DependencyMask.height))
    case .flexibleFrame:
      let isFreeAcross = row.a.isNaN && row.b.isNaN && row.c.isNaN
      let isFreeDown = row.d.isNaN && row.e.isNaN && row.f.isNaN
      return bits | (isFreeAcross ? 0 : DependencyMask.width) | (isFreeDown ? 0 : DependencyMask.height)
    case .text:
      // One line stays one line, however low the box.
      let isOneLine = row.ref >= 0 && texts[Int(row.ref)]?.content.maxLines == 1
      return bits | DependencyMask.width | (isOneLine ? 0 : DependencyMask.height)
    case .fixedSize, .containerRelativeFrame:
      return bits
        & ~((row.bits & 1 != 0 ? DependencyMask.width : 0) | (row.bits & 2 != 0 ? DependencyMask.height : 0))
    default: return bits | DependencyMask.proposal
    }
  }

  /// The proposal without what does not matter to the node.
  @inline(__always)
  func relevant(_ node: Int32, _ p: Proposal) -> Proposal {
    let bits = mask(node) & DependencyMask.proposal
    if bits == DependencyMask.proposal { return p }
    var result = p
    if bits & DependencyMask.width == 0 { result.w = Proposal.none }
    if bits & DependencyMask.height == 0 { result.h = Proposal.none }
    return result
  }

  /// Bits 0 and 1: the answers depend on the proposed width, on the height.
  @inline(__always)
  func sensitivity(_ node: Int32) -> UInt8 { UInt8(truncatingIfNeeded: mask(node) >> 62) }
}
