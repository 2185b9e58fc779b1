/// Two pictures that change places with a spring: layout at rest, the animated swap, interruption (semantics 10.1).
import SceneIR
import XCTest

@testable import SceneRuntime

final class SelectionSceneTests: XCTestCase {
  private let place = SourcePoint(file: 0, line: 1, column: 1)

  /// The scene: state `top` and `bottom`, one button a row.
  private func scene(_ steps: [Step]) -> GraphScene {
    GraphScene(device: "390x844@3", steps: steps) { t in
      let top = t.state("top") == 1
      let bottom = t.state("bottom") == 1
      func row(
        _ image: String, _ selected: Bool, _ other: Bool, _ sign: Double, _ color: String, _ own: String, _ off: String
      )
        -> Word
      {
        let side = t.number(selected ? 300 : 100)
        let picture = t.v("Image.resizable()", [t.v("Image.init(_:)", [t.text(image)])])
        let label = t.v("View.frame(width:height:alignment:)", [picture, side, side, .none])
        let action = t.action { t in
          t.withAnimation(t.spring(1, 0.7)) {
            t.set(own, t.state(own) == 1 ? 0 : 1)
            t.set(off, 0)
          }
        }
        let button = t.v("Button.init(action:label:)", [action, t.closure { _, _ in label }])
        let moved = t.v(
          "View.offset(x:y:)",
          [button, t.number(other ? 490 : 0), t.number(selected ? sign * 844 / 4 : (other ? 944 : 0))])
        let spacer = t.v("Spacer.init(minLength:)", [.none])
        let wide = t.greedy(t.stack("HStack", [spacer, moved, spacer]))
        let fill = t.v(top || bottom ? "Color.clear" : color)
        return t.v("View.background(_:ignoresSafeAreaEdges:)", [wide, fill, .none])
      }
      let branch: Word
      if top {
        branch = t.v(
          "ViewBuilder.buildIf(_:)", [t.v("ViewBuilder.buildEither(first:)", [t.named(t.v("Color.blue"), "blue")])])
      } else if bottom {
        branch = t.v(
          "ViewBuilder.buildIf(_:)", [t.v("ViewBuilder.buildEither(second:)", [t.named(t.v("Color.orange"), "orange")])]
        )
      } else {
        branch = t.v("ViewBuilder.buildIf(_:)", [.none])
      }
      let rows = t.stack(
        "VStack", spacing: 0,
        [
          row("apple", top, bottom, 1, "Color.blue", "top", "bottom"),
          row("nvidia", bottom, top, -1, "Color.orange", "bottom", "top"),
        ])
      return t.v("View.ignoresSafeArea(_:edges:)", [t.zstack([branch, rows]), .none, .none])
    }
  }

  func testRestAndSwap() {
    let t = scene([Step(.tap(.point(x: 195, y: 211)), place: place)])
    let frames = t.play()
    let rest = t.row(frames[0], "apple")
    XCTAssertEqual(rest?.rect, FrameRect(x: 145, y: 161, width: 100, height: 100))
    XCTAssertEqual(t.row(frames[0], "nvidia")?.rect, FrameRect(x: 145, y: 583, width: 100, height: 100))
    // The action happens at touch-up, tick 6; n counts from there.
    let samples: [(Int, Double, Double, Double)] = [
      (6, 130.7, 176.9, 128.6), (12, 102.9, 207.8, 184.3), (18, 76.6, 236.9, 236.8), (24, 57.8, 257.8, 274.5),
      (30, 46.8, 270.0, 296.4), (42, 40.6, 276.9, 308.8), (60, 43.6, 273.5, 302.8), (90, 45.2, 271.8, 299.7),
    ]
    for (n, x, y, size) in samples {
      guard frames.count > 6 + n, let row = t.row(frames[6 + n], "apple") else { return XCTFail("no frame \(n)") }
      XCTAssertEqual(row.rect.x, x, accuracy: 0.1, "x at \(n)")
      XCTAssertEqual(row.rect.y, y, accuracy: 0.1, "y at \(n)")
      XCTAssertEqual(row.rect.width, size, accuracy: 0.1, "width at \(n)")
    }
    XCTAssertEqual(t.row(frames[6], "blue")?.opacity ?? -1, 0, accuracy: 1e-9)
    XCTAssertEqual(t.row(frames[12], "blue")?.opacity ?? -1, 0.1431, accuracy: 1e-3)
    let last = frames[frames.count - 1]
    XCTAssertEqual(t.row(last, "apple")?.rect, FrameRect(x: 45, y: 272, width: 300, height: 300))
    XCTAssertEqual(t.row(last, "nvidia")?.rect, FrameRect(x: 635, y: 1527, width: 100, height: 100))
    // The widest way, that of the picture that leaves, ends last.
    XCTAssertEqual(Double(t.player.settledNanoseconds ?? 0) / 1e9 * 60, 6 + 174, accuracy: 3)
  }

  func testTicksWithoutChangeLayNothingOut() {
    let t = scene([Step(.tap(.point(x: 195, y: 211)), place: place)])
    _ = t.play(10)
    let before = t.player.counters
    _ = t.play(30)
    XCTAssertEqual(t.player.counters.layouts, before.layouts)
    XCTAssertEqual(t.player.counters.bodies, before.bodies)
  }

  func testRemovalEndsAfterItsAnimation() {
    let t = scene([
      Step(.tap(.point(x: 195, y: 211)), place: place), Step(.settle, place: place),
      Step(.tap(.point(x: 195, y: 422)), place: place),
    ])
    let frames = t.play(600)
    let last = frames[frames.count - 1]
    XCTAssertNil(t.row(last, "blue"))
    XCTAssertEqual(t.row(last, "apple")?.rect, FrameRect(x: 145, y: 161, width: 100, height: 100))
  }
}
