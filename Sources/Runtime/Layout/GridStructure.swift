/// What a Grid is made of: rows, cells with their attributes, and the gaps between columns and rows (semantics 3.20).

struct GridCell {
  var node: Int32
  var row: Int
  var column: Int
  var span: Int
  /// A child that is no GridRow.
  var isWide: Bool
  var anchor: UnitPoint?
  var columnAlignment: Guide?
  var unsized: AxisSet
  var priority: Double

  // Filled in while the grid is solved.
  var served = false
  var width = 0.0
  var height = 0.0
  var infiniteAxes = 0
  var flexibility = 0.0
  /// Last proposal.
  var offered = Proposal.unspecified
}

/// A grid with its columns and rows for one proposal.
struct GridSolution {
  var cells: [GridCell] = []
  var rowNodes: [Int32] = []
  var rowAlignments: [Guide?] = []
  /// Index of the first cell of each row, and one past the last.
  var rowStarts: [Int] = [0]
  var columnAlignments: [Guide?] = []
  var columnHasSingle: [Bool] = []
  var columnGaps: [Double] = []
  var rowGaps: [Double] = []
  var widths: [Double] = []
  var heights: [Double] = []

  var columns: Int { widths.count }
  var rows: Int { heights.count }

  var width: Double { widths.reduce(0, +) + columnGaps.reduce(0, +) }
  var height: Double { heights.reduce(0, +) + rowGaps.reduce(0, +) }

  /// Gaps between the columns of a cell.
  func innerGaps(_ cell: GridCell) -> Double {
    var total = 0.0
    var column = cell.column + 1
    while column < cell.column + cell.span {
      total += columnGaps[column]
      column += 1
    }
    return total
  }

  func currentWidth(_ cell: GridCell) -> Double {
    var total = 0.0
    for column in cell.column..<(cell.column + cell.span) { total += widths[column] }
    return total
  }

  func x(_ column: Int) -> Double {
    var total = 0.0
    for before in 0..<column { total += widths[before] + columnGaps[before] }
    return total + (column < columns ? columnGaps[column] : 0)
  }
}

extension LayoutTree {
  /// Rows, cells, attributes and gaps; widths and heights 0.
  func gridStructure(_ grid: Int32) -> GridSolution {
    var result = GridSolution()
    var rowIsWide: [Bool] = []
    var columns = 0
    var child = firstChildren[grid]
    while child >= 0 {
      let row = rowIsWide.count
      let start = result.cells.count
      if tags[child] == .gridRow {
        var column = 0
        collectCells(child, row, &column, &result.cells, 0)
        if result.cells.count > start {
          rowIsWide.append(false)
          result.rowNodes.append(child)
          let guide = parameters[child].guideX
          result.rowAlignments.append(guide == .max ? nil : Guide(id: guide))
          result.rowStarts.append(result.cells.count)
          columns = max(columns, column)
        }
      } else {
        var cell = gridCell(child, row, 0)
        cell.isWide = true
        result.cells.append(cell)
        rowIsWide.append(true)
        result.rowNodes.append(-1)
        result.rowAlignments.append(nil)
        result.rowStarts.append(result.cells.count)
      }
      child = nextSiblings[child]
    }
    columns = max(columns, result.cells.isEmpty ? 0 : 1)
    result.widths = [Double](repeating: 0, count: columns)
    result.heights = [Double](repeating: 0, count: rowIsWide.count)
    result.columnGaps = result.widths
    result.rowGaps = result.heights
    result.columnAlignments = [Guide?](repeating: nil, count: columns)
    result.columnHasSingle = [Bool](repeating: false, count: columns)
    for index in result.cells.indices {
      if result.cells[index].isWide { result.cells[index].span = columns }
      let cell = result.cells[index]
      if cell.span == 1 { result.columnHasSingle[cell.column] = true }
      if let guide = cell.columnAlignment, result.columnAlignments[cell.column] == nil, !cell.isWide {
        result.columnAlignments[cell.column] = guide
      }
    }
    makeColumnGaps(grid, &result, rowIsWide)
    makeRowGaps(grid, &result)
    return result
  }

  private func collectCells(
    _ row: Int32, _ rowIndex: Int, _ column: inout Int, _ cells: inout [GridCell], _ nesting: Int
  ) {
    var child = firstChildren[row]
    while child >= 0 {
      if tags[child] == .gridRow {
        if nesting < 64 { collectCells(child, rowIndex, &column, &cells, nesting + 1) }
      } else {
        let cell = gridCell(child, rowIndex, column)
        // A grid of more columns than anyone draws is cut, so that no input makes it slow.
        if column + cell.span <= 10_000 {
          cells.append(cell)
          column += cell.span
        }
      }
      child = nextSiblings[child]
    }
  }

  /// Attributes are found through unary nodes: inner anchor and alignment win, spans add up, unsized axes unite.
  private func gridCell(_ node: Int32, _ row: Int, _ column: Int) -> GridCell {
    var cell = GridCell(
      node: node, row: row, column: column, span: 1, isWide: false, anchor: nil, columnAlignment: nil, unsized: [],
      priority: layoutPriority(node))
    var next = node
    var extra = 0
    while next >= 0, tags[next].isUnary {
      if tags[next] == .gridCell {
        let attributes = parameters[next]
        if attributes.count > 1 { extra += Int(attributes.count) }
        if !attributes.a.isNaN { cell.anchor = UnitPoint(attributes.a, attributes.b) }
        if attributes.guideX != .max { cell.columnAlignment = Guide(id: attributes.guideX) }
        cell.unsized.formUnion(AxisSet(rawValue: attributes.bits))
      }
      next = firstChildren[next]
    }
    if extra > 1 { cell.span = min(extra, 10_000) }
    return cell
  }

  private func makeColumnGaps(_ grid: Int32, _ result: inout GridSolution, _ rowIsWide: [Bool]) {
    let given = parameters[grid].a
    let columns = result.columns
    if columns < 2 { return }
    if !given.isNaN, given < 0 {
      for column in 1..<columns { result.columnGaps[column] = given }
      return
    }
    for row in 0..<result.rows where !rowIsWide[row] {
      let range = result.rowStarts[row]..<result.rowStarts[row + 1]
      for index in range.dropFirst() {
        let cell = result.cells[index]
        let gap = given.isNaN ? distance(result.cells[index - 1].node, cell.node, .horizontal) : given
        result.columnGaps[cell.column] = max(result.columnGaps[cell.column], gap)
      }
      if !given.isNaN, let last = range.last {
        var column = result.cells[last].column + result.cells[last].span
        while column < columns {
          result.columnGaps[column] = max(result.columnGaps[column], given)
          column += 1
        }
      }
    }
  }

  private func makeRowGaps(_ grid: Int32, _ result: inout GridSolution) {
    let given = parameters[grid].b
    if result.rows < 2 { return }
    for row in 1..<result.rows {
      if !given.isNaN {
        result.rowGaps[row] = given
        continue
      }
      var gap = -Double.infinity
      var upper = result.rowStarts[row - 1]
      var lower = result.rowStarts[row]
      let upperEnd = result.rowStarts[row]
      let lowerEnd = result.rowStarts[row + 1]
      while upper < upperEnd, lower < lowerEnd {
        let above = result.cells[upper]
        let below = result.cells[lower]
        if above.column < below.column + below.span, below.column < above.column + above.span {
          gap = max(gap, distance(above.node, below.node, .vertical))
        }
        if above.column + above.span <= below.column + below.span { upper += 1 } else { lower += 1 }
      }
      result.rowGaps[row] = gap.isFinite ? gap : defaultStackSpacing
    }
  }
}
