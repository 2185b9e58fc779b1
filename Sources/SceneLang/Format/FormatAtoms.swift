/// The text as the formatter sees it: atoms that stay as they are, and the gaps between them.
///
/// An atom is a token; a string literal with all its interpolations is one atom, so that nothing within quotes is ever
/// touched. What lies before an atom (white space, line breaks, comments) is its gap. The last atom is the end of the
/// file, which has no text.
struct FormatAtoms {
  struct Atom {
    var offset: UInt32
    var end: UInt32
    var kind: TokenKind
    /// Columns up to the end, or up to the first line break of a string over several lines.
    var width: Int32
    /// Columns behind the last line break of such a string; -1 for what lies on one line.
    var lastWidth: Int32
    /// Of the gap before the atom, as the author wrote it.
    var hasSpace: Bool
    /// Line breaks in the gap, at most 255; comments are not counted.
    var lineBreaks: UInt8
    /// Position in `comments` of the first comment of the gap, and how many there are.
    var firstComment: UInt32
    var commentCount: UInt32
  }

  struct Comment {
    var range: SourceRange
    /// Line breaks between what stands before and the comment.
    var breaksBefore: UInt8
    var spacesBefore: UInt16
    /// `//`, ends with its line.
    var isLine: Bool
  }

  let source: SourceFile
  private(set) var atoms: [Atom] = []
  private(set) var comments: [Comment] = []
  /// The atom that a token belongs to; for a token without text the next one.
  private(set) var atomOfToken: [UInt32] = []
  /// Bytes at the start that are kept as they are: a byte order mark and a `#!` line.
  private(set) var prefixLength = 0

  init(_ tree: SyntaxTree) {
    source = tree.source
    read(tree)
  }

  private mutating func read(_ tree: SyntaxTree) {
    let count = tree.tokens.count
    // Outer strings come later in the table, and begin at other tokens than the strings within them.
    var stringEnd = [UInt32](repeating: 0, count: count)
    for index in tree.nodes.indices where tree.nodes[index].kind == .stringLiteralExpr {
      let row = tree.nodes[index]
      if Int(row.firstToken) < count { stringEnd[Int(row.firstToken)] = row.endToken }
    }
    atoms.reserveCapacity(count)
    atomOfToken = [UInt32](repeating: 0, count: count + 1)
    let bytes = source.bytes
    prefixLength = FormatAtoms.prefix(bytes)
    var position = prefixLength
    var token = 0
    while token < count {
      let row = tree.tokens[token]
      let isEnd = row.kind == .endOfFile
      atomOfToken[token] = UInt32(atoms.count)
      if row.length == 0 && !isEnd {
        token += 1
        continue
      }
      var endToken = token + 1
      if stringEnd[token] > UInt32(endToken) { endToken = min(Int(stringEnd[token]), count) }
      for inner in token + 1..<max(endToken, token + 1) { atomOfToken[inner] = UInt32(atoms.count) }
      // Missing tokens at the end of a string cannot be there in a file without errors.
      let end = isEnd ? bytes.count : Int(tree.tokens[endToken - 1].end)
      append(row.kind, Int(row.offset), isEnd ? bytes.count : end, gapStart: position, isEnd: isEnd)
      position = max(position, end)
      token = endToken
      if isEnd { break }
    }
    atomOfToken[count] = UInt32(max(atoms.count, 1) - 1)
  }

  /// Length of what stands before the first line.
  static func prefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var position = 0
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { position = 3 }
    if position + 1 < bytes.count && bytes[position] == UInt8(ascii: "#") && bytes[position + 1] == UInt8(ascii: "!") {
      while position < bytes.count && bytes[position] != 0x0A && bytes[position] != 0x0D { position += 1 }
    }
    return position
  }

  private mutating func append(_ kind: TokenKind, _ offset: Int, _ end: Int, gapStart: Int, isEnd: Bool) {
    let gapEnd = isEnd ? end : offset
    var atom = Atom(
      offset: UInt32(gapEnd), end: UInt32(end), kind: kind, width: 0, lastWidth: -1, hasSpace: gapEnd > gapStart,
      lineBreaks: 0, firstComment: UInt32(comments.count), commentCount: 0)
    if gapEnd > gapStart { readGap(gapStart, gapEnd, &atom) }
    measure(&atom)
    atoms.append(atom)
  }

  private mutating func readGap(_ start: Int, _ end: Int, _ atom: inout Atom) {
    let bytes = source.bytes
    if end - start == 1 && bytes[start] == 0x20 { return }
    var breaks = 0
    var spaces = 0
    var position = start
    while position < end {
      let byte = bytes[position]
      if byte == 0x0A || byte == 0x0D {
        position += byte == 0x0D && position + 1 < end && bytes[position + 1] == 0x0A ? 2 : 1
        breaks += 1
        spaces = 0
      } else if byte == UInt8(ascii: "/") && position + 1 < end
        && (bytes[position + 1] == UInt8(ascii: "/") || bytes[position + 1] == UInt8(ascii: "*"))
      {
        let isLine = bytes[position + 1] == UInt8(ascii: "/")
        let first = position
        position = isLine ? endOfLine(position, end) : endOfBlock(position, end)
        var last = position
        if isLine { while last > first && (bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09) { last -= 1 } }
        comments.append(
          Comment(
            range: SourceRange(start: first, end: last), breaksBefore: UInt8(clamping: breaks),
            spacesBefore: UInt16(clamping: spaces), isLine: isLine))
        atom.commentCount += 1
        breaks = 0
        spaces = 0
      } else {
        position += 1
        spaces += 1
      }
    }
    atom.lineBreaks = UInt8(clamping: breaks)
    atom.hasSpace = spaces > 0 || breaks > 0
  }

  private func endOfLine(_ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end && source.bytes[position] != 0x0A && source.bytes[position] != 0x0D { position += 1 }
    return position
  }

  /// Block comments nest.
  private func endOfBlock(_ start: Int, _ end: Int) -> Int {
    let bytes = source.bytes
    var position = start + 2
    var depth = 1
    while position < end && depth > 0 {
      if position + 1 < end && bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else if position + 1 < end && bytes[position] == UInt8(ascii: "/") && bytes[position + 1] == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else {
        position += 1
      }
    }
    return position
  }

  private func measure(_ atom: inout Atom) {
    var width: Int32 = 0
    var isBroken = false
    for position in Int(atom.offset)..<Int(atom.end) {
      let byte = source.bytes[position]
      if byte == 0x0A || byte == 0x0D {
        if !isBroken { atom.width = width }
        isBroken = true
        width = 0
      } else if byte & 0xC0 != 0x80 {
        width += 1
      }
    }
    if isBroken { atom.lastWidth = width } else { atom.width = width }
  }

  /// Columns of a comment: of its last line if there are several.
  func width(of comment: Comment) -> Int {
    var width = 0
    for byte in source.slice(comment.range) {
      if byte == 0x0A || byte == 0x0D { width = 0 } else if byte & 0xC0 != 0x80 { width += 1 }
    }
    return width
  }

  /// Whether a gap holds a line break, before, between or behind its comments.
  func hasBreak(_ index: Int) -> Bool {
    let atom = atoms[index]
    if atom.lineBreaks > 0 { return true }
    for position in 0..<Int(atom.commentCount) where comments[Int(atom.firstComment) + position].breaksBefore > 0 {
      return true
    }
    return false
  }
}
