/// Settings, comments and the baseline.
import XCTest

@testable import SceneLang

final class LintSettingsTests: XCTestCase {
  private func settings(_ text: String, folder: String = "") throws -> LintSettings {
    try LintSettings(Array(text.utf8), folder: folder)
  }

  private let state = """
    struct A: View {
        @State var n = 0
        var body: some View { Text("\\(n)").onTapGesture { n += 1 } }
    }
    """

  func testSeveritiesAreSet() throws {
    let error = LintedScene(state, settings: try settings("{\"rules\": {\"private-state\": \"error\"}}"))
    XCTAssertEqual(error.diagnostics.map(\.severity), [.error])
    let off = LintedScene(state, settings: try settings("{\"rules\": {\"private-state\": \"off\"}}"))
    XCTAssertEqual(off.diagnostics.count, 0)
  }

  func testMistakesInSettingsAreNamed() {
    for (text, part) in [
      ("{\"rules\": {\"private-stat\": \"off\"}}", "did you mean 'private-state'?"),
      ("{\"rules\": {\"private-state\": \"loud\"}}", "'loud' is none of"),
      ("{\"rule\": {}}", "'rule' is not a setting"),
      ("{", "expected"), ("", "expected"),
    ] {
      XCTAssertThrowsError(try settings(text)) { error in
        let problem = error as? LintSettings.Problem
        XCTAssertTrue(problem?.message.contains(part) ?? false, "\(problem?.message ?? "")")
      }
    }
  }

  func testPatterns() throws {
    let exclude = try settings("{\"exclude\": [\"Generated\", \"a/**/b?.swift\", \"*.gen.swift\"]}", folder: "/p")
    for path in [
      "/p/Generated/x.swift", "/p/q/Generated/x.swift", "/p/a/b1.swift", "/p/a/c/d/b2.swift", "/p/x.gen.swift",
    ] {
      XCTAssertTrue(exclude.isExcluded(path), path)
    }
    for path in ["/p/Generatedx/x.swift", "/p/b1.swift", "/p/a/b12.swift", "/p/gen.swift"] {
      XCTAssertFalse(exclude.isExcluded(path), path)
    }
  }

  func testTheNearestSettingsHoldWhole() {
    let files: [String: String] = [
      "/p/scenec.json": "{\"rules\": {\"private-state\": \"off\"}}", "/p/a/scenec.json": "{}",
      "/p/b/scenec.json": "{\"nothing\": 1}",
    ]
    var problems: [String] = []
    let plan = LintPlan(
      paths: ["/p/x.scene", "/p/a/x.scene", "/p/b/x.scene", "/p/c/d/x.scene", "/q/x.scene", nil],
      read: { files[$0].map { Array($0.utf8) } }, problem: { path, _, _ in problems.append(path) })
    XCTAssertEqual(
      (0..<6).map { plan.settings(ofFile: $0).rules["private-state"]?.rawValue ?? "-" },
      ["off", "-", "-", "off", "-", "-"])
    XCTAssertEqual(problems, ["/p/b/scenec.json"])
  }

  func testComments() {
    assertLint(
      """
      struct A: View {
          // scenec:disable:next private-state
          @State var a = 0
          @State var b = 0 // scenec:disable:this private-state - said elsewhere
          /* scenec:disable private-state, unused-state */
          @State var c = 0
          @State private var d = 0
          // scenec:enable private-state unused-state
          @State var e = 0 // private-state
          let text = "// scenec:disable:this private-state"
          var body: some View { Text("\\(a + b + c + e)" + text).onTapGesture { a = 1; b = 1; c = 1; d = 1; e = 1 } }
      }
      """)
  }

  func testCommentsThatSilenceNothingAreReported() {
    let text = """
      struct A: View {
          // scenec:disable:next private-state
          @State private var a = 0
          // scenec:disable:next privat-state
          @State private var b = 0
          var body: some View { Text("\\(a + b)").onTapGesture { a = 1; b = 1 } }
      }
      """
    let scene = LintedScene(text)
    XCTAssertEqual(
      scene.diagnostics.map(\.message),
      ["'private-state' reports nothing here", "there is no rule called 'privat-state'; did you mean 'private-state'?"])
    let outcome = FixItApplier.applySafe(scene.diagnostics, to: [scene.source])
    XCTAssertFalse(String(decoding: outcome.texts[0], as: UTF8.self).contains("scenec:disable:next private-state"))
    let broken = LintedScene(text + "\nlet x: Nothing = 1\n")
    XCTAssertEqual(
      broken.diagnostics.filter { $0.code == "unused-suppression" }.map(\.message),
      ["there is no rule called 'privat-state'; did you mean 'private-state'?"])
  }

  func testCommentsOnOtherLineEndsSilenceTheSameLines() {
    let text =
      "struct A: View {\n    // scenec:disable:next private-state\n    @State var a = 0\n    @State var b = 0\n"
      + "    var body: some View { Text(\"\\(a + b)\").onTapGesture { a = 1; b = 1 } }\n}\n"
    for end in ["\n", "\r\n", "\r"] {
      let scene = LintedScene(text.replacingOccurrences(of: "\n", with: end))
      XCTAssertEqual(scene.findings(), ["4 private-state"])
    }
  }

  func testCommentsWithoutARuleAreReported() {
    let scene = LintedScene(
      """
      let a = 1 // scenec:disable:this
      // scenec:disable:nxt private-state
      let b = 1
      // scenec:enable
      """)
    XCTAssertEqual(
      scene.diagnostics.filter { $0.rule == "unused-suppression" }.map(\.message),
      [
        "'disable:this' names no rule; write 'scenec:disable:this RULE'",
        "'disable:nxt' silences nothing; there are 'disable:next', 'disable:this' and 'disable'",
        "'enable' names no rule; write 'scenec:enable RULE'",
      ])
  }

  func testBaselineHidesWhatItKnowsAlsoAfterLinesMoved() throws {
    let scene = LintedScene(state, name: "/p/a.scene")
    let text = Baseline.write(scene.diagnostics, files: [scene.source], paths: [nil], folder: "/p")
    let baseline = try Baseline(Array(text.utf8), folder: "/p")
    let moved = LintedScene(
      "// a\n\n" + state
        + "\nstruct B: View {\n    @State var m = 0\n    var body: some View { Text(\"\\(m)\").onTapGesture { m = 1 } }\n}",
      name: "/p/a.scene")
    let known = baseline.known(moved.diagnostics, files: [moved.source], paths: ["/p/a.scene"])
    XCTAssertEqual(known, [true, false])
    XCTAssertEqual(baseline.known(scene.diagnostics, files: [scene.source], paths: ["/p/a.scene"]), [true])
    XCTAssertEqual(baseline.known(scene.diagnostics, files: [scene.source], paths: ["/q/a.scene"]), [false])
  }

  func testNamesThatNoRuleHasAreReportedBesideErrors() {
    let scene = LintedScene(
      """
      // scenec:enable privte-state
      // scenec:disable:next privte-state
      let a: Int = "x"
      """)
    XCTAssertEqual(
      scene.diagnostics.filter { $0.rule == "unused-suppression" }.map(\.message),
      [String](repeating: "there is no rule called 'privte-state'; did you mean 'private-state'?", count: 2))
  }
}
