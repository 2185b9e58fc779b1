/// Source text to syntax tree. Never fails: what is missing or does not fit is in the tree, and `ParseDiagnostics`
/// reads it from there.
package enum Parser {
  package enum Context: UInt8, Sendable {
    /// Statements, expressions and declarations.
    case topLevel
    /// Declarations of a type's body, the cases of an enum among them.
    case member
  }

  /// Parses a whole file.
  package static func parse(_ source: SourceFile) -> SyntaxTree {
    var tree = SyntaxTree(source: source)
    guard source.count <= SourceFile.maximumLength else {
      // Too large to index: an empty file, reported as such.
      var state = ParserState(text: source.bytes, range: 0..<0, extending: tree)
      state.sourceFile()
      tree.root = state.finish(into: &tree)
      return tree
    }
    var state = ParserState(text: source.bytes, range: 0..<source.count, extending: tree)
    state.sourceFile()
    tree.hasMissedClosers = !state.missedClosers.isEmpty
    if tree.hasMissedClosers {
      // A delimiter is missing: look for where, and read again with that knowledge.
      let breaks = Recovery.breaks(state)
      if !breaks.isEmpty {
        var again = ParserState(text: source.bytes, range: 0..<source.count, extending: tree)
        again.breaks = breaks
        again.sourceFile()
        if again.missedClosers.count <= max(state.missedClosers.count, breaks.count) {
          tree.root = again.finish(into: &tree)
          return tree
        }
      }
    }
    tree.root = state.finish(into: &tree)
    return tree
  }

  /// Parses the one declaration that begins in `offset..<end` (bytes, leading trivia included) and appends it to the
  /// tree; `none` if there is none.
  package static func parseDeclaration(
    in tree: inout SyntaxTree, at offset: Int, end: Int, context: Context
  ) -> NodeID {
    var state = ParserState(
      text: tree.source.bytes, range: max(0, offset)..<max(0, offset, end), extending: tree)
    guard state.kind != .endOfFile else { return .none }
    if context == .member {
      guard state.startsDeclaration(isMember: true) else { return .none }
      state.declaration(isMember: true)
    } else {
      state.item()
    }
    return state.finish(into: &tree)
  }
}

extension ParserState {
  init(text: UnsafeBufferPointer<UInt8>, range: Range<Int>, extending tree: borrowing SyntaxTree) {
    let lexer = Lexer(text, range: range)
    self.init(
      raw: lexer.run(), bytes: text.baseAddress ?? CharacterTable.shared.classes, start: range.lowerBound,
      extending: tree)
  }

  /// The whole text.
  mutating func sourceFile() {
    let start = Mark(stack: 0, token: 0)
    while true {
      items()
      if index == raw.count - 1 && kind == .endOfFile { break }
      // A closing delimiter or directive that nothing opened.
      let stray = mark()
      if kind == .endOfFile {
        // A break that nothing was open at
        dropBreak()
        continue
      }
      take()
      finish(.unexpected, stray)
    }
    take()
    finish(.sourceFile, start)
  }

  /// Appends the tables to the tree and gives back the node pushed last.
  consuming func finish(into tree: inout SyntaxTree) -> NodeID {
    tree.tokens.append(contentsOf: tokens.buffer)
    tree.nodes.append(contentsOf: nodes.buffer)
    tree.childTable.append(contentsOf: children.buffer)
    return stack.count > 0 ? stack[0].nodeIfAny : .none
  }
}
