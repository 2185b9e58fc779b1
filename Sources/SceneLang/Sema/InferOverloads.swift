/// Choosing among candidates of one call: trials on the trail, the score, and the last rules.
///
/// Candidates are filtered by labels first; usually one survives and no trial is made. Scores are compared place by
/// place; ties go to the more specific candidate, then the module's before the prelude's, then to the first declared,
/// so a call is never ambiguous.

/// What a candidate costs, fewest first, in the order of the fields.
struct Score {
  var unavailable = 0
  var disfavored = 0
  var literals = 0
  var optionals = 0
  var doubles = 0
  var existentials = 0
  var functions = 0
  var collections = 0
  var upcasts = 0
  var generics = 0

  static func + (a: Score, b: Score) -> Score {
    var sum = a
    sum.unavailable += b.unavailable
    sum.disfavored += b.disfavored
    sum.literals += b.literals
    sum.optionals += b.optionals
    sum.doubles += b.doubles
    sum.existentials += b.existentials
    sum.functions += b.functions
    sum.collections += b.collections
    sum.upcasts += b.upcasts
    sum.generics += b.generics
    return sum
  }

  /// Negative if this one is better.
  func compare(_ other: Score) -> Int {
    if unavailable != other.unavailable { return unavailable - other.unavailable }
    if disfavored != other.disfavored { return disfavored - other.disfavored }
    if literals != other.literals { return literals - other.literals }
    if optionals != other.optionals { return optionals - other.optionals }
    if doubles != other.doubles { return doubles - other.doubles }
    if existentials != other.existentials { return existentials - other.existentials }
    if functions != other.functions { return functions - other.functions }
    if collections != other.collections { return collections - other.collections }
    return upcasts - other.upcasts
  }
}

/// How a trial ended.
struct Trial {
  var score = Score()
  /// Argument (index in the call) that did not fit, -1 for none, -2 for the result, -3 for a requirement.
  var failed = -1
  /// Arguments that fitted, twice; an argument that would fit if it were unwrapped counts once.
  var fitted = 0
  var isViable: Bool { failed == -1 }
}

extension Infer {
  /// Tries one candidate and undoes what it bound.
  func trial(
    _ candidate: Candidate, _ range: Range<Int>, matchesAt: Int, base: ExprID, expected: TypeID
  ) -> Trial {
    let start = mark()
    defer { rewind(start) }
    solver.steps += 1
    var result = Trial()
    let decl = candidate.decl
    let signature = sema.signature(of: decl)
    if sema.decls.has(decl, .isUnavailable) { result.score.unavailable += 1 }
    if sema.decls.has(decl, .isDisfavored) { result.score.disfavored += 1 }
    var typeArguments = sema.openedArguments(of: candidate, signature)
    let firstOwn = typeArguments.count
    while typeArguments.count < signature.genericParameters.count { typeArguments.append(freshVariable()) }
    if firstOwn < typeArguments.count { result.score.generics = 1 }
    let openStart = solver.open.count
    for requirement in signature.requirements.dropFirst(heldRequirements(of: candidate, signature)) {
      solver.mayOpen = isOpenable(requirement, signature)
      defer { solver.mayOpen = false }
      let substituted = sema.substitute(requirement, typeArguments)
      switch solve(substituted) {
      case .some(true): break
      case .some(false):
        result.failed = -3
        return result
      case nil: solver.open.append(substituted)
      }
    }
    // Values first, then what takes its type from the parameter.
    for pass in 0..<2 {
      for i in range {
        let isLate: Bool
        switch arguments[i].shape {
        case .fixed, .inoutValue: isLate = false
        default: isLate = true
        }
        if isLate != (pass == 1) { continue }
        let position = Int(matches[matchesAt + i - range.lowerBound])
        let parameter = signature.parameters[position]
        if types.kind(parameter.type) == .pack {
          result.fitted += 2
          continue
        }
        let target = parameterType(parameter, typeArguments)
        solver.steps += 1
        switch arguments[i].shape {
        case .fixed:
          if parameter.isInout {
            result.failed = i - range.lowerBound
            return result
          }
          var given = type(of: fixedArgument(i))
          if formatsDouble(i, target, range) {
            given = known.double
            result.score.doubles += 1
          }
          guard
            let conversion = conversion(from: given, to: target) ?? overloadConverts(fixedArgument(i), to: target)
          else {
            if mayBecomeView(type(of: fixedArgument(i)), target) { break }
            if isMixedRange(type(of: fixedArgument(i)), target) {
              result.score.doubles += 1
              break
            }
            let found = resolve(type(of: fixedArgument(i)))
            if isImplicitlyUnwrapped(fixedArgument(i)),
              let inner = self.conversion(from: types.argument(found, 0), to: target)
            {
              result.score = result.score + inner.score
              result.fitted += 2
              continue
            }
            if isOptional(found), self.conversion(from: types.argument(found, 0), to: target) != nil {
              result.fitted += 1
            }
            result.failed = i - range.lowerBound
            return result
          }
          result.score = result.score + conversion.score
        case .inoutValue:
          if !parameter.isInout, isPointer(target) { break }
          if !parameter.isInout || !unify(type(of: fixedArgument(i)), target) {
            result.failed = i - range.lowerBound
            return result
          }
        default:
          guard !parameter.isInout, let cost = fits(arguments[i].node, target, arity: arguments[i].arity) else {
            result.failed = i - range.lowerBound
            return result
          }
          result.score = result.score + cost
        }
        result.fitted += 2
      }
      if !solveOpen(from: openStart) {
        result.failed = -3
        return result
      }
    }
    if expected != .none {
      let made = resolve(substitute(signature.result == .none ? types.void : signature.result, typeArguments))
      if !typeRow(resolve(expected)).summary.contains(.error) {
        if let conversion = conversion(from: made, to: expected), solver.open.isEmpty || solveOpen() {
          result.score = result.score + conversion.score
        } else {
          result.failed = -2
          return result
        }
      }
    }
    return result
  }

  /// `Text(width, format: .number)`: a CGFloat for an associated type that only a member without base will tell is given as
  /// a Double, which such members are made for.
  func formatsDouble(_ i: Int, _ target: TypeID, _ range: Range<Int>) -> Bool {
    guard arguments[i].shape == .fixed, types.kind(target) == .member, types[target].summary.contains(.variable),
      resolve(type(of: fixedArgument(i))) == known.cgFloat
    else { return false }
    return range.contains { arguments[$0].shape == .flexible && needsContext(arguments[$0].node) }
  }

  /// Of a member of a protocol that was found on a known type, the first requirements are why it was found; what a
  /// protocol asks of its associated types holds for the value in an existential.
  func heldRequirements(of candidate: Candidate, _ signature: Signature) -> Int {
    guard signature.contextRequirementCount > 0, candidate.base != .none else { return 0 }
    let row = types[candidate.base]
    if row.kind == .existential { return signature.contextRequirementCount }
    guard row.kind == .nominal || row.kind == .opaque, !row.summary.contains(.variable), !row.summary.contains(.error),
      candidate.route == .protocolExtension || candidate.route == .requirement
    else { return 0 }
    let owner = sema.owner(of: candidate.decl)
    return owner != .none && sema.decls.kind(owner) == .protocolDecl ? signature.contextRequirementCount : 0
  }

  /// A generic argument whose type the result does not mention: an existential is opened for it.
  func isOpenable(_ requirement: Requirement, _ signature: Signature) -> Bool {
    guard case .conforms(let subject, _) = requirement, types.kind(subject) == .parameter else { return false }
    let result = signature.result
    if result == .none || result == types.void { return true }
    return types.kind(result) == .nominal && !types[result].summary.contains(.parameter)
  }

  /// An unsafe pointer, which takes the storage of a variable.
  private func isPointer(_ type: TypeID) -> Bool {
    var type = resolve(type)
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    let decl = nominalDecl(type)
    return decl != .none && text(sema.decls.name(decl)).hasPrefix("Unsafe")
  }

  /// A modified gradient where a view is wanted: it is checked again as a view when the candidate is chosen.
  private func mayBecomeView(_ type: TypeID, _ target: TypeID) -> Bool {
    let target = resolve(target)
    guard types.kind(target) == .variable, isStyleOnly(type) else { return false }
    let bound = solver.bound[variableNumber(target)]
    return bound >= 0 && solver.bounds[Int(bound)].protocol == known.view && solver.bounds[Int(bound)].next < 0
  }

  /// `0...size.width` where a range of Double is wanted: it is checked again with its bounds converted.
  func isMixedRange(_ type: TypeID, _ target: TypeID) -> Bool {
    let type = resolve(type)
    let target = resolve(target)
    guard types.kind(type) == .nominal, types.kind(target) == .nominal, types.decl(type) == types.decl(target),
      types.argumentCount(type) == 1, known.isRange(types.decl(type))
    else { return false }
    let from = types.argument(type, 0)
    let to = types.argument(target, 0)
    return from == known.double && to == known.cgFloat || from == known.cgFloat && to == known.double
  }

  /// The type an argument of this parameter must have.
  func parameterType(_ parameter: Signature.Parameter, _ typeArguments: [TypeID]) -> TypeID {
    var type = substitute(parameter.type, typeArguments)
    if parameter.isAutoclosure, types.kind(type) == .function {
      type = types.argument(type, types.argumentCount(type) - 1)
    }
    return type
  }

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
    let key = UInt64(node.raw)
    let type: TypeID
    if let known = fixedTypes[key] {
      type = known
    } else {
      // Checked once for its type; the nodes it makes are not used, and what it reports is reported again later.
      let saved = diagnostics.count
      let savedUnknown = unknownNames
      let expr = expression(node)
      diagnostics.removeLast(diagnostics.count - saved)
      unknownNames = savedUnknown
      type = forced(self.type(of: expr))
      fixedTypes[key] = type
    }
    let start = mark()
    guard let conversion = conversion(from: type, to: target) else {
      rewind(start)
      return nil
    }
    return conversion.score
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

  private func fitsClosure(_ node: NodeID, _ function: TypeID, arity: Int16) -> Bool {
    let parameters = types.argumentCount(function) - 1
    let isThrowing = types[function].flags & TypeTable.FunctionFlags.throwing != 0
    if !isThrowing, closureThrows(node) { return false }
    let isAsync = types[function].flags & TypeTable.FunctionFlags.async != 0
    if !isAsync, closureAwaits(node) { return false }
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
      var typeArguments = sema.openedArguments(of: candidate, signature)
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

  // MARK: Specificity

  /// Negative if the first candidate is more specific than the second.
  func compareSpecificity(
    _ a: Candidate, _ b: Candidate, defaultsA: Int, defaultsB: Int, variadicA: Bool, variadicB: Bool
  )
    -> Int
  {
    let left = sema.signature(of: a.decl)
    let right = sema.signature(of: b.decl)
    if variadicA != variadicB { return variadicA ? 1 : -1 }
    if let around = builderStack.last, around != known.viewBuilderDecl {
      // In the content of tabs or of a table, what is made of such content comes first.
      let byBuilder = compareBuilders(left, right)
      if byBuilder != 0 { return byBuilder }
    }
    let ownLeft = ownGenerics(a, left)
    let ownRight = ownGenerics(b, right)
    if (ownLeft == 0) != (ownRight == 0) { return ownLeft == 0 ? -1 : 1 }
    if a.route == .protocolExtension, b.route == .protocolExtension {
      // A member of a protocol over one of the protocols it inherits.
      let first = sema.owner(of: a.decl)
      let second = sema.owner(of: b.decl)
      if first != second, first != .none, second != .none {
        if sema.inheritedProtocols(of: first).contains(second) { return -1 }
        if sema.inheritedProtocols(of: second).contains(first) { return 1 }
        if prefersView, first == known.viewDecl || second == known.viewDecl { return first == known.viewDecl ? -1 : 1 }
      }
    }
    let byBuilder = compareBuilders(left, right)
    if byBuilder != 0 { return byBuilder }
    if a.route != b.route {
      // A member of the type (or its class) over one that comes from a protocol.
      let rankA = a.route == .protocolExtension ? 1 : 0
      let rankB = b.route == .protocolExtension ? 1 : 0
      if rankA != rankB { return rankA - rankB }
    }
    let bySpecificType = compareParameterTypes(left, right)
    if bySpecificType != 0 { return bySpecificType }
    let byBounds = compareBounds(left.requirements, right.requirements)
    if byBounds != 0 { return byBounds }
    if left.requirements.count != right.requirements.count { return right.requirements.count - left.requirements.count }
    if defaultsA != defaultsB { return defaultsA - defaultsB }
    if left.isAsync != right.isAsync { return (functions.last?.isAsync ?? false) == left.isAsync ? -1 : 1 }
    let preludeA = sema.decls.has(a.decl, .isPrelude)
    let preludeB = sema.decls.has(b.decl, .isPrelude)
    if preludeA != preludeB { return preludeA ? 1 : -1 }
    return 0
  }

  /// A closure built by the builder around the call, or else by `ViewBuilder`, comes first.
  private func compareBuilders(_ a: Signature, _ b: Signature) -> Int {
    guard let first = a.parameters.first(where: { $0.builder != .none })?.builder,
      let second = b.parameters.first(where: { $0.builder != .none })?.builder, first != second
    else { return 0 }
    if let around = builderStack.last {
      if first == around { return -1 }
      if second == around { return 1 }
    }
    if first == known.viewBuilderDecl { return -1 }
    if second == known.viewBuilderDecl { return 1 }
    return 0
  }

  /// `Element : StringProtocol` over `Element : Sequence`: a protocol over one that it inherits, on the same subject.
  private func compareBounds(_ a: [Requirement], _ b: [Requirement]) -> Int {
    var balance = 0
    for left in a {
      guard case .conforms(let subject, let first) = left, types.kind(subject) == .member else { continue }
      for right in b {
        guard case .conforms(subject, let second) = right, first != second else { continue }
        if sema.inheritedProtocols(of: types.decl(first)).contains(types.decl(second)) { balance -= 1 }
        if sema.inheritedProtocols(of: types.decl(second)).contains(types.decl(first)) { balance += 1 }
      }
    }
    return balance
  }

  private func ownGenerics(_ candidate: Candidate, _ signature: Signature) -> Int {
    signature.genericParameters.count - sema.outerArgumentCount(of: candidate)
  }

  /// Concrete parameters over generic ones, subclasses over superclasses, values over existentials.
  private func compareParameterTypes(_ a: Signature, _ b: Signature) -> Int {
    guard a.parameters.count == b.parameters.count else { return 0 }
    var balance = 0
    for i in a.parameters.indices {
      let left = a.parameters[i].type
      let right = b.parameters[i].type
      if left == right { continue }
      balance += generality(left) - generality(right)
      if generality(left) == generality(right), types.kind(left) == .nominal, types.kind(right) == .nominal {
        if isSubclass(left, of: right) { balance -= 1 } else if isSubclass(right, of: left) { balance += 1 }
      }
    }
    return balance
  }

  private func generality(_ type: TypeID) -> Int {
    switch types.kind(type) {
    case .parameter, .member: return 2
    case .existential: return 3
    case .nominal:
      if isOptional(type) { return 1 + generality(types.argument(type, 0)) }
      var worst = 0
      for i in 0..<types.argumentCount(type) { worst = max(worst, generality(types.argument(type, i)) > 1 ? 1 : 0) }
      return worst
    default: return 0
    }
  }
}
