/// Rules about identity, state, layout and input: hits and what must stay silent.
import XCTest

@testable import SceneLang

final class LintViewTests: XCTestCase {
  func testIdentity() {
    assertLint(
      """
      struct Fresh: Identifiable { var id: String { UUID().uuidString } } // unstable-identity
      struct Kept: Identifiable { let id = UUID() }
      struct A: View {
          let twice = ["a", "b", "a"]
          let once = ["a", "b"]
          var shown: [Kept] { [Kept(), Kept()] }
          let kept = [Kept()]
          var body: some View {
              LazyVStack {
                  ForEach(twice, id: \\.self) { Text($0) } // foreach-duplicate-id
                  ForEach(once, id: \\.self) { Text($0) } // lazy-sibling-id-clash
                  ForEach(shown) { _ in Text("x") } // unstable-identity
                  ForEach(kept) { _ in Text("x") }
                  Text("y").id(UUID()) // unstable-identity
                  ForEach(0..<3, id: \\.self) { Text("\\($0)") }
                  ForEach(2..<5, id: \\.self) { Text("\\($0)") } // lazy-sibling-id-clash
                  ForEach(5..<9, id: \\.self) { Text("\\($0)") }
              }
          }
      }
      struct B: View {
          var body: some View {
              VStack {
                  ForEach(0..<3, id: \\.self) { Text("\\($0)") }
                  ForEach(0..<3, id: \\.self) { Text("\\($0)") }
              }
          }
      }
      """, rules: ["unstable-identity", "foreach-duplicate-id", "lazy-sibling-id-clash"])
  }

  func testState() {
    assertLint(
      """
      struct A: View {
          @State private var read = 0
          @State private var written = 0 // unused-state
          @State private var nothing = 0 // unused-state
          @State private var bound = false
          @State var open = 0 // private-state
          @Namespace private var space
          @Binding var given: Int
          @FocusState private var isFocused: Bool
          var body: some View {
              Text("\\(read + open)").onTapGesture { written = 1; given = 2; read += 1; open += 1 }
              Toggle("b", isOn: $bound).matchedGeometryEffect(id: 1, in: space).focused($isFocused)
          }
      }
      """, rules: ["private-state", "unused-state"])
  }

  func testStateMentionedInLeftOutCodeIsNotUnused() {
    assertLint(
      """
      struct A: View {
          @State private var level = 0
          var body: some View {
              Text("a")
              #if os(macOS)
              Text("\\(level)")
              #endif
          }
      }
      """, rules: ["unused-state"])
  }

  func testShapes() {
    assertLint(
      """
      struct Wave: Shape { // shape-missing-animatable-data
          var level: Double
          func path(in rect: CGRect) -> Path { Path(rect) }
      }
      struct Corner: Shape {
          var radius: CGFloat
          func path(in rect: CGRect) -> Path { Path(rect) }
      }
      struct Arc: Shape {
          var end: Double
          var animatableData: Double { get { end } set { end = newValue } }
          func path(in rect: CGRect) -> Path { Path(rect) }
      }
      struct A: View {
          @State private var on = false
          var body: some View {
              ZStack {
                  Wave(level: on ? 1 : 0)
                  Corner(radius: 5)
                  Arc(end: on ? 1 : 0)
              }
              .onTapGesture { withAnimation { on.toggle() } }
          }
      }
      """, rules: ["shape-missing-animatable-data"])
  }

  func testCoordinateSpaces() {
    assertLint(
      """
      private let constant = "constant"
      struct A: View {
          @State private var y: CGFloat = 0
          var body: some View {
              VStack { Child(); Text("\\(y)") }
                  .coordinateSpace(.named("outer"))
                  .coordinateSpace(.named(constant))
                  .gesture(DragGesture(coordinateSpace: .named("none")).onChanged { y = $0.location.y }) // unknown-coordinate-space
          }
      }
      struct Child: View {
          var body: some View {
              GeometryReader { proxy in
                  Text("\\(proxy.frame(in: .named("outer")).minY)")
                  Text("\\(proxy.frame(in: .named(constant)).minY)")
                  Text("\\(proxy.frame(in: .global).minY)")
              }
          }
      }
      """, rules: ["unknown-coordinate-space"])
  }

  func testDrags() {
    assertLint(
      """
      struct A: View {
          @State private var x: CGFloat = 0
          @State private var y: CGFloat = 0
          @GestureState private var z: CGFloat = 0
          var body: some View {
              VStack {
                  Circle().gesture(DragGesture().onChanged { x = $0.translation.width }).offset(x: x) // drag-local-feedback
                  Circle().offset(x: x).gesture(DragGesture().onChanged { x = $0.translation.width })
                  Circle().gesture(DragGesture(coordinateSpace: .global).onChanged { x = $0.translation.width }).offset(x: x)
                  Circle().offset(y: y).gesture(
                      DragGesture()
                          .onChanged { y = $0.translation.height } // drag-without-cancel-reset
                          .onEnded { _ in y = 0 })
                  Circle().offset(y: z).gesture(DragGesture().updating($z) { value, state, _ in state = value.translation.height })
                  Circle().offset(y: y).gesture(
                      DragGesture()
                          .onChanged { y = $0.translation.height }
                          .onEnded { y += $0.translation.height })
              }
          }
      }
      """, rules: ["drag-local-feedback", "drag-without-cancel-reset"])
  }

  func testGesturesKeptInProperties() {
    assertLint(
      """
      struct Behind: View {
          @State private var place = CGSize.zero
          var drag: some Gesture { DragGesture().onChanged { place = $0.translation } } // drag-local-feedback
          var body: some View { Circle().gesture(drag).offset(place) }
      }
      struct Before: View {
          @State private var place = CGSize.zero
          var drag: some Gesture { DragGesture().onChanged { place = $0.translation } }
          var body: some View { Circle().offset(place).gesture(drag) }
      }
      struct Elsewhere: View {
          @State private var place = CGSize.zero
          var drag: some Gesture { DragGesture(coordinateSpace: .global).onChanged { place = $0.translation } }
          var body: some View { Circle().gesture(drag).offset(place) }
      }
      """, rules: ["drag-local-feedback"])
  }

  func testPreferences() {
    assertLint(
      """
      struct LastKey: PreferenceKey {
          static let defaultValue: CGFloat = 0
          static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) {
              value = nextValue() // preference-reduce-overwrites
          }
      }
      struct OneKey: PreferenceKey {
          static let defaultValue: CGFloat = 0
          static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = nextValue() }
      }
      struct A: View {
          @State private var h: CGFloat = 0
          @State private var w: CGFloat = 0
          @State private var on = false
          var body: some View {
              VStack {
                  ForEach(0..<3, id: \\.self) { i in Text("\\(i)").preference(key: LastKey.self, value: h) }
              }
              .onPreferenceChange(LastKey.self) { h = $0 }
              VStack {
                  if on {
                      Text("a").preference(key: OneKey.self, value: 1)
                  } else {
                      Text("b").preference(key: OneKey.self, value: 2)
                  }
                  Text("\\(w)").onTapGesture { on.toggle() }
              }
              .onPreferenceChange(OneKey.self) { w = $0 }
          }
      }
      """, rules: ["preference-reduce-overwrites"])
  }

  func testMeasuredSizes() {
    assertLint(
      """
      struct A: View {
          @State private var h: CGFloat = 0
          @State private var w: CGFloat = 0
          var body: some View {
              VStack {
                  Color.red
                      .frame(height: h * 2) // layout-feedback-loop
                      .onGeometryChange(for: CGFloat.self) { $0.size.height } action: { h = $0 }
                  Text("outside").onGeometryChange(for: CGFloat.self) { $0.size.height } action: { h = $0 }
                      .frame(height: h + 10)
                  Color.red.frame(height: w)
                      .onGeometryChange(for: CGFloat.self) { $0.size.width } action: { w = $0 }
              }
          }
      }
      """, rules: ["layout-feedback-loop"])
  }

  func testOrderAndRoom() {
    assertLint(
      """
      struct A: View {
          var body: some View {
              ZStack {
                  Color.red.zIndex(1)
                  VStack { Text("alone").zIndex(2) } // zindex-out-of-scope
                  VStack { Text("a").zIndex(2); Text("b") }
                  Color.blue.frame(width: -1, height: 2) // negative-frame
                  Color.blue.frame(width: UIScreen.main.bounds.width) // screen-bounds-in-layout
                  Color.blue.padding(-3)
                  Image(systemName: "star.fil") // unknown-system-image
                  Image(systemName: "star.fill")
              }
              .zIndex(4)
          }
      }
      struct B: View {
          var body: some View {
              ScrollView {
                  GeometryReader { p in Text("\\(p.size.width)") } // geometry-reader-unsized
                  GeometryReader { p in Text("\\(p.size.width)") }.frame(height: 4)
                  Text("x").background { GeometryReader { p in Text("\\(p.size.width)") } }
                  GeometryReader { _ in Color.clear }
              }
          }
      }
      """,
      rules: [
        "zindex-out-of-scope", "negative-frame", "screen-bounds-in-layout", "unknown-system-image",
        "geometry-reader-unsized",
      ])
  }

  func testTaps() {
    assertLint(
      """
      struct A: View {
          @State private var n = 0
          var body: some View {
              VStack {
                  HStack { Text("a"); Spacer(); Text("\\(n)") }
                      .onTapGesture { n += 1 } // tap-on-empty-space
                  HStack { Text("a"); Spacer() }.contentShape(Rectangle()).onTapGesture { n += 1 }
                  HStack { Text("a"); Spacer() }.background(Color.white).onTapGesture { n += 1 }
                  HStack { Text("a"); Text("b") }.onTapGesture { n += 1 }
                  Text("wide").frame(maxWidth: .infinity)
                      .onTapGesture { n += 1 } // tap-on-empty-space
                  Text("wide").frame(maxWidth: .infinity).background(.red).onTapGesture { n += 1 }
                  Image("a").resizable().scaledToFill().frame(width: 9, height: 9)
                      .clipped() // clipped-overflow-hit-area
                      .onTapGesture { n += 1 }
                  Image("a").resizable().scaledToFill().frame(width: 9, height: 9).clipped()
                  Image("a").resizable().scaledToFit().frame(width: 9, height: 9).clipped().onTapGesture { n += 1 }
              }
          }
      }
      """, rules: ["tap-on-empty-space", "clipped-overflow-hit-area"])
  }

  func testConditionalModifiersAtUseAndDeclaration() {
    assertLint(
      """
      extension View {
          @ViewBuilder func dimmed(if isOn: Bool) -> some View { // conditional-view-modifier
              if isOn { opacity(0.5) } else { self }
          }
          @ViewBuilder func compatible() -> some View {
              if #available(iOS 17, *) { scrollClipDisabled() } else { self }
          }
          func faded(_ isOn: Bool) -> some View { opacity(isOn ? 0.5 : 1) }
      }
      struct A: View {
          @State private var on = false
          var body: some View {
              VStack {
                  Text("a").dimmed(if: on) // conditional-view-modifier
                  Text("a").dimmed(if: true)
                  Text("a").faded(on)
              }
              .onTapGesture { on.toggle() }
          }
      }
      """, rules: ["conditional-view-modifier"])
  }

  func testDeprecatedAPI() {
    let scene = LintedScene(
      """
      struct A: View {
          @Environment(\\.presentationMode) private var mode
          @State private var n = 0
          var body: some View {
              NavigationView {
                  Image("a").foregroundColor(.red).cornerRadius(3).accentColor(.blue).edgesIgnoringSafeArea(.all)
              }
              .onTapGesture { mode.wrappedValue.dismiss(); n = 1 }
              .navigationBarTitle("\\(n)")
          }
      }
      """)
    XCTAssertEqual(scene.errors, [])
    let names = scene.diagnostics.filter { $0.code == "deprecated-api" }.map {
      $0.message.prefix { $0 != "(" && $0 != " " }
    }
    XCTAssertEqual(
      Set(names),
      [
        "'presentationMode'", "'NavigationView'", "'foregroundColor", "'cornerRadius", "'accentColor",
        "'edgesIgnoringSafeArea", "'navigationBarTitle",
      ])
  }

  func testFreshValuesInsideOfTexts() {
    assertLint(
      """
      struct A: View {
          @State private var n = 0
          @State private var token = UUID()
          var body: some View {
              VStack {
                  Text("\\(n)").id("row" + UUID().uuidString) // unstable-identity
                  Text("\\(n)").id("v-\\(Date().timeIntervalSince1970)") // unstable-identity
                  Text("\\(n)").id(String(Int.random(in: 0...9))) // unstable-identity
                  Text("\\(n)").id("row" + token.uuidString)
                  Text("\\(n)").id("row \\(n)")
              }
              .onTapGesture { n += 1; token = UUID() }
          }
      }
      """, rules: ["unstable-identity"])
  }

  func testUnreadStateIsOneFinding() {
    assertLint(
      """
      struct A: View {
          @State var unread = 0 // unused-state
          @State var read = 0 // private-state
          var body: some View { Text("\\(read)").onTapGesture { read += 1 } }
      }
      """)
  }

  func testAModifierThatHidesIsNoSecondView() {
    assertLint(
      """
      extension View {
          @ViewBuilder func hidden(if isHidden: Bool) -> some View {
              if isHidden { EmptyView() } else { self }
          }
      }
      """)
  }
}
