/// Sections in lazy containers: rows of a grid that a header or footer has for itself, and edges that stay in sight.

/// A child of a lazy container that heads or ends a section.
struct SectionEdge: Equatable {
  var section: Int32
  var isHeader: Bool
  /// Stays at the edge of the visible part while its section is there.
  var isPinned: Bool
}

/// One row of a lazy grid: some cells, or what has the whole width: a header or footer, or a run of rows whose cells have no views yet.
struct LazyGridRow {
  var first: Int
  var count: Int
  var isWhole: Bool
}

extension LayoutTree {
  /// Rows of a grid with sections or runs; nil where no child is the edge of one or a run.
  func sectionRows(_ cells: [Int32], columns: Int) -> [LazyGridRow]? {
    func isWhole(_ cell: Int32) -> Bool { tags[cell] == .run || !sectionEdges.isEmpty && sectionEdges[cell] != nil }
    guard columns > 0, cells.contains(where: isWhole) else { return nil }
    var rows: [LazyGridRow] = []
    for (index, cell) in cells.enumerated() {
      if isWhole(cell) {
        rows.append(LazyGridRow(first: index, count: 1, isWhole: true))
      } else if let last = rows.last, !last.isWhole, last.count < columns {
        rows[rows.count - 1].count += 1
      } else {
        rows.append(LazyGridRow(first: index, count: 1, isWhole: false))
      }
    }
    return rows
  }

  /// Moves pinned headers and footers among the slots from `base` on to the edges of what is visible of the scroll view.
  func pinEdges(_ node: Int32, from base: Int, _ axis: Axis) {
    guard !sectionEdges.isEmpty else { return }
    var scroll = parents[node]
    while scroll >= 0, tags[scroll] != .scroll { scroll = parents[scroll] }
    guard scroll >= 0 else { return }
    let box = absoluteRect(of: scroll)
    let low = (axis == .vertical ? box.y - origins[node].y : box.x - origins[node].x)
    let high = low + (axis == .vertical ? box.height : box.width)
    func start(_ i: Int) -> Double { axis == .vertical ? slots[i].y : slots[i].x }
    func length(_ i: Int) -> Double { axis == .vertical ? slots[i].height : slots[i].width }
    func move(_ i: Int, _ to: Double) { if axis == .vertical { slots[i].y = to } else { slots[i].x = to } }
    var i = base
    while i < slotTop {
      guard let edge = sectionEdges[slots[i].child], edge.isHeader || edge.isPinned else {
        i += 1
        continue
      }
      // The section ends before the next edge of another one.
      var first = i
      var last = i
      if edge.isHeader {
        var next = i + 1
        while next < slotTop {
          let other = sectionEdges[slots[next].child]
          if let other, other.section != edge.section { break }
          last = next
          next += 1
          if other != nil { break }
        }
      } else {
        while first > base, sectionEdges[slots[first - 1].child].map({ $0.section == edge.section }) ?? true {
          first -= 1
        }
      }
      if edge.isHeader, edge.isPinned {
        var end = start(last) + length(last)
        for k in first...last { end = max(end, start(k) + length(k)) }
        move(i, max(start(i), min(low, end - length(i))))
      } else if !edge.isHeader, edge.isPinned {
        var begin = start(first)
        if let head = sectionEdges[slots[first].child], head.isHeader { begin += length(first) }
        move(i, min(start(i), max(high - length(i), begin)))
      }
      i += 1
    }
  }
}
