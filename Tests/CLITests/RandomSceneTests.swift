/// Scenes made at random: no crash, no number that is not finite, the same frames whether they are made from what changed or from scratch,
/// and the same bytes from the source and from the IR file.
import Foundation
import SceneIR
import XCTest

@testable import SceneExport
@testable import SceneLang
@testable import SceneRuntime

final class RandomSceneTests: XCTestCase {
  /// `SCENEC_RANDOM_SCENES=FIRST..LAST` plays other seeds, thousands at a time.
  private var seeds: ClosedRange<UInt64> {
    let words = (ProcessInfo.processInfo.environment["SCENEC_RANDOM_SCENES"] ?? "").components(separatedBy: "..")
    guard words.count == 2, let first = UInt64(words[0]), let last = UInt64(words[1]), first <= last else {
      return 1...24
    }
    return first...last
  }

  private func module(_ scene: RandomScene, _ seed: UInt64) -> SceneModule? {
    let compilation = Compilation(sources: [SourceFile(name: "r.scene", text: scene.text)], name: "r")
    let module = compilation.module()
    let errors = compilation.diagnostics.filter { $0.severity == .error }.map(\.message)
    XCTAssertEqual(errors, [], "seed \(seed)\n\(scene.text)")
    return module
  }

  private func play(_ module: SceneModule, _ scene: RandomScene, fromScratch: Bool) -> [[UInt8]] {
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    let player = Player(module: module, entry: 0, options: options)
    player.graph.startsFromScratch = fromScratch
    var frames: [[UInt8]] = []
    var isDown = false
    for number in 0..<60 {
      for touch in scene.touches where touch.frame == number {
        if let point = touch.point {
          player.send(isDown ? .move(x: point.0, y: point.1) : .down(x: point.0, y: point.1))
          isDown = true
        } else {
          player.send(.up)
          isDown = false
        }
      }
      guard let frame = player.next() else { break }
      for row in frame.rows {
        let numbers = [row.rect.x, row.rect.y, row.rect.width, row.rect.height, row.width, row.height, row.opacity]
        XCTAssertTrue(numbers.allSatisfy(\.isFinite), "frame \(number): \(row)")
      }
      var bytes = ByteWriter(capacity: 1 << 12)
      FramesJSON.frame(frame, fps: 60, to: &bytes)
      frames.append(bytes.bytes)
    }
    return frames
  }

  func testRandomScenes() throws {
    for seed in seeds {
      let scene = RandomScene(seed: seed)
      guard let module = module(scene, seed) else { continue }
      let incremental = play(module, scene, fromScratch: false)
      let whole = play(module, scene, fromScratch: true)
      let stored = try IRCodec.read(IRCodec.write(module))
      let again = play(stored, scene, fromScratch: false)
      XCTAssertEqual(incremental.count, 60, "seed \(seed)")
      for number in incremental.indices {
        if number < whole.count, incremental[number] != whole[number] {
          XCTFail(
            "seed \(seed), frame \(number): \(difference(incremental[number], whole[number]))\n\(scene.text)")
          break
        }
        if number < again.count, incremental[number] != again[number] {
          XCTFail("seed \(seed), frame \(number), IR: \(difference(incremental[number], again[number]))")
          break
        }
      }
    }
  }

  private func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
    let at = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
    func part(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(0, at - 60)..<min(bytes.count, at + 120)], as: UTF8.self)
    }
    return "\n  \(part(a))\n  \(part(b))"
  }
}
