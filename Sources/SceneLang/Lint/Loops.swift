/// The data of `ForEach`: what its elements and their identities are, as far as the text says.
enum Loops {
  /// The elements of an array literal, written in place or as the value of a constant; with the body they stand in.
  static func constantElements(
    _ module: LintModule, _ body: LintBody, _ data: ExprID, depth: Int = 0
  ) -> (LintBody, [ExprID])? {
    guard depth < 6 else { return nil }
    let expr = module.peeled(body, data)
    guard expr != .none else { return nil }
    let row = body[expr]
    switch row.kind {
    case .arrayLiteral where row.b == .max: return (body, body.items(row.list))
    case .initCall where row.list.count == 0 && module.sema.isNominal(row.type, .array): return (body, [])
    case .local:
      let source = body.source(ofLocal: row.a).raw
      return source == .max ? nil : constantElements(module, body, ExprID(source), depth: depth + 1)
    case .storedMember, .global:
      let decl = row.kind == .global ? DeclID(row.a) : DeclID(row.b)
      guard module.table.info(decl).isOwn, isNeverChanged(module, decl),
        let index = module.bodyIndex(of: decl, .initialValue)
      else { return nil }
      let home = module.bodies[index]
      guard let value = returnedValue(home) else { return nil }
      return constantElements(module, home, value, depth: depth + 1)
    default: return nil
    }
  }

  /// A constant that is given where it is declared, so that no initialiser replaces it.
  private static func isNeverChanged(_ module: LintModule, _ decl: DeclID) -> Bool {
    module.sema.decls.has(decl, .isConstant)
  }

  static func returnedValue(_ body: LintBody) -> ExprID? {
    guard body.body.root != .none else { return nil }
    let root = body.body.statements[Int(body.body.root.raw)]
    guard root.kind == .block, root.list.count == 1, let only = body.statements(root.list).first else { return nil }
    let row = body.body.statements[Int(only.raw)]
    return row.kind == .returnValue && row.a != .max ? ExprID(row.a) : nil
  }

  /// The identity of a constant element: itself, or its member, where that is constant.
  static func identity(
    _ module: LintModule, _ body: LintBody, _ home: LintBody, _ element: ExprID, _ id: ExprID?
  ) -> (key: String, text: String)? {
    var path: DeclID?
    if let id {
      guard let member = component(module, body, id) else { return nil }
      path = member
    } else {
      path = DeclID.none
    }
    let element = module.peeled(home, element)
    guard let path, element != .none else { return nil }
    if id != nil, path == .none { return constant(module, home, element) }
    let row = home[element]
    guard row.kind == .memberwiseInit else { return nil }
    let name = id == nil ? NameID.id : module.sema.decls.name(path)
    let parameters = module.sema.signature(of: DeclID(row.a)).parameters
    guard let position = parameters.firstIndex(where: { $0.label == name }), position < Int(row.list.count) else {
      return nil
    }
    let value = module.peeled(home, home.item(row.list, position))
    guard value != .none else { return nil }
    return constant(module, home, value)
  }

  /// `none` for `\.self`; nil for a longer path.
  private static func component(_ module: LintModule, _ body: LintBody, _ path: ExprID) -> DeclID? {
    let row = body[module.peeled(body, path)]
    guard row.kind == .keyPath else { return nil }
    if row.list.count == 0 { return DeclID.none }
    guard row.list.count == 1 else { return nil }
    let part = body[body.item(row.list, 0)]
    return part.b == 0 ? DeclID(part.a) : nil
  }

  static func isSelfPath(_ module: LintModule, _ body: LintBody, _ path: ExprID) -> Bool {
    component(module, body, path) == DeclID.none
  }

  /// The name at the end of a key path of one member.
  static func pathName(_ module: LintModule, _ body: LintBody, _ path: ExprID) -> String? {
    let row = body[module.peeled(body, path)]
    guard row.kind == .keyPath, row.list.count == 1 else { return nil }
    let part = body[body.item(row.list, 0)]
    if part.b == 0 { return module.name(DeclID(part.a)) }
    return part.b == 3 ? "\(part.a)" : nil
  }

  private static func constant(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> (key: String, text: String)? {
    let row = body[expr]
    switch row.kind {
    case .intLiteral, .floatLiteral, .stringLiteral, .boolLiteral:
      let text = module.syntax(body).text(row.node)
      return (module.key(body, expr), text.utf8.count < 60 ? text : "the same text")
    case .enumCase where row.list.count == 0: return (module.key(body, expr), "'\(module.name(DeclID(row.a)))'")
    case .computedMember, .storedMember, .global:
      // Equal names of constants are equal values.
      let decl = row.kind == .global ? DeclID(row.a) : DeclID(row.b)
      guard row.kind == .global || row.a == .max, module.sema.decls.has(decl, .isStatic) || row.kind == .global,
        module.sema.decls.has(decl, .isConstant) || module.sema.decls.has(decl, .isPrelude)
      else { return nil }
      return (module.key(body, expr), "'\(module.name(decl))'")
    default: return nil
    }
  }

  /// The bounds of a range of literals: `0..<3` is (0, 3).
  static func constantRange(_ module: LintModule, _ body: LintBody, _ data: ExprID) -> (low: Double, high: Double)? {
    let row = body[module.peeled(body, data)]
    guard row.kind == .call, row.list.count == 2, row.b == .max else { return nil }
    let name = module.name(DeclID(row.a))
    guard name == "..<" || name == "...", let low = module.number(body, body.item(row.list, 0)),
      let high = module.number(body, body.item(row.list, 1))
    else { return nil }
    return (low, name == "..." ? high + 1 : high)
  }

  /// The collection whose positions the data of a loop are: `items` of `items.indices`, `0..<items.count`,
  /// `Array(items.enumerated())` with the offset as id.
  static func indexedVariable(_ module: LintModule, _ body: LintBody, loop call: ExprID) -> DeclID? {
    counted(module, body, loop: call, byPosition: true).flatMap { variable(module, $0.body, $0.expr) }
  }

  /// The collection whose positions a loop goes through, alone or beside the elements, whatever the id is.
  static func countedVariable(_ module: LintModule, _ body: LintBody, loop call: ExprID) -> DeclID? {
    counted(module, body, loop: call, byPosition: false).flatMap { variable(module, $0.body, $0.expr) }
  }

  /// The ids of a loop whose ids are positions: 0 and so many as are known to be there.
  static func positions(_ module: LintModule, _ body: LintBody, loop call: ExprID) -> (low: Double, high: Double)? {
    guard let (home, collection) = counted(module, body, loop: call, byPosition: true) else { return nil }
    let elements = constantElements(module, home, collection)
    return (0, elements.map { Double($0.1.count) } ?? 1)
  }

  private static func counted(
    _ module: LintModule, _ body: LintBody, loop call: ExprID, byPosition: Bool
  ) -> (body: LintBody, expr: ExprID)? {
    guard let data = module.firstArgument(body, call) else { return nil }
    let id = module.argument(body, call, "id")
    var (home, expr) = module.followed(body, data)
    // Array(x.enumerated())
    if expr != .none, home.kind(expr) == .initCall, home[expr].list.count >= 1 {
      (home, expr) = module.followed(home, home.item(home[expr].list, 0))
    }
    guard expr != .none else { return nil }
    let row = home[expr]
    func isID(_ names: [String]) -> Bool {
      guard byPosition else { return true }
      return id.flatMap { pathName(module, body, $0) }.map(names.contains) ?? false
    }
    switch row.kind {
    case .computedMember, .storedMember:
      guard module.name(DeclID(row.b)) == "indices", !byPosition || isWhole(module, body, id) else { return nil }
      return (home, ExprID(row.a))
    case .call:
      let name = module.name(DeclID(row.a))
      if name == "zip", row.b == .max, row.list.count == 2 {
        // `zip(items.indices, items)` with the position as id
        guard isID(["0"]) else { return nil }
        let first = home[module.peeled(home, home.item(row.list, 0))]
        guard first.kind == .computedMember, module.name(DeclID(first.b)) == "indices" else { return nil }
        return (home, ExprID(first.a))
      }
      if name == "enumerated", row.b != .max { return isID(["offset", "0"]) ? (home, ExprID(row.b)) : nil }
      if name == "..<", row.b == .max, row.list.count == 2 {
        guard !byPosition || isWhole(module, body, id) else { return nil }
        let high = home[module.peeled(home, home.item(row.list, 1))]
        guard high.kind == .computedMember, module.name(DeclID(high.b)) == "count",
          module.number(home, home.item(row.list, 0)) == 0
        else { return nil }
        return (home, ExprID(high.a))
      }
      return nil
    default: return nil
    }
  }

  private static func isWhole(_ module: LintModule, _ body: LintBody, _ id: ExprID?) -> Bool {
    id.map { isSelfPath(module, body, $0) } ?? true
  }

  private static func variable(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> DeclID? {
    guard expr != .none else { return nil }
    // The last variable of the path: `model.items` is `items`.
    let row = body[module.peeled(body, expr)]
    switch row.kind {
    case .storedMember, .computedMember: return module.table.info(DeclID(row.b)).isOwn ? DeclID(row.b) : nil
    case .global: return module.table.info(DeclID(row.a)).isOwn ? DeclID(row.a) : nil
    case .local:
      let source = body.source(ofLocal: row.a).raw
      return source == .max ? nil : variable(module, body, ExprID(source))
    default: return nil
    }
  }

  private static let movers: Set<String> = [
    "remove", "removeFirst", "insert", "move", "sort", "shuffle", "swapAt", "reverse", "removeSubrange", "popFirst",
    "partition",
  ]

  /// A call that gives elements of a collection other positions.
  static func firstMove(_ module: LintModule, of variable: DeclID) -> LintModule.Use? {
    for use in module.facts(variable).uses where use.use.access == .mutate && use.use.operation != .none {
      let row = module.bodies[use.body][use.use.operation]
      guard row.kind == .call, movers.contains(module.name(DeclID(row.a))) else { continue }
      return use
    }
    return nil
  }
}
