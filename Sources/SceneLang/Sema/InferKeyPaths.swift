/// Key paths: the root from the expected type or as written, components resolved like the links of a chain.

enum KeyPathWritability: UInt8 {
  case readOnly, writable, reference
}

extension Infer {
  func keyPath(_ node: NodeID, expected: TypeID) -> ExprID {
    var target = expected == .none ? TypeID.none : resolve(expected)
    while target != .none, isOptional(target) { target = resolve(types.argument(target, 0)) }
    var root = TypeID.none
    let rootNode = tree.node(node, at: 1)
    var suffixStart = 2
    var skipped = 0
    if rootNode != .none, isTypeNode(rootNode) {
      root = resolveType(rootNode)
      // `\Hike.Observation.elevation`: types nested in the root come first.
      for suffix in tree.elements(node, from: suffixStart) {
        guard tree.kind(suffix) == .memberSuffix, types.kind(root) == .nominal else { break }
        let member = name(tree.token(suffix, at: 1))
        guard sema.members(of: root, member, .instance).isEmpty, let nested = sema.memberType(root, member) else {
          break
        }
        root = nested
        skipped += 1
      }
    } else if rootNode != .none {
      suffixStart = 1
    }
    var expectedValue = TypeID.none
    var isFunction = false
    if target != .none {
      if types.kind(target) == .function, types.argumentCount(target) == 2 {
        isFunction = true
        if root == .none { root = forced(types.argument(target, 0)) }
        expectedValue = types.argument(target, 1)
      } else if types.kind(target) == .nominal, types.argumentCount(target) >= 1,
        isKeyPathDecl(types.decl(target)) || types.decl(target) == known.partialKeyPathDecl
      {
        if root == .none {
          root = forced(types.argument(target, 0))
        } else {
          _ = unify(types.argument(target, 0), root)
        }
        if types.argumentCount(target) == 2 { expectedValue = types.argument(target, 1) }
      }
    }
    if root == .none || types.kind(root) == .variable {
      // What it is given to may come from a module that is not known: `Summary("\(\.$name)")`.
      if target == types.error || sema.hasUnmodelledImport { return errorExpression(node) }
      report(
        .keyPathRoot, "the root type of this key path is not known; write it, as in '\\Type.member'", node)
      return errorExpression(node)
    }
    if types[root].summary.contains(.error) { return errorExpression(node) }
    var components: [ExprID] = []
    var current = root
    var writability = KeyPathWritability.writable
    var isChained = false
    for suffix in tree.elements(node, from: suffixStart) {
      if skipped > 0 {
        skipped -= 1
        continue
      }
      if types[current].summary.contains(.error) { return errorExpression(node) }
      switch tree.kind(suffix) {
      case .memberSuffix:
        if isHeard, let probe = checker.probe { probe.noteKeyPath(self, suffix, in: current) }
        let token = tree.token(suffix, at: 1)
        let member = name(token)
        if token == .none || tree.isMissing(token) { return errorExpression(node) }
        if member == .selfValue { continue }
        guard let next = keyPathMember(member, of: current, suffix, &components, &writability) else {
          return errorExpression(node)
        }
        current = next
      case .optionalChainSuffix:
        guard isOptional(current) else {
          report(.optionalChainOnValue, "'?' needs an optional; '\(describe(current))' is not one", suffix)
          return errorExpression(node)
        }
        current = resolve(types.argument(current, 0))
        components.append(add(.keyPathComponent, current, suffix, a: DeclID.none.raw, b: 1))
        writability = .readOnly
        isChained = true
      case .forceUnwrapSuffix:
        guard isOptional(current) else {
          report(.unwrapOfValue, "'!' needs an optional; '\(describe(current))' is not one", suffix)
          return errorExpression(node)
        }
        current = resolve(types.argument(current, 0))
        components.append(add(.keyPathComponent, current, suffix, a: DeclID.none.raw, b: 2))
      case .subscriptSuffix:
        let start = arguments.count
        pushArguments(of: suffix)
        defer { arguments.cut(to: start) }
        let candidates = sema.members(of: current, .subscriptName, .instance)
        guard !candidates.isEmpty else {
          report(.noSubscript, "value of type '\(describe(current))' has no subscripts", suffix)
          return errorExpression(node)
        }
        let placeholder = add(.error, current, suffix)
        let access = resolveCall(
          candidates, base: placeholder, arguments: start..<arguments.count, expected: .none,
          site: CallSite(node: suffix, name: .subscriptName, nameNode: suffix))
        guard kind(of: access) == .subscriptMember else { return errorExpression(node) }
        let row = body.expressions[Int(access.raw)]
        var component = TypedExpr(.keyPathComponent, type: row.type, node: suffix)
        component.a = row.b
        component.b = 4
        component.list = row.list
        component.list2 = row.list2
        components.append(add(component))
        let own = keyPathWritability(of: DeclID(row.b), base: current)
        writability = combined(writability, own, base: current)
        current = forced(row.type)
      case .callSuffix:
        report(.notSupported, "a key path cannot call a method", suffix)
        return errorExpression(node)
      default: break
      }
    }
    if isChained, !isOptional(current) {
      current = optional(current)
      components.append(add(.keyPathComponent, current, node, a: DeclID.none.raw, b: 5))
    }
    if expectedValue != .none, !isFunction {
      if target != .none, types.argumentCount(target) == 2, conversion(from: current, to: expectedValue) == nil {
        reportMismatch(found: current, expected: resolve(expectedValue), node, purpose: .other)
        return errorExpression(node)
      }
    }
    var decl = known.keyPathDecl
    if writability == .writable, known.writableKeyPathDecl != .none { decl = known.writableKeyPathDecl }
    if writability == .reference, known.referenceWritableKeyPathDecl != .none {
      decl = known.referenceWritableKeyPathDecl
    }
    // A function, or a path of less ability, is asked for: make exactly that.
    if isFunction {
      if conversion(from: current, to: expectedValue) == nil {
        reportMismatch(found: current, expected: resolve(expectedValue), node, purpose: .other)
        return errorExpression(node)
      }
      let path = types.nominal(known.keyPathDecl, [root, current])
      let expr = add(.keyPath, path, node)
      body.expressions[Int(expr.raw)].list = list(components)
      let function = types.function([root], current)
      let converted = add(.functionConversion, function, node, a: expr.raw)
      return converted
    }
    let expr = add(.keyPath, types.nominal(decl, [root, current]), node)
    body.expressions[Int(expr.raw)].list = list(components)
    return expr
  }

  func isTypeNode(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .memberSuffix, .subscriptSuffix, .optionalChainSuffix, .forceUnwrapSuffix, .callSuffix: return false
    default: return true
    }
  }

  func isKeyPathDecl(_ decl: DeclID) -> Bool {
    decl != .none
      && (decl == known.keyPathDecl || decl == known.writableKeyPathDecl || decl == known.referenceWritableKeyPathDecl)
  }

  private func keyPathMember(
    _ member: NameID, of current: TypeID, _ node: NodeID, _ components: inout [ExprID],
    _ writability: inout KeyPathWritability
  ) -> TypeID? {
    if types.kind(current) == .tuple {
      let spelled = text(member)
      for i in 0..<types.argumentCount(current)
      where types.label(current, i) == member.raw || spelled == String(i) {
        let type = resolve(types.argument(current, i))
        components.append(add(.keyPathComponent, type, node, a: UInt32(i), b: 3))
        return type
      }
    }
    let candidates = sema.members(of: current, member, .instance)
    guard let found = candidates.first(where: { sema.decls.kind($0.decl) == .variable }) else {
      let placeholder = add(.error, current, node)
      if let dynamic = dynamicMember(placeholder, member, node, expected: .none),
        kind(of: dynamic) == .subscriptMember
      {
        let row = body.expressions[Int(dynamic.raw)]
        var component = TypedExpr(.keyPathComponent, type: row.type, node: node)
        component.a = row.b
        component.b = 4
        component.list = row.list
        component.list2 = row.list2
        components.append(add(component))
        writability = combined(writability, keyPathWritability(of: DeclID(row.b), base: current), base: current)
        return forced(row.type)
      }
      if let function = candidates.first, sema.decls.kind(function.decl) == .function {
        report(.notSupported, "a key path cannot refer to a method; '\(text(member))' is one", node)
      } else {
        reportUnknownMember(placeholder, member, node, isCall: false)
      }
      return nil
    }
    noteUse(of: found.decl, CallSite(node: node, name: member, nameNode: node))
    let type = forced(memberType(found))
    let component = add(.keyPathComponent, type, node, a: found.decl.raw, b: 0)
    body.expressions[Int(component.raw)].list2 = list(sema.outerArguments(of: found))
    if found.route == .requirement { body.expressions[Int(component.raw)].flags = TypedExprFlags.witness }
    components.append(component)
    writability = combined(writability, keyPathWritability(of: found.decl, base: current), base: current)
    return type
  }

  private func combined(_ a: KeyPathWritability, _ own: KeyPathWritability, base: TypeID) -> KeyPathWritability {
    if own == .readOnly { return .readOnly }
    if own == .reference { return .reference }
    return a
  }

  /// Can a key path through this member be written, given a writable base?
  func keyPathWritability(of decl: DeclID, base: TypeID) -> KeyPathWritability {
    let isReference = isClass(base)
    sema.ensureFlags(decl)
    switch sema.decls.kind(decl) {
    case .variable:
      if sema.decls.has(decl, .isConstant) { return .readOnly }
      if sema.decls.has(decl, .isComputed) {
        if !sema.decls.has(decl, .isSettable) { return .readOnly }
        if sema.decls.has(decl, .isNonmutating) { return .reference }
      } else if sema.isWrapped(decl), let wrapper = wrapperSetter(decl) {
        if wrapper == .readOnly { return .readOnly }
        if wrapper == .reference { return .reference }
      }
      return isReference ? .reference : .writable
    case .subscript_:
      if !sema.decls.has(decl, .isSettable) { return .readOnly }
      if sema.decls.has(decl, .isNonmutating) { return .reference }
      return isReference ? .reference : .writable
    default: return .readOnly
    }
  }

  /// How `wrappedValue` of a property's wrapper is written; nil if there is no wrapper.
  func wrapperSetter(_ property: DeclID) -> KeyPathWritability? {
    let storage = sema.storageType(ofWrapped: property)
    guard storage != types.error, storage != .none,
      let member = sema.members(of: storage, .wrappedValue, .instance).first
    else { return nil }
    sema.ensureFlags(member.decl)
    if sema.decls.has(member.decl, .isComputed) {
      if !sema.decls.has(member.decl, .isSettable) { return .readOnly }
      return sema.decls.has(member.decl, .isNonmutating) || isClass(storage) ? .reference : .writable
    }
    if sema.decls.has(member.decl, .isConstant) { return .readOnly }
    return isClass(storage) ? .reference : .writable
  }
}
