/// The objects of one run: headers in one table, slots in one slab, strings in a pool.
///
/// Both tables are reserved as address space and touched page by page, so their bases never move and an object costs no
/// allocation of its own. There are no reference counts: an object of a value type carries a sticky *shared* flag, and a
/// change in place of a shared object copies first. Reclaiming is in `Collector.swift`.

package enum ObjectKind: UInt8, Sendable, CaseIterable {
  case free = 0
  /// Slots: the stored members.
  case structure
  /// Slots: the elements.
  case tuple
  /// Slots: case index, payload.
  case enumeration
  /// Slots: the elements.
  case array
  /// Slots: row of the hash index or -1, then key, value, key, value ... in insertion order.
  case dictionary
  /// Slots: row of the hash index or -1, then the elements in insertion order.
  case set
  /// No slots; `start` is a row of the string pool.
  case string
  /// Slots: function index, captured values.
  case closure
  /// Slot: the value of a captured variable.
  case box
  /// A class instance. Slots: the stored members.
  case instance
  /// Slots: row of `SceneModule.keyPaths`, captured arguments.
  case keyPath
  /// Slot: the value; its type is the object's type.
  case existential
  /// Slot: nil, or another nesting box: `some(nil)`.
  case nesting
  /// What a native without a handler made. Slots: native index, arguments.
  case description
  /// Slots of a native's own, named by the object's type (locations, namespaces, hashers ...).
  case native
  /// Slot: the object referred to, or nil when it has been reclaimed.
  case weak
}

extension ObjectKind {
  /// Kinds whose slots are stored members.
  @inline(__always) var hasFields: Bool { self == .structure || self == .tuple || self == .instance }

  /// Kinds of values: shared ones are copied before a change. The others have identity.
  var isValue: Bool {
    switch self {
    case .structure, .tuple, .enumeration, .array, .dictionary, .set, .string, .existential, .nesting, .description:
      return true
    case .free, .closure, .box, .instance, .keyPath, .native, .weak: return false
    }
  }
}

struct ObjectHeader {
  var kind: ObjectKind
  var flags: UInt8
  var sizeClass: UInt8
  var spare: UInt8 = 0
  var type: UInt32
  var start: UInt32
  var count: UInt32
}

enum ObjectFlag {
  /// The value has more than one owner.
  static let shared: UInt8 = 1
  static let marked: UInt8 = 2
  /// The deinitialiser of the instance has run.
  static let finalized: UInt8 = 4
}

package final class Heap {
  private let headerPages: Reservation<ObjectHeader>
  private let slotPages: Reservation<Word>
  let headers: UnsafeMutablePointer<ObjectHeader>
  let slots: UnsafeMutablePointer<Word>
  let maximumObjects: Int
  let maximumSlots: Int
  let maximumBytes: Int
  /// Object 0 is never used, so that a zeroed handle means nothing.
  var objectCount = 1
  var slotCount = 0
  var freeObject = 0
  /// First free block of each size class, +1; a free block's first slot holds the next.
  let freeBlocks: UnsafeMutablePointer<Int>
  var strings: UnsafeMutablePointer<String>
  var stringCapacity: Int
  var stringCount = 0
  var freeStrings: [Int] = []
  /// Bytes in use: headers, blocks, string contents.
  package internal(set) var bytesInUse = 0
  var bytesAfterCollection = 0
  /// Set when an allocation met the limit; the machine turns it into a trap.
  package var isExhausted = false
  /// Class instances in creation order.
  var instances: [UInt32] = []
  var weakReferences: [UInt32] = []
  var indexes: [HashIndex] = []
  var freeIndexes: [Int] = []

  package convenience init(limit: Int = 256 << 20) { self.init(limit: limit, map: Pages.map) }

  /// - Parameter map: gives so many bytes of address space, or nil
  init(limit: Int, map: (Int) -> UnsafeMutableRawPointer?) {
    maximumBytes = limit
    headerPages = Reservation(min(limit / 16, 16 << 20) + 1, least: 1 << 10, of: ObjectHeader.self, map: map)
    // Freed blocks are not joined, so the slab may be larger than what is in use.
    slotPages = Reservation(limit / 4 + 1, least: 1 << 12, of: Word.self, map: map)
    maximumObjects = headerPages.count - 1
    maximumSlots = slotPages.count - 1
    headers = headerPages.base
    slots = slotPages.base
    freeBlocks = .allocate(capacity: SizeClass.count)
    freeBlocks.initialize(repeating: 0, count: SizeClass.count)
    stringCapacity = 256
    strings = .allocate(capacity: stringCapacity)
  }

  deinit {
    headerPages.release()
    slotPages.release()
    strings.deinitialize(count: stringCount)
    strings.deallocate()
    freeBlocks.deallocate()
  }

  // MARK: Allocation

  /// A new object with `count` slots set to nil; a dead object with no slots when the heap is full (`isExhausted`).
  @inline(__always)
  func allocate(_ kind: ObjectKind, type: Int, count: Int) -> Int {
    let sizeClass = SizeClass.of(count)
    guard sizeClass < SizeClass.count else { return exhausted() }
    let block = allocateBlock(sizeClass)
    let index = allocateHeader()
    guard block >= 0, index > 0 else { return exhausted() }
    headers[index] = ObjectHeader(
      kind: kind, flags: 0, sizeClass: UInt8(truncatingIfNeeded: sizeClass), type: UInt32(truncatingIfNeeded: type),
      start: UInt32(truncatingIfNeeded: block), count: UInt32(truncatingIfNeeded: count))
    return index
  }

  private func exhausted() -> Int {
    isExhausted = true
    return 0
  }

  @inline(__always)
  func allocateHeader() -> Int {
    if freeObject != 0 {
      let index = freeObject
      freeObject = Int(headers[index].start)
      bytesInUse += 16
      return index
    }
    guard objectCount < maximumObjects else { return 0 }
    let index = objectCount
    objectCount += 1
    bytesInUse += 16
    return index
  }

  @inline(__always)
  func allocateBlock(_ sizeClass: Int) -> Int {
    let size = SizeClass.size(sizeClass)
    if bytesInUse + size * 8 > maximumBytes { return -1 }
    let free = freeBlocks[sizeClass]
    if free != 0 {
      freeBlocks[sizeClass] = slots[free - 1].integer
      bytesInUse += size * 8
      return free - 1
    }
    guard slotCount + size <= maximumSlots else { return -1 }
    let start = slotCount
    slotCount += size
    bytesInUse += size * 8
    return start
  }

  func freeBlock(_ start: Int, _ sizeClass: Int) {
    guard sizeClass > 0 else { return }
    slots[start] = Word(integer: freeBlocks[sizeClass])
    freeBlocks[sizeClass] = start + 1
    bytesInUse -= SizeClass.size(sizeClass) * 8
  }

  // MARK: Making objects

  /// An object of any kind with these slots.
  package func make(_ kind: ObjectKind, type: TypeId, _ values: [Word]) -> Word {
    let index = allocate(kind, type: type, count: values.count)
    if index == 0 { return .none }
    let base = slots + Int(headers[index].start)
    for i in 0..<values.count { base[i] = values[i] }
    register(index, kind)
    return Word(handle: index)
  }

  func make(_ kind: ObjectKind, type: TypeId, from values: UnsafePointer<Word>, count: Int) -> Word {
    let index = allocate(kind, type: type, count: count)
    if index == 0 { return .none }
    (slots + Int(headers[index].start)).update(from: values, count: count)
    register(index, kind)
    return Word(handle: index)
  }

  @inline(__always)
  func register(_ index: Int, _ kind: ObjectKind) {
    if kind == .instance { instances.append(UInt32(truncatingIfNeeded: index)) }
    if kind == .weak { weakReferences.append(UInt32(truncatingIfNeeded: index)) }
  }

  package func makeString(_ text: String, type: TypeId) -> Word {
    let index = allocateHeader()
    let size = text.utf8.count
    guard index > 0, bytesInUse + size <= maximumBytes else {
      isExhausted = true
      return .none
    }
    let row: Int
    if let free = freeStrings.popLast() {
      row = free
      strings[row] = text
    } else {
      if stringCount == stringCapacity { growStrings() }
      row = stringCount
      (strings + row).initialize(to: text)
      stringCount += 1
    }
    bytesInUse += size
    headers[index] = ObjectHeader(
      kind: .string, flags: 0, sizeClass: 0, type: UInt32(truncatingIfNeeded: type),
      start: UInt32(truncatingIfNeeded: row), count: 0)
    return Word(handle: index)
  }

  private func growStrings() {
    let bigger = UnsafeMutablePointer<String>.allocate(capacity: stringCapacity * 2)
    bigger.moveInitialize(from: strings, count: stringCount)
    strings.deallocate()
    strings = bigger
    stringCapacity *= 2
  }

  /// A copy of a value object that nobody else has yet; its parts get a second owner. The object itself where it has
  /// identity; nil when the heap is full.
  package func copy(_ word: Word) -> Word {
    let kind = self.kind(word)
    guard kind.isValue else { return word }
    let header = headers[word.handleIndex]
    if kind == .string { return makeString(strings[Int(header.start)], type: TypeId(header.type)) }
    let count = Int(header.count)
    let index = allocate(kind, type: TypeId(header.type), count: count)
    if index == 0 { return .none }
    let from = slots + Int(header.start)
    let to = slots + Int(headers[index].start)
    for i in 0..<count {
      to[i] = from[i]
      share(from[i])
    }
    if kind == .dictionary || kind == .set { to[0] = Word(integer: -1) }
    return Word(handle: index)
  }

  /// Gives an object a block for at least `count` slots, twice its size; false when the heap is full.
  func grow(_ index: Int, toHold count: Int) -> Bool {
    let old = headers[index]
    let sizeClass = SizeClass.of(max(count, Int(old.count) * 2, 4))
    guard sizeClass < SizeClass.count else {
      isExhausted = true
      return false
    }
    let block = allocateBlock(sizeClass)
    guard block >= 0 else {
      isExhausted = true
      return false
    }
    (slots + block).update(from: slots + Int(old.start), count: Int(old.count))
    headers[index].start = UInt32(truncatingIfNeeded: block)
    headers[index].sizeClass = UInt8(truncatingIfNeeded: sizeClass)
    freeBlock(Int(old.start), Int(old.sizeClass))
    return true
  }

  // MARK: Reading objects

  /// Kind of the object, `free` for a word that is no handle of a live object.
  @inline(__always)
  package func kind(_ word: Word) -> ObjectKind {
    guard word.isHandle, word.handleIndex < objectCount else { return .free }
    return headers[word.handleIndex].kind
  }

  /// Run-time type of an object; `TypeId.unknown` for other words.
  @inline(__always)
  package func type(_ word: Word) -> TypeId {
    guard kind(word) != .free else { return .unknown }
    return TypeId(headers[word.handleIndex].type)
  }

  /// Number of slots (of an array: its count).
  @inline(__always)
  package func count(_ word: Word) -> Int {
    guard kind(word) != .free else { return 0 }
    return Int(headers[word.handleIndex].count)
  }

  /// A slot, nil where there is none.
  @inline(__always)
  package func slot(_ word: Word, _ index: Int) -> Word {
    guard kind(word) != .free else { return .none }
    let header = headers[word.handleIndex]
    guard index >= 0, index < Int(header.count) else { return .none }
    return slots[Int(header.start) + index]
  }

  /// Writes a slot of an object; without effect where there is none.
  @inline(__always)
  package func setSlot(_ word: Word, _ index: Int, _ value: Word) {
    guard kind(word) != .free else { return }
    let header = headers[word.handleIndex]
    guard index >= 0, index < Int(header.count) else { return }
    slots[Int(header.start) + index] = value
  }

  /// Elements of an array or set, key-value pairs of a dictionary, members of a struct, all slots of other objects. The
  /// pointer holds until the object grows or is reclaimed.
  package func contents(_ word: Word) -> UnsafeBufferPointer<Word> {
    let kind = self.kind(word)
    guard kind != .free else { return UnsafeBufferPointer(start: nil, count: 0) }
    let header = headers[word.handleIndex]
    let skipped = (kind == .dictionary || kind == .set) && header.count > 0 ? 1 : 0
    return UnsafeBufferPointer(start: slots + Int(header.start) + skipped, count: Int(header.count) - skipped)
  }

  package func string(_ word: Word) -> String? {
    guard kind(word) == .string else { return nil }
    return strings[Int(headers[word.handleIndex].start)]
  }

  /// Marks a value object as having a second owner.
  @inline(__always)
  package func share(_ word: Word) {
    guard word.isHandle, word.handleIndex < objectCount else { return }
    headers[word.handleIndex].flags |= ObjectFlag.shared
  }

  package func isShared(_ word: Word) -> Bool {
    kind(word) != .free && headers[word.handleIndex].flags & ObjectFlag.shared != 0
  }
}
