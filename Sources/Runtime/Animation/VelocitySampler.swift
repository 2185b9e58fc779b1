/// Velocity of a finger from its last three samples; the older pair weighs more [R velocitySampler].
package struct VelocitySampler: Sendable {
  private var samples: [(value: Double, time: Double)] = []

  package init() {}

  /// - Parameter time: seconds; a sample at the time of the last one replaces it
  package mutating func add(_ value: Double, time: Double) {
    if let last = samples.last, time <= last.time { samples.removeLast() }
    samples.append((value, time))
    if samples.count > 3 { samples.removeFirst() }
  }

  /// Units per second: 0 with fewer than two samples.
  package var velocity: Double {
    func slope(_ i: Int) -> Double {
      (samples[i + 1].value - samples[i].value) / (samples[i + 1].time - samples[i].time)
    }
    switch samples.count {
    case 0, 1: return 0
    case 2: return slope(0)
    default: return 0.25 * slope(1) + 0.75 * slope(0)
    }
  }
}
