/// Asks this engine the questions of the facts: expressions of the scene language, motions of a dot, changes of a view.
import SceneRuntime

package struct FactEvaluator {
  private var answers: [String: String] = [:]
  private let root: String

  /// Answers by id.
  package static func answers(to facts: [Fact], root: String) throws -> [String: String] {
    var evaluator = FactEvaluator(root: root)
    let kinds = Dictionary(grouping: facts, by: \.how)
    try evaluator.values(kinds["value"] ?? [])
    try evaluator.motions(kinds["motion"] ?? [], kinds["same"] ?? [])
    try evaluator.retargets(kinds["retarget"] ?? [])
    try evaluator.completions(kinds["complete"] ?? [])
    try evaluator.changes((kinds["change"] ?? []).filter { !$0.question.hasSuffix("reduce motion") }, false)
    try evaluator.changes((kinds["change"] ?? []).filter { $0.question.hasSuffix("reduce motion") }, true)
    try evaluator.scenes(kinds["scene"] ?? [])
    for fact in facts {
      switch fact.how {
      case "rest": evaluator.answers[fact.id] = FactEvaluator.rest(fact.question)
      case "gap": evaluator.answers[fact.id] = FactEvaluator.gap(fact.question)
      case "diagonal": evaluator.answers[fact.id] = FactEvaluator.diagonal(fact.question)
      case "sampler": evaluator.answers[fact.id] = FactEvaluator.sampler(fact.question)
      default: break
      }
    }
    return evaluator.answers
  }

  private init(root: String) { self.root = root }

  static func split(_ text: String, _ separator: String) -> [String] {
    var result: [String] = []
    var rest = Substring(text)
    while let range = rest.firstRange(of: separator) {
      result.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    result.append(String(rest))
    return result
  }

  static func short(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  // MARK: Expressions

  /// `;` between expressions; each is printed by the scene.
  private mutating func values(_ facts: [Fact]) throws {
    var text = """
      import SwiftUI
      /// Last time, in steps of 0.0001 s, at which a spring is at least `epsilon` from its target.
      func lastOutside(_ spring: Spring, _ epsilon: Double) -> Double {
        var step = 20000
        while step > 0 {
          let time = Double(step) / 10000
          if abs(spring.value(target: 1.0, time: time) - 1) >= epsilon { return time }
          step -= 1
        }
        return 0
      }
      struct ContentView: View {
        init() {

      """
    var owners: [String] = []
    for fact in facts {
      for expression in FactEvaluator.split(fact.question, "; ") {
        text += "    print(\(expression))\n"
        owners.append(fact.id)
      }
    }
    text += "  }\n  var body: some View { EmptyView() }\n}\n"
    let run = try SceneRun(text, name: "values", seconds: 0)
    let printed = run.player.printed
    for (index, owner) in owners.enumerated() where index < printed.count {
      answers[owner] = answers[owner].map { $0 + " " + printed[index] } ?? printed[index]
    }
  }

  // MARK: Motions

  private static let dot = """
    import SwiftUI
    /// An animation of the scene's own: straight on for a second.
    struct Straight: CustomAnimation {
      func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        time > 1 ? nil : value.scaled(by: time)
      }
    }
    struct Dot: View {
      let name: String
      let first: Animation
      let goal: Double
      var second: Animation? = nil
      var next: Double? = nil
      @State var x = 0.0
      @State var done = 0
      var body: some View {
        Color.red.frame(width: 1, height: 1).accessibilityIdentifier(name).offset(x: x)
          .overlay { Text("\\(done)").accessibilityIdentifier("done " + name) }
          .onAppear {
            withAnimation(first) { x = goal } completion: { done = 1 }
            guard let next else { return }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) {
              if let second { withAnimation(second) { x = next } } else { x = next }
            }
          }
      }
    }

    """

  private func scene(of dots: [String]) -> String {
    var text = FactEvaluator.dot
    text +=
      "struct ContentView: View {\n  var body: some View {\n    ZStack(alignment: .topLeading) {\n      Color.clear\n"
    for dot in dots { text += "      \(dot)\n" }
    return text + "    }\n  }\n}\n"
  }

  private func frame(_ seconds: String) -> Int { Int(((Double(seconds) ?? 0) * 60).rounded()) }

  /// `ANIMATION | distance | seconds`; and two animations that move alike.
  private mutating func motions(_ facts: [Fact], _ same: [Fact]) throws {
    var dots: [String] = []
    var known: [String: String] = [:]
    func name(_ animation: String, _ distance: String) -> String {
      let key = animation + " | " + distance
      if let name = known[key] { return name }
      let name = "m\(dots.count)"
      known[key] = name
      dots.append("Dot(name: \"\(name)\", first: \(animation), goal: \(distance))")
      return name
    }
    var asked: [(id: String, name: String, frame: Int)] = []
    for fact in facts {
      for question in FactEvaluator.split(fact.question, "; ") {
        let parts = FactEvaluator.split(question, " | ")
        asked.append((fact.id, name(parts[0], parts[1]), frame(parts[2])))
      }
    }
    var pairs: [(id: String, a: String, b: String)] = []
    for fact in same {
      let parts = FactEvaluator.split(fact.question, " | ")
      pairs.append((fact.id, name(parts[0], "100"), name(parts[1], "100")))
    }
    let run = try SceneRun(scene(of: dots), name: "motions", seconds: 5.1)
    for (id, name, frame) in asked {
      let value = run.row(frame, name).map { FactEvaluator.short($0.rect.x) } ?? "absent"
      answers[id] = answers[id].map { $0 + " " + value } ?? value
    }
    for (id, a, b) in pairs {
      let differs = run.frames.indices.contains { frame in
        guard let x = run.row(frame, a)?.rect.x, let y = run.row(frame, b)?.rect.x else { return true }
        return abs(x - y) > 1e-9
      }
      answers[id] = differs ? "false" : "true"
    }
  }

  /// `FIRST | goal | SECOND or none | goal | seconds after the second`, which comes at 0.3 s.
  private mutating func retargets(_ facts: [Fact]) throws {
    var dots: [String] = []
    var asked: [(id: String, name: String, frame: Int)] = []
    for fact in facts {
      for question in FactEvaluator.split(fact.question, "; ") {
        let parts = FactEvaluator.split(question, " | ")
        let name = "r\(dots.count)"
        let second = parts[2] == "none" ? "nil" : parts[2]
        dots.append(
          "Dot(name: \"\(name)\", first: \(parts[0]), goal: \(parts[1]), second: \(second), next: \(parts[3]))")
        asked.append((fact.id, name, 18 + frame(parts[4])))
      }
    }
    let run = try SceneRun(scene(of: dots), name: "retargets", seconds: 1.5)
    for (id, name, frame) in asked {
      let value = run.row(frame, name).map { FactEvaluator.short($0.rect.x) } ?? "absent"
      answers[id] = answers[id].map { $0 + " " + value } ?? value
    }
  }

  /// Seconds at which `completion:` runs.
  private mutating func completions(_ facts: [Fact]) throws {
    var dots: [String] = []
    var owners: [String] = []
    for fact in facts {
      for animation in FactEvaluator.split(fact.question, "; ") {
        dots.append("Dot(name: \"c\(dots.count)\", first: \(animation), goal: 100)")
        owners.append(fact.id)
      }
    }
    let run = try SceneRun(scene(of: dots), name: "completions", seconds: 3)
    for (index, id) in owners.enumerated() {
      let first = run.frames.indices.first { run.row($0, "done c\(index)")?.text == "1" }
      let value = first.map { FactEvaluator.short(Double($0) / 60) } ?? "never"
      answers[id] = answers[id].map { $0 + " " + value } ?? value
    }
  }

  // MARK: Changes of a view

  /// `VIEW | STATEMENTS | MEASURES`: how much is changed by the statements, and by which animation: A lasts a second, B two.
  private mutating func changes(_ facts: [Fact], _ reducesMotion: Bool) throws {
    guard !facts.isEmpty else { return }
    var text = "import SwiftUI\nlet A = Animation.linear(duration: 1)\nlet B = Animation.linear(duration: 2)\n"
    var views = ""
    for (index, fact) in facts.enumerated() {
      let parts = FactEvaluator.split(fact.question, " | ")
      let view = FactEvaluator.split(parts[0], "accessibilityIdentifier(\"")
        .joined(separator: "accessibilityIdentifier(\"\(index).")
      text += """
        struct Case\(index): View {
          @State var v = false
          @State var w = false
          var body: some View {
            ZStack(alignment: .topLeading) {
              Color.clear
              \(view)
            }
            .frame(width: 400, height: 100)
            .onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { \(parts[1]) } }
          }
        }

        """
      views += "      Case\(index)()\n"
    }
    text += "struct ContentView: View {\n  var body: some View {\n    VStack(spacing: 0) {\n\(views)    }\n  }\n}\n"
    var watch: [(String, String)] = []
    for (index, fact) in facts.enumerated() {
      for measure in FactEvaluator.split(FactEvaluator.split(fact.question, " | ")[2], ", ") {
        let words = measure.split(separator: " ").map(String.init)
        if let op = FactEvaluator.effect(words) { watch.append(("\(index).\(words[1])", op)) }
      }
    }
    let run = try SceneRun(text, name: "changes", seconds: 2.6, reducesMotion: reducesMotion, watch: watch)
    for (index, fact) in facts.enumerated() {
      let parts = FactEvaluator.split(fact.question, " | ")
      answers[fact.id] = FactEvaluator.split(parts[2], ", ").map { change(run, $0, index) }.joined(separator: "; ")
    }
  }

  private func change(_ run: SceneRun, _ measure: String, _ index: Int) -> String {
    let words = measure.split(separator: " ").map(String.init)
    let name = "\(index).\(words[1])"
    guard let life = run.life(name) else { return "absent" }
    let begin = 6
    func values(_ frame: Int) -> [Double] {
      guard let row = run.row(frame, name) else { return [] }
      switch words[0] {
      case "rect": return [row.rect.x, row.rect.y, row.rect.width, row.rect.height]
      case "opacity": return [row.opacity]
      case "scale": return [row.rect.width / max(row.width, 1e-9), row.rect.height / max(row.height, 1e-9)]
      default: return []
      }
    }
    func difference(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $1 - $0 } }
    let first = max(life.first, begin - 1)
    var all: [Double]
    var half: [Double]
    if let vector = vector(run, words, name) {
      all = difference(vector.before, vector.after)
      half = difference(vector.before, vector.between)
    } else {
      let start = values(first)
      all = difference(start, values(life.last))
      half = difference(start, values(min(begin + 30, life.last)))
    }
    for i in all.indices where abs(all[i]) < 1e-4 && words[0] != "opacity" { all[i] = 0 }
    let text = all.map(FactEvaluator.short).joined(separator: " ")
    guard let largest = all.indices.max(by: { abs(all[$0]) < abs(all[$1]) }), all[largest] != 0 else {
      return all.contains { $0 != 0 } ? text : all.count == 1 || words[0] == "vector" ? "0" : text
    }
    let share = half[largest] / all[largest]
    let by =
      abs(share - 0.5) < 0.01 ? "A" : abs(share - 0.25) < 0.01 ? "B" : abs(share - 1) < 0.01 ? "nothing" : "\(share)"
    return text + " by " + by
  }

  /// The modifier whose vector is measured; nil for measures of what is drawn.
  private static func effect(_ words: [String]) -> String? {
    switch words[0] {
    case "vector": return words[2]
    case "lineWidth", "trim": return "shape"
    default: return nil
    }
  }

  /// What an effect's vector is before, between and after; nil for measures of what is drawn.
  private func vector(_ run: SceneRun, _ words: [String], _ name: String)
    -> (before: [Double], between: [Double], after: [Double])?
  {
    guard let op = FactEvaluator.effect(words) else { return nil }
    guard let samples = run.vectors[name + " " + op], samples.count == 3 else { return ([], [], []) }
    func part(_ vector: [Double]) -> [Double] {
      switch words[0] {
      case "lineWidth": return Array(vector.suffix(1))
      case "trim": return Array(vector.suffix(3).prefix(2))
      default: return vector
      }
    }
    return (part(samples[0]), part(samples[1]), part(samples[2]))
  }

  // MARK: Scenes of their own

  /// `NAME | VIEW`: the words of a text at the end of `Tests/Facts/scenes/NAME.scene`.
  private mutating func scenes(_ facts: [Fact]) throws {
    for fact in facts {
      let parts = FactEvaluator.split(fact.question, " | ")
      guard let bytes = Files.read("\(root)/Tests/Facts/scenes/\(parts[0]).scene") else {
        throw Generator.Failure(problems: ["no scene \(parts[0])"])
      }
      let run = try SceneRun(String(decoding: bytes, as: UTF8.self), name: parts[0], seconds: 6)
      answers[fact.id] = run.text(parts[1]) ?? "absent"
    }
  }
}
