/// More habits of real code, by kind: what swiftc accepts of them is accepted, and the wrong form beside it is refused.
import XCTest

@testable import SceneLang

final class RealCodeKindsTests: XCTestCase {
  func testBodiesThatOnlyTrap() {
    assertClean(
      """
      struct Stack<Element> {
        func first() -> Element { fatalError() }
        var all: [Element] { fatalError("later") }
        subscript(index: Int) -> Element { get { fatalError() } set {} }
      }
      let make: () -> Int = { fatalError() }
      """)
    assertOneError("func f() -> Int { return fatalError() }", "E0301")
  }

  func testLiteralsThatClosuresDecide() {
    assertClean(
      """
      import SwiftUI
      struct Pulse: View {
        @ScaledMetric private var side = 24
        @State private var taps = 0
        var body: some View {
          PhaseAnimator([0, 1, 3]) { phase in
            Text("a").scaleEffect(phase).opacity(phase).frame(width: side)
          }
          Text("b").keyframeAnimator(initialValue: .zero, trigger: taps) { view, value in
            view.offset(value)
          } keyframes: { _ in
            CubicKeyframe(CGSize(width: 1, height: 2), duration: 1)
          }
        }
      }
      """)
  }

  func testOptionalsOfOptionals() {
    assertClean("let x: Int?? = .some(nil)\nlet y: Int? = .some(3)\nlet z: Int?? = .none")
  }

  func testImplicitlyUnwrappedArguments() {
    assertClean(
      """
      import SwiftUI
      struct Wave: View {
        private var duration: Double!
        private var animation: Animation!
        init() {
          duration = 0.3
          animation = Animation.linear(duration: duration)
        }
        var body: some View { Text("a") }
      }
      """)
  }

  func testNamesOfTheModuleHideNothingInsideOfTheAPI() {
    assertClean(
      """
      import SwiftUI
      struct Edge { var width = 1 }
      struct Animation { var name = "" }
      struct Path { var steps = 2 }
      struct KeyPress { var code = 1 }
      extension KeyPress { init(_ press: SwiftUI.KeyPress) { self.init() } }
      extension SwiftUI.KeyPress.Phases { init(_ press: KeyPress) { self = .down } }
      struct Row: View {
        @State private var isOn = false
        var edge = Edge(width: 3)
        var body: some View {
          Text("a").padding(.top, 3).animation(.spring(), value: isOn).onAppear {
            SwiftUI.withAnimation(SwiftUI.Animation.easeIn) { isOn = true }
          }
        }
      }
      """)
  }

  func testConformancesInExtensionsAboveTheirType() {
    assertClean(
      """
      import SwiftUI
      extension Frame: ViewModifier { func body(content: Content) -> some View { content } }
      extension Native: UIViewRepresentable {
        func makeUIView(context: Context) -> UIView { UIView() }
        func updateUIView(_ view: UIView, context: Context) {}
      }
      struct Frame { var width = 1 }
      struct Native { var width = 1 }
      """)
  }

  func testAViewNeedsItsBody() {
    assertFound("import SwiftUI\nstruct Row: View { var content: some View { Text(\"a\") } }", "E0409")
    assertFound("import SwiftUI\nstruct Row: ViewModifier { var width = 1 }", "E0409")
  }

  func testRangesFromTheContext() {
    assertClean(
      """
      import SwiftUI
      struct Drop { var x: Double }
      func drop(_ size: CGSize) -> Drop { Drop(x: .random(in: -32...size.width)) }
      func text() -> some View { Text("a").dynamicTypeSize(.large ... .xLarge).lineLimit(...3) }
      """)
    assertOneError("func f(_ r: ClosedRange<Int>) {}\nfunc g(_ d: Double) { f(0...d) }", "E0301")
  }

  func testArithmeticBehindATernary() {
    assertClean(
      """
      import SwiftUI
      func point(_ flag: Bool, _ rect: CGRect) -> CGPoint { CGPoint(x: flag ? 10 : rect.width - 10, y: 0) }
      """)
  }

  func testFormatStyles() {
    assertClean(
      """
      import SwiftUI
      let day = Date().formatted(.dateTime.weekday(.wide).hour())
      let stamp = Date().formatted(.iso8601)
      """)
  }

  func testFunctionsWithoutParametersForVoid() {
    assertClean(
      """
      import SwiftUI
      struct Row: View {
        func act() {}
        var body: some View { Text("a").gesture(TapGesture().onEnded(act)) }
      }
      """)
  }

  func testStaticAndInstanceMembersOfOneName() {
    assertClean("final class Order { static let kind = [\"a\"]\n var kind = 1\n func next() { kind += 1 } }")
  }

  func testAvailabilityGivesSeveralTypes() {
    assertClean(
      """
      import SwiftUI
      extension View {
        func framed() -> some View {
          if #available(iOS 18.0, *) { return padding(3) }
          return Text("a")
        }
      }
      """)
    assertOneError(
      "import SwiftUI\nextension View { func f(_ b: Bool) -> some View { if b { return padding(3) }\n return Text(\"a\") } }",
      "E0339")
  }

  func testExistentialsOpenTheirAssociatedTypes() {
    assertClean(
      """
      import SwiftUI
      protocol Maker { associatedtype Made: View; func make(_ width: Int) -> Made }
      func erased(_ maker: any Maker) -> AnyView { AnyView(maker.make(3)) }
      """)
  }

  func testRegularExpressions() {
    assertTypes(
      """
      import Foundation
      let plain = /[. ]+/
      let parts = /(\\d+)-(?<name>\\w+)?/
      let tidy = "a b".replacing(/[ ]/, with: "")
      """,
      ["plain": "Regex<Substring>", "parts": "Regex<(Substring, Substring, name: Substring?)>", "tidy": "String"])
  }

  func testAttributedText() {
    assertClean(
      """
      import SwiftUI
      func styled() -> AttributedString {
        var text = AttributedString("wave")
        if let range = text.range(of: "av") { text[range].foregroundColor = .red }
        for run in text.runs { text[run.range].link = nil }
        var all = AttributeContainer()
        all.font = .body
        text.mergeAttributes(all)
        text.append(AttributedString("!"))
        return text
      }
      """)
  }

  func testOneErrorForOneMistake() {
    assertFound(
      "import SwiftUI\nstruct A: View { @Envirronment(\\.colorScheme) var scheme\n var body: some View { Text(\"a\") } }",
      "E0421")
    assertFound("let items = [1]\nfunc f() { items.forEach { item\n print(item) } }", "E0320")
    assertFound("struct A { var a = 1\n var b: Int\n var b: Int }\nlet x = A(b: 2)", "E0408")
    assertFound("import SwiftUI\nfunc f() { DispatchQueue.mxin.asyncAfter(deadline: .now() + 2) {} }", "E0202")
    assertFound("func f(_ a: CGRect) -> CGFloat? { a?.width }\nimport SwiftUI", "E0316")
  }

  /// The errors of the whole check, declarations included.
  private func assertFound(_ text: String, _ codes: String..., file: StaticString = #filePath, line: UInt = #line) {
    let compilation = Compilation(sources: [SourceFile(name: "kinds.scene", text: text)], name: "kinds")
    compilation.check()
    let found = compilation.diagnostics.filter { $0.severity == .error }
    XCTAssertEqual(found.map(\.code), codes, "\(found.map(\.message))", file: file, line: line)
  }
}
