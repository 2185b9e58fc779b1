/// Single rules of layout: guides, safe area, matched members, lazy containers, readers, custom layouts, changes.
import XCTest

@testable import SceneRuntime

final class LayoutRuleTests: XCTestCase {
  private let tree = LayoutTree(scale: 3)

  private func node(_ kind: LayoutKind, _ children: LayoutNode...) -> LayoutNode {
    let node = tree.create(kind)
    tree.setChildren(node, children)
    return node
  }

  private func box(_ width: Double, _ height: Double) -> LayoutNode {
    tree.create(.ranged(width: .fixed(width), height: .fixed(height)))
  }

  private func greedy() -> LayoutNode { tree.create(.fill) }

  private func text(_ string: String, _ font: ResolvedFont = ResolvedFont()) -> LayoutNode {
    tree.create(.text(TextContent(runs: [TextRun(string, font: font)])))
  }

  private func assertRect(
    _ node: LayoutNode, _ x: Double, _ y: Double, _ width: Double, _ height: Double, accuracy: Double = 0.01,
    line: UInt = #line
  ) {
    let rect = tree.absoluteRect(of: node)
    XCTAssertEqual(rect.x, x, accuracy: accuracy, "x", line: line)
    XCTAssertEqual(rect.y, y, accuracy: accuracy, "y", line: line)
    XCTAssertEqual(rect.width, width, accuracy: accuracy, "width", line: line)
    XCTAssertEqual(rect.height, height, accuracy: accuracy, "height", line: line)
  }

  // MARK: stacks

  func testOffersInAThreeHundredPointStack() {
    let fixed = box(100, 10)
    let first = greedy()
    let second = greedy()
    let stack = node(.stack(.horizontal, alignment: .centerY, spacing: 0), fixed, first, second)
    _ = tree.layout(root: stack, in: Rect(0, 0, 300, 50))
    XCTAssertEqual(tree.frame(of: first).width, 100)
    XCTAssertEqual(tree.frame(of: second).width, 100)

    let capped = node(.flexibleFrame(width: OptionalRange(max: 50), height: OptionalRange(), .center), greedy())
    let rest = greedy()
    let two = node(.stack(.horizontal, alignment: .centerY, spacing: 0), capped, rest)
    _ = tree.layout(root: two, in: Rect(0, 0, 300, 50))
    XCTAssertEqual(tree.frame(of: capped).width, 50)
    XCTAssertEqual(tree.frame(of: rest).width, 250)

    let wide = node(.flexibleFrame(width: OptionalRange(min: 200), height: OptionalRange(), .center), greedy())
    let other = greedy()
    let three = node(.stack(.horizontal, alignment: .centerY, spacing: 0), other, wide)
    _ = tree.layout(root: three, in: Rect(0, 0, 300, 50))
    XCTAssertEqual(tree.frame(of: wide).width, 200)
    XCTAssertEqual(tree.frame(of: other).width, 100)
  }

  func testDefaultSpacingBesideText() {
    func height(_ first: LayoutNode, _ second: LayoutNode) -> Double {
      let stack = node(.stack(.vertical, alignment: .centerX, spacing: nil), first, second)
      return tree.measure(stack, .unspecified).height
    }
    let line = 20.0 + 1.0 / 3
    XCTAssertEqual(height(text("a"), text("b")), 2 * line, accuracy: 0.01)
    XCTAssertEqual(height(box(10, 10), box(10, 10)), 28, accuracy: 0.01)
    XCTAssertEqual(height(box(10, 10), text("a")), 10 + line + 6.434, accuracy: 0.01)
    XCTAssertEqual(height(text("a"), box(10, 10)), 10 + line + 10.642, accuracy: 0.01)
    XCTAssertEqual(height(text("a"), node(.padding(Insets(top: 4)), text("b"))), 2 * line + 4 + 8, accuracy: 0.01)
    let framed = node(.frame(width: nil, height: 30, .center), text("b"))
    XCTAssertEqual(height(text("a"), framed), line + 30 + 8, accuracy: 0.01)
    let title = ResolvedFont(size: 28, leading: 34)
    XCTAssertEqual(height(box(10, 10), text("a", title)), 10 + 33.667 + 10.42, accuracy: 0.01)
    XCTAssertEqual(height(text("a", title), box(10, 10)), 10 + 33.667 + 17.35, accuracy: 0.01)
  }

  func testFirstTextBaseline() {
    let small = text("one")
    let large = text("two", ResolvedFont(size: 34, leading: 41))
    let stack = node(.stack(.horizontal, alignment: .firstTextBaseline, spacing: 0), small, large)
    _ = tree.layout(root: stack, in: Rect(0, 0, 390, 844))
    let difference = tree.absoluteRect(of: small).y - tree.absoluteRect(of: large).y
    XCTAssertEqual(difference, (34 - 17) * 1950 / 2048, accuracy: 0.01)
  }

  func testAlignmentGuideMovesTheLine() {
    let first = box(40, 10)
    let second = box(20, 10)
    let guided = node(.alignmentGuide(.leading), second)
    let stack = node(.stack(.vertical, alignment: .leading, spacing: 0), first, guided)
    tree.client.guideValue = { _, view in view.size.width / 2 }
    _ = tree.layout(root: stack, in: Rect(0, 0, 100, 100))
    let left = tree.absoluteRect(of: first).x
    XCTAssertEqual(tree.absoluteRect(of: second).x, left - 10)
    XCTAssertEqual(tree.frame(of: stack).width, 50)
  }

  func testCustomGuideIsTheMeanOfTheChildren() {
    let guide = tree.registerGuide(.vertical)
    let first = node(.alignmentGuide(guide), box(10, 10))
    let second = node(.alignmentGuide(guide), box(10, 30))
    let column = node(.stack(.vertical, alignment: .centerX, spacing: 0), first, second)
    tree.client.guideValue = { _, view in view.size.height }
    tree.client.guideDefault = { _, view in view.size.height / 2 }
    let view = tree.dimensions(column, .unspecified)
    XCTAssertEqual(tree.dimension(view, guide), (10 + 40) / 2)
    XCTAssertEqual(tree.dimension(tree.dimensions(box(8, 8), .unspecified), guide), 4)
  }

  // MARK: frames of the sentences in the rules

  func testTextInFrames() {
    let short = box(40, 20)
    let offer = Proposal(390, nil)
    func width(_ minimum: Double?, _ maximum: Double?, _ proposal: Proposal) -> Double {
      let frame = node(
        .flexibleFrame(width: OptionalRange(min: minimum, max: maximum), height: OptionalRange(), .center), short)
      return tree.measure(frame, proposal).width
    }
    XCTAssertEqual(width(nil, .infinity, offer), 390)
    XCTAssertEqual(width(100, nil, offer), 100)
    XCTAssertEqual(width(nil, 200, offer), 200)
    XCTAssertEqual(width(100, 200, offer), 200)
    XCTAssertEqual(width(100, 200, .unspecified), 100)
  }

  func testBadFramesAreNoted() {
    var notes: [LayoutNote] = []
    tree.client.note = { notes.append($1) }
    let negative = node(.frame(width: -5, height: nil, .center), box(10, 10))
    XCTAssertEqual(tree.measure(negative, .unspecified).width, 0)
    let endless = node(.frame(width: .infinity, height: nil, .center), box(10, 10))
    XCTAssertEqual(tree.measure(endless, .unspecified).width, 10)
    _ = node(.flexibleFrame(width: OptionalRange(min: 50, max: 20), height: OptionalRange(), .center), box(10, 10))
    XCTAssertEqual(notes, [.invalidFrameDimension, .invalidFrameDimension, .contradictoryFrameConstraints])
    let odd = node(.offset(.nan, .infinity), box(10, 10))
    _ = tree.layout(root: odd, in: Rect(0, 0, 100, 100))
    assertRect(odd, 45, 45, 10, 10)
  }

  // MARK: safe area

  func testRootIsProposedTheSafeArea() {
    let fill = greedy()
    _ = tree.layout(root: fill, in: Rect(0, 0, 390, 844), safeArea: Insets(top: 47, bottom: 34))
    assertRect(fill, 0, 47, 390, 763)
  }

  func testIgnoresSafeAreaReachesOutWhereItTouches() {
    let inner = greedy()
    let ignoring = node(.ignoresSafeArea(.all, .all), inner)
    let bar = box(50, 40)
    let column = node(.stack(.vertical, alignment: .centerX, spacing: 0), ignoring, bar)
    _ = tree.layout(root: column, in: Rect(0, 0, 390, 844), safeArea: Insets(top: 47, bottom: 34))
    assertRect(ignoring, 0, 47, 390, 723)
    assertRect(inner, 0, 0, 390, 770)
  }

  func testSafeAreaInsetShrinksTheContentAndItsSafeArea() {
    let inner = greedy()
    let content = node(.ignoresSafeArea(.all, .bottom), inner)
    let bar = node(.frame(width: nil, height: 60, .center), greedy())
    let root = node(.safeAreaInset(edge: .bottom, .center, spacing: 0), content, bar)
    _ = tree.layout(root: root, in: Rect(0, 0, 390, 844), safeArea: Insets(top: 47, bottom: 34))
    assertRect(bar, 0, 750, 390, 60)
    assertRect(content, 0, 47, 390, 703)
    assertRect(inner, 0, 47, 390, 797)
    XCTAssertEqual(tree.safeAreaInsets(at: content), Insets(top: 47, bottom: 94))
  }

  // MARK: position, offset, readers

  func testPositionAndOffset() {
    let child = box(20, 20)
    let position = node(.position(30, 40), child)
    _ = tree.layout(root: position, in: Rect(0, 0, 200, 100))
    assertRect(position, 0, 0, 200, 100)
    assertRect(child, 20, 30, 20, 20)
    tree.set(position, .position(50, 50))
    XCTAssertEqual(tree.layout(root: position, in: Rect(0, 0, 200, 100)), [child])
    assertRect(child, 40, 40, 20, 20)
  }

  func testReaderBuildsItsContentForTheSize() {
    let reader = tree.create(.geometryReader)
    var sizes: [Size] = []
    var content: LayoutNode = -1
    tree.client.geometryContent = { [tree] node, size in
      sizes.append(size)
      content = tree.create(.ranged(width: .fixed(size.width / 2), height: .fixed(10)))
      tree.setChildren(node, [content])
    }
    let padded = node(.padding(Insets(top: 10, leading: 10, bottom: 10, trailing: 10)), reader)
    _ = tree.layout(root: padded, in: Rect(0, 0, 200, 100))
    assertRect(content, 10, 10, 90, 10)
    _ = tree.layout(root: padded, in: Rect(0, 0, 200, 100))
    XCTAssertEqual(sizes, [Size(180, 80)])
    XCTAssertEqual(tree.measure(reader, .unspecified), Size(10, 10))
  }

  // MARK: matched geometry

  func testOverrideMovesOnlyTheContent() {
    let content = greedy()
    let member = node(.matched, content)
    let slot = node(.frame(width: 50, height: 50, .center), member)
    _ = tree.layout(root: slot, in: Rect(0, 0, 300, 300))
    assertRect(content, 125, 125, 50, 50)
    tree.setOverride(member, MatchedOverride(size: Size(100, 80), point: Point(60, 50)))
    _ = tree.layout(root: slot, in: Rect(0, 0, 300, 300))
    assertRect(content, 10, 10, 100, 80)
    assertRect(member, 125, 125, 50, 50)
    tree.setOverride(member, nil)
    XCTAssertEqual(tree.layout(root: slot, in: Rect(0, 0, 300, 300)), [content])
    assertRect(content, 125, 125, 50, 50)
  }

  // MARK: lazy containers

  func testLazyStackRealisesWhatIsVisible() {
    let header = box(100, 300)
    let lazy = tree.create(.lazyStack(.vertical, alignment: .centerX, spacing: 0))
    var made: [Int: LayoutNode] = [:]
    var visible = 0..<0
    tree.client.lazyChild = { [tree] _, index in
      made[index] = made[index] ?? tree.create(.ranged(width: .fixed(50), height: .fixed(28)))
      return made[index] ?? -1
    }
    tree.client.lazyRealised = { visible = $1 }
    tree.setLazyCount(lazy, 40)
    let column = node(.stack(.vertical, alignment: .centerX, spacing: 0), header, lazy)
    let scroll = node(.scroll(.vertical), column)
    _ = tree.layout(root: scroll, in: Rect(0, 0, 100, 112))
    XCTAssertEqual(visible, 0..<0)
    XCTAssertEqual(tree.contentSize(scroll).height, 300 + 40 * 28)
    tree.setContentOffset(scroll, Point(0, 300))
    _ = tree.layout(root: scroll, in: Rect(0, 0, 100, 112))
    XCTAssertEqual(visible, 0..<4)
    XCTAssertEqual(made.count, 4)
    tree.setContentOffset(scroll, Point(0, 300 + 28))
    _ = tree.layout(root: scroll, in: Rect(0, 0, 100, 112))
    XCTAssertEqual(visible, 1..<5)
  }

  func testLazyGridRealisesRows() {
    let grid = tree.create(
      .lazyGrid(
        .vertical,
        tracks: [GridTrack(.flexible(min: 10, max: .infinity)), GridTrack(.flexible(min: 10, max: .infinity))],
        alignment: .centerX, spacing: nil))
    var made = 0
    var visible = 0..<0
    tree.client.lazyChild = { [tree] _, _ in
      made += 1
      return tree.create(.ranged(width: .fixed(20), height: .fixed(20)))
    }
    tree.client.lazyRealised = { visible = $1 }
    tree.setLazyCount(grid, 1000)
    let scroll = node(.scroll(.vertical), grid)
    _ = tree.layout(root: scroll, in: Rect(0, 0, 200, 200))
    XCTAssertEqual(visible, 0..<16)
    XCTAssertEqual(made, 16)
    XCTAssertEqual(tree.contentSize(scroll), Size(200, 500 * 28 - 8))
  }

  func testGridTracks() {
    let first = box(1, 1)
    let second = box(1, 1)
    let third = box(1, 1)
    let cells = [first, second, third].map { node(.passthrough, node(.overlay(.center), greedy(), $0)) }
    let grid = tree.create(
      .lazyGrid(
        .vertical, tracks: [GridTrack(.fixed(70)), GridTrack(.adaptive(min: 40, max: .infinity))],
        alignment: .centerX, spacing: nil))
    tree.setChildren(grid, cells)
    _ = tree.layout(root: grid, in: Rect(0, 0, 200, 100))
    XCTAssertEqual(cells.map { tree.frame(of: $0).width }, [70, 57, 57])
  }

  // MARK: ViewThatFits, custom layouts, relative frames

  func testViewThatFits() {
    let wide = box(300, 20)
    let narrow = box(80, 20)
    let fits = node(.viewThatFits(.horizontal), wide, narrow)
    var shown: [Int] = []
    tree.client.fits = { shown.append($1) }
    _ = tree.layout(root: fits, in: Rect(0, 0, 400, 100))
    _ = tree.layout(root: fits, in: Rect(0, 0, 200, 100))
    XCTAssertEqual(shown, [0, 1])
    XCTAssertFalse(tree.isPlaced(wide))
    assertRect(narrow, 60, 40, 80, 20)
  }

  func testCustomLayout() {
    let first = box(20, 20)
    let second = box(40, 30)
    let custom = node(.custom, first, second)
    tree.client.customSize = { [tree] node, proposal in
      let sizes = tree.children(of: node).map { tree.measure($0, proposal) }
      return Size(sizes.map(\.width).reduce(0, +), sizes.map(\.height).max() ?? 0)
    }
    tree.client.customPlace = { [tree] node, bounds, proposal in
      tree.placeSubview(first, at: Point(bounds.width, 0), anchor: UnitPoint(1, 0), proposal: proposal)
    }
    _ = tree.layout(root: custom, in: Rect(0, 0, 100, 100))
    assertRect(custom, 20, 35, 60, 30)
    assertRect(first, 60, 35, 20, 20)
    assertRect(second, 30, 35, 40, 30)
  }

  func testContainerRelativeFrame() {
    let page = node(.containerRelativeFrame(.horizontal, count: 3, span: 2, spacing: 10, .center), greedy())
    let row = node(.stack(.horizontal, alignment: .centerY, spacing: 0), page)
    let scroll = node(.scroll(.horizontal), row)
    let frame = node(.frame(width: 200, height: 50, .center), scroll)
    _ = tree.layout(root: frame, in: Rect(0, 0, 400, 400))
    XCTAssertEqual(tree.frame(of: page).width, (200 - 20) / 3 * 2 + 10, accuracy: 0.001)
  }

  // MARK: right to left

  func testRightToLeft() {
    let first = box(20, 10)
    let second = box(30, 10)
    let stack = node(.stack(.horizontal, alignment: .centerY, spacing: 0), first, second)
    let frame = node(.frame(width: 100, height: 10, .leading), stack)
    for view in [stack, frame] { tree.setRightToLeft(view, true) }
    _ = tree.layout(root: frame, in: Rect(0, 0, 100, 10))
    assertRect(first, 80, 0, 20, 10)
    assertRect(second, 50, 0, 30, 10)
  }

  // MARK: changes

  func testOnlyWhatChangedIsListed() {
    let first = box(20, 20)
    let second = box(20, 20)
    let frame = node(.frame(width: 100, height: 50, .center), second)
    let stack = node(.stack(.vertical, alignment: .centerX, spacing: 0), first, frame)
    XCTAssertEqual(tree.layout(root: stack, in: Rect(0, 0, 200, 200)), [stack, first, frame, second])
    XCTAssertEqual(tree.layout(root: stack, in: Rect(0, 0, 200, 200)), [])
    tree.set(second, .ranged(width: .fixed(30), height: .fixed(20)))
    XCTAssertEqual(tree.layout(root: stack, in: Rect(0, 0, 200, 200)), [second])
    tree.set(first, .ranged(width: .fixed(20), height: .fixed(40)))
    XCTAssertEqual(tree.layout(root: stack, in: Rect(0, 0, 200, 200)), [stack, first, frame, second])
    tree.setChildren(stack, [first])
    tree.remove(frame)
    XCTAssertEqual(tree.layout(root: stack, in: Rect(0, 0, 200, 200)), [stack, first])
    assertRect(first, 90, 80, 20, 40)
  }

  /// A changed row of a long column is asked alone, and nothing is visited that only stayed or only moved.
  func testAChangedRowOfALongColumnCostsItself() {
    let column = tree.create(.stack(.vertical, alignment: .leading, spacing: nil))
    var leaves: [LayoutNode] = []
    var rows: [LayoutNode] = []
    for _ in 0..<500 {
      let leaf = tree.create(.ranged(width: .fixed(10), height: .fixed(8)))
      let row = tree.create(.padding(Insets(top: 1, bottom: 1)))
      tree.setChildren(row, [leaf])
      leaves.append(leaf)
      rows.append(row)
    }
    tree.setChildren(column, rows)
    let page = tree.create(
      .flexibleFrame(
        width: OptionalRange(min: 0, max: .infinity), height: OptionalRange(min: 0, max: .infinity), .topLeading))
    tree.setChildren(page, [column])
    _ = tree.layout(root: page, in: Rect(0, 0, 390, 844))
    // Each node is asked once: no fixed row depends on what it is offered.
    XCTAssertLessThanOrEqual(tree.measuredCount, 1002)
    let measured = tree.measuredCount
    let visited = tree.visitedCount
    tree.set(leaves[250], .ranged(width: .fixed(10), height: .fixed(18)))
    let changed = tree.layout(root: page, in: Rect(0, 0, 390, 844))
    XCTAssertEqual(tree.measuredCount, measured + 4)
    // The column, its row, the leaf, and the rows after it; what is in those only moves along.
    XCTAssertEqual(tree.visitedCount, visited + 4 + 249)
    XCTAssertEqual(changed.count, 3 + 2 * 249)
    XCTAssertEqual(tree.absoluteRect(of: leaves[499]).y, 499 * 18 + 1 + 10)
  }

  /// Spacers and dividers lie along the stack around them, also when that is turned.
  func testASpacerFollowsItsStack() {
    let stack = tree.create(.stack(.vertical, alignment: .leading, spacing: 0))
    let spacer = tree.create(.spacer(minLength: 0))
    let box = tree.create(.ranged(width: .fixed(10), height: .fixed(10)))
    tree.setChildren(stack, [spacer, box])
    _ = tree.layout(root: stack, in: Rect(0, 0, 100, 200))
    XCTAssertEqual(tree.absoluteRect(of: box), Rect(45, 190, 10, 10))
    tree.set(stack, .stack(.horizontal, alignment: .top, spacing: 0))
    _ = tree.layout(root: stack, in: Rect(0, 0, 100, 200))
    XCTAssertEqual(tree.absoluteRect(of: box), Rect(90, 95, 10, 10))
  }

  /// An offset moves what is drawn, not the guides by which the view is lined up.
  func testGuidesStayWhereAnOffsetViewWasLaidOut() {
    let stack = tree.create(.stack(.horizontal, alignment: .firstTextBaseline, spacing: 0))
    let text = tree.create(.text(TextContent(runs: [TextRun("a", font: ResolvedFont())])))
    let moved = tree.create(.offset(0, 20))
    let other = tree.create(.text(TextContent(runs: [TextRun("b", font: ResolvedFont())])))
    tree.setChildren(moved, [text])
    tree.setChildren(stack, [moved, other])
    _ = tree.layout(root: stack, in: Rect(0, 0, 100, 200))
    XCTAssertEqual(tree.absoluteRect(of: text).y, tree.absoluteRect(of: other).y + 20)
  }

  /// A tree changed at random and laid out step by step is as one laid out afresh.
  func testIncrementalLayoutEqualsAFreshOne() {
    var seed: UInt64 = 12345
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    func kind(_ choice: Int) -> LayoutKind {
      let length = Double(random(60))
      switch choice {
      case 0: return .stack(.horizontal, alignment: .centerY, spacing: random(2) == 0 ? nil : length / 10)
      case 1: return .stack(.vertical, alignment: .leading, spacing: random(2) == 0 ? nil : length / 10)
      case 2: return .zstack(.bottomTrailing)
      case 3: return .padding(Insets(top: length / 10, leading: length / 20))
      case 4: return .frame(width: random(2) == 0 ? nil : length, height: nil, .topTrailing)
      case 5:
        return .flexibleFrame(
          width: OptionalRange(min: length, max: .infinity), height: OptionalRange(ideal: length), .leading)
      case 6: return .layoutPriority(Double(random(3) - 1))
      case 7: return .fixedSize(horizontal: random(2) == 0, vertical: random(2) == 0)
      case 8: return .stack(.horizontal, alignment: .firstTextBaseline, spacing: nil)
      case 9:
        return .text(TextContent(runs: [TextRun(String(repeating: "word ", count: random(5)), font: ResolvedFont())]))
      case 10: return .spacer(minLength: nil)
      default: return .ranged(width: .fixed(length), height: .fixed(Double(random(40))))
      }
    }
    var kinds: [LayoutKind] = []
    var shape: [[Int]] = []
    func grow(_ depth: Int) -> Int {
      let index = kinds.count
      let choice = depth == 0 ? 9 + random(4) : random(13)
      kinds.append(kind(choice))
      shape.append([])
      if choice < 9 {
        let isContainer = choice < 3 || choice == 8
        for _ in 0..<(isContainer ? 1 + random(4) : 1) {
          let child = grow(depth - 1)
          shape[index].append(child)
        }
      }
      return index
    }
    let root = grow(6)
    func build(_ tree: LayoutTree) -> [LayoutNode] {
      let nodes = kinds.map { tree.create($0) }
      for (index, children) in shape.enumerated() { tree.setChildren(nodes[index], children.map { nodes[$0] }) }
      return nodes
    }
    let kept = build(tree)
    for step in 0..<60 {
      let changed = random(kinds.count)
      let isLeaf = shape[changed].isEmpty
      if isLeaf {
        kinds[changed] = kind(9 + random(4))
      } else if shape[changed].count > 1 {
        kinds[changed] = kind(random(3))
      } else {
        kinds[changed] = kind(random(9))
      }
      tree.set(kept[changed], kinds[changed])
      let bounds = Rect(0, 0, Double(100 + 50 * (step % 3)), 200)
      _ = tree.layout(root: kept[root], in: bounds)
      let other = LayoutTree(scale: 3)
      let fresh = build(other)
      _ = other.layout(root: fresh[root], in: bounds)
      for index in kinds.indices where tree.absoluteRect(of: kept[index]) != other.absoluteRect(of: fresh[index]) {
        XCTFail("step \(step): node \(index) \(kinds[index])")
        return
      }
    }
  }

  // MARK: bounds

  func testLongChainsNeedNoDepth() {
    for kind in [LayoutKind.padding(Insets(top: 0.001)), .aspectRatio(nil, fill: false)] {
      let tree = LayoutTree(scale: 3)
      var top = tree.create(.text(TextContent(runs: [TextRun("end", font: ResolvedFont())])))
      for _ in 0..<20_000 {
        let outer = tree.create(kind)
        tree.setChildren(outer, [top])
        top = outer
      }
      let stack = tree.create(.stack(.horizontal, alignment: .firstTextBaseline, spacing: nil))
      tree.setChildren(stack, [top, tree.create(.spacer(minLength: nil))])
      XCTAssertEqual(tree.layout(root: stack, in: Rect(0, 0, 390, 844)).count, 20_003)
    }
  }

  func testDeepContainersAreCutAndNoted() {
    var top = greedy()
    for _ in 0..<5_000 { top = node(.stack(.vertical, alignment: .centerX, spacing: nil), top, box(1, 1)) }
    var notes = 0
    tree.client.note = { if $1 == .nestingTooDeep { notes += 1 } }
    _ = tree.layout(root: top, in: Rect(0, 0, 390, 844))
    XCTAssertGreaterThan(notes, 0)
  }

  func testNestedBaselinesStayLinear() {
    var top = text("end")
    for level in 0..<200 {
      let guide: Guide = level % 2 == 0 ? .firstTextBaseline : .lastTextBaseline
      top = node(.stack(.horizontal, alignment: guide, spacing: 0), top, text("a"))
    }
    _ = tree.layout(root: top, in: Rect(0, 0, 4000, 1000))
    XCTAssertEqual(tree.frame(of: top).height, 20.333, accuracy: 0.001)
  }

  func testNestedFlexibleStacksStayLinear() {
    var top = greedy()
    for level in 0..<60 {
      let axis: Axis = level % 2 == 0 ? .horizontal : .vertical
      top = node(
        .stack(axis, alignment: axis == .horizontal ? .centerY : .centerX, spacing: 1), top, greedy(), text("ab"))
    }
    _ = tree.layout(root: top, in: Rect(0, 0, 1000, 1000))
    XCTAssertLessThan(tree.spill.count, 2_000)
  }
}
