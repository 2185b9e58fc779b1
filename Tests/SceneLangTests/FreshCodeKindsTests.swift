/// Kinds of right code that were refused once: generic aliases, iterators of streams, packs, observation, literals that
/// take their type from what stands behind them, and members that the context tells.
import XCTest

@testable import SceneLang

final class FreshCodeKindsTests: XCTestCase {
  func testAliasesOfGenericTypes() {
    assertClean(
      """
      typealias Sheet = Form
      typealias Bunch = Group
      typealias Stack = VStack
      typealias Numbers = Array
      struct V: View {
        @State var text = ""
        var body: some View {
          Stack(spacing: 3) {
            Sheet { Section { Bunch { TextField("a", text: $text) } } header: { Text("b") } }
            Text("c")
          }
        }
      }
      let three = Numbers(repeating: 1, count: 3)
      let none = Numbers<Int>()
      """)
  }

  func testObservationMembers() {
    assertClean(
      """
      @Observable final class Clock {
        var timer: Timer?
        var ticks = 0
        func access() { access(keyPath: \\.timer); withMutation(keyPath: \\.ticks) { _ticks += 1 } }
        func start(_ timer: Timer) { self._timer = timer }
        deinit { _timer?.invalidate() }
      }
      """)
    assertOneError("@Observable final class Clock { var ticks = 0; func f() { _tocks += 1 } }", "E0201", "_tocks")
  }

  func testExistentials() {
    assertClean(
      """
      extension Equatable { func isEqual(_ other: any Equatable) -> Bool { (other as? Self) == self } }
      func same(_ a: any Hashable, _ b: any Hashable) -> Bool { a.isEqual(b) }
      protocol Flow { var n: Int { get } }
      struct Modal: Flow { var n = 0; var k = 1 }
      extension Flow {
        static func modal(_ n: Int) -> Self where Self == Modal { Modal(n: n) }
        static func modal(_ n: Int, k: Int) -> Self where Self == Modal { Modal(n: n, k: k) }
      }
      final class Coordinator { init(flow: Flow) {} }
      let first = Coordinator(flow: .modal(1))
      let second = Coordinator(flow: .modal(1, k: 2))
      """)
    assertOneError(
      "func same(_ a: any Equatable) -> any Hashable { a }", "E0301", "any Equatable")
  }

  func testResultsThatTheContextChooses() {
    assertClean(
      """
      struct Item: Codable { var n = 0; var cover: String?; var id = "a"; var isKnown = true }
      struct Keys {
        func get(_ key: Int) throws -> String? { nil }
        func get<T: Decodable>(_ key: Int) throws -> T? { nil }
      }
      struct Store {
        let keys = Keys()
        func isGood(_ item: Item) -> Bool { true }
        func all() -> [Item] {
          if let all: [Item] = try? keys.get(1) { return all.filter { isGood($0) } }
          if let one: Item = try? keys.get(2), isGood(one) { return [one] }
          let item: Item = try! keys.get(3)!
          let text = try? keys.get(3)
          return text?.count == 2 ? [item] : []
        }
      }
      func cover(_ item: Item) -> String? {
        guard let name = item.cover ?? (item.isKnown ? item.id : nil) else { return nil }
        return name
      }
      func reply(_ texts: [String: String], _ key: String) -> Reply? { texts[key].map { .init(text: $0) } }
      struct Reply { var text: String }
      struct Queue {
        var waiting: [(request: URLRequest, folder: String?)] = []
        mutating func add(_ requests: [URLRequest], _ folder: String) {
          waiting.append(contentsOf: requests.map { (request: $0, folder: folder) })
        }
      }
      """)
  }

  func testAsyncBesideSync() {
    assertClean(
      """
      class Art {
        static let queue = DispatchQueue(label: "a")
        class func store(_ data: Data, for path: String, done: (() -> Void)? = nil) {}
        class func store(_ data: Data, for path: String) async {}
        class func move(_ data: Data) { queue.async { Self.store(data, for: "a"); print("x") } }
        func wait(_ data: Data) { Task { await Art.store(data, for: "a") } }
      }
      """)
  }

  func testStreamsAndResults() {
    assertClean(
      """
      func read() async -> [Int] {
        let stream = AsyncStream<Int> { $0.finish() }
        var doubled = stream.map { $0 * 2 }.makeAsyncIterator()
        while let value = await doubled.next() { print(value + 1) }
        var texts = stream.filter { $0 > 1 }.map { "\\($0)" }.makeAsyncIterator()
        let first = await texts.next()
        print(first?.count ?? 0)
        let task = Task<[Int], Never> { [1] }
        return await task.result.get()
      }
      func plain(_ result: Result<Int, Never>) -> Int { result.get() }
      """)
    assertOneError(
      """
      func read(_ stream: AsyncThrowingStream<Int, Error>) async {
        var doubled = stream.map { $0 * 2 }.makeAsyncIterator()
        _ = await doubled.next()
      }
      """, "E0331", "try")
    assertOneError("func plain(_ result: Result<Int, Error>) -> Int { result.get() }", "E0331", "try")
  }

  func testNumbersThatWhatFollowsDecides() {
    assertClean(
      """
      func turn(_ count: Int, time: Float) -> Float {
        let angle = 2 * .pi / Float(count)
        let rest = time * 0.005 - .pi * 0.75
        var start: Float = .random(in: 0...2 * .pi)
        start = .random(in: 0...2 * .pi)
        return sin(angle) + rest + start
      }
      let isThere = [1, 2].contains(3.5)
      func bridged(_ length: TimeInterval) -> [NSNumber] { [length] as [NSNumber] }
      func up(_ up: SIMD3<Float>, _ isFlat: Bool) -> SIMD3<Float> { (isFlat ? [0, 1, 0] : up) * 2 }
      func joined(_ set: Set<Int>, _ isEmpty: Bool) -> Bool { let all = isEmpty ? set : [1, 2]; return all.contains(1) }
      extension SIMD4 { var xyz: SIMD3<Scalar> { self[SIMD3(0, 1, 2)] } }
      func groups(_ size: SIMD2<Int>) -> SIMD2<Int> { (size &+ 15) / 16 }
      """)
  }

  func testWitnessesWhereTheArgumentIsKnown() {
    assertClean(
      """
      struct Box<T> { var value: T }
      protocol Summed { static func zero() -> Self; func plus(_ other: Self) -> Self }
      extension Box: Summed where T == Int {
        static func zero() -> Box<Int> { Box(value: 0) }
        func plus(_ other: Box<Int>) -> Box<Int> { Box(value: value + other.value) }
      }
      """)
  }

  func testPacks() {
    assertClean(
      """
      func tuple<each T>(_ value: repeat each T) -> (repeat each T) { (repeat each value) }
      func count<each T>(_ value: repeat each T) -> Int {
        var count = 0
        for _ in repeat each value { count += 1 }
        return count
      }
      func texts<each T: CustomStringConvertible>(_ value: repeat each T) -> [String] {
        var texts: [String] = []
        for part in repeat each value { texts.append(part.description) }
        return texts
      }
      """)
  }

  func testAttributesOfUIKit() {
    assertClean(
      """
      func styled() -> AttributedString {
        var text = AttributedString("a")
        text.uiKit.font = .systemFont(ofSize: 3)
        text.swiftUI.font = .body
        let style = NSMutableParagraphStyle()
        style.lineSpacing = 3
        text.paragraphStyle = style
        text.underlineStyle = .single
        return text
      }
      let name = PersonNameComponents(givenName: "A").formatted(.name(style: .short))
      """)
  }

  func testTabViewsInsideOfEachOther() {
    assertClean(
      """
      struct V: View {
        @State private var page = 0
        var body: some View {
          TabView(selection: $page) {
            Text("a").tag(0)
            TabView(selection: $page) {
              Text("b").tag(0)
              TabView(selection: $page) {
                ZStack { Text("c") }.fixedSize().tag(0)
                Text("d").tag(1)
              }
              .tag(1)
            }
            .tag(1)
          }
        }
      }
      """)
  }

  func testBareTypes() {
    assertOneError("struct Card {}\nlet a: Any = Card", "E0209", "Card.self")
    assertOneError("func f() { print(String) }", "E0209", "String.self")
    assertClean(
      "let a = [Int](repeating: 0, count: 2); let b = [String: Int](); let c: Any = Int?.self; let d = [Int].self")
  }

  func testOneErrorOfAClosureThatWaitsAndThrows() {
    assertOneError(
      """
      func load() async throws {}
      struct V: View { var body: some View { Text("a").onAppear { try await load() } } }
      """, "E0334")
  }

  func testModelsWithoutBindings() {
    let model = "@Observable class Model { var name = \"\" }\n"
    assertOneError(
      model + """
        struct V: View {
          @Environment(Model.self) var model
          var body: some View { TextField("a", text: $model.name) }
        }
        """, "E0201", "@Bindable var model = model")
    assertOneError(
      model + "struct V: View { var model: Model\nvar body: some View { TextField(\"a\", text: $model.name) } }",
      "E0201", "mark the property '@Bindable'")
  }

  func testWhatABuilderAsksOfItsContent() {
    assertClean(
      """
      enum Shelf: String, CaseIterable, Identifiable { case all, old; var id: String { rawValue } }
      enum Page: Hashable { case home, shelf(Shelf) }
      struct V: View {
        @State var page: Page = .home
        @State var anything: AnyHashable = Page.home
        @State var perhaps: Page? = .home
        var body: some View {
          VStack {
            TabView(selection: $anything) {
              Tab("a", systemImage: "x", value: Page.home) { Text("a") }
              Tab("b", systemImage: "x", value: Page.shelf(.all)) { Text("b") }.customizationID("b")
            }
            TabView(selection: $perhaps) {
              Tab("a", systemImage: "x", value: Page.home) { Text("a") }
              Tab("b", systemImage: "x", value: .shelf(.old)) { Text("b") }
            }
          }
        }
      }
      struct Note: Transferable {
        var text = ""
        static var transferRepresentation: some TransferRepresentation {
          DataRepresentation(exportedContentType: .text) { note in Data(note.text.utf8) }
            .suggestedFileName { note in note.text + ".txt" }
        }
      }
      """)
  }

  func testDictionariesThatAClosureFills() {
    assertClean(
      """
      struct Row { var name = ""; var count = 1 }
      func sums(_ rows: [Row]) -> [(key: String, value: Int)] {
        rows.reduce(into: [:]) { $0[$1.name, default: 0] += $1.count }.sorted { $0.value > $1.value }
      }
      func names(_ rows: [Row]) -> Int { rows.reduce(into: [:]) { $0[$1.name] = $1 }.count }
      """)
  }

  func testCountedLoopsCountIntegers() {
    assertOneError(
      """
      struct V: View {
        var body: some View { ForEach(0..<5) { i in Text("a").rotationEffect(.degrees(i * 45)) } }
      }
      """, "E0301", "needs 'Double', but this is 'Int'")
    assertClean("let bytes = [UInt8](0..<3); let bits: Set<UInt16> = Set(1...9); let near = (0...1).contains(0.5)")
  }
}
