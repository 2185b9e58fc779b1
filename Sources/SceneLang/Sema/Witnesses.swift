/// Witness tables: which declaration fulfils a requirement for a type.

extension Sema {
  /// What fulfils a requirement for the conforming type; nil where nothing does, and for abstract types, whose witnesses
  /// are known when the program runs.
  package func witness(_ conformance: Conformance, _ requirement: DeclID) -> Witness? {
    let type = conformance.type
    guard types.kind(type) == .nominal else { return nil }
    let nominal = types.decl(type)
    let key = pair(nominal.raw, requirement.raw)
    let found: Witness?
    if let known = witnessMemo[key] {
      found = known
    } else {
      witnessMemo[key] = .some(nil)
      // A conditional conformance has the requirements of its extension.
      let context = conformance.context == .none ? nominal : conformance.context
      found = withEnvironment(context) { findWitness(nominal, requirement) }
      witnessMemo[key] = .some(found)
    }
    guard var witness = found else { return nil }
    witness.base =
      witness.kind == .defaultImplementation ? type : substitute(witness.base, Array(types.arguments(type)))
    return witness
  }

  private func findWitness(_ nominal: DeclID, _ requirement: DeclID) -> Witness? {
    let declared = declaredType(of: nominal)
    let name = decls.name(requirement)
    var fallback: Witness?
    var current = declared
    var steps = 0
    while current != .none && steps < 64 {
      steps += 1
      let owner = types.decl(current)
      for decl in memberDecls(of: owner, name) + synthesizedMembers(of: owner, name) {
        let kind: Witness.Kind = decls.has(decl, .isSynthesized) ? .synthesized : .member
        guard isSimilar(requirement, decl), extensionHolds(decl, base: current) else { continue }
        guard fulfils(requirement, decl, declared, Array(types.arguments(current))) else { continue }
        let witness = Witness(kind, decl: decl, base: current)
        if ownGenericParameters(of: decl).count == ownGenericParameters(of: requirement).count { return witness }
        if fallback == nil { fallback = witness }
      }
      current = superclass(of: current)
    }
    if let fallback { return fallback }
    if decls.kind(requirement) == .initializer, signature(of: requirement).parameters.isEmpty,
      let decl = makeDefaultInit(ofStruct: nominal)
    {
      return Witness(.synthesized, decl: decl, base: declared)
    }
    // The most refined protocol's default first: conformances list what was written before what it inherits.
    // One with generic parameters of its own (`<` of any two strings) comes behind those without.
    let parameters = ownGenericParameters(of: requirement).count
    var best: (decl: DeclID, constraints: Int)?
    for entry in conformances(ofNominal: nominal) {
      for decl in memberDecls(of: entry.proto, name) where !isRequirement(decl) {
        guard isSimilar(requirement, decl), extensionHolds(decl, base: declared),
          fulfils(requirement, decl, declared, [declared])
        else { continue }
        let index = environmentIndex(decls.parent(decl))
        let isPlain = ownGenericParameters(of: decl).count == parameters
        let constraints = environments[index].requirements.count + (isPlain ? 1000 : 0)
        if best == nil || constraints > (best?.constraints ?? 0) { best = (decl, constraints) }
      }
    }
    return best.map { Witness(.defaultImplementation, decl: $0.decl, base: declared) }
  }

  /// Whether a member has the requirement's interface with `Self` being the type.
  func fulfils(_ requirement: DeclID, _ decl: DeclID, _ selfType: TypeID, _ arguments: [TypeID]) -> Bool {
    let wanted = signature(of: requirement)
    let have = signature(of: decl)
    if decls.kind(decl) == .enumCase {
      guard wanted.parameters.count == have.parameters.count else { return false }
    }
    guard wanted.parameters.count == have.parameters.count else { return false }
    for i in wanted.parameters.indices {
      guard wanted.parameters[i].label == have.parameters[i].label,
        wanted.parameters[i].isInout == have.parameters[i].isInout
      else { return false }
      let left = substitute(wanted.parameters[i].type, [selfType])
      let right = substitute(have.parameters[i].type, arguments)
      if !agrees(left, right, depth: 0) { return false }
    }
    if decls.kind(requirement) == .variable || decls.kind(requirement) == .subscript_ {
      ensureSyntax(requirement)
      ensureSyntax(decl)
      if decls.has(requirement, .isSettable) && !decls.has(decl, .isSettable) { return false }
    }
    if decls.kind(requirement) == .initializer {
      return decls.has(requirement, .isFailable) || !decls.has(decl, .isFailable)
    }
    if have.isThrowing && !wanted.isThrowing { return false }
    if have.isAsync && !wanted.isAsync { return false }
    return agrees(substitute(wanted.result, [selfType]), substitute(have.result, arguments), depth: 0)
  }

  /// Equal types; generic parameters of the two functions stand for each other.
  private func agrees(_ a: TypeID, _ b: TypeID, depth: Int) -> Bool {
    if a == b { return true }
    if a == .none || b == .none { return false }
    if a == types.error || b == types.error || depth > 64 { return true }
    let left = types[a]
    let right = types[b]
    if left.kind == .parameter && right.kind == .parameter { return true }
    if left.kind == .parameter {
      // `extension Box: Measured where Value == Int`: the requirement's `Self` is a `Box<Int>`.
      let known = canonicalAbstract(a)
      if known != a { return agrees(known, b, depth: depth + 1) }
    }
    if left.kind == .parameter || right.kind == .parameter {
      // The member may be more general than the requirement.
      return right.kind == .parameter
    }
    if left.kind == .member || right.kind == .member {
      return left.kind == right.kind && left.decl == right.decl || left.summary.contains(.parameter)
        || right.summary.contains(.parameter)
    }
    guard left.kind == right.kind, left.decl == right.decl, left.count == right.count else { return false }
    for i in 0..<Int(left.count) where !agrees(types.argument(a, i), types.argument(b, i), depth: depth + 1) {
      return false
    }
    return true
  }
}
