/// Format styles of dates, lists, byte counts, durations, names and measurements, and the older formatter classes for them.
///
/// A style is a chain of descriptions around a static member, or around what an initialiser was given. The texts are made by `FormatTexts`
/// and `DateFields`.
import SceneIR

extension NativeTable {
  mutating func addFormatStyles() {
    let chains: [(String, [String])] = [
      (
        "Date.FormatStyle",
        [
          "day(_:)", "dayOfYear(_:)", "era(_:)", "hour(_:)", "minute(_:)", "month(_:)", "quarter(_:)", "second(_:)",
          "secondFraction(_:)", "timeZone(_:)", "week(_:)", "weekday(_:)", "year(_:)",
        ]
      ),
      (
        "Date.IntervalFormatStyle",
        ["day()", "hour(_:)", "minute()", "month(_:)", "second()", "timeZone(_:)", "weekday(_:)", "year()"]
      ),
      (
        "Date.ISO8601FormatStyle",
        [
          "dateSeparator(_:)", "dateTimeSeparator(_:)", "day()", "month()", "time(includingFractionalSeconds:)",
          "timeSeparator(_:)", "timeZone(separator:)", "timeZoneSeparator(_:)", "weekOfYear()", "year()",
        ]
      ),
      (
        "Date.FormatStyle.Symbol",
        [
          "Hour.defaultDigits(amPM:)", "Hour.twoDigits(amPM:)", "Hour.conversationalDefaultDigits(amPM:)",
          "Hour.conversationalTwoDigits(amPM:)", "SecondFraction.fractional(_:)", "SecondFraction.milliseconds(_:)",
          "TimeZone.genericName(_:)", "TimeZone.identifier(_:)", "TimeZone.iso8601(_:)", "TimeZone.localizedGMT(_:)",
          "TimeZone.specificName(_:)", "Year.padded(_:)", "Year.extended(minimumLength:)",
        ]
      ),
      (
        "FormatStyle",
        [
          "dateTime", "iso8601", "interval", "relative(presentation:unitsStyle:)", "list(type:width:)",
          "list(memberStyle:type:width:)", "byteCount(style:allowedUnits:spellsOutZero:includesActualByteCount:)",
          "measurement(width:usage:numberFormatStyle:)", "measurement(width:usage:hidesScaleName:numberFormatStyle:)",
        ]
      ),
      (
        "Duration.UnitsFormatStyle",
        [
          "init(allowedUnits:width:maximumUnitCount:)", "Unit.weeks", "Unit.days", "Unit.hours", "Unit.minutes",
          "Unit.seconds", "Unit.milliseconds", "Unit.microseconds", "Unit.nanoseconds", "UnitWidth.wide",
          "UnitWidth.abbreviated", "UnitWidth.condensedAbbreviated", "UnitWidth.narrow",
          "ZeroValueUnitsDisplayStrategy.hide", "FractionalPartDisplayStrategy.hide",
          "init(allowedUnits:width:maximumUnitCount:zeroValueUnits:valueLength:fractionalPart:)",
          "ZeroValueUnitsDisplayStrategy.show(length:)",
          "FractionalPartDisplayStrategy.show(length:rounded:increment:)",
          "FractionalPartDisplayStrategy.hide(rounded:)",
        ]
      ),
      ("Measurement", ["init(value:unit:)"]),
    ]
    for (type, names) in chains {
      for name in names { add("\(type).\(name)") { $0.describeItself() } }
    }
    let types = [
      "Date.FormatStyle", "Date.IntervalFormatStyle", "Date.ISO8601FormatStyle", "Date.RelativeFormatStyle",
      "ListFormatStyle", "ByteCountFormatStyle", "Measurement.FormatStyle", "Duration.UnitsFormatStyle",
    ]
    for type in types {
      add("\(type).format(_:)") { call in
        call.run { call throws(Trap) in
          call.setString(try call.machine.systemFormat(call[1], call[0]) ?? "")
        }
      }
      add("\(type).locale(_:)") { call in
        // Languages other than the one of the texts are told.
        if let name = call.machine.localeIdentifier(call[1]), !name.hasPrefix("en") {
          call.machine.hooks.onNote?(call.native)
        }
        call.result = call[0]
      }
    }
    add("Date.formatted()") { call in
      var fields = DateFields()
      fields.add(date: "numeric", time: "shortened")
      call.setString(fields.format(CivilDate(secondsSince2001: call.heap.slot(call[0], 0).number)))
    }
    add("Date.formatted(date:time:)") { call in
      call.setString(
        call.machine.dateFields(date: call[1], time: call[2]).format(
          CivilDate(secondsSince2001: call.heap.slot(call[0], 0).number)))
    }
    add("Date.ISO8601Format(_:)") { call in
      call.run { call throws(Trap) in call.setString(try call.machine.isoDate(call[0], call[1])) }
    }
    add(["Range.formatted()", "Range.formatted(date:time:)"]) { call in
      var fields = DateFields()
      if call.count > 2 {
        fields = call.machine.dateFields(date: call[1], time: call[2])
      } else {
        fields.add(date: "numeric", time: "shortened")
      }
      call.setString(call.machine.dateInterval(call[0], fields))
    }
    add("Sequence.formatted()") { call in
      let items = call.machine.listItems(call[0])
      call.setString(FormatTexts.list(items.map { call.heap.string($0) ?? "" }, isOr: false, width: "standard"))
    }
    add("Measurement.formatted()") { call in
      call.setString(call.machine.measured(call[0], width: "abbreviated", asProvided: false, nil, false))
    }
    addNames()
    addAttributedStrings()
    addMeasurements()
    addOlderFormatters()
  }

  private mutating func addNames() {
    add(["Locale.identifier", "Locale.description", "Locale.debugDescription"]) { call in
      let name = call.machine.localeIdentifier(call[0]) ?? "en_US"
      call.setString(call.key.hasSuffix("identifier") ? name : name + (name == "en_US" ? " (current)" : " (fixed)"))
    }
    add(["Color.description", "Color.debugDescription"]) { call in
      call.setString(call.machine.describedView(call[0]) ?? "Color")
    }
  }

  /// Attributed strings are their characters, and whether these are Markdown; attributes are not modelled.
  private mutating func addAttributedStrings() {
    add(["AttributedString.init(_:attributes:)", "AttributedString.init(stringLiteral:)", "AttributedString.init()"]) {
      call in
      let machine = call.machine
      call.result = machine.attributed(
        call.count == 0
          ? ""
          : machine.attributedText(call[0]) ?? (try? machine.describe(call[0], type: call.heap.type(call[0]))) ?? "",
        isMarkdown: false)
    }
    add("AttributedString.init(markdown:options:baseURL:)") { call in
      call.result = call.machine.attributed(call.machine.attributedText(call[0]) ?? "", isMarkdown: true)
    }
    add("AttributedString.+(_:_:)") { call in
      let machine = call.machine
      call.result = machine.attributed(
        (machine.attributedText(call[0]) ?? "") + (machine.attributedText(call[1]) ?? ""),
        isMarkdown: machine.isMarkdown(call[0]) || machine.isMarkdown(call[1]))
    }
    add(["AttributedString.+=(_:_:)", "AttributedString.append(_:)"]) { call in
      let machine = call.machine
      call.setResult(
        machine.attributed(
          (machine.attributedText(call[0]) ?? "") + (machine.attributedText(call[1]) ?? ""),
          isMarkdown: machine.isMarkdown(call[0]) || machine.isMarkdown(call[1])), at: 1)
    }
    add("AttributedString.description") { call in call.setString(call.machine.attributedText(call[0]) ?? "") }
  }

  private mutating func addMeasurements() {
    add("Measurement.value") { call in call.result = call.machine.view(call[0])[0] }
    add("Measurement.unit") { call in call.result = call.machine.view(call[0])[1] }
    add("Measurement.converted(to:)") { call in
      let view = call.machine.view(call[0])
      guard let from = FormatTexts.unit(call.machine.unitName(view[1])),
        let to = FormatTexts.unit(call.machine.unitName(call[1]))
      else { return call.trap(.notModelled, "this unit of measurement is known but not modelled") }
      call.result = call.machine.makeDescription(
        native: view.native, [Word(number: FormatTexts.convert(view[0].number, from, to)), call[1]])
    }
    for (name, sign) in [("+", 1.0), ("-", -1.0)] {
      add("Measurement.\(name)(_:_:)") { call in
        let (a, b) = (call.machine.view(call[0]), call.machine.view(call[1]))
        guard let from = FormatTexts.unit(call.machine.unitName(b[1])),
          let to = FormatTexts.unit(call.machine.unitName(a[1]))
        else { return call.trap(.notModelled, "this unit of measurement is known but not modelled") }
        let value = a[0].number + sign * FormatTexts.convert(b[0].number, from, to)
        call.result = call.machine.makeDescription(native: a.native, [Word(number: value), a[1]])
      }
    }
    add("Measurement.description") { call in
      let view = call.machine.view(call[0])
      let symbol = FormatTexts.unit(call.machine.unitName(view[1]))?.symbol ?? call.machine.unitName(view[1])
      call.setString("\(view[0].number) \(symbol)")
    }
  }

  private mutating func addOlderFormatters() {
    add("ByteCountFormatter.string(fromByteCount:countStyle:)") { call in
      let style = call.integer(call.count - 1)
      call.setString(
        FormatTexts.bytes(call.integer(call.count - 2), isBinary: style == 1 || style == 3, kilo: "KB"))
    }
    add("ByteCountFormatter.string(fromByteCount:)") { call in
      let style = call.machine.property(call[0], "countStyle")?.integer ?? 0
      call.setString(FormatTexts.bytes(call.integer(1), isBinary: style == 1 || style == 3, kilo: "KB"))
    }
    func relative(_ call: NativeCall, _ seconds: Double, _ start: Double) -> String {
      let machine = call.machine
      let names = ["wide", "spellOut", "abbreviated", "narrow"]
      let style = max(0, min(3, machine.property(call[0], "unitsStyle")?.integer ?? 0))
      let isNamed = machine.property(call[0], "dateTimeStyle")?.integer == 1
      return machine.relativeDate(seconds, from: start, isNamed: isNamed, style: names[style])
    }
    add("RelativeDateTimeFormatter.localizedString(for:relativeTo:)") { call in
      call.setString(relative(call, call.heap.slot(call[1], 0).number, call.heap.slot(call[2], 0).number))
    }
    add("RelativeDateTimeFormatter.localizedString(fromTimeInterval:)") { call in
      let now = 788_918_400 + Double(call.machine.nanoseconds) / 1e9
      call.setString(relative(call, now + call.number(1), now))
    }
    add("DateComponentsFormatter.string(from:)") { call in
      guard !call[1].isHandle else {
        call.machine.hooks.onNote?(call.native)
        return call.setString("")
      }
      call.setString(call.machine.formatComponents(call[0], seconds: call.number(1)))
    }
    add("ListFormatter.localizedString(byJoining:)") { call in
      let items = call.machine.listItems(call[call.count - 1])
      call.setString(FormatTexts.list(items.map { call.heap.string($0) ?? "" }, isOr: false, width: "standard"))
    }
    add("ISO8601DateFormatter.string(from:)") { call in
      call.setString(
        CivilDate(secondsSince2001: call.heap.slot(call[1], 0).number).format("yyyy-MM-dd'T'HH:mm:ss'Z'"))
    }
  }
}

extension Machine {
  func attributed(_ text: String, isMarkdown: Bool) -> Word {
    var values = [makeString(text), Word(truth: isMarkdown)]
    let type = types.named("AttributedString") ?? .unknown
    return values.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { makeBag(type, ["string", "isMarkdown"], $0, 2) } ?? .none
    }
  }

  /// The characters of a string or an attributed string; nil for other values.
  func attributedText(_ word: Word) -> String? {
    let inner = heap.kind(word) == .existential ? heap.slot(word, 0) : word
    return heap.string(inner) ?? property(inner, "string").flatMap { heap.string($0) }
  }

  func isMarkdown(_ word: Word) -> Bool { property(word, "isMarkdown")?.truth ?? false }

  /// The identifier of a locale that a scene names; nil for the current one.
  func localeIdentifier(_ word: Word) -> String? {
    property(word, "identifier").flatMap { heap.string($0) }
  }

  /// Last component of the key that made a description: `wide` for `Date.FormatStyle.Symbol.Month.wide`.
  private func choice(_ word: Word) -> String {
    guard let key = view(heap.kind(word) == .existential ? heap.slot(word, 0) : word).key else { return "" }
    let end = key.firstIndex(of: "(") ?? key.endIndex
    let start = key[..<end].lastIndex(of: ".").map { key.index(after: $0) } ?? key.startIndex
    return String(key[start..<end])
  }

  func dateFields(date: Word, time: Word) -> DateFields {
    var fields = DateFields()
    fields.add(date: choice(date), time: choice(time))
    if fields.isEmpty { fields.add(date: "numeric", time: "shortened") }
    return fields
  }

  /// What a style of the system makes of a value; nil for numbers and for styles it does not know.
  func systemFormat(_ given: Word, _ style: Word) throws(Trap) -> String? {
    let value = heap.kind(given) == .existential ? heap.slot(given, 0) : given
    var chain: [ObjectView] = []
    var current = style
    while chain.count < 256, heap.kind(current) == .description {
      let view = self.view(current)
      chain.append(view)
      guard let key = view.key, key.contains("FormatStyle."), view[0].isHandle,
        module.natives[view.native].parameters.first == "self"
      else { break }
      current = view[0]
    }
    let root = chain.last?.key ?? ""
    if root.hasPrefix("FormatStyle.list(") {
      guard let view = chain.last else { return nil }
      let hasMember = root.contains("memberStyle")
      let member = hasMember ? view[0] : .none
      let kind = view[hasMember ? 1 : 0].integer
      let width = ["narrow", "short", "standard"][max(0, min(2, view[hasMember ? 2 : 1].integer))]
      var texts: [String] = []
      for item in listItems(value) {
        if let text = heap.string(item), !hasMember {
          texts.append(text)
        } else {
          texts.append(try formatted(item, numberType(item), style: member))
        }
      }
      return FormatTexts.list(texts, isOr: kind == 1, width: width)
    }
    if root.hasPrefix("FormatStyle.byteCount(")
      || isBag(current) && types.name(heap.type(current)).hasPrefix("ByteCount")
    {
      let view = chain.last
      func part(_ index: Int, _ name: String) -> Word { view?[index] ?? property(current, name) ?? .none }
      let kind = part(0, "style").integer
      let units = part(1, "allowedUnits")
      return FormatTexts.bytes(
        value.integer, isBinary: kind == 0 || kind == 3, units: units.isHandle ? heap.slot(units, 0).integer : 1023,
        spellsOutZero: part(2, "spellsOutZero").truth, showsActual: part(3, "includesActualByteCount").truth)
    }
    if root.hasPrefix("FormatStyle.measurement(")
      || heap.kind(value) == .description && view(value).key == "Measurement.init(value:unit:)"
    {
      guard let view = chain.last else { return nil }
      let hides = root.contains("hidesScaleName")
      let number = view[hides ? 3 : 2]
      return measured(
        value, width: choice(view[0]), asProvided: choice(view[1]) == "asProvided",
        number.isNone ? nil : numberStyle(number), hides && view[2].truth)
    }
    if root.hasPrefix("Duration.UnitsFormatStyle.init") {
      guard let view = chain.last else { return nil }
      let names = ["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]
      let units = listItems(view[0]).compactMap { names.firstIndex(of: choice($0)) }
      let nanoseconds = heap.kind(value) == .structure ? heap.slot(value, 0).integer : 0
      let zeros = view[3]
      let fraction = view[5]
      return FormatTexts.duration(
        nanoseconds, units: units, width: choice(view[1]), most: view[2].isNone ? nil : view[2].integer,
        showsZeros: choice(zeros) == "show",
        fraction: choice(fraction) == "show" ? max(0, min(9, self.view(fraction)[0].integer)) : nil)
    }
    let bag = isBag(current) ? types.name(heap.type(current)) : ""
    if root == "FormatStyle.interval" || bag == "Date.IntervalFormatStyle" {
      return dateInterval(value, fields(chain, current, default: ("numeric", "shortened")))
    }
    guard heap.kind(value) == .structure, heap.type(value) == types.known(.date) else { return nil }
    let seconds = heap.slot(value, 0).number
    if root == "FormatStyle.dateTime" || bag == "Date.FormatStyle" || bag == "FormatStyle" {
      return fields(chain, current, default: ("numeric", "shortened")).format(CivilDate(secondsSince2001: seconds))
    }
    if root == "FormatStyle.iso8601" || bag.hasSuffix("ISO8601FormatStyle") { return try isoDate(value, style) }
    if root.hasPrefix("FormatStyle.relative("), let view = chain.last {
      return relativeDate(
        seconds, from: 788_918_400 + Double(nanoseconds) / 1e9, isNamed: choice(view[0]) == "named",
        style: choice(view[1]))
    }
    return nil
  }

  private func numberType(_ word: Word) -> TypeId {
    if heap.kind(word) == .existential { return heap.type(word) }
    return word.integer.magnitude < 1 << 50 ? types.int : types.double
  }

  /// Elements of an array, a set or a lazy collection of these.
  func listItems(_ word: Word) -> [Word] {
    switch heap.kind(word) {
    case .array: return Array(heap.contents(word))
    case .set: return Array(heap.contents(word))
    case .existential: return listItems(heap.slot(word, 0))
    case .structure:
      return heap.contents(word).first { heap.kind($0) == .array }.map { Array(heap.contents($0)) } ?? []
    default: return []
    }
  }

  private func fields(_ chain: [ObjectView], _ root: Word, default standard: (String, String)) -> DateFields {
    var fields = DateFields()
    if isBag(root) {
      fields.add(
        date: property(root, "date").map { choice($0) } ?? "", time: property(root, "time").map { choice($0) } ?? "")
    }
    for view in chain.reversed() {
      guard let key = view.key, let open = key.firstIndex(of: "("),
        let dot = key[..<open].lastIndex(of: ".")
      else { continue }
      let option = view.count > 1 ? choice(view[1]) : ""
      if option == "omitted" { continue }
      let digits = option == "twoDigits"
      switch key[key.index(after: dot)..<open] {
      case "year": fields.year = digits ? "yy" : "y"
      case "month":
        fields.month =
          option == "wide"
          ? "MMMM" : option == "narrow" ? "MMMMM" : digits ? "MM" : option == "defaultDigits" ? "M" : "MMM"
      case "day": fields.day = digits ? "dd" : "d"
      case "weekday":
        fields.weekday =
          option == "wide"
          ? "EEEE" : option == "narrow" ? "EEEEE" : option == "short" ? "EEEEEE" : option == "oneDigit" ? "e" : "EEE"
      case "hour":
        fields.hour = digits || option == "conversationalTwoDigits" ? "hh" : "h"
        let period = view.count > 1 ? choice(self.view(view[1])[0]) : ""
        fields.period = period == "omitted" ? "" : period == "narrow" ? "aaaaa" : "a"
      case "minute": fields.minute = digits ? "mm" : "m"
      case "second": fields.second = digits ? "ss" : "s"
      case "secondFraction": fields.fraction = max(0, min(9, self.view(view[1])[0].integer))
      case "era": fields.era = "G"
      case "quarter": fields.quarter = "QQQ"
      case "week": fields.week = "w"
      case "dayOfYear": fields.dayOfYear = "D"
      case "timeZone": fields.timeZone = true
      default: break
      }
    }
    if fields.isEmpty { fields.add(date: standard.0, time: standard.1) }
    return fields
  }

  /// `a..<b` or `a...b` of dates.
  func dateInterval(_ range: Word, _ fields: DateFields) -> String {
    let (low, high) = (heap.slot(range, 0), heap.slot(range, 1))
    return fields.interval(
      CivilDate(secondsSince2001: heap.slot(low, 0).number), CivilDate(secondsSince2001: heap.slot(high, 0).number))
  }

  func isoDate(_ value: Word, _ style: Word) throws(Trap) -> String {
    let date = CivilDate(secondsSince2001: heap.slot(value, 0).number)
    var parts: Set<String> = []
    var fractional = false
    var (dash, colon, between) = ("-", ":", "T")
    var current = style
    var steps = 0
    while heap.kind(current) == .description, steps < 64 {
      let view = self.view(current)
      steps += 1
      switch choice(current) {
      case "year", "month", "day", "weekOfYear": parts.insert(choice(current))
      case "time":
        parts.insert("time")
        fractional = view[1].truth
      case "dateSeparator": dash = view[1].integer == 0 ? "-" : ""
      case "timeSeparator": colon = view[1].integer == 0 ? ":" : ""
      case "dateTimeSeparator": between = view[1].integer == 0 ? " " : "T"
      case "timeZone", "timeZoneSeparator": parts.insert("zone")
      default: break
      }
      current = view[0]
    }
    if isBag(current) {
      if property(current, "includingFractionalSeconds")?.truth == true { fractional = true }
      if property(current, "dateSeparator")?.integer == 1 { dash = "" }
      if property(current, "dateTimeSeparator")?.integer == 0 { between = " " }
      if property(current, "timeSeparator")?.integer == 1 { colon = "" }
    }
    let isAll = parts.isDisjoint(with: ["year", "month", "day", "weekOfYear", "time"])
    var dates: [String] = []
    if isAll || parts.contains("year") { dates.append(date.format("yyyy")) }
    if isAll || parts.contains("month") { dates.append(date.format("MM")) }
    if isAll || parts.contains("day") { dates.append(date.format("dd")) }
    var text = dates.joined(separator: dash)
    if isAll || parts.contains("time") {
      if !text.isEmpty { text += between }
      text += ["HH", "mm", "ss"].map { date.format($0) }.joined(separator: colon)
      if fractional { text += "." + date.format("SSS") }
    }
    return isAll || parts.contains("zone") ? text + "Z" : text
  }

  func relativeDate(_ seconds: Double, from start: Double, isNamed: Bool, style: String) -> String {
    let (a, b) = (CivilDate(secondsSince2001: min(seconds, start)), CivilDate(secondsSince2001: max(seconds, start)))
    var months = (b.year - a.year) * 12 + b.month - a.month
    if b.day < a.day { months -= 1 }
    return FormatTexts.relative(seconds - start, months: max(0, months), isNamed: isNamed, style: style)
  }

  /// A length of time as a DateComponentsFormatter says it.
  func formatComponents(_ formatter: Word, seconds: Double) -> String {
    let whole = Int(max(-1e12, min(1e12, seconds.isNaN ? 0 : seconds)).rounded(.down))
    let bits: [(Int, Int)] = [(8192, 0), (16, 1), (32, 2), (64, 3), (128, 4)]
    let allowed = property(formatter, "allowedUnits").map { heap.kind($0) == .structure ? heap.slot($0, 0).integer : 0 }
    var units = bits.filter { (allowed ?? 0) & $0.0 != 0 }.map(\.1)
    if units.isEmpty { units = [1, 2, 3, 4] }
    let most = property(formatter, "maximumUnitCount").map(\.integer)
    let zeros = property(formatter, "zeroFormattingBehavior").map { heap.slot($0, 0).integer } ?? 1
    let style = property(formatter, "unitsStyle")?.integer ?? 0
    if style == 0 {
      let sizes = [604_800, 86_400, 3600, 60, 1]
      var rest = abs(whole)
      var counts: [Int] = []
      for unit in units {
        counts.append(rest / sizes[unit])
        rest %= sizes[unit]
      }
      let pads = zeros & 32 != 0
      if !pads { while counts.count > 1, counts[0] == 0 { counts.removeFirst() } }
      let texts = counts.enumerated().map { index, count in
        (index > 0 || pads) && count < 10 ? "0\(count)" : "\(count)"
      }
      return (whole < 0 ? "-" : "") + texts.joined(separator: ":")
    }
    let width = style == 3 ? "wide" : style == 1 ? "narrow" : style == 5 ? "condensedAbbreviated" : "abbreviated"
    return FormatTexts.duration(
      whole * 1_000_000_000, units: units, width: width, most: most == 0 ? nil : most, showsZeros: zeros & 32 != 0,
      fraction: nil)
  }

  func unitName(_ word: Word) -> String { choice(word) }

  func measured(
    _ value: Word, width: String, asProvided: Bool, _ number: NumberStyle?, _ hidesScale: Bool
  ) -> String {
    let view = self.view(value)
    guard view.key == "Measurement.init(value:unit:)" else { return "" }
    let name = unitName(view[1])
    if let text = FormatTexts.measurement(
      view[0].number, name, width: width, asProvided: asProvided, number: number, hidesScale: hidesScale)
    {
      return text
    }
    hooks.onNote?(view.native)
    return "\(view[0].number) \(name)"
  }
}
