/// Drag gestures with what their closures write.
struct DragUse {
  /// The initialiser of `DragGesture`.
  var gesture: ExprID
  /// The modifier that takes the gesture: the body it stands in, its node, and its place in the chain.
  var home: Int
  var node: Int
  var position: Int
  var onChanged: ExprID?
  var changed: [LintBody.VariableUse]
  var ended: [LintBody.VariableUse]
  /// Writes of functions that `onEnded` calls.
  var endedElsewhere: [LintModule.Use] = []
  /// Whether coordinates are those of the view itself.
  var isLocal: Bool
  var hasUpdating: Bool

  static func all(_ module: LintModule, _ index: Int) -> [DragUse] {
    let body = module.bodies[index]
    guard body.symbols.contains(.DragGesture) else { return [] }
    let tree = module.tree(index)
    var found: [DragUse] = []
    for site in body.sites where site.symbol == .DragGesture && site.role == .type && body.kind(site.expr) == .initCall
    {
      var use = DragUse(
        gesture: site.expr, home: index, node: -1, position: 0, onChanged: nil, changed: [], ended: [], isLocal: true,
        hasUpdating: false)
      if let space = module.argument(body, site.expr, "coordinateSpace") {
        use.isLocal = module.table.info(member(body, module.peeled(body, space))).symbol == .local
      }
      var current = body.parentExpression(site.expr)
      climb: while current != .none {
        let row = body[current]
        if row.kind == .call {
          let info = module.table.info(DeclID(row.a))
          switch info.symbol {
          case .onChanged:
            use.onChanged = current
            use.changed += writes(body, current, module)
          case .onEnded:
            use.ended += writes(body, current, module)
            use.endedElsewhere += writesInCalls(body, current, module)
          case .updating:
            use.hasUpdating = true
            use.changed += writes(body, current, module)
            if row.list.count > 0 {
              use.changed += body.uses(in: body.item(row.list, 0))
            }
          case .gesture, .highPriorityGesture, .simultaneousGesture:
            if let modifier = tree.modifier(of: current) {
              use.node = tree.modifiers[modifier].node
              use.position = modifier - tree.modifierRange(use.node).lowerBound
            }
            break climb
          default: break
          }
        } else if row.kind == .closure {
          break
        }
        current = body.parentExpression(current)
      }
      if use.node < 0 { locate(module, index, &use) }
      found.append(use)
    }
    return found
  }

  /// A gesture kept in a local or a property of the view: the modifier that names it.
  private static func locate(_ module: LintModule, _ index: Int, _ use: inout DragUse) {
    let body = module.bodies[index]
    let tree = module.tree(index)
    for (k, modifier) in tree.modifiers.enumerated() {
      guard
        modifier.symbol == .gesture || modifier.symbol == .simultaneousGesture
          || modifier.symbol == .highPriorityGesture,
        let value = module.firstArgument(body, modifier.expr)
      else { continue }
      let row = body[module.peeled(body, value)]
      guard row.kind == .local, body.source(ofLocal: row.a).raw != .max,
        body.contains(ExprID(body.source(ofLocal: row.a).raw), use.gesture)
      else { continue }
      use.node = modifier.node
      use.position = k - tree.modifierRange(modifier.node).lowerBound
    }
    if use.node < 0, module.sema.decls.kind(body.owner) == .variable { locateProperty(module, body.owner, &use) }
  }

  /// `var drag: some Gesture { … }`: the modifier in another body that names the property.
  private static func locateProperty(_ module: LintModule, _ property: DeclID, _ use: inout DragUse) {
    for (home, body) in module.bodies.enumerated()
    where body.symbols.contains(.gesture) || body.symbols.contains(.simultaneousGesture)
      || body.symbols.contains(.highPriorityGesture)
    {
      let tree = module.tree(home)
      for (k, modifier) in tree.modifiers.enumerated() {
        guard
          modifier.symbol == .gesture || modifier.symbol == .simultaneousGesture
            || modifier.symbol == .highPriorityGesture,
          let value = module.firstArgument(body, modifier.expr),
          member(body, module.peeled(body, value)) == property
        else { continue }
        use.home = home
        use.node = modifier.node
        use.position = k - tree.modifierRange(modifier.node).lowerBound
        return
      }
    }
  }

  private static func member(_ body: LintBody, _ expr: ExprID) -> DeclID {
    let row = body[expr]
    switch row.kind {
    case .computedMember, .storedMember: return DeclID(row.b)
    case .global, .enumCase, .call: return DeclID(row.a)
    default: return .none
    }
  }

  private static func writes(_ body: LintBody, _ call: ExprID, _ module: LintModule) -> [LintBody.VariableUse] {
    guard let closure = module.closures(body, call).last else { return [] }
    return body.uses(in: closure.expr).filter { $0.access == .write || $0.access == .mutate }
  }

  /// What the functions of the module write that are called in a closure, a few levels deep.
  private static func writesInCalls(_ body: LintBody, _ call: ExprID, _ module: LintModule) -> [LintModule.Use] {
    // `onEnded { … }` and `onEnded(finish)`.
    var open: [(DeclID, Int)] = []
    for inner in body.descendants(call) where body.kind(inner) == .call || body.kind(inner) == .functionReference {
      let decl = DeclID(body[inner].a)
      guard inner != call, module.table.info(decl).isOwn,
        module.closures(body, call).last.map({ body.contains($0.expr, inner) })
          ?? (body.kind(inner) == .functionReference)
      else { continue }
      open.append((decl, 0))
    }
    var found: [LintModule.Use] = []
    var seen: IDSet<DeclID> = []
    while let (decl, depth) = open.popLast() {
      guard depth < 3, seen.insert(decl).inserted, let index = module.bodyIndex(of: decl) else { continue }
      let inside = module.bodies[index]
      for use in inside.uses where use.access == .write || use.access == .mutate {
        found.append(.init(body: index, use: use))
      }
      for next in inside.ownCalls where inside.kind(next) == .call { open.append((DeclID(inside[next].a), depth + 1)) }
    }
    return found
  }
}
