/// Maps and sets whose keys are ids: an index over arrays, so that a lookup is one multiplication and a comparison, and
/// the order is that of insertion.
///
/// The standard containers ask the runtime for their type and the key's conformance when the first of each kind is made,
/// which costs a small check more than its lookups do.

/// A key of an `IDMap` or `IDSet`.
package protocol TableKey: Equatable, Sendable {
  /// Spread over all bits.
  var tableHash: UInt32 { get }
}

extension TableID {
  @inline(__always) package var tableHash: UInt32 { UInt64(truncatingIfNeeded: raw).tableHash }
}

extension UInt64: TableKey {
  @inline(__always) package var tableHash: UInt32 {
    let mixed = self &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }
}

extension UInt32: TableKey {
  @inline(__always) package var tableHash: UInt32 { UInt64(self).tableHash }
}

extension Int: TableKey {
  @inline(__always) package var tableHash: UInt32 { UInt64(truncatingIfNeeded: self).tableHash }
}

/// Keys with their positions. Up to eight are searched one by one; beyond, an open-addressing table finds them.
struct IDIndex<Key: TableKey> {
  private(set) var keys: [Key] = []
  /// Position + 1; 0 is free. The count is a power of two, or 0 while there are few keys.
  private var slots: [UInt32] = []

  private static var few: Int { 8 }

  @inline(__always) func position(of key: Key) -> Int? {
    if slots.isEmpty {
      for i in 0..<keys.count where keys[i] == key { return i }
      return nil
    }
    let mask = slots.count - 1
    var slot = Int(key.tableHash) & mask
    while true {
      let entry = Int(slots[slot])
      if entry == 0 { return nil }
      if keys[entry - 1] == key { return entry - 1 }
      slot = (slot + 1) & mask
    }
  }

  /// Position of a key, which is added behind the others if it is new.
  mutating func insert(_ key: Key) -> (position: Int, isNew: Bool) {
    if let known = position(of: key) { return (known, false) }
    keys.append(key)
    if slots.isEmpty {
      if keys.count > Self.few { rebuild(32) }
    } else if keys.count * 2 > slots.count {
      rebuild(slots.count * 4)
    } else {
      place(keys.count - 1)
    }
    return (keys.count - 1, true)
  }

  /// Takes a key away; the last one moves to its place. Nil if it was not there.
  mutating func remove(_ key: Key) -> Int? {
    guard let position = position(of: key) else { return nil }
    let last = keys.count - 1
    if !slots.isEmpty {
      free(position)
      if position != last {
        let mask = slots.count - 1
        var slot = Int(keys[last].tableHash) & mask
        while Int(slots[slot]) != last + 1 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(truncatingIfNeeded: position + 1)
      }
    }
    keys[position] = keys[last]
    keys.removeLast()
    return position
  }

  mutating func removeAll(keepingCapacity: Bool) {
    if keys.isEmpty { return }
    keys.removeAll(keepingCapacity: keepingCapacity)
    // Clearing a large table again and again costs more than making it once more.
    if slots.count > 1024 || !keepingCapacity {
      slots = []
    } else {
      for i in slots.indices { slots[i] = 0 }
    }
  }

  private mutating func place(_ position: Int) {
    let mask = slots.count - 1
    var slot = Int(keys[position].tableHash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(truncatingIfNeeded: position + 1)
  }

  private mutating func rebuild(_ size: Int) {
    slots = [UInt32](repeating: 0, count: size)
    for position in keys.indices { place(position) }
  }

  /// Empties the slot of a position and closes the gap, so that no search ends early.
  private mutating func free(_ position: Int) {
    let mask = slots.count - 1
    var hole = Int(keys[position].tableHash) & mask
    while Int(slots[hole]) != position + 1 { hole = (hole + 1) & mask }
    var next = (hole + 1) & mask
    while slots[next] != 0 {
      let home = Int(keys[Int(slots[next]) - 1].tableHash) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = 0
  }
}

/// A dictionary by ids.
package struct IDMap<Key: TableKey, Value> {
  private var index = IDIndex<Key>()
  private var values: [Value] = []

  package init() {}

  package var count: Int { values.count }

  /// In the order of insertion, where nothing was removed.
  var keys: [Key] { index.keys }
  package var isEmpty: Bool { values.isEmpty }

  package subscript(key: Key) -> Value? {
    @inline(__always) get { index.position(of: key).map { values[$0] } }
    set {
      guard let newValue else {
        if let position = index.remove(key) {
          values.swapAt(position, values.count - 1)
          values.removeLast()
        }
        return
      }
      let (position, isNew) = index.insert(key)
      if isNew { values.append(newValue) } else { values[position] = newValue }
    }
  }

  package subscript(key: Key, default initial: @autoclosure () -> Value) -> Value {
    get { index.position(of: key).map { values[$0] } ?? initial() }
    _modify {
      let (position, isNew) = index.insert(key)
      if isNew { values.append(initial()) }
      yield &values[position]
    }
  }

  package mutating func removeAll(keepingCapacity: Bool = false) {
    if values.isEmpty { return }
    index.removeAll(keepingCapacity: keepingCapacity)
    values.removeAll(keepingCapacity: keepingCapacity)
  }

  package mutating func removeAll(where isGone: (Key) -> Bool) {
    for key in index.keys where isGone(key) { self[key] = nil }
  }
}

/// A set of ids.
package struct IDSet<Key: TableKey>: Equatable {
  private var index = IDIndex<Key>()

  package init() {}

  package var count: Int { index.keys.count }

  /// In the order of insertion, where nothing was removed.
  package var elements: [Key] { index.keys }

  package static func == (a: IDSet, b: IDSet) -> Bool {
    a.count == b.count && a.elements.allSatisfy { b.contains($0) }
  }
  package var isEmpty: Bool { index.keys.isEmpty }

  /// The last one inserted, where nothing was removed but the last.
  package var last: Key? { index.keys.last }

  @inline(__always) package func contains(_ key: Key) -> Bool { index.position(of: key) != nil }

  @discardableResult
  package mutating func insert(_ key: Key) -> (inserted: Bool, position: Int) {
    let (position, isNew) = index.insert(key)
    return (isNew, position)
  }

  package mutating func remove(_ key: Key) { _ = index.remove(key) }

  package mutating func removeAll(keepingCapacity: Bool = false) { index.removeAll(keepingCapacity: keepingCapacity) }

  package mutating func formUnion(_ other: IDSet) { for key in other.elements { insert(key) } }

  package func isDisjoint(with other: IDSet) -> Bool { !elements.contains { other.contains($0) } }

  package func intersection(_ other: IDSet) -> IDSet {
    var result = IDSet()
    for key in elements where other.contains(key) { result.insert(key) }
    return result
  }
}

/// In the order of insertion.
extension IDSet: Sequence {
  package func makeIterator() -> IndexingIterator<[Key]> { elements.makeIterator() }
}

extension IDSet: ExpressibleByArrayLiteral {
  package init(arrayLiteral keys: Key...) { for key in keys { insert(key) } }
}

extension IDSet {
  package init(_ keys: some Sequence<Key>) { for key in keys { insert(key) } }
}
