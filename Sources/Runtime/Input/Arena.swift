/// One touch from down to up: who wins, presses of buttons (semantics 7.4, 7.6).

/// A gesture of the hit view or of an ancestor.
struct Competitor {
  enum Kind { case gesture, button, toggle, field, scroll, slider, edge, sheet }
  enum Mode { case normal, high, simultaneous }
  var kind: Kind
  var mode = Mode.normal
  var owner: UID
  var node: SID
  var recognizer: Recognizer?
  var state = Recognizer.Phase.possible
  /// Reached its end, and waits for better-ranked ones to fail.
  var waits = false
  /// Callbacks given by `onTapGesture` and `onLongPressGesture`.
  var action: Word = .none
  var pressing: Word = .none
}

struct InputState {
  var touch = TouchState()
  var isLive = false
  var competitors: [Competitor] = []
  var winner = -1
  /// What the last down met, -1 for nothing.
  var hit: UID = -1
  /// Button under the finger, the node whose box counts, and when its press shows.
  var pressNode: SID = -1
  var pressOwner: UID = -1
  var pressTime = 0.0
  var isPressShown = false
  /// Value of the slider under the finger when it was touched.
  var sliderStart = 0.0
  var releaseNodes: [SID] = []
  var samplerX = VelocitySampler()
  var samplerY = VelocitySampler()
  /// Scroll view that follows the finger: its offset when it began.
  var scrollStart = Point.zero
  var scrollFrom = Point.zero
  var motions: [ScrollMotion] = []
  var scrollAnimations: [ScrollAnimation] = []

  func visitRoots(_ visit: (Word) -> Void) {
    for competitor in competitors {
      visit(competitor.action)
      visit(competitor.pressing)
      var stack: [Recognizer] = competitor.recognizer.map { [$0] } ?? []
      while let r = stack.popLast() {
        visit(r.value)
        for word in r.onChanged + r.onEnded { visit(word) }
        for update in r.updates {
          visit(update.state)
          visit(update.closure)
        }
        switch r.kind {
        case .simultaneous(let a, let b), .sequence(let a, let b), .exclusive(let a, let b): stack += [a, b]
        default: break
        }
      }
    }
  }
}

extension ViewGraph {
  func touchDown(_ x: Double, _ y: Double) {
    let goesOn = !input.competitors.isEmpty && input.isLive
    var touch = TouchState()
    touch.startX = x
    touch.startY = y
    touch.x = x
    touch.y = y
    touch.startTime = now
    touch.time = now
    touch.moveTime = now
    touch.isDown = true
    input.touch = touch
    input.samplerX = VelocitySampler()
    input.samplerY = VelocitySampler()
    input.samplerX.add(x, time: now)
    input.samplerY.add(y, time: now)
    if goesOn {
      // A second tap for a gesture that counts them.
      feedAll(.down)
      return
    }
    input.competitors = []
    input.winner = -1
    input.pressNode = -1
    input.hit = -1
    let edge = edgeCompetitor(x, y)
    let sheet = sheetCompetitor(x, y)
    let hit = hitTest(x, y)
    if !openMenus.isEmpty, closeMenus(touched: hit) {
      input.hit = hit ?? -1
      input.isLive = true
      return
    }
    if hit == nil, edge == nil, sheet == nil { return }
    input.hit = hit ?? -1
    input.competitors =
      (edge.map { [$0] } ?? []) + (hit.map { collectCompetitors($0) } ?? []) + (sheet.map { [$0] } ?? [])
    input.isLive = true
    if let hit { stopScrolling(under: hit) }
    let isInScroll = input.competitors.contains { $0.kind == .scroll }
    if let button = input.competitors.first(where: { $0.kind == .button || $0.kind == .toggle }) {
      input.pressNode = button.node
      input.pressOwner = button.owner
      input.pressTime = now + (isInScroll ? InputProfile.pressDelayInScroll : 0)
      input.isPressShown = false
      if !isInScroll { showPress() }
    }
    for competitor in input.competitors where heap.kind(competitor.pressing) == .closure {
      lifecycle.callbacks.append((competitor.pressing, [.truth], Transact()))
    }
    feedAll(.down)
  }

  private func stopScrolling(under hit: UID) {
    guard let scroll = enclosingScroll(hit) else { return }
    input.motions.removeAll { $0.id == scroll }
  }

  func touchMove(_ x: Double, _ y: Double) {
    guard input.touch.isDown else { return }
    input.touch.x = x
    input.touch.y = y
    input.touch.time = now
    input.touch.moveTime = now
    input.samplerX.add(x, time: now)
    input.samplerY.add(y, time: now)
    input.touch.velocityX = input.samplerX.velocity
    input.touch.velocityY = input.samplerY.velocity
    if input.pressNode >= 0, input.isPressShown { setPressed(input.pressNode, isOver(input.pressOwner)) }
    feedAll(.move)
  }

  /// - Parameter rest: seconds without a move after which the release velocity is 0
  func touchUp(afterRest rest: Double) {
    guard input.touch.isDown else { return }
    // A finger that has rested lets go without speed.
    if now - input.touch.moveTime >= rest {
      input.touch.velocityX = 0
      input.touch.velocityY = 0
    }
    input.touch.time = now
    input.touch.isDown = false
    feedAll(.up)
    if input.pressNode >= 0, input.isPressShown { setPressed(input.pressNode, false) }
    for competitor in input.competitors where heap.kind(competitor.pressing) == .closure {
      lifecycle.callbacks.append((competitor.pressing, [.falsehood], Transact()))
    }
    input.pressNode = -1
    closeIfDone()
  }

  func touchCancel() {
    guard input.isLive || input.touch.isDown else { return }
    input.touch.isDown = false
    if input.pressNode >= 0 { setPressed(input.pressNode, false) }
    input.pressNode = -1
    for i in input.competitors.indices { cancel(i) }
    input.competitors = []
    input.isLive = false
  }

  /// Once a tick: presses that are due, durations, windows that close.
  func inputTick() {
    for node in input.releaseNodes { setPressed(node, false) }
    input.releaseNodes = []
    guard input.isLive else { return }
    input.touch.time = now
    if input.pressNode >= 0, !input.isPressShown, input.touch.isDown, now >= input.pressTime - 1e-9, input.winner < 0,
      isOver(input.pressOwner)
    {
      showPress()
    }
    feedAll(.tick)
    if !input.touch.isDown { closeIfDone() }
  }

  /// Whether the finger is on a button or near enough to its box: there a press shows, and letting go is its action (7.4).
  private func isOver(_ owner: UID) -> Bool {
    guard isThere(owner) else { return false }
    let box = presentBox(owner)
    let point = localPoint(owner, input.touch.x, input.touch.y)
    let room = inputProfile.buttonRoom
    if isOverRow(owner, room) { return true }
    if point.x >= -room && point.y >= -room && point.x <= box.width + room && point.y <= box.height + room {
      return true
    }
    // What its label shows may be on its way elsewhere.
    var node = hitTest(input.touch.x, input.touch.y) ?? -1
    while node >= 0, node != owner { node = u[Int(node)].parent }
    return node == owner
  }

  private func showPress() {
    input.isPressShown = true
    setPressed(input.pressNode, true)
  }

  private func closeIfDone() {
    let open = input.competitors.contains { $0.state == .possible || $0.waits }
    if open && input.winner < 0
      && input.competitors.contains(where: { ($0.recognizer?.awaitsTap ?? false) && $0.state == .possible })
    {
      return
    }
    // Nobody better is left: the first that waits ends.
    if input.winner < 0, let index = input.competitors.firstIndex(where: { $0.waits }) { end(index) }
    input.competitors = []
    input.isLive = false
    input.winner = -1
  }

  private func feedAll(_ event: TouchEvent) {
    // Simultaneous gestures stand outside the ranking and are called first.
    for i in input.competitors.indices where input.competitors[i].mode == .simultaneous { step(i, event, isFree: true) }
    if input.winner >= 0 {
      step(input.winner, event, isFree: true)
      return
    }
    for i in input.competitors.indices where input.competitors[i].mode != .simultaneous {
      if input.winner >= 0 { break }
      step(i, event, isFree: false)
    }
    // Those that wait for others to fail.
    if input.winner < 0, let index = input.competitors.firstIndex(where: { $0.waits && $0.mode != .simultaneous }),
      betterHaveFailed(index)
    {
      end(index)
    }
  }

  private func betterHaveFailed(_ index: Int) -> Bool {
    for i in 0..<index where input.competitors[i].mode != .simultaneous {
      if input.competitors[i].state == .possible || input.competitors[i].state == .active { return false }
    }
    return true
  }

  /// A drag may begin before taps, presses and buttons above it in rank have failed: they cannot win any more. One that would begin with
  /// the touch alone waits for a movement, or a click would never be theirs (7.6).
  func mayBegin(_ index: Int) -> Bool {
    let isStill =
      (input.competitors[index].recognizer?.beginsAtOnce ?? false)
      && input.touch.distance < min(InputProfile.scrollSlop, inputProfile.tapSlop)
    for i in 0..<index where input.competitors[i].mode != .simultaneous {
      let other = input.competitors[i]
      guard other.state == .possible || other.state == .active else { continue }
      if other.kind == .button || other.kind == .toggle || other.kind == .field {
        if isStill { return false }
        continue
      }
      if let r = other.recognizer, !r.isDrag {
        if isStill { return false }
        continue
      }
      if other.kind == .scroll, input.competitors[index].kind == .sheet { continue }
      if input.competitors[index].kind == .scroll, let r = other.recognizer, r.isDrag, other.mode != .high { continue }
      return false
    }
    return true
  }

  private func step(_ i: Int, _ event: TouchEvent, isFree: Bool) {
    let competitor = input.competitors[i]
    guard competitor.state == .possible || competitor.state == .active else { return }
    switch competitor.kind {
    case .button, .toggle, .field:
      if event == .up {
        if !isOver(competitor.owner) {
          input.competitors[i].state = .failed
        } else {
          input.competitors[i].state = .ended
          finishOrWait(i, isFree)
        }
      }
    case .edge: edgeStep(i, event)
    case .sheet: sheetStep(i, event, isFree)
    case .slider, .scroll:
      let competitor = input.competitors[i]
      guard isThere(competitor.owner) else {
        input.competitors[i].state = .failed
        return
      }
      if competitor.kind == .slider { sliderStep(i, event) } else { scrollStep(i, event, isFree) }
    case .gesture:
      guard let r = competitor.recognizer else { return }
      let before = r.phase
      let parts = event == .tick && before == .active ? r.partPhases : []
      feed(r, event, input.touch, competitor.owner)
      switch r.phase {
      case .failed:
        if before == .active || r.hasMoved { resetUpdates(r) }
        input.competitors[i].state = .failed
      case .active:
        if competitor.state != .active {
          guard isFree || mayBegin(i) || betterHaveFailed(i) else { return }
          // A scroll view around takes a movement along its axis (7.2).
          if !isFree, competitor.mode == .normal, scrollClaims(after: i) { return }
          input.competitors[i].state = .active
          if !isFree { win(i) }
        }
        // The clock alone is no change, unless it moved a part on.
        if event != .tick || before != .active || competitor.state != .active || parts != r.partPhases {
          changed(r, competitor)
        }
      case .ended:
        input.competitors[i].state = .ended
        finishOrWait(i, isFree)
      case .possible: updatePressing(r, competitor)
      }
    }
  }

  private func finishOrWait(_ i: Int, _ isFree: Bool) {
    if isFree || betterHaveFailed(i) { end(i) } else { input.competitors[i].waits = true }
  }

  /// The winner: everything else in the ranking is cancelled.
  func win(_ index: Int) {
    input.winner = index
    for i in input.competitors.indices where i != index && input.competitors[i].mode != .simultaneous { cancel(i) }
    let winner = input.competitors[index]
    if input.pressNode >= 0, winner.node != input.pressNode {
      if input.isPressShown { setPressed(input.pressNode, false) }
      input.pressNode = -1
    }
  }

  /// A control takes the touch.
  func claim(_ index: Int) { if input.winner != index { win(index) } }

  private func cancel(_ i: Int) {
    if let r = input.competitors[i].recognizer, input.competitors[i].state == .active || r.hasMoved { resetUpdates(r) }
    input.competitors[i].state = .failed
    input.competitors[i].waits = false
  }

  private func end(_ index: Int) {
    let competitor = input.competitors[index]
    input.competitors[index].waits = false
    if competitor.mode != .simultaneous, input.winner != index { win(index) }
    switch competitor.kind {
    case .button: endButton(competitor.node)
    case .toggle: endToggle(competitor.node)
    case .field: setFocus(competitor.node)
    case .scroll, .slider, .edge, .sheet: break
    case .gesture:
      if let r = competitor.recognizer {
        ended(r)
        resetUpdates(r)
        r.taps = 0
      }
      if heap.kind(competitor.action) == .closure {
        let value = competitor.recognizer?.value ?? .none
        let arguments = closureParameters(competitor.action) > 0 ? [value] : []
        act(competitor.action, arguments)
      }
    }
  }

  /// Press protocol: what was pressed is released in a transaction before the action's; a touch shorter than the delay shows for a tick.
  private func endButton(_ node: SID) {
    turn += 1
    if input.isPressShown, input.pressNode == node {
      setPressed(node, false)
    } else if input.pressNode == node {
      setPressed(node, true)
      input.releaseNodes.append(node)
    }
    input.pressNode = -1
    turn += 1
    if tag(s[Int(node)].value) == .headerButton {
      let owner = SID(truncatingIfNeeded: heap.slot(s[Int(node)].value, 1).integer)
      var transaction = Transact()
      transaction.setAnimation(.standard)
      perform(transaction) { setExpanded(owner, !isExpanded(owner)) }
    } else if tag(s[Int(node)].value) == .barButton {
      pressBarButton(s[Int(node)].value)
    } else if info(s[Int(node)].value)?.type == "NavigationLink" {
      follow(link: node)
    } else if s[Int(node)].op == .stepper {
      step(node)
    } else if opensMenu(node) {
      let action = argument(s[Int(node)].value, "primaryAction")
      if heap.kind(action) != .closure { return setMenu(node, isOpen: true) }
      perform(action)
    } else if let action = buttonAction(node) {
      perform(action)
    }
    if !openMenus.isEmpty { closeMenus(around: node) }
    if !presentations.isEmpty { dismissDialog(around: node) }
  }

  private func endToggle(_ node: SID) {
    input.pressNode = -1
    turn += 1
    let binding = argument(s[Int(node)].value, "isOn")
    perform {
      let value = try readBinding(binding)
      try writeBinding(binding, Word(truth: !value.truth), current, 0)
    }
    if !openMenus.isEmpty { closeMenus(around: node) }
  }
}
