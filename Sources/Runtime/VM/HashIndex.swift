/// The hash index of a dictionary or set: open addressing from a value's hash to the position of its entry.
struct HashIndex {
  /// Entry position + 1, 0 for an empty place; a power of two long, at most half full.
  var table: [Int32] = []
}

/// Block sizes of the slab: exact up to 8 slots, then four steps to each doubling.
enum SizeClass {
  static let count = 8 + 4 * 24

  @inline(__always)
  static func of(_ slots: Int) -> Int {
    if slots <= 8 { return slots }
    let top = 63 - (slots - 1).leadingZeroBitCount  // 3 for 9...16
    let step = 1 << (top - 2)
    let within = (slots - (1 << top) + step - 1) / step  // 1...4
    return 8 + (top - 3) * 4 + within
  }

  @inline(__always)
  static func size(_ sizeClass: Int) -> Int {
    if sizeClass <= 8 { return sizeClass }
    let row = (sizeClass - 9) / 4
    let within = (sizeClass - 9) % 4 + 1
    return (8 << row) + within * (2 << row)
  }
}
