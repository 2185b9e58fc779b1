/// Key paths and expansions of macros.

extension ParserState {
  // MARK: Key paths and macros

  mutating func keyPath() {
    let start = mark()
    take()
    if kind == .period || kind == .postfixQuestion || kind == .prefixOperator || kind == .postfixExclaim {
      absent()
      if kind == .prefixOperator { takePrefix(1, as: .period) }
      // `\.[0]`, `\.?`, `\.!`: a period without a name
      if kind == .period && peekKind() == .leftBracket || kind == .period && peekKind() == .postfixQuestion
        || kind == .period && peekKind() == .postfixExclaim
      {
        let suffix = mark()
        take()
        missingName()
        finish(.memberSuffix, suffix)
      }
    } else {
      keyPathRoot()
    }
    while true {
      switch kind {
      case .period where !startsLine && peekKind() == .leftBracket:
        let suffix = mark()
        take()
        missingName()
        finish(.memberSuffix, suffix)
      case .period where !startsLine: memberSuffix()
      case .leftBracket where !startsLine:
        let suffix = mark()
        arguments(.leftBracket, .rightBracket)
        absent()
        finish(.subscriptSuffix, suffix)
      case .leftParen where !startsLine && !hasSpaceBefore:
        let suffix = mark()
        arguments(.leftParen, .rightParen)
        absent()
        finish(.callSuffix, suffix)
      case .postfixQuestion: leaf(.optionalChainSuffix)
      case .postfixExclaim: leaf(.forceUnwrapSuffix)
      default:
        finish(.keyPathExpr, start)
        return
      }
    }
  }

  /// A name that the text leaves out on purpose; no error.
  private mutating func missingName() {
    absent()
    absent()
    absent()
  }

  /// The root of a key path: one component with its generic arguments, optional marks, or a bracketed type.
  private mutating func keyPathRoot() {
    let root = mark()
    switch kind {
    case .leftParen, .leftBracket:
      type(onlyPrimary: true)
    default:
      if kind.isName || kind == .Self || kind == .Any {
        take(as: kind == .Self ? .Self : kind == .Any ? .Any : .identifier)
        if kind.isOperatorLike && firstByte(current) == UInt8(ascii: "<") { genericArguments() } else { absent() }
        finish(.identifierType, root)
      } else {
        empty(.missingType)
        return
      }
    }
    if kind == .postfixQuestion && peekKind() == .period {
      take()
      finish(.optionalType, root)
    }
  }

  /// At `#`, attributes and modifiers pushed.
  mutating func macroExpansion(_ start: Mark) {
    take()
    if (kind.isName || kind.isReservedWord) && !hasSpaceBefore {
      take(as: .identifier)
      if kind.isOperatorLike && firstByte(current) == UInt8(ascii: "<") && canParseGenericArguments() {
        genericArguments()
      } else {
        absent()
      }
    } else {
      missing(.identifier)
      absent()
    }
    if kind == .leftParen && !startsLine { arguments(.leftParen, .rightParen) } else { absent() }
    if kind == .leftBrace && !startsLine { trailingClosuresOrAbsent() } else { absent() }
    finish(.macroExpansion, start)
  }
}
