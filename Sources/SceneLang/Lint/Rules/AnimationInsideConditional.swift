/// `.animation(_:value:)` inside the branch whose condition is its value.
enum AnimationInsideConditional {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "animation-inside-conditional", .warning, "an animation inside the branch that it should animate",
      explanation: """
        The modifier comes and goes with the view, so it is not there when the container changes, and its value is the \
        same as long as the branch lasts. Put it on the container that stays.
        """,
      wrong: """
        struct Curtain: View {
            @State private var show = false
            var body: some View {
                VStack {
                    if show {
                        Color.red
                            .transition(.opacity)
                            .animation(.linear, value: show)
                    }
                }
                .onTapGesture { show.toggle() }
            }
        }
        """,
      right: """
        struct Curtain: View {
            @State private var show = false
            var body: some View {
                VStack {
                    if show {
                        Color.red
                            .transition(.opacity)
                    }
                }
                .animation(.linear, value: show)
                .onTapGesture { show.toggle() }
            }
        }
        """),
    triggers: [.animation], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .animation {
      guard let value = module.argument(body, modifier.expr, "value"),
        let (index, branch) = fixedBranch(context.module, context.index, modifier, value)
      else { continue }
      let wanted = module.dependencies(body, value)
      // Where every change is animated anyway, the modifier is merely idle.
      if !wanted.variables.isEmpty, wanted.variables.allSatisfy({ alwaysAnimated(module, $0) }) { continue }
      let outer = module.tree(index)
      if module.isCovered(index, node: outer.nodes[branch].parent, from: 0, wanted) { continue }
      var notes: [Diagnostic.Note] = []
      if let condition = module.conditions(index, branch: branch).first {
        let home = module.bodies[index]
        notes = [
          .init("the branch depends on the same value", at: module.place(home, module.fullRange(home, condition)))
        ]
      }
      context.report(
        "this animation leaves together with the branch, so it does not animate it; put it on the container", body,
        modifier.expr, notes: notes,
        fixes: index == context.index
          ? moveOut(module, body, tree, modifier, container: tree.container(of: branch)) : [])
    }
  }

  /// The branch around a modifier in which its value is always the same, here or where the helper of the same view is used
  /// that the modifier stands in.
  static func fixedBranch(
    _ module: LintModule, _ index: Int, _ modifier: ViewTree.Modifier, _ value: ExprID
  ) -> (body: Int, branch: Int)? {
    let key = module.key(module.bodies[index], value)
    guard !key.contains("?") else { return nil }
    var place = (body: index, node: modifier.node)
    for _ in 0..<4 {
      if let branch = fixedBranch(module, place.body, place.node, key) { return (place.body, branch) }
      let tree = module.tree(place.body)
      var root = place.node
      while tree.nodes[root].parent >= 0 { root = tree.nodes[root].parent }
      // Only properties of the same view have the same names there.
      guard !key.contains("%"), module.isHelper(module.bodies[place.body]),
        let uses = module.placements(place.body, root), uses.count == 1
      else { return nil }
      place = uses[0]
    }
    return nil
  }

  private static func fixedBranch(_ module: LintModule, _ index: Int, _ node: Int, _ key: String) -> Int? {
    for branch in module.tree(index).branches(of: node) {
      for atom in module.atoms(index, branch: branch) {
        if atom.subject == key, atom.value == "true" || atom.isTrue && atom.isConstant { return branch }
        // `value: item != nil` in `if let item`.
        if atom.value == "nil", key == "isnil(\(atom.subject))" || key == "notnil(\(atom.subject))" { return branch }
      }
    }
    return nil
  }

  private static func alwaysAnimated(_ module: LintModule, _ variable: DeclID) -> Bool {
    let facts = module.facts(variable)
    let writes = facts.writes
    return !writes.isEmpty && facts.projections.isEmpty && writes.allSatisfy { module.manner($0) == .animated }
  }

  /// From its chain to behind the container's builder.
  private static func moveOut(
    _ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ modifier: ViewTree.Modifier, container: Int?
  ) -> [FixIt] {
    guard let container, tree.nodes[container].kind == .view else { return [] }
    let name = module.nameRange(body, modifier.expr)
    let end = module.fullRange(body, modifier.expr).end
    let target = module.fullRange(body, tree.nodes[container].expr).end
    guard name.start > 0, target > end else { return [] }
    let source = module.syntax(body).source
    var start = Int(name.start)
    while start > 0, [0x2E, 0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[start - 1]) { start -= 1 }
    let moved = "." + source.text(SourceRange(name.start, end))
    return [
      FixIt(
        "move the animation to the container",
        [
          .init(module.place(body, SourceRange(UInt32(start), end)), ""),
          .init(module.place(body, SourceRange(target, target)), moved),
        ], applicability: .needsReview)
    ]
  }
}
