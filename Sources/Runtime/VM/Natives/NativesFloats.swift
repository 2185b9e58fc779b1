/// Natives of Double, CGFloat and Float, and the functions of mathematics.
import SceneIR

extension NativeTable {
  mutating func addFloats() {
    for name in ["Double", "CGFloat", "Float"] { addFloat(name) }
    add("Bool.==(_:_:)") { $0.setTruth($0[0] == $0[1]) }
    add("Bool.!=(_:_:)") { $0.setTruth($0[0] != $0[1]) }
    add("Bool.prefix !(_:)") { $0.setTruth($0[0] == 0) }
    add("Bool.hash(into:)") { call in hashInto(&call, call.types.bool) }
  }

  private mutating func addFloat(_ name: String) {
    let isSingle = name == "Float"
    func cut(_ value: Double) -> Double { isSingle ? Double(Float(value)) : value }
    /// A function of self (and more) to a number of the type.
    func number(_ suffix: String, _ operation: @escaping (NativeCall) -> Double) {
      handlers["\(name).\(suffix)"] = { $0.setNumber(cut(operation($0))) }
    }
    func truth(_ suffix: String, _ operation: @escaping (Double, Double) -> Bool) {
      handlers["\(name).\(suffix)"] = { $0.setTruth(operation($0.number(0), $0.number(1))) }
    }
    number("init(double:)") { $0.number(0) }
    number("init(_double:)") { $0.number(0) }
    number("init(integer:)") { Double($0.integer(0)) }
    number("init(unsigned:)") { Double($0[0]) }
    number("_double") { $0.number(0) }
    number("+(_:_:)") { $0.number(0) + $0.number(1) }
    number("-(_:_:)") { $0.number(0) - $0.number(1) }
    number("*(_:_:)") { $0.number(0) * $0.number(1) }
    number("/(_:_:)") { $0.number(0) / $0.number(1) }
    number("prefix -(_:)") { -$0.number(0) }
    truth("==(_:_:)") { $0 == $1 }
    truth("!=(_:_:)") { $0 != $1 }
    truth("<(_:_:)") { $0 < $1 }
    truth("<=(_:_:)") { $0 <= $1 }
    truth(">(_:_:)") { $0 > $1 }
    truth(">=(_:_:)") { $0 >= $1 }
    number("rounded()") { $0.number(0).rounded() }
    number("rounded(rule:)") { $0.number(0).rounded(roundingRule($0.integer(1))) }
    number("squareRoot()") { $0.number(0).squareRoot() }
    number("remainder(dividingBy:)") { $0.number(0).remainder(dividingBy: $0.number(1)) }
    number("truncatingRemainder(dividingBy:)") { $0.number(0).truncatingRemainder(dividingBy: $0.number(1)) }
    number("magnitude") { $0.number(0).magnitude }
    number("significand") { $0.number(0).significand }
    number("binade") { $0.number(0).binade }
    number("nextUp") { isSingle ? Double(Float($0.number(0)).nextUp) : $0.number(0).nextUp }
    number("ulp") { isSingle ? Double(Float($0.number(0)).ulp) : $0.number(0).ulp }
    number("greatestFiniteMagnitude") { _ in
      isSingle ? Double(Float.greatestFiniteMagnitude) : Double.greatestFiniteMagnitude
    }
    number("leastNonzeroMagnitude") { _ in
      isSingle ? Double(Float.leastNonzeroMagnitude) : Double.leastNonzeroMagnitude
    }
    number("leastNormalMagnitude") { _ in isSingle ? Double(Float.leastNormalMagnitude) : Double.leastNormalMagnitude }
    number("ulpOfOne") { _ in isSingle ? Double(Float.ulpOfOne) : Double.ulpOfOne }
    number("infinity") { _ in Double.infinity }
    number("nan") { _ in Double.nan }
    // Float's pi is rounded towards zero.
    number("pi") { _ in isSingle ? Double(Float.pi) : Double.pi }
    add("\(name).exponent") { call in
      let value = call.number(0)
      call.setInteger(value.isFinite && value != 0 ? Int(value.exponent) : value == 0 ? .min : .max)
    }
    add("\(name).sign") { $0.setInteger($0.number(0).sign == .minus ? 1 : 0) }
    add("\(name).floatingPointClass") { $0.setInteger(floatingPointClass($0.number(0), isSingle)) }
    add("\(name).isFinite") { $0.setTruth($0.number(0).isFinite) }
    add("\(name).isInfinite") { $0.setTruth($0.number(0).isInfinite) }
    add("\(name).isNaN") { $0.setTruth($0.number(0).isNaN) }
    add("\(name).isNormal") { $0.setTruth(isSingle ? Float($0.number(0)).isNormal : $0.number(0).isNormal) }
    add("\(name).isSubnormal") { $0.setTruth(isSingle ? Float($0.number(0)).isSubnormal : $0.number(0).isSubnormal) }
    add("\(name).bitPattern") { call in
      call.result = isSingle ? UInt64(Float(call.number(0)).bitPattern) : call[0]
    }
    add("\(name).init(bitPattern:)") { call in
      call.setNumber(
        isSingle ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: call[0]))) : Double(bitPattern: call[0]))
    }
    add("\(name).init(_parse:)") { call in
      let text = call.string(0)
      let value = isSingle ? Float(text).map { Double($0) } : Double(text)
      call.setOptional(value.map { Word(number: $0) })
    }
    add("\(name).description") { call in
      call.setString(isSingle ? Float(call.number(0)).description : call.number(0).description)
    }
    add("\(name).hash(into:)") { call in hashInto(&call, call.types.double) }
    for (suffix, isClosed) in [("in:", false), ("inClosed:", true)] {
      add("\(name).random(\(suffix))") { call in
        let (lower, upper) = call.bounds(0)
        if !(lower.number <= upper.number) || (!isClosed && lower.number == upper.number) {
          return call.trap(.invalidRange, "a random value of an empty range")
        }
        let span = upper.number - lower.number
        guard span.isFinite else { return call.trap(.invalidRange, "a random value of an infinite range") }
        let value = cut(lower.number + span * call.machine.random.unit())
        // Rounding may reach the upper bound, which a half-open range excludes.
        call.setNumber(!isClosed && value >= upper.number ? lower.number : min(value, upper.number))
      }
    }
  }

  mutating func addMath() {
    let unary: [(String, (Double) -> Double)] = [
      ("sqrt", { $0.squareRoot() }), ("cbrt", SceneMath.cbrt), ("sin", SceneMath.sin), ("cos", SceneMath.cos),
      ("tan", SceneMath.tan), ("asin", SceneMath.asin), ("acos", SceneMath.acos), ("atan", SceneMath.atan),
      ("sinh", SceneMath.sinh), ("cosh", SceneMath.cosh), ("tanh", SceneMath.tanh), ("asinh", SceneMath.asinh),
      ("acosh", SceneMath.acosh), ("atanh", SceneMath.atanh), ("exp", SceneMath.exp), ("exp2", SceneMath.exp2),
      ("expm1", SceneMath.expm1), ("log", SceneMath.log), ("log2", SceneMath.log2), ("log10", SceneMath.log10),
      ("log1p", SceneMath.log1p), ("floor", { $0.rounded(.down) }), ("ceil", { $0.rounded(.up) }),
      ("round", { $0.rounded() }), ("rint", { $0.rounded(.toNearestOrEven) }),
      ("nearbyint", { $0.rounded(.toNearestOrEven) }), ("trunc", { $0.rounded(.towardZero) }),
      ("fabs", { $0.magnitude }),
    ]
    for (name, function) in unary { add("\(name)(_:)") { $0.setNumber(function($0.number(0))) } }
    let binary: [(String, (Double, Double) -> Double)] = [
      ("pow", SceneMath.pow), ("atan2", SceneMath.atan2), ("hypot", SceneMath.hypot),
      ("fmod", { $0.truncatingRemainder(dividingBy: $1) }), ("remainder", { $0.remainder(dividingBy: $1) }),
      ("fdim", { $0 > $1 ? $0 - $1 : $0.isNaN || $1.isNaN ? .nan : 0 }),
      ("copysign", { Double(signOf: $1, magnitudeOf: $0) }), ("fmax", { Double.maximum($0, $1) }),
      ("fmin", { Double.minimum($0, $1) }),
    ]
    for (name, function) in binary { add("\(name)(_:_:)") { $0.setNumber(function($0.number(0), $0.number(1))) } }
    add("modf(_:)") { call in
      let value = call.number(0)
      let whole = value.rounded(.towardZero)
      call.result = call.machine.makeTuple(
        [Word(number: whole), Word(number: value.isInfinite ? 0 : value - whole)],
        [call.types.double, call.types.double])
    }
  }
}

/// Case of `FloatingPointRoundingRule` in declaration order.
func roundingRule(_ index: Int) -> FloatingPointRoundingRule {
  switch index {
  case 1: return .toNearestOrEven
  case 2: return .up
  case 3: return .down
  case 4: return .towardZero
  case 5: return .awayFromZero
  default: return .toNearestOrAwayFromZero
  }
}

/// Case of `FloatingPointClassification` in declaration order.
private func floatingPointClass(_ value: Double, _ isSingle: Bool) -> Int {
  switch isSingle ? Float(value).floatingPointClass : value.floatingPointClass {
  case .signalingNaN, .quietNaN: return 1
  case .negativeInfinity: return 2
  case .negativeNormal: return 3
  case .negativeSubnormal: return 4
  case .negativeZero: return 5
  case .positiveZero: return 6
  case .positiveSubnormal: return 7
  case .positiveNormal: return 8
  case .positiveInfinity: return 9
  @unknown default: return 1
  }
}
