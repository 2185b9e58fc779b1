/// The render command with a converter of the test's own, and real ones where they are installed; assets beside a scene.
import Foundation
import XCTest

final class RenderTests: XCTestCase {
  private let scene = """
    import SwiftUI
    struct A: View {
      @State private var isBig = false
      var body: some View {
        Color.red.frame(width: isBig ? 100 : 50, height: 20)
          .onAppear { withAnimation(.linear(duration: 0.2)) { isBig = true } }
      }
    }

    """

  /// A PNG of one pixel.
  private let pixel = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")

  private func run(_ arguments: [String], path: String, in folder: ScratchFolder) throws -> CommandProcess {
    setenv("PATH", path, 1)
    setenv("TMPDIR", folder.url.appendingPathComponent("tmp").path, 1)
    defer { unsetenv("TMPDIR") }
    return try CommandProcess.run(arguments, in: folder.url)
  }

  private var savedPath = ""

  override func setUp() { savedPath = ProcessInfo.processInfo.environment["PATH"] ?? "" }
  override func tearDown() { setenv("PATH", savedPath, 1) }

  private func makeFolder(_ tools: [String: String]) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("a.scene", scene)
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("tmp"), withIntermediateDirectories: true)
    for (name, text) in tools {
      let path = try folder.write("bin/\(name)", text)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    return folder
  }

  func testMissingConverterSaysHowToInstallIt() throws {
    let folder = try makeFolder([:])
    let result = try run(["render", "a.scene", "--format", "png", "-o", "a.png"], path: "/nowhere", in: folder)
    XCTAssertEqual(result.status, 2)
    XCTAssertTrue(result.errors.contains("apt-get install librsvg2-bin"), result.errors)
    XCTAssertFalse(folder.names.contains("a.png"))
  }

  func testPicturesAreDrawnOnceAndTheFolderGoes() throws {
    let folder = try makeFolder([
      "rsvg-convert": "#!/bin/sh\necho x >> \"$TMPDIR/../calls\"\ncp \"$3\" \"$2\"\n",
      // It draws no vectors. The last argument is the file to write; the changes of picture are counted into it.
      "ffmpeg":
        "#!/bin/sh\ncase \"$*\" in *\"-f null\"*) exit 1;; esac\nfor last; do :; done\nls \"$(dirname \"$last\")\" | grep -c '^s' > \"$last\"\n",
    ])
    let path = "\(folder.url.path)/bin:/usr/bin:/bin"
    let result = try run(
      ["render", "a.scene", "--format", "gif", "--until", "1", "--fps", "20", "-o", "a.gif"], path: path, in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    // 21 samples, and those after 0.2 s look alike: five changes and the end.
    XCTAssertEqual(String(decoding: try folder.read("a.gif"), as: UTF8.self), "6\n")
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self).split(separator: "\n").count
    XCTAssertEqual(calls, 5)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/tmp"), [])
  }

  func testMovingPicturesAreDrawnByFfmpegWhereItCan() throws {
    let folder = try makeFolder([
      "rsvg-convert": "#!/bin/sh\necho x >> \"$TMPDIR/../calls\"\nexit 1\n",
      "ffmpeg":
        "#!/bin/sh\ncase \"$*\" in *\"-f null\"*) exit 0;; esac\nfor last; do :; done\n"
        + "ls \"$(dirname \"$last\")\" | grep -c '^s.*svg' > \"$last\"\n",
    ])
    let path = "\(folder.url.path)/bin:/usr/bin:/bin"
    let result = try run(
      ["render", "a.scene", "--format", "gif", "--until", "1", "--fps", "20", "-o", "a.gif"], path: path, in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(String(decoding: try folder.read("a.gif"), as: UTF8.self), "6\n")
    XCTAssertFalse(folder.names.contains("calls"))
  }

  func testFailingConverterIsReportedAndCleanedUp() throws {
    let folder = try makeFolder(["rsvg-convert": "#!/bin/sh\necho 'no such font' >&2\nexit 3\n"])
    let path = "\(folder.url.path)/bin:/usr/bin:/bin"
    let result = try run(["render", "a.scene", "--format", "png", "-o", "a.png"], path: path, in: folder)
    XCTAssertEqual(result.status, 2)
    XCTAssertTrue(result.errors.contains("no such font"), result.errors)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/tmp"), [])
  }

  func testRealConverter() throws {
    guard
      savedPath.split(separator: ":").contains(where: { FileManager.default.fileExists(atPath: "\($0)/rsvg-convert") })
    else { throw XCTSkip("rsvg-convert is not installed") }
    let folder = try makeFolder([:])
    let result = try run(
      ["render", "a.scene", "--device", "60x40@2", "--scale", "2", "-o", "a.png"], path: savedPath, in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    let png = [UInt8](try folder.read("a.png"))
    XCTAssertEqual(Array(png.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
    XCTAssertEqual(Array(png[16..<24]), [0, 0, 0, 120, 0, 0, 0, 80])
  }

  func testLottie() throws {
    let folder = try makeFolder([:])
    let result = try run(["render", "a.scene", "--format", "lottie", "--until", "0.5"], path: savedPath, in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    XCTAssertEqual(object["op"] as? Int, 31)
    let layers = try XCTUnwrap(object["layers"] as? [[String: Any]])
    XCTAssertEqual(layers.map { $0["ty"] as? Int }, [4, 1])
  }

  func testAssetsBesideTheScene() throws {
    let folder = try ScratchFolder()
    let image = try XCTUnwrap(pixel)
    try folder.write("Assets.xcassets/dot.imageset/dot@2x.png", image)
    try folder.write(
      "Assets.xcassets/dot.imageset/Contents.json",
      #"{"images":[{"idiom":"universal","scale":"1x"},{"filename":"dot@2x.png","scale":"2x"}]}"#)
    try folder.write(
      "Assets.xcassets/brand.colorset/Contents.json",
      #"{"colors":[{"color":{"components":{"red":"0x80","green":"128","blue":"1.000","alpha":"1"}}},{"appearances":[{"value":"dark"}],"color":{"components":{"red":"1.0","green":"0","blue":"0","alpha":"1"}}}]}"#
    )
    try folder.write("broken.png", "not a picture")
    try folder.write(
      "a.scene",
      "import SwiftUI\nstruct A: View { var body: some View { Image(\"dot\").background(Color(\"brand\")) } }\n")
    let light = try CommandProcess.run(["run", "a.scene", "--until", "0"], in: folder.url)
    XCTAssertEqual(light.status, 0)
    XCTAssertEqual(light.errors, "")
    XCTAssertTrue(light.text.contains("\"size\":[0.5,0.5]"), light.text)
    XCTAssertTrue(light.text.contains("#8080FFFF"), light.text)
    // The symbol that Xcode makes of a name, for a resource.
    try folder.write(
      "b.scene", "import SwiftUI\nstruct B: View { var body: some View { Color(.brand).frame(width: 9, height: 9) } }\n"
    )
    let symbol = try CommandProcess.run(["run", "b.scene", "--until", "0"], in: folder.url)
    XCTAssertTrue(symbol.text.contains("#8080FFFF"), symbol.text)
    let dark = try CommandProcess.run(["run", "a.scene", "--until", "0", "--color-scheme", "dark"], in: folder.url)
    XCTAssertTrue(dark.text.contains("#FF0000FF"), dark.text)
    let svg = try CommandProcess.run(["render", "a.scene"], in: folder.url)
    XCTAssertTrue(svg.text.contains("href=\"data:image/png;base64,iVBOR"), svg.text)
    // The module plays without the files.
    XCTAssertEqual(try CommandProcess.run(["build", "a.scene", "--emit", "ir"], in: folder.url).status, 0)
    let ir = try CommandProcess.run(["run", "-", "--until", "0"], input: try folder.read("a.ir.json"))
    XCTAssertTrue(ir.text.contains("\"size\":[0.5,0.5]"), ir.errors)
  }

  func testHostileImageFilesAreNoImages() throws {
    let folder = try ScratchFolder()
    var generator = SystemRandomNumberGenerator()
    let starts: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38],
      Array("RIFF....WEBPVP8X".utf8), Array("<svg width=\"1e999\" viewBox=\"0 0".utf8),
    ]
    for (index, start) in starts.enumerated() {
      for length in [0, 1, 7, 40] {
        let bytes = start + (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try folder.write("x\(index)-\(length).png", Data(bytes))
      }
    }
    try folder.write("Broken.xcassets/a.imageset/Contents.json", "{\"images\":[{\"filename\":\"../../../etc/passwd\"")
    try folder.write("a.scene", "import SwiftUI\nstruct A: View { var body: some View { Image(\"a\") } }\n")
    let result = try CommandProcess.run(["run", "a.scene", "--until", "0"], in: folder.url)
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.errors.contains("R0645"), result.errors)
  }

  func testAFailedTestWritesAPageThatGoesAgain() throws {
    let folder = try ScratchFolder()
    let end = "#Scenario(\"grow\") { A() } steps: { settle() }\n"
    try folder.write("a.scene", scene + end)
    XCTAssertEqual(try CommandProcess.run(["test", "a.scene", "--update"], in: folder.url).status, 0)
    try folder.write("a.scene", scene.replacingOccurrences(of: "100", with: "120") + end)
    let failed = try CommandProcess.run(["test", "a.scene"], in: folder.url)
    XCTAssertEqual(failed.status, 1)
    XCTAssertTrue(failed.text.contains("side by side: __frames__/a.grow.diff.html"), failed.text)
    let page = String(decoding: try folder.read("__frames__/a.grow.diff.html"), as: UTF8.self)
    XCTAssertTrue(page.contains("\"mode\":\"compare\""))
    XCTAssertTrue(page.contains("\"differing\":{\""))
    // The view that grew is marked; what holds it is as large because of it.
    let marked = page.range(of: "\"differing\":{").map { page[$0.upperBound...].prefix { $0 != "}" } } ?? ""
    for frame in marked.split(separator: "]") {
      XCTAssertEqual(frame.drop { $0 != "[" }.filter { $0 == "," }.count, 0, String(frame))
    }
    try folder.write("a.scene", scene + end)
    XCTAssertEqual(try CommandProcess.run(["test", "a.scene"], in: folder.url).status, 0)
    XCTAssertThrowsError(try folder.read("__frames__/a.grow.diff.html"))
  }
}
