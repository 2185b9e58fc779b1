/// One touch from down to up: hit testing, the gestures that compete for it, who wins (semantics 7.1, 7.4, 7.6).

/// A gesture of the hit view or of an ancestor.
struct Competitor {
  enum Kind { case gesture, button, toggle, scroll, slider }
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
  /// Button under the finger, and when its press shows.
  var pressNode: SID = -1
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
  // MARK: Hit testing

  /// The front-most hittable node at a screen point.
  func hitTest(_ x: Double, _ y: Double) -> UID? {
    let items = displayList()
    for item in items.reversed() where item.isHittable && item.opacity > 0 {
      let i = Int(item.id)
      let isArea = u[i].flags.contains(.isLeaf) || u[i].op == .contentShape || u[i].op == .scrollView
      guard isArea, contains(item, screenX: x, y) else { continue }
      // A content shape takes the place of the area of what it wraps.
      var shape = item.hitShape
      var isInside = true
      while shape >= 0 && isInside {
        isInside = contains(items[shape], screenX: x, y)
        shape = items[shape].hitShape
      }
      if isInside { return item.id }
    }
    return nil
  }

  private func contains(_ item: DisplayItem, screenX x: Double, _ y: Double) -> Bool {
    guard let inverse = item.transform.inverse else { return false }
    let p = inverse.apply(x, y)
    return contains(item, p.x, p.y)
  }

  private func contains(_ item: DisplayItem, _ x: Double, _ y: Double) -> Bool {
    let i = Int(item.id)
    let inside = x >= 0 && y >= 0 && x < item.width && y < item.height
    if u[i].op == .contentShape {
      let ext = u[i].ext as? ClipExt
      return inside && within(ext?.outline ?? .rectangle, ext?.shape.radii ?? [], item.width, item.height, x, y)
    }
    guard let leaf = u[i].ext as? LeafExt else { return inside }
    if u[i].op == .shape {
      let alpha = shownValue(item.id).map { $0.count >= 4 ? $0[3] : 128 } ?? 128
      if leaf.gradient == nil, alpha <= 0 { return false }
      if leaf.isShape {
        if leaf.shape.hasStroke { return inside && onStroke(leaf.shape, item, x, y) }
        return inside && within(leaf.shape.outline, leaf.shape.radii, item.width, item.height, x, y)
      }
    }
    return inside
  }

  private func within(
    _ outline: ResolvedShape.Outline, _ radii: [Double], _ w: Double, _ h: Double, _ x: Double, _ y: Double
  ) -> Bool {
    switch outline {
    case .circle, .ellipse:
      guard w > 0, h > 0 else { return false }
      let rx = outline == .circle ? min(w, h) / 2 : w / 2
      let ry = outline == .circle ? min(w, h) / 2 : h / 2
      let dx = (x - w / 2) / rx
      let dy = (y - h / 2) / ry
      return dx * dx + dy * dy <= 1
    case .capsule, .rounded, .uneven:
      let r = outline == .capsule ? min(w, h) / 2 : min(radii.max() ?? 0, min(w, h) / 2)
      let dx = max(r - x, x - (w - r), 0)
      let dy = max(r - y, y - (h - r), 0)
      return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= r * r
    default: return true
    }
  }

  private func onStroke(_ shape: ResolvedShape, _ item: DisplayItem, _ x: Double, _ y: Double) -> Bool {
    let half = max(shape.lineWidth, 1) / 2
    let inner = within(
      shape.outline, shape.radii, item.width - 2 * half, item.height - 2 * half, x - half, y - half)
    let isInside = x > half && y > half && x < item.width - half && y < item.height - half
    return !(inner && isInside)
  }

  /// A screen point in a node's own space, by presentation geometry.
  func localPoint(_ id: UID, _ x: Double, _ y: Double) -> Point {
    guard let inverse = presentTransform(id).inverse else { return Point(x, y) }
    let p = inverse.apply(x, y)
    return Point(p.x, p.y)
  }

  /// From a node's own space to the screen, with presentation values.
  func presentTransform(_ id: UID) -> FrameTransform {
    var spaces: [UID] = []
    var node = u[Int(id)].parent
    var root = id
    while node >= 0 {
      if u[Int(node)].flags.contains(.isSpace) { spaces.append(node) }
      root = node
      node = u[Int(node)].parent
    }
    var transform = FrameTransform.identity
    if let dy = shownValue(root)?.first, u[Int(root)].op == .window { transform.ty = dy }
    for space in spaces.reversed() { transform = transform.concat(effectTransform(space, presentBox(space))) }
    let box = presentBox(id)
    return transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: box.x, ty: box.y))
  }

  /// Where a node is shown in the space around it.
  private func presentBox(_ id: UID) -> Rect {
    let index = u[Int(id)].frame
    if index >= 0, frames[Int(index)].hasModel { return frames[Int(index)].present }
    var rect = layoutRect(id)
    let origin = spaceOrigin(enclosingSpace(id))
    rect.x -= origin.x
    rect.y -= origin.y
    return rect
  }

  // MARK: Competitors

  /// Gestures of the hit node and its ancestors, best rank first.
  private func collectCompetitors(_ hit: UID) -> [Competitor] {
    var list: [Competitor] = []
    var node = hit
    while node >= 0 {
      let i = Int(node)
      let sid = u[i].s
      if sid >= 0, let competitor = competitor(node, sid) {
        let mask = gestureMask(competitor)
        // A mask without the subviews silences what was found below.
        if mask & 2 == 0 { list.removeAll { $0.kind != .scroll } }
        if mask & 1 == 0 {
          node = u[i].parent
          continue
        }
        if competitor.mode == .high {
          list.insert(competitor, at: 0)
        } else if let count = competitor.recognizer?.tapCount, count > 1, let last = list.last,
          last.recognizer?.tapCount ?? 0 > 0, sameView(last.owner, node)
        {
          // Of several taps on one view the larger count goes first.
          list.insert(competitor, at: list.count - 1)
        } else {
          list.append(competitor)
        }
      }
      node = u[i].parent
    }
    return list
  }

  /// Bits of a gesture's mask: 1 the gesture itself, 2 those below it.
  private func gestureMask(_ competitor: Competitor) -> Int {
    guard competitor.kind == .gesture else { return 3 }
    let word = s[Int(competitor.node)].value
    let mask = hasArgument(word, "including") ? argument(word, "including") : .none
    return mask.isNone ? 3 : gestureMask(mask)
  }

  private func sameView(_ a: UID, _ b: UID) -> Bool { u[Int(a)].base == u[Int(b)].base }

  private func isEnabled(_ node: SID) -> Bool {
    (environmentValue(node, "isEnabled") ?? Word.truth).truth
  }

  private func competitor(_ id: UID, _ node: SID) -> Competitor? {
    let op = u[Int(id)].op
    let word = s[Int(node)].value
    switch op {
    case .gesture:
      guard isEnabled(node) else { return nil }
      if hasArgument(word, "isEnabled"), !argument(word, "isEnabled").truth { return nil }
      var result = Competitor(kind: .gesture, owner: id, node: node, recognizer: recognizer(argument(word, 0)))
      switch info(word)?.base {
      case "highPriorityGesture": result.mode = .high
      case "simultaneousGesture": result.mode = .simultaneous
      default: break
      }
      return result
    case .onTapGesture:
      guard isEnabled(node) else { return nil }
      let count = argument(word, "count")
      var result = Competitor(
        kind: .gesture, owner: id, node: node,
        recognizer: Recognizer(.tap(count: count.isNone ? 1 : max(1, count.integer))))
      result.action = closureArgument(word) ?? .none
      return result
    case .onLongPressGesture:
      guard isEnabled(node) else { return nil }
      var result = Competitor(
        kind: .gesture, owner: id, node: node,
        recognizer: Recognizer(
          .longPress(
            duration: number(word, "minimumDuration") ?? 0.5, distance: number(word, "maximumDistance") ?? 10)))
      result.action = argument(word, "perform")
      let pressing = argument(word, "onPressingChanged")
      result.pressing = pressing.isNone ? argument(word, "pressing") : pressing
      return result
    case .button:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .button, owner: id, node: node)
    case .toggle:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .toggle, owner: id, node: node)
    case .stepper:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .button, owner: id, node: node)
    case .slider:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .slider, owner: id, node: node)
    case .scrollView:
      guard u[Int(id)].base == node else { return nil }
      return Competitor(kind: .scroll, owner: id, node: node)
    default: return nil
    }
  }

  // MARK: Events

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
    guard let hit = hitTest(x, y) else { return }
    input.hit = hit
    input.competitors = collectCompetitors(hit)
    input.isLive = true
    stopScrolling(under: hit)
    let isInScroll = input.competitors.contains { $0.kind == .scroll }
    if let button = input.competitors.first(where: { $0.kind == .button || $0.kind == .toggle }) {
      input.pressNode = button.node
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
    if input.pressNode >= 0, input.isPressShown {
      let outside = input.touch.distance > InputProfile.buttonSlop
      setPressed(input.pressNode, !outside)
    }
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
    if input.pressNode >= 0, !input.isPressShown, input.touch.isDown, now >= input.pressTime - 1e-9, input.winner < 0 {
      showPress()
    }
    feedAll(.tick)
    if !input.touch.isDown { closeIfDone() }
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

  /// A drag may begin before taps, presses and buttons above it in rank have failed: they cannot win any more.
  private func mayBegin(_ index: Int) -> Bool {
    for i in 0..<index where input.competitors[i].mode != .simultaneous {
      let other = input.competitors[i]
      guard other.state == .possible || other.state == .active else { continue }
      if other.kind == .button || other.kind == .toggle { continue }
      if let r = other.recognizer, !r.isDrag { continue }
      if input.competitors[index].kind == .scroll, let r = other.recognizer, r.isDrag, other.mode != .high { continue }
      return false
    }
    return true
  }

  private func step(_ i: Int, _ event: TouchEvent, isFree: Bool) {
    let competitor = input.competitors[i]
    guard competitor.state == .possible || competitor.state == .active else { return }
    switch competitor.kind {
    case .button, .toggle:
      if event == .up {
        if input.touch.distance > InputProfile.buttonSlop {
          input.competitors[i].state = .failed
        } else {
          input.competitors[i].state = .ended
          finishOrWait(i, isFree)
        }
      }
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
        if event != .tick || before != .active || parts != r.partPhases { changed(r, competitor) }
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
  private func win(_ index: Int) {
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
    case .scroll, .slider: break
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

  /// Runs a callback of a gesture as an event of its own.
  private func act(_ closure: Word, _ arguments: [Word]) {
    turn += 1
    perform(closure, arguments)
  }

  private func changed(_ r: Recognizer, _ competitor: Competitor) {
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

  private func ended(_ r: Recognizer) {
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
  private func updatePressing(_ r: Recognizer, _ competitor: Competitor) {
    guard input.touch.isDown, !r.hasMoved, isPressing(r) else { return }
    r.hasMoved = true
    notePress(r)
  }

  private func isPressing(_ r: Recognizer) -> Bool {
    guard r.phase == .possible else { return false }
    switch r.kind {
    case .longPress: return true
    case .sequence(let a, _), .exclusive(let a, _), .mapped(let a, _): return isPressing(a)
    case .simultaneous(let a, let b): return isPressing(a) || isPressing(b)
    default: return false
    }
  }

  private func notePress(_ r: Recognizer) {
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
  private func runUpdate(_ update: (state: Word, closure: Word), _ r: Recognizer) {
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
  private func resetUpdates(_ r: Recognizer) {
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

  // MARK: Controls

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
    } else if info(s[Int(node)].value)?.type == "NavigationLink" {
      follow(link: node)
    } else if s[Int(node)].op == .stepper {
      step(node)
    } else if let action = buttonAction(node) {
      perform(action)
    }
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
  }

  // MARK: Scrolling

  /// Whether the touch has gone far enough along an axis in which a scroll view can scroll.
  private func isAlong(_ axes: AxisSet) -> Bool {
    let dx = input.touch.x - input.touch.startX
    let dy = input.touch.y - input.touch.startY
    return (axes.contains(.vertical) && abs(dy) >= InputProfile.scrollSlop && abs(dy) >= abs(dx) - 1e-9)
      || (axes.contains(.horizontal) && abs(dx) >= InputProfile.scrollSlop && abs(dx) >= abs(dy) - 1e-9)
      || (axes == .both && input.touch.distance >= InputProfile.scrollSlop)
  }

  /// Whether a scroll view of lower rank begins with this movement.
  private func scrollClaims(after index: Int) -> Bool {
    for i in (index + 1)..<max(index + 1, input.competitors.count) {
      let other = input.competitors[i]
      guard other.kind == .scroll, other.state == .possible, isThere(other.owner), !isScrollDisabled(other.owner)
      else { continue }
      if isAlong(scrollAxes(other.owner)) { return true }
    }
    return false
  }

  /// Whether the view under the finger is still the one that was met: a tap may have taken it away meanwhile.
  private func isThere(_ id: UID) -> Bool { id >= 0 && u[Int(id)].isAlive && u[Int(id)].s >= 0 }

  private func scrollStep(_ i: Int, _ event: TouchEvent, _ isFree: Bool) {
    let competitor = input.competitors[i]
    let id = competitor.owner
    let touch = input.touch
    let axes = scrollAxes(id)
    if competitor.state == .possible {
      guard event == .move || event == .down else {
        if event == .up { input.competitors[i].state = .failed }
        return
      }
      let along = isAlong(axes)
      guard along, !isScrollDisabled(id), isFree || mayBegin(i) else { return }
      let limit = maximumOffset(id)
      if limit.x <= 0, limit.y <= 0, !axes.contains(.vertical), !axes.contains(.horizontal) { return }
      input.competitors[i].state = .active
      input.scrollStart = scrollOffset(id)
      input.scrollFrom = Point(touch.x, touch.y)
      win(i)
      return
    }
    let limit = maximumOffset(id)
    let box = tree.absoluteRect(of: u[Int(id)].layout)
    if event == .move {
      let x = axes.contains(.horizontal) ? input.scrollStart.x - (touch.x - input.scrollFrom.x) : 0
      let y = axes.contains(.vertical) ? input.scrollStart.y - (touch.y - input.scrollFrom.y) : 0
      setScroll(id, bounded(x, limit.x, box.width), bounded(y, limit.y, box.height))
      writeScrollPosition(id)
    } else if event == .up {
      input.competitors[i].state = .ended
      startScrollMotion(
        id, velocityX: axes.contains(.horizontal) ? -touch.velocityX : 0,
        velocityY: axes.contains(.vertical) ? -touch.velocityY : 0)
    }
  }

  private func isScrollDisabled(_ id: UID) -> Bool {
    var node = u[Int(id)].parent
    while node >= 0, u[Int(node)].base == u[Int(id)].base {
      if u[Int(node)].op == .scrollDisabled {
        let value = argument(s[Int(u[Int(node)].s)].value, 0)
        return value.isNone || value.truth
      }
      node = u[Int(node)].parent
    }
    return false
  }
}
