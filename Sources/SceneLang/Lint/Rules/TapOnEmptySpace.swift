/// A tap on a view that is empty in between.
enum TapOnEmptySpace {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "tap-on-empty-space", .info, "a tap on empty room does nothing",
      explanation: """
        Only what is drawn takes touches. A 'Spacer' and the room that a frame adds draw nothing, so a tap there goes \
        through. Put '.contentShape(Rectangle())' before the gesture. The label of a button of the plain style takes taps \
        in the same way.
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
    triggers: [.onTapGesture, .onLongPressGesture, .TapGesture, .Button], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let tree = context.tree
    for node in tree.nodes.indices {
      if tree.nodes[node].symbol == .Button { checkLabel(context, node) }
      let taps = tree.modifierRange(node).filter { isTap(module, context.body, tree.modifiers[$0]) }
      guard !taps.isEmpty else { continue }
      let view = module.standing(context.index, node)
      for tap in taps {
        guard let gap = gap(module, view, upTo: tap) else { continue }
        report(context, tree.modifiers[tap].expr, gap, fix: true)
      }
    }
  }

  /// The label of a button of the plain style takes taps where it draws, like any view.
  private static func checkLabel(_ context: LintContext, _ button: Int) {
    let module = context.module
    let tree = context.tree
    guard isPlain(module, context.body, tree, button) else { return }
    for child in tree.children(button) {
      guard case .content = tree.nodes[child].role,
        let gap = gap(module, module.standing(context.index, child), upTo: nil)
      else { continue }
      report(context, tree.nodes[button].expr, gap, fix: false)
      return
    }
  }

  /// Whether the style that is named nearest around a button is the plain one.
  private static func isPlain(_ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ button: Int) -> Bool {
    var current = button
    while current >= 0 {
      for k in tree.modifierRange(current) where tree.modifiers[k].symbol == .buttonStyle {
        guard let value = module.firstArgument(body, tree.modifiers[k].expr) else { return false }
        let row = body[module.peeled(body, value)]
        switch row.kind {
        case .computedMember, .storedMember: return module.name(DeclID(row.b)) == "plain"
        case .global: return module.name(DeclID(row.a)) == "plain"
        case .initCall: return module.name(module.sema.owner(of: DeclID(row.a))) == "PlainButtonStyle"
        default: return false
        }
      }
      current = tree.nodes[current].parent
    }
    return false
  }

  /// Where a view draws nothing in the room it takes; nil where something fills it, up to a modifier of the body that was
  /// begun with.
  private static func gap(
    _ module: LintModule, _ view: StandingView, upTo tap: Int?
  ) -> (body: LintBody, expr: ExprID)? {
    var isFilled = false
    // What is drawn behind the view itself fills the room in it for good; a frame around it adds other room.
    var isCoreFilled = false
    var grows: (body: LintBody, expr: ExprID)?
    for entry in view.modifiers {
      if entry.frame == 0, entry.position == tap { break }
      let modifier = module.modifier(entry)
      let body = module.bodies[entry.body]
      switch modifier.symbol {
      case .contentShape, .buttonStyle, .mask, .border, .listRowBackground, .modifier, .allowsHitTesting:
        isFilled = true
        isCoreFilled = true
      case .background, .overlay:
        if !drawsNothing(module, body, modifier.expr) {
          isFilled = true
          isCoreFilled = true
          grows = nil
        }
      case .frame:
        if isGrowing(module, body, modifier.expr) {
          grows = (body, modifier.expr)
          isFilled = false
        }
      case nil:
        if module.table.info(modifier.decl).isOwn {
          isFilled = true
          isCoreFilled = true
        }
      default: break
      }
    }
    if isFilled { return nil }
    let core = view.core
    let tree = module.tree(core.body)
    let symbol = tree.nodes[core.node].symbol
    if !isCoreFilled, symbol == .HStack || symbol == .VStack, let spacer = spacer(tree, core.node) {
      return (module.bodies[core.body], spacer)
    }
    return isSmall(tree, core.node) ? grows : nil
  }

  private static func report(
    _ context: LintContext, _ expr: ExprID, _ gap: (body: LintBody, expr: ExprID), fix isWanted: Bool
  ) {
    let module = context.module
    let name = module.nameRange(context.body, expr)
    var fixes: [FixIt] = []
    if isWanted, name.start > 0 {
      fixes.append(
        FixIt.insert(
          "contentShape(Rectangle()).", at: module.place(context.body, SourceRange(name.start, name.start)),
          title: "add '.contentShape(Rectangle())'"))
      fixes[0].applicability = .needsReview
    }
    context.report(
      isWanted
        ? "taps on the empty room go through; put '.contentShape(Rectangle())' before the gesture"
        : "taps on the empty room of a plain button go through; put '.contentShape(Rectangle())' on its label",
      context.body, expr, notes: [.init("nothing is drawn here", at: module.place(gap.body, gap.expr))], fixes: fixes)
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
