/// Scenario steps from syntax, and what is said about wrong ones.
import SceneIR
import XCTest

@testable import SceneLang

final class StepReaderTests: XCTestCase {
  private func actions(_ text: String, line: UInt = #line) -> [Step.Action] {
    let (steps, _, diagnostics) = StepReader.read(text: text)
    XCTAssertEqual(diagnostics.map(\.message), [], line: line)
    return steps.map(\.action)
  }

  func testEveryStep() {
    XCTAssertEqual(
      actions(
        """
        wait(0.5) // a comment
        tap("Figma"); tap(x: 195, y: 300.5)
        tap("Row", index: 2)
        doubleTap("a")
        longPress("a")
        longPress("a", duration: 1)
        drag("card", by: .init(width: 0, height: -300), duration: 0.4)
        drag("card", to: CGPoint(x: 10, y: 20))
        flick("list", velocity: CGVector(dx: 0, dy: -1200))
        scroll("list", by: 200)
        scroll("list", by: CGSize(width: 5, height: 6))
        down(x: 1, y: 2); move(x: 3, y: 4); up(); cancel()
        type("hello", into: "field")
        settle()
        snapshot("opened")
        """),
      [
        .wait(nanoseconds: 500_000_000), .tap(.named("Figma", index: nil)), .tap(.point(x: 195, y: 300.5)),
        .tap(.named("Row", index: 2)), .doubleTap(.named("a", index: nil)),
        .longPress(.named("a", index: nil), nanoseconds: 600_000_000),
        .longPress(.named("a", index: nil), nanoseconds: 1_000_000_000),
        .drag(.named("card", index: nil), .by(dx: 0, dy: -300), nanoseconds: 400_000_000),
        .drag(.named("card", index: nil), .to(x: 10, y: 20), nanoseconds: 300_000_000),
        .flick(.named("list", index: nil), velocityX: 0, velocityY: -1200, nanoseconds: 100_000_000),
        .scroll(.named("list", index: nil), dx: 0, dy: 200), .scroll(.named("list", index: nil), dx: 5, dy: 6),
        .down(x: 1, y: 2), .move(x: 3, y: 4), .up, .cancel, .type("hello", into: .named("field", index: nil)), .settle,
        .snapshot("opened"),
      ])
  }

  func testExpectations() {
    XCTAssertEqual(
      actions(
        """
        expect("Figma").settles(within: 1.5)
        expect("Figma").frame(x: 0, y: 0, width: 390, tolerance: 1).visible()
        expect("a").opacity(0.5).text("hi").exists(false).monotone(.height).never(overlaps: "b").jumps(lessThan: 8)
        """),
      [
        .expect(.named("Figma", index: nil), [.settles(withinNanoseconds: 1_500_000_000)]),
        .expect(
          .named("Figma", index: nil), [.frame(x: 0, y: 0, width: 390, height: nil, tolerance: 1), .visible(true)]),
        .expect(
          .named("a", index: nil),
          [
            .opacity(0.5, tolerance: 0.01), .text("hi"), .exists(false), .monotone(.height),
            .neverOverlaps(.named("b", index: nil)), .jumps(lessThan: 8),
          ]),
      ])
  }

  func testPlaces() {
    let (steps, _, _) = StepReader.read(text: "wait(1)\n  tap(\"a\")")
    XCTAssertEqual(
      steps.map(\.place), [SourcePoint(file: -1, line: 1, column: 1), SourcePoint(file: -1, line: 2, column: 3)])
  }

  func testWrongStepsAreReportedAndLeftOut() {
    let cases: [(String, String, String)] = [
      ("click(\"Open\")", "E0602", "no step is called 'click'"),
      ("let x = 1", "E0601", "a step is a call such as 'tap(\"Open\")'"),
      ("settle", "E0601", "a step is a call such as 'tap(\"Open\")'"),
      ("wait()", "E0603", "'wait' needs an argument"),
      ("wait(\"1\")", "E0603", "a number is expected here"),
      ("wait(-1)", "E0603", "a time lies between 0 and 3600 seconds"),
      ("tap()", "E0603", "'tap' needs the name of a view, or 'x:' and 'y:'"),
      ("tap(x: 1)", "E0603", "'tap' needs 'y:'"),
      ("tap(\"a\", after: 2)", "E0603", "'tap' does not take an argument 'after:'"),
      ("drag(\"a\")", "E0603", "'drag' needs 'by:' or 'to:'"),
      ("drag(\"a\", by: 3)", "E0603", "'.init(width:height:)' or '.init(x:y:)' is expected here"),
      ("expect(\"a\")", "E0603", "'expect' says what it expects: '.visible()', '.frame(...)', '.settles(within:)'"),
      ("expect(\"a\").shown()", "E0602", "no expectation is called 'shown'"),
      ("expect(\"a\").frame()", "E0603", "'frame' needs at least one of 'x:', 'y:', 'width:' and 'height:'"),
      ("tap(\"a\").twice()", "E0603", "nothing follows 'tap(...)'"),
      ("down(x: 1e99, y: 0)", "E0603", "'down' has a coordinate out of range"),
    ]
    for (text, code, message) in cases {
      let (_, _, diagnostics) = StepReader.read(text: text)
      XCTAssertEqual(diagnostics.map(\.code), [code], text)
      XCTAssertEqual(diagnostics.first?.message, message, text)
    }
    let (steps, _, _) = StepReader.read(text: "click(\"a\"); wait(1)")
    XCTAssertEqual(steps.map(\.action), [.wait(nanoseconds: 1_000_000_000)])
  }

  func testScenario() {
    let source = SourceFile(
      name: "a.scene",
      text: "#Scenario(\"open\", device: .iPhone14, colorScheme: .dark) { V() } steps: {\n  wait(0.5)\n  tap(\"Go\")\n}"
    )
    let tree = Parser.parse(source)
    var elements = tree.elements(tree.root)
    guard let node = elements.next() else { return XCTFail("no scenario") }
    let (row, diagnostics) = StepReader.read(scenario: node, in: tree, file: 0)
    XCTAssertEqual(diagnostics.map(\.message), [])
    XCTAssertEqual(row.name, "open")
    XCTAssertEqual(row.device, "iPhone14")
    XCTAssertEqual(row.colorScheme, "dark")
    XCTAssertEqual(row.steps.map(\.action), [.wait(nanoseconds: 500_000_000), .tap(.named("Go", index: nil))])
    XCTAssertEqual(row.steps.last?.place, SourcePoint(file: 0, line: 3, column: 3))
  }
}
