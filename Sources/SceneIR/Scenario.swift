/// Scenarios: data, not code. The steps of `#Scenario` and of `--steps`.
package struct ScenarioRow: Equatable, Sendable {
  package var name: String
  /// Device name as written (`iPhone14`), nil for the default.
  package var device: String?
  package var colorScheme: String?
  package var steps: [Step]
  package var place: SourcePoint

  package init(name: String, device: String?, colorScheme: String?, steps: [Step], place: SourcePoint) {
    self.name = name
    self.device = device
    self.colorScheme = colorScheme
    self.steps = steps
    self.place = place
  }
}

package struct Step: Equatable, Sendable {
  package var action: Action
  package var place: SourcePoint

  package init(_ action: Action, place: SourcePoint) {
    self.action = action
    self.place = place
  }

  /// Durations in whole nanoseconds, lengths in points, velocities in points per second.
  package enum Action: Equatable, Sendable {
    case wait(nanoseconds: Int)
    case tap(Target)
    case doubleTap(Target)
    case longPress(Target, nanoseconds: Int)
    case drag(Target, Movement, nanoseconds: Int)
    case flick(Target, velocityX: Double, velocityY: Double, nanoseconds: Int)
    case scroll(Target, dx: Double, dy: Double)
    case down(x: Double, y: Double)
    case move(x: Double, y: Double)
    case up
    case cancel
    case type(String, into: Target)
    case settle
    case snapshot(String)
    case expect(Target, [Expectation])
  }

  package enum Target: Equatable, Sendable {
    case named(String, index: Int?)
    case point(x: Double, y: Double)
  }

  package enum Movement: Equatable, Sendable {
    case by(dx: Double, dy: Double)
    case to(x: Double, y: Double)
  }

  package enum Expectation: Equatable, Sendable {
    /// Only the given coordinates are compared; tolerance in points.
    case frame(x: Double?, y: Double?, width: Double?, height: Double?, tolerance: Double)
    case opacity(Double, tolerance: Double)
    case text(String)
    case visible(Bool)
    case exists(Bool)
    case settles(withinNanoseconds: Int)
    case monotone(Measure)
    case neverOverlaps(Target)
    case jumps(lessThan: Double)
  }

  package enum Measure: String, Sendable, CaseIterable { case x, y, width, height, opacity }
}
