/// The plain tables of the parser and the checker: growing blocks, and hash slots over the rows of another table.
import XCTest

@testable import SceneLang

final class TableTests: XCTestCase {
  func testABlockKeepsItsValuesWhileItGrows() {
    var block = Growable<Int>()
    for value in 0..<1000 { block.append(value) }
    XCTAssertEqual(block.count, 1000)
    XCTAssertEqual(block[999], 999)
    XCTAssertEqual(block.removeLast(), 999)
    block.removeLast(9)
    XCTAssertEqual(block.last, 989)
    block.cut(to: 3)
    block.cut(to: 5)
    XCTAssertEqual(block.array, [0, 1, 2])
    XCTAssertEqual(block.array(from: 1), [1, 2])
    XCTAssertEqual(block.array(from: 3), [])
    block.replace(with: [7, 8])
    XCTAssertEqual(block.array, [7, 8])
    block.clear()
    XCTAssertTrue(block.isEmpty)
    XCTAssertNil(block.last)
    XCTAssertNil(block.popLast())
  }

  /// Rows of one hash are found one after the other, also when the table has grown since.
  func testSlotsFindEveryRow() {
    var slots = HashSlots(capacity: 16)
    func rows(_ slots: borrowing HashSlots, _ hash: UInt32) -> [Int] {
      var found: [Int] = []
      var slot = slots.first(hash)
      while let row = slots.next(hash, &slot) { found.append(row) }
      return found
    }
    for row in 0..<500 {
      let hash = UInt32(row % 100) &* 0x1000_0001
      var slot = slots.first(hash)
      while slots.next(hash, &slot) != nil {}
      slots.fill(slot, hash, row: row)
    }
    for hash in 0..<100 {
      XCTAssertEqual(rows(slots, UInt32(hash) &* 0x1000_0001).sorted(), [0, 1, 2, 3, 4].map { hash + $0 * 100 })
    }
    XCTAssertEqual(rows(slots, 100 &* 0x1000_0001), [])
    // The largest hash is as good as any.
    var slot = slots.first(.max)
    XCTAssertNil(slots.next(.max, &slot))
    slots.fill(slot, .max, row: 500)
    XCTAssertEqual(rows(slots, .max), [500])
  }

  /// Types are one where they are made of the same parts, however many there are.
  func testTypesOfEqualPartsAreOne() {
    var types = TypeTable()
    var made: [TypeID] = []
    for i in 0..<5000 { made.append(types.make(.variable, flags: UInt32(i))) }
    for i in 0..<5000 { XCTAssertEqual(types.make(.variable, flags: UInt32(i)), made[i]) }
    let pair = types.make(.tuple, [made[1], made[2]], labels: [5, 0])
    XCTAssertEqual(types.make(.tuple, [made[1], made[2]], labels: [5, 0]), pair)
    XCTAssertNotEqual(types.make(.tuple, [made[1], made[2]], labels: [0, 5]), pair)
    XCTAssertNotEqual(types.make(.tuple, [made[2], made[1]], labels: [5, 0]), pair)
    XCTAssertNotEqual(types.make(.tuple, [made[1], made[2]]), pair)
    // No labels and all-zero labels are the same.
    XCTAssertEqual(types.make(.tuple, [made[1], made[2]]), types.make(.tuple, [made[1], made[2]], labels: [0, 0]))
  }

  /// Numbers with a point have the nearest value, whichever way they are read.
  func testDecimalsHaveTheNearestValue() throws {
    for text in [
      "0.1", "3.14159265358979", "0.2", "1_0.5", "123456789012345.6", "0.00000000000001", "9007199254740993.0",
    ] {
      let scene = CheckedScene("func tenth() -> Double { \(text) }")
      let body = try XCTUnwrap(scene.body(of: "tenth"))
      let literal = try XCTUnwrap(body.expressions.first { $0.kind == .floatLiteral })
      let nearest = try XCTUnwrap(Double(text.filter { $0 != "_" }))
      XCTAssertEqual(Double(bitPattern: body.words[Int(literal.a)]), nearest, text)
    }
  }
}
