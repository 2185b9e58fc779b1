/// A growing buffer of UTF-8 with the number formats of the frames schema. Encoders of the library are ten times slower
/// and decide the order of keys themselves.
///
/// The bytes stand in raw memory: a run writes half a million numbers, and each of them asks for room once.
package struct ByteWriter {
  /// Owns the memory. A copied writer makes its own when it writes.
  private final class Storage {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int

    init(capacity: Int) {
      self.capacity = capacity
      base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }
  }

  private var storage: Storage
  package private(set) var count = 0

  package init(capacity: Int = 4096) { storage = Storage(capacity: max(capacity, 16)) }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  package func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeBufferPointer(start: storage.base, count: count))
  }

  package mutating func removeAll() { count = 0 }

  /// Where the next `room` bytes may be written; `count` is the caller's to raise.
  @inline(__always)
  private mutating func end(_ room: Int) -> UnsafeMutablePointer<UInt8> {
    if count + room > storage.capacity || !isKnownUniquelyReferenced(&storage) { move(room) }
    return storage.base + count
  }

  @inline(never)
  private mutating func move(_ room: Int) {
    let wanted = count + room
    let next = Storage(capacity: wanted > storage.capacity ? max(wanted, storage.capacity * 2) : storage.capacity)
    next.base.update(from: storage.base, count: count)
    storage = next
  }

  @inline(__always)
  package mutating func raw(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    guard text.hasPointerRepresentation else {
      text.withUTF8Buffer { append($0) }
      return
    }
    end(length).update(from: text.utf8Start, count: length)
    count += length
  }

  package mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
    guard let base = other.baseAddress else { return }
    end(other.count).update(from: base, count: other.count)
    count += other.count
  }

  package mutating func text(_ text: String) {
    var copy = text
    copy.withUTF8 { append($0) }
  }

  package mutating func append(_ other: ByteWriter) { other.withBytes { append($0) } }

  /// A part of another writer's bytes.
  package mutating func append(_ other: ByteWriter, _ part: Range<Int>) {
    other.withBytes { append(UnsafeBufferPointer(rebasing: $0[part])) }
  }

  package mutating func append(_ other: [UInt8]) { other.withUnsafeBufferPointer { append($0) } }

  @inline(__always)
  package mutating func byte(_ value: UInt8) {
    end(1).pointee = value
    count += 1
  }

  package mutating func integer(_ value: Int) {
    if value < 0 { byte(0x2D) }
    let out = end(20)
    count += ByteWriter.digits(value.magnitude, out)
  }

  /// Writes a whole number, at most 20 digits; how many.
  @inline(__always)
  private static func digits(_ value: UInt, _ out: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 10 {
      out[0] = 0x30 + UInt8(truncatingIfNeeded: value)
      return 1
    }
    var length = 2
    var bound: UInt = 100
    while length < 20, value >= bound {
      length += 1
      if length == 20 { break }
      bound *= 10
    }
    var rest = value
    var index = length
    while index > 0 {
      index -= 1
      out[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return length
  }

  /// A decimal number rounded half away from zero: no trailing zeros, no exponent, `-0` as `0`. What is not finite
  /// cannot be a coordinate; it is written as `null`, which readers notice.
  package mutating func decimal(_ value: Double, places: Int = 3) {
    guard value.isFinite else {
      raw("null")
      return
    }
    var scale: UInt = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = value.magnitude * Double(scale)
    guard scaled < 9e15 else {
      // Beyond the integers a double can count, there is no fraction to write.
      text(wholeNumber(value))
      return
    }
    // Below 2^53 the fraction is exact: the same as rounding half away from zero, without a call.
    var units = UInt(scaled)
    if scaled - Double(units) >= 0.5 { units += 1 }
    let out = end(40)
    if units == 0 {
      out[0] = 0x30
      count += 1
      return
    }
    var length = 0
    if value < 0 {
      out[0] = 0x2D
      length = 1
    }
    let whole = units / scale
    var fraction = units - whole * scale
    length += ByteWriter.digits(whole, out + length)
    if fraction > 0 {
      var decimals = places
      while fraction % 10 == 0 {
        fraction /= 10
        decimals -= 1
      }
      out[length] = 0x2E
      var index = decimals
      while index > 0 {
        out[length + index] = 0x30 + UInt8(truncatingIfNeeded: fraction % 10)
        fraction /= 10
        index -= 1
      }
      length += decimals + 1
    }
    count += length
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
    var copy = text
    copy.withUTF8 { utf8 in
      // A byte takes at most six.
      let start = end(utf8.count * 6 + 2)
      var out = start
      func put(_ byte: UInt8) {
        out.pointee = byte
        out += 1
      }
      put(0x22)
      for byte in utf8 {
        if byte >= 0x20, byte != 0x22, byte != 0x5C {
          put(byte)
          continue
        }
        put(0x5C)
        switch byte {
        case 0x22, 0x5C: put(byte)
        case 0x0A: put(0x6E)
        case 0x0D: put(0x72)
        case 0x09: put(0x74)
        default:
          put(0x75)
          put(0x30)
          put(0x30)
          put(ByteWriter.hexDigit(byte >> 4))
          put(ByteWriter.hexDigit(byte & 15))
        }
      }
      put(0x22)
      count += out - start
    }
  }

  @inline(__always)
  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// Two upper-case hexadecimal digits.
  package mutating func hex(_ value: Int) {
    let byte = UInt8(clamping: value)
    let out = end(2)
    out[0] = ByteWriter.hexDigit(byte >> 4)
    out[1] = ByteWriter.hexDigit(byte & 15)
    count += 2
  }
}
