/// Comments that silence rules: `// scenec:disable:next RULE`, `// scenec:disable:this RULE`, and
/// `// scenec:disable RULE` up to `// scenec:enable RULE`. Several rules stand side by side; `all` means all.
package enum Suppressions {
  private enum Reach { case next, this, on, off }

  private struct Entry {
    var reach: Reach
    /// Name of a rule, or `all`.
    var rule: String
    /// Of the name.
    var range: SourceRange
    /// Of the whole comment.
    var comment: SourceRange
    /// How many names the comment has.
    var siblings: Int
    /// Lines that are silenced, counted from 1.
    var lines: ClosedRange<Int> = 1...1
    var isUsed = false
    /// What is wrong with the comment itself; it then silences nothing.
    var problem: String?
  }

  /// Which comments may count for a line.
  private struct LineTable {
    private var byLine: [Int: [Int]] = [:]
    private var long: [Int] = []

    init(_ entries: [Entry]) {
      for i in entries.indices {
        if entries[i].lines.count == 1 {
          byLine[entries[i].lines.lowerBound, default: []].append(i)
        } else if long.count < 1000 {
          long.append(i)
        }
      }
    }

    func positions(_ line: Int) -> [Int] { (byLine[line] ?? []) + long }
  }

  private static let mark = Array("scenec:".utf8)

  /// - Parameters:
  ///   - isActive: whether comments are reported in a file
  ///   - active: whether a rule reports in a file, with findings of all there is
  static func apply(
    to diagnostics: [Diagnostic], trees: [SyntaxTree], isActive: (Int) -> Bool, active: (Int, String) -> Bool
  ) -> [Diagnostic] {
    var result = diagnostics
    for (file, tree) in trees.enumerated() {
      guard LintModule.contains(tree.source.bytes, mark) else { continue }
      var entries = entries(tree)
      guard !entries.isEmpty else { continue }
      let index = LineTable(entries)
      result = result.filter { silence($0, file, tree, index, &entries) }
      guard isActive(file) else { continue }
      let hasRules = active(file, UnusedSuppression.rule.name)
      var unused: [Diagnostic] = []
      for entry in entries where !entry.isUsed && entry.rule != UnusedSuppression.rule.name {
        // A name that no rule has is wrong whatever else is found; the others need all findings.
        let isKnown = entry.problem == nil && entry.rule == "all" || LintSettings.ruleNames.contains(entry.rule)
        if isKnown && (entry.reach == .off || !hasRules) { continue }
        guard let finding = report(entry, file, tree, { active(file, $0) }) else { continue }
        if silence(finding, file, tree, index, &entries) { unused.append(finding) }
      }
      result += unused
    }
    return result
  }

  /// False where a comment hides the finding.
  private static func silence(
    _ diagnostic: Diagnostic, _ file: Int, _ tree: SyntaxTree, _ table: LineTable, _ entries: inout [Entry]
  ) -> Bool {
    guard Int(diagnostic.place.file) == file, let rule = diagnostic.rule else { return true }
    let line = tree.source.position(diagnostic.range.start).line
    var isShown = true
    for i in table.positions(line) where entries[i].lines.contains(line) && entries[i].reach != .off {
      // `all` is no word about comments that silence nothing.
      guard entries[i].rule == rule || entries[i].rule == "all" && rule != UnusedSuppression.rule.name else { continue }
      entries[i].isUsed = true
      isShown = false
    }
    return isShown
  }

  private static func report(
    _ entry: Entry, _ file: Int, _ tree: SyntaxTree, _ active: (String) -> Bool
  ) -> Diagnostic? {
    if let problem = entry.problem {
      let place = SourcePlace(file: UInt32(truncatingIfNeeded: file), range: entry.range)
      return Diagnostic(UnusedSuppression.rule.kind, problem, at: place)
    }
    var message = "'\(entry.rule)' reports nothing here"
    if entry.rule == "all" {
      message = "no rule reports anything here"
    } else if !LintSettings.ruleNames.contains(entry.rule) {
      let near = NameSuggestions.nearest(to: entry.rule, among: LintSettings.ruleNames, limit: 1)
      message = "there is no rule called '\(entry.rule)'\(NameSuggestions.phrase(near))"
    } else if !active(entry.rule) {
      return nil
    }
    let place = SourcePlace(file: UInt32(truncatingIfNeeded: file), range: entry.range)
    var diagnostic = Diagnostic(UnusedSuppression.rule.kind, message, at: place)
    if !LintSettings.ruleNames.contains(entry.rule), entry.rule != "all" {
      if let near = NameSuggestions.nearest(to: entry.rule, among: LintSettings.ruleNames, limit: 1).first {
        diagnostic.fixes = [.replace(place, with: near)]
        diagnostic.fixes[0].applicability = .needsReview
      }
    } else if entry.siblings == 1, entry.rule != "all" {
      let whole = lineOrComment(entry.comment, tree)
      diagnostic.fixes = [.remove(SourcePlace(file: place.file, range: whole), title: "remove the comment")]
    }
    return diagnostic
  }

  /// The whole line where nothing but the comment stands in it, else the comment with the blanks before it.
  private static func lineOrComment(_ comment: SourceRange, _ tree: SyntaxTree) -> SourceRange {
    let bytes = tree.source.bytes
    var start = Int(comment.start)
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    var end = Int(comment.end)
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    let isLineStart = start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D
    let isLineEnd = end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D
    guard isLineStart, isLineEnd else { return SourceRange(UInt32(start), comment.end) }
    if end < bytes.count { end += bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1 }
    return SourceRange(UInt32(start), UInt32(end))
  }

  // MARK: Reading

  private static func entries(_ tree: SyntaxTree) -> [Entry] {
    let bytes = tree.source.bytes
    var found: [Entry] = []
    var position = 0
    var last = SourceRange.zero
    while let start = LintModule.find(mark, in: bytes, from: position) {
      position = start + mark.count
      guard found.count < 20_000 else { break }
      guard last.contains(UInt32(start)) || comment(around: start, tree, &last) else { continue }
      let comment = last
      read(start + mark.count, comment, tree, &found)
    }
    close(&found, tree)
    return found
  }

  /// Finds the comment that an offset lies in; false inside of code and strings. Of one stretch between two tokens, what
  /// lies before the last comment found is not read again.
  private static func comment(around offset: Int, _ tree: SyntaxTree, _ found: inout SourceRange) -> Bool {
    let token = tree.token(atOffset: UInt32(offset))
    var start = 0
    var end = tree.source.count
    if token != .none {
      let index = Int(token.raw)
      if Int(tree.tokens[index].offset) <= offset { return false }
      end = Int(tree.tokens[index].offset)
      start = index > 0 ? Int(tree.tokens[index - 1].end) : 0
    } else if let last = tree.tokens.last {
      start = Int(last.end)
    }
    let bytes = tree.source.bytes
    var at = max(start, Int(found.end) <= offset ? Int(found.end) : start)
    while at < end {
      if bytes[at] == 0x2F, at + 1 < end, bytes[at + 1] == 0x2F {
        var stop = at
        while stop < end, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
        if offset >= at && offset < stop {
          found = SourceRange(UInt32(at), UInt32(stop))
          return true
        }
        at = stop
      } else if bytes[at] == 0x2F, at + 1 < end, bytes[at + 1] == 0x2A {
        var stop = at + 2
        var depth = 1
        while stop < end, depth > 0 {
          if stop + 1 < end, bytes[stop] == 0x2A, bytes[stop + 1] == 0x2F {
            depth -= 1
            stop += 2
          } else if stop + 1 < end, bytes[stop] == 0x2F, bytes[stop + 1] == 0x2A {
            depth += 1
            stop += 2
          } else {
            stop += 1
          }
        }
        if offset >= at && offset < stop {
          found = SourceRange(UInt32(at), UInt32(stop))
          return true
        }
        at = stop
      } else {
        at += 1
      }
    }
    return false
  }

  private static func read(_ start: Int, _ comment: SourceRange, _ tree: SyntaxTree, _ found: inout [Entry]) {
    let bytes = tree.source.bytes
    let end = Int(comment.end)
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D
        || byte == 0x5F
    }
    var at = start
    func word() -> (String, SourceRange) {
      let begin = at
      while at < end, isWord(bytes[at]) { at += 1 }
      let range = SourceRange(UInt32(begin), UInt32(at))
      return (tree.source.text(range), range)
    }
    var reach: Reach
    switch word().0 {
    case "disable": reach = .on
    case "enable": reach = .off
    default: return
    }
    if at < end, bytes[at] == 0x3A {
      at += 1
      guard reach == .on else { return }
      switch word().0 {
      case "next": reach = .next
      case "this": reach = .this
      default:
        let range = SourceRange(UInt32(start), UInt32(at))
        found.append(
          Entry(
            reach: .this, rule: "", range: range, comment: comment, siblings: 1,
            problem:
              "'\(tree.source.text(range))' silences nothing; there are 'disable:next', 'disable:this' and 'disable'"
          ))
        return
      }
    }
    let words = SourceRange(UInt32(start), UInt32(at))
    let first = found.count
    while at < end {
      while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x2C { at += 1 }
      guard at < end, isWord(bytes[at]) else { break }
      let (name, range) = word()
      // A dash begins the reason.
      if name.utf8.allSatisfy({ $0 == 0x2D }) { break }
      found.append(Entry(reach: reach, rule: name, range: range, comment: comment, siblings: 1))
      if at < end, bytes[at] == 0x3A { break }
    }
    if found.count == first {
      let text = tree.source.text(words)
      found.append(
        Entry(
          reach: .this, rule: "", range: words, comment: comment, siblings: 1,
          problem: "'\(text)' names no rule; write 'scenec:\(text) RULE'"))
    }
    for i in first..<found.count { found[i].siblings = found.count - first }
  }

  /// The lines of each comment.
  private static func close(_ entries: inout [Entry], _ tree: SyntaxTree) {
    let last = tree.source.lineIndex.lineCount + 1
    for i in entries.indices {
      let line = tree.source.position(entries[i].comment.start).line
      switch entries[i].reach {
      case .this: entries[i].lines = line...line
      case .next:
        let token = tree.token(atOffset: entries[i].comment.end)
        let next = token == .none ? last : tree.source.position(tree.tokens[Int(token.raw)].offset).line
        entries[i].lines = max(line, next)...max(line, next)
      case .on:
        var end = last
        for other in entries[(i + 1)...] where other.reach == .off {
          if other.rule == entries[i].rule || other.rule == "all" {
            end = tree.source.position(other.comment.start).line
            break
          }
        }
        entries[i].lines = line...max(line, end)
      case .off: break
      }
    }
  }
}
