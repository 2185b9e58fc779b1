/// The requests about documents, one test a feature. `|` in a text is the cursor.
import XCTest

@testable import LanguageServer
@testable import SceneLang

final class FeatureTests: FeatureTestCase {
  // MARK: Completion

  func testMembersBehindAPeriod() {
    for end in ["", "\n        Text(\"b\")"] {
      let found = complete(view("        Text(\"a\").|\(end)"))
      XCTAssertTrue(found.contains("padding"), end)
      XCTAssertTrue(found.contains("bold"), end)
      XCTAssertFalse(found.contains("_body"), end)
      XCTAssertEqual(found.count, Set(found).count, "one item a name")
    }
    let nested = complete(view("        VStack {\n            Text(\"a\").pad|\n            Text(\"b\")\n        }"))
    XCTAssertTrue(nested.contains("padding"))
  }

  func testMembersInTheMiddleOfAChain() {
    for (chain, expected) in [
      ("Text(\"a\").|.bold()", "foregroundStyle"), ("Text(\"a\")\n            .|\n            .bold()", "kerning"),
      ("Text(\"a\").pad|.bold()", "padding"), ("Text(name.|.description)", "uppercased"),
      ("Text(\"a \\(name.|) b\")", "count"), ("Text(\"a \\(name.|\")", "count"), ("Text(\"a \\(na|\")", "name"),
    ] {
      let found = complete(view("        \(chain)", members: "    let name = \"a\"\n"))
      XCTAssertTrue(found.contains(expected), chain)
    }
    // What was looked at for the list leaves nothing behind.
    XCTAssertTrue(
      complete("let items = [1, 2]\nfor item in items {\n    let twice = item\n    print(tw|)\n}").contains("twice"))
    XCTAssertTrue(complete("let items = [1, 2]\nlet first = items.|").contains("count"))
  }

  func testMembersOfAnUnfinishedFile() {
    XCTAssertTrue(
      complete("import SwiftUI\nstruct A: View {\n    var body: some View {\n        Text(\"a\").|").contains("font"))
    XCTAssertTrue(
      complete(view("        Button(\"x\") { name.| }", members: "    let name = \"a\"\n")).contains("uppercased"))
    XCTAssertTrue(complete(view("        Text(items.|)", members: "    let items = [1, 2]\n")).contains("count"))
  }

  func testStaticMembersAndOwnMembers() {
    XCTAssertTrue(complete(view("        Color.|")).contains("red"))
    let own = complete(view("        Text(self.|)", members: "    let title = \"a\"\n"))
    XCTAssertTrue(own.contains("title"))
  }

  func testImplicitMembers() {
    XCTAssertTrue(complete(view("        Text(\"a\").foregroundColor(.|)")).contains("red"))
    XCTAssertTrue(complete(view("        Text(\"a\").font(.|)")).contains("title"))
    XCTAssertTrue(complete(view("        VStack(alignment: .|) { Text(\"a\") }")).contains("leading"))
    XCTAssertTrue(complete("enum E { case one, two }\nfunc f() {\n    let e: E = .|\n}\n").contains("two"))
    XCTAssertTrue(complete("enum E { case one, two }\nfunc g(_ e: E) {}\nfunc f() {\n    g(.o|)\n}\n").contains("one"))
    XCTAssertTrue(complete(view("        Button(\"a\") {}.buttonStyle(.|)")).contains("bordered"))
  }

  func testNamesInScope() {
    let found = complete(
      view(
        "        let near = 1\n        ForEach(items, id: \\.self) { item in\n            |\n        }",
        members: "    @State private var items = [1]\n"))
    for name in ["near", "item", "items", "Text", "VStack", "if", "self", "Card"] {
      XCTAssertTrue(found.contains(name), name)
    }
  }

  func testArgumentLabels() {
    XCTAssertTrue(complete(view("        VStack(|) { Text(\"a\") }")).contains("alignment:"))
    XCTAssertTrue(complete(view("        Text(\"a\").frame(width: 1, |)")).contains("height:"))
    XCTAssertTrue(complete("func f(one: Int, two: Int) {}\nfunc g() { f(one: 1, |) }\n").contains("two:"))
  }

  func testSymbolNamesAttributesTypes() {
    XCTAssertTrue(complete(view("        Image(systemName: \"star.f|\")")).contains("star.fill"))
    XCTAssertEqual(complete(view("        Text(\"star.f|\")")), [])
    XCTAssertEqual(complete(view("        Text(\"a\") // star.f|")), [])
    XCTAssertTrue(complete("import SwiftUI\nstruct A: View {\n    @|\n}\n").contains("State"))
    let types = complete("import SwiftUI\nstruct Mine {}\nstruct A {\n    var x: |\n}\n")
    XCTAssertTrue(types.contains("Mine"))
    XCTAssertTrue(types.contains("CGFloat"))
    XCTAssertFalse(types.contains("guard"))
  }

  func testStepsOfAScenario() {
    func steps(_ text: String, head: String = "\"a\"") -> [String] {
      complete("import SwiftUI\n#Scenario(\(head)) { Button(\"Open\") {} } steps: {\n  \(text)\n}\n")
    }
    XCTAssertTrue(Set(["tap", "wait", "expect", "settle"]).isSubset(of: steps("wait(1)\n  |\n  wait(2)")))
    XCTAssertFalse(steps("ta|").contains("Text"))
    XCTAssertEqual(steps("tap(\"|\")"), ["Open"])
    XCTAssertEqual(Set(steps("tap(|)")), ["x:", "y:", "\"Open\""])
    XCTAssertEqual(Set(steps("drag(\"Open\", |)")), ["by:", "to:", "duration:", "index:", "x:", "y:"])
    XCTAssertEqual(
      Set(steps("drag(\"Open\", by: .init(width: 1, height: 2), |)")), ["to:", "duration:", "index:", "x:", "y:"])
    XCTAssertEqual(steps("drag(\"Open\", by: |)").first, ".init(width: 0, height: 0)")
    XCTAssertTrue(Set(["visible", "frame", "settles"]).isSubset(of: steps("expect(\"Open\").|\n  wait(1)")))
    XCTAssertEqual(Set(steps("expect(\"Open\").monotone(.|)")), ["x", "y", "width", "height", "opacity"])
    XCTAssertEqual(steps("type(\"x\", into: \"|\")"), ["Open"])
    XCTAssertEqual(Set(steps("wait(1)", head: "\"a\", |")), ["device:", "colorScheme:"])
    XCTAssertTrue(steps("wait(1)", head: "\"a\", device: .|").contains("iPhone15ProMax"))
    XCTAssertTrue(steps("wait(1)", head: "\"a\", device: |").contains(".iPhone15ProMax"))
    XCTAssertEqual(steps("wait(1)", head: "\"a\", colorScheme: |"), [".light", ".dark"])
    XCTAssertTrue(Set(["Scenario { } steps: { }", "Preview { }"]).isSubset(of: complete("import SwiftUI\n#|\n")))
    XCTAssertTrue(steps("wait(1)", head: "\"a\", device: \"iP|\"").contains("iPhone 15 Pro Max"))
    XCTAssertEqual(steps("wait(1)", head: "\"a\", colorScheme: .|"), ["light", "dark"])
    let wrapped = "import SwiftUI\n#if SCENE\n#Scenario(\"a\") { Text(\"Open\") } steps: {\n  tap(\"|\")\n}\n#endif\n"
    XCTAssertEqual(complete(wrapped), ["Open"])
    // The view is code.
    let view = complete("import SwiftUI\n#Scenario(\"a\") { Text(\"Open\").| } steps: { wait(1) }\n")
    XCTAssertTrue(view.contains("padding"))
  }

  func testKeyPaths() {
    let types = "struct Item { var name = \"\"; var sub = Sub(); func f() {} }\nstruct Sub { var deep = 1 }\n"
    XCTAssertEqual(complete(types + "let p = \\Item.|\n"), ["name", "sub", "self"])
    XCTAssertEqual(complete(types + "let p = \\Item.sub.|\nlet q = 1\n"), ["deep", "self"])
    XCTAssertEqual(complete(types + "func f(x: [Item]) { let y = x.map(\\.|) }\n"), ["name", "sub", "self"])
    XCTAssertEqual(
      complete(
        "import SwiftUI\n" + types + "func f(x: [Item]) -> some View { ForEach(x, id: \\.|) { _ in Text(\"a\") } }\n"),
      ["name", "sub", "self"])
    let environment = complete(
      "import SwiftUI\nstruct A: View { @Environment(\\.dis|) var d\n var body: some View { Text(\"a\") } }\n")
    XCTAssertTrue(environment.contains("dismiss") && environment.contains("colorScheme"))
    XCTAssertTrue(complete(view("        Text(\"a\").environment(\\.|)")).contains("colorScheme"))
  }

  func testOrderOfCompletions() {
    let answer = ask(
      "textDocument/completion",
      view(
        "        let pat = 3\n        return Text(\"\\(pat)\").padding(pa|)",
        members: "    @State private var padded = 1\n"))
    func order(_ label: String) -> String {
      let items = answer["result"]?["items"]?.arrayValue ?? []
      return items.first { $0["label"]?.stringValue == label }?["sortText"]?.stringValue ?? ""
    }
    let wanted = ["pat", "padded", "PageTabViewStyle"].map(order)
    XCTAssertEqual(wanted, wanted.sorted())
    XCTAssertFalse(wanted.contains(""))
    let members = ask("textDocument/completion", view("        Text(\"a\").fore|"))
    let items = (members["result"]?["items"]?.arrayValue ?? []).sorted {
      $0["sortText"]?.stringValue ?? "" < $1["sortText"]?.stringValue ?? ""
    }.compactMap { $0["label"]?.stringValue }
    XCTAssertEqual(items.first, "foregroundStyle")
    // Deprecated: behind all others.
    XCTAssertGreaterThan(items.firstIndex(of: "foregroundColor") ?? 0, items.firstIndex(of: "zIndex") ?? .max)
  }

  func testResolveAndSnippets() throws {
    let (text, place) = position(view("        Text(\"a\").|"))
    let client = Client(capabilities: [snippets])
    client.open(uri, text)
    let answer = client.request(
      "textDocument/completion", .make(["textDocument": .make(["uri": .string(uri)]), "position": place]))
    let item = try XCTUnwrap(answer["result"]?["items"]?.arrayValue?.first { $0["label"] == .string("padding") })
    XCTAssertEqual(item["textEdit"]?["newText"], .string("padding($0)"))
    XCTAssertEqual(item["insertTextFormat"], .integer(2))
    let resolved = client.request("completionItem/resolve", item)["result"]
    XCTAssertTrue(resolved?["detail"]?.stringValue?.contains("func padding(") ?? false)
    XCTAssertFalse(resolved?["documentation"]?["value"]?.stringValue?.isEmpty ?? true)
    XCTAssertEqual(
      client.request("completionItem/resolve", .make(["label": .string("x")]))["result"], .make(["label": .string("x")])
    )
    let plain = ask("textDocument/completion", view("        Text(\"a\").|"))
    let padding = plain["result"]?["items"]?.arrayValue?.first { $0["label"] == .string("padding") }
    XCTAssertEqual(padding?["textEdit"]?["newText"], .string("padding"))
  }

  func testSignatureHelp() {
    let help = ask("textDocument/signatureHelp", "func f(one: Int, two: String) {}\nfunc g() { f(one: 1, |) }\n")[
      "result"]
    XCTAssertEqual(help?["signatures"]?.arrayValue?.first?["label"], .string("f(one: Int, two: String)"))
    XCTAssertEqual(help?["activeParameter"], .integer(1))
    let frame = ask("textDocument/signatureHelp", view("        Text(\"a\").frame(|)"))["result"]
    XCTAssertGreaterThan(frame?["signatures"]?.arrayValue?.count ?? 0, 1)
    XCTAssertEqual(ask("textDocument/signatureHelp", "func g() { | }\n")["result"], .null)
  }

  // MARK: Hover and navigation

  func testHover() {
    func text(_ marked: String) -> String {
      ask("textDocument/hover", marked)["result"]?["contents"]?["value"]?.stringValue ?? ""
    }
    XCTAssertTrue(text(view("        Text(\"a\").pa|dding(4)")).contains("func padding("))
    XCTAssertTrue(text("func f() {\n    let count = [1]\n    print(co|unt)\n}\n").contains("let count: [Int]"))
    XCTAssertTrue(text("/// What it is.\nstruct Mine {}\nlet a = M|ine()\n").contains("What it is."))
    XCTAssertEqual(ask("textDocument/hover", "// no|thing\n")["result"], .null)
    let toggle = view("        Toggle(\"a\", isOn: $o|n)", members: "    @State private var on = false\n")
    XCTAssertEqual(text(toggle), "```swift\nvar $on: Binding<Bool>\n```\nThe projected value of 'on'.")
    let scenario = "import SwiftUI\n#Scenario(\"a\") { Text(\"a\") } steps: {\n  wa|it(1)\n}\n"
    XCTAssertEqual(text(scenario), "```swift\nwait(seconds)\n```\nlets time pass, in seconds")
  }

  func testHoverOverMacrosAndAttributes() {
    func text(_ marked: String) -> String {
      ask("textDocument/hover", marked)["result"]?["contents"]?["value"]?.stringValue ?? ""
    }
    XCTAssertTrue(text("import SwiftUI\n#Pre|view { Text(\"a\") }\n").hasPrefix("```swift\n#Preview("))
    XCTAssertTrue(text("func f() { print(#fi|leID) }\n").contains("Module/File.swift"))
    XCTAssertTrue(text("import SwiftUI\n@Obser|vable final class M { var a = 1 }\n").contains("updated"))
    XCTAssertTrue(
      text("import SwiftUI\nextension EnvironmentValues { @En|try var wide = false }\n").contains("EnvironmentValues"))
    // A wrapper is a type, and is shown as one.
    XCTAssertTrue(text("import SwiftUI\nstruct A { @Sta|te var a = 1 }\n").contains("struct State<Value>"))
  }

  func testBindingsAloneBehindADollar() {
    let members = "    @State private var on = false\n    @State private var name = \"\"\n    let n = 1\n"
    XCTAssertEqual(complete(view("        Toggle(\"a\", isOn: $|)", members: members)), ["$on", "$name"])
    XCTAssertEqual(complete(view("        TextField(\"a\", text: $na|)", members: members)), ["$on", "$name"])
    XCTAssertEqual(
      complete(
        view(
          "        ForEach($names, id: \\.self) { $item in TextField(\"a\", text: $|) }",
          members: "    @State private var names = [\"a\"]\n")), ["$item", "$names"])
    XCTAssertEqual(complete("let twice = [1, 2].map { $| }\n"), ["$0"])
  }

  func testNamesThatCanBeUnwrapped() {
    let members = "    @State private var picked: Int?\n    let n = 1\n"
    XCTAssertEqual(complete(view("        if let |", members: members)), ["picked"])
    XCTAssertEqual(complete("func f(a: Int?) {\n    guard let |\n}\n"), ["a"])
    XCTAssertEqual(complete("func f() {\n    let |\n}\n"), [])
  }

  func testWhatAProtocolAsksFor() {
    XCTAssertEqual(complete("import SwiftUI\nstruct A: View {\n    var b|\n}\n"), ["body: some View"])
    XCTAssertEqual(
      complete("import SwiftUI\nstruct A: Shape {\n    func |\n}\n"), ["path(in rect: CGRect) -> Path"])
    XCTAssertEqual(complete("struct A {\n    var b|\n}\n"), [])
    XCTAssertEqual(complete(view("        Text(\"a\")", members: "    var b|\n")), [])
  }

  func testKeyPathsOfTuples() {
    XCTAssertEqual(
      complete(
        view(
          "        ForEach(Array(names.enumerated()), id: \\.|) { i, name in Text(name) }",
          members: "    let names = [\"a\"]\n")
      ).sorted(), ["element", "offset", "self"])
  }

  func testTheOverloadWhoseLabelsFitComesFirst() {
    let help = ask("textDocument/signatureHelp", "let a = String(12, radix: |)\n")["result"]
    let first = help?["signatures"]?.arrayValue?.first
    XCTAssertTrue(first?["label"]?.stringValue?.contains("radix:") ?? false)
    XCTAssertEqual(help?["activeSignature"], .integer(0))
    XCTAssertEqual(help?["activeParameter"], .integer(1))
  }

  func testSignaturesOfUnfinishedCalls() {
    func active(_ marked: String) -> String {
      let result = ask("textDocument/signatureHelp", marked)["result"]
      let label =
        result?["signatures"]?.arrayValue?[result?["activeSignature"]?.intValue ?? 0]["label"]?.stringValue ?? ""
      return "\(label.prefix { $0 != "(" }) \(result?["activeParameter"]?.intValue ?? -1)"
    }
    XCTAssertEqual(active(view("        Text(\"a\").frame(width: |)")), "frame 0")
    XCTAssertEqual(active(view("        Text(\"a\").animation(.spring(response: |), value: 1)")), "spring 0")
    XCTAssertEqual(active(view("        Text(\"a\").transition(.move(edge: |))")), "move 0")
    XCTAssertEqual(active("func f(a: Int, b: Int) {}\nfunc g() { f(a: 1, | }\n"), "f 1")
    XCTAssertEqual(active("struct P { var a = 1; let b: String }\nlet p = P(b: |)\n"), "P 1")
  }

  func testMembersThroughBindings() {
    let model = "@Observable class Model { var title = \"a\"; let fixed = 1 }\n"
    let bindable = complete(
      view("        TextField(\"x\", text: $model.|)", members: "    @Bindable var model: Model\n") + model)
    XCTAssertTrue(Set(["fixed", "title", "wrappedValue"]).isSubset(of: bindable))
    XCTAssertFalse(bindable.contains("subscript"))
  }

  func testElementsOfUnfinishedClosures() {
    // 'sorted' takes two elements, of which one is written so far.
    let text = "struct P { var size = 1 }\nfunc f(ps: [P]) -> [P] { ps.sorted { $0.| } }\n"
    XCTAssertEqual(complete(text), ["size"])
  }

  func testDefinitionAndTypeDefinition() {
    let text = "struct Card { var title = \"a\" }\nfunc f(card: Card) {\n    let own = card\n    print(own.title)\n}\n"
    func place(_ method: String, _ marked: String) -> String { range(ask(method, marked)["result"]?["range"]) }
    XCTAssertEqual(
      place("textDocument/definition", text.replacingOccurrences(of: "own.title", with: "own.ti|tle")), "0:18-0:23")
    XCTAssertEqual(
      place("textDocument/definition", text.replacingOccurrences(of: "own.title", with: "o|wn.title")), "2:8-2:11")
    XCTAssertEqual(
      place("textDocument/definition", text.replacingOccurrences(of: "card: Card", with: "card: Ca|rd")), "0:7-0:11")
    XCTAssertEqual(
      place("textDocument/definition", text.replacingOccurrences(of: "= card", with: "= ca|rd")), "1:7-1:11")
    XCTAssertEqual(
      place("textDocument/typeDefinition", text.replacingOccurrences(of: "own.title", with: "o|wn.title")), "0:7-0:11")
    XCTAssertEqual(ask("textDocument/definition", view("        Te|xt(\"a\")"))["result"], .null)
  }

  func testDefinitionsOfTheAPI() throws {
    var kept: [String: String] = [:]
    let client = Client(
      capabilities: [
        .init(
          key: "textDocument",
          value: .make(["publishDiagnostics": .make(["codeDescriptionSupport": .bool(true)])]))
      ],
      files: FileAccess(
        read: { _ in nil }, sources: { _ in [] },
        keep: { name, text in
          kept[name] = String(decoding: text, as: UTF8.self)
          return "/cache/" + name
        }))
    let text = view("        Text(\"a\").padding().lineLimit(1)", members: "    @State var x = 1\n")
    client.open(uri, text)
    func definition(_ character: Int) -> JSON? {
      client.request(
        "textDocument/definition",
        .make([
          "textDocument": .make(["uri": .string(uri)]),
          "position": .make(["line": .integer(4), "character": .integer(character)]),
        ]))["result"]
    }
    func named(_ answer: JSON?) throws -> String {
      let path = try XCTUnwrap(answer?["uri"]?.stringValue)
      let name = try XCTUnwrap(kept.keys.first { path.hasSuffix($0) }, path)
      let lines = (kept[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let start = answer?["range"]?["start"]
      let line = lines[start?["line"]?.intValue ?? 0]
      let from = start?["character"]?.intValue ?? 0
      return String(line.dropFirst(from).prefix((answer?["range"]?["end"]?["character"]?.intValue ?? 0) - from))
    }
    XCTAssertEqual(try named(definition(9)), "Text")
    XCTAssertEqual(try named(definition(19)), "padding")
    XCTAssertEqual(try named(definition(29)), "lineLimit")
    // The page of a rule behind its code; and nothing is said about generated files.
    let page = client.settle().last?["diagnostics"]?.arrayValue?.first?["codeDescription"]?["href"]
    XCTAssertEqual(page, .string("file:///cache/rules/unused-state.md"))
    XCTAssertTrue(kept["rules/unused-state.md"]?.contains("## Wrong") ?? false)
    client.open("file:///cache/api/A.swiftinterface", "struct A { @State var x = }\n")
    XCTAssertEqual(client.settle().last?["diagnostics"], .array([]))
  }

  func testReferencesAndHighlights() {
    let text = "struct Card { var ti|tle = \"a\" }\nfunc f(card: Card) {\n    print(card.title, card.title)\n}\n"
    let all = ask(
      "textDocument/references", text, [.init(key: "context", value: .make(["includeDeclaration": .bool(true)]))])
    XCTAssertEqual(all["result"]?.arrayValue?.map { range($0["range"]) }, ["0:18-0:23", "2:15-2:20", "2:27-2:32"])
    let uses = ask(
      "textDocument/references", text, [.init(key: "context", value: .make(["includeDeclaration": .bool(false)]))])
    XCTAssertEqual(uses["result"]?.arrayValue?.count, 2)
    XCTAssertEqual(ask("textDocument/documentHighlight", text)["result"]?.arrayValue?.count, 3)
    let type = "struct Ca|rd {}\nextension Card {}\nfunc f(_ c: [Card]) -> Card { Card() }\n"
    XCTAssertEqual(ask("textDocument/references", type)["result"]?.arrayValue?.count, 5)
  }

  // MARK: Renaming

  func testRename() {
    XCTAssertEqual(
      renamed("struct A { var ti|tle = 1 }\nlet a = A(title: 2).title\n", "name"),
      "struct A { var name = 1 }\nlet a = A(name: 2).name\n")
    XCTAssertEqual(
      renamed("func f() {\n    let 🐟x| = 1\n    print(🐟x, { 🐟x })\n}\n", "y"),
      "func f() {\n    let y = 1\n    print(y, { y })\n}\n")
    XCTAssertEqual(
      renamed("func f(nu|m: Int) -> Int { num }\nlet a = f(num: 1)\n", "n"),
      "func f(num n: Int) -> Int { n }\nlet a = f(num: 1)\n")
    XCTAssertEqual(
      renamed(view("        Toggle(\"a\", isOn: $is|On)", members: "    @State private var isOn = false\n"), "open"),
      view("        Toggle(\"a\", isOn: $open)", members: "    @State private var open = false\n"))
    XCTAssertEqual(renamed("struct Ca|rd {}\nlet c: Card = Card()\n", "Tile"), "struct Tile {}\nlet c: Tile = Tile()\n")
  }

  func testRenameRefuses() {
    for (marked, name) in [
      (view("        Text(\"a\").pa|dding()"), "pad"), (view("        Te|xt(\"a\")"), "Label"),
      ("import SwiftUI\nstruct A: View { var bo|dy: some View { Text(\"a\") } }\n", "content"),
      ("let |a = 1\n", "2b"), ("let |a = 1\n", "a b"), ("let |a = 1\n", "class"), ("le|t a = 1\n", "b"),
      ("enum E { case a(x|: Int) }\n", "y"),
    ] {
      XCTAssertEqual(
        ask("textDocument/rename", marked, [.init(key: "newName", value: .string(name))]).errorCode, -32803, marked)
    }
    XCTAssertEqual(ask("textDocument/prepareRename", view("        Te|xt(\"a\")")).errorCode, -32803)
    let allowed = ask("textDocument/prepareRename", "let na|me = 1\n")["result"]
    XCTAssertEqual(allowed?["placeholder"], .string("name"))
    XCTAssertEqual(range(allowed?["range"]), "0:4-0:8")
  }

  // MARK: Structure

  func testDocumentAndWorkspaceSymbols() {
    let text = "|struct A {\n    let x: Int\n    func f(a: Int) {}\n    enum E { case one }\n}\nlet g = 1\n"
    let symbols = ask("textDocument/documentSymbol", text)["result"]?.arrayValue ?? []
    XCTAssertEqual(symbols.map { $0["name"] }, [.string("A"), .string("g")])
    XCTAssertEqual(symbols[0]["children"]?.arrayValue?.map { $0["name"] }, [.string("x"), .string("f"), .string("E")])
    let client = Client()
    client.open(uri, "struct CardView {}\nstruct Other {}\n")
    let found = client.request("workspace/symbol", .make(["query": .string("cv")]))["result"]?.arrayValue ?? []
    XCTAssertEqual(found.map { $0["name"] }, [.string("CardView")])
  }

  func testFoldingAndSelectionRanges() {
    let text =
      "|import A\nimport B\n// a\n// b\nstruct A {\n    func f() {\n        g(\n            1\n        )\n    }\n}\n"
    let folds = ask("textDocument/foldingRange", text)["result"]?.arrayValue ?? []
    XCTAssertEqual(
      folds.map { "\($0["startLine"]?.intValue ?? -1)-\($0["endLine"]?.intValue ?? -1)" },
      ["0-1", "2-3", "4-10", "5-9", "6-8"])
    XCTAssertEqual(folds[0]["kind"], .string("imports"))
    let answer = ask(
      "textDocument/selectionRange", "let a = f(x + |yy)\n",
      [.init(key: "positions", value: .array([.make(["line": .integer(0), "character": .integer(15)])]))])
    var ranges: [String] = []
    var current = answer["result"]?.arrayValue?.first
    while let here = current {
      ranges.append(range(here["range"]))
      current = here["parent"]
    }
    XCTAssertEqual(Array(ranges.prefix(3)), ["0:14-0:16", "0:10-0:16", "0:9-0:17"])
    XCTAssertEqual(ranges.count, Set(ranges).count)
  }

  private func tokens(_ data: [Int], _ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array(String($0).utf16) }
    var result: [String] = []
    var (line, character) = (0, 0)
    for start in stride(from: 0, to: data.count, by: 5) {
      if data[start] > 0 { character = 0 }
      line += data[start]
      character += data[start + 1]
      let word = String(decoding: lines[line][character..<character + data[start + 2]], as: UTF16.self)
      result.append("\(word):\(SemanticTokens.Kind.allCases[data[start + 3]])")
    }
    return result
  }

  func testSemanticTokens() {
    let text =
      "struct A: View { // c\n    @State var x = \"🐟\\(y)\"\n    /* a\n b */ func f(n: Int) { g(n, .red).h }\n}\n"
    let client = Client()
    client.open(uri, text)
    let document = JSON.make(["textDocument": .make(["uri": .string(uri)])])
    let full = client.request("textDocument/semanticTokens/full", document)["result"]
    let data = full?["data"]?.arrayValue?.compactMap(\.intValue) ?? []
    let found = tokens(data, text)
    for wanted in [
      "struct:keyword", "A:type", "View:type", "// c:comment", "State:decorator", "var:keyword", "x:variable",
      "y:variable", "/* a:comment", " b */:comment", "f:function", "n:parameter", "Int:type", "g:function",
      "red:enumMember", "h:property",
    ] { XCTAssertTrue(found.contains(wanted), "\(wanted) in \(found)") }
    client.change(uri, version: 2, [Client.edit((0, 7), (0, 8), "Bcd")])
    let delta = client.request(
      "textDocument/semanticTokens/full/delta",
      .make(["textDocument": .make(["uri": .string(uri)]), "previousResultId": full?["resultId"] ?? .null]))["result"]
    var patched = data
    for edit in delta?["edits"]?.arrayValue ?? [] {
      let start = edit["start"]?.intValue ?? 0
      patched.replaceSubrange(
        start..<start + (edit["deleteCount"]?.intValue ?? 0),
        with: edit["data"]?.arrayValue?.compactMap(\.intValue) ?? [])
    }
    let again = client.request("textDocument/semanticTokens/full", document)["result"]?["data"]?.arrayValue?.compactMap(
      \.intValue)
    XCTAssertEqual(patched, again)
    let part =
      client.request(
        "textDocument/semanticTokens/range",
        .make([
          "textDocument": .make(["uri": .string(uri)]),
          "range": Client.edit((1, 0), (1, 14), "")["range"] ?? .null,
        ]))["result"]?["data"]?.arrayValue?.compactMap(\.intValue) ?? []
    XCTAssertEqual(part[0], 1)
    XCTAssertEqual(part.count / 5, 3)
  }

  func testInlayHintsAndLenses() {
    let text =
      "|struct A { var x = [1] }\nfunc f() {\n    let a = h().x\n    let b: Int = 2\n    let c = \"s\"\n    let d = A()\n}\nfunc h() -> A { A() }\n"
    let hints = ask(
      "textDocument/inlayHint", text, [.init(key: "range", value: Client.edit((0, 0), (9, 0), "")["range"] ?? .null)])
    XCTAssertEqual(hints["result"]?.arrayValue?.map { $0["label"] }, [.string(": [Int]"), .string(": [Int]")])
    let lenses =
      ask("textDocument/codeLens", "|import SwiftUI\n#Preview(\"one\") { Text(\"a\") }\n")["result"]?.arrayValue ?? []
    XCTAssertEqual(lenses.first?["command"]?["title"], .string("Play preview"))
    XCTAssertEqual(lenses.first?["command"]?["arguments"]?.arrayValue?.last, .string("one"))
  }

  // MARK: Editing

  func testFormatting() {
    let text = "struct A{\n  let x=1\n  let s = \"账本\"+\"b\"\n}\n"
    let edits = ask("textDocument/formatting", "|" + text)["result"]?.arrayValue ?? []
    XCTAssertEqual(apply(edits, to: text), "struct A {\n    let x = 1\n    let s = \"账本\" + \"b\"\n}\n")
    let part =
      ask(
        "textDocument/rangeFormatting", "|" + text,
        [.init(key: "range", value: Client.edit((1, 2), (1, 5), "")["range"] ?? .null)])["result"]?.arrayValue ?? []
    XCTAssertEqual(apply(part, to: text), "struct A{\n    let x=1\n  let s = \"账本\"+\"b\"\n}\n")
    XCTAssertEqual(ask("textDocument/formatting", "|struct {").errorCode, -32803)
  }

  func testARangeIsFormattedBesideErrors() {
    func formatted(_ text: String, _ first: Int, _ last: Int) -> String? {
      let client = Client()
      client.open(uri, text)
      let answer = client.request(
        "textDocument/rangeFormatting",
        .make([
          "textDocument": .make(["uri": .string(uri)]),
          "range": .make([
            "start": .make(["line": .integer(first), "character": .integer(0)]),
            "end": .make(["line": .integer(last), "character": .integer(99)]),
          ]), "options": .make(["tabSize": .integer(4), "insertSpaces": .bool(true)]),
        ]))
      guard let edits = answer["result"]?.arrayValue else { return nil }
      return apply(edits, to: text)
    }
    let beside = "func a() {\n  let x=1\n}\nfunc b() {\n    let = \n}\n"
    XCTAssertEqual(formatted(beside, 1, 1), "func a() {\n    let x = 1\n}\nfunc b() {\n    let = \n}\n")
    XCTAssertNil(formatted(beside, 4, 4))
    for end in ["\n", "\r\n"] {
      let last = "func b( {\n}\nstruct X{}\n".replacingOccurrences(of: "\n", with: end)
      let expected = "func b( {\n}\nstruct X {}\n".replacingOccurrences(of: "\n", with: end)
      XCTAssertEqual(formatted(last, 2, 2), expected)
    }
    let member = "enum E {\n    case a\n    func f() {\n     g(1,2)\n    }\n    func h() { let = }\n}\n"
    XCTAssertEqual(
      formatted(member, 3, 3),
      "enum E {\n    case a\n    func f() {\n        g(1, 2)\n    }\n    func h() { let = }\n}\n")
  }

  func testQuickFixesAndFixAll() {
    let text = "func f() {\n    let titel = 1\n    print(tit|le)\n}\n"
    let fixes = actions(text, only: "quickfix")
    XCTAssertFalse(fixes.isEmpty)
    XCTAssertTrue(fixes.contains { applied($0, text).contains("print(titel)") }, "\(fixes)")
    XCTAssertTrue(fixes.allSatisfy { $0["diagnostics"]?.arrayValue?.count == 1 })
    for action in actions(text, only: "source.fixAll") { XCTAssertEqual(action["kind"], .string("source.fixAll")) }
  }

  func testWrapAndExtract() {
    let text = view("        Te|xt(title)\n            .bold()", members: "    let title = \"a\"\n")
    let wrap = actions(text, only: "refactor.rewrite").first { $0["title"] == .string("Wrap in VStack") }
    XCTAssertEqual(
      applied(wrap, text),
      view(
        "        VStack {\n            Text(title)\n                .bold()\n        }",
        members: "    let title = \"a\"\n"))
    let extract = actions(text, only: "refactor.extract").first
    let result = applied(extract, text)
    XCTAssertTrue(result.contains("        ExtractedView(title: title)\n"), result)
    XCTAssertTrue(
      result.hasSuffix(
        "\nstruct ExtractedView: View {\n    let title: String\n\n    var body: some View {\n        Text(title)\n            .bold()\n    }\n}\n"
      ), result)
    let compilation = Compilation(sources: [SourceFile(name: "a", text: result)], name: "a")
    compilation.check()
    XCTAssertFalse(compilation.hasErrors)
  }

  func testColours() {
    let text =
      "|import SwiftUI\nlet a = Color(red: 255/255, green: 0.5, blue: 0)\nlet b = Color(.sRGB, red: 0, green: 0, blue: 0, opacity: 0.25)\nlet c = Color(white: 1)\n"
    let colors = ask("textDocument/documentColor", text)["result"]?.arrayValue ?? []
    XCTAssertEqual(colors.count, 2)
    XCTAssertEqual(colors[0]["color"]?["green"]?.doubleValue, 0.5)
    XCTAssertEqual(colors[0]["color"]?["red"]?.doubleValue, 1)
    XCTAssertEqual(colors[1]["color"]?["alpha"]?.doubleValue, 0.25)
    let made = ask(
      "textDocument/colorPresentation", text,
      [
        .init(key: "range", value: colors[1]["range"] ?? .null),
        .init(
          key: "color",
          value: .make(["red": .number(0.2), "green": .integer(1), "blue": .integer(0), "alpha": .integer(1)])),
      ])["result"]?.arrayValue?.first
    XCTAssertEqual(made?["label"], .string("Color(.sRGB, red: 0.2, green: 1, blue: 0, opacity: 1)"))
  }

  // MARK: Odd requests

  func testEveryRequestSurvivesOddPlacesAndTexts() {
    let texts = [
      "", "\r", "a\rb\r.c(", "struct A {\r\n  var x = \"🐟\\(", "func f() { x.", "\u{FEFF}let a = .", "VStack(", "@",
      "\"",
      "/*", String(repeating: "(", count: 600), String(repeating: "{", count: 600), "enum E { case a }; let e: E = .",
      "#if A\n.b\n", "struct S { var a: S { a.a.", "let x: = ", "import", "f(a: , b: )", "\0\u{1}",
    ]
    let places = [(0, 0), (0, 3), (1, 1), (99, 0), (0, 9999), (-1, -5), (2_000_000_000, 2_000_000_000)]
    for text in texts {
      let client = Client(capabilities: [snippets])
      client.open(uri, text)
      for (line, character) in places {
        let place = JSON.make(["line": .integer(line), "character": .integer(character)])
        let params = JSON.make([
          "textDocument": .make(["uri": .string(uri)]), "position": place, "positions": .array([place]),
          "range": .make(["start": place, "end": place]), "newName": .string("n"), "context": .object([]),
          "color": .make(["red": .integer(9), "green": .integer(-1), "blue": .number(.nan), "alpha": .integer(1)]),
          "previousResultId": .string("7"), "query": .string(""), "options": .object([]),
        ])
        for method in [
          "completion", "hover", "signatureHelp", "definition", "typeDefinition", "references", "documentHighlight",
          "prepareRename", "rename", "documentSymbol", "foldingRange", "selectionRange", "semanticTokens/full",
          "semanticTokens/range", "semanticTokens/full/delta", "inlayHint", "codeAction", "formatting",
          "rangeFormatting", "documentColor", "colorPresentation", "codeLens",
        ] {
          let answer = client.request("textDocument/" + method, params)
          XCTAssertTrue(answer["result"] != nil || answer["error"] != nil)
        }
      }
      client.settle()
    }
  }

  func testRequestsAboutUnknownDocuments() {
    let client = Client()
    for method in ["textDocument/hover", "textDocument/completion", "textDocument/rename", "textDocument/formatting"] {
      XCTAssertEqual(
        client.request(method, .make(["textDocument": .make(["uri": .string("file:///no")])])).errorCode, -32602)
      XCTAssertEqual(client.request(method, .null).errorCode, -32602)
    }
  }

  /// What is advertised is answered.
  func testAdvertisedMethodsAreAnswered() {
    let client = Client()
    client.open(uri, "let a = 1\n")
    for member in Server.features {
      let method: String
      switch member.key {
      case "renameProvider": method = "textDocument/rename"
      case "workspaceSymbolProvider": method = "workspace/symbol"
      case "semanticTokensProvider": method = "textDocument/semanticTokens/full"
      case "documentFormattingProvider": method = "textDocument/formatting"
      case "documentRangeFormattingProvider": method = "textDocument/rangeFormatting"
      case "colorProvider": method = "textDocument/documentColor"
      default: method = "textDocument/" + member.key.dropLast("Provider".count)
      }
      XCTAssertNotEqual(
        client.request(method, .make(["textDocument": .make(["uri": .string(uri)])])).errorCode, -32601, method)
    }
  }
}
