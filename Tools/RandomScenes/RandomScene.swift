/// Scenes made at random from a seed: views, modifiers, state, animations and touches, always well formed.
///
/// `RandomScene+Views` has what views are made of, `RandomScene+Support` the types that the views of a scene may use.

/// Small fast generator (splitmix64): the same seed gives the same scene on every machine.
package struct SceneRandom {
  private var state: UInt64

  init(seed: UInt64) {
    // Mixed, or neighbouring seeds would run through the same numbers one step apart.
    state = seed &* 0xD6E8_FEB8_6659_FD93 &+ 0x1234_5678_9ABC_DEF1
    state = (state ^ (state >> 32)) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 29
  }

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

package struct RandomScene {
  package private(set) var text = ""
  /// Touches by frame: position of a press or a move, nil for a release.
  package private(set) var touches: [(frame: Int, point: (x: Double, y: Double)?)] = []
  var random: SceneRandom
  /// Views that may still be made.
  var budget = 40
  /// Types that the views made so far use, in the order of their first use.
  var supports: [Support] = []
  var parts: [String] = []
  /// Rows within rows around what is made.
  var repeats = 0
  /// Of a hundred containers those that come and go as a whole.
  let wholes: Int

  package init(seed: UInt64) {
    random = SceneRandom(seed: seed)
    budget = 12 + random.below(40)
    wholes = random.chance(50) ? 0 : 10 + random.below(40)
    let body = view(depth: 5)
    let taps = (0..<2).map { _ in mutation() }
    let appears = random.chance(50) ? taps[1] : "seen = 0"
    text =
      "import SwiftUI\n" + supports.map(\.text).joined() + parts.joined() + """
        struct ContentView: View {
          @State private var a = false
          @State private var b = true
          @State private var x = 20.0
          @State private var y = 5.0
          @State private var list = [1, 2, 3]
          @State private var seen = 0
          @State private var told = 0.0
          @State private var spot: Int?
          @State private var page = 0
          @State private var path: [Int] = []
          @State private var covers = false
          @State private var field = ""
          @GestureState private var held = 0.0
          @Namespace private var space
          var body: some View {
            ZStack {
              Color.clear
              \(body)
            }
            .contentShape(Rectangle())
            .onTapGesture { \(taps[0]) }
            .onAppear { \(appears) }
          }
        }

        """
    touch()
  }

  private mutating func touch() {
    var frame = 3
    for _ in 0..<4 {
      let start = (x: Double(random.below(390)), y: Double(random.below(844)))
      touches.append((frame, start))
      var point = start
      frame += 1 + (random.chance(15) ? 32 : 0)
      for _ in 0..<random.below(4) {
        point = (point.x + Double(random.below(80)) - 40, point.y + Double(random.below(160)) - 80)
        touches.append((frame, point))
        frame += 1 + random.below(3)
      }
      touches.append((frame, nil))
      frame += 2 + random.below(14)
    }
  }

  mutating func use(_ support: Support) {
    if !supports.contains(support) { supports.append(support) }
  }

  // MARK: State

  mutating func animation() -> String {
    switch random.below(20) {
    case 0:
      use(.animation)
      return "Animation(StepAnimation(steps: \(2 + random.below(4))))"
    case 1: return ".timingCurve(0.2, \(random.below(3)), 0.4, 1, duration: 0.3)"
    case 2: return ".spring(duration: 0.\(1 + random.below(6)), bounce: 0.\(random.below(8)))"
    case 3: return ".smooth(duration: 0.3, extraBounce: 0.1).delay(0.05)"
    case 4: return ".linear(duration: 0.2).repeatForever(autoreverses: \(random.chance(50)))"
    case 5: return ".interactiveSpring"
    default:
      return random.pick([
        ".linear(duration: 0.3)", ".easeInOut", ".spring", ".bouncy", ".spring(response: 0.4, dampingFraction: 0.6)",
        ".interpolatingSpring(stiffness: 120, damping: 9)", ".easeOut(duration: 0.2).delay(0.1)", ".default.speed(2)",
        ".linear(duration: 0.1).repeatCount(3)", ".snappy(duration: 0.2)", ".easeIn(duration: 0)",
      ])
    }
  }

  /// What grows has a bound: an element that adds another one where it appears would double a list in every turn.
  mutating func assignment() -> String {
    random.pick([
      "a.toggle()", "b.toggle()", "x += \(random.length(60))", "y = \(random.length(60))", "x = 20 - x",
      "if list.count < 8 { list.append(list.count + 1) }", "if !list.isEmpty { list.removeFirst() }", "list.reverse()",
      "list = [3, 1, 2]",
      "seen += 1", "page = 1 - page", "covers.toggle()",
      "if list.count < 8 { list.insert(list.count + 10, at: list.count / 2) }",
      "list = []", "spot = list.last", "if path.count < 5 { path.append(path.count) }",
      "if !path.isEmpty { path.removeLast() }", "path = []",
      "if list.count > 1 { list.swapAt(0, list.count - 1) }", "list = Array(1...\(1 + random.below(6)))",
    ])
  }

  mutating func mutation() -> String {
    var parts: [String] = []
    for _ in 0..<(1 + random.below(3)) {
      let change = assignment()
      switch random.below(20) {
      case 0: parts.append("withAnimation(\(animation())) { \(change) } completion: { \(assignment()) }")
      case 1:
        parts.append(
          "do { var t = Transaction(animation: \(animation())); t.disablesAnimations = \(random.chance(30)); "
            + "withTransaction(t) { \(change) } }")
      case 2...14: parts.append("withAnimation(\(animation())) { \(change) }")
      default: parts.append(change)
      }
    }
    return parts.joined(separator: "; ")
  }

  mutating func number() -> String {
    random.pick(["x", "y", "x * 2", "a ? x : y", "b ? 40 : 90", random.length(), random.length()])
  }

  mutating func condition() -> String {
    random.pick(["a", "b", "x > 30", "list.count > 2", "!a", "spot != nil", "seen % 2 == 0"])
  }
}
