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
    /// Subscription that gets a value, and the operator it goes on with.
    var subscription = -1
    var stage = 0
  }
  private(set) var entries: [Entry] = []
  private var nextId = 1

  @discardableResult
  mutating func add(
    at time: Int, interval: Int = 0, closure: Word = .none, arguments: [Word] = [], task: Int = -1,
    subscription: Int = -1, stage: Int = 0
  ) -> Int {
    let id = nextId
    nextId += 1
    entries.append(
      Entry(
        id: id, time: time, interval: interval, closure: closure, arguments: arguments, task: task,
        subscription: subscription, stage: stage))
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
      } else if entry.subscription >= 0 {
        // A timer gives the date; what was held back gives its value.
        perform {
          self.deliver(
            entry.subscription, entry.arguments.first ?? self.dateValue(), from: entry.stage, isEvent: true)
        }
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

  // MARK: TimelineView

  /// Content of TimelineViews is made anew when their schedule has an entry: each tick, each period, at dates.
  func advanceTimelines() {
    for node in timelines where s[Int(node)].kind == .base {
      guard let ext = s[Int(node)].ext as? BaseExt else { continue }
      let schedule = argument(s[Int(node)].value, 0)
      if truth(schedule, "paused", false) { continue }
      if now + 1e-9 < ext.nextTime { continue }
      markDirty(node)
    }
  }

  /// The date of the entry that is due, and when the next one is; for a TimelineView's content.
  func timelineDate(_ node: SID) -> Double {
    let today = ViewGraph.epoch + now
    guard let ext = s[Int(node)].ext as? BaseExt else { return today }
    let schedule = argument(s[Int(node)].value, 0)
    let entry = timelineEntry(schedule, today, ext)
    ext.nextTime = entry.next - ViewGraph.epoch
    return entry.date
  }

  /// The last entry of a schedule up to a date, the first where none has come yet, and the one after it.
  private func timelineEntry(_ schedule: Word, _ today: Double, _ ext: BaseExt) -> (date: Double, next: Double) {
    if heap.kind(schedule) == .existential { return timelineEntry(heap.slot(schedule, 0), today, ext) }
    func periodic(_ start: Double, _ period: Double) -> (date: Double, next: Double) {
      guard period > 0, start.isFinite else { return (today, .infinity) }
      if today + 1e-6 < start { return (start, start) }
      let count = ((today - start) / period + 1e-6).rounded(.down)
      return (start + count * period, start + (count + 1) * period)
    }
    let info = info(schedule)
    switch info.map({ $0.base == "init" ? $0.type : $0.base }) ?? "" {
    case "periodic", "PeriodicTimelineSchedule":
      return periodic(dateNumber(argument(schedule, "from")) ?? today, number(schedule, "by") ?? 1)
    case "everyMinute", "EveryMinuteTimelineSchedule":
      return periodic((today / 60 + 1e-9).rounded(.down) * 60, 60)
    case "explicit", "ExplicitTimelineSchedule":
      return listed(elementsOf(-1, argument(schedule, 0)).compactMap { dateNumber($0) }, today)
    case "entries":
      // A schedule of the scene that hands on to another one.
      return timelineEntry(receiver(schedule), today, ext)
    case "animation", "AnimationTimelineSchedule":
      let interval = number(schedule, "minimumInterval") ?? 0
      guard interval > 0 else { return (today, today) }
      return (today, ViewGraph.epoch + (((now + 1e-9) / interval).rounded(.down) + 1) * interval)
    default:
      let requirement = protocols.timelineEntries
      guard conforms(heap.type(schedule), requirement), requirement.index >= 0 else { return (today, today) }
      if ext.timelineStart.isNaN { ext.timelineStart = today }
      let made = evaluateFree {
        try machine.callWitness(
          of: heap.type(schedule), requirement.proto, requirement.index,
          [schedule, makeDate(ext.timelineStart), Word(integer: 0)])
      }
      guard let entries = made ?? nil else { return (today, today) }
      if heap.kind(entries) == .description { return timelineEntry(entries, today, ext) }
      return listed(elementsOf(-1, entries).compactMap { dateNumber($0) }, today)
    }
  }

  private func listed(_ dates: [Double], _ today: Double) -> (date: Double, next: Double) {
    var last: Double?
    for date in dates {
      if date > today + 1e-6 { return (last ?? date, date) }
      last = date
    }
    return (last ?? today, .infinity)
  }

  /// Seconds since the reference date of a `Date`.
  private func dateNumber(_ word: Word) -> Double? {
    guard heap.kind(word) == .structure, heap.count(word) > 0 else { return nil }
    let slot = heap.slot(word, 0)
    return slot.isNone || slot.isHandle ? nil : slot.number
  }

  // MARK: Tasks

  func startTask(_ node: SID) {
    guard let ext = s[Int(node)].ext as? LifecycleExt, let closure = closureArgument(s[Int(node)].value) else { return }
    perform {
      let id = try runTask(closure)
      ext.task = id
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
