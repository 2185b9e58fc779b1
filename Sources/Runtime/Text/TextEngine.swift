/// Fonts in use, made once, and work space for breaking lines. One for all trees of a run.

package final class TextEngine {
  private let tables: FontTables
  private var faces: [FontFace] = []
  private var lastFace: FontFace?
  private let scale: Double
  /// Lines of the text at hand.
  var spans: [LineSpan] = []

  package init(facts: Facts = .shared, scale: Double = 3) {
    tables = FontTables(facts)
    self.scale = scale
  }

  func face(_ font: ResolvedFont) -> FontFace {
    if let lastFace, lastFace.font == font { return lastFace }
    for face in faces where face.font == font {
      lastFace = face
      return face
    }
    var clean = font
    if !(clean.size > 0 && clean.size < 10_000) { clean.size = clean.size >= 10_000 ? 10_000 : 1 }
    if !clean.weight.isFinite { clean.weight = 0 }
    if !clean.leading.isFinite { clean.leading = 0 }
    if clean != font { return face(clean) }
    let face = FontFace(font, tables: tables, scale: scale)
    // An animated font size makes a face a frame; old ones go first.
    if faces.count >= 256 { faces.removeFirst(128) }
    faces.append(face)
    lastFace = face
    return face
  }

  /// Height of one line of a font in points, rounded up to pixels.
  package func lineHeight(_ font: ResolvedFont) -> Double { face(font).lineHeight }

  /// Width of a text on one line, not rounded.
  package func width(_ text: String, font: ResolvedFont) -> Double {
    let layout = TextLayout(TextContent(runs: [TextRun(text, font: font)]))
    return layout.naturalWidth(self)
  }

  /// What the edges of a text in this font ask for (semantics 3.4).
  func edgeSpacing(_ font: ResolvedFont, _ edge: EdgeSet, scale: Double) -> EdgeSpacing {
    let face = face(font)
    let height = face.ascender + face.descender
    let extra = FontFace.roundUp(0.1 * height, scale)
    switch edge {
    case .top:
      return EdgeSpacing(aboveText: height + extra - face.ascender, belowText: .nan, textToText: 0, plain: .nan)
    case .bottom:
      return EdgeSpacing(
        aboveText: .nan, belowText: max(height + extra - face.capHeight, extra + face.descender), textToText: 0,
        plain: .nan)
    default: return .neutral
    }
  }
}
