/// The gestures and controls that compete for a touch, best rank first (semantics 7.6).

extension ViewGraph {
  /// Gestures of the hit node and its ancestors, best rank first.
  func collectCompetitors(_ hit: UID) -> [Competitor] {
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
  func gestureMask(_ competitor: Competitor) -> Int {
    guard competitor.kind == .gesture else { return 3 }
    let word = s[Int(competitor.node)].value
    let mask = hasArgument(word, "including") ? argument(word, "including") : .none
    return mask.isNone ? 3 : gestureMask(mask)
  }

  func sameView(_ a: UID, _ b: UID) -> Bool { u[Int(a)].base == u[Int(b)].base }

  func isEnabled(_ node: SID) -> Bool {
    (environmentValue(node, "isEnabled") ?? Word.truth).truth
  }

  func competitor(_ id: UID, _ node: SID) -> Competitor? {
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
    case .textField:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .field, owner: id, node: node)
    case .link, .picker:
      guard u[Int(id)].base == node, opensMenu(node), isEnabled(node) else { return nil }
      return Competitor(kind: .button, owner: id, node: node)
    case .stepper:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .button, owner: id, node: node)
    case .slider:
      guard u[Int(id)].base == node, isEnabled(node) else { return nil }
      return Competitor(kind: .slider, owner: id, node: node)
    case .scrollView, .list, .pager:
      guard u[Int(id)].base == node else { return nil }
      return Competitor(kind: .scroll, owner: id, node: node)
    default: return nil
    }
  }
}
