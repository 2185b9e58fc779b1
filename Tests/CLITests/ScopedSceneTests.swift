/// Animations that reach what a closure applies and nothing else, paths of values of any type, and the window of an app.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class ScopedSceneTests: XCTestCase {
  /// The texts that are shown and the opacity of each view with an identifier, `seconds` after the start.
  private func play(_ source: String, steps: String, seconds: Double, line: UInt = #line) -> (
    texts: [String], opacity: [String: Double], notes: [String]
  ) {
    let compiled = Compiled.compile("import SwiftUI\n" + source)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    if !steps.isEmpty { options.steps = StepReader.read(text: steps).0 }
    let player = Player(module: compiled.module, entry: 0, options: options)
    var last: Frame?
    for _ in 0...Int((seconds * 60).rounded()) { last = player.next() ?? last }
    var texts: [String] = []
    var opacity: [String: Double] = [:]
    for row in last?.rows ?? [] {
      if let text = row.text { texts.append(text) }
      if let name = player.views.first(where: { $0.id == row.id })?.identifier { opacity[name] = row.opacity }
    }
    return (texts, opacity, player.diagnostics.map(\.message))
  }

  func testAClosuresAnimationReachesWhatItApplies() {
    let scene = #"""
      struct ContentView: View {
        @State private var isOn = false
        var body: some View {
          VStack {
            Color.red.accessibilityIdentifier("own").opacity(isOn ? 0 : 1)
              .animation(.linear(duration: 0.4)) { $0.opacity(isOn ? 0.5 : 1) }
            Color.red.accessibilityIdentifier("scoped").animation(.linear(duration: 0.4)) { $0.opacity(isOn ? 0.5 : 1) }
            Color.red.accessibilityIdentifier("still").animation(nil) { $0.opacity(isOn ? 0.5 : 1) }
            Color.red.accessibilityIdentifier("edited")
              .transaction { $0.animation = .linear(duration: 0.8) } body: { $0.opacity(isOn ? 0.5 : 1) }
            Button("plain") { isOn.toggle() }
            Button("animated") { withAnimation(.linear(duration: 1)) { isOn.toggle() } }
          }
        }
      }
      """#
    // A tap lasts a tenth of a second.
    let plain = play(scene, steps: "tap(\"plain\")", seconds: 0.3)
    XCTAssertEqual(plain.opacity["scoped"] ?? 0, 0.75, accuracy: 0.001)
    XCTAssertEqual(plain.opacity["still"], 0.5)
    XCTAssertEqual(plain.opacity["edited"] ?? 0, 0.875, accuracy: 0.001)
    // What stands in front of the closure jumps.
    XCTAssertEqual(plain.opacity["own"], 0)
    XCTAssertEqual(plain.notes, [])
    let animated = play(scene, steps: "tap(\"animated\")", seconds: 0.3)
    XCTAssertEqual(animated.opacity["scoped"] ?? 0, 0.75, accuracy: 0.001)
    XCTAssertEqual(animated.opacity["still"], 0.5)
    XCTAssertEqual(animated.opacity["own"] ?? 0, 0.8 * 0.75, accuracy: 0.001)
  }

  func testAPathHoldsValuesOfSeveralTypes() {
    let scene = #"""
      enum Route: Hashable { case first, detail(id: Int) }
      struct ContentView: View {
        @State private var path = NavigationPath()
        var body: some View {
          NavigationStack(path: $path) {
            VStack {
              Button("append") { path.append(3) }
              NavigationLink("link", value: 4)
              NavigationLink("route", value: Route.detail(id: 7))
              Text("count \(path.count)")
            }
            .navigationDestination(for: Int.self) { value in
              VStack {
                Text("number \(value)")
                Button("deeper") { path.append("s") }
                Button("root") { path = NavigationPath() }
              }
            }
            .navigationDestination(for: Route.self) { Text(String(describing: $0)) }
            .navigationDestination(for: String.self) { value in
              VStack { Text("text \(value) of \(path.count)"); Button("two") { path.removeLast(2) } }
            }
          }
        }
      }
      """#
    func shown(_ steps: String, _ text: String, line: UInt = #line) {
      let found = play(scene, steps: steps, seconds: 4)
      XCTAssertTrue(found.texts.contains(text), "\(found.texts)", line: line)
      XCTAssertEqual(found.notes, [], line: line)
    }
    shown("tap(\"append\")", "number 3")
    shown("tap(\"link\")", "number 4")
    shown("tap(\"route\")", "detail(id: 7)")
    shown("tap(\"append\"); wait(1); tap(\"deeper\")", "text s of 2")
    shown("tap(\"append\"); wait(1); tap(\"deeper\"); wait(1); tap(\"two\")", "count 0")
    shown("tap(\"link\"); wait(1); tap(\"root\")", "count 0")
    shown("tap(\"link\"); wait(1); tap(\"Back\")", "count 0")
  }

  func testAnAppShowsItsFirstWindow() {
    let shown = play(
      #"""
      struct Root: View {
        @State private var count = 0
        var body: some View { Button("count \(count)") { count += 1 } }
      }
      @main struct Sample: App {
        @State private var model = 0
        var body: some Scene {
          WindowGroup { Root() }
          WindowGroup("Other", id: "other") { Text("other") }
        }
      }
      """#, steps: "tap(\"count 0\")", seconds: 0.5)
    XCTAssertEqual(shown.texts, ["count 1"])
    XCTAssertEqual(shown.notes, [])
  }

  func testAFieldShowsWhatIsInIt() {
    let scene = #"""
      struct ContentView: View {
        @State private var name = ""
        @State private var code = "abc"
        var body: some View {
          VStack {
            TextField("Name", text: $name)
            SecureField("Code", text: $code)
            TextField("Fixed", text: .constant("fixed"))
          }
        }
      }
      """#
    let before = play(scene, steps: "", seconds: 0.1)
    XCTAssertEqual(before.texts, ["Name", "\u{2022}\u{2022}\u{2022}", "fixed"])
    let after = play(scene, steps: "tap(\"Name\"); type(\"Ann\", into: \"Name\")", seconds: 1)
    XCTAssertEqual(after.texts.first, "Ann")
  }

  func testPublishersArePutTogether() {
    let scene = #"""
      import Combine
      final class Model: ObservableObject {
        @Published var list = [1]
        @Published var count = 2
        @Published var latest = ""
        @Published var pairs: [String] = []
        private var bag = Set<AnyCancellable>()
        private let left = PassthroughSubject<Int, Never>()
        private let right = PassthroughSubject<String, Never>()
        init() {
          Publishers.CombineLatest($list, $count).map { "\($0.count) of \($1)" }
            .sink { [weak self] in self?.latest = $0 }.store(in: &bag)
          left.zip(right).sink { [weak self] a, b in self?.pairs.append("\(a)\(b)") }.store(in: &bag)
        }
        func send() {
          left.send(1)
          left.send(2)
          right.send("a")
          right.send("b")
        }
      }
      struct ContentView: View {
        @StateObject private var model = Model()
        var body: some View {
          VStack {
            Text(model.latest)
            Text(model.pairs.joined(separator: ","))
            Button("go") { model.count += 1; model.list.append(5); model.send() }
          }
        }
      }
      """#
    XCTAssertEqual(play(scene, steps: "", seconds: 0.1).texts, ["1 of 2", "", "go"])
    XCTAssertEqual(play(scene, steps: "tap(\"go\")", seconds: 0.5).texts, ["2 of 3", "1a,2b", "go"])
  }
}
