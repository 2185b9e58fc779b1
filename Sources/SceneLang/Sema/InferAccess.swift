/// Initialisers that may be called only from inside of their type: those marked `private`, and memberwise ones that would
/// set a `private` property.

extension Infer {
  /// Reports a call of an initialiser that is not seen from here.
  func checkAccess(of decl: DeclID, _ site: CallSite, takesArguments: Bool) {
    guard sema.decls.kind(decl) == .initializer, !sema.decls.has(decl, .isPrelude) else { return }
    let owner = sema.owner(of: decl)
    guard owner != .none, !isInside(owner) else { return }
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
      hidden = ("", isOfFile(decl))
    }
    guard let hidden, !(hidden.isOfFile && sema.decls.file(owner) == file) else { return }
    let type = text(sema.decls.name(owner))
    report(
      .inaccessible,
      hidden.name.isEmpty
        ? "this initialiser of '\(type)' is private"
        : "'\(type)' has no initialiser that is seen here: '\(hidden.name)' is private", site.nameNode)
  }

  /// Is the code inside of the type, of an extension of it in this file, or of a type in it?
  private func isInside(_ owner: DeclID) -> Bool {
    var scope = typeScope
    var steps = 0
    while scope != .none, steps < 256 {
      if sema.decls.kind(scope).isTypeContext, sema.nominal(ofContext: scope) == owner {
        return sema.decls.file(scope) == sema.decls.file(owner)
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
