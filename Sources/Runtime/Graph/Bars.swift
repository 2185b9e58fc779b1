/// Room that navigation bars and tab bars take from the safe area of what they stand around (iOS 18 metrics, in points). The bars
/// themselves, with their titles, buttons and items, are not drawn.
///
/// A bar with a large title keeps its whole height while the page scrolls: the content moves as on a device, where the title shrinks
/// by as much as the content goes up.

extension ViewGraph {
  static let barHeight = 44.0
  static let largeTitleHeight = 52.0
  static let tabBarHeight = 49.0
  /// On devices with an island the bar begins inside the safe area's inset, which is 59 or more there.
  static let islandOverlap = 16.0 / 3
  static let islandInset = 59.0

  /// What the modifiers of a page say of its bar.
  private struct BarWish {
    var hasTitle = false
    /// nil: as the page below.
    var isLarge: Bool?
    var isHidden = false
  }

  /// A layout node between a host and its items that keeps a bar's room free.
  func makeBarRoom(_ host: UID) {
    u[Int(host)].safeArea = tree.create(.safeAreaPadding(.zero))
    while layoutOwners.count <= Int(u[Int(host)].safeArea) { layoutOwners.append(-1) }
    barsDirty = true
  }

  /// Gives every bar its room, for the pages that are there.
  func updateBars() {
    barsDirty = false
    for state in navigations where s[Int(state.node)].kind == .base {
      let height = navigationBarHeight(state)
      if height > 0 { noteBar("navigation bar") }
      setBarRoom(state.node, Insets(top: height, leading: 0, bottom: 0, trailing: 0))
    }
    for node in tabViews where s[Int(node)].kind == .base {
      let (style, _) = tabStyle(node)
      let height = style.hasPrefix("page") || style.hasPrefix("verticalpage") ? 0 : ViewGraph.tabBarHeight
      if height > 0 { noteBar("tab bar") }
      setBarRoom(node, Insets(top: 0, leading: 0, bottom: height, trailing: 0))
    }
  }

  private func noteBar(_ name: String) {
    guard notedKeys.insert(name).inserted else { return }
    report(
      RuntimeCode.notModelled, .note,
      "The \(name) takes its room from the safe area, but what stands in it is not modelled")
  }

  private func setBarRoom(_ node: SID, _ insets: Insets) {
    guard s[Int(node)].instances.count == 2 else { return }
    let base = s[Int(node)].instances[0]
    let host = u[Int(base)].secondary >= 0 ? u[Int(base)].secondary : base
    let room = u[Int(host)].safeArea
    guard room >= 0 else { return }
    tree.set(room, .safeAreaPadding(insets))
    needsLayout = true
  }

  /// Height of the bar over the page on top: 0 where it has neither a title nor a way back.
  private func navigationBarHeight(_ state: NavigationState) -> Double {
    var isLarge = true
    var wish = BarWish()
    for page in [-1] + state.pages.map(\.node) {
      wish = self.wish(of: page, in: state.node)
      isLarge = wish.isLarge ?? isLarge
    }
    if wish.isHidden { return 0 }
    guard wish.hasTitle || wish.isLarge == false || !state.pages.isEmpty else { return 0 }
    var height = ViewGraph.barHeight
    if wish.hasTitle, isLarge { height += ViewGraph.largeTitleHeight }
    return device.safeTop >= ViewGraph.islandInset ? height - ViewGraph.islandOverlap : height
  }

  private func wish(of page: SID, in stack: SID) -> BarWish {
    var wish = BarWish()
    for node in navigationTitles where s[Int(node)].kind == .structural && self.page(of: node, in: stack) == page {
      let word = s[Int(node)].value
      switch info(word)?.base ?? "" {
      case "navigationTitle", "navigationBarTitle":
        let title = argument(word, 0)
        let text = heap.kind(title) == .description ? argument(title, 0) : title
        if heap.string(text) != "" { wish.hasTitle = true }
        if hasArgument(word, "displayMode") {
          wish.isLarge = size(named: argument(word, "displayMode")) ?? wish.isLarge
        }
      case "navigationBarTitleDisplayMode", "toolbarTitleDisplayMode":
        wish.isLarge = size(named: argument(word, 0)) ?? wish.isLarge
      case "navigationBarHidden": wish.isHidden = argument(word, 0).truth
      default:
        // `toolbar(.hidden, for: .navigationBar)`
        let bars = elementsOf(-1, argument(word, "for")).map {
          constantName(heap.kind($0) == .existential ? heap.slot($0, 0) : $0)
        }
        let visibility = argument(word, 0)
        let isHidden = visibility.isHandle ? constantName(visibility) == "hidden" : visibility.integer == 2
        if isHidden, bars.isEmpty || bars.contains("navigationBar") || bars.contains("automatic") {
          wish.isHidden = true
        }
      }
    }
    return wish
  }

  /// Whether a display mode is the large one; nil for the automatic one. A mode is a case or a static variable.
  private func size(named mode: Word) -> Bool? {
    let modes = ["automatic", "inline", "large"]
    let name = mode.isHandle ? constantName(mode) : modes.indices.contains(mode.integer) ? modes[mode.integer] : ""
    return name == "inline" ? false : name == "large" || name == "inlineLarge" ? true : nil
  }

  /// The page a node stands on: -1 for the root of the stack, nil where the stack is not the nearest one around.
  private func page(of node: SID, in stack: SID) -> SID? {
    var at = node
    while at >= 0 {
      let n = Int(at)
      if s[n].op == .navigationPage { return (s[n].ext as? NavigationPageExt)?.stack == stack ? at : nil }
      if s[n].op == .navigationStack, s[n].kind == .base { return at == stack ? -1 : nil }
      if s[n].parent >= 0 {
        at = s[n].parent
      } else {
        let host = s[n].hostOf
        guard host >= 0, u[Int(host)].isAlive else { return nil }
        at = u[Int(host)].base
      }
    }
    return nil
  }
}
