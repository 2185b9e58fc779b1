/// Bodies of functions and accessors, and results whose type is hidden behind `some P`.

extension Infer {
  /// An opaque result makes the body say its own type.
  func openResult(_ context: inout FunctionContext) {
    let result = resolve(context.result)
    if result != .none, types.kind(result) == .opaque { context.isOpaque = true }
  }

  /// Statements of a function's or accessor's block; a single expression is its value.
  func functionBody(_ node: NodeID, result: TypeID, builder: DeclID) -> StmtID {
    guard node != .none else { return block([], node) }
    let depth = functions.count - 1
    let items = sema.activeList(of: node, file: file).filter { tree.kind($0) != .accessorDecl }
    let scope = pushScope()
    defer { popScope(scope) }
    if builder != .none, !containsReturn(items) {
      let builderType = sema.builderType(of: declaration, builder)
      return block(builderBody(items, builder: builder, builderType: builderType, result: result, node), node)
    }
    if items.count == 1, result != .none, result != types.void, isExpression(items[0]), isValue(items[0]) {
      functions[depth].isSingleExpression = true
      functions[depth].returnCount = 1
      let mark = beginExpression()
      let saved = diagnostics.count
      let value = returnedValue(items[0])
      finishExpression(mark)
      _ = saved
      if type(of: value) == neverType { return block([statement(.expression, items[0], a: value.raw)], node) }
      return block([statement(.returnValue, items[0], a: value.raw)], node)
    }
    if items.count == 1, result == .none, isFailable, depth == 0, tree.kind(items[0]) == .nilLiteralExpr {
      // `init?(coder: NSCoder) { nil }`
      let value = add(.nilLiteral, optional(selfType), items[0])
      return block([statement(.returnValue, items[0], a: value.raw)], node)
    }
    let statements = self.statements(items)
    if result != .none, result != types.void, result != types.error, resolve(result) != neverType, !leaves(statements) {
      // What an unknown protocol asks for may have a result builder.
      let isBuilt = types.kind(resolve(result)) == .opaque && sema.isInOpenType(context)
      if !isBuilt, !typeRow(resolve(result)).summary.contains(.error) {
        reportMissingReturn(result, node, isClosure: false)
      }
    }
    return block(statements, node)
  }

  /// An `if` or `switch` alone in a function is its value only if its branches are values.
  private func isValue(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .ifExpr, .switchExpr: return branchesAreValues(node)
    default: return true
    }
  }

  /// `return` of a function with an opaque result.
  func opaqueValue(_ node: NodeID) -> ExprID {
    let value = expression(node, expected: promised(node, functions[functions.count - 1].result))
    return opaqueResult(value, node)
  }

  /// `var style: some PickerStyle { .menu }`: what is promised tells where the member is. `none` for other values.
  private func promised(_ node: NodeID, _ result: TypeID) -> TypeID {
    guard needsContext(node), tree.kind(node) == .implicitMemberExpr || tree.kind(node) == .postfixExpr else {
      return .none
    }
    let result = resolve(result)
    let wanted = freshVariable()
    for bound in sema.bounds(of: result) where types.kind(bound) == .nominal && !isClassDecl(types.decl(bound)) {
      _ = solve(.conforms(wanted, bound))
    }
    return wanted
  }

  /// Checks that a value has what `some P` promises, and that all returns have one type.
  func opaqueResult(_ value: ExprID, _ node: NodeID) -> ExprID {
    let depth = functions.count - 1
    let type = forced(type(of: value))
    if types[type].summary.contains(.error) { return value }
    if type == neverType { return value }
    let result = resolve(functions[depth].result)
    for bound in sema.bounds(of: result) where types.kind(bound) == .nominal {
      let isClass = isClassDecl(types.decl(bound))
      if isClass ? !isSubclass(type, of: bound) && type != bound : !conformsTo(type, bound) {
        if bound == known.view, isStyleOnly(type), let view = checkedAsView(node),
          conformsTo(forced(self.type(of: view)), known.view)
        {
          return opaqueResult(view, node)
        }
        if bound == known.view {
          reportNotAView(type, node)
        } else {
          report(
            .missingConformance,
            "the result must conform to '\(describe(bound))'; '\(describe(type))' does not", node)
        }
        return errorExpression(node, keeping: [value])
      }
    }
    if functions[depth].underlying == .none {
      functions[depth].underlying = type
    } else if functions[depth].underlying != type, !functions[depth].asksAvailability,
      !unify(functions[depth].underlying, type)
    {
      report(
        .opaqueTypes,
        "all returns of 'some' must have one type; found '\(describe(type))' beside "
          + "'\(describe(functions[depth].underlying))'", node,
        notes: [.init("mark the function '@ViewBuilder', or wrap the views in 'AnyView'")])
      return errorExpression(node, keeping: [value])
    }
    return value
  }
}
