/// Objects that instructions make, and casts.
import SceneIR

extension Machine {
  private static let structBits: UInt8 = unsafeBitCast(Opcode.makeStruct, to: UInt8.self)
  private static let tupleBits: UInt8 = unsafeBitCast(Opcode.makeTuple, to: UInt8.self)
  private static let arrayBits: UInt8 = unsafeBitCast(Opcode.makeArray, to: UInt8.self)
  private static let enumBits: UInt8 = unsafeBitCast(Opcode.makeEnum, to: UInt8.self)
  private static let boxBits: UInt8 = unsafeBitCast(Opcode.makeBox, to: UInt8.self)
  private static let closureBits: UInt8 = unsafeBitCast(Opcode.makeClosure, to: UInt8.self)
  private static let keyPathBits: UInt8 = unsafeBitCast(Opcode.makeKeyPath, to: UInt8.self)

  /// The object of an instruction that makes one; none when memory is used up. The second word of the instruction is read.
  func makeObject(
    _ ins: UInt64, _ pc: inout UnsafeMutablePointer<UInt64>, _ regs: UnsafeMutablePointer<Word>, _ function: Int
  ) -> Word {
    let bits = UInt8(truncatingIfNeeded: ins)
    if bits == Machine.boxBits { return heap.make(.box, type: 0, from: regs + ins.b, count: 1) }
    let wide = pc.pointee
    pc += 1
    switch bits {
    case Machine.closureBits: return makeFilled(.closure, functionType, wide, regs + ins.b, ins.c)
    case Machine.keyPathBits: return makeFilled(.keyPath, 0, wide, regs + ins.b, ins.c)
    default: break
    }
    let row = Int(UInt32(truncatingIfNeeded: wide))
    var type = typeRows[row]
    if type < 0 { type = instantiate(row, regs, function) }
    switch bits {
    case Machine.structBits: return heap.make(.structure, type: type, from: regs + ins.b, count: ins.c)
    case Machine.tupleBits: return heap.make(.tuple, type: type, from: regs + ins.b, count: ins.c)
    case Machine.arrayBits: return heap.make(.array, type: type, from: regs + ins.b, count: ins.c)
    case Machine.enumBits: return makeFilled(.enumeration, type, Word(wide >> 32), regs + ins.b, ins.c)
    default: return makeEmptyObject(type)
    }
  }

  /// An object whose first word is given and whose others stand in registers.
  private func makeFilled(
    _ kind: ObjectKind, _ type: TypeId, _ first: Word, _ from: UnsafeMutablePointer<Word>, _ count: Int
  ) -> Word {
    let index = heap.allocate(kind, type: type, count: count + 1)
    if index == 0 { return .none }
    let to = heap.slots + Int(heap.headers[index].start)
    to[0] = first
    var i = 0
    while i < count {
      to[i + 1] = from[i]
      i += 1
    }
    return Word(handle: index)
  }

  /// The instruction `cast`; nil where all is well.
  func castForLoop(_ ins: UInt64, _ wide: UInt64, _ regs: UnsafeMutablePointer<Word>) -> TrapCode? {
    let target = regs[Int(wide & 0xFFFF)].integer
    let source = regs[Int(wide >> 16 & 0xFFFF)].integer
    let result = cast(regs[ins.b], from: source, to: target)
    switch Int(wide >> 32 & 0xFFFF) {
    case CastKind.test.rawValue: regs[ins.a] = Word(truth: result != nil)
    case CastKind.conditional.rawValue:
      if let result {
        let isNested = result == .none || (result.isHandle && heap.kind(result) == .nesting)
        regs[ins.a] = isNested ? heap.make(.nesting, type: 0, [result]) : result
      } else {
        regs[ins.a] = .none
      }
    default:
      guard let result else {
        pendingTrap = Trap(.failedCast, castMessage(regs[ins.b], source, target))
        return .failedCast
      }
      regs[ins.a] = result
    }
    return heap.isExhausted ? .outOfMemory : nil
  }
}
