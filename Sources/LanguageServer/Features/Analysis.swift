import SceneLang

/// What the features share: the checked module around a document, and the way between places and positions.
extension Server {
  enum Answer {
    case result(JSON)
    case failure(Int, String)
  }

  /// A document with its module, brought up to date.
  struct Analysis {
    var module: [DocumentStore.Member]
    /// Index of the document in the module.
    var own: Int
    var compilation: LiveCompilation
    var text: DocumentText
    var tree: SyntaxTree
    /// Nil for a document that is too large to check.
    var query: ModuleQuery?
  }

  /// What the client understands.
  struct ClientSupport {
    var snippets = false
    var lineFolding = false
    /// Shows a page behind the code of a finding.
    var codePages = false

    init() {}

    init(_ capabilities: JSON) {
      let document = capabilities["textDocument"]
      snippets = document?["completion"]?["completionItem"]?["snippetSupport"]?.boolValue ?? false
      codePages =
        document?["publishDiagnostics"]?["codeDescriptionSupport"]?.boolValue
        ?? document?["diagnostic"]?["codeDescriptionSupport"]?.boolValue ?? false
      lineFolding = document?["foldingRange"]?["lineFoldingOnly"]?.boolValue ?? false
    }
  }

  func analysis(of uri: String) -> Analysis? {
    let module = documents.module(of: uri)
    guard let own = module.firstIndex(where: { $0.uri == uri }) else { return nil }
    let key = documents.moduleKey(of: uri)
    let compilation: LiveCompilation
    if let index = compilations.firstIndex(where: { $0.key == key }) {
      compilation = compilations[index].compilation
    } else {
      compilation = LiveCompilation(checkedLength: Server.checkedLength)
      compilations.append((key, compilation))
    }
    compilation.lint = documents.lintPlan(of: module)
    compilation.update(module.map { LiveCompilation.File(name: $0.name, bytes: $0.bytes, isChecked: $0.isOpen) })
    guard let tree = compilation.tree(of: own) else { return nil }
    return Analysis(
      module: module, own: own, compilation: compilation, text: text(of: module[own]), tree: tree,
      query: compilation.query)
  }

  func text(of member: DocumentStore.Member) -> DocumentText {
    if member.isOpen, let index = documents.index(of: member.uri) { return documents.documents[index].text }
    return DocumentText(member.bytes)
  }

  // MARK: Places

  func range(_ range: SourceRange, in text: DocumentText) -> JSON {
    func point(_ offset: UInt32) -> JSON {
      let position = encoding.position(Int(offset), in: text)
      return .make(["line": .integer(position.line), "character": .integer(position.character)])
    }
    return .make(["start": point(range.start), "end": point(range.end)])
  }

  func offset(_ position: JSON?, in text: DocumentText) -> UInt32 {
    let place = encoding.offset(
      line: position?["line"]?.intValue ?? 0, character: position?["character"]?.intValue ?? 0, in: text)
    return UInt32(clamping: place)
  }

  func sourceRange(_ range: JSON?, in text: DocumentText) -> SourceRange {
    SourceRange(offset(range?["start"], in: text), offset(range?["end"], in: text))
  }

  func location(_ place: ModuleQuery.Reference, _ analysis: Analysis) -> JSON {
    let member = analysis.module[place.file]
    return .make(["uri": .string(member.uri), "range": range(place.range, in: text(of: member))])
  }

  func textEdit(_ edit: SourceEdit, in text: DocumentText) -> JSON {
    .make(["range": range(edit.range, in: text), "newText": .string(edit.text)])
  }

  /// Edits of several files as a WorkspaceEdit.
  func workspaceEdit(_ edits: [(file: Int, edit: SourceEdit)], _ analysis: Analysis) -> JSON {
    var changes: [JSON.Member] = []
    for file in Set(edits.map(\.file)).sorted() where analysis.module.indices.contains(file) {
      let member = analysis.module[file]
      let source = text(of: member)
      let list = edits.filter { $0.file == file }.map { textEdit($0.edit, in: source) }
      changes.append(JSON.Member(key: member.uri, value: .array(list)))
    }
    return .make(["changes": .object(changes)])
  }

  // MARK: Requests

  /// The requests about documents; nil for a method that is not known.
  func answer(_ method: String, _ params: JSON) -> Answer? {
    guard let feature = Server.handlers[method] else { return nil }
    if method == "workspace/symbol" { return workspaceSymbols(params) }
    if method == "completionItem/resolve" { return .result(resolveCompletion(params)) }
    guard let uri = params["textDocument"]?["uri"]?.stringValue else {
      return .failure(ErrorCode.invalidParams, "'textDocument.uri' is missing")
    }
    guard documents.index(of: uri) != nil, let analysis = analysis(of: uri) else {
      return .failure(ErrorCode.invalidParams, "'\(uri)' is not open")
    }
    if analysis.text.bytes.count > Server.checkedLength {
      return .failure(ErrorCode.requestFailed, "the document is larger than \(Server.checkedLength >> 20) MB")
    }
    return feature(self)(analysis, params)
  }

  typealias Handler = (Server) -> (Analysis, JSON) -> Answer

  private static let handlers: [String: Handler] = [
    "textDocument/completion": completion, "textDocument/hover": hover, "textDocument/signatureHelp": signatureHelp,
    "textDocument/definition": definition, "textDocument/declaration": definition,
    "textDocument/typeDefinition": typeDefinition, "textDocument/references": references,
    "textDocument/documentHighlight": documentHighlight, "textDocument/prepareRename": prepareRename,
    "textDocument/rename": rename, "textDocument/documentSymbol": documentSymbols,
    "textDocument/foldingRange": foldingRanges, "textDocument/selectionRange": selectionRanges,
    "textDocument/semanticTokens/full": semanticTokens, "textDocument/semanticTokens/range": semanticTokensInRange,
    "textDocument/semanticTokens/full/delta": semanticTokensDelta, "textDocument/inlayHint": inlayHints,
    "textDocument/codeAction": codeActions, "textDocument/formatting": formatting,
    "textDocument/rangeFormatting": rangeFormatting, "textDocument/documentColor": documentColors,
    "textDocument/colorPresentation": colorPresentations, "textDocument/codeLens": codeLenses,
    "workspace/symbol": { _ in { _, _ in .result(.null) } },
    "completionItem/resolve": { _ in { _, _ in .result(.null) } },
  ]

  /// What is advertised: exactly the requests above.
  static let features: [JSON.Member] = [
    .init(
      key: "completionProvider",
      value: .make([
        "triggerCharacters": .array([".", "@", "(", "\"", " "].map(JSON.string)), "resolveProvider": .bool(true),
      ])),
    .init(key: "hoverProvider", value: .bool(true)),
    .init(
      key: "signatureHelpProvider",
      value: .make([
        "triggerCharacters": .array([.string("("), .string(",")]), "retriggerCharacters": .array([.string(":")]),
      ])),
    .init(key: "declarationProvider", value: .bool(true)),
    .init(key: "definitionProvider", value: .bool(true)),
    .init(key: "typeDefinitionProvider", value: .bool(true)),
    .init(key: "referencesProvider", value: .bool(true)),
    .init(key: "documentHighlightProvider", value: .bool(true)),
    .init(key: "renameProvider", value: .make(["prepareProvider": .bool(true)])),
    .init(key: "documentSymbolProvider", value: .bool(true)),
    .init(key: "workspaceSymbolProvider", value: .bool(true)),
    .init(key: "foldingRangeProvider", value: .bool(true)),
    .init(key: "selectionRangeProvider", value: .bool(true)),
    .init(
      key: "semanticTokensProvider",
      value: .make([
        "legend": .make([
          "tokenTypes": .array(SemanticTokens.Kind.allCases.map { .string($0.name) }), "tokenModifiers": .array([]),
        ]),
        "range": .bool(true), "full": .make(["delta": .bool(true)]),
      ])),
    .init(key: "inlayHintProvider", value: .bool(true)),
    .init(
      key: "codeActionProvider",
      value: .make([
        "codeActionKinds": .array(
          ["quickfix", "refactor.rewrite", "refactor.extract", "source.fixAll"].map(JSON.string))
      ])),
    .init(key: "documentFormattingProvider", value: .bool(true)),
    .init(key: "documentRangeFormattingProvider", value: .bool(true)),
    .init(key: "colorProvider", value: .bool(true)),
    .init(key: "codeLensProvider", value: .make(["resolveProvider": .bool(false)])),
  ]
}
