/// `zIndex` on a view without siblings.
enum ZIndexOutOfScope {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "zindex-out-of-scope", .warning, "'zIndex' on a view without siblings",
      explanation: """
        The order is compared among the views of one container only. A view that is alone in its stack is not lifted \
        over the neighbours of that stack. Put 'zIndex' on the stack, where its siblings are.
        """,
      wrong: """
        struct Cards: View {
            var body: some View {
                ZStack {
                    VStack {
                        Color.red.frame(width: 100, height: 100).zIndex(10)
                    }
                    Color.blue.frame(width: 60, height: 60)
                }
            }
        }
        """,
      right: """
        struct Cards: View {
            var body: some View {
                ZStack {
                    VStack {
                        Color.red.frame(width: 100, height: 100)
                    }
                    .zIndex(10)
                    Color.blue.frame(width: 60, height: 60)
                }
            }
        }
        """),
    triggers: [.zIndex], isAboutUnusedCode: true, check: check)

  private static let stacks: LintSymbolSet = [
    .ZStack, .VStack, .HStack, .LazyVStack, .LazyHStack, .LazyVGrid, .LazyHGrid,
  ]

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .zIndex {
      if tree.nodes[modifier.node].kind == .conditional { continue }
      guard let container = tree.container(of: modifier.node), let symbol = tree.nodes[container].symbol,
        stacks.contains(symbol), !hasSiblings(tree, modifier.node, container)
      else { continue }
      context.report(
        "this view is alone in its '\(symbol.text)', so 'zIndex' does nothing; put it on the '\(symbol.text)'", body,
        modifier.expr, notes: [.init("the container", at: module.place(body, tree.nodes[container].expr))])
    }
  }

  private static func hasSiblings(_ tree: ViewTree, _ node: Int, _ container: Int) -> Bool {
    var current = node
    while current != container {
      let parent = tree.nodes[current].parent
      guard parent >= 0 else { return true }
      switch tree.nodes[parent].kind {
      case .loop: return true
      // Branches are there together while one takes the place of another.
      case .conditional: if tree.children(parent).filter({ !tree.children($0).isEmpty }).count > 1 { return true }
      default:
        let siblings = tree.children(parent).filter { child in
          if case .modifier = tree.nodes[child].role { return false }
          return true
        }
        if siblings.count > 1 { return true }
        // A value that is a list of views: a parameter, or a helper.
        if current != node, tree.nodes[current].kind == .other || tree.nodes[current].kind == .ownValue { return true }
      }
      current = parent
    }
    return tree.nodes[node].kind == .other || tree.nodes[node].kind == .ownValue
  }
}
