/// What can be changed: walks from a storage expression to its root.

extension Infer {
  /// Why the storage cannot be changed, or nil.
  func immutability(of expr: ExprID) -> Immutability? {
    var current = expr
    while current != .none {
      let row = body.expressions[Int(current.raw)]
      switch row.kind {
      case .local:
        let local = LocalID(row.a)
        let info = body.locals[Int(local.raw)]
        if info.isMutable { return nil }
        let name = sema.names.intern(info.name)
        if name == .selfValue {
          if isInitializer { return nil }
          return .immutableSelf
        }
        if unassigned.contains(local.raw) || assignedOnce.contains(local.raw) { return nil }
        // What a macro or a module that is not known makes of the type may set its properties all the same.
        if current != expr, sema.isOpen(type: resolve(row.type)) { return nil }
        return .constant(name, isParameter: isParameter(local))
      case .global:
        let decl = DeclID(row.a)
        if sema.decls.has(decl, .isConstant) { return .constant(sema.decls.name(decl), isParameter: false) }
        return nil
      case .storedMember:
        let decl = DeclID(row.b)
        let base = ExprID(row.a)
        if let problem = hiddenSetter(decl) { return problem }
        if sema.decls.has(decl, .isConstant), !sema.isWrapped(decl) {
          if isInitializer, isSelf(base), functions.count == 1 { return nil }
          return .constant(sema.decls.name(decl), isParameter: false)
        }
        if row.flags & TypedExprFlags.storage == 0, sema.isWrapped(decl) {
          switch wrapperSetter(decl) {
          case .readOnly?:
            if isInitializer, isSelf(base) { return nil }
            return .getOnly(sema.decls.name(decl))
          case .reference?: return nil
          default: break
          }
        }
        if isClass(type(of: base)) || sema.hasUnknownAttribute(decl) { return nil }
        current = base
      case .computedMember, .subscriptMember:
        let decl = DeclID(row.b)
        let base = ExprID(row.a)
        if row.kind == .subscriptMember, decl == .none {
          // `x[keyPath: path]`: the path tells.
          let path = row.list.count > 0 ? ExprID(body.lists[Int(row.list.start)]) : ExprID.none
          let pathDecl = nominalDecl(type(of: path))
          if pathDecl == known.referenceWritableKeyPathDecl, pathDecl != .none { return nil }
          if pathDecl != known.writableKeyPathDecl { return .getOnly(.subscriptName) }
          current = base
          continue
        }
        sema.ensureFlags(decl)
        if let problem = hiddenSetter(decl) { return problem }
        if !sema.decls.has(decl, .isSettable) { return .getOnly(sema.decls.name(decl)) }
        if sema.decls.has(decl, .isNonmutating) || base == .none { return nil }
        let baseType = type(of: base)
        if isClass(baseType) || types.kind(baseType) == .metatype { return nil }
        current = base
      case .tupleElement, .forceUnwrap, .bindOptional, .openExistential, .inoutAccess, .upcast:
        if row.kind == .upcast, isClass(row.type) { return nil }
        current = ExprID(row.a)
      case .tuple:
        for i in 0..<Int(row.list.count) {
          let element = ExprID(body.lists[Int(row.list.start) + i])
          if kind(of: element) == .discard { continue }
          if let problem = immutability(of: element) { return problem }
        }
        return nil
      case .discard, .error: return nil
      default: return .notStorage
      }
    }
    return nil
  }

  func isSelf(_ expr: ExprID) -> Bool {
    guard expr != .none else { return false }
    let row = body.expressions[Int(expr.raw)]
    if row.kind == .upcast { return isSelf(ExprID(row.a)) }
    return row.kind == .local && body.locals[Int(row.a)].name == "self"
  }

  private func isParameter(_ local: LocalID) -> Bool {
    if body.parameters.buffer.contains(local) { return true }
    for closure in body.closures where closure.parameters.contains(local) { return true }
    return parameterLocals.contains(local.raw)
  }
}
