/// Every rule once more: a mistake as an author would write it, and the right code beside it.
import XCTest

@testable import SceneLang

final class LintVariantTests: XCTestCase {
  func testLaterWrites() {
    assertLint(
      #"""
      struct Feed: View {
          @State private var items: [String] = []
          var body: some View {
              VStack { ForEach(items, id: \.self) { Text($0) } }
                  .toolbar { Button("Reload") {
                      withAnimation(.easeInOut) { // animation-around-async
                          DispatchQueue.global().async {
                              let loaded = ["a", "b"]
                              DispatchQueue.main.async { items = loaded }
                          }
                      }
                  } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Feed: View {
          @State private var items: [String] = []
          @State private var isLoading = false
          var body: some View {
              VStack { ForEach(items, id: \.self) { Text($0) }; if isLoading { ProgressView() } }
                  .task { await load() }
          }
          private func load() async {
              withAnimation { isLoading = true; Task { await fetch() } }
          }
          private func fetch() async { withAnimation { items = ["a"]; isLoading = false } }
      }
      """#)
    assertLint(
      #"""
      struct Toast: View {
          @State private var isVisible = true
          let onFinish: () -> Void
          var body: some View {
              Text("Saved").opacity(isVisible ? 1 : 0)
                  .onTapGesture { hide() }
          }
          private func hide() {
              withAnimation(.easeOut(duration: 0.25)) { isVisible = false }
              Task { @MainActor in
                  try? await Task.sleep(for: .milliseconds(250)) // delay-instead-of-completion
                  onFinish()
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Toast: View {
          @State private var isVisible = false
          var body: some View {
              Text("Saved").opacity(isVisible ? 1 : 0)
                  .onTapGesture { show() }
          }
          private func show() {
              withAnimation(.easeOut(duration: 0.25)) { isVisible = true }
              Task { @MainActor in
                  try? await Task.sleep(for: .seconds(3))
                  withAnimation { isVisible = false }
              }
          }
      }
      """#)
  }

  func testAnimationsByValue() {
    assertLint(
      #"""
      struct Banner: View {
          enum Phase { case idle, shown }
          @State private var phase = Phase.idle
          var body: some View {
              VStack {
                  if phase == .shown {
                      Text("Saved")
                          .transition(.move(edge: .top))
                          .animation(.spring(), value: phase) // animation-inside-conditional
                  }
                  Button("Show") { phase = .shown }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Banner: View {
          @State private var message: String?
          var body: some View {
              VStack {
                  if let message {
                      Text(message)
                          .transition(.move(edge: .top))
                          .contentTransition(.numericText())
                          .animation(.spring(), value: message)
                  }
                  Button("Show") { withAnimation { message = "hi" } }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Bar: View {
          @State private var progress = 0.0
          @State private var isEditing = false
          var body: some View {
              VStack {
                  Capsule().frame(width: 200 * progress, height: 8)
                      .animation(.easeOut, value: isEditing) // animation-unrelated-value
                  Slider(value: $progress)
                  Toggle("Edit", isOn: $isEditing)
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Bar: View {
          @State private var progress = 0.0
          private var width: CGFloat { 200 * progress }
          var body: some View {
              VStack {
                  Capsule().frame(width: width, height: 8)
                      .animation(.easeOut, value: progress)
                  Slider(value: $progress)
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Menu2: View {
          @State private var open = false
          var body: some View {
              VStack {
                  Text("a").rotationEffect(.degrees(open ? 90 : 0))
              }
              .animation(.default) // animation-without-value
              .onTapGesture { open.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Menu2: View {
          @State private var open = false
          var body: some View {
              VStack {
                  Text("a").rotationEffect(.degrees(open ? 90 : 0))
                  Toggle("x", isOn: $open.animation())
              }
              .transaction { $0.animation = .default }
          }
      }
      """#)
  }

  func testDrags() {
    assertLint(
      #"""
      struct Knob: View {
          @State private var position = CGPoint(x: 100, y: 100)
          var body: some View {
              Circle().frame(width: 40, height: 40)
                  .gesture(DragGesture().onChanged { position = $0.location }) // drag-local-feedback
                  .position(position)
          }
      }
      """#)
    assertLint(
      #"""
      struct Knob: View {
          @State private var position = CGPoint(x: 100, y: 100)
          var body: some View {
              Circle().frame(width: 40, height: 40)
                  .position(position)
                  .gesture(DragGesture().onChanged { position = $0.location })
          }
      }
      """#)
    assertLint(
      #"""
      struct SwipeCard: View {
          @State private var offset = CGSize.zero
          var body: some View {
              RoundedRectangle(cornerRadius: 20)
                  .offset(offset)
                  .gesture(
                      DragGesture()
                          .onChanged { offset = $0.translation } // drag-without-cancel-reset
                          .onEnded { value in settle(value.translation.width) })
          }
          private func settle(_ width: CGFloat) {
              if abs(width) > 120 { offset.width = width * 4 } else { withAnimation(.spring) { offset = .zero } }
          }
      }
      """#)
    assertLint(
      #"""
      struct SwipeCard: View {
          @GestureState private var drag = CGSize.zero
          @State private var total: CGFloat = 0
          var body: some View {
              RoundedRectangle(cornerRadius: 20)
                  .offset(x: total + drag.width)
                  .gesture(
                      DragGesture()
                          .updating($drag) { value, state, _ in state = value.translation }
                          .onEnded { value in settle(value.translation.width) })
          }
          private func settle(_ width: CGFloat) { total += width }
      }
      """#)
  }

  func testLayout() {
    assertLint(
      #"""
      struct Measured: View {
          @State private var width: CGFloat = 100
          var body: some View {
              Text("hello")
                  .frame(width: width * 1.1) // layout-feedback-loop
                  .background(
                      GeometryReader { p in
                          Color.clear.onAppear { width = p.size.width }
                              .onChange(of: p.size.width) { width = p.size.width }
                      })
          }
      }
      """#)
    assertLint(
      #"""
      struct Measured: View {
          @State private var width: CGFloat = 100
          var body: some View {
              VStack {
                  Text("hello").onGeometryChange(for: CGFloat.self, of: { $0.size.width }) { width = $0 }
                  Color.red.frame(width: width, height: 2)
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Meter: View {
          private let inset: CGFloat = 20
          private var gap: CGFloat { -inset }
          var body: some View { Color.red.frame(width: 100, height: gap) } // negative-frame
      }
      """#)
    assertLint(
      #"""
      struct Meter: View {
          private let inset: CGFloat = 20
          var body: some View { Color.red.frame(width: 100, height: 100 - inset).padding(-inset).offset(x: -inset) }
      }
      """#)
    assertLint(
      #"""
      struct Sheet: View {
          private let height = UIScreen.main.bounds.height // screen-bounds-in-layout
          var body: some View { Color.red.frame(height: height / 2) }
      }
      """#)
    assertLint(
      #"""
      struct Sheet: View {
          @Environment(\.displayScale) private var scale
          var body: some View {
              GeometryReader { p in Color.red.frame(height: p.size.height / 2).border(.black, width: 1 / scale) }
          }
      }
      """#)
    assertLint(
      #"""
      struct Offsets: View {
          private static let spaceName = "scroll"
          @State private var y: CGFloat = 0
          var body: some View {
              ScrollView {
                  Color.red.frame(height: 900)
                      .onGeometryChange(for: CGFloat.self) {
                          $0.frame(in: .named("scrol")).minY // unknown-coordinate-space
                      } action: {
                          y = $0
                      }
                  Text("\(y)")
              }
              .coordinateSpace(.named("scroll"))
          }
      }
      """#)
    assertLint(
      #"""
      struct Offsets: View {
          private static let spaceName = "scroll"
          @State private var y: CGFloat = 0
          var body: some View {
              ScrollView {
                  Color.red.frame(height: 900)
                      .onGeometryChange(for: CGFloat.self) { $0.frame(in: .named("scroll")).minY } action: { y = $0 }
                  Text("\(y)")
              }
              .coordinateSpace(.named(Self.spaceName))
          }
      }
      """#)
  }

  /// What a constant of the type stands for is written in a body of its own.
  func testPreferenceThatIsAConstant() {
    assertLint(
      #"""
      struct BoxKey: PreferenceKey {
          static let empty = CGRect(x: 1 + 2 * 3, y: 4 - 5 * 6, width: max(7, 8 + 9), height: min(10, 11 * 12))
          static let defaultValue = CGRect.zero
          static func reduce(value: inout CGRect, nextValue: () -> CGRect) { value = empty }
      }
      struct Boxes: View {
          var body: some View {
              VStack {
                  Color.red.preference(key: BoxKey.self, value: .zero)
                  Color.blue.preference(key: BoxKey.self, value: .zero)
              }
              .onPreferenceChange(BoxKey.self) { print($0) }
          }
      }
      """#)
  }

  func testPreferences() {
    assertLint(
      #"""
      struct SizeKey: PreferenceKey {
          static let defaultValue = CGSize.zero
          static func reduce(value: inout CGSize, nextValue: () -> CGSize) {
              let next = nextValue()
              value = next // preference-reduce-overwrites
          }
      }
      struct Sizes: View {
          @State private var size = CGSize.zero
          var body: some View {
              VStack {
                  ForEach(0..<3) { i in
                      Text("\(i)").background {
                          GeometryReader { p in Color.clear.preference(key: SizeKey.self, value: p.size) }
                      }
                  }
              }
                  .onPreferenceChange(SizeKey.self) { size = $0 }
                  .overlay { Text("\(size.width)") }
          }
      }
      """#)
    assertLint(
      #"""
      struct SizeKey: PreferenceKey {
          static let defaultValue = CGSize.zero
          static func reduce(value: inout CGSize, nextValue: () -> CGSize) {
              let next = nextValue()
              value = CGSize(width: max(value.width, next.width), height: max(value.height, next.height))
          }
      }
      struct Sizes: View {
          @State private var size = CGSize.zero
          var body: some View {
              VStack {
                  ForEach(0..<3) { i in
                      Text("\(i)").background {
                          GeometryReader { p in Color.clear.preference(key: SizeKey.self, value: p.size) }
                      }
                  }
              }
                  .onPreferenceChange(SizeKey.self) { size = $0 }
                  .overlay { Text("\(size.width)") }
          }
      }
      """#)
  }

  func testPhases() {
    assertLint(
      #"""
      struct Dots: View {
          var body: some View {
              PhaseAnimator([0.0, 1.0]) { _ in Circle().opacity(0.5) } // phase-animator-degenerate
          }
      }
      """#)
    assertLint(
      #"""
      struct Dots: View {
          private enum Step: CaseIterable { case a, b
              var y: CGFloat { self == .a ? 0 : -10 } }
          var body: some View {
              PhaseAnimator(Step.allCases) { step in dot(step) } animation: { _ in .bouncy }
          }
          private func dot(_ step: Step) -> some View { Circle().offset(y: step.y) }
      }
      """#)
    assertLint(
      #"""
      struct Loader: View {
          @State private var spins = false
          var body: some View {
              Circle().trim(from: 0, to: 0.7).stroke(.blue, lineWidth: 4)
                  .rotationEffect(.degrees(spins ? 360 : 0))
                  .onAppear {
                      withAnimation(.linear(duration: 1).repeatForever(autoreverses: false)) { // repeat-forever-in-onappear
                          spins.toggle()
                      }
                  }
          }
      }
      """#)
    assertLint(
      #"""
      struct Loader: View {
          @State private var spins = false
          var body: some View {
              Circle().trim(from: 0, to: 0.7).stroke(.blue, lineWidth: 4)
                  .rotationEffect(.degrees(spins ? 360 : 0))
                  .animation(.linear(duration: 1).repeatForever(autoreverses: false), value: spins)
                  .onAppear { spins = true }
          }
      }
      """#)
    assertLint(
      #"""
      struct Rec: View {
          @State private var isRecording = false
          var body: some View {
              Circle().fill(.red).scaleEffect(isRecording ? 1.2 : 1)
                  .animation(
                      isRecording
                          ? Animation.easeIn.repeatForever() : nil, value: isRecording) // repeat-forever-nil-off
                  .onTapGesture { isRecording.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Rec: View {
          @State private var isRecording = false
          var body: some View {
              Circle().fill(.red).scaleEffect(isRecording ? 1.2 : 1)
                  .animation(isRecording ? .easeInOut(duration: 0.6).repeatForever() : .easeOut, value: isRecording)
                  .onTapGesture { isRecording.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Pop: View {
          @State private var on = false
          private let spring = Animation.spring(response: -0.4, dampingFraction: 0.6) // spring-parameter-range
          var body: some View {
              Circle().scaleEffect(on ? 1 : 2)
                  .onTapGesture { withAnimation(spring) { on.toggle() } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Pop: View {
          @State private var on = false
          private let spring = Animation.spring(duration: 0.5, bounce: -0.2)
          var body: some View {
              Circle().scaleEffect(on ? 1 : 2)
                  .onTapGesture { withAnimation(spring) { on.toggle() } }
          }
      }
      """#)
  }

  func testShapes() {
    assertLint(
      #"""
      struct Wave: Shape { // shape-missing-animatable-data
          var phase: Double
          func path(in rect: CGRect) -> Path {
              var path = Path()
              path.move(to: CGPoint(x: 0, y: rect.midY + sin(phase) * 10))
              path.addLine(to: CGPoint(x: rect.maxX, y: rect.midY))
              return path
          }
      }
      struct Sea: View {
          @State private var phase = 0.0
          var body: some View {
              Wave(phase: phase).stroke(.blue).onTapGesture { withAnimation(.linear(duration: 2)) { phase += .pi } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Wave: Shape {
          var phase: Double
          var animatableData: Double { get { phase } set { phase = newValue } }
          func path(in rect: CGRect) -> Path { Path { $0.move(to: CGPoint(x: 0, y: rect.midY + sin(phase) * 10)) } }
      }
      struct Notch: Shape {
          let radius: CGFloat
          func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: radius) }
      }
      struct Sea: View {
          @State private var phase = 0.0
          var body: some View {
              Wave(phase: phase).stroke(.blue).clipShape(Notch(radius: 12))
                  .onTapGesture { withAnimation(.linear(duration: 2)) { phase += .pi } }
          }
      }
      """#)
  }

  func testState() {
    assertLint(
      #"""
      final class Store: ObservableObject { @Published var n = 0 }
      struct Root: View {
          @StateObject var store = Store() // private-state
          var body: some View { Text("\(store.n)") }
      }
      """#)
    assertLint(
      #"""
      final class Store: ObservableObject { @Published var n = 0 }
      struct Root: View {
          @StateObject private var store: Store
          @State private var n: Int
          init(store: @autoclosure @escaping () -> Store, n: Int) {
              _store = StateObject(wrappedValue: store())
              _n = State(initialValue: n)
          }
          var body: some View { Text("\(store.n) \(n)") }
      }
      """#)
    assertLint(
      #"""
      struct Counter: View {
          @State private var taps = 0 // unused-state
          var body: some View { Button("Tap") { taps += 1 } }
      }
      """#)
    assertLint(
      #"""
      struct Counter: View {
          @State private var taps = 0
          var body: some View { Button("Tap") { taps += 1 }.onChange(of: taps) { print("x") } }
      }
      """#)
  }

  func testSymbols() {
    assertLint(
      #"""
      struct IconRow: View {
          let icon: String
          let title: String
          var body: some View { Label(title, systemImage: icon) }
      }
      struct Prefs: View {
          var body: some View {
              VStack {
                  IconRow(icon: "gearshape", title: "General")
                  IconRow(icon: "bel.fill", title: "Alerts") // unknown-system-image
              }
          }
      }
      """#)
    assertLint(
      #"""
      enum Weather { case sun, rain
          var symbol: String {
              switch self {
              case .sun: return "sun.max.fill"
              case .rain: return "cloud.rian.fill" // unknown-system-image
              }
          }
      }
      struct Day: View { let w: Weather; var body: some View { Image(systemName: w.symbol) } }
      """#)
    assertLint(
      #"""
      struct IconRow: View {
          let icon: String
          let isSystem: Bool
          var body: some View { if isSystem { Image(systemName: icon) } else { Image(icon) } }
      }
      struct Prefs: View {
          @AppStorage("icon") private var stored = "gear"
          var body: some View {
              VStack {
                  IconRow(icon: "gearshape", isSystem: true)
                  IconRow(icon: "MyLogo", isSystem: false)
                  Image(systemName: stored)
              }
          }
      }
      """#)
  }
}
