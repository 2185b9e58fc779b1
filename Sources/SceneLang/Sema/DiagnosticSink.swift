/// Collects what the checker finds: each finding once, one unknown name a scope, and marks nodes that have one so that
/// their parents stay silent.

package struct DiagnosticSink {
  package private(set) var found: [Diagnostic] = []
  /// Findings inside the prelude: mistakes of the interface files, shown by its tests only.
  package private(set) var inPrelude: [Diagnostic] = []
  private var seen: Set<UInt64> = []
  private var unknownNames: Set<UInt64> = []
  private var marked: Set<UInt64> = []
  /// While above zero, reports are dropped (trial resolutions).
  package var silence = 0

  /// Trees 1 to this one are the module's.
  var fileCount = 0

  package init() {}

  /// Adds a finding unless the same kind was found at the same place. `file` counts trees.
  package mutating func report(_ diagnostic: Diagnostic, file: Int) {
    if silence > 0 { return }
    if file == 0 || file > fileCount {
      if inPrelude.count < 1000 { inPrelude.append(diagnostic) }
      return
    }
    var hash = UInt64(truncatingIfNeeded: file) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(diagnostic.range.start) << 32 | UInt64(diagnostic.range.end)
    for byte in diagnostic.code.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    if seen.insert(hash).inserted { found.append(diagnostic) }
  }

  /// True the first time a name is missed in a scope.
  package mutating func firstMiss(of name: NameID, in scope: DeclID) -> Bool {
    if silence > 0 { return false }
    return unknownNames.insert(UInt64(scope.raw) << 32 | UInt64(name.raw)).inserted
  }

  package mutating func mark(_ node: NodeID, file: Int) {
    if silence > 0 { return }
    marked.insert(UInt64(truncatingIfNeeded: file) << 32 | UInt64(node.raw))
  }
  package func isMarked(_ node: NodeID, file: Int) -> Bool {
    !marked.isEmpty && marked.contains(UInt64(truncatingIfNeeded: file) << 32 | UInt64(node.raw))
  }

  package var hasErrors: Bool { found.contains { $0.severity == .error } }

  /// In the order of files and places, for output.
  package func sorted() -> [Diagnostic] {
    found.enumerated().sorted { a, b in
      let x = (a.element.place.file, a.element.range.start, a.element.range.end, UInt32(truncatingIfNeeded: a.offset))
      let y = (b.element.place.file, b.element.range.start, b.element.range.end, UInt32(truncatingIfNeeded: b.offset))
      return x < y
    }.map(\.element)
  }
}

extension Sema {
  package func place(_ file: Int, _ range: SourceRange) -> SourcePlace {
    SourcePlace(file: UInt32(truncatingIfNeeded: max(0, file - 1)), range: range)
  }

  package func place(_ file: Int, _ node: NodeID) -> SourcePlace { place(file, trees[file].range(node)) }

  package func report(
    _ kind: DiagnosticKind, _ message: String, file: Int, range: SourceRange, labels: [Diagnostic.Label] = [],
    notes: [Diagnostic.Note] = [], fixes: [FixIt] = []
  ) {
    var diagnostic = Diagnostic(kind, message, at: place(file, range))
    diagnostic.labels = labels
    diagnostic.notes = notes
    diagnostic.fixes = fixes
    diagnostics.report(diagnostic, file: file)
  }

  /// Reports at a node and marks it.
  package func report(
    _ kind: DiagnosticKind, _ message: String, file: Int, node: NodeID, notes: [Diagnostic.Note] = [],
    fixes: [FixIt] = []
  ) {
    guard node != .none else { return }
    report(kind, message, file: file, range: trees[file].range(node), notes: notes, fixes: fixes)
    diagnostics.mark(node, file: file)
  }
}
