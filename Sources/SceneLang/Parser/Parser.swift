/// Source text to syntax tree. Never fails: what is missing or does not fit is in the tree, and `ParseDiagnostics`
/// reads it from there.
package enum Parser {
  package enum Context: UInt8, Sendable {
    /// Statements, expressions and declarations.
    case topLevel
    /// Declarations of a type's body.
    case member
    /// Cases and members of an enum.
    case enumMember
  }

  /// Parses a whole file.
  package static func parse(_ source: SourceFile) -> SyntaxTree {
    SyntaxTree(source: source)
  }

  /// Parses the one declaration that begins in `offset..<end` (bytes, leading trivia included) and appends it to the
  /// tree; `none` if there is none.
  package static func parseDeclaration(
    in tree: inout SyntaxTree, at offset: Int, end: Int, context: Context
  ) -> NodeID {
    .none
  }
}
