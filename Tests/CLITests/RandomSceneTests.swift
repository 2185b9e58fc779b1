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

  /// Touches of a seed over scenes that once differed, cut down to what did.
  private func check(_ seed: UInt64, _ text: String, line: UInt = #line) {
    var trial = SceneTrial(seed: seed, text: "import SwiftUI\n" + text)
    trial.run()
    XCTAssertEqual(trial.failures, [], line: line)
    XCTAssertGreaterThan(trial.bytes, 0, line: line)
  }

  func testSharedFramesFollowWhatScrollsWhileTheyMove() {
    check(
      784,
      """
      struct ContentView: View {
        @State private var list = [1, 2, 3]
        @Namespace private var space
        var body: some View {
          GeometryReader { proxy in
            List {
              ForEach(list, id: \\.self) { n in
                Rectangle().frame(width: 0, height: 5)
                  .matchedGeometryEffect(id: "swap", in: space)
              }
            }
            .offset(x: proxy.size.width / 4)
          }
          .contentShape(Rectangle())
          .onTapGesture { withAnimation(.linear(duration: 0.3)) { list.append(list.count + 1) } }
        }
      }
      """)
    check(
      1841,
      """
      struct ContentView: View {
        @State private var a = false
        @State private var list = [1, 2, 3]
        @Namespace private var space
        var body: some View {
          List {
            ForEach(list, id: \\.self) { n in
              LinearGradient(colors: [.red, a ? .blue : .green], startPoint: .top, endPoint: .bottom)
                .matchedGeometryEffect(id: "swap", in: space)
                .transaction { $0.animation = .linear(duration: 0.2) }
            }
          }
          .onTapGesture { list.append(list.count + 1) }
        }
      }
      """)
  }
}
