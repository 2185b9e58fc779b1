/// `docs/fidelity.md`: how far this engine answers as Apple's framework does, by group of facts, with every exception explained.

package struct FidelityPage {
  package private(set) var text = ""
  package private(set) var summary = ""
  /// Facts that are answered otherwise than stored: not agreeing without an exception, or agreeing despite one.
  package private(set) var surprises: [String] = []

  /// - Parameters:
  ///   - answers: of the facts, where they are known already.
  ///   - played: the situations, where they were played already.
  package static func make(
    root: String, answers known: [String: String]? = nil, played: [SituationTable.Played]? = nil
  ) throws -> FidelityPage {
    let facts = try FactTable.facts(root: root)
    let answers = try known ?? FactEvaluator.answers(to: facts, root: root)
    let exceptions = try FactTable.exceptions(root: root)
    let sources = try FactTable.rows(root + "/Tests/Facts/sources.tsv")
    let cases = try played ?? SituationTable.play(root: root)
    var page = FidelityPage()
    page.write(facts, answers, exceptions, sources, cases, try FactTable.rows(root + "/Tests/Facts/estimates.tsv"))
    return page
  }

  private static let titles: [String: String] = [
    "curve": "`UnitCurve` and Bezier curves", "spring": "`Spring` as a value", "factory": "the animations' defaults",
    "fluid": "the stepped spring", "interp": "`interpolatingSpring`", "retime": "delay, speed, repetition",
    "completion": "completion", "interrupt": "interruption", "tx": "transactions", "transition": "transitions",
    "effect": "effects and shapes", "angle": "`Angle`", "velocitySampler": "speed of a finger",
    "engine": "when an animation begins, what it rounds",
  ]

  private mutating func write(
    _ facts: [Fact], _ answers: [String: String], _ exceptions: [FactException], _ sources: [[String]],
    _ cases: [SituationTable.Played], _ estimates: [[String]]
  ) {
    var groups: [String] = []
    var rows: [String: (count: Int, agree: Int, sources: Set<Int>)] = [:]
    var open: [(fact: Fact, answer: String, reason: String)] = []
    for fact in facts {
      let answer = answers[fact.id] ?? "no answer"
      let agrees = FactTable.agree(answer, fact.expected, tolerance: fact.tolerance)
      let exception = exceptions.first { $0.id == fact.id }
      if rows[fact.group] == nil { groups.append(fact.group) }
      var row = rows[fact.group] ?? (0, 0, [])
      row.count += 1
      row.agree += agrees ? 1 : 0
      row.sources.insert(fact.source)
      rows[fact.group] = row
      if !agrees { open.append((fact, answer, exception?.reason ?? "not explained yet")) }
      if !agrees, exception == nil || !FactTable.agree(answer, exception?.today ?? "", tolerance: 1e-6) {
        surprises.append("\(fact.id): \(answer), expected \(fact.expected)")
      }
      if agrees, exception != nil { surprises.append("\(fact.id) agrees and is listed as an exception") }
    }
    let agreeing = facts.count - open.count
    summary = "\(agreeing) of \(facts.count) facts agree"
    text = """
      # Fidelity

      Written by `swift run generate-scenec fidelity`; a test keeps it fresh. The facts are in `Tests/Facts`: each row has the question, the
      value that Apple's framework gave or that follows from a rule it was found to keep, a tolerance and a source. Grade A is printed by or
      asserted against the framework, B computed by a function found equal to it, C read in a re-implementation.

      \(agreeing) of \(facts.count) rows agree.

      | group | rows | agree | sources |
      |---|---|---|---|

      """
    for group in groups {
      guard let row = rows[group] else { continue }
      let list = row.sources.sorted().map(String.init).joined(separator: ", ")
      text += "| \(FidelityPage.titles[group] ?? group) | \(row.count) | \(row.agree) | \(list) |\n"
    }
    text += "\n## Exceptions\n\n"
    if open.isEmpty { text += "None.\n" }
    for (fact, answer, reason) in open {
      text += "- `\(fact.id)`: \(fact.expected) expected (grade \(fact.grade)), \(answer) here. \(reason)\n"
    }
    text += "\n## Situations\n\n"
    text +=
      "Scenes in `Tests/Facts/situations`, each played with its expectations.\n\n| situation | expectations | hold |\n|---|---|---|\n"
    for played in cases { text += "| \(played.title) | \(played.count) | \(played.passed) |\n" }
    let notes = cases.filter { !$0.note.isEmpty }
    if !notes.isEmpty {
      text += "\nWhere another number might be expected:\n\n"
      for played in notes { text += "- \(played.title): \(played.note)\n" }
    }
    for played in cases where played.passed != played.count {
      for failure in played.failures { surprises.append("\(played.name): \(failure)") }
    }
    text += "\n## Estimates\n\n"
    text +=
      "Lengths of the system's own views that no record of the framework gives. Points, top, leading, bottom, trailing where there are four.\n\n"
    text += "| what | here | rests on |\n|---|---|---|\n"
    for row in estimates where row.count == 3 { text += "| \(row[0]) | \(row[1]) | \(row[2]) |\n" }
    text += "\n## Sources\n\n"
    for source in sources where source.count == 2 { text += "\(source[0]). \(source[1])\n" }
  }
}
