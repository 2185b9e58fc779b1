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
    guard source.obstacle == nil else {
      // Too large to index, or no text: an empty file, reported as such.
      var state = ParserState(text: source.bytes, range: 0..<0, extending: tree)
      state.sourceFile()
      tree.root = state.finish(into: &tree)
      return tree
    }
    var missed = 0
    var strays = 0
    var isUnbalanced = false
    var breaks: [Int] = []
    var openings: [Int] = []
    tree.fill { state in
      state.sourceFile()
      missed = state.missedClosers.count
      strays = state.strayBraces
      isUnbalanced = state.isUnbalanced
      // A delimiter is missing: look for where, and read again with that knowledge.
      if strays > 0 { openings = Recovery.openings(state) }
      if missed > 0 { breaks = Recovery.breaks(state) }
    }
    tree.hasMissedClosers = missed > 0 || strays > 0 || isUnbalanced
    if !openings.isEmpty {
      var again = SyntaxTree(source: source)
      again.hasMissedClosers = true
      var left = (missed: 0, strays: 0)
      again.fill(openings: openings) { state in
        state.sourceFile()
        left = (state.missedClosers.count, state.strayBraces)
      }
      if left.missed <= missed, left.strays < strays { return again }
    }
    guard missed > 0 else { return tree }
    guard !breaks.isEmpty else { return tree }
    var again = SyntaxTree(source: source)
    again.hasMissedClosers = true
    var left = 0
    again.fill { state in
      state.breaks = breaks
      state.sourceFile()
      left = state.missedClosers.count
    }
    return left <= max(missed, breaks.count) ? again : tree
  }

  /// Parses the one declaration that begins in `offset..<end` (bytes, leading trivia included) and appends it to the
  /// tree; `none` if there is none.
  package static func parseDeclaration(
    in tree: inout SyntaxTree, at offset: Int, end: Int, context: Context, memory: ParserMemory? = nil
  ) -> NodeID {
    var state = ParserState(
      text: tree.source.bytes, range: max(0, offset)..<max(0, offset, end), extending: tree, memory: memory)
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

extension SyntaxTree {
  /// Parses the whole text into this empty tree. The tables are written where they stay.
  /// - Parameter openings: raw indices in front of which an opening brace is taken to stand, in order
  fileprivate mutating func fill(openings: [Int] = [], _ parse: (inout ParserState) -> Void) {
    var raw = Lexer(source.bytes, range: 0..<source.count).run()
    if !openings.isEmpty { raw = raw.withOpenings(openings) }
    let room = ParserState.room(raw.count)
    let bytes = source.bytes.baseAddress ?? CharacterTable.shared.classes
    var root = NodeID.none
    var tokens: [Token] = []
    var nodes: [Node] = []
    var children: [SyntaxChild] = []
    // Tables that outgrew their memory, copied.
    var larger: (tokens: [Token]?, nodes: [Node]?, children: [SyntaxChild]?) = (nil, nil, nil)
    var lexed: TokenBuffer? = raw
    tokens = [Token](unsafeUninitializedCapacity: room.tokens) { tokenMemory, tokenCount in
      nodes = [Node](unsafeUninitializedCapacity: room.nodes) { nodeMemory, nodeCount in
        children = [SyntaxChild](unsafeUninitializedCapacity: room.children) { childMemory, childCount in
          guard let raw = lexed.take() else { return }
          var state = ParserState(
            raw: raw, bytes: bytes, tokens: tokenMemory, nodes: nodeMemory, children: childMemory)
          parse(&state)
          root = state.stack.count > 0 ? state.stack[0].nodeIfAny : .none
          if state.tokens.isOwned {
            larger.tokens = Array(state.tokens.buffer)
          } else {
            tokenCount = state.tokens.count
          }
          if state.nodes.isOwned { larger.nodes = Array(state.nodes.buffer) } else { nodeCount = state.nodes.count }
          if state.children.isOwned {
            larger.children = Array(state.children.buffer)
          } else {
            childCount = state.children.count
          }
        }
      }
    }
    let isIncomplete = hasMissedClosers
    self = SyntaxTree(
      source: source, tokens: larger.tokens ?? tokens, nodes: larger.nodes ?? nodes,
      children: larger.children ?? children, root: root)
    hasMissedClosers = isIncomplete
  }
}

extension ParserState {
  init(
    text: UnsafeBufferPointer<UInt8>, range: Range<Int>, extending tree: borrowing SyntaxTree,
    memory: ParserMemory? = nil
  ) {
    let lexer = Lexer(text, range: range, memory: memory)
    self.init(
      raw: lexer.run(), bytes: text.baseAddress ?? CharacterTable.shared.classes, start: range.lowerBound,
      extending: tree, memory: memory)
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
      if kind == .rightBrace { strayBraces += 1 }
      take()
      finish(.unexpected, stray)
    }
    take()
    finish(.sourceFile, start)
  }

  /// Appends the tables to the tree and gives back the node pushed last.
  consuming func finish(into tree: inout SyntaxTree) -> NodeID {
    // One block each, of the size needed.
    if tree.tokens.isEmpty {
      tree = SyntaxTree(
        source: tree.source, tokens: tokens.array, nodes: nodes.array, children: children.array, root: tree.root)
    } else {
      tree = SyntaxTree(
        source: tree.source, tokens: tree.tokens + tokens.buffer, nodes: tree.nodes + nodes.buffer,
        children: tree.childTable + children.buffer, root: tree.root)
    }
    return stack.count > 0 ? stack[0].nodeIfAny : .none
  }
}
