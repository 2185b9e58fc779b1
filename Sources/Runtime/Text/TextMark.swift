/// Images inside of texts: a mark in the characters, U+FFFC around the image's name, that resolving a text makes a run of its own of.

enum TextMark {
  static let edge: Character = "\u{FFFC}"

  static func image(_ name: String, isSymbol: Bool) -> String { "\(edge)\(isSymbol ? "s" : "i")\(name)\(edge)" }

  /// Whether a text may hold a mark; a pass over its bytes.
  static func mayHold(_ text: String) -> Bool { text.utf8.contains(0xEF) && text.contains(edge) }

  enum Part: Equatable {
    case text(String)
    case image(name: String, isSymbol: Bool)
  }

  static func parts(of text: String) -> [Part] {
    var result: [Part] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: edge) {
      let behind = rest.index(after: start)
      guard let end = rest[behind...].firstIndex(of: edge), let kind = rest[behind..<end].first,
        kind == "s" || kind == "i"
      else { break }
      if start > rest.startIndex { result.append(.text(String(rest[..<start]))) }
      result.append(.image(name: String(rest[rest.index(after: behind)..<end]), isSymbol: kind == "s"))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { result.append(.text(String(rest))) }
    return result
  }

  /// What a text says, each image as one character.
  static func plain(_ text: String) -> String {
    mayHold(text)
      ? parts(of: text).map { part -> String in
        if case .text(let text) = part { return text }
        return String(edge)
      }.joined() : text
  }
}
