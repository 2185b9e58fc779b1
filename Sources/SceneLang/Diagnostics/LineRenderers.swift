/// One line for each diagnostic: the unix form and the annotations of GitHub's workflow logs.
package enum UnixRenderer {
  /// `file:line:column: severity: message [code]`
  package static func render(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
    var out = ""
    for diagnostic in diagnostics {
      guard Int(diagnostic.place.file) < files.count else { continue }
      let file = files[Int(diagnostic.place.file)]
      let start = file.position(diagnostic.range.start)
      out += "\(file.name):\(start.line):\(start.column): \(diagnostic.severity.name): \(diagnostic.message)"
      out += " [\(diagnostic.code)]\n"
    }
    return out
  }
}

package enum GitHubRenderer {
  package static func render(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
    var out = ""
    for diagnostic in diagnostics {
      guard Int(diagnostic.place.file) < files.count else { continue }
      let file = files[Int(diagnostic.place.file)]
      let start = file.position(diagnostic.range.start)
      let end = file.position(diagnostic.range.end)
      let command = diagnostic.severity == .info ? "notice" : diagnostic.severity.name
      out += "::\(command) file=\(property(file.name)),line=\(start.line),endLine=\(end.line)"
      if start.line == end.line { out += ",col=\(start.column),endColumn=\(max(end.column, start.column))" }
      var text = diagnostic.message
      for note in diagnostic.notes { text += "\n" + note.message }
      out += ",title=\(property(diagnostic.code))::\(data(text))\n"
    }
    return out
  }

  private static func data(_ text: String) -> String { escaped(text, isProperty: false) }
  private static func property(_ text: String) -> String { escaped(text, isProperty: true) }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": out += "%25"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      case ":" where isProperty: out += "%3A"
      case "," where isProperty: out += "%2C"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
