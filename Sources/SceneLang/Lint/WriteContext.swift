/// In which circumstances code runs: inside `withAnimation`, in a task, when a view appears.
extension LintModule {
  /// What lies around an expression on the way to the root of its body.
  struct Surroundings {
    /// Calls whose closure argument holds the expression, innermost first.
    var calls: [ExprID] = []
    /// `withAnimation` with an animation, before any asynchronous boundary.
    var isAnimated = false
    /// `withAnimation(nil)` or `withTransaction`.
    var isUnknown = false
    /// A closure that runs later: a task, a dispatched block, a timer, a completion.
    var isDeferred = false
  }

  func surroundings(_ body: LintBody, _ expr: ExprID) -> Surroundings {
    var result = Surroundings()
    var current = expr
    while current != .none {
      let parent = body.parentExpression(current)
      guard parent != .none else { break }
      if body.kind(current) == .closure {
        var call = parent
        // A closure may be wrapped on its way into the call.
        while call != .none, body.kind(call) == .wrapOptional || body.kind(call) == .functionConversion {
          call = body.parentExpression(call)
        }
        if call != .none { note(body, call, &result) }
      }
      current = parent
    }
    return result
  }

  private func note(_ body: LintBody, _ call: ExprID, _ result: inout Surroundings) {
    result.calls.append(call)
    let row = body[call]
    switch row.kind {
    case .call, .initCall:
      let info = table.info(DeclID(row.a))
      switch info.symbol {
      case .withAnimation:
        guard !result.isDeferred else { return }
        if let animation = firstArgument(body, call), isNil(body, animation) {
          result.isUnknown = true
        } else {
          result.isAnimated = true
        }
      case .withTransaction: result.isUnknown = true
      case .Task, .asyncAfter, .async, .Timer, .scheduledTimer: result.isDeferred = true
      default: break
      }
    default: break
    }
  }

  /// How a write happens, also through the calls of the function that it stands in.
  enum WriteManner { case animated, plain, unknown }

  func manner(_ use: Use) -> WriteManner {
    manner(use.body, use.use.expr, depth: 0)
  }

  private func manner(_ index: Int, _ expr: ExprID, depth: Int) -> WriteManner {
    let body = bodies[index]
    let around = surroundings(body, expr)
    if around.isAnimated { return .animated }
    if around.isUnknown { return .unknown }
    if body.part == .setter || body.part == .willSet || body.part == .didSet { return .unknown }
    // What a closure of a call that is not known does with it is not known.
    for call in around.calls {
      let row = body[call]
      if row.kind == .callValue || row.kind == .call && table.info(DeclID(row.a)).isOwn
        || row.kind == .initCall && table.info(DeclID(row.a)).isOwn || row.kind == .memberwiseInit
      {
        return .unknown
      }
    }
    guard sema.decls.kind(body.owner) == .function else { return .plain }
    return mannerOfCalls(body.owner, depth: depth)
  }

  /// How the calls of a function happen, taken together. Answers are kept; a circle of calls is not followed.
  private func mannerOfCalls(_ function: DeclID, depth: Int) -> WriteManner {
    if let known = madeManners[function] { return known }
    guard depth < 4 else { return .unknown }
    madeManners[function] = .unknown
    let calls = calls(of: function)
    var seen = calls.isEmpty ? WriteManner.unknown : .plain
    search: for call in calls {
      switch manner(call.body, call.expr, depth: depth + 1) {
      case .animated:
        seen = .animated
        break search
      case .unknown: seen = .unknown
      case .plain: break
      }
    }
    madeManners[function] = seen
    return seen
  }

  /// Whether a change of a variable may be animated where it is made, or in ways that are not seen here.
  func mayBeAnimated(_ variable: DeclID) -> Bool {
    let facts = facts(variable)
    for use in facts.uses {
      switch use.use.access {
      case .write, .mutate: if manner(use) != .plain { return true }
      case .projection: if !isPlainControl(use) { return true }
      case .read: break
      }
    }
    return false
  }

  /// `$x` given to a control of the API that sets it without animation.
  private func isPlainControl(_ use: Use) -> Bool {
    let body = bodies[use.body]
    var current = use.use.operation
    guard current != .none else { return false }
    // `$x` is a member of the storage; what takes it is the call around.
    current = body.parentExpression(current)
    guard current != .none else { return false }
    let row = body[current]
    guard row.kind == .initCall else { return false }
    let info = table.info(DeclID(row.a))
    return info.symbol == .Toggle || info.symbol == .Picker
  }

  /// Whether the view modifiers of a chain from a position on, or those of the views around, animate changes of some
  /// variables by value.
  func isCovered(_ index: Int, node: Int, from position: Int, _ dependencies: Dependencies) -> Bool {
    let body = bodies[index]
    let tree = tree(index)
    func animates(_ modifier: ViewTree.Modifier) -> Bool {
      switch modifier.symbol {
      case .animation:
        guard let value = argument(body, modifier.expr, "value") else { return true }
        return self.dependencies(body, value).intersects(dependencies)
      case .transaction, .phaseAnimator, .keyframeAnimator: return true
      default:
        // A modifier of the module may hold an animation.
        return table.info(modifier.decl).isOwn
      }
    }
    let range = tree.modifierRange(node)
    for k in range where k - range.lowerBound >= position { if animates(tree.modifiers[k]) { return true } }
    var current = node
    while tree.nodes[current].parent >= 0 {
      let parent = tree.nodes[current].parent
      var start = tree.modifierRange(parent).lowerBound
      // A view in a modifier's builder is covered by what comes behind that modifier.
      if case .modifier(let k) = tree.nodes[current].role { start += k + 1 }
      for k in tree.modifierRange(parent) where k >= start { if animates(tree.modifiers[k]) { return true } }
      current = parent
    }
    return false
  }

  /// Whether a body is a part of a view that others put together: a function or property, not `body` itself.
  func isHelper(_ body: LintBody) -> Bool {
    sema.decls.name(body.owner) != .body || sema.decls.kind(body.owner) != .variable
  }

  /// The view type whose body or helper a body is, or `none`.
  func viewType(of body: LintBody) -> DeclID {
    let context = sema.typeContext(of: body.owner)
    guard context != .none else { return .none }
    let nominal = sema.nominal(ofContext: context)
    guard nominal != .none, sema.decls.kind(nominal) == .structDecl else { return .none }
    return table.isView(sema.declaredType(of: nominal)) ? nominal : .none
  }

  /// Bodies in which a variable is used, a function called, or a type made, in their order.
  private func bodies(using decl: DeclID) -> [Int] {
    var found: [Int] = []
    func add(_ index: Int) { if found.last != index { found.append(index) } }
    for use in facts(decl).uses { add(use.body) }
    for call in calls(of: decl) { add(call.body) }
    return found
  }

  /// Nodes at which a helper of a view is used, with their trees.
  func uses(ofHelper decl: DeclID) -> [(body: Int, node: Int)] {
    var found: [(Int, Int)] = []
    for index in bodies(using: decl) {
      let tree = tree(index)
      for node in tree.nodes.indices where tree.nodes[node].kind == .ownValue && tree.nodes[node].decl == decl {
        found.append((index, node))
      }
    }
    return found
  }

  /// Nodes that make a view type of the module.
  func uses(ofType nominal: DeclID) -> [(body: Int, node: Int)] {
    var found: [(Int, Int)] = []
    for index in bodies(using: nominal) {
      let tree = tree(index)
      for node in tree.nodes.indices where tree.nodes[node].kind == .ownType {
        if sema.owner(of: tree.nodes[node].decl) == nominal { found.append((index, node)) }
      }
    }
    return found
  }
}
