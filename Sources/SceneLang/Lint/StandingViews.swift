/// The view that an expression stands for: followed through properties and functions of the module, view types,
/// constants, and modifiers that the module puts together from others. What a rule asks about the shape of a view it
/// asks of this, so that it does not matter whether a row is written in place or kept in a property.
struct StandingView {
  /// A body on the way, and how it was come to.
  struct Frame {
    var body: Int
    /// The frame of the call; -1 for the body that was begun with.
    var caller: Int
    /// The call or initialiser in the caller's body whose arguments the parameters stand for; `none` where there is
    /// none.
    var call: ExprID
  }

  /// A view in the tree of a body.
  struct Spot {
    var body: Int
    var node: Int
    var frame: Int
  }

  struct Modifier {
    var body: Int
    /// In the modifiers of the body's tree.
    var position: Int
    var frame: Int
  }

  var frames: [Frame]
  /// From the place of use to the view itself, which is the last one.
  var spots: [Spot] = []
  /// All modifiers, innermost first. One of the module that is not put together from others is there itself.
  var modifiers: [Modifier] = []

  var core: Spot { spots[spots.count - 1] }
}

extension LintModule {
  /// The view that a node stands for.
  func standing(_ index: Int, _ node: Int) -> StandingView {
    let key = UInt64(truncatingIfNeeded: index) << 32 | UInt64(truncatingIfNeeded: node)
    if let made = madeStandings[key] { return made }
    var view = StandingView(frames: [.init(body: index, caller: -1, call: .none)])
    follow(&view, node, frame: 0, depth: 0)
    madeStandings[key] = view
    return view
  }

  func modifier(_ entry: StandingView.Modifier) -> ViewTree.Modifier { tree(entry.body).modifiers[entry.position] }

  private func follow(_ view: inout StandingView, _ node: Int, frame: Int, depth: Int) {
    let index = view.frames[frame].body
    let tree = tree(index)
    let row = tree.nodes[node]
    view.spots.append(.init(body: index, node: node, frame: frame))
    if depth < 8 {
      switch row.kind {
      case .block, .view:
        if row.kind == .block || row.symbol == .Group || row.symbol == .AnyView {
          let parts = tree.children(node).filter { child in
            if case .modifier = tree.nodes[child].role { return false }
            return true
          }
          if parts.count == 1 { follow(&view, parts[0], frame: frame, depth: depth + 1) }
        }
      case .ownValue, .ownType: enter(&view, bodyMaking(row), row.expr, frame: frame, depth: depth)
      case .other:
        if let source = source(index, row.expr) { follow(&view, source, frame: frame, depth: depth + 1) }
      case .conditional, .branch, .loop: break
      }
    }
    for position in tree.modifierRange(node) { append(&view, position, frame: frame, depth: depth) }
  }

  /// Goes on in the body of a helper or a view type.
  private func enter(_ view: inout StandingView, _ callee: Int?, _ call: ExprID, frame: Int, depth: Int) {
    guard let callee, !view.frames.contains(where: { $0.body == callee }), tree(callee).standsForOne else { return }
    view.frames.append(.init(body: callee, caller: frame, call: call))
    follow(&view, 0, frame: view.frames.count - 1, depth: depth + 1)
  }

  /// The body of the helper or view type that makes a node.
  func bodyMaking(_ row: ViewTree.Node) -> Int? {
    switch row.kind {
    case .ownValue:
      if let index = bodyIndex(of: row.decl) { return index }
      return sema.decls.has(row.decl, .isConstant) ? bodyIndex(of: row.decl, .initialValue) : nil
    case .ownType:
      let type = sema.owner(of: row.decl)
      guard type != .none else { return nil }
      return sema.declaredMembers(of: type).first {
        sema.decls.name($0) == .body && sema.decls.kind($0) == .variable
      }.flatMap { bodyIndex(of: $0) }
    default: return nil
    }
  }

  /// The node of the view that a constant local was declared with.
  private func source(_ index: Int, _ expr: ExprID) -> Int? {
    let body = bodies[index]
    guard expr != .none, body.kind(expr) == .local else { return nil }
    let source = body.source(ofLocal: body[expr].a)
    guard source != .none else { return nil }
    let tree = tree(index)
    return tree.nodes.indices.first { tree.nodes[$0].parent < 0 && tree.nodes[$0].outer == source }
  }

  /// A modifier, or what the module puts it together from.
  private func append(_ view: inout StandingView, _ position: Int, frame: Int, depth: Int) {
    guard view.modifiers.count < 400 else { return }
    let index = view.frames[frame].body
    let modifier = tree(index).modifiers[position]
    if depth < 8, let (callee, call) = composing(bodies[index], modifier),
      !view.frames.contains(where: { $0.body == callee })
    {
      view.frames.append(.init(body: callee, caller: frame, call: call))
      let inner = view.frames.count - 1
      for part in tree(callee).modifierRange(0) { append(&view, part, frame: inner, depth: depth + 1) }
      return
    }
    view.modifiers.append(.init(body: index, position: position, frame: frame))
  }

  /// The body of a modifier of the module that is a chain on the view it is put on: a method of `View`, or the
  /// `ViewModifier` that `modifier(_:)` is given; with the call that fills its parameters.
  private func composing(_ body: LintBody, _ modifier: ViewTree.Modifier) -> (body: Int, call: ExprID)? {
    if modifier.symbol == .modifier {
      guard let value = firstArgument(body, modifier.expr) else { return nil }
      let expr = peeled(body, value)
      guard expr != .none, body.kind(expr) == .memberwiseInit || body.kind(expr) == .initCall,
        let callee = modifierBody(of: sema.owner(of: DeclID(body[expr].a)))
      else { return nil }
      return isChain(callee) ? (callee, expr) : nil
    }
    guard table.info(modifier.decl).isOwn, let callee = bodyIndex(of: modifier.decl), isChain(callee) else {
      return nil
    }
    return (callee, modifier.expr)
  }

  /// `body(content:)` of a view modifier of the module.
  func modifierBody(of type: DeclID) -> Int? {
    guard type != .none, !sema.decls.has(type, .isPrelude),
      sema.conforms(sema.declaredType(of: type), sema.known(.viewModifier)) != nil
    else { return nil }
    return sema.declaredMembers(of: type).first {
      sema.decls.name($0) == .body && sema.decls.kind($0) == .function
    }.flatMap { bodyIndex(of: $0) }
  }

  /// Whether a body is modifiers on what it is given.
  private func isChain(_ index: Int) -> Bool {
    let tree = tree(index)
    return tree.standsForOne && isGiven(bodies[index], tree.nodes[0])
  }

  /// Whether a node is the view that a method of `View` or a view modifier is put on.
  func isGiven(_ body: LintBody, _ row: ViewTree.Node) -> Bool {
    guard row.kind == .other, row.expr != .none, body.kind(row.expr) == .local else { return false }
    if sema.decls.name(body.owner) == .body { return body[row.expr].a == body.body.parameters.last?.raw }
    return isSelf(body, row.expr)
  }

  // MARK: Outwards

  /// Where the whole view that a root of a tree makes is put; nil for a node that is no such root.
  func placements(_ index: Int, _ node: Int) -> [(body: Int, node: Int)]? {
    let body = bodies[index]
    let tree = tree(index)
    guard tree.nodes[node].parent < 0 else { return nil }
    if node == 0, tree.standsForOne {
      if isHelper(body) { return uses(ofHelper: body.owner) }
      let type = viewType(of: body)
      return type == .none ? nil : uses(ofType: type)
    }
    var found: [(Int, Int)] = []
    for user in tree.nodes.indices where tree.nodes[user].kind == .other {
      let expr = tree.nodes[user].expr
      guard expr != .none, body.kind(expr) == .local, body.source(ofLocal: body[expr].a) == tree.nodes[node].outer
      else { continue }
      found.append((index, user))
    }
    return found.isEmpty ? nil : found
  }

  /// Bodies that use a symbol, and those that reach it through what they use, a few levels deep.
  func bodiesReaching(_ symbol: LintSymbol, levels: Int = 8) -> IDSet<Int> {
    var reaching = IDSet<Int>()
    for (index, body) in bodies.enumerated() where body.symbols.contains(symbol) { reaching.insert(index) }
    guard !reaching.isEmpty else { return reaching }
    var targets = IDSet(reaching.map { bodies[$0].owner })
    var types = IDSet<DeclID>()
    func noteType(_ body: LintBody) {
      let context = sema.typeContext(of: body.owner)
      guard context != .none else { return }
      let nominal = sema.nominal(ofContext: context)
      if nominal != .none, sema.decls.kind(nominal) == .structDecl { types.insert(nominal) }
    }
    for index in reaching { noteType(bodies[index]) }
    for _ in 0..<levels {
      var isChanged = false
      for (index, body) in bodies.enumerated() where !reaching.contains(index) {
        let uses =
          body.uses.contains { targets.contains($0.variable) }
          || body.ownCalls.contains {
            targets.contains(DeclID(body[$0].a))
              || body.kind($0) != .call && types.contains(sema.owner(of: DeclID(body[$0].a)))
          }
        guard uses else { continue }
        reaching.insert(index)
        targets.insert(body.owner)
        noteType(body)
        isChanged = true
      }
      if !isChanged { break }
    }
    return reaching
  }

  // MARK: What values depend on

  /// What an expression of a followed body depends on, in terms of the body that was begun with.
  func dependencies(_ view: StandingView, frame: Int, _ expr: ExprID) -> Dependencies {
    translated(view, frame, dependencies(bodies[view.frames[frame].body], expr))
  }

  private func translated(_ view: StandingView, _ position: Int, _ found: Dependencies) -> Dependencies {
    let frame = view.frames[position]
    guard frame.caller >= 0, frame.call != .none else { return found }
    let caller = bodies[view.frames[frame.caller].body]
    var result = Dependencies()
    result.isOpen = found.isOpen
    func add(_ value: ExprID) {
      guard value != .none, caller.kind(value) != .defaultArgument else { return }
      let outer = translated(view, frame.caller, dependencies(caller, value))
      result.variables.formUnion(outer.variables)
      result.locals.formUnion(outer.locals)
      if outer.isOpen { result.isOpen = true }
    }
    let call = caller[frame.call]
    let parameters = call.kind == .call ? bodies[frame.body].body.parameters : []
    let offset = parameters.count - Int(call.list.count)
    for local in found.locals {
      if let at = parameters.firstIndex(where: { $0.raw == local }), at >= offset, at - offset < Int(call.list.count) {
        add(caller.item(call.list, at - offset))
      } else {
        result.locals.insert(local)
      }
    }
    let members = call.kind == .memberwiseInit ? sema.signature(of: DeclID(call.a)).parameters : []
    for variable in found.variables {
      if let at = members.firstIndex(where: { $0.decl == variable }), at < Int(call.list.count) {
        add(caller.item(call.list, at))
      } else {
        result.variables.insert(variable)
      }
    }
    return result
  }
}
