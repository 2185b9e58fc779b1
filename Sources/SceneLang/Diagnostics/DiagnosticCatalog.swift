/// The catalogue of all findings: each kind is a static member, declared and listed in a file of its area.
///
/// Codes: E01xx text and syntax (E0101 missing import), E02xx names and members, E03xx types and calls, E04xx
/// declarations, E05xx statements, patterns and builders, E06xx scenarios, R06xx at run time (the runtime's own table);
/// lint rules have their name as the code. To add one: a `static let` and its place in the list of that file, in order.
package final class DiagnosticKind: Sendable {
  /// `E0201`, or the rule's name.
  package let code: String
  /// Kebab-case name, the rule's name or the name of the page.
  package let slug: String
  package let severity: Diagnostic.Severity
  /// A short heading.
  package let title: String
  /// A few sentences for `explain`.
  package let explanation: String
  package let wrong: String
  package let right: String

  /// An error.
  package init(
    _ code: String, _ slug: String, _ title: String, explanation: String, wrong: String = "", right: String = ""
  ) {
    self.code = code
    self.slug = slug
    severity = .error
    self.title = title
    self.explanation = explanation
    self.wrong = wrong
    self.right = right
  }

  /// A lint rule or a note.
  package init(
    rule: String, _ severity: Diagnostic.Severity, _ title: String, explanation: String, wrong: String = "",
    right: String = ""
  ) {
    code = rule
    slug = rule
    self.severity = severity
    self.title = title
    self.explanation = explanation
    self.wrong = wrong
    self.right = right
  }

  package var isRule: Bool { code == slug }
  package var rule: String? { isRule ? slug : nil }
}

package enum DiagnosticCatalog {
  /// All kinds, area by area; built on request (`explain`, tests, SARIF), never on the way of a check.
  package static func all() -> [DiagnosticKind] {
    parse + names + types + declarations + statements + scenarios + rules
  }

  /// By code or by slug.
  package static func find(_ key: String) -> DiagnosticKind? {
    let wanted = key.lowercased()
    for kind in all() where kind.code.lowercased() == wanted || kind.slug == wanted { return kind }
    return nil
  }
}
