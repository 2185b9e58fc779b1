/// A tap on a view that is empty in between.
enum TapOnEmptySpace {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "tap-on-empty-space", .info, "a tap on empty room does nothing",
      explanation: """
        Only what is drawn takes touches. A 'Spacer' and the room that a frame adds draw nothing, so a tap there goes \
        through. Put '.contentShape(Rectangle())' before the gesture.
        """,
      wrong: """
        struct Row: View {
            @State private var hits = 0
            var body: some View {
                HStack {
                    Text("Name")
                    Spacer()
                    Text("\\(hits)")
                }
                .onTapGesture { hits += 1 }
            }
        }
        """,
      right: """
        struct Row: View {
            @State private var hits = 0
            var body: some View {
                HStack {
                    Text("Name")
                    Spacer()
                    Text("\\(hits)")
                }
                .contentShape(Rectangle())
                .onTapGesture { hits += 1 }
            }
        }
        """),
    triggers: [.onTapGesture, .onLongPressGesture, .TapGesture], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    var isFilled = false
    var grows: ExprID?
    for modifier in tree.modifiers {
      let node = modifier.node
      if tree.modifiers[tree.nodes[node].modifierStart].expr == modifier.expr {
        // The innermost of its view.
        isFilled = false
        grows = nil
      }
      defer {
        var fills = false
        switch modifier.symbol {
        case .contentShape: fills = true
        case .background, .overlay:
          if !drawsNothing(module, body, modifier.expr) {
            fills = true
            grows = nil
          }
        case .frame:
          if isGrowing(module, body, modifier.expr) {
            grows = modifier.expr
            isFilled = false
          }
        case .buttonStyle, .mask, .border, .listRowBackground: fills = true
        case nil: fills = module.table.info(modifier.decl).isOwn
        default: break
        }
        if fills { isFilled = true }
      }
      guard isTap(module, body, modifier) else { continue }
      if isFilled { continue }
      let symbol = tree.nodes[node].symbol
      var gap: ExprID?
      if symbol == .HStack || symbol == .VStack { gap = spacer(tree, node) }
      if gap == nil, let grows, isSmall(tree, node) { gap = grows }
      guard let gap else { continue }
      let name = module.nameRange(body, modifier.expr)
      var fixes: [FixIt] = []
      if name.start > 0 {
        fixes.append(
          FixIt.insert(
            "contentShape(Rectangle()).", at: module.place(body, SourceRange(name.start, name.start)),
            title: "add '.contentShape(Rectangle())'"))
        fixes[0].applicability = .needsReview
      }
      context.report(
        "taps on the empty room go through; put '.contentShape(Rectangle())' before the gesture", body, modifier.expr,
        notes: [.init("nothing is drawn here", at: module.place(body, gap))], fixes: fixes)
    }
  }

  private static func isTap(_ module: LintModule, _ body: LintBody, _ modifier: ViewTree.Modifier) -> Bool {
    switch modifier.symbol {
    case .onTapGesture, .onLongPressGesture: return true
    case .gesture:
      guard let value = module.firstArgument(body, modifier.expr) else { return false }
      return body.descendants(value).contains { expr in
        body.kind(expr) == .initCall && module.table.info(DeclID(body[expr].a)).symbol == .TapGesture
      }
    default: return false
    }
  }

  private static func spacer(_ tree: ViewTree, _ node: Int) -> ExprID? {
    for child in tree.children(node) {
      guard case .content = tree.nodes[child].role else { continue }
      let items = tree.nodes[child].kind == .block ? tree.children(child) : [child]
      for (position, item) in items.enumerated() where tree.nodes[item].symbol == .Spacer {
        // A column that only pushes its content to one end is no row to tap on.
        let isBetween = position > 0 && position < items.count - 1
        if tree.nodes[node].symbol == .VStack, !isBetween { continue }
        // A frame may make it as small as a gap.
        if tree.hasModifier(item, .frame) { continue }
        return tree.nodes[item].expr
      }
    }
    return nil
  }

  /// Whether the frame takes more room than its content needs.
  private static func isGrowing(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> Bool {
    guard let value = module.argument(body, call, "maxWidth") else { return false }
    let row = body[module.peeled(body, value)]
    return row.kind == .computedMember && module.name(DeclID(row.b)) == "infinity"
  }

  private static func isSmall(_ tree: ViewTree, _ node: Int) -> Bool {
    switch tree.nodes[node].symbol {
    case .Text, .Label: return true
    case .HStack, .VStack:
      return (node + 1..<tree.nodes[node].end).allSatisfy { inner in
        switch tree.nodes[inner].kind {
        case .block: return true
        case .view: return [.Text, .Image, .Label].contains(tree.nodes[inner].symbol)
        default: return false
        }
      }
    default: return false
    }
  }

  private static func drawsNothing(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> Bool {
    guard body[call].list.count > 0 else { return false }
    for argument in body.items(body[call].list) {
      let row = body[module.peeled(body, argument)]
      if row.kind == .computedMember || row.kind == .storedMember, module.name(DeclID(row.b)) == "clear" { return true }
      if row.kind == .closure {
        let inside = body.descendants(argument)
        let views = inside.filter { body.kind($0) == .initCall || body.kind($0) == .computedMember }
        if views.contains(where: { expr in
          body.kind(expr) == .initCall && module.table.info(DeclID(body[expr].a)).symbol == .GeometryReader
        }) {
          return true
        }
        if !views.isEmpty,
          views.allSatisfy({ body.kind($0) == .computedMember && module.name(DeclID(body[$0].b)) == "clear" })
        {
          return true
        }
      }
      if row.kind == .initCall, module.table.info(DeclID(row.a)).symbol == .GeometryReader { return true }
    }
    return false
  }
}
