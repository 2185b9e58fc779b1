/// Closures: parameters from the expected function type, the body checked once, the result from the single expression
/// or the explicit `return`s.

extension Infer {
  // MARK: What syntax tells

  /// An arity that fits any function with parameters: of a closure in which a cursor stands, further `$n` may follow.
  static let unfinishedArity: Int16 = -3

  /// Number of parameters a closure names, or of `$n` it uses; -1 if it does neither.
  func closureArity(_ node: NodeID) -> Int16 {
    let arity = writtenArity(node)
    guard arity > 0, let probe = checker.probe, probe.file == file else { return arity }
    let range = tree.range(node)
    guard range.start < probe.cursor, probe.cursor <= range.end, writtenParameterList(node) == .none else {
      return arity
    }
    return Infer.unfinishedArity
  }

  private func writtenParameterList(_ node: NodeID) -> NodeID {
    let signature = tree.node(node, at: 1)
    guard signature != .none, tree.kind(signature) == .closureSignature else { return .none }
    return tree.node(signature, at: 2)
  }

  private func writtenArity(_ node: NodeID) -> Int16 {
    let list = writtenParameterList(node)
    if list != .none {
      var count: Int16 = 0
      if tree.kind(list) == .closureParameterList {
        for i in tree.childRange(list) {
          let child = tree.childTable[i]
          if child.isToken, tree.kind(child.token) != .comma { count += 1 }
        }
      } else {
        for child in tree.elements(list) where tree.kind(child) == .parameter { count += 1 }
      }
      return count
    }
    if !containsToken(.dollarIdentifier, in: node) { return -1 }
    var highest: Int16 = -1
    maximumDollar(node, isRoot: true, &highest)
    return highest < 0 ? -1 : highest + 1
  }

  /// Does the closure give its parameter at this place a name, or use `$n`?
  func namesParameter(_ node: NodeID, _ position: Int) -> Bool {
    let signature = tree.node(node, at: 1)
    guard signature != .none, tree.kind(signature) == .closureSignature else { return true }
    let list = tree.node(signature, at: 2)
    guard list != .none, tree.kind(list) == .closureParameterList else { return true }
    var place = 0
    for i in tree.childRange(list) {
      let child = tree.childTable[i]
      guard child.isToken, tree.kind(child.token) != .comma else { continue }
      if place == position { return tree.kind(child.token) != .wildcard }
      place += 1
    }
    return true
  }

  private func maximumDollar(_ node: NodeID, isRoot: Bool, _ highest: inout Int16) {
    if !isRoot, tree.kind(node) == .closureExpr { return }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isToken {
        if tree.kind(child.token) == .dollarIdentifier {
          var value: Int16 = 0
          let bytes = tree.bytes(child.token)
          guard bytes.count > 1, bytes.count < 4, bytes[1] >= 0x30, bytes[1] <= 0x39 else { continue }
          for byte in bytes.dropFirst() where byte >= 0x30 && byte <= 0x39 { value = value * 10 + Int16(byte - 0x30) }
          highest = max(highest, value)
        }
      } else if child.isNode {
        maximumDollar(child.node, isRoot: false, &highest)
      }
    }
  }

  private func containsToken(_ kind: TokenKind, _ other: TokenKind? = nil, in node: NodeID) -> Bool {
    let range = tree.tokenRange(node)
    return tree.flowTokens.withUnsafeBufferPointer { marked in
      var low = 0
      var high = marked.count
      while low < high {
        let middle = (low + high) / 2
        if Int(marked[middle]) < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      while low < marked.count, Int(marked[low]) < range.upperBound {
        let found = tree.kind(TokenID(marked[low]))
        if found == kind || found == other { return true }
        low += 1
      }
      return false
    }
  }

  /// Does a closure's own body contain a `try` (or `throw`) that nothing in it catches?
  func closureThrows(_ node: NodeID) -> Bool {
    if !containsToken(.try, .throw, in: node) { return false }
    return throwsInside(node, isRoot: true)
  }

  private func throwsInside(_ node: NodeID, isRoot: Bool) -> Bool {
    switch tree.kind(node) {
    case .closureExpr where !isRoot: return false
    case .functionDecl: return false
    case .throwStmt: return true
    case .tryExpr: return tree.token(node, at: 1) == .none
    case .doStmt:
      // What a clause that catches all throws again counts, what stands in front of it does not.
      let clauses = tree.elements(node, from: 3).filter { tree.kind($0) == .catchClause }
      if clauses.contains(where: { isCatchAll($0) }) {
        return clauses.contains { throwsInside($0, isRoot: false) }
      }
    default: break
    }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode, throwsInside(child.node, isRoot: false) { return true }
    }
    return false
  }

  func closureAwaits(_ node: NodeID) -> Bool {
    if !containsToken(.await, in: node) { return false }
    return awaitsInside(node, isRoot: true)
  }

  private func awaitsInside(_ node: NodeID, isRoot: Bool) -> Bool {
    switch tree.kind(node) {
    case .closureExpr where !isRoot: return false
    case .functionDecl: return false
    case .awaitExpr: return true
    default: break
    }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode, awaitsInside(child.node, isRoot: false) { return true }
    }
    return false
  }

  // MARK: Closures in each position

  /// A closure where any expression may stand.
  func closure(_ node: NodeID, expected: TypeID) -> ExprID {
    closureArgument(node, to: expected, builder: .none, purpose: .other)
  }

  /// A closure whose callee is unknown: its parameters are error types, its body is checked for its own mistakes.
  func unresolvedClosure(_ node: NodeID) -> ExprID {
    closureExpression(node, function: types.error, builder: .none)
  }

  /// A closure for a parameter, with the parameter's result builder.
  func closureArgument(
    _ node: NodeID, to target: TypeID, builder: DeclID, builderType: TypeID = .none, purpose: Purpose
  ) -> ExprID {
    var function = target == .none ? TypeID.none : resolve(target)
    while function != .none, isOptional(function) { function = resolve(types.argument(function, 0)) }
    if function != .none {
      switch types.kind(function) {
      case .function, .error: break
      case .variable: function = .none
      case .existential where types.argumentCount(function) == 0: function = .none
      default:
        reportMismatch(found: .none, expected: resolve(target), node, purpose: purpose)
        return unresolvedClosure(node)
      }
    }
    let expr = closureExpression(node, function: function, builder: builder, builderType: builderType)
    if target == .none || function == types.error { return expr }
    return conform(expr, to: target, node, purpose: purpose)
  }

  private struct ClosureParameter {
    var name: NameID
    var node: NodeID
    var type: TypeID
  }

  /// The parameters written between `{` and `in`.
  private func writtenParameters(_ signature: NodeID) -> [ClosureParameter]? {
    guard signature != .none else { return nil }
    let list = tree.node(signature, at: 2)
    guard list != .none else { return nil }
    var result: [ClosureParameter] = []
    if tree.kind(list) == .closureParameterList {
      for i in tree.childRange(list) {
        let child = tree.childTable[i]
        guard child.isToken, tree.kind(child.token) != .comma else { continue }
        let isWildcard = tree.kind(child.token) == .wildcard
        result.append(ClosureParameter(name: isWildcard ? .none : name(child.token), node: list, type: .none))
      }
      return result
    }
    for child in tree.elements(list) where tree.kind(child) == .parameter {
      var token = tree.token(child, at: Slot.parameterSecondName)
      if token == .none { token = tree.token(child, at: Slot.parameterFirstName) }
      let isWildcard = token == .none || tree.kind(token) == .wildcard
      let typeNode = tree.node(child, at: Slot.parameterType)
      let type = typeNode == .none ? TypeID.none : resolveType(typeNode)
      result.append(ClosureParameter(name: isWildcard ? .none : name(token), node: child, type: type))
    }
    return result
  }

  /// Builds the closure. `function` is the expected function type, `none` if nothing is known, or the error type.
  private func closureExpression(_ node: NodeID, function: TypeID, builder: DeclID, builderType: TypeID = .none)
    -> ExprID
  {
    let isUnresolved = function == types.error
    let hasContext = function != .none && !isUnresolved
    var signature = tree.node(node, at: 1)
    if signature != .none, tree.kind(signature) != .closureSignature { signature = .none }
    let expectedCount = hasContext ? types.argumentCount(function) - 1 : 0
    let written = writtenParameters(signature)
    var parameters: [ClosureParameter]
    var misplaced = NodeID.none
    if let written {
      parameters = written
    } else if hasContext, expectedCount == 1, let name = nameWithoutIn(node) {
      // `{ item` on a line: the parameter is named, `in` is missing.
      misplaced = name
      parameters = [ClosureParameter(name: self.name(tree.token(name, at: 0)), node: name, type: .none)]
      let end = tree.range(name).end
      report(
        .closureParameters, "'in' is missing behind the parameter '\(tree.text(name))' of this closure", name,
        fixes: [.insert(" in", at: place(SourceRange(end, end)))])
    } else {
      let used = Int(max(0, writtenArity(node)))
      let count = hasContext && !splats(used, function) ? max(expectedCount, used) : used
      parameters = (0..<count).map {
        ClosureParameter(name: sema.names.intern("$\($0)"), node: node, type: .none)
      }
      if hasContext, used < expectedCount, used == 0, expectedCount > 0, !isSingleVoid(function) {
        report(
          .closureParameters,
          "this closure takes \(expectedCount) parameter\(expectedCount == 1 ? "" : "s"); name \(expectedCount == 1 ? "it" : "them") before 'in', or use '_'",
          node,
          fixes: [
            FixIt(
              "insert '\(Array(repeating: "_", count: expectedCount).joined(separator: ", ")) in'",
              [
                FixIt.Edit(
                  place(SourceRange(tree.range(node).start + 1, tree.range(node).start + 1)),
                  " " + Array(repeating: "_", count: expectedCount).joined(separator: ", ") + " in")
              ])
          ])
      }
    }
    if written == nil, misplaced == .none, hasContext { reportUnusedParameters(node, of: expectedCount) }
    let isSplat = hasContext && splats(parameters.count, function)
    let takesUnknown = hasContext && expectedCount == 1 && resolve(types.argument(function, 0)) == types.error
    if hasContext, !isSplat, !takesUnknown, parameters.count != expectedCount,
      !(parameters.isEmpty && isSingleVoid(function))
    {
      report(
        .closureParameters,
        "this closure names \(parameters.count) parameter\(parameters.count == 1 ? "" : "s"), but is called with "
          + "\(expectedCount)", written == nil ? node : signature)
    }
    // Captures are evaluated outside.
    var captured: [(name: NameID, value: ExprID, isWeak: Bool, node: NodeID)] = []
    if signature != .none {
      let captures = tree.node(signature, at: 1)
      if captures != .none {
        for capture in tree.elements(captures) where tree.kind(capture) == .capture {
          let modifiers = tree.node(capture, at: 0)
          let token = tree.token(capture, at: 1)
          guard token != .none, !tree.isMissing(token) else { continue }
          let valueNode = tree.node(capture, at: 3)
          let captureName = name(token)
          var value: ExprID
          if valueNode != .none {
            value = expression(valueNode)
          } else {
            value = valueNamed(captureName, capture)
          }
          let isWeak = tree.hasToken(modifiers, .weak)
          captured.append((captureName, value, isWeak, capture))
        }
      }
    }
    let index = body.closures.count
    body.closures.append(TypedClosure(type: types.error, node: node))
    var context = FunctionContext(closure: index, result: .none)
    context.infersEffects = true
    let effects = signature == .none ? NodeID.none : tree.node(signature, at: 3)
    if hasContext {
      context.isThrowing = types[function].flags & TypeTable.FunctionFlags.throwing != 0
      context.isAsync = types[function].flags & TypeTable.FunctionFlags.async != 0
    }
    if effects != .none {
      if tree.has(effects, at: 1) {
        context.isThrowing = true
        context.thrown = thrownType(effects)
      }
      if tree.has(effects, at: 0) { context.isAsync = true }
    }
    let resultClause = signature == .none ? NodeID.none : tree.node(signature, at: 4)
    var result: TypeID
    if resultClause != .none {
      result = resolveType(tree.node(resultClause, at: 1))
      if hasContext { _ = conversion(from: result, to: types.argument(function, expectedCount)) }
    } else if hasContext {
      result = resolve(types.argument(function, expectedCount))
    } else {
      result = isUnresolved ? types.error : freshVariable()
    }
    context.result = result
    functions.append(context)
    let scope = pushScope()
    for capture in captured {
      var type = forced(type(of: capture.value))
      if capture.isWeak, !isOptional(type), type != types.error { type = optional(type) }
      let local = newLocal(text(capture.name), type, mutable: false, capture.node)
      declare(capture.name, local)
      var value = capture.value
      if capture.isWeak, let converted = converted(value, to: type) { value = converted }
      body.closures[index].captureList.append((local, value, capture.isWeak))
    }
    var parameterTypes: [TypeID] = []
    var locals: [LocalID] = []
    var splatLocal = LocalID.none
    if isSplat {
      // `{ key, value in }` for one tuple parameter: the tuple is taken apart at the start of the body.
      let tuple = resolve(types.argument(function, 0))
      splatLocal = newLocal("$tuple", tuple, mutable: false, node)
      locals.append(splatLocal)
      parameterTypes.append(tuple)
    }
    var prologue: [StmtID] = []
    for (position, parameter) in parameters.enumerated() {
      var type = parameter.type
      var isInout = false
      if isSplat {
        let tuple = parameterTypes[0]
        if type == .none { type = resolve(types.argument(tuple, position)) }
        let local = newLocal(text(parameter.name), type, mutable: false, parameter.node)
        declareParameter(parameter.name, local)
        let source = localReference(splatLocal, parameter.node)
        let element = add(.tupleElement, type, parameter.node, a: source.raw, b: UInt32(position))
        let bind = pattern(.bind, type, parameter.node, a: local.raw)
        prologue.append(statement(.declare, parameter.node, a: bind.raw, b: element.raw))
        continue
      }
      if hasContext, position < expectedCount {
        let expected = types.argument(function, position)
        isInout = types.label(function, position) & TypeTable.ParameterFlags.inoutParameter != 0
        if type == .none {
          // A literal stays open: the body may say what it is (`reduce(0) { $0 + $1.width }`).
          if !solver.open.isEmpty { _ = solveOpen() }
          type = resolve(expected)
        } else if !unify(type, expected) {
          reportMismatch(found: type, expected: resolve(expected), parameter.node, purpose: .other)
        }
      }
      if type == .none {
        type = isUnresolved || hasContext ? types.error : freshVariable()
      }
      let local = newLocal(
        parameter.name == .none ? "_" : text(parameter.name), type, mutable: isInout, parameter.node)
      body.locals[Int(local.raw)].isInout = isInout
      declareParameter(parameter.name, local)
      locals.append(local)
      parameterTypes.append(type)
    }
    if hasContext, !isSplat, locals.count < expectedCount {
      for position in locals.count..<expectedCount {
        let type = resolve(types.argument(function, position))
        locals.append(newLocal("_", type, mutable: false, node))
        parameterTypes.append(type)
      }
    }
    let savedYields = yieldTypes
    yieldTypes = []
    let block = closureBody(
      node, without: misplaced == .none ? signature : misplaced, result: result, builder: builder,
      builderType: builderType, prologue: prologue)
    yieldTypes = savedYields
    popScope(scope)
    let finished = functions.removeLast()
    var flags: UInt32 = 0
    if finished.didThrow { throwingClosures.insert(UInt32(index)) }
    if finished.didThrow || finished.isThrowing { flags |= TypeTable.FunctionFlags.throwing }
    if finished.didAwait || finished.isAsync { flags |= TypeTable.FunctionFlags.async }
    if hasContext {
      let expectedFlags = types[function].flags
      if finished.didThrow && expectedFlags & TypeTable.FunctionFlags.throwing == 0 {
        report(
          .throwingClosure, "this closure can throw, but is used where errors cannot be; catch them inside it", node)
        flags &= ~TypeTable.FunctionFlags.throwing
      }
      if finished.didAwait && expectedFlags & TypeTable.FunctionFlags.async == 0 {
        // Who wraps the body in a task need not be told that it throws.
        if finished.didThrow && expectedFlags & TypeTable.FunctionFlags.throwing == 0 { diagnostics.removeLast() }
        report(
          .asyncInSync, "this closure suspends, but is used where it cannot; wrap its body in 'Task { }'", node)
        flags &= ~TypeTable.FunctionFlags.async
      }
      flags |= expectedFlags & (TypeTable.FunctionFlags.throwing | TypeTable.FunctionFlags.async)
      flags |= expectedFlags & TypeTable.FunctionFlags.escaping
    }
    var parameterFlags: [UInt32] = []
    for local in locals {
      parameterFlags.append(body.locals[Int(local.raw)].isInout ? TypeTable.ParameterFlags.inoutParameter : 0)
    }
    let type = types.function(
      parameterTypes, resolve(functionResult(finished)), flags: flags, parameterFlags: labelsOrEmpty(parameterFlags))
    body.closures[index].type = type
    body.closures[index].parameters = locals
    body.closures[index].body = block
    body.closures[index].isAsync = flags & TypeTable.FunctionFlags.async != 0
    return add(.closure, type, node, a: UInt32(index))
  }

  /// `$n` of all parameters but the last ones: a closure that names none of them may not use `$0` alone.
  private func reportUnusedParameters(_ node: NodeID, of count: Int) {
    let used = Int(closureArity(node))
    guard used > 0, used < count else { return }
    report(
      .closureParameters,
      "this closure uses \(used) parameter\(used == 1 ? "" : "s"), but is called with \(count); name them before 'in'",
      node)
  }

  /// The first of several statements of a closure that is nothing but a name that nothing declares.
  private func nameWithoutIn(_ node: NodeID) -> NodeID? {
    let items = sema.activeList(of: node, from: 1, file: file)
    guard items.count > 1, let first = items.first, tree.kind(first) == .identifierExpr,
      tree.node(first, at: 1) == .none
    else { return nil }
    let name = self.name(tree.token(first, at: 0))
    guard name != .none, lookupLocal(name) == nil else { return nil }
    let found = sema.lookupUnqualified(name, from: typeScope)
    if found.candidates.isEmpty { return !found.mayBeUnmodelled && !found.mayBeForeign ? first : nil }
    // A method's name alone does nothing (`gesture`), so it is the parameter's.
    return found.candidates.allSatisfy { sema.decls.kind($0.decl) == .function } ? first : nil
  }

  /// `{ $item in ... }` names a projected value: `item` is its wrapped value.
  private func declareParameter(_ name: NameID, _ local: LocalID) {
    declare(name, local)
    guard name != .none else { return }
    let spelled = text(name)
    guard spelled.utf8.first == UInt8(ascii: "$"), let second = spelled.utf8.dropFirst().first,
      second < UInt8(ascii: "0") || second > UInt8(ascii: "9")
    else { return }
    wrappedLocals.insert(local.raw)
    let plain = String(spelled.dropFirst())
    declare(sema.names.intern(plain), local)
    declare(sema.names.intern("_" + plain), local)
  }

  private func functionResult(_ context: FunctionContext) -> TypeID {
    context.result == .none ? types.void : context.result
  }

  private func isSingleVoid(_ function: TypeID) -> Bool {
    types.argumentCount(function) == 2 && resolve(types.argument(function, 0)) == types.void
  }

  /// Several names for one tuple parameter.
  private func splats(_ count: Int, _ function: TypeID) -> Bool {
    guard types.argumentCount(function) == 2, count > 1 else { return false }
    let only = forced(types.argument(function, 0))
    return types.kind(only) == .tuple && types.argumentCount(only) == count
  }

  // MARK: Bodies

  private func closureBody(
    _ node: NodeID, without head: NodeID, result: TypeID, builder: DeclID, builderType: TypeID, prologue: [StmtID]
  ) -> StmtID {
    var items = sema.activeList(of: node, from: 1, file: file)
    if head != .none { items.removeAll { $0 == head } }
    let depth = functions.count - 1
    if builder != .none, !containsReturn(items) {
      let statements = builderBody(items, builder: builder, builderType: builderType, result: result, node)
      return block(prologue.isEmpty ? statements : prologue + statements, node)
    }
    if items.count == 1, isExpression(items[0]), !isStatementLike(items[0], result) {
      functions[depth].isSingleExpression = true
      if tree.kind(items[0]) == .ifExpr || tree.kind(items[0]) == .switchExpr,
        typeRow(resolve(result)).kind == .variable, isNoValue(items[0])
      {
        // Branches that give nothing in common are statements.
        _ = unify(result, types.void)
        functions[depth].isSingleExpression = false
        let scope = pushScope()
        let statements = self.statements(items)
        popScope(scope)
        return block(prologue + statements, node)
      }
      let mark = beginExpression()
      var statements = prologue
      let resolved = resolve(result)
      if resolved == types.void {
        // The value of a single expression is dropped where nothing is wanted.
        let value = expression(items[0], expected: .none)
        finishExpression(mark, keepsOpen: false)
        statements.append(statement(.expression, items[0], a: value.raw))
        return block(statements, node)
      }
      var value = expression(items[0], expected: result)
      if type(of: value) == neverType, types.kind(resolved) != .variable {
        // A body that only traps gives a value of any type.
        finishExpression(mark, keepsOpen: true)
        statements.append(statement(.expression, items[0], a: value.raw))
        return block(statements, node)
      }
      value = conform(value, to: result, items[0], purpose: .result)
      finishExpression(mark, keepsOpen: true)
      if type(of: value) == types.void, resolve(result) == types.void {
        statements.append(statement(.expression, items[0], a: value.raw))
      } else {
        statements.append(statement(.returnValue, items[0], a: value.raw))
      }
      return block(statements, node)
    }
    if isUndecided(result), items.contains(where: { returnsNil($0, depth: 0) }) {
      // `{ if isOn { return value }; return nil }`
      _ = unify(result, optional(freshVariable()))
    }
    let scope = pushScope()
    let statements = self.statements(items)
    popScope(scope)
    if functions[depth].returnCount == 0, typeRow(resolve(result)).kind == .variable { _ = unify(result, types.void) }
    // `where Success == Void` makes a result of no value.
    let resolved = canonical(resolve(result))
    if resolved != types.void, !typeRow(resolved).summary.contains(.error), resolved != neverType,
      !leaves(statements)
    {
      if !(items.isEmpty && types.kind(resolved) == .variable) {
        reportMissingReturn(resolved, node, isClosure: true)
      }
    }
    return block(prologue.isEmpty ? statements : prologue + statements, node)
  }

  /// An `if` or `switch` alone in a closure is a value only where one is wanted.
  private func isStatementLike(_ node: NodeID, _ result: TypeID) -> Bool {
    guard tree.kind(node) == .ifExpr || tree.kind(node) == .switchExpr else { return false }
    let resolved = resolve(result)
    if resolved == types.void { return true }
    return !branchesAreValues(node)
  }

  /// Does the value of an `if` or `switch` fail, or is one of its branches without a value? Looked at and undone.
  private func isNoValue(_ node: NodeID) -> Bool {
    guard speculationDepth < Self.mostSpeculation else { return false }
    speculationDepth += 1
    let start = snapshot()
    let mark = beginExpression()
    let value = expression(node, expected: freshVariable())
    let type = forced(type(of: value))
    let isWrong = diagnostics.count > start.diagnostics
    finishExpression(mark)
    restore(start)
    speculationDepth -= 1
    return isWrong && type != types.error || type == types.void || isWrong
  }

  /// Has every branch exactly one expression (and an `if` an `else`)?
  func branchesAreValues(_ node: NodeID) -> Bool {
    var hasElse = false
    switch tree.kind(node) {
    case .ifExpr:
      for clause in tree.elements(node) where tree.kind(clause) == .ifClause {
        if !tree.has(clause, at: 1) { hasElse = true }
        if !isSingleValue(tree.node(clause, at: 3)) { return false }
      }
      return hasElse
    case .switchExpr:
      for clause in tree.elements(node, from: 2) where tree.kind(clause) == .switchCase {
        if !isSingleValue(tree.node(clause, at: 4)) { return false }
      }
      return true
    default: return false
    }
  }

  private func isSingleValue(_ block: NodeID) -> Bool {
    guard block != .none else { return false }
    let items = sema.activeList(of: block, file: file)
    guard items.count == 1 else {
      guard let last = items.last else { return false }
      return tree.kind(last) == .throwStmt || tree.kind(last) == .thenStmt
    }
    if tree.kind(items[0]) == .throwStmt { return true }
    if tree.kind(items[0]) == .ifExpr || tree.kind(items[0]) == .switchExpr { return branchesAreValues(items[0]) }
    return isExpression(items[0])
  }

  /// `return` in a body turns its result builder off.
  func containsReturn(_ items: [NodeID]) -> Bool {
    for item in items {
      if !containsToken(.return, in: item) { continue }
      if returnInside(item) { return true }
    }
    return false
  }

  /// Does a body's own `return` give nothing but `nil`?
  private func returnsNil(_ node: NodeID, depth: Int) -> Bool {
    if depth > 64 || !containsToken(.return, in: node) { return false }
    switch tree.kind(node) {
    case .returnStmt: return tree.kindIfPresent(tree.node(node, at: 1)) == .nilLiteralExpr
    case .closureExpr, .functionDecl, .structDecl, .classDecl, .enumDecl, .accessorBlock, .patternBinding: return false
    default: break
    }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode, returnsNil(child.node, depth: depth + 1) { return true }
    }
    return false
  }

  private func returnInside(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .returnStmt: return true
    // What a local variable computes returns to whoever reads it.
    case .closureExpr, .functionDecl, .structDecl, .classDecl, .enumDecl, .accessorBlock, .patternBinding: return false
    default: break
    }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode, returnInside(child.node) { return true }
    }
    return false
  }
}
