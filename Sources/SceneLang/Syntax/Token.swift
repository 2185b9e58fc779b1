/// Tokens and the references to them.
///
/// A tree's tokens stand in the order of the text. What lies between two of them is trivia (white space, comments), so
/// the token table alone gives back every byte.
package struct Token: Sendable, BitwiseCopyable {
  /// Byte offset in the source.
  package var offset: UInt32
  /// Bytes; 0 for a token the parser expected and did not find.
  package var length: UInt32
  package var kind: TokenKind
  package var flags: TokenFlags

  @inline(__always)
  package init(_ kind: TokenKind, offset: UInt32, length: UInt32, flags: TokenFlags = []) {
    self.kind = kind
    self.offset = offset
    self.length = length
    self.flags = flags
  }

  @inline(__always) package var end: UInt32 { offset + length }
  @inline(__always) package var range: SourceRange { SourceRange(offset, offset + length) }
  /// Expected by the grammar, absent from the text.
  @inline(__always) package var isMissing: Bool { flags.rawValue & TokenFlags.missing.rawValue != 0 }
}

package struct TokenFlags: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8
  @inline(__always) package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// First token of its line.
  package static let startsLine = TokenFlags(rawValue: 1)
  /// White space or a comment stands before it.
  package static let spaceBefore = TokenFlags(rawValue: 2)
  package static let missing = TokenFlags(rawValue: 4)
  /// Not well formed: unterminated, a bad digit or escape, stray bytes.
  package static let malformed = TokenFlags(rawValue: 8)
  /// An identifier in backticks (`SyntaxTree.name(of:)` leaves them out), or a string segment with escapes.
  package static let escaped = TokenFlags(rawValue: 16)
}

/// Index of a token in its tree.
package struct TokenID: Hashable, Sendable, BitwiseCopyable {
  package var raw: UInt32
  @inline(__always) package init(_ raw: UInt32) { self.raw = raw }
  package static let none = TokenID(.max)
}

/// Kinds of tokens. The raw values of keywords are contiguous, first the reserved ones, then the contextual ones; a
/// contextual keyword that the grammar reads as a name has the kind `identifier` in the tree.
package enum TokenKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  // MARK: Marks
  /// Zero-length mark at the start of each parsed stretch of text, so that a token's leading trivia always reaches
  /// back to the end of the token before it.
  case startOfText
  case endOfFile
  /// Bytes that no token begins with.
  case unknown

  // MARK: Names and literals
  case identifier
  /// `$0`, `$name`
  case dollarIdentifier
  /// `<#text#>`
  case placeholder
  case integerLiteral
  case floatLiteral
  /// `"`, `"""`, `#"`, `"#`: opens or closes a string
  case stringQuote
  /// Text of a string, escapes and all
  case stringSegment
  /// `\(` or `\#(`
  case interpolationStart
  case interpolationEnd
  /// `/.../`, `#/.../#`
  case regexLiteral

  // MARK: Punctuation
  case leftParen
  case rightParen
  case leftBracket
  case rightBracket
  case leftBrace
  case rightBrace
  case comma
  case colon
  case semicolon
  case period
  case at
  /// `#` before a macro's name
  case pound
  case backslash
  case arrow
  case equal
  /// `?` bound to what stands before it
  case postfixQuestion
  /// `?` of a ternary
  case infixQuestion
  /// `!` bound to what stands before it
  case postfixExclaim
  /// `&` bound to what follows
  case prefixAmpersand
  /// `...` after a type (the parser's reading of the operator)
  case ellipsis
  case leftAngle
  case rightAngle
  case prefixOperator
  case postfixOperator
  case binaryOperator

  // MARK: Directives
  case poundIf
  case poundElseif
  case poundElse
  case poundEndif
  case poundSourceLocation
  case poundAvailable
  case poundUnavailable

  // MARK: Reserved words
  case `associatedtype`
  case `class`
  case `deinit`
  case `enum`
  case `extension`
  case `fileprivate`
  case `func`
  case `import`
  case `init`
  case `inout`
  case `internal`
  case `let`
  case `operator`
  case `precedencegroup`
  case `private`
  case `protocol`
  case `public`
  case `static`
  case `struct`
  case `subscript`
  case `typealias`
  case `var`
  case `break`
  case `case`
  case `catch`
  case `continue`
  case `default`
  case `defer`
  case `do`
  case `else`
  case `fallthrough`
  case `for`
  case `guard`
  case `if`
  case `in`
  case `repeat`
  case `return`
  case `switch`
  case `throw`
  case `where`
  case `while`
  case `Any`
  case `as`
  case `false`
  case `is`
  case `nil`
  case `rethrows`
  case `self`
  case `Self`
  case `super`
  case `throws`
  case `true`
  case `try`
  case wildcard

  // MARK: Contextual words
  case actor
  case any
  case async
  case await
  case borrowing
  case consume
  case consuming
  case convenience
  case copy
  case didSet
  case discard
  case distributed
  case dynamic
  case each
  case final
  case get
  case indirect
  case infix
  case isolated
  case lazy
  case left
  case macro
  case mutating
  case nonisolated
  case nonmutating
  case of
  case open
  case optional
  case override
  case package
  case postfix
  case prefix
  case required
  case sending
  case set
  case some
  case then
  case unowned
  case unsafe
  case weak
  case willSet
  case yield
  case _modify
  case _read
  case legacyConsuming
  case legacyOwned
  case legacyShared
  case _const
  case _local

  @inline(__always) package var isReservedWord: Bool {
    rawValue >= TokenKind.associatedtype.rawValue && rawValue <= TokenKind.wildcard.rawValue
  }
  @inline(__always) package var isContextualWord: Bool { rawValue >= TokenKind.actor.rawValue }
  @inline(__always) package var isKeyword: Bool { rawValue >= TokenKind.associatedtype.rawValue }
  @inline(__always) package var isOperator: Bool {
    rawValue >= TokenKind.leftAngle.rawValue && rawValue <= TokenKind.binaryOperator.rawValue
  }
}
