/// Habits of real code that lean on what stands around a value: what `throws(E)` makes of a `throw`, which `reversed()` a
/// `?:` takes, what an operator tells a closure. What swiftc accepts is accepted, the wrong form beside it is refused.
import XCTest

@testable import SceneLang

final class ContextKindsTests: XCTestCase {
  func testTypedThrows() {
    assertClean(
      """
      enum Fault: Error { case offline, bad(Int), other(any Error) }
      func ask() throws {}
      func read(_ x: Int?) throws(Fault) -> Int {
        guard let x else { throw .offline }
        do { try ask() } catch { throw .other(error) }
        return x
      }
      struct Meter {
        var level: Int
        init(level: Int) throws(Fault) { if level < 0 { throw .bad(level) }; self.level = level }
        var next: Int { get throws(Fault) { throw .offline } }
      }
      let make = { (x: Int) throws(Fault) -> Int in throw .bad(x) }
      func show() {
        do { print(try read(nil)) } catch {
          switch error { case .offline: break; case .bad(let n): print(n); case .other: break }
        }
        do throws(Fault) { throw .offline } catch { let fault: Fault = error; print(fault) }
      }
      func pass<E: Error>(_ body: () throws(E) -> Void) throws(E) { try body() }
      func quiet() throws(Never) {}
      func calm() { pass { print(1) }; quiet() }
      """)
    assertOneError(
      "enum E: Error { case a }\nfunc f() throws(E) {}\nfunc g() throws {}\n"
        + "func h() { do { try f(); try g() } catch { let e: E = error; print(e) } }", "E0301")
    assertOneError(
      "enum E: Error { case a }\nfunc f() { do { throw E.a } catch { let e: E = error; print(e) } }", "E0301")
    assertOneError("enum E: Error { case a }\nfunc f() throws(E) { throw .b }", "E0202")
  }

  func testBranchesThatAgreeWhenToldATypeToBe() {
    assertTypes(
      """
      func f(_ xs: [Int], _ up: Bool) {
        let a = up ? xs : xs.reversed()
        let b = up ? xs.reversed() : xs
        let c = up ? xs.sorted() : xs.sorted().reversed()
        for i in up ? Array(xs.indices) : xs.indices.reversed() { print(i + a[0] + b[0] + c[0]) }
      }
      """, [:])
    assertClean(
      """
      import SwiftUI
      struct Names: View {
        let names: [String]
        @State var up = false
        var body: some View { ForEach(up ? names : names.reversed(), id: \\.self) { Text($0) } }
      }
      """)
    assertOneError("func f(_ a: [Int], _ b: Bool) { let r = b ? a : a.map { \"\\($0)\" }; print(r) }", "E0327")
  }

  func testOperatorsThatTakeClosures() {
    assertTypes(
      """
      infix operator |>: AdditionPrecedence
      infix operator >>>: MultiplicationPrecedence
      func |> <A, B>(a: A, f: (A) -> B) -> B { f(a) }
      func >>> <A, B, C>(f: @escaping (A) -> B, g: @escaping (B) -> C) -> (A) -> C { { g(f($0)) } }
      let inc: (Int) -> Int = { $0 + 1 }
      let count = [1, 2, 3] |> { $0.count }
      let text = 5 |> { $0 + 1 } |> { String($0) }
      let halves = [1].map(inc >>> { Double($0) })
      let label: (Int) -> String = inc >>> { "\\($0)" }
      let both = inc >>> { $0 * 2 } >>> { $0 > 3 }
      """,
      ["count": "Int", "text": "String", "halves": "[Double]", "both": "(Int) -> Bool"])
    assertOneError(
      "infix operator |>: AdditionPrecedence\nfunc |> <B>(a: Int, f: (Int) -> B) -> B { f(a) }\n"
        + "let x = 1 |> { $0.count }", "E0202")
  }

  func testClosuresThatUseFewerParameters() {
    assertOneError("func f(_ g: (Int, Int, Int) -> Int) {}\nfunc h() { f { $0 + $1 } }", "E0320")
    assertOneError("let m = [1, 2].reduce(0) { $0 }", "E0320")
    assertClean(
      """
      let a = [1, 2].reduce(0) { $0 + $1 }
      let b = [1: 2].map { $0.value }
      let c = [1: 2].map { $0 + $1 }
      let d = zip([1], [2]).map { $0.0 }
      let e = [1, 2].reduce(0) { sum, _ in sum }
      func f(_ g: (Int, Int) -> Int) {}
      func h() { f { _, _ in 1 }; f { [1].map { $0 }.count + $1 } }
      """)
  }

  func testGenericNumbersThatTheResultNames() {
    assertClean(
      """
      func sum<N: Numeric>(_ v: [N]) -> N { v.reduce(into: 0) { $0 += $1 } }
      func squares<N: BinaryFloatingPoint>(_ v: [N]) -> N { v.reduce(into: 0) { $0 += $1 * $1 } }
      """)
  }

  func testComparatorsInAnArray() {
    assertClean(
      """
      import Foundation
      struct Entry { var day: Date; var amount: Double; var name: String }
      func sorted(_ entries: [Entry]) -> [Entry] {
        entries.sorted(using: [KeyPathComparator(\\.day), KeyPathComparator(\\.amount, order: .reverse)])
          .sorted(using: KeyPathComparator(\\.name))
      }
      let names = ["b", "a"].sorted(using: .localizedStandard)
      let bytes = withUnsafeBytes(of: Int32(1).bigEndian, Array.init)
      """)
    assertOneError(
      "import Foundation\nstruct E { var a = 1 }\nfunc f(_ e: [E]) -> [E] { e.sorted(using: [KeyPathComparator(\\.b)]) }",
      "E0202")
  }

  func testDiscardingTaskGroups() {
    assertClean(
      """
      func work() async throws {
        try await withThrowingDiscardingTaskGroup { group in for _ in 0..<2 { group.addTask { try await Task.sleep(for: .seconds(1)) } } }
        await withDiscardingTaskGroup { group in group.addTask {} }
      }
      """)
  }

  func testBodiesOfTypesOfTheAPI() {
    assertClean(
      """
      import SwiftUI
      protocol Part { associatedtype Body: Part; var body: Body { get } }
      extension Never: Part { var body: Never { fatalError() } }
      """)
  }
}
