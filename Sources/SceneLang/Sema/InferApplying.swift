/// Applying: the arguments are checked for good against one candidate, and the call is written.
///
/// Values come first, then what takes its type from the parameters, then closures. Nothing else reports on arguments.

extension Infer {
  // MARK: Applying

  func passOf(_ shape: ArgumentShape) -> Int {
    switch shape {
    case .fixed, .inoutValue: return 0
    case .flexible, .keyPath: return 1
    case .closure: return 2
    }
  }

  func walkArgument(_ i: Int) {
    guard arguments[i].expr == .none else { return }
    switch arguments[i].shape {
    case .closure: arguments[i].expr = unresolvedClosure(unparenthesized(arguments[i].node))
    case .keyPath: break
    case .flexible: walkFlexible(arguments[i].node)
    default: _ = fixedArgument(i)
    }
  }

  /// Checks the arguments against one candidate for good and writes the call.
  func applyCall(
    _ candidate: Candidate, base: ExprID, _ range: Range<Int>, matchesAt: Int, expected: TypeID, site: CallSite,
    explicit: [TypeID], candidateCount: Int
  ) -> ExprID {
    let decl = candidate.decl
    let signature = sema.signature(of: decl)
    solver.steps += 1
    noteUse(of: decl, site)
    var typeArguments: [TypeID] = []
    lendArguments(&typeArguments)
    defer { takeBackArguments(&typeArguments) }
    sema.openArguments(of: candidate, into: &typeArguments)
    let outerCount = typeArguments.count
    while typeArguments.count < signature.genericParameters.count {
      let own = typeArguments.count - outerCount
      typeArguments.append(own < explicit.count ? explicit[own] : freshVariable())
    }
    let result = match(signature.parameters, range, into: matchesAt)
    var failed = false
    var isMismatched = false
    // An overload that is not known here is meant.
    var isForeign = false
    if case .none = result.failure {
      checkAccess(of: decl, site, takesArguments: !range.isEmpty)
    } else {
      failed = true
      isMismatched = true
      let found = diagnostics.count
      _ = reportMatchFailure(
        result.failure, signature.parameters, range, callee: displayName(site, decl), node: site.nameNode,
        candidates: candidateCount, decl: decl)
      isForeign = diagnostics.count == found
    }
    let openStart = solver.open.count
    var broken: Requirement?
    let requirements = signature.requirements
    for position in min(heldRequirements(of: candidate, signature), requirements.count)..<requirements.count {
      let requirement = requirements[position]
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
      bindContext(substitute(declared, typeArguments), expected, range)
    }
    let parameters = signature.parameters
    // Calls among the arguments put their values on top.
    let first = argumentValues.count
    argumentValues.append(repeating: .none, count: parameters.count)
    defer { argumentValues.cut(to: first) }
    var hasKeyPath = false
    // Passes that have arguments.
    var present = 0
    for i in range {
      arguments[i].wait = .none
      if arguments[i].shape == .keyPath { hasKeyPath = true }
      present |= 1 << passOf(arguments[i].shape)
    }
    var variadics: [Int: [ExprID]]?
    var rethrowing = false
    var hasLate = false
    var nextPass = -1
    while nextPass < 3 || nextPass == 3 && hasLate {
      let pass = nextPass
      nextPass += 1
      if pass == 1, !typeArguments.isEmpty,
        expected == types.error || hasUnknownArgument(range)
          || base != .none && present & 2 != 0 && types[resolve(type(of: base))].summary.contains(.error)
      {
        bindOpen(typeArguments)
      }
      if pass == 1, expected != .none, present & 2 != 0 {
        bindToContext(declared, typeArguments, range, expected, parameters, matchesAt)
      }
      let hasWork = pass < 0 ? hasKeyPath : pass == 3 || present & 1 << pass != 0
      var isWaiting = false
      var nextTurn = hasWork ? 0 : 2
      while nextTurn == 0 || nextTurn == 1 && isWaiting {
        let turn = nextTurn
        nextTurn += 1
        for i in range where turn == 0 || arguments[i].wait == .forOthers {
          if turn == 1 { arguments[i].wait = .none }
          let position = Int(matches[matchesAt + i - range.lowerBound])
          guard position >= 0 else { continue }
          switch pass {
          case -1: if arguments[i].shape != .keyPath { continue }
          case 3: if arguments[i].wait != .forClosures { continue }
          default: if passOf(arguments[i].shape) != pass { continue }
          }
          let parameter = parameters[position]
          if arguments[i].shape == .keyPath, argumentValues[first + position] != .none { continue }
          let target = substitute(parameter.type, typeArguments)
          if pass < 0, !hasKnownRoot(target), !writesRoot(arguments[i].node) { continue }
          if pass == 1, turn == 0 {
            if waits(i, target) {
              arguments[i].wait = .forOthers
              isWaiting = true
              continue
            }
            if waitsForClosures(i, target, range) {
              arguments[i].wait = .forClosures
              hasLate = true
              continue
            }
          }
          if pass == 0, formatsDouble(i, target, range), let value = converted(fixedArgument(i), to: known.double) {
            arguments[i].expr = value
          }
          if pass == 2, turn == 0, usesOpenParameter(i, target, range) {
            arguments[i].wait = .forOthers
            isWaiting = true
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
            variadics = variadics ?? [:]
            variadics?[position, default: []].append(
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
            variadics = variadics ?? [:]
            variadics?[position, default: []].append(value)
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
        let elements = variadics?[position] ?? []
        let element = types.kind(type) == .pack ? types.error : type
        if elements.count == 1, types.kind(type) == .pack {
          argumentValues[first + position] = elements[0]
        } else {
          let array = add(.arrayLiteral, types.nominal(known.arrayDecl, of: element), site.node, b: DeclID.none.raw)
          body.expressions[Int(array.raw)].list = list(elements)
          argumentValues[first + position] = array
        }
      } else if parameter.hasDefault {
        if types[type].summary.contains(.variable), parameter.decl != .none, !sema.decls.has(parameter.decl, .isPrelude)
        {
          // What is left out says what it is made of: `content: () -> Content = { EmptyView() }`.
          let own = substitute(checker.defaultType(of: parameter.decl), typeArguments)
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
    if sema.decls.kind(decl) == .initializer, base != .none {
      // `C()` in `func make<C: Card>() -> C` makes a `C`.
      let instance = resolve(instanceType(of: base))
      if types.kind(instance) == .parameter || types.kind(instance) == .member {
        made = isOptional(made) ? optional(instance) : instance
      }
    }
    if !failed, sema.decls.kind(decl) == .initializer,
      candidate.route == .protocolExtension || nominalDecl(resolve(made)) == known.dictionaryDecl,
      let broken = brokenRequirement(of: made)
    {
      failed = true
      reportRequirement(broken, callee: sema.decls.name(types.decl(resolve(made))), site.nameNode)
    }
    if failed {
      // What takes the place of no parameter was checked by itself.
      let others = range.filter { matches[matchesAt + $0 - range.lowerBound] < 0 }.map { arguments[$0].expr }
      if isForeign {
        // Its result may be optional where this one's is not, and the other way round.
        if sema.decls.kind(decl) == .subscript_ { made = types.error }
        if sema.decls.kind(decl) == .initializer, isOptional(made) { made = types.argument(made, 0) }
      }
      let value = errorExpression(
        site.node, type: failedResult(made), receiver: base, keeping: argumentValues.array(from: first) + others)
      if candidateCount == 1 { noteCallee(value, [decl]) }
      return value
    }
    if signature.isRethrowing, !rethrowing, iteratesThrowing(decl, base) { rethrowing = true }
    if signature.isThrowing && !signature.isRethrowing && !throwsNever(signature, typeArguments) || rethrowing {
      noteThrow(
        site.node,
        rethrowing && signature.thrown != .none
          ? unwrittenThrown
          : rethrowing || signature.thrown == .none ? .none : substitute(signature.thrown, typeArguments))
    }
    if signature.isAsync || isOfOtherActor(decl, base) { noteAwait(site.node) }
    // What is known by now is written, so that the links behind need not look it up in a type that grows with them.
    return writeCall(candidate, base: base, first, typeArguments, resolve(made), signature, site: site)
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

  /// `reduce(.zero, +)`, `reduce(into: [:]) { ... }`: nothing but the context says what a result is that only a member
  /// without base or an empty collection speaks of.
  private func bindToContext(
    _ declared: TypeID, _ typeArguments: [TypeID], _ range: Range<Int>, _ expected: TypeID,
    _ parameters: [Signature.Parameter], _ matchesAt: Int
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
      if node != .none, implicitName(node) != nil {
        _ = unify(made, target)
        return
      }
      let position = Int(matches[matchesAt + i - range.lowerBound])
      guard position >= 0, parameters[position].type == declared else { continue }
      if types.kind(target) == .parameter, let literal = numberKind(node), accepts(literal, target) {
        // `reduce(into: 0) { $0 += $1 }` where a generic number is wanted.
        _ = unify(made, target)
        return
      }
      guard isEmptyCollection(node) else { continue }
      var collection = target
      while isOptional(collection) { collection = resolve(types.argument(collection, 0)) }
      guard accepts(tree.kind(node) == .arrayExpr ? .array : .dictionary, collection) else { continue }
      _ = unify(made, collection)
      return
    }
  }

  /// `0`, `-1.5`.
  private func numberKind(_ node: NodeID) -> LiteralKind? {
    var node = node
    if node != .none, tree.kind(node) == .prefixExpr { node = unparenthesized(tree.node(node, at: 1)) }
    switch tree.kindIfPresent(node) {
    case .integerLiteralExpr: return .integer
    case .floatLiteralExpr: return .float
    default: return nil
    }
  }

  /// `[]` or `[:]`.
  private func isEmptyCollection(_ node: NodeID) -> Bool {
    guard node != .none, tree.kind(node) == .arrayExpr || tree.kind(node) == .dictionaryExpr else { return false }
    for _ in tree.elements(node) { return false }
    return true
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
    // `reduce(into: [:]) { $0[$1.key] = $1 }`: what the closure is given is a dictionary at least.
    if tree.kind(unparenthesized(arguments[i].node)) == .dictionaryExpr { return false }
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

  /// `\Scope.title`: says what the elements are of the collection beside it.
  private func writesRoot(_ node: NodeID) -> Bool {
    let node = unparenthesized(node)
    guard node != .none, tree.kind(node) == .keyPathExpr else { return false }
    let root = tree.node(node, at: 1)
    return root != .none && isTypeNode(root)
  }

  /// A key path whose root is known says what its value is; the argument beside it converts to that.
  private func hasKnownRoot(_ target: TypeID) -> Bool {
    let type = resolve(target)
    guard types.kind(type) == .nominal, types.argumentCount(type) == 2 else { return false }
    return !typeRow(resolve(types.argument(type, 0))).summary.contains(.variable)
  }

  /// `result.get()` of a `Result<Value, Never>`
  private func throwsNever(_ signature: Signature, _ typeArguments: [TypeID]) -> Bool {
    guard signature.thrown != .none, types.kind(signature.thrown) == .parameter else { return false }
    return resolve(substitute(signature.thrown, typeArguments)) == sema.knownType(.never)
  }

  /// `next()` of the prelude's iterators over another sequence throws where that one does.
  private func iteratesThrowing(_ decl: DeclID, _ base: ExprID) -> Bool {
    guard base != .none, sema.decls.name(decl) == known.next, sema.decls.has(decl, .isPrelude),
      known.asyncSequence != types.error
    else { return false }
    let type = resolve(type(of: base))
    guard types.kind(type) == .nominal, types.argumentCount(type) > 0 else { return false }
    let source = types.argument(type, 0)
    guard sema.conforms(source, types.decl(known.asyncSequence)) != nil else { return false }
    let thrown = sema.associatedType(source, named: known.failure, of: types.decl(known.asyncSequence))
    return thrown != sema.knownType(.never)
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
    expr.list = argumentList(from: firstValue)
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
  private func bindContext(_ result: TypeID, _ expected: TypeID, _ range: Range<Int>) {
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
    // `cards.flatMap { $0.items }` as `[any Item]`: what the elements are the closure says, then they are converted.
    if isArray(made), types.kind(resolve(types.argument(made, 0))) == .member {
      let element = resolve(types.argument(target, 0))
      if types.kind(element) == .existential || isOptional(element) || isClass(element) { return }
    }
    if isOptional(made), typeRow(shallow(types.argument(made, 0))).kind == .variable {
      // `title.map { .init(text: $0) }`: nothing but the context tells what the closure makes.
      guard isOptional(target), hasOpenClosure(range), types.kind(resolve(types.argument(target, 0))) == .nominal else {
        return
      }
    }
    let start = mark()
    if unify(made, target) { return }
    rewind(start)
    // A column of a sorted table is not sorted by itself: its rows are known all the same.
    guard types.kind(made) == .nominal else { return }
    for i in 0..<types.argumentCount(made) {
      let start = mark()
      if !unify(types.argument(made, i), types.argument(target, i)) { rewind(start) }
    }
  }

  private func hasOpenClosure(_ range: Range<Int>) -> Bool {
    range.contains { arguments[$0].shape == .closure && endsInOpenItem(unparenthesized(arguments[$0].node)) }
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
      if mayBeForeign(i, target, parameter) {
        return errorExpression(node, keeping: [unresolvedClosure(unparenthesized(node))])
      }
      if let waiting = deferred(i, to: target, parameter: parameter, builderType: builderType, purpose: purpose) {
        return waiting
      }
      return closureArgument(
        unparenthesized(node), to: target, builder: parameter.builder, builderType: builderType, purpose: purpose)
    }
    var expr = arguments[i].expr
    if expr == .none || arguments[i].shape != .fixed
      || overloads(of: expr) != nil
    {
      nestedSequence = node
      expr = expression(node, expected: target)
      arguments[i].expr = expr
    }
    return conform(expr, to: target, node, purpose: purpose)
  }

  /// A closure that does not fit what the prelude's function takes, where a module that is not known may add another.
  private func mayBeForeign(_ i: Int, _ target: TypeID, _ parameter: Signature.Parameter) -> Bool {
    guard parameter.decl != .none, sema.decls.has(parameter.decl, .isPrelude), sema.hasUnmodelledImport else {
      return false
    }
    var function = resolve(target)
    while isOptional(function) { function = resolve(types.argument(function, 0)) }
    return types.kind(function) == .function
      && !fitsClosure(unparenthesized(arguments[i].node), function, arity: arguments[i].arity)
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
