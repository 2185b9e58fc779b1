/// `scenec check` with settings, baselines, fixes and the formats that other tools read.
import Foundation
import XCTest

final class LintCommandTests: XCTestCase {
  private let open = """
    struct Counter: View {
        @State var count = 0
        var body: some View {
            Text("\\(count)").onTapGesture { count += 1 }
        }
    }

    """

  private func run(_ arguments: String..., input: String? = nil, in folder: ScratchFolder) throws -> CommandProcess {
    let result = try CommandProcess.run(arguments, input: input.map { Data($0.utf8) }, in: folder.url)
    XCTAssertFalse(result.wasKilled, "\(arguments)")
    return result
  }

  func testWarningsDoNotFailUnlessTheyAreTooMany() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", open)
    let plain = try run("check", "a.scene", in: folder)
    XCTAssertEqual(plain.status, 0)
    XCTAssertTrue(plain.text.contains("[private-state]"), plain.text)
    XCTAssertEqual(try run("check", "a.scene", "--max-warnings", "1", in: folder).status, 0)
    let strict = try run("check", "a.scene", "--max-warnings", "0", in: folder)
    XCTAssertEqual(strict.status, 1)
    XCTAssertEqual(strict.errors, "error: 1 warning, at most 0 allowed\n")
    XCTAssertEqual(try run("check", "a.scene", "--max-warnings", "x", in: folder).status, 2)
  }

  func testSettingsOfTheNearestFolderHold() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", open)
    try folder.write("deep/b.scene", open.replacingOccurrences(of: "Counter", with: "Other"))
    try folder.write("scenec.json", "{\"rules\": {\"private-state\": \"error\"}}")
    XCTAssertEqual(try run("check", "deep/b.scene", in: folder).status, 1)
    try folder.write("deep/scenec.json", "{\"rules\": {\"private-state\": \"off\"}}")
    XCTAssertEqual(try run("check", "deep/b.scene", in: folder).text, "")
    XCTAssertEqual(try run("check", "a.scene", in: folder).status, 1)
    try folder.write("scenec.json", "{\"exclude\": [\"a.scene\"]}")
    XCTAssertEqual(try run("check", ".", in: folder).text, "")
    XCTAssertNotEqual(try run("check", "a.scene", in: folder).text, "")
    try folder.write("scenec.json", "{\"rules\":\n {\"privat\": \"off\"}}")
    let wrong = try run("check", "a.scene", in: folder)
    XCTAssertEqual(wrong.status, 2)
    XCTAssertTrue(wrong.errors.contains("scenec.json:2:"), wrong.errors)
  }

  func testBaselinesHideWhatIsKnown() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", open)
    XCTAssertEqual(try run("check", ".", "--write-baseline", "known.json", in: folder).status, 0)
    XCTAssertEqual(try run("check", ".", "--baseline", "known.json", in: folder).text, "")
    try folder.write("a.scene", "\n\n" + open)
    XCTAssertEqual(try run("check", "a.scene", "--baseline", "known.json", in: folder).text, "")
    try folder.write("b.scene", open.replacingOccurrences(of: "Counter", with: "Other"))
    XCTAssertTrue(try run("check", ".", "--baseline", "known.json", in: folder).text.contains("b.scene"))
    try folder.write("scenec.json", "{\"baseline\": \"known.json\"}")
    XCTAssertEqual(try run("check", "a.scene", in: folder).text, "")
    XCTAssertEqual(try run("check", "a.scene", "--baseline", "missing.json", in: folder).status, 2)
    try folder.write("known.json", "{\"findings\": [")
    XCTAssertEqual(try run("check", "a.scene", in: folder).status, 2)
  }

  func testABaselineCountsFromItsOwnFolder() throws {
    let folder = try ScratchFolder()
    try folder.write("sub/a.scene", open)
    try folder.write("sub/deep/b.scene", "struct B {}\n")
    // The settings name it before it is there.
    try folder.write("scenec.json", "{\"baseline\": \"known.json\"}")
    XCTAssertEqual(try run("check", "sub/a.scene", "--write-baseline", "known.json", in: folder).status, 0)
    let known = try String(contentsOf: folder.url.appendingPathComponent("known.json"), encoding: .utf8)
    XCTAssertTrue(known.contains("\"file\": \"sub/a.scene\""), known)
    func from(_ place: String, _ arguments: String...) throws -> CommandProcess {
      try CommandProcess.run(arguments, in: folder.url.appendingPathComponent(place))
    }
    XCTAssertEqual(try from("sub", "check", "a.scene").text, "")
    XCTAssertEqual(try from("sub/deep", "check", "../a.scene").text, "")
    XCTAssertEqual(try from("sub/deep", "check", "../../sub/./a.scene").text, "")
    XCTAssertEqual(try from("sub/deep", "check", "../a.scene", "--write-baseline", "../../other.json").status, 0)
    XCTAssertEqual(try String(contentsOf: folder.url.appendingPathComponent("other.json"), encoding: .utf8), known)
  }

  func testACutOffFileIsLeftAlone() throws {
    let folder = try ScratchFolder()
    for text in ["struct A {\n  var b: Int {\n    1\n", "struct A {\n  let b = f(1\n", "func f() {\n  g([1, 2"] {
      try folder.write("a.scene", text)
      _ = try run("check", "a.scene", "--fix", in: folder)
      XCTAssertEqual(try String(contentsOf: folder.url.appendingPathComponent("a.scene"), encoding: .utf8), text)
    }
    try folder.write("a.scene", "let a = [1, 2\nlet b = 2\n")
    _ = try run("check", "a.scene", "--fix", in: folder)
    XCTAssertEqual(
      try String(contentsOf: folder.url.appendingPathComponent("a.scene"), encoding: .utf8),
      "let a = [1, 2]\nlet b = 2\n")
  }

  func testFixesAreAppliedToTheEnd() throws {
    let folder = try ScratchFolder()
    let text = """
      struct A: View {
          // scenec:disable:next private-state
          @State private var a = 0
          @State var b = 0
          var body: some View {
              Text("\\(a + b)").animation(nil).onTapGesture { a = 1; b = 1 }
          }
      }

      """
    for end in ["\n", "\r\n"] {
      try folder.write("a.scene", text.replacingOccurrences(of: "\n", with: end))
      let before = try folder.read("a.scene")
      let dry = try run("check", "--fix", "--dry-run", "a.scene", in: folder)
      XCTAssertEqual(dry.status, 1)
      XCTAssertTrue(dry.text.contains("+    @State private var b = 0"), dry.text)
      XCTAssertEqual(try folder.read("a.scene"), before)
      let fixed = try run("check", "--fix", "a.scene", in: folder)
      XCTAssertEqual(fixed.status, 0)
      XCTAssertEqual(fixed.errors, "fixed 3 findings in 1 file\n")
      let expected = text.replacingOccurrences(of: "    // scenec:disable:next private-state\n", with: "")
        .replacingOccurrences(of: "@State var b", with: "@State private var b")
        .replacingOccurrences(of: "animation(nil)", with: "transaction { $0.animation = nil }")
      XCTAssertEqual(
        String(decoding: try folder.read("a.scene"), as: UTF8.self), expected.replacingOccurrences(of: "\n", with: end))
      XCTAssertEqual(try run("check", "--fix", "--dry-run", "a.scene", in: folder).status, 0)
    }
    XCTAssertEqual(folder.names, ["a.scene"])
  }

  func testStandardInputIsMendedToStandardOutput() throws {
    let folder = try ScratchFolder()
    let result = try run("check", "--fix", "-", input: open, in: folder)
    XCTAssertEqual(result.text, open.replacingOccurrences(of: "@State var", with: "@State private var"))
    XCTAssertEqual(result.status, 0)
    // Cut anywhere, also without a last newline: the text comes back, and no signal ends the process.
    for length in stride(from: 0, through: open.utf8.count, by: 17) {
      let cut = String(decoding: Array(open.utf8).prefix(length), as: UTF8.self)
      let result = try run("check", "--fix", "-", input: cut, in: folder)
      XCTAssertFalse(result.text.isEmpty && !cut.isEmpty)
    }
  }

  func testFormatsForOtherTools() throws {
    let folder = try ScratchFolder()
    try folder.write("a b.scene", open)
    let log = try run("check", "a b.scene", "--format", "sarif", in: folder)
    let root = try XCTUnwrap(JSONSerialization.jsonObject(with: log.output) as? [String: Any])
    XCTAssertEqual(root["version"] as? String, "2.1.0")
    let first = try XCTUnwrap((root["runs"] as? [[String: Any]])?.first)
    let driver = try XCTUnwrap((first["tool"] as? [String: Any])?["driver"] as? [String: Any])
    XCTAssertEqual(driver["name"] as? String, "scenec")
    let rules = try XCTUnwrap(driver["rules"] as? [[String: Any]])
    let result = try XCTUnwrap((first["results"] as? [[String: Any]])?.first)
    XCTAssertEqual(result["ruleId"] as? String, "private-state")
    XCTAssertEqual(rules[try XCTUnwrap(result["ruleIndex"] as? Int)]["id"] as? String, "private-state")
    XCTAssertEqual(result["level"] as? String, "warning")
    XCTAssertNotNil((result["message"] as? [String: Any])?["text"])
    let place = try XCTUnwrap(
      ((result["locations"] as? [[String: Any]])?.first?["physicalLocation"]) as? [String: Any])
    XCTAssertEqual((place["artifactLocation"] as? [String: Any])?["uri"] as? String, "a%20b.scene")
    XCTAssertEqual((place["region"] as? [String: Any])?["startLine"] as? Int, 2)
    let change = try XCTUnwrap(
      ((result["fixes"] as? [[String: Any]])?.first?["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try XCTUnwrap((change["replacements"] as? [[String: Any]])?.first)
    XCTAssertEqual((replacement["insertedContent"] as? [String: Any])?["text"] as? String, "private ")

    let annotations = try run("check", "a b.scene", "--format", "github", in: folder).text
    XCTAssertTrue(annotations.hasPrefix("::warning file=a b.scene,line=2,endLine=2,col=5,"), annotations)
    XCTAssertTrue(annotations.contains("title=private-state::"), annotations)
    let json = try run("check", "a b.scene", "--format", "json", in: folder)
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let summary = try XCTUnwrap(object["summary"] as? [String: Any])
    XCTAssertEqual(summary["rules"] as? [String: Int], ["private-state": 1])
  }

  func testWrongCombinations() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", open)
    XCTAssertEqual(try run("check", "a.scene", "--dry-run", in: folder).status, 2)
    XCTAssertEqual(try run("check", "-", "--watch", input: "", in: folder).status, 2)
    XCTAssertEqual(try run("explain", "private-state", in: folder).status, 0)
  }

  func testWatchChecksAgain() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", open)
    let process = Process()
    process.executableURL = CommandProcess.executable
    process.arguments = ["check", "--watch", "."]
    process.currentDirectoryURL = folder.url
    let pipe = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    defer { process.terminate() }
    func next() -> String { String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }
    XCTAssertEqual(next(), "fine; watching\n")
    try folder.write("a.scene", "struct A: View { var body: some View { Nothing() } }\n")
    XCTAssertEqual(next(), "watching\n")
    // What is put into a folder that was made after the start counts as well.
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("b/c"), withIntermediateDirectories: true)
    XCTAssertEqual(next(), "watching\n")
    try folder.write("a.scene", open)
    XCTAssertEqual(next(), "fine; watching\n")
    try folder.write("b/c/d.scene", "struct D: View { var body: some View { Nothing() } }\n")
    XCTAssertEqual(next(), "watching\n")
  }
}
