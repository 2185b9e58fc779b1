/// Swipes that belong to the system: down on a sheet, from the left edge on a pushed page. What they do is not modelled, and a drag that would
/// be one says so.

extension ViewGraph {
  /// Points from the left edge within which a drag begins that goes back a page.
  static let backSwipeEdge = 20.0

  /// The finger is lifted and no gesture took the drag.
  func noteSystemSwipe() {
    let touch = input.touch
    let (dx, dy) = (touch.x - touch.startX, touch.y - touch.startY)
    guard max(abs(dx), abs(dy)) >= InputProfile.scrollSlop, let window = windows.last(where: { u[Int($0)].isAlive })
    else { return }
    let frame = windowFrame(window).rect
    let isInside =
      touch.startX >= frame.x && touch.startX < frame.maxX && touch.startY >= frame.y && touch.startY < frame.maxY
    if dy > abs(dx), isInside, isSheet(window) {
      return report(
        RuntimeCode.notModelled, .note, "Swiping a sheet down is known but not modelled: the sheet stays where it is")
    }
    guard dx > abs(dy), touch.startX <= ViewGraph.backSwipeEdge else { return }
    let hasPage = navigations.contains { state in
      guard !state.pages.isEmpty, let top = s[Int(state.node)].instances.first else { return false }
      var node = top
      while u[Int(node)].parent >= 0 { node = u[Int(node)].parent }
      return node == window
    }
    if hasPage {
      report(
        RuntimeCode.notModelled, .note,
        "Swiping back from the edge of a page is known but not modelled: the page stays where it is")
    }
  }

  private func isSheet(_ window: UID) -> Bool {
    presentations.contains {
      guard let ext = s[Int($0)].ext as? PresentationExt, ext.window == window, !ext.isLeaving else { return false }
      return s[Int($0)].op == .sheet || s[Int($0)].op == .popover
    }
  }
}
