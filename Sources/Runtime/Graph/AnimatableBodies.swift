/// Views and modifiers of the scene that are `Animatable`: while their data is on its way, their body runs in every tick with the data as it
/// is shown (semantics 4.2, 4.13).

/// The data of one animatable view, modifier or shape.
struct AnimatableBody {
  var model: [Double] = []
  var present: [Double] = []
  var animation: Int32 = -1
}

extension ViewGraph {
  // MARK: Vectors

  /// Numbers of a VectorArithmetic value in field order; nil where something else is among them.
  func flatten(_ word: Word, depth: Int = 0) -> [Double]? {
    if word.isNone || depth > 16 { return nil }
    if !word.isHandle { return [word.number] }
    switch heap.kind(word) {
    case .structure, .tuple, .array:
      var result: [Double] = []
      for slot in heap.contents(word) {
        guard let part = flatten(slot, depth: depth + 1) else { return nil }
        result.append(contentsOf: part)
      }
      return result
    case .existential: return flatten(heap.slot(word, 0), depth: depth + 1)
    default: return nil
    }
  }

  /// A value of the form of `like` with other numbers.
  func unflatten(_ numbers: [Double], like: Word) -> Word {
    var cursor = 0
    return unflatten(numbers, &cursor, like, 0)
  }

  private func unflatten(_ numbers: [Double], _ cursor: inout Int, _ like: Word, _ depth: Int) -> Word {
    if !like.isHandle || depth > 16 {
      defer { cursor += 1 }
      return cursor < numbers.count ? Word(number: numbers[cursor]) : like
    }
    if heap.kind(like) == .existential { return unflatten(numbers, &cursor, heap.slot(like, 0), depth + 1) }
    let slots = Array(heap.contents(like))
    var fields: [Word] = []
    fields.reserveCapacity(slots.count)
    for slot in slots { fields.append(unflatten(numbers, &cursor, slot, depth + 1)) }
    return heap.make(heap.kind(like), type: heap.type(like), fields)
  }

  // MARK: Data

  /// The animatable data of a scene's value, nil where it has none.
  func animatableData(_ value: Word, _ type: TypeId) throws -> (word: Word, numbers: [Double])? {
    let get = protocols.animatableGet
    guard get.index >= 0, conforms(type, get),
      let data = try machine.callWitness(of: type, get.proto, get.index, [value]),
      let numbers = flatten(data), !numbers.isEmpty
    else { return nil }
    return (data, numbers)
  }

  /// The value with other data.
  func settingAnimatableData(_ value: Word, _ type: TypeId, _ data: Word) throws -> Word {
    let set = protocols.animatableSet
    guard set.index >= 0 else { return value }
    heap.share(value)
    guard let results = try machine.callWitnessResults(of: type, set.proto, set.index, [value, data]) else {
      return value
    }
    return results.last { heap.kind($0) == heap.kind(value) && heap.type($0) == type } ?? value
  }

  /// The value of a view or modifier as its body is to see it: a change of its data starts an animation with the transaction that reaches
  /// it, and while one runs the body gets the data that is shown.
  func animatedValue(_ value: Word, _ type: TypeId, _ node: SID, _ state: inout AnimatableBody) throws -> Word {
    guard let data = try animatableData(value, type) else { return value }
    let new = data.numbers
    if state.model.count != new.count {
      stop(state.animation)
      state = AnimatableBody(model: new, present: new)
      return value
    }
    if new != state.model {
      var delta = new
      for k in delta.indices { delta[k] -= state.model[k] }
      state.model = new
      let transaction = self.transaction(at: s[Int(node)].scope)
      if let animation = transaction.animation {
        state.animation = start(
          state.animation, .body(node), animation, delta, transaction, owner: nearestInstance(node), observes: false)
      }
    }
    if state.animation >= 0, let animator = running[Int(state.animation)].animator {
      state.present = ViewGraph.shown(new, animator.sample(at: now, client: animationClient), animator.interval)
    } else {
      state.present = new
    }
    if state.present == new { return value }
    return try settingAnimatableData(value, type, unflatten(state.present, like: data.word))
  }

  /// The view of a structure node, or of the first node below it that has one: a modifier of the scene has none of its own.
  func nearestInstance(_ node: SID) -> UID {
    var next = node
    for _ in 0..<Int(maximumListDepth) where next >= 0 {
      if let id = s[Int(next)].instances.first { return id }
      next = s[Int(next)].children.first ?? -1
    }
    return -1
  }

  /// An animator of a body moved: the body runs in this tick.
  func bodyMoved(_ node: SID) {
    guard node >= 0, Int(node) < s.count, s[Int(node)].kind != .free else { return }
    markDirty(node)
    bodiesMoved = true
  }

  func endBodyAnimation(_ node: SID) {
    guard node >= 0, Int(node) < s.count else { return }
    if let ext = s[Int(node)].ext as? BodyExt { ext.animatable.animation = -1 }
    if let ext = s[Int(node)].ext as? BaseExt { ext.animatable.animation = -1 }
  }
}
