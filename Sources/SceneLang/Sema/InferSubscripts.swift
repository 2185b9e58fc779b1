/// Members that are looked up through something else: dynamic members, subscripts, key paths.

extension Infer {
  // MARK: Dynamic members

  /// `base.name` through `subscript(dynamicMember:)`: the last thing tried.
  func dynamicMember(_ value: ExprID, _ name: NameID, _ node: NodeID, expected: TypeID) -> ExprID? {
    let type = forced(type(of: value))
    for candidate in sema.dynamicMemberSubscripts(of: type) {
      let signature = sema.signature(of: candidate.decl)
      let start = mark()
      guard let (arguments, parameter) = openedParameter(of: candidate, signature) else { continue }
      if types.kind(parameter) == .nominal, types.argumentCount(parameter) == 2,
        let path = keyPathThroughMember(parameter, name, node)
      {
        var isFine = true
        for requirement in signature.requirements {
          let substituted = sema.substitute(requirement, arguments)
          if solve(substituted) == false { isFine = false }
        }
        if isFine {
          let expr = add(
            .subscriptMember, substitute(signature.result, arguments), node, a: value.raw, b: candidate.decl.raw)
          body.expressions[Int(expr.raw)].list = list([path])
          body.expressions[Int(expr.raw)].list2 = list(arguments)
          return expr
        }
      } else if parameter == known.string {
        let key = add(.stringLiteral, known.string, node, a: string(text(name)))
        let expr = add(
          .subscriptMember, substitute(signature.result, arguments), node, a: value.raw, b: candidate.decl.raw)
        body.expressions[Int(expr.raw)].list = list([key])
        body.expressions[Int(expr.raw)].list2 = list(arguments)
        return expr
      }
      rewind(start)
    }
    return nil
  }

  /// What a dynamic-member subscript takes, with variables for its own generic parameters.
  private func openedParameter(of candidate: Candidate, _ signature: Signature) -> (arguments: [TypeID], type: TypeID)?
  {
    guard signature.parameters.count == 1 else { return nil }
    var arguments = sema.outerArguments(of: candidate)
    while arguments.count < signature.genericParameters.count { arguments.append(freshVariable()) }
    return (arguments, substitute(signature.parameters[0].type, arguments))
  }

  /// The key path `\Root.name` for a parameter of key path type; nil if the root has no such member or the path would
  /// have to be writable and is not.
  private func keyPathThroughMember(_ parameter: TypeID, _ name: NameID, _ node: NodeID) -> ExprID? {
    let root = forced(types.argument(parameter, 0))
    guard types.kind(root) != .variable else { return nil }
    var component: ExprID
    var memberType: TypeID
    var writability: KeyPathWritability
    if types.kind(root) == .tuple {
      let spelled = text(name)
      var found = -1
      for i in 0..<types.argumentCount(root) where types.label(root, i) == name.raw || spelled == String(i) {
        found = i
      }
      if found < 0 { return nil }
      memberType = types.argument(root, found)
      component = add(.keyPathComponent, memberType, node, a: UInt32(found), b: 3)
      writability = .writable
    } else if let member = sema.members(of: root, name, .instance).first(where: {
      sema.decls.kind($0.decl) == .variable
    }) {
      memberType = self.memberType(member)
      component = add(.keyPathComponent, memberType, node, a: member.decl.raw, b: 0)
      body.expressions[Int(component.raw)].list2 = list(sema.outerArguments(of: member))
      writability = keyPathWritability(of: member.decl, base: root)
    } else if !sema.dynamicMemberSubscripts(of: root).isEmpty {
      // A dynamic member of a dynamic member: `$model.inner.name` steps one subscript at a time, so this is rare.
      return nil
    } else {
      return nil
    }
    let decl = types.decl(parameter)
    if decl == known.writableKeyPathDecl, writability == .readOnly { return nil }
    if decl == known.referenceWritableKeyPathDecl, writability != .reference { return nil }
    guard unify(types.argument(parameter, 1), memberType) else { return nil }
    let path = add(.keyPath, resolve(parameter), node)
    body.expressions[Int(path.raw)].list = list([component])
    return path
  }

  // MARK: Subscripts

  func subscriptAccess(_ base: ExprID, _ suffix: NodeID, expected: TypeID) -> ExprID {
    let value = implicitlyUnwrapped(base) ?? base
    let start = arguments.count
    pushArguments(of: suffix)
    defer { arguments.cut(to: start) }
    let type = forced(type(of: value))
    if type == types.error || kind(of: value) == .error && isError(value) {
      return spoiledCall(suffix, of: value, from: start)
    }
    // `x[keyPath: path]` works on every value.
    if arguments.count == start + 1, arguments[start].label == known.keyPath {
      return keyPathSubscript(value, type, start, suffix)
    }
    let candidates = memberCandidates(value, .subscriptName)
    let site = CallSite(node: suffix, name: .subscriptName, nameNode: suffix)
    if arguments.count > start, arguments[start].label != .dynamicMember, !candidates.isEmpty,
      candidates.allSatisfy({ sema.signature(of: $0.decl).parameters.first?.label == .dynamicMember }),
      let dynamic = dynamicSubscript(value, start, suffix, expected: expected)
    {
      return dynamic
    }
    if candidates.isEmpty {
      if let dynamic = dynamicSubscript(value, start, suffix, expected: expected) { return dynamic }
      if isOptional(type) {
        reportNotUnwrapped(value, type, suffix, member: "[...]")
      } else if !sema.isOpen(type: type), !sema.isPartial(type: type) {
        report(.noSubscript, "value of type '\(describe(type))' has no subscripts", suffix)
      }
      return spoiledCall(suffix, of: value, from: start)
    }
    return resolveCall(
      candidates, base: value, arguments: start..<arguments.count, expected: expected, site: site)
  }

  /// `$items[0]` and the like: the subscript of the root, taken through `subscript(dynamicMember:)`.
  private func dynamicSubscript(_ value: ExprID, _ start: Int, _ node: NodeID, expected: TypeID) -> ExprID? {
    let type = forced(type(of: value))
    for candidate in sema.dynamicMemberSubscripts(of: type) {
      let signature = sema.signature(of: candidate.decl)
      let before = mark()
      guard let (arguments, parameter) = openedParameter(of: candidate, signature) else { continue }
      guard types.kind(parameter) == .nominal, types.argumentCount(parameter) == 2 else {
        rewind(before)
        continue
      }
      let root = forced(types.argument(parameter, 0))
      let subscripts = types.kind(root) == .variable ? [] : sema.members(of: root, .subscriptName, .instance)
      guard !subscripts.isEmpty else {
        rewind(before)
        continue
      }
      let placeholder = add(.error, root, node)
      let access = resolveCall(
        subscripts, base: placeholder, arguments: start..<self.arguments.count, expected: .none,
        site: CallSite(node: node, name: .subscriptName, nameNode: node))
      guard kind(of: access) == .subscriptMember else { return access }
      let row = body.expressions[Int(access.raw)]
      let decl = DeclID(row.b)
      if types.decl(parameter) == known.writableKeyPathDecl,
        keyPathWritability(of: decl, base: root) == .readOnly
      {
        rewind(before)
        continue
      }
      var component = TypedExpr(.keyPathComponent, type: row.type, node: node)
      component.a = decl.raw
      component.b = 4
      component.list = row.list
      component.list2 = row.list2
      let part = add(component)
      _ = unify(types.argument(parameter, 1), row.type)
      let path = add(.keyPath, resolve(parameter), node)
      body.expressions[Int(path.raw)].list = list([part])
      let expr = add(
        .subscriptMember, substitute(signature.result, arguments), node, a: value.raw, b: candidate.decl.raw)
      body.expressions[Int(expr.raw)].list = list([path])
      body.expressions[Int(expr.raw)].list2 = list(arguments)
      return expr
    }
    return nil
  }

  private func keyPathSubscript(_ value: ExprID, _ type: TypeID, _ start: Int, _ node: NodeID) -> ExprID {
    let result = freshVariable()
    let expected = types.nominal(known.keyPathDecl, [type, result])
    var path = expression(arguments[start].node, expected: expected)
    let pathType = forced(self.type(of: path))
    if types[pathType].summary.contains(.error) { return errorExpression(node) }
    if isKeyPath(pathType), types.argumentCount(pathType) == 2 {
      let root = types.argument(pathType, 0)
      if conversion(from: type, to: root) == nil {
        reportMismatch(found: type, expected: root, arguments[start].node, purpose: .other)
        return errorExpression(node)
      }
      _ = unify(result, types.argument(pathType, 1))
    } else if let converted = converted(path, to: expected) {
      path = converted
    } else {
      reportMismatch(found: pathType, expected: expected, arguments[start].node, purpose: .other)
      return errorExpression(node)
    }
    let expr = add(.subscriptMember, resolve(result), node, a: value.raw, b: DeclID.none.raw)
    body.expressions[Int(expr.raw)].list = list([path])
    return expr
  }

  private func isKeyPath(_ type: TypeID) -> Bool {
    let decl = nominalDecl(type)
    return decl == known.keyPathDecl || decl == known.writableKeyPathDecl || decl == known.referenceWritableKeyPathDecl
  }
}
