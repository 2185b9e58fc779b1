/// `visualEffect` and `scrollTransition`: effects that depend on where a view lies. They change no layout and are found after it, from the
/// model place of the view (semantics 8.7).

/// State of one such modifier.
final class VisualEffectExt: UExt {
  /// Place for which the effect was found, and how the spaces around showed it.
  var rect: Rect?
  var outer = FrameTransform.identity
  var isDirty = true
}

/// An effect as numbers: a map of the view's own space, opacity, blur.
private struct EffectVector {
  var map = FrameTransform.identity
  var opacity = 1.0
  var blur = 0.0

  var numbers: [Double] { [map.a, map.b, map.c, map.d, map.tx, map.ty, opacity, blur, map.p, map.q, map.w] }
}

extension ViewGraph {
  func setupVisualEffect(_ id: UID) {
    u[Int(id)].ext = VisualEffectExt()
    visualEffectNodes.append(id)
    setValue(id, EffectVector().numbers, scope: s[Int(u[Int(id)].s)].scope)
  }

  func updateVisualEffect(_ id: UID) {
    (u[Int(id)].ext as? VisualEffectExt)?.isDirty = true
    needsLayout = true
  }

  /// Finds the effects of views that moved since, or whose closure is new. An effect is a space for those inside it: they look again.
  func updateVisualEffects() {
    for _ in 0..<ViewGraph.maximumRounds where updateVisualEffectsOnce() {}
  }

  /// True if an effect changed what others may have read.
  private func updateVisualEffectsOnce() -> Bool {
    var isChanged = false
    for id in visualEffectNodes where u[Int(id)].isAlive && !isUnrealised(id) {
      guard let ext = u[Int(id)].ext as? VisualEffectExt else { continue }
      let rect = layoutRect(id)
      let space = enclosingSpace(id)
      let outer = space < 0 ? FrameTransform.identity : spaceTransform(space)
      if !ext.isDirty, ext.rect == rect, ext.outer == outer { continue }
      ext.isDirty = false
      ext.rect = rect
      ext.outer = outer
      let node = u[Int(id)].s
      guard let closure = closureArgument(s[Int(node)].value) else { continue }
      let numbers =
        u[Int(id)].op == .scrollTransition
        ? scrollEffect(id, node, closure, rect) : effect(node, closure, proxy(id, rect), rect.size)
      guard let numbers else { continue }
      if visualEffectNodes.count > 1, u[Int(id)].value >= 0, values[Int(u[Int(id)].value)].model != numbers {
        isChanged = true
      }
      setValue(id, numbers, scope: s[Int(node)].scope)
    }
    return isChanged
  }

  private func proxy(_ id: UID, _ rect: Rect) -> Word {
    makeTagged(
      .geometryProxy, [Word(integer: Int(id)), Word(number: rect.width), Word(number: rect.height)],
      type: types.named("GeometryProxy") ?? .unknown)
  }

  /// Runs the closure of an effect with its second argument, as an evaluation of the modifier.
  private func effect(_ node: SID, _ closure: Word, _ second: Word, _ size: Size) -> [Double]? {
    let start = makeTagged(.emptyEffect, [], type: types.named("EmptyVisualEffect") ?? .unknown)
    guard let chain = evaluate(node, isNew: false, { try machine.callClosure(closure, [start, second]) }) else {
      return nil
    }
    // From the outermost call in.
    var vector = EffectVector()
    var current = chain
    for _ in 0..<256 {
      if heap.kind(current) == .existential {
        current = heap.slot(current, 0)
        continue
      }
      guard let info = info(current), info.selfCount == 1 else { break }
      apply(current, info.base, size, &vector)
      current = receiver(current)
    }
    let numbers = vector.numbers
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  private func apply(_ word: Word, _ name: String, _ size: Size, _ vector: inout EffectVector) {
    func about(_ map: FrameTransform) -> FrameTransform {
      let anchor = argument(word, "anchor")
      let p = anchor.isNone ? UnitPoint.center : unitPoint(anchor)
      let x = p.x * size.width
      let y = p.y * size.height
      return FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
        .concat(map).concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y))
    }
    switch name {
    case "offset":
      var dx = number(word, "x") ?? 0
      var dy = number(word, "y") ?? 0
      if !hasArgument(word, "x"), !hasArgument(word, "y") {
        let way = self.size(argument(word, 0))
        dx = way.width
        dy = way.height
      }
      vector.map = vector.map.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: dx, ty: dy))
    case "scaleEffect":
      var sx = number(word, "x") ?? 1
      var sy = number(word, "y") ?? 1
      if !hasArgument(word, "x"), !hasArgument(word, "y") {
        let first = argument(word, 0)
        if first.isHandle {
          let scale = self.size(first)
          sx = scale.width
          sy = scale.height
        } else {
          sx = first.number
          sy = sx
        }
      }
      vector.map = vector.map.concat(about(FrameTransform(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)))
    case "rotationEffect":
      let turn = angle(argument(word, 0))
      let sine = SceneMath.sin(turn)
      let cosine = SceneMath.cos(turn)
      vector.map = vector.map.concat(about(FrameTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)))
    case "rotation3DEffect", "perspectiveRotationEffect":
      let axis = heap.contents(argument(word, "axis"))
      guard axis.count == 3 else { break }
      let perspective = number(word, "perspective") ?? 1
      let turn = FrameTransform.turned(
        angle(argument(word, 0)), axis.map(\.number)[...], z: number(word, "anchorZ") ?? 0,
        eye: perspective == 0 ? .infinity : max(size.width, size.height) / perspective)
      vector.map = vector.map.concat(about(turn))
    case "projectionEffect":
      let n = projectionNumbers(argument(word, 0))
      vector.map = vector.map.concat(FrameTransform(n[...5], depth: n[6...8]))
    case "transformEffect": vector.map = vector.map.concat(affine(argument(word, 0)))
    case "opacity": vector.opacity *= number(word, 0) ?? 1
    case "blur": vector.blur += number(word, "radius") ?? 0
    default: break
    }
  }

  /// The effect of a view that enters or leaves the visible part: between its effects in the phases before, within and after, by the share
  /// of the view that is outside.
  private func scrollEffect(_ id: UID, _ node: SID, _ closure: Word, _ rect: Rect) -> [Double]? {
    guard let scroll = enclosingScroll(id) else { return effect(node, closure, Word(integer: 1), rect.size) }
    let box = layoutRect(scroll)
    let isHorizontal = scrollAxes(scroll) == .horizontal
    let start = isHorizontal ? rect.x - box.x : rect.y - box.y
    let length = isHorizontal ? rect.width : rect.height
    let whole = isHorizontal ? box.width : box.height
    guard length > 0 else { return effect(node, closure, Word(integer: 1), rect.size) }
    let before = min(max(-start / length, 0), 1)
    let after = min(max((start + length - whole) / length, 0), 1)
    guard let inside = effect(node, closure, Word(integer: 1), rect.size) else { return nil }
    let share = max(before, after)
    if share == 0 { return inside }
    guard let outside = effect(node, closure, Word(integer: before >= after ? 0 : 2), rect.size) else { return nil }
    return zip(inside, outside).map { $0 + ($1 - $0) * share }
  }
}
