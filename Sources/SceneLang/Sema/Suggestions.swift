/// Nearest names by edit distance: what "did you mean" offers, at most three.
package enum NameSuggestions {
  /// The closest of the candidates, nearest first, in their order among equals; none where nothing is near.
  package static func nearest(to name: String, among candidates: [String], limit: Int = 3) -> [String] {
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    let bound = max(1, (wanted.count + 1) / 3)
    var found: [(distance: Int, index: Int, text: String)] = []
    var seen: Set<String> = []
    for (index, text) in candidates.enumerated() {
      let other = Array(text.utf8)
      if abs(other.count - wanted.count) > bound || other.isEmpty || other == wanted { continue }
      guard let distance = distance(wanted, other, bound: bound), seen.insert(text).inserted else { continue }
      found.append((distance, index, text))
    }
    found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
    let best = found.first?.distance ?? 0
    return found.prefix(limit).filter { $0.distance <= best + 1 }.map(\.text)
  }

  /// Restricted Damerau-Levenshtein distance; a change of case counts half and is rounded up in sum. Nil beyond the bound.
  static func distance(_ a: [UInt8], _ b: [UInt8], bound: Int) -> Int? {
    var before = [Int](repeating: 0, count: b.count + 1)
    var previous = (0...b.count).map { $0 * 2 }
    var current = previous
    for i in 1...max(1, a.count) {
      current[0] = i * 2
      var least = current[0]
      for j in 1...max(1, b.count) {
        let x = a[i - 1]
        let y = b[j - 1]
        let cost = x == y ? 0 : (x | 0x20 == y | 0x20 ? 1 : 2)
        var value = min(previous[j] + 2, current[j - 1] + 2, previous[j - 1] + cost)
        if i > 1, j > 1, x == b[j - 2], a[i - 2] == y { value = min(value, before[j - 2] + 2) }
        current[j] = value
        least = min(least, value)
      }
      if least > bound * 2 { return nil }
      before = previous
      previous = current
    }
    let result = (previous[b.count] + 1) / 2
    return result <= bound ? result : nil
  }

  /// "; did you mean 'a', 'b' or 'c'?" or nothing.
  package static func phrase(_ names: [String]) -> String {
    guard let last = names.last else { return "" }
    if names.count == 1 { return "; did you mean '\(last)'?" }
    return "; did you mean " + names.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'?"
  }
}
