/// Initialisers that may be called only from inside of their type: those marked `private`, and memberwise ones that would
/// set a `private` property.

extension Infer {
  /// Reports a call of an initialiser that is not seen from here.
  func checkAccess(of decl: DeclID, _ site: CallSite, takesArguments: Bool) {
    guard sema.decls.kind(decl) == .initializer, !sema.decls.has(decl, .isPrelude) else { return }
    let owner = sema.owner(of: decl)
    guard owner != .none, !isInside(owner, file: sema.decls.file(decl)) else { return }
    var hidden: (name: String, isOfFile: Bool)?
    if sema.synthesizedKind(of: decl) == .memberwiseInit {
      // Where every property begins with a value, `Card()` is there for all.
      guard takesArguments else { return }
      for member in sema.storedMembers(of: owner) where sema.decls.has(member, .isPrivate) && isSetByMemberwise(member)
      {
        hidden = (text(sema.decls.name(member)), isOfFile(member))
        if hidden?.isOfFile == false { break }
      }
    } else if sema.synthesizedKind(of: decl) == .none, sema.decls.has(decl, .isPrivate) {
      if isOfFile(decl), sema.decls.file(decl) == file { return }
      hidden = ("", false)
    }
    guard let hidden, !(hidden.isOfFile && sema.decls.file(owner) == file) else { return }
    let type = text(sema.decls.name(owner))
    report(
      .inaccessible,
      hidden.name.isEmpty
        ? "this initialiser of '\(type)' is private"
        : "'\(type)' has no initialiser that is seen here: '\(hidden.name)' is private", site.nameNode)
  }

  /// A method of an actor of the module, called from outside of it: it has to be awaited, whether it suspends or not.
  func isOfOtherActor(_ decl: DeclID, _ base: ExprID) -> Bool {
    guard base != .none, sema.decls.kind(decl) == .function, !sema.decls.has(decl, .isPrelude),
      !sema.decls.has(decl, .isStatic), !sema.decls.has(decl, .isSynthesized), functions.last?.isAsync == true
    else { return false }
    let owner = sema.owner(of: decl)
    guard owner != .none, isActor(owner), nominalDecl(resolve(type(of: base))) == owner else { return false }
    if selfType != .none, nominalDecl(selfType) == owner { return false }
    switch kind(of: base) {
    case .local:
      // `self`, and parameters that are isolated, are inside.
      let local = body.locals[Int(body.expressions[Int(base.raw)].a)]
      if local.name == "self" || local.node != .none && tree.text(local.node).contains("isolated") { return false }
    case .storedMember, .global: break
    default: return false
    }
    let (file, _) = sema.syntax(of: decl)
    let head = sema.head(of: decl)
    guard head != .none else { return false }
    let modifiers = sema.trees[file].node(head, at: Slot.modifiers)
    return modifiers == .none || !sema.trees[file].text(modifiers).contains("nonisolated")
  }

  private func isActor(_ nominal: DeclID) -> Bool {
    guard sema.decls.kind(nominal) == .classDecl, !sema.decls.has(nominal, .isPrelude) else { return false }
    let (file, node) = sema.syntax(of: nominal)
    return node != .none && sema.trees[file].kind(node) == .actorDecl
  }

  /// Is the code inside of the type, of an extension of it in the file of what is called, or of a type in it?
  private func isInside(_ owner: DeclID, file: Int) -> Bool {
    var scope = typeScope
    var steps = 0
    while scope != .none, steps < 256 {
      if sema.decls.kind(scope).isTypeContext, sema.nominal(ofContext: scope) == owner {
        return sema.decls.file(scope) == file
      }
      scope = sema.decls.parent(scope)
      steps += 1
    }
    return false
  }

  /// A property of the module whose setter, unlike itself, is not seen from here: `private(set)`, or `fileprivate(set)` in
  /// another file.
  func hiddenSetter(_ decl: DeclID) -> Immutability? {
    guard decl != .none, !sema.decls.has(decl, .isPrelude), !sema.decls.has(decl, .isSynthesized) else { return nil }
    let owner = sema.owner(of: decl)
    let head = sema.decls.head(decl)
    guard owner != .none, head != .none else { return nil }
    let place = sema.decls.file(decl)
    let tree = sema.trees[place]
    let modifiers = tree.node(head, at: Slot.modifiers)
    guard modifiers != .none else { return nil }
    let range = tree.childRange(modifiers)
    for index in range where index + 1 < range.upperBound {
      let (word, next) = (tree.childTable[index], tree.childTable[index + 1])
      guard word.isToken, next.isToken, tree.kind(next.token) == .leftParen else { continue }
      let isHidden: Bool
      switch tree.kind(word.token) {
      case .private: isHidden = !isInside(owner, file: place)
      case .fileprivate: isHidden = place != file
      default: continue
      }
      if isHidden { return .privateSetter(sema.decls.name(decl), owner: sema.decls.name(owner)) }
    }
    return nil
  }

  /// Parameters of function type that are kept beyond the call: assigned to something, or returned. Only one marked
  /// `@escaping` may be, and one whose type is optional.
  func checkEscapes(_ signature: Signature) {
    let first = body.parameters.count - signature.parameters.count
    guard first >= 0, signature.parameters.contains(where: { types.kind($0.type) == .function }) else { return }
    func check(_ value: ExprID) {
      var value = value
      while value != .none, kind(of: value) == .wrapOptional || kind(of: value) == .functionConversion {
        value = ExprID(body.expressions[Int(value.raw)].a)
      }
      guard value != .none, kind(of: value) == .local else { return }
      let row = body.expressions[Int(value.raw)]
      for position in signature.parameters.indices where body.parameters[first + position].raw == row.a {
        let parameter = signature.parameters[position]
        guard types.kind(parameter.type) == .function, parameter.decl != .none,
          !sema.decls.has(parameter.decl, .isPrelude)
        else { return }
        let node = sema.decls.node(parameter.decl)
        guard node != .none, tree.kind(node) == .parameter else { return }
        let type = tree.node(node, at: 5)
        guard type != .none, !tree.text(type).contains("escaping") else { return }
        let start = tree.range(type).start
        report(
          .escapingParameter,
          "'\(body.locals[Int(row.a)].name)' is kept beyond the call; its type has to be marked '@escaping'", row.node,
          fixes: [.insert("@escaping ", at: place(SourceRange(start, start)), title: "insert '@escaping'")])
        return
      }
    }
    for i in 0..<body.expressions.count where body.expressions[i].kind == .assign {
      check(ExprID(body.expressions[i].b))
    }
    for i in 0..<body.statements.count where body.statements[i].kind == .returnValue {
      check(ExprID(body.statements[i].a))
    }
  }

  /// Properties with wrappers, constants with values and lazy ones are no parameters that count.
  private func isSetByMemberwise(_ member: DeclID) -> Bool {
    if sema.isWrapped(member) || sema.hasUnknownAttribute(member) || sema.decls.has(member, .isLazy) { return false }
    let (file, node) = sema.syntax(of: member)
    guard node != .none, sema.trees[file].kind(node) == .patternBinding else { return false }
    return !(sema.decls.has(member, .isConstant) && sema.trees[file].has(node, at: Slot.bindingValue))
  }

  private func isOfFile(_ decl: DeclID) -> Bool {
    let (file, _) = sema.syntax(of: decl)
    let head = sema.head(of: decl)
    return head != .none && sema.trees[file].hasToken(sema.trees[file].node(head, at: Slot.modifiers), .fileprivate)
  }
}
