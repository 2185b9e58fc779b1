/// Loops with common ids in one lazy container.
enum LazySiblingIDClash {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "lazy-sibling-id-clash", .warning, "two loops of a lazy container share ids",
      explanation: """
        Lazy stacks and grids flatten what is in them, so ids must be unique over all loops inside. Where two loops share \
        some, items are missing or shown twice. Give the loops distinct ids, such as strings with a prefix.
        """,
      wrong: """
        struct TwoLoops: View {
            var body: some View {
                LazyVStack {
                    ForEach(0..<2, id: \\.self) { Text("a\\($0)") }
                    ForEach(0..<2, id: \\.self) { Text("b\\($0)") }
                }
            }
        }
        """,
      right: """
        struct TwoLoops: View {
            var body: some View {
                LazyVStack {
                    ForEach(0..<2, id: \\.self) { Text("a\\($0)") }
                    ForEach(2..<4, id: \\.self) { Text("b\\($0)") }
                }
            }
        }
        """),
    triggers: [.LazyVStack, .LazyHStack, .LazyVGrid, .LazyHGrid], check: check)

  private static let lazy: LintSymbolSet = [.LazyVStack, .LazyHStack, .LazyVGrid, .LazyHGrid]

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for container in tree.nodes.indices where tree.nodes[container].symbol.map(lazy.contains) ?? false {
      var seen: [Loop] = []
      for loop in container + 1..<tree.nodes[container].end where tree.nodes[loop].kind == .loop {
        guard tree.container(of: loop) == container, let data = module.firstArgument(body, tree.nodes[loop].expr) else {
          continue
        }
        if rowHasID(tree, loop) { continue }
        let id = module.argument(body, tree.nodes[loop].expr, "id")
        let range =
          id.map { Loops.isSelfPath(module, body, $0) } ?? true && Loops.constantRange(module, body, data) != nil
          ? Loops.constantRange(module, body, data)
          : Loops.positions(module, body, loop: tree.nodes[loop].expr)
        let key = range == nil ? dataKey(module, body, data) + "|" + (id.map { module.key(body, $0) } ?? "") : ""
        let atoms = module.atoms(context.index, around: loop, upTo: container)
        let ids = constantIDs(module, body, data, id)
        // A loop in the rows of another has the row's id in front of its own.
        let outer = outerLoop(tree, loop, container)
        for other in seen
        where other.outer == outer && !module.exclude(other.atoms, atoms)
          && !sameConditional(tree, other.node, loop, container)
        {
          var clash = false
          if let a = other.range, let b = range { clash = max(a.low, b.low) < min(a.high, b.high) }
          if !key.isEmpty, !key.contains("?"), key == other.key { clash = true }
          if !ids.isDisjoint(with: other.ids) { clash = true }
          guard clash else { continue }
          context.report(
            "this loop has ids in common with another one of the same lazy container", body, tree.nodes[loop].expr,
            notes: [.init("the other loop", at: module.place(body, tree.nodes[other.node].expr))])
          break
        }
        seen.append(Loop(node: loop, range: range, key: key, ids: ids, atoms: atoms, outer: outer))
      }
    }
  }

  private struct Loop {
    var node: Int
    var range: (low: Double, high: Double)?
    var key: String
    /// Of the elements, where all are written in the text.
    var ids: Set<String>
    var atoms: [LintModule.Atom]
    /// The loop in whose rows it stands; -1 for none.
    var outer: Int
  }

  private static func outerLoop(_ tree: ViewTree, _ loop: Int, _ container: Int) -> Int {
    var node = Int(tree.nodes[loop].parent)
    while node > container {
      if tree.nodes[node].kind == .loop { return node }
      node = Int(tree.nodes[node].parent)
    }
    return -1
  }

  private static func constantIDs(_ module: LintModule, _ body: LintBody, _ data: ExprID, _ id: ExprID?) -> Set<String>
  {
    guard let (home, elements) = Loops.constantElements(module, body, data) else { return [] }
    return Set(elements.compactMap { Loops.identity(module, body, home, $0, id)?.key })
  }

  private static func dataKey(_ module: LintModule, _ body: LintBody, _ data: ExprID) -> String {
    module.rootVariable(body, data) == .none ? "" : module.key(body, data)
  }

  /// In two branches of one conditional.
  private static func sameConditional(_ tree: ViewTree, _ a: Int, _ b: Int, _ container: Int) -> Bool {
    let outer = tree.branches(of: a, upTo: container)
    for branch in tree.branches(of: b, upTo: container) {
      for other in outer where other != branch && tree.nodes[other].parent == tree.nodes[branch].parent { return true }
    }
    return false
  }

  /// A row with an id of its own.
  private static func rowHasID(_ tree: ViewTree, _ loop: Int) -> Bool {
    tree.children(loop).contains { tree.hasModifier($0, .id) }
  }
}
