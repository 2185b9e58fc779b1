/// Elementary functions computed from scratch, so that frames are equal on every processor: the C library picks its
/// variants by CPU. Series after range reduction; relative error below 4e-16 in the ranges that layouts use.
package enum SceneMath {
  private static let ln2High = 6.93147180369123816490e-01
  private static let ln2Low = 1.90821492927058770002e-10

  /// e to the x.
  package static func exp(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 709.79 { return .infinity }
    if x < -745.2 { return 0 }
    let k = (x * 1.4426950408889634).rounded(.toNearestOrEven)
    let r = (x - k * ln2High) - k * ln2Low
    var sum = 1.0
    var n = 14.0
    while n >= 1 {
      sum = 1 + r / n * sum
      n -= 1
    }
    return scale(sum, by: Int(k))
  }

  /// Natural logarithm; NaN below zero, minus infinity at zero.
  package static func log(_ x: Double) -> Double {
    if x.isNaN || x < 0 { return .nan }
    if x == 0 { return -.infinity }
    if x == .infinity { return x }
    var exponent = Double(x.exponent)
    var m = x.significand
    if m > 1.4142135623730951 {
      m /= 2
      exponent += 1
    }
    let s = (m - 1) / (m + 1)
    let square = s * s
    var sum = 0.0
    var n = 25.0
    while n >= 3 {
      sum = (sum + 1 / n) * square
      n -= 2
    }
    return exponent * ln2High + (2 * s + (2 * s * sum + exponent * ln2Low))
  }

  package static func sin(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (r, tail, quadrant) = reduce(x)
    switch quadrant {
    case 0: return sinSeries(r, tail)
    case 1: return cosSeries(r, tail)
    case 2: return -sinSeries(r, tail)
    default: return -cosSeries(r, tail)
    }
  }

  package static func cos(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (r, tail, quadrant) = reduce(x)
    switch quadrant {
    case 0: return cosSeries(r, tail)
    case 1: return -sinSeries(r, tail)
    case 2: return -cosSeries(r, tail)
    default: return sinSeries(r, tail)
    }
  }

  package static func tan(_ x: Double) -> Double { sin(x) / cos(x) }

  /// Arc tangent in radians.
  package static func atan(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x < 0 { return -atan(-x) }
    if x == .infinity { return Double.pi / 2 }
    if x > 1 { return Double.pi / 2 - atan(1 / x) }
    // Two halvings of the angle bring the argument below 0.2.
    var y = x
    var factor = 1.0
    while y > 0.2 {
      y = y / (1 + (1 + y * y).squareRoot())
      factor *= 2
    }
    let square = y * y
    var sum = 0.0
    var n = 27.0
    while n >= 3 {
      sum = (1 / n - sum) * square
      n -= 2
    }
    return factor * (y - y * sum)
  }

  package static func atan2(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    if x == 0 && y == 0 {
      let angle = x.sign == .minus ? Double.pi : 0
      return y.sign == .minus ? -angle : angle
    }
    if x.isInfinite && y.isInfinite {
      let angle = x > 0 ? Double.pi / 4 : 3 * Double.pi / 4
      return y < 0 ? -angle : angle
    }
    if abs(x) >= abs(y) {
      let angle = atan(y / x)
      if x > 0 { return angle }
      return y.sign == .minus ? angle - Double.pi : angle + Double.pi
    }
    let angle = Double.pi / 2 - atan(x / abs(y))
    return y < 0 ? -angle : angle
  }

  package static func asin(_ x: Double) -> Double { abs(x) > 1 ? .nan : atan2(x, ((1 - x) * (1 + x)).squareRoot()) }
  package static func acos(_ x: Double) -> Double { abs(x) > 1 ? .nan : atan2(((1 - x) * (1 + x)).squareRoot(), x) }

  /// x to the y. Whole exponents up to 64 are exact products.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    if x.isNaN || y.isNaN { return .nan }
    let isWhole = y == y.rounded(.towardZero)
    if isWhole && abs(y) <= 64 {
      var result = 1.0
      var base = x
      var n = Int(abs(y))
      while n > 0 {
        if n & 1 == 1 { result *= base }
        base *= base
        n >>= 1
      }
      return y < 0 ? 1 / result : result
    }
    if x == 0 { return y > 0 ? 0 : .infinity }
    if x < 0 {
      guard isWhole else { return .nan }
      let isOdd = abs(y) < 9_007_199_254_740_992 && Int(y) & 1 != 0
      let size = exp(y * log(-x))
      return isOdd ? -size : size
    }
    if y == 0.5 { return x.squareRoot() }
    return exp(y * log(x))
  }

  // MARK: Pieces

  private static func scale(_ x: Double, by exponent: Int) -> Double {
    if exponent > 1000 { return x * Double(sign: .plus, exponent: 1000, significand: 1) * power(exponent - 1000) }
    if exponent < -1000 { return x * Double(sign: .plus, exponent: -1000, significand: 1) * power(exponent + 1000) }
    return x * power(exponent)
  }

  private static func power(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

  /// x as quadrant * pi/2 + r + tail with |r| <= pi/4; pi/2 in three parts keeps the digits lost by subtraction.
  private static func reduce(_ x: Double) -> (Double, Double, Int) {
    var y = x
    if abs(y) > 1e6 { y.formRemainder(dividingBy: 2 * Double.pi) }
    let n = (y * 0.6366197723675814).rounded(.toNearestOrEven)
    let first = y - n * 1.57079632673412561417
    let second = n * 6.07710050630396597660e-11
    let r = first - second
    let tail = ((first - r) - second) - n * 2.02226624879595063154e-21
    let quadrant = Int(n.truncatingRemainder(dividingBy: 4))
    return (r, tail, quadrant < 0 ? quadrant + 4 : quadrant)
  }

  private static func sinSeries(_ r: Double, _ tail: Double) -> Double {
    let square = r * r
    var sum = 0.0
    var n = 18.0
    while n >= 2 {
      sum = square / (n * (n + 1)) * (1 - sum)
      n -= 2
    }
    return r - r * sum + tail * (1 - square / 2)
  }

  private static func cosSeries(_ r: Double, _ tail: Double) -> Double {
    let square = r * r
    var sum = 0.0
    var n = 19.0
    while n >= 3 {
      sum = square / (n * (n + 1)) * (1 - sum)
      n -= 2
    }
    return 1 - (square / 2) * (1 - sum) - r * tail
  }
}
