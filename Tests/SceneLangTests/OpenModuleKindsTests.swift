/// Kinds of code that whole projects are made of: what the rest of a chain says of its beginning, literals that are
/// searched, results that may be nil, and what modules that are not known may add. The wrong form beside it is refused.
import XCTest

@testable import SceneLang

final class OpenModuleKindsTests: XCTestCase {
  func testTheEndOfAChainSaysWhatItBeginsWith() {
    assertClean(
      """
      import SwiftUI
      import Combine
      struct User {}
      struct City { var name: String }
      func one(_ user: User) -> AnyPublisher<User?, Never> { Just(user).eraseToAnyPublisher() }
      func named(_ names: [String]) -> City? { names.map { .init(name: $0) }.first(where: { $0.name == "Rome" }) }
      func kept(_ names: [String]) -> [City] { names.map { .init(name: $0) }.filter { $0.name != "" } }
      func sorted(_ names: [String]) -> [City] { names.compactMap { .init(name: $0) }.sorted { $0.name < $1.name } }
      """)
    assertOneError(
      """
      import Combine
      struct User {}
      func one(_ user: User) -> AnyPublisher<Int?, Never> { Just(user).eraseToAnyPublisher() }
      """, "E0301")
  }

  func testColumnsOfTables() {
    assertClean(
      """
      import SwiftUI
      struct Person: Identifiable { let id = UUID(); var name = ""; var age = 1 }
      struct People: View {
        @State var people: [Person] = []
        @State var order = [KeyPathComparator(\\Person.name)]
        var body: some View {
          Table(people, sortOrder: $order) {
            TableColumn("Name", value: \\.name) { person in Text(person.name) }.width(min: 50, max: 100)
            TableColumn("") { person in Text(person.name) }.width(40)
            TableColumn("Age", value: \\.age) { Text("\\($0.age)") }.width()
          }
        }
      }
      """)
  }

  func testSearchedLiterals() {
    assertClean(
      """
      import SwiftUI
      func isFraction(_ x: Double) -> Bool { (0...1).contains(x) }
      func isDigit(_ c: Character) -> Bool { ("0"..."9").contains(c) }
      func isWeb(_ url: URL) -> Bool { ["http", "https"].contains(url.scheme?.lowercased()) }
      """)
    assertOneError("func f(_ x: String) -> Bool { (0...1).contains(x) }", "E0307")
  }

  func testResultsThatMayBeNil() {
    assertClean(
      """
      import SwiftUI
      struct Cask {}
      let queue = DispatchQueue(label: "a")
      func find(_ casks: [String: Cask], _ key: String) -> Cask? {
        queue.sync {
          if let cask = casks[key] { return cask }
          return nil
        }
      }
      func items(_ isOn: Bool) -> [URLQueryItem] {
        [URLQueryItem(name: "a", value: nil), isOn ? URLQueryItem(name: "b", value: nil) : nil].compactMap { $0 }
      }
      func text(_ isOn: Bool, _ title: String?) -> Text { Text((isOn ? "on" : title) ?? "") }
      """)
  }

  func testDefaultsThatNameTheParameter() {
    assertClean(
      """
      struct Special: Decodable {}
      func load<T: Decodable>(_ name: String, as type: T.Type = T.self) -> T { fatalError() }
      struct Store { let all: [Special] = load("all") }
      """)
    assertOneError(
      """
      struct Special {}
      func load<T: Decodable>(_ name: String, as type: T.Type = T.self) -> T { fatalError() }
      let all: [Special] = load("all")
      """, "E0301")
  }

  func testProtocolsThatAskForAClass() {
    assertClean(
      """
      class Base { var n = 1; func run() {} }
      protocol Runner: Base { func go() }
      class Fast: Base, Runner { func go() { run() } }
      extension Runner { func twice() -> Int { run(); return n } }
      func start(_ runner: any Runner) { runner.run(); let base: Base = runner; base.run() }
      func begin<T: Runner>(_ runner: T) { runner.run(); let base: Base = runner; base.run() }
      """)
    assertOneError(
      """
      class Base {}
      protocol Runner: Base {}
      func start(_ runner: any Runner) { let text: String = runner; print(text) }
      """, "E0301")
  }

  func testNamesOfTheTypeAround() {
    assertClean(
      """
      import SwiftUI
      enum Shared<T>: EnvironmentKey { static var defaultValue: T? { nil } }
      extension Shared {
        struct Reader { @Environment(\\.self) private var environment; var value: T? { environment[Shared.self] } }
      }
      """)
  }

  func testWrappersMadeFromNothing() {
    assertClean(
      """
      import SwiftUI
      @propertyWrapper struct Router: DynamicProperty {
        @Environment(\\.dismiss) private var dismiss
        var wrappedValue: Int { 1 }
      }
      struct About: View { @Router private var router; var body: some View { Text("\\(router)") } }
      struct Start: View { var body: some View { About() } }
      """)
  }

  func testMembersBesideAnything() {
    assertClean(
      """
      import SwiftUI
      func attributes(_ isOn: Bool) -> [NSAttributedString.Key: Any] {
        [.foregroundColor: isOn ? .red : UIColor.blue, .font: UIFont.systemFont(ofSize: 2)]
      }
      func directions() { for direction: Edge in [.top, .bottom] { print(direction) } }
      func edges() -> Set<Edge> { Set([.top]) }
      """)
    assertOneError(
      """
      import SwiftUI
      func edges() -> Set<Edge> { Set([.topp]) }
      """, "E0202")
  }

  func testOverloadsThatAreAwaited() {
    assertClean(
      """
      func read<V>(_ body: () throws -> V) rethrows -> V { try body() }
      func read<V>(_ body: () async throws -> V) async rethrows -> V { try await body() }
      func first() async -> Int { read { 1 } }
      func second() async -> Int { await read { 1 } }
      """)
  }

  func testCoordinatorsBesideTheirView() {
    assertClean(
      """
      import SwiftUI
      struct Pay: View {
        var action: () -> Void
        var body: some View { Representable(action: action) }
      }
      extension Pay {
        struct Representable: UIViewRepresentable {
          var action: () -> Void
          func makeCoordinator() -> Coordinator { Coordinator(action: action) }
          func makeUIView(context: Context) -> some UIView { context.coordinator.button }
          func updateUIView(_ view: UIViewType, context: Context) { context.coordinator.action = action }
        }
        class Coordinator: NSObject {
          var action: () -> Void
          var button = UIButton()
          init(action: @escaping () -> Void) { self.action = action; super.init() }
        }
      }
      """)
  }

  func testWhatUnknownModulesMayAdd() {
    assertClean(
      """
      import SwiftUI
      import Somewhere
      struct Start: View {
        @State var words: [String] = []
        var body: some View {
          TipView(tip)
            .onAppear { isFirst in print(isFirst) }
            .disabled(flag.toggled())
          if let word = words[safe: 1] { Text(word) }
        }
      }
      struct TipsView: View { var body: some View { Text("a") } }
      let numbers = List<Int>()
      extension Sequence { func compacted(using path: KeyPath<Element, Any?>) -> Int { 0 } }
      let none = [1, nil].compacted()
      """)
  }
}
