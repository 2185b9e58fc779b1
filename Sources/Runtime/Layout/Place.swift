/// A layout pass: validation, then placement from the root down in a loop, entering only what changed.

extension LayoutTree {
  /// `proposal`: what is proposed instead of the bounds, whose origin is the root's place then.
  /// - Parameters:
  ///   - bounds: the box of the root
  ///   - space: where the root's answer is centred; it is proposed this size
  ///   - given: a proposal of any kind instead, whose answer lies at the origin of `space`
  func runLayout(
    root: Int32, bounds: Rect, area: SafeArea, space: Rect, proposal given: Proposal? = nil
  ) -> [Int32] {
    beginChanges()
    guard root >= 0, root < nodeCount, tags[root] != .free else { return [] }
    screen = bounds
    screens[root] = bounds
    let owner = LayoutTree.areaKey(root)
    let former = safeAreas[owner]
    safeAreas[owner] = area
    if let former, former.rootSpace.size != space.size, mask(root) & DependencyMask.container != 0 {
      relativeFrames(below: root) { invalidate($0) }
    }
    let proposal = given ?? Proposal(space.size)
    // Lazy containers may find out in placement that a size was another.
    for _ in 0..<8 {
      validate(root)
      let answer = size(root, proposal)
      let isCentred = given == nil
      let slot = Slot(
        child: root, x: isCentred ? space.x + (space.width - answer.width) / 2 : space.x,
        y: isCentred ? space.y + (space.height - answer.height) / 2 : space.y, width: answer.width,
        height: answer.height, proposedWidth: proposal.w, proposedHeight: proposal.h)
      place(PlaceItem(slot: slot, safeArea: owner, areaChanged: former != area))
      if outdated.isEmpty { break }
      for node in outdated where tags[node] != .free { invalidate(node) }
      outdated.removeAll(keepingCapacity: true)
    }
    if !entered.isEmpty { leaveContainers() }
    if spill.isLarge { spill.drop() }
    let reports = realisedReports
    realisedReports.removeAll(keepingCapacity: true)
    for report in reports where tags[report.node] != .free {
      let state = Int(parameters[report.node].lazy)
      if state >= 0 {
        if lazyStates[state].realised == report.range, !report.range.isEmpty { continue }
        lazyStates[state].realised = report.range
      }
      client.lazyRealised?(report.node, report.range)
    }
    return Array(UnsafeBufferPointer(start: changed.base, count: changedCount))
  }

  /// Lays out below `root` at a point with a proposal of any kind.
  func place(_ root: Int32, at origin: Point, _ proposal: Proposal) {
    beginChanges()
    validate(root)
    let answer = size(root, proposal)
    place(
      PlaceItem(
        slot: Slot(
          child: root, x: origin.x, y: origin.y, width: answer.width, height: answer.height,
          proposedWidth: proposal.w, proposedHeight: proposal.h)))
  }

  private func pushPlace(_ item: PlaceItem) {
    placeStack.reserve(placeTop + 1)
    placeStack[placeTop] = item
    placeTop += 1
  }

  private func place(_ first: PlaceItem) {
    let floor = placeTop
    pushPlace(first)
    while placeTop > floor {
      placeTop -= 1
      visit(placeStack[placeTop])
    }
  }

  private func visit(_ item: PlaceItem) {
    let node = item.slot.child
    let tag = tags[node]
    if tag == .free { return }
    visitedCount &+= 1
    let parent = parents[node]
    let base = parent >= 0 ? origins[parent] : .zero
    let old = placements[node]
    var new = Placement(
      x: item.slot.x, y: item.slot.y, width: item.slot.width, height: item.slot.height,
      proposedWidth: item.slot.proposedWidth, proposedHeight: item.slot.proposedHeight)
    makeFinite(node, &new)
    let sensible = relevant(node, Proposal(raw: new.proposedWidth, new.proposedHeight))
    new.proposedWidth = sensible.w
    new.proposedHeight = sensible.h
    let origin = Point(base.x + new.x, base.y + new.y)
    let state = flags[node]
    let isNew = !state.contains(.placed)
    let resized = isNew || new.width != old.width || new.height != old.height
    let moved = isNew || origin != origins[node]
    if resized || moved || new.x != old.x || new.y != old.y {
      if resized || moved, !state.contains(.listed) {
        noteChanged(node)
      }
    }
    placements[node] = new
    origins[node] = origin
    flags[node].insert(.placed)
    flags[node].remove([.placeDirty, .below])
    let proposal = sensible
    let reproposed =
      new.proposedWidth.bitPattern != old.proposedWidth.bitPattern
      || new.proposedHeight.bitPattern != old.proposedHeight.bitPattern
    var again = resized || reproposed || state.contains(.placeDirty)
    if tag.rawValue <= LayoutTag.divider.rawValue { return }
    if moved, !again, !item.areaChanged, !state.contains(.below),
      mask(node) & (DependencyMask.absolute | DependencyMask.area) == 0
    {
      shift(below: node)
      return
    }
    let box = Size(new.width, new.height)
    if tag == .geometryReader, again, let build = client.geometryContent {
      build(node, box)
      validate(node)
      flags[node].remove([.placeDirty, .below])
    }
    if !again, moved || item.areaChanged {
      switch tag {
      case .ignoresSafeArea, .matched, .lazyStack, .lazyGrid, .list: again = true
      default: break
      }
    }
    var area = item.safeArea
    var areaChanged = item.areaChanged
    if tag == .safeAreaInset || tag == .safeAreaPadding {
      areaChanged = updateSafeArea(node, tag, proposal, item.safeArea) || areaChanged
      area = node
    }
    if isContainer(tag), placeContainer(node, proposal) { again = true }
    if again {
      placeChildren(node, tag, proposal, box, item, area, areaChanged, moved)
    } else if moved || areaChanged || state.contains(.below) {
      revisitChildren(node, tag, moved, item, area, areaChanged)
    }
  }

  /// Everything below a node that only moved moves with it.
  private func shift(below top: Int32) {
    var node = firstChildren[top]
    guard node >= 0 else { return }
    // Columns as constants: nothing is stored in the tree itself meanwhile.
    let (firsts, siblings, parents) = (firstChildren, nextSiblings, parents)
    let (flags, placements, origins) = (flags, placements, origins)
    changed.reserve(changedCount + Int(nodeCount))
    let list = changed
    var count = changedCount
    defer { changedCount = count }
    while true {
      var next: Int32 = -1
      let state = flags[node]
      if state.contains(.placed) {
        let base = origins[parents[node]]
        let place = placements.base + Int(node)
        let origin = Point(base.x + place.pointee.x, base.y + place.pointee.y)
        if origin != origins[node] {
          origins[node] = origin
          if !state.contains(.listed) {
            list[count] = node
            count += 1
            flags[node] = state.union(.listed)
          }
          next = firsts[node]
        }
      }
      if next < 0 {
        next = siblings[node]
        while next < 0 {
          node = parents[node]
          if node == top { return }
          next = siblings[node]
        }
      }
      node = next
    }
  }

  private func noteChanged(_ node: Int32) {
    changed.reserve(changedCount + 1)
    changed[changedCount] = node
    changedCount += 1
    flags[node].insert(.listed)
  }

  private func beginChanges() {
    for index in 0..<changedCount { flags[changed[index]].remove(.listed) }
    changedCount = 0
  }

  /// A large stack pushes only the children that have another place, or in which something is to be placed.
  private func placeSolved(
    _ solved: SolvedStack, _ node: Int32, _ p: Proposal, _ axis: Axis, _ box: Size, _ item: PlaceItem,
    _ area: Int32, _ areaChanged: Bool, _ moved: Bool
  ) {
    let across = extent(solved)
    let mirrored = flags[node].contains(.rightToLeft)
    let start = placeTop
    var position = 0.0
    var index = 0
    while index < solved.count {
      var slot = solvedSlot(solved.items[index], &position, across.low, p, axis)
      index += 1
      if mirrored { slot.x = box.width - slot.x - slot.width }
      if !moved, isInPlace(slot, areaChanged) { continue }
      pushPlace(PlaceItem(slot: slot, safeArea: area, areaChanged: areaChanged))
    }
    var pushed = UnsafeMutableBufferPointer(start: placeStack.base + start, count: placeTop - start)
    pushed.reverse()
  }

  /// Whether a visit would find nothing to do, the parent's place being the same.
  @inline(__always)
  private func isInPlace(_ slot: Slot, _ areaChanged: Bool) -> Bool {
    let child = slot.child
    let state = flags[child]
    guard state.contains(.placed), state.isDisjoint(with: [.placeDirty, .below]), !areaChanged else { return false }
    let at = placements.base + Int(child)
    guard at.pointee.x == slot.x, at.pointee.y == slot.y, at.pointee.width == slot.width,
      at.pointee.height == slot.height
    else { return false }
    let p = relevant(child, slot.proposal)
    return p.w.bitPattern == at.pointee.proposedWidth.bitPattern
      && p.h.bitPattern == at.pointee.proposedHeight.bitPattern
  }

  /// Pushes all children at places computed anew.
  private func placeChildren(
    _ node: Int32, _ tag: LayoutTag, _ p: Proposal, _ box: Size, _ item: PlaceItem, _ area: Int32,
    _ areaChanged: Bool, _ moved: Bool
  ) {
    if tag == .stack {
      let axis = parameters[node].mainAxis
      let second = placingProposal(node, p, box, axis)
      if let solved = solvedStack(node, second, axis) {
        placeSolved(solved, node, second, axis, box, item, area, areaChanged, moved)
        return
      }
    }
    let base = slotTop
    if tag == .ignoresSafeArea {
      ignoringSlot(node, p, box, item.safeArea)
    } else if tag == .matched {
      matchedSlot(node, p)
    } else {
      makeSlots(node, p, box)
    }
    if tag == .viewThatFits { noteFits(node, base) }
    let mirrored = flags[node].contains(.rightToLeft)
    var index = slotTop - 1
    while index >= base {
      var slot = slots[index]
      if mirrored { slot.x = box.width - slot.x - slot.width }
      // The bar of a safe area inset itself sees the area as it was.
      let outside = tag == .safeAreaInset && index > base
      pushPlace(
        PlaceItem(
          slot: slot, safeArea: outside ? item.safeArea : area,
          areaChanged: outside ? item.areaChanged : areaChanged))
      index -= 1
    }
    slotTop = base
  }

  /// Pushes the children where they are, so far as something is to be done below them.
  private func revisitChildren(
    _ node: Int32, _ tag: LayoutTag, _ moved: Bool, _ item: PlaceItem, _ area: Int32, _ areaChanged: Bool
  ) {
    let start = placeTop
    var child = firstChildren[node]
    var index = 0
    while child >= 0 {
      let state = flags[child]
      let wanted =
        moved || !state.isDisjoint(with: [.below, .placeDirty])
        || (areaChanged && mask(child) & DependencyMask.absolute != 0)
      if state.contains(.placed), wanted {
        let at = placements[child]
        let slot = Slot(
          child: child, x: at.x, y: at.y, width: at.width, height: at.height, proposedWidth: at.proposedWidth,
          proposedHeight: at.proposedHeight)
        let outside = tag == .safeAreaInset && index > 0
        pushPlace(
          PlaceItem(
            slot: slot, safeArea: outside ? item.safeArea : area,
            areaChanged: outside ? item.areaChanged : areaChanged))
      } else if !state.contains(.placed) {
        forgetPlaces(child)
      }
      child = nextSiblings[child]
      index += 1
    }
    // Document order comes off the stack first.
    var pushed = UnsafeMutableBufferPointer(start: placeStack.base + start, count: placeTop - start)
    pushed.reverse()
  }

  /// Where the children of any node sit, before mirroring, on top of `slots`.
  func makeSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let tag = tags[node]
    let child = firstChildren[node]
    switch tag {
    case .overlay, .background: overlaySlots(node, p, box)
    case .stack: stackSlots(node, p, box)
    case .zstack: zstackSlots(node, box, parameters[node].alignment)
    case .gridRow: gridRowSlots(node, box)
    case .scroll: scrollSlots(node, p, box)
    case .geometryReader: readerSlots(node, box)
    case .grid: gridSlots(node, p, box)
    case .lazyStack: lazyStackSlots(node, p, box)
    case .lazyGrid: lazyGridSlots(node, p, box)
    case .viewThatFits: fitsSlots(node, p)
    case .safeAreaInset: safeAreaInsetSlots(node, p, box)
    case .list: listSlots(node, box)
    case .pages: pagesSlots(node, box)
    case .bar: barSlots(node, box)
    case .custom: customSlots(node, p, box)
    default: if child >= 0, tag.isUnary { push(unarySlot(node, tag, p, box, child)) }
    }
  }

  private func makeFinite(_ node: Int32, _ place: inout Placement) {
    if place.x.isFinite, place.y.isFinite, place.width.isFinite, place.height.isFinite { return }
    note(node, .sizeNotFinite)
    if !place.width.isFinite { place.width = screen.width }
    if !place.height.isFinite { place.height = screen.height }
    if !place.x.isFinite { place.x = 0 }
    if !place.y.isFinite { place.y = 0 }
  }

  private func noteFits(_ node: Int32, _ base: Int) {
    let shown = slotTop > base ? slots[base].child : -1
    var child = firstChildren[node]
    var index = 0
    while child >= 0 {
      if child == shown {
        if parameters[node].c != Double(index) {
          parameters[node].c = Double(index)
          client.fits?(node, index)
        }
      } else {
        forgetPlaces(child)
      }
      child = nextSiblings[child]
      index += 1
    }
  }

  /// What is not shown has no place, and no marks that would keep later changes from the nodes above; shown again it is
  /// placed as if for the first time.
  private func forgetPlaces(_ top: Int32) {
    let marks: NodeFlags = [.placed, .below, .placeDirty]
    if flags[top].isDisjoint(with: marks) { return }
    var stack = [top]
    while let node = stack.popLast() {
      flags[node].remove(marks)
      var child = firstChildren[node]
      while child >= 0 {
        stack.append(child)
        child = nextSiblings[child]
      }
    }
  }

  // MARK: safe area and matched geometry, which need the place in the root's space

  /// What the content of an inset or of safe area padding may reach into: the node's own space first, then those around.
  private func updateSafeArea(_ node: Int32, _ tag: LayoutTag, _ p: Proposal, _ owner: Int32) -> Bool {
    let rect = absoluteRect(of: node)
    let row = parameters[node]
    var insets = Insets.zero
    if tag == .safeAreaPadding {
      insets = Insets(top: row.a, leading: row.b, bottom: row.c, trailing: row.d)
    } else {
      let edge = EdgeSet(rawValue: row.bits)
      let cross: Axis = EdgeSet.vertical.contains(edge) ? .horizontal : .vertical
      var proposal = p
      if proposal[cross].isNaN { proposal[cross] = rect.size[cross] }
      let length = insetLength(node, proposal)
      switch edge {
      case .top: insets.top = length
      case .leading: insets.leading = length
      case .bottom: insets.bottom = length
      default: insets.trailing = length
      }
    }
    if flags[node].contains(.rightToLeft) { swap(&insets.leading, &insets.trailing) }
    var area = safeAreas[owner] ?? SafeArea()
    area.layers.insert(SafeArea.Layer(outer: rect, container: insets), at: 0)
    if area.layers.count > 64 { area.layers.removeLast(area.layers.count - 64) }
    if safeAreas[node] == area { return false }
    safeAreas[node] = area
    return true
  }

  /// The child of an ignoresSafeArea reaches out on the edges where the node touches the safe area's border.
  private func ignoringSlot(_ node: Int32, _ p: Proposal, _ box: Size, _ owner: Int32) {
    let child = firstChildren[node]
    guard child >= 0 else { return }
    let row = parameters[node]
    let area = safeAreas[owner] ?? SafeArea()
    var edges = EdgeSet(rawValue: row.bits)
    let mirrored = flags[node].contains(.rightToLeft)
    if mirrored { edges = edges.mirrored }
    var reach = area.reach(
      absoluteRect(of: node), SafeAreaRegions(rawValue: row.axis), edges, tolerance: safeTolerance)
    if mirrored { swap(&reach.leading, &reach.trailing) }
    var wide = p
    if !wide.w.isNaN { wide.w += reach.horizontal }
    if !wide.h.isNaN { wide.h += reach.vertical }
    push(slot(child, -reach.leading, -reach.top, wide))
  }

  /// A following member's content: proposed the shared size, its anchor on the shared point (semantics 6.6).
  private func matchedSlot(_ node: Int32, _ p: Proposal) {
    let child = firstChildren[node]
    guard child >= 0 else { return }
    let row = parameters[node]
    var item = slot(child, 0, 0, row.bits & 1 != 0 ? Proposal(raw: row.a, row.b) : p)
    if row.bits & 2 != 0 {
      item.x = row.c - origins[node].x - row.e * item.width
      item.y = row.d - origins[node].y - row.f * item.height
      if flags[node].contains(.rightToLeft) { item.x = placements[node].width - item.x - item.width }
    }
    push(item)
  }
}
