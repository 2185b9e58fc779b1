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
    let tree = context.tree
    for reader in tree.nodes.indices where tree.nodes[reader].symbol == .GeometryReader {
      // One that only measures draws nothing that could lie over anything.
      if onlyMeasures(module, body, tree, reader) { continue }
      guard let (index, scroll, axis) = scrollView(module, context.index, reader, Sized(), depth: 0) else { continue }
      let other = module.bodies[index]
      context.report(
        "in a scroll view a geometry reader is 10 points \(axis == .vertical ? "high" : "wide") unless a frame says "
          + "otherwise", body, tree.nodes[reader].expr,
        notes: index == context.index
          ? [] : [.init("the scroll view", at: module.place(other, module.tree(index).nodes[scroll].expr))])
    }
  }

  /// Which sides a frame gives, seen from the reader outwards.
  private struct Sized {
    var width = false
    var height = false
  }

  /// The scroll view around a reader that nothing gives a size along its axis, if only stacks, loops and groups lie
  /// between, in this body and in those that the reader's body is a part of.
  private static func scrollView(
    _ module: LintModule, _ index: Int, _ start: Int, _ outer: Sized, depth: Int
  ) -> (body: Int, node: Int, axis: Axis)? {
    let body = module.bodies[index]
    let tree = module.tree(index)
    var sized = outer
    var current = start
    while true {
      note(module, body, tree, current, &sized)
      let parent = tree.nodes[current].parent
      guard parent >= 0 else { break }
      if case .modifier = tree.nodes[current].role { return nil }
      switch tree.nodes[parent].kind {
      case .block, .conditional, .branch, .loop: break
      case .view:
        switch tree.nodes[parent].symbol {
        case .ScrollView:
          guard let axis = axis(module, body, tree.nodes[parent].expr),
            !(axis == .vertical ? sized.height : sized.width)
          else { return nil }
          return (index, parent, axis)
        case .VStack, .LazyVStack, .Group, .ZStack, .HStack, .LazyHStack, .Section: break
        default: return nil
        }
      default: return nil
      }
      current = parent
    }
    guard depth < 5, !(sized.width && sized.height), let uses = module.placements(index, current) else { return nil }
    for use in uses.prefix(40) {
      if let found = scrollView(module, use.body, use.node, sized, depth: depth + 1) { return found }
    }
    return nil
  }

  private static func note(
    _ module: LintModule, _ body: LintBody, _ tree: ViewTree, _ node: Int, _ sized: inout Sized
  ) {
    for k in tree.modifierRange(node) {
      let modifier = tree.modifiers[k]
      switch modifier.symbol {
      case .frame:
        for label in ["height", "minHeight"] where module.argument(body, modifier.expr, label) != nil {
          sized.height = true
        }
        for label in ["width", "minWidth"] where module.argument(body, modifier.expr, label) != nil {
          sized.width = true
        }
      case .aspectRatio, .scaledToFit, .containerRelativeFrame, .scaledToFill, .modifier:
        sized = Sized(width: true, height: true)
      case nil: if module.table.info(modifier.decl).isOwn { sized = Sized(width: true, height: true) }
      default: break
      }
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
