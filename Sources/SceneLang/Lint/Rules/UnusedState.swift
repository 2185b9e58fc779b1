/// State that nothing reads.
enum UnusedState {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "unused-state", .warning, "state that nothing reads",
      explanation: """
        A state that is only written changes nothing on the screen. Often a similar name was meant, and what should stop \
        or hide goes on. '$name' counts as a read.
        """,
      wrong: """
        struct Dots: View {
            @State private var animate = false
            @State private var animated = true
            var body: some View {
                Circle()
                    .opacity(animated ? 1 : 0.3)
                    .onTapGesture { animated.toggle() }
                    .onDisappear { animate = false }
            }
        }
        """,
      right: """
        struct Dots: View {
            @State private var animated = true
            var body: some View {
                Circle()
                    .opacity(animated ? 1 : 0.3)
                    .onTapGesture { animated.toggle() }
                    .onDisappear { animated = false }
            }
        }
        """),
    scope: .module, isAboutUnusedCode: true, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let sema = context.sema
    let state = sema.known(.state)
    let gesture = sema.known(.gestureState)
    let namespace = sema.known(.namespace)
    for property in module.properties {
      let wrapper = module.wrapper(of: property)
      guard wrapper != .none, wrapper == state || wrapper == gesture || wrapper == namespace else { continue }
      let owner = sema.owner(of: property)
      guard owner != .none, sema.decls.kind(owner) == .structDecl, !sema.decls.has(property, .isStatic) else {
        continue
      }
      guard isUnused(module, property, owner) else { continue }
      let facts = module.facts(property)
      let name = module.name(property)
      var message = facts.uses.isEmpty ? "'\(name)' is never used" : "'\(name)' is assigned but never read"
      if !facts.uses.isEmpty, let similar = similar(module, property, owner) {
        message += "; did you mean '\(similar)'?"
      }
      var notes: [Diagnostic.Note] = []
      if let write = facts.uses.first {
        let body = module.bodies[write.body]
        notes.append(.init("it is assigned here", at: module.place(body, write.use.expr)))
      }
      context.report(message, at: module.declarationPlace(property), notes: notes)
    }
  }

  /// Whether nothing reads a state, as far as the module tells.
  static func isUnused(_ module: LintModule, _ property: DeclID, _ owner: DeclID) -> Bool {
    let facts = module.facts(property)
    guard facts.reads == 0, facts.projections.isEmpty, !module.isMentioned(property, beyond: facts.uses.count) else {
      return false
    }
    if facts.uses.isEmpty && !module.sema.decls.has(property, .isPrivate) && !module.isComplete { return false }
    return !facts.uses.contains { usesResult(module, $0) } && !module.hasErrors(in: owner)
  }

  /// `let old = x.popLast()`: the mutation gives a value that is used.
  private static func usesResult(_ module: LintModule, _ use: LintModule.Use) -> Bool {
    guard use.use.access == .mutate, use.use.operation != .none else { return false }
    let body = module.bodies[use.body]
    guard body.kind(use.use.operation) == .call, !module.sema.types.void.isSame(body[use.use.operation].type) else {
      return false
    }
    let statement = body.parentStatement(use.use.operation)
    return statement == .none || body.body.statements[Int(statement.raw)].kind != .expression
  }

  /// Another state of the view with nearly the same name.
  private static func similar(_ module: LintModule, _ property: DeclID, _ owner: DeclID) -> String? {
    let name = module.name(property)
    var others: [String] = []
    for other in module.sema.storedMembers(of: owner) where other != property && module.wrapper(of: other) != .none {
      others.append(module.name(other))
    }
    return NameSuggestions.nearest(to: name, among: others, limit: 1).first
      ?? others.first { $0.hasPrefix(name) || name.hasPrefix($0) }
  }
}

extension TypeID {
  fileprivate func isSame(_ other: TypeID) -> Bool { self == other }
}
