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
    triggers: [.clipped, .clipShape], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for (k, modifier) in tree.modifiers.enumerated() where modifier.symbol == .clipped || modifier.symbol == .clipShape
    {
      let range = tree.modifierRange(modifier.node)
      guard let overflow = overflow(module, body, tree, range.lowerBound..<k) else { continue }
      var isTapped = false
      var isShaped = false
      for later in range where later > k {
        switch tree.modifiers[later].symbol {
        case .contentShape, .allowsHitTesting, .mask: isShaped = true
        case .onTapGesture, .onLongPressGesture, .gesture: isTapped = true
        case nil: if module.table.info(tree.modifiers[later].decl).isOwn { isShaped = true }
        default: break
        }
        if isTapped || isShaped { break }
      }
      for earlier in range where earlier < k {
        switch tree.modifiers[earlier].symbol {
        case .allowsHitTesting, .contentShape: isShaped = true
        default: break
        }
      }
      guard isTapped, !isShaped else { continue }
      context.report(
        "the part that is cut off still takes taps; put '.contentShape(Rectangle())' behind the clip", body,
        modifier.expr, notes: [.init("the content is larger than its frame here", at: module.place(body, overflow))])
    }
  }

  /// Where the content gets larger than the frame that is clipped.
  private static func overflow(
    _ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ range: Range<Int>
  ) -> ExprID? {
    var fills: ExprID?
    var inner: (width: Double?, height: Double?, expr: ExprID)?
    for k in range {
      let modifier = tree.modifiers[k]
      switch modifier.symbol {
      case .scaledToFill: fills = modifier.expr
      case .aspectRatio:
        if let mode = module.argument(body, modifier.expr, "contentMode") {
          let row = body[module.peeled(body, mode)]
          fills = row.kind == .enumCase && module.name(DeclID(row.a)) == "fill" ? modifier.expr : nil
        }
      case .frame:
        let width = module.argument(body, modifier.expr, "width")
        let height = module.argument(body, modifier.expr, "height")
        if let fills, width != nil || height != nil { return fills }
        let size = (width.flatMap { module.number(body, $0) }, height.flatMap { module.number(body, $0) })
        if let inner {
          if let a = inner.width, let b = size.0, a > b { return inner.expr }
          if let a = inner.height, let b = size.1, a > b { return inner.expr }
        }
        if size.0 != nil || size.1 != nil { inner = (size.0, size.1, modifier.expr) }
      case .clipped, .clipShape, .contentShape:
        fills = nil
        inner = nil
      default: break
      }
    }
    return nil
  }
}
