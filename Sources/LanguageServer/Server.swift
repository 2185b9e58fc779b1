import SceneLang

/// The language server without its transport: messages in, messages out. One message after the other; a failing request
/// is answered and never ends the server.
package final class Server {
  package enum ErrorCode {
    static let parseError = -32700
    static let invalidRequest = -32600
    static let methodNotFound = -32601
    static let invalidParams = -32602
    static let serverNotInitialized = -32002
    static let requestCancelled = -32800
    static let requestFailed = -32803
  }

  /// Longest document that is checked, in bytes; a longer one only has its syntax read.
  package static let checkedLength = 16 << 20

  var documents: DocumentStore
  /// One for each module with an open file, by `DocumentStore.moduleKey`.
  var compilations: [(key: String, compilation: LiveCompilation)] = []
  private(set) var encoding = PositionEncoding.utf16
  /// What the client can do with an answer.
  private(set) var client = ClientSupport()
  /// The last semantic tokens of each document, for deltas.
  var sentTokens: [String: (id: Int, data: [Int])] = [:]
  var tokensCount = 0
  private var isInitialized = false
  private var isShutDown = false
  private var pullsDiagnostics = false
  private var watchesFiles = false
  private var refreshesDiagnostics = false
  private var refreshCount = 0
  /// URIs whose diagnostics are out of date, in order of their change.
  private var stale: [String] = []
  /// URIs whose published diagnostics have the rules' findings of before an edit.
  private var unlinted: [String] = []
  private var cancelled: [JSON] = []
  private let version: String
  /// The process that started the server, as `initialize` told; nil where it told none.
  package private(set) var clientProcess: Int?
  /// Set by `exit`: the status of the process.
  package private(set) var exitStatus: Int32?

  package init(version: String, files: FileAccess) {
    self.version = version
    documents = DocumentStore(files: files)
  }

  /// Whether there is work to do once no message waits.
  package var hasPendingWork: Bool { (!stale.isEmpty || !unlinted.isEmpty) && !pullsDiagnostics }

  // MARK: Messages

  package func receive(_ item: MessageStream.Item) -> [JSON] {
    switch item {
    case .malformed(let reason):
      return [failure(.null, ErrorCode.parseError, reason)]
    case .message(let message):
      guard case .object = message else {
        return [failure(.null, ErrorCode.invalidRequest, "a message is an object")]
      }
      guard let method = message["method"]?.stringValue else {
        // A response to a request of ours, or nothing known.
        if message["result"] != nil || message["error"] != nil { return [] }
        return [failure(message["id"] ?? .null, ErrorCode.invalidRequest, "a request names a method")]
      }
      let params = message["params"] ?? .null
      if let id = message["id"] { return [request(id, method, params)] }
      return notification(method, params)
    }
  }

  private func request(_ id: JSON, _ method: String, _ params: JSON) -> JSON {
    if let index = cancelled.firstIndex(of: id) {
      cancelled.remove(at: index)
      return failure(id, ErrorCode.requestCancelled, "cancelled")
    }
    if method == "initialize" {
      guard !isInitialized else { return failure(id, ErrorCode.invalidRequest, "initialized already") }
      return result(id, initialize(params))
    }
    guard isInitialized else { return failure(id, ErrorCode.serverNotInitialized, "not initialized") }
    guard !isShutDown || method == "shutdown" else {
      return failure(id, ErrorCode.invalidRequest, "the server is shut down")
    }
    switch method {
    case "shutdown":
      isShutDown = true
      return result(id, .null)
    case "textDocument/diagnostic":
      guard let uri = params["textDocument"]?["uri"]?.stringValue else {
        return failure(id, ErrorCode.invalidParams, "'textDocument.uri' is missing")
      }
      stale.removeAll { $0 == uri }
      return result(id, .make(["kind": .string("full"), "items": .array(diagnostics(of: uri, completesLint: true))]))
    default:
      switch answer(method, params) {
      case .result(let value): return result(id, value)
      case .failure(let code, let message): return failure(id, code, message)
      case nil: return failure(id, ErrorCode.methodNotFound, "'\(method)' is not supported")
      }
    }
  }

  /// Before `initialize` and after `shutdown` only `exit` counts.
  private func notification(_ method: String, _ params: JSON) -> [JSON] {
    if method == "exit" {
      exitStatus = isShutDown ? 0 : 1
      return []
    }
    guard isInitialized, !isShutDown else { return [] }
    switch method {
    case "initialized": return watchRequest()
    case "textDocument/didOpen":
      guard let document = params["textDocument"], let uri = document["uri"]?.stringValue,
        let text = document["text"]?.stringValue
      else { return [] }
      documents.open(uri, version: document["version"]?.intValue, text: text)
      markStale(uri)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose":
      guard let uri = params["textDocument"]?["uri"]?.stringValue else { return [] }
      documents.close(uri)
      sentTokens[uri] = nil
      markStale(uri)
      dropUnusedCompilations()
    case "workspace/didChangeWatchedFiles":
      for event in params["changes"]?.arrayValue ?? [] {
        if let uri = event["uri"]?.stringValue { documents.forget(uri) }
      }
      for document in documents.documents { markStale(document.uri) }
      return refreshRequest()
    case "workspace/didChangeWorkspaceFolders":
      let event = params["event"] ?? .null
      let removed = (event["removed"]?.arrayValue ?? []).compactMap { $0["uri"]?.stringValue }
      documents.folders.removeAll { folder in removed.contains { DocumentStore.path($0) == folder } }
      addFolders(event["added"]?.arrayValue ?? [])
      dropUnusedCompilations()
      for document in documents.documents { markStale(document.uri) }
      return refreshRequest()
    default: break
    }
    return []
  }

  /// Asks the client to tell of changes on disk, where it lets servers ask.
  private func watchRequest() -> [JSON] {
    guard watchesFiles else { return [] }
    let watcher = JSON.make(["globPattern": .string("**/{*.swift,*.scene,scenec.json}")])
    return [
      .make([
        "jsonrpc": .string("2.0"), "id": .string("scenec-watch"), "method": .string("client/registerCapability"),
        "params": .make([
          "registrations": .array([
            .make([
              "id": .string("scenec-files"), "method": .string("workspace/didChangeWatchedFiles"),
              "registerOptions": .make(["watchers": .array([watcher])]),
            ])
          ])
        ]),
      ])
    ]
  }

  /// Tells a client that pulls that what it has may be out of date.
  private func refreshRequest() -> [JSON] {
    guard pullsDiagnostics, refreshesDiagnostics else { return [] }
    refreshCount += 1
    return [
      .make([
        "jsonrpc": .string("2.0"), "id": .string("scenec-refresh-\(refreshCount)"),
        "method": .string("workspace/diagnostic/refresh"),
      ])
    ]
  }

  /// Looks ahead at messages that wait: a request among them that a later one cancels is answered so in its turn.
  package func noteCancellations(_ waiting: [MessageStream.Item]) {
    for (position, item) in waiting.enumerated() {
      guard case .message(let message) = item, message["method"]?.stringValue == "$/cancelRequest",
        let id = message["params"]?["id"]
      else { continue }
      for earlier in waiting[..<position] {
        guard case .message(let request) = earlier, request["id"] == id, request["method"] != nil else { continue }
        if !cancelled.contains(id) { cancelled.append(id) }
      }
    }
  }

  private func initialize(_ params: JSON) -> JSON {
    isInitialized = true
    clientProcess = params["processId"]?.intValue
    let capabilities = params["capabilities"] ?? .null
    let offered = (capabilities["general"]?["positionEncodings"]?.arrayValue ?? []).compactMap(\.stringValue)
    for choice in [PositionEncoding.utf8, .utf32] where offered.contains(choice.rawValue) {
      encoding = choice
      break
    }
    pullsDiagnostics = capabilities["textDocument"]?["diagnostic"] != nil
    client = ClientSupport(capabilities)
    let workspace = capabilities["workspace"] ?? .null
    watchesFiles = workspace["didChangeWatchedFiles"]?["dynamicRegistration"]?.boolValue ?? false
    refreshesDiagnostics = workspace["diagnostics"]?["refreshSupport"]?.boolValue ?? false
    addFolders(params["workspaceFolders"]?.arrayValue ?? [])
    if documents.folders.isEmpty, let root = params["rootUri"]?.stringValue.flatMap(DocumentStore.path) {
      documents.folders = [root]
    }
    var server: [JSON.Member] = [
      .init(key: "positionEncoding", value: .string(encoding.rawValue)),
      .init(
        key: "textDocumentSync",
        value: .make(["openClose": .bool(true), "change": .integer(2), "save": .bool(false)])),
      .init(
        key: "workspace",
        value: .make([
          "workspaceFolders": .make(["supported": .bool(true), "changeNotifications": .bool(true)])
        ])),
    ]
    server += Server.features
    if pullsDiagnostics {
      server.append(
        .init(
          key: "diagnosticProvider",
          value: .make([
            "identifier": .string("scenec"), "interFileDependencies": .bool(true), "workspaceDiagnostics": .bool(false),
          ])))
    }
    return .make([
      "capabilities": .object(server),
      "serverInfo": .make(["name": .string("scenec"), "version": .string(version)]),
    ])
  }

  private func addFolders(_ folders: [JSON]) {
    for folder in folders {
      if let path = folder["uri"]?.stringValue.flatMap(DocumentStore.path) {
        documents.folders.append(path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path)
      }
    }
  }

  /// Edits are applied in order, each against the text that the one before left. An edit of a document that is not open
  /// is ignored.
  private func change(_ params: JSON) {
    guard let identifier = params["textDocument"], let uri = identifier["uri"]?.stringValue,
      let index = documents.index(of: uri)
    else { return }
    let encoding = self.encoding
    documents.edit(index, version: identifier["version"]?.intValue) { text in
      for change in params["contentChanges"]?.arrayValue ?? [] {
        guard let replacement = change["text"]?.stringValue else { continue }
        guard let range = change["range"] else {
          text = DocumentText(replacement)
          continue
        }
        func offset(_ key: String) -> Int {
          encoding.offset(
            line: range[key]?["line"]?.intValue ?? 0, character: range[key]?["character"]?.intValue ?? 0, in: text)
        }
        let start = offset("start")
        text.replace(start, offset("end"), with: replacement)
      }
    }
    markStale(uri)
  }

  private func markStale(_ uri: String) {
    stale.removeAll { $0 == uri }
    stale.append(uri)
    // The other open files of a module may refer to what changed.
    guard uri.hasSuffix(".swift") else { return }
    for document in documents.documents where document.uri != uri && document.uri.hasSuffix(".swift") {
      if !stale.contains(document.uri) { stale.append(document.uri) }
    }
  }

  // MARK: Diagnostics

  /// Publishes the oldest outdated document; called when no message waits. Errors come first; where the rules need more
  /// than was checked for them, a second set with their findings follows once nothing else is outdated.
  package func work() -> [JSON] {
    guard hasPendingWork else { return [] }
    let completes = stale.isEmpty
    let uri = completes ? unlinted.removeFirst() : stale.removeFirst()
    if !completes { unlinted.removeAll { $0 == uri } }
    var params: [JSON.Member] = [.init(key: "uri", value: .string(uri))]
    if let index = documents.index(of: uri) {
      if let version = documents.documents[index].version {
        params.append(.init(key: "version", value: .integer(version)))
      }
      params.append(.init(key: "diagnostics", value: .array(diagnostics(of: uri, completesLint: completes))))
    } else {
      params.append(.init(key: "diagnostics", value: .array([])))
    }
    return [
      .make([
        "jsonrpc": .string("2.0"), "method": .string("textDocument/publishDiagnostics"), "params": .object(params),
      ])
    ]
  }

  private func diagnostics(of uri: String, completesLint: Bool) -> [JSON] {
    guard !uri.hasSuffix(".swiftinterface"), let analysis = analysis(of: uri) else { return [] }
    let (module, own, compilation) = (analysis.module, analysis.own, analysis.compilation)
    if completesLint {
      compilation.completeLint()
    } else if compilation.isLintOutdated {
      unlinted.append(uri)
    }
    var texts: [Int: DocumentText] = [:]
    func text(_ file: Int) -> DocumentText {
      if let known = texts[file] { return known }
      let made = self.text(of: module[file])
      texts[file] = made
      return made
    }
    return compilation.diagnostics.filter { Int($0.place.file) == own }.map { diagnostic in
      render(diagnostic, module: module.map(\.uri), text: text)
    }
  }

  /// Frees what belongs to modules of which no file is open.
  private func dropUnusedCompilations() {
    let used = documents.documents.map { documents.moduleKey(of: $0.uri) }
    compilations.removeAll { !used.contains($0.key) }
  }

  func render(_ diagnostic: Diagnostic, module: [String], text: (Int) -> DocumentText) -> JSON {
    func range(_ place: SourcePlace) -> JSON {
      let source = text(Int(place.file))
      func point(_ offset: UInt32) -> JSON {
        let position = encoding.position(Int(offset), in: source)
        return .make(["line": .integer(position.line), "character": .integer(position.character)])
      }
      return .make(["start": point(place.range.start), "end": point(place.range.end)])
    }
    var members: [JSON.Member] = [
      .init(key: "range", value: range(diagnostic.place)),
      .init(
        key: "severity", value: .integer(diagnostic.severity == .error ? 1 : diagnostic.severity == .warning ? 2 : 3)),
      .init(key: "code", value: .string(diagnostic.code)),
      .init(key: "source", value: .string("scenec")),
    ]
    if client.codePages,
      let page = documents.madeFile("rules/\(diagnostic.kind.slug).md", { Array(diagnostic.kind.page.utf8) })
    {
      members.append(.init(key: "codeDescription", value: .make(["href": .string(page)])))
    }
    var message = diagnostic.message
    var related: [JSON] = []
    for note in diagnostic.notes {
      guard let place = note.place, module.indices.contains(Int(place.file)) else {
        message += "\n" + note.message
        continue
      }
      related.append(
        .make([
          "location": .make(["uri": .string(module[Int(place.file)]), "range": range(place)]),
          "message": .string(note.message),
        ]))
    }
    members.append(.init(key: "message", value: .string(message)))
    if !related.isEmpty { members.append(.init(key: "relatedInformation", value: .array(related))) }
    if let rule = diagnostic.rule, let tag = Server.tag(of: rule) {
      members.append(.init(key: "tags", value: .array([.integer(tag)])))
    }
    return .object(members)
  }

  /// Deprecated code is struck out, code without effect is dimmed.
  private static func tag(of rule: String) -> Int? {
    if rule == "deprecated-api" { return 2 }
    return LintCatalog.find(rule)?.isAboutUnusedCode == true ? 1 : nil
  }

  // MARK: Answers

  private func result(_ id: JSON, _ value: JSON) -> JSON {
    .make(["jsonrpc": .string("2.0"), "id": id, "result": value])
  }

  private func failure(_ id: JSON, _ code: Int, _ message: String) -> JSON {
    .make([
      "jsonrpc": .string("2.0"), "id": id,
      "error": .make(["code": .integer(code), "message": .string(message)]),
    ])
  }
}
