/// Uses of API that its own declaration marks as deprecated.
enum DeprecatedAPI {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "deprecated-api", .info, "deprecated API",
      explanation: """
        The declaration is marked as deprecated: a newer one takes its place. What SwiftUI only means to deprecate \
        ('deprecated: 100000') works for good and is reported all the same, since new code should not begin with it.
        """,
      wrong: """
        struct Title: View {
            var body: some View {
                Image(systemName: "star").foregroundColor(.red)
            }
        }
        """,
      right: """
        struct Title: View {
            var body: some View {
                Image(systemName: "star").foregroundStyle(.red)
            }
        }
        """), check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for (expr, decl) in body.deprecated {
      let name = module.name(decl)
      // This one has a rule of its own.
      if name == "animation", context.sema.owner(of: decl) == context.sema.known(.view) { continue }
      let isScreen = context.sema.owner(of: decl) != .none && module.name(context.sema.owner(of: decl)) == "UIScreen"
      if isScreen, name == "main", isBoundsOf(module, body, expr) { continue }
      let facts = module.availability(of: decl)
      var shown = name
      if context.sema.decls.kind(decl) == .initializer { shown = "\(module.name(context.sema.owner(of: decl))).init" }
      let labels =
        context.sema.decls.kind(decl) == .function || context.sema.decls.kind(decl) == .initializer
        ? labels(module, decl) : ""
      var message = "'\(shown)\(labels)' is deprecated"
      if let version = facts.version, version < 1000 { message += " since iOS \(version)" }
      if let renamed = facts.renamed {
        message =
          facts.version.map { $0 < 1000 } ?? true
          ? message + "; use '\(renamed)'" : "'\(shown)\(labels)' is superseded by '\(renamed)'"
      } else if let text = facts.message, text.utf8.count < 160, !text.contains("\n") {
        message += "; \(text)"
      }
      var fixes: [FixIt] = []
      if let renamed = facts.renamed, sameLabels(renamed, labels),
        module.syntax(body).kindIfPresent(body[expr].node) != nil
      {
        let word = String(renamed.prefix { $0 != "(" })
        var fix = FixIt.replace(module.place(body, expr), with: word)
        fix.applicability = .needsReview
        fixes.append(fix)
      }
      context.report(message, body, expr, fixes: fixes)
    }
  }

  private static func isBoundsOf(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    let parent = body.parentExpression(expr)
    guard parent != .none, body.kind(parent) == .computedMember || body.kind(parent) == .storedMember else {
      return false
    }
    let name = module.name(DeclID(body[parent].b))
    return name == "bounds" || name == "nativeBounds"
  }

  /// `(_:value:)`
  private static func labels(_ module: LintModule, _ decl: DeclID) -> String {
    let parameters = module.sema.signature(of: decl).parameters
    return "(" + parameters.map { $0.label == .none ? "_:" : "\(module.sema.names[$0.label]):" }.joined() + ")"
  }

  private static func sameLabels(_ renamed: String, _ labels: String) -> Bool {
    guard let open = renamed.firstIndex(of: "(") else { return labels.isEmpty && !renamed.contains(".") }
    return String(renamed[open...]) == labels && !renamed.contains(".")
  }
}
