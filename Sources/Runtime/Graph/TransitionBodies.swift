/// Transitions of the scene's own: `Transition` bodies and `modifier(active:identity:)`. The body stands between the `.transition` modifier
/// and its content and runs with the phase of the item (semantics 5.2, 5.3, 5.8).

/// State of a `.transition` modifier, a PhaseAnimator or a KeyframeAnimator: who stands for its content.
class PlaceholderExt: SExt {
  var placeholders: [SID] = []
}

final class TransitionExt: PlaceholderExt {
  var phase = TransitionPhase.identity
}

extension TransitionPhase {
  /// Index of the case of the scene's `TransitionPhase`.
  var word: Word { Word(integer: self == .willAppear ? 0 : self == .identity ? 1 : 2) }
}

extension ViewGraph {
  /// Whether a transition has a body of the scene's own in it.
  func hasBody(_ word: Word, depth: Int = 0) -> Bool {
    if word.isNone || depth > 16 { return false }
    if heap.kind(word) == .existential { return hasBody(heap.slot(word, 0), depth: depth + 1) }
    guard let info = info(word) else {
      return word.isHandle && heap.kind(word) != .description && conforms(heap.type(word), protocols.transition)
    }
    switch info.base {
    case "modifier": return true
    case "init":
      if info.type == "AnyTransition" { return hasBody(argument(word, 0), depth: depth + 1) }
      if info.type == "AsymmetricTransition" {
        return hasBody(argument(word, "insertion"), depth: depth + 1)
          || hasBody(argument(word, "removal"), depth: depth + 1)
      }
      return false
    case "asymmetric":
      return hasBody(argument(word, "insertion"), depth: depth + 1)
        || hasBody(argument(word, "removal"), depth: depth + 1)
    case "combined":
      return hasBody(receiver(word), depth: depth + 1) || hasBody(argument(word, "with"), depth: depth + 1)
    case "animation": return hasBody(receiver(word), depth: depth + 1)
    default: return false
    }
  }

  /// The content of a `.transition` modifier: what it wraps, or the body of the transition around it.
  func transitionContent(_ node: SID) -> Word {
    let value = s[Int(node)].value
    let word = argument(value, 0)
    guard hasBody(word) else { return receiver(value) }
    let ext = (s[Int(node)].ext as? TransitionExt) ?? TransitionExt()
    s[Int(node)].ext = ext
    let content = makeTagged(.transitionContent, [Word(integer: Int(node))])
    counters.contents += 1
    return evaluate(node, isNew: false) { try transitionBody(word, content, ext.phase, depth: 0) } ?? .none
  }

  private func transitionBody(_ word: Word, _ content: Word, _ phase: TransitionPhase, depth: Int) throws -> Word {
    if word.isNone || depth > 16 { return content }
    if heap.kind(word) == .existential {
      return try transitionBody(heap.slot(word, 0), content, phase, depth: depth + 1)
    }
    func both(_ insertion: Word, _ removal: Word) throws -> Word {
      // Both stand around the content for good, each at rest while the other works: the structure stays the same.
      let inner = try transitionBody(
        insertion, content, phase == .willAppear ? .willAppear : .identity, depth: depth + 1)
      return try transitionBody(
        removal, inner, phase == .didDisappear ? .didDisappear : .identity, depth: depth + 1)
    }
    guard let info = info(word) else {
      let type = heap.type(word)
      guard conforms(type, protocols.transition) else { return content }
      let requirement = protocols.transition
      return try machine.callWitness(of: type, requirement.proto, requirement.index, [word, content, phase.word])
        ?? content
    }
    switch info.base {
    case "modifier":
      return makeTagged(.modifiedPair, [content, argument(word, phase == .identity ? "identity" : "active")])
    case "init":
      if info.type == "AnyTransition" { return try transitionBody(argument(word, 0), content, phase, depth: depth + 1) }
      if info.type == "AsymmetricTransition" { return try both(argument(word, "insertion"), argument(word, "removal")) }
      return content
    case "asymmetric": return try both(argument(word, "insertion"), argument(word, "removal"))
    case "combined":
      let inner = try transitionBody(receiver(word), content, phase, depth: depth + 1)
      return try transitionBody(argument(word, "with"), inner, phase, depth: depth + 1)
    case "animation": return try transitionBody(receiver(word), content, phase, depth: depth + 1)
    default: return content
    }
  }

  // MARK: Phases

  /// Puts the transition bodies of an item's chain into a phase; they are to run again. True if there are any.
  func setBodyPhase(_ top: UID, _ phase: TransitionPhase) -> Bool {
    var found = false
    var id = top
    while id >= 0 {
      if u[Int(id)].op == .transition, let ext = s[Int(u[Int(id)].s)].ext as? TransitionExt {
        found = true
        if ext.phase != phase {
          ext.phase = phase
          markDirty(u[Int(id)].s)
        }
      }
      id = u[Int(id)].child
    }
    return found
  }

  /// Runs what is dirty and places it as the insertion phase does: without any animation.
  func placeWithoutAnimation() {
    forcedTransaction = Transact()
    forcedTransaction?.disablesAnimations = true
    forcedTransaction?.firstAnimation = flushing.firstAnimation
    updateStructure()
    layoutAndGeometry()
    forcedTransaction = nil
  }
}
