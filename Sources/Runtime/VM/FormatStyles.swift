/// The texts of Foundation's format styles for dates, lists, byte counts, durations, relative dates and measurements, in English as used in
/// the United States. Times and their AM or PM are joined by the narrow space U+202F, as the system's data have it.

/// The parts of a date that a style shows.
struct DateFields {
  enum Month { case abbreviated, wide, narrow, digits, twoDigits }
  /// Pattern symbols; nil for a part that is not shown.
  var year: String?
  var month: String?
  var day: String?
  var weekday: String?
  var era: String?
  var quarter: String?
  var week: String?
  var dayOfYear: String?
  var hour: String?
  /// AM and PM: "a", "aaaaa" for a letter, "" for none.
  var period = "a"
  var minute: String?
  var second: String?
  var fraction = 0
  var timeZone = false

  var isEmpty: Bool {
    year == nil && month == nil && day == nil && weekday == nil && era == nil && quarter == nil && week == nil
      && dayOfYear == nil && hour == nil && minute == nil && second == nil && fraction == 0 && !timeZone
  }

  init() {}

  /// The parts that a template of pattern symbols names, whatever their order.
  init(template: String) {
    var counts: [Character: Int] = [:]
    for symbol in template.prefix(100) { counts[symbol, default: 0] += 1 }
    func run(_ symbol: Character, _ text: Character? = nil) -> String? {
      counts[symbol].map { String(repeating: text ?? symbol, count: min($0, 6)) }
    }
    year = run("y")
    month = run("M") ?? run("L", "M")
    day = run("d")
    weekday = run("E").map { $0.utf8.count < 3 ? "EEE" : $0 }
    hour = run("H") ?? run("j", "h") ?? run("h")
    minute = run("m")
    second = run("s")
  }

  private var hasNumericMonth: Bool { month.map { $0.utf8.count < 3 } ?? false }

  /// The parts that `date:` and `time:` ask for; names of DateStyle and TimeStyle.
  mutating func add(date: String, time: String) {
    switch date {
    case "numeric": (year, month, day) = ("y", "M", "d")
    case "abbreviated": (year, month, day) = ("y", "MMM", "d")
    case "long": (year, month, day) = ("y", "MMMM", "d")
    case "complete": (year, month, day, weekday) = ("y", "MMMM", "d", "EEEE")
    default: break
    }
    switch time {
    case "shortened": (hour, minute) = ("h", "mm")
    case "standard": (hour, minute, second) = ("h", "mm", "ss")
    case "complete":
      (hour, minute, second) = ("h", "mm", "ss")
      timeZone = true
    default: break
    }
  }

  func datePart(_ date: CivilDate) -> String {
    var text = ""
    func put(_ pattern: String?, _ separator: String) {
      guard let pattern else { return }
      if !text.isEmpty { text += separator }
      text += date.format(pattern)
    }
    put(weekday, "")
    if hasNumericMonth {
      var digits = ""
      for pattern in [month, day, year] {
        guard let pattern else { continue }
        if !digits.isEmpty { digits += "/" }
        digits += date.format(pattern)
      }
      text += (text.isEmpty ? "" : ", ") + digits
    } else {
      put(month, ", ")
      put(day, " ")
      put(year, day != nil && month != nil ? ", " : " ")
    }
    put(era, " ")
    if let quarter { text = date.format(quarter) + (text.isEmpty ? "" : " " + text) }
    put(week, " ")
    put(dayOfYear, " ")
    return text
  }

  func timePart(_ date: CivilDate, period shown: Bool = true) -> String {
    var text = ""
    func put(_ pattern: String) { text += (text.isEmpty ? "" : ":") + date.format(pattern) }
    if let hour { put(hour == "H" ? "HH" : hour) }
    if let minute { put(hour != nil || second != nil ? "mm" : minute) }
    if let second { put(minute != nil ? "ss" : second) }
    if fraction > 0 { text += (text.isEmpty ? "" : ".") + date.format(String(repeating: "S", count: min(fraction, 9))) }
    if hour != nil, !period.isEmpty, hour?.first == "h", shown {
      let half = date.format("a")
      text += "\u{202F}" + (period == "aaaaa" ? half.prefix(1).lowercased() : half)
    }
    if timeZone { text += (text.isEmpty ? "" : " ") + "GMT" }
    return text
  }

  /// What stands between a date and its time.
  private var joint: String {
    if month != nil { return hasNumericMonth ? ", " : " at " }
    return day == nil && year == nil ? " " : ", "
  }

  func format(_ date: CivilDate) -> String {
    let (first, second) = (datePart(date), timePart(date))
    return first.isEmpty || second.isEmpty ? first + second : first + joint + second
  }

  /// Two dates with what they share said once.
  func interval(_ a: CivilDate, _ b: CivilDate) -> String {
    let dash = "\u{2009}\u{2013}\u{2009}"
    let isSameDay = a.year == b.year && a.month == b.month && a.day == b.day
    let times = hour != nil || minute != nil
    if times, isSameDay || datePart(a).isEmpty {
      let sharesHalf = isSameDay && (a.hour < 12) == (b.hour < 12)
      let text = timePart(a, period: !sharesHalf) + dash + timePart(b)
      let day = datePart(a)
      return day.isEmpty ? text : day + joint + text
    }
    if times { return format(a) + dash + format(b) }
    if isSameDay { return format(a) }
    if month != nil, !hasNumericMonth, day != nil, weekday == nil, a.year == b.year {
      var first = self
      first.year = nil
      var last = self
      if a.month == b.month { last.month = nil }
      let end = a.month == b.month ? b.format("d") + (year.map { ", " + b.format($0) } ?? "") : last.datePart(b)
      return first.datePart(a) + dash + end
    }
    return format(a) + dash + format(b)
  }
}

/// Texts that need nothing of the machine.
enum FormatTexts {
  static func list(_ items: [String], isOr: Bool, width: String) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    let word = isOr ? "or" : width == "short" ? "&" : "and"
    let isPlain = !isOr && width == "narrow"
    if items.count == 2 { return isPlain ? "\(items[0]), \(last)" : "\(items[0]) \(word) \(last)" }
    let front = items.dropLast().joined(separator: ", ")
    return isPlain ? "\(front), \(last)" : "\(front), \(word) \(last)"
  }

  /// A number of bytes; `units` are bits of `ByteCountFormatStyle.Units`, 1023 for all.
  static func bytes(
    _ count: Int, isBinary: Bool, units: Int = 1023, spellsOutZero: Bool = true, showsActual: Bool = false,
    kilo: String = "kB"
  ) -> String {
    let names = ["bytes", kilo, "MB", "GB", "TB", "PB"]
    let bits = [1, 16, 32, 8, 128, 64]
    let limits =
      isBinary
      ? [1023, 1_048_063, 1_073_689_395, 1_099_506_259_066, 1_125_894_409_284_485, Int.max]
      : [999, 999_499, 999_949_999, 999_994_999_999, 999_994_999_999_999, Int.max]
    func isAllowed(_ unit: Int) -> Bool { units & 1023 == 1023 || units & 2 != 0 || units & bits[unit] != 0 }
    if count == 0, spellsOutZero { return isAllowed(1) ? "Zero \(kilo)" : "Zero bytes" }
    let size = count.magnitude
    let allowed = names.indices.filter { isAllowed($0) }
    let unit = allowed.first { size < UInt(limits[$0]) } ?? allowed.last ?? 0
    let plural = "bytes"
    var text: String
    if unit == 0 {
      text = DecimalDigits(integer: count).signed(grouping: ",") + (size == 1 ? " byte" : " " + plural)
    } else {
      var divisor = 1.0
      for _ in 0..<unit { divisor *= isBinary ? 1024 : 1000 }
      var style = NumberStyle()
      style.maximumFraction = unit == 1 ? 0 : unit == 2 ? 1 : 2
      text = style.format(Double(count) / divisor, isInteger: false) + " " + names[unit]
    }
    if showsActual {
      text += " (" + DecimalDigits(integer: count).signed(grouping: ",") + (size == 1 ? " byte)" : " \(plural))")
    }
    return text
  }

  /// A distance of time from now: `seconds` is positive for what is to come.
  ///
  /// - Parameters:
  ///   - months: whole months of the calendar between the dates, without sign
  ///   - style: `wide`, `abbreviated`, `narrow` or `spellOut`
  static func relative(_ seconds: Double, months: Int, isNamed: Bool, style: String) -> String {
    let size = abs(seconds)
    let days = (size / 86_400).rounded()
    let unit: Int
    let count: Int
    if size.rounded() < 60 {
      (unit, count) = (0, Int(size.rounded(.down)))
    } else if (size / 60).rounded() < 60 {
      (unit, count) = (1, Int((size / 60).rounded()))
    } else if (size / 3600).rounded() < 24 {
      (unit, count) = (2, Int((size / 3600).rounded()))
    } else if days < 7 {
      (unit, count) = (3, Int(days))
    } else if months < 1 {
      (unit, count) = (4, max(1, Int((days / 7).rounded())))
    } else if months < 12 {
      (unit, count) = (5, months)
    } else {
      (unit, count) = (6, Int(min(1e9, (Double(months) / 12).rounded())))
    }
    let isPast = seconds < 0
    let wide = ["second", "minute", "hour", "day", "week", "month", "year"]
    let short = ["sec.", "min.", "hr.", "day", "wk.", "mo.", "yr."]
    let letters = ["s", "m", "h", "d", "w", "mo", "y"]
    if isNamed {
      if unit == 0, count == 0 { return "now" }
      if count == 1, unit == 3 { return isPast ? "yesterday" : "tomorrow" }
      if count == 1, unit > 3 {
        return (isPast ? "last " : "next ") + (style == "abbreviated" || style == "narrow" ? short[unit] : wide[unit])
      }
    }
    let text: String
    switch style {
    case "narrow": text = "\(count)\(letters[unit])"
    case "abbreviated": text = "\(count) \(short[unit])" + (unit == 3 && count != 1 ? "s" : "")
    case "spellOut": text = spelled(count) + " \(wide[unit])" + (count == 1 ? "" : "s")
    default: text = "\(DecimalDigits(integer: count).signed(grouping: ",")) \(wide[unit])" + (count == 1 ? "" : "s")
    }
    return isPast ? text + " ago" : "in " + text
  }

  /// A whole number in words.
  static func spelled(_ number: Int) -> String {
    let small = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
      "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    if number < 0 { return number == .min ? "" : "minus " + spelled(-number) }
    if number < 20 { return small[number] }
    if number < 100 { return tens[number / 10] + (number % 10 == 0 ? "" : "-" + small[number % 10]) }
    let units: [(Int, String)] = [
      (1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"),
      (100, "hundred"),
    ]
    for (size, name) in units where number >= size {
      let rest = number % size
      return spelled(number / size) + " " + name + (rest == 0 ? "" : " " + spelled(rest))
    }
    return ""
  }

  /// A duration by units, the largest first.
  ///
  /// - Parameters:
  ///   - units: indices from weeks, days, hours, minutes, seconds to milliseconds, microseconds, nanoseconds
  ///   - width: `wide`, `abbreviated`, `condensedAbbreviated` or `narrow`
  static func duration(
    _ nanoseconds: Int, units: [Int], width: String, most: Int?, showsZeros: Bool, fraction: Int?
  ) -> String {
    let sizes = [
      604_800_000_000_000, 86_400_000_000_000, 3_600_000_000_000, 60_000_000_000, 1_000_000_000, 1_000_000, 1000, 1,
    ]
    let wide = ["week", "day", "hour", "minute", "second", "millisecond", "microsecond", "nanosecond"]
    let short = ["wk", "day", "hr", "min", "sec", "ms", "\u{3BC}s", "ns"]
    let letters = ["w", "d", "h", "m", "s", "ms", "\u{3BC}s", "ns"]
    let allowed = Array(Set(units)).sorted().filter { sizes.indices.contains($0) }
    guard let last = allowed.last else { return "" }
    var rest = nanoseconds == .min ? Int.max : abs(nanoseconds)
    var parts: [(unit: Int, text: String, isOne: Bool, isZero: Bool)] = []
    for unit in allowed {
      if unit == last {
        var style = NumberStyle()
        style.minimumFraction = fraction ?? 0
        style.maximumFraction = fraction ?? 0
        let value = Double(rest) / Double(sizes[unit])
        let text = style.format(value, isInteger: false)
        parts.append((unit, text, text == "1", text == "0" || value == 0))
      } else {
        let count = rest / sizes[unit]
        parts.append((unit, DecimalDigits(integer: count).signed(grouping: ","), count == 1, count == 0))
        rest %= sizes[unit]
      }
    }
    var shown = showsZeros ? parts : parts.filter { !$0.isZero }
    if shown.isEmpty { shown = [parts[parts.count - 1]] }
    if let most, most > 0 { shown = Array(shown.prefix(most)) }
    let texts = shown.map { part -> String in
      switch width {
      case "wide": return "\(part.text) \(wide[part.unit])" + (part.isOne ? "" : "s")
      case "narrow": return part.text + letters[part.unit]
      default:
        let counts = part.unit == 0 || part.unit == 1 || part.unit == 2 || part.unit == 4
        return "\(part.text) \(short[part.unit])" + (counts && !part.isOne ? "s" : "")
      }
    }
    let text = texts.joined(separator: width == "narrow" || width == "condensedAbbreviated" ? " " : ", ")
    return nanoseconds < 0 ? "-" + text : text
  }
}

extension FormatTexts {
  /// Units of measurement: how much of the base unit one is, what is added, and its names.
  struct MeasuredUnit {
    var name: String
    var kind: String
    var factor: Double
    var offset = 0.0
    var symbol: String
    var wide: String
    /// nil: with an s.
    var plural: String?
  }

  static let units: [MeasuredUnit] = [
    MeasuredUnit(name: "kilometers", kind: "length", factor: 1000, symbol: "km", wide: "kilometer"),
    MeasuredUnit(name: "meters", kind: "length", factor: 1, symbol: "m", wide: "meter"),
    MeasuredUnit(name: "centimeters", kind: "length", factor: 0.01, symbol: "cm", wide: "centimeter"),
    MeasuredUnit(name: "millimeters", kind: "length", factor: 0.001, symbol: "mm", wide: "millimeter"),
    MeasuredUnit(name: "miles", kind: "length", factor: 1609.344, symbol: "mi", wide: "mile"),
    MeasuredUnit(name: "feet", kind: "length", factor: 0.3048, symbol: "ft", wide: "foot", plural: "feet"),
    MeasuredUnit(name: "inches", kind: "length", factor: 0.0254, symbol: "in", wide: "inch", plural: "inches"),
    MeasuredUnit(name: "yards", kind: "length", factor: 0.9144, symbol: "yd", wide: "yard"),
    MeasuredUnit(name: "kilograms", kind: "mass", factor: 1, symbol: "kg", wide: "kilogram"),
    MeasuredUnit(name: "grams", kind: "mass", factor: 0.001, symbol: "g", wide: "gram"),
    MeasuredUnit(name: "pounds", kind: "mass", factor: 0.45359237, symbol: "lb", wide: "pound"),
    MeasuredUnit(name: "ounces", kind: "mass", factor: 0.028349523125, symbol: "oz", wide: "ounce"),
    MeasuredUnit(
      name: "celsius", kind: "temperature", factor: 1, offset: 273.15, symbol: "\u{B0}C", wide: "degree Celsius",
      plural: "degrees Celsius"),
    MeasuredUnit(
      name: "fahrenheit", kind: "temperature", factor: 5.0 / 9, offset: 255.37222222222427, symbol: "\u{B0}F",
      wide: "degree Fahrenheit", plural: "degrees Fahrenheit"),
    MeasuredUnit(name: "kelvin", kind: "temperature", factor: 1, symbol: "K", wide: "kelvin"),
    MeasuredUnit(
      name: "metersPerSecond", kind: "speed", factor: 1, symbol: "m/s", wide: "meter per second",
      plural: "meters per second"),
    MeasuredUnit(
      name: "kilometersPerHour", kind: "speed", factor: 1 / 3.6, symbol: "km/h", wide: "kilometer per hour",
      plural: "kilometers per hour"),
    MeasuredUnit(
      name: "milesPerHour", kind: "speed", factor: 0.44704, symbol: "mph", wide: "mile per hour",
      plural: "miles per hour"),
    MeasuredUnit(name: "hours", kind: "duration", factor: 3600, symbol: "hr", wide: "hour"),
    MeasuredUnit(name: "minutes", kind: "duration", factor: 60, symbol: "min", wide: "minute"),
    MeasuredUnit(name: "seconds", kind: "duration", factor: 1, symbol: "sec", wide: "second"),
    MeasuredUnit(name: "kilocalories", kind: "energy", factor: 4184, symbol: "kcal", wide: "kilocalorie"),
    MeasuredUnit(name: "calories", kind: "energy", factor: 4.184, symbol: "cal", wide: "calorie"),
    MeasuredUnit(name: "kilojoules", kind: "energy", factor: 1000, symbol: "kJ", wide: "kilojoule"),
    MeasuredUnit(name: "joules", kind: "energy", factor: 1, symbol: "J", wide: "joule"),
    MeasuredUnit(name: "liters", kind: "volume", factor: 1, symbol: "L", wide: "liter"),
    MeasuredUnit(name: "milliliters", kind: "volume", factor: 0.001, symbol: "mL", wide: "milliliter"),
    MeasuredUnit(name: "cups", kind: "volume", factor: 0.24, symbol: "c", wide: "cup"),
    MeasuredUnit(name: "gallons", kind: "volume", factor: 3.78541, symbol: "gal", wide: "gallon"),
    MeasuredUnit(name: "degrees", kind: "angle", factor: 1, symbol: "deg", wide: "degree"),
    MeasuredUnit(name: "radians", kind: "angle", factor: 57.29577951308232, symbol: "rad", wide: "radian"),
    MeasuredUnit(name: "percent", kind: "none", factor: 1, symbol: "%", wide: "percent", plural: "percent"),
  ]

  static func unit(_ name: String) -> MeasuredUnit? { units.first { $0.name == name } }

  static func convert(_ value: Double, _ from: MeasuredUnit, _ to: MeasuredUnit) -> Double {
    from.name == to.name ? value : (value * from.factor + from.offset - to.offset) / to.factor
  }

  /// The unit that is usual in the United States for a value.
  private static func usual(_ value: Double, _ given: MeasuredUnit) -> MeasuredUnit {
    let names: [String]
    switch given.kind {
    case "length": names = ["miles", "feet", "inches"]
    case "mass": names = ["pounds", "ounces"]
    case "temperature": names = given.name == "kelvin" ? [] : ["fahrenheit"]
    case "speed": names = ["milesPerHour"]
    default: names = []
    }
    let known = names.compactMap { unit($0) }
    return known.first { abs(convert(value, given, $0)) >= 1 } ?? known.last ?? given
  }

  /// A measurement in a unit of its own or in the one that is usual.
  static func measurement(
    _ given: Double, _ name: String, width: String, asProvided: Bool, number: NumberStyle?, hidesScale: Bool
  ) -> String? {
    guard let from = unit(name) else { return nil }
    let to = asProvided ? from : usual(given, from)
    let value = convert(given, from, to)
    var style = number ?? NumberStyle()
    if number == nil, !asProvided {
      // Whole numbers, or two digits of small ones.
      if abs(value) < 10 { style.significant = 1...2 } else { style.maximumFraction = 0 }
    }
    let text = style.format(value, isInteger: false)
    if from.kind == "temperature" {
      if hidesScale || width == "narrow" { return text + "\u{B0}" }
      if width != "wide" { return text + to.symbol }
    }
    switch width {
    case "wide": return text + " " + (text == "1" ? to.wide : to.plural ?? to.wide + "s")
    case "narrow":
      return text + (["sec", "min", "hr"].contains(to.symbol) ? String(to.symbol.prefix(1)) : to.symbol)
    default:
      let counts = to.kind == "duration" && text != "1" && to.symbol != "min"
      return text + " " + to.symbol + (counts ? "s" : "")
    }
  }

  /// How numbers are written in a language: decimal point, group separator, least digits before the first group.
  struct Numerals {
    var point = "."
    var group = ","
    var leastGroup = 1
    var percent = "%"
    /// The currency stands behind the number.
    var isBehind = false
    var space = ""
  }

  /// nil for a language whose numerals are not known.
  static func numerals(_ identifier: String) -> Numerals? {
    let parts = identifier.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)
    let thin = "\u{202F}"
    let hard = "\u{A0}"
    switch parts.first ?? "" {
    case "en" where parts.last == "IN", "de" where parts.last == "CH": return nil
    case "en", "ja", "zh", "ko", "": return Numerals()
    case "de": return Numerals(point: ",", group: ".", percent: hard + "%", isBehind: true, space: hard)
    case "fr": return Numerals(point: ",", group: thin, percent: hard + "%", isBehind: true, space: hard)
    case "es": return Numerals(point: ",", group: ".", leastGroup: 2, percent: hard + "%", isBehind: true, space: hard)
    case "it": return Numerals(point: ",", group: ".", leastGroup: 2, isBehind: true, space: hard)
    case "nl": return Numerals(point: ",", group: ".", space: hard)
    case "pt" where parts.last == "BR": return Numerals(point: ",", group: ".", space: hard)
    case "sv", "ru": return Numerals(point: ",", group: hard, percent: hard + "%", isBehind: true, space: hard)
    case "pl": return Numerals(point: ",", group: hard, leastGroup: 2, isBehind: true, space: hard)
    default: return nil
    }
  }
}
