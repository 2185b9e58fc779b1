/// Room that navigation bars, toolbars and tab bars take from the safe area of what they stand around, and which modifiers say what a bar is
/// like (iOS 18 metrics, in points). What stands in the bars is made by `NavigationBars` and `TabBars`.
///
/// Every page of a stack has a bar of its own. A bar with a large title keeps its whole height while the page scrolls: the content moves as
/// on a device, where the title shrinks by as much as the content goes up.

/// Layout nodes between a page of a NavigationStack, or a TabView, and its views: the box with the bars over the content, the room that the
/// bars take from the safe area, what fills that room, and the implicit stack.
struct BarBox {
  var box: LayoutNode = -1
  var room: LayoutNode = -1
  var fill: LayoutNode = -1
  var stack: LayoutNode = -1
}

/// What the modifiers of a page say of its bars.
struct BarWish {
  var title: String?
  /// nil: as the page below.
  var isLarge: Bool?
  var isHidden = false
  var hidesBack = false
  var hidesBottom = false
  /// The `searchable` of the page, `.none` without one.
  var search: Word = .none
  /// Nodes of `toolbar { }` and `navigationBarItems` modifiers in document order.
  var toolbars: [SID] = []

  var hasTitle: Bool { title.map { !$0.isEmpty } ?? false }
}

extension ViewGraph {
  static let barHeight = 44.0
  static let largeTitleHeight = 52.0
  static let tabBarHeight = 49.0
  static let toolbarHeight = 44.0
  /// On devices with an island the bar begins inside the safe area's inset, which is 59 or more there.
  static let islandOverlap = 16.0 / 3
  static let islandInset = 59.0

  /// How far a navigation bar reaches into the inset above it.
  var barOverlap: Double { device.safeTop >= ViewGraph.islandInset ? ViewGraph.islandOverlap : 0 }

  func makeBarBox(_ stack: LayoutKind, over alignment: Alignment) -> BarBox {
    var result = BarBox()
    result.box = tree.create(.zstack(alignment))
    result.room = tree.create(.safeAreaPadding(.zero))
    result.fill = tree.create(
      .flexibleFrame(width: OptionalRange(max: .infinity), height: OptionalRange(max: .infinity), .center))
    result.stack = tree.create(stack)
    for node in [result.box, result.room, result.fill, result.stack] {
      while layoutOwners.count <= Int(node) { layoutOwners.append(-1) }
      layoutOwners[Int(node)] = -1
    }
    barsDirty = true
    return result
  }

  func fill(_ box: BarBox, _ nodes: [LayoutNode], bars: [LayoutNode]) {
    tree.setChildren(box.stack, nodes)
    tree.setChildren(box.fill, [box.stack])
    tree.setChildren(box.room, [box.fill])
    tree.setChildren(box.box, [box.room] + bars)
  }

  func release(_ box: BarBox) {
    for node in [box.box, box.room, box.fill, box.stack] where node >= 0 { releaseLayout(node) }
  }

  /// Gives every bar its room and what stands in it, for the pages that are there.
  func updateBars() {
    barsDirty = false
    for index in navigations.indices where s[Int(navigations[index].node)].kind == .base { updateNavigationBars(index) }
    for node in tabViews where s[Int(node)].kind == .base { updateTabBar(node) }
  }

  func setRoom(_ box: BarBox, _ insets: Insets) {
    guard box.room >= 0 else { return }
    tree.set(box.room, .safeAreaPadding(insets))
    needsLayout = true
  }

  /// What stands in a bar, as a view of the system's that is laid out like any other.
  func setBar(_ page: SID, _ word: Word, _ context: MountContext) {
    let p = Int(page)
    heap.share(word)
    if s[p].children.count > 1 {
      updateChild(page, 1, word)
    } else {
      s[p].children.append(mount(word, parent: page, context))
      structureChanged(s[p].host)
    }
  }

  // MARK: Wishes

  /// What the modifiers on a page say: the root of a stack or one of its pages.
  func wish(of page: SID) -> BarWish {
    var wish = BarWish()
    for node in navigationTitles where s[Int(node)].kind == .structural && self.page(of: node) == page {
      read(node, &wish)
    }
    return wish
  }

  private func read(_ node: SID, _ wish: inout BarWish) {
    let word = s[Int(node)].value
    switch info(word)?.base ?? "" {
    case "navigationTitle", "navigationBarTitle":
      let title = argument(word, 0)
      let text = heap.kind(title) == .closure ? call(node, title, []) : title
      wish.title = evaluate(node, isNew: false) { plainText(text, node) } ?? ""
      if hasArgument(word, "displayMode") { wish.isLarge = size(named: argument(word, "displayMode")) ?? wish.isLarge }
    case "navigationBarTitleDisplayMode", "toolbarTitleDisplayMode":
      wish.isLarge = size(named: argument(word, 0)) ?? wish.isLarge
    case "navigationBarHidden": wish.isHidden = argument(word, 0).truth
    case "navigationBarBackButtonHidden": wish.hidesBack = argument(word, 0).truth
    case "searchable": wish.search = word
    case "navigationBarItems": wish.toolbars.append(node)
    case "toolbar" where info(word)?.labels.first != "_": wish.toolbars.append(node)
    default:
      // `toolbar(.hidden, for: .navigationBar)`
      let bars = namesOfBars(word)
      guard hides(word) else { return }
      if bars.isEmpty || bars.contains("navigationBar") || bars.contains("automatic") { wish.isHidden = true }
      if bars.contains("bottomBar") { wish.hidesBottom = true }
    }
  }

  func namesOfBars(_ word: Word) -> [String] {
    elementsOf(-1, argument(word, "for")).map {
      constantName(heap.kind($0) == .existential ? heap.slot($0, 0) : $0)
    }
  }

  /// Whether a modifier of visibility says hidden.
  func hides(_ word: Word) -> Bool {
    let visibility = argument(word, 0)
    return visibility.isHandle ? constantName(visibility) == "hidden" : visibility.integer == 2
  }

  /// Whether a display mode is the large one; nil for the automatic one. A mode is a case or a static variable.
  private func size(named mode: Word) -> Bool? {
    let modes = ["automatic", "inline", "large"]
    let name = mode.isHandle ? constantName(mode) : modes.indices.contains(mode.integer) ? modes[mode.integer] : ""
    return name == "inline" ? false : name == "large" || name == "inlineLarge" ? true : nil
  }

  /// The page of the nearest stack around a node, -1 where there is none.
  private func page(of node: SID) -> SID {
    var at = node
    while at >= 0 {
      let n = Int(at)
      if s[n].op == .navigationPage { return at }
      if s[n].parent >= 0 {
        at = s[n].parent
      } else {
        let host = s[n].hostOf
        guard host >= 0, u[Int(host)].isAlive else { return -1 }
        at = u[Int(host)].base
      }
    }
    return -1
  }
}
