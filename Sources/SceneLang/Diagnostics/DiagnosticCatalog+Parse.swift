/// E01xx text and syntax: the kinds and their list.
extension DiagnosticCatalog {
  package static var parse: [DiagnosticKind] {
    []
  }
}
