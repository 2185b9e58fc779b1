/// The command as an editor runs it: a process, its streams, its exit status.
import Foundation
import XCTest

@testable import LanguageServer

final class StdioTests: XCTestCase {
  /// The binary beside the test bundle; nil where only the tests were built.
  private var binary: URL? {
    var folder = Bundle(for: StdioTests.self).bundleURL.deletingLastPathComponent()
    if !FileManager.default.fileExists(atPath: folder.appendingPathComponent("scenec").path) {
      folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    }
    let path = folder.appendingPathComponent("scenec")
    return FileManager.default.isExecutableFile(atPath: path.path) ? path : nil
  }

  /// Runs the server on all of the input; its messages and exit status.
  private func run(_ messages: [JSON]) throws -> (messages: [JSON], status: Int32) {
    guard let binary else { throw XCTSkip("the command is not built") }
    let process = Process()
    process.executableURL = binary
    process.arguments = ["lsp"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // An editor pauses between keystrokes; here the diagnostics are awaited before the conversation ends.
    var stream = MessageStream()
    var received: [JSON] = []
    func read(until isEnough: (JSON) -> Bool) {
      while true {
        while let item = stream.next() {
          guard case .message(let message) = item else { return XCTFail("malformed answer") }
          received.append(message)
          if isEnough(message) { return }
        }
        let chunk = output.fileHandleForReading.availableData
        if chunk.isEmpty { return }
        stream.append(chunk)
      }
    }
    for message in messages {
      input.fileHandleForWriting.write(Data(MessageStream.frame(message)))
      if message["method"]?.stringValue == "textDocument/didOpen" {
        read { $0["method"]?.stringValue == "textDocument/publishDiagnostics" }
      }
    }
    try input.fileHandleForWriting.close()
    read { _ in false }
    process.waitUntilExit()
    return (received, process.terminationStatus)
  }

  private func message(_ method: String, id: Int? = nil, _ params: JSON = .object([])) -> JSON {
    var members: [JSON.Member] = [.init(key: "jsonrpc", value: .string("2.0"))]
    if let id { members.append(.init(key: "id", value: .integer(id))) }
    members.append(.init(key: "method", value: .string(method)))
    members.append(.init(key: "params", value: params))
    return .object(members)
  }

  func testConversation() throws {
    let document = JSON.make([
      "uri": .string("untitled:a"), "languageId": .string("swift"), "version": .integer(1),
      "text": .string("let a = nix\n"),
    ])
    let (messages, status) = try run([
      message("initialize", id: 1, .make(["capabilities": .object([])])), message("initialized"),
      message("textDocument/didOpen", .make(["textDocument": document])), message("shutdown", id: 2), message("exit"),
    ])
    XCTAssertEqual(status, 0)
    XCTAssertEqual(messages.count, 3)
    XCTAssertEqual(messages.first?["id"]?.intValue, 1)
    let diagnostics = messages.first { $0["method"] != nil }?["params"]
    XCTAssertEqual(diagnostics?["version"]?.intValue, 1)
    XCTAssertEqual(diagnostics?.places.count, 1)
    XCTAssertEqual(messages.last?["id"]?.intValue, 2)
  }

  func testTheClientGoesWithoutAWord() throws {
    let (messages, status) = try run([message("initialize", id: 1, .make(["capabilities": .object([])]))])
    XCTAssertEqual(messages.count, 1)
    XCTAssertEqual(status, 1)
    XCTAssertEqual(try run([message("exit")]).status, 1)
  }

  /// Standard input stays open; what ends is the process that `initialize` names.
  func testTheServerEndsWithItsClient() throws {
    guard let binary else { throw XCTSkip("the command is not built") }
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/bin/sh")
    client.arguments = ["-c", "read x"]
    client.standardInput = Pipe()
    try client.run()
    let server = Process()
    server.executableURL = binary
    server.arguments = ["lsp"]
    let input = Pipe()
    let output = Pipe()
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    let start = message(
      "initialize", id: 1,
      .make(["processId": .integer(Int(client.processIdentifier)), "capabilities": .object([])]))
    input.fileHandleForWriting.write(Data(MessageStream.frame(start)))
    XCTAssertFalse(output.fileHandleForReading.availableData.isEmpty)
    client.terminate()
    client.waitUntilExit()
    server.waitUntilExit()
    XCTAssertEqual(server.terminationStatus, 1)
  }
}
