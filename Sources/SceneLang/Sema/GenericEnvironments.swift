/// Generic parameters in scope, what is required of them, and what follows for abstract types.

extension Sema {
  // MARK: Parameters

  /// Generic parameters that the declaration itself introduces: of its clause, then one for each `some P` among its
  /// parameters. A protocol introduces `Self`.
  package func ownGenericParameters(of decl: DeclID) -> [DeclID] {
    switch decls.kind(decl) {
    case .extensionDecl, .module, .variable, .enumCase, .associatedType, .genericParameter, .parameter,
      .deinitializer, .operatorDecl, .precedenceGroup, .macro:
      return []
    default: break
    }
    if decls.isMarked(decl, .isPlain) { return [] }
    if let known = ownGenericMemo[decl] { return known }
    if let interface = interface(of: decl), decls.kind(decl) != .protocolDecl {
      let result = recordedGenericParameters(interface, of: decl)
      ownGenericMemo[decl] = result
      if decls.node(decl) != .none { placeParameters(of: decl, file: decls.file(decl), node: decls.node(decl)) }
      return result
    }
    if decls.has(decl, .isSynthesized) || decls.kind(decl).isNominal && isPlainHead(decl) {
      decls.mark(decl, .isPlain)
      return []
    }
    let outer = genericParameters(of: decls.parent(decl)).count
    var result: [DeclID] = []
    func add(_ name: NameID, _ node: NodeID, isPack: Bool) -> DeclID {
      let file = UInt32(truncatingIfNeeded: decls.file(decl))
      let flags: DeclFlags = decls.has(decl, .isPrelude) ? .isPrelude : []
      let parameter = decls.add(.genericParameter, name: name, parent: decl, file: file, node: node, flags: flags)
      let position = fact(parameter)
      facts[position].genericIndex = UInt16(truncatingIfNeeded: outer + result.count)
      facts[position].isPack = isPack
      result.append(parameter)
      return parameter
    }
    if decls.kind(decl) == .protocolDecl {
      _ = add(.selfType, .none, isPack: false)
      ownGenericMemo[decl] = result
      return result
    }
    let (file, node) = syntax(of: decl)
    guard node != .none else { return [] }
    for written in writtenGenericParameters(of: decl, file: file, node) {
      let parameter = add(written.name, written.node, isPack: written.isPack)
      if written.name == .none {
        opaqueParameters[pair(UInt32(truncatingIfNeeded: file), written.node.raw)] = parameter
      }
    }
    if decls.kind(decl) == .typeAlias, result.isEmpty { result = unboundParameters(ofAlias: decl, file, node) }
    if result.isEmpty { decls.mark(decl, .isPlain) } else { ownGenericMemo[decl] = result }
    return result
  }

  struct WrittenParameter {
    /// None for one that `some P` makes.
    var name: NameID
    var node: NodeID
    var isPack: Bool
  }

  /// Generic parameters in the order of the text: those of the clause, then each `some P` among the parameters.
  func writtenGenericParameters(of decl: DeclID, file: Int, _ node: NodeID) -> [WrittenParameter] {
    var result: [WrittenParameter] = []
    let clause = trees[file].node(node, at: Slot.generics)
    if clause != .none && trees[file].kind(clause) == .genericParameterClause {
      for parameter in trees[file].elements(clause) where trees[file].kind(parameter) == .genericParameter {
        let name = intern(file, trees[file].token(parameter, at: 2))
        let mark = trees[file].token(parameter, at: 1)
        let isPack = mark != .none && trees[file].kind(mark) == .each
        result.append(WrittenParameter(name: name, node: parameter, isPack: isPack))
      }
    }
    switch decls.kind(decl) {
    case .function, .initializer, .subscript_:
      let list = trees[file].node(node, at: Slot.parameters)
      if list != .none {
        for some in someTypes(in: list, file: file) {
          result.append(WrittenParameter(name: .none, node: some, isPack: false))
        }
      }
    default: break
    }
    return result
  }

  /// `typealias List = Array` names the generic type itself: its parameters are the alias's too.
  private func unboundParameters(ofAlias decl: DeclID, _ file: Int, _ node: NodeID) -> [DeclID] {
    let target = trees[file].node(node, at: 6)
    guard target != .none, trees[file].kind(target) == .identifierType, trees[file].node(target, at: 1) == .none,
      genericParameters(of: decls.parent(decl)).isEmpty
    else { return [] }
    let name = intern(file, trees[file].token(target, at: 0))
    guard name != decls.name(decl), let found = lookupType(name, from: decls.parent(decl)) else { return [] }
    switch decls.kind(found.decl) {
    case .structDecl, .classDecl, .enumDecl: break
    default: return []
    }
    let own = ownGenericParameters(of: found.decl)
    return own.count == genericParameters(of: found.decl).count ? own : []
  }

  /// `some P` nodes among the types of a parameter list.
  private func someTypes(in list: NodeID, file: Int) -> [NodeID] {
    var found: [NodeID] = []
    for parameter in trees[file].elements(list) where trees[file].kind(parameter) == .parameter {
      collectSome(trees[file].node(parameter, at: Slot.parameterType), file, &found, depth: 0)
    }
    return found
  }

  private func collectSome(_ node: NodeID, _ file: Int, _ found: inout [NodeID], depth: Int) {
    guard node != .none, depth < 256 else { return }
    switch trees[file].kind(node) {
    case .someType: found.append(node)
    case .optionalType, .arrayType, .dictionaryType, .attributedType, .tupleType, .tupleTypeElement, .identifierType,
      .genericArgumentClause, .functionType:
      for child in trees[file].elements(node) { collectSome(child, file, &found, depth: depth + 1) }
    default: break
    }
  }

  /// All generic parameters in scope inside the declaration, outer types first. A parameter's place in this list is its
  /// place in every argument list (`genericIndex`).
  package func genericParameters(of decl: DeclID) -> [DeclID] {
    guard decl != .none else { return [] }
    if decls.isMarked(decl, .isAllPlain) { return [] }
    if let known = parameterMemo[decl] { return known }
    var result: [DeclID]
    switch decls.kind(decl) {
    case .module: return []
    case .genericParameter, .parameter: return genericParameters(of: decls.parent(decl))
    case .extensionDecl:
      let nominal = extendedNominal(of: decl)
      result = nominal == .none ? [] : genericParameters(of: nominal)
    case .protocolDecl: result = ownGenericParameters(of: decl)
    default:
      result = genericParameters(of: decls.parent(decl))
      let own = ownGenericParameters(of: decl)
      if !own.isEmpty { result.append(contentsOf: own) }
    }
    if result.isEmpty { decls.mark(decl, .isAllPlain) } else { parameterMemo[decl] = result }
    return result
  }

  package func genericIndex(of parameter: DeclID) -> Int { Int(facts[fact(parameter)].genericIndex) }

  package func isPack(_ parameter: DeclID) -> Bool { facts[fact(parameter)].isPack }

  /// `Self` of a protocol.
  package func selfParameter(of proto: DeclID) -> DeclID {
    ownGenericParameters(of: proto).first ?? .none
  }

  func declaredArguments(of nominal: DeclID) -> [TypeID] {
    genericParameters(of: nominal).map { types.make(.parameter, decl: $0) }
  }

  /// The nominal with its own parameters as arguments; a protocol without any.
  package func declaredType(of nominal: DeclID) -> TypeID {
    guard decls.kind(nominal).isNominal else { return types.error }
    let position = fact(nominal)
    if facts[position].declared != .none { return facts[position].declared }
    let isProtocol = decls.kind(nominal) == .protocolDecl
    let type = types.nominal(nominal, isProtocol ? [] : declaredArguments(of: nominal))
    // Parameters that are being read are not complete yet.
    if runningClauses == 0 { facts[fact(nominal)].declared = type }
    return type
  }

  /// `Self` inside a nominal, an extension (with its same-type requirements applied) or a protocol (its parameter).
  package func selfType(of context: DeclID) -> TypeID {
    let position = fact(context)
    if facts[position].typeState == .done { return facts[position].type }
    var type = types.error
    switch decls.kind(context) {
    case .protocolDecl: type = types.make(.parameter, decl: selfParameter(of: context))
    case .structDecl, .classDecl, .enumDecl: type = declaredType(of: context)
    case .extensionDecl:
      let nominal = extendedNominal(of: context)
      if nominal == .none { return types.error }
      if facts[position].typeState == .running { return selfType(of: nominal) }
      if let interface = interface(of: context) {
        type = recordedType(interface, of: context)
        break
      }
      _ = environmentIndex(context)
      facts[fact(context)].typeState = .running
      type = withEnvironment(context) { normalize(selfType(of: nominal)) }
      if runningClauses > 0 {
        // A where clause is being read, perhaps this one's: the answer is not final.
        facts[fact(context)].typeState = .new
        return type
      }
    default:
      let around = typeContext(of: context)
      return around == .none ? types.error : selfType(of: around)
    }
    let after = fact(context)
    facts[after].type = type
    facts[after].typeState = .done
    return type
  }

  // MARK: Environments

  /// Makes the generic requirements of a declaration hold until the matching `leave`; returns what held before.
  package func enter(_ context: DeclID) -> DeclID {
    let before = environmentContext
    environmentContext = context
    return before
  }

  package func leave(_ before: DeclID) { environmentContext = before }

  @inline(__always)
  func withEnvironment<R>(_ context: DeclID, _ body: () -> R) -> R {
    let before = enter(context)
    defer { leave(before) }
    return body()
  }

  /// Parameters in scope inside a declaration and what holds for them. While it is being built, what is known so far.
  package func environment(of decl: DeclID) -> GenericEnvironment {
    environments[environmentIndex(decl)]
  }

  func environmentIndex(_ decl: DeclID) -> Int {
    let position = fact(decl)
    if facts[position].environment >= 0 { return Int(facts[position].environment) }
    switch decls.kind(decl) {
    case .variable, .enumCase, .parameter, .genericParameter, .deinitializer, .associatedType:
      let parent = decls.parent(decl)
      if parent != .none {
        let index = environmentIndex(parent)
        facts[fact(decl)].environment = Int32(truncatingIfNeeded: index)
        return index
      }
    default: break
    }
    let index = environments.count
    environments.append(GenericEnvironment())
    facts[position].environment = Int32(truncatingIfNeeded: index)
    buildEnvironment(decl, index)
    return index
  }

  private func buildEnvironment(_ decl: DeclID, _ index: Int) {
    guard decls.kind(decl) != .module else { return }
    runningClauses += 1
    defer { runningClauses -= 1 }
    environments[index].parameters = genericParameters(of: decl)
    let isExtension = decls.kind(decl) == .extensionDecl
    let outer = isExtension ? extendedNominal(of: decl) : decls.parent(decl)
    if outer != .none && decls.kind(decl) != .protocolDecl {
      let around = environments[environmentIndex(outer)]
      environments[index].requirements = around.requirements
      environments[index].equalities = around.equalities
      environments[index].contextCount = around.requirements.count
      environments[index].nominalCount =
        decls.kind(outer) == .extensionDecl ? around.nominalCount : around.requirements.count
    }
    if let interface = interface(of: decl) {
      addRecordedRequirements(interface, index)
      return
    }
    guard !decls.has(decl, .isSynthesized), !isPlainHead(decl) else { return }
    let (file, node) = syntax(of: decl)
    guard node != .none else { return }
    if decls.kind(decl) == .protocolDecl {
      let subject = types.make(.parameter, decl: selfParameter(of: decl))
      environments[index].requirements.append(.conforms(subject, types.nominal(decl)))
    }
    switch decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .function, .initializer, .subscript_, .typeAlias:
      for parameter in ownGenericParameters(of: decl) {
        let place = decls.node(parameter)
        guard place != .none else { continue }
        let subject = types.make(.parameter, decl: parameter)
        if trees[file].kind(place) == .genericParameter {
          addBound(subject, trees[file].node(place, at: 4), file, decl, index)
        } else {
          addBound(subject, trees[file].node(place, at: 1), file, decl, index)
        }
      }
    default: break
    }
    if decls.kind(decl) == .protocolDecl { addAssociatedTypes(of: decl, index, wheres: false) }
    addWhere(of: decl, node, file, index)
    switch decls.kind(decl) {
    case .function, .initializer, .subscript_: addImpliedRequirements(of: decl, file, node, index)
    default: break
    }
    if decls.kind(decl) == .protocolDecl { addAssociatedTypes(of: decl, index, wheres: true) }
    if isExtension { addExtendedArguments(of: decl, file, node, index) }
  }

  /// Bounds of all associated types first, so that where clauses may speak of any of them.
  private func addAssociatedTypes(of proto: DeclID, _ index: Int, wheres: Bool) {
    let base = types.make(.parameter, decl: selfParameter(of: proto))
    for member in associatedTypes(of: proto) {
      let (file, node) = syntax(of: member)
      guard node != .none else { continue }
      if wheres {
        addWhereClause(trees[file].node(node, at: 7), file, proto, index)
        continue
      }
      let subject = types.make(.member, decl: canonicalAssociatedType(member), [base])
      let clause = trees[file].node(node, at: 4)
      if clause != .none {
        for bound in trees[file].elements(clause) { addBound(subject, bound, file, proto, index) }
      }
    }
  }

  private func addWhere(of decl: DeclID, _ node: NodeID, _ file: Int, _ index: Int) {
    let slot: Int
    switch decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .extensionDecl: slot = Slot.typeWhere
    case .function, .initializer, .subscript_: slot = Slot.whereClause
    case .typeAlias: slot = 7
    default: return
    }
    addWhereClause(trees[file].node(node, at: slot), file, decl, index)
  }

  private func addWhereClause(_ clause: NodeID, _ file: Int, _ decl: DeclID, _ index: Int) {
    guard clause != .none, trees[file].kind(clause) == .whereClause else { return }
    for isConformance in [true, false] {
      addRequirements(clause, isConformance, file, decl, index)
    }
  }

  private func addRequirements(
    _ clause: NodeID, _ conformances: Bool, _ file: Int, _ decl: DeclID, _ index: Int
  ) {
    for requirement in trees[file].elements(clause) {
      if (trees[file].kind(requirement) == .conformanceRequirement) != conformances { continue }
      let left = trees[file].node(requirement, at: 0)
      let right = trees[file].node(requirement, at: 2)
      switch trees[file].kind(requirement) {
      case .conformanceRequirement:
        let subject = requirementSubject(left, file, decl)
        if subject != types.error { addBound(subject, right, file, decl, index) }
      case .sameTypeRequirement:
        let a = requirementSubject(left, file, decl)
        let b = requirementSubject(right, file, decl)
        if a != types.error && b != types.error { addEquality(a, b, index) }
      default: break
      }
    }
  }

  private func requirementSubject(_ node: NodeID, _ file: Int, _ decl: DeclID) -> TypeID {
    // `repeat each Content: View` requires it of the pattern.
    var node = node
    if node != .none && trees[file].kind(node) == .packExpansionType { node = trees[file].node(node, at: 1) }
    return withEnvironment(decl) { resolveType(node, file: file, in: decl) }
  }

  private func addBound(_ subject: TypeID, _ bound: NodeID, _ file: Int, _ decl: DeclID, _ index: Int) {
    guard bound != .none else { return }
    let constraint = withEnvironment(decl) { resolveConstraint(bound, file: file, in: decl) }
    if constraint == types.error, types.kind(subject) == .parameter { openParameters.insert(types.decl(subject).raw) }
    addConstraint(subject, constraint, index)
  }

  private func addConstraint(_ subject: TypeID, _ constraint: TypeID, _ index: Int) {
    switch types.kind(constraint) {
    case .existential:
      for part in Array(types.arguments(constraint)) { addConstraint(subject, part, index) }
    case .nominal:
      let decl = types.decl(constraint)
      if decls.kind(decl) == .protocolDecl {
        environments[index].requirements.append(.conforms(subject, constraint))
        let primary = types.argumentCount(constraint) == 0 ? [] : primaryAssociatedTypes(of: decl)
        for (i, member) in primary.enumerated() where i < types.argumentCount(constraint) {
          let left = types.make(.member, decl: canonicalAssociatedType(member), [subject])
          addEquality(left, types.argument(constraint, i), index)
        }
      } else {
        environments[index].requirements.append(.superclass(subject, constraint))
      }
    default: break
    }
  }

  private func addEquality(_ a: TypeID, _ b: TypeID, _ index: Int) {
    // `extension Array where Element == Track`, where nothing declares the type.
    if b == types.error, types.kind(a) == .parameter { openParameters.insert(types.decl(a).raw) }
    environments[index].requirements.append(.equal(a, b))
    func isAbstract(_ type: TypeID) -> Bool {
      let kind = types.kind(type)
      return kind == .parameter || kind == .member
    }
    if a == b { return }
    // The deeper one, or the later parameter, is written as the other; a concrete type always wins.
    if !isAbstract(b) {
      environments[index].equalities.append((a, b))
    } else if !isAbstract(a) {
      environments[index].equalities.append((b, a))
    } else if rank(a) > rank(b) {
      environments[index].equalities.append((a, b))
    } else {
      environments[index].equalities.append((b, a))
    }
  }

  private func rank(_ type: TypeID) -> Int {
    var depth = 0
    var type = type
    while types.kind(type) == .member && depth < 64 {
      depth += 1
      type = types.argument(type, 0)
    }
    let index = types.kind(type) == .parameter ? Int(facts[fact(types.decl(type))].genericIndex) : 0
    return depth * 1024 + index
  }

  /// `extension Foo<Int>`, `extension [String]`: the arguments are same-type requirements.
  private func addExtendedArguments(of decl: DeclID, _ file: Int, _ node: NodeID, _ index: Int) {
    let type = trees[file].node(node, at: Slot.name)
    guard type != .none else { return }
    var arguments: [NodeID] = []
    switch trees[file].kind(type) {
    case .identifierType:
      let clause = trees[file].node(type, at: 1)
      if clause != .none { arguments = Array(trees[file].elements(clause)) }
    case .arrayType: arguments = [trees[file].node(type, at: 1)]
    case .optionalType: arguments = [trees[file].node(type, at: 0)]
    case .dictionaryType: arguments = [trees[file].node(type, at: 1), trees[file].node(type, at: 3)]
    default: return
    }
    for (i, argument) in arguments.enumerated() where i < environments[index].parameters.count {
      let value = resolveType(argument, file: file, in: decls.parent(decl))
      let subject = types.make(.parameter, decl: environments[index].parameters[i])
      if value != types.error { addEquality(subject, value, index) }
    }
  }

  // MARK: Abstract types

  /// An abstract type with the same-type requirements that hold now applied.
  func canonicalAbstract(_ type: TypeID) -> TypeID {
    guard environmentContext != .none else { return type }
    let index = environmentIndex(environmentContext)
    if environments[index].equalities.isEmpty { return type }
    var type = type
    for _ in 0..<8 {
      var next = type
      for equality in environments[index].equalities where equality.from == type {
        next = equality.to
        break
      }
      if next == type { return type }
      type = next
      let kind = types.kind(type)
      if kind != .parameter && kind != .member { return normalize(type) }
    }
    return type
  }

  /// Protocol types (and the superclass) that an abstract type (parameter, opaque, member, existential) promises; not
  /// those that protocols inherit.
  package func bounds(of type: TypeID) -> [TypeID] {
    switch types.kind(type) {
    case .existential: return Array(types.arguments(type))
    case .opaque:
      ensureOpaque(type)
      let bounds = opaqueBounds[pair(types.decl(type).raw, types[type].flags)] ?? []
      if types.argumentCount(type) == 0 { return bounds }
      let arguments = Array(types.arguments(type))
      return bounds.map { substitute($0, arguments) }
    case .parameter, .member: break
    default: return []
    }
    let context = environmentContext
    let key = pair(type.raw, context.raw)
    if let known = boundsMemo[key] { return known }
    var result: [TypeID] = []
    func collect(_ index: Int, _ subject: TypeID, _ arguments: [TypeID]) {
      var i = 0
      while i < environments[index].requirements.count {
        switch environments[index].requirements[i] {
        case .conforms(let a, let b):
          if a == subject {
            let bound = arguments.isEmpty ? b : substitute(b, arguments)
            if !result.contains(bound) { result.append(bound) }
          }
        case .superclass(let a, let b):
          if a == subject {
            let bound = arguments.isEmpty ? b : substitute(b, arguments)
            if !result.contains(bound) { result.append(bound) }
          }
        case .equal(let a, let b):
          // An abstract type equal to this one lends it its bounds.
          if a == subject && a != b, types.kind(b) == .member || types.kind(b) == .parameter {
            collectConforms(index, b, &result)
          }
          if b == subject && a != b, types.kind(a) == .member || types.kind(a) == .parameter {
            collectConforms(index, a, &result)
          }
        }
        i += 1
      }
    }
    if context != .none { collect(environmentIndex(context), type, []) }
    if types.kind(type) == .parameter {
      let parent = decls.parent(types.decl(type))
      let isInScope = context != .none && environments[environmentIndex(context)].parameters.contains(types.decl(type))
      if !isInScope && parent != .none { collect(environmentIndex(parent), type, []) }
    } else {
      // What the protocols of the base require of the associated type.
      let base = types.argument(type, 0)
      let decl = types.decl(type)
      for proto in protocols(of: base) {
        let subject = types.make(.member, decl: decl, [types.make(.parameter, decl: selfParameter(of: proto))])
        collect(environmentIndex(proto), subject, [base])
      }
    }
    // An environment under construction must not fix the answer.
    boundsMemo[key] = isStable(context) ? result : nil
    return result
  }

  private func collectConforms(_ index: Int, _ subject: TypeID, _ result: inout [TypeID]) {
    for requirement in environments[index].requirements {
      switch requirement {
      case .conforms(let a, let b), .superclass(let a, let b):
        if a == subject && !result.contains(b) { result.append(b) }
      case .equal: break
      }
    }
  }

  private func isStable(_ context: DeclID) -> Bool {
    // A context is stable once a request other than its own environment asks; conservatively: no clause is running.
    runningClauses == 0
  }

  /// All protocols an abstract or nominal type conforms to by declaration, inherited ones included.
  package func protocols(of type: TypeID) -> [DeclID] {
    switch types.kind(type) {
    case .nominal:
      let decl = types.decl(type)
      if decls.kind(decl) == .protocolDecl { return inheritedProtocols(of: decl) }
      return conformances(ofNominal: decl).map(\.proto)
    case .parameter, .member, .opaque, .existential:
      var result: [DeclID] = []
      for bound in bounds(of: type) where types.kind(bound) == .nominal {
        let decl = types.decl(bound)
        if decls.kind(decl) == .protocolDecl {
          for proto in inheritedProtocols(of: decl) where !result.contains(proto) { result.append(proto) }
        } else {
          for entry in conformances(ofNominal: decl) where !result.contains(entry.proto) { result.append(entry.proto) }
        }
      }
      return result
    default: return []
    }
  }
}
