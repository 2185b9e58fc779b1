/// Operator sequences: folding by precedence into a small table, and walking it in loops.
///
/// A sequence is flat in the tree. It is folded with two stacks into rows of (operator, left, right). Left spines (`+`
/// chains) and right spines (ternaries, `??`, assignments) are walked in loops, so the recursion is bounded by the number
/// of precedence levels, not by the length of the sequence.

/// An operand (`leaf` >= 0: child index) or an application.
struct SequenceRow {
  /// Child index of the operator, or -1 for an operand.
  var op: Int32
  /// Child index of the operand, or the left row.
  var left: Int32
  var right: Int32
}

struct Precedence {
  var level: Int
  /// -1 left, 0 none, 1 right
  var associativity: Int

  static let assignment = Precedence(level: 90, associativity: 1)
  static let ternary = Precedence(level: 100, associativity: 1)
  static let standard = Precedence(level: 105, associativity: 0)
  static let disjunction = Precedence(level: 110, associativity: -1)
  static let conjunction = Precedence(level: 120, associativity: -1)
  static let comparison = Precedence(level: 130, associativity: 0)
  static let coalescing = Precedence(level: 131, associativity: 1)
  static let casting = Precedence(level: 132, associativity: -1)
  static let range = Precedence(level: 135, associativity: 0)
  static let addition = Precedence(level: 140, associativity: -1)
  static let multiplication = Precedence(level: 150, associativity: -1)
  static let shift = Precedence(level: 160, associativity: 0)

  /// The standard library's operators.
  static func builtin(_ text: String) -> Precedence? {
    switch text {
    case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=", "&<<=", "&>>=":
      return .assignment
    case "||": return .disjunction
    case "&&": return .conjunction
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": return .comparison
    case ".==", ".!=", ".<", ".>", ".<=", ".>=": return .comparison
    case "??": return .coalescing
    case "...", "..<": return .range
    case "+", "-", "&+", "&-", "|", "^", ".|", ".^": return .addition
    case "*", "/", "%", "&*", "&", ".&": return .multiplication
    case "<<", ">>", "&<<", "&>>": return .shift
    case "->": return Precedence(level: 80, associativity: 1)
    default: return nil
    }
  }
}

extension Infer {
  func sequence(_ node: NodeID, expected: TypeID) -> ExprID {
    for child in tree.elements(node) where tree.kind(child) == .arrowOperator {
      if let type = typeWritten(as: node) { return typeReference(type, node) }
      report(.notAValue, "'\(tree.text(node))' cannot be used as a value", node)
      return errorExpression(node)
    }
    let start = sequenceRows.count
    let root = fold(node)
    defer { sequenceRows.removeLast(sequenceRows.count - start) }
    guard root >= 0 else { return errorExpression(node) }
    return evaluate(root, node, expected: expected)
  }

  // MARK: Folding

  private func precedence(ofOperatorAt index: Int, in node: NodeID) -> Precedence {
    let child = tree.child(node, at: index)
    if child.isNode {
      switch tree.kind(child.node) {
      case .ternaryOperator: return .ternary
      case .castOperator: return .casting
      default: return Precedence(level: 80, associativity: 1)
      }
    }
    if tree.kind(child.token) == .equal { return .assignment }
    let name = name(child.token)
    if let known = precedences[name] { return known }
    var found = Precedence.standard
    if let user = sema.precedence(ofOperator: name) {
      found = Precedence(level: user.level, associativity: user.associativity)
    } else if let builtin = Precedence.builtin(text(name)) {
      found = builtin
    }
    precedences[name] = found
    return found
  }

  /// Folds the children of a sequence; answers the root row, or -1 if the sequence is broken.
  private func fold(_ node: NodeID) -> Int32 {
    var operands: [Int32] = []
    var operators: [(child: Int32, precedence: Precedence)] = []
    let count = tree.childCount(node)
    var index = 0
    var wantsOperand = true

    func reduce() {
      guard let op = operators.popLast(), operands.count >= 2 else { return }
      let right = operands.removeLast()
      let left = operands.removeLast()
      sequenceRows.append(SequenceRow(op: op.child, left: left, right: right))
      operands.append(Int32(sequenceRows.count - 1))
    }

    while index < count {
      let child = tree.child(node, at: index)
      defer { index += 1 }
      if child.isAbsent { continue }
      if child.isNode, tree.kind(child.node) == .unexpected { continue }
      if wantsOperand {
        sequenceRows.append(SequenceRow(op: -1, left: Int32(index), right: -1))
        operands.append(Int32(sequenceRows.count - 1))
        wantsOperand = false
        continue
      }
      let precedence = precedence(ofOperatorAt: index, in: node)
      while let top = operators.last,
        top.precedence.level > precedence.level
          || top.precedence.level == precedence.level && precedence.associativity <= 0
      {
        if top.precedence.level == precedence.level, precedence.associativity == 0, child.isToken,
          !sema.hasUnmodelledImport || isComparison(child.token)
        {
          report(
            .nonAssociative, "'\(tree.text(child.token))' cannot be chained; put one side in parentheses", place(child))
        }
        reduce()
      }
      operators.append((Int32(index), precedence))
      wantsOperand = true
    }
    if wantsOperand, !operators.isEmpty { operators.removeLast() }
    while !operators.isEmpty { reduce() }
    return operands.first ?? -1
  }

  func place(_ child: SyntaxChild) -> SourceRange { tree.range(child) }

  // MARK: Walking

  enum OperatorKind {
    case ternary, cast, arrow, assign, compoundAssign, coalesce, and, or, other
  }

  func operatorKind(_ row: SequenceRow, _ node: NodeID) -> OperatorKind {
    let child = tree.child(node, at: Int(row.op))
    if child.isNode {
      switch tree.kind(child.node) {
      case .ternaryOperator: return .ternary
      case .castOperator: return .cast
      default: return .arrow
      }
    }
    if tree.kind(child.token) == .equal { return .assign }
    let bytes = tree.bytes(child.token)
    if bytes.count == 2 {
      if bytes[0] == 0x3F, bytes[1] == 0x3F { return .coalesce }
      if bytes[0] == 0x26, bytes[1] == 0x26 { return .and }
      if bytes[0] == 0x7C, bytes[1] == 0x7C { return .or }
    }
    if bytes.count >= 2, bytes[bytes.count - 1] == 0x3D {
      switch bytes[0] {
      case 0x3D, 0x21, 0x3E, 0x3C, 0x7E:
        // `==`, `!=`, `<=`, `>=`, `~=`; but `<<=` and `>>=` assign.
        return bytes.count == 3 && bytes[0] == bytes[1] && (bytes[0] == 0x3C || bytes[0] == 0x3E)
          ? .compoundAssign : .other
      case 0x2E: return .other
      default: return .compoundAssign
      }
    }
    return .other
  }

  /// Node of an operand row, or none for an application.
  func leaf(_ row: Int32, _ node: NodeID) -> NodeID? {
    let entry = sequenceRows[Int(row)]
    guard entry.op < 0 else { return nil }
    return tree.node(node, at: Int(entry.left))
  }

  func evaluate(_ row: Int32, _ node: NodeID, expected: TypeID) -> ExprID {
    if let operand = leaf(row, node) { return expression(operand, expected: expected) }
    let entry = sequenceRows[Int(row)]
    switch operatorKind(entry, node) {
    case .ternary: return ternarySpine(row, node, expected: expected)
    case .coalesce: return coalesceSpine(row, node, expected: expected)
    case .assign: return assignment(entry, node)
    case .compoundAssign: return compoundAssignment(entry, node)
    case .cast: return castSpine(row, node, expected: expected)
    case .arrow:
      // A function type where a value is expected; collections of such types are read before (`typeWritten`).
      report(.typeMismatch, "a function type is not a value", node)
      return errorExpression(node)
    case .and, .or, .other: return binarySpine(row, node, expected: expected)
    }
  }

  /// Is the operand (or all operands of the application) dependent on its context?
  func isFlexible(_ row: Int32, _ node: NodeID) -> Bool {
    if let operand = leaf(row, node) { return needsContext(operand) }
    return false
  }

  /// An implicit member or something made of them: cannot be checked without a type.
  func needsContext(_ node: NodeID) -> Bool {
    guard node != .none else { return false }
    switch tree.kind(node) {
    case .implicitMemberExpr, .keyPathExpr, .nilLiteralExpr: return true
    case .closureExpr: return true
    case .postfixExpr:
      let base = tree.node(node, at: 0)
      return base != .none && tree.kind(base) == .implicitMemberExpr
    case .parenExpr: return needsContext(tree.node(node, at: 1))
    case .prefixExpr: return needsContext(tree.node(node, at: 1))
    case .arrayExpr:
      for child in tree.elements(node) { return needsContext(child) }
      return true
    case .dictionaryExpr:
      for _ in tree.elements(node) { return false }
      return true
    case .sequenceExpr:
      var hasTernary = false
      for i in tree.childRange(node) {
        let child = tree.childTable[i]
        guard child.isNode else { continue }
        if tree.kind(child.node) == .ternaryOperator {
          hasTernary = true
          if needsContext(tree.node(child.node, at: 1)) { return true }
        }
      }
      let last = tree.lastChild(node)
      if hasTernary { return last.isNode && needsContext(last.node) }
      // Arithmetic on members and literals.
      var needs = false
      for child in tree.elements(node) {
        if needsContext(child) { needs = true } else if shape(of: child) == .fixed { return false }
      }
      return needs
    default: return false
    }
  }

  /// Left-associative chain of binary operators: operands collected from the left spine, applied in order.
  private func binarySpine(_ row: Int32, _ node: NodeID, expected: TypeID) -> ExprID {
    var chain: [(op: Int32, right: Int32, kind: OperatorKind)] = []
    var current = row
    while leaf(current, node) == nil {
      let entry = sequenceRows[Int(current)]
      let kind = operatorKind(entry, node)
      switch kind {
      case .and, .or, .other: break
      default:
        // Another kind of application stands on the left.
        return applyChain(evaluate(current, node, expected: .none), nil, chain, node, expected: expected)
      }
      chain.append((entry.op, entry.right, kind))
      current = entry.left
    }
    return applyChain(nil, current, chain, node, expected: expected)
  }

  private func applyChain(
    _ done: ExprID?, _ first: Int32?, _ chain: [(op: Int32, right: Int32, kind: OperatorKind)], _ node: NodeID,
    expected: TypeID
  ) -> ExprID {
    var value = done
    var pendingLeft = first
    let wanted = expected
    let expected = plainHint(wanted) == .none && chain.count > 1 ? laterOperand(first, chain, node) ?? wanted : wanted
    for (position, step) in chain.reversed().enumerated() {
      let isLast = position == chain.count - 1
      let token = tree.child(node, at: Int(step.op)).token
      let place = node
      switch step.kind {
      case .and, .or:
        let left: ExprID
        if let value {
          left = conform(value, to: known.bool, node, purpose: .operand)
        } else {
          left = conform(
            evaluate(pendingLeft ?? 0, node, expected: known.bool), to: known.bool, operandNode(pendingLeft, node),
            purpose: .operand)
        }
        let right = conform(
          evaluate(step.right, node, expected: known.bool), to: known.bool, operandNode(step.right, node),
          purpose: .operand)
        value = add(step.kind == .and ? .logicalAnd : .logicalOr, known.bool, place, a: left.raw, b: right.raw)
      default:
        let hint = isLast ? wanted : .none
        value = binary(token, value, pendingLeft, step.right, node, expected: hint, chainExpected: expected)
      }
      pendingLeft = nil
    }
    return value ?? errorExpression(node)
  }

  /// `2 * .pi / Float(count)`, `turn * .pi - start`: a member without base among the first two operands, whose type a
  /// later operand tells. Nil where the operands in front tell it, or none does.
  private func laterOperand(
    _ first: Int32?, _ chain: [(op: Int32, right: Int32, kind: OperatorKind)], _ node: NodeID
  ) -> TypeID? {
    guard let first, let start = leaf(first, node), let second = leaf(chain[chain.count - 1].right, node),
      needsContext(start) || needsContext(second), shape(of: start) != .fixed, shape(of: second) != .fixed
    else { return nil }
    for step in chain.dropLast().reversed() {
      guard isArithmetic(step.op, node) else { return nil }
      guard let operand = leaf(step.right, node) else { return nil }
      if shape(of: operand) != .fixed { continue }
      let type = typeAlone(operand)
      return known.isFloating(type) && (offers(type, start) || offers(type, second)) ? type : nil
    }
    return nil
  }

  private func isArithmetic(_ op: Int32, _ node: NodeID) -> Bool {
    let child = tree.child(node, at: Int(op))
    guard child.isToken else { return false }
    let bytes = tree.bytes(child.token)
    guard bytes.count == 1, let only = bytes.first else { return false }
    return only == UInt8(ascii: "+") || only == UInt8(ascii: "-") || only == UInt8(ascii: "*")
      || only == UInt8(ascii: "/")
  }

  /// Does an application, as the right side of an operator, hold members without base and nothing that has a type of its
  /// own: `.pi * 0.75`?
  private func isOpenApplication(_ row: Int32, _ node: NodeID) -> Bool {
    var current = row
    var hasMember = false
    while leaf(current, node) == nil {
      let entry = sequenceRows[Int(current)]
      guard operatorKind(entry, node) == .other, isArithmetic(entry.op, node), let right = leaf(entry.right, node),
        shape(of: right) == .flexible
      else { return false }
      if needsContext(right) { hasMember = true }
      current = entry.left
    }
    guard let start = leaf(current, node), shape(of: start) == .flexible else { return false }
    return hasMember || needsContext(start)
  }

  func operandNode(_ row: Int32?, _ node: NodeID) -> NodeID {
    guard let row, let operand = leaf(row, node) else { return node }
    return operand
  }

  // MARK: One binary operator

  /// `left op right`; `left` is a finished value or a row still to be checked.
  private func binary(
    _ token: TokenID, _ left: ExprID?, _ leftRow: Int32?, _ rightRow: Int32, _ node: NodeID, expected: TypeID,
    chainExpected: TypeID
  ) -> ExprID {
    let name = name(token)
    let spelled = text(name)
    let leftNode = operandNode(leftRow, node)
    let rightNode = operandNode(rightRow, node)
    let isComparison = Precedence.builtin(spelled)?.level == Precedence.comparison.level
    let isArithmetic = !isComparison && Precedence.builtin(spelled) != nil
    let hint = isArithmetic ? plainHint(chainExpected) : .none
    let joined = spelled == "+" ? joinedArray(hint, name) : .none
    if isComparison, spelled == "==" || spelled == "!=" {
      if isNil(rightRow, node) {
        let value = left ?? evaluate(leftRow ?? 0, node, expected: .none)
        return nilTest(value, negated: spelled == "!=", node, leftNode)
      }
      if left == nil, let leftRow, isNil(leftRow, node) {
        let value = evaluate(rightRow, node, expected: .none)
        return nilTest(value, negated: spelled == "!=", node, rightNode)
      }
    }
    if !sema.userOperators(name).isEmpty, isClosure(rightNode) || left == nil && isClosure(leftNode) {
      let first = left ?? (isClosure(leftNode) ? nil : evaluate(leftRow ?? 0, node, expected: .none))
      let second = isClosure(rightNode) ? nil : evaluate(rightRow, node, expected: .none)
      return closureOperator(name, (first, leftNode), (second, rightNode), node, expected: expected)
    }
    let leftNeeds = left == nil && leftRow.map { isFlexible($0, node) } ?? false
    let rightNeeds = isFlexible(rightRow, node)
    var leftValue: ExprID
    var rightValue: ExprID
    let bound = spelled == "..." || spelled == "..<" ? boundType(spelled, chainExpected) : TypeID.none
    if leftNeeds, chainExpected != .none, resolve(chainExpected) == types.error {
      // What is wanted is not known, and so the member is not.
      leftValue = expression(leftNode, expected: types.error)
      rightValue = evaluate(rightRow, node, expected: types.error)
    } else if bound != .none, leftNeeds || rightNeeds || isOpenApplication(rightRow, node) {
      leftValue = left ?? checkedOperand(leftRow ?? 0, node, bound)
      rightValue = checkedOperand(rightRow, node, bound)
    } else if joined != .none {
      // `[1] + Array(repeating: nil, count: 2)` where `[Int?]` is wanted: both sides are made as such.
      let found = diagnostics.count
      leftValue = left ?? evaluate(leftRow ?? 0, node, expected: joinedHint(leftRow, node, joined))
      rightValue = evaluate(rightRow, node, expected: joinedHint(rightRow, node, joined))
      if diagnostics.count > found { return errorExpression(node, keeping: [leftValue, rightValue]) }
      // `[Int] + [Int?]`: elements become optional where that is wanted.
      if isArray(resolve(type(of: leftValue))) { leftValue = converted(leftValue, to: joined) ?? leftValue }
      if isArray(resolve(type(of: rightValue))) { rightValue = converted(rightValue, to: joined) ?? rightValue }
    } else if leftNeeds, hint != .none, offers(hint, leftNode) {
      leftValue = expression(leftNode, expected: hint)
      rightValue =
        rightNeeds
        ? expression(rightNode, expected: operandContext(name, hint, rightNode))
        : evaluate(rightRow, node, expected: .none)
    } else if leftNeeds && !rightNeeds {
      rightValue = evaluate(rightRow, node, expected: hint)
      literalForMember(type(of: rightValue), hint, leftNode)
      var context = sibling(type(of: rightValue))
      if spelled == "+", isSubstring(context), tree.kind(leftNode) == .stringLiteralExpr {
        context = textBeside(chainExpected)
      }
      leftValue = expression(leftNode, expected: context)
    } else {
      leftValue = left ?? evaluate(leftRow ?? 0, node, expected: leftNeeds ? hint : operandHint(leftRow, node, hint))
      if rightNeeds {
        literalForMember(type(of: leftValue), hint, rightNode)
        var context = operandContext(name, sibling(type(of: leftValue)), rightNode)
        if spelled == "+", chainExpected != .none, isSubstring(context), tree.kind(rightNode) == .stringLiteralExpr {
          context = textBeside(chainExpected)
        }
        rightValue = expression(rightNode, expected: types[context].summary.contains(.error) ? types.error : context)
      } else {
        var wanted = operandHint(rightRow, node, hint)
        if wanted == .none, isArithmetic, leaf(rightRow, node) == nil {
          // `angle - .pi * 0.75` of a Float
          let type = resolve(type(of: leftValue))
          if known.isFloating(type), isOpenApplication(rightRow, node) { wanted = type }
        }
        rightValue = evaluate(rightRow, node, expected: wanted)
      }
    }
    if bound == known.double || bound == known.cgFloat {
      let other = bound == known.double ? known.cgFloat : known.double
      if resolve(type(of: leftValue)) == other { leftValue = converted(leftValue, to: bound) ?? leftValue }
      if resolve(type(of: rightValue)) == other { rightValue = converted(rightValue, to: bound) ?? rightValue }
    }
    if isError(leftValue) || isError(rightValue) {
      return errorExpression(
        node, type: isComparison ? known.bool : types.error, keeping: [leftValue, rightValue])
    }
    return applyBinary(
      name, leftValue, rightValue, leftNode: leftNode, rightNode: rightNode, node, token: token,
      expected: joined != .none ? joined : expected)
  }

  /// The array that the context wants of a chain of `+`, where its element is known and the module has no `+` for arrays.
  private func joinedArray(_ hint: TypeID, _ name: NameID) -> TypeID {
    guard hint != .none, isArray(hint), sema.userOperators(name).isEmpty else { return .none }
    return types[resolve(hint)].summary.contains(.variable) ? .none : hint
  }

  /// What an operand of `+` between arrays is told: literals and calls take the wanted type where they can.
  private func joinedHint(_ row: Int32?, _ node: NodeID, _ array: TypeID) -> TypeID {
    guard let row, let operand = leaf(row, node) else { return array }
    switch tree.kind(unparenthesized(operand)) {
    case .arrayExpr, .postfixExpr, .sequenceExpr, .implicitMemberExpr: return array
    default: return .none
    }
  }

  private func checkedOperand(_ row: Int32, _ node: NodeID, _ type: TypeID) -> ExprID {
    conform(evaluate(row, node, expected: type), to: type, operandNode(row, node), purpose: .operand)
  }

  /// As `boundType`, for `...x` and `x...`.
  func boundType(partial operator: String, isPrefix: Bool, _ wanted: TypeID) -> TypeID {
    guard types.kind(wanted) == .variable, literalKind(wanted) == .none, !solver.open.isEmpty else { return .none }
    let name = !isPrefix ? "PartialRangeFrom" : `operator` == "..." ? "PartialRangeThrough" : "PartialRangeUpTo"
    guard let decl = sema.lookupPreludeTopLevel(known.name(name)).first else { return .none }
    let start = mark()
    let bound = freshVariable()
    guard unify(wanted, types.nominal(decl, of: bound)), solveOpen() else {
      rewind(start)
      return .none
    }
    let found = resolve(bound)
    if types[found].summary.contains(.variable) {
      rewind(start)
      return .none
    }
    return found
  }

  /// The bound of the range that the context wants, where it is known: the argument of a range type, or what is asked
  /// of a generic parameter's `Bound`.
  private func boundType(_ operator: String, _ expected: TypeID) -> TypeID {
    guard expected != .none else { return .none }
    var wanted = resolve(expected)
    while isOptional(wanted) { wanted = resolve(types.argument(wanted, 0)) }
    if types.kind(wanted) == .variable, literalKind(wanted) == .none, !solver.open.isEmpty {
      let start = mark()
      let bound = freshVariable()
      let decl = nominalDecl(sema.knownType(`operator` == "..." ? .closedRange : .range))
      guard decl != .none, unify(wanted, types.nominal(decl, of: bound)), solveOpen() else {
        rewind(start)
        return .none
      }
      let found = resolve(bound)
      if types[found].summary.contains(.variable) {
        rewind(start)
        return .none
      }
      return found
    }
    guard types.kind(wanted) == .nominal, known.isRange(types.decl(wanted)), types.argumentCount(wanted) == 1 else {
      return .none
    }
    let bound = resolve(types.argument(wanted, 0))
    return types[bound].summary.contains(.variable) ? .none : bound
  }

  /// Does the type have the member that the operand begins with?
  func offers(_ type: TypeID, _ operand: NodeID) -> Bool {
    var base = unparenthesized(operand)
    if base != .none, tree.kind(base) == .prefixExpr { base = unparenthesized(tree.node(base, at: 1)) }
    if base != .none, tree.kind(base) == .postfixExpr { base = tree.node(base, at: 0) }
    guard base != .none, tree.kind(base) == .implicitMemberExpr else { return false }
    return !implicitCandidates(name(tree.token(base, at: 1)), in: type, isOptionalInner: false).isEmpty
  }

  /// `2 * .pi`: the literal takes the type that has the member.
  private func literalForMember(_ type: TypeID, _ hint: TypeID, _ member: NodeID) {
    let type = resolve(type)
    let literal = literalKind(type)
    guard literal != .none else { return }
    for candidate in [hint, known.double] where candidate != .none && accepts(literal, candidate) {
      if offers(candidate, member) {
        _ = unify(type, candidate)
        return
      }
    }
  }

  /// The type the other operand suggests for a member without base.
  private func sibling(_ type: TypeID) -> TypeID { forced(type) }

  /// The type in which a right operand without base is looked up: that of the left one, or what an operator of the left one's type takes
  /// instead: `.now() + .seconds(2)`.
  private func operandContext(_ name: NameID, _ left: TypeID, _ right: NodeID) -> TypeID {
    guard types.kind(left) == .nominal, !offers(left, right) else { return left }
    for member in sema.members(of: left, name, .metatype) where sema.decls.kind(member.decl) == .function {
      let parameters = sema.signature(of: member.decl).parameters
      guard parameters.count == 2, parameters[0].type == left, types.kind(parameters[1].type) == .nominal,
        offers(parameters[1].type, right)
      else { continue }
      return parameters[1].type
    }
    return left
  }

  /// Only literals among the operands take the context's type.
  private func operandHint(_ row: Int32?, _ node: NodeID, _ hint: TypeID) -> TypeID {
    guard let row, leaf(row, node) == nil else { return .none }
    return hint
  }

  private func plainHint(_ expected: TypeID) -> TypeID {
    guard expected != .none else { return .none }
    var type = resolve(expected)
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    return types.kind(type) == .nominal ? type : .none
  }

  func isNil(_ row: Int32, _ node: NodeID) -> Bool {
    guard let operand = leaf(row, node) else { return false }
    return tree.kind(unparenthesized(operand)) == .nilLiteralExpr
  }

  private func nilTest(_ value: ExprID, negated: Bool, _ node: NodeID, _ valueNode: NodeID) -> ExprID {
    let type = forced(type(of: value))
    if types[type].summary.contains(.error) { return errorExpression(node, type: known.bool, keeping: [value]) }
    if !isOptional(type) {
      report(
        .nilComparison, "a value of type '\(describe(type))' is never nil", valueNode == .none ? node : valueNode)
      let wrapped = conform(value, to: optional(type), valueNode == .none ? node : valueNode, purpose: .operand)
      return add(.isNil, known.bool, node, a: wrapped.raw, b: negated ? 1 : 0)
    }
    return add(.isNil, known.bool, node, a: value.raw, b: negated ? 1 : 0)
  }
}
