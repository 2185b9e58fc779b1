/// Transitions of items of a list context: what `.transition` asks for, insertion, removal, revival (semantics 5).

enum TransitionPhase {
  case willAppear, identity, didDisappear
  /// It has left, while other views of what was removed with it still leave.
  case gone
}

/// The built-in effects of one transition in one phase, combined.
struct TransitionEffect: Equatable {
  var opacity = 1.0
  var scale = 1.0
  var anchorX = 0.5
  var anchorY = 0.5
  /// Points, and own sizes, by which the item is displaced.
  var dx = 0.0
  var dy = 0.0
  var widths = 0.0
  var heights = 0.0
  var blur = 0.0

  var isIdentity: Bool {
    self == TransitionEffect()
      || (opacity == 1 && scale == 1 && dx == 0 && dy == 0 && widths == 0 && heights == 0 && blur == 0)
  }

  mutating func combine(_ other: TransitionEffect) {
    opacity *= other.opacity
    if other.scale != 1 {
      scale *= other.scale
      anchorX = other.anchorX
      anchorY = other.anchorY
    }
    dx += other.dx
    dy += other.dy
    widths += other.widths
    heights += other.heights
    blur += other.blur
  }
}

struct ItemTransition {
  var owner: UID = -1
  var phase = TransitionPhase.identity
  /// The value given to `.transition`, nil for the default.
  var word: Word = .none
  /// Opacity, scale, blur; where the effect stands in the phase, and what is shown.
  var model: [Double] = [1, 1, 0]
  var present: [Double] = [1, 1, 0]
  var anchorX = 0.5
  var anchorY = 0.5
  var hasScale = false
  var shiftX = 0.0
  var shiftY = 0.0
  var animation: Int32 = -1
  /// Animations the removal waits for: those that begin or are turned in the transaction that removes.
  var waiting = 0
  /// Serial of that transaction.
  var removalSeed = -1
}

extension ViewGraph {
  // MARK: The trait

  /// The transition of an item: the outermost `.transition` of its chain; `.opacity` where there is none.
  func transitionValue(_ top: UID) -> Word? {
    if isPage(top) { return makeTagged(.navigationPush, []) }
    var id = top
    while id >= 0 {
      if u[Int(id)].op == .transition { return argument(s[Int(u[Int(id)].s)].value, 0) }
      id = u[Int(id)].child
    }
    return nil
  }

  /// The scope of the list context an item belongs to.
  private func itemScope(_ top: UID) -> SID {
    let host = u[Int(top)].parent
    guard host >= 0 else { return -1 }
    if u[Int(host)].content >= 0 { return s[Int(u[Int(host)].content)].scope }
    return u[Int(host)].s >= 0 ? s[Int(u[Int(host)].s)].scope : -1
  }

  /// The effect of a transition value in a phase.
  func effect(_ word: Word?, _ phase: TransitionPhase, depth: Int = 0) -> TransitionEffect {
    var result = TransitionEffect()
    if phase == .identity || depth > 16 { return result }
    guard let word, !word.isNone else {
      result.opacity = 0
      return result
    }
    if heap.kind(word) == .existential { return effect(heap.slot(word, 0), phase, depth: depth + 1) }
    if tag(word) == .navigationPush {
      result.dx = device.width
      return result
    }
    guard let info = info(word) else { return result }
    let appears = phase == .willAppear
    if reducesMotion, moves(info) {
      result.opacity = 0
      return result
    }
    switch info.base {
    case "init":
      switch info.type {
      case "AnyTransition": return effect(argument(word, 0), phase, depth: depth + 1)
      case "OpacityTransition": result.opacity = 0
      case "ScaleTransition": scale(word, &result)
      case "MoveTransition": move(edge(argument(word, "edge")), &result)
      case "OffsetTransition": offset(word, &result)
      case "SlideTransition": move(appears ? 1 : 3, &result)
      case "PushTransition":
        result.opacity = 0
        let from = edge(argument(word, "edge"))
        move(appears ? from : opposite(from), &result)
      case "AsymmetricTransition":
        return effect(argument(word, appears ? "insertion" : "removal"), phase, depth: depth + 1)
      case "BlurReplaceTransition":
        result.opacity = 0
        result.blur = 10
      default: break
      }
    case "opacity": result.opacity = 0
    case "scale": scale(word, &result)
    case "move": move(edge(argument(word, "edge")), &result)
    case "offset": offset(word, &result)
    case "slide": move(appears ? 1 : 3, &result)
    case "push":
      result.opacity = 0
      let from = edge(argument(word, "from"))
      move(appears ? from : opposite(from), &result)
    case "asymmetric": return effect(argument(word, appears ? "insertion" : "removal"), phase, depth: depth + 1)
    case "combined":
      result = effect(receiver(word), phase, depth: depth + 1)
      result.combine(effect(argument(word, "with"), phase, depth: depth + 1))
    case "animation": return effect(receiver(word), phase, depth: depth + 1)
    case "blurReplace":
      result.opacity = 0
      result.blur = 10
    default: break
    }
    return result
  }

  /// Transitions that Reduce Motion turns into fades [R transition].
  private func moves(_ info: NativeInfo) -> Bool {
    switch info.base {
    case "scale", "move", "offset", "slide", "push", "asymmetric": return true
    case "init":
      return [
        "ScaleTransition", "MoveTransition", "OffsetTransition", "SlideTransition", "PushTransition",
        "AsymmetricTransition",
      ].contains(info.type)
    default: return false
    }
  }

  private func opposite(_ edge: Int) -> Int { (edge + 2) % 4 }

  private func move(_ edge: Int, _ result: inout TransitionEffect) {
    switch edge {
    case 0: result.heights = -1
    case 1: result.widths = -1
    case 2: result.heights = 1
    default: result.widths = 1
    }
  }

  private func scale(_ word: Word, _ result: inout TransitionEffect) {
    result.scale = number(word, "scale") ?? number(word, 0) ?? 1e-5
    let anchor = argument(word, "anchor")
    if !anchor.isNone {
      let point = unitPoint(anchor)
      result.anchorX = point.x
      result.anchorY = point.y
    }
  }

  private func offset(_ word: Word, _ result: inout TransitionEffect) {
    if hasArgument(word, "x") || hasArgument(word, "y") {
      result.dx = number(word, "x") ?? 0
      result.dy = number(word, "y") ?? 0
    } else {
      let size = self.size(argument(word, 0))
      result.dx = size.width
      result.dy = size.height
    }
  }

  /// The animation of a transition of its own: `.transition(t.animation(a))`.
  private func ownAnimation(_ word: Word?, _ phase: TransitionPhase, depth: Int = 0) -> Animation?? {
    guard let word, let info = info(word), depth < 16 else { return nil }
    switch info.base {
    case "animation": return .some(animation(argument(word, 0)))
    case "asymmetric":
      return ownAnimation(argument(word, phase == .willAppear ? "insertion" : "removal"), phase, depth: depth + 1)
    case "combined":
      return ownAnimation(receiver(word), phase, depth: depth + 1)
        ?? ownAnimation(argument(word, "with"), phase, depth: depth + 1)
    default: return nil
    }
  }

  private func itemTransaction(_ top: UID, _ word: Word?, _ phase: TransitionPhase) -> Transact {
    var transaction = self.transaction(at: itemScope(top))
    if let own = ownAnimation(word, phase) { transaction.setAnimation(own) }
    return transaction
  }

  // MARK: Insertion

  /// Items that came up in this update: those with a transition and an animation begin in their active state (after the first geometry
  /// pass) and reach identity in the same transaction. True if places changed.
  func startInsertions() -> Bool {
    guard !insertions.isEmpty else { return false }
    let list = insertions
    insertions.removeAll(keepingCapacity: true)
    var started: [UID] = []
    var bodies = false
    for top in list where u[Int(top)].isAlive {
      let host = u[Int(top)].parent
      guard host >= 0, u[Int(host)].flags.contains(.settled), u[Int(top)].transition < 0 else { continue }
      let word = transitionValue(top)
      let active = effect(word, .willAppear)
      let hasBody = word.map { self.hasBody($0) } ?? false
      if active.isIdentity && !hasBody { continue }
      guard itemTransaction(top, word, .willAppear).animation != nil else { continue }
      begin(top, word, .willAppear, active)
      if hasBody, setBodyPhase(top, .willAppear) { bodies = true }
      started.append(top)
    }
    if started.isEmpty { return false }
    if bodies { placeWithoutAnimation() }
    forgetFrames(started)
    geometryPass()
    for top in started {
      let index = Int(u[Int(top)].transition)
      guard index >= 0 else { continue }
      move(index, to: TransitionEffect(), .identity, itemTransaction(top, transitions[index].word, .willAppear))
      if bodies { _ = setBodyPhase(top, .identity) }
    }
    return true
  }

  private func begin(_ top: UID, _ word: Word?, _ phase: TransitionPhase, _ effect: TransitionEffect) {
    var row = ItemTransition(owner: top, phase: phase, word: word ?? .none)
    row.model = [effect.opacity, effect.scale, effect.blur]
    row.present = row.model
    row.hasScale = effect.scale != 1
    row.anchorX = effect.anchorX
    row.anchorY = effect.anchorY
    let size = layoutRect(top).size
    let sign = isRightToLeft(s[Int(u[Int(top)].base)].parent) ? -1.0 : 1.0
    row.shiftX = effect.dx + sign * effect.widths * size.width
    row.shiftY = effect.dy + effect.heights * size.height
    if let free = freeTransitions.popLast() {
      transitions[Int(free)] = row
      u[Int(top)].transition = free
    } else {
      transitions.append(row)
      u[Int(top)].transition = Int32(transitions.count - 1)
    }
    requireGeometry()
  }

  /// A page that is covered or uncovered goes aside without any other effect.
  func shiftPage(_ top: UID, to x: Double) {
    if u[Int(top)].transition < 0 { begin(top, nil, .identity, TransitionEffect()) }
    let index = Int(u[Int(top)].transition)
    guard index >= 0 else { return }
    transitions[index].shiftX = isRightToLeft(s[Int(u[Int(top)].base)].parent) ? -x : x
    requireGeometry()
  }

  /// Frames of inserted items were placed once without their transition; they have no former place.
  func forgetFrames(_ tops: [UID]) {
    for top in tops {
      forEachUnary(below: top) { id in
        let index = u[Int(id)].frame
        if index >= 0, frames[Int(index)].animation < 0 { frames[Int(index)].hasModel = false }
      }
    }
  }

  /// Visits the unary nodes of an item, content of hosts included.
  func forEachUnary(below top: UID, _ visit: (UID) -> Void) {
    var stack: [UID] = [top]
    while let chain = stack.popLast() {
      var id = chain
      while id >= 0 {
        visit(id)
        let secondary = u[Int(id)].secondary
        if secondary >= 0 {
          visit(secondary)
          stack.append(contentsOf: u[Int(secondary)].items)
          stack.append(contentsOf: u[Int(secondary)].leaving)
        }
        if u[Int(id)].flags.contains(.isHost) {
          stack.append(contentsOf: u[Int(id)].items)
          stack.append(contentsOf: u[Int(id)].leaving)
        }
        id = u[Int(id)].child
      }
    }
  }

  /// The next phase: the values go to the phase's effect with the item's transaction.
  private func move(_ index: Int, to effect: TransitionEffect, _ phase: TransitionPhase, _ transaction: Transact) {
    let owner = transitions[index].owner
    transitions[index].phase = phase
    let size = layoutRect(owner).size
    if effect.scale != 1 {
      transitions[index].hasScale = true
      transitions[index].anchorX = effect.anchorX
      transitions[index].anchorY = effect.anchorY
    }
    let old = transitions[index].model
    let new = [effect.opacity, effect.scale, effect.blur]
    transitions[index].model = new
    if let animation = transaction.animation {
      let delta = [new[0] - old[0], new[1] - old[1], new[2] - old[2]]
      transitions[index].animation = start(
        transitions[index].animation, .transition(Int32(index)), animation, delta, transaction, owner: owner,
        observes: false)
    }
    if transitions[index].animation < 0 {
      transitions[index].present = new
    } else if let animator = running[Int(transitions[index].animation)].animator {
      transitions[index].present = ViewGraph.shown(
        new, animator.sample(at: now, client: animationClient), animator.interval)
    }
    let sign = isRightToLeft(s[Int(u[Int(owner)].base)].parent) ? -1.0 : 1.0
    transitions[index].shiftX = effect.dx + sign * effect.widths * size.width
    transitions[index].shiftY = effect.dy + effect.heights * size.height
    requireGeometry()
  }

  // MARK: Removal

  /// Whether an item's removal is a transition of its own: then it stays until its animations end.
  func beginRemoval(_ top: UID) -> Bool {
    let i = Int(top)
    guard u[i].isAlive, u[i].parent >= 0 else { return false }
    // Leaving already, by a removal further in.
    if isLeaving(top) { return true }
    let word = transitionValue(top)
    let active = effect(word, .didDisappear)
    let hasBody = word.map { self.hasBody($0) } ?? false
    if active.isIdentity && !hasBody { return false }
    let transaction = itemTransaction(top, word, .didDisappear)
    guard transaction.animation != nil else { return false }
    if u[i].transition < 0 { begin(top, word, .identity, TransitionEffect()) }
    let host = Int(u[i].parent)
    u[host].leaving.append(top)
    leavingItems.append(top)
    tree.willLeave(u[i].top)
    transitions[Int(u[i].transition)].removalSeed = seed
    waitForWhatBegan(top)
    move(Int(u[i].transition), to: active, .didDisappear, transaction)
    if hasBody { _ = setBodyPhase(top, .didDisappear) }
    return true
  }

  /// What leaves a host in one update lies in the order in which it stood, whatever was removed first. Called while the host still
  /// has its former items.
  func orderLeaving(_ host: UID) {
    let leaving = u[Int(host)].leaving
    func isNew(_ top: UID) -> Bool {
      let index = u[Int(top)].transition
      return index >= 0 && transitions[Int(index)].removalSeed == seed
    }
    let first = (leaving.lastIndex { !isNew($0) } ?? -1) + 1
    guard leaving.count - first > 1 else { return }
    var places: [UID: Int] = [:]
    for (place, item) in u[Int(host)].items.enumerated() { places[item] = place }
    let keys = leaving[first...].map { places[$0] ?? Int.max }
    let order = keys.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
    u[Int(host)].leaving = leaving[..<first] + order.map { leaving[first + $0] }
  }

  func isLeaving(_ top: UID) -> Bool {
    let index = u[Int(top)].transition
    return index >= 0 && transitions[Int(index)].phase == .didDisappear
  }

  func reviveItem(_ top: UID) {
    let index = Int(u[Int(top)].transition)
    guard index >= 0 else { return }
    if transitions[index].phase == .gone {
      // It comes back as what comes up anew does.
      _ = setBodyPhase(top, .identity)
      freeTransition(Int32(index))
      u[Int(top)].transition = -1
      insertions.append(top)
      return
    }
    guard transitions[index].phase == .didDisappear else { return }
    leavingItems.removeAll { $0 == top }
    let host = u[Int(top)].parent
    if host >= 0 { u[Int(host)].leaving.removeAll { $0 == top } }
    for row in running.indices { running[row].waiting.removeAll { $0 == top } }
    transitions[index].waiting = 0
    _ = setBodyPhase(top, .identity)
    move(index, to: TransitionEffect(), .identity, itemTransaction(top, transitions[index].word, .willAppear))
  }

  /// Whether a node lies in a leaving item.
  func liesInLeaving(_ id: UID) -> Bool {
    var node = id
    while node >= 0 {
      if u[Int(node)].transition >= 0, isLeaving(node) { return true }
      node = u[Int(node)].parent
    }
    return false
  }

  /// Items around a node that leave by the transaction that is current. What begins in them later keeps none of them (5.3).
  func itemsLeavingNow(_ id: UID) -> [UID] {
    var result: [UID] = []
    var node = id
    while node >= 0 {
      let index = u[Int(node)].transition
      if index >= 0, isLeaving(node), transitions[Int(index)].removalSeed == seed { result.append(node) }
      node = u[Int(node)].parent
    }
    return result
  }

  /// What began in an item before it was found to leave keeps it as well: which of the two came first is no matter of the scene.
  private func waitForWhatBegan(_ item: UID) {
    func join(_ slot: Int32) {
      guard slot >= 0, running[Int(slot)].animator != nil, running[Int(slot)].seed == seed,
        !running[Int(slot)].observes,
        !running[Int(slot)].waiting.contains(item)
      else { return }
      running[Int(slot)].waiting.append(item)
      waitFor(item)
    }
    forEachUnary(below: item) { id in
      let node = u[Int(id)]
      if node.frame >= 0 { join(frames[Int(node.frame)].animation) }
      if node.value >= 0 { join(values[Int(node.value)].animation) }
      if node.transition >= 0 { join(transitions[Int(node.transition)].animation) }
      if let leaf = node.ext as? LeafExt { join(leaf.contentAnimation) }
      if node.s >= 0, s[Int(node.s)].instances.first == id {
        if let ext = s[Int(node.s)].ext as? BodyExt { join(ext.animatable.animation) }
        if let ext = s[Int(node.s)].ext as? BaseExt { join(ext.animatable.animation) }
      }
    }
  }

  func waitFor(_ item: UID) {
    let index = u[Int(item)].transition
    if index >= 0 { transitions[Int(index)].waiting += 1 }
  }

  func doneWaiting(_ item: UID) {
    guard u[Int(item)].isAlive else { return }
    let index = u[Int(item)].transition
    if index >= 0 { transitions[Int(index)].waiting -= 1 }
    removalsFinished = true
  }

  /// At the end of an update: items without any animation left are erased; transitions that have come to rest are dropped.
  func finishRemovals() {
    removalsFinished = false
    for top in leavingItems where u[Int(top)].isAlive {
      let index = Int(u[Int(top)].transition)
      if index >= 0, transitions[index].waiting <= 0 {
        transitions[index].phase = .gone
        let host = u[Int(top)].parent
        if host >= 0 { u[Int(host)].leaving.removeAll { $0 == top } }
        requireGeometry()
      }
    }
    leavingItems.removeAll { !u[Int($0)].isAlive || !isLeaving($0) }
    eraseFinished()
    for index in transitions.indices where transitions[index].owner >= 0 && transitions[index].phase == .identity {
      guard transitions[index].animation < 0, transitions[index].model == [1, 1, 0],
        transitions[index].shiftX == 0, transitions[index].shiftY == 0
      else { continue }
      let owner = transitions[index].owner
      u[Int(owner)].transition = -1
      transitions[index] = ItemTransition()
      freeTransitions.append(Int32(index))
      requireGeometry()
    }
  }

  func freeTransition(_ index: Int32) {
    let i = Int(index)
    let owner = transitions[i].owner
    leavingItems.removeAll { $0 == owner }
    if owner >= 0 {
      let host = u[Int(owner)].parent
      if host >= 0 { u[Int(host)].leaving.removeAll { $0 == owner } }
    }
    stop(transitions[i].animation)
    transitions[i] = ItemTransition()
    freeTransitions.append(index)
  }

  /// Displacement by a transition; a scaling one makes a space around the item.
  func placeTransition(_ top: UID, _ context: GeometryContext) -> GeometryContext {
    let row = transitions[Int(u[Int(top)].transition)]
    var result = context
    result.shift.x += row.shiftX
    result.shift.y += row.shiftY
    return result
  }
}
