/// What pictures are drawn from: leaves in draw order with their outlines, texts and paints, and the effects around them. A run carries it only
/// where `PlayOptions.includesDrawing` asks for it; the frames schema does not know it.

import SceneIR

/// Outline of a fill or a clip, in its own space.
package enum FrameOutline: Equatable, Sendable {
  case rect(FrameRect)
  case rounded(FrameRect, CornerRadii, isContinuous: Bool)
  case ellipse(FrameRect)
  case path(FramePath, isEvenOdd: Bool)

  package var path: FramePath {
    var result = FramePath()
    switch self {
    case .rect(let r): result.rect(r)
    case .rounded(let r, let radii, let isContinuous): result.rounded(r, radii, isContinuous: isContinuous)
    case .ellipse(let r): result.ellipse(r)
    case .path(let path, _): return path
    }
    return result
  }

  package var isEvenOdd: Bool {
    if case .path(_, let isEvenOdd) = self { return isEvenOdd }
    return false
  }
}

package enum FramePaint: Equatable, Sendable {
  case color(FrameColor)
  case gradient(FrameGradient)
}

package struct FrameStroke: Equatable, Sendable {
  package enum Cap: String, Sendable { case butt, round, square }
  package enum Join: String, Sendable { case miter, round, bevel }
  /// Points.
  package var width = 1.0
  package var cap = Cap.butt
  package var join = Join.miter
  package var miterLimit = 10.0
  package var dash: [Double] = []
  package var dashPhase = 0.0

  package init(width: Double = 1) { self.width = width }
}

/// A stretch of a line with one font and colour.
package struct FrameTextRun: Equatable, Sendable {
  package enum Design: String, Sendable { case standard, rounded, monospaced, serif }
  package var text: String
  /// Points from the text's leading edge.
  package var x: Double
  package var width: Double
  /// Font size in points after scaling, weight from -0.8 (ultra light) to 0.62 (black).
  package var size: Double
  package var weight: Double
  package var isItalic = false
  package var design = Design.standard
  /// nil: the colour of the whole text.
  package var color: FrameColor?
  /// Points upwards.
  package var rise = 0.0
  package var isUnderlined = false
  package var isStruck = false
  /// The symbol that stands in the run's place.
  package var symbol: String?

  package init(text: String, x: Double, width: Double, size: Double, weight: Double) {
    self.text = text
    self.x = x
    self.width = width
    self.size = size
    self.weight = weight
  }
}

/// One line of a text as it was measured, in the text's own space.
package struct FrameTextLine: Equatable, Sendable {
  /// Points of the baseline from the text's top.
  package var baseline: Double
  package var runs: [FrameTextRun]

  package init(baseline: Double, runs: [FrameTextRun]) {
    self.baseline = baseline
    self.runs = runs
  }
}

/// An SF Symbol: its name and colours; the exporters have drawings of their own.
package struct FrameSymbol: Equatable, Sendable {
  package var name: String
  package var weight: Double
  /// One colour for the whole, or one for each layer.
  package var paints: [FramePaint]
  /// Second layers are drawn at half strength.
  package var isHierarchical = false

  package init(name: String, weight: Double, paints: [FramePaint]) {
    self.name = name
    self.weight = weight
    self.paints = paints
  }
}

/// A part of what a leaf draws, in the leaf's own space with its top leading corner at 0, 0.
package enum FrameElement: Equatable, Sendable {
  case fill(FrameOutline, FramePaint)
  case stroke(FrameOutline, FramePaint, FrameStroke)
  case text([FrameTextLine], FramePaint)
  case symbol(FrameSymbol, FrameRect)
  /// Row of the module's images; a colour paints it as a template.
  case image(Int, FrameRect, FrameColor?)
  /// Something without a picture, with what it is called.
  case placeholder(String, FrameRect)
}

package struct FrameLeaf: Equatable, Sendable {
  /// `ViewRecord.id`; 0 for what belongs to no listed view.
  package var view: Int
  /// From the leaf's own space to the screen.
  package var transform: FrameTransform
  package var width: Double
  package var height: Double
  /// Row of `FrameDrawing.effects` nearest around, -1 for none.
  package var effect: Int
  package var elements: [FrameElement]

  package init(
    view: Int, transform: FrameTransform, width: Double, height: Double, effect: Int, elements: [FrameElement]
  ) {
    self.view = view
    self.transform = transform
    self.width = width
    self.height = height
    self.effect = effect
    self.elements = elements
  }
}

/// Something that happens to a group of leaves as a whole. Lengths are points on the screen.
package struct FrameEffect: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case opacity(Double)
    case blur(Double)
    case shadow(FrameColor, radius: Double, x: Double, y: Double)
    case brightness(Double)
    case contrast(Double)
    case saturation(Double)
    /// Radians.
    case hueRotation(Double)
    case multiply(FrameColor)
    case invert
    case luminanceToAlpha
    /// CSS name of the mode.
    case blend(String)
    case clip(FrameOutline, FrameTransform)
    case mask([FrameLeaf])
  }
  /// Row of the effect around this one, -1 for none; always a smaller row.
  package var parent: Int
  /// The same for one view from frame to frame.
  package var owner: Int
  package var kind: Kind

  package init(parent: Int, owner: Int, kind: Kind) {
    self.parent = parent
    self.owner = owner
    self.kind = kind
  }
}

package struct FrameDrawing: Equatable, Sendable {
  /// In draw order; leaves within one effect stand one after the other.
  package var leaves: [FrameLeaf] = []
  package var effects: [FrameEffect] = []
  /// The screen itself is dark.
  package var isDark = false

  package init() {}
}
