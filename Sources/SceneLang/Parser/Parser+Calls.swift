/// Arguments, trailing closures, and what is done where a list of arguments breaks off.

extension ParserState {
  // MARK: Calls

  /// Pushes an argumentClause.
  mutating func arguments(_ opening: TokenKind, _ closing: TokenKind) {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    let start = mark()
    let open = index
    take()
    argumentList(until: closing)
    expectClosing(closing, open: open)
    depth -= 1
    finish(.argumentClause, start)
  }

  /// The arguments of `Text"a")`, behind a missing parenthesis.
  mutating func argumentsWithoutParenthesis() {
    depth += 1
    let start = mark()
    let open = index
    missing(.leftParen)
    argumentList(until: .rightParen)
    expectClosing(.rightParen, open: open)
    depth -= 1
    finish(.argumentClause, start)
  }

  /// At the quote of a string right behind a name: does `)` or `,` follow the string on this line?
  mutating func closesCall() -> Bool {
    guard depth < ParserState.nestingLimit else { return false }
    var nested = 0
    var ahead = 1
    while ahead < 64 {
      let token = peek(ahead)
      if token.flags.contains(.startsLine) { return false }
      switch token.kind {
      case .interpolationStart: nested += 1
      case .interpolationEnd: nested -= 1
      case .stringQuote where nested == 0:
        let next = peek(ahead + 1)
        return !next.flags.contains(.startsLine) && (next.kind == .rightParen || next.kind == .comma)
      case .endOfFile: return false
      default: break
      }
      ahead += 1
    }
    return false
  }

  /// Arguments and commas up to a closing delimiter.
  mutating func argumentList(until closing: TokenKind) {
    let savedCondition = isCondition
    let savedEqual = stopsAtEqual
    isCondition = false
    stopsAtEqual = false
    while !kind.isClosing {
      let before = index
      argument()
      if kind == .comma { take() } else if !recoverInList(closing, progressFrom: before) { break }
    }
    isCondition = savedCondition
    stopsAtEqual = savedEqual
  }

  mutating func argument() {
    let start = mark()
    if (kind.isName || kind.isReservedWord) && peekKind() == .colon {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take()
    } else {
      absent()
      absent()
    }
    if startsExpression() || kind == .at {
      expression()
    } else if kind.isOperatorLike && (peekKind() == .comma || peekKind().isClosing) {
      leaf(.operatorExpr)
    } else {
      empty(.missingExpr)
    }
    finish(.argument, start)
  }

  /// Behind an element of a list in brackets, at neither a comma nor the closing delimiter: decides whether the list
  /// goes on. True: go on (a comma is missing, or what does not fit was passed).
  mutating func recoverInList(_ closing: TokenKind, progressFrom before: Int) -> Bool {
    if kind == closing || kind == .endOfFile || kind == .rightBrace { return false }
    if kind.isClosing {
      // Another list's delimiter: if one of ours follows on the line, this one is stray.
      if index == before || !startsLine && closerFollows(closing) {
        let start = mark()
        take()
        finish(.unexpected, start)
        return !kind.isClosing || kind != closing
      }
      return false
    }
    if startsLine {
      // A new line goes on with the list only as a labelled argument, or when the element was a plain one and the list
      // is closed soon after.
      if kind.isName && peekKind() == .colon && index > before {
        missing(.comma)
        return true
      }
      if isDeclarationKeyword(kind) || !startsExpression() || !closerFollows(closing) { return false }
      if index > before {
        missing(.comma)
        return true
      }
      return false
    }
    if index > before && (startsExpression() && kind != .leftBrace) {
      missing(.comma)
      return true
    }
    // `HStack(spacing: 4 {`: the parenthesis is left out in front of a trailing closure.
    if kind == .leftBrace, closing == .rightParen, index > before, !closesBehindBraces(closing) { return false }
    let start = mark()
    repeat {
      switch kind {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: takeBalanced()
      default: take()
      }
    } while !kind.isClosing && kind != .comma && !startsLine
    finish(.unexpected, start)
    if kind == .comma {
      take()
      return true
    }
    return !kind.isClosing && startsLine == false
  }

  /// Does the delimiter follow the braces that open here? Looks some thousand tokens ahead.
  private mutating func closesBehindBraces(_ closing: TokenKind) -> Bool {
    var open = 0
    var ahead = 0
    while ahead < 4_096 {
      switch ahead == 0 ? kind : peekKind(ahead) {
      case .leftBrace: open += 1
      case .rightBrace:
        open -= 1
        if open == 0 { return peekKind(ahead + 1) == closing }
      case .endOfFile: return false
      default: break
      }
      ahead += 1
    }
    return false
  }

  /// The closing delimiter stands ahead before any other closing one, at most some tokens away.
  private mutating func closerFollows(_ closing: TokenKind) -> Bool {
    var open = 0
    var ahead = 1
    while ahead < 64 {
      switch peekKind(ahead) {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: open += 1
      case .rightParen, .rightBracket, .rightBrace, .interpolationEnd:
        if open == 0 { return peekKind(ahead) == closing }
        open -= 1
      case .endOfFile: return false
      default: break
      }
      ahead += 1
    }
    return false
  }

  /// Slots of a callSuffix behind its arguments: a closure, then labelled ones.
  mutating func trailingClosuresOrAbsent() {
    guard kind == .leftBrace && isTrailingClosure() else {
      absent()
      return
    }
    closure()
    while kind.isName && peekKind() == .colon && peekKind(2) == .leftBrace
      || kind.isReservedWord && kind != .default && peekKind() == .colon && peekKind(2) == .leftBrace && kind != .case
    {
      let start = mark()
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take()
      closure()
      finish(.labeledClosure, start)
    }
  }

  /// At `{` behind an expression: a trailing closure here? In a condition only if what follows the brace says so.
  mutating func isTrailingClosure() -> Bool {
    if startsObservers() { return false }
    if !isCondition { return true }
    if peekKind() == .rightBrace && !startsLine {
      // `if x {}`: the empty block
      return false
    }
    var place = Place(index: index, skipped: 0)
    guard skipGroup(&place) else { return false }
    // A block inside it ends where the text does not say so.
    if let end = breaks.last, end > index, end < place.index { return false }
    let next = raw.base[min(place.index, raw.count - 1)]
    furthest = max(furthest, place.index)
    switch next.kind {
    case .leftBrace, .where, .comma: return !next.flags.contains(.startsLine)
    case .leftParen, .leftBracket, .period, .is, .as, .postfixQuestion, .infixQuestion, .postfixExclaim, .equal,
      .postfixOperator, .binaryOperator:
      return !next.flags.contains(.startsLine)
    default: return false
    }
  }
}
