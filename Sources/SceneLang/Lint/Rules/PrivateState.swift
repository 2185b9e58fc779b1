/// `@State` that is not private.
enum PrivateState {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "private-state", .warning, "state that is not private",
      explanation: """
        State belongs to its view. If it is not private, it becomes a parameter of the memberwise initialiser: a parent \
        can pass an initial value, whose later changes are ignored. Make it 'private', or take the value as 'let' or \
        '@Binding'.
        """,
      wrong: """
        struct Counter: View {
            @State var count = 0
            var body: some View {
                Text("\\(count)").onTapGesture { count += 1 }
            }
        }
        """,
      right: """
        struct Counter: View {
            @State private var count = 0
            var body: some View {
                Text("\\(count)").onTapGesture { count += 1 }
            }
        }
        """),
    scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let sema = context.sema
    let wrappers = [Known.state, .stateObject, .namespace, .gestureState].map { sema.known($0) }
    let dynamic = sema.known(.dynamicProperty)
    for property in module.properties where !sema.decls.has(property, .isPrivate) {
      let wrapper = module.wrapper(of: property)
      guard wrapper != .none, wrappers.contains(wrapper) else { continue }
      let owner = sema.owner(of: property)
      guard owner != .none, sema.decls.kind(owner) == .structDecl, !sema.decls.has(property, .isStatic) else {
        continue
      }
      // A property wrapper of the module may well show its state.
      if dynamic != .none, sema.decls.has(owner, .isPropertyWrapper) { continue }
      if sema.wrapperAttributes(of: property).count > 1 { continue }
      // What nothing reads is to be taken away: that has a finding of its own.
      if wrapper == sema.known(.state), changingArgument(module, property, owner) == nil,
        UnusedState.isUnused(module, property, owner)
      {
        continue
      }
      let name = module.name(property)
      var notes: [Diagnostic.Note] = []
      var message = "'\(name)' is state of its view; make it private"
      if let call = changingArgument(module, property, owner) {
        let body = module.bodies[call.body]
        message =
          "'\(name)' takes its initial value from outside and ignores later changes; make it 'let' or '@Binding'"
        notes.append(
          .init(
            "this value changes, and '\(name)' does not follow",
            at: module.place(body, module.argumentRange(body, call.value))))
      }
      let isUsedOutside = module.facts(property).uses.contains { use in
        module.sema.owner(of: module.bodies[use.body].owner) != owner
      }
      var fixes: [FixIt] = []
      // Where another access is written, taking it away is the author's decision.
      if let keyword = keyword(sema, property), !hasAccess(sema, property) {
        var fix = FixIt.insert("private ", at: keyword, title: "make it private")
        if isPassed(module, property, owner) || isUsedOutside { fix.applicability = .needsReview }
        fixes.append(fix)
      }
      context.report(message, at: module.declarationPlace(property), notes: notes, fixes: fixes)
    }
  }

  private static func hasAccess(_ sema: Sema, _ property: DeclID) -> Bool {
    let tree = sema.tree(sema.decls.file(property))
    let modifiers = tree.node(sema.head(of: property), at: Slot.modifiers)
    return [TokenKind.public, .internal, .fileprivate].contains { tree.hasToken(modifiers, $0) }
  }

  private static func keyword(_ sema: Sema, _ property: DeclID) -> SourcePlace? {
    let head = sema.head(of: property)
    let file = sema.decls.file(property)
    guard head != .none, sema.tree(file).kind(head) == .variableDecl else { return nil }
    let token = sema.tree(file).token(head, at: Slot.keyword)
    return token == .none ? nil : sema.place(file, sema.tree(file).range(token))
  }

  private static func arguments(_ module: LintModule, _ property: DeclID, _ owner: DeclID) -> [(
    body: Int, value: ExprID
  )] {
    var found: [(Int, ExprID)] = []
    for call in module.calls(of: owner) {
      let body = module.bodies[call.body]
      let row = body[call.expr]
      guard row.kind == .memberwiseInit else { continue }
      for (position, parameter) in module.sema.signature(of: DeclID(row.a)).parameters.enumerated()
      where parameter.decl == property && position < Int(row.list.count) {
        let value = body.item(row.list, position)
        if body.kind(value) != .defaultArgument { found.append((call.body, value)) }
      }
    }
    return found
  }

  private static func isPassed(_ module: LintModule, _ property: DeclID, _ owner: DeclID) -> Bool {
    !arguments(module, property, owner).isEmpty
  }

  /// An argument made from state, which changes.
  private static func changingArgument(
    _ module: LintModule, _ property: DeclID, _ owner: DeclID
  ) -> (body: Int, value: ExprID)? {
    arguments(module, property, owner).first { entry in
      module.dependencies(module.bodies[entry.body], entry.value).variables.contains { variable in
        module.wrapper(of: variable) != .none && !module.facts(variable).writes.isEmpty
      }
    }
  }
}
