/// A size that is measured and set on the same view.
enum LayoutFeedbackLoop {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "layout-feedback-loop", .warning, "a measured size decides about what is measured",
      explanation: """
        The geometry of a view feeds a state, and the state sets the size of that view: each layout makes the next one. \
        SwiftUI gives up with "tried to update multiple times per frame", or never comes to rest. Measure something \
        whose size does not depend on the state. While a scene plays, R0641 reports a layout that does not settle.
        """,
      wrong: """
        struct HeightKey: PreferenceKey {
            static var defaultValue: CGFloat { 0 }
            static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
        }
        struct Loop: View {
            @State private var height: CGFloat = 10
            var body: some View {
                Color.red
                    .frame(height: height + 1)
                    .background {
                        GeometryReader { proxy in
                            Color.clear.preference(key: HeightKey.self, value: proxy.size.height)
                        }
                    }
                    .onPreferenceChange(HeightKey.self) { height = $0 }
            }
        }
        """,
      right: """
        struct HeightKey: PreferenceKey {
            static var defaultValue: CGFloat { 0 }
            static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
        }
        struct Loop: View {
            @State private var height: CGFloat = 10
            var body: some View {
                VStack {
                    Text("measured")
                        .background {
                            GeometryReader { proxy in
                                Color.clear.preference(key: HeightKey.self, value: proxy.size.height)
                            }
                        }
                        .onPreferenceChange(HeightKey.self) { height = $0 }
                    Color.red.frame(height: height + 1)
                }
            }
        }
        """),
    triggers: [.onPreferenceChange, .onGeometryChange, .GeometryReader], check: check)

  private struct Sides: OptionSet {
    let rawValue: Int
    static let width = Sides(rawValue: 1)
    static let height = Sides(rawValue: 2)
  }

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    for reader in tree.nodes.indices where tree.nodes[reader].symbol == .GeometryReader {
      guard let (node, position) = measured(tree, reader) else { continue }
      guard let closure = module.closures(body, tree.nodes[reader].expr).first,
        let proxy = body.body.closures[closure.closure].parameters.first
      else { continue }
      var keys: [DeclID] = []
      var sides: Sides = []
      for modifier in tree.modifiers where tree.isInside(modifier.node, reader) {
        switch modifier.symbol {
        case .preference:
          guard body[modifier.expr].list.count > 1 else { continue }
          let key = body[module.peeled(body, body.item(body[modifier.expr].list, 0))]
          if key.kind == .typeReference { keys.append(module.sema.types.decl(TypeID(key.a))) }
          sides.formUnion(self.sides(module, body, body.item(body[modifier.expr].list, 1), proxy))
        case .onAppear, .onChange, .task:
          for (value, _) in module.closures(body, modifier.expr) {
            report(context, node, position, written(module, body, value), sidesOfWrites(module, body, value, proxy))
          }
        default: break
        }
      }
      guard !keys.isEmpty, !sides.isEmpty else { continue }
      for (k, modifier) in tree.modifiers.enumerated() where modifier.symbol == .onPreferenceChange {
        // The reader of the preference is the same view, further out, or a view around.
        guard tree.isInside(node, modifier.node) else { continue }
        if modifier.node == node, k - tree.modifierRange(node).lowerBound <= position { continue }
        let key = body[module.peeled(body, body.item(body[modifier.expr].list, 0))]
        guard key.kind == .typeReference, keys.contains(module.sema.types.decl(TypeID(key.a))),
          let (value, closure) = module.closures(body, modifier.expr).last
        else { continue }
        _ = closure
        report(context, node, position, written(module, body, value), sides)
      }
    }
    for (k, modifier) in tree.modifiers.enumerated() where modifier.symbol == .onGeometryChange {
      let closures = module.closures(body, modifier.expr)
      guard closures.count == 2, let proxy = body.body.closures[closures[0].closure].parameters.first else { continue }
      let sides = sides(module, body, closures[0].expr, proxy)
      report(
        context, modifier.node, k - tree.modifierRange(modifier.node).lowerBound,
        written(module, body, closures[1].expr), sides)
    }
  }

  /// The view that a reader in its background or overlay measures.
  private static func measured(_ tree: ViewTree, _ reader: Int) -> (node: Int, position: Int)? {
    var current = reader
    while tree.nodes[current].parent >= 0 {
      let parent = tree.nodes[current].parent
      if case .modifier(let k) = tree.nodes[current].role {
        switch tree.modifiers[tree.modifierRange(parent).lowerBound + k].symbol {
        case .background, .overlay: return (parent, k)
        default: return nil
        }
      }
      switch tree.nodes[parent].kind {
      case .block, .conditional, .branch: current = parent
      default: return nil
      }
    }
    return nil
  }

  private static func written(_ module: LintModule, _ body: LintBody, _ closure: ExprID) -> IDSet<DeclID> {
    var found: IDSet<DeclID> = []
    for use in body.uses where use.access == .write && body.contains(closure, use.expr) && module.isState(use.variable)
    {
      // A guarded write ends by itself.
      if isGuarded(body, use.expr, closure) { continue }
      found.insert(use.variable)
    }
    return found
  }

  private static func isGuarded(_ body: LintBody, _ expr: ExprID, _ closure: ExprID) -> Bool {
    var up = body.around(expr.raw)
    while up != LintBody.noParent {
      if up & LintBody.statementBit == 0 {
        if up == closure.raw { return false }
        up = body.around(up)
      } else {
        let row = body.body.statements[Int(up & ~LintBody.statementBit)]
        if row.kind == .ifElse || row.kind == .guardElse { return true }
        up = body.around(up)
      }
    }
    return false
  }

  private static func sidesOfWrites(
    _ module: LintModule, _ body: LintBody, _ closure: ExprID, _ proxy: LocalID
  ) -> Sides {
    var found: Sides = []
    for use in body.uses where use.access == .write && body.contains(closure, use.expr) && use.operation != .none {
      guard body.kind(use.operation) == .assign else { continue }
      found.formUnion(sides(module, body, ExprID(body[use.operation].b), proxy))
    }
    return found
  }

  /// Which sides of the proxy's size a value holds.
  private static func sides(_ module: LintModule, _ body: LintBody, _ value: ExprID, _ proxy: LocalID) -> Sides {
    var found: Sides = []
    for inner in body.descendants(value) {
      let row = body[inner]
      guard row.kind == .computedMember || row.kind == .storedMember, row.a != .max else { continue }
      let name = module.name(DeclID(row.b))
      guard name == "size" || name == "frame" else {
        if name == "width" || name == "height", isFrame(module, body, ExprID(row.a)) {
          found.insert(name == "width" ? .width : .height)
        }
        continue
      }
      let parent = body.parentExpression(inner)
      let next = parent == .none ? "" : module.name(DeclID(body[parent].b))
      let isMember = parent != .none && (body.kind(parent) == .storedMember || body.kind(parent) == .computedMember)
      if isMember, next == "width" {
        found.insert(.width)
      } else if isMember, next == "height" {
        found.insert(.height)
      } else {
        found.formUnion([.width, .height])
      }
    }
    return found
  }

  /// `proxy.frame(in: .local)`
  private static func isFrame(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    body.kind(expr) == .call && module.table.info(DeclID(body[expr].a)).symbol == .frame
  }

  /// Reports the size modifiers of the measured view, and of what is in it, that depend on the states.
  private static func report(
    _ context: LintContext, _ node: Int, _ position: Int, _ written: IDSet<DeclID>, _ sides: Sides
  ) {
    let module = context.module
    let body = context.body
    let tree = context.tree
    guard !written.isEmpty, !sides.isEmpty else { return }
    for modifier in tree.modifiers
    where (modifier.symbol == .frame || modifier.symbol == .padding) && tree.isInside(modifier.node, node) {
      if modifier.node == node {
        let own = tree.modifier(of: modifier.expr) ?? 0
        guard own - tree.modifierRange(node).lowerBound < position else { continue }
      } else if case .modifier(let k) = role(tree, modifier.node, below: node), k >= position {
        continue
      }
      if modifier.symbol == .padding {
        // Whatever side it is on, the view grows with it; one that is measured along the other axis does not.
        guard sides == [.width, .height] || body[modifier.expr].list.count == 1 else { continue }
        let values = body.items(body[modifier.expr].list).filter { body.kind($0) != .defaultArgument }
        guard let variable = values.flatMap({ module.dependencies(body, $0).variables }).first(where: written.contains)
        else { continue }
        context.report(
          "'\(module.name(variable))' is measured from this view and sets its size: each layout makes the next one",
          body, modifier.expr)
        continue
      }
      for (label, side) in [
        ("width", Sides.width), ("minWidth", .width), ("height", .height), ("minHeight", .height),
      ] where sides.contains(side) {
        guard let value = module.argument(body, modifier.expr, label) else { continue }
        let found = module.dependencies(body, value).variables.intersection(written)
        guard let variable = found.elements.first else { continue }
        // Set to what was measured, a frame keeps its size: it is stuck, not unstable.
        context.report(
          "'\(module.name(variable))' is measured from this view and sets its size: each layout makes the next one",
          body, modifier.expr)
      }
    }
  }

  /// The role of the part of a node that another one stands in.
  private static func role(_ tree: ViewTree, _ inner: Int, below node: Int) -> ViewTree.Role {
    var current = inner
    while tree.nodes[current].parent != node {
      guard tree.nodes[current].parent >= 0 else { return .root }
      current = tree.nodes[current].parent
    }
    return tree.nodes[current].role
  }
}
