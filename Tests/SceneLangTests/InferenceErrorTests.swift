/// Each mistake gives exactly one error, at its cause, and nothing follows from it.
import XCTest

@testable import SceneLang

final class InferenceErrorTests: XCTestCase {
  func testNames() {
    assertOneError("let a = widht + 1\nlet width = 2", "E0201", "did you mean 'width'?")
    assertOneError("func f() { print(a); print(a); let b = a + 1; _ = b }", "E0201", "cannot find 'a'")
    assertOneError("let a = [1].cuont", "E0202", "did you mean 'count'?")
    assertOneError("let a: Color = .blu", "E0202", "'Color' has no member 'blu'")
    assertOneError("struct A { var b = 1 }\nlet c = A.b", "E0203")
    assertOneError("struct A { static var b = 1 }\nlet c = A().b", "E0204")
    assertOneError(
      "struct V: View { var body: some View { Text(\"a\").paddin(10).font(.title).opacity(0.5) } }", "E0202", "padding")
  }

  func testNamesThatABlockDeclaresTwice() {
    assertOneError("func f() { let x = 1; let x = 2; print(x) }", "E0408", "'x' is declared twice")
    assertOneError("func f() { let (x, y) = (1, 2); let y = 3; print(x, y) }", "E0408", "'y'")
    assertOneError("func f(b: Int?) { guard let a = b else { return }; let a = 1; print(a) }", "E0408", "'a'")
    assertOneError("let f = { (x: Int) in let w = 1; let w = 2; return x + w }", "E0408", "'w'")
    assertOneError("struct V: View { var body: some View { let a = 1; let a = 2; Text(\"\\(a)\") } }", "E0408", "'a'")
    assertClean(
      """
      func f(a: Int, b: Int?) {
          let a = a
          guard let b else { return }
          guard let a = b as Int? else { return }
          guard let a = a as Int? else { return }
          let _ = 1; let _ = 2
          if a > 1 { let x = 1; print(x) } else { let x = 2; print(x) }
          for x in 0..<2 { let y = x; print(y) }
          switch a {
          case 1: let z = 1; print(z)
          default: let z = 2; print(z)
          }
          let x = { (x: Int) in let x = x; return x }
          print(a, b, x)
      }
      """)
  }

  func testCalls() {
    assertOneError("func f(x: Int, y: Int) {}\nfunc g() { f(x: 1) }", "E0303", "missing argument 'y'")
    assertOneError("func f(x: Int) {}\nfunc g() { f(x: 1, y: 2) }", "E0304")
    assertOneError("func f(to x: Int) {}\nfunc g() { f(x: 1) }", "E0305", "'to:'")
    assertOneError("func f(_ x: Int) {}\nfunc g() { f(\"a\") }", "E0301", "argument 1 of 'f' needs 'Int'")
    assertOneError("func f(_ x: Int) {}\nfunc g(_ y: Int?) { f(y) }", "E0302")
    assertOneError("let a = 1\nlet b = a(2)", "E0308")
    assertOneError("func f(_ x: inout Int) {}\nfunc g() { var a = 1; f(a) }", "E0324")
    assertOneError("struct A {}\nfunc f<T: Equatable>(_ x: T) {}\nfunc g() { f(A()) }", "E0306", "'Equatable'")
    assertOneError("let a = [1, 2].map { a, b in a }", "E0320")
  }

  /// Data of a list: what its elements lack is named, and what follows from a failed argument is not told.
  func testListData() {
    let elements = "struct A { var name = \"x\" }\nlet items: [A] = []\n"
    func body(_ text: String) -> String {
      elements + "struct V: View { var body: some View { VStack { \(text) } } }"
    }
    assertOneError(body("ForEach(items) { Text($0.name) }"), "E0306", "'A' to conform to 'Identifiable'")
    assertOneError(body("List(items) { item in Text(item.name) }"), "E0306", "'A' to conform to 'Identifiable'")
    assertOneError(body("ForEach(items.sorted(), id: \\.name) { Text($0.name) }"), "E0303", "by")
  }

  /// Equal calls with other forms of arguments are chosen for themselves.
  func testCallsOfOneForm() {
    assertOneError(
      """
      struct V: View {
        @State private var on = false
        var body: some View {
          VStack {
            Text("a").frame(width: on ? 10 : 20).foregroundStyle(on ? .red : .blue)
            Text("b").frame(width: on ? 10 : 20).foregroundStyle(on ? .red : .bleu)
            Button("c") { on.toggle() }
            Button { on.toggle() } label: { Text("d") }
          }
        }
      }
      """, "E0202", "bleu")
  }

  func testTypes() {
    assertOneError("let a: Int = \"x\"", "E0301", "needs 'Int'")
    assertOneError("let a = \"x\" + 1", "E0315")
    assertOneError("let a: Int = nil", "E0313")
    assertOneError("let a = [1, \"x\"]", "E0326")
    assertOneError("let t = true\nlet a = t ? 1 : \"x\"", "E0327")
    assertOneError("let a = []", "E0328")
    assertOneError("let a = .red", "E0312")
    assertOneError("let s: String? = nil\nlet n = s.count", "E0302")
    assertOneError("let a = 1\nlet b = a ?? \"x\"", "E0301")
    assertOneError("let a = 1\nlet b = a?.description", "E0316")
  }

  func testMutability() {
    assertOneError("func f() { let a = 1; a = 2; print(a) }", "E0322", "'let' constant")
    assertOneError("func f(a: Int) { a += 1 }", "E0322", "parameter")
    assertOneError("struct A { var b = 1; func c() { b = 2 } }", "E0322", "mutating")
    assertOneError("struct V: View { var n = 0; var body: some View { Button(\"a\") { n += 1 } } }", "E0322", "@State")
    assertOneError("struct A { var b: Int { 1 } }\nfunc f() { var a = A(); a.b = 2 }", "E0322", "get-only")
    assertOneError("func f() { let x: Int; print(x) }", "E0514")
    assertOneError("struct A { var b: Int; init() {} }", "E0515", "'b'")
  }

  func testStatements() {
    assertOneError("func f(_ a: Int) -> Int { if a > 0 { return 1 } }", "E0501")
    assertOneError(
      "enum E { case a, b, c }\nfunc f(_ e: E) -> Int { switch e { case .a: return 1; case .b: return 2 } }", "E0502",
      "'.c'")
    assertOneError("func f(_ e: Int) -> Int { switch e { case 1: return 1 } }", "E0502", "default")
    assertOneError("func f() { break }", "E0506")
    assertOneError("func f(_ a: Int) { guard a > 0 else { print(a) }; print(1) }", "E0507")
    assertOneError("func f(_ a: Int) { if let b = a { print(b) } }", "E0511")
    assertOneError("func f() { for i in 10 { print(i) } }", "E0513")
    assertOneError("func f() throws -> Int { 1 }\nfunc g() throws { _ = f() }", "E0331")
    assertOneError("func f() throws -> Int { 1 }\nfunc g() { _ = try f() }", "E0332")
    assertOneError("func f() async -> Int { 1 }\nfunc g() async { _ = f() }", "E0333")
    assertOneError("func f() -> Int { return }", "E0508")
  }

  func testBuilders() {
    assertOneError("struct V: View { var body: some View { VStack { Text(\"a\"); 10 } } }", "E0503", "'View'")
    assertOneError(
      "struct V: View { var body: some View { VStack { for i in 0..<3 { Text(\"\\(i)\") } } } }", "E0504", "ForEach")
    assertOneError(
      "struct V: View { @State var a = 1; var body: some View { VStack { a += 1; Text(\"b\") } } }", "E0503", "no view")
  }

  func testLiteralsBeyondTheirTypes() {
    assertOneError("let a: Int8 = 300", "E0330", "-128 to 127")
    assertOneError("let a: UInt = -1", "E0330", "0 to 18446744073709551615")
    assertOneError("let a = 9223372036854775808", "E0330", "'Int'")
    assertOneError("let a: [UInt8] = [1, 2, 300]", "E0330", "0 to 255")
    assertOneError("func f(_ a: UInt8) {}\nfunc g() { f(-1) }", "E0330", "'-1'")
    assertOneError("let a = Int8(-129)", "E0330", "'Int8'")
    assertClean(
      """
      let a: Int8 = -128
      let b = -9223372036854775808
      let c: UInt64 = 0xFFFF_FFFF_FFFF_FFFF
      let d = UInt64(14695981039346656037)
      let e: Double = 123456789012345678901234567890
      let f: UInt8 = ~0
      let g: CGFloat = -300
      """)
  }

  func testStatementsAtTopLevelAreChecked() {
    assertOneError("let a = 1\nprint(b)", "E0201", "'b'")
    assertOneError("if true { let c: Int = \"x\"; print(c) }", "E0301")
    assertClean("let a = 1\nfor i in 0..<3 { print(i + a) }\nfunc f() throws -> Int { a }\nprint(try f())")
  }

  func testUnresolvedCalleesStillCheckTheirClosures() {
    let scene = CheckedScene("func f() { unknownThing { x in print(missing, x.foo) } }")
    XCTAssertEqual(scene.codes, ["E0201", "E0201"], "\(scene.errors)")
  }
}

/// What is told of access and of closures that are kept.
final class AccessAndEscapeTests: XCTestCase {
  func testAPrivateSetterIsForItsType() {
    let scene = CheckedScene(
      """
      import SwiftUI
      struct Tank {
        private(set) var level = 0
        private(set) var parts = [1]
        mutating func fill() { level = 10; parts.append(2) }
        struct Valve { func open(_ tank: inout Tank) { tank.level = 0 } }
      }
      extension Tank { mutating func drain() { level = 0 } }
      func use(_ tank: Tank) -> Int {
        var own = tank
        own.level = 2
        own.parts.append(3)
        own.parts[0] += 1
        own.drain()
        return own.level + tank.parts.count
      }
      """)
    XCTAssertEqual(
      scene.errors,
      [
        "E0210 'level' cannot be assigned to here: its setter is private to 'Tank'",
        "E0210 'parts' cannot be changed by 'append' here: its setter is private to 'Tank'",
        "E0210 'parts' cannot be assigned to here: its setter is private to 'Tank'",
      ])
  }

  func testAClosureThatIsKeptIsMarkedEscaping() {
    let scene = CheckedScene(
      """
      import SwiftUI
      typealias Action = () -> Void
      final class Store {
        var saved: Action?
        var kept: [Action] = []
        init(_ action: Action) { saved = action }
        init(marked action: @escaping Action) { saved = action }
        init(optional action: Action?) { saved = action }
        func keep(_ action: () -> Void) { self.saved = action }
        func call(_ action: () -> Void) { action(); twice(action); saved = nil }
        func twice(_ action: () -> Void) { action(); action() }
        func give(_ action: () -> Void) -> Action { return action }
        func ask(_ value: @autoclosure () -> Int) -> Int { let x: Int; x = value(); return x }
      }
      struct Card<Content: View>: View {
        let content: Content
        init(@ViewBuilder content: () -> Content) { self.content = content() }
        var body: some View { content }
      }
      """)
    XCTAssertEqual(
      scene.errors,
      [String](
        repeating: "E0519 'action' is kept beyond the call; its type has to be marked '@escaping'", count: 3))
  }

  /// A type of its own named `State` leaves the wrapper its module's name.
  func testWrappersBehindTheirModule() {
    assertClean(
      """
      import SwiftUI
      struct Field: View {
        enum State { case plain, raised }
        let kind: Int
        var state: State = .plain
        @SwiftUI.State private var isShown = false
        var body: some View { Toggle("Shown", isOn: $isShown) }
      }
      struct Use: View { var body: some View { Field(kind: 1, state: .raised) } }
      """)
  }
}
