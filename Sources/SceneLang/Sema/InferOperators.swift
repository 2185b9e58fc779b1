/// Single operators: from operand types to the function that does it.
///
/// Arithmetic and comparison between equal builtin types is found in a table by (operator, type), filled on first use.
/// All-literal operands stay open and are decided with their literal. Everything else is a call with the candidates of
/// the operand types: the module's operators, then the prelude's for the left operand, then those for any operand.

extension Infer {
  // MARK: Binary

  func applyBinary(
    _ name: NameID, _ left: ExprID, _ right: ExprID, leftNode: NodeID, rightNode: NodeID, _ node: NodeID,
    token: TokenID, expected: TypeID
  ) -> ExprID {
    var left = left
    var right = right
    var leftType = resolve(type(of: left))
    var rightType = resolve(type(of: right))
    let spelled = text(name)
    let level = Precedence.builtin(spelled)?.level ?? 0
    let isComparison = level == Precedence.comparison.level
    let isArithmetic = level == Precedence.addition.level || level == Precedence.multiplication.level
    solver.steps += 1
    if spelled == "==" || spelled == "!=" {
      let kinds = [types.kind(leftType), types.kind(rightType)]
      if kinds == [.metatype, .metatype] {
        // Types are compared as `Any.Type`.
        for decl in sema.preludeOperators(name, left: known.optionalDecl) {
          let first = sema.signature(of: decl).parameters.first?.type ?? .none
          if first != .none, isOptional(first), types.kind(types.argument(first, 0)) == .metatype {
            return operatorCall(decl, [left, right], known.bool, [], node)
          }
        }
      }
    }
    if isArithmetic || isComparison {
      if isOptional(leftType), isArithmetic || !isOptional(rightType), let value = implicitlyUnwrapped(left) {
        left = value
        leftType = resolve(type(of: value))
      }
      if isOptional(rightType), isArithmetic || !isOptional(leftType), let value = implicitlyUnwrapped(right) {
        right = value
        rightType = resolve(type(of: value))
      }
    }
    let leftLiteral = literalKind(leftType)
    let rightLiteral = literalKind(rightType)
    let hasUserOperators = !sema.userOperators(name).isEmpty
    if isArithmetic || isComparison {
      if leftLiteral != .none, rightLiteral != .none, isNumeric(leftLiteral) == isNumeric(rightLiteral) {
        // Both open: they become one, and the operator waits with them.
        if expected != .none, isArithmetic, acceptsBoth(leftLiteral, rightLiteral, expected) {
          var target = resolve(expected)
          while isOptional(target) { target = resolve(types.argument(target, 0)) }
          if types.kind(target) != .variable {
            let start = mark()
            if !unify(leftType, target) { rewind(start) }
          }
        }
        if unify(leftType, rightType) {
          if isComparison, isFromOutside(leftType) {
            // A closure's parameter that a literal stands for: what the body does with it elsewhere decides.
            return openComparison(name, left, right, node)
          }
          if isComparison { _ = forced(leftType) }
          leftType = resolve(leftType)
          if types.kind(leftType) == .variable { return openOperator(name, left, right, leftType, node) }
          rightType = leftType
        }
      } else if [.string, .character, .interpolation].contains(leftLiteral), spelled == "+", isSubstring(rightType),
        unify(leftType, textBeside(expected))
      {
        // `"https://" + path.dropFirst(7)` is a String, unless a Substring is wanted.
        leftType = resolve(leftType)
      } else if [.string, .character, .interpolation].contains(rightLiteral), spelled == "+", isSubstring(leftType),
        expected != .none, resolve(expected) == known.string, unify(rightType, known.string)
      {
        // `path[..<end] + "…"` where a String is wanted.
        rightType = resolve(rightType)
      } else if spelled == "+", [.string, .character, .interpolation].contains(rightLiteral),
        isTextParameter(leftType)
      {
        // `line + "\n"` of a `some StringProtocol`: two sequences of characters make the literal's String.
        _ = unify(rightType, known.string)
        rightType = resolve(rightType)
      } else if leftLiteral != .none {
        leftType = literalOperand(&left, leftType, beside: rightType, isComparison: isComparison)
      } else if rightLiteral != .none {
        rightType = literalOperand(&right, rightType, beside: leftType, isComparison: isComparison)
      }
      if leftType != rightType, known.isFloating(leftType), known.isFloating(rightType), leftType != known.float,
        rightType != known.float, !hasUserOperators || !userTakes(name, leftType, rightType)
      {
        // Double beside CGFloat: the context's type, else Double.
        var wanted = known.double
        if expected != .none, isArithmetic {
          var target = resolve(expected)
          while isOptional(target) { target = resolve(types.argument(target, 0)) }
          if target == known.cgFloat { wanted = target }
        }
        if let value = converted(left, to: wanted) { left = value }
        if let value = converted(right, to: wanted) { right = value }
        leftType = wanted
        rightType = wanted
      }
      if leftType == rightType, !hasUserOperators, let decl = homogeneous(name, leftType) {
        return operatorCall(decl, [left, right], isComparison ? known.bool : leftType, [], node)
      }
    }
    if leftLiteral == .integer, level == Precedence.shift.level, !hasUserOperators {
      // `mask | 1 << 3`: what is shifted stays a literal until its surroundings say more.
      if expected != .none, acceptsBoth(leftLiteral, leftLiteral, expected) {
        var target = resolve(expected)
        while isOptional(target) { target = resolve(types.argument(target, 0)) }
        _ = unify(leftType, target)
      }
      if rightLiteral == .integer { _ = unify(rightType, leftType) }
      if types.kind(resolve(leftType)) == .variable { return openOperator(name, left, right, leftType, node) }
    }
    return generalOperator(
      name, left, right, leftNode: leftNode, rightNode: rightNode, node, token: token, expected: expected)
  }

  /// A generic type that is a text, but not one that can be appended to.
  private func isTextParameter(_ type: TypeID) -> Bool {
    guard types.kind(type) == .parameter else { return false }
    let text = sema.lookupPreludeTopLevel(known.name("StringProtocol")).first ?? .none
    let growing = sema.lookupPreludeTopLevel(known.name("RangeReplaceableCollection")).first ?? .none
    guard text != .none, growing != .none else { return false }
    return sema.conforms(type, text) != nil && sema.conforms(type, growing) == nil
  }

  func isSubstring(_ type: TypeID) -> Bool { sema.isNominal(type, .substring) }

  /// What a string literal is in front of `+` and a Substring.
  func textBeside(_ expected: TypeID) -> TypeID {
    expected != .none && isSubstring(resolve(expected)) ? resolve(expected) : known.string
  }

  private func isNumeric(_ kind: LiteralKind) -> Bool { kind == .integer || kind == .float }

  private func acceptsBoth(_ a: LiteralKind, _ b: LiteralKind, _ expected: TypeID) -> Bool {
    var target = resolve(expected)
    while isOptional(target) { target = resolve(types.argument(target, 0)) }
    return accepts(a, target) && accepts(b, target) && types.kind(target) == .nominal
  }

  /// Does a module operator take exactly these operand types?
  private func userTakes(_ name: NameID, _ left: TypeID, _ right: TypeID) -> Bool {
    for decl in sema.userOperators(name) {
      let signature = sema.signature(of: decl)
      if signature.parameters.count == 2, signature.parameters[0].type == left, signature.parameters[1].type == right {
        return true
      }
    }
    return false
  }

  /// A literal beside a value takes the value's type where it can.
  private func literalOperand(_ expr: inout ExprID, _ type: TypeID, beside other: TypeID, isComparison: Bool) -> TypeID
  {
    var target = other
    if isOptional(target), isComparison {
      guard let made = converted(expr, to: target) else { return resolve(type) }
      expr = made
      return target
    }
    while isOptional(target) { target = resolve(types.argument(target, 0)) }
    let literal = literalKind(type)
    if accepts(literal, target), types.kind(target) == .nominal || types.kind(target) == .parameter {
      _ = unify(type, target)
    }
    return resolve(type)
  }

  /// `(T, T) -> T` or `(T, T) -> Bool` of the prelude for a nominal type, by table.
  func homogeneous(_ name: NameID, _ type: TypeID) -> DeclID? {
    guard types.kind(type) == .nominal, types.argumentCount(type) == 0 else { return nil }
    let key = UInt64(name.raw) << 32 | UInt64(type.raw)
    if let known = memo.operators[key] { return known == .none ? nil : known }
    var found = DeclID.none
    for decl in sema.preludeOperators(name, left: types.decl(type)) {
      let signature = sema.signature(of: decl)
      if signature.parameters.count == 2, signature.parameters[0].type == type, signature.parameters[1].type == type,
        !signature.parameters[0].isInout, !sema.decls.has(decl, .isUnavailable)
      {
        found = decl
        break
      }
    }
    memo.operators[key] = found
    return found == .none ? nil : found
  }

  private func operatorCall(
    _ decl: DeclID, _ operands: [ExprID], _ result: TypeID, _ typeArguments: [TypeID], _ node: NodeID
  ) -> ExprID {
    var expr = TypedExpr(.call, type: result, node: node)
    expr.a = decl.raw
    expr.b = ExprID.none.raw
    expr.list = list(operands)
    expr.list2 = list(typeArguments)
    return add(expr)
  }

  /// Arithmetic between open literals.
  private func openOperator(_ name: NameID, _ left: ExprID, _ right: ExprID, _ type: TypeID, _ node: NodeID) -> ExprID {
    var expr = TypedExpr(.call, type: type, node: node)
    expr.a = DeclID.none.raw
    expr.b = ExprID.none.raw
    expr.list = list([left, right])
    let id = add(expr)
    pendingOperators.append(PendingOperator(expr: id, name: name, isPrefix: false))
    return id
  }

  /// Was the variable there before the statement that is being checked began?
  private func isFromOutside(_ type: TypeID) -> Bool {
    let type = shallow(type)
    guard types.kind(type) == .variable, let start = statementVariables.last else { return false }
    return variableNumber(type) < start
  }

  /// A comparison between open literals; what does it is known when they are.
  private func openComparison(_ name: NameID, _ left: ExprID, _ right: ExprID, _ node: NodeID) -> ExprID {
    var expr = TypedExpr(.call, type: known.bool, node: node)
    expr.a = DeclID.none.raw
    expr.b = ExprID.none.raw
    expr.list = list([left, right])
    let id = add(expr)
    pendingOperators.append(PendingOperator(expr: id, name: name, isPrefix: false, operand: left))
    return id
  }

  private func finishComparison(_ pending: PendingOperator, _ type: TypeID) {
    let index = Int(pending.expr.raw)
    if let decl = homogeneous(pending.name, type) {
      body.expressions[index].a = decl.raw
      return
    }
    if types[type].summary.contains(.error) { return }
    report(
      .operatorTypes, "'\(text(pending.name))' is not defined for operands of type '\(describe(type))'",
      body.expressions[index].node)
    body.expressions[index].kind = .error
  }

  func finishPendingOperators(_ first: Int) {
    var kept = min(first, pendingOperators.count)
    for i in kept..<pendingOperators.count {
      let pending = pendingOperators[i]
      let decides = pending.operand == .none ? pending.expr : pending.operand
      let type = resolve(body.expressions[Int(decides.raw)].type)
      if types.kind(type) == .variable {
        pendingOperators[kept] = pending
        kept += 1
        continue
      }
      if pending.operand == .none { finishOperator(pending, type) } else { finishComparison(pending, type) }
    }
    pendingOperators.removeLast(pendingOperators.count - kept)
  }

  private func finishOperator(_ pending: PendingOperator, _ type: TypeID) {
    let index = Int(pending.expr.raw)
    var type = type
    if isOptional(type) {
      // The operands were promoted with their variable; compute with the payload and wrap the result.
      type = resolve(types.argument(type, 0))
      let inner = moved(pending.expr)
      let row = body.expressions[Int(inner.raw)]
      for j in 0..<Int(row.list.count) {
        let at = Int(row.list.start) + j
        let operand = ExprID(body.lists[at])
        if body.expressions[Int(operand.raw)].kind == .wrapOptional {
          body.lists[at] = body.expressions[Int(operand.raw)].a
        }
      }
      body.expressions[Int(inner.raw)].type = type
      finishOperator(PendingOperator(expr: inner, name: pending.name, isPrefix: pending.isPrefix), type)
      var wrap = TypedExpr(.wrapOptional, type: optional(type), node: row.node)
      wrap.a = inner.raw
      body.expressions[index] = wrap
      return
    }
    body.expressions[index].type = type
    // The right operand of a shift has a type of its own.
    let operands = body.expressions[index].list
    var last = type
    if !pending.isPrefix, operands.count == 2 {
      last = resolve(self.type(of: ExprID(body.lists[Int(operands.start) + 1])))
      if types[last].summary.contains(.variable) { last = type }
    }
    if let decl = pending.isPrefix
      ? prefixOperator(pending.name, type) : last == type ? homogeneous(pending.name, type) : nil
    {
      body.expressions[index].a = decl.raw
      return
    }
    for candidate in operatorCandidates(pending.name, type, type, isPrefix: pending.isPrefix) {
      let signature = sema.signature(of: candidate.decl)
      let start = mark()
      var arguments = sema.outerArguments(of: candidate)
      while arguments.count < signature.genericParameters.count { arguments.append(freshVariable()) }
      var isFine = !signature.parameters.isEmpty
      for (position, parameter) in signature.parameters.enumerated()
      where !unify(substitute(parameter.type, arguments), position == 1 ? last : type) { isFine = false }
      if isFine, unify(substitute(signature.result, arguments), type) {
        body.expressions[index].a = candidate.decl.raw
        body.expressions[index].list2 = list(arguments.map { resolve($0) })
        return
      }
      rewind(start)
    }
    let node = body.expressions[index].node
    if types[type].summary.contains(.error) { return }
    report(
      .operatorTypes, "'\(text(pending.name))' is not defined for operands of type '\(describe(type))'", node)
    body.expressions[index].kind = .error
  }

  /// Candidates of an operator for operand types.
  func operatorCandidates(_ name: NameID, _ left: TypeID, _ right: TypeID, isPrefix: Bool, isPostfix: Bool = false)
    -> [Candidate]
  {
    var result: [Candidate] = []
    var seen = IDSet<UInt32>()
    func append(_ decls: [DeclID]) {
      for decl in decls where seen.insert(decl.raw).inserted {
        let isPrefixDecl = sema.decls.has(decl, .isPrefix)
        let isPostfixDecl = sema.decls.has(decl, .isPostfix)
        if isPrefixDecl != isPrefix || isPostfixDecl != isPostfix { continue }
        result.append(operatorCandidate(decl))
      }
    }
    append(sema.userOperators(name))
    let operands = left == right ? [left] : [left, right]
    for operand in operands {
      var type = resolve(operand)
      let literal = literalKind(type)
      if literal != .none { type = defaultType(literal) }
      var steps = 0
      while steps < 4 {
        steps += 1
        for member in sema.members(of: type, name, .metatype) where sema.decls.kind(member.decl) == .function {
          if sema.decls.has(member.decl, .isPrefix) != isPrefix || sema.decls.has(member.decl, .isPostfix) != isPostfix
          {
            continue
          }
          guard sema.decls.has(member.decl, .isStatic) else { continue }
          if !seen.insert(member.decl.raw).inserted {
            // `(Other, Self) -> Self`: found through the left operand, but meant for the right one.
            guard operand != operands[0], member.route == .protocolExtension, isForRight(member.decl) else { continue }
          }
          var candidate = member
          // An open literal leaves `Self` of a protocol's operator open too.
          if literal != .none, member.route == .protocolExtension || member.route == .requirement {
            candidate.base = freshVariable(literal)
          }
          result.append(candidate)
        }
        // Functions at top level whose left operand is the type.
        if types.kind(type) == .nominal { append(sema.preludeOperators(name, left: types.decl(type))) }
        guard isOptional(type) else { break }
        type = resolve(types.argument(type, 0))
      }
    }
    append(sema.preludeOperators(name, left: .none))
    // `===` takes optional objects: a value is promoted.
    if result.isEmpty { append(sema.preludeOperators(name, left: known.optionalDecl)) }
    return result
  }

  /// Is only the right operand of a protocol's operator of the type itself?
  private func isForRight(_ decl: DeclID) -> Bool {
    let signature = sema.signature(of: decl)
    guard signature.parameters.count == 2, let own = signature.genericParameters.first else { return false }
    func isOwn(_ type: TypeID) -> Bool { types.kind(type) == .parameter && types.decl(type) == own }
    return isOwn(signature.parameters[1].type) && !isOwn(signature.parameters[0].type)
  }

  /// An operator of a generic type or protocol has that type's parameters open.
  func operatorCandidate(_ decl: DeclID) -> Candidate {
    let owner = sema.owner(of: decl)
    guard owner != .none else { return Candidate(decl) }
    if sema.decls.kind(owner) == .protocolDecl {
      return Candidate(decl, base: freshVariable(), route: sema.isRequirement(decl) ? .requirement : .protocolExtension)
    }
    let parameters = sema.genericParameters(of: owner)
    if parameters.isEmpty { return Candidate(decl, base: sema.declaredType(of: owner)) }
    return Candidate(decl, base: types.nominal(owner, parameters.map { _ in freshVariable() }))
  }

  /// Operators that are not in the table: resolved like a call whose arguments are the operands.
  private func generalOperator(
    _ name: NameID, _ left: ExprID, _ right: ExprID, leftNode: NodeID, rightNode: NodeID, _ node: NodeID,
    token: TokenID, expected: TypeID
  ) -> ExprID {
    let candidates = operatorCandidates(name, type(of: left), type(of: right), isPrefix: false)
    let level = Precedence.builtin(text(name))?.level ?? 0
    let failedType = level == Precedence.comparison.level ? known.bool : types.error
    if candidates.isEmpty {
      if Precedence.builtin(text(name)) == nil {
        report(.unknownOperator, "there is no operator '\(text(name))'", tree.range(token))
      } else {
        reportOperator(name, type(of: left), type(of: right), node, token)
      }
      return errorExpression(node, type: failedType, keeping: [left, right])
    }
    guard
      let call = operatorByTrial(
        candidates, [(left, leftNode), (right, rightNode)], expected: expected, name: name, node: node)
        ?? operatorOnCollection(
          candidates, [(left, leftNode), (right, rightNode)], expected: expected, name: name, node: node)
    else {
      reportOperator(name, type(of: left), type(of: right), node, token)
      return errorExpression(node, type: failedType, keeping: [left, right])
    }
    return call
  }

  /// `stack == [1, 2]`: a collection literal beside a value of a type that is made of one.
  private func operatorOnCollection(
    _ candidates: [Candidate], _ operands: [(value: ExprID, node: NodeID)], expected: TypeID, name: NameID, node: NodeID
  ) -> ExprID? {
    guard operands.count == 2 else { return nil }
    for position in 0..<2 {
      let literal = unparenthesized(operands[position].node)
      let other = resolve(type(of: operands[1 - position].value))
      guard literal != .none, tree.kind(literal) == .arrayExpr || tree.kind(literal) == .dictionaryExpr,
        types.kind(other) == .nominal, accepts(tree.kind(literal) == .arrayExpr ? .array : .dictionary, other)
      else { continue }
      let found = diagnostics.count
      let value = expression(literal, expected: other)
      if diagnostics.count > found || isError(value) || resolve(type(of: value)) != other { return nil }
      var made = operands
      made[position].value = value
      let all = operatorCandidates(name, other, other, isPrefix: false)
      return operatorByTrial(all, made, expected: expected, name: name, node: node)
    }
    return nil
  }

  /// Tries the candidates with finished operands; nil if none takes them.
  private func operatorByTrial(
    _ candidates: [Candidate], _ operands: [(value: ExprID, node: NodeID)], expected: TypeID, name: NameID, node: NodeID
  ) -> ExprID? {
    let start = arguments.count
    let matchBase = matches.count
    for (position, operand) in operands.enumerated() {
      arguments.append(
        CallArgument(
          label: .none, node: operand.node, whole: operand.node, isTrailing: false, shape: .fixed, arity: -1,
          expr: operand.value))
      matches.append(Int32(position))
    }
    defer {
      arguments.cut(to: start)
      matches.cut(to: matchBase)
    }
    let range = start..<arguments.count
    var best: (index: Int, trial: Trial)?
    for pass in 0..<2 {
      let hint = pass == 0 ? expected : .none
      for (index, candidate) in candidates.enumerated() {
        let signature = sema.signature(of: candidate.decl)
        guard signature.parameters.count == operands.count else { continue }
        let isCompound = signature.parameters[0].isInout
        if isCompound != (kind(of: operands[0].value) == .inoutAccess) { continue }
        if isCompound { arguments[start].shape = .inoutValue }
        let outcome = trial(candidate, range, matchesAt: matchBase, base: .none, expected: hint)
        guard outcome.isViable else { continue }
        if let current = best {
          var order = outcome.score.compare(current.trial.score)
          if order == 0 {
            order = compareSpecificity(
              candidate, candidates[current.index], defaultsA: 0, defaultsB: 0, variadicA: false, variadicB: false)
          }
          if order < 0 { best = (index, outcome) }
        } else {
          best = (index, outcome)
        }
      }
      if best != nil || expected == .none { break }
    }
    guard let best else { return nil }
    return applyOperator(candidates[best.index], operands, name: name, node: node)
  }

  private func applyOperator(
    _ candidate: Candidate, _ operands: [(value: ExprID, node: NodeID)], name: NameID, node: NodeID
  ) -> ExprID {
    let signature = sema.signature(of: candidate.decl)
    var typeArguments = sema.outerArguments(of: candidate)
    while typeArguments.count < signature.genericParameters.count { typeArguments.append(freshVariable()) }
    for requirement in signature.requirements {
      let substituted = sema.substitute(requirement, typeArguments)
      if solve(substituted) == nil { solver.open.append(substituted) }
    }
    var values: [ExprID] = []
    // Fixed operands bind the generic parameters before literals do.
    var targets: [TypeID] = []
    for position in operands.indices { targets.append(substitute(signature.parameters[position].type, typeArguments)) }
    for position in operands.indices where literalKind(type(of: operands[position].value)) == .none {
      _ = conversion(from: type(of: operands[position].value), to: targets[position])
    }
    for (position, operand) in operands.enumerated() {
      if signature.parameters[position].isInout {
        _ = unify(type(of: operand.value), targets[position])
        values.append(operand.value)
      } else if signature.parameters[position].isAutoclosure, types.kind(targets[position]) == .function {
        let function = targets[position]
        let result = types.argument(function, types.argumentCount(function) - 1)
        let value = converted(operand.value, to: result) ?? operand.value
        values.append(add(.autoclosure, function, node, a: value.raw))
      } else {
        values.append(converted(operand.value, to: targets[position]) ?? operand.value)
      }
    }
    _ = solveOpen()
    if signature.isThrowing && !signature.isRethrowing { noteThrow(node) }
    noteUse(of: candidate.decl, CallSite(node: node, name: name, nameNode: node))
    let result = substitute(signature.result == .none ? types.void : signature.result, typeArguments)
    let expr = operatorCall(candidate.decl, values, result, typeArguments, node)
    if candidate.route == .requirement { body.expressions[Int(expr.raw)].flags = TypedExprFlags.witness }
    return expr
  }

  // MARK: Compound assignment

  func applyCompound(
    _ name: NameID, _ storage: ExprID, _ value: ExprID, leftNode: NodeID, rightNode: NodeID, _ node: NodeID,
    token: TokenID
  ) -> ExprID {
    let target = resolve(type(of: storage))
    var value = value
    var valueType = resolve(type(of: value))
    if literalKind(valueType) != .none, accepts(literalKind(valueType), target), types.kind(target) == .nominal {
      _ = unify(valueType, target)
      valueType = resolve(valueType)
    }
    if valueType != target, known.isFloating(valueType), known.isFloating(target),
      let made = converted(value, to: target)
    {
      value = made
    }
    let candidates = operatorCandidates(name, target, type(of: value), isPrefix: false)
    if let call = operatorByTrial(
      candidates, [(storage, leftNode), (value, rightNode)], expected: .none, name: name, node: node)
    {
      return call
    }
    // `a += b` where only `a + b` is defined is not Swift either.
    reportOperator(name, target, type(of: value), node, token)
    return errorExpression(node, type: types.void)
  }

  // MARK: Prefix and postfix

  func prefixOperator(_ node: NodeID, expected: TypeID) -> ExprID {
    let token = tree.token(node, at: 0)
    let operand = tree.node(node, at: 1)
    guard operand != .none, token != .none else { return errorExpression(node) }
    // `a + + b`: the parser has said that the second one is out of place.
    if tree.range(operand).start > tree.range(token).end { return expression(operand, expected: expected) }
    let name = name(token)
    let spelled = text(name)
    if spelled == "-" || spelled == "+" {
      switch tree.kind(operand) {
      case .integerLiteralExpr, .floatLiteralExpr:
        return literal(operand, expected: expected, negative: spelled == "-")
      default: break
      }
    }
    if spelled == "!", sema.userOperators(name).isEmpty {
      let value = checked(operand, to: known.bool, purpose: .operand)
      if kind(of: value) == .error { return errorExpression(node, type: known.bool, keeping: [value]) }
      if let decl = prefixOperator(name, known.bool) { return operatorCall(decl, [value], known.bool, [], node) }
      return operatorCall(.none, [value], known.bool, [], node)
    }
    var hint = spelled == "-" || spelled == "+" || spelled == "~" ? expected : TypeID.none
    if spelled == "..." || spelled == "..<", expected != .none {
      // The bound of a range, or of a pattern for values of the type.
      let wanted = resolve(expected)
      if types.kind(wanted) == .nominal {
        hint = types.argumentCount(wanted) == 1 && !isOptional(wanted) ? types.argument(wanted, 0) : wanted
      } else {
        hint = boundType(partial: spelled, isPrefix: true, wanted)
      }
    }
    let value = expression(operand, expected: hint)
    if isError(value) { return errorExpression(node) }
    var type = resolve(self.type(of: value))
    // The bound of a range is no operand of its own type: `...2`.
    if spelled == "..." || spelled == "..<" { type = forced(type) }
    // An operator of the module says itself what a literal is: `√16`.
    if literalKind(type) != .none, sema.userOperators(name).isEmpty {
      var expr = TypedExpr(.call, type: type, node: node)
      expr.a = DeclID.none.raw
      expr.b = ExprID.none.raw
      expr.list = list([value])
      let id = add(expr)
      pendingOperators.append(PendingOperator(expr: id, name: name, isPrefix: true))
      return id
    }
    if let decl = prefixOperator(name, type) { return operatorCall(decl, [value], type, [], node) }
    let candidates = operatorCandidates(name, type, type, isPrefix: true)
    if let call = operatorByTrial(candidates, [(value, operand)], expected: expected, name: name, node: node) {
      return call
    }
    if isOptional(type) {
      reportNotUnwrapped(value, type, operand, member: spelled)
    } else {
      report(.operatorTypes, "'\(spelled)' is not defined for an operand of type '\(describe(type))'", node)
    }
    return errorExpression(node)
  }

  /// `prefix (T) -> T` of the prelude for a nominal type, by table.
  private func prefixOperator(_ name: NameID, _ type: TypeID) -> DeclID? {
    guard types.kind(type) == .nominal, types.argumentCount(type) == 0, sema.userOperators(name).isEmpty else {
      return nil
    }
    let key = UInt64(name.raw) << 32 | UInt64(type.raw) | 1 << 63
    if let known = memo.operators[key] { return known == .none ? nil : known }
    var found = DeclID.none
    for decl in sema.preludeOperators(name, left: types.decl(type)) where sema.decls.has(decl, .isPrefix) {
      let signature = sema.signature(of: decl)
      if signature.parameters.count == 1, signature.parameters[0].type == type, signature.result == type {
        found = decl
        break
      }
    }
    memo.operators[key] = found
    return found == .none ? nil : found
  }

  func postfixOperator(_ value: ExprID, _ suffix: NodeID, expected: TypeID) -> ExprID {
    if isError(value) { return value }
    let name = name(tree.token(suffix, at: 0))
    let type = type(of: value)
    let candidates = operatorCandidates(name, type, type, isPrefix: false, isPostfix: true)
    if let call = operatorByTrial(candidates, [(value, suffix)], expected: expected, name: name, node: suffix) {
      return call
    }
    report(.operatorTypes, "'\(text(name))' is not defined behind a value of type '\(describe(resolve(type)))'", suffix)
    return errorExpression(suffix)
  }

  // MARK: Operators as values

  /// `reduce(0, +)`, `sorted(by: <)`.
  func operatorReference(_ node: NodeID, expected: TypeID) -> ExprID {
    let name = name(tree.token(node, at: 0))
    var function = expected == .none ? TypeID.none : resolve(expected)
    while function != .none, isOptional(function) { function = resolve(types.argument(function, 0)) }
    guard function != .none, types.kind(function) == .function, types.argumentCount(function) >= 2 else {
      if function != types.error {
        report(.noContext, "the operand types of '\(text(name))' are not known here; use a closure", node)
      }
      return errorExpression(node)
    }
    if types.argumentCount(function) == 2 {
      let whole = resolve(types.argument(function, 0))
      if types.kind(whole) == .tuple, types.argumentCount(whole) == 2 {
        // `zip(a, b).map(*)`: the operands are the parts of one tuple.
        let parts = types.function([types.argument(whole, 0), types.argument(whole, 1)], types.argument(function, 1))
        let operation = operatorReference(node, expected: parts)
        if kind(of: operation) == .error { return operation }
        return converted(operation, to: function) ?? operation
      }
    }
    if types.argumentCount(function) > 2 {
      // `reduce(0, +)`: the literal takes the element's type.
      let first = resolve(types.argument(function, 0))
      let second = resolve(types.argument(function, 1))
      if literalKind(first) != .none, accepts(literalKind(first), second) { _ = unify(first, second) }
    }
    let left = forced(types.argument(function, 0))
    let right = types.argumentCount(function) > 2 ? forced(types.argument(function, 1)) : left
    if types[left].summary.contains(.error) { return errorExpression(node) }
    let isPrefix = types.argumentCount(function) == 2
    if !isPrefix, left == right, let decl = homogeneous(name, left), sema.userOperators(name).isEmpty {
      let signature = sema.signature(of: decl)
      let type = types.function([left, right], signature.result)
      return add(.functionReference, type, node, a: decl.raw, b: ExprID.none.raw)
    }
    var candidates = operatorCandidates(name, left, right, isPrefix: isPrefix)
    // `text[...]`: the operator without operands is one that stands behind its operand.
    if isPrefix { candidates += operatorCandidates(name, left, right, isPrefix: false, isPostfix: true) }
    for candidate in candidates {
      let start = mark()
      let made = functionType(candidate)
      if conversion(from: made.type, to: function) != nil, solveOpen() {
        let expr = add(.functionReference, resolve(made.type), node, a: candidate.decl.raw, b: ExprID.none.raw)
        body.expressions[Int(expr.raw)].list2 = list(made.arguments)
        if candidate.route == .requirement { body.expressions[Int(expr.raw)].flags = TypedExprFlags.witness }
        return expr
      }
      rewind(start)
    }
    reportOperator(name, left, right, node, tree.token(node, at: 0))
    return errorExpression(node)
  }
}
