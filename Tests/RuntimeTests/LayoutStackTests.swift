/// Stacks, ZStacks, Spacers, overlays, aspect ratios: trees at proposals with the sizes and frames SwiftUI gives them.
import XCTest

@testable import SceneRuntime

final class LayoutStackTests: XCTestCase {
  func testStacks() {
    checkLayoutRows(LayoutStackTests.rows)
  }

  /// Two lines a row: the tree; proposal, leaves, size, frames (x y w h) of the leaves.
  private static let rows = """
    HStack(spacing: 0) { p; Spacer(); q }
      @ nil nil | p=20x20; q=20x20 | 48 20 | p 0 0 20 20; q 28 0 20 20
    HStack { p; Spacer(); q }
      @ nil nil | p=20x20; q=20x20 | 48 20 | p 0 0 20 20; q 28 0 20 20
    HStack { p; Spacer(minLength: 0); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack(spacing: 20) { p; Spacer(minLength: 0); q }
      @ nil nil | p=20x20; q=20x20 | 80 20 | p 0 0 20 20; q 60 0 20 20
    VStack(spacing: 0) { p; Spacer(); q }
      @ nil nil | p=20x20; q=20x20 | 20 48 | p 0 0 20 20; q 0 28 20 20
    VStack { p; Spacer(minLength: 0); q }
      @ nil nil | p=20x20; q=20x20 | 20 40 | p 0 0 20 20; q 0 20 20 20
    HStack(spacing: 0) { p; Spacer(); q }
      @ 200 50 | p=20x20; q=20x20 | 200 20 | p 0 0 20 20; q 180 0 20 20
    HStack(spacing: 0) { Spacer(); p; Spacer(); Spacer() }
      @ 200 50 | p=20x20 | 200 20 | p 60 0 20 20
    HStack(spacing: 0) { Spacer(minLength: 50); p; Spacer() }
      @ 200 50 | p=20x20 | 200 20 | p 90 0 20 20
    VStack(spacing: 0) { Spacer(); p }
      @ 100 50 | p=20x20 | 20 50 | p 0 30 20 20
    HStack(spacing: 0) { VStack { Spacer() }; p }
      @ 100 50 | p=20x20 | 20 50 | p 0 15 20 20
    HStack(spacing: 0) { p; Spacer().frame(width: 10); q }
      @ 200 50 | p=20x20; q=20x20 | 50 20 | p 0 0 20 20; q 30 0 20 20
    HStack(spacing: 0) { p; Spacer().padding(5); q }
      @ 200 50 | p=20x20; q=20x20 | 200 20 | p 0 0 20 20; q 180 0 20 20
    VStack(spacing: 0) { HStack(spacing: 0) { Spacer() }; p }
      @ 100 50 | p=20x20 | 100 20 | p 40 0 20 20
    HStack(spacing: 0) { p; Spacer() }
      @ 100 nil | p=20x20 | 100 20 | p 0 0 20 20
    HStack(spacing: 0) { Spacer() }
      @ 100 50 |  | 100 0 | 
    HStack(spacing: 0) { Spacer() }
      @ nil nil |  | 8 0 | 
    Spacer()
      @ nil nil |  | 8 8 | 
    VStack(spacing: 0) { Spacer() }
      @ 100 50 |  | 0 50 | 
    ZStack { Spacer() }
      @ 100 50 |  | 100 50 | 
    HStack(spacing: 0) { Spacer().fixedSize() }
      @ nil nil |  | 8 0 | 
    HStack(spacing: 0) { p; q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 50 20; q 50 0 50 20
    HStack(spacing: 0) { q; p }
      @ 100 50 | p=w 20..100 ideal 100, h 20; q=w 60..100 ideal 100, h 20 | 100 20 | q 0 0 60 20; p 60 0 40 20
    HStack(spacing: 0) { p.layoutPriority(1); q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=w 30..80 ideal 80, h 20 | 100 20 | p 0 0 70 20; q 70 0 30 20
    HStack(spacing: 0) { p.layoutPriority(1); q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 80 20; q 80 0 20 20
    HStack(spacing: 0) { p; q }
      @ 200 50 | p=20x20; q=w 0..inf ideal 10, h 20 | 200 20 | p 0 0 20 20; q 20 0 180 20
    HStack(spacing: 0) { p; q.frame(maxWidth: .infinity) }
      @ 200 50 | p=20x20; q=20x20 | 200 20 | p 0 0 20 20; q 100 0 20 20
    HStack(spacing: 0) { q.frame(maxWidth: .infinity); p }
      @ 200 50 | p=20x20; q=20x20 | 200 20 | q 80 0 20 20; p 180 0 20 20
    HStack(spacing: 0) { p; Spacer(); q }
      @ 100 50 | p=80x20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 80 20; q 88 0 12 20
    HStack(spacing: 0) { p; q }
      @ 100 50 | p=80x20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 80 20; q 80 0 20 20
    HStack(spacing: 0) { p; q }
      @ 100 50 | p=80x20; q=80x20 | 160 20 | p 0 0 80 20; q 80 0 80 20
    HStack(spacing: 0) { p; q }
      @ 300 50 | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack(spacing: 0) { HStack { p.layoutPriority(1) }; q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 80 20; q 80 0 20 20
    VStack(spacing: 0) { p; q }
      @ 50 100 | p=w 20, h 0..80 ideal 80; q=w 20, h 20..80 ideal 80 | 20 100 | p 0 0 20 50; q 0 50 20 50
    VStack(spacing: 0) { p; q }
      @ 100 100 | p=w 0..inf ideal 10, h 20; q=30x20 | 100 40 | p 0 0 100 20; q 35 20 30 20
    VStack(spacing: 0) { p; q }
      @ nil nil | p=w 0..inf ideal 10, h 20; q=30x20 | 30 40 | p 0 0 30 20; q 0 20 30 20
    HStack(spacing: 0) { p; q }
      @ 100 80 | p=w 20, h 0..inf ideal 10; q=20x30 | 40 80 | p 0 0 20 80; q 20 25 20 30
    HStack(spacing: 0) { p; q.layoutPriority(1) }
      @ 200 50 | p=w 0..inf ideal 10, h 20; q=w 0..inf ideal 10, h 20 | 200 20 | p 0 0 0 20; q 0 0 200 20
    HStack(spacing: 0) { p; Spacer(); q }
      @ 200 50 | p=w 0..inf ideal 10, h 20; q=w 0..inf ideal 10, h 20 | 200 20 | p 0 0 96 20; q 104 0 96 20
    HStack(alignment: .top, spacing: 0) { p; q }
      @ nil nil | p=20x10; q=20x30 | 40 30 | p 0 0 20 10; q 20 0 20 30
    HStack(alignment: .center, spacing: 0) { p; q }
      @ nil nil | p=20x10; q=20x30 | 40 30 | p 0 10 20 10; q 20 0 20 30
    HStack(alignment: .bottom, spacing: 0) { p; q }
      @ nil nil | p=20x10; q=20x30 | 40 30 | p 0 20 20 10; q 20 0 20 30
    VStack(alignment: .center, spacing: 0) { p; q }
      @ nil nil | p=10x20; q=30x20 | 30 40 | p 10 0 10 20; q 0 20 30 20
    ZStack(alignment: .topLeading) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 0 0 20 20
    base.overlay(alignment: .topLeading) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 0 0 20 20
    ZStack(alignment: .top) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 20 0 20 20
    ZStack(alignment: .topTrailing) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 40 0 20 20
    base.overlay(alignment: .leading) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 0 10 20 20
    ZStack(alignment: .center) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 20 10 20 20
    base.overlay(alignment: .center) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 20 10 20 20
    ZStack(alignment: .bottomLeading) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 0 20 20 20
    base.overlay(alignment: .bottomLeading) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 0 20 20 20
    ZStack(alignment: .bottom) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 20 20 20 20
    base.overlay(alignment: .bottom) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 20 20 20 20
    ZStack(alignment: .bottomTrailing) { large; little }
      @ nil nil | large=60x40; little=20x20 | 60 40 | large 0 0 60 40; little 40 20 20 20
    base.overlay(alignment: .bottomTrailing) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 40 20 20 20
    base.background(alignment: .topLeading) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 0 0 20 20
    base.background(alignment: .center) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 20 10 20 20
    base.background(alignment: .bottomTrailing) { over }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40; over 40 20 20 20
    ZStack(alignment: .topLeading) { p; q }
      @ nil nil | p=60x20; q=20x40 | 60 40 | p 0 0 60 20; q 0 0 20 40
    ZStack { p; q }
      @ 100 80 | p=w 0..inf ideal 10, h 0..inf ideal 10; q=20x20 | 100 80 | p 0 0 100 80; q 40 30 20 20
    ZStack { p; q }
      @ nil nil | p=w 0..inf ideal 10, h 0..inf ideal 10; q=20x20 | 20 20 | p 0 0 20 20; q 0 0 20 20
    base.overlay { over }
      @ 300 300 | base=60x40; over=w 0..inf ideal 10, h 0..inf ideal 10 | 60 40 | base 0 0 60 40; over 0 0 60 40
    base.overlay(alignment: .topLeading) { over }
      @ nil nil | base=60x40; over=100x100 | 60 40 | base 0 0 60 40; over 0 0 100 100
    base.overlay { u; v }
      @ nil nil | base=60x40; u=20x20; v=30x10 | 60 40 | base 0 0 60 40; u 20 10 20 20; v 15 15 30 10
    base.overlay { if false { over } }
      @ nil nil | base=60x40; over=20x20 | 60 40 | base 0 0 60 40
    HStack(spacing: 0) { p; q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=80x20 | 100 20 | p 0 0 20 20; q 20 0 80 20
    HStack(spacing: 0) { p; q }
      @ 70 50 | p=w 0..100 ideal 50, h 20; q=w 40..60 ideal 50, h 20 | 70 20 | p 0 0 30 20; q 30 0 40 20
    HStack(spacing: 0) { p.layoutPriority(1); Spacer(); q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 80 20; q 88 0 12 20
    HStack(spacing: 0) { p; Spacer().layoutPriority(1); q }
      @ 100 50 | p=w 0..80 ideal 80, h 20; q=w 0..80 ideal 80, h 20 | 100 20 | p 0 0 0 20; q 100 0 0 20
    HStack(spacing: 0) { p; q.layoutPriority(-1) }
      @ 200 50 | p=w 0..inf ideal 10, h 20; q=w 0..inf ideal 10, h 20 | 200 20 | p 0 0 200 20; q 200 0 0 20
    HStack(spacing: 0) { Spacer().overlay { over }; p }
      @ 200 50 | p=20x20; over=20x20 | 200 20 | p 180 0 20 20; over 80 0 20 20
    HStack(spacing: 0) { p; Spacer() }
      @ nil nil | p=20x20 | 28 20 | p 0 0 20 20
    ZStack { p; q }
      @ 100 nil | p=w 0..inf ideal 10, h 20; q=20x20 | 100 20 | p 0 0 100 20; q 40 0 20 20
    VStack(spacing: 0) { p; q }
      @ nil nil | p=area; q=30x20 | 30 80 | p 0 0 30 20; q 0 20 30 20
    VStack(spacing: 0) { p; q }
      @ 30 nil | p=area; q=30x20 | 30 40 | p 0 0 30 20; q 0 20 30 20
    ZStack { p; q }
      @ nil nil | p=area; q=30x20 | 30 60 | p 0 0 30 20; q 0 0 30 20
    HStack(spacing: 0) { p; q }
      @ 100 50 | p=area; q=20x30 | 100 30 | p 0 11.25 80 7.5; q 80 0 20 30
    ZStack { half; over }
      @ 60 40 | half=half; over=20x20 | 30 20 | half 2.5 5 15 10; over 0 0 20 20
    ZStack(alignment: .topLeading) { half; over }
      @ 60 40 | half=half; over=20x20 | 30 20 | half 0 0 15 10; over 0 0 20 20
    ZStack { half; over }
      @ nil nil | half=half; over=20x20 | 20 20 | half 5 5 10 10; over 0 0 20 20
    ZStack { half; over }
      @ 100 100 | half=half; over=60x40 | 60 40 | half 15 15 30 10; over 0 0 60 40
    base.overlay { half }
      @ nil nil | base=60x40; half=half | 60 40 | half 15 15 30 10
    base.overlay { half; over }
      @ nil nil | base=60x40; half=half; over=20x20 | 60 40 | half 17.5 15 15 10; over 15 10 20 20
    base.overlay { half.frame(width: 30) }
      @ nil nil | base=60x40; half=half | 60 40 | half 22.5 15 15 10
    base.background(alignment: .bottomTrailing) { half; over }
      @ nil nil | base=60x40; half=half; over=20x20 | 60 40 | half 32.5 25 15 10; over 30 20 20 20
    HStack(spacing: 0) { p; ZStack { Spacer() }; q }
      @ 200 50 | p=20x20; q=20x20 | 200 50 | p 0 15 20 20; q 180 15 20 20
    HStack(spacing: 0) { p; Spacer().fixedSize(); q }
      @ 200 50 | p=20x20; q=20x20 | 48 20 | p 0 0 20 20; q 28 0 20 20
    HStack { p; q }
      @ nil nil | p=20x20; q=20x20 | 48 20 | p 0 0 20 20; q 28 0 20 20
    HStack { p; Spacer(minLength: 0).padding(0); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack { p; Spacer(minLength: 0).frame(width: 0); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack { p; Spacer(minLength: 0).layoutPriority(1); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack { p; Spacer(minLength: 0).fixedSize(); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack { p; ZStack { Spacer(minLength: 0) }; q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack { p; Spacer(minLength: 0).padding(4); q }
      @ nil nil | p=20x20; q=20x20 | 64 20 | p 0 0 20 20; q 44 0 20 20
    HStack { p; Spacer(minLength: 0).padding(.top, 4); q }
      @ nil nil | p=20x20; q=20x20 | 40 20 | p 0 0 20 20; q 20 0 20 20
    HStack { p; Spacer(minLength: 0).frame(width: 10).padding(0); q }
      @ nil nil | p=20x20; q=20x20 | 50 20 | p 0 0 20 20; q 30 0 20 20
    r.aspectRatio(16/9, contentMode: .fit)
      @ 500 300 | r=168x95 | 168 95 | r 0 0 168 95
    r.aspectRatio(16/9, contentMode: .fit)
      @ nil nil | r=168x95 | 168 95 | r 0 0 168 95
    r.aspectRatio(16/9, contentMode: .fit)
      @ 500 nil | r=168x95 | 168 95 | r 0 0 168 95
    r.aspectRatio(16/9, contentMode: .fit)
      @ nil 300 | r=168x95 | 168 95 | r 0 0 168 95
    r.aspectRatio(16/9, contentMode: .fit)
      @ 500 nil | r=w 0..inf, h 0..inf | 500 281.25 | r 0 0 500 281.25
    r.aspectRatio(16/9, contentMode: .fit)
      @ inf inf | r=168x95 | 168 95 | 
    r.aspectRatio(16/9, contentMode: .fit)
      @ 500 inf | r=168x95 | 168 95 | 
    r.aspectRatio(16/9, contentMode: .fill)
      @ 500 inf | r=168x95 | 168 95 | 
    HStack(spacing: 12) { p; r.aspectRatio(16/9, contentMode: .fit); q }
      @ 856 300 | p=168x64; q=168x64; r=168x95 | 528 95 | p 0 15.5 168 64; r 180 0 168 95; q 360 15.5 168 64
    r.padding(8)
      @ nil nil | r=20x20 | 36 36 | r 8 8 20 20
    r.padding(16)
      @ nil nil | r=20x20 | 52 52 | r 16 16 20 20
    r.padding(8).frame(width: 60, height: 60)
      @ nil nil | r=20x20 | 60 60 | r 20 20 20 20
    r.frame(width: 60, height: 60).padding(8)
      @ nil nil | r=20x20 | 76 76 | r 28 28 20 20
    r.padding(4).frame(width: 40, height: 40).padding(8)
      @ nil nil | r=20x20 | 56 56 | r 18 18 20 20
    r.frame(width: 40, height: 40).padding(4).padding(8)
      @ nil nil | r=20x20 | 64 64 | r 22 22 20 20
    r.padding(12).frame(width: 60, height: 60, alignment: .topLeading)
      @ nil nil | r=10x26 | 60 60 | r 12 12 10 26
    r.padding(12).frame(width: 60, height: 60)
      @ nil nil | r=10x26 | 60 60 | r 25 17 10 26
    HStack(spacing: 12) { p; q; r }.padding(12)
      @ nil nil | p=36x36; q=140x36; r=36x36 | 260 60 | p 12 12 36 36; q 60 12 140 36; r 212 12 36 36
    VStack(spacing: 0) { p; q.hidden(); r }
      @ nil nil | p=20x20; q=20x20; r=20x20 | 20 60 | p 0 0 20 20; r 0 40 20 20
    VStack(spacing: 0) { p; if false { q }; r }
      @ nil nil | p=20x20; q=20x20; r=20x20 | 20 40 | p 0 0 20 20; r 0 20 20 20
    VStack(spacing: 0) { p; q.frame(maxWidth: .infinity) }.frame(width: 196)
      @ nil nil | p=42x16; q=0x26 | 196 42 | p 77 0 42 16; q 98 16 0 26
    VStack(spacing: 0) { p; q.frame(maxWidth: .infinity) }
      @ nil nil | p=42x16; q=0x26 | 42 42 | p 0 0 42 16; q 21 16 0 26
    HStack(spacing: 12) { p; q }.frame(width: 568)
      @ nil nil | p=40x40; q=0x12 | 568 40 | p 258 0 40 40; q 310 14 0 12
    HStack(spacing: 12) { p; q }.frame(width: 568)
      @ nil nil | p=40x40; q=w 0..inf, h 12 | 568 40 | p 0 0 40 40; q 52 14 516 12
    HStack(spacing: 12) { p; q.frame(maxWidth: .infinity) }.frame(width: 568)
      @ nil nil | p=40x40; q=0x12 | 568 40 | p 0 0 40 40; q 310 14 0 12
    """
}
