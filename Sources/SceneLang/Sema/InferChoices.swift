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
  /// fit depends on more than their kind. Fixed arguments have been checked.
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
      add(candidate.base)
    }
    for i in range {
      let argument = arguments[i]
      key.add(argument.label.raw, UInt32(argument.shape.rawValue) << 1 | (argument.isTrailing ? 1 : 0))
      switch argument.shape {
      case .fixed, .inoutValue:
        add(type(of: fixedArgument(i)))
        if isImplicitlyUnwrapped(fixedArgument(i)) { key.add(1, 5) }
      case .closure:
        let node = unparenthesized(argument.node)
        guard node == argument.node, tree.kind(node) == .closureExpr else { return nil }
        let effects: UInt32 = (closureThrows(node) ? 1 : 0) | (closureAwaits(node) ? 2 : 0)
        key.add(UInt32(bitPattern: Int32(argument.arity)), effects)
      case .keyPath: return nil
      case .flexible:
        guard let kind = plainKind(argument.node) else { return nil }
        key.add(kind)
      }
    }
    if summary.contains(.variable) || summary.contains(.error) { return nil }
    // What a type parameter conforms to is a matter of the place.
    if summary.contains(.parameter) || summary.contains(.member) { key.add(sema.environmentContext.raw, 2) }
    key.add(builderStack.last?.raw ?? .max, (prefersView ? 1 : 0) | (functions.last?.isAsync ?? false ? 2 : 0))
    return key
  }

  /// Literals and names behind a bare period; nil for what is made of parts.
  private func plainKind(_ node: NodeID) -> UInt64? {
    guard node != .none else { return nil }
    let kind = tree.kind(node)
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: return UInt64(kind.rawValue)
    case .stringLiteralExpr: return UInt64(kind.rawValue) << 8 | UInt64(stringLiteralKind(node).rawValue)
    case .implicitMemberExpr: return UInt64(kind.rawValue) << 32 | UInt64(name(tree.token(node, at: 1)).raw)
    default: return nil
    }
  }
}
