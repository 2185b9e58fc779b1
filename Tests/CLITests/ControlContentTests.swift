/// What controls show and what a touch on them does: pickers, menus, dates, labels with images, groups that open; and the parts of a content
/// that `Group(sections:)` and `ForEach(sections:)` give.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class ControlContentTests: XCTestCase {
  /// Boxes of the last frame by text or name, and the notes of the run.
  private func play(
    _ body: String, state: String = "", more: String = "", steps: String = "", seconds: Double = 0,
    line: UInt = #line
  ) -> (rows: [String: [Double]], notes: [String]) {
    let (player, last) = playScene(
      body, state: state, more: more, imports: ["Combine"], steps: steps, seconds: seconds, line: line)
    var rows: [String: [Double]] = [:]
    for row in last?.rows ?? [] {
      let record = player.views.first { $0.id == row.id }
      for name in [row.text, record?.name] {
        guard let name, rows[name] == nil else { continue }
        rows[name] = [row.rect.x, row.rect.y, row.rect.width, row.rect.height].map { ($0 * 1000).rounded() / 1000 }
      }
    }
    return (rows, player.diagnostics.map(\.message))
  }

  // MARK: Pickers

  func testSegmentsShareTheWidthAndSelect() {
    let body = """
      VStack(spacing: 0) {
        Picker("P", selection: $s) { Text("Alpha").tag("a"); Text("Beta").tag("b"); Text("Gamma").tag("c") }
          .pickerStyle(.segmented)
        Color.red.frame(height: 100).accessibilityLabel("below")
        Text("chosen \\(s)")
      }
      """
    let state = "@State private var s = \"a\""
    let shown = play(body, state: state)
    for (index, name) in ["Alpha", "Beta", "Gamma"].enumerated() {
      XCTAssertEqual(shown.rows[name].map { $0[0] + $0[2] / 2 } ?? 0, 65 + 130 * Double(index), accuracy: 0.5)
    }
    // 32 + 100 + 20.333 points in the middle of the safe area.
    XCTAssertEqual(shown.rows["chosen a"]?[1] ?? 0, 428.5 - 152.333 / 2 + 132, accuracy: 0.2)
    let tapped = play(body, state: state, steps: "tap(\"Gamma\")", seconds: 0.3)
    XCTAssertNotNil(tapped.rows["chosen c"])
    XCTAssertEqual(tapped.notes, [])
  }

  func testTheChoicesOfAForEachAreItsIds() {
    let body = """
      VStack {
        Picker("Q", selection: $t) { ForEach(["One", "Two", "Three"], id: \\.self) { Text($0 + "!") } }
        Text("chosen \\(t)")
      }
      """
    let state = "@State private var t = \"Two\""
    let shown = play(body, state: state)
    XCTAssertNotNil(shown.rows["Two!"])
    XCTAssertNil(shown.rows["One!"])
    XCTAssertNotNil(shown.rows["chevron.up.chevron.down"])
    let open = play(body, state: state, steps: "tap(\"Two!\")", seconds: 0.3)
    // Rows of 44 points in a panel.
    XCTAssertEqual((open.rows["Three!"]?[1] ?? 0) - (open.rows["One!"]?[1] ?? 0), 88, accuracy: 0.01)
    XCTAssertNotNil(open.rows["checkmark"])
    let chosen = play(body, state: state, steps: "tap(\"Two!\"); wait(0.2); tap(\"Three!\")", seconds: 0.6)
    XCTAssertNotNil(chosen.rows["chosen Three"])
    XCTAssertNil(chosen.rows["One!"])
  }

  func testPickersInForms() {
    let body = """
      Form {
        Picker("Flavor", selection: $f) { Text("Vanilla").tag(1); Text("Mint").tag(2) }
        Picker("Inline", selection: $f) { Text("V").tag(1); Text("M").tag(2) }.pickerStyle(.inline).labelsHidden()
        Text("end \\(f)")
      }
      """
    let state = "@State private var f = 2"
    let shown = play(body, state: state)
    XCTAssertEqual(shown.rows["Flavor"]?[0], 36)
    // The value and the mark stand at the row's end.
    XCTAssertEqual(shown.rows["chevron.up.chevron.down"].map { $0[0] + $0[2] } ?? 0, 354, accuracy: 0.4)
    XCTAssertEqual((shown.rows["M"]?[1] ?? 0) - (shown.rows["V"]?[1] ?? 0), 44, accuracy: 0.01)
    XCTAssertEqual((shown.rows["end 2"]?[1] ?? 0) - (shown.rows["V"]?[1] ?? 0), 88, accuracy: 0.01)
    XCTAssertNotNil(play(body, state: state, steps: "tap(\"V\")", seconds: 0.3).rows["end 1"])
    let opened = play(body, state: state, steps: "tap(x: 150, y: 88); wait(0.2); tap(\"Vanilla\")", seconds: 0.6)
    XCTAssertNotNil(opened.rows["end 1"])
  }

  func testDatesAndColors() {
    let shown = play(
      """
      VStack {
        DatePicker("When", selection: $d)
        DatePicker("Day", selection: $e, displayedComponents: .date)
        ColorPicker("Tint", selection: $c)
      }
      """,
      state: """
        @State private var d = Date(timeIntervalSince1970: 1_700_000_000)
        @State private var e = Date(timeIntervalSince1970: 0)
        @State private var c = Color.red
        """)
    XCTAssertEqual(shown.rows["Nov 14, 2023"]?[3], 20.333)
    XCTAssertNotNil(shown.rows["10:13\u{202F}PM"])
    XCTAssertNotNil(shown.rows["Jan 1, 1970"])
    XCTAssertNil(shown.rows["12:00\u{202F}AM"])
    XCTAssertNotNil(shown.rows["Tint"])
  }

  func testASliderStandsBetweenItsLabels() {
    let body = """
      VStack {
        Slider(value: $v) { Text("V") } minimumValueLabel: { Text("low") } maximumValueLabel: { Text("high") }
        Text("at \\(Int(v * 100))")
      }
      """
    let shown = play(body, state: "@State private var v = 0.5")
    XCTAssertEqual(shown.rows["low"]?[0], 0)
    XCTAssertEqual(shown.rows["high"].map { $0[0] + $0[2] } ?? 0, 390, accuracy: 0.4)
    XCTAssertNil(shown.rows["V"])
    let moved = play(
      body, state: "@State private var v = 0.5", steps: "drag(x: 195, y: 414, by: .init(width: 250, height: 0))",
      seconds: 1)
    XCTAssertNotNil(moved.rows["at 100"], "\(moved)")
  }

  // MARK: Menus

  func testAMenuOpensRowsThatAct() {
    let body = """
      VStack {
        Menu("Options") {
          Button("Copy", systemImage: "doc.on.doc") { log = "copied" }
          Divider()
          Button("Delete", role: .destructive) { log = "deleted" }
          Toggle("Loud", isOn: $loud)
          Menu("More") { Button("Deep") { log = "deep" } }
        }
        Text("\\(log) \\(loud ? "loud" : "quiet")")
      }
      """
    let state = "@State private var log = \"none\"; @State private var loud = false"
    let open = play(body, state: state, steps: "tap(\"Options\")", seconds: 0.3)
    // The panel is 250 points wide below the label, with 16 points beside a row's title and image.
    XCTAssertEqual(open.rows["Copy"]?[0], 86)
    XCTAssertEqual(open.rows["doc.on.doc"].map { $0[0] + $0[2] } ?? 0, 304, accuracy: 0.4)
    XCTAssertEqual((open.rows["Delete"]?[1] ?? 0) - (open.rows["Copy"]?[1] ?? 0), 52, accuracy: 0.01)
    func after(_ steps: String) -> [String: [Double]] {
      play(body, state: state, steps: "tap(\"Options\"); wait(0.2); \(steps)", seconds: 1).rows
    }
    XCTAssertNotNil(after("tap(\"Delete\")")["deleted quiet"])
    XCTAssertNil(after("tap(\"Delete\")")["Copy"])
    XCTAssertNotNil(after("tap(\"Loud\")")["none loud"])
    XCTAssertNotNil(after("tap(\"More\"); wait(0.2); tap(\"Deep\")")["deep quiet"])
    // A touch beside it closes it and does nothing else.
    let beside = after("tap(x: 20, y: 780)")
    XCTAssertNil(beside["Copy"])
    XCTAssertNotNil(beside["none quiet"])
  }

  // MARK: Labels with images

  func testSystemImagesAreShown() {
    let shown = play(
      """
      VStack {
        Button("Go", systemImage: "bolt") { }
        Toggle("Wi-Fi", systemImage: "wifi", isOn: .constant(true))
        Button("Plain", systemImage: "star") { }.labelStyle(.titleOnly)
      }
      """)
    XCTAssertNotNil(shown.rows["bolt"])
    XCTAssertNotNil(shown.rows["Go"])
    XCTAssertNotNil(shown.rows["wifi"])
    XCTAssertNil(shown.rows["star"])
  }

  func testItemsOfBarsShowTheirIconAlone() {
    let shown = play(
      """
      NavigationStack {
        Text("content").toolbar {
          ToolbarItem { Button("Add", systemImage: "plus") { } }
          ToolbarItem(placement: .topBarLeading) { Button { } label: { Label("Edit", systemImage: "pencil") } }
          ToolbarItem(placement: .bottomBar) { Button("Both", systemImage: "star") { }.labelStyle(.titleAndIcon) }
        }
      }
      """)
    XCTAssertNotNil(shown.rows["plus"])
    XCTAssertNil(shown.rows["Add"])
    XCTAssertNotNil(shown.rows["pencil"])
    XCTAssertNil(shown.rows["Edit"])
    XCTAssertNotNil(shown.rows["star"])
    XCTAssertNotNil(shown.rows["Both"])
  }

  // MARK: Groups that open

  func testADisclosureGroupKeepsItsHeader() {
    let body = "VStack { DisclosureGroup(\"More\") { Text(\"inside\") }; Text(\"below\") }"
    let open = play(body, steps: "tap(\"More\")", seconds: 1)
    XCTAssertEqual(open.rows["inside"]?[1] ?? 0, (open.rows["More"]?[1] ?? 0) + 20.333, accuracy: 8)
    XCTAssertEqual(open.rows["below"]?[1] ?? 0, (open.rows["inside"]?[1] ?? 0) + 20.333, accuracy: 8)
    let compiled = Compiled.compile("import SwiftUI\nstruct A: View { var body: some View { \(body) } }")
    var options = PlayOptions()
    options.until = .time(nanoseconds: 2 * 1_000_000_000)
    options.steps = StepReader.read(text: "tap(\"More\")").0
    let player = Player(module: compiled.module, entry: 0, options: options)
    while let frame = player.next() {
      // One view, there all the time.
      XCTAssertEqual(frame.rows.filter { $0.text == "More" }.map(\.id), [2])
    }
  }

  func testADisclosureGroupInAListOpensRows() {
    let body = """
      List {
        DisclosureGroup("More", isExpanded: $open) { Text("one"); Text("two") }
        Text("end")
      }
      """
    let shown = play(body, state: "@State private var open = true")
    let y = shown.rows["More"]?[1] ?? 0
    XCTAssertEqual(shown.rows["one"]?[1] ?? 0, y + 44, accuracy: 0.01)
    XCTAssertEqual(shown.rows["two"]?[1] ?? 0, y + 88, accuracy: 0.01)
    XCTAssertEqual(shown.rows["end"]?[1] ?? 0, y + 132, accuracy: 0.01)
    let closed = play(body, state: "@State private var open = true", steps: "tap(\"More\")", seconds: 1)
    XCTAssertNil(closed.rows["one"])
    XCTAssertEqual((closed.rows["end"]?[1] ?? 0) - (closed.rows["More"]?[1] ?? 0), 44, accuracy: 0.1)
  }

  // MARK: Parts of a content

  func testSectionsAndContainerValues() {
    let shown = play(
      """
      Board {
        Text("loose")
        Section("One") { Text("a").containerValue(\\.mark, "pinned"); Text("b") }.containerValue(\\.mark, "first")
        Section { ForEach(0..<2) { Text("c\\($0)") }.containerValue(\\.mark, "all") } header: { Text("Two") }
      }
      """,
      more: """
        extension ContainerValues { @Entry var mark = "none" }
        struct Board<C: View>: View {
          @ViewBuilder var content: C
          var body: some View {
            VStack {
              Group(sections: content) { sections in Text("\\(sections.count) sections") }
              ForEach(sections: content) { section in
                section.header
                Text("section \\(section.containerValues.mark) of \\(section.content.count)")
                ForEach(section.content) { view in HStack { view; Text("is \\(view.containerValues.mark)") } }
              }
            }
          }
        }
        """)
    XCTAssertNotNil(shown.rows["3 sections"])
    XCTAssertNotNil(shown.rows["section none of 1"])
    XCTAssertNotNil(shown.rows["section first of 2"])
    XCTAssertNotNil(shown.rows["section none of 2"])
    XCTAssertNotNil(shown.rows["Two"])
    XCTAssertEqual(shown.rows["is pinned"]?[1], shown.rows["a"]?[1])
    XCTAssertEqual(shown.rows["is all"]?[1], shown.rows["c0"]?[1])
    XCTAssertEqual(shown.notes, [])
  }

  // MARK: Fields and roles

  func testASearchFieldTakesItsRoomAndFilters() {
    let body = """
      NavigationStack {
        List(["Apple", "Pear"].filter { query.isEmpty || $0.contains(query) }, id: \\.self) { Text($0) }
          .navigationTitle("Fruit").searchable(text: $query, prompt: "Find")
      }
      """
    let state = "@State private var query = \"\""
    let shown = play(body, state: state)
    let plain = play(body.replacing(".searchable(text: $query, prompt: \"Find\")"), state: state)
    XCTAssertEqual((shown.rows["Apple"]?[1] ?? 0) - (plain.rows["Apple"]?[1] ?? 0), 52, accuracy: 0.01)
    XCTAssertNotNil(shown.rows["Find"])
    let typed = play(body, state: state, steps: "type(\"Pea\", into: \"Find\")", seconds: 0.5)
    XCTAssertNil(typed.rows["Apple"])
    XCTAssertNotNil(typed.rows["Pear"])
  }

  func testRolesAndDisabledButtonsHaveTheirColors() {
    let compiled = Compiled.compile(
      """
      import SwiftUI
      struct A: View {
        var body: some View {
          Form {
            Button("Plain") { }
            Button("Gone", role: .destructive) { }
            Button("Off") { }.disabled(true)
          }
        }
      }
      """)
    var options = PlayOptions()
    options.device = "iPhone 14"
    options.includesDrawing = true
    let player = Player(module: compiled.module, entry: 0, options: options)
    let frame = player.next()
    func color(_ text: String) -> FrameColor? { frame?.rows.first { $0.text == text }?.color }
    XCTAssertEqual(color("Plain")?.blue ?? 0, 1, accuracy: 0.01)
    XCTAssertEqual(color("Gone")?.red ?? 0, 1, accuracy: 0.01)
    XCTAssertEqual(color("Off")?.alpha ?? 0, 0.3, accuracy: 0.01)
    // The three rows lie on one card with the list's margins, and two lines between them.
    var cards: [FrameRect] = []
    var lines = 0
    for element in frame?.drawing?.leaves.flatMap(\.elements) ?? [] {
      if case .fill(.rounded(let box, _, _), _) = element, box.width == 350 { cards.append(box) }
      if case .fill(.rect(let box), _) = element, box.height < 1 { lines += 1 }
    }
    XCTAssertEqual(cards.map(\.height), [132])
    XCTAssertEqual(lines, 2)
  }

  func testTabsKeepTheirModifiers() {
    let shown = play(
      """
      TabView {
        Tab("One", systemImage: "house") { Text("first") }
        Tab("Two", systemImage: "star") { Text("second") }.badge(3)
      }
      """)
    XCTAssertNotNil(shown.rows["One"])
    XCTAssertNotNil(shown.rows["Two"])
  }

  // MARK: The library

  func testStridesPositionsAndComparators() {
    let shown = play(
      """
      VStack {
        Text(stride(from: 0, to: 1, by: 0.5).map { String($0) }.joined(separator: " "))
        Text("x".padding(toLength: 3, withPad: ".", startingAt: 0))
        Text(typed("ab", 5))
        Text(["b", "a"].map(Item.init).sorted(using: KeyPathComparator(\\.name)).map(\\.name).joined())
        Text(["b", "c"].map(Item.init).sorted(using: KeyPathComparator(\\.name, order: .reverse)).map(\\.name).joined())
      }
      """,
      more: """
        struct Item { var name: String }
        func typed(_ s: String, _ n: Int) -> String {
          String(s[..<(s.index(s.startIndex, offsetBy: n, limitedBy: s.endIndex) ?? s.endIndex)])
        }
        """)
    for text in ["0.0 0.5", "x..", "ab", "cb"] { XCTAssertNotNil(shown.rows[text], text) }
    XCTAssertEqual(shown.notes, [])
  }

  func testAssignWritesThePublishedProperty() {
    let shown = play(
      "Text(\"\\(m.query) \\(m.loud) \\(m.count)\")",
      state: "@StateObject private var m = Model()",
      more: """
        final class Model: ObservableObject {
          @Published var query = "a"
          @Published var loud = ""
          @Published var count = 0
          init() {
            $query.map { $0.uppercased() }.assign(to: &$loud)
            $loud.map(\\.count).assign(to: &$count)
            Just("bcd").delay(for: 0.2, scheduler: RunLoop.main).assign(to: &$query)
          }
        }
        """, seconds: 0.5)
    XCTAssertNotNil(shown.rows["bcd BCD 3"])
  }

  func testRequirementsAsValues() {
    let shown = play(
      """
      VStack {
        Text("\\([1, 2, 3].total())")
        Text(largestFirst(["a", "c", "b"]).joined())
        Text(String(product(1.5, 4)))
      }
      """,
      more: """
        extension Sequence where Element: AdditiveArithmetic { func total() -> Element { reduce(.zero, +) } }
        func largestFirst<T: Comparable>(_ list: [T]) -> [T] { list.sorted(by: >) }
        func apply<T>(_ f: (T, T) -> T, _ a: T, _ b: T) -> T { f(a, b) }
        func product<T: Numeric>(_ a: T, _ b: T) -> T { apply(*, a, b) }
        """)
    XCTAssertNotNil(shown.rows["6"])
    XCTAssertNotNil(shown.rows["cba"])
    XCTAssertNotNil(shown.rows["6.0"])
    XCTAssertEqual(shown.notes, [])
  }
}

extension String {
  /// The text without a part of it.
  fileprivate func replacing(_ part: String) -> String {
    guard let start = range(of: part) else { return self }
    return String(self[..<start.lowerBound]) + String(self[start.upperBound...])
  }

  private func range(of part: String) -> Range<Index>? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(part) { return at..<index(at, offsetBy: part.count) }
      at = index(after: at)
    }
    return nil
  }
}
