/// An effect written behind the `.animation(_:value:)` that should animate it.
enum AnimationBeforeEffect {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "animation-before-effect", .warning, "an effect stands outside of the animation",
      explanation: """
        'animation(_:value:)' acts on what it wraps: the modifiers above it. An effect below it that depends on the same \
        value is outside and jumps, unless the change itself is animated. Move the animation to the end of the chain.
        """,
      wrong: """
        struct Spin: View {
            @State private var on = false
            var body: some View {
                Rectangle()
                    .scaleEffect(on ? 1.5 : 1)
                    .animation(.linear, value: on)
                    .rotationEffect(.degrees(on ? 90 : 0))
                    .onTapGesture { on.toggle() }
            }
        }
        """,
      right: """
        struct Spin: View {
            @State private var on = false
            var body: some View {
                Rectangle()
                    .scaleEffect(on ? 1.5 : 1)
                    .rotationEffect(.degrees(on ? 90 : 0))
                    .animation(.linear, value: on)
                    .onTapGesture { on.toggle() }
            }
        }
        """),
    triggers: [.animation], scope: .module, check: check)

  private static let effects: LintSymbolSet = [
    .offset, .opacity, .scaleEffect, .rotationEffect, .rotation3DEffect, .frame, .padding, .foregroundColor,
    .foregroundStyle, .blur, .brightness, .saturation, .contrast, .hueRotation, .grayscale, .shadow, .position,
    .cornerRadius, .tint, .colorMultiply, .background, .border,
  ]

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let reaching = module.bodiesReaching(.animation)
    for index in module.bodies.indices where reaching.contains(index) {
      let tree = module.tree(index)
      for node in tree.nodes.indices where tree.nodes[node].modifierCount > 0 { check(context, index, node) }
    }
  }

  /// Effects of a node's own chain, behind animations that may stand in the helpers it is made from.
  private static func check(_ context: LintContext, _ index: Int, _ node: Int) {
    let module = context.module
    let body = module.bodies[index]
    let tree = module.tree(index)
    let range = tree.modifierRange(node)
    let view = module.standing(index, node)
    var animations: [(entry: StandingView.Modifier, wanted: LintModule.Dependencies)] = []
    for entry in view.modifiers {
      let modifier = module.modifier(entry)
      guard let symbol = modifier.symbol else { continue }
      if symbol == .animation {
        // Of several by one value the first is named.
        guard let value = module.argument(module.bodies[entry.body], modifier.expr, "value"),
          let wanted = states(module, module.dependencies(view, frame: entry.frame, value)),
          !animations.contains(where: { $0.wanted.variables == wanted.variables })
        else { continue }
        animations.append((entry, wanted))
        continue
      }
      guard entry.frame == 0, range.contains(entry.position), !animations.isEmpty, effects.contains(symbol) else {
        continue
      }
      let read = plainDependencies(module, body, modifier.expr)
      for (animation, wanted) in animations where read.intersects(wanted) {
        if module.isCovered(index, node: node, from: entry.position - range.lowerBound + 1, wanted) { continue }
        let start = module.modifier(animation).expr
        let isHere = animation.frame == 0
        let note = Diagnostic.Note(
          "the animation stands here", at: module.place(module.bodies[animation.body], start))
        context.report(
          "'\(symbol.text)' stands behind the animation and is not animated; move 'animation(_:value:)' below it",
          body, modifier.expr, notes: [note],
          fixes: isHere && range.contains(animation.position)
            ? moves(module, body, from: start, behind: modifier.expr) : [])
        break
      }
    }
  }

  /// What an animation's value depends on, where that is states that only it may animate.
  private static func states(_ module: LintModule, _ wanted: LintModule.Dependencies) -> LintModule.Dependencies? {
    guard !wanted.variables.isEmpty, wanted.locals.isEmpty,
      wanted.variables.allSatisfy({ module.isState($0) && !module.mayBeAnimated($0) })
    else { return nil }
    return wanted
  }

  /// Effects behind an animation that depend on its value and that no later animation covers, as positions in the tree's
  /// modifiers.
  static func lateEffects(_ context: LintContext, _ k: Int, _ wanted: LintModule.Dependencies) -> [Int] {
    let module = context.module
    let tree = context.tree
    let node = tree.modifiers[k].node
    let range = tree.modifierRange(node)
    let key = UInt32(truncatingIfNeeded: node)
    if context.body.madeEffects[key] == nil {
      context.body.madeEffects[key] = range.compactMap { position in
        guard let symbol = tree.modifiers[position].symbol, effects.contains(symbol) else { return nil }
        return (position, plainDependencies(module, context.body, tree.modifiers[position].expr))
      }
    }
    return (context.body.madeEffects[key] ?? []).filter { later, read in
      later > k && read.intersects(wanted)
        && !module.isCovered(context.index, node: node, from: later - range.lowerBound + 1, wanted)
    }.map(\.0)
  }

  /// What the plain arguments depend on.
  private static func plainDependencies(
    _ module: LintModule, _ body: LintBody, _ call: ExprID
  ) -> LintModule.Dependencies {
    var result = LintModule.Dependencies()
    for argument in body.items(body[call].list) where body.kind(argument) != .closure {
      let found = module.dependencies(body, argument)
      result.variables.formUnion(found.variables)
      result.locals.formUnion(found.locals)
    }
    return result
  }

  /// The animation taken from its place and put behind the effect.
  private static func moves(
    _ module: LintModule, _ body: LintBody, from animation: ExprID, behind effect: ExprID
  ) -> [FixIt] {
    let name = module.nameRange(body, animation)
    let end = module.fullRange(body, animation).end
    guard name.start > 0, end > name.start else { return [] }
    let source = module.syntax(body).source
    // The dot and the white space before it go along, so that the line goes with them.
    var start = Int(name.start)
    while start > 0, [0x2E, 0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[start - 1]) { start -= 1 }
    let moved = source.text(SourceRange(UInt32(start), end))
    let target = module.fullRange(body, effect).end
    let fix = FixIt(
      "move the animation behind the effect",
      [
        .init(module.place(body, SourceRange(UInt32(start), end)), ""),
        .init(module.place(body, SourceRange(target, target)), moved),
      ], applicability: .needsReview)
    return [fix]
  }
}
