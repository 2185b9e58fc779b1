/// Answers by proposal: six with the node, older ones of containers in a table shared by all nodes.
///
/// The table is what keeps deeply nested flexible stacks linear: without it a node that is asked for more proposals than
/// it remembers would be measured again and again, each time with everything below it.

/// Open addressing by node and proposal. An entry holds while the node's generation is the entry's.
struct SpillTable {
  struct Entry: BitwiseCopyable {
    var node: Int32 = -1
    var generation: UInt32 = 0
    var w = 0.0
    var h = 0.0
    var width = 0.0
    var height = 0.0
  }

  private var base: UnsafeMutablePointer<Entry>?
  private var capacity = 0
  private(set) var count = 0

  private static func hash(_ node: Int32, _ w: Double, _ h: Double) -> Int {
    var x = UInt64(UInt32(bitPattern: node)) &* 0x9E37_79B9_7F4A_7C15
    x ^= w.bitPattern &* 0xBF58_476D_1CE4_E5B9
    x = (x >> 29) ^ x
    x = (x ^ h.bitPattern) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (x ^ (x >> 32)) & 0x7FFF_FFFF)
  }

  func find(_ node: Int32, _ generation: UInt32, _ p: Proposal) -> Size? {
    guard let base else { return nil }
    var i = SpillTable.hash(node, p.w, p.h) & (capacity - 1)
    while base[i].node >= 0 {
      let entry = base[i]
      if entry.node == node, entry.generation == generation, entry.w.bitPattern == p.w.bitPattern,
        entry.h.bitPattern == p.h.bitPattern
      {
        return Size(entry.width, entry.height)
      }
      i = (i + 1) & (capacity - 1)
    }
    return nil
  }

  mutating func insert(_ entry: Entry) {
    if (count + 1) * 4 > capacity * 3 { grow() }
    guard let base else { return }
    var i = SpillTable.hash(entry.node, entry.w, entry.h) & (capacity - 1)
    while base[i].node >= 0 { i = (i + 1) & (capacity - 1) }
    base[i] = entry
    count += 1
  }

  private mutating func grow() {
    let old = base
    let oldCapacity = capacity
    capacity = max(1024, capacity * 2)
    let next = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    next.initialize(repeating: Entry(), count: capacity)
    base = next
    count = 0
    if let old {
      for i in 0..<oldCapacity where old[i].node >= 0 { insert(old[i]) }
      old.deallocate()
    }
  }

  /// Answers are only worth keeping while they are few: outdated ones stay until the table is dropped.
  var isLarge: Bool { capacity > 1 << 18 }

  mutating func drop() {
    base?.deallocate()
    base = nil
    capacity = 0
    count = 0
  }

  func deallocate() { base?.deallocate() }
}

extension LayoutTree {
  @inline(__always)
  func cacheEntries(_ node: Int32) -> UnsafeMutablePointer<CacheEntry> {
    UnsafeMutableRawPointer(caches.base + Int(node)).assumingMemoryBound(to: CacheEntry.self)
  }

  @inline(__always)
  func cached(_ node: Int32, _ p: Proposal) -> Size? {
    let entries = cacheEntries(node)
    let count = Int(caches.base[Int(node)].count)
    var i = 0
    while i < count {
      if entries[i].w.bitPattern == p.w.bitPattern, entries[i].h.bitPattern == p.h.bitPattern {
        return Size(entries[i].width, entries[i].height)
      }
      i += 1
    }
    if flags[node].contains(.spilled) { return spill.find(node, caches.base[Int(node)].generation, p) }
    return nil
  }

  func remember(_ node: Int32, _ p: Proposal, _ size: Size) {
    measuredCount &+= 1
    let row = caches.base + Int(node)
    let entries = cacheEntries(node)
    let new = CacheEntry(w: p.w, h: p.h, width: size.width, height: size.height)
    if Int(row.pointee.count) < SizeCache.capacity {
      if row.pointee.count == 0 { row.pointee.sensitivity = sensitivity(node) }
      entries[Int(row.pointee.count)] = new
      row.pointee.count += 1
      return
    }
    let i = Int(row.pointee.next)
    if firstChildren[node] >= 0 {
      let old = entries[i]
      spill.insert(
        SpillTable.Entry(
          node: node, generation: row.pointee.generation, w: old.w, h: old.h, width: old.width, height: old.height))
      flags[node].insert(.spilled)
    } else {
      flags[node].insert(.evicted)
    }
    entries[i] = new
    row.pointee.next = UInt8((i + 1) % SizeCache.capacity)
  }

  func forgetSizes(_ node: Int32) {
    caches.base[Int(node)].clear()
    caches.base[Int(node)].generation &+= 1
    flags[node].remove([.spilled, .evicted])
  }
}
