/// What pictures are drawn from, and the SVG that is made of it, from the source of scenes.
import SceneExport
import SceneIR
import SceneRuntime
import XCTest

#if canImport(FoundationXML)
  import FoundationXML
#endif

final class DrawingTests: XCTestCase {
  private func frame(_ body: String, _ declarations: String = "") throws -> (frame: Frame, player: Player) {
    let compiled = Compiled.compile(
      "import SwiftUI\n\(declarations)\nstruct ContentView: View {\n  var body: some View {\n\(body)\n  }\n}\n")
    XCTAssertEqual(compiled.diagnostics.map(\.message), [])
    var options = PlayOptions()
    options.includesDrawing = true
    options.device = "200x100@2"
    let player = Player(module: compiled.module, entry: 0, options: options)
    return (try XCTUnwrap(player.next()), player)
  }

  private func svg(_ body: String, _ declarations: String = "") throws -> String {
    let (frame, player) = try frame(body, declarations)
    return String(decoding: SVG.picture(frame, header: player.header).bytes, as: UTF8.self)
  }

  private func elements(_ body: String, _ declarations: String = "") throws -> [FrameElement] {
    let drawing = try XCTUnwrap(try frame(body, declarations).frame.drawing)
    return drawing.leaves.flatMap(\.elements)
  }

  func testPathOfTheScene() throws {
    let found = try elements(
      """
      Path { p in
        p.move(to: CGPoint(x: 1, y: 2))
        p.addLine(to: CGPoint(x: 30, y: 2))
        p.addQuadCurve(to: CGPoint(x: 30, y: 40), control: CGPoint(x: 50, y: 20))
        p.closeSubpath()
      }
      .stroke(Color.red, style: StrokeStyle(lineWidth: 3, lineCap: .round, dash: [4, 2]))
      """)
    guard case .stroke(.path(let path, _), .color(let color), let stroke)? = found.first else {
      return XCTFail("\(found)")
    }
    XCTAssertEqual(path.verbs, [.move, .line, .quad, .close])
    XCTAssertEqual(path.numbers, [1, 2, 30, 2, 50, 20, 30, 40])
    XCTAssertEqual(color.red, 1, accuracy: 1e-9)
    XCTAssertEqual(stroke.width, 3)
    XCTAssertEqual(stroke.cap, .round)
    XCTAssertEqual(stroke.dash, [4, 2])
  }

  func testTextOfFields() throws {
    func look(_ field: String) throws -> [FrameElement] { try elements(field) }
    func text(_ elements: [FrameElement]) -> (x: Double, alpha: Double, red: Double)? {
      for case .text(let lines, .color(let color)) in elements {
        return (lines.first?.runs.first?.x ?? -1, color.alpha, color.red)
      }
      return nil
    }
    let typed = try XCTUnwrap(text(try look("TextField(\"n\", text: .constant(\"v\"))")))
    XCTAssertEqual(typed.alpha, 1)
    XCTAssertEqual(typed.red, 0)
    XCTAssertEqual(typed.x, 0)
    let prompt = try XCTUnwrap(text(try look("TextField(\"n\", text: .constant(\"\"))")))
    XCTAssertEqual(prompt.alpha, 0.298, accuracy: 1e-9)
    let red = try XCTUnwrap(text(try look("TextField(\"n\", text: .constant(\"v\")).foregroundStyle(.red)")))
    XCTAssertEqual(red.red, 1, accuracy: 1e-9)
    let bordered = try look("TextField(\"n\", text: .constant(\"v\")).textFieldStyle(.roundedBorder)")
    XCTAssertEqual(try XCTUnwrap(text(bordered)).x, 7)
    XCTAssertTrue(bordered.contains { if case .stroke(.rounded, _, _) = $0 { true } else { false } })
  }

  func testOpenGauge() throws {
    let found = try elements("Gauge(value: 0.5) { Text(\"G\") }.gaugeStyle(.accessoryCircular)")
    guard case .stroke(.path(let path, _), _, let stroke)? = found.first else { return XCTFail("\(found)") }
    XCTAssertEqual(stroke.width, 6)
    // The arc is open by a quarter at the foot, and the middle of the range is at the top.
    XCTAssertEqual(path.verbs, [.move, .line, .curve, .curve, .curve])
    let reach = 26 * 0.5.squareRoot()
    XCTAssertEqual(path.numbers[0], 29 - reach, accuracy: 1e-9)
    XCTAssertEqual(path.numbers[1], 29 + reach, accuracy: 1e-9)
    let dots = found.compactMap { element -> FrameRect? in
      if case .fill(.ellipse(let box), _) = element { box } else { nil }
    }
    let dot = try XCTUnwrap(dots.last)
    XCTAssertEqual(dot.x, 26, accuracy: 1e-9)
    XCTAssertEqual(dot.y, 0, accuracy: 1e-9)
    let whole = try elements("Gauge(value: 0.5) { Text(\"G\") }.gaugeStyle(.accessoryCircularCapacity)")
    guard case .stroke(.path(let ring, _), _, _)? = whole.first else { return XCTFail("\(whole)") }
    XCTAssertEqual(ring.verbs.filter { $0 == .curve }.count, 4)
  }

  func testPinnedHeadersLieOverRows() throws {
    let found = try elements(
      """
      ScrollView {
        LazyVStack(spacing: 0, pinnedViews: .sectionHeaders) {
          Section {
            ForEach(0..<3) { _ in Color.red.frame(height: 20).zIndex(1) }
          } header: {
            Color.green.frame(height: 30)
          }
        }
      }
      """)
    let heights = found.compactMap { element -> Double? in
      if case .fill(.rect(let box), _) = element { box.height } else { nil }
    }
    XCTAssertEqual(heights, [20, 20, 20, 30])
  }

  func testPathsAreValues() throws {
    let found = try elements(
      "Fork()",
      """
      struct Fork: Shape {
        func path(in rect: CGRect) -> Path {
          var a = Path()
          a.move(to: .zero)
          var b = a
          a.addLine(to: CGPoint(x: rect.maxX, y: 0))
          b.addLine(to: CGPoint(x: 0, y: rect.maxY))
          a.addPath(b)
          return a
        }
      }
      """)
    guard case .fill(.path(let path, _), _)? = found.first else { return XCTFail("\(found)") }
    XCTAssertEqual(path.verbs, [.move, .line, .move, .line])
    XCTAssertEqual(path.numbers, [0, 0, 200, 0, 0, 0, 0, 100])
  }

  /// In a space with y downwards Core Graphics' "clockwise" turns against the clock.
  func testArcsTurnAsOnAScreen() throws {
    let found = try elements(
      """
      Path { $0.addArc(center: CGPoint(x: 50, y: 50), radius: 10, startAngle: .degrees(0), endAngle: .degrees(90), clockwise: false) }
      """)
    guard case .fill(.path(let path, _), _)? = found.first else { return XCTFail("\(found)") }
    XCTAssertEqual(path.verbs, [.move, .curve])
    let end = try XCTUnwrap(path.current)
    XCTAssertEqual(end.x, 50, accuracy: 1e-9)
    XCTAssertEqual(end.y, 60, accuracy: 1e-9)
  }

  func testFillAndStroke() throws {
    let found = try elements("Circle().fill(.blue).stroke(.red, lineWidth: 2)")
    guard found.count == 2, case .fill = found[0], case .stroke(_, .color(let color), let stroke) = found[1] else {
      return XCTFail("\(found)")
    }
    XCTAssertGreaterThan(color.red, 0.9)
    XCTAssertEqual(stroke.width, 2)
  }

  func testBorderLiesInside() throws {
    let found = try elements("Rectangle().strokeBorder(.red, lineWidth: 4).frame(width: 50, height: 30)")
    guard case .stroke(.rect(let box), _, _)? = found.first else { return XCTFail("\(found)") }
    XCTAssertEqual(box, FrameRect(x: 2, y: 2, width: 46, height: 26))
  }

  func testTrimmedShape() throws {
    let found = try elements("Rectangle().trim(from: 0, to: 0.25).stroke().frame(width: 50, height: 50)")
    guard case .stroke(.path(let path, _), _, _)? = found.first else { return XCTFail("\(found)") }
    XCTAssertEqual(path.numbers, [0, 0, 50, 0])
  }

  func testEffectsEncloseAllTheirLeaves() throws {
    let drawing = try XCTUnwrap(
      try frame(
        """
        VStack(spacing: 0) {
          Color.red
          Color.blue.blur(radius: 2)
        }
        .opacity(0.5)
        .shadow(color: .black, radius: 4, x: 1, y: 2)
        .clipShape(Circle())
        """
      ).frame.drawing)
    XCTAssertEqual(drawing.leaves.count, 2)
    func chain(_ leaf: FrameLeaf) -> [FrameEffect.Kind] {
      var result: [FrameEffect.Kind] = []
      var row = leaf.effect
      while row >= 0 {
        result.insert(drawing.effects[row].kind, at: 0)
        row = drawing.effects[row].parent
      }
      return result
    }
    let first = chain(drawing.leaves[0])
    let second = chain(drawing.leaves[1])
    XCTAssertEqual(first.count, 3)
    guard case .clip = first[0], case .shadow(_, 4, 1, 2) = first[1], first[2] == .opacity(0.5) else {
      return XCTFail("\(first)")
    }
    XCTAssertEqual(Array(second.prefix(3)), first)
    XCTAssertEqual(second.last, .blur(2))
    // One clip and one shadow for both.
    XCTAssertEqual(drawing.effects.count, 4)
  }

  func testMaskIsDrawnForItself() throws {
    let drawing = try XCTUnwrap(try frame("Color.red.mask(Circle().opacity(0.5))").frame.drawing)
    XCTAssertEqual(drawing.leaves.count, 1)
    guard case .mask(let leaves)? = drawing.effects.last?.kind, let leaf = leaves.first else {
      return XCTFail("\(drawing.effects)")
    }
    XCTAssertEqual(leaves.count, 1)
    XCTAssertEqual(drawing.effects[leaf.effect].kind, .opacity(0.5))
    // It is proposed the box of what it masks, 200 x 100, in which a circle takes a square.
    XCTAssertEqual(drawing.leaves[0].width, 200)
    XCTAssertEqual(leaf.width, 100)
  }

  func testRunsOfATextKeepTheirColours() throws {
    let found = try elements(
      "(Text(\"a\").foregroundColor(.red) + Text(\"bc\").bold().underline()).font(.system(size: 20))")
    guard case .text(let lines, _)? = found.first, let line = lines.first else { return XCTFail("\(found)") }
    XCTAssertEqual(line.runs.map(\.text), ["a", "bc"])
    XCTAssertNotNil(line.runs[0].color)
    XCTAssertTrue(line.runs[1].isUnderlined)
    XCTAssertEqual(line.runs[1].x, line.runs[0].width, accuracy: 1e-9)
    XCTAssertGreaterThan(line.runs[1].weight, 0.3)
  }

  // MARK: SVG

  func testPictureIsWellFormedWithGroups() throws {
    let text = try svg(
      """
      ZStack {
        RoundedRectangle(cornerRadius: 10).fill(AngularGradient(colors: [.red, .blue], center: .center))
        Text("a < b & \\"c\\"").rotationEffect(.degrees(30))
        Image(systemName: "xmark.circle.fill").foregroundStyle(.red)
        Image(systemName: "no.such.symbol")
      }
      .saturation(0.5)
      .mask { Circle() }
      """)
    XCTAssertEqual(text.components(separatedBy: "<g").count, text.components(separatedBy: "</g>").count)
    XCTAssertTrue(text.contains("a &lt; b &amp; &quot;c&quot;"))
    XCTAssertTrue(text.contains("<mask id="))
    XCTAssertTrue(text.contains("feColorMatrix"))
    XCTAssertTrue(text.contains(">no.such.symbol</text>"))
    let document = try XMLDocument(xmlString: text)
    XCTAssertEqual(document.rootElement()?.name, "svg")
  }

  func testSymbolsAreComposed() throws {
    let circle = try svg("Image(systemName: \"xmark.circle\")")
    XCTAssertTrue(circle.contains("M95 50A45 45"))
    XCTAssertTrue(circle.contains("M10 14L78 86"))
    // The cross is cut out of the filled disc.
    XCTAssertTrue(try svg("Image(systemName: \"xmark.circle.fill\")").contains("mask=\"url(#"))
    // Two colours are a disc and a cross on it.
    let palette = try svg("Image(systemName: \"xmark.circle.fill\").foregroundStyle(.white, .red)")
    XCTAssertFalse(palette.contains("mask=\"url(#"))
    XCTAssertTrue(palette.contains("#FFFFFF") && palette.contains("#FF3B30"))
    XCTAssertTrue(try svg("Image(systemName: \"7.circle\")").contains(">7</text>"))
  }

  func testLabelsStayInTheirBoxes() throws {
    let text = try svg("Image(\"a-very-long-name-of-a-missing-picture\").resizable().frame(width: 30, height: 60)")
    XCTAssertFalse(text.contains("a-very-long-name"))
  }

  func testDarkScreen() throws {
    XCTAssertTrue(try svg("Text(\"a\").preferredColorScheme(.dark)").contains("fill=\"#000000\"/>"))
  }

  /// The page holds each state of an element once.
  func testPageOfARun() throws {
    let compiled = Compiled.compile(
      "import SwiftUI\nstruct A: View { var body: some View { Color.red.frame(width: 20, height: 20) } }")
    var options = PlayOptions()
    options.includesDrawing = true
    let player = Player(module: compiled.module, entry: 0, options: options)
    let (json, summary) = HTMLPlayer.record(player, name: "a </script> b")
    XCTAssertGreaterThan(summary.frameCount, 0)
    let object = try XCTUnwrap(
      JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
    XCTAssertEqual((object["structures"] as? [Any])?.count, 1)
    XCTAssertEqual((object["frames"] as? [Any])?.count, summary.frameCount)
    let page = String(decoding: HTMLPlayer.page(title: "a </script> b", runs: [json]).bytes, as: UTF8.self)
    XCTAssertEqual(page.components(separatedBy: "</script>").count, 3)
  }
}
