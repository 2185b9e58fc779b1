/// Texts of Foundation's format styles, as its own formatters for en_US answer (narrow space U+202F before AM and PM), and what texts show
/// of values, images and the clock.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class FormatStyleTests: XCTestCase {
  /// The texts of a scene's last frame, and its notes.
  private func texts(
    _ expressions: [String], more: String = "", seconds: Double = 0, line: UInt = #line
  ) -> (texts: [String], notes: [String]) {
    let compiled = Compiled.compile(
      """
      import SwiftUI
      \(more)
      let d = Date(timeIntervalSince1970: 1_700_000_000)
      struct ContentView: View {
        var body: some View {
          VStack {
            \(expressions.joined(separator: "\n"))
          }
        }
      }
      """)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    let player = Player(module: compiled.module, entry: 0, options: options)
    var last: Frame?
    for _ in 0...Int(seconds * 60) { last = player.next() ?? last }
    return ((last?.rows ?? []).compactMap(\.text), player.diagnostics.map(\.message))
  }

  private func assert(_ pairs: [(String, String)], more: String = "", line: UInt = #line) {
    let shown = texts(pairs.map { "Text(\($0.0))" }, more: more, line: line)
    XCTAssertEqual(shown.texts, pairs.map(\.1), line: line)
    XCTAssertEqual(shown.notes, [], line: line)
  }

  func testDates() {
    assert([
      ("d.formatted()", "11/14/2023, 10:13\u{202F}PM"),
      ("d.formatted(date: .abbreviated, time: .omitted)", "Nov 14, 2023"),
      ("d.formatted(date: .long, time: .shortened)", "November 14, 2023 at 10:13\u{202F}PM"),
      ("d.formatted(date: .complete, time: .omitted)", "Tuesday, November 14, 2023"),
      ("d.formatted(.dateTime.year().month().day())", "Nov 14, 2023"),
      ("d, format: .dateTime.weekday(.wide).hour().minute()", "Tuesday 10:13\u{202F}PM"),
      ("d, format: .dateTime.month(.defaultDigits).day().year(.twoDigits)", "11/14/23"),
    ])
    assert([
      ("d, format: .dateTime.hour(.defaultDigits(amPM: .omitted)).minute(.twoDigits)", "10:13"),
      ("d.formatted(.dateTime.month(.wide).day().hour().minute())", "November 14 at 10:13\u{202F}PM"),
      ("d.formatted(.iso8601)", "2023-11-14T22:13:20Z"),
      ("d.formatted(.iso8601.year().month().day())", "2023-11-14"),
      ("\"\\(d, style: .date), \\(d, format: .dateTime.month().day())\"", "November 14, 2023, Nov 14"),
      ("d..<d.addingTimeInterval(3600), format: .interval", "11/14/2023, 10:13\u{2009}–\u{2009}11:13\u{202F}PM"),
      (
        "(d..<d.addingTimeInterval(259_200)).formatted(date: .abbreviated, time: .omitted)",
        "Nov 14\u{2009}–\u{2009}17, 2023"
      ),
    ])
    XCTAssertEqual(FormatTexts.relative(-86_400, months: 0, isNamed: true, style: "wide"), "yesterday")
    XCTAssertEqual(FormatTexts.relative(7200, months: 0, isNamed: false, style: "wide"), "in 2 hours")
    XCTAssertEqual(FormatTexts.relative(-90, months: 0, isNamed: false, style: "abbreviated"), "2 min. ago")
    XCTAssertEqual(FormatTexts.relative(604_800, months: 0, isNamed: true, style: "narrow"), "next wk.")
  }

  func testDateFormatters() {
    assert(
      [
        ("styled(.short)", "11/14/23, 10:13\u{202F}PM"), ("styled(.medium)", "Nov 14, 2023 at 10:13:20\u{202F}PM"),
        ("template()", "Nov 14"), ("components()", "1h 2m 5s"), ("decimal()", "12,345.678"),
      ],
      more: """
        func styled(_ style: DateFormatter.Style) -> String {
          let f = DateFormatter()
          f.dateStyle = style
          f.timeStyle = style
          return f.string(from: d)
        }
        func template() -> String {
          let f = DateFormatter()
          f.setLocalizedDateFormatFromTemplate("MMMd")
          return f.string(from: d)
        }
        func components() -> String {
          let f = DateComponentsFormatter()
          f.allowedUnits = [.hour, .minute, .second]
          f.unitsStyle = .abbreviated
          return f.string(from: 3725) ?? ""
        }
        func decimal() -> String {
          let f = NumberFormatter()
          f.numberStyle = .decimal
          return f.string(from: 12345.678) ?? ""
        }
        """)
  }

  func testListsAndBytes() {
    for (items, and, or, short) in [
      (["a"], "a", "a", "a"), (["a", "b"], "a and b", "a or b", "a & b"),
      (["a", "b", "c"], "a, b, and c", "a, b, or c", "a, b, & c"),
    ] {
      XCTAssertEqual(FormatTexts.list(items, isOr: false, width: "standard"), and)
      XCTAssertEqual(FormatTexts.list(items, isOr: true, width: "standard"), or)
      XCTAssertEqual(FormatTexts.list(items, isOr: false, width: "short"), short)
    }
    for (count, file, memory) in [
      (0, "Zero kB", "Zero kB"), (1, "1 byte", "1 byte"), (1000, "1 kB", "1,000 bytes"),
      (1_500_000, "1.5 MB", "1.4 MB"),
      (5_000_000_000, "5 GB", "4.66 GB"), (-1500, "-2 kB", "-1 kB"),
    ] {
      XCTAssertEqual(FormatTexts.bytes(count, isBinary: false), file)
      XCTAssertEqual(FormatTexts.bytes(count, isBinary: true), memory)
    }
    assert([
      ("[\"a\", \"b\", \"c\"], format: .list(type: .and)", "a, b, and c"),
      ("[1, 2].formatted(.list(memberStyle: .number, type: .or))", "1 or 2"),
      ("Int64(1_500_000), format: .byteCount(style: .file)", "1.5 MB"),
    ])
  }

  func testDurationsNamesAndMeasurements() {
    assert([
      ("Duration.seconds(3725).formatted(.units(allowed: [.hours, .minutes], width: .wide))", "1 hour, 2 minutes"),
      ("Duration.seconds(3725), format: .units(allowed: [.hours, .minutes, .seconds], width: .narrow)", "1h 2m 5s"),
      ("Duration.seconds(3725).formatted(.time(pattern: .minuteSecond))", "62:05"),
      ("PersonNameComponents(givenName: \"Ann\", familyName: \"Lee\").formatted()", "Ann Lee"),
      ("Measurement(value: 100, unit: UnitLength.kilometers).formatted()", "62 mi"),
      (
        "Measurement(value: 21.5, unit: UnitTemperature.celsius), format: .measurement(width: .abbreviated, usage: .asProvided)",
        "21.5\u{B0}C"
      ),
    ])
  }

  func testNumbersOfOtherLanguages() {
    assert([
      ("12345.6, format: .number.locale(Locale(identifier: \"de_DE\"))", "12.345,6"),
      ("1234, format: .number.locale(Locale(identifier: \"es_ES\"))", "1234"),
      ("1234.5, format: .currency(code: \"EUR\").locale(Locale(identifier: \"fr_FR\"))", "1\u{202F}234,50\u{A0}€"),
      ("1234.5, format: .currency(code: \"USD\").presentation(.fullName)", "1,234.50 US dollars"),
      ("0.256, format: .percent.locale(Locale(identifier: \"de\"))", "25,6\u{A0}%"),
    ])
    let unknown = texts(["Text(1.5, format: .number.locale(Locale(identifier: \"ar\")))"])
    XCTAssertEqual(unknown.notes.count, 1)
  }

  func testAddressesAreValues() {
    assert(
      [
        ("\"\\(URL(string: \"https://a.b/c\")!)\" as String", "https://a.b/c"),
        ("u.host ?? \"\"", "a.b"), ("u.lastPathComponent", "x y.png"), ("u.pathExtension", "png"),
        ("u.query ?? \"\"", "q=1"),
        ("u.deletingLastPathComponent().appendingPathComponent(\"z\").absoluteString", "https://me@a.b:8080/c/z?q=1#f"),
        ("u == URL(string: u.absoluteString) ? \"same\" : \"other\"", "same"),
      ], more: "let u = URL(string: \"https://me@a.b:8080/c/x%20y.png?q=1#f\")!")
    XCTAssertEqual(texts(["Text(URL(string: \"\") == nil ? \"none\" : \"one\")"]).texts, ["none"])
  }

  func testWhatTextsShow() {
    assert([
      ("Substring(\"ab\")", "ab"), ("\"\\(Color.red)\" as String", "red"),
      ("\"^[\\(3) item](inflect: true)\"", "3 items"),
      ("\"\\(Text(\"bold\").bold()) and\"", "bold and"), ("\"\\(Image(systemName: \"star\")) fav\"", "\u{FFFC} fav"),
    ])
    XCTAssertEqual(Inflection.applied(to: "^[1 box](inflect: true), ^[2 box](inflect: true)"), "1 box, 2 boxes")
    XCTAssertEqual(
      TextMark.parts(of: "a" + TextMark.image("star", isSymbol: true) + "b"),
      [.text("a"), .image(name: "star", isSymbol: true), .text("b")])
  }

  func testTextsFollowTheClock() {
    let lines = [
      "Text(Date.now.addingTimeInterval(65), style: .timer)",
      "Text(timerInterval: start...start.addingTimeInterval(65))",
    ]
    // The text's own date moves on with each evaluation, and there is one alone.
    let more = "let start = Date(timeIntervalSinceReferenceDate: 788_918_400)"
    XCTAssertEqual(texts(lines, more: more).texts, ["1:05", "1:05"])
    XCTAssertEqual(texts(lines, more: more, seconds: 2.1).texts, ["1:03", "1:03"])
  }
}
