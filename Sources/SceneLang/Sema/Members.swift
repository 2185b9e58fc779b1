/// Member lookup: which declarations `base.name` may mean.
///
/// Nominal types answer with their own members, their superclasses', and those of protocol extensions whose conditions
/// hold; abstract types with what their protocols have. Candidates come in that order; ranking is inference's.

extension Sema {
  /// Members by name. `init` gives initialisers, `subscript` subscripts, `callAsFunction` as written. Overridden and
  /// shadowed ones are left out, and extensions whose where clause does not hold.
  package func members(of type: TypeID, _ name: NameID, _ use: MemberUse) -> [Candidate] {
    memberCandidates(of: type, name, use, in: environmentContext)
  }

  func memberCandidates(of type: TypeID, _ name: NameID, _ use: MemberUse, in context: DeclID) -> [Candidate] {
    guard type != .none, name != .none else { return [] }
    let row = types[type]
    switch row.kind {
    case .error, .variable, .function, .pack: return []
    case .tuple: return []
    case .metatype:
      let instance = types.argument(type, 0)
      return use == .instance ? memberCandidates(of: instance, name, .metatype, in: context) : []
    default: break
    }
    let isLocal = row.summary.contains(.parameter) || row.summary.contains(.member)
    let key = MemberKey(type: type, name: name, use: use.rawValue, context: isLocal ? environmentContext.raw : .max)
    if let known = candidateMemo[key] { return known }
    var result: [Candidate] = []
    if row.kind == .nominal && decls.kind(row.decl) != .protocolDecl {
      collectNominal(type, name, use, &result)
    } else {
      collectAbstract(type, name, use, &result)
    }
    if use == .metatype && result.isEmpty {
      // Instance methods as functions of their self.
      var methods: [Candidate] = []
      if row.kind == .nominal && decls.kind(row.decl) != .protocolDecl {
        collectNominal(type, name, .instance, &methods)
      } else {
        collectAbstract(type, name, .instance, &methods)
      }
      result = methods.filter { decls.kind($0.decl) == .function }
    }
    if module.extensionState == .done && runningClauses == 0 { candidateMemo[key] = result }
    return result
  }

  private func passes(_ decl: DeclID, _ use: MemberUse) -> Bool {
    let kind = decls.kind(decl)
    switch kind {
    case .macro, .operatorDecl, .precedenceGroup, .extensionDecl, .deinitializer, .module, .parameter: return false
    default: break
    }
    switch use {
    case .any: return true
    case .instance:
      return !decls.has(decl, .isStatic) && (kind == .variable || kind == .function || kind == .subscript_)
    case .metatype, .implicit:
      return decls.has(decl, .isStatic) || kind == .initializer || kind == .enumCase || kind.isType
    }
  }

  /// The same, told by the prelude's index.
  private func passes(_ entry: PreludeEntry, _ use: MemberUse) -> Bool {
    let isStatic = prelude.index.flags(of: entry).contains(.isStatic)
    switch prelude.index.kind(of: entry) {
    case .macro, .operatorDecl, .precedenceGroup: return false
    case .initializer: return use != .instance
    case .variable, .function, .subscriptDecl: return use == .any || isStatic == (use != .instance)
    default: return use != .instance
    }
  }

  private func collectNominal(_ type: TypeID, _ name: NameID, _ use: MemberUse, _ result: inout [Candidate]) {
    let nominal = types.decl(type)
    var current = type
    var route = Candidate.Route.nominal
    var steps = 0
    while current != .none && steps < 64 {
      steps += 1
      let decl = types.decl(current)
      if route == .superclass && name == .initializer { break }
      for member in memberDecls(of: decl, name) {
        guard passes(member, use), extensionHolds(member, base: current) else { continue }
        if route == .superclass && isShadowed(member, base: current, by: result) { continue }
        result.append(Candidate(member, base: current, route: route))
      }
      for member in synthesizedMembers(of: decl, name) where passes(member, use) {
        if route == .superclass && isShadowed(member, base: current, by: result) { continue }
        result.append(Candidate(member, base: current, route: route))
      }
      current = superclass(of: current)
      route = .superclass
    }
    let hasVariable = result.contains { decls.kind($0.decl) == .variable }
    var requirements: [Candidate] = []
    for entry in conformances(ofNominal: nominal) where !lacks(entry.proto, name, .protocolMember) {
      let found = memberDecls(of: entry.proto, name)
      if found.isEmpty { continue }
      if entry.isConditional && conforms(type, entry.proto) == nil { continue }
      for member in found where passes(member, use) {
        if isRequirement(member) {
          if decls.kind(member) != .associatedType && decls.kind(member) != .typeAlias || result.isEmpty {
            requirements.append(Candidate(member, base: type, route: .requirement))
          }
          continue
        }
        if hasVariable && decls.kind(member) == .variable { continue }
        guard extensionHolds(member, base: type) else { continue }
        result.append(Candidate(member, base: type, route: .protocolExtension))
      }
    }
    if result.isEmpty { appendDistinct(requirements, &result) }
  }

  private func collectAbstract(_ type: TypeID, _ name: NameID, _ use: MemberUse, _ result: inout [Candidate]) {
    let parent = superclass(of: type)
    if parent != .none { collectNominal(parent, name, use, &result) }
    var requirements: [Candidate] = []
    var extensions: [Candidate] = []
    for proto in protocols(of: type) {
      for member in memberDecls(of: proto, name) where passes(member, use) {
        if isRequirement(member) {
          requirements.append(Candidate(member, base: type, route: .requirement))
        } else if extensionHolds(member, base: type) {
          extensions.append(Candidate(member, base: type, route: .protocolExtension))
        }
      }
    }
    appendDistinct(requirements, &result)
    let count = result.count
    for candidate in extensions {
      if count > 0, isShadowed(candidate.decl, base: candidate.base, by: result[0..<count]) { continue }
      result.append(candidate)
    }
  }

  /// A protocol declares again what it inherits: only the nearest one counts.
  private func appendDistinct(_ candidates: [Candidate], _ result: inout [Candidate]) {
    for candidate in candidates where !isShadowed(candidate.decl, base: candidate.base, by: result) {
      result.append(candidate)
    }
  }

  private func isShadowed<C: Collection>(_ member: DeclID, base: TypeID, by others: C) -> Bool
  where C.Element == Candidate {
    for other in others where decls.kind(other.decl) == decls.kind(member) {
      if decls.has(other.decl, .isStatic) != decls.has(member, .isStatic) { continue }
      switch decls.kind(member) {
      case .variable, .associatedType, .typeAlias, .structDecl, .classDecl, .enumDecl, .enumCase: return true
      default: if sameInterface(member, base, other.decl, other.base) { return true }
      }
    }
    return false
  }

  /// Equal labels and, as seen from the bases, equal parameter types.
  private func sameInterface(_ a: DeclID, _ baseA: TypeID, _ b: DeclID, _ baseB: TypeID) -> Bool {
    let first = signature(of: a)
    let second = signature(of: b)
    guard first.parameters.count == second.parameters.count else { return false }
    let argumentsA = outerArguments(of: baseA, for: owner(of: a))
    let argumentsB = outerArguments(of: baseB, for: owner(of: b))
    for i in first.parameters.indices {
      let x = first.parameters[i]
      let y = second.parameters[i]
      guard x.label == y.label else { return false }
      let left = substitute(x.type, argumentsA)
      let right = substitute(y.type, argumentsB)
      if left != right && !(hasOwnParameters(left, a) && hasOwnParameters(right, b)) { return false }
    }
    return haveSameBounds(a, b)
  }

  /// Whether the parameters of their own conform to the same protocols: `init<T: BinaryInteger>(_: T)` and
  /// `init<T: BinaryFloatingPoint>(_: T)` are two initialisers.
  private func haveSameBounds(_ a: DeclID, _ b: DeclID) -> Bool {
    let first = ownGenericParameters(of: a)
    let second = ownGenericParameters(of: b)
    if first.isEmpty || second.isEmpty { return first.isEmpty == second.isEmpty }
    guard first.count == second.count else { return false }
    return bounds(of: first, in: a) == bounds(of: second, in: b)
  }

  /// Pairs of (position among the parameters, protocol).
  private func bounds(of parameters: [DeclID], in decl: DeclID) -> [UInt64] {
    var result: [UInt64] = []
    for requirement in signature(of: decl).requirements {
      guard case .conforms(let subject, let proto) = requirement, types.kind(subject) == .parameter,
        let at = parameters.firstIndex(of: types.decl(subject))
      else { continue }
      result.append(UInt64(at) << 32 | UInt64(types.decl(proto).raw))
    }
    result.sort()
    return result
  }

  private func hasOwnParameters(_ type: TypeID, _ decl: DeclID) -> Bool {
    types[type].summary.contains(.parameter) && !ownGenericParameters(of: decl).isEmpty
  }

  /// Whether the extension around a member holds for the base; true for members of the nominal itself, and as long as
  /// the base has open variables.
  func extensionHolds(_ member: DeclID, base: TypeID) -> Bool {
    let context = decls.parent(member)
    guard context != .none, decls.kind(context) == .extensionDecl, isConstrained(context) else { return true }
    return holds(context, for: base)
  }

  /// Whether the where clause of an extension holds for a type it could extend.
  func holds(_ context: DeclID, for base: TypeID) -> Bool {
    if types[base].summary.contains(.variable) && types.kind(base) == .nominal && !isProtocolExtension(context) {
      // Decided later: the requirement is part of the member's signature.
      return !refuses(context, base)
    }
    let index = environmentIndex(context)
    let first = environments[index].nominalCount
    let count = environments[index].requirements.count
    if first >= count { return true }
    let owner = nominal(ofContext: context)
    let arguments = outerArguments(of: base, for: owner)
    for i in first..<count {
      let requirement = substitute(environments[index].requirements[i], arguments)
      if case .equal(let a, let b) = requirement, a == types.error || b == types.error,
        a == knownType(.never) || b == knownType(.never)
      {
        // `extension View where Body == Never` is for those that say so, not for those that say nothing.
        return false
      }
      if !satisfies(requirement) { return false }
    }
    return true
  }

  private func isProtocolExtension(_ context: DeclID) -> Bool {
    let owner = nominal(ofContext: context)
    return owner != .none && decls.kind(owner) == .protocolDecl
  }

  /// Whether what is known of an open type already contradicts the extension.
  private func refuses(_ context: DeclID, _ base: TypeID) -> Bool {
    let index = environmentIndex(context)
    let first = environments[index].nominalCount
    let arguments = Array(types.arguments(base))
    for i in first..<max(first, environments[index].requirements.count) {
      if !satisfies(substitute(environments[index].requirements[i], arguments)) { return true }
    }
    return false
  }

  /// Whether a requirement on known types holds; open ones are taken to hold.
  package func satisfies(_ requirement: Requirement) -> Bool {
    switch requirement {
    case .conforms(let subject, let proto):
      let subject = normalize(subject)
      if subject == types.error || types.kind(subject) == .variable { return true }
      if types.kind(subject) == .member && types[subject].summary.contains(.variable) { return true }
      guard types.kind(proto) == .nominal else { return true }
      return conforms(subject, types.decl(proto)) != nil
    case .equal(let a, let b):
      let left = normalize(a)
      let right = normalize(b)
      if left == right { return true }
      return mayBeEqual(left, right, depth: 0)
    case .superclass(let a, let b):
      let left = normalize(a)
      let summary = types[left].summary
      return left == types.error || summary.contains(.variable) || isSubclass(left, of: normalize(b))
    }
  }

  private func mayBeEqual(_ a: TypeID, _ b: TypeID, depth: Int) -> Bool {
    if a == b || a == types.error || b == types.error { return true }
    let left = types[a]
    let right = types[b]
    if left.kind == .variable || right.kind == .variable { return true }
    if depth > TypeTable.depthLimit || !left.summary.union(right.summary).contains(.variable) { return false }
    if left.kind == .member || right.kind == .member { return true }
    guard left.kind == right.kind, left.decl == right.decl, left.count == right.count else { return false }
    for i in 0..<Int(left.count) where !mayBeEqual(types.argument(a, i), types.argument(b, i), depth: depth + 1) {
      return false
    }
    return true
  }

  // MARK: Questions about candidates

  /// Arguments for the generic parameters around the candidate, in order; its own parameters follow in its signature.
  package func outerArguments(of candidate: Candidate) -> [TypeID] {
    if candidate.base == .none {
      // A local function of a generic function: the parameters around stand for themselves.
      let parent = decls.parent(candidate.decl)
      if parent == .none || decls.kind(parent) == .module { return [] }
      return genericParameters(of: parent).map { types.make(.parameter, decl: $0) }
    }
    return outerArguments(of: candidate.base, for: owner(of: candidate.decl))
  }

  /// How many arguments `outerArguments` gives.
  func outerArgumentCount(of candidate: Candidate) -> Int {
    if candidate.base != .none {
      let owner = owner(of: candidate.decl)
      if owner == .none { return 0 }
      if decls.kind(owner) == .protocolDecl { return 1 }
      if types.kind(candidate.base) == .nominal, types.decl(candidate.base) == owner {
        return types.argumentCount(candidate.base)
      }
    }
    return outerArguments(of: candidate).count
  }

  /// Puts `outerArguments` behind what is in a list.
  func openArguments(of candidate: Candidate, into list: inout [TypeID]) {
    let base = candidate.base
    if base != .none {
      let owner = owner(of: candidate.decl)
      if owner == .none { return }
      if decls.kind(owner) == .protocolDecl {
        list.append(base)
        return
      }
      if types.kind(base) == .nominal, types.decl(base) == owner {
        for i in 0..<types.argumentCount(base) { list.append(types.argument(base, i)) }
        return
      }
    }
    list.append(contentsOf: outerArguments(of: candidate))
  }

  /// Static members of extensions of the protocol `where Self == X` (SE-0299); base = X.
  package func implicitMembers(ofProtocol proto: DeclID, _ name: NameID) -> [Candidate] {
    let key = pair(proto.raw, name.raw)
    if let known = implicitMemo[key] { return known }
    var result: [Candidate] = []
    for inherited in inheritedProtocols(of: proto) {
      for member in memberDecls(of: inherited, name) where passes(member, .implicit) {
        let context = decls.parent(member)
        guard context != .none, decls.kind(context) == .extensionDecl else { continue }
        if !isConstrained(context) {
          // `static func currency<V>(code:) -> Self where Self == IntegerFormatStyle<V>.Currency`: the member's own
          // requirement binds Self; its base is open.
          let subject = types.make(.parameter, decl: selfParameter(of: inherited))
          let binds = signature(of: member).requirements.contains {
            if case .equal(let a, let b) = $0 { return a == subject || b == subject }
            return false
          }
          if binds { result.append(Candidate(member, base: .none, route: .protocolExtension)) }
          continue
        }
        let type = selfType(of: context)
        guard types.kind(type) == .nominal else { continue }
        if inherited != proto, conforms(type, proto) == nil { continue }
        result.append(Candidate(member, base: type, route: .protocolExtension))
      }
    }
    if runningClauses == 0 { implicitMemo[key] = result }
    return result
  }

  /// Subscripts `subscript(dynamicMember:)` of a type marked `@dynamicMemberLookup`, else empty.
  package func dynamicMemberSubscripts(of type: TypeID) -> [Candidate] {
    let isMetatype = types.kind(type) == .metatype
    let owner = isMetatype ? types.argument(type, 0) : type
    guard hasDynamicMembers(owner) else { return [] }
    return members(of: owner, .subscriptName, isMetatype ? .metatype : .instance).filter {
      signature(of: $0.decl).parameters.first?.label == .dynamicMember
    }
  }

  private func hasDynamicMembers(_ type: TypeID) -> Bool {
    var current = type
    var steps = 0
    while current != .none && steps < 64 {
      steps += 1
      if types.kind(current) == .nominal {
        if decls.has(types.decl(current), .isDynamicMemberLookup) { return true }
      }
      current = superclass(of: current)
    }
    for proto in protocols(of: type) where decls.has(proto, .isDynamicMemberLookup) { return true }
    return false
  }

  /// Names of all members (for suggestions), without duplicates, in order of declaration.
  ///
  /// With a reach, those alone that may be near a name.
  package func memberNames(of type: TypeID, _ use: MemberUse) -> [NameID] { memberNames(of: type, use, in: nil) }

  /// As texts, those that may be near a misspelt name.
  func memberNames(of type: TypeID, _ use: MemberUse, near spelled: String) -> [String] {
    memberNames(of: type, use, in: NameSuggestions.Reach(spelled)).map { names[$0] }
  }

  private func memberNames(of type: TypeID, _ use: MemberUse, in reach: NameSuggestions.Reach?) -> [NameID] {
    var result: [NameID] = []
    var seen = IDSet<NameID>()
    func add(_ name: NameID) {
      if name != .none, seen.insert(name).inserted { result.append(name) }
    }
    func add(_ decl: DeclID) {
      if passes(decl, use) { add(decls.name(decl)) }
    }
    func addNominal(_ nominal: DeclID) {
      if let source = preludeNominal(of: nominal) {
        // No rows are made for what is only named.
        for entry in prelude.index.members(of: source) {
          let name = prelude.index.name(of: entry)
          if let reach, !reach.admits(prelude.index.utf8(of: name)) { continue }
          if passes(entry, use) { add(nameID(name)) }
        }
      } else {
        for member in declaredMembers(of: nominal) { add(member) }
      }
      bindExtensions()
      for source in nominals[nominalIndex(nominal)].extensions {
        for member in declaredMembers(of: source) { add(member) }
      }
    }
    var current = types.kind(type) == .metatype ? types.argument(type, 0) : type
    let start = current
    var steps = 0
    while current != .none && steps < 64 {
      steps += 1
      if types.kind(current) == .nominal { addNominal(types.decl(current)) }
      current = superclass(of: current)
    }
    for proto in protocols(of: start) { addNominal(proto) }
    return result
  }
}
