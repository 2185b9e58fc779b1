/// A scene's own `CustomAnimation`: the engine asks it for every number of a vector by itself, with a context of its own.
///
/// A context is a tuple (is logically complete, state) and a state a tuple of keys and values; both are replaced, never changed, so a
/// sample between two ticks leaves what the animation keeps as it is.

struct CustomAnimationEntry {
  var value: Word
  var type: TypeId
}

extension ViewGraph {
  /// The engine's animation for a value of the scene; nil for a value of another kind.
  func customAnimation(_ word: Word) -> Animation? {
    let type = heap.type(word)
    guard protocols.customAnimate.index >= 0, conforms(type, protocols.customAnimate) else { return nil }
    if let known = customAnimations.firstIndex(where: { $0.type == type && machine.identical($0.value, word) }) {
      return Animation(.custom(known))
    }
    heap.share(word)
    customAnimations.append(CustomAnimationEntry(value: word, type: type))
    if animationClient == nil {
      animationClient = AnimationClient { [weak self] index, context, interval, time in
        self?.animateCustom(index, &context, interval, time)
      }
    }
    return Animation(.custom(customAnimations.count - 1))
  }

  private func animateCustom(_ index: Int, _ context: inout UInt64, _ interval: [Double], _ time: Double) -> [Double]? {
    guard customAnimations.indices.contains(index) else { return nil }
    let entry = customAnimations[index]
    let requirement = protocols.customAnimate
    let double = types.named("Double") ?? .unknown
    var contexts: [Word] =
      context == AnimationClient.noContext
      ? interval.map { _ in makeContext() } : Array(heap.contents(context))
    guard contexts.count == interval.count else { return nil }
    var result = [Double](repeating: 0, count: interval.count)
    var isRunning = false
    for k in interval.indices where interval[k] != 0 {
      let answer = scene {
        try machine.callWitnessResults(
          of: entry.type, requirement.proto, requirement.index, own: [double],
          [entry.value, Word(number: interval[k]), Word(number: time), contexts[k]])
      }
      guard let answer, let results = answer, results.count == 2 else { return nil }
      contexts[k] = results[1]
      if results[0].isNone || !results[0].number.isFinite {
        result[k] = interval[k]
      } else {
        result[k] = results[0].number
        isRunning = true
      }
    }
    guard isRunning else { return nil }
    for word in contexts { heap.share(word) }
    context = heap.make(.tuple, type: .unknown, contexts)
    return result
  }

  private func makeContext() -> Word {
    heap.make(.tuple, type: .unknown, [.falsehood, heap.make(.tuple, type: .unknown, [])])
  }

  static func registerCustomAnimations(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func replacing(_ call: NativeCall, _ index: Int, _ value: Word) -> Word {
      var slots = Array(call.heap.contents(call[0]))
      guard index < slots.count else { return call[0] }
      slots[index] = value
      for slot in slots { call.heap.share(slot) }
      return call.heap.make(.tuple, type: .unknown, slots)
    }
    for (index, name) in ["isLogicallyComplete", "state"].enumerated() {
      registry.register("AnimationContext.\(name)") { call in call.result = call.heap.slot(call[0], index) }
      registry.register("AnimationContext.\(name)=") { call in call.setResult(replacing(call, index, call[1]), at: 1) }
    }
    registry.register("AnimationContext.withState(_:)") { call in call.result = replacing(call, 1, call[1]) }
    registry.register("AnimationContext.environment") { call in
      guard let graph = graph() else { return }
      call.result = graph.environmentObject(-1)
    }
    registry.register("AnimationState.init()") { call in call.result = call.heap.make(.tuple, type: .unknown, []) }
    registry.register("AnimationState.subscript(_:)") { call in
      let slots = Array(call.heap.contents(call[0]))
      for i in stride(from: 0, to: slots.count - 1, by: 2) where slots[i] == call[1] {
        call.result = slots[i + 1]
        return
      }
      guard let requirement = graph()?.protocols.animationStateDefault, requirement.index >= 0 else { return }
      do {
        call.result =
          try call.machine.callWitness(of: call[1].integer, requirement.proto, requirement.index, []) ?? .none
      } catch let trap as Trap { call.trap(trap) } catch {}
    }
    registry.register("AnimationState.subscript(_:)=") { call in
      // self, new value, key: the order of a setter's arguments.
      var slots = Array(call.heap.contents(call[0]))
      if let known = stride(from: 0, to: slots.count - 1, by: 2).first(where: { slots[$0] == call[2] }) {
        slots[known + 1] = call[1]
      } else {
        slots.append(call[2])
        slots.append(call[1])
      }
      for slot in slots { call.heap.share(slot) }
      call.setResult(call.heap.make(.tuple, type: .unknown, slots), at: 1)
    }
  }
}
