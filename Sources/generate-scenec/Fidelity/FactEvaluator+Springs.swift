/// Facts about the stepped spring that no scene can show: steps to rest, stalls, vectors.
import SceneRuntime

extension FactEvaluator {
  private static func spring(_ text: String) -> FluidSpring {
    func number(after label: String) -> Double? {
      guard let range = text.firstRange(of: label + ": ") else { return nil }
      return Double(text[range.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "e" })
    }
    return FluidSpring(
      response: number(after: "response") ?? 0.5, dampingFraction: number(after: "dampingFraction") ?? 1,
      blendDuration: 0)
  }

  private static func stiffness(_ spring: FluidSpring) -> Double {
    let frequency = 2 * Double.pi / spring.response
    return frequency * frequency
  }

  /// Energy per unit mass; it only falls.
  private static func energy(_ state: FluidSpringState, _ spring: FluidSpring, _ interval: [Double]) -> Double {
    var result = 0.0
    for i in interval.indices {
      let way = interval[i] - state.offset[i]
      result += state.velocity[i] * state.velocity[i] / 2 + stiffness(spring) * way * way / 2
    }
    return result
  }

  /// The most energy a spring may have when its speed and force are below 0.06.
  private static func restEnergy(_ spring: FluidSpring) -> Double {
    let damping = 2 * spring.dampingFraction * stiffness(spring).squareRoot()
    return 0.0018 * (1 + (1 + damping) * (1 + damping) / stiffness(spring))
  }

  /// Steps of 1/300 s after which a spring answers that it rests, each asked in its middle. Far from the end it is asked every half second,
  /// since rest is not reached before the energy is small.
  private static func steps(_ spring: FluidSpring, _ interval: [Double]) -> Int {
    var state = FluidSpringState(dimension: interval.count)
    var step = 0
    while step < 20_000_000 {
      var ahead = state
      if ahead.advance(spring, interval: interval, to: (Double(step) + 150.5) / 300) != nil,
        energy(ahead, spring, interval) > 4 * restEnergy(spring)
      {
        state = ahead
        step += 150
        continue
      }
      if state.advance(spring, interval: interval, to: (Double(step) + 0.5) / 300) == nil { return step + 1 }
      step += 1
    }
    return -1
  }

  static func rest(_ question: String) -> String {
    let parts = split(question, " | ")
    let count = steps(spring(parts[0]), [Double(parts[1]) ?? 1])
    return "\(parts.last == "index" ? count - 1 : count)"
  }

  /// After a stall of more than a second the spring resumes a sixtieth before it is asked.
  static func gap(_ question: String) -> String {
    let times = question.split(separator: " ").compactMap { Double($0) }
    let spring = FluidSpring(response: 0.5, dampingFraction: 0.7, blendDuration: 0)
    var stalled = FluidSpringState(dimension: 1)
    _ = stalled.advance(spring, interval: [100], to: times[0])
    let late = stalled.advance(spring, interval: [100], to: times[1])
    var steady = FluidSpringState(dimension: 1)
    _ = steady.advance(spring, interval: [100], to: times[0])
    let next = steady.advance(spring, interval: [100], to: times[0] + 1 / 60)
    return late == next && late != nil ? "true" : "false"
  }

  /// A vector rests when its length does.
  static func diagonal(_ question: String) -> String {
    let sides = question.split(separator: " ").compactMap { Double($0) }
    let length = (sides[0] * sides[0] + sides[1] * sides[1]).squareRoot()
    let spring = FluidSpring(response: 0.5, dampingFraction: 0.7, blendDuration: 0)
    return steps(spring, sides) == steps(spring, [length]) ? "true" : "false"
  }

  static func sampler(_ question: String) -> String {
    let numbers = question.split(separator: " ").compactMap { Double($0) }
    var sampler = VelocitySampler()
    for i in stride(from: 0, to: numbers.count - 1, by: 2) { sampler.add(numbers[i], time: numbers[i + 1]) }
    return short(sampler.velocity)
  }
}
