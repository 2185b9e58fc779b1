/// `nil` as the animation that should end an endless one.
enum RepeatForeverNilOff {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "repeat-forever-nil-off", .warning, "'nil' does not stop an endless animation",
      explanation: """
        An animation that repeats for ever ends when another animation takes its place, or when its view goes away. A \
        change without animation sets the new value and lets the repetition go on around it. Give the stopping change an \
        animation of its own, such as '.default' or '.linear(duration: 0)'.
        """,
      wrong: """
        struct Pulse: View {
            @State private var on = false
            var body: some View {
                Circle()
                    .scaleEffect(on ? 1.2 : 1)
                    .animation(on ? .easeInOut.repeatForever() : nil, value: on)
                    .onTapGesture { on.toggle() }
            }
        }
        """,
      right: """
        struct Pulse: View {
            @State private var on = false
            var body: some View {
                Circle()
                    .scaleEffect(on ? 1.2 : 1)
                    .animation(on ? .easeInOut.repeatForever() : .default, value: on)
                    .onTapGesture { on.toggle() }
            }
        }
        """),
    triggers: [.animation, .withAnimation], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    for site in context.body.sites where site.symbol == .animation || site.symbol == .withAnimation {
      guard context.body.kind(site.expr) == .call, let animation = module.firstArgument(context.body, site.expr) else {
        continue
      }
      let (body, value) = module.followed(context.body, animation)
      guard value != .none, body.kind(value) == .ternary, body[value].list.count == 3 else {
        checkChoice(context, animation)
        continue
      }
      // What the environment says, such as Reduce Motion, does not end what runs.
      let asked = module.dependencies(body, body.item(body[value].list, 0))
      if asked.locals.isEmpty, !asked.variables.isEmpty,
        !asked.variables.contains(where: { module.wrapper(of: $0) != module.sema.known(.environment) })
      {
        continue
      }
      let branches = [body.item(body[value].list, 1), body.item(body[value].list, 2)]
      for (one, other) in [(branches[0], branches[1]), (branches[1], branches[0])]
      where isNil(module, body, one) && RepeatForeverInOnAppear.repeats(module, body, other) {
        let place = module.place(body, module.fullRange(body, one))
        var fix = FixIt.replace(place, with: ".default")
        fix.applicability = .needsReview
        var notes = [Diagnostic.Note("this one goes on", at: module.place(body, other))]
        // Where it is used, if the choice is written elsewhere.
        let isElsewhere = body !== context.body
        if isElsewhere { notes.append(.init("this is no animation", at: place)) }
        context.report(
          "a change without animation does not stop the endless one; give it an animation, such as '.default'",
          at: isElsewhere ? module.place(context.body, module.argumentRange(context.body, animation)) : place,
          notes: notes, fixes: [fix])
      }
    }
    checkWrites(context)
  }

  /// An animation that a property, a function or a switch chooses, by a state of the view.
  private static func checkChoice(_ context: LintContext, _ animation: ExprID) {
    let module = context.module
    let choices = Choices.values(module, context.body, animation)
    guard choices.count > 1, let off = choices.first(where: { isNil(module, $0.body, $0.expr) }),
      let endless = choices.first(where: { RepeatForeverInOnAppear.repeats(module, $0.body, $0.expr) }),
      module.dependencies(context.body, animation).variables.contains(where: { module.isState($0) })
    else { return }
    context.report(
      "a change without animation does not stop the endless one; give it an animation, such as '.default'",
      at: module.place(context.body, module.argumentRange(context.body, animation)),
      notes: [
        .init("this one goes on", at: module.place(endless.body, endless.expr)),
        .init("this is no animation", at: module.place(off.body, module.fullRange(off.body, off.expr))),
      ])
  }

  /// `withAnimation(nil) { on = false }`, where `on` was set with an endless animation.
  private static func checkWrites(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for call in context.sites(.withAnimation, .function) where body.kind(call) == .call {
      guard let animation = module.firstArgument(body, call), module.isNil(body, animation) else { continue }
      for use in body.uses where use.access == .write || use.access == .mutate {
        guard body.contains(call, use.expr), module.isState(use.variable),
          isEndless(module, use.variable)
        else { continue }
        context.report(
          "a change without animation does not stop the endless one; give it an animation, such as '.default'", body,
          call)
      }
    }
  }

  private static func isEndless(_ module: LintModule, _ variable: DeclID) -> Bool {
    for use in module.facts(variable).writes {
      let body = module.bodies[use.body]
      for call in module.surroundings(body, use.use.expr).calls {
        guard body.kind(call) == .call, module.table.info(DeclID(body[call].a)).symbol == .withAnimation,
          let animation = module.firstArgument(body, call)
        else { continue }
        if RepeatForeverInOnAppear.repeats(module, body, animation) { return true }
      }
    }
    return false
  }

  private static func isNil(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    if module.isNil(body, expr) { return true }
    let row = body[module.peeled(body, expr)]
    return row.kind == .enumCase && module.name(DeclID(row.a)) == "none"
  }
}
