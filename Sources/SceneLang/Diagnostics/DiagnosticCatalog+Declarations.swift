/// E04xx declarations: the kinds and their list.
extension DiagnosticCatalog {
  package static var declarations: [DiagnosticKind] {
    []
  }
}
