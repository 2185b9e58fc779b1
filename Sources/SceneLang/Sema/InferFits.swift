/// Whether an argument that takes its type from the parameter could have it: told by its syntax, without writing nodes.

extension Infer {
  /// Could the expression be checked against the type? Looks at syntax; binds nothing that it need not.
  func fits(_ node: NodeID, _ type: TypeID, arity: Int16 = -2) -> Score? {
    guard node != .none else { return Score() }
    var score = Score()
    let target = resolve(type)
    if target == types.error { return score }
    // The associated type of what another argument will tell.
    if types.kind(target) == .member, types[target].summary.contains(.variable) { return score }
    var inner = target
    var wraps = 0
    while isOptional(inner) {
      inner = resolve(types.argument(inner, 0))
      wraps += 1
    }
    let innerKind = types.kind(inner)
    switch tree.kind(node) {
    case .integerLiteralExpr: return fitsLiteral(.integer, inner, wraps)
    case .floatLiteralExpr: return fitsLiteral(.float, inner, wraps)
    case .booleanLiteralExpr: return fitsLiteral(.boolean, inner, wraps)
    case .stringLiteralExpr:
      return fitsLiteral(stringLiteralKind(node), inner, wraps)
    case .nilLiteralExpr:
      if wraps > 0 || innerKind == .variable { return score }
      return known.byNil != types.error && conformsTo(inner, known.byNil) ? score : nil
    case .arrayExpr:
      score.optionals = wraps
      if innerKind == .variable { return score }
      if innerKind == .existential && types.argumentCount(inner) == 0 { return score }
      guard accepts(.array, inner) else { return nil }
      if types.argumentCount(inner) == 1,
        types.decl(inner) == known.arrayDecl || types.decl(inner) == known.setDecl
      {
        var seen = 0
        for child in tree.elements(node) {
          guard let cost = fits(child, types.argument(inner, 0)) else { return nil }
          score = score + cost
          seen += 1
          if seen >= 4 { break }
        }
      }
      return score
    case .dictionaryExpr:
      score.optionals = wraps
      return innerKind == .variable || accepts(.dictionary, inner) ? score : nil
    case .parenExpr: return fits(tree.node(node, at: 1), type, arity: arity)
    case .closureExpr:
      score.optionals = wraps
      if innerKind == .variable {
        score.functions = 1
        return score
      }
      if innerKind == .existential { return types.argumentCount(inner) == 0 ? score : nil }
      guard innerKind == .function else { return nil }
      return fitsClosure(node, inner, arity: arity == -2 ? closureArity(node) : arity) ? score : nil
    case .keyPathExpr:
      score.optionals = wraps
      if innerKind == .variable { return score }
      if innerKind == .function {
        score.functions = 1
        return types.argumentCount(inner) == 2 ? score : nil
      }
      let decl = nominalDecl(inner)
      let isPath =
        decl == known.keyPathDecl || decl == known.writableKeyPathDecl || decl == known.referenceWritableKeyPathDecl
        || decl == known.partialKeyPathDecl || decl == known.anyKeyPathDecl
      return isPath && decl != .none ? score : nil
    case .implicitMemberExpr, .postfixExpr:
      let base = tree.kind(node) == .postfixExpr ? tree.node(node, at: 0) : node
      guard base != .none else { return score }
      if tree.kind(base) == .implicitMemberExpr { return fitsImplicit(base, target, chain: node) }
      if tree.kind(node) == .postfixExpr, isInitializerReference(node) {
        score.optionals = wraps
        return innerKind == .function || innerKind == .variable ? score : nil
      }
      return fitsFixed(node, target)
    case .prefixExpr:
      let operand = tree.node(node, at: 1)
      guard shape(of: operand) == .flexible else { return fitsFixed(node, target) }
      if tree.bytes(tree.token(node, at: 0)).first == UInt8(ascii: ".") {
        // `...3`: a range of what the operand is.
        if innerKind == .variable { return score }
        guard innerKind == .nominal, types.argumentCount(inner) == 1,
          text(sema.decls.name(types.decl(inner)))
            == (tree.text(tree.token(node, at: 0)) == "..." ? "PartialRangeThrough" : "PartialRangeUpTo")
        else { return nil }
        return fits(operand, resolve(types.argument(inner, 0)))
      }
      return fits(operand, type)
    case .sequenceExpr: return shape(of: node) == .fixed ? fitsFixed(node, target) : fitsSequence(node, target)
    case .tupleExpr:
      if innerKind == .variable { return score }
      guard innerKind == .tuple else { return nil }
      var position = 0
      for child in tree.elements(node) where tree.kind(child) == .argument {
        guard position < types.argumentCount(inner),
          let cost = fits(tree.node(child, at: 2), types.argument(inner, position))
        else { return nil }
        score = score + cost
        position += 1
      }
      return position == types.argumentCount(inner) ? score : nil
    case .operatorExpr: return innerKind == .function || innerKind == .variable ? score : nil
    case .tryExpr: return fits(tree.node(node, at: 2), type)
    case .awaitExpr, .unsafeExpr: return fits(tree.node(node, at: 1), type)
    default: return fitsFixed(node, target)
    }
  }

  private func fitsLiteral(_ kind: LiteralKind, _ inner: TypeID, _ wraps: Int) -> Score? {
    var score = Score()
    score.optionals = wraps
    if types.kind(inner) == .variable {
      // The literal will take its default unless another argument says otherwise.
      let known = literalKind(inner)
      if known == .none || known == kind { return boundsAllow(kind, inner) ? score : nil }
      return score
    }
    if accepts(kind, inner) {
      if !isDefault(kind, inner) { score.literals = 1 }
      return score
    }
    if types.kind(inner) == .existential || nominalDecl(inner) == self.known.anyHashableDecl {
      score.existentials = 1
      return conversion(from: defaultType(kind), to: inner) != nil ? score : nil
    }
    return nil
  }

  /// Would the literal's default type satisfy what the generic parameter asks for?
  func boundsAllow(_ kind: LiteralKind, _ variable: TypeID) -> Bool {
    var bound = solver.bound[variableNumber(variable)]
    let type = defaultType(kind)
    while bound >= 0 {
      let entry = solver.bounds[Int(bound)]
      if !conformsTo(type, entry.protocol) {
        // Another literal type may (Double for `some FloatingPoint`).
        if kind == .integer, conformsTo(known.double, entry.protocol) || conformsTo(known.cgFloat, entry.protocol) {
          bound = entry.next
          continue
        }
        return false
      }
      bound = entry.next
    }
    return true
  }

  /// An expression that does not depend on the context, met inside a flexible one.
  private func fitsFixed(_ node: NodeID, _ target: TypeID) -> Score? {
    // Trials inside trials would check what is nested again and again; from the second on the answer is assumed.
    if trialDepth > 1 { return Score() }
    trialDepth += 1
    defer { trialDepth -= 1 }
    let type = typeAlone(node)
    let start = mark()
    guard let conversion = conversion(from: type, to: target) else {
      rewind(start)
      return nil
    }
    return conversion.score
  }

  /// Type of an expression that does not depend on the context.
  func typeAlone(_ node: NodeID) -> TypeID {
    let key = UInt64(node.raw)
    if let known = fixedTypes[key] { return known }
    // Checked once for its type; the nodes it makes are not used, and what it reports is reported again later.
    let saved = diagnostics.count
    let savedUnknown = unknownNames
    let expr = expression(node)
    diagnostics.removeLast(diagnostics.count - saved)
    unknownNames = savedUnknown
    let type = forced(self.type(of: expr))
    fixedTypes[key] = type
    return type
  }

  private func fitsSequence(_ node: NodeID, _ target: TypeID) -> Score? {
    guard bindBranches(node, target) else { return nil }
    var score = Score()
    var hasTernary = false
    var lastNode = NodeID.none
    var operands: [NodeID] = []
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isNode else { continue }
      switch tree.kind(child.node) {
      case .ternaryOperator:
        hasTernary = true
        guard let cost = fits(tree.node(child.node, at: 1), target) else { return nil }
        score = score + cost
      case .unexpected: continue
      default:
        lastNode = child.node
        operands.append(child.node)
      }
    }
    if hasTernary {
      if let tail = combinedTail(node) {
        // `flag ? 10 : width - 10`: the operands that have a type of their own decide.
        if tail.contains(where: { tree.kind(unparenthesized($0)) == .stringLiteralExpr }), !hasPlus(target) {
          return nil
        }
        for operand in tail {
          guard let cost = fits(operand, target) else { return nil }
          score = score + cost
        }
        return score
      }
      guard let cost = fits(lastNode, target) else { return nil }
      return score + cost
    }
    if let range = rangeOperator(of: node) {
      var inner = target
      while isOptional(inner) { inner = resolve(types.argument(inner, 0)) }
      if types.kind(inner) == .variable { return literalKind(inner) == .none ? score : nil }
      guard types.kind(inner) == .nominal, types.argumentCount(inner) == 1,
        types.decl(inner) == (range == "..." ? known.closedRangeDecl : known.rangeDecl)
      else { return types.kind(inner) == .existential ? score : nil }
      for operand in operands {
        guard let cost = fits(operand, resolve(types.argument(inner, 0))) else { return nil }
        score = score + cost
      }
      return score
    }
    if coalesces(node), let last = operands.last {
      // `(isOn ? "on" : title) ?? ""`: what stands in front of `??` is optional.
      for operand in operands where operand != last {
        guard let cost = fits(operand, optional(target)) else { return nil }
        score = score + cost
      }
      guard let cost = fits(last, target) else { return nil }
      score = score + cost
      score.optionals = 0
      return score
    }
    // Arithmetic on literals: as the widest literal among them. Beside a member (`.now() + 0.2`) they do not decide.
    let members = operands.filter { needsContext($0) }
    if members.isEmpty, let first = operands.first, tree.kind(first) == .stringLiteralExpr,
      !textsCombine(node, as: target)
    {
      return nil
    }
    for operand in members.isEmpty ? operands : members {
      guard let cost = fits(operand, target) else { return nil }
      if cost.literals > 0 { score.literals = 1 }
      score.optionals = max(score.optionals, cost.optionals)
    }
    return score
  }

  /// Are the operands of a sequence joined by `??` alone?
  private func coalesces(_ node: NodeID) -> Bool {
    var found = false
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isToken else { continue }
      guard tree.token(child.token, is: "??") else { return false }
      found = true
    }
    return found
  }

  /// `...` or `..<` where a sequence has it, whose value is a range of what its operands are.
  private func rangeOperator(of node: NodeID) -> String? {
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isToken else { continue }
      let spelled = text(name(child.token))
      if spelled == "..." || spelled == "..<" { return spelled }
    }
    return nil
  }

  /// The operands behind the last `:` of a ternary where they are arithmetic on numbers or joined texts; nil for anything else.
  private func combinedTail(_ node: NodeID) -> [NodeID]? {
    var operands: [NodeID] = []
    var isArithmetic = true
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode {
        switch tree.kind(child.node) {
        case .ternaryOperator:
          operands = []
          isArithmetic = true
        case .castOperator: isArithmetic = false
        case .unexpected: continue
        default: operands.append(child.node)
        }
      } else if child.isToken {
        switch text(name(child.token)) {
        case "+", "-", "*", "/", "%": break
        default: isArithmetic = false
        }
      }
    }
    guard isArithmetic, operands.count > 1 else { return nil }
    for operand in operands where shape(of: operand) == .fixed {
      _ = fitsFixed(operand, types.error)
      guard let type = fixedTypes[UInt64(operand.raw)],
        known.isInteger(type) || known.isFloating(type) || type == known.string
      else { return nil }
    }
    return operands
  }

  /// Does the type itself add its values?
  private func hasPlus(_ target: TypeID) -> Bool {
    var inner = target
    while isOptional(inner) { inner = resolve(types.argument(inner, 0)) }
    guard types.kind(inner) == .nominal, types.argumentCount(inner) == 0 else { return true }
    let plus = known.name("+")
    return homogeneous(plus, inner) != nil || !sema.userOperators(plus).isEmpty
  }

  /// `"a" + "b"` cannot be a LocalizedStringKey, which a single literal can: the type must have the operator.
  private func textsCombine(_ node: NodeID, as target: TypeID) -> Bool {
    var inner = target
    while isOptional(inner) { inner = resolve(types.argument(inner, 0)) }
    guard types.kind(inner) == .nominal, types.argumentCount(inner) == 0 else { return true }
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isToken else { continue }
      let name = name(child.token)
      return homogeneous(name, inner) != nil || !sema.userOperators(name).isEmpty
    }
    return true
  }

  func fitsClosure(_ node: NodeID, _ function: TypeID, arity: Int16) -> Bool {
    let parameters = types.argumentCount(function) - 1
    let isThrowing = types[function].flags & TypeTable.FunctionFlags.throwing != 0
    if !isThrowing, closureThrows(node) { return false }
    let isAsync = types[function].flags & TypeTable.FunctionFlags.async != 0
    if !isAsync, closureAwaits(node) { return false }
    if arity == Infer.unfinishedArity { return parameters > 0 }
    if arity < 0 {
      if parameters == 0 { return true }
      return parameters == 1 && resolve(types.argument(function, 0)) == types.void
    }
    if Int(arity) == parameters { return true }
    if parameters == 1 {
      let only = resolve(types.argument(function, 0))
      if types.kind(only) == .tuple { return types.argumentCount(only) == Int(arity) }
      return only == types.error
    }
    return false
  }

  /// Does the type (or what its bounds promise) have the implicit member, with arguments as they are written?
  private func fitsImplicit(_ base: NodeID, _ target: TypeID, chain: NodeID) -> Score? {
    var score = Score()
    let name = name(tree.token(base, at: 1))
    var suffix = NodeID.none
    if chain != base {
      for child in tree.elements(chain, from: 1) {
        if tree.kind(child) == .callSuffix { suffix = child }
        break
      }
    }
    var type = target
    var wraps = 0
    while true {
      var candidates = implicitCandidates(name, in: type, isOptionalInner: false)
      if types.kind(type) == .variable, !solver.open.isEmpty, chain == base || tree.childCount(chain) == 2 {
        // What is asked of the type (`F.FormatOutput == String`) rules some out.
        candidates = candidates.filter { allows(type, $0.base) }
      }
      if !candidates.isEmpty {
        if suffix == .none {
          score.optionals = wraps
          return score
        }
        if let cost = fitsCall(candidates, suffix) {
          score = cost
          score.optionals += wraps
          return score
        }
      }
      if suffix == .none, candidates.isEmpty, assetType(name, type) != nil {
        score.disfavored = 1
        return score
      }
      if types.kind(type) == .variable, solver.bound[variableNumber(type)] < 0 { return nil }
      guard isOptional(type) else { return nil }
      type = resolve(types.argument(type, 0))
      wraps += 1
    }
  }

  /// Do the open requirements hold if the variable is the type?
  private func allows(_ variable: TypeID, _ type: TypeID) -> Bool {
    if type == .none || types[type].summary.contains(.parameter) { return true }
    let start = mark()
    defer { rewind(start) }
    return bind(variable, type) && solveOpen()
  }

  /// Could one of the candidates be called with these arguments? Labels first, then each argument by `fits`.
  private func fitsCall(_ candidates: [Candidate], _ suffix: NodeID) -> Score? {
    let start = arguments.count
    let matchBase = matches.count
    pushArguments(of: suffix)
    let range = start..<arguments.count
    for _ in range { matches.append(-1) }
    defer {
      arguments.cut(to: start)
      matches.cut(to: matchBase)
    }
    var best: Score?
    for candidate in candidates {
      switch sema.decls.kind(candidate.decl) {
      case .function, .initializer, .enumCase: break
      case .variable:
        let type = memberType(candidate)
        if types.kind(type) != .function, sema.members(of: type, .callAsFunction, .instance).isEmpty { continue }
        return Score()
      default: return Score()
      }
      let signature = sema.signature(of: candidate.decl)
      guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
      let mark = mark()
      defer { rewind(mark) }
      var typeArguments: [TypeID] = []
      lendArguments(&typeArguments)
      defer { takeBackArguments(&typeArguments) }
      sema.openArguments(of: candidate, into: &typeArguments)
      while typeArguments.count < signature.genericParameters.count { typeArguments.append(freshVariable()) }
      for requirement in signature.requirements.dropFirst(heldRequirements(of: candidate, signature)) {
        _ = solve(sema.substitute(requirement, typeArguments))
      }
      var score = Score()
      if sema.decls.has(candidate.decl, .isDisfavored) { score.disfavored = 1 }
      var isFine = true
      for i in range {
        let parameter = signature.parameters[Int(matches[matchBase + i - start])]
        let target = parameterType(parameter, typeArguments)
        guard let cost = fits(arguments[i].node, target, arity: arguments[i].arity) else {
          isFine = false
          break
        }
        score = score + cost
      }
      if isFine, best == nil || score.compare(best ?? score) < 0 { best = score }
    }
    return best
  }
}
