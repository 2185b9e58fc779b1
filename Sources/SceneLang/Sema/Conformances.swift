/// Whether types conform to protocols, and what associated types stand for.

extension Sema {
  /// Whether a type conforms, and why. Conditional conformances are followed to a depth of 32.
  package func conforms(_ type: TypeID, _ proto: DeclID) -> Conformance? {
    guard type != .none, proto != .none else { return nil }
    let row = types[type]
    switch row.kind {
    case .error, .variable: return Conformance(.trivial, type: type, proto: proto)
    case .nominal: return nominalConformance(type, row, proto)
    case .opaque: return opaqueConformance(type, row, proto)
    case .parameter, .member:
      if isTrivial(proto) || isOpenParameter(type) { return Conformance(.trivial, type: type, proto: proto) }
      let canonical = canonicalAbstract(type)
      if canonical != type { return conforms(canonical, proto) }
      if proto == known(.anyObject) { return isClass(type) ? Conformance(.trivial, type: type, proto: proto) : nil }
      for bound in bounds(of: type) where types.kind(bound) == .nominal {
        let decl = types.decl(bound)
        if decls.kind(decl) == .protocolDecl {
          if decl == proto || inheritedProtocols(of: decl).contains(proto) {
            return Conformance(.abstract, type: type, proto: proto)
          }
        } else if let found = conforms(bound, proto) {
          return Conformance(found.kind, type: type, proto: proto, context: found.context)
        }
      }
      return nil
    case .existential:
      if isTrivial(proto) { return Conformance(.trivial, type: type, proto: proto) }
      // An existential argument of a generic call is opened, so its protocols count; not for views and keys, whose
      // types are part of what the call makes.
      if proto == known(.view) || proto == known(.hashable) || proto == known(.equatable) { return nil }
      if proto == known(.anyObject) { return isClass(type) ? Conformance(.trivial, type: type, proto: proto) : nil }
      for bound in types.arguments(type) where types.kind(bound) == .nominal {
        let decl = types.decl(bound)
        if decls.kind(decl) == .protocolDecl {
          if inheritedProtocols(of: decl).contains(proto) { return Conformance(.existential, type: type, proto: proto) }
        } else if conforms(bound, proto) != nil {
          return Conformance(.existential, type: type, proto: proto)
        }
      }
      return nil
    case .metatype, .function, .tuple, .pack:
      return isTrivial(proto) ? Conformance(.trivial, type: type, proto: proto) : nil
    }
  }

  /// By the protocols that the declaration promises. That it conforms is remembered; that it does not may be due to a
  /// signature that is being made.
  private func opaqueConformance(_ type: TypeID, _ row: TypeTable.Row, _ proto: DeclID) -> Conformance? {
    let isLocal = row.summary.contains(.parameter) || row.summary.contains(.variable) || row.summary.contains(.member)
    let key = pair(type.raw, proto.raw)
    if !isLocal, let known = conformanceMemo[key] { return known }
    if isTrivial(proto) { return Conformance(.trivial, type: type, proto: proto) }
    if proto == known(.anyObject) { return isClass(type) ? Conformance(.trivial, type: type, proto: proto) : nil }
    ensureOpaque(type)
    var result: Conformance?
    for bound in opaqueBounds[pair(row.decl.raw, row.flags)] ?? [] where types.kind(bound) == .nominal {
      let decl = types.decl(bound)
      if decls.kind(decl) == .protocolDecl {
        // What the bound says of its associated types does not matter here.
        if decl == proto || inheritedProtocols(of: decl).contains(proto) {
          result = Conformance(.abstract, type: type, proto: proto)
          break
        }
      } else if let found = conforms(substitute(bound, Array(types.arguments(type))), proto) {
        result = Conformance(found.kind, type: type, proto: proto, context: found.context)
        break
      }
    }
    if !isLocal, result != nil, runningClauses == 0 { conformanceMemo[key] = .some(result) }
    return result
  }

  /// Protocols without members that everything conforms to: data races are not checked.
  private func isTrivial(_ proto: DeclID) -> Bool {
    proto == known(.sendable) || proto == known(.copyable) || proto == known(.escapable)
      || proto == known(.sendableMetatype)
  }

  private func nominalConformance(_ type: TypeID, _ row: TypeTable.Row, _ proto: DeclID) -> Conformance? {
    let isLocal = row.summary.contains(.parameter) || row.summary.contains(.variable) || row.summary.contains(.member)
    let key = pair(type.raw, proto.raw)
    if !isLocal, let known = conformanceMemo[key] { return known }
    work.conformanceSearches += 1
    var result: Conformance?
    if isTrivial(proto) {
      result = Conformance(.trivial, type: type, proto: proto)
    } else if proto == known(.anyObject) {
      if decls.kind(row.decl) == .classDecl { result = Conformance(.trivial, type: type, proto: proto) }
    } else if decls.kind(row.decl) != .protocolDecl {
      for entry in conformances(ofNominal: row.decl) where entry.proto == proto {
        if entry.isConditional {
          guard conformanceDepth < 32 else { return nil }
          conformanceDepth += 1
          let holds = holds(entry.context, for: type)
          conformanceDepth -= 1
          if !holds { continue }
        }
        result = Conformance(entry.kind, type: type, proto: proto, context: entry.context)
        break
      }
    }
    if result == nil && isOpen(row.decl) { result = Conformance(.trivial, type: type, proto: proto) }
    if !isLocal && conformanceDepth == 0 && runningClauses == 0 { conformanceMemo[key] = .some(result) }
    return result
  }

  // MARK: Associated types

  /// `type.Name` for an associated type declaration; a `member` type when the base is still abstract.
  package func associatedType(_ type: TypeID, _ decl: DeclID) -> TypeID {
    guard type != .none else { return types.error }
    let member = canonicalAssociatedType(decl)
    let row = types[type]
    switch row.kind {
    case .error: return types.error
    case .variable: return types.make(.member, decl: member, [type])
    case .parameter, .member, .opaque: return abstractMember(type, member)
    case .existential:
      let found = abstractMember(type, member)
      guard types.kind(found) == .member else { return found }
      return existential(bounds(of: found))
    case .nominal:
      if decls.kind(row.decl) == .protocolDecl { return types.error }
      let pattern = associatedPattern(row.decl, member)
      if row.count == 0 || !types[pattern].summary.contains(.parameter) { return pattern }
      return substitute(pattern, Array(types.arguments(type)))
    default: return types.error
    }
  }

  package func associatedType(_ type: TypeID, named name: NameID, of proto: DeclID) -> TypeID {
    guard let decl = associatedTypeDecl(name, of: proto) else { return types.error }
    return associatedType(type, decl)
  }

  private func abstractMember(_ base: TypeID, _ member: DeclID) -> TypeID {
    let type = types.make(.member, decl: member, [base])
    let canonical = canonicalAbstract(type)
    if canonical != type { return canonical }
    guard associatedDepth < 32 else { return type }
    associatedDepth += 1
    defer { associatedDepth -= 1 }
    for bound in bounds(of: base) where types.kind(bound) == .nominal {
      let decl = types.decl(bound)
      if decls.kind(decl) != .protocolDecl { return associatedType(bound, member) }
      let count = types.argumentCount(bound)
      if count > 0 {
        for (i, primary) in primaryAssociatedTypes(of: decl).enumerated() where i < count && primary == member {
          return types.argument(bound, i)
        }
      }
    }
    for proto in protocols(of: base) {
      let index = environmentIndex(proto)
      if environments[index].equalities.isEmpty { continue }
      let own = types.make(.member, decl: member, [types.make(.parameter, decl: selfParameter(of: proto))])
      for equality in environments[index].equalities where equality.from == own && equality.to != own {
        return substitute(equality.to, [base])
      }
    }
    if types.kind(base) == .member {
      let outer = types.argument(base, 0)
      for proto in protocols(of: outer) {
        let index = environmentIndex(proto)
        if environments[index].equalities.isEmpty { continue }
        let own = types.make(
          .member, decl: types.decl(base), [types.make(.parameter, decl: selfParameter(of: proto))])
        let nested = types.make(.member, decl: member, [own])
        for equality in environments[index].equalities where equality.from == nested {
          return substitute(equality.to, [outer])
        }
      }
    }
    return type
  }

  /// What an associated type is for a nominal, in terms of the nominal's own parameters.
  private func associatedPattern(_ nominal: DeclID, _ member: DeclID) -> TypeID {
    let key = pair(nominal.raw, member.raw)
    if let known = associatedMemo[key] { return known }
    guard runningAssociated.insert(key).inserted else { return types.error }
    defer { runningAssociated.remove(key) }
    let found = withEnvironment(nominal) { findAssociated(nominal, member) }
    if runningClauses == 0 || found != types.error { associatedMemo[key] = found }
    return found
  }

  /// `@_implements(Keyframes, Value) typealias KeyframesValue = Root`: says what an associated type is where a generic
  /// parameter has its name. Such an alias is named by the protocol and the associated type.
  private func implementedType(_ nominal: DeclID, _ member: DeclID) -> TypeID? {
    let proto = owner(of: member)
    guard proto != .none else { return nil }
    let alias = names.intern(names[decls.name(proto)] + names[decls.name(member)])
    for decl in memberDecls(of: nominal, alias) where decls.kind(decl) == .typeAlias {
      if hasAttribute(decl, "_implements") { return typeAliasTarget(of: decl) }
    }
    return nil
  }

  private func findAssociated(_ nominal: DeclID, _ member: DeclID) -> TypeID {
    let name = decls.name(member)
    let declared = declaredType(of: nominal)
    if decls.has(nominal, .isPrelude), let explicit = implementedType(nominal, member) { return explicit }
    // A generic parameter of that name is the last resort for the user's types; the prelude's mean it.
    if decls.has(nominal, .isPrelude), let parameter = parameterNamed(name, of: nominal) { return parameter }
    for decl in memberDecls(of: nominal, name) where decls.kind(decl).isType {
      if decls.kind(decl) == .typeAlias, !ownGenericParameters(of: decl).isEmpty { continue }
      var use = TypeUse(file: 0, context: nominal)
      return reference(TypeLookup(decl: decl, base: declared), arguments: .none, node: .none, &use)
    }
    let parent = superclass(of: declared)
    if parent != .none {
      let inherited = associatedType(parent, member)
      if inherited != types.error { return inherited }
    }
    let entries = conformances(ofNominal: nominal)
    for entry in entries {
      if types.argumentCount(entry.type) > 0 {
        for (i, primary) in primaryAssociatedTypes(of: entry.proto).enumerated()
        where i < types.argumentCount(entry.type) && primary == member {
          return types.argument(entry.type, i)
        }
      }
    }
    if name == .rawValueType {
      let raw = rawType(of: nominal)
      if raw != .none { return raw }
    }
    for entry in entries {
      let index = environmentIndex(entry.proto)
      if !environments[index].equalities.isEmpty {
        let own = types.make(.member, decl: member, [types.make(.parameter, decl: selfParameter(of: entry.proto))])
        for equality in environments[index].equalities where equality.from == own {
          let found = substitute(equality.to, [declared])
          if found != types.error { return found }
        }
      }
      for decl in memberDecls(of: entry.proto, name) where decls.kind(decl) == .typeAlias {
        guard extensionHolds(decl, base: declared) else { continue }
        return substitute(typeAliasTarget(of: decl), [declared])
      }
    }
    for entry in entries {
      if let found = inferAssociated(nominal, declared, member, entry.proto, entries) { return found }
    }
    // An equation is read the other way round too: `Element` is `Iterator.Element`, which the iterator's type tells.
    for entry in entries {
      let index = environmentIndex(entry.proto)
      if environments[index].equalities.isEmpty { continue }
      let own = types.make(.member, decl: member, [types.make(.parameter, decl: selfParameter(of: entry.proto))])
      for equality in environments[index].equalities where equality.to == own && types.kind(equality.from) == .member {
        let found = normalize(substitute(equality.from, [declared]))
        if found != types.error, types.kind(found) != .member { return found }
      }
    }
    for entry in entries {
      for decl in memberDecls(of: entry.proto, name) where decls.kind(decl) == .associatedType {
        let found = defaultType(ofAssociated: decl, in: entry.proto)
        if found != .none { return substitute(found, [declared]) }
      }
    }
    return parameterNamed(name, of: nominal) ?? types.error
  }

  /// What an associated type is where a conforming type does not say it, in terms of the protocol's `Self`, or none.
  package func defaultType(ofAssociated decl: DeclID, in proto: DeclID) -> TypeID {
    if let interface = interface(of: decl) {
      return interface.result == nil ? .none : recordedType(interface, of: decl)
    }
    let (file, node) = syntax(of: decl)
    guard node != .none else { return .none }
    let written = trees[file].node(node, at: 6)
    guard written != .none else { return .none }
    let found = withEnvironment(proto) { resolveType(written, file: file, in: proto) }
    return found == types.error ? .none : found
  }

  private func parameterNamed(_ name: NameID, of nominal: DeclID) -> TypeID? {
    for parameter in genericParameters(of: nominal) where decls.name(parameter) == name {
      return types.make(.parameter, decl: parameter)
    }
    return nil
  }

  /// Looks at the requirements that speak of the associated type, in order, and takes what the first witness says.
  private func inferAssociated(
    _ nominal: DeclID, _ declared: TypeID, _ member: DeclID, _ proto: DeclID, _ entries: [ConformanceEntry]
  ) -> TypeID? {
    let own = types.make(.member, decl: member, [types.make(.parameter, decl: selfParameter(of: proto))])
    for requirement in requirements(of: proto) {
      let wanted = signature(of: requirement)
      guard mentions(wanted.result, own) || wanted.parameters.contains(where: { mentions($0.type, own) }) else {
        continue
      }
      // The type's own members come before default implementations.
      var candidates: [(decl: DeclID, arguments: [TypeID], stated: TypeID)] = []
      var current = declared
      var steps = 0
      while current != .none && steps < 64 {
        steps += 1
        let arguments = Array(types.arguments(current))
        for decl in memberDecls(of: types.decl(current), decls.name(requirement)) {
          candidates.append((decl, arguments, .none))
        }
        current = superclass(of: current)
      }
      for entry in entries {
        for decl in memberDecls(of: entry.proto, decls.name(requirement)) where !isRequirement(decl) {
          // `extension SetAlgebra where ArrayLiteralElement == Element` says the answer instead of asking for it.
          if isSimilar(requirement, decl), let stated = statedType(of: member, by: decl, for: declared),
            wanted.parameters.map(\.label) == signature(of: decl).parameters.map(\.label)
          {
            candidates.append((decl, [declared], stated))
          } else if extensionHolds(decl, base: declared) {
            candidates.append((decl, [declared], .none))
          }
        }
      }
      for (decl, arguments, stated) in candidates {
        if stated != .none { return stated }
        guard isSimilar(requirement, decl) else { continue }
        let have = signature(of: decl)
        guard wanted.parameters.count == have.parameters.count else { continue }
        var binding = TypeID.none
        var fits = true
        for i in wanted.parameters.indices where fits {
          fits =
            wanted.parameters[i].label == have.parameters[i].label
            && bind(wanted.parameters[i].type, substitute(have.parameters[i].type, arguments), own, &binding, depth: 0)
        }
        if fits { fits = bind(wanted.result, substitute(have.result, arguments), own, &binding, depth: 0) }
        if fits && binding != .none && binding != types.error { return binding }
      }
    }
    return nil
  }

  /// What the where clause of a default implementation's extension makes equal to an associated type of Self.
  private func statedType(of member: DeclID, by decl: DeclID, for declared: TypeID) -> TypeID? {
    let context = decls.parent(decl)
    guard context != .none, decls.kind(context) == .extensionDecl, isConstrained(context) else { return nil }
    func isWanted(_ type: TypeID) -> Bool {
      types.kind(type) == .member && types.decl(type) == member && types.kind(types.argument(type, 0)) == .parameter
    }
    let index = environmentIndex(context)
    for requirement in environments[index].requirements.dropFirst(environments[index].nominalCount) {
      guard case .equal(let a, let b) = requirement else { continue }
      let other = isWanted(a) ? b : isWanted(b) ? a : TypeID.none
      guard other != .none else { continue }
      let found = substitute(other, [declared])
      // `extension View where Body == Never` is for those that say so; a view without a body does not.
      if found == knownType(.never) { continue }
      if found != types.error { return found }
    }
    return nil
  }

  private func mentions(_ type: TypeID, _ part: TypeID, depth: Int = 0) -> Bool {
    if type == .none { return false }
    if type == part { return true }
    guard depth < TypeTable.depthLimit, types[type].summary.contains(.member) else { return false }
    for i in 0..<types.argumentCount(type) where mentions(types.argument(type, i), part, depth: depth + 1) {
      return true
    }
    return false
  }

  /// Matches a requirement's type against a witness's; associated types of Self other than the wanted one fit anything.
  private func bind(_ pattern: TypeID, _ type: TypeID, _ wanted: TypeID, _ binding: inout TypeID, depth: Int) -> Bool {
    if pattern == .none || type == .none { return pattern == type }
    if pattern == wanted {
      if type == types.error { return true }
      if binding == .none { binding = type }
      return binding == type
    }
    if pattern == type || pattern == types.error || type == types.error || depth > TypeTable.depthLimit { return true }
    let row = types[pattern]
    if row.kind == .parameter || row.kind == .member || row.kind == .opaque { return true }
    let other = types[type]
    if other.kind == .parameter { return true }
    guard row.kind == other.kind, row.decl == other.decl, row.count == other.count else { return false }
    for i in 0..<Int(row.count) {
      if !bind(types.argument(pattern, i), types.argument(type, i), wanted, &binding, depth: depth + 1) { return false }
    }
    return true
  }

  /// Same kind of declaration and same side (instance or static); a case may fulfil a static requirement.
  func isSimilar(_ requirement: DeclID, _ decl: DeclID) -> Bool {
    let wanted = decls.kind(requirement)
    let have = decls.kind(decl)
    if have == .enumCase { return decls.has(requirement, .isStatic) && (wanted == .variable || wanted == .function) }
    return wanted == have && (wanted == .initializer || decls.has(requirement, .isStatic) == decls.has(decl, .isStatic))
  }
}
