/// The exact spring behind `.interpolatingSpring`: it never merges with a running one, layers add up instead.
package struct InterpolatingSpring: Equatable, Sendable {
  package var mass: Double
  package var stiffness: Double
  package var damping: Double
  /// Initial velocity as a fraction of the interval per second.
  package var initialVelocity: Double

  package init(mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  package init(duration: Double, bounce: Double, initialVelocity: Double = 0) {
    let frequency = 2 * Double.pi / max(duration, 1e-6)
    self.init(
      mass: 1, stiffness: frequency * frequency,
      damping: 2 * FluidSpring.dampingFraction(bounce: bounce) * frequency, initialVelocity: initialVelocity)
  }

  /// Share of the interval below which the spring counts as ended.
  package static let tolerance = 0.001

  /// Radians per second.
  var angularFrequency: Double { (stiffness / mass).squareRoot() }
  /// Over-damped springs are treated as critically damped [R interp].
  var dampingRatio: Double { min(damping / (2 * (stiffness * mass).squareRoot()), 1) }
  /// Period of the undamped spring in seconds: its logical duration.
  package var response: Double { 2 * Double.pi * (mass / stiffness).squareRoot() }

  /// Progress at `time` seconds, 0 at the start.
  package func progress(at time: Double) -> Double {
    let w = angularFrequency
    let zeta = dampingRatio
    guard w > 0, w.isFinite else { return 1 }
    if zeta < 1 {
      let decay = zeta * w
      let damped = w * (1 - zeta * zeta).squareRoot()
      let beta = (decay - initialVelocity) / damped
      return 1 - SceneMath.exp(-decay * time) * (SceneMath.cos(damped * time) + beta * SceneMath.sin(damped * time))
    }
    return 1 - SceneMath.exp(-w * time) * (1 + (w - initialVelocity) * time)
  }

  /// Seconds after which the spring is dropped. Under-damped: when the envelope falls below `epsilon`; else the first
  /// tenth of a second from which the rest stays below it for a second [R interp].
  package func duration(within epsilon: Double) -> Double {
    let w = angularFrequency
    let zeta = dampingRatio
    guard w > 0, w.isFinite else { return 0 }
    if zeta < 1 {
      let decay = zeta * w
      guard decay > 0 else { return .infinity }
      let damped = w * (1 - zeta * zeta).squareRoot()
      let beta = (decay - initialVelocity) / damped
      return max(0, -SceneMath.log(epsilon / (1 + abs(beta))) / decay)
    }
    var first = -1
    for n in 0..<1000 {
      if abs(1 - progress(at: Double(n) * 0.1)) < epsilon {
        if first < 0 { first = n }
        if n - first >= 10 { return Double(first) * 0.1 }
      } else {
        first = -1
      }
    }
    return first < 0 ? 0 : Double(first) * 0.1
  }
}
