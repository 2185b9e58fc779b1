/// Rows, headers and footers of lists and forms: which is which, their insets, and the lengths of a list in its style.
///
/// A row's insets, the distances of sections and rows, and the least heights are looked up where the row stands, as its environment: there
/// `listRowInsets`, `listSectionSpacing` and their like leave them. The lengths are those of iOS 18; the estimates among them are listed in
/// docs/fidelity.md.

extension ViewGraph {
  /// Tells layout what the items of a list are.
  func markListRows(_ host: UID, _ items: [UID]) {
    let list = u[Int(host)].s
    let layout = u[Int(host)].layout
    guard layout >= 0 else { return }
    evaluate(list, isNew: false) {
      var last = Int32.min
      for item in items {
        let node = u[Int(item)].top
        guard node >= 0 else { continue }
        let place = sectionPlace(item)
        var row = ListRow(section: place.section)
        row.role = place.role
        let base = u[Int(item)].base
        if place.role == .row { row.insets = rowInsets(base) }
        if place.section != last, last != .min { row.gap = sectionGap(base) }
        last = place.section
        tree.setListRow(layout, node, row)
        if place.role == .header, u[Int(item)].zIndex == 0, isPlain(list) {
          zIndexCount += 1
          u[Int(item)].zIndex = 1
        }
      }
    }
    needsLayout = true
  }

  /// The section an item belongs to, and what it is there.
  private func sectionPlace(_ item: UID) -> (section: Int32, role: ListRow.Role) {
    var node = u[Int(item)].base
    while node >= 0 {
      let parent = s[Int(node)].parent
      if parent < 0 || s[Int(parent)].hostOf >= 0 { break }
      if s[Int(parent)].kind == .group, s[Int(parent)].op == .section {
        switch s[Int(parent)].children.firstIndex(of: node) {
        case 0: return (parent, .header)
        case 2: return (parent, .footer)
        default: return (parent, .row)
        }
      }
      node = parent
    }
    return (-1, .row)
  }

  private func rowInsets(_ node: SID) -> Insets? {
    guard let value = environmentValue(node, "listRowInsets"), !value.isNone else { return nil }
    return member(value, "leading") != nil ? insets(value) : nil
  }

  /// What `listSectionSpacing` asks for; nil: the style's distance.
  private func sectionGap(_ node: SID) -> Double? {
    guard let value = environmentValue(node, "listSectionSpacing"), !value.isNone else { return nil }
    if !value.isHandle { return max(0, value.number) }
    switch constantName(value) {
    case "compact": return ViewGraph.compactSectionGap
    case "custom": return max(0, number(value, 0) ?? 0)
    default: return nil
    }
  }

  static let compactSectionGap = 16.0

  private func isPlain(_ list: SID) -> Bool {
    guard info(s[Int(list)].value)?.type != "Form" else { return false }
    let style = styleName(environmentValue(list, "listStyle") ?? .none).lowercased()
    return style.hasPrefix("plain") || style == "inset" || style.hasPrefix("insetliststyle")
  }

  /// Lengths of a list in its style: a plain one goes from edge to edge, the others lie in groups with margins.
  func listMetrics(_ node: SID, isForm: Bool) -> ListMetrics {
    func length(_ name: String) -> Double? {
      guard let value = environmentValue(node, name), !value.isNone, !value.isHandle else { return nil }
      return max(0, value.number)
    }
    let least = length("defaultMinListRowHeight") ?? 44
    let style = isForm ? "" : styleName(environmentValue(node, "listStyle") ?? .none).lowercased()
    let wide = Insets(top: 11, leading: 20, bottom: 11, trailing: 20)
    var metrics: ListMetrics
    if isPlain(node) {
      metrics = ListMetrics(rowInsets: wide, minRowHeight: least)
      metrics.headerGap = 22
      metrics.headerInsets = Insets(top: 4, leading: 20, bottom: 4, trailing: 20)
      metrics.footerInsets = Insets(top: 6, leading: 20, bottom: 6, trailing: 20)
      metrics.minHeaderHeight = length("defaultMinListHeaderHeight") ?? 28
      metrics.pinsHeaders = true
    } else if style.hasPrefix("grouped") {
      metrics = ListMetrics(rowInsets: wide, minRowHeight: least)
      metrics.sectionTop = 22
      metrics.sectionBottom = 10
      metrics.headerInsets = Insets(top: 16, leading: 20, bottom: 6, trailing: 20)
      metrics.footerInsets = Insets(top: 6, leading: 20, bottom: 0, trailing: 20)
      metrics.minHeaderHeight = length("defaultMinListHeaderHeight") ?? 28
    } else {
      metrics = ListMetrics(
        rowInsets: Insets(top: 11, leading: 16, bottom: 11, trailing: 16), minRowHeight: least,
        contentInsets: Insets(top: 0, leading: 20, bottom: 0, trailing: 20))
      metrics.sectionTop = 20
      metrics.sectionBottom = 10
      metrics.headerInsets = Insets(top: 16, leading: 16, bottom: 6, trailing: 16)
      metrics.footerInsets = Insets(top: 6, leading: 16, bottom: 0, trailing: 16)
      metrics.minHeaderHeight = length("defaultMinListHeaderHeight") ?? 28
    }
    metrics.rowSpacing = length("listRowSpacing") ?? 0
    return metrics
  }

  // MARK: What headers and footers look like

  /// A section's header or footer as a list shows it.
  func sectionText(_ node: SID, _ value: Word, isHeader: Bool) -> Word {
    let host = s[Int(node)].host
    if isHeader, !value.isNone, environmentValue(node, "menuOwner") != nil {
      return arranged(
        .vertical, [styled(value, font: "footnote", color: "secondary"), piece(.cell, width: nil, height: 0)], .leading,
        spacing: 0, insets: Insets(top: 10, leading: 16, bottom: 4, trailing: 16))
    }
    guard host >= 0, u[Int(host)].op == .list, !value.isNone else { return value }
    let list = u[Int(host)].s
    let plain = evaluate(node, isNew: false) { isPlain(list) } ?? false
    let font = plain && isHeader ? "headline" : "footnote"
    let shown = styled(value, font: font, color: "secondary")
    return isHeader && !plain ? makeTagged(.upperCased, [shown]) : shown
  }

  // MARK: Touches on rows

  /// Whether the finger is on the row of a list that a control is, or near enough to it.
  func isOverRow(_ owner: UID, _ room: Double) -> Bool {
    let base = u[Int(owner)].base
    guard base >= 0, s[Int(base)].host >= 0, u[Int(s[Int(base)].host)].op == .list,
      s[Int(base)].instances.count == 2, let cell = tree.listRows[u[Int(s[Int(base)].instances[1])].top]
    else { return false }
    let list = s[Int(base)].host
    let point = localPoint(list, input.touch.x, input.touch.y)
    let width = layoutRect(list).width
    return point.x >= -room && point.x <= width + room && point.y >= cell.y - room
      && point.y <= cell.y + cell.height + room
  }

  /// The button or link that a row consists of, where a list is touched beside what the row shows.
  func rowControl(_ list: UID, _ x: Double, _ y: Double) -> UID? {
    let point = localPoint(list, x, y)
    for item in u[Int(list)].items where !u[Int(item)].flags.contains(.unrealised) {
      let top = u[Int(item)].top
      guard top >= 0, let cell = tree.listRows[top], cell.role == .row, point.y >= cell.y,
        point.y < cell.y + cell.height
      else { continue }
      let base = u[Int(item)].base
      guard s[Int(base)].op == .button || opensMenu(base), let id = s[Int(base)].instances.first else { return nil }
      return id
    }
    return nil
  }
}
