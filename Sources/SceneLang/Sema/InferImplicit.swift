/// Implicit members: `.name` and chains that begin with one, found in the expected type.
///
/// The base is the expected type, through Optional (the wrapped type first). Where a generic parameter is expected, its
/// protocols are asked for static members `where Self == X`. Only the first link depends on the context; the rest of the
/// chain is an ordinary one.

extension Infer {
  func implicitMember(_ node: NodeID, expected: TypeID) -> ExprID {
    var isChained = false
    return implicitChain(node, [], node, expected: expected, isChained: &isChained)
  }

  func implicitChain(
    _ base: NodeID, _ suffixes: [NodeID], _ node: NodeID, expected: TypeID, isChained: inout Bool
  ) -> ExprID {
    let token = tree.token(base, at: 1)
    let isCall = suffixes.first.map { tree.kind($0) == .callSuffix } ?? false
    let used = isCall ? 1 : 0
    if isHeard, let probe = checker.probe { probe.noteImplicit(self, base, expected) }
    func failed() -> ExprID {
      var value = errorExpression(base)
      if isCall { value = callValue(value, suffixes[0], expected: .none) }
      return links(value, suffixes, from: used, expected: .none, isChained: &isChained)
    }
    guard token != .none, !tree.isMissing(token) else { return failed() }
    let name = name(token)
    if expected == .none {
      let result = functions.last?.result ?? .none
      if restsOnUnknown || result != .none && typeRow(resolve(result)).summary.contains(.error) { return failed() }
      report(
        .noContext, "the type of '.\(text(name))' is not known here; write it in front of the dot", base)
      return failed()
    }
    var target = resolve(expected)
    if target == types.error { return failed() }
    if !solver.open.isEmpty, types[target].summary.contains(.variable) {
      _ = solveOpen()
      target = resolve(target)
    }
    let isLast = suffixes.count == used
    // Each level of Optional is tried, the innermost first.
    var inner = target
    var optionals = 0
    while isOptional(inner) {
      inner = resolve(types.argument(inner, 0))
      optionals += 1
    }
    if optionals > 0, name == known.none, suffixes.isEmpty { return add(.nilLiteral, target, base) }
    // Members of the innermost type, then those of Optional itself, for as many levels as are expected.
    var level = inner
    for turn in 0...optionals {
      if turn > 0 { level = turn == 1 ? target : resolve(types.argument(level, 0)) }
      let candidates = implicitCandidates(name, in: level, isOptionalInner: optionals > 0)
      if candidates.isEmpty {
        // `.init(...)` for an optional of something not known yet is not the optional's own initialiser.
        if name == .initializer, types.kind(level) == .variable, optionals > 0 { break }
        continue
      }
      let instance = types.kind(level) == .variable || types.kind(level) == .existential ? candidates[0].base : level
      let reference = add(
        .typeReference, types.metatype(instance == .none ? level : instance), base,
        a: (instance == .none ? level : instance).raw)
      let site = CallSite(node: base, name: name, nameNode: base)
      let hint = isLast ? hintFor(level, target) : .none
      var value: ExprID
      if isCall {
        value = callCandidates(
          candidates, base: reference, suffixes[0], generics: tree.node(base, at: 2), expected: hint, site: site)
      } else {
        value = self.reference(
          candidates, base: reference, site: site, generics: tree.node(base, at: 2), labels: tree.node(base, at: 3),
          expected: isLast ? level : .none)
      }
      value = links(value, suffixes, from: used, expected: target, isChained: &isChained)
      return value
    }
    if !isCall, let asset = assetSymbol(name, inner, base) {
      return links(asset, suffixes, from: 0, expected: target, isChained: &isChained)
    }
    if types.kind(target) == .variable, solver.bound[variableNumber(target)] < 0 {
      if restsOnUnknown { return failed() }
      report(.noContext, "the type of '.\(text(name))' is not known here; write it in front of the dot", base)
    } else {
      reportUnknownImplicit(name, inner, base)
    }
    return failed()
  }

  /// `Image(.logo)`, `Color.brand`: the build of an app makes a member for each name in its asset catalogue; here the
  /// name is taken, unless it is a slip of one that exists. Nil for other types.
  func assetSymbol(_ name: NameID, _ type: TypeID, _ node: NodeID) -> ExprID? {
    guard let type = assetType(name, type) else { return nil }
    for candidate in sema.members(of: type, .initializer, .metatype) {
      let signature = sema.signature(of: candidate.decl)
      guard let first = signature.parameters.first, first.type == known.string, isAssetLabel(first.label) else {
        continue
      }
      var values = [add(.stringLiteral, known.string, node, a: string(text(name)))]
      var isComplete = true
      for parameter in signature.parameters.dropFirst() {
        if parameter.hasDefault {
          values.append(add(.defaultArgument, parameter.type, node, a: parameter.decl.raw))
        } else if let main = sema.members(of: parameter.type, .main, .implicit).first {
          values.append(
            memberExpression(
              main, base: .none, site: CallSite(node: node, name: .main, nameNode: node), expected: .none))
        } else {
          isComplete = false
          break
        }
      }
      if !isComplete { continue }
      var call = TypedExpr(.initCall, type: signature.result, node: node)
      call.a = candidate.decl.raw
      call.b = ExprID.none.raw
      call.list = list(values)
      sema.reportAsset(name, of: type, file: file, range: nameRange(node))
      let made = add(call)
      return isOptional(signature.result) ? add(.forceUnwrap, type, node, a: made.raw) : made
    }
    return nil
  }

  private func isAssetLabel(_ label: NameID) -> Bool {
    label == .none || text(label) == "name" || text(label) == "named"
  }

  /// The type that a name of an asset catalogue would be a member of; a style that is asked for is a colour.
  func assetType(_ name: NameID, _ type: TypeID) -> TypeID? {
    var type = type
    if types.kind(type) == .variable {
      var bound = solver.bound[variableNumber(type)]
      var isStyle = false
      while bound >= 0 {
        if solver.bounds[Int(bound)].protocol == known.shapeStyle { isStyle = true }
        bound = solver.bounds[Int(bound)].next
      }
      guard isStyle else { return nil }
      type = sema.knownType(.color)
    }
    guard sema.mayBeAsset(of: type), name != .initializer else { return nil }
    let spelled = text(name)
    if let key = assetMemo[PairID(type.raw, name.raw)] { return key ? type : nil }
    let names = sema.memberNames(of: type, .implicit, near: spelled)
    let isAsset = NameSuggestions.slips(of: spelled, among: names, shortest: 3).isEmpty
    assetMemo[PairID(type.raw, name.raw)] = isAsset
    return isAsset ? type : nil
  }

  private func hintFor(_ level: TypeID, _ target: TypeID) -> TypeID {
    types.kind(level) == .existential ? .none : level
  }

  /// Static members and cases with a name that an expected type offers.
  func implicitCandidates(_ name: NameID, in type: TypeID, isOptionalInner: Bool) -> [Candidate] {
    switch types.kind(type) {
    case .variable:
      var result: [Candidate] = []
      var bound = solver.bound[variableNumber(type)]
      while bound >= 0 {
        let entry = solver.bounds[Int(bound)]
        for candidate in sema.implicitMembers(ofProtocol: types.decl(entry.protocol), name)
        where !result.contains(candidate) {
          result.append(candidate)
        }
        bound = entry.next
      }
      for i in result.indices where result[i].base == .none { result[i].base = freshVariable() }
      if result.count > 1, !solver.open.isEmpty {
        // `Text(count, format: .number)`: what is asked of the variable's associated types tells the members apart.
        var exact: [Candidate] = []
        var forLiterals: [Candidate] = []
        let fitting = result.filter { candidate in
          let start = mark()
          defer { rewind(start) }
          let isConcrete = types.kind(resolve(candidate.base)) != .variable
          guard unify(type, candidate.base), solveOpen() else { return false }
          // One that is made for the type of a value comes before a generic one; a literal has its default type.
          guard isConcrete else { return true }
          let literals = solver.trail.array(from: start.trail).filter { $0.literal != .none }
          if literals.allSatisfy({ resolve(solver.binding[Int($0.variable)]) == defaultType($0.literal) }) {
            exact.append(candidate)
          } else {
            forLiterals.append(candidate)
          }
          return false
        }
        if !exact.isEmpty || !fitting.isEmpty || !forLiterals.isEmpty { result = exact + fitting + forLiterals }
      }
      return result
    case .existential:
      var result: [Candidate] = []
      for i in 0..<types.argumentCount(type) {
        for candidate in sema.implicitMembers(ofProtocol: types.decl(types.argument(type, i)), name)
        where !result.contains(candidate) {
          result.append(candidate)
        }
      }
      for i in result.indices where result[i].base == .none { result[i].base = freshVariable() }
      return result
    case .error: return []
    case .opaque:
      var result: [Candidate] = []
      for bound in sema.bounds(of: type) where types.kind(bound) == .nominal {
        result.append(contentsOf: sema.implicitMembers(ofProtocol: types.decl(bound), name))
      }
      return result
    default:
      if name == .initializer { return sema.members(of: type, .initializer, .metatype) }
      let found = sema.members(of: type, name, .implicit)
      // `static let tab = String(.tab)`: the variable whose own type is being found out is not meant.
      func isOwn(_ decl: DeclID) -> Bool { decl == declaration || sema.isBeingTyped(decl) }
      return found.contains { isOwn($0.decl) } ? found.filter { !isOwn($0.decl) } : found
    }
  }
}
