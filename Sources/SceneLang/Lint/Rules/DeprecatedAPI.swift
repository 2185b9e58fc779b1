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

  /// What is said about a declaration wherever it is used.
  struct Advice {
    var message = ""
    /// The name to write instead, where the arguments stay.
    var replacement: String?
    /// `animation` of views, which has a rule of its own.
    var isAnimation = false
    /// `UIScreen.main`, whose bounds have a rule of their own.
    var isScreen = false
  }

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for (expr, decl) in body.deprecated {
      let advice = advice(module, decl)
      if advice.isAnimation || advice.isScreen && isBoundsOf(module, body, expr) { continue }
      var fixes: [FixIt] = []
      if let word = advice.replacement, module.syntax(body).kindIfPresent(body[expr].node) != nil {
        var fix = FixIt.replace(module.place(body, expr), with: word)
        fix.applicability = .needsReview
        fixes.append(fix)
      }
      context.report(advice.message, body, expr, fixes: fixes)
    }
  }

  private static func advice(_ module: LintModule, _ decl: DeclID) -> Advice {
    if let known = module.madeDeprecations[decl] { return known }
    let sema = module.sema
    let name = module.name(decl)
    let owner = sema.owner(of: decl)
    var advice = Advice()
    advice.isAnimation = name == "animation" && owner == sema.known(.view)
    advice.isScreen = owner != .none && name == "main" && module.name(owner) == "UIScreen"
    let facts = module.availability(of: decl)
    var shown = name
    if sema.decls.kind(decl) == .initializer { shown = "\(module.name(owner)).init" }
    let labels =
      sema.decls.kind(decl) == .function || sema.decls.kind(decl) == .initializer ? labels(module, decl) : ""
    advice.message = "'\(shown)\(labels)' is deprecated"
    if let version = facts.version, version < 1000 { advice.message += " since iOS \(version)" }
    if let renamed = facts.renamed {
      advice.message =
        facts.version.map { $0 < 1000 } ?? true
        ? advice.message + "; use '\(renamed)'" : "'\(shown)\(labels)' is superseded by '\(renamed)'"
      if sameLabels(renamed, labels) { advice.replacement = String(renamed.prefix { $0 != "(" }) }
    } else if let text = facts.message, text.utf8.count < 160, !text.contains("\n") {
      advice.message += "; \(text)"
    }
    module.madeDeprecations[decl] = advice
    return advice
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
