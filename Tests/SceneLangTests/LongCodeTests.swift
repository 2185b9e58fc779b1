/// What is long and not nested: each construct some hundred times, checked with all rules, without an error and without
/// harm. (How the time grows with the length is measured outside of the tests.)
import XCTest

@testable import SceneLang

final class LongCodeTests: XCTestCase {
  private static let count = 300

  private func check(_ name: String, _ text: String, line: UInt = #line) {
    XCTAssertEqual(LintedScene(text).errors.first.map { "\(name): \($0)" } ?? "", "", line: line)
  }

  private func joined(_ separator: String, _ part: (Int) -> String) -> String {
    (0..<Self.count).map(part).joined(separator: separator)
  }

  private func view(_ body: String, _ members: String = "") -> String {
    "struct V: View {\n@State private var x = 1\n@State private var f = true\n\(members)\nvar body: some View {\n\(body)\n}\n}"
  }

  /// Names with many candidates, and those that rules look along the chain for.
  func testModifiers() {
    for modifier in [
      ".animation(.easeIn, value: x)", ".padding(.horizontal, 4)", ".frame(width: 10)", ".background(Color.red)",
      ".background { Color.red }", ".overlay(alignment: .top) { Text(\"a\") }", ".foregroundStyle(f ? .red : .blue)",
      ".onChange(of: x) { _, _ in }", ".gesture(TapGesture())", ".gesture(DragGesture().onChanged { _ in })",
      ".onTapGesture { x += 1 }", ".transition(.opacity.combined(with: .scale))", ".toolbar { Text(\"a\") }",
      ".sheet(isPresented: $f) { Text(\"a\") }", ".alert(\"a\", isPresented: $f) { Button(\"ok\") {} }", ".id(x)",
      ".matchedGeometryEffect(id: 1, in: space)", ".rotationEffect(.degrees(f ? 10 : 0))",
    ] {
      check(modifier, view("Text(\"a\")" + joined("") { _ in "\n" + modifier }, "@Namespace private var space"))
    }
  }

  func testOperators() {
    check("sum", "let w = 2.0\nlet a = " + joined(" + ") { $0 % 2 == 0 ? "w" : "1" })
    check("strings", "let s = \"k\"\nlet a = " + joined(" + ") { $0 % 2 == 0 ? "s" : "\"x\"" })
    check("texts", "let a = " + joined(" + ") { _ in "Text(\"x\")" })
    check("and", "func f(_ a: Int) -> Bool { " + joined(" && ") { "a == \($0)" } + " }")
    check("or", "func f(_ a: Bool) -> Bool { " + joined(" || ") { _ in "!a" } + " }")
    check("coalesce", "func f(_ a: Int?) -> Int { " + joined(" ?? ") { _ in "a" } + " ?? 1 }")
    check("ternary", "func f(_ a: Int) -> Color { " + joined(" : ") { "a == \($0) ? .red" } + " : .blue }")
    check("ternary of strings", view("Text(" + joined(" : ") { "x == \($0) ? \"a\"" } + " : \"b\")"))
  }

  func testLiterals() {
    check("numbers", "let a = [" + joined(", ") { $0 % 2 == 0 ? "1" : "2.5" } + "]")
    check("members", "let a: [Color] = [" + joined(", ") { _ in ".red" } + "]")
    check("dictionary", "let a = [" + joined(", ") { "\"k\($0)\": \($0)" } + "]")
    check("structs", "struct P { var a: Int }\nlet a: [P] = [" + joined(", ") { ".init(a: \($0))" } + "]")
    check("closures", "let a: [(Int) -> Int] = [" + joined(", ") { "{ $0 + \($0) }" } + "]")
    check("interpolation", "let z = 1\nlet a = \"" + joined(" ") { _ in "\\(z)" } + "\"")
  }

  func testChains() {
    check("members", "class N { var next: N { self } }\nfunc f(_ a: N) { _ = a" + joined("") { _ in ".next" } + " }")
    check("stored", "class N { var next: N? }\nfunc f(_ a: N?) { _ = a" + joined("") { _ in "?.next" } + " }")
    check("forced", "class N { var next: N? }\nfunc f(_ a: N) { _ = a" + joined("") { _ in ".next!" } + " }")
    check(
      "written", "class N { var next: N!\nvar v = 0 }\nfunc f(_ a: N) { a" + joined("") { _ in ".next" } + ".v = 1 }")
    check("calls", "func f(_ a: [Int]) { _ = a" + joined("") { _ in ".map { $0 + 1 }" } + " }")
  }

  func testStatements() {
    check(
      "else if",
      "func f(_ x: Int) -> Int {\nif x == 0 { return 0 }" + joined("") { " else if x == \($0) { return 1 }" }
        + "\nreturn 2 }")
    check(
      "cases",
      "enum E { case " + joined(", ") { "c\($0)" } + " }\nfunc f(_ x: E) -> Int { switch x {\n"
        + joined("\n") { "case .c\($0): return \($0)" } + "\n} }")
    check("guards", "func f(_ a: Int?) {\n" + joined("\n") { "guard let b\($0) = a else { return }" } + "\n}")
    check("conditions", "func f(_ a: Int?) { if " + joined(", ") { "let b\($0) = a" } + " { } }")
    check("arguments", "func f() { print(" + joined(", ") { "\($0)" } + ") }")
    check("views", view("VStack {\n" + joined("\n") { "if x == \($0) { Text(\"a\") }" } + "\n}"))
  }

  func testDeclarations() {
    check(
      "members",
      "struct A {\n" + joined("\n") { "var v\($0): Int" } + "\n}\nlet a = A(" + joined(", ") { "v\($0): 1" } + ")")
    check("extensions", "struct A {}\n" + joined("\n") { "extension A { func m\($0)() { m\(max(0, $0 - 1))() } }" })
    check(
      "overloads",
      joined("\n") { "func g(a\($0): Int) {}" } + "\nfunc t() {\n" + joined("\n") { "g(a\($0): 1)" } + "\n}")
    check("by type", joined("\n") { "struct T\($0) {}\nfunc g(_ a: T\($0)) {}" } + "\nfunc t() { g(T7()) }")
    check(
      "protocols",
      "protocol P0 {}\n" + (1..<100).map { "protocol P\($0): P\($0 - 1) {}" }.joined(separator: "\n")
        + "\nstruct A: P99 {}")
    check(
      "opaque",
      "struct A0: View { var body: some View { Text(\"a\") } }\n"
        + (1..<200).map { "struct A\($0): View { var body: some View { A\($0 - 1)() } }" }.joined(separator: "\n"))
  }
}
