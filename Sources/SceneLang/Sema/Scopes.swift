/// Name lookup from a place outwards.

extension Sema {
  /// Top-level declarations of the module and the prelude with this name. A type, variable or alias of the module hides
  /// the prelude's; functions of both are overloads.
  package func lookupTopLevel(_ name: NameID) -> [DeclID] {
    guard name != .none else { return [] }
    declareFiles()
    let key = pair(DeclID.none.raw, name.raw)
    if let known = memberMemo[key] { return known }
    var result = userMembers[key] ?? []
    let hides = result.contains { decls.kind($0) != .function && decls.kind($0) != .operatorDecl }
    if !hides, let preludeName = preludeName(name) {
      for entry in prelude.index.topLevel(preludeName) { result.append(decl(entry)) }
    }
    memberMemo[key] = result
    return result
  }

  /// Top-level declarations of the prelude alone: what its own declarations mean by a name, and `SwiftUI.Name`,
  /// whatever the module calls its types.
  package func lookupPreludeTopLevel(_ name: NameID) -> [DeclID] {
    guard name != .none else { return [] }
    declareFiles()
    guard userMembers[pair(DeclID.none.raw, name.raw)] != nil else { return lookupTopLevel(name) }
    var result: [DeclID] = []
    if let preludeName = preludeName(name) {
      for entry in prelude.index.topLevel(preludeName) { result.append(decl(entry)) }
    }
    return result
  }

  /// What `name` is behind the name of a module: the prelude's declarations, or else those of a module not modelled.
  package func lookupQualified(_ name: NameID) -> [DeclID] {
    let found = lookupPreludeTopLevel(name)
    return found.isEmpty ? lookupTopLevel(name) : found
  }

  /// Looks a name up from a declaration outwards: members of the enclosing types (inherited and protocol ones included),
  /// generic parameters, local declarations, outer types, the module, the prelude. Locals and parameters of bodies are
  /// the caller's.
  package func lookupUnqualified(_ name: NameID, from context: DeclID) -> ScopeLookup {
    let key = MemberKey(type: TypeID(context.raw), name: name, use: 0, context: environmentContext.raw)
    if let known = scopeMemo[key] { return known }
    let result = lookupOutwards(name, from: context)
    // What a body declares comes while it is checked.
    if !result.candidates.isEmpty, module.extensionState == .done, runningClauses == 0, isOutsideBodies(context) {
      scopeMemo[key] = result
    }
    return result
  }

  private func isOutsideBodies(_ context: DeclID) -> Bool {
    var scope = context
    var steps = 0
    while scope != .none, decls.kind(scope) != .module {
      steps += 1
      guard decls.kind(scope).isTypeContext, steps < 64 else { return false }
      scope = decls.parent(scope)
    }
    return true
  }

  /// Of several declarations at top level those that are private to other files are not meant, and one that is private to
  /// this file comes before the others.
  func visible(_ found: [DeclID], from context: DeclID) -> [DeclID] {
    guard found.count > 1, context != .none, found.contains(where: { decls.has($0, .isPrivate) }) else { return found }
    let file = decls.file(context)
    let near = found.filter { !decls.has($0, .isPrivate) || decls.file($0) == file }
    if near.isEmpty { return found }
    let own = near.filter { decls.has($0, .isPrivate) && decls.kind($0).isType }
    return own.isEmpty ? near : own
  }

  private func lookupOutwards(_ name: NameID, from context: DeclID) -> ScopeLookup {
    var result = ScopeLookup()
    var scope = context
    var steps = 0
    while scope != .none && steps < 1024 {
      steps += 1
      switch decls.kind(scope) {
      case .structDecl, .classDecl, .enumDecl, .protocolDecl, .extensionDecl:
        if let parameter = ownGenericParameter(name, of: scope) {
          result.candidates = [Candidate(parameter)]
          result.scope = scope
          return result
        }
        if !mayBeMember(name, of: scope) { break }
        let type = selfType(of: scope)
        let found = memberCandidates(of: type, name, .any, in: scope)
        if !found.isEmpty {
          result.candidates = found
          result.selfType = type
          result.scope = scope
          return result
        }
        // An extension sees the parameters of what it extends.
        if decls.kind(scope) == .extensionDecl,
          let parameter = ownGenericParameter(name, of: extendedNominal(of: scope))
        {
          result.candidates = [Candidate(parameter)]
          result.scope = scope
          return result
        }
      case .module: break
      default:
        if decls.isMarked(scope, .hasLocals), let local = userMembers[pair(scope.raw, name.raw)] {
          result.candidates = local.map { Candidate($0) }
          result.scope = scope
          return result
        }
        if let parameter = ownGenericParameter(name, of: scope) {
          result.candidates = [Candidate(parameter)]
          result.scope = scope
          return result
        }
      }
      scope = decls.parent(scope)
    }
    let isPrelude = context != .none && decls.has(context, .isPrelude)
    if !isPrelude, let known = topLevelMemo[name] {
      result.candidates = known
      return result
    }
    let all = isPrelude ? lookupPreludeTopLevel(name) : lookupTopLevel(name)
    let found = isPrelude ? all : visible(all, from: context)
    result.candidates = found.map { Candidate($0) }
    if !isPrelude, !found.isEmpty, module.extensionState == .done, !all.contains(where: { decls.has($0, .isPrivate) }) {
      topLevelMemo[name] = result.candidates
    }
    if result.candidates.isEmpty {
      result.mayBeUnmodelled = isInOpenType(context) || isNameOfUnknownWrapper(names[name], context)
      result.mayBeForeign = module.hasUnmodelledImport || isInPartialType(context)
    }
    return result
  }

  /// Whether a name that nothing declares may come from an imported module that is not modelled.
  package func mayBeUnmodelled(_ name: NameID) -> Bool {
    declareFiles()
    return module.hasUnmodelledImport
  }

  /// Whether a struct or enum at the module's top may have a member of a name: false where nothing in the module has a
  /// member called so, and no protocol of the prelude either. Most names in a body are of that kind (`Text`, `Color`),
  /// and a module with many types is spared a search in each.
  private func mayBeMember(_ name: NameID, of scope: DeclID) -> Bool {
    let nominal = decls.kind(scope) == .extensionDecl ? extendedNominal(of: scope) : scope
    guard nominal != .none, !decls.has(nominal, .isPrelude),
      decls.kind(nominal) == .structDecl || decls.kind(nominal) == .enumDecl
    else { return true }
    var outer = decls.parent(nominal)
    while outer != .none, decls.kind(outer).isTypeContext { outer = decls.parent(outer) }
    guard outer == .none || decls.kind(outer) == .module else { return true }
    if preludeUses(of: name).contains(.protocolMember) || memberNames.isEmpty { return true }
    // What is first met later is no member's name.
    let place = Int(name.raw)
    if place < memberNames.count, memberNames[place] { return true }
    return mayBeSynthesized(name, of: nominal)
  }

  /// Whether a type of the module, at its top, declares nothing of that name, because no type does: the answer for most
  /// names that are looked for in it, and nothing has to be remembered for it.
  @inline(__always) private func isNoMember(_ name: NameID, of nominal: DeclID) -> Bool {
    let place = Int(name.raw)
    guard !memberNames.isEmpty, place >= memberNames.count || !memberNames[place], !decls.has(nominal, .isPrelude)
    else {
      return false
    }
    let parent = decls.parent(nominal)
    return parent == .none || decls.kind(parent) == .module
  }

  /// Reads all members of a larger module; those of local types are not looked for here.
  func collectMemberNames() {
    guard memberNames.isEmpty, module.topLevel.count + module.extensions.count >= 64 else { return }
    bindExtensions()
    for decl in module.topLevel + module.extensions { readMembers(decl, depth: 0) }
    memberNames = [Bool](repeating: false, count: names.count)
    for key in userMembers.keys { memberNames[Int(UInt32(truncatingIfNeeded: key.raw))] = true }
  }

  private func readMembers(_ decl: DeclID, depth: Int) {
    guard decls.kind(decl).isTypeContext, depth < 256 else { return }
    for member in declaredMembers(of: decl) { readMembers(member, depth: depth + 1) }
  }

  func ownGenericParameter(_ name: NameID, of decl: DeclID) -> DeclID? {
    guard decl != .none else { return nil }
    if decls.kind(decl) == .protocolDecl { return name == .selfType ? selfParameter(of: decl) : nil }
    for parameter in ownGenericParameters(of: decl) where decls.name(parameter) == name { return parameter }
    return nil
  }

  /// Declarations named so in a nominal and its extensions, whatever their constraints: the user's in order, then the
  /// prelude's. Nothing is inherited.
  package func memberDecls(of nominal: DeclID, _ name: NameID) -> [DeclID] {
    if isNoMember(name, of: nominal) { return [] }
    let key = pair(nominal.raw, name.raw)
    if let known = memberMemo[key] { return known }
    work.memberLookups += 1
    bindExtensions()
    if !decls.has(nominal, .isPrelude) { _ = declaredMembers(of: nominal) }
    let position = nominalIndex(nominal)
    while nominals[position].readExtensions < nominals[position].extensions.count {
      let source = nominals[position].extensions[nominals[position].readExtensions]
      nominals[position].readExtensions += 1
      _ = declaredMembers(of: source)
    }
    var result = userMembers[key] ?? []
    if let preludeNominal = preludeNominal(of: nominal), let preludeName = preludeName(name) {
      for entry in prelude.index.members(of: preludeNominal, named: preludeName) { result.append(decl(entry)) }
    }
    if module.extensionState == .done { memberMemo[key] = result }
    return result
  }

  /// Finds out what the user's extensions extend; once, before the first lookup of a member.
  func bindExtensions() {
    declareFiles()
    guard module.extensionState == .new else { return }
    module.extensionState = .running
    // Extensions of types declared in extensions are found in a second round.
    var pending = module.extensions
    var round = 0
    while !pending.isEmpty && round < 4 {
      round += 1
      var later: [DeclID] = []
      for source in pending {
        let owner = extendedNominal(of: source, isLast: round == 4)
        if owner == .none {
          later.append(source)
        } else {
          nominals[nominalIndex(owner)].extensions.append(source)
        }
      }
      if later.count == pending.count && round < 4 { round = 3 }
      pending = later
    }
    module.extensionState = .done
    memberMemo.removeAll(keepingCapacity: true)
  }

  package func extendedNominal(of source: DeclID) -> DeclID {
    if module.extensionState != .done { bindExtensions() }
    return nominals[nominalIndex(source)].extended
  }

  private func extendedNominal(of source: DeclID, isLast: Bool) -> DeclID {
    let position = nominalIndex(source)
    if nominals[position].extendedState == .done { return nominals[position].extended }
    let (file, node) = (decls.file(source), decls.node(source))
    let type = trees[file].node(node, at: Slot.name)
    if !isLast { diagnostics.silence += 1 }
    let found = resolveExtended(type, file: file, in: decls.parent(source))
    if !isLast { diagnostics.silence -= 1 }
    if found != .none || isLast {
      nominals[position].extended = found
      nominals[position].extendedState = .done
    }
    return found
  }

  /// The nominal that `extension X` names: a path of names, an alias, `[T]` or `T?`.
  private func resolveExtended(
    _ node: NodeID, file: Int, in context: DeclID, isQualified: Bool = false
  ) -> DeclID {
    guard node != .none else { return .none }
    let tree = trees[file]
    switch tree.kind(node) {
    case .identifierType:
      let token = tree.token(node, at: 0)
      let name = intern(file, token)
      for decl in isQualified || isPreludeFile(file) ? lookupQualified(name) : lookupTopLevel(name) {
        if decls.kind(decl).isNominal { return decl }
        if decls.kind(decl) == .typeAlias {
          let target = typeAliasTarget(of: decl)
          if types.kind(target) == .nominal { return types.decl(target) }
          if types.kind(target) == .existential, types.argumentCount(target) == 1 {
            return types.decl(types.argument(target, 0))
          }
        }
      }
      if name == .anyObject { return known(.anyObject) }
      reportUnknownType(name, node: node, file: file, in: context)
      return .none
    case .pathType:
      var found = DeclID.none
      var isQualified = false
      for part in tree.elements(node) where tree.kind(part) == .identifierType {
        let name = intern(file, tree.token(part, at: 0))
        if found == .none {
          if !isQualified, isModelledModule(names[name]), lookupTopLevel(name).isEmpty {
            isQualified = true
            continue
          }
          found = resolveExtended(part, file: file, in: context, isQualified: isQualified)
        } else {
          let owner = found
          found = .none
          for decl in memberDecls(of: owner, name) {
            if decls.kind(decl).isNominal { found = decl }
            if decls.kind(decl) == .typeAlias {
              let target = typeAliasTarget(of: decl)
              if types.kind(target) == .nominal { found = types.decl(target) }
            }
          }
          if found == .none { reportUnknownType(name, node: part, file: file, in: context) }
        }
        if found == .none { return .none }
      }
      return found
    case .arrayType: return known(.array)
    case .dictionaryType: return known(.dictionary)
    case .optionalType: return known(.optional)
    default: return .none
    }
  }

  /// Functions of a user's operator: at top level and static in any of the module's types.
  package func userOperators(_ name: NameID) -> [DeclID] {
    if module.operatorsState == .new {
      module.operatorsState = .running
      declareFiles()
      for decl in module.topLevel { collectOperators(decl, depth: 0) }
      module.operatorsState = .done
    }
    return module.operators[name] ?? []
  }

  private func collectOperators(_ decl: DeclID, depth: Int) {
    switch decls.kind(decl) {
    case .function:
      // `√` is an operator as `+` is; `é` begins a name.
      let head = names[decls.name(decl)].unicodeScalars.first?.value ?? 0
      let isLetter =
        head == 0x5F || head | 0x20 >= 0x61 && head | 0x20 <= 0x7A
        || head >= 0x80 && !CharacterTable.isOperatorHead(head)
      if !isLetter { module.operators[decls.name(decl), default: []].append(decl) }
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .extensionDecl:
      guard depth < 64 else { return }
      for member in declaredMembers(of: decl) { collectOperators(member, depth: depth + 1) }
    default: break
    }
  }

  /// Functions of an operator in the prelude whose left operand is this nominal (or anything, for `none`).
  package func preludeOperators(_ name: NameID, left: DeclID) -> [DeclID] {
    guard let preludeName = preludeName(name) else { return [] }
    var result: [DeclID] = []
    let nominal = left == .none ? nil : preludeNominal(of: left)
    if left != .none && nominal == nil { return [] }
    for entry in prelude.index.operators(preludeName, left: nominal) { result.append(decl(entry)) }
    return result
  }
}
