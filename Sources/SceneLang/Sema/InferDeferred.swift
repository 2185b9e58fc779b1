/// Closures in a chain that only the end of the chain explains.
///
/// `$name.map { $0.isEmpty ? .empty : .valid }.eraseToAnyPublisher()` where a publisher of the module's own enum is wanted:
/// the closure alone decides the type argument of `map`, and what it makes is known from what the chain must be. A chain
/// that fails with such a closure is checked once more with the closure left for last.

/// A closure that waits, and the node that stands for it until then.
struct DeferredClosure {
  var placeholder: ExprID
  var node: NodeID
  var target: TypeID
  var builder: DeclID
  var builderType: TypeID
  var purpose: Purpose
}

extension Infer {
  /// Puts a closure off, where its result alone decides a type argument; nil if it is to be checked now.
  func deferred(
    _ i: Int, to target: TypeID, parameter: Signature.Parameter, builderType: TypeID, purpose: Purpose
  ) -> ExprID? {
    var function = resolve(target)
    while isOptional(function) { function = resolve(types.argument(function, 0)) }
    guard types.kind(function) == .function else { return nil }
    if defersClosures,
      (0..<types.argumentCount(function) - 1).contains(where: { isUndecided(types.argument(function, $0)) })
    {
      // `cities.map { .init(name: $0) }.first(where: { $0.name == "Rome" })`: its parameter waits for the closure before.
      return putOff(i, function, target, parameter, builderType, purpose)
    }
    var result = shallow(types.argument(function, types.argumentCount(function) - 1))
    if isOptional(result) { result = shallow(types.argument(result, 0)) }
    guard types.kind(result) == .variable, literalKind(result) == .none else { return nil }
    sawDecidingClosure = true
    guard defersClosures else { return nil }
    return putOff(i, function, target, parameter, builderType, purpose)
  }

  func isUndecided(_ type: TypeID) -> Bool {
    let type = shallow(type)
    return types.kind(type) == .variable && literalKind(type) == .none
  }

  private func putOff(
    _ i: Int, _ function: TypeID, _ target: TypeID, _ parameter: Signature.Parameter, _ builderType: TypeID,
    _ purpose: Purpose
  ) -> ExprID {
    let node = unparenthesized(arguments[i].node)
    // Whether it throws is seen when it is checked.
    let count = types.argumentCount(function)
    let plain = types.function(
      (0..<count - 1).map { types.argument(function, $0) }, types.argument(function, count - 1),
      flags: types[function].flags & ~TypeTable.FunctionFlags.throwing)
    let placeholder = add(.nilLiteral, plain, node)
    deferredClosures.append(
      DeferredClosure(
        placeholder: placeholder, node: node, target: target, builder: parameter.builder, builderType: builderType,
        purpose: purpose))
    return placeholder
  }

  /// The links of a chain; once more with its deciding closures last, if they fail without.
  func decidedLinks(
    _ base: ExprID, _ suffixes: [NodeID], from start: Int, expected: TypeID, isChained: inout Bool
  ) -> ExprID {
    // The closure's call, and something behind it.
    guard suffixes.count - start > 2, !defersClosures, speculationDepth < Self.mostSpeculation,
      solver.steps < stepLimit,
      mayBeUndecided(suffixes, expected)
    else { return links(base, suffixes, from: start, expected: expected, isChained: &isChained) }
    let before = snapshot()
    let wasDeciding = sawDecidingClosure
    sawDecidingClosure = false
    var value = links(base, suffixes, from: start, expected: expected, isChained: &isChained)
    let isDeciding = sawDecidingClosure
    sawDecidingClosure = wasDeciding || isDeciding
    let found = diagnostics.count - before.diagnostics
    if !isDeciding || found == 0 && converts(value, expected) { return value }
    restore(before)
    speculationDepth += 1
    let outer = deferredClosures
    deferredClosures = []
    defersClosures = true
    isChained = false
    value = links(base, suffixes, from: start, expected: expected, isChained: &isChained)
    defersClosures = false
    if diagnostics.count == before.diagnostics, expected != .none {
      _ = conversion(from: type(of: value), to: expected)
    }
    if diagnostics.count == before.diagnostics { finishDeferred() }
    deferredClosures = outer
    speculationDepth -= 1
    let count = diagnostics.count - before.diagnostics
    // The one that finds least fault is the one that was meant.
    if count == 0 ? converts(value, expected) : count < found { return value }
    restore(before)
    isChained = false
    return links(base, suffixes, from: start, expected: expected, isChained: &isChained)
  }

  /// Has a link before the last a closure that its chain may have to explain: one whose results have no type of their
  /// own, or any where a generic type is wanted of the chain.
  private func mayBeUndecided(_ suffixes: [NodeID], _ expected: TypeID) -> Bool {
    var isWanted = false
    if expected != .none {
      let wanted = resolve(expected)
      isWanted = types.kind(wanted) == .nominal && types.argumentCount(wanted) > 0 && !isOptional(wanted)
    }
    for suffix in suffixes.dropLast() where tree.kind(suffix) == .callSuffix {
      for child in tree.elements(suffix) {
        switch tree.kind(child) {
        case .closureExpr: if isWanted || hasOpenResult(child) { return true }
        case .argumentClause:
          for argument in tree.elements(child) where tree.kind(argument) == .argument {
            let value = unparenthesized(tree.node(argument, at: 2))
            guard value != .none, tree.kind(value) == .closureExpr else { continue }
            if isWanted || hasOpenResult(value) { return true }
          }
        default: break
        }
      }
    }
    return false
  }

  /// `sizes.map { .points($0) }`: what the last call of a chain makes is known from where it stands only.
  func endsInOpenClosure(_ node: NodeID) -> Bool {
    let last = tree.lastChild(node)
    guard last.isNode, tree.kind(last.node) == .callSuffix else { return false }
    for child in tree.elements(last.node) where tree.kind(child) == .closureExpr { return endsInOpenItem(child) }
    return false
  }

  /// Is what the closure begins with, its only item as a rule, a member without base or a tuple with labels?
  func endsInOpenItem(_ closure: NodeID) -> Bool {
    guard closure != .none, tree.kind(closure) == .closureExpr else { return false }
    let signature = tree.node(closure, at: 1)
    for item in tree.elements(closure, from: 1) where item != signature || tree.kind(item) != .closureSignature {
      return tree.kind(item) == .implicitMemberExpr || isLabelledTuple(item)
        || tree.kind(item) == .postfixExpr && tree.kindIfPresent(tree.node(item, at: 0)) == .implicitMemberExpr
    }
    return false
  }

  /// `{ (request: $0, folder: folder) }`: elements of a tuple become optional where that is wanted.
  private func isLabelledTuple(_ node: NodeID) -> Bool {
    guard tree.kind(node) == .tupleExpr else { return false }
    return tree.elements(node).contains { tree.kind($0) == .argument && tree.token($0, at: 0) != .none }
  }

  private func hasOpenResult(_ closure: NodeID) -> Bool {
    let signature = tree.node(closure, at: 1)
    var items = sema.activeList(of: closure, from: 1, file: file)
    if signature != .none, tree.kind(signature) == .closureSignature { items.removeAll { $0 == signature } }
    if items.count == 1, isExpression(items[0]) { return isOpenValue(items[0]) }
    return containsReturn(items) && items.contains { returnsOpenValue($0, depth: 0) }
  }

  private func isOpenValue(_ node: NodeID) -> Bool {
    needsContext(node) && tree.kind(node) != .closureExpr || shape(of: node) == .flexible && tree.kind(node) != .ifExpr
  }

  private func returnsOpenValue(_ node: NodeID, depth: Int) -> Bool {
    if depth > 64 { return false }
    switch tree.kind(node) {
    case .returnStmt:
      let value = tree.node(node, at: 1)
      return value != .none && isOpenValue(value)
    case .closureExpr, .functionDecl, .structDecl, .classDecl, .enumDecl, .accessorBlock: return false
    default: break
    }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode, returnsOpenValue(child.node, depth: depth + 1) { return true }
    }
    return false
  }

  func converts(_ value: ExprID, _ expected: TypeID) -> Bool {
    guard expected != .none else { return true }
    let start = mark()
    defer { rewind(start) }
    return conversion(from: type(of: value), to: expected) != nil
  }

  /// Checks what was put off, in order, and puts each closure where its placeholder stands.
  private func finishDeferred() {
    var index = 0
    while index < deferredClosures.count {
      let waiting = deferredClosures[index]
      index += 1
      let made = closureArgument(
        waiting.node, to: waiting.target, builder: waiting.builder, builderType: waiting.builderType,
        purpose: waiting.purpose)
      body.expressions[Int(waiting.placeholder.raw)] = body.expressions[Int(made.raw)]
    }
  }
}
