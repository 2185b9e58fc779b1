/// Lazy grids: trees at proposals with the sizes and frames SwiftUI gives them.
import XCTest

@testable import SceneRuntime

final class LayoutLazyTests: XCTestCase {
  func testLazyGrids() {
    checkLayoutRows(LayoutLazyTests.rows)
  }

  /// Two lines a row: the tree; proposal, leaves, size, frames (x y w h) of the leaves.
  private static let rows = """
    LazyVGrid(columns: [.flexible(), .flexible()]) { p; q; r; s }
      @ 200 200 | p=30x10; q=20x10; r=100x10; s=20x10 | 200 28 | p 33 0 30 10; q 142 0 20 10; r -2 18 100 10
    LazyVGrid(columns: [.adaptive(minimum: 45)]) { p; q; r }
      @ 200 200 | p=10x10; q=10x10; r=10x10 | 200 10 | p 25.67 0 10 10; q 95 0 10 10; r 164.33 0 10 10
    LazyVGrid(columns: [.flexible(), .flexible()]) { p; q; r; s }
      @ nil nil | p=30x10; q=20x10; r=100x10; s=20x10 | 58 28 | p -2.5 0 30 10; q 35.5 0 20 10; r -37.5 18 100 10
    LazyHGrid(rows: [.fixed(30), .fixed(20)]) { p; q; r; s }
      @ 200 200 | p=10x30; q=10x20; r=10x100; s=10x20 | 28 200 | p 0 71 10 30; q 0 109 10 20; r 18 36 10 100
    """
}
