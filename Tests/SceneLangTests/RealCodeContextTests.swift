/// Habits of real code where the context, the rest of a chain or a where clause says what an expression is; the wrong
/// form beside it is refused.
import XCTest

@testable import SceneLang

final class RealCodeContextTests: XCTestCase {
  func testChainsThatSayWhatTheirClosuresMake() {
    assertClean(
      """
      import SwiftUI
      import Combine
      enum Check { case empty, short, fine }
      final class Form: ObservableObject {
        @Published var name = ""
        @Published var isReady = false
        @Published var height: CGFloat = 0
        var bag = Set<AnyCancellable>()
        var first: AnyPublisher<Check, Never> { $name.map { $0.isEmpty ? .empty : .fine }.eraseToAnyPublisher() }
        var second: AnyPublisher<Check, Never> {
          Publishers.CombineLatest($name, $isReady).map { (name, isReady) in
            if !isReady { return .empty }
            if name.isEmpty { return .short }
            return .fine
          }.eraseToAnyPublisher()
        }
        var third: AnyPublisher<String?, Never> { $name.map { $0 }.eraseToAnyPublisher() }
        func start() {
          NotificationCenter.default.publisher(for: UIWindow.keyboardDidHideNotification)
            .map { _ in 0 }.assign(to: \\.height, on: self).store(in: &bag)
        }
      }
      """)
    assertOneError(
      """
      import SwiftUI
      import Combine
      enum Check { case empty, fine }
      final class Form: ObservableObject {
        @Published var name = ""
        var first: AnyPublisher<Check, Never> { $name.map { $0.isEmpty ? .nothing : .fine }.eraseToAnyPublisher() }
      }
      """, "E0312")
  }

  func testJoinedArrays() {
    assertClean(
      """
      import SwiftUI
      func days(_ known: [Int]) -> [Int?] { known + [nil] }
      func padded(_ known: [Int]) -> [Int?] { Array(repeating: nil, count: 3) + known + [nil] }
      func weights(_ n: Int) -> [Double] { Array(repeating: 0, count: n) + [1] }
      let colors: [Color] = [.red, .blue] + Array(repeating: .clear, count: 2) + Array(repeating: .red.opacity(0.5), count: 3)
      struct Key { var title: String; var value: Int }
      let keys: [Key] = (1...9).compactMap { .init(title: "\\($0)", value: $0) } + [.init(title: "0", value: 0)]
      struct Dot { var color: Color }
      let dots: [Dot] = [.red, .blue, .primary].compactMap { .init(color: $0) }
      """)
    assertOneError("func f(_ a: [Int]) -> [String] { a + [1] }", "E0301")
  }

  func testWhereClausesOfMembers() {
    assertClean(
      """
      import SwiftUI
      extension Binding {
        func unwrapped<T>() -> Binding<T>? where Value == T? {
          guard let value = wrappedValue else { return nil }
          return Binding<T>(get: { value }, set: { wrappedValue = $0 })
        }
        func with<W>(_ value: W) -> Binding<W> where Value == W? {
          Binding<W> { wrappedValue ?? value } set: { self.wrappedValue = $0 }
        }
        func add<E>(_ items: [E]) where Value == [E] { wrappedValue.append(contentsOf: items) }
      }
      extension Binding where Value: CaseIterable & Equatable {
        var place: Binding<Value.AllCases.Index> {
          Binding<Value.AllCases.Index>(
            get: { Value.allCases.firstIndex(of: self.wrappedValue)! },
            set: { self.wrappedValue = Value.allCases[$0] })
        }
      }
      """)
  }

  func testDefaultsThatSayTypes() {
    assertClean(
      """
      import SwiftUI
      func log(_ message: @autoclosure () -> Any? = "", line: Int = #line) { print(message() as Any) }
      struct Panel<Extra: View>: View {
        let extra: Extra
        init(_ title: String, @ViewBuilder extra: () -> Extra = { EmptyView() }) { self.extra = extra() }
        var body: some View { extra }
      }
      struct Screen: View {
        let top: some View = VStack { Color.orange; Text("a").padding() }
        var body: some View { top; Panel("a"); Panel("b") { Text("c") } }
      }
      func f() { log("a"); log(5); log() }
      """)
  }

  func testErrorsAsNSError() {
    assertClean(
      """
      import Foundation
      func load() throws -> Int { 1 }
      func a() { do { print(try load()) } catch (let error as NSError) { print(error) } }
      func b() { do { print(try load()) } catch let error as NSError { print(error.code) } }
      func c(_ r: Result<(Int, String), Error>) {
        switch r {
        case .success((let x, let y)): print(x, y)
        case .failure(let error as NSError): print(error)
        }
      }
      """)
    assertOneError(
      """
      import Foundation
      func load() throws -> Int { 1 }
      func a() { do { print(try load()) } catch let error as URLError { print(error) } }
      """, "E0332")
  }

  func testCollectionsOfAnything() {
    assertClean(
      """
      func body(_ text: String) -> [String: Any] {
        ["max": 100, "messages": [["role": "user", "content": [["type": "text"], ["type": "image", "image": ["url": text]]]]]]
      }
      """)
    assertOneError("let x = [\"a\": [\"b\": 1], \"c\": 2]", "E0326")
  }

  func testLiteralsOfPhases() {
    assertClean(
      """
      import SwiftUI
      struct Bounce: View {
        var body: some View {
          Text("a").phaseAnimator([1, 2, 3], content: { view, phase in
            view.opacity(phase == 2 ? 1 : 0).scaleEffect(phase * 0.5)
          }, animation: { phase in phase == 2 ? .spring : .linear(duration: 1) })
        }
      }
      """)
  }

  func testMembersThatOtherArgumentsTell() {
    assertClean(
      """
      import SwiftUI
      enum Place: Hashable { case a, b }
      func path(_ place: Place) -> NavigationPath { NavigationPath([place]) }
      struct Names: View {
        var width: CGFloat = 2
        var body: some View {
          Text([1, 2], format: .list(memberStyle: .number, type: .and))
          Text(["a"], format: .list(type: .and, width: .short))
          Text(width, format: .number)
          Text(width, format: .number.precision(.fractionLength(1)))
          Text(Date.now.formatted(.relative(presentation: .named)))
        }
      }
      struct Row { var name: String }
      func sorted(_ rows: [Row], _ order: [SortDescriptor<Row>]) -> [Row] {
        rows.sorted(using: KeyPathComparator(\\.name)).sorted(using: order)
      }
      """)
  }

  func testTabsFromData() {
    assertClean(
      """
      import SwiftUI
      enum Page: Int, CaseIterable, Identifiable { case a, b; var id: Int { rawValue } }
      struct Tabs: View {
        @State var page: Page = .a
        var body: some View {
          TabView(selection: $page) { ForEach(Page.allCases) { page in Tab(value: page) { Text("x") } } }
          TabView(selection: $page) {
            ForEach(Page.allCases, id: \\.self) { page in Tab("a", systemImage: "b", value: page) { Text("x") } }
          }
        }
      }
      """)
  }

  func testIdentityOfObjects() {
    assertClean(
      """
      final class Horse {}
      func same(_ a: Horse, _ b: Horse?, _ c: AnyObject) -> Bool { a === b! && a !== b && a === c }
      """)
    assertOneError("func same(_ a: Int, _ b: Int) -> Bool { a === b }", "E0315")
  }

  func testRawValuesOfOtherLiterals() {
    assertClean(
      """
      import SwiftUI
      enum Status: LocalizedStringKey, CaseIterable { case all = "All", open = "Open" }
      """)
  }

  func testPlacesInDictionaries() {
    assertClean(
      """
      struct Store {
        var images: [String: Int] = [:]
        func place(_ key: String) -> Dictionary<String, Int>.Index { images.index(forKey: key)! }
        func image(_ key: String) -> Int { images.values[place(key)] }
        func all() -> [String] { images.keys.sorted() + images.keys.map { $0 } }
        var sum: Int { images.values.reduce(0, +) + images.keys.count + Array(images.values).count }
      }
      """)
  }
}
