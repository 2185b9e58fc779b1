import XCTest

@testable import SceneLang

/// What `scenec fmt` writes: the style, and that nothing but white space ever changes.
final class FormatTests: XCTestCase {
  private func format(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> String {
    switch Formatter.format(SourceFile(name: "a.scene", text: text)) {
    case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .syntaxErrors(let errors):
      XCTFail("syntax errors: \(errors.map(\.message))", file: file, line: line)
    case .wouldChangeCode: XCTFail("would change the code:\n\(text)", file: file, line: line)
    }
    return text
  }

  private func check(_ text: String, _ expected: String, file: StaticString = #filePath, line: UInt = #line) {
    let once = format(text, file: file, line: line)
    XCTAssertEqual(once, expected, file: file, line: line)
    XCTAssertEqual(format(once, file: file, line: line), once, "not stable", file: file, line: line)
  }

  private func checkUnchanged(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
    check(text, text, file: file, line: line)
  }

  // MARK: White space

  func testSpacesAroundOperatorsColonsAndCommas() {
    check(
      "let  a:Int=1+2*x\nlet b : [String:Int] = [ : ]\nfoo( a:1 ,b : 2 )\n",
      "let a: Int = 1 + 2 * x\nlet b: [String: Int] = [:]\nfoo(a: 1, b: 2)\n")
    check(
      "let c = a ?b:c\nlet d = 0...9\nlet e = 0 ..< n\nlet f = -x + !y\n",
      "let c = a ? b : c\nlet d = 0...9\nlet e = 0 ..< n\nlet f = -x + !y\n")
    check("func  == ( a:A,b:A )->Bool{true}\n", "func == (a: A, b: A) -> Bool { true }\n")
    check("let g:Foo < Bar >=h as?Baz\n", "let g: Foo<Bar> = h as? Baz\n")
  }

  func testBracesAndElse() {
    check(
      "struct A:View\n{\nvar x:Int{1}\nfunc f(){if a{b()}\nelse{c()}}\n}\n",
      """
      struct A: View {
          var x: Int { 1 }
          func f() { if a { b() } else { c() } }
      }

      """)
  }

  func testABlockWithABreakInItIsBrokenAtItsBraces() {
    check(
      """
      struct A: View {
          var body: some View { VStack { Text("a")
              .bold() } }
          func f() { items.forEach { x in print(x,
              1) } }
          var s: String { "a" }
      }

      """,
      """
      struct A: View {
          var body: some View {
              VStack {
                  Text("a")
                      .bold()
              }
          }
          func f() {
              items.forEach { x in
                  print(x,
                        1)
              }
          }
          var s: String { "a" }
      }

      """)
  }

  func testBlankLinesAndEnds() {
    check("\n\n\nlet a = 1\n\n\n\nlet b = 2   \n\n\n", "let a = 1\n\nlet b = 2\n")
    check("func f() {\n    g()\n\n}", "func f() {\n    g()\n}\n")
    check("", "")
    check("\n\n", "")
    check("// only", "// only\n")
  }

  // MARK: Indentation

  func testChains() {
    checkUnchanged(
      """
      struct A: View {
          var body: some View {
              VStack {
                  Text("a")
                      .font(.title)
                      .padding()
              }
              .background(
                  Color.red
              )
              .onTapGesture {
                  go()
              }
              .frame(width: 1,
                     height: 2)
          }
      }

      """)
  }

  func testArgumentsStayWhereTheAuthorBegins() {
    checkUnchanged(
      """
      Alert(title: Text("a"),
            message: Text("b"))
      Button(action: {
          go()
      }, label: {
          Text("c")
      })
      foo(
          a: 1,
          b: { x in
              x
          }
      ) {
          d()
      } onDone: {
          e()
      }

      """)
  }

  func testStatements() {
    checkUnchanged(
      """
      func f() {
          guard let a = b,
                let c = d else { return }
          if let a = b,
             c {
              d()
          } else if e {
              g()
          }
          switch a {
          case .b, .c:
              d()
          // of the next
          case .e:
              g()
              // of this
          default: break
          }
          do {
              try h()
          } catch {
              i()
          }
          #if os(iOS)
          j()
          #endif
          let k = l
              ? m
              : n
          return o
              && p
      }

      """)
  }

  // MARK: Long lines

  func testLongModifierChainsBreakOneALine() {
    check(
      "let a = Text(\"some text\").font(.largeTitle).foregroundColor(.red).padding(.horizontal, 20).background(Color.blue)\n",
      """
      let a = Text("some text")
          .font(.largeTitle)
          .foregroundColor(.red)
          .padding(.horizontal, 20)
          .background(Color.blue)

      """)
  }

  func testLongArguments() {
    check(
      "func particle(systemImage: String, font: Font, status: Bool, activeTint: Color, inactiveTint: Color) -> some View { body }\n",
      """
      func particle(
          systemImage: String,
          font: Font,
          status: Bool,
          activeTint: Color,
          inactiveTint: Color
      ) -> some View {
          body
      }

      """)
    check(
      "let names = [\"Estonia\", \"France\", \"Germany\", \"Ireland\", \"Italy\", \"Nigeria\", \"Poland\", \"Russia\", \"Spain\", \"UK\"]\n",
      """
      let names = [
          "Estonia", "France", "Germany", "Ireland", "Italy", "Nigeria", "Poland", "Russia", "Spain", "UK"
      ]

      """)
  }

  func testWhatCannotBeBrokenStays() {
    let long = "Text(\"" + String(repeating: "x", count: 120) + "\")\n"
    checkUnchanged(long)
  }

  /// A finding stays on the line that a comment silences it on.
  func testSilencedLinesAreNotBroken() {
    let long =
      "Text(\"some text\").font(.largeTitle).foregroundColor(.red).padding(.horizontal, 20).background(Color.blue)"
    checkUnchanged("let a = \(long) // scenec:disable:this a-rule\n")
    checkUnchanged("// scenec:disable:next a-rule\nlet a = \(long)\n")
  }

  // MARK: Comments and strings

  func testCommentsBendNothing() {
    check(
      """
      struct Com: View {
          //
              @State private var a = 0
          /* x */
               var body: some View {
              Text("a") // tail
                  .padding() } // close
      //        Text("out")
      }
      """,
      """
      struct Com: View {
          //
          @State private var a = 0
          /* x */
          var body: some View {
              Text("a") // tail
                  .padding()
          } // close
      //        Text("out")
      }

      """)
  }

  func testBlockCommentsMoveAsAWhole() {
    check(
      "struct A {\n  /* a\n     b\n   */\n  let x = 1\n}\n",
      "struct A {\n    /* a\n       b\n     */\n    let x = 1\n}\n")
  }

  func testTypedErrorsStayWithTheirKeyword() {
    let text = "func f() async throws(Lost) -> Int { 1 }\nlet g: () throws(Lost) -> Int\n"
    check(text, text)
    check("func f() throws (Lost) {}\n", "func f() throws(Lost) {}\n")
  }

  func testStringsAreUntouched() {
    check(
      "func f() {\nlet a = \"\"\"\n    x  \\( a+b )\n\n\n  y\n  \"\"\"\ng( \"\\(a+b)\" )\n}\n",
      "func f() {\n    let a = \"\"\"\n    x  \\( a+b )\n\n\n  y\n  \"\"\"\n    g(\"\\(a+b)\")\n}\n")
  }

  func testACommentInEveryGapSurvives() {
    let source = """
      @MainActor struct A<T: B>: View where T: C {
          @State private var a: [String: Int] = [:], b = 1
          enum E: Int { case x = 1, y }
          func f(_ a: Int = 1, b c: inout T?) async throws(Lost) -> some View {
              guard let x = a?.b[0], x > 1 else { return }
              for i in 0..<3 where i != 2 { foo(i, key: \\.name) { $0 + 1 } onEnd: { [weak self] x, y in z }.bar() }
              switch x { case .a(let b) where b: break; default: fallthrough }
              #if os(iOS) && DEBUG
              x = y ? -1 : try await z as? Int ?? 2
              #endif
          }
      }
      """
    let tree = Parser.parse(SourceFile(name: "", text: source))
    let bytes = Array(source.utf8)
    for token in tree.tokens.dropFirst() where token.length > 0 || token.kind == .endOfFile {
      for comment in ["/* c */", " // c\n", "\n// c\n", "\n\n/* a\n b */\n"] {
        let at = Int(token.offset)
        let text =
          String(decoding: bytes[..<at], as: UTF8.self) + comment + String(decoding: bytes[at...], as: UTF8.self)
        guard case .text(let once) = Formatter.format(SourceFile(name: "", text: text)) else { continue }
        XCTAssertEqual(FormatTests.comments(once), FormatTests.comments(Array(text.utf8)), text)
        guard case .text(let twice) = Formatter.format(SourceFile(name: "", bytes: once)) else {
          XCTFail("the result cannot be read: \(String(decoding: once, as: UTF8.self))")
          continue
        }
        XCTAssertEqual(String(decoding: twice, as: UTF8.self), String(decoding: once, as: UTF8.self), text)
      }
    }
  }

  /// Comments with white space taken out.
  private static func comments(_ bytes: [UInt8]) -> [String] {
    let atoms = FormatAtoms(Parser.parse(SourceFile(name: "", bytes: bytes)))
    return atoms.comments.map { comment in
      String(decoding: atoms.source.slice(comment.range).filter { $0 != 0x20 && $0 != 0x0A }, as: UTF8.self)
    }
  }

  // MARK: Line ends

  func testLineEnds() {
    let text = "struct A {\n  /* a\n   b */\n  let x=1\n\n\n\n  let s = \"\"\"\n  y\n  \"\"\"\n}"
    let plain = format(text)
    XCTAssertTrue(plain.contains("    let x = 1\n"))
    for end in ["\r\n", "\r"] {
      XCTAssertEqual(format(text.replacingOccurrences("\n", end)), plain.replacingOccurrences("\n", end))
    }
    XCTAssertEqual(format("a\r\nb\r\nc\nd"), "a\r\nb\r\nc\r\nd\r\n")
    XCTAssertEqual(format("\u{FEFF}let a=1"), "\u{FEFF}let a = 1\n")
    XCTAssertEqual(format("#!/usr/bin/scenec\nlet a=1"), "#!/usr/bin/scenec\nlet a = 1\n")
  }

  // MARK: Refusal, bounds, edits

  func testDetailsOfModifiersTouchThem() {
    let text = """
      struct A {
          private(set) var x = 1
          @State private(set) var y = 2
          public internal(set) var z = 1
          nonisolated(unsafe) static var a = 1
          unowned(unsafe) let b: B
      }

      """
    XCTAssertEqual(format(text), text)
  }

  func testSyntaxErrorsAreRefused() {
    guard case .syntaxErrors(let errors) = Formatter.format(SourceFile(name: "", text: "struct A {\n let x = (1\n}"))
    else { return XCTFail("formatted") }
    XCTAssertFalse(errors.isEmpty)
  }

  func testLongAndDeepTexts() {
    let nested = String(repeating: "f(", count: 200) + "x" + String(repeating: ")", count: 200) + "\n"
    _ = format(nested)
    let chain = "let a = b" + String(repeating: ".c(d)", count: 5_000) + "\n"
    XCTAssertEqual(format(chain).split(separator: "\n").count, 5_001)
    let sum = "let a = b" + String(repeating: " + f(c)", count: 5_000) + "\n"
    XCTAssertEqual(format(sum).split(separator: "\n").count, 5_001)
    let line = String(repeating: "f(a, b); ", count: 3_000) + "g()\n"
    XCTAssertEqual(format(line).split(separator: "\n").count, 3_001)
  }

  func testEditsGiveTheSameTextAndAreSmall() throws {
    let text =
      "struct Cjk: View {\n  var body: some View {\n    HStack { Text(\"账本\"); Text(\"二\"   ).padding( 8 ) }\n  }\n}\n"
    let tree = Parser.parse(SourceFile(name: "", text: text))
    let edits = try XCTUnwrap(Formatter.edits(tree))
    var bytes = Array(text.utf8)
    for edit in edits.reversed() {
      bytes.replaceSubrange(Int(edit.range.start)..<Int(edit.range.end), with: Array(edit.text.utf8))
    }
    XCTAssertEqual(String(decoding: bytes, as: UTF8.self), format(text))
    XCTAssertTrue(edits.allSatisfy { $0.text.utf8.count <= 4 && $0.range.length <= 3 }, "\(edits)")
    let third = try XCTUnwrap(Formatter.edits(tree, in: SourceRange(start: 20, end: 40)))
    XCTAssertEqual(third.count, 1)
    XCTAssertNil(Formatter.edits(Parser.parse(SourceFile(name: "", text: "struct {"))))
  }

  /// Set `SCENEC_FORMAT` to a folder of sources: every file must stay the same code, and be stable after one run.
  func testFolder() throws {
    guard let folder = ProcessInfo.processInfo.environment["SCENEC_FORMAT"] else { return }
    for case let path as String in try XCTUnwrap(FileManager.default.enumerator(atPath: folder)) {
      guard path.hasSuffix(".swift") || path.hasSuffix(".scene") else { continue }
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
      switch Formatter.format(SourceFile(name: path, bytes: bytes)) {
      case .syntaxErrors: continue
      case .wouldChangeCode: XCTFail("\(path): would change the code")
      case .text(let once):
        guard case .text(let twice) = Formatter.format(SourceFile(name: path, bytes: once)) else {
          XCTFail("\(path): cannot be read again")
          continue
        }
        XCTAssertTrue(once == twice, "\(path): not stable")
      }
    }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ part: String, _ other: String) -> String {
    replacingOccurrences(of: part, with: other)
  }
}
