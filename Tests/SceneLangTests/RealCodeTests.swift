/// Habits of real code that the checker must take as they are, each with the wrong form that it still refuses.
import XCTest

@testable import SceneLang

final class RealCodeTests: XCTestCase {
  func testDictionaryOfFunctions() {
    assertTypes(
      """
      var handlers = [Int: (String) -> Void]()
      var makers = [() -> Int]()
      """, ["handlers": "[Int: (String) -> Void]", "makers": "[() -> Int]"])
  }

  func testArrayOfText() {
    assertTypes(
      """
      let letters = Array("wave")
      let first = Array("wave")[0]
      let size = Set("aab").count
      """, ["letters": "[Character]", "first": "Character", "size": "Int"])
  }

  func testCharacterLiterals() {
    assertClean(
      """
      func tidy(_ text: String) -> [Substring] {
        var copy = text
        if copy.last == " " { copy.removeLast() }
        copy.insert("-", at: copy.startIndex)
        return copy.split(separator: ",")
      }
      let mark: Character = "x"
      let scalar: Unicode.Scalar = "y"
      """)
    assertTypes("let a = \"x\"", ["a": "String"])
    assertOneError("let mark: Character = \"xy\"", "E0301")
  }

  func testSharedAnnotation() {
    assertClean(
      """
      func split(_ value: UInt64) -> UInt64 {
        let high, low: UInt64
        (high, low) = (value >> 8, value & 255)
        return high + low
      }
      """)
    assertOneError("func f() { let a, b: Int\n let c\n print(1) }", "E0328")
  }

  func testInoutOfFoundation() {
    assertClean(
      """
      import SwiftUI
      func number(_ text: String) -> UInt64 {
        var result: UInt64 = 0
        Scanner(string: text).scanHexInt64(&result)
        return result
      }
      func channels(_ color: UIColor) -> CGFloat {
        var red: CGFloat = 0, green: CGFloat = 0, blue: CGFloat = 0, alpha: CGFloat = 0
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return red + green + blue + alpha
      }
      """)
  }

  func testFormatStylesByInput() {
    assertClean(
      """
      import SwiftUI
      struct Row: View {
        @State private var count = 3
        var price = 2.5
        var body: some View {
          Text(count, format: .number)
          Text(price, format: .percent)
          Text(price, format: .currency(code: "EUR"))
          TextField("Price", value: $count, format: .number)
        }
      }
      """)
  }

  func testOneTypeForBranches() {
    assertClean(
      """
      import SwiftUI
      struct Row: View {
        var isOn = true
        var body: some View {
          Text("a").foregroundStyle(isOn ? .gray : .primary)
          Text("b").foregroundStyle(isOn ? .primary : .gray)
          Text("c").transition(isOn ? .opacity : .identity)
        }
      }
      """)
  }

  func testSubclassSelf() {
    assertClean(
      """
      import SwiftUI
      func plain() { UIScrollView.appearance().bounces = false }
      """)
    // A part of UIKit is declared: what is missing there may be the declaration.
    let scene = CheckedScene("import SwiftUI\nfunc plain() { UIView.appearance().bounces = false }")
    XCTAssertEqual(scene.diagnostics.map(\.code), ["unknown-api"])
  }

  func testInitialiserAsValue() {
    assertClean(
      """
      import SwiftUI
      struct Sheet: View {
        @State private var names = [String]()
        var body: some View { Text("\\(names.count)") }
      }
      struct Home: View {
        @State private var isOpen = false
        var body: some View { Text("a").sheet(isPresented: $isOpen, content: Sheet.init) }
      }
      """)
  }

  func testKeyPathDecides() {
    assertClean(
      """
      import SwiftUI
      extension ContainerValues { @Entry var mark: AnyHashable? }
      struct Row: View { var body: some View { Text("a").containerValue(\\.mark, "id") } }
      """)
  }

  func testUnwrappedOperands() {
    assertClean("struct Clock { var pace: Double!\n func next() -> Double { pace + 0.5 } }")
    assertOneError("struct Clock { var pace: Double?\n func next() -> Double { pace + 0.5 } }", "E0315")
  }

  func testWrittenTypesWithoutArguments() {
    assertClean(
      """
      import SwiftUI
      enum Titles { static let home: Label = .init("Home", systemImage: "house") }
      struct Box { var ids: Set = [1, 2] }
      func has(_ box: Box) -> Bool { box.ids.contains(1) }
      """)
    assertOneError("struct Box { var ids: Set }", "E0403")
  }

  func testAsyncLet() {
    assertClean(
      """
      func load(_ n: Int) async throws -> Int { n }
      func both() async throws -> Int {
        async let one = load(1)
        async let two = load(2)
        return try await one + two
      }
      """)
    assertOneError(
      "func load() async -> Int { 1 }\nfunc sum() async -> Int { let one = load()\n return one }", "E0333")
  }

  func testInterpolationWithArguments() {
    assertClean("import SwiftUI\nfunc label(_ x: Double) -> Text { Text(\"\\(x, specifier: \"%.1f\") m\") }")
  }

  func testElementsOfConditionalSubscripts() {
    assertClean(
      """
      extension Collection {
        subscript(maybe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
      }
      """)
  }

  func testColorLiteral() {
    assertClean(
      "import SwiftUI\nlet tint = Color(#colorLiteral(red: 0.1, green: 0.2, blue: 0.3, alpha: 1))")
  }

  func testGradientsAsViews() {
    assertClean(
      """
      import SwiftUI
      struct Sky: View {
        var stops: [Color] = [.red, .blue]
        var body: some View {
          LinearGradient(colors: stops, startPoint: .top, endPoint: .bottom).opacity(0.5)
          AngularGradient(colors: stops, center: .center).blendMode(.overlay).blur(radius: 2)
          Text("a").mask(LinearGradient(colors: stops, startPoint: .top, endPoint: .bottom).opacity(0.5))
          Circle().fill(RadialGradient(colors: stops, center: .center, startRadius: 1, endRadius: 9).opacity(0.5))
        }
      }
      """)
  }

  func testInitialiserChosenByContext() {
    assertClean(
      """
      import SwiftUI
      struct Detail: View {
        @State private var isBig = true
        var body: some View { Text(isBig ? "big" : "small") }
      }
      struct Home: View {
        let ids = [1, 2]
        var body: some View {
          NavigationLink("Open", destination: Detail.init)
          Text(ids.map(String.init).joined())
        }
      }
      """)
  }

  func testContextOfMembersWithoutBase() {
    assertClean(
      """
      import SwiftUI
      let tint: Color = [.red, .green].randomElement()!
      extension Collection where Element: Numeric { var sum: Element { reduce(.zero, +) } }
      """)
    XCTAssertTrue(CheckedScene("import SwiftUI\nlet tint = [.red].first").codes.contains("E0312"))
  }

  func testStructsFulfilPlainInitialisers() {
    assertClean(
      """
      protocol Blank { init() }
      struct Page: Blank { var title = "" }
      func make<T: Blank>(_ type: T.Type) -> T { T() }
      let page = make(Page.self)
      """)
    let scene = CheckedScene("protocol Blank { init() }\nstruct Page: Blank { var title: String }")
    scene.sema.checkDeclarations()
    XCTAssertEqual(scene.sema.diagnostics.sorted().map(\.code), ["E0409"])
  }

  func testSelectors() {
    assertClean(
      """
      import SwiftUI
      class Listener: NSObject {
        @objc func wake() {}
        func start() {
          NotificationCenter.default.addObserver(
            self, selector: #selector(wake), name: UIApplication.didBecomeActiveNotification, object: nil)
        }
      }
      """)
  }
}
