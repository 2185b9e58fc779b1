/// What still holds after changes: from the changed nodes upwards, cached answers are computed again and compared; where
/// they are the same, the ancestors keep theirs.

extension LayoutTree {
  /// Clears all `sizeDirty` below and at `root`; nodes whose children are to be placed again are left with `placeDirty`,
  /// the way to them with `below`.
  func validate(_ root: Int32) {
    guard !flags[root].isDisjoint(with: [.sizeDirty, .below]) else { return }
    var stack: [(node: Int32, next: Int32)] = [(root, firstChildren[root])]
    while let top = stack.last {
      var child = top.next
      while child >= 0, flags[child].isDisjoint(with: [.sizeDirty, .below]) { child = nextSiblings[child] }
      if child >= 0 {
        stack[stack.count - 1].next = nextSiblings[child]
        if tags[child].rawValue <= LayoutTag.divider.rawValue {
          finish(child)
        } else {
          stack.append((child, firstChildren[child]))
        }
        continue
      }
      stack.removeLast()
      finish(top.node)
    }
  }

  private func finish(_ node: Int32) {
    let state = flags[node]
    var recompute = !state.isDisjoint(with: [.sizeDirty, .childChanged])
    if !recompute, state.contains(.guideChanged) { recompute = dependsOnGuides(node) }
    var sizeChanged = false
    if recompute || state.contains(.guideChanged) {
      forgetGuides(node)
      if state.contains(.sizeDirty) { forgetStack(node) }
      noteInStack(node)
    }
    if recompute {
      if tags[node] == .custom {
        // The scene's code is asked for what is proposed now and nothing else.
        forgetSizes(node)
        forgetSpacing(node)
        sizeChanged = true
        client.customChanged?(node)
      } else {
        sizeChanged = !answersHold(node)
      }
      flags[node].insert(.placeDirty)
    }
    flags[node].remove([.sizeDirty, .childChanged, .guideChanged, .forced, .hadGuides])
    let parent = parents[node]
    guard parent >= 0 else { return }
    let forced = state.contains(.forced)
    // What hangs on a container was asked in one size of it only; the container remembers answers in others.
    let isRelative = recompute && mask(node) & DependencyMask.container != 0
    if sizeChanged || forced || isRelative { flags[parent].insert(.childChanged) }
    // Priorities are handed on through modifiers and stacks of one.
    let isThrough =
      tags[parent].isUnary || (childCounts[parent] == 1 && (tags[parent] == .stack || tags[parent] == .zstack))
    if forced, isThrough { flags[parent].insert(.forced) }
    if recompute || state.contains(.guideChanged),
      mask(node) & DependencyMask.guides != 0 || state.contains(.hadGuides)
    {
      flags[parent].insert(.guideChanged)
    }
  }

  /// Whether all remembered answers and edge preferences come out the same again.
  private func answersHold(_ node: Int32) -> Bool {
    let old = caches[node]
    let spilled = !flags[node].isDisjoint(with: [.spilled, .evicted])
    let oldSpacing = containerIfAny(node)?.pointee.spacing ?? SpacingCache()
    forgetSizes(node)
    forgetSpacing(node)
    // With other dependencies the old answers stand for other proposals.
    if old.count == 0 || spilled || old.sensitivity != sensitivity(node) { return false }
    var same = true
    withUnsafeBytes(of: old) { bytes in
      let entries = bytes.baseAddress!.assumingMemoryBound(to: CacheEntry.self)
      for i in 0..<Int(old.count) {
        let answer = size(node, Proposal(raw: entries[i].w, entries[i].h))
        if answer.width != entries[i].width || answer.height != entries[i].height {
          same = false
          break
        }
      }
    }
    if same, oldSpacing.valid != 0 {
      if oldSpacing.valid & EdgeSet.top.rawValue != 0 { same = same && isSame(edgeSpacing(node, .top), oldSpacing.top) }
      if oldSpacing.valid & EdgeSet.leading.rawValue != 0 {
        same = same && isSame(edgeSpacing(node, .leading), oldSpacing.leading)
      }
      if oldSpacing.valid & EdgeSet.bottom.rawValue != 0 {
        same = same && isSame(edgeSpacing(node, .bottom), oldSpacing.bottom)
      }
      if oldSpacing.valid & EdgeSet.trailing.rawValue != 0 {
        same = same && isSame(edgeSpacing(node, .trailing), oldSpacing.trailing)
      }
    }
    return same
  }

  /// True where the two are alike bit by bit (not a number counts as a value).
  private func isSame(_ a: EdgeSpacing, _ b: EdgeSpacing) -> Bool {
    a.aboveText.bitPattern == b.aboveText.bitPattern && a.belowText.bitPattern == b.belowText.bitPattern
      && a.textToText.bitPattern == b.textToText.bitPattern && a.plain.bitPattern == b.plain.bitPattern
  }

  private func dependsOnGuides(_ node: Int32) -> Bool {
    let bits = flags[node].contains(.hadGuides) ? DependencyMask.guides : mask(node) & DependencyMask.guides
    let row = parameters[node]
    switch tags[node] {
    case .stack, .lazyStack: return bits & DependencyMask.bit(Guide(id: row.guideX)) != 0
    case .frame, .flexibleFrame, .zstack, .overlay, .background, .containerRelativeFrame, .safeAreaInset:
      return bits & (DependencyMask.bit(Guide(id: row.guideX)) | DependencyMask.bit(Guide(id: row.guideY))) != 0
    case .grid, .lazyGrid, .custom, .alignmentGuide: return bits != 0
    case .fixedSize, .aspectRatio, .host: return bits & (1 << 1 | 1 << 4) != 0
    default: return false
    }
  }

  /// True for changes that can matter to the container while the size stays: spacing, priority, guides, cell attributes.
  func affectsContainer(_ oldTag: LayoutTag, _ old: NodeParameters, _ node: Int32) -> Bool {
    let tag = tags[node]
    let new = parameters[node]
    if tag != oldTag { return true }
    switch tag {
    case .layoutPriority, .gridCell, .image, .gridRow, .stack, .zstack, .alignmentGuide: return true
    case .frame: return old.a.isNaN != new.a.isNaN || old.b.isNaN != new.b.isNaN
    case .flexibleFrame:
      return old.a.isNaN != new.a.isNaN || old.b.isNaN != new.b.isNaN || old.c.isNaN != new.c.isNaN
        || old.d.isNaN != new.d.isNaN || old.e.isNaN != new.e.isNaN || old.f.isNaN != new.f.isNaN
    case .padding, .safeAreaPadding:
      return (old.a != 0) != (new.a != 0) || (old.b != 0) != (new.b != 0) || (old.c != 0) != (new.c != 0)
        || (old.d != 0) != (new.d != 0)
    default: return false
    }
  }
}
