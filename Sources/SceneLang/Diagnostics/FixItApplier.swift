/// Applies fixes to texts: byte edits that do not overlap, each fix whole or not at all.
package enum FixItApplier {
  package struct Outcome: Sendable {
    /// New bytes of each file, in the order of the files given.
    package var texts: [[UInt8]]
    package var applied: Int
    /// Fixes left out because they overlap one that was applied; a second run may apply them.
    package var skipped: Int
  }

  /// The first fix of each diagnostic that is sure (`safe`), applied to the files.
  package static func applySafe(_ diagnostics: [Diagnostic], to files: [SourceFile]) -> Outcome {
    var fixes: [FixIt] = []
    for diagnostic in diagnostics {
      if let fix = diagnostic.fixes.first, fix.applicability == .safe { fixes.append(fix) }
    }
    return apply(fixes, to: files)
  }

  package static func apply(_ fixes: [FixIt], to files: [SourceFile]) -> Outcome {
    var taken: [[FixIt.Edit]] = Array(repeating: [], count: files.count)
    var applied = 0
    var skipped = 0
    next: for fix in fixes {
      for edit in fix.edits {
        let file = Int(edit.place.file)
        guard file < files.count, edit.place.range.end <= UInt32(files[file].count) else {
          skipped += 1
          continue next
        }
        for other in taken[file] where conflicts(edit, other) {
          skipped += 1
          continue next
        }
      }
      for edit in fix.edits { taken[Int(edit.place.file)].append(edit) }
      applied += 1
    }
    var texts: [[UInt8]] = []
    for (index, file) in files.enumerated() { texts.append(replace(taken[index], in: Array(file.bytes))) }
    return Outcome(texts: texts, applied: applied, skipped: skipped)
  }

  private static func conflicts(_ a: FixIt.Edit, _ b: FixIt.Edit) -> Bool {
    let (x, y) = (a.place.range, b.place.range)
    if x.isEmpty && y.isEmpty { return x.start == y.start }
    if x.isEmpty { return y.start < x.start && x.start < y.end }
    if y.isEmpty { return x.start < y.start && y.start < x.end }
    return x.overlaps(y)
  }

  /// Applies edits of one text that do not overlap.
  package static func replace(_ edits: [FixIt.Edit], in bytes: [UInt8]) -> [UInt8] {
    let ordered = edits.enumerated().sorted { a, b in
      let (x, y) = (a.element.place.range, b.element.place.range)
      if x.start != y.start { return x.start < y.start }
      // An insertion stands before a replacement that begins at the same place.
      if x.isEmpty != y.isEmpty { return x.isEmpty }
      return a.offset < b.offset
    }
    var out: [UInt8] = []
    var position = 0
    for (_, edit) in ordered {
      let start = max(position, min(Int(edit.place.range.start), bytes.count))
      out.append(contentsOf: bytes[position..<start])
      out.append(contentsOf: edit.text.utf8)
      position = max(start, min(Int(edit.place.range.end), bytes.count))
    }
    out.append(contentsOf: bytes[position...])
    return out
  }
}
