/// The scene's dates, and TimelineView: content that is made anew at the dates of a schedule.

extension ViewGraph {
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
}
