/// Natives by key: what the standard library, the graph and the engines do for prelude declarations without a body.
import SceneIR

/// Does the work of one native. It reads `call[0]`, `call[1]` ... and sets `call.result`, `call.setResult(_:at:)` for
/// the new values of `inout` parameters, or ends with `call.trap` or `call.throwError`.
package typealias NativeHandler = (inout NativeCall) -> Void

package struct NativeRegistry {
  var handlers: [String: NativeHandler] = [:]

  package init() {}

  /// Registers the handler of a key; a later one replaces an earlier one.
  package mutating func register(_ key: String, _ handler: @escaping NativeHandler) { handlers[key] = handler }

  package mutating func register(_ keys: [String], _ handler: @escaping NativeHandler) {
    for key in keys { handlers[key] = handler }
  }

  package func handler(_ key: String) -> NativeHandler? { handlers[key] }

  package var keys: [String] { handlers.keys.sorted() }
}

/// One call of a native: its arguments, and where its results go.
package struct NativeCall {
  package let machine: Machine
  /// Row of `SceneModule.natives`.
  package let native: Int
  package let count: Int
  let arguments: UnsafeMutablePointer<Word>
  let results: UnsafeMutablePointer<Word>
  /// Results set so far; the first is there from the start, as nil.
  var resultCount = 1
  var outcome = Outcome.returned

  enum Outcome {
    case returned
    case thrown(Word)
    case trapped(Trap)
    case suspended
  }

  static let maximumResults = 8

  package var heap: Heap { machine.heap }
  package var types: RuntimeTypes { machine.types }
  package var key: String { machine.module.natives[native].key }

  /// An argument; nil where there is none.
  package subscript(index: Int) -> Word {
    index >= 0 && index < count ? arguments[index] : .none
  }

  package var result: Word {
    get { results[0] }
    nonmutating set { results[0] = newValue }
  }

  /// Sets the n-th result: 0 the result itself, from 1 the new values of the `inout` parameters.
  package mutating func setResult(_ word: Word, at index: Int) {
    guard index >= 0, index < NativeCall.maximumResults else { return }
    while resultCount <= index {
      results[resultCount] = .none
      resultCount += 1
    }
    results[index] = word
  }

  /// Ends the event with a trap at the place of the call.
  package mutating func trap(_ code: TrapCode, _ message: String = "") { outcome = .trapped(Trap(code, message)) }
  package mutating func trap(_ trap: Trap) { outcome = .trapped(trap) }

  /// Throws an error of the scene, as `throw` would.
  package mutating func throwError(_ error: Word) { outcome = .thrown(error) }

  /// Suspends the task that runs: it continues with the results given to `Machine.resume`. Only where
  /// `machine.canSuspend`; elsewhere the call goes on at once.
  package mutating func suspend() { if machine.canSuspend { outcome = .suspended } }

  // MARK: Typed access

  package func integer(_ index: Int) -> Int { self[index].integer }
  package func number(_ index: Int) -> Double { self[index].number }
  package func truth(_ index: Int) -> Bool { self[index].truth }
  package func string(_ index: Int) -> String { machine.heap.string(self[index]) ?? "" }
  package func setString(_ text: String) { result = machine.makeString(text) }
}
