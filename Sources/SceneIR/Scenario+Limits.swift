/// Bounds of scenario steps, whatever file they come from.
extension Step.Action {
  /// The longest time a step may take, in nanoseconds (an hour).
  package static let maximumDuration = 3_600_000_000_000

  /// What is wrong with the numbers of the step; nil when it can be played.
  package var problem: String? {
    switch self {
    case .wait(let time): return Self.duration(time)
    case .tap(let target), .doubleTap(let target): return target.problem
    case .longPress(let target, let time): return target.problem ?? Self.duration(time)
    case .drag(let target, let movement, let time):
      switch movement {
      case .by(let x, let y), .to(let x, let y):
        return target.problem ?? Self.numbers([x, y]) ?? Self.duration(time)
      }
    case .flick(let target, let x, let y, let time):
      return target.problem ?? Self.numbers([x, y]) ?? Self.duration(time)
    case .scroll(let target, let dx, let dy): return target.problem ?? Self.numbers([dx, dy])
    case .down(let x, let y), .move(let x, let y): return Self.numbers([x, y])
    case .up, .cancel, .settle, .snapshot: return nil
    case .type(_, let target): return target.problem
    case .expect(let target, let expectations):
      if let problem = target.problem { return problem }
      for expectation in expectations {
        switch expectation {
        case .frame(let x, let y, let width, let height, let tolerance):
          if let problem = Self.numbers([x ?? 0, y ?? 0, width ?? 0, height ?? 0, tolerance]) { return problem }
        case .opacity(let value, let tolerance): if let problem = Self.numbers([value, tolerance]) { return problem }
        case .settles(let time): if let problem = Self.duration(time) { return problem }
        case .neverOverlaps(let other): if let problem = other.problem { return problem }
        case .jumps(let limit): if let problem = Self.numbers([limit]) { return problem }
        case .text, .visible, .exists, .monotone: break
        }
      }
      return nil
    }
  }

  static func duration(_ nanoseconds: Int) -> String? {
    nanoseconds < 0 || nanoseconds > maximumDuration ? "a time outside 0...3600 s" : nil
  }

  static func numbers(_ values: [Double]) -> String? {
    for value in values where !value.isFinite || value.magnitude > 1e7 { return "a coordinate out of range" }
    return nil
  }
}

extension Step.Target {
  package var problem: String? {
    switch self {
    case .named(_, let index):
      guard let index, index < 0 || index > 1_000_000 else { return nil }
      return "an index out of range"
    case .point(let x, let y): return Step.Action.numbers([x, y])
    }
  }
}
