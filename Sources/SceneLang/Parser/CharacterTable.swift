/// Classes of bytes and of Unicode scalars that decide where tokens begin and end.
enum ByteClass {
  static let unknown: UInt8 = 0
  static let space: UInt8 = 1
  static let newline: UInt8 = 2
  /// Letters and the underscore
  static let letter: UInt8 = 3
  static let digit: UInt8 = 4
  /// A token of its own
  static let punctuation: UInt8 = 5
  static let operatorByte: UInt8 = 6
  static let quote: UInt8 = 7
  static let pound: UInt8 = 8
  static let dollar: UInt8 = 9
  static let backtick: UInt8 = 10
  /// First byte of a longer UTF-8 sequence, or a stray byte
  static let high: UInt8 = 11
}

/// Tables made once per process, on the first parse.
struct CharacterTable: @unchecked Sendable {
  static let shared = CharacterTable()

  /// Class of each byte.
  let classes: UnsafePointer<UInt8>
  /// 1 for the ASCII bytes that continue an identifier.
  let continues: UnsafePointer<UInt8>
  /// Kind of each one-byte token.
  let punctuation: UnsafePointer<TokenKind>
  /// Keywords by hash: two words of text and the kind.
  let keywords: UnsafePointer<Keyword>

  struct Keyword {
    var low: UInt64
    var high: UInt64
    var kind: TokenKind
  }

  static let keywordBits: UInt64 = 9

  /// Spellings of all keywords in the order of `TokenKind`, from `associatedtype` on. As text, because asking each case
  /// for its name takes a millisecond at every start.
  static let keywordTexts: StaticString = """
    associatedtype class deinit enum extension fileprivate func import init inout internal let operator \
    precedencegroup private protocol public static struct subscript typealias var break case catch continue \
    default defer do else fallthrough for guard if in repeat return switch throw where while Any as false \
    is nil rethrows self Self super throws true try _ actor any async await borrowing consume consuming \
    convenience copy didSet discard distributed dynamic each final get indirect infix isolated lazy left \
    macro mutating nonisolated nonmutating of open optional override package postfix prefix required \
    sending set some then unowned unsafe weak willSet yield _modify _read __consuming __owned __shared \
    _const _local
    """

  @inline(__always) static func slot(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93) >> (64 - keywordBits))
  }

  private init() {
    let classes = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    classes.initialize(repeating: ByteClass.unknown, count: 256)
    let continues = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    continues.initialize(repeating: 0, count: 256)
    let punctuation = UnsafeMutablePointer<TokenKind>.allocate(capacity: 256)
    punctuation.initialize(repeating: .unknown, count: 256)
    func set(_ text: StaticString, _ value: UInt8) {
      for index in 0..<text.utf8CodeUnitCount { classes[Int(text.utf8Start[index])] = value }
    }
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
      classes[Int(byte)] = ByteClass.letter
      classes[Int(byte) - 32] = ByteClass.letter
      continues[Int(byte)] = 1
      continues[Int(byte) - 32] = 1
    }
    classes[Int(UInt8(ascii: "_"))] = ByteClass.letter
    continues[Int(UInt8(ascii: "_"))] = 1
    for byte in UInt8(ascii: "0")...UInt8(ascii: "9") {
      classes[Int(byte)] = ByteClass.digit
      continues[Int(byte)] = 1
    }
    set("/=-+!*%<>&|^~?.", ByteClass.operatorByte)
    set("()[]{},:;@\\", ByteClass.punctuation)
    set("\"", ByteClass.quote)
    set("#", ByteClass.pound)
    set("$", ByteClass.dollar)
    set("`", ByteClass.backtick)
    set(" \t", ByteClass.space)
    classes[0x0B] = ByteClass.space
    classes[0x0C] = ByteClass.space
    classes[0] = ByteClass.space
    set("\n\r", ByteClass.newline)
    for byte in 0x80...0xFF { classes[byte] = ByteClass.high }
    let pairs: [(UInt8, TokenKind)] = [
      (UInt8(ascii: "("), .leftParen), (UInt8(ascii: ")"), .rightParen), (UInt8(ascii: "["), .leftBracket),
      (UInt8(ascii: "]"), .rightBracket), (UInt8(ascii: "{"), .leftBrace), (UInt8(ascii: "}"), .rightBrace),
      (UInt8(ascii: ","), .comma), (UInt8(ascii: ":"), .colon), (UInt8(ascii: ";"), .semicolon),
      (UInt8(ascii: "@"), .at), (UInt8(ascii: "\\"), .backslash),
    ]
    for (byte, kind) in pairs { punctuation[Int(byte)] = kind }

    let size = 1 << Int(CharacterTable.keywordBits)
    let keywords = UnsafeMutablePointer<Keyword>.allocate(capacity: size)
    keywords.initialize(repeating: Keyword(low: 0, high: 0, kind: .identifier), count: size)
    var raw = TokenKind.associatedtype.rawValue
    var low: UInt64 = 0
    var high: UInt64 = 0
    var length: UInt64 = 0
    let texts = CharacterTable.keywordTexts
    for index in 0...texts.utf8CodeUnitCount {
      let byte = index < texts.utf8CodeUnitCount ? texts.utf8Start[index] : 0x20
      if byte != 0x20 {
        if length < 8 { low |= UInt64(byte) << (length * 8) } else { high |= UInt64(byte) << (length * 8 - 64) }
        length += 1
        continue
      }
      var slot = CharacterTable.slot(low, high)
      while keywords[slot].low != 0 { slot = (slot + 1) & (size - 1) }
      keywords[slot] = Keyword(low: low, high: high, kind: TokenKind(rawValue: raw) ?? .identifier)
      raw += 1
      low = 0
      high = 0
      length = 0
    }
    self.classes = UnsafePointer(classes)
    self.continues = UnsafePointer(continues)
    self.punctuation = UnsafePointer(punctuation)
    self.keywords = UnsafePointer(keywords)
  }

  // MARK: Scalars beyond ASCII

  /// Swift's identifier characters beyond ASCII.
  static func isIdentifierHead(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x200B...0x200D, 0x202A...0x202E, 0x203F,
      0x2040, 0x2054, 0x2060...0x20CF, 0x2100...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
      0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
      0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFEFE, 0xFF00...0xFFFD:
      return true
    case 0x10000...0xEFFFD: return scalar & 0xFFFF <= 0xFFFD
    default: return false
    }
  }

  static func isIdentifierContinue(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: return true
    default: return isIdentifierHead(scalar)
    }
  }

  static func isOperatorHead(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2016, 0x2017,
      0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775,
      0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3030:
      return true
    default: return false
    }
  }

  static func isOperatorContinue(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF:
      return true
    default: return isOperatorHead(scalar)
    }
  }
}

extension TokenKind {
  /// The text of a keyword; of other kinds the name of the case.
  package var spelling: String {
    switch self {
    case .wildcard: return "_"
    case .legacyConsuming: return "__consuming"
    case .legacyOwned: return "__owned"
    case .legacyShared: return "__shared"
    case .leftParen: return "("
    case .rightParen, .interpolationEnd: return ")"
    case .leftBracket: return "["
    case .rightBracket: return "]"
    case .leftBrace: return "{"
    case .rightBrace: return "}"
    case .leftAngle: return "<"
    case .rightAngle: return ">"
    case .comma: return ","
    case .colon: return ":"
    case .semicolon: return ";"
    case .period: return "."
    case .equal: return "="
    case .arrow: return "->"
    case .at: return "@"
    case .pound: return "#"
    case .backslash: return "\\"
    case .stringQuote: return "\""
    case .interpolationStart: return "\\("
    case .postfixQuestion, .infixQuestion: return "?"
    case .postfixExclaim: return "!"
    case .prefixAmpersand: return "&"
    case .ellipsis: return "..."
    case .poundIf: return "#if"
    case .poundElseif: return "#elseif"
    case .poundElse: return "#else"
    case .poundEndif: return "#endif"
    case .poundSourceLocation: return "#sourceLocation"
    case .poundAvailable: return "#available"
    case .poundUnavailable: return "#unavailable"
    default: return "\(self)"
    }
  }
}
