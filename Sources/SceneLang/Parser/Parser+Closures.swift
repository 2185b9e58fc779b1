/// Closures: where a signature begins, capture lists, parameters.

extension ParserState {
  // MARK: Closures

  mutating func closure() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    take()
    let saved = enterBraces()
    if startsClosureSignature() { closureSignature() } else { absent() }
    items()
    expectClosing(.rightBrace, open: open)
    leaveBraces(saved)
    finish(.closureExpr, start)
  }

  /// Behind `{`: parameters, captures and the like up to `in`.
  private mutating func startsClosureSignature() -> Bool {
    var place = Place(index: index, skipped: 0)
    switch kind {
    case .identifier, .dollarIdentifier, .wildcard, .leftParen, .leftBracket, .at, .async, .throws, .in: break
    default: guard kind.isContextualWord else { return false }
    }
    func now(_ state: borrowing ParserState) -> TokenKind { state.raw.base[min(place.index, state.raw.count - 1)].kind }
    while now(self) == .at {
      place.index += 2
      if now(self) == .leftParen { guard skipGroup(&place) else { return false } }
    }
    if now(self) == .leftBracket { guard skipGroup(&place) else { return false } }
    if now(self) == .leftParen {
      guard skipGroup(&place) else { return false }
    } else if now(self).isName && now(self) != .async || now(self) == .wildcard {
      place.index += 1
      while now(self) == .comma {
        place.index += 1
        guard now(self).isName || now(self) == .wildcard else { return false }
        place.index += 1
      }
    }
    furthest = max(furthest, place.index)
    if now(self) == .async { place.index += 1 }
    if now(self) == .throws || now(self) == .rethrows {
      place.index += 1
      if now(self) == .leftParen { guard skipGroup(&place) else { return false } }
    }
    if now(self) == .arrow {
      place.index += 1
      guard skipType(&place, depth: 0) else { return false }
    }
    furthest = max(furthest, place.index)
    return now(self) == .in
  }

  private mutating func closureSignature() {
    let start = mark()
    if kind == .at { attributeList(inType: true) } else { absent() }
    if kind == .leftBracket { captureList() } else { absent() }
    if kind == .leftParen {
      parametersAreNames = true
      parameterClause()
      parametersAreNames = false
    } else if kind.isName && kind != .async || kind == .wildcard {
      let names = mark()
      while true {
        take(as: kind == .wildcard ? .wildcard : kind == .dollarIdentifier ? .dollarIdentifier : .identifier)
        if kind == .comma { take() } else { break }
        if !kind.isName && kind != .wildcard { break }
      }
      finish(.closureParameterList, names)
    } else {
      absent()
    }
    effectsOrAbsent()
    returnClauseOrAbsent()
    expect(.in)
    finish(.closureSignature, start)
  }

  private mutating func captureList() {
    let start = mark()
    let open = index
    take()
    while !kind.isClosing {
      let before = index
      let capture = mark()
      if kind == .weak && peekKind() != .equal && peekKind() != .comma && peekKind() != .rightBracket
        || kind == .unowned && peekKind() != .equal && peekKind() != .comma && peekKind() != .rightBracket
      {
        let modifiers = mark()
        take()
        if kind == .leftParen { takeBalanced() }
        finish(.modifierList, modifiers)
      } else {
        absent()
      }
      if (kind.isName || kind == .self) && (peekKind() == .equal || peekKind() == .comma || peekKind().isClosing) {
        if kind == .self { take() } else { take(as: .identifier) }
        if takeOrAbsent(.equal) { expression() } else { absent() }
      } else {
        // `[weak foo.bar]` captures an expression without a name: an error of old code
        absent()
        absent()
        if startsExpression() { expression() } else { empty(.missingExpr) }
      }
      finish(.capture, capture)
      if kind == .comma { take() } else if !recoverInList(.rightBracket, progressFrom: before) { break }
    }
    expectClosing(.rightBracket, open: open)
    finish(.captureList, start)
  }
}
