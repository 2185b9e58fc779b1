import XCTest

@testable import SceneLang

/// Checks of declarations: each mistake once, at its place, in one sentence.
final class SemaCheckTests: XCTestCase {
  /// Findings of the scene as `line:column code message`.
  private func findings(_ text: String, name: String = "scene.scene") -> [String] {
    let fixture = SemaFixture(text, names: [name])
    fixture.sema.checkDeclarations()
    return fixture.sema.diagnostics.sorted().map { finding in
      let at = fixture.sema.trees[Int(finding.place.file) + 1].source.position(finding.range.start)
      return "\(at.line):\(at.column) \(finding.code) \(finding.message)"
    }
  }

  func testMiniPreludeIsClean() {
    XCTAssertEqual(findings(""), [])
  }

  func testRedeclarations() {
    XCTAssertEqual(
      findings(
        """
        struct Card { var a: Int; var a: String; func f(x: Int) {}; func f(y: Int) {}; func f(x: Int) {} }
        struct Card {}
        enum Mode { case on, on }
        extension Card { static var a: Int { 1 } }
        """),
      [
        "1:31 E0408 'a' is declared twice", "1:85 E0408 'f' is declared twice", "2:8 E0408 'Card' is declared twice",
        "3:22 E0408 'on' is declared twice",
      ])
  }

  func testMissingRequirements() {
    XCTAssertEqual(
      findings(
        """
        struct Item: Identifiable { var name: String }
        struct Home: View {}
        protocol Shape { func path(in size: Int) -> Int; var name: String { get } }
        struct Dot: Shape { func path(in size: String) -> Int { 1 } }
        struct Pen {}
        struct Box: Equatable { var pen: Pen }
        class Model: Identifiable {}
        """),
      [
        "1:14 E0409 'Item' does not fulfil 'Identifiable': 'id' is missing",
        "2:14 E0409 'Home' does not fulfil 'View': 'body' is missing",
        "4:13 E0409 'Dot' does not fulfil 'Shape': 'path', 'name' are missing",
        "6:13 E0430 'Box' cannot be 'Equatable' by itself: a stored value is not",
      ])
  }

  func testInoutOfAWitness() {
    XCTAssertEqual(
      findings(
        """
        protocol Folding { static func fold(value: inout Int, next: () -> Int) }
        struct Sum: Folding { static func fold(value: Int, next: () -> Int) {} }
        struct Last: Folding { static func fold(value: inout Int, next: () -> Int) { value = next() } }
        """),
      ["2:13 E0409 'Sum' does not fulfil 'Folding': 'fold' is missing"])
  }

  func testBareProtocolsAndStoredOpaqueTypes() {
    XCTAssertEqual(
      findings(
        """
        protocol Shape { associatedtype Body; var body: Body { get } }
        protocol Plain {}
        struct Dot: Plain { var shape: Shape { fatalError() }; var plain: Plain { self } }
        struct Holder { let make: () -> some Plain; let one: some Plain = Dot() }
        """),
      [
        "3:32 E0306 'Shape' alone is not a type; write 'some Shape'",
        "4:27 E0419 'make' is stored with a 'some' type and needs an initial value that says which; make the type "
          + "around it generic instead",
      ])
  }

  func testOperatorOutsideOfASCII() {
    XCTAssertEqual(
      findings(
        """
        prefix operator √
        prefix func √ (x: Double) -> Double { x }
        let four: Double = √16
        """), [])
  }

  func testSupertypes() {
    XCTAssertEqual(
      findings(
        """
        class Base {}
        struct Card: Base {}
        struct Number: Int {}
        class A: B {}
        class B: A {}
        struct Other: Identifable { var id: Int }
        """
      ).filter { !$0.contains("'A'") },
      [
        "2:14 E0410 'Base' is a class; only a class can inherit from it",
        "3:16 E0412 'Int' is neither a protocol nor a class; nothing inherits from it",
        "5:7 E0411 'B' inherits from itself",
        "6:15 E0401 cannot find type 'Identifable' in scope; did you mean 'Identifiable'?",
      ])
  }

  func testRawValues() {
    XCTAssertEqual(
      findings(
        """
        enum Plain { case a = 1 }
        enum Number: Int { case a = 1, b, c = 2, d = "x" }
        enum Name: String { case a, b = "a" }
        enum Flag: Bool { case a }
        """),
      [
        "1:23 E0413 'Plain' has no raw type, so its cases have no raw values",
        "2:39 E0414 raw value 2 is already that of 'b'", "2:46 E0413 the raw value is not of type 'Int'",
        "3:33 E0414 raw value \"a\" is already that of 'a'",
        "4:12 E0415 'Bool' cannot be a raw type; use an integer, a number or a string",
      ])
  }

  func testOverrides() {
    XCTAssertEqual(
      findings(
        """
        class Base { func load() {}; func save(to name: String) {}; var title: String { "" } }
        class Sub: Base { override func load() {}; func save(to name: String) {}; override func store() {} }
        struct Card { override func load() {} }
        """),
      [
        "2:49 E0417 'save' overrides a member of the superclass; mark it 'override'",
        "2:89 E0416 'store' overrides nothing: no superclass has such a member",
        "3:29 E0416 'load' overrides nothing: no superclass has such a member",
      ])
  }

  func testVariables() {
    XCTAssertEqual(
      findings(
        """
        struct Card { var a; static let b: Int; @State let c: Int; @State var d: Int { 1 } }
        extension Card { var e: Int = 1; static var f: Int = 1 }
        enum Mode { case on; var g: Int }
        class Model { var h: Int; var i: Int?; let j: String = "" }
        struct Wrong { @Stat var k: Bool; func l() }
        struct Pair { @State var m = 0, n = 0; var o = 0, p = 0 }
        """),
      [
        "1:19 E0418 'a' needs a type or an initial value", "1:33 E0419 static 'b' needs an initial value",
        "1:48 E0422 a property with '@State' is declared with 'var'",
        "1:60 E0423 'd' is computed; a property wrapper needs a stored property",
        "2:22 E0420 an extension holds no stored property; 'e' must be computed or static",
        "3:26 E0420 an enum holds no stored property; 'g' must be computed or static",
        "4:7 E0427 class 'Model' has no initialiser for 'h'",
        "5:16 E0421 unknown attribute 'Stat'; did you mean 'State'?", "5:40 E0428 'l' needs a body in braces",
        "6:15 E0434 a property wrapper belongs to one variable; give each a declaration of its own",
      ])
  }

  func testConditionalCompilation() {
    let fixture = SemaFixture(
      """
      #if SCENE && !RELEASE
      struct A {}
      #elseif DEBUG
      struct B {}
      #else
      struct C {}
      #endif
      struct Card {
        #if os(macOS) || EXTRA
        var x: Int
        #else
        var y: Int
        #endif
        #if swift(>=6.0) && canImport(UIKit) && targetEnvironment(simulator)
        var z: Int
        #endif
      }
      """, defines: ["EXTRA"])
    XCTAssertNotEqual(fixture.decl("A"), .none)
    XCTAssertEqual(fixture.decl("B"), .none)
    XCTAssertEqual(fixture.decl("C"), .none)
    XCTAssertEqual(
      fixture.sema.storedMembers(of: fixture.decl("Card")).map { fixture.sema.names[fixture.sema.decls.name($0)] },
      ["x", "z"])
  }

  func testFiles() {
    XCTAssertEqual(
      findings("import Lottie\nstruct Card { var view: LottieView }\nlet x: Int = 1\nprint(x)\n"),
      [
        "1:1 unmodelled-module module 'Lottie' is not modelled; its names are not checked",
        "4:1 top-level-code statements at top level are not played",
      ])
  }

  func testEntries() {
    func entries(_ text: String, name: String = "scene.scene") -> [String] {
      SemaFixture(text, names: [name]).sema.entries().map { "\($0.kind) \($0.name)" }
    }
    let views = """
      struct Row: View { let id: Int; var body: some View { Text("a") } }
      struct Home: View { var body: some View { Row(id: 1) } }
      struct Detail: View { var body: some View { Text("b") } }
      """
    XCTAssertEqual(entries(views), ["view Detail", "view Home"])
    XCTAssertEqual(entries(views, name: "folder/Home.scene"), ["view Home", "view Detail"])
    XCTAssertEqual(
      entries(views + "\nstruct ContentView: View { var body: some View { Home() } }"),
      ["view ContentView", "view Detail"])
    XCTAssertEqual(entries(views + "\n#Preview(\"big\") { Home() }"), ["preview big"])
    XCTAssertEqual(
      entries(views + "\nstruct P: PreviewProvider { static var previews: some View { Home() } }"),
      ["previewProvider P"])
    XCTAssertEqual(
      entries(views + "\n#Preview { Home() }\n#Scenario(\"open\") { Home() } steps: { wait(1) }"), ["scenario open"])
    XCTAssertEqual(entries(views + "\nstruct Main: App { var body: Int { 1 } }"), ["app Main"])
    // Two that name each other: all views count.
    XCTAssertEqual(
      entries(
        """
        struct A: View { var body: some View { B() } }
        struct B: View { var body: some View { A() } }
        """), ["view B", "view A"])
  }

  func testAnyInputIsAnswered() {
    for text in [
      "struct", "extension {}", "extension X { var", "enum A: A { case a = }", "class A: A {}", "protocol P: P {}",
      "typealias A = A", "typealias A = B; typealias B = A", "struct S { var x: S.T; typealias T = S.T }",
      "struct S<T: S<T>> { var a: S }", "let (a, b) = (c, d)", "func f<T: T>(_ x: T.T.T) where T == T {}",
      "protocol P { associatedtype A: P where A.A == A; var a: A { get } }\nstruct S: P { var a: S }",
      "extension S where Self == S {}\nstruct S {}", "@propertyWrapper struct W {}\nstruct S { @W var x: Int }",
      "enum E: E.R { enum R { case a } }", "struct S: S.P { protocol P {} }",
    ] {
      let fixture = SemaFixture(text)
      fixture.sema.checkDeclarations()
      _ = fixture.sema.entries()
    }
  }
}
