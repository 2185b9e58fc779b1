/// Matched geometry while the scales around its source move, and the judgement of sources in the update that removes one.
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class MatchedSceneTests: XCTestCase {
  /// A page over a row gives its frame back while the row's container grows from half its size.
  private func scene(_ transition: String) -> String {
    """
    import SwiftUI
    struct ContentView: View {
      @Namespace var space
      @State var isOpen = true
      var body: some View {
        ZStack(alignment: .topLeading) {
          Color.red.frame(width: 100, height: 100)
            .accessibilityIdentifier("row")
            .matchedGeometryEffect(id: 1, in: space, isSource: !isOpen)
            .frame(width: 390, height: 844, alignment: .topLeading)
            .scaleEffect(isOpen ? 0.5 : 1)
          if isOpen {
            Color.blue.frame(width: 100, height: 100)
              .matchedGeometryEffect(id: 1, in: space)
              \(transition)
          }
        }
        .ignoresSafeArea()
        .onAppear { withAnimation(.linear(duration: 1)) { isOpen = false } }
      }
    }
    """
  }

  private func play(_ text: String, frames: Int) -> (rects: [FrameRect?], codes: [String]) {
    let compiled = Compiled.compile(text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [])
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    let player = Player(module: compiled.module, entry: 0, options: options)
    var row = 0
    var rects: [FrameRect?] = []
    for _ in 0..<frames {
      guard let frame = player.next() else { break }
      if let record = frame.added.first(where: { $0.identifier == "row" }) { row = record.id }
      rects.append(frame.rows.first { $0.id == row }?.rect)
    }
    return (rects, player.diagnostics.map(\.code))
  }

  func testSourceInsideAMovingScaleEndsWhereItStands() throws {
    let (rects, codes) = play(scene(""), frames: 64)
    XCTAssertEqual(codes, [])
    // Two frames before the end the container has 59/60 of its size, and a thirtieth of the way is left from the page's
    // centre, (50, 50), to the row's first one on the screen, (122.5, 236): 52.42 - 2.42 - 49.17 and 56.2 - 6.2 - 49.17.
    let late = try XCTUnwrap(rects[58])
    XCTAssertEqual(late.x, 0.83, accuracy: 0.34)
    XCTAssertEqual(late.y, 0.83, accuracy: 0.34)
    let last = try XCTUnwrap(rects[63])
    XCTAssertEqual(last.x, 0, accuracy: 0.001)
    XCTAssertEqual(last.y, 0, accuracy: 0.001)
    for n in 50..<63 {
      let (a, b) = (try XCTUnwrap(rects[n]), try XCTUnwrap(rects[n + 1]))
      XCTAssertLessThan(abs(a.y - b.y), 6, "frame \(n)")
    }
  }

  func testSourceThatLeavesAtOnceIsNoSecondSource() {
    let (_, codes) = play(scene(".transition(.identity)"), frames: 5)
    XCTAssertEqual(codes, [])
  }
}
