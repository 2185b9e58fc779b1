/// What a layout node is, with its parameters. Lengths are points, absent optionals mean "not given".
///
/// Children: *leaf* has none, *unary* exactly one (none counts as empty content of size 0 x 0), *container* any number.
/// Groups, conditionals and ForEach are no nodes: their members are children of the container around them. Where one view
/// is expected and several are given, the caller puts the implicit stack (semantics 1.3, 3.9) in between.

package enum LayoutKind {
  // MARK: leaves
  /// Answers the proposal, 10 on an axis without one: colours, shapes, gradients, materials, paths.
  case fill
  /// A Circle: a square of the smaller proposed side.
  case square
  /// Answers `clamp(proposal ?? ideal, min, max)` on each axis; controls and test leaves.
  case ranged(width: LengthRange, height: LengthRange)
  /// `natural` points whatever is proposed; a resizable one answers the proposal. Symbols count as text in spacing.
  case image(natural: Size, resizable: Bool, symbol: Bool)
  case text(TextContent)
  /// `minLength` nil: 8.
  case spacer(minLength: Double?)
  case divider
  /// Content without views where a node is needed: 0 x 0.
  case empty
  /// Rows of a lazy container that do not exist yet: their length together. Neighbours keep the distance from it that
  /// they keep from `like`, a row that exists.
  case run(Axis, length: Double, like: LayoutNode)

  // MARK: unary
  /// No influence on layout: opacity, effects, gestures, `hidden`, clip shapes, animation and identity boundaries.
  case passthrough
  case frame(width: Double?, height: Double?, Alignment)
  case flexibleFrame(width: OptionalRange, height: OptionalRange, Alignment)
  /// A nil length in the source (16 on iPhone) is resolved by the caller.
  case padding(Insets)
  case fixedSize(horizontal: Bool, vertical: Bool)
  case layoutPriority(Double)
  /// Ratio width / height; nil: the child's ideal one.
  case aspectRatio(Double?, fill: Bool)
  case position(Double, Double)
  case offset(Double, Double)
  /// The value comes from `LayoutClient.guideValue`.
  case alignmentGuide(Guide)
  case ignoresSafeArea(SafeAreaRegions, EdgeSet)
  case safeAreaPadding(Insets)
  /// `count` nil: the whole container on `axes`; else `span` of `count` cells with `spacing` between.
  case containerRelativeFrame(AxisSet, count: Int, span: Int, spacing: Double, Alignment)
  /// Length computed by `LayoutClient.containerRelativeLength`.
  case containerRelativeClosure(AxisSet, Alignment)
  /// Grid attributes; one node for each modifier.
  case gridCell(columns: Int, anchor: UnitPoint?, columnAlignment: Guide?, unsized: AxisSet)
  /// A matched geometry member; see `LayoutTree.setOverride`.
  case matched
  /// The window or a presented sheet's content, child centred. `safeArea` as seen by the content.
  case host

  // MARK: primary and secondary: children [primary] or [primary, secondary]
  case overlay(Alignment)
  case background(Alignment)
  /// Children [content, inset content]. `spacing` nil: the default distance.
  case safeAreaInset(edge: EdgeSet, Alignment, spacing: Double?)

  // MARK: containers
  /// `alignment` is the guide on the other axis. `spacing` nil: by the children's preferences.
  case stack(Axis, alignment: Guide, spacing: Double?)
  case zstack(Alignment)
  case lazyStack(Axis, alignment: Guide, spacing: Double?)
  /// Vertical grids have `Axis.vertical`.
  case lazyGrid(Axis, tracks: [GridTrack], alignment: Guide, spacing: Double?)
  case grid(Alignment, horizontalSpacing: Double?, verticalSpacing: Double?)
  /// Outside a Grid the children are given to the container directly instead.
  case gridRow(Guide?)
  case viewThatFits(AxisSet)
  /// Children side by side, each with the whole box, scrolled along the horizontal axis: a paged TabView.
  case pages
  /// The row of a bar with this height: children at its leading edge, in its middle, at its trailing edge.
  case bar(height: Double)
  /// One child. The content offset is set with `LayoutTree.setContentOffset`.
  case scroll(AxisSet)
  /// Children are proposed the reader's size and put top leading. Content by `LayoutClient.geometryContent`.
  case geometryReader
  /// Rows one below the other in a scrolling box: row insets, least row height, all in points.
  case list(ListMetrics)
  /// `Layout` of the scene; asks `LayoutClient.customSize` and `customPlace`.
  case custom
}

package struct LengthRange: Equatable, Sendable {
  package var min: Double
  package var ideal: Double
  package var max: Double

  package init(min: Double, ideal: Double, max: Double) {
    self.min = min
    self.ideal = ideal
    self.max = max
  }

  package static func fixed(_ length: Double) -> LengthRange { LengthRange(min: length, ideal: length, max: length) }
}

package struct OptionalRange: Equatable, Sendable {
  package var min: Double?
  package var ideal: Double?
  package var max: Double?

  package init(min: Double? = nil, ideal: Double? = nil, max: Double? = nil) {
    self.min = min
    self.ideal = ideal
    self.max = max
  }
}

package struct SafeAreaRegions: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let container = SafeAreaRegions(rawValue: 1)
  package static let keyboard = SafeAreaRegions(rawValue: 2)
  package static let all: SafeAreaRegions = [.container, .keyboard]
}

/// A `GridItem`. `spacing` follows the track; nil: 8.
package struct GridTrack: Equatable, Sendable {
  package enum Length: Equatable, Sendable {
    case fixed(Double)
    case flexible(min: Double, max: Double)
    case adaptive(min: Double, max: Double)
  }

  package var length: Length
  package var spacing: Double?
  package var alignment: Alignment?

  package init(_ length: Length, spacing: Double? = nil, alignment: Alignment? = nil) {
    self.length = length
    self.spacing = spacing
    self.alignment = alignment
  }
}

/// Lengths of a list's parts in points.
package struct ListMetrics: Equatable, Sendable {
  /// Insets of a row's content.
  package var rowInsets: Insets
  package var minRowHeight: Double
  /// What the list keeps free beside its sections, and above and below them all.
  package var contentInsets: Insets
  package var rowSpacing = 0.0
  /// Above the rows of a section without a header, and below every section.
  package var sectionTop = 0.0
  package var sectionBottom = 0.0
  /// Above a header, apart from its insets: it does not stay in sight with one that does.
  package var headerGap = 0.0
  package var headerInsets = Insets.zero
  package var footerInsets = Insets.zero
  package var minHeaderHeight = 0.0
  /// Headers stay at the top edge while their section is there.
  package var pinsHeaders = false

  package init(rowInsets: Insets, minRowHeight: Double, contentInsets: Insets = .zero) {
    self.rowInsets = rowInsets
    self.minRowHeight = minRowHeight
    self.contentInsets = contentInsets
  }
}
