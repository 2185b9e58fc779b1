/// Any input whatever: no crash, no hang, and the diagnostic that says what was wrong.
import Foundation
import SceneIR
import XCTest

@testable import SceneExport
@testable import SceneLang
@testable import SceneRuntime

final class RobustnessTests: XCTestCase {
  // MARK: What is no text

  func testFilesThatAreNoTextGiveOneFinding() {
    let text = "struct A { let words = 1 }\n"
    let little: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big: [UInt8] = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      XCTAssertEqual(check(bytes).map(\.message), ["this is UTF-16 text; save the file as UTF-8"])
    }
    let binary = [0x7F] + Array("ELF".utf8) + [UInt8](repeating: 0, count: 12) + Array("text".utf8)
    XCTAssertEqual(check(binary).map(\.message), ["this file is not text"])
    XCTAssertEqual(check(Array(text.utf8)).map(\.message), [])
  }

  // MARK: Support

  static let hero: [UInt8] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return Array((try? Data(contentsOf: folder.appendingPathComponent("examples/hero.scene"))) ?? Data())
  }()

  private func check(_ bytes: [UInt8]) -> [Diagnostic] {
    let compilation = Compilation(sources: [SourceFile(name: "a.scene", bytes: bytes)], name: "a")
    compilation.check()
    return compilation.diagnostics
  }

  private func compile(_ text: String, line: UInt = #line) throws -> SceneModule {
    let compilation = Compilation(sources: [SourceFile(name: "a.scene", text: text)], name: "a")
    let module = compilation.module()
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    XCTAssertEqual(errors.map { "\($0.code) \($0.message.prefix(200))" }, [], line: line)
    return try XCTUnwrap(module, line: line)
  }

  /// Plays to the end or to a number of frames; the codes of what was reported.
  @discardableResult
  private func play(_ module: SceneModule, frames: Int = 30) -> (player: Player, codes: [String]) {
    let player = Player(module: module, entry: 0, options: PlayOptions())
    var count = 0
    while count < frames, player.next() != nil { count += 1 }
    return (player, player.diagnostics.map(\.code))
  }

  private func codes(_ text: String, line: UInt = #line) throws -> [String] {
    play(try compile(text, line: line)).codes
  }

  private func view(_ body: String, _ more: String = "") -> String {
    "\(more)\nstruct ContentView: View { var body: some View {\n\(body)\n} }\n"
  }

  private func tapped(_ action: String, _ more: String = "") -> String {
    """
    \(more)
    struct ContentView: View {
      @State var numbers: [Int] = []
      @State var count = 0
      var body: some View { Button("go") { \(action) } }
    }
    #Scenario("s") { ContentView() } steps: { tap("go")\n wait(0.1) }
    """
  }

  // MARK: Sources

  func testEveryPrefixOfTheExampleIsChecked() {
    XCTAssertFalse(Self.hero.isEmpty)
    // Declarations and bodies are checked for prefixes at some distance; syntax for all.
    for count in 0...Self.hero.count {
      let tree = Parser.parse(SourceFile(name: "a.scene", bytes: Array(Self.hero[..<count])))
      _ = ParseDiagnostics.diagnose(tree, file: 0)
    }
    for count in stride(from: 0, through: Self.hero.count, by: 37) { _ = check(Array(Self.hero[..<count])) }
  }

  func testNesting() {
    let depth = 2000
    func nested(_ open: String, _ inner: String, _ close: String) -> String {
      String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }
    let cases: [(text: String, isTooDeep: Bool)] = [
      ("let a = " + nested("(", "1", ")"), true),
      ("let a = " + nested("[", "1", "]"), true),
      ("let a = " + nested("{ ", "1", " }"), true),
      ("let a: " + nested("[", "Int", "]") + " = []", true),
      ("let a: " + nested("Array<", "Int", ">") + " = []", true),
      ("func f(x: Int) { switch x { case " + nested("(", "1", ")") + ": break\n default: break } }", true),
      ("func f() { " + nested("if true { ", "", "}") + " }", true),
      (nested("struct A { ", "", "}"), true),
      (nested("#if DEBUG\n", "let a = 1\n", "#endif\n"), true),
      (view(nested("VStack { ", "Text(\"a\")", " }")), true),
      ("let a = " + String(repeating: "(", count: 100_000), true),
      (nested("/*", "", "*/"), false),
    ]
    for (text, isTooDeep) in cases {
      let found = check(Array(text.utf8)).filter { $0.severity == .error }.map(\.code)
      XCTAssertEqual(found.contains("E0118"), isTooDeep, "\(text.prefix(40)): \(found.prefix(5))")
    }
  }

  func testLongChainsAreNoNesting() throws {
    let count = 2000
    let text = view(
      "Text(\"\\(sum) \\(pick(1999)) \\(choose(1999))\").offset(x: 0)"
        + String(repeating: "\n.padding(0)", count: count),
      """
      let sum = 1\(String(repeating: " + 1", count: count))
      func pick(_ n: Int) -> Int {
        if n == -1 { return 0 } \((0..<count).map { "else if n == \($0) { return \($0) }" }.joined(separator: "\n"))
        else { return -1 }
      }
      func choose(_ n: Int) -> Int { \((0..<count).map { "n == \($0) ? \($0) :" }.joined(separator: "\n")) -1 }
      """)
    let module = try compile(text)
    let player = Player(module: module, entry: 0, options: PlayOptions())
    let frame = try XCTUnwrap(player.next())
    XCTAssertEqual(player.diagnostics.map(\.message), [])
    XCTAssertEqual(frame.rows.compactMap(\.text), ["2001 1999 1999"])
  }

  // MARK: Runs

  func testEndlessRecursion() throws {
    XCTAssertEqual(try codes(view("ContentView()")), [RuntimeCode.bound])
    XCTAssertEqual(
      try codes(view("Text(\"\\(f(1))\")", "func f(_ n: Int) -> Int { f(n + 1) + 1 }")),
      [RuntimeCode.trap(.stackOverflow)])
    XCTAssertEqual(try codes(view("body")), [RuntimeCode.trap(.stackOverflow)])
  }

  func testMemory() throws {
    XCTAssertEqual(
      try codes(view("Text(String(repeating: \"abc\", count: 1000000000))")), [RuntimeCode.trap(.outOfMemory)])
  }

  func testEndlessLoopEndsWithItsEvent() throws {
    let module = try compile(tapped("count = 1; while true { count &+= 1 }"))
    let player = Player(module: module, entry: 0, options: PlayOptions())
    // Fewer instructions are enough to see it.
    player.machine.runFuel = 500_000
    while player.next() != nil {}
    XCTAssertEqual(player.diagnostics.map(\.code).first, RuntimeCode.trap(.outOfFuel))
    XCTAssertTrue(player.hasFailed)
  }

  func testNumbersThatAreNone() throws {
    let (player, codes) = play(
      try compile(
        view(
          """
          VStack(spacing: .nan) {
            Text("a").frame(width: .nan, height: -5).offset(x: .nan, y: .infinity).scaleEffect(.nan).opacity(.nan)
            Color.red.frame(width: .infinity, height: -.infinity).rotationEffect(.degrees(.infinity))
            Text("b").padding(-1000).font(.system(size: .nan))
            Circle().frame(width: 1e300, height: 1e308).scaleEffect(1e300)
            RoundedRectangle(cornerRadius: .nan).aspectRatio(.nan, contentMode: .fit)
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 0)), GridItem(.fixed(-4))]) { Text("c") }
          }
          """)))
    XCTAssertTrue(codes.allSatisfy { $0 == RuntimeCode.invalidFrame }, "\(codes)")
    XCTAssertTrue(player.hasFailed)
  }

  func testViewsAreCounted() throws {
    let module = try compile(
      """
      struct ContentView: View {
        @State var count = 1
        var body: some View { VStack { Button("go") { count = 500 }; ForEach(0..<count, id: \\.self) { _ in Color.red } } }
      }
      #Scenario("s") { ContentView() } steps: { tap("go")\n wait(0.1) }
      """)
    let player = Player(module: module, entry: 0, options: PlayOptions())
    player.graph.viewLimit = 100
    while player.next() != nil {}
    XCTAssertEqual(player.diagnostics.map(\.code), [RuntimeCode.bound])
    XCTAssertTrue(player.hasFailed)
  }

  // MARK: Modules

  func testMutatedModules() throws {
    let compilation = Compilation(sources: [SourceFile(name: "hero.scene", bytes: Self.hero)], name: "hero")
    let bytes = IRCodec.write(try XCTUnwrap(compilation.module()))
    for count in stride(from: 0, to: bytes.count, by: 997) {
      XCTAssertThrowsError(try IRCodec.read(Array(bytes[..<count])), "prefix of \(count) bytes")
    }
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var played = 0
    for _ in 0..<120 {
      var copy = bytes
      for _ in 0...random(4) {
        let at = random(copy.count)
        // A digit becomes a digit: most of such files are modules still.
        copy[at] =
          copy[at] >= 48 && copy[at] <= 57 ? UInt8(48 + random(10)) : random(3) == 0 ? UInt8(random(256)) : copy[at]
      }
      guard let module = try? IRCodec.read(copy) else { continue }
      played += 1
      let player = Player(module: module, entry: 0, options: PlayOptions())
      player.machine.runFuel = 200_000
      for _ in 0..<4 { _ = player.next() }
    }
    XCTAssertGreaterThan(played, 0)
  }

  func testModuleOfAnotherVersion() throws {
    let bytes = IRCodec.write(try compile(view("Text(\"a\")")))
    let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
      of: IRCodec.schema, with: "scenec.ir/\(SceneModule.formatVersion + 1)")
    XCTAssertThrowsError(try IRCodec.read(Array(text.utf8))) { error in
      XCTAssertTrue((error as? IRError)?.message.contains("scenec.ir/") ?? false, "\(error)")
    }
  }

  // MARK: Equal input, equal bytes

  private func frames(_ module: SceneModule, _ change: (inout PlayOptions) -> Void = { _ in }) -> [UInt8] {
    var options = PlayOptions()
    change(&options)
    return FramesJSON.document(Player(module: module, entry: 0, options: options)).0.bytes
  }

  private func heroModule() throws -> SceneModule {
    let compilation = Compilation(sources: [SourceFile(name: "hero.scene", bytes: Self.hero)], name: "hero")
    return try XCTUnwrap(compilation.module())
  }

  func testRunsAreEqual() throws {
    let module = try heroModule()
    let first = frames(module)
    XCTAssertEqual(first, frames(module))
    XCTAssertEqual(IRCodec.write(module), IRCodec.write(try heroModule()))
    let read = try IRCodec.read(IRCodec.write(module))
    XCTAssertEqual(read, module)
    XCTAssertEqual(first, frames(read))
  }

  func testFramesPerSecondOnlyChooseSamples() throws {
    let module = try heroModule()
    func samples(_ fps: Int) -> [[FrameRow]] {
      var options = PlayOptions()
      options.fps = fps
      options.until = .time(nanoseconds: 1_200_000_000)
      let player = Player(module: module, entry: 0, options: options)
      var rows: [[FrameRow]] = []
      while let frame = player.next() { rows.append(frame.rows) }
      return rows
    }
    let (coarse, fine) = (samples(60), samples(120))
    XCTAssertEqual(coarse.count, 73)
    XCTAssertEqual(fine.count, 145)
    for (index, rows) in coarse.enumerated() where fine.indices.contains(2 * index) {
      XCTAssertEqual(rows, fine[2 * index], "frame \(index)")
    }
  }

  func testSeed() throws {
    let module = try compile(view("Text(\"\\(Int.random(in: 0..<1000000))\")"))
    XCTAssertEqual(frames(module) { $0.seed = 5 }, frames(module) { $0.seed = 5 })
    XCTAssertNotEqual(frames(module) { $0.seed = 5 }, frames(module) { $0.seed = 6 })
  }

  // MARK: The frames schema

  func testFramesAreJSON() throws {
    let bytes = frames(try heroModule()) { $0.includesModel = true }
    let text = String(decoding: bytes, as: UTF8.self)
    let object = try XCTUnwrap(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    XCTAssertEqual(object["schema"] as? String, "scenec.frames/1")
    XCTAssertEqual(
      Set(object.keys), ["schema", "source", "scenario", "fps", "device", "views", "frames", "settled", "runtime"])
    var last = text.startIndex
    for key in ["schema", "source", "scenario", "fps", "device", "views", "frames", "settled", "runtime"] {
      let range = try XCTUnwrap(text.range(of: "\"\(key)\":", range: last..<text.endIndex), key)
      last = range.upperBound
    }
    let all = try XCTUnwrap(object["frames"] as? [[String: Any]])
    XCTAssertEqual(all.first?["n"] as? Int, 0)
    for (index, frame) in all.enumerated() {
      XCTAssertEqual(frame["n"] as? Int, index)
      for view in frame["views"] as? [[String: Any]] ?? [] { XCTAssertEqual((view["rect"] as? [Any])?.count, 4) }
    }
    // Numbers outside strings have no exponent and no negative zero.
    let bare = text.replacingOccurrences(of: "\"(\\\\.|[^\"\\\\])*\"", with: "", options: .regularExpression)
    XCTAssertNil(bare.range(of: "[0-9][eE][-+0-9]", options: .regularExpression))
    XCTAssertNil(bare.range(of: "-0[,\\]}]", options: .regularExpression))
    XCTAssertNil(bare.range(of: "\\.[0-9]*0[,\\]}]", options: .regularExpression))
    // One line a frame.
    XCTAssertEqual(text.split(separator: "\n").filter { $0.hasPrefix("{\"n\":") }.count, all.count)
  }

  func testLinesAreJSON() throws {
    let player = Player(module: try heroModule(), entry: 0, options: PlayOptions())
    var lines: [[UInt8]] = []
    _ = FramesJSON.lines(player) {
      lines.append($0)
      return true
    }
    var seen: Set<Int> = []
    let objects = try lines.flatMap { $0.split(separator: 0x0A) }.map {
      try XCTUnwrap(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
    XCTAssertEqual(objects.first?["schema"] as? String, "scenec.frames/1")
    XCTAssertNotNil(objects.last?["settled"])
    for object in objects {
      let added = object["n"] == nil ? object["views"] : object["added"]
      for view in added as? [[String: Any]] ?? [] { seen.insert(view["id"] as? Int ?? 0) }
      guard object["n"] != nil else { continue }
      for view in object["views"] as? [[String: Any]] ?? [] {
        XCTAssertTrue(seen.contains(view["id"] as? Int ?? -1), "a view is listed before it is added")
      }
    }
  }

  // MARK: Stored frames

  func testComparisonOfStoredFrames() throws {
    let scene = tapped("withAnimation(.linear(duration: 0.2)) { count += 1 }")
    func record(_ text: String) throws -> StoredFrames {
      let player = Player(module: try compile(text), entry: 0, options: PlayOptions())
      return try StoredFrames(reading: StoredFrames.record(player).bytes)
    }
    let stored = try record(scene)
    XCTAssertTrue(stored.samples.count > 1)
    let comparison = FrameComparison()
    XCTAssertEqual(comparison.differences(stored: stored, found: stored), [])
    var moved = stored
    for index in moved.samples.indices where index > 0 {
      for row in moved.samples[index].rows.indices {
        for part in moved.samples[index].rows[row].numbers.indices
        where moved.samples[index].rows[row].numbers[part].key == "rect" {
          moved.samples[index].rows[row].numbers[part].values[1] += 2.25
        }
      }
    }
    let differences = comparison.differences(stored: stored, found: moved)
    XCTAssertEqual(differences.first?.frame, stored.samples[1].number)
    XCTAssertEqual(differences.first?.largest, 2.25)
    XCTAssertTrue(differences.first?.text.contains("off by 2.25") ?? false)
    XCTAssertEqual(FrameComparison(tolerance: 3).differences(stored: stored, found: moved), [])
    // The end may come some frames earlier; a frame in between, or an end far from the stored one, is missed.
    var other = stored
    other.samples[other.samples.count - 1].number -= 4
    XCTAssertEqual(comparison.problems(stored: stored, found: other), [])
    XCTAssertEqual(comparison.differences(stored: stored, found: other), [])
    other.samples[other.samples.count - 1].number += 40
    XCTAssertEqual(
      comparison.problems(stored: stored, found: other),
      ["the last frame is \(stored.samples.last!.number + 36), stored \(stored.samples.last!.number)"])
    other = stored
    other.samples.remove(at: 1)
    XCTAssertEqual(
      comparison.problems(stored: stored, found: other),
      ["frame \(stored.samples[1].number) is stored, but not part of this run"])
    for count in stride(from: 0, to: 400, by: 7) {
      let player = Player(module: try compile(view("Text(\"a\")")), entry: 0, options: PlayOptions())
      let bytes = StoredFrames.record(player).bytes
      XCTAssertThrowsError(try StoredFrames(reading: Array(bytes.prefix(count))))
      if count > 20 { break }
    }
  }
}
