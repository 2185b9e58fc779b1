/// The facts of `Tests/Facts/*.tsv`: values that Apple's framework answered, each with the question it answers.

package struct Fact: Sendable {
  package var id = ""
  /// How it is asked: `value`, `motion`, `retarget`, `same`, `rest`, `complete`, `change`, `scene` ...
  package var how = ""
  package var question = ""
  /// Parts of the answer, separated by spaces; parts of several measures by `; `.
  package var expected = ""
  package var tolerance = 0.0
  /// Row of `sources.tsv`.
  package var source = 0
  /// A: printed by or asserted against the framework; B: computed by a function found equal to it; C: read in a re-implementation.
  package var grade = ""

  /// The group: what stands before the first dot.
  package var group: String { String(id.prefix { $0 != "." }) }
}

/// A fact that this engine answers otherwise, what it answers today and why.
package struct FactException: Sendable {
  package var id = ""
  package var today = ""
  package var reason = ""
}

package enum FactTable {
  /// Rows of a table: fields between tabulators, lines that begin with `#` left out.
  package static func rows(_ path: String) throws -> [[String]] {
    guard let bytes = Files.read(path) else { throw Generator.Failure(problems: ["cannot read \(path)"]) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  package static func facts(root: String) throws -> [Fact] {
    try rows(root + "/Tests/Facts/animation.tsv").map { row in
      guard row.count == 7 else { throw Generator.Failure(problems: ["a fact has 7 fields: \(row.first ?? "")"]) }
      return Fact(
        id: row[0], how: row[1], question: row[2], expected: row[3], tolerance: Double(row[4]) ?? 0,
        source: Int(row[5]) ?? 0, grade: row[6])
    }
  }

  package static func exceptions(root: String) throws -> [FactException] {
    try rows(root + "/Tests/Facts/exceptions.tsv").map { row in
      guard row.count == 3 else { throw Generator.Failure(problems: ["an exception has 3 fields: \(row.first ?? "")"]) }
      return FactException(id: row[0], today: row[1], reason: row[2])
    }
  }

  /// Whether two answers are the same: words equal, numbers within the tolerance.
  package static func agree(_ answer: String, _ expected: String, tolerance: Double) -> Bool {
    if answer == expected { return true }
    let left = parts(answer)
    let right = parts(expected)
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { a, b in
      if a == b { return true }
      guard let x = Double(a), let y = Double(b) else { return false }
      return x == y || abs(x - y) <= tolerance + lastDigit(b) / 2 + 1e-12
    }
  }

  /// What one unit of the last written digit is worth: a value of ten digits was rounded.
  private static func lastDigit(_ text: Substring) -> Double {
    guard text.utf8.count > 9, !text.contains("e"), let dot = text.firstIndex(of: ".") else { return 0 }
    var unit = 1.0
    for _ in text[text.index(after: dot)...] { unit /= 10 }
    return unit
  }

  private static func parts(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == ";" || $0 == "," }
  }
}
