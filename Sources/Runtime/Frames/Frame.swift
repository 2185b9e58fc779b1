/// What a run shows: the data of the frames schema (`scenec.frames/1`) as plain values. The exporters write them out; nothing
/// here is rounded for print, that is the writers' part.

import SceneIR

/// A rectangle in points. The frames schema writes it as `[x, y, width, height]`.
package struct FrameRect: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static let zero = FrameRect(x: 0, y: 0, width: 0, height: 0)

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var midX: Double { x + width / 2 }
  package var midY: Double { y + height / 2 }

  package func contains(x px: Double, y py: Double) -> Bool { px >= x && px < maxX && py >= y && py < maxY }

  package func intersects(_ other: FrameRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// Equal but for what sums of the same lengths in another order make of them.
  func isClose(to other: FrameRect) -> Bool {
    abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6 && abs(width - other.width) < 1e-6
      && abs(height - other.height) < 1e-6
  }

  package func intersection(_ other: FrameRect) -> FrameRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return FrameRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}

/// Radii of the corners in points: top leading, top trailing, bottom trailing, bottom leading.
package struct CornerRadii: Equatable, Sendable {
  package var topLeading: Double
  package var topTrailing: Double
  package var bottomTrailing: Double
  package var bottomLeading: Double

  package init(topLeading: Double, topTrailing: Double, bottomTrailing: Double, bottomLeading: Double) {
    self.topLeading = topLeading
    self.topTrailing = topTrailing
    self.bottomTrailing = bottomTrailing
    self.bottomLeading = bottomLeading
  }

  package init(_ radius: Double) {
    self.init(topLeading: radius, topTrailing: radius, bottomTrailing: radius, bottomLeading: radius)
  }

  func scaled(by factor: Double) -> CornerRadii {
    factor == 1
      ? self
      : CornerRadii(
        topLeading: topLeading * factor, topTrailing: topTrailing * factor, bottomTrailing: bottomTrailing * factor,
        bottomLeading: bottomLeading * factor)
  }
}

/// A colour in extended sRGB, straight alpha, each component nominally 0 ... 1.
package struct FrameColor: Equatable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// A gradient fill. Points are unit points of the view's rectangle.
package struct FrameGradient: Equatable, Sendable {
  package enum Kind: String, Sendable { case linear, radial, angular, elliptical }
  package struct Stop: Equatable, Sendable {
    package var color: FrameColor
    package var location: Double

    package init(color: FrameColor, location: Double) {
      self.color = color
      self.location = location
    }
  }
  package var kind: Kind
  package var stops: [Stop]
  package var startX: Double
  package var startY: Double
  package var endX: Double
  package var endY: Double
  /// Radial: points; elliptical: fractions of the size.
  package var startRadius = 0.0
  package var endRadius = 0.0
  /// Angular: radians, clockwise from three o'clock.
  package var startAngle = 0.0
  package var endAngle = 2 * Double.pi

  package init(kind: Kind, stops: [Stop], startX: Double, startY: Double, endX: Double, endY: Double) {
    self.kind = kind
    self.stops = stops
    self.startX = startX
    self.startY = startY
    self.endX = endX
    self.endY = endY
  }
}

/// A listed view: every drawing leaf, every instance of a user's view, every view with an identifier, a label, a matched
/// geometry or a named coordinate space. It keeps its id for life.
package struct ViewRecord: Equatable, Sendable {
  /// 1, 2, 3 ... in document order of first appearance.
  package var id: Int
  /// Nearest listed ancestor, nil at the top.
  package var parent: Int?
  /// `Text`, `Image`, `HomeView` ...
  package var type: String
  /// Asset or symbol name of an image, name of a coordinate space.
  package var name: String?
  package var label: String?
  package var identifier: String?
  /// Where the view's value was made, nil for views of the library.
  package var source: SourcePoint?

  package init(
    id: Int, parent: Int?, type: String, name: String? = nil, label: String? = nil, identifier: String? = nil,
    source: SourcePoint? = nil
  ) {
    self.id = id
    self.parent = parent
    self.type = type
    self.name = name
    self.label = label
    self.identifier = identifier
    self.source = source
  }
}

/// How one listed view looks in one frame.
package struct FrameRow: Equatable, Sendable {
  /// `ViewRecord.id`
  package var id: Int
  /// The view's box on the screen, in points, after every effect.
  package var rect: FrameRect
  /// Layout size before effects.
  package var width: Double
  package var height: Double
  /// Product down from the root, 0 ... 1.
  package var opacity: Double
  /// From the view's own space (its top-leading corner at 0, 0) to the screen; nil where it is a translation and an axis-aligned scale.
  package var transform: FrameTransform?
  package var cornerRadii: CornerRadii?
  package var color: FrameColor?
  package var gradient: FrameGradient?
  package var text: String?
  /// 0 ... 1 while content cross-fades to `text`.
  package var contentProgress: Double?
  /// The ancestors' clip box on the screen where it cuts the rect, and its corners.
  package var clip: FrameRect?
  package var clipRadii: CornerRadii?
  /// Index in draw order.
  package var z: Int
  /// Model box on the screen, unrounded; only with `PlayOptions.includesModel`.
  package var model: FrameRect?

  package init(id: Int, rect: FrameRect, width: Double, height: Double, opacity: Double, z: Int) {
    self.id = id
    self.rect = rect
    self.width = width
    self.height = height
    self.opacity = opacity
    self.z = z
  }
}

/// One sample of the run. The rows are in document order (by id of appearance within parents), leaving views included.
package struct Frame: Equatable, Sendable {
  /// Sample number; its time is `n / fps`.
  package var n: Int
  /// Views that appear in this frame for the first time (in frame 0: all).
  package var added: [ViewRecord]
  package var rows: [FrameRow]
  /// Only with `PlayOptions.includesDrawing`.
  package var drawing: FrameDrawing?
  /// `tap Figma`, `appear HomeView`, ... since the sample before.
  package var events: [String]

  package init(n: Int, added: [ViewRecord], rows: [FrameRow], events: [String]) {
    self.n = n
    self.added = added
    self.rows = rows
    self.events = events
  }
}

/// The device a run is laid out for. Sizes in points.
package struct FrameDevice: Equatable, Sendable {
  package var name: String
  package var width: Double
  package var height: Double
  package var scale: Double
  package var safeTop: Double
  package var safeLeading: Double
  package var safeBottom: Double
  package var safeTrailing: Double

  /// Whether it is no device of the table but a window of a given size.
  package var isSize: Bool { name.utf8.first.map { (0x30...0x39).contains($0) } ?? false }

  package init(
    name: String, width: Double, height: Double, scale: Double, safeTop: Double, safeLeading: Double,
    safeBottom: Double, safeTrailing: Double
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.scale = scale
    self.safeTop = safeTop
    self.safeLeading = safeLeading
    self.safeBottom = safeBottom
    self.safeTrailing = safeTrailing
  }
}

/// What stands before the frames.
package struct FrameHeader: Equatable, Sendable {
  /// Name of the module's file or folder.
  package var source: String
  /// Name of the scenario, nil when an entry is played without one.
  package var scenario: String?
  package var fps: Int
  package var device: FrameDevice
  /// File names, for `SourcePoint.file`.
  package var files: [String]

  package init(source: String, scenario: String?, fps: Int, device: FrameDevice, files: [String]) {
    self.source = source
    self.scenario = scenario
    self.fps = fps
    self.device = device
    self.files = files
  }
}
