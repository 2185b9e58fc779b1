/// The bar of a TabView: an item for each tab, with its symbol over its title, that selects the tab.
///
/// The items share the width equally; the distance between symbol and title is an estimate.

final class TabBarExt: UExt {
  var box = BarBox()
  /// Position of the tab that is shown where nothing is bound to the selection.
  var selected = 0
}

extension ViewGraph {
  func updateTabBar(_ node: SID) {
    guard s[Int(node)].instances.count == 2 else { return }
    let host = s[Int(node)].instances[0]
    guard let ext = u[Int(host)].ext as? TabBarExt else { return }
    let (style, _) = tabStyle(node)
    let isHidden = style.hasPrefix("page") || style.hasPrefix("verticalpage") || hidesTabBar(host)
    setRoom(ext.box, Insets(top: 0, leading: 0, bottom: isHidden ? 0 : ViewGraph.tabBarHeight, trailing: 0))
    let word = isHidden ? Word.none : tabBar(node, host)
    let bar = u[Int(host)].secondary
    if bar >= 0 {
      updateContent(bar, word)
    } else {
      let n = s[Int(node)]
      _ = makeHost(
        host, kind: .zstack(.bottom), content: word, env: n.env, scope: n.scope, depth: n.depth)
      markItems(host)
    }
  }

  private func tabBar(_ node: SID, _ host: UID) -> Word {
    let chosen = selectedItem(host)
    var items: [Word] = []
    for (index, item) in u[Int(host)].items.enumerated() {
      let label = tabLabel(item)
      // A title that two lines up with a symbol of 25 points, as far as it is known.
      let color = index == chosen ? nil : "systemGray"
      let shown = color.map { styled(label, color: $0) } ?? makeTagged(.tinted, [label])
      items.append(barButton(.tab, node, index, makeTagged(.tabLabel, [shown]), isTinted: false))
    }
    let columns = makeTagged(
      .arranged,
      [
        Word(integer: 4), Word(integer: Int(Guide.centerX.id)), Word(number: Double(max(1, items.count))),
        Word(number: 0), Word(number: 0), Word(number: 0), Word(number: 0),
        heap.make(.array, type: types.array(of: .unknown), items),
      ])
    for item in items { heap.share(item) }
    return barRow([.none, arranged(.horizontal, [columns]), .none], height: ViewGraph.tabBarHeight, insets: .zero)
  }

  /// What a tab's item shows.
  private func tabLabel(_ top: UID) -> Word {
    var node = u[Int(top)].base
    while node >= 0, s[Int(node)].hostOf < 0 {
      let word = s[Int(node)].value
      if s[Int(node)].op == .tabItem {
        guard let closure = closureArgument(word) else { return .none }
        return arranged(.vertical, [call(node, closure, [])], .centerX, spacing: 3)
      }
      if s[Int(node)].op == .tabEntry {
        if hasArgument(word, "label") { return content(node, argument(word, "label")) }
        guard info(word)?.labels.first == "_", heap.kind(argument(word, 0)) != .closure else { return .none }
        var icon = Word.none
        for (label, isSystem) in [("systemImage", true), ("image", false)] where hasArgument(word, label) {
          icon = makeTagged(.symbolLeaf, [argument(word, label), Word(truth: isSystem)])
        }
        return tabArrangement(icon, argument(word, 0))
      }
      node = s[Int(node)].parent
    }
    return .none
  }

  func tabArrangement(_ icon: Word, _ title: Word) -> Word {
    arranged(.vertical, [styled(icon, font: "18.medium"), title], .centerX, spacing: 3)
  }

  /// `toolbar(.hidden, for: .tabBar)` in what the selected tab shows.
  private func hidesTabBar(_ host: UID) -> Bool {
    navigationTitles.contains { node in
      guard s[Int(node)].kind == .structural, info(s[Int(node)].value)?.base.hasPrefix("toolbar") == true,
        info(s[Int(node)].value)?.labels.first == "_", hides(s[Int(node)].value),
        namesOfBars(s[Int(node)].value).contains("tabBar")
      else { return false }
      var around = s[Int(node)].host
      var inner: UID = -1
      while around >= 0, around != host {
        inner = around
        around = u[Int(around)].parent
      }
      guard around == host else { return false }
      let items = u[Int(host)].items
      guard inner >= 0 else { return true }
      return items.indices.contains { $0 == selectedItem(host) && lies(inner, below: items[$0]) }
    }
  }

  private func lies(_ id: UID, below top: UID) -> Bool {
    var node = id
    while node >= 0, node != top { node = u[Int(node)].parent }
    return node == top
  }

  /// The item of a tab was tapped.
  func chooseTab(_ node: SID, _ index: Int) {
    guard s[Int(node)].kind == .base, let host = s[Int(node)].instances.first,
      let ext = u[Int(host)].ext as? TabBarExt, u[Int(host)].items.indices.contains(index)
    else { return }
    let word = s[Int(node)].value
    if hasArgument(word, "selection") {
      if let tag = tagValue(u[Int(host)].items[index]) { writeBinding(argument(word, "selection"), tag) }
    } else if ext.selected != index {
      ext.selected = index
      enqueue(.node(node), Transact())
    }
  }
}
