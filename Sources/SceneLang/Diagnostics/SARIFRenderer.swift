/// Diagnostics as a SARIF 2.1.0 log, for code-scanning services.
package enum SARIFRenderer {
  package static func render(_ diagnostics: [Diagnostic], files: [SourceFile], version: String) -> String {
    var out = JSONText()
    out.raw("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":")
    out.raw("{\"driver\":{\"name\":\"scenec\",\"version\":")
    out.string(version)
    out.raw(",\"rules\":[")
    var rules: [String: Int] = [:]
    var listed: [DiagnosticKind] = []
    for diagnostic in diagnostics where rules[diagnostic.code] == nil {
      rules[diagnostic.code] = listed.count
      listed.append(diagnostic.kind)
    }
    for (index, kind) in listed.enumerated() {
      if index > 0 { out.raw(",") }
      out.raw("{\"id\":")
      out.string(kind.code)
      out.raw(",\"name\":")
      out.string(kind.slug)
      out.raw(",\"shortDescription\":{\"text\":")
      out.string(kind.title)
      out.raw("},\"fullDescription\":{\"text\":")
      out.string(kind.explanation.isEmpty ? kind.title : kind.explanation)
      out.raw("},\"defaultConfiguration\":{\"level\":\"\(level(kind.severity))\"}}")
    }
    out.raw("]}},\"columnKind\":\"utf16CodeUnits\",\"results\":[")
    for (index, diagnostic) in diagnostics.enumerated() {
      if index > 0 { out.raw(",") }
      out.raw("{\"ruleId\":")
      out.string(diagnostic.code)
      out.raw(
        ",\"ruleIndex\":\(rules[diagnostic.code] ?? 0),\"level\":\"\(level(diagnostic.severity))\",\"message\":{\"text\":"
      )
      out.string(diagnostic.message)
      out.raw("},\"locations\":[")
      location(diagnostic.place, nil, files, &out)
      out.raw("]")
      let related =
        diagnostic.labels.map { ($0.text, $0.place) }
        + diagnostic.notes.compactMap { note in note.place.map { (note.message, $0) } }
      if !related.isEmpty {
        out.raw(",\"relatedLocations\":[")
        for (number, entry) in related.enumerated() {
          if number > 0 { out.raw(",") }
          location(entry.1, entry.0, files, &out)
        }
        out.raw("]")
      }
      fixes(diagnostic.fixes, files, &out)
      out.raw("}")
    }
    out.raw("]}]}\n")
    return out.text
  }

  private static func fixes(_ fixes: [FixIt], _ files: [SourceFile], _ out: inout JSONText) {
    let known = fixes.filter { fix in
      fix.applicability != .placeholder && !fix.edits.isEmpty
        && fix.edits.allSatisfy { Int($0.place.file) < files.count }
    }
    guard !known.isEmpty else { return }
    out.raw(",\"fixes\":[")
    for (index, fix) in known.enumerated() {
      if index > 0 { out.raw(",") }
      out.raw("{\"description\":{\"text\":")
      out.string(fix.title)
      out.raw("},\"artifactChanges\":[")
      var seen: [UInt32] = []
      for edit in fix.edits where !seen.contains(edit.place.file) {
        if !seen.isEmpty { out.raw(",") }
        seen.append(edit.place.file)
        out.raw("{\"artifactLocation\":{\"uri\":")
        out.string(uri(files[Int(edit.place.file)].name))
        out.raw("},\"replacements\":[")
        var isFirst = true
        for other in fix.edits where other.place.file == edit.place.file {
          if !isFirst { out.raw(",") }
          isFirst = false
          let range = other.place.range
          out.raw("{\"deletedRegion\":{\"byteOffset\":\(range.start),\"byteLength\":\(range.length)},")
          out.raw("\"insertedContent\":{\"text\":")
          out.string(other.text)
          out.raw("}}")
        }
        out.raw("]}")
      }
      out.raw("]}")
    }
    out.raw("]")
  }

  private static func level(_ severity: Diagnostic.Severity) -> String {
    severity == .info ? "note" : severity.name
  }

  private static func location(_ place: SourcePlace, _ message: String?, _ files: [SourceFile], _ out: inout JSONText) {
    guard Int(place.file) < files.count else {
      out.raw("{}")
      return
    }
    let file = files[Int(place.file)]
    let start = file.position(place.range.start)
    let end = file.position(place.range.end)
    out.raw("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":")
    out.string(uri(file.name))
    out.raw("},\"region\":{\"startLine\":\(start.line),\"startColumn\":\(column(start, file)),")
    out.raw("\"endLine\":\(end.line),\"endColumn\":\(column(end, file)),")
    out.raw("\"byteOffset\":\(place.range.start),\"byteLength\":\(place.range.length)}}")
    if let message {
      out.raw(",\"message\":{\"text\":")
      out.string(message)
      out.raw("}")
    }
    out.raw("}")
  }

  /// SARIF counts columns in UTF-16 units.
  private static func column(_ position: SourcePosition, _ file: SourceFile) -> Int {
    let start = UInt32(position.offset - (position.column - 1))
    return file.text(SourceRange(start, UInt32(position.offset))).utf16.count + 1
  }

  /// A path as the reference of a URI.
  private static func uri(_ path: String) -> String {
    var out = ""
    // `./a` is the same reference as `a`, which code hosts compare with their own paths.
    for byte in (path.hasPrefix("./") ? path.dropFirst(2) : path[...]).utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        out += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return out
  }
}
