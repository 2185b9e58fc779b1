/// Subviews made of parts of a view: whatever is offered checks.
import XCTest

@testable import LanguageServer
@testable import SceneLang

final class ExtractionTests: FeatureTestCase {
  private let text = """
    import SwiftUI
    struct Item: Identifiable { let id = 1; var name = ""; var on = false }
    final class Store: ObservableObject { @Published var count = 0; @Published var query = "" }
    struct Board: View {
        enum Mode { case a, b }
        @State private var on = false
        @State private var items: [Item] = []
        @State private var selected: Int?
        @Namespace private var space
        @ObservedObject var store: Store
        @Environment(\\.dismiss) private var dismiss
        @FocusState private var focus: Bool
        @GestureState private var drag = CGSize.zero
        @State private var `default` = false
        let `case` = "c"
        let mode = Mode.a
        func choose(item: Item, at position: Int) { selected = position }
        var header: some View { Text("h") }
        var body: some View {
            VStack {
                Toggle("binding", isOn: $on)
                ForEach($items) { $item in
                    HStack { Toggle("element", isOn: $item.on); Text(item.name) }
                }
                ForEach(Array(items.enumerated()), id: \\.offset) { index, item in
                    Button("method \\(item.name)") { choose(item: item, at: index) }
                        .matchedGeometryEffect(id: item.id, in: space)
                }
                Button("action") { withAnimation(.spring) { on.toggle(); selected = nil; items.append(Item()) } }
                Button("object") { store.count += 1; dismiss(); self.on = true }
                TextField("focus", text: $store.query).focused($focus)
                Text("nested").opacity(mode == Mode.a ? 1 : 0)
                VStack { Text("opaque"); header }
                Text("gesture").gesture(DragGesture().updating($drag) { _, _, _ in })
                GeometryReader { proxy in
                    Text("proxy").frame(width: proxy.size.width)
                }
                if let chosen = selected { Text("local \\(chosen)") }
                Text("read").offset(drag)
                Toggle("quoted \\(`case`)", isOn: $default).opacity(`default` ? 1 : 0.5)
            }
        }
    }

    """

  /// The properties of the extracted view and the call of it; nil where none is offered.
  private func extracted(_ part: String) -> (call: String, properties: [String])? {
    guard let place = text.range(of: part) else { return nil }
    var marked = text
    marked.insert("|", at: place.lowerBound)
    guard let action = actions(marked, only: "refactor.extract").first else { return nil }
    let result = applied(action, marked)
    let compilation = Compilation(sources: [SourceFile(name: "a.scene", text: result)], name: "a")
    compilation.check()
    XCTAssertEqual(compilation.diagnostics.filter { $0.severity == .error }.map(\.message), [], result)
    let lines = result.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let start = lines.firstIndex { $0.hasPrefix("struct ExtractedView") } ?? 0
    let properties = lines[(start + 1)...].prefix { !$0.hasPrefix("var body") }
    return (lines.first { $0.contains("ExtractedView(") } ?? "", Array(properties))
  }

  private func check(_ part: String, _ call: String, _ properties: [String], line: UInt = #line) {
    let found = extracted(part)
    XCTAssertEqual(found?.call, call, line: line)
    XCTAssertEqual(found?.properties, properties, line: line)
  }

  func testBindings() {
    check("Toggle(\"binding", "ExtractedView(on: $on)", ["@Binding var on: Bool"])
    check("HStack { Toggle(\"element", "ExtractedView(item: $item)", ["@Binding var item: Item"])
    check(
      "TextField(\"focus", "ExtractedView(store: store, focus: $focus)",
      ["@ObservedObject var store: Store", "@FocusState.Binding var focus: Bool"])
  }

  func testActions() {
    check(
      "Button(\"action", "ExtractedView(on: $on, selected: $selected, items: $items)",
      ["@Binding var on: Bool", "@Binding var selected: Int?", "@Binding var items: [Item]"])
    check(
      "Button(\"object", "ExtractedView(store: store, dismiss: dismiss, on: $on)",
      ["@ObservedObject var store: Store", "let dismiss: DismissAction", "@Binding var on: Bool"])
  }

  func testMethodsElementsAndLocals() {
    check(
      "Button(\"method", "ExtractedView(item: item, choose: choose, index: index, space: space)",
      ["let item: Item", "let choose: (Item, Int) -> Void", "let index: Int", "let space: Namespace.ID"])
    check(
      "Text(\"local", "if let chosen = selected { ExtractedView(chosen: chosen) }", ["let chosen: Int"])
    check("Text(\"proxy", "ExtractedView(proxy: proxy)", ["let proxy: GeometryProxy"])
    check("GeometryReader", "ExtractedView()", [])
    check("Text(\"nested", "ExtractedView(mode: mode)", ["let mode: Board.Mode"])
    check("Text(\"read", "ExtractedView(drag: drag)", ["let drag: CGSize"])
  }

  func testNamesInBackticks() {
    check(
      "Toggle(\"quoted", "ExtractedView(case: `case`, default: $default)",
      ["let `case`: String", "@Binding var `default`: Bool"])
  }

  func testWhatCannotBeHandedOverIsNotOffered() {
    XCTAssertNil(extracted("VStack { Text(\"opaque"))
    XCTAssertNil(extracted("Text(\"gesture"))
    // An action is no view.
    XCTAssertNil(extracted("store.count += 1"))
  }
}
