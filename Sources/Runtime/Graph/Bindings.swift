/// Bindings: two-way references to state, members of state, elements, closures; with a transaction for their writes.

/// How a binding reaches its value: slot 1 of the object. The rest are slots 2, 3.
enum BindingKind: Int {
  /// Slot number.
  case state = 0
  /// Getter, setter.
  case closures
  /// Base binding, key path.
  case member
  /// Value.
  case constant
  /// Object, key path.
  case object
  /// Base binding, index of an array.
  case element
  /// Base binding, animation or transaction.
  case transaction
  /// Base binding of an Optional.
  case unwrapped
  /// Number of a stored value whose type is not Optional, given as one.
  case optional
}

extension ViewGraph {
  func makeBinding(_ kind: BindingKind, _ slots: [Word]) -> Word {
    makeTagged(.binding, [Word(integer: kind.rawValue)] + slots, type: types.named("Binding") ?? .unknown)
  }

  func readBinding(_ word: Word, depth: Int = 0) throws -> Word {
    guard tag(word) == .binding, let kind = BindingKind(rawValue: heap.slot(word, 1).integer), depth < 64 else {
      // A property wrapper given where its binding is meant.
      return readWrapper(word)
    }
    let first = heap.slot(word, 2)
    let second = heap.slot(word, 3)
    switch kind {
    case .state: return readSlot(first.integer)
    case .closures: return try machine.callClosure(first)
    case .member: return try machine.read(keyPath: second, from: try readBinding(first, depth: depth + 1))
    case .constant: return first
    case .object: return try machine.read(keyPath: second, from: first)
    case .element:
      let array = try readBinding(first, depth: depth + 1)
      let contents = heap.contents(array)
      return contents.indices.contains(second.integer) ? contents[second.integer] : .none
    case .transaction, .unwrapped, .optional: return try readBinding(first, depth: depth + 1)
    }
  }

  func writeBinding(_ word: Word, _ value: Word) {
    _ = scene { try writeBinding(word, value, current, 0) }
  }

  func writeBinding(_ word: Word, _ value: Word, _ transaction: Transact, _ depth: Int) throws {
    guard tag(word) == .binding, let kind = BindingKind(rawValue: heap.slot(word, 1).integer), depth < 64 else {
      if let slot = wrapperSlot(word) { writeSlot(slot, value, transaction: transaction) }
      return
    }
    let first = heap.slot(word, 2)
    let second = heap.slot(word, 3)
    switch kind {
    case .state: writeSlot(first.integer, value, transaction: transaction)
    case .closures:
      let saved = current
      current = transaction
      defer { current = saved }
      try machine.callClosure(second, [value])
    case .member:
      let root = try readBinding(first, depth: depth + 1)
      heap.share(root)
      let changed = try machine.write(keyPath: second, to: root, value)
      if heap.kind(root) == .instance { return }
      try writeBinding(first, changed, transaction, depth + 1)
    case .constant: break
    case .object:
      let saved = current
      current = transaction
      defer { current = saved }
      _ = try machine.write(keyPath: second, to: first, value)
    case .element:
      let array = try readBinding(first, depth: depth + 1)
      var elements = Array(heap.contents(array))
      guard elements.indices.contains(second.integer) else { return }
      elements[second.integer] = value
      for element in elements { heap.share(element) }
      try writeBinding(first, heap.make(.array, type: heap.type(array), elements), transaction, depth + 1)
    case .transaction:
      var own = transaction
      if tag(second) == .transaction { merge(second, into: &own) } else { own.setAnimation(animation(second)) }
      try writeBinding(first, value, own, depth + 1)
    case .unwrapped, .optional: try writeBinding(first, value, transaction, depth + 1)
    }
  }

  /// Value of an installed wrapper.
  func readWrapper(_ word: Word) -> Word {
    switch tag(word) {
    case .state, .gestureState, .focusState, .storage:
      if let slot = wrapperSlot(word) { return readSlot(slot) }
      return heap.slot(word, 1)
    case .stateObject, .observedObject, .environmentObject, .bindable, .objectWrapper:
      return heap.slot(word, tag(word) == .stateObject ? 2 : 1)
    default: return .none
    }
  }

  /// The slot of an installed wrapper.
  func wrapperSlot(_ word: Word) -> Int? {
    let index: Int
    switch tag(word) {
    case .state, .gestureState, .focusState: index = 2
    case .storage: index = 3
    default: return nil
    }
    let slot = heap.slot(word, index)
    guard !slot.isNone, !slot.isHandle, slots.indices.contains(slot.integer) else { return nil }
    return slot.integer
  }

  // MARK: Transactions as values

  /// A `Transaction` object: animation, disablesAnimations, isContinuous, tracksVelocity, whether an animation was set.
  func makeTransaction(_ value: Transact) -> Word {
    makeTagged(
      .transaction,
      [
        Word(integer: saveTransaction(value)), value.animation.map { savedAnimation($0) } ?? .none,
        Word(truth: value.disablesAnimations), Word(truth: value.isContinuous), Word(truth: value.tracksVelocity),
        .none,
        value.custom.isEmpty
          ? .none
          : heap.make(
            .array, type: types.array(of: .unknown), value.custom.flatMap { [Word(integer: $0.key), $0.value] }),
      ], type: types.named("Transaction") ?? .unknown)
  }

  /// An animation of the engine as scene code sees it: it can be given on, delayed and sped up.
  private func savedAnimation(_ value: Animation) -> Word {
    var transaction = Transact()
    transaction.setAnimation(value)
    return makeTagged(
      .savedAnimation, [Word(integer: saveTransaction(transaction))], type: types.named("Animation") ?? .unknown)
  }

  /// The engine's animation behind such a value.
  func animation(saved word: Word) -> Animation? {
    let index = heap.slot(word, 1).integer - savedTransactionBase
    return savedTransactions.indices.contains(index) ? savedTransactions[index].animation : nil
  }

  private func saveTransaction(_ value: Transact) -> Int {
    savedTransactions.append(value)
    if savedTransactions.count > 4096 { savedTransactions.removeFirst(2048); savedTransactionBase += 2048 }
    return savedTransactionBase + savedTransactions.count - 1
  }

  /// What a Transaction object holds: the engine's animation it began with, and what was set on it.
  func merge(_ word: Word, into value: inout Transact) {
    let index = heap.slot(word, 1).integer - savedTransactionBase
    if savedTransactions.indices.contains(index) {
      let base = savedTransactions[index]
      if base.hasAnimation { value.setAnimation(base.animation) }
      value.tokens.append(contentsOf: base.tokens.filter { !value.tokens.contains($0) })
      if value.firstAnimation == nil { value.firstAnimation = base.firstAnimation }
    }
    let list = heap.slot(word, 7)
    if heap.kind(list) == .array {
      let slots = Array(heap.contents(list))
      for i in stride(from: 0, to: slots.count - 1, by: 2) {
        value.custom.removeAll { $0.key == slots[i].integer }
        value.custom.append((slots[i].integer, slots[i + 1]))
      }
    }
    if heap.slot(word, 6).truth, !heap.slot(word, 6).isNone { value.setAnimation(animation(heap.slot(word, 2))) }
    value.disablesAnimations = heap.slot(word, 3).truth
    value.isContinuous = heap.slot(word, 4).truth
    value.tracksVelocity = heap.slot(word, 5).truth
  }

  /// Runs a `.transaction { ... }` closure on a transaction.
  func editTransaction(_ value: inout Transact, _ closure: Word) {
    let object = makeTransaction(value)
    let results = evaluateFree { try machine.callClosureResults(closure, [object]) } ?? []
    guard results.count > 1 else { return }
    var edited = Transact()
    edited.firstAnimation = value.firstAnimation
    merge(results[1], into: &edited)
    edited.tokens = value.tokens
    value = edited
  }
}
