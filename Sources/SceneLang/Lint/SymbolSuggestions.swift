/// Nearest names among the nine thousand symbols. Names that differ in too many letters are left out by counting them, so
/// that the distance is computed for few.
enum SymbolSuggestions {
  static func nearest(to name: String) -> [String] {
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    let bound = max(1, min(4, wanted.count / 4))
    let counts = counts(wanted)
    let table = SymbolNames.shared
    var candidates: [String] = []
    for row in 0..<table.count {
      let bytes = table.utf8(row)
      if abs(bytes.count - wanted.count) > bound { continue }
      var others = counts
      for byte in bytes { others[Int(byte & 63)] -= 1 }
      var difference = 0
      for count in others { difference += Int(abs(count)) }
      if difference <= bound * 2 { candidates.append(table.name(row)) }
    }
    let near = NameSuggestions.nearest(to: name, among: candidates, limit: 3)
    if !near.isEmpty { return near }
    return parts(name)
  }

  private static func counts(_ bytes: [UInt8]) -> [Int32] {
    var result = [Int32](repeating: 0, count: 64)
    for byte in bytes { result[Int(byte & 63)] += 1 }
    return result
  }

  /// The same words in another order, or one too many: `fill.heart`, `heart.filled`.
  private static func parts(_ name: String) -> [String] {
    let words = name.split(separator: ".").map(String.init)
    guard words.count > 1, words.count < 8 else { return [] }
    let wanted = words.sorted()
    let table = SymbolNames.shared
    for row in table.rows(prefix: "") {
      let bytes = table.utf8(row)
      guard bytes.count == name.utf8.count else { continue }
      if table.name(row).split(separator: ".").map(String.init).sorted() == wanted { return [table.name(row)] }
    }
    let shorter = words.dropLast().joined(separator: ".")
    return table.introduced(shorter) == nil ? [] : [shorter]
  }
}
