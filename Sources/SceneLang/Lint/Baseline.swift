import SceneIR

/// Findings that are known and not shown: those of an older project, so that new ones stand out.
///
/// A finding is known by its file, its rule and the text of its line, so that lines may move. Errors of the language are
/// never hidden.
package struct Baseline: Sendable, Equatable {
  private struct Key: Hashable, Sendable {
    var file: String
    var rule: String
    var line: String
  }

  private var counts: [Key: Int] = [:]
  /// Where paths count from.
  private let folder: String

  /// - Parameter folder: of the baseline's file
  package init(_ bytes: [UInt8], folder: String) throws {
    self.folder = folder
    var counts: [Key: Int] = [:]
    do {
      try bytes.withUnsafeBytes { raw in
        var cursor = JSONCursor(raw)
        try cursor.object { cursor, key in
          guard key == "findings" else {
            try cursor.skipValue()
            return
          }
          try cursor.array { cursor in
            var entry = Key(file: "", rule: "", line: "")
            var count = 1
            try cursor.object { cursor, key in
              switch key {
              case "file": entry.file = try cursor.string()
              case "rule": entry.rule = try cursor.string()
              case "line": entry.line = try cursor.string()
              case "count": count = try cursor.integer()
              default: try cursor.skipValue()
              }
            }
            counts[entry, default: 0] += count
          }
        }
        try cursor.end()
      }
    } catch let error as IRError {
      throw LintSettings.Problem(message: error.message, offset: error.offset ?? 0)
    }
    self.counts = counts
  }

  /// Which findings are known, a mark for each.
  package func known(_ diagnostics: [Diagnostic], files: [SourceFile], paths: [String?]) -> [Bool] {
    var left = counts
    return diagnostics.map { diagnostic in
      guard let key = Baseline.key(diagnostic, files, paths, folder), let count = left[key], count > 0 else {
        return false
      }
      left[key] = count - 1
      return true
    }
  }

  /// A baseline of the findings, as text.
  /// - Parameter paths: absolute, of the files; nil for one that is not on disk
  package static func write(
    _ diagnostics: [Diagnostic], files: [SourceFile], paths: [String?], folder: String
  ) -> String {
    var order: [Key] = []
    var counts: [Key: Int] = [:]
    for diagnostic in diagnostics {
      guard let key = key(diagnostic, files, paths, folder) else { continue }
      if counts[key] == nil { order.append(key) }
      counts[key, default: 0] += 1
    }
    var out = JSONText()
    out.raw("{\n  \"schema\": \"scenec.baseline/1\",\n  \"findings\": [")
    for (index, key) in order.enumerated() {
      out.raw(index > 0 ? ",\n    {\"file\": " : "\n    {\"file\": ")
      out.string(key.file)
      out.raw(", \"rule\": ")
      out.string(key.rule)
      out.raw(", \"line\": ")
      out.string(key.line)
      if let count = counts[key], count > 1 { out.raw(", \"count\": \(count)") }
      out.raw("}")
    }
    out.raw(order.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
    return out.text
  }

  private static func key(
    _ diagnostic: Diagnostic, _ files: [SourceFile], _ paths: [String?], _ folder: String
  ) -> Key? {
    guard let rule = diagnostic.rule, Int(diagnostic.place.file) < files.count else { return nil }
    let file = files[Int(diagnostic.place.file)]
    let line = file.lineIndex.lineContaining(Int(diagnostic.range.start))
    var text = Substring(file.text(file.lineIndex.range(line: line)))
    while let first = text.unicodeScalars.first, first.value <= 0x20 { text.unicodeScalars.removeFirst() }
    while let last = text.unicodeScalars.last, last.value <= 0x20 { text.unicodeScalars.removeLast() }
    let index = Int(diagnostic.place.file)
    var path = Substring(index < paths.count ? paths[index] ?? file.name : file.name)
    let prefix = folder.isEmpty ? "" : folder + (folder.hasSuffix("/") ? "" : "/")
    if !prefix.isEmpty, path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
    return Key(file: String(path), rule: rule, line: String(text.prefix(400)))
  }
}
