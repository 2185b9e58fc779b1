/// Mistakes in a scene, a kind a row: each is reported once, at its line, with the code of its kind and the right name
/// where there is one.
import XCTest

@testable import SceneLang

final class MutationTests: XCTestCase {
  private struct Mutation {
    var kind: String
    var old: String
    var new: String
    /// Beginnings of the codes that fit.
    var codes: [String]
    /// Stands in the message, its notes or its fixes.
    var suggestion = ""
    /// Texts of the lines that fit; none for the line of the change, an empty one for any.
    var lines: [String] = []
  }

  private static func findings(_ text: String) -> (errors: [Diagnostic], source: SourceFile) {
    let source = SourceFile(name: "shelf.scene", text: text)
    let compilation = Compilation(sources: [source], name: "shelf")
    compilation.check()
    return (compilation.diagnostics.filter { $0.severity == .error }, source)
  }

  func testTheSceneIsRight() {
    XCTAssertEqual(MutationTests.findings(MutationTests.scene).errors.map(\.message), [])
  }

  /// Every mistake is found, all but one in twenty as one error at the right place with the right name.
  func testMistakes() {
    var wrong: [String] = []
    for mutation in MutationTests.mutations {
      let text = MutationTests.replaced(mutation)
      guard let text else {
        XCTFail("\(mutation.kind): no place for it")
        continue
      }
      let problem = MutationTests.problem(mutation, text)
      if !problem.isEmpty { wrong.append("\(mutation.kind): \(problem)") }
    }
    XCTAssertLessThanOrEqual(wrong.count * 20, MutationTests.mutations.count, wrong.joined(separator: "\n"))
    XCTAssertGreaterThanOrEqual(MutationTests.mutations.count, 40)
  }

  private static func replaced(_ mutation: Mutation) -> String? {
    let text = Array(scene.utf8)
    let old = Array(mutation.old.utf8)
    guard text.count >= old.count else { return nil }
    for start in 0...(text.count - old.count) where text[start..<(start + old.count)].elementsEqual(old) {
      return String(decoding: text[..<start] + Array(mutation.new.utf8) + text[(start + old.count)...], as: UTF8.self)
    }
    return nil
  }

  private static func problem(_ mutation: Mutation, _ text: String) -> String {
    let (errors, source) = findings(text)
    guard errors.count == 1, let error = errors.first else {
      return "\(errors.count) errors \(errors.map { $0.code + " " + $0.message })"
    }
    if !mutation.codes.contains(where: { error.code.hasPrefix($0) }) { return "code \(error.code) \(error.message)" }
    let written = text.split(separator: "\n", omittingEmptySubsequences: false)
    let before = scene.split(separator: "\n", omittingEmptySubsequences: false)
    let line = Int(source.position(error.range.start).line)
    var isPlace = mutation.lines.contains { $0.isEmpty }
    if mutation.lines.isEmpty {
      var first = 0
      while first < min(written.count, before.count), written[first] == before[first] { first += 1 }
      isPlace = line == first + 1
    } else if line >= 1 && line <= written.count {
      isPlace = isPlace || mutation.lines.contains { written[line - 1].contains($0) }
    }
    if !isPlace { return "at line \(line): \(error.message)" }
    var said = error.message + error.notes.map(\.message).joined()
    for fix in error.fixes { said += fix.title + fix.edits.map(\.text).joined() }
    if mutation.suggestion.isEmpty { return "" }
    return said.contains(mutation.suggestion) ? "" : "no '\(mutation.suggestion)' in: \(error.message)"
  }

  private static let scene = #"""
    import SwiftUI

    protocol Priced {
      var price: Double { get }
      func discounted(by rate: Double) -> Double
    }

    enum Size: String, CaseIterable {
      case small, medium, large
    }

    struct Cup: Identifiable, Hashable, Priced {
      let id = UUID()
      var name: String
      var size: Size = .small
      var price: Double
      var note: String?

      func discounted(by rate: Double) -> Double {
        return price * (1 - rate)
      }

      mutating func rename(to newName: String) {
        name = newName
      }

      init(name: String, price: Double) {
        self.name = name
        self.price = price
      }
    }

    class Store: ObservableObject {
      @Published var cups: [Cup] = []
      let limit = 12

      func cup(named name: String) -> Cup? {
        cups.first { $0.name == name }
      }

      func save(_ cup: Cup) throws -> Int {
        guard cups.count < limit else { throw StoreError.full }
        cups.append(cup)
        return cups.count
      }

      func load() async -> [Cup] {
        return cups
      }

      func describe() -> String { "store" }
    }

    class BigStore: Store {
      override func describe() -> String { "big " + super.describe() }
    }

    enum StoreError: Error {
      case full
      case broken(code: Int)
    }

    struct Badge<Content: View>: View {
      let title: String
      var count: Int = 0
      @ViewBuilder let content: () -> Content

      var body: some View {
        HStack(spacing: 4) {
          Text(title).font(.headline)
          content()
        }
      }
    }

    struct Shelf: View {
      @StateObject private var store = Store()
      @State private var isOpen = false
      @State private var amount = 1
      @State private var query = ""
      @Binding var selection: Cup?
      @Environment(\.colorScheme) private var scheme
      @Namespace private var space
      let columns = [GridItem(.flexible()), GridItem(.flexible())]

      var body: some View {
        NavigationStack {
          List(store.cups) { cup in
            row(for: cup)
          }
          .toolbar {
            Button("Add", systemImage: "plus") { add() }
          }
          VStack(alignment: .leading, spacing: 8) {
            Toggle("Open", isOn: $isOpen)
            TextField("Search", text: $query)
            Stepper("Amount", value: $amount, in: 1...9)
            Badge(title: "All", count: store.cups.count) {
              Image(systemName: "cup.and.saucer")
            }
            ForEach(Size.allCases, id: \.self) { size in
              Text(size.rawValue.capitalized)
            }
            Text(label(for: .medium))
              .foregroundStyle(isOpen ? .red : .blue)
              .padding(.horizontal, 12)
              .frame(width: 120, height: 40)
              .matchedGeometryEffect(id: "label", in: space)
              .onTapGesture {
                withAnimation(.spring(duration: 0.3)) { isOpen.toggle() }
              }
          }
          .onAppear { amount = 2 }
          .task { _ = await store.load() }
        }
      }

      func row(for cup: Cup) -> some View {
        HStack {
          Text(cup.name)
          Spacer()
          if let note = cup.note {
            Text(note)
          } else {
            Text("\(cup.price)")
          }
        }
        .opacity(scheme == .dark ? 0.8 : 1)
      }

      func label(for size: Size) -> String {
        switch size {
        case .small: return "S"
        case .medium: return "M"
        case .large: return "L"
        }
      }

      func add() {
        var cup = Cup(name: "New", price: 2.5)
        cup.rename(to: "Newer")
        do {
          let count = try store.save(cup)
          print(count + 1)
        } catch StoreError.broken(let code) {
          print(code)
        } catch {
          print(error)
        }
        let names: [String] = store.cups.map { $0.name }
        let total = store.cups.reduce(0.0) { $0 + $1.price }
        let first = store.cups.first?.name ?? "none"
        print(names.joined(separator: ", "), total, first)
        selection = store.cup(named: "New")
        let sorted = store.cups.sorted(by: { $0.price < $1.price })
        for cup in sorted where cup.price > 1 {
          print(cup.discounted(by: 0.1))
        }
      }
    }
    """#

  private static let mutations: [Mutation] = [
    Mutation(
      kind: "wrong label",
      old: "cup(named: \"New\")",
      new: "cup(name: \"New\")",
      codes: ["E0305"],
      suggestion: "named"),
    Mutation(
      kind: "wrong label of the API",
      old: "VStack(alignment: .leading, spacing: 8)",
      new: "VStack(alignment: .leading, spacin: 8)",
      codes: ["E0304", "E0305"],
      suggestion: "spacing"),
    Mutation(
      kind: "wrong label of an initialiser",
      old: "Cup(name: \"New\", price: 2.5)",
      new: "Cup(title: \"New\", price: 2.5)",
      codes: ["E0305"],
      suggestion: "name"),
    Mutation(
      kind: "label left out",
      old: "row(for: cup)\n      }",
      new: "row(cup)\n      }",
      codes: ["E0305"],
      suggestion: "for:",
      lines: ["row(cup)"]),
    Mutation(
      kind: "label too many",
      old: "store.save(cup)",
      new: "store.save(cup: cup)",
      codes: ["E0305"]),
    Mutation(
      kind: "wrong type of an argument",
      old: ".frame(width: 120, height: 40)",
      new: ".frame(width: \"120\", height: 40)",
      codes: ["E0301"]),
    Mutation(
      kind: "wrong type of a value",
      old: "let total = store",
      new: "let total: String = store",
      codes: ["E03"]),
    Mutation(
      kind: "wrong type of an initial value",
      old: "var count: Int = 0",
      new: "var count: Int = \"0\"",
      codes: ["E0301"]),
    Mutation(
      kind: "missing argument",
      old: "Cup(name: \"New\", price: 2.5)",
      new: "Cup(name: \"New\")",
      codes: ["E0303"],
      suggestion: "price"),
    Mutation(
      kind: "missing argument of the API",
      old: "TextField(\"Search\", text: $query)",
      new: "TextField(\"Search\")",
      codes: ["E0303", "E0305"]),
    Mutation(
      kind: "extra argument",
      old: "label(for: .medium)",
      new: "label(for: .medium, 2)",
      codes: ["E0304"]),
    Mutation(
      kind: "extra argument of the API",
      old: "Spacer()",
      new: "Spacer(minLength: 2, 3)",
      codes: ["E0304"]),
    Mutation(
      kind: "unknown member",
      old: "store.cups.count)",
      new: "store.cups.cuont)",
      codes: ["E0202"],
      suggestion: "count",
      lines: ["cups.cuont"]),
    Mutation(
      kind: "unknown member of a view",
      old: ".padding(.horizontal, 12)",
      new: ".paddding(.horizontal, 12)",
      codes: ["E0202"],
      suggestion: "padding"),
    Mutation(
      kind: "unknown implicit member",
      old: "isOpen ? .red : .blue",
      new: "isOpen ? .redd : .blue",
      codes: ["E0202"],
      suggestion: "red"),
    Mutation(
      kind: "unknown case",
      old: "label(for: .medium)",
      new: "label(for: .mediun)",
      codes: ["E0202"],
      suggestion: "medium"),
    Mutation(
      kind: "unknown static member",
      old: "Size.allCases",
      new: "Size.allCase",
      codes: ["E0202"],
      suggestion: "allCases"),
    Mutation(
      kind: "missing return",
      old: "    return price * (1 - rate)",
      new: "    let reduced = price * (1 - rate); print(reduced)",
      codes: ["E0501"],
      lines: ["let reduced", "  }"]),
    Mutation(
      kind: "misspelt name",
      old: "Text(cup.name)",
      new: "Text(cop.name)",
      codes: ["E0201"],
      suggestion: "cup"),
    Mutation(
      kind: "misspelt type",
      old: "let title: String\n",
      new: "let title: Sting\n",
      codes: ["E0401"],
      suggestion: "String",
      lines: ["let title: Sting"]),
    Mutation(
      kind: "misspelt view",
      old: "Spacer()",
      new: "Spacr()",
      codes: ["E0201"],
      suggestion: "Spacer"),
    Mutation(
      kind: "misspelt function",
      old: "print(code)",
      new: "prnt(code)",
      codes: ["E0201"],
      suggestion: "print"),
    Mutation(
      kind: "binding without $",
      old: "isOn: $isOpen",
      new: "isOn: isOpen",
      codes: ["E0301"]),
    Mutation(
      kind: "$ too many",
      old: "Text(cup.name)",
      new: "Text($cup.name)",
      codes: ["E0201"]),
    Mutation(
      kind: "$ on a value",
      old: "Text(title)",
      new: "Text($title)",
      codes: ["E0201"]),
    Mutation(
      kind: "missing conformance",
      old: "struct Cup: Identifiable, Hashable, Priced",
      new: "struct Cup: Hashable, Priced",
      codes: ["E0306"],
      suggestion: "Identifiable",
      lines: ["List(store.cups)"]),
    Mutation(
      kind: "missing requirement",
      old: "  func discounted(by rate: Double) -> Double {\n    return price * (1 - rate)\n  }\n",
      new: "",
      codes: ["E0409"],
      lines: ["struct Cup"]),
    Mutation(
      kind: "not exhaustive",
      old: "    case .large: return \"L\"\n",
      new: "",
      codes: ["E0502"],
      lines: ["switch size"]),
    Mutation(
      kind: "write to a let",
      old: "let limit = 12\n",
      new: "let limit = 12\n\n  func grow() { limit = 13 }\n",
      codes: ["E0322"],
      suggestion: "var",
      lines: ["limit = 13"]),
    Mutation(
      kind: "write to a constant",
      old: "var cup = Cup",
      new: "let cup = Cup",
      codes: ["E0322"],
      lines: ["cup.rename"]),
    Mutation(
      kind: "write to a parameter",
      old: "print(cup.discounted(by: 0.1))",
      new: "cup.price = 1",
      codes: ["E0322"],
      lines: ["cup.price = 1"]),
    Mutation(
      kind: "missing closing brace",
      old: "        Text(size.rawValue.capitalized)\n        }",
      new: "        Text(size.rawValue.capitalized)",
      codes: ["E0103"],
      lines: [""]),
    Mutation(
      kind: "missing parenthesis",
      old: "HStack(spacing: 4) {",
      new: "HStack(spacing: 4 {",
      codes: ["E0103", "E0106", "E0104"],
      lines: [""]),
    Mutation(
      kind: "missing bracket",
      old: "let columns = [GridItem(.flexible()), GridItem(.flexible())]",
      new: "let columns = [GridItem(.flexible()), GridItem(.flexible())",
      codes: ["E0103", "E0104"],
      lines: [""]),
    Mutation(
      kind: "duplicate declaration",
      old: "  let limit = 12\n",
      new: "  let limit = 12\n  let limit = 13\n",
      codes: ["E0408"],
      lines: ["let limit = 13"]),
    Mutation(
      kind: "duplicate function",
      old: "  func describe() -> String { \"store\" }\n",
      new: "  func describe() -> String { \"store\" }\n  func describe() -> String { \"shop\" }\n",
      codes: ["E0408"],
      lines: ["\"shop\""]),
    Mutation(
      kind: "closure arity",
      old: "sorted(by: { $0.price < $1.price })",
      new: "sorted(by: { a, b, c in a.price < b.price })",
      codes: ["E0320"]),
    Mutation(
      kind: "closure arity of map",
      old: "store.cups.map { $0.name }",
      new: "store.cups.map { a, b in a.name }",
      codes: ["E0320"]),
    Mutation(
      kind: "missing try",
      old: "try store.save(cup)",
      new: "store.save(cup)",
      codes: ["E0337", "E0333", "E0335", "E0332", "E0334", "E0331"]),
    Mutation(
      kind: "missing await",
      old: "_ = await store.load()",
      new: "_ = store.load()",
      codes: ["E03"]),
    Mutation(
      kind: "missing unwrap",
      old: "        Text(note)",
      new: "        Text(cup.note)",
      codes: ["E0302"]),
    Mutation(
      kind: "unwrap of a value",
      old: "cup.discounted(by: 0.1)",
      new: "cup!.discounted(by: 0.1)",
      codes: ["E0317"]),
    Mutation(
      kind: "optional chain on a value",
      old: "cup.discounted(by: 0.1)",
      new: "cup?.discounted(by: 0.1)",
      codes: ["E0316"]),
    Mutation(
      kind: "?? on a value",
      old: "store.cups.first?.name ?? \"none\"",
      new: "store.cups.count ?? 0",
      codes: ["E0318"]),
    Mutation(
      kind: "generic argument",
      old: "@Binding var selection: Cup?",
      new: "@Binding var selection: Cup?\n  var extra: Array<Int, Int> = []",
      codes: ["E0404"],
      lines: ["Array<Int, Int>"]),
    Mutation(
      kind: "static use of an instance member",
      old: "print(code)",
      new: "print(Store.limit)",
      codes: ["E0203"]),
    Mutation(
      kind: "instance use of a static member",
      old: "size in\n          Text(size.rawValue.capitalized)",
      new: "size in\n          Text(\"\\(size.allCases.count)\")",
      codes: ["E0204"],
      lines: ["size.allCases"]),
    Mutation(
      kind: "self before init",
      old: "let columns =",
      new: "let doubled = amount * 2\n  let columns =",
      codes: ["E0206"],
      lines: ["amount * 2"]),
    Mutation(
      kind: "member not initialised",
      old: "    self.price = price\n",
      new: "",
      codes: ["E0515"],
      lines: ["init(name"]),
    Mutation(
      kind: "operator operands",
      old: "print(count + 1)",
      new: "print(count + \"1\")",
      codes: ["E0315"]),
    Mutation(
      kind: "comparison of types",
      old: "scheme == .dark",
      new: "scheme == \"dark\"",
      codes: ["E0315", "E0301"]),
    Mutation(
      kind: "condition not Bool",
      old: "if let note = cup.note {\n        Text(note)",
      new: "if cup.price {\n        Text(\"a\")",
      codes: ["E0301"],
      lines: ["if cup.price"]),
    Mutation(
      kind: "wrong pattern",
      old: "case .small: return \"S\"",
      new: "case .tiny: return \"S\"",
      codes: ["E0202"]),
    Mutation(
      kind: "pattern of another type",
      old: "case .small: return \"S\"",
      new: "case 1: return \"S\"",
      codes: ["E0315", "E0512"]),
    Mutation(
      kind: "return of a value in Void",
      old: "selection = store.cup(named: \"New\")",
      new: "return 5",
      codes: ["E05"]),
    Mutation(
      kind: "return without a value",
      old: "    case .small: return \"S\"",
      new: "    case .small: return",
      codes: ["E05"]),
    Mutation(
      kind: "wrong return type",
      old: "    case .small: return \"S\"",
      new: "    case .small: return 1",
      codes: ["E0301"]),
    Mutation(
      kind: "missing override",
      old: "  override func describe()",
      new: "  func describe()",
      codes: ["E0417"],
      suggestion: "override"),
    Mutation(
      kind: "override of nothing",
      old: "  override func describe()",
      new: "  override func descrbe()",
      codes: ["E0416"],
      lines: ["descrbe"]),
    Mutation(
      kind: "missing mutating",
      old: "  mutating func rename",
      new: "  func rename",
      codes: ["E0322"],
      suggestion: "mutating",
      lines: ["name = newName"]),
    Mutation(
      kind: "unknown attribute",
      old: "@State private var isOpen",
      new: "@Stat private var isOpen",
      codes: ["E0421", "E0422", "E0423", "E0424"],
      suggestion: "State",
      lines: ["@Stat "]),
    Mutation(
      kind: "bad key path",
      old: "id: \\.self",
      new: "id: \\.selff",
      codes: ["E0202"],
      lines: ["selff"]),
    Mutation(
      kind: "key path of the environment",
      old: "\\.colorScheme",
      new: "\\.colourScheme",
      codes: ["E0202"],
      lines: ["colourScheme"]),
    Mutation(
      kind: "if let of a value",
      old: "if let note = cup.note",
      new: "if let note = cup.name",
      codes: ["E0511"]),
    Mutation(
      kind: "for over no sequence",
      old: "for cup in sorted",
      new: "for cup in 5",
      codes: ["E0513", "E0514"]),
    Mutation(
      kind: "call of a value",
      old: "print(error)",
      new: "error(1)",
      codes: ["E0308"]),
    Mutation(
      kind: "statement in a builder",
      old: "      Spacer()",
      new: "      while true {}",
      codes: ["E0504"]),
    Mutation(
      kind: "value that is no view",
      old: "      Spacer()",
      new: "      5",
      codes: ["E0503"]),
    Mutation(
      kind: "wrong argument order",
      old: "Cup(name: \"New\", price: 2.5)",
      new: "Cup(price: 2.5, name: \"New\")",
      codes: ["E0305"]),
    Mutation(
      kind: "string not closed",
      old: "Text(title).font",
      new: "Text(\"title).font",
      codes: ["E0112"],
      lines: [""]),
    Mutation(
      kind: "comma left out",
      old: "let columns = [GridItem(.flexible()), GridItem(.flexible())]",
      new: "let columns = [GridItem(.flexible()) GridItem(.flexible())]",
      codes: ["E0110", "E0111", "E0109"]),
    Mutation(
      kind: "colon left out",
      old: "func row(for cup: Cup)",
      new: "func row(for cup Cup)",
      codes: ["E01"]),
    Mutation(
      kind: "unknown label of a case",
      old: "catch StoreError.broken(let code)",
      new: "catch StoreError.brokn(let code)",
      codes: ["E0202"],
      suggestion: "broken"),
    Mutation(
      kind: "thrown value no error",
      old: "throw StoreError.full",
      new: "throw \"full\"",
      codes: ["E03"]),
    Mutation(
      kind: "inout without &",
      old: "print(count + 1)",
      new: "swap(&amount, amount)",
      codes: ["E0324"],
      lines: ["swap("]),
    Mutation(
      kind: "nil for a value",
      old: "selection = store.cup(named: \"New\")",
      new: "amount = nil",
      codes: ["E0313"]),
    Mutation(
      kind: "class without initialiser",
      old: "let limit = 12\n",
      new: "let limit: Int\n",
      codes: ["E0427"],
      lines: ["class Store"]),
    Mutation(
      kind: "protocol made",
      old: "let sorted = ",
      new: "let priced = Priced()\n    let sorted = ",
      codes: ["E0310"],
      lines: ["Priced()"]),
    Mutation(
      kind: "wrong raw type",
      old: "enum Size: String",
      new: "enum Size: Int",
      codes: ["E0202", "E03"],
      lines: ["capitalized"]),
    Mutation(
      kind: "missing func keyword",
      old: "  func add() {",
      new: "  add() {",
      codes: ["E0104"],
      suggestion: "func",
      lines: ["  add() {"]),
    Mutation(
      kind: "unknown property of a binding",
      old: "Stepper(\"Amount\", value: $amount",
      new: "Stepper(\"Amount\", value: $amout",
      codes: ["E0201"],
      suggestion: "amount"),
    Mutation(
      kind: "assignment of another type",
      old: "amount = 2",
      new: "amount = \"2\"",
      codes: ["E0301"]),
    Mutation(
      kind: "unused element type",
      old: "reduce(0.0)",
      new: "reduce(\"\")",
      codes: ["E0315", "E0301", "E0307"]),
  ]
}
