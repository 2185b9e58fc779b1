/// Operators that group to the right and are walked as spines: `?:` and `??`.

extension Infer {
  // MARK: Right spines

  /// `a ? b : c ? d : e`: conditions and branches in a loop, nodes built from the right.
  func ternarySpine(_ row: Int32, _ node: NodeID, expected: TypeID, retries: Bool = true) -> ExprID {
    let start = retries && mayRetry(node, expected) ? snapshot() : nil
    var conditions: [ExprID] = []
    var branches: [ExprID] = []
    var branchNodes: [NodeID] = []
    var current = row
    if expected != .none { _ = bindBranches(node, resolve(expected)) }
    let written = writtenBranch(node, expected)
    while leaf(current, node) == nil {
      let entry = sequenceRows[Int(current)]
      guard operatorKind(entry, node) == .ternary else { break }
      let op = tree.child(node, at: Int(entry.op)).node
      let condition = evaluate(entry.left, node, expected: known.bool)
      conditions.append(conform(condition, to: known.bool, operandNode(entry.left, node), purpose: .condition))
      let thenNode = tree.node(op, at: 1)
      let known = written.map { [$0.value] } ?? branches
      branches.append(branchValue(thenNode, branchHint(expected, thenNode, known), written))
      branchNodes.append(thenNode)
      current = entry.right
    }
    let lastNode = operandNode(current, node)
    let hint =
      leaf(current, node) == nil
      ? expected : branchHint(expected, lastNode, written.map { [$0.value] } ?? branches)
    if written != nil, leaf(current, node) != nil {
      branches.append(branchValue(lastNode, hint, written))
    } else {
      branches.append(evaluate(current, node, expected: hint))
    }
    branchNodes.append(lastNode)
    // `isOn ? title : other` where one is declared `String!`.
    for i in branches.indices where isImplicitlyUnwrapped(branches[i]) {
      for j in branches.indices where i != j && !isOptional(type(of: branches[j])) {
        guard let value = implicitlyUnwrapped(branches[i]) else { break }
        if conversion(from: type(of: value), to: type(of: branches[j])) != nil {
          branches[i] = value
          break
        }
      }
    }
    // One type for all branches.
    var result = TypeID.none
    if expected != .none, !typeRow(resolve(expected)).summary.contains(.variable), resolve(expected) != types.error,
      typeRow(resolve(expected)).kind != .existential
    {
      result = resolve(expected)
      if branches.allSatisfy({ isErrorOr($0, type(of: branches[0])) }),
        conversion(from: type(of: branches[0]), to: result) == nil
      {
        // All agree on a type the context does not want: the caller reports the whole.
        result = .none
      }
    }
    if result == .none {
      result = type(of: branches[0])
      for i in 1..<branches.count {
        let type = type(of: branches[i])
        if let joined = join(result, type) {
          result = joined
        } else if let wanted = erasure(expected, of: branches) {
          // `let service: any Service = isPreview ? Fake() : Real()`
          result = wanted
          break
        } else {
          if let start { return retried(row, node, expected, branches.map { resolve(self.type(of: $0)) }, start) }
          if !types[type].summary.contains(.error) {
            report(
              .branchTypes,
              "both branches must have one type; found '\(describe(type))' beside '\(describe(resolve(result)))'",
              branchNodes[i])
          }
          return errorExpression(node)
        }
      }
    }
    for i in branches.indices {
      branches[i] = conform(branches[i], to: result, branchNodes[i], purpose: .branch)
    }
    var value = branches[branches.count - 1]
    var i = conditions.count - 1
    while i >= 0 {
      let expr = add(.ternary, result, node)
      body.expressions[Int(expr.raw)].list = list([conditions[i], branches[i], value])
      value = expr
      i -= 1
    }
    return value
  }

  /// May a branch have another type where one is wanted: is there a call in one, and no type that the context wants?
  private func mayRetry(_ node: NodeID, _ expected: TypeID) -> Bool {
    guard speculationDepth < Self.mostSpeculation, expected == .none || typeRow(resolve(expected)).kind == .variable
    else { return false }
    return branches(of: node).contains {
      let kind = tree.kindIfPresent(unparenthesized($0))
      return kind == .postfixExpr || kind == .arrayExpr || kind == .implicitMemberExpr
    }
  }

  /// `up ? list : list.reversed()`: branches that have no type in common by themselves are checked with the type of each
  /// as what is wanted; the first that all agree with is taken.
  private func retried(
    _ row: Int32, _ node: NodeID, _ expected: TypeID, _ found: [TypeID], _ start: Snapshot
  ) -> ExprID {
    var tried: [TypeID] = []
    speculationDepth += 1
    for type in found where tried.count < 3 && !tried.contains(type) {
      guard types[type].summary.isDisjoint(with: [.variable, .error]) else { continue }
      tried.append(type)
      restore(start)
      let value = ternarySpine(row, node, expected: type, retries: false)
      if diagnostics.count == start.diagnostics, kind(of: value) != .error {
        speculationDepth -= 1
        return value
      }
    }
    speculationDepth -= 1
    restore(start)
    return ternarySpine(row, node, expected: expected, retries: false)
  }

  /// The existential that the context wants, where all branches convert to it.
  private func erasure(_ expected: TypeID, of branches: [ExprID]) -> TypeID? {
    guard expected != .none else { return nil }
    let wanted = resolve(expected)
    var core = wanted
    while isOptional(core) { core = resolve(types.argument(core, 0)) }
    guard types.kind(core) == .existential else { return nil }
    return branches.allSatisfy { conversion(from: type(of: $0), to: wanted) != nil } ? wanted : nil
  }

  /// `isOn ? Color.red : .secondary` where a generic parameter is expected: the branch that is written out, checked
  /// first, because it says what the others are members of.
  private func writtenBranch(_ node: NodeID, _ expected: TypeID) -> (node: NodeID, value: ExprID)? {
    guard expected == .none || typeRow(resolve(expected)).summary.contains(.variable) || isAnything(resolve(expected))
    else { return nil }
    let all = branches(of: node)
    guard all.contains(where: { needsContext($0) }) else { return nil }
    for branch in all where !needsContext(branch) && shape(of: branch) == .fixed {
      return (branch, expression(branch))
    }
    return nil
  }

  private func branchValue(_ node: NodeID, _ hint: TypeID, _ written: (node: NodeID, value: ExprID)?) -> ExprID {
    guard let written else { return expression(node, expected: hint) }
    if node == written.node { return written.value }
    let type = forced(type(of: written.value))
    let isMeant = needsContext(node) && (offers(type, node) || hint != .none && isAnything(resolve(hint)))
    return expression(node, expected: isMeant ? type : hint)
  }

  /// `a ? .gray : .primary` where a generic parameter is expected: all branches have one type, so it is the first that
  /// has all their members. False if there is none; where other branches are written out they decide.
  func bindBranches(_ node: NodeID, _ target: TypeID) -> Bool {
    guard types.kind(target) == .variable, literalKind(target) == .none, solver.bound[variableNumber(target)] >= 0
    else { return true }
    var members: [NameID] = []
    var bases: [TypeID] = []
    var isOpen = false
    for branch in branches(of: node) {
      var base = unparenthesized(branch)
      if base != .none, tree.kind(base) == .postfixExpr {
        // What a chain makes may have another type than what it begins with.
        if tree.childCount(base) > 2 { isOpen = true }
        base = tree.node(base, at: 0)
      }
      guard base != .none, tree.kind(base) == .implicitMemberExpr else { return true }
      let name = name(tree.token(base, at: 1))
      members.append(name)
      for candidate in implicitCandidates(name, in: target, isOptionalInner: false)
      where candidate.base != .none && !bases.contains(candidate.base) {
        bases.append(candidate.base)
      }
    }
    guard members.count > 1 else { return true }
    for base in bases where types.kind(base) == .nominal && !types[base].summary.contains(.parameter) {
      guard members.allSatisfy({ !implicitCandidates($0, in: base, isOptionalInner: false).isEmpty }) else { continue }
      let start = mark()
      if bind(target, base), solver.open.isEmpty || solveOpen() { return true }
      rewind(start)
    }
    return isOpen
  }

  /// The branches of a sequence that is a ternary at its top; none where a branch is a sequence itself.
  private func branches(of node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var last = NodeID.none
    var isLast = false
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isNode else {
        if child.isToken, isLast { return [] }
        continue
      }
      if tree.kind(child.node) == .ternaryOperator {
        result.append(tree.node(child.node, at: 1))
        isLast = true
        last = .none
      } else if isLast, last == .none {
        last = child.node
      }
    }
    if last != .none { result.append(last) }
    return result
  }

  /// Name of the member a branch or default begins with, if it is an implicit one.
  func implicitName(_ node: NodeID) -> NameID? {
    var node = unparenthesized(node)
    if node != .none, tree.kind(node) == .postfixExpr { node = tree.node(node, at: 0) }
    guard node != .none, tree.kind(node) == .implicitMemberExpr else { return nil }
    return name(tree.token(node, at: 1))
  }

  private func isErrorOr(_ expr: ExprID, _ type: TypeID) -> Bool {
    let own = self.type(of: expr)
    return own == type || types[own].summary.contains(.error)
  }

  /// A branch without a type of its own takes the context's, else the other branch's.
  private func branchHint(_ expected: TypeID, _ branch: NodeID, _ others: [ExprID]) -> TypeID {
    if expected != .none { return expected }
    guard needsContext(branch), let other = others.first else { return .none }
    let type = type(of: other)
    // `isOn ? Text("on") : nil` is optional.
    let isNil = tree.kindIfPresent(unparenthesized(branch)) == .nilLiteralExpr
    return isNil && !isOptional(type) && !types[type].summary.contains(.error) ? optional(type) : type
  }

  /// `nil`, or `.none` where the value behind the optional has no member of that name.
  private func isNothing(_ node: NodeID, _ wrapped: TypeID) -> Bool {
    switch tree.kindIfPresent(node) {
    case .nilLiteralExpr: return true
    case .implicitMemberExpr:
      return name(tree.token(node, at: 1)) == known.none && types.kind(resolve(wrapped)) == .nominal
        && implicitCandidates(known.none, in: resolve(wrapped), isOptionalInner: false).isEmpty
    default: return false
    }
  }

  /// `nil`, or a ternary in parentheses one of whose branches is.
  private func mayBeNothing(_ node: NodeID, _ wrapped: TypeID) -> Bool {
    if isNothing(node, wrapped) { return true }
    guard node != .none, tree.kind(node) == .sequenceExpr else { return false }
    return branches(of: node).contains { tree.kindIfPresent(unparenthesized($0)) == .nilLiteralExpr }
  }

  /// `a ?? b ?? c`, right-associative.
  func coalesceSpine(_ row: Int32, _ node: NodeID, expected: TypeID) -> ExprID {
    var lefts: [(value: ExprID, node: NodeID)] = []
    var current = row
    while leaf(current, node) == nil {
      let entry = sequenceRows[Int(current)]
      guard operatorKind(entry, node) == .coalesce else { break }
      var hint = TypeID.none
      if expected != .none, isFlexible(entry.left, node) { hint = optional(resolve(expected)) }
      lefts.append((evaluate(entry.left, node, expected: hint), operandNode(entry.left, node)))
      current = entry.right
    }
    // The last operand: the wrapped type, or an optional again.
    let lastLeft = lefts[lefts.count - 1]
    let lastType = forced(type(of: lastLeft.value))
    let wrapped = isOptional(lastType) ? types.argument(lastType, 0) : TypeID.none
    let rightNode = operandNode(current, node)
    var hint = wrapped == .none ? expected : wrapped
    if wrapped != .none, !isOptional(wrapped), mayBeNothing(unparenthesized(rightNode), wrapped) {
      // `title ?? nil` and `title ?? (isOn ? name : nil)` stay optional; of an optional of an optional one level goes.
      hint = lastType
    }
    if types[lastType].summary.contains(.error), hint == .none || isNothing(unparenthesized(rightNode), types.error) {
      hint = types.error
    }
    var value = evaluate(current, node, expected: hint)
    var valueNode = rightNode
    for left in lefts.reversed() {
      let leftType = forced(type(of: left.value))
      if types[leftType].summary.contains(.error) {
        // The right side tells what the whole would have been.
        // A literal does not: it takes the type of what is not known.
        let known = shape(of: rightNode) == .fixed ? type(of: value) : types.error
        value = errorExpression(
          node, type: types[known].summary.contains(.error) ? types.error : known, keeping: [left.value, value])
        continue
      }
      guard isOptional(leftType) else {
        let isAnything = expected != .none && typeRow(resolve(expected)).kind == .existential
        if isError(value) || !isAnything && conversion(from: type(of: value), to: leftType) == nil {
          if !isError(value) {
            reportMismatch(found: type(of: value), expected: leftType, valueNode, purpose: .operand)
          }
          value = errorExpression(node, type: leftType, keeping: [left.value, value])
          continue
        }
        report(
          .coalesceOnValue,
          "the value on the left of '??' has type '\(describe(leftType))' and is always there; the other is never used",
          left.node)
        value = left.value
        valueNode = left.node
        continue
      }
      let inner = resolve(types.argument(leftType, 0))
      let rightType = type(of: value)
      if types.kind(rightType) == .error, expected == .none {
        // Whether what is not known is optional again cannot be said.
        value = errorExpression(node, keeping: [left.value, value])
        continue
      }
      var result = inner
      if let conversion = conversion(from: rightType, to: inner) {
        value = apply(conversion, value, to: inner)
      } else if let conversion = conversion(from: rightType, to: leftType) {
        value = apply(conversion, value, to: leftType)
        result = leftType
      } else if expected != .none, typeRow(resolve(expected)).kind == .existential,
        let left = converted(left.value, to: optional(resolve(expected))),
        let right = convertedValue(value, resolve(expected))
      {
        // `print(a ?? "none")`: both sides become what is wanted.
        value = add(.nilCoalesce, resolve(expected), node, a: left.raw, b: right.raw)
        valueNode = node
        continue
      } else if let joined = join(inner, rightType) {
        // The left value converts (a subclass, Double beside CGFloat).
        result = joined
        let source = optional(joined)
        if let converted = converted(left.value, to: source), let right = convertedValue(value, joined) {
          value = right
          value = add(.nilCoalesce, joined, node, a: converted.raw, b: value.raw)
          valueNode = node
          continue
        }
      } else {
        reportMismatch(found: rightType, expected: inner, valueNode, purpose: .operand)
        value = errorExpression(node, type: inner, keeping: [left.value, value])
        continue
      }
      value = add(.nilCoalesce, result, node, a: left.value.raw, b: value.raw)
      valueNode = node
    }
    return value
  }

  private func convertedValue(_ value: ExprID, _ type: TypeID) -> ExprID? { converted(value, to: type) }
}
