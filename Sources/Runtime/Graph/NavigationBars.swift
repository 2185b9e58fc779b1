/// What stands in the bars of a NavigationStack's pages: the title, the way back, the items of `toolbar`.
///
/// A bar is a view of the page it belongs to, made of the pieces of `ControlStyles`: 44 points with the items and, unless it is large, the
/// title in the middle; below it 52 points with a large title. The pages of a device fade their bars into one another while they slide; here
/// each bar goes with its page. Distances between items and the place of the back button's text are estimates.

/// Where an item of a toolbar stands.
enum BarPlace { case leading, middle, trailing, bottom, none }

struct BarItem {
  var place: BarPlace
  var view: Word
}

extension ViewGraph {
  /// Points beside the bar's items, and between them.
  static let barItemGap = 16.0

  /// Margin of bars and of large titles: that of the device's layout.
  var barMargin: Double { device.width >= 414 ? 20 : 16 }

  func updateNavigationBars(_ index: Int) {
    var isLarge = true
    var below = ""
    for page in navigations[index].allPages {
      guard let ext = s[Int(page)].ext as? NavigationPageExt else { continue }
      let wish = self.wish(of: page)
      isLarge = wish.isLarge ?? isLarge
      let items = wish.toolbars.flatMap { toolbarItems($0) }
      let hasItems = items.contains { $0.place != .bottom && $0.place != .none }
      let hasBack = !ext.isRoot && !wish.hidesBack
      let isShown =
        !wish.isHidden
        && (wish.hasTitle || wish.isLarge == false || hasItems || !ext.isRoot || !wish.search.isNone)
      let isTall = wish.hasTitle && isLarge
      let bottom = wish.hidesBottom ? [] : items.filter { $0.place == .bottom }
      var insets = Insets.zero
      if isShown {
        insets.top =
          ViewGraph.barHeight + (isTall ? ViewGraph.largeTitleHeight : 0)
          + (wish.search.isNone ? 0 : ViewGraph.searchHeight) - barOverlap
      }
      if !bottom.isEmpty { insets.bottom = ViewGraph.toolbarHeight }
      setRoom(ext.box, insets)
      var parts: [Word] = []
      if isShown {
        let back = hasBack ? backButton(page, below) : .none
        let bar = navigationBar(wish.title ?? "", isTall: isTall, back: back, items)
        parts.append(
          wish.search.isNone
            ? bar : arranged(.vertical, [bar, searchRow(wish.search)], .leading, spacing: 0))
      }
      if !bottom.isEmpty { parts.append(bottomBar(bottom)) }
      if !bottom.isEmpty { parts.insert(spacerPiece(), at: parts.count - 1) }
      if !parts.isEmpty || s[Int(page)].children.count > 1 {
        setBar(page, parts.isEmpty ? .none : arranged(.vertical, parts, .centerX, spacing: 0), pageContext(page))
      }
      below = wish.title ?? ""
    }
  }

  private func navigationBar(_ title: String, isTall: Bool, back: Word, _ items: [BarItem]) -> Word {
    func views(_ place: BarPlace) -> [Word] { items.filter { $0.place == place }.map { look($0.view, "iconOnly") } }
    let leading = arranged(.horizontal, [back] + views(.leading), spacing: ViewGraph.barItemGap)
    let trailing = arranged(.horizontal, views(.trailing), spacing: ViewGraph.barItemGap)
    var middle = views(.middle)
    if middle.isEmpty, !isTall, !title.isEmpty { middle = [barText(title, font: "headline")] }
    let margin = barMargin
    let row = barRow(
      [leading, arranged(.horizontal, middle), trailing], height: ViewGraph.barHeight,
      insets: Insets(top: -barOverlap, leading: back.isNone ? margin : 8, bottom: 0, trailing: margin))
    if !isTall { return row }
    // The title's line of 41 points (40.667) stands 3.333 below the row.
    let line = barRow(
      [barText(title, font: "largeTitle.bold"), .none, .none], height: ViewGraph.largeTitleHeight - 8 - 10.0 / 3,
      insets: Insets(top: 10.0 / 3, leading: margin, bottom: 8, trailing: margin))
    return arranged(.vertical, [row, line], .leading, spacing: 0)
  }

  /// The field of a `searchable` below a bar.
  private func searchRow(_ word: Word) -> Word {
    let given = argument(word, "prompt")
    let prompt = given.isNone ? machine.makeString("Search") : given
    let glass = styled(
      makeTagged(.symbolLeaf, [machine.makeString("magnifyingglass"), .truth]), color: "secondary")
    let field = makeTagged(.searchField, [argument(word, "text"), prompt])
    let line = arranged(
      .horizontal, [glass, field], spacing: 6, insets: Insets(top: 0, leading: 8, bottom: 0, trailing: 8))
    return arranged(
      nil,
      [
        arranged(
          nil, [piece(.cell, width: nil, height: ViewGraph.searchFieldHeight), line], ground: .field)
      ],
      insets: Insets(
        top: 1, leading: barMargin, bottom: ViewGraph.searchHeight - ViewGraph.searchFieldHeight - 1,
        trailing: barMargin))
  }

  /// Height of a search field, and with what is around it.
  static let searchFieldHeight = 36.0
  static let searchHeight = 52.0

  /// A text of one line that stands in a bar.
  func barText(_ text: String, font: String, color: String? = nil) -> Word {
    styled(makeTagged(.oneLine, [machine.makeString(text)]), font: font, color: color)
  }

  private func backButton(_ page: SID, _ title: String) -> Word {
    let label = title.isEmpty || title.count > 12 ? "Back" : title
    let symbol = styled(
      makeTagged(.symbolLeaf, [machine.makeString("chevron.backward"), .truth]), font: "headline")
    return barButton(
      .back, page, 0,
      arranged(.horizontal, [symbol, barText(label, font: "body")], spacing: 6))
  }

  /// The bar at the bottom of a page: its items over the whole width.
  private func bottomBar(_ items: [BarItem]) -> Word {
    var parts: [Word] = []
    for (index, item) in items.enumerated() {
      if index > 0 { parts.append(spacerPiece()) }
      parts.append(look(item.view, "iconOnly"))
    }
    let line = items.count == 1 ? [parts[0]] : parts
    return barRow(
      [.none, arranged(.horizontal, line, spacing: 0), .none], height: ViewGraph.toolbarHeight,
      insets: Insets(top: 0, leading: barMargin, bottom: 0, trailing: barMargin))
  }

  /// Three parts in one row of a given height.
  func barRow(_ parts: [Word], height: Double, insets: Insets) -> Word {
    let three = parts.map { $0.isNone || tag($0) != .arranged ? arranged(.horizontal, [$0]) : $0 }
    for part in three { heap.share(part) }
    return makeTagged(
      .arranged,
      [
        Word(integer: 3), Word(integer: Int(Guide.centerY.id)), Word(number: height), Word(number: insets.top),
        Word(number: insets.leading), Word(number: insets.bottom), Word(number: insets.trailing),
        heap.make(.array, type: types.array(of: .unknown), three),
      ])
  }

  // MARK: Buttons of the system's in bars

  enum BarButton: Int { case back, tab, dialog, choice }

  func barButton(_ kind: BarButton, _ node: SID, _ index: Int, _ label: Word, isTinted: Bool = true) -> Word {
    let shown = isTinted ? makeTagged(.tinted, [label]) : label
    return makeTagged(
      .barButton, [Word(integer: kind.rawValue), Word(integer: Int(node)), Word(integer: index), shown])
  }

  func pressBarButton(_ word: Word) {
    let node = SID(truncatingIfNeeded: heap.slot(word, 2).integer)
    guard node >= 0, Int(node) < s.count, s[Int(node)].kind != .free else { return }
    switch BarButton(rawValue: heap.slot(word, 1).integer) {
    case .back: popPage(node)
    case .tab: chooseTab(node, heap.slot(word, 3).integer)
    case .dialog:
      let action = heap.count(word) > 5 ? heap.slot(word, 5) : .none
      if heap.kind(action) == .closure { perform(action) }
    case .choice: choose(node, heap.slot(word, 3).integer)
    case nil: break
    }
  }
}
