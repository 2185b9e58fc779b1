/// Operands of an instruction, as in SceneIR, but inlined: the loop must not call across the module boundary for each.
extension UInt64 {
  @inline(__always) var a: Int { Int(truncatingIfNeeded: (self >> 16) & 0xFFFF) }
  @inline(__always) var b: Int { Int(truncatingIfNeeded: (self >> 32) & 0xFFFF) }
  @inline(__always) var c: Int { Int(truncatingIfNeeded: self >> 48) }
  @inline(__always) var imm: Int { Int(truncatingIfNeeded: Int64(bitPattern: self) >> 32) }
}
