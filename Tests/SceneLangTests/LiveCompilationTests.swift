/// Which bodies an edit checks, and that the findings are those of a fresh check.
import XCTest

@testable import SceneLang

final class LiveCompilationTests: XCTestCase {
  private static let scene = """
    import SwiftUI
    struct Place { var name: String; var size = 1 }
    struct Row: View {
      let place: Place
      var body: some View { Text(place.name).large() }
    }
    struct Other: View {
      var body: some View { Text("other").large() }
    }
    extension View { func large() -> some View { font(.title) } }
    func unrelated(_ n: Int) -> Int { n + 1 }

    """

  private func codes(_ text: String) -> [String] {
    let compilation = Compilation(sources: [SourceFile(name: "a.scene", text: text)], name: "a")
    compilation.check()
    return compilation.diagnostics.map { "\($0.code) \($0.range.start)" }
  }

  /// The edited text's findings, which are checked against a fresh compilation; whether some bodies were left out.
  @discardableResult
  private func edit(
    _ live: LiveCompilation, _ text: inout String, _ old: String, _ new: String, line: UInt = #line
  ) -> (partial: Bool, body: Bool) {
    let (partial, body) = (live.partialChecks, live.bodyChecks)
    guard let range = text.range(of: old) else {
      XCTFail("'\(old)' is not there", line: line)
      return (false, false)
    }
    text.replaceSubrange(range, with: new)
    live.update([.init(name: "a.scene", bytes: Array(text.utf8), isChecked: true)])
    XCTAssertEqual(live.diagnostics.map { "\($0.code) \($0.range.start)" }, codes(text), line: line)
    return (live.partialChecks > partial, live.bodyChecks > body)
  }

  private func started() -> (LiveCompilation, String) {
    let live = LiveCompilation()
    live.update([.init(name: "a.scene", bytes: Array(LiveCompilationTests.scene.utf8), isChecked: true)])
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    XCTAssertEqual(live.fullChecks, 1)
    return (live, LiveCompilationTests.scene)
  }

  func testEditInABody() {
    var (live, text) = started()
    XCTAssertTrue(edit(live, &text, "\"other\"", "\"others\"").body)
    XCTAssertTrue(edit(live, &text, "n + 1", "m + 1").body)
    XCTAssertFalse(live.diagnostics.isEmpty)
    XCTAssertTrue(edit(live, &text, "m + 1", "n + 1").body)
    XCTAssertEqual(live.fullChecks, 1)
  }

  func testEditOfAMember() {
    var (live, text) = started()
    XCTAssertTrue(edit(live, &text, "var name: String", "var title: String").partial)
    XCTAssertEqual(live.diagnostics.map(\.code), ["E0202"])
    XCTAssertTrue(edit(live, &text, "place.name", "place.title").partial || live.bodyChecks > 0)
    XCTAssertTrue(edit(live, &text, "var title: String", "var title: Int").partial)
    XCTAssertFalse(live.diagnostics.isEmpty)
    XCTAssertTrue(edit(live, &text, "var title: Int", "var title: String").partial)
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    XCTAssertEqual(live.fullChecks, 1)
  }

  func testWhatExtensionsOfThePreludeGive() {
    var (live, text) = started()
    XCTAssertTrue(edit(live, &text, "func large()", "func larger()").partial)
    XCTAssertEqual(live.diagnostics.count, 2)
    XCTAssertTrue(edit(live, &text, "func larger()", "func large()").partial)
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    // A conformance is found without being named.
    let before = live.fullChecks
    edit(live, &text, "func unrelated", "extension Place: Identifiable { var id: Int { size } }\nfunc unrelated")
    edit(live, &text, "func unrelated", "extension Int: Identifiable { public var id: Int { self } }\nfunc unrelated")
    XCTAssertGreaterThan(live.fullChecks, before)
  }

  func testNamesOfThePrelude() {
    var (live, text) = started()
    edit(live, &text, "func unrelated", "struct Text: View { var body: some View { EmptyView() } }\nfunc unrelated")
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "struct Text: View { var body: some View { EmptyView() } }\nfunc unrelated", "func unrelated")
    XCTAssertEqual(live.diagnostics.map(\.message), [])
  }

  func testChainsOfNames() {
    var (live, text) = started()
    edit(
      live, &text, "func unrelated",
      "let first = Place(name: \"a\")\nlet second = first\nfunc third() -> String { second.name }\nfunc unrelated")
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    // `third` names neither `Place` nor `first`.
    edit(live, &text, "let first = Place(name: \"a\")", "let first = 1")
    XCTAssertEqual(live.diagnostics.map(\.code), ["E0202"])
    edit(live, &text, "let first = 1", "let first = Place(name: \"a\")")
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    edit(live, &text, "var name: String", "var name: Int")
    XCTAssertFalse(live.diagnostics.isEmpty)
  }

  func testProtocolsAndTheirDefaults() {
    var (live, text) = started()
    edit(
      live, &text, "func unrelated",
      """
      protocol Named { var name: String { get } }
      extension Named { var upper: String { name } }
      extension Place: Named {}
      func shout(_ place: Place) -> String { place.upper }
      func unrelated
      """)
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    edit(live, &text, "var upper: String { name }", "var upper: Int { 1 }")
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "var upper: Int { 1 }", "var lower: String { name }")
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "var lower: String { name }", "var upper: String { name }")
    XCTAssertEqual(live.diagnostics.map(\.message), [])
  }

  func testMembersThatAreRequirements() {
    var (live, text) = started()
    edit(
      live, &text, "func unrelated",
      """
      struct Item: Identifiable { var id = 1; var note = "" }
      typealias Thing = Item
      let items = [Thing(id: 2)]
      func notes() -> [String] { items.map { $0.note } }
      func keys() -> [Int] { items.map(\\.id) }
      struct List: View { var body: some View { ForEach(items) { item in Text(item.note) } } }
      func unrelated
      """)
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    edit(live, &text, "var id = 1", "var id = 1.5")
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "var id = 1.5", "var id = 1")
    XCTAssertTrue(edit(live, &text, "var note = \"\"", "var note = 2").partial)
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "var note = 2", "var remark = \"\"")
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "var remark = \"\"", "var note = \"\"")
    XCTAssertEqual(live.diagnostics.map(\.message), [])
    // What is stored is what the initialiser takes.
    edit(live, &text, "var note = \"\"", "var note = \"\"; var size: Int")
    XCTAssertFalse(live.diagnostics.isEmpty)
  }

  func testSyntaxErrorsBetweenDeclarations() {
    var (live, text) = started()
    edit(live, &text, "var size = 1 }", "var size = 1")
    XCTAssertFalse(live.diagnostics.isEmpty)
    edit(live, &text, "var size = 1", "var size = 1 }")
    XCTAssertEqual(live.diagnostics.map(\.message), [])
  }
}
