/// Rules of the runtime, played from source text: entries that keep their view, steps of one tick, numbers that are none, pages and lists.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class RuntimeRuleTests: XCTestCase {
  private struct Run {
    var frames: [Frame] = []
    var diagnostics: [RuntimeDiagnostic] = []
    var records: [ViewRecord] = []
    var hasTrapped = false

    var events: [String] { frames.flatMap { $0.events } }
    var notes: [String] { diagnostics.map { "\($0.code) \($0.message)" } }
    func rect(_ identifier: String) -> FrameRect? {
      let ids = records.filter { $0.identifier == identifier }.map(\.id)
      return frames.last?.rows.last { ids.contains($0.id) }?.rect
    }
    func shown(_ text: String) -> Bool { frames.last?.rows.contains { $0.text == text } ?? false }
  }

  private func play(
    _ text: String, steps: String = "", seconds: Double = 0, drawing: Bool = false, line: UInt = #line
  ) -> Run {
    let compiled = Compiled.compile("import SwiftUI\n" + text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    options.includesDrawing = drawing
    if !steps.isEmpty { options.steps = StepReader.read(text: steps).0 }
    let player = Player(module: compiled.module, entry: 0, options: options)
    var run = Run()
    for _ in 0...Int(seconds * 60) {
      guard let frame = player.next() else { break }
      run.frames.append(frame)
    }
    run.diagnostics = player.diagnostics
    run.records = player.views
    run.hasTrapped = player.graph.hasTrapped
    return run
  }

  // MARK: Entries

  func testAnIdentifierAroundAnOffsetStaysWithItsLeaf() {
    let run = play(
      """
      struct ContentView: View {
        @State var up = false
        @State var more = false
        var body: some View {
          VStack(spacing: 0) {
            Color.red.frame(width: 100, height: 100).offset(y: up ? -50 : 0).accessibilityIdentifier("box")
            Color.red.frame(width: 100, height: 100).offset(y: -10).accessibilityIdentifier("above")
            Color.red.frame(width: 50, height: 50).padding(10).accessibilityIdentifier("wide")
            Button("up") { up = true }
            Button("more") { more = true }
            if more { Text("extra").frame(width: 0, height: 0) }
          }
        }
      }
      """, steps: "tap(\"up\"); tap(\"more\"); wait(0.1)", seconds: 0.5)
    XCTAssertEqual(run.records.filter { $0.identifier == "box" }.map(\.type), ["Color"])
    XCTAssertEqual(run.records.filter { $0.identifier == "above" }.map(\.type), ["Color"])
    XCTAssertEqual(run.records.filter { $0.identifier == "wide" }.count, 1)
    XCTAssertEqual(run.rect("wide")?.width ?? 0, 70, accuracy: 0.001)
    XCTAssertEqual(run.events.filter { $0 == "appear box" }.count, 1)
    let (box, above) = (run.rect("box"), run.rect("above"))
    XCTAssertEqual((above?.y ?? 0) - (box?.y ?? 0), 140, accuracy: 0.001)
    XCTAssertTrue(run.shown("extra"))
  }

  // MARK: Steps

  func testAStepMeetsWhatTheOneBeforeItMadeInTheSameTick() {
    let scene =
      """
      struct ContentView: View {
        @State var on = false
        var body: some View { VStack { Button("open") { on = true }; if on { Button("close") { on = false } } } }
      }
      """
    let run = play(scene, steps: "tap(\"open\"); tap(\"close\"); wait(0.1)", seconds: 0.5)
    XCTAssertEqual(run.notes, [])
    XCTAssertFalse(run.shown("close"))
    let looked = play(
      scene, steps: "tap(\"open\"); expect(\"close\").visible(); tap(\"close\"); wait(0.1)", seconds: 0.5)
    XCTAssertEqual(looked.events.filter { !$0.hasPrefix("expect") }, run.events)
    XCTAssertEqual(looked.frames.map(\.rows), run.frames.map(\.rows))
  }

  func testWhatFadesInTakesTouchesFromTheStart() {
    let run = play(
      """
      struct ContentView: View {
        @State var on = false
        @State var hit = false
        var body: some View {
          VStack {
            Button("open") { withAnimation(.linear(duration: 1)) { on = true } }
            if on { Button("inside") { hit = true }.transition(.opacity) }
            Text(hit ? "hit" : "miss")
          }
        }
      }
      """, steps: "tap(\"open\"); tap(\"inside\"); wait(0.1)", seconds: 0.5)
    XCTAssertTrue(run.shown("hit"))
    XCTAssertEqual(run.notes, [])
  }

  // MARK: Numbers

  private func layout(_ width: String, at point: String = "b.origin", _ body: String = "L { Color.red }") -> Run {
    play(
      """
      struct L: Layout {
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
          CGSize(width: \(width), height: 50)
        }
        func placeSubviews(in b: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
          for s in subviews { s.place(at: \(point), proposal: .init(width: 20, height: 20)) }
        }
      }
      struct ContentView: View { var body: some View { VStack { \(body); Text("after") } } }
      """)
  }

  func testNumbersThatCodeInLayoutGivesAreFinite() {
    XCTAssertEqual(
      layout("CGFloat.nan").notes,
      ["R0644 A length that 'sizeThatFits' of 'L' gives is not a number (nan); 0 is taken"])
    XCTAssertTrue(layout("CGFloat.nan").hasTrapped)
    XCTAssertEqual(layout("CGFloat.nan").diagnostics.first?.place?.line, 4)
    XCTAssertEqual(
      layout("CGFloat.infinity").notes,
      ["R0644 A length that 'sizeThatFits' of 'L' gives is infinite; the proposed length is taken"])
    XCTAssertEqual(layout("proposal.replacingUnspecifiedDimensions().width").notes, [])
    XCTAssertEqual(
      layout("20", at: "CGPoint(x: CGFloat.nan, y: 0)").notes,
      ["R0644 A place that a subview is given is not a number (nan); 0 is taken"])
    XCTAssertEqual(
      layout("20", "Color.blue.alignmentGuide(HorizontalAlignment.center) { _ in CGFloat.nan }").notes,
      ["R0644 An alignment guide is not a number (nan); 0 is taken"])
    XCTAssertEqual(layout("20", "Color.blue.frame(maxWidth: .infinity)").notes, [])
  }

  func testCoordinatesOfPathsAreNumbers() {
    let run = play(
      """
      struct ContentView: View {
        var body: some View {
          Path { p in p.move(to: .zero); p.addLine(to: CGPoint(x: CGFloat.nan, y: 5)) }.stroke(.red)
        }
      }
      """)
    XCTAssertEqual(
      run.notes, ["R0644 A coordinate of a path in 'ContentView' is not a number (nan); 0 is taken"])
    XCTAssertTrue(run.hasTrapped)
    let empty = play(
      """
      struct S: Shape {
        func path(in r: CGRect) -> Path { Path { p in p.move(to: .zero); p.addLine(to: CGPoint(x: r.width / r.width, y: 5)) } }
      }
      struct ContentView: View { var body: some View { S().frame(width: 0, height: 9) } }
      """, drawing: true)
    XCTAssertEqual(empty.notes, [])
  }

  // MARK: Bounds

  func testABodyThatContainsItselfIsNamed() {
    let run = play(
      """
      struct ContentView: View { var body: some View { VStack { A() } } }
      struct A: View { var body: some View { HStack { A() } } }
      """)
    XCTAssertEqual(
      run.notes,
      [
        "R0651 Views are nested more than 320 levels deep; what lies deeper is left out. "
          + "Does the body of 'A' contain itself?"
      ])
    XCTAssertEqual(run.diagnostics.first?.place?.line, 3)
  }

  /// Two of its own kind in a body would be as many views as there is room for: once the first way down has ended, the rest is left out.
  func testABodyThatContainsItselfTwiceEndsEarly() {
    for body in ["HStack { A(); A() }", "Text(\"x\").overlay { A() }.background { A() }"] {
      let run = play(
        """
        struct ContentView: View { var body: some View { VStack { A() } } }
        struct A: View { var body: some View { \(body) } }
        """)
      XCTAssertEqual(
        run.notes,
        [
          "R0651 Views are nested more than 320 levels deep; what lies deeper is left out. "
            + "Does the body of 'A' contain itself?"
        ], body)
    }
  }

  // MARK: Pages, sheets and lists

  func testNothingShinesThroughAPage() {
    let run = play(
      """
      struct ContentView: View {
        var body: some View {
          NavigationStack { VStack { Color.red.frame(height: 200); NavigationLink("go") { Text("two") } } }
        }
      }
      """, steps: "tap(\"go\"); wait(1)", seconds: 1, drawing: true)
    let white = FrameColor(red: 1, green: 1, blue: 1, alpha: 1)
    func ground(_ n: Int) -> Int? {
      run.frames[n].drawing?.leaves.firstIndex {
        $0.elements == [.fill(.rect(FrameRect(x: 0, y: 0, width: 390, height: 844)), .color(white))]
      }
    }
    XCTAssertNil(ground(2))
    guard let index = ground(12), let leaves = run.frames[12].drawing?.leaves else { return XCTFail("no ground") }
    // It lies above the page below and moves with the text on it.
    XCTAssertGreaterThan(index, 0)
    let text = run.frames[12].rows.first { $0.text == "two" }
    let rest = run.frames[60].rows.first { $0.text == "two" }
    XCTAssertGreaterThan(leaves[index].transform.tx, 1)
    XCTAssertEqual(leaves[index].transform.tx, (text?.rect.x ?? 0) - (rest?.rect.x ?? 0), accuracy: 0.5)
    XCTAssertEqual(run.frames[60].drawing?.leaves[ground(60) ?? 0].transform.tx, 0)
  }

  func testScrollToFindsTheRowsOfAListByTheirIds() {
    for list in [
      "List(0..<40, id: \\.self) { Text(\"Item \\($0)\") }",
      "List { ForEach(0..<40, id: \\.self) { Text(\"Item \\($0)\") } }",
    ] {
      let run = play(
        """
        struct ContentView: View {
          var body: some View {
            ScrollViewReader { p in VStack { Button("go") { p.scrollTo(30) }; \(list) } }
          }
        }
        """, steps: "tap(\"go\"); wait(0.1)", seconds: 0.5)
      XCTAssertTrue(run.shown("Item 30"), list)
      XCTAssertFalse(run.shown("Item 0"), list)
      XCTAssertFalse(run.shown("Item 32"), list)
    }
  }

  func testRowsOfAListKeepTheirStateByTheirIds() {
    let run = play(
      """
      struct Row: View {
        let n: Int
        @State var first: Int?
        var body: some View { Text("\\(n) of \\(first ?? n)").onAppear { if first == nil { first = n } } }
      }
      struct ContentView: View {
        @State var items = [1, 2, 3]
        var body: some View {
          VStack { Button("cut") { items.removeFirst() }; List(items, id: \\.self) { Row(n: $0) } }
        }
      }
      """, steps: "tap(\"cut\"); wait(0.1)", seconds: 1)
    XCTAssertTrue(run.shown("2 of 2"))
    XCTAssertTrue(run.shown("3 of 3"))
  }

  func testAGroupWithoutANameIsToldByItsView() {
    let run = play(
      """
      struct ContentView: View {
        @Namespace var ns
        let id = UUID()
        var body: some View {
          VStack {
            Color.red.matchedGeometryEffect(id: id, in: ns)
            Color.blue.matchedGeometryEffect(id: id, in: ns)
          }
        }
      }
      """)
    XCTAssertEqual(
      run.notes,
      [
        "R0643 Several inserted views in a matched geometry group in 'ContentView' have isSource: true; "
          + "the newest is used"
      ])
  }
}
