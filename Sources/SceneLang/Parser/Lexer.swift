/// Text to raw tokens, in one pass over the bytes.
///
/// Never fails: bytes that begin no token become `unknown` tokens, and what is not terminated is marked malformed.
/// Strings come out flat (quote, segments, interpolations, quote); where an interpolation or a string breaks off, its
/// closing tokens are added as missing ones, so that the parser always finds them balanced.
struct Lexer: ~Copyable {
  let base: UnsafePointer<UInt8>
  /// Where lexing began.
  private let origin: Int
  let end: Int
  var position: Int
  private let classes: UnsafePointer<UInt8>
  let continues: UnsafePointer<UInt8>
  private let punctuation: UnsafePointer<TokenKind>
  private let keywords: UnsafePointer<CharacterTable.Keyword>
  var flags: TokenFlags
  var strings: [OpenString] = []
  var tokens: TokenBuffer

  /// A string whose interpolation is being read.
  struct OpenString {
    var pounds: Int
    var isMultiline: Bool
    /// Parentheses open inside the interpolation.
    var depth: Int
  }

  /// Lexes `range` of the bytes; the last token is `endOfFile`. `startsLine`: a line begins where the range does.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>, startsLine: Bool = true, memory: ParserMemory? = nil
  ) {
    let table = CharacterTable.shared
    classes = table.classes
    continues = table.continues
    punctuation = table.punctuation
    keywords = table.keywords
    base = bytes.baseAddress ?? UnsafePointer(table.classes)
    origin = max(0, min(range.lowerBound, bytes.count))
    end = max(origin, min(range.upperBound, bytes.count))
    position = origin
    flags = startsLine ? [.startsLine] : []
    if let memory {
      tokens = TokenBuffer(lent: memory.raw, capacity: ParserMemory.count)
    } else {
      tokens = TokenBuffer(capacity: (end - origin) * 2 / 7 + 64)
    }
  }

  consuming func run() -> TokenBuffer {
    if origin == 0 { skipStart() }
    lexAll()
    return tokens
  }

  /// A byte order mark and a `#!` line are trivia.
  private mutating func skipStart() {
    if end >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF { position = 3 }
    if position + 1 < end && base[position] == UInt8(ascii: "#") && base[position + 1] == UInt8(ascii: "!") {
      skipLine()
    }
  }

  private mutating func skipLine() {
    var p = position
    while p < end && base[p] != 0x0A && base[p] != 0x0D { p += 1 }
    position = p
  }

  @inline(__always) mutating func emit(_ kind: TokenKind, from start: Int, _ extra: TokenFlags = []) {
    tokens.append(
      Token(
        kind, offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: position - start),
        flags: TokenFlags(rawValue: flags.rawValue | extra.rawValue)))
    flags = []
  }

  mutating func emitMissing(_ kind: TokenKind) {
    tokens.append(Token(kind, offset: UInt32(truncatingIfNeeded: position), length: 0, flags: .missing))
  }

  private mutating func lexAll() {
    let classes = self.classes
    let continues = self.continues
    let base = self.base
    let end = self.end
    while position < end {
      let start = position
      let byte = base[start]
      switch classes[Int(byte)] {
      case ByteClass.space:
        var p = start + 1
        while p < end && classes[Int(base[p])] == ByteClass.space { p += 1 }
        position = p
        flags.formUnion(.spaceBefore)
      case ByteClass.newline:
        position = start + 1
        flags = [.startsLine, .spaceBefore]
        if let open = strings.last, !open.isMultiline { abandonStrings() }
      case ByteClass.letter:
        var p = start + 1
        while p < end && continues[Int(base[p])] != 0 { p += 1 }
        position = p
        if p < end && base[p] >= 0x80 && extendIdentifier() {
          emit(.identifier, from: start)
        } else {
          emit(keyword(start, p - start), from: start)
        }
      case ByteClass.punctuation:
        position = start + 1
        if !strings.isEmpty && (byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")) {
          if byte == UInt8(ascii: "(") {
            strings[strings.count - 1].depth += 1
          } else if strings[strings.count - 1].depth > 0 {
            strings[strings.count - 1].depth -= 1
          } else {
            emit(.interpolationEnd, from: start)
            let open = strings.removeLast()
            lexStringBody(pounds: open.pounds, isMultiline: open.isMultiline)
            continue
          }
        }
        if byte == UInt8(ascii: ":"), isModuleSelector(start) {
          // `SwiftUI::Text` names a member of a module, as a period does.
          position += 1
          emit(.period, from: start)
        } else {
          emit(punctuation[Int(byte)], from: start)
        }
      case ByteClass.operatorByte:
        lexOperator()
      case ByteClass.digit:
        lexNumber()
      case ByteClass.quote:
        lexString(pounds: 0, from: start)
      case ByteClass.pound:
        lexPound()
      case ByteClass.dollar:
        position += 1
        while position < end && continues[Int(base[position])] != 0 { position += 1 }
        _ = extendIdentifier()
        emit(.dollarIdentifier, from: start)
      case ByteClass.backtick:
        lexEscapedIdentifier()
      default:
        lexHigh()
      }
    }
    if !strings.isEmpty { abandonStrings() }
    let offset = UInt32(truncatingIfNeeded: end)
    tokens.append(Token(.endOfFile, offset: offset, length: 0, flags: flags))
  }

  /// An interpolation broke off: close it and its string, and those around it that end with the line.
  private mutating func abandonStrings() {
    let saved = flags
    let atEnd = position >= end
    // The missing tokens stand where the text broke off, before the line end.
    let here = position
    if let last = lastTokenEnd { position = last }
    while let open = strings.last, atEnd || !open.isMultiline {
      strings.removeLast()
      emitMissing(.interpolationEnd)
      emitMissing(.stringQuote)
    }
    position = here
    flags = saved
  }

  private var lastTokenEnd: Int? {
    tokens.count > 0 ? Int(tokens.base[tokens.count - 1].end) : nil
  }

  // MARK: Names

  @inline(__always) private func keyword(_ start: Int, _ length: Int) -> TokenKind {
    if length > 15 { return .identifier }
    var low: UInt64 = 0
    var high: UInt64 = 0
    if start + 16 <= end {
      let raw = UnsafeRawPointer(base + start)
      low = raw.loadUnaligned(as: UInt64.self)
      if length < 8 {
        low &= (1 << UInt64(length * 8)) &- 1
      } else if length > 8 {
        high = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) & ((1 << UInt64(length * 8 - 64)) &- 1)
      }
    } else {
      for index in 0..<length {
        let byte = UInt64(base[start + index])
        if index < 8 { low |= byte << UInt64(index * 8) } else { high |= byte << UInt64(index * 8 - 64) }
      }
    }
    var slot = CharacterTable.slot(low, high)
    while true {
      let entry = keywords[slot]
      if entry.low == low && entry.high == high { return entry.kind }
      if entry.low == 0 { return .identifier }
      slot = (slot + 1) & ((1 << Int(CharacterTable.keywordBits)) - 1)
    }
  }

  /// Reads on over identifier characters of any kind; false if there were none beyond ASCII.
  private mutating func extendIdentifier() -> Bool {
    var found = false
    while position < end {
      if continues[Int(base[position])] != 0 {
        position += 1
      } else if base[position] >= 0x80, let (scalar, length) = scalar(at: position),
        CharacterTable.isIdentifierContinue(scalar)
      {
        position += length
        found = true
      } else {
        break
      }
    }
    return found
  }

  private mutating func lexEscapedIdentifier() {
    let start = position
    var p = start + 1
    while p < end && base[p] != UInt8(ascii: "`") && base[p] != 0x0A && base[p] != 0x0D { p += 1 }
    if p < end && base[p] == UInt8(ascii: "`") && p > start + 1 {
      position = p + 1
      emit(.identifier, from: start, .escaped)
    } else {
      position = start + 1
      emit(.unknown, from: start)
    }
  }

  /// Decodes a UTF-8 sequence; nil if it is not valid.
  private func scalar(at p: Int) -> (UInt32, Int)? {
    let first = UInt32(base[p])
    let length: Int
    var value: UInt32
    switch first {
    case 0xC2...0xDF:
      length = 2
      value = first & 0x1F
    case 0xE0...0xEF:
      length = 3
      value = first & 0x0F
    case 0xF0...0xF4:
      length = 4
      value = first & 0x07
    default: return nil
    }
    if p + length > end { return nil }
    for index in 1..<length {
      let byte = UInt32(base[p + index])
      if byte & 0xC0 != 0x80 { return nil }
      value = value << 6 | byte & 0x3F
    }
    if length == 3 && (value < 0x800 || (0xD800...0xDFFF).contains(value)) { return nil }
    if length == 4 && (value < 0x10000 || value > 0x10FFFF) { return nil }
    return (value, length)
  }

  /// Text that starts with a byte beyond ASCII, or with a control character.
  private mutating func lexHigh() {
    let start = position
    if let (scalar, length) = scalar(at: start) {
      if CharacterTable.isIdentifierHead(scalar) {
        position += length
        _ = extendIdentifier()
        emit(.identifier, from: start)
        return
      }
      if CharacterTable.isOperatorHead(scalar) {
        lexOperator()
        return
      }
      if isSpace(scalar) {
        position += length
        flags.formUnion(.spaceBefore)
        return
      }
    }
    // A run of bytes that nothing begins with is one token.
    while position < end {
      let byte = base[position]
      let kind = classes[Int(byte)]
      if kind == ByteClass.unknown {
        position += 1
      } else if kind == ByteClass.high {
        if let (scalar, length) = scalar(at: position) {
          if CharacterTable.isIdentifierHead(scalar) || CharacterTable.isOperatorHead(scalar) || isSpace(scalar) {
            break
          }
          position += length
        } else {
          position += 1
        }
      } else {
        break
      }
    }
    emit(.unknown, from: start)
  }

  /// Spaces that pasted text brings along.
  private func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0xA0 || scalar == 0x3000 || scalar == 0xFEFF || (0x2000...0x200A).contains(scalar) || scalar == 0x2028
      || scalar == 0x2029
  }

  // MARK: Operators and comments

  private mutating func lexOperator() {
    let start = position
    let byte = base[start]
    if byte == UInt8(ascii: "/") && start + 1 < end {
      if base[start + 1] == UInt8(ascii: "/") {
        skipLine()
        flags.formUnion(.spaceBefore)
        return
      }
      if base[start + 1] == UInt8(ascii: "*") {
        skipBlockComment()
        return
      }
    }
    let leftBound = isLeftBound(start)
    if leftBound && (byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")) {
      position += 1
      emit(byte == UInt8(ascii: "!") ? .postfixExclaim : .postfixQuestion, from: start)
      return
    }
    if byte == UInt8(ascii: "<") && start + 1 < end && base[start + 1] == UInt8(ascii: "#") && lexPlaceholder() {
      return
    }
    if byte == UInt8(ascii: "/") && !leftBound && lexRegex(pounds: 0) { return }
    let dots = byte == UInt8(ascii: ".")
    var p = start
    while p < end {
      let next = base[p]
      let kind = classes[Int(next)]
      if kind == ByteClass.operatorByte {
        if next == UInt8(ascii: ".") && !dots { break }
        if next == UInt8(ascii: "/") && p > start && p + 1 < end
          && (base[p + 1] == UInt8(ascii: "/") || base[p + 1] == UInt8(ascii: "*"))
        {
          break
        }
        if next == UInt8(ascii: "<") && p > start && p + 1 < end && base[p + 1] == UInt8(ascii: "#") { break }
        p += 1
      } else if kind == ByteClass.high, let (scalar, length) = scalar(at: p),
        p == start ? CharacterTable.isOperatorHead(scalar) : CharacterTable.isOperatorContinue(scalar)
      {
        p += length
      } else {
        break
      }
    }
    position = p
    let rightBound = isRightBound(p, leftBound: leftBound)
    if p - start == 1 {
      switch byte {
      case UInt8(ascii: "="):
        emit(.equal, from: start, leftBound == rightBound ? [] : .malformed)
        return
      case UInt8(ascii: "."):
        emit(.period, from: start)
        return
      case UInt8(ascii: "?"):
        emit(.infixQuestion, from: start)
        return
      case UInt8(ascii: "&"):
        if !leftBound && rightBound {
          emit(.prefixAmpersand, from: start)
          return
        }
      default: break
      }
    } else if p - start == 2 && byte == UInt8(ascii: "-") && base[start + 1] == UInt8(ascii: ">") {
      emit(.arrow, from: start)
      return
    }
    emit(
      leftBound == rightBound ? .binaryOperator : leftBound ? .postfixOperator : .prefixOperator, from: start)
  }

  /// Two colons between two names, without space.
  private func isModuleSelector(_ p: Int) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte >= 0x80
    }
    guard p > 0, p + 2 < end, base[p + 1] == UInt8(ascii: ":") else { return false }
    // `_` is left out: `init(_:_:)` has no two colons side by side, but a label may end a list of them.
    return isWord(base[p - 1]) && isWord(base[p + 2])
  }

  private func isLeftBound(_ p: Int) -> Bool {
    if p <= 0 { return false }
    switch base[p - 1] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"):
      return !(p - 2 >= 0 && base[p - 2] == UInt8(ascii: "*"))
    case 0xA0:
      return !(p - 2 >= 0 && base[p - 2] == 0xC2)
    default: return true
    }
  }

  private func isRightBound(_ p: Int, leftBound: Bool) -> Bool {
    if p >= end { return false }
    switch base[p] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0, UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "."):
      return !leftBound
    case UInt8(ascii: "/"):
      return !(p + 1 < end && (base[p + 1] == UInt8(ascii: "/") || base[p + 1] == UInt8(ascii: "*")))
    case 0xC2:
      return !(p + 1 < end && base[p + 1] == 0xA0)
    default: return true
    }
  }

  /// Nested; one that does not end runs to the end of the text and marks the endOfFile token.
  private mutating func skipBlockComment() {
    var depth = 1
    var p = position + 2
    var lines = false
    while p < end {
      let byte = base[p]
      if byte == UInt8(ascii: "*") && p + 1 < end && base[p + 1] == UInt8(ascii: "/") {
        depth -= 1
        p += 2
        if depth == 0 { break }
      } else if byte == UInt8(ascii: "/") && p + 1 < end && base[p + 1] == UInt8(ascii: "*") {
        depth += 1
        p += 2
      } else {
        if byte == 0x0A || byte == 0x0D { lines = true }
        p += 1
      }
    }
    position = p
    flags.formUnion(.spaceBefore)
    if lines { flags.formUnion(.startsLine) }
    if depth > 0 {
      position = end
      flags.formUnion(.malformed)
    }
  }

  private mutating func lexPlaceholder() -> Bool {
    let start = position
    var p = start + 2
    while p + 1 < end && base[p] != 0x0A && base[p] != 0x0D {
      if base[p] == UInt8(ascii: "#") && base[p + 1] == UInt8(ascii: ">") {
        position = p + 2
        emit(.placeholder, from: start)
        return true
      }
      p += 1
    }
    return false
  }
}
