/// Small questions that checking a body asks of the declaration side: module names, operators, wrappers of locals, the
/// type that a type's name denotes.

extension Sema {
  /// Whether a name is that of a module in scope, so that `SwiftUI.Text` means `Text`.
  package func isModule(_ name: NameID) -> Bool {
    declareFiles()
    if let known = moduleMemo[name] { return known }
    let isModule = isModelledModule(names[name]) || module.imports.contains { $0.module == name }
    moduleMemo[name] = isModule
    return isModule
  }

  /// The type that a candidate which is a type denotes, seen from its base; parameters of its own stay.
  package func memberType(_ candidate: Candidate) -> TypeID {
    let decl = candidate.decl
    switch decls.kind(decl) {
    case .genericParameter: return normalize(types.make(.parameter, decl: decl))
    case .associatedType: return candidate.base == .none ? types.error : associatedType(candidate.base, decl)
    case .typeAlias: return substitute(typeAliasTarget(of: decl), outerArguments(of: candidate))
    default:
      guard decls.kind(decl).isNominal else { return types.error }
      return substitute(declaredType(of: decl), outerArguments(of: candidate))
    }
  }

  /// The outermost property wrapper of a variable declared in a body (`variableDecl`), or none.
  package func wrapperType(ofLocal node: NodeID, file: Int, in context: DeclID) -> DeclID {
    wrapperUse(ofLocal: node, file: file, in: context)?.nominal ?? .none
  }

  func wrapperUse(ofLocal node: NodeID, file: Int, in context: DeclID) -> WrapperUse? {
    let attributes = trees[file].node(node, at: Slot.attributes)
    guard attributes != .none else { return nil }
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      let nominal = attributeNominal(attribute, file: file, in: context)
      if nominal != .none && decls.has(nominal, .isPropertyWrapper) {
        return WrapperUse(nominal: nominal, attribute: attribute)
      }
    }
    return nil
  }

  // MARK: Operators

  /// Level and associativity (-1 left, 0 none, 1 right) of an infix operator that the module declares. The levels are
  /// those of the standard groups (assignment 90, ternary 100, default 105, `||` 110, `&&` 120, comparison 130, `??` 131,
  /// casting 132, range 135, `+` 140, `*` 150, `<<` 160); a group of the module lies between its neighbours.
  package func precedence(ofOperator name: NameID) -> (level: Int, associativity: Int)? {
    for decl in lookupTopLevel(name) where decls.kind(decl) == .operatorDecl && !decls.has(decl, .isPrelude) {
      if decls.has(decl, .isPrefix) || decls.has(decl, .isPostfix) { continue }
      let file = decls.file(decl)
      let group = trees[file].token(decls.node(decl), at: 5)
      if group == .none || trees[file].isMissing(group) { return (105, 0) }
      return precedence(ofGroup: intern(file, group), depth: 0)
    }
    return nil
  }

  private func precedence(ofGroup name: NameID, depth: Int) -> (level: Int, associativity: Int) {
    if let found = Self.standardGroup(names[name]) { return found }
    guard depth < 16 else { return (105, 0) }
    for decl in lookupTopLevel(name) where decls.kind(decl) == .precedenceGroup && !decls.has(decl, .isPrelude) {
      let file = decls.file(decl)
      let tree = trees[file]
      var associativity = 0
      var above: Int?
      var below: Int?
      for attribute in tree.elements(decls.node(decl)) where tree.kind(attribute) == .precedenceGroupAttribute {
        let label = tree.token(attribute, at: 0)
        var values: [TokenID] = []
        for index in tree.childRange(attribute).dropFirst(2) {
          let child = tree.childTable[index]
          if child.isToken && tree.kind(child.token) != .comma { values.append(child.token) }
        }
        if tree.token(label, is: "associativity"), let value = values.first {
          associativity = tree.token(value, is: "left") ? -1 : (tree.token(value, is: "right") ? 1 : 0)
        } else if tree.token(label, is: "higherThan") {
          above = values.map { precedence(ofGroup: intern(file, $0), depth: depth + 1).level }.max()
        } else if tree.token(label, is: "lowerThan") {
          below = values.map { precedence(ofGroup: intern(file, $0), depth: depth + 1).level }.min()
        }
      }
      if let above { return (min(above + 1, (below ?? Int.max) - 1), associativity) }
      if let below { return (below - 1, associativity) }
      return (105, associativity)
    }
    return (105, 0)
  }

  private static func standardGroup(_ name: String) -> (level: Int, associativity: Int)? {
    switch name {
    case "AssignmentPrecedence": return (90, 1)
    case "TernaryPrecedence": return (100, 1)
    case "DefaultPrecedence": return (105, 0)
    case "LogicalDisjunctionPrecedence": return (110, -1)
    case "LogicalConjunctionPrecedence": return (120, -1)
    case "ComparisonPrecedence": return (130, 0)
    case "NilCoalescingPrecedence": return (131, 1)
    case "CastingPrecedence": return (132, -1)
    case "RangeFormationPrecedence": return (135, 0)
    case "AdditionPrecedence": return (140, -1)
    case "MultiplicationPrecedence": return (150, -1)
    case "BitwiseShiftPrecedence": return (160, 0)
    default: return nil
    }
  }
}
