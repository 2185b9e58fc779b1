/// E02xx names and members: the kinds and their list.
extension DiagnosticCatalog {
  package static var names: [DiagnosticKind] {
    [.missingImport]
  }
}

extension DiagnosticKind {
  package static let missingImport = DiagnosticKind(
    "E0101", "missing-import", "SwiftUI is used without an import",
    explanation:
      "A Swift file names what it uses from SwiftUI only after 'import SwiftUI'. A scene file needs no import.",
    wrong: "struct Card: View { var body: some View { Text(\"Hello\") } }",
    right: "import SwiftUI\n\nstruct Card: View { var body: some View { Text(\"Hello\") } }")
}
