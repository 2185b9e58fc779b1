/// Long lazy grids: the cells in sight alone have views, everything stands where it does when all have.
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class LazyGridSceneTests: XCTestCase {
  private func play(_ body: String, state: String = "", steps: String = "", frames count: Int = 1, line: UInt = #line)
    -> (rows: [String: FrameRow], bodies: Int)
  {
    let compiled = Compiled.compile(
      "import SwiftUI\nstruct ContentView: View {\n\(state)\nvar body: some View {\n\(body)\n}\n}")
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    options.device = "300x400"
    if !steps.isEmpty { options.steps = StepReader.read(text: steps).0 }
    let player = Player(module: compiled.module, entry: 0, options: options)
    var rows: [String: FrameRow] = [:]
    for _ in 0..<count {
      guard let frame = player.next() else { break }
      rows = [:]
      for row in frame.rows { if let text = row.text { rows[text] = row } }
    }
    return (rows, player.counters.contents)
  }

  private let grid = """
    ScrollView {
      LazyVGrid(columns: [GridItem(.fixed(100)), GridItem(.fixed(100))], spacing: 10) {
        ForEach(0..<1001, id: \\.self) { n in Text("\\(n)").frame(height: 40) }
      }
    }
    """

  /// 501 rows of 40 points and 10 between: eight begin above 400.
  func testCellsInSightAloneHaveViews() {
    let shown = play(grid)
    XCTAssertLessThan(shown.bodies, 100)
    XCTAssertNotNil(shown.rows["15"])
    XCTAssertNil(shown.rows["18"])
    XCTAssertEqual(shown.rows["2"]?.rect.midY ?? 0, 70, accuracy: 0.4)
    XCTAssertEqual(shown.rows["0"]?.rect.midX ?? 0, 96, accuracy: 0.4)
    XCTAssertEqual(shown.rows["3"]?.rect.midX ?? 0, 204, accuracy: 0.4)
  }

  func testScrolledFar() {
    let shown = play(grid, steps: "scroll(x: 150, y: 200, by: 20000)\nwait(0.2)", frames: 30)
    XCTAssertLessThan(shown.bodies, 400)
    // Row 400 begins at 20,000.
    XCTAssertEqual(shown.rows["800"]?.rect.midY ?? 0, 20, accuracy: 0.4)
    XCTAssertEqual(shown.rows["803"]?.rect.midY ?? 0, 70, accuracy: 0.4)
    XCTAssertEqual(shown.rows["803"]?.rect.midX ?? 0, 204, accuracy: 0.4)
  }

  /// The last row has one cell.
  func testTheEnd() {
    let shown = play(
      """
      ScrollViewReader { proxy in
        \(grid)
        .onAppear { proxy.scrollTo(1000, anchor: .bottom) }
      }
      """, frames: 5)
    XCTAssertEqual(shown.rows["1000"]?.rect.midY ?? 0, 380, accuracy: 0.4)
    XCTAssertEqual(shown.rows["1000"]?.rect.midX ?? 0, 96, accuracy: 0.4)
    XCTAssertEqual(shown.rows["999"]?.rect.midY ?? 0, 330, accuracy: 0.4)
  }

  /// Another number of columns: rows that were full no longer are.
  func testColumnsThatChange() {
    let shown = play(
      """
      ScrollView {
        LazyVGrid(columns: Array(repeating: GridItem(.fixed(60)), count: wide ? 4 : 3), spacing: 10) {
          ForEach(0..<500, id: \\.self) { n in Text("\\(n)").frame(height: 40) }
        }
      }
      .onAppear { wide = true }
      """, state: "@State private var wide = false", frames: 3)
    XCTAssertEqual(shown.rows["4"]?.rect.midY ?? 0, 70, accuracy: 0.4)
    XCTAssertEqual(shown.rows["31"]?.rect.midY ?? 0, 370, accuracy: 0.4)
    XCTAssertNil(shown.rows["36"])
  }

  /// Elements of several views or none: cells count, not elements.
  func testElementsOfSeveralViews() {
    let shown = play(
      """
      ScrollView {
        LazyVGrid(columns: [GridItem(.fixed(100)), GridItem(.fixed(100))], spacing: 10) {
          ForEach(0..<100, id: \\.self) { n in
            Text("a\\(n)").frame(height: 40)
            if n % 2 == 1 { Text("b\\(n)").frame(height: 40) }
          }
        }
      }
      """)
    // a0 a1, b1 a2, a3 b3
    XCTAssertEqual(shown.rows["b1"]?.rect.midY ?? 0, 70, accuracy: 0.4)
    XCTAssertEqual(shown.rows["b3"]?.rect.midY ?? 0, 120, accuracy: 0.4)
    XCTAssertEqual(shown.rows["b3"]?.rect.midX ?? 0, 204, accuracy: 0.4)
  }
}
