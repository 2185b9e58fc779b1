/// The stepped spring behind `.spring`, `.smooth`, `.snappy`, `.bouncy`, `.interactiveSpring` and `.default`.
///
/// It is integrated in steps of 1/300 s and not solved exactly: the recorded values of the framework are those of the
/// integrator [R fluid].
package struct FluidSpring: Equatable, Sendable {
  /// Period of the undamped oscillation, in seconds.
  package var response: Double
  /// 1 is critical damping.
  package var dampingFraction: Double
  /// Seconds over which the response of an interrupted spring turns into this one's; no other effect.
  package var blendDuration: Double

  package init(response: Double, dampingFraction: Double, blendDuration: Double) {
    self.response = response
    self.dampingFraction = dampingFraction
    self.blendDuration = blendDuration
  }

  /// - Parameters:
  ///   - duration: perceptual duration in seconds, equal to the response
  ///   - bounce: -1 ... 1; 0 is critically damped
  package init(duration: Double, bounce: Double, blendDuration: Double) {
    self.init(
      response: duration, dampingFraction: FluidSpring.dampingFraction(bounce: bounce), blendDuration: blendDuration)
  }

  package static func dampingFraction(bounce: Double) -> Double {
    bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
  }

  /// Steps in a second.
  static let stepRate = 300.0
  /// Largest stiffness; the shortest response is about 0.03 s.
  static let stiffnessLimit = 45000.0

  /// Stiffness per unit mass for a response in seconds.
  static func stiffness(response: Double) -> Double {
    guard response > 0 else { return stiffnessLimit }
    let frequency = 2 * Double.pi / response
    return min(frequency * frequency, stiffnessLimit)
  }
}

/// Where a fluid spring stands, in a space of any number of dimensions.
package struct FluidSpringState: Equatable, Sendable {
  /// Offset from the start of the interval, velocity per second, force per unit mass.
  package var offset: [Double]
  package var velocity: [Double]
  var force: [Double]
  /// Integrated time, in whole steps since `origin`.
  var steps = 0
  /// Elapsed time at which this spring took over (seconds since the animator began).
  package var start: Double
  var blendStart = 0.0
  var blendInterval = 0.0
  /// Shift of the integrated time after a stall, in seconds.
  var skipped = 0.0

  package init(dimension: Int, start: Double = 0) {
    offset = [Double](repeating: 0, count: dimension)
    velocity = offset
    force = offset
    self.start = start
  }

  private var integrated: Double { start + skipped + Double(steps) / FluidSpring.stepRate }

  /// Brings the spring to an elapsed time and returns the offset, or nil when it has come to rest at the target.
  package mutating func advance(_ spring: FluidSpring, interval: [Double], to elapsed: Double) -> [Double]? {
    let stall = 1.0
    if elapsed - integrated > stall { skipped += elapsed - integrated - 1 / 60 }
    let h = 1 / FluidSpring.stepRate
    let due = (elapsed - integrated) * FluidSpring.stepRate - 1e-3
    var remaining = due > 0 ? Int(due.rounded(.up)) : 0
    if blendInterval == 0 || spring.blendDuration <= 0 {
      let stiffness = FluidSpring.stiffness(response: spring.response)
      let damping = 2 * spring.dampingFraction * stiffness.squareRoot()
      for i in offset.indices {
        var x = offset[i]
        var v = velocity[i]
        var f = force[i]
        let goal = interval[i]
        var left = remaining
        while left > 0 {
          left -= 1
          let u = v + f * h / 2
          x += u * h
          f = stiffness * (goal - x) - damping * u
          v = u + f * h / 2
        }
        offset[i] = x
        velocity[i] = v
        force[i] = f
      }
      steps += remaining
      remaining = 0
    }
    while remaining > 0 {
      remaining -= 1
      let now = integrated + h
      let response = currentResponse(spring, at: now)
      let stiffness = FluidSpring.stiffness(response: response)
      let damping = 2 * spring.dampingFraction * stiffness.squareRoot()
      for i in offset.indices {
        let u = velocity[i] + force[i] * h / 2
        offset[i] += u * h
        force[i] = stiffness * (interval[i] - offset[i]) - damping * u
        velocity[i] = u + force[i] * h / 2
      }
      steps += 1
    }
    return isAtRest(interval) ? nil : offset
  }

  /// Rest: speed and force below 0.06, and the rest of the way within one hundredth of the interval [R fluid].
  private func isAtRest(_ interval: [Double]) -> Bool {
    // A spring that has not moved yet is at rest only if it has nowhere to go.
    var speed = 0.0
    var pull = 0.0
    var whole = 0.0
    var rest = 0.0
    for i in offset.indices {
      speed += velocity[i] * velocity[i]
      pull += force[i] * force[i]
      whole += interval[i] * interval[i]
      rest += (interval[i] - offset[i]) * (interval[i] - offset[i])
    }
    let threshold = 0.0036
    if max(speed, pull) > threshold { return false }
    let share = whole * 0.0001
    return !(share > 0 && rest > share)
  }

  func currentResponse(_ spring: FluidSpring, at elapsed: Double) -> Double {
    guard blendInterval != 0, spring.blendDuration > 0 else { return spring.response }
    let q = min(max((elapsed - blendStart) / spring.blendDuration, 0), 1)
    return spring.response + blendInterval * (1 - q * q * (3 - 2 * q))
  }
}
