/// When a view's new value says the same as the old one: its stored properties are identical, and its dynamic properties were declared
/// alike. A new value always holds new wrappers, with nothing in them yet; what they stand for belongs to the node, not to the value.

extension ViewGraph {
  func isSameView(_ a: Word, _ b: Word) -> Bool {
    guard heap.kind(a) == .structure, heap.kind(b) == .structure, heap.type(a) == heap.type(b) else { return false }
    return haveSameSlots(a, b, from: 0, 0)
  }

  private func haveSameSlots(_ a: Word, _ b: Word, from first: Int, _ depth: Int) -> Bool {
    let count = heap.count(a)
    guard count == heap.count(b), depth < 16 else { return false }
    for index in first..<max(first, count) where !isSamePart(heap.slot(a, index), heap.slot(b, index), depth + 1) {
      return false
    }
    return true
  }

  private func isSamePart(_ a: Word, _ b: Word, _ depth: Int) -> Bool {
    if a == b { return true }
    guard a.isHandle, b.isHandle else { return false }
    let kind = heap.kind(a)
    guard kind == heap.kind(b), heap.type(a) == heap.type(b) else { return false }
    switch kind {
    case .native:
      guard let tag = tag(a), tag == self.tag(b) else { return machine.identical(a, b) }
      switch tag {
      case .state, .gestureState, .focusState, .environment, .environmentObject, .observedObject, .bindable,
        .namespace, .namespaceId, .binding:
        return haveSameSlots(a, b, from: 1, depth)
      default: return false
      }
    case .keyPath:
      // The functions of the path and what its subscripts captured.
      return haveSameSlots(a, b, from: 0, depth)
    case .structure where !propertyPlan(heap.type(a)).isEmpty: return haveSameSlots(a, b, from: 0, depth)
    default: return machine.identical(a, b)
    }
  }
}
