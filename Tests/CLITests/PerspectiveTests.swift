/// Turns out of the plane and matrices with perspective: boxes, maps, pictures and touches, all computed by hand.
import SceneExport
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class PerspectiveTests: XCTestCase {
  private func play(
    _ body: String, state: String = "", steps: String = "", frames: Int = 1, drawing: Bool = false, line: UInt = #line
  ) -> (frame: Frame?, notes: [String]) {
    let compiled = Compiled.compile(
      "import SwiftUI\nstruct ContentView: View {\n\(state)\nvar body: some View {\n\(body)\n}\n}")
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    options.device = "400x400"
    options.includesDrawing = drawing
    if !steps.isEmpty { options.steps = StepReader.read(text: steps).0 }
    let player = Player(module: compiled.module, entry: 0, options: options)
    var last: Frame?
    for _ in 0..<frames { last = player.next() ?? last }
    return (last, player.diagnostics.map(\.message))
  }

  private func check(_ box: FrameRect?, _ wanted: [Double], line: UInt = #line) {
    guard let box else { return XCTFail("nothing is shown", line: line) }
    for (value, other) in zip([box.x, box.y, box.width, box.height], wanted) {
      XCTAssertEqual(value, other, accuracy: 0.001, line: line)
    }
  }

  /// A square of 100 points turned by 60° about the vertical axis, seen from 100 points: the left edge comes nearer by 43.301 and
  /// grows by 1 / 0.567, the right one goes away.
  func testATurnAboutTheVerticalAxis() {
    let shown = play(
      "Color.red.frame(width: 100, height: 100).rotation3DEffect(.degrees(60), axis: (x: 0, y: 1, z: 0))")
    XCTAssertEqual(shown.notes, [])
    let depth = 50 * 0.75.squareRoot() / 100
    let row = shown.frame?.rows.first { $0.color != nil }
    let left = 25 / (1 - depth)
    let right = 25 / (1 + depth)
    check(row?.rect, [200 - left, 200 - 50 / (1 - depth), left + right, 100 / (1 - depth)])
    let map = row?.transform
    XCTAssertEqual(map?.w, 1)
    XCTAssertEqual(map?.p ?? 0, 0.75.squareRoot() / 100 / (1 - depth), accuracy: 1e-9)
    XCTAssertEqual(map?.q ?? 1, 0, accuracy: 1e-9)
    // The anchor stays where it is.
    let middle = map?.apply(50, 50)
    XCTAssertEqual(middle?.x ?? 0, 200, accuracy: 1e-9)
    XCTAssertEqual(middle?.y ?? 0, 200, accuracy: 1e-9)
  }

  func testPerspectiveAnchorAndDepthOfTheAxis() {
    // Without perspective both edges keep their length.
    check(
      play(
        "Color.red.frame(width: 100, height: 60).rotation3DEffect(.degrees(60), axis: (x: 0, y: 1, z: 0), perspective: 0)"
      ).frame?.rows.first { $0.color != nil }?.rect, [175, 170, 50, 60])
    // About the leading edge, away from the eye, which is 100 / 0.5 points off.
    let depth = 100 * 0.75.squareRoot() / 200
    check(
      play(
        "Color.red.frame(width: 100, height: 60)"
          + ".rotation3DEffect(.degrees(60), axis: (x: 0, y: 1, z: 0), anchor: .leading, perspective: 0.5)"
      ).frame?.rows.first { $0.color != nil }?.rect, [150, 170, 50 / (1 + depth), 60])
    // The axis lies 40 points in front: half a turn takes the content 80 points nearer to the eye.
    check(
      play(
        "Color.red.frame(width: 100, height: 60).rotation3DEffect(.degrees(180), axis: (x: 0, y: 1, z: 0), anchorZ: 40)"
      ).frame?.rows.first { $0.color != nil }?.rect, [200 - 50 / 0.6, 200 - 30 / 0.6, 100 / 0.6, 60 / 0.6])
  }

  func testProjectionEffectsHaveTheirMatrix() {
    let state = """
      var matrix: ProjectionTransform {
        var t = CATransform3DIdentity
        t.m34 = -1 / 500
        return ProjectionTransform(CATransform3DRotate(t, .pi / 3, 1, 0, 0))
      }
      """
    // About the upper edge of the view; below it goes 86.603 points nearer.
    let near = 1 - 100 * 0.75.squareRoot() / 500
    check(
      play("Color.red.frame(width: 100, height: 100).projectionEffect(matrix)", state: state)
        .frame?.rows.first { $0.color != nil }?.rect, [150, 150, 100 / near, 50 / near])
  }

  func testTouchesGoThroughThePerspective() {
    let view = """
      VStack {
        Text("\\(taps)")
        Color.red.frame(width: 100, height: 100).onTapGesture { taps += 1 }
          .rotation3DEffect(.degrees(60), axis: (x: 0, y: 1, z: 0))
      }
      .frame(width: 400, height: 400)
      """
    func taps(_ x: Double, _ y: Double) -> String? {
      play(
        view, state: "@State private var taps = 0", steps: "tap(x: \(x), y: \(y))\nwait(0.5)", frames: 40
      ).frame?.rows.compactMap(\.text).first
    }
    // The middle of the square lies at 200, 214.167: a text of 20.333 points and 8 points stand above it.
    XCTAssertEqual(taps(160, 150), "1")
    XCTAssertEqual(taps(216, 214), "1")
    // Inside of the box, beside what is shown.
    XCTAssertEqual(taps(214, 150), "0")
    XCTAssertEqual(taps(222, 214), "0")
  }

  func testPicturesDrawOutlinesInPerspective() throws {
    let shown = play(
      "Color.red.frame(width: 100, height: 100).rotation3DEffect(.degrees(60), axis: (x: 0, y: 1, z: 0))", drawing: true
    )
    let drawing = try XCTUnwrap(shown.frame?.drawing)
    let leaf = try XCTUnwrap(drawing.leaves.first { !$0.transform.isAffine })
    let flat = leaf.flattened
    guard case .fill(let outline, _)? = flat.elements.first else { return XCTFail("no outline") }
    let box = outline.path.transformed(flat.transform).box
    let depth = 50 * 0.75.squareRoot() / 100
    check(
      box, [200 - 25 / (1 - depth), 200 - 50 / (1 - depth), 25 / (1 - depth) + 25 / (1 + depth), 100 / (1 - depth)])
    XCTAssertTrue(drawing.flattened.leaves.allSatisfy(\.transform.isAffine))
  }

  func testMapsCompose() throws {
    let turn = FrameTransform.turned(0.7, [0.2, 1, 0.4], z: 12, eye: 300)
    let map = FrameTransform.translation(30, 40).concat(turn).concat(.translation(-5, 8))
    let back = try XCTUnwrap(map.inverse)
    for (x, y) in [(0.0, 0.0), (50, 20), (-30, 70)] {
      let there = map.apply(x, y)
      let again = back.apply(there.x, there.y)
      XCTAssertEqual(again.x, x, accuracy: 1e-9)
      XCTAssertEqual(again.y, y, accuracy: 1e-9)
      let near = map.affine(at: x, y)
      let beside = (near.apply(x + 1e-4, y), map.apply(x + 1e-4, y))
      XCTAssertEqual(beside.0.x, beside.1.x, accuracy: 1e-8)
      XCTAssertEqual(beside.0.y, beside.1.y, accuracy: 1e-8)
    }
  }
}
