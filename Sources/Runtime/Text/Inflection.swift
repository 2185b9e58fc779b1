/// Grammar agreement of English texts: `^[3 item](inflect: true)` is "3 items".

enum Inflection {
  static func applied(to text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.range(of: "^[") {
      guard let close = rest[start.upperBound...].firstIndex(of: "]") else { break }
      let tail = rest[rest.index(after: close)...]
      guard tail.hasPrefix("(inflect: true)") else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      result += rest[..<start.lowerBound]
      result += agreed(String(rest[start.upperBound..<close]))
      rest = tail.dropFirst("(inflect: true)".count)
    }
    return result + rest
  }

  /// A phrase that begins with a number; its last word agrees with it.
  private static func agreed(_ phrase: String) -> String {
    var words = phrase.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 1, let count = Int(words[0].filter { $0 != "," }), count != 1, let last = words.last,
      !last.isEmpty
    else { return phrase }
    words[words.count - 1] = plural(last)
    return words.joined(separator: " ")
  }

  private static let irregular = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "mouse": "mice", "foot": "feet",
    "tooth": "teeth", "goose": "geese", "fish": "fish", "sheep": "sheep",
  ]

  static func plural(_ word: String) -> String {
    let small = word.lowercased()
    if let known = irregular[small] {
      return word.first?.isUppercase == true ? known.prefix(1).uppercased() + known.dropFirst() : known
    }
    let ends: [String] = ["s", "x", "z", "ch", "sh"]
    if ends.contains(where: { small.hasSuffix($0) }) { return word + "es" }
    if small.hasSuffix("y"), let before = small.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + "s"
  }
}

extension Substring {
  /// The first place of a text, found without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
      at = index(after: at)
    }
    return nil
  }
}
