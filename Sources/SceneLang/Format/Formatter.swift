/// `scenec fmt`: one style for every file. 4 spaces, 100 columns, the author's line breaks where they fit in.
///
/// Only what lies between tokens changes: the text is never formatted if it has syntax errors, and the result is parsed
/// and compared with the original before it is given out.
package enum Formatter {
  package enum Result {
    /// The whole new text; equal to the old one if nothing is to be done.
    case text([UInt8])
    case syntaxErrors([Diagnostic])
    /// The formatted text would not read as the same code. Never known to happen; the file stays as it is.
    case wouldChangeCode
  }

  package static func format(_ source: SourceFile) -> Result {
    let tree = Parser.parse(source)
    let errors = ParseDiagnostics.diagnose(tree, file: 0).filter { $0.severity == .error }
    guard errors.isEmpty else { return .syntaxErrors(errors) }
    var printer = FormatPrinter(layout(tree))
    let text = printer.text()
    guard isSameCode(tree, Parser.parse(SourceFile(name: source.name, bytes: text))) else { return .wouldChangeCode }
    return .text(text)
  }

  /// The smallest edits that format a text, ordered, without overlap, each between two tokens; nil for a text with
  /// syntax errors. With a range, only edits that touch its lines.
  package static func edits(_ tree: SyntaxTree, in range: SourceRange? = nil) -> [SourceEdit]? {
    guard !ParseDiagnostics.diagnose(tree, file: 0).contains(where: { $0.severity == .error }) else { return nil }
    let layout = layout(tree)
    var whole = FormatPrinter(layout)
    let text = whole.text()
    guard isSameCode(tree, Parser.parse(SourceFile(name: tree.source.name, bytes: text))) else { return nil }
    var printer = FormatPrinter(layout)
    let edits = printer.edits()
    guard let range else { return edits }
    return edits.filter { $0.range.start <= range.end && $0.range.end >= range.start }
  }

  private static func layout(_ tree: SyntaxTree) -> FormatLayout {
    let atoms = FormatAtoms(tree)
    var walk = FormatWalk(tree, atoms)
    walk.run()
    var layout = FormatLayout(atoms, walk.plan)
    layout.run()
    return layout
  }

  /// Equal tokens, equal shape of the tree.
  package static func isSameCode(_ a: SyntaxTree, _ b: SyntaxTree) -> Bool {
    guard a.tokens.count == b.tokens.count, a.nodes.count == b.nodes.count, a.childTable == b.childTable else {
      return false
    }
    for index in a.nodes.indices where a.nodes[index].kind != b.nodes[index].kind { return false }
    let (old, new) = (a.source.bytes, b.source.bytes)
    for index in a.tokens.indices {
      let (x, y) = (a.tokens[index], b.tokens[index])
      guard x.kind == y.kind, x.length == y.length else { return false }
      for offset in 0..<Int(x.length) where old[Int(x.offset) + offset] != new[Int(y.offset) + offset] { return false }
    }
    return true
  }
}
