/// New names that would collide, capture or be captured, and the shorthands that stand for two names.
import XCTest

@testable import LanguageServer
@testable import SceneLang

final class RenameTests: FeatureTestCase {
  private func refusal(_ marked: String, _ name: String) -> String? {
    let answer = ask("textDocument/rename", marked, [.init(key: "newName", value: .string(name))])
    if let code = answer.errorCode { XCTAssertEqual(code, -32803, marked) }
    return answer["error"]?["message"]?.stringValue
  }

  /// One text with many names; the mark is put before the given part of it.
  private let text = """
    import SwiftUI
    struct Card { var title = "a"; var size = 1; func go(a: Int) {} ; func come(a: Int) {} ; func other(b: Int) {} }
    struct Plain {}
    struct Board: View {
        @State private var total = 1
        var hidden = 2
        func f(count: Int, limit: Int) -> Int {
            let a = 1
            let b = 2
            let run = { (x: Int) in x + total + a }
            for i in 0..<3 { print(i, b) }
            if let q = Int("1") { print(q, a) }
            return run(b) + count + limit
        }
        var body: some View { Text("\\(total)").padding().onTapGesture { total += hidden } }
    }
    enum Side { case one, two }
    let side = Side.one

    """

  private func marked(_ part: String, _ offset: Int = 0) -> String {
    guard let place = text.range(of: part) else { return text }
    var result = text
    result.insert("|", at: text.index(place.lowerBound, offsetBy: offset))
    return result
  }

  func testNamesThatAreTaken() {
    for (part, offset, name, message) in [
      ("a = 1", 0, "b", "'b' is already declared there (line 9)"),
      ("count: Int", 0, "limit", "'limit' is already declared there (line 7)"),
      ("total = 1", 0, "hidden", "'hidden' is already declared in 'Board' (line 6)"),
      ("total = 1", 0, "body", "'body' is already declared in 'Board' (line 15)"),
      ("title", 0, "size", "'size' is already declared in 'Card' (line 2)"),
      ("Plain", 0, "Card", "'Card' is already declared (line 2)"),
      ("one, two", 0, "two", "'two' is already declared in 'Side' (line 17)"),
      ("side =", 0, "Board", "'Board' is already declared (line 4)"),
    ] { XCTAssertEqual(refusal(marked(part, offset), name), message) }
    XCTAssertEqual(
      refusal(marked("go(a"), "come"), "with this name the module does not check: 'come' is declared twice (line 2)")
  }

  func testNamesThatWouldMeanSomethingElse() {
    for (part, name, message) in [
      // A use of the renamed would mean another: locals of closures, loops and conditions come first.
      ("a = 1", "x", "where 'a' is used (line 10), 'x' means another declaration (line 10)"),
      ("a = 1", "q", "where 'a' is used (line 12), 'q' means another declaration (line 12)"),
      ("b = 2", "i", "where 'b' is used (line 11), 'i' means another declaration (line 11)"),
      ("count: Int", "a", "where 'count' is used (line 13), 'a' means another declaration (line 8)"),
      ("total = 1", "x", "where 'total' is used (line 10), 'x' means another declaration (line 10)"),
      // The renamed would hide what is used.
      ("a = 1", "total", "'total' is used there for something else (line 10) and would mean the renamed one"),
      ("x: Int", "a", "'a' is used there for something else (line 10) and would mean the renamed one"),
      ("i in", "b", "'b' is used there for something else (line 11) and would mean the renamed one"),
      ("Plain", "Text", "'Text' is used there for something else (line 15) and would mean the renamed one"),
      ("side =", "print", "'print' is used there for something else (line 11) and would mean the renamed one"),
    ] { XCTAssertEqual(refusal(marked(part), name), message, "\(part) \(name)") }
  }

  func testNamesThatFit() {
    for (part, name) in [
      ("a = 1", "i"), ("b = 2", "q"), ("total = 1", "run"), ("go(a", "other"), ("hidden", "padding"),
      ("b = 2", "`class`"),
    ] { XCTAssertNil(refusal(marked(part), name), "\(part) \(name)") }
  }

  func testWordsThatAreNoNames() {
    XCTAssertEqual(refusal(marked("a = 1"), "class"), "'class' is a keyword; only in backticks can it be a name")
    XCTAssertEqual(refusal(marked("a = 1"), "9a"), "'9a' is not a name")
    XCTAssertEqual(refusal(marked("a = 1"), ""), "a name has at least one letter")
    XCTAssertEqual(refusal(marked("a = 1"), "_"), "'_' is not a name")
  }

  func testARequirementIsNotFulfilledByTheWay() {
    let text = "struct A: CustomStringConvertible { var ti|tle = \"a\" ; var description: String { title } }\n"
    XCTAssertEqual(refusal(text, "description"), "'description' is already declared in 'A' (line 1)")
    let scroll =
      "import SwiftUI\nstruct A: ViewModifier { var li|nes = 1\n func body(content: Content) -> some View { content } }\n"
    XCTAssertEqual(refusal(scroll, "body"), "'body' is already declared in 'A' (line 3)")
  }

  func testShorthandsStandForTwoNames() {
    let text = """
      import SwiftUI
      struct Card: View {
          var item: Int?
          @State private var on = false
          var body: some View {
              if let item { Text("\\(item)") }
              Button("a") { [on] in print(on) }
          }
      }

      """
    XCTAssertEqual(
      renamed(text.replacingOccurrences(of: "var item", with: "var it|em"), "thing"),
      text.replacingOccurrences(of: "var item", with: "var thing").replacingOccurrences(
        of: "if let item", with: "if let item = thing"))
    XCTAssertEqual(
      renamed(text.replacingOccurrences(of: "let item", with: "let it|em"), "thing"),
      text.replacingOccurrences(of: "if let item { Text(\"\\(item)", with: "if let thing = item { Text(\"\\(thing)"))
    XCTAssertEqual(
      renamed(text.replacingOccurrences(of: "var on", with: "var o|n"), "open"),
      text.replacingOccurrences(of: "var on", with: "var open").replacingOccurrences(of: "[on]", with: "[on = open]"))
  }

  func testPlacesOfEditedText() {
    let edits = [
      (file: 0, edit: SourceEdit(range: SourceRange(10, 12), text: "abcd")),
      (file: 0, edit: SourceEdit(range: SourceRange(20, 20), text: "x")),
      (file: 0, edit: SourceEdit(range: SourceRange(30, 35), text: "")),
    ]
    let shift = EditShift(edits)
    for (new, old) in [(9, 9), (10, 10), (13, 10), (14, 12), (21, 19), (22, 20), (23, 20), (24, 21), (33, 35)] {
      XCTAssertEqual(shift.original(0, UInt32(new)), UInt32(old), "\(new)")
    }
    XCTAssertEqual(shift.original(1, 50), 50)
  }
}
