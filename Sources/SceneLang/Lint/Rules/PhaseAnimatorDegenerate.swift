/// A phase animator that has nothing to step through.
enum PhaseAnimatorDegenerate {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "phase-animator-degenerate", .warning, "a phase animator with fewer than two phases",
      explanation: """
        A phase animator animates from one phase to the next. With no phase, one phase, or equal ones nothing ever \
        changes; the same holds if the content does not use the phase.
        """,
      wrong: """
        struct Beat: View {
            var body: some View {
                Circle()
                    .phaseAnimator([1.0]) { content, scale in
                        content.scaleEffect(scale)
                    }
            }
        }
        """,
      right: """
        struct Beat: View {
            var body: some View {
                Circle()
                    .phaseAnimator([1.0, 1.2]) { content, scale in
                        content.scaleEffect(scale)
                    }
            }
        }
        """),
    triggers: [.phaseAnimator, .PhaseAnimator], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for site in body.sites where site.symbol == .phaseAnimator || site.symbol == .PhaseAnimator {
      guard body.kind(site.expr) == .call || body.kind(site.expr) == .initCall,
        let phases = module.firstArgument(body, site.expr)
      else { continue }
      if let (_, elements) = Loops.constantElements(module, body, phases) {
        if elements.count < 2 {
          let count = elements.isEmpty ? "no phase" : "one phase"
          context.report("with \(count) nothing is animated; give at least two", body, site.expr)
          continue
        }
        let keys = Set(elements.map { module.key(body, $0) })
        if keys.count == 1, let key = keys.first, !key.contains("?"), !key.contains("%") {
          context.report("all phases are equal, so nothing is animated", body, site.expr)
          continue
        }
      } else if cases(module, phases, body) == 1 {
        context.report("with one phase nothing is animated; give at least two", body, site.expr)
        continue
      }
      if let unused = unusedPhase(module, body, site.expr) {
        context.report(
          "the content does not use the phase, so nothing is animated",
          at: module.place(body, module.nameRange(body, site.expr)),
          notes: unused == .zero ? [] : [.init("the phase", at: module.place(body, unused))])
      }
    }
  }

  /// `Phase.allCases` of an enum with one case.
  private static func cases(_ module: LintModule, _ phases: ExprID, _ body: LintBody) -> Int? {
    let row = body[module.peeled(body, phases)]
    guard row.kind == .computedMember, module.name(DeclID(row.b)) == "allCases" else { return nil }
    let type = row.type
    guard module.sema.types.kind(type) == .nominal, module.sema.types.argumentCount(type) == 1 else { return nil }
    let element = module.sema.types.decl(module.sema.types.argument(type, 0))
    guard element != .none, module.sema.decls.kind(element) == .enumDecl, !module.sema.decls.has(element, .isPrelude)
    else {
      return nil
    }
    return module.sema.enumCases(of: element).count
  }

  /// The place of a phase parameter that the content's closure never reads.
  private static func unusedPhase(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> SourceRange? {
    for (expr, closure) in module.closures(body, call) {
      let row = body.body.closures[closure]
      // The content's closure ends with the phase and gives a view.
      guard module.sema.types.kind(row.type) == .function, let phase = row.parameters.last else { continue }
      let result = module.sema.types.arguments(row.type).last ?? .none
      guard module.table.isView(result) else { continue }
      var isRead = false
      body.visit(expr) { inner in
        if body.kind(inner) == .local, body[inner].a == phase.raw { isRead = true }
      }
      if isRead { return nil }
      let node = body.body.locals[Int(phase.raw)].node
      return node == .none ? .zero : module.syntax(body).range(node)
    }
    return nil
  }
}
