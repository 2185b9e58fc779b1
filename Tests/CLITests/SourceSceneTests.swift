/// Scenes from source text, played, and what their texts say: key paths as functions, wrappers, publishers, tasks, subviews,
/// what is known but not modelled, and where touches go.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class SourceSceneTests: XCTestCase {
  private struct Run {
    var frames: [Frame] = []
    var codes: [String] = []
    var messages: [String] = []

    /// Texts of a frame in the order of the rows.
    func texts(_ frame: Int) -> [String] { frames[frame].rows.compactMap(\.text) }
  }

  private func play(
    _ text: String, frames: Int = 1, steps: String = "", file: StaticString = #filePath, line: UInt = #line
  ) -> Run {
    let compiled = Compiled.compile(text)
    XCTAssertEqual(
      compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], file: file, line: line)
    XCTAssertEqual(IRVerifier.problems(in: compiled.module).map(\.description), [], file: file, line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    if !steps.isEmpty { options.steps = StepReader.read(text: steps).0 }
    let player = Player(module: compiled.module, entry: 0, options: options)
    var run = Run()
    for _ in 0..<frames {
      guard let frame = player.next() else { break }
      run.frames.append(frame)
    }
    run.codes = player.diagnostics.map(\.code)
    run.messages = player.diagnostics.map(\.message)
    return run
  }

  /// Plays a view that shows lines made by a function body.
  private func lines(_ declarations: String, _ body: String, line: UInt = #line) -> [String] {
    let run = play(
      """
      import SwiftUI
      \(declarations)
      func lines() -> [String] {
      \(body)
      }
      struct ContentView: View {
        let all = lines()
        var body: some View { VStack { ForEach(all.indices, id: \\.self) { Text(all[$0]) } } }
      }
      """, line: line)
    XCTAssertEqual(run.codes, [], line: line)
    return run.texts(0)
  }

  func testValuesOfTheAPIDescribeThemselves() {
    XCTAssertEqual(
      lines(
        "struct Pair { var id: UUID; var range: Range<Int> }",
        """
        let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
        return [
          "\\(id)", "\\(1...3) \\(0..<2)", "\\(CGPoint(x: 1, y: 2.5)) \\(CGSize(width: 1, height: 2))",
          "\\(CGRect(x: 1, y: 2, width: 3, height: 4))", "\\(Date(timeIntervalSince1970: 0))",
          "\\("Margherita".prefix(3))", "\\(Pair(id: id, range: 0..<2))", "\\([1...2])",
        ]
        """),
      [
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "1...3 0..<2", "(1.0, 2.5) (1.0, 2.0)", "(1.0, 2.0, 3.0, 4.0)",
        "1970-01-01 00:00:00 +0000", "Mar", "Pair(id: E621E1F8-C36C-495A-93FC-0C247A3E6E5F, range: Range(0..<2))",
        "[ClosedRange(1...2)]",
      ])
  }

  func testATextShowsAStretchOfAString() {
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        let name = "Margherita"
        var body: some View { VStack { Text(name.prefix(3)); Text(name.dropFirst(8)) } }
      }
      """)
    XCTAssertEqual(run.texts(0), ["Mar", "ta"])
  }

  func testKeyPathsAreFunctions() {
    XCTAssertEqual(
      lines(
        """
        protocol Sized { var size: Int { get } }
        extension Sized { var isBig: Bool { size > 1 } }
        struct A: Sized { var size: Int }
        struct B: Sized { var size = 3 }
        func sizes<T: Sized>(_ items: [T]) -> [Int] { items.map(\\.size) }
        """,
        """
        let words = ["a", "bcd"]
        let mixed: [any Sized] = [A(size: 1), B()]
        return [
          "\\(words.map(\\.count))", "\\(words.compactMap(\\.first))", words.map(\\.self).joined(),
          "\\(mixed.filter(\\.isBig).count)", "\\(sizes([A(size: 4)]))",
        ]
        """), ["[1, 3]", "[\"a\", \"b\"]", "abcd", "1", "[4]"])
  }

  func testRangesAndStridesInGenericCode() {
    XCTAssertEqual(
      lines(
        "",
        """
        let number = (100...150).randomElement() ?? 0
        return [
          "\\((100...150).contains(number))", "\\(Array(1...3))", "\\(Array(stride(from: 0.5, to: 2, by: 0.5)))",
          "\\(Dictionary(grouping: 1...6, by: { $0 % 3 }).mapValues(\\.count).map(\\.value))",
        ]
        """), ["true", "[1, 2, 3]", "[0.5, 1.0, 1.5]", "[2, 2, 2]"])
  }

  func testSequencesOfTheScene() {
    XCTAssertEqual(
      lines(
        """
        struct Countdown: Sequence, IteratorProtocol {
          var left: Int
          mutating func next() -> Int? {
            left -= 1
            return left >= 0 ? left : nil
          }
        }
        struct Bag<Item>: Sequence {
          var items: [Item]
          func makeIterator() -> AnyIterator<Item> { AnyIterator(items.makeIterator()) }
        }
        """,
        """
        let a = Countdown(left: 3).map { $0 * 2 }
        let b = Bag(items: [5, 6]).map { $0 + 1 }
        return ["\\(a)", "\\(b)", "\\(Bag(items: ["x"]).contains("x"))"]
        """), ["[4, 2, 0]", "[6, 7]", "true"])
  }

  func testWrappersAreMadeByTheFirstAssignmentAndByDefault() {
    XCTAssertEqual(
      lines(
        """
        @propertyWrapper struct Loud {
          private var text: String
          init(wrappedValue: String) { text = wrappedValue }
          var wrappedValue: String { get { text.uppercased() } set { text = newValue } }
        }
        struct Assigned { @Loud var name: String; init(_ n: String) { name = n; name += "b" } }
        struct Memberwise { @Loud var name = "c"; var count = 1; lazy var twice: Int = count * 2 }
        """,
        """
        var one = Memberwise()
        return [Assigned("a").name, one.name, Memberwise(name: "d").name, "\\(one.twice)"]
        """), ["AB", "C", "D", "2"])
  }

  func testStateIsSetInAnInitialiserOnlyBeforeItHasAValue() {
    let run = play(
      """
      import SwiftUI
      class Model: ObservableObject { @Published var n: Int; init(n: Int) { self.n = n } }
      struct Inner: View {
        @State var given: Int
        @State var kept = 1
        @StateObject var model: Model
        @ObservedObject var other: Model
        init(_ n: Int) {
          given = n
          kept = n
          _model = StateObject(wrappedValue: Model(n: n))
          other = Model(n: n + 1)
        }
        var body: some View { Text("\\(given) \\(kept) \\(model.n) \\(other.n)") }
      }
      struct Passed: View {
        @StateObject var model: Model
        var body: some View { Text("\\(model.n)") }
      }
      struct ContentView: View { var body: some View { VStack { Inner(5); Passed(model: Model(n: 9)) } } }
      """)
    XCTAssertEqual(run.codes, [])
    XCTAssertEqual(run.texts(0), ["5 1 5 6", "9"])
  }

  func testBuilderPropertiesOfMemberwiseInitialisers() {
    let run = play(
      """
      import SwiftUI
      @resultBuilder struct Items { static func buildBlock(_ items: String...) -> [String] { items } }
      struct Box<Content: View>: View {
        @ViewBuilder var content: Content
        @Items var items: [String]
        var body: some View { HStack { content; Text(items.joined()) } }
      }
      struct ContentView: View { var body: some View { Box { Text("x") } items: { "a"; "b" } } }
      """)
    XCTAssertEqual(run.texts(0), ["x", "ab"])
  }

  func testPublishersReachTheirSubscribers() {
    let run = play(
      """
      import SwiftUI
      import Combine
      class Model: ObservableObject {
        @Published var text = "one"
        @Published var count = 0
        let subject = PassthroughSubject<Int, Never>()
        private var bag = Set<AnyCancellable>()
        init() {
          $text.dropFirst().map(\\.count).sink { [weak self] in self?.count = $0 }.store(in: &bag)
          subject.filter { $0 > 1 }.sink { [weak self] in self?.text = "s\\($0)" }.store(in: &bag)
        }
      }
      struct ContentView: View {
        @StateObject var model = Model()
        @State var log: [String] = []
        var body: some View {
          Text("\\(model.count) \\(log.joined(separator: ","))")
            .onReceive(model.$text) { log.append($0) }
            .onReceive(Timer.publish(every: 0.1, on: .main, in: .common).autoconnect()) { _ in model.subject.send(1) }
            .onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { model.subject.send(7) } }
        }
      }
      """, frames: 10)
    XCTAssertEqual(run.codes, [])
    XCTAssertEqual(run.texts(0), ["0 one"])
    XCTAssertEqual(run.texts(9), ["2 one,s7"])
  }

  func testTasksGiveTheirValuesAndAreCancelled() {
    let run = play(
      """
      import SwiftUI
      enum Failure: Error { case plain }
      struct ContentView: View {
        @State var log: [String] = []
        var body: some View {
          Text(log.joined(separator: ","))
            .task {
              let slow = Task { () -> Int in
                try? await Task.sleep(nanoseconds: 50_000_000)
                return 4
              }
              let failing = Task { () -> Int in throw Failure.plain }
              let stopped = Task { () -> String in
                do { try await Task.sleep(nanoseconds: 5_000_000_000) } catch { return "stopped" }
                return "slept"
              }
              log.append("\\(await slow.value)")
              do { _ = try await failing.value } catch { log.append("\\(error)") }
              stopped.cancel()
              log.append(await stopped.value)
            }
        }
      }
      """, frames: 12)
    XCTAssertEqual(run.codes, [])
    XCTAssertEqual(run.texts(11), ["4,plain,stopped"])
  }

  func testSubviewsAreShownOneByOne() {
    let run = play(
      """
      import SwiftUI
      struct Pairs<Content: View>: View {
        @ViewBuilder var content: Content
        var body: some View {
          Group(subviews: content) { parts in
            Text("\\(parts.count)")
            ForEach(parts) { part in part }
            parts[0]
          }
        }
      }
      struct ContentView: View {
        var body: some View { VStack { Pairs { Text("a"); ForEach(0..<2, id: \\.self) { Text("\\($0)") } } } }
      }
      """)
    XCTAssertEqual(run.codes, [])
    XCTAssertEqual(run.texts(0), ["3", "a", "0", "1", "a"])
  }

  func testAGeometryEffectFollowsItsData() throws {
    let run = play(
      """
      import SwiftUI
      struct Swing: GeometryEffect {
        var t: Double
        var animatableData: Double { get { t } set { t = newValue } }
        func effectValue(size: CGSize) -> ProjectionTransform {
          ProjectionTransform(CGAffineTransform(translationX: size.width * sin(t * .pi), y: 0))
        }
      }
      struct ContentView: View {
        @State var on = false
        var body: some View {
          Color.red.frame(width: 40, height: 10).modifier(Swing(t: on ? 1 : 0))
            .onAppear { withAnimation(.linear(duration: 1)) { on = true } }
        }
      }
      """, frames: 70)
    func x(_ n: Int) -> Double { run.frames[n].rows.last?.rect.x ?? -1 }
    XCTAssertEqual(x(0), 175, accuracy: 0.01)
    XCTAssertEqual(x(30), 215, accuracy: 0.01, "half way it is out by its width")
    XCTAssertEqual(x(65), 175, accuracy: 0.01)
  }

  func testWhatIsNotModelledHasANeutralValue() {
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        @State var log = ""
        var body: some View {
          Text("\\(Bundle.main.path(forResource: "a", ofType: "txt") ?? "none")\\(log)")
            .task {
              do { _ = try await URLSession.shared.data(from: URL(string: "https://a.b")!) } catch { log = " failed" }
            }
        }
      }
      """, frames: 2)
    XCTAssertEqual(Set(run.codes), [RuntimeCode.notModelled])
    XCTAssertEqual(run.texts(1), ["none failed"])
  }

  func testNotesOnTouches() {
    let scene = """
      import SwiftUI
      struct ContentView: View {
        var body: some View {
          ZStack {
            Button("under") {}
            Color.red.frame(width: 200, height: 100).onTapGesture {}
            Text("plain").offset(y: 200)
          }
        }
      }
      """
    func messages(_ steps: String) -> [String] { play(scene, frames: 20, steps: steps).messages }
    XCTAssertEqual(messages("tap(x: 5, y: 60)"), ["The touch at 5, 60 meets no view"])
    XCTAssertEqual(
      messages("tap(\"under\")").first?.hasSuffix("meant for 'under' is taken by Color"), true)
    XCTAssertEqual(
      messages("tap(\"plain\")").first?.hasSuffix("meets Text 'plain', which has no gesture"), true)
    XCTAssertEqual(messages("tap(x: 195, y: 428)"), [])
    XCTAssertEqual(
      messages("tap(\"undr\")"), ["No view is called 'undr'; there are 'under', 'plain', 'ContentView'"])
    XCTAssertEqual(
      messages("tap(\"plain\", index: 3)"), ["There is 1 view called 'plain'; 'index:' counts from 0"])
    XCTAssertEqual(messages("type(\"a\", into: \"plain\")"), ["'type' does nothing: 'plain' has no text field"])
    XCTAssertEqual(
      messages("scroll(\"plain\", by: 20)"),
      ["'scroll' does nothing: 'plain' stands in no scroll view and has none"])
    for step in ["up", "cancel"] {
      XCTAssertEqual(messages("\(step)()"), ["'\(step)' does nothing: no touch is down"])
    }
    XCTAssertEqual(messages("move(x: 1, y: 2)"), ["'move' does nothing: no touch is down"])
    XCTAssertEqual(messages("down(x: 195, y: 428); move(x: 195, y: 430); up()"), [])
  }
}
