/// An open hash table over the rows of another table, which compares them itself. A slot holds the hash beside the row, so
/// that a row is read only where its hash is the one that is looked for.
///
///     var slot = slots.first(hash)
///     while let row = slots.next(hash, &slot) { if matches(row) { return row } }
///     slots.fill(slot, hash, row: count)
struct HashSlots: ~Copyable {
  /// Row + 1 in the low half, the hash in the high one; 0 is free. The count is a power of two.
  private var slots: Growable<UInt64>
  private var filled = 0

  init(capacity: Int) {
    slots = Growable(zeros: capacity)
  }

  /// Where the search for a hash begins.
  @inline(__always) func first(_ hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  /// The next row of this hash; nil where the run ends, and `slot` is the free one.
  @inline(__always) func next(_ hash: UInt32, _ slot: inout Int) -> Int? {
    while true {
      let entry = slots[slot]
      if entry == 0 { return nil }
      if entry >> 32 == UInt64(hash) {
        slot = (slot &+ 1) & (slots.count - 1)
        return Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
      }
      slot = (slot &+ 1) & (slots.count - 1)
    }
  }

  /// Puts a row into the free slot that a search ended at.
  @inline(__always) mutating func fill(_ slot: Int, _ hash: UInt32, row: Int) {
    slots[slot] = UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: row + 1))
    filled += 1
    if filled * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var larger = Growable<UInt64>(zeros: slots.count * 4)
    let mask = larger.count - 1
    for i in slots.indices where slots[i] != 0 {
      var slot = Int(slots[i] >> 32) & mask
      while larger[slot] != 0 { slot = (slot &+ 1) & mask }
      larger[slot] = slots[i]
    }
    slots = larger
  }
}
