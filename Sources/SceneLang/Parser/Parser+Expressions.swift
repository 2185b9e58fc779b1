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
    case .any where isPrefixWord(), .some where isPrefixWord():
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

  private mutating func memberSuffix() {
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

  /// Arguments and commas up to a closing delimiter.
  private mutating func argumentList(until closing: TokenKind) {
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

  private mutating func argument() {
    let start = mark()
    if (kind.isName || kind.isReservedWord) && peekKind() == .colon {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take()
    } else {
      absent()
      absent()
    }
    if startsExpression() {
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
  private mutating func trailingClosuresOrAbsent() {
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
  private mutating func isTrailingClosure() -> Bool {
    if startsObservers() { return false }
    if !isCondition { return true }
    if peekKind() == .rightBrace && !startsLine {
      // `if x {}`: the empty block
      return false
    }
    var place = Place(index: index, skipped: 0)
    guard skipGroup(&place) else { return false }
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

  // MARK: Closures

  private mutating func closure() {
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

  // MARK: Key paths and macros

  private mutating func keyPath() {
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
