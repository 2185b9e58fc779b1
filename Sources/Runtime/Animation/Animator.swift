/// The running animation of one attribute: what was shown is `model + offset - interval`.
///
/// The model value changes at once and the animator only adds the difference, so a change without animation moves a
/// running animation along, and a change with animation retargets it by the rules of interruption: a fluid spring takes
/// over position (and the velocity of another fluid spring), everything else is laid over what runs (semantics 4.7, 4.8).
package struct Animator: Sendable {
  /// Target relative to the model value before the first change; grows with every retarget.
  package private(set) var interval: [Double]
  /// Seconds on the scene's clock.
  package let begin: Double
  /// Running layers, oldest first; each goes from the layer below to its own target.
  private var layers: [Layer]
  private var listeners: [Listener] = []
  private var completed: [Completion] = []

  private struct Layer: Sendable {
    /// Cumulative target when the layer was added.
    var target: [Double]
    /// Elapsed seconds when it was added.
    var start: Double
    var state: CurveState
    var isFinished = false
  }

  private struct Listener: Sendable {
    var token: Int
    /// Elapsed seconds of logical completion; nil: at the end of the curve.
    var logicalTime: Double?
    /// The layer whose end counts; -1 once it was replaced by a merging spring.
    var layer: Int
    var logicalIsDone = false
    /// Set when a retarget replaced the curve: it goes on unseen for its listeners.
    var fork: Fork?
  }

  private struct Fork: Sendable {
    var interval: [Double]
    var start: Double
    var state: CurveState
  }

  /// Reported by `takeCompletions`: the token given at the start, and which of the two criteria is met.
  package struct Completion: Equatable, Sendable {
    package var token: Int
    package var isLogical: Bool
  }

  /// - Parameters:
  ///   - interval: new model value minus old
  ///   - begin: seconds on the scene's clock
  ///   - tokens: completion listeners of the transaction
  package init(_ animation: Animation, interval: [Double], begin: Double, tokens: [Int] = []) {
    self.interval = interval
    self.begin = begin
    layers = [Layer(target: interval, start: 0, state: CurveState(animation, dimension: interval.count))]
    listen(tokens, to: 0)
  }

  /// A change of the model by `delta` with an animation, while this one runs.
  package mutating func retarget(
    _ animation: Animation, by delta: [Double], at time: Double, tokens: [Int] = [], client: AnimationClient? = nil
  ) {
    let elapsed = self.elapsed(at: time)
    let current = offset(at: elapsed, client: client)
    let target = zip(interval, delta).map { $0 + $1 }
    if case .fluidSpring(let spring) = animation.base, merges(animation) {
      var state = CurveState(animation, dimension: interval.count)
      state.spring.offset = current ?? interval
      let now = elapsed
      if layers.count == 1, case .fluidSpring(let previous) = layers[0].state.animation.base, current != nil {
        state.spring.velocity = layers[0].state.spring.velocity
        state.spring.force = layers[0].state.spring.force
        if previous.response != spring.response {
          state.spring.blendInterval = previous.response - spring.response
        }
      }
      fork(upTo: layers.count, at: now)
      layers = [Layer(target: target, start: now, state: state)]
      listen(tokens, to: 0)
    } else {
      layers.append(Layer(target: target, start: elapsed, state: CurveState(animation, dimension: interval.count)))
      listen(tokens, to: layers.count - 1)
    }
    interval = target
  }

  /// A fluid spring replaces what runs; around a spring, modifiers must be the same as those of the running animation.
  private func merges(_ animation: Animation) -> Bool {
    if animation.modifiers.isEmpty { return true }
    guard layers.count == 1 else { return false }
    let running = layers[0].state.animation
    guard case .fluidSpring = running.base else { return false }
    return running.modifiers == animation.modifiers
  }

  /// Advances to a time on the scene's clock and returns the offset, nil when the animation has ended.
  package mutating func advance(to time: Double, client: AnimationClient? = nil) -> [Double]? {
    let elapsed = self.elapsed(at: time)
    let value = offset(at: elapsed, client: client)
    report(elapsed, ended: value == nil, client: client)
    return value
  }

  /// Seconds since the beginning. The difference of two ticks is a whole number of sixtieths; taken as such, a curve ends at its end and a
  /// counter shows whole numbers where it reaches them.
  private func elapsed(at time: Double) -> Double {
    let difference = time - begin
    let ticks = (difference * 60).rounded()
    return abs(difference * 60 - ticks) < 1e-7 ? ticks / 60 : difference
  }

  /// The offset at a time, leaving the animator as it is: for samples between ticks.
  package func sample(at time: Double, client: AnimationClient? = nil) -> [Double]? {
    var copy = self
    return copy.offset(at: elapsed(at: time), client: client)
  }

  private mutating func offset(at elapsed: Double, client: AnimationClient?) -> [Double]? {
    var result = [Double](repeating: 0, count: interval.count)
    for i in layers.indices {
      if layers[i].isFinished {
        result = layers[i].target
        continue
      }
      var way = layers[i].target
      for k in way.indices { way[k] -= result[k] }
      // A spring that took over measures from the start of the whole interval; a layer from the layer below it.
      let own = i == 0 ? layers[i].target : way
      if let value = layers[i].state.value(own, at: elapsed - layers[i].start, client: client) {
        if i == 0 {
          result = value
        } else {
          for k in result.indices { result[k] += value[k] }
        }
      } else {
        layers[i].isFinished = true
        result = layers[i].target
      }
    }
    if layers[layers.count - 1].isFinished { return nil }
    // What lies under a finished layer is no longer visible.
    if let last = layers.lastIndex(where: { $0.isFinished }), last > 0 {
      for i in listeners.indices where listeners[i].layer >= 0 {
        listeners[i].layer = listeners[i].layer >= last ? listeners[i].layer - last : -2
      }
      layers.removeFirst(last)
    }
    return result
  }

  // MARK: Completion

  private mutating func listen(_ tokens: [Int], to layer: Int) {
    for token in tokens {
      let logical = layers[layer].state.logicalDuration.map { $0 + layers[layer].start }
      listeners.append(Listener(token: token, logicalTime: logical, layer: layer))
    }
  }

  /// Listeners of a replaced curve follow that curve, unseen, to its own logical end; then both criteria are met.
  private mutating func fork(upTo count: Int, at elapsed: Double) {
    for i in listeners.indices where listeners[i].layer >= 0 {
      let layer = layers[listeners[i].layer]
      listeners[i].fork = Fork(interval: layer.target, start: layer.start, state: layer.state)
      listeners[i].layer = -1
    }
  }

  private mutating func report(_ elapsed: Double, ended: Bool, client: AnimationClient?) {
    guard !listeners.isEmpty else { return }
    var open: [Listener] = []
    for var listener in listeners {
      var isOver = ended && listener.fork == nil
      if listener.fork != nil {
        if let logical = listener.logicalTime {
          isOver = elapsed >= logical - 1e-9
        } else if var fork = listener.fork {
          isOver = fork.state.value(fork.interval, at: elapsed - fork.start, client: client) == nil
          listener.fork = fork
        }
      } else if listener.layer == -2 {
        isOver = true
      } else if listener.layer >= 0, listener.layer < layers.count, layers[listener.layer].isFinished {
        isOver = true
      }
      let logicalIsMet = isOver || (listener.logicalTime.map { elapsed >= $0 - 1e-9 } ?? false)
      if logicalIsMet && !listener.logicalIsDone {
        listener.logicalIsDone = true
        completed.append(Completion(token: listener.token, isLogical: true))
      }
      if isOver {
        completed.append(Completion(token: listener.token, isLogical: false))
      } else {
        open.append(listener)
      }
    }
    listeners = open
  }

  /// Criteria met since the last call, in the order in which they were met.
  package mutating func takeCompletions() -> [Completion] {
    defer { completed.removeAll(keepingCapacity: true) }
    return completed
  }

  /// Listeners that still wait, reported as complete: the attribute goes away with its animator.
  package mutating func abandon() -> [Completion] {
    var result = takeCompletions()
    for listener in listeners {
      if !listener.logicalIsDone { result.append(Completion(token: listener.token, isLogical: true)) }
      result.append(Completion(token: listener.token, isLogical: false))
    }
    listeners.removeAll()
    return result
  }

  /// Contexts of custom animations, which live in the scene's heap.
  package func visitContexts(_ visit: (UInt64) -> Void) {
    for layer in layers where layer.state.context != AnimationClient.noContext { visit(layer.state.context) }
    for listener in listeners {
      if let fork = listener.fork, fork.state.context != AnimationClient.noContext { visit(fork.state.context) }
    }
  }

  /// Whether nothing but an endless repetition is left.
  package var isEndless: Bool { layers.contains { $0.state.animation.isEndless } }

  /// Longest period of its endless layers in seconds.
  package var period: Double? { layers.compactMap { $0.state.animation.period }.max() }
}
