/// One small case for each construct: it checks clean, and where a type can be named, it is the right one.
import XCTest

@testable import SceneLang

final class InferenceConstructTests: XCTestCase {
  func testLiterals() {
    assertTypes(
      """
      let a = 1
      let b = 1.5
      let c = "x"
      let d = [1, 2.5]
      let e = ["a": 1]
      let f: CGFloat = 1
      let g = [1, nil]
      let h = -2
      let i = true
      let k: [Double] = [1, 2]
      """,
      [
        "a": "Int", "b": "Double", "c": "String", "d": "[Double]", "e": "[String: Int]", "f": "CGFloat",
        "g": "[Int?]", "h": "Int", "i": "Bool", "k": "[Double]",
      ])
  }

  func testOperators() {
    assertTypes(
      """
      let w: CGFloat = 10
      let d = 2.0
      let a = w * 0.5
      let b = w + d
      let c = 1 + 2 * 3
      let e = 1 < 2 && d > 1
      let f = "a" + "b"
      let g = 2 * .pi
      let r = 0..<5
      let s = 0...1.0
      let n: Int? = nil
      let o = n ?? 0
      let p = n == nil
      let q = (1 + 2) / 2.0
      """,
      [
        "a": "CGFloat", "b": "Double", "c": "Int", "e": "Bool", "f": "String", "g": "Double", "r": "Range<Int>",
        "s": "ClosedRange<Double>", "o": "Int", "p": "Bool", "q": "Double",
      ])
  }

  func testOptionalsAndCasts() {
    assertTypes(
      """
      struct A { var b: B? }
      struct B { var name = "" }
      let a: A? = A()
      let x = a?.b?.name
      let y = a?.b?.name.count ?? 0
      let z = a!.b
      let any: Any = 1
      let c = any as? Int
      let d = any is String
      let e = 1 as Double
      """,
      ["x": "String?", "y": "Int", "z": "B?", "c": "Int?", "d": "Bool", "e": "Double"])
  }

  func testClosures() {
    assertTypes(
      """
      let a = [1, 2, 3].map { $0 * 2 }
      let b = [1, 2, 3].map { x -> String in
          let y = x + 1
          return "\\(y)"
      }
      let c = ["b", "a"].sorted { $0 < $1 }
      let d = [1, 2].filter { $0 > 1 }.map { Double($0) }
      let e = ["a": 1].map { key, value in key + "\\(value)" }
      let f = { (x: Int) in x + 1 }
      let g = [Int?.none, 1].compactMap { $0 }
      let h = zip([1, 2], ["a", "b"]).map { "\\($0)\\($1)" }
      let i = ["a", "b"].map(\\.count)
      let j = ["1", "2"].compactMap(Int.init)
      """,
      [
        "a": "[Int]", "b": "[String]", "c": "[String]", "d": "[Double]", "e": "[String]", "f": "(Int) -> Int",
        "g": "[Int]", "h": "[String]", "i": "[Int]", "j": "[Int]",
      ])
  }

  func testEnumsAndPatterns() {
    assertClean(
      """
      enum Shape2 { case dot, line(Int), box(width: Int, height: Int); indirect case pair(Shape2, Shape2) }
      func area(_ s: Shape2?) -> Int {
          switch s {
          case .dot: return 0
          case .line(let n) where n > 3: return n
          case .line: return 1
          case let .box(width, height): return width * height
          case .pair(let a, _): return area(a)
          case nil: return 0
          }
      }
      func name(_ x: Int, _ y: Bool) -> String {
          switch (x, y) {
          case (0, true): return "a"
          case (1...5, _): return "b"
          case (_, false): return "c"
          default: return "d"
          }
      }
      func first(_ s: Shape2) -> Int {
          if case .line(let n) = s { return n }
          guard case let .box(w, _) = s else { return 0 }
          return w
      }
      func either(_ s: Shape2) -> Int {
          switch s {
          case .line(let n), .box(width: let n, height: _): return n
          case .dot, .pair: return 0
          }
      }
      """)
  }

  func testStatements() {
    assertClean(
      """
      enum Failure: Error { case bad(String) }
      func read(_ x: Int) throws -> Int { if x < 0 { throw Failure.bad("x") }; return x }
      func run() -> Int {
          var total = 0
          for i in 0..<10 where i % 2 == 0 { total += i }
          for (index, name) in ["a", "b"].enumerated() { total += index + name.count }
          outer: while true {
              repeat { total -= 1; if total < 0 { break outer } } while total > 5
          }
          do { total = try read(total) } catch Failure.bad(let text) { print(text) } catch { print(error) }
          let x = try? read(1)
          defer { print("done") }
          let label: String
          if total > 3 { label = "big" } else { label = "small" }
          let kind = switch total { case 0: "zero"; default: "other" }
          var (a, b) = (1, 2)
          (a, b) = (b, a)
          func twice(_ v: Int, by factor: Int = 2) -> Int { v * factor }
          guard let x, x > 0 else { return twice(a) + b + label.count + kind.count }
          return twice(x, by: 3)
      }
      """)
  }

  func testGenericsAndProtocols() {
    assertTypes(
      """
      protocol Named { var name: String { get } }
      extension Named { var shout: String { name.uppercased() } }
      struct Cat: Named { let name: String }
      struct Box<T> { var value: T; func map<U>(_ f: (T) -> U) -> Box<U> { Box<U>(value: f(value)) } }
      func pick<T: Named>(_ list: [T]) -> T? { list.first { $0.name.isEmpty } }
      func all(_ list: [any Named]) -> [String] { list.map { $0.shout } }
      let cat = Cat(name: "a")
      let a = cat.shout
      let b = pick([cat])
      let c = Box(value: 1).map { "\\($0)" }
      let d = all([cat])
      let e = max(1, 2)
      """,
      ["a": "String", "b": "Cat?", "c": "Box<String>", "d": "[String]", "e": "Int"])
  }

  func testOwnOperatorsAndBuilders() {
    assertClean(
      """
      struct Vec { var x = 0.0; var y = 0.0 }
      func + (a: Vec, b: Vec) -> Vec { Vec(x: a.x + b.x, y: a.y + b.y) }
      func * (a: Vec, k: Double) -> Vec { Vec(x: a.x * k, y: a.y * k) }
      let v = Vec(x: 1, y: 2) + Vec() * 2
      @resultBuilder struct Lines {
          static func buildBlock(_ parts: [String]...) -> [String] { parts.flatMap { $0 } }
          static func buildExpression(_ text: String) -> [String] { [text] }
          static func buildOptional(_ part: [String]?) -> [String] { part ?? [] }
          static func buildEither(first: [String]) -> [String] { first }
          static func buildEither(second: [String]) -> [String] { second }
          static func buildArray(_ parts: [[String]]) -> [String] { parts.flatMap { $0 } }
      }
      func make(@Lines _ lines: () -> [String]) -> [String] { lines() }
      func run(_ isOn: Bool) -> [String] {
          make {
              "a"
              if isOn { "b" }
              if isOn { "c" } else { "d" }
              for i in 0..<3 { "\\(i)" }
          }
      }
      """)
  }

  func testWrappersAndInitialisers() {
    assertClean(
      """
      struct Counter: View {
          @State private var count: Int
          @Binding var level: Double
          let title: String
          init(start: Int, level: Binding<Double>, title: String = "x") {
              _count = State(initialValue: start)
              _level = level
              self.title = title
          }
          var body: some View { Stepper(title, value: $count) }
      }
      class Base { var x: Int; init(x: Int) { self.x = x } }
      class Derived: Base {
          var y = 0
          lazy var sum: Int = x + y
          override init(x: Int) { super.init(x: x); y = x }
          convenience init() { self.init(x: 1) }
      }
      struct Size { var w = 0 { didSet { print(oldValue, w) } } }
      struct Holder<Content: View>: View {
          var title: String
          @ViewBuilder var content: () -> Content
          var body: some View { VStack { Text(title); content() } }
      }
      struct User: View { var body: some View { Holder(title: "a") { Text("b"); Text("c") } } }
      """)
  }

  func testViewFeatures() {
    assertClean(
      """
      enum Tab: String, CaseIterable, Identifiable { case home, search; var id: String { rawValue } }
      struct Root: View {
          @State private var tab: Tab = .home
          @State private var text = ""
          @State private var drag: CGSize = .zero
          @Environment(\\.colorScheme) private var scheme
          @Namespace private var space
          var body: some View {
              NavigationStack {
                  List {
                      ForEach(Tab.allCases) { item in
                          HStack {
                              Text(item.rawValue.capitalized).font(.system(size: 14, weight: .semibold))
                              Spacer()
                              if tab == item {
                                  Capsule().matchedGeometryEffect(id: "tab", in: space)
                              }
                          }
                          .tag(item)
                      }
                  }
                  .navigationTitle("Title")
                  .searchable(text: $text)
              }
              .overlay(alignment: .bottom) {
                  switch tab {
                  case .home: Text("home")
                  case .search: Image(systemName: "magnifyingglass").imageScale(.large)
                  }
              }
              .gesture(
                  DragGesture(minimumDistance: 10)
                      .onChanged { drag = $0.translation }
                      .onEnded { value in
                          withAnimation(.spring(response: 0.3, dampingFraction: 0.7)) {
                              drag = value.translation.width > 100 ? CGSize(width: 500, height: 0) : .zero
                          }
                      }
              )
              .task { try? await Task.sleep(nanoseconds: 1_000) }
              .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { _ in text += "a" }
              .preferredColorScheme(scheme == .dark ? .light : .dark)
          }
      }
      """)
  }

  func testTypedTreeResolvesSugar() throws {
    let scene = CheckedScene(
      """
      func f(_ x: Int?, by k: Double = 2) -> Double { Double(x ?? 0) * k }
      func g() -> Double { f(3) }
      """)
    XCTAssertEqual(scene.errors, [])
    let body = try XCTUnwrap(scene.body(of: "g"))
    let call = try XCTUnwrap(body.expressions.first { $0.kind == .call && $0.list.count == 2 })
    let first = body.expressions[Int(body.lists[Int(call.list.start)])]
    let second = body.expressions[Int(body.lists[Int(call.list.start) + 1])]
    XCTAssertEqual(first.kind, .wrapOptional)
    XCTAssertEqual(second.kind, .defaultArgument)
    XCTAssertFalse(body.expressions.contains { $0.kind == .error })
  }
}
