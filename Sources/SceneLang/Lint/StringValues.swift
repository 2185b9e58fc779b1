/// The strings that an expression can stand for, as literals of the text: through constants, branches, computed
/// properties and functions, and what view types and functions of the module are given where they are used.
enum StringValues {
  /// - Parameter seen: what was gone through already, by body and expression.
  /// - Parameter isCalled: the body was come to by a call, whose arguments are not those of all its calls.
  static func literals(
    _ module: LintModule, _ body: LintBody, _ value: ExprID, _ seen: inout IDSet<UInt64>, depth: Int,
    isCalled: Bool = false
  ) -> [(body: LintBody, expr: ExprID)] {
    let expr = module.peeled(body, value)
    guard expr != .none, depth < 8, seen.count < 400,
      seen.insert(UInt64(body.owner.raw) << 32 | UInt64(expr.raw) ^ UInt64(body.part.rawValue) << 28).inserted
    else { return [] }
    let row = body[expr]
    var found: [(body: LintBody, expr: ExprID)] = []
    func add(_ home: LintBody, _ value: ExprID) {
      found += literals(
        module, home, value, &seen, depth: depth + 1, isCalled: isCalled && home === body || row.kind == .call)
    }
    switch row.kind {
    case .stringLiteral: found.append((body, expr))
    case .ternary where row.list.count == 3:
      add(body, body.item(row.list, 1))
      add(body, body.item(row.list, 2))
    case .nilCoalesce:
      add(body, ExprID(row.a))
      add(body, ExprID(row.b))
    case .ifExpression, .switchExpression: for value in Choices.results(body, StmtID(row.a)) { add(body, value) }
    case .local:
      let source = body.source(ofLocal: row.a)
      if source != .none {
        add(body, source)
      } else if !isCalled, let position = body.body.parameters.firstIndex(where: { $0.raw == row.a }),
        isOnlySymbol(module, body, row.a)
      {
        addArguments(module, function: body.owner, fromEnd: body.body.parameters.count - position, add)
      }
    case .call where module.table.info(DeclID(row.a)).isOwn:
      if let index = module.bodyIndex(of: DeclID(row.a)) {
        for value in Choices.results(module.bodies[index], module.bodies[index].body.root) {
          add(module.bodies[index], value)
        }
      }
    case .storedMember, .computedMember, .global:
      let decl = row.kind == .global ? DeclID(row.a) : DeclID(row.b)
      guard module.table.info(decl).isOwn, module.sema.decls.kind(decl) == .variable,
        row.flags & TypedExprFlags.storage == 0
      else { break }
      let isComputed = module.sema.decls.has(decl, .isComputed)
      guard isOnlySymbol(module, decl) else { break }
      if let index = module.bodyIndex(of: decl, isComputed ? .body : .initialValue) {
        for value in Choices.results(module.bodies[index], module.bodies[index].body.root) {
          add(module.bodies[index], value)
        }
      }
      if !isComputed, module.wrapper(of: decl) == .none {
        addMemberwise(module, decl, add)
        for write in module.facts(decl).writes where write.use.access == .write {
          let home = module.bodies[write.body]
          guard write.use.operation != .none, home.kind(write.use.operation) == .assign else { continue }
          add(home, ExprID(home[write.use.operation].b))
        }
      }
    default: break
    }
    return found
  }

  /// What a property is given by the memberwise initialiser of its type.
  private static func addMemberwise(_ module: LintModule, _ decl: DeclID, _ add: (LintBody, ExprID) -> Void) {
    let type = module.sema.owner(of: decl)
    guard type != .none else { return }
    for call in module.calls(of: type).prefix(400) {
      let body = module.bodies[call.body]
      let row = body[call.expr]
      guard row.kind == .memberwiseInit,
        let position = module.sema.signature(of: DeclID(row.a)).parameters.firstIndex(where: { $0.decl == decl }),
        position < Int(row.list.count)
      else { continue }
      add(body, body.item(row.list, position))
    }
  }

  /// What a parameter of a function or initialiser is given.
  private static func addArguments(
    _ module: LintModule, function: DeclID, fromEnd: Int, _ add: (LintBody, ExprID) -> Void
  ) {
    let isInitializer = module.sema.decls.kind(function) == .initializer
    for call in module.calls(of: isInitializer ? module.sema.owner(of: function) : function).prefix(400) {
      let body = module.bodies[call.body]
      let row = body[call.expr]
      guard DeclID(row.a) == function, row.kind == .call || row.kind == .initCall, fromEnd <= Int(row.list.count) else {
        continue
      }
      add(body, body.item(row.list, Int(row.list.count) - fromEnd))
    }
  }

  /// Whether nothing else than a symbol is made from a property's value: a name that may also be an image's is none that
  /// can be judged.
  private static func isOnlySymbol(_ module: LintModule, _ decl: DeclID) -> Bool {
    module.facts(decl).uses.allSatisfy { use in
      use.use.access != .read || isSymbolUse(module, module.bodies[use.body], use.use.expr)
    }
  }

  private static func isOnlySymbol(_ module: LintModule, _ body: LintBody, _ local: UInt32) -> Bool {
    body.order.allSatisfy { raw in
      let row = body.body.expressions[Int(raw)]
      return row.kind != .local || row.a != local || isSymbolUse(module, body, ExprID(raw))
    }
  }

  /// Whether a use of a name is the name of a symbol, or gives it on to code of the module.
  private static func isSymbolUse(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    var current = expr
    var parent = body.parentExpression(current)
    while parent != .none, body.parentStatement(current) == .none {
      switch body.kind(parent) {
      case .wrapOptional, .bindOptional, .forceUnwrap, .optionalChain, .coerce, .autoclosure, .erase, .nilCoalesce,
        .ternary:
        current = parent
        parent = body.parentExpression(parent)
      case .isNil, .memberwiseInit: return true
      case .initCall, .call:
        let row = body[parent]
        let decl = DeclID(row.a)
        if module.table.info(decl).isOwn { return true }
        guard let position = body.items(row.list).firstIndex(of: current) else { return false }
        let parameters = module.sema.signature(of: decl).parameters
        guard position < parameters.count, parameters[position].label != .none else { return false }
        switch module.sema.names[parameters[position].label] {
        case "systemName", "systemImage", "systemSymbolName": return true
        default: return false
        }
      default: return false
      }
    }
    // The value of a constant, or what is returned.
    return true
  }
}
