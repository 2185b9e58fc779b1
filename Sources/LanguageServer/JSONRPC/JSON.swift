/// A JSON value. Objects keep their order; a lookup is linear, since messages are small.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: JSON
  }

  package subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var stringValue: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  package var arrayValue: [JSON]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  package var boolValue: Bool? {
    if case .bool(let flag) = self { return flag }
    return nil
  }

  /// Whole numbers, also those written with a fraction of zero.
  package var intValue: Int? {
    switch self {
    case .integer(let value): return value
    case .number(let value): return Int(exactly: value)
    default: return nil
    }
  }

  package static func make(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }
}

extension JSON {
  package struct Failure: Error, Equatable {
    package var message: String
    package var offset: Int
  }

  /// Deepest nesting that is read; a message of a client is about ten deep.
  static let depthLimit = 128

  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws -> JSON {
    var reader = Reader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.failure("text after the value") }
    return value
  }

  package static func parse(_ text: String) throws -> JSON {
    var copy = text
    return try copy.withUTF8 { try parse($0) }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    func failure(_ message: String) -> Failure { Failure(message: message, offset: position) }

    mutating func skipSpace() {
      while position < bytes.count {
        switch bytes[position] {
        case 0x20, 0x09, 0x0A, 0x0D: position += 1
        default: return
        }
      }
    }

    mutating func value(depth: Int) throws -> JSON {
      guard depth < JSON.depthLimit else { throw failure("nested too deeply") }
      skipSpace()
      guard position < bytes.count else { throw failure("unexpected end") }
      switch bytes[position] {
      case UInt8(ascii: "{"): return try object(depth: depth)
      case UInt8(ascii: "["): return try array(depth: depth)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"): return try word("true", .bool(true))
      case UInt8(ascii: "f"): return try word("false", .bool(false))
      case UInt8(ascii: "n"): return try word("null", .null)
      default: return try number()
      }
    }

    mutating func word(_ text: StaticString, _ value: JSON) throws -> JSON {
      let length = text.utf8CodeUnitCount
      guard position + length <= bytes.count else { throw failure("unexpected end") }
      for i in 0..<length where bytes[position + i] != text.utf8Start[i] { throw failure("unknown word") }
      position += length
      return value
    }

    mutating func object(depth: Int) throws -> JSON {
      position += 1
      var members: [Member] = []
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      while true {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw failure("expected a key") }
        let key = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw failure("expected ':'") }
        members.append(Member(key: key, value: try value(depth: depth + 1)))
        skipSpace()
        if take(UInt8(ascii: ",")) { continue }
        guard take(UInt8(ascii: "}")) else { throw failure("expected ',' or '}'") }
        return .object(members)
      }
    }

    mutating func array(depth: Int) throws -> JSON {
      position += 1
      var elements: [JSON] = []
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      while true {
        elements.append(try value(depth: depth + 1))
        skipSpace()
        if take(UInt8(ascii: ",")) { continue }
        guard take(UInt8(ascii: "]")) else { throw failure("expected ',' or ']'") }
        return .array(elements)
      }
    }

    mutating func take(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
      return true
    }

    /// Lone surrogates become U+FFFD, as everywhere in the project.
    mutating func string() throws -> String {
      position += 1
      var out: [UInt8] = []
      var start = position
      while true {
        guard position < bytes.count else { throw failure("unterminated string") }
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") {
          out.append(contentsOf: bytes[start..<position])
          position += 1
          return String(decoding: out, as: UTF8.self)
        }
        guard byte == UInt8(ascii: "\\") else {
          position += 1
          continue
        }
        out.append(contentsOf: bytes[start..<position])
        position += 1
        guard position < bytes.count else { throw failure("unterminated string") }
        let escape = bytes[position]
        position += 1
        switch escape {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "u"): appendScalar(try codeUnit(), to: &out)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(escape)
        default: throw failure("unknown escape")
        }
        start = position
      }
    }

    private mutating func codeUnit() throws -> UInt32 {
      guard position + 4 <= bytes.count else { throw failure("unterminated string") }
      var value: UInt32 = 0
      for _ in 0..<4 {
        let byte = bytes[position]
        switch byte {
        case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
        case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
        case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
        default: throw failure("expected four hexadecimal digits")
        }
        position += 1
      }
      return value
    }

    private mutating func appendScalar(_ first: UInt32, to out: inout [UInt8]) {
      var scalar = first
      if (0xD800..<0xDC00).contains(first) {
        scalar = 0xFFFD
        let before = position
        if position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        {
          position += 2
          if let second = try? codeUnit(), (0xDC00..<0xE000).contains(second) {
            scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
          } else {
            position = before
          }
        }
      }
      out.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    mutating func number() throws -> JSON {
      let start = position
      var isWhole = true
      loop: while position < bytes.count {
        switch bytes[position] {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"): break
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
        default: break loop
        }
        position += 1
      }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if isWhole, let value = Int(text) { return .integer(value) }
      if let value = Double(text), value.isFinite { return .number(value) }
      position = start
      throw failure("expected a value")
    }
  }
}

extension JSON {
  /// Appends the value as compact text.
  package func write(to out: inout [UInt8]) {
    switch self {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let flag): out.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let value): out.append(contentsOf: String(value).utf8)
    case .number(let value): out.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
    case .string(let text): JSON.write(text, to: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (i, element) in elements.enumerated() {
        if i > 0 { out.append(UInt8(ascii: ",")) }
        element.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (i, member) in members.enumerated() {
        if i > 0 { out.append(UInt8(ascii: ",")) }
        JSON.write(member.key, to: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C:
        out.append(0x5C)
        out.append(byte)
      case 0x0A: out.append(contentsOf: "\\n".utf8)
      case 0x0D: out.append(contentsOf: "\\r".utf8)
      case 0x09: out.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        out.append(contentsOf: "\\u00".utf8)
        out.append(digits[Int(byte >> 4)])
        out.append(digits[Int(byte & 15)])
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
