/// State locations: values, their readers, and writes that join the current transaction (semantics 1.8, 1.9, 2.2).

struct Reader {
  var node: SID
  var serial: UInt32
}

struct StateSlot {
  /// What a read in an action sees.
  var value: Word = .none
  /// What bodies see: the value of the transactions flushed so far.
  var committed: Word = .none
  var type: TypeId = .unknown
  var readers: [Reader] = []
  var isAlive = false
}

extension ViewGraph {
  func makeSlot(_ value: Word, type: TypeId) -> Int {
    heap.share(value)
    let slot = StateSlot(value: value, committed: value, type: type, isAlive: true)
    slots.append(slot)
    return slots.count - 1
  }

  /// The view is gone. A closure that outlives it may still read and write, so the number is not used again.
  func freeSlot(_ index: Int) {
    guard slots.indices.contains(index) else { return }
    slots[index].readers = []
  }

  /// Makes the evaluation that runs depend on what is read.
  @inline(__always)
  func register(_ readers: inout [Reader]) {
    guard reader >= 0 else { return }
    let serial = s[Int(reader)].serial
    if let last = readers.last, last.node == reader, last.serial == serial { return }
    readers.append(Reader(node: reader, serial: serial))
  }

  func invalidate(_ readers: inout [Reader]) {
    for entry in readers where s[Int(entry.node)].serial == entry.serial { markDirty(entry.node) }
    readers.removeAll(keepingCapacity: true)
  }

  func markDirty(_ node: SID) {
    let n = Int(node)
    guard s[n].kind != .free, !s[n].flags.contains(.dirty) else { return }
    s[n].flags.insert(.dirty)
    dirty.append(node)
  }

  func readSlot(_ index: Int) -> Word {
    guard slots.indices.contains(index), slots[index].isAlive else { return .none }
    if reader >= 0 {
      register(&slots[index].readers)
      return slots[index].committed
    }
    return slots[index].value
  }

  /// A write: stored at once, seen by bodies with its transaction.
  func writeSlot(_ index: Int, _ value: Word, transaction: Transact? = nil) {
    guard slots.indices.contains(index), slots[index].isAlive else { return }
    if isUpdating {
      report(
        RuntimeCode.writeDuringUpdate, .warning,
        "State is modified while a view's body is evaluated; the write is ignored")
      return
    }
    if isEqual(slots[index].value, value, type: slots[index].type) { return }
    heap.share(value)
    journal.append(JournalEntry(slot: index, old: slots[index].value))
    slots[index].value = value
    enqueue(.state(slot: index, value: value), transaction ?? current)
  }

  /// Equality for "no change": the same bits or members, else the type's own `==`.
  func isEqual(_ a: Word, _ b: Word, type: TypeId) -> Bool {
    if a == b { return true }
    if machine.identical(a, b) { return true }
    guard type != .unknown, a.isHandle || b.isHandle else { return false }
    if a.isNone || b.isNone { return false }
    guard isEquatable(type) else { return false }
    return scene { try machine.equal(a, b, type: type) } ?? false
  }

  func isEquatable(_ type: TypeId) -> Bool {
    guard let proto = equatableProtocol else { return false }
    switch types.shape(type) {
    case .object, .structure, .enumeration, .native: return types.conforms(type, to: proto)
    case .optional, .array:
      guard let inner = types.info(type).arguments.first else { return false }
      return isEquatable(inner)
    default: return false
    }
  }

  var equatableProtocol: Int? { machine.protocolIndex("Equatable") }
}

struct JournalEntry {
  var slot: Int
  var old: Word
}
