/// The update cycle of semantics 2.3: pending transactions one after the other, each with bodies, layout and animation of its own; then
/// outputs without a transaction; then actions; again until nothing is left, at most 8 rounds.

extension ViewGraph {
  static let maximumRounds = 8

  /// Nothing that was found before is used in this tick.
  private func forget(_ parts: Afresh) {
    if parts.contains(.bodies) { for node in s.indices where s[node].kind == .userView { markDirty(SID(node)) } }
    if parts.contains(.layout) {
      tree.invalidateAll()
      needsLayout = true
    }
    if parts.contains(.geometry) { requireGeometry() }
    if parts.contains(.display) { shown.isValid = false }
  }

  /// Brings the graph up to date for the tick `now`; animators have been advanced before.
  func settleUpdates() {
    if !afresh.isEmpty { forget(afresh) }
    if bodiesMoved {
      bodiesMoved = false
      seed += 1
      flushing = Transact()
      updateTransactional()
    }
    var rounds = 0
    while true {
      while !pending.isEmpty { flush(pending.removeFirst()) }
      if !dirty.isEmpty || needsLayout || needsGeometry || presentationsDirty {
        seed += 1
        flushing = Transact()
        updateTransactional()
      } else if placesMoved, !matched.groups.isEmpty {
        // Sources moved with what the tick itself laid out: scrolling goes on while a shared frame is on its way.
        seed += 1
        flushing = Transact()
        resolveMatched()
        forgetScrolled()
        scopeCache.removeAll(keepingCapacity: true)
      }
      updatePreferences()
      updateGeometryChanges()
      if focus.isDirty { updateFocus() }
      if !scrollPhaseNodes.isEmpty { updateScrollPhases() }
      updateWatched()
      if !phaseQueue.isEmpty { advancePhases() }
      if lifecycle.isEmpty && pending.isEmpty && dirty.isEmpty && !needsLayout && !needsGeometry && !presentationsDirty
      {
        break
      }
      runActions()
      rounds += 1
      if rounds >= ViewGraph.maximumRounds {
        if !pending.isEmpty || !lifecycle.isEmpty { noteUnsettled() }
        // What is pending takes effect in the next frame.
        lifecycle.changes.removeAll()
        break
      }
    }
    completions.fireUnattached(in: self)
  }

  /// Actions and tasks are left after all rounds of a frame.
  private func noteUnsettled() {
    if lifecycle.isOnlyTasks {
      let first = lifecycle.started.first.map { placeOf(closure: $0.closure) }
      putOff(first ?? lifecycle.resumed.first.flatMap { placeOf(task: $0) })
      return
    }
    report(
      RuntimeCode.updateCycle, .warning,
      "The update did not settle in \(ViewGraph.maximumRounds) rounds; an action changes what it is caused by",
      place: placeOf(closure: turns.lastAction))
  }

  private func flush(_ next: PendingTransaction) {
    seed += 1
    flushing = next.transaction
    for mutation in next.mutations {
      switch mutation {
      case .state(let slot, let value):
        slots[slot].committed = value
        invalidate(&slots[slot].readers)
      case .observation(let readers):
        for entry in readers where s[Int(entry.node)].serial == entry.serial { markDirty(entry.node) }
      case .node(let node):
        beginNavigation(node)
        markDirty(node)
      case .scroll(let id, let x, let y): setScrollTarget(id, x: x, y: y)
      case .matchedOrLayout:
        needsLayout = true
        requireGeometry()
      }
    }
    updateTransactional()
    completions.flushed(flushing.tokens)
    flushing = Transact()
  }

  /// Bodies, lists, layout and attributes under the transaction that is current; continuations included.
  func updateTransactional() {
    var rounds = 0
    repeat {
      rounds += 1
      updateStructure()
      layoutAndGeometry()
      updateGeometryEffects()
      // Views that were inserted with a transition reach their identity phase with the real animation.
      if startInsertions() { geometryPass() }
      resolveMatched()
    } while rounds < ViewGraph.maximumRounds && (!dirty.isEmpty || needsLayout)
    settleHosts()
    destroyDoomed()
    finishRemovals()
    if !hostsToCollect.isEmpty { layoutAndGeometry() }
    // Who followed what has just left goes its own way under the same transaction (6.7).
    if matchedDirty { resolveMatched() }
    forgetScrolled()
    scopeCache.removeAll(keepingCapacity: true)
  }

  /// List contexts that came up in this update have their first items; what comes from now on has a transition (semantics 5.2). A reader
  /// that has no size yet has not shown anything.
  private func settleHosts() {
    guard !freshHosts.isEmpty else { return }
    var waiting: [UID] = []
    for host in freshHosts where u[Int(host)].isAlive && u[Int(host)].flags.contains(.fresh) {
      if u[Int(host)].op == .geometryReader, (s[Int(u[Int(host)].base)].ext as? BaseExt)?.size == nil {
        waiting.append(host)
        continue
      }
      u[Int(host)].flags.remove(.fresh)
      u[Int(host)].flags.insert(.settled)
    }
    freshHosts = waiting
  }

  /// Re-evaluates what is dirty, in the order of the document: parents before children, and what each brings about in the order in
  /// which an evaluation of the whole would come to it.
  func updateStructure() {
    var guardCount = 0
    while !dirty.isEmpty || presentationsDirty {
      if presentationsDirty { updatePresentations() }
      if dirty.isEmpty { break }
      let batch = inDocumentOrder(dirty)
      dirty.removeAll(keepingCapacity: true)
      for node in batch { refresh(node) }
      guardCount += 1
      if guardCount > 64 {
        report(RuntimeCode.updateCycle, .warning, "Views keep invalidating one another while they are evaluated")
        dirty.removeAll()
        break
      }
    }
    collectHosts()
  }

  /// Layout of every window, contents of GeometryReaders included, then the rectangles and their animation.
  func layoutAndGeometry() {
    var rounds = 0
    if barsDirty { updateBars() }
    while needsLayout || !hostsToCollect.isEmpty {
      needsLayout = false
      collectHosts()
      needsLayout = false
      counters.layouts += 1
      for window in windows { layoutWindow(window) }
      needsGeometry = true
      rounds += 1
      if rounds > 16 { break }
      updateGeometryReaders()
      if !dirty.isEmpty { updateStructure() }
      if barsDirty { updateBars() }
      if !unmadeLists.isEmpty, !needsLayout, hostsToCollect.isEmpty, renewRuns() { needsLayout = true }
    }
    if !scrollPositionNodes.isEmpty || !pagers.isEmpty {
      applyScrollPositions()
      applyPages()
      if needsLayout {
        for _ in 0..<8 {
          needsLayout = false
          collectHosts()
          needsLayout = false
          for window in windows { layoutWindow(window) }
          needsGeometry = true
          guard !unmadeLists.isEmpty, renewRuns() else { break }
        }
        needsLayout = false
      }
    }
    updateRealised()
    if !visualEffectNodes.isEmpty { updateVisualEffects() }
    if needsGeometry { placeWhatMoved() }
  }

  private func layoutWindow(_ window: UID) {
    guard u[Int(window)].isAlive, u[Int(window)].layout >= 0 else { return }
    let frame = windowFrame(window)
    let changed = tree.layout(
      root: u[Int(window)].layout, in: frame.rect, safeArea: frame.safeArea, keyboard: focus.keyboard)
    if !changed.isEmpty { placesMoved = true }
    changedLayout += changed
    for item in leavingItems where u[Int(item)].isAlive {
      let top = u[Int(item)].top
      guard top >= 0, tree.parent(of: top) == nil, tree.isPlaced(top) else { continue }
      if !tree.layoutWhereItIs(top).isEmpty { placesMoved = true }
    }
  }

  /// Re-runs the content of readers whose size, or whose place where it was asked for, is new.
  private func updateGeometryReaders() {
    for node in geometryReaders {
      let n = Int(node)
      guard s[n].kind == .base, s[n].instances.count == 2, let ext = s[n].ext as? BaseExt else { continue }
      let base = s[n].instances[0]
      guard tree.isPlaced(u[Int(base)].layout) else { continue }
      let rect = tree.absoluteRect(of: u[Int(base)].layout)
      let sameSize = ext.size == rect.size
      var samePlace = !ext.readsFrame || ext.origin == rect.origin
      if ext.readsFrame {
        let space = enclosingSpace(base)
        let outer = space < 0 ? FrameTransform.identity : spaceTransform(space)
        samePlace = samePlace && outer == ext.outer
        ext.outer = outer
      }
      if sameSize && samePlace { continue }
      ext.size = rect.size
      ext.origin = rect.origin
      evaluations &+= 1
      s[n].serial = evaluations
      refreshReader(node)
    }
    collectHosts()
  }
}
