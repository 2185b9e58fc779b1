/// A view that leaves a stack in depth, without a place of its own in the order.
enum TransitionNeedsZIndex {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "transition-needs-zindex", .warning, "a leaving view falls behind its siblings",
      explanation: """
        A view that is being removed loses its place in the order of its ZStack and is drawn below siblings of equal \
        'zIndex': it comes in above them, and vanishes behind them. Give the view of the branch a 'zIndex' of its own.
        """,
      wrong: """
        struct Toast: View {
            @State private var show = true
            var body: some View {
                ZStack {
                    Color.yellow
                    if show {
                        Text("Saved")
                            .transition(.opacity)
                    }
                }
                .onTapGesture { withAnimation { show = false } }
            }
        }
        """,
      right: """
        struct Toast: View {
            @State private var show = true
            var body: some View {
                ZStack {
                    Color.yellow
                    if show {
                        Text("Saved")
                            .transition(.opacity)
                            .zIndex(1)
                    }
                }
                .onTapGesture { withAnimation { show = false } }
            }
        }
        """),
    triggers: [.transition], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for modifier in tree.modifiers where modifier.symbol == .transition {
      if Transitions.isIdentity(module, body, modifier.expr) { continue }
      var found = cover(module, context.index, modifier.node)
      if found == nil, case .root = Transitions.reach(module, context.index, modifier.node),
        !hasIndex(tree, from: modifier.node, to: -1)
      {
        // A helper or view type that comes and goes as a whole where it is used.
        var root = modifier.node
        while tree.nodes[root].parent >= 0 { root = tree.nodes[root].parent }
        found =
          (module.placements(context.index, root) ?? []).prefix(40).lazy.compactMap {
            cover(module, $0.body, $0.node)
          }.first
      }
      guard let found else { continue }
      let end = module.fullRange(body, modifier.expr).end
      var fix = FixIt.insert(
        ".zIndex(1)", at: module.place(body, SourceRange(end, end)), title: "add '.zIndex(1)'")
      if !found.isLast { fix.applicability = .needsReview }
      context.report(
        "while it leaves, this view is drawn behind its siblings; give it a 'zIndex'", body, modifier.expr,
        notes: [.init("this view covers it", at: found.place)], fixes: [fix])
    }
  }

  /// What is drawn over a view that leaves a stack: a sibling in front of it in the text that is always there.
  private static func cover(
    _ module: LintModule, _ index: Int, _ node: Int
  ) -> (place: SourcePlace, isLast: Bool)? {
    let body = module.bodies[index]
    let tree = module.tree(index)
    guard case .inserted(let root) = Transitions.reach(module, index, node), let stack = stack(tree, around: root)
    else { return nil }
    // The branch itself, not a loop inside of it.
    guard let branch = tree.branches(of: node, upTo: stack).last,
      tree.loops(of: node).allSatisfy({ !tree.isInside($0, stack) || $0 == stack }),
      !hasIndex(tree, from: node, to: stack)
    else { return nil }
    let conditional = tree.nodes[branch].parent
    guard let cover = siblings(tree, stack, before: conditional).first(where: { covers(module, body, tree, $0) }),
      // A sibling with a lower index stays below.
      !tree.modifierRange(cover).contains(where: { isNegative(module, body, tree, $0) })
    else { return nil }
    return (module.place(body, tree.nodes[cover].expr), conditional == lastItem(tree, stack))
  }

  /// The stack that holds a view: a `ZStack`, or the block of several views in an overlay or background.
  private static func stack(_ tree: ViewTree, around node: Int) -> Int? {
    if let container = tree.container(of: node) { return tree.nodes[container].symbol == .ZStack ? container : nil }
    var current = node
    while current >= 0 {
      if case .modifier(let k) = tree.nodes[current].role {
        let parent = tree.nodes[current].parent
        let symbol = tree.modifiers[tree.modifierRange(parent).lowerBound + k].symbol
        return tree.nodes[current].kind == .block && (symbol == .overlay || symbol == .background) ? current : nil
      }
      current = tree.nodes[current].parent
    }
    return nil
  }

  private static func hasIndex(_ tree: ViewTree, from node: Int, to container: Int) -> Bool {
    var current = node
    while current >= 0, current != container {
      if tree.hasModifier(current, .zIndex) { return true }
      current = tree.nodes[current].parent
    }
    return false
  }

  private static func isNegative(_ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ k: Int) -> Bool {
    guard tree.modifiers[k].symbol == .zIndex, let value = module.firstArgument(body, tree.modifiers[k].expr) else {
      return false
    }
    return module.number(body, value).map { $0 < 0 } ?? true
  }

  /// The direct items of a container that are always there, in front of a node in the text.
  private static func siblings(_ tree: ViewTree, _ container: Int, before node: Int) -> [Int] {
    items(tree, container).filter { $0 < node && tree.nodes[$0].kind != .conditional }
  }

  private static func lastItem(_ tree: ViewTree, _ container: Int) -> Int { items(tree, container).last ?? -1 }

  private static func items(_ tree: ViewTree, _ container: Int) -> [Int] {
    var found: [Int] = []
    if tree.nodes[container].kind == .block { return tree.children(container) }
    for child in tree.children(container) {
      guard case .content = tree.nodes[child].role else { continue }
      if tree.nodes[child].kind == .block { found += tree.children(child) } else { found.append(child) }
    }
    return found
  }

  private static let filling: LintSymbolSet = [
    .Color, .Rectangle, .LinearGradient, .RadialGradient, .AngularGradient, .EllipticalGradient, .MeshGradient,
    .ScrollView, .List, .Form, .NavigationStack, .NavigationView, .TabView, .GeometryReader, .RoundedRectangle,
    .NavigationSplitView, .Canvas,
  ]

  /// Whether a view takes all the room and draws in it.
  private static func covers(
    _ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ node: Int, depth: Int = 0
  ) -> Bool {
    let row = tree.nodes[node]
    if isClear(module, body, row.expr) { return false }
    var isFilling = row.symbol.map(filling.contains) ?? false
    if depth < 3, let index = module.bodyMaking(row), module.tree(index).standsForOne {
      // A helper or view type is what its one view is.
      let inner = module.tree(index)
      isFilling = inner.nodes[0].kind != .block && covers(module, module.bodies[index], inner, 0, depth: depth + 1)
    }
    if row.symbol == .Image { isFilling = tree.hasModifier(node, .scaledToFill) }
    for k in tree.modifierRange(node) {
      let modifier = tree.modifiers[k]
      switch modifier.symbol {
      case .frame:
        if module.argument(body, modifier.expr, "width") != nil || module.argument(body, modifier.expr, "height") != nil
        {
          isFilling = false
        }
        if row.symbol != .Spacer, isInfinite(module, body, modifier.expr, "maxWidth"),
          isInfinite(module, body, modifier.expr, "maxHeight"), row.kind == .view
        {
          isFilling = draws(tree, node)
        }
      case .zIndex, .blur: break
      default: break
      }
    }
    return isFilling
  }

  /// A frame alone draws nothing.
  private static func draws(_ tree: ViewTree, _ node: Int) -> Bool {
    tree.hasModifier(node, .background) || tree.nodes[node].symbol.map(filling.contains) ?? false
  }

  private static func isInfinite(_ module: LintModule, _ body: LintBody, _ call: ExprID, _ label: String) -> Bool {
    guard let value = module.argument(body, call, label) else { return false }
    let row = body[module.peeled(body, value)]
    return row.kind == .computedMember && module.name(DeclID(row.b)) == "infinity"
  }

  private static func isClear(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    let row = body[expr]
    return (row.kind == .computedMember || row.kind == .storedMember) && module.name(DeclID(row.b)) == "clear"
  }
}
