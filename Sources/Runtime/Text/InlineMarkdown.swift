/// The inline part of Markdown that a Text made from a localised key shows: strong, emphasis, code, strikethrough, links.

struct InlineMarkdown {
  /// A stretch of text in one look.
  struct Piece: Equatable {
    var text = ""
    var isStrong = false
    var isEmphasized = false
    var isCode = false
    var isStruck = false
    var isLink = false
  }

  /// False for nearly all texts, at the cost of one pass over them.
  static func mayApply(to text: String) -> Bool {
    text.utf8.contains { $0 == 0x2A || $0 == 0x5F || $0 == 0x60 || $0 == 0x7E || $0 == 0x5B || $0 == 0x5C }
  }

  static func pieces(of text: String) -> [Piece] {
    var reader = InlineMarkdown(Array(text.prefix(20_000)))
    reader.read()
    return reader.result
  }

  private let source: [Character]
  private var result: [Piece] = []
  private var current = Piece()
  private var at = 0
  /// Delimiters that are open, each with the place of its closing one.
  private var closings: [Int: (length: Int, kind: WritableKeyPath<Piece, Bool>)] = [:]
  private var linkEnd = -1
  private var linkTail = 0

  private init(_ source: [Character]) { self.source = source }

  private mutating func flush() {
    if !current.text.isEmpty { result.append(current) }
    current.text = ""
  }

  private mutating func read() {
    while at < source.count {
      let character = source[at]
      if let closing = closings.removeValue(forKey: at) {
        flush()
        current[keyPath: closing.kind] = false
        at += closing.length
        continue
      }
      if at == linkEnd {
        flush()
        current.isLink = false
        at = linkTail
        linkEnd = -1
        continue
      }
      switch character {
      case "\\" where at + 1 < source.count && (source[at + 1].isPunctuation || source[at + 1].isSymbol):
        current.text.append(source[at + 1])
        at += 2
      case "`":
        if let end = next("`", from: at + 1), end > at + 1 {
          flush()
          current.isCode = true
          current.text = String(source[(at + 1)..<end])
          flush()
          current.isCode = false
          at = end + 1
        } else {
          take()
        }
      case "*", "_": if !open(character) { take() }
      case "~":
        if run(of: "~", at: at) == 2, !current.isStruck, let end = closing("~", 2, from: at + 2) {
          begin(2, end, \.isStruck)
        } else {
          take()
        }
      case "[": if !link() { take() }
      default: take()
      }
    }
    flush()
  }

  private mutating func take() {
    current.text.append(source[at])
    at += 1
  }

  private mutating func begin(_ length: Int, _ end: Int, _ kind: WritableKeyPath<Piece, Bool>) {
    flush()
    current[keyPath: kind] = true
    closings[end] = (length, kind)
    at += length
  }

  private func run(of character: Character, at start: Int) -> Int {
    var end = start
    while end < source.count, source[end] == character { end += 1 }
    return end - start
  }

  private func next(_ character: Character, from start: Int) -> Int? {
    var i = start
    while i < source.count, source[i] != character { i += 1 }
    return i < source.count ? i : nil
  }

  /// The place of a closing delimiter of a length, behind something that is no blank.
  private func closing(_ character: Character, _ length: Int, from start: Int) -> Int? {
    var i = start
    while i < source.count {
      if source[i] == "\\" {
        i += 2
        continue
      }
      if source[i] == character {
        let count = run(of: character, at: i)
        let after = i + count < source.count ? source[i + count] : " "
        let inWord = character == "_" && (after.isLetter || after.isNumber)
        if count >= length, i > start, !source[i - 1].isWhitespace, !inWord, count == length || count >= 3 {
          return count == length ? i : i + count - length
        }
        i += count
        continue
      }
      i += 1
    }
    return nil
  }

  /// An opening run of stars or underscores.
  private mutating func open(_ character: Character) -> Bool {
    let count = run(of: character, at: at)
    let after = at + count < source.count ? source[at + count] : " "
    let before = at > 0 ? source[at - 1] : " "
    guard count <= 3, !after.isWhitespace else { return false }
    if character == "_", before.isLetter || before.isNumber { return false }
    if count >= 2, !current.isStrong, let end = closing(character, 2, from: at + count) {
      begin(2, end, \.isStrong)
      return true
    }
    if count != 2, !current.isEmphasized, let end = closing(character, 1, from: at + count) {
      begin(1, end, \.isEmphasized)
      return true
    }
    return false
  }

  /// `[text](address)`.
  private mutating func link() -> Bool {
    guard linkEnd < 0, let close = next("]", from: at + 1), close > at + 1, close + 1 < source.count,
      source[close + 1] == "(", let end = next(")", from: close + 2), !source[(close + 2)..<end].contains(" ")
    else { return false }
    flush()
    current.isLink = true
    linkEnd = close
    linkTail = end + 1
    at += 1
    return true
  }
}
