/// PhaseAnimator: content for one phase after the other, each reached with an animation of its own (semantics 4.12).

final class PhaseExt: PlaceholderExt {
  var phases: [Word] = []
  var index = 0
  var trigger: Word = .none
  /// Runs for ever, from its appearance on.
  var isLooping = false
  /// Between a change of the trigger and the return to the first phase.
  var isRunning = false
  /// Completion that is waited for; one of an earlier run is ignored.
  var token = -1
  /// Nanoseconds at which the last loop ended, -1 before the first.
  var lastEnd = -1
}

extension ViewGraph {
  /// The content of a PhaseAnimator for its present phase.
  func phaseContent(_ node: SID) -> Word {
    let word = s[Int(node)].value
    let isModifier = info(word)?.selfCount == 1
    let closures = heap.contents(word).filter { heap.kind($0) == .closure }
    guard let closure = closures.first else { return .none }
    let ext: PhaseExt
    if let known = s[Int(node)].ext as? PhaseExt {
      ext = known
      let trigger = argument(word, "trigger")
      if hasArgument(word, "trigger"), !isEqual(ext.trigger, trigger, type: heap.type(trigger)) {
        heap.share(trigger)
        ext.trigger = trigger
        ext.isRunning = true
        ext.token = -1
        phaseQueue.append((node, -1))
      }
    } else {
      ext = PhaseExt()
      s[Int(node)].ext = ext
      let phases = argument(word, 0)
      switch heap.kind(phases) {
      case .array, .set: ext.phases = Array(heap.contents(phases))
      default: ext.phases = []
      }
      for phase in ext.phases { heap.share(phase) }
      ext.trigger = argument(word, "trigger")
      heap.share(ext.trigger)
      ext.isLooping = !hasArgument(word, "trigger")
      if ext.isLooping {
        phaseNodes.append(node)
        phaseQueue.append((node, -1))
      }
    }
    guard ext.phases.indices.contains(ext.index) else { return .none }
    let phase = ext.phases[ext.index]
    if !isModifier { return call(node, closure, [phase]) }
    return call(node, closure, [makeTagged(.transitionContent, [Word(integer: Int(node))]), phase])
  }

  /// Moves the animators whose phase is over to the next one.
  func advancePhases() {
    let list = phaseQueue
    phaseQueue = []
    for (node, token) in list {
      guard Int(node) < s.count, s[Int(node)].op == .phaseAnimator, let ext = s[Int(node)].ext as? PhaseExt,
        ext.token == token, ext.phases.count > 1, ext.isLooping || ext.isRunning
      else { continue }
      let isStart = token == -1 && !ext.isLooping
      if !isStart, ext.index == 0, ext.isRunning, !ext.isLooping {
        ext.isRunning = false
        continue
      }
      ext.index = isStart ? 1 : (ext.index + 1) % ext.phases.count
      if ext.index == 1, token >= 0 { ext.lastEnd = nowNanoseconds }
      let word = s[Int(node)].value
      let closures = heap.contents(word).filter { heap.kind($0) == .closure }
      var transaction = Transact()
      var animation: Animation? = .standard
      if closures.count > 1, let value = evaluateFree({ try machine.callClosure(closures[1], [ext.phases[ext.index]]) })
      {
        animation = self.animation(value)
      }
      transaction.setAnimation(animation)
      ext.token = completions.add(.none, isLogical: true, node: node)
      transaction.tokens = [ext.token]
      turn += 1
      enqueue(.node(node), transaction)
    }
  }

  /// Whether every looping animator has run through once since a time.
  func phasesHaveLooped(since: Int) -> Bool {
    phaseNodes.removeAll { (s[Int($0)].ext as? PhaseExt) == nil }
    return !phaseNodes.isEmpty && phaseNodes.allSatisfy { (s[Int($0)].ext as? PhaseExt)?.lastEnd ?? -1 > since }
  }
}
