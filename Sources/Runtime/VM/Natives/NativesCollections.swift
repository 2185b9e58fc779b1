/// Natives of Array, Dictionary, Set and Hasher.
///
/// What is passed `inout` is the variable's own object, changed in place; what is kept gets a second owner.
import SceneIR

extension NativeTable {
  mutating func addCollections() {
    addArrays()
    addArrayChanges()
    addDictionaries()
    addSets()
    add("Hasher.init()") { $0.result = $0.machine.makeHasher() }
    add("Hasher.combine(_:)") { call in
      call.run { call throws(Trap) in
        let hasher = call.unique(0)
        let hash = try call.machine.hash(call[1], type: call.hiddenType(after: 2))
        call.heap.setSlot(hasher, 0, Machine.mix(call.heap.slot(hasher, 0), hash))
        call.setResult(hasher, at: 1)
      }
    }
    add("Hasher.finalize()") { $0.result = Machine.mix($0.heap.slot($0[0], 0), 11) }
  }

  private mutating func addArrays() {
    add("Array.init()") { $0.result = $0.machine.makeArray([], of: $0.hiddenType(after: 0)) }
    add("Array.init(repeating:count:)") { call in
      let count = call.integer(1)
      if count < 0 { return call.trap(.precondition, "an array with a negative count") }
      let index = call.heap.allocate(.array, type: call.types.array(of: call.hiddenType(after: 2)), count: count)
      if index == 0 { return }
      call.charge(count / 8)
      let base = call.heap.slots + Int(call.heap.headers[index].start)
      let element = call[0]
      for i in 0..<count { base[i] = element }
      call.heap.share(element)
      call.result = Word(handle: index)
    }
    add("Array.count") { call in
      guard call.heap.kind(call[0]) == .array else { return call.trap(.badProgram) }
      call.setInteger(call.heap.count(call[0]))
    }
    add("Array.subscript(_:)") { call in
      let elements = call.heap.contents(call[0])
      let index = call.integer(1)
      guard elements.indices.contains(index) else { return outOfRange(&call, index, elements.count) }
      call.result = elements[index]
    }
    add("Array.+(_:_:)") { call in
      let left = call.heap.contents(call[0])
      let right = call.heap.contents(call[1])
      for word in left { call.heap.share(word) }
      for word in right { call.heap.share(word) }
      call.charge((left.count + right.count) / 4)
      var type = call.heap.type(call[0])
      if call.typeArgument(0) == .unknown { type = call.heap.type(call[1]) }
      call.result = call.heap.make(.array, type: type, Array(left) + Array(right))
    }
    add(["Array.description", "Set.description", "Dictionary.description"]) { call in
      call.run { call throws(Trap) in
        call.setString(try call.machine.describe(call[0], type: call.heap.type(call[0])))
      }
    }
  }

  private mutating func addArrayChanges() {
    func change(_ key: String, _ body: @escaping (inout NativeCall, Word) -> Void) {
      add(key) { call in
        guard call.heap.kind(call[0]) == .array else { return call.trap(.badProgram) }
        let own = call.unique(0)
        if own == .none { return }
        body(&call, own)
        call.setResult(own, at: 1)
      }
    }
    change("Array.subscript(_:)=") { call, own in
      let index = call.integer(2)
      let count = call.heap.count(own)
      guard index >= 0, index < count else { return outOfRange(&call, index, count) }
      call.heap.share(call[1])
      call.heap.setSlot(own, index, call[1])
    }
    change("Array.append(_:)") { call, own in
      call.heap.share(call[1])
      call.heap.insert(call[1], into: own, at: call.heap.count(own))
    }
    change("Array.insert(_:at:)") { call, own in
      let index = call.integer(2)
      let count = call.heap.count(own)
      guard index >= 0, index <= count else { return outOfRange(&call, index, count) }
      call.charge((count - index) / 8)
      call.heap.share(call[1])
      call.heap.insert(call[1], into: own, at: index)
    }
    change("Array.remove(at:)") { call, own in
      let index = call.integer(1)
      let count = call.heap.count(own)
      guard index >= 0, index < count else { return outOfRange(&call, index, count) }
      call.charge((count - index) / 8)
      call.result = call.heap.slot(own, index)
      call.heap.remove(from: own, index..<(index + 1))
    }
    change("Array.removeLast()") { call, own in
      let count = call.heap.count(own)
      guard count > 0 else { return call.trap(.emptyCollection, "removing the last element of an empty array") }
      call.result = call.heap.slot(own, count - 1)
      call.heap.remove(from: own, (count - 1)..<count)
    }
    change("Array.removeAll(keepingCapacity:)") { call, own in
      call.heap.remove(from: own, 0..<call.heap.count(own))
    }
    change("Array.removeSubrange(_:)") { call, own in
      let (lower, upper) = call.bounds(1)
      let count = call.heap.count(own)
      guard lower.integer >= 0, lower.integer <= upper.integer, upper.integer <= count else {
        return call.trap(.indexOutOfRange, "the range \(lower.integer)..<\(upper.integer) of \(count) elements")
      }
      call.charge((count - lower.integer) / 8)
      call.heap.remove(from: own, lower.integer..<upper.integer)
    }
    change("Array.reserveCapacity(_:)") { _, _ in }
    change("Array.swapAt(_:_:)") { call, own in
      let (i, j) = (call.integer(1), call.integer(2))
      let count = call.heap.count(own)
      guard i >= 0, i < count else { return outOfRange(&call, i, count) }
      guard j >= 0, j < count else { return outOfRange(&call, j, count) }
      let first = call.heap.slot(own, i)
      call.heap.setSlot(own, i, call.heap.slot(own, j))
      call.heap.setSlot(own, j, first)
    }
    change("Array.reverse()") { call, own in
      let count = call.heap.count(own)
      call.charge(count / 8)
      let base = call.heap.slots + Int(call.heap.headers[own.handleIndex].start)
      for i in 0..<(count / 2) {
        let first = base[i]
        base[i] = base[count - 1 - i]
        base[count - 1 - i] = first
      }
    }
  }

  private mutating func addDictionaries() {
    add("Dictionary.init()") { call in
      let type = call.types.known(.dictionary, [call.hiddenType(after: 0), call.hiddenType(after: 0, 1)])
      call.result = call.heap.make(.dictionary, type: type, [Word(integer: -1)])
    }
    add("Dictionary.count") { $0.setInteger($0.machine.dictionaryCount($0[0])) }
    add("Dictionary._keyArray") { call in
      let pairs = call.heap.contents(call[0])
      call.charge(pairs.count / 8)
      call.result = column(call, pairs, 0)
    }
    add("Dictionary._valueArray") { call in
      let pairs = call.heap.contents(call[0])
      call.charge(pairs.count / 8)
      call.result = column(call, pairs, 1)
    }
    add("Dictionary.subscript(_:)") { call in
      call.run { call throws(Trap) in
        call.setOptional(try call.machine.dictionaryValue(call[0], call[1]))
      }
    }
    add("Dictionary.subscript(_:)=") { call in
      call.run { call throws(Trap) in
        let own = call.unique(0)
        if own == .none { return }
        if call[1] == .none {
          call.charge(call.heap.count(own) / 8)
          _ = try call.machine.dictionaryRemove(own, call[2])
        } else {
          try call.machine.dictionarySet(own, call[2], call.machine.unwrapped(call[1]))
        }
        call.setResult(own, at: 1)
      }
    }
  }

  private mutating func addSets() {
    add("Set.init()") { call in
      let type = call.types.known(.set, [call.hiddenType(after: 0)])
      call.result = call.heap.make(.set, type: type, [Word(integer: -1)])
    }
    add("Set.count") { $0.setInteger($0.heap.contents($0[0]).count) }
    add("Set._elementArray") { call in
      let elements = Array(call.heap.contents(call[0]))
      call.charge(elements.count / 8)
      for word in elements { call.heap.share(word) }
      call.result = call.machine.makeArray(elements, of: call.typeArgument(0))
    }
    add("Set.contains(_:)") { call in
      call.run { call throws(Trap) in call.setTruth(try call.machine.setContains(call[0], call[1])) }
    }
    add("Set._insert(_:)") { call in
      call.run { call throws(Trap) in
        let own = call.unique(0)
        if own == .none { return }
        call.setTruth(try call.machine.setInsert(own, call[1]) == nil)
        call.setResult(own, at: 1)
      }
    }
    add("Set._remove(_:)") { call in
      call.run { call throws(Trap) in
        let own = call.unique(0)
        if own == .none { return }
        call.charge(call.heap.count(own) / 8)
        call.setTruth(try call.machine.setRemove(own, call[1]) != nil)
        call.setResult(own, at: 1)
      }
    }
  }
}

private func outOfRange(_ call: inout NativeCall, _ index: Int, _ count: Int) {
  call.trap(.indexOutOfRange, "index \(index) of \(count) elements")
}

/// Keys (0) or values (1) of a dictionary as an array.
private func column(_ call: NativeCall, _ pairs: UnsafeBufferPointer<Word>, _ which: Int) -> Word {
  var words: [Word] = []
  words.reserveCapacity(pairs.count / 2)
  for at in stride(from: which, to: pairs.count, by: 2) {
    call.heap.share(pairs[at])
    words.append(pairs[at])
  }
  return call.machine.makeArray(words, of: call.typeArgument(0, which))
}

extension Heap {
  /// Inserts an element into an array that is nobody else's; `index` is in `0 ... count`.
  func insert(_ word: Word, into array: Word, at index: Int) {
    let object = array.handleIndex
    let count = Int(headers[object].count)
    if count == SizeClass.size(Int(headers[object].sizeClass)), !grow(object, toHold: count + 1) { return }
    let base = slots + Int(headers[object].start)
    var at = count
    while at > index {
      base[at] = base[at - 1]
      at -= 1
    }
    base[index] = word
    headers[object].count = UInt32(truncatingIfNeeded: count + 1)
  }

  /// Removes elements of an array that is nobody else's.
  func remove(from array: Word, _ range: Range<Int>) {
    let object = array.handleIndex
    let count = Int(headers[object].count)
    let base = slots + Int(headers[object].start)
    var to = range.lowerBound
    for from in range.upperBound..<max(count, range.upperBound) {
      base[to] = base[from]
      to += 1
    }
    headers[object].count = UInt32(truncatingIfNeeded: count - range.count)
  }

  /// Appends to a string that is nobody else's.
  func appendString(_ word: Word, _ suffix: String) {
    guard kind(word) == .string else { return }
    guard bytesInUse + suffix.utf8.count <= maximumBytes else {
      isExhausted = true
      return
    }
    bytesInUse += suffix.utf8.count
    strings[Int(headers[word.handleIndex].start)].append(suffix)
  }
}
