/// Any text at all gives a lossless tree: mutated, cut, binary, very long and very deep input.
import XCTest

@testable import SceneLang

final class ParserRobustnessTests: XCTestCase {
  private static let sample = """
    import SwiftUI

    struct Card<T: View>: View, Equatable {
      @State private var isOpen = false
      @Binding(projected: x) var items: [Int: String]? { didSet { print("\\(items, default: 1) items") } }
      let path = \\Card.items?.count
      var body: some View {
        VStack(alignment: .leading, spacing: 12) { // text
          if let item = items?[3], item.count > 2 { Text(item) } else if isOpen { Text(\"\"\"
            a \\(1 + 2)
            b
            \"\"\") } else { EmptyView() }
          ForEach(0..<3, id: \\.self) { [weak self] (i: Int) -> Text in Text("\\(i)") }
            .padding(.horizontal, isOpen ? 10 : 20)
        }
        #if os(iOS)
        .tint(.red)
        #endif
      }
      func f<A, B>(_ a: inout A, b: B...) async throws -> (A, b: B) where A: P, B == Int {
        switch a { case .x(let y, _) where y > 1, is Int: return; default: break }
        for case let (k, v) in b { x = k as? Int ?? -v }
        do { try await g() } catch let e as E { throw e }
      }
    }
    #Scenario("open", device: .iPhone14) { Card<Text>() } steps: { tap("a"); wait(0.5) }
    """

  /// Every byte is in the tree, tokens are in order, children precede parents, all tokens are in some node.
  private func check(_ bytes: [UInt8], _ note: @autoclosure () -> String = "", line: UInt = #line) {
    let tree = Parser.parse(SourceFile(name: "a.scene", bytes: bytes))
    if tree.reconstructed() != bytes { XCTFail("bytes lost \(note())", line: line) }
    var position: UInt32 = 0
    for token in tree.tokens {
      if token.offset < position { return XCTFail("tokens out of order \(note())", line: line) }
      position = token.end
    }
    var seen = [Bool](repeating: false, count: tree.tokens.count)
    var parents = [Int](repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices {
      for position in tree.childRange(NodeID(UInt32(index))) {
        let child = tree.childTable[position]
        if child.isNode && Int(child.node.raw) >= index { return XCTFail("child behind parent", line: line) }
        if child.isNode { parents[Int(child.node.raw)] += 1 }
        if child.isToken { seen[Int(child.token.raw)] = true }
      }
    }
    for (index, isSeen) in seen.enumerated() where !isSeen && tree.tokens[index].kind != .startOfText {
      return XCTFail("token \(index) is in no node \(note())", line: line)
    }
    for (index, count) in parents.enumerated() where NodeID(UInt32(index)) != tree.root && count != 1 {
      return XCTFail("node \(index) (\(tree.nodes[index].kind)) has \(count) parents \(note())", line: line)
    }
    for diagnostic in ParseDiagnostics.diagnose(tree, file: 0) {
      if diagnostic.range.end > UInt32(bytes.count) { return XCTFail("range outside \(note())", line: line) }
    }
  }

  func testSampleHasNoErrors() {
    let tree = Parser.parse(SourceFile(name: "a.scene", text: Self.sample))
    XCTAssertEqual(ParseDiagnostics.diagnose(tree, file: 0).map(\.message), [])
  }

  func testDeletedAndDoubledTokens() {
    let source = SourceFile(name: "a.scene", text: Self.sample)
    let bytes = Array(source.bytes)
    for (index, token) in Parser.parse(source).tokens.enumerated() where token.length > 0 && index % 3 != 0 {
      let (start, end) = (Int(token.offset), Int(token.end))
      check(Array(bytes[..<start] + bytes[end...]), "without token at \(start)")
      check(Array(bytes[..<end] + bytes[start..<end] + bytes[end...]), "token doubled at \(start)")
    }
  }

  func testCutText() {
    let bytes = Array(Self.sample.utf8)
    for end in stride(from: 0, to: bytes.count, by: 11) {
      check(Array(bytes[..<end]), "cut at \(end)")
      check(Array(bytes[end...]), "begun at \(end)")
    }
  }

  func testRandomBytes() {
    var state: UInt64 = 1
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let alphabet = Array("(){}[]<>,:;.@#\\\"'`?!&=-+*/|^~$_ \n\tabcif let var case switch \"\"\" #if #endif 0.1e".utf8)
    for _ in 0..<150 {
      check((0..<Int(next() % 200)).map { _ in UInt8(truncatingIfNeeded: next()) })
      check((0..<Int(next() % 200)).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] })
    }
  }

  func testOddText() {
    check([])
    check([0xEF, 0xBB, 0xBF])
    check(Array("\u{FEFF}let a = 1\r\nlet b = 2\rlet c = 3".utf8))
    check([0x6C, 0x65, 0x74, 0, 0x20, 0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82])
    check(Array("/* /* */".utf8))
    check(Array("\"\\(\"\\(\"".utf8))
    check(Array("#!/usr/bin/env scenec\nlet a = 1".utf8))
    check(Array("let 变量 = \"值\" ×• 3 // 注释".utf8))
  }

  private func messages(_ text: String) -> [String] {
    ParseDiagnostics.diagnose(Parser.parse(SourceFile(name: "a.scene", text: text)), file: 0).map(\.code)
  }

  func testLongChains() {
    XCTAssertEqual(messages("let v = Text(\"a\")" + String(repeating: "\n  .padding(1)", count: 20_000)), [])
    XCTAssertEqual(messages("let v = 1" + String(repeating: " + 1", count: 20_000)), [])
    XCTAssertEqual(messages("if a { b }" + String(repeating: " else if a { b }", count: 3_000)), [])
    XCTAssertEqual(messages("let v = " + String(repeating: "a ? 1 : ", count: 20_000) + "0"), [])
    let tree = Parser.parse(SourceFile(name: "a.scene", text: "let v = a" + String(repeating: ".b()", count: 20_000)))
    let chain = tree.nodes.indices.first { tree.nodes[$0].kind == .postfixExpr } ?? 0
    XCTAssertEqual(tree.childCount(NodeID(UInt32(chain))), 40_001)
  }

  func testNestingLimit() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("{ x in ", "}")] {
      XCTAssertEqual(
        messages("let v = " + String(repeating: open, count: 250) + "1" + String(repeating: close, count: 250)), [],
        open)
      XCTAssertEqual(
        messages("let v = " + String(repeating: open, count: 1_000) + "1" + String(repeating: close, count: 1_000)),
        ["E0118"], open)
    }
    XCTAssertTrue(messages("let v: " + String(repeating: "[", count: 20_000)).contains("E0118"))
    XCTAssertTrue(messages("let v: " + String(repeating: "() -> ", count: 20_000) + "Int").contains("E0118"))
    check(Array(("let v: A" + String(repeating: "?", count: 20_000)).utf8))
    check(Array(String(repeating: "a<", count: 5_000).utf8))
    check(Array(String(repeating: "#if A\n", count: 2_000).utf8))
    check(Array(String(repeating: "\"\\(", count: 2_000).utf8))
    check(Array(String(repeating: "try ", count: 5_000).utf8))
  }

  func testIncrementalEqualsFresh() {
    let old = SourceFile(name: "a.scene", text: Self.sample)
    let bytes = Array(old.bytes)
    let tree = Parser.parse(old)
    var state: UInt64 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(limit, 1)))
    }
    let insertions = [
      "", "x", " ", "\n", "(", ")", "{", "}", "\"", "/*", "// a\n", "var y = 1\n", ".b", ";", "@", "#if A\n",
    ]
    var partial = 0
    for _ in 0..<600 {
      let start = next(bytes.count + 1)
      let end = min(bytes.count, start + next(4))
      let text = insertions[next(insertions.count)]
      let changed = Array(bytes[..<start]) + Array(text.utf8) + Array(bytes[end...])
      let source = SourceFile(name: "a.scene", bytes: changed)
      let result = IncrementalParse.reparse(
        tree, range: SourceRange(start: start, end: end), newLength: text.utf8.count, source: source)
      let fresh = Parser.parse(source)
      if result.isPartial { partial += 1 }
      guard result.tree.dump() == fresh.dump(), result.tree.dumpTokens() == fresh.dumpTokens() else {
        return XCTFail("differs after replacing \(start)..<\(end) by '\(text)'")
      }
      for (a, b) in zip(result.tree.tokens, fresh.tokens) where a.flags != b.flags {
        return XCTFail("flags at \(a.offset) differ after replacing \(start)..<\(end) by '\(text)'")
      }
    }
    XCTAssertGreaterThan(partial, 200)
  }

  /// What an item looks ahead at may lie beyond its neighbour: words of one line, a label on the next, an open bracket.
  func testIncrementalLooksAheadAgain() {
    func check(_ before: String, _ old: String, _ new: String, line: UInt = #line) {
      guard let range = before.range(of: old) else { return XCTFail("no '\(old)'", line: line) }
      let start = before.utf8.distance(from: before.startIndex, to: range.lowerBound)
      let source = SourceFile(name: "a.scene", text: before.replacingCharacters(in: range, with: new))
      let tree = IncrementalParse.reparse(
        Parser.parse(SourceFile(name: "a.scene", text: before)),
        range: SourceRange(start: start, end: start + old.utf8.count), newLength: new.utf8.count, source: source
      ).tree
      let fresh = Parser.parse(source)
      XCTAssertEqual(tree.dump(), fresh.dump(), line: line)
      XCTAssertEqual(tree.nodes.count, fresh.nodes.count, line: line)
      XCTAssertEqual(tree.tokens.count, fresh.tokens.count, line: line)
      self.check(Array(source.bytes), line: line)
    }
    let made = " by Joe Pham on 2022.\n\nimport SwiftUI\nstruct A { var a = 1 }\n"
    check(made, "import", "/a/")
    check(made, "SwiftUI", "UIKit")
    check("IKEUCHI on 2022/07/19.\nlet a = 1\n", "07", "case a\n")
    check("stru? ct A_B: C { }\nlet a = 1\n", "B", "\n")
    check("A & b0at acts a.opacity(2struct S { }\n", "struct", "\n")
    check("struct A_struct S { }\nws: P {\n  static var a: Int { 1 }\n}\nlet b = 2\n", "P", "\n")
    check("let a = 1\nf() { }\n B: View {\n  let a: Int\n}\n", "View", "{")
    check("struct A {\n  var x: Int { @a get { 1 } }\n}\n", "get", "gat")
    check("struct A {\n  var x: Int { get { 1 } }\n}\n", "get {", "mutating {")
  }

  func testIncrementalReuse() throws {
    let text = (0..<50).map { "func f\($0)() { let a = 1 }\n" }.joined()
    let old = Parser.parse(SourceFile(name: "a.scene", text: text))
    let at = UInt32(text.utf8.count / 2)
    var bytes = Array(text.utf8)
    bytes.insert(contentsOf: Array(" ".utf8), at: Int(at))
    let result = IncrementalParse.reparse(
      old, range: SourceRange(at, at), newLength: 1, source: SourceFile(name: "a.scene", bytes: bytes))
    XCTAssertTrue(result.isPartial)
    XCTAssertLessThan(result.replaced.count, old.nodes.count / 10)
    let last = try XCTUnwrap(old.elements(old.root).map { $0 }.last)
    XCTAssertEqual(result.tree.text(result.newID(of: last)), old.text(last))
  }

  func testSingleDeclaration() {
    let text = "struct A { }\n/// Doc\nfunc g(x: Int) -> Int\nvar y: Int { get }\n"
    var tree = SyntaxTree(source: SourceFile(name: "a", text: text))
    let start = text.utf8.count - "var y: Int { get }\n".utf8.count
    let function = Parser.parseDeclaration(in: &tree, at: 13, end: start, context: .member)
    let variable = Parser.parseDeclaration(in: &tree, at: start, end: text.utf8.count, context: .member)
    XCTAssertEqual(tree.kindIfPresent(function), .functionDecl)
    XCTAssertEqual(tree.text(function), "func g(x: Int) -> Int")
    XCTAssertEqual(tree.kindIfPresent(variable), .variableDecl)
    XCTAssertEqual(tree.text(variable), "var y: Int { get }")
    let first = TokenID(tree.nodes[Int(function.raw)].firstToken)
    XCTAssertEqual(tree.source.text(tree.leadingTrivia(first)), "/// Doc\n")
  }
}
