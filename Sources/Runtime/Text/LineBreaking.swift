/// Where a line may end: a compact form of the Unicode line breaking rules (UAX 14) for spaces, hyphens, dashes, slashes
/// and East Asian text.

enum BreakClass: UInt8 {
  case letter
  case digit
  case space
  case newline
  case hyphen
  /// Break allowed before and after.
  case dash
  case slash
  /// Ideographs, kana, Hangul, emoji.
  case ideographic
  /// Opening punctuation: no break after.
  case opening
  /// Closing punctuation and what may not begin a line: no break before.
  case closing
  /// No break on either side.
  case glue
  /// Break allowed, no width.
  case zeroWidthSpace
  /// A break here shows a hyphen.
  case softHyphen

  static func of(_ scalar: Unicode.Scalar) -> BreakClass {
    switch scalar.value {
    case 0x0A, 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: return .newline
    case 0x20, 0x09, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: return .space
    case 0x2D, 0x2010: return .hyphen
    case 0x2013, 0x2014: return .dash
    case 0x2F: return .slash
    case 0x30...0x39: return .digit
    case 0x28, 0x5B, 0x7B, 0x00A1, 0x00BF, 0x201C, 0x2018, 0x00AB, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014,
      0x3016, 0x3018, 0x301A, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F:
      return .opening
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x00BB, 0x2019, 0x201D, 0x2026, 0x3001, 0x3002, 0x3005,
      0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x303B, 0x309D, 0x309E, 0x30FB, 0x30FC,
      0x30FD, 0x30FE, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60, 0xFF61, 0xFF64,
      0xFF65, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x30A1, 0x30A3, 0x30A5,
      0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6:
      return .closing
    case 0xA0, 0x202F, 0x2007, 0x2060, 0xFEFF, 0x2011: return .glue
    case 0x200B: return .zeroWidthSpace
    case 0xAD: return .softHyphen
    case 0x1100...0x11FF, 0x2E80...0x2FFF, 0x3004...0x30FF, 0x3100...0x318F, 0x31A0...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF02...0xFF9F, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      return .ideographic
    default: return .letter
    }
  }

  /// Whether a line may end between two neighbours that are neither spaces nor newlines.
  static func allows(_ first: BreakClass, _ second: BreakClass) -> Bool {
    if second == .closing || second == .glue || second == .zeroWidthSpace || second == .space { return false }
    if first == .glue || first == .opening { return false }
    switch first {
    case .hyphen: return second != .digit && second != .hyphen
    case .slash: return second != .digit && second != .slash
    case .dash: return second != .dash
    case .zeroWidthSpace, .softHyphen, .ideographic: return second != .hyphen && second != .slash && second != .dash
    case .closing: return second == .ideographic
    default: return second == .ideographic || second == .dash
    }
  }
}

/// A line before it has a place: what is shown, and where the next line begins.
struct LineSpan: Equatable {
  /// Clusters.
  var start: Int
  var end: Int
  var next: Int
  /// Points at font scale 1, without trailing blanks.
  var width: Double
  /// Ends with a line break of the text.
  var isHard: Bool
}
