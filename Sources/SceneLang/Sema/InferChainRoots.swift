/// What the rest of a chain says of its first link: columns of a table, publishers of optionals, literals that are
/// searched, and overloads that differ in their results.

extension Infer {
  /// The type that a builder with generic arguments wants of its statements, where these are chains: `TableColumn(...) { }
  /// .width(40)` takes the type of its rows from it. `none` where the builder does not say.
  func chainRoot(of candidates: [Candidate], _ item: NodeID) -> TypeID {
    guard tree.kind(item) == .postfixExpr else { return .none }
    let isChain = tree.childCount(item) > 2
    for candidate in candidates {
      let signature = sema.signature(of: candidate.decl)
      guard let parameter = signature.parameters.first else { continue }
      let isMade = types.kind(parameter.type) == .nominal && types.argumentCount(parameter.type) > 0
      guard isMade ? isChain : types.kind(parameter.type) == .parameter else { continue }
      var arguments: [TypeID] = []
      sema.openArguments(of: candidate, into: &arguments)
      while arguments.count < signature.genericParameters.count { arguments.append(freshVariable()) }
      if isMade { return substitute(parameter.type, arguments) }
      let root = wantedRoot(parameter.type, signature, arguments, item)
      if root != .none { return root }
    }
    return .none
  }

  /// `Tab(value: .home)` where `some TabContent<Page>` is wanted, `DataRepresentation { note in ... }` where `Item` is: what
  /// the builder asks of an associated type says what the first call makes, where its type names an argument so.
  private func wantedRoot(
    _ parameter: TypeID, _ signature: Signature, _ arguments: [TypeID], _ item: NodeID
  ) -> TypeID {
    let base = tree.node(item, at: 0)
    guard base != .none, tree.kind(base) == .identifierExpr, tree.node(base, at: 1) == .none else { return .none }
    let decl = sema.lookupTopLevel(name(tree.token(base, at: 0))).first ?? .none
    guard decl != .none, sema.decls.kind(decl) == .structDecl, sema.decls.has(decl, .isPrelude) else { return .none }
    let count = sema.genericParameters(of: decl).count
    guard count > 0 else { return .none }
    for requirement in signature.requirements {
      var member = DeclID.none
      var wanted = TypeID.none
      switch requirement {
      case .conforms(let subject, let proto) where subject == parameter && types.argumentCount(proto) > 0:
        member = sema.primaryAssociatedTypes(of: types.decl(proto)).first ?? .none
        wanted = types.argument(proto, 0)
      case .equal(let a, let b) where types.kind(a) == .member && types.argument(a, 0) == parameter:
        member = types.decl(a)
        wanted = b
      case .equal(let a, let b) where types.kind(b) == .member && types.argument(b, 0) == parameter:
        member = types.decl(b)
        wanted = a
      default: continue
      }
      guard member != .none else { continue }
      let known = resolve(substitute(wanted, arguments))
      guard types[known].summary.isDisjoint(with: [.variable, .error]) else { continue }
      let made = types.nominal(decl, (0..<count).map { _ in freshVariable() })
      guard sema.conforms(made, sema.owner(of: member)) != nil else { continue }
      let own = sema.associatedType(made, member)
      guard types.kind(own) == .variable, unify(own, known) else { continue }
      return resolve(made)
    }
    return .none
  }

  /// The hint for the first call of a chain.
  func rootHint(_ chain: NodeID, _ base: NodeID, _ expected: TypeID) -> TypeID {
    let own = tree.childCount(chain) > 2 ? TypeID.none : expected
    guard chain == builderItem, builderRoot != .none else { return own }
    let decl = types.decl(builderRoot)
    return sema.decls.name(decl) == name(tree.token(base, at: 0)) ? builderRoot : own
  }

  /// May the chain's first call have to make something else than its arguments say: `Just(user).eraseToAnyPublisher()`
  /// where a publisher of an optional is wanted?
  func mayRebase(_ base: NodeID, _ suffixes: [NodeID], _ expected: TypeID) -> Bool {
    guard suffixes.count > 2, expected != .none, speculationDepth < Self.mostSpeculation,
      let first = tree.bytes(tree.token(base, at: 0)).first, first >= 0x41, first <= 0x5A
    else { return false }
    let wanted = resolve(expected)
    let decl = nominalDecl(wanted)
    return decl != .none && types.argumentCount(wanted) > 0 && decl != known.optionalDecl && decl != known.arrayDecl
      && decl != known.dictionaryDecl && decl != known.setDecl
      && types[wanted].summary.isDisjoint(with: [.variable, .error])
  }

  /// The first link's type with the arguments in which the chain's type differs from what is wanted, where these convert.
  func rebased(_ root: TypeID, _ made: TypeID, _ expected: TypeID) -> TypeID? {
    let root = resolve(root)
    let made = resolve(made)
    let wanted = resolve(expected)
    guard types.kind(root) == .nominal, types.kind(made) == .nominal, types.decl(made) == types.decl(wanted),
      types.argumentCount(made) == types.argumentCount(wanted),
      types[root].summary.isDisjoint(with: [.variable, .error])
    else { return nil }
    var arguments = Array(types.arguments(root))
    var isChanged = false
    let start = mark()
    defer { rewind(start) }
    for i in 0..<types.argumentCount(made) {
      let from = types.argument(made, i)
      let to = types.argument(wanted, i)
      if from == to { continue }
      guard conversion(from: from, to: to) != nil else { return nil }
      for place in arguments.indices where arguments[place] == from {
        arguments[place] = to
        isChanged = true
      }
    }
    return isChanged ? types.nominal(types.decl(root), arguments) : nil
  }

  /// `(0...1).contains(fraction)`, `["http", "https"].contains(url.scheme)`: literals that are searched have the type of
  /// what is looked for. Nil where their own type does.
  func searchedLiteral(_ base: NodeID, _ suffixes: [NodeID]) -> ExprID? {
    guard suffixes.count > 1, tree.kind(suffixes[0]) == .memberSuffix, tree.kind(suffixes[1]) == .callSuffix else {
      return nil
    }
    // Asked of every chain: no text is made for it.
    let name = tree.token(suffixes[0], at: 1)
    guard tree.token(name, is: "contains") || tree.token(name, is: "firstIndex") || tree.token(name, is: "lastIndex")
    else { return nil }
    let inner = unparenthesized(base)
    guard inner != .none else { return nil }
    var operands: [NodeID] = []
    var collection = known.arrayDecl
    switch tree.kind(inner) {
    case .arrayExpr: operands = Array(tree.elements(inner))
    case .sequenceExpr:
      guard tree.childCount(inner) == 3, tree.child(inner, at: 1).isToken else { return nil }
      switch tree.text(tree.child(inner, at: 1).token) {
      case "...": collection = known.closedRangeDecl
      case "..<": collection = known.rangeDecl
      default: return nil
      }
      operands = [tree.node(inner, at: 0), tree.node(inner, at: 2)]
    default: return nil
    }
    guard let kind = literalKind(of: operands) else { return nil }
    let start = arguments.count
    pushArguments(of: suffixes[1])
    defer { arguments.cut(to: start) }
    guard arguments.count == start + 1, !arguments[start].isTrailing else { return nil }
    if arguments[start].shape != .fixed {
      // `[1, 2].contains(3.5)`
      guard kind == .integer, literalKind(of: [arguments[start].node]) == .float else { return nil }
      let wanted = types.nominal(collection, of: known.double)
      return converted(expression(base, expected: wanted), to: wanted)
    }
    let before = snapshot()
    let type = forced(self.type(of: expression(arguments[start].node)))
    restore(before)
    guard type != defaultType(kind), types[type].summary.isDisjoint(with: [.variable, .error]) else { return nil }
    var core = type
    if collection == known.arrayDecl { while isOptional(core) { core = resolve(types.argument(core, 0)) } }
    guard types.kind(core) == .nominal, accepts(kind, core) else { return nil }
    let wanted = types.nominal(collection, of: type)
    let value = expression(base, expected: wanted)
    return converted(value, to: wanted) ?? value
  }

  /// What literals are, where a list holds nothing else.
  private func literalKind(of nodes: [NodeID]) -> LiteralKind? {
    var result = LiteralKind.none
    for node in nodes {
      var literal = unparenthesized(node)
      if literal != .none, tree.kind(literal) == .prefixExpr { literal = unparenthesized(tree.node(literal, at: 1)) }
      let kind: LiteralKind
      switch tree.kindIfPresent(literal) {
      case .integerLiteralExpr: kind = .integer
      case .floatLiteralExpr: kind = .float
      case .stringLiteralExpr: kind = stringLiteralKind(literal) == .character ? .character : .string
      default: return nil
      }
      switch (result, kind) {
      case (.none, _): result = kind
      case (.integer, .float): result = .float
      case (.float, .integer): break
      case (.character, .string): result = .string
      case (.string, .character): break
      default: if result != kind { return nil }
      }
    }
    return result == .none ? nil : result
  }

  /// `self.load().sink { ... }` in a method `load()` without a result: of methods without arguments that differ in their
  /// results, the one whose result has the next member is meant.
  func otherResult(_ base: ExprID, _ member: NodeID, _ call: NodeID, next: NameID) -> ExprID? {
    let start = arguments.count
    pushArguments(of: call)
    let isBare = arguments.count == start
    arguments.cut(to: start)
    guard isBare else { return nil }
    let called = name(tree.token(member, at: 1))
    for candidate in memberCandidates(base, called) where sema.decls.kind(candidate.decl) == .function {
      let signature = sema.signature(of: candidate.decl)
      guard signature.parameters.allSatisfy(\.hasDefault), signature.result != .none, signature.result != types.void
      else { continue }
      let before = snapshot()
      let value = resolveCall(
        [candidate], base: base, arguments: start..<start, expected: .none, site: memberSite(base, member, called))
      if diagnostics.count == before.diagnostics, !memberCandidates(value, next).isEmpty { return value }
      restore(before)
    }
    return nil
  }

  // MARK: Arguments that need their context

  /// Could the argument be checked only where its parameter is known: `Set([.top])`, `Platform.value(default: .body)`?
  private func holdsOpenArgument(_ node: NodeID) -> Bool {
    let node = unparenthesized(node)
    guard node != .none, tree.kind(node) == .postfixExpr, tree.childCount(node) <= 3,
      tree.kindIfPresent(tree.node(node, at: 0)) == .identifierExpr
    else { return false }
    let last = tree.lastChild(node)
    guard last.isNode, tree.kind(last.node) == .callSuffix else { return false }
    let clause = tree.node(last.node, at: 0)
    guard clause != .none, tree.kind(clause) == .argumentClause else { return false }
    for child in tree.elements(clause) where tree.kind(child) == .argument {
      var value = unparenthesized(tree.node(child, at: 2))
      if value != .none, tree.kind(value) == .arrayExpr {
        var first = NodeID.none
        for element in tree.elements(value) {
          first = element
          break
        }
        value = first
      }
      if value != .none, implicitName(value) != nil { return true }
    }
    return false
  }

  /// Arguments that fail by themselves for want of a context are left to the parameter of the candidate that is taken.
  func classContextual(_ range: Range<Int>) {
    guard speculationDepth < Self.mostSpeculation, trialDepth == 0 else { return }
    for i in range where arguments[i].shape == .fixed && arguments[i].expr == .none {
      guard holdsOpenArgument(arguments[i].node) else { continue }
      let before = snapshot()
      _ = fixedArgument(i)
      let isOpen = diagnostics[before.diagnostics...].contains { $0.code == "E0312" }
      if isOpen {
        restore(before)
        arguments[i].shape = .flexible
        arguments[i].expr = .none
      }
    }
  }
}
