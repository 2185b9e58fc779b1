/// Reading and writing JSON: escapes, surrogates, numbers, depth, malformed text.
import XCTest

@testable import LanguageServer

final class JSONTests: XCTestCase {
  private func written(_ value: JSON) -> String {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func testValues() throws {
    let value = try JSON.parse(" { \"a\" : [ 1 , -2.5 , true , false , null , \"x\" ] , \"b\" : { } } ")
    XCTAssertEqual(value["a"]?.arrayValue?.count, 6)
    XCTAssertEqual(value["a"]?.arrayValue?[0], .integer(1))
    XCTAssertEqual(value["a"]?.arrayValue?[1], .number(-2.5))
    XCTAssertEqual(value["a"]?.arrayValue?[2].boolValue, true)
    XCTAssertEqual(value["b"], .object([]))
    XCTAssertNil(value["c"])
    XCTAssertEqual(written(value), "{\"a\":[1,-2.5,true,false,null,\"x\"],\"b\":{}}")
  }

  func testEscapes() throws {
    let text = try JSON.parse(#""\" \\ \/ \b \f \n \r \t é \u0000""#)
    XCTAssertEqual(text.stringValue, "\" \\ / \u{8} \u{C} \n \r \t é \u{0}")
    XCTAssertEqual(written(.string("\" \\ / \u{1} \n\r\t é 😀")), #""\" \\ / \u0001 \n\r\t é 😀""#)
  }

  func testSurrogates() throws {
    XCTAssertEqual(try JSON.parse(#""\ud83d\ude00""#).stringValue, "😀")
    XCTAssertEqual(try JSON.parse(#""\uD83D""#).stringValue, "\u{FFFD}")
    XCTAssertEqual(try JSON.parse(#""\ude00x""#).stringValue, "\u{FFFD}x")
    XCTAssertEqual(try JSON.parse(#""\ud83d\u0041""#).stringValue, "\u{FFFD}A")
    XCTAssertEqual(try JSON.parse(#""\ud83d\n""#).stringValue, "\u{FFFD}\n")
  }

  func testNumbers() throws {
    XCTAssertEqual(try JSON.parse("9223372036854775807"), .integer(.max))
    XCTAssertEqual(try JSON.parse("1e3").intValue, 1000)
    XCTAssertEqual(try JSON.parse("2.0").intValue, 2)
    XCTAssertNil(try JSON.parse("2.5").intValue)
    XCTAssertNil(try JSON.parse("1e300").intValue)
  }

  func testDepth() {
    let fine = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    XCTAssertNoThrow(try JSON.parse(fine))
    for text in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000)] {
      XCTAssertThrowsError(try JSON.parse(text)) { error in
        XCTAssertEqual((error as? JSON.Failure)?.message, "nested too deeply")
      }
    }
  }

  func testMalformed() {
    for text in [
      "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "\"", "\"\\",
      "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "tru", "nul", "-", "1 2", "+-", "[1 2]", "1e999", "'a'",
    ] {
      XCTAssertThrowsError(try JSON.parse(text), text)
    }
  }

  func testInvalidUTF8IsRepaired() throws {
    let bytes: [UInt8] = [0x22, 0xC3, 0x22]
    let value = try bytes.withUnsafeBufferPointer { try JSON.parse($0) }
    XCTAssertEqual(value.stringValue, "\u{FFFD}")
  }
}
