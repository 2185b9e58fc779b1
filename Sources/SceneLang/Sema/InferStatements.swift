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
    let items = sema.activeElements(of: node, file: file)
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
    case .returnStmt: result.append(returnStatement(node))
    case .throwStmt: result.append(throwStatement(node))
    case .breakStmt, .continueStmt: if let jump = jumpStatement(node) { result.append(jump) }
    case .fallthroughStmt:
      if functions.last?.jumps.last?.isSwitch != true {
        report(.jumpOutside, "'fallthrough' can only stand in a case of a 'switch'", node)
        return
      }
      result.append(statement(.fallthroughCase, node))
    case .deferStmt:
      let body = blockStatement(tree.node(node, at: 1))
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

  // MARK: Local declarations

  func declareLocalDeclarations(_ items: [NodeID]) {
    for item in items {
      switch tree.kind(item) {
      case .structDecl, .classDecl, .enumDecl, .typealiasDecl, .actorDecl:
        let decl = sema.declareLocal(node: item, file: file, parent: typeScope)
        if decl != .none {
          declare(sema.decls.name(decl), .none, decl: decl)
          checker.localTypes.append(decl)
        }
      case .functionDecl:
        let decl = sema.declareLocal(node: item, file: file, parent: typeScope)
        guard decl != .none else { continue }
        let type = functionType(Candidate(decl)).type
        let local = newLocal(text(sema.decls.name(decl)), type, mutable: false, item)
        declare(sema.decls.name(decl), local, decl: decl)
        localFunctions[item] = (local, decl)
      default: break
      }
    }
  }

  private func localFunction(_ node: NodeID) -> StmtID? {
    guard let (local, decl) = localFunctions[node] else { return nil }
    let signature = sema.signature(of: decl)
    let index = body.closures.count
    var closure = TypedClosure(type: body.locals[Int(local.raw)].type, node: node)
    closure.name = text(sema.decls.name(decl))
    body.closures.append(closure)
    var context = FunctionContext(closure: index, result: signature.result == .none ? types.void : signature.result)
    context.isThrowing = signature.isThrowing
    context.isAsync = signature.isAsync
    context.builder = signature.builder
    let before = sema.enter(decl)
    defer { sema.leave(before) }
    openResult(&context)
    functions.append(context)
    localScopes.append(decl)
    let scope = pushScope()
    var locals: [LocalID] = []
    for parameter in signature.parameters { locals.append(parameterLocal(parameter)) }
    let savedYields = yieldTypes
    yieldTypes = []
    let block = functionBody(tree.node(node, at: Slot.body), result: context.result, builder: signature.builder)
    yieldTypes = savedYields
    popScope(scope)
    localScopes.removeLast()
    functions.removeLast()
    body.closures[index].parameters = locals
    body.closures[index].body = block
    body.closures[index].isAsync = signature.isAsync
    return statement(.localFunction, node, a: local.raw, b: UInt32(index))
  }

  /// A parameter as a local of the body.
  func parameterLocal(_ parameter: Signature.Parameter) -> LocalID {
    var type = parameter.type
    if parameter.isVariadic, types.kind(type) != .pack { type = types.nominal(known.arrayDecl, [type]) }
    let node = parameter.decl == .none ? NodeID.none : sema.decls.node(parameter.decl)
    let local = newLocal(
      parameter.name == .none ? "_" : text(parameter.name), type, mutable: parameter.isInout, node)
    body.locals[Int(local.raw)].isInout = parameter.isInout
    if parameter.name != .none, parameter.name != .underscore { declare(parameter.name, local) }
    return local
  }

  /// The annotation of a binding; `let a, b: Int` gives one without type and value the next one's.
  private func writtenType(of binding: NodeID, in declaration: NodeID) -> NodeID {
    let own = tree.node(binding, at: Slot.bindingType)
    if own != .none || tree.has(binding, at: Slot.bindingValue) || tree.has(binding, at: Slot.bindingAccessors) {
      return own
    }
    var seen = false
    for other in tree.elements(declaration, from: Slot.name) where tree.kind(other) == .patternBinding {
      if other == binding {
        seen = true
      } else if seen {
        let type = tree.node(other, at: Slot.bindingType)
        if type != .none { return type }
        if tree.has(other, at: Slot.bindingValue) { return .none }
      }
    }
    return .none
  }

  /// The value of `async let` runs by itself: `try` and `await` stand where the name is used.
  private func enterAsyncLet() {
    functions[functions.count - 1].tryDepth += 1
    functions[functions.count - 1].catchDepth += 1
    functions[functions.count - 1].awaitDepth += 1
  }

  private func leaveAsyncLet() {
    functions[functions.count - 1].tryDepth -= 1
    functions[functions.count - 1].catchDepth -= 1
    functions[functions.count - 1].awaitDepth -= 1
  }

  /// `let` and `var` in a body.
  func variableStatement(_ node: NodeID, _ result: inout [StmtID]) {
    let isMutable = tree.kind(tree.token(node, at: Slot.keyword)) == .var
    let attributes = tree.node(node, at: Slot.attributes)
    let wrapper = attributes == .none ? .none : sema.wrapperType(ofLocal: node, file: file, in: typeScope)
    let isLazy = tree.hasToken(tree.node(node, at: Slot.modifiers), .weak)
    let isAsync = tree.hasToken(tree.node(node, at: Slot.modifiers), .async)
    for binding in tree.elements(node, from: Slot.name) where tree.kind(binding) == .patternBinding {
      let patternNode = tree.node(binding, at: Slot.bindingPattern)
      let typeNode = writtenType(of: binding, in: node)
      let valueNode = tree.node(binding, at: Slot.bindingValue)
      let accessors = tree.node(binding, at: Slot.bindingAccessors)
      guard patternNode != .none else { continue }
      if accessors != .none, valueNode == .none, typeNode != .none {
        if let getter = localGetter(binding, patternNode, typeNode, accessors) { result.append(getter) }
        continue
      }
      if wrapper != .none {
        wrappedLocal(binding, wrapper, isMutable: isMutable, &result)
        continue
      }
      let mark = beginExpression()
      let isOpaque = typeNode != .none && valueNode != .none && tree.kind(typeNode) == .someType
      var type = typeNode == .none || isOpaque ? TypeID.none : resolveType(typeNode)
      if typeNode != .none, tree.kind(typeNode) == .unwrappedOptionalType {
        unwrappedAnnotations[patternNode.raw] = typeNode.raw
      }
      var value = ExprID.none
      if isAsync { enterAsyncLet() }
      defer { if isAsync { leaveAsyncLet() } }
      if valueNode != .none {
        if type != .none {
          value = checked(valueNode, to: type, purpose: .initialValue)
        } else {
          annotatedNowhere = isOpaque ? .none : unparenthesized(valueNode)
          value = expression(valueNode)
          type = forced(self.type(of: value))
          if types[type].summary.contains(.variable) {
            if !isError(value), !restsOnUnknown {
              report(.typeNotKnown, "the type of this value is not known; write it behind the name", valueNode)
            }
            type = types.error
          }
        }
      } else if type == .none {
        if tree.kind(patternNode) != .missingPattern {
          report(
            .typeNotKnown, "'\(tree.text(patternNode))' needs a type or an initial value", patternNode)
        }
        type = types.error
      }
      if isLazy, type != types.error, !isOptional(type) { type = optional(type) }
      let isUnset = value == .none
      if isUnset, isMutable, isOptional(type) { value = add(.nilLiteral, type, binding) }
      let before = localEntries.count
      let bound = self.pattern(patternNode, type, binding: true, mutable: isMutable)
      finishExpression(mark)
      if value == .none, type != types.error {
        for entry in localEntries[before...] { unassigned.insert(entry.local.raw) }
      }
      result.append(statement(.declare, binding, a: bound.raw, b: value.raw))
    }
  }

  /// `var x: T { ... }` in a body: a function without parameters that is called where the name is used.
  private func localGetter(_ binding: NodeID, _ pattern: NodeID, _ typeNode: NodeID, _ accessors: NodeID) -> StmtID? {
    guard tree.kind(pattern) == .identifierPattern else { return nil }
    let type = resolveType(typeNode)
    let name = name(tree.token(pattern, at: 0))
    let local = newLocal(text(name), types.function([], type), mutable: false, pattern)
    declare(name, local)
    computedLocals.insert(local.raw)
    let index = body.closures.count
    var closure = TypedClosure(type: types.function([], type), node: binding)
    closure.name = text(name)
    body.closures.append(closure)
    functions.append(FunctionContext(closure: index, result: type))
    var block = accessors
    if tree.kind(accessors) == .accessorBlock {
      for accessor in tree.elements(accessors) where tree.kind(accessor) == .accessorDecl {
        if tree.kind(tree.token(accessor, at: 2)) == .get { block = tree.node(accessor, at: 5) }
      }
    }
    let statements = functionBody(block, result: type, builder: .none)
    functions.removeLast()
    body.closures[index].body = statements
    return statement(.localFunction, binding, a: local.raw, b: UInt32(index))
  }

  /// `@State var x = 1` in a body (`@Previewable`): the wrapper is a local, the names are views of it.
  private func wrappedLocal(_ binding: NodeID, _ wrapper: DeclID, isMutable: Bool, _ result: inout [StmtID]) {
    let pattern = tree.node(binding, at: Slot.bindingPattern)
    guard tree.kind(pattern) == .identifierPattern else { return }
    let name = name(tree.token(pattern, at: 0))
    let typeNode = tree.node(binding, at: Slot.bindingType)
    let valueNode = tree.node(binding, at: Slot.bindingValue)
    let mark = beginExpression()
    let declared = typeNode == .none ? TypeID.none : resolveType(typeNode)
    let parameters = sema.genericParameters(of: wrapper)
    let storage = types.nominal(wrapper, parameters.map { _ in freshVariable() })
    if declared != .none, let member = sema.members(of: storage, .wrappedValue, .instance).first {
      _ = unify(memberType(member), declared)
    }
    let start = arguments.count
    if valueNode != .none {
      push(label: .wrappedValue, node: valueNode, whole: valueNode, isTrailing: false)
    }
    let candidates = sema.members(of: resolve(storage), .initializer, .metatype)
    let value = resolveCall(
      candidates, base: typeReference(resolve(storage), binding), arguments: start..<arguments.count, expected: storage,
      site: CallSite(node: binding, name: .initializer, nameNode: binding))
    arguments.cut(to: start)
    let type = forced(self.type(of: value))
    let local = newLocal("_" + text(name), type, mutable: true, pattern)
    let bind = self.pattern(.bind, type, pattern, a: local.raw)
    finishExpression(mark)
    declare(name, local)
    wrappedLocals.insert(local.raw)
    declare(sema.names.intern("$" + text(name)), local)
    declare(sema.names.intern("_" + text(name)), local)
    result.append(statement(.declare, binding, a: bind.raw, b: value.raw))
  }

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
        result.append(statement(.conditionConstant, child, a: availability(child) ? 1 : 0))
      case .unexpected: break
      default:
        let value = fullExpression(child, to: known.bool, purpose: .condition)
        result.append(statement(.conditionExpression, child, a: value.raw))
      }
    }
    return result
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
      if let entry = lookupLocal(name) {
        value = useLocal(entry, patternNode)
      } else {
        let found = lookup(name, patternNode)
        value =
          found.candidates.isEmpty
          ? errorExpression(patternNode)
          : reference(
            found.candidates, base: found.base, site: CallSite(node: patternNode, name: name, nameNode: patternNode),
            generics: .none, labels: .none, expected: .none)
      }
    } else {
      value = errorExpression(node)
    }
    let type = forced(self.type(of: value))
    var inner = types.error
    if isOptional(type) {
      inner = types.argument(type, 0)
    } else if !types[type].summary.contains(.error) {
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
  private func availability(_ node: NodeID) -> Bool {
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
        if major > 18 { holds = false }
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
  private func yieldBlock(_ node: NodeID) -> StmtID {
    guard node != .none else { return block([], node) }
    let scope = pushScope()
    defer { popScope(scope) }
    let items = sema.activeElements(of: node, file: file)
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

  private func yieldValue(_ node: NodeID, _ place: NodeID) -> StmtID {
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

  private func guardStatement(_ node: NodeID) -> StmtID {
    let listNode = tree.node(node, at: 1)
    // The else block does not see what the conditions bind.
    let start = localEntries.count
    let conditions = conditions(listNode)
    let bound = Array(localEntries[start...])
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

  /// Sequence, pattern and condition of a `for`; the pattern's names stay declared.
  func forHead(_ node: NodeID) -> ForHead {
    let mark = beginExpression()
    let sequenceNode = tree.node(node, at: 8)
    let typeNode = tree.node(node, at: 6)
    let isAwait = tree.has(node, at: 2)
    var sequence = expression(sequenceNode)
    if let value = implicitlyUnwrapped(sequence) { sequence = value }
    let type = forced(type(of: sequence))
    var element = types.error
    var makeIterator = DeclID.none
    var next = DeclID.none
    if !types[type].summary.contains(.error) {
      if isAwait, known.asyncSequence != types.error, sema.conforms(type, types.decl(known.asyncSequence)) != nil {
        element = sema.associatedType(type, named: .element, of: types.decl(known.asyncSequence))
        noteAwaitInLoop()
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
    let errorType = known.error == types.error ? types.error : types.make(.existential, [known.error])
    let value = checked(valueNode, to: errorType, purpose: .other)
    finishExpression(mark)
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
    if catchesAll { functions[depth].catchDepth += 1 }
    let body = blockStatement(tree.node(node, at: 2))
    if catchesAll { functions[depth].catchDepth -= 1 }
    if catchNodes.isEmpty { return body }
    var clauses: [StmtID] = []
    let errorType = known.error == types.error ? types.error : types.make(.existential, [known.error])
    for clause in catchNodes {
      let scope = pushScope()
      var patterns: [PatternID] = []
      var condition = ExprID.none
      let items = tree.node(clause, at: 1)
      if items == .none {
        let local = newLocal("error", errorType, mutable: false, clause)
        declare(.error, local)
        patterns.append(pattern(.bind, errorType, clause, a: local.raw))
      } else {
        let mark = beginExpression()
        for item in tree.elements(items) where tree.kind(item) == .caseItem {
          patterns.append(pattern(tree.node(item, at: 0), errorType, binding: false, mutable: false))
          let conditionNode = tree.node(item, at: 2)
          if conditionNode != .none { condition = checked(conditionNode, to: known.bool, purpose: .condition) }
        }
        finishExpression(mark)
        if lookupLocal(.error) == nil || !localEntries[scope...].contains(where: { $0.name == .error }) {
          // `error` is there only without a pattern.
        }
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
    sema.activeElements(of: node, from: 2, file: file).filter { tree.kind($0) == .switchCase }
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
