/// Statements: scopes, choices, loops without a sequence, exits, errors.
import SceneIR

extension BodyLowering {
  @inline(__always) func statement(_ id: StmtID) -> TypedStmt { body.statements[Int(id.raw)] }

  func lowerStatement(_ id: StmtID) {
    guard id != .none else { return }
    let row = statement(id)
    switch row.kind {
    case .expression:
      let mark = code.next
      lower(ExprID(row.a))
      code.next = mark
    case .block: block(row)
    case .declare: declareLocals(row)
    case .ifElse: ifElse(id)
    case .guardElse:
      let otherwise = code.label()
      let end = code.label()
      conditions(row.list, otherwise: otherwise)
      code.jump(end)
      code.bind(otherwise)
      scoped { lowerStatement(StmtID(row.a)) }
      code.bind(end)
    case .conditionExpression, .conditionPattern, .conditionConstant, .switchCase, .catchClause: break
    case .whileLoop: whileLoop(row)
    case .repeatLoop: repeatLoop(row)
    case .forIn: forIn(row)
    case .switchOver: switchOver(row)
    case .returnValue: returnValue(row)
    case .yield:
      guard let goal = yields.last else { return }
      let mark = code.next
      if row.a != ExprID.none.raw { consume(ExprID(row.a), into: goal.target) }
      runDeferred(downTo: goal.depth)
      code.jump(goal.label)
      code.next = mark
    case .breakLoop: leave(named: label(row.a), isContinue: false)
    case .continueLoop: leave(named: label(row.a), isContinue: true)
    case .fallthroughCase: if let label = fallthroughLabels.last, label >= 0 { code.jump(label) }
    case .throwError:
      let mark = code.next
      let value = ExprID(row.a)
      let error = code.take()
      consume(value, into: error)
      if sema.types.kind(type(value)) != .existential {
        let typeRegister = code.take()
        load(type: type(value), into: typeRegister)
        code.emit(.makeExistential, error, error, typeRegister)
      }
      place(row.node)
      code.emit(.throwError, error)
      code.next = mark
    case .doCatch: doCatch(row)
    case .deferred: exits.append(.deferred(StmtID(row.a)))
    case .localFunction: localFunction(row)
    }
  }

  /// Runs code in a scope: its locals and deferred blocks end with it.
  func scoped(_ run: () -> Void) {
    let mark = code.next
    run()
    code.next = mark
  }

  // MARK: Blocks

  private func block(_ row: TypedStmt) {
    let mark = code.next
    let depth = exits.count
    // A local function that closures capture has its box before they are made.
    for raw in items(row.list) {
      let inner = statement(StmtID(raw))
      if inner.kind == .localFunction, info.boxed[Int(inner.a)] {
        let register = code.take()
        registers[Int(inner.a)] = Int32(register)
        code.emit(.constNil, register)
        code.emit(.makeBox, register, register)
      }
    }
    // Each deferred block protects what follows it: its range begins behind it.
    var deferred: [(statement: StmtID, start: Int)] = []
    for raw in items(row.list) {
      let id = StmtID(raw)
      lowerStatement(id)
      if statement(id).kind == .deferred { deferred.append((StmtID(statement(id).a), code.pc)) }
    }
    while let (statement, start) = deferred.popLast() {
      let end = code.pc
      exits.removeLast()
      let isOpen = !code.isUnreachable
      if isOpen { scoped { lowerStatement(statement) } }
      guard end > start else { continue }
      // An error passes by: the block runs, and the error goes on.
      let handler = code.label()
      let behind = code.label()
      let error = code.take()
      code.protect(from: start, to: handler, register: error)
      code.jump(behind)
      code.bind(handler)
      scoped { lowerStatement(statement) }
      code.emit(.throwError, error)
      code.bind(behind)
    }
    while exits.count > depth { exits.removeLast() }
    code.next = mark
  }

  /// Runs the deferred blocks of the scopes that are left, innermost first.
  func runDeferred(downTo depth: Int) {
    let saved = exits
    while exits.count > depth {
      if case .deferred(let statement)? = exits.popLast() { scoped { lowerStatement(statement) } }
    }
    exits = saved
  }

  private func declareLocals(_ row: TypedStmt) {
    let pattern = PatternID(row.a)
    let source = ExprID(row.b)
    let shape = body.patterns[Int(pattern.raw)]
    if source == .none {
      declareEmpty(pattern)
      return
    }
    if shape.kind == .bind {
      let local = LocalID(shape.a)
      let register = register(of: local)
      if info.boxed[Int(local.raw)] || info.weak[Int(local.raw)] {
        let mark = code.next
        let value = code.take()
        consume(source, into: value)
        declare(local, from: value)
        code.next = mark
      } else {
        consume(source, into: register)
      }
      return
    }
    reserveLocals(pattern)
    let mark = code.next
    let value = code.take()
    consume(source, into: value)
    let failed = code.label()
    let passed = code.label()
    test(pattern, value, type(source), otherwise: failed)
    code.jump(passed)
    code.bind(failed)
    code.emit(.trap, BadProgramReason.unmatchedPattern.rawValue, imm: TrapCode.badProgram.rawValue)
    code.bind(passed)
    code.next = mark
  }

  /// Takes the registers of the locals a pattern binds, so that they outlive the temporaries of the test.
  func reserveLocals(_ pattern: PatternID) {
    var work = [pattern]
    while let next = work.popLast() {
      guard next != .none else { continue }
      let row = body.patterns[Int(next.raw)]
      switch row.kind {
      case .bind: _ = register(of: LocalID(row.a))
      case .tuple, .enumCase: for raw in items(row.list) { work.append(PatternID(raw)) }
      case .some, .asType: work.append(PatternID(row.a))
      case .expression: _ = register(of: LocalID(row.b))
      case .wildcard, .none, .isType: break
      }
    }
  }

  private func declareEmpty(_ pattern: PatternID) {
    reserveLocals(pattern)
    var work = [pattern]
    while let next = work.popLast() {
      let row = body.patterns[Int(next.raw)]
      switch row.kind {
      case .bind:
        let local = LocalID(row.a)
        let register = register(of: local)
        code.emit(.constNil, register)
        if info.boxed[Int(local.raw)] { code.emit(.makeBox, register, register) }
      case .tuple: for raw in items(row.list) { work.append(PatternID(raw)) }
      default: break
      }
    }
  }

  private func localFunction(_ row: TypedStmt) {
    let local = LocalID(row.a)
    let register = register(of: local)
    let mark = code.next
    let value = code.take()
    _ = closure(Int(row.b), value, code.next)
    if info.boxed[Int(local.raw)] {
      code.emit(.storeBox, register, value)
    } else {
      code.move(register, value)
    }
    code.next = mark
  }

  // MARK: Choices

  private func ifElse(_ id: StmtID) {
    let end = code.label()
    var current = id
    while current != .none {
      let row = statement(current)
      guard row.kind == .ifElse else {
        lowerStatement(current)
        break
      }
      let otherwise = code.label()
      let mark = code.next
      conditions(row.list, otherwise: otherwise)
      lowerStatement(StmtID(row.a))
      code.next = mark
      let next = StmtID(row.b)
      if next != .none { code.jump(end) }
      code.bind(otherwise)
      current = next
    }
    code.bind(end)
  }

  /// Tests conditions in order; what they bind stays declared.
  func conditions(_ list: ListRange, otherwise label: Int) {
    for raw in items(list) {
      let row = statement(StmtID(raw))
      switch row.kind {
      case .conditionExpression: condition(ExprID(row.a), otherwise: label)
      case .conditionPattern:
        let pattern = PatternID(row.a)
        reserveLocals(pattern)
        let mark = code.next
        let source = ExprID(row.b)
        let value = lower(source)
        test(pattern, value.register, type(source), otherwise: label)
        code.next = mark
      case .conditionConstant: if row.a == 0 { code.jump(label) }
      default: break
      }
    }
  }

  private func switchOver(_ row: TypedStmt) {
    let mark = code.next
    let subject = ExprID(row.a)
    let value = code.take()
    lower(subject, into: value)
    let end = code.label()
    exits.append(.loop(breakLabel: end, continueLabel: -1, name: label(row.b)))
    let cases = items(row.list).map { statement(StmtID($0)) }
    let bodies = cases.map { _ in code.label() }
    var defaultLabel = -1
    let scope = code.next
    for (index, item) in cases.enumerated() {
      fallthroughLabels.append(index + 1 < bodies.count ? bodies[index + 1] : end)
      let next = code.label()
      if item.c == 1 {
        // The default case is taken when no other fits, wherever it stands.
        defaultLabel = bodies[index]
        code.jump(next)
      } else {
        let alternatives = items(item.list).map { PatternID($0) }
        for pattern in alternatives { reserveLocals(pattern) }
        for (position, pattern) in alternatives.enumerated() {
          let other = code.label()
          test(pattern, value, type(subject), otherwise: other)
          if item.a != ExprID.none.raw { condition(ExprID(item.a), otherwise: other) }
          if position + 1 < alternatives.count { code.jump(bodies[index]) }
          if position + 1 == alternatives.count {
            code.jump(bodies[index])
            code.bind(other)
            code.jump(next)
          } else {
            code.bind(other)
          }
        }
      }
      code.bind(bodies[index])
      lowerStatement(StmtID(item.b))
      code.jump(end)
      code.bind(next)
      code.next = scope
      fallthroughLabels.removeLast()
    }
    if defaultLabel >= 0 {
      code.jump(defaultLabel)
    } else {
      place(row.node)
      code.emit(.trap, 0, imm: TrapCode.unreachable.rawValue)
    }
    code.bind(end)
    exits.removeLast()
    code.next = mark
  }

  // MARK: Loops

  func label(_ raw: UInt32) -> String? {
    raw == .max || Int(raw) >= body.strings.count ? nil : body.strings[Int(raw)]
  }

  private func whileLoop(_ row: TypedStmt) {
    let mark = code.next
    let start = code.label()
    let end = code.label()
    code.bind(start)
    // Where a loop without an end is told.
    place(row.node)
    exits.append(.loop(breakLabel: end, continueLabel: start, name: label(row.b)))
    conditions(row.list, otherwise: end)
    lowerStatement(StmtID(row.a))
    code.jump(start)
    code.bind(end)
    exits.removeLast()
    code.next = mark
  }

  private func repeatLoop(_ row: TypedStmt) {
    let mark = code.next
    let start = code.label()
    let test = code.label()
    let end = code.label()
    code.bind(start)
    place(row.node)
    exits.append(.loop(breakLabel: end, continueLabel: test, name: label(row.c)))
    lowerStatement(StmtID(row.a))
    exits.removeLast()
    code.bind(test)
    condition(ExprID(row.b), otherwise: end)
    code.jump(start)
    code.bind(end)
    code.next = mark
  }

  private func leave(named name: String?, isContinue: Bool) {
    var index = exits.count
    while index > 0 {
      index -= 1
      guard case .loop(let breakLabel, let continueLabel, let own) = exits[index] else { continue }
      if let name, own != name { continue }
      if isContinue, continueLabel < 0 { continue }
      runDeferred(downTo: index + 1)
      code.jump(isContinue ? continueLabel : breakLabel)
      return
    }
  }

  // MARK: Return and errors

  private func returnValue(_ row: TypedStmt) {
    let mark = code.next
    let window = code.take(max(shape.results, 1))
    if row.a == ExprID.none.raw {
      if initialiserSelf != .none {
        load(local: initialiserSelf, into: window)
      } else {
        code.emit(.constNil, window)
      }
    } else if initialiserSelf != .none, expr(ExprID(row.a)).kind == .nilLiteral {
      code.emit(.constNil, window)
    } else {
      consumeReturned(ExprID(row.a), into: window)
    }
    runDeferred(downTo: 0)
    finishReturn(window)
    code.next = mark
  }

  /// A variable of this function that is returned is given up: it needs no second owner.
  private func consumeReturned(_ id: ExprID, into window: Int) {
    let expr = expr(id)
    if expr.kind == .local, isPlain(LocalID(expr.a)), !isParameter(LocalID(expr.a)), exits.isEmpty || !hasDeferred {
      lower(id, into: window)
      return
    }
    consume(id, into: window)
  }

  private var hasDeferred: Bool {
    for exit in exits { if case .deferred = exit { return true } }
    return false
  }

  private func isParameter(_ local: LocalID) -> Bool {
    let register = Int(registers[Int(local.raw)])
    return register >= 0 && register < shape.types + shape.parameters
  }

  private func doCatch(_ row: TypedStmt) {
    let mark = code.next
    let error = code.take()
    let handler = code.label()
    let end = code.label()
    let start = code.pc
    lowerStatement(StmtID(row.a))
    code.protect(from: start, to: handler, register: error)
    code.jump(end)
    code.bind(handler)
    let errorType = sema.types.make(.existential, [sema.knownType(.error)])
    for raw in items(row.list) {
      let clause = statement(StmtID(raw))
      let next = code.label()
      let inner = code.next
      let taken = code.label()
      let patterns = items(clause.list).map { PatternID($0) }
      for pattern in patterns { reserveLocals(pattern) }
      for (position, pattern) in patterns.enumerated() {
        let other = position + 1 < patterns.count ? code.label() : next
        test(pattern, error, errorType, otherwise: other)
        if clause.a != ExprID.none.raw { condition(ExprID(clause.a), otherwise: other) }
        if position + 1 < patterns.count {
          code.jump(taken)
          code.bind(other)
        }
      }
      code.bind(taken)
      lowerStatement(StmtID(clause.b))
      code.jump(end)
      code.bind(next)
      code.next = inner
    }
    code.emit(.throwError, error)
    code.bind(end)
    code.next = mark
  }
}
