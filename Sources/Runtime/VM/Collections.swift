/// Dictionaries and sets: insertion-ordered entries in the object's slots, found by linear search while few, by an open
/// addressing index when many.
///
/// An entry is a key and a value (dictionary) or an element (set). Removal closes the gap and keeps the order.
import SceneIR

extension Machine {
  private static let linearLimit = 8

  // MARK: Reading

  package func dictionaryCount(_ word: Word) -> Int { heap.contents(word).count / 2 }

  /// The value of a key, or nil.
  package func dictionaryValue(_ dictionary: Word, _ key: Word) throws(Trap) -> Word? {
    let at = try find(dictionary, key, stride: 2)
    return at < 0 ? nil : heap.contents(dictionary)[at * 2 + 1]
  }

  package func setContains(_ set: Word, _ element: Word) throws(Trap) -> Bool {
    try find(set, element, stride: 1) >= 0
  }

  /// Position of the entry with this key, or -1. `stride` is 2 for a dictionary, 1 for a set.
  func find(_ word: Word, _ key: Word, stride: Int) throws(Trap) -> Int {
    let kind = heap.kind(word)
    guard kind == (stride == 2 ? .dictionary : .set) else { throw Trap(.badProgram) }
    let count = heap.contents(word).count / stride
    if count == 0 { return -1 }
    let keyType = types.info(heap.type(word)).arguments.first ?? .unknown
    let shape = types.shape(keyType)
    if count <= Machine.linearLimit || heap.isExhausted {
      for at in 0..<count where try sameKey(heap.contents(word)[at * stride], key, keyType, shape) { return at }
      return -1
    }
    let index = try self.index(of: word, stride: stride, keyType)
    let mask = heap.indexes[index].table.count - 1
    var place = Int(truncatingIfNeeded: try keyHash(key, keyType, shape)) & mask
    while true {
      let entry = Int(heap.indexes[index].table[place]) - 1
      if entry < 0 { return -1 }
      if entry < count, try sameKey(heap.contents(word)[entry * stride], key, keyType, shape) { return entry }
      place = (place + 1) & mask
    }
  }

  private func sameKey(_ a: Word, _ b: Word, _ type: TypeId, _ shape: ValueShape) throws(Trap) -> Bool {
    switch shape {
    case .string, .character: return sameString(a, b)
    case .integer, .boolean: return a == b
    default: return try equal(a, b, type: type)
    }
  }

  /// As `hash`, faster for strings: order of entries never depends on it.
  private func keyHash(_ key: Word, _ type: TypeId, _ shape: ValueShape) throws(Trap) -> UInt64 {
    if shape == .string || shape == .character {
      return UInt64(truncatingIfNeeded: (heap.string(key) ?? "").hashValue)
    }
    return try hash(key, type: type)
  }

  /// Row of the object's index, built when there is none.
  private func index(of word: Word, stride: Int, _ keyType: TypeId) throws(Trap) -> Int {
    let row = heap.slots[Int(heap.headers[word.handleIndex].start)].integer
    if row >= 0, row < heap.indexes.count { return row }
    let count = heap.contents(word).count / stride
    var size = 32
    while size < count * 3 { size *= 2 }
    var table = [Int32](repeating: 0, count: size)
    let shape = types.shape(keyType)
    for at in 0..<count {
      var place =
        Int(truncatingIfNeeded: try keyHash(heap.contents(word)[at * stride], keyType, shape)) & (size - 1)
      while table[place] != 0 { place = (place + 1) & (size - 1) }
      table[place] = Int32(truncatingIfNeeded: at + 1)
    }
    let new: Int
    if let free = heap.freeIndexes.popLast() {
      new = free
      heap.indexes[new] = HashIndex(table: table)
    } else {
      new = heap.indexes.count
      heap.indexes.append(HashIndex(table: table))
    }
    heap.bytesInUse += size * 4
    heap.slots[Int(heap.headers[word.handleIndex].start)] = Word(integer: new)
    return new
  }

  // MARK: Making

  package func makeSet(_ elements: [Word], of element: TypeId) throws(Trap) -> Word {
    let set = heap.make(.set, type: types.known(.set, [element]), [Word(integer: -1)])
    for word in elements { _ = try setInsert(set, word) }
    return set
  }

  package func makeDictionary(
    _ pairs: [(key: Word, value: Word)], _ key: TypeId, _ value: TypeId
  ) throws(Trap) -> Word {
    let dictionary = heap.make(.dictionary, type: types.known(.dictionary, [key, value]), [Word(integer: -1)])
    for pair in pairs { try dictionarySet(dictionary, pair.key, pair.value) }
    return dictionary
  }

  /// For the loop: a literal's dictionary; nil with `pendingTrap` or an exhausted heap.
  func makeDictionary(_ type: TypeId, _ from: UnsafeMutablePointer<Word>, _ count: Int) -> Word {
    let word = heap.make(.dictionary, type: type, [Word(integer: -1)])
    if word == .none { return .none }
    do throws(Trap) {
      for at in stride(from: 0, to: count, by: 2) {
        if try find(word, from[at], stride: 2) >= 0 {
          throw Trap(.fatalError, "a dictionary literal contains a key twice")
        }
        try append(word, from[at], from[at + 1], stride: 2)
      }
      return word
    } catch {
      pendingTrap = error
      return .none
    }
  }

  // MARK: Changing (objects of their own)

  /// Sets the value of a key in place; returns the old value.
  @discardableResult
  package func dictionarySet(_ dictionary: Word, _ key: Word, _ value: Word) throws(Trap) -> Word? {
    let at = try find(dictionary, key, stride: 2)
    heap.share(value)
    if at >= 0 {
      let old = heap.contents(dictionary)[at * 2 + 1]
      heap.setSlot(dictionary, 2 + at * 2, value)
      return old
    }
    heap.share(key)
    try append(dictionary, key, value, stride: 2)
    return nil
  }

  /// Removes a key in place; returns its value.
  package func dictionaryRemove(_ dictionary: Word, _ key: Word) throws(Trap) -> Word? {
    let at = try find(dictionary, key, stride: 2)
    if at < 0 { return nil }
    let old = heap.contents(dictionary)[at * 2 + 1]
    removeEntry(dictionary, at, stride: 2)
    return old
  }

  /// Inserts in place; the element that was there already, or nil.
  package func setInsert(_ set: Word, _ element: Word) throws(Trap) -> Word? {
    let at = try find(set, element, stride: 1)
    if at >= 0 { return heap.contents(set)[at] }
    heap.share(element)
    try append(set, element, .none, stride: 1)
    return nil
  }

  /// Removes in place; the element that was there, or nil.
  package func setRemove(_ set: Word, _ element: Word) throws(Trap) -> Word? {
    let at = try find(set, element, stride: 1)
    if at < 0 { return nil }
    let old = heap.contents(set)[at]
    removeEntry(set, at, stride: 1)
    return old
  }

  func removeEntry(_ word: Word, _ at: Int, stride: Int) {
    let header = heap.headers[word.handleIndex]
    let base = heap.slots + Int(header.start)
    let count = Int(header.count)
    var to = 1 + at * stride
    while to + stride < count {
      base[to] = base[to + stride]
      to += 1
    }
    heap.headers[word.handleIndex].count = UInt32(truncatingIfNeeded: count - stride)
    dropIndex(word)
  }

  func removeAll(_ word: Word) {
    guard heap.count(word) > 0 else { return }
    dropIndex(word)
    heap.headers[word.handleIndex].count = 1
  }

  private func dropIndex(_ word: Word) {
    let base = heap.slots + Int(heap.headers[word.handleIndex].start)
    heap.freeIndex(base[0].integer)
    base[0] = Word(integer: -1)
  }

  private func append(_ word: Word, _ key: Word, _ value: Word, stride: Int) throws(Trap) {
    let object = word.handleIndex
    let count = Int(heap.headers[object].count)
    if count == 0 || count + stride > SizeClass.size(Int(heap.headers[object].sizeClass)) {
      guard count > 0, heap.grow(object, toHold: count + stride) else { throw Trap(.outOfMemory) }
    }
    let base = heap.slots + Int(heap.headers[object].start)
    base[count] = key
    if stride == 2 { base[count + 1] = value }
    heap.headers[object].count = UInt32(truncatingIfNeeded: count + stride)
    let row = base[0].integer
    guard row >= 0, row < heap.indexes.count else { return }
    let entries = (count - 1) / stride + 1
    if entries * 2 > heap.indexes[row].table.count {
      dropIndex(word)
      return
    }
    let keyType = types.info(heap.type(word)).arguments.first ?? .unknown
    let mask = heap.indexes[row].table.count - 1
    var place = Int(truncatingIfNeeded: try keyHash(key, keyType, types.shape(keyType))) & mask
    while heap.indexes[row].table[place] != 0 { place = (place + 1) & mask }
    heap.indexes[row].table[place] = Int32(truncatingIfNeeded: entries)
  }
}

extension Heap {
  func freeIndex(_ row: Int) {
    guard row >= 0, row < indexes.count, !indexes[row].table.isEmpty else { return }
    bytesInUse -= indexes[row].table.count * 4
    indexes[row].table = []
    freeIndexes.append(row)
  }
}
