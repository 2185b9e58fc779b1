/// Items of a container that are not there yet or not there now: rows of a lazy container outside the visible part, pages of a TabView that
/// are not selected, candidates that a ViewThatFits does not choose, pages below the top of a NavigationStack. They keep their state and their place; they are neither drawn nor hit, they
/// are not listed, their preferences do not count, and for `onAppear`, `onDisappear` and `task` they are away (semantics 1.11, 1.12).

extension ViewGraph {
  /// Whether a chain or anything around it is not realised.
  func isUnrealised(_ id: UID) -> Bool {
    guard unrealisedCount > 0 else { return false }
    var node = id
    while node >= 0 {
      if u[Int(node)].flags.contains(.unrealised) { return true }
      node = u[Int(node)].parent
    }
    return false
  }

  /// Brings every lazy container, list and tab view in line with what is visible. True if an item came or went.
  func updateRealised() {
    guard !partialHosts.isEmpty else { return }
    for host in partialHosts where u[Int(host)].isAlive {
      switch u[Int(host)].op {
      case .tabView: selectTab(host)
      case .list: realiseRows(host)
      case .pager: realisePages(host)
      case .viewThatFits: realiseFitting(host)
      default: realiseItems(host)
      }
    }
  }

  func setRealised(_ top: UID, _ isRealised: Bool) {
    let i = Int(top)
    guard u[i].flags.contains(.unrealised) == isRealised else { return }
    if isRealised {
      u[i].flags.remove(.unrealised)
      unrealisedCount -= 1
      // Where it stood while it was away is no place to animate from.
      forgetFrames([top])
    } else {
      u[i].flags.insert(.unrealised)
      unrealisedCount += 1
    }
    watchedDirty = true
    recordsDirty = true
    preferencesDirty = true
    requireGeometry()
  }

  /// Rows and cells that meet the visible part; touching its edge is not enough, and nothing is fetched ahead.
  private func realiseItems(_ host: UID) {
    let node = u[Int(host)].layout
    guard node >= 0, tree.isPlaced(node) else { return }
    let visible = tree.visibleRect(node)
    for item in u[Int(host)].items {
      let top = u[Int(item)].top
      guard top >= 0, tree.isPlaced(top) else {
        setRealised(item, false)
        continue
      }
      setRealised(item, meets(tree.frame(of: top), visible))
    }
  }

  /// Of the candidates the one that layout chose.
  private func realiseFitting(_ host: UID) {
    let node = u[Int(host)].layout
    guard node >= 0, tree.isPlaced(node) else { return }
    for item in u[Int(host)].items {
      let top = u[Int(item)].top
      setRealised(item, top >= 0 && tree.isPlaced(top))
    }
  }

  private func realiseRows(_ host: UID) {
    let node = u[Int(host)].layout
    guard node >= 0, tree.isPlaced(node) else { return }
    let box = tree.scrolledBox(node)
    for item in u[Int(host)].items {
      let top = u[Int(item)].top
      setRealised(item, top >= 0 && tree.isPlaced(top) && meets(tree.absoluteRect(of: top), box))
    }
  }

  private func meets(_ a: Rect, _ b: Rect) -> Bool {
    a.x < b.maxX && a.maxX > b.x && a.y < b.maxY && a.maxY > b.y
      || (a.width == 0 || a.height == 0) && a.x < b.maxX && a.maxX >= b.x && a.y < b.maxY && a.maxY >= b.y
  }

  // MARK: Tabs

  /// The page whose tag is selected, else the first.
  private func selectTab(_ host: UID) {
    let node = u[Int(host)].s
    let items = u[Int(host)].items
    guard node >= 0, !items.isEmpty else { return }
    let chosen = selectedItem(host)
    for (index, item) in items.enumerated() { setRealised(item, index == chosen) }
  }

  /// Position of the item whose tag the selection has; 0 where none has.
  func selectedItem(_ host: UID) -> Int {
    let node = u[Int(host)].s
    let word = s[Int(node)].value
    guard hasArgument(word, "selection") else {
      return min((u[Int(host)].ext as? TabBarExt)?.selected ?? 0, max(0, u[Int(host)].items.count - 1))
    }
    let selection = evaluate(node, isNew: false) { try readBinding(argument(word, "selection")) } ?? .none
    for (index, item) in u[Int(host)].items.enumerated() {
      if let tag = tagValue(item), sameId(tag, selection) || isEqual(tag, selection, type: heap.type(selection)) {
        return index
      }
    }
    return 0
  }

  /// The value of `.tag` or `Tab(value:)` around an item.
  func tagValue(_ top: UID) -> Word? {
    var node = u[Int(top)].base
    while node >= 0, s[Int(node)].hostOf < 0 {
      if s[Int(node)].op == .tag { return argument(s[Int(node)].value, 0) }
      if s[Int(node)].op == .tabEntry, hasArgument(s[Int(node)].value, "value") {
        return argument(s[Int(node)].value, "value")
      }
      node = s[Int(node)].parent
    }
    return nil
  }
}
