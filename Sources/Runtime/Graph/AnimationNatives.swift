/// `Spring`, `UnitCurve` and the phases of transitions as values in a scene's own code.

extension ViewGraph {
  static func registerAnimationValues(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register(["TransitionPhase.isIdentity", "ScrollTransitionPhase.isIdentity"]) { call in
      call.result = call[0].integer == 1 ? .truth : .falsehood
    }
    registry.register(["TransitionPhase.value", "ScrollTransitionPhase.value"]) { call in
      call.result = Word(number: Double(call[0].integer - 1))
    }
    registry.register("UnitCurve.value(at:)") { call in
      guard let graph = graph() else { return }
      call.result = Word(number: graph.unitCurve(call[0]).value(at: call[1].number))
    }
    registry.register("UnitCurve.velocity(at:)") { call in
      guard let graph = graph() else { return }
      call.result = Word(number: graph.unitCurve(call[0]).velocity(at: call[1].number))
    }
    registry.register("Animation.==(_:_:)") { call in
      guard let graph = graph() else { return }
      call.setTruth(graph.animation(call[0]) == graph.animation(call[1]))
    }
    registry.register("UnitCurve.==(_:_:)") { call in
      guard let graph = graph() else { return }
      call.setTruth(graph.unitCurve(call[0]) == graph.unitCurve(call[1]))
    }
    registry.register("Spring.==(_:_:)") { call in
      guard let graph = graph() else { return }
      call.setTruth(graph.spring(call[0]) == graph.spring(call[1]))
    }
    registerSpring(&registry, graph)
    registerCustomAnimations(&registry, graph)
    registerScrollPositions(&registry, graph)
  }

  private static func registerSpring(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func number(_ key: String, _ read: @escaping (SpringValue) -> Double) {
      registry.register(key) { call in
        guard let graph = graph() else { return }
        call.result = Word(number: read(graph.spring(call[0])))
      }
    }
    number("Spring.mass") { $0.mass }
    number("Spring.stiffness") { $0.stiffness }
    number("Spring.damping") { $0.damping }
    number("Spring.dampingRatio") { $0.dampingRatio }
    number("Spring.response") { $0.response }
    number("Spring.duration") { $0.response }
    number("Spring.bounce") { $0.bounce }
    number("Spring.settlingDuration") { $0.settlingDuration(target: [1], velocity: [0], epsilon: 0.001) }
    registry.register("Spring.value(target:initialVelocity:time:)") { call in
      graph()?.springMotion(call, target: 1, velocity: 2, time: 3) { $0.motion(target: $1, velocity: $2, at: $3).value }
    }
    registry.register("Spring.velocity(target:initialVelocity:time:)") { call in
      graph()?.springMotion(call, target: 1, velocity: 2, time: 3) {
        $0.reportedVelocity(target: $1, velocity: $2, at: $3)
      }
    }
    registry.register("Spring.value(fromValue:toValue:initialVelocity:time:)") { call in
      graph()?.springMotion(call, from: 1, target: 2, velocity: 3, time: 4, addsStart: true) {
        $0.motion(target: $1, velocity: $2, at: $3).value
      }
    }
    registry.register("Spring.velocity(fromValue:toValue:initialVelocity:time:)") { call in
      graph()?.springMotion(call, from: 1, target: 2, velocity: 3, time: 4) {
        $0.reportedVelocity(target: $1, velocity: $2, at: $3)
      }
    }
    registry.register("Spring.force(target:position:velocity:)") { call in
      graph()?.springForce(call, target: 1, position: 2, velocity: 3)
    }
    registry.register("Spring.force(fromValue:toValue:position:velocity:)") { call in
      graph()?.springForce(call, target: 2, position: 3, velocity: 4)
    }
    registry.register("Spring.settlingDuration(target:initialVelocity:epsilon:)") { call in
      guard let graph = graph() else { return }
      call.result = Word(
        number: graph.spring(call[0]).settlingDuration(
          target: graph.flatten(call[1]) ?? [], velocity: graph.flatten(call[2]) ?? [], epsilon: call[3].number))
    }
    registry.register("Spring.settlingDuration(fromValue:toValue:initialVelocity:epsilon:)") { call in
      guard let graph = graph() else { return }
      let from = graph.flatten(call[1]) ?? []
      var target = graph.flatten(call[2]) ?? []
      for k in target.indices where k < from.count { target[k] -= from[k] }
      call.result = Word(
        number: graph.spring(call[0]).settlingDuration(
          target: target, velocity: graph.flatten(call[3]) ?? [], epsilon: call[4].number))
    }
    registry.register("Spring.update(value:velocity:target:deltaTime:)") { call in
      guard let graph = graph(), var value = graph.flatten(call[1]), var speed = graph.flatten(call[2]),
        let target = graph.flatten(call[3]), value.count == target.count, speed.count == target.count
      else { return }
      let spring = graph.spring(call[0])
      for k in value.indices {
        let step = spring.motion(target: target[k] - value[k], velocity: speed[k], at: call[4].number)
        value[k] += step.value
        speed[k] = step.velocity
      }
      call.setResult(graph.unflatten(value, like: call[1]), at: 1)
      call.setResult(graph.unflatten(speed, like: call[2]), at: 2)
    }
  }
}

extension ViewGraph {
  /// A `Spring` value of the scene.
  func spring(_ word: Word) -> SpringValue {
    guard word.isHandle, let info = info(word) else { return SpringValue(duration: 0.5, bounce: 0) }
    let duration = number(word, "duration") ?? 0.5
    switch info.base {
    case "smooth": return SpringValue(duration: duration, bounce: number(word, "extraBounce") ?? 0)
    case "snappy": return SpringValue(duration: duration, bounce: 0.15 + (number(word, "extraBounce") ?? 0))
    case "bouncy": return SpringValue(duration: duration, bounce: 0.3 + (number(word, "extraBounce") ?? 0))
    default:
      if let response = number(word, "response") {
        return SpringValue(response: response, dampingRatio: number(word, "dampingRatio") ?? 1)
      }
      if let settling = number(word, "settlingDuration") {
        return SpringValue(
          settlingDuration: settling, dampingRatio: number(word, "dampingRatio") ?? 1,
          epsilon: number(word, "epsilon") ?? 0.001)
      }
      if let stiffness = number(word, "stiffness") {
        return SpringValue(
          mass: number(word, "mass") ?? 1, stiffness: stiffness, damping: number(word, "damping") ?? 0,
          allowOverDamping: truth(word, "allowOverDamping", false))
      }
      return SpringValue(duration: duration, bounce: number(word, "bounce") ?? 0)
    }
  }

  func springMotion(
    _ call: NativeCall, from: Int = -1, target: Int, velocity: Int, time: Int, addsStart: Bool = false,
    _ read: (SpringValue, Double, Double, Double) -> Double
  ) {
    let spring = self.spring(call[0])
    guard let end = flatten(call[target]) else { return }
    let start = from >= 0 ? flatten(call[from]) ?? [] : []
    let speed = flatten(call[velocity]) ?? []
    var result = end
    for k in end.indices {
      let origin = k < start.count ? start[k] : 0
      result[k] = read(spring, end[k] - origin, k < speed.count ? speed[k] : 0, call[time].number)
      if addsStart { result[k] += origin }
    }
    call.result = unflatten(result, like: call[target])
  }

  func springForce(_ call: NativeCall, target: Int, position: Int, velocity: Int) {
    let spring = self.spring(call[0])
    guard var result = flatten(call[target]), let place = flatten(call[position]), let speed = flatten(call[velocity]),
      place.count == result.count, speed.count == result.count
    else { return }
    for k in result.indices { result[k] = spring.stiffness * (result[k] - place[k]) - spring.damping * speed[k] }
    call.result = unflatten(result, like: call[target])
  }
}
