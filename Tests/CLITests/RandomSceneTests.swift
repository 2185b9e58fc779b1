/// Scenes made at random: no crash, no number that is not finite, the same frames whether they are made from what changed or
/// from scratch, and the same bytes from the source and from the IR file. `swift run -c release random-scenes 1..5000`
/// plays thousands.
import XCTest
import random_scenes

final class RandomSceneTests: XCTestCase {
  func testRandomScenes() {
    for seed: UInt64 in 1...24 {
      var trial = SceneTrial(seed: seed)
      trial.run()
      XCTAssertEqual(trial.failures, [], "seed \(seed)\n\(trial.scene.text)")
      XCTAssertGreaterThan(trial.bytes, 0, "seed \(seed)")
    }
  }
}
