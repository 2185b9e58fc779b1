/// Scenes from source text, played: animatable bodies, transitions of the scene's own, phases, keyframes, springs as values.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class EngineSceneTests: XCTestCase {
  private struct Run {
    var frames: [Frame] = []
    var names: [String: Int] = [:]
    var runtime: [String] = []

    func rect(_ frame: Int, _ name: String) -> FrameRect? {
      frames[frame].rows.first { $0.id == names[name] }?.rect
    }
    func row(_ frame: Int, _ name: String) -> FrameRow? { frames[frame].rows.first { $0.id == names[name] } }
  }

  /// Plays a scene's ContentView for some frames; the touch is down at (x, y) in tick 1 and up in tick 2.
  private func play(_ text: String, frames: Int, tap: (Double, Double)? = nil) -> Run {
    let compiled = Compiled.compile(text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [])
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    let player = Player(module: compiled.module, entry: 0, options: options)
    var run = Run()
    for n in 0..<frames {
      if let tap, n == 1 { player.send(.down(x: tap.0, y: tap.1)) }
      if tap != nil, n == 2 { player.send(.up) }
      guard let frame = player.next() else { break }
      for record in frame.added { if let name = record.identifier { run.names[name] = record.id } }
      run.frames.append(frame)
    }
    XCTAssertEqual(run.frames.count, frames)
    return run
  }

  private func assert(_ value: Double?, _ expected: Double, _ line: UInt = #line) {
    guard let value else { return XCTFail("absent", line: line) }
    XCTAssertEqual(value, expected, accuracy: 0.01, line: line)
  }

  func testBodyOfAnAnimatableViewRunsWithTheDataThatIsShown() {
    let run = play(
      """
      import SwiftUI
      struct Bar: View, Animatable {
        var w: Double
        var h: Double
        var animatableData: AnimatablePair<Double, Double> {
          get { AnimatablePair(w, h) }
          set { w = newValue.first; h = newValue.second }
        }
        var body: some View { Color.red.frame(width: w, height: h).accessibilityIdentifier("bar") }
      }
      struct ContentView: View {
        @State var on = false
        var body: some View {
          Bar(w: on ? 200 : 100, h: on ? 40 : 20)
            .onAppear { withAnimation(.linear(duration: 1)) { on = true } }
        }
      }
      """, frames: 70)
    assert(run.rect(0, "bar")?.width, 100)
    assert(run.rect(30, "bar")?.width, 150)
    assert(run.rect(30, "bar")?.height, 30)
    assert(run.rect(65, "bar")?.width, 200)
  }

  func testBodyOfATransitionRunsWithItsPhase() {
    let run = play(
      """
      import SwiftUI
      struct Fly: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
          content.opacity(phase.isIdentity ? 1 : 0.2).offset(x: phase == .willAppear ? -100 : 0)
        }
      }
      struct ContentView: View {
        @State var on = false
        var body: some View {
          ZStack {
            Color.clear
            if on { Color.red.frame(width: 50, height: 50).accessibilityIdentifier("a").transition(Fly()) }
          }
          .onAppear { withAnimation(.linear(duration: 1)) { on = true } }
        }
      }
      """, frames: 70)
    assert(run.row(0, "a")?.opacity, 0.2)
    assert(run.rect(0, "a")?.x, 70)
    assert(run.row(30, "a")?.opacity, 0.6)
    assert(run.rect(30, "a")?.x, 120)
    assert(run.rect(65, "a")?.x, 170)
  }

  func testPhasesFollowOneAnother() {
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        var body: some View {
          PhaseAnimator([0, 1]) { phase in
            Color.red.frame(width: 20, height: 20).opacity(phase == 1 ? 0 : 1).accessibilityIdentifier("p")
          } animation: { _ in .linear(duration: 0.5) }
        }
      }
      """, frames: 50)
    assert(run.row(0, "p")?.opacity, 1)
    assert(run.row(15, "p")?.opacity, 0.5)
    assert(run.row(30, "p")?.opacity, 0)
    XCTAssertGreaterThan(run.row(46, "p")?.opacity ?? 0, 0.4)
  }

  func testKeyframesMoveTheirPropertiesApart() {
    let run = play(
      """
      import SwiftUI
      struct Pose { var x = 0.0; var o = 1.0 }
      struct ContentView: View {
        var body: some View {
          Color.red.frame(width: 20, height: 20).accessibilityIdentifier("k")
            .keyframeAnimator(initialValue: Pose(), repeating: false) { content, pose in
              content.offset(x: pose.x).opacity(pose.o)
            } keyframes: { _ in
              KeyframeTrack(\\.x) { LinearKeyframe(100, duration: 0.5); MoveKeyframe(30) }
              KeyframeTrack(\\.o) { LinearKeyframe(0, duration: 1) }
            }
        }
      }
      """, frames: 70)
    assert(run.rect(0, "k")?.x, 185)
    assert(run.rect(15, "k")?.x, 235)
    assert(run.row(15, "k")?.opacity, 0.75)
    assert(run.rect(45, "k")?.x, 215)
    assert(run.row(65, "k")?.opacity, 0)
  }

  func testFollowerOfAMatchedFrameStaysOnItInsideAScale() {
    // The detail at the top takes over from the row below; both are scaled, and both stand where the shared frame is.
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        @Namespace var ns
        @State var open = false
        var body: some View {
          ZStack(alignment: .topLeading) {
            Color.clear
            Color.red.frame(width: 100, height: 100).matchedGeometryEffect(id: 1, in: ns)
              .accessibilityIdentifier("row").scaleEffect(0.5).offset(y: 400)
            if open {
              Color.blue.frame(width: 100, height: 100).accessibilityIdentifier("detail")
                .matchedGeometryEffect(id: 1, in: ns).scaleEffect(0.5).transition(.identity)
            }
          }
          .ignoresSafeArea()
          .onAppear { withAnimation(.linear(duration: 1)) { open = true } }
        }
      }
      """, frames: 70)
    assert(run.rect(0, "detail")?.y, 425)
    assert(run.rect(30, "detail")?.y, 225)
    assert(run.rect(65, "detail")?.y, 25)
  }
}

final class SpringValueTests: XCTestCase {
  func testConstantsAndMotion() {
    let smooth = SpringValue(duration: 0.5, bounce: 0)
    XCTAssertEqual(smooth.stiffness, 157.9136704, accuracy: 1e-6)
    XCTAssertEqual(smooth.motion(target: 1, velocity: 0, at: 0.1).value, 0.357739556, accuracy: 1e-6)
    XCTAssertEqual(smooth.motion(target: 1, velocity: 0, at: 0.1).velocity, 4.494373762, accuracy: 1e-6)
    XCTAssertEqual(smooth.settlingDuration(target: [1], velocity: [0], epsilon: 0.001), 0.8, accuracy: 1e-9)
    let under = SpringValue(response: 0.4, dampingRatio: 0.8)
    XCTAssertEqual(under.motion(target: 1, velocity: 0, at: 0.1).value, 0.5257054313, accuracy: 1e-9)
    XCTAssertEqual(under.settlingDuration(target: [1], velocity: [0], epsilon: 0.001), 0.757207435, accuracy: 1e-9)
    let over = SpringValue(response: 0.2, dampingRatio: 1.8)
    XCTAssertEqual(over.stiffness, 5408.543212, accuracy: 1e-6)
    XCTAssertEqual(over.motion(target: 1, velocity: 0, at: 0.3).value, 0.9368573409, accuracy: 1e-9)
    XCTAssertEqual(over.reportedVelocity(target: 1, velocity: 0, at: 0.3), 1.601725189, accuracy: 1e-9)
  }
}
