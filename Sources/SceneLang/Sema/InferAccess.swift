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
