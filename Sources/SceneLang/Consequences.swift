/// What follows from another finding is left out: errors of meaning on a line that has a mistake of syntax, what a brace
/// in the wrong place brings about, and repeats of one missing conformance.

extension Compilation {
  /// Leaves out what follows from mistakes of syntax: a line has one of them, and where it has one, errors of meaning on
  /// it are its consequences, as is a `}` that closes nothing further down.
  static func withoutConsequences(syntax: [Diagnostic], meaning: [Diagnostic], _ trees: [SyntaxTree]) -> [Diagnostic] {
    guard syntax.contains(where: { $0.severity == .error }) else {
      return DoubtfulDeclarations.withoutUses(syntax + withoutRepeats(meaning), trees)
    }
    func line(_ place: SourcePlace) -> Int {
      let file = Int(place.file)
      return file < trees.count ? trees[file].source.position(place.range.start).line : .max
    }
    func lastLine(_ place: SourcePlace) -> Int {
      let file = Int(place.file)
      return file < trees.count ? trees[file].source.position(place.range.end).line : .max
    }
    func key(_ file: UInt32, _ line: Int) -> UInt64 { UInt64(file) << 32 | UInt64(truncatingIfNeeded: line) }
    var lines = Set<UInt64>()
    /// Files with a mistake of syntax, and the place from which a brace is missing or too many.
    var broken = Set<UInt32>()
    var unbalanced: [UInt32: UInt32] = [:]
    var result: [Diagnostic] = []
    var errorCounts: [UInt32: Int] = [:]
    for diagnostic in syntax where diagnostic.severity == .error { errorCounts[diagnostic.place.file, default: 0] += 1 }
    for diagnostic in sorted(syntax) {
      guard diagnostic.severity == .error else {
        result.append(diagnostic)
        continue
      }
      let file = diagnostic.place.file
      if diagnostic.code == "E0119", broken.contains(file) { continue }
      if !lines.insert(key(file, line(diagnostic.place))).inserted { continue }
      if let start = unbalanced[file], diagnostic.place.range.start > start, isStructural(diagnostic.code) { continue }
      broken.insert(file)
      // An opening brace that alone is missing was put where the lines' depth wants it.
      let isMended = diagnostic.code == "E0121" && errorCounts[file] == 1
      if speaksOfBrace(diagnostic), !isMended, unbalanced[file] == nil {
        unbalanced[file] = diagnostic.place.range.start
      }
      result.append(diagnostic)
      if diagnostic.code == "E0103", let opener = diagnostic.labels.first?.place, opener.file == file {
        // What stands between the opening bracket and the place where it must have closed was read as its contents.
        let end = line(diagnostic.place)
        for inside in line(opener)...max(line(opener), min(end, line(opener) + 200)) where !speaksOfBrace(diagnostic) {
          lines.insert(key(file, inside))
        }
      }
      // The rest of a chain that is cut by the mistake, and what it began with.
      var above = line(diagnostic.place)
      while above > 1, continuesChain(above, Int(file), trees), above > line(diagnostic.place) - 50 {
        above -= 1
        lines.insert(key(file, above))
      }
      var next = line(diagnostic.place) + 1
      while continuesChain(next, Int(file), trees), next < line(diagnostic.place) + 50 {
        lines.insert(key(file, next))
        next += 1
      }
    }
    for diagnostic in withoutRepeats(meaning) {
      guard diagnostic.severity == .error else {
        result.append(diagnostic)
        continue
      }
      let file = diagnostic.place.file
      if lines.contains(key(file, line(diagnostic.place))) { continue }
      if diagnostic.code == "E0503", lines.contains(key(file, lastLine(diagnostic.place))) { continue }
      if diagnostic.code == "E0501", broken.contains(file) { continue }
      if let start = unbalanced[file], diagnostic.place.range.start > start || isStructural(diagnostic.code) {
        continue
      }
      // A function that a brace put into another one is not missed.
      if diagnostic.code == "E0201", unbalanced[file] != nil, Int(file) < trees.count,
        declares(unknownName(diagnostic), trees[Int(file)])
      {
        continue
      }
      result.append(diagnostic)
    }
    return DoubtfulDeclarations.withoutUses(result, trees)
  }

  private static func unknownName(_ diagnostic: Diagnostic) -> Substring {
    let parts = diagnostic.message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[1] : ""
  }

  /// Does a function or variable of this name stand anywhere in a text?
  private static func declares(_ name: Substring, _ tree: SyntaxTree) -> Bool {
    for index in tree.nodes.indices {
      let node = NodeID(UInt32(truncatingIfNeeded: index))
      switch tree.nodes[index].kind {
      case .functionDecl: if tree.name(of: tree.token(node, at: Slot.name)) == name { return true }
      case .identifierPattern: if tree.name(of: tree.token(node, at: 0)) == name { return true }
      default: break
      }
    }
    return false
  }

  /// A brace that is missing or too many: what follows stands in another declaration than it was meant for.
  private static func speaksOfBrace(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.code {
    case "E0121", "E0109": return true
    case "E0103", "E0119": return diagnostic.message.contains("'}'") || diagnostic.message.contains("'{'")
    default: return false
    }
  }

  /// Kinds of findings that a brace in the wrong place brings about.
  private static func isStructural(_ code: String) -> Bool {
    switch code {
    case "E0104", "E0109", "E0110", "E0119", "E0121", "E0409", "E0419", "E0425", "E0427", "E0501", "E0503": return true
    default: return false
    }
  }

  /// Does a line begin with the dot of a chain?
  private static func continuesChain(_ line: Int, _ file: Int, _ trees: [SyntaxTree]) -> Bool {
    guard file < trees.count else { return false }
    let text = trees[file].source.text(trees[file].source.lineIndex.range(line: line - 1))
    return text.first { $0 != " " && $0 != "\t" } == "."
  }

  /// A conformance that is missing is told once, where it is first missed.
  private static func withoutRepeats(_ meaning: [Diagnostic]) -> [Diagnostic] {
    var seen = Set<String>()
    var result: [Diagnostic] = []
    result.reserveCapacity(meaning.count)
    for diagnostic in meaning {
      if diagnostic.severity == .error, diagnostic.code == "E0306" || diagnostic.code == "E0503",
        let subject = missingConformance(diagnostic.message), !seen.insert(subject).inserted
      {
        continue
      }
      result.append(diagnostic)
    }
    return result
  }

  /// `'Row' does not conform to 'View'` in front of what else the message says.
  private static func missingConformance(_ message: String) -> String? {
    let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].isEmpty, parts[2] == " does not conform to " else { return nil }
    return String(parts[1]) + "'" + String(parts[3])
  }
}
