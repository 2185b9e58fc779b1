/// Diagnostics as one JSON object of the schema `scenec.diagnostics/1`.
package enum JSONRenderer {
  package static func render(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
    var out = JSONText()
    out.raw("{\"schema\":\"scenec.diagnostics/1\",\"diagnostics\":[")
    for (index, diagnostic) in diagnostics.enumerated() {
      if index > 0 { out.raw(",") }
      write(diagnostic, files, &out)
    }
    let errors = diagnostics.lazy.filter { $0.severity == .error }.count
    let warnings = diagnostics.lazy.filter { $0.severity == .warning }.count
    out.raw("],\"summary\":{\"errors\":\(errors),\"warnings\":\(warnings),\"files\":\(files.count),\"rules\":{")
    for (index, entry) in diagnostics.ruleCounts.enumerated() {
      if index > 0 { out.raw(",") }
      out.string(entry.rule)
      out.raw(":\(entry.count)")
    }
    out.raw("}}}\n")
    return out.text
  }

  private static func write(_ diagnostic: Diagnostic, _ files: [SourceFile], _ out: inout JSONText) {
    out.raw("{\"code\":")
    out.string(diagnostic.code)
    out.raw(",\"rule\":")
    if let rule = diagnostic.rule { out.string(rule) } else { out.raw("null") }
    out.raw(",\"severity\":\"\(diagnostic.severity.name)\",\"message\":")
    out.string(diagnostic.message)
    out.raw(",")
    write(diagnostic.place, files, &out)
    out.raw(",\"notes\":[")
    var isFirst = true
    for label in diagnostic.labels {
      note(label.text, label.place, files, &isFirst, &out)
    }
    for entry in diagnostic.notes {
      note(entry.message, entry.place ?? diagnostic.place, files, &isFirst, &out)
    }
    out.raw("],\"fixes\":[")
    for (index, fix) in diagnostic.fixes.enumerated() {
      if index > 0 { out.raw(",") }
      out.raw("{\"title\":")
      out.string(fix.title)
      out.raw(",\"edits\":[")
      for (number, edit) in fix.edits.enumerated() {
        if number > 0 { out.raw(",") }
        out.raw("{")
        write(edit.place, files, &out)
        out.raw(",\"text\":")
        out.string(edit.text)
        out.raw("}")
      }
      out.raw("]}")
    }
    out.raw("]}")
  }

  private static func note(
    _ message: String, _ place: SourcePlace, _ files: [SourceFile], _ isFirst: inout Bool, _ out: inout JSONText
  ) {
    if !isFirst { out.raw(",") }
    isFirst = false
    out.raw("{\"message\":")
    out.string(message)
    out.raw(",")
    write(place, files, &out)
    out.raw("}")
  }

  /// `"file":…,"range":{…}`
  private static func write(_ place: SourcePlace, _ files: [SourceFile], _ out: inout JSONText) {
    out.raw("\"file\":")
    guard Int(place.file) < files.count else {
      out.raw("null,\"range\":null")
      return
    }
    let file = files[Int(place.file)]
    out.string(file.name)
    out.raw(",\"range\":{\"start\":")
    position(file.position(place.range.start), &out)
    out.raw(",\"end\":")
    position(file.position(place.range.end), &out)
    out.raw("}")
  }

  private static func position(_ position: SourcePosition, _ out: inout JSONText) {
    out.raw("{\"line\":\(position.line),\"column\":\(position.column),\"offset\":\(position.offset)}")
  }
}
