/// TabViews in the page style: pages side by side, dragged along, one page a gesture; the selection and the page shown follow
/// one another.

/// What a paged TabView was brought to last.
final class PagerExt: UExt {
  var page = 0
  var width = 0.0
  var isPlaced = false
}

extension ViewGraph {
  /// Whether a TabView stands in the page style; dots that it would have are told to be missing.
  func isPaged(_ node: SID) -> Bool {
    let (name, style) = tabStyle(node)
    guard name.hasPrefix("page") else { return false }
    let dots = hasArgument(style, "indexDisplayMode") ? constantName(argument(style, "indexDisplayMode")) : ""
    if dots != "never" {
      report(RuntimeCode.notModelled, .note, "The dots below the pages of a TabView are not drawn")
    }
    return true
  }

  /// The style around a TabView, and its name in lower case.
  func tabStyle(_ node: SID) -> (name: String, style: Word) {
    let style = environmentValue(node, "tabViewStyle") ?? .none
    return (styleName(style).lowercased(), style)
  }

  /// The page of the selection: at once at first, with the animation that reaches the view later.
  func applyPages() {
    for id in pagers where u[Int(id)].isAlive {
      let layout = u[Int(id)].layout
      guard tree.isPlaced(layout), !u[Int(id)].items.isEmpty else { continue }
      let ext = u[Int(id)].ext as? PagerExt ?? PagerExt()
      u[Int(id)].ext = ext
      let width = tree.absoluteRect(of: layout).width
      let chosen = hasSelection(id) || !ext.isPlaced ? selectedItem(id) : ext.page
      if !ext.isPlaced || width != ext.width {
        ext.isPlaced = true
        ext.width = width
        ext.page = chosen
        if scrollOffset(id).x != Double(chosen) * width { setScroll(id, Double(chosen) * width, 0) }
      } else if chosen != ext.page {
        ext.page = chosen
        let before = flushing
        flushing = transaction(at: s[Int(u[Int(id)].s)].scope)
        setScrollTarget(id, x: Double(chosen) * width, y: 0)
        flushing = before
      }
    }
  }

  private func hasSelection(_ id: UID) -> Bool { hasArgument(s[Int(u[Int(id)].s)].value, "selection") }

  /// A finger or a spring moved the pages: the selection is the page that takes most of the box.
  func pageScrolled(_ id: UID) {
    guard let ext = u[Int(id)].ext as? PagerExt, ext.width > 0 else { return }
    let items = u[Int(id)].items
    let page = min(max(0, Int((scrollOffset(id).x / ext.width).rounded())), items.count - 1)
    guard page >= 0, page != ext.page else { return }
    ext.page = page
    guard hasSelection(id), let tag = tagValue(items[page]) else { return }
    heap.share(tag)
    writeBinding(argument(s[Int(u[Int(id)].s)].value, "selection"), tag)
  }

  /// Pages that can be seen.
  func realisePages(_ host: UID) {
    let layout = u[Int(host)].layout
    guard layout >= 0, tree.isPlaced(layout) else { return }
    let width = tree.absoluteRect(of: layout).width
    let offset = scrollOffset(host).x
    for (index, item) in u[Int(host)].items.enumerated() {
      setRealised(item, abs(Double(index) * width - offset) < max(width, 1))
    }
  }
}
