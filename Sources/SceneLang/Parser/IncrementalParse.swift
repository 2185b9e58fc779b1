/// Parsing again after an edit: the declarations the edit touches are parsed, the rest of the tree is moved over.
///
/// The result equals a fresh parse of the new text. Where that cannot be made sure (an edit that unbalances brackets, a
/// text with missing delimiters), the whole text is parsed.
package struct IncrementalParse {
  package let tree: SyntaxTree
  /// Nodes of the old tree that are gone, and those of the new tree in their place; empty ranges at the ends of the
  /// tables after a full parse. Lists and declarations around them keep their nodes, moved.
  package let replaced: Range<UInt32>
  package let inserted: Range<UInt32>
  /// False if the whole text was parsed.
  package let isPartial: Bool

  /// The node of the new tree that a node of the old one became; `none` for a node parsed anew.
  package func newID(of old: NodeID) -> NodeID {
    if !isPartial || old == .none { return .none }
    if old.raw < replaced.lowerBound { return old }
    if old.raw < replaced.upperBound { return .none }
    return NodeID(old.raw - replaced.upperBound + inserted.upperBound)
  }

  /// `source` is the text after the edit; `edit` says what changed (its range in the old text, the new bytes' length).
  package static func reparse(
    _ old: SyntaxTree, range: SourceRange, newLength: Int, source: SourceFile
  ) -> IncrementalParse {
    if !old.hasMissedClosers, old.root != .none,
      Int(old.source.count) - Int(range.length) + newLength == source.count,
      let list = Place.find(old, range), let spliced = list.splice(old, range, newLength, source)
    {
      return spliced
    }
    let tree = Parser.parse(source)
    return IncrementalParse(
      tree: tree, replaced: 0..<UInt32(old.nodes.count), inserted: 0..<UInt32(tree.nodes.count), isPartial: false)
  }

  /// A run of items in a list.
  private struct Place {
    var list: NodeID
    var isMember: Bool
    /// Nesting of the list's items.
    var depth: Int
    /// Positions of the first and last item to parse among the list's children.
    var first: Int
    var last: Int

    /// The innermost list of declarations whose items take in the edit.
    static func find(_ tree: SyntaxTree, _ range: SourceRange) -> Place? {
      var list = tree.root
      var isMember = false
      var depth = 0
      while true {
        let children = tree.childRange(list)
        // The items that the edit touches, with the text up to their neighbours.
        var touched: ClosedRange<Int>?
        var inside: NodeID?
        for position in children {
          let child = tree.childTable[position]
          guard child.isNode else { continue }
          let place = tree.range(child.node)
          let row = tree.nodes[Int(child.node.raw)]
          if row.firstToken >= row.endToken { return nil }
          let before = row.firstToken == 0 ? 0 : tree.tokens[Int(row.firstToken) - 1].end
          let behind = Int(row.endToken) < tree.tokens.count ? tree.tokens[Int(row.endToken)].offset : place.end
          if range.end < before { break }
          if range.start > behind { continue }
          touched = (touched?.lowerBound ?? position)...position
          if place.start < range.start && range.end < place.end { inside = child.node }
        }
        if let owner = inside, let run = touched, run.lowerBound == run.upperBound,
          let body = memberBlock(tree, owner, range)
        {
          list = body
          isMember = true
          depth += 1
          continue
        }
        guard var run = touched else { return nil }
        // The neighbours are parsed too: what they looked ahead at may have changed. An item looks ahead over its line,
        // and at a label on the next one.
        var lines = 0
        while let before = (children.lowerBound..<run.lowerBound).last(where: { tree.childTable[$0].isNode }) {
          run = before...run.upperBound
          let first = Int(tree.nodes[Int(tree.childTable[before].node.raw)].firstToken)
          if first < tree.tokens.count, tree.tokens[first].flags.contains(.startsLine) { lines += 1 }
          if lines == 2 { break }
        }
        return Place(list: list, isMember: isMember, depth: depth, first: run.lowerBound, last: run.upperBound)
      }
    }

    /// Body of a type declaration, if the edit lies between its braces.
    private static func memberBlock(_ tree: SyntaxTree, _ node: NodeID, _ range: SourceRange) -> NodeID? {
      switch tree.kind(node) {
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: break
      default: return nil
      }
      let body = tree.node(node, at: Slot.members)
      guard tree.kindIfPresent(body) == .memberBlock else { return nil }
      let open = tree.child(body, at: 0)
      let close = tree.lastChild(body)
      guard open.isToken, close.isToken, open != close, tree.childCount(body) > 2 else { return nil }
      guard tree.range(open).end < range.start, range.end < tree.range(close).start else { return nil }
      return body
    }

    /// Parses the run in the new text and puts the tables together; nil if the run ends elsewhere now.
    func splice(_ old: SyntaxTree, _ range: SourceRange, _ newLength: Int, _ source: SourceFile) -> IncrementalParse? {
      let delta = newLength - Int(range.length)
      let firstNode = old.childTable[first].node
      let lastNode = old.childTable[last].node
      let tokenStart = Int(old.nodes[Int(firstNode.raw)].firstToken)
      let tokenEnd = Int(old.nodes[Int(lastNode.raw)].endToken)
      // Semicolons between the items belong to the run; one behind it stays outside.
      guard tokenStart > 0, tokenEnd < old.tokens.count else { return nil }
      let start = Int(old.tokens[tokenStart - 1].end)
      let stop = Int(old.tokens[tokenEnd].offset) + delta
      guard start <= Int(range.start), Int(range.end) <= Int(old.tokens[tokenEnd].offset), stop <= source.count else {
        return nil
      }
      // Some text behind the run is read too, for what the parser looks at ahead.
      let aheadToken = min(tokenEnd + 96, old.tokens.count - 1)
      let isWhole = aheadToken == old.tokens.count - 1
      let limit = isWhole ? source.count : Int(old.tokens[aheadToken].end) + delta
      let lexer = Lexer(source.bytes, range: start..<limit, startsLine: start == 0)
      let empty = SyntaxTree(source: source)
      var state = ParserState(
        raw: lexer.run(), bytes: source.bytes.baseAddress ?? CharacterTable.shared.classes, start: start,
        extending: empty)
      state.depth = depth
      state.stopOffset = UInt32(stop)
      if state.kind == .regexLiteral || state.kind.isOperator { return nil }
      if isMember { state.memberItems() } else { state.items() }
      // The run must end where it ended, before the same token (a comment or string may have swallowed what followed).
      guard state.missedClosers.isEmpty, !state.isUnbalanced, state.current.offset == UInt32(stop),
        isWhole || state.furthest < state.raw.count - 1 && state.index < state.raw.count - 1,
        state.current.length == old.tokens[tokenEnd].length
      else { return nil }

      let nodeStart = smallestNode(old, firstNode)
      let nodeEnd = lastNode.raw + 1
      let childStart = nodeStart < nodeEnd ? old.nodes[Int(nodeStart)].childStart : 0
      let childEnd = old.nodes[Int(nodeEnd) - 1].childStart + old.nodes[Int(nodeEnd) - 1].childCount

      // Tokens. The first of the state is its mark of the start.
      let newTokens = state.tokens.count - 1
      let tokenShift = newTokens - (tokenEnd - tokenStart)
      var resultTokens: [Token] = []
      var resultNodes: [SyntaxTree.Node] = []
      var resultChildren: [SyntaxChild] = []
      resultTokens.reserveCapacity(old.tokens.count + tokenShift)
      resultTokens.append(contentsOf: old.tokens[0..<tokenStart])
      resultTokens.append(contentsOf: state.tokens.buffer[1...])
      for index in tokenEnd..<old.tokens.count {
        var token = old.tokens[index]
        token.offset = UInt32(Int(token.offset) + delta)
        resultTokens.append(token)
      }
      if tokenEnd < old.tokens.count {
        // The token behind the run may have moved to another line.
        resultTokens[tokenStart + newTokens].flags = state.current.flags
      }

      // Nodes and children.
      let newNodes = state.nodes.count
      let nodeShift = newNodes - Int(nodeEnd - nodeStart)
      let newChildren = state.children.count
      let childShift = newChildren - Int(childEnd - childStart)
      let items = state.stack.count
      let listShift = items - (last - first + 1)
      /// Adds to the ids of the new part: its token 1 becomes `tokenStart`.
      func place(_ child: SyntaxChild) -> SyntaxChild {
        if child.isAbsent { return child }
        if child.isNode { return SyntaxChild(NodeID(child.node.raw + nodeStart)) }
        return SyntaxChild(TokenID(child.token.raw - 1 + UInt32(tokenStart)))
      }
      func move(_ child: SyntaxChild) -> SyntaxChild {
        if child.isAbsent { return child }
        if child.isNode {
          return child.node.raw < nodeStart ? child : SyntaxChild(NodeID(UInt32(Int(child.node.raw) + nodeShift)))
        }
        return Int(child.token.raw) < tokenEnd
          ? child : SyntaxChild(TokenID(UInt32(Int(child.token.raw) + tokenShift)))
      }
      resultNodes.reserveCapacity(old.nodes.count + nodeShift)
      resultChildren.reserveCapacity(old.childTable.count + childShift + listShift)
      resultNodes.append(contentsOf: old.nodes[0..<Int(nodeStart)])
      resultChildren.append(contentsOf: old.childTable[0..<Int(childStart)])
      for row in state.nodes.buffer {
        var row = row
        row.firstToken = row.firstToken - 1 + UInt32(tokenStart)
        row.endToken = row.endToken - 1 + UInt32(tokenStart)
        row.childStart += childStart
        resultNodes.append(row)
      }
      for child in state.children.buffer { resultChildren.append(place(child)) }
      var position = Int(childEnd)
      while position < old.childTable.count {
        if position == first {
          for child in state.stack.buffer { resultChildren.append(place(child)) }
          position = last + 1
          continue
        }
        resultChildren.append(move(old.childTable[position]))
        position += 1
      }
      for index in Int(nodeEnd)..<old.nodes.count {
        var row = old.nodes[index]
        if Int(row.firstToken) >= tokenEnd { row.firstToken = UInt32(Int(row.firstToken) + tokenShift) }
        if Int(row.endToken) >= tokenEnd { row.endToken = UInt32(Int(row.endToken) + tokenShift) }
        row.childStart = UInt32(Int(row.childStart) + childShift)
        if index > Int(list.raw) { row.childStart = UInt32(Int(row.childStart) + listShift) }
        if index == Int(list.raw) { row.childCount = UInt32(Int(row.childCount) + listShift) }
        resultNodes.append(row)
      }
      let result = SyntaxTree(
        source: source, tokens: resultTokens, nodes: resultNodes, children: resultChildren,
        root: NodeID(UInt32(Int(old.root.raw) + nodeShift)))
      return IncrementalParse(
        tree: result, replaced: nodeStart..<nodeEnd, inserted: nodeStart..<nodeStart + UInt32(newNodes),
        isPartial: true)
    }

    /// The first of the nodes made for an item: its leftmost descendant.
    private func smallestNode(_ tree: SyntaxTree, _ node: NodeID) -> UInt32 {
      var current = node
      while true {
        var next = NodeID.none
        for position in tree.childRange(current) where tree.childTable[position].isNode {
          if tree.childTable[position].node.raw < next.raw { next = tree.childTable[position].node }
        }
        if next == .none { return current.raw }
        current = next
      }
    }
  }
}
