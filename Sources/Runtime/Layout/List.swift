/// List and Form (semantics 3.27): rows one below the other in sections with headers and footers, scrolled along the vertical axis.

/// What a child of a list is, and where its cell was placed last.
struct ListRow: Equatable {
  enum Role { case row, header, footer }
  /// Rows that follow one another with one number form a section; -1 is that of rows outside of any.
  var section: Int32 = -1
  var role = Role.row
  /// Insets of its own; nil: the list's.
  var insets: Insets?
  /// Distance from the section before, where it begins one; nil: the list's.
  var gap: Double?
  /// The cell in the list's box, in points.
  var y = 0.0
  var height = 0.0

  /// The same row, whatever its place.
  func isSame(as other: ListRow) -> Bool {
    section == other.section && role == other.role && insets == other.insets && gap == other.gap
  }
}

extension LayoutTree {
  /// Says what a child of a list is.
  func setListRow(_ list: Int32, _ child: Int32, _ row: ListRow) {
    if let old = listRows[child], old.isSame(as: row) { return }
    listRows[child] = row
    markPlacement(list)
  }

  /// Length of a row with its insets.
  func listRowHeight(_ list: Int32, _ child: Int32) -> Double { listRows[child]?.height ?? placements[child].height }

  /// What is visible of a list, in its own box.
  func listWindow(_ node: Int32) -> Rect {
    let (window, box) = (scrolledBox(node), absoluteRect(of: node))
    return Rect(window.x - box.x, window.y - box.y, window.width, window.height)
  }

  /// Each row's content is proposed the row's width and centred in its height, leading.
  func listSlots(_ node: Int32, _ box: Size) {
    let row = parameters[node]
    let metrics = lists[Int(row.ref)]
    let width = max(0, box.width - metrics.contentInsets.horizontal)
    var y = metrics.contentInsets.top
    var child = firstChildren[node]
    var section = Int32.min
    var previousRole = ListRow.Role.header
    // Headers that stay in sight, with the slot they have and the end of their section.
    var pinned: [(slot: Int, end: Double)] = []
    while child >= 0 {
      if tags[child] == .run {
        var item = slot(child, 0, 0, Proposal(raw: width, .nan))
        if section == .min { y += metrics.sectionTop }
        if section == .min { section = -1 }
        item.width = width
        item.x = metrics.contentInsets.leading
        item.y = y - row.b
        push(item)
        y += item.height
        previousRole = .row
        child = nextSiblings[child]
        continue
      }
      var cell = listRows[child] ?? ListRow()
      if cell.section != section {
        if section != .min { y += cell.gap ?? metrics.sectionBottom + (cell.role == .header ? 0 : metrics.sectionTop) }
        if section == .min, cell.role != .header { y += metrics.sectionTop }
        section = cell.section
        previousRole = .header
      }
      let insets: Insets
      var least = metrics.minRowHeight
      switch cell.role {
      case .row: insets = cell.insets ?? metrics.rowInsets
      case .header:
        insets = cell.insets ?? metrics.headerInsets
        y += metrics.headerGap
        least = metrics.minHeaderHeight
      case .footer:
        insets = cell.insets ?? metrics.footerInsets
        least = 0
      }
      if cell.role == .row, previousRole == .row { y += metrics.rowSpacing }
      var item = slot(child, 0, 0, Proposal(raw: max(0, width - insets.horizontal), .nan))
      let height = max(least, item.height + insets.vertical)
      item.x = metrics.contentInsets.leading + insets.leading
      let free = height - insets.vertical - item.height
      // A header stands on its rows, a row's content in the middle of its cell.
      item.y = y + insets.top + (cell.role == .header ? max(0, free) : free / 2) - row.b
      push(item)
      cell.y = y - row.b
      cell.height = height
      if listRows[child] != nil || cell.height > 0 { listRows[child] = cell }
      if cell.role == .header, metrics.pinsHeaders { pinned.append((slotTop - 1, 0)) }
      y += height
      if !pinned.isEmpty { pinned[pinned.count - 1].end = y }
      previousRole = cell.role
      child = nextSiblings[child]
    }
    for (index, end) in pinned {
      let length = slots[index].height + metrics.headerInsets.bottom
      slots[index].y = max(slots[index].y, min(metrics.headerInsets.top, end - row.b - length))
    }
    if section != .min { y += metrics.sectionBottom }
    parameters[node].c = box.width
    parameters[node].d = y + metrics.contentInsets.bottom
  }
}
