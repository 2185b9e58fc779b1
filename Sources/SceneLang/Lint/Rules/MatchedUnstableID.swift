/// A match id made from the position in a collection that changes.
enum MatchedUnstableID {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "matched-unstable-id", .warning, "a match id that is a position",
      explanation: """
        A position names another element once one before it was removed, inserted or moved: every following row flies to \
        its neighbour. Make the match id from the element.
        """,
      wrong: """
        struct Rows: View {
            @Namespace private var space
            @State private var names = ["a", "b", "c"]
            var body: some View {
                VStack {
                    ForEach(names.indices, id: \\.self) { i in
                        Text(names[i]).matchedGeometryEffect(id: i, in: space)
                    }
                }
                .onTapGesture { withAnimation { _ = names.removeFirst() } }
            }
        }
        """,
      right: """
        struct Rows: View {
            @Namespace private var space
            @State private var names = ["a", "b", "c"]
            var body: some View {
                VStack {
                    ForEach(names, id: \\.self) { name in
                        Text(name).matchedGeometryEffect(id: name, in: space)
                    }
                }
                .onTapGesture { withAnimation { _ = names.removeFirst() } }
            }
        }
        """),
    triggers: [.matchedGeometryEffect], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .matchedGeometryEffect {
      guard let id = module.argument(body, modifier.expr, "id") else { continue }
      for loop in tree.loops(of: modifier.node) {
        guard isPosition(module, context.index, id, loop: tree.nodes[loop].expr),
          let variable = Loops.countedVariable(module, body, loop: tree.nodes[loop].expr),
          let move = Loops.firstMove(module, of: variable)
        else { continue }
        context.report(
          "this id is a position, and '\(module.name(variable))' changes positions; use an id of the element",
          at: module.place(body, module.argumentRange(body, id)),
          notes: [.init("elements move here", at: module.place(module.bodies[move.body], move.use.operation))])
      }
    }
  }

  /// Whether a value is the loop's position: the index, or the first part of an enumerated pair.
  private static func isPosition(_ module: LintModule, _ index: Int, _ id: ExprID, loop: ExprID) -> Bool {
    let body = module.bodies[index]
    guard let closure = module.closures(body, loop).first else { return false }
    let parameters = body.body.closures[closure.closure].parameters
    guard let first = parameters.first else { return false }
    let wanted = module.dependencies(body, id)
    guard wanted.locals.contains(first.raw) else { return false }
    // `names[i]` is the element, not the position; `pair.element` likewise.
    for inner in body.descendants(id) {
      let row = body[inner]
      if row.kind == .subscriptMember || row.kind == .call && row.b != .max { return false }
      if row.kind == .tupleElement, row.b == 1 { return false }
      if row.kind == .storedMember || row.kind == .computedMember, row.a != .max,
        body.kind(module.peeled(body, ExprID(row.a))) == .local, !module.isSelf(body, ExprID(row.a)),
        module.name(DeclID(row.b)) != "description"
      {
        return false
      }
    }
    return true
  }

  /// Whether a loop's position is the id of a matched group: one finding is enough for both.
  static func usesIndex(_ module: LintModule, _ index: Int, loop: ExprID) -> Bool {
    guard module.bodies[index].symbols.contains(.matchedGeometryEffect) else { return false }
    let body = module.bodies[index]
    let tree = module.tree(index)
    return tree.modifiers.contains { modifier in
      guard modifier.symbol == .matchedGeometryEffect, let id = module.argument(body, modifier.expr, "id") else {
        return false
      }
      return tree.loops(of: modifier.node).contains { tree.nodes[$0].expr == loop }
        && isPosition(module, index, id, loop: loop)
    }
  }
}
