/// A lossless syntax tree in flat tables.
///
/// Tokens, nodes and child lists are arrays; ids index them. Children precede their parent, and the nodes, children and
/// tokens of one node are contiguous, so that a stretch of the tree can be moved by adding to its ids. A tree is a
/// value and holds no meaning.
package struct SyntaxTree: Sendable {
  package struct Node: Sendable, BitwiseCopyable {
    package var kind: SyntaxKind
    /// First token in the node's text, and the one after its last.
    package var firstToken: UInt32
    package var endToken: UInt32
    package var childStart: UInt32
    package var childCount: UInt32
  }

  /// One reference, so that handing a tree around counts one.
  private let tables: SyntaxTables
  /// The `sourceFile` node; `none` in a tree made of single declarations.
  package internal(set) var root = NodeID.none

  /// A closing delimiter is missing somewhere, so that no part of the text can be read on its own.
  var hasMissedClosers = false

  package init(source: SourceFile) {
    tables = SyntaxTables(source: source, tokens: [], nodes: [], children: [])
  }

  init(source: SourceFile, tokens: [Token], nodes: [Node], children: [SyntaxChild], root: NodeID) {
    tables = SyntaxTables(source: source, tokens: tokens, nodes: nodes, children: children)
    self.root = root
  }

  @inline(__always) package var source: SourceFile { tables.source }
  @inline(__always) package var tokens: [Token] { tables.tokens }
  @inline(__always) package var nodes: [Node] { tables.nodes }
  @inline(__always) package var childTable: [SyntaxChild] { tables.children }

  /// Positions of the tokens that tell of a body's flow: `try`, `throw`, `await`, `return`, `$0`. Made on first use, so
  /// that nested closures are not searched again and again.
  var flowTokens: [UInt32] { tables.flowTokens }

  // MARK: Rows

  @inline(__always) private func row(_ node: NodeID) -> Node {
    assert(Int(node.raw) < nodes.count)
    return tables.nodeRows[Int(node.raw)]
  }

  @inline(__always) private func row(_ token: TokenID) -> Token {
    assert(Int(token.raw) < tokens.count)
    return tables.tokenRows[Int(token.raw)]
  }

  @inline(__always) private func childRow(_ index: Int) -> SyntaxChild {
    assert(index >= 0 && index < childTable.count)
    return tables.childRows[index]
  }

  // MARK: Nodes

  @inline(__always) package func kind(_ node: NodeID) -> SyntaxKind { row(node).kind }

  /// The kind, or nil for `none`.
  @inline(__always) package func kindIfPresent(_ node: NodeID) -> SyntaxKind? {
    node == .none ? nil : row(node).kind
  }

  @inline(__always) package func childCount(_ node: NodeID) -> Int { Int(row(node).childCount) }

  /// Child at a slot; absent beyond the last.
  @inline(__always) package func child(_ node: NodeID, at slot: Int) -> SyntaxChild {
    let row = self.row(node)
    return slot < Int(row.childCount) ? childRow(Int(row.childStart) + slot) : .absent
  }

  /// Node at a slot; `none` where there is a token or nothing.
  @inline(__always) package func node(_ parent: NodeID, at slot: Int) -> NodeID { child(parent, at: slot).nodeIfAny }

  /// Token at a slot; `none` where there is a node or nothing.
  @inline(__always) package func token(_ parent: NodeID, at slot: Int) -> TokenID {
    child(parent, at: slot).tokenIfAny
  }

  /// Whether a slot holds something that is in the text.
  @inline(__always) package func has(_ parent: NodeID, at slot: Int) -> Bool {
    let found = child(parent, at: slot)
    if found.isAbsent { return false }
    return found.isNode || !row(found.token).isMissing
  }

  @inline(__always) package func lastChild(_ node: NodeID) -> SyntaxChild {
    let row = self.row(node)
    return row.childCount == 0 ? .absent : childRow(Int(row.childStart) + Int(row.childCount) - 1)
  }

  /// Positions of the children in `childTable`: `for i in tree.childRange(n) { let child = tree.childTable[i] }`.
  @inline(__always) package func childRange(_ node: NodeID) -> Range<Int> {
    let row = self.row(node)
    return Int(row.childStart)..<Int(row.childStart) + Int(row.childCount)
  }

  /// Child nodes from a slot on, without tokens, absent slots and `unexpected` nodes: the elements of a list.
  package func elements(_ node: NodeID, from slot: Int = 0) -> ElementSequence {
    let range = childRange(node)
    return ElementSequence(tree: self, index: min(range.lowerBound + slot, range.upperBound), end: range.upperBound)
  }

  var noElements: ElementSequence { ElementSequence(tree: self, index: 0, end: 0) }

  package struct ElementSequence: Sequence, IteratorProtocol {
    let tree: SyntaxTree
    var index: Int
    let end: Int

    package mutating func next() -> NodeID? {
      while index < end {
        let child = tree.childRow(index)
        index += 1
        if child.isNode && tree.kind(child.node) != .unexpected { return child.node }
      }
      return nil
    }
  }

  /// First child node of a kind, or `none`.
  package func firstChild(_ node: NodeID, of kind: SyntaxKind) -> NodeID {
    for index in childRange(node) {
      let child = childRow(index)
      if child.isNode && self.kind(child.node) == kind { return child.node }
    }
    return .none
  }

  /// Whether a child token has the kind (a modifier in a modifierList).
  package func hasToken(_ node: NodeID, _ kind: TokenKind) -> Bool {
    if node == .none { return false }
    for index in childRange(node) {
      let child = childRow(index)
      if child.isToken && row(child.token).kind == kind && !row(child.token).isMissing {
        return true
      }
    }
    return false
  }

  // MARK: Places

  /// Bytes from the first token to the last, without leading trivia. An empty node lies where its text would be.
  package func range(_ node: NodeID) -> SourceRange {
    let row = self.row(node)
    if row.firstToken >= row.endToken {
      let at = endOfTokenBefore(row.firstToken)
      return SourceRange(at, at)
    }
    // A missing token at either end has no text of its own.
    return SourceRange(self.row(TokenID(row.firstToken)).offset, self.row(TokenID(row.endToken - 1)).end)
  }

  package func range(_ child: SyntaxChild) -> SourceRange {
    if child.isAbsent { return .zero }
    return child.isNode ? range(child.node) : row(child.token).range
  }

  @inline(__always) package func start(_ node: NodeID) -> UInt32 { range(node).start }

  @inline(__always) package func tokenRange(_ node: NodeID) -> Range<Int> {
    let row = self.row(node)
    return Int(row.firstToken)..<Int(max(row.firstToken, row.endToken))
  }

  private func endOfTokenBefore(_ token: UInt32) -> UInt32 {
    token == 0 || tokens.isEmpty ? 0 : tokens[min(Int(token), tokens.count) - 1].end
  }

  // MARK: Tokens

  @inline(__always) package func kind(_ token: TokenID) -> TokenKind { row(token).kind }
  @inline(__always) package func range(_ token: TokenID) -> SourceRange { row(token).range }
  @inline(__always) package func isMissing(_ token: TokenID) -> Bool { row(token).isMissing }

  /// The token's bytes; valid as long as the source file.
  @inline(__always) package func bytes(_ token: TokenID) -> UnsafeBufferPointer<UInt8> {
    let row = self.row(token)
    return UnsafeBufferPointer(
      start: source.bytes.baseAddress.map { $0 + Int(row.offset) }, count: Int(row.length))
  }

  package func text(_ token: TokenID) -> String {
    token == .none ? "" : String(decoding: bytes(token), as: UTF8.self)
  }

  /// An identifier's bytes without backticks.
  package func nameBytes(_ token: TokenID) -> UnsafeBufferPointer<UInt8> {
    let all = bytes(token)
    if row(token).flags.contains(.escaped) && all.count >= 2 {
      return UnsafeBufferPointer(rebasing: all[1..<all.count - 1])
    }
    return all
  }

  /// An identifier's text without backticks; empty for `none` and for a missing token.
  package func name(of token: TokenID) -> String {
    token == .none ? "" : String(decoding: nameBytes(token), as: UTF8.self)
  }

  /// Whether a token's text is this ASCII string.
  package func token(_ token: TokenID, is text: StaticString) -> Bool {
    if token == .none { return false }
    let all = bytes(token)
    if all.count != text.utf8CodeUnitCount { return false }
    for index in 0..<all.count where all[index] != text.utf8Start[index] { return false }
    return true
  }

  package func text(_ node: NodeID) -> String { source.text(range(node)) }

  /// Trivia between the token before and this one: white space and comments.
  package func leadingTrivia(_ token: TokenID) -> SourceRange {
    let index = Int(token.raw)
    return SourceRange(index == 0 ? 0 : tokens[index - 1].end, tokens[index].offset)
  }

  // MARK: Searching by place

  /// The token at or after an offset: the first whose end lies behind it. For a tree of a whole file.
  package func token(atOffset offset: UInt32) -> TokenID {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low < tokens.count ? TokenID(UInt32(low)) : TokenID.none
  }

  /// Nodes that hold the offset, outermost first.
  package func path(toOffset offset: UInt32) -> [NodeID] {
    var result: [NodeID] = []
    var current = root
    while current != .none {
      result.append(current)
      var next = NodeID.none
      for index in childRange(current) {
        let child = childRow(index)
        if child.isNode {
          let place = range(child.node)
          if place.start <= offset && offset < place.end { next = child.node }
        }
      }
      current = next
    }
    return result
  }
}

/// The tables of a tree; they do not change.
/// (A tree is used by one thread at a time; nothing but what is made on first use ever changes.)
private final class SyntaxTables: @unchecked Sendable {
  let source: SourceFile
  let tokens: [Token]
  let nodes: [SyntaxTree.Node]
  let children: [SyntaxChild]
  /// Where the rows lie: the arrays are there as long as the object, and nobody changes them. Ids come from the parser, so
  /// that an access need not compare them with the count again.
  let tokenRows: UnsafePointer<Token>
  let nodeRows: UnsafePointer<SyntaxTree.Node>
  let childRows: UnsafePointer<SyntaxChild>

  init(source: SourceFile, tokens: [Token], nodes: [SyntaxTree.Node], children: [SyntaxChild]) {
    self.source = source
    self.tokens = tokens
    self.nodes = nodes
    self.children = children
    tokenRows = SyntaxTables.rows(tokens)
    nodeRows = SyntaxTables.rows(nodes)
    childRows = SyntaxTables.rows(children)
  }

  private static func rows<Row>(_ array: [Row]) -> UnsafePointer<Row> {
    let none = UnsafeRawPointer(CharacterTable.shared.classes).assumingMemoryBound(to: Row.self)
    return array.withUnsafeBufferPointer { $0.baseAddress ?? none }
  }

  lazy var flowTokens: [UInt32] = {
    var found: [UInt32] = []
    for i in 0..<tokens.count {
      let token = tokenRows[i]
      switch token.kind {
      case .try, .throw, .await, .return: found.append(UInt32(truncatingIfNeeded: i))
      case .dollarIdentifier where token.length > 1:
        // `$0`, not `$isOn`.
        let second = source.bytes[Int(token.offset) + 1]
        if second >= 0x30 && second <= 0x39 { found.append(UInt32(truncatingIfNeeded: i)) }
      default: break
      }
    }
    return found
  }()
}

/// A child of a node: a node, a token, or an absent slot.
package struct SyntaxChild: Hashable, Sendable, BitwiseCopyable {
  package var raw: UInt32
  @inline(__always) init(raw: UInt32) { self.raw = raw }
  @inline(__always) package init(_ node: NodeID) { raw = node.raw }
  @inline(__always) package init(_ token: TokenID) { raw = token.raw | 0x8000_0000 }

  package static let absent = SyntaxChild(raw: .max)

  @inline(__always) package var isAbsent: Bool { raw == .max }
  @inline(__always) package var isNode: Bool { raw & 0x8000_0000 == 0 }
  @inline(__always) package var isToken: Bool { raw & 0x8000_0000 != 0 && raw != .max }
  /// Only where `isNode`.
  @inline(__always) package var node: NodeID { NodeID(raw) }
  /// Only where `isToken`.
  @inline(__always) package var token: TokenID { TokenID(raw & 0x7FFF_FFFF) }
  @inline(__always) package var nodeIfAny: NodeID { isNode ? NodeID(raw) : .none }
  @inline(__always) package var tokenIfAny: TokenID { isToken ? TokenID(raw & 0x7FFF_FFFF) : .none }
}
