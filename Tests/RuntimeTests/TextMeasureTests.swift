/// Sizes, lines and truncation of Text.
import XCTest

@testable import SceneRuntime

final class TextMeasureTests: XCTestCase {
  private let engine = TextEngine()

  private func layout(_ string: String, _ change: (inout TextContent) -> Void = { _ in }) -> TextLayout {
    var content = TextContent(runs: [TextRun(string, font: ResolvedFont())])
    change(&content)
    return TextLayout(content)
  }

  private func size(_ layout: TextLayout, _ width: Double?, _ height: Double? = nil) -> Size {
    layout.size(for: Proposal(width, height), engine: engine, scale: 3)
  }

  private func lines(_ layout: TextLayout, _ width: Double?, _ height: Double? = nil) -> TextLines {
    layout.lines(for: Proposal(width, height), engine: engine, scale: 3)
  }

  /// What a line shows, "…" for the ellipsis.
  private func shown(_ layout: TextLayout, _ line: TextLines.Line) -> String {
    let bytes = Array(layout.content.runs.map(\.text).joined().utf8)
    var result = String(decoding: bytes[line.start..<line.end], as: UTF8.self)
    if line.truncated {
      result += "…" + String(decoding: bytes[line.tailStart..<line.tailEnd], as: UTF8.self)
    }
    return result
  }

  private func shown(_ layout: TextLayout, _ width: Double?, _ height: Double? = nil) -> [String] {
    lines(layout, width, height).lines.map { shown(layout, $0) }
  }

  // MARK: fonts

  func testLineHeightsOfTheTextStyles() {
    let heights: [(Double, Double)] = [
      (34, 40.667), (28, 33.667), (22, 26.333), (20, 24), (17, 20.333), (16, 19.333), (15, 18), (13, 15.667),
      (12, 14.333), (11, 13.333),
    ]
    for (size, height) in heights {
      XCTAssertEqual(engine.lineHeight(ResolvedFont(size: size)), height, accuracy: 0.001, "\(size) pt")
    }
  }

  func testAdvancesOfTheSystemFont() {
    // At 17 pt: a 1130/2048 em, tracking -52/2048 em.
    XCTAssertEqual(engine.width("a", font: ResolvedFont()), 17 * (1130 - 52) / 2048, accuracy: 0.001)
    // At 28 pt the display master, tracking +28/2048 em.
    XCTAssertEqual(engine.width("a", font: ResolvedFont(size: 28)), 28 * (1028 + 28) / 2048, accuracy: 0.001)
    // Bold is half way to black.
    let bold = ResolvedFont(weight: 0.4)
    XCTAssertEqual(engine.width("a", font: bold), 17 * ((1130 + 1285) / 2 - 52) / 2048, accuracy: 0.001)
    XCTAssertEqual(engine.width("This is a test string", font: ResolvedFont()), 143.4, accuracy: 0.8)
    let mono = ResolvedFont(design: .monospaced, size: 17)
    XCTAssertEqual(engine.width("iW", font: mono), 2 * 10.5087890625, accuracy: 0.001)
  }

  func testOtherScripts() {
    let font = ResolvedFont(size: 20)
    XCTAssertEqual(engine.width("漢字", font: font), 40, accuracy: 0.001)
    XCTAssertEqual(engine.width("é", font: font), engine.width("e", font: font), accuracy: 0.001)
    XCTAssertEqual(engine.width("e\u{301}", font: font), engine.width("e", font: font), accuracy: 0.001)
    XCTAssertEqual(engine.width("😀", font: ResolvedFont(size: 16)), 21, accuracy: 0.001)
    XCTAssertEqual(engine.width("👨‍👩‍👧", font: ResolvedFont(size: 32)), 32, accuracy: 0.001)
    XCTAssertEqual(engine.width("Жук", font: font), 34, accuracy: 5)
  }

  func testDigitsOfOneWidth() {
    let font = ResolvedFont(monospacedDigits: true)
    XCTAssertEqual(engine.width("111", font: font), engine.width("888", font: font), accuracy: 0.0001)
    XCTAssertLessThan(engine.width("111", font: ResolvedFont()), engine.width("888", font: ResolvedFont()))
  }

  func testTrackingAndKerning() {
    let plain = engine.width("abc", font: ResolvedFont())
    let spaced = TextLayout(TextContent(runs: [TextRun("abc", font: ResolvedFont(), tracking: 2, kerning: 1)]))
    XCTAssertEqual(spaced.naturalWidth(engine), plain + 9, accuracy: 0.001)
    let pair = engine.width("AV", font: ResolvedFont())
    XCTAssertLessThan(pair, engine.width("A", font: ResolvedFont()) + engine.width("V", font: ResolvedFont()))
  }

  // MARK: size

  func testAnswers() {
    let text = layout("alpha bravo charlie delta echo foxtrot golf")
    let ideal = size(text, nil)
    XCTAssertEqual(ideal.height, 20.333, accuracy: 0.001)
    XCTAssertEqual(size(text, .infinity), ideal)
    XCTAssertEqual(size(text, ideal.width), ideal)
    let narrow = size(text, 80)
    XCTAssertLessThanOrEqual(narrow.width, 80)
    let count = Double(lines(text, 80).lines.count)
    XCTAssertEqual(narrow.height, 20.333 + (count - 1) * 22, accuracy: 0.001)
    // One character a line; blanks take none.
    XCTAssertEqual(size(text, 0), Size(0, 20.0 + 1.0 / 3 + 36 * 22))
    XCTAssertEqual((ideal.width * 3).rounded(), ideal.width * 3, accuracy: 1e-9)
  }

  func testPitchOfWrappedLines() {
    let style = layout("one two") { $0.lineSpacing = 0 }
    XCTAssertEqual(size(style, 40).height, 42.333, accuracy: 0.001)
    let plain = layout("one two") { $0.runs[0].font.leading = 0 }
    XCTAssertEqual(size(plain, 40).height, 40.667, accuracy: 0.001)
    let spaced = layout("one two") { $0.lineSpacing = 10 }
    XCTAssertEqual(size(spaced, 40).height, 52.333, accuracy: 0.001)
    XCTAssertEqual(size(layout("one\ntwo"), nil).height, 42.333, accuracy: 0.001)
    XCTAssertEqual(size(layout(""), nil), .zero)
  }

  func testLimits() {
    let text = layout("alpha bravo charlie delta echo foxtrot golf") { $0.maxLines = 2 }
    XCTAssertEqual(size(text, 80).height, 42.333, accuracy: 0.001)
    XCTAssertTrue(lines(text, 80).isTruncated)
    let reserved = layout("one") {
      $0.minLines = 3
      $0.maxLines = 3
    }
    XCTAssertEqual(size(reserved, nil).height, 20.333 + 44, accuracy: 0.001)
    // Whole lines that fit the height, at least one.
    let free = layout("alpha bravo charlie delta echo foxtrot golf")
    XCTAssertEqual(size(free, 80, 50).height, 42.333, accuracy: 0.001)
    XCTAssertEqual(size(free, 80, 1).height, 20.333, accuracy: 0.001)
  }

  // MARK: lines

  func testBreaks() {
    XCTAssertEqual(shown(layout("one two"), 45), ["one", "two"])
    XCTAssertEqual(shown(layout("one\n\ntwo"), nil), ["one", "", "two"])
    XCTAssertEqual(shown(layout("well-known"), 50), ["well-", "known"])
    XCTAssertEqual(shown(layout("一二三四"), 40), ["一二", "三四"])
    XCTAssertEqual(shown(layout("一二。三"), 40), ["一", "二。", "三"])
    XCTAssertEqual(shown(layout("one\u{A0}two x"), 65), ["one\u{A0}two", "x"])
    XCTAssertEqual(shown(layout("abcdefghij"), 40).joined(), "abcdefghij")
    XCTAssertGreaterThan(shown(layout("abcdefghij"), 40).count, 1)
  }

  func testTruncation() {
    let text = layout("alpha bravo charlie") { $0.maxLines = 1 }
    let tail = shown(text, 80)
    XCTAssertEqual(tail.count, 1)
    XCTAssertTrue(tail[0].hasPrefix("alpha"))
    XCTAssertTrue(tail[0].hasSuffix("…"))
    XCTAssertLessThanOrEqual(lines(text, 80).lines[0].width, 80)
    let head = layout("alpha bravo charlie") {
      $0.maxLines = 1
      $0.truncation = .head
    }
    XCTAssertTrue(shown(head, 80)[0].hasPrefix("…"))
    XCTAssertTrue(shown(head, 80)[0].hasSuffix("charlie"))
    let middle = layout("alpha bravo charlie") {
      $0.maxLines = 1
      $0.truncation = .middle
    }
    XCTAssertTrue(shown(middle, 80)[0].hasPrefix("al"))
    XCTAssertTrue(shown(middle, 80)[0].hasSuffix("ie"))
    XCTAssertEqual(size(text, 0).width, 0)
  }

  func testScaleFactorComesBeforeTruncation() {
    let text = layout("alpha bravo charlie") {
      $0.maxLines = 1
      $0.minimumScaleFactor = 0.5
    }
    let ideal = size(text, nil).width
    let result = lines(text, ideal * 0.8)
    XCTAssertFalse(result.isTruncated)
    XCTAssertEqual(result.scale, 0.8, accuracy: 0.01)
    XCTAssertTrue(lines(text, ideal * 0.3).isTruncated)
  }

  func testAlignmentOfLines() {
    let text = layout("a long line x") { $0.alignment = .trailing }
    let result = lines(text, 75)
    XCTAssertEqual(result.lines.count, 2)
    for line in result.lines { XCTAssertEqual(line.x + line.width, result.size.width, accuracy: 0.001) }
    let centred = layout("a long line x") { $0.alignment = .center }
    for line in lines(centred, 75).lines {
      XCTAssertEqual(line.x * 2 + line.width, result.size.width, accuracy: 0.001)
    }
  }

  func testBaselines() {
    let result = lines(layout("one two"), 40)
    XCTAssertEqual(result.firstBaseline, 17 * 1950 / 2048, accuracy: 0.001)
    XCTAssertEqual(result.lastBaseline, result.firstBaseline + 22, accuracy: 0.001)
  }

  func testRunsOfSeveralFonts() {
    let big = ResolvedFont(size: 34, leading: 41)
    let text = TextLayout(TextContent(runs: [TextRun("big ", font: big), TextRun("small", font: ResolvedFont())]))
    XCTAssertEqual(size(text, nil).height, 40.667, accuracy: 0.001)
    let expected = engine.width("big ", font: big) + engine.width("small", font: ResolvedFont())
    XCTAssertEqual(text.naturalWidth(engine), expected, accuracy: 0.001)
    XCTAssertEqual(shown(text, 70), ["big", "small"])
    XCTAssertEqual(lines(text, 70).lines[1].height, 20.333, accuracy: 0.001)
  }

  func testOddFontsAndWidths() {
    for font in [ResolvedFont(size: 0), ResolvedFont(size: -4), ResolvedFont(size: .nan), ResolvedFont(size: 1e9)] {
      let layout = TextLayout(TextContent(runs: [TextRun("odd", font: font)]))
      XCTAssertGreaterThan(size(layout, nil).height, 0)
      XCTAssertTrue(size(layout, -5).width >= 0)
    }
  }

  // MARK: devices

  func testDevices() {
    XCTAssertEqual(FrameDevice.named("iPhone14")?.device.width, 390)
    XCTAssertEqual(FrameDevice.named("iphone 15 pro max")?.device.height, 932)
    XCTAssertEqual(FrameDevice.named("iPad")?.device.width, 820)
    XCTAssertEqual(FrameDevice.named("iPhone SE (3rd generation)")?.device.safeTop, 20)
    XCTAssertEqual(FrameDevice.named("iPad Pro 11")?.isAmbiguous, true)
    XCTAssertEqual(FrameDevice.named("iPad Pro 11")?.device.height, 1210)
    XCTAssertEqual(FrameDevice.named("320x480.5@2")?.device.height, 480.5)
    XCTAssertEqual(FrameDevice.named("320x480.5@2")?.device.scale, 2)
    XCTAssertEqual(FrameDevice.named("iPhone 14", landscape: true)?.device.safeLeading, 47)
    XCTAssertEqual(FrameDevice.standard().safeBottom, 34)
    for name in ["", "Nokia", "x", "0x10", "10x10@0", "1x2x3"] { XCTAssertNil(FrameDevice.named(name), name) }
  }
}
