/// The design's own cases: what must be linear, and what must resolve at all. Steps are counted, never timed.
import XCTest

@testable import SceneLang

final class InferenceCoreTests: XCTestCase {
  private func steps(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> Int {
    let scene = CheckedScene(text)
    XCTAssertEqual(scene.errors, [], file: file, line: line)
    return scene.checker.steps
  }

  private func chain(_ count: Int) -> String {
    "struct V: View { var body: some View { Text(\"a\")" + String(repeating: "\n.padding(8)", count: count) + " } }"
  }

  func testModifierChainIsLinear() {
    let short = steps(chain(500))
    let long = steps(chain(2000))
    XCTAssertLessThan(long, short * 5)
    XCTAssertLessThan(long, 2000 * 40)
  }

  func testSumsAreLinear() {
    func sum(_ count: Int) -> String {
      "let x: Double = " + Array(repeating: "1", count: count).joined(separator: " + ")
        + "\nfunc f(_ a: CGFloat) -> CGFloat { " + Array(repeating: "a", count: count).joined(separator: " + ") + " }"
    }
    let short = steps(sum(50))
    let long = steps(sum(200))
    XCTAssertLessThan(long, short * 6)
    XCTAssertLessThan(long, 200 * 40)
  }

  func testTernaryOfImplicitMembers() {
    func ternary(_ count: Int) -> String {
      "func f(_ a: Int) -> Color { " + (0..<count).map { "a == \($0) ? .red : " }.joined() + ".blue }"
    }
    XCTAssertLessThan(steps(ternary(12)), 12 * 60)
    XCTAssertLessThan(steps(ternary(2000)), 2000 * 60)
  }

  func testLongElseIf() {
    let clauses = (0..<600).map { "if a == \($0) { Text(\"\($0)\") }" }.joined(separator: " else ")
    XCTAssertLessThan(
      steps("struct V: View { var a = 1; var body: some View { \(clauses) else { EmptyView() } } }"), 600 * 120)
  }

  func testNestedStacksAreLinear() {
    func nested(_ depth: Int) -> String {
      "struct V: View { var body: some View { " + String(repeating: "VStack { Text(\"a\"); ", count: depth)
        + "Text(\"b\")"
        + String(repeating: " }", count: depth) + " } }"
    }
    let shallow = steps(nested(10))
    let deep = steps(nested(40))
    XCTAssertLessThan(deep, shallow * 8)
  }

  func testEnumeratedForEach() {
    assertClean(
      """
      struct V: View {
          let names = ["a", "b"]
          var body: some View {
              ForEach(Array(names.enumerated()), id: \\.offset) { index, name in
                  Text("\\(index) \\(name)").offset(x: CGFloat(index) * 10)
              }
          }
      }
      """)
  }

  func testReduceInto() {
    assertTypes(
      """
      let counts = ["a", "b"].reduce(into: [:]) { (result: inout [String: Int], name) in result[name, default: 0] += 1 }
      let total = [1, 2, 3].reduce(0, +)
      let width = [1.5, 2.5].reduce(0) { $0 + $1 }
      """, ["counts": "[String: Int]", "total": "Int", "width": "Double"])
  }

  func testBindings() {
    assertClean(
      """
      struct Item: Identifiable { let id = 1; var isOn = false; var name = "" }
      struct V: View {
          @State private var items: [Item] = []
          @State private var flag = false
          @Binding var level: Double
          var body: some View {
              VStack {
                  Toggle("a", isOn: Binding(get: { flag }, set: { flag = $0 }))
                  Toggle("b", isOn: $items[0].isOn)
                  TextField("c", text: $items[0].name)
                  Slider(value: $level, in: 0...1)
                  ForEach($items) { $item in Toggle(item.name, isOn: $item.isOn) }
              }
          }
      }
      """)
  }

  func testImplicitMembers() {
    assertClean(
      """
      struct V: View {
          @State private var isOn = false
          var body: some View {
              Rectangle()
                  .foregroundStyle(isOn ? .red : .blue)
                  .clipShape(.rect(topLeadingRadius: isOn ? 0 : 20))
                  .font(.title.bold())
                  .background(.white.opacity(0.2))
                  .frame(maxWidth: .infinity, alignment: .leading)
                  .rotationEffect(.degrees(isOn ? 90 : 0))
                  .onTapGesture { withAnimation(.spring()) { isOn.toggle() } }
                  .animation(.easeInOut(duration: 0.3), value: isOn)
                  .transition(.move(edge: .bottom).combined(with: .opacity))
          }
      }
      """)
  }

  func testMembersOfOtherNominalsDoNotDisturb() {
    assertClean(
      """
      struct V: View {
          var body: some View {
              Color(.black)
              Rectangle().fill(.black)
              Text("a").buttonBorderShape(.capsule).clipShape(.capsule)
          }
      }
      """)
  }
}
