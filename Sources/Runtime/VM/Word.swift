/// The 64-bit value of a register, field or element, and its bit patterns: docs/development/values.md.
///
/// What a word means is known statically. Only handles and nil can be told apart from other words, because no arithmetic
/// makes their patterns.
package typealias Word = UInt64

extension UInt64 {
  /// nil of every Optional, and "no value" elsewhere.
  package static let none: Word = 0xFFFB_0000_0000_0000
  static let handlePattern: Word = 0xFFFC_0000_0000_0000
  static let handleMask: Word = 0xFFFF_FFFF_0000_0000
  package static let truth: Word = 1
  package static let falsehood: Word = 0

  /// The handle of the object with this index.
  @inline(__always) package init(handle index: Int) {
    self = .handlePattern | UInt64(UInt32(truncatingIfNeeded: index))
  }
  @inline(__always) package init(integer value: Int) { self = UInt64(bitPattern: Int64(value)) }
  /// A NaN gets the one quiet pattern, so that it is never taken for a handle.
  @inline(__always) package init(number value: Double) {
    self = value == value ? value.bitPattern : 0x7FF8_0000_0000_0000
  }
  @inline(__always) package init(truth value: Bool) { self = value ? 1 : 0 }

  @inline(__always) package var isHandle: Bool { self & .handleMask == .handlePattern }
  @inline(__always) package var isNone: Bool { self == .none }
  /// Index of the object; meaningful for handles only.
  @inline(__always) package var handleIndex: Int { Int(UInt32(truncatingIfNeeded: self)) }
  @inline(__always) package var integer: Int { Int(truncatingIfNeeded: Int64(bitPattern: self)) }
  @inline(__always) package var number: Double { Double(bitPattern: self) }
  @inline(__always) package var truth: Bool { self & 1 != 0 }
}
