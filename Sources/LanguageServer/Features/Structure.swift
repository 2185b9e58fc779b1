import SceneLang

/// Symbols, foldings, selections, semantic tokens, inlay hints, lenses.
extension Server {
  // MARK: Symbols

  func documentSymbols(_ analysis: Analysis, _ params: JSON) -> Answer {
    .result(.array(Outline(analysis.tree).symbols().map { render($0, analysis.text) }))
  }

  private func render(_ symbol: Outline.Symbol, _ text: DocumentText) -> JSON {
    .make([
      "name": .string(symbol.name), "detail": .string(symbol.detail), "kind": .integer(Server.kind(symbol.kind)),
      "range": range(symbol.range, in: text), "selectionRange": range(symbol.nameRange, in: text),
      "children": .array(symbol.children.map { render($0, text) }),
    ])
  }

  private static func kind(_ kind: Outline.Symbol.Kind) -> Int {
    switch kind {
    case .structType: return 23
    case .classType: return 5
    case .enumType: return 10
    case .protocolType: return 11
    case .extensionType: return 3
    case .function: return 12
    case .method: return 6
    case .initializer: return 9
    case .property: return 7
    case .variable: return 13
    case .constant: return 14
    case .enumCase: return 22
    case .typeAlias: return 26
    case .operatorName: return 25
    case .macro: return 24
    }
  }

  /// Symbols of all modules with an open file whose names hold the letters of the query in order.
  func workspaceSymbols(_ params: JSON) -> Answer {
    let query = Array((params["query"]?.stringValue ?? "").lowercased().unicodeScalars)
    var seen: Set<String> = []
    var result: [JSON] = []
    for document in documents.documents where seen.insert(documents.moduleKey(of: document.uri)).inserted {
      guard let analysis = analysis(of: document.uri) else { continue }
      for (file, member) in analysis.module.enumerated() {
        guard let tree = analysis.compilation.tree(of: file) else { continue }
        let source = text(of: member)
        func add(_ symbols: [Outline.Symbol], in container: String) {
          for symbol in symbols where result.count < 1000 {
            if Server.matches(symbol.name, query) {
              result.append(
                .make([
                  "name": .string(symbol.name), "kind": .integer(Server.kind(symbol.kind)),
                  "containerName": .string(container),
                  "location": .make(["uri": .string(member.uri), "range": range(symbol.nameRange, in: source)]),
                ]))
            }
            add(symbol.children, in: symbol.name)
          }
        }
        add(Outline(tree).symbols(), in: "")
      }
    }
    return .result(.array(result))
  }

  private static func matches(_ name: String, _ query: [Unicode.Scalar]) -> Bool {
    var position = 0
    for scalar in name.lowercased().unicodeScalars where position < query.count && scalar == query[position] {
      position += 1
    }
    return position == query.count
  }

  // MARK: Ranges

  func foldingRanges(_ analysis: Analysis, _ params: JSON) -> Answer {
    var result: [JSON] = []
    var lastLine = -1
    for (kind, place) in Outline(analysis.tree).foldings() {
      let start = encoding.position(Int(place.start), in: analysis.text)
      var end = encoding.position(Int(place.end), in: analysis.text)
      guard end.line > start.line, start.line != lastLine else { continue }
      lastLine = start.line
      var members: [JSON.Member] = [.init(key: "startLine", value: .integer(start.line))]
      if kind == .code {
        // The closing bracket stays in sight.
        if client.lineFolding { end.line -= 1 }
        guard end.line > start.line else { continue }
        if !client.lineFolding {
          members.append(.init(key: "startCharacter", value: .integer(start.character + 1)))
          members.append(.init(key: "endCharacter", value: .integer(max(0, end.character - 1))))
        }
      }
      members.append(.init(key: "endLine", value: .integer(end.line)))
      if kind != .code { members.append(.init(key: "kind", value: .string(kind == .comment ? "comment" : "imports"))) }
      result.append(.object(members))
    }
    return .result(.array(result))
  }

  func selectionRanges(_ analysis: Analysis, _ params: JSON) -> Answer {
    let outline = Outline(analysis.tree)
    let positions = params["positions"]?.arrayValue ?? []
    return .result(
      .array(
        positions.prefix(1000).map { position in
          let ranges = outline.selections(at: offset(position, in: analysis.text))
          var result: JSON?
          for place in ranges.reversed() {
            let own = JSON.Member(key: "range", value: range(place, in: analysis.text))
            if let outer = result {
              result = .object([own, .init(key: "parent", value: outer)])
            } else {
              result = .object([own])
            }
          }
          let here = offset(position, in: analysis.text)
          return result ?? .make(["range": range(SourceRange(here, here), in: analysis.text)])
        }))
  }

  // MARK: Semantic tokens

  /// Five numbers a token, as the protocol wants them; a token over several lines is one for each line.
  private func tokenData(_ analysis: Analysis, in wanted: SourceRange?) -> [Int] {
    var data: [Int] = []
    let text = analysis.text
    var line = 0
    var character = 0
    for row in SemanticTokens.rows(analysis.tree) {
      if let wanted, !row.range.overlaps(wanted) { continue }
      var start = Int(row.range.start)
      var at = text.line(at: start)
      while start < Int(row.range.end), at < text.lineStarts.count {
        let end = min(Int(row.range.end), text.lineEnd(at))
        if end > start {
          let first = encoding.position(start, in: text).character
          let length = encoding.position(end, in: text).character - first
          data += [at - line, at == line ? first - character : first, length, Int(row.kind.rawValue), 0]
          line = at
          character = first
        }
        at += 1
        start = at < text.lineStarts.count ? text.lineStarts[at] : Int(row.range.end)
      }
    }
    return data
  }

  private func remember(_ data: [Int], _ analysis: Analysis) -> String {
    tokensCount += 1
    sentTokens[analysis.module[analysis.own].uri] = (tokensCount, data)
    return String(tokensCount)
  }

  func semanticTokens(_ analysis: Analysis, _ params: JSON) -> Answer {
    let data = tokenData(analysis, in: nil)
    return .result(
      .make(["resultId": .string(remember(data, analysis)), "data": .array(data.map(JSON.integer))]))
  }

  func semanticTokensInRange(_ analysis: Analysis, _ params: JSON) -> Answer {
    let data = tokenData(analysis, in: sourceRange(params["range"], in: analysis.text))
    return .result(.make(["data": .array(data.map(JSON.integer))]))
  }

  func semanticTokensDelta(_ analysis: Analysis, _ params: JSON) -> Answer {
    let uri = analysis.module[analysis.own].uri
    guard let old = sentTokens[uri], params["previousResultId"]?.stringValue == String(old.id) else {
      return semanticTokens(analysis, params)
    }
    let data = tokenData(analysis, in: nil)
    var start = 0
    while start < min(old.data.count, data.count) && old.data[start] == data[start] { start += 1 }
    var tail = 0
    while tail < min(old.data.count, data.count) - start
      && old.data[old.data.count - 1 - tail] == data[data.count - 1 - tail]
    { tail += 1 }
    var edits: [JSON] = []
    if start < max(old.data.count, data.count) {
      edits.append(
        .make([
          "start": .integer(start), "deleteCount": .integer(old.data.count - tail - start),
          "data": .array(data[start..<data.count - tail].map(JSON.integer)),
        ]))
    }
    return .result(.make(["resultId": .string(remember(data, analysis)), "edits": .array(edits)]))
  }

  // MARK: Hints and lenses

  func inlayHints(_ analysis: Analysis, _ params: JSON) -> Answer {
    guard let query = analysis.query else { return .result(.array([])) }
    let wanted = sourceRange(params["range"], in: analysis.text)
    return .result(
      .array(
        query.typeHints(in: wanted, file: analysis.own).map { hint in
          let position = encoding.position(Int(hint.offset), in: analysis.text)
          return .make([
            "position": .make(["line": .integer(position.line), "character": .integer(position.character)]),
            "label": .string(": " + hint.type), "kind": .integer(1),
          ])
        }))
  }

  func codeLenses(_ analysis: Analysis, _ params: JSON) -> Answer {
    let uri = analysis.module[analysis.own].uri
    return .result(
      .array(
        Outline(analysis.tree).scenarios().map { scenario in
          let title = scenario.word == "Scenario" ? "Play scenario" : "Play preview"
          return .make([
            "range": range(scenario.range, in: analysis.text),
            "command": .make([
              "title": .string(title), "command": .string("scenec.play"),
              "arguments": .array([.string(uri), .string(scenario.word), .string(scenario.name)]),
            ]),
          ])
        }))
  }
}
