/// The code of one function in the making: instructions, registers, labels, protected ranges and places.
///
/// Registers are a stack: parameters first, then locals of the open scopes, then temporaries. A scope or a statement
/// gives back what it took by setting `next` to what it was.
import SceneIR

final class FunctionBuilder {
  private(set) var code: [UInt64] = []
  private(set) var places: [PlaceRow] = []
  private(set) var handlers: [HandlerRow] = []
  /// First free register.
  var next = 0
  private var highest = 0
  /// Positions of labels, -1 before they are bound.
  private var labels: [Int] = []
  private var patches: [(pc: Int, label: Int)] = []
  private var protected: [(start: Int, end: Int, label: Int, register: Int)] = []
  /// More registers were wanted than an operand can name.
  private(set) var isTooLarge = false

  var pc: Int { code.count }

  // MARK: Registers

  /// Takes `count` registers that follow each other.
  func take(_ count: Int = 1) -> Int {
    let first = next
    if first + count > IRVerifier.maximumRegisters - 1 {
      isTooLarge = true
      return 0
    }
    next += count
    if next > highest { highest = next }
    return first
  }

  /// Makes registers up to `end` exist without taking them.
  func reserve(upTo end: Int) {
    if end > IRVerifier.maximumRegisters - 1 {
      isTooLarge = true
    } else if end > highest {
      highest = end
    }
  }

  // MARK: Instructions

  func emit(_ op: Opcode, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) { code.append(UInt64(op, a, b, c)) }

  func emit(_ op: Opcode, _ a: Int, imm: Int) { code.append(UInt64(op, a, imm: imm)) }

  func emitWide(_ op: Opcode, _ a: Int, _ b: Int = 0, _ c: Int = 0, _ extra: Int) {
    code.append(UInt64(op, a, b, c))
    code.append(UInt64(UInt(bitPattern: extra)))
  }

  func move(_ to: Int, _ from: Int) { if to != from { emit(.move, to, from) } }

  func place(_ point: SourcePoint?) {
    guard let point else { return }
    if let last = places.last {
      if last.place == point { return }
      if last.pc == pc {
        places[places.count - 1].place = point
        return
      }
    }
    places.append(PlaceRow(pc: pc, place: point))
  }

  // MARK: Labels

  func label() -> Int {
    labels.append(-1)
    return labels.count - 1
  }

  func bind(_ label: Int) { labels[label] = pc }

  func jump(_ label: Int) { branch(.jump, 0, label) }

  func branch(_ op: Opcode, _ register: Int, _ label: Int) {
    patches.append((pc, label))
    emit(op, register, imm: 0)
  }

  /// Errors thrown from `start` up to here go to the label, with the error in a register. Inner ranges are given before
  /// the ones around them.
  func protect(from start: Int, to label: Int, register: Int) {
    if start < pc { protected.append((start, pc, label, register)) }
  }

  /// Whether the code so far ends in an instruction that is never passed, and nothing jumps behind it.
  var isUnreachable: Bool {
    guard lastStart >= 0, lastStart < code.count else { return false }
    switch Opcode(rawValue: code[lastStart].opcodeBits) {
    case .ret, .throwError, .trap, .jump: break
    default: return false
    }
    return !labels.contains(pc)
  }

  /// First word of the last instruction, found only for one-word instructions that end a block.
  private var lastStart: Int {
    // A second word could look like an instruction; the word before it tells.
    guard let last = code.indices.last else { return -1 }
    if last > 0, let before = Opcode(rawValue: code[last - 1].opcodeBits), before.isWide {
      // Perhaps the second word of a wide instruction: not known to end anything.
      return -1
    }
    return last
  }

  // MARK: Result

  func finish(into row: inout FunctionRow) {
    if !isUnreachable { emit(.trap, 0, imm: TrapCode.unreachable.rawValue) }
    for patch in patches {
      let target = max(0, labels[patch.label])
      let word = code[patch.pc]
      code[patch.pc] = word & 0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: target)) << 32
    }
    handlers = protected.map {
      HandlerRow(start: $0.start, end: $0.end, target: max(0, labels[$0.label]), register: $0.register)
    }
    if isTooLarge {
      row.code = [UInt64(.trap, 0, imm: TrapCode.outOfMemory.rawValue)]
      row.registerCount = max(row.typeParameterCount + row.parameterCount, row.resultCount)
      return
    }
    // A label at the very end needs an instruction to point at.
    if labels.contains(code.count) { emit(.trap, 0, imm: TrapCode.unreachable.rawValue) }
    row.code = code
    row.places = places.filter { $0.pc < code.count }
    row.handlers = handlers
    row.registerCount = max(highest, row.typeParameterCount + row.parameterCount, row.resultCount)
  }
}
