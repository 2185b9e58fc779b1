import SceneLang

/// textDocument/completion, completionItem/resolve, textDocument/signatureHelp.
extension Server {
  func completion(_ analysis: Analysis, _ params: JSON) -> Answer {
    let cursor = offset(params["position"], in: analysis.text)
    guard let list = completionList(analysis, cursor) else { return .result(.null) }
    let replaced = range(list.replaced, in: analysis.text)
    let uri = analysis.module[analysis.own].uri
    var items: [JSON] = []
    let prefix = analysis.tree.source.text(SourceRange(list.replaced.start, cursor))
    for item in list.items { items.append(render(item, replaced, uri, prefix)) }
    return .result(.make(["isIncomplete": .bool(list.isIncomplete), "items": .array(items)]))
  }

  private func completionList(_ analysis: Analysis, _ cursor: UInt32) -> CompletionList? {
    let position = Int(cursor)
    let bytes = analysis.text.bytes
    func isPeriod(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index] == UInt8(ascii: ".") }
    guard isPeriod(position - 1), isPeriod(position), !isPeriod(position - 2), !isPeriod(position + 1) else {
      return analysis.query?.completion(at: cursor, file: analysis.own)
    }
    // `Text("a").|.bold()`: two periods are an operator; with a space between them they are two links of a chain.
    func files(_ own: [UInt8]) -> [LiveCompilation.File] {
      analysis.module.enumerated().map { index, member in
        LiveCompilation.File(
          name: member.name, bytes: index == analysis.own ? own : member.bytes, isChecked: member.isOpen)
      }
    }
    var parted = bytes
    parted.insert(UInt8(ascii: " "), at: position)
    analysis.compilation.update(files(parted))
    defer { analysis.compilation.update(files(analysis.module[analysis.own].bytes)) }
    return analysis.compilation.query?.completion(at: cursor, file: analysis.own)
  }

  private func render(_ item: CompletionList.Item, _ replaced: JSON, _ uri: String, _ prefix: String) -> JSON {
    let usesSnippet = client.snippets && item.snippet != nil
    let text = usesSnippet ? item.snippet ?? item.label : item.plain ?? item.label
    var members: [JSON.Member] = [
      .init(key: "label", value: .string(item.label)),
      .init(key: "kind", value: .integer(Server.kind(item.kind))),
      .init(key: "sortText", value: .string(Server.order(item, prefix))),
      .init(key: "textEdit", value: .make(["range": replaced, "newText": .string(text)])),
    ]
    if usesSnippet { members.append(.init(key: "insertTextFormat", value: .integer(2))) }
    if text != item.label { members.append(.init(key: "filterText", value: .string(item.label))) }
    if !item.detail.isEmpty { members.append(.init(key: "detail", value: .string(item.detail))) }
    if item.isDeprecated { members.append(.init(key: "tags", value: .array([.integer(1)]))) }
    if let candidate = item.candidate {
      let data = JSON.make([
        "uri": .string(uri), "decl": .integer(Int(candidate.decl.raw)), "base": .integer(Int(candidate.base.raw)),
        "route": .integer(Int(candidate.route.rawValue)), "name": .string(item.label),
        "more": .integer(item.overloads - 1),
      ])
      members.append(.init(key: "data", value: data))
    }
    return .object(members)
  }

  /// Deprecated names come last, names that begin as it is written first; then by where they come from.
  private static func order(_ item: CompletionList.Item, _ prefix: String) -> String {
    var place = item.isDeprecated ? 3 : 2
    if !item.isDeprecated, item.label.hasPrefix(prefix) {
      place = 0
    } else if !item.isDeprecated, item.label.lowercased().hasPrefix(prefix.lowercased()) {
      place = 1
    }
    return "\(place)\(item.rank)\(item.label)"
  }

  private static func kind(_ kind: CompletionList.Item.Kind) -> Int {
    switch kind {
    case .method: return 2
    case .function: return 3
    case .initializer: return 4
    case .field: return 5
    case .variable: return 6
    case .classType: return 7
    case .protocolType: return 8
    case .label: return 10
    case .enumType: return 13
    case .keyword: return 14
    case .snippet: return 15
    case .symbol: return 12
    case .enumCase: return 20
    case .constant: return 21
    case .structType: return 22
    case .typeParameter: return 25
    }
  }

  /// Adds signature and documentation; an item of a list that has gone stale comes back as it was.
  func resolveCompletion(_ item: JSON) -> JSON {
    guard case .object(var members) = item, let data = item["data"], let uri = data["uri"]?.stringValue,
      documents.index(of: uri) != nil, let query = analysis(of: uri)?.query,
      let raw = data["decl"]?.intValue, raw >= 0, raw < query.sema.decls.count,
      let base = data["base"]?.intValue,
      let route = Candidate.Route(rawValue: UInt8(clamping: data["route"]?.intValue ?? 0))
    else { return item }
    let decl = DeclID(UInt32(raw))
    let type = TypeID(UInt32(truncatingIfNeeded: base))
    guard query.sema.names[query.sema.decls.name(decl)] == data["name"]?.stringValue,
      query.isKnown(type)
    else { return item }
    let detail = query.sema.detail(of: Candidate(decl, base: type, route: route))
    members.removeAll { $0.key == "detail" || $0.key == "documentation" }
    var signature = detail.signature
    if let more = data["more"]?.intValue, more > 0 { signature += "  (+\(more) more)" }
    members.append(.init(key: "detail", value: .string(signature)))
    members.append(
      .init(
        key: "documentation",
        value: .make(["kind": .string("markdown"), "value": .string(Server.documentation(detail))])))
    return .object(members)
  }

  /// What stands below a signature.
  static func documentation(_ detail: MemberDetail) -> String {
    var parts = [detail.documentation]
    var facts: [String] = []
    if !detail.module.isEmpty { facts.append(detail.module) }
    if detail.introduced > 0 { facts.append("iOS \(detail.introduced / 100).\(detail.introduced % 100)") }
    if !facts.isEmpty { parts.append("_" + facts.joined(separator: ", ") + "_") }
    if detail.isDeprecated {
      parts.append("**Deprecated**" + (detail.deprecation.isEmpty ? "" : ": " + detail.deprecation))
    }
    switch detail.support {
    case .modelled: break
    case .inert: parts.append("Has no effect on the frames that scenec draws.")
    case .unmodelled(let reason):
      parts.append("scenec knows it and does not run it" + (reason.isEmpty ? "." : ": " + reason))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: Signature help

  func signatureHelp(_ analysis: Analysis, _ params: JSON) -> Answer {
    let cursor = offset(params["position"], in: analysis.text)
    guard let query = analysis.query, let probe = query.probe(cursor: cursor, file: analysis.own),
      !probe.callees.isEmpty
    else { return .result(.null) }
    var signatures: [JSON] = []
    var active: Int?
    // The overloads that have the labels written so far come first.
    let candidates = query.parameters(of: probe, cursor: cursor)
    let fitting = candidates.filter { $0.fits } + candidates.filter { !$0.fits }
    for (candidate, position, _) in fitting.prefix(50) {
      let detail = query.sema.detail(of: candidate)
      var label = detail.name == "init" ? (detail.owner.isEmpty ? "init" : detail.owner) : detail.name
      label += "("
      var parameters: [JSON] = []
      for (index, parameter) in detail.parameters.enumerated() {
        if index > 0 { label += ", " }
        let start = encoding.length(label)
        label += parameter.label.isEmpty ? "" : parameter.label + ": "
        label += parameter.type
        if let value = parameter.value { label += " = " + value }
        parameters.append(.make(["label": .array([.integer(start), .integer(encoding.length(label))])]))
      }
      label += ")"
      if !detail.result.isEmpty, detail.result != "Void", detail.name != "init" { label += " -> " + detail.result }
      if active == nil, position < detail.parameters.count || detail.parameters.isEmpty { active = signatures.count }
      signatures.append(
        .make([
          "label": .string(label), "parameters": .array(parameters),
          "activeParameter": .integer(min(position, max(detail.parameters.count - 1, 0))),
          "documentation": .make(["kind": .string("markdown"), "value": .string(Server.documentation(detail))]),
        ]))
    }
    guard !signatures.isEmpty else { return .result(.null) }
    let chosen = active ?? 0
    return .result(
      .make([
        "signatures": .array(signatures), "activeSignature": .integer(chosen),
        "activeParameter": signatures[chosen]["activeParameter"] ?? .integer(0),
      ]))
  }
}

extension PositionEncoding {
  /// Units that a text takes.
  func length(_ text: String) -> Int {
    switch self {
    case .utf8: return text.utf8.count
    case .utf16: return text.utf16.count
    case .utf32: return text.unicodeScalars.count
    }
  }
}
