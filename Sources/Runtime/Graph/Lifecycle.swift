/// Modifiers that live once whatever number of views their content has: appearance, change detection, tasks, transactions, presentations;
/// and the queue of the actions they cause (semantics 1.11, 2.7-2.9).

/// State of onAppear, onDisappear, onChange, task and their like.
final class LifecycleExt: SExt {
  /// Value of the last update; while queued also the one before the first change.
  var last: Word = .none
  var old: Word = .none
  var isQueued = false
  var isInitial = false
  /// Running task and subscriptions to cancel.
  var task = -1
  /// What the publisher of onReceive comes from, to see whether it is another one.
  var source: [Int] = []
  var subscription = -1
  var hasDelivered = false
  var isWatched = false
  /// The content has had a view since the last disappearance.
  var isShown = false
}

/// Actions that wait for the end of the update, in the groups of semantics 2.9.
struct LifecycleQueue {
  var changes: [SID] = []
  var preferences: [SID] = []
  var geometry: [UID] = []
  var appearances: [SID] = []
  var disappearances: [Word] = []
  var callbacks: [(closure: Word, arguments: [Word], transaction: Transact)] = []
  var tasks: [SID] = []
  /// Closures of `Task { }`, with the numbers of their tasks.
  var started: [(closure: Word, task: Int)] = []
  /// Tasks that go on with what they waited for, by handle.
  var resumed: [Int] = []

  var isEmpty: Bool {
    changes.isEmpty && preferences.isEmpty && geometry.isEmpty && appearances.isEmpty && disappearances.isEmpty
      && callbacks.isEmpty && tasks.isEmpty && started.isEmpty && resumed.isEmpty
  }

  /// Nothing but tasks that begin or go on.
  var isOnlyTasks: Bool {
    changes.isEmpty && preferences.isEmpty && geometry.isEmpty && appearances.isEmpty && disappearances.isEmpty
      && callbacks.isEmpty && tasks.isEmpty && !(started.isEmpty && resumed.isEmpty)
  }
}

extension ViewGraph {
  func mountStructural(_ node: SID) {
    let n = Int(node)
    let word = s[n].value
    switch s[n].op {
    case .animation, .transaction:
      let ext = ScopeExt()
      ext.last = argument(word, "value")
      heap.share(ext.last)
      s[n].ext = ext
    case .onAppear:
      s[n].ext = LifecycleExt()
      lifecycle.appearances.append(node)
    case .onDisappear:
      s[n].ext = LifecycleExt()
      lifecycle.appearances.append(node)
    case .task:
      let ext = LifecycleExt()
      ext.last = argument(word, "id")
      s[n].ext = ext
      lifecycle.tasks.append(node)
    case .onChange:
      let ext = LifecycleExt()
      ext.last = argument(word, "of")
      heap.share(ext.last)
      s[n].ext = ext
      if argument(word, "initial").truth, hasArgument(word, "initial") {
        ext.isInitial = true
        ext.old = ext.last
        lifecycle.appearances.append(node)
      }
    case .onReceive:
      let ext = LifecycleExt()
      s[n].ext = ext
      subscribe(node, ext)
    case .onPreferenceChange:
      s[n].ext = LifecycleExt()
      preferenceReaders.append(node)
      preferencesDirty = true
    case .navigationTitle:
      navigationTitles.append(node)
      barsDirty = true
    case .focused:
      focus.nodes.append(node)
      focus.isDirty = true
    case .navigationDestination:
      navigationDestinations.append(node)
      for state in navigations { markDirty(state.node) }
    case .sheet, .fullScreenCover, .alert, .confirmationDialog, .popover:
      s[n].ext = PresentationExt()
      presentations.append(node)
      presentationsDirty = true
    default: break
    }
  }

  func updateStructural(_ node: SID, old: Word) {
    let n = Int(node)
    let word = s[n].value
    switch s[n].op {
    case .animation, .transaction:
      guard let ext = s[n].ext as? ScopeExt else { return }
      let value = argument(word, "value")
      if !isEqual(ext.last, value, type: heap.type(value)) {
        heap.share(value)
        ext.last = value
        ext.changedSeed = seed
        scopeCache[node] = nil
      }
    case .onChange:
      guard let ext = s[n].ext as? LifecycleExt else { return }
      let value = argument(word, "of")
      if ext.isQueued {
        ext.last = value
      } else if !isEqual(ext.last, value, type: heap.type(value)) {
        ext.old = ext.last
        ext.last = value
        ext.isQueued = true
        lifecycle.changes.append(node)
      }
      heap.share(value)
    case .task:
      guard let ext = s[n].ext as? LifecycleExt else { return }
      let value = argument(word, "id")
      if !isEqual(ext.last, value, type: heap.type(value)) {
        ext.last = value
        heap.share(value)
        cancelTask(ext)
        lifecycle.tasks.append(node)
      }
    case .sheet, .fullScreenCover, .alert, .confirmationDialog, .popover: presentationsDirty = true
    case .navigationTitle: barsDirty = true
    case .focused: focus.isDirty = true
    case .onReceive:
      guard let ext = s[n].ext as? LifecycleExt else { return }
      if ext.source != publisherSource(argument(word, 0)) {
        unsubscribe(ext.subscription)
        subscribe(node, ext)
      }
    default: break
    }
  }

  func refreshStructural(_ node: SID) {
    switch s[Int(node)].op {
    case .sheet, .fullScreenCover, .alert, .confirmationDialog, .popover: presentationsDirty = true
    case .navigationTitle: barsDirty = true
    case .focused: focus.isDirty = true
    default: break
    }
  }

  /// A structure node goes away.
  func structuralRemoved(_ node: SID) {
    let n = Int(node)
    if s[n].op == .navigationPage { releasePage(node) }
    guard s[n].kind == .structural || s[n].kind == .base || s[n].kind == .placeholder else { return }
    switch s[n].op {
    case .onDisappear:
      let isShown = (s[n].ext as? LifecycleExt)?.isShown ?? false
      if isShown, let closure = closureArgument(s[n].value) { lifecycle.disappearances.append(closure) }
    case .task, .onReceive:
      if let ext = s[n].ext as? LifecycleExt {
        cancelTask(ext)
        unsubscribe(ext.subscription)
      }
    case .onPreferenceChange: preferenceReaders.removeAll { $0 == node }
    case .sheet, .fullScreenCover, .alert, .confirmationDialog, .popover:
      presentations.removeAll { $0 == node }
      dropPresentation(node)
    case .navigationDestination: navigationDestinations.removeAll { $0 == node }
    case .navigationTitle:
      navigationTitles.removeAll { $0 == node }
      barsDirty = true
    case .focused: focus.nodes.removeAll { $0 == node }
    case .textField: if focus.field == node { focus.isDirty = true }
    case .tabView: tabViews.removeAll { $0 == node }
    case .timelineView, .text: if !timelines.isEmpty { timelines.removeAll { $0 == node } }
    case .geometryReader: geometryReaders.removeAll { $0 == node }
    default: break
    }
  }

  // MARK: Running actions

  /// Runs a piece of scene code as an event: a trap takes back its writes.
  func perform(_ transaction: Transact = Transact(), _ body: () throws -> Void) {
    let count = pending.count
    let mutations = pending.last?.mutations.count ?? 0
    let savedTransaction = current
    let savedReader = reader
    let wasUpdating = isUpdating
    current = transaction
    reader = -1
    isUpdating = false
    journal.removeAll(keepingCapacity: true)
    trappedInEvent = false
    machine.beginEvent()
    _ = scene(body)
    if trappedInEvent {
      for entry in journal.reversed() { slots[entry.slot].value = entry.old }
      pending.removeSubrange(min(count, pending.count)...)
      if count > 0, pending.count == count {
        let last = pending[count - 1].mutations.count
        pending[count - 1].mutations.removeLast(max(0, last - mutations))
      }
      trappedInEvent = false
    }
    current = savedTransaction
    reader = savedReader
    isUpdating = wasUpdating
  }

  func perform(_ closure: Word, _ arguments: [Word] = [], _ transaction: Transact = Transact()) {
    guard heap.kind(closure) == .closure else { return }
    turns.lastAction = closure
    perform(transaction) { _ = try machine.callClosure(closure, arguments) }
  }

  /// Runs the queued actions in order; what they queue waits for the next round.
  func runActions() {
    let queue = lifecycle
    lifecycle = LifecycleQueue()
    if queue.isEmpty { return }
    turn += 1
    for node in queue.changes.reversed() where s[Int(node)].kind == .structural { runChange(node) }
    for node in queue.preferences where s[Int(node)].kind == .structural { deliverPreference(node) }
    for id in queue.geometry where u[Int(id)].isAlive { deliverGeometry(id) }
    for node in queue.appearances.reversed() where s[Int(node)].kind == .structural {
      if s[Int(node)].op == .onChange {
        runChange(node)
      } else {
        appear(node)
      }
    }
    for closure in queue.disappearances { perform(closure) }
    for callback in queue.callbacks { perform(callback.closure, callback.arguments, callback.transaction) }
    begin(queue.started)
    for task in queue.resumed { perform { try resumeTask(task) } }
    for node in queue.tasks where s[Int(node)].kind == .structural {
      if isInPart(node), let ext = s[Int(node)].ext as? LifecycleExt {
        if !ext.isWatched {
          ext.isWatched = true
          watched.append(node)
        }
        ext.isShown = hasViews(node)
        if !ext.isShown { continue }
      }
      startTask(node)
    }
  }

  /// The first appearance of a modifier's content. Content that may have no view, or lose it, is watched.
  private func appear(_ node: SID) {
    guard let ext = s[Int(node)].ext as? LifecycleExt else { return }
    if !ext.isWatched, !isSingleView(node) || isInPart(node) {
      ext.isWatched = true
      watched.append(node)
    }
    guard !ext.isShown, hasViews(node) else { return }
    ext.isShown = true
    if s[Int(node)].op == .onAppear, let closure = closureArgument(s[Int(node)].value) { perform(closure) }
  }

  /// Whether one view is all the content can ever be.
  private func isSingleView(_ start: SID) -> Bool {
    var node = start
    while true {
      let n = Int(node)
      switch s[n].kind {
      case .base: return true
      case .forEach, .group, .empty, .free: return false
      case .single where s[n].op == .buildIf || s[n].op == .buildEitherFirst || s[n].op == .anyView: return false
      default: break
      }
      guard let child = s[n].children.first else { return false }
      node = child
    }
  }

  private func hasViews(_ node: SID) -> Bool {
    var found = false
    tops(below: node) { top, _ in if !found, !isUnrealised(top) { found = true } }
    return found
  }

  /// Inside a container that shows a part of its items.
  private func isInPart(_ node: SID) -> Bool {
    guard !partialHosts.isEmpty || !navigations.isEmpty else { return false }
    var host = s[Int(node)].host
    while host >= 0 {
      switch u[Int(host)].op {
      case .lazyVStack, .lazyHStack, .lazyVGrid, .lazyHGrid, .list, .tabView, .pager, .navigationStack, .viewThatFits:
        return true
      default: host = u[Int(host)].parent
      }
    }
    return false
  }

  /// Modifiers whose content has got its first view, or has lost its last one.
  func updateWatched() {
    guard watchedDirty else { return }
    watchedDirty = false
    watched.removeAll { s[Int($0)].kind != .structural }
    for node in watched {
      guard let ext = s[Int(node)].ext as? LifecycleExt else { continue }
      let shows = hasViews(node)
      if shows == ext.isShown { continue }
      ext.isShown = shows
      if s[Int(node)].op == .task {
        if shows { lifecycle.tasks.append(node) } else { cancelTask(ext) }
        continue
      }
      guard let closure = closureArgument(s[Int(node)].value) else { continue }
      if shows, s[Int(node)].op == .onAppear { lifecycle.callbacks.append((closure, [], Transact())) }
      if !shows, s[Int(node)].op == .onDisappear { lifecycle.disappearances.append(closure) }
    }
  }

  private func runChange(_ node: SID) {
    guard let ext = s[Int(node)].ext as? LifecycleExt else { return }
    let word = s[Int(node)].value
    let wasInitial = ext.isInitial && !ext.isQueued
    ext.isInitial = false
    ext.isQueued = false
    guard let closure = closureArgument(word) else { return }
    if !wasInitial, isEqual(ext.old, ext.last, type: heap.type(ext.last)) { return }
    let count = closureParameters(closure)
    switch count {
    case 0: perform(closure)
    case 1: perform(closure, [ext.last])
    default: perform(closure, [ext.old, ext.last])
    }
  }

  /// Parameters a closure takes: those of its function without captured values. The hidden type arguments are captured too, but are no
  /// parameters.
  func closureParameters(_ closure: Word) -> Int {
    let index = heap.slot(closure, 0).integer
    guard machine.module.functions.indices.contains(index) else { return 0 }
    let function = machine.module.functions[index]
    return max(0, function.parameterCount + function.typeParameterCount - (heap.count(closure) - 1))
  }
}
