/// Grids: trees at proposals with the sizes and frames SwiftUI gives them.
import XCTest

@testable import SceneRuntime

final class LayoutGridTests: XCTestCase {
  func testGrids() {
    checkLayoutRows(LayoutGridTests.rows)
  }

  /// Two lines a row: the tree; proposal, leaves, size, frames (x y w h) of the leaves.
  private static let rows = """
    Grid { y; z }
      @ nil nil | y=30x10; z=10x20 | 30 38 | y 0 0 30 10; z 10 18 10 20
    Grid { GridRow { p; q } }
      @ 100 100 | p=w 0..30, h 10; q=w 0..55, h 10 | 93 10 | p 0 0 30 10; q 38 0 55 10
    Grid { GridRow { p; Spacer(); r } }
      @ nil 80 | p=30x10; r=w 10, h 0..inf | 48 80 | p 0 35 30 10; r 38 0 10 80
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2) } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 100 38 | p 10.5 5 30 10; q 69.5 0 20 20; r 0 28 100 10
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2) } }
      @ nil nil | p=30x10; q=20x20; r=10x10 | 58 38 | p 0 5 30 10; q 38 0 20 20; r 24 28 10 10
    Grid { GridRow { p; q } }
      @ 200 100 | p=half; q=w 0..inf ideal 10, h 0..inf ideal 10 | 200 100 | p 12 45 24 10; q 56 0 144 100
    Grid { GridRow { p }; GridRow { s }; GridRow { r } }
      @ 80 nil | p=30x10; s=8x8; r=10x10 | 30 44 | p 0 0 30 10; s 11 18 8 8; r 10 34 10 10
    Grid { GridRow { y.gridCellColumns(2) }; GridRow { p; q } }
      @ nil nil | p=30x10; q=20x20; y=100x10 | 100 38 | y 0 0 100 10; p 10.5 23 30 10; q 69.5 18 20 20
    Grid { GridRow { p; q }; y.gridCellAnchor(.trailing) }
      @ nil nil | p=40x10; q=10x30; y=10x10 | 58 48 | p 0 10 40 10; q 48 0 10 30; y 48 38 10 10
    Grid { GridRow { p.gridCellUnsizedAxes([.horizontal, .vertical]) } }
      @ 200 100 | p=w 0..inf ideal 10, h 0..inf ideal 10 | 0 0 | p 0 0 0 0
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2).frame(width: 12, height: 12) } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 58 40 | p 0 5 30 10; q 38 0 20 20; r -21 29 100 10
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2).fixedSize() } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 100 38 | p 10.5 5 30 10; q 69.5 0 20 20; r 0 28 100 10
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2).background(Color.red) } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 100 38 | p 10.5 5 30 10; q 69.5 0 20 20; r 0 28 100 10
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2).aspectRatio(1, contentMode: .fit) } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 100 38 | p 10.5 5 30 10; q 69.5 0 20 20; r 0 28 100 10
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2).layoutPriority(1) } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 100 38 | p 10.5 5 30 10; q 69.5 0 20 20; r 0 28 100 10
    Grid { GridRow { p; q }; GridRow { r.gridCellColumns(2).onTapGesture { } } }
      @ nil nil | p=30x10; q=20x20; r=100x10 | 100 38 | p 10.5 5 30 10; q 69.5 0 20 20; r 0 28 100 10
    Grid { GridRow { p; q }; GridRow { one.overlay { r.gridCellColumns(2) } } }
      @ nil nil | p=30x10; q=20x20; r=100x10; one=1x1 | 58 29 | p 0 5 30 10; q 38 0 20 20; r -35 23.5 100 10
    Grid { GridRow { p; q }; GridRow { one.background { r.gridCellColumns(2) } } }
      @ nil nil | p=30x10; q=20x20; r=100x10; one=1x1 | 58 29 | p 0 5 30 10; q 38 0 20 20; r -35 23.5 100 10
    Grid { GridRow { p.gridColumnAlignment(.leading).padding(1).gridColumnAlignment(.trailing) }; GridRow { t } }
      @ nil nil | p=10x10; t=50x10 | 50 30 | p 1 1 10 10; t 0 20 50 10
    VStack { GridRow { p; q } }
      @ nil nil | p=30x10; q=20x20 | 30 38 | p 0 0 30 10; q 5 18 20 20
    Grid { GridRow(alignment: .top) { p; q } }
      @ nil nil | p=30x10; q=20x40 | 58 40 | p 0 0 30 10; q 38 0 20 40
    Grid { GridRow(alignment: .top) { GridRow(alignment: .bottom) { p }; q } }
      @ nil nil | p=30x10; q=20x40 | 58 40 | p 0 0 30 10; q 38 0 20 40
    Grid { GridRow(alignment: .top) { GridRow(alignment: .bottom) { p }.padding(1); q } }
      @ nil nil | p=30x10; q=20x40 | 60 40 | p 1 1 30 10; q 40 0 20 40
    """
}
