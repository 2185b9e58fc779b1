/// Types, generic parameters and arguments, where clauses, attributes.
extension ParserState {
  // MARK: Types

  /// Pushes a type, with attributes, effects and arrows.
  mutating func type() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    defer { depth -= 1 }
    let start = mark()
    if kind == .at || isTypeSpecifier() {
      if kind == .at { attributeList(inType: true) } else { absent() }
      let specifiers = mark()
      while isTypeSpecifier() {
        take()
        if kind == .leftParen && !hasSpaceBefore { takeBalanced() }
      }
      if stack.count > specifiers.stack { finish(.modifierList, specifiers) } else { absent() }
      type()
      finish(.attributedType, start)
      return
    }
    switch kind {
    case .some where startsTypeAfterWord():
      take()
      compositionOfTypes()
      finish(.someType, start)
    case .any where startsTypeAfterWord():
      take()
      compositionOfTypes()
      finish(.anyType, start)
    case .each where startsTypeAfterWord():
      take()
      compositionOfTypes()
      finish(.packElementType, start)
    case .repeat:
      take()
      type()
      finish(.packExpansionType, start)
    default:
      compositionOfTypes()
    }
    if kind == .arrow || startsEffectsBeforeArrow() {
      effectsOrAbsent()
      expect(.arrow)
      type()
      finish(.functionType, start)
    }
  }

  /// A type in brackets, without suffixes.
  mutating func type(onlyPrimary: Bool) {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    depth += 1
    primaryType()
    depth -= 1
  }

  private mutating func isTypeSpecifier() -> Bool {
    switch kind {
    case .inout: return true
    case .borrowing, .consuming, .sending, .isolated, .legacyOwned, .legacyShared, ._const:
      return startsTypeAfterWord()
    case .nonisolated: return peekKind() == .leftParen
    default: return false
    }
  }

  private mutating func startsTypeAfterWord() -> Bool {
    let next = peek()
    switch next.kind {
    case .leftParen, .leftBracket, .at, .Self, .Any, .inout, .self, .prefixOperator: return true
    default: return next.kind.isName
    }
  }

  mutating func startsEffectsBeforeArrow() -> Bool {
    switch kind {
    case .throws, .rethrows:
      return peekKind() == .arrow || peekKind() == .leftParen || peekKind() == .async
    case .async:
      return peekKind() == .arrow || peekKind() == .throws || peekKind() == .rethrows
    default: return false
    }
  }

  private mutating func compositionOfTypes() {
    let start = mark()
    suffixedType()
    if !currentStarts(with: UInt8(ascii: "&")) || current.length != 1 { return }
    while currentStarts(with: UInt8(ascii: "&")) && current.length == 1 {
      take(as: .binaryOperator)
      suffixedType()
    }
    finish(.compositionType, start)
  }

  /// Does the `.` go on with the type? On a line of its own only in front of what is written like a type, so that a
  /// statement `.red` stays one.
  private var continuesPath: Bool {
    mutating get {
      if peekKind() == .self || peekKind() == .`init` { return false }
      guard startsLine else { return true }
      let next = peek()
      return next.kind == .identifier && firstByte(next) >= 0x41 && firstByte(next) <= 0x5A
    }
  }

  private mutating func suffixedType() {
    let start = mark()
    if kind == .prefixOperator && currentIs("~") {
      take()
      depth += 1
      if depth < ParserState.nestingLimit { suffixedType() } else { tooDeep() }
      depth -= 1
      finish(.suppressedType, start)
      return
    }
    primaryType()
    var suffixes = 0
    while suffixes < ParserState.nestingLimit {
      switch kind {
      case .period where continuesPath:
        let next = peek()
        if token(next, is: "Type") || token(next, is: "Protocol") {
          take()
          take(as: .identifier)
          finish(.metatypeType, start)
          suffixes += 1
          continue
        }
        // A path is one node however long it is.
        while kind == .period && continuesPath {
          let next = peek()
          if token(next, is: "Type") || token(next, is: "Protocol") { break }
          take()
          identifierType()
        }
        finish(.pathType, start)
      case .postfixQuestion:
        take()
        finish(.optionalType, start)
      case .postfixExclaim:
        take()
        finish(.unwrappedOptionalType, start)
      case .binaryOperator, .postfixOperator, .prefixOperator:
        // The rest of an operator whose `>` closed a generic argument list.
        let byte = firstByte(current)
        if current.flags.isEmpty && byte == UInt8(ascii: "?") {
          takePrefix(1, as: .postfixQuestion)
          finish(.optionalType, start)
        } else if current.flags.isEmpty && byte == UInt8(ascii: "!") {
          takePrefix(1, as: .postfixExclaim)
          finish(.unwrappedOptionalType, start)
        } else {
          return
        }
      default: return
      }
      suffixes += 1
    }
  }

  /// `[name, genericArgumentClause?]`
  private mutating func identifierType() {
    let start = mark()
    if kind.isName || kind.isReservedWord && !startsLine {
      take(as: .identifier)
    } else {
      missing(.identifier)
    }
    if currentStarts(with: UInt8(ascii: "<")) { genericArguments() } else { absent() }
    finish(.identifierType, start)
  }

  private mutating func primaryType() {
    let start = mark()
    switch kind {
    case .leftParen: tupleType()
    case .leftBracket:
      take()
      let open = index - 1
      type()
      if kind == .colon {
        take()
        type()
        expectClosing(.rightBracket, open: open)
        finish(.dictionaryType, start)
      } else if kind == .of {
        take()
        type()
        expectClosing(.rightBracket, open: open)
        finish(.inlineArrayType, start)
      } else {
        expectClosing(.rightBracket, open: open)
        finish(.arrayType, start)
      }
    case .Self, .Any, .self, .wildcard, .class:
      take()
      if currentStarts(with: UInt8(ascii: "<")) { genericArguments() } else { absent() }
      finish(.identifierType, start)
    case .integerLiteral:
      leaf(.integerLiteralExpr)
      finish(.valueType, start)
    case .prefixOperator where currentIs("-") && peekKind() == .integerLiteral:
      take()
      leaf(.integerLiteralExpr)
      finish(.prefixExpr, start)
      finish(.valueType, start)
    default:
      if kind.isName {
        take(as: .identifier)
        if currentStarts(with: UInt8(ascii: "<")) { genericArguments() } else { absent() }
        finish(.identifierType, start)
      } else {
        empty(.missingType)
      }
    }
  }

  private mutating func tupleType() {
    let start = mark()
    let open = index
    take()
    while !kind.isClosing {
      let before = index
      tupleTypeElement()
      if kind == .comma { take() } else if !recoverInList(.rightParen, progressFrom: before) { break }
    }
    expectClosing(.rightParen, open: open)
    finish(.tupleType, start)
  }

  private mutating func tupleTypeElement() {
    let start = mark()
    let next = peekKind()
    if (kind.isName || kind == .wildcard || kind.isReservedWord) && next == .colon {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      absent()
      take()
    } else if (kind == .wildcard || kind.isName) && (peek().kind.isName || next == .wildcard) && peekKind(2) == .colon {
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take(as: kind == .wildcard ? .wildcard : .identifier)
      take()
    } else {
      absent()
      absent()
      absent()
    }
    type()
    if isEllipsis() { take(as: .ellipsis) } else { absent() }
    finish(.tupleTypeElement, start)
  }

  func isEllipsis() -> Bool {
    current.length == 3 && (kind == .postfixOperator || kind == .binaryOperator || kind == .prefixOperator)
      && currentIs("...")
  }

  // MARK: Generic arguments

  /// At an operator that begins with `<`.
  mutating func genericArguments() {
    if depth >= ParserState.nestingLimit {
      tooDeep()
      return
    }
    let start = mark()
    takePrefix(1, as: .leftAngle)
    while !kind.isClosing && !currentStarts(with: UInt8(ascii: ">")) {
      let before = index
      type()
      if kind == .comma {
        take()
      } else if currentStarts(with: UInt8(ascii: ">")) || index == before {
        break
      } else {
        break
      }
    }
    closeAngle()
    finish(.genericArgumentClause, start)
  }

  private mutating func closeAngle() {
    if currentStarts(with: UInt8(ascii: ">")) { takePrefix(1, as: .rightAngle) } else { missing(.rightAngle) }
  }

  mutating func genericParametersOrAbsent() {
    guard currentStarts(with: UInt8(ascii: "<")) else {
      absent()
      return
    }
    let start = mark()
    takePrefix(1, as: .leftAngle)
    while !kind.isClosing && !currentStarts(with: UInt8(ascii: ">")) {
      let before = index
      genericParameter()
      if kind == .comma { take() } else { break }
      if index == before { break }
    }
    closeAngle()
    finish(.genericParameterClause, start)
  }

  private mutating func genericParameter() {
    let start = mark()
    attributesOrAbsent()
    if kind == .each && peek().kind.isName { take() } else { takeOrAbsent(.let) }
    if kind.isName { take(as: .identifier) } else { missing(.identifier) }
    if takeOrAbsent(.colon) { type() } else { absent() }
    finish(.genericParameter, start)
  }

  mutating func whereClauseOrAbsent() {
    guard kind == .where else {
      absent()
      return
    }
    let start = mark()
    take()
    while true {
      let requirement = mark()
      type()
      if kind == .colon {
        take()
        type()
        finish(.conformanceRequirement, requirement)
      } else if kind.isOperatorLike && currentIs("==") {
        take(as: .binaryOperator)
        type()
        finish(.sameTypeRequirement, requirement)
      } else {
        missing(.colon)
        empty(.missingType)
        finish(.conformanceRequirement, requirement)
        break
      }
      if kind == .comma { take() } else { break }
    }
    finish(.whereClause, start)
  }

  mutating func inheritanceOrAbsent() {
    // `enum Tab, CaseIterable {`: the comma stands for the colon (and is reported).
    let isComma = kind == .comma && !startsLine && peekKind().isName
    guard kind == .colon || isComma else {
      absent()
      return
    }
    let start = mark()
    take(as: .colon)
    while true {
      type()
      if kind == .comma { take() } else { break }
      if kind == .leftBrace || kind == .where { break }
    }
    finish(.inheritanceClause, start)
  }

  // MARK: Effects

  mutating func effectsOrAbsent() {
    guard kind == .async || kind == .throws || kind == .rethrows || (kind == .identifier && currentIs("reasync"))
    else {
      absent()
      return
    }
    let start = mark()
    if kind == .async || kind == .identifier { take() } else { absent() }
    if kind == .throws || kind == .rethrows {
      take()
      if kind == .leftParen && !startsLine {
        let open = index
        take()
        type()
        expectClosing(.rightParen, open: open)
      } else {
        absent()
        absent()
        absent()
      }
      // `throws async` in the wrong order
      if kind == .async {
        let wrong = mark()
        take()
        finish(.unexpected, wrong)
      }
    } else {
      for _ in 0..<4 { absent() }
    }
    finish(.effects, start)
  }

  mutating func returnClauseOrAbsent() {
    guard kind == .arrow else {
      absent()
      return
    }
    let start = mark()
    take()
    type()
    finish(.returnClause, start)
  }

  // MARK: Attributes

  mutating func attributesOrAbsent() {
    if kind == .at { attributeList(inType: false) } else { absent() }
  }

  mutating func attributeList(inType: Bool) {
    let start = mark()
    while kind == .at { attribute(inType: inType) }
    finish(.attributeList, start)
  }

  private mutating func attribute(inType: Bool) {
    let start = mark()
    take()
    let name = current
    if (kind.isName || kind.isReservedWord) && !startsLine {
      let path = mark()
      attributeName()
      if kind == .period {
        while kind == .period {
          take()
          attributeName()
        }
        finish(.pathType, path)
      }
    } else {
      empty(.missingType)
    }
    if kind == .leftParen && !startsLine && attributeTakesArguments(name, inType: inType) {
      if token(name, is: "available") || token(name, is: "backDeployed") || token(name, is: "_spi_available") {
        availabilityArguments()
      } else if hasOwnGrammar(name) {
        let arguments = mark()
        takeBalanced()
        finish(.attributeTokens, arguments)
      } else {
        arguments(.leftParen, .rightParen)
      }
    } else {
      absent()
    }
    finish(.attribute, start)
  }

  private mutating func attributeName() {
    let start = mark()
    if kind.isName || kind.isReservedWord { take(as: .identifier) } else { missing(.identifier) }
    if currentStarts(with: UInt8(ascii: "<")) { genericArguments() } else { absent() }
    finish(.identifierType, start)
  }

  /// `@escaping (Int) -> Void`: a parenthesis behind a type attribute or behind a space begins a type.
  private func attributeTakesArguments(_ name: Token, inType: Bool) -> Bool {
    if hasSpaceBefore && inType { return false }
    if inType {
      return
        !(token(name, is: "escaping") || token(name, is: "autoclosure") || token(name, is: "Sendable")
        || token(name, is: "MainActor") || token(name, is: "noescape"))
    }
    return true
  }

  private func hasOwnGrammar(_ name: Token) -> Bool {
    switch firstByte(name) {
    case UInt8(ascii: "_"), UInt8(ascii: "o"), UInt8(ascii: "c"), UInt8(ascii: "i"), UInt8(ascii: "a"),
      UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "u"),
      UInt8(ascii: "l"), UInt8(ascii: "e"):
      for known in ParserState.ownGrammars where token(name, is: known) { return true }
      return false
    default: return false
    }
  }

  private static let ownGrammars: [StaticString] = [
    "objc", "convention", "inline", "attached", "freestanding", "differentiable", "derivative", "transpose",
    "_implements", "_specialize", "_specialized", "_semantics", "_effects", "_silgen_name", "_cdecl", "cdecl", "_spi",
    "_optimize", "_alignment", "_documentation", "_dynamicReplacement", "storageRestrictions", "isolated", "unknown",
    "_nonSendable", "_originallyDefinedIn", "_private", "_projectedValueProperty", "_swift_native_objc_runtime_base",
    "_typeEraser", "_unavailableFromAsync", "exclusivity", "_expose", "_extern", "_rawLayout", "_lifetime", "lifetime",
    "abi", "export", "section", "_section", "c", "diagnose", "specialized", "implements",
  ]

  // MARK: Availability

  /// At `(`.
  mutating func availabilityArguments() {
    let start = mark()
    let open = index
    take()
    while !kind.isClosing {
      let before = index
      let argument = mark()
      if kind.isName || kind.isReservedWord || kind.isOperatorLike {
        take(as: kind.isOperatorLike ? .binaryOperator : .identifier)
      } else {
        missing(.identifier)
      }
      if takeOrAbsent(.colon) && kind.isName {
        // `before: macOS 15.0, iOS 18.0`
        absent()
        finish(.availabilityArgument, argument)
        continue
      }
      switch kind {
      case .stringQuote: stringLiteral()
      case .integerLiteral, .floatLiteral:
        let version = mark()
        while kind == .integerLiteral || kind == .floatLiteral || kind == .period { take() }
        finish(.versionTuple, version)
      default: absent()
      }
      finish(.availabilityArgument, argument)
      if kind == .comma { take() } else if !recoverInList(.rightParen, progressFrom: before) { break }
    }
    expectClosing(.rightParen, open: open)
    finish(.availabilityArguments, start)
  }

  // MARK: Looking ahead over types

  /// A place in the raw tokens: an index, and the bytes of that token already passed.
  struct Place {
    var index: Int
    var skipped: UInt32
  }

  private mutating func kind(at place: Place) -> TokenKind {
    if place.index > furthest { furthest = place.index }
    return raw.base[min(place.index, raw.count - 1)].kind
  }

  private mutating func byte(at place: Place) -> UInt8 {
    if place.index > furthest { furthest = place.index }
    let token = raw.base[min(place.index, raw.count - 1)]
    return place.skipped < token.length ? bytes[Int(token.offset + place.skipped)] : 0
  }

  private func after(_ place: Place, _ length: UInt32) -> Place {
    let token = raw.base[min(place.index, raw.count - 1)]
    return place.skipped + length >= token.length
      ? Place(index: place.index + 1, skipped: 0) : Place(index: place.index, skipped: place.skipped + length)
  }

  /// The current token begins with `<`: is it a generic argument list here, by what is inside and what follows?
  mutating func canParseGenericArguments() -> Bool {
    var place = Place(index: index, skipped: current.offset - raw.base[index].offset)
    guard skipGenericArguments(&place, depth: 0) else { return false }
    let token = raw.base[min(place.index, raw.count - 1)]
    if place.skipped > 0 {
      let next = bytes[Int(token.offset + place.skipped)]
      return next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next == UInt8(ascii: ">")
    }
    switch token.kind {
    case .rightParen, .rightBracket, .leftBrace, .rightBrace, .period, .comma, .semicolon, .endOfFile, .colon,
      .postfixExclaim, .postfixQuestion, .interpolationEnd, .equal, .in:
      return true
    case .leftParen, .leftBracket: return !token.flags.contains(.startsLine)
    case .binaryOperator: return token.length == 1 && bytes[Int(token.offset)] == UInt8(ascii: "&")
    default: return token.flags.contains(.startsLine)
    }
  }

  private mutating func skipGenericArguments(_ place: inout Place, depth: Int) -> Bool {
    place = after(place, 1)
    if byte(at: place) == UInt8(ascii: ">") && kind(at: place).isOperatorLike {
      place = after(place, 1)
      return true
    }
    while true {
      guard skipType(&place, depth: depth + 1) else { return false }
      if kind(at: place) == .comma {
        place = after(place, 1)
        continue
      }
      guard kind(at: place).isOperatorLike && byte(at: place) == UInt8(ascii: ">") else { return false }
      place = after(place, 1)
      return true
    }
  }

  /// Passes a type; false if there is none. Bounded in depth, so that a failing look ahead stays cheap.
  mutating func skipType(_ place: inout Place, depth: Int) -> Bool {
    if depth > 48 { return false }
    while true {
      let kind = kind(at: place)
      if kind == .at {
        place = Place(index: place.index + 2, skipped: 0)
        continue
      }
      switch kind {
      case .inout, .some, .any, .each, .repeat, .sending, .borrowing, .consuming, .isolated:
        let next = raw.base[min(place.index + 1, raw.count - 1)].kind
        if next.isName || next == .leftParen || next == .leftBracket || next == .Any || next == .Self || next == .at
          || next == .each
        {
          place.index += 1
          continue
        }
      default: break
      }
      break
    }
    while true {
      if kind(at: place) == .prefixOperator && byte(at: place) == UInt8(ascii: "~") { place = after(place, 1) }
      switch kind(at: place) {
      case .leftParen:
        guard skipGroup(&place) else { return false }
      case .leftBracket:
        place.index += 1
        guard skipType(&place, depth: depth + 1) else { return false }
        if kind(at: place) == .colon || kind(at: place) == .of {
          place.index += 1
          guard skipType(&place, depth: depth + 1) else { return false }
        }
        guard kind(at: place) == .rightBracket else { return false }
        place.index += 1
      case .Self, .Any, .wildcard, .integerLiteral: place.index += 1
      default:
        guard kind(at: place).isName else { return false }
        place.index += 1
      }
      suffixes: while true {
        switch kind(at: place) {
        case .period:
          place.index += 1
          guard kind(at: place).isName || kind(at: place) == .Self else { return false }
          place.index += 1
        case .binaryOperator, .prefixOperator, .postfixOperator, .postfixQuestion, .postfixExclaim, .prefixAmpersand:
          switch byte(at: place) {
          case UInt8(ascii: "<"):
            guard skipGenericArguments(&place, depth: depth + 1) else { return false }
          case UInt8(ascii: "?"), UInt8(ascii: "!"):
            if kind(at: place) != .postfixQuestion && kind(at: place) != .postfixExclaim && place.skipped == 0 {
              return false
            }
            place = after(place, 1)
          case UInt8(ascii: "."):
            // `T...` in a tuple or parameter list
            place.index += 1
          default: break suffixes
          }
        default: break suffixes
        }
      }
      let token = raw.base[min(place.index, raw.count - 1)]
      if place.skipped == 0 && token.length == 1 && token.kind.isOperatorLike
        && bytes[Int(token.offset)] == UInt8(ascii: "&")
      {
        place.index += 1
        continue
      }
      break
    }
    if kind(at: place) == .async { place.index += 1 }
    if kind(at: place) == .throws || kind(at: place) == .rethrows {
      place.index += 1
      if kind(at: place) == .leftParen { guard skipGroup(&place) else { return false } }
    }
    if kind(at: place) == .arrow {
      place.index += 1
      return skipType(&place, depth: depth + 1)
    }
    return true
  }

  /// Passes a bracketed group.
  mutating func skipGroup(_ place: inout Place) -> Bool {
    var open = 0
    var position = place.index
    while position < raw.count {
      switch raw.base[position].kind {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: open += 1
      case .rightParen, .rightBracket, .rightBrace, .interpolationEnd:
        open -= 1
        if open <= 0 {
          place = Place(index: position + 1, skipped: 0)
          if position > furthest { furthest = position }
          return open == 0
        }
      case .endOfFile:
        furthest = max(furthest, position)
        return false
      default: break
      }
      position += 1
    }
    return false
  }
}
