/// Kinds of right code from libraries and helpers around views: initialisers that fail, literals that take their type
/// from the other side of an operator, views of texts as collections, raw memory.

import XCTest

@testable import SceneLang

final class LibraryCodeKindsTests: XCTestCase {
  func testFailingInitialiserNeedsNoValues() {
    assertClean(
      """
      import SwiftUI
      struct Key: CodingKey {
        let stringValue: String
        init(stringValue: String) { self.stringValue = stringValue }
        var intValue: Int? { nil }
        init?(intValue: Int) { return nil }
      }
      final class Host: UIView {
        let make: () -> Void
        init(make: @escaping () -> Void) {
          self.make = make
          super.init(frame: .zero)
        }
        required init?(coder: NSCoder) { nil }
      }
      """)
    assertOneError(
      """
      struct Pair {
        let a: Int
        init?(_ n: Int) { if n > 0 { return nil } }
      }
      """, "E0515")
  }

  func testVariadicOverloads() {
    assertClean(
      """
      struct Bag {
        var items: [Int] = []
        mutating func add(_ items: [Int]) { self.items += items }
        mutating func add(_ items: Int...) { self.items += items }
      }
      """)
  }

  func testResultThatIsVoidByItsClause() {
    assertClean(
      """
      extension Task {
        static func later(_ work: @escaping () async -> Void) -> Self where Success == Void, Failure == Never {
          Self {
            do { try await Task<Never, Never>.sleep(nanoseconds: 4) } catch {}
            await work()
          }
        }
      }
      """)
  }

  func testShiftedLiterals() {
    assertClean(
      """
      func set(_ bits: UInt8, _ i: Int) -> UInt8 { bits | 1 << 3 & ~(1 << 2) }
      func test(_ bits: UInt32) -> Bool { bits & (1 << 4) != 0 }
      func flags(_ i: Int) -> [UInt16] { (0..<4).map { 1 << ($0 + i) } }
      let n = 1 << 3
      let m: Int = n
      func sum() -> Int {
        var bits: UInt8 = 0
        for i: UInt8 in 0..<5 { bits |= 1 << i }
        return Int(bits)
      }
      """)
    assertOneError("func f(_ a: UInt8, _ b: Int) -> UInt8 { a | b << 1 }", "E0315")
  }

  func testCollectionLiteralBesideOperator() {
    assertClean(
      """
      struct Stack<Element>: ExpressibleByArrayLiteral {
        var items: [Element]
        init(arrayLiteral elements: Element...) { items = elements }
      }
      extension Stack: Equatable where Element: Equatable {}
      func same(_ s: Stack<Int>) -> Bool { s == [1, 2] && [1] != s }
      """)
    assertOneError(
      """
      struct Box: Equatable { var n = 0 }
      func same(_ b: Box) -> Bool { b == [1] }
      """, "E0315")
  }

  func testTypesSpelledWithAny() {
    assertClean(
      """
      func make() -> [String: Any] { [String: Any]() }
      func list() -> [Any] { [Any]() }
      let kinds: [Any.Type] = [Any.self, [String: Any].self]
      """)
  }

  func testThrowingClosureBesideDefault() {
    assertClean(
      """
      struct Missing: Error {}
      func need(_ n: Int?) throws -> Int { try n ?? { throw Missing() }() }
      """)
    assertOneError(
      """
      struct Missing: Error {}
      func need(_ n: Int?) -> Int { n ?? { throw Missing() }() }
      """, "E0331")
  }

  func testLiteralOfProtocolParameter() {
    assertClean(
      """
      typealias Listed = Decodable & ExpressibleByArrayLiteral
      enum Fallback<T: Listed> { static var value: T { [] } }
      """)
  }

  func testVariableNamedLikeTheMemberItIsMadeOf() {
    assertClean(
      """
      extension Character { static var tab: Character { "\\t" } }
      extension String { static let tab = String(.tab) }
      """)
    assertOneError("struct A { static let a = A.b; static let b = A.a }", "E0407")
  }

  func testViewsOfTexts() {
    assertClean(
      """
      func first(_ s: String) -> UInt32 {
        let scalars = s.unicodeScalars
        return scalars[scalars.startIndex].value
      }
      func cut(_ s: String) -> String { String(s.unicodeScalars.dropFirst().prefix(2)) }
      func bytes(_ s: String) -> [UInt8] { Array(s.utf8.reversed().prefix(3)) }
      func kind(_ s: Unicode.Scalar) -> Bool { s.properties.generalCategory == .uppercaseLetter }
      """)
  }

  func testRawMemory() {
    assertClean(
      """
      func sum(_ values: [Float]) -> Float {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: values.count)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0, count: values.count)
        for (i, value) in values.enumerated() { (memory + i).pointee += value }
        return UnsafeBufferPointer(start: memory, count: values.count).reduce(0, +)
      }
      """)
  }

  func testTypedThrowsOfFunctionValues() {
    assertClean(
      """
      enum Failed: Error { case empty, bad(Int) }
      func run(_ work: (Int) throws(Failed) -> Int) {
        do { _ = try work(1) } catch { switch error { case .empty: break; case .bad(let n): print(n) } }
      }
      """)
  }
}
