/// Rules about animations and transitions: hits and what must stay silent.
import XCTest

@testable import SceneLang

final class LintAnimationTests: XCTestCase {
  func testValueAndReceiver() {
    assertLint(
      """
      struct A: View {
          @State private var on = false
          @State private var other = false
          @State private var both = false
          var body: some View {
              VStack {
                  Circle().opacity(on ? 1 : 0).animation(.linear, value: on)
                  Circle().opacity(on ? 1 : 0).animation(.linear, value: other) // animation-unrelated-value
                  Circle().opacity(on ? 1 : 0).animation(.linear, value: both)
                  Circle().opacity(on ? 1 : 0).animation(.linear, value: 1) // animation-unrelated-value
                  Toggle("b", isOn: $other.animation(.linear))
                  Text(both ? "a" : "b").opacity(dim).animation(.linear, value: on)
              }
              .onTapGesture { on.toggle(); both.toggle() }
          }
          private var dim: Double { on ? 1 : 0.5 }
      }
      """, rules: ["animation-unrelated-value", "animation-without-value"])
  }

  func testWithoutValue() {
    let scene = LintedScene(
      """
      struct A: View {
          @State private var on = false
          var body: some View {
              Circle().opacity(on ? 1 : 0).animation(.none)
                  .onTapGesture { on.toggle() }
          }
      }
      """)
    let finding = scene.diagnostics.first { $0.code == "animation-without-value" }
    XCTAssertEqual(finding?.fixes.first?.edits.first?.text, "transaction { $0.animation = nil }")
  }

  func testEffectsBehindAnAnimation() {
    assertLint(
      """
      struct A: View {
          @State private var on = false
          @State private var moved = false
          var body: some View {
              VStack {
                  Circle().scaleEffect(on ? 2 : 1)
                      .animation(.linear, value: on)
                      .opacity(on ? 1 : 0) // animation-before-effect
                  Circle().scaleEffect(on ? 2 : 1)
                      .animation(.linear, value: on)
                      .opacity(on ? 1 : 0)
                      .animation(.easeIn, value: on)
                  Circle().scaleEffect(moved ? 2 : 1)
                      .animation(.linear, value: moved)
                      .opacity(moved ? 1 : 0)
                  Circle().animation(.linear, value: on).opacity(0.5)
              }
              .onTapGesture { on.toggle(); withAnimation { moved.toggle() } }
          }
      }
      """, rules: ["animation-before-effect"])
  }

  func testAnimationsInBranches() {
    assertLint(
      """
      struct A: View {
          @State private var show = false
          @State private var item: Int?
          var body: some View {
              VStack {
                  if show {
                      Text("a").transition(.opacity)
                          .animation(.linear, value: show) // animation-inside-conditional
                  }
                  if let item {
                      Text("\\(item)").animation(.linear, value: item)
                  }
                  if show {
                      Text("b").opacity(item == 1 ? 1 : 0).animation(.linear, value: item)
                  }
              }
              .onTapGesture { show.toggle(); item = 3 }
          }
      }
      """, rules: ["animation-inside-conditional"])
  }

  func testWritesThatComeLater() {
    assertLint(
      """
      struct A: View {
          @State private var a = false
          @State private var b = false
          var body: some View {
              Text("x").opacity(a ? 1 : 0).offset(x: b ? 1 : 0)
                  .onTapGesture {
                      withAnimation { Task { a = true } } // animation-around-async
                      withAnimation { // animation-around-async
                          DispatchQueue.main.async { a = false }
                      }
                      withAnimation {
                          b = true
                          Task { a = true }
                      }
                      withAnimation { change() }
                      withAnimation { Task { withAnimation { a = true } } }
                  }
          }
          private func change() { b.toggle() }
      }
      """, rules: ["animation-around-async"])
  }

  func testEndlessAnimations() {
    assertLint(
      """
      struct A: View {
          @State private var up = false
          @State private var on = false
          private let endless = Animation.linear.repeatForever(autoreverses: false)
          var body: some View {
              VStack {
                  Circle().offset(y: up ? 0 : 9)
                      .onAppear {
                          withAnimation(.linear.repeatForever()) { up = true } // repeat-forever-in-onappear
                          withAnimation(.linear.repeatCount(3)) { up = true }
                      }
                      .onTapGesture { withAnimation(.linear.repeatForever()) { up.toggle() } }
                  Circle().scaleEffect(on ? 1 : 2)
                      .animation(on ? .linear.repeatForever() : nil, value: on) // repeat-forever-nil-off
                      .animation(on ? .linear.repeatForever() : .default, value: on)
                      .animation(on ? .linear : nil, value: on)
                      .onTapGesture { on.toggle() }
              }
          }
      }
      """, rules: ["repeat-forever-in-onappear", "repeat-forever-nil-off"])
  }

  func testTransitionsAndWhatInserts() {
    assertLint(
      """
      struct A: View {
          @State private var show = false
          @State private var id = 0
          var body: some View {
              VStack {
                  Text("always").transition(.slide) // transition-without-insertion
                  Text("new").id(id).transition(.slide)
                  if show { Text("root").transition(.slide) }
                  if show { Group { Text("group") }.transition(.slide) }
                  if show {
                      HStack { Text("inner").transition(.slide) } // transition-not-on-branch-root
                  }
                  if show {
                      Group { Text("inner").transition(.slide) }
                  }
                  ForEach(0..<id, id: \\.self) { _ in Text("row").transition(.slide) }
                  helper
                  Row()
                  if show { Other() }
              }
              .overlay { if show { Text("over").transition(.opacity) } }
              .onTapGesture { withAnimation { show.toggle(); id += 1 } }
          }
          private var helper: some View { Text("h").transition(.slide) } // transition-without-insertion
      }
      struct Row: View { var body: some View { Text("r").transition(.slide) } }
      struct Other: View {
          var body: some View { VStack { Text("r").transition(.slide) } } // transition-not-on-branch-root
      }
      extension View { func slides() -> some View { transition(.slide) } }
      """, rules: ["transition-without-insertion", "transition-not-on-branch-root"])
  }

  func testTransitionsThatGoToEachMember() {
    assertLint(
      """
      import SwiftUI
      struct Rows: View {
        @State private var isOpen = false
        @State private var items = [1]
        var body: some View {
          VStack {
            Group { if isOpen { Text("open") } }.transition(.slide)
            ForEach(items, id: \\.self) { Text("\\($0)") }.transition(.slide)
            Group { Text("always") }.transition(.slide) // transition-without-insertion
            Button("Toggle") {
              withAnimation {
                isOpen.toggle()
                items.append(2)
              }
            }
          }
        }
      }
      """, rules: ["transition-without-insertion"])
  }

  func testTransitionsThatNothingAnimates() {
    assertLint(
      """
      struct A: View {
          @State private var a = false
          @State private var b = false
          @State private var c = false
          @State private var d = false
          @State private var e = false
          @State private var f = false
          var body: some View {
              VStack {
                  if a { Text("a").transition(.slide) } // transition-never-animated
                  if b { Text("b").transition(.slide) }
                  VStack { if c { Text("c").transition(.slide) } }.animation(.default, value: c)
                  if d { Text("d").transition(.slide) }
                  if e { Text("e").transition(.slide.animation(.default)) }
                  if f { Text("f").transition(.slide) }
                  Toggle("a", isOn: $a)
                  Child(on: $d)
                  Button("t") { a.toggle(); withAnimation { b.toggle() }; c.toggle(); e.toggle(); withAnimation { set() } }
              }
          }
          private func set() { f = true }
      }
      struct Child: View {
          @Binding var on: Bool
          var body: some View { Button("x") { withAnimation { on.toggle() } } }
      }
      """, rules: ["transition-never-animated"])
  }

  func testViewsThatLeaveAStackInDepth() {
    assertLint(
      """
      struct A: View {
          @State private var show = false
          var body: some View {
              VStack {
                  ZStack {
                      Color.red
                      if show { Text("a").transition(.slide) } // transition-needs-zindex
                      if show { Text("a").transition(.slide).zIndex(1) }
                      if show { Text("a").transition(.identity) }
                  }
                  ZStack {
                      Text("small")
                      if show { Text("a").transition(.slide) }
                  }
                  ZStack {
                      if show { Text("a").transition(.slide) }
                      Color.clear
                  }
                  ZStack {
                      Color.red.zIndex(-1)
                      if show { Text("a").transition(.slide) }
                  }
              }
              .onTapGesture { withAnimation { show.toggle() } }
          }
      }
      """, rules: ["transition-needs-zindex"])
  }

  func testDelaysBesideAnAnimation() {
    assertLint(
      """
      struct A: View {
          @State private var a = false
          @State private var b = false
          var body: some View {
              Text("x").opacity(a ? 1 : 0).offset(x: b ? 1 : 0)
                  .onAppear {
                      withAnimation { a = true }
                      DispatchQueue.main.asyncAfter(deadline: .now() + 1) { b = true } // delay-instead-of-completion
                  }
                  .onTapGesture {
                      DispatchQueue.main.asyncAfter(deadline: .now() + 1) { b = false }
                  }
          }
      }
      """, rules: ["delay-instead-of-completion"])
  }

  func testPhasesAndSprings() {
    assertLint(
      """
      enum One: CaseIterable { case only }
      struct A: View {
          @State private var on = false
          var body: some View {
              VStack {
                  Text("a").phaseAnimator([false, true]) { view, phase in view.opacity(phase ? 1 : 0) }
                  Text("a").phaseAnimator([true]) { view, phase in view.opacity(phase ? 1 : 0) } // phase-animator-degenerate
                  Text("a").phaseAnimator([2, 2]) { view, phase in view.opacity(phase) } // phase-animator-degenerate
                  Text("a").phaseAnimator(One.allCases) { view, phase in view.opacity(phase == .only ? 1 : 0) } // phase-animator-degenerate
                  Text("a").phaseAnimator([1, 2]) { view, phase in view.opacity(0.5) } // phase-animator-degenerate
                  Circle().offset(x: on ? 1 : 0)
              }
              .onTapGesture {
                  withAnimation(.spring(response: 0.4, dampingFraction: 0.8)) { on.toggle() }
                  withAnimation(.spring(response: -1, dampingFraction: 0.8)) { on.toggle() } // spring-parameter-range
                  withAnimation(.spring(response: 1, dampingFraction: 3)) { on.toggle() } // spring-parameter-range
                  withAnimation(.interactiveSpring(response: 0, dampingFraction: 0.8)) { on.toggle() }
                  withAnimation(.spring(duration: 0.4, bounce: 1)) { on.toggle() } // spring-parameter-range
                  withAnimation(.interpolatingSpring(stiffness: 0, damping: 5)) { on.toggle() } // spring-parameter-range
              }
          }
      }
      """, rules: ["phase-animator-degenerate", "spring-parameter-range"])
  }

  func testAnAnimationBeforeItsOnlyEffectIsOneFinding() {
    assertLint(
      """
      struct A: View {
          @State private var on = false
          var body: some View {
              VStack {
                  Rectangle().frame(width: 80)
                      .animation(.linear, value: on)
                      .rotationEffect(.degrees(on ? 90 : 0)) // animation-before-effect
                  Button("a") { on.toggle() }
              }
          }
      }
      struct B: View {
          @State private var on = false
          let fixed = 3
          var body: some View {
              Rectangle().frame(width: on ? 200 : 100, height: 20)
                  .animation(.easeOut, value: fixed) // animation-unrelated-value
                  .onTapGesture { on.toggle() }
          }
      }
      """)
  }

  func testTimersAndPauses() {
    func scene(_ wait: String) -> String {
      """
      struct A: View {
          @State private var open = false
          @State private var done = false
          func go() {
              withAnimation(.easeOut(duration: 0.4)) { open.toggle() }
              \(wait)
          }
          var body: some View {
              Button("x") { go() }.opacity(done ? 0 : 1).scaleEffect(open ? 1 : 2)
          }
      }
      """
    }
    let rules: Set<String> = ["delay-instead-of-completion"]
    for hit in [
      "Timer.scheduledTimer(withTimeInterval: 0.4, repeats: false) { _ in // delay-instead-of-completion\ndone = true }",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 0.4) { // delay-instead-of-completion\ndone = true }",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 0.8) { // delay-instead-of-completion\ndone = true }",
    ] { assertLint(scene(hit), rules: rules) }
    // Something is shown for a while.
    for guardText in [
      "Timer.scheduledTimer(withTimeInterval: 0.4, repeats: true) { _ in done = true }",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 3) { done = true }",
      "Task { try? await Task.sleep(nanoseconds: 2_000_000_000)\ndone = true }",
      "Task { try? await Task.sleep(for: .seconds(2))\ndone = true }",
    ] { assertLint(scene(guardText), rules: rules) }
  }

  func testTheScopeOfAnEndlessAnimationIsASureFix() {
    func fixed(_ more: String) -> (text: String, applied: Int) {
      let scene = LintedScene(
        """
        struct A: View {
            @State private var spin = false
            var body: some View {
                Image(systemName: "gear")
                    .rotationEffect(.degrees(spin ? 360 : 0))
                    .onAppear {
                        withAnimation(.linear(duration: 1).repeatForever(autoreverses: false)) { spin = true }
                    }\(more)
            }
        }
        """)
      let outcome = FixItApplier.applySafe(scene.diagnostics, to: [scene.source])
      return (String(decoding: outcome.texts[0], as: UTF8.self), outcome.applied)
    }
    let sure = fixed("")
    XCTAssertEqual(sure.applied, 1)
    XCTAssertTrue(
      sure.text.contains(".animation(.linear(duration: 1).repeatForever(autoreverses: false), value: spin)"), sure.text)
    XCTAssertTrue(sure.text.contains("                spin = true\n"), sure.text)
    XCTAssertEqual(LintedScene(sure.text).findings(), [])
    // Written elsewhere: the author decides.
    XCTAssertEqual(fixed("\n            .onTapGesture { spin = false }").applied, 0)
  }
}
