/// Frames of the base protocol: split anywhere, odd headers, wrong lengths.
import XCTest

@testable import LanguageServer

final class MessageStreamTests: XCTestCase {
  private func items(_ stream: inout MessageStream) -> [MessageStream.Item] {
    var result: [MessageStream.Item] = []
    while let item = stream.next() { result.append(item) }
    return result
  }

  private func items(_ text: String) -> [MessageStream.Item] {
    var stream = MessageStream()
    stream.append(text.utf8)
    return items(&stream)
  }

  private let one = MessageStream.Item.message(.integer(1))
  private let two = MessageStream.Item.message(.integer(2))

  private func isMalformed(_ item: MessageStream.Item) -> Bool {
    if case .malformed = item { return true }
    return false
  }

  func testSplitAnywhere() {
    let message = JSON.make(["text": .string("é😀\n")])
    let bytes = MessageStream.frame(message) + MessageStream.frame(.integer(2))
    for cut in 0...bytes.count {
      var stream = MessageStream()
      stream.append(bytes[..<cut])
      var found = items(&stream)
      stream.append(bytes[cut...])
      found += items(&stream)
      XCTAssertEqual(found, [.message(message), two], "cut at \(cut)")
    }
    var stream = MessageStream()
    var found: [MessageStream.Item] = []
    for byte in bytes {
      stream.append([byte])
      found += items(&stream)
    }
    XCTAssertEqual(found, [.message(message), two])
  }

  func testHeaders() {
    XCTAssertEqual(items("Content-Length: 1\n\n1Content-Length: 1\n\n2"), [one, two])
    XCTAssertEqual(items("content-length:1\r\n\r\n1"), [one])
    XCTAssertEqual(
      items("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 1\r\n\r\n1"), [one])
    XCTAssertEqual(items("Content-Length: 1\r\nX: y\r\n\r\n1"), [one])
    XCTAssertEqual(items("Content-Length: 1\r\n"), [])
  }

  func testBadLengthIsReportedOnceAndTheNextMessageIsRead() {
    for header in ["Content-Length: x", "Content-Length: -5", "Content-Length:", "Length: 4", "nonsense"] {
      let found = items("\(header)\r\n\r\n{\"a\":[]}Content-Length: 1\r\n\r\n2")
      XCTAssertEqual(found.count, 2, header)
      XCTAssertTrue(isMalformed(found[0]), header)
      XCTAssertEqual(found.last, two, header)
    }
    let found = items("\n\n\n\n" + "a\n\nb\n\nc\n\nContent-Length: 1\n\n1")
    XCTAssertEqual(found.count, 2)
    XCTAssertEqual(found.last, one)
  }

  func testMalformedBodyDoesNotEndTheStream() {
    let found = items("Content-Length: 2\r\n\r\n{]Content-Length: 1\r\n\r\n2")
    XCTAssertEqual(found.count, 2)
    XCTAssertTrue(isMalformed(found[0]))
    XCTAssertEqual(found[1], two)
  }

  func testEmptyBody() {
    let found = items("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1")
    XCTAssertEqual(found.count, 2)
    XCTAssertTrue(isMalformed(found[0]))
    XCTAssertEqual(found[1], one)
  }

  func testOversizedBodyIsSkipped() {
    let length = MessageStream.maximumLength + 10
    var stream = MessageStream()
    stream.append("Content-Length: \(length)\r\n\r\n".utf8)
    XCTAssertEqual(items(&stream).count, 1)
    let block = [UInt8](repeating: 0x20, count: 1 << 20)
    var left = length
    while left > 0 {
      let step = min(left, block.count)
      stream.append(block[..<step])
      XCTAssertEqual(items(&stream), [])
      left -= step
    }
    stream.append(MessageStream.frame(.integer(1)))
    XCTAssertEqual(items(&stream), [one])
  }

  func testEndlessHeaderIsGivenUp() {
    var stream = MessageStream()
    for _ in 0..<5 { stream.append([UInt8](repeating: 0x61, count: 1 << 16)) }
    XCTAssertEqual(items(&stream).count, 1)
    stream.append("\r\n\r\nContent-Length: 1\r\n\r\n1".utf8)
    XCTAssertEqual(items(&stream), [one])
  }

  func testManyEmptyHeadersAreFlat() {
    var stream = MessageStream()
    stream.append([UInt8](repeating: 0x0A, count: 1 << 20))
    XCTAssertEqual(items(&stream).count, 1)
  }
}
