/// Decimal numerals: exact and shortest digits of a double, rounding, grouping, and `printf` conversions.
///
/// The C library's conversions would follow the locale and its version; these are the same everywhere.

/// A finite number as decimal digits: value = 0.d1d2d3... * 10^point.
struct DecimalDigits {
  var isNegative = false
  /// Without leading zeros; empty for zero.
  var digits: [UInt8] = []
  /// Digits before the decimal point.
  var point = 0

  /// The shortest digits that name the double.
  init(shortest value: Double) {
    isNegative = value.sign == .minus
    let text = value.magnitude.description
    var exponent = 0
    var seenPoint = false
    var whole = 0
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): seenPoint = true
      case UInt8(ascii: "e"):
        exponent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
        rest = []
      default:
        digits.append(byte &- 48)
        if !seenPoint { whole += 1 }
      }
    }
    point = whole + exponent
    normalize()
  }

  /// All digits of the binary value.
  init(exact value: Double) {
    isNegative = value.sign == .minus
    let size = value.magnitude
    guard size.isFinite, size > 0 else { return }
    // size = significand * 2^shift with a whole significand.
    let shift = max(Int(size.exponent), -1022) - 52
    var big = BigDigits(size.isNormal ? size.significandBitPattern | 1 << 52 : size.significandBitPattern)
    if shift >= 0 {
      for _ in 0..<shift { big.multiply(by: 2) }
    } else {
      // m / 2^n = m * 5^n / 10^n
      for _ in 0..<(-shift) { big.multiply(by: 5) }
    }
    digits = big.decimalDigits
    point = digits.count + min(shift, 0)
    normalize()
  }

  init(integer value: Int) {
    isNegative = value < 0
    digits = String(value.magnitude).utf8.map { $0 - 48 }
    point = digits.count
    normalize()
  }

  private mutating func normalize() {
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point = digits.isEmpty ? 0 : point - zeros
    while digits.last == 0 { digits.removeLast() }
  }

  var isZero: Bool { digits.isEmpty }

  mutating func scale(byPowerOfTen power: Int) { if !isZero { point += power } }

  /// Rounds to this many digits after the decimal point.
  mutating func round(fraction: Int, _ rule: FloatingPointRoundingRule = .toNearestOrEven) {
    keep(point + fraction, rule)
  }

  /// Rounds to this many digits in all.
  mutating func round(significant: Int, _ rule: FloatingPointRoundingRule = .toNearestOrEven) {
    keep(max(significant, 1), rule)
  }

  private mutating func keep(_ count: Int, _ rule: FloatingPointRoundingRule) {
    guard count < digits.count else { return }
    if count < 0 {
      let isUp = isAwayFromZero(rule) && !isZero
      digits = isUp ? [1] : []
      point = isUp ? point - count + 1 : 0
      return
    }
    let first = digits[count]
    let isTie = first == 5 && digits.count == count + 1
    let isOdd = count > 0 && digits[count - 1] & 1 == 1
    let goesUp: Bool
    switch rule {
    case .toNearestOrEven: goesUp = first > 5 || (first == 5 && (!isTie || isOdd))
    case .toNearestOrAwayFromZero: goesUp = first >= 5
    case .towardZero: goesUp = false
    default: goesUp = isAwayFromZero(rule)
    }
    digits.removeLast(digits.count - count)
    if goesUp {
      var at = count - 1
      while at >= 0, digits[at] == 9 {
        digits[at] = 0
        at -= 1
      }
      if at >= 0 {
        digits[at] += 1
      } else {
        digits.insert(1, at: 0)
        point += 1
      }
    }
    normalize()
  }

  private func isAwayFromZero(_ rule: FloatingPointRoundingRule) -> Bool {
    switch rule {
    case .awayFromZero: return true
    case .up: return !isNegative
    case .down: return isNegative
    default: return false
    }
  }

  /// Digits before the point, at least `minimum`.
  func wholeText(minimum: Int = 1, grouping: String = "") -> String {
    var whole: [UInt8] = []
    for at in 0..<max(point, 0) { whole.append(48 + (at < digits.count ? digits[at] : 0)) }
    while whole.count < minimum { whole.insert(48, at: 0) }
    if grouping.isEmpty || whole.count <= 3 { return String(decoding: whole, as: UTF8.self) }
    var text = ""
    for (at, digit) in whole.enumerated() {
      if at > 0, (whole.count - at) % 3 == 0 { text += grouping }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// Digits after the point, at least `minimum`, without the point.
  func fractionText(minimum: Int) -> String {
    var fraction: [UInt8] = []
    let count = max(minimum, digits.count - point)
    for at in 0..<max(count, 0) {
      let index = point + at
      fraction.append(48 + (index >= 0 && index < digits.count ? digits[index] : 0))
    }
    return String(decoding: fraction, as: UTF8.self)
  }
}

/// A whole number in base 10^9, least part first.
private struct BigDigits {
  private var parts: [UInt32] = []

  init(_ value: UInt64) {
    var rest = value
    while rest > 0 {
      parts.append(UInt32(rest % 1_000_000_000))
      rest /= 1_000_000_000
    }
  }

  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for i in parts.indices {
      let product = UInt64(parts[i]) * factor + carry
      parts[i] = UInt32(product % 1_000_000_000)
      carry = product / 1_000_000_000
    }
    if carry > 0 { parts.append(UInt32(carry)) }
  }

  var decimalDigits: [UInt8] {
    var result: [UInt8] = []
    for part in parts.reversed() {
      var digits = [UInt8](repeating: 0, count: 9)
      var rest = part
      for i in stride(from: 8, through: 0, by: -1) {
        digits[i] = UInt8(rest % 10)
        rest /= 10
      }
      result += digits
    }
    return result
  }
}

/// One conversion of a format string: `%-08.2lf`.
struct FormatSpecifier {
  var isLeft = false
  var showsPlus = false
  var showsSpace = false
  var padsZero = false
  var isAlternate = false
  var groups = false
  var width = 0
  var precision: Int?
  var conversion: Character = "d"
  /// `%2$@` names its argument, counted from 1.
  var position: Int?
  /// `*` in the place of width or precision takes an argument.
  var widthFromArgument = false
  var precisionFromArgument = false

  /// The bounds keep a format string from making megabytes.
  static let limit = 1000

  func pad(_ body: String, sign: String = "", isNumber: Bool = true) -> String {
    let length = body.count + sign.count
    let missing = min(width, FormatSpecifier.limit) - length
    if missing <= 0 { return sign + body }
    if isLeft { return sign + body + String(repeating: " ", count: missing) }
    if padsZero && isNumber { return sign + String(repeating: "0", count: missing) + body }
    return String(repeating: " ", count: missing) + sign + body
  }

  func sign(_ isNegative: Bool) -> String { isNegative ? "-" : showsPlus ? "+" : showsSpace ? " " : "" }

  func format(integer value: Int) -> String {
    var body = groups ? DecimalDigits(integer: value).wholeText(grouping: ",") : String(value.magnitude)
    if let precision { body = zeros(precision - body.count) + body }
    var copy = self
    if precision != nil { copy.padsZero = false }
    return copy.pad(body, sign: sign(value < 0))
  }

  func format(unsigned value: UInt64, radix: Int, uppercase: Bool) -> String {
    var body = String(value, radix: radix, uppercase: uppercase)
    if let precision { body = zeros(precision - body.count) + body }
    if isAlternate, value != 0 {
      if radix == 8 { body = "0" + body }
      if radix == 16 { return pad(body, sign: uppercase ? "0X" : "0x") }
    }
    return pad(body)
  }

  private func zeros(_ count: Int) -> String {
    String(repeating: "0", count: max(0, min(count, FormatSpecifier.limit)))
  }

  func format(number value: Double) -> String {
    let isUpper = conversion.isUppercase
    guard value.isFinite else {
      let text = value.isNaN ? "nan" : "inf"
      return pad(
        isUpper ? text.uppercased() : text, sign: value.isNaN ? "" : sign(value < 0), isNumber: false)
    }
    let precision = min(self.precision ?? 6, FormatSpecifier.limit)
    var digits = DecimalDigits(exact: value)
    switch conversion.lowercased() {
    case "e":
      return pad(scientific(&digits, precision, isUpper), sign: sign(value.sign == .minus))
    case "g":
      let significant = precision == 0 ? 1 : precision
      var rounded = digits
      rounded.round(significant: significant)
      let exponent = rounded.isZero ? 0 : rounded.point - 1
      if exponent < -4 || exponent >= significant {
        var text = scientific(&digits, significant - 1, isUpper)
        if !isAlternate { text = withoutTrailingZeros(text) }
        return pad(text, sign: sign(value.sign == .minus))
      }
      var text = fixed(&digits, max(0, significant - 1 - exponent))
      if !isAlternate { text = withoutTrailingZeros(text) }
      return pad(text, sign: sign(value.sign == .minus))
    default:
      return pad(fixed(&digits, precision), sign: sign(value.sign == .minus))
    }
  }

  private func fixed(_ digits: inout DecimalDigits, _ precision: Int) -> String {
    digits.round(fraction: precision)
    let whole = digits.wholeText(grouping: groups ? "," : "")
    return precision > 0 ? whole + "." + digits.fractionText(minimum: precision) : whole
  }

  private func scientific(_ digits: inout DecimalDigits, _ precision: Int, _ isUpper: Bool) -> String {
    digits.round(significant: precision + 1)
    let exponent = digits.isZero ? 0 : digits.point - 1
    var mantissa = digits
    mantissa.point = mantissa.isZero ? 0 : 1
    let size = String(abs(exponent))
    let fraction = precision > 0 ? "." + mantissa.fractionText(minimum: precision) : ""
    return mantissa.wholeText() + fraction + (isUpper ? "E" : "e") + (exponent < 0 ? "-" : "+")
      + (size.count < 2 ? "0" + size : size)
  }

  private func withoutTrailingZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    let end = text.firstIndex { $0 == "e" || $0 == "E" } ?? text.endIndex
    var mantissa = String(text[..<end])
    while mantissa.last == "0" { mantissa.removeLast() }
    if mantissa.last == "." { mantissa.removeLast() }
    return mantissa + text[end...]
  }
}

/// A format string taken apart.
enum FormatPiece {
  case text(String)
  case argument(FormatSpecifier)

  static func parse(_ format: String) -> [FormatPiece] {
    var pieces: [FormatPiece] = []
    var text = ""
    var rest = Substring(format)
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        text.append("%")
        continue
      }
      guard let specifier = specifier(&rest) else {
        text.append("%")
        continue
      }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.argument(specifier))
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  private static func specifier(_ rest: inout Substring) -> FormatSpecifier? {
    var result = FormatSpecifier()
    let start = rest
    func number() -> Int? {
      var value: Int?
      while let digit = rest.first?.wholeNumberValue, rest.first?.isASCII == true {
        value = min((value ?? 0) * 10 + digit, 100_000)
        rest.removeFirst()
      }
      return value
    }
    let beforeNumber = rest
    if let position = number(), rest.first == "$" {
      rest.removeFirst()
      result.position = position
    } else {
      rest = beforeNumber
    }
    flags: while let flag = rest.first {
      switch flag {
      case "-": result.isLeft = true
      case "+": result.showsPlus = true
      case " ": result.showsSpace = true
      case "0": result.padsZero = true
      case "#": result.isAlternate = true
      case "'": result.groups = true
      default: break flags
      }
      rest.removeFirst()
    }
    if rest.first == "*" {
      rest.removeFirst()
      result.widthFromArgument = true
    } else {
      result.width = number() ?? 0
    }
    if rest.first == "." {
      rest.removeFirst()
      if rest.first == "*" {
        rest.removeFirst()
        result.precisionFromArgument = true
      } else {
        result.precision = number() ?? 0
      }
    }
    while let modifier = rest.first, "hlqLzjt".contains(modifier) { rest.removeFirst() }
    guard let conversion = rest.popFirst(), "diuxXoeEfFgGaAcCsSp@D".contains(conversion) else {
      rest = start
      return nil
    }
    result.conversion = conversion
    return result
  }
}
