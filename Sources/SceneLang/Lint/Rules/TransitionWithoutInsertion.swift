/// `.transition` on a view that is always there.
enum TransitionWithoutInsertion {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "transition-without-insertion", .warning, "a transition on a view that never comes or goes",
      explanation: """
        A transition acts when a view is inserted or removed: by 'if', 'switch', an optional, 'ForEach', or a changed \
        '.id'. A view that is always there never runs it; a changed opacity or offset is not an insertion.
        """,
      wrong: """
        struct Always: View {
            @State private var on = false
            var body: some View {
                VStack {
                    Text("A")
                        .opacity(on ? 1 : 0)
                        .transition(.slide)
                    Button("Toggle") { withAnimation { on.toggle() } }
                }
            }
        }
        """,
      right: """
        struct Always: View {
            @State private var on = false
            var body: some View {
                VStack {
                    if on {
                        Text("A")
                            .transition(.slide)
                    }
                    Button("Toggle") { withAnimation { on.toggle() } }
                }
            }
        }
        """),
    triggers: [.transition], isAboutUnusedCode: true, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    // Styles, modifiers and extensions are put around views that are not seen here.
    let type = module.viewType(of: body)
    guard type != .none else { return }
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .transition {
      if tree.nodes[modifier.node].kind == .other { continue }
      switch Transitions.reach(module, context.index, modifier.node) {
      case .fixed: break
      case .root:
        // A root travels to whoever uses the type; one that always uses it as it is gains nothing, but may do so later.
        if module.isHelper(body), alwaysFixed(module, body.owner) { break }
        continue
      default: continue
      }
      if mayComeAndGo(module, body, type) { continue }
      // Inserted with what is around it, it has a finding of its own.
      if TransitionNotOnBranchRoot.container(module, context.index, modifier.node, depth: 0) != nil { continue }
      context.report(
        "this view is never inserted or removed, so the transition never runs", body, modifier.expr)
    }
  }

  /// Whether a helper is used, and at no place where its result comes and goes.
  private static func alwaysFixed(_ module: LintModule, _ helper: DeclID) -> Bool {
    let uses = module.uses(ofHelper: helper)
    guard !uses.isEmpty else { return false }
    return uses.allSatisfy { use in
      if case .fixed = Transitions.reach(module, use.body, use.node) { return true }
      return false
    }
  }

  /// Whether the view type, or the helper that holds the view, is put into branches somewhere.
  private static func mayComeAndGo(_ module: LintModule, _ body: LintBody, _ type: DeclID) -> Bool {
    if module.isHelper(body) {
      for use in module.uses(ofHelper: body.owner) where module.tree(use.body).isConditional(use.node) { return true }
    }
    for use in module.uses(ofType: type) {
      let tree = module.tree(use.body)
      if tree.isConditional(use.node) || !tree.loops(of: use.node).isEmpty { return true }
    }
    return false
  }
}
