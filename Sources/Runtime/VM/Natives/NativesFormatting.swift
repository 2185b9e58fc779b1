/// `String(format:)`, interpolation with a specifier, and the number format styles of Foundation in English form.
///
/// A format style is a description: the key and arguments of the call that made it, around the style it refines.
import SceneIR

extension NativeTable {
  mutating func addFormatting() {
    add("String.init(format:arguments:)") { call in
      call.run { call throws(Trap) in
        call.setString(try call.machine.format(call.string(0), Array(call.heap.contents(call[1])), nil))
      }
    }
    add("String.interpolate(_:specifier:)") { call in
      call.run { call throws(Trap) in
        call.setString(try call.machine.format(call.string(1), [call[0]], call.hiddenType(after: 2)))
      }
    }
    add("String.interpolate(_:format:)") { call in
      call.run { call throws(Trap) in
        call.setString(try call.machine.formatted(call[0], call.hiddenType(after: 2), style: call[1]))
      }
    }
    for proto in ["BinaryInteger", "BinaryFloatingPoint", "Int", "Double", "CGFloat", "Float", "Decimal"] {
      let isInteger = proto == "BinaryInteger" || proto == "Int"
      add("\(proto).formatted()") { call in
        let type = isInteger ? call.types.int : call.types.double
        call.run { call throws(Trap) in call.setString(try call.machine.formatted(call[0], type, style: .none)) }
      }
      add("\(proto).formatted(_:)") { call in
        let type = isInteger ? call.types.int : call.types.double
        call.run { call throws(Trap) in call.setString(try call.machine.formatted(call[0], type, style: call[1])) }
      }
    }
    for style in ["IntegerFormatStyle", "FloatingPointFormatStyle"] {
      for kind in ["", ".Percent", ".Currency"] {
        add("\(style)\(kind).format(_:)") { call in
          let type = style == "IntegerFormatStyle" ? call.types.int : call.types.double
          call.run { call throws(Trap) in call.setString(try call.machine.formatted(call[1], type, style: call[0])) }
        }
        for suffix in [
          "decimalSeparator(strategy:)", "grouping(_:)", "notation(_:)", "precision(_:)", "rounded(rule:increment:)",
          "scale(_:)", "sign(strategy:)", "locale(_:)", "init(locale:)", "presentation(_:)", "init(code:locale:)",
          "init()",
        ] {
          add("\(style)\(kind).\(suffix)") { call in
            // A language whose numerals are not known is told.
            if suffix == "locale(_:)", let name = call.machine.localeIdentifier(call[1]),
              FormatTexts.numerals(name) == nil
            {
              call.machine.hooks.onNote?(call.native)
            }
            call.describeItself()
          }
        }
      }
    }
    for suffix in ["number", "percent", "currency(code:)", "locale(_:)"] {
      add("FormatStyle.\(suffix)") { $0.describeItself() }
    }
    for prefix in ["NumberFormatStyleConfiguration", "CurrencyFormatStyleConfiguration"] {
      for suffix in [
        "DecimalSeparatorDisplayStrategy.always", "DecimalSeparatorDisplayStrategy.automatic", "Grouping.automatic",
        "Grouping.never", "Notation.automatic", "Notation.compactName", "Notation.scientific",
        "Precision.fractionLength(_:)", "Precision.integerAndFractionLength(integer:fraction:)",
        "Precision.integerAndFractionLength(integerLimits:fractionLimits:)", "Precision.integerLength(_:)",
        "Precision.significantDigits(_:)", "SignDisplayStrategy.always(includingZero:)",
        "SignDisplayStrategy.automatic", "SignDisplayStrategy.never", "SignDisplayStrategy.always(showZero:)",
        "SignDisplayStrategy.accounting", "SignDisplayStrategy.accountingAlways(showZero:)", "Presentation.fullName",
        "Presentation.isoCode", "Presentation.narrow", "Presentation.standard",
      ] {
        add("\(prefix).\(suffix)") { $0.describeItself() }
      }
    }
  }
}

extension NativeCall {
  /// The result is a description of the call.
  mutating func describeItself() {
    var arguments: [Word] = []
    for i in 0..<count {
      heap.share(self[i])
      arguments.append(self[i])
    }
    result = machine.makeDescription(native: native, arguments)
  }
}

/// What a chain of format style calls asks for.
struct NumberStyle {
  enum Kind { case number, percent, currency }
  var kind = Kind.number
  var currency = "USD"
  var minimumFraction: Int?
  var maximumFraction: Int?
  var significant: ClosedRange<Int>?
  var minimumInteger = 1
  var groups = true
  var isCompact = false
  var isScientific = false
  var alwaysShowsSign = false
  var showsSignOfZero = false
  var neverShowsSign = false
  var isAccounting = false
  var alwaysShowsPoint = false
  var scale = 1.0
  var increment: Double?
  var rule = FloatingPointRoundingRule.toNearestOrEven
  var presentation = ""
  var numerals = FormatTexts.Numerals()

  func format(_ value: Double, isInteger: Bool) -> String {
    if value.isNaN { return "NaN" }
    var scaled = value * scale
    if let increment, increment > 0 { scaled = (scaled / increment).rounded(rule) * increment }
    if scaled.isInfinite { return (scaled < 0 ? "-" : "") + "∞" }
    var digits = DecimalDigits(shortest: scaled)
    if isInteger, scale == 1, increment == nil, abs(value) < 9.2e18 { digits = DecimalDigits(integer: Int(value)) }
    if kind == .percent, !isInteger { digits.scale(byPowerOfTen: 2) }
    var suffix = ""
    if isCompact { suffix = compact(&digits) }
    var exponent = 0
    if isScientific, !digits.isZero {
      exponent = digits.point - 1
      digits.point = 1
    }
    let isNegative = digits.isNegative
    var minimum = minimumFraction ?? 0
    if let significant {
      digits.round(significant: significant.upperBound, rule)
      minimum = max(0, significant.lowerBound - max(digits.point, digits.isZero ? 1 : digits.point))
    } else if isCompact, maximumFraction == nil {
      digits.round(significant: max(2, digits.point), rule)
    } else {
      let most = maximumFraction ?? (kind == .currency ? currencyDigits : max(minimum, 6))
      if kind == .currency, minimumFraction == nil { minimum = min(currencyDigits, most) }
      digits.round(fraction: most, rule)
    }
    let fraction = digits.fractionText(minimum: minimum)
    let isGrouped = groups && digits.point >= 3 + numerals.leastGroup
    var body = digits.wholeText(minimum: minimumInteger, grouping: isGrouped ? numerals.group : "")
    if !fraction.isEmpty || alwaysShowsPoint { body += numerals.point + fraction }
    if isScientific { body += "E\(exponent)" }
    return decorate(body + suffix, isNegative: isNegative && !digits.isZero, isZero: digits.isZero)
  }

  private func decorate(_ body: String, isNegative: Bool, isZero: Bool) -> String {
    var sign = isNegative ? "-" : ""
    if alwaysShowsSign, !isNegative, !isZero || showsSignOfZero { sign = "+" }
    if neverShowsSign { sign = "" }
    switch kind {
    case .number: return sign + body
    case .percent: return sign + body + numerals.percent
    case .currency:
      if presentation == "fullName" { return sign + body + " " + currencyName }
      let symbol = presentation == "isoCode" ? currency + "\u{A0}" : currencySymbol
      if numerals.isBehind { return sign + body + numerals.space + symbol }
      if !numerals.space.isEmpty || symbol != currencySymbol { return sign + symbol + numerals.space + body }
      if isAccounting, isNegative { return "(" + currencySymbol + body + ")" }
      return sign + currencySymbol + body
    }
  }

  /// Divides by a power of a thousand, and names it.
  private func compact(_ digits: inout DecimalDigits) -> String {
    let names = ["", "K", "M", "B", "T"]
    var rounded = digits
    rounded.round(significant: max(2, ((digits.point - 1) % 3 + 3) % 3 + 1), rule)
    let step = min(max(0, (rounded.point - 1) / 3), names.count - 1)
    digits.scale(byPowerOfTen: -3 * step)
    return names[step]
  }

  private var currencyDigits: Int { ["JPY", "KRW", "VND", "CLP", "ISK"].contains(currency) ? 0 : 2 }

  private var currencyName: String {
    switch currency {
    case "USD": return "US dollars"
    case "EUR": return "euros"
    case "GBP": return "British pounds"
    case "JPY": return "Japanese yen"
    case "CHF": return "Swiss francs"
    case "CAD": return "Canadian dollars"
    case "AUD": return "Australian dollars"
    case "INR": return "Indian rupees"
    default: return currency
    }
  }

  private var currencySymbol: String {
    if presentation == "narrow", ["CAD", "AUD", "MXN", "NZD", "HKD"].contains(currency) { return "$" }
    switch currency {
    case "USD": return "$"
    case "EUR": return "€"
    case "GBP": return "£"
    case "JPY": return "¥"
    case "INR": return "₹"
    case "KRW": return "₩"
    case "CNY": return "CN¥"
    case "BRL": return "R$"
    case "CAD": return "CA$"
    case "AUD": return "A$"
    case "MXN": return "MX$"
    case "NZD": return "NZ$"
    case "HKD": return "HK$"
    case "ILS": return "₪"
    case "VND": return "₫"
    default: return currency + "\u{A0}"
    }
  }
}

extension Machine {
  /// A number in a format style; `.none` for the default style.
  package func formatted(_ word: Word, _ type: TypeId, style: Word) throws(Trap) -> String {
    if let text = try formattedByScene(word, style) { return text }
    if style.isHandle, let text = try systemFormat(word, style) { return text }
    let inner = open(word)
    let actual = inner.type != .unknown && heap.kind(word) == .existential ? inner.type : type
    let shape = types.shape(actual)
    guard shape == .integer || shape == .floating || shape == .single else {
      return try describe(word, type: type)
    }
    let isInteger = shape == .integer
    var value = isInteger ? Double(inner.value.integer) : inner.value.number
    // What a Float shows is its own shortest digits.
    if shape == .single { value = Double(Float(value).description) ?? value }
    if isInteger, style == .none { return DecimalDigits(integer: inner.value.integer).signed(grouping: ",") }
    return numberStyle(style).format(value, isInteger: isInteger)
  }

  /// What a style with a `format(_:)` of its own says, a string or attributed text; nil for the platform's styles.
  package func formattedByScene(_ value: Word, _ style: Word) throws(Trap) -> String? {
    switch heap.kind(style) {
    case .structure, .enumeration, .instance: break
    default: return nil
    }
    guard let proto = protocolIndex("FormatStyle"), let requirement = requirementIndex(proto, "format(_:)"),
      let result = try callWitness(of: heap.type(style), proto, requirement, [style, value])
    else { return nil }
    return heap.string(result)
  }

  /// Reads a chain of style descriptions, innermost first.
  func numberStyle(_ word: Word) -> NumberStyle {
    var chain: [ObjectView] = []
    var current = word
    while chain.count < 256, heap.kind(current) == .description {
      let view = self.view(current)
      chain.append(view)
      current = view[0]
    }
    var style = NumberStyle()
    for view in chain.reversed() { refine(&style, view) }
    return style
  }

  private func refine(_ style: inout NumberStyle, _ view: ObjectView) {
    guard let key = view.key else { return }
    if key.contains(".Percent.init") || key == "FormatStyle.percent" { style.kind = .percent }
    if key.contains(".Currency.init") || key == "FormatStyle.currency(code:)" {
      style.kind = .currency
      style.currency = (heap.string(view[0]) ?? "USD").uppercased()
    }
    guard let dot = key.lastIndex(of: ".") else { return }
    let option = self.view(view[1]).key ?? ""
    switch key[dot...] {
    case ".precision(_:)": precision(&style, self.view(view[1]))
    case ".grouping(_:)": style.groups = !option.hasSuffix("never")
    case ".notation(_:)":
      style.isCompact = option.hasSuffix("compactName")
      style.isScientific = option.hasSuffix("scientific")
    case ".sign(strategy:)":
      style.neverShowsSign = option.hasSuffix(".never")
      style.alwaysShowsSign = option.contains(".always") || option.contains("accountingAlways")
      style.showsSignOfZero = self.view(view[1]).count > 0 && self.view(view[1])[0].truth
      style.isAccounting = option.contains("accounting")
    case ".decimalSeparator(strategy:)": style.alwaysShowsPoint = option.hasSuffix("always")
    case ".presentation(_:)":
      style.presentation = option.lastIndex(of: ".").map { String(option[option.index(after: $0)...]) } ?? ""
    case ".locale(_:)":
      if let name = localeIdentifier(view[1]) { style.numerals = FormatTexts.numerals(name) ?? style.numerals }
    case ".init(locale:)":
      if let name = localeIdentifier(view[0]) { style.numerals = FormatTexts.numerals(name) ?? style.numerals }
    case ".init(code:locale:)":
      if let name = localeIdentifier(view[1]) { style.numerals = FormatTexts.numerals(name) ?? style.numerals }
    case ".scale(_:)": style.scale = view[1].number
    case ".rounded(rule:increment:)":
      style.rule = roundingRule(view[1].integer)
      if view[2] != .none {
        style.increment = key.hasPrefix("Integer") ? Double(view[2].integer) : view[2].number
      }
      if style.increment == nil, style.maximumFraction == nil, !key.hasPrefix("Integer") { style.maximumFraction = 0 }
    default: break
    }
  }

  private func precision(_ style: inout NumberStyle, _ view: ObjectView) {
    guard let key = view.key else { return }
    func limits(_ word: Word) -> ClosedRange<Int> {
      guard heap.kind(word) == .structure else {
        let count = max(0, min(word.integer, 100))
        return count...count
      }
      let name = types.name(heap.type(word))
      let first = heap.slot(word, 0).integer
      if name.hasPrefix("PartialRangeFrom") { return max(0, min(first, 100))...100 }
      if name.hasPrefix("PartialRange") {
        return 0...max(0, min(name.hasPrefix("PartialRangeUpTo") ? first - 1 : first, 100))
      }
      let last = heap.slot(word, 1).integer - (name.hasPrefix("Closed") ? 0 : 1)
      let lower = max(0, min(first, 100))
      return lower...max(lower, min(last, 100))
    }
    if key.hasSuffix("fractionLength(_:)") {
      style.minimumFraction = limits(view[0]).lowerBound
      style.maximumFraction = limits(view[0]).upperBound
    } else if key.hasSuffix("significantDigits(_:)") {
      let range = limits(view[0])
      style.significant = max(1, range.lowerBound)...max(1, range.upperBound)
    } else if key.hasSuffix("integerLength(_:)") {
      style.minimumInteger = limits(view[0]).lowerBound
    } else if key.contains("integerAndFractionLength") {
      style.minimumInteger = limits(view[0]).lowerBound
      style.minimumFraction = limits(view[1]).lowerBound
      style.maximumFraction = limits(view[1]).upperBound
    }
  }

  /// `printf` with the arguments; they are existentials, or values of `type`.
  func format(_ format: String, _ arguments: [Word], _ type: TypeId?) throws(Trap) -> String {
    var text = ""
    var next = 0
    func take(_ position: Int?) -> (value: Word, type: TypeId)? {
      let at = position.map { $0 - 1 } ?? next
      if position == nil { next += 1 }
      guard arguments.indices.contains(at) else { return nil }
      if let type, types.shape(type) != .existential, types.shape(type) != .dynamic { return (arguments[at], type) }
      return open(arguments[at])
    }
    for piece in FormatPiece.parse(format) {
      eventFuel -= 16
      if eventFuel < 0 || text.utf8.count > 1 << 24 { throw Trap(.outOfFuel) }
      guard case .argument(var specifier) = piece else {
        if case .text(let plain) = piece { text += plain }
        continue
      }
      if specifier.widthFromArgument { specifier.width = max(0, take(nil)?.value.integer ?? 0) }
      if specifier.precisionFromArgument { specifier.precision = max(0, take(nil)?.value.integer ?? 0) }
      guard let argument = take(specifier.position) else { continue }
      text += try convert(specifier, argument.value, argument.type)
    }
    return text
  }

  private func convert(_ specifier: FormatSpecifier, _ word: Word, _ type: TypeId) throws(Trap) -> String {
    let shape = types.shape(type)
    let isFloating = shape == .floating || shape == .single
    switch specifier.conversion {
    case "d", "i", "D":
      // A number of the other kind is converted rather than reinterpreted.
      let value = isFloating ? Int(exactly: word.number.rounded(.towardZero)) ?? 0 : word.integer
      return specifier.format(integer: value)
    case "u", "x", "X", "o", "p":
      let value = isFloating ? UInt64(exactly: word.number.rounded(.towardZero)) ?? 0 : word
      if specifier.conversion == "u" { return specifier.format(unsigned: value, radix: 10, uppercase: false) }
      let radix = specifier.conversion == "o" ? 8 : 16
      // Negative numbers show the bits of the 32-bit type that these conversions expect.
      let bits = shape == .integer && value.integer < 0 && value.integer >= -0x8000_0000 ? value & 0xFFFF_FFFF : value
      return specifier.format(unsigned: bits, radix: radix, uppercase: specifier.conversion == "X")
    case "e", "E", "f", "F", "g", "G", "a", "A":
      return specifier.format(number: isFloating ? word.number : Double(word.integer))
    case "c", "C":
      let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: word))
      return specifier.pad(scalar.map { String(Character($0)) } ?? "", isNumber: false)
    default:
      var body = try describe(word, type: type)
      if let precision = specifier.precision { body = String(body.prefix(precision)) }
      return specifier.pad(body, isNumber: false)
    }
  }
}

extension DecimalDigits {
  func signed(grouping: String) -> String { (isNegative ? "-" : "") + wholeText(grouping: grouping) }
}
