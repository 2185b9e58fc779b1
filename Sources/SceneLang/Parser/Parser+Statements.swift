/// Statements, blocks, conditions, and conditional compilation.
extension ParserState {
  // MARK: Blocks

  /// What the inside of braces resets.
  struct Surroundings {
    var isCondition: Bool
    var stopsAtEqual: Bool
    var isSwitchCase: Bool
    var parametersAreNames: Bool
  }

  mutating func enterBraces() -> Surroundings {
    let saved = Surroundings(
      isCondition: isCondition, stopsAtEqual: stopsAtEqual, isSwitchCase: isSwitchCase,
      parametersAreNames: parametersAreNames)
    isCondition = false
    stopsAtEqual = false
    isSwitchCase = false
    parametersAreNames = false
    return saved
  }

  mutating func leaveBraces(_ saved: Surroundings) {
    isCondition = saved.isCondition
    stopsAtEqual = saved.stopsAtEqual
    isSwitchCase = saved.isSwitchCase
    parametersAreNames = saved.parametersAreNames
  }

  /// Pushes `{ items }`. Without the opening brace: text up to it on the same line is unexpected, else it is missing
  /// and the block is empty.
  mutating func codeBlock() {
    if kind == .leftBrace && depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    var junk = SyntaxChild.absent
    if kind != .leftBrace && braceOnThisLine() {
      let unexpected = mark()
      while kind != .leftBrace && kind != .endOfFile {
        if kind == .leftParen || kind == .leftBracket { takeBalanced() } else { take() }
      }
      finish(.unexpected, unexpected)
      junk = last
      stack.truncate(to: stack.count - 1)
    }
    let open = index
    guard expect(.leftBrace) else {
      missing(.rightBrace)
      if !junk.isAbsent { push(junk) }
      finish(.codeBlock, start)
      return
    }
    if !junk.isAbsent { push(junk) }
    let saved = enterBraces()
    items()
    expectClosing(.rightBrace, open: open)
    leaveBraces(saved)
    finish(.codeBlock, start)
  }

  /// A `{` follows later on this line, with nothing that would begin a statement of its own.
  private mutating func braceOnThisLine() -> Bool {
    if startsLine || kind.isClosing { return false }
    var ahead = 0
    while ahead < 40 {
      let token = peek(ahead)
      if ahead > 0 && token.flags.contains(.startsLine) { return false }
      switch token.kind {
      case .leftBrace: return true
      case .rightBrace, .endOfFile, .semicolon: return false
      default: ahead += 1
      }
    }
    return false
  }

  /// Items (declarations, statements, expressions) up to a closing delimiter, a directive that ends the branch, or, in
  /// a switch case, the next case.
  mutating func items() {
    while current.offset < stopOffset {
      switch kind {
      case .rightBrace, .endOfFile, .poundElseif, .poundElse, .poundEndif: return
      case .semicolon: take()
      case .case, .default:
        if isSwitchCase { return }
        unexpectedLine()
      case .at where isSwitchCase && isUnknownDefault(): return
      case .poundIf where isSwitchCase && branchHoldsCases(): return
      default:
        let before = stack.count
        let first = tokens.count
        let rows = rowMark()
        item()
        if !startsLine && !kind.isClosing && kind != .semicolon && !isDirectiveEnd {
          endOfItem(before: before, firstToken: first, rows: rows)
        }
      }
    }
  }

  private var isDirectiveEnd: Bool { kind == .poundElseif || kind == .poundElse || kind == .poundEndif }

  /// An item is over in the middle of its line. A line of words is text rather than code and becomes one unexpected
  /// node; else the next item follows without a separator.
  private mutating func endOfItem(before: Int, firstToken: Int, rows: RowMark) {
    guard looksLikeProse(firstToken: firstToken) else { return }
    let words = tokens.count - firstToken
    stack.truncate(to: before)
    forget(rows)
    let start = Mark(stack: before, token: firstToken)
    for position in 0..<words { push(SyntaxChild(TokenID(tokenBase + UInt32(firstToken + position)))) }
    while kind != .endOfFile && !startsLine && kind != .rightBrace {
      switch kind {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: takeBalanced()
      default: take()
      }
    }
    finish(.unexpected, start)
  }

  /// The item just made is a word or a few, and another word follows on the same line.
  private mutating func looksLikeProse(firstToken: Int) -> Bool {
    let count = tokens.count - firstToken
    guard count >= 1 && count <= 3, tokens[firstToken].flags.contains(.startsLine) else { return false }
    for position in firstToken..<tokens.count {
      switch tokens[position].kind {
      case .identifier, .unknown, .period, .postfixExclaim, .postfixQuestion: break
      case .binaryOperator, .postfixOperator, .prefixOperator: break
      default: return false
      }
    }
    let next = peekKind(0)
    guard next.isName || next == .unknown || next.isReservedWord && next != .in || next == .comma else { return false }
    // Two words may be a slip; three in a row, or a line of them, are text.
    var words = 1
    var ahead = 0
    while ahead < 12 {
      let token = peek(ahead)
      if token.flags.contains(.startsLine) || token.kind == .endOfFile { break }
      if token.kind.isName || token.kind.isReservedWord || token.kind == .unknown { words += 1 }
      if token.kind == .leftBrace || token.kind == .equal { return false }
      ahead += 1
    }
    return words >= 3 || tokens[firstToken].length > 0 && bytes[Int(tokens[firstToken].offset)] >= 0x80
  }

  // MARK: Items

  /// Pushes one item; consumes at least one token.
  mutating func item() {
    switch kind {
    case .return:
      let start = mark()
      take()
      if startsExpression() && !(startsLine && isStatementKeyword(kind)) && kind != .case {
        if startsLine && startsDeclaration(isMember: false) { absent() } else { expression() }
      } else {
        absent()
      }
      finish(.returnStmt, start)
    case .if: ifExpression()
    case .guard:
      let start = mark()
      take()
      conditions()
      if kind == .else || kind == .leftBrace {
        expect(.else)
        codeBlock()
      } else {
        missing(.else)
        codeBlock()
      }
      finish(.guardStmt, start)
    case .for: forStatement()
    case .while:
      let start = mark()
      take()
      conditions()
      codeBlock()
      finish(.whileStmt, start)
    case .repeat where peekKind() == .leftBrace:
      let start = mark()
      take()
      codeBlock()
      if kind == .while {
        take()
        expression()
      } else {
        missing(.while)
        empty(.missingExpr)
      }
      finish(.repeatStmt, start)
    case .switch: switchExpression()
    case .do: doStatement()
    case .defer:
      let start = mark()
      take()
      codeBlock()
      finish(.deferStmt, start)
    case .throw:
      let start = mark()
      take()
      expression()
      finish(.throwStmt, start)
    case .break: jump(.breakStmt)
    case .continue: jump(.continueStmt)
    case .fallthrough: leaf(.fallthroughStmt)
    case .poundIf: ifConfig(.items)
    case .poundSourceLocation: sourceLocation()
    case .yield where startsWordStatement():
      wordStatement(.yieldStmt)
    case .then where startsWordStatement():
      wordStatement(.thenStmt)
    case .discard where peekKind() == .self && !peek().flags.contains(.startsLine):
      wordStatement(.discardStmt)
    default:
      if kind.isName && peekKind() == .colon, isLabeled(peekKind(2)) {
        labeledStatement()
      } else if startsDeclaration(isMember: false) {
        declaration(isMember: false)
        if lastKind == .missingDecl && !kind.isClosing && !startsLine && startsExpression() {
          // `@MainActor in`, a stray attribute: the rest is read as an item of its own.
          return
        }
      } else if startsExpression() {
        expression()
      } else {
        unexpectedLine()
      }
    }
  }

  private func isStatementKeyword(_ kind: TokenKind) -> Bool {
    switch kind {
    case .return, .guard, .for, .while, .do, .defer, .throw, .break, .continue, .fallthrough: return true
    default: return false
    }
  }

  private mutating func startsWordStatement() -> Bool {
    let next = peek()
    if next.flags.contains(.startsLine) { return false }
    switch next.kind {
    case .identifier, .integerLiteral, .floatLiteral, .stringQuote, .self, .true, .false, .nil, .prefixAmpersand,
      .dollarIdentifier, .if, .switch, .try, .prefixOperator:
      return true
    case .leftBracket, .leftParen: return next.flags.contains(.spaceBefore)
    default: return next.kind.isContextualWord
    }
  }

  private mutating func wordStatement(_ node: SyntaxKind) {
    let start = mark()
    take()
    expression()
    finish(node, start)
  }

  private mutating func jump(_ node: SyntaxKind) {
    let start = mark()
    take()
    if kind.isName && !startsLine { take(as: .identifier) } else { absent() }
    finish(node, start)
  }

  private func isLabeled(_ kind: TokenKind) -> Bool {
    kind == .for || kind == .while || kind == .repeat || kind == .if || kind == .switch || kind == .do
  }

  private mutating func labeledStatement() {
    let start = mark()
    take(as: .identifier)
    take()
    item()
    finish(.labeledStmt, start)
  }

  // MARK: Conditions

  /// Pushes a conditionList.
  mutating func conditions() {
    let start = mark()
    let saved = isCondition
    isCondition = true
    if kind == .leftBrace {
      empty(.missingExpr)
    } else {
      while true {
        let before = index
        condition()
        if kind == .comma { take() } else { break }
        if index == before || kind == .leftBrace { break }
      }
    }
    isCondition = saved
    finish(.conditionList, start)
  }

  private mutating func condition() {
    let start = mark()
    switch kind {
    case .poundAvailable, .poundUnavailable:
      take()
      if kind == .leftParen {
        availabilityArguments()
      } else {
        let arguments = mark()
        missing(.leftParen)
        missing(.rightParen)
        finish(.availabilityArguments, arguments)
      }
      finish(.availabilityCondition, start)
    case .let, .var, .inout:
      take()
      bindingPattern()
      if takeOrAbsent(.colon) { type() } else { absent() }
      if takeOrAbsent(.equal) { expression() } else { absent() }
      finish(.bindingCondition, start)
    case .case:
      take()
      stopsAtEqual = true
      matchPattern()
      stopsAtEqual = false
      if takeOrAbsent(.colon) { type() } else { absent() }
      if expect(.equal) { expression() } else { empty(.missingExpr) }
      finish(.caseCondition, start)
    default:
      expression()
    }
  }

  /// Pushes an ifExpr, its `else if` branches flat.
  mutating func ifExpression() {
    let start = mark()
    var clause = mark()
    absent()
    take()
    conditions()
    codeBlock()
    finish(.ifClause, clause)
    while kind == .else {
      clause = mark()
      take()
      if kind == .if {
        take()
        conditions()
        codeBlock()
        finish(.ifClause, clause)
      } else {
        absent()
        absent()
        codeBlock()
        finish(.ifClause, clause)
        break
      }
    }
    finish(.ifExpr, start)
  }

  private mutating func forStatement() {
    let start = mark()
    take()
    takeOrAbsent(.try)
    if kind == .await && peekKind() != .in { take() } else { absent() }
    let saved = isCondition
    isCondition = true
    if takeOrAbsent(.case) { matchPattern() } else { bindingPattern() }
    if takeOrAbsent(.colon) { type() } else { absent() }
    if expect(.in) { expression() } else { empty(.missingExpr) }
    if takeOrAbsent(.where) { expression() } else { absent() }
    isCondition = saved
    codeBlock()
    finish(.forStmt, start)
  }

  private mutating func doStatement() {
    let start = mark()
    take()
    effectsOrAbsent()
    codeBlock()
    while kind == .catch {
      let clause = mark()
      take()
      if kind == .leftBrace {
        absent()
      } else {
        let saved = isCondition
        isCondition = true
        // `catch where isTransient(error)` has a condition alone.
        if kind == .where { conditionOfCatch() } else { caseItems() }
        isCondition = saved
      }
      codeBlock()
      finish(.catchClause, clause)
    }
    finish(.doStmt, start)
  }

  private mutating func conditionOfCatch() {
    let start = mark()
    absent()
    if takeOrAbsent(.where) { expression() } else { absent() }
    finish(.caseItem, start)
    finish(.caseItemList, start)
  }

  private mutating func caseItems() {
    let start = mark()
    while true {
      let before = index
      let item = mark()
      matchPattern()
      if takeOrAbsent(.where) { expression() } else { absent() }
      finish(.caseItem, item)
      if kind == .comma { take() } else { break }
      if index == before { break }
    }
    finish(.caseItemList, start)
  }

  // MARK: Switch

  mutating func switchExpression() {
    let start = mark()
    take()
    let saved = isCondition
    isCondition = true
    if kind == .leftBrace { empty(.missingExpr) } else { expression() }
    isCondition = saved
    let open = index
    guard depth < ParserState.nestingLimit, expect(.leftBrace) else {
      if kind == .leftBrace { tooDeep() } else { missing(.rightBrace) }
      finish(.switchExpr, start)
      return
    }
    depth += 1
    defer { depth -= 1 }
    let closing = stack.count
    absent()
    let surroundings = enterBraces()
    switchCases()
    expectClosing(.rightBrace, open: open)
    leaveBraces(surroundings)
    stack[closing] = last
    stack.truncate(to: stack.count - 1)
    finish(.switchExpr, start)
  }

  mutating func switchCases() {
    while true {
      switch kind {
      case .rightBrace, .endOfFile, .poundElseif, .poundElse, .poundEndif: return
      case .case, .default: switchCase()
      case .at: switchCase()
      case .poundIf: ifConfig(.cases)
      case .poundSourceLocation: sourceLocation()
      default: unexpectedLine()
      }
    }
  }

  private mutating func switchCase() {
    let start = mark()
    attributesOrAbsent()
    if kind == .case {
      take()
      caseItems()
      expect(.colon)
    } else if kind == .default {
      take()
      absent()
      expect(.colon)
    } else {
      missing(.case)
      absent()
      missing(.colon)
    }
    let body = mark()
    isSwitchCase = true
    items()
    isSwitchCase = false
    finish(.statementList, body)
    finish(.switchCase, start)
  }

  /// `@unknown default`, or another attribute before a case.
  private mutating func isUnknownDefault() -> Bool {
    peek().kind.isName && (peekKind(2) == .default || peekKind(2) == .case)
  }

  /// At `#if`: the branch holds cases of the switch rather than statements.
  private mutating func branchHoldsCases() -> Bool {
    let ahead = firstOfBranch()
    switch peekKind(ahead) {
    case .case, .default: return true
    case .at: return peekKind(ahead + 2) == .default || peekKind(ahead + 2) == .case
    default: return false
    }
  }

  /// At `#if`: distance of the first token behind the condition's line; nested directives are passed.
  mutating func firstOfBranch() -> Int {
    var ahead = 1
    while true {
      let token = peek(ahead)
      if token.kind == .endOfFile { return ahead }
      if token.flags.contains(.startsLine) && token.kind != .poundIf { return ahead }
      ahead += 1
    }
  }

  // MARK: Conditional compilation

  enum BranchKind { case items, members, cases, suffixes }

  mutating func ifConfig(_ branch: BranchKind) {
    if depth >= ParserState.nestingLimit {
      let start = mark()
      var open = 0
      repeat {
        if kind == .poundIf { open += 1 } else if kind == .poundEndif { open -= 1 }
        take()
      } while open > 0 && kind != .endOfFile
      finish(.nestingLimit, start)
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    var isFirst = true
    while kind == .poundIf && isFirst || !isFirst && (kind == .poundElseif || kind == .poundElse) {
      isFirst = false
      let clause = mark()
      let hasCondition = kind != .poundElse
      take()
      if hasCondition && !startsLine {
        directiveCondition()
      } else if hasCondition {
        empty(.missingExpr)
      } else {
        absent()
      }
      if !startsLine && !kind.isClosing && kind != .poundEndif { unexpectedLine() }
      branchItems(branch)
      finish(.ifConfigClause, clause)
    }
    expectClosing(.poundEndif, open: index)
    finish(.ifConfig, start)
  }

  /// The condition of a directive: it ends with the line, whatever the next one begins with.
  private mutating func directiveCondition() {
    let saved = enterBraces()
    isCondition = true
    var ahead = 1
    while peekKind(ahead) != .endOfFile && !peek(ahead).flags.contains(.startsLine) { ahead += 1 }
    let limit = index + ahead
    breaks.append(limit)
    let count = breaks.count
    expression()
    if breaks.count >= count { breaks.removeLast(breaks.count - count + 1) }
    if index == limit {
      kind = current.kind
      meetBreak()
    }
    leaveBraces(saved)
  }

  private mutating func branchItems(_ branch: BranchKind) {
    while true {
      switch branch {
      case .items: items()
      case .members: memberItems()
      case .cases: switchCases()
      case .suffixes:
        suffixes()
        // Text behind the suffixes of a branch
        while !kind.isClosing && !isDirectiveEnd && kind != .poundEndif && kind != .poundIf { unexpectedLine() }
        if kind == .poundIf { ifConfig(.suffixes) }
      }
      // A branch may not close what stands outside of it.
      if kind == .rightBrace || branch == .suffixes && (kind == .rightParen || kind == .rightBracket) {
        if closesOutside() { return }
        let start = mark()
        take()
        finish(.unexpected, start)
        continue
      }
      if branch == .items && (kind == .case || kind == .default) {
        unexpectedLine()
        continue
      }
      return
    }
  }

  /// At a closing delimiter inside a branch: no `#endif` follows, so it belongs outside.
  private mutating func closesOutside() -> Bool {
    var ahead = 1
    while true {
      let kind = peekKind(ahead)
      if kind == .poundEndif || kind == .poundElse || kind == .poundElseif { return false }
      if kind == .endOfFile { return true }
      ahead += 1
    }
  }

  mutating func sourceLocation() {
    let start = mark()
    take()
    if kind == .leftParen { takeBalanced() }
    finish(.sourceLocation, start)
  }
}
