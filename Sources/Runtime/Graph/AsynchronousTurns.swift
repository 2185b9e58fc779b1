/// Work that runs between two frames: what is due, in order of time, in turns as a run loop takes them.
///
/// A turn runs what waited when it began; what that puts off to "now" (a queue's `async`, `Task.yield`, a sleep of no length) runs in the
/// next turn. Code that always puts something off would never let a frame be drawn, so a moment has `turnLimit` turns; what is left goes on
/// after the frame. A device does the same, with as many turns as it has time for.
import SceneIR

/// How much asynchronous work has run between two frames.
struct TurnState {
  /// Turns at one moment of time.
  static let turnLimit = 64
  /// Pieces of work between two frames after which a further turn waits for the next one, and after which nothing runs.
  static let workLimit = 1024
  static let wholeLimit = 4096
  /// Pieces of work that may wait at one time.
  static let waitingLimit = 20_000

  /// Nanoseconds up to which work has run.
  var moment = 0
  /// Tasks begun since the last frame.
  var begun = 0
  /// Work was put off since the last frame; in that many frames in a row.
  var isOver = false
  var framesOver = 0
  /// Where what was put off stands.
  var place: SourcePoint?
  /// The closure that ran last, to be named where an update does not end; not kept alive.
  var lastAction = Word.none
  /// Why the run has to end.
  var ending: String?
}

extension ViewGraph {
  /// Runs what is due, each piece as an event of its own at its own time.
  func runTimers() {
    let end = nowNanoseconds
    let endSeconds = now
    defer {
      nowNanoseconds = end
      now = endSeconds
      turns.moment = end
    }
    turns.begun = 0
    var moment = min(turns.moment, end)
    var count = 0
    var work = 0
    var next = timers.nextOrder
    turn += 1
    while work < TurnState.wholeLimit {
      let order = timers.nextOrder
      guard let entry = timers.takeDue(end) else { break }
      if entry.time > moment {
        moment = entry.time
        count = 0
        next = order
        turn += 1
      } else if entry.order >= next {
        if count + 1 >= TurnState.turnLimit || work >= TurnState.workLimit {
          if entry.interval == 0 { timers.postpone(entry, to: end + 1) }
          putOff(placeOf(entry))
          continue
        }
        count += 1
        next = order
        turn += 1
      }
      work += 1
      nowNanoseconds = moment
      now = Double(moment) / 1e9
      run(entry)
    }
    if work >= TurnState.wholeLimit, let first = timers.entries.first, first.time <= end { putOff(placeOf(first)) }
  }

  private func run(_ entry: TimerQueue.Entry) {
    if entry.task >= 0 {
      let begins = heap.kind(entry.closure) == .closure
      perform {
        if begins { try runTask(entry.closure, handle: entry.task) } else { try resumeTask(entry.task) }
      }
    } else if entry.subscription >= 0 {
      // A timer gives the date; what was held back gives its value.
      perform {
        self.deliver(entry.subscription, entry.arguments.first ?? self.dateValue(), from: entry.stage, isEvent: true)
      }
    } else {
      perform(entry.closure, entry.arguments)
    }
  }

  /// Tasks that begin in this frame; those that are too many begin in the next one.
  func begin(_ started: [(closure: Word, task: Int)]) {
    for next in started {
      if turns.begun >= TurnState.workLimit {
        timers.add(at: nowNanoseconds + 1, closure: next.closure, task: next.task)
        putOff(placeOf(closure: next.closure))
      } else {
        turns.begun += 1
        perform { try runTask(next.closure, handle: next.task) }
      }
    }
  }

  /// Work goes on after the frame because it has had its turns.
  func putOff(_ place: SourcePoint?) {
    if !turns.isOver || turns.place == nil { turns.place = place }
    turns.isOver = true
  }

  /// At the end of a tick: says what never waits, once it has taken all the turns of several frames.
  func noteTurns() {
    if timers.entries.count > TurnState.waitingLimit {
      turns.ending =
        "The run is cut off: more than \(TurnState.waitingLimit) pieces of asynchronous work wait; they start one another"
    }
    turns.framesOver = turns.isOver ? turns.framesOver + 1 : 0
    if turns.isOver, turns.framesOver == 2 {
      report(
        RuntimeCode.endlessWork, .warning,
        "This goes on without ever waiting for a time; frames are drawn between its turns",
        place: turns.place)
    }
    turns.isOver = false
  }

  // MARK: Places

  private func placeOf(_ entry: TimerQueue.Entry) -> SourcePoint? {
    if heap.kind(entry.closure) == .closure { return placeOf(closure: entry.closure) }
    return entry.task >= 0 ? placeOf(task: entry.task) : nil
  }

  /// Where a closure of the scene begins.
  func placeOf(closure: Word) -> SourcePoint? {
    guard heap.kind(closure) == .closure else { return nil }
    let index = heap.slot(closure, 0).integer
    guard machine.module.functions.indices.contains(index) else { return nil }
    return machine.module.functions[index].places.first?.place
  }

  /// Where a suspended task waits.
  func placeOf(task handle: Int) -> SourcePoint? {
    taskTable.waiting[handle].flatMap { machine.place(ofTask: $0.task) }
  }
}
