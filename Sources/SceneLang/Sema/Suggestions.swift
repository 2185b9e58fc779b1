/// Nearest names by edit distance: what "did you mean" offers, at most three.
package enum NameSuggestions {
  /// The closest of the candidates, nearest first, in their order among equals; none where nothing is near.
  package static func nearest(to name: String, among candidates: [String], limit: Int = 3) -> [String] {
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    var bound = max(1, (wanted.count + 1) / 3)
    var found: [(distance: Int, index: Int, text: String)] = []
    var seen: Set<String> = []
    let letters = mask(wanted)
    let counts = LetterCounts(wanted)
    for (index, text) in candidates.enumerated() {
      let count = text.utf8.count
      if abs(count - wanted.count) > bound || count == 0 { continue }
      var text = text
      let distance = text.withUTF8 { other -> Int? in
        // An edit adds a letter and takes one away at most.
        if (letters ^ mask(other)).nonzeroBitCount > bound * 2 || counts.least(other) > bound { return nil }
        if other.elementsEqual(wanted) { return nil }
        return wanted.withUnsafeBufferPointer { self.distance($0, other, bound: bound) }
      }
      guard let distance, seen.insert(text).inserted else { continue }
      found.append((distance, index, text))
      // Only those are told that are as near as the nearest, or nearly.
      bound = min(bound, distance + 1)
    }
    found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
    let best = found.first?.distance ?? 0
    return found.prefix(limit).filter { $0.distance <= best + 1 }.map(\.text)
  }

  /// What a name can be near to at all, told by its length and letters: most names of the API are not worth spelling out.
  struct Reach {
    private let count: Int
    private let bound: Int
    private let letters: UInt32

    init(_ name: String) {
      count = name.utf8.count
      // As far as `nearest` looks, and a slip of the keys everywhere.
      bound = max(1, (count + 1) / 3)
      letters = mask(name.utf8)
    }

    func admits(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
      abs(other.count - count) <= bound && (letters ^ mask(other)).nonzeroBitCount <= bound * 2
    }
  }

  /// Which letters occur, whatever their case.
  private static func mask(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var mask: UInt32 = 0
    for byte in bytes { mask |= 1 << UInt32(byte & 31) }
    return mask
  }

  /// How often each letter occurs, whatever its case.
  private struct LetterCounts {
    private var counts = SIMD32<Int8>(repeating: 0)

    init(_ bytes: [UInt8]) {
      for byte in bytes { counts[Int(byte & 31)] += 1 }
    }

    /// Edits that are needed at least: each adds one letter and takes one away at most. Texts of up to 100 letters.
    func least(_ other: UnsafeBufferPointer<UInt8>) -> Int {
      guard other.count <= 100 else { return 0 }
      var left = counts
      for byte in other { left[Int(byte & 31)] -= 1 }
      var missing = 0
      var extra = 0
      for place in 0..<32 {
        let count = Int(left[place])
        if count > 0 { missing += count } else { extra -= count }
      }
      return max(missing, extra)
    }
  }

  static func distance(_ a: [UInt8], _ b: [UInt8], bound: Int) -> Int? {
    a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { distance(a, $0, bound: bound) } }
  }

  /// Restricted Damerau-Levenshtein distance; a change of case counts half and is rounded up in sum. Nil beyond the bound.
  static func distance(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, bound: Int) -> Int? {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) <= bound ? max(a.count, b.count) : nil }
    let width = b.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: width * 3) { rows -> Int? in
      // Three rows take turns: the one before the last, the last, and the one in the making.
      var before = 0
      var previous = width
      var current = width * 2
      for j in 0..<width {
        rows[before + j] = 0
        rows[previous + j] = j * 2
      }
      for i in 1...a.count {
        rows[current] = i * 2
        var least = i * 2
        for j in 1..<width {
          let x = a[i - 1]
          let y = b[j - 1]
          let cost = x == y ? 0 : (x | 0x20 == y | 0x20 ? 1 : 2)
          var value = min(rows[previous + j] + 2, rows[current + j - 1] + 2, rows[previous + j - 1] + cost)
          if i > 1, j > 1, x == b[j - 2], a[i - 2] == y { value = min(value, rows[before + j - 2] + 2) }
          rows[current + j] = value
          least = min(least, value)
        }
        if least > bound * 2 { return nil }
        (before, previous, current) = (previous, current, before)
      }
      let result = (rows[previous + b.count] + 1) / 2
      return result <= bound ? result : nil
    }
  }

  /// "; did you mean 'a', 'b' or 'c'?" or nothing.
  package static func phrase(_ names: [String]) -> String {
    guard let last = names.last else { return "" }
    if names.count == 1 { return "; did you mean '\(last)'?" }
    return "; did you mean " + names.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'?"
  }
}
