/// Expressions: operator sequences, prefixes, postfix chains. Sequences and chains are loops, never recursion.
extension ParserState {
  // MARK: Where an expression begins

  mutating func startsExpression() -> Bool {
    switch kind {
    case .identifier, .dollarIdentifier, .placeholder, .integerLiteral, .floatLiteral, .stringQuote, .regexLiteral,
      .leftParen, .leftBracket, .leftBrace, .period, .pound, .backslash, .prefixAmpersand, .prefixOperator,
      .self, .Self, .super, .Any, .`init`, .nil, .true, .false, .try, .if, .switch, .wildcard, .repeat,
      .poundAvailable, .poundUnavailable:
      return true
    case .binaryOperator, .postfixOperator:
      // `- x` with a space, an operator as a value
      return true
    default: return kind.isContextualWord
    }
  }

  // MARK: Sequences

  /// Pushes an expression. The operands and operators of one level form one flat sequence.
  mutating func expression() {
    let start = mark()
    operand()
    var isSequence = false
    while true {
      switch kind {
      case .binaryOperator:
        take()
      case .infixQuestion:
        ternaryOperator()
      case .equal:
        if stopsAtEqual { break }
        take()
      case .is, .as:
        let cast = mark()
        take()
        if kind == .postfixQuestion || kind == .postfixExclaim { take() } else { absent() }
        finish(.castOperator, cast)
        type()
        isSequence = true
        continue
      case .arrow:
        let arrow = mark()
        absent()
        take()
        finish(.arrowOperator, arrow)
      case .async, .throws:
        guard startsEffectsBeforeArrow() else { break }
        let arrow = mark()
        effectsOrAbsent()
        expect(.arrow)
        finish(.arrowOperator, arrow)
      case .prefixOperator, .prefixAmpersand:
        // An operator with a space on the wrong side (`a -b`, `a &b`) on the same line.
        guard !startsLine, stack.count > start.stack, isMisspacedOperator() else { break }
        take(as: .binaryOperator)
      default: break
      }
      // Still before the operator: nothing was pushed behind the operand.
      if (stack.count - start.stack) & 1 == 1 { break }
      isSequence = true
      if startsExpression() && !(startsLine && isOddStart()) { operand() } else { empty(.missingExpr) }
    }
    if isSequence { finish(.sequenceExpr, start) }
  }

  /// At a prefix operator behind an operand: an operand follows at once, as in `width -padding`.
  private mutating func isMisspacedOperator() -> Bool {
    if isCondition && currentIs("!") { return false }
    switch firstByte(current) {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: "%"), UInt8(ascii: "&"):
      return true
    case UInt8(ascii: "."): return current.length > 1
    case UInt8(ascii: "!"): return current.length > 1
    default: return false
    }
  }

  /// At the start of a line behind an operator: what stands here begins a statement rather than the operand.
  private mutating func isOddStart() -> Bool {
    switch kind {
    case .repeat: return peekKind() == .leftBrace
    default: return startsDeclaration(isMember: false)
    }
  }

  private mutating func ternaryOperator() {
    let start = mark()
    take()
    if depth >= ParserState.nestingLimit {
      tooDeep()
    } else {
      depth += 1
      let saved = stopsAtEqual
      stopsAtEqual = false
      if startsExpression() { expression() } else { empty(.missingExpr) }
      stopsAtEqual = saved
      depth -= 1
    }
    expect(.colon)
    finish(.ternaryOperator, start)
  }

  // MARK: Operands

  /// Pushes an operand with its prefixes.
  private mutating func operand() {
    switch kind {
    case .try:
      let start = mark()
      take()
      if kind == .postfixQuestion || kind == .postfixExclaim { take() } else { absent() }
      covered(.tryExpr, start)
    case .await where startsAwaited():
      let start = mark()
      take()
      covered(.awaitExpr, start)
    case .unsafe where isPrefixWord():
      let start = mark()
      take()
      covered(.unsafeExpr, start)
    case .copy where isPrefixWord(), .consume where isPrefixWord():
      prefixed(.ownershipExpr)
    case .each where isPrefixWord():
      prefixed(.packElementExpr)
    case .repeat:
      let start = mark()
      take()
      covered(.packExpansionExpr, start)
    case .any where isPrefixWord(), .some where isPrefixWord(), .at:
      // `@convention(c) (Int) -> Void` is a type, too.
      let start = mark()
      type()
      finish(.typeExpr, start)
      let base = stack.count
      suffixes()
      if stack.count > base { finish(.postfixExpr, start) }
    case .prefixOperator:
      if firstByte(current) == UInt8(ascii: "~") && current.length == 1 {
        prefixed(.prefixExpr)
      } else if peekKind().isClosing || peekKind() == .comma {
        leaf(.operatorExpr)
      } else {
        prefixed(.prefixExpr)
      }
    case .binaryOperator, .postfixOperator:
      // An operator as a value, or a prefix operator set apart from its operand.
      let next = peek()
      if next.kind.isClosing || next.kind == .comma || next.flags.contains(.startsLine) {
        leaf(.operatorExpr)
      } else {
        prefixed(.prefixExpr)
      }
    case .prefixAmpersand:
      prefixed(.inoutExpr)
    default:
      postfix()
    }
  }

  /// A contextual word as a prefix: another operand follows on the same line.
  private mutating func isPrefixWord() -> Bool {
    let next = peek()
    if next.flags.contains(.startsLine) { return false }
    switch next.kind {
    case .identifier, .dollarIdentifier, .self, .Self, .super: return true
    default: return next.kind.isContextualWord
    }
  }

  /// Behind `await`: an operand on the same line; else it is a name.
  private mutating func startsAwaited() -> Bool {
    let next = peek()
    if next.flags.contains(.startsLine) { return false }
    switch next.kind {
    case .identifier, .dollarIdentifier, .self, .Self, .super, .leftParen, .leftBracket, .leftBrace, .try, .if, .switch,
      .stringQuote, .integerLiteral, .floatLiteral, .pound, .prefixOperator, .prefixAmpersand, .nil, .true, .false,
      .backslash, .placeholder, .Any, .`init`:
      return true
    case .period: return next.flags.contains(.spaceBefore)
    default: return next.kind.isContextualWord && next.kind != .in
    }
  }

  /// The operand pushed next covers the rest of the sequence.
  private mutating func covered(_ node: SyntaxKind, _ start: Mark) {
    if depth >= ParserState.nestingLimit {
      tooDeep()
    } else {
      depth += 1
      if startsExpression() { expression() } else { empty(.missingExpr) }
      depth -= 1
    }
    finish(node, start)
  }

  private mutating func prefixed(_ node: SyntaxKind) {
    let start = mark()
    take()
    if depth >= ParserState.nestingLimit {
      tooDeep()
    } else {
      depth += 1
      if startsExpression() { operand() } else { empty(.missingExpr) }
      depth -= 1
    }
    finish(node, start)
  }

  // MARK: Postfix chains

  private mutating func postfix() {
    let start = mark()
    primary()
    let base = stack.count
    suffixes()
    if stack.count > base { finish(.postfixExpr, start) }
  }

  /// Pushes the suffixes that follow, however many.
  mutating func suffixes() {
    while true {
      switch kind {
      case .period:
        memberSuffix()
      case .leftParen:
        if startsLine { return }
        let start = mark()
        arguments(.leftParen, .rightParen)
        trailingClosuresOrAbsent()
        finish(.callSuffix, start)
      case .stringQuote:
        // `Text"a")`: the opening parenthesis is left out.
        guard !hasSpaceBefore, isName(last), closesCall() else { return }
        let start = mark()
        argumentsWithoutParenthesis()
        trailingClosuresOrAbsent()
        finish(.callSuffix, start)
      case .leftBracket:
        if startsLine { return }
        let start = mark()
        arguments(.leftBracket, .rightBracket)
        trailingClosuresOrAbsent()
        finish(.subscriptSuffix, start)
      case .leftBrace:
        guard mayTakeClosure(last), isTrailingClosure() else { return }
        let start = mark()
        absent()
        trailingClosuresOrAbsent()
        finish(.callSuffix, start)
      case .postfixQuestion:
        leaf(.optionalChainSuffix)
      case .postfixExclaim:
        leaf(.forceUnwrapSuffix)
      case .postfixOperator:
        leaf(.postfixOperatorSuffix)
      case .poundIf:
        guard peekKind(firstOfBranch()) == .period else { return }
        ifConfig(.suffixes)
      case .binaryOperator, .prefixOperator:
        // `Type<A>(x)` where the base is no plain name has been read with the name; an operator ends the chain.
        return
      default: return
      }
    }
  }

  /// A literal or a control-flow expression takes no trailing closure.
  private func mayTakeClosure(_ base: SyntaxChild) -> Bool {
    guard base.isNode else { return false }
    switch nodes.base[Int(base.raw &- nodeBase)].kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .stringLiteralExpr,
      .regexLiteralExpr, .ifExpr, .switchExpr, .missingExpr, .arrayExpr, .dictionaryExpr, .nestingLimit, .unexpected,
      .discardExpr:
      return false
    default: return true
    }
  }

  /// A name or a member.
  private func isName(_ base: SyntaxChild) -> Bool {
    guard base.isNode else { return false }
    let kind = nodes.base[Int(base.raw &- nodeBase)].kind
    return kind == .identifierExpr || kind == .memberSuffix || kind == .implicitMemberExpr
  }

  mutating func memberSuffix() {
    let start = mark()
    take()
    memberName()
    finish(.memberSuffix, start)
  }

  /// Name behind a period, with generic arguments and argument names.
  private mutating func memberName() {
    if kind.isName {
      take(as: kind == .dollarIdentifier ? .dollarIdentifier : .identifier)
    } else if kind == .integerLiteral {
      take()
      absent()
      absent()
      return
    } else if kind.isReservedWord && !startsLine {
      switch kind {
      case .`init`, .self, .super, .Self: take()
      default: take(as: .identifier)
      }
    } else {
      missing(.identifier)
      absent()
      absent()
      return
    }
    genericsAndNames()
  }

  /// Slots `genericArgumentClause?` and `declNameArguments?` behind a name.
  private mutating func genericsAndNames() {
    if kind.isOperatorLike && firstByte(current) == UInt8(ascii: "<") && canParseGenericArguments() {
      genericArguments()
    } else {
      absent()
    }
    if kind == .leftParen && !hasSpaceBefore && startsNameArguments() { nameArguments() } else { absent() }
  }

  /// `(x:y:)`
  private mutating func startsNameArguments() -> Bool {
    var ahead = 1
    while true {
      let name = peekKind(ahead)
      if name == .rightParen { return ahead > 1 }
      guard name.isName || name.isReservedWord, peekKind(ahead + 1) == .colon else { return false }
      ahead += 2
    }
  }

  private mutating func nameArguments() {
    let start = mark()
    take()
    while kind != .rightParen && kind != .endOfFile {
      take(as: kind == .colon ? .colon : kind == .wildcard ? .wildcard : .identifier)
    }
    expect(.rightParen)
    finish(.declNameArguments, start)
  }

  // MARK: Primaries

  private mutating func primary() {
    let start = mark()
    switch kind {
    case .identifier, .dollarIdentifier, .placeholder:
      take()
      genericsAndNames()
      finish(.identifierExpr, start)
    case .self, .Self, .super, .Any, .`init`:
      take()
      genericsAndNames()
      finish(.identifierExpr, start)
    case .integerLiteral: leaf(.integerLiteralExpr)
    case .floatLiteral: leaf(.floatLiteralExpr)
    case .true, .false: leaf(.booleanLiteralExpr)
    case .nil: leaf(.nilLiteralExpr)
    case .regexLiteral: leaf(.regexLiteralExpr)
    case .stringQuote: stringLiteral()
    case .period:
      take()
      memberName()
      finish(.implicitMemberExpr, start)
    case .leftParen: parenthesized()
    case .leftBracket: collection()
    case .leftBrace: closure()
    case .backslash: keyPath()
    case .pound:
      absent()
      absent()
      macroExpansion(start)
    case .poundAvailable, .poundUnavailable:
      take()
      if kind == .leftParen {
        availabilityArguments()
      } else {
        absent()
      }
      finish(.availabilityCondition, start)
    case .wildcard: leaf(.discardExpr)
    case .if: withNesting { $0.ifExpression() }
    case .switch: withNesting { $0.switchExpression() }
    default:
      if kind.isContextualWord {
        take(as: .identifier)
        genericsAndNames()
        finish(.identifierExpr, start)
      } else {
        empty(.missingExpr)
      }
    }
  }

  private mutating func withNesting(_ parse: (inout ParserState) -> Void) {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    let saved = isCondition
    isCondition = false
    parse(&self)
    isCondition = saved
    depth -= 1
  }

  private mutating func parenthesized() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    take()
    argumentList(until: .rightParen)
    // One element without a label and a comma is a parenthesised expression: its argument node is taken apart.
    if stack.count == start.stack + 2, last.isNode {
      let row = nodes.base[Int(last.raw &- nodeBase)]
      let first = Int(row.childStart &- childBase)
      if row.kind == .argument && children.base[first].isAbsent && Int(last.raw &- nodeBase) == nodes.count - 1 {
        let inner = children.base[first + 2]
        nodes.truncate(to: nodes.count - 1)
        children.truncate(to: first)
        stack.truncate(to: stack.count - 1)
        push(inner)
        expectClosing(.rightParen, open: open)
        finish(.parenExpr, start)
        return
      }
    }
    expectClosing(.rightParen, open: open)
    finish(.tupleExpr, start)
  }

  private mutating func collection() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    take()
    let savedCondition = isCondition
    let savedEqual = stopsAtEqual
    isCondition = false
    stopsAtEqual = false
    var isDictionary = false
    if kind == .colon && peekKind() == .rightBracket {
      take()
      isDictionary = true
    }
    while !kind.isClosing {
      let before = index
      let element = mark()
      if startsExpression() { expression() } else { empty(.missingExpr) }
      if kind == .colon {
        isDictionary = true
        take()
        if startsExpression() { expression() } else { empty(.missingExpr) }
        finish(.dictionaryElement, element)
      }
      if kind == .comma { take() } else if !recoverInList(.rightBracket, progressFrom: before) { break }
    }
    isCondition = savedCondition
    stopsAtEqual = savedEqual
    expectClosing(.rightBracket, open: open)
    finish(isDictionary ? .dictionaryExpr : .arrayExpr, start)
  }

  // MARK: Strings

  mutating func stringLiteral() {
    let start = mark()
    take()
    while true {
      switch kind {
      case .stringSegment: take()
      case .interpolationStart:
        if depth >= ParserState.nestingLimit {
          tooDeep()
          continue
        }
        depth += 1
        let interpolation = mark()
        let open = index
        let saved = enterBraces()
        take()
        argumentList(until: .interpolationEnd)
        while kind != .interpolationEnd && kind != .endOfFile {
          // Whatever else stands here is inside the interpolation: the lexer closes it.
          let junk = mark()
          if kind == .leftParen || kind == .leftBracket || kind == .leftBrace || kind == .interpolationStart {
            takeBalanced()
          } else {
            take()
          }
          finish(.unexpected, junk)
        }
        leaveBraces(saved)
        if kind == .interpolationEnd && current.length > 0 {
          take()
        } else if kind == .interpolationEnd {
          missedClosers.append(MissedCloser(open: open, at: index, kind: .interpolationEnd))
          take()
        } else {
          missing(.interpolationEnd)
        }
        depth -= 1
        finish(.interpolation, interpolation)
      case .stringQuote:
        take()
        finish(.stringLiteralExpr, start)
        return
      default:
        missing(.stringQuote)
        finish(.stringLiteralExpr, start)
        return
      }
    }
  }
}
