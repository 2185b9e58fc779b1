/// `.transition` on a view inside the container that a branch inserts.
enum TransitionNotOnBranchRoot {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "transition-not-on-branch-root", .warning, "a transition below the view that is inserted",
      explanation: """
        What a branch inserts is its outermost view, and that view's transition runs. One on a view inside of a stack is \
        not seen: the stack comes with the default transition, an opacity. Put it on the outermost view of the branch.
        """,
      wrong: """
        struct Panel: View {
            @State private var show = false
            var body: some View {
                VStack {
                    if show {
                        HStack {
                            Text("Saved")
                                .transition(.slide)
                        }
                    }
                    Button("Toggle") { withAnimation { show.toggle() } }
                }
            }
        }
        """,
      right: """
        struct Panel: View {
            @State private var show = false
            var body: some View {
                VStack {
                    if show {
                        HStack {
                            Text("Saved")
                        }
                        .transition(.slide)
                    }
                    Button("Toggle") { withAnimation { show.toggle() } }
                }
            }
        }
        """),
    triggers: [.transition], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .transition {
      guard case .inner(let container, _) = Transitions.reach(module, context.index, modifier.node) else { continue }
      if Transitions.isIdentity(module, body, modifier.expr) { continue }
      let name = tree.nodes[container].symbol.map { "'\($0.text)'" } ?? "container"
      context.report(
        "this transition does not run; the branch inserts the \(name) around it", body, modifier.expr,
        notes: [.init("put the transition here", at: module.place(body, tree.nodes[container].expr))])
    }
  }
}
