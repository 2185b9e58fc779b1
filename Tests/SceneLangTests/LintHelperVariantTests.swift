/// What is written in helpers, view types, models and tables of the module, and used elsewhere.
import XCTest

@testable import SceneLang

final class LintHelperVariantTests: XCTestCase {
  func testMotion() {
    assertLint(
      #"""
      struct Photos: View {
          @State private var urls: [String] = []
          @State private var selected: String?
          var body: some View {
              VStack {
                  ForEach(urls, id: \.self) { url in Text(url).onTapGesture { select(url) } }
                  if let selected { Text(selected) }
              }
          }
          private func select(_ url: String) {
              withAnimation(.spring()) { // animation-around-async
                  Task { @MainActor in selected = url }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Star: View {
          @Binding var rating: Int
          let index: Int
          @State private var pressed = false
          var body: some View {
              let star = Image(systemName: "star").scaleEffect(pressed ? 0.8 : 1).animation(.easeOut, value: pressed)
              return star
                  .opacity(pressed ? 0.5 : 1) // animation-before-effect
                  .onTapGesture { rating = index; pressed.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      struct Acc: View {
          @State private var isExpanded = false
          var body: some View {
              VStack {
                  Button("More") { isExpanded.toggle() }
                  if isExpanded {
                      details
                  }
              }
          }
          private var details: some View {
              Text("Details").transition(.opacity)
                  .animation(.easeInOut, value: isExpanded) // animation-inside-conditional
          }
      }
      """#)
    assertLint(
      #"""
      struct Acc: View {
          @State private var isExpanded = false
          var body: some View {
              VStack {
                  Button("More") { isExpanded.toggle() }
                  if isExpanded {
                      details
                  }
              }
              .animation(.easeInOut, value: isExpanded)
          }
          private var details: some View {
              Text("Details").transition(.opacity)
          }
      }
      """#)
    assertLint(
      #"""
      struct Score: View {
          @State private var score = 0
          @State private var best = 0
          var body: some View {
              VStack {
                  label.animation(.bouncy, value: best) // animation-unrelated-value
                  Text("\(best)")
                  Button("+") { score += 1 }
                  Button("b") { best = 10 }
              }
          }
          private var label: some View { Text("\(score)").font(.largeTitle).scaleEffect(CGFloat(score)) }
      }
      """#)
    assertLint(
      #"""
      extension View {
          func pulsing() -> some View { animation(.easeInOut.repeatForever()) } // animation-without-value
      }
      struct P: View { var body: some View { Circle().pulsing() } }
      """#)
    assertLint(
      #"""
      extension View {
          @ViewBuilder func bordered(when isOn: Bool) -> some View { // conditional-view-modifier
              if isOn { overlay(Rectangle().stroke(.red)) } else { self }
          }
      }
      struct Field: View {
          @State private var isWrong = false
          var body: some View {
              Text("x")
                  .bordered(when: isWrong) // conditional-view-modifier
                  .onTapGesture { isWrong.toggle() }
          }
      }
      """#)
    assertLint(
      #"""
      extension View {
          @ViewBuilder func onPad(_ isPad: Bool) -> some View { if isPad { padding(40) } else { self } }
      }
      private let runsOnPad = UIDevice.current.userInterfaceIdiom == .pad
      struct Field: View {
          var body: some View {
              VStack {
                  Text("x").onPad(runsOnPad)
                  Text("y").onPad(UIDevice.current.userInterfaceIdiom == .pad)
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Spin: View {
          @State private var angle = 0.0
          var body: some View {
              Image(systemName: "gear").rotationEffect(.degrees(angle)).onAppear { rotate() }
          }
          private func rotate() {
              withAnimation(.linear.repeatForever(autoreverses: false)) { angle = 360 } // repeat-forever-in-onappear
          }
      }
      """#)
    assertLint(
      #"""
      struct Rec: View {
          @State private var on = false
          private var pulse: Animation? {
              guard on else { return nil }
              return .easeInOut.repeatForever()
          }
          var body: some View {
              Circle().scaleEffect(on ? 1.3 : 1)
                  .animation(pulse, value: on) // repeat-forever-nil-off
                  .onTapGesture { on.toggle() }
          }
      }
      """#)
  }

  func testGestures() {
    assertLint(
      #"""
      struct Drawer: View {
          @State private var width: CGFloat = 0
          var body: some View {
              Color.blue
                  .gesture(pan)
                  .offset(x: width)
          }
          private var pan: some Gesture {
              DragGesture().onChanged { width = $0.translation.width } // drag-local-feedback
                  .onEnded { v in if v.translation.width > 50 { width = 200 } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Flip: View {
          @State private var angle = Angle.zero
          var body: some View {
              Rectangle().rotation3DEffect(angle, axis: (0, 1, 0))
                  .gesture(
                      DragGesture()
                          .onChanged { angle = .degrees($0.translation.width) } // drag-without-cancel-reset
                          .onEnded(finish))
          }
          private func finish(_ value: DragGesture.Value) { withAnimation { angle = .zero } }
      }
      """#)
    assertLint(
      #"""
      struct RowLabel: View {
          let title: String
          var body: some View { HStack { Text(title); Spacer() } }
      }
      struct Lang: View {
          @State private var pick = ""
          var body: some View {
              ForEach(["a", "b"], id: \.self) { lang in
                  Button(action: { pick = lang }) { RowLabel(title: lang + pick) } // tap-on-empty-space
                      .buttonStyle(PlainButtonStyle())
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct RowLabel: View {
          let title: String
          var body: some View { HStack { Text(title); Spacer() }.contentShape(Rectangle()) }
      }
      struct Lang: View {
          @State private var pick = ""
          var body: some View {
              ForEach(["a", "b"], id: \.self) { lang in
                  Button(action: { pick = lang }) { RowLabel(title: lang + pick) }
                      .buttonStyle(PlainButtonStyle())
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Core: View {
          let title: String
          var body: some View {
              HStack { Spacer(); Text(title); Spacer() }
                  .background(RoundedRectangle(cornerRadius: 8).fill(.blue))
                  .padding(.horizontal, 12)
                  .frame(maxWidth: .infinity)
          }
      }
      struct Host: View {
          let go: () -> Void
          var body: some View { Button(action: go) { Core(title: "Next") }.buttonStyle(PlainButtonStyle()) }
      }
      """#)
  }

  func testMatched() {
    assertLint(
      #"""
      struct Thumb: View {
          let ns: Namespace.ID
          let side: CGFloat
          var body: some View {
              Image("a").resizable().frame(width: side, height: side)
                  .matchedGeometryEffect(id: "img", in: ns) // matched-after-fixed-frame
          }
      }
      struct Gallery: View {
          @Namespace private var ns
          @State private var open = false
          var body: some View {
              ZStack { if open { Thumb(ns: ns, side: 300) } else { Thumb(ns: ns, side: 80) } }
                  .onTapGesture { withAnimation { open.toggle() } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Item: Identifiable { let id: Int }
      struct Store: View {
          @Namespace private var ns
          @State private var chosen: Item?
          let items = [Item(id: 1), Item(id: 2)]
          var body: some View {
              ZStack {
                  HStack {
                      ForEach(items) { item in
                          Color.red.matchedGeometryEffect(id: item.id, in: ns)
                              .onTapGesture { withAnimation { chosen = item } }
                      }
                  }
                  if let chosen {
                      Color.red.matchedGeometryEffect(id: chosen.id, in: ns) // matched-duplicate-source
                          .onTapGesture { withAnimation { self.chosen = nil } }
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Tabs: View {
          @Namespace private var ns
          @State private var on = false
          var body: some View {
              VStack {
                  dot.opacity(on ? 1 : 0)
                  Text("x").onTapGesture { withAnimation { on.toggle() } }
                  dot.opacity(on ? 0 : 1) // matched-hidden-twin
              }
          }
          private var dot: some View { Circle().matchedGeometryEffect(id: "dot", in: ns) }
      }
      """#)
    assertLint(
      #"""
      struct Small: View {
          let space: Namespace.ID
          @Binding var mode: Int
          var body: some View {
              Color.red.frame(width: size, height: size)
                  .matchedGeometryEffect(id: "a", in: space) // matched-after-fixed-frame
          }
          private var size: CGFloat { mode == 0 ? 40 : 200 }
      }
      struct Large: View {
          let space: Namespace.ID
          @Binding var mode: Int
          var body: some View {
              Color.red.frame(width: size, height: size)
                  .matchedGeometryEffect(id: "a", in: space) // matched-after-fixed-frame
          }
          private var size: CGFloat { mode == 0 ? 40 : 200 }
      }
      struct Player: View {
          @Namespace private var space
          @State private var mode = 0
          var body: some View {
              VStack { if mode == 0 { Small(space: space, mode: $mode) } else { Large(space: space, mode: $mode) } }
                  .onTapGesture { withAnimation { mode = 1 - mode } }
          }
      }
      """#)
  }

  func testTransitions() {
    assertLint(
      #"""
      struct Loading: View {
          var body: some View { ProgressView().transition(.opacity) } // transition-needs-zindex
      }
      struct Screen: View {
          @State private var busy = false
          var body: some View {
              ZStack {
                  background
                  if busy { Loading() }
              }
              .onTapGesture { withAnimation { busy.toggle() } }
          }
          private var background: some View {
              LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
          }
      }
      """#)
    assertLint(
      #"""
      struct Msg: Identifiable { let id = UUID(); var text: String }
      struct ChatView: View {
          @State private var msgs: [Msg] = []
          @State private var text = ""
          var body: some View {
              ScrollView {
                  LazyVStack {
                      ForEach(msgs) { m in bubble(m) }
                  }
              }
              .safeAreaInset(edge: .bottom) {
                  HStack { TextField("", text: $text); Button("Send", action: send) }
              }
          }
          private func bubble(_ m: Msg) -> some View {
              Text(m.text).transition(.move(edge: .bottom)) // transition-never-animated
          }
          private func send() { msgs.append(Msg(text: text)); text = "" }
      }
      """#)
    assertLint(
      #"""
      struct Msg: Identifiable { let id = UUID(); var text: String }
      struct ChatView: View {
          @State private var msgs: [Msg] = []
          @State private var text = ""
          var body: some View {
              ScrollView {
                  LazyVStack {
                      ForEach(msgs) { m in bubble(m) }
                  }
                  .animation(.default, value: msgs.count)
              }
              .safeAreaInset(edge: .bottom) {
                  HStack { TextField("", text: $text); Button("Send", action: send) }
              }
          }
          private func bubble(_ m: Msg) -> some View {
              Text(m.text).transition(.move(edge: .bottom))
          }
          private func send() { msgs.append(Msg(text: text)); text = "" }
      }
      """#)
    assertLint(
      #"""
      struct Err: View {
          @State private var error: String?
          var body: some View {
              VStack {
                  if let error {
                      HStack {
                          Image(systemName: "xmark")
                          message(error)
                      }
                  }
                  Button("x") { withAnimation { error = error == nil ? "e" : nil } }
              }
          }
          private func message(_ text: String) -> some View {
              Text(text).transition(.opacity) // transition-not-on-branch-root
          }
      }
      """#)
    assertLint(
      #"""
      struct Title: View {
          let text: String
          var body: some View {
              VStack {
                  Text(text).transition(.slide) // transition-without-insertion
                  Divider()
              }
          }
      }
      struct Host: View { var body: some View { Title(text: "a") } }
      """#)
    assertLint(
      #"""
      struct Widget: View {
          let low: Bool
          var body: some View {
              HStack {
                  weather.transition(.scale)
                  Symbol(low: low).transition(.opacity)
              }
          }
          @ViewBuilder private var weather: some View { if low { Text("rain") } else { Text("sun") } }
      }
      struct Symbol: View {
          let low: Bool
          var body: some View { if low { Text("a") } else { Text("b") } }
      }
      struct Host: View {
          @State private var low = false
          @State private var show = false
          var body: some View {
              VStack {
                  if show { Widget(low: low) }
                  Button("x") { withAnimation { low.toggle(); show.toggle() } }
              }
          }
      }
      """#)
  }

  func testSymbols() {
    assertLint(
      #"""
      struct Action { let title: String; let systemImage: String }
      struct Bar: View {
          private let actions = [
              Action(title: "Share", systemImage: "sqaure.and.arrow.up"), // unknown-system-image
              Action(title: "Like", systemImage: "heart"),
          ]
          var body: some View {
              HStack { ForEach(actions, id: \.title) { a in Label(a.title, systemImage: a.systemImage) } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Sheet: View {
          struct Part { var content: String }
          let image: Part
          let button: Part
          var body: some View { VStack { Image(systemName: image.content); Text(button.content) } }
      }
      struct Host: View {
          var body: some View { Sheet(image: .init(content: "gear"), button: .init(content: "Cancel")) }
      }
      """#)
    assertLint(
      #"""
      enum Place: CaseIterable { case home, me
          var icon: String { self == .home ? "house" : "Profile" } }
      struct Bar: View {
          var body: some View {
              ForEach(Place.allCases, id: \.self) { place in
                  if place.icon == "Profile" { Image(place.icon) } else { Image(systemName: place.icon) }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Badge: View {
          var body: some View { Image(systemName: "1").symbolVariant(.circle) }
      }
      """#)
    assertLint(
      #"""
      enum Texts {
          static func clean(_ text: String?, fallback: String) -> String { text ?? fallback }
      }
      struct Part: View {
          let symbol: String
          var body: some View { Image(systemName: symbol) }
      }
      struct Host: View {
          var body: some View {
              VStack {
                  Part(symbol: Texts.clean(nil, fallback: "gear"))
                  Text(Texts.clean(nil, fallback: "Hello"))
              }
          }
      }
      """#)
  }
}
