/// The conversation: life cycle, document sync, versions, both ways of diagnostics, modules of several files.
import Foundation
import XCTest

@testable import LanguageServer

final class ServerTests: XCTestCase {
  private let uri = "file:///w/a.scene"
  private let good = "struct A: View {\n  var body: some View { Text(\"x\") }\n}\n"

  // MARK: Life cycle

  func testInitialize() {
    let client = Client(initialize: false)
    let answer = client.request("initialize", .make(["capabilities": .object([])]))
    let capabilities = answer["result"]?["capabilities"]
    XCTAssertEqual(capabilities?["positionEncoding"]?.stringValue, "utf-16")
    XCTAssertEqual(capabilities?["textDocumentSync"]?["change"]?.intValue, 2)
    XCTAssertNil(capabilities?["diagnosticProvider"])
    XCTAssertEqual(answer["result"]?["serverInfo"]?["name"]?.stringValue, "scenec")
    XCTAssertEqual(client.request("initialize", .null).errorCode, -32600)
  }

  func testEncodingIsNegotiated() {
    for (offered, chosen) in [
      (["utf-16", "utf-8"], "utf-8"), (["utf-32", "utf-16"], "utf-32"), (["utf-16"], "utf-16"), (["utf-7"], "utf-16"),
    ] {
      XCTAssertEqual(Client(encodings: offered).server.encoding.rawValue, chosen)
    }
  }

  func testBeforeInitialize() {
    let client = Client(initialize: false)
    XCTAssertEqual(client.request("shutdown").errorCode, -32002)
    XCTAssertEqual(client.pull(uri).errorCode, -32002)
    client.open(uri, "x")
    XCTAssertNil(client.text(uri))
    XCTAssertEqual(client.settle(), [])
    client.notify("exit", .null)
    XCTAssertEqual(client.server.exitStatus, 1)
  }

  func testShutdownAndExit() {
    let client = Client()
    XCTAssertNil(client.server.exitStatus)
    XCTAssertEqual(client.request("shutdown")["result"], .null)
    XCTAssertEqual(client.pull(uri).errorCode, -32600)
    client.open(uri, "x")
    XCTAssertNil(client.text(uri))
    client.notify("exit", .null)
    XCTAssertEqual(client.server.exitStatus, 0)
  }

  func testUnknownMethods() {
    let client = Client()
    XCTAssertEqual(client.request("textDocument/teleport").errorCode, -32601)
    client.notify("$/teleport", .null)
    client.notify("workspace/didChangeConfiguration", .null)
  }

  func testSenselessMessages() {
    let client = Client()
    XCTAssertEqual(client.send(.array([]))[0].errorCode, -32600)
    XCTAssertEqual(client.send(.make(["id": .integer(1)]))[0].errorCode, -32600)
    XCTAssertEqual(client.send(.make(["id": .integer(1), "method": .integer(2)]))[0].errorCode, -32600)
    XCTAssertEqual(client.send(.make(["id": .integer(1), "result": .null])), [])
    XCTAssertEqual(client.server.receive(.malformed("x"))[0].errorCode, -32700)
    XCTAssertEqual(client.request("textDocument/diagnostic", .null).errorCode, -32602)
    for params in [JSON.null, .array([]), .make(["textDocument": .integer(1)]), .make(["textDocument": .object([])])] {
      for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"] {
        client.notify(method, params)
      }
    }
    XCTAssertEqual(client.settle(), [])
  }

  func testCancellation() {
    let client = Client(capabilities: [.init(key: "textDocument", value: .make(["diagnostic": .object([])]))])
    client.open(uri, good)
    let pull = JSON.make([
      "id": .string("p"), "method": .string("textDocument/diagnostic"),
      "params": .make(["textDocument": .make(["uri": .string(uri)])]),
    ])
    let cancel = JSON.make([
      "method": .string("$/cancelRequest"), "params": .make(["id": .string("p")]),
    ])
    client.server.noteCancellations([.message(pull), .message(cancel)])
    XCTAssertEqual(client.send(pull)[0].errorCode, -32800)
    XCTAssertEqual(client.send(cancel), [])
    // A cancellation of what is answered already has no effect on what comes later.
    XCTAssertNotNil(client.send(pull)[0]["result"])
    client.server.noteCancellations([.message(cancel), .message(pull)])
    XCTAssertNotNil(client.send(pull)[0]["result"])
  }

  // MARK: Diagnostics

  func testPush() {
    let client = Client()
    client.open(uri, good, version: 7)
    var sets = client.settle()
    XCTAssertEqual(sets.count, 1)
    XCTAssertEqual(sets[0]["uri"]?.stringValue, uri)
    XCTAssertEqual(sets[0]["version"]?.intValue, 7)
    XCTAssertEqual(sets[0].places, [])
    client.change(uri, version: 8, [Client.edit((1, 24), (1, 28), "Tixt")])
    sets = client.settle()
    XCTAssertEqual(sets.count, 1)
    XCTAssertEqual(sets[0]["version"]?.intValue, 8)
    XCTAssertEqual(sets[0].places.count, 1)
    XCTAssertEqual(sets[0].places.first?.hasPrefix("1:24-1:28 E"), true)
    client.change(uri, version: 9, [Client.edit((1, 25), (1, 26), "e")])
    XCTAssertEqual(client.settle().map(\.places), [[]])
  }

  func testLinesThatEndInACarriageReturn() {
    let client = Client()
    client.open(uri, "struct A: View {\r    var body: some View {\r        Tixt(\"😀\")\r    }\r}")
    XCTAssertEqual(client.settle().first?.places.first?.hasPrefix("2:8-2:12 E"), true)
    client.change(uri, version: 2, [Client.edit((2, 9), (2, 10), "e")])
    XCTAssertEqual(client.settle().map(\.places), [[]])
    // Behind the emoji, which is two units long; and in the middle of it.
    client.change(uri, version: 3, [Client.edit((2, 16), (2, 16), "!"), Client.edit((2, 15), (2, 15), "?")])
    XCTAssertEqual(client.text(uri)?.contains("\"?😀!\""), true)
  }

  /// Of a text that is too large the syntax is read; what is asked about it is refused in words.
  func testALargeDocument() {
    let client = Client()
    let filler = String(repeating: " ", count: Server.checkedLength)
    client.open(uri, "let a = 1\n\(filler)\nlet b = missing")
    let found = client.settle()
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(found.first?["diagnostics"]?.arrayValue?.count, 1)
    let answer = client.request(
      "textDocument/hover",
      .make([
        "textDocument": .make(["uri": .string(uri)]),
        "position": .make(["line": .integer(0), "character": .integer(4)]),
      ]))
    XCTAssertEqual(answer["error"]?["message"]?.stringValue, "the document is larger than 16 MB")
    client.change(uri, version: 2, [Client.edit((1, 0), (1, Server.checkedLength), "")])
    XCTAssertEqual(client.settle().first?.places.first?.hasPrefix("2:8-2:15 E"), true)
  }

  func testABurstIsPublishedOnceWithTheLastVersion() {
    let client = Client()
    client.open(uri, good)
    for version in 2...9 { client.change(uri, version: version, [Client.edit((0, 0), (0, 0), "\n")]) }
    let sets = client.settle()
    XCTAssertEqual(sets.map { $0["version"]?.intValue }, [9])
  }

  func testPull() {
    let client = Client(capabilities: [.init(key: "textDocument", value: .make(["diagnostic": .object([])]))])
    client.open(uri, "let x: Int = \"a\"\n")
    XCTAssertEqual(client.settle(), [])
    let answer = client.pull(uri)
    XCTAssertEqual(answer["result"]?["kind"]?.stringValue, "full")
    XCTAssertEqual(answer.places.count, 1)
    XCTAssertEqual(client.pull(uri)["result"], answer["result"])
    client.change(uri, version: 2, [.make(["text": .string(good)])])
    XCTAssertEqual(client.pull(uri).places, [])
    XCTAssertEqual(client.pull("file:///w/none.scene").places, [])
  }

  func testCloseClears() {
    let client = Client()
    client.open(uri, "let x: Int = \"a\"\n", version: 3)
    XCTAssertEqual(client.settle()[0].places.count, 1)
    client.close(uri)
    let sets = client.settle()
    XCTAssertEqual(sets.count, 1)
    XCTAssertEqual(sets[0].places, [])
    XCTAssertNil(sets[0]["version"])
    client.close(uri)
    client.change(uri, version: 4, [.make(["text": .string("let")])])
    XCTAssertNil(client.text(uri))
    XCTAssertEqual(client.settle().flatMap(\.places), [])
  }

  func testPlacesInEachEncoding() {
    // The unknown name stands behind an emoji and an accent in the same line.
    let text = "let é😀 = 1; let b = nix\n"
    for (encoding, column) in [("utf-8", 24), ("utf-16", 21), ("utf-32", 20)] {
      let client = Client(encodings: [encoding])
      client.open(uri, text)
      let places = client.settle()[0].places
      XCTAssertEqual(places.first?.hasPrefix("0:\(column)-0:\(column + 3) "), true, "\(encoding) \(places)")
    }
  }

  func testAnyURI() {
    for uri in [
      "untitled:Untitled-1", "file:///w/with%20space/%C3%A9.scene", "vscode-remote://x/y.scene", "", "file://",
    ] {
      let client = Client()
      client.open(uri, "let x = nix\n")
      let sets = client.settle()
      XCTAssertEqual(sets.map { $0["uri"]?.stringValue }, [uri])
      XCTAssertEqual(sets[0].places.count, 1, uri)
    }
    XCTAssertEqual(DocumentStore.path("file:///a%20b/%c3%A9%zz"), "/a b/é%zz")
    XCTAssertEqual(DocumentStore.uri("/a b/é"), "file:///a%20b/%C3%A9")
    XCTAssertNil(DocumentStore.path("untitled:x"))
  }

  // MARK: Edits

  func testEdits() {
    let client = Client()
    client.open(uri, "one\r\ntwo\r\nthree")
    // Several in one change, each against the text that the one before left.
    client.change(
      uri, version: 2,
      [Client.edit((0, 0), (0, 3), "1"), Client.edit((1, 0), (1, 3), "2\n3"), Client.edit((2, 1), (2, 1), "!")])
    XCTAssertEqual(client.text(uri), "1\r\n2\n3!\r\nthree")
    // Reversed, beyond the end, within a surrogate pair.
    client.change(uri, version: 3, [Client.edit((0, 1), (0, 0), "x")])
    XCTAssertEqual(client.text(uri), "x\r\n2\n3!\r\nthree")
    client.change(uri, version: 4, [Client.edit((3, 2), (99, 99), "")])
    XCTAssertEqual(client.text(uri), "x\r\n2\n3!\r\nth")
    client.change(uri, version: 5, [.make(["text": .string("😀")]), Client.edit((0, 1), (0, 2), "y")])
    XCTAssertEqual(client.text(uri), "y")
    // A whole text in the middle of other changes.
    client.change(
      uri, version: 6,
      [Client.edit((0, 0), (0, 0), "a"), .make(["text": .string("b")]), Client.edit((0, 1), (0, 1), "c")])
    XCTAssertEqual(client.text(uri), "bc")
    // Nothing that can be understood, and a file that is not open.
    client.change(uri, version: 7, [.null, .make(["range": .null]), .make(["text": .integer(1)])])
    XCTAssertEqual(client.text(uri), "bc")
    client.change("file:///w/other.scene", version: 2, [.make(["text": .string("z")])])
    XCTAssertNil(client.text("file:///w/other.scene"))
  }

  func testOpeningAgainReplaces() {
    let client = Client()
    client.open(uri, "let x = nix", version: 1)
    client.open(uri, good, version: 5)
    let sets = client.settle()
    XCTAssertEqual(sets.map { $0["version"]?.intValue }, [5])
    XCTAssertEqual(sets[0].places, [])
  }

  // MARK: Modules

  private final class Disk {
    var files: [String: String]
    init(_ files: [String: String]) { self.files = files }
    var access: FileAccess {
      FileAccess(
        read: { path in self.files[path].map { Array($0.utf8) } },
        sources: { folder in self.files.keys.filter { $0.hasPrefix(folder + "/") }.sorted() })
    }
  }

  private let user = "import SwiftUI\nstruct A: View {\n  var body: some View { Title(text: \"x\") }\n}\n"
  private let title =
    "import SwiftUI\nstruct Title: View {\n  let text: String\n  var body: some View { Text(text) }\n}\n"

  func testSwiftFilesOfAFolderAreOneModule() {
    let disk = Disk(["/w/a.swift": user, "/w/sub/title.swift": title, "/w/other.scene": "let nix = nax"])
    let client = Client(folder: "/w", files: disk.access)
    client.open("file:///w/a.swift", user)
    XCTAssertEqual(client.settle().map(\.places), [[]])
    // The open text counts, not the one on disk.
    client.open("file:///w/sub/title.swift", title)
    client.settle()
    client.change(
      "file:///w/sub/title.swift", version: 2, [Client.edit((1, 7), (1, 12), "Headline")])
    let sets = client.settle()
    let own = sets.first { $0["uri"]?.stringValue == "file:///w/a.swift" }
    XCTAssertEqual(own?.places.count, 1)
    XCTAssertEqual(own?["version"]?.intValue, 1)
    // Closed without saving: the disk counts again.
    client.close("file:///w/sub/title.swift")
    let later = client.settle()
    XCTAssertEqual(later.first { $0["uri"]?.stringValue == "file:///w/a.swift" }?.places, [])
  }

  func testFilesThatAppearOnDiskCount() {
    let disk = Disk(["/w/a.swift": user])
    let client = Client(
      capabilities: [
        .init(key: "workspace", value: .make(["didChangeWatchedFiles": .make(["dynamicRegistration": .bool(true)])]))
      ], folder: "/w", files: disk.access)
    XCTAssertEqual(client.asked.first?["method"]?.stringValue, "client/registerCapability")
    client.open("file:///w/a.swift", user)
    XCTAssertEqual(client.settle()[0].places.count, 1)
    disk.files["/w/title.swift"] = title
    func tell(_ type: Int) {
      client.notify(
        "workspace/didChangeWatchedFiles",
        .make([
          "changes": .array([.make(["uri": .string("file:///w/title.swift"), "type": .integer(type)])])
        ]))
    }
    tell(1)
    XCTAssertEqual(client.settle()[0].places, [])
    disk.files["/w/title.swift"] = title.replacingOccurrences(of: "text", with: "words")
    tell(2)
    XCTAssertNotEqual(client.settle()[0].places, [])
    disk.files["/w/title.swift"] = nil
    tell(3)
    XCTAssertEqual(client.settle()[0].places.count, 1)
  }

  func testSceneFilesStandAlone() {
    let disk = Disk(["/w/a.scene": user, "/w/title.scene": title])
    let client = Client(folder: "/w", files: disk.access)
    client.open("file:///w/a.scene", user)
    XCTAssertEqual(client.settle()[0].places.count, 1)
  }
}
