/// Natives of Foundation: identifiers, numbers as objects, number and date formatters, character sets.
import SceneIR

extension NativeTable {
  mutating func addFoundation() {
    add("UUID._new()") { $0.setString($0.machine.makeIdentifier()) }
    // Seconds since 2001-01-01; a scene starts on 2026-01-01.
    add("Date._now") { $0.setNumber(788_918_400 + Double($0.machine.nanoseconds) / 1e9) }
    addNumbers()
    addFormatters()
    let sets = [
      "alphanumerics", "capitalizedLetters", "controlCharacters", "decimalDigits", "letters", "lowercaseLetters",
      "newlines", "punctuationCharacters", "symbols", "uppercaseLetters", "urlFragmentAllowed", "urlHostAllowed",
      "urlPasswordAllowed", "urlPathAllowed", "urlQueryAllowed", "urlUserAllowed", "whitespaces",
      "whitespacesAndNewlines", "inverted", "init()", "init(charactersIn:)", "union(_:)", "intersection(_:)",
      "subtracting(_:)", "symmetricDifference(_:)",
    ]
    for name in sets { add("CharacterSet.\(name)") { $0.describeItself() } }
    let changes = [
      "formUnion(_:)", "formIntersection(_:)", "formSymmetricDifference(_:)", "subtract(_:)", "invert()",
      "insert(charactersIn:)", "remove(charactersIn:)",
    ]
    for name in changes {
      add("CharacterSet.\(name)") { call in
        call.describeItself()
        call.setResult(call.result, at: 1)
        call.result = .none
      }
    }
    add("CharacterSet.contains(_:)") { call in
      let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: call.heap.slot(call[1], 0)))
      call.setTruth(scalar.map { CharacterMembership(call.machine, call[0]).contains($0) } ?? false)
    }
  }

  private mutating func addNumbers() {
    // A number object knows whether it holds an integer (0), a floating-point number (1) or a truth value (2).
    let kinds: [(String, Int)] = [
      ("integer:", 0), ("unsigned:", 0), ("integerLiteral:", 0), ("double:", 1), ("floatLiteral:", 1), ("bool:", 2),
      ("booleanLiteral:", 2), ("value:", 0),
    ]
    for (label, kind) in kinds {
      add("NSNumber.init(\(label))") { call in
        let type = call.types.named("NSNumber") ?? .unknown
        call.result = call.machine.makeNumber(call[0], kind, type)
      }
    }
    for name in ["intValue", "int64Value", "int32Value", "int16Value", "int8Value", "uintValue", "uint64Value"] {
      add("NSNumber.\(name)") { call in
        let value = call.machine.numberValue(call[0])
        call.setInteger(value.isFloating ? Int(exactly: value.number.rounded(.towardZero)) ?? 0 : value.word.integer)
      }
    }
    for name in ["doubleValue", "floatValue"] {
      add("NSNumber.\(name)") { $0.setNumber($0.machine.numberValue($0[0]).number) }
    }
    add("NSNumber.boolValue") { $0.setTruth($0.machine.numberValue($0[0]).number != 0) }
    add(["NSNumber.stringValue", "NSNumber.description"]) { call in
      let value = call.machine.numberValue(call[0])
      call.setString(value.isFloating ? value.number.description : String(value.word.integer))
    }
    add("NSNumber.<(_:_:)") { $0.setTruth($0.machine.numberValue($0[0]).number < $0.machine.numberValue($0[1]).number) }
    add("NSNumber.isEqual(to:)") {
      $0.setTruth($0.machine.numberValue($0[0]).number == $0.machine.numberValue($0[1]).number)
    }
  }

  private mutating func addFormatters() {
    add(["NumberFormatter.string(from:)", "NumberFormatter.string(for:)"]) { call in
      call.result = call.machine.makeString(call.machine.formatNumber(call[0], call[1]))
    }
    add("DateFormatter.date(from:)") { call in
      let pattern = call.machine.property(call[0], "dateFormat").flatMap { call.heap.string($0) } ?? ""
      call.result = call.machine.date(CivilDate.seconds(from: call.string(1), pattern: pattern))
    }
    add("ISO8601DateFormatter.date(from:)") { call in
      let text = call.string(1)
      let patterns = ["yyyy-MM-dd'T'HH:mm:ss'Z'", "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "yyyy-MM-dd"]
      call.result = call.machine.date(patterns.lazy.compactMap { CivilDate.seconds(from: text, pattern: $0) }.first)
    }
    add("DateFormatter.setLocalizedDateFormatFromTemplate(_:)") { call in
      guard call.machine.isBag(call[0]) else { return }
      call.heap.share(call[1])
      call.machine.setProperty(call[0], call.machine.propertyId("template"), call[1])
    }
    add("DateFormatter.string(from:)") { call in
      call.setString(call.machine.formatDate(call[0], seconds: call.heap.slot(call[1], 0).number))
    }
  }
}

extension Machine {
  /// `description` of a native's value; nil where it has none of its own.
  func describeNative(_ word: Word, _ type: TypeId) -> String? {
    guard isBag(word), types.nominalRow(type)?.name == "NSNumber" else { return nil }
    let value = numberValue(word)
    return value.isFloating ? value.number.description : String(value.word.integer)
  }

  /// A version 4 UUID from the run's random numbers, in capitals.
  package func makeIdentifier() -> String {
    var bytes: [UInt8] = []
    for word in [random.next(), random.next()] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (i, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(i) { text += "-" }
      let hex = String(byte, radix: 16, uppercase: true)
      text += hex.count < 2 ? "0" + hex : hex
    }
    return text
  }

  func makeNumber(_ word: Word, _ kind: Int, _ type: TypeId) -> Word {
    var values = [word, Word(integer: kind)]
    return values.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { makeBag(type, ["value", "kind"], $0, 2) } ?? .none
    }
  }

  /// The number in an NSNumber, or in an existential of a number.
  func numberValue(_ word: Word) -> (word: Word, number: Double, isFloating: Bool) {
    if let value = property(word, "value") {
      let isFloating = property(word, "kind") == 1
      return (value, isFloating ? value.number : Double(value.integer), isFloating)
    }
    let inner = open(word)
    switch types.shape(inner.type) {
    case .floating, .single: return (inner.value, inner.value.number, true)
    case .integer, .boolean: return (inner.value, Double(inner.value.integer), false)
    default:
      // A bare word is what the static type of the parameter says: a number object was expected, so none is here.
      return (0, 0, false)
    }
  }

  private static let dateStyles = ["none", "short", "medium", "long", "full"]
  private static let numberStyles = [
    "none", "decimal", "currency", "percent", "scientific", "spellOut", "ordinal", "currencyISOCode", "currencyPlural",
    "currencyAccounting",
  ]

  /// Name of a case by its position.
  private func caseName(_ names: [String], _ word: Word?) -> String {
    word.flatMap { names.indices.contains($0.integer) ? names[$0.integer] : nil } ?? "none"
  }

  /// What a NumberFormatter makes of a number, in English form.
  func formatNumber(_ formatter: Word, _ number: Word) -> String {
    let value = numberValue(number)
    var style = NumberStyle()
    style.groups = false
    style.maximumFraction = 0
    switch caseName(Machine.numberStyles, property(formatter, "numberStyle")) {
    case "decimal":
      style.groups = true
      style.maximumFraction = 3
    case "percent":
      style.kind = .percent
      style.groups = true
      style.scale = value.isFloating ? 1 : 100
    case "spellOut": return FormatTexts.spelled(Int(exactly: value.number.rounded()) ?? 0)
    case "currency", "currencyAccounting", "currencyISOCode", "currencyPlural":
      style.kind = .currency
      style.groups = true
      style.maximumFraction = nil
    case "scientific":
      style.isScientific = true
      style.maximumFraction = 15
    case "ordinal":
      let whole = Int(exactly: value.number.rounded()) ?? 0
      return DecimalDigits(integer: whole).signed(grouping: ",") + Machine.ordinalSuffix(whole)
    default: break
    }
    func count(_ name: String) -> Int? { property(formatter, name).map { max(0, min($0.integer, 100)) } }
    if let least = count("minimumFractionDigits") {
      style.minimumFraction = least
      style.maximumFraction = max(style.maximumFraction ?? least, least)
    }
    if let most = count("maximumFractionDigits") {
      style.maximumFraction = most
      if let least = style.minimumFraction { style.minimumFraction = min(least, most) }
    }
    if let least = count("minimumIntegerDigits") { style.minimumInteger = least }
    if let most = count("maximumSignificantDigits") { style.significant = 1...max(1, most) }
    if let groups = property(formatter, "usesGroupingSeparator") { style.groups = groups.truth }
    if let code = property(formatter, "currencyCode").flatMap({ heap.string($0) }) { style.currency = code }
    var text = style.format(value.number, isInteger: !value.isFloating)
    if let separator = property(formatter, "groupingSeparator").flatMap({ heap.string($0) }), style.groups {
      text = split(text, by: ",").joined(separator: separator)
    }
    func affix(_ name: String) -> String { property(formatter, name).flatMap { heap.string($0) } ?? "" }
    return value.number < 0 ? text : affix("positivePrefix") + text + affix("positiveSuffix")
  }

  private static func ordinalSuffix(_ number: Int) -> String {
    let rest = (number.magnitude % 100)
    if (11...13).contains(rest) { return "th" }
    switch rest % 10 {
    case 1: return "st"
    case 2: return "nd"
    case 3: return "rd"
    default: return "th"
    }
  }

  /// A `Date`; nil for none.
  func date(_ seconds: Double?) -> Word {
    seconds.map { heap.make(.structure, type: types.known(.date), [Word(number: $0)]) } ?? .none
  }

  /// What a DateFormatter makes of a date given in seconds since 2001-01-01, in the Gregorian calendar and UTC.
  func formatDate(_ formatter: Word, seconds: Double) -> String {
    let parts = CivilDate(secondsSince2001: seconds)
    if let pattern = property(formatter, "dateFormat").flatMap({ heap.string($0) }) { return parts.format(pattern) }
    if let template = property(formatter, "template").flatMap({ heap.string($0) }) {
      return DateFields(template: template).format(parts)
    }
    var pieces: [String] = []
    let dateStyle = caseName(Machine.dateStyles, property(formatter, "dateStyle"))
    switch dateStyle {
    case "short": pieces.append(parts.format("M/d/yy"))
    case "medium": pieces.append(parts.format("MMM d, y"))
    case "long": pieces.append(parts.format("MMMM d, y"))
    case "full": pieces.append(parts.format("EEEE, MMMM d, y"))
    default: break
    }
    switch caseName(Machine.dateStyles, property(formatter, "timeStyle")) {
    case "short": pieces.append(parts.format("h:mm\u{202F}a"))
    case "medium": pieces.append(parts.format("h:mm:ss\u{202F}a"))
    case "long": pieces.append(parts.format("h:mm:ss\u{202F}a 'GMT'"))
    case "full": pieces.append(parts.format("h:mm:ss\u{202F}a 'Greenwich Mean Time'"))
    default: break
    }
    return pieces.joined(separator: dateStyle == "short" ? ", " : " at ")
  }
}

/// A date of the Gregorian calendar in UTC.
struct CivilDate {
  var year = 2001
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0
  /// 1 is Sunday.
  var weekday = 2
  var dayOfYear = 1

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  init(secondsSince2001 seconds: Double) {
    // Years beyond what the calendar's arithmetic holds are clamped.
    let clamped = seconds.isNaN ? 0 : min(max(seconds, -6.2e10), 2.5e11)
    let whole = clamped.rounded(.down)
    millisecond = min(999, Int((clamped - whole) * 1000))
    let total = Int(whole)
    var days = total / 86_400
    var rest = total % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    hour = rest / 3600
    minute = rest % 3600 / 60
    second = rest % 60
    weekday = ((days + 1) % 7 + 7) % 7 + 1
    // Days since 0000-03-01, in eras of 400 years.
    let shifted = days + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayFromMarch = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayFromMarch + 2) / 153
    day = dayFromMarch - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    dayOfYear = day
    for m in 1..<month { dayOfYear += m == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(m) ? 30 : 31 }
  }

  /// The date in a pattern of Unicode's date field symbols.
  func format(_ pattern: String) -> String {
    var text = ""
    var rest = Array(pattern.prefix(1000))[...]
    while let symbol = rest.first {
      if symbol == "'" {
        rest.removeFirst()
        if rest.first == "'" {
          text += "'"
          rest.removeFirst()
          continue
        }
        while let character = rest.popFirst() {
          if character == "'" {
            // A doubled quote stands for itself, inside quotes too.
            guard rest.first == "'" else { break }
            rest.removeFirst()
          }
          text.append(character)
        }
        continue
      }
      guard symbol.isASCII, symbol.isLetter else {
        text.append(symbol)
        rest.removeFirst()
        continue
      }
      let count = rest.prefix { $0 == symbol }.count
      rest.removeFirst(count)
      text += field(symbol, count)
    }
    return text
  }

  /// Seconds since 2001 of a text that was written by a pattern; nil where it does not fit.
  static func seconds(from text: String, pattern: String) -> Double? {
    var rest = text[...]
    var symbols = Array(pattern.prefix(200))[...]
    var (year, month, day, hour, minute, second, milli) = (2000, 1, 1, 0, 0, 0, 0)
    var isAfternoon: Bool?
    if symbols.isEmpty { return nil }
    func number(_ most: Int) -> Int? {
      let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits)
    }
    func named(_ names: [String]) -> Int? {
      for (index, name) in names.enumerated() {
        for candidate in [name, String(name.prefix(3))] where rest.lowercased().hasPrefix(candidate.lowercased()) {
          rest = rest.dropFirst(candidate.count)
          return index
        }
      }
      return nil
    }
    while let symbol = symbols.first {
      if symbol == "'" {
        symbols.removeFirst()
        while let character = symbols.popFirst(), character != "'" {
          guard rest.popFirst() == character else { return nil }
        }
        continue
      }
      guard symbol.isASCII, symbol.isLetter else {
        symbols.removeFirst()
        guard let next = rest.popFirst(), next == symbol || symbol == " " && next.isWhitespace else { return nil }
        continue
      }
      let count = symbols.prefix { $0 == symbol }.count
      symbols.removeFirst(count)
      // A field that another one follows at once has as many digits as its symbols.
      let isTight = symbols.first.map { $0.isLetter && $0 != "'" } ?? false
      let most = isTight ? count : symbol == "y" && count != 2 ? 9 : 2
      switch symbol {
      case "y", "u":
        guard let value = number(most) else { return nil }
        year = count == 2 ? (value < 70 ? 2000 : 1900) + value : value
      case "M", "L":
        if count > 2 {
          guard let index = named(months) else { return nil }
          month = index + 1
        } else {
          guard let value = number(most), (1...12).contains(value) else { return nil }
          month = value
        }
      case "d":
        guard let value = number(most), (1...31).contains(value) else { return nil }
        day = value
      case "E": guard named(weekdays) != nil else { return nil }
      case "H", "k":
        guard let value = number(most), value < 25 else { return nil }
        hour = value % 24
      case "h", "K":
        guard let value = number(most), value <= 12 else { return nil }
        hour = value % 12
      case "m":
        guard let value = number(most), value < 60 else { return nil }
        minute = value
      case "s":
        guard let value = number(most), value < 61 else { return nil }
        second = value
      case "S":
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        milli = Int((digits + "000").prefix(3)) ?? 0
      case "a":
        let half = rest.prefix(2).uppercased()
        guard half == "AM" || half == "PM" else { return nil }
        isAfternoon = half == "PM"
        rest = rest.dropFirst(2)
      case "Z", "X", "x", "z":
        if rest.first == "Z" {
          rest.removeFirst()
        } else {
          rest = rest.drop { $0 == "+" || $0 == ":" || $0.isNumber || $0 == "G" || $0 == "M" || $0 == "T" }
        }
      default: return nil
      }
    }
    guard rest.isEmpty else { return nil }
    if isAfternoon == true { hour = hour % 12 + 12 }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1], (1...9999).contains(year) else { return nil }
    let y = year - (month <= 2 ? 1 : 0)
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let fromMarch = (month + 9) % 12
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (153 * fromMarch + 2) / 5 + day - 1
    let days = era * 146_097 + dayOfEra - 730_791
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second) + Double(milli) / 1000
  }

  /// Weeks begin on Sunday; the one with the first of January is the first.
  private var weekOfYear: Int {
    let first = ((weekday - 1 - (dayOfYear - 1)) % 7 + 7) % 7
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let week = (dayOfYear - 1 + first) / 7 + 1
    // The last days of a year whose week reaches into the next one.
    return week == 53 && dayOfYear + (7 - weekday) > (isLeap ? 366 : 365) ? 1 : week
  }

  private func field(_ symbol: Character, _ count: Int) -> String {
    func padded(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, min(width, 20) - text.count)) + text
    }
    func name(_ full: String) -> String {
      switch count {
      case 1...3: return String(full.prefix(3))
      case 4: return full
      case 5: return String(full.prefix(1))
      default: return String(full.prefix(2))
      }
    }
    let hour12 = hour % 12 == 0 ? 12 : hour % 12
    switch symbol {
    case "y", "Y", "u": return count == 2 ? padded(year % 100, 2) : padded(year, count)
    case "M", "L": return count >= 3 ? name(CivilDate.months[month - 1]) : padded(month, count)
    case "d": return padded(day, count)
    case "D": return padded(dayOfYear, count)
    case "w": return padded(weekOfYear, count)
    case "e" where count < 3, "c" where count < 3: return String(weekday)
    case "E", "c", "e": return name(CivilDate.weekdays[weekday - 1])
    case "H": return padded(hour, count)
    case "k": return padded(hour == 0 ? 24 : hour, count)
    case "h": return padded(hour12, count)
    case "K": return padded(hour % 12, count)
    case "m": return padded(minute, count)
    case "s": return padded(second, count)
    case "S":
      return String(padded(millisecond, 3).prefix(count)) + String(repeating: "0", count: max(0, min(count, 20) - 3))
    case "a": return hour < 12 ? "AM" : "PM"
    case "Q", "q": return count >= 3 ? "Q\((month + 2) / 3)" : padded((month + 2) / 3, count)
    case "z", "v", "O": return "GMT"
    case "Z": return count == 5 ? "Z" : "+0000"
    case "X", "x": return "Z"
    case "G": return "AD"
    default: return ""
    }
  }
}
