/// Tasks: `.task`, `Task { }`, their values, and cancellation. One thread; a task runs until it waits (contracts: async).
///
/// A task is known by its handle. While it waits the machine keeps it under another number, a new one each time.

struct TaskTable {
  /// What a suspended task waits for.
  enum Wait: Equatable {
    /// The next turn.
    case turn
    /// A time; cancellation ends it with an error.
    case time
    /// Another task's value.
    case value(Int)
    /// A signal; cancellation ends the wait where it is asked for.
    case signal(Int, isCancellable: Bool)
  }

  /// Values and errors of tasks that have finished, by handle; looked up, never iterated.
  var values: [Int: Word] = [:]
  var errors: [Int: Word] = [:]
  var cancelled: Set<Int> = []
  var waiting: [Int: (task: Int, wait: Wait)] = [:]
  /// Handles that wait for the value of a task, in order of asking.
  var waiters: [Int: [Int]] = [:]
  /// Signals that were given before anything waited for them, and what waits for one.
  var given: Set<Int> = []
  var listeners: [Int: Int] = [:]
  /// What the native that suspends the running task waits for, and how many nanoseconds.
  var request = Wait.turn
  var nanoseconds = 0
  /// The task that runs; -1 for none.
  var running = -1
  private var next = 0

  mutating func newHandle() -> Int {
    next += 1
    return next
  }

  var isRunningCancelled: Bool { cancelled.contains(running) }

  func visitRoots(_ visit: (Word) -> Void) {
    for word in values.values { visit(word) }
    for word in errors.values { visit(word) }
  }
}

extension ViewGraph {
  /// A task that begins in the next round.
  func makeTask(_ closure: Word) -> Word {
    let handle = taskTable.newHandle()
    heap.share(closure)
    lifecycle.started.append((closure, handle))
    return makeTagged(.task, [Word(integer: handle)], type: types.named("Task") ?? .unknown)
  }

  func startTask(_ node: SID) {
    guard let ext = s[Int(node)].ext as? LifecycleExt, let closure = closureArgument(s[Int(node)].value) else { return }
    let handle = taskTable.newHandle()
    ext.task = handle
    perform { try runTask(closure, handle: handle) }
  }

  func cancelTask(_ ext: LifecycleExt) {
    guard ext.task >= 0 else { return }
    cancel(task: ext.task)
    ext.task = -1
  }

  /// Runs a closure as a task until it waits or ends.
  func runTask(_ closure: Word, handle: Int) throws {
    try run(handle) { () throws(Trap) in try machine.startTask(closure: closure) }
  }

  /// Goes on with a task after what it waited for.
  func resumeTask(_ handle: Int) throws {
    guard let waiting = taskTable.waiting.removeValue(forKey: handle) else { return }
    var value = Word.none
    var error: Word?
    switch waiting.wait {
    case .turn: break
    case .time: if taskTable.cancelled.contains(handle) { error = cancellationError() }
    case .value(let other):
      value = taskTable.values[other] ?? .none
      error = taskTable.errors[other]
    case .signal(let signal, _): taskTable.listeners[signal] = nil
    }
    try run(handle) { () throws(Trap) in
      try machine.resume(waiting.task, results: [error == nil ? value : .none], throwing: error)
    }
  }

  private func run(_ handle: Int, _ body: () throws(Trap) -> TaskOutcome) throws {
    let outer = taskTable.running
    taskTable.running = handle
    taskTable.request = .turn
    taskTable.nanoseconds = 0
    defer { taskTable.running = outer }
    do throws(Trap) {
      switch try body() {
      case .finished(let results): finish(handle, results.first ?? .none, error: nil)
      case .suspended(let task): suspended(handle, task)
      }
    } catch {
      // An error ends a task; whoever asks for its value gets it. Other traps are the event's.
      finish(handle, .none, error: error.error)
      if error.code != .uncaughtError { throw error }
    }
  }

  /// Notes what a suspended task waits for.
  private func suspended(_ handle: Int, _ task: Int) {
    let wait = taskTable.request
    taskTable.waiting[handle] = (task, wait)
    switch wait {
    case .turn: timers.add(at: nowNanoseconds, task: handle)
    case .time:
      let pause = max(taskTable.nanoseconds, TimerQueue.shortestInterval)
      timers.add(
        at: nowNanoseconds.addingReportingOverflow(pause).overflow ? .max : nowNanoseconds + pause, task: handle)
    case .value(let other): taskTable.waiters[other, default: []].append(handle)
    case .signal(let signal, _): taskTable.listeners[signal] = handle
    }
  }

  private func finish(_ handle: Int, _ value: Word, error: Word?) {
    heap.share(value)
    if let error, !error.isNone {
      heap.share(error)
      taskTable.errors[handle] = error
    }
    taskTable.values[handle] = value
    for waiter in taskTable.waiters.removeValue(forKey: handle) ?? [] { lifecycle.resumed.append(waiter) }
  }

  // MARK: Cancellation

  /// `task.cancel()`: a sleep ends at once, with an error; other waits go on.
  func cancel(_ word: Word) {
    guard tag(word) == .task else { return }
    cancel(task: heap.slot(word, 1).integer)
  }

  func cancel(task handle: Int) {
    guard taskTable.cancelled.insert(handle).inserted, let waiting = taskTable.waiting[handle] else { return }
    switch waiting.wait {
    case .time:
      timers.cancel(task: handle)
      timers.add(at: nowNanoseconds, task: handle)
    case .signal(let signal, isCancellable: true):
      taskTable.listeners[signal] = nil
      lifecycle.resumed.append(handle)
    default: break
    }
  }

  func cancellationError() -> Word {
    guard let type = types.named("CancellationError") else { return makeTagged(.task, [Word(integer: -1)]) }
    return heap.make(.structure, type: type, [])
  }

  // MARK: Signals

  /// What waits for a signal goes on in the next round; a signal given before is kept.
  func give(signal: Int) {
    if let handle = taskTable.listeners.removeValue(forKey: signal) {
      lifecycle.resumed.append(handle)
    } else {
      taskTable.given.insert(signal)
    }
  }
}
