/// Scroll views: content offset, limits, rubber band, deceleration, programmatic scrolling (semantics 7.5).

struct ScrollMotion {
  var id: UID
  var x: ScrollAxisMotion
  var y: ScrollAxisMotion
}

/// Motion along one axis after release.
struct ScrollAxisMotion {
  enum Kind { case rest, coast, spring }
  var kind = Kind.rest
  /// Seconds at which it began.
  var start = 0.0
  var from = 0.0
  var velocity = 0.0
  /// For coasting: seconds until it rests or meets an edge; for springs: where it goes.
  var duration = 0.0
  var target = 0.0

  static let decay = 0.998
  /// Natural logarithm of the decay per second.
  static let rate = 1000 * SceneMath.log(decay)
  static let springFrequency = 10.0

  func value(at t: Double) -> Double {
    switch kind {
    case .rest: return from
    case .coast:
      return from + velocity * (SceneMath.exp(ScrollAxisMotion.rate * min(t, duration)) - 1) / ScrollAxisMotion.rate
    case .spring:
      let w = ScrollAxisMotion.springFrequency
      let d = from - target
      return target + (d + (velocity + w * d) * t) * SceneMath.exp(-w * t)
    }
  }

  func speed(at t: Double) -> Double {
    kind == .coast ? velocity * SceneMath.exp(ScrollAxisMotion.rate * t) : 0
  }

  /// At rest within half a point.
  func isOver(at t: Double) -> Bool {
    switch kind {
    case .rest: return true
    case .coast: return t >= duration
    case .spring: return abs(value(at: t) - target) < 0.1 && t > 0.2
    }
  }
}

extension ViewGraph {
  func scrollAxes(_ id: UID) -> AxisSet {
    switch containerKind(id) {
    case .scroll(let axes): return axes
    case .pages: return .horizontal
    default: return .vertical
    }
  }

  func scrollOffset(_ id: UID) -> Point { tree.contentOffset(u[Int(id)].layout) }

  func maximumOffset(_ id: UID) -> Point {
    let content = tree.contentSize(u[Int(id)].layout)
    let box = tree.absoluteRect(of: u[Int(id)].layout)
    let axes = scrollAxes(id)
    return Point(
      axes.contains(.horizontal) ? max(0, content.width - box.width) : 0,
      axes.contains(.vertical) ? max(0, content.height - box.height) : 0)
  }

  func setScroll(_ id: UID, _ x: Double, _ y: Double) {
    let old = scrollOffset(id)
    let moved = scrolledBy[id] ?? .zero
    scrolledBy[id] = Point(moved.x + old.x - x, moved.y + old.y - y)
    tree.setContentOffset(u[Int(id)].layout, Point(x, y))
    needsLayout = true
    needsGeometry = true
    preferencesDirty = true
  }

  /// A `scroll` step or `scrollTo` without animation.
  func scrollBy(_ id: UID, _ dx: Double, _ dy: Double) {
    let offset = scrollOffset(id)
    let limit = maximumOffset(id)
    setScroll(id, min(max(0, offset.x + dx), limit.x), min(max(0, offset.y + dy), limit.y))
  }

  /// f(x) = (1 − 1/(x·0.55/D + 1))·D
  static func rubber(_ x: Double, _ length: Double) -> Double {
    guard length > 0 else { return 0 }
    let sign = x < 0 ? -1.0 : 1.0
    return sign * (1 - 1 / (abs(x) * 0.55 / length + 1)) * length
  }

  /// Offset under a finger that wants to be at `wanted`.
  func bounded(_ wanted: Double, _ limit: Double, _ length: Double) -> Double {
    if wanted < 0 { return ViewGraph.rubber(wanted, length) }
    if wanted > limit { return limit + ViewGraph.rubber(wanted - limit, length) }
    return wanted
  }

  func startScrollMotion(_ id: UID, velocityX: Double, velocityY: Double) {
    let offset = scrollOffset(id)
    let limit = maximumOffset(id)
    let goal = scrollTarget(id, velocityX: velocityX, velocityY: velocityY)
    func axis(_ from: Double, _ velocity: Double, _ limit: Double, _ goal: Double?) -> ScrollAxisMotion {
      var motion = ScrollAxisMotion()
      motion.start = now
      motion.from = from
      motion.velocity = velocity
      if from < 0 || from > limit {
        motion.kind = .spring
        motion.target = from < 0 ? 0 : limit
        return motion
      }
      if let goal {
        motion.kind = abs(goal - from) < 1e-9 && velocity == 0 ? .rest : .spring
        motion.target = goal
        return motion
      }
      guard abs(velocity) > 1 else { return motion }
      motion.kind = .coast
      let rest = SceneMath.log(-ScrollAxisMotion.rate * 0.5 / abs(velocity)) / ScrollAxisMotion.rate
      motion.duration = max(0, rest)
      return motion
    }
    let motion = ScrollMotion(
      id: id, x: axis(offset.x, velocityX, limit.x, goal.x), y: axis(offset.y, velocityY, limit.y, goal.y))
    input.motions.removeAll { $0.id == id }
    if motion.x.kind != .rest || motion.y.kind != .rest { input.motions.append(motion) }
    writeScrollPosition(id)
  }

  /// Moves the scroll views that coast or spring back.
  func advanceScrolling() {
    guard !input.motions.isEmpty else { return }
    for index in input.motions.indices {
      let id = input.motions[index].id
      guard u[Int(id)].isAlive else { continue }
      let limit = maximumOffset(id)
      let x = advance(&input.motions[index].x, limit.x)
      let y = advance(&input.motions[index].y, limit.y)
      setScroll(id, x, y)
      writeScrollPosition(id)
    }
    input.motions.removeAll { ($0.x.kind == .rest && $0.y.kind == .rest) || !u[Int($0.id)].isAlive }
  }

  /// One tick of one axis; where it comes to rest it says so.
  private func advance(_ axis: inout ScrollAxisMotion, _ limit: Double) -> Double {
    if axis.kind == .rest { return axis.from }
    var value = axis.value(at: now - axis.start)
    if axis.kind == .coast, value < 0 || value > limit {
      // At an edge it goes on as a spring with the speed it has there.
      let edge = value < 0 ? 0 : limit
      let speed = axis.speed(at: now - axis.start)
      axis = ScrollAxisMotion(kind: .spring, start: now, from: edge, velocity: speed, duration: 0, target: edge)
      value = edge
    }
    if axis.isOver(at: now - axis.start) {
      if axis.kind == .spring { value = axis.target }
      axis = ScrollAxisMotion(kind: .rest, start: now, from: value)
    }
    return value
  }

  // MARK: Programmatic scrolling

  /// `ScrollViewProxy.scrollTo`: the view with this id inside the reader.
  func scrollTo(within node: SID, id: Word, anchor: UnitPoint?) {
    guard node >= 0, s[Int(node)].kind != .free else { return }
    guard let target = findId(id, below: node), let scroll = enclosingScroll(target) else { return }
    let goal = self.goal(of: target, in: scroll, anchor: anchor)
    enqueue(.scroll(scroll, x: goal.x, y: goal.y), current)
  }

  /// The offset that shows a view: at the anchor, or by the least movement.
  func goal(of target: UID, in scroll: UID, anchor: UnitPoint?) -> Point {
    let rect = layoutRect(target)
    // Margins of the content are no place for what is to be seen.
    let box = layoutRect(scroll).inset(by: contentMargin(scroll))
    let offset = scrollOffset(scroll)
    let limit = maximumOffset(scroll)
    func goal(
      _ start: Double, _ length: Double, _ view: Double, _ viewLength: Double, _ now: Double, _ a: Double?,
      _ limit: Double
    ) -> Double {
      let position = start - view + now
      var result: Double
      if let a {
        result = position - a * (viewLength - length)
      } else if position < now {
        result = position
      } else if position + length > now + viewLength {
        result = position + length - viewLength
      } else {
        result = now
      }
      result = min(max(0, result), limit)
      return result
    }
    let x = goal(rect.x, rect.width, box.x, box.width, offset.x, anchor?.x, limit.x)
    let y = goal(rect.y, rect.height, box.y, box.height, offset.y, anchor?.y, limit.y)
    return Point(x, y)
  }

  /// The first view of the `.id` or ForEach element with this id.
  func findId(_ id: Word, below root: SID) -> UID? {
    var stack: [SID] = [root]
    while let node = stack.popLast() {
      let n = Int(node)
      let isId = s[n].op == .id && s[n].kind == .single && sameId(s[n].key, id)
      if isId || (!s[n].elementId.isNone && sameId(s[n].elementId, id)) {
        var found: UID?
        tops(below: node) { top, _ in if found == nil { found = top } }
        if let found { return found }
      }
      var next: [SID] = s[n].children
      if s[n].kind == .base, s[n].instances.count == 2 {
        var unary = s[n].instances[1]
        while unary >= 0 {
          if u[Int(unary)].content >= 0 { next.append(u[Int(unary)].content) }
          let secondary = u[Int(unary)].secondary
          if secondary >= 0, u[Int(secondary)].content >= 0 { next.append(u[Int(secondary)].content) }
          unary = u[Int(unary)].child
        }
      }
      if let ext = s[n].ext as? ForEachExt, ext.unmade > 0, let position = self.position(of: id, ext) {
        // Asked for by name, it is made where it stands.
        let count = ext.made.count
        make(node, ext, position..<(position + 1))
        if ext.made.count > count {
          structureChanged(s[n].host)
          layoutAndGeometry()
          next = [s[n].children[ext.place(of: position)]]
        }
      }
      for child in next.reversed() { stack.append(child) }
    }
    return nil
  }

  private func position(of id: Word, _ ext: ForEachExt) -> Int? {
    if let range = ext.range {
      return !id.isHandle && range.contains(id.integer) ? id.integer - range.lowerBound : nil
    }
    return ext.ids.firstIndex { sameId($0, id) }
  }

  /// A programmatic scroll takes effect in its transaction: animated, or at once.
  func setScrollTarget(_ id: UID, x: Double, y: Double) {
    guard u[Int(id)].isAlive else { return }
    let old = scrollOffset(id)
    input.motions.removeAll { $0.id == id }
    if let animation = flushing.animation {
      let slot = input.scrollAnimations.first { $0.id == id }?.slot ?? -1
      let new = start(
        slot, .scroll(id), animation, [x - old.x, y - old.y], flushing, owner: id, observes: false)
      input.scrollAnimations.removeAll { $0.id == id }
      input.scrollAnimations.append(ScrollAnimation(id: id, slot: new, x: x, y: y))
    } else {
      setScroll(id, x, y)
    }
  }

  func showScroll(_ id: UID, _ offset: [Double]?, _ interval: [Double]) {
    guard u[Int(id)].isAlive, let target = input.scrollAnimations.first(where: { $0.id == id }) else { return }
    if let offset {
      setScroll(id, target.x + offset[0] - interval[0], target.y + offset[1] - interval[1])
    } else {
      setScroll(id, target.x, target.y)
    }
  }

  func endScrollAnimation(_ id: UID) { input.scrollAnimations.removeAll { $0.id == id } }
}

struct ScrollAnimation {
  var id: UID
  var slot: Int32
  var x: Double
  var y: Double
}
