/// Gestures of the scene as recognisers: taps, long presses, drags and their combinations, fed with the events of one touch.

/// A recogniser made from a gesture value. Callbacks are those attached at its level.
final class Recognizer {
  indirect enum Kind {
    case tap(count: Int, space: Word = .none)
    case longPress(duration: Double, distance: Double)
    case drag(distance: Double, space: Word)
    case simultaneous(Recognizer, Recognizer)
    case sequence(Recognizer, Recognizer)
    case exclusive(Recognizer, Recognizer)
    /// `map`: the inner gesture, and what its value becomes.
    case mapped(Recognizer, Word)
    case never
  }
  enum Phase { case possible, active, ended, failed }

  let kind: Kind
  var phase = Phase.possible

  /// Phases of the recognisers it is put together from, and its own.
  var partPhases: [Phase] {
    switch kind {
    case .simultaneous(let a, let b), .sequence(let a, let b), .exclusive(let a, let b):
      return a.partPhases + b.partPhases + [phase]
    case .mapped(let a, _): return a.partPhases
    case .tap, .longPress, .drag, .never: return [phase]
    }
  }
  var onChanged: [Word] = []
  var onEnded: [Word] = []
  /// GestureState wrapper and the closure that updates it.
  var updates: [(state: Word, closure: Word)] = []
  /// Taps so far, and the time of the last release.
  var taps = 0
  var lastUp = -1.0
  var hasMoved = false
  /// What callbacks get.
  var value: Word = .none
  var longPressing = false

  init(_ kind: Kind) { self.kind = kind }

  var isDrag: Bool {
    switch kind {
    case .drag: return true
    case .mapped(let a, _): return a.isDrag
    case .simultaneous(let a, let b), .exclusive(let a, let b): return a.isDrag || b.isDrag
    case .sequence(let a, let b): return a.isDrag || (a.phase == .ended && b.isDrag)
    default: return false
    }
  }

  /// A drag without a minimum distance begins with the touch.
  var beginsAtOnce: Bool {
    switch kind {
    case .drag(let distance, _): return distance <= 0
    case .mapped(let a, _): return a.beginsAtOnce
    case .simultaneous(let a, let b), .exclusive(let a, let b): return a.beginsAtOnce || b.beginsAtOnce
    default: return false
    }
  }

  var tapCount: Int {
    switch kind {
    case .tap(let count, _): return count
    case .mapped(let a, _): return a.tapCount
    default: return 0
    }
  }

  var isTap: Bool { tapCount > 0 }

  /// A tap was counted and another may follow.
  var awaitsTap: Bool {
    switch kind {
    case .tap: return taps > 0 && phase == .possible
    case .simultaneous(let a, let b), .sequence(let a, let b), .exclusive(let a, let b):
      return a.awaitsTap || b.awaitsTap
    case .mapped(let a, _): return a.awaitsTap
    default: return false
    }
  }

  func reset() {
    phase = .possible
    taps = 0
    lastUp = -1
    hasMoved = false
    longPressing = false
    switch kind {
    case .simultaneous(let a, let b), .sequence(let a, let b), .exclusive(let a, let b):
      a.reset()
      b.reset()
    case .mapped(let a, _): a.reset()
    default: break
    }
  }
}

/// One touch as recognisers see it: screen points in points, times in seconds.
struct TouchState {
  var startX = 0.0
  var startY = 0.0
  var x = 0.0
  var y = 0.0
  var startTime = 0.0
  var time = 0.0
  var isDown = false
  /// Time of the last move, seconds.
  var moveTime = 0.0
  var velocityX = 0.0
  var velocityY = 0.0
  var distance: Double { ((x - startX) * (x - startX) + (y - startY) * (y - startY)).squareRoot() }
}

enum TouchEvent { case down, move, up, tick }

/// Named constants of input (semantics 7.2, 7.4). A finger on a screen is given more room than the pointer in a window: the numbers of the
/// pointer are recorded, those of the finger are UIKit's.
struct InputProfile {
  /// Points by which a tap may move.
  var tapSlop: Double
  /// Points around a button in which it stays pressed.
  var buttonRoom: Double

  static let touch = InputProfile(tapSlop: 45, buttonRoom: 70)
  static let pointer = InputProfile(tapSlop: 5, buttonRoom: 0)
  static let tapLimit = 0.75
  static let doubleTapWindow = 1.0 / 3
  static let scrollSlop = 10.0
  static let pressDelayInScroll = 0.15
  /// A step that rests for a tick before it lets go, as a drag does, ends without velocity. A real pointer reports its last place and its
  /// release some ticks apart.
  static let rest = 1.0 / 60 - 1e-9
  static let liveRest = 0.05
}

extension ViewGraph {
  /// A recogniser for a gesture value; a scene's own gesture by its body.
  func recognizer(_ word: Word, depth: Int = 0) -> Recognizer {
    if depth > 64 || word.isNone { return Recognizer(.never) }
    if heap.kind(word) == .existential { return recognizer(heap.slot(word, 0), depth: depth + 1) }
    guard let info = info(word) else {
      if let proto = machine.protocolIndex("Gesture"), let body = machine.requirementIndex(proto, "body"),
        let value = evaluateFree({ try machine.callWitness(of: heap.type(word), proto, body, [word]) }),
        let inner = value
      {
        return recognizer(inner, depth: depth + 1)
      }
      return Recognizer(.never)
    }
    switch info.base {
    case "init":
      switch info.type {
      case "TapGesture", "SpatialTapGesture":
        let count = argument(word, "count")
        return Recognizer(
          .tap(count: count.isNone ? 1 : max(1, count.integer), space: argument(word, "coordinateSpace")))
      case "LongPressGesture":
        return Recognizer(
          .longPress(
            duration: number(word, "minimumDuration") ?? 0.5, distance: number(word, "maximumDistance") ?? 10))
      case "DragGesture":
        return Recognizer(
          .drag(distance: number(word, "minimumDistance") ?? 10, space: argument(word, "coordinateSpace")))
      case "AnyGesture": return recognizer(argument(word, 0), depth: depth + 1)
      case "SimultaneousGesture":
        return Recognizer(
          .simultaneous(
            recognizer(argument(word, 0), depth: depth + 1), recognizer(argument(word, 1), depth: depth + 1)))
      case "SequenceGesture":
        return Recognizer(
          .sequence(recognizer(argument(word, 0), depth: depth + 1), recognizer(argument(word, 1), depth: depth + 1)))
      case "ExclusiveGesture":
        return Recognizer(
          .exclusive(recognizer(argument(word, 0), depth: depth + 1), recognizer(argument(word, 1), depth: depth + 1)))
      default: return Recognizer(.never)
      }
    case "onEnded":
      let inner = recognizer(receiver(word), depth: depth + 1)
      inner.onEnded.append(argument(word, 0))
      return inner
    case "onChanged":
      let inner = recognizer(receiver(word), depth: depth + 1)
      inner.onChanged.append(argument(word, 0))
      return inner
    case "updating":
      let inner = recognizer(receiver(word), depth: depth + 1)
      inner.updates.append((argument(word, 0), closureArgument(word) ?? .none))
      return inner
    case "map":
      return Recognizer(.mapped(recognizer(receiver(word), depth: depth + 1), closureArgument(word) ?? .none))
    case "simultaneously":
      return Recognizer(
        .simultaneous(
          recognizer(receiver(word), depth: depth + 1), recognizer(argument(word, "with"), depth: depth + 1)))
    case "sequenced":
      return Recognizer(
        .sequence(recognizer(receiver(word), depth: depth + 1), recognizer(argument(word, "before"), depth: depth + 1)))
    case "exclusively":
      return Recognizer(
        .exclusive(recognizer(receiver(word), depth: depth + 1), recognizer(argument(word, "before"), depth: depth + 1))
      )
    default: return recognizer(receiver(word), depth: depth + 1)
    }
  }

  /// Feeds an event; the recogniser's phase and value follow. `local` maps screen points to its view's space.
  func feed(_ r: Recognizer, _ event: TouchEvent, _ touch: TouchState, _ owner: UID) {
    guard r.phase == .possible || r.phase == .active else { return }
    switch r.kind {
    case .never: r.phase = .failed
    case .tap(let count, let space):
      switch event {
      case .down:
        if r.taps > 0, touch.time - r.lastUp > InputProfile.doubleTapWindow + 1e-9 { r.phase = .failed }
      case .move: if touch.distance >= inputProfile.tapSlop { r.phase = .failed }
      case .up:
        if touch.distance >= inputProfile.tapSlop { r.phase = .failed; return }
        r.taps += 1
        r.lastUp = touch.time
        if r.taps >= count {
          let p = point(owner, touch.x, touch.y, in: space)
          r.value = makePoint(p.x, p.y)
          r.phase = .ended
        }
      case .tick:
        if touch.isDown, touch.time - touch.startTime >= InputProfile.tapLimit { r.phase = .failed }
        if !touch.isDown, r.taps > 0, touch.time - r.lastUp > InputProfile.doubleTapWindow + 1e-9 { r.phase = .failed }
      }
    case .longPress(let duration, let distance):
      switch event {
      case .down: r.value = .truth
      case .move: if touch.distance > distance { r.phase = .failed }
      case .up: r.phase = .failed
      case .tick:
        r.value = .truth
        if touch.isDown, touch.time - touch.startTime >= duration - 1e-9 { r.phase = .ended }
      }
    case .drag(let minimum, let space):
      switch event {
      case .down, .move:
        if touch.distance >= minimum - 1e-9 { r.phase = .active }
        r.value = dragValue(owner, touch, space)
      case .up:
        r.value = dragValue(owner, touch, space)
        r.phase = r.phase == .active || touch.distance >= minimum - 1e-9 ? .ended : .failed
      case .tick: break
      }
    case .mapped(let a, let closure):
      feed(a, event, touch, owner)
      r.phase = a.phase
      if heap.kind(closure) == .closure, !a.value.isNone || a.phase == .ended {
        let arguments = closureParameters(closure) > 0 ? [a.value] : []
        r.value = evaluateFree { try machine.callClosure(closure, arguments) } ?? .none
      }
    case .simultaneous(let a, let b):
      feed(a, event, touch, owner)
      feed(b, event, touch, owner)
      r.value = pairValue("SimultaneousGesture.Value", a, b)
      if a.phase == .failed && b.phase == .failed {
        r.phase = .failed
      } else if [a, b].allSatisfy({ $0.phase == .ended || $0.phase == .failed }) {
        r.phase = .ended
      } else if a.phase == .active || b.phase == .active || a.phase == .ended || b.phase == .ended {
        r.phase = .active
      }
    case .exclusive(let a, let b):
      feed(a, event, touch, owner)
      feed(b, event, touch, owner)
      if a.phase == .active || a.phase == .ended {
        r.phase = a.phase
        r.value = a.value
      } else if a.phase == .failed {
        r.phase = b.phase
        r.value = b.value
      }
    case .sequence(let a, let b):
      if a.phase != .ended {
        feed(a, event, touch, owner)
        if a.phase == .failed { r.phase = .failed }
        if a.phase == .ended {
          r.phase = .active
          feed(b, .down, touch, owner)
        }
      } else {
        feed(b, event, touch, owner)
        if b.phase == .failed { r.phase = .failed }
        if b.phase == .ended { r.phase = .ended }
      }
      r.value = sequenceValue(a, b)
    }
  }

  private func pairValue(_ name: String, _ a: Recognizer, _ b: Recognizer) -> Word {
    func shown(_ r: Recognizer) -> Word { r.phase == .active || r.phase == .ended ? r.value : .none }
    return makeTagged(.gesturePair, [shown(a), shown(b)], type: types.named(name) ?? .unknown)
  }

  private func sequenceValue(_ a: Recognizer, _ b: Recognizer) -> Word {
    let type = types.named("SequenceGesture.Value") ?? .unknown
    let second = b.phase == .active || b.phase == .ended ? b.value : .none
    let slots: [Word] =
      a.phase == .ended ? [Word(integer: 1), a.value, second] : [Word(integer: 0), a.value]
    for slot in slots { heap.share(slot) }
    return heap.make(.enumeration, type: type, slots)
  }

  /// `DragGesture.Value`: time, start, location, velocity.
  private func dragValue(_ owner: UID, _ touch: TouchState, _ space: Word) -> Word {
    let start = point(owner, touch.startX, touch.startY, in: space)
    let end = point(owner, touch.x, touch.y, in: space)
    return makeTagged(
      .gestureValue,
      [
        Word(number: touch.time), Word(number: start.x), Word(number: start.y), Word(number: end.x),
        Word(number: end.y),
        Word(number: touch.velocityX), Word(number: touch.velocityY),
      ], type: types.named("DragGesture.Value") ?? .unknown)
  }

  /// A screen point in the coordinate space a gesture asks for.
  private func point(_ owner: UID, _ x: Double, _ y: Double, in space: Word) -> Point {
    let kind = space.isNone ? (kind: "local", name: "") : spaceKind(space)
    switch kind.kind {
    case "global": return Point(x, y)
    case "named":
      if let other = namedSpace(owner, kind.name) { return localPoint(other, x, y) }
      return Point(x, y)
    default: return localPoint(owner, x, y)
    }
  }

  static func registerGestures(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func slot(_ call: NativeCall, _ i: Int) -> Double { call.heap.slot(call[0], i).number }
    registry.register("DragGesture.Value.startLocation") { call in
      call.result = graph()?.makePoint(slot(call, 2), slot(call, 3)) ?? .none
    }
    registry.register("DragGesture.Value.location") { call in
      call.result = graph()?.makePoint(slot(call, 4), slot(call, 5)) ?? .none
    }
    registry.register("DragGesture.Value.translation") { call in
      call.result = graph()?.makeSize(slot(call, 4) - slot(call, 2), slot(call, 5) - slot(call, 3)) ?? .none
    }
    registry.register("DragGesture.Value.velocity") { call in
      call.result = graph()?.makeSize(slot(call, 6), slot(call, 7)) ?? .none
    }
    registry.register("DragGesture.Value.predictedEndLocation") { call in
      call.result =
        graph()?.makePoint(slot(call, 4) + 0.25 * slot(call, 6), slot(call, 5) + 0.25 * slot(call, 7)) ?? .none
    }
    registry.register("DragGesture.Value.predictedEndTranslation") { call in
      call.result =
        graph()?.makeSize(
          slot(call, 4) - slot(call, 2) + 0.25 * slot(call, 6), slot(call, 5) - slot(call, 3) + 0.25 * slot(call, 7))
        ?? .none
    }
    registry.register("DragGesture.Value.time") { call in
      call.result = graph()?.makeDate(ViewGraph.epoch + slot(call, 1)) ?? .none
    }
    registry.register("SpatialTapGesture.Value.location") { call in call.result = call[0] }
    registry.register("SimultaneousGesture.Value.first") { call in call.result = call.heap.slot(call[0], 1) }
    registry.register("SimultaneousGesture.Value.second") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register("ButtonStyleConfiguration.label") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register("ButtonStyleConfiguration.isPressed") { call in call.result = call.heap.slot(call[0], 3) }
    registry.register("ButtonStyleConfiguration.role") { call in call.result = call.heap.slot(call[0], 4) }
    registry.register("PrimitiveButtonStyleConfiguration.label") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register("PrimitiveButtonStyleConfiguration.role") { call in call.result = call.heap.slot(call[0], 4) }
    registry.register("PrimitiveButtonStyleConfiguration.trigger()") { call in
      guard let graph = graph() else { return }
      let node = SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      if let action = graph.buttonAction(node) { graph.run(action, with: graph.current, &call) }
    }
    registry.register("ToggleStyleConfiguration.label") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register("ToggleStyleConfiguration.isOn") { call in
      guard let graph = graph() else { return }
      do { call.result = try graph.readBinding(call.heap.slot(call[0], 3)) } catch let trap as Trap {
        call.trap(trap)
      } catch {}
    }
    registry.register("ToggleStyleConfiguration.isOn=") { call in
      graph()?.writeBinding(call.heap.slot(call[0], 3), call[1])
      call.setResult(call[0], at: 1)
    }
    registry.register(["ToggleStyleConfiguration.$isOn", "ToggleStyleConfiguration._isOn"]) { call in
      call.result = call.heap.slot(call[0], 3)
    }
    registerSubviews(&registry, graph)
    registerConfigurations(&registry, graph)
  }

  /// The closure of a button.
  func buttonAction(_ node: SID) -> Word? {
    guard node >= 0, s[Int(node)].kind == .base else { return nil }
    let word = s[Int(node)].value
    let labelled = argument(word, "action")
    if heap.kind(labelled) == .closure { return labelled }
    let slots = heap.contents(word)
    for slot in slots where heap.kind(slot) == .closure && slot != argument(word, "label") { return slot }
    return nil
  }
}
