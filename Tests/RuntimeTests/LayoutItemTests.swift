/// Modifiers in stacks, hosts: trees at proposals with the sizes and frames SwiftUI gives them.
import XCTest

@testable import SceneRuntime

final class LayoutItemTests: XCTestCase {
  func testItems() {
    checkLayoutRows(LayoutItemTests.rows)
  }

  /// Two lines a row: the tree; proposal, leaves, size, frames (x y w h) of the leaves.
  private static let rows = """
    HStack(spacing: 0) { p; q.frame(maxWidth: .infinity).mark("bframe") }.frame(width: 300)
      @ nil nil | p=40x10; q=0x10 | 300 10 | p 0 0 40 10; q 170 0 0 10; bframe 40 0 260 10
    HStack(spacing: 0) { p.frame(maxWidth: .infinity).mark("aframe"); q.frame(maxWidth: .infinity).mark("bframe") }
      @ 300 nil | p=100x10; q=20x10 | 300 10 | p 25 0 100 10; q 215 0 20 10; aframe 0 0 150 10; bframe 150 0 150 10
    HStack(spacing: 0) { p; q }
      @ nil nil | p=20x40; q=20x10 | 40 40 | p 0 0 20 40; q 20 15 20 10
    HStack(spacing: 0) { p; q.frame(maxHeight: .infinity).mark("bframe") }.frame(height: 100)
      @ nil nil | p=20x40; q=20x10 | 40 100 | p 0 30 20 40; q 20 45 20 10; bframe 20 0 20 100
    HStack(spacing: 0) { VStack(spacing: 0) { p; q.frame(maxWidth: .infinity) }.mark("vstack") }
      @ 200 nil | p=30x10; q=0x10 | 200 20 | p 85 0 30 10; q 100 10 0 10; vstack 0 0 200 20
    HStack(spacing: 0) { p; q.padding(8).mark("pad") }
      @ 200 nil | p=40x10; q=30x10 | 86 26 | p 0 8 40 10; q 48 8 30 10; pad 40 0 46 26
    HStack(spacing: 0) { p; q.frame(maxWidth: .infinity).padding(8).mark("pad") }
      @ 200 nil | p=40x10; q=30x10 | 200 26 | p 0 8 40 10; q 105 8 30 10; pad 40 0 160 26
    VStack(spacing: 0) { p; q.padding(8).mark("pad") }.mark("vstack")
      @ 300 nil | p=100x10; q=20x10 | 100 36 | p 0 0 100 10; q 40 18 20 10; pad 32 10 36 26; vstack 0 0 100 36
    HStack(spacing: 0) { ZStack { p; q }.mark("zstack") }
      @ 200 nil | p=30x10; q=0x10 | 30 10 | p 0 0 30 10; q 15 0 0 10; zstack 0 0 30 10
    VStack(spacing: 0) { p; q }.mark("vstack")
      @ 200 200 | p=30x20; q=30x10 | 30 30 | p 0 0 30 20; q 0 20 30 10; vstack 0 0 30 30
    VStack(spacing: 0) { p; q.frame(maxHeight: .infinity).mark("bframe") }.mark("vstack")
      @ 200 200 | p=30x20; q=30x10 | 30 200 | p 0 0 30 20; q 0 105 30 10; bframe 0 20 30 180; vstack 0 0 30 200
    r.padding(12).mark("pad").frame(width: 10, height: 10, alignment: .leading)
      @ nil nil | r=10x10 | 10 10 | r 12 0 10 10; pad 0 -12 34 34
    r.padding(12).mark("pad").frame(width: 10, height: 10)
      @ nil nil | r=10x10 | 10 10 | r 0 0 10 10; pad -12 -12 34 34
    HStack(spacing: 0) { p.mark("abg"); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20; abg 0 0 20 20
    HStack(spacing: 0) { p.mark("abg").padding(8); q }
      @ nil nil | p=20x20; q=20x20 | 56 36 | p 8 8 20 20; q 36 8 20 20; abg 8 8 20 20
    HStack(spacing: 0) { p.mark("abg").padding(-8); q }
      @ nil nil | p=20x20; q=20x20 | 24 20 | p -8 0 20 20; q 4 0 20 20; abg -8 0 20 20
    HStack(spacing: 0) { p; q; r }.frame(width: 200)
      @ nil nil | p=20x10; q=20x10; r=20x10 | 200 10 | p 70 0 20 10; q 90 0 20 10; r 110 0 20 10
    HStack(spacing: 0) { p; Spacer(minLength: 0); q; Spacer(minLength: 0); r }
      @ 200 nil | p=20x10; q=20x10; r=20x10 | 200 10 | p 0 0 20 10; q 90 0 20 10; r 180 0 20 10
    HStack(spacing: 0) { p; Spacer(minLength: 10); q; Spacer(minLength: 10); r }
      @ 50 nil | p=20x10; q=20x10; r=20x10 | 80 10 | p 0 0 20 10; q 30 0 20 10; r 60 0 20 10
    HStack(spacing: 0) { Spacer(minLength: 0); p; Spacer(minLength: 10); q; Spacer(minLength: 0) }
      @ 200 nil | p=20x10; q=20x10 | 200 10 | p 53.33 0 20 10; q 126.67 0 20 10
    HStack(spacing: 0) { Spacer(minLength: 0); p; Spacer(minLength: 0); g; q; Spacer(minLength: 0) }
      @ 200 nil | p=20x10; q=20x10; g=10x0 | 200 10 | p 50 0 20 10; g 120 5 10 0; q 130 0 20 10
    HStack(spacing: 0) { Spacer(minLength: 0); p; Spacer(minLength: 0); g; q; Spacer(minLength: 0) }
      @ 40 nil | p=20x10; q=20x10; g=10x0 | 50 10 | p 0 0 20 10; g 20 5 10 0; q 30 0 20 10
    HStack(spacing: 0) { p; q }.frame(width: 200, alignment: .leading)
      @ nil nil | p=20x10; q=30x10 | 200 10 | p 0 0 20 10; q 20 0 30 10
    HStack(spacing: 0) { q; p }.frame(width: 100, alignment: .trailing)
      @ nil nil | p=80x10; q=80x10 | 100 10 | q -60 0 80 10; p 20 0 80 10
    HStack(spacing: 0) { p; q.frame(maxHeight: .infinity).mark("bframe") }.frame(height: 30)
      @ nil nil | p=20x10; q=20x50 | 40 30 | p 0 10 20 10; q 20 -10 20 50; bframe 20 -10 20 50
    HStack(spacing: 0) { r; q }
      @ 150 100 | r=200x20; q=100x20 |  | q 125 40 100 20; r -75 40 200 20 | host
    VStack { p; Color.clear.frame(width: 60).mark("sv") }
      @ 100 200 | p=60x30 |  | p 20 0 60 30; sv 20 38 60 162 | host
    HStack { Group { p; q }.frame(width: 70, height: 40) }
      @ 300 100 | p=30x10; q=50x10 |  | p 96 45 30 10; q 164 45 50 10 | host
    HStack { p.frame(height: 40) }
      @ 300 100 | p=30x10 |  | p 135 45 30 10 | host
    """
}
