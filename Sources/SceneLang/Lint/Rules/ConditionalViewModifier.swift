/// A modifier that puts a view into one of two branches: `.if(condition) { … }`.
enum ConditionalViewModifier {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "conditional-view-modifier", .warning, "a modifier that makes another view of it",
      explanation: """
        An 'if' around the modified and the plain view gives them two identities. When the condition changes, the view \
        is removed and made anew: its state is lost, and instead of animating it fades. Put the condition into the \
        argument: '.opacity(on ? 1 : 0.5)', '.padding(on ? 8 : 0)'. A 'ViewModifier' that chooses between its content \
        and something around it does the same.
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
    for (index, body) in module.bodies.enumerated() where module.sema.decls.kind(body.owner) == .function {
      if module.sema.owner(of: body.owner) == view {
        guard let parameter = condition(module, index) else { continue }
        check(context, body, name: module.name(body.owner), calls: module.calls(of: body.owner), parameter)
      } else if module.sema.decls.name(body.owner) == .body {
        checkModifier(context, index)
      }
    }
  }

  /// Reports the declaration and its calls, unless all of these decide once and for all.
  private static func check(
    _ context: LintContext, _ body: LintBody, name: String, calls: [LintModule.Call], _ parameter: Int
  ) {
    let module = context.module
    var isAlwaysFixed = !calls.isEmpty
    for call in calls {
      let caller = module.bodies[call.body]
      guard parameter < Int(caller[call.expr].list.count) else { continue }
      let value = caller.item(caller[call.expr].list, parameter)
      if !isFixed(module, caller, value) { isAlwaysFixed = false }
      guard module.dependencies(caller, value).variables.contains(where: { changes(module, $0) }) else { continue }
      context.report(
        "when this condition changes, '\(name)' replaces the view: its state is lost and it does not animate; put "
          + "the condition into the argument of a modifier", caller, call.expr,
        notes: [.init("'\(name)' is declared here", at: module.namePlace(body.owner))])
    }
    if isAlwaysFixed { return }
    context.report(
      "'\(name)' gives the view another identity whenever its condition changes; put the condition into the argument "
        + "of a modifier", at: module.namePlace(body.owner))
  }

  /// A `ViewModifier` whose body gives its content as it is or inside of something.
  private static func checkModifier(_ context: LintContext, _ index: Int) {
    let module = context.module
    let body = module.bodies[index]
    let type = module.sema.owner(of: body.owner)
    guard module.modifierBody(of: type) == index, let branches = alternatives(module, index),
      // What puts its content into something else has no modifier to put the condition in.
      branches.allSatisfy({ branch in
        let tree = module.tree(index)
        return tree.children(branch).count == 1 && module.isGiven(body, tree.nodes[tree.children(branch)[0]])
      }),
      let condition = module.conditions(index, branch: branches[0]).first
    else { return }
    for variable in module.dependencies(body, condition).variables
    where module.sema.owner(of: variable) == type && !module.sema.decls.has(variable, .isStatic) {
      let wrapper = module.wrapper(of: variable)
      let known = module.sema
      if wrapper == known.known(.state) || wrapper == known.known(.binding) {
        context.report(
          "'\(module.name(type))' gives the view another identity whenever '\(module.name(variable))' changes; put the "
            + "condition into the argument of a modifier", at: module.namePlace(body.owner))
        return
      }
      guard wrapper == .none, !module.sema.decls.has(variable, .isComputed),
        module.sema.isNominal(known.type(ofVariable: variable), .bool)
      else { continue }
      let calls = module.calls(of: type).filter { module.bodies[$0.body].kind($0.expr) == .memberwiseInit }
      guard
        let parameter = calls.first.flatMap({ call in
          module.sema.signature(of: DeclID(module.bodies[call.body][call.expr].a)).parameters.firstIndex {
            $0.decl == variable
          }
        })
      else { continue }
      check(context, body, name: module.name(type), calls: calls, parameter)
      return
    }
  }

  /// Whether a value is the same as long as the program runs.
  private static func isFixed(_ module: LintModule, _ body: LintBody, _ value: ExprID) -> Bool {
    let found = module.dependencies(body, value)
    return found.locals.isEmpty && !found.isOpen
      && found.variables.allSatisfy { variable in
        let isShared =
          module.sema.decls.has(variable, .isStatic) || module.sema.owner(of: variable) == .none
        return isShared
          && (module.sema.decls.has(variable, .isConstant) || module.sema.decls.has(variable, .isComputed))
      }
  }

  private static func changes(_ module: LintModule, _ variable: DeclID) -> Bool {
    module.wrapper(of: variable) != .none || module.isModelProperty(variable)
  }

  private static func isFlag(_ module: LintModule, _ type: TypeID) -> Bool {
    module.sema.isNominal(type, .bool) || module.sema.unwrapped(type) != .none
  }

  /// Position of the Bool parameter that decides between `self` and something made from it.
  private static func condition(_ module: LintModule, _ index: Int) -> Int? {
    let body = module.bodies[index]
    guard body.body.locals.count < 64, let branches = alternatives(module, index),
      let condition = module.conditions(index, branch: branches[0]).first
    else { return nil }
    for local in module.dependencies(body, condition).locals {
      guard let position = body.body.parameters.firstIndex(where: { $0.raw == local }), position > 0 else { continue }
      if isFlag(module, body.body.locals[Int(local)].type) { return position - 1 }
    }
    return nil
  }

  /// The two branches of a body that is a choice between the given view and something that has it inside.
  private static func alternatives(_ module: LintModule, _ index: Int) -> [Int]? {
    let body = module.bodies[index]
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
        module.isGiven(body, tree.nodes[child]) && tree.nodes[child].modifierCount == 0
      }
    }
    // Without an else the view is meant to go, not to change.
    guard plain.count == 1, branches.allSatisfy({ !tree.children($0).isEmpty }),
      let given = tree.children(plain[0]).first(where: { module.isGiven(body, tree.nodes[$0]) })
    else { return nil }
    // So it is with one that has nothing in it.
    let other = branches.first { $0 != plain[0] } ?? plain[0]
    guard !tree.children(other).allSatisfy({ tree.nodes[$0].symbol == .EmptyView }),
      tree.children(other).contains(where: { child in
        body.descendants(tree.nodes[child].outer).contains { expr in
          body.kind(expr) == .local && body[expr].a == body[tree.nodes[given].expr].a
        }
      })
    else { return nil }
    return branches
  }
}
