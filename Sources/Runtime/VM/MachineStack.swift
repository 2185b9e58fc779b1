/// The machine's own stack: registers of all frames in one slab, and what each call returns to.
import SceneIR

/// Where a call returns to: the state of its caller.
struct CallFrame {
  var pc: UnsafeMutablePointer<UInt64>
  var code: UnsafeMutablePointer<UInt64>
  /// First register of the window, as an offset into the slab.
  var base: Int32
  /// Registers of the window.
  var window: Int32
  var function: Int32
  /// Register of the caller that takes the first result.
  var result: Int32
  /// Row of `globals` whose initialiser is called, -1 for ordinary calls.
  var global: Int32
}

final class MachineStack {
  private let registerPages: Reservation<Word>
  private let framePages: Reservation<CallFrame>
  let registers: UnsafeMutablePointer<Word>
  let frames: UnsafeMutablePointer<CallFrame>
  let registerLimit: Int
  let frameLimit: Int
  /// First free register and number of frames, valid while no loop runs on top of them.
  var top = 0
  var depth = 0

  init(limits: MachineLimits) {
    registerPages = Reservation(max(limits.registers, 1 << 17), least: 1 << 17, of: Word.self)
    framePages = Reservation(limits.depth + 1, least: min(limits.depth + 1, 1 << 10), of: CallFrame.self)
    registerLimit = registerPages.count
    frameLimit = framePages.count - 1
    registers = registerPages.base
    frames = framePages.base
  }

  deinit {
    registerPages.release()
    framePages.release()
  }
}

/// A task that waits: its registers and frames, moved off the stack.
struct SuspendedTask {
  var id: Int
  /// Offset the registers had.
  var base: Int
  var registers: [Word]
  /// The last one is the state to continue; its `result` takes the results of the native that suspended.
  var frames: [CallFrame]
  var resultCount: Int
}

/// The tasks that wait, in no order.
struct SuspendedTasks {
  private(set) var rows: [SuspendedTask] = []
  private var places: [Int: Int] = [:]

  mutating func add(_ task: SuspendedTask) {
    places[task.id] = rows.count
    rows.append(task)
  }

  mutating func take(_ id: Int) -> SuspendedTask? {
    guard let row = places.removeValue(forKey: id), let last = rows.popLast() else { return nil }
    if row == rows.count { return last }
    let task = rows[row]
    rows[row] = last
    places[last.id] = row
    return task
  }

  func frames(of id: Int) -> [CallFrame]? { places[id].map { rows[$0].frames } }
}
