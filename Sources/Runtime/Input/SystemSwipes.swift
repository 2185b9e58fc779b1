/// Swipes of the system's own: from the leading edge a pushed page goes back, a sheet is pulled down. What is swiped follows the finger; let go
/// beyond the middle, or with a speed, it goes on, else it returns (UIKit's thresholds; a page's speed is an estimate).
///
/// Only a finger on a screen does this. A swipe from the edge comes before the gestures of the page; pulling a sheet comes after those of its
/// content, and of a scroll view only while that is at its top. Sheets with several heights are not moved between them.

extension ViewGraph {
  /// Points from the edge within which a drag begins that goes back a page.
  static let backSwipeEdge = 20.0
  /// Points a second from which on what is swiped goes on by itself.
  static let backSwipeSpeed = 500.0
  static let sheetSwipeSpeed = 1000.0

  private var isTouched: Bool { inputProfile.tapSlop != InputProfile.pointer.tapSlop }

  /// 1 where pages come from the right, -1 where they come from the left.
  private func side(_ stack: SID) -> Double { isRightToLeft(stack) ? -1 : 1 }

  // MARK: Who takes part

  /// The stack whose page a touch at the edge would take back.
  func edgeCompetitor(_ x: Double, _ y: Double) -> Competitor? {
    guard isTouched, !navigations.isEmpty, let window = windows.last(where: { u[Int($0)].isAlive }) else { return nil }
    for state in navigations.reversed() {
      guard let page = state.pages.last?.node, s[Int(state.node)].kind == .base,
        let owner = s[Int(state.node)].instances.first, !isUnrealised(owner), self.window(around: owner) == window,
        !wish(of: page).hidesBack
      else { continue }
      let box = layoutRect(owner)
      let distance = side(state.node) > 0 ? x - box.x : box.maxX - x
      guard distance >= 0, distance <= ViewGraph.backSwipeEdge, y >= box.y - device.safeTop, y < box.maxY else {
        continue
      }
      return Competitor(kind: .edge, owner: owner, node: state.node)
    }
    return nil
  }

  /// The sheet under a touch.
  func sheetCompetitor(_ x: Double, _ y: Double) -> Competitor? {
    guard isTouched, windows.count > 1, let window = windows.last(where: { u[Int($0)].isAlive }),
      let node = sheet(window), !disablesSwipe(window)
    else { return nil }
    let frame = windowFrame(window).rect
    guard y >= frame.y, y < frame.maxY, x >= frame.x, x < frame.maxX else { return nil }
    return Competitor(kind: .sheet, owner: window, node: node)
  }

  private func window(around id: UID) -> UID {
    var node = id
    while u[Int(node)].parent >= 0 { node = u[Int(node)].parent }
    return node
  }

  private func sheet(_ window: UID) -> SID? {
    presentations.first {
      guard let ext = s[Int($0)].ext as? PresentationExt, ext.window == window, !ext.isLeaving else { return false }
      return s[Int($0)].op == .sheet || s[Int($0)].op == .popover
    }
  }

  private func disablesSwipe(_ window: UID) -> Bool {
    guard let word = presentationSetting(window, .interactiveDismissDisabled) else { return false }
    let value = argument(word, 0)
    return value.isNone || value.truth
  }

  // MARK: Going back

  func edgeStep(_ i: Int, _ event: TouchEvent) {
    let stack = input.competitors[i].node
    let touch = input.touch
    let way = (touch.x - touch.startX) * side(stack)
    guard let index = navigations.firstIndex(where: { $0.node == stack }), navigations[index].pages.count > 0 else {
      input.competitors[i].state = .failed
      return
    }
    if input.competitors[i].state == .possible {
      if event == .up { input.competitors[i].state = .failed }
      guard event == .move, max(abs(way), abs(touch.y - touch.startY)) >= InputProfile.scrollSlop else { return }
      guard way > abs(touch.y - touch.startY) else {
        input.competitors[i].state = .failed
        return
      }
      input.competitors[i].state = .active
      win(i)
      uncoverPage(index)
    }
    let width = device.width
    let shown = max(0, min(width, way))
    if event == .move { showPages(index, shown, nil) }
    guard event == .up else { return }
    input.competitors[i].state = .ended
    let speed = touch.velocityX * side(stack)
    guard let page = navigations[index].pages.last?.node else { return }
    if speed > ViewGraph.backSwipeSpeed || shown > width / 2 && speed > -ViewGraph.backSwipeSpeed {
      turn += 1
      popPage(page)
    } else {
      showPages(index, 0, Animation.spring(duration: 0.344, bounce: 0))
      navigations[index].coverTime = now + ViewGraph.coverDelay
    }
  }

  // MARK: Pulling a sheet

  /// Whether a scroll view leaves a pull to the sheet it lies in.
  func yieldsToSheet(_ id: UID) -> Bool {
    input.touch.y > input.touch.startY && scrollOffset(id).y <= 0
      && input.competitors.contains { $0.kind == .sheet && $0.state == .possible }
  }

  func sheetStep(_ i: Int, _ event: TouchEvent, _ isFree: Bool) {
    let competitor = input.competitors[i]
    let touch = input.touch
    let (dx, dy) = (touch.x - touch.startX, touch.y - touch.startY)
    guard u[Int(competitor.owner)].isAlive, sheet(competitor.owner) == competitor.node else {
      input.competitors[i].state = .failed
      return
    }
    if competitor.state == .possible {
      if event == .up { input.competitors[i].state = .failed }
      guard event == .move, max(abs(dx), abs(dy)) >= InputProfile.scrollSlop, dy > abs(dx), isFree || mayBegin(i) else {
        return
      }
      input.competitors[i].state = .active
      win(i)
    }
    let height = max(1, windowFrame(competitor.owner).rect.height)
    // The movement that told what it is does not count.
    let way = max(0, dy - InputProfile.scrollSlop)
    if event == .move { placeSheet(competitor.owner, way) }
    guard event == .up else { return }
    input.competitors[i].state = .ended
    if touch.velocityY > ViewGraph.sheetSwipeSpeed || way > height / 2 && touch.velocityY > -ViewGraph.sheetSwipeSpeed {
      turn += 1
      let word = s[Int(competitor.node)].value
      let isItem = hasArgument(word, "item")
      let binding = isItem ? argument(word, "item") : argument(word, "isPresented")
      perform { try writeBinding(binding, isItem ? .none : .falsehood, current, 0) }
    } else {
      slide(competitor.owner, from: way, to: 0, animated: true)
    }
  }

  /// A window under the finger, so many points below its place.
  private func placeSheet(_ window: UID, _ y: Double) {
    if u[Int(window)].value < 0 { setValue(window, [0], scope: -1) }
    let index = Int(u[Int(window)].value)
    stop(values[index].animation)
    values[index].animation = -1
    values[index].model = [y]
    values[index].present = [y]
    shown.isValid = false
  }
}
