/// Patterns against the type of what they match.

extension Infer {
  /// Checks a pattern. `binding`: names are new locals (in `let`, `for`, below `let` in a case).
  func pattern(_ node: NodeID, _ type: TypeID, binding: Bool, mutable: Bool) -> PatternID {
    guard node != .none else { return pattern(.wildcard, type, node) }
    let type = resolve(type)
    switch tree.kind(node) {
    case .wildcardPattern: return pattern(.wildcard, type, node)
    case .identifierPattern: return bindPattern(node, type, mutable: mutable)
    case .valueBindingPattern:
      let isMutable = tree.kind(tree.token(node, at: 0)) == .var
      return pattern(tree.node(node, at: 1), type, binding: true, mutable: isMutable)
    case .tuplePattern: return tuplePattern(node, type, binding: binding, mutable: mutable)
    case .optionalPattern:
      guard isOptional(type) else {
        if type != types.error {
          report(.patternType, "'?' matches an optional; the value here has type '\(describe(type))'", node)
        }
        return pattern(
          .some, type, node, a: pattern(tree.node(node, at: 0), types.error, binding: binding, mutable: mutable).raw)
      }
      let sub = pattern(tree.node(node, at: 0), types.argument(type, 0), binding: binding, mutable: mutable)
      return pattern(.some, type, node, a: sub.raw)
    case .isPattern:
      let target = resolveType(tree.node(node, at: 1))
      return pattern(.isType, type, node, a: target.raw)
    case .asPattern:
      let target = resolveType(tree.node(node, at: 2))
      let sub = pattern(tree.node(node, at: 0), target, binding: binding, mutable: mutable)
      return pattern(.asType, type, node, a: sub.raw, b: target.raw)
    case .enumCasePattern: return casePattern(node, type, binding: binding, mutable: mutable)
    case .expressionPattern:
      let inner = tree.node(node, at: 0)
      guard inner != .none else { return pattern(.wildcard, type, node) }
      return expressionPattern(inner, type, binding: binding, mutable: mutable)
    default: return pattern(.wildcard, type, node)
    }
  }

  private func bindPattern(_ node: NodeID, _ type: TypeID, mutable: Bool) -> PatternID {
    let token = tree.token(node, at: 0)
    if token == .none || tree.isMissing(token) { return pattern(.wildcard, type, node) }
    let name = name(token)
    if sharedBindings >= 0 {
      for entry in localEntries.array(from: sharedBindings) where entry.name == name {
        let known = resolve(body.locals[Int(entry.local.raw)].type)
        if known != type, known != types.error, type != types.error {
          report(
            .patternType,
            "'\(text(name))' has type '\(describe(known))' in one alternative and '\(describe(type))' in another", node)
        }
        return pattern(.bind, known, node, a: entry.local.raw)
      }
    }
    let local = newLocal(text(name), type, mutable: mutable, node)
    declare(name, local)
    return pattern(.bind, type, node, a: local.raw)
  }

  private func tupleElements(_ node: NodeID) -> [(label: NameID, pattern: NodeID)] {
    var result: [(label: NameID, pattern: NodeID)] = []
    for child in tree.elements(node) where tree.kind(child) == .tuplePatternElement {
      result.append((name(tree.token(child, at: 0)), tree.node(child, at: 2)))
    }
    return result
  }

  private func tuplePattern(_ node: NodeID, _ type: TypeID, binding: Bool, mutable: Bool) -> PatternID {
    let elements = tupleElements(node)
    if elements.count == 1, elements[0].label == .none {
      return pattern(elements[0].pattern, type, binding: binding, mutable: mutable)
    }
    let isTuple = types.kind(type) == .tuple && types.argumentCount(type) == elements.count
    if !isTuple, type != types.error, types.kind(type) != .pack {
      report(
        .patternType,
        "a pattern of \(elements.count) elements cannot match a value of type '\(describe(type))'", node)
    }
    var parts: [PatternID] = []
    for (position, element) in elements.enumerated() {
      var elementType = isTuple ? types.argument(type, position) : types.error
      if isTuple, element.label != .none {
        for i in 0..<types.argumentCount(type) where types.label(type, i) == element.label.raw {
          elementType = types.argument(type, i)
        }
      }
      parts.append(pattern(element.pattern, elementType, binding: binding, mutable: mutable))
    }
    return pattern(.tuple, type, node, list: list(parts))
  }

  // MARK: Cases

  /// `.name(patterns)`, `Enum.name(patterns)`.
  private func casePattern(_ node: NodeID, _ type: TypeID, binding: Bool, mutable: Bool) -> PatternID {
    let path = tree.node(node, at: 0)
    let payload = tree.node(node, at: 1)
    guard path != .none else { return pattern(.wildcard, type, node) }
    var name = NameID.none
    var owner = type
    switch tree.kind(path) {
    case .implicitMemberExpr: name = self.name(tree.token(path, at: 1))
    case .postfixExpr:
      let suffixes = Array(tree.elements(path, from: 1))
      if let last = suffixes.last, tree.kind(last) == .memberSuffix { name = self.name(tree.token(last, at: 1)) }
      if let written = writtenType(path, dropping: 1) { owner = written }
    case .identifierExpr:
      // A case named from inside the enum, or a value.
      name = self.name(tree.token(path, at: 0))
      if payload == .none { return expressionPattern(path, type, binding: binding, mutable: mutable) }
    default: return expressionPattern(path, type, binding: binding, mutable: mutable)
    }
    if type == types.error && owner == types.error {
      if payload != .none { declarePayload(payload, binding: binding, mutable: mutable) }
      return pattern(.wildcard, type, node)
    }
    // Levels of Optional around the enum are matched by `some`.
    var levels: [TypeID] = [owner]
    while isOptional(levels[levels.count - 1]) { levels.append(resolve(types.argument(levels[levels.count - 1], 0))) }
    if isOptional(owner) {
      if name == known.none, payload == .none { return pattern(.none, owner, node) }
      if name == known.some {
        let elements = payload == .none ? [] : tupleElements(payload)
        let inner = resolve(types.argument(owner, 0))
        let sub =
          elements.isEmpty
          ? pattern(.wildcard, inner, node) : pattern(elements[0].pattern, inner, binding: binding, mutable: mutable)
        return pattern(.some, owner, node, a: sub.raw)
      }
    }
    for (depth, level) in levels.enumerated().reversed() {
      guard let candidate = caseCandidate(name, level) else { continue }
      var result = payloadPattern(candidate, level, payload, node, binding: binding, mutable: mutable)
      if depth > 0 {
        for outer in levels[..<depth].reversed() { result = pattern(.some, outer, node, a: result.raw) }
      }
      if owner != type, conversionNeeded(type, owner) {
        return pattern(.asType, type, node, a: result.raw, b: owner.raw)
      }
      return result
    }
    if payload == .none { return expressionPattern(path, type, binding: binding, mutable: mutable) }
    reportUnknownImplicit(name, levels[levels.count - 1], path)
    declarePayload(payload, binding: binding, mutable: mutable)
    return pattern(.wildcard, types.error, node)
  }

  private func conversionNeeded(_ type: TypeID, _ owner: TypeID) -> Bool {
    var type = resolve(type)
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    return type != owner && types.kind(type) == .existential
  }

  /// The type in front of the last link of `Outer.Inner.name`.
  private func writtenType(_ path: NodeID, dropping: Int) -> TypeID? {
    var suffixes = Array(tree.elements(path, from: 1))
    guard suffixes.count >= dropping else { return nil }
    suffixes.removeLast(dropping)
    let base = tree.node(path, at: 0)
    guard base != .none, tree.kind(base) == .identifierExpr else { return nil }
    var value = identifier(base, expected: .none)
    var isChained = false
    value = links(value, suffixes, from: 0, expected: .none, isChained: &isChained)
    let instance = instanceType(of: value)
    return instance == .none ? nil : forced(instance)
  }

  private func caseCandidate(_ name: NameID, _ type: TypeID) -> Candidate? {
    guard types.kind(type) == .nominal, sema.decls.kind(types.decl(type)) == .enumDecl else { return nil }
    return sema.members(of: type, name, .metatype).first { sema.decls.kind($0.decl) == .enumCase }
  }

  private func payloadPattern(
    _ candidate: Candidate, _ type: TypeID, _ payload: NodeID, _ node: NodeID, binding: Bool, mutable: Bool
  ) -> PatternID {
    let signature = sema.signature(of: candidate.decl)
    noteUse(of: candidate.decl, CallSite(node: node, name: sema.decls.name(candidate.decl), nameNode: node))
    let outer = sema.outerArguments(of: candidate)
    guard payload != .none else { return pattern(.enumCase, type, node, a: candidate.decl.raw) }
    let elements = tupleElements(payload)
    let parameters = signature.parameters.map { substitute($0.type, outer) }
    if parameters.isEmpty {
      report(.patternType, "'\(text(sema.decls.name(candidate.decl)))' has no associated values", payload)
      declarePayload(payload, binding: binding, mutable: mutable)
      return pattern(.enumCase, type, node, a: candidate.decl.raw)
    }
    if elements.count == 1, parameters.count > 1 {
      // One pattern for all values: it matches their tuple.
      let labels = signature.parameters.map { $0.label == .none ? 0 : $0.label.raw }
      let tuple = types.make(.tuple, parameters, labels: labelsOrEmpty(labels))
      let sub = pattern(elements[0].pattern, tuple, binding: binding, mutable: mutable)
      return pattern(.enumCase, type, node, a: candidate.decl.raw, list: list([sub]))
    }
    if elements.count != parameters.count {
      report(
        .patternType,
        "'\(text(sema.decls.name(candidate.decl)))' has \(parameters.count) associated values, the pattern \(elements.count)",
        payload)
      declarePayload(payload, binding: binding, mutable: mutable)
      return pattern(.enumCase, type, node, a: candidate.decl.raw)
    }
    var parts: [PatternID] = []
    for (position, element) in elements.enumerated() {
      if element.label != .none, element.label != signature.parameters[position].label {
        report(
          .patternType,
          "the associated value here is labelled '\(text(signature.parameters[position].label))', not '\(text(element.label))'",
          element.pattern)
      }
      parts.append(pattern(element.pattern, parameters[position], binding: binding, mutable: mutable))
    }
    return pattern(.enumCase, type, node, a: candidate.decl.raw, list: list(parts))
  }

  /// Declares the names of a payload that cannot be matched, so that they are known.
  private func declarePayload(_ payload: NodeID, binding: Bool, mutable: Bool) {
    for element in tupleElements(payload) {
      _ = pattern(element.pattern, types.error, binding: binding, mutable: mutable)
    }
  }

  // MARK: Expressions as patterns

  private func expressionPattern(_ node: NodeID, _ type: TypeID, binding: Bool, mutable: Bool) -> PatternID {
    switch tree.kind(node) {
    case .nilLiteralExpr:
      if isOptional(type) { return pattern(.none, type, node) }
      if type != types.error, types.kind(type) != .existential || types.argumentCount(type) > 0 {
        report(.patternType, "'nil' matches an optional; the value here has type '\(describe(type))'", node)
      }
      return pattern(.wildcard, types.error, node)
    case .discardExpr: return pattern(.wildcard, type, node)
    case .implicitMemberExpr, .postfixExpr, .identifierExpr:
      if let found = caseExpression(node, type) { return found }
    case .tupleExpr where types.kind(type) == .tuple:
      var parts: [PatternID] = []
      for (position, child) in tree.elements(node).enumerated() where tree.kind(child) == .argument {
        let element = position < types.argumentCount(type) ? types.argument(type, position) : types.error
        parts.append(expressionPattern(tree.node(child, at: 2), element, binding: binding, mutable: mutable))
      }
      if parts.count == types.argumentCount(type) { return pattern(.tuple, type, node, list: list(parts)) }
    default: break
    }
    let local = newLocal("$match", type, mutable: false, node)
    let subject = localReference(local, node)
    if type == types.error {
      _ = expression(node, expected: types.error)
      return pattern(.wildcard, types.error, node)
    }
    var inner = type
    while isOptional(inner) { inner = resolve(types.argument(inner, 0)) }
    let value = expression(node, expected: type)
    if isError(value) { return pattern(.wildcard, types.error, node) }
    let start = mark()
    let test: ExprID
    if conversion(from: self.type(of: value), to: type) != nil {
      rewind(start)
      test = applyBinary(
        .equalEqual, value, subject, leftNode: node, rightNode: node, node, token: tree.firstToken(node),
        expected: known.bool)
    } else {
      rewind(start)
      test = applyBinary(
        sema.names.intern("~="), value, subject, leftNode: node, rightNode: node, node, token: tree.firstToken(node),
        expected: known.bool)
    }
    if isError(test) { return pattern(.wildcard, types.error, node) }
    return pattern(.expression, type, node, a: test.raw, b: local.raw)
  }

  /// `.name` or `Enum.name` without payload: a case where the type has one, else a static member.
  private func caseExpression(_ node: NodeID, _ type: TypeID) -> PatternID? {
    var name = NameID.none
    var owner = type
    switch tree.kind(node) {
    case .implicitMemberExpr:
      name = self.name(tree.token(node, at: 1))
      if isOptional(owner), name == known.none { return pattern(.none, owner, node) }
    case .postfixExpr:
      let base = tree.node(node, at: 0)
      guard base != .none, tree.kind(base) == .identifierExpr else { return nil }
      for suffix in tree.elements(node, from: 1) where tree.kind(suffix) != .memberSuffix { return nil }
      let baseName = self.name(tree.token(base, at: 0))
      // Only a path that begins with a type can name a case.
      if let entry = lookupLocal(baseName), entry.decl == .none { return nil }
      let saved = diagnostics.count
      guard let written = writtenType(node, dropping: 1) else {
        diagnostics.removeLast(diagnostics.count - saved)
        return nil
      }
      owner = written
      var last = NodeID.none
      for suffix in tree.elements(node, from: 1) { last = suffix }
      name = self.name(tree.token(last, at: 1))
    default: return nil
    }
    var levels: [TypeID] = [owner]
    while isOptional(levels[levels.count - 1]) { levels.append(resolve(types.argument(levels[levels.count - 1], 0))) }
    var outer: [TypeID] = []
    var subject = resolve(type)
    // `Enum.name` against an optional of the enum.
    while isOptional(subject), subject != owner {
      outer.append(subject)
      subject = resolve(types.argument(subject, 0))
    }
    for (depth, level) in levels.enumerated().reversed() {
      guard let candidate = caseCandidate(name, level) else { continue }
      noteUse(of: candidate.decl, CallSite(node: node, name: name, nameNode: node))
      var result = pattern(.enumCase, level, node, a: candidate.decl.raw)
      for level in levels[..<depth].reversed() { result = pattern(.some, level, node, a: result.raw) }
      if owner == subject {
        for level in outer.reversed() where owner != type { result = pattern(.some, level, node, a: result.raw) }
        return result
      }
      if owner != type, conversionNeeded(type, owner) {
        return pattern(.asType, type, node, a: result.raw, b: owner.raw)
      }
      return result
    }
    return nil
  }
}
