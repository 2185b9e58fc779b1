/// Names under which code can write what an asset catalogue holds: as a string, or as the symbol that Xcode makes of it.
enum AssetSymbols {
  /// The symbols of an asset: `Brand Red` is `brandRed`; `AccentColor` is `accent`, since the kind is not said twice.
  ///
  /// - Parameter kind: "Color" or "Image"
  static func names(of asset: String, kind: String) -> [String] {
    let words = asset.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    guard let first = words.first else { return [] }
    var symbol = lowered(first)
    for word in words.dropFirst() { symbol += word.prefix(1).uppercased() + word.dropFirst() }
    var result = [symbol]
    if symbol.hasSuffix(kind), symbol.count > kind.count { result.append(String(symbol.dropLast(kind.count))) }
    return result
  }

  /// A leading run of capitals is lowered, but for the one that begins the next word: `URLIcon` is `urlIcon`.
  private static func lowered(_ word: String) -> String {
    let letters = Array(word)
    var count = 0
    while count < letters.count, letters[count].isUppercase { count += 1 }
    if count > 1, count < letters.count, letters[count].isLetter { count -= 1 }
    return String(letters[..<count]).lowercased() + String(letters[count...])
  }
}
