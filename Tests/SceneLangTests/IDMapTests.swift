/// Maps and sets by ids against the standard ones, over random changes.
import XCTest

@testable import SceneLang

final class IDMapTests: XCTestCase {
  private struct Numbers {
    var state: UInt64 = 5
    mutating func next(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
  }

  func testMapAgainstDictionary() {
    var numbers = Numbers()
    for spread: UInt64 in [6, 40, 700] {
      var map = IDMap<PairID, Int>()
      var wanted: [PairID: Int] = [:]
      for step in 0..<3000 {
        let key = PairID(UInt32(numbers.next(3)), UInt32(numbers.next(spread)))
        switch numbers.next(4) {
        case 0:
          map[key] = nil
          wanted[key] = nil
        case 1:
          map[key, default: 100] += step
          wanted[key, default: 100] += step
        default:
          map[key] = step
          wanted[key] = step
        }
        XCTAssertEqual(map.count, wanted.count)
        XCTAssertEqual(map[key], wanted[key])
      }
      for first in 0..<3 as Range<UInt32> {
        for second in 0..<UInt32(spread) {
          XCTAssertEqual(map[PairID(first, second)], wanted[PairID(first, second)])
        }
      }
      map.removeAll { $0.first == 1 }
      XCTAssertEqual(map.count, wanted.filter { $0.key.first != 1 }.count)
      map.removeAll(keepingCapacity: true)
      XCTAssertTrue(map.isEmpty)
      XCTAssertNil(map[PairID(0, 0)])
    }
  }

  func testSetAgainstSet() {
    var numbers = Numbers()
    var set = IDSet<UInt32>()
    var wanted: Set<UInt32> = []
    for _ in 0..<5000 {
      // Few distinct low bits, so that runs of slots form.
      let key = UInt32(numbers.next(90)) << 20
      if numbers.next(3) == 0 {
        set.remove(key)
        wanted.remove(key)
      } else {
        XCTAssertEqual(set.insert(key).inserted, wanted.insert(key).inserted)
      }
      XCTAssertEqual(set.contains(key), wanted.contains(key))
      XCTAssertEqual(set.count, wanted.count)
    }
    let copy = set
    set.removeAll()
    XCTAssertEqual(copy.count, wanted.count)
    XCTAssertNotEqual(copy, set)
    XCTAssertEqual(Set(copy.elements), wanted)
  }

  func testSetsTogether() {
    var a: IDSet<Int> = [3, 1, 2, 1]
    let b = IDSet([5, 1, 3])
    XCTAssertEqual(Array(a), [3, 1, 2])
    XCTAssertEqual(Array(a.intersection(b)), [3, 1])
    XCTAssertFalse(a.isDisjoint(with: b))
    XCTAssertTrue(a.isDisjoint(with: [4]))
    a.formUnion(b)
    XCTAssertEqual(Array(a), [3, 1, 2, 5])
  }
}
