/// Writes the gaps: line breaks, indentation, comments.
struct FormatPrinter {
  private let layout: FormatLayout
  private let atoms: FormatAtoms
  private let lineEnd: [UInt8]
  private var output: [UInt8] = []

  init(_ layout: FormatLayout) {
    self.layout = layout
    atoms = layout.atoms
    lineEnd = FormatPrinter.lineEnd(layout.atoms.source.bytes)
  }

  /// The kind of line end that most lines have; LF if there is none.
  static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var feeds = 0
    var pairs = 0
    var returns = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0A {
        feeds += 1
      } else if bytes[index] == 0x0D {
        if index + 1 < bytes.count && bytes[index + 1] == 0x0A {
          pairs += 1
          index += 1
        } else {
          returns += 1
        }
      }
      index += 1
    }
    if pairs > feeds && pairs >= returns { return [0x0D, 0x0A] }
    return returns > feeds ? [0x0D] : [0x0A]
  }

  /// A `#!` line stands before the first atom.
  private var hasFirstLine: Bool {
    atoms.prefixLength > 0 && atoms.source.bytes[atoms.prefixLength - 1] != 0xBF
  }

  /// The whole text.
  mutating func text() -> [UInt8] {
    let source = atoms.source
    output.reserveCapacity(source.count + source.count / 8 + 16)
    output.append(contentsOf: source.bytes[0..<atoms.prefixLength])
    for index in atoms.atoms.indices {
      writeGap(index)
      let atom = atoms.atoms[index]
      if atom.end > atom.offset { output.append(contentsOf: source.bytes[Int(atom.offset)..<Int(atom.end)]) }
    }
    return output
  }

  /// What changes in the gaps, smallest first: each edit lies within one gap.
  mutating func edits() -> [SourceEdit] {
    let source = atoms.source
    var edits: [SourceEdit] = []
    var position = atoms.prefixLength
    for index in atoms.atoms.indices {
      output.removeAll(keepingCapacity: true)
      // What stands before decides about line ends, so the gap is written behind a byte of it.
      if index > 0 || position > 0 { output.append(position > 0 ? source.bytes[position - 1] : 0) }
      let start = output.count
      writeGap(index)
      let old = source.bytes[position..<Int(atoms.atoms[index].offset)]
      FormatPrinter.append(Array(output[start...]), replacing: Array(old), at: position, to: &edits)
      position = Int(atoms.atoms[index].end)
    }
    return edits
  }

  /// Without what the old and the new text begin and end with alike. A line break is not split.
  private static func append(_ new: [UInt8], replacing old: [UInt8], at offset: Int, to edits: inout [SourceEdit]) {
    guard new != old else { return }
    var prefix = 0
    while prefix < min(new.count, old.count) && new[prefix] == old[prefix] { prefix += 1 }
    while prefix > 0 && (new[prefix - 1] == 0x0D || new[prefix - 1] & 0x80 != 0) { prefix -= 1 }
    var suffix = 0
    while suffix < min(new.count, old.count) - prefix && new[new.count - 1 - suffix] == old[old.count - 1 - suffix] {
      suffix += 1
    }
    while suffix > 0 && (new[new.count - suffix] == 0x0A || new[new.count - suffix] & 0x80 != 0) { suffix -= 1 }
    edits.append(
      SourceEdit(
        range: SourceRange(start: offset + prefix, end: offset + old.count - suffix),
        text: String(decoding: new[prefix..<new.count - suffix], as: UTF8.self)))
  }

  // MARK: Gaps

  private mutating func writeGap(_ index: Int) {
    let atom = atoms.atoms[index]
    let isEnd = index == atoms.atoms.count - 1
    let isStart = index == 0 && !hasFirstLine
    let isBroken = layout.plan.isBroken[index]
    if atom.commentCount == 0 {
      if isEnd {
        if !isStart { newline() }
      } else if isBroken && !isStart {
        newline()
        if atom.lineBreaks > 1 && keepsBlankLine(before: index) { newline() }
        indent(layout.spaces[index])
      } else if !isStart {
        indent(layout.spaces[index])
      }
      return
    }
    writeComments(index, atom, isBroken: isBroken, isEnd: isEnd)
  }

  /// A block does not end with blank lines.
  private func keepsBlankLine(before index: Int) -> Bool {
    switch atoms.atoms[index].kind {
    case .rightBrace, .rightParen, .rightBracket: return false
    default: return true
    }
  }

  private mutating func writeComments(_ index: Int, _ atom: FormatAtoms.Atom, isBroken: Bool, isEnd: Bool) {
    let range = Int(atom.firstComment)..<Int(atom.firstComment + atom.commentCount)
    let hasBreak = atoms.hasBreak(index)
    let isCloser = !keepsBlankLine(before: index)
    // From here on comments stand on the atom's line.
    var tail = range.upperBound
    if atom.lineBreaks == 0 && !isEnd {
      tail = range.lowerBound
      for position in range where atoms.comments[position].breaksBefore > 0 { tail = position }
      if isBroken && !hasBreak && isCloser { tail = range.upperBound }
    }
    let isForced = isBroken && !hasBreak
    for position in range {
      let comment = atoms.comments[position]
      let isFirst = index == 0 && !hasFirstLine && position == range.lowerBound
      var isLineStart = isFirst
      if comment.breaksBefore > 0 || isForced && position == tail {
        if !isFirst {
          newline()
          if comment.breaksBefore > 1 { newline() }
        }
        isLineStart = true
      }
      if isLineStart {
        let wanted = position >= tail ? layout.spaces[index] : max(0, layout.commentIndent[index])
        let column = keepsFirstColumn(comment) ? 0 : wanted
        indent(column)
        write(comment, column: Int(column))
      } else {
        let least = comment.isLine ? 1 : 0
        let most = comment.isLine ? Int(comment.spacesBefore) : 1
        indent(Int32(max(least, min(Int(comment.spacesBefore), most))))
        write(comment, column: nil)
      }
    }
    if isEnd {
      newline()
    } else if atom.lineBreaks > 0 || isForced && tail == range.upperBound {
      newline()
      if atom.lineBreaks > 1 && keepsBlankLine(before: index) { newline() }
      indent(layout.spaces[index])
    } else {
      indent(atom.hasSpace ? 1 : 0)
    }
  }

  /// Code that was commented out where it stood keeps its column, so that it fits when it comes back.
  private func keepsFirstColumn(_ comment: FormatAtoms.Comment) -> Bool {
    let bytes = atoms.source.bytes
    let start = Int(comment.range.start)
    guard comment.isLine, comment.breaksBefore > 0, comment.spacesBefore == 0 else { return false }
    // A line between others of that kind.
    if comment.range.length == 2 { return true }
    guard comment.range.length > 4 else { return false }
    return bytes[start + 2] == 0x09 || bytes[start + 2] == 0x20 && bytes[start + 3] == 0x20
  }

  /// The lines of a block comment move with its first.
  private mutating func write(_ comment: FormatAtoms.Comment, column: Int?) {
    let text = atoms.source.slice(comment.range)
    guard let column, !comment.isLine, comment.breaksBefore > 0 || comment.range.start == 0 else {
      output.append(contentsOf: text)
      return
    }
    let old = FormatPrinter.columns(
      UnsafeBufferPointer(
        rebasing: atoms.source.bytes[
          Int(comment.range.start) - Int(comment.spacesBefore)..<Int(comment.range.start)]))
    let delta = column - old
    guard delta != 0 else {
      output.append(contentsOf: text)
      return
    }
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      output.append(byte)
      guard byte == 0x0A || byte == 0x0D && !(index < text.count && text[index] == 0x0A) else { continue }
      let start = index
      while index < text.count && (text[index] == 0x20 || text[index] == 0x09) { index += 1 }
      let isBlank = index == text.count || text[index] == 0x0A || text[index] == 0x0D
      let spaces = FormatPrinter.columns(UnsafeBufferPointer(rebasing: text[start..<index]))
      if !isBlank { indent(Int32(clamping: max(0, spaces + delta))) }
    }
  }

  private static func columns(_ spaces: UnsafeBufferPointer<UInt8>) -> Int {
    var columns = 0
    for byte in spaces { columns = byte == 0x09 ? (columns / 4 + 1) * 4 : columns + 1 }
    return columns
  }

  private mutating func newline() { output.append(contentsOf: lineEnd) }

  private mutating func indent(_ count: Int32) {
    for _ in 0..<max(0, count) { output.append(0x20) }
  }
}
