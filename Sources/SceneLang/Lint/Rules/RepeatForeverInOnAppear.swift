/// `withAnimation(….repeatForever())` when a view appears.
enum RepeatForeverInOnAppear {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "repeat-forever-in-onappear", .warning, "an endless animation started in 'onAppear'",
      explanation: """
        The transaction of 'withAnimation' covers everything that changes with it. While a view appears, the views around \
        it still get their first layout or slide in, and take over the endless animation: whole screens bob for ever. \
        Scope it to the view that is meant: '.animation(….repeatForever(), value: x)' on it.
        """,
      wrong: """
        struct Egg: View {
            @State private var up = false
            var body: some View {
                Circle()
                    .offset(y: up ? -10 : 0)
                    .onAppear {
                        withAnimation(.easeInOut.repeatForever()) { up = true }
                    }
            }
        }
        """,
      right: """
        struct Egg: View {
            @State private var up = false
            var body: some View {
                Circle()
                    .offset(y: up ? -10 : 0)
                    .animation(.easeInOut.repeatForever(), value: up)
                    .onAppear { up = true }
            }
        }
        """),
    triggers: [.withAnimation], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for call in context.sites(.withAnimation, .function) where body.kind(call) == .call {
      guard let animation = module.firstArgument(body, call), repeats(module, body, animation) else { continue }
      let around = module.surroundings(body, call)
      guard !around.isDeferred else { continue }
      if let outer = around.calls.first {
        guard module.table.info(DeclID(body[outer].a)).symbol == .onAppear else { continue }
      } else {
        guard appears(module, body.owner) else { continue }
      }
      context.report(
        "an endless animation from 'onAppear' takes along whatever moves while the view appears; scope it with "
          + "'animation(_:value:)'", body, call, fixes: scope(context, body, call, animation))
    }
  }

  /// Whether a function of a view is what its `onAppear` does: `onAppear(perform: start)`, `onAppear { start() }`.
  private static func appears(_ module: LintModule, _ function: DeclID) -> Bool {
    guard module.sema.decls.kind(function) == .function else { return false }
    return module.calls(of: function).contains { call in
      let body = module.bodies[call.body]
      var outer = body.parentExpression(call.expr)
      if body.kind(call.expr) == .functionReference {
        while outer != .none, body.kind(outer) == .wrapOptional || body.kind(outer) == .functionConversion {
          outer = body.parentExpression(outer)
        }
      } else {
        let around = module.surroundings(body, call.expr)
        guard !around.isDeferred, !around.isAnimated, let first = around.calls.first else { return false }
        outer = first
      }
      guard outer != .none, body.kind(outer) == .call else { return false }
      return module.table.info(DeclID(body[outer].a)).symbol == .onAppear
    }
  }

  static func repeats(_ module: LintModule, _ body: LintBody, _ animation: ExprID, depth: Int = 0) -> Bool {
    guard depth < 6 else { return false }
    for inner in body.descendants(animation) {
      let row = body[inner]
      switch row.kind {
      case .call: if module.table.info(DeclID(row.a)).symbol == .repeatForever { return true }
      case .local, .storedMember, .computedMember, .global:
        let (home, value) = module.followed(body, inner)
        if value != inner || home !== body, repeats(module, home, value, depth: depth + 1) { return true }
      default: break
      }
    }
    return false
  }

  /// The write alone, and the animation behind the one chain of the body that depends on what is written.
  private static func scope(_ context: LintContext, _ body: LintBody, _ call: ExprID, _ animation: ExprID) -> [FixIt] {
    let module = context.module
    guard let closure = module.closures(body, call).first else { return [] }
    let inside = IDSet(body.descendants(closure.expr).lazy.map(\.raw))
    let writes = body.uses.filter { inside.contains($0.expr.raw) && ($0.access == .write || $0.access == .mutate) }
    guard writes.count == 1, let write = writes.first, write.operation != .none else { return [] }
    let tree = context.tree
    var target: ExprID?
    for node in tree.nodes.indices {
      var last: ExprID?
      for k in tree.modifierRange(node) {
        let values = body.items(body[tree.modifiers[k].expr].list).filter { body.kind($0) != .closure }
        if values.contains(where: { module.dependencies(body, $0).variables.contains(write.variable) }) {
          last = tree.modifiers[k].expr
        }
      }
      if let last {
        if target != nil { return [] }
        target = last
      }
    }
    guard let target else { return [] }
    let source = module.syntax(body).source
    let spelled = source.text(module.fullRange(body, animation))
    let end = module.fullRange(body, target).end
    let statement = source.text(module.fullRange(body, write.operation))
    let whole = module.fullRange(body, call)
    guard end < whole.start || end > whole.end, whole.length > 0, !statement.isEmpty else { return [] }
    // Sure where the write is all there is to the variable, and the animation is spelled the same in either place.
    let isSure =
      module.facts(write.variable).writes.count == 1 && module.isState(write.variable) && isOnly(body, closure.closure)
      && module.dependencies(body, animation).locals.isEmpty
      && (module.sema.isNominal(module.sema.type(ofVariable: write.variable), .bool)
        || module.sema.isNominal(module.sema.type(ofVariable: write.variable), .double)
        || module.sema.isNominal(module.sema.type(ofVariable: write.variable), .int)
        || module.sema.isNominal(module.sema.type(ofVariable: write.variable), .cgFloat))
    return [
      FixIt(
        "scope the animation to '\(module.name(write.variable))'",
        [
          .init(module.place(body, whole), statement),
          .init(
            module.place(body, SourceRange(end, end)),
            ".animation(\(spelled), value: \(module.name(write.variable)))"),
        ], applicability: isSure ? .safe : .needsReview)
    ]
  }

  /// Whether a closure is one statement.
  private static func isOnly(_ body: LintBody, _ closure: Int) -> Bool {
    let root = body.body.closures[closure].body
    guard root != .none else { return false }
    let row = body.body.statements[Int(root.raw)]
    return row.kind != .block || row.list.count == 1
  }
}
