/// Reclaims objects: mark and sweep when no code runs.
///
/// Words are scanned without knowing their types, since nothing but a handle looks like one. A dead class instance with a
/// deinitialiser is kept until that has run; weak references to what is dead are cleared before. Both go in creation
/// order. Freed headers and blocks go to free lists; nothing moves.
import SceneIR

extension Machine {
  /// Whether the heap has grown enough since the last collection to make one worth its time.
  package var shouldCollect: Bool { heap.bytesInUse > heap.bytesAfterCollection * 3 / 2 + (1 << 20) }

  /// Whether instances may wait for their deinitialiser or weak references for clearing, which a scene can see: then a
  /// collection is due at the end of every tick.
  package var hasObservableLifetimes: Bool {
    !heap.weakReferences.isEmpty || (usesDeinitializers && !heap.instances.isEmpty)
  }

  /// Reclaims what neither the embedder's roots nor globals, constants and suspended tasks reach, and runs `deinit`s. A
  /// trap in one of these is thrown after all is done.
  package func collect() throws(Trap) {
    var failure: Trap?
    // A deinitialiser may make new garbage with deinitialisers of its own.
    for _ in 0..<16 {
      mark()
      clearWeakReferences()
      let dead = heap.instances.filter { index in
        let header = heap.headers[Int(index)]
        return header.flags & (ObjectFlag.marked | ObjectFlag.finalized) == 0 && deinitializes(TypeId(header.type))
      }
      if dead.isEmpty { break }
      for index in dead { heap.headers[Int(index)].flags |= ObjectFlag.finalized }
      unmark()
      for index in dead {
        do throws(Trap) { try deinitialize(Word(handle: Int(index))) } catch { failure = failure ?? error }
      }
    }
    heap.sweep()
    heap.bytesAfterCollection = heap.bytesInUse
    if let failure { throw failure }
  }

  private func deinitializes(_ type: TypeId) -> Bool {
    var current: TypeId? = type
    for _ in 0..<256 {
      guard let here = current, let row = types.nominalRow(here) else { return false }
      if row.deinitializer != nil { return true }
      current = types.superclass(here)
    }
    return false
  }

  private func deinitialize(_ object: Word) throws(Trap) {
    var current: TypeId? = heap.type(object)
    var last = -1
    for _ in 0..<256 {
      guard let here = current, let row = types.nominalRow(here) else { return }
      if let function = row.deinitializer, function != last {
        last = function
        try call(function, types: types.info(here).arguments, [object])
      }
      current = types.superclass(here)
    }
  }

  private func mark() {
    var pending: [UInt32] = []
    let heap = self.heap
    for row in module.strings.indices { heap.mark(stringWords[row], &pending) }
    for word in characters { heap.mark(word, &pending) }
    for row in module.globals.indices { heap.mark(globals[row], &pending) }
    for task in tasks.rows {
      for word in task.registers { heap.mark(word, &pending) }
    }
    for at in 0..<stack.top { heap.mark(stack.registers[at], &pending) }
    if let roots = hooks.roots {
      withoutActuallyEscaping({ (word: Word) in heap.mark(word, &pending) }) { visit in roots(visit) }
    }
    while let index = pending.popLast() {
      let header = heap.headers[Int(index)]
      if header.kind == .weak || header.kind == .string { continue }
      let base = heap.slots + Int(header.start)
      for at in 0..<Int(header.count) { heap.mark(base[at], &pending) }
    }
  }

  private func unmark() {
    for index in 1..<heap.objectCount { heap.headers[index].flags &= ~ObjectFlag.marked }
  }

  private func clearWeakReferences() {
    for index in heap.weakReferences {
      let header = heap.headers[Int(index)]
      guard header.kind == .weak else { continue }
      let target = heap.slots[Int(header.start)]
      if heap.kind(target) != .free, heap.headers[target.handleIndex].flags & ObjectFlag.marked == 0 {
        heap.slots[Int(header.start)] = .none
      }
    }
  }
}

extension Heap {
  @inline(__always)
  func mark(_ word: Word, _ pending: inout [UInt32]) {
    guard word.isHandle, word.handleIndex < objectCount else { return }
    let header = headers + word.handleIndex
    guard header.pointee.kind != .free, header.pointee.flags & ObjectFlag.marked == 0 else { return }
    header.pointee.flags |= ObjectFlag.marked
    pending.append(UInt32(truncatingIfNeeded: word.handleIndex))
  }

  /// Frees what is not marked, and unmarks the rest.
  func sweep() {
    let isMarked = { (index: UInt32) in self.headers[Int(index)].flags & ObjectFlag.marked != 0 }
    instances = instances.filter(isMarked)
    weakReferences = weakReferences.filter(isMarked)
    freeObject = 0
    for index in stride(from: objectCount - 1, to: 0, by: -1) {
      let header = headers[index]
      if header.flags & ObjectFlag.marked != 0 {
        headers[index].flags &= ~ObjectFlag.marked
        continue
      }
      if header.kind != .free { release(header) }
      headers[index] = ObjectHeader(
        kind: .free, flags: 0, sizeClass: 0, type: 0, start: UInt32(truncatingIfNeeded: freeObject), count: 0)
      freeObject = index
    }
  }

  private func release(_ header: ObjectHeader) {
    bytesInUse -= 16
    switch header.kind {
    case .string:
      bytesInUse -= strings[Int(header.start)].utf8.count
      strings[Int(header.start)] = ""
      freeStrings.append(Int(header.start))
    case .dictionary, .set:
      if header.count > 0 { freeIndex(slots[Int(header.start)].integer) }
      freeBlock(Int(header.start), Int(header.sizeClass))
    default: freeBlock(Int(header.start), Int(header.sizeClass))
    }
  }
}
