/// A finger that drags a scroll view along (semantics 7.5).

extension ViewGraph {
  /// Whether the touch has gone far enough along an axis in which a scroll view can scroll.
  func isAlong(_ axes: AxisSet) -> Bool {
    let dx = input.touch.x - input.touch.startX
    let dy = input.touch.y - input.touch.startY
    return (axes.contains(.vertical) && abs(dy) >= InputProfile.scrollSlop && abs(dy) >= abs(dx) - 1e-9)
      || (axes.contains(.horizontal) && abs(dx) >= InputProfile.scrollSlop && abs(dx) >= abs(dy) - 1e-9)
      || (axes == .both && input.touch.distance >= InputProfile.scrollSlop)
  }

  /// Whether a scroll view of lower rank begins with this movement.
  func scrollClaims(after index: Int) -> Bool {
    for i in (index + 1)..<max(index + 1, input.competitors.count) {
      let other = input.competitors[i]
      guard other.kind == .scroll, other.state == .possible, isThere(other.owner), !isScrollDisabled(other.owner)
      else { continue }
      if isAlong(scrollAxes(other.owner)) { return true }
    }
    return false
  }

  /// Whether the view under the finger is still the one that was met: a tap may have taken it away meanwhile.
  func isThere(_ id: UID) -> Bool { id >= 0 && u[Int(id)].isAlive && u[Int(id)].s >= 0 }

  func scrollStep(_ i: Int, _ event: TouchEvent, _ isFree: Bool) {
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
      guard along, !isScrollDisabled(id), !yieldsToSheet(id), isFree || mayBegin(i) else { return }
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

  func isScrollDisabled(_ id: UID) -> Bool {
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
