/// A growing buffer of UTF-8 with the number formats of the frames schema. Encoders of the library are ten times slower
/// and decide the order of keys themselves.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 4096) { bytes.reserveCapacity(capacity) }

  package var count: Int { bytes.count }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  package mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func append(_ other: ByteWriter) { bytes.append(contentsOf: other.bytes) }

  package mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  package mutating func integer(_ value: Int) {
    if value < 0 {
      bytes.append(0x2D)
      digits(value.magnitude)
    } else {
      digits(UInt(value))
    }
  }

  private mutating func digits(_ value: UInt) {
    if value < 10 {
      bytes.append(0x30 + UInt8(value))
      return
    }
    let start = bytes.count
    var rest = value
    while rest > 0 {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }

  /// A decimal number rounded half away from zero: no trailing zeros, no exponent, `-0` as `0`. What is not finite
  /// cannot be a coordinate; it is written as `null`, which readers notice.
  package mutating func decimal(_ value: Double, places: Int = 3) {
    guard value.isFinite else {
      raw("null")
      return
    }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    guard scaled < 9e15 else {
      // Beyond the integers a double can count, there is no fraction to write.
      text(wholeNumber(value))
      return
    }
    var units = UInt(scaled)
    if units == 0 {
      bytes.append(0x30)
      return
    }
    if value < 0 { bytes.append(0x2D) }
    var decimals = places
    while decimals > 0 && units % 10 == 0 {
      units /= 10
      decimals -= 1
    }
    if decimals == 0 {
      digits(units)
      return
    }
    var power: UInt = 1
    for _ in 0..<decimals { power *= 10 }
    digits(units / power)
    bytes.append(0x2E)
    var fraction = units % power
    let start = bytes.count
    for _ in 0..<decimals {
      bytes.append(0x30 + UInt8(fraction % 10))
      fraction /= 10
    }
    bytes[start...].reverse()
  }

  private func wholeNumber(_ value: Double) -> String {
    var digits: [UInt8] = []
    var rest = value.magnitude
    while rest >= 1 {
      let digit = rest.truncatingRemainder(dividingBy: 10)
      digits.append(0x30 + UInt8(digit))
      rest = ((rest - digit) / 10).rounded()
    }
    return (value < 0 ? "-" : "") + String(decoding: digits.reversed(), as: UTF8.self)
  }

  /// A JSON string with its quotes.
  package mutating func string(_ text: String) {
    bytes.append(0x22)
    var copy = text
    copy.withUTF8 { utf8 in
      for byte in utf8 {
        switch byte {
        case 0x22:
          bytes.append(0x5C)
          bytes.append(0x22)
        case 0x5C:
          bytes.append(0x5C)
          bytes.append(0x5C)
        case 0x0A:
          bytes.append(0x5C)
          bytes.append(0x6E)
        case 0x0D:
          bytes.append(0x5C)
          bytes.append(0x72)
        case 0x09:
          bytes.append(0x5C)
          bytes.append(0x74)
        case 0..<0x20:
          raw("\\u00")
          bytes.append(hexDigit(byte >> 4))
          bytes.append(hexDigit(byte & 15))
        default: bytes.append(byte)
        }
      }
    }
    bytes.append(0x22)
  }

  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// Two upper-case hexadecimal digits.
  package mutating func hex(_ value: Int) {
    let byte = UInt8(clamping: value)
    bytes.append(hexDigit(byte >> 4))
    bytes.append(hexDigit(byte & 15))
  }
}
