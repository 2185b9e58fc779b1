/// Fixed and flexible frames: trees at proposals with the sizes and frames SwiftUI gives them.
import XCTest

@testable import SceneRuntime

final class LayoutFrameTests: XCTestCase {
  func testFrames() {
    checkLayoutRows(LayoutFrameTests.rows)
  }

  /// Two lines a row: the tree; proposal, leaves, size, frames (x y w h) of the leaves.
  private static let rows = """
    r
      @ nil nil | r=20x20 | 20 20 | r 0 0 20 20
    r.frame(width: 60, height: 40)
      @ 300 200 | r=20x20 | 60 40 | r 20 10 20 20
    r.frame(width: 60)
      @ 300 200 | r=20x20 | 60 20 | r 20 0 20 20
    r.frame(height: 40)
      @ 300 200 | r=20x20 | 20 40 | r 0 10 20 20
    r.frame(width: 60, height: 40)
      @ 300 200 | r=200x160 | 60 40 | r -70 -60 200 160
    r.frame(width: 0, height: 0)
      @ 300 200 | r=20x20 | 0 0 | r -10 -10 20 20
    r.frame(width: 60, height: 40, alignment: .center)
      @ nil nil | r=20x20 | 60 40 | r 20 10 20 20
    r.frame(width: 60, height: 40, alignment: .topLeading)
      @ nil nil | r=20x20 | 60 40 | r 0 0 20 20
    r.frame(width: 60, height: 40, alignment: .leading)
      @ nil nil | r=20x20 | 60 40 | r 0 10 20 20
    r.frame(width: 60, height: 40, alignment: .bottomLeading)
      @ nil nil | r=20x20 | 60 40 | r 0 20 20 20
    r.frame(width: 60, height: 40, alignment: .bottom)
      @ nil nil | r=20x20 | 60 40 | r 20 20 20 20
    r.frame(width: 60, height: 40, alignment: .bottomTrailing)
      @ nil nil | r=20x20 | 60 40 | r 40 20 20 20
    r.frame(idealWidth: 80)
      @ 300 200 | r=20x20 | 20 20 | r 0 0 20 20
    r.frame(idealWidth: 80)
      @ nil nil | r=20x20 | 80 20 | r 30 0 20 20
    r.frame(idealWidth: 80, idealHeight: 50)
      @ nil nil | r=20x20 | 80 50 | r 30 15 20 20
    r.frame(idealWidth: 80)
      @ nil nil | r=200x160 | 80 160 | r -60 0 200 160
    r.frame(minWidth: 40, idealWidth: 80, maxWidth: 120)
      @ nil nil | r=20x20 | 80 20 | r 30 0 20 20
    r.frame(minWidth: 40, idealWidth: 80, maxWidth: 120)
      @ 300 200 | r=20x20 | 120 20 | r 50 0 20 20
    r.frame(minWidth: 40, maxWidth: 80)
      @ 100 100 | r=20x20 | 80 20 | r 30 0 20 20
    r.frame(minWidth: 40, maxWidth: 80)
      @ 60 60 | r=20x20 | 60 20 | r 20 0 20 20
    r.frame(minWidth: 40, maxWidth: 80)
      @ 30 30 | r=20x20 | 40 20 | r 10 0 20 20
    r.frame(minWidth: 40, maxWidth: 80)
      @ nil nil | r=20x20 | 40 20 | r 10 0 20 20
    r.frame(maxWidth: 80)
      @ 100 100 | r=20x20 | 80 20 | r 30 0 20 20
    r.frame(maxWidth: 80)
      @ 30 30 | r=20x20 | 30 20 | r 5 0 20 20
    r.frame(maxWidth: 80)
      @ nil nil | r=20x20 | 20 20 | r 0 0 20 20
    r.frame(minWidth: 40)
      @ 100 100 | r=20x20 | 40 20 | r 10 0 20 20
    r.frame(maxWidth: .infinity)
      @ 100 100 | r=20x20 | 100 20 | r 40 0 20 20
    r.frame(maxWidth: .infinity)
      @ nil nil | r=20x20 | 20 20 | r 0 0 20 20
    r.frame(maxWidth: .infinity)
      @ inf inf | r=20x20 | inf 20 | 
    r.frame(minWidth: 40, maxWidth: 80)
      @ 100 100 | r=200x160 | 80 160 | r -60 0 200 160
    r.frame(maxWidth: 80)
      @ nil nil | r=200x160 | 80 160 | r -60 0 200 160
    r.frame(minWidth: 400)
      @ 100 100 | r=20x20 | 400 20 | r 190 0 20 20
    r.frame(minHeight: 40, maxHeight: 80)
      @ 100 100 | r=20x20 | 20 80 | r 0 30 20 20
    r.frame(minWidth: 40, maxWidth: 80, alignment: .topLeading)
      @ 100 100 | r=20x20 | 80 20 | r 0 0 20 20
    r.frame(width: 100).frame(width: 50)
      @ 300 200 | r=20x20 | 50 20 | r 15 0 20 20
    r.frame(width: 50).frame(width: 100)
      @ 300 200 | r=20x20 | 100 20 | r 40 0 20 20
    r.frame(maxWidth: .infinity).frame(width: 50)
      @ 300 200 | r=20x20 | 50 20 | r 15 0 20 20
    r.frame(width: 60, height: 40).frame(width: 120, height: 100, alignment: .topLeading)
      @ nil nil | r=20x20 | 120 100 | r 20 10 20 20
    HStack(spacing: 0) { p; q }.frame(width: 100)
      @ nil nil | p=20x20; q=20x20 | 100 20 | p 30 0 20 20; q 50 0 20 20
    """
}
