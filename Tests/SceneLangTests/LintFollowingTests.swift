/// Rules follow what code says at another place: constants, helpers, overlays, tasks, timers.
import XCTest

@testable import SceneLang

final class LintFollowingTests: XCTestCase {
  func testConstantsAndHelpersOfEndlessAnimations() {
    assertLint(
      """
      struct A: View {
          @State private var up = false
          let pulse = Animation.easeIn.repeatForever()
          var body: some View {
              Circle().offset(y: up ? 10 : 0)
                  .onAppear { withAnimation(pulse) { up = true } } // repeat-forever-in-onappear
          }
      }
      struct B: View {
          @State private var up = false
          var body: some View { Circle().offset(y: up ? 10 : 0).onAppear(perform: start) }
          private func start() {
              withAnimation(.easeIn.repeatForever(autoreverses: true)) { up = true } // repeat-forever-in-onappear
          }
      }
      struct C: View {
          @State private var up = false
          var body: some View { Circle().offset(y: up ? 10 : 0).onTapGesture { start() } }
          private func start() { withAnimation(.easeIn.repeatForever()) { up = true } }
      }
      struct D: View {
          @State private var on = false
          private var pulse: Animation? { on ? Animation.linear(duration: 1).repeatForever() : nil }
          var body: some View {
              Circle().scaleEffect(on ? 2 : 1)
                  .animation(pulse, value: on) // repeat-forever-nil-off
                  .onTapGesture { on.toggle() }
          }
      }
      """, rules: ["repeat-forever-in-onappear", "repeat-forever-nil-off"])
  }

  func testTheEnvironmentDoesNotEndAnAnimation() {
    assertLint(
      """
      struct A: View {
          @Environment(\\.accessibilityReduceMotion) private var calm
          @State private var spin = false
          var body: some View {
              Circle().rotationEffect(.degrees(spin ? 360 : 0))
                  .animation(calm ? nil : .linear(duration: 1).repeatForever(), value: spin)
                  .onTapGesture { spin.toggle() }
          }
      }
      extension View {
          @ViewBuilder func hidden(if isHidden: Bool) -> some View { if !isHidden { self } }
      }
      """, rules: ["repeat-forever-nil-off", "conditional-view-modifier"])
  }

  func testLaterWrites() {
    assertLint(
      """
      struct A: View {
          @State private var ready = false
          @State private var shown = false
          var body: some View {
              Text("x").opacity(ready ? 1 : 0).scaleEffect(shown ? 1 : 2)
                  .onTapGesture {
                      withAnimation { // animation-around-async
                          Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in ready = true }
                      }
                  }
                  .onLongPressGesture {
                      withAnimation(.easeIn(duration: 0.3)) { ready = true }
                      Task {
                          try? await Task.sleep(nanoseconds: 300_000_000) // delay-instead-of-completion
                          shown = true
                      }
                  }
          }
      }
      struct B: View {
          @State private var shown = false
          var body: some View {
              Text("x").opacity(shown ? 1 : 0).task {
                  try? await Task.sleep(nanoseconds: 300_000_000)
                  shown = true
              }
          }
      }
      """, rules: ["animation-around-async", "delay-instead-of-completion"])
  }

  func testTransitionsInOverlaysAndHelpers() {
    assertLint(
      """
      struct A: View {
          @State private var item: String?
          @State private var show = false
          var body: some View {
              Color.red
                  .overlay {
                      Color.white
                      if let item { Text(item).transition(.scale) } // transition-needs-zindex
                  }
                  .overlay {
                      if show { Text("only").transition(.scale) }
                  }
              ZStack {
                  background
                  if show { toast }
                  if show { raised.zIndex(1) }
              }
              .onTapGesture { withAnimation { show.toggle(); item = "a" } }
          }
          var background: some View { Color.yellow.ignoresSafeArea() }
          var toast: some View { Text("a").transition(.opacity) } // transition-needs-zindex
          var raised: some View { Text("b").transition(.opacity) }
      }
      struct B: View {
          @State private var on = false
          @State private var smooth = false
          var body: some View {
              if on { Text("x").transition(.opacity) } // transition-never-animated
              if smooth { Text("x").transition(.opacity) }
              Toggle("a", isOn: $on)
              Toggle("a", isOn: $smooth.animation())
          }
      }
      """, rules: ["transition-needs-zindex", "transition-never-animated"])
  }

  func testNumbersAndData() {
    assertLint(
      """
      struct Good: Identifiable { let id = UUID(); let n: Int }
      struct A: View {
          let k: CGFloat = 3
          var numbers = [1, 2]
          var items: [Good] { numbers.map { Good(n: $0) } }
          @State private var names = ["a", "b"]
          var body: some View {
              Color.red.frame(width: k)
              Color.red.frame(width: -k) // negative-frame
              Color.red.frame(height: 10 - 20) // negative-frame
              List(items) { Text("\\($0.n)") } // unstable-identity
              ForEach(Array(zip(names.indices, names)), id: \\.0) { _, name in Text(name) } // foreach-index-identity
                  .onTapGesture { names.swapAt(0, 1) }
              LazyVStack {
                  ForEach(["a", "b"], id: \\.self) { Text($0) }
                  ForEach(["b", "c"], id: \\.self) { Text($0) } // lazy-sibling-id-clash
                  ForEach(["d"], id: \\.self) { Text($0) }
              }
              Text("x").phaseAnimator([CGFloat]()) { view, phase in view.offset(x: phase) } // phase-animator-degenerate
          }
      }
      extension View {
          @ViewBuilder func ifLet<V, T: View>(_ value: V?, _ change: (Self, V) -> T) -> some View { // conditional-view-modifier
              if let value { change(self, value) } else { self }
          }
          func grouped<T: View>(_ isOn: Bool, _ change: (Self) -> T) -> some View { // conditional-view-modifier
              Group { if isOn { change(self) } else { self } }
          }
      }
      """,
      rules: [
        "negative-frame", "unstable-identity", "foreach-index-identity", "lazy-sibling-id-clash",
        "phase-animator-degenerate", "conditional-view-modifier",
      ])
  }

  func testMeasuredPadding() {
    assertLint(
      """
      struct Key: PreferenceKey {
          static var defaultValue: CGFloat { 0 }
          static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
      }
      struct A: View {
          @State private var w: CGFloat = 10
          @State private var h: CGFloat = 10
          var body: some View {
              Text("x")
                  .padding(w) // layout-feedback-loop
                  .overlay { GeometryReader { g in Color.clear.preference(key: Key.self, value: g.size.width) } }
                  .onPreferenceChange(Key.self) { w = $0 + 1 }
              Text("x")
                  .overlay { GeometryReader { g in Color.clear.onAppear { h = g.size.height } } }
                  .padding(h)
          }
      }
      """, rules: ["layout-feedback-loop"])
  }
}
