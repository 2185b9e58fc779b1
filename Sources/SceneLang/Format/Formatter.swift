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
  /// syntax errors. With a range, only edits that touch its lines; errors count where they lie in the declarations that the
  /// range touches.
  package static func edits(_ tree: SyntaxTree, in range: SourceRange? = nil) -> [SourceEdit]? {
    let errors = ParseDiagnostics.diagnose(tree, file: 0).filter { $0.severity == .error }
    guard errors.isEmpty else {
      guard let range, let part = part(of: tree, around: range, errors.map(\.range)) else { return nil }
      return part.edits(of: tree, in: range)
    }
    let layout = layout(tree)
    var whole = FormatPrinter(layout)
    let text = whole.text()
    guard isSameCode(tree, Parser.parse(SourceFile(name: tree.source.name, bytes: text))) else { return nil }
    var printer = FormatPrinter(layout)
    let edits = printer.edits()
    guard let range else { return edits }
    return edits.filter { $0.range.start <= range.end && $0.range.end >= range.start }
  }

  // MARK: Parts

  /// Declarations side by side that can be formatted on their own.
  private struct Part {
    /// From the start of a line to the end of the last declaration.
    var range: SourceRange
    /// The types around, outermost first.
    var around: [SyntaxKind]

    /// Edits of the part, made in a text that holds nothing else.
    func edits(of tree: SyntaxTree, in wanted: SourceRange) -> [SourceEdit]? {
      // The text around has the file's line ends, for a part without any.
      let lineEnd = FormatPrinter.lineEnd(tree.source.bytes)
      var text: [UInt8] = []
      for (depth, kind) in around.enumerated() {
        let word =
          switch kind {
          case .classDecl: "class"
          case .enumDecl: "enum"
          case .protocolDecl: "protocol"
          case .actorDecl: "actor"
          case .extensionDecl: "extension"
          default: "struct"
          }
        text += [UInt8](repeating: 0x20, count: depth * 4) + Array("\(word) X {".utf8) + lineEnd
      }
      let shift = text.count
      text += tree.source.bytes[Int(range.start)..<Int(range.end)]
      let end = text.count
      for depth in around.indices.reversed() {
        text += lineEnd + [UInt8](repeating: 0x20, count: depth * 4) + [0x7D]
      }
      text += lineEnd
      guard let all = Formatter.edits(Parser.parse(SourceFile(name: tree.source.name, bytes: text))) else { return nil }
      var result: [SourceEdit] = []
      // The end of the text around is no part of it.
      for edit in all
      where Int(edit.range.start) >= shift && Int(edit.range.end) <= end && Int(edit.range.start) < end {
        let start = UInt32(Int(edit.range.start) - shift) + range.start
        let place = SourceRange(start, start + edit.range.length)
        if place.start <= wanted.end && place.end >= wanted.start {
          result.append(SourceEdit(range: place, text: edit.text))
        }
      }
      return result
    }
  }

  /// The declarations that a range touches, without errors in them; from the outside in.
  private static func part(of tree: SyntaxTree, around range: SourceRange, _ errors: [SourceRange]) -> Part? {
    var list = tree.root
    var around: [SyntaxKind] = []
    while list != .none, around.count < 64 {
      let touched = tree.elements(list).filter {
        tree.range($0).start <= range.end && range.start <= tree.range($0).end && !tree.range($0).isEmpty
      }
      guard let first = touched.first, let last = touched.last else { return nil }
      var start = tree.range(first).start
      let end = tree.range(last).end
      if !errors.contains(where: { $0.start <= end && start <= $0.end }) {
        // The indentation of the first line counts, unless something stands before it.
        while start > 0, [0x20, 0x09].contains(tree.source.bytes[Int(start) - 1]) { start -= 1 }
        if start > 0, ![0x0A, 0x0D].contains(tree.source.bytes[Int(start) - 1]) { return nil }
        return Part(range: SourceRange(start, end), around: around)
      }
      guard touched.count == 1 else { return nil }
      switch tree.kind(first) {
      case .structDecl, .classDecl, .enumDecl, .protocolDecl, .actorDecl, .extensionDecl:
        around.append(tree.kind(first))
        list = tree.node(first, at: Slot.members)
      default: return nil
      }
    }
    return nil
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
