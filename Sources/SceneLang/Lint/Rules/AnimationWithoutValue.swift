/// `.animation(a)` of a view without `value:`.
enum AnimationWithoutValue {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "animation-without-value", .warning, "'animation(_:)' without a value",
      explanation: """
        The form without 'value:' animates every change of what it wraps: also first layout, rotation and scrolling. It \
        is deprecated since iOS 15. Name the value whose changes are meant. 'animation(nil)' switches animations off; \
        its replacement is a transaction, which also suppresses transitions below it. 'Binding.animation(_:)' is another \
        function and fine.
        """,
      wrong: """
        struct Fade: View {
            @State private var on = false
            var body: some View {
                Circle()
                    .opacity(on ? 1 : 0.2)
                    .animation(.easeIn)
                    .onTapGesture { on.toggle() }
            }
        }
        """,
      right: """
        struct Fade: View {
            @State private var on = false
            var body: some View {
                Circle()
                    .opacity(on ? 1 : 0.2)
                    .animation(.easeIn, value: on)
                    .onTapGesture { on.toggle() }
            }
        }
        """),
    triggers: [.animation], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for expr in context.sites(.animation, .modifier) where body.kind(expr) == .call {
      let decl = DeclID(body[expr].a)
      // The other forms take a value or a closure; this one stands alone.
      guard body[expr].list.count == 1, context.sema.owner(of: decl) == context.sema.known(.view) else { continue }
      guard let argument = module.firstArgument(body, expr) else { continue }
      let range = module.nameRange(body, expr)
      let whole = SourceRange(range.start, module.fullRange(body, expr).end)
      if module.isNil(body, argument) || isNone(module, body, argument) {
        context.report(
          "'animation(nil)' without a value is deprecated; a transaction without animation does the same, and also "
            + "suppresses transitions below it", body, expr,
          fixes: [
            .replace(
              module.place(body, whole), with: "transaction { $0.animation = nil }",
              title: "replace with 'transaction { $0.animation = nil }'")
          ])
        continue
      }
      var fixes: [FixIt] = []
      var message = "'animation(_:)' without 'value:' animates every change of what it wraps; name the value"
      if let value = drivingValue(context, body, expr) {
        message += ", such as 'value: \(value)'"
        let end = module.argumentRange(body, argument).end
        var fix = FixIt.insert(
          ", value: \(value)", at: module.place(body, SourceRange(end, end)), title: "add 'value: \(value)'")
        fix.applicability = .needsReview
        fixes.append(fix)
      }
      context.report(message, body, expr, fixes: fixes)
    }
  }

  /// `.none` of an optional animation.
  private static func isNone(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    let row = body[module.peeled(body, expr)]
    return row.kind == .enumCase && module.name(DeclID(row.a)) == "none"
  }

  /// The one state that the modified view depends on.
  private static func drivingValue(_ context: LintContext, _ body: LintBody, _ expr: ExprID) -> String? {
    let module = context.module
    let found = module.receiverDependencies(body, ExprID(body[expr].b)).variables.filter { module.isState($0) }
    guard found.count == 1, let one = found.first else { return nil }
    return module.name(one)
  }
}
