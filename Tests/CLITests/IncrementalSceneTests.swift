/// What is kept from one tick to the next, in situations where it once was not what a tick from scratch shows; each with the right values.
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class IncrementalSceneTests: XCTestCase {
  /// Rows by text or identifier in each frame, made from changes; they have to be those made from scratch.
  private func play(_ text: String, frames count: Int, line: UInt = #line) -> [[String: FrameRow]] {
    let compiled = Compiled.compile("import SwiftUI\n" + text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    func frames(_ afresh: Afresh) -> [Frame] {
      var options = PlayOptions()
      options.until = .time(nanoseconds: 60 * 1_000_000_000)
      options.device = "400x400"
      let player = Player(module: compiled.module, entry: 0, options: options)
      player.afresh = afresh
      return (0..<count).compactMap { _ in player.next() }
    }
    let changes = frames([])
    let scratch = frames(.all)
    XCTAssertEqual(changes.count, count, line: line)
    XCTAssertEqual(changes.map(\.rows), scratch.map(\.rows), line: line)
    return changes.map { frame in
      var rows: [String: FrameRow] = [:]
      for row in frame.rows { if let text = row.text { rows[text] = row } }
      return rows
    }
  }

  /// Two views of one element leave in different times: each is gone when its own transition ends, and comes back as a new one.
  func testViewsOfOneElementLeaveOneByOne() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var list = [1]
        var body: some View {
          VStack {
            ForEach(list, id: \\.self) { n in
              Text("short").transition(.opacity.animation(.linear(duration: 0.1)))
              Text("long").transition(.opacity.animation(.linear(duration: 0.4)))
            }
          }
          .onAppear {
            withAnimation { list = [] }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { withAnimation { list = [1] } }
          }
        }
      }
      """, frames: 60)
    XCTAssertEqual(frames[3]["short"]?.opacity ?? 0, 0.5, accuracy: 0.001)
    XCTAssertNil(frames[9]["short"])
    XCTAssertEqual(frames[9]["long"]?.opacity ?? 0, 1 - 9 / 24.0, accuracy: 0.001)
    XCTAssertEqual(frames[15]["short"]?.opacity ?? 0, 0.5, accuracy: 0.001)
    XCTAssertEqual(frames[59]["short"]?.opacity, 1)
    XCTAssertEqual(frames[59]["long"]?.opacity, 1)
  }

  /// What leaves at once lies in the order in which it stood, behind what stays.
  func testWhatLeavesLiesInItsOrder() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var list = [1, 2]
        var body: some View {
          VStack {
            Text("stays")
            Group { if list.count > 1 { Text("a") } }
            Group { ForEach(list, id: \\.self) { n in Text("n\\(n)") } }
          }
          .onAppear { withAnimation(.linear(duration: 0.5)) { list = [] } }
        }
      }
      """, frames: 4)
    let orders = ["a", "n1", "n2", "stays"].map { frames[2][$0]?.z ?? -1 }
    XCTAssertEqual(orders, orders.sorted())
    XCTAssertFalse(orders.contains(-1))
  }

  /// A sheet whose content presents a sheet of its own at once: both are there in the frame in which the first one comes up.
  func testASheetInASheetComesWithIt() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var isShown = false
        var body: some View {
          Text("below")
            .sheet(isPresented: $isShown) { Text("first").sheet(isPresented: $isShown) { Text("second") } }
            .onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { isShown = true } }
        }
      }
      """, frames: 12)
    XCTAssertNil(frames[5]["first"])
    XCTAssertNotNil(frames[6]["first"])
    XCTAssertNotNil(frames[6]["second"])
  }
}
