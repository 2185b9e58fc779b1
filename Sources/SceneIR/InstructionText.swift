/// One instruction as text: the name of the opcode and its operands in decimal, `addI 3 4 5`; the operands of the
/// second word follow the others. Used inside the JSON form.
enum InstructionText {
  /// Appends the text of the instruction at `pc` and returns the index of the next one.
  static func write(_ code: [UInt64], at pc: Int, into out: inout [UInt8]) -> Int {
    let word = code[pc]
    guard let opcode = Opcode(rawValue: word.opcodeBits) else {
      out.append(contentsOf: "word ".utf8)
      append(Int(bitPattern: UInt(word)), to: &out)
      return pc + 1
    }
    out.append(contentsOf: OpcodeNames.shared.names[Int(opcode.rawValue)])
    let shape = opcode.shape
    if shape.a != .none { operand(word.a, to: &out) }
    if shape.immediate != .none {
      operand(word.imm, to: &out)
    } else {
      if shape.b != .none { operand(word.b, to: &out) }
      if shape.c != .none { operand(word.c, to: &out) }
    }
    guard shape.wide != .none else { return pc + 1 }
    let extra = pc + 1 < code.count ? code[pc + 1] : 0
    switch shape.wide {
    case .none: break
    case .function, .native, .type, .keyPath:
      operand(Int(truncatingIfNeeded: extra), to: &out)
    case .closure:
      operand(Int(extra & 0xFFFF), to: &out)
      operand(Int(extra >> 16 & 0xFFFF), to: &out)
    case .witness, .cast:
      operand(Int(extra & 0xFFFF), to: &out)
      operand(Int(extra >> 16 & 0xFFFF), to: &out)
      operand(Int(truncatingIfNeeded: extra >> 32), to: &out)
    case .enumCase:
      operand(Int(extra & 0xFFFF_FFFF), to: &out)
      operand(Int(truncatingIfNeeded: extra >> 32), to: &out)
    }
    return pc + 2
  }

  static func append(_ value: Int, to out: inout [UInt8]) {
    if value >= 0 && value < 10 {
      out.append(UInt8(48 + value))
      return
    }
    var rest = value.magnitude
    if value < 0 { out.append(0x2D) }
    let start = out.count
    while rest > 0 {
      out.append(UInt8(48 + rest % 10))
      rest /= 10
    }
    out[start...].reverse()
  }

  private static func operand(_ value: Int, to out: inout [UInt8]) {
    out.append(0x20)
    append(value, to: &out)
  }

  /// Reads one instruction from the bytes of its text and appends its words; nil when the text is wrong.
  static func read(_ text: UnsafeRawBufferPointer, into code: inout [UInt64]) -> Bool {
    var position = 0
    while position < text.count, text[position] != 0x20 { position += 1 }
    guard let opcode = OpcodeNames.shared.find(UnsafeRawBufferPointer(rebasing: text[0..<position])) else {
      return false
    }
    var failed = false
    func number(_ range: ClosedRange<Int>) -> Int {
      guard position < text.count, text[position] == 0x20 else {
        failed = true
        return 0
      }
      position += 1
      var negative = false
      if position < text.count, text[position] == 0x2D {
        negative = true
        position += 1
      }
      let start = position
      var value = 0
      while position < text.count, text[position] >= 48, text[position] <= 57, position - start < 12 {
        value = value * 10 + Int(text[position] - 48)
        position += 1
      }
      if position == start { failed = true }
      if negative { value = -value }
      if !range.contains(value) {
        failed = true
        return 0
      }
      return value
    }
    let shape = opcode.shape
    var word = UInt64(opcode.rawValue)
    if shape.a != .none { word |= UInt64(number(0...0xFFFF)) << 16 }
    if shape.immediate != .none {
      word |= UInt64(UInt32(bitPattern: Int32(number(Int(Int32.min)...Int(Int32.max))))) << 32
    } else {
      if shape.b != .none { word |= UInt64(number(0...0xFFFF)) << 32 }
      if shape.c != .none { word |= UInt64(number(0...0xFFFF)) << 48 }
    }
    code.append(word)
    if shape.wide != .none {
      var extra: UInt64 = 0
      switch shape.wide {
      case .none: break
      case .function, .native, .type, .keyPath: extra = UInt64(number(0...0x7FFF_FFFF))
      case .closure:
        extra = UInt64(number(0...0xFFFF))
        extra |= UInt64(number(0...0xFFFF)) << 16
      case .witness, .cast:
        extra = UInt64(number(0...0xFFFF))
        extra |= UInt64(number(0...0xFFFF)) << 16
        extra |= UInt64(number(0...0x7FFF_FFFF)) << 32
      case .enumCase:
        extra = UInt64(number(0...0x7FFF_FFFF))
        extra |= UInt64(number(0...0x7FFF_FFFF)) << 32
      }
      code.append(extra)
    }
    return !failed && position == text.count
  }
}

/// Names of the opcodes as bytes, and the way back by an open hash table.
private final class OpcodeNames: Sendable {
  static let shared = OpcodeNames()
  let names: [[UInt8]]
  private let slots: [UInt16]

  private init() {
    var names: [[UInt8]] = []
    var slots = [UInt16](repeating: .max, count: 512)
    for opcode in Opcode.allCases {
      let name = Array("\(opcode)".utf8)
      names.append(name)
      var slot = name.withUnsafeBytes { OpcodeNames.hash($0) }
      while slots[slot] != .max { slot = (slot + 1) & 511 }
      slots[slot] = opcode.rawValue
    }
    self.names = names
    self.slots = slots
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    var value: UInt32 = 5381
    for byte in text { value = value &* 33 ^ UInt32(byte) }
    return Int((value ^ value >> 9) & 511)
  }

  func find(_ text: UnsafeRawBufferPointer) -> Opcode? {
    var slot = OpcodeNames.hash(text)
    while slots[slot] != .max {
      let name = names[Int(slots[slot])]
      if name.count == text.count, name.withUnsafeBytes({ $0.elementsEqual(text) }) {
        return Opcode(rawValue: slots[slot])
      }
      slot = (slot + 1) & 511
    }
    return nil
  }
}
