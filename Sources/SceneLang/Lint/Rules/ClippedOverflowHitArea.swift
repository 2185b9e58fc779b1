/// Clipped content that still takes taps outside of its clip.
enum ClippedOverflowHitArea {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "clipped-overflow-hit-area", .info, "clipped content takes taps outside of its box",
      explanation: """
        'clipped' and 'clipShape' cut what is drawn, not what is hit: the part that stands out is invisible and covers \
        its neighbours. Put '.contentShape(Rectangle())' behind the clip, or '.allowsHitTesting(false)' on the content.
        """,
      wrong: """
        struct Photo: View {
            @State private var taps = 0
            var body: some View {
                Image("photo")
                    .resizable()
                    .scaledToFill()
                    .frame(width: 100, height: 100)
                    .clipped()
                    .onTapGesture { taps += 1 }
                    .accessibilityLabel("\\(taps)")
            }
        }
        """,
      right: """
        struct Photo: View {
            @State private var taps = 0
            var body: some View {
                Image("photo")
                    .resizable()
                    .scaledToFill()
                    .frame(width: 100, height: 100)
                    .clipped()
                    .contentShape(Rectangle())
                    .onTapGesture { taps += 1 }
                    .accessibilityLabel("\\(taps)")
            }
        }
        """),
    triggers: [.clipped, .clipShape, .cornerRadius], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for (k, modifier) in tree.modifiers.enumerated() where clips(modifier) {
      let view = module.standing(context.index, modifier.node)
      guard let overflow = overflow(module, view, upTo: k),
        let tap = tap(module, tree, modifier.node, behind: k), tap == .gesture || overflow.isCertain
      else { continue }
      context.report(
        "the part that is cut off still takes taps; put '.contentShape(Rectangle())' behind the clip", body,
        modifier.expr,
        notes: [
          .init(
            "the content is larger than its frame here", at: module.place(module.bodies[overflow.body], overflow.expr))
        ])
    }
  }

  private static func clips(_ modifier: ViewTree.Modifier) -> Bool {
    modifier.symbol == .clipped || modifier.symbol == .clipShape || modifier.symbol == .cornerRadius
  }

  private enum Tap { case gesture, label }

  /// How a view takes taps with the area it has by itself: as it is, or as the label of a control.
  private static func tap(_ module: LintModule, _ tree: ViewTree, _ node: Int, behind k: Int) -> Tap? {
    let range = tree.modifierRange(node)
    for earlier in range where earlier < k {
      switch tree.modifiers[earlier].symbol {
      case .allowsHitTesting, .contentShape: return nil
      default: break
      }
    }
    var current = node
    var start = k + 1
    while true {
      for later in start..<max(start, tree.modifierRange(current).upperBound) {
        switch tree.modifiers[later].symbol {
        case .contentShape, .allowsHitTesting, .mask, .modifier, .disabled: return nil
        case .onTapGesture, .onLongPressGesture, .gesture: return .gesture
        case nil: if module.table.info(tree.modifiers[later].decl).isOwn { return nil }
        default: break
        }
      }
      let parent = tree.nodes[current].parent
      guard parent >= 0 else { return nil }
      if case .modifier = tree.nodes[current].role { return nil }
      switch tree.nodes[parent].kind {
      case .block, .conditional, .branch: break
      case .view:
        switch tree.nodes[parent].symbol {
        case .Group: break
        case .Button, .NavigationLink:
          // The label is the last argument that is a view; a link's first one is where it leads.
          let content = tree.children(parent).last { child in
            if case .content = tree.nodes[child].role { return true }
            return false
          }
          guard let content, tree.isInside(node, content), !isInList(tree, parent) else { return nil }
          return shapes(module, tree, parent) ? nil : .label
        default: return nil
        }
      default: return nil
      }
      current = parent
      start = tree.modifierRange(current).lowerBound
    }
  }

  /// A row of a list takes taps all over.
  private static func isInList(_ tree: ViewTree, _ node: Int) -> Bool {
    var current = node
    while current >= 0 {
      if tree.nodes[current].symbol == .List || tree.nodes[current].symbol == .Form { return true }
      current = tree.nodes[current].parent
    }
    return false
  }

  private static func shapes(_ module: LintModule, _ tree: ViewTree, _ node: Int) -> Bool {
    tree.modifierRange(node).contains { k in
      let symbol = tree.modifiers[k].symbol
      return symbol == .contentShape || symbol == .allowsHitTesting || symbol == .buttonStyle
        || symbol == nil && module.table.info(tree.modifiers[k].decl).isOwn
    }
  }

  private struct Overflow {
    var body: Int
    var expr: ExprID
    /// The frame is no square, which many pictures are meant for.
    var isCertain: Bool
  }

  /// Where the content gets larger than the frame that is clipped.
  private static func overflow(_ module: LintModule, _ view: StandingView, upTo clip: Int) -> Overflow? {
    var fills = loadedImage(module, view.core)
    var inner: (width: Double?, height: Double?, place: (body: Int, expr: ExprID))?
    var found: Overflow?
    var sides: (width: Double?, height: Double?) = (nil, nil)
    var given = (width: false, height: false)
    var hasBothSides: Bool { given.width && given.height }
    for entry in view.modifiers {
      if entry.frame == 0, entry.position == clip { break }
      let modifier = module.modifier(entry)
      let body = module.bodies[entry.body]
      switch modifier.symbol {
      case .scaledToFill: fills = (entry.body, modifier.expr)
      case .aspectRatio:
        if let isFill = isFill(module, body, modifier.expr) { fills = isFill ? (entry.body, modifier.expr) : nil }
      case .frame:
        let width = module.argument(body, modifier.expr, "width")
        let height = module.argument(body, modifier.expr, "height")
        let size = (width.flatMap { module.number(body, $0) }, height.flatMap { module.number(body, $0) })
        if let fills, width != nil || height != nil {
          found = found ?? Overflow(body: fills.body, expr: fills.expr, isCertain: true)
          sides = (size.0 ?? sides.width, size.1 ?? sides.height)
          given = (given.width || width != nil, given.height || height != nil)
        }
        if let inner, found == nil {
          var isLarger = false
          if let a = inner.width, let b = size.0, a > b { isLarger = true }
          if let a = inner.height, let b = size.1, a > b { isLarger = true }
          if isLarger { return Overflow(body: inner.place.body, expr: inner.place.expr, isCertain: true) }
        }
        if size.0 != nil || size.1 != nil { inner = (size.0, size.1, (entry.body, modifier.expr)) }
      case .clipped, .clipShape, .contentShape, .cornerRadius:
        fills = nil
        inner = nil
        found = nil
      default: break
      }
    }
    if hasBothSides {
      // Of two sides that are not known nothing can be said.
      found?.isCertain = false
      if let width = sides.width, let height = sides.height {
        found?.isCertain = max(width, height) > 1.5 * min(width, height)
      }
    }
    return found
  }

  private static func isFill(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> Bool? {
    guard let mode = module.argument(body, call, "contentMode") else { return nil }
    let row = body[module.peeled(body, mode)]
    return row.kind == .enumCase && module.name(DeclID(row.a)) == "fill"
  }

  /// Where an image that is loaded is made to fill, in the closure that makes the view of it.
  private static func loadedImage(_ module: LintModule, _ core: StandingView.Spot) -> (body: Int, expr: ExprID)? {
    let tree = module.tree(core.body)
    let body = module.bodies[core.body]
    guard tree.nodes[core.node].symbol == .AsyncImage else { return nil }
    for node in core.node + 1..<max(core.node + 1, tree.nodes[core.node].end) where tree.nodes[node].kind == .other {
      var found: ExprID?
      for k in tree.modifierRange(node) {
        switch tree.modifiers[k].symbol {
        case .scaledToFill: found = tree.modifiers[k].expr
        case .aspectRatio:
          if let isFill = isFill(module, body, tree.modifiers[k].expr) { found = isFill ? tree.modifiers[k].expr : nil }
        case .frame, .clipped, .clipShape: found = nil
        default: break
        }
      }
      if let found { return (core.body, found) }
    }
    return nil
  }
}
