/// Outlines: figures, arcs, parts by length, what lies inside.
import SceneRuntime
import XCTest

final class FramePathTests: XCTestCase {
  private func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> FrameRect {
    FrameRect(x: x, y: y, width: w, height: h)
  }

  func testElementsWithoutAStartBeginASubpath() {
    var path = FramePath()
    path.line(3, 4)
    path.line(5, 6)
    XCTAssertEqual(path.verbs, [.move, .line])
    XCTAssertEqual(path.numbers, [3, 4, 5, 6])
    path.close()
    path.close()
    XCTAssertEqual(path.verbs, [.move, .line, .close])
    XCTAssertEqual(path.current?.x, 3)
  }

  func testTrimmingARectangleKeepsLengths() {
    var path = FramePath()
    path.rect(rect(0, 0, 30, 10))
    let half = path.trimmed(from: 0, to: 0.5)
    XCTAssertEqual(half.verbs, [.move, .line, .line])
    XCTAssertEqual(half.numbers, [0, 0, 30, 0, 30, 10])
    // The last quarter: 5 of the bottom, 10 of the left side go round to the start.
    let last = path.trimmed(from: 0.75, to: 1)
    XCTAssertEqual(last.numbers, [10, 10, 0, 10, 0, 0])
    XCTAssertTrue(path.trimmed(from: 0.6, to: 0.4).isEmpty)
    XCTAssertEqual(path.trimmed(from: -1, to: 2), path)
  }

  func testTrimmingACircleEndsOnIt() throws {
    var path = FramePath()
    path.ellipse(rect(-10, -10, 20, 20))
    let part = path.trimmed(from: 0, to: 1.0 / 3)
    let end = try XCTUnwrap(part.current)
    XCTAssertEqual(end.x, -5, accuracy: 0.02)
    XCTAssertEqual(end.y, 8.66, accuracy: 0.02)
  }

  func testArcs() throws {
    var path = FramePath()
    path.arc(0, 0, 10, start: 0, delta: .pi)
    let box = try XCTUnwrap(path.box)
    XCTAssertEqual(box.height, 10, accuracy: 1e-3)
    XCTAssertEqual(try XCTUnwrap(path.current).x, -10, accuracy: 1e-9)
    path.arc(0, 0, .nan, start: 0, delta: 1)
    XCTAssertEqual(path.verbs.count, 3)
  }

  func testContains() {
    var ring = FramePath()
    ring.rect(rect(0, 0, 10, 10))
    ring.rect(rect(3, 3, 4, 4))
    XCTAssertTrue(ring.contains(5, 5, isEvenOdd: false))
    XCTAssertFalse(ring.contains(5, 5, isEvenOdd: true))
    XCTAssertTrue(ring.contains(1, 5, isEvenOdd: true))
    XCTAssertFalse(ring.contains(11, 5, isEvenOdd: false))
  }

  func testContinuousCornersReachFurtherThanRoundOnes() {
    var round = FramePath()
    round.rounded(rect(0, 0, 100, 100), CornerRadii(20), isContinuous: false)
    XCTAssertEqual(round.numbers[0], 20)
    var smooth = FramePath()
    smooth.rounded(rect(0, 0, 100, 100), CornerRadii(20), isContinuous: true)
    XCTAssertEqual(smooth.numbers[0], 30.573, accuracy: 1e-3)
    // Where there is no room for it, the corner is a circle's.
    var tight = FramePath()
    tight.rounded(rect(0, 0, 40, 40), CornerRadii(20), isContinuous: true)
    XCTAssertEqual(tight.numbers[0], 20)
  }
}
