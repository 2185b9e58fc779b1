/// `.transition` on a view whose condition is only ever changed without animation.
enum TransitionNeverAnimated {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "transition-never-animated", .warning, "a transition that nothing animates",
      explanation: """
        A transition needs an animated change: 'withAnimation' at the write, an animated binding, or \
        'animation(_:value:)' on a view around the branch. Without one the view pops in and out.
        """,
      wrong: """
        struct Pop: View {
            @State private var show = false
            var body: some View {
                VStack {
                    if show { Text("x").transition(.opacity) }
                    Button("Toggle") { show.toggle() }
                }
            }
        }
        """,
      right: """
        struct Pop: View {
            @State private var show = false
            var body: some View {
                VStack {
                    if show { Text("x").transition(.opacity) }
                    Button("Toggle") { withAnimation { show.toggle() } }
                }
            }
        }
        """),
    triggers: [.transition], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    guard !module.hasErrors else { return }
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .transition {
      guard case .inserted(let node) = Transitions.reach(module, context.index, modifier.node) else { continue }
      if Transitions.isIdentity(module, body, modifier.expr) { continue }
      if Transitions.hasOwnAnimation(module, body, modifier.expr) { continue }
      var wanted = LintModule.Dependencies()
      let branches = tree.branches(of: node)
      // A branch further out may be the one that changes; all of them count.
      for branch in branches {
        for condition in module.conditions(context.index, branch: branch) {
          let found = module.dependencies(body, condition)
          wanted.variables.formUnion(found.variables)
          wanted.locals.formUnion(found.locals)
        }
      }
      guard !branches.isEmpty, !wanted.variables.isEmpty, wanted.locals.isEmpty, tree.loops(of: node).isEmpty,
        wanted.variables.allSatisfy({ module.isState($0) }),
        wanted.variables.allSatisfy({ !module.mayBeAnimated($0) })
      else { continue }
      // A control with a binding that is not animated writes as well.
      let writes = wanted.variables.flatMap { module.facts($0).writes + module.facts($0).projections }
      guard let write = writes.min(by: { ($0.body, $0.use.expr.raw) < ($1.body, $1.use.expr.raw) }) else { continue }
      if module.isCovered(context.index, node: tree.nodes[node].parent, from: 0, wanted) { continue }
      if coveredInside(module, context.index, modifier) { continue }
      if module.isHelper(body), coveredOutside(module, body.owner, wanted) { continue }
      let other = module.bodies[write.body]
      context.report(
        "nothing animates this transition; the view appears and disappears at once", body, modifier.expr,
        notes: [
          .init(
            "'\(module.name(write.use.variable))' changes here without animation",
            at: module.place(
              other, module.fullRange(other, write.use.operation == .none ? write.use.expr : write.use.operation)))
        ])
    }
  }

  /// An animation inside the branch has a finding of its own.
  private static func coveredInside(_ module: LintModule, _ index: Int, _ modifier: ViewTree.Modifier) -> Bool {
    let tree = module.tree(index)
    return tree.modifierRange(modifier.node).contains { k in
      tree.modifiers[k].symbol == .animation || tree.modifiers[k].symbol == .transaction
        || module.table.info(tree.modifiers[k].decl).isOwn
    }
  }

  private static func coveredOutside(
    _ module: LintModule, _ helper: DeclID, _ wanted: LintModule.Dependencies
  ) -> Bool {
    let uses = module.uses(ofHelper: helper)
    return uses.isEmpty || uses.contains { module.isCovered($0.body, node: $0.node, from: 0, wanted) }
  }
}
