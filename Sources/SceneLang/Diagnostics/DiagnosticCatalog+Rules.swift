/// Lint rules: the kinds are declared with the rules, each in its own file.
extension DiagnosticCatalog {
  package static var rules: [DiagnosticKind] { LintCatalog.rules.map(\.kind) }
}
