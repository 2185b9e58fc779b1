/// Variables whose initial value is settled by its text: a short literal in front of which no type is written, kept as it
/// is or in `@State`. Its type is the literal's own and nothing about it can be wrong, so no body is checked for it until
/// somebody wants to see one. Most of the variables of a view are of this kind.

extension Sema {
  /// The type of such a variable, nil for others.
  func settledType(of decl: DeclID) -> TypeID? {
    guard decls.kind(decl) == .variable, !decls.has(decl, .isPrelude), !decls.has(decl, .isLazy),
      variableTypeNode(decl) == .none, let type = literalType(ofValueOf: decl)
    else { return nil }
    let (file, node) = syntax(of: decl)
    let value = trees[file].node(node, at: Slot.bindingValue)
    switch trees[file].kind(value) {
    case .booleanLiteralExpr: break
    // A number of more digits may not fit.
    case .integerLiteralExpr, .floatLiteralExpr: if trees[file].range(value).length > 9 { return nil }
    default: return nil
    }
    let wrappers = wrapperUses(of: decl)
    guard let wrapper = wrappers.first else { return type }
    guard wrappers.count == 1, wrapper.nominal == known(.state), !decls.has(decl, .isConstant) else { return nil }
    let name = trees[file].node(wrapper.attribute, at: 1)
    guard trees[file].node(wrapper.attribute, at: 2) == .none, trees[file].kindIfPresent(name) == .identifierType,
      trees[file].node(name, at: 1) == .none
    else { return nil }
    return type
  }
}

extension BodyChecker {
  /// Whether the initial value of a variable is left out of the check: nobody listens to what is in it.
  func isLeftOut(_ decl: DeclID) -> Bool {
    uses == nil && probe == nil && checkedBody == nil && expressionBegins == nil && sema.settledType(of: decl) != nil
  }
}
