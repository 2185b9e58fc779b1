/// Spacing preferences of a view's edges, by which a stack without explicit spacing keeps its children apart
/// (semantics 3.4).

/// Preferences of one edge; not a number means "none". Two facing edges are as far apart as the largest sum over the
/// categories both have, else as the plain value of either, else 8.
package struct EdgeSpacing: Equatable, Sendable, BitwiseCopyable {
  /// Distance to a text that lies below (on a bottom edge), or of a text to what lies above it (on its top edge).
  var aboveText: Double
  /// Distance of a text to what lies below it (bottom edge), or to a text that lies above (top edge).
  var belowText: Double
  /// Distance between texts.
  var textToText: Double
  /// Distance to anything, used where no category is shared.
  var plain: Double

  /// An edge with nothing to say: padded edges.
  static let neutral = EdgeSpacing(aboveText: .nan, belowText: .nan, textToText: .nan, plain: .nan)
  /// Top and bottom of shapes, colours and most views: no distance of their own to text.
  static let shapeTop = EdgeSpacing(aboveText: .nan, belowText: 0, textToText: .nan, plain: .nan)
  static let shapeBottom = EdgeSpacing(aboveText: 0, belowText: .nan, textToText: .nan, plain: .nan)
  /// Every edge of a Spacer.
  static let spacer = EdgeSpacing(aboveText: .nan, belowText: .nan, textToText: .nan, plain: 0)

  @inline(__always)
  static func join(_ a: Double, _ b: Double) -> Double {
    if a.isNaN { return b }
    if b.isNaN { return a }
    return max(a, b)
  }

  /// Both preferences, for an edge made of several views.
  func union(_ other: EdgeSpacing) -> EdgeSpacing {
    EdgeSpacing(
      aboveText: EdgeSpacing.join(aboveText, other.aboveText), belowText: EdgeSpacing.join(belowText, other.belowText),
      textToText: EdgeSpacing.join(textToText, other.textToText), plain: EdgeSpacing.join(plain, other.plain))
  }

  /// Without the Spacer's value, which is not handed on across the axis of a stack.
  var withoutPlain: EdgeSpacing {
    EdgeSpacing(aboveText: aboveText, belowText: belowText, textToText: textToText, plain: .nan)
  }

  /// The distance between two facing edges, the first being the upper or left view's.
  static func distance(_ first: EdgeSpacing, _ second: EdgeSpacing) -> Double {
    var result = Double.nan
    result = join(result, first.aboveText + second.aboveText)
    result = join(result, first.belowText + second.belowText)
    result = join(result, first.textToText + second.textToText)
    if !result.isNaN { return result }
    result = join(first.plain, second.plain)
    return result.isNaN ? defaultStackSpacing : result
  }
}

/// Distance between views that say nothing else.
package let defaultStackSpacing = 8.0

/// `ViewSpacing` of the scene: all four edges.
package struct ViewSpacing: Equatable, Sendable {
  package var top: EdgeSpacing
  package var leading: EdgeSpacing
  package var bottom: EdgeSpacing
  package var trailing: EdgeSpacing

  /// `ViewSpacing()`: the preferences of a shape, which keep the default distance.
  package static let standard = ViewSpacing(
    top: .shapeTop, leading: .neutral, bottom: .shapeBottom, trailing: .neutral)

  /// `.zero`: no distance to anything.
  package static let zero = ViewSpacing(top: .spacer, leading: .spacer, bottom: .spacer, trailing: .spacer)

  /// `distance(to:along:)`.
  package func distance(to next: ViewSpacing, along axis: Axis) -> Double {
    axis == .horizontal
      ? EdgeSpacing.distance(trailing, next.leading) : EdgeSpacing.distance(bottom, next.top)
  }

  /// `formUnion(_:edges:)`.
  package mutating func formUnion(_ other: ViewSpacing, edges: EdgeSet = .all) {
    if edges.contains(.top) { top = top.union(other.top) }
    if edges.contains(.leading) { leading = leading.union(other.leading) }
    if edges.contains(.bottom) { bottom = bottom.union(other.bottom) }
    if edges.contains(.trailing) { trailing = trailing.union(other.trailing) }
  }
}
