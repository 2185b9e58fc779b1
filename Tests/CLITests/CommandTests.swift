/// The command as a process: exit status, files that cannot be read or written, options, formats.
import Foundation
import XCTest

final class CommandTests: XCTestCase {
  private let scene = """
    struct ContentView: View {
      @State private var isLarge = false
      var body: some View {
        Button("Grow") { withAnimation(.linear(duration: 0.2)) { isLarge = true } }
          .frame(width: isLarge ? 200 : 100, height: 40)
          .accessibilityIdentifier("button")
      }
    }

    """

  private func scenarios(_ names: [String]) -> String {
    scene
      + names.map {
        "#Scenario(\"\($0)\") { ContentView() } steps: { wait(0.1)\n tap(\"Grow\")\n settle() }\n"
      }.joined()
  }

  private func run(_ arguments: String..., input: String? = nil, in folder: ScratchFolder? = nil) throws
    -> CommandProcess
  {
    let result = try CommandProcess.run(arguments, input: input.map { Data($0.utf8) }, in: folder?.url)
    XCTAssertFalse(result.wasKilled, "\(arguments)")
    return result
  }

  func testUsage() throws {
    XCTAssertEqual(try run().status, 2)
    XCTAssertEqual(try run("frobnicate").status, 2)
    XCTAssertEqual(try run("help").status, 0)
    XCTAssertEqual(try run("check").status, 2)
    let unknown = try run("run", "--scenaro", "x", "a.scene")
    XCTAssertEqual(unknown.status, 2)
    XCTAssertEqual(unknown.errors, "error: unknown option '--scenaro'; did you mean '--scenario'?\n")
    XCTAssertEqual(try run("run", "a.scene", "--fps", "0").status, 2)
    XCTAssertEqual(try run("run", "a.scene", "--until", "soon").status, 2)
    XCTAssertEqual(try run("run", "a.scene", "--format", "xml").status, 2)
    XCTAssertEqual(try run("run", "a.scene", "--seed").status, 2)
  }

  func testFilesThatAreNotScenes() throws {
    let folder = try ScratchFolder()
    let missing = try run("check", "missing.scene", in: folder)
    XCTAssertEqual(missing.status, 2)
    XCTAssertEqual(missing.errors, "error: missing.scene: No such file or directory\n")
    XCTAssertEqual(try run("check", try folder.write("empty.scene", "")).status, 0)
    XCTAssertEqual(try run("run", try folder.write("empty.scene", "")).status, 1)
    var bytes: [UInt8] = []
    var state: UInt64 = 7
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.append(UInt8(truncatingIfNeeded: state >> 56))
    }
    XCTAssertEqual(try run("check", try folder.write("binary.scene", Data(bytes))).status, 1)
    XCTAssertEqual(
      try run("check", try folder.write("nul.scene", Data("let a = 1\0\nlet b = 2\n".utf8))).wasKilled, false)
    let invalid = Data("let a = ".utf8) + Data([0xFF, 0xC0, 0x80]) + Data("\n".utf8)
    XCTAssertEqual(try run("check", try folder.write("invalid.scene", invalid)).status, 1)
    let mark = Data([0xEF, 0xBB, 0xBF]) + Data(scene.utf8)
    XCTAssertEqual(try run("check", try folder.write("mark.scene", mark)).status, 0)
    let returns = scene.replacingOccurrences(of: "\n", with: "\r")
    XCTAssertEqual(try run("check", try folder.write("returns.scene", returns)).status, 0)
    let nothing = try ScratchFolder()
    XCTAssertNotEqual(try run("check", nothing.url.path).status, 0)
  }

  func testFoldersOfSeveralModules() throws {
    let one = "import SwiftUI\nstruct Card: View { var body: some View { Text(title) } }\nlet title = \"a\"\n"
    let other = "import SwiftUI\nstruct Card: View { var body: some View { Text(shared) } }\n"
    // A package's targets, projects beside each other, and folders that declare the same name.
    for (first, second) in [("Sources/A", "Sources/B"), ("One", "Two")] {
      let folder = try ScratchFolder()
      try folder.write("Package.swift", "// swift-tools-version: 6.0\n")
      try folder.write("\(first)/Card.swift", one)
      try folder.write("\(second)/Card.swift", other)
      try folder.write("Shared/Names.swift", "let shared = \"b\"\nlet taken = 1\n")
      XCTAssertEqual(try run("check", folder.url.path).status, 0, first)
      // What is wrong in one place is told once, at its file.
      try folder.write("\(second)/Wrong.swift", "let wrong: Int = \"c\"\nlet missing = nowhere\n")
      let found = try run("check", folder.url.path, "--format", "unix")
      XCTAssertEqual(found.status, 1)
      XCTAssertEqual(found.text.components(separatedBy: "E0301").count, 2, found.text)
      XCTAssertFalse(found.text.contains("E0408"), found.text)
    }
    // Folders that need one another are one module: the second declaration is a mistake.
    let folder = try ScratchFolder()
    try folder.write("Views/Card.swift", "struct Card { var kind = Kind.small; var size = Size() }\n")
    try folder.write("Models/Kind.swift", "enum Kind { case small }\nstruct Size {}\nstruct Card {}\n")
    XCTAssertTrue(try run("check", folder.url.path, "--format", "unix").text.contains("E0408"))
  }

  func testStandardInputAndOutput() throws {
    let result = try run("run", "-", "--format", "text", input: scene)
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.text.hasPrefix("stdin on iPhone 14, 60 frames a second\n"))
    // A reader that goes away ends the run without a signal.
    let folder = try ScratchFolder()
    let file = try folder.write("a.scene", scene)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "'\(CommandProcess.executable.path)' run '\(file)' --until 2 | head -c 10"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let seen = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    XCTAssertEqual(String(decoding: seen, as: UTF8.self), "{\"schema\":")
  }

  func testWritingFails() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("a.scene", scene)
    let blocker = try folder.write("blocker", "x")
    let into = try run("build", file, "-o", blocker + "/below")
    XCTAssertEqual(into.status, 2)
    XCTAssertEqual(try run("run", file, "-o", folder.url.path + "/none/frames.json").status, 2)
    XCTAssertEqual(try run("run", file, "-o", folder.url.path).status, 2)
    // Nothing half-written stays behind.
    XCTAssertEqual(folder.names, ["a.scene", "blocker"])
  }

  func testChoosingWhatIsPlayed() throws {
    let folder = try ScratchFolder()
    let two = try folder.write("two.scene", scenarios(["open it", "close it"]))
    let several = try run("run", two)
    XCTAssertEqual(several.status, 2)
    XCTAssertTrue(several.errors.contains("'open it', 'close it'"), several.errors)
    XCTAssertEqual(try run("run", two, "--scenario", "close it").status, 0)
    XCTAssertEqual(try run("run", two, "--scenario", "none").status, 2)
    XCTAssertEqual(try run("run", two, "--view", "ContentView").status, 0)
    XCTAssertEqual(try run("run", two, "--view", "Nothing").status, 2)
    XCTAssertEqual(try run("build", two, "-o", folder.url.path + "/out").status, 0)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/out").sorted(),
      ["two.close-it.frames.json", "two.ir.json", "two.open-it.frames.json"])
  }

  func testBuildDrawsSnapshotsOrTheLastFrame() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("a.scene", scene)
    let out = folder.url.path + "/out"
    XCTAssertEqual(try run("build", file, "-o", out, "--emit", "svg").status, 0)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: out), ["a.svg"])
    let steps = "snapshot(\"First one\"); wait(0.1); snapshot(\"first-one\")"
    XCTAssertEqual(try run("build", file, "-o", out + "2", "--emit", "svg", "--steps", steps).status, 0)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: out + "2").sorted(),
      ["a.first-one-2.svg", "a.first-one.svg"])
    XCTAssertTrue(
      try String(contentsOfFile: out + "2/a.first-one.svg", encoding: .utf8).hasPrefix("<svg xmlns=\"http://www.w3.org")
    )
    XCTAssertEqual(try run("build", file, "--emit", "bmp").status, 2)
  }

  func testLinksLeadToAFileOnce() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", scene)
    let path = folder.url.path
    try FileManager.default.createSymbolicLink(atPath: path + "/round", withDestinationPath: ".")
    try FileManager.default.createSymbolicLink(atPath: path + "/b.scene", withDestinationPath: "a.scene")
    let checked = try run("check", path)
    XCTAssertEqual(checked.status, 0, checked.errors + checked.text)
  }

  func testSteps() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("a.scene", scene)
    let inline = try run("run", file, "--steps", "wait(0.1); tap(\"Grow\"); settle()")
    XCTAssertEqual(inline.status, 0)
    let steps = try folder.write("steps.txt", "wait(0.1) // first\n// then\ntap(\"Grow\")\nsettle()\n")
    let fromFile = try run("run", file, "--steps", "@" + steps)
    XCTAssertEqual(fromFile.status, 0)
    XCTAssertEqual(inline.output, fromFile.output)
    XCTAssertEqual(try run("run", file, "--steps", "jump(3)").status, 2)
    XCTAssertEqual(try run("run", file, "--steps", "@missing").status, 2)
    let lost = try run("run", file, "--steps", "tap(\"Grew\")")
    XCTAssertEqual(lost.status, 1)
    XCTAssertTrue(lost.errors.contains("No view is called 'Grew'; there are"), lost.errors)
  }

  func testDevices() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("a.scene", scene)
    func device(_ arguments: String...) throws -> [String: Any] {
      let result = try CommandProcess.run(["run", file, "--until", "0"] + arguments)
      XCTAssertEqual(result.status, 0)
      let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
      return object?["device"] as? [String: Any] ?? [:]
    }
    XCTAssertEqual(try device()["name"] as? String, "iPhone 14")
    XCTAssertEqual(try device("--device", "iphone15 pro max")["name"] as? String, "iPhone 15 Pro Max")
    let custom = try device("--device", "300.5x200@2")
    XCTAssertEqual(custom["width"] as? Double, 300.5)
    XCTAssertEqual(custom["scale"] as? Double, 2)
    let turned = try device("--landscape")
    XCTAssertEqual(turned["width"] as? Double, 844)
    XCTAssertEqual(turned["height"] as? Double, 390)
    XCTAssertEqual(try run("run", file, "--device", "Fridge").status, 2)
  }

  func testStoredFrames() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("a.scene", scenarios(["grow"]))
    XCTAssertEqual(try run("test", file).status, 0)
    XCTAssertEqual(try run("test", file, "--update").status, 0)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/__frames__"),
      ["a.grow.frames.ndjson"])
    XCTAssertEqual(try run("test", file).status, 0)
    try folder.write("a.scene", scenarios(["grow"]).replacingOccurrences(of: "200 : 100", with: "210 : 100"))
    let changed = try run("test", file)
    XCTAssertEqual(changed.status, 1)
    XCTAssertTrue(changed.text.contains("FAIL grow"), changed.text)
    XCTAssertTrue(changed.text.contains("'button'"), changed.text)
    XCTAssertEqual(try run("test", file, "--tolerance", "20").status, 0)
    // Frames of a scenario that has another name now are told, and are no failure.
    try folder.write("__frames__/a.was.frames.ndjson", "")
    let renamed = try CommandProcess.run(["test", file, "--tolerance", "20"])
    XCTAssertEqual(renamed.status, 0)
    XCTAssertTrue(renamed.errors.contains("no scenario has the frames"), renamed.errors)
    XCTAssertTrue(renamed.errors.contains("__frames__/a.was.frames.ndjson"), renamed.errors)
    try folder.write("__frames__/a.grow.frames.ndjson", "{\"schema\":")
    XCTAssertEqual(try run("test", file).status, 2)
    try folder.write(
      "a.scene", scene + "#Scenario(\"grow\") { ContentView() } steps: { expect(\"button\").opacity(0.5) }\n")
    XCTAssertEqual(try run("test", file, "--update").status, 1)
  }
}
