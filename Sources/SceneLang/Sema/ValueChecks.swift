/// Values that would contain themselves, which no memory holds: structs through their stored properties, enums through
/// the payloads of cases that are not `indirect`.

extension Sema {
  /// Reports the property or case through which a value contains one of its own type.
  func checkContainment(_ nominal: DeclID) {
    switch decls.kind(nominal) {
    case .structDecl:
      for member in storedMembers(of: nominal) where wrapperUses(of: member).isEmpty {
        var seen = IDSet<UInt32>()
        guard contains(type(ofVariable: member), nominal, &seen, depth: 0) else { continue }
        report(
          .recursiveValue,
          "'\(names[decls.name(nominal)])' cannot contain itself through '\(names[decls.name(member)])'",
          file: decls.file(member), range: nameRange(of: member))
        return
      }
    case .enumDecl:
      var seen = IDSet<UInt32>()
      guard containsThroughCases(nominal, nominal, &seen, depth: 0) else { return }
      let keyword = trees[decls.file(nominal)].token(decls.head(nominal), at: Slot.keyword)
      var fixes: [FixIt] = []
      if keyword != .none {
        let start = trees[decls.file(nominal)].range(keyword).start
        fixes.append(.insert("indirect ", at: place(decls.file(nominal), SourceRange(start, start))))
      }
      report(
        .recursiveValue, "'\(names[decls.name(nominal)])' contains itself and must be 'indirect'",
        file: decls.file(nominal), range: nameRange(of: nominal), fixes: fixes)
    default: break
    }
  }

  /// Does a value of the type hold one of the nominal in itself, rather than behind a reference?
  private func contains(_ type: TypeID, _ nominal: DeclID, _ seen: inout IDSet<UInt32>, depth: Int) -> Bool {
    guard depth < 64 else { return false }
    switch types.kind(type) {
    case .tuple: return types.arguments(type).contains { contains($0, nominal, &seen, depth: depth + 1) }
    case .nominal:
      let payload = unwrapped(type)
      if payload != .none { return contains(payload, nominal, &seen, depth: depth + 1) }
      let decl = types.decl(type)
      if decl == nominal { return true }
      guard !decls.has(decl, .isPrelude), types.argumentCount(type) == 0, seen.insert(decl.raw).inserted else {
        return false
      }
      switch decls.kind(decl) {
      case .structDecl:
        return storedMembers(of: decl).contains {
          wrapperUses(of: $0).isEmpty && contains(self.type(ofVariable: $0), nominal, &seen, depth: depth + 1)
        }
      case .enumDecl: return containsThroughCases(decl, nominal, &seen, depth: depth + 1)
      default: return false
      }
    default: return false
    }
  }

  private func containsThroughCases(
    _ decl: DeclID, _ nominal: DeclID, _ seen: inout IDSet<UInt32>, depth: Int
  ) -> Bool {
    if isIndirect(decl) { return false }
    return enumCases(of: decl).contains { element in
      !isIndirect(element)
        && signature(of: element).parameters.contains { contains($0.type, nominal, &seen, depth: depth + 1) }
    }
  }

  /// Is an enum or a case marked `indirect`?
  private func isIndirect(_ decl: DeclID) -> Bool {
    let file = decls.file(decl)
    let head = self.head(of: decl)
    return head != .none && trees[file].hasToken(trees[file].node(head, at: Slot.modifiers), .indirect)
  }
}
