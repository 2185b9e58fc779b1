/// The questions inference asks of the declaration side, in the form it needs them.

extension Infer {
  /// Whether a type conforms to a protocol given as a nominal type. A free variable is taken to conform: the bound is
  /// checked when the variable is bound.
  func conformsTo(_ type: TypeID, _ proto: TypeID) -> Bool {
    let type = resolve(type)
    let row = types[type]
    if row.kind == .error || row.kind == .variable || proto == types.error { return true }
    if types.kind(proto) == .existential {
      for i in 0..<types.argumentCount(proto) where !conformsTo(type, types.argument(proto, i)) { return false }
      return true
    }
    if row.kind == .member, row.summary.contains(.variable) { return true }
    if sema.conforms(type, types.decl(proto)) == nil { return false }
    return conformsPrimary(type, proto)
  }

  /// `some Collection<Int>`: the primary associated types must be equal.
  private func conformsPrimary(_ type: TypeID, _ proto: TypeID) -> Bool {
    let count = types.argumentCount(proto)
    if count == 0 { return true }
    let primary = sema.primaryAssociatedTypes(of: types.decl(proto))
    for i in 0..<min(count, primary.count) {
      let member = sema.associatedType(type, primary[i])
      if !unify(member, types.argument(proto, i)) { return false }
    }
    return true
  }

  /// What an associated type stands for, nil while the base is abstract or unknown.
  func normalizedMember(_ decl: DeclID, base: TypeID) -> TypeID? {
    let base = shallow(base)
    switch types.kind(base) {
    case .variable: return nil
    case .error: return types.error
    case .member: if types[base].summary.contains(.variable) { return nil }
    default: break
    }
    let found = sema.associatedType(base, decl)
    if types.kind(found) == .member, types.decl(found) == decl, types.argument(found, 0) == base { return nil }
    return found
  }

  func canonical(_ type: TypeID) -> TypeID { sema.normalize(type) }

  func isSubclass(_ type: TypeID, of other: TypeID) -> Bool { sema.isSubclass(type, of: other) }

  func isClass(_ type: TypeID) -> Bool { sema.isClass(type) }

  func isClassDecl(_ decl: DeclID) -> Bool { decl != .none && sema.decls.kind(decl) == .classDecl }

  /// Tuples without labels hold 0 or none.
  func isNoLabel(_ label: UInt32) -> Bool { label == 0 || label == NameID.none.raw }

  func isNominal(_ kind: DeclKind) -> Bool {
    switch kind {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl: return true
    default: return false
    }
  }

  func isTypeDeclaration(_ decl: DeclID) -> Bool {
    switch sema.decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .typeAlias, .associatedType, .genericParameter: return true
    default: return false
    }
  }

  /// May a literal of this kind have the type (not looking through Optional)?
  func accepts(_ literal: LiteralKind, _ type: TypeID) -> Bool {
    let type = shallow(type)
    let kind = types.kind(type)
    if kind == .error || kind == .variable { return true }
    switch literal {
    case .none: return true
    case .integer:
      if type == known.int || known.isFloating(type) || known.isInteger(type) { return true }
      return mayHaveLiterals(kind) && conformsTo(type, known.byInteger)
    case .float:
      if known.isFloating(type) { return true }
      return mayHaveLiterals(kind) && conformsTo(type, known.byFloat)
    case .boolean:
      return type == known.bool || mayHaveLiterals(kind) && conformsTo(type, known.byBoolean)
    case .character:
      return type == known.string || type == known.character
        || mayHaveLiterals(kind) && conformsTo(type, known.byUnicodeScalar)
    case .string:
      return type == known.string || mayHaveLiterals(kind) && conformsTo(type, known.byString)
    case .interpolation:
      return type == known.string || mayHaveLiterals(kind) && conformsTo(type, known.byInterpolation)
    case .array:
      let decl = types.decl(type)
      return kind == .nominal && (decl == known.arrayDecl || decl == known.setDecl)
        || mayHaveLiterals(kind) && conformsTo(type, known.byArray)
    case .dictionary:
      return kind == .nominal && types.decl(type) == known.dictionaryDecl
        || mayHaveLiterals(kind) && conformsTo(type, known.byDictionary)
    }
  }

  private func mayHaveLiterals(_ kind: TypeTable.Kind) -> Bool {
    kind == .nominal || kind == .parameter || kind == .member
  }

  func isDefault(_ literal: LiteralKind, _ type: TypeID) -> Bool {
    switch literal {
    case .none, .array, .dictionary: return true
    case .integer: return type == known.int
    case .float: return type == known.double
    case .boolean: return type == known.bool
    case .character, .string, .interpolation: return type == known.string
    }
  }
}

extension SyntaxTree {
  /// First token of a node's text; a node without tokens answers the one at its place.
  func firstToken(_ node: NodeID) -> TokenID {
    node == .none || tokens.isEmpty ? .none : TokenID(min(nodes[Int(node.raw)].firstToken, UInt32(tokens.count - 1)))
  }
}

extension Sema {
  /// Active children of a list under `#if`, by the clauses that hold.
  func activeClause(_ config: NodeID, file: Int) -> NodeID? {
    let clause = activeClause(of: config, file: file)
    return clause == .none ? nil : clause
  }

  /// Has a property a wrapper? (The flag is set when the wrappers are first asked for.)
  func isWrapped(_ property: DeclID) -> Bool {
    decls.has(property, .hasWrapper)
      || decls.kind(property) == .variable && !decls.has(property, .isPrelude) && !wrappers(of: property).isEmpty
  }

  /// Does a stored property begin with a value, so that an initialiser may leave it alone?
  func hasInitialValue(_ member: DeclID) -> Bool {
    let (file, node) = syntax(of: member)
    guard node != .none, trees[file].kind(node) == .patternBinding else { return true }
    if trees[file].has(node, at: Slot.bindingValue) { return true }
    if isWrapped(member) {
      if wrappers(of: member).contains(where: { isDefaultInitialized($0) }) { return true }
      if wrapperAttributes(of: member).contains(where: { trees[file].node($0, at: 2) != .none }) { return true }
    }
    if decls.has(member, .isConstant) { return false }
    let type = type(ofVariable: member)
    if types.kind(type) == .tuple, types.argumentCount(type) > 0 {
      // A tuple of optionals begins with nil in each place.
      return types.arguments(type).allSatisfy { unwrapped($0) != .none }
    }
    return unwrapped(type) != .none
  }

  /// Top-level declarations of the module, extensions and macros included.
  func moduleDeclarations() -> [DeclID] {
    declareFiles()
    // Extensions at the top level are among its declarations; the others stand in bodies.
    let inBodies = module.extensions.filter { decls.kind(decls.parent($0)) != .module }
    return module.topLevel + inBodies + module.macros
  }

  /// The prelude's top-level names that may be near a misspelt one. (A name of a module that is not known comes up often.)
  func preludeNames(near spelled: String) -> [String] {
    let name = names.intern(spelled)
    if let known = nearMemo[name] { return known }
    let reach = NameSuggestions.Reach(spelled)
    let found = prelude.index.topLevel.compactMap { entry in
      let name = prelude.index.name(of: entry)
      return reach.admits(prelude.index.utf8(of: name)) ? prelude.index.text(of: name) : nil
    }
    nearMemo[name] = found
    return found
  }

  /// The module's top-level names that may be near a misspelt one.
  func topLevelNames(near spelled: String) -> [String] {
    declareFiles()
    let name = names.intern(spelled)
    if let known = nearOwnMemo[name] { return known }
    let reach = NameSuggestions.Reach(spelled)
    let found = module.topLevel.compactMap { decl -> String? in
      let name = decls.name(decl)
      return names.withUTF8(name) { reach.admits($0) } ? names[name] : nil
    }
    nearOwnMemo[name] = found
    return found
  }

  /// Whether a name looks like a slip of one of the prelude's at the top.
  func isSlipOfPrelude(_ spelled: String) -> Bool {
    let name = names.intern(spelled)
    if let known = slipMemo[name] { return known }
    let isSlip = !NameSuggestions.slips(of: spelled, among: preludeNames(near: spelled)).isEmpty
    slipMemo[name] = isSlip
    return isSlip
  }
}
