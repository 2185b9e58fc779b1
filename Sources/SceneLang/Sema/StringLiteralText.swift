/// The text a string literal stands for: escapes decoded, the indentation of multi-line literals taken off, raw
/// delimiters honoured.
enum StringLiteralText {
  /// Value of a literal without interpolations.
  static func value(of node: NodeID, in tree: SyntaxTree) -> String {
    if let plain = plainBytes(of: node, in: tree) { return String(decoding: plain, as: UTF8.self) }
    return segments(of: node, in: tree).joined()
  }

  /// The bytes of a literal in plain quotes that stand for themselves; nil for any other.
  static func plainBytes(of node: NodeID, in tree: SyntaxTree) -> UnsafeBufferPointer<UInt8>? {
    guard tree.childCount(node) == 3 else { return nil }
    let quote = tree.token(node, at: 0)
    let segment = tree.token(node, at: 1)
    guard quote != .none, segment != .none, tree.kind(segment) == .stringSegment, tree.bytes(quote).count == 1 else {
      return nil
    }
    let bytes = tree.bytes(segment)
    return bytes.contains(UInt8(ascii: "\\")) ? nil : bytes
  }

  /// Decoded text of each `stringSegment` token, in order.
  static func segments(of node: NodeID, in tree: SyntaxTree) -> [String] {
    var tokens: [TokenID] = []
    var quote = TokenID.none
    var closing = TokenID.none
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      guard child.isToken else { continue }
      switch tree.kind(child.token) {
      case .stringQuote:
        if quote == .none { quote = child.token } else { closing = child.token }
      case .stringSegment: tokens.append(child.token)
      default: break
      }
    }
    var hashes = 0
    var quotes = 0
    if quote != .none {
      for byte in tree.bytes(quote) {
        if byte == 0x23 { hashes += 1 }
        if byte == 0x22 { quotes += 1 }
      }
    }
    let isMultiline = quotes >= 3
    var indentation: [UInt8] = []
    if isMultiline, closing != .none {
      // White space before the closing delimiter on its line.
      var at = Int(tree.range(closing).start)
      let bytes = tree.source.bytes
      while at > 0, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
      if at > 0, isNewline(bytes[at - 1]) {
        indentation = Array(bytes[at..<Int(tree.range(closing).start)])
      }
    }
    var result: [String] = []
    for (index, token) in tokens.enumerated() {
      var bytes = Array(tree.bytes(token))
      if isMultiline {
        let startsLine = index == 0 || tree.range(tokens[index]).start == tree.range(tokens[index - 1]).end
        bytes = withoutIndentation(
          bytes, indentation, isFirst: index == 0,
          startsLine: startsLine && index > 0 && endsLine(tree, tokens[index - 1]),
          isLast: index == tokens.count - 1 && closing != .none
            && tree.range(token).end == tree.range(closing).start)
      }
      result.append(decode(bytes, hashes: hashes))
    }
    return result
  }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func endsLine(_ tree: SyntaxTree, _ token: TokenID) -> Bool {
    guard let last = tree.bytes(token).last else { return false }
    return isNewline(last)
  }

  private static func withoutIndentation(
    _ bytes: [UInt8], _ indentation: [UInt8], isFirst: Bool, startsLine: Bool, isLast: Bool
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    var atLineStart = startsLine
    if isFirst {
      // The line break after the opening delimiter does not belong to the text.
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      if index < bytes.count, bytes[index] == 0x0D { index += 1 }
      if index < bytes.count, bytes[index] == 0x0A { index += 1 }
      atLineStart = true
    }
    while index < bytes.count {
      if atLineStart {
        var matched = 0
        while matched < indentation.count, index + matched < bytes.count,
          bytes[index + matched] == indentation[matched]
        { matched += 1 }
        index += matched
        atLineStart = false
        continue
      }
      let byte = bytes[index]
      result.append(byte)
      index += 1
      if byte == 0x0A { atLineStart = true }
    }
    if isLast {
      // Neither does the one before the closing delimiter.
      while let last = result.last, last == 0x20 || last == 0x09 {
        if !result.contains(where: isNewline) { break }
        result.removeLast()
      }
      if result.last == 0x0A { result.removeLast() }
      if result.last == 0x0D { result.removeLast() }
    }
    return result
  }

  private static func decode(_ bytes: [UInt8], hashes: Int) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x5C else {
        result.append(byte)
        index += 1
        continue
      }
      var next = index + 1
      var found = 0
      while found < hashes, next < bytes.count, bytes[next] == 0x23 {
        found += 1
        next += 1
      }
      guard found == hashes, next < bytes.count else {
        result.append(byte)
        index += 1
        continue
      }
      let escape = bytes[next]
      index = next + 1
      switch escape {
      case 0x6E: result.append(0x0A)
      case 0x74: result.append(0x09)
      case 0x72: result.append(0x0D)
      case 0x30: result.append(0)
      case 0x75:
        var value: UInt32 = 0
        if index < bytes.count, bytes[index] == 0x7B {
          index += 1
          while index < bytes.count, bytes[index] != 0x7D {
            if let digit = hexDigit(bytes[index]) { value = (value << 4 | digit) & 0x1F_FFFF }
            index += 1
          }
          index += 1
        }
        if let scalar = Unicode.Scalar(value) { result.append(contentsOf: Array(String(scalar).utf8)) }
      case 0x0A, 0x0D, 0x20, 0x09:
        // An escaped line break joins two lines.
        var at = index - 1
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
        if at < bytes.count, isNewline(bytes[at]) {
          if bytes[at] == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { at += 1 }
          index = at + 1
        }
      default: result.append(escape)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: return UInt32(byte - 0x30)
    case 0x61...0x66: return UInt32(byte - 0x57)
    case 0x41...0x46: return UInt32(byte - 0x37)
    default: return nil
    }
  }
}
