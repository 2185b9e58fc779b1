/// Scroll views: trees at proposals with the sizes and frames SwiftUI gives them.
import XCTest

@testable import SceneRuntime

final class LayoutScrollTests: XCTestCase {
  func testScrollViews() {
    checkLayoutRows(LayoutScrollTests.rows)
  }

  /// Two lines a row: the tree; proposal, leaves, size, frames (x y w h) of the leaves.
  private static let rows = """
    ScrollView(.vertical) { r }
      @ nil nil | r=w 0..inf ideal 50, h 0..inf ideal 300 | 50 300 | r 0 0 50 300
    ScrollView(.vertical) { r }
      @ 100 100 | r=w 0..inf ideal 50, h 0..inf ideal 300 | 100 100 | r 0 0 100 300
    ScrollView(.horizontal) { r }
      @ nil nil | r=w 0..inf ideal 50, h 0..inf ideal 300 | 50 300 | r 0 0 50 300
    ScrollView(.horizontal) { r }
      @ 100 100 | r=w 0..inf ideal 50, h 0..inf ideal 300 | 100 100 | r 0 0 50 100
    ScrollView([.horizontal, .vertical]) { r }
      @ nil nil | r=w 0..inf ideal 50, h 0..inf ideal 300 | 50 300 | r 0 0 50 300
    ScrollView([.horizontal, .vertical]) { r }
      @ 100 100 | r=w 0..inf ideal 50, h 0..inf ideal 300 | 100 100 | r 0 0 50 300
    ScrollView(.vertical) { r }
      @ 100 100 | r=50x30 | 50 100 | r 0 0 50 30
    ScrollView([.horizontal, .vertical]) { r }
      @ 100 100 | r=50x30 | 100 100 | r 25 35 50 30
    ScrollView(.vertical) { p; q }
      @ 200 200 | p=50x30; q=30x20 | 50 200 | p 0 0 50 30; q 10 38 30 20
    ScrollView(.horizontal) { p; q }
      @ 200 200 | p=50x30; q=30x20 | 200 58 | p 0 0 50 30; q 10 38 30 20
    ScrollView(.vertical) { r }
      @ 100 100 | r=500x500 | 500 100 | r 0 0 500 500
    ScrollView(.horizontal) { r }
      @ 100 100 | r=500x500 | 100 500 | r 0 0 500 500
    ScrollView(.vertical) { r }.frame(width: 100, height: 100)
      @ 100 100 | r=50x30 | 100 100 | r 25 0 50 30
    ScrollView(.horizontal) { r }.frame(width: 100, height: 100)
      @ 100 100 | r=50x30 | 100 100 | r 0 35 50 30
    ScrollView([.horizontal, .vertical]) { r }.frame(width: 100, height: 100)
      @ 100 100 | r=50x30 | 100 100 | r 25 35 50 30
    """
}
