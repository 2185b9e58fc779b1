/// Patterns: those of declarations, and those that match values.
extension ParserState {
  /// A pattern of `let`, `var`, `for` and `if let`: names, `_`, tuples.
  mutating func bindingPattern() {
    let start = mark()
    switch kind {
    case .wildcard: leaf(.wildcardPattern)
    case .leftParen: tuplePattern(isMatch: false, binds: true)
    case .self:
      leaf(.identifierPattern)
    case .let, .var:
      if depth >= ParserState.nestingLimit {
        tooDeep()
        return
      }
      depth += 1
      take()
      bindingPattern()
      depth -= 1
      finish(.valueBindingPattern, start)
    default:
      if kind.isName {
        take(as: kind == .dollarIdentifier ? .dollarIdentifier : .identifier)
        finish(.identifierPattern, start)
      } else if kind.isReservedWord && !startsLine && kind != .in && kind != .where && kind != .is && kind != .as {
        // A keyword as a name: read as one and reported.
        leaf(.identifierPattern)
      } else {
        empty(.missingPattern)
      }
    }
  }

  /// A pattern of `case`, `catch`. `binds`: inside `let`, so that names are bound.
  mutating func matchPattern(binds: Bool = false) {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    primaryPattern(binds: binds)
    for _ in 0..<ParserState.nestingLimit {
      if kind == .postfixQuestion {
        take()
        finish(.optionalPattern, start)
      } else if kind == .as {
        take()
        type()
        finish(.asPattern, start)
      } else {
        return
      }
    }
  }

  private mutating func primaryPattern(binds: Bool) {
    let start = mark()
    switch kind {
    case .let, .var, .inout:
      take()
      matchPattern(binds: true)
      finish(.valueBindingPattern, start)
    case .is:
      take()
      type()
      finish(.isPattern, start)
    case .wildcard where isPatternEnd(peek(1)): leaf(.wildcardPattern)
    case .leftParen where groupIsPattern(): tuplePattern(isMatch: true, binds: binds)
    default:
      if binds && kind.isName && isPatternEnd(peek(1)) {
        take(as: .identifier)
        finish(.identifierPattern, start)
        return
      }
      if startsCasePath() {
        casePath()
        if kind == .leftParen && !startsLine { tuplePattern(isMatch: true, binds: binds) } else { absent() }
        finish(.enumCasePattern, start)
        return
      }
      if startsExpression() {
        expression()
        finish(.expressionPattern, start)
      } else {
        empty(.missingPattern)
      }
    }
  }

  private mutating func tuplePattern(isMatch: Bool, binds: Bool) {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    take()
    let saved = stopsAtEqual
    stopsAtEqual = false
    while !kind.isClosing {
      let before = index
      let element = mark()
      if (kind.isName || kind.isReservedWord) && peekKind() == .colon {
        take(as: .identifier)
        take()
      } else {
        absent()
        absent()
      }
      if isMatch { matchPattern(binds: binds) } else { bindingPattern() }
      finish(.tuplePatternElement, element)
      if kind == .comma { take() } else if !recoverInList(.rightParen, progressFrom: before) { break }
    }
    stopsAtEqual = saved
    expectClosing(.rightParen, open: open)
    finish(.tuplePattern, start)
  }

  // MARK: Looking ahead

  /// A token that may stand behind a pattern.
  private func isPatternEnd(_ token: Token) -> Bool {
    switch token.kind {
    case .comma, .colon, .equal, .in, .where, .rightParen, .leftBrace, .as, .endOfFile, .rightBrace: return true
    case .postfixQuestion: return true
    default: return token.flags.contains(.startsLine)
    }
  }

  /// At `(`: the group is followed by what may follow a pattern.
  private mutating func groupIsPattern() -> Bool {
    var place = Place(index: index, skipped: 0)
    guard skipGroup(&place) else { return true }
    return isPatternEnd(raw.base[min(place.index, raw.count - 1)])
  }

  /// `.name`, `Type.name`, `a.b.name`, perhaps with a payload, followed by what may follow a pattern.
  private mutating func startsCasePath() -> Bool {
    var ahead = 0
    var hasPeriod = false
    if kind == .period {
      guard peek(1).kind.isName || peekKind(1).isReservedWord else { return false }
      hasPeriod = true
      ahead = 2
    } else {
      guard kind.isName || kind == .Self else { return false }
      ahead = 1
    }
    while true {
      let token = peek(ahead)
      if token.kind == .period && !token.flags.contains(.startsLine) {
        let name = peek(ahead + 1)
        guard name.kind.isName || name.kind.isReservedWord && name.kind != .`init` && name.kind != .self else {
          return false
        }
        hasPeriod = true
        ahead += 2
      } else if token.kind.isOperatorLike && firstByte(token) == UInt8(ascii: "<") && !hasPeriod {
        var place = Place(index: index + ahead - 1, skipped: 0)
        guard skipType(&place, depth: 0), place.skipped == 0 else { return false }
        ahead = place.index - index
        hasPeriod = true
        break
      } else {
        break
      }
    }
    guard hasPeriod else { return false }
    let token = peek(ahead)
    if token.kind == .leftParen && !token.flags.contains(.startsLine) {
      var place = Place(index: index + ahead, skipped: 0)
      guard skipGroup(&place) else { return true }
      return isPatternEnd(raw.base[min(place.index, raw.count - 1)])
    }
    return isPatternEnd(token)
  }

  /// The path of an enum case as an expression without a call.
  private mutating func casePath() {
    let start = mark()
    if kind == .period {
      take()
      take(as: .identifier)
      absent()
      absent()
      finish(.implicitMemberExpr, start)
    } else {
      if kind == .Self { take() } else { take(as: .identifier) }
      if currentStarts(with: UInt8(ascii: "<")) { genericArguments() } else { absent() }
      absent()
      finish(.identifierExpr, start)
    }
    guard kind == .period && !startsLine else { return }
    while kind == .period && !startsLine {
      let suffix = mark()
      take()
      if kind.isName || kind.isReservedWord { take(as: .identifier) } else { missing(.identifier) }
      if currentStarts(with: UInt8(ascii: "<")) { genericArguments() } else { absent() }
      absent()
      finish(.memberSuffix, suffix)
    }
    finish(.postfixExpr, start)
  }
}
