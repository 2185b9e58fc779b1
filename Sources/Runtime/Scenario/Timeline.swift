/// Steps as touch events on integer time. Compound steps (drag, double tap) are taken apart into single events when they start.

import SceneIR

/// One event of the script.
struct ScriptEvent {
  enum Kind {
    case down(x: Double, y: Double)
    case move(x: Double, y: Double)
    case up
    case cancel
  }
  /// Nanoseconds.
  var time: Int
  var kind: Kind
  /// Whether a step is this event alone.
  var isStep = false
  /// For a down: the view the step names, and how it is written.
  var meant: UID = -1
  var name = ""
  var place = SourcePoint(file: -1, line: 0, column: 0)
}

/// Ticks of 1/60 s: event e belongs to the first tick n with n·10⁹ >= e·60.
enum TickGrid {
  static let rate = 60
  static let second = 1_000_000_000

  /// First tick at or after a time.
  static func tick(at nanoseconds: Int) -> Int {
    let product = nanoseconds.multipliedReportingOverflow(by: rate)
    if product.overflow { return Int.max / 2 }
    return (product.partialValue + second - 1) / second
  }

  /// Time of a tick: the largest whole nanosecond not after it.
  static func time(_ tick: Int) -> Int { tick * second / rate }

  static func seconds(_ tick: Int) -> Double { Double(tick) / Double(rate) }

  /// One tick in whole nanoseconds, rounded down: a time that is k of them after a tick belongs to the k-th tick after it, not to the one
  /// behind.
  static let length = second / rate
}
