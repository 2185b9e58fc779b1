import SceneLang

/// Hover, definitions, references, highlights, renaming.
extension Server {
  func hover(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let query = analysis.query else { return .result(.null) }
    if let step = query.stepDocumentation(at: place, file: analysis.own) {
      return hover("```swift\n\(step.signature)\n```\n\(step.text)", step.range, analysis)
    }
    // The macro and the attribute are what is written; what they expand to comes second.
    if let word = query.word(at: place, file: analysis.own) {
      return hover("```swift\n\(word.signature)\n```\n\(word.text)", word.range, analysis)
    }
    guard let symbol = query.symbol(at: place, file: analysis.own) else { return .result(.null) }
    var text: String
    if let local = symbol.local {
      text = "```swift\n\(local.isMutable ? "var" : "let") \(local.name): \(query.sema.describe(local.type))\n```"
    } else if symbol.decl != .none {
      let detail = query.detail(of: symbol)
      text = "```swift\n\(detail.signature)\n```\n" + Server.documentation(detail)
    } else {
      text = "```swift\n\(query.sema.describe(symbol.type))\n```"
    }
    if text.hasSuffix("\n") { text.removeLast() }
    return hover(text, symbol.range, analysis)
  }

  private func hover(_ text: String, _ place: SourceRange, _ analysis: Analysis) -> Answer {
    .result(
      .make([
        "contents": .make(["kind": .string("markdown"), "value": .string(text)]),
        "range": range(place, in: analysis.text),
      ]))
  }

  func definition(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let query = analysis.query, let symbol = query.symbol(at: place, file: analysis.own) else {
      return .result(.null)
    }
    if let local = symbol.local {
      return .result(location(.init(file: analysis.own, range: local.range), analysis))
    }
    return .result(location(of: symbol.decl, query, analysis))
  }

  func typeDefinition(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let query = analysis.query, let symbol = query.symbol(at: place, file: analysis.own) else {
      return .result(.null)
    }
    return .result(location(of: query.typeDeclaration(of: symbol), query, analysis))
  }

  private func location(of decl: DeclID, _ query: ModuleQuery, _ analysis: Analysis) -> JSON {
    guard decl != .none else { return .null }
    if let interface = query.interface(of: decl) {
      // The API is declared in the binary; an editor gets the text as a file that nobody writes.
      let name = "api/\(interface.name.split(separator: ".").first ?? "API").swiftinterface"
      guard let uri = documents.madeFile(name, { interface.text }) else { return .null }
      return .make(["uri": .string(uri), "range": range(interface.range, in: DocumentText(interface.text))])
    }
    guard let range = query.nameRange(of: decl) else { return .null }
    let file = query.sema.decls.file(decl) - 1
    guard analysis.module.indices.contains(file) else { return .null }
    return location(.init(file: file, range: range), analysis)
  }

  func references(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let query = analysis.query, let symbol = query.symbol(at: place, file: analysis.own) else {
      return .result(.null)
    }
    let withDeclaration = params["context"]?["includeDeclaration"]?.boolValue ?? true
    let found = query.references(of: symbol, file: analysis.own).filter { withDeclaration || !$0.isDeclaration }
    return .result(.array(found.map { location($0, analysis) }))
  }

  func documentHighlight(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let query = analysis.query, let symbol = query.symbol(at: place, file: analysis.own) else {
      return .result(.null)
    }
    let found = query.references(of: symbol, file: analysis.own).filter { $0.file == analysis.own }
    return .result(
      .array(
        found.map {
          .make(["range": range($0.range, in: analysis.text), "kind": .integer($0.isDeclaration ? 3 : 2)])
        }))
  }

  // MARK: Renaming

  func prepareRename(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let query = analysis.query else { return .result(.null) }
    switch query.canRename(at: place, file: analysis.own) {
    case .refused(let reason): return .failure(ErrorCode.requestFailed, reason)
    case .allowed(let range, let name):
      return .result(.make(["range": self.range(range, in: analysis.text), "placeholder": .string(name)]))
    }
  }

  func rename(_ analysis: Analysis, _ params: JSON) -> Answer {
    let place = offset(params["position"], in: analysis.text)
    guard let name = params["newName"]?.stringValue else {
      return .failure(ErrorCode.invalidParams, "'newName' is missing")
    }
    guard let query = analysis.query else { return .result(.null) }
    switch query.rename(at: place, file: analysis.own, to: name) {
    case .refused(let reason): return .failure(ErrorCode.requestFailed, reason)
    case .edits(let edits): return .result(workspaceEdit(edits, analysis))
    }
  }
}
