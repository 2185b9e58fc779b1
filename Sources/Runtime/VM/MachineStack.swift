/// The machine's own stack: registers of all frames in one slab, and the frames.
import SceneIR

struct StackFrame {
  var function: Int32
  /// Where the caller continues.
  var returnPC: Int32
  /// First register of the caller's window, and where its results go.
  var callerBase: Int32
  var resultRegister: Int32
  /// Row of `globals` whose initialiser this frame runs, -1 for ordinary calls.
  var global: Int32
}

final class MachineStack {
  let registers: UnsafeMutablePointer<Word>
  let frames: UnsafeMutablePointer<StackFrame>
  let registerLimit: Int
  let frameLimit: Int
  /// First free register and number of frames, valid while no loop runs on top of them.
  var top = 0
  var depth = 0

  init(limits: MachineLimits) {
    registerLimit = limits.registers
    frameLimit = limits.depth
    registers = Heap.reserve(registerLimit, of: Word.self)
    frames = Heap.reserve(frameLimit + 1, of: StackFrame.self)
  }

  deinit {
    Heap.release(registers, registerLimit)
    Heap.release(frames, frameLimit + 1)
  }
}

/// A task that waits: its frames and registers, moved off the stack.
struct SuspendedTask {
  var id: Int
  var registers: [Word]
  var frames: [StackFrame]
  var resultRegister: Int
}
