/// The forms in which findings are written, the line table, and operator folding.
import XCTest

@testable import SceneLang

final class DiagnosticRendererTests: XCTestCase {
  private let source = SourceFile(name: "dir a/x.scene", text: "let a = 1\n\tlet é = foo(\"b\"\n")

  private var diagnostic: Diagnostic {
    var made = Diagnostic(
      .missingCloser, "expected ')' to close the arguments of 'foo'",
      at: SourcePlace(file: 0, range: SourceRange(23, 26)))
    made.labels = [Diagnostic.Label("opened here", at: SourcePlace(file: 0, range: SourceRange(22, 23)))]
    made.notes = [Diagnostic.Note("say \"more\"")]
    made.fixes = [.insert(")", at: SourcePlace(file: 0, range: SourceRange(26, 26)))]
    return made
  }

  func testText() {
    XCTAssertEqual(
      TextRenderer(usesColor: false).render([diagnostic], files: [source]),
      """
      error[E0103]: expected ')' to close the arguments of 'foo'
       --> dir a/x.scene:2:14
        |
      2 |     let é = foo("b"
        |                ^^^
        |               - opened here
        = note: say "more"
        = fix: insert ')'


      """)
    XCTAssertEqual(TextRenderer(usesColor: false).summary([diagnostic], files: 1), "1 error in 1 file\n")
    XCTAssertTrue(TextRenderer(usesColor: true).render([diagnostic], files: [source]).contains("\u{1B}[1;31m"))
  }

  func testOfALongLineAPartIsShown() {
    let start = 1_000
    let text =
      "let a = \"" + String(repeating: "é", count: 500 - 5) + "\" + wrong + \"" + String(repeating: "b", count: 9_000)
    let long = SourceFile(name: "x.scene", text: text)
    let found = Diagnostic(
      .missingCloser, "no", at: SourcePlace(file: 0, range: SourceRange(UInt32(start + 3), UInt32(start + 8))))
    let lines = TextRenderer(usesColor: false).render([found], files: [long]).split(separator: "\n").map(String.init)
    XCTAssertEqual(lines.count, 5)
    XCTAssertTrue(lines[3].hasPrefix("1 | …é"))
    XCTAssertTrue(lines[3].hasSuffix("bbb…"))
    XCTAssertLessThan(lines[3].count, 170)
    let column = lines[4].firstIndex(of: "^").map { lines[4].distance(from: lines[4].startIndex, to: $0) } ?? 0
    XCTAssertEqual(String(lines[3].dropFirst(column).prefix(5)), "wrong")
    XCTAssertTrue(lines[4].hasSuffix(" ^^^^^"))
    // A mark that begins a long line, and one that is longer than what is shown.
    let all = Diagnostic(.missingCloser, "no", at: SourcePlace(file: 0, range: SourceRange(0, 9_000)))
    let shown = TextRenderer(usesColor: false).render([all], files: [long]).split(separator: "\n").map(String.init)
    XCTAssertTrue(shown[3].hasPrefix("1 | let a = "))
    XCTAssertLessThan(shown[4].count, 170)
  }

  func testJSON() {
    XCTAssertEqual(
      JSONRenderer.render([diagnostic], files: [source]),
      #"{"schema":"scenec.diagnostics/1","diagnostics":[{"code":"E0103","rule":null,"severity":"error","#
        + #""message":"expected ')' to close the arguments of 'foo'","file":"dir a/x.scene","#
        + #""range":{"start":{"line":2,"column":14,"offset":23},"end":{"line":2,"column":17,"offset":26}},"#
        + #""notes":[{"message":"opened here","file":"dir a/x.scene","#
        + #""range":{"start":{"line":2,"column":13,"offset":22},"end":{"line":2,"column":14,"offset":23}}},"#
        + #"{"message":"say \"more\"","file":"dir a/x.scene","#
        + #""range":{"start":{"line":2,"column":14,"offset":23},"end":{"line":2,"column":17,"offset":26}}}],"#
        + #""fixes":[{"title":"insert ')'","edits":[{"file":"dir a/x.scene","#
        + #""range":{"start":{"line":2,"column":17,"offset":26},"end":{"line":2,"column":17,"offset":26}},"#
        + #""text":")"}]}]}],"summary":{"errors":1,"warnings":0,"files":1,"rules":{}}}"# + "\n")
  }

  func testLines() {
    XCTAssertEqual(
      UnixRenderer.render([diagnostic], files: [source]),
      "dir a/x.scene:2:14: error: expected ')' to close the arguments of 'foo' [E0103]\n")
    XCTAssertEqual(
      GitHubRenderer.render([diagnostic], files: [source]),
      "::error file=dir a/x.scene,line=2,endLine=2,col=14,endColumn=17,title=E0103::expected ')' to close the "
        + "arguments of 'foo'%0Asay \"more\"\n")
  }

  func testSARIF() {
    let text = SARIFRenderer.render([diagnostic], files: [source], version: "1.0")
    XCTAssertTrue(text.contains(#""version":"2.1.0""#))
    XCTAssertTrue(text.contains(#""artifactLocation":{"uri":"dir%20a/x.scene"}"#))
    // Columns in UTF-16 units: the accented letter is one.
    XCTAssertTrue(text.contains(#""region":{"startLine":2,"startColumn":13,"endLine":2,"endColumn":16"#))
  }

  func testLineIndex() {
    let file = SourceFile(name: "a", text: "a\r\nb\rc\n\nd")
    XCTAssertEqual(file.lineIndex.starts, [0, 3, 5, 7, 8])
    XCTAssertEqual(file.position(4), SourcePosition(line: 2, column: 2, offset: 4))
    XCTAssertEqual(file.position(99), SourcePosition(line: 5, column: 2, offset: 9))
    XCTAssertEqual(file.lineIndex.offset(line: 3, column: 1), 5)
    XCTAssertEqual(file.lineIndex.offset(line: 9, column: 9), 9)
  }

  func testCatalogueIsConsistent() {
    let kinds = DiagnosticCatalog.all()
    XCTAssertEqual(Set(kinds.map(\.code)).count, kinds.count)
    XCTAssertEqual(Set(kinds.map(\.slug)).count, kinds.count)
    for kind in DiagnosticCatalog.parse {
      XCTAssertFalse(kind.title.isEmpty || kind.explanation.isEmpty, kind.code)
      func found(_ text: String) -> [String] {
        ParseDiagnostics.diagnose(Parser.parse(SourceFile(name: "a.scene", text: text)), file: 0).map(\.code)
      }
      if kind.wrong.isEmpty { continue }
      XCTAssertEqual(found(kind.wrong), [kind.code], kind.code)
      XCTAssertEqual(found(kind.right), [], kind.code)
    }
    XCTAssertEqual(DiagnosticCatalog.find("missing-comma")?.code, "E0111")
  }

  private func fold(_ text: String) -> String {
    let tree = Parser.parse(SourceFile(name: "a", text: text))
    let sequence = NodeID(UInt32(tree.nodes.lastIndex { $0.kind == .sequenceExpr } ?? 0))
    let operators = Operators.standard
    let children = tree.childRange(sequence).map { tree.childTable[$0] }
    var stack: [String] = []
    for step in operators.fold(operators.groups(of: sequence, in: tree)).steps {
      switch step {
      case .operand(let number): stack.append(tree.text(children[number * 2].node))
      case .apply(let number):
        let right = stack.removeLast()
        let left = stack.removeLast()
        let child = children[number * 2 + 1]
        let name = child.isToken ? tree.text(child.token) : tree.text(child.node)
        stack.append("(\(left) \(name) \(right))")
      }
    }
    return stack.joined(separator: "|")
  }

  func testFolding() {
    XCTAssertEqual(fold("a + b * c - d"), "((a + (b * c)) - d)")
    XCTAssertEqual(fold("a ?? b ?? c"), "(a ?? (b ?? c))")
    XCTAssertEqual(fold("x = a ? b : c || d && e"), "(x = (a ? b : (c || (d && e))))")
    XCTAssertEqual(fold("a as B == c"), "((a as B) == c)")
    XCTAssertEqual(fold("a < b + 1 ... c"), "(a < ((b + 1) ... c))")
    let groups = [Operators.comparison, Operators.comparison]
    XCTAssertEqual(Operators.standard.fold(groups).conflicts, [1])
    let long = Operators.standard.fold([Int](repeating: Operators.nilCoalescing, count: 50_000))
    XCTAssertEqual(long.steps.count, 100_001)
    var custom = Operators.standard
    let group = custom.declareGroup("G", higherThan: [Operators.addition], lowerThan: [Operators.multiplication])
    custom.declare(infix: "+++", group: group ?? 0)
    XCTAssertEqual(
      custom.fold([Operators.addition, custom.group(of: "+++"), Operators.multiplication]).steps.suffix(3),
      [.apply(2), .apply(1), .apply(0)])
  }

  func testFixItApplierKeepsFixesWhole() {
    let file = SourceFile(name: "a", text: "abcdef")
    func edit(_ a: UInt32, _ b: UInt32, _ text: String) -> FixIt.Edit {
      FixIt.Edit(SourcePlace(file: 0, range: SourceRange(a, b)), text)
    }
    let outcome = FixItApplier.apply(
      [
        FixIt("1", [edit(0, 1, "X"), edit(4, 5, "Y")]), FixIt("2", [edit(2, 3, "Z"), edit(4, 6, "W")]),
        FixIt("3", [edit(3, 3, "+")]),
      ], to: [file])
    XCTAssertEqual(String(decoding: outcome.texts[0], as: UTF8.self), "Xbc+dYf")
    XCTAssertEqual(outcome.applied, 2)
    XCTAssertEqual(outcome.skipped, 1)
  }
}
