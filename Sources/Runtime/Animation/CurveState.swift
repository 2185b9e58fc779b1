/// A running animation without interruption: its modifiers' and its base's state, evaluated at elapsed seconds.
package struct CurveState: Equatable, Sendable {
  package let animation: Animation
  /// Per modifier of kind `repeats`: the finished legs and the time at which the running one began.
  private var legs: [Leg]
  var spring: FluidSpringState
  /// What a scene's `CustomAnimation` keeps from one question to the next; the client knows what it means.
  package private(set) var context: UInt64 = AnimationClient.noContext
  private let dimension: Int

  struct Leg: Equatable, Sendable {
    var index = 0
    var start = 0.0
  }

  package init(_ animation: Animation, dimension: Int) {
    self.animation = animation
    self.dimension = dimension
    legs = [Leg](repeating: Leg(), count: animation.modifiers.count)
    spring = FluidSpringState(dimension: dimension)
  }

  /// Offset from the start of the interval at `elapsed` seconds, or nil once it has ended.
  mutating func value(_ interval: [Double], at elapsed: Double, client: AnimationClient?) -> [Double]? {
    evaluate(interval, at: elapsed, level: animation.modifiers.count - 1, client: client)
  }

  /// The depth of the recursion is the number of modifiers written on one animation, which the parser bounds.
  private mutating func evaluate(_ interval: [Double], at time: Double, level: Int, client: AnimationClient?)
    -> [Double]?
  {
    guard level >= 0 else { return base(interval, at: time, client: client) }
    switch animation.modifiers[level] {
    case .delay(let seconds):
      return evaluate(interval, at: max(0, time - seconds), level: level - 1, client: client)
    case .speed(let factor):
      return evaluate(interval, at: time * factor, level: level - 1, client: client)
    case .logicallyComplete:
      return evaluate(interval, at: time, level: level - 1, client: client)
    case .repeats(let count, let autoreverses):
      if let count, legs[level].index >= max(count, 1) { return nil }
      var inner = evaluate(interval, at: time - legs[level].start, level: level - 1, client: client)
      if inner == nil {
        legs[level].index += 1
        legs[level].start = time
        if let count, legs[level].index >= max(count, 1) { return nil }
        resetBelow(level)
        inner = evaluate(interval, at: 0, level: level - 1, client: client)
      }
      guard let inner else { return nil }
      guard autoreverses, legs[level].index % 2 == 1 else { return inner }
      var reversed = interval
      for i in reversed.indices { reversed[i] -= inner[i] }
      return reversed
    }
  }

  private mutating func resetBelow(_ level: Int) {
    for i in 0..<level { legs[i] = Leg() }
    spring = FluidSpringState(dimension: dimension)
    context = AnimationClient.noContext
  }

  private mutating func base(_ interval: [Double], at time: Double, client: AnimationClient?) -> [Double]? {
    switch animation.base {
    case .curve(let curve, let duration):
      guard duration > 0, time <= duration else { return nil }
      return interval.scaled(by: curve.value(at: time / duration))
    case .fluidSpring(let parameters):
      return spring.advance(parameters, interval: interval, to: time)
    case .interpolatingSpring(let parameters):
      guard time <= parameters.duration(within: InterpolatingSpring.tolerance) else { return nil }
      return interval.scaled(by: parameters.progress(at: time))
    case .custom(let index):
      return client?.animate(index, &context, interval, time)
    }
  }

  /// Elapsed seconds at which the animation counts as logically complete; nil: only when it ends.
  package var logicalDuration: Double? {
    var duration: Double?
    switch animation.base {
    case .fluidSpring(let spring): duration = spring.response
    case .interpolatingSpring(let spring): duration = spring.response
    case .curve, .custom: duration = nil
    }
    for modifier in animation.modifiers {
      switch modifier {
      case .delay(let seconds): duration = duration.map { $0 + seconds }
      case .speed(let factor): duration = factor > 0 ? duration.map { $0 / factor } : nil
      case .repeats: duration = nil
      case .logicallyComplete(let seconds): duration = seconds
      }
    }
    return duration
  }
}

/// How the engine asks a scene's `CustomAnimation`: (index, context, interval, elapsed seconds) -> offset, nil when finished.
package final class AnimationClient {
  package typealias Animate = (Int, inout UInt64, [Double], Double) -> [Double]?
  /// No context yet.
  package static let noContext = UInt64.max
  package let animate: Animate

  package init(animate: @escaping Animate) { self.animate = animate }
}

extension [Double] {
  func scaled(by factor: Double) -> [Double] {
    var result = self
    for i in result.indices { result[i] *= factor }
    return result
  }
}
