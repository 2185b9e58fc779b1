/// Lint rules: the kinds and their list.
extension DiagnosticCatalog {
  package static var rules: [DiagnosticKind] {
    []
  }
}
