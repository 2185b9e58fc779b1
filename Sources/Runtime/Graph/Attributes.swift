/// Animated attributes: rectangles of leaves and effects (family a), values of modifiers (family b), and the animators that run on them.

struct FrameAttribute {
  var owner: UID = -1
  /// Model rectangle in the coordinates of `space`.
  var model = Rect.zero
  /// What is shown.
  var present = Rect.zero
  var hasModel = false
  /// A container that only observes: it is not rounded, and nothing waits for its animation.
  var observes = false
  var space: UID = -1
  var animation: Int32 = -1
  /// How far scrolling of this update has taken the model along already.
  var scrolled = Point.zero
  /// The update in which that was.
  var scrollSerial = 0
}

struct ValueAttribute {
  var owner: UID = -1
  var model: [Double] = []
  var present: [Double] = []
  var animation: Int32 = -1
}

enum AnimationTarget {
  case none
  case frame(Int32)
  case value(Int32)
  case transition(Int32)
  case matched(Int)
  case scroll(UID)
  /// The text of a leaf, on its way from the old one to the new.
  case content(UID)
  /// Data of an animatable view or modifier.
  case body(SID)
}

struct RunningAnimation {
  var target = AnimationTarget.none
  var animator: Animator?
  /// Items whose removal waits for this animation.
  var waiting: [UID] = []
  var observes = false
  /// Serial of the update in which it began or was turned last.
  var seed = -1
}

extension ViewGraph {
  // MARK: Tables

  func makeFrame(_ owner: UID, observes: Bool = false) {
    let row = FrameAttribute(owner: owner, observes: observes)
    if let index = freeFrames.popLast() {
      frames[Int(index)] = row
      u[Int(owner)].frame = index
    } else {
      frames.append(row)
      u[Int(owner)].frame = Int32(frames.count - 1)
    }
  }

  func freeFrame(_ index: Int32) {
    stop(frames[Int(index)].animation)
    frames[Int(index)] = FrameAttribute()
    freeFrames.append(index)
  }

  func freeValue(_ index: Int32) {
    stop(values[Int(index)].animation)
    values[Int(index)] = ValueAttribute()
    freeValues.append(index)
  }

  // MARK: Changes of the model

  /// The model rectangle of a leaf, an effect or an observed container in its space.
  /// - Parameter scrolled: how far scrolling around moved in this update; what it takes along is never animated
  func setFrame(_ index: Int32, _ rect: Rect, space: UID, scope: SID, scrolled: @autoclosure () -> Point) {
    let i = Int(index)
    let new = frames[i].observes ? rect : rect.roundedToPixels(scale: device.scale)
    if !frames[i].hasModel || frames[i].space != space {
      let had = frames[i].hasModel
      frames[i].hasModel = true
      frames[i].space = space
      frames[i].model = new
      if !had || frames[i].animation < 0 { frames[i].present = new }
      presentFrame(i)
      return
    }
    let old = frames[i].model
    if new == old { return }
    frames[i].model = new
    let scrolled = scrolledBy.isEmpty ? .zero : takeScrolled(i, scrolled())
    let transaction = self.transaction(at: scope)
    if let animation = transaction.animation {
      var delta = [new.x - old.x, new.y - old.y, new.width - old.width, new.height - old.height]
      if scrolled != .zero {
        delta[0] -= scrolled.x
        delta[1] -= scrolled.y
        // What rounding to pixels makes of it.
        for k in 0..<4 where abs(delta[k]) < 1 / device.scale + 1e-9 { delta[k] = 0 }
      }
      if scrolled == .zero || delta.contains(where: { $0 != 0 }) {
        frames[i].animation = start(
          frames[i].animation, .frame(index), animation, delta, transaction, owner: frames[i].owner,
          observes: frames[i].observes)
      }
    }
    presentFrame(i)
  }

  /// What of the scrolling around a rectangle it has not been taken along by yet in this update.
  private func takeScrolled(_ i: Int, _ sum: Point) -> Point {
    let taken = frames[i].scrollSerial == scrollSerial ? frames[i].scrolled : .zero
    frames[i].scrolled = sum
    frames[i].scrollSerial = scrollSerial
    return Point(sum.x - taken.x, sum.y - taken.y)
  }

  /// The values of a modifier; the first ones, and ones of another length, are not animated.
  func setValue(_ owner: UID, _ new: [Double], scope: SID) {
    if u[Int(owner)].value < 0 {
      let row = ValueAttribute(owner: owner, model: new, present: new)
      if let index = freeValues.popLast() {
        values[Int(index)] = row
        u[Int(owner)].value = index
      } else {
        values.append(row)
        u[Int(owner)].value = Int32(values.count - 1)
      }
      moved(owner)
      return
    }
    let index = u[Int(owner)].value
    let i = Int(index)
    let old = values[i].model
    if old == new { return }
    values[i].model = new
    if old.count != new.count {
      stop(values[i].animation)
      values[i].animation = -1
      values[i].present = new
      moved(owner)
      return
    }
    let transaction = self.transaction(at: scope)
    if let animation = transaction.animation {
      var delta = new
      for k in delta.indices { delta[k] -= old[k] }
      values[i].animation = start(
        values[i].animation, .value(index), animation, delta, transaction, owner: owner, observes: false)
    }
    presentValue(i)
  }

  /// Starts an animator, or retargets the one that runs; returns its row.
  func start(
    _ slot: Int32, _ target: AnimationTarget, _ animation: Animation, _ delta: [Double],
    _ transaction: Transact, owner: UID, observes: Bool
  ) -> Int32 {
    guard delta.contains(where: { $0 != 0 }), delta.allSatisfy({ $0.isFinite }) else { return slot }
    let tokens = observes ? [] : transaction.tokens
    completions.attach(tokens)
    var waiting: [UID] = []
    if !observes, !leavingItems.isEmpty { waiting = itemsLeavingNow(owner) }
    if slot >= 0, running[Int(slot)].animator != nil {
      running[Int(slot)].animator?.retarget(animation, by: delta, at: now, tokens: tokens, client: animationClient)
      running[Int(slot)].seed = seed
      for item in waiting where !running[Int(slot)].waiting.contains(item) {
        running[Int(slot)].waiting.append(item)
        waitFor(item)
      }
      return slot
    }
    let entry = RunningAnimation(
      target: target, animator: Animator(animation, interval: delta, begin: now, tokens: tokens), waiting: waiting,
      observes: observes, seed: seed)
    for item in waiting { waitFor(item) }
    if let free = freeRunning.popLast() {
      running[Int(free)] = entry
      return free
    }
    running.append(entry)
    return Int32(running.count - 1)
  }

  /// Ends an animator early; who waits for it is told.
  func stop(_ slot: Int32) {
    guard slot >= 0, running[Int(slot)].animator != nil else { return }
    if var animator = running[Int(slot)].animator {
      for completion in animator.abandon() { completions.complete(completion, in: self) }
    }
    finish(slot)
  }

  private func finish(_ slot: Int32) {
    let entry = running[Int(slot)]
    running[Int(slot)] = RunningAnimation()
    freeRunning.append(slot)
    for item in entry.waiting { doneWaiting(item) }
  }

  // MARK: Ticks

  /// Advances every animator to `now`.
  func advanceAnimations() {
    for index in running.indices {
      guard running[index].animator != nil else { continue }
      counters.animatorSteps += 1
      let offset = running[index].animator?.advance(to: now, client: animationClient)
      for completion in running[index].animator?.takeCompletions() ?? [] { completions.complete(completion, in: self) }
      if let offset, let interval = running[index].animator?.interval {
        apply(running[index].target, offset: offset, interval: interval)
      } else {
        apply(running[index].target, offset: nil, interval: [])
        clear(running[index].target)
        finish(Int32(index))
      }
    }
  }

  /// Shows the animators at a time between ticks, without moving them.
  func sampleAnimations(at time: Double) {
    for index in running.indices {
      guard let animator = running[index].animator else { continue }
      apply(
        running[index].target, offset: animator.sample(at: time, client: animationClient), interval: animator.interval)
    }
  }

  private func clear(_ target: AnimationTarget) {
    switch target {
    case .frame(let i): frames[Int(i)].animation = -1
    case .value(let i): values[Int(i)].animation = -1
    case .transition(let i): transitions[Int(i)].animation = -1
    case .matched(let group): matched.groups[group].animation = -1
    case .scroll(let id): endScrollAnimation(id)
    case .content(let id): (u[Int(id)].ext as? LeafExt)?.contentAnimation = -1
    case .body(let node): endBodyAnimation(node)
    case .none: break
    }
  }

  /// What is shown: model + offset - interval; the model itself without offset.
  private func apply(_ target: AnimationTarget, offset: [Double]?, interval: [Double]) {
    switch target {
    case .frame(let index):
      let i = Int(index)
      var rect = frames[i].model
      if let offset {
        rect.x += offset[0] - interval[0]
        rect.y += offset[1] - interval[1]
        rect.width += offset[2] - interval[2]
        rect.height += offset[3] - interval[3]
      }
      frames[i].present = rect
      moved(frames[i].owner)
    case .value(let index):
      let i = Int(index)
      values[i].present = ViewGraph.shown(values[i].model, offset, interval)
      moved(values[i].owner)
      if u[Int(values[i].owner)].flags.contains(.isSpace) { spacesMoved = true }
    case .transition(let index):
      let i = Int(index)
      transitions[i].present = ViewGraph.shown(transitions[i].model, offset, interval)
      moved(transitions[i].owner)
    case .matched(let group):
      matched.groups[group].offset = offset.map { ViewGraph.shown([0, 0, 0, 0], $0, interval) }
      matched.moved = true
    case .scroll(let id): showScroll(id, offset, interval)
    case .content(let id):
      guard let leaf = u[Int(id)].ext as? LeafExt else { return }
      // Only the way of the last change counts: 0 when it begins, 1 at its end.
      leaf.contentProgress = offset.flatMap { $0.first }.map { min(max($0 + 1 - (interval.first ?? 1), 0), 1) }
      moved(id)
    case .body(let node): bodyMoved(node)
    case .none: break
    }
  }

  static func shown(_ model: [Double], _ offset: [Double]?, _ interval: [Double]) -> [Double] {
    guard let offset, offset.count == model.count, interval.count == model.count else { return model }
    var result = model
    for i in result.indices { result[i] += offset[i] - interval[i] }
    return result
  }

  /// Brings what is shown in line after a change of the model: the running offset goes on.
  func presentFrame(_ i: Int) {
    moved(frames[i].owner)
    let slot = frames[i].animation
    guard slot >= 0, let animator = running[Int(slot)].animator else {
      frames[i].present = frames[i].model
      return
    }
    apply(.frame(Int32(i)), offset: animator.sample(at: now, client: animationClient), interval: animator.interval)
  }

  func presentValue(_ i: Int) {
    moved(values[i].owner)
    let slot = values[i].animation
    guard slot >= 0, let animator = running[Int(slot)].animator else {
      values[i].present = values[i].model
      return
    }
    apply(.value(Int32(i)), offset: animator.sample(at: now, client: animationClient), interval: animator.interval)
  }

  func shownVector(_ index: Int) -> [Double] { values[index].present }

  /// Shown values of a modifier, or the given ones where it has none.
  func shownValue(_ id: UID) -> [Double]? {
    let index = u[Int(id)].value
    return index >= 0 ? values[Int(index)].present : nil
  }
}
