/// Layouts that would feed themselves, and what must not depend on what was evaluated first: the values the rules give, the same
/// from changes and from scratch.
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class FeedbackSceneTests: XCTestCase {
  /// Rows by identifier or text in each frame on a window of 400 x 400, and what the scene printed.
  private func play(
    _ text: String, frames count: Int, line: UInt = #line
  ) -> (frames: [[String: FrameRow]], printed: [String]) {
    let compiled = Compiled.compile("import SwiftUI\n" + text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    func run(_ afresh: Afresh) -> (frames: [Frame], player: Player) {
      var options = PlayOptions()
      options.until = .time(nanoseconds: 60 * 1_000_000_000)
      options.device = "400x400"
      let player = Player(module: compiled.module, entry: 0, options: options)
      player.afresh = afresh
      return ((0..<count).compactMap { _ in player.next() }, player)
    }
    let (changes, player) = run([])
    let (scratch, other) = run(.all)
    XCTAssertEqual(changes.count, count, line: line)
    XCTAssertEqual(changes.map(\.rows), scratch.map(\.rows), line: line)
    XCTAssertEqual(player.printed, other.printed, line: line)
    var names: [Int: String] = [:]
    for record in player.views { names[record.id] = record.identifier }
    let frames = changes.map { frame in
      var rows: [String: FrameRow] = [:]
      for row in frame.rows { if let name = names[row.id] ?? row.text { rows[name] = row } }
      return rows
    }
    return (frames, player.printed)
  }

  private func place(_ row: FrameRow?) -> [Double]? {
    row.map { [$0.rect.x, $0.rect.y, $0.rect.width, $0.rect.height].map { ($0 * 1000).rounded() / 1000 } }
  }

  /// Asked for its ideal size a scroll view's content is measured against the window: 400 to 20. To fill the window that makes
  /// 8,000 points, which is what the scroll view is offered and its content's share.
  func testAnIdealSizeIsNotMeasuredAgainstItself() {
    let frames = play(
      """
      struct ContentView: View {
        var body: some View {
          ScrollView(.horizontal) {
            Color.red.frame(height: 20).containerRelativeFrame(.horizontal).accessibilityIdentifier("page")
          }
          .aspectRatio(nil, contentMode: .fill)
        }
      }
      """, frames: 3
    ).frames
    for frame in frames { XCTAssertEqual(place(frame["page"]), [-3800, 190, 8000, 20]) }
  }

  /// A scroll view that is offered no width shows pages as wide as the scroll view around.
  func testPagesWithoutAnOfferAreAsWideAsTheContainerAround() {
    let frames = play(
      """
      struct ContentView: View {
        var body: some View {
          ScrollView([.horizontal, .vertical]) {
            ScrollView(.horizontal) {
              HStack(spacing: 0) {
                Color.red.frame(height: 20).containerRelativeFrame(.horizontal).accessibilityIdentifier("one")
                Color.blue.frame(height: 20).containerRelativeFrame(.horizontal).accessibilityIdentifier("two")
              }
            }
          }
        }
      }
      """, frames: 3
    ).frames
    for frame in frames {
      XCTAssertEqual(frame["one"]?.rect.width, 400)
      XCTAssertEqual((frame["two"]?.rect.x ?? 0) - (frame["one"]?.rect.x ?? 0), 400)
    }
  }

  /// The inner scroll view is offered no height: its container is the outer one, which has half of the window.
  func testAContainerInsideFollowsTheOneAround() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var spacing = 8.0
        var body: some View {
          VStack(spacing: spacing) {
            ScrollView {
              ScrollView(.horizontal) {
                Color.red.frame(width: 10).containerRelativeFrame(.vertical).accessibilityIdentifier("bar")
              }
            }
            Color.green
          }
          .onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { spacing = 100 } }
        }
      }
      """, frames: 10
    ).frames
    XCTAssertEqual(place(frames[0]["bar"]), [0, 0, 10, 196])
    XCTAssertEqual(place(frames[9]["bar"]), [0, 0, 10, 150])
  }

  /// What a closure that layout asks reads is a dependency like any other.
  func testAGuideFollowsTheStateItReads() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var shift = 0.0
        @State private var share = 1.0
        var body: some View {
          VStack(alignment: .leading, spacing: 0) {
            Color.red.frame(width: 50, height: 10).accessibilityIdentifier("fixed")
            Color.blue.frame(width: 50, height: 10).alignmentGuide(.leading) { _ in -shift }
              .accessibilityIdentifier("moved")
            Color.green.frame(height: 10).containerRelativeFrame(.horizontal) { length, _ in length * share }
              .accessibilityIdentifier("shared")
          }
          .onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { shift = 30; share = 0.5 } }
        }
      }
      """, frames: 10
    ).frames
    func distance(_ frame: [String: FrameRow]) -> Double {
      (frame["moved"]?.rect.x ?? 0) - (frame["fixed"]?.rect.x ?? 0)
    }
    XCTAssertEqual(distance(frames[0]), 0)
    XCTAssertEqual(distance(frames[9]), 30)
    XCTAssertEqual(frames[0]["shared"]?.rect.width, 400)
    XCTAssertEqual(frames[9]["shared"]?.rect.width, 200)
  }

  /// A removal waits for every animation that begins in the item with it, whether the modifier stands inside the `if` or around.
  func testARemovalWaitsForWhatIsAroundTheCondition() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var on = true
        var body: some View {
          ZStack {
            Color.clear
            Group { if on { Text("a") } }
              .animation(.linear(duration: 0.5)) { $0.opacity(on ? 1 : 0.5) }
          }
          .onAppear { withAnimation(.linear(duration: 0.2)) { on = false } }
        }
      }
      """, frames: 36
    ).frames
    XCTAssertEqual(frames[6]["a"]?.opacity ?? 0, 0.5 * (1 - 0.5 * 0.2), accuracy: 0.001)
    XCTAssertEqual(frames[20]["a"]?.opacity, 0)
    XCTAssertNil(frames[34]["a"])
  }

  /// Rows that appear by the same write appear from the last to the first as they stand, not as they were made.
  func testWhatAppearsDoesSoInTheOrderOfTheDocument() {
    let printed = play(
      """
      struct Row: View {
        let n: Int
        @Binding var on: Bool
        var body: some View { VStack { if on { Text("r\\(n)").onAppear { print(n) } } } }
      }
      struct ContentView: View {
        @State private var list = [1, 2, 3]
        @State private var on = false
        var body: some View {
          VStack { ForEach(list, id: \\.self) { Row(n: $0, on: $on) } }
            .onAppear {
              DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { list = [3, 1, 2] }
              DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { on = true }
            }
        }
      }
      """, frames: 20
    ).printed
    XCTAssertEqual(printed, ["2", "1", "3"])
  }

  /// A page is pushed by its own transaction: what is written before it in the same turn does not take the slide away.
  func testAPushSlidesWhateverWasWrittenBefore() {
    let frames = play(
      """
      struct ContentView: View {
        @State private var count = 0
        @State private var shown = false
        var body: some View {
          NavigationStack {
            Text("root \\(count)")
              .navigationDestination(isPresented: $shown) { Text("page") }
              .onAppear {
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { shown = true }
              }
              .onChange(of: shown) { count += 1 }
          }
        }
      }
      """, frames: 60
    ).frames
    let x = frames.compactMap { $0["page"]?.rect.x }
    XCTAssertGreaterThan(x.first ?? 0, 400)
    XCTAssertEqual((x.last ?? 0) + (frames[59]["page"]?.rect.width ?? 0) / 2, 200, accuracy: 0.5)
  }
}
