import XCTest

@testable import SceneExport

final class ByteWriterTests: XCTestCase {
  private func decimal(_ value: Double, _ places: Int = 3) -> String {
    var out = ByteWriter()
    out.decimal(value, places: places)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  func testDecimals() {
    XCTAssertEqual(decimal(0), "0")
    XCTAssertEqual(decimal(-0.0), "0")
    XCTAssertEqual(decimal(-0.0004), "0")
    XCTAssertEqual(decimal(0.0005), "0.001")
    XCTAssertEqual(decimal(-0.0005), "-0.001")
    XCTAssertEqual(decimal(119.33333333), "119.333")
    XCTAssertEqual(decimal(1.5), "1.5")
    XCTAssertEqual(decimal(390), "390")
    XCTAssertEqual(decimal(0.05), "0.05")
    XCTAssertEqual(decimal(1 / 60, 6), "0.016667")
    XCTAssertEqual(decimal(-12345.6789), "-12345.679")
    XCTAssertEqual(decimal(1e20), "100000000000000000000")
    XCTAssertEqual(decimal(.infinity), "null")
    XCTAssertEqual(decimal(.nan), "null")
  }

  func testStrings() {
    var out = ByteWriter()
    out.string("a\"b\\c\n\t\u{1}é😀")
    XCTAssertEqual(String(decoding: out.bytes, as: UTF8.self), "\"a\\\"b\\\\c\\n\\t\\u0001é😀\"")
  }

  func testIntegers() {
    var out = ByteWriter()
    for value in [0, 7, 10, -3, Int.max, Int.min] {
      out.integer(value)
      out.byte(32)
    }
    XCTAssertEqual(
      String(decoding: out.bytes, as: UTF8.self), "0 7 10 -3 9223372036854775807 -9223372036854775808 ")
  }
}
