/// The parser's state and its primitives: the current token, the output tables, and the stack of finished children.
///
/// A grammar function pushes exactly one child. A node is made by pushing its slots in order after a `mark` and then
/// calling `finish`. Loops over lists make progress because whatever fits nowhere becomes an `unexpected` node.
struct ParserState: ~Copyable {
  let raw: TokenBuffer
  let bytes: UnsafePointer<UInt8>
  /// Position in `raw`, and the token there (what is left of it after a split).
  var index = 0
  var current: Token
  /// The current kind; `endOfFile` at a break.
  var kind: TokenKind

  var tokens: Growable<Token>
  var nodes: Growable<SyntaxTree.Node>
  var children: Growable<SyntaxChild>
  var stack: Growable<SyntaxChild>
  /// Ids of a tree that is being extended begin here.
  let tokenBase: UInt32
  let nodeBase: UInt32
  let childBase: UInt32

  /// Nesting of brackets, blocks, types and patterns.
  var depth = 0
  static let nestingLimit = 256

  /// In a condition: a brace begins the block rather than a trailing closure.
  var isCondition = false
  /// In a pattern before `=`: the equals sign ends the expression.
  var stopsAtEqual = false
  /// Among the statements of a switch case: `case` and `default` end the list.
  var isSwitchCase = false
  /// In a closure's parentheses: a name alone is a parameter rather than a type.
  var parametersAreNames = false

  /// Items that begin at or behind this offset are left alone (a partial parse ends there).
  var stopOffset = UInt32.max

  /// Raw index of the furthest token that was looked at ahead of the current one.
  var furthest = 0
  /// Raw indices where text is taken to end for whatever is open there (see Recovery), the next one last.
  var breaks: [Int] = []
  /// Closing delimiters that were not found, in the order they were missed.
  var missedClosers: [MissedCloser] = []
  /// A group of tokens that fit nowhere ran to the end of the text.
  var isUnbalanced = false
  /// How many closing braces nothing opened.
  var strayBraces = 0

  struct MissedCloser {
    /// Raw index of the opening token.
    var open: Int
    /// Raw index of the token found instead of the closing one.
    var at: Int
    var kind: TokenKind
  }

  struct Mark {
    var stack: Int
    var token: Int
  }

  init(
    raw: consuming TokenBuffer, bytes: UnsafePointer<UInt8>, start: Int, extending tree: borrowing SyntaxTree,
    memory: ParserMemory? = nil
  ) {
    let room = ParserState.room(raw.count)
    current = raw.base[0]
    kind = current.kind
    self.raw = raw
    self.bytes = bytes
    if let memory {
      tokens = memory.lendTokens()
      nodes = memory.lendNodes()
      children = memory.lendChildren()
      stack = memory.lendStack()
    } else {
      tokens = Growable(capacity: room.tokens)
      nodes = Growable(capacity: room.nodes)
      children = Growable(capacity: room.children)
      stack = Growable(capacity: 256)
    }
    tokenBase = UInt32(tree.tokens.count)
    nodeBase = UInt32(tree.nodes.count)
    childBase = UInt32(tree.childTable.count)
    tokens.append(Token(.startOfText, offset: UInt32(truncatingIfNeeded: start), length: 0))
  }

  /// Writes the tables of a tree that begins empty into lent memory.
  init(
    raw: consuming TokenBuffer, bytes: UnsafePointer<UInt8>, tokens: UnsafeMutableBufferPointer<Token>,
    nodes: UnsafeMutableBufferPointer<SyntaxTree.Node>, children: UnsafeMutableBufferPointer<SyntaxChild>
  ) {
    current = raw.base[0]
    kind = current.kind
    self.raw = raw
    self.bytes = bytes
    self.tokens = Growable(lent: tokens)
    self.nodes = Growable(lent: nodes)
    self.children = Growable(lent: children)
    stack = Growable(capacity: 256)
    tokenBase = 0
    nodeBase = 0
    childBase = 0
    self.tokens.append(Token(.startOfText, offset: 0, length: 0))
  }

  /// Rows that the tables of a text with so many tokens take, with a reserve; more rows make them grow.
  static func room(_ count: Int) -> (tokens: Int, nodes: Int, children: Int) {
    (count + count / 16 + 8, count + 8, count * 3 + 8)
  }

  // MARK: Reading

  @inline(__always) var startsLine: Bool { current.flags.rawValue & TokenFlags.startsLine.rawValue != 0 }
  @inline(__always) var hasSpaceBefore: Bool {
    current.flags.rawValue & (TokenFlags.startsLine.rawValue | TokenFlags.spaceBefore.rawValue) != 0
  }

  @inline(__always) func token(_ ahead: Int) -> Token {
    let wanted = index + ahead
    return raw.base[wanted < raw.count ? wanted : raw.count - 1]
  }

  @inline(__always) mutating func peek(_ ahead: Int = 1) -> Token {
    let wanted = index + ahead
    if wanted > furthest { furthest = wanted }
    return raw.base[wanted < raw.count ? wanted : raw.count - 1]
  }

  @inline(__always) mutating func peekKind(_ ahead: Int = 1) -> TokenKind { peek(ahead).kind }

  @inline(__always) func firstByte(_ token: Token) -> UInt8 { token.length == 0 ? 0 : bytes[Int(token.offset)] }

  func token(_ token: Token, is text: StaticString) -> Bool {
    if Int(token.length) != text.utf8CodeUnitCount { return false }
    for position in 0..<Int(token.length) where bytes[Int(token.offset) + position] != text.utf8Start[position] {
      return false
    }
    return true
  }

  func currentIs(_ text: StaticString) -> Bool { token(current, is: text) }

  /// The current token is an operator that begins with this byte.
  @inline(__always) func currentStarts(with byte: UInt8) -> Bool {
    kind.isOperatorLike && firstByte(current) == byte
  }

  // MARK: Advancing

  @inline(__always) mutating func advance() {
    if index < raw.count - 1 { index += 1 }
    current = raw.base[index]
    kind = current.kind
    if !breaks.isEmpty { meetBreak() }
  }

  @inline(never) mutating func meetBreak() {
    if let next = breaks.last, next == index { kind = .endOfFile }
  }

  /// A missing closing delimiter ends a break: the text goes on.
  private mutating func passBreak() {
    if let next = breaks.last, next == index {
      breaks.removeLast()
      kind = current.kind
      meetBreak()
    }
  }

  mutating func dropBreak() {
    if !breaks.isEmpty { breaks.removeLast() }
    kind = current.kind
    meetBreak()
  }

  // MARK: Pushing

  @inline(__always) mutating func push(_ child: SyntaxChild) { stack.append(child) }
  @inline(__always) mutating func absent() { stack.append(.absent) }

  @inline(__always) mutating func emit(_ token: Token) {
    stack.append(SyntaxChild(TokenID(tokenBase &+ UInt32(truncatingIfNeeded: tokens.count))))
    tokens.append(token)
  }

  /// Pushes the current token.
  @inline(__always) mutating func take() {
    emit(current)
    advance()
  }

  /// Pushes the current token under another kind.
  @inline(__always) mutating func take(as kind: TokenKind) {
    var token = current
    token.kind = kind
    emit(token)
    advance()
  }

  /// Pushes the token if it has the kind, else an absent slot; tells whether it was there.
  @inline(__always) @discardableResult mutating func takeOrAbsent(_ wanted: TokenKind) -> Bool {
    if kind == wanted {
      take()
      return true
    }
    absent()
    return false
  }

  /// Pushes the token, or a missing one behind the last token.
  @inline(__always) @discardableResult mutating func expect(_ wanted: TokenKind) -> Bool {
    if kind == wanted {
      take()
      return true
    }
    missing(wanted)
    return false
  }

  /// Pushes the closing delimiter of what `open` (a raw index) opened, or a missing one.
  @discardableResult mutating func expectClosing(_ wanted: TokenKind, open: Int) -> Bool {
    if kind == wanted {
      take()
      return true
    }
    missedClosers.append(MissedCloser(open: open, at: index, kind: wanted))
    missing(wanted)
    passBreak()
    return false
  }

  mutating func missing(_ kind: TokenKind) {
    emit(Token(kind, offset: endOfLast, length: 0, flags: .missing))
  }

  var endOfLast: UInt32 {
    tokens.count == 0 ? current.offset : tokens.base[tokens.count - 1].end
  }

  /// Pushes the first `length` bytes of the current token as a token of their own.
  mutating func takePrefix(_ length: Int, as kind: TokenKind) {
    if Int(current.length) <= length {
      take(as: kind)
      return
    }
    var head = current
    head.length = UInt32(length)
    head.kind = kind
    emit(head)
    current.offset += UInt32(length)
    current.length -= UInt32(length)
    current.flags = []
    if current.length == 1 {
      switch firstByte(current) {
      case UInt8(ascii: "?"): current.kind = .postfixQuestion
      case UInt8(ascii: "!"): current.kind = .postfixExclaim
      case UInt8(ascii: "="): current.kind = .equal
      default: break
      }
    } else if token(current, is: "->") {
      current.kind = .arrow
    }
    self.kind = current.kind
  }

  // MARK: Nodes

  @inline(__always) func mark() -> Mark { Mark(stack: stack.count, token: tokens.count) }

  /// A mark that takes in the child pushed last.
  @inline(__always) func mark(before child: SyntaxChild) -> Mark {
    let token: Int
    if child.isNode {
      token = Int(nodes.base[Int(child.raw &- nodeBase)].firstToken &- tokenBase)
    } else if child.isToken {
      token = Int(child.token.raw &- tokenBase)
    } else {
      token = tokens.count
    }
    return Mark(stack: stack.count - 1, token: token)
  }

  @inline(__always) var last: SyntaxChild { stack.base[stack.count - 1] }

  /// Kind of the node pushed last; nil for a token.
  @inline(__always) var lastKind: SyntaxKind? {
    let child = last
    return child.isNode ? nodes.base[Int(child.raw &- nodeBase)].kind : nil
  }

  /// Makes a node of all children pushed since the mark, and pushes it.
  @inline(__always) mutating func finish(_ kind: SyntaxKind, _ mark: Mark) {
    let count = stack.count - mark.stack
    let start = children.count
    children.append(UnsafePointer(stack.base + mark.stack), count: count)
    stack.truncate(to: mark.stack)
    stack.append(SyntaxChild(NodeID(nodeBase &+ UInt32(truncatingIfNeeded: nodes.count))))
    nodes.append(
      SyntaxTree.Node(
        kind: kind, firstToken: tokenBase &+ UInt32(truncatingIfNeeded: mark.token),
        endToken: tokenBase &+ UInt32(truncatingIfNeeded: tokens.count),
        childStart: childBase &+ UInt32(truncatingIfNeeded: start), childCount: UInt32(truncatingIfNeeded: count)))
  }

  /// A node of one token.
  @inline(__always) mutating func leaf(_ kind: SyntaxKind) {
    let start = mark()
    take()
    finish(kind, start)
  }

  /// A node without children.
  mutating func empty(_ kind: SyntaxKind) { finish(kind, mark()) }

  // MARK: Taking back

  /// Rows of the tables so far.
  struct RowMark {
    var nodes: Int
    var children: Int
  }

  func rowMark() -> RowMark { RowMark(nodes: nodes.count, children: children.count) }

  /// Drops the nodes made since the mark, which nothing on the stack refers to any more: a row without a parent would
  /// stand between the rows of a node.
  mutating func forget(_ mark: RowMark) {
    nodes.truncate(to: mark.nodes)
    children.truncate(to: mark.children)
  }

  // MARK: What fits nowhere

  /// Consumes the bracketed group that begins here, without building anything of it.
  mutating func takeBalanced() {
    var open = 0
    while kind != .endOfFile {
      switch kind {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: open += 1
      case .rightParen, .rightBracket, .rightBrace, .interpolationEnd:
        if open == 0 { return }
        open -= 1
      default: break
      }
      take()
      if open == 0 { return }
    }
    isUnbalanced = true
  }

  /// Pushes a node for what lies beyond the nesting limit.
  mutating func tooDeep() {
    let start = mark()
    takeBalanced()
    finish(.nestingLimit, start)
  }

  /// Pushes an `unexpected` node with at least one token: up to the end of the line or a closing delimiter.
  mutating func unexpectedLine() {
    let start = mark()
    repeat {
      switch kind {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: takeBalanced()
      default: take()
      }
    } while kind != .endOfFile && !startsLine && kind != .rightBrace && kind != .semicolon
    finish(.unexpected, start)
  }
}

extension TokenKind {
  /// Operators and the punctuation that an operator may be split into.
  @inline(__always) var isOperatorLike: Bool {
    switch self {
    case .prefixOperator, .postfixOperator, .binaryOperator, .postfixQuestion, .infixQuestion, .postfixExclaim,
      .prefixAmpersand, .equal, .arrow:
      return true
    default: return false
    }
  }

  /// A name where the grammar wants one: contextual keywords are names.
  @inline(__always) var isName: Bool {
    self == .identifier || isContextualWord || self == .dollarIdentifier || self == .placeholder
  }

  @inline(__always) var isClosing: Bool {
    switch self {
    case .rightParen, .rightBracket, .rightBrace, .interpolationEnd, .endOfFile: return true
    default: return false
    }
  }
}
