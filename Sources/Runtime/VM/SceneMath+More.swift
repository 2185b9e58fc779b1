/// Elementary functions derived from the basic ones; relative error below 1e-15 where not said otherwise.
extension SceneMath {
  package static func exp2(_ x: Double) -> Double {
    if x == x.rounded(.towardZero), x >= -1022, x <= 1023 {
      return Double(sign: .plus, exponent: Int(x), significand: 1)
    }
    return exp(x * 0.693147180559945309417232)
  }

  package static func log2(_ x: Double) -> Double {
    if x > 0, x.isFinite, x.significand == 1 { return Double(x.exponent) }
    return log(x) * 1.44269504088896340736
  }

  package static func log10(_ x: Double) -> Double {
    let value = log(x) * 0.43429448190325182765
    // Powers of ten are exact.
    let whole = value.rounded()
    if abs(value - whole) < 1e-9, abs(whole) <= 22, whole >= 0, pow(10, whole) == x { return whole }
    return value
  }

  /// e^x - 1, exact near zero.
  package static func expm1(_ x: Double) -> Double {
    if abs(x) > 0.5 { return exp(x) - 1 }
    var sum = 0.0
    var n = 18.0
    while n >= 2 {
      sum = (sum + 1) * x / n
      n -= 1
    }
    return x + x * sum
  }

  /// log(1 + x), exact near zero.
  package static func log1p(_ x: Double) -> Double {
    let u = 1 + x
    if u == 1 { return x }
    if !u.isFinite || u <= 0 { return log(u) }
    return log(u) * (x / (u - 1))
  }

  package static func sinh(_ x: Double) -> Double {
    if abs(x) > 22 { return x > 0 ? exp(x - 0.6931471805599453) : -exp(-x - 0.6931471805599453) }
    let e = expm1(abs(x))
    let value = (e + e / (e + 1)) / 2
    return x < 0 ? -value : value
  }

  package static func cosh(_ x: Double) -> Double {
    let size = abs(x)
    if size > 22 { return exp(size - 0.6931471805599453) }
    let e = exp(size)
    return (e + 1 / e) / 2
  }

  package static func tanh(_ x: Double) -> Double {
    if x.isNaN { return x }
    if abs(x) > 20 { return x > 0 ? 1 : -1 }
    let e = expm1(2 * x)
    return e / (e + 2)
  }

  package static func asinh(_ x: Double) -> Double {
    if !x.isFinite { return x }
    let size = abs(x)
    let value: Double
    if size > 1e8 {
      value = log(size) + 0.6931471805599453
    } else {
      value = log1p(size + size * size / (1 + (size * size + 1).squareRoot()))
    }
    return x < 0 ? -value : value
  }

  package static func acosh(_ x: Double) -> Double {
    if x < 1 { return .nan }
    if x > 1e8 { return log(x) + 0.6931471805599453 }
    let t = x - 1
    return log1p(t + (2 * t + t * t).squareRoot())
  }

  package static func atanh(_ x: Double) -> Double {
    abs(x) > 1 ? .nan : x.isNaN ? x : 0.5 * log1p(2 * x / (1 - x))
  }

  /// Cube root: one Newton step after an estimate by exponent.
  package static func cbrt(_ x: Double) -> Double {
    if x == 0 || !x.isFinite { return x }
    let size = abs(x)
    var root = exp(log(size) / 3)
    root -= (root * root * root - size) / (3 * root * root)
    let whole = root.rounded()
    if whole * whole * whole == size { root = whole }
    return x < 0 ? -root : root
  }

  package static func hypot(_ x: Double, _ y: Double) -> Double {
    let a = abs(x)
    let b = abs(y)
    if a.isInfinite || b.isInfinite { return .infinity }
    let large = max(a, b)
    let small = min(a, b)
    if large == 0 || a.isNaN || b.isNaN { return a + b }
    // Scaling only where the squares would leave the range, so that common lengths are rounded once.
    if large < 1e150 && small > 1e-150 || small == 0 {
      return small == 0 ? large : (a * a + b * b).squareRoot()
    }
    let ratio = small / large
    return large * (1 + ratio * ratio).squareRoot()
  }
}
