/// Alignment guides by number. The built-in ones have fixed numbers, a scene's own are registered with the tree.

/// A horizontal or vertical alignment guide.
package struct Guide: Equatable, Hashable, Sendable {
  package var id: UInt16
  package init(id: UInt16) { self.id = id }

  package static let leading = Guide(id: 0)
  package static let centerX = Guide(id: 1)
  package static let trailing = Guide(id: 2)
  package static let top = Guide(id: 3)
  package static let centerY = Guide(id: 4)
  package static let bottom = Guide(id: 5)
  package static let firstTextBaseline = Guide(id: 6)
  package static let lastTextBaseline = Guide(id: 7)
  package static let listRowSeparatorLeading = Guide(id: 8)
  package static let listRowSeparatorTrailing = Guide(id: 9)
  /// Numbers from here on are handed out by `LayoutTree.registerGuide`.
  package static let firstCustom: UInt16 = 16

  /// True for the guides whose values are never taken from children, except where a view sets one itself.
  var isGeometric: Bool { id <= Guide.bottom.id }
}

/// A pair of guides: where a child sits in a box.
package struct Alignment: Equatable, Sendable {
  package var horizontal: Guide
  package var vertical: Guide

  package init(_ horizontal: Guide, _ vertical: Guide) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  package static let center = Alignment(.centerX, .centerY)
  package static let top = Alignment(.centerX, .top)
  package static let bottom = Alignment(.centerX, .bottom)
  package static let leading = Alignment(.leading, .centerY)
  package static let trailing = Alignment(.trailing, .centerY)
  package static let topLeading = Alignment(.leading, .top)
  package static let topTrailing = Alignment(.trailing, .top)
  package static let bottomLeading = Alignment(.leading, .bottom)
  package static let bottomTrailing = Alignment(.trailing, .bottom)
}
