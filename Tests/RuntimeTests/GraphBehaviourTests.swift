/// Identity, lifecycle, transactions, transitions and shared geometry on hand-made views.
import SceneIR
import XCTest

@testable import SceneRuntime

final class GraphBehaviourTests: XCTestCase {
  private let place = SourcePoint(file: 0, line: 1, column: 1)
  private func tap(_ x: Double, _ y: Double) -> Step { Step(.tap(.point(x: x, y: y)), place: place) }

  private func box(_ t: GraphScene, _ name: String, _ w: Double = 50, _ h: Double = 30) -> Word {
    t.frame(t.named(t.v("Color.red"), name), w, h)
  }

  /// A button that covers nothing: a small square at the top.
  private func trigger(_ t: GraphScene, _ body: @escaping (GraphScene) -> Void) -> Word {
    t.v(
      "View.onTapGesture(count:perform:)",
      [t.frame(t.named(t.v("Color.blue"), "trigger"), 20, 20), Word(integer: 1), t.action(body)])
  }

  func testSeveralAnimationsOfOneEvent() {
    // x = 1; withAnimation(A) { y = 1 }; withAnimation(B) { x = 2 }: x jumps to 1, y runs by A, x goes on to 2 by B.
    let t = GraphScene(device: "200x60@1", steps: [tap(100, 10)]) { s in
      let x = Double(s.state("x"))
      let y = Double(s.state("y"))
      let first = s.v("View.offset(x:y:)", [self.box(s, "a", 20, 20), s.number(x * 10), s.number(0)])
      let second = s.v("View.offset(x:y:)", [self.box(s, "b", 20, 20), s.number(y * 10), s.number(0)])
      return s.stack(
        "VStack", spacing: 0,
        [
          self.trigger(s) { s in
            s.set("x", 1)
            s.withAnimation(s.v("Animation.linear(duration:)", [s.number(1)])) { s.set("y", 1) }
            s.withAnimation(s.v("Animation.linear(duration:)", [s.number(0.5)])) { s.set("x", 2) }
          }, first, second,
        ])
    }
    let frames = t.play()
    XCTAssertEqual(t.row(frames[5], "a")?.rect.x, 90)
    XCTAssertEqual(t.row(frames[6], "a")?.rect.x, 100)
    XCTAssertEqual(t.row(frames[21], "a")?.rect.x ?? 0, 105, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[21], "b")?.rect.x ?? 0, 92.5, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[36], "a")?.rect.x, 110)
    XCTAssertEqual(t.row(frames[66], "b")?.rect.x, 100)
  }

  func testInsertionAndRemoval() {
    let t = GraphScene(device: "400x100@1000", steps: [tap(200, 10), Step(.settle, place: place), tap(200, 10)]) { t in
      let shown = t.state("c") == 1
      let b = t.v("View.transition(_:)", [self.box(t, "b"), t.v("AnyTransition.move(edge:)", [Word(integer: 1)])])
      let press = self.trigger(t) { t in
        t.withAnimation(t.v("Animation.linear(duration:)", [t.number(1)])) { t.set("c", 1 - t.state("c")) }
      }
      let content = t.v("ViewBuilder.buildIf(_:)", [shown ? b : .none])
      let under = t.frame(t.zstack([content]), 400, 80)
      return t.stack("VStack", spacing: 0, [press, under])
    }
    let frames = t.play(300)
    XCTAssertNil(t.row(frames[5], "b"))
    // In from the leading edge by its own width: the box is centred at 200, its width 50.
    XCTAssertEqual(t.row(frames[6], "b")?.rect.x ?? -1, 125, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[36], "b")?.rect.x ?? -1, 150, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[66], "b")?.rect.x ?? -1, 175, accuracy: 1e-6)
    let last = frames[frames.count - 1]
    XCTAssertNil(t.row(last, "b"))
    let gone = frames.filter { t.row($0, "b") != nil }.last
    XCTAssertEqual(gone.flatMap { t.row($0, "b")?.rect.x } ?? -1, 125, accuracy: 1)
  }

  func testOrderOfAppearance() {
    var log: [String] = []
    let t = GraphScene(device: "200x200@1") { t in
      func leaf(_ name: String) -> Word {
        t.v("View.onAppear(perform:)", [self.box(t, name, 10, 10), t.action { _ in log.append(name) }])
      }
      let inner = t.v(
        "View.onAppear(perform:)", [t.stack("VStack", [leaf("a"), leaf("b")]), t.action { _ in log.append("stack") }])
      return t.v("View.onAppear(perform:)", [inner, t.action { _ in log.append("outer") }])
    }
    _ = t.play(2)
    XCTAssertEqual(log, ["b", "a", "stack", "outer"])
  }

  func testOnlyReadersAreEvaluated() {
    var runs = 0
    let t = GraphScene(device: "200x100@1", steps: [tap(100, 10)]) { t in
      runs += 1
      let press = self.trigger(t) { t in t.set("unread", 1) }
      return t.stack("VStack", spacing: 0, [press, t.frame(t.v("Color.red"), 80, 80)])
    }
    _ = t.play(20)
    XCTAssertEqual(runs, 1)
  }

  func testForEachKeepsIdentity() {
    let t = GraphScene(device: "200x100@1", steps: [tap(100, 10)]) { t in
      let order = t.state("swap") == 0 ? [1, 2] : [2, 1]
      let data = t.heap.make(.array, type: .unknown, order.map { Word(integer: $0) })
      let list = t.v(
        "ForEach.init(_:id:content:)",
        [data, .none, t.closure(1) { t, arguments in self.box(t, "e\(arguments[0].integer)", 20, 40) }])
      let press = self.trigger(t) { t in
        t.withAnimation(t.v("Animation.linear(duration:)", [t.number(1)])) { t.set("swap", 1) }
      }
      return t.stack("VStack", spacing: 0, [press, list])
    }
    let frames = t.play(120)
    XCTAssertEqual(t.row(frames[6], "e1")?.rect.y, 20)
    XCTAssertEqual(t.row(frames[36], "e1")?.rect.y ?? 0, 40, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[36], "e2")?.rect.y ?? 0, 40, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[66], "e2")?.rect.y, 20)
    XCTAssertEqual(t.player.views.filter { $0.identifier == "e1" }.count, 1)
  }

  func testGeometryReaderAndScale() {
    var sizes: [Double] = []
    let t = GraphScene(device: "300x200@1") { t in
      let reader = t.v(
        "GeometryReader.init(content:)",
        [
          t.closure(1) { t, arguments in
            let size = t.heap.slot(arguments[0], 2).number
            sizes.append(size)
            return t.frame(t.named(t.v("Color.blue"), "inside"), size / 2, 10)
          }
        ])
      return t.frame(reader, 120, 100)
    }
    let frames = t.play(3)
    XCTAssertEqual(sizes, [120])
    // Content is put at the reader's top leading corner.
    XCTAssertEqual(t.row(frames[0], "inside")?.rect, FrameRect(x: 90, y: 50, width: 60, height: 10))
  }

  func testModifierOverSeveralViews() {
    let t = GraphScene(device: "400x100@1") { t in
      let group = t.v(
        "Group.init(content:)",
        [t.closure { t, _ in t.block([t.named(t.v("Color.red"), "a"), t.named(t.v("Color.blue"), "b")]) }])
      return t.stack("HStack", spacing: 0, [t.frame(group, 90, 20)])
    }
    let frames = t.play(1)
    XCTAssertEqual(t.row(frames[0], "a")?.rect, FrameRect(x: 110, y: 40, width: 90, height: 20))
    XCTAssertEqual(t.row(frames[0], "b")?.rect, FrameRect(x: 200, y: 40, width: 90, height: 20))
  }

  func testScaleIsAnEffect() {
    let t = GraphScene(device: "100x100@1") { t in
      t.v("View.scaleEffect(_:anchor:)", [self.box(t, "a", 40, 40), t.number(0.5), .none])
    }
    let row = t.row(t.play(1)[0], "a")
    XCTAssertEqual(row?.rect, FrameRect(x: 40, y: 40, width: 20, height: 20))
    XCTAssertEqual(row?.width, 40)
    XCTAssertNil(row?.transform)
  }

  func testMatchedSwap() {
    // A small box at the top and a large one at the bottom share an id; the shared frame moves between them.
    let t = GraphScene(device: "200x300@1000", steps: [tap(100, 10)]) { t in
      let namespace = t.graph.makeTagged(.namespaceId, [Word(integer: 1)])
      func member(_ name: String, _ w: Double, _ h: Double) -> Word {
        let matched = t.v(
          "View.matchedGeometryEffect(id:in:properties:anchor:isSource:)",
          [t.named(t.v("Color.red"), name), t.text("hero"), namespace, .none, .none, .truth])
        return t.frame(matched, w, h)
      }
      let isFirst = t.state("c") == 0
      let press = self.trigger(t) { t in
        t.withAnimation(t.v("Animation.linear(duration:)", [t.number(1)])) { t.set("c", 1) }
      }
      let top = t.v("ViewBuilder.buildIf(_:)", [isFirst ? member("small", 40, 40) : .none])
      let bottom = t.v("ViewBuilder.buildIf(_:)", [isFirst ? .none : member("large", 100, 100)])
      return t.stack(
        "VStack", spacing: 0,
        [press, t.frame(t.zstack([top]), 200, 140), t.frame(t.zstack([bottom]), 200, 140)])
    }
    let frames = t.play(150)
    // small: centre (100, 90); large: centre (100, 230).
    XCTAssertEqual(t.row(frames[5], "small")?.rect.y ?? 0, 70, accuracy: 1e-3)
    for n in [0, 15, 30, 45] {
      let p = Double(n) / 60
      for name in ["small", "large"] {
        let rect = t.row(frames[6 + n], name)?.rect
        XCTAssertEqual(rect?.midY ?? 0, 90 + 140 * p, accuracy: 0.01, "\(name) at \(n)")
        XCTAssertEqual(rect?.width ?? 0, 40 + 60 * p, accuracy: 0.01, "\(name) at \(n)")
      }
      XCTAssertEqual(t.row(frames[6 + n], "small")?.opacity ?? -1, 1 - p, accuracy: 1e-6)
      XCTAssertEqual(t.row(frames[6 + n], "large")?.opacity ?? -1, p, accuracy: 1e-6)
    }
    let last = frames[frames.count - 1]
    XCTAssertNil(t.row(last, "small"))
    XCTAssertEqual(t.row(last, "large")?.rect.y ?? 0, 180, accuracy: 1e-3)
  }

  func testUnknownModifierPassesItsContentThrough() {
    let t = GraphScene(device: "100x100@1") { t in t.v("View.unknown()", [self.box(t, "a", 40, 40)]) }
    XCTAssertEqual(t.row(t.play(1)[0], "a")?.rect, FrameRect(x: 30, y: 30, width: 40, height: 40))
    XCTAssertEqual(t.player.diagnostics.filter { $0.code == RuntimeCode.notModelled }.count, 1)
  }

  func testImplicitAnimationBeatsTheOneOutside() {
    let t = GraphScene(device: "300x100@1", steps: [tap(150, 10)]) { t in
      let x = Double(t.state("x"))
      let moved = t.v("View.offset(x:y:)", [self.box(t, "a", 20, 20), t.number(x * 60), t.number(0)])
      let own = t.v(
        "View.animation(_:value:)",
        [moved, t.v("Animation.linear(duration:)", [t.number(0.5)]), Word(integer: t.state("x"))])
      let other = t.v("View.offset(x:y:)", [self.box(t, "b", 20, 20), t.number(x * 60), t.number(0)])
      let press = self.trigger(t) { t in
        t.withAnimation(t.v("Animation.linear(duration:)", [t.number(1)])) { t.set("x", 1) }
      }
      return t.stack("VStack", spacing: 0, [press, own, other, t.frame(t.v("Color.clear"), 10, 40)])
    }
    let frames = t.play(120)
    XCTAssertEqual(t.row(frames[21], "a")?.rect.x ?? 0, 140 + 30, accuracy: 1e-6)
    XCTAssertEqual(t.row(frames[21], "b")?.rect.x ?? 0, 140 + 15, accuracy: 1e-6)
  }
}
