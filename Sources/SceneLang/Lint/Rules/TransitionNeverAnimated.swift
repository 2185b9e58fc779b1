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
      guard let places = insertions(module, context.index, modifier.node, depth: 0), !places.isEmpty else { continue }
      if Transitions.isIdentity(module, body, modifier.expr) { continue }
      if Transitions.hasOwnAnimation(module, body, modifier.expr) { continue }
      if coveredInside(module, context.index, modifier) { continue }
      var causes: [LintModule.Use] = []
      for place in places {
        guard let wanted = plainCauses(module, place.body, place.node, &causes),
          !module.isCovered(place.body, node: module.tree(place.body).nodes[place.node].parent, from: 0, wanted),
          !coveredOutside(module, place.body, place.node, wanted, depth: 0)
        else {
          causes = []
          break
        }
      }
      guard let write = causes.min(by: { ($0.body, $0.use.expr.raw) < ($1.body, $1.use.expr.raw) }) else { continue }
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

  /// Where a branch or loop inserts the view, here or where the helper or view type that it is is used; nil where
  /// something else may.
  private static func insertions(
    _ module: LintModule, _ index: Int, _ node: Int, depth: Int
  ) -> [(body: Int, node: Int)]? {
    switch Transitions.reach(module, index, node) {
    case .inserted(let inserted): return isInList(module.tree(index), inserted) ? nil : [(index, inserted)]
    case .root:
      let tree = module.tree(index)
      var root = node
      while tree.nodes[root].parent >= 0 { root = tree.nodes[root].parent }
      guard depth < 4, let uses = module.placements(index, root), !uses.isEmpty, uses.count < 20 else { return nil }
      var found: [(body: Int, node: Int)] = []
      for use in uses {
        guard let places = insertions(module, use.body, use.node, depth: depth + 1) else { return nil }
        found += places
      }
      return found
    case .inner, .fixed, .unknown: return nil
    }
  }

  /// A list animates its rows by itself.
  private static func isInList(_ tree: ViewTree, _ node: Int) -> Bool {
    var current = node
    while current >= 0 {
      if tree.nodes[current].symbol == .List || tree.nodes[current].symbol == .Form { return true }
      current = tree.nodes[current].parent
    }
    return false
  }

  /// What decides about an insertion, where that is states and models that nothing animates; with the places that change
  /// them.
  private static func plainCauses(
    _ module: LintModule, _ index: Int, _ node: Int, _ causes: inout [LintModule.Use]
  ) -> LintModule.Dependencies? {
    let body = module.bodies[index]
    let tree = module.tree(index)
    var wanted = LintModule.Dependencies()
    func add(_ expr: ExprID) {
      let found = module.dependencies(body, expr)
      wanted.variables.formUnion(found.variables)
      wanted.locals.formUnion(found.locals)
    }
    // A branch or loop further out may be the one that changes; all of them count.
    for branch in tree.branches(of: node) { module.conditions(index, branch: branch).forEach(add) }
    for loop in tree.loops(of: node) {
      guard let data = module.firstArgument(body, tree.nodes[loop].expr) else { return nil }
      add(data)
    }
    guard !wanted.variables.isEmpty, wanted.locals.isEmpty else { return nil }
    var found: [LintModule.Use] = []
    for variable in wanted.variables {
      // What computes is followed; a constant has one value.
      if module.sema.decls.has(variable, .isComputed) && module.bodyIndex(of: variable) != nil { continue }
      if module.isObject(variable) || module.sema.decls.has(variable, .isConstant) && isFixed(module, variable) {
        guard module.facts(variable).writes.allSatisfy({ module.manner($0) == .plain }) else { return nil }
        continue
      }
      guard module.isState(variable) || module.isModelProperty(variable), !module.mayBeAnimated(variable) else {
        return nil
      }
      // A control with a binding that is not animated writes as well.
      let facts = module.facts(variable)
      found += facts.writes.filter { module.sema.decls.kind(module.bodies[$0.body].owner) != .initializer }
      found += facts.projections
    }
    causes += found
    return found.isEmpty ? nil : wanted
  }

  private static func isFixed(_ module: LintModule, _ variable: DeclID) -> Bool {
    module.sema.decls.has(variable, .isStatic) || module.sema.owner(of: variable) == .none
      || module.bodyIndex(of: variable, .initialValue) != nil
  }

  /// An animation inside the branch has a finding of its own.
  private static func coveredInside(_ module: LintModule, _ index: Int, _ modifier: ViewTree.Modifier) -> Bool {
    let tree = module.tree(index)
    return tree.modifierRange(modifier.node).contains { k in
      tree.modifiers[k].symbol == .animation || tree.modifiers[k].symbol == .transaction
        || module.table.info(tree.modifiers[k].decl).isOwn
    }
  }

  /// Whether something around the helper or view type animates it, where it is used.
  private static func coveredOutside(
    _ module: LintModule, _ index: Int, _ node: Int, _ wanted: LintModule.Dependencies, depth: Int
  ) -> Bool {
    let tree = module.tree(index)
    var root = node
    while tree.nodes[root].parent >= 0 { root = tree.nodes[root].parent }
    let body = module.bodies[index]
    let isHelper = module.isHelper(body)
    // A root that is handed on in ways that are not seen.
    guard let uses = module.placements(index, root) else { return isHelper }
    if uses.isEmpty { return isHelper }
    guard depth < 4 else { return true }
    return uses.prefix(40).contains {
      module.isCovered($0.body, node: $0.node, from: 0, wanted)
        || coveredOutside(module, $0.body, $0.node, wanted, depth: depth + 1)
    }
  }
}
