/// `withAnimation` whose writes all happen later.
enum AnimationAroundAsync {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "animation-around-async", .warning, "'withAnimation' around asynchronous work",
      explanation: """
        'withAnimation' covers the writes that its closure makes before it returns. What a task or a dispatched block \
        writes comes later and is not animated. Put 'withAnimation' at the write.
        """,
      wrong: """
        struct Load: View {
            @State private var ready = false
            var body: some View {
                Text("x")
                    .opacity(ready ? 1 : 0)
                    .onTapGesture {
                        withAnimation {
                            Task { ready = true }
                        }
                    }
            }
        }
        """,
      right: """
        struct Load: View {
            @State private var ready = false
            var body: some View {
                Text("x")
                    .opacity(ready ? 1 : 0)
                    .onTapGesture {
                        Task {
                            withAnimation { ready = true }
                        }
                    }
            }
        }
        """),
    triggers: [.withAnimation], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for call in context.sites(.withAnimation, .function) where body.kind(call) == .call {
      guard let closure = module.closures(body, call).first else { continue }
      var later: ExprID?
      var isSynchronous = false
      for use in body.uses where use.access != .read && body.contains(closure.expr, use.expr) {
        if isDeferred(module, body, use.expr, inside: call) {
          if animatedAgain(module, body, use.expr, inside: call) { isSynchronous = true }
          if later == nil { later = use.expr }
        } else {
          isSynchronous = true
        }
      }
      guard !isSynchronous else { continue }
      // A call of the module's own code may write at once; one that comes later may hold the write.
      let calls = body.ownCalls.filter { body.contains(closure.expr, $0) }
      if calls.contains(where: { !isDeferred(module, body, $0, inside: call) }) { continue }
      let values = body.descendants(closure.expr).filter { body.kind($0) == .callValue }
      if values.contains(where: { !isDeferred(module, body, $0, inside: call) }) { continue }
      if later == nil {
        later = calls.first {
          !animatedAgain(module, body, $0, inside: call) && writesPlainly(module, DeclID(body[$0].a), depth: 0)
        }
      }
      guard let later else { continue }
      context.report(
        "'withAnimation' does not reach what happens later; put it at the write", body, call,
        notes: [.init("this write is not animated", at: module.place(body, later))])
    }
  }

  /// Whether a function writes what views show, and nothing in it is animated.
  private static func writesPlainly(_ module: LintModule, _ function: DeclID, depth: Int) -> Bool {
    guard depth < 3, let index = module.bodyIndex(of: function) else { return false }
    let body = module.bodies[index]
    if body.symbols.contains(.withAnimation) { return false }
    let writes = body.uses.contains {
      ($0.access == .write || $0.access == .mutate)
        && (module.isState($0.variable) || module.isModelProperty($0.variable))
    }
    return writes || body.ownCalls.contains { writesPlainly(module, DeclID(body[$0].a), depth: depth + 1) }
  }

  private static func isDeferred(_ module: LintModule, _ body: LintBody, _ expr: ExprID, inside call: ExprID) -> Bool {
    steps(module, body, expr, to: call).contains { symbol in
      symbol == .Task || symbol == .asyncAfter || symbol == .async || symbol == .Timer || symbol == .scheduledTimer
    }
  }

  private static func animatedAgain(
    _ module: LintModule, _ body: LintBody, _ expr: ExprID, inside call: ExprID
  ) -> Bool {
    steps(module, body, expr, to: call).contains(.withAnimation)
  }

  /// Known calls around an expression, up to one of them.
  private static func steps(_ module: LintModule, _ body: LintBody, _ expr: ExprID, to call: ExprID) -> [LintSymbol] {
    var found: [LintSymbol] = []
    var current = body.parentExpression(expr)
    while current != .none, current != call {
      let row = body[current]
      if row.kind == .call || row.kind == .initCall, let symbol = module.table.info(DeclID(row.a)).symbol {
        found.append(symbol)
      }
      current = body.parentExpression(current)
    }
    return found
  }
}
