/// Memory in which small texts are parsed one after the other, so that reading a declaration of a line allocates nothing
/// but its tree. What does not fit there finds memory of its own.
package final class ParserMemory {
  /// Rows of each table: the longest declarations of the prelude have some hundred tokens.
  static let count = 1024

  let raw = UnsafeMutablePointer<Token>.allocate(capacity: ParserMemory.count)
  private let tokens = UnsafeMutableBufferPointer<Token>.allocate(capacity: ParserMemory.count)
  private let nodes = UnsafeMutableBufferPointer<SyntaxTree.Node>.allocate(capacity: ParserMemory.count)
  private let children = UnsafeMutableBufferPointer<SyntaxChild>.allocate(capacity: ParserMemory.count * 3)
  private let stack = UnsafeMutableBufferPointer<SyntaxChild>.allocate(capacity: 256)

  package init() {}

  deinit {
    raw.deallocate()
    tokens.deallocate()
    nodes.deallocate()
    children.deallocate()
    stack.deallocate()
  }

  func lendTokens() -> Growable<Token> { Growable(lent: tokens) }
  func lendNodes() -> Growable<SyntaxTree.Node> { Growable(lent: nodes) }
  func lendChildren() -> Growable<SyntaxChild> { Growable(lent: children) }
  func lendStack() -> Growable<SyntaxChild> { Growable(lent: stack) }
}
