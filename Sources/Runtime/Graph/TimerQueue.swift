/// What runs at a later time: asyncAfter, sleeping tasks, timers. Times are whole nanoseconds.

struct TimerQueue {
  struct Entry {
    var id: Int
    var time: Int
    /// Nanoseconds between firings; 0 fires once.
    var interval: Int
    var closure: Word
    var arguments: [Word] = []
    /// Task to go on with, or to begin when there is a closure too.
    var task = -1
    /// Subscription that gets a value, and the operator it goes on with.
    var subscription = -1
    var stage = 0
    /// Entries of one time run in this order.
    fileprivate(set) var order = 0

    static func < (a: Entry, b: Entry) -> Bool { a.time != b.time ? a.time < b.time : a.order < b.order }
  }

  /// A heap: an entry is due no earlier than the one at half its index.
  private(set) var entries: [Entry] = []
  private var nextId = 1
  /// What is added from now on has this order or a later one.
  private(set) var nextOrder = 0
  private var singleCount = 0

  /// Timers fire no more often than this, and what waits at all waits this long: the shortest interval that `Timer` takes.
  static let shortestInterval = 100_000

  @discardableResult
  mutating func add(
    at time: Int, interval: Int = 0, closure: Word = .none, arguments: [Word] = [], task: Int = -1,
    subscription: Int = -1, stage: Int = 0
  ) -> Int {
    let id = nextId
    nextId += 1
    insert(
      Entry(
        id: id, time: time, interval: interval > 0 ? max(interval, TimerQueue.shortestInterval) : 0, closure: closure,
        arguments: arguments, task: task, subscription: subscription, stage: stage))
    return id
  }

  /// Puts an entry that was taken back, due at another time.
  mutating func postpone(_ entry: Entry, to time: Int) {
    var later = entry
    later.time = time
    insert(later)
  }

  mutating func cancel(_ id: Int) { removeAll { $0.id == id } }
  mutating func cancel(task: Int) { removeAll { $0.task == task } }

  /// The next entry due at or before a time, in order of time, then of adding. One that repeats is due again.
  mutating func takeDue(_ time: Int) -> Entry? {
    guard let first = entries.first, first.time <= time, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      entries[0] = last
      sink(0)
    }
    if first.interval > 0 {
      var again = first
      again.time += first.interval
      insert(again)
    } else {
      singleCount -= 1
    }
    return first
  }

  /// Something that fires once is waiting.
  var hasPending: Bool { singleCount > 0 }
  /// Longest period of the repeating timers, in nanoseconds.
  var longestPeriod: Int { singleCount == entries.count ? 0 : entries.reduce(0) { max($0, $1.interval) } }

  private mutating func insert(_ entry: Entry) {
    var new = entry
    new.order = nextOrder
    nextOrder += 1
    if new.interval == 0 { singleCount += 1 }
    entries.append(new)
    var at = entries.count - 1
    while at > 0, entries[at] < entries[(at - 1) / 2] {
      entries.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var at = start
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < entries.count && entries[child] < entries[least] {
        least = child
      }
      if least == at { return }
      entries.swapAt(at, least)
      at = least
    }
  }

  private mutating func removeAll(_ matches: (Entry) -> Bool) {
    let count = entries.count
    entries.removeAll(where: matches)
    if entries.count == count { return }
    singleCount = entries.reduce(0) { $0 + ($1.interval == 0 ? 1 : 0) }
    for at in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(at) }
  }
}
