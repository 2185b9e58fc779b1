/// Constant data of a loop with two elements of one identity.
enum ForEachDuplicateID {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "foreach-duplicate-id", .error, "two elements of a loop have the same id",
      explanation: """
        The id of an element is its identity and must be unique in the loop. Of two elements with one id only the first \
        is shown rightly; updates, transitions and state are undefined. Data that is not constant is checked while the \
        scene plays (R0642).
        """,
      wrong: """
        struct Bars: View {
            let levels = [3, 1, 3]
            var body: some View {
                HStack {
                    ForEach(levels, id: \\.self) { level in
                        Color.blue.frame(width: 10, height: CGFloat(level) * 10)
                    }
                }
            }
        }
        """,
      right: """
        struct Bars: View {
            let levels = [3, 1, 2]
            var body: some View {
                HStack {
                    ForEach(levels, id: \\.self) { level in
                        Color.blue.frame(width: 10, height: CGFloat(level) * 10)
                    }
                }
            }
        }
        """),
    triggers: [.ForEach, .List], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for site in body.sites where site.symbol == .ForEach || site.symbol == .List {
      guard site.role == .type, body.kind(site.expr) == .initCall, let data = module.firstArgument(body, site.expr),
        let (home, elements) = Loops.constantElements(module, body, data), elements.count > 1
      else { continue }
      let id = module.argument(body, site.expr, "id")
      // A list while there are few; setting up a table of strings takes longer than to check a small file.
      var few: [String] = []
      var keys: [String: Int] = [:]
      let isLong = elements.count > 24
      for (position, element) in elements.enumerated() {
        guard let value = Loops.identity(module, body, home, element, id) else { break }
        guard let first = isLong ? keys[value.key] : few.firstIndex(of: value.key) else {
          if isLong { keys[value.key] = position } else { few.append(value.key) }
          continue
        }
        let place = module.place(body, module.argumentRange(body, id ?? data))
        context.report(
          "elements \(first + 1) and \(position + 1) have the same id, \(value.text)", at: place,
          notes: [
            .init("the first one", at: module.place(home, module.fullRange(home, elements[first]))),
            .init("the second one", at: module.place(home, module.fullRange(home, element))),
          ])
        break
      }
    }
  }
}
