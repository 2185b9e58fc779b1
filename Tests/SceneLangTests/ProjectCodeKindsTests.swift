/// Habits of whole projects' code, by kind: what swiftc accepts of them is accepted, and the wrong form beside it is refused.
import XCTest

@testable import SceneLang

final class ProjectCodeKindsTests: XCTestCase {
  func testTypesWrittenAsValues() {
    assertClean(
      """
      import Foundation
      struct Part: Codable { var name = "" }
      func parts(_ ids: [UUID]) async -> [UUID: Part?] {
        await withTaskGroup(of: (UUID, Part?).self) { group in
          for id in ids { group.addTask { id.uuidString.isEmpty ? (id, nil) : (id, Part()) } }
          var found: [UUID: Part?] = [:]
          for await (id, part) in group { found[id] = part }
          return found
        }
      }
      func read(_ data: Data) throws -> [Part] { try JSONDecoder().decode([Part]?.self, from: data) ?? [] }
      let failure = Error.self
      """)
    assertOneError("let parts: [Int].Type = (Int, Int).self", "E0301")
  }

  func testTypeOf() {
    assertClean(
      """
      protocol Maker { static func make(name: String) -> Self? }
      func again<T: Maker>(_ maker: T, _ name: String?) -> T? { name.flatMap(type(of: maker).make(name:)) }
      func kind(_ value: Int) -> Int.Type { type(of: value) }
      """)
    assertOneError("func kind(_ value: Int) -> String.Type { type(of: value) }", "E0301")
  }

  func testInitialisersThatAreNoRequirements() {
    assertClean(
      """
      struct Old { var name: String }
      struct Spot: Codable, Hashable {
        let name: String
        init(name: String) { self.name = name }
        init(from old: Old) { self.init(name: old.name) }
        func encode(to text: inout String) {}
        func hash(into names: inout [String]) { names.append(name) }
      }
      func same(_ a: Spot, _ b: Spot) -> Bool { Set([a, b]).count == 1 }
      """)
  }

  func testDefaultsOfATypesParameters() {
    assertClean(
      """
      import SwiftUI
      struct Loading<Content: View, Placeholder: View>: View {
        let content: Content
        let placeholder: () -> Placeholder
        init(content: Content, @ViewBuilder placeholder: @escaping () -> Placeholder = { ProgressView() }) {
          self.content = content
          self.placeholder = placeholder
        }
        var body: some View { ZStack { placeholder(); content } }
      }
      """)
  }

  func testBranchesOfAnExistential() {
    let types = """
      protocol Service { func load() -> Int }
      final class Real: Service { func load() -> Int { 1 } }
      final class Fake: Service { init(user: Int) {}; func load() -> Int { 2 } }

      """
    assertClean(
      types + "func pick(_ fake: Bool) -> Int { let s: Service = fake ? Fake(user: 1) : Real(); return s.load() }")
    assertOneError(types + "func pick(_ fake: Bool) { let s = fake ? Fake(user: 1) : Real() }", "E0327")
  }

  func testBridging() {
    assertClean(
      """
      import UIKit
      func predicate(_ id: UUID) -> NSPredicate { NSPredicate(format: "id == %@", id as CVarArg) }
      let parameters = ["id": 1, "name": "a"] as [String: AnyObject]
      final class Field: UIViewController {
        @IBOutlet var buttons: [UIButton]!
        func show(_ view: UITextView) -> String {
          for button in buttons { button.isHidden = true }
          return (view.text as NSString).replacingCharacters(in: NSRange(location: 0, length: 0), with: "")
        }
        let tint = UIColor(#colorLiteral(red: 0.6, green: 0.1, blue: 0.2, alpha: 1))
      }
      """)
    assertOneError("struct Plain {}\nlet p = Plain() as CVarArg", "E0319")
  }

  func testFilesAndNumbers() {
    assertClean(
      """
      import Foundation
      func copy(_ url: URL) throws -> String {
        let text = try String(contentsOf: url, encoding: .utf8)
        try (text + "\\n").write(to: url, atomically: true, encoding: .utf8)
        return try String(contentsOfFile: url.path, encoding: .utf8)
      }
      func whole(_ number: NSNumber) -> Int { Int(truncating: number) + Int(Double(truncating: number)) }
      """)
  }

  func testFunctionsThatTakeTheParts() {
    assertClean(
      """
      import Foundation
      func text(_ key: String, _ value: Int) -> String { "\\(key)\\(value)" }
      func texts(_ all: [String: Int]) -> [String] { all.sorted { $0.key < $1.key }.map(text) }
      func items(_ all: [(String, String)]) -> [URLQueryItem] { all.map(URLQueryItem.init(name:value:)) }
      """)
    assertOneError(
      "func text(_ a: String, _ b: String) -> String { a + b }\nlet t = [(1, 2)].map(text)", "E0301")
  }

  func testOverloadedFunctionsAsValues() {
    assertClean(
      """
      import SwiftUI
      struct Counter: View {
        @State private var count: Int? = nil
        func set(id: String, action: Int) {}
        func set(for number: Int) { count = number }
        var body: some View {
          let value = Binding(get: { count ?? 1 }, set: set)
          return Stepper("\\(value.wrappedValue)", value: value)
        }
      }
      """)
  }

  func testWhatAClosureGivesDecides() {
    let types = """
      protocol Checkable { var isEmpty: Bool { get } }
      extension Array: Checkable {}
      struct Fetch {
        init<O>(load: @escaping () -> O, done: @escaping (O) -> Void, isEmpty: @escaping (O) -> Bool = { _ in false }) {}
        init<O: Checkable>(load: @escaping () -> O, done: @escaping (O) -> Void) {}
      }
      func one() -> Int { 1 }
      func many() -> [Int] { [1] }

      """
    assertClean(types + "let a = Fetch(load: { one() }, done: { print($0 + 1) })")
    assertClean(types + "let a = Fetch(load: { many() }, done: { print($0.count) })")
  }

  func testTextsThatJoin() {
    assertClean(
      """
      import SwiftUI
      struct Kind: View {
        let name: String
        let isOther: Bool
        var body: some View { Text(isOther ? "" : ", " + name + " ") }
      }
      func web(_ path: Substring) -> URL? { URL(string: "https://" + path.dropFirst(7)) }
      func left(_ s: Substring) -> String { let t = "x" + s; return t }
      func right(_ s: Substring) -> Substring { let t = s + "x"; return t }
      """)
    assertOneError("func f(_ s: Substring) -> Int { \"x\" + s }", "E0301")
  }

  func testOptionalsThatFlatten() {
    assertClean(
      """
      func half(_ n: Int) -> Int? { n % 2 == 0 ? n / 2 : nil }
      func quarter(_ n: Int?) -> Int? { n.map { half($0) } ?? nil }
      extension Int? {
        func shown() -> String { map { "\\($0)" } ?? "" }
      }
      """)
    assertOneError("func f(_ n: Int?) -> Int { n ?? nil }", "E0302")
  }

  func testNumbersOfTheReversed() {
    assertClean("func last(_ all: [Int], _ i: Int) -> Int { all.reversed()[i] }")
  }

  func testImpliedRequirements() {
    assertClean(
      """
      struct Keyed<Key: Hashable> { var key: Key }
      func store<Key>(_ keyed: Keyed<Key>) -> Set<Key> { [keyed.key] }
      func count<Key>(_ table: [Key: Int]) -> Int { Set(table.keys).count }
      """)
    assertOneError("func store<Key>(_ key: Key) -> Int { Set([key]).count }", "E0307")
    assertOneError("struct Plain {}\nfunc count(_ all: [Plain]) -> Int { Set(all).count }", "E0306")
  }

  func testOpaqueValues() {
    assertClean(
      """
      import SwiftUI
      struct Titled: View {
        let title: some View = { Text("a").bold() }()
        static let mask: some Shape = Circle()
        var body: some View {
          let rest: some View = Text("b")
          VStack { title; rest; Titled.mask.fill(.red) }
        }
      }
      """)
  }

  func testTypesOverSeveralLines() {
    assertClean(
      """
      import Foundation
      struct Reader {
        var strategy: JSONDecoder
          .DateDecodingStrategy = .iso8601
      }
      """)
  }

  func testClassesOfThePlatform() {
    assertClean(
      """
      import UIKit
      final class Dots: UIPageControl {
        override var numberOfPages: Int { didSet { redo() } }
        let page: UIImage = UIImage(named: "a")!
        let button: UIButton = {
          let button = UIButton()
          button.addTarget(self, action: #selector(redo), for: .touchUpInside)
          return button
        }()
        @objc func redo() {}
      }
      @objc protocol Expanding: NSObjectProtocol { func expand() }
      extension Dots: Expanding { func expand() {} }
      """)
    assertOneError("struct Box { let a: Int = self.b; let b = 1 }", "E0205")
  }

  func testNamesOfModulesThatAreNotKnown() {
    assertClean(
      """
      import Cellar
      let cellar = Cellar.Bottle(2)
      struct Keeper { static let storage = Storage.storage(); let storage = 1; let more = Cellar.Rack() }
      """)
  }

  func testElementsOfSeveralTypes() {
    assertClean(
      """
      let body: [String: Any] = ["limits": [["key": "a", "value": 1.0], ["key": "b", "value": 2]], "n": [1, "m"]]
      func send(_ value: Any?) {}
      func use() {
        send(["status": 200, "message": "OK"])
        print([1, "a"])
        let texts = [1, "a"].map { "\\($0)" }
        print(texts)
      }
      """)
    assertOneError("func use() { let x = [1, \"a\"] }", "E0326")
    assertOneError("let x = [\"a\": 1, \"b\": \"c\"]", "E0326")
  }

  func testErrorsThatAreCaught() {
    assertClean(
      """
      import Foundation
      struct Lost: Error {}
      func load() throws -> Int { throw Lost() }
      func quiet() { do { _ = try load() } catch (let error) { print(error) } }
      func start() -> Task<Void, any Error> {
        let task = Task.detached {
          do { _ = try load() } catch is CancellationError { print(1) } catch { throw error }
        }
        return task
      }
      """)
    assertOneError(
      "struct Lost: Error {}\nfunc load() throws {}\nfunc quiet() { do { try load() } catch is Lost {} }", "E0332")
  }

  func testClosuresCalledAtOnce() {
    assertClean(
      """
      import UIKit
      final class Spinner {
        let view: UIActivityIndicatorView = { $0.hidesWhenStopped = true; return $0 }(UIActivityIndicatorView(style: .medium))
        let twice = { $0 * 2 }(21)
      }
      """)
  }

  func testClassesThatAreDecoded() {
    func codes(_ text: String) -> [String] {
      let sema = Sema(files: [Parser.parse(SourceFile(name: "test.scene", text: text))])
      BodyChecker(sema).checkModule()
      sema.checkDeclarations()
      return sema.diagnostics.sorted().map(\.code)
    }
    XCTAssertEqual(codes("class Answer: Decodable { let error: String; let status: Int }"), [])
    XCTAssertEqual(codes("class Answer { let error: String }"), ["E0427"])
  }

  func testMacrosThatConform() {
    assertClean(
      """
      import SwiftUI
      @Animatable struct Pulse { var scale: CGFloat = 1; var opacity: CGFloat = 1 }
      struct Beat: View {
        var body: some View {
          Text("a").keyframeAnimator(initialValue: Pulse()) { view, value in view.scaleEffect(value.scale) } keyframes: { _ in
            LinearKeyframe(Pulse(scale: 2), duration: 1)
          }
        }
      }
      """)
  }

  func testPowersBesideNumbers() {
    assertClean(
      """
      import Foundation
      func mega(_ bytes: Double) -> Double { bytes / pow(1024, 2) }
      let big: Decimal = pow(10, 2)
      """)
  }

  func testWhatAModuleThatIsNotKnownMayAdd() {
    assertClean(
      """
      import SwiftUI
      import Cellar
      struct Cask: Intent {
        static var summary: some Summary { Summary("Open \\(\\.$name)") }
      }
      struct Rack: View {
        var body: some View { Text("a").frame(32).redacted(true).sheet { Text("b") } }
      }
      func count(of node: some Shelf) -> Int { node.rows.count }
      struct Row<T: Labelled>: View {
        let all: [T]
        var body: some View { ForEach(all) { Text($0.label) } }
      }
      """)
  }

  func testNamesPrivateToFiles() {
    let texts = [
      "private enum Phase { case none, done }\nprivate func tell() -> Phase { .none }\nlet a: [Any] = [tell()]",
      "private enum Phase { case busy }\nprivate func tell() -> Phase { .busy }\nlet b: [Any] = [tell(), Phase.busy]",
    ]
    let sema = Sema(
      files: texts.enumerated().map { Parser.parse(SourceFile(name: "\($0.offset).scene", text: $0.element)) })
    BodyChecker(sema).checkModule()
    XCTAssertEqual(sema.diagnostics.sorted().map { "\($0.code) \($0.message)" }, [])
  }

  func testAMistakeInNestedRows() {
    assertOneError(
      """
      import SwiftUI
      struct Board: View {
        func mark(_ row: Int) -> Int { row }
        func press(_ n: Int) -> some Gesture { DragGesture(minimumDistance: 0).onChanged { _ in }.onEnded { _ in } }
        @ViewBuilder func cell(row: Int) -> some View { Text("a") }
        var body: some View {
          ZStack {
            ForEach(0...2, id: \\.self) { row in
              ForEach(0...2, id: \\.self) { column in
                if row != column {
                  if (row + column) % 2 == 0 {
                    let n = mark(row)
                    cell(row: row).gesture(press(n))
                  } else {
                    let n = mark("x")
                    cell(row: row).gesture(press(n))
                  }
                }
              }
            }
          }
        }
      }
      """, "E0301")
  }

  func testLocalValuesThatCompute() {
    assertClean(
      """
      import SwiftUI
      struct Clock: View {
        let hour: Int
        var body: some View {
          var text: String {
            if hour < 12 { return "am" } else { return "pm" }
          }
          Text(text)
          Text("b")
        }
      }
      """)
  }

  func testWhatRestsOnTheUnknown() {
    assertClean(
      """
      import Cellar
      func open(_ number: Int?) {
        let bottle = number.flatMap { Bottle(number: $0) }
        print(bottle as Any)
      }
      """)
    assertOneError("func f() { let x = [] }", "E0328")
  }
}
