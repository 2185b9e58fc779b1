/// What gestures tell the scene: `onChanged`, `onEnded`, `updating` and the reset of GestureState (semantics 7.2, 7.3).

extension ViewGraph {
  /// Runs a callback of a gesture as an event of its own.
  func act(_ closure: Word, _ arguments: [Word]) {
    turn += 1
    perform(closure, arguments)
  }

  func changed(_ r: Recognizer, _ competitor: Competitor) {
    for update in r.updates { runUpdate(update, r) }
    for closure in r.onChanged { act(closure, [r.value]) }
    switch r.kind {
    case .mapped(let a, _): changed(a, competitor)
    case .exclusive(let a, let b): changed(a.phase == .failed ? b : a, competitor)
    case .simultaneous(let a, let b):
      for part in [a, b] {
        if part.phase == .active { changed(part, competitor) }
        if part.phase == .ended, part.longPressing == false {
          part.longPressing = true
          ended(part)
        }
      }
    case .sequence(let a, let b):
      if a.phase == .ended, !a.longPressing {
        a.longPressing = true
        ended(a)
      }
      if b.phase == .active { changed(b, competitor) }
    default: break
    }
  }

  func ended(_ r: Recognizer) {
    switch r.kind {
    case .mapped(let a, _): ended(a)
    case .exclusive(let a, let b):
      // The second counts only where the first has failed.
      let part = a.phase == .ended ? a : b
      if part.phase == .ended, !part.longPressing {
        part.longPressing = true
        ended(part)
      }
    case .simultaneous(let a, let b), .sequence(let a, let b):
      for part in [a, b] where part.phase == .ended && !part.longPressing {
        part.longPressing = true
        ended(part)
      }
    default: break
    }
    for closure in r.onEnded { act(closure, closureParameters(closure) > 0 ? [r.value] : []) }
  }

  /// A long press tells of the finger that lies on it before its time has come: its value is true from the touch on, and
  /// that of a sequence `first(true)`.
  func updatePressing(_ r: Recognizer, _ competitor: Competitor) {
    guard input.touch.isDown, !r.hasMoved, isPressing(r) else { return }
    r.hasMoved = true
    notePress(r)
  }

  func isPressing(_ r: Recognizer) -> Bool {
    guard r.phase == .possible else { return false }
    switch r.kind {
    case .longPress: return true
    case .sequence(let a, _), .exclusive(let a, _), .mapped(let a, _): return isPressing(a)
    case .simultaneous(let a, let b): return isPressing(a) || isPressing(b)
    default: return false
    }
  }

  func notePress(_ r: Recognizer) {
    for update in r.updates { runUpdate(update, r) }
    for closure in r.onChanged { act(closure, [r.value]) }
    switch r.kind {
    case .sequence(let a, _), .exclusive(let a, _), .mapped(let a, _): notePress(a)
    case .simultaneous(let a, let b):
      if isPressing(a) { notePress(a) }
      if isPressing(b) { notePress(b) }
    default: break
    }
  }

  /// `updating($state) { value, state, transaction in }`
  func runUpdate(_ update: (state: Word, closure: Word), _ r: Recognizer) {
    guard let slot = wrapperSlot(update.state), heap.kind(update.closure) == .closure else { return }
    turn += 1
    var transaction = Transact()
    transaction.tracksVelocity = true
    let object = makeTransaction(transaction)
    perform(transaction) {
      let results = try machine.callClosureResults(update.closure, [r.value, slots[slot].value, object])
      if results.count > 2 { merge(results[2], into: &transaction) }
      if results.count > 1 { writeSlot(slot, results[1], transaction: transaction) }
    }
  }

  /// GestureState goes back to its initial value when its gesture ends or is cancelled.
  func resetUpdates(_ r: Recognizer) {
    for update in r.updates {
      guard let slot = wrapperSlot(update.state) else { continue }
      turn += 1
      var transaction = Transact()
      let reset = heap.slot(update.state, 3)
      if tag(reset) == .transaction { merge(reset, into: &transaction) }
      if heap.kind(reset) == .closure {
        let object = makeTransaction(transaction)
        let current = slots[slot].value
        perform {
          let results = try machine.callClosureResults(reset, [current, object])
          if results.count > 1 { merge(results[1], into: &transaction) }
        }
      }
      let initial = heap.slot(update.state, 1)
      perform(transaction) { writeSlot(slot, initial, transaction: transaction) }
    }
    switch r.kind {
    case .simultaneous(let a, let b), .sequence(let a, let b), .exclusive(let a, let b):
      resetUpdates(a)
      resetUpdates(b)
    case .mapped(let a, _): resetUpdates(a)
    default: break
    }
  }
}
