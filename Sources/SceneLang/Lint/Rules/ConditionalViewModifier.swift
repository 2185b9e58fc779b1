/// A modifier that puts a view into one of two branches: `.if(condition) { … }`.
enum ConditionalViewModifier {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "conditional-view-modifier", .warning, "a modifier that makes another view of it",
      explanation: """
        An 'if' around the modified and the plain view gives them two identities. When the condition changes, the view \
        is removed and made anew: its state is lost, and instead of animating it fades. Put the condition into the \
        argument: '.opacity(on ? 1 : 0.5)', '.padding(on ? 8 : 0)'.
        """,
      wrong: """
        extension View {
            @ViewBuilder
            func applying<Content: View>(_ condition: Bool, transform: (Self) -> Content) -> some View {
                if condition { transform(self) } else { self }
            }
        }
        struct Row: View {
            @State private var on = false
            var body: some View {
                Text("Row")
                    .applying(on) { $0.opacity(0.5) }
                    .onTapGesture { withAnimation { on.toggle() } }
            }
        }
        """,
      right: """
        struct Row: View {
            @State private var on = false
            var body: some View {
                Text("Row")
                    .opacity(on ? 0.5 : 1)
                    .onTapGesture { withAnimation { on.toggle() } }
            }
        }
        """),
    scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let view = module.sema.known(.view)
    for (index, body) in module.bodies.enumerated() {
      guard module.sema.decls.kind(body.owner) == .function, module.sema.owner(of: body.owner) == view,
        let parameter = condition(module, index)
      else { continue }
      let name = module.name(body.owner)
      for (other, caller) in module.bodies.enumerated() {
        for call in caller.ownCalls where DeclID(caller[call].a) == body.owner {
          guard parameter < Int(caller[call].list.count) else { continue }
          let value = caller.item(caller[call].list, parameter)
          let wanted = module.dependencies(module.bodies[other], value)
          guard wanted.variables.contains(where: { module.wrapper(of: $0) != .none }) else { continue }
          context.report(
            "when this condition changes, '\(name)' replaces the view: its state is lost and it does not animate; put "
              + "the condition into the argument of a modifier", caller, call,
            notes: [.init("'\(name)' is declared here", at: module.namePlace(body.owner))])
        }
      }
      context.report(
        "'\(name)' gives the view another identity whenever its condition changes; put the condition into the argument "
          + "of a modifier", at: module.namePlace(body.owner))
    }
  }

  /// Position of the Bool parameter that decides between `self` and something made from it.
  private static func condition(_ module: LintModule, _ index: Int) -> Int? {
    let body = module.bodies[index]
    guard body.body.locals.count < 64 else { return nil }
    let tree = module.tree(index)
    guard !tree.nodes.isEmpty else { return nil }
    // The one view of the body; a block or a Group around it changes nothing.
    var node = 0
    while tree.nodes[node].kind == .block || tree.nodes[node].symbol == .Group && tree.nodes[node].modifierCount == 0 {
      let conditionals = tree.children(node)
      guard conditionals.count == 1 else { return nil }
      node = conditionals[0]
    }
    guard tree.nodes[node].kind == .conditional else { return nil }
    let branches = tree.children(node)
    guard branches.count == 2 else { return nil }
    // One branch is the view itself, and the other one has it inside.
    let plain = branches.filter { branch in
      tree.children(branch).contains { child in
        tree.nodes[child].kind == .other && module.isSelf(body, tree.nodes[child].expr)
          && tree.nodes[child].modifierCount == 0
      }
    }
    // Without an else the view is meant to go, not to change.
    guard plain.count == 1, branches.allSatisfy({ !tree.children($0).isEmpty }) else { return nil }
    // So it is with one that has nothing in it.
    let other = branches.first { $0 != plain[0] } ?? plain[0]
    guard !tree.children(other).allSatisfy({ tree.nodes[$0].symbol == .EmptyView }) else { return nil }
    guard let condition = module.conditions(index, branch: branches[0]).first else { return nil }
    for local in module.dependencies(body, condition).locals {
      guard let position = body.body.parameters.firstIndex(where: { $0.raw == local }), position > 0 else { continue }
      let type = body.body.locals[Int(local)].type
      if module.sema.isNominal(type, .bool) || module.sema.unwrapped(type) != .none { return position - 1 }
    }
    return nil
  }
}
