/// What layout asks of whoever owns the tree: everything that needs code of the scene.
///
/// The closures are called from inside `LayoutTree.layout`; they may create and remove nodes and call `setChildren` on the
/// node they are asked about, nothing else. A missing closure has the effect stated with it.

package struct LayoutClient {
  /// A GeometryReader is placed with this size. Sets the reader's children if the size is new. Missing: children stay.
  package var geometryContent: ((LayoutNode, Size) -> Void)?
  /// Value of an `alignmentGuide` node's closure. The dimensions are read with `LayoutTree.dimension`. Missing: no value.
  package var guideValue: ((LayoutNode, ViewDimensions) -> Double)?
  /// Default value of a guide the scene declared, for a view of these dimensions. Missing: 0.
  package var guideDefault: ((Guide, ViewDimensions) -> Double)?
  /// `Layout.sizeThatFits` of a custom node; asks its subviews with `LayoutTree.measure`. Missing: a ZStack's answer.
  package var customSize: ((LayoutNode, Proposal) -> Size)?
  /// `Layout.placeSubviews` with bounds at the origin; calls `LayoutTree.placeSubview`. Subviews not placed are centred.
  package var customPlace: ((LayoutNode, Rect, Proposal) -> Void)?
  /// Something a custom node depends on changed: its subviews, their answers, its own value.
  package var customChanged: ((LayoutNode) -> Void)?
  /// `Layout.explicitAlignment`. Missing or nil: combined from the placed subviews.
  package var customGuide: ((LayoutNode, Guide, Rect, Proposal) -> Double?)?
  /// `Layout.spacing(subviews:cache:)`. Missing or nil: the union of the subviews' preferences.
  package var customSpacing: ((LayoutNode) -> ViewSpacing?)?
  /// `containerRelativeFrame(_:alignment:_:)`: the length for the container's length on this axis. Missing: the whole.
  package var containerRelativeLength: ((LayoutNode, Double, Axis) -> Double)?
  /// The node of a lazy container's child at an index, made if need be (`LayoutTree.setLazyCount`). It is measured, not
  /// shown, until `lazyRealised` names it. Missing: the container's ordinary children are used.
  package var lazyChild: ((LayoutNode, Int) -> LayoutNode)?
  /// The range of children that meets the visible part, at the end of placement; others may be given back.
  package var lazyRealised: ((LayoutNode, Range<Int>) -> Void)?
  /// A ViewThatFits shows the child with this index from now on.
  package var fits: ((LayoutNode, Int) -> Void)?
  /// Something the author should know (contradictory frames, NaN); once for each node and kind.
  package var note: ((LayoutNode, LayoutNote) -> Void)?

  package init() {}
}

/// A measured view inside a guide closure.
package struct ViewDimensions {
  package var node: LayoutNode
  package var size: Size
  /// The proposal the size answers.
  package var proposal: Proposal
}

package enum LayoutNote: Equatable, Sendable {
  case invalidFrameDimension
  case contradictoryFrameConstraints
  case sizeNotFinite
  case nestingTooDeep
}
