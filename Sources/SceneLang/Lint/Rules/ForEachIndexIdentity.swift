/// Positions as the identity of elements that move.
enum ForEachIndexIdentity {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "foreach-index-identity", .warning, "positions as identity of elements that move",
      explanation: """
        With its position as the id, an element has another identity after one before it was removed, inserted or moved: \
        the wrong row animates out, and state stays with the place instead of the element. Use an id that belongs to \
        the element. Elements that are only appended keep their positions.
        """,
      wrong: """
        struct Names: View {
            @State private var items = ["a", "b", "c"]
            var body: some View {
                VStack {
                    ForEach(items.indices, id: \\.self) { i in
                        Text(items[i]).transition(.opacity)
                    }
                }
                .onTapGesture { withAnimation { _ = items.removeFirst() } }
            }
        }
        """,
      right: """
        struct Names: View {
            @State private var items = ["a", "b", "c"]
            var body: some View {
                VStack {
                    ForEach(items, id: \\.self) { item in
                        Text(item).transition(.opacity)
                    }
                }
                .onTapGesture { withAnimation { _ = items.removeFirst() } }
            }
        }
        """),
    triggers: [.ForEach], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for call in context.sites(.ForEach, .type) where body.kind(call) == .initCall {
      guard let variable = Loops.indexedVariable(module, body, loop: call),
        let move = Loops.firstMove(module, of: variable)
      else { continue }
      if MatchedUnstableID.usesIndex(module, context.index, loop: call) { continue }
      let id = module.argument(body, call, "id") ?? module.firstArgument(body, call)
      guard let id else { continue }
      let other = module.bodies[move.body]
      context.report(
        "the id is a position, and '\(module.name(variable))' changes positions; use an id of the element",
        at: module.place(body, module.argumentRange(body, id)),
        notes: [.init("elements move here", at: module.place(other, move.use.operation))])
    }
  }
}
