/// Conditions with what they bind, `if` and `guard`, as statements and as expressions.

extension Infer {
  // MARK: Conditions

  /// Conditions of `if`, `guard` and `while`; names they bind stay declared in the current scope.
  func conditions(_ node: NodeID) -> [StmtID] {
    guard node != .none else { return [] }
    var result: [StmtID] = []
    for child in tree.elements(node) {
      switch tree.kind(child) {
      case .bindingCondition: if let bound = bindingCondition(child) { result.append(bound) }
      case .caseCondition:
        let mark = beginExpression()
        let typeNode = tree.node(child, at: 3)
        let valueNode = tree.node(child, at: 5)
        var value: ExprID
        var type: TypeID
        if typeNode != .none {
          type = resolveType(typeNode)
          value = checked(valueNode, to: type, purpose: .initialValue)
        } else {
          value = expression(valueNode)
          type = forced(self.type(of: value))
        }
        let pattern = self.pattern(tree.node(child, at: 1), type, binding: false, mutable: false)
        finishExpression(mark)
        result.append(statement(.conditionPattern, child, a: pattern.raw, b: value.raw))
      case .availabilityCondition:
        functions[functions.count - 1].asksAvailability = true
        result.append(
          statement(.conditionConstant, child, a: availability(child) ? 1 : 0, b: availability(child, upTo: 13) ? 1 : 0)
        )
      case .unexpected: break
      default:
        let value =
          assignmentInCondition(child) ?? fullExpression(child, to: known.bool, purpose: .condition)
        result.append(statement(.conditionExpression, child, a: value.raw))
      }
    }
    return result
  }

  /// `if x = 1`: a comparison was meant.
  private func assignmentInCondition(_ node: NodeID) -> ExprID? {
    let inner = unparenthesized(node)
    guard inner != .none, tree.kind(inner) == .sequenceExpr else { return nil }
    for index in tree.childRange(inner) {
      let child = tree.childTable[index]
      guard child.isToken, tree.kind(child.token) == .equal else { continue }
      let range = tree.range(child.token)
      if let unbound = unboundName(tree.node(inner, at: 0)) {
        let start = tree.range(inner).start
        report(
          .typeMismatch, "a condition that binds '\(text(unbound))' begins with 'let'", tree.node(inner, at: 0),
          fixes: [.insert("let ", at: place(SourceRange(start, start)), title: "insert 'let'")])
        // It is not missed again inside the block.
        unknownNames.insert(unbound.raw)
        return errorExpression(node)
      }
      report(
        .typeMismatch, "'=' assigns and gives no 'Bool'; compare with '=='", range,
        fixes: [.replace(place(range), with: "==", title: "change to '=='")])
      return errorExpression(node)
    }
    return nil
  }

  /// The name on the left of `x = y` where there is no variable of that name here.
  private func unboundName(_ node: NodeID) -> NameID? {
    guard node != .none, tree.kind(node) == .identifierExpr else { return nil }
    let token = tree.token(node, at: 0)
    guard token != .none, tree.kind(token) == .identifier else { return nil }
    let name = self.name(token)
    if localEntries.buffer.contains(where: { $0.name == name }) { return nil }
    if selfType != .none, !sema.members(of: selfType, name, .instance).isEmpty { return nil }
    let globals = sema.lookupTopLevel(name)
    return globals.contains { sema.decls.kind($0) == .variable } ? nil : name
  }

  private func bindingCondition(_ node: NodeID) -> StmtID? {
    let isMutable = tree.kind(tree.token(node, at: 0)) == .var
    let patternNode = tree.node(node, at: 1)
    let typeNode = tree.node(node, at: 3)
    let valueNode = tree.node(node, at: 5)
    guard patternNode != .none else { return nil }
    let mark = beginExpression()
    let declared = typeNode == .none ? TypeID.none : resolveType(typeNode)
    var value: ExprID
    if valueNode != .none {
      let hint = declared == .none ? TypeID.none : isOptional(declared) ? declared : optional(declared)
      value = expression(valueNode, expected: hint)
      if hint != .none, let made = converted(value, to: hint) { value = made }
    } else if tree.kind(patternNode) == .identifierPattern {
      // `if let x` reads the `x` that it hides.
      let token = tree.token(patternNode, at: 0)
      let name = name(token)
      value = valueNamed(name, patternNode)
    } else {
      value = errorExpression(node)
    }
    let type = forced(self.type(of: value))
    var inner = types.error
    if isOptional(type) {
      inner = types.argument(type, 0)
      if declared != .none, valueNode != .none, !isOptional(declared), !types[type].summary.contains(.error) {
        let start = self.mark()
        let fits = conversion(from: inner, to: declared) != nil
        rewind(start)
        if !fits {
          reportMismatch(found: type, expected: optional(declared), valueNode, purpose: .initialValue)
          inner = types.error
        }
      }
    } else if types[type].summary.isDisjoint(with: [.error, .variable]), kind(of: value) != .error {
      report(
        .bindingOfValue,
        "'\(tree.text(tree.token(node, at: 0)))' in a condition needs an optional; "
          + "'\(describe(type))' is not one", valueNode == .none ? patternNode : valueNode)
    }
    let sub = self.pattern(patternNode, inner, binding: true, mutable: isMutable)
    let pattern = self.pattern(.some, type, patternNode, a: sub.raw)
    finishExpression(mark)
    return statement(.conditionPattern, node, a: pattern.raw, b: value.raw)
  }

  /// `#available(iOS N, *)` holds up to iOS 18.
  private func availability(_ node: NodeID, upTo newest: Int = 18) -> Bool {
    let isUnavailable = tree.kind(tree.token(node, at: 0)) == .poundUnavailable
    var holds = true
    let list = tree.node(node, at: 1)
    if list != .none {
      for argument in tree.elements(list) where tree.kind(argument) == .availabilityArgument {
        guard tree.token(tree.token(argument, at: 0), is: "iOS") else { continue }
        let version = tree.node(argument, at: 2)
        guard version != .none else { continue }
        var major = 0
        for byte in tree.text(version).utf8 {
          guard byte >= 0x30, byte <= 0x39 else { break }
          major = min(major * 10 + Int(byte - 0x30), 10_000)
        }
        if major > newest { holds = false }
      }
    }
    return isUnavailable ? !holds : holds
  }

  // MARK: Branches

  /// `if`, `else if`, `else`: clauses in a loop, linked from the last to the first.
  func ifStatement(_ node: NodeID, yields: Bool) -> StmtID {
    var clauses: [(conditions: [StmtID], block: StmtID, node: NodeID, isElse: Bool)] = []
    for clause in tree.elements(node) where tree.kind(clause) == .ifClause {
      let scope = pushScope()
      let list = tree.node(clause, at: 2)
      let isElse = !tree.has(clause, at: 1)
      let conditions = isElse ? [] : conditions(list)
      let blockNode = tree.node(clause, at: 3)
      let block = yields ? yieldBlock(blockNode) : blockStatement(blockNode)
      popScope(scope)
      clauses.append((conditions, block, clause, isElse))
    }
    var last = StmtID.none
    for clause in clauses.reversed() {
      if clause.isElse {
        last = clause.block
        continue
      }
      var statement = TypedStmt(.ifElse, node: clause.node)
      statement.list = list(clause.conditions)
      statement.a = clause.block.raw
      statement.b = last.raw
      last = add(statement)
    }
    if yields, clauses.last?.isElse != true {
      report(.valueNeedsElse, "an 'if' that gives a value needs an 'else'", node)
    }
    return last == .none ? block([], node) : last
  }

  /// A block whose last expression is the value of the branch.
  func yieldBlock(_ node: NodeID) -> StmtID {
    guard node != .none else { return block([], node) }
    let scope = pushScope()
    defer { popScope(scope) }
    let items = sema.activeList(of: node, file: file)
    return block(yieldStatements(items, node), node)
  }

  private func yieldStatements(_ items: [NodeID], _ node: NodeID) -> [StmtID] {
    guard let last = items.last else {
      report(.branchWithoutValue, "this branch must give a value", node)
      return []
    }
    declareLocalDeclarations(items)
    var result: [StmtID] = []
    for item in items.dropLast() { statement(item, &result) }
    if isExpression(last) {
      result.append(yieldValue(last, last))
    } else {
      statement(last, &result)
      switch tree.kind(last) {
      case .throwStmt, .returnStmt, .breakStmt, .continueStmt, .thenStmt, .fallthroughStmt, .nestingLimit: break
      default: report(.branchWithoutValue, "this branch must end in a value", last)
      }
    }
    return result
  }

  func yieldValue(_ node: NodeID, _ place: NodeID) -> StmtID {
    let mark = beginExpression()
    let target = yieldTypes.last ?? types.error
    let isOpen = typeRow(resolve(target)).summary.contains(.variable)
    var value = expression(node, expected: isOpen ? .none : target)
    if type(of: value) == neverType {
      finishExpression(mark, keepsOpen: true)
      return statement(.expression, place, a: value.raw)
    }
    if isOpen, literalKind(resolve(target)) == .none, typeRow(resolve(target)).kind != .variable,
      let joined = join(resolve(target), type(of: value))
    {
      _ = unify(target, joined)
    }
    value = conform(value, to: target, node, purpose: .branch)
    finishExpression(mark, keepsOpen: true)
    return statement(.yield, place, a: value.raw)
  }

  func guardStatement(_ node: NodeID) -> StmtID {
    let listNode = tree.node(node, at: 1)
    // The else block does not see what the conditions bind.
    let start = localEntries.count
    let conditions = conditions(listNode)
    let bound = localEntries.array(from: start)
    popScope(start)
    let blockNode = tree.node(node, at: 3)
    let block = blockStatement(blockNode)
    for entry in bound { declare(entry.name, entry.local, decl: entry.decl) }
    if blockNode != .none, !leaves(block, jumps: true) {
      report(
        .guardFallsThrough,
        "the 'else' of a 'guard' must leave the scope; end it with 'return', 'throw', 'break' or 'continue'",
        blockNode)
    }
    var statement = TypedStmt(.guardElse, node: node)
    statement.list = list(conditions)
    statement.a = block.raw
    return add(statement)
  }
}
