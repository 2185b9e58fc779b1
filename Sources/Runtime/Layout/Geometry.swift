/// Sizes, points, rectangles, insets and unit points, all in points, shared by layout, graph and animation.

package struct Size: Equatable, Sendable, BitwiseCopyable {
  package var width: Double
  package var height: Double

  package init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  package static let zero = Size(0, 0)
}

package struct Point: Equatable, Sendable, BitwiseCopyable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  package static let zero = Point(0, 0)
}

package struct Rect: Equatable, Sendable, BitwiseCopyable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package init(origin: Point, size: Size) {
    self.init(origin.x, origin.y, size.width, size.height)
  }

  package static let zero = Rect(0, 0, 0, 0)

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var size: Size { Size(width, height) }
  package var origin: Point { Point(x, y) }

  /// Shrinks by `insets`; a side never gets negative.
  package func inset(by insets: Insets) -> Rect {
    Rect(
      x + insets.leading, y + insets.top, max(0, width - insets.horizontal), max(0, height - insets.vertical))
  }

  /// True where the two share an area; touching edges do not count.
  package func intersects(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// The rectangle with both corners rounded to the nearest pixel, halves up (`scale` pixels a point).
  package func roundedToPixels(scale: Double) -> Rect {
    // The margin lets a half that arithmetic left a hair short still go up.
    func snap(_ value: Double) -> Double { ((value * scale) + 0.5 + 1e-7).rounded(.down) / scale }
    let left = snap(x)
    let top = snap(y)
    return Rect(left, top, snap(x + width) - left, snap(y + height) - top)
  }
}

/// Distances from the four edges. Leading and trailing are left and right before mirroring.
package struct Insets: Equatable, Sendable, BitwiseCopyable {
  package var top: Double
  package var leading: Double
  package var bottom: Double
  package var trailing: Double

  package init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  package static let zero = Insets()

  package var horizontal: Double { leading + trailing }
  package var vertical: Double { top + bottom }
}

/// A point in units of a size: (0, 0) top leading, (1, 1) bottom trailing.
package struct UnitPoint: Equatable, Sendable, BitwiseCopyable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  package static let center = UnitPoint(0.5, 0.5)
  package static let topLeading = UnitPoint(0, 0)
}

package enum Axis: UInt8, Sendable {
  case horizontal
  case vertical

  package var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

package struct AxisSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let horizontal = AxisSet(rawValue: 1)
  package static let vertical = AxisSet(rawValue: 2)
  package static let both: AxisSet = [.horizontal, .vertical]
}

/// Edge order of the raw values is the one of `Edge`: top, leading, bottom, trailing.
package struct EdgeSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let top = EdgeSet(rawValue: 1)
  package static let leading = EdgeSet(rawValue: 2)
  package static let bottom = EdgeSet(rawValue: 4)
  package static let trailing = EdgeSet(rawValue: 8)
  package static let horizontal: EdgeSet = [.leading, .trailing]
  package static let vertical: EdgeSet = [.top, .bottom]
  package static let all: EdgeSet = [.top, .leading, .bottom, .trailing]

  /// Leading and trailing exchanged.
  var mirrored: EdgeSet {
    var result = self.intersection(.vertical)
    if contains(.leading) { result.insert(.trailing) }
    if contains(.trailing) { result.insert(.leading) }
    return result
  }
}

/// What a parent offers: a length on each axis, infinite for the largest, 0 for the smallest, none for the ideal one.
package struct Proposal: Equatable, Sendable, BitwiseCopyable {
  /// Lengths in points; not a number stands for none.
  var w: Double
  var h: Double

  /// The one bit pattern for "none", so that proposals compare by their bits.
  static let none = Double.nan

  package init(_ width: Double?, _ height: Double?) {
    w = Proposal.canonical(width ?? .nan)
    h = Proposal.canonical(height ?? .nan)
  }

  package init(_ size: Size) {
    w = Proposal.canonical(size.width)
    h = Proposal.canonical(size.height)
  }

  init(raw w: Double, _ h: Double) {
    self.w = Proposal.canonical(w)
    self.h = Proposal.canonical(h)
  }

  @inline(__always)
  static func canonical(_ value: Double) -> Double { value.isNaN ? none : value + 0 }

  package var width: Double? { w.isNaN ? nil : w }
  package var height: Double? { h.isNaN ? nil : h }

  package static let unspecified = Proposal(nil, nil)
  package static let zero = Proposal(0, 0)
  package static let infinity = Proposal(.infinity, .infinity)

  @inline(__always)
  package static func == (a: Proposal, b: Proposal) -> Bool {
    a.w.bitPattern == b.w.bitPattern && a.h.bitPattern == b.h.bitPattern
  }

  @inline(__always)
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? w : h }
    set { if axis == .horizontal { w = Proposal.canonical(newValue) } else { h = Proposal.canonical(newValue) } }
  }
}

extension Size {
  @inline(__always)
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

extension Point {
  @inline(__always)
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}
