/// Diagnostics for people: message, place, the lines of the source with the responsible part underlined, notes, fixes.
package struct TextRenderer {
  package var usesColor: Bool

  package init(usesColor: Bool) { self.usesColor = usesColor }

  package func render(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
    var out = ""
    for diagnostic in diagnostics { render(diagnostic, files, &out) }
    return out
  }

  /// `2 errors, 1 warning and 4 notes in 3 files`; empty if there is nothing to say.
  package func summary(_ diagnostics: [Diagnostic], files: Int) -> String {
    let errors = diagnostics.lazy.filter { $0.severity == .error }.count
    let warnings = diagnostics.lazy.filter { $0.severity == .warning }.count
    if errors == 0 && warnings == 0 { return "" }
    var parts: [String] = []
    if errors > 0 { parts.append(errors == 1 ? "1 error" : "\(errors) errors") }
    if warnings > 0 { parts.append(warnings == 1 ? "1 warning" : "\(warnings) warnings") }
    let notes = diagnostics.count - errors - warnings
    if notes > 0 { parts.append(notes == 1 ? "1 note" : "\(notes) notes") }
    let list = parts.count < 3 ? parts.joined(separator: " and ") : "\(parts[0]), \(parts[1]) and \(parts[2])"
    return list + " in " + (files == 1 ? "1 file" : "\(files) files")
      + TextRenderer.counts(diagnostics) + "\n"
  }

  /// `: private-state 3, unused-state 1`, where rules report more than one thing.
  private static func counts(_ diagnostics: [Diagnostic]) -> String {
    let counts = diagnostics.ruleCounts
    guard counts.reduce(0, { $0 + $1.count }) > 1 else { return "" }
    return ": " + counts.map { "\($0.rule) \($0.count)" }.joined(separator: ", ")
  }

  private enum Style: String {
    case error = "\u{1B}[1;31m"
    case warning = "\u{1B}[1;33m"
    case info = "\u{1B}[1;36m"
    case strong = "\u{1B}[1m"
    case gutter = "\u{1B}[34m"
    case label = "\u{1B}[36m"
    case fix = "\u{1B}[32m"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    usesColor && !text.isEmpty ? style.rawValue + text + "\u{1B}[0m" : text
  }

  private func style(_ severity: Diagnostic.Severity) -> Style {
    switch severity {
    case .error: return .error
    case .warning: return .warning
    case .info: return .info
    }
  }

  private func render(_ diagnostic: Diagnostic, _ files: [SourceFile], _ out: inout String) {
    let tone = style(diagnostic.severity)
    out += styled("\(diagnostic.severity.name)[\(diagnostic.code)]", tone) + styled(": \(diagnostic.message)", .strong)
    out += "\n"
    guard Int(diagnostic.place.file) < files.count else { return }
    let file = files[Int(diagnostic.place.file)]
    var marks: [Mark] = [Mark(range: diagnostic.range, text: "", isPrimary: true)]
    var elsewhere: [(SourcePlace, String)] = []
    for label in diagnostic.labels {
      if label.place.file == diagnostic.place.file {
        marks.append(Mark(range: label.place.range, text: label.text, isPrimary: false))
      } else {
        elsewhere.append((label.place, label.text))
      }
    }
    let width = gutterWidth(diagnostic, files)
    let start = file.position(diagnostic.range.start)
    out += String(repeating: " ", count: width)
    out += styled("--> ", .gutter) + "\(file.name):\(start.line):\(start.column)\n"
    snippet(marks, file, width, tone, &out)
    for (place, text) in elsewhere { note(text, place, files, width, &out) }
    for entry in diagnostic.notes {
      if let place = entry.place {
        note(entry.message, place, files, width, &out)
      } else {
        out += String(repeating: " ", count: width) + styled(" = ", .gutter) + "note: \(entry.message)\n"
      }
    }
    for fix in diagnostic.fixes {
      out += String(repeating: " ", count: width) + styled(" = ", .gutter) + styled("fix: ", .fix) + fix.title + "\n"
    }
    out += "\n"
  }

  private func note(
    _ message: String, _ place: SourcePlace, _ files: [SourceFile], _ width: Int, _ out: inout String
  ) {
    guard Int(place.file) < files.count else { return }
    let file = files[Int(place.file)]
    let start = file.position(place.range.start)
    out += String(repeating: " ", count: width) + styled(" = ", .gutter)
    out += "note: \(message) (\(file.name):\(start.line):\(start.column))\n"
    snippet([Mark(range: place.range, text: "", isPrimary: false)], file, width, .label, &out)
  }

  private struct Mark {
    var range: SourceRange
    var text: String
    var isPrimary: Bool
  }

  /// The column that each shown byte of a line begins at, and its end.
  private struct Columns {
    /// Bytes of the line that are left out in front, for which one column stands.
    var skipped = 0
    /// Bytes that are shown.
    var count: Int
    /// Nil where each byte takes one column.
    var columns: [Int]?

    func column(_ byte: Int) -> Int {
      if byte < skipped { return 0 }
      let shown = min(byte - skipped, count)
      return (columns.map { $0[shown] } ?? shown) + (skipped > 0 ? 1 : 0)
    }
  }

  /// Bytes of a longer line that are shown, about a third of them before the mark.
  private static let window = 160

  private func gutterWidth(_ diagnostic: Diagnostic, _ files: [SourceFile]) -> Int {
    var largest = 0
    func see(_ place: SourcePlace) {
      if Int(place.file) < files.count {
        largest = max(largest, files[Int(place.file)].position(place.range.end).line)
      }
    }
    see(diagnostic.place)
    for label in diagnostic.labels { see(label.place) }
    for note in diagnostic.notes { if let place = note.place { see(place) } }
    return String(largest).utf8.count
  }

  /// The marked lines, each with its underlines; lines between them that are not marked are left out.
  private func snippet(_ marks: [Mark], _ file: SourceFile, _ width: Int, _ tone: Style, _ out: inout String) {
    let blank = String(repeating: " ", count: width)
    let byLine = marks.map { (line: file.position($0.range.start).line, mark: $0) }
    var lines = byLine.map(\.line)
    lines.sort()
    out += blank + styled(" |", .gutter) + "\n"
    var previous = 0
    for line in lines where line != previous {
      if previous > 0 && line > previous + 1 { out += styled("...", .gutter) + "\n" }
      previous = line
      let marked = byLine.first { $0.line == line && $0.mark.isPrimary } ?? byLine.first { $0.line == line }
      let (shown, columns) = display(line, file, around: marked?.mark.range.start ?? 0)
      let number = String(line)
      out += styled(String(repeating: " ", count: width - min(width, number.utf8.count)) + number + " |", .gutter)
      out += shown.isEmpty ? "\n" : " " + shown + "\n"
      for entry in byLine where entry.line == line {
        let lineStart = file.lineIndex.range(line: line - 1).start
        let from = Int(entry.mark.range.start - min(lineStart, entry.mark.range.start))
        let to = Int(entry.mark.range.end - min(lineStart, entry.mark.range.end))
        let first = columns.column(from)
        let last = columns.column(max(to, from))
        var underline = String(repeating: " ", count: first)
        underline += styled(
          String(repeating: entry.mark.isPrimary ? "^" : "-", count: max(1, last - first)),
          entry.mark.isPrimary ? tone : .label)
        if !entry.mark.text.isEmpty { underline += " " + styled(entry.mark.text, entry.mark.isPrimary ? tone : .label) }
        out += blank + styled(" |", .gutter) + " " + underline + "\n"
      }
    }
  }

  /// A line as it is shown, and for each byte of it (and its end) the column it begins at. Tabs become four spaces,
  /// control characters a replacement; wide characters take two columns. Of a long line a part around a place is shown.
  private func display(_ line: Int, _ file: SourceFile, around place: UInt32) -> (String, Columns) {
    var range = file.lineIndex.range(line: line - 1)
    let bytes = file.bytes
    while range.end > range.start && (bytes[Int(range.end) - 1] == 0x0A || bytes[Int(range.end) - 1] == 0x0D) {
      range.end -= 1
    }
    let whole = range
    let window = UInt32(TextRenderer.window)
    if whole.length > window {
      let focus = min(max(place, whole.start), whole.end)
      range.start = max(whole.start, focus - min(focus, window / 3))
      range.start = min(range.start, whole.end - window)
      range.end = range.start + window
      // No character is cut.
      while range.start > whole.start, bytes[Int(range.start)] & 0xC0 == 0x80 { range.start -= 1 }
      while range.end < whole.end, bytes[Int(range.end)] & 0xC0 == 0x80 { range.end += 1 }
    }
    let before = range.start > whole.start ? "…" : ""
    let after = range.end < whole.end ? "…" : ""
    let skipped = Int(range.start - whole.start)
    let slice = file.slice(range)
    if slice.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return (
        before + String(decoding: slice, as: UTF8.self) + after,
        Columns(skipped: skipped, count: slice.count, columns: nil)
      )
    }
    var shown = ""
    var columns: [Int] = []
    var column = 0
    for scalar in String(decoding: slice, as: UTF8.self).unicodeScalars {
      let length = UTF8.width(scalar)
      for _ in 0..<length { columns.append(column) }
      switch scalar.value {
      case 0x09:
        shown += "    "
        column += 4
      case 0..<0x20, 0x7F:
        shown += "\u{FFFD}"
        column += 1
      default:
        shown.unicodeScalars.append(scalar)
        column += TextRenderer.width(scalar)
      }
    }
    columns.append(column)
    return (before + shown + after, Columns(skipped: skipped, count: columns.count - 1, columns: columns))
  }

  /// Columns a character takes in a terminal.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
