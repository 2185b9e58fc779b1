/// Positions in the three encodings, at every kind of line end, and edits of a text.
import XCTest

@testable import LanguageServer

final class PositionTests: XCTestCase {
  private let encodings: [PositionEncoding] = [.utf8, .utf16, .utf32]

  func testASCII() {
    let text = DocumentText("ab\ncd")
    for encoding in encodings {
      XCTAssertEqual(encoding.offset(line: 1, character: 1, in: text), 4)
      XCTAssertEqual(encoding.position(4, in: text).line, 1)
      XCTAssertEqual(encoding.position(4, in: text).character, 1)
    }
  }

  func testEmojiAndCombiningMarks() {
    // é as e and a mark (1 + 2 bytes), an emoji (4 bytes), a flag (two scalars of 4 bytes).
    let text = DocumentText("e\u{301}😀🇳🇴x")
    let expected: [(PositionEncoding, [(Int, Int)])] = [
      (.utf8, [(0, 0), (1, 1), (3, 3), (7, 7), (11, 11), (15, 15), (16, 16)]),
      (.utf16, [(0, 0), (1, 1), (2, 3), (4, 7), (6, 11), (8, 15), (9, 16)]),
      (.utf32, [(0, 0), (1, 1), (2, 3), (3, 7), (4, 11), (5, 15), (6, 16)]),
    ]
    for (encoding, pairs) in expected {
      for (character, offset) in pairs {
        XCTAssertEqual(encoding.offset(line: 0, character: character, in: text), offset, "\(encoding) \(character)")
        XCTAssertEqual(encoding.position(offset, in: text).character, character, "\(encoding) \(offset)")
      }
    }
  }

  func testInsideAScalarGoesToItsStart() {
    let text = DocumentText("a😀b")
    XCTAssertEqual(PositionEncoding.utf16.offset(line: 0, character: 2, in: text), 1)
    for inside in 2...4 { XCTAssertEqual(PositionEncoding.utf8.offset(line: 0, character: inside, in: text), 1) }
    for inside in 2...4 {
      XCTAssertEqual(PositionEncoding.utf16.position(inside, in: text).character, 1)
    }
  }

  func testLineEnds() {
    let text = DocumentText("a\r\nb\rc\nd\r\n")
    XCTAssertEqual(text.lineStarts, [0, 3, 5, 7, 10])
    XCTAssertEqual((0..<5).map(text.lineEnd), [1, 4, 6, 8, 10])
    for encoding in encodings {
      XCTAssertEqual(encoding.offset(line: 0, character: 99, in: text), 1)
      XCTAssertEqual(encoding.offset(line: 1, character: 99, in: text), 4)
      XCTAssertEqual(encoding.position(2, in: text).line, 0)
      XCTAssertEqual(encoding.position(2, in: text).character, 1)
    }
  }

  func testOutsideClamps() {
    let text = DocumentText("ab\ncd")
    for encoding in encodings {
      XCTAssertEqual(encoding.offset(line: 9, character: 0, in: text), 5)
      XCTAssertEqual(encoding.offset(line: 1, character: 9, in: text), 5)
      XCTAssertEqual(encoding.offset(line: -1, character: 4, in: text), 0)
      XCTAssertEqual(encoding.offset(line: 1, character: -4, in: text), 3)
      XCTAssertEqual(encoding.offset(line: .max, character: .max, in: text), 5)
      XCTAssertEqual(encoding.position(99, in: text).character, 2)
      XCTAssertEqual(encoding.position(-1, in: text).character, 0)
    }
    let empty = DocumentText("")
    XCTAssertEqual(PositionEncoding.utf16.offset(line: 3, character: 3, in: empty), 0)
    XCTAssertEqual(PositionEncoding.utf16.position(3, in: empty).line, 0)
  }

  func testInvalidUTF8() {
    let text = DocumentText([0x61, 0xF0, 0x9F, 0x0A, 0x80, 0x62])
    for encoding in encodings {
      for offset in 0...6 { _ = encoding.position(offset, in: text) }
      for character in 0...6 { XCTAssertLessThanOrEqual(encoding.offset(line: 0, character: character, in: text), 3) }
    }
  }

  /// Each edit leaves the line table that a fresh reading makes, and equals the edit of a plain array.
  func testRandomEdits() {
    var random = SplitMix(seed: 1)
    let pieces = ["", "\r", "\n", "\r\n", "a", "é", "😀", "\n\r", "x\ny", "\r\r\n"]
    var text = DocumentText("")
    var plain: [UInt8] = []
    for step in 0..<3000 {
      let start = random.below(plain.count + 1)
      let end = min(plain.count, start + random.below(4))
      let piece = pieces[random.below(pieces.count)]
      text.replace(start, end, with: piece)
      plain.replaceSubrange(start..<end, with: Array(piece.utf8))
      XCTAssertEqual(text, DocumentText(plain), "step \(step)")
      if text != DocumentText(plain) { return }
      if plain.count > 200 {
        text = DocumentText("")
        plain = []
      }
    }
  }

  func testReversedAndWideRanges() {
    var text = DocumentText("abcdef")
    text.replace(4, 2, with: "-")
    XCTAssertEqual(String(decoding: text.bytes, as: UTF8.self), "ab-ef")
    text.replace(-5, 99, with: "x\ny")
    XCTAssertEqual(text.lineStarts, [0, 2])
  }
}

/// A small generator of repeatable numbers.
struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }
}
