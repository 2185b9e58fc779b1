/// `GeometryReader` in the direction in which a scroll view gives no size.
enum GeometryReaderUnsized {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "geometry-reader-unsized", .info, "a geometry reader without size in a scroll view",
      explanation: """
        A geometry reader takes what it is offered, and a scroll view offers nothing in the direction it scrolls: the \
        reader is 10 points high, and its content lies over what follows. Give it a frame, or measure with a background.
        """,
      wrong: """
        struct Banner: View {
            var body: some View {
                ScrollView {
                    VStack {
                        GeometryReader { proxy in
                            Color.red.frame(width: proxy.size.width / 2, height: 200)
                        }
                        Text("below")
                    }
                }
            }
        }
        """,
      right: """
        struct Banner: View {
            var body: some View {
                ScrollView {
                    VStack {
                        GeometryReader { proxy in
                            Color.red.frame(width: proxy.size.width / 2, height: 200)
                        }
                        .frame(height: 200)
                        Text("below")
                    }
                }
            }
        }
        """),
    triggers: [.GeometryReader], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    guard body.symbols.contains(.ScrollView) else { return }
    let tree = context.tree
    for reader in tree.nodes.indices where tree.nodes[reader].symbol == .GeometryReader {
      guard let scroll = scrollView(tree, reader), let axis = axis(module, body, tree.nodes[scroll].expr) else {
        continue
      }
      let side = axis == .vertical ? "height" : "width"
      var current = reader
      var isSized = false
      while current != scroll {
        for k in tree.modifierRange(current) {
          let modifier = tree.modifiers[k]
          switch modifier.symbol {
          case .frame:
            for label in [side, axis == .vertical ? "minHeight" : "minWidth"]
            where module.argument(body, modifier.expr, label) != nil {
              isSized = true
            }
          case .aspectRatio, .scaledToFit, .containerRelativeFrame, .scaledToFill: isSized = true
          case nil: isSized = isSized || module.table.info(modifier.decl).isOwn
          default: break
          }
        }
        current = tree.nodes[current].parent
      }
      if isSized { continue }
      // One that only measures draws nothing that could lie over anything.
      if onlyMeasures(module, body, tree, reader) { continue }
      context.report(
        "in a scroll view a geometry reader is 10 points \(axis == .vertical ? "high" : "wide") unless a frame says "
          + "otherwise", body, tree.nodes[reader].expr)
    }
  }

  /// The scroll view around, if only stacks, loops and groups lie between.
  private static func scrollView(_ tree: ViewTree, _ node: Int) -> Int? {
    var current = node
    while true {
      let parent = tree.nodes[current].parent
      guard parent >= 0 else { return nil }
      if case .modifier = tree.nodes[current].role { return nil }
      switch tree.nodes[parent].kind {
      case .block, .conditional, .branch, .loop: break
      case .view:
        switch tree.nodes[parent].symbol {
        case .ScrollView: return parent
        case .VStack, .LazyVStack, .Group, .ZStack, .HStack, .LazyHStack, .Section: break
        default: return nil
        }
      default: return nil
      }
      current = parent
    }
  }

  private enum Axis { case vertical, horizontal }

  private static func axis(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> Axis? {
    guard let value = module.firstArgument(body, call), body.kind(value) != .closure else { return .vertical }
    let row = body[module.peeled(body, value)]
    switch row.kind {
    case .computedMember, .storedMember, .global:
      switch module.name(row.kind == .global ? DeclID(row.a) : DeclID(row.b)) {
      case "vertical": return .vertical
      case "horizontal": return .horizontal
      default: return nil
      }
    case .boolLiteral: return .vertical
    default: return nil
    }
  }

  private static func onlyMeasures(_ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ reader: Int) -> Bool {
    var isEmpty = true
    for inner in reader + 1..<max(reader + 1, tree.nodes[reader].end) {
      switch tree.nodes[inner].kind {
      case .block, .branch, .conditional: break
      default:
        let row = body[tree.nodes[inner].expr]
        let name =
          row.kind == .computedMember || row.kind == .storedMember ? module.name(DeclID(row.b)) : ""
        if name != "clear" && tree.nodes[inner].symbol != .EmptyView { isEmpty = false }
      }
    }
    return isEmpty
  }
}
