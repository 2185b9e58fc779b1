/// A lint rule: what it is called, which bodies it looks at, and how.
///
/// A rule is a value in a file of its own; `LintCatalog` lists all of them.
package struct LintRule: Sendable {
  enum Scope: Sendable {
    /// Asked for each body; what it finds depends on that body and on facts about the module's variables alone.
    case body
    /// Asked once, for what is spread over several bodies.
    case module
  }

  package let kind: DiagnosticKind
  /// A body, or a module, without any of these is not looked at; empty: all are.
  let triggers: [LintSymbol]
  let scope: Scope
  /// Whether the rule runs without being asked for in `scenec.json`.
  package let isOnByDefault: Bool
  /// What the finding is about is of no effect: editors show it dimmed.
  package let isAboutUnusedCode: Bool
  let check: @Sendable (LintContext) -> Void

  init(
    _ kind: DiagnosticKind, triggers: [LintSymbol] = [], scope: Scope = .body, isOnByDefault: Bool = true,
    isAboutUnusedCode: Bool = false, check: @escaping @Sendable (LintContext) -> Void
  ) {
    self.kind = kind
    self.triggers = triggers
    self.scope = scope
    self.isOnByDefault = isOnByDefault
    self.isAboutUnusedCode = isAboutUnusedCode
    self.check = check
  }

  package var name: String { kind.slug }
}

/// What a rule works with, and where it reports.
final class LintContext {
  let module: LintModule
  /// The body that a rule of scope `body` is asked about.
  fileprivate(set) var index = 0
  fileprivate(set) var rule: LintRule
  fileprivate(set) var findings: [Diagnostic] = []

  fileprivate init(_ module: LintModule, _ rule: LintRule) {
    self.module = module
    self.rule = rule
  }

  var sema: Sema { module.sema }
  var body: LintBody { module.bodies[index] }
  var tree: ViewTree { module.tree(index) }

  /// Sites of a symbol in the body.
  func sites(_ symbol: LintSymbol, _ role: LintRole? = nil) -> [ExprID] {
    body.sites.compactMap { $0.symbol == symbol && (role == nil || $0.role == role) ? $0.expr : nil }
  }

  func report(
    _ message: String, at place: SourcePlace, notes: [Diagnostic.Note] = [], fixes: [FixIt] = [],
    severity: Diagnostic.Severity? = nil
  ) {
    guard place.range.end > 0 else { return }
    for finding in findings where finding.kind === rule.kind && finding.place == place { return }
    var diagnostic = Diagnostic(rule.kind, message, at: place)
    diagnostic.notes = notes
    diagnostic.fixes = fixes
    if let severity { diagnostic.severity = severity }
    findings.append(diagnostic)
  }

  /// Reports at the name of a call.
  func report(
    _ message: String, _ body: LintBody, _ expr: ExprID, notes: [Diagnostic.Note] = [], fixes: [FixIt] = [],
    severity: Diagnostic.Severity? = nil
  ) {
    report(message, at: module.place(body, expr), notes: notes, fixes: fixes, severity: severity)
  }
}

/// Runs rules over a module.
package struct Linter {
  private let module: LintModule
  private let rules: [LintRule]

  package init(_ module: LintModule, rules: [LintRule]) {
    self.module = module
    self.rules = rules
  }

  /// The findings of all rules.
  /// - Parameter changed: bodies whose own findings are made anew; nil for all.
  package func run() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var all = LintSymbolSet()
    for body in module.bodies { all.formUnion(body.symbols) }
    for rule in rules {
      let wanted = LintSymbolSet(rule.triggers)
      guard rule.triggers.isEmpty || all.intersects(wanted) else { continue }
      let context = LintContext(module, rule)
      switch rule.scope {
      case .module: rule.check(context)
      case .body:
        for index in module.bodies.indices {
          let body = module.bodies[index]
          guard rule.triggers.isEmpty || body.symbols.intersects(wanted) else { continue }
          context.index = index
          rule.check(context)
        }
      }
      found += context.findings
    }
    return found
  }
}
