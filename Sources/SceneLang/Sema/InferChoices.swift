/// Remembers which candidates of a call fit best. Code says the same things again and again (`Text("...")`,
/// `.padding()`), and where nothing is open, equal questions have equal answers.

/// What the order of a call's candidates depends on, in 128 bits.
struct ChoiceKey: TableKey {
  var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  @inline(__always) mutating func add(_ value: UInt64) {
    first = (first ^ value) &* 0xFF51_AFD7_ED55_8CCD
    first ^= first >> 32
    second = (second &+ value) &* 0xC4CE_B9FE_1A85_EC53
    second ^= second >> 29
  }

  @inline(__always) mutating func add(_ value: UInt32, _ other: UInt32 = 0) {
    add(UInt64(value) << 32 | UInt64(other))
  }

  @inline(__always) var tableHash: UInt32 { UInt32(truncatingIfNeeded: first) }
}

/// What labels and the shapes of arguments leave of a call's candidates.
struct LabelChoice {
  /// Positions among the candidates.
  var indices: [Int] = []
  /// The one that takes most, where none takes all.
  var closest = 0
}

extension Infer {
  /// The key of a choice among the survivors of the labels; nil where variables or errors take part, or arguments whose
  /// fit depends on the type of something in them. Fixed arguments have been checked.
  func choiceKey(
    _ candidates: [Candidate], _ survivors: [Int], _ range: Range<Int>, expected: TypeID
  ) -> ChoiceKey? {
    guard solver.open.isEmpty, range.count <= 16, survivors.count <= 64 else { return nil }
    var key = ChoiceKey()
    var summary: TypeTable.Summary = []
    func add(_ type: TypeID) {
      let type = type == .none ? type : resolve(type)
      if type != .none { summary.formUnion(types[type].summary) }
      key.add(type.raw, 1)
    }
    add(expected)
    for index in survivors {
      let candidate = candidates[index]
      key.add(candidate.decl.raw, UInt32(candidate.route.rawValue) << 24 | UInt32(truncatingIfNeeded: index))
      if !addOpenBase(candidate.base, to: &key) { add(candidate.base) }
    }
    for i in range {
      let argument = arguments[i]
      key.add(argument.label.raw, UInt32(argument.shape.rawValue) << 1 | (argument.isTrailing ? 1 : 0))
      switch argument.shape {
      case .fixed, .inoutValue:
        add(type(of: fixedArgument(i)))
        if overloads(of: fixedArgument(i)) != nil { return nil }
        if isImplicitlyUnwrapped(fixedArgument(i)) { key.add(1, 5) }
      case .closure:
        let node = unparenthesized(argument.node)
        guard node == argument.node, tree.kind(node) == .closureExpr else { return nil }
        let effects: UInt32 = (closureThrows(node) ? 1 : 0) | (closureAwaits(node) ? 2 : 0)
        key.add(UInt32(bitPattern: Int32(argument.arity)), effects)
      // Whether a key path fits is a matter of the parameter.
      case .keyPath: key.add(12)
      case .flexible:
        var budget = 32
        guard addShape(argument.node, to: &key, &budget) else { return nil }
      }
    }
    if summary.contains(.variable) || summary.contains(.error) { return nil }
    // What a type parameter conforms to is a matter of the place.
    if summary.contains(.parameter) || summary.contains(.member) { key.add(sema.environmentContext.raw, 2) }
    let asyncContext = functions.last.map { ($0.isAsync ? 2 : 0) | ($0.awaitDepth > 0 ? 4 : 0) as UInt32 } ?? 0
    key.add(builderStack.last?.raw ?? .max, (prefersView ? 1 : 0) | asyncContext)
    return key
  }

  /// The base of a candidate: of a type that is being made (`Button<_>`), whose arguments nothing is known of yet, the
  /// declaration alone. False where the key must say more.
  private func addOpenBase(_ type: TypeID, to key: inout ChoiceKey) -> Bool {
    guard type != .none else { return false }
    let row = types[type]
    guard row.kind == .nominal, row.summary.contains(.variable) else { return false }
    for i in 0..<Int(row.count) {
      let argument = types.argument(type, i)
      guard types.kind(argument) == .variable else { return false }
      let number = variableNumber(argument)
      guard number < solver.binding.count, solver.binding[number] == .none, solver.literal[number] == .none,
        solver.bound[number] < 0
      else { return false }
    }
    key.add(row.decl.raw, 0x8000_0004)
    return true
  }

  /// Adds what `fits` asks of an argument that takes its type from the context; false where it asks for the type of
  /// something in it. `budget`: how many parts are looked at.
  private func addShape(_ node: NodeID, to key: inout ChoiceKey, _ budget: inout Int) -> Bool {
    budget -= 1
    guard node != .none, budget > 0 else { return false }
    let kind = tree.kind(node)
    key.add(UInt64(kind.rawValue) << 8 | 7)
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .operatorExpr, .keyPathExpr,
      .dictionaryExpr:
      return true
    case .stringLiteralExpr: key.add(UInt64(stringLiteralKind(node).rawValue))
    case .implicitMemberExpr: key.add(name(tree.token(node, at: 1)).raw)
    case .parenExpr: return addShape(tree.node(node, at: 1), to: &key, &budget)
    case .prefixExpr:
      let operand = tree.node(node, at: 1)
      return shape(of: operand) == .flexible && addShape(operand, to: &key, &budget)
    case .arrayExpr:
      for child in tree.elements(node) where !addShape(child, to: &key, &budget) { return false }
      key.add(8)
    case .closureExpr:
      key.add(
        UInt32(bitPattern: Int32(closureArity(node))), (closureThrows(node) ? 1 : 0) | (closureAwaits(node) ? 2 : 0))
    case .postfixExpr:
      let base = tree.node(node, at: 0)
      guard base != .none, tree.kind(base) == .implicitMemberExpr else { return false }
      key.add(name(tree.token(base, at: 1)).raw, UInt32(truncatingIfNeeded: tree.childCount(node)))
      for child in tree.elements(node, from: 1) {
        if tree.kind(child) == .callSuffix { return addArguments(of: child, to: &key, &budget) }
        break
      }
    case .sequenceExpr: return addSequence(node, to: &key, &budget)
    default: return false
    }
    return true
  }

  private func addArguments(of suffix: NodeID, to key: inout ChoiceKey, _ budget: inout Int) -> Bool {
    let start = arguments.count
    pushArguments(of: suffix)
    defer { arguments.cut(to: start) }
    for i in start..<arguments.count {
      let argument = arguments[i]
      key.add(argument.label.raw, UInt32(argument.shape.rawValue) << 1 | (argument.isTrailing ? 1 : 0))
      switch argument.shape {
      case .fixed, .inoutValue: return false
      default: if !addShape(argument.node, to: &key, &budget) { return false }
      }
    }
    key.add(9)
    return true
  }

  /// Of a ternary the branches count, of arithmetic all operands.
  private func addSequence(_ node: NodeID, to key: inout ChoiceKey, _ budget: inout Int) -> Bool {
    guard shape(of: node) == .flexible else { return false }
    var last = NodeID.none
    var isTernary = false
    for child in tree.elements(node) {
      last = child
      if tree.kind(child) == .ternaryOperator {
        isTernary = true
        guard addShape(tree.node(child, at: 1), to: &key, &budget) else { return false }
      }
    }
    if isTernary { return addShape(last, to: &key, &budget) }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isToken {
        key.add(name(child.token).raw, 10)
      } else if child.isNode, !addShape(child.node, to: &key, &budget) {
        return false
      }
    }
    key.add(11)
    return true
  }
}
