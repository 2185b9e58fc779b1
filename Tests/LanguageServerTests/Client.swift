/// A client for tests: sends messages to a server in the same process and remembers what was published.
import XCTest

@testable import LanguageServer

final class Client {
  let server: Server
  private(set) var published: [JSON] = []
  /// Requests and notifications of the server other than diagnostics.
  private(set) var asked: [JSON] = []
  private var nextID = 1

  init(
    encodings: [String] = [], capabilities: [JSON.Member] = [], folder: String? = nil, files: FileAccess = .none,
    initialize: Bool = true
  ) {
    server = Server(version: "1", files: files)
    guard initialize else { return }
    var members = capabilities
    if !encodings.isEmpty {
      members.append(
        .init(key: "general", value: .make(["positionEncodings": .array(encodings.map(JSON.string))])))
    }
    var params: [JSON.Member] = [.init(key: "capabilities", value: .object(members))]
    if let folder {
      params.append(
        .init(
          key: "workspaceFolders",
          value: .array([.make(["uri": .string(DocumentStore.uri(folder)), "name": .string("w")])])))
    }
    _ = request("initialize", .object(params))
    notify("initialized", .object([]))
  }

  @discardableResult func send(_ message: JSON) -> [JSON] {
    let answers = server.receive(.message(message))
    for answer in answers where answer["method"] != nil { asked.append(answer) }
    return answers.filter { $0["method"] == nil }
  }

  func request(_ method: String, _ params: JSON = .null) -> JSON {
    nextID += 1
    let answers = send(
      .make(["jsonrpc": .string("2.0"), "id": .integer(nextID), "method": .string(method), "params": params]))
    XCTAssertEqual(answers.count, 1)
    XCTAssertEqual(answers.first?["id"], .integer(nextID))
    return answers.first ?? .null
  }

  func notify(_ method: String, _ params: JSON) {
    XCTAssertEqual(send(.make(["jsonrpc": .string("2.0"), "method": .string(method), "params": params])), [])
  }

  func open(_ uri: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      .make([
        "textDocument": .make([
          "uri": .string(uri), "languageId": .string("swift"), "version": .integer(version), "text": .string(text),
        ])
      ]))
  }

  func change(_ uri: String, version: Int, _ changes: [JSON]) {
    notify(
      "textDocument/didChange",
      .make([
        "textDocument": .make(["uri": .string(uri), "version": .integer(version)]), "contentChanges": .array(changes),
      ]))
  }

  func close(_ uri: String) {
    notify("textDocument/didClose", .make(["textDocument": .make(["uri": .string(uri)])]))
  }

  /// Lets the server publish all that is due; gives back what it published.
  @discardableResult func settle() -> [JSON] {
    var result: [JSON] = []
    while server.hasPendingWork { result += server.work() }
    let params = result.map { message -> JSON in
      XCTAssertEqual(message["method"]?.stringValue, "textDocument/publishDiagnostics")
      return message["params"] ?? .null
    }
    published += params
    return params
  }

  func pull(_ uri: String) -> JSON {
    request("textDocument/diagnostic", .make(["textDocument": .make(["uri": .string(uri)])]))
  }

  func text(_ uri: String) -> String? {
    guard let index = server.documents.index(of: uri) else { return nil }
    return String(decoding: server.documents.documents[index].text.bytes, as: UTF8.self)
  }

  static func edit(_ start: (Int, Int), _ end: (Int, Int), _ text: String) -> JSON {
    func point(_ place: (Int, Int)) -> JSON {
      .make(["line": .integer(place.0), "character": .integer(place.1)])
    }
    return .make(["range": .make(["start": point(start), "end": point(end)]), "text": .string(text)])
  }
}

extension JSON {
  var errorCode: Int? { self["error"]?["code"]?.intValue }
  /// `line:character-line:character code` of each diagnostic.
  var places: [String] {
    ((self["diagnostics"] ?? self["result"]?["items"])?.arrayValue ?? []).map { item in
      func point(_ key: String) -> String {
        let place = item["range"]?[key]
        return "\(place?["line"]?.intValue ?? -1):\(place?["character"]?.intValue ?? -1)"
      }
      return "\(point("start"))-\(point("end")) \(item["code"]?.stringValue ?? "")"
    }
  }
}
