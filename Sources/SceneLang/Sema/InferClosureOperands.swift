/// `value |> { $0.count }`, `first >>> { $0 * 2 }`: an operator of the module, one of whose operands is a closure. It is
/// resolved as the call of a function, so that the other operand says what the closure takes.

extension Infer {
  func isClosure(_ node: NodeID) -> Bool { tree.kindIfPresent(unparenthesized(node)) == .closureExpr }

  /// Operands are finished values; nil for those that are closures.
  func closureOperator(
    _ name: NameID, _ left: (value: ExprID?, node: NodeID), _ right: (value: ExprID?, node: NodeID), _ node: NodeID,
    expected: TypeID
  ) -> ExprID {
    var candidates: [Candidate] = []
    for decl in sema.userOperators(name)
    where !sema.decls.has(decl, .isPrefix) && !sema.decls.has(decl, .isPostfix) {
      candidates.append(operatorCandidate(decl))
    }
    let start = arguments.count
    for operand in [left, right] {
      let closure = unparenthesized(operand.node)
      arguments.append(
        CallArgument(
          label: .none, node: operand.value == nil ? closure : operand.node, whole: operand.node, isTrailing: false,
          shape: operand.value == nil ? .closure : .fixed, arity: operand.value == nil ? closureArity(closure) : -1,
          expr: operand.value ?? .none))
    }
    defer { arguments.cut(to: start) }
    let values = [left.value, right.value].compactMap { $0 }
    if candidates.isEmpty || values.contains(where: { isError($0) }) {
      return spoiledCall(node, of: .none, from: start)
    }
    return resolveCall(
      candidates, base: .none, arguments: start..<arguments.count, expected: expected,
      site: CallSite(node: node, name: name, nameNode: node))
  }
}
