/// E05xx statements, patterns and result builders: the kinds and their list.
extension DiagnosticCatalog {
  package static var statements: [DiagnosticKind] {
    []
  }
}
