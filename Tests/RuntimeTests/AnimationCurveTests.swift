import XCTest

@testable import SceneRuntime

/// Curves against values that SwiftUI itself answered (recorded springs are exact to the stepped integrator).
final class AnimationCurveTests: XCTestCase {
  private func progress(_ animation: Animation, distance: Double = 100, at time: Double) -> Double? {
    var animator = Animator(animation, interval: [distance], begin: 0)
    var tick = 0.0
    while tick < time - 1e-9 {
      if animator.advance(to: tick) == nil { return nil }
      tick += 1 / 60
    }
    return animator.advance(to: time)?[0]
  }

  func testRecordedFluidSprings() throws {
    let rows: [(response: Double, fraction: Double, time: Double, value: Double)] = [
      (0.5, 1, 0.016667, 1.609346416), (0.5, 1, 0.1, 35.57794059), (0.5, 1, 0.25, 81.77656041),
      (0.5, 1, 0.5, 98.44691392), (0.5, 0.85, 0.016667, 1.6296819), (0.5, 0.7, 0.1, 41.96043882),
      (0.5, 0.7, 0.25, 98.03438536), (0.5, 0.7, 0.5, 101.329667), (0.5, 0.825, 0.016667, 1.633096849),
      (0.5, 0.825, 0.5, 100.6793762), (0.15, 0.85, 0.016667, 14.92746983), (0.15, 0.85, 0.25, 100.0090721),
      (0.15, 0.86, 0.1, 96.29619326), (0.6, 0.8, 0.1, 30.78876318), (0.6, 0.8, 0.25, 83.3388831),
      (0.35, 0.4, 0.25, 114.8267882), (0.35, 0.4, 0.5, 100.0313518),
    ]
    for row in rows {
      let spring = FluidSpring(response: row.response, dampingFraction: row.fraction, blendDuration: 0)
      var state = FluidSpringState(dimension: 1)
      let value = try XCTUnwrap(state.advance(spring, interval: [100], to: row.time))
      XCTAssertEqual(value[0], row.value, accuracy: 1e-6, "response \(row.response), fraction \(row.fraction)")
    }
  }

  func testRecordedEndsOfFluidSprings() {
    let rows: [(response: Double, fraction: Double, distance: Double, steps: Int)] = [
      (0.5, 1, 1, 247), (0.5, 0.85, 1, 168), (0.5, 0.85, 100, 311), (0.5, 0.7, 1, 229), (0.5, 0.7, 100, 340),
      (0.5, 0.825, 100, 294), (0.15, 0.85, 1, 84), (0.15, 0.85, 100, 105), (0.15, 0.86, 1, 60), (0.15, 0.86, 100, 109),
      (0.6, 0.8, 100, 437), (0.35, 0.4, 1, 247), (0.35, 0.4, 100, 472),
    ]
    for row in rows {
      let spring = FluidSpring(response: row.response, dampingFraction: row.fraction, blendDuration: 0)
      var state = FluidSpringState(dimension: 1)
      var steps = 0
      while state.advance(spring, interval: [row.distance], to: (Double(steps) + 0.5) / 300) != nil { steps += 1 }
      XCTAssertEqual(steps + 1, row.steps, "response \(row.response), fraction \(row.fraction), \(row.distance)")
    }
  }

  func testOverdampedIsCriticalForInterpolatingSprings() {
    let spring = InterpolatingSpring(stiffness: 100, damping: 50)
    XCTAssertEqual(spring.progress(at: 0.2), 0.5939941503, accuracy: 1e-9)
    XCTAssertEqual(spring.progress(at: 0.4), 0.9084218056, accuracy: 1e-9)
  }

  func testInterpolatingSpringProgress() {
    let rows: [(Double, Double, Double, Double, Double, Double)] = [
      (1, 100, 10, 0, 0.1, 0.3402998466), (1, 100, 10, 0, 0.4, 1.153122768), (1, 100, 8, 0, 0.2, 0.9270843839),
      (1, 100, 10, 3, 0.1, 0.5003520051), (1, 100, 10, 3, 0.4, 1.138263804), (0.5, 50, 5, -2, 0.2, 0.7655697089),
    ]
    for (mass, stiffness, damping, velocity, time, value) in rows {
      let spring = InterpolatingSpring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
      XCTAssertEqual(spring.progress(at: time), value, accuracy: 1e-9)
    }
  }

  func testBezierQuarterPoints() {
    XCTAssertEqual(TimingCurve.easeInOut.value(at: 0.25), 0.1292, accuracy: 1e-4)
    XCTAssertEqual(TimingCurve.easeInOut.value(at: 0.5), 0.5, accuracy: 1e-6)
    XCTAssertEqual(TimingCurve.easeInOut.value(at: 0.75), 0.8708, accuracy: 1e-4)
    XCTAssertEqual(TimingCurve.easeOut.velocity(at: 0), 1, accuracy: 1e-6)
    XCTAssertEqual(TimingCurve.easeIn.velocity(at: 1), 0)
    XCTAssertEqual(TimingCurve.circularEaseIn.velocity(at: 1), .infinity)
    XCTAssertNotEqual(TimingCurve.easeIn.inverse, TimingCurve.easeOut)
  }

  func testRetiming() throws {
    func at(_ animation: Animation, _ time: Double) -> Double? { progress(animation, distance: 1, at: time) }
    let line = Animation.linear(duration: 1)
    XCTAssertEqual(try XCTUnwrap(at(line.adding(.delay(0.5)), 1)), 0.5, accuracy: 0.01)
    XCTAssertEqual(try XCTUnwrap(at(line.adding(.delay(1)).adding(.speed(2)), 0.75)), 0.5, accuracy: 0.01)
    XCTAssertEqual(try XCTUnwrap(at(line.adding(.speed(2)).adding(.delay(1)), 1.25)), 0.5, accuracy: 0.01)
    XCTAssertEqual(try XCTUnwrap(at(line.adding(.speed(0)), 5)), 0, accuracy: 0.01)
    let three = line.adding(.repeats(count: 3, autoreverses: true))
    XCTAssertEqual(try XCTUnwrap(at(three, 1.25)), 0.75, accuracy: 0.03)
    XCTAssertEqual(try XCTUnwrap(at(three, 2.25)), 0.25, accuracy: 0.05)
    XCTAssertNil(at(line.adding(.repeats(count: 2, autoreverses: true)), 2.1))
    let perLeg = line.adding(.delay(0.5)).adding(.repeats(count: 2, autoreverses: false))
    XCTAssertEqual(try XCTUnwrap(at(perLeg, 2.5)), 0.5, accuracy: 0.03)
    let once = line.adding(.repeats(count: 2, autoreverses: false)).adding(.delay(0.5))
    XCTAssertEqual(try XCTUnwrap(at(once, 2)), 0.5, accuracy: 0.03)
    XCTAssertNotEqual(line.adding(.speed(1)), line)
  }

  private func interrupted(_ first: Animation, _ second: Animation?, to target: Double, after: Double) -> Double {
    var animator = Animator(first, interval: [1], begin: 0)
    for tick in 0...18 { _ = animator.advance(to: Double(tick) / 60) }
    var model = 1.0
    if let second {
      animator.retarget(second, by: [target - 1], at: 0.3)
      model = target
    } else {
      model = target
    }
    var shown = model
    for tick in 18...(18 + Int((after * 60).rounded())) {
      if let offset = animator.advance(to: Double(tick) / 60) {
        shown = model + offset[0] - animator.interval[0]
      } else {
        return model
      }
    }
    return shown
  }

  func testRecordedInterruptions() {
    let line = Animation.linear(duration: 1)
    let ease = Animation.easeInOut(duration: 1)
    let bouncy = Animation.spring(duration: 0.5, bounce: 0.3)
    let smooth = Animation.spring(duration: 0.5, bounce: 0)
    XCTAssertEqual(interrupted(line, line, to: 3, after: 0.3), 1.32, accuracy: 0.01)
    XCTAssertEqual(interrupted(line, line, to: 3, after: 0.9), 2.8, accuracy: 0.01)
    XCTAssertEqual(interrupted(line, nil, to: 3, after: 0.6), 2.9, accuracy: 0.01)
    XCTAssertEqual(interrupted(ease, ease, to: 0, after: 0.3), 0.542913902, accuracy: 0.005)
    XCTAssertEqual(interrupted(bouncy, smooth, to: 3, after: 0.1), 1.745415811, accuracy: 0.02)
    XCTAssertEqual(interrupted(line, bouncy, to: 3, after: 0.1), 1.432931848, accuracy: 0.02)
    XCTAssertEqual(
      interrupted(
        .spring(response: 1, dampingFraction: 0.5), .spring(response: 0.3, dampingFraction: 1), to: 0, after: 0.1),
      0.3401408869, accuracy: 0.005)
  }

  func testCompletionsComeLogicalFirst() {
    var animator = Animator(
      Animation.linear(duration: 0.5).adding(.logicallyComplete(after: 0.1)), interval: [1], begin: 2, tokens: [7])
    var events: [(Int, Animator.Completion)] = []
    for tick in 0...40 {
      let ended = animator.advance(to: 2 + Double(tick) / 60) == nil
      events += animator.takeCompletions().map { (tick, $0) }
      if ended { break }
    }
    XCTAssertEqual(events.map { $0.1 }, [.init(token: 7, isLogical: true), .init(token: 7, isLogical: false)])
    XCTAssertEqual(events.map { $0.0 }, [6, 31])
  }

  func testSamplingBetweenTicksChangesNothing() {
    var one = Animator(.spring(response: 0.5, dampingFraction: 0.7), interval: [100, -20], begin: 0)
    var two = one
    for tick in 0..<90 {
      let time = Double(tick) / 60
      _ = two.sample(at: time + 1 / 120)
      XCTAssertEqual(one.advance(to: time), two.advance(to: time))
    }
  }

  func testVelocitySampler() {
    var sampler = VelocitySampler()
    XCTAssertEqual(sampler.velocity, 0)
    sampler.add(1, time: 1)
    sampler.add(2, time: 2)
    XCTAssertEqual(sampler.velocity, 1)
    sampler.add(4, time: 3)
    XCTAssertEqual(sampler.velocity, 1.25)
  }
}
