/// What is drawn behind the views of the system: bordered buttons, boxes, groups; lists with their cards and separators. Frames do not name it.
///
/// A ground is drawn before the first leaf inside of it, so one without a leaf is not drawn.

extension ViewGraph {
  /// Grounds around a leaf that have not been drawn yet, from the outermost in.
  func grounds(around id: UID, _ table: inout EffectTable, _ maskDepth: Int) -> [FrameLeaf] {
    var found: [UID] = []
    var node = u[Int(id)].parent
    while node >= 0, table.grounded.insert(node).inserted {
      let base = u[Int(node)].s
      if u[Int(node)].op == .list || u[Int(node)].op == .arranged && arrangedGround(s[Int(base)].value) != nil {
        found.append(node)
      }
      node = u[Int(node)].parent
    }
    var leaves: [FrameLeaf] = []
    for node in found.reversed() {
      let box = presentBox(node)
      let inner = u[Int(node)].op == .list ? u[Int(node)].items.first ?? node : node
      let isList = u[Int(node)].op == .list
      if isList, let whole = listGround(node, box.size) {
        leaves.append(
          FrameLeaf(
            view: 0, transform: presentTransform(node), width: box.width, height: box.height,
            effect: Int(effect(inside: node >= 0 ? u[Int(node)].parent : -1, &table, maskDepth)), elements: [whole]))
      }
      let elements = isList ? listElements(node, box.size) : groundElements(node, box.size)
      if elements.isEmpty { continue }
      leaves.append(
        FrameLeaf(
          view: 0, transform: presentTransform(node), width: box.width, height: box.height,
          effect: Int(effect(inside: inner, &table, maskDepth)), elements: elements))
    }
    return leaves
  }

  private func system(_ name: String, _ node: SID) -> FrameColor {
    color(named: name, node) ?? FrameColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
  }

  private func groundElements(_ id: UID, _ size: Size) -> [FrameElement] {
    let node = u[Int(id)].s
    guard let ground = arrangedGround(s[Int(node)].value) else { return [] }
    let tint = environmentValue(node, "tint").map { style($0, at: node).color } ?? system("blue", node)
    func pale(_ color: FrameColor) -> FrameColor {
      var result = color
      result.alpha *= 0.15
      return result
    }
    let (color, radius): (FrameColor, Double)
    switch ground {
    case .bordered: (color, radius) = (pale(tint), size.height > 44 ? 12 : 8)
    case .prominent: (color, radius) = (tint, size.height > 44 ? 12 : 8)
    case .paleRed: (color, radius) = (pale(system("red", node)), 8)
    case .destructive: (color, radius) = (system("red", node), 8)
    case .field: (color, radius) = (system("tertiarySystemFill", node), size.height > 35 ? 10 : 6)
    case .group: (color, radius) = (system("secondarySystemBackground", node), 8)
    }
    let box = FrameRect(x: 0, y: 0, width: size.width, height: size.height)
    return [.fill(.rounded(box, CornerRadii(radius), isContinuous: true), .color(color))]
  }

  /// The ground of a list, which goes on under the bars; nil where it is hidden.
  private func listGround(_ id: UID, _ size: Size) -> FrameElement? {
    let node = u[Int(id)].s
    if hidesGround(node) { return nil }
    let metrics = listMetrics(node, isForm: info(s[Int(node)].value)?.type == "Form")
    let isPlain = metrics.contentInsets.horizontal == 0 && metrics.sectionTop == 0
    let below = windows.count < 2 ? device.height : 0
    let whole = FrameRect(x: 0, y: -below, width: size.width, height: size.height + 2 * below)
    return .fill(.rect(whole), .color(system(isPlain ? "systemBackground" : "systemGroupedBackground", node)))
  }

  /// Cards and separators of a list.
  private func listElements(_ id: UID, _ size: Size) -> [FrameElement] {
    let node = u[Int(id)].s
    let metrics = listMetrics(node, isForm: info(s[Int(node)].value)?.type == "Form")
    let isPlain = metrics.contentInsets.horizontal == 0 && metrics.sectionTop == 0
    let hasCards = metrics.contentInsets.horizontal > 0
    var elements: [FrameElement] = []
    var start: (y: Double, section: Int32)?
    var end = 0.0
    var lines: [Double] = []
    let left = metrics.contentInsets.leading
    let width = max(0, size.width - metrics.contentInsets.horizontal)
    func close() {
      guard let from = start?.y else { return }
      start = nil
      if !isPlain, end > from {
        let card = FrameRect(x: left, y: from, width: width, height: end - from)
        elements.append(
          .fill(
            .rounded(card, CornerRadii(hasCards ? 10 : 0), isContinuous: true),
            .color(system("secondarySystemGroupedBackground", node))))
      }
      for y in lines {
        let line = FrameRect(
          x: left + metrics.rowInsets.leading, y: y, width: max(0, width - metrics.rowInsets.leading),
          height: 1 / device.scale)
        elements.append(.fill(.rect(line), .color(system("separator", node))))
      }
      lines = []
    }
    for item in u[Int(id)].items {
      let top = u[Int(item)].top
      guard top >= 0, let cell = tree.listRows[top], cell.role == .row, !u[Int(item)].flags.contains(.unrealised)
      else { continue }
      if start?.section != cell.section || abs(cell.y - end) > 0.5 { close() }
      if start == nil {
        start = (cell.y, cell.section)
      } else {
        lines.append(cell.y - 1 / device.scale)
      }
      end = cell.y + cell.height
    }
    close()
    return elements
  }

  /// `scrollContentBackground(.hidden)` around a list.
  private func hidesGround(_ list: SID) -> Bool {
    var node = s[Int(list)].parent
    for _ in 0..<64 where node >= 0 && s[Int(node)].hostOf < 0 {
      if info(s[Int(node)].value)?.base == "scrollContentBackground" { return hides(s[Int(node)].value) }
      node = s[Int(node)].parent
    }
    return false
  }
}
