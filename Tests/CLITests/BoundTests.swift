/// The bounds of what is read, played and written: each ends with its own finding. Small limits stand for the real ones.
import XCTest

@testable import SceneExport
@testable import SceneIR
@testable import SceneLang
@testable import SceneRuntime

final class BoundTests: XCTestCase {
  private func compile(_ text: String) throws -> SceneModule {
    let compilation = Compilation(sources: [SourceFile(name: "a.scene", text: text)], name: "a")
    let module = compilation.module()
    XCTAssertEqual(compilation.diagnostics.map(\.message), [])
    return try XCTUnwrap(module)
  }

  private static let clock = """
    import SwiftUI
    struct ContentView: View {
      @State private var isOn = false
      var body: some View {
        Color.red.opacity(isOn ? 0.5 : 1)
          .onAppear { withAnimation(.linear(duration: 1).repeatForever()) { isOn = true } }
      }
    }
    """

  func testDefaults() {
    XCTAssertEqual(SourceFile.maximumLength, 64 << 20)
    XCTAssertEqual(IRCodec.maximumSize, 256 << 20)
    XCTAssertEqual(PlayOptions().maximumFrames, 36_000)
    XCTAssertEqual(PlayOptions().maximumOutput, 2_000_000_000)
    let limits = MachineLimits()
    XCTAssertEqual(limits.eventFuel, 50_000_000)
    XCTAssertEqual(limits.runFuel, 2_000_000_000)
    XCTAssertEqual(limits.depth, 10_000)
    XCTAssertEqual(limits.heapBytes, 256 << 20)
    XCTAssertEqual(maximumViews, 200_000)
  }

  func testSourceTooLarge() {
    let text = Array("let a = 1 +\n".utf8)
    let fits = Compilation(sources: [SourceFile(name: "a.scene", bytes: text, maximumLength: text.count)], name: "a")
    fits.check()
    XCTAssertEqual(fits.diagnostics.map(\.code), ["E0105"])
    let large = Compilation(
      sources: [SourceFile(name: "a.scene", bytes: text, maximumLength: text.count - 1)], name: "a")
    large.check()
    XCTAssertEqual(large.diagnostics.map(\.code), ["E0126"])
    XCTAssertNil(large.module())
  }

  func testModuleFileTooLarge() throws {
    let bytes = IRCodec.write(try compile(BoundTests.clock))
    try bytes.withUnsafeBytes { buffer in
      XCTAssertNoThrow(try IRCodec.read(buffer, maximumSize: bytes.count))
      XCTAssertThrowsError(try IRCodec.read(buffer, maximumSize: bytes.count - 1)) { error in
        XCTAssertEqual((error as? IRError)?.message.hasPrefix("the file is larger than"), true)
      }
    }
  }

  func testFrames() throws {
    let module = try compile(BoundTests.clock)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 1_000_000_000)
    options.maximumFrames = 20
    let player = Player(module: module, entry: 0, options: options)
    let (bytes, summary) = FramesJSON.document(player)
    XCTAssertEqual(summary.frameCount, 20)
    XCTAssertTrue(summary.hasFailed)
    XCTAssertEqual(player.diagnostics.map(\.code), [RuntimeCode.bound])
    XCTAssertTrue(String(decoding: bytes.bytes, as: UTF8.self).contains("\"R0651\""))
    // A run that ends with the last frame it may have is whole.
    options.maximumFrames = 61
    let whole = Player(module: module, entry: 0, options: options)
    XCTAssertEqual(FramesJSON.document(whole).1.frameCount, 61)
    XCTAssertEqual(whole.diagnostics.map(\.code).filter { $0 == RuntimeCode.bound }, [])
  }

  func testOutput() throws {
    let module = try compile(BoundTests.clock)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 1_000_000_000)
    options.maximumOutput = 2_000
    var player = Player(module: module, entry: 0, options: options)
    let (bytes, summary) = FramesJSON.document(player)
    XCTAssertTrue(summary.hasFailed)
    XCTAssertLessThan(summary.frameCount, 61)
    XCTAssertLessThan(bytes.count, 6_000)
    XCTAssertEqual(player.diagnostics.map(\.code), [RuntimeCode.bound])
    player = Player(module: module, entry: 0, options: options)
    var written = 0
    let lines = FramesJSON.lines(player) { line in
      written += line.count
      return true
    }
    XCTAssertTrue(lines.hasFailed)
    XCTAssertLessThan(written, 6_000)
    player = Player(module: module, entry: 0, options: options)
    XCTAssertTrue(FramesText.document(player).1.hasFailed)
    XCTAssertEqual(player.diagnostics.map(\.code), [RuntimeCode.bound])
  }

  func testDocumentOfTheLanguageServerTooLarge() {
    let live = LiveCompilation(checkedLength: 60)
    let short = Array("let a: Int = \"one\"\n".utf8)
    live.update([.init(name: "a.scene", bytes: short, isChecked: true)])
    XCTAssertEqual(live.diagnostics.map(\.code), ["E0301"])
    let long = short + Array("let c = (1\n// and a comment that makes the document longer\n".utf8)
    live.update([.init(name: "a.scene", bytes: long, isChecked: true)])
    XCTAssertEqual(live.diagnostics.map(\.code), ["syntax-only", "E0103"])
    live.update([.init(name: "a.scene", bytes: short, isChecked: true)])
    XCTAssertEqual(live.diagnostics.map(\.code), ["E0301"])
  }

  func testBytesThatAreNotText() {
    func codes(_ bytes: [UInt8]) -> [String] {
      let compilation = Compilation(sources: [SourceFile(name: "a.scene", bytes: bytes)], name: "a")
      compilation.check()
      return compilation.diagnostics.map(\.code)
    }
    func text(_ before: String, _ bad: [UInt8], _ behind: String) -> [UInt8] {
      Array(before.utf8) + bad + Array(behind.utf8)
    }
    XCTAssertEqual(codes(text("let a = \"x", [0xFF], "y\"\n")), ["E0131"])
    XCTAssertEqual(codes(text("let a = \"x", [0xC3, 0x28], "y\"\n")), ["E0131"])
    XCTAssertEqual(codes(text("let a = \"\"\"\n  b", [0xED, 0xA0, 0x80], "\n  \"\"\"\n")), ["E0131"])
    XCTAssertEqual(codes(text("// caf", [0xE9], "\nlet a = 1\n")), ["E0131"])
    XCTAssertEqual(codes(text("let a = \"é😀", [], "\u{10FFFF}\" // ä\n")), [])
    // A run of them is one finding, and what follows is checked.
    XCTAssertEqual(codes(text("let a = \"", [0xFF, 0xFE, 0xFF], "\"\nlet b: Int = \"\"\n")), ["E0131", "E0301"])
  }

  func testAddressSpace() {
    // None at all: a small heap that ends as a full one does.
    let heap = Heap(limit: 64 << 20) { _ in nil }
    var made = 0
    while !heap.isExhausted, made < 1 << 20 {
      _ = heap.make(.array, type: 0, [Word](repeating: .none, count: 8))
      made += 1
    }
    XCTAssertTrue(heap.isExhausted)
    XCTAssertGreaterThan(made, 100)
    // Little: the table takes what there is.
    var given: [Int] = []
    let pages = Reservation(1 << 20, least: 1 << 8, of: UInt64.self) { bytes in
      given.append(bytes)
      return bytes > 1 << 20 ? nil : Pages.map(bytes)
    }
    XCTAssertEqual(pages.count, 1 << 17)
    XCTAssertEqual(given, [8 << 20, 4 << 20, 2 << 20, 1 << 20])
    XCTAssertEqual(pages.base[pages.count - 1], 0)
    pages.release()
  }

  func testManyOfAKind() throws {
    func codes(_ text: String) -> [String] {
      let compilation = Compilation(sources: [SourceFile(name: "a.scene", text: text)], name: "a")
      compilation.check()
      return compilation.diagnostics.map(\.code)
    }
    let numbers = 0..<600
    let cases = numbers.map { "  case c\($0)\n" }.joined()
    let rows = numbers.map { "  case .c\($0): return \($0)\n" }.joined()
    XCTAssertEqual(codes("enum E {\n\(cases)}\nfunc f(_ e: E) -> Int {\n  switch e {\n\(rows)  }\n}\n"), [])
    XCTAssertEqual(
      codes("enum E {\n\(cases)  case last\n}\nfunc f(_ e: E) -> Int {\n  switch e {\n\(rows)  }\n}\n"), ["E0502"])
    let functions = numbers.map { "func f(a\($0): Int) -> Int { \($0) }\n" }.joined()
    XCTAssertEqual(codes(functions), [])
    XCTAssertEqual(codes(functions + "func f(a7: Int) -> Int { 7 }\n"), ["E0408"])
    let parameters = numbers.map { "a\($0): Int = 0" }.joined(separator: ", ")
    XCTAssertEqual(codes("func f(\(parameters)) {}\nfunc g() { f(a5: 1) }\n"), [])
    XCTAssertEqual(codes("func f(\(parameters), a3: Int) {}\n").count, 1)
  }
}
