/// Curves of progress over time: cubic Beziers and quarter circles, on 0...1.
package enum TimingCurve: Equatable, Sendable {
  /// Control points of the cubic from (0,0) to (1,1); the x of both lie in 0...1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
  case circularEaseIn
  case circularEaseOut
  case circularEaseInOut

  package static let linear = TimingCurve.bezier(x1: 0, y1: 0, x2: 1, y2: 1)
  package static let easeIn = TimingCurve.bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = TimingCurve.bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = TimingCurve.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// Control x values are clamped to 0...1, y values are not [R bezier].
  package static func control(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> TimingCurve {
    .bezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2)
  }

  /// Progress at a fraction of time; the fraction is clamped to 0...1.
  package func value(at fraction: Double) -> Double {
    let p = min(max(fraction, 0), 1)
    switch self {
    case .bezier(let x1, let y1, let x2, let y2):
      if x1 == y1 && x2 == y2 { return p }
      let bezier = Cubic(x1: x1, y1: y1, x2: x2, y2: y2)
      return bezier.y(bezier.parameter(forX: p))
    case .circularEaseIn: return 1 - (1 - p * p).squareRoot()
    case .circularEaseOut: return (1 - (1 - p) * (1 - p)).squareRoot()
    case .circularEaseInOut:
      if p < 0.5 { return (1 - (1 - 4 * p * p).squareRoot()) / 2 }
      let q = 2 - 2 * p
      return (1 + (1 - q * q).squareRoot()) / 2
    }
  }

  /// Slope of progress over the fraction of time; infinite at the vertical ends of circular curves.
  package func velocity(at fraction: Double) -> Double {
    let p = min(max(fraction, 0), 1)
    switch self {
    case .bezier(let x1, let y1, let x2, let y2):
      if x1 == y1 && x2 == y2 { return 1 }
      let bezier = Cubic(x1: x1, y1: y1, x2: x2, y2: y2)
      return bezier.slope(bezier.parameter(forX: p))
    case .circularEaseIn:
      let root = (1 - p * p).squareRoot()
      return root == 0 ? .infinity : p / root
    case .circularEaseOut:
      let q = 1 - p
      let root = (1 - q * q).squareRoot()
      return root == 0 ? .infinity : q / root
    case .circularEaseInOut:
      if p < 0.5 {
        let root = (1 - 4 * p * p).squareRoot()
        return root == 0 ? .infinity : 2 * p / root
      }
      let q = 2 - 2 * p
      let root = (1 - q * q).squareRoot()
      return root == 0 ? .infinity : q / root
    }
  }

  /// The curve with time and progress exchanged.
  package var inverse: TimingCurve {
    switch self {
    case .bezier(let x1, let y1, let x2, let y2): return .bezier(x1: y1, y1: x1, x2: y2, y2: x2)
    case .circularEaseIn: return .circularEaseOut
    case .circularEaseOut: return .circularEaseIn
    case .circularEaseInOut: return .circularEaseInOut
    }
  }

  /// A cubic Bezier from (0,0) to (1,1) in polynomial form.
  private struct Cubic {
    var ax, bx, cx, ay, by, cy: Double

    init(x1: Double, y1: Double, x2: Double, y2: Double) {
      cx = 3 * x1
      bx = 3 * (x2 - x1) - cx
      ax = 1 - cx - bx
      cy = 3 * y1
      by = 3 * (y2 - y1) - cy
      ay = 1 - cy - by
    }

    func x(_ t: Double) -> Double { ((ax * t + bx) * t + cx) * t }
    func y(_ t: Double) -> Double { ((ay * t + by) * t + cy) * t }
    func dx(_ t: Double) -> Double { (3 * ax * t + 2 * bx) * t + cx }
    func dy(_ t: Double) -> Double { (3 * ay * t + 2 * by) * t + cy }

    /// Newton from `p`, bisection where the slope vanishes; the result lies on the grid of 2^-20 as the framework's does.
    func parameter(forX p: Double) -> Double {
      let precision = 1.0 / 1_048_576
      if p <= 0 { return 0 }
      if p >= 1 { return 1 }
      var t = p
      for _ in 0..<8 {
        let error = x(t) - p
        if abs(error) < precision / 16 { return t }
        let slope = dx(t)
        if abs(slope) < 1e-6 { break }
        t -= error / slope
      }
      var low = 0.0
      var high = 1.0
      t = p
      for _ in 0..<60 {
        let error = x(t) - p
        if abs(error) < precision / 16 { return t }
        if error < 0 { low = t } else { high = t }
        t = (low + high) / 2
      }
      return t
    }

    /// dy/dx. Where a control point coincides with its end point both vanish; the framework answers 1 at the start and
    /// 0 at the end there [R curve].
    func slope(_ t: Double) -> Double {
      let across = dx(t)
      let up = dy(t)
      if abs(across) < 1e-12 {
        if abs(up) < 1e-12 { return t < 0.5 ? 1 : 0 }
        return .infinity
      }
      return up / across
    }
  }
}
