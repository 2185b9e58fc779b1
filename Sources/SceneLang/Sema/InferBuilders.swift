/// Result builders, statement by statement.
///
/// Each expression of a block is a full expression of its own; the block's value is a call of the builder's static
/// methods around them. `ViewBuilder` is done by its known methods without overload resolution; every other builder by
/// ordinary resolution. Control flow becomes an `ifExpression` or `switchExpression` whose branches yield. A bad
/// statement spoils only itself.

extension Infer {
  /// What is known of a builder for the whole body.
  struct Builder {
    var decl: DeclID
    var type: TypeID
    /// ViewBuilder itself.
    var isView: Bool
    var hasExpression: Bool
    var usesPartialBlocks: Bool
  }

  private func builder(_ decl: DeclID, _ written: TypeID) -> Builder {
    var type = written
    if type == .none {
      let parameters = sema.genericParameters(of: decl)
      type =
        parameters.isEmpty ? sema.declaredType(of: decl) : types.nominal(decl, parameters.map { _ in freshVariable() })
    }
    let isView = decl == known.viewBuilderDecl
    if isView {
      return Builder(decl: decl, type: type, isView: true, hasExpression: true, usesPartialBlocks: false)
    }
    let hasExpression = !sema.members(of: type, .buildExpression, .metatype).isEmpty
    let partial = sema.members(of: type, .buildPartialBlock, .metatype)
    return Builder(
      decl: decl, type: type, isView: false, hasExpression: hasExpression, usesPartialBlocks: partial.count > 1)
  }

  /// The statements of a builder body, the last one returning its value.
  func builderBody(
    _ items: [NodeID], builder decl: DeclID, builderType: TypeID = .none, result: TypeID, _ node: NodeID
  ) -> [StmtID] {
    let outer = beginExpression()
    defer { finishExpression(outer, keepsOpen: true) }
    let builder = builder(decl, builderType)
    builderStack.append(decl)
    defer { builderStack.removeLast() }
    let scope = pushScope()
    defer { popScope(scope) }
    var statements: [StmtID] = []
    var value = builderBlock(items, builder, node, &statements)
    if let last = statements.last, endsInTrap(last) { return statements }
    let mark = beginExpression()
    if !builder.isView, let final = builderCall(builder, .buildFinalResult, [(.none, value)], node, isOptional: true) {
      value = final
    }
    value = builderResult(value, result, node)
    finishExpression(mark, keepsOpen: true)
    statements.append(statement(.returnValue, node, a: value.raw))
    return statements
  }

  /// `var body: Never { fatalError() }`: nothing is given back.
  private func endsInTrap(_ statement: StmtID) -> Bool {
    let row = body.statements[Int(statement.raw)]
    return row.kind == .expression && type(of: ExprID(row.a)) == neverType
  }

  private func builderResult(_ value: ExprID, _ result: TypeID, _ node: NodeID) -> ExprID {
    if functions[functions.count - 1].isOpaque { return opaqueResult(value, node) }
    if result == .none { return value }
    return conform(value, to: result, node, purpose: .result)
  }

  /// Parts of a block become one value; declarations go to `statements`.
  private func builderBlock(
    _ items: [NodeID], _ builder: Builder, _ node: NodeID, _ statements: inout [StmtID]
  ) -> ExprID {
    declareForBuilder(items)
    var parts: [ExprID] = []
    for item in items { builderItem(item, builder, &statements, &parts) }
    let mark = beginExpression()
    let value = buildBlock(parts, builder, node)
    finishExpression(mark, keepsOpen: true)
    return value
  }

  private func declareForBuilder(_ items: [NodeID]) {
    // Local functions and types are visible from the start of their block.
    var declarations: [NodeID] = []
    for item in items {
      switch tree.kind(item) {
      case .structDecl, .classDecl, .enumDecl, .typealiasDecl, .functionDecl: declarations.append(item)
      default: break
      }
    }
    if !declarations.isEmpty { declareLocalDeclarations(declarations) }
    if items.count > 1 { checkRedeclarations(items) }
  }

  private func builderItem(_ item: NodeID, _ builder: Builder, _ statements: inout [StmtID], _ parts: inout [ExprID]) {
    switch tree.kind(item) {
    case .variableDecl, .functionDecl, .structDecl, .classDecl, .enumDecl, .typealiasDecl:
      statement(item, &statements)
    case .ifExpr: parts.append(builderIf(item, builder))
    case .switchExpr: parts.append(builderSwitch(item, builder))
    case .forStmt:
      if let value = builderFor(item, builder, &statements) { parts.append(value) }
    case .doStmt, .whileStmt, .repeatStmt, .guardStmt, .deferStmt, .breakStmt, .continueStmt, .labeledStmt,
      .fallthroughStmt:
      report(
        .statementInBuilder,
        "'\(statementWord(item))' cannot stand in a '\(text(sema.decls.name(builder.decl)))'", firstTokenRange(item))
    case .throwStmt: statement(item, &statements)
    case .returnStmt: break
    default:
      guard isExpression(item) else {
        statement(item, &statements)
        return
      }
      builderExpression(item, builder, &statements, &parts)
    }
  }

  private func statementWord(_ node: NodeID) -> String { tree.text(tree.firstToken(node)) }

  func firstTokenRange(_ node: NodeID) -> SourceRange { tree.range(tree.firstToken(node)) }

  private func builderExpression(
    _ item: NodeID, _ builder: Builder, _ statements: inout [StmtID], _ parts: inout [ExprID]
  ) {
    let mark = beginExpression()
    if builder.isView {
      var value = expression(item)
      var type = forced(self.type(of: value))
      if isStyleOnly(type), let view = checkedAsView(item) {
        value = view
        type = forced(self.type(of: value))
      }
      finishExpression(mark)
      if types[type].summary.contains(.error) {
        // What the mistake spoils counts as some view, so that the rest of the block is not blamed.
        parts.append(value)
        return
      }
      if type == neverType {
        statements.append(statement(.expression, item, a: value.raw))
        return
      }
      if !conformsTo(type, known.view) {
        reportNotAView(type, item)
        parts.append(errorExpression(item, keeping: [value]))
        return
      }
      parts.append(value)
      return
    }
    var value: ExprID
    if builder.hasExpression {
      value = buildExpression(item, builder)
    } else {
      value = expression(item, expected: partType(builder))
    }
    finishExpression(mark, keepsOpen: typeRow(resolve(type(of: value))).summary.contains(.variable))
    parts.append(value)
  }

  /// `buildExpression` of one expression. A builder with generic arguments tells the expression its types (the root of
  /// `KeyframeTrack(\.scale)`), so its candidates are attempted one by one with the expression in their parameter.
  private func buildExpression(_ item: NodeID, _ builder: Builder) -> ExprID {
    var candidates = sema.members(of: builder.type, .buildExpression, .metatype)
    let site = CallSite(node: item, name: .buildExpression, nameNode: item)
    let base = typeReference(builder.type, item)
    let start = arguments.count
    push(label: .none, node: item, whole: item, isTrailing: false)
    defer { arguments.cut(to: start) }
    guard types.argumentCount(builder.type) > 0 else {
      return resolveCall(candidates, base: base, arguments: start..<arguments.count, expected: .none, site: site)
    }
    candidates.removeAll { sema.decls.has($0.decl, .isUnavailable) }
    arguments[start].shape = arguments[start].shape == .closure ? .closure : .flexible
    let outer = (builderItem, builderRoot)
    builderRoot = chainRoot(of: candidates, item)
    builderItem = builderRoot == .none ? .none : item
    defer { (builderItem, builderRoot) = outer }
    let before = snapshot()
    for (position, candidate) in candidates.enumerated() {
      let value = resolveCall(
        [candidate], base: base, arguments: start..<arguments.count, expected: .none, site: site)
      if diagnostics.count == before.diagnostics || position == candidates.count - 1 { return value }
      restore(before)
    }
    return errorExpression(item)
  }

  /// The type of a part where the builder has one `buildBlock` with a single element type.
  private func partType(_ builder: Builder) -> TypeID {
    let blocks = sema.members(of: builder.type, builder.usesPartialBlocks ? .buildPartialBlock : .buildBlock, .metatype)
    guard blocks.count == 1 || builder.usesPartialBlocks, let first = blocks.first else { return .none }
    let signature = sema.signature(of: first.decl)
    guard let parameter = signature.parameters.first else { return .none }
    let type = substitute(parameter.type, sema.outerArguments(of: first))
    return types[type].summary.contains(.parameter) ? .none : type
  }

  // MARK: Blocks

  private func buildBlock(_ parts: [ExprID], _ builder: Builder, _ node: NodeID) -> ExprID {
    if builder.isView { return viewBlock(parts, node) }
    if builder.usesPartialBlocks, let first = parts.first {
      var value =
        builderCall(builder, .buildPartialBlock, [(.first, first)], node, isOptional: false) ?? errorExpression(node)
      for part in parts.dropFirst() {
        value =
          builderCall(
            builder, .buildPartialBlock, [(known.accumulated, value), (known.next, part)], node, isOptional: false)
          ?? errorExpression(node)
      }
      return value
    }
    return builderCall(builder, .buildBlock, parts.map { (.none, $0) }, node, isOptional: false)
      ?? errorExpression(node)
  }

  /// A call of a static method of the builder with finished values.
  private func builderCall(
    _ builder: Builder, _ name: NameID, _ values: [(label: NameID, value: ExprID)], _ node: NodeID, isOptional: Bool,
    beside others: [TypeID] = []
  ) -> ExprID? {
    var candidates = sema.members(of: builder.type, name, .metatype)
    if candidates.count > 2, !others.isEmpty {
      // What one branch has and another has not cannot be asked of both.
      let common = candidates.filter { takes($0, others) }
      if !common.isEmpty { candidates = common }
    }
    if candidates.isEmpty {
      if !isOptional {
        report(
          .builderMethod,
          "'\(text(sema.decls.name(builder.decl)))' has no '\(text(name))', which this statement needs", node)
      }
      return nil
    }
    if values.contains(where: { isError($0.value) }) { return errorExpression(node, keeping: values.map(\.value)) }
    let start = arguments.count
    for value in values {
      arguments.append(
        CallArgument(
          label: value.label, node: body.expressions[Int(value.value.raw)].node, whole: node, isTrailing: false,
          shape: .fixed, arity: -1, expr: value.value))
    }
    defer { arguments.cut(to: start) }
    return resolveCall(
      candidates, base: typeReference(builder.type, node), arguments: start..<arguments.count, expected: .none,
      site: CallSite(node: node, name: name, nameNode: node))
  }

  /// Has each type what the method asks of its own generic parameters?
  private func takes(_ candidate: Candidate, _ branches: [TypeID]) -> Bool {
    let signature = sema.signature(of: candidate.decl)
    for requirement in signature.requirements.dropFirst(signature.contextRequirementCount) {
      guard case .conforms(let subject, let proto) = requirement, types.kind(subject) == .parameter else { continue }
      if branches.contains(where: { !conformsTo($0, proto) }) { return false }
    }
    return true
  }

  // MARK: ViewBuilder

  /// Static method of ViewBuilder by its label and number of parameters.
  private func viewMethod(_ name: NameID, label: NameID, variadic: Bool = false, none: Bool = false) -> DeclID {
    let key = UInt64(name.raw) << 32 | UInt64(label.raw) << 2 | (variadic ? 1 : 0) | (none ? 2 : 0)
    if let found = memo.viewMethods[key] { return found }
    var result = DeclID.none
    let type = sema.declaredType(of: known.viewBuilderDecl)
    for candidate in sema.members(of: type, name, .metatype) {
      let signature = sema.signature(of: candidate.decl)
      if none {
        if signature.parameters.isEmpty { result = candidate.decl }
        continue
      }
      guard signature.parameters.count == 1, signature.parameters[0].label == label else { continue }
      let isPack = types.kind(signature.parameters[0].type) == .pack
      if isPack == variadic { result = candidate.decl }
    }
    memo.viewMethods[key] = result
    return result
  }

  private func viewCall(
    _ decl: DeclID, _ values: [ExprID], _ type: TypeID, _ typeArguments: [TypeID], _ node: NodeID
  ) -> ExprID {
    var expr = TypedExpr(.call, type: type, node: node)
    expr.a = decl.raw
    expr.b = ExprID.none.raw
    expr.list = list(values)
    expr.list2 = list(typeArguments)
    return add(expr)
  }

  private func viewBlock(_ parts: [ExprID], _ node: NodeID) -> ExprID {
    if parts.count == 1 {
      let type = type(of: parts[0])
      if types[type].summary.contains(.error) { return parts[0] }
      return viewCall(viewMethod(.buildBlock, label: .none), parts, type, [type], node)
    }
    if parts.isEmpty {
      let type = known.emptyViewDecl == .none ? types.error : types.nominal(known.emptyViewDecl)
      return viewCall(viewMethod(.buildBlock, label: .none, none: true), [], type, [], node)
    }
    var elements: [TypeID] = []
    for part in parts {
      let type = type(of: part)
      // One bad part makes the type of the whole unknown, nothing else.
      if types[type].summary.contains(.error) { return errorExpression(node, keeping: parts) }
      elements.append(type)
    }
    let tuple = types.make(.tuple, elements)
    let type = known.tupleViewDecl == .none ? types.error : types.nominal(known.tupleViewDecl, of: tuple)
    let pack = types.make(.pack, flags: 1, elements)
    return viewCall(viewMethod(.buildBlock, label: .none, variadic: true), parts, type, [pack], node)
  }

  private func optionalView(_ value: ExprID?, _ type: TypeID, _ node: NodeID) -> ExprID {
    let wrapped = optional(type)
    let argument: ExprID
    if let value {
      argument = add(.wrapOptional, wrapped, node, a: value.raw)
    } else {
      argument = add(.nilLiteral, wrapped, node)
    }
    return viewCall(viewMethod(.buildIf, label: .none), [argument], wrapped, [type], node)
  }

  private func conditional(_ first: TypeID, _ second: TypeID) -> TypeID {
    known.conditionalContentDecl == .none ? types.error : types.nominal(known.conditionalContentDecl, [first, second])
  }

  // MARK: Branches

  /// One branch: its declarations and its value, closed by `yield` later.
  private struct Branch {
    var statements: [StmtID]
    var value: ExprID
    var node: NodeID
  }

  private func builderBranch(_ items: [NodeID], _ builder: Builder, _ node: NodeID) -> Branch {
    let scope = pushScope()
    defer { popScope(scope) }
    var statements: [StmtID] = []
    let value = builderBlock(items, builder, node, &statements)
    return Branch(statements: statements, value: value, node: node)
  }

  /// Wraps the branches' values so that all have one type: a balanced tree of `buildEither`.
  private func joinBranches(_ branches: inout [Branch], _ builder: Builder, hasElse: Bool, _ node: NodeID) -> TypeID {
    for branch in branches where isError(branch.value) { return types.error }
    var result: TypeID
    if branches.count == 1 {
      result = type(of: branches[0].value)
    } else if builder.isView {
      var wraps: [[(isFirst: Bool, left: TypeID, right: TypeID)]] = Array(repeating: [], count: branches.count)
      result = eitherTree(branches, 0, branches.count, &wraps)
      let first = viewMethod(.buildEither, label: .first)
      let second = viewMethod(.buildEither, label: .second)
      for i in branches.indices {
        for wrap in wraps[i] {
          branches[i].value = viewCall(
            wrap.isFirst ? first : second, [branches[i].value], conditional(wrap.left, wrap.right),
            [wrap.left, wrap.right], branches[i].node)
        }
      }
    } else {
      result = eitherOther(&branches, 0, branches.count, builder, node)
    }
    if !hasElse, result != types.error {
      if builder.isView {
        for i in branches.indices { branches[i].value = optionalView(branches[i].value, result, branches[i].node) }
        result = optional(result)
      } else {
        var made = types.error
        for i in branches.indices {
          let wrapped = add(.wrapOptional, optional(result), branches[i].node, a: branches[i].value.raw)
          branches[i].value = buildOptional(builder, wrapped, branches[i].node)
          made = type(of: branches[i].value)
        }
        result = made
      }
    }
    return result
  }

  private func buildOptional(_ builder: Builder, _ value: ExprID, _ node: NodeID) -> ExprID {
    let name: NameID = sema.members(of: builder.type, .buildOptional, .metatype).isEmpty ? .buildIf : .buildOptional
    return builderCall(builder, name, [(.none, value)], node, isOptional: false) ?? errorExpression(node)
  }

  private func eitherTree(
    _ branches: [Branch], _ low: Int, _ high: Int, _ wraps: inout [[(isFirst: Bool, left: TypeID, right: TypeID)]]
  ) -> TypeID {
    if high - low == 1 { return type(of: branches[low].value) }
    let middle = (low + high) / 2
    let left = eitherTree(branches, low, middle, &wraps)
    let right = eitherTree(branches, middle, high, &wraps)
    for i in low..<high { wraps[i].append((i < middle, left, right)) }
    return conditional(left, right)
  }

  /// `buildEither` of another builder; the other half's type is found by joining what both calls give.
  private func eitherOther(
    _ branches: inout [Branch], _ low: Int, _ high: Int, _ builder: Builder, _ node: NodeID
  ) -> TypeID {
    if high - low == 1 { return type(of: branches[low].value) }
    let middle = (low + high) / 2
    _ = eitherOther(&branches, low, middle, builder, node)
    _ = eitherOther(&branches, middle, high, builder, node)
    var result = TypeID.none
    let mark = beginExpression()
    for i in low..<high {
      let label: NameID = i < middle ? .first : .second
      let made =
        builderCall(
          builder, .buildEither, [(label, branches[i].value)], branches[i].node, isOptional: false,
          beside: branches[low..<high].map { type(of: $0.value) })
        ?? errorExpression(branches[i].node)
      branches[i].value = made
      if isError(made) {
        finishExpression(mark, keepsOpen: true)
        return types.error
      }
      if result == .none {
        result = type(of: made)
      } else if !unify(result, type(of: made)) {
        reportMismatch(found: type(of: made), expected: resolve(result), branches[i].node, purpose: .branch)
        finishExpression(mark, keepsOpen: true)
        return types.error
      }
    }
    finishExpression(mark, keepsOpen: true)
    return resolve(result)
  }

  private func yieldBlock(_ branch: Branch) -> StmtID {
    let yield = statement(.yield, branch.node, a: branch.value.raw)
    return block(branch.statements + [yield], branch.node)
  }

  private func builderIf(_ node: NodeID, _ builder: Builder) -> ExprID {
    var branches: [Branch] = []
    var heads: [(conditions: [StmtID], node: NodeID)] = []
    var hasElse = false
    for clause in tree.elements(node) where tree.kind(clause) == .ifClause {
      let scope = pushScope()
      let isElse = !tree.has(clause, at: 1)
      let conditions = isElse ? [] : conditions(tree.node(clause, at: 2))
      if isElse { hasElse = true }
      let blockNode = tree.node(clause, at: 3)
      let items = blockNode == .none ? [] : sema.activeList(of: blockNode, file: file)
      branches.append(builderBranch(items, builder, clause))
      heads.append((conditions, clause))
      popScope(scope)
    }
    guard !branches.isEmpty else { return errorExpression(node) }
    let plain = branches.count == 1 ? type(of: branches[0].value) : TypeID.none
    let result = joinBranches(&branches, builder, hasElse: hasElse, node)
    let isFaulty = result == types.error
    var last = StmtID.none
    if !hasElse, !isFaulty {
      var empty = Branch(statements: [], value: errorExpression(node), node: node)
      if builder.isView {
        empty.value = optionalView(nil, isOptional(result) ? types.argument(result, 0) : plain, node)
      } else {
        let inner = plain == .none ? type(of: branches[0].value) : plain
        empty.value = buildOptional(builder, add(.nilLiteral, optional(inner), node), node)
      }
      last = yieldBlock(empty)
    }
    for i in branches.indices.reversed() {
      let block = yieldBlock(branches[i])
      if hasElse, i == branches.count - 1 {
        last = block
        continue
      }
      var statement = TypedStmt(.ifElse, node: heads[i].node)
      statement.list = list(heads[i].conditions)
      statement.a = block.raw
      statement.b = last.raw
      last = add(statement)
    }
    let value = add(.ifExpression, result, node, a: last.raw)
    return isFaulty ? errorExpression(node, keeping: [value]) : value
  }

  private func builderSwitch(_ node: NodeID, _ builder: Builder) -> ExprID {
    let mark = beginExpression()
    let subject = expression(tree.node(node, at: 1))
    _ = forced(type(of: subject))
    finishExpression(mark)
    let subjectType = body.expressions[Int(subject.raw)].type
    var heads: [(clause: NodeID, head: CaseHead)] = []
    var branches: [Branch] = []
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
      var items = bodyNode == .none ? [] : sema.activeList(of: bodyNode, file: file)
      // `break` is how a case without views is written.
      if items.count == 1, tree.kind(items[0]) == .breakStmt { items = [] }
      branches.append(builderBranch(items, builder, clause))
      heads.append((clause, head))
      popScope(scope)
    }
    // What a pattern that is wrong was meant to match is not known.
    if !hasDefault && !isFaulty { checkExhaustive(rows, subjectType, node) }
    guard !branches.isEmpty else { return errorExpression(node) }
    let result = joinBranches(&branches, builder, hasElse: true, node)
    var cases: [StmtID] = []
    for i in branches.indices { cases.append(caseStatement(heads[i].clause, heads[i].head, yieldBlock(branches[i]))) }
    var statement = TypedStmt(.switchOver, node: node)
    statement.a = subject.raw
    statement.b = .max
    statement.list = list(cases)
    let id = add(statement)
    let value = add(.switchExpression, result, node, a: id.raw)
    return result == types.error ? errorExpression(node, keeping: [value]) : value
  }

  /// `for` in a builder with `buildArray`: the parts are collected into an array.
  private func builderFor(_ node: NodeID, _ builder: Builder, _ statements: inout [StmtID]) -> ExprID? {
    guard !builder.isView, !sema.members(of: builder.type, .buildArray, .metatype).isEmpty else {
      report(
        .statementInBuilder,
        builder.isView
          ? "'for' cannot stand in a 'ViewBuilder'; use 'ForEach'"
          : "'for' cannot stand in a '\(text(sema.decls.name(builder.decl)))'", firstTokenRange(node))
      return nil
    }
    let scope = pushScope()
    let head = forHead(node)
    let bodyNode = tree.node(node, at: 11)
    let branch = builderBranch(
      bodyNode == .none ? [] : sema.activeList(of: bodyNode, file: file), builder, node)
    popScope(scope)
    let mark = beginExpression()
    defer { finishExpression(mark, keepsOpen: true) }
    if isError(branch.value) { return errorExpression(node) }
    let array = types.nominal(known.arrayDecl, [type(of: branch.value)])
    let local = newLocal("$parts", array, mutable: true, node)
    let empty = add(.arrayLiteral, array, node, b: DeclID.none.raw)
    statements.append(
      statement(.declare, node, a: pattern(.bind, array, node, a: local.raw).raw, b: empty.raw))
    let append = sema.members(of: array, known.append, .instance).first {
      let signature = sema.signature(of: $0.decl)
      return signature.parameters.count == 1 && signature.parameters[0].label == .none
    }
    guard let append else { return errorExpression(node) }
    var call = TypedExpr(.call, type: types.void, node: node)
    call.a = append.decl.raw
    call.b = add(.inoutAccess, array, node, a: localReference(local, node).raw).raw
    call.list = list([branch.value])
    call.list2 = list(sema.outerArguments(of: append))
    let appendStatement = statement(.expression, node, a: add(call).raw)
    var loop = TypedStmt(.forIn, node: node)
    loop.a = head.pattern.raw
    loop.b = head.sequence.raw
    loop.c = block(branch.statements + [appendStatement], node).raw
    loop.list = list([head.condition.raw, UInt32.max, head.makeIterator.raw, head.next.raw])
    statements.append(add(loop))
    return builderCall(builder, .buildArray, [(.none, localReference(local, node))], node, isOptional: false)
  }
}
