/// Inheritance clauses: superclasses, inherited protocols, raw types, associated types, declared conformances.

extension Sema {
  /// Types of the inheritance clause of a nominal or extension, as constraints; compositions are split.
  package func inheritanceClause(of decl: DeclID) -> [TypeID] {
    let position = nominalIndex(decl)
    if nominals[position].clauseState != .new { return nominals[position].clause }
    nominals[position].clauseState = .running
    runningClauses += 1
    var result: [TypeID] = []
    if !decls.has(decl, .isSynthesized) {
      let (file, node) = syntax(of: decl)
      let clause = node == .none ? NodeID.none : trees[file].node(node, at: Slot.inheritance)
      if clause != .none {
        for written in trees[file].elements(clause) {
          let type = resolveConstraint(written, file: file, in: decl)
          if types.kind(type) == .existential {
            result.append(contentsOf: types.arguments(type))
          } else if type != types.error {
            result.append(type)
          } else {
            nominals[nominalIndex(decl)].hasUnknownParent = true
          }
        }
      }
    }
    runningClauses -= 1
    nominals[position].clause = result
    nominals[position].clauseState = .done
    return result
  }

  /// The superclass as a class declares it, in terms of its own parameters; also the raw type of an enum.
  private func readSuperclass(_ decl: DeclID) -> Int {
    let position = nominalIndex(decl)
    guard nominals[position].superclassState == .new else { return position }
    nominals[position].superclassState = .running
    if let interface = interface(of: decl) {
      let type = interface.result == nil ? TypeID.none : recordedType(interface, of: decl)
      if decls.kind(decl) == .classDecl {
        nominals[position].superclass = type
      } else {
        nominals[position].rawType = type
      }
      nominals[position].superclassState = .done
      return position
    }
    for type in inheritanceClause(of: decl) where types.kind(type) == .nominal {
      let kind = decls.kind(types.decl(type))
      if decls.kind(decl) == .classDecl, kind == .classDecl {
        nominals[position].superclass = type
        break
      }
      if decls.kind(decl) == .enumDecl, kind != .protocolDecl {
        nominals[position].rawType = type
        break
      }
    }
    nominals[position].superclassState = .done
    // A cycle of superclasses is cut where it closes; the check of declarations reports it.
    if decls.kind(decl) == .classDecl {
      var seen = 0
      var current = nominals[position].superclass
      while current != .none && seen < 256 {
        seen += 1
        if types.decl(current) == decl {
          nominals[position].superclass = .none
          inheritanceCycles.append(decl)
          break
        }
        current = nominals[readSuperclass(types.decl(current))].superclass
      }
    }
    return position
  }

  /// The superclass of a class or the raw type of an enum as its clause writes it, or none.
  package func writtenParent(of decl: DeclID) -> TypeID {
    guard decls.kind(decl) == .classDecl || decls.kind(decl) == .enumDecl else { return .none }
    let position = readSuperclass(decl)
    return decls.kind(decl) == .classDecl ? nominals[position].superclass : nominals[position].rawType
  }

  func superclassDecl(of decl: DeclID) -> DeclID {
    guard decls.kind(decl) == .classDecl else { return .none }
    let type = nominals[readSuperclass(decl)].superclass
    return type == .none ? .none : types.decl(type)
  }

  /// The superclass as seen from a class type, or `none`. Of an abstract type: the class it is bound to.
  package func superclass(of type: TypeID) -> TypeID {
    switch types.kind(type) {
    case .nominal:
      let decl = types.decl(type)
      guard decls.kind(decl) == .classDecl else { return .none }
      let declared = nominals[readSuperclass(decl)].superclass
      if declared == .none { return declared }
      return substitute(declared, Array(types.arguments(type)))
    case .parameter, .member, .opaque, .existential:
      for bound in bounds(of: type) where types.kind(bound) == .nominal {
        if decls.kind(types.decl(bound)) == .classDecl { return bound }
        if decls.kind(types.decl(bound)) == .protocolDecl {
          let asked = superclassBound(ofProtocol: types.decl(bound))
          if asked != .none { return asked }
        }
      }
      return .none
    default: return .none
    }
  }

  /// The class that `protocol Drawn: UIView` asks of its types, by itself or by a protocol it inherits; `none` without.
  func superclassBound(ofProtocol decl: DeclID) -> TypeID {
    if decls.has(decl, .isPrelude) { return .none }
    for proto in inheritedProtocols(of: decl) where !decls.has(proto, .isPrelude) {
      for type in inheritanceClause(of: proto) where types.kind(type) == .nominal {
        if decls.kind(types.decl(type)) == .classDecl { return type }
      }
    }
    return .none
  }

  package func isSubclass(_ type: TypeID, of other: TypeID) -> Bool {
    var current = type
    var steps = 0
    while current != .none && steps < 256 {
      if current == other { return true }
      current = superclass(of: current)
      steps += 1
    }
    return false
  }

  package func isClass(_ type: TypeID) -> Bool {
    switch types.kind(type) {
    case .nominal: return decls.kind(types.decl(type)) == .classDecl
    case .parameter, .member, .opaque, .existential:
      for bound in bounds(of: type) where types.kind(bound) == .nominal {
        let decl = types.decl(bound)
        if decls.kind(decl) == .classDecl || decl == known(.anyObject) { return true }
        if decls.kind(decl) == .protocolDecl, inheritedProtocols(of: decl).contains(known(.anyObject)) { return true }
      }
      return false
    default: return false
    }
  }

  /// Raw type of an enum, or `none`.
  package func rawType(of decl: DeclID) -> TypeID {
    guard decls.kind(decl) == .enumDecl else { return .none }
    return nominals[readSuperclass(decl)].rawType
  }

  // MARK: Protocols

  /// Protocols a protocol inherits, all of them, nearest first, itself at the start.
  package func inheritedProtocols(of proto: DeclID) -> [DeclID] {
    let position = nominalIndex(proto)
    switch nominals[position].inheritedState {
    case .done: return nominals[position].inherited
    case .running: return [proto]
    case .new: break
    }
    nominals[position].inheritedState = .running
    var result = [proto]
    for parent in directProtocols(of: proto) {
      for inherited in inheritedProtocols(of: parent) where !result.contains(inherited) { result.append(inherited) }
    }
    nominals[position].inherited = result
    nominals[position].inheritedState = .done
    return result
  }

  private func directProtocols(of proto: DeclID) -> [DeclID] {
    if let nominal = preludeNominal(of: proto) {
      var result: [DeclID] = []
      for row in prelude.index.conformances(of: nominal) {
        let conformance = prelude.index.conformance(row)
        if conformance.source == nil { result.append(decl(conformance.proto)) }
      }
      return result
    }
    var result: [DeclID] = []
    for type in inheritanceClause(of: proto) where types.kind(type) == .nominal {
      result.append(types.decl(type))
    }
    // `protocol P where Self: Q`
    let (file, node) = syntax(of: proto)
    if node != .none {
      let clause = trees[file].node(node, at: Slot.typeWhere)
      if clause != .none {
        for requirement in trees[file].elements(clause)
        where trees[file].kind(requirement) == .conformanceRequirement {
          let left = trees[file].node(requirement, at: 0)
          guard left != .none, trees[file].text(left) == "Self" else { continue }
          let type = resolveConstraint(trees[file].node(requirement, at: 2), file: file, in: proto)
          if types.kind(type) == .nominal { result.append(types.decl(type)) }
        }
      }
    }
    return result
  }

  /// Associated types that a protocol declares itself.
  package func associatedTypes(of proto: DeclID) -> [DeclID] {
    ownMembers(of: proto).filter { decls.kind($0) == .associatedType }
  }

  /// Requirements of a protocol (not inherited ones, no associated types) in order of declaration.
  package func requirements(of proto: DeclID) -> [DeclID] {
    ownMembers(of: proto).filter {
      switch decls.kind($0) {
      case .function, .initializer, .subscript_, .variable: return true
      default: return false
      }
    }
  }

  /// Members that stand in the nominal itself, in order of declaration.
  package func ownMembers(of nominal: DeclID) -> [DeclID] {
    guard let source = preludeNominal(of: nominal) else { return declaredMembers(of: nominal) }
    var result: [DeclID] = []
    for entry in prelude.index.members(of: source) {
      if prelude.index.extensionOf(entry) != nil { break }
      result.append(decl(entry))
    }
    return result
  }

  package func primaryAssociatedTypes(of proto: DeclID) -> [DeclID] {
    if let known = primaryMemo[proto] { return known }
    let (file, node) = syntax(of: proto)
    var result: [DeclID] = []
    if node != .none {
      let clause = trees[file].node(node, at: Slot.typeGenerics)
      if clause != .none && trees[file].kind(clause) == .genericParameterClause {
        for parameter in trees[file].elements(clause) {
          let name = intern(file, trees[file].token(parameter, at: 2))
          if let found = associatedTypeDecl(name, of: proto) { result.append(found) }
        }
      }
    }
    primaryMemo[proto] = result
    return result
  }

  /// An associated type by name in a protocol or the ones it inherits.
  package func associatedTypeDecl(_ name: NameID, of proto: DeclID) -> DeclID? {
    var found: DeclID?
    for inherited in inheritedProtocols(of: proto) {
      for member in memberDecls(of: inherited, name) where decls.kind(member) == .associatedType { found = member }
    }
    return found.map { canonicalAssociatedType($0) }
  }

  /// The one of an associated type's declarations that stands for all: protocols that refine others declare it again.
  package func canonicalAssociatedType(_ decl: DeclID) -> DeclID {
    let position = fact(decl)
    if facts[position].storageState == .done { return DeclID(facts[position].storageType.raw) }
    guard decls.kind(decl) == .associatedType else { return decl }
    var result = decl
    let proto = owner(of: decl)
    if proto != .none {
      for inherited in inheritedProtocols(of: proto) where inherited != proto {
        for member in memberDecls(of: inherited, decls.name(decl)) where decls.kind(member) == .associatedType {
          result = member
        }
      }
      if result != decl { result = canonicalAssociatedType(result) }
    }
    if runningClauses == 0 || decls.has(decl, .isPrelude) {
      let after = fact(decl)
      facts[after].storageType = TypeID(result.raw)
      facts[after].storageState = .done
    }
    return result
  }

  // MARK: Declared conformances

  /// Conformances of a nominal in order of declaration, with those that follow: inherited protocols, the superclass's,
  /// and what the language adds to enums, classes and `@Observable`.
  func conformances(ofNominal nominal: DeclID) -> [ConformanceEntry] {
    let position = nominalIndex(nominal)
    switch nominals[position].conformancesState {
    case .done: return nominals[position].conformances
    case .running: return nominals[position].conformances
    case .new: break
    }
    bindExtensions()
    nominals[position].conformancesState = .running
    var result: [ConformanceEntry] = []
    func add(_ type: TypeID, _ context: DeclID, _ kind: Conformance.Kind, _ isConditional: Bool) {
      guard types.kind(type) == .nominal, decls.kind(types.decl(type)) == .protocolDecl else { return }
      for proto in inheritedProtocols(of: types.decl(type)) {
        if let at = result.firstIndex(where: { $0.proto == proto }) {
          if result[at].isConditional && !isConditional {
            result[at].isConditional = false
            result[at].context = context
            result[at].kind = kind
          }
          continue
        }
        result.append(
          ConformanceEntry(
            proto: proto, type: proto == types.decl(type) ? type : types.nominal(proto), context: context, kind: kind,
            isConditional: isConditional))
      }
    }
    if let source = preludeNominal(of: nominal) {
      for row in prelude.index.conformances(of: source) {
        let conformance = prelude.index.conformance(row)
        if conformance.isSuperclass { continue }
        let context = conformance.source.map { decl($0) } ?? nominal
        add(types.nominal(decl(conformance.proto)), context, .declared, conformance.isConditional)
      }
    } else {
      for type in inheritanceClause(of: nominal) { add(type, nominal, .declared, false) }
    }
    nominals[position].conformances = result
    for source in nominals[position].extensions {
      let isConditional = isConstrained(source)
      for type in inheritanceClause(of: source) { add(type, source, .declared, isConditional) }
    }
    if decls.kind(nominal) == .structDecl, !decls.has(nominal, .isPrelude), hasAttribute(nominal, "Animatable") {
      add(types.nominal(known(.animatable)), nominal, .synthesized, false)
    }
    switch decls.kind(nominal) {
    case .enumDecl:
      let raw = rawType(of: nominal)
      if raw != .none {
        add(types.nominal(known(.rawRepresentable)), nominal, .synthesized, false)
        add(types.nominal(known(.hashable)), nominal, .synthesized, false)
      } else if !decls.has(nominal, .isPrelude), hasPlainCases(nominal) {
        add(types.nominal(known(.hashable)), nominal, .synthesized, false)
      } else if decls.has(nominal, .isPrelude), hasPlainCases(nominal) {
        add(types.nominal(known(.hashable)), nominal, .synthesized, false)
      }
    case .classDecl:
      let parent = superclassDecl(of: nominal)
      if parent != .none {
        for entry in conformances(ofNominal: parent) where !result.contains(where: { $0.proto == entry.proto }) {
          result.append(entry)
        }
      }
      if !decls.has(nominal, .isPrelude) {
        if hasAttribute(nominal, "Observable") { add(types.nominal(known(.observable)), nominal, .synthesized, false) }
        let node = decls.node(nominal)
        if node != .none, trees[decls.file(nominal)].kind(node) == .actorDecl {
          add(types.nominal(known(.actor)), nominal, .synthesized, false)
        }
      }
    default: break
    }
    nominals[position].conformances = result
    // While a clause is read it has no members yet: what is known now is an answer for now.
    let isPartial =
      nominals[position].clauseState == .running
      || nominals[position].extensions.contains { nominals[nominalIndex($0)].clauseState == .running }
    nominals[position].conformancesState = isPartial ? .new : .done
    return result
  }

  /// Whether an extension holds for some of the types only.
  func isConstrained(_ source: DeclID) -> Bool {
    if decls.has(source, .isPrelude) {
      let raw = decls.origin(source)
      return raw != .max && prelude.index.isConstrained(PreludeExtension(raw: Int32(bitPattern: raw)))
    }
    let node = decls.node(source)
    guard node != .none else { return false }
    let file = decls.file(source)
    if trees[file].node(node, at: Slot.typeWhere) != .none { return true }
    let type = trees[file].node(node, at: Slot.name)
    guard type != .none else { return false }
    switch trees[file].kind(type) {
    case .identifierType: return trees[file].node(type, at: 1) != .none
    case .arrayType, .dictionaryType, .optionalType: return true
    default: return false
    }
  }

  /// An enum all of whose cases have no payload.
  package func hasPlainCases(_ nominal: DeclID) -> Bool {
    let cases = enumCases(of: nominal)
    for element in cases {
      if let interface = interface(of: element) {
        if interface.parameterCount > 0 { return false }
        continue
      }
      let (file, node) = syntax(of: element)
      if node != .none && trees[file].node(node, at: 1) != .none { return false }
    }
    return !cases.isEmpty
  }

  /// Cases of an enum in order of declaration.
  package func enumCases(of nominal: DeclID) -> [DeclID] {
    guard decls.kind(nominal) == .enumDecl else { return [] }
    return ownMembers(of: nominal).filter { decls.kind($0) == .enumCase }
  }

  /// As `enumCases`, remembered, with their places in `casePlaces`.
  func matchedCases(of nominal: DeclID) -> [DeclID] {
    if let known = caseMemo[nominal] { return known }
    let cases = enumCases(of: nominal)
    for (place, element) in cases.enumerated() { casePlaces[element] = place }
    caseMemo[nominal] = cases
    return cases
  }

  /// Stored instance properties in order of declaration; a wrapped one counts, as its storage.
  package func storedMembers(of nominal: DeclID) -> [DeclID] {
    var seen = IDSet<UInt32>()
    // One that is declared twice counts once.
    return ownMembers(of: nominal).filter {
      isStored($0) && !decls.has($0, .isStatic) && (decls.name($0) == .none || seen.insert(decls.name($0).raw).inserted)
    }
  }

  /// A variable with storage: without accessors, or with observers only. Wrapped properties have their wrapper's.
  package func isStored(_ member: DeclID) -> Bool {
    guard decls.kind(member) == .variable else { return false }
    ensureFlags(member)
    return !decls.has(member, .isComputed) && !decls.has(member, .isSynthesized)
  }
}
