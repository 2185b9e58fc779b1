/// Menus: the panel of rows that a touch on a `Menu` or on a picker in its menu style opens.
///
/// The panel is a window of its own: 250 points wide, below the control where that stands in the upper half of the screen, above it
/// otherwise. A row's action closes it, and so does a touch beside it. It is there at once; its motion, and scrolling in long menus, are not
/// modelled. Its lengths are estimates.

extension ViewGraph {
  static let menuWidth = 250.0
  static let menuRowHeight = 44.0
  static let menuMargin = 8.0
  /// Height of the gap that a divider is in a panel.
  static let menuGap = 8.0

  /// Opens or closes the panel of a control.
  func setMenu(_ node: SID, isOpen: Bool) {
    guard node >= 0, Int(node) < s.count, s[Int(node)].kind == .base, let ext = s[Int(node)].ext as? BaseExt,
      ext.isMenuOpen != isOpen
    else { return }
    if isOpen { ext.menuPlace = menuPlace(node) }
    ext.isMenuOpen = isOpen
    enqueue(.node(node), Transact())
  }

  /// Closes the panel that a node stands in, and those it was opened from.
  func closeMenus(around node: SID) {
    var at = node
    for _ in 0..<16 {
      guard at >= 0, let owner = environmentValue(at, "menuOwner"), !owner.isNone else { return }
      at = SID(truncatingIfNeeded: owner.integer)
      guard at >= 0, Int(at) < s.count, s[Int(at)].kind == .base else { return }
      setMenu(at, isOpen: false)
    }
  }

  /// A touch beside the open panels closes them.
  func closeMenus(touched hit: UID?) -> Bool {
    guard let last = openMenus.last, let ext = s[Int(last)].ext as? BaseExt, ext.isMenuOpen else { return false }
    if let hit, u[Int(window(of: hit))].op == .window, isMenuWindow(window(of: hit)) { return false }
    for node in openMenus { setMenu(node, isOpen: false) }
    return true
  }

  func isMenuWindow(_ window: UID) -> Bool {
    openMenus.contains { (s[Int($0)].ext as? BaseExt)?.menu == window }
  }

  /// Brings the window of a control's panel in line with whether it is open.
  func updateMenu(_ node: SID) {
    guard let ext = s[Int(node)].ext as? BaseExt, ext.isMenuOpen || ext.menu >= 0 else { return }
    guard ext.isMenuOpen else { return dropMenu(node) }
    let panel = menuPanel(node, ext)
    if ext.menu >= 0 {
      updateContent(ext.menu, panel)
    } else {
      openMenus.append(node)
      ext.menu = makeWindow(panel, env: s[Int(node)].env, scope: -1, depth: s[Int(node)].depth)
    }
  }

  /// Takes a control's panel away.
  func dropMenu(_ node: SID) {
    guard let ext = s[Int(node)].ext as? BaseExt, ext.menu >= 0 else { return }
    let window = ext.menu
    ext.menu = -1
    ext.isMenuOpen = false
    openMenus.removeAll { $0 == node }
    dropWindow(window)
  }

  /// The box that a panel is placed by: that of the control, or what the panel around it was placed by.
  private func menuPlace(_ node: SID) -> FrameRect {
    if let owner = environmentValue(node, "menuOwner"), !owner.isNone {
      let around = SID(truncatingIfNeeded: owner.integer)
      if around >= 0, Int(around) < s.count, let ext = s[Int(around)].ext as? BaseExt { return ext.menuPlace }
    }
    guard let id = s[Int(node)].instances.first else { return FrameRect(x: 0, y: 0, width: 0, height: 0) }
    let box = presentBox(id)
    return presentTransform(id).bounds(FrameRect(x: 0, y: 0, width: box.width, height: box.height))
  }

  private func menuPanel(_ node: SID, _ ext: BaseExt) -> Word {
    let word = s[Int(node)].value
    let rows: Word
    if s[Int(node)].op == .picker {
      let choices = self.choices(node)
      rows = choiceRows(node, choices, chosenIndex(node, choices))
    } else {
      rows = builtContent(node, word)
    }
    let owned = makeTagged(.menuRows, [rows, Word(integer: Int(node))])
    let panel = column([owned], width: ViewGraph.menuWidth)
    let place = ext.menuPlace
    // A control as wide as a row has what opens the menu at its end.
    let wanted =
      place.width > ViewGraph.menuWidth ? place.maxX - ViewGraph.menuWidth : place.midX - ViewGraph.menuWidth / 2
    let most = device.width - ViewGraph.menuMargin - ViewGraph.menuWidth
    let x = max(ViewGraph.menuMargin, min(most, wanted))
    let side = Insets(
      top: 0, leading: x - device.safeLeading, bottom: 0,
      trailing: device.width - device.safeTrailing - x - ViewGraph.menuWidth)
    if place.y + place.height / 2 < device.height / 2 {
      var insets = side
      insets.top = max(0, place.maxY + ViewGraph.menuMargin - device.safeTop)
      return arranged(.vertical, [panel, spacerPiece()], .leading, spacing: 0, insets: insets)
    }
    var insets = side
    insets.bottom = max(0, device.height - device.safeBottom - place.y + ViewGraph.menuMargin)
    return arranged(.vertical, [spacerPiece(), panel], .leading, spacing: 0, insets: insets)
  }

  /// One row of a panel over its whole width.
  func menuRow(_ label: Word, isChosen: Bool? = nil, mark: Word = .none) -> Word {
    var parts: [Word] = []
    if let isChosen {
      parts.append(
        isChosen
          ? arranged(
            nil,
            [
              piece(.cell, width: 20, height: 20),
              styled(makeTagged(.symbolLeaf, [machine.makeString("checkmark"), .truth]), font: "17.semibold"),
            ]) : piece(.cell, width: 20, height: 20))
    }
    // The label is offered the whole width and stands at its beginning.
    parts.append(arranged(.vertical, [label, piece(.cell, width: nil, height: 0)], .leading, spacing: 0))
    parts.append(mark)
    return arranged(
      nil,
      [
        piece(.cell, width: nil, height: ViewGraph.menuRowHeight),
        arranged(
          .horizontal, parts, spacing: 8, insets: Insets(top: 0, leading: 16, bottom: 0, trailing: 16)),
      ])
  }

  /// The row that a button, a toggle or another menu is in a panel; nil outside of panels.
  func menuLabel(_ node: SID, _ label: Word, role: Word = .none, isChosen: Bool? = nil, mark: Word = .none) -> Word? {
    guard let owner = environmentValue(node, "menuOwner"), !owner.isNone else { return nil }
    let isDestructive = !role.isNone && constantName(role) == "destructive"
    return styled(
      menuRow(look(label, "menu"), isChosen: isChosen, mark: mark), color: isDestructive ? "red" : "label")
  }

  /// Content whose labels without a style of their own show the title alone, the icon alone, or both as menus have them.
  func look(_ content: Word, _ name: String) -> Word {
    content.isNone ? .none : makeTagged(.labelLook, [content, machine.makeString(name)])
  }
}
