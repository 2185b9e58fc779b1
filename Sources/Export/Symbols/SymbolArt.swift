import SceneRuntime

/// A symbol put together from its name: a base of the table, filled or not, in a circle or square, struck out, with a badge.
struct SymbolArt {
  struct Part {
    enum Role { case line, filled }
    var role: Role
    var data: String
    /// 0 the main layer, 1 the one that palettes give the second colour.
    var layer = 0
    /// Cut out of the filled parts instead of being drawn.
    var isHole = false
    /// Scale and origin of the part in the box.
    var scale = 1.0
    var x = 0.0
    var y = 0.0
  }

  /// Points wide where the height is 100.
  var width = 100.0
  var parts: [Part] = []
  /// A letter or short number in place of lines.
  var letter: String?
  var letterIsHole = false
  var letterSize = 84.0
  var isStruckOut = false

  /// nil: there is no drawing for this name.
  init?(_ name: String) {
    self.init(name, depth: 0)
  }

  private init?(_ name: String, depth: Int, takesLetters: Bool = true) {
    guard depth < 4, !name.isEmpty, name.utf8.count < 120 else { return nil }
    var rest = name
    var isFilled = false
    if rest.hasSuffix(".fill") {
      isFilled = true
      rest = String(rest.dropLast(5))
    }
    if rest.hasSuffix(".inverse") { rest = String(rest.dropLast(8)) }
    if let row = SymbolTable.row(rest) {
      width = row.width
      add(row.parts, isFilled: isFilled)
      return
    }
    if rest.hasSuffix(".slash"),
      let inner = SymbolArt(
        String(rest.dropLast(6)) + (isFilled ? ".fill" : ""), depth: depth + 1)
    {
      self = inner
      isStruckOut = true
      return
    }
    if let badge = SymbolArt.split(rest, at: ".badge"),
      let inner = SymbolArt(badge.before + (isFilled ? ".fill" : ""), depth: depth + 1)
    {
      self = inner
      addBadge(badge.after)
      return
    }
    for shape in ["circle", "square", "rectangle", "app", "shield", "seal", "diamond", "hexagon"]
    where rest.hasSuffix("." + shape) {
      let base = String(rest.dropLast(shape.count + 1))
      if enclose(base, in: shape, isFilled: isFilled, depth: depth) { return }
    }
    if takesLetters, rest.utf8.count <= 2, rest.utf8.allSatisfy({ $0 > 0x2F && $0 < 0x7B }) {
      letter = rest.uppercased()
      width = rest.utf8.count == 1 ? 70 : 110
      return
    }
    // The kind of a thing without its particulars.
    if let dot = rest.lastIndex(of: "."),
      let inner = SymbolArt(
        String(rest[..<dot]) + (isFilled ? ".fill" : ""), depth: depth + 1, takesLetters: false)
    {
      self = inner
      return
    }
    return nil
  }

  private static func split(_ text: String, at word: String) -> (before: String, after: String)? {
    let bytes = Array(text.utf8)
    let wanted = Array(word.utf8)
    guard bytes.count > wanted.count else { return nil }
    for start in 1...(bytes.count - wanted.count) where Array(bytes[start..<start + wanted.count]) == wanted {
      return (
        String(decoding: bytes[..<start], as: UTF8.self),
        String(decoding: bytes[(start + wanted.count)...].drop { $0 == 0x2E }, as: UTF8.self)
      )
    }
    return nil
  }

  private mutating func add(_ rows: [(kind: UInt8, data: String)], isFilled: Bool) {
    let hasOutline = rows.contains { $0.kind == UInt8(ascii: "o") }
    for row in rows {
      switch row.kind {
      case UInt8(ascii: "o"):
        parts.append(Part(role: isFilled ? .filled : .line, data: row.data))
        // Filled shapes keep the outer edge of their lines.
        if isFilled { parts.append(Part(role: .line, data: row.data)) }
      case UInt8(ascii: "s"): parts.append(Part(role: .line, data: row.data))
      case UInt8(ascii: "d"):
        parts.append(Part(role: .line, data: row.data, isHole: isFilled && hasOutline))
      case UInt8(ascii: "k"):
        parts.append(Part(role: .filled, data: row.data, isHole: isFilled && hasOutline))
      default: parts.append(Part(role: .filled, data: row.data))
      }
    }
  }

  /// The base at half size inside a shape; false where there is no base of that name.
  private mutating func enclose(_ base: String, in shape: String, isFilled: Bool, depth: Int) -> Bool {
    guard let outer = SymbolTable.row(shape),
      let inner = SymbolArt(base + (isFilled ? ".fill" : ""), depth: depth + 1) ?? SymbolArt(base, depth: depth + 1)
    else { return false }
    width = outer.width
    for row in outer.parts {
      parts.append(Part(role: isFilled ? .filled : .line, data: row.data, layer: 1))
      if isFilled { parts.append(Part(role: .line, data: row.data, layer: 1)) }
    }
    let scale = min(0.54, 0.54 * 104 / max(inner.width, 1))
    let y = shape == "shield" ? 46.0 : 50.0
    for part in inner.parts {
      var moved = part
      moved.scale = scale * part.scale
      moved.x = width / 2 - inner.width / 2 * scale + part.x * scale
      moved.y = y - 50 * scale + part.y * scale
      moved.isHole = isFilled && !part.isHole
      // A hole of the inner drawing stays as the outer colour.
      if isFilled && part.isHole { continue }
      parts.append(moved)
    }
    if let text = inner.letter {
      letter = text
      letterIsHole = isFilled
      letterSize = 56
    }
    return true
  }

  private mutating func addBadge(_ name: String) {
    let x = width - 26
    parts.append(
      Part(role: .filled, data: "M26 0A26 26 0 1 1 -26 0A26 26 0 1 1 26 0Z", layer: 1, x: x, y: 76))
    guard let inner = SymbolTable.row(name) else { return }
    let scale = 0.34
    for row in inner.parts {
      parts.append(
        Part(
          role: row.kind == UInt8(ascii: "f") ? .filled : .line, data: row.data, isHole: true, scale: scale,
          x: x - inner.width / 2 * scale, y: 76 - 50 * scale))
    }
  }
}
