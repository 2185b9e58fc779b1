/// What files and scenarios are called: the current folder as a module, scenarios of one name, texts in readable frames, and
/// the corners of clips on their way.
import Foundation
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class NamingTests: XCTestCase {
  private func scene(_ view: String, _ size: Int) -> Data {
    Data(
      """
      import SwiftUI
      struct \(view): View { var body: some View { Color.red.frame(width: \(size), height: 10) } }
      #Scenario("shown") { \(view)() } steps: { expect("\(view)").visible() }
      """.utf8)
  }

  func testTheCurrentFolderHasItsName() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/one.scene", scene("One", 20))
    let inside = folder.url.appendingPathComponent("cards")
    let made = try CommandProcess.run(["build", ".", "-o", "out"], in: inside)
    XCTAssertEqual(made.status, 0, made.errors)
    let names = try FileManager.default.contentsOfDirectory(atPath: inside.appendingPathComponent("out").path).sorted()
    XCTAssertEqual(names, ["cards.frames.json", "cards.ir.json"])
  }

  func testScenariosOfOneName() throws {
    let folder = try ScratchFolder()
    try folder.write("a.scene", scene("One", 20))
    try folder.write("b.scene", scene("Two", 30))
    let run = try CommandProcess.run(["run", ".", "--scenario", "shown"], in: folder.url)
    XCTAssertEqual(run.status, 2)
    XCTAssertTrue(run.errors.contains("several scenarios are called 'shown' (./a.scene:3, ./b.scene:3)"), run.errors)
    let test = try CommandProcess.run(["test", ".", "--scenario", "shown"], in: folder.url)
    XCTAssertEqual(test.status, 0, test.errors)
    XCTAssertTrue((test.text + test.errors).contains("2 scenarios"), test.text + test.errors)
  }

  func testLongTextsAreShortened() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "long.scene",
      Data(
        """
        import SwiftUI
        struct Long: View { var body: some View { Text("A sentence that is rather longer than forty characters") } }
        """.utf8))
    let run = try CommandProcess.run(["run", path, "--until", "0", "--format", "text"])
    XCTAssertTrue(run.text.contains("\"A sentence that is rather longer than f…\""), run.text)
  }

  func testTheSummaryCountsNotes() {
    func found(_ severity: Diagnostic.Severity) -> Diagnostic {
      var made = Diagnostic(.unknownName, "x", at: SourcePlace(file: 0, range: .zero))
      made.severity = severity
      return made
    }
    let renderer = TextRenderer(usesColor: false)
    XCTAssertTrue(renderer.summary([found(.error), found(.info)], files: 1).hasPrefix("1 error and 1 note in 1 file"))
    XCTAssertTrue(
      renderer.summary([found(.error), found(.warning), found(.info), found(.info)], files: 2)
        .hasPrefix("1 error, 1 warning and 2 notes in 2 files"))
    XCTAssertEqual(renderer.summary([found(.info)], files: 1), "")
  }

  /// A clip's corners are there in every frame of a growing card, as large as the card is drawn.
  func testCornersOfClipsOnTheirWay() throws {
    let compiled = Compiled.compile(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var grows = false
        var body: some View {
          ZStack(alignment: .top) { Image("cover").resizable().frame(height: 131); Color.clear }
            .frame(width: 290, height: 390)
            .clipShape(RoundedRectangle(cornerRadius: 15))
            .scaleEffect(grows ? 0.93 : 1)
            .onAppear { withAnimation(.linear(duration: 0.3)) { grows = true } }
        }
      }
      """)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [])
    var options = PlayOptions()
    options.until = .time(nanoseconds: 1_000_000_000)
    let player = Player(module: compiled.module, entry: 0, options: options)
    for number in 0..<30 {
      let row = try XCTUnwrap(player.next()?.rows.first { $0.clip != nil }, "frame \(number)")
      let radii = try XCTUnwrap(row.clipRadii, "frame \(number)")
      XCTAssertEqual(radii.topLeading, 15 * row.rect.width / 290, accuracy: 1e-6, "frame \(number)")
    }
  }
}
