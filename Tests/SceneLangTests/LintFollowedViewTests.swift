/// Rules about the shape of a view, which may stand in a property, a function, a view type, a constant or a modifier of
/// the module: what is wrong there is found, and what is right beside it stays silent.
import XCTest

@testable import SceneLang

final class LintFollowedViewTests: XCTestCase {
  func testHitAreas() {
    assertLint(
      #"""
      struct Thumb: View {
          let name: String
          let pick: () -> Void
          var body: some View {
              photo
                  .clipShape(RoundedRectangle(cornerRadius: 8)) // clipped-overflow-hit-area
                  .onTapGesture(perform: pick)
          }
          private var photo: some View {
              Image(name).resizable().scaledToFill().frame(width: 80, height: 80)
          }
      }
      """#)
    assertLint(
      #"""
      struct Thumb: View {
          let name: String
          let pick: () -> Void
          var body: some View {
              photo
                  .clipShape(RoundedRectangle(cornerRadius: 8))
                  .contentShape(RoundedRectangle(cornerRadius: 8))
                  .onTapGesture(perform: pick)
          }
          private var photo: some View {
              Image(name).resizable().scaledToFill().frame(width: 80, height: 80)
          }
      }
      """#)
    assertLint(
      #"""
      struct Thumb: View {
          let name: String
          let pick: () -> Void
          var body: some View {
              Button(action: pick) {
                  Image(name).resizable().scaledToFit().frame(width: 80, height: 80).clipped()
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Row: View {
          let title: String
          var body: some View {
              HStack { Text(title); Spacer(); Image(systemName: "chevron.right") }.padding(.vertical, 8)
          }
      }
      struct Settings: View {
          @State private var picked = 0
          var body: some View {
              VStack {
                  ForEach(0..<3, id: \.self) { i in
                      Row(title: "Row \(i) \(picked)")
                          .onTapGesture { picked = i } // tap-on-empty-space
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Row: View {
          let title: String
          var body: some View {
              HStack { Text(title); Spacer(); Image(systemName: "chevron.right") }
                  .padding(.vertical, 8).background(.white)
          }
      }
      struct Settings: View {
          @State private var picked = 0
          var body: some View {
              VStack {
                  ForEach(0..<3, id: \.self) { i in
                      Row(title: "Row \(i) \(picked)")
                          .onTapGesture { picked = i }
                  }
                  Button { picked = 3 } label: { HStack { Text("Last"); Spacer() }.contentShape(.rect) }
                      .buttonStyle(.plain)
                  Button { picked = 3 } label: { HStack { Text("Last"); Spacer() } }
              }
          }
      }
      """#)
  }

  func testScrolledReaders() {
    assertLint(
      #"""
      struct Header: View {
          var body: some View {
              GeometryReader { proxy in // geometry-reader-unsized
                  Image("cover").resizable().frame(width: proxy.size.width, height: 200)
              }
          }
      }
      struct Page: View {
          var body: some View {
              ScrollView {
                  VStack(spacing: 0) {
                      Header()
                      Text("Body")
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Header: View {
          var body: some View {
              GeometryReader { proxy in
                  Image("cover").resizable().frame(width: proxy.size.width, height: 200)
              }
          }
      }
      struct Page: View {
          var body: some View {
              ScrollView {
                  VStack(spacing: 0) {
                      Header().frame(height: 200)
                      Text("Body")
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Header: View {
          var body: some View {
              GeometryReader { proxy in Color.red.frame(height: proxy.size.height) }.frame(height: 100)
          }
      }
      struct Page: View {
          var body: some View {
              ScrollView { Header(); back.overlay(GeometryReader { p in Text("\(p.size.width)") }) }
          }
          var back: some View { Color.blue.frame(height: 40) } }
      """#)
  }

  func testLateEffects() {
    assertLint(
      #"""
      struct Heart: View {
          @State private var liked = false
          var body: some View {
              icon
                  .foregroundStyle(liked ? .red : .gray) // animation-before-effect
                  .onTapGesture { liked.toggle() }
          }
          private var icon: some View {
              Image(systemName: "heart.fill")
                  .scaleEffect(liked ? 1.3 : 1)
                  .animation(.spring(response: 0.3), value: liked)
          }
      }
      """#)
    assertLint(
      #"""
      struct Heart: View {
          @State private var liked = false
          var body: some View {
              icon
                  .foregroundStyle(liked ? .red : .gray)
                  .animation(.easeIn, value: liked)
                  .onTapGesture { liked.toggle() }
          }
          private var icon: some View {
              Image(systemName: "heart.fill")
                  .scaleEffect(liked ? 1.3 : 1)
                  .animation(.spring(response: 0.3), value: liked)
          }
      }
      """#)
    assertLint(
      #"""
      struct Pulse: ViewModifier {
          let isOn: Bool
          func body(content: Content) -> some View {
              content.scaleEffect(isOn ? 1.1 : 1).animation(.bouncy, value: isOn)
          }
      }
      struct Badge: View {
          @State private var isOn = false
          var body: some View {
              Circle()
                  .modifier(Pulse(isOn: isOn))
                  .opacity(isOn ? 1 : 0.5) // animation-before-effect
                  .onTapGesture { isOn.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Pulse: ViewModifier {
          let isOn: Bool
          func body(content: Content) -> some View {
              content.scaleEffect(isOn ? 1.1 : 1).animation(.bouncy, value: isOn)
          }
      }
      struct Badge: View {
          @State private var isOn = false
          @State private var isDimmed = false
          var body: some View {
              Circle()
                  .modifier(Pulse(isOn: isOn))
                  .opacity(isDimmed ? 1 : 0.5)
                  .onTapGesture { isOn.toggle(); isDimmed.toggle() }
          }
      }
      """#)
  }

  func testTransitions() {
    assertLint(
      #"""
      struct Alerting: View {
          @State private var isShown = false
          var body: some View {
              ZStack {
                  Color.black.ignoresSafeArea()
                  if isShown { popup }
                  Button("x") { withAnimation { isShown.toggle() } }
              }
          }
          private var popup: some View {
              VStack { Text("Hi") }
                  .padding()
                  .transition(.scale) // transition-needs-zindex
          }
      }
      """#)
    assertLint(
      #"""
      struct Alerting: View {
          @State private var isShown = false
          var body: some View {
              ZStack {
                  Color.black.ignoresSafeArea()
                  if isShown { popup.zIndex(1) }
                  Button("x") { withAnimation { isShown.toggle() } }
              }
          }
          private var popup: some View {
              VStack { Text("Hi") }
                  .padding()
                  .transition(.scale)
          }
      }
      """#)
    assertLint(
      #"""
      struct Card: View {
          var body: some View {
              VStack {
                  header
                  Text("b")
              }
          }
          private var header: some View { Text("a").transition(.slide) } // transition-not-on-branch-root
      }
      struct Host: View {
          @State private var show = false
          var body: some View {
              VStack {
                  if show { Card() }
                  Button("T") { withAnimation { show.toggle() } }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Card: View {
          var body: some View {
              VStack { Text("a"); Text("b") }.transition(.slide)
          }
      }
      struct Host: View {
          @State private var show = false
          var body: some View {
              VStack {
                  if show { Card() }
                  Button("T") { withAnimation { show.toggle() } }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Still: View {
          @State private var n = 0
          var body: some View {
              VStack {
                  label
                  Button("T") { withAnimation { n += 1 } }
              }
          }
          private var label: some View {
              Text("\(n)").transition(.opacity) // transition-without-insertion
          }
      }
      """#)
    assertLint(
      #"""
      struct Still: View {
          @State private var n = 0
          var body: some View {
              VStack {
                  label.id(n)
                  Button("T") { withAnimation { n += 1 } }
              }
          }
          private var label: some View {
              Text("\(n)").transition(.opacity)
          }
      }
      """#)
  }

  func testCauses() {
    assertLint(
      #"""
      @MainActor final class Model: ObservableObject {
          @Published var notes: [String] = []
          @Published var isBusy = false
          func add() { notes.insert("n\(notes.count)", at: 0) }
          func reload() async { isBusy = true; isBusy = false }
      }
      struct Notes: View {
          @StateObject private var model = Model()
          var body: some View {
              VStack {
                  if model.isBusy { ProgressView().transition(.opacity) } // transition-never-animated
                  ForEach(model.notes, id: \.self) { note in
                      Text(note).transition(.move(edge: .leading)) // transition-never-animated
                  }
                  Button("Add") { model.add() }
              }
              .task { await model.reload() }
          }
      }
      """#)
    assertLint(
      #"""
      @MainActor final class Model: ObservableObject {
          @Published var notes: [String] = []
          @Published var isBusy = false
          func add() { notes.insert("n\(notes.count)", at: 0) }
          func reload() async { withAnimation { isBusy = true }; withAnimation { isBusy = false } }
      }
      struct Notes: View {
          @StateObject private var model = Model()
          var body: some View {
              VStack {
                  if model.isBusy { ProgressView().transition(.opacity) }
                  ForEach(model.notes, id: \.self) { note in
                      Text(note).transition(.move(edge: .leading))
                  }
                  Button("Add") { withAnimation(.snappy) { model.add() } }
              }
              .task { await model.reload() }
          }
      }
      """#)
    assertLint(
      #"""
      @Observable final class Model { var notes: [String] = []; var open = false }
      struct Notes: View {
          @State private var model = Model()
          var body: some View {
              VStack {
                  ForEach(model.notes, id: \.self) { note in Text(note).transition(.slide) }
                  if model.open { Text("x").transition(.opacity) }
                  Button("Add") { model.notes.append("x") }
                  Child(model: model)
              }
              .animation(.default, value: model.notes)
          }
      }
      struct Child: View {
          @Bindable var model: Model
          var body: some View { Toggle("x", isOn: $model.open.animation()) }
      }
      """#)
  }

  func testConditionalModifiers() {
    assertLint(
      #"""
      struct Shimmer: ViewModifier {
          @Binding var isLoading: Bool
          func body(content: Content) -> some View { // conditional-view-modifier
              if isLoading {
                  content.redacted(reason: .placeholder)
              } else {
                  content
              }
          }
      }
      struct Profile: View {
          @State private var isLoading = true
          var body: some View {
              Text("Name").modifier(Shimmer(isLoading: $isLoading))
                  .onTapGesture { isLoading.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Loading: ViewModifier {
          let isLoading: Bool
          func body(content: Content) -> some View {
              if isLoading { ProgressView() } else { content }
          }
      }
      struct Glass: ViewModifier {
          func body(content: Content) -> some View {
              if #available(iOS 26, *) { content.background(.thinMaterial) } else { content }
          }
      }
      struct Profile: View {
          @State private var isLoading = true
          var body: some View {
              Text("Name").modifier(Loading(isLoading: isLoading)).modifier(Glass())
                  .onTapGesture { isLoading.toggle() }
          }
      }
      """#)
  }

  func testMatchedViews() {
    assertLint(
      #"""
      struct Zoom: View {
          @Namespace private var space
          @State private var open = false
          var body: some View {
              ZStack {
                  if open {
                      cover.frame(width: 300, height: 300)
                          .matchedGeometryEffect(id: "c", in: space) // matched-after-fixed-frame
                  } else {
                      cover.frame(width: 60, height: 60)
                          .matchedGeometryEffect(id: "c", in: space) // matched-after-fixed-frame
                  }
              }
              .onTapGesture { withAnimation { open.toggle() } }
          }
          private var cover: some View { RoundedRectangle(cornerRadius: 8) }
      }
      """#)
    assertLint(
      #"""
      struct Zoom: View {
          @Namespace private var space
          @State private var open = false
          var body: some View {
              ZStack {
                  if open { cover(300) } else { cover(60) }
              }
              .onTapGesture { withAnimation { open.toggle() } }
          }
          private func cover(_ size: CGFloat) -> some View {
              RoundedRectangle(cornerRadius: 8).matchedGeometryEffect(id: "c", in: space)
                  .frame(width: size, height: size)
          }
      }
      """#)
    assertLint(
      #"""
      struct Zoom: View {
          @Namespace private var space
          @State private var open = false
          var body: some View {
              HStack {
                  if open { dot } else { Spacer(); dot }
              }
              .onTapGesture { withAnimation { open.toggle() } }
          }
          private var dot: some View {
              Circle().frame(width: 10, height: 10).matchedGeometryEffect(id: "c", in: space)
          }
      }
      """#)
    assertLint(
      #"""
      struct Cell: View {
          let space: Namespace.ID
          var body: some View { Color.red.frame(height: 60).matchedGeometryEffect(id: "hero", in: space) }
      }
      struct Detail: View {
          let space: Namespace.ID
          var body: some View { Color.red.matchedGeometryEffect(id: "hero", in: space) } // matched-duplicate-source
      }
      struct Shop: View {
          @Namespace private var space
          @State private var open = false
          var body: some View {
              ZStack {
                  VStack { Cell(space: space); Spacer() }
                  if open { Detail(space: space) }
              }
              .onTapGesture { withAnimation { open.toggle() } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Cell: View {
          let space: Namespace.ID
          var body: some View { Color.red.frame(height: 60).matchedGeometryEffect(id: "hero", in: space) }
      }
      struct Detail: View {
          let space: Namespace.ID
          var body: some View { Color.red.matchedGeometryEffect(id: "hero", in: space) }
      }
      struct Shop: View {
          @Namespace private var space
          @State private var open = false
          var body: some View {
              ZStack {
                  if !open { VStack { Cell(space: space); Spacer() } }
                  if open { Detail(space: space) }
              }
              .onTapGesture { withAnimation { open.toggle() } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Seg: View {
          @Namespace private var ns
          @State private var right = false
          var body: some View {
              HStack {
                  Capsule().matchedGeometryEffect(id: "sel", in: ns).opacity(right ? 0 : 1)
                  Capsule().matchedGeometryEffect(id: "sel", in: ns).opacity(right ? 1 : 0) // matched-hidden-twin
              }
              .onTapGesture { withAnimation { right.toggle() } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Seg: View {
          @Namespace private var ns
          @State private var right = false
          var body: some View {
              HStack {
                  Capsule().matchedGeometryEffect(id: "sel", in: ns, isSource: !right).opacity(right ? 0 : 1)
                  Capsule().matchedGeometryEffect(id: "sel", in: ns, isSource: right).opacity(right ? 1 : 0)
              }
              .onTapGesture { withAnimation { right.toggle() } }
          }
      }
      """#)
  }

  func testOrders() {
    assertLint(
      #"""
      struct Stack3: View {
          var body: some View {
              ZStack {
                  Color.red
                  VStack { Text("top").zIndex(2) } // zindex-out-of-scope
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Stack3: View {
          var body: some View {
              ZStack {
                  Color.red
                  VStack { Text("top") }.zIndex(2)
                  label
              }
          }
          private var label: some View { Text("x").zIndex(3) }
      }
      """#)
  }
}
