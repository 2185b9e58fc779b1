/// Tasks: `.task`, `Task { }`, their values, and cancellation. One thread; a task runs until it waits (contracts: async).

struct TaskTable {
  /// Values and errors of tasks that have finished, by number; looked up, never iterated.
  var values: [Int: Word] = [:]
  var errors: [Int: Word] = [:]
  var cancelled: Set<Int> = []
  /// Number of a task by its number while it is suspended in the machine.
  var handles: [Int: Int] = [:]
  /// Suspended tasks that wait for the value of another one.
  var waiters: [(handle: Int, task: Int)] = []
  /// The task whose value the native that suspended wants.
  var awaited: Int?
  var isRunningCancelled = false
  private var next = 0

  mutating func newHandle() -> Int {
    next += 1
    return next
  }

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

  /// Starts a closure as a task; the number of the suspended task, or -1 when it has finished.
  func runTask(_ closure: Word, handle: Int = -1) throws -> Int {
    sleepRequest = nil
    taskTable.awaited = nil
    let wasCancelled = taskTable.isRunningCancelled
    taskTable.isRunningCancelled = taskTable.cancelled.contains(handle)
    defer { taskTable.isRunningCancelled = wasCancelled }
    do throws(Trap) {
      return suspended(try machine.startTask(closure: closure), handle)
    } catch {
      try ended(handle, error)
      return -1
    }
  }

  func resumeTask(_ task: Int, with value: Word = .none) throws {
    let handle = taskTable.handles.removeValue(forKey: task) ?? -1
    sleepRequest = nil
    taskTable.awaited = nil
    let isCancelled = cancelledTasks.contains(task)
    cancelledTasks.removeAll { $0 == task }
    let wasCancelled = taskTable.isRunningCancelled
    taskTable.isRunningCancelled = isCancelled || taskTable.cancelled.contains(handle)
    defer { taskTable.isRunningCancelled = wasCancelled }
    let outcome: TaskOutcome
    do throws(Trap) {
      if isCancelled {
        outcome = try machine.resume(task, results: [.none], throwing: makeTagged(.task, [Word(integer: -1)]))
      } else if let error = taskTable.errors[waitedFor(task)] {
        outcome = try machine.resume(task, results: [.none], throwing: error)
      } else {
        outcome = try machine.resume(task, results: [value])
      }
    } catch {
      return try ended(handle, error)
    }
    let next = suspended(outcome, handle)
    guard next >= 0 else { return }
    if isCancelled { cancelledTasks.append(next) }
    for n in s.indices {
      if let ext = s[n].ext as? LifecycleExt, ext.task == task { ext.task = next }
    }
  }

  /// Notes what a suspended task waits for.
  private func suspended(_ outcome: TaskOutcome, _ handle: Int) -> Int {
    switch outcome {
    case .finished(let results):
      finish(handle, results.first ?? .none, error: nil)
      return -1
    case .suspended(let task):
      if handle >= 0 { taskTable.handles[task] = handle }
      if let awaited = taskTable.awaited {
        taskTable.awaited = nil
        taskTable.waiters.append((awaited, task))
      } else {
        timers.add(at: nowNanoseconds + (sleepRequest ?? 0), task: task)
      }
      sleepRequest = nil
      return task
    }
  }

  /// An error ends a task; whoever asks for its value gets it. Other traps are the event's.
  private func ended(_ handle: Int, _ trap: Trap) throws {
    finish(handle, .none, error: trap.error)
    if trap.code != .uncaughtError { throw trap }
  }

  private func finish(_ handle: Int, _ value: Word, error: Word?) {
    guard handle >= 0 else { return }
    heap.share(value)
    if let error, !error.isNone { taskTable.errors[handle] = error }
    taskTable.values[handle] = value
    for waiter in taskTable.waiters where waiter.handle == handle { lifecycle.resumed.append((waiter.task, value)) }
    if error == nil { taskTable.waiters.removeAll { $0.handle == handle } }
  }

  /// The task whose value a suspended one has asked for, -1 for none.
  private func waitedFor(_ task: Int) -> Int {
    guard let at = taskTable.waiters.firstIndex(where: { $0.task == task }) else { return -1 }
    let handle = taskTable.waiters[at].handle
    taskTable.waiters.remove(at: at)
    return handle
  }

  /// `task.cancel()`: what it waits for ends at once.
  func cancel(_ word: Word) {
    guard tag(word) == .task else { return }
    let handle = heap.slot(word, 1).integer
    guard taskTable.cancelled.insert(handle).inserted else { return }
    let waiting = taskTable.handles.filter { $0.value == handle }.map { $0.key }.sorted()
    for task in waiting {
      cancelledTasks.append(task)
      timers.cancel(task: task)
      timers.add(at: nowNanoseconds, task: task)
    }
  }
}
