/// KeyframeAnimator and KeyframeTimeline: values that follow tracks of keyframes, evaluated in every tick (semantics 4.12).

/// One track: the vectors of a property over time.
struct KeyframeTrackRow {
  /// `.none`: the value as a whole.
  var keyPath: Word = .none
  var like: Word = .none
  var segments: [KeyframeSegment] = []
  var duration: Double { segments.last.map { $0.start + $0.duration } ?? 0 }

  func value(at time: Double) -> [Double] {
    guard let first = segments.first else { return [] }
    if time <= 0 && first.duration > 0 { return first.from }
    for segment in segments where time < segment.start + segment.duration { return segment.value(at: time) }
    return segments[segments.count - 1].to
  }

  func velocity(at time: Double) -> [Double] {
    let step = 1.0 / 600
    let a = value(at: time - step)
    let b = value(at: time)
    return zip(a, b).map { ($1 - $0) / step }
  }
}

struct KeyframeSegment {
  enum Kind { case linear(TimingCurve), cubic, move, spring(SpringValue) }
  var kind: Kind
  var from: [Double]
  var to: [Double]
  var start: Double
  var duration: Double
  /// Units a second at both ends: cubic and spring segments.
  var startVelocity: [Double] = []
  var endVelocity: [Double] = []

  func value(at time: Double) -> [Double] {
    guard duration > 0 else { return to }
    let local = min(max(time - start, 0), duration)
    let t = local / duration
    var result = to
    for k in to.indices {
      let a = k < from.count ? from[k] : to[k]
      switch kind {
      case .move: result[k] = to[k]
      case .linear(let curve): result[k] = a + (to[k] - a) * curve.value(at: t)
      case .spring(let spring):
        let speed = k < startVelocity.count ? startVelocity[k] : 0
        result[k] = a + spring.motion(target: to[k] - a, velocity: speed, at: local).value
      case .cubic:
        let m0 = (k < startVelocity.count ? startVelocity[k] : 0) * duration
        let m1 = (k < endVelocity.count ? endVelocity[k] : 0) * duration
        let t2 = t * t
        let t3 = t2 * t
        result[k] =
          (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * to[k] + (t3 - t2) * m1
      }
    }
    return result
  }

  func velocity(atEnd isEnd: Bool) -> [Double] {
    switch kind {
    case .cubic: return isEnd ? endVelocity : startVelocity
    case .move: return to.map { _ in 0 }
    default:
      let step = min(duration / 100, 1e-4)
      guard step > 0 else { return to.map { _ in 0 } }
      let a = value(at: isEnd ? start + duration - step : start)
      let b = value(at: isEnd ? start + duration : start + step)
      return zip(a, b).map { ($1 - $0) / step }
    }
  }
}

final class KeyframeExt: PlaceholderExt {
  var trigger: Word = .none
  var isRepeating = false
  var isRunning = false
  /// Seconds.
  var begin = 0.0
  var initial: Word = .none
  var current: Word = .none
  var tracks: [KeyframeTrackRow] = []
  var duration: Double { tracks.map(\.duration).max() ?? 0 }
}

extension ViewGraph {
  // MARK: Tracks

  /// Tracks of a `Keyframes` value that begins at `initial`.
  func keyframeTracks(_ keyframes: Word, initial: Word, velocities: [[Double]] = []) throws -> [KeyframeTrackRow] {
    var tracks: [KeyframeTrackRow] = []
    var loose: [Word] = []
    for item in keyframeList(keyframes) {
      guard let info = info(item) else { continue }
      if info.type == "KeyframeTrack" {
        let hasPath = info.labels.first == "_"
        let path = hasPath ? argument(item, 0) : .none
        guard let closure = closureArgument(item) else { continue }
        let content = try machine.callClosure(closure)
        let start = hasPath ? try machine.read(keyPath: path, from: initial) : initial
        let speed = tracks.count < velocities.count ? velocities[tracks.count] : []
        tracks.append(track(path, start, keyframeList(content), speed))
      } else {
        loose.append(item)
      }
    }
    if !loose.isEmpty { tracks.append(track(.none, initial, loose, velocities.first ?? [])) }
    return tracks
  }

  /// What a builder put together, in order.
  private func keyframeList(_ word: Word) -> [Word] {
    var result: [Word] = []
    var stack = [word]
    while let next = stack.popLast(), result.count < 10_000 {
      switch heap.kind(next) {
      case .existential: stack.append(heap.slot(next, 0))
      case .array, .tuple: stack.append(contentsOf: heap.contents(next).reversed())
      case .description:
        let base = info(next)?.base ?? ""
        if base.hasPrefix("build") {
          stack.append(contentsOf: heap.contents(next).dropFirst().reversed())
        } else {
          result.append(next)
        }
      default: break
      }
    }
    return result
  }

  private func track(_ path: Word, _ start: Word, _ items: [Word], _ speed: [Double]) -> KeyframeTrackRow {
    var row = KeyframeTrackRow(keyPath: path, like: start)
    var time = 0.0
    var place = flatten(start) ?? []
    var given: [(start: [Double]?, end: [Double]?)] = []
    for item in items {
      guard let info = info(item), let to = flatten(argument(item, 0)), to.count == place.count else { continue }
      var segment = KeyframeSegment(
        kind: .move, from: place, to: to, start: time, duration: max(0, number(item, "duration") ?? 0))
      var ends: (start: [Double]?, end: [Double]?) = (flatten(argument(item, "startVelocity")), nil)
      switch info.type {
      case "LinearKeyframe": segment.kind = .linear(unitCurve(argument(item, "timingCurve")))
      case "CubicKeyframe":
        segment.kind = .cubic
        ends.end = flatten(argument(item, "endVelocity"))
      case "SpringKeyframe":
        let spring = self.spring(argument(item, "spring"))
        segment.kind = .spring(spring)
        if let velocity = ends.start {
          segment.startVelocity = velocity
        } else {
          segment.startVelocity = row.segments.last?.velocity(atEnd: true) ?? speed
        }
        if number(item, "duration") == nil {
          var way = to
          for k in way.indices { way[k] -= place[k] }
          segment.duration = spring.settlingDuration(target: way, velocity: segment.startVelocity, epsilon: 0.001)
          if !segment.duration.isFinite { segment.duration = spring.response * 8 }
        }
      default: segment.duration = 0
      }
      row.segments.append(segment)
      given.append(ends)
      time += segment.duration
      place = to
    }
    tangents(&row, given, speed)
    return row
  }

  /// Velocities at the ends of cubic segments: those given, Catmull-Rom between two cubic neighbours, the neighbour's beside others, 0 at
  /// free ends.
  private func tangents(
    _ row: inout KeyframeTrackRow, _ given: [(start: [Double]?, end: [Double]?)], _ speed: [Double]
  ) {
    func isCubic(_ i: Int) -> Bool {
      guard row.segments.indices.contains(i) else { return false }
      if case .cubic = row.segments[i].kind { return true }
      return false
    }
    for i in row.segments.indices where isCubic(i) {
      let zero = row.segments[i].to.map { _ in 0.0 }
      func joint(_ a: Int, _ b: Int) -> [Double] {
        let span = row.segments[a].duration + row.segments[b].duration
        guard span > 0 else { return zero }
        return zip(row.segments[a].from, row.segments[b].to).map { ($1 - $0) / span }
      }
      if let start = given[i].start {
        row.segments[i].startVelocity = start
      } else if i == 0 {
        row.segments[i].startVelocity = speed.count == zero.count ? speed : zero
      } else {
        row.segments[i].startVelocity =
          isCubic(i - 1) ? given[i - 1].end ?? joint(i - 1, i) : row.segments[i - 1].velocity(atEnd: true)
      }
      if let end = given[i].end {
        row.segments[i].endVelocity = end
      } else if i + 1 < row.segments.count {
        row.segments[i].endVelocity =
          isCubic(i + 1) ? given[i + 1].start ?? joint(i, i + 1) : row.segments[i + 1].velocity(atEnd: false)
      } else {
        row.segments[i].endVelocity = zero
      }
    }
  }

  func keyframeValue(_ tracks: [KeyframeTrackRow], initial: Word, at time: Double) throws -> Word {
    var value = initial
    for track in tracks where !track.segments.isEmpty {
      let part = unflatten(track.value(at: time), like: track.like)
      value = track.keyPath.isNone ? part : try machine.write(keyPath: track.keyPath, to: value, part)
    }
    return value
  }

  // MARK: The animator

  func keyframeContent(_ node: SID) -> Word {
    let word = s[Int(node)].value
    let isModifier = info(word)?.selfCount == 1
    let closures = heap.contents(word).filter { heap.kind($0) == .closure }
    guard closures.count >= 2 else { return .none }
    let ext: KeyframeExt
    if let known = s[Int(node)].ext as? KeyframeExt {
      ext = known
      let trigger = argument(word, "trigger")
      if hasArgument(word, "trigger"), !isEqual(ext.trigger, trigger, type: heap.type(trigger)) {
        heap.share(trigger)
        ext.trigger = trigger
        let time = now - ext.begin
        let velocities = ext.isRunning ? ext.tracks.map { $0.velocity(at: time) } : []
        startKeyframes(node, ext, closures[1], from: ext.current, velocities)
      }
    } else {
      ext = KeyframeExt()
      s[Int(node)].ext = ext
      ext.initial = argument(word, "initialValue")
      heap.share(ext.initial)
      ext.current = ext.initial
      ext.trigger = argument(word, "trigger")
      heap.share(ext.trigger)
      keyframeNodes.append(node)
      if !hasArgument(word, "trigger") {
        ext.isRepeating = truth(word, "repeating", true)
        startKeyframes(node, ext, closures[1], from: ext.initial, [])
      }
    }
    if ext.isRunning {
      var time = now - ext.begin
      let duration = ext.duration
      if ext.isRepeating, duration > 0 { time = time.truncatingRemainder(dividingBy: duration) }
      if let value = evaluateFree({ try keyframeValue(ext.tracks, initial: ext.initial, at: time) }) {
        heap.share(value)
        ext.current = value
      }
      if !ext.isRepeating || duration <= 0, now - ext.begin >= duration - 1e-9 { ext.isRunning = false }
    }
    if !isModifier { return call(node, closures[0], [ext.current]) }
    return call(node, closures[0], [makeTagged(.transitionContent, [Word(integer: Int(node))]), ext.current])
  }

  private func startKeyframes(
    _ node: SID, _ ext: KeyframeExt, _ closure: Word, from value: Word, _ velocities: [[Double]]
  ) {
    ext.initial = value
    ext.begin = now
    ext.tracks =
      evaluateFree {
        try keyframeTracks(machine.callClosure(closure, [value]), initial: value, velocities: velocities)
      } ?? []
    ext.isRunning = true
  }

  /// Content of the animators that run is made anew in every tick.
  func advanceKeyframes() {
    guard !keyframeNodes.isEmpty else { return }
    keyframeNodes.removeAll { (s[Int($0)].ext as? KeyframeExt) == nil }
    for node in keyframeNodes {
      if let ext = s[Int(node)].ext as? KeyframeExt, ext.isRunning { bodyMoved(node) }
    }
  }

  static func registerKeyframes(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    for builder in ["KeyframesBuilder", "KeyframeTrackContentBuilder"] {
      registry.register([
        "\(builder).buildExpression(_:)", "\(builder).buildPartialBlock(first:)", "\(builder).buildFinalResult(_:)",
      ]) { call in call.result = call[0] }
    }
    func timeline(_ call: NativeCall) -> [KeyframeTrackRow] {
      guard let graph = graph(), let closure = graph.closureArgument(call[0]) else { return [] }
      let initial = graph.argument(call[0], "initialValue")
      return graph.evaluateFree { try graph.keyframeTracks(graph.machine.callClosure(closure), initial: initial) } ?? []
    }
    func value(_ call: NativeCall, at time: Double, _ tracks: [KeyframeTrackRow]) {
      guard let graph = graph() else { return }
      let initial = graph.argument(call[0], "initialValue")
      call.result = graph.evaluateFree { try graph.keyframeValue(tracks, initial: initial, at: time) } ?? initial
    }
    registry.register("KeyframeTimeline.duration") { call in
      call.result = Word(number: timeline(call).map(\.duration).max() ?? 0)
    }
    registry.register("KeyframeTimeline.value(time:)") { call in value(call, at: call[1].number, timeline(call)) }
    registry.register("KeyframeTimeline.value(progress:)") { call in
      let tracks = timeline(call)
      value(call, at: call[1].number * (tracks.map(\.duration).max() ?? 0), tracks)
    }
  }
}
