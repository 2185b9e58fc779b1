/// What is not known swallows what follows from it: modules that are not modelled, unknown superclasses, macros and
/// wrappers, names of frameworks, asset catalogues. A slip of a known name is found all the same.
import XCTest

@testable import SceneLang

final class UnknownNamesTests: XCTestCase {
  private func rules(_ text: String) -> [String] {
    CheckedScene(text).sema.diagnostics.sorted().map(\.code)
  }

  func testClassesOfUnknownModules() {
    assertClean(
      """
      import SpriteKit
      class Game: SKScene {
        override func didMove(to view: SKView) {
          super.didMove(to: view)
          addChild(SKSpriteNode(imageNamed: "a"))
          size = view.bounds.size
          position = CGPoint(x: 1, y: 2)
        }
      }
      struct Scene1: View {
        let scene = Game(size: CGSize(width: 1, height: 1))
        var body: some View { SpriteView(scene: scene, options: [.allowsTransparency]).ignoresSafeArea() }
      }
      extension SKNode { var area: CGFloat { self.frame.width * frame.height } }
      """)
  }

  func testMacrosAndWrappersOfUnknownModules() {
    assertClean(
      """
      import SwiftData
      @Model class Item { var name: String; init(name: String) { self.name = name } }
      struct Items: View {
        @Query(sort: \\Item.name) private var items: [Item]
        @Environment(\\.modelContext) private var context
        @FetchRequest(sortDescriptors: []) var rows: FetchedResults<Item>
        var body: some View {
          List { ForEach(items) { item in Text(item.name).onTapGesture { context.delete(item) } } }
            .modelContainer(for: Item.self)
        }
        init(filter: String) {
          _items = Query(filter: #Predicate<Item> { $0.name == filter }, sort: [SortDescriptor(\\.name)])
        }
      }
      #Preview { Items(filter: "a") }
      """)
  }

  func testSlipsAreFound() {
    assertOneError("import Lottie\nstruct A: View { var body: some View { Text(\"a\").paddng() } }", "E0202", "padding")
    assertOneError("import Lottie\nstruct A: View { var body: some View { VStck { Text(\"a\") } } }", "E0201", "VStck")
    assertOneError("struct A: View { var body: some View { Color.oragne } }", "E0202", "orange")
  }

  func testUnknownArgumentsDecideNothing() {
    assertOneError(
      """
      struct A: View {
        var body: some View {
          List {
            ForEach(books) { book in
              HStack { Text(book.title); Image(book.cover[0]).frame(width: book.width + 2) }
              ForEach(Array(book.pages.enumerated()), id: \\.offset) { index, page in Text(page.text + "\\(index)") }
            }
          }
        }
      }
      """, "E0201", "books")
  }

  func testFrameworkNames() {
    XCTAssertEqual(
      rules("struct A { let a = UITextChecker()\nfunc f(_ t: UITableView) { t.deselectRow(at: 1) } }"),
      ["unknown-api", "unknown-api"])
    assertOneError("let a = UIScreeen.main", "E0201", "UIScreeen")
  }

  func testAssets() {
    let text = """
      struct A: View {
        var body: some View {
          VStack { Color.brandRed; Text("a").foregroundStyle(.brandBlue); Image(.logo) }.background(Color.paper.opacity(0.5))
        }
      }
      """
    assertClean(text)
    XCTAssertEqual(rules(text), [String](repeating: "asset-catalogue", count: 4))
  }

  func testOuterFunctionsAndCalledValues() {
    assertClean(
      """
      extension String { func part(_ n: Int) -> String { String(prefix(min(n, count))) } }
      struct Rows: Layout {
        var gap: CGFloat = 0
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize { .zero }
        func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {}
      }
      struct A: View { var body: some View { Rows { Text("a") }; Rows(gap: 2) { Text("b") } } }
      struct Held { var title: String!; init(title: String!) { self.title = title } }
      let kept: String = Held(title: "a").title
      func shown(_ view: any View) -> AnyView { AnyView(view) }
      func wait(_ t: Double) { DispatchQueue.main.asyncAfter(deadline: .now() + t) {} }
      extension View { func hide<C: View>(@ViewBuilder with v: () -> C = { Color.white }) -> some View { v() } }
      let isText = (Int.self as Any.Type) == (String.self as Any.Type)
      struct Operand { var x: Int }
      func == (a: Operand, b: Operand) -> Bool { a.x == b.x }
      extension Operand: Equatable {}
      """)
  }
}
