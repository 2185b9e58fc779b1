/// Configuration objects of the prelude that have no members of their own (formatters, locales, requests ...): what an
/// initialiser was given and what was assigned since, by name. So each of their properties can be set and read without
/// a handler; what was never set is not modelled.
import SceneIR

extension Machine {
  /// Initialisers, setters and getters of natives without a handler. Nil when the native is none of these.
  func callProperty(
    _ native: Int, _ arguments: UnsafeMutablePointer<Word>, _ count: Int, _ results: UnsafeMutablePointer<Word>
  ) -> NativeStatus? {
    let row = module.natives[native]
    guard row.unmodelled == nil else { return nil }
    if let at = row.key.firstOccurrence(of: ".init(") {
      guard row.result == .value else { return nil }
      // An initialiser reached through `super.init` gets the object.
      if count > 0, row.parameters.first == "self", heap.kind(arguments[0]) == .instance {
        results[0] = arguments[0]
        return .returned
      }
      results[0] = makeBag(types.named(String(row.key[..<at])) ?? .unknown, row.parameters, arguments, count)
      return results[0] == .none ? outOfMemory() : .returned
    }
    guard count > 0, !row.key.contains("("), let dot = row.key.lastIndex(of: ".") else { return nil }
    let name = row.key[row.key.index(after: dot)...]
    if name.hasSuffix("=") {
      guard count == 2, isBag(arguments[0]) else { return nil }
      var bag = arguments[0]
      let isStruct = nativeResults[native] > 1
      if isStruct, heap.isShared(bag) { bag = copyBag(bag) }
      setProperty(bag, propertyId(String(name.dropLast())), arguments[1])
      if heap.isExhausted { return outOfMemory() }
      if isStruct { results[1] = bag }
      return .returned
    }
    guard count == 1, let value = property(arguments[0], String(name)) else { return nil }
    results[0] = value
    return .returned
  }

  private func outOfMemory() -> NativeStatus {
    pendingTrap = Trap(.outOfMemory)
    return .trapped
  }

  /// A property that was given or set, nil when it was not.
  package func property(_ bag: Word, _ name: String) -> Word? {
    guard isBag(bag) else { return nil }
    let id = propertyId(name)
    let slots = heap.contents(bag)
    for at in stride(from: 0, to: slots.count - 1, by: 2) where slots[at] == Word(integer: id) { return slots[at + 1] }
    return nil
  }

  func isBag(_ word: Word) -> Bool { heap.kind(word) == .instance && isBagType(heap.type(word)) }

  /// A nominal of the prelude without stored members.
  private func isBagType(_ type: TypeId) -> Bool {
    guard let row = types.nominalRow(type) else { return false }
    return !row.isUserDefined && row.fields.isEmpty
  }

  func makeBag(
    _ type: TypeId, _ names: [String], _ values: UnsafeMutablePointer<Word>, _ count: Int
  ) -> Word {
    // Something to keep the properties in, even where the module does not name the type.
    let type = isBagType(type) ? type : types.known(.hasher)
    let bag = heap.make(.instance, type: type, [])
    for (i, name) in names.enumerated() where i < count && bag != .none {
      setProperty(bag, propertyId(name), values[i])
    }
    return bag
  }

  private func copyBag(_ bag: Word) -> Word {
    let slots = Array(heap.contents(bag))
    for word in slots { heap.share(word) }
    return heap.make(.instance, type: heap.type(bag), slots)
  }

  func setProperty(_ bag: Word, _ id: Int, _ value: Word) {
    guard isBag(bag) else { return }
    heap.share(value)
    let slots = heap.contents(bag)
    for at in stride(from: 0, to: slots.count - 1, by: 2) where slots[at] == Word(integer: id) {
      heap.setSlot(bag, at + 1, value)
      return
    }
    heap.insert(Word(integer: id), into: bag, at: slots.count)
    heap.insert(value, into: bag, at: heap.count(bag))
  }

  func propertyId(_ name: String) -> Int {
    if let id = propertyIds[name] { return id }
    propertyIds[name] = propertyIds.count + 1
    return propertyIds.count
  }
}
