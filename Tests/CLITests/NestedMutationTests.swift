/// Values changed where they lie: methods that change a member of a member, an element, a payload; models that change in
/// place.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class NestedMutationTests: XCTestCase {
  /// The text of the scene's last view after a tap on "Go", and the codes of what was reported.
  private func shown(_ scene: String, line: UInt = #line) -> (text: String?, codes: [String]) {
    let compiled = Compiled.compile(scene)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    XCTAssertEqual(IRVerifier.problems(in: compiled.module).map(\.description), [], line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 500_000_000)
    options.steps = StepReader.read(text: "tap(\"Go\")").0
    let player = Player(module: compiled.module, entry: 0, options: options)
    var text: String?
    for _ in 0..<12 { text = player.next()?.rows.last { $0.text?.hasPrefix("= ") == true }?.text ?? text }
    return (text, player.diagnostics.map(\.code))
  }

  private let types = """
    struct Sub { var on = false; var list: [Int] = [] }
    struct Item { var on = false; var n = 0; var sub = Sub(); mutating func flip() { on = !on; n += 1 } }
    enum Mode { case a, b; mutating func next() { self = self == .a ? .b : .a } }
    struct Store { var items = [Item(), Item()]; var mode = Mode.a; mutating func go() { items[0].flip(); mode.next() } }
    extension Int { mutating func grow() { self += 1 } }
    """

  private func check(_ state: String, _ action: String, _ text: String, _ expected: String, line: UInt = #line) {
    let (found, codes) = shown(
      """
      import SwiftUI
      \(types)
      struct ContentView: View {
        \(state)
        @State private var other = 5
        var body: some View {
          VStack { Button("Go") { \(action) }; Text("= \\(\(text)) \\(other)") }
        }
      }
      """, line: line)
    XCTAssertEqual(codes, [], line: line)
    XCTAssertEqual(found, "= \(expected) 5", line: line)
  }

  func testMethodsThatChangeAMember() {
    check("@State private var item = Item()", "item.on.toggle()", "item.on", "true")
    check("@State private var item = Item(n: 3)", "item.n.negate()", "item.n", "-3")
    check("@State private var item = Item()", "item.n.grow(); item.n.grow()", "item.n", "2")
    check("@State private var item = Item()", "item.sub.on.toggle()", "item.sub.on", "true")
    check("@State private var all = [Item(), Item()]", "all[1].on.toggle()", "all[1].on", "true")
    check("@State private var all = [Item(), Item()]", "all[1].flip()", "all[1].n", "1")
    check("@State private var flags = [false, true]", "flags[0].toggle()", "flags[0]", "true")
    check("@State private var table = [\"a\": false]", "table[\"a\"]!.toggle()", "table[\"a\"]!", "true")
    check("@State private var pair = (false, 1)", "pair.0.toggle()", "pair.0", "true")
    check("@State private var item: Item? = Item()", "item?.flip()", "item!.n", "1")
    check(
      "@State private var all = [Item(), Item()]", "for i in all.indices { all[i].on.toggle() }",
      "all.filter(\\.on).count", "2")
    check("@State private var item = Item()", "var copy = item; copy.on.toggle(); item = copy", "item.on", "true")
  }

  func testWhatLiesBesideIsKept() {
    check("@State private var store = Store()", "store.mode.next()", "store.mode == .b", "true")
    check(
      "@State private var store = Store()", "store.items[0].flip()",
      "store.mode == .a && store.items[0].on && !store.items[1].on", "true")
    check("@State private var store = Store()", "store.go()", "store.mode == .b && store.items[0].n == 1", "true")
  }

  func testFunctionValuesThatChangeTheirArgument() {
    check(
      "@State private var item = Item()", "let f: (inout Int) -> Void = { $0 += 4 }; f(&item.n)", "item.n", "4")
    check(
      "@State private var item = Item()",
      "var local = Item(); let f: (inout Bool, inout Int) -> Int = { $0.toggle(); $1 += 2; return 9 }; "
        + "local.sub.list = [f(&local.on, &local.n)]; item = local",
      "item.on && item.n == 2 && item.sub.list == [9]", "true")
  }

  private func checkModel(_ action: String, _ text: String, _ expected: String, line: UInt = #line) {
    let (found, codes) = shown(
      """
      import SwiftUI
      \(types)
      @Observable final class Child { var n = 0 }
      @Observable final class Model {
        var all = [Item(), Item()]
        var one = Item()
        var maybe: Item? = Item()
        var tags: Set<Int> = []
        var table: [String: Int] = [:]
        var child = Child()
        func bump() { all[0].n += 1 }
      }
      struct ContentView: View {
        @State private var model = Model()
        var body: some View {
          VStack { Button("Go") { \(action) }; Text("= \\(\(text))") }
        }
      }
      """, line: line)
    XCTAssertEqual(codes, [], line: line)
    XCTAssertEqual(found, "= \(expected)", line: line)
  }

  func testObservedModelsThatChangeInPlace() {
    checkModel("model.all.append(Item())", "model.all.count", "3")
    checkModel("model.all.removeLast()", "model.all.count", "1")
    checkModel("model.all[0].n = 5", "model.all[0].n", "5")
    checkModel("model.all[0].n += 5", "model.all[0].n", "5")
    checkModel("model.all[0].on.toggle()", "model.all[0].on", "true")
    checkModel("model.all[0] = Item(n: 7)", "model.all[0].n", "7")
    checkModel("model.one.n = 5", "model.one.n", "5")
    checkModel("model.maybe?.n = 8", "model.maybe?.n ?? 0", "8")
    checkModel("model.tags.insert(3)", "model.tags.count", "1")
    checkModel("model.table[\"a\"] = 1", "model.table.count", "1")
    checkModel("model.child.n += 1", "model.child.n", "1")
    checkModel("model.bump()", "model.all[0].n", "1")
  }
}
