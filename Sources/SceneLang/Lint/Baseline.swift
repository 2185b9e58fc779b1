import SceneIR

/// Findings that are known and not shown: those of an older project, so that new ones stand out.
///
/// A finding is known by its file, its rule and the text of its line, so that lines may move. Errors of the language are
/// never hidden.
package struct Baseline: Sendable {
  private struct Key: Hashable {
    var file: String
    var rule: String
    var line: String
  }

  private var counts: [Key: Int] = [:]

  package init() {}

  package init(_ bytes: [UInt8]) throws {
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

  /// What is left of the findings. Paths count from `folder`.
  package func filter(_ diagnostics: [Diagnostic], files: [SourceFile], folder: String) -> [Diagnostic] {
    var left = counts
    return diagnostics.filter { diagnostic in
      guard let key = Baseline.key(diagnostic, files, folder), let count = left[key], count > 0 else { return true }
      left[key] = count - 1
      return false
    }
  }

  /// A baseline of the findings, as text.
  package static func write(_ diagnostics: [Diagnostic], files: [SourceFile], folder: String) -> String {
    var order: [Key] = []
    var counts: [Key: Int] = [:]
    for diagnostic in diagnostics {
      guard let key = key(diagnostic, files, folder) else { continue }
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

  private static func key(_ diagnostic: Diagnostic, _ files: [SourceFile], _ folder: String) -> Key? {
    guard let rule = diagnostic.rule, Int(diagnostic.place.file) < files.count else { return nil }
    let file = files[Int(diagnostic.place.file)]
    let line = file.lineIndex.lineContaining(Int(diagnostic.range.start))
    var text = Substring(file.text(file.lineIndex.range(line: line)))
    while let first = text.unicodeScalars.first, first.value <= 0x20 { text.unicodeScalars.removeFirst() }
    while let last = text.unicodeScalars.last, last.value <= 0x20 { text.unicodeScalars.removeLast() }
    var path = Substring(file.name)
    var prefix = folder.isEmpty || folder == "." ? "" : folder + (folder.hasSuffix("/") ? "" : "/")
    if path.hasPrefix("./") { path = path.dropFirst(2) }
    if prefix.hasPrefix("./") { prefix = String(prefix.dropFirst(2)) }
    if !prefix.isEmpty, path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
    return Key(file: String(path), rule: rule, line: String(text.prefix(400)))
  }
}
