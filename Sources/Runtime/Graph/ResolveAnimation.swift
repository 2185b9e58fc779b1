/// Animation values of the scene to the engine's.

extension ViewGraph {
  /// nil for a nil animation. The chain of calls is walked in a loop: it may be long.
  func animation(_ word: Word) -> Animation? {
    var calls: [Word] = []
    var current = word
    while true {
      if current.isNone { return nil }
      if heap.kind(current) == .existential {
        current = heap.slot(current, 0)
        continue
      }
      guard let info = info(current) else {
        if tag(current) == .savedAnimation {
          guard var result = animation(saved: current) else { return nil }
          for call in calls.reversed() { if let modifier = modifier(call) { result = result.adding(modifier) } }
          return result
        }
        return customAnimation(current, calls)
      }
      switch info.base {
      case "delay", "speed", "repeatCount", "repeatForever", "logicallyComplete":
        calls.append(current)
        current = receiver(current)
      default:
        guard var result = baseAnimation(current, info) else { return nil }
        for call in calls.reversed() { if let modifier = modifier(call) { result = result.adding(modifier) } }
        return result
      }
    }
  }

  private func customAnimation(_ word: Word, _ calls: [Word]) -> Animation? {
    guard var result = customAnimation(word) else { return Animation.standard }
    for call in calls.reversed() { if let modifier = modifier(call) { result = result.adding(modifier) } }
    return result
  }

  private func modifier(_ word: Word) -> Animation.Modifier? {
    switch constantName(word) {
    case "delay": return .delay(number(word, 0) ?? 0)
    case "speed": return .speed(number(word, 0) ?? 1)
    case "repeatCount":
      return .repeats(count: argument(word, 0).integer, autoreverses: truth(word, "autoreverses", true))
    case "repeatForever": return .repeats(count: nil, autoreverses: truth(word, "autoreverses", true))
    case "logicallyComplete": return .logicallyComplete(after: number(word, "after") ?? 0)
    default: return nil
    }
  }

  func truth(_ word: Word, _ label: String, _ fallback: Bool) -> Bool {
    guard hasArgument(word, label) else { return fallback }
    let value = argument(word, label)
    return value.isNone || value.isHandle ? fallback : value.truth
  }

  private func baseAnimation(_ word: Word, _ info: NativeInfo) -> Animation? {
    let duration = number(word, "duration")
    switch info.base {
    case "linear": return .linear(duration: duration ?? Animation.defaultCurveDuration)
    case "easeIn": return .easeIn(duration: duration ?? Animation.defaultCurveDuration)
    case "easeOut": return .easeOut(duration: duration ?? Animation.defaultCurveDuration)
    case "easeInOut": return .easeInOut(duration: duration ?? Animation.defaultCurveDuration)
    case "timingCurve":
      let length = duration ?? Animation.defaultCurveDuration
      if info.labels.count >= 4 {
        return Animation(
          .curve(
            .control(number(word, 0) ?? 0, number(word, 1) ?? 0, number(word, 2) ?? 1, number(word, 3) ?? 1),
            duration: length))
      }
      return Animation(.curve(unitCurve(argument(word, 0)), duration: length))
    case "spring":
      if hasArgument(word, "response") || hasArgument(word, "dampingFraction") {
        return .spring(
          response: number(word, "response") ?? 0.5, dampingFraction: number(word, "dampingFraction") ?? 0.825,
          blendDuration: number(word, "blendDuration") ?? 0)
      }
      if let value = springValue(argument(word, 0)) {
        return Animation(
          .fluidSpring(
            FluidSpring(
              response: value.response, dampingFraction: value.damping,
              blendDuration: number(word, "blendDuration") ?? 0)))
      }
      return .spring(
        duration: duration ?? 0.5, bounce: number(word, "bounce") ?? 0,
        blendDuration: number(word, "blendDuration") ?? 0)
    case "interactiveSpring":
      if hasArgument(word, "response") || hasArgument(word, "dampingFraction") || info.labels.isEmpty {
        return .spring(
          response: number(word, "response") ?? 0.15, dampingFraction: number(word, "dampingFraction") ?? 0.86,
          blendDuration: number(word, "blendDuration") ?? 0.25)
      }
      return .spring(
        duration: duration ?? 0.15, bounce: 0.15 + (number(word, "extraBounce") ?? 0),
        blendDuration: number(word, "blendDuration") ?? 0.25)
    case "smooth": return .spring(duration: duration ?? 0.5, bounce: number(word, "extraBounce") ?? 0)
    case "snappy": return .spring(duration: duration ?? 0.5, bounce: 0.15 + (number(word, "extraBounce") ?? 0))
    case "bouncy": return .spring(duration: duration ?? 0.5, bounce: 0.3 + (number(word, "extraBounce") ?? 0))
    case "interpolatingSpring": return interpolatingSpring(word, duration)
    case "init": return animation(argument(word, 0))
    default: return .standard
    }
  }

  private func interpolatingSpring(_ word: Word, _ duration: Double?) -> Animation {
    let velocity = number(word, "initialVelocity") ?? 0
    if let stiffness = number(word, "stiffness"), let damping = number(word, "damping") {
      return Animation(
        .interpolatingSpring(
          InterpolatingSpring(
            mass: number(word, "mass") ?? 1, stiffness: stiffness, damping: damping, initialVelocity: velocity)))
    }
    var response = duration ?? 0.5
    var fraction = FluidSpring.dampingFraction(bounce: number(word, "bounce") ?? 0)
    if let value = springValue(argument(word, 0)) {
      response = value.response
      fraction = value.damping
    }
    let frequency = 2 * Double.pi / max(response, 1e-6)
    return Animation(
      .interpolatingSpring(
        InterpolatingSpring(
          mass: 1, stiffness: frequency * frequency, damping: 2 * fraction * frequency, initialVelocity: velocity)))
  }

  /// A `Spring` value.
  private func springValue(_ word: Word) -> (response: Double, damping: Double)? {
    guard word.isHandle, let info = info(word), info.type == "Spring" || info.base == "init" else { return nil }
    switch info.base {
    case "smooth": return (number(word, "duration") ?? 0.5, 1)
    case "snappy":
      return (
        number(word, "duration") ?? 0.5, FluidSpring.dampingFraction(bounce: 0.15 + (number(word, "extraBounce") ?? 0))
      )
    case "bouncy":
      return (
        number(word, "duration") ?? 0.5, FluidSpring.dampingFraction(bounce: 0.3 + (number(word, "extraBounce") ?? 0))
      )
    default:
      if let response = number(word, "response") { return (response, number(word, "dampingRatio") ?? 1) }
      if let stiffness = number(word, "stiffness"), let damping = number(word, "damping") {
        let mass = number(word, "mass") ?? 1
        let root = max(stiffness / mass, 1e-9).squareRoot()
        return (2 * .pi / root, damping / (2 * (stiffness * mass).squareRoot()))
      }
      return (
        number(word, "duration") ?? 0.5, FluidSpring.dampingFraction(bounce: number(word, "bounce") ?? 0)
      )
    }
  }

  func unitCurve(_ word: Word) -> TimingCurve {
    var isInverse = false
    var word = word
    while constantName(word) == "inverse", info(word)?.selfCount == 1 {
      isInverse.toggle()
      word = receiver(word)
    }
    let curve = plainCurve(word)
    return isInverse ? curve.inverse : curve
  }

  private func plainCurve(_ word: Word) -> TimingCurve {
    switch constantName(word) {
    case "linear": return .linear
    case "easeIn": return .easeIn
    case "easeOut": return .easeOut
    case "circularEaseIn": return .circularEaseIn
    case "circularEaseOut": return .circularEaseOut
    case "circularEaseInOut": return .circularEaseInOut
    case "bezier":
      let a = unitPoint(argument(word, "startControlPoint"))
      let b = unitPoint(argument(word, "endControlPoint"))
      return .control(a.x, a.y, b.x, b.y)
    default: return .easeInOut
    }
  }
}
