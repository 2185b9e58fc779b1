/// Metrics and advances of one resolved font, from the tables of facts: a model of the system font for ASCII, Inter scaled
/// to it for other letters, rules for the rest.

final class FontFace {
  let font: ResolvedFont
  /// Points above and below the baseline, and the height of capitals.
  let ascender: Double
  let descender: Double
  let capHeight: Double
  /// Height of a line, rounded up to pixels.
  let lineHeight: Double
  /// Distance of the baselines of wrapped lines.
  let pitch: Double
  /// Advances in points of U+0000 ... U+007F, automatic tracking included.
  let ascii: UnsafeMutablePointer<Double>
  /// Kerning in points of ASCII pairs, first * 128 + second; nil where the font has none.
  private(set) var kerning: UnsafeMutablePointer<Float>?
  private let tables: FontTables
  private let useDisplay: Bool
  /// Factor from Inter's advances to this font's.
  private let ratio: Double
  private let weightColumn: Int

  init(_ font: ResolvedFont, tables: FontTables, scale: Double) {
    self.font = font
    self.tables = tables
    let size = font.size
    ascender = size * tables.ascender
    descender = size * tables.descender
    capHeight = size * tables.capHeight
    lineHeight = FontFace.roundUp(size * (tables.ascender + tables.descender), scale)
    pitch = font.leading > 0 ? font.leading : lineHeight
    useDisplay = size >= 20
    let weight = tables.weight(font.weight)
    weightColumn = weight.column
    ratio = tables.ratio(display: useDisplay, weight: weight.css, size: size)
    ascii = .allocate(capacity: 128)
    ascii.initialize(repeating: 0, count: 128)
    switch font.design {
    case .monospaced:
      for code in 32..<127 { ascii[code] = size * tables.monospacedAdvance }
    case .serif:
      for code in 32..<127 { ascii[code] = size * tables.serifAdvance(UInt32(code), bold: font.weight >= 0.3) }
      makeKerning(tables.serifKern, unitsPerEm: tables.serifUnits, column: font.weight >= 0.3 ? 3 : 2, factor: 1)
    case .standard, .rounded:
      let tracking = font.design == .rounded ? tables.roundedTracking : tables.tracking
      let extra = 2 * tracking.interpolate(size)
      let display = tables.blend.interpolate(size)
      let advances = tables.advances
      for row in 0..<advances.rowCount {
        let code = Int(advances[row, 0])
        guard code >= 0, code < 128 else { continue }
        func master(_ column: Int) -> Double {
          let regular = advances[row, column + 1]
          return regular + weight.t * (advances[row, weight.towardBlack ? column + 2 : column] - regular)
        }
        let text = master(1)
        ascii[code] = size / 2048 * (text + display * (master(4) - text) + extra)
      }
      if font.monospacedDigits {
        for code in 48...57 { ascii[code] = ascii[48] }
      }
      makeKerning(
        useDisplay ? tables.displayKern : tables.interKern,
        unitsPerEm: useDisplay ? tables.displayUnits : tables.interUnits, column: 2 + weightColumn, factor: 1)
    }
  }

  deinit {
    ascii.deallocate()
    kerning?.deallocate()
  }

  private func makeKerning(_ table: FactTable<Int32>, unitsPerEm: Double, column: Int, factor: Double) {
    guard table.rowCount > 0, column < table.columnCount else { return }
    let pairs = UnsafeMutablePointer<Float>.allocate(capacity: 128 * 128)
    pairs.initialize(repeating: 0, count: 128 * 128)
    for row in 0..<table.rowCount {
      let first = Int(table[row, 0])
      let second = Int(table[row, 1])
      guard first >= 0, second >= 0, first < 128, second < 128 else { continue }
      if font.monospacedDigits, (48...57).contains(first), (48...57).contains(second) { continue }
      pairs[first * 128 + second] = Float(Double(table[row, column]) * factor * font.size / unitsPerEm)
    }
    kerning = pairs
  }

  static func roundUp(_ value: Double, _ scale: Double) -> Double {
    // A hair above a pixel is rounding noise, not a pixel more.
    ((value * scale) - 1e-6).rounded(.up) / scale
  }

  /// Advance of a scalar in points; 0 for marks and controls.
  func advance(_ scalar: Unicode.Scalar) -> Double {
    let code = scalar.value
    if code < 128 { return ascii[Int(code)] }
    let size = font.size
    if let row = tables.spaces.find(first: Double(code)) {
      let em = tables.spaces[row, 1]
      switch em {
      case -1: return ascii[32]
      case -2: return ascii[48]
      case -3: return ascii[46]
      default: return em * size
      }
    }
    let width = tables.widths.find(containing: Int32(bitPattern: code)).map { tables.widths[$0, 2] } ?? 0
    if width == 4 { return 0 }
    if font.design == .monospaced { return (width == 1 ? 2 : 1) * size * tables.monospacedAdvance }
    if let row = tables.bases.find(first: Int32(bitPattern: code)),
      let base = Unicode.Scalar(UInt32(bitPattern: tables.bases[row, 1])), base != scalar
    {
      return advance(base)
    }
    if font.design == .serif, let em = tables.serifAdvanceIfKnown(code, bold: font.weight >= 0.3) { return em * size }
    if let units = tables.interAdvance(code, display: useDisplay, column: weightColumn) {
      let em = units / (useDisplay ? tables.displayUnits : tables.interUnits)
      return em * ratio * size
    }
    switch width {
    case 1: return size
    case 2: return size / 2
    default: return 0.6 * size
    }
  }

  func emojiAdvance() -> Double {
    font.size >= 32 ? font.size : tables.emoji.interpolate(font.size) * (font.size < 10 ? font.size / 10 : 1)
  }

  @inline(__always)
  func kern(_ first: UInt8, _ second: UInt8) -> Double {
    guard let kerning, first < 128, second < 128 else { return 0 }
    return Double(kerning[Int(first) * 128 + Int(second)])
  }

  lazy var ellipsis: Double = advance("\u{2026}")
}
