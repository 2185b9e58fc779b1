/// Reads the syntax errors out of a finished tree: each missing or unexpected stretch once, at its cause.
///
/// The tables are scanned in order, so the cost is a few nanoseconds a node; nothing else is done for a file without
/// errors. What follows directly from a reported error is left out.
package final class ParseDiagnostics {
  let tree: SyntaxTree
  let file: UInt32
  /// Findings with the tokens they cover, for putting them in order and leaving out what follows from another.
  var found: [(diagnostic: Diagnostic, first: Int, end: Int, isFollowUp: Bool)] = []
  /// Some token is expected and not there; without one no node has to be asked.
  private(set) var hasMissing = false
  /// Parent of each node; made when the first error needs a context.
  private var parents: [UInt32] = []

  /// All syntax errors of a tree, ordered by place.
  package static func diagnose(_ tree: SyntaxTree, file: UInt32) -> [Diagnostic] {
    let run = ParseDiagnostics(tree: tree, file: file)
    if let obstacle = tree.source.obstacle { return [run.finding(of: obstacle)] }
    run.scanTokens()
    run.scanNodes()
    run.scanBytes()
    return run.ordered()
  }

  private init(tree: SyntaxTree, file: UInt32) {
    self.tree = tree
    self.file = file
  }

  private func finding(of obstacle: SourceObstacle) -> Diagnostic {
    switch obstacle {
    case .tooLong: Diagnostic(.fileTooLarge, "the file is larger than 64 MB and was not read", at: place(.zero))
    case .utf16: Diagnostic(.invalidUTF8, "this is UTF-16 text; save the file as UTF-8", at: place(.zero))
    case .binary: Diagnostic(.invalidUTF8, "this file is not text", at: place(.zero))
    }
  }

  private func ordered() -> [Diagnostic] {
    let sorted = found.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if x.first != y.first { return x.first < y.first }
      return a.offset < b.offset
    }
    var result: [Diagnostic] = []
    var lastEnd = -1
    for entry in sorted {
      let item = entry.element
      // Tokens that touch the last finding follow from it, unless they are a finding of their own line.
      if item.isFollowUp && item.first <= lastEnd || item.first < lastEnd {
        lastEnd = max(lastEnd, item.end)
        continue
      }
      result.append(item.diagnostic)
      lastEnd = max(lastEnd, item.end)
    }
    return result.sorted { $0.range.start < $1.range.start }
  }

  // MARK: Helpers

  func place(_ range: SourceRange) -> SourcePlace { SourcePlace(file: file, range: range) }

  func report(
    _ kind: DiagnosticKind, _ message: String, _ range: SourceRange, first: Int, end: Int? = nil,
    isFollowUp: Bool = false, _ complete: (inout Diagnostic) -> Void = { _ in }
  ) {
    var diagnostic = Diagnostic(kind, message, at: place(range))
    complete(&diagnostic)
    found.append((diagnostic, first, end ?? first + 1, isFollowUp))
  }

  func parent(_ node: NodeID) -> NodeID {
    if parents.isEmpty {
      parents = [UInt32](repeating: UInt32.max, count: tree.nodes.count)
      for index in tree.nodes.indices {
        for position in tree.childRange(NodeID(UInt32(index))) {
          let child = tree.childTable[position]
          if child.isNode { parents[Int(child.node.raw)] = UInt32(index) }
        }
      }
    }
    let raw = parents[Int(node.raw)]
    return raw == .max ? .none : NodeID(raw)
  }

  /// The text before a place: the token that a missing one follows.
  func rangeBefore(_ token: Int) -> SourceRange {
    var index = token - 1
    while index > 0 && (tree.tokens[index].length == 0) { index -= 1 }
    if index <= 0 { return tree.tokens[token].range }
    return tree.tokens[index].range
  }

  // MARK: Bytes

  /// Bytes that are not UTF-8, in strings and comments: elsewhere they are unknown tokens.
  private func scanBytes() {
    for range in UTF8Check.invalidRanges(tree.source.bytes, limit: 100) {
      let token = tree.token(atOffset: range.start)
      let index = token == .none ? tree.tokens.count - 1 : Int(token.raw)
      if index < 0 || tree.tokens[index].kind == .unknown && tree.tokens[index].offset <= range.start { continue }
      report(.invalidUTF8, "this is not UTF-8 text; save the file as UTF-8", range, first: index)
    }
  }

  // MARK: Tokens

  private func scanTokens() {
    let remarkable = TokenFlags.missing.rawValue | TokenFlags.malformed.rawValue | TokenFlags.escaped.rawValue
    let found = tree.tokens.withUnsafeBufferPointer { tokens in
      tokens.indices.filter { tokens[$0].flags.rawValue & remarkable != 0 || tokens[$0].kind == .placeholder }
    }
    for index in found {
      let token = tree.tokens[index]
      if token.isMissing { hasMissing = true }
      if token.kind == .placeholder {
        report(.placeholderLeft, "placeholder left in the source; write a value", token.range, first: index)
      } else if token.flags.rawValue & TokenFlags.malformed.rawValue != 0 {
        malformed(token, index)
      } else if token.kind == .stringSegment && token.flags.contains(.escaped) {
        checkEscapes(token, index)
      } else if token.kind == .stringQuote && token.isMissing {
        unterminatedString(index)
      }
    }
  }

  private func malformed(_ token: Token, _ index: Int) {
    switch token.kind {
    case .endOfFile:
      let start = commentStart(before: index)
      report(.unterminatedComment, "unterminated '/*' comment", SourceRange(start, start + 2), first: index)
    case .integerLiteral, .floatLiteral:
      var digits: [UInt8] = []
      let text = Array(tree.source.slice(token.range))
      let isDecimal = !(text.count > 1 && text[0] == 0x30 && text[1] > 0x39)
      if isDecimal {
        for byte in text {
          guard byte >= 0x30 && byte <= 0x39 || byte == 0x2E || byte == 0x5F else { break }
          digits.append(byte)
        }
      }
      let written = tree.source.text(token.range)
      report(.invalidNumber, "'\(written)' is not a number", token.range, first: index) { diagnostic in
        if !digits.isEmpty && digits.count < text.count {
          var fix = FixIt.replace(diagnostic.place, with: String(decoding: digits, as: UTF8.self))
          fix.applicability = .needsReview
          diagnostic.fixes = [fix]
        }
      }
    case .equal:
      report(
        .operatorSpacing, "'=' must have white space on both sides or on neither", token.range, first: index
      ) { diagnostic in
        let before = index > 0 && tree.tokens[index - 1].end == token.offset
        let point = before ? token.offset : token.end
        diagnostic.fixes = [.insert(" ", at: place(SourceRange(point, point)), title: "insert a space")]
      }
    case .regexLiteral:
      report(.unterminatedString, "unterminated regular expression", token.range, first: index)
    default: break
    }
  }

  /// Offset of the comment that runs to the end of the text.
  private func commentStart(before index: Int) -> UInt32 {
    let bytes = tree.source.bytes
    var position = index > 0 ? Int(tree.tokens[index - 1].end) : 0
    while position + 1 < bytes.count {
      if bytes[position] == 0x2F && bytes[position + 1] == 0x2F {
        while position < bytes.count && bytes[position] != 0x0A && bytes[position] != 0x0D { position += 1 }
      } else if bytes[position] == 0x2F && bytes[position + 1] == 0x2A {
        let start = position
        var depth = 0
        while position + 1 < bytes.count {
          if bytes[position] == 0x2F && bytes[position + 1] == 0x2A {
            depth += 1
            position += 2
          } else if bytes[position] == 0x2A && bytes[position + 1] == 0x2F {
            depth -= 1
            position += 2
            if depth == 0 { break }
          } else {
            position += 1
          }
        }
        if depth > 0 { return UInt32(start) }
      } else {
        position += 1
      }
    }
    return UInt32(position)
  }

  private func unterminatedString(_ index: Int) {
    // The opening quote: back over segments and whole interpolations.
    var open = index - 1
    var depth = 0
    while open > 0 {
      let kind = tree.tokens[open].kind
      if kind == .interpolationEnd {
        depth += 1
      } else if kind == .interpolationStart {
        depth -= 1
      } else if kind == .stringQuote && depth == 0 {
        break
      }
      open -= 1
    }
    let quote = tree.tokens[open]
    let interpolation =
      index > 0 && tree.tokens[index - 1].kind == .interpolationEnd && tree.tokens[index - 1].isMissing
    if interpolation {
      var start = index - 1
      while start > open && tree.tokens[start].kind != .interpolationStart { start -= 1 }
      report(
        .unterminatedString, "interpolation is not closed; ')' is missing", tree.tokens[start].range, first: index - 1,
        end: index + 1, isFollowUp: true)
      return
    }
    let isMultiline = quote.length >= 3
    report(
      .unterminatedString, isMultiline ? "unterminated string; closing '\"\"\"' is missing" : "unterminated string",
      isMultiline ? quote.range : SourceRange(quote.offset, tree.tokens[index].offset), first: index
    ) { diagnostic in
      if !isMultiline {
        let point = tree.tokens[index].offset
        diagnostic.fixes = [
          FixIt(
            "insert the closing quotation mark",
            [FixIt.Edit(place(SourceRange(point, point)), "\"")], applicability: .needsReview)
        ]
      }
    }
  }

  private func checkEscapes(_ token: Token, _ index: Int) {
    // The number of pound signs is that of the string's opening quote, found behind this segment.
    var open = index - 1
    var depth = 0
    while open > 0 {
      let kind = tree.tokens[open].kind
      if kind == .interpolationEnd { depth += 1 } else if kind == .interpolationStart { depth -= 1 }
      if kind == .stringQuote && depth == 0 { break }
      open -= 1
    }
    let quote = tree.source.slice(tree.tokens[open].range)
    var pounds = 0
    while pounds < quote.count && quote[pounds] == 0x23 { pounds += 1 }
    let isMultiline = quote.count >= pounds + 3
    let bytes = tree.source.slice(token.range)
    var position = 0
    while position < bytes.count {
      guard bytes[position] == 0x5C else {
        position += 1
        continue
      }
      let start = position
      position += 1
      var count = 0
      while count < pounds && position < bytes.count && bytes[position] == 0x23 {
        count += 1
        position += 1
      }
      if count < pounds { continue }
      guard position < bytes.count else { break }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "0"), UInt8(ascii: "\\"),
        UInt8(ascii: "\""), UInt8(ascii: "'"):
        position += 1
        continue
      case 0x0A, 0x0D, 0x20, 0x09:
        if isMultiline {
          var end = position
          while end < bytes.count && (bytes[end] == 0x20 || bytes[end] == 0x09) { end += 1 }
          if end < bytes.count && (bytes[end] == 0x0A || bytes[end] == 0x0D) || end == bytes.count {
            position = end
            continue
          }
        }
      case UInt8(ascii: "u"):
        var end = position + 1
        if end < bytes.count && bytes[end] == UInt8(ascii: "{") {
          end += 1
          let digits = end
          while end < bytes.count && isHexadecimal(bytes[end]) { end += 1 }
          if end < bytes.count && bytes[end] == UInt8(ascii: "}") && end > digits && end - digits <= 8 {
            let value = UInt32(String(decoding: bytes[digits..<end], as: UTF8.self), radix: 16) ?? .max
            position = end + 1
            if Unicode.Scalar(value) != nil { continue }
            report(
              .invalidEscape, "no Unicode scalar has this number",
              SourceRange(token.offset + UInt32(start), token.offset + UInt32(end + 1)), first: index)
            continue
          }
        }
        report(
          .invalidEscape, "'\\u' is followed by one to eight hexadecimal digits in braces",
          SourceRange(token.offset + UInt32(start), token.offset + UInt32(min(end, bytes.count))), first: index)
        position = max(end, position + 1)
        continue
      default: break
      }
      var end = position + 1
      while end < bytes.count && bytes[end] & 0xC0 == 0x80 { end += 1 }
      let range = SourceRange(token.offset + UInt32(start), token.offset + UInt32(end))
      report(.invalidEscape, "invalid escape '\(tree.source.text(range))' in a string", range, first: index) {
        let point = SourceRange(range.start, range.start)
        $0.fixes = [
          FixIt(
            "write a backslash as '\\\\'", [FixIt.Edit(place(point), "\\")], applicability: .needsReview)
        ]
      }
      position = end
    }
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66
  }
}
