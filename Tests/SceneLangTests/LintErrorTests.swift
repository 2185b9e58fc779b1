/// What the rules still say about code with mistakes in it: whatever was understood of a chain, a call or a block.
import XCTest

@testable import SceneLang

final class LintErrorTests: XCTestCase {
  private func assertKept(
    _ text: String, _ expected: [String], errors: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    let scene = LintedScene(text)
    XCTAssertEqual(scene.errors.count, errors, "\(scene.errors)", file: file, line: line)
    let names = Set(LintCatalog.rules.map(\.name))
    XCTAssertEqual(scene.findings(names), expected, file: file, line: line)
  }

  func testChains() {
    assertKept(
      """
      struct A: View {
          var body: some View {
              VStack {
                  Image("a").foregroundColor(.red).nothing().padding()
                  Image("a").cornerRadius(missing)
                  Image("a").cornerRadius("x").foregroundColor(.red)
                  Image("a").foregroundColor(.red).padding(other: 3).foregroundColor(.blue)
                  Image("a").nothing().foregroundColor(.red)
                  Text("a").foregroundColor(missing).bold()
              }
          }
      }
      """,
      [
        "4 deprecated-api", "5 deprecated-api", "6 deprecated-api", "6 deprecated-api", "7 deprecated-api",
        "7 deprecated-api", "9 deprecated-api",
      ], errors: 5)
  }

  func testBlocksAndBranches() {
    assertKept(
      """
      struct A: View {
          @State private var on = false
          @Namespace private var space
          var body: some View {
              ZStack {
                  VStac {
                      Image("a").foregroundColor(.red)
                  }
                  if on {
                      Color.red.matchedGeometryEffect(id: 1, in: space)
                      Image("a").nothing()
                  }
                  Color.red.matchedGeometryEffect(id: 1, in: space).nothing()
                  switch on {
                  case true: Text("y").transition(.slide).nothing()
                  default: Image(systemName: "suqare")
                  }
              }
              .onTapGesture { withAnimation { on.toggle() } }
          }
      }
      """,
      ["7 deprecated-api", "13 matched-duplicate-source", "16 unknown-system-image"], errors: 4)
  }

  /// A state that is read in what a mistake spoils is read.
  func testUses() {
    assertKept(
      """
      struct A: View {
          @State private var on = false
          var body: some View {
              Text("a").opacity(on ? 1 : nothing)
          }
      }
      """, [], errors: 1)
  }

  /// An operator that the parser finds out of place says nothing more about the types around it; `nil` beside a value makes
  /// a branch optional.
  func testOneMistakeOneError() {
    XCTAssertEqual(LintedScene("let a = \" \" + + \" \"").errors.count, 1)
    XCTAssertEqual(
      LintedScene(
        """
        struct A: View {
            @State private var on = false
            var body: some View {
                on ? Text("a") : nil
                on ? Text("a").padding() : nil
                on ? nil : Text("a")
            }
        }
        let number = true ? 1 : nil
        """
      ).errors, [])
  }

  /// What a check made is freed with the next one.
  func testChecksAreFreed() {
    func file(_ text: String) -> [LiveCompilation.File] {
      [.init(name: "a.scene", bytes: Array(text.utf8), isChecked: true)]
    }
    let live = LiveCompilation()
    live.lint = LintPlan(LintSettings())
    live.update(file("struct A: View { var body: some View { Text(\"a\") } }\nlet a = 1"))
    weak var first = live.query?.sema
    XCTAssertNotNil(first)
    live.update(file("struct B: View { var body: some View { Text(\"a\") } }\nlet b = 1"))
    XCTAssertNil(first)
  }
}
