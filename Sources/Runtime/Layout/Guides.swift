/// Alignment guides: explicit values from texts and `alignmentGuide`, carried up through the views around them
/// (semantics 3.10), and the summary bits that say where there is anything to look for.

/// Bits of `LayoutTree.masks`.
enum DependencyMask {
  static let guides: UInt64 = (1 << 58) - 1
  /// Some node below has a safe area of its own, by where it lies.
  static let area: UInt64 = 1 << 59
  /// Some node below measures itself against the width, or height, of the nearest container.
  static let containerWidth: UInt64 = 1 << 60
  static let containerHeight: UInt64 = 1 << 58
  static let container: UInt64 = containerWidth | containerHeight
  /// Some node below is placed by where it lies in the root's space.
  static let absolute: UInt64 = 1 << 61
  /// The node's answers depend on the proposed width, or height. Without the bit they are the same for every one.
  static let width: UInt64 = 1 << 62
  static let height: UInt64 = 1 << 63
  static let proposal: UInt64 = width | height
  static let baselines: UInt64 = 1 << 6 | 1 << 7

  @inline(__always)
  static func bit(_ guide: Guide) -> UInt64 {
    let id = UInt64(guide.id)
    return 1 << (id < 16 ? id : 16 + (id - 16) % 42)
  }
}

extension LayoutTree {
  /// What the subtree depends on: the guides that may have explicit values, and the two other bits.
  @inline(__always)
  func mask(_ node: Int32) -> UInt64 {
    if !flags[node].contains(.maskDirty) { return masks[node] }
    updateMasks(node)
    return masks[node]
  }

  private func updateMasks(_ start: Int32) {
    var stack: [(node: Int32, next: Int32)] = [(start, firstChildren[start])]
    while let top = stack.last {
      var child = top.next
      while child >= 0, !flags[child].contains(.maskDirty) { child = nextSiblings[child] }
      if child >= 0 {
        stack[stack.count - 1].next = nextSiblings[child]
        stack.append((child, firstChildren[child]))
        continue
      }
      stack.removeLast()
      masks[top.node] = summary(top.node)
      flags[top.node].remove(.maskDirty)
    }
  }

  /// The node's own bits and its children's.
  private func summary(_ node: Int32) -> UInt64 {
    var result: UInt64 = 0
    var child = firstChildren[node]
    let tag = tags[node]
    var index = 0
    while child >= 0 {
      var bits = masks[child]
      if index > 0, tag == .overlay || tag == .background || tag == .safeAreaInset {
        bits &= ~(DependencyMask.guides | DependencyMask.proposal)
      }
      result |= bits
      child = nextSiblings[child]
      index += 1
    }
    switch tag {
    case .text: result |= DependencyMask.baselines
    case .image where parameters[node].bits & 2 != 0: result |= DependencyMask.baselines
    case .alignmentGuide: result |= DependencyMask.bit(Guide(id: parameters[node].guideX))
    case .ignoresSafeArea, .lazyStack, .lazyGrid, .list: result |= DependencyMask.absolute
    case .matched where parameters[node].bits & 2 != 0: result |= DependencyMask.absolute
    case .containerRelativeFrame:
      if parameters[node].bits & 1 != 0 { result |= DependencyMask.containerWidth }
      if parameters[node].bits & 2 != 0 { result |= DependencyMask.containerHeight }
    case .geometryReader: result &= ~DependencyMask.guides
    // What is in it may measure itself against what is around, where it is offered no length.
    case .scroll, .pages: result &= ~DependencyMask.guides
    case .custom where client.customGuide != nil: result |= DependencyMask.guides
    default: break
    }
    if tag == .list { result &= ~DependencyMask.guides }
    if tag == .ignoresSafeArea || tag == .safeAreaInset || tag == .safeAreaPadding { result |= DependencyMask.area }
    return dependingOnProposal(node, tag, result)
  }

  func axis(of guide: Guide) -> Axis {
    switch guide.id {
    case 0...2, 8, 9: return .horizontal
    case 3...7: return .vertical
    default:
      let index = Int(guide.id) - Int(Guide.firstCustom)
      return index >= 0 && index < guideAxes.count ? guideAxes[index] : .horizontal
    }
  }

  func defaultGuide(_ guide: Guide, _ view: ViewDimensions) -> Double {
    switch guide.id {
    case 0, 3, 8: return 0
    case 1: return view.size.width / 2
    case 2, 9: return view.size.width
    case 4: return view.size.height / 2
    case 5, 6, 7: return view.size.height
    default: return client.guideDefault?(guide, view) ?? 0
    }
  }

  /// A guide's value that some view inside sets, in the node's own space; nil where none does.
  func explicitGuide(_ start: Int32, _ guide: Guide, _ startProposal: Proposal) -> Double? {
    let bit = DependencyMask.bit(guide)
    var node = start
    var proposal = startProposal
    var offset = 0.0
    while node >= 0 {
      if mask(node) & bit == 0 { return nil }
      let tag = tags[node]
      let child = firstChildren[node]
      if tag == .text || tag == .image {
        guard let own = textGuide(node, guide, proposal) else { return nil }
        return own + offset
      }
      if !tag.isUnary { break }
      if child < 0 { return nil }
      if tag == .alignmentGuide, parameters[node].guideX == guide.id, let ask = client.guideValue {
        let view = ViewDimensions(node: child, size: size(child, proposal), proposal: proposal)
        let value = ask(node, view)
        return (value.isFinite ? value : 0) + offset
      }
      // An offset moves what is drawn: the guides stay where the view was laid out.
      if tag == .offset {
        node = child
        continue
      }
      let slot = unarySlot(node, tag, proposal, size(node, proposal), child)
      offset += axis(of: guide) == .horizontal ? slot.x : slot.y
      proposal = slot.proposal
      node = child
    }
    guard node >= 0 else { return nil }
    // Stacks aligned by a guide ask for it several times at each level; without memory the levels would multiply.
    let isOdd = guide.id & 1 == 1
    if let row = containerIfAny(node) {
      let known = isOdd ? row.pointee.guides.odd : row.pointee.guides.even
      if known.guide == guide.id, known.w.bitPattern == proposal.w.bitPattern,
        known.h.bitPattern == proposal.h.bitPattern
      {
        return known.value.isNaN ? nil : known.value + offset
      }
    }
    let inner = containerGuide(node, guide, proposal)
    let entry = GuideCache.Entry(w: proposal.w, h: proposal.h, value: inner ?? .nan, guide: guide.id)
    if isOdd { container(node).pointee.guides.odd = entry } else { container(node).pointee.guides.even = entry }
    return inner.map { $0 + offset }
  }

  private func textGuide(_ node: Int32, _ guide: Guide, _ proposal: Proposal) -> Double? {
    guard tags[node] == .text, let text = texts[Int(parameters[node].ref)] else {
      return tags[node] == .image ? symbolGuide(node, guide, proposal) : nil
    }
    let lines = text.lines(for: proposal, engine: textEngine, scale: scale)
    return guide == .firstTextBaseline ? lines.firstBaseline : guide == .lastTextBaseline ? lines.lastBaseline : nil
  }

  /// A symbol stands on the baseline with what its box has below it: the part of a font's line under the baseline.
  private func symbolGuide(_ node: Int32, _ guide: Guide, _ proposal: Proposal) -> Double? {
    guard guide == .firstTextBaseline || guide == .lastTextBaseline else { return nil }
    let height = size(node, proposal).height
    return height * LayoutTree.symbolBaseline
  }

  /// Share of a symbol's height above the text baseline: symbols are centred on the cap height, a little taller than it.
  static let symbolBaseline = 0.82

  /// Children's explicit values together: first baseline the least, last baseline the greatest, others the mean; leading,
  /// centre, trailing, top and bottom are not taken over from the children of a container.
  private func containerGuide(_ node: Int32, _ guide: Guide, _ proposal: Proposal) -> Double? {
    if depth >= LayoutTree.maximumDepth { return nil }
    let box = size(node, proposal)
    if tags[node] == .custom, let ask = client.customGuide,
      let own = ask(node, guide, Rect(origin: .zero, size: box), proposal)
    {
      return own
    }
    if guide.isGeometric || tags[node] == .lazyStack || tags[node] == .lazyGrid { return nil }
    depth += 1
    defer { depth -= 1 }
    let base = slotTop
    makeSlots(node, proposal, box)
    defer { slotTop = base }
    let horizontal = axis(of: guide) == .horizontal
    var count = 0
    var sum = 0.0
    var least = Double.infinity
    var most = -Double.infinity
    var index = base
    let end = tags[node] == .safeAreaInset ? min(base + 1, slotTop) : slotTop
    while index < end {
      let slot = slots[index]
      index += 1
      guard let value = explicitGuide(slot.child, guide, slot.proposal) else { continue }
      let shifted = value + (horizontal ? slot.x : slot.y)
      count += 1
      sum += shifted
      least = min(least, shifted)
      most = max(most, shifted)
    }
    if count == 0 { return nil }
    switch guide {
    case .firstTextBaseline: return least
    case .lastTextBaseline: return most
    default: return sum / Double(count)
    }
  }
}
