/// Input of text measuring: styled runs and the settings that come from the environment.

/// A font after all modifiers, Dynamic Type and the environment have been applied (`FontRequest` makes it).
package struct ResolvedFont: Equatable, Sendable {
  package enum Design: UInt8, Sendable {
    case standard
    case rounded
    case monospaced
    case serif
  }

  package var design: Design
  /// Points.
  package var size: Double
  /// -0.8 (ultra light) to 0.62 (black), as `Font.Weight` does; 0 is regular.
  package var weight: Double
  package var italic: Bool
  /// Digits all have one width.
  package var monospacedDigits: Bool
  /// Distance of baselines of wrapped lines: the text style's leading; 0 where the font has no style.
  package var leading: Double

  package init(
    design: Design = .standard, size: Double = 17, weight: Double = 0, italic: Bool = false,
    monospacedDigits: Bool = false, leading: Double = 22
  ) {
    self.design = design
    self.size = size
    self.weight = weight
    self.italic = italic
    self.monospacedDigits = monospacedDigits
    self.leading = leading
  }
}

/// A stretch of text with one font.
package struct TextRun: Equatable, Sendable {
  package var text: String
  package var font: ResolvedFont
  /// Points after each character.
  package var tracking: Double
  /// As tracking; the two add up here.
  package var kerning: Double
  /// Points upwards.
  package var baselineOffset: Double

  package init(
    _ text: String, font: ResolvedFont, tracking: Double = 0, kerning: Double = 0, baselineOffset: Double = 0
  ) {
    self.text = text
    self.font = font
    self.tracking = tracking
    self.kerning = kerning
    self.baselineOffset = baselineOffset
  }
}

/// All that decides size and lines of a Text.
package struct TextContent: Equatable, Sendable {
  package enum Truncation: UInt8, Sendable {
    case tail
    case head
    case middle
  }

  package enum LineAlignment: UInt8, Sendable {
    case leading
    case center
    case trailing
  }

  package var runs: [TextRun]
  package var maxLines: Int?
  /// At least the height of so many lines: `lineLimit(n, reservesSpace: true)` and ranges.
  package var minLines: Int?
  package var truncation: Truncation
  package var minimumScaleFactor: Double
  package var lineSpacing: Double
  package var alignment: LineAlignment
  /// May narrow letter spacing by up to 5 % before truncating.
  package var allowsTightening: Bool

  package init(
    runs: [TextRun], maxLines: Int? = nil, minLines: Int? = nil, truncation: Truncation = .tail,
    minimumScaleFactor: Double = 1, lineSpacing: Double = 0, alignment: LineAlignment = .leading,
    allowsTightening: Bool = false
  ) {
    self.runs = runs
    self.maxLines = maxLines
    self.minLines = minLines
    self.truncation = truncation
    self.minimumScaleFactor = minimumScaleFactor
    self.lineSpacing = lineSpacing
    self.alignment = alignment
    self.allowsTightening = allowsTightening
  }
}

/// A text broken into lines for one width.
package struct TextLines: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    /// UTF-8 offsets into the runs' texts put one after the other; what is shown, trailing blanks left out.
    package var start: Int
    package var end: Int
    /// Truncated: text up to `start ..< end`, then "…", then `tailStart ..< tailEnd` (empty for tail truncation).
    package var truncated: Bool
    package var tailStart: Int
    package var tailEnd: Int
    /// Box in the text's own space.
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    /// Distance from the text's top.
    package var baseline: Double
  }

  package var size: Size
  package var lines: [Line]
  package var firstBaseline: Double
  package var lastBaseline: Double
  /// The shown lines do not hold the whole text.
  package var isTruncated: Bool
  /// Font scale that `minimumScaleFactor` brought about; 1 otherwise.
  package var scale: Double
}
