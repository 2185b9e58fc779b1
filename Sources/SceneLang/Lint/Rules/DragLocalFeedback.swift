/// A drag measured in the space of the view that it moves.
enum DragLocalFeedback {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "drag-local-feedback", .warning, "a drag is measured by the view that it moves",
      explanation: """
        In the local space the origin moves along with the view: as soon as the view follows the finger, the translation \
        shrinks, the view goes back, and so on: it jitters. Put the gesture behind the offset, or measure in another \
        space: 'DragGesture(coordinateSpace: .global)'.
        """,
      wrong: """
        struct Knob: View {
            @State private var x: CGFloat = 0
            var body: some View {
                Circle()
                    .frame(width: 44, height: 44)
                    .gesture(DragGesture().onChanged { x = $0.translation.width })
                    .offset(x: x)
            }
        }
        """,
      right: """
        struct Knob: View {
            @State private var x: CGFloat = 0
            var body: some View {
                Circle()
                    .frame(width: 44, height: 44)
                    .offset(x: x)
                    .gesture(DragGesture().onChanged { x = $0.translation.width })
            }
        }
        """),
    // The gesture may be a property that another body names.
    triggers: [.DragGesture], scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    for index in module.bodies.indices where module.bodies[index].symbols.contains(.DragGesture) {
      check(context, module, index)
    }
  }

  private static func check(_ context: LintContext, _ module: LintModule, _ index: Int) {
    let body = module.bodies[index]
    for drag in DragUse.all(module, index) where drag.isLocal && drag.node >= 0 {
      guard let onChanged = drag.onChanged ?? (drag.hasUpdating ? drag.gesture : nil) else { continue }
      guard readsPlace(module, body, drag, onChanged) else { continue }
      let written = IDSet(drag.changed.lazy.map(\.variable))
      var wanted = LintModule.Dependencies()
      wanted.variables = written
      guard !written.isEmpty, let mover = mover(module, drag, wanted) else { continue }
      var fixes: [FixIt] = []
      if body[drag.gesture].list.count > 0, module.syntax(body).kind(body[drag.gesture].node) == .identifierExpr {
        let name = module.nameRange(body, drag.gesture)
        let end = module.fullRange(body, drag.gesture).end
        let source = module.syntax(body).source
        if end > name.end, source.text(SourceRange(name.end, end)) == "()" {
          var fix = FixIt.replace(
            module.place(body, SourceRange(name.end, end)), with: "(coordinateSpace: .global)",
            title: "measure in the global space")
          fix.applicability = .needsReview
          fixes.append(fix)
        }
      }
      context.report(
        "this drag is measured in the space of the view that it moves, which makes it jitter; put the gesture behind "
          + "the '\(mover.symbol?.text ?? "offset")' or use another coordinate space", body, drag.gesture,
        notes: [.init("the view is moved here", at: module.place(module.bodies[drag.home], mover.expr))], fixes: fixes)
    }
  }

  /// Whether the closure reads where the finger is in the view's space.
  private static func readsPlace(_ module: LintModule, _ body: LintBody, _ drag: DragUse, _ call: ExprID) -> Bool {
    // Without a closure of its own, anything in a call around the gesture is the drag's.
    var around = drag.onChanged ?? .none
    if around == .none {
      around = drag.gesture
      var current = drag.gesture
      while current != .none {
        if body.kind(current) == .call { around = current }
        current = body.parentExpression(current)
      }
    }
    return body.sites(in: around).contains { site in
      site.symbol == .translation || site.symbol == .location || site.symbol == .predictedEndTranslation
        || site.symbol == .predictedEndLocation
    }
  }

  /// A modifier behind the gesture, or of a view around, that moves the view by what the drag writes.
  private static func mover(
    _ module: LintModule, _ drag: DragUse, _ wanted: LintModule.Dependencies
  ) -> ViewTree.Modifier? {
    let body = module.bodies[drag.home]
    let tree = module.tree(drag.home)
    func moves(_ modifier: ViewTree.Modifier, isOwn: Bool) -> Bool {
      guard modifier.symbol == .offset || modifier.symbol == .position else { return false }
      return body.items(body[modifier.expr].list).contains {
        body.kind($0) != .closure && module.dependencies(body, $0).intersects(wanted)
      }
    }
    let range = tree.modifierRange(drag.node)
    for k in range where k - range.lowerBound > drag.position {
      if moves(tree.modifiers[k], isOwn: true) { return tree.modifiers[k] }
    }
    var current = drag.node
    while tree.nodes[current].parent >= 0 {
      let parent = tree.nodes[current].parent
      var start = tree.modifierRange(parent).lowerBound
      if case .modifier(let k) = tree.nodes[current].role { start += k + 1 }
      for k in tree.modifierRange(parent) where k >= start {
        if moves(tree.modifiers[k], isOwn: false) { return tree.modifiers[k] }
      }
      current = parent
    }
    return nil
  }
}
