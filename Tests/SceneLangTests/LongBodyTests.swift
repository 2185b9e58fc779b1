/// A view's body is one expression: however long it is, each of its calls is tried with all of its candidates.
import SceneLang
import XCTest

final class LongBodyTests: XCTestCase {
  private func errors(_ body: String) -> [String] {
    let text = """
      import SwiftUI
      struct Board: View {
        @State private var page = 0
        @State private var isOn = false
        @State private var list = [1, 2, 3]
        @Namespace private var space
        var body: some View {
      \(body)
        }
      }
      """
    let sema = Sema(files: [Parser.parse(SourceFile(name: "board.swift", text: text))])
    BodyChecker(sema).checkModule()
    return sema.diagnostics.found.filter { $0.severity == .error }.map(\.message)
  }

  /// Tabs of two builders far inside of loops, each of which is tried with several candidates as well.
  func testBuildersFarInside() {
    let tabs = """
      TabView(selection: $page) {
        ForEach(0..<3, id: \\.self) { n in Text("\\(n)").tag(n).tabItem { Label("\\(n)", systemImage: "star") } }
      }
      .tabViewStyle(.page)
      .frame(height: 64)
      """
    var body = tabs
    for depth in 0..<4 {
      body = """
        Group {
          if isOn {
            ForEach(list, id: \\.self) { n in
              ScrollView(.horizontal) { LazyHStack { \(body) } }
                .id(\(depth))
                .sheet(isPresented: $isOn) {
                  LinearGradient(colors: [.red, isOn ? .blue : .green], startPoint: .top, endPoint: .bottom)
                }
                .font(.title)
                .opacity(Double(n) / 4)
            }
          }
        }
        .position(x: 59.9, y: 20)
        .matchedGeometryEffect(id: "swap", in: space)
        """
    }
    XCTAssertEqual(errors(body), [])
  }

  /// What an opaque value with a literal in it promises is known at once: tabs are no content of the other builder.
  func testTabsOfTaggedViews() {
    let tabs = "TabView(selection: $page) { Text(\"a\").tag(0); Text(\"b\").tag(1) }"
    XCTAssertEqual(errors("VStack { \(tabs) }"), [])
    XCTAssertEqual(errors("VStack { AnyView(\(tabs)) }"), [])
    XCTAssertEqual(errors("VStack { if isOn { AnyView(erasing: \(tabs)) } }"), [])
    XCTAssertEqual(errors("Group { Text(\"z\").background(AnyView(\(tabs))) }"), [])
    XCTAssertEqual(
      errors(
        "Text(\"a\").background(content(Text(\"a\").tag(0))) }\n  func content<T: TabContent>(_ t: T) -> Color { .red"),
      ["'some View' does not conform to 'TabContent', which argument 1 of 'content' needs"])
  }

  /// Types that nest deeper than bodies usually do.
  func testDeepTypes() {
    var body = "TabView(selection: $page) { ForEach(0..<3, id: \\.self) { n in Text(\"\\(n)\").tag(n) } }"
    for _ in 0..<30 { body = "VStack { \(body) }.padding(2).opacity(0.5).frame(height: 3)" }
    XCTAssertEqual(errors(body), [])
  }
}
