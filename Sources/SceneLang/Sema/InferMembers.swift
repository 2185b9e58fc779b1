/// Names and members without a call: identifiers, member references, tuple elements, subscripts, dynamic members.

/// Where a name is used: the node the typed expression belongs to and the place that messages point at.
struct CallSite {
  var node: NodeID
  var name: NameID
  var nameNode: NodeID
  /// `super.name`: no dynamic dispatch.
  var isSuper = false
}

extension Infer {
  /// Scope of type names: the innermost local function, or the declaration whose body this is.
  var typeScope: DeclID { localScopes.last ?? context }

  // MARK: Identifiers

  func identifier(_ node: NodeID, expected: TypeID, inChain: Bool = false) -> ExprID {
    let token = tree.token(node, at: 0)
    if token == .none || tree.isMissing(token) { return errorExpression(node) }
    let name = name(token)
    if tree.kind(token) == .super { return superReference(node) }
    let generics = tree.node(node, at: 1)
    if let entry = lookupLocal(name) {
      if entry.decl == .none || generics == .none && !isTypeDeclaration(entry.decl) {
        return useLocal(entry, node)
      }
      return typeReference(typeOf(typeNamed: entry.decl, node: node, generics: generics), node)
    }
    if tree.kind(token) == .self {
      if sema.isInOpenType(context) || isPropertyInitializer && isSubclass(selfType, of: sema.knownType(.nsObject)) {
        // In an initial value of a subclass of NSObject `self` is that class's method.
        return errorExpression(node)
      }
      report(.noSelf, "'self' can only be used in members of a type", node)
      return errorExpression(node)
    }
    if tree.kind(token) == .Self {
      if selfType == .none {
        if sema.isInOpenType(context) { return errorExpression(node) }
        report(.noSelf, "'Self' can only be used in a type", node)
        return errorExpression(node)
      }
      return typeReference(selfType, node)
    }
    if tree.kind(token) == .dollarIdentifier { return dollarName(name, node) }
    if tree.kind(tree.token(node, at: 0)) == .Any { return typeReference(types.any, node) }
    let found = lookup(name, node)
    guard !found.candidates.isEmpty else { return errorExpression(node) }
    return reference(
      found.candidates, base: found.base, site: CallSite(node: node, name: name, nameNode: node), generics: generics,
      labels: tree.node(node, at: 2), expected: expected)
  }

  func useLocal(_ entry: LocalEntry, _ node: NodeID) -> ExprID {
    if unassigned.contains(entry.local.raw) {
      reportUnassigned(entry.name, node)
      unassigned.remove(entry.local.raw)
    }
    let value = localReference(entry.local, node)
    if computedLocals.contains(entry.local.raw) {
      let type = type(of: value)
      return add(.callValue, types.argument(type, 0), node, a: value.raw)
    }
    if wrappedLocals.contains(entry.local.raw) {
      let first = sema.names.withUTF8(entry.name) { $0.first ?? 0 }
      if first == UInt8(ascii: "_") { return value }
      let member: NameID = first == UInt8(ascii: "$") ? .projectedValue : .wrappedValue
      guard let candidate = sema.members(of: type(of: value), member, .instance).first else {
        return errorExpression(node)
      }
      return memberExpression(
        candidate, base: value, site: CallSite(node: node, name: member, nameNode: node), expected: .none)
    }
    return value
  }

  /// `$name` of a local wrapped property, `$0` outside of a closure.
  private func dollarName(_ name: NameID, _ node: NodeID) -> ExprID {
    let spelled = text(name)
    if let digit = spelled.utf8.dropFirst().first, digit >= 0x30 && digit <= 0x39 {
      if let closure = functions.last, closure.closure >= 0 {
        report(.unknownName, "this closure has no parameter '\(spelled)'", node)
      } else {
        report(.unknownName, "'\(spelled)' can only be used in a closure without named parameters", node)
      }
      return errorExpression(node)
    }
    let found = lookup(name, node)
    guard !found.candidates.isEmpty else { return errorExpression(node) }
    return reference(
      found.candidates, base: found.base, site: CallSite(node: node, name: name, nameNode: node), generics: .none,
      labels: .none, expected: .none)
  }

  /// What a name alone means here: `if let x` and `[x]` read it.
  func valueNamed(_ name: NameID, _ node: NodeID) -> ExprID {
    if let entry = lookupLocal(name) { return useLocal(entry, node) }
    let found = lookup(name, node)
    if found.candidates.isEmpty { return errorExpression(node) }
    return reference(
      found.candidates, base: found.base, site: CallSite(node: node, name: name, nameNode: node), generics: .none,
      labels: .none, expected: .none)
  }

  struct FoundName {
    var candidates: [Candidate] = []
    /// Implicit `self` (or `Self`) for members, else none.
    var base = ExprID.none
  }

  /// Candidates for a name seen from here; reports the unknown name.
  func lookup(_ name: NameID, _ node: NodeID) -> FoundName {
    var result = FoundName()
    let found = sema.lookupUnqualified(name, from: typeScope)
    if found.candidates.isEmpty {
      if !found.mayBeUnmodelled { reportUnknownName(name, node, mayBeForeign: found.mayBeForeign) }
      return result
    }
    result.candidates = found.candidates
    if found.selfType != .none, let first = found.candidates.first, !isTypeDeclaration(first.decl) {
      let needsInstance = found.candidates.contains { isInstanceMember($0.decl) }
      if needsInstance, let entry = lookupLocal(.selfValue), !isMetatype(entry.local) {
        var value = localReference(entry.local, node)
        let type = type(of: value)
        if isOptional(type), !isOptional(selfType) {
          // `[weak self]` not yet unwrapped.
          report(
            .optionalNotUnwrapped, "'self' is optional here; write 'self?.\(text(name))', or unwrap it first", node)
          result.candidates = []
          return result
        }
        if isSubclassBase(type, found.selfType) { value = upcast(value, to: found.selfType) }
        result.base = value
        // A static member of the same name is not meant where there is an instance.
        if !found.candidates.allSatisfy({ isInstanceMember($0.decl) }) {
          result.candidates = found.candidates.filter { isInstanceMember($0.decl) }
        }
        if type != found.selfType, types.kind(type) == .nominal, types.kind(found.selfType) == .nominal,
          types.decl(type) == types.decl(found.selfType)
        {
          // A member's own where clause says more of the parameters around it (`where Value == T?`).
          let narrowed = sema.members(of: type, name, .instance)
          if !narrowed.isEmpty { result.candidates = narrowed }
        }
      } else {
        let instance = selfType != .none ? found.selfType : found.selfType
        let statics = found.candidates.filter { !isInstanceMember($0.decl) }
        if statics.isEmpty {
          let isInitial = functions.first.map { _ in isPropertyInitializer } ?? false
          if isInitial {
            report(
              .selfBeforeInit,
              "'\(text(name))' is a member of the instance, which does not exist yet when its initial values are made",
              node)
          } else {
            report(
              .instanceMemberOnType,
              "'\(text(name))' is an instance member of '\(describe(instance))'; there is no instance here", node)
          }
          result.candidates = []
          return result
        }
        result.candidates = statics
        result.base = typeReference(instance, node)
      }
    }
    return result
  }

  private func isMetatype(_ local: LocalID) -> Bool { types.kind(body.locals[Int(local.raw)].type) == .metatype }

  private func isSubclassBase(_ type: TypeID, _ other: TypeID) -> Bool {
    type != other && isClass(type) && isClass(other) && isSubclass(type, of: other)
  }

  func upcast(_ value: ExprID, to type: TypeID) -> ExprID {
    add(.upcast, type, body.expressions[Int(value.raw)].node, a: value.raw)
  }

  func isInstanceMember(_ decl: DeclID) -> Bool {
    switch sema.decls.kind(decl) {
    case .function, .variable, .subscript_: return !sema.decls.has(decl, .isStatic) && sema.owner(of: decl) != .none
    default: return false
    }
  }

  private func superReference(_ node: NodeID) -> ExprID {
    guard let entry = lookupLocal(.selfValue) else {
      report(.noSelf, "'super' can only be used in members of a class", node)
      return errorExpression(node)
    }
    let value = localReference(entry.local, node)
    let parent = sema.superclass(of: type(of: value))
    guard parent != .none, parent != types.error else {
      if sema.isInOpenType(context) { return errorExpression(node) }
      report(.noSelf, "'super' needs a superclass; '\(describe(type(of: value)))' has none", node)
      return errorExpression(node)
    }
    return upcast(value, to: parent)
  }

  // MARK: Types by name

  /// The type a declaration names in an expression; unwritten generic arguments are variables.
  func typeOf(typeNamed decl: DeclID, node: NodeID, generics: NodeID, base: TypeID = .none) -> TypeID {
    var explicit: [TypeID] = []
    if generics != .none { for child in tree.elements(generics) { explicit.append(resolveType(child)) } }
    switch sema.decls.kind(decl) {
    case .genericParameter, .associatedType: return sema.memberType(Candidate(decl, base: base))
    case .typeAlias: return openedAlias(decl, explicit, base: base)
    default: break
    }
    let parameters = sema.genericParameters(of: decl)
    if parameters.isEmpty { return sema.declaredType(of: decl) }
    if explicit.isEmpty, base == .none {
      return withUnsafeTemporaryAllocation(of: TypeID.self, capacity: parameters.count) { arguments in
        for i in 0..<parameters.count { arguments[i] = freshVariable() }
        return types.make(
          .nominal, decl: decl, flags: 0, UnsafeBufferPointer(arguments),
          labels: UnsafeBufferPointer(start: nil, count: 0))
      }
    }
    var arguments: [TypeID] = []
    if base != .none, types.kind(base) == .nominal { arguments = Array(types.arguments(base)) }
    let own = parameters.count - arguments.count
    if !explicit.isEmpty, explicit.count != own {
      if sema.decls.has(decl, .isPrelude), sema.hasUnmodelledImport { return types.error }
      report(
        .genericArgumentCount,
        "'\(text(sema.decls.name(decl)))' has \(own) generic parameter\(own == 1 ? "" : "s"), not \(explicit.count)",
        node)
      return types.error
    }
    for i in 0..<max(0, own) { arguments.append(i < explicit.count ? explicit[i] : freshVariable()) }
    return types.nominal(decl, arguments)
  }

  private func openedAlias(_ decl: DeclID, _ explicit: [TypeID], base: TypeID) -> TypeID {
    let type = sema.memberType(Candidate(decl, base: base))
    let parameters = sema.genericParameters(of: decl)
    var outer = base != .none ? sema.outerArguments(of: Candidate(decl, base: base)) : []
    if outer.isEmpty, parameters.isEmpty { return type }
    // `typealias Stack = VStack` is as generic as the type it names.
    let isUnbound =
      outer.isEmpty && types.kind(type) == .nominal && parameters == sema.genericParameters(of: types.decl(type))
    var used = 0
    while outer.count < parameters.count {
      if used < explicit.count {
        outer.append(explicit[used])
        used += 1
      } else if parameters[outer.count] != .none,
        sema.decls.parent(parameters[outer.count]) == decl || isUnbound
      {
        outer.append(freshVariable())
      } else {
        outer.append(types.make(.parameter, decl: parameters[outer.count]))
      }
    }
    return substitute(type, outer)
  }

  // MARK: References

  /// The value (or type) a name stands for when it is not called.
  func reference(
    _ candidates: [Candidate], base: ExprID, site: CallSite, generics: NodeID, labels: NodeID, expected: TypeID
  ) -> ExprID {
    var candidates = candidates
    if labels != .none {
      if isHeard, let probe = checker.probe { probe.noteLabels(self, candidates, labels) }
      let wanted = labelNames(labels)
      let matching = candidates.filter { candidate in
        guard sema.decls.kind(candidate.decl) == .function || sema.decls.kind(candidate.decl) == .initializer else {
          return false
        }
        return sema.signature(of: candidate.decl).parameters.map(\.label) == wanted
      }
      if !matching.isEmpty { candidates = matching }
    }
    guard var chosen = candidates.first else { return errorExpression(site.node) }
    if candidates.count > 1 { chosen = preferred(candidates, expected: expected) }
    let isOverloaded =
      candidates.count > 1 && expected == .none
      && candidates.allSatisfy { sema.decls.kind($0.decl) == .function && sema.decls.kind(chosen.decl) == .function }
    noteUse(of: chosen.decl, site)
    if isTypeDeclaration(chosen.decl) {
      let outer = chosen.base
      if sema.decls.kind(chosen.decl) == .protocolDecl {
        // `Error.self` is the type of values of any error.
        return typeReference(types.make(.existential, [types.nominal(chosen.decl)]), site.node)
      }
      if generics == .none, outer == .none || base == .none, let own = typeAround(chosen.decl) {
        // `Box.self` inside of `Box<T>` is `Box<T>.self`.
        return typeReference(own, site.node)
      }
      return typeReference(
        typeOf(typeNamed: chosen.decl, node: site.nameNode, generics: generics, base: outer), site.node)
    }
    let value = memberExpression(chosen, base: base, site: site, expected: expected)
    if isOverloaded { overloadedReferences[body.expressions[Int(value.raw)].node.raw] = candidates }
    return value
  }

  /// The generic type that the code stands in, with its own parameters, if a declaration is that.
  private func typeAround(_ decl: DeclID) -> TypeID? {
    switch sema.decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl: break
    default: return nil
    }
    if sema.genericParameters(of: decl).isEmpty { return nil }
    var scope = typeScope
    var steps = 0
    while scope != .none, steps < 256 {
      if sema.decls.kind(scope).isTypeContext, sema.nominal(ofContext: scope) == decl {
        let type = sema.selfType(of: scope)
        return types.kind(type) == .nominal ? type : nil
      }
      scope = sema.decls.parent(scope)
      steps += 1
    }
    return nil
  }

  /// The functions that an uncalled name may mean, where there are several.
  func overloads(of value: ExprID) -> [Candidate]? {
    if overloadedReferences.isEmpty || kind(of: value) == .error { return nil }
    return overloadedReferences[body.expressions[Int(value.raw)].node.raw]
  }

  /// Whether one of the functions that an uncalled name may mean converts to the type; binds what that tells.
  func overloadConverts(_ value: ExprID, to target: TypeID) -> Conversion? {
    guard let candidates = overloads(of: value) else { return nil }
    for candidate in candidates {
      if let conversion = conversion(from: functionType(candidate).type, to: target) { return conversion }
    }
    return nil
  }

  private func labelNames(_ node: NodeID) -> [NameID] {
    var result: [NameID] = []
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isToken else { continue }
      switch tree.kind(child.token) {
      case .leftParen, .rightParen, .colon: break
      case .wildcard: result.append(.none)
      default: result.append(name(child.token))
      }
    }
    return result
  }

  /// Among several candidates of an uncalled name: a variable or case first, else the function that fits the expected
  /// type, else the first.
  private func preferred(_ candidates: [Candidate], expected: TypeID) -> Candidate {
    var fallback: Candidate?
    var best: (candidate: Candidate, score: UInt64)?
    for candidate in candidates {
      let kind = sema.decls.kind(candidate.decl)
      if kind == .variable || kind == .enumCase || isTypeDeclaration(candidate.decl) {
        var penalty: UInt64 = sema.decls.has(candidate.decl, .isDisfavored) ? 2 : 0
        if sema.decls.has(candidate.decl, .isUnavailable) { penalty += 4 }
        if kind == .enumCase, !sema.signature(of: candidate.decl).parameters.isEmpty { penalty += 1 }
        if expected != .none, kind == .variable {
          let start = mark()
          let type = memberType(candidate)
          if conversion(from: type, to: expected) == nil || !solver.open.isEmpty && !solveOpen() { penalty += 8 }
          rewind(start)
        }
        if best == nil || penalty < best!.score { best = (candidate, penalty) }
      } else if expected != .none {
        let start = mark()
        let fits = conversion(from: functionType(candidate).type, to: expected) != nil
        rewind(start)
        if fits, fallback == nil { fallback = candidate }
      }
    }
    if let best { return best.candidate }
    return fallback ?? candidates[0]
  }

  /// Type of a variable or case as seen through its candidate.
  func memberType(_ candidate: Candidate) -> TypeID {
    let decl = candidate.decl
    switch sema.decls.kind(decl) {
    case .variable:
      let type = sema.type(ofVariable: decl)
      if !types[type].summary.contains(.parameter) { return type }
      return substitute(type, sema.outerArguments(of: candidate))
    case .enumCase:
      let signature = sema.signature(of: decl)
      return substitute(signature.result, sema.outerArguments(of: candidate))
    default: return types.error
    }
  }

  /// The function type of a candidate used as a value, with its type arguments.
  func functionType(_ candidate: Candidate) -> (type: TypeID, arguments: [TypeID]) {
    let signature = sema.signature(of: candidate.decl)
    var arguments = sema.outerArguments(of: candidate)
    while arguments.count < signature.genericParameters.count { arguments.append(freshVariable()) }
    for requirement in signature.requirements {
      let substituted = sema.substitute(requirement, arguments)
      if solve(substituted) == nil { solver.open.append(substituted) }
    }
    var parameters: [TypeID] = []
    var flags: [UInt32] = []
    for parameter in signature.parameters {
      let type = substitute(parameter.type, arguments)
      parameters.append(parameter.isVariadic ? types.nominal(known.arrayDecl, of: type) : type)
      flags.append(parameter.isInout ? TypeTable.ParameterFlags.inoutParameter : 0)
    }
    var function: UInt32 = 0
    if signature.isThrowing { function |= TypeTable.FunctionFlags.throwing }
    if signature.isAsync { function |= TypeTable.FunctionFlags.async }
    let result = signature.result == .none ? types.void : substitute(signature.result, arguments)
    return (types.function(parameters, result, flags: function, parameterFlags: labelsOrEmpty(flags)), arguments)
  }

  /// The typed node of a member (or global) that is not called.
  func memberExpression(_ candidate: Candidate, base: ExprID, site: CallSite, expected: TypeID) -> ExprID {
    let decl = candidate.decl
    let node = site.node
    switch sema.decls.kind(decl) {
    case .variable: return variableExpression(candidate, base: base, site: site)
    case .enumCase:
      let signature = sema.signature(of: decl)
      if signature.parameters.isEmpty {
        var arguments = sema.outerArguments(of: candidate)
        while arguments.count < signature.genericParameters.count { arguments.append(freshVariable()) }
        let type = substitute(signature.result, arguments)
        if isOptional(type) { return add(.nilLiteral, type, node) }
        let expr = add(.enumCase, type, node, a: decl.raw)
        body.expressions[Int(expr.raw)].list2 = list(arguments)
        return expr
      }
      let function = functionType(candidate)
      let expr = add(.functionReference, function.type, node, a: decl.raw, b: ExprID.none.raw)
      body.expressions[Int(expr.raw)].list2 = list(function.arguments)
      return expr
    case .function, .initializer:
      if let value = defaultInitializer(candidate, site: site, expected: expected) { return value }
      let function = functionType(candidate)
      var type = function.type
      var bound = base
      if base != .none, instanceType(of: base) != .none {
        if isInstanceMember(decl) {
          // `Type.method` takes the instance first.
          type = types.function([instanceType(of: base)], type)
          bound = .none
        } else if sema.decls.kind(decl) == .initializer || sema.decls.has(decl, .isStatic) {
          bound = .none
        }
      }
      let expr = add(.functionReference, type, node, a: decl.raw, b: bound.raw)
      body.expressions[Int(expr.raw)].list2 = list(function.arguments)
      body.expressions[Int(expr.raw)].flags = dispatch(candidate, base: base, site: site)
      return expr
    default:
      report(.notAValue, "'\(text(site.name))' cannot be used as a value", site.nameNode)
      return errorExpression(node)
    }
  }

  /// `Card.init` where a function of fewer parameters is wanted: those that have no default, in order, become the
  /// parameters of a closure that makes the value.
  private func defaultInitializer(_ candidate: Candidate, site: CallSite, expected: TypeID) -> ExprID? {
    guard expected != .none, sema.synthesizedKind(of: candidate.decl) == .memberwiseInit else { return nil }
    var wanted = resolve(expected)
    while isOptional(wanted) { wanted = resolve(types.argument(wanted, 0)) }
    guard types.kind(wanted) == .function else { return nil }
    let count = types.argumentCount(wanted) - 1
    let signature = sema.signature(of: candidate.decl)
    let needed = signature.parameters.filter { !$0.hasDefault }
    guard signature.parameters.count > count, needed.count == count else { return nil }
    var outer = sema.outerArguments(of: candidate)
    while outer.count < signature.genericParameters.count { outer.append(freshVariable()) }
    let made = substitute(signature.result, outer)
    let type = types.function(needed.map { substitute($0.type, outer) }, made)
    let index = body.closures.count
    body.closures.append(TypedClosure(type: type, node: site.node))
    functions.append(FunctionContext(closure: index, result: made))
    var values: [ExprID] = []
    for parameter in signature.parameters {
      let type = substitute(parameter.type, outer)
      if parameter.hasDefault {
        let value = add(.defaultArgument, type, site.node, a: parameter.decl.raw)
        body.expressions[Int(value.raw)].list2 = list(outer)
        values.append(value)
      } else {
        let local = newLocal(text(parameter.name), type, mutable: false, site.node)
        body.closures[index].parameters.append(local)
        values.append(localReference(local, site.node))
      }
    }
    functions.removeLast()
    var call = TypedExpr(.memberwiseInit, type: made, node: site.node)
    call.a = candidate.decl.raw
    call.b = ExprID.none.raw
    call.list = list(values)
    call.list2 = list(outer)
    let value = add(call)
    body.closures[index].body = block([statement(.returnValue, site.node, a: value.raw)], site.node)
    return add(.closure, type, site.node, a: UInt32(index))
  }

  /// How a member is reached at run time.
  func dispatch(_ candidate: Candidate, base: ExprID, site: CallSite) -> UInt8 {
    if candidate.route == .requirement { return TypedExprFlags.witness }
    if site.isSuper || base == .none { return TypedExprFlags.direct }
    let decl = candidate.decl
    if sema.decls.has(decl, .isFinal) || sema.decls.has(decl, .isPrivate) { return TypedExprFlags.direct }
    if sema.decls.kind(decl) == .initializer { return TypedExprFlags.direct }
    let owner = sema.owner(of: decl)
    return owner != .none && isClassDecl(owner) && !sema.decls.has(owner, .isFinal)
      ? TypedExprFlags.virtual : TypedExprFlags.direct
  }

  private func variableExpression(_ candidate: Candidate, base: ExprID, site: CallSite) -> ExprID {
    let decl = candidate.decl
    let node = site.node
    var outer: [TypeID] = []
    lendArguments(&outer)
    defer { takeBackArguments(&outer) }
    sema.openArguments(of: candidate, into: &outer)
    let type = memberType(candidate)
    let isStatic = sema.decls.has(decl, .isStatic)
    if sema.owner(of: decl) == .none || isStatic {
      if sema.decls.has(decl, .isComputed) || candidate.route == .requirement {
        let expr = add(.computedMember, type, node, a: ExprID.none.raw, b: decl.raw)
        body.expressions[Int(expr.raw)].list2 = list(outer)
        if candidate.route == .requirement { body.expressions[Int(expr.raw)].flags = TypedExprFlags.witness }
        return expr
      }
      return add(.global, type, node, a: decl.raw)
    }
    let base = opened(base, candidate)
    switch sema.synthesizedKind(of: decl) {
    case .wrapperStorage:
      let expr = add(.storedMember, type, node, a: base.raw, b: sema.origin(of: decl).raw)
      body.expressions[Int(expr.raw)].flags = TypedExprFlags.storage
      return expr
    case .wrapperProjection: return projection(of: sema.origin(of: decl), type: type, base: base, outer: outer, node)
    default: break
    }
    // A variable without accessors that the module adds to a type of the prelude is an `@Entry`, which has accessors.
    let isEntry = !sema.decls.has(decl, .isPrelude) && sema.decls.has(sema.owner(of: decl), .isPrelude)
    if sema.decls.has(decl, .isComputed) || candidate.route == .requirement || isEntry {
      let expr = add(.computedMember, type, node, a: base.raw, b: decl.raw)
      body.expressions[Int(expr.raw)].list2 = list(outer)
      body.expressions[Int(expr.raw)].flags = dispatch(candidate, base: base, site: site)
      noteEffects(of: decl, node)
      return expr
    }
    return add(.storedMember, type, node, a: base.raw, b: decl.raw)
  }

  /// Getters that throw or suspend.
  private func noteEffects(of decl: DeclID, _ node: NodeID) {
    if sema.decls.has(decl, .isThrowing) { noteThrow(node) }
    if sema.decls.has(decl, .isAsync) { noteAwait(node) }
  }

  /// `$x`: `projectedValue` of the wrapper in `_x`.
  private func projection(of origin: DeclID, type: TypeID, base: ExprID, outer: [TypeID], _ node: NodeID) -> ExprID {
    let storage = substitute(sema.storageType(ofWrapped: origin), outer)
    let wrapper = add(.storedMember, storage, node, a: base.raw, b: origin.raw)
    body.expressions[Int(wrapper.raw)].flags = TypedExprFlags.storage
    guard let member = sema.members(of: storage, .projectedValue, .instance).first else {
      return errorExpression(node, type: type)
    }
    return memberExpression(
      member, base: wrapper, site: CallSite(node: node, name: .projectedValue, nameNode: node), expected: .none)
  }

  /// An existential base is opened for the use of its member.
  func opened(_ base: ExprID, _ candidate: Candidate) -> ExprID {
    guard base != .none else { return base }
    let type = type(of: base)
    guard types.kind(type) == .existential else { return base }
    if candidate.route == .nominal || candidate.route == .superclass { return base }
    return add(.openExistential, type, body.expressions[Int(base.raw)].node, a: base.raw)
  }

  // MARK: Members of values and types

  /// `Color.background` where nothing but a method of a colour is called so: the colour of an asset catalogue.
  private func hiddenAsset(
    _ candidates: [Candidate], _ name: NameID, _ value: ExprID, _ suffix: NodeID, _ expected: TypeID
  ) -> ExprID? {
    guard !candidates.isEmpty, instanceType(of: value) != .none,
      candidates.allSatisfy({ sema.decls.kind($0.decl) == .function && isInstanceMember($0.decl) }),
      expected == .none || typeRow(resolve(expected)).kind != .function
    else { return nil }
    return assetSymbol(name, instanceType(of: value), suffix)
  }

  /// A member suffix that is not called.
  func memberReference(_ base: ExprID, _ suffix: NodeID, expected: TypeID) -> ExprID {
    var value = base
    let token = tree.token(suffix, at: 1)
    if token == .none || tree.isMissing(token) || kind(of: value) == .error && isError(value) {
      return errorExpression(suffix, receiver: value, keeping: [])
    }
    let name = name(token)
    let site = memberSite(value, suffix, name)
    if name == .selfValue { return value }
    if let element = tupleElement(value, name, suffix) { return element }
    var candidates = memberCandidates(value, name)
    if candidates.isEmpty, let unwrapped = implicitlyUnwrapped(value) {
      value = unwrapped
      candidates = memberCandidates(value, name)
    }
    if let asset = hiddenAsset(candidates, name, value, suffix, expected) { return asset }
    if candidates.isEmpty {
      if let dynamic = dynamicMember(value, name, suffix, expected: expected) { return dynamic }
      if instanceType(of: value) != .none, sema.members(of: instanceType(of: value), name, .instance).isEmpty,
        let asset = assetSymbol(name, instanceType(of: value), suffix)
      {
        return asset
      }
      reportUnknownMember(value, name, suffix, isCall: false)
      return errorExpression(suffix, receiver: value, keeping: [])
    }
    return reference(
      candidates, base: value, site: site, generics: tree.node(suffix, at: 2), labels: tree.node(suffix, at: 3),
      expected: expected)
  }

  func memberSite(_ value: ExprID, _ suffix: NodeID, _ name: NameID) -> CallSite {
    var site = CallSite(node: suffix, name: name, nameNode: suffix)
    if kind(of: value) == .upcast {
      let node = body.expressions[Int(value.raw)].node
      if node != .none, tree.kind(node) == .identifierExpr, tree.kind(tree.token(node, at: 0)) == .super {
        site.isSuper = true
      }
    }
    return site
  }

  /// The value behind a variable declared `T!`, or nil.
  func implicitlyUnwrapped(_ value: ExprID) -> ExprID? {
    guard isImplicitlyUnwrapped(value) else { return nil }
    return add(.forceUnwrap, types.argument(type(of: value), 0), body.expressions[Int(value.raw)].node, a: value.raw)
  }

  /// Is the value an optional read from a variable declared `T!`?
  func isImplicitlyUnwrapped(_ value: ExprID) -> Bool {
    guard isOptional(type(of: value)) else { return false }
    let row = body.expressions[Int(value.raw)]
    let decl: DeclID
    switch row.kind {
    case .storedMember, .computedMember: decl = DeclID(row.b)
    case .global: decl = DeclID(row.a)
    case .local: return isUnwrappedLocal(LocalID(row.a))
    default: return false
    }
    guard sema.decls.kind(decl) == .variable else { return false }
    let written = sema.variableTypeNode(decl)
    return written != .none && sema.tree(sema.decls.file(decl)).kind(written) == .unwrappedOptionalType
  }

  /// A parameter or local declared `T!`.
  private func isUnwrappedLocal(_ local: LocalID) -> Bool {
    var node = body.locals[Int(local.raw)].node
    guard node != .none else { return false }
    if tree.kind(node) == .parameter {
      let type = tree.node(node, at: Slot.parameterType)
      return type != .none && tree.kind(type) == .unwrappedOptionalType
    }
    node = unwrappedAnnotations[node.raw].map { NodeID($0) } ?? .none
    return node != .none
  }

  /// Members with a name of a value or, for a metatype, of the type.
  func memberCandidates(_ value: ExprID, _ name: NameID) -> [Candidate] {
    let type = forced(type(of: value))
    if types.kind(type) == .metatype {
      let instance = resolve(types.argument(type, 0))
      if types.kind(instance) == .variable { return [] }
      return sema.members(of: instance, name, .metatype)
    }
    if types.kind(type) == .variable { return [] }
    return sema.members(of: type, name, .instance)
  }

  func tupleElement(_ value: ExprID, _ name: NameID, _ node: NodeID) -> ExprID? {
    let type = forced(type(of: value))
    guard types.kind(type) == .tuple else { return nil }
    let spelled = text(name)
    for i in 0..<types.argumentCount(type) {
      if types.label(type, i) == name.raw && !isNoLabel(name.raw) || spelled == String(i) {
        return add(.tupleElement, types.argument(type, i), node, a: value.raw, b: UInt32(i))
      }
    }
    return nil
  }
}
