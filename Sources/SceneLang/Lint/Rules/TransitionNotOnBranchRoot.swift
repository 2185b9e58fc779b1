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
      guard let (index, container) = container(module, context.index, modifier.node, depth: 0) else { continue }
      if Transitions.isIdentity(module, body, modifier.expr) { continue }
      let row = module.tree(index).nodes[container]
      let name = row.symbol.map { "'\($0.text)'" } ?? "container"
      context.report(
        "this transition does not run; the branch inserts the \(name) around it", body, modifier.expr,
        notes: [.init("put the transition here", at: module.place(module.bodies[index], row.expr))])
    }
  }

  /// The container that a branch inserts with a view in it: here, or where what the view is a part of is used.
  static func container(
    _ module: LintModule, _ index: Int, _ node: Int, depth: Int
  ) -> (body: Int, container: Int)? {
    switch Transitions.reach(module, index, node) {
    case .inner(let container, _): return (index, container)
    case .fixed:
      // A container of this body goes wherever the body goes: one place where it is inserted is enough.
      let tree = module.tree(index)
      guard depth < 4, let (root, inner) = outermost(tree, node), let uses = module.placements(index, root) else {
        return nil
      }
      return uses.contains { isInserted(module, $0.body, $0.node, depth: depth + 1) } ? (index, inner) : nil
    case .root:
      // The view itself is what is used; elsewhere a branch may insert it as it is.
      guard depth < 4, let uses = module.placements(index, root(module.tree(index), node)), !uses.isEmpty else {
        return nil
      }
      let found = uses.prefix(40).map { container(module, $0.body, $0.node, depth: depth + 1) }
      guard found.allSatisfy({ $0 != nil }), let first = found.first else { return nil }
      return first
    case .inserted, .unknown: return nil
    }
  }

  /// Whether a branch or loop inserts what stands at a node, by itself or as a part of something.
  private static func isInserted(_ module: LintModule, _ index: Int, _ node: Int, depth: Int) -> Bool {
    switch Transitions.reach(module, index, node) {
    case .inserted(let inserted): return module.tree(index).branches(of: inserted).first != nil
    case .inner: return true
    case .root, .fixed:
      guard depth < 4, let uses = module.placements(index, root(module.tree(index), node)) else { return false }
      return uses.prefix(40).contains { isInserted(module, $0.body, $0.node, depth: depth + 1) }
    case .unknown: return false
    }
  }

  private static func root(_ tree: ViewTree, _ node: Int) -> Int {
    var current = node
    while tree.nodes[current].parent >= 0 { current = tree.nodes[current].parent }
    return current
  }

  /// The root around a node, with the outermost container of the API on the way.
  private static func outermost(_ tree: ViewTree, _ node: Int) -> (root: Int, container: Int)? {
    var current = node
    var container = -1
    while tree.nodes[current].parent >= 0 {
      current = tree.nodes[current].parent
      if tree.nodes[current].kind == .view { container = current }
    }
    return container < 0 ? nil : (current, container)
  }
}
