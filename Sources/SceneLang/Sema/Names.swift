/// Interned identifiers: equal names have equal ids. Labels, operators and storage names (`_count`) are names too.
///
/// Bytes lie in one pool and are found through an open-addressing table, so interning from source text allocates nothing.
package struct NameTable: ~Copyable {
  private var slots = HashSlots(capacity: 2048)
  private var offsets = Growable<UInt32>(capacity: 2048)
  private var bytes = Growable<UInt8>(capacity: 16384)

  package init() {
    offsets.append(0)
    for text in NameID.knownTexts { _ = intern(text) }
  }

  package var count: Int { offsets.count - 1 }

  package mutating func intern(_ text: String) -> NameID {
    var text = text
    return text.withUTF8 { intern($0) }
  }

  package mutating func intern(_ text: UnsafeBufferPointer<UInt8>) -> NameID {
    let hash = Self.hash(text)
    var slot = slots.first(hash)
    while let row = slots.next(hash, &slot) {
      let known = UInt32(truncatingIfNeeded: row)
      if equals(known, text) { return NameID(known) }
    }
    let id = UInt32(truncatingIfNeeded: count)
    if let first = text.baseAddress { bytes.append(first, count: text.count) }
    offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    slots.fill(slot, hash, row: Int(id))
    return NameID(id)
  }

  /// The id of a name that has been interned, or `none`.
  package func find(_ text: String) -> NameID {
    var text = text
    return text.withUTF8 { text in
      let hash = Self.hash(text)
      var slot = slots.first(hash)
      while let row = slots.next(hash, &slot) {
        let known = UInt32(truncatingIfNeeded: row)
        if equals(known, text) { return NameID(known) }
      }
      return .none
    }
  }

  package subscript(_ name: NameID) -> String { withUTF8(name) { String(decoding: $0, as: UTF8.self) } }

  package func withUTF8<R>(_ name: NameID, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if name == .none || Int(name.raw) >= count { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let start = Int(offsets[Int(name.raw)])
    return body(UnsafeBufferPointer(start: bytes.base + start, count: Int(offsets[Int(name.raw) + 1]) - start))
  }

  private func equals(_ id: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Int(offsets[Int(id)])
    guard Int(offsets[Int(id) + 1]) - start == text.count else { return false }
    guard let other = text.baseAddress else { return true }
    return Self.isEqual(UnsafeRawPointer(bytes.base + start), UnsafeRawPointer(other), text.count)
  }

  /// Compares eight bytes at a time; the last eight may overlap those before.
  @inline(__always) private static func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
    if count < 8 {
      for i in 0..<count where a.load(fromByteOffset: i, as: UInt8.self) != b.load(fromByteOffset: i, as: UInt8.self) {
        return false
      }
      return true
    }
    var offset = 0
    while offset + 8 <= count {
      if word(a, offset) != word(b, offset) { return false }
      offset += 8
    }
    return word(a, count - 8) == word(b, count - 8)
  }

  @inline(__always) private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Multiplies eight bytes at a time; the last ones are read together, overlapping what is before them.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let first = text.baseAddress else { return 0 }
    let base = UnsafeRawPointer(first)
    let count = text.count
    var hash = UInt64(truncatingIfNeeded: count)
    var last: UInt64 = 0
    if count >= 8 {
      var offset = 0
      while offset + 8 < count {
        hash = (hash ^ word(base, offset)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
        offset += 8
      }
      last = word(base, count - 8)
    } else if count >= 4 {
      last =
        UInt64(base.loadUnaligned(as: UInt32.self))
        | UInt64(base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) << 32
    } else if count > 0 {
      last = UInt64(first[0]) | UInt64(first[count / 2]) << 8 | UInt64(first[count - 1]) << 16
    }
    hash = (hash ^ last) &* 0x9E37_79B9_7F4A_7C15
    // A product's low bits know nothing of the high bytes.
    hash ^= hash >> 32
    hash = hash &* 0xD6E8_FEB8_6659_FD93
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}

/// Names the checker itself asks for, interned first so that their ids are constants.
extension NameID {
  package static let initializer = NameID(0)
  package static let subscriptName = NameID(1)
  package static let selfValue = NameID(2)
  package static let selfType = NameID(3)
  package static let body = NameID(4)
  package static let wrappedValue = NameID(5)
  package static let projectedValue = NameID(6)
  package static let rawValue = NameID(7)
  package static let allCases = NameID(8)
  package static let hash = NameID(9)
  package static let into = NameID(10)
  package static let hashValue = NameID(11)
  package static let equalEqual = NameID(12)
  package static let less = NameID(13)
  package static let codingKeys = NameID(14)
  package static let from = NameID(15)
  package static let to = NameID(16)
  package static let encode = NameID(17)
  package static let decoder = NameID(18)
  package static let encoder = NameID(19)
  package static let hasher = NameID(20)
  package static let lhs = NameID(21)
  package static let rhs = NameID(22)
  package static let newValue = NameID(23)
  package static let oldValue = NameID(24)
  package static let error = NameID(25)
  package static let callAsFunction = NameID(26)
  package static let dynamicMember = NameID(27)
  package static let objectWillChange = NameID(28)
  package static let id = NameID(29)
  package static let rawValueType = NameID(30)
  package static let allCasesType = NameID(31)
  package static let previews = NameID(32)
  package static let content = NameID(33)
  package static let typeName = NameID(34)
  package static let protocolName = NameID(35)
  package static let superValue = NameID(36)
  package static let underscore = NameID(37)
  package static let enclosingInstance = NameID(38)
  package static let element = NameID(39)
  package static let buildBlock = NameID(40)
  package static let buildExpression = NameID(41)
  package static let buildPartialBlock = NameID(42)
  package static let buildOptional = NameID(43)
  package static let buildIf = NameID(44)
  package static let buildEither = NameID(45)
  package static let buildArray = NameID(46)
  package static let buildFinalResult = NameID(47)
  package static let buildLimitedAvailability = NameID(48)
  package static let first = NameID(49)
  package static let second = NameID(50)
  package static let swiftUI = NameID(51)
  package static let foundation = NameID(52)
  package static let any = NameID(53)
  package static let anyObject = NameID(54)
  package static let sendable = NameID(55)
  package static let main = NameID(56)
  package static let void = NameID(57)
  package static let stringValue = NameID(58)
  package static let intValue = NameID(59)
  package static let deinitializer = NameID(60)
  package static let identityType = NameID(61)
  package static let scenario = NameID(62)
  package static let preview = NameID(63)
  package static let contentView = NameID(64)
  package static let homeView = NameID(65)
  package static let mainView = NameID(66)
  package static let makeBody = NameID(67)
  package static let animatableData = NameID(68)
  package static let wrapped = NameID(69)
  package static let value = NameID(70)
  package static let objectWillChangePublisher = NameID(71)

  static let knownTexts = [
    "init", "subscript", "self", "Self", "body", "wrappedValue", "projectedValue", "rawValue", "allCases", "hash",
    "into", "hashValue", "==", "<", "CodingKeys", "from", "to", "encode", "decoder", "encoder", "hasher", "lhs",
    "rhs", "newValue", "oldValue", "error", "callAsFunction", "dynamicMember", "objectWillChange", "id", "RawValue",
    "AllCases", "previews", "content", "Type", "Protocol", "super", "_", "_enclosingInstance", "Element",
    "buildBlock", "buildExpression", "buildPartialBlock", "buildOptional", "buildIf", "buildEither", "buildArray",
    "buildFinalResult", "buildLimitedAvailability", "first", "second", "SwiftUI", "Foundation", "Any", "AnyObject",
    "Sendable", "main", "Void", "stringValue", "intValue", "deinit", "ID", "Scenario", "Preview", "ContentView",
    "HomeView", "MainView", "makeBody", "animatableData", "Wrapped", "value", "ObjectWillChangePublisher",
  ]
}
