/// Declarations and the lists of them.
extension ParserState {
  // MARK: Where a declaration begins

  /// A keyword that begins a declaration wherever it stands.
  func isDeclarationKeyword(_ kind: TokenKind) -> Bool {
    switch kind {
    case .associatedtype, .class, .deinit, .enum, .extension, .fileprivate, .func, .import, .internal, .let,
      .operator, .precedencegroup, .private, .protocol, .public, .static, .struct, .subscript, .typealias, .var:
      return true
    default: return false
    }
  }

  /// Whether a declaration begins here. `isMember`: `init`, `case` and macros count.
  mutating func startsDeclaration(isMember: Bool) -> Bool {
    switch kind {
    case .at: return true
    case .inout: return false
    case .`init`: return isMember
    case .case: return isMember
    case .identifier: return false
    default:
      if isDeclarationKeyword(kind) { return true }
      return kind.isContextualWord && startsDeclaration(from: 0, isMember: isMember)
    }
  }

  /// The contextual word at a distance begins a declaration: modifiers up to a keyword.
  private mutating func startsDeclaration(from start: Int, isMember: Bool) -> Bool {
    var ahead = start
    while ahead < 24 {
      let token = peek(ahead)
      let next = peek(ahead + 1)
      switch token.kind {
      case .actor:
        return next.kind.isName && !next.flags.contains(.startsLine)
      case .macro:
        return next.kind.isName && !next.flags.contains(.startsLine) && peekKind(ahead + 2) != .period
      case .async:
        return next.kind == .let || next.kind == .var
      case .borrowing, .consuming, .convenience, .distributed, .dynamic, .final, .indirect, .infix, .isolated, .lazy,
        .mutating, .nonisolated, .nonmutating, .open, .optional, .override, .package, .postfix, .prefix, .required,
        .unowned, .weak, .legacyConsuming, .legacyOwned, .sending, ._const, ._local, .unsafe:
        if isDeclarationKeyword(next.kind) || next.kind == .at { return true }
        if next.kind == .`init` || next.kind == .case { return isMember || token.kind != .open }
        if next.kind == .leftParen && !next.flags.contains(.spaceBefore) {
          // `unowned(safe) var`, `open(set) var`
          if peekKind(ahead + 2).isName && peekKind(ahead + 3) == .rightParen {
            let behind = peek(ahead + 4)
            if isDeclarationKeyword(behind.kind) { return true }
            if behind.kind.isContextualWord {
              ahead += 4
              continue
            }
          }
          return false
        }
        if !next.kind.isContextualWord { return false }
        ahead += 1
      default: return false
      }
    }
    return false
  }

  // MARK: Declarations

  /// Pushes a declaration: attributes, modifiers, then by keyword.
  mutating func declaration(isMember: Bool) {
    let start = mark()
    attributesOrAbsent()
    modifiersOrAbsent(isMember: isMember)
    switch kind {
    case .import: importDeclaration(start)
    case .struct: nominal(.structDecl, start)
    case .class: nominal(.classDecl, start)
    case .actor: nominal(.actorDecl, start)
    case .enum: nominal(.enumDecl, start)
    case .protocol: nominal(.protocolDecl, start)
    case .extension: extensionDeclaration(start)
    case .func: functionDeclaration(start)
    case .`init`: initializerDeclaration(start)
    case .deinit: deinitializerDeclaration(start)
    case .subscript: subscriptDeclaration(start)
    case .var, .let: variableDeclaration(start)
    case .case where isMember: enumCaseDeclaration(start)
    case .typealias: typealiasDeclaration(start)
    case .associatedtype: associatedtypeDeclaration(start)
    case .operator: operatorDeclaration(start)
    case .precedencegroup: precedenceGroupDeclaration(start)
    case .macro: macroDeclaration(start)
    case .pound: macroExpansion(start)
    case .identifier where !startsLine && peekKind() == .leftParen && namesFunction(): functionWithoutKeyword(start)
    default: finish(.missingDecl, start)
    }
  }

  mutating func modifiersOrAbsent(isMember: Bool) {
    let start = mark()
    while true {
      switch kind {
      case .public, .private, .fileprivate, .internal, .static:
        take()
      case .class:
        // `class func`, `class var`; else the declaration's own keyword
        let next = peekKind()
        guard
          next == .func || next == .var || next == .let || next == .subscript || next == .override || next == .final
            || next == .public || next == .private || next == .internal || next == .fileprivate || next == .typealias
        else {
          finishModifiers(start)
          return
        }
        take()
      case .async:
        guard peekKind() == .let || peekKind() == .var else {
          finishModifiers(start)
          return
        }
        take()
      case .borrowing, .consuming, .convenience, .distributed, .dynamic, .final, .indirect, .infix, .isolated, .lazy,
        .mutating, .nonisolated, .nonmutating, .open, .optional, .override, .package, .postfix, .prefix, .required,
        .unowned, .weak, .legacyConsuming, .legacyOwned, .sending, ._const, ._local, .unsafe:
        take()
      default:
        finishModifiers(start)
        return
      }
      if kind == .leftParen && !startsLine && peekKind(2) == .rightParen && (!hasSpaceBefore || peekKind() == .set) {
        take()
        take()
        take()
      }
    }
  }

  private mutating func finishModifiers(_ start: Mark) {
    if stack.count > start.stack { finish(.modifierList, start) } else { absent() }
  }

  /// Pushes a declared name; a reserved word on the same line counts as one (and is reported).
  private mutating func declaredName() {
    if kind.isName {
      take(as: kind == .dollarIdentifier ? .dollarIdentifier : .identifier)
    } else if kind.isReservedWord && !startsLine {
      take()
    } else {
      missing(.identifier)
    }
  }

  private mutating func importDeclaration(_ start: Mark) {
    take()
    switch kind {
    case .typealias, .struct, .class, .enum, .protocol, .let, .var, .func: take()
    default: absent()
    }
    if (kind.isName || kind.isReservedWord) && !startsLine { take(as: .identifier) } else { missing(.identifier) }
    while kind == .period && !startsLine {
      take()
      if kind.isName || kind.isReservedWord {
        take(as: .identifier)
      } else if kind.isOperatorLike {
        take()
      } else {
        missing(.identifier)
      }
    }
    finish(.importDecl, start)
  }

  private mutating func nominal(_ node: SyntaxKind, _ start: Mark) {
    take()
    declaredName()
    genericParametersOrAbsent()
    inheritanceOrAbsent()
    whereClauseOrAbsent()
    memberBlock()
    finish(node, start)
  }

  private mutating func extensionDeclaration(_ start: Mark) {
    take()
    type()
    absent()
    inheritanceOrAbsent()
    whereClauseOrAbsent()
    memberBlock()
    finish(.extensionDecl, start)
  }

  private mutating func functionDeclaration(_ start: Mark) {
    take()
    if kind.isOperatorLike {
      // `func ==<T>(...)`: a name that ends in `<` before a generic parameter gives it away.
      let length = Int(current.length)
      if length > 1 && bytes[Int(current.end) - 1] == UInt8(ascii: "<") && peekKind().isName && current.length > 1 {
        takePrefix(length - 1, as: .binaryOperator)
      } else {
        take(as: .binaryOperator)
      }
    } else {
      declaredName()
    }
    genericParametersOrAbsent()
    parameterClauseOrMissing()
    effectsOrAbsent()
    returnClauseOrAbsent()
    whereClauseOrAbsent()
    bodyOrAbsent()
    finish(.functionDecl, start)
  }

  private mutating func bodyOrAbsent() {
    if kind == .leftBrace { codeBlock() } else { absent() }
  }

  /// One letter of `init` left out, doubled, replaced or swapped with its neighbour.
  private func isSlipOfInit() -> Bool {
    guard current.length >= 3, current.length <= 5 else { return false }
    let name = UnsafeBufferPointer(start: bytes + Int(current.offset), count: Int(current.length))
    guard name[0] == UInt8(ascii: "i") else { return false }
    let wanted = Array("init".utf8)
    if name.count == 4 {
      let differing = (0..<4).filter { name[$0] != wanted[$0] }
      if differing.count == 1 { return true }
      guard differing.count == 2, differing[1] == differing[0] + 1 else { return false }
      return name[differing[0]] == wanted[differing[1]] && name[differing[1]] == wanted[differing[0]]
    }
    let (longer, shorter) = name.count == 5 ? (Array(name), wanted) : (wanted, Array(name))
    return longer.indices.contains { left in
      longer[..<left] + longer[(left + 1)...] == shorter[...]
    }
  }

  /// - Parameter kind: what the keyword is read as where it is misspelt
  private mutating func initializerDeclaration(_ start: Mark, as kind: TokenKind? = nil) {
    take(as: kind ?? self.kind)
    let kind = self.kind
    if kind == .postfixQuestion || kind == .postfixExclaim || kind == .infixQuestion {
      take(as: kind == .postfixExclaim ? .postfixExclaim : .postfixQuestion)
    } else {
      absent()
    }
    genericParametersOrAbsent()
    parameterClauseOrMissing()
    effectsOrAbsent()
    absent()
    whereClauseOrAbsent()
    bodyOrAbsent()
    finish(.initializerDecl, start)
  }

  private mutating func deinitializerDeclaration(_ start: Mark) {
    take()
    for _ in 0..<3 { absent() }
    effectsOrAbsent()
    absent()
    absent()
    bodyOrAbsent()
    finish(.deinitializerDecl, start)
  }

  private mutating func subscriptDeclaration(_ start: Mark) {
    take()
    absent()
    genericParametersOrAbsent()
    parameterClauseOrMissing()
    absent()
    if kind == .arrow {
      returnClauseOrAbsent()
    } else {
      let result = mark()
      missing(.arrow)
      empty(.missingType)
      finish(.returnClause, result)
    }
    whereClauseOrAbsent()
    accessorsOrAbsent()
    finish(.subscriptDecl, start)
  }

  private mutating func macroDeclaration(_ start: Mark) {
    take()
    declaredName()
    genericParametersOrAbsent()
    parameterClauseOrMissing()
    effectsOrAbsent()
    returnClauseOrAbsent()
    let equals = kind == .equal
    if equals {
      // The clause `where` stands behind the definition in the text, before it in the layout.
      let before = stack.count
      take()
      expression()
      let definition = last
      let equal = stack[stack.count - 2]
      stack.truncate(to: before)
      whereClauseOrAbsent()
      push(definition)
      push(equal)
    } else {
      whereClauseOrAbsent()
      absent()
      absent()
    }
    finish(.macroDecl, start)
  }

  private mutating func typealiasDeclaration(_ start: Mark) {
    take()
    declaredName()
    genericParametersOrAbsent()
    if kind == .equal {
      take()
      type()
    } else {
      missing(.equal)
      empty(.missingType)
    }
    whereClauseOrAbsent()
    finish(.typealiasDecl, start)
  }

  private mutating func associatedtypeDeclaration(_ start: Mark) {
    take()
    declaredName()
    inheritanceOrAbsent()
    if takeOrAbsent(.equal) { type() } else { absent() }
    whereClauseOrAbsent()
    finish(.associatedtypeDecl, start)
  }

  private mutating func operatorDeclaration(_ start: Mark) {
    take()
    if kind.isOperatorLike { take(as: .binaryOperator) } else { missing(.binaryOperator) }
    if takeOrAbsent(.colon) {
      if kind.isName { take(as: .identifier) } else { missing(.identifier) }
      // Designated types are obsolete and ignored.
      while kind == .comma {
        take()
        if kind.isName { take(as: .identifier) }
      }
    } else {
      absent()
    }
    if kind == .leftBrace && !startsLine {
      let rest = mark()
      takeBalanced()
      finish(.unexpected, rest)
    }
    finish(.operatorDecl, start)
  }

  private mutating func precedenceGroupDeclaration(_ start: Mark) {
    take()
    declaredName()
    let open = index
    guard expect(.leftBrace) else {
      missing(.rightBrace)
      finish(.precedenceGroupDecl, start)
      return
    }
    let closing = stack.count
    absent()
    while !kind.isClosing {
      guard kind.isName || kind.isReservedWord else {
        unexpectedLine()
        continue
      }
      let attribute = mark()
      take(as: .identifier)
      expect(.colon)
      while kind.isName || kind == .true || kind == .false {
        if kind.isName { take(as: .identifier) } else { take() }
        if kind == .comma { take() } else { break }
      }
      finish(.precedenceGroupAttribute, attribute)
    }
    expectClosing(.rightBrace, open: open)
    stack[closing] = last
    stack.truncate(to: stack.count - 1)
    finish(.precedenceGroupDecl, start)
  }

  private mutating func enumCaseDeclaration(_ start: Mark) {
    take()
    while true {
      let element = mark()
      declaredName()
      if kind == .leftParen && !startsLine { parameterClause() } else { absent() }
      if takeOrAbsent(.equal) { expression() } else { absent() }
      finish(.enumCaseElement, element)
      if kind == .comma { take() } else { break }
    }
    finish(.enumCaseDecl, start)
  }

  // MARK: Parameters

  mutating func parameterClauseOrMissing() {
    if kind == .leftParen {
      parameterClause()
    } else {
      let start = mark()
      missing(.leftParen)
      missing(.rightParen)
      finish(.parameterClause, start)
    }
  }

  mutating func parameterClause() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    take()
    while !kind.isClosing && kind != .leftBrace {
      let before = index
      parameter()
      if kind == .comma { take() } else if !recoverInList(.rightParen, progressFrom: before) { break }
    }
    expectClosing(.rightParen, open: open)
    finish(.parameterClause, start)
  }

  /// A parameter of a function, a closure or an enum case: names and type, either of which may be absent.
  private mutating func parameter() {
    let start = mark()
    if kind == .at { attributeList(inType: true) } else { absent() }
    let modifiers = mark()
    while isParameterModifier() { take() }
    finishModifiers(modifiers)
    let next = peekKind()
    let isLabel = kind.isName || kind == .wildcard || kind.isReservedWord
    if isLabel && next == .colon {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      absent()
    } else if isLabel && (next.isName || next == .wildcard || next.isReservedWord && next != .inout)
      && (peekKind(2) == .colon || peekKind(2) == .comma || peekKind(2) == .rightParen)
      && !(kind == .some || kind == .any || kind == .inout)
    {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take(as: kind == .wildcard ? .wildcard : .identifier)
    } else if isLabel && next.isName && peekKind(2).isName && !(kind == .some || kind == .any || kind == .inout) {
      // `for cup Cup`: the colon is left out.
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take(as: .identifier)
      missing(.colon)
      type()
      if isEllipsis() { take(as: .ellipsis) } else { absent() }
      if takeOrAbsent(.equal) { expression() } else { absent() }
      finish(.parameter, start)
      return
    } else if isLabel && (next == .comma || next == .rightParen) && parametersAreNames {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      absent()
    } else {
      absent()
      absent()
    }
    if kind == .colon {
      take()
      type()
    } else if stack[stack.count - 2].isAbsent {
      absent()
      // Without a name the attributes are the type's.
      let attributes = stack[start.stack]
      if attributes.isAbsent {
        type()
      } else {
        stack[start.stack] = .absent
        let attributed = Mark(stack: stack.count, token: start.token)
        push(attributes)
        absent()
        type()
        finish(.attributedType, attributed)
      }
    } else {
      absent()
      absent()
    }
    if isEllipsis() { take(as: .ellipsis) } else { absent() }
    if takeOrAbsent(.equal) { expression() } else { absent() }
    finish(.parameter, start)
  }

  private mutating func isParameterModifier() -> Bool {
    switch kind {
    case .isolated, ._const: return peek().kind.isName || peekKind() == .wildcard
    default: return false
    }
  }

  // MARK: Variables

  private mutating func variableDeclaration(_ start: Mark) {
    take()
    while true {
      let binding = mark()
      bindingPattern()
      if takeOrAbsent(.colon) { type() } else { absent() }
      if takeOrAbsent(.equal) { expression() } else { absent() }
      accessorsOrAbsent()
      finish(.patternBinding, binding)
      if kind == .comma { take() } else { break }
    }
    finish(.variableDecl, start)
  }

  private mutating func accessorsOrAbsent() {
    guard kind == .leftBrace else {
      absent()
      return
    }
    if startsAccessors() { accessorBlock() } else { codeBlock() }
  }

  /// At `{`: what follows is an accessor rather than a statement of an implicit getter.
  private mutating func startsAccessors() -> Bool {
    var ahead = 1
    while peekKind(ahead) == .at {
      ahead += 2
      if peekKind(ahead) == .leftParen {
        var place = Place(index: index + ahead, skipped: 0)
        guard skipGroup(&place) else { return false }
        ahead = place.index - index
      }
    }
    while isAccessorModifier(peekKind(ahead)) && isAccessorKeyword(peek(ahead + 1)) { ahead += 1 }
    guard isAccessorKeyword(peek(ahead)) else { return false }
    let word = peekKind(ahead)
    let next = peek(ahead + 1)
    switch next.kind {
    case .leftBrace, .rightBrace, .async, .throws: return true
    case .leftParen: return word != .get && !next.flags.contains(.startsLine)
    case .at: return true
    default: return isAccessorKeyword(next) || isAccessorModifier(next.kind)
    }
  }

  private func isAccessorModifier(_ kind: TokenKind) -> Bool {
    switch kind {
    case .mutating, .nonmutating, .legacyConsuming, .consuming, .borrowing: return true
    default: return false
    }
  }

  private func isAccessorKeyword(_ token: Token) -> Bool {
    switch token.kind {
    case .get, .set, .willSet, .didSet, ._read, ._modify, .`init`: return true
    case .identifier:
      return self.token(token, is: "unsafeAddress") || self.token(token, is: "unsafeMutableAddress")
        || self.token(token, is: "read") || self.token(token, is: "modify")
    default: return false
    }
  }

  /// At `{`: `willSet` or `didSet` follow, so that the brace is no trailing closure of an initial value.
  mutating func startsObservers() -> Bool {
    var ahead = 1
    while peekKind(ahead) == .at { ahead += 2 }
    let kind = peekKind(ahead)
    guard kind == .willSet || kind == .didSet else { return false }
    let next = peekKind(ahead + 1)
    return next == .leftBrace || next == .leftParen
  }

  private mutating func accessorBlock() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    take()
    while !kind.isClosing {
      let accessor = mark()
      let rows = rowMark()
      attributesOrAbsent()
      let modifiers = mark()
      while isAccessorModifier(kind) && isAccessorKeyword(peek()) { take() }
      finishModifiers(modifiers)
      guard isAccessorKeyword(current) else {
        if tokens.count == accessor.token {
          stack.truncate(to: accessor.stack)
          forget(rows)
          unexpectedLine()
        } else {
          // Attributes of nothing stand with what follows them.
          if !kind.isClosing { unexpectedLine() }
          finish(.unexpected, accessor)
        }
        continue
      }
      take()
      if kind == .leftParen && !startsLine {
        let parameter = mark()
        let paren = index
        take()
        if kind.isName { take(as: .identifier) } else { missing(.identifier) }
        expectClosing(.rightParen, open: paren)
        finish(.accessorParameter, parameter)
      } else {
        absent()
      }
      effectsOrAbsent()
      bodyOrAbsent()
      finish(.accessorDecl, accessor)
      if kind == .semicolon { take() }
    }
    expectClosing(.rightBrace, open: open)
    finish(.accessorBlock, start)
  }

  // MARK: Members

  private mutating func memberBlock() {
    if kind == .leftBrace && depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    let open = index
    guard expect(.leftBrace) else {
      missing(.rightBrace)
      finish(.memberBlock, start)
      return
    }
    let saved = enterBraces()
    memberItems()
    expectClosing(.rightBrace, open: open)
    leaveBraces(saved)
    finish(.memberBlock, start)
  }

  /// Members up to a closing delimiter or a directive that ends the branch.
  mutating func memberItems() {
    while current.offset < stopOffset {
      switch kind {
      case .rightBrace, .endOfFile, .poundElseif, .poundElse, .poundEndif: return
      case .semicolon: take()
      case .poundIf: ifConfig(.members)
      case .poundSourceLocation: sourceLocation()
      case .pound:
        macroExpansion()
      default:
        if startsDeclaration(isMember: true) {
          declaration(isMember: true)
          if lastKind == .missingDecl { skipMissing() }
        } else if kind == .identifier && peekKind() == .leftParen && namesFunction() {
          // `add() {`: the keyword is left out.
          let start = mark()
          absent()
          absent()
          functionWithoutKeyword(start)
        } else {
          unexpectedLine()
        }
      }
    }
  }

  /// Does a name with parentheses behind it have a body on the line?
  private mutating func namesFunction() -> Bool {
    var open = 0
    var ahead = 1
    while ahead < 256 {
      switch peekKind(ahead) {
      case .leftParen: open += 1
      case .rightParen:
        open -= 1
        if open == 0 {
          let next = peekKind(ahead + 1)
          return next == .leftBrace || next == .arrow
        }
      case .endOfFile, .leftBrace, .rightBrace: return false
      default: break
      }
      ahead += 1
    }
    return false
  }

  private mutating func functionWithoutKeyword(_ start: Mark) {
    if isSlipOfInit() {
      initializerDeclaration(start, as: .`init`)
      return
    }
    emit(Token(.func, offset: current.offset, length: 0, flags: .missing))
    declaredName()
    genericParametersOrAbsent()
    parameterClauseOrMissing()
    effectsOrAbsent()
    returnClauseOrAbsent()
    whereClauseOrAbsent()
    bodyOrAbsent()
    finish(.functionDecl, start)
  }

  /// Behind attributes or modifiers without a declaration: leave the loop's progress to what follows.
  mutating func skipMissing() {
    if kind.isClosing || startsLine || kind == .semicolon { return }
    unexpectedLine()
  }

  /// A freestanding `#name(...)` in a list of members.
  private mutating func macroExpansion() {
    let start = mark()
    absent()
    absent()
    macroExpansion(start)
  }
}
