/// Functions compiled from source and run: each returns one value that the test knows.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class LoweringTests: XCTestCase {
  /// Compiles a source with `func test()`, runs it and returns the string or the integer it gives.
  private func run(_ text: String, line: UInt) -> String {
    let compiled = Compiled.compile(text, roots: ["test"])
    let errors = compiled.diagnostics.filter { $0.severity == .error }
    XCTAssertEqual(errors.map { "\($0.code) \($0.message)" }, [], line: line)
    let problems = IRVerifier.problems(in: compiled.module)
    XCTAssertEqual(problems, [], line: line)
    guard errors.isEmpty, problems.isEmpty, let function = compiled.function("test") else { return "" }
    XCTAssertEqual(try? IRCodec.read(IRCodec.write(compiled.module)), compiled.module, line: line)
    var registry = NativeRegistry()
    registry.registerStandardLibrary()
    let machine = Machine(module: compiled.module, registry: registry)
    do {
      let word = try machine.call(function)
      return machine.heap.string(word) ?? "\(word.integer)"
    } catch {
      return "trap \(error.code)"
    }
  }

  private func check(_ expected: String, _ text: String, line: UInt = #line) {
    XCTAssertEqual(run(text, line: line), expected, line: line)
  }

  func testArithmetic() {
    check("14", "func test() -> Int { 2 + 3 * 4 }")
    check("-7", "func test() -> Int { let a = 7; return -a }")
    check("3.5", #"func test() -> String { let a: CGFloat = 1.5; let b: Double = 2; return "\(a + b)" }"#)
    check("trap arithmeticOverflow", "func test() -> Int { let a = Int.max; return a + 1 }")
    check("trap divisionByZero", "func test() -> Int { let a = 0; return 7 / a }")
  }

  func testCallsAndDefaults() {
    check("6", "func add(_ a: Int, _ b: Int = 4) -> Int { a + b }\nfunc test() -> Int { add(2) }")
    check("24", "func f(_ n: Int) -> Int { n <= 1 ? 1 : n * f(n - 1) }\nfunc test() -> Int { f(4) }")
    check(
      "15",
      "func sum(_ xs: Int...) -> Int { var t = 0; for x in xs { t += x }; return t }\nfunc test() -> Int { sum(1, 2, 3, 4, 5) }"
    )
    check("4", "func test() -> Int { var a = 1, b = 4; swap(&a, &b); return a }")
  }

  func testValueSemantics() {
    let type = "struct P { var x: Int; var y = 3; mutating func grow() { x *= 2 } }\n"
    check("6 12", type + #"func test() -> String { var p = P(x: 6); let q = p; p.grow(); return "\(q.x) \(p.x)" }"#)
    check(
      "[1, 7, 3] [1, 2, 3]", #"func test() -> String { var a = [1, 2, 3]; let b = a; a[1] = 7; return "\(a) \(b)" }"#)
    check(
      "9 2",
      """
      struct G { var cells = [[1, 2], [3, 4]] }
      func test() -> String { var g = G(); let h = g; g.cells[1][0] = 9; return "\\(g.cells[1][0]) \\(h.cells[0][1])" }
      """)
    check(
      "2",
      "struct A { var b: B? }\nstruct B { var n = 1 }\n"
        + "func test() -> Int { var a = A(b: B()); a.b?.n = 2; return a.b!.n }")
    check(
      "42",
      "struct M { static var shared = M(); var x = 41 }\nfunc test() -> Int { M.shared.x += 1; return M.shared.x }")
  }

  func testObserversWrappersLazy() {
    check(
      "will 2 did 1",
      """
      struct W { var log = ""; var n = 1 { willSet { log += "will \\(newValue) " } didSet { log += "did \\(oldValue)" } } }
      func test() -> String { var w = W(); w.n = 2; return w.log }
      """)
    check(
      "10",
      """
      @propertyWrapper struct Clamp {
        private var v = 0
        var wrappedValue: Int { get { v } set { v = min(newValue, 10) } }
        init(wrappedValue: Int) { v = wrappedValue }
      }
      struct S { @Clamp var x = 3 }
      func test() -> Int { var s = S(); s.x = 44; return s.x }
      """)
    check(
      "lazy 1",
      """
      class L { var n = 0; lazy var v: String = { n += 1; return "lazy" }() }
      func test() -> String { let l = L(); _ = l.v; let s = l.v; return "\\(s) \\(l.n)" }
      """)
  }

  func testClasses() {
    check(
      "dog animal",
      """
      class A { func name() -> String { "animal" } }
      class D: A { override func name() -> String { "dog" } }
      func test() -> String { let x: A = D(); return x.name() + " " + A().name() }
      """)
    check(
      "init base 7",
      """
      class Base { var t = "init"; init(name: String) { t += " " + name } }
      class Sub: Base {
        var k = 7
        override init(name: String) { super.init(name: name); t += " \\(k)" }
        convenience init() { self.init(name: "base") }
      }
      func test() -> String { Sub().t }
      """)
    check(
      "ab",
      """
      class Node {
        var v: String; weak var parent: Node?; var kids: [Node] = []
        init(_ v: String) { self.v = v }
        func add(_ n: Node) { n.parent = self; kids.append(n) }
      }
      func test() -> String { let a = Node("a"); let b = Node("b"); a.add(b); return (b.parent?.v ?? "?") + a.kids[0].v }
      """)
  }

  func testClosures() {
    check("2", "func test() -> Int { var n = 0; let inc = { n += 1 }; inc(); inc(); return n }")
    check("6", "func test() -> Int { let f: (Int) -> (Int) -> Int = { a in { b in a * b } }; return f(2)(3) }")
    check("120", "func test() -> Int { func f(_ n: Int) -> Int { n <= 1 ? 1 : n * f(n - 1) }; return f(5) }")
    check("15", "func test() -> Int { [1, 2, 3, 4, 5].reduce(0, +) }")
  }

  func testErrorsAndDefer() {
    check(
      "caught 7",
      """
      enum E: Error { case bad(Int) }
      func f() throws -> Int { throw E.bad(7) }
      func test() -> String { do { return "\\(try f())" } catch E.bad(let n) { return "caught \\(n)" } catch { return "other" } }
      """)
    check(
      "nil",
      """
      enum E: Error { case bad }
      func f() throws -> Int { throw E.bad }
      func test() -> String { if let x = try? f() { return "\\(x)" } else { return "nil" } }
      """)
    check(
      "d2 d1",
      #"func test() -> String { var s = ""; func f() { defer { s += "d1" }; defer { s += "d2 " } }; f(); return s }"#)
  }

  func testEnumerationsAndPatterns() {
    check(
      "b 2",
      """
      enum E { case a, b(Int) }
      func test() -> String { let e = E.b(2); switch e { case .a: return "a"; case .b(let n): return "b \\(n)" } }
      """)
    check(
      "one two",
      """
      enum T: Int { case one = 1, two; var name: String { switch self { case .one: "one"; case .two: "two" } } }
      func test() -> String { "\\(T.one.name) \\(T(rawValue: 2)!.name)" }
      """)
    check(
      "red 1",
      """
      enum K: String, CaseIterable { case red, green }
      func test() -> String { "\\(K.allCases[0].rawValue) \\(K(rawValue: "green") == .green ? 1 : 0)" }
      """)
    check("x y", #"func test() -> String { let t = (a: "x", b: "y"); let (p, q) = t; return "\(p) \(q)" }"#)
    check(
      "5 nil",
      """
      func f(_ x: Int?) -> Int? { guard let x else { return nil }; return x + 1 }
      func test() -> String { "\\(f(4)!) \\(f(nil) == nil ? "nil" : "?")" }
      """)
  }

  func testGenericsAndProtocols() {
    check(
      "x=1",
      """
      protocol S { var v: Int { get } }
      extension S { func show() -> String { "x=\\(v)" } }
      struct A: S { var v = 1 }
      func show<T: S>(_ t: T) -> String { t.show() }
      func test() -> String { show(A()) }
      """)
    check(
      "int str",
      """
      func kind(_ x: Any) -> String { if x is Int { return "int" }; if let s = x as? String { return s }; return "?" }
      func test() -> String { kind(3) + " " + kind("str") }
      """)
  }

  func testKeyPaths() {
    check("5", "struct P { var x = 1; var y = 5 }\nfunc test() -> Int { let k = \\P.y; return P()[keyPath: k] }")
    check(
      "8",
      "struct P { var x = 1 }\n"
        + "func test() -> Int { var p = P(); let k: WritableKeyPath<P, Int> = \\.x; p[keyPath: k] = 8; return p.x }")
  }

  func testLongChainsAndSums() {
    let sum = (0..<3000).map { _ in "a" }.joined(separator: " + ")
    check("3000", "func test() -> Int { let a = 1; return \(sum) }")
    let view = Compiled.compile(
      "struct V: View { var body: some View { Text(\"x\")" + String(repeating: ".padding()", count: 2000) + " } }")
    XCTAssertEqual(IRVerifier.problems(in: view.module), [])
    let body = view.module.functions.first { $0.name == "V.body" }
    // The registers of a chain do not grow with its length.
    XCTAssertLessThan(body?.registerCount ?? .max, 10)
    XCTAssertGreaterThan(body?.code.count ?? 0, 4000)
  }

  /// The code of a small function, as `ir-text` shows it.
  func testCodeOfALoop() {
    let compiled = Compiled.compile(
      "func test(_ n: Int) -> Int {\n  var sum = 0\n  var i = 0\n  while i < n {\n    sum += i\n    i += 1\n  }\n  return sum\n}",
      roots: ["test"])
    let text = IRPrinter.text(ofFunction: compiled.function("test") ?? 0, in: compiled.module)
    XCTAssertTrue(text.contains("ltI"), text)
    XCTAssertTrue(text.contains("jumpIfNot"), text)
    XCTAssertTrue(text.contains("function #0 \"test\" parameters 1"), text)
  }
}
