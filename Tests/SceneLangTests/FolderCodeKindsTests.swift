/// Kinds of code from whole projects that were never looked at before: what swiftc accepts of them is accepted, and the
/// wrong form beside it is refused.
import Foundation
import XCTest

@testable import SceneLang

final class FolderCodeKindsTests: XCTestCase {
  func testEmptyCollectionsTakeTheTypeThatIsWanted() {
    assertClean(
      """
      func counts(_ names: [String]) -> [String: Int] {
        names.reduce(into: [:]) { result, name in
          if !name.isEmpty { result[name] = name.count }
        }
      }
      var levels: [Int] {
        return [3, 1, 3].reduce(into: []) { found, level in
          if !found.contains(level) { found.append(level) }
        }
      }
      extension Sequence {
        func pieces(of size: Int) -> [[Element]] {
          reduce(into: []) { result, element in
            if let last = result.last, last.count < size {
              result.append(result.removeLast() + [element])
            } else {
              result.append([element])
            }
          }
        }
      }
      """)
    assertOneError("func f(_ a: [Int]) -> [Int] { a.reduce(into: []) { r, x in r.append(\"a\") } }", "E0301")
  }

  func testOperatorsAsFunctionsOfPairs() {
    assertClean("func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map(*).reduce(0, +) }")
    assertOneError("func dot(_ a: [Bool], _ b: [Bool]) -> [Bool] { zip(a, b).map(*) }", "E0315")
  }

  func testOwnPrefixOperators() {
    assertClean(
      """
      enum Side {
        case top, bottom
        static prefix func ! (side: Side) -> Side { side == .top ? .bottom : .top }
      }
      func other(_ side: Side, _ flag: Bool) -> Side { !flag ? !side : side }
      """)
  }

  func testCasesWithoutValues() {
    assertClean(
      """
      import Combine
      func watch(_ values: AnyPublisher<Int, Never>) -> AnyCancellable {
        values.sink { completion in
          switch completion {
          case .finished: print("done")
          }
        } receiveValue: { print($0) }
      }
      """)
    assertOneError(
      """
      import Combine
      func watch(_ values: AnyPublisher<Int, Error>) -> AnyCancellable {
        values.sink { completion in
          switch completion {
          case .finished: print("done")
          }
        } receiveValue: { print($0) }
      }
      """, "E0502")
  }

  func testNoneBehindQuestionMarks() {
    assertClean(
      """
      enum Code: Int { case fine = 200, gone = 410 }
      func name(_ number: Int) -> String { let code = Code(rawValue: number) ?? .none; return "\\(String(describing: code))" }
      """)
  }

  func testBridgedOptionals() {
    assertClean(
      """
      import Foundation
      func a(_ text: String?) -> NSString? { text as NSString? }
      func b(_ text: NSString?) -> String? { text as String? }
      func c() -> Int? { (Calendar.current as NSCalendar).components([.second], from: Date()).second }
      """)
    assertOneError("import Foundation\nfunc a(_ text: String?) -> NSString { text as NSString }", "E0319")
  }

  func testWrappedLocals() {
    assertClean(
      """
      import SwiftUI
      func turnOn() {
        @AppStorage("isOn") var isOn = false
        isOn = true
      }
      """)
  }

  func testGenericClassesMadeFromTheirParameter() {
    assertClean(
      """
      class Settings {
        var size = 1
        required init() {}
      }
      func make<S: Settings>() -> S {
        let settings = S()
        settings.size = 2
        return settings
      }
      struct Store<S: Settings> {
        func get(_ any: Settings?) -> S { let found = any as? S; return found ?? .init() }
      }
      """)
  }

  func testTuplesOfOptionalsBeginWithNil() {
    assertClean(
      """
      class Model {
        var pair: (first: Int?, second: String?)
        init() { print("made") }
      }
      """)
    assertOneError("class Model { var pair: (Int?, Int); init() { print(1) } }", "E0515")
  }

  func testStaticsOfFiles() {
    let text = "import Foundation\nextension DateFormatter { static let short = DateFormatter() }"
    let own = text.replacingOccurrences(of: "\nextension", with: "\nprivate extension")
    XCTAssertEqual(errors(inFiles: [own, own]), [])
    XCTAssertEqual(errors(inFiles: [text, text]), ["E0408"])
  }

  private func errors(inFiles texts: [String]) -> [String] {
    let sources = texts.enumerated().map { SourceFile(name: "file\($0).swift", text: $1) }
    let compilation = Compilation(sources: sources, name: "test")
    compilation.check()
    return compilation.diagnostics.filter { $0.severity == .error }.map(\.code)
  }

  func testDerivedBesideDefaults() {
    assertClean(
      """
      protocol Alike: Equatable {}
      extension Alike { static func == (a: Self, b: Self) -> Bool { true } }
      protocol Keyed: Hashable, Alike {}
      extension Keyed { func hash(into hasher: inout Hasher) {} }
      struct Frame: Keyed { var size: (Int, Int)? }
      enum Sort: String, CaseIterable {
        case name, date
        static func allCases(for count: Int) -> [Sort] { allCases.filter { $0.fits(count) } }
        func fits(_ count: Int) -> Bool { count > 0 }
      }
      """)
    XCTAssertEqual(errors(inFiles: ["struct Frame: Hashable { var size: (Int, Int)? }"]), ["E0430"])
  }

  func testMembersOfPromisedTypes() {
    assertClean(
      """
      import SwiftUI
      struct Form: View {
        var style: some PickerStyle { .menu }
        var body: some View { Picker("a", selection: .constant(1)) { Text("b") }.pickerStyle(style) }
      }
      """)
    assertOneError("import SwiftUI\nstruct A { var style: some PickerStyle { .menuu } }", "E0202")
  }

  func testChainsThatEndInAMember() {
    assertClean(
      """
      enum Size { case custom, points(Int), space }
      func sizes(_ numbers: [Int]) -> [Size] {
        var all: [Size] = [.custom]
        all.append(contentsOf: numbers.map { .points($0) })
        return all
      }
      protocol Item {}
      struct Card: Item {}
      struct Deck { var cards: [Card] }
      func items(_ decks: [Deck]) -> [any Item] { let all: [any Item] = decks.flatMap { $0.cards }; return all }
      let key: [UInt8] = [38, 99].reversed()
      func title(_ text: String, _ end: String.Index) -> String { let short: String = text[..<end] + "…"; return short }
      """)
    assertOneError(
      """
      enum Size { case custom }
      func f(_ n: [Int]) -> [Size] { var a: [Size] = []; a.append(contentsOf: n.map { .points($0) }); return a }
      """, "E0202")
  }

  func testBranchesOfToolbars() {
    assertClean(
      """
      import SwiftUI
      struct Item: ToolbarContent {
        var id: String?
        var isGroup = false
        var body: some ToolbarContent {
          if isGroup {
            ToolbarItemGroup(placement: .automatic) { Text("a") }
          } else {
            if let id {
              ToolbarItem(id: id, placement: .automatic) { Text("a") }
            } else {
              ToolbarItem(placement: .automatic) { Text("a") }
            }
          }
        }
      }
      """)
  }

  func testSmallForms() {
    assertClean(
      """
      import SwiftUI
      @globalActor public actor Background { public static let shared = Background() }
      let type = (@convention(c) (Int, AnyObject?) -> Void).self
      @_silgen_name("answer") func answer(_ x: Int) -> Int32
      enum Status: OSStatus { case fine = 0, bad = -4 }
      func size() -> Int { MemoryLayout.size(ofValue: 3) + MemoryLayout<Int>.stride }
      func words(_ text: String) -> [String] { text.matches(of: /%([0-9$]*)(lld|@)/).map { String($0.output.2) } }
      func newest<T>(_ value: T) -> T { if #available(iOS 13.0, *) { return value } else {} }
      func attributes() -> [NSAttributedString.Key: Any] {
        let all = [NSAttributedString.Key.font: UIFont.systemFont(ofSize: 3), .foregroundColor: UIColor.red]
        return all
      }
      func exists(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
      }
      struct Switch: View {
        let configuration: ToggleStyleConfiguration
        var body: some View { Toggle(isOn: configuration.$isOn) { configuration.label } }
      }
      """)
    assertClean("import UIKit\nfunc save(Image: UIImage) { print(Image) }")
    assertOneError("func newest<T>(_ value: T) -> T { if #available(iOS 17.0, *) { return value } else {} }", "E0501")
    assertOneError(
      "func words(_ t: String) -> [String] { t.matches(of: /a(b|c)?/).map { String($0.output.1) } }", "E0302")
  }

  func testValuesThatContainThemselves() {
    func codes(_ text: String) -> [String] { errors(inFiles: [text]) }
    XCTAssertEqual(codes("struct Folder { var parent: Folder? }"), ["E0431"])
    XCTAssertEqual(codes("struct A { var b: (Int, B) }\nstruct B { var a: A? }"), ["E0431", "E0431"])
    XCTAssertEqual(codes("enum Tree { case leaf, node(Tree) }"), ["E0431"])
    XCTAssertEqual(
      codes(
        """
        struct Folder { var folders: [Folder]; var byName: [String: Folder]; static let root: Folder? = nil }
        indirect enum Tree { case leaf, node(Tree, Tree) }
        enum List { case end; indirect case item(Int, List) }
        struct Holder { var list: List; var holder: Box }
        final class Box { var holder: Holder? }
        """), [])
    XCTAssertEqual(codes("class Store { lazy let items = [1] }"), ["E0432"])
  }

  func testReturnInDefer() {
    assertOneError("func f() { defer { return }; print(1) }", "E0506", "defer")
    assertClean("func f() { defer { let g = { return 1 }; print(g()) }; print(1) }")
  }

  func testPrivateInitialisers() {
    assertOneError("struct Only { private init() {}; static let shared = Only() }\nlet other = Only()", "E0210")
    assertOneError(
      "struct Dot { var size: Int; private var count = 0 }\nfunc make() -> Dot { Dot(size: 2) }", "E0210", "count")
    assertClean(
      """
      import SwiftUI
      struct Row: View {
        let title: String
        @State private var isOn = false
        @State private var count: Int?
        private let size = 2
        var body: some View { Text(title) }
      }
      struct Dot {
        var size: Int
        private var count = 0
        static let small = Dot(size: 1)
        struct Inner { let dot = Dot(size: 2) }
      }
      extension Dot { static func make() -> Dot { Dot(size: 3) } }
      struct Own {
        private var count: Int
        init() { count = 0 }
      }
      struct List: View { var body: some View { Row(title: "a") } }
      """)
    XCTAssertEqual(
      errors(inFiles: ["struct Dot { fileprivate init() {} }\nlet a = Dot()", "let b = Dot()"]), ["E0210"])
  }

  func testKeysOfGroups() {
    assertOneError(
      "struct A {}\nstruct B { var a: A }\nfunc f(_ all: [B]) -> Any { Dictionary(grouping: all, by: { $0.a }) }",
      "E0306")
    assertClean(
      "struct B { var a: Int }\nfunc f(_ all: [B]) -> [Int: [B]] { Dictionary(grouping: all, by: \\.a) }")
  }
}
