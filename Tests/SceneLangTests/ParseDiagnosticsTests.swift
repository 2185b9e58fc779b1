/// Syntax errors: which, where, and that one mistake gives one finding.
import XCTest

@testable import SceneLang

final class ParseDiagnosticsTests: XCTestCase {
  /// Expected findings as `line:column code`.
  private func check(_ source: String, _ expected: [String], line: UInt = #line) {
    let file = SourceFile(name: "a.scene", text: source)
    let found = ParseDiagnostics.diagnose(Parser.parse(file), file: 0).map { diagnostic -> String in
      let start = file.position(diagnostic.range.start)
      return "\(start.line):\(start.column) \(diagnostic.code)"
    }
    XCTAssertEqual(found, expected, line: line)
  }

  func testMissingParenthesisByIndentation() {
    check(
      """
      struct V: View {
          var body: some View {
              Text("a")
              .sheet(item: $book, content: {
                  Book($0)
              }
              .transaction { t in
                  t.disablesAnimations = true
              }
          }
      }
      """, ["6:9 E0103"])
  }

  func testMissingBraceByIndentation() {
    check(
      """
      struct A {
          func f() {
              if x {
                  g()
          }

          func h() { }
      }

      struct B { }
      """, ["4:15 E0103"])
  }

  /// At the name in front of which it belongs, not at the end of the declaration before it.
  func testMissingFunc() {
    check(
      """
      struct A {
          var n = 0

          add() { n += 1 }
      }
      """, ["4:5 E0104"])
  }

  func testSeveralIndependentErrors() {
    check(
      """
      let a = [1 2]
      let b = (3
      func f( { }
      let c = 4 +
      struct { }
      """, ["1:10 E0111", "2:10 E0103", "3:7 E0103", "4:11 E0105", "5:1 E0107"])
  }

  func testProseIsReportedOnce() {
    check(
      """
      VStack {
          the same rows as above
          위에 Book 정보뷰와 같은 View 생성
          Text("a")
      }
      """, ["2:5 E0102", "3:5 E0102"])
  }

  func testStringsAndNumbers() {
    check("let a = \"abc\nlet b = 2", ["1:9 E0112"])
    check("let a = \"x \\(f(\"\nlet b = 2", ["1:16 E0112"])
    check("let a = \"\"\"\n  b\n", ["1:9 E0112"])
    check("let a = \"\\q\"", ["1:10 E0116"])
    check("let a = \"\\u{110000}\"", ["1:10 E0116"])
    check("let a = #\"\\q \\#q\"#", ["1:14 E0116"])
    check("let a = \"\"\"x\n  \"\"\"", ["1:9 E0117"])
    check("let a = \"\"\"\n x\n  \"\"\"", ["2:1 E0117"])
    check("let a = \"\"\"\n\n  x \\\n  y\n  \"\"\"", [])
    check("let a = 12px", ["1:9 E0114"])
    check("let a = 0x1F, b = 1_000.5e-3, c = 0b12", ["1:35 E0114"])
    check("let a = “b”", ["1:9 E0115"])
    check("let a = 1 /* b", ["1:11 E0113"])
  }

  func testStatements() {
    check("let a = 1 let b = 2", ["1:11 E0110"])
    check("let class = 1", ["1:5 E0120"])
    check("switch a {\ncase 1:\ncase 2: b()\n}", ["2:1 E0122"])
    check("func f() {\n  case 1: b()\n}", ["2:3 E0130"])
    check("let a = b -c", ["1:11 E0123"])
    check("struct A { } }", ["1:14 E0119"])
    check("struct A {\n  print(1)\n}", ["2:3 E0109"])
    check("#if A\nlet a = 1", ["1:1 E0127"])
    check("if a\nb()", ["1:4 E0121"])
    check("for i 0..<3 { }", ["1:5 E0104"])
    check("func f() throws async { }", ["1:17 E0128"])
    check("func f(a) { }", ["1:8 E0129"])
    check("Text(<#name#>)", ["1:6 E0125"])
    check("struct A {\n  @State private\n}", ["2:3 E0108"])
    check("let a: = 1", ["1:6 E0106"])
    check("a.", ["1:2 E0107"])
  }

  func testValidLayouts() {
    check("foo(\na,\nb\n)\n.bar()", [])
    check("let x = foo\n{ }", [])
    check("if x.map({ $0 }) == y, let z { }", [])
    check("if a.contains { $0 > 1 } { }", [])
    check("let s = a\n  + b\n  .c\nlet t = -1\n[2].count\n(3)", [])
    check("async let a = f(); async()", [])
    check("let r = /ab+c/\nlet q = a / b / c\nlet e = #/x y/#", [])
    check("var x: Array<Array<Int>>?=nil\nvar y: A<B<C>?>=z", [])
    check("get()\nset = 1\nlet open = 3, any = 4, some = 5\nsome.x = any", [])
    check("func ==<T>(a: T, b: T) -> Bool { true }\nprefix func -(a: A) -> A { a }", [])
  }

  func testFixes() {
    let source = SourceFile(name: "a.scene", text: "let a = [1 2]\nlet b = (3\nlet class = 4\n")
    let found = ParseDiagnostics.diagnose(Parser.parse(source), file: 0)
    let outcome = FixItApplier.applySafe(found, to: [source])
    XCTAssertEqual(outcome.applied, 3)
    XCTAssertEqual(
      String(decoding: outcome.texts[0], as: UTF8.self), "let a = [1, 2]\nlet b = (3)\nlet `class` = 4\n")
  }
}
