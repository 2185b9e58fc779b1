/// Views that the system makes: titles and items of bars, tabs, lists with sections, panels of alerts and dialogs, the keyboard.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class SystemViewTests: XCTestCase {
  /// The last frame of a scene and its findings; rows by text or identifier.
  private struct Played {
    var rows: [String: Rect] = [:]
    var colors: [String: FrameColor] = [:]
    var notes: [String] = []

    subscript(_ name: String) -> [Double]? {
      rows[name].map { [$0.x, $0.y, $0.width, $0.height].map { ($0 * 1000).rounded() / 1000 } }
    }
  }

  private func play(
    _ body: String, state: String = "", more: String = "", steps: String = "", seconds: Double = 0,
    line: UInt = #line
  ) -> Played {
    let (player, last) = playScene(
      body, state: state, more: more, steps: steps, seconds: seconds, line: line)
    var result = Played()
    for row in last?.rows ?? [] {
      let record = player.views.first { $0.id == row.id }
      for name in [row.text, record?.identifier, record?.name] {
        guard let name, result.rows[name] == nil else { continue }
        result.rows[name] = Rect(row.rect.x, row.rect.y, row.rect.width, row.rect.height)
        result.colors[name] = row.color
      }
    }
    result.notes = player.diagnostics.map(\.message)
    return result
  }

  // MARK: Bars

  func testTitlesAndItemsStandInTheirBar() {
    let shown = play(
      """
      NavigationStack {
        Text("content")
          .navigationTitle("Home")
          .toolbar {
            ToolbarItem(placement: .topBarTrailing) { Button("Add") { } }
            if true { ToolbarItem(placement: .topBarLeading) { Button("Edit") { } } }
            ToolbarItem(placement: .bottomBar) { Text("bottom") }
          }
      }
      """)
    XCTAssertEqual(shown["Home"], [16, 94.333, 94.333, 40.667])
    XCTAssertEqual(shown["Edit"], [16, 59, 29.333, 20.333])
    XCTAssertEqual(shown["Add"], [342.667, 59, 31.333, 20.333])
    XCTAssertEqual(shown["bottom"]?[1], 778)
    // The room is what both bars leave: 96 points above, 44 below.
    XCTAssertEqual(shown["content"]?[1], 444.333)
    XCTAssertEqual(shown.notes, [])
  }

  func testAnInlineTitleIsInTheMiddle() {
    let shown = play(
      "NavigationStack { Text(\"c\").navigationTitle(\"Inline\").navigationBarTitleDisplayMode(.inline) }")
    XCTAssertEqual(shown.rows["Inline"].map { $0.x + $0.width / 2 } ?? 0, 195, accuracy: 0.4)
    XCTAssertEqual(shown["Inline"]?[1], 59)
    let principal = play(
      """
      NavigationStack {
        Text("c").navigationTitle("Inline").navigationBarTitleDisplayMode(.inline)
          .toolbar { ToolbarItem(placement: .principal) { Text("instead") } }
      }
      """)
    XCTAssertNil(principal["Inline"])
    XCTAssertEqual(principal.rows["instead"].map { $0.x + $0.width / 2 } ?? 0, 195, accuracy: 0.4)
  }

  func testItemsOfABarAreTapped() {
    let body = """
      NavigationStack {
        Text("\\(count)").navigationTitle("T").toolbar { Button("Add \\(count)") { count += 1 } }
      }
      """
    let shown = play(
      body, state: "@State private var count = 0", steps: "tap(\"Add 0\"); wait(0.2); tap(\"Add 1\")", seconds: 0.6)
    XCTAssertNotNil(shown["2"])
    XCTAssertNotNil(shown["Add 2"])
  }

  func testEveryPageHasItsOwnBar() {
    let body = """
      NavigationStack {
        VStack {
          NavigationLink("go") { Text("page").navigationTitle("Page").navigationBarTitleDisplayMode(.inline) }
          Text("root")
        }
        .navigationTitle("Root")
      }
      """
    let before = play(body)
    // While the page comes in, the root keeps the room of its own bar.
    let during = play(body, steps: "tap(\"go\")", seconds: 0.2)
    XCTAssertEqual(before["root"]?[1], during["root"]?[1])
    let after = play(body, steps: "tap(\"go\")", seconds: 1.5)
    XCTAssertNil(after["root"])
    XCTAssertEqual(after["Page"]?[1], 59)
    XCTAssertEqual(after["page"]?[1], 440.333)
    // The way back is called by the title of the page before.
    XCTAssertEqual(after["Root"]?[1], 59)
    let back = play(body, steps: "tap(\"go\"); wait(1); tap(\"Root\")", seconds: 3)
    XCTAssertEqual(back["root"], before["root"])
    XCTAssertNil(back["page"])
  }

  func testACoveredPageTakesNoTouch() {
    let body = """
      NavigationStack {
        Color.red.onTapGesture { log = "below" }.overlay { NavigationLink("go") { Text(log) } }
      }
      """
    let shown = play(
      body, state: "@State private var log = \"nothing\"", steps: "tap(\"go\"); wait(0.2); tap(x: 350, y: 700)",
      seconds: 1.5)
    XCTAssertNotNil(shown["nothing"])
  }

  func testTabsAreTapped() {
    let body = """
      TabView {
        Text("first").tabItem { Label("One", systemImage: "house") }
        Text("second").tabItem { Label("Two", systemImage: "star") }
      }
      """
    let shown = play(body)
    XCTAssertNotNil(shown["first"])
    // Two columns of half the width, above the home indicator.
    XCTAssertEqual(shown.rows["One"].map { $0.x + $0.width / 2 } ?? 0, 97.5, accuracy: 0.4)
    XCTAssertEqual(shown.rows["Two"].map { $0.x + $0.width / 2 } ?? 0, 292.5, accuracy: 0.4)
    XCTAssertEqual(shown["One"].map { $0[1] > 761 && $0[1] < 810 }, true)
    XCTAssertNotEqual(shown.colors["One"], shown.colors["Two"])
    let other = play(body, steps: "tap(\"Two\")", seconds: 0.5)
    XCTAssertNil(other["first"])
    XCTAssertNotNil(other["second"])
    XCTAssertEqual(other.colors["Two"], shown.colors["One"])
    let bound = play(
      """
      VStack {
        Text("at \\(tab)")
        TabView(selection: $tab) {
          Text("first").tabItem { Text("One") }.tag(3)
          Text("second").tabItem { Text("Two") }.tag(5)
        }
      }
      """, state: "@State private var tab = 3", steps: "tap(\"Two\")", seconds: 0.5)
    XCTAssertNotNil(bound["at 5"])
    XCTAssertNotNil(bound["second"])
  }

  // MARK: Lists

  func testSectionsHaveHeadersFootersAndGaps() {
    let shown = play(
      """
      List {
        Section {
          Text("a")
          Text("b").listRowInsets(EdgeInsets())
        } header: { Text("Head") } footer: { Text("foot") }
        Section { Text("c") }
        Text("d")
      }
      """)
    // 16 above the header's line of 15.667, 6 below it; rows of 44; 6 above the footer.
    XCTAssertEqual(shown["HEAD"]?[0], 36)
    XCTAssertEqual(shown["HEAD"]?[1], 63)
    XCTAssertEqual(shown["a"]?[0], 36)
    XCTAssertEqual(shown["a"]?[1], 96.667)
    XCTAssertEqual(shown["b"]?[0], 20)
    XCTAssertEqual(shown["b"]?[1], 140.667)
    XCTAssertEqual(shown["foot"]?[1], 178.667)
    // 10 below a section, 20 above one without a header.
    XCTAssertEqual(shown["c"]?[1], 236.333)
    XCTAssertEqual(shown["d"]?[1], 310.333)
  }

  func testSpacingOfSectionsAndRows() {
    let shown = play(
      "List { Section { Text(\"a\"); Text(\"b\") }; Section { Text(\"c\") } }.listSectionSpacing(50).listRowSpacing(7)")
    let a = shown["a"]?[1] ?? 0
    XCTAssertEqual(shown["b"]?[1] ?? 0, a + 51, accuracy: 0.01)
    XCTAssertEqual(shown["c"]?[1] ?? 0, a + 51 + 44 + 50, accuracy: 0.01)
    let compact = play(
      "List { Section { Text(\"a\") }; Section { Text(\"c\") } }.environment(\\.defaultMinListRowHeight, 60)")
    XCTAssertEqual(compact["c"]?[1] ?? 0, (compact["a"]?[1] ?? 0) + 60 + 30, accuracy: 0.01)
  }

  func testHeadersOfPlainListsStay() {
    let body = """
      List {
        ForEach(0..<3, id: \\.self) { s in
          Section("Section \\(s)") { ForEach(0..<12, id: \\.self) { i in Text("\\(s).\\(i)") } }
        }
      }
      .listStyle(.plain)
      """
    let still = play(body)
    XCTAssertEqual(still["Section 0"], [20, 73, 75.333, 20.333])
    XCTAssertEqual(still["0.0"]?[1], 109.333)
    let moved = play(body, steps: "flick(\"0.8\", velocity: .init(dx: 0, dy: -600))", seconds: 5)
    XCTAssertEqual(moved["Section 0"]?[1], 51)
    XCTAssertNil(moved["0.0"])
  }

  func testOnlyRowsInSightAreMade() {
    let counted = """
      struct Row: View {
        let n: Int
        let made: (Int) -> Void
        var body: some View { Text("row \\(n)").onAppear { made(n) } }
      }
      """
    for container in ["List", "ScrollView { LazyVStack"] {
      let body = """
        VStack {
          Text("up to \\(last)")
          \(container) {
            ForEach(0..<5_000_000, id: \\.self) { n in Row(n: n) { last = max(last, $0) } }
          }
        \(container.hasPrefix("Scroll") ? "}" : "")
        }
        """
      let shown = play(body, state: "@State private var last = 0", more: counted)
      XCTAssertEqual(shown.notes, [])
      XCTAssertNotNil(shown["row 0"])
      XCTAssertNil(shown.rows["row 60"])
      XCTAssertTrue(shown.rows.keys.contains { $0.hasPrefix("up to ") && $0 != "up to 0" })
    }
  }

  func testRowsAreReachedByTheirNumber() {
    let shown = play(
      """
      ScrollViewReader { proxy in
        ScrollView { LazyVStack(spacing: 0) { ForEach(0..<1_000_000, id: \\.self) { Text("\\($0)").frame(height: 20) } } }
          .onAppear { proxy.scrollTo(700_000, anchor: .top) }
      }
      """, seconds: 0.1)
    XCTAssertEqual(shown["700000"]?[1] ?? 0, 47, accuracy: 1)
    XCTAssertEqual(shown.notes, [])
  }

  func testALinkThatIsARowIsTappedAnywhere() {
    let body = """
      NavigationStack {
        List {
          NavigationLink("row") { Text("detail") }
          Button("button") { }
        }
      }
      """
    XCTAssertEqual(play(body).colors["row"], play("Text(\"row\")").colors["row"])
    XCTAssertNotNil(play(body, steps: "tap(x: 250, y: 90)", seconds: 1.5)["detail"])
  }

  // MARK: Panels

  func testAnAlertIsAPanelOf270Points() {
    let body = """
      Text(said)
        .alert("Title", isPresented: $shows) {
          Button("Delete", role: .destructive) { said = "deleted" }
          Button("Cancel", role: .cancel) { said = "cancelled" }
        } message: { Text("message") }
      """
    let state = "@State private var shows = true; @State private var said = \"nothing\""
    let shown = play(body, state: state, seconds: 0.1)
    XCTAssertEqual(shown.rows["Title"].map { $0.x + $0.width / 2 } ?? 0, 195, accuracy: 0.4)
    // Cancel on the left, each in half of the width.
    XCTAssertEqual(shown.rows["Cancel"].map { $0.x + $0.width / 2 } ?? 0, 127.5, accuracy: 0.4)
    XCTAssertEqual(shown.rows["Delete"].map { $0.x + $0.width / 2 } ?? 0, 262.5, accuracy: 0.4)
    XCTAssertEqual(shown.colors["Delete"]?.red ?? 0, 1, accuracy: 0.01)
    XCTAssertEqual(shown.notes, [])
    let after = play(body, state: state, steps: "wait(0.1); tap(x: 215, y: 460)", seconds: 0.5)
    XCTAssertNotNil(after["deleted"])
    XCTAssertNil(after["Cancel"])
  }

  func testAnAlertWithoutButtonsHasOne() {
    let shown = play(
      "Text(\"t\").alert(\"Title\", isPresented: $shows) { }", state: "@State private var shows = true",
      steps: "wait(0.1); tap(\"OK\")", seconds: 0.5)
    XCTAssertNil(shown["Title"])
    let old = play(
      "Text(said).alert(isPresented: $shows) { Alert(title: Text(\"Old\"), primaryButton: .destructive(Text(\"Do\")) { said = \"done\" }, secondaryButton: .cancel()) }",
      state: "@State private var shows = true; @State private var said = \"not\"", steps: "wait(0.1); tap(\"Do\")",
      seconds: 0.5)
    XCTAssertNotNil(old["done"])
    XCTAssertNil(old["Old"])
  }

  func testAConfirmationDialogStandsAtTheBottom() {
    let body = """
      Text(said).confirmationDialog("Which?", isPresented: $asks, titleVisibility: .visible) {
        Button("One") { said = "one" }
        Button("Two") { said = "two" }
      }
      """
    let state = "@State private var asks = true; @State private var said = \"none\""
    let shown = play(body, state: state, seconds: 0.1)
    // Cancel is added, apart from the others and 57 points high.
    XCTAssertEqual(shown["Cancel"]?[1], 769.667)
    XCTAssertEqual(shown["Two"]?[1], 704.667)
    XCTAssertEqual(shown["One"]?[1], 647.667)
    XCTAssertEqual(shown["Which?"]?[1], 601.333)
    XCTAssertNotNil(play(body, state: state, steps: "wait(0.1); tap(\"Two\")", seconds: 0.5)["two"])
    XCTAssertNil(play(body, state: state, steps: "wait(0.1); tap(\"Cancel\")", seconds: 0.5)["One"])
  }

  // MARK: Focus

  private let form = """
    VStack {
      Spacer()
      Text(field == .name ? "at name" : field == .mail ? "at mail" : "at none")
      TextField("Name", text: $name).focused($field, equals: .name).accessibilityIdentifier("name")
        .onSubmit { field = .mail }
      TextField("Mail", text: $mail).focused($field, equals: .mail).accessibilityIdentifier("mail")
      Button("Done") { field = nil }
    }
    """
  private let fields = """
    enum Field { case name, mail }
    @State private var name = ""
    @State private var mail = ""
    @FocusState private var field: Field?
    """

  func testAFieldThatIsTappedBringsTheKeyboard() {
    let before = play(form, state: fields)
    XCTAssertNotNil(before["at none"])
    let after = play(form, state: fields, steps: "tap(\"name\")", seconds: 2)
    XCTAssertNotNil(after["at name"])
    // 336 points of the keyboard take the place of the 34 at the bottom.
    XCTAssertEqual((before["Done"]?[1] ?? 0) - (after["Done"]?[1] ?? 0), 302, accuracy: 0.01)
    let gone = play(form, state: fields, steps: "tap(\"name\"); wait(1); tap(\"Done\")", seconds: 3)
    XCTAssertEqual(gone["Done"], before["Done"])
    XCTAssertNotNil(gone["at none"])
  }

  func testReturnGoesToTheNextField() {
    let shown = play(
      form, state: fields, steps: "tap(\"name\"); wait(1); type(\"Bob\\n\", into: \"name\")", seconds: 1.4)
    XCTAssertNotNil(shown["at mail"])
    // The keyboard stays.
    XCTAssertEqual(shown["Done"], play(form, state: fields, steps: "tap(\"name\")", seconds: 2)["Done"])
  }

  func testTheSceneSetsTheFocus() {
    let shown = play(
      "VStack { Spacer(); TextField(\"f\", text: $text).focused($isFocused).accessibilityIdentifier(\"f\") }.onAppear { isFocused = true }",
      state: "@State private var text = \"\"; @FocusState private var isFocused: Bool", seconds: 2)
    XCTAssertEqual(shown["f"]?[1] ?? 0, 844 - 336 - 20.333, accuracy: 0.01)
  }

  // MARK: Swipes

  private let pages = """
    NavigationStack { VStack { Text("root"); NavigationLink("go") { Text("page") } } }
    """

  func testAPageFollowsTheFingerFromTheEdge() {
    let start = "tap(\"go\"); wait(1); down(x: 5, y: 400); move(x: 25, y: 400); move(x: 105, y: 400)"
    let held = play(pages, steps: start, seconds: 1.5)
    let rest = play(pages, steps: "tap(\"go\"); wait(1)", seconds: 1.5)
    XCTAssertEqual((held["page"]?[0] ?? 0) - (rest["page"]?[0] ?? 0), 100, accuracy: 0.01)
    // The page below stands 0.3 of the way behind its place.
    XCTAssertEqual((held["root"]?[0] ?? 0) - (play(pages)["root"]?[0] ?? 0), -0.3 * 290, accuracy: 0.01)
    let back = play(pages, steps: start + "; wait(0.2); up()", seconds: 3)
    XCTAssertEqual(back["page"], rest["page"])
    XCTAssertNil(back["root"])
    let gone = play(pages, steps: start + "; move(x: 300, y: 400); wait(0.2); up()", seconds: 3)
    XCTAssertNil(gone["page"])
    XCTAssertEqual(gone["root"], play(pages)["root"])
  }

  func testASheetIsPulledDown() {
    let body =
      "Text(\"below\").sheet(isPresented: $on, onDismiss: { log = \"dismissed\" }) { VStack { Text(\"in\"); Text(log) } }.overlay(alignment: .top) { Text(log + \"!\") }"
    let state = "@State private var on = true; @State private var log = \"none\""
    let rest = play(body, state: state, seconds: 1)
    let start = "wait(1); down(x: 200, y: 400); move(x: 200, y: 410); move(x: 200, y: 510)"
    let held = play(body, state: state, steps: start, seconds: 1.4)
    XCTAssertEqual((held["in"]?[1] ?? 0) - (rest["in"]?[1] ?? 0), 100, accuracy: 0.01)
    let back = play(body, state: state, steps: start + "; wait(0.2); up()", seconds: 3)
    XCTAssertEqual(back["in"]?[1] ?? 0, rest["in"]?[1] ?? 1, accuracy: 0.01)
    let gone = play(body, state: state, steps: start + "; move(x: 200, y: 840); wait(0.2); up()", seconds: 3)
    XCTAssertNil(gone["in"])
    XCTAssertNotNil(gone["dismissed!"])
    let fixed = "Text(\"below\").sheet(isPresented: $on) { Text(\"in\").interactiveDismissDisabled() }"
    XCTAssertEqual(
      play(fixed, state: state, steps: start, seconds: 1.4)["in"]?[1] ?? 0,
      play(fixed, state: state, seconds: 1)["in"]?[1] ?? 1, accuracy: 0.01)
  }

  // MARK: Numbers

  func testRelativeFramesAreMeasuredByWhatAScrollViewIsOffered() {
    let shown = play(
      "ScrollView { Color.red.frame(height: 50).containerRelativeFrame(.horizontal, count: 3, spacing: 0).accessibilityIdentifier(\"a\") }"
    )
    XCTAssertEqual(shown["a"], [130, 47, 130, 50])
    // Content that is wider than the scroll view does not make the next layout wider still.
    let wide = play(
      "ScrollView { LazyHStack(spacing: 0) { ForEach(0..<3, id: \\.self) { Text(\"\\($0)\").containerRelativeFrame(.horizontal) } } }",
      seconds: 0.3)
    func middle(_ name: String) -> Double { wide.rows[name].map { $0.x + $0.width / 2 } ?? 0 }
    XCTAssertEqual(middle("2") - middle("1"), 390, accuracy: 0.5)
  }

  func testNumbersThatAreNoneHaveAPlace() {
    let compiled = Compiled.compile(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var w = 1.0
        var body: some View {
          VStack {
            Color.red.frame(width: w / 0, height: 40)
            Color.blue.offset(x: .nan)
          }
        }
      }
      """)
    let player = Player(module: compiled.module, entry: 0, options: PlayOptions())
    _ = player.next()
    XCTAssertEqual(
      player.diagnostics.map(\.message),
      [
        "Invalid frame dimension (negative or non-finite): inf; it is as if it were not given",
        "'offset' is given a value that is not a number (nan); 0 is taken",
      ])
    XCTAssertEqual(player.diagnostics.map(\.severity), [.warning, .error])
    XCTAssertEqual(player.diagnostics.map { $0.place?.line }, [6, 7])
  }

  func testANameAroundAMatchedViewFollowsIt() {
    let shown = play(
      """
      ZStack(alignment: .topLeading) {
        Color.red.frame(width: 80, height: 60).matchedGeometryEffect(id: "m", in: space)
        Color.blue.frame(width: 10, height: 10)
          .matchedGeometryEffect(id: "m", in: space, properties: .position, isSource: false)
          .accessibilityIdentifier("follower")
          .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
      }
      """, state: "@Namespace private var space")
    XCTAssertEqual(shown["follower"], [35, 72, 10, 10])
  }
}
