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

extension TrapCode {
  /// What a person is told where nothing more is known.
  package var message: String {
    switch self {
    case .unreachable: return "This code cannot be reached"
    case .arithmeticOverflow: return "Arithmetic overflow"
    case .divisionByZero: return "Division by zero"
    case .indexOutOfRange: return "Index out of range"
    case .unexpectedNil: return "Unexpectedly found nil while unwrapping an Optional value"
    case .failedCast: return "The value is not of the type it is cast to"
    case .fatalError: return "Fatal error"
    case .outOfFuel: return "The scene ran too long: more instructions than one event, or the whole run, may use"
    case .stackOverflow: return "Calls are nested too deeply; is there an endless recursion?"
    case .outOfMemory: return "The scene needs more memory than it may use"
    case .notModelled: return "Known API, not modelled"
    case .noEnvironmentObject: return "No object of this type is in the environment"
    case .uncaughtError: return "An error was thrown and not caught"
    case .badConversion: return "The value cannot be converted: it is not finite or out of range"
    case .precondition: return "A precondition failed"
    case .invalidRange: return "The upper bound of a range is less than its lower bound"
    case .emptyCollection: return "The collection is empty"
    case .badProgram: return "The program is not well formed"
    }
  }
}
