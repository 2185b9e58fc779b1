/// A follow-up of an animation that waits for a fixed time.
enum DelayInsteadOfCompletion {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "delay-instead-of-completion", .info, "a delay that waits for an animation",
      explanation: """
        A block that is queued beside an animation, to go on when it is over, has to know how long it takes, and runs \
        also when the view has gone or the animation was interrupted. Use the 'completion:' of 'withAnimation', or \
        '.delay(…)' on the animation that follows.
        """,
      wrong: """
        struct Steps: View {
            @State private var first = false
            @State private var second = false
            var body: some View {
                VStack {
                    Text("1").opacity(first ? 1 : 0)
                    Text("2").opacity(second ? 1 : 0)
                }
                .onAppear {
                    withAnimation { first = true }
                    DispatchQueue.main.asyncAfter(deadline: .now() + 0.35) {
                        withAnimation { second = true }
                    }
                }
            }
        }
        """,
      right: """
        struct Steps: View {
            @State private var first = false
            @State private var second = false
            var body: some View {
                VStack {
                    Text("1").opacity(first ? 1 : 0)
                    Text("2").opacity(second ? 1 : 0)
                }
                .onAppear {
                    withAnimation {
                        first = true
                    } completion: {
                        withAnimation { second = true }
                    }
                }
            }
        }
        """),
    triggers: [.asyncAfter, .sleep, .scheduledTimer], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    checkSleeps(context)
    let timers = context.sites(.scheduledTimer).filter { call in
      guard body.kind(call) == .call, let repeats = module.argument(body, call, "repeats") else { return false }
      return module.boolean(body, repeats) == false
    }
    for call in context.sites(.asyncAfter) + timers where body.kind(call) == .call {
      guard let closure = module.closures(body, call).last else { continue }
      guard goesOn(module, body, body.descendants(closure.expr)), let animation = animationBefore(context, call),
        !isPause(module, body, call, after: animation)
      else { continue }
      context.report(
        "this waits for an animation by time; use 'completion:' of 'withAnimation', or '.delay(…)' on the next animation",
        at: module.place(body, module.fullRange(body, call)),
        notes: [.init("the animation begins here", at: module.place(body, animation))])
    }
  }

  /// Whether code does what comes after an animation: it writes a state, leaves the screen, or calls back.
  private static func goesOn(_ module: LintModule, _ body: LintBody, _ code: [ExprID]) -> Bool {
    let inside = IDSet(code.lazy.map(\.raw))
    let writes = body.uses.contains { use in
      (use.access == .write || use.access == .mutate) && module.isState(use.variable) && inside.contains(use.expr.raw)
    }
    return writes
      || code.contains { expr in
        let row = body[expr]
        switch row.kind {
        case .callValue:
          let callee = module.peeled(body, ExprID(row.a))
          return callee != .none && (body.kind(callee) == .storedMember || body.kind(callee) == .optionalChain)
        case .call where row.b != .max:
          if module.name(DeclID(row.a)) == "dismiss" { return true }
          return module.name(DeclID(row.a)) == "callAsFunction"
            && module.name(module.sema.owner(of: DeclID(row.a))) == "DismissAction"
        default: return false
        }
      }
  }

  /// `try? await Task.sleep(…)` between an animation and the next write.
  private static func checkSleeps(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for call in context.sites(.sleep) where body.kind(call) == .call {
      var statement = body.parentStatement(call)
      var current = call
      while statement == .none, current != .none {
        current = body.parentExpression(current)
        if current != .none { statement = body.parentStatement(current) }
      }
      guard statement != .none else { continue }
      let up = body.around(statement.raw | LintBody.statementBit)
      guard up != LintBody.noParent, up & LintBody.statementBit != 0 else { continue }
      let block = body.body.statements[Int(up & ~LintBody.statementBit)]
      guard block.kind == .block else { continue }
      let items = body.statements(block.list)
      guard let position = items.firstIndex(of: statement),
        let started = items[..<position].compactMap({ animation(module, body, $0) }).last
          ?? (position == 0 ? beforeTask(context, StmtID(up & ~LintBody.statementBit)) : nil)
      else { continue }
      let later = IDSet(items[(position + 1)...].lazy.map(\.raw))
      let rest = body.order.lazy.map { ExprID($0) }.filter { isIn(body, $0, later) }
      guard goesOn(module, body, Array(rest)), !isPause(module, body, call, after: started) else { continue }
      context.report(
        "this waits for an animation by time; use 'completion:' of 'withAnimation', or '.delay(…)' on the next animation",
        at: module.place(body, module.fullRange(body, call)),
        notes: [.init("the animation begins here", at: module.place(body, started))])
    }
  }

  /// The animation before the task whose closure begins with a sleep.
  private static func beforeTask(_ context: LintContext, _ block: StmtID) -> ExprID? {
    let body = context.body
    let up = body.around(block.raw | LintBody.statementBit)
    guard up != LintBody.noParent, up & LintBody.statementBit == 0 else { return nil }
    var call = body.parentExpression(ExprID(up))
    while call != .none, body.kind(call) == .wrapOptional || body.kind(call) == .functionConversion {
      call = body.parentExpression(call)
    }
    guard call != .none, body.kind(call) == .initCall,
      context.module.table.info(DeclID(body[call].a)).symbol == .Task
    else { return nil }
    return animationBefore(context, call)
  }

  private static func isIn(_ body: LintBody, _ expr: ExprID, _ statements: IDSet<UInt32>) -> Bool {
    var up = body.around(expr.raw)
    while up != LintBody.noParent {
      if up & LintBody.statementBit == 0 {
        up = body.around(up)
      } else {
        let raw = up & ~LintBody.statementBit
        if statements.contains(raw) { return true }
        up = body.around(up)
      }
    }
    return false
  }

  /// Whether the time is a pause that something is shown for: a second or more, and far longer than the animation.
  private static func isPause(_ module: LintModule, _ body: LintBody, _ call: ExprID, after start: ExprID) -> Bool {
    guard let wait = seconds(module, body, call), wait >= 1, let length = duration(module, body, start) else {
      return false
    }
    return wait > length * 2
  }

  /// The time that a call waits, in seconds.
  private static func seconds(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> Double? {
    if let value = module.argument(body, call, "nanoseconds") { return module.number(body, value).map { $0 / 1e9 } }
    if let value = module.argument(body, call, "withTimeInterval") { return module.number(body, value) }
    if let value = module.argument(body, call, "for") {
      let row = body[module.peeled(body, value)]
      guard row.kind == .call, row.list.count == 1, let number = module.number(body, body.item(row.list, 0)) else {
        return nil
      }
      switch module.name(DeclID(row.a)) {
      case "seconds": return number
      case "milliseconds": return number / 1000
      default: return nil
      }
    }
    // `.now() + 2`
    guard let value = module.argument(body, call, "deadline") else { return nil }
    let row = body[module.peeled(body, value)]
    guard row.kind == .call, row.list.count == 2, module.name(DeclID(row.a)) == "+" else { return nil }
    return module.number(body, body.item(row.list, 1))
  }

  /// How long the animation of `withAnimation` lasts, in seconds; half a second where it names none.
  private static func duration(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> Double? {
    guard let animation = module.firstArgument(body, call), body.kind(animation) != .defaultArgument,
      body.kind(animation) != .closure
    else { return 0.5 }
    let (home, value) = module.followed(body, animation)
    var found: Double? = 0.5
    for inner in home.descendants(value) where home.kind(inner) == .call {
      let symbol = module.table.info(DeclID(home[inner].a)).symbol
      if symbol == .repeatForever || symbol == .repeatCount { return nil }
      for label in ["duration", "response", "delay"] {
        guard let time = module.argument(home, inner, label), home.kind(time) != .defaultArgument else { continue }
        found = module.number(home, time)
      }
    }
    return found
  }

  /// An animation that is started by a statement before the call in the same block, or around it.
  private static func animationBefore(_ context: LintContext, _ call: ExprID) -> ExprID? {
    let module = context.module
    let body = context.body
    var statement = body.parentStatement(call)
    while statement != .none {
      let up = body.around(statement.raw | LintBody.statementBit)
      if up == LintBody.noParent { return nil }
      if up & LintBody.statementBit == 0 {
        // Out of a closure: the block may itself be inside `withAnimation`.
        return nil
      }
      let block = body.body.statements[Int(up & ~LintBody.statementBit)]
      if block.kind == .block {
        for earlier in body.statements(block.list) {
          if earlier == statement { break }
          if let found = animation(module, body, earlier) { return found }
        }
      }
      statement = StmtID(up & ~LintBody.statementBit)
    }
    return nil
  }

  /// `withAnimation { … }`, or a write of a state that a view animates by value.
  private static func animation(_ module: LintModule, _ body: LintBody, _ statement: StmtID) -> ExprID? {
    let row = body.body.statements[Int(statement.raw)]
    guard row.kind == .expression, row.a != .max else { return nil }
    let expr = module.peeled(body, ExprID(row.a))
    guard body.kind(expr) == .call, module.table.info(DeclID(body[expr].a)).symbol == .withAnimation else { return nil }
    if let animation = module.firstArgument(body, expr), module.isNil(body, animation) { return nil }
    return expr
  }
}
