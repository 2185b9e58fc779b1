/// Runs the steps of a scenario: targets, touches, expectations (contracts: scenario steps).

import SceneIR

/// What is remembered of a frame for expectations that look back.
struct HistoryRow {
  var id: Int
  var rect: FrameRect
  var opacity: Double
}

extension Step {
  /// Whether the step looks for a view or a place on the screen.
  fileprivate var aims: Bool {
    switch action {
    case .wait, .move, .up, .cancel, .settle, .snapshot, .expect: false
    case .tap, .doubleTap, .longPress, .drag, .flick, .scroll, .down, .type: true
    }
  }
}

extension Player {
  /// Delivers what is due up to the tick, starting steps as the clock reaches them.
  func runScript() {
    let time = TickGrid.time(tick)
    var guardCount = 0
    while guardCount < 100_000 {
      guardCount += 1
      if let event = events.first {
        guard TickGrid.tick(at: event.time) <= tick else { return }
        events.removeFirst()
        switch event.kind {
        case .down(let x, let y):
          deliver(.down(x: x, y: y))
          graph.noteTouch(
            at: "\(shortNumber(x)), \(shortNumber(y))", meant: event.meant, event.name, place: event.place)
        case .move(let x, let y):
          noteWithoutTouch("move", event)
          deliver(.move(x: x, y: y))
        case .up:
          noteWithoutTouch("up", event)
          deliver(.up)
        case .cancel:
          noteWithoutTouch("cancel", event)
          deliver(.cancel)
        }
        continue
      }
      if isSettling {
        if graph.whatMoves(since: clock) == nil || time >= settleDeadline {
          isSettling = false
          clock = max(clock, time)
          lastStepEnd = clock
        } else {
          return
        }
      }
      if waitingExpectation != nil || stepFailed { return }
      guard nextStep < steps.count, TickGrid.tick(at: clock) <= tick else { return }
      let step = steps[nextStep]
      nextStep += 1
      run(step)
      lastStepEnd = clock
    }
  }

  private func run(_ step: Step) {
    // What the step aims at is there, and where it is, after all that came before it in this tick.
    if step.aims { graph.settleUpdates() }
    let start = clock
    func at(_ offset: Int, _ kind: ScriptEvent.Kind) { events.append(ScriptEvent(time: start + offset, kind: kind)) }
    /// A step that is one touch event.
    func touch(_ kind: ScriptEvent.Kind) {
      events.append(ScriptEvent(time: start, kind: kind, isStep: true, place: step.place))
    }
    func down(_ offset: Int, _ p: Point, _ target: Step.Target) {
      events.append(downEvent(start + offset, p, target, step))
    }
    let tenth = 100_000_000
    switch step.action {
    case .wait(let nanoseconds): clock += max(0, nanoseconds)
    case .tap(let target):
      guard let p = point(target, step) else { return }
      markInput()
      if case .named(let name, _) = target { graph.events.append("tap \(name)") }
      down(0, p, target)
      at(tenth, .up)
      clock += tenth
    case .doubleTap(let target):
      guard let p = point(target, step) else { return }
      markInput()
      down(0, p, target)
      at(tenth, .up)
      at(2 * tenth, .down(x: p.x, y: p.y))
      at(3 * tenth, .up)
      clock += 3 * tenth
    case .longPress(let target, let nanoseconds):
      guard let p = point(target, step) else { return }
      markInput()
      down(0, p, target)
      at(nanoseconds, .up)
      clock += nanoseconds
    case .drag(let target, let movement, let nanoseconds):
      guard let p = point(target, step) else { return }
      markInput()
      var dx = 0.0
      var dy = 0.0
      switch movement {
      case .by(let x, let y):
        dx = x
        dy = y
      case .to(let x, let y):
        dx = x - p.x
        dy = y - p.y
      }
      moves(from: p, dx, dy, downEvent(start, p, target, step), nanoseconds)
      at(nanoseconds + TickGrid.length, .up)
      clock += nanoseconds + TickGrid.length
    case .flick(let target, let vx, let vy, let nanoseconds):
      guard let p = point(target, step) else { return }
      markInput()
      let seconds = Double(nanoseconds) / 1e9
      moves(from: p, vx * seconds, vy * seconds, downEvent(start, p, target, step), nanoseconds)
      at(nanoseconds, .up)
      clock += nanoseconds
    case .scroll(let target, let dx, let dy):
      markInput()
      guard let view = view(target, step) else { return }
      guard let scroll = graph.enclosingScroll(view) ?? graph.firstScroll(below: view) else {
        return noteNoEffect("'scroll' does nothing: \(words(target)) stands in no scroll view and has none", step.place)
      }
      graph.scrollBy(scroll, dx, dy)
      // The next step of this tick meets the views where they are now.
      graph.settleUpdates()
      graph.writeScrollPosition(scroll)
      graph.settleUpdates()
    case .down(let x, let y):
      markInput()
      at(0, .down(x: x, y: y))
    case .move(let x, let y):
      markInput()
      touch(.move(x: x, y: y))
    case .up: touch(.up)
    case .cancel: touch(.cancel)
    case .type(let text, let target):
      markInput()
      guard let view = view(target, step) else { return }
      if !graph.type(text, into: view) {
        noteNoEffect("'type' does nothing: \(words(target)) has no text field", step.place)
      }
    case .settle:
      isSettling = true
      settleDeadline = clock + 60 * TickGrid.second
    case .snapshot(let name):
      graph.settleUpdates()
      graph.events.append("snapshot \(name)")
      pendingSnapshots.append(name)
    case .expect(let target, let list):
      for expectation in list {
        if case .settles(let limit) = expectation {
          waitingExpectation = (target, expectation, clock + limit, step.place)
        } else {
          check(target, expectation, step.place)
        }
      }
    }
  }

  /// A down, a move for each tick at constant speed along a line, and one at its end.
  private func moves(from p: Point, _ dx: Double, _ dy: Double, _ down: ScriptEvent, _ duration: Int) {
    func move(_ offset: Int, _ share: Double) {
      events.append(
        ScriptEvent(time: down.time + offset, kind: .move(x: p.x + dx * share, y: p.y + dy * share)))
    }
    events.append(down)
    var k = 1
    while TickGrid.time(k + 1) <= duration, k < 36_000 {
      move(TickGrid.time(k), TickGrid.seconds(k) * 1e9 / Double(duration))
      k += 1
    }
    move(max(0, duration), 1)
  }

  private func downEvent(_ time: Int, _ p: Point, _ target: Step.Target, _ step: Step) -> ScriptEvent {
    var event = ScriptEvent(time: time, kind: .down(x: p.x, y: p.y))
    event.place = step.place
    if case .named(let name, let index) = target {
      event.name = name
      event.meant = graph.findView(name, index: index) ?? -1
    }
    return event
  }

  private func markInput() { history.removeAll() }

  private func noteWithoutTouch(_ step: String, _ event: ScriptEvent) {
    guard event.isStep, !graph.input.touch.isDown else { return }
    noteNoEffect("'\(step)' does nothing: no touch is down", event.place)
  }

  private func noteNoEffect(_ message: String, _ place: SourcePoint?) {
    graph.report(RuntimeCode.stepWithoutEffect, .warning, message, place: place)
  }

  private func words(_ target: Step.Target) -> String {
    switch target {
    case .named(let name, _): "'\(name)'"
    case .point(let x, let y): "what is at \(shortNumber(x)), \(shortNumber(y))"
    }
  }

  // MARK: Targets

  private func point(_ target: Step.Target, _ step: Step) -> Point? {
    if case .point(let x, let y) = target { return Point(x, y) }
    guard let view = view(target, step) else { return nil }
    guard let item = graph.displayList().last(where: { $0.id == view }) else { return nil }
    let device = header.device
    let shown = item.rect.intersection(FrameRect(x: 0, y: 0, width: device.width, height: device.height))
    let box = shown.width > 0 && shown.height > 0 ? shown : item.rect
    return Point(box.midX, box.midY)
  }

  /// The view a step names; an error at the step where there is none.
  func view(_ target: Step.Target, _ step: Step) -> UID? {
    switch target {
    case .point(let x, let y): return graph.hitTest(x, y)
    case .named(let name, let index):
      if let found = graph.findView(name, index: index) { return found }
      let count = index == nil ? 0 : graph.viewCount(name)
      if count > 0 {
        graph.report(
          RuntimeCode.targetNotFound, .error,
          "There \(count == 1 ? "is 1 view" : "are \(count) views") called '\(name)'; 'index:' counts from 0",
          place: step.place)
        stepFailed = true
        return nil
      }
      let near = graph.nearestNames(name).filter { $0 != name }
      let hint = near.isEmpty ? "" : "; there are " + near.map { "'\($0)'" }.joined(separator: ", ")
      graph.report(RuntimeCode.targetNotFound, .error, "No view is called '\(name)'\(hint)", place: step.place)
      stepFailed = true
      return nil
    }
  }

  // MARK: Expectations

  func record() {
    for name in pendingSnapshots {
      snapshots.append(Snapshot(name: name, frame: graph.peekFrame(number: frameNumber)))
    }
    pendingSnapshots = []
    guard looksBack else { return }
    history.append(
      graph.displayList().compactMap {
        let record = Int(graph.u[Int($0.id)].record)
        return record > 0 ? HistoryRow(id: record, rect: $0.rect, opacity: $0.opacity) : nil
      })
  }

  /// Whether any step needs the past.
  private var looksBack: Bool {
    steps.contains { step in
      guard case .expect(_, let list) = step.action else { return false }
      return list.contains {
        switch $0 {
        case .monotone, .neverOverlaps, .jumps: return true
        default: return false
        }
      }
    }
  }

  func checkWaiting() {
    guard let waiting = waitingExpectation else { return }
    let time = TickGrid.time(tick)
    let isStill = graph.whatMoves(since: clock) == nil
    if isStill || time >= waiting.deadline {
      waitingExpectation = nil
      clock = max(clock, time)
      lastStepEnd = clock
      finish(
        waiting.target, "settles", passed: isStill,
        detail: isStill ? "" : "\(graph.whatMoves() ?? "something") still moves",
        waiting.place)
    }
  }

  private func finish(_ target: Step.Target, _ what: String, passed: Bool, detail: String, _ place: SourcePoint) {
    var name = ""
    if case .named(let text, _) = target { name = text }
    expectations.append(
      Expectation(
        text: "expect(\"\(name)\").\(what)", passed: passed, detail: detail, place: place, nanoseconds: clock))
    graph.events.append("expect \(name) \(passed ? "ok" : "failed")")
  }

  private func check(_ target: Step.Target, _ expectation: Step.Expectation, _ place: SourcePoint) {
    graph.settleUpdates()
    graph.assignRecords()
    var id: UID?
    if case .named(let name, let index) = target { id = graph.findView(name, index: index) }
    let item = id.flatMap { id in graph.displayList().last { $0.id == id } }
    func near(_ a: Double, _ b: Double?, _ tolerance: Double) -> Bool { b.map { abs(a - $0) <= tolerance } ?? true }
    switch expectation {
    case .frame(let x, let y, let w, let h, let tolerance):
      guard let item else { return finish(target, "frame", passed: false, detail: absence(target), place) }
      let passed =
        near(item.rect.x, x, tolerance) && near(item.rect.y, y, tolerance) && near(item.rect.width, w, tolerance)
        && near(item.rect.height, h, tolerance)
      let r = item.rect
      finish(
        target, "frame", passed: passed,
        detail: passed
          ? ""
          : "found x \(shortNumber(r.x)), y \(shortNumber(r.y)), width \(shortNumber(r.width)), height \(shortNumber(r.height))",
        place)
    case .opacity(let value, let tolerance):
      let found = item?.opacity ?? 0
      finish(
        target, "opacity", passed: abs(found - value) <= tolerance,
        detail: "expected \(shortNumber(value)), found \(shortNumber(found))",
        place)
    case .text(let text):
      let found = id.flatMap { graph.textOf($0) }
      finish(target, "text", passed: found == text, detail: "expected '\(text)', found '\(found ?? "")'", place)
    case .visible(let wanted):
      let device = header.device
      let screen = FrameRect(x: 0, y: 0, width: device.width, height: device.height)
      let isVisible = item.map { $0.rect.intersects(screen) && $0.opacity > 0.01 && !$0.isLeaving } ?? false
      finish(
        target, "visible", passed: isVisible == wanted,
        detail: item == nil ? absence(target) : isVisible ? "it is visible" : "it is not visible", place)
    case .exists(let wanted):
      finish(
        target, "exists", passed: (item != nil) == wanted, detail: item != nil ? "it exists" : "it does not exist",
        place)
    case .settles: break
    case .monotone(let measure): checkMonotone(target, id, measure, place)
    case .neverOverlaps(let other): checkOverlaps(target, id, other, place)
    case .jumps(let limit): checkJumps(target, id, limit, place)
    }
  }

  /// That no view has a name, and the nearest names there are.
  private func absence(_ target: Step.Target) -> String {
    guard case .named(let name, _) = target else { return "there is no view" }
    let near = graph.nearestNames(name).filter { $0 != name }
    return "no view is called '\(name)'"
      + (near.isEmpty ? "" : "; there are " + near.map { "'\($0)'" }.joined(separator: ", "))
  }

  private func past(_ id: UID?) -> [HistoryRow] {
    guard let id else { return [] }
    let record = Int(graph.u[Int(id)].record)
    return history.compactMap { rows in rows.first { $0.id == record } }
  }

  private func checkMonotone(_ target: Step.Target, _ id: UID?, _ measure: Step.Measure, _ place: SourcePoint) {
    let values = past(id).map { row -> Double in
      switch measure {
      case .x: return row.rect.x
      case .y: return row.rect.y
      case .width: return row.rect.width
      case .height: return row.rect.height
      case .opacity: return row.opacity
      }
    }
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    let passed = !steps.contains { $0 > 1e-6 } || !steps.contains { $0 < -1e-6 }
    finish(target, "monotone(.\(measure.rawValue))", passed: passed, detail: passed ? "" : "it turns round", place)
  }

  private func checkOverlaps(_ target: Step.Target, _ id: UID?, _ other: Step.Target, _ place: SourcePoint) {
    var otherId: UID?
    if case .named(let name, let index) = other { otherId = graph.findView(name, index: index) }
    guard let id, let otherId else {
      return finish(target, "never(overlaps:)", passed: false, detail: "a view is missing", place)
    }
    let a = Int(graph.u[Int(id)].record)
    let b = Int(graph.u[Int(otherId)].record)
    var passed = true
    for rows in history {
      if let first = rows.first(where: { $0.id == a }), let second = rows.first(where: { $0.id == b }),
        first.rect.intersects(second.rect)
      {
        passed = false
      }
    }
    finish(target, "never(overlaps:)", passed: passed, detail: passed ? "" : "they overlap", place)
  }

  private func checkJumps(_ target: Step.Target, _ id: UID?, _ limit: Double, _ place: SourcePoint) {
    let rows = past(id)
    var worst = 0.0
    for (a, b) in zip(rows, rows.dropFirst()) {
      worst = max(worst, max(abs(a.rect.x - b.rect.x), abs(a.rect.y - b.rect.y)))
      worst = max(worst, max(abs(a.rect.maxX - b.rect.maxX), abs(a.rect.maxY - b.rect.maxY)))
    }
    finish(
      target, "jumps(lessThan:)", passed: worst < limit, detail: "largest step \(shortNumber(worst)) points", place)
  }
}
