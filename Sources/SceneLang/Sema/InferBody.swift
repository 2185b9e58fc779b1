/// Building the typed body: appending expressions, statements, patterns, locals and lists, and finishing their types.
///
/// While a full expression is open, types in the body may hold variables. `finishExpression` decides literals last,
/// then replaces every variable in what was built since the full expression began.

extension Infer {
  // MARK: Expressions

  func add(_ kind: TypedExprKind, _ type: TypeID, _ node: NodeID, a: UInt32 = 0, b: UInt32 = 0) -> ExprID {
    var expr = TypedExpr(kind, type: type, node: node)
    expr.a = a
    expr.b = b
    body.expressions.append(expr)
    return ExprID(UInt32(body.expressions.count - 1))
  }

  func add(_ expr: TypedExpr) -> ExprID {
    body.expressions.append(expr)
    return ExprID(UInt32(body.expressions.count - 1))
  }

  func type(of expr: ExprID) -> TypeID {
    expr == .none ? types.error : resolve(body.expressions[Int(expr.raw)].type)
  }

  func kind(of expr: ExprID) -> TypedExprKind {
    expr == .none ? .error : body.expressions[Int(expr.raw)].kind
  }

  func errorExpression(_ node: NodeID) -> ExprID { add(.error, types.error, node) }

  /// The same value with another known type (a call of erroneous arguments that keeps its result type).
  func errorExpression(_ node: NodeID, type: TypeID) -> ExprID { add(.error, type, node) }

  /// What is left of an expression with a mistake in it: its parts, so that what they say is not lost.
  func errorExpression(
    _ node: NodeID, type: TypeID? = nil, receiver: ExprID = .none, keeping parts: [ExprID]
  ) -> ExprID {
    let expr = add(.error, type ?? types.error, node)
    var kept: [ExprID] = []
    if receiver != .none { kept.append(receiver) }
    for part in parts where part != .none && !isBareError(part) { kept.append(part) }
    guard !kept.isEmpty else { return expr }
    body.expressions[Int(expr.raw)].list = list(kept)
    if receiver != .none { body.expressions[Int(expr.raw)].flags = TypedExprFlags.receiver }
    return expr
  }

  private func isBareError(_ expr: ExprID) -> Bool {
    let row = body.expressions[Int(expr.raw)]
    return row.kind == .error && row.list.count == 0
  }

  func isError(_ expr: ExprID) -> Bool { typeRow(type(of: expr)).summary.contains(.error) }

  func list(_ items: [UInt32]) -> ListRange {
    let start = UInt32(body.lists.count)
    if items.isEmpty { return ListRange(start: start, count: 0) }
    items.withUnsafeBufferPointer { if let first = $0.baseAddress { body.lists.append(first, count: $0.count) } }
    return ListRange(start: start, count: UInt32(items.count))
  }

  func list(_ items: [ExprID]) -> ListRange { list(ids: items) }
  func list(_ items: [StmtID]) -> ListRange { list(ids: items) }
  func list(_ items: [PatternID]) -> ListRange { list(ids: items) }
  func list(_ items: [TypeID]) -> ListRange { list(ids: items) }

  /// Each kind of id is a number and nothing else, so that the rows are copied as they lie.
  @inline(__always) private func list<Row: BitwiseCopyable>(ids items: [Row]) -> ListRange {
    assert(MemoryLayout<Row>.size == MemoryLayout<UInt32>.size)
    let start = UInt32(body.lists.count)
    let count = items.count
    if count > 0 {
      items.withUnsafeBytes {
        if let first = $0.baseAddress { body.lists.append(first.assumingMemoryBound(to: UInt32.self), count: count) }
      }
    }
    return ListRange(start: start, count: UInt32(count))
  }

  /// The values of the call that is being written, from a position on.
  func argumentList(from first: Int) -> ListRange {
    let start = UInt32(body.lists.count)
    for i in first..<argumentValues.count { body.lists.append(argumentValues[i].raw) }
    return ListRange(start: start, count: UInt32(argumentValues.count - first))
  }

  func string(_ text: String) -> UInt32 {
    body.strings.append(text)
    return UInt32(body.strings.count - 1)
  }

  func word(_ word: UInt64) -> UInt32 {
    body.words.append(word)
    return UInt32(body.words.count - 1)
  }

  // MARK: Statements, patterns, locals

  func add(_ statement: TypedStmt) -> StmtID {
    body.statements.append(statement)
    return StmtID(UInt32(body.statements.count - 1))
  }

  func block(_ statements: [StmtID], _ node: NodeID) -> StmtID {
    var result = TypedStmt(.block, node: node)
    result.list = list(statements)
    return add(result)
  }

  func statement(_ kind: TypedStmtKind, _ node: NodeID, a: UInt32 = 0, b: UInt32 = 0, c: UInt32 = 0) -> StmtID {
    var result = TypedStmt(kind, node: node)
    result.a = a
    result.b = b
    result.c = c
    return add(result)
  }

  func pattern(
    _ kind: TypedPatternKind, _ type: TypeID, _ node: NodeID, a: UInt32 = 0, b: UInt32 = 0, list: ListRange = .empty
  ) -> PatternID {
    var result = TypedPattern(kind, type: type, node: node)
    result.a = a
    result.b = b
    result.list = list
    body.patterns.append(result)
    return PatternID(UInt32(body.patterns.count - 1))
  }

  func newLocal(_ name: String, _ type: TypeID, mutable: Bool, _ node: NodeID) -> LocalID {
    body.locals.append(TypedLocal(name: name, type: type, isMutable: mutable, node: node))
    localDepth.append(UInt16(truncatingIfNeeded: functions.count))
    return LocalID(UInt32(body.locals.count - 1))
  }

  func localReference(_ local: LocalID, _ node: NodeID) -> ExprID {
    capture(local)
    return add(.local, body.locals[Int(local.raw)].type, node, a: local.raw)
  }

  /// Notes that the closures between the local's home and here use it.
  func capture(_ local: LocalID) {
    let home = Int(localDepth[Int(local.raw)])
    guard home < functions.count else { return }
    for depth in home..<functions.count {
      let closure = functions[depth].closure
      if closure < 0 { continue }
      let captures = body.closures[closure].captures.count
      if captures < FunctionContext.fewCaptures {
        if body.closures[closure].captures.contains(local) { continue }
      } else {
        if functions[depth].capturedSet.isEmpty {
          for known in body.closures[closure].captures { functions[depth].capturedSet.insert(known.raw) }
        }
        if !functions[depth].capturedSet.insert(local.raw).inserted { continue }
      }
      body.closures[closure].captures.append(local)
    }
    if body.locals[Int(local.raw)].isMutable { body.locals[Int(local.raw)].isCaptured = true }
  }

  // MARK: Full expressions

  struct ExpressionMark {
    var expressions: Int
    var patterns: Int
    var locals: Int
    var closures: Int
    var variables: Int
    var pendingLiterals: Int
    var pendingOperators: Int
  }

  /// Opens a full expression. Inside a closure body the surrounding one stays open.
  func beginExpression() -> ExpressionMark {
    if isHeard { checker.expressionBegins?() }
    expressionDepth += 1
    statementVariables.append(solver.binding.count)
    expressionStarts.append(body.expressions.count)
    return ExpressionMark(
      expressions: body.expressions.count, patterns: body.patterns.count, locals: body.locals.count,
      closures: body.closures.count, variables: solver.binding.count, pendingLiterals: pendingLiterals.count,
      pendingOperators: pendingOperators.count)
  }

  /// Whether something in the statement, or in the one around it, is not known: what cannot be told then follows from it.
  var restsOnUnknown: Bool {
    guard let last = expressionStarts.last else { return false }
    let start = expressionStarts.count > 1 ? expressionStarts[expressionStarts.count - 2] : last
    return body.expressions.buffer[min(start, body.expressions.count)...].contains {
      $0.kind == .error || types.kind($0.type) == .error
    }
  }

  /// Decides what is still open since `mark`; the outermost call also forgets the variables. With `keepsOpen` (the
  /// result of a closure) literals stay undecided until the surrounding expression ends.
  func finishExpression(_ mark: ExpressionMark, keepsOpen: Bool = false) {
    expressionDepth -= 1
    statementVariables.removeLast()
    expressionStarts.removeLast()
    let isOuter = expressionDepth == 0
    if !keepsOpen || isOuter {
      force(variablesFrom: isOuter ? 0 : mark.variables)
      finishPending(isOuter ? 0 : mark.pendingLiterals, isOuter ? 0 : mark.pendingOperators)
    }
    defer { if isHeard { reportEnd(mark) } }
    guard isOuter else { return }
    if !solveOpen() { reportOpenRequirements() }
    solver.open.removeAll(keepingCapacity: true)
    let hadVariables = !solver.binding.isEmpty
    if hadVariables { finishTypes(mark) }
    if !fixedTypes.isEmpty { fixedTypes.removeAll(keepingCapacity: true) }
    solver.reset()
  }

  private func reportEnd(_ mark: ExpressionMark) {
    guard let ends = checker.expressionEnds else { return }
    let isEmpty = mark.expressions >= body.expressions.count
    ends(file, isEmpty ? .none : body.expressions[mark.expressions].node)
  }

  private func finishTypes(_ mark: ExpressionMark) {
    // What stands beside each other often has one type.
    var last = (open: TypeID.none, closed: TypeID.none)
    for i in mark.expressions..<body.expressions.count {
      let row = body.expressions[i]
      if types[row.type].summary.contains(.variable) {
        if row.type != last.open { last = (row.type, closed(row.type)) }
        body.expressions[i].type = last.closed
      }
      if row.list2.count > 0 {
        for j in Int(row.list2.start)..<Int(row.list2.start + row.list2.count) {
          let argument = TypeID(body.lists[j])
          if types[argument].summary.contains(.variable) { body.lists[j] = closed(argument).raw }
        }
      }
      if row.kind == .typeReference { body.expressions[i].a = closed(TypeID(row.a)).raw }
    }
    for i in mark.patterns..<body.patterns.count { body.patterns[i].type = closed(body.patterns[i].type) }
    for i in mark.locals..<body.locals.count { body.locals[i].type = closed(body.locals[i].type) }
    for i in mark.closures..<body.closures.count { body.closures[i].type = closed(body.closures[i].type) }
  }

  /// The final type: what is still free becomes the error type.
  private func closed(_ type: TypeID) -> TypeID {
    let type = resolve(type)
    if !types[type].summary.contains(.variable) { return type }
    return replaceVariables(type)
  }

  private func replaceVariables(_ type: TypeID) -> TypeID {
    let row = types[type]
    if !row.summary.contains(.variable) { return type }
    if row.kind == .variable { return types.error }
    var arguments = Array(types.arguments(type))
    for i in arguments.indices { arguments[i] = replaceVariables(arguments[i]) }
    return types.make(
      row.kind, decl: row.decl, flags: row.flags, arguments, labels: labelsOrEmpty(Array(types.labels(type))))
  }

  /// Literals decide last: gives every open literal variable its default type.
  func force(variablesFrom start: Int) {
    _ = solveOpen()
    var index = start
    while index < solver.binding.count {
      if solver.binding[index] == .none, solver.literal[index] != .none {
        _ = bind(variableTypes[index], defaultType(of: index))
      }
      index += 1
    }
    _ = solveOpen()
  }

  /// Decides the open literals in one type (the base of a member, a closure's parameter).
  func forced(_ type: TypeID) -> TypeID {
    var type = resolve(type)
    if !types[type].summary.contains(.variable) { return type }
    if !solver.open.isEmpty {
      _ = solveOpen()
      type = resolve(type)
    }
    forceLiterals(in: type)
    if !solver.open.isEmpty {
      _ = solveOpen()
      type = resolve(type)
      if types[type].summary.contains(.variable) {
        // `Array("text")`: the element depends on a literal that only the requirements name.
        for requirement in solver.open {
          if case .equal(let a, let b) = requirement {
            forceLiterals(in: a)
            forceLiterals(in: b)
          }
        }
        _ = solveOpen()
      }
    }
    return resolve(type)
  }

  private func forceLiterals(in type: TypeID) {
    let type = shallow(type)
    let row = types[type]
    if row.kind == .variable {
      let literal = solver.literal[variableNumber(type)]
      if literal != .none { _ = bind(type, defaultType(of: variableNumber(type))) }
      return
    }
    if row.summary.contains(.variable) {
      for i in 0..<Int(row.count) { forceLiterals(in: types.argument(type, i)) }
    }
  }

  /// The default type of a literal's variable: a floating one where what is asked of it rules integers out.
  private func defaultType(of variable: Int) -> TypeID {
    let literal = solver.literal[variable]
    let type = defaultType(literal)
    guard literal == .integer else { return type }
    if !solver.open.isEmpty, isFloatingByMember(variable), meetsBounds(known.double, variable) { return known.double }
    guard solver.bound[variable] >= 0 else { return type }
    for candidate in [type, known.double, known.cgFloat] where meetsBounds(candidate, variable) { return candidate }
    return type
  }

  /// An associated type of what the variable stands for is a floating one: `stride(from: 0, to: 1, by: 0.25)`.
  private func isFloatingByMember(_ variable: Int) -> Bool {
    let root = shallow(variableTypes[variable])
    for requirement in solver.open {
      guard case .equal(let a, let b) = requirement else { continue }
      for (member, other) in [(shallow(a), shallow(b)), (shallow(b), shallow(a))]
      where types.kind(member) == .member && types.argumentCount(member) > 0
        && shallow(types.argument(member, 0)) == root
      {
        if types.kind(other) == .variable ? literalKind(other) == .float : known.isFloating(other) { return true }
      }
    }
    return false
  }

  private func meetsBounds(_ type: TypeID, _ variable: Int) -> Bool {
    var bound = solver.bound[variable]
    while bound >= 0 {
      let entry = solver.bounds[Int(bound)]
      if !conformsTo(type, entry.protocol) { return false }
      bound = entry.next
    }
    return true
  }

  func defaultType(_ literal: LiteralKind) -> TypeID {
    switch literal {
    case .none: return types.error
    case .integer: return known.int
    case .float: return known.double
    case .boolean: return known.bool
    case .character, .string, .interpolation: return known.string
    case .array: return types.nominal(known.arrayDecl, [freshVariable()])
    case .dictionary: return types.nominal(known.dictionaryDecl, [freshVariable(), freshVariable()])
    }
  }
}
