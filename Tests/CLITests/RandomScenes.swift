/// Scenes made at random from a seed: views, modifiers, state, animations and touches, always well formed.

/// Small fast generator (splitmix64): the same seed gives the same scene on every machine.
struct SceneRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 ..< count
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
  /// A length in points, sometimes a fraction, rarely zero or negative.
  mutating func length(_ limit: Int = 120) -> String {
    switch below(12) {
    case 0: return "0"
    case 1: return "-\(below(20))"
    case 2, 3: return "\(below(limit)).\(below(10))"
    default: return "\(1 + below(limit))"
    }
  }
}

struct RandomScene {
  private(set) var text = ""
  /// Touches by frame: position of a press, nil for a release.
  private(set) var touches: [(frame: Int, point: (Double, Double)?)] = []
  private var random: SceneRandom
  private var budget = 40
  private var helpers: [String] = []

  init(seed: UInt64) {
    random = SceneRandom(seed: seed)
    let body = view(depth: 5)
    let taps = (0..<2).map { _ in mutation() }
    text =
      "import SwiftUI\n" + helpers.joined() + """
        struct ContentView: View {
          @State private var a = false
          @State private var b = true
          @State private var x = 20.0
          @State private var y = 5.0
          @State private var list = [1, 2, 3]
          @State private var seen = 0
          @Namespace private var space
          var body: some View {
            ZStack {
              Color.clear
              \(body)
            }
            .contentShape(Rectangle())
            .onTapGesture { \(taps[0]) }
            .onAppear { \(random.chance(50) ? taps[1] : "seen = 0") }
          }
        }

        """
    var frame = 3
    for _ in 0..<4 {
      let start = (Double(random.below(390)), Double(random.below(844)))
      touches.append((frame, start))
      var point = start
      frame += 1
      for _ in 0..<random.below(4) {
        point = (point.0 + Double(random.below(80)) - 40, point.1 + Double(random.below(160)) - 80)
        touches.append((frame, point))
        frame += 1 + random.below(3)
      }
      touches.append((frame, nil))
      frame += 2 + random.below(14)
    }
  }

  // MARK: State

  private mutating func animation() -> String {
    random.pick([
      ".linear(duration: 0.3)", ".easeInOut", ".spring", ".bouncy", ".spring(response: 0.4, dampingFraction: 0.6)",
      ".interpolatingSpring(stiffness: 120, damping: 9)", ".easeOut(duration: 0.2).delay(0.1)", ".default.speed(2)",
      ".linear(duration: 0.1).repeatCount(3)", ".snappy(duration: 0.2)", ".easeIn(duration: 0)",
    ])
  }

  private mutating func assignment() -> String {
    random.pick([
      "a.toggle()", "b.toggle()", "x += \(random.length(60))", "y = \(random.length(60))", "x = 20 - x",
      "list.append(list.count + 1)", "if !list.isEmpty { list.removeFirst() }", "list.reverse()", "list = [3, 1, 2]",
      "seen += 1",
    ])
  }

  private mutating func mutation() -> String {
    var parts: [String] = []
    for _ in 0..<(1 + random.below(3)) {
      let change = assignment()
      parts.append(random.chance(70) ? "withAnimation(\(animation())) { \(change) }" : change)
    }
    return parts.joined(separator: "; ")
  }

  private mutating func number() -> String {
    random.pick(["x", "y", "x * 2", "a ? x : y", "b ? 40 : 90", random.length(), random.length()])
  }

  private mutating func condition() -> String { random.pick(["a", "b", "x > 30", "list.count > 2", "!a"]) }

  // MARK: Views

  private mutating func view(depth: Int) -> String {
    budget -= 1
    var text = depth <= 0 || budget <= 0 ? leaf() : random.chance(25) ? leaf() : container(depth)
    for _ in 0..<random.below(4) { text += "\n" + modifier(depth) }
    return text
  }

  private mutating func leaf() -> String {
    switch random.below(9) {
    case 0: return "Text(\"\\(seen) \\(list.count) some words to wrap\")"
    case 1: return "Text(a ? \"short\" : \"a longer text\")"
    case 2: return "Circle().fill(a ? Color.red : Color.blue)"
    case 3: return "Rectangle().frame(width: \(number()), height: \(number()))"
    case 4: return "Spacer()"
    case 5: return "RoundedRectangle(cornerRadius: \(number()))"
    case 6: return "Image(systemName: \"star.fill\")"
    case 7: return "Divider()"
    default: return "Color.\(random.pick(["red", "green", "orange", "gray"]))"
    }
  }

  private mutating func views(_ depth: Int) -> String {
    (0..<(1 + random.below(3))).map { _ in view(depth: depth - 1) }.joined(separator: "\n")
  }

  private mutating func container(_ depth: Int) -> String {
    let spacing = random.chance(50) ? "spacing: \(random.length(20))" : ""
    switch random.below(14) {
    case 0, 1: return "VStack(\(spacing)) {\n\(views(depth))\n}"
    case 2, 3: return "HStack(\(spacing)) {\n\(views(depth))\n}"
    case 4: return "ZStack {\n\(views(depth))\n}"
    case 5: return "if \(condition()) {\n\(view(depth: depth - 1))\n} else {\n\(view(depth: depth - 1))\n}".grouped
    case 6: return "if \(condition()) {\n\(view(depth: depth - 1))\n}".grouped
    case 7: return "ForEach(list, id: \\.self) { n in\n\(view(depth: 1))\n.opacity(Double(n) / 4)\n}".grouped
    case 8: return "ScrollView {\n\(views(depth))\n}"
    case 9:
      return "ScrollView {\nLazyVStack(\(spacing)) {\nForEach(0..<30, id: \\.self) { n in\n\(view(depth: 1))\n}\n}\n}"
    case 10: return "GeometryReader { proxy in\n\(view(depth: depth - 1))\n.offset(x: proxy.size.width / 4)\n}"
    case 11: return "Button { \(mutation()) } label: {\n\(view(depth: depth - 1))\n}"
    case 12:
      let name = "Part\(helpers.count)"
      let inner = random.pick(["Color.green", "Text(\"\\(count)\")", "Circle()"])
      helpers.append(
        """
        struct \(name): View {
          let flag: Bool
          @State private var count = 0
          var body: some View {
            VStack { \(inner); if flag { Text("\\(count)") } }
              .frame(width: flag ? 40 : 60)
              .animation(\(animation()), value: flag)
              .onAppear { count += 1 }
              .onChange(of: flag) { count += 10 }
          }
        }

        """)
      return "\(name)(flag: \(condition()))"
    default: return "Grid {\nGridRow {\n\(views(depth))\n}\n\(view(depth: depth - 1))\n}"
    }
  }

  private mutating func modifier(_ depth: Int) -> String {
    switch random.below(30) {
    case 0: return ".padding(\(number()))"
    case 1: return ".frame(width: \(number()))"
    case 2: return ".frame(maxWidth: .infinity, alignment: .leading)"
    case 3: return ".offset(x: \(number()), y: \(number()))"
    case 4: return ".opacity(a ? 0.3 : 1)"
    case 5: return ".scaleEffect(\(random.pick(["a ? 1.5 : 1", "x / 40", "0"])))"
    case 6: return ".rotationEffect(.degrees(\(number())))"
    case 7: return ".background { \(depth > 1 ? view(depth: 0) : "Color.blue") }"
    case 8: return ".overlay(alignment: .topTrailing) { Text(\"\\(seen)\") }"
    case 9: return ".clipShape(RoundedRectangle(cornerRadius: \(number())))"
    case 10: return ".transition(\(random.pick([".slide", ".scale", ".opacity", ".move(edge: .top)", ".identity"])))"
    case 11: return ".animation(\(animation()), value: \(random.pick(["a", "b", "x"])))"
    case 12: return ".id(\(random.pick(["a", "list.count", "7"])))"
    case 13: return ".zIndex(\(random.pick(["1", "a ? 2 : 0", "-1"])))"
    case 14: return ".geometryGroup()"
    case 15: return ".fixedSize()"
    case 16: return ".layoutPriority(1)"
    case 17: return ".aspectRatio(\(random.pick(["1", "nil", "2"])), contentMode: .\(random.pick(["fit", "fill"])))"
    case 18: return ".onAppear { seen += 1 }"
    case 19: return ".onTapGesture { \(mutation()) }"
    case 20: return ".matchedGeometryEffect(id: \(random.below(3)), in: space, isSource: \(random.pick(["a", "true"])))"
    case 21: return ".position(x: \(number()), y: \(number()))"
    case 22: return ".transaction { $0.animation = \(random.pick([".linear(duration: 0.2)", "nil"])) }"
    case 23: return ".hidden()"
    case 24: return ".font(.\(random.pick(["title", "caption", "body"])))"
    case 25: return ".foregroundStyle(a ? .red : .blue)"
    case 26: return ".blur(radius: \(number()))"
    case 27: return ".gesture(DragGesture().onChanged { x = $0.translation.width }.onEnded { _ in \(mutation()) })"
    case 28: return ".accessibilityIdentifier(\"v\(random.below(100))\")"
    default: return ".frame(height: \(number()), alignment: .bottom)"
    }
  }
}

extension String {
  /// A statement of a builder as one view, so that modifiers can follow.
  fileprivate var grouped: String { "Group {\n\(self)\n}" }
}
