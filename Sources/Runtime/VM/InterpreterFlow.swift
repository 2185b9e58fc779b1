/// What the loop does with its own position: frames of callers, jumps and their fuel, arguments that are spread for a call. All of it is
/// put in place of the call, so that the loop's variables stay in registers.
import SceneIR

extension CallFrame {
  @inline(__always)
  init(
    _ pc: UnsafeMutablePointer<UInt64>, _ code: UnsafeMutablePointer<UInt64>, _ base: Int, _ window: Int,
    _ function: Int, result: Int, global: Int32 = -1
  ) {
    self.init(
      pc: pc, code: code, base: Int32(truncatingIfNeeded: base), window: Int32(truncatingIfNeeded: window),
      function: Int32(truncatingIfNeeded: function), result: Int32(truncatingIfNeeded: result), global: global)
  }
}

extension TrapCode {
  /// Why arguments could not be spread: closures say it by their number, the others by the trap they leave.
  init(spreadingFailed target: Int, _ trap: Trap?) {
    self = target == -2 ? .stackOverflow : trap?.code ?? .badProgram
  }
}

extension Machine {
  // Opcodes that share a case, as numbers: comparing `Opcode` values would call across the module boundary.
  static let branchBits = UInt32(unsafeBitCast(Opcode.jumpIfNot, to: UInt8.self))
  static let equalBits: UInt8 = unsafeBitCast(Opcode.equal, to: UInt8.self)
  static let callClosureBits: UInt8 = unsafeBitCast(Opcode.callClosure, to: UInt8.self)
  static let callWitnessBits: UInt8 = unsafeBitCast(Opcode.callWitness, to: UInt8.self)

  /// A jump that is taken; false when the fuel is used up.
  @inline(__always)
  static func jump(
    _ to: Int, _ pc: inout UnsafeMutablePointer<UInt64>, _ code: UnsafeMutablePointer<UInt64>, _ fuel: inout Int
  ) -> Bool {
    let target = code + to
    fuel &-= pc - target
    pc = target
    return fuel >= 0
  }

  /// A branch on the outcome of a comparison mostly follows; taking it here saves a dispatch.
  @inline(__always)
  static func branch(
    _ register: Int, _ isTrue: Bool, _ pc: inout UnsafeMutablePointer<UInt64>, _ code: UnsafeMutablePointer<UInt64>,
    _ fuel: inout Int
  ) -> Bool {
    let next = pc.pointee
    guard UInt32(truncatingIfNeeded: next) == branchBits | UInt32(truncatingIfNeeded: register) << 16 else {
      return true
    }
    pc += 1
    return isTrue || jump(next.imm, &pc, code, &fuel)
  }

  /// The loop calls a function of the runtime that may run code itself: what it knows is put where that finds it.
  @inline(__always)
  func leave(_ depth: Int, _ base: Int, _ window: Int, _ fuel: Int) {
    stack.depth = depth + 1
    stack.top = base + window + scratchRegisters
    eventFuel = fuel
  }

  /// Puts the arguments of a call by closure, witness or class at `next`; the function, or a negative number.
  func spread(
    _ ins: UInt64, _ wide: UInt64, _ regs: UnsafeMutablePointer<Word>, _ next: UnsafeMutablePointer<Word>,
    _ end: UnsafeMutablePointer<Word>
  ) -> Int {
    switch UInt8(truncatingIfNeeded: ins) {
    case Machine.callClosureBits:
      return spread(
        closure: regs[Int(wide & 0xFFFF)], regs + ins.b, ins.c, FunctionTable.closureResults(wide), next, end)
    case Machine.callWitnessBits: return spread(witness: wide, regs, ins.b, ins.c, next, end)
    default: return spread(virtual: Int(truncatingIfNeeded: wide), regs + ins.b, ins.c, next, end)
    }
  }
}
