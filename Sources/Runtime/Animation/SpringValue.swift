/// A `Spring` as a value: its constants and its exact motion (semantics 4.6), with what Apple's own getters answer where the two differ.
package struct SpringValue: Equatable, Sendable {
  package var mass = 1.0
  /// Undamped radians per second.
  package var frequency: Double
  package var dampingRatio: Double

  package init(response: Double, dampingRatio: Double) {
    frequency = 2 * Double.pi / max(response, 1e-9)
    self.dampingRatio = max(dampingRatio, 0)
  }

  package init(duration: Double, bounce: Double) {
    self.init(response: duration, dampingRatio: FluidSpring.dampingFraction(bounce: bounce))
  }

  package init(mass: Double, stiffness: Double, damping: Double, allowOverDamping: Bool) {
    self.mass = max(mass, 1e-9)
    frequency = max(stiffness / self.mass, 1e-18).squareRoot()
    let ratio = damping / (2 * (max(stiffness, 1e-18) * self.mass).squareRoot())
    dampingRatio = max(0, allowOverDamping ? ratio : min(ratio, 1))
  }

  /// The spring that settles in a time.
  package init(settlingDuration: Double, dampingRatio: Double, epsilon: Double) {
    self.init(response: 1, dampingRatio: dampingRatio)
    var low = 1e-3
    var high = 1e5
    for _ in 0..<100 {
      frequency = (low * high).squareRoot()
      if self.settlingDuration(target: [1], velocity: [0], epsilon: epsilon) > settlingDuration {
        low = frequency
      } else {
        high = frequency
      }
    }
  }

  // MARK: Constants

  package var response: Double { 2 * Double.pi / frequency }
  package var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
  package var damping: Double { 2 * dampingRatio * frequency * mass }
  /// Over-damped, the sign of the damped frequency is lost: m(ω_d² + a²), as Apple answers.
  package var stiffness: Double {
    if dampingRatio <= 1 { return mass * frequency * frequency }
    let decay = dampingRatio * frequency
    return mass * (frequency * frequency * (dampingRatio * dampingRatio - 1) + decay * decay)
  }

  // MARK: Motion

  /// Offset from the start towards `target`, and the speed, after `time` seconds from rest or with an initial velocity.
  package func motion(target: Double, velocity: Double, at time: Double) -> (value: Double, velocity: Double) {
    let w = frequency
    let a = dampingRatio * w
    if dampingRatio < 1 {
      let d = w * (1 - dampingRatio * dampingRatio).squareRoot()
      let e = SceneMath.exp(-a * time)
      let s = SceneMath.sin(d * time)
      let c = SceneMath.cos(d * time)
      return (
        target * (1 - e * (c + a / d * s)) + velocity / d * e * s,
        target * e * (a * a / d + d) * s + velocity * e * (c - a / d * s)
      )
    }
    if dampingRatio == 1 {
      let e = SceneMath.exp(-w * time)
      return (
        target * (1 - e * (1 + w * time)) + velocity * time * e,
        target * w * w * time * e + velocity * e * (1 - w * time)
      )
    }
    let root = w * (dampingRatio * dampingRatio - 1).squareRoot()
    let plus = -a + root
    let minus = -a - root
    let p = SceneMath.exp(plus * time)
    let m = SceneMath.exp(minus * time)
    return (
      target * (1 - (plus * m - minus * p) / (2 * root)) + velocity * (p - m) / (2 * root),
      target * plus * minus * (p - m) / (2 * root) + velocity * (plus * p - minus * m) / (2 * root)
    )
  }

  /// `Spring.velocity`: over-damped it answers the target on top.
  package func reportedVelocity(target: Double, velocity: Double, at time: Double) -> Double {
    let result = motion(target: target, velocity: velocity, at: time).velocity
    return dampingRatio > 1 ? result + target : result
  }

  /// Seconds after which it counts as settled: a bound where it swings, else the first tenth of a second from which the
  /// rest stays below `epsilon` for a second.
  package func settlingDuration(target: [Double], velocity: [Double], epsilon: Double) -> Double {
    func norm(_ vector: [Double]) -> Double { vector.reduce(0) { $0 + $1 * $1 }.squareRoot() }
    let a = dampingRatio * frequency
    if dampingRatio < 1 {
      guard a > 0 else { return .infinity }
      var difference = target
      for k in difference.indices { difference[k] = target[k] * a - (k < velocity.count ? velocity[k] : 0) }
      return max(0, -SceneMath.log(epsilon / (norm(difference) + norm(target))) / a)
    }
    var inside = 0
    for step in 0..<1024 {
      let time = Double(step) * 0.1
      var rest = target
      for k in rest.indices {
        rest[k] -= motion(target: target[k], velocity: k < velocity.count ? velocity[k] : 0, at: time).value
      }
      inside = norm(rest) < epsilon ? inside + 1 : 0
      if inside > 10 { return Double(step - 10) * 0.1 }
    }
    return 0
  }
}
