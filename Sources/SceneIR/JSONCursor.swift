/// A pull reader over JSON bytes for the readers of modules and of stored frames: no tree, no recursion of its own, every failure an `IRError`
/// with its offset.
package struct JSONCursor {
  package let bytes: UnsafeRawBufferPointer
  package var position = 0

  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  package func fail(_ message: String) -> IRError { IRError(message, offset: position) }

  package mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  package mutating func expect(_ byte: UInt8) throws {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else {
      throw fail("expected '\(Character(Unicode.Scalar(byte)))'")
    }
    position += 1
  }

  package mutating func accept(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  package func peek() -> UInt8 {
    var at = position
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return bytes[at]
      }
    }
    return 0
  }

  package mutating func end() throws {
    skipSpace()
    if position != bytes.count { throw fail("text after the end") }
  }

  // MARK: Containers

  /// Calls `element` at each element of an array.
  package mutating func array(_ element: (inout JSONCursor) throws -> Void) throws {
    try expect(0x5B)
    if accept(0x5D) { return }
    repeat { try element(&self) } while accept(0x2C)
    try expect(0x5D)
  }

  /// Calls `member` at each value of an object, with the key.
  package mutating func object(_ member: (inout JSONCursor, String) throws -> Void) throws {
    try expect(0x7B)
    if accept(0x7D) { return }
    repeat {
      let key = try string()
      try expect(0x3A)
      try member(&self, key)
    } while accept(0x2C)
    try expect(0x7D)
  }

  /// Opens an array of known form; `closeArray` after its elements.
  package mutating func openArray() throws { try expect(0x5B) }
  package mutating func comma() throws { try expect(0x2C) }
  package mutating func closeArray() throws { try expect(0x5D) }

  // MARK: Values

  package mutating func integer(_ range: ClosedRange<Int> = 0...0x7FFF_FFFF) throws -> Int {
    skipSpace()
    let begin = position
    var negative = false
    if position < bytes.count, bytes[position] == 0x2D {
      negative = true
      position += 1
    }
    let digits = position
    var value = 0
    while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(bytes[position] - 48))
      if overflow || carry {
        position = begin
        throw fail("number out of range")
      }
      value = sum
      position += 1
    }
    if position == digits { throw fail("expected an integer") }
    if position < bytes.count, bytes[position] == 0x2E || bytes[position] | 0x20 == 0x65 {
      throw fail("expected an integer")
    }
    if negative { value = -value }
    if !range.contains(value) {
      position = begin
      throw fail("number out of range")
    }
    return value
  }

  package mutating func number() throws -> Double {
    skipSpace()
    let begin = position
    scan: while position < bytes.count {
      switch bytes[position] {
      case 48...57, 0x2D, 0x2B, 0x2E, 0x45, 0x65: position += 1
      default: break scan
      }
    }
    guard position > begin, position - begin < 64,
      let value = Double(String(decoding: bytes[begin..<position], as: UTF8.self)), value.isFinite
    else {
      position = begin
      throw fail("expected a number")
    }
    return value
  }

  package mutating func boolean() throws -> Bool {
    if try literal("true") { return true }
    if try literal("false") { return false }
    throw fail("expected true or false")
  }

  /// Skips `null`.
  package mutating func null() throws -> Bool { try literal("null") }

  private mutating func literal(_ text: StaticString) throws -> Bool {
    skipSpace()
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Passes over a value of any form. Brackets are counted, so depth costs nothing.
  package mutating func skipValue() throws {
    var depth = 0
    repeat {
      switch peek() {
      case 0x5B, 0x7B:
        skipSpace()
        position += 1
        depth += 1
      case 0x5D,
        0x7D where depth > 0:
        skipSpace()
        position += 1
        depth -= 1
      case 0x2C where depth > 0, 0x3A where depth > 0:
        skipSpace()
        position += 1
        continue
      case 0x22: if try plainString() == nil { _ = try string() }
      case 0x74, 0x66: _ = try boolean()
      case 0x6E: if try !null() { throw fail("expected a value") }
      default: _ = try number()
      }
    } while depth > 0
  }

  package mutating func optionalInteger() throws -> Int? {
    if try null() { return nil }
    return try integer()
  }

  package mutating func optionalString() throws -> String? {
    if try null() { return nil }
    return try string()
  }

  /// The bytes of a string without escapes, nil (and no progress) when it has some.
  package mutating func plainString() throws -> UnsafeRawBufferPointer? {
    try expect(0x22)
    let begin = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 {
        let slice = UnsafeRawBufferPointer(rebasing: bytes[begin..<position])
        position += 1
        return slice
      }
      if byte == 0x5C {
        position = begin - 1
        return nil
      }
      if byte < 0x20 { throw fail("control character in a string") }
      position += 1
    }
    throw fail("a string without an end")
  }

  package mutating func string() throws -> String {
    skipSpace()
    if let plain = try plainString() {
      guard let text = String(validating: plain, as: UTF8.self) else { throw fail("a string that is not UTF-8") }
      return text
    }
    try expect(0x22)
    var buffer: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x22:
        guard let text = String(validating: buffer, as: UTF8.self) else { throw fail("a string that is not UTF-8") }
        return text
      case 0x5C: try escape(into: &buffer)
      case 0..<0x20: throw fail("control character in a string")
      default: buffer.append(byte)
      }
    }
    throw fail("a string without an end")
  }

  private mutating func escape(into buffer: inout [UInt8]) throws {
    guard position < bytes.count else { throw fail("a string without an end") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: buffer.append(byte)
    case 0x62: buffer.append(8)
    case 0x66: buffer.append(12)
    case 0x6E: buffer.append(10)
    case 0x72: buffer.append(13)
    case 0x74: buffer.append(9)
    case 0x75:
      var code = try unit()
      if code >= 0xD800, code < 0xDC00, position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75
      {
        position += 2
        let low = try unit()
        guard low >= 0xDC00, low < 0xE000 else { throw fail("half a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fail("half a surrogate pair") }
      buffer.append(contentsOf: String(Character(scalar)).utf8)
    default: throw fail("unknown escape")
    }
  }

  private mutating func unit() throws -> UInt32 {
    guard position + 4 <= bytes.count else { throw fail("a string without an end") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 48...57: value = value << 4 | UInt32(byte - 48)
      case 65...70: value = value << 4 | UInt32(byte - 55)
      case 97...102: value = value << 4 | UInt32(byte - 87)
      default: throw fail("unknown escape")
      }
    }
    return value
  }
}
