/// Stacks whose spacing is left to the system.
enum ImplicitStackSpacing {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "implicit-stack-spacing", .info, "a stack without a spacing",
      explanation: """
        Without 'spacing:' the distance between two views depends on what they are: between texts on their fonts, often \
        8 points, between some views 0. Write a spacing where the distance matters. The rule is off unless \
        'scenec.json' turns it on.
        """,
      wrong: """
        struct Pair: View {
            var body: some View {
                VStack {
                    Text("a")
                    Text("b")
                }
            }
        }
        """,
      right: """
        struct Pair: View {
            var body: some View {
                VStack(spacing: 8) {
                    Text("a")
                    Text("b")
                }
            }
        }
        """),
    triggers: [.VStack, .HStack, .LazyVStack, .LazyHStack], isOnByDefault: false, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for node in tree.nodes.indices {
      switch tree.nodes[node].symbol {
      case .VStack, .HStack, .LazyVStack, .LazyHStack: break
      default: continue
      }
      guard body.kind(tree.nodes[node].expr) == .initCall,
        module.argument(body, tree.nodes[node].expr, "spacing") == nil
      else { continue }
      let items = tree.children(node).flatMap { child -> [Int] in
        guard case .content = tree.nodes[child].role else { return [] }
        return tree.nodes[child].kind == .block ? tree.children(child) : [child]
      }
      guard items.count > 1 || items.contains(where: { tree.nodes[$0].kind == .loop }) else { continue }
      context.report(
        "the distance between these views is left to the system; write 'spacing:'", body, tree.nodes[node].expr)
    }
  }
}
