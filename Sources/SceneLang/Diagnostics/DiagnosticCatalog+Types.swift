/// E03xx types and calls: the kinds and their list.
extension DiagnosticCatalog {
  package static var types: [DiagnosticKind] {
    []
  }
}
