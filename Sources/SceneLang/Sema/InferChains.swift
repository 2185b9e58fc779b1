/// Postfix chains: a base and its suffixes, resolved left to right in one loop.
///
/// The base of each link is concrete when the link is looked up, so nothing is tried again when a later link is met:
/// a chain costs as much as the sum of its links, and needs no recursion over its length.

extension Infer {
  /// A whole chain as a value: an optional chain inside it ends here.
  func postfixChain(_ node: NodeID, expected: TypeID) -> ExprID {
    var isChained = false
    let value = spine(node, expected: expected, isChained: &isChained)
    return isChained ? closedChain(value, node) : value
  }

  /// Ends an optional chain: the value becomes optional if it is not yet.
  func closedChain(_ value: ExprID, _ node: NodeID) -> ExprID {
    if kind(of: value) == .error { return value }
    var result = type(of: value)
    var value = value
    if !isOptional(result) {
      result = optional(result)
      value = add(.wrapOptional, result, node, a: value.raw)
    }
    return add(.optionalChain, result, node, a: value.raw)
  }

  /// The links of a chain. `isChained` is set when a `?` was met: the caller closes the optional chain.
  func spine(_ node: NodeID, expected: TypeID, isChained: inout Bool) -> ExprID {
    var suffixes: [NodeID] = []
    if lentSuffixes == suffixLists.count { suffixLists.append([]) }
    swap(&suffixes, &suffixLists[lentSuffixes])
    lentSuffixes += 1
    defer {
      suffixes.clear()
      lentSuffixes -= 1
      swap(&suffixes, &suffixLists[lentSuffixes])
    }
    appendSuffixes(of: node, to: &suffixes)
    let base = tree.node(node, at: 0)
    var index = 0
    var value: ExprID
    if base != .none, tree.kind(base) == .implicitMemberExpr {
      return implicitChain(base, suffixes, node, expected: expected, isChained: &isChained)
    }
    if base != .none, tree.kind(base) == .identifierExpr {
      if let first = suffixes.first, tree.kind(first) == .callSuffix {
        let hint = suffixes.count == 1 && node != builderItem ? expected : rootHint(node, base, expected)
        let before = mayRebase(base, suffixes, expected) ? snapshot() : nil
        value = callIdentifier(base, first, expected: hint)
        index = 1
        if let before {
          let root = type(of: value)
          let made = decidedLinks(value, suffixes, from: 1, expected: expected, isChained: &isChained)
          guard diagnostics.count == before.diagnostics, !converts(made, expected),
            let wanted = rebased(root, type(of: made), expected)
          else { return made }
          restore(before)
          isChained = false
          value = callIdentifier(base, first, expected: wanted)
          let again = decidedLinks(value, suffixes, from: 1, expected: expected, isChained: &isChained)
          if diagnostics.count == before.diagnostics, converts(again, expected) { return again }
          restore(before)
          isChained = false
          value = callIdentifier(base, first, expected: hint)
        }
      } else if let qualified = moduleMember(base, suffixes, expected: expected, consumed: &index) {
        value = qualified
      } else {
        value = identifier(base, expected: .none, inChain: true)
      }
    } else if base != .none, tree.kind(base) == .closureExpr, suffixes.count == 1, expected != .none,
      tree.kind(suffixes[0]) == .callSuffix, tree.childCount(suffixes[0]) <= 1 || tree.text(suffixes[0]) == "()",
      !typeRow(resolve(expected)).summary.contains(.variable), typeRow(resolve(expected)).kind != .opaque
    {
      // `{ ... }()`: what is wanted of the call is wanted of the closure.
      let flags =
        (closureThrows(base) ? TypeTable.FunctionFlags.throwing : 0)
        | (closureAwaits(base) ? TypeTable.FunctionFlags.async : 0)
      value = expression(base, expected: types.function([], resolve(expected), flags: flags))
    } else if base != .none, tree.kind(base) == .closureExpr, let call = suffixes.first, tree.kind(call) == .callSuffix,
      let parameters = typesGiven(to: call)
    {
      // `{ $0.isHidden = true; return $0 }(UIView())`: what the closure is given tells its parameters.
      let result = suffixes.count == 1 && expected != .none ? resolve(expected) : freshVariable()
      value = expression(base, expected: types.function(parameters, result))
    } else if base != .none, let written = writtenType(base, suffixes) {
      value = written.value
      index = written.consumed
    } else if base != .none, tree.kind(base) == .arrayExpr, suffixes.count == 2, expected != .none,
      tree.kind(suffixes[0]) == .memberSuffix,
      ["reversed", "sorted", "shuffled"].contains(text(name(tree.token(suffixes[0], at: 1)))),
      isArray(resolve(expected)), !typeRow(resolve(expected)).summary.contains(.variable)
    {
      // `let key: [UInt8] = [38, 99].reversed()`
      value = expression(base, expected: resolve(expected))
    } else if base != .none, tree.kind(base) == .arrayExpr, !suffixes.isEmpty, needsContext(base),
      let element = elementSuggested(by: expected, base)
    {
      // `[.red, .blue].randomElement()!`: what is taken from the array tells its elements.
      value = expression(base, expected: types.nominal(known.arrayDecl, of: element))
    } else if base != .none, tree.kind(base) == .arrayExpr, needsContext(base), expected == .none || suffixes.count > 1,
      let element = elementOfCall(base, suffixes, suffixes.count == 2 ? expected : .none)
    {
      value = expression(base, expected: types.nominal(known.arrayDecl, of: element))
    } else if base != .none, tree.kind(base) == .arrayExpr || tree.kind(base) == .parenExpr,
      let searched = searchedLiteral(base, suffixes)
    {
      value = searched
    } else {
      // `(Int)(x)`, `[UInt8].random(count: 4)`: the names in it are those of types.
      let outer = allowsTypeNames
      allowsTypeNames = base != .none && mayBeWrittenType(base)
      value = expression(base)
      allowsTypeNames = outer
    }
    return decidedLinks(value, suffixes, from: index, expected: expected, isChained: &isChained)
  }

  /// Whether brackets hold nothing but a name.
  private func mayBeWrittenType(_ base: NodeID) -> Bool {
    switch tree.kind(base) {
    case .parenExpr:
      let inner = tree.node(base, at: 1)
      return inner != .none && tree.kind(inner) == .identifierExpr
    case .arrayExpr:
      var elements = tree.elements(base)
      guard let only = elements.next() else { return false }
      return tree.kind(only) == .identifierExpr && elements.next() == nil
    case .dictionaryExpr: return true
    default: return false
    }
  }

  /// `[.top, .bottom].contains(side)`, `[.red].map { Dot(color: $0) }`: what the call does with an element tells its
  /// type: the argument it is compared with, or the parameter that a closure hands it to.
  private func elementOfCall(_ array: NodeID, _ suffixes: [NodeID], _ expected: TypeID) -> TypeID? {
    guard suffixes.count > 1, tree.kind(suffixes[0]) == .memberSuffix, tree.kind(suffixes[1]) == .callSuffix else {
      return nil
    }
    var first = NodeID.none
    for child in tree.elements(array) {
      first = child
      break
    }
    guard let name = implicitName(first) else { return nil }
    func offers(_ type: TypeID) -> Bool {
      types.kind(type) == .nominal && !implicitCandidates(name, in: type, isOptionalInner: false).isEmpty
    }
    let start = arguments.count
    pushArguments(of: suffixes[1])
    defer { arguments.cut(to: start) }
    for i in start..<arguments.count {
      let node = unparenthesized(arguments[i].node)
      if arguments[i].shape == .fixed {
        let before = snapshot()
        let type = forced(self.type(of: expression(node)))
        restore(before)
        if offers(type) || type == types.error { return type }
      } else if tree.kind(node) == .closureExpr, let type = handedType(node, expected, offers) {
        return type
      }
    }
    return nil
  }

  /// Types of the arguments of a call, where each has one of its own.
  private func typesGiven(to call: NodeID) -> [TypeID]? {
    let start = arguments.count
    pushArguments(of: call)
    defer { arguments.cut(to: start) }
    guard arguments.count > start else { return nil }
    let before = snapshot()
    defer { restore(before) }
    var result: [TypeID] = []
    for i in start..<arguments.count {
      guard arguments[i].shape == .fixed, !arguments[i].isTrailing else { return nil }
      let type = forced(self.type(of: expression(arguments[i].node)))
      if types[type].summary.contains(.variable) || types[type].summary.contains(.error) { return nil }
      result.append(type)
    }
    return result
  }

  /// The type of the parameter that a closure of one parameter gives its argument to, in a call of a type or of `.init`
  /// of the closure's result.
  private func handedType(_ closure: NodeID, _ expected: TypeID, _ offers: (TypeID) -> Bool) -> TypeID? {
    var names: [String] = ["$0"]
    let signature = tree.node(closure, at: 1)
    var result = TypeID.none
    if signature != .none, tree.kind(signature) == .closureSignature {
      let list = tree.node(signature, at: 2)
      if list != .none { names.append(tree.text(list).filter { $0 != "(" && $0 != ")" && $0 != " " }) }
      let clause = tree.node(signature, at: 4)
      if clause != .none { result = resolveType(tree.node(clause, at: 1)) }
    }
    if result == .none, expected != .none {
      // `let dots: [Dot] = [.red].map { .init(color: $0) }`: the closure makes the elements that are wanted.
      let wanted = resolve(expected)
      if isArray(wanted) { result = resolve(types.argument(wanted, 0)) }
    }
    while result != .none, isOptional(result) { result = resolve(types.argument(result, 0)) }
    var found: TypeID?
    func visit(_ node: NodeID, _ depth: Int) {
      guard found == nil, depth < 32 else { return }
      if tree.kind(node) == .postfixExpr, tree.childCount(node) >= 2 {
        let base = tree.node(node, at: 0)
        let call = tree.node(node, at: 1)
        if base != .none, call != .none, tree.kind(call) == .callSuffix {
          var made = TypeID.none
          if tree.kind(base) == .implicitMemberExpr, tree.kind(tree.token(base, at: 1)) == .`init` { made = result }
          if tree.kind(base) == .identifierExpr,
            let decl = sema.lookupUnqualified(name(tree.token(base, at: 0)), from: typeScope).candidates.first,
            isTypeDeclaration(decl.decl)
          {
            made = sema.memberType(decl)
          }
          if made != .none, types.kind(made) == .nominal { found = parameter(of: made, call, names, offers) }
        }
      }
      for child in tree.elements(node) { visit(child, depth + 1) }
    }
    visit(closure, 0)
    return found
  }

  /// The type of the parameter that one of the names is given to, in an initialiser.
  private func parameter(of type: TypeID, _ call: NodeID, _ names: [String], _ offers: (TypeID) -> Bool) -> TypeID? {
    let start = arguments.count
    let size = matches.count
    pushArguments(of: call)
    let range = start..<arguments.count
    for _ in range { matches.append(-1) }
    defer {
      arguments.cut(to: start)
      matches.cut(to: size)
    }
    for candidate in sema.members(of: type, .initializer, .metatype) {
      let signature = sema.signature(of: candidate.decl)
      guard case .none = match(signature.parameters, range, into: size).failure else { continue }
      for i in range where names.contains(tree.text(arguments[i].node)) {
        let position = Int(matches[size + i - start])
        guard position >= 0 else { continue }
        let wanted = substitute(signature.parameters[position].type, sema.outerArguments(of: candidate))
        if offers(wanted) { return wanted }
      }
    }
    return nil
  }

  /// The type in the context, or of the elements of one, that has the member an array of implicit members begins with.
  private func elementSuggested(by expected: TypeID, _ array: NodeID) -> TypeID? {
    guard expected != .none else { return nil }
    var type = resolve(expected)
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    var first = NodeID.none
    for child in tree.elements(array) {
      first = unparenthesized(child)
      break
    }
    if first != .none, tree.kind(first) == .postfixExpr { first = tree.node(first, at: 0) }
    guard first != .none, tree.kind(first) == .implicitMemberExpr, types.kind(type) == .nominal else { return nil }
    let name = name(tree.token(first, at: 1))
    if !implicitCandidates(name, in: type, isOptionalInner: false).isEmpty { return type }
    guard isArray(type) else { return nil }
    let element = resolve(types.argument(type, 0))
    return implicitCandidates(name, in: element, isOptionalInner: false).isEmpty ? nil : element
  }

  /// `[Card]()`, `[Int: Card?].self`, `[Card]?.self`, `(Int, Card?).self`: a literal of types in front of a call or `.self`
  /// is a type. `consumed` counts the `?` behind it.
  private func writtenType(_ base: NodeID, _ suffixes: [NodeID]) -> (value: ExprID, consumed: Int)? {
    let isCollection = tree.kind(base) == .arrayExpr || tree.kind(base) == .dictionaryExpr
    guard isCollection || tree.kind(base) == .tupleExpr else { return nil }
    var index = 0
    while index < suffixes.count, tree.kind(suffixes[index]) == .optionalChainSuffix { index += 1 }
    guard index < suffixes.count else { return nil }
    let last = suffixes[index]
    if !isCollection || index > 0 || tree.kind(last) != .callSuffix {
      guard tree.kind(last) == .memberSuffix, tree.kind(tree.token(last, at: 1)) == .self else { return nil }
    }
    guard var type = typeWritten(as: base) else { return nil }
    if type != types.error { for _ in 0..<index { type = optional(type) } }
    return (typeReference(type, base), index)
  }

  /// The type that an expression spells (`Card`, `[Card]`, `[Int: Card?]`), or nil.
  func typeWritten(as node: NodeID) -> TypeID? {
    switch tree.kind(node) {
    case .arrayExpr:
      var element: TypeID?
      for child in tree.elements(node) {
        if element != nil { return nil }
        element = typeWritten(as: child)
        if element == nil { return nil }
      }
      return element.map { types.nominal(known.arrayDecl, [$0]) }
    case .dictionaryExpr:
      var pair: TypeID?
      for child in tree.elements(node) where tree.kind(child) == .dictionaryElement {
        if pair != nil { return nil }
        guard let key = typeWritten(as: tree.node(child, at: 0)), let value = typeWritten(as: tree.node(child, at: 2))
        else { return nil }
        pair = types.nominal(known.dictionaryDecl, [key, value])
      }
      return pair
    case .parenExpr: return typeWritten(as: tree.node(node, at: 1))
    case .sequenceExpr: return functionTypeWritten(as: node)
    case .tupleExpr:
      var elements: [TypeID] = []
      var labels: [UInt32] = []
      for child in tree.elements(node) where tree.kind(child) == .argument {
        guard let element = typeWritten(as: tree.node(child, at: 2)) else { return nil }
        elements.append(element)
        let label = name(tree.token(child, at: 0))
        labels.append(label == .none ? 0 : label.raw)
      }
      return types.make(.tuple, elements, labels: labelsOrEmpty(labels))
    case .typeExpr: return resolveType(tree.node(node, at: 0))
    case .identifierExpr, .postfixExpr:
      var last = NodeID.none
      if tree.kind(node) == .postfixExpr {
        for suffix in tree.elements(node, from: 1) {
          if tree.kind(suffix) != .memberSuffix && tree.kind(suffix) != .optionalChainSuffix { return nil }
          last = suffix
        }
        if last != .none, tree.kind(last) == .optionalChainSuffix {
          let inner = tree.node(node, at: 0)
          guard tree.childCount(node) == 2, inner != .none, let type = typeWritten(as: inner) else { return nil }
          return optional(type)
        }
      }
      let saved = diagnostics.count
      let savedNames = unknownNames
      let value =
        tree.kind(node) == .identifierExpr ? identifier(node, expected: .none, inChain: true) : expression(node)
      let instance = instanceType(of: value)
      if instance == .none || instance == types.error {
        if typeRow(type(of: value)).kind != .error {
          diagnostics.removeLast(diagnostics.count - saved)
          unknownNames = savedNames
          return nil
        }
        return isError(value) ? types.error : nil
      }
      return instance
    default: return nil
    }
  }

  /// `(Int) -> Void`, read as operands around arrows; from the right, because arrows associate to it.
  private func functionTypeWritten(as node: NodeID) -> TypeID? {
    var result: TypeID?
    var arrow = NodeID.none
    for child in tree.elements(node).reversed() {
      if tree.kind(child) == .arrowOperator {
        guard result != nil, arrow == .none else { return nil }
        arrow = child
        continue
      }
      guard let known = result else {
        guard let type = typeWritten(as: child) else { return nil }
        result = type
        continue
      }
      guard arrow != .none else { return nil }
      var parameters: [TypeID] = []
      if tree.kind(child) == .tupleExpr {
        for element in tree.elements(child) where tree.kind(element) == .argument {
          guard let type = typeWritten(as: tree.node(element, at: 2)) else { return nil }
          parameters.append(type)
        }
      } else {
        guard let type = typeWritten(as: child) else { return nil }
        parameters = [type]
      }
      var flags: UInt32 = 0
      let spelled = tree.text(arrow)
      if spelled.contains("throws") { flags |= TypeTable.FunctionFlags.throwing }
      if spelled.contains("async") { flags |= TypeTable.FunctionFlags.async }
      result = types.function(parameters, known, flags: flags)
      arrow = .none
    }
    return arrow == .none ? result : nil
  }

  /// Suffix nodes of a chain; those of an active `#if` stand in its place.
  private func appendSuffixes(of node: NodeID, to result: inout [NodeID]) {
    for suffix in tree.elements(node, from: 1) {
      if tree.kind(suffix) == .ifConfig { appendActive(suffix, to: &result) } else { result.append(suffix) }
    }
  }

  private func appendActive(_ config: NodeID, to result: inout [NodeID]) {
    guard let clause = sema.activeClause(config, file: file) else { return }
    for element in tree.elements(clause, from: 2) {
      if tree.kind(element) == .ifConfig {
        appendActive(element, to: &result)
      } else if tree.kind(element) == .postfixExpr {
        for suffix in tree.elements(element, from: tree.kind(tree.node(element, at: 0)) == .missingExpr ? 1 : 0) {
          result.append(suffix)
        }
      } else {
        result.append(element)
      }
    }
  }

  func links(
    _ first: ExprID, _ suffixes: [NodeID], from start: Int, expected: TypeID, isChained: inout Bool
  ) -> ExprID {
    var value = first
    var index = start
    // The receiver of the call before, and where it stands.
    var receiver = ExprID.none
    let preference = prefersView
    defer { prefersView = preference }
    while index < suffixes.count {
      let suffix = suffixes[index]
      // Nothing comes back to an earlier link, so each has the whole bound: a chain is as long as it likes.
      if speculationDepth == 0, trialDepth == 0, solver.steps > stepLimit / 2 { solver.beginLink() }
      switch tree.kind(suffix) {
      case .memberSuffix:
        if isHeard, let probe = checker.probe { probe.noteMember(self, suffix, of: value) }
        if !prefersView, index > start, isStyleOnly(type(of: value)),
          memberCandidates(value, name(tree.token(suffix, at: 1))).isEmpty
        {
          // `gradient.opacity(0.5).blur(radius: 2)`: the style has no such member, the view does.
          prefersView = true
          value = first
          index = start
          continue
        }
        if receiver != .none, type(of: value) == types.void,
          let other = otherResult(
            receiver, suffixes[index - 2], suffixes[index - 1], next: name(tree.token(suffix, at: 1)))
        {
          value = other
        }
        let isCall = index + 1 < suffixes.count && tree.kind(suffixes[index + 1]) == .callSuffix
        receiver = isCall ? value : .none
        let used = isCall ? 2 : 1
        var hint = index + used == suffixes.count ? chainHint(expected, isChained) : .none
        if isCall, index + 3 == suffixes.count, expected != .none, !isChained,
          tree.kind(suffixes[index + 2]) == .forceUnwrapSuffix, typeRow(resolve(expected)).kind == .nominal,
          typeRow(resolve(expected)).summary.isDisjoint(with: [.variable, .error]), !isOptional(resolve(expected))
        {
          // `let item: Item = store.value(for: key)!`
          hint = optional(resolve(expected))
        }
        if isCall {
          isSubscripted =
            index + 2 < suffixes.count && tree.kind(suffixes[index + 2]) == .subscriptSuffix
            && tree.text(suffixes[index + 1]) == "()"
          value = callMember(value, suffix, suffixes[index + 1], expected: hint)
          isSubscripted = false
        } else {
          value = memberReference(value, suffix, expected: hint)
        }
        index += used
      case .callSuffix:
        let hint = index + 1 == suffixes.count ? chainHint(expected, isChained) : .none
        value = callValue(value, suffix, expected: hint)
        index += 1
      case .subscriptSuffix:
        let hint = index + 1 == suffixes.count ? chainHint(expected, isChained) : .none
        value = subscriptAccess(value, suffix, expected: hint)
        index += 1
      case .optionalChainSuffix:
        value = bindOptional(value, suffix)
        if kind(of: value) == .bindOptional { isChained = true }
        index += 1
      case .forceUnwrapSuffix:
        if isChained {
          // `a?.b!` unwraps inside the chain.
        }
        value = forceUnwrap(value, suffix)
        index += 1
      case .postfixOperatorSuffix:
        value = postfixOperator(value, suffix, expected: expected)
        index += 1
      case .specializeSuffix:
        index += 1
      default:
        value = errorExpression(suffix)
        index += 1
      }
    }
    return value
  }

  /// A modified style of which nothing else is known.
  func isStyleOnly(_ type: TypeID) -> Bool {
    types.kind(type) == .opaque && known.shapeStyle != types.error && conformsTo(type, known.shapeStyle)
      && !conformsTo(type, known.view)
  }

  /// A gradient with a modifier that both styles and views have, checked again as a view.
  func checkedAsView(_ node: NodeID) -> ExprID? {
    let node = unparenthesized(node)
    guard !prefersView, node != .none, tree.kind(node) == .postfixExpr else { return nil }
    prefersView = true
    defer { prefersView = false }
    return expression(node)
  }

  private func chainHint(_ expected: TypeID, _ isChained: Bool) -> TypeID {
    if expected == .none || !isChained { return expected }
    let type = resolve(expected)
    return isOptional(type) ? types.argument(type, 0) : type
  }

  private func bindOptional(_ value: ExprID, _ node: NodeID) -> ExprID {
    let type = forced(type(of: value))
    if types[type].summary.contains(.error) && !isOptional(type) { return errorExpression(node) }
    if isOptional(type) { return add(.bindOptional, types.argument(type, 0), node, a: value.raw) }
    if types.kind(type) == .metatype {
      // `Int?.none`: the optional type.
      return typeReference(optional(resolve(types.argument(type, 0))), node)
    }
    if types.kind(type) == .function {
      // A requirement of a delegate that may be left out: `delegate?.scrollViewDidScroll?(view)`.
      switch kind(of: value) {
      case .local, .storedMember, .computedMember, .global, .closure: break
      default: return errorExpression(node)
      }
    }
    if kind(of: value) == .error { return value }
    report(
      .optionalChainOnValue, "'?' needs an optional; '\(describe(type))' is not one", node,
      fixes: [.remove(place(tree.range(node)), title: "remove '?'")])
    return value
  }

  func forceUnwrap(_ value: ExprID, _ node: NodeID) -> ExprID {
    let type = forced(type(of: value))
    if isOptional(type) { return add(.forceUnwrap, types.argument(type, 0), node, a: value.raw) }
    if types[type].summary.contains(.error) { return errorExpression(node) }
    // `super.init(coder: coder)!`
    if kind(of: value) == .delegatingInit || kind(of: value) == .error { return value }
    report(
      .unwrapOfValue, "'!' needs an optional; '\(describe(type))' is not one", node,
      fixes: [.remove(place(tree.range(node)), title: "remove '!'")])
    return value
  }

  /// `Module.name`: the member of a module, where no declaration is called like the module.
  private func moduleMember(_ base: NodeID, _ suffixes: [NodeID], expected: TypeID, consumed: inout Int) -> ExprID? {
    guard let first = suffixes.first, tree.kind(first) == .memberSuffix else { return nil }
    let module = name(tree.token(base, at: 0))
    guard lookupLocal(module) == nil, sema.isModule(module) else { return nil }
    if !sema.lookupUnqualified(module, from: context).candidates.isEmpty { return nil }
    let member = name(tree.token(first, at: 1))
    // Of a module that is not modelled no name is known.
    let found = sema.isModelledModule(text(module)) ? sema.lookupQualified(member) : []
    let site = CallSite(node: first, name: member, nameNode: first)
    if found.isEmpty {
      consumed = 1
      if sema.isModelledModule(text(module)) { reportUnknownName(member, first) }
      return errorExpression(first)
    }
    let candidates = found.map { Candidate($0) }
    if suffixes.count > 1, tree.kind(suffixes[1]) == .callSuffix {
      consumed = 2
      return callCandidates(
        candidates, base: .none, suffixes[1], generics: tree.node(first, at: 2),
        expected: suffixes.count == 2 ? expected : .none, site: site)
    }
    consumed = 1
    return reference(
      candidates, base: .none, site: site, generics: tree.node(first, at: 2), labels: tree.node(first, at: 3),
      expected: suffixes.count == 1 ? expected : .none)
  }
}
