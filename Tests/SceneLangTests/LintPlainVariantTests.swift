/// Rules about what is written in place.
import XCTest

@testable import SceneLang

final class LintPlainVariantTests: XCTestCase {
  func testLayout() {
    assertLint(
      #"""
      struct Avatar: View {
          let image: Image
          var body: some View {
              image.resizable().aspectRatio(contentMode: .fill).frame(width: 200, height: 60)
                  .clipped() // clipped-overflow-hit-area
                  .onTapGesture { print("x") }
          }
      }
      """#)
    assertLint(
      #"""
      struct Avatar: View {
          let image: Image
          var body: some View {
              VStack {
                  image.resizable().aspectRatio(contentMode: .fill).frame(width: 200, height: 60).clipped()
                      .allowsHitTesting(false)
              }
              .onTapGesture { print("x") }
          }
      }
      """#)
    assertLint(
      #"""
      struct Flags: View {
          let names: [String]
          var body: some View {
              List(names, id: \.self) { name in
                  NavigationLink {
                      Text(name)
                  } label: {
                      Image(name).resizable().scaledToFill().frame(width: 80, height: 25).clipped()
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Linked: ViewModifier {
          let isLink: Bool
          func body(content: Content) -> some View {
              if isLink { Button { print("x") } label: { content } } else { content }
          }
      }
      struct Host: View {
          @State private var on = false
          var body: some View { Text("a").modifier(Linked(isLink: on)).onTapGesture { on.toggle() } }
      }
      """#)
    assertLint(
      #"""
      struct Chart: View {
          let values: [Double]
          private var plot: some View {
              GeometryReader { g in // geometry-reader-unsized
                  HStack {
                      ForEach(values.indices, id: \.self) { i in Color.blue.frame(height: g.size.height * values[i]) }
                  }
              }
          }
          var body: some View { ScrollView { LazyVStack { Text("Chart"); plot.padding() } } }
      }
      """#)
    assertLint(
      #"""
      struct Chart: View {
          let values: [Double]
          private func plot() -> some View {
              GeometryReader { g in
                  HStack {
                      ForEach(values.indices, id: \.self) { i in Color.blue.frame(height: g.size.height * values[i]) }
                  }
              }
              .aspectRatio(2, contentMode: .fit)
          }
          var body: some View { ScrollView { LazyVStack { Text("Chart"); plot().padding() } } }
      }
      """#)
    assertLint(
      #"""
      struct Grow: View {
          @State private var size = CGSize(width: 50, height: 50)
          var body: some View {
              Text("x").padding()
                  .frame(width: size.width + 10) // layout-feedback-loop
                  .onGeometryChange(for: CGSize.self) { $0.size } action: { size = $0 }
          }
      }
      """#)
    assertLint(
      #"""
      struct Slot: View {
          private enum Metric { static let offset: CGFloat = -12 }
          var body: some View { Color.red.frame(width: Metric.offset) } // negative-frame
      }
      """#)
    assertLint(
      #"""
      enum Layout2 { static var width: CGFloat { UIScreen.main.bounds.width } } // screen-bounds-in-layout
      struct Half: View { var body: some View { Color.red.frame(width: Layout2.width / 2) } }
      """#)
    assertLint(
      #"""
      struct List2: View {
          @State private var top: CGFloat = 0
          var body: some View {
              ScrollView {
                  Text("\(top)").background(GeometryReader { g in
                      Color.clear.onAppear {
                          top = g.frame(in: .named("list")).minY // unknown-coordinate-space
                      }
                  })
              }
          }
      }
      """#)
  }

  func testMotion() {
    assertLint(
      #"""
      struct Splash: View {
          @State private var scale = 0.8
          @State private var isActive = false
          var body: some View {
              if isActive { Text("Home") } else {
                  Text("Logo").scaleEffect(scale)
                      .onAppear {
                          withAnimation(.easeIn(duration: 0.9)) { scale = 1 }
                          DispatchQueue.main.asyncAfter(deadline: .now() + 0.9) { // delay-instead-of-completion
                              isActive = true
                          }
                      }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Bounce: View {
          @State private var n = 0
          var body: some View {
              Text("x")
                  .phaseAnimator([1.0], trigger: n) { view, s in view.scaleEffect(s) } // phase-animator-degenerate
                  .onTapGesture { n += 1 }
          }
      }
      """#)
    assertLint(
      #"""
      struct S: View {
          @State private var on = false
          var body: some View {
              Circle().offset(y: on ? 0 : 9)
                  .animation(.interpolatingSpring(stiffness: 100, damping: 0), value: on) // spring-parameter-range
                  .onTapGesture { on.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Pie: Shape { // shape-missing-animatable-data
          var start: Angle
          var end: Angle
          func path(in rect: CGRect) -> Path {
              var p = Path()
              p.addArc(center: CGPoint(x: rect.midX, y: rect.midY), radius: 9, startAngle: start, endAngle: end,
                  clockwise: true)
              return p
          }
      }
      struct Clock: View {
          @State private var t = 0.0
          var body: some View {
              Pie(start: .zero, end: .degrees(t)).animation(.linear, value: t).onTapGesture { t += 30 }
          }
      }
      """#)
  }

  func testValues() {
    assertLint(
      #"""
      struct MaxKey: PreferenceKey {
          static var defaultValue: CGFloat = 0
          static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) {
              value = nextValue() // preference-reduce-overwrites
          }
      }
      struct Cell: View {
          var body: some View {
              Text("c").background(
                  GeometryReader { g in Color.clear.preference(key: MaxKey.self, value: g.size.height) })
          }
      }
      struct Table: View {
          @State private var h: CGFloat = 0
          var body: some View {
              HStack { Cell(); Cell(); Text("\(h)") }.onPreferenceChange(MaxKey.self) { h = $0 }
          }
      }
      """#)
    assertLint(
      #"""
      struct Timer2: View {
          @State var seconds: Int = 10 // private-state
          var body: some View { Text("\(seconds)").onTapGesture { seconds -= 1 } }
      }
      """#)
    assertLint(
      #"""
      struct Pick: View {
          @State private var on = false
          var body: some View {
              Text("x").id(UUID()).onTapGesture { on.toggle() }.opacity(on ? 1 : 0) // unstable-identity
          }
      }
      """#)
    assertLint(
      #"""
      struct Form2: View {
          @State private var name = ""
          @State private var email = "" // unused-state
          var body: some View { TextField("n", text: $name) }
      }
      """#)
    assertLint(
      #"""
      struct Z: View {
          var body: some View {
              ZStack {
                  ForEach(0..<3, id: \.self) { i in VStack { Text("\(i)").zIndex(Double(i)) } } // zindex-out-of-scope
              }
          }
      }
      """#)
  }
}
