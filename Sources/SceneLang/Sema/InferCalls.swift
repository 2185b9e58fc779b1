/// Calls: from a callee and its arguments to the chosen candidate and its typed node.
///
/// One candidate that matches by labels is applied at once. Several are tried without writing nodes, and the winner is
/// applied. `applyCall` is the only place that checks arguments for good, and so the only one that reports.

extension Infer {
  // MARK: Kinds of callees

  /// `name(...)`.
  func callIdentifier(_ base: NodeID, _ suffix: NodeID, expected: TypeID) -> ExprID {
    let token = tree.token(base, at: 0)
    let name = name(token)
    let site = CallSite(node: base, name: name, nameNode: base)
    if token == .none || tree.isMissing(token) {
      return callValue(errorExpression(base), suffix, expected: expected)
    }
    if let entry = lookupLocal(name), tree.kind(token) != .super {
      if entry.decl != .none, isTypeDeclaration(entry.decl) {
        return callCandidates(
          [Candidate(entry.decl)], base: .none, suffix, generics: tree.node(base, at: 1), expected: expected, site: site
        )
      }
      if entry.decl != .none {
        return callLocalFunction(entry, suffix, expected: expected, site: site)
      }
      return callValue(useLocal(entry, base), suffix, expected: expected)
    }
    switch tree.kind(token) {
    case .self, .super, .dollarIdentifier, .Self:
      return callValue(identifier(base, expected: .none), suffix, expected: expected)
    default: break
    }
    let found = lookup(name, base)
    if found.candidates.isEmpty {
      return callValue(errorExpression(base), suffix, expected: expected)
    }
    var candidates = found.candidates
    if let labels = optionalNode(tree.node(base, at: 2)) {
      _ = labels
      return callValue(
        reference(
          candidates, base: found.base, site: site, generics: .none, labels: tree.node(base, at: 2), expected: .none),
        suffix, expected: expected)
    }
    // A member may hide a global function of another shape: `print(x)` in a type with a property `print`.
    if found.base != .none, !candidates.contains(where: { isCallable($0.decl) }) {
      let outside = sema.lookupTopLevel(name).filter { isCallable($0) }
      let memberIsFunctionValue = candidates.contains { typeRow(memberType($0)).kind != .nominal }
      if !outside.isEmpty && !memberIsFunctionValue { candidates = outside.map { Candidate($0) } }
    }
    if found.base != .none, let outer = outerFunctions(name, candidates, suffix) {
      return callCandidates(
        outer, base: .none, suffix, generics: tree.node(base, at: 1), expected: expected, site: site)
    }
    return callCandidates(
      candidates, base: found.base, suffix, generics: tree.node(base, at: 1), expected: expected, site: site)
  }

  /// `min(a, b)` in a collection: functions outside of types, where no member takes the arguments by their labels.
  private func outerFunctions(_ name: NameID, _ members: [Candidate], _ suffix: NodeID) -> [Candidate]? {
    guard members.allSatisfy({ sema.decls.kind($0.decl) == .function }) else { return nil }
    let outer = sema.lookupTopLevel(name).filter { sema.decls.kind($0) == .function }.map { Candidate($0) }
    if outer.isEmpty { return nil }
    let start = arguments.count
    pushArguments(of: suffix)
    let range = start..<arguments.count
    let size = matches.count
    for _ in range { matches.append(-1) }
    defer {
      arguments.cut(to: start)
      matches.cut(to: size)
    }
    func takes(_ candidate: Candidate) -> Bool {
      if case .none = match(sema.signature(of: candidate.decl).parameters, range, into: size).failure { return true }
      return false
    }
    if members.contains(where: takes) { return nil }
    let fitting = outer.filter(takes)
    return fitting.isEmpty ? nil : fitting
  }

  private func optionalNode(_ node: NodeID) -> NodeID? { node == .none ? nil : node }

  private func isCallable(_ decl: DeclID) -> Bool {
    switch sema.decls.kind(decl) {
    case .function, .initializer, .enumCase: return true
    default: return isTypeDeclaration(decl)
    }
  }

  /// `base.name(...)`.
  func callMember(_ base: ExprID, _ member: NodeID, _ suffix: NodeID, expected: TypeID) -> ExprID {
    var value = base
    let token = tree.token(member, at: 1)
    let name = name(token)
    var site = memberSite(value, member, name)
    if token == .none || tree.isMissing(token) || kind(of: value) == .error && isError(value) {
      return callValue(errorExpression(member, receiver: value, keeping: []), suffix, expected: expected)
    }
    if name == .selfValue { return callValue(value, suffix, expected: expected) }
    if name == .initializer, let delegation = delegatingInit(value, member, suffix) { return delegation }
    if let element = tupleElement(value, name, member) { return callValue(element, suffix, expected: expected) }
    var candidates = memberCandidates(value, name)
    if candidates.isEmpty, let unwrapped = implicitlyUnwrapped(value) {
      value = unwrapped
      candidates = memberCandidates(value, name)
    }
    if candidates.isEmpty {
      if let dynamic = dynamicMember(value, name, member, expected: .none) {
        return callValue(dynamic, suffix, expected: expected)
      }
      reportUnknownMember(value, name, member, isCall: true)
      return callValue(errorExpression(member, receiver: value, keeping: []), suffix, expected: expected)
    }
    if tree.node(member, at: 3) != .none {
      return callValue(
        reference(
          candidates, base: value, site: site, generics: tree.node(member, at: 2), labels: tree.node(member, at: 3),
          expected: .none), suffix, expected: expected)
    }
    if name == .initializer { site.name = .initializer }
    return callCandidates(
      candidates, base: value, suffix, generics: tree.node(member, at: 2), expected: expected, site: site)
  }

  /// Calls one of some candidates: functions, types (their initialisers), values of function type.
  func callCandidates(
    _ candidates: [Candidate], base: ExprID, _ suffix: NodeID, generics: NodeID, expected: TypeID, site: CallSite
  ) -> ExprID {
    if let probe = checker.probe { probe.noteCall(self, candidates, suffix) }
    let start = arguments.count
    pushArguments(of: suffix)
    defer { arguments.cut(to: start) }
    return callCandidates(
      candidates, base: base, arguments: start..<arguments.count, generics: generics, expected: expected, site: site)
  }

  func callCandidates(
    _ candidates: [Candidate], base: ExprID, arguments range: Range<Int>, generics: NodeID, expected: TypeID,
    site: CallSite
  ) -> ExprID {
    var explicit: [TypeID] = []
    if let first = candidates.first, isTypeDeclaration(first.decl) {
      noteUse(of: first.decl, site)
      let type = typeOf(typeNamed: first.decl, node: site.nameNode, generics: generics, base: first.base)
      return construct(type, range, expected: expected, site: site)
    }
    if generics != .none { for child in tree.elements(generics) { explicit.append(resolveType(child)) } }
    func isCallable(_ candidate: Candidate) -> Bool {
      switch sema.decls.kind(candidate.decl) {
      case .function, .initializer, .enumCase, .subscript_: return true
      default: return false
      }
    }
    let callable = candidates.allSatisfy(isCallable) ? candidates : candidates.filter(isCallable)
    if callable.isEmpty, let first = candidates.first {
      let value = memberExpression(first, base: base, site: site, expected: .none)
      noteUse(of: first.decl, site)
      return callValue(value, range, expected: expected, node: site.node)
    }
    if callable.count < candidates.count {
      // A property of function type beside functions of the same name is the last choice.
      let fits = callable.filter { candidate in
        let size = matches.count
        for _ in range { matches.append(-1) }
        defer { matches.cut(to: size) }
        if case .none = match(sema.signature(of: candidate.decl).parameters, range, into: size).failure { return true }
        return false
      }
      let isViable = fits.contains { candidate in
        let size = matches.count
        for _ in range { matches.append(-1) }
        defer { matches.cut(to: size) }
        _ = match(sema.signature(of: candidate.decl).parameters, range, into: size)
        for i in range where arguments[i].shape == .fixed || arguments[i].shape == .inoutValue { _ = fixedArgument(i) }
        return trial(candidate, range, matchesAt: size, base: base, expected: .none).isViable
      }
      if !isViable, let variable = candidates.first(where: { sema.decls.kind($0.decl) == .variable }) {
        let value = memberExpression(variable, base: base, site: site, expected: .none)
        return callValue(value, range, expected: expected, node: site.node)
      }
    }
    return resolveCall(callable, base: base, arguments: range, expected: expected, site: site, explicit: explicit)
  }

  /// `Type(...)`.
  func construct(_ type: TypeID, _ range: Range<Int>, expected: TypeID, site: CallSite) -> ExprID {
    if type == types.error { return spoiledCall(site.node, of: .none, from: range.lowerBound) }
    let resolved = resolve(type)
    if types.kind(resolved) == .existential
      || types.kind(resolved) == .nominal
        && sema.decls.kind(types.decl(resolved)) == .protocolDecl
    {
      report(
        .protocolMade, "'\(describe(resolved))' is a protocol and cannot be made; make a type that conforms to it",
        site.nameNode)
      return spoiledCall(site.node, of: .none, from: range.lowerBound)
    }
    if range.count == 1, let made = literalMade(of: resolved, from: range.lowerBound) { return made }
    if range.count == 1, let value = resourceItself(resolved, arguments[range.lowerBound]) { return value }
    var candidates = sema.members(of: resolved, .initializer, .metatype)
    if candidates.isEmpty {
      if types.kind(resolved) == .tuple || types.kind(resolved) == .function {
        return errorExpression(site.node)
      }
      if !sema.isOpen(type: resolved), !sema.isPartial(type: resolved), !sema.hasUnmodelledImport {
        report(.noInitializer, "'\(describe(resolved))' has no initializers", site.nameNode)
      }
      return spoiledCall(site.node, type: resolved, of: .none, from: range.lowerBound)
    }
    // The expected type binds generic arguments that are not written.
    if types[resolved].summary.contains(.variable) {
      candidates = candidates.map { candidate in
        var candidate = candidate
        if candidate.base == .none { candidate.base = resolved }
        return candidate
      }
    }
    if let made = constructAndCall(candidates, resolved, range, expected: expected, site: site) { return made }
    let base = add(.typeReference, types.metatype(resolved), site.nameNode, a: resolved.raw)
    return resolveCall(candidates, base: base, arguments: range, expected: expected, site: site)
  }

  /// `UIColor(#colorLiteral(...))`: a type around a literal that it can be made of is that literal.
  private func resourceItself(_ type: TypeID, _ argument: CallArgument) -> ExprID? {
    guard argument.label == .none, argument.node != .none, tree.kind(argument.node) == .macroExpansion else {
      return nil
    }
    switch tree.name(of: tree.token(argument.node, at: Slot.macroName)) {
    case "colorLiteral", "imageLiteral": break
    default: return nil
    }
    let before = snapshot()
    let value = expression(argument.node, expected: type)
    if self.type(of: value) == type { return value }
    restore(before)
    return nil
  }

  /// `Type(...) { ... }` where no initialiser takes the trailing closure and the value can be called: a layout as a container.
  private func constructAndCall(
    _ candidates: [Candidate], _ type: TypeID, _ range: Range<Int>, expected: TypeID, site: CallSite
  ) -> ExprID? {
    var split = range.lowerBound
    while split < range.upperBound, !arguments[split].isTrailing { split += 1 }
    guard split < range.upperBound, types.kind(type) == .nominal,
      !sema.members(of: type, .callAsFunction, .instance).isEmpty
    else { return nil }
    let takesAll = candidates.contains { candidate in
      let size = matches.count
      for _ in range { matches.append(-1) }
      defer { matches.cut(to: size) }
      if case .none = match(sema.signature(of: candidate.decl).parameters, range, into: size).failure { return true }
      return false
    }
    if takesAll { return nil }
    let base = add(.typeReference, types.metatype(type), site.nameNode, a: type.raw)
    let value = resolveCall(
      candidates, base: base, arguments: range.lowerBound..<split, expected: .none, site: site)
    return callValue(value, split..<range.upperBound, expected: expected, node: site.node)
  }

  /// A call of a value: a closure, a function value, a metatype, or something with `callAsFunction`.
  func callValue(_ value: ExprID, _ suffix: NodeID, expected: TypeID) -> ExprID {
    let start = arguments.count
    pushArguments(of: suffix)
    defer { arguments.cut(to: start) }
    let node = kind(of: value) == .local ? body.expressions[Int(value.raw)].node : suffix
    return callValue(value, start..<arguments.count, expected: expected, node: node)
  }

  func callValue(_ value: ExprID, _ range: Range<Int>, expected: TypeID, node: NodeID) -> ExprID {
    if kind(of: value) == .error, isError(value) {
      return spoiledCall(node, of: value, from: range.lowerBound)
    }
    let type = forced(type(of: value))
    switch types.kind(type) {
    case .metatype:
      return construct(
        resolve(types.argument(type, 0)), range, expected: expected,
        site: CallSite(node: node, name: .initializer, nameNode: node))
    case .function: return callFunctionValue(value, type, range, labels: nil, node: node)
    case .error, .variable: return spoiledCall(node, of: value, from: range.lowerBound)
    default: break
    }
    let candidates = sema.members(of: type, .callAsFunction, .instance)
    if !candidates.isEmpty {
      return resolveCall(
        candidates, base: value, arguments: range, expected: expected,
        site: CallSite(node: node, name: .callAsFunction, nameNode: node))
    }
    if isOptional(type) {
      let wrapped = types.argument(type, 0)
      if let unwrapped = implicitlyUnwrapped(value) {
        return callValue(unwrapped, range, expected: expected, node: node)
      }
      let callee = resolve(wrapped)
      if types.kind(callee) == .function {
        reportNotUnwrapped(value, type, node, member: "(...)")
        return spoiledCall(
          node, type: types.argument(callee, types.argumentCount(callee) - 1), of: value, from: range.lowerBound)
      }
    }
    if let call = dynamicCall(value, type, range, expected: expected, node: node) { return call }
    report(.notAFunction, "cannot call a value of type '\(describe(type))'", node)
    return spoiledCall(node, of: value, from: range.lowerBound)
  }

  /// A value of function type: its parameters have no labels (unless a local function's are given).
  private func callFunctionValue(
    _ value: ExprID, _ type: TypeID, _ range: Range<Int>, labels: [NameID]?, node: NodeID
  ) -> ExprID {
    let count = types.argumentCount(type) - 1
    var parameters: [Signature.Parameter] = []
    for i in 0..<count {
      var parameter = Signature.Parameter(
        label: labels.map { $0[i] } ?? .none, name: .none, type: types.argument(type, i))
      parameter.isInout = types.label(type, i) & TypeTable.ParameterFlags.inoutParameter != 0
      parameters.append(parameter)
    }
    let base = matches.count
    for _ in range { matches.append(-1) }
    defer { matches.cut(to: base) }
    let result = match(parameters, range, into: base)
    let callee = calleeName(value)
    if case .none = result.failure {
    } else if let repaired = reportMatchFailure(
      result.failure, parameters, range, callee: callee, node: node, candidates: 1)
    {
      _ = repaired
    }
    var values: [ExprID] = [ExprID](repeating: .none, count: count)
    for pass in 0..<3 {
      for i in range {
        let position = Int(matches[base + i - range.lowerBound])
        guard position >= 0, values[position] == .none, passOf(arguments[i].shape) == pass else { continue }
        values[position] = argument(
          i, to: parameters[position].type, parameter: parameters[position], callee: callee,
          position: i - range.lowerBound)
      }
    }
    for i in range where matches[base + i - range.lowerBound] < 0 { walkArgument(i) }
    for i in values.indices where values[i] == .none { values[i] = errorExpression(node, type: parameters[i].type) }
    let flags = types[type].flags
    let expr = add(.callValue, types.argument(type, count), node, a: value.raw)
    body.expressions[Int(expr.raw)].list = list(values)
    if flags & TypeTable.FunctionFlags.throwing != 0 { noteThrow(node) }
    if flags & TypeTable.FunctionFlags.async != 0 { noteAwait(node) }
    return expr
  }

  /// A value of a type marked `@dynamicCallable`: its arguments become one collection.
  private func dynamicCall(
    _ value: ExprID, _ type: TypeID, _ range: Range<Int>, expected: TypeID, node: NodeID
  ) -> ExprID? {
    guard types.kind(type) == .nominal, sema.hasAttribute(types.decl(type), "dynamicCallable") else { return nil }
    let name = known.name("dynamicallyCall")
    let hasLabels = range.contains { arguments[$0].label != .none }
    let candidates = sema.members(of: type, name, .instance)
    func takes(_ label: String) -> Candidate? {
      candidates.first { candidate in
        let parameters = sema.signature(of: candidate.decl).parameters
        return parameters.count == 1 && text(parameters[0].label) == label
      }
    }
    guard
      let chosen = hasLabels ? takes("withKeywordArguments") : takes("withArguments") ?? takes("withKeywordArguments"),
      let parameter = sema.signature(of: chosen.decl).parameters.first
    else { return nil }
    let collection = substitute(parameter.type, sema.outerArguments(of: chosen))
    let count = types.argumentCount(collection)
    guard types.kind(collection) == .nominal, count > 0 else { return nil }
    let element = types.argument(collection, count - 1)
    var parts: [ExprID] = []
    for i in range {
      if count == 2 {
        let label = arguments[i].label == .none ? "" : text(arguments[i].label)
        parts.append(add(.stringLiteral, known.string, node, a: string(label)))
      }
      parts.append(
        checked(arguments[i].node, to: element, purpose: .argument(index: i - range.lowerBound, callee: name)))
    }
    let literal = add(count == 2 ? .dictionaryLiteral : .arrayLiteral, collection, node, b: DeclID.none.raw)
    body.expressions[Int(literal.raw)].list = list(parts)
    let start = arguments.count
    arguments.append(
      CallArgument(
        label: parameter.label, node: node, whole: node, isTrailing: false, shape: .fixed, arity: -1, expr: literal))
    defer { arguments.cut(to: start) }
    return resolveCall(
      [chosen], base: value, arguments: start..<arguments.count, expected: expected,
      site: CallSite(node: node, name: name, nameNode: node))
  }

  private func calleeName(_ value: ExprID) -> NameID {
    let row = body.expressions[Int(value.raw)]
    switch row.kind {
    case .local: return sema.names.intern(body.locals[Int(row.a)].name)
    case .storedMember, .computedMember: return sema.decls.name(DeclID(row.b))
    case .global: return sema.decls.name(DeclID(row.a))
    default: return .none
    }
  }

  /// A local function: a closure in a local, called with the labels and defaults of its declaration.
  private func callLocalFunction(_ entry: LocalEntry, _ suffix: NodeID, expected: TypeID, site: CallSite) -> ExprID {
    let start = arguments.count
    pushArguments(of: suffix)
    defer { arguments.cut(to: start) }
    // Overloads of local functions: the first whose labels match.
    var entries = [entry]
    var hidden = entry.hidden
    while hidden >= 0 {
      let outer = localEntries[Int(hidden)]
      if outer.decl == .none || isTypeDeclaration(outer.decl) { break }
      entries.append(outer)
      hidden = outer.hidden
    }
    let base = matches.count
    for _ in start..<arguments.count { matches.append(-1) }
    var chosen = entry
    for candidate in entries {
      if case .none = match(sema.signature(of: candidate.decl).parameters, start..<arguments.count, into: base).failure
      {
        chosen = candidate
        break
      }
    }
    matches.cut(to: base)
    let call = resolveCall(
      [Candidate(chosen.decl)], base: .none, arguments: start..<arguments.count, expected: expected, site: site)
    if kind(of: call) == .call {
      let callee = localReference(chosen.local, site.node)
      body.expressions[Int(call.raw)].kind = .callValue
      body.expressions[Int(call.raw)].a = callee.raw
      body.expressions[Int(call.raw)].b = 0
      body.expressions[Int(call.raw)].list2 = .empty
    } else {
      capture(chosen.local)
    }
    return call
  }

  /// `self.init(...)` and `super.init(...)` in an initialiser.
  private func delegatingInit(_ value: ExprID, _ member: NodeID, _ suffix: NodeID) -> ExprID? {
    var source = value
    var isSuper = false
    if kind(of: value) == .upcast {
      source = ExprID(body.expressions[Int(value.raw)].a)
      isSuper = true
    }
    guard kind(of: source) == .local, let own = lookupLocal(.selfValue),
      body.expressions[Int(source.raw)].a == own.local.raw, types.kind(type(of: source)) != .metatype
    else { return nil }
    if !isInitializer {
      report(
        .delegationOutsideInit, "'\(isSuper ? "super" : "self").init' can only be called in an initializer", member)
      return callValue(errorExpression(member), suffix, expected: .none)
    }
    let type = type(of: value)
    var candidates = sema.members(of: type, .initializer, .metatype)
    if isSuper { candidates = candidates.filter { !sema.decls.has($0.decl, .isConvenience) } }
    let start = arguments.count
    pushArguments(of: suffix)
    defer { arguments.cut(to: start) }
    if candidates.isEmpty {
      // A root class of the prelude without declared initialisers (NSObject).
      if arguments.count == start {
        let expr = add(.delegatingInit, types.void, member, a: DeclID.none.raw, b: own.local.raw)
        return expr
      }
      if !sema.isOpen(type: type), !sema.isPartial(type: type) {
        report(.noInitializer, "'\(describe(type))' has no initializers", member)
      }
      walkArguments(from: start)
      return errorExpression(member)
    }
    let base = typeReference(type, member)
    let call = resolveCall(
      candidates, base: base, arguments: start..<arguments.count, expected: .none,
      site: CallSite(node: member, name: .initializer, nameNode: member))
    delegated = true
    guard kind(of: call) == .initCall else { return call }
    let row = body.expressions[Int(call.raw)]
    var expr = TypedExpr(.delegatingInit, type: types.void, node: member)
    expr.a = row.a
    expr.b = own.local.raw
    expr.list = row.list
    expr.list2 = row.list2
    capture(own.local)
    return add(expr)
  }

  // MARK: Choosing

  /// Chooses among candidates and applies the winner.
  func resolveCall(
    _ candidates: [Candidate], base: ExprID, arguments range: Range<Int>, expected: TypeID, site: CallSite,
    explicit: [TypeID] = []
  ) -> ExprID {
    let matchBase = matches.count
    for _ in range { matches.append(-1) }
    defer { matches.cut(to: matchBase) }
    if candidates.count == 1 {
      return applyCall(
        candidates[0], base: base, range, matchesAt: matchBase, expected: expected, site: site, explicit: explicit,
        candidateCount: 1)
    }
    let filtered = survivors(candidates, range, matchBase)
    let survivors = filtered.indices
    if survivors.isEmpty {
      return applyCall(
        candidates[filtered.closest], base: base, range, matchesAt: matchBase, expected: expected, site: site,
        explicit: explicit,
        candidateCount: candidates.count)
    }
    if survivors.count == 1 {
      return applyCall(
        candidates[survivors[0]], base: base, range, matchesAt: matchBase, expected: expected, site: site,
        explicit: explicit, candidateCount: 1)
    }
    let isSubscripted = self.isSubscripted
    self.isSubscripted = false
    var ranked: [Int]
    if isSubscripted,
      let array = survivors.first(where: {
        nominalDecl(sema.signature(of: candidates[$0].decl).result) == known.arrayDecl
      })
    {
      // `list.reversed()[0]`: what is indexed by a number is the array.
      ranked = [array]
    } else {
      ranked = rankedCandidates(candidates, survivors, base: base, range, matchBase, expected: expected)
    }
    if ranked.count > 1, hasUnknownArgument(range),
      closureInputsDiffer(ranked.map { candidates[$0] }, range, matchBase)
        || resultsDiffer(ranked.map { candidates[$0] })
    {
      // Nothing tells the candidates apart, so the parameters of closures are not known.
      let value = spoiledCall(
        site.node, type: commonResult(ranked.map { candidates[$0] }), of: base, from: range.lowerBound)
      noteCallee(value, ranked.map { candidates[$0].decl })
      return value
    }
    if ranked.count > 1, speculationDepth < 2, solver.steps < Self.stepLimit,
      range.contains(where: { arguments[$0].shape == .closure })
        && closuresDiffer(ranked.map { candidates[$0] }, range, matchBase)
        || range.contains(where: { arguments[$0].shape == .keyPath || isLongImplicitChain(arguments[$0].node) })
        || collectionsDecide(ranked.map { candidates[$0] }, range, matchBase)
        || membersDecide(ranked.map { candidates[$0] }, range, matchBase)
    {
      // Closures are not part of the trials; where they decide, the first candidate they check with is taken.
      if ranked.count > 4 { ranked.removeLast(ranked.count - 4) }
      speculationDepth += 1
      let start = snapshot()
      var best = (index: ranked[0], count: Int.max)
      for index in ranked {
        let value = applyCall(
          candidates[index], base: base, range, matchesAt: matchBase, expected: expected, site: site,
          explicit: explicit, candidateCount: survivors.count)
        // One that fails without a word is no answer, unless something in it is not known.
        let isSilent =
          diagnostics.count == start.diagnostics && kind(of: value) == .error && expected != types.error
          && !hasUnknownArgument(range)
        if diagnostics.count == start.diagnostics, !isSilent {
          speculationDepth -= 1
          return value
        }
        // None may be right: the one that finds least fault is the one that was meant.
        let count = isSilent ? Int.max - 1 : diagnostics.count - start.diagnostics
        if count < best.count { best = (index, count) }
        restore(start)
      }
      speculationDepth -= 1
      ranked = [best.index]
    }
    let value = applyCall(
      candidates[ranked[0]], base: base, range, matchesAt: matchBase, expected: expected, site: site,
      explicit: explicit, candidateCount: survivors.count)
    if kind(of: value) == .error { noteCallee(value, survivors.map { candidates[$0].decl }) }
    return value
  }

  /// Tells a failed call what was called, where all that it may be are deprecated or none is.
  private func noteCallee(_ value: ExprID, _ candidates: [DeclID]) {
    guard kind(of: value) == .error, let first = candidates.first else { return }
    let isDeprecated = sema.decls.has(first, .isDeprecated)
    guard candidates.allSatisfy({ sema.decls.has($0, .isDeprecated) == isDeprecated }) else { return }
    body.expressions[Int(value.raw)].a = first.raw
    body.expressions[Int(value.raw)].flags |= TypedExprFlags.callee
  }

  /// `NavigationPath([scene])`: is a literal collection given to a bare generic parameter, of which candidates ask
  /// different things? Trials look at its syntax alone.
  private func collectionsDecide(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    for i in range where arguments[i].shape == .flexible {
      let node = unparenthesized(arguments[i].node)
      guard node != .none,
        tree.kind(node) == .arrayExpr || tree.kind(node) == .dictionaryExpr
          || tree.kind(node) == .postfixExpr && isMadeFromKeyPath(node)
      else { continue }
      for candidate in candidates {
        let signature = sema.signature(of: candidate.decl)
        guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
        let position = Int(matches[matchBase + i - range.lowerBound])
        if position >= 0, types.kind(signature.parameters[position].type) == .parameter { return true }
      }
    }
    return false
  }

  /// `Text(names, format: .list(type: .and))`: is a member without base called whose own arguments say what it is of?
  private func membersDecide(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    for i in range where arguments[i].shape == .flexible {
      let node = unparenthesized(arguments[i].node)
      guard node != .none, tree.kind(node) == .postfixExpr, tree.childCount(node) == 2 else { continue }
      let base = tree.node(node, at: 0)
      guard base != .none, tree.kind(base) == .implicitMemberExpr else { continue }
      let name = name(tree.token(base, at: 1))
      for candidate in candidates {
        let signature = sema.signature(of: candidate.decl)
        guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
        let position = Int(matches[matchBase + i - range.lowerBound])
        guard position >= 0, types.kind(signature.parameters[position].type) == .parameter else { continue }
        for case .conforms(let subject, let proto) in signature.requirements
        where subject == signature.parameters[position].type {
          if sema.implicitMembers(ofProtocol: types.decl(proto), name).contains(where: { $0.base == .none }) {
            return true
          }
        }
      }
    }
    return false
  }

  /// `.opacity.combined(with: ...)`: trials look at the first link of an implicit chain alone.
  private func isLongImplicitChain(_ node: NodeID) -> Bool {
    let node = unparenthesized(node)
    guard node != .none, tree.kind(node) == .postfixExpr, tree.childCount(node) > 2 else { return false }
    let base = tree.node(node, at: 0)
    return base != .none && tree.kind(base) == .implicitMemberExpr
  }

  /// The candidates that take the arguments by their labels and by the number of what closures name.
  private func survivors(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> LabelChoice {
    var key = ChoiceKey()
    for candidate in candidates { key.add(candidate.decl.raw, 0x8000_0003) }
    for i in range {
      let argument = arguments[i]
      key.add(argument.label.raw, UInt32(argument.shape.rawValue) << 1 | (argument.isTrailing ? 1 : 0))
      if argument.shape == .closure { key.add(UInt32(bitPattern: Int32(argument.arity)), 4) }
    }
    if let known = checker.labelChoices[key] { return known }
    var choice = LabelChoice()
    var bestMatched = -1
    func judge(_ index: Int) {
      let signature = sema.signature(of: candidates[index].decl)
      let result = match(signature.parameters, range, into: matchBase)
      if case .none = result.failure {
        if arityFits(signature.parameters, range, matchBase) { choice.indices.append(index) }
        if bestMatched < Int.max - 1 {
          bestMatched = Int.max - 1
          choice.closest = index
        }
      } else if result.matched > bestMatched {
        bestMatched = result.matched
        choice.closest = index
      }
    }
    // What the prelude's index rules out is not parsed, unless all are.
    for index in candidates.indices where !isRuledOut(candidates[index].decl, range) { judge(index) }
    if bestMatched < Int.max - 1 {
      bestMatched = -1
      for index in candidates.indices { judge(index) }
    }
    if choice.indices.count > 1 {
      // An unavailable candidate is only taken when there is no other.
      let available = choice.indices.filter { !sema.decls.has(candidates[$0].decl, .isUnavailable) }
      if !available.isEmpty { choice.indices = available }
    }
    // A signature that is being made has no parameters yet.
    if sema.runningSignatures == 0 { checker.labelChoices[key] = choice }
    return choice
  }

  private func hasUnknownArgument(_ range: Range<Int>) -> Bool {
    range.contains { arguments[$0].shape == .fixed && arguments[$0].expr != .none && isError(arguments[$0].expr) }
  }

  /// Do candidates give a closure that has parameters different ones?
  private func closureInputsDiffer(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    var seen: [Int: TypeID] = [:]
    for candidate in candidates {
      let signature = sema.signature(of: candidate.decl)
      guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
      for i in range where arguments[i].shape == .closure && arguments[i].arity > 0 {
        let position = Int(matches[matchBase + i - range.lowerBound])
        guard position >= 0 else { continue }
        var type = signature.parameters[position].type
        while isOptional(type) { type = types.argument(type, 0) }
        guard types.kind(type) == .function, types.argumentCount(type) > 1 else { continue }
        let input = types.argument(type, 0)
        if let other = seen[i], other != input { return true }
        seen[i] = input
      }
    }
    return false
  }

  private func resultsDiffer(_ candidates: [Candidate]) -> Bool {
    var first: (kind: TypeTable.Kind, decl: DeclID)?
    for candidate in candidates {
      let result = sema.signature(of: candidate.decl).result
      guard result != .none else { continue }
      let kind = types.kind(result)
      let decl = kind == .nominal ? types.decl(result) : DeclID.none
      if let first, first.kind != kind || first.decl != decl { return true }
      first = (kind, decl)
    }
    return false
  }

  /// What all candidates make, its generic arguments unknown; else the error type.
  private func commonResult(_ candidates: [Candidate]) -> TypeID {
    var found = DeclID.none
    for candidate in candidates {
      let result = sema.signature(of: candidate.decl).result
      guard result != .none, types.kind(result) == .nominal else { return types.error }
      if found != .none, types.decl(result) != found { return types.error }
      found = types.decl(result)
    }
    guard found != .none else { return types.error }
    return types.nominal(found, sema.genericParameters(of: found).map { _ in types.error })
  }

  /// Closures and plain values must meet parameters that can take them, by syntax alone.
  private func arityFits(_ parameters: [Signature.Parameter], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    for i in range where arguments[i].shape == .closure {
      let position = Int(matches[matchBase + i - range.lowerBound])
      guard position >= 0 else { continue }
      var type = parameters[position].type
      while isOptional(type) { type = types.argument(type, 0) }
      guard types.kind(type) == .function else { continue }
      let count = types.argumentCount(type) - 1
      let arity = Int(arguments[i].arity)
      if arity < 0 {
        if count > 1 || count == 1 && types.kind(types.argument(type, 0)) == .nominal { return false }
      } else if arity != count {
        if count != 1 { return false }
        let kind = types.kind(types.argument(type, 0))
        if kind == .nominal || kind == .function { return false }
      }
    }
    return true
  }

  /// The viable candidates, best score first and most specific first among equals; the closest one if none is viable.
  private func rankedCandidates(
    _ candidates: [Candidate], _ survivors: [Int], base: ExprID, _ range: Range<Int>, _ matchBase: Int,
    expected: TypeID
  ) -> [Int] {
    for i in range {
      switch arguments[i].shape {
      case .fixed, .inoutValue: _ = fixedArgument(i)
      default: break
      }
    }
    let key = choiceKey(candidates, survivors, range, expected: expected)
    if let key, let known = checker.choices[key] { return known }
    struct Ranked {
      var index: Int
      var trial: Trial
      var match: MatchResult
    }
    var closest = survivors[0]
    var closestFit = -1
    for pass in 0..<2 {
      // The context's type may decide; if it rules all out, it is the caller's to report.
      let hint = pass == 0 ? expected : .none
      var best: [Ranked] = []
      for index in survivors {
        let candidate = candidates[index]
        let result = match(sema.signature(of: candidate.decl).parameters, range, into: matchBase)
        let outcome = trial(candidate, range, matchesAt: matchBase, base: base, expected: hint)
        guard outcome.isViable else {
          if outcome.fitted > closestFit {
            closestFit = outcome.fitted
            closest = index
          }
          continue
        }
        let entry = Ranked(index: index, trial: outcome, match: result)
        if best.isEmpty {
          best = [entry]
          if solver.steps > Self.stepLimit { return [index] }
          continue
        }
        var position = best.count
        while position > 0 {
          let other = best[position - 1]
          let order = outcome.score.compare(other.trial.score)
          if order > 0 { break }
          if order < 0 {
            position -= 1
            continue
          }
          let specific = compareSpecificity(
            candidate, candidates[other.index], defaultsA: result.defaulted, defaultsB: other.match.defaulted,
            variadicA: result.usesVariadic, variadicB: other.match.usesVariadic)
          if specific >= 0 { break }
          position -= 1
        }
        best.insert(entry, at: position)
      }
      if !best.isEmpty {
        let order = best.map(\.index)
        if let key, solver.steps <= Self.stepLimit { checker.choices[key] = order }
        return order
      }
      if expected == .none { break }
    }
    return [closest]
  }

  // MARK: Applying

  private func passOf(_ shape: ArgumentShape) -> Int {
    switch shape {
    case .fixed, .inoutValue: return 0
    case .flexible, .keyPath: return 1
    case .closure: return 2
    }
  }

  private func walkArgument(_ i: Int) {
    guard arguments[i].expr == .none else { return }
    switch arguments[i].shape {
    case .closure: arguments[i].expr = unresolvedClosure(unparenthesized(arguments[i].node))
    case .keyPath: break
    case .flexible: walkFlexible(arguments[i].node)
    default: _ = fixedArgument(i)
    }
  }

  /// Checks the arguments against one candidate for good and writes the call.
  private func applyCall(
    _ candidate: Candidate, base: ExprID, _ range: Range<Int>, matchesAt: Int, expected: TypeID, site: CallSite,
    explicit: [TypeID], candidateCount: Int
  ) -> ExprID {
    let decl = candidate.decl
    let signature = sema.signature(of: decl)
    solver.steps += 1
    noteUse(of: decl, site)
    var typeArguments = sema.openedArguments(of: candidate, signature)
    let outerCount = typeArguments.count
    while typeArguments.count < signature.genericParameters.count {
      let own = typeArguments.count - outerCount
      typeArguments.append(own < explicit.count ? explicit[own] : freshVariable())
    }
    let result = match(signature.parameters, range, into: matchesAt)
    var failed = false
    var isMismatched = false
    if case .none = result.failure {
    } else {
      failed = true
      isMismatched = true
      _ = reportMatchFailure(
        result.failure, signature.parameters, range, callee: displayName(site, decl), node: site.nameNode,
        candidates: candidateCount, decl: decl)
    }
    let openStart = solver.open.count
    var broken: Requirement?
    for requirement in signature.requirements.dropFirst(heldRequirements(of: candidate, signature)) {
      solver.mayOpen = isOpenable(requirement, signature)
      defer { solver.mayOpen = false }
      let substituted = sema.substitute(requirement, typeArguments)
      switch solve(substituted) {
      case .some(true): break
      case .some(false): if broken == nil { broken = substituted }
      case nil: solver.open.append(substituted)
      }
    }
    if let broken, !failed {
      failed = true
      reportRequirement(broken, callee: displayName(site, decl), site.nameNode)
    }
    let declared = signature.result == .none ? types.void : signature.result
    // The context binds what it can before the arguments do; a bare variable is left to the arguments.
    if expected != .none, types[declared].summary.contains(.parameter) {
      bindContext(substitute(declared, typeArguments), expected)
    }
    let parameters = signature.parameters
    // Calls among the arguments put their values on top.
    let first = argumentValues.count
    for _ in parameters.indices { argumentValues.append(.none) }
    defer { argumentValues.cut(to: first) }
    var hasKeyPath = false
    // Passes that have arguments.
    var present = 0
    for i in range {
      if arguments[i].shape == .keyPath { hasKeyPath = true }
      present |= 1 << passOf(arguments[i].shape)
    }
    var variadics: [Int: [ExprID]] = [:]
    var rethrowing = false
    // Arguments whose type only the closures will tell.
    var late: [Int] = []
    for pass in -1..<4 where pass < 3 || !late.isEmpty {
      if pass == 1, expected == types.error || hasUnknownArgument(range) { bindOpen(typeArguments) }
      if pass == 1, expected != .none { bindToContext(declared, typeArguments, range, expected) }
      let hasWork = pass < 0 ? hasKeyPath : pass == 3 || present & 1 << pass != 0
      var waiting: [Int] = []
      for turn in 0..<2 where hasWork && (turn == 0 || !waiting.isEmpty) {
        for i in range where turn == 0 || waiting.contains(i) {
          let position = Int(matches[matchesAt + i - range.lowerBound])
          guard position >= 0 else { continue }
          switch pass {
          case -1: if arguments[i].shape != .keyPath { continue }
          case 3: if !late.contains(i) { continue }
          default: if passOf(arguments[i].shape) != pass { continue }
          }
          let parameter = parameters[position]
          if arguments[i].shape == .keyPath, argumentValues[first + position] != .none { continue }
          let target = substitute(parameter.type, typeArguments)
          if pass < 0, !hasKnownRoot(target) { continue }
          if pass == 1, turn == 0 {
            if waits(i, target) {
              waiting.append(i)
              continue
            }
            if waitsForClosures(i, target, range) {
              late.append(i)
              continue
            }
          }
          if pass == 0, formatsDouble(i, target, range), let value = converted(fixedArgument(i), to: known.double) {
            arguments[i].expr = value
          }
          if pass == 2, turn == 0, usesOpenParameter(i, target, range) {
            waiting.append(i)
            continue
          }
          if isMismatched, arguments[i].shape == .fixed || arguments[i].shape == .flexible {
            // Which parameter it was meant for is not sure.
            argumentValues[first + position] =
              arguments[i].shape == .fixed
              ? fixedArgument(i)
              : expression(
                arguments[i].node, expected: types.error)
            continue
          }
          if types.kind(parameter.type) == .pack {
            variadics[position, default: []].append(
              arguments[i].shape == .fixed ? fixedArgument(i) : expression(arguments[i].node))
            continue
          }
          var builderType = parameter.builderType
          if builderType != .none { builderType = substitute(builderType, typeArguments) }
          let value = argument(
            i, to: target, parameter: parameter, callee: displayName(site, decl), position: i - range.lowerBound,
            builderType: builderType)
          if kind(of: value) == .error { failed = true }
          if parameter.isVariadic {
            variadics[position, default: []].append(value)
          } else {
            argumentValues[first + position] = value
          }
          if signature.isRethrowing, throwsWhenCalled(value) { rethrowing = true }
        }
      }
      if pass >= 0, pass < 2, solver.open.count > openStart, !solveOpen(from: openStart), !failed {
        failed = true
        if restsOnUnknown(range) { continue }
        reportRefused(callee: displayName(site, decl), site.nameNode)
      }
    }
    for i in range where matches[matchesAt + i - range.lowerBound] < 0 { walkArgument(i) }
    if solver.open.count > openStart, !solveOpen(from: openStart), !failed {
      failed = true
      if !restsOnUnknown(range) { reportRefused(callee: displayName(site, decl), site.nameNode) }
    }
    for position in parameters.indices where argumentValues[first + position] == .none {
      let parameter = parameters[position]
      let type = substitute(parameter.type, typeArguments)
      if parameter.isVariadic {
        let elements = variadics[position] ?? []
        let element = types.kind(type) == .pack ? types.error : type
        if elements.count == 1, types.kind(type) == .pack {
          argumentValues[first + position] = elements[0]
        } else {
          let array = add(.arrayLiteral, types.nominal(known.arrayDecl, [element]), site.node, b: DeclID.none.raw)
          body.expressions[Int(array.raw)].list = list(elements)
          argumentValues[first + position] = array
        }
      } else if parameter.hasDefault {
        if types[type].summary.contains(.variable), parameter.decl != .none, !sema.decls.has(parameter.decl, .isPrelude)
        {
          // What is left out says what it is made of: `content: () -> Content = { EmptyView() }`.
          let own = checker.defaultType(of: parameter.decl)
          if own != types.error { _ = conversion(from: own, to: type) }
        }
        let value = add(.defaultArgument, type, site.node, a: parameter.decl.raw)
        body.expressions[Int(value.raw)].list2 = list(typeArguments)
        argumentValues[first + position] = value
      } else {
        argumentValues[first + position] = errorExpression(site.node, type: type)
      }
    }
    if decl == known.typeOfFunction, typeArguments.count == 2 {
      // Its result is the argument's type; the declaration cannot say so.
      _ = unify(typeArguments[1], types.metatype(resolve(typeArguments[0])))
    }
    var made = substitute(declared, typeArguments)
    if candidate.route == .superclass, base != .none, sema.returnsDynamicSelf(decl) {
      let metatype = instanceType(of: base)
      let receiver = metatype == .none ? resolve(type(of: base)) : metatype
      made = isOptional(made) ? optional(receiver) : receiver
    }
    if !failed, candidate.route == .protocolExtension, sema.decls.kind(decl) == .initializer,
      let broken = brokenRequirement(of: made)
    {
      failed = true
      reportRequirement(broken, callee: sema.decls.name(types.decl(resolve(made))), site.nameNode)
    }
    if failed {
      // What takes the place of no parameter was checked by itself.
      let others = range.filter { matches[matchesAt + $0 - range.lowerBound] < 0 }.map { arguments[$0].expr }
      let value = errorExpression(
        site.node, type: failedResult(made), receiver: base, keeping: Array(argumentValues[first...]) + others)
      if candidateCount == 1 { noteCallee(value, [decl]) }
      return value
    }
    if signature.isThrowing && !signature.isRethrowing || rethrowing { noteThrow(site.node) }
    if signature.isAsync { noteAwait(site.node) }
    return writeCall(candidate, base: base, first, typeArguments, made, signature, site: site)
  }

  /// What a nominal type asks of its arguments and does not get: an initialiser that it has from a protocol knows nothing of
  /// `Set`'s `Hashable`.
  private func brokenRequirement(of type: TypeID) -> Requirement? {
    let type = resolve(type)
    guard types.kind(type) == .nominal, types.argumentCount(type) > 0,
      types[type].summary.isDisjoint(with: [.variable, .error])
    else { return nil }
    let arguments = Array(types.arguments(type))
    for requirement in sema.environment(of: types.decl(type)).requirements {
      let asked = sema.substitute(requirement, arguments)
      if solve(asked) == .some(false) { return asked }
    }
    return nil
  }

  /// Where the context or an argument is not known, the generic arguments that it would have told are not either.
  private func bindOpen(_ arguments: [TypeID]) {
    if !solver.open.isEmpty { _ = solveOpen() }
    for argument in arguments {
      let type = shallow(argument)
      if types.kind(type) == .variable, literalKind(type) == .none { _ = bind(type, types.error) }
    }
  }

  /// Is the type of an argument not known, or known in part? (What a failed call makes of known ones may mention the
  /// error type, too: the `ID` of an element that is not Identifiable.)
  private func restsOnUnknown(_ range: Range<Int>) -> Bool {
    range.contains { i in
      guard arguments[i].expr != .none else { return false }
      return isUnknown(type(of: arguments[i].expr), depth: 0)
    }
  }

  private func isUnknown(_ type: TypeID, depth: Int) -> Bool {
    if types[type].summary.contains(.error) || sema.isOpen(type: type) { return true }
    guard depth < 8 else { return false }
    for i in 0..<types.argumentCount(type) where isUnknown(types.argument(type, i), depth: depth + 1) { return true }
    return false
  }

  /// `reduce(.zero, +)`: nothing but the context says what a result is that only a member without base speaks of.
  private func bindToContext(
    _ declared: TypeID, _ typeArguments: [TypeID], _ range: Range<Int>, _ expected: TypeID
  ) {
    guard types.kind(declared) == .parameter else { return }
    let made = shallow(substitute(declared, typeArguments))
    guard types.kind(made) == .variable, literalKind(made) == .none, solver.bound[variableNumber(made)] < 0 else {
      return
    }
    let target = resolve(expected)
    guard !types[target].summary.contains(.variable), target != types.error else { return }
    for i in range where arguments[i].shape == .flexible {
      let node = unparenthesized(arguments[i].node)
      if node != .none, tree.kind(node) == .implicitMemberExpr {
        _ = unify(made, target)
        return
      }
    }
  }

  /// `Text(.now, format: .dateTime)`: a member whose type is that of another argument waits for it.
  private func waits(_ i: Int, _ target: TypeID) -> Bool {
    guard needsContext(arguments[i].node) else { return false }
    let type = resolve(target)
    return types.kind(type) == .member && types[type].summary.contains(.variable)
  }

  /// `keyframeAnimator(initialValue: .zero) { ... } keyframes: { ... }`: a member without base for a generic parameter
  /// of which nothing is known yet, beside closures that may tell.
  private func waitsForClosures(_ i: Int, _ target: TypeID, _ range: Range<Int>) -> Bool {
    guard isOpenParameter(target), solver.bound[variableNumber(shallow(target))] < 0, needsContext(arguments[i].node)
    else { return false }
    return range.contains { arguments[$0].shape == .closure }
  }

  /// A closure that names a parameter of which nothing is known yet waits for the closures beside it.
  private func usesOpenParameter(_ i: Int, _ target: TypeID, _ range: Range<Int>) -> Bool {
    guard range.contains(where: { $0 != i && arguments[$0].shape == .closure }) else { return false }
    var function = resolve(target)
    while isOptional(function) { function = resolve(types.argument(function, 0)) }
    guard types.kind(function) == .function, arguments[i].arity > 0 else { return false }
    for position in 0..<min(types.argumentCount(function) - 1, Int(arguments[i].arity)) {
      guard isOpenParameter(types.argument(function, position)) else { continue }
      if namesParameter(unparenthesized(arguments[i].node), position) { return true }
    }
    return false
  }

  private func isOpenParameter(_ type: TypeID) -> Bool {
    let type = shallow(type)
    return types.kind(type) == .variable && literalKind(type) == .none
  }

  /// A key path whose root is known says what its value is; the argument beside it converts to that.
  private func hasKnownRoot(_ target: TypeID) -> Bool {
    let type = resolve(target)
    guard types.kind(type) == .nominal, types.argumentCount(type) == 2 else { return false }
    return !typeRow(resolve(types.argument(type, 0))).summary.contains(.variable)
  }

  /// Result type of a failed call: kept as far as it is known, so that the chain goes on.
  private func failedResult(_ type: TypeID) -> TypeID {
    let type = forced(type)
    return types[type].summary.contains(.variable) ? types.error : type
  }

  private func writeCall(
    _ candidate: Candidate, base: ExprID, _ firstValue: Int, _ typeArguments: [TypeID], _ made: TypeID,
    _ signature: Signature, site: CallSite
  ) -> ExprID {
    let decl = candidate.decl
    var expr = TypedExpr(.call, type: made, node: site.node)
    expr.a = decl.raw
    expr.b = ExprID.none.raw
    switch sema.decls.kind(decl) {
    case .initializer:
      expr.kind = sema.synthesizedKind(of: decl) == .memberwiseInit ? .memberwiseInit : .initCall
    case .enumCase:
      if isOptional(made), argumentValues.count == firstValue + 1 {
        return add(.wrapOptional, made, site.node, a: argumentValues[firstValue].raw)
      }
      expr.kind = .enumCase
    case .subscript_:
      expr.kind = .subscriptMember
      let receiver = opened(base, candidate)
      expr.a = receiver.raw
      expr.b = decl.raw
      expr.flags = dispatch(candidate, base: base, site: site)
    default:
      expr.flags = dispatch(candidate, base: base, site: site)
      if isInstanceMember(decl), base != .none {
        if instanceType(of: base) != .none {
          // `Type.method(instance)` gives the method bound to the instance.
          return unboundMethod(base, site: site)
        }
        var receiver = opened(base, candidate)
        if sema.decls.has(decl, .isMutating), !isClass(type(of: base)) {
          if let problem = immutability(of: base) {
            reportImmutable(problem, node: site.nameNode, change: .mutatingCall(sema.decls.name(decl)))
            return errorExpression(site.node, type: made)
          }
          receiver = add(.inoutAccess, type(of: receiver), site.node, a: receiver.raw)
        }
        expr.b = receiver.raw
      } else if candidate.route == .requirement, base != .none, instanceType(of: base) == .none {
        expr.b = base.raw
      }
    }
    expr.list = list(argumentValues, from: firstValue)
    expr.list2 = list(typeArguments)
    return add(expr)
  }

  private func unboundMethod(_ base: ExprID, site: CallSite) -> ExprID {
    report(
      .instanceMemberOnType,
      "'\(text(site.name))' is an instance method of '\(describe(instanceType(of: base)))'; call it on a value",
      site.nameNode)
    return errorExpression(site.node)
  }

  func displayName(_ site: CallSite, _ decl: DeclID) -> NameID {
    if sema.decls.kind(decl) == .initializer, let owner = Optional(sema.owner(of: decl)), owner != .none {
      return sema.decls.name(owner)
    }
    return site.name
  }

  /// Binds generic arguments from the expected type where the result is made of them.
  private func bindContext(_ result: TypeID, _ expected: TypeID) {
    var target = resolve(expected)
    let made = resolve(result)
    if types[target].summary.contains(.error) { return }
    switch types.kind(made) {
    case .variable: return
    default: break
    }
    if types.kind(target) == .variable {
      // What is asked of the variable's associated types may say what the result is made of.
      if !solver.open.isEmpty, types.kind(made) == .nominal, literalKind(target) == .none {
        let start = mark()
        if !unify(target, made) || !solveOpen() { rewind(start) }
      }
      return
    }
    while isOptional(target), !isOptional(made) { target = resolve(types.argument(target, 0)) }
    guard types.kind(target) == types.kind(made), types.decl(target) == types.decl(made) else { return }
    if isOptional(made), typeRow(shallow(types.argument(made, 0))).kind == .variable { return }
    let start = mark()
    if !unify(made, target) { rewind(start) }
  }

  /// One argument, checked for its parameter.
  func argument(
    _ i: Int, to target: TypeID, parameter: Signature.Parameter, callee: NameID, position: Int,
    builderType: TypeID = .none
  ) -> ExprID {
    let node = arguments[i].node
    let purpose = Purpose.argument(index: position, callee: callee)
    if parameter.isInout {
      guard arguments[i].shape == .inoutValue else {
        report(
          .missingAmpersand, "an 'inout' argument is marked with '&'", node,
          fixes: [.insert("&", at: place(SourceRange(tree.range(node).start, tree.range(node).start)))])
        return errorExpression(node)
      }
      let storage = fixedArgument(i)
      if isError(storage) { return errorExpression(node) }
      if let problem = immutability(of: storage) {
        reportImmutable(problem, node: tree.node(node, at: 1), change: .inoutArgument)
        return errorExpression(node)
      }
      if !unify(type(of: storage), target) {
        reportMismatch(found: type(of: storage), expected: resolve(target), node, purpose: purpose)
        return errorExpression(node)
      }
      return add(.inoutAccess, resolve(target), node, a: storage.raw)
    }
    if arguments[i].shape == .inoutValue {
      var pointer = resolve(target)
      while isOptional(pointer) { pointer = resolve(types.argument(pointer, 0)) }
      let name = nominalDecl(pointer)
      let isPointer = name != .none && text(sema.decls.name(name)).hasPrefix("Unsafe")
      if isPointer { return add(.inoutAccess, resolve(target), node, a: fixedArgument(i).raw) }
      report(
        .inoutOutsideCall, "'&' can only mark an argument of an 'inout' parameter", node,
        fixes: [.remove(place(SourceRange(tree.range(node).start, tree.range(node).start + 1)), title: "remove '&'")])
      return errorExpression(node)
    }
    if parameter.isAutoclosure, typeRow(resolve(target)).kind == .function {
      let function = resolve(target)
      let result = types.argument(function, types.argumentCount(function) - 1)
      let value = autoclosure(i, result: result, function: function, purpose: purpose)
      return value
    }
    if arguments[i].shape == .closure {
      if let waiting = deferred(i, to: target, parameter: parameter, builderType: builderType, purpose: purpose) {
        return waiting
      }
      return closureArgument(
        unparenthesized(node), to: target, builder: parameter.builder, builderType: builderType, purpose: purpose)
    }
    var expr = arguments[i].expr
    if expr == .none || arguments[i].shape != .fixed
      || !overloadedReferences.isEmpty && overloadedReferences[expr.raw] != nil
    {
      nestedSequence = node
      expr = expression(node, expected: target)
      arguments[i].expr = expr
    }
    return conform(expr, to: target, node, purpose: purpose)
  }

  private func autoclosure(_ i: Int, result: TypeID, function: TypeID, purpose: Purpose) -> ExprID {
    let node = arguments[i].node
    if arguments[i].shape == .fixed, arguments[i].expr != .none {
      let value = conform(arguments[i].expr, to: result, node, purpose: purpose)
      return add(.autoclosure, resolve(function), node, a: value.raw)
    }
    let value = checked(node, to: result, purpose: purpose)
    if kind(of: value) == .error { return value }
    return add(.autoclosure, resolve(function), node, a: value.raw)
  }

  /// Does calling this function value throw (for `rethrows`)?
  private func throwsWhenCalled(_ value: ExprID) -> Bool {
    let row = body.expressions[Int(value.raw)]
    if row.kind == .closure { return throwingClosures.contains(row.a) }
    if row.kind == .functionConversion || row.kind == .wrapOptional { return throwsWhenCalled(ExprID(row.a)) }
    let type = resolve(row.type)
    return types.kind(type) == .function && types[type].flags & TypeTable.FunctionFlags.throwing != 0
  }
}
