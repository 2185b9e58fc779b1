/// Collects what the checker finds: each finding once, one unknown name a scope, and marks nodes that have one so that
/// their parents stay silent.

package struct DiagnosticSink {
  package private(set) var found: [Diagnostic] = []
  /// Findings inside the prelude: mistakes of the interface files, shown by its tests only.
  package private(set) var inPrelude: [Diagnostic] = []
  private var seen = IDSet<UInt64>()
  /// For each finding, the declaration whose body was being checked, and whether the body's own check found it.
  private var origins: [(owner: DeclID, isOfBody: Bool)] = []
  /// The declaration whose body is being checked.
  var owner = DeclID.none
  private var unknownNames = IDSet<UInt64>()
  private var marked = IDSet<UInt64>()
  /// While above zero, reports are dropped (trial resolutions).
  package var silence = 0

  /// Trees 1 to this one are the module's.
  var fileCount = 0

  package init() {}

  /// Stands in a message for a type that is not known.
  static let unknownType = "\u{1}"

  static func mentionsUnknown(_ message: String) -> Bool { message.utf8.contains(1) }

  /// Adds a finding unless the same kind was found at the same place. `file` counts trees.
  package mutating func report(_ diagnostic: Diagnostic, file: Int, isOfBody: Bool = false) {
    if silence > 0 || DiagnosticSink.mentionsUnknown(diagnostic.message) { return }
    if file == 0 || file > fileCount {
      if inPrelude.count < 1000 { inPrelude.append(diagnostic) }
      return
    }
    if seen.insert(DiagnosticSink.identity(diagnostic, file)).inserted {
      found.append(diagnostic)
      origins.append((owner, isOfBody))
    }
  }

  private static func identity(_ diagnostic: Diagnostic, _ file: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: file) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(diagnostic.range.start) << 32 | UInt64(diagnostic.range.end)
    for byte in diagnostic.code.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  /// The declarations whose bodies found something.
  var owners: [DeclID] { origins.map(\.owner).filter { $0 != .none } }

  /// How many names of types were missed.
  var unknownNameCount: Int { unknownNames.count }

  /// Forgets what the check of a body found there, before it is checked again; places behind the body's old range move.
  mutating func removeBody(of owner: DeclID, range: SourceRange, file: UInt32, delta: Int) {
    var kept = 0
    seen.removeAll(keepingCapacity: true)
    for i in found.indices {
      var diagnostic = found[i]
      let isInside =
        diagnostic.place.file == file && diagnostic.range.start >= range.start && diagnostic.range.end <= range.end
      if isInside || origins[i].owner == owner && origins[i].isOfBody { continue }
      diagnostic.move(file: file, from: range.end - 1, by: delta)
      seen.insert(DiagnosticSink.identity(diagnostic, Int(diagnostic.place.file) + 1))
      found[kept] = diagnostic
      origins[kept] = origins[i]
      kept += 1
    }
    found.removeSubrange(kept...)
    origins.removeSubrange(kept...)
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
