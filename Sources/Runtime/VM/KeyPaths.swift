/// Reading and writing through key paths.
import SceneIR

extension Machine {
  /// Text of a key path as a person would write it: `\.isOn`.
  package func keyPathText(_ keyPath: Word) -> String {
    if let (first, second) = parts(keyPath) { return keyPathText(first) + keyPathText(second).dropFirst() }
    return keyPathRow(keyPath)?.text ?? ""
  }

  /// A key path made by `appending` is the two it was made of.
  private func parts(_ keyPath: Word) -> (Word, Word)? {
    guard heap.kind(keyPath) == .keyPath, heap.slot(keyPath, 0).integer == -1 else { return nil }
    return (heap.slot(keyPath, 1), heap.slot(keyPath, 2))
  }

  private func keyPathRow(_ keyPath: Word) -> KeyPathRow? {
    guard heap.kind(keyPath) == .keyPath else { return nil }
    let row = heap.slot(keyPath, 0).integer
    return module.keyPaths.indices.contains(row) ? module.keyPaths[row] : nil
  }

  /// Reads through a key path object.
  package func read(keyPath: Word, from root: Word) throws(Trap) -> Word {
    if let (first, second) = parts(keyPath) { return try read(keyPath: second, from: read(keyPath: first, from: root)) }
    guard let row = keyPathRow(keyPath) else { throw Trap(.badProgram) }
    var values: [Word] = []
    return try follow(row, keyPath, root, row.components.count, &values) ?? .none
  }

  /// The value after the first `count` components, nil where an optional chain ended; `bases` gets the value before each.
  private func follow(
    _ row: KeyPathRow, _ keyPath: Word, _ root: Word, _ count: Int, _ bases: inout [Word]
  ) throws(Trap) -> Word? {
    var word = root
    var capture = 1
    for component in row.components.prefix(count) {
      bases.append(word)
      switch component {
      case .field(let index), .tupleElement(let index):
        guard heap.kind(word).hasFields, index >= 0, index < heap.count(word) else { throw Trap(.badProgram) }
        if isTracked(word) { hooks.onRead?(word, index) }
        word = heap.slot(word, index)
      case .accessor(let getter, _, let captures, let types):
        let given = captured(keyPath, capture + types, captures)
        let hidden = hidden(keyPath, capture, types, word)
        if types > 0, heap.kind(word) == .existential { word = heap.slot(word, 0) }
        word = try call(getter, types: hidden, [word] + given)
        capture += captures + types
      case .optionalChain:
        if word == .none { return nil }
        word = unwrapped(word)
      case .optionalWrap: word = wrapped(word)
      case .forceUnwrap:
        if word == .none { throw Trap(.unexpectedNil) }
        word = unwrapped(word)
      }
    }
    return word
  }

  /// Writes through a key path object; the result is the changed root (the same object for a class).
  package func write(keyPath: Word, to root: Word, _ value: Word) throws(Trap) -> Word {
    if let (first, second) = parts(keyPath) {
      let inner = try write(keyPath: second, to: read(keyPath: first, from: root), value)
      return try write(keyPath: first, to: root, inner)
    }
    guard let row = keyPathRow(keyPath) else { throw Trap(.badProgram) }
    guard !row.components.isEmpty else { return value }
    var bases: [Word] = []
    // The last component is not read: its getter need not run.
    guard let last = try follow(row, keyPath, root, row.components.count - 1, &bases) else { return root }
    bases.append(last)
    var starts: [Int] = []
    var capture = 1
    for component in row.components {
      starts.append(capture)
      if case .accessor(_, _, let captures, let types) = component { capture += captures + types }
    }
    var word = value
    for at in stride(from: row.components.count - 1, through: 0, by: -1) {
      let base = bases[at]
      switch row.components[at] {
      case .field(let index), .tupleElement(let index):
        guard heap.kind(base).hasFields, index >= 0, index < heap.count(base) else { throw Trap(.badProgram) }
        if heap.kind(base) == .instance {
          if isTracked(base) { hooks.onWrite?(base, index, word) }
          heap.share(word)
          heap.setSlot(base, index, word)
          return root
        }
        let copy = heap.copy(base)
        if copy == .none { throw Trap(.outOfMemory) }
        heap.share(word)
        heap.setSlot(copy, index, word)
        word = copy
      case .accessor(_, let setter, let captures, let types):
        guard let setter else { throw Trap(.badProgram, "'\(row.text)' cannot be written") }
        heap.share(base)
        let unique = heap.kind(base).isValue ? heap.copy(base) : base
        let given = captured(keyPath, starts[at] + types, captures)
        let results = try callResults(setter, types: hidden(keyPath, starts[at], types, base), [unique, word] + given)
        if results.count < 2 || heap.kind(base) == .instance { return root }
        word = results[1]
      case .optionalChain, .forceUnwrap: word = wrapped(word)
      case .optionalWrap: word = unwrapped(word)
      }
    }
    return word
  }

  func isTracked(_ word: Word) -> Bool {
    heap.kind(word) == .instance && types.nominalRow(heap.type(word))?.observation != ObservationKind.none
  }

  private func captured(_ keyPath: Word, _ start: Int, _ count: Int) -> [Word] {
    count > 0 ? (0..<count).map { heap.slot(keyPath, start + $0) } : []
  }

  /// Type arguments captured for an accessor; Self of an existential is what is inside.
  private func hidden(_ keyPath: Word, _ start: Int, _ count: Int, _ base: Word) -> [TypeId] {
    count > 0
      ? (0..<count).map { position in
        let type = heap.slot(keyPath, start + position).integer
        return types.shape(type) == .existential ? dynamicType(base, type) : type
      } : []
  }
}
