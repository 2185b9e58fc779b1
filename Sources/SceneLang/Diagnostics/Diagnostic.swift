/// One finding about a source text, as a value that every renderer and the language server read.
package struct Diagnostic: Sendable {
  package enum Severity: UInt8, Sendable, Comparable {
    case info, warning, error

    package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

    package var name: String {
      switch self {
      case .info: return "info"
      case .warning: return "warning"
      case .error: return "error"
      }
    }
  }

  /// A secondary place with a few words, shown in the same snippet.
  package struct Label: Sendable {
    package var place: SourcePlace
    package var text: String
    package init(_ text: String, at place: SourcePlace) {
      self.text = text
      self.place = place
    }
  }

  package struct Note: Sendable {
    package var message: String
    /// Nil for advice without a place.
    package var place: SourcePlace?
    package init(_ message: String, at place: SourcePlace? = nil) {
      self.message = message
      self.place = place
    }
  }

  package var kind: DiagnosticKind
  package var severity: Severity
  /// One phrase, no final period, no newline; code in single quotes.
  package var message: String
  package var place: SourcePlace
  package var labels: [Label] = []
  package var notes: [Note] = []
  package var fixes: [FixIt] = []

  package init(_ kind: DiagnosticKind, _ message: String, at place: SourcePlace) {
    self.kind = kind
    self.severity = kind.severity
    self.message = message
    self.place = place
  }

  package var range: SourceRange { place.range }
  /// `E0201`, or the name of a lint rule.
  package var code: String { kind.code }
  /// Name of the lint rule, nil for errors.
  package var rule: String? { kind.rule }
}

/// A range in one of the module's files.
package struct SourcePlace: Hashable, Sendable {
  /// Index of the file among those checked together.
  package var file: UInt32
  package var range: SourceRange

  package init(file: UInt32, range: SourceRange) {
    self.file = file
    self.range = range
  }
}

/// A way to mend a finding: byte edits that do not overlap, in one or several files.
package struct FixIt: Sendable {
  package enum Applicability: UInt8, Sendable {
    /// Applied by `--fix`.
    case safe
    /// Right in most cases; offered, not applied by itself.
    case needsReview
    /// Holds a placeholder that the author fills in.
    case placeholder
  }

  package struct Edit: Sendable, Hashable {
    package var place: SourcePlace
    package var text: String
    package init(_ place: SourcePlace, _ text: String) {
      self.place = place
      self.text = text
    }
  }

  package var title: String
  package var edits: [Edit]
  package var applicability: Applicability

  package init(_ title: String, _ edits: [Edit], applicability: Applicability = .safe) {
    self.title = title
    self.edits = edits
    self.applicability = applicability
  }

  package static func insert(_ text: String, at place: SourcePlace, title: String? = nil) -> FixIt {
    let point = SourcePlace(file: place.file, range: SourceRange(place.range.start, place.range.start))
    return FixIt(title ?? "insert '\(text)'", [Edit(point, text)])
  }

  package static func remove(_ place: SourcePlace, title: String) -> FixIt { FixIt(title, [Edit(place, "")]) }

  package static func replace(_ place: SourcePlace, with text: String, title: String? = nil) -> FixIt {
    FixIt(title ?? "replace with '\(text)'", [Edit(place, text)])
  }
}

extension Diagnostic {
  /// The finding with its files counted among others: file `i` becomes `files[i]`.
  package func inFiles(_ files: [Int]) -> Diagnostic {
    func moved(_ place: SourcePlace) -> SourcePlace {
      guard files.indices.contains(Int(place.file)) else { return place }
      return SourcePlace(file: UInt32(truncatingIfNeeded: files[Int(place.file)]), range: place.range)
    }
    var result = self
    result.place = moved(place)
    for i in labels.indices { result.labels[i].place = moved(labels[i].place) }
    for i in notes.indices { result.notes[i].place = notes[i].place.map(moved) }
    for i in fixes.indices {
      for j in fixes[i].edits.indices { result.fixes[i].edits[j].place = moved(fixes[i].edits[j].place) }
    }
    return result
  }

  /// Moves every place of the finding that lies at or behind an offset.
  mutating func move(file: UInt32, from offset: UInt32, by delta: Int) {
    if delta == 0 { return }
    func moved(_ place: SourcePlace) -> SourcePlace {
      guard place.file == file else { return place }
      func moved(_ at: UInt32) -> UInt32 { at < offset ? at : UInt32(truncatingIfNeeded: Int(at) + delta) }
      return SourcePlace(file: file, range: SourceRange(moved(place.range.start), moved(place.range.end)))
    }
    place = moved(place)
    for i in labels.indices { labels[i].place = moved(labels[i].place) }
    for i in notes.indices { notes[i].place = notes[i].place.map(moved) }
    for i in fixes.indices {
      for j in fixes[i].edits.indices { fixes[i].edits[j].place = moved(fixes[i].edits[j].place) }
    }
  }
}

extension [Diagnostic] {
  /// How often each rule reports, the most frequent first.
  package var ruleCounts: [(rule: String, count: Int)] {
    var order: [(rule: String, count: Int)] = []
    var positions: [String: Int] = [:]
    for diagnostic in self {
      guard let rule = diagnostic.rule else { continue }
      if let position = positions[rule] {
        order[position].count += 1
      } else {
        positions[rule] = order.count
        order.append((rule, 1))
      }
    }
    return order.sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
  }
}
