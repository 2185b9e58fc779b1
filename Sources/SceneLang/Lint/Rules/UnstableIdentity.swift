/// Identities that are made anew at each evaluation.
enum UnstableIdentity {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "unstable-identity", .warning, "an identity that changes with every update",
      explanation: """
        An id that is random or made on the spot is another one each time the body runs: the view is removed and made \
        anew, loses its state, and never animates. Store the id with the element: 'let id = UUID()'.
        """,
      wrong: """
        struct Item: Identifiable {
            var id: UUID { UUID() }
            let name: String
        }
        struct Items: View {
            let items = [Item(name: "a"), Item(name: "b")]
            var body: some View {
                ForEach(items) { Text($0.name) }
            }
        }
        """,
      right: """
        struct Item: Identifiable {
            let id = UUID()
            let name: String
        }
        struct Items: View {
            let items = [Item(name: "a"), Item(name: "b")]
            var body: some View {
                ForEach(items) { Text($0.name) }
            }
        }
        """),
    triggers: [.UUID, .random, .randomElement, .Date, .ForEach, .List], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    checkModifiers(context)
    checkLiterals(context)
    // `var id: UUID { UUID() }` of an identifiable type.
    let sema = context.sema
    guard body.part == .body, sema.decls.kind(body.owner) == .variable, sema.decls.name(body.owner) == .id,
      let value = Loops.returnedValue(body), isFresh(module, body, value)
    else { return }
    let owner = sema.owner(of: body.owner)
    guard owner != .none, sema.conforms(sema.declaredType(of: owner), sema.known(.identifiable)) != nil else { return }
    context.report("this id is another one each time it is asked for; store it", at: module.namePlace(body.owner))
  }

  private static func checkModifiers(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for site in body.sites where site.role == .modifier && site.symbol == .id || site.symbol == .matchedGeometryEffect {
      guard body.kind(site.expr) == .call else { continue }
      let value = site.symbol == .id ? module.firstArgument(body, site.expr) : module.argument(body, site.expr, "id")
      guard let value, isFresh(module, body, value) else { continue }
      context.report(
        "this id is another one at every update, so the view is made anew each time", body, site.expr)
    }
    for call in context.sites(.ForEach, .type) where body.kind(call) == .initCall {
      guard let id = module.argument(body, call, "id"), let name = Loops.pathName(module, body, id) else { continue }
      let row = body[module.peeled(body, id)]
      guard row.kind == .keyPath, row.list.count == 1 else { continue }
      let member = DeclID(body[body.item(row.list, 0)].a)
      guard body[body.item(row.list, 0)].b == 0, module.table.info(member).isOwn,
        let index = module.bodyIndex(of: member), let value = Loops.returnedValue(module.bodies[index]),
        isFresh(module, module.bodies[index], value)
      else { continue }
      context.report(
        "'\(name)' is another value each time it is asked for, so rows have no identity",
        at: module.place(body, module.argumentRange(body, id)))
    }
  }

  /// `ForEach([Item(…), Item(…)])` in a body, where the items make their own ids.
  private static func checkLiterals(_ context: LintContext) {
    let module = context.module
    let body = context.body
    guard body.part == .body, module.viewType(of: body) != .none else { return }
    for call in context.sites(.ForEach, .type) + context.sites(.List, .type) where body.kind(call) == .initCall {
      guard module.argument(body, call, "id") == nil, let data = module.firstArgument(body, call) else { continue }
      guard let (home, value) = evaluated(module, body, data), let id = firstFresh(module, home, value) else {
        continue
      }
      context.report(
        "these elements are made anew at every update, each with a new 'id'; keep them in a stored property",
        at: module.place(body, module.argumentRange(body, data)),
        notes: [.init("the id is made here", at: module.namePlace(id))])
    }
  }

  /// An element made in an array literal, or by `map`, whose type makes a fresh id: that id.
  private static func firstFresh(_ module: LintModule, _ home: LintBody, _ value: ExprID) -> DeclID? {
    for inner in home.descendants(value) where home.kind(inner) == .memberwiseInit {
      let row = home[inner]
      if let id = freshProperty(module, DeclID(row.a), home, row) { return id }
    }
    return nil
  }

  /// An array that is made with the body: in place, in a local, or in a computed property.
  private static func evaluated(_ module: LintModule, _ body: LintBody, _ data: ExprID) -> (LintBody, ExprID)? {
    let expr = module.peeled(body, data)
    guard expr != .none else { return nil }
    let row = body[expr]
    switch row.kind {
    case .arrayLiteral, .call: return (body, expr)
    case .local:
      let source = body.source(ofLocal: row.a).raw
      return source == .max ? nil : evaluated(module, body, ExprID(source))
    case .computedMember:
      let decl = DeclID(row.b)
      guard module.table.info(decl).isOwn, let index = module.bodyIndex(of: decl), module.bodies[index] !== body,
        let value = Loops.returnedValue(module.bodies[index])
      else { return nil }
      let home = module.bodies[index]
      let inner = module.peeled(home, value)
      return home.kind(inner) == .arrayLiteral || home.kind(inner) == .call ? (home, inner) : nil
    default: return nil
    }
  }

  /// The stored `id` of a type whose initial value is fresh and is not given in the call.
  private static func freshProperty(
    _ module: LintModule, _ initializer: DeclID, _ home: LintBody, _ row: TypedExpr
  ) -> DeclID? {
    let sema = module.sema
    let owner = sema.owner(of: initializer)
    guard owner != .none, !sema.isClass(sema.declaredType(of: owner)) else { return nil }
    for member in sema.storedMembers(of: owner) where sema.decls.name(member) == .id {
      guard let index = module.bodyIndex(of: member, .initialValue),
        let value = Loops.returnedValue(module.bodies[index]), isFresh(module, module.bodies[index], value)
      else { return nil }
      let parameters = sema.signature(of: initializer).parameters
      if let position = parameters.firstIndex(where: { $0.label == .id }), position < Int(row.list.count),
        home.kind(home.item(row.list, position)) != .defaultArgument
      {
        return nil
      }
      return member
    }
    return nil
  }

  /// A value that is another one each time.
  static func isFresh(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    let value = module.peeled(body, expr)
    guard value != .none else { return false }
    let row = body[value]
    switch row.kind {
    case .initCall:
      let symbol = module.table.info(DeclID(row.a)).symbol
      if symbol == .UUID || symbol == .Date { return row.list.count == 0 }
      // `String(Int.random(in: 0...9))`, `AnyHashable(UUID())`
      return row.list.count == 1 && isFresh(module, body, body.item(row.list, 0))
    case .call:
      if row.b == .max, row.list.count == 2, module.name(DeclID(row.a)) == "+" {
        return body.items(row.list).contains { isFresh(module, body, $0) }
      }
      let symbol = module.table.info(DeclID(row.a)).symbol
      return symbol == .random || symbol == .randomElement
    // `UUID().uuidString`
    case .computedMember, .storedMember:
      return row.a != .max && !module.table.info(DeclID(row.b)).isOwn && isFresh(module, body, ExprID(row.a))
    case .local:
      let source = body.source(ofLocal: row.a).raw
      return source != .max && isFresh(module, body, ExprID(source))
    case .forceUnwrap, .nilCoalesce: return isFresh(module, body, ExprID(row.a))
    // Texts that hold such a value.
    case .stringInterpolation: return body.items(row.list).contains { isFresh(module, body, $0) }
    case .interpolation: return isFresh(module, body, ExprID(row.a))
    default: return false
    }
  }
}
