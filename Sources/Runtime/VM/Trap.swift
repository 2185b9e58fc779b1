/// Why and where a scene stopped. A trap ends the event that ran; the run goes on.
import SceneIR

package struct Trap: Error, Equatable, Sendable {
  package var code: TrapCode
  /// One phrase, for the run-time diagnostic; empty where the code says all.
  package var message: String
  /// The instruction's place in the source, nil where it has none (prelude code is skipped: the nearest caller with a
  /// place in the user's files counts).
  package var place: SourcePoint?
  /// For `uncaughtError`: the error value.
  package var error: Word = .none

  package init(_ code: TrapCode, _ message: String = "", place: SourcePoint? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }
}

extension TrapCode {
  /// What a run-time diagnostic says where the trap has no message of its own.
  package var text: String {
    switch self {
    case .unreachable: "Code that should never run was reached"
    case .arithmeticOverflow: "An arithmetic operation overflowed"
    case .divisionByZero: "Division by zero"
    case .indexOutOfRange: "Index out of range"
    case .unexpectedNil: "Unexpectedly found nil while unwrapping an Optional value"
    case .failedCast: "The value is not of the type it was cast to"
    case .fatalError: "Fatal error"
    case .outOfFuel: "The event ran more instructions than it may"
    case .stackOverflow: "Calls are nested too deeply"
    case .outOfMemory: "The scene uses more memory than it may"
    case .notModelled: "This is known but not modelled"
    case .noEnvironmentObject: "No ObservableObject of this type was found among the ancestors"
    case .uncaughtError: "An error was thrown and not caught"
    case .badConversion: "The number cannot be represented in the type it is converted to"
    case .precondition: "Precondition failed"
    case .invalidRange: "The lower bound of a range lies above its upper bound"
    case .emptyCollection: "The collection is empty"
    case .badProgram: "scenec cannot run this code"
    }
  }
}

/// Bounds of a run (docs: contracts).
package struct MachineLimits: Sendable {
  /// Instructions an event may run: from `beginEvent()` to the next.
  package var eventFuel = 50_000_000
  /// Instructions a whole run may run.
  package var runFuel = 2_000_000_000
  /// Calls within one another, on the machine's own stack.
  package var depth = 10_000
  /// Registers of all frames together.
  package var registers = 4 << 20
  /// Bytes of all live and not yet collected objects.
  package var heapBytes = 256 << 20
  /// Runs inside natives inside runs: the only depth that costs native stack.
  package var nestedRuns = 64

  package init() {}
}
