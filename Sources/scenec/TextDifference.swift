import SceneLang

/// What changed between two texts, as a unified difference with three lines around each change.
enum TextDifference {
  static func unified(_ old: SourceFile, _ new: SourceFile) -> String {
    let a = lines(old)
    let b = lines(new)
    let changes = changes(a, b)
    guard !changes.isEmpty else { return "" }
    var out = "--- \(old.name)\n+++ \(new.name)\n"
    var index = 0
    while index < changes.count {
      var last = index
      while last + 1 < changes.count, changes[last + 1].a.lowerBound - changes[last].a.upperBound <= 6 { last += 1 }
      let start = max(0, changes[index].a.lowerBound - 3)
      let end = min(a.count, changes[last].a.upperBound + 3)
      let shift = changes[index].b.lowerBound - changes[index].a.lowerBound
      let newEnd = end + changes[last].b.upperBound - changes[last].a.upperBound
      out += "@@ -\(start + 1),\(end - start) +\(start + shift + 1),\(newEnd - start - shift) @@\n"
      var line = start
      for change in changes[index...last] {
        while line < change.a.lowerBound {
          out += " \(a[line])\n"
          line += 1
        }
        for removed in change.a { out += "-\(a[removed])\n" }
        for added in change.b { out += "+\(b[added])\n" }
        line = change.a.upperBound
      }
      while line < end {
        out += " \(a[line])\n"
        line += 1
      }
      index = last + 1
    }
    return out
  }

  private static func lines(_ file: SourceFile) -> [String] {
    var result: [String] = []
    for line in 0..<file.lineIndex.lineCount {
      var range = file.lineIndex.range(line: line)
      while range.end > range.start, [0x0A, 0x0D].contains(file.bytes[Int(range.end) - 1]) { range.end -= 1 }
      result.append(file.text(range))
    }
    if result.last == "" { result.removeLast() }
    return result
  }

  /// Stretches that differ. Between the common beginning and end the longest common lines are found; where that part is
  /// too long for it, it counts as one change.
  private static func changes(_ a: [String], _ b: [String]) -> [(a: Range<Int>, b: Range<Int>)] {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var end = 0
    while end < a.count - start, end < b.count - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
    let (n, m) = (a.count - end - start, b.count - end - start)
    if n == 0 && m == 0 { return [] }
    guard n * m <= 4_000_000, n > 0, m > 0 else { return [(start..<start + n, start..<start + m)] }
    var lengths = [Int32](repeating: 0, count: (n + 1) * (m + 1))
    for i in stride(from: n - 1, through: 0, by: -1) {
      for j in stride(from: m - 1, through: 0, by: -1) {
        lengths[i * (m + 1) + j] =
          a[start + i] == b[start + j]
          ? lengths[(i + 1) * (m + 1) + j + 1] + 1
          : max(lengths[(i + 1) * (m + 1) + j], lengths[i * (m + 1) + j + 1])
      }
    }
    var result: [(a: Range<Int>, b: Range<Int>)] = []
    var (i, j) = (0, 0)
    var (firstA, firstB) = (0, 0)
    func close() {
      if i > firstA || j > firstB { result.append((start + firstA..<start + i, start + firstB..<start + j)) }
    }
    while i < n, j < m {
      if a[start + i] == b[start + j] {
        close()
        i += 1
        j += 1
        (firstA, firstB) = (i, j)
      } else if lengths[(i + 1) * (m + 1) + j] >= lengths[i * (m + 1) + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    (i, j) = (n, m)
    close()
    return result
  }
}
