/// Runs the debug binary that is built beside the test bundle: exit status and what it wrote.
import Foundation
import XCTest

struct CommandProcess {
  var status: Int32
  var output: Data
  var errors: String
  /// Ended by a signal: a crash.
  var wasKilled: Bool

  var text: String { String(decoding: output, as: UTF8.self) }

  static let executable = Bundle(for: CommandTests.self).bundleURL.appendingPathComponent("scenec")

  static func run(_ arguments: [String], input: Data? = nil, in folder: URL? = nil) throws -> CommandProcess {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    // Files, not pipes: neither side waits for the other.
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (out, err, into) = (
      scratch.appendingPathComponent("out"), scratch.appendingPathComponent("err"), scratch.appendingPathComponent("in")
    )
    for file in [out, err] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    try (input ?? Data()).write(to: into)
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = try FileHandle(forReadingFrom: into)
    try process.run()
    process.waitUntilExit()
    return CommandProcess(
      status: process.terminationStatus, output: try Data(contentsOf: out),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self),
      wasKilled: process.terminationReason == .uncaughtSignal)
  }
}

/// A folder that lives as long as a test.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  func read(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
