/// Whether a space stands between two atoms of one line.
enum FormatSpacing {
  /// Number of spaces before `index`, 0 or 1. Where no rule speaks, the author's choice stays.
  static func spaces(_ atoms: FormatAtoms, _ plan: FormatPlan, before index: Int) -> Int {
    guard index > 0 else { return 0 }
    let written = atoms.atoms[index].hasSpace ? 1 : 0
    let previous = atoms.atoms[index - 1].kind
    let next = atoms.atoms[index].kind
    let previousRole = plan.roles[index - 1]
    let nextRole = plan.roles[index]
    if previousRole == .verbatim && nextRole == .verbatim { return written }
    switch next {
    case .comma, .semicolon, .postfixQuestion, .postfixExclaim, .postfixOperator, .ellipsis, .endOfFile: return 0
    case .colon:
      if nextRole == .ternary { return 1 }
      // `case.a where b :` and labels alike; after an operator's name the space keeps them apart.
      return previousRole == .operatorName || isOperator(previous) ? written : 0
    case .rightParen, .rightBracket: return 0
    default: break
    }
    switch previous {
    case .leftParen, .leftBracket, .prefixOperator, .prefixAmpersand, .at, .pound, .backslash:
      if previousRole == .operatorName { return written }
      return 0
    case .leftBrace: return next == .rightBrace ? written : 1
    default: break
    }
    if nextRole == .memberPeriod || previousRole == .memberPeriod || previousRole == .implicitPeriod { return 0 }
    if nextRole == .genericOpen { return previous.isWord ? 0 : written }
    if nextRole == .genericClose || previousRole == .genericOpen { return 0 }
    if nextRole == .rangeOperator || previousRole == .rangeOperator { return written }
    if nextRole == .binary || previousRole == .binary || nextRole == .ternary || previousRole == .ternary { return 1 }
    if next == .equal || previous == .equal || next == .arrow || previous == .arrow { return 1 }
    if nextRole == .tightOpen { return 0 }
    switch previous {
    case .comma, .semicolon: return 1
    case .colon: return previousRole == .tightColon ? 0 : 1
    case .poundAvailable, .poundUnavailable: return next == .leftParen ? 0 : written
    case .throws where next == .leftParen: return 0
    default: break
    }
    if nextRole == .verbatim || previousRole == .verbatim { return written }
    switch next {
    case .leftBrace, .rightBrace: return 1
    case .leftParen, .leftBracket, .period:
      return previous.isWord && previousRole != .operatorName ? (next == .period ? written : 1) : written
    default: break
    }
    if isOperandStart(next) && isOperandEnd(previous) { return 1 }
    return written
  }

  private static func isOperator(_ kind: TokenKind) -> Bool { kind.isOperator }

  /// Kinds that, next to one another, need a space.
  private static func isOperandEnd(_ kind: TokenKind) -> Bool {
    switch kind {
    case .rightParen, .rightBracket, .rightBrace, .postfixQuestion, .postfixExclaim, .integerLiteral, .floatLiteral,
      .stringQuote, .rightAngle:
      return true
    default: return kind.isWord
    }
  }

  private static func isOperandStart(_ kind: TokenKind) -> Bool {
    switch kind {
    case .at, .pound, .integerLiteral, .floatLiteral, .stringQuote: return true
    default: return kind.isWord
    }
  }
}

extension TokenKind {
  /// A name or keyword.
  var isWord: Bool { self == .identifier || self == .dollarIdentifier || isKeyword }
}
