/// Statements: declarations of locals, control flow, returns, errors; each full expression is opened and finished here.

extension Infer {
  var neverType: TypeID { known.never }

  /// Anything that is checked as an expression rather than a statement or declaration.
  func isExpression(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .ifExpr, .switchExpr, .identifierExpr, .implicitMemberExpr, .integerLiteralExpr, .floatLiteralExpr,
      .booleanLiteralExpr, .nilLiteralExpr, .regexLiteralExpr, .stringLiteralExpr, .arrayExpr, .dictionaryExpr,
      .parenExpr, .tupleExpr, .operatorExpr, .closureExpr, .postfixExpr, .prefixExpr, .inoutExpr, .sequenceExpr,
      .tryExpr, .awaitExpr, .unsafeExpr, .ownershipExpr, .packElementExpr, .packExpansionExpr, .discardExpr, .typeExpr,
      .keyPathExpr:
      return true
    case .macroExpansion: return isValueMacro(node)
    default: return false
    }
  }

  private func isValueMacro(_ node: NodeID) -> Bool {
    switch tree.name(of: tree.token(node, at: Slot.macroName)) {
    case "warning", "error", "Preview", "Scenario", "Playground": return false
    default: return true
    }
  }

  /// Statements of a block; local functions and types are known from its start.
  func statements(_ items: [NodeID]) -> [StmtID] {
    declareLocalDeclarations(items)
    if items.count > 1 { checkRedeclarations(items) }
    var result: [StmtID] = []
    result.reserveCapacity(items.count)
    for item in items { statement(item, &result) }
    return result
  }

  func blockStatement(_ node: NodeID) -> StmtID {
    guard node != .none else { return block([], node) }
    let scope = pushScope()
    let items = sema.activeList(of: node, file: file)
    let result = block(statements(items), node)
    popScope(scope)
    return result
  }

  /// One full expression as a statement of its own.
  private func expressionStatement(_ node: NodeID) -> StmtID {
    let mark = beginExpression()
    let value = expression(node)
    finishExpression(mark)
    return statement(.expression, node, a: value.raw)
  }

  /// A full expression with a known type.
  func fullExpression(_ node: NodeID, to target: TypeID, purpose: Purpose) -> ExprID {
    let mark = beginExpression()
    let value = checked(node, to: target, purpose: purpose)
    finishExpression(mark)
    return value
  }

  func statement(_ node: NodeID, _ result: inout [StmtID]) {
    switch tree.kind(node) {
    case .variableDecl: variableStatement(node, &result)
    case .functionDecl: if let local = localFunction(node) { result.append(local) }
    case .structDecl, .classDecl, .enumDecl, .typealiasDecl, .actorDecl, .protocolDecl, .importDecl: break
    case .ifExpr: result.append(ifStatement(node, yields: false))
    case .switchExpr: result.append(switchStatement(node, label: .none, yields: false))
    case .guardStmt: result.append(guardStatement(node))
    case .whileStmt: result.append(whileStatement(node, label: .none))
    case .repeatStmt: result.append(repeatStatement(node, label: .none))
    case .forStmt: result.append(forStatement(node, label: .none))
    case .labeledStmt:
      let label = name(tree.token(node, at: 0))
      let inner = tree.node(node, at: 2)
      switch tree.kindIfPresent(inner) {
      case .whileStmt: result.append(whileStatement(inner, label: label))
      case .repeatStmt: result.append(repeatStatement(inner, label: label))
      case .forStmt: result.append(forStatement(inner, label: label))
      case .switchExpr: result.append(switchStatement(inner, label: label, yields: false))
      case .none: break
      default: statement(inner, &result)
      }
    case .returnStmt:
      if functions[functions.count - 1].deferDepth > 0 {
        report(.jumpOutside, "'return' cannot leave a 'defer' block", node)
        return
      }
      result.append(returnStatement(node))
    case .throwStmt: result.append(throwStatement(node))
    case .breakStmt, .continueStmt: if let jump = jumpStatement(node) { result.append(jump) }
    case .fallthroughStmt:
      if functions.last?.jumps.last?.isSwitch != true {
        report(.jumpOutside, "'fallthrough' can only stand in a case of a 'switch'", node)
        return
      }
      result.append(statement(.fallthroughCase, node))
    case .deferStmt:
      functions[functions.count - 1].deferDepth += 1
      let body = blockStatement(tree.node(node, at: 1))
      functions[functions.count - 1].deferDepth -= 1
      result.append(statement(.deferred, node, a: body.raw))
    case .doStmt: result.append(doStatement(node))
    case .thenStmt, .yieldStmt: result.append(yieldValue(tree.node(node, at: 1), node))
    case .discardStmt: break
    case .macroExpansion where !isValueMacro(node): break
    case .missingDecl, .unexpected, .nestingLimit, .missingExpr, .sourceLocation, .extensionDecl, .operatorDecl,
      .precedenceGroupDecl, .macroDecl:
      break
    default:
      if isExpression(node) { result.append(expressionStatement(node)) }
    }
  }

  // MARK: Loops

  private func pushJump(_ label: NameID, isLoop: Bool) {
    functions[functions.count - 1].jumps.append(JumpTarget(label: label, isLoop: isLoop, isSwitch: !isLoop))
  }

  private func popJump() { functions[functions.count - 1].jumps.removeLast() }

  private func labelText(_ label: NameID) -> UInt32 { label == .none ? .max : string(text(label)) }

  private func whileStatement(_ node: NodeID, label: NameID) -> StmtID {
    let scope = pushScope()
    let conditions = conditions(tree.node(node, at: 1))
    pushJump(label, isLoop: true)
    let block = blockStatement(tree.node(node, at: 2))
    popJump()
    popScope(scope)
    var statement = TypedStmt(.whileLoop, node: node)
    statement.list = list(conditions)
    statement.a = block.raw
    statement.b = labelText(label)
    return add(statement)
  }

  private func repeatStatement(_ node: NodeID, label: NameID) -> StmtID {
    pushJump(label, isLoop: true)
    let block = blockStatement(tree.node(node, at: 1))
    popJump()
    let condition = fullExpression(tree.node(node, at: 3), to: known.bool, purpose: .condition)
    return statement(.repeatLoop, node, a: block.raw, b: condition.raw, c: labelText(label))
  }

  func forStatement(_ node: NodeID, label: NameID) -> StmtID {
    let scope = pushScope()
    defer { popScope(scope) }
    let head = forHead(node)
    pushJump(label, isLoop: true)
    let block = blockStatement(tree.node(node, at: 11))
    popJump()
    var statement = TypedStmt(.forIn, node: node)
    statement.a = head.pattern.raw
    statement.b = head.sequence.raw
    statement.c = block.raw
    statement.list = list([head.condition.raw, labelText(label), head.makeIterator.raw, head.next.raw])
    return add(statement)
  }

  struct ForHead {
    var pattern: PatternID
    var sequence: ExprID
    var condition: ExprID
    var makeIterator: DeclID
    var next: DeclID
  }

  /// `Range` or `ClosedRange` for an expression that is spelled with one of their operators alone.
  private func rangeWritten(_ node: NodeID) -> DeclID? {
    guard node != .none, tree.kind(node) == .sequenceExpr else { return nil }
    var found: DeclID?
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard !child.isNode else { continue }
      let spelled = text(name(child.token))
      guard spelled == "..<" || spelled == "...", found == nil else { return nil }
      found = spelled == "..<" ? known.rangeDecl : known.closedRangeDecl
    }
    return found
  }

  /// Sequence, pattern and condition of a `for`; the pattern's names stay declared.
  func forHead(_ node: NodeID) -> ForHead {
    let mark = beginExpression()
    let sequenceNode = tree.node(node, at: 8)
    let typeNode = tree.node(node, at: 6)
    let isAwait = tree.has(node, at: 2)
    var wanted = TypeID.none
    if typeNode != .none, needsContext(sequenceNode), tree.kind(unparenthesized(sequenceNode)) == .arrayExpr {
      // `for edge: Edge in [.top, .bottom]`
      wanted = types.nominal(known.arrayDecl, [resolveType(typeNode)])
    } else if typeNode != .none, let range = rangeWritten(unparenthesized(sequenceNode)) {
      // `for bit: UInt8 in 0..<8`
      wanted = types.nominal(range, [resolveType(typeNode)])
    }
    var sequence = expression(sequenceNode, expected: wanted)
    if let value = implicitlyUnwrapped(sequence) { sequence = value }
    if wanted != .none, let value = converted(sequence, to: wanted) { sequence = value }
    let type = forced(type(of: sequence))
    var element = types.error
    var makeIterator = DeclID.none
    var next = DeclID.none
    if let pattern = packPattern(type) {
      element = pattern
    } else if !types[type].summary.contains(.error) {
      if isAwait, known.asyncSequence != types.error, sema.conforms(type, types.decl(known.asyncSequence)) != nil {
        let sequence = types.decl(known.asyncSequence)
        element = sema.associatedType(type, named: .element, of: sequence)
        noteAwaitInLoop()
        makeIterator = sema.members(of: type, known.makeAsyncIterator, .instance).first?.decl ?? .none
        let iterator = sema.associatedType(type, named: known.asyncIterator, of: sequence)
        if types.kind(iterator) != .error {
          next = sema.members(of: iterator, known.next, .instance).first?.decl ?? .none
        }
      } else if conformsTo(type, known.sequence) {
        element = resolve(sema.associatedType(type, named: .element, of: types.decl(known.sequence)))
        let decl = nominalDecl(type)
        let isDirect =
          decl == known.arrayDecl || decl == known.rangeDecl || decl == known.closedRangeDecl
          || decl == known.dictionaryDecl || type == known.string
        if !isDirect {
          if types.kind(type) == .existential {
            sequence = add(.openExistential, type, sequenceNode, a: sequence.raw)
          }
          makeIterator = sema.members(of: type, known.makeIterator, .instance).first?.decl ?? .none
          let iterator = sema.associatedType(type, named: known.iterator, of: types.decl(known.sequence))
          if types.kind(iterator) != .error {
            next = sema.members(of: iterator, known.next, .instance).first?.decl ?? .none
          }
        }
      } else if isOptional(type), conformsTo(types.argument(type, 0), known.sequence) {
        reportNotUnwrapped(sequence, type, sequenceNode, member: "for")
      } else {
        report(
          .notASequence, "'for' needs a sequence; '\(describe(type))' does not conform to 'Sequence'", sequenceNode)
      }
    }
    if typeNode != .none {
      let declared = resolveType(typeNode)
      if conversion(from: element, to: declared) == nil {
        reportMismatch(found: element, expected: declared, typeNode, purpose: .other)
      }
      element = declared
    }
    let isCase = tree.has(node, at: 3)
    let pattern = self.pattern(tree.node(node, at: 4), element, binding: !isCase, mutable: false)
    finishExpression(mark)
    var condition = ExprID.none
    let conditionNode = tree.node(node, at: 10)
    if conditionNode != .none { condition = fullExpression(conditionNode, to: known.bool, purpose: .condition) }
    return ForHead(
      pattern: pattern, sequence: sequence, condition: condition, makeIterator: makeIterator, next: next)
  }

  private func noteAwaitInLoop() { functions[functions.count - 1].didAwait = true }

  private func jumpStatement(_ node: NodeID) -> StmtID? {
    let isBreak = tree.kind(node) == .breakStmt
    let labelToken = tree.token(node, at: 1)
    let jumps = functions.last?.jumps ?? []
    let word = isBreak ? "break" : "continue"
    if labelToken != .none, !tree.isMissing(labelToken) {
      let label = name(labelToken)
      guard let target = jumps.last(where: { $0.label == label }) else {
        report(.jumpOutside, "no loop around here is labelled '\(text(label))'", tree.range(labelToken))
        return nil
      }
      if !isBreak && !target.isLoop {
        report(.jumpOutside, "'continue' needs a loop; '\(text(label))' is not one", node)
        return nil
      }
      return statement(isBreak ? .breakLoop : .continueLoop, node, a: string(text(label)))
    }
    let hasTarget = isBreak ? !jumps.isEmpty : jumps.contains { $0.isLoop }
    guard hasTarget else {
      report(
        .jumpOutside, isBreak ? "'break' can only stand in a loop or a 'switch'" : "'\(word)' can only stand in a loop",
        node)
      return nil
    }
    return statement(isBreak ? .breakLoop : .continueLoop, node, a: .max)
  }

  // MARK: Leaving

  private func returnStatement(_ node: NodeID) -> StmtID {
    let depth = functions.count - 1
    functions[depth].returnCount += 1
    let valueNode = tree.node(node, at: 1)
    let result = functions[depth].result
    if result == .none {
      // An initialiser: only `return nil` of a failable one has a value.
      if valueNode != .none {
        if isFailable, tree.kind(valueNode) == .nilLiteralExpr {
          let value = add(.nilLiteral, optional(selfType), valueNode)
          return statement(.returnValue, node, a: value.raw)
        }
        let mark = beginExpression()
        _ = expression(valueNode)
        finishExpression(mark)
        report(.returnInInit, "an initializer returns no value", valueNode)
      }
      return statement(.returnValue, node, a: .max)
    }
    if valueNode == .none {
      let resolved = resolve(result)
      if types.kind(resolved) == .variable { _ = unify(resolved, types.void) }
      let now = resolve(result)
      if now != types.void, now != types.error {
        report(.returnWithoutValue, "'return' needs a value of type '\(describe(now))'", node)
      }
      return statement(.returnValue, node, a: .max)
    }
    let mark = beginExpression()
    let value = returnedValue(valueNode)
    finishExpression(mark, keepsOpen: true)
    return statement(.returnValue, node, a: value.raw)
  }

  /// The value of `return` or of a single-expression body, converted to the result type.
  func returnedValue(_ node: NodeID) -> ExprID {
    let depth = functions.count - 1
    if functions[depth].isOpaque { return opaqueValue(node) }
    let result = functions[depth].result
    let resolved = resolve(result)
    if resolved == types.void {
      let value = expression(node, expected: .none)
      let found = type(of: value)
      if found != types.void, found != neverType, !types[found].summary.contains(.error) {
        report(.returnValueInVoid, "this function returns no value, but '\(describe(found))' is returned", node)
      }
      return value
    }
    if functions[depth].closure >= 0, functions[depth].returnCount > 1,
      types[resolved].summary.contains(.variable)
        || functions[depth].closure >= 0 && functions[depth].infersEffects && types.kind(result) == .variable
    {
      // A closure whose result is found out: later returns may widen it.
      let value = expression(node, expected: resolved)
      return conform(value, to: result, node, purpose: .result)
    }
    let value = expression(node, expected: result)
    // A body that only traps gives a value of any type.
    if functions[depth].isSingleExpression, type(of: value) == neverType { return value }
    return conform(value, to: result, node, purpose: .result)
  }

  private func throwStatement(_ node: NodeID) -> StmtID {
    let depth = functions.count - 1
    let mark = beginExpression()
    let valueNode = tree.node(node, at: 1)
    let wanted = thrownHere
    var value = checked(valueNode, to: wanted, purpose: .other)
    if wanted != anyError, let error = converted(value, to: anyError) { value = error }
    finishExpression(mark)
    if depth >= 0 { noteCaught(wanted) }
    if depth >= 0, functions[depth].catchDepth == 0 {
      if functions[depth].infersEffects || functions[depth].isThrowing {
        functions[depth].didThrow = true
      } else {
        report(.unhandledError, "errors thrown here are not handled; catch them, or mark the function 'throws'", node)
      }
    }
    return statement(.throwError, node, a: value.raw)
  }

  // MARK: do and catch

  private func doStatement(_ node: NodeID) -> StmtID {
    var catchNodes: [NodeID] = []
    for child in tree.elements(node, from: 3) where tree.kind(child) == .catchClause { catchNodes.append(child) }
    let depth = functions.count - 1
    let catchesAll = catchNodes.contains { isCatchAll($0) }
    if catchNodes.isEmpty { return blockStatement(tree.node(node, at: 2)) }
    if catchesAll { functions[depth].catchDepth += 1 }
    functions[depth].caught.append(CaughtErrors(written: thrownType(tree.node(node, at: 1))))
    let body = blockStatement(tree.node(node, at: 2))
    let errors = functions[depth].caught.removeLast()
    if catchesAll { functions[depth].catchDepth -= 1 }
    if !catchesAll, errors.found != .none { noteCaught(errors.found) }
    var clauses: [StmtID] = []
    let errorType = caughtType(errors)
    for clause in catchNodes {
      let scope = pushScope()
      var patterns: [PatternID] = []
      var condition = ExprID.none
      let items = tree.node(clause, at: 1)
      if items == .none {
        // `error` is there only without a pattern.
        let local = newLocal("error", errorType, mutable: false, clause)
        declare(.error, local)
        patterns.append(caughtPattern(pattern(.bind, errorType, clause, a: local.raw), errorType, clause))
      } else {
        let mark = beginExpression()
        for item in tree.elements(items) where tree.kind(item) == .caseItem {
          if tree.node(item, at: 0) == .none {
            let local = newLocal("error", errorType, mutable: false, clause)
            declare(.error, local)
            patterns.append(caughtPattern(pattern(.bind, errorType, clause, a: local.raw), errorType, clause))
          } else {
            let written = pattern(tree.node(item, at: 0), errorType, binding: false, mutable: false)
            patterns.append(caughtPattern(written, errorType, item))
          }
          let conditionNode = tree.node(item, at: 2)
          if conditionNode != .none { condition = checked(conditionNode, to: known.bool, purpose: .condition) }
        }
        finishExpression(mark)
      }
      let block = blockStatement(tree.node(clause, at: 2))
      popScope(scope)
      var statement = TypedStmt(.catchClause, node: clause)
      statement.list = list(patterns)
      statement.a = condition.raw
      statement.b = block.raw
      clauses.append(add(statement))
    }
    var statement = TypedStmt(.doCatch, node: node)
    statement.a = body.raw
    statement.list = list(clauses)
    return add(statement)
  }

  /// The pattern in parentheses, where there is one and it has no label.
  private func onlyElement(_ pattern: NodeID) -> NodeID? {
    guard tree.kind(pattern) == .tuplePattern else { return nil }
    var found: NodeID?
    for child in tree.elements(pattern) {
      if found != nil { return nil }
      found = child
    }
    guard let element = found, tree.kind(element) == .tuplePatternElement else { return found }
    guard tree.token(element, at: 0) == .none else { return nil }
    return tree.node(element, at: 2)
  }

  func isCatchAll(_ clause: NodeID) -> Bool {
    let items = tree.node(clause, at: 1)
    guard items != .none else { return true }
    for item in tree.elements(items) where tree.kind(item) == .caseItem {
      if tree.node(item, at: 2) != .none { continue }
      if matchesEveryError(tree.node(item, at: 0)) { return true }
    }
    return false
  }

  /// A name, `_`, and a cast that cannot fail: every error is an `Error` and an `NSError`.
  private func matchesEveryError(_ node: NodeID) -> Bool {
    var pattern = node
    while pattern != .none {
      switch tree.kind(pattern) {
      case .valueBindingPattern: pattern = tree.node(pattern, at: 1)
      case .tuplePattern:
        guard let inner = onlyElement(pattern) else { return false }
        pattern = inner
      case .asPattern:
        guard isEveryError(resolveType(tree.node(pattern, at: 2))) else { return false }
        pattern = tree.node(pattern, at: 0)
      case .isPattern: return isEveryError(resolveType(tree.node(pattern, at: 1)))
      case .identifierPattern, .wildcardPattern: return true
      default: return false
      }
    }
    return false
  }

  /// `Error` or the class that every error is bridged to.
  func isEveryError(_ type: TypeID) -> Bool {
    let type = resolve(type)
    if known.error != types.error, type == known.error || type == types.make(.existential, [known.error]) {
      return true
    }
    return types.kind(type) == .nominal && text(sema.decls.name(types.decl(type))) == "NSError"
      && sema.decls.has(types.decl(type), .isPrelude)
  }

  // MARK: switch

  func switchStatement(_ node: NodeID, label: NameID, yields: Bool) -> StmtID {
    let mark = beginExpression()
    let subjectNode = tree.node(node, at: 1)
    let subject = expression(subjectNode)
    let type = forced(type(of: subject))
    finishExpression(mark)
    let subjectType = body.expressions[Int(subject.raw)].type
    _ = type
    if !yields { pushJump(label, isLoop: false) }
    var cases: [StmtID] = []
    var rows: [(pattern: PatternID, isConditional: Bool)] = []
    var hasDefault = false
    var isFaulty = false
    for clause in switchCases(node) {
      let scope = pushScope()
      let found = diagnostics.count
      let head = caseHead(clause, subjectType)
      if diagnostics.count > found { isFaulty = true }
      if head.isDefault { hasDefault = true }
      for pattern in head.patterns { rows.append((pattern, head.condition != .none)) }
      let bodyNode = tree.node(clause, at: 4)
      let block: StmtID
      if yields {
        block = yieldBlock(bodyNode)
      } else {
        block = blockStatement(bodyNode)
      }
      popScope(scope)
      cases.append(caseStatement(clause, head, block))
    }
    if !yields { popJump() }
    // What a pattern that is wrong was meant to match is not known.
    if !hasDefault && !isFaulty { checkExhaustive(rows, subjectType, node) }
    var statement = TypedStmt(.switchOver, node: node)
    statement.a = subject.raw
    statement.b = labelText(label)
    statement.list = list(cases)
    return add(statement)
  }

  func switchCases(_ node: NodeID) -> [NodeID] {
    sema.activeList(of: node, from: 2, file: file).filter { tree.kind($0) == .switchCase }
  }

  struct CaseHead {
    var patterns: [PatternID] = []
    var condition = ExprID.none
    var isDefault = false
  }

  /// Patterns and condition of a case; names they bind stay declared.
  func caseHead(_ clause: NodeID, _ subjectType: TypeID) -> CaseHead {
    var head = CaseHead()
    if tree.kind(tree.token(clause, at: 1)) == .default {
      head.isDefault = true
      return head
    }
    let items = tree.node(clause, at: 2)
    guard items != .none else { return head }
    let mark = beginExpression()
    let saved = sharedBindings
    let start = localEntries.count
    for item in tree.elements(items) where tree.kind(item) == .caseItem {
      head.patterns.append(pattern(tree.node(item, at: 0), subjectType, binding: false, mutable: false))
      // Alternatives bind the same names.
      sharedBindings = start
      let conditionNode = tree.node(item, at: 2)
      if conditionNode != .none { head.condition = checked(conditionNode, to: known.bool, purpose: .condition) }
    }
    sharedBindings = saved
    finishExpression(mark)
    return head
  }

  func caseStatement(_ clause: NodeID, _ head: CaseHead, _ block: StmtID) -> StmtID {
    var statement = TypedStmt(.switchCase, node: clause)
    statement.list = list(head.patterns)
    statement.a = head.condition.raw
    statement.b = block.raw
    statement.c = head.isDefault ? 1 : 0
    return add(statement)
  }
}
