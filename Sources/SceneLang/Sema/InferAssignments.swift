/// The ends of a sequence: casts, assignments and compound assignments.

extension Infer {
  // MARK: Casts

  /// `AnyObject` or an optional of it, to which any value is bridged.
  private func isAnyObject(_ type: TypeID) -> Bool {
    let type = isOptional(type) ? resolve(types.argument(type, 0)) : type
    return types.kind(type) == .existential && types.argumentCount(type) == 1
      && types.argument(type, 0) == sema.knownType(.anyObject)
  }

  /// `text as NSString`, and `text as NSString?` of an optional.
  private func isBridged(_ source: TypeID, _ target: TypeID) -> Bool {
    var source = source
    var target = target
    while isOptional(target) {
      target = resolve(types.argument(target, 0))
      if isOptional(source) { source = resolve(types.argument(source, 0)) }
    }
    if known.isBridged(source, target) { return true }
    if types.kind(target) == .existential || types.kind(target) == .nominal && isClass(target) {
      // `indexPath as NSCopying`, `name as NSObject`
      let isObject =
        types.kind(target) == .existential
        ? types.argumentCount(target) == 1 && nominalDecl(types.argument(target, 0)) != .none
          && text(sema.decls.name(nominalDecl(types.argument(target, 0)))).hasPrefix("NS")
        : target == sema.knownType(.nsObject)
      return isObject && (known.isBridged(source) || source == known.string)
    }
    // `urls as [NSURL]`
    let count = types.kind(source) == .nominal ? types.argumentCount(source) : 0
    guard count > 0, types.kind(target) == .nominal, types.decl(source) == types.decl(target),
      types.argumentCount(target) == count
    else { return false }
    for i in 0..<count {
      let from = resolve(types.argument(source, i))
      let to = resolve(types.argument(target, i))
      let isSame = from == to || types.kind(to) == .existential && types.argumentCount(to) == 0
      guard isSame || isBridged(from, to) else { return false }
    }
    return true
  }

  /// `["id": 1, "name": ""] as [String: AnyObject]`: each element is bridged, so any value may stand there. The collection
  /// with `Any` for `AnyObject`, or nil for other types.
  private func bridgedElements(of type: TypeID, _ source: NodeID) -> TypeID? {
    let decl = nominalDecl(type)
    guard decl != .none, decl == known.arrayDecl || decl == known.dictionaryDecl else { return nil }
    let count = types.argumentCount(type)
    let last = types.argument(type, count - 1)
    let isNumber = types.kind(last) == .nominal && text(sema.decls.name(types.decl(last))) == "NSNumber"
    guard isAnyObject(last) || isNumber && !isLiterals(unparenthesized(source)) else { return nil }
    var elements = (0..<count).map { types.argument(type, $0) }
    // `[width, 2] as [NSNumber]`: what the elements are by themselves, which is bridged.
    elements[count - 1] = isNumber ? freshVariable() : types.make(.existential, [])
    return types.nominal(decl, elements)
  }

  /// `[0, 0.5, 1 / 3.0]`: numbers that take the type that is wanted.
  private func isLiterals(_ node: NodeID) -> Bool {
    guard node != .none, tree.kind(node) == .arrayExpr else { return false }
    return tree.elements(node).allSatisfy { shape(of: $0) != .fixed }
  }

  /// The source where each of its elements is bridged: any value for `AnyObject`, numbers for `NSNumber`.
  private func bridgedValue(_ source: ExprID, _ bridged: TypeID, _ target: TypeID) -> ExprID? {
    if types[bridged].summary.contains(.variable) {
      let found = forced(type(of: source))
      guard types.kind(found) == .nominal, types.decl(found) == types.decl(target) else { return nil }
      return (0..<types.argumentCount(target)).allSatisfy {
        let from = types.argument(found, $0)
        let to = types.argument(target, $0)
        return from == to || known.isBridged(from, to)
      } ? source : nil
    }
    return converted(source, to: bridged)
  }

  /// `CVarArg`, to which `as` converts what has a class of Foundation behind it.
  private func isVariadicArgument(_ type: TypeID) -> Bool {
    types.kind(type) == .existential && types.argumentCount(type) == 1
      && types.argument(type, 0) == sema.knownType(.cVarArg)
  }

  /// `x as T as? U`: casts on a left spine.
  func castSpine(_ row: Int32, _ node: NodeID, expected: TypeID) -> ExprID {
    var steps: [(op: Int32, type: Int32)] = []
    var current = row
    while leaf(current, node) == nil {
      let entry = sequenceRows[Int(current)]
      guard operatorKind(entry, node) == .cast else { break }
      steps.append((entry.op, entry.right))
      current = entry.left
    }
    var value: ExprID?
    for step in steps.reversed() {
      let op = tree.child(node, at: Int(step.op)).node
      guard tree.kind(op) == .castOperator else {
        report(.typeNotKnown, "'\(tree.text(op))' joins types, not values", op)
        return errorExpression(node)
      }
      guard let typeNode = leaf(step.type, node), typeNode != .none else { return errorExpression(node) }
      let target = resolveType(typeNode)
      let keyword = tree.kind(tree.token(op, at: 0))
      let mark = tree.token(op, at: 1)
      if keyword == .is {
        let source = value ?? evaluate(current, node, expected: .none)
        if target == types.error || isError(source) {
          value = errorExpression(node, type: known.bool, keeping: [source])
        } else {
          value = add(.isTest, known.bool, node, a: forcedValue(source).raw, b: target.raw)
        }
        continue
      }
      if mark == .none {
        // `as`: the value is checked for the type.
        if target == types.error {
          value = errorExpression(node, keeping: [value ?? evaluate(current, node, expected: .none)])
          continue
        }
        let bridged = bridgedElements(of: target, operandNode(current, node))
        var source = value ?? evaluate(current, node, expected: bridged ?? target)
        if isError(source) {
          value = errorExpression(node, type: target, keeping: [source])
          continue
        }
        if conversion(from: type(of: source), to: target) == nil, let unwrapped = implicitlyUnwrapped(source) {
          // `(textView.text as NSString)`
          source = unwrapped
        }
        if let conversion = conversion(from: type(of: source), to: target) {
          let made = apply(conversion, source, to: target)
          value = add(.coerce, target, node, a: made.raw)
        } else if isBridged(forced(type(of: source)), target) || isAnyObject(target)
          || isVariadicArgument(target) && known.isBridged(type(of: source))
        {
          value = add(.coerce, target, node, a: source.raw)
        } else if let bridged, let made = bridgedValue(source, bridged, target) {
          value = add(.coerce, target, node, a: made.raw)
        } else {
          let found = type(of: source)
          if sema.isOpen(type: found) || sema.isOpen(type: target) || sema.isPartial(type: found) {
            value = errorExpression(node, type: target, keeping: [source])
            continue
          }
          report(
            .coercion,
            "'\(describe(found))' does not convert to '\(describe(target))' by 'as'; use 'as?' or 'as!' to test at run time",
            node)
          value = errorExpression(node, type: target, keeping: [source])
        }
        continue
      }
      let source = value ?? evaluate(current, node, expected: .none)
      let isForced = tree.kind(mark) == .postfixExclaim || tree.token(mark, is: "!")
      if target == types.error || isError(source) {
        value = errorExpression(
          node, type: target == types.error ? target : isForced ? target : optional(target), keeping: [source])
      } else if isForced {
        value = add(.forcedCast, target, node, a: forcedValue(source).raw, b: target.raw)
      } else {
        value = add(.conditionalCast, optional(target), node, a: forcedValue(source).raw, b: target.raw)
      }
    }
    return value ?? errorExpression(node)
  }

  private func forcedValue(_ value: ExprID) -> ExprID {
    _ = forced(type(of: value))
    return value
  }

  // MARK: Assignments

  func assignment(_ entry: SequenceRow, _ node: NodeID) -> ExprID {
    let rightNode = operandNode(entry.right, node)
    guard let leftNode = leaf(entry.left, node) else {
      report(.notAssignable, "this expression cannot be assigned to", node)
      _ = evaluate(entry.right, node, expected: .none)
      return errorExpression(node)
    }
    if tree.kind(leftNode) == .discardExpr {
      let value = evaluate(entry.right, node, expected: .none)
      let target = add(.discard, type(of: value), leftNode)
      return add(.assign, types.void, node, a: target.raw, b: value.raw)
    }
    if let wrapper = wrapperAssignment(leftNode, entry.right, node) { return wrapper }
    var isChained = false
    let target = assignmentTarget(leftNode, isChained: &isChained)
    if isError(target) {
      let found = diagnostics.count
      let value = evaluate(entry.right, node, expected: types.error)
      if node == nestedSequence {
        // `=` in the middle of an expression was meant to compare: nothing on its right is judged.
        diagnostics.removeLast(diagnostics.count - found)
        return errorExpression(node, keeping: [target, value])
      }
      return errorExpression(node, type: types.void, keeping: [target, value])
    }
    let value = evaluateChecked(entry.right, node, to: type(of: target), rightNode, purpose: .assignment)
    let assign = add(.assign, types.void, node, a: target.raw, b: value.raw)
    return isChained ? closedChain(assign, node) : assign
  }

  private func evaluateChecked(
    _ row: Int32, _ node: NodeID, to target: TypeID, _ valueNode: NodeID, purpose: Purpose
  ) -> ExprID {
    let value = evaluate(row, node, expected: target)
    return conform(value, to: target, valueNode, purpose: purpose)
  }

  /// In an initialiser `self.x = v` of a wrapped property initialises the wrapper.
  private func wrapperAssignment(_ target: NodeID, _ right: Int32, _ node: NodeID) -> ExprID? { nil }

  /// Storage on the left of `=`: an optional chain stays open, so that the assignment happens inside it.
  func assignmentTarget(_ node: NodeID, isChained: inout Bool, reads: Bool = false) -> ExprID {
    switch tree.kind(node) {
    case .parenExpr: return assignmentTarget(tree.node(node, at: 1), isChained: &isChained, reads: reads)
    case .tupleExpr:
      var elements: [ExprID] = []
      var elementTypes: [TypeID] = []
      for child in tree.elements(node) where tree.kind(child) == .argument {
        let element = tree.node(child, at: 2)
        if element != .none, tree.kind(element) == .discardExpr {
          let type = freshVariable()
          elements.append(add(.discard, type, element))
          elementTypes.append(type)
          continue
        }
        var inner = false
        let target = assignmentTarget(element, isChained: &inner)
        elements.append(target)
        elementTypes.append(type(of: target))
      }
      let expr = add(.tuple, types.make(.tuple, elementTypes), node)
      body.expressions[Int(expr.raw)].list = list(elements)
      return expr
    case .postfixExpr:
      let target = spine(node, expected: .none, isChained: &isChained)
      return assignable(target, node)
    default:
      if tree.kind(node) == .identifierExpr, !reads {
        // The first assignment of `let x: T` declares its value.
        let name = name(tree.token(node, at: 0))
        if let entry = lookupLocal(name), unassigned.contains(entry.local.raw) {
          unassigned.remove(entry.local.raw)
          assignedOnce.insert(entry.local.raw)
          return localReference(entry.local, node)
        }
        if let entry = lookupLocal(name), entry.decl == .none, assignedOnce.contains(entry.local.raw) {
          return localReference(entry.local, node)
        }
      }
      return assignable(expression(node), node)
    }
  }

  private func assignable(_ target: ExprID, _ node: NodeID) -> ExprID {
    if isError(target) { return target }
    if let problem = immutability(of: target) {
      reportImmutable(problem, node: node, change: .assignment)
      return errorExpression(node, keeping: [target])
    }
    return target
  }

  func compoundAssignment(_ entry: SequenceRow, _ node: NodeID) -> ExprID {
    let token = tree.child(node, at: Int(entry.op)).token
    let rightNode = operandNode(entry.right, node)
    guard let leftNode = leaf(entry.left, node) else {
      report(.notAssignable, "this expression cannot be assigned to", node)
      return errorExpression(node)
    }
    var isChained = false
    let target = assignmentTarget(leftNode, isChained: &isChained, reads: true)
    let targetType = forced(type(of: target))
    if isError(target) {
      let value = evaluate(entry.right, node, expected: types.error)
      return errorExpression(node, type: types.void, keeping: [target, value])
    }
    let name = name(token)
    let storage = add(.inoutAccess, targetType, leftNode, a: target.raw)
    let value = evaluate(
      entry.right, node, expected: isFlexible(entry.right, node) ? targetType : compoundHint(targetType))
    if isError(value) { return errorExpression(node, type: types.void, keeping: [storage, value]) }
    let call = applyCompound(name, storage, value, leftNode: leftNode, rightNode: rightNode, node, token: token)
    return isChained ? closedChain(call, node) : call
  }

  /// `x += 1`: a literal on the right takes the type of the left where it can.
  private func compoundHint(_ type: TypeID) -> TypeID { type }
}
