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
    if found.base != .none, !candidates.contains(where: { isCallable($0.decl) }), !hidesFunctions(candidates) {
      let outside = sema.lookupTopLevel(name).filter { isCallable($0) }
      let memberIsFunctionValue = candidates.contains {
        // `@Environment(\.openURL) var open` is called in front of the function `open`.
        let type = memberType($0)
        return typeRow(type).kind != .nominal || !sema.members(of: type, .callAsFunction, .instance).isEmpty
      }
      if !outside.isEmpty && !memberIsFunctionValue { candidates = outside.map { Candidate($0) } }
    }
    if found.base != .none, let outer = outerFunctions(name, candidates, suffix) {
      return callCandidates(
        outer, base: .none, suffix, generics: tree.node(base, at: 1), expected: expected, site: site)
    }
    return callCandidates(
      candidates, base: found.base, suffix, generics: tree.node(base, at: 1), expected: expected, site: site)
  }

  /// A property that the type itself declares hides the functions outside that are called like it.
  private func hidesFunctions(_ members: [Candidate]) -> Bool {
    members.allSatisfy {
      sema.decls.kind($0.decl) == .variable && !sema.decls.has($0.decl, .isPrelude) && !mayBeCalled($0)
        && sema.decls.kind(sema.owner(of: $0.decl)) != .protocolDecl
        && !sema.isOpen(type: memberType($0)) && types[memberType($0)].summary.isDisjoint(with: [.error, .variable])
    }
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
    if isHeard, let probe = checker.probe { probe.noteCall(self, candidates, suffix) }
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
      if !isViable, let variable = candidates.first(where: { sema.decls.kind($0.decl) == .variable && mayBeCalled($0) })
      {
        let value = memberExpression(variable, base: base, site: site, expected: .none)
        return callValue(value, range, expected: expected, node: site.node)
      }
    }
    return resolveCall(callable, base: base, arguments: range, expected: expected, site: site, explicit: explicit)
  }

  /// Is the value of a property a function, or something that can be called, as far as that is known?
  private func mayBeCalled(_ property: Candidate) -> Bool {
    var type = resolve(memberType(property))
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    switch types.kind(type) {
    case .nominal:
      return sema.isOpen(type: type) || sema.hasAttribute(types.decl(type), "dynamicCallable")
        || !sema.members(of: type, .callAsFunction, .instance).isEmpty
    default: return true
    }
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
    if flags & TypeTable.FunctionFlags.throwing != 0 { noteThrow(node, unwrittenThrown) }
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
}
