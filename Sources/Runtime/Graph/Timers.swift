/// What runs at a later time: asyncAfter, sleeping tasks, timers. Times are whole nanoseconds; the first tick at or after them runs them.

struct TimerQueue {
  struct Entry {
    var id: Int
    var time: Int
    /// Nanoseconds between firings; 0 fires once.
    var interval: Int
    var closure: Word
    var arguments: [Word] = []
    /// Task to resume instead of a closure.
    var task = -1
    /// Subscription of a view: its action is looked up when it fires.
    var node: SID = -1
  }
  private(set) var entries: [Entry] = []
  private var nextId = 1

  @discardableResult
  mutating func add(
    at time: Int, interval: Int = 0, closure: Word = .none, arguments: [Word] = [], task: Int = -1, node: SID = -1
  ) -> Int {
    let id = nextId
    nextId += 1
    entries.append(
      Entry(id: id, time: time, interval: interval, closure: closure, arguments: arguments, task: task, node: node))
    return id
  }

  mutating func cancel(_ id: Int) { entries.removeAll { $0.id == id } }
  mutating func cancel(task: Int) { entries.removeAll { $0.task == task } }

  /// The next entry due at or before a time, in order of time, then of adding.
  mutating func takeDue(_ time: Int) -> Entry? {
    var best = -1
    for i in entries.indices where entries[i].time <= time {
      if best < 0 || entries[i].time < entries[best].time { best = i }
    }
    guard best >= 0 else { return nil }
    let entry = entries[best]
    if entry.interval > 0 {
      entries[best].time += entry.interval
      entries.append(entries.remove(at: best))
    } else {
      entries.remove(at: best)
    }
    return entry
  }

  /// Something that fires once is waiting.
  var hasPending: Bool { entries.contains { $0.interval == 0 } }
  /// Longest period of the repeating timers, in nanoseconds.
  var longestPeriod: Int { entries.map { $0.interval }.max() ?? 0 }
}

extension ViewGraph {
  /// Runs what is due, each as an event of its own.
  func runTimers() {
    var limit = 10_000
    while limit > 0, let entry = timers.takeDue(nowNanoseconds) {
      limit -= 1
      turn += 1
      if entry.task >= 0 {
        perform { try resumeTask(entry.task) }
      } else if entry.node >= 0 {
        let n = Int(entry.node)
        guard s[n].kind == .structural, let closure = closureArgument(s[n].value) else { continue }
        perform(closure, [dateValue()])
      } else {
        perform(entry.closure, entry.arguments)
      }
    }
  }

  /// `Date` of the tick: a fixed epoch and the scene's time.
  func dateValue() -> Word {
    let seconds = ViewGraph.epoch + now
    return makeDate(seconds)
  }

  /// Seconds since the reference date (2001-01-01) at scene time 0: 2026-01-01.
  static let epoch = 788_918_400.0

  func makeDate(_ seconds: Double) -> Word {
    heap.make(.structure, type: types.known(.date), [Word(number: seconds)])
  }

  /// onReceive of a timer publisher.
  func subscribe(_ node: SID, _ ext: LifecycleExt) {
    let publisher = argument(s[Int(node)].value, 0)
    if let interval = timerInterval(publisher) {
      let nanoseconds = max(1, Int((interval * 1e9).rounded()))
      ext.timers.append(timers.add(at: nowNanoseconds + nanoseconds, interval: nanoseconds, node: node))
    }
  }

  /// Seconds of `Timer.publish(every:on:in:).autoconnect()`.
  private func timerInterval(_ word: Word) -> Double? {
    var current = word
    for _ in 0..<32 {
      if heap.kind(current) == .existential { current = heap.slot(current, 0) }
      guard let info = info(current) else { return nil }
      if hasArgument(current, "every") { return number(current, "every") }
      guard info.selfCount == 1 else { return nil }
      current = receiver(current)
    }
    return nil
  }

  // MARK: TimelineView

  /// Content of TimelineViews is made anew when their schedule says so: each tick, or each period.
  func advanceTimelines() {
    for node in timelines where s[Int(node)].kind == .base {
      guard let ext = s[Int(node)].ext as? BaseExt else { continue }
      let schedule = argument(s[Int(node)].value, 0)
      if truth(schedule, "paused", false) { continue }
      var period = 0.0
      switch constantName(schedule) {
      case "periodic": period = number(schedule, "by") ?? 1
      case "everyMinute": period = 60
      case "explicit": continue
      default: period = number(schedule, "minimumInterval") ?? 0
      }
      if now + 1e-9 < ext.nextTime { continue }
      ext.nextTime = period > 0 ? (((now + 1e-9) / period).rounded(.down) + 1) * period : now
      markDirty(node)
    }
  }

  // MARK: Tasks

  func startTask(_ node: SID) {
    guard let ext = s[Int(node)].ext as? LifecycleExt, let closure = closureArgument(s[Int(node)].value) else { return }
    perform {
      let id = try runTask(closure)
      ext.task = id
    }
  }

  /// Starts a closure as a task; the number of the suspended task, or -1 when it has finished.
  func runTask(_ closure: Word) throws -> Int {
    sleepRequest = nil
    switch try machine.startTask(closure: closure) {
    case .finished: return -1
    case .suspended(let task):
      scheduleWake(task)
      return task
    }
  }

  private func scheduleWake(_ task: Int) {
    let delay = sleepRequest ?? 0
    sleepRequest = nil
    timers.add(at: nowNanoseconds + delay, task: task)
    openTasks.append(task)
  }

  func resumeTask(_ task: Int) throws {
    openTasks.removeAll { $0 == task }
    sleepRequest = nil
    let cancelled = cancelledTasks.contains(task)
    let outcome =
      cancelled
      ? try machine.resume(task, results: [.none], throwing: makeTagged(.task, [Word(integer: -1)]))
      : try machine.resume(task)
    if case .suspended(let next) = outcome {
      if cancelled { cancelledTasks.append(next) }
      scheduleWake(next)
      for n in s.indices {
        if let ext = s[n].ext as? LifecycleExt, ext.task == task { ext.task = next }
      }
    }
  }

  func cancelTask(_ ext: LifecycleExt) {
    guard ext.task >= 0 else { return }
    cancelledTasks.append(ext.task)
    timers.cancel(task: ext.task)
    timers.add(at: nowNanoseconds, task: ext.task)
    ext.task = -1
  }
}
