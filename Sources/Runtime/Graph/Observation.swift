/// Reads and writes of observable objects: `@Observable` by member, `ObservableObject` as a whole.

struct ObservationTable {
  /// Readers by object and member; looked up, never iterated.
  var readers: [UInt64: [Reader]] = [:]

  static func key(_ object: Word, _ field: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: object)) << 20 | UInt64(UInt32(truncatingIfNeeded: field + 1) & 0xF_FFFF)
  }
}

extension ViewGraph {
  /// The running evaluation depends on an ObservableObject as a whole.
  func observeObject(_ object: Word) {
    guard reader >= 0, object.isHandle else { return }
    let key = ObservationTable.key(object, -1)
    let entry = Reader(node: reader, serial: s[Int(reader)].serial)
    if let last = observed.readers[key]?.last, last.node == entry.node, last.serial == entry.serial { return }
    observed.readers[key, default: []].append(entry)
  }

  func objectWasRead(_ object: Word, _ field: Int) {
    guard reader >= 0 else { return }
    let key = ObservationTable.key(object, field)
    let entry = Reader(node: reader, serial: s[Int(reader)].serial)
    if let last = observed.readers[key]?.last, last.node == entry.node, last.serial == entry.serial { return }
    observed.readers[key, default: []].append(entry)
  }

  func objectWillChange(_ object: Word, _ field: Int, _ new: Word?) {
    if let new, field >= 0 {
      let old = heap.slot(object, field)
      // A value that is written back as the object it was has been changed in place: what it was is not known any more.
      if old == new ? !(new.isHandle && heap.kind(new).isValue) : machine.identical(old, new) { return }
    }
    if !subscriptions.isEmpty { publish(ViewGraph.source(ofObject: object), Word(integer: 0)) }
    var affected: [Reader] = []
    if let list = observed.readers.removeValue(forKey: ObservationTable.key(object, field)) { affected = list }
    if field >= 0, let list = observed.readers.removeValue(forKey: ObservationTable.key(object, -1)) {
      affected.append(contentsOf: list)
    }
    if affected.isEmpty { return }
    if isUpdating {
      for entry in affected where s[Int(entry.node)].serial == entry.serial { markDirty(entry.node) }
      return
    }
    enqueue(.observation(readers: affected), current)
  }

  func connectHooks() {
    machine.hooks.onRead = { [unowned self] object, field in self.objectWasRead(object, field) }
    machine.hooks.onWrite = { [unowned self] object, field, new in self.objectWillChange(object, field, new) }
    machine.hooks.onPrint = { [unowned self] line in
      self.printed.append(line)
    }
    machine.hooks.onNote = { [unowned self] native in
      if let info = self.natives.info(native) { self.note(info) }
    }
    machine.hooks.roots = { [unowned self] visit in self.visitRoots(visit) }
  }

  /// Words the graph holds, for the collector.
  func visitRoots(_ visit: (Word) -> Void) {
    for slot in slots {
      visit(slot.value)
      visit(slot.committed)
    }
    for node in s where node.kind != .free {
      visit(node.value)
      visit(node.key)
      visit(node.elementId)
      guard let ext = node.ext else { continue }
      if let ext = ext as? BodyExt {
        visit(ext.installed)
        for word in ext.locations { visit(word) }
      } else if let ext = ext as? ForEachExt {
        for word in ext.ids { visit(word) }
        for word in ext.elements { visit(word) }
      } else if let ext = ext as? NavigationPageExt {
        visit(ext.content)
        if let word = ext.argument { visit(word) }
      } else if let ext = ext as? EnvironmentExt {
        for entry in ext.entries { visit(entry.value) }
      } else if let ext = ext as? LifecycleExt {
        visit(ext.last)
        visit(ext.old)
      } else if let ext = ext as? ScopeExt {
        visit(ext.last)
      } else if let ext = ext as? BaseExt {
        visit(ext.label)
        for part in [ControlPart.label, .content, .icon, .currentValue, .minimumValue, .maximumValue] {
          if let word = ext.parts[part] { visit(word) }
        }
        visit(ext.style)
        visit(ext.other)
        if let layout = ext.shownLayout { visit(layout) }
      } else if let ext = ext as? PhaseExt {
        for phase in ext.phases { visit(phase) }
        visit(ext.trigger)
      } else if let ext = ext as? KeyframeExt {
        visit(ext.trigger)
        visit(ext.initial)
        visit(ext.current)
        for track in ext.tracks {
          visit(track.keyPath)
          visit(track.like)
        }
      } else if let ext = ext as? PresentationExt {
        visit(ext.item)
      }
    }
    for node in u where node.isAlive {
      if let ext = node.ext as? LeafExt {
        visit(ext.shape.style)
        visit(ext.shape.value)
      } else if let ext = node.ext as? ClipExt {
        visit(ext.shape.style)
        visit(ext.shape.value)
      } else if let ext = node.ext as? ScrollPositionExt {
        visit(ext.last)
        visit(ext.written)
      } else if let ext = node.ext as? GeometryChangeExt {
        visit(ext.last)
        visit(ext.old)
      }
    }
    for row in transitions { visit(row.word) }
    for group in matched.groups { visit(group.id) }
    for entry in completions.entries { visit(entry.closure) }
    for entry in timers.entries {
      visit(entry.closure)
      for word in entry.arguments { visit(word) }
    }
    for entry in subscriptions.entries {
      visit(entry.publisher)
      visit(entry.closure)
      visit(entry.target)
      for word in entry.state { visit(word) }
    }
    taskTable.visitRoots(visit)
    for next in lifecycle.started { visit(next.closure) }
    for closure in lifecycle.disappearances { visit(closure) }
    for callback in lifecycle.callbacks {
      visit(callback.closure)
      for word in callback.arguments { visit(word) }
    }
    for next in pending {
      for mutation in next.mutations { if case .state(_, let value) = mutation { visit(value) } }
      for entry in next.transaction.custom { visit(entry.value) }
    }
    input.visitRoots(visit)
    for state in navigations {
      for word in state.direct + state.values { visit(word) }
      for page in state.pages { visit(page.key) }
    }
    for entry in customAnimations { visit(entry.value) }
    if !customAnimations.isEmpty { for entry in running { entry.animator?.visitContexts(visit) } }
    for word in extraRoots { visit(word) }
  }
}
