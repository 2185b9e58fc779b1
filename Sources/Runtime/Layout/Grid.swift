/// Sizing and placing the cells of a Grid (semantics 3.20).

extension LayoutTree {
  func gridSize(_ node: Int32, _ p: Proposal) -> Size {
    let solved = solveGrid(node, p)
    return Size(solved.width, solved.height)
  }

  func solveGrid(_ node: Int32, _ p: Proposal) -> GridSolution {
    var grid = gridStructure(node)
    if grid.cells.isEmpty { return grid }
    if p.w.isNaN && p.h.isNaN {
      for index in grid.cells.indices { answer(&grid, index, .unspecified) }
      let all = Array(grid.cells.indices)
      settleSpans(&grid, all, closed: [])
    } else {
      serveGroups(&grid, p)
    }
    settleBaselines(node, &grid)
    return grid
  }

  private func answer(_ grid: inout GridSolution, _ index: Int, _ offer: Proposal) {
    let cell = grid.cells[index]
    let answer = size(cell.node, offer)
    grid.cells[index].width = answer.width
    grid.cells[index].height = answer.height
    grid.cells[index].offered = offer
    grid.cells[index].served = true
    if cell.span == 1 { grid.widths[cell.column] = max(grid.widths[cell.column], answer.width) }
    grid.heights[cell.row] = max(grid.heights[cell.row], answer.height)
  }

  /// A span wider than its columns shares what is missing among those without a one-column cell, else those not closed,
  /// else all.
  private func settleSpans(_ grid: inout GridSolution, _ indices: [Int], closed: [Bool]) {
    for index in indices {
      let cell = grid.cells[index]
      if cell.span < 2 { continue }
      let missing = cell.width - grid.currentWidth(cell) - grid.innerGaps(cell)
      if missing <= 0 { continue }
      let range = cell.column..<(cell.column + cell.span)
      var takers = range.filter { !grid.columnHasSingle[$0] }
      if takers.isEmpty, !closed.isEmpty { takers = range.filter { !closed[$0] } }
      if takers.isEmpty { takers = Array(range) }
      for column in takers { grid.widths[column] += missing / Double(takers.count) }
    }
  }

  private func flexibility(_ least: Double, _ most: Double, _ cell: inout GridCell) {
    if most == .infinity { cell.infiniteAxes += 1 } else { cell.flexibility += most - least }
  }

  private func serveGroups(_ grid: inout GridSolution, _ p: Proposal) {
    let probeLow = Proposal(raw: p.w.isNaN ? .nan : 0, p.h.isNaN ? .nan : 0)
    let probeHigh = Proposal(raw: p.w.isNaN ? .nan : .infinity, p.h.isNaN ? .nan : .infinity)
    for index in grid.cells.indices {
      let least = size(grid.cells[index].node, probeLow)
      let most = size(grid.cells[index].node, probeHigh)
      if !p.w.isNaN { flexibility(least.width, most.width, &grid.cells[index]) }
      if !p.h.isNaN { flexibility(least.height, most.height, &grid.cells[index]) }
    }
    func precedes(_ a: GridCell, _ b: GridCell) -> Bool {
      if a.priority != b.priority { return a.priority > b.priority }
      if a.infiniteAxes != b.infiniteAxes { return a.infiniteAxes < b.infiniteAxes }
      return a.flexibility < b.flexibility
    }
    let order = grid.cells.indices.sorted { i, j in
      if precedes(grid.cells[i], grid.cells[j]) { return true }
      if precedes(grid.cells[j], grid.cells[i]) { return false }
      let first = grid.cells[i].span > 1
      let second = grid.cells[j].span > 1
      return first != second ? second : i < j
    }
    let columnTop = highestPriorities(grid)
    let whole = p.w - grid.columnGaps.reduce(0, +)
    let tall = p.h - grid.rowGaps.reduce(0, +)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, !precedes(grid.cells[order[start]], grid.cells[order[end]]) { end += 1 }
      let group = Array(order[start..<end])
      // What higher priorities brought about is taken off once and for all, even where cells of this one still wait.
      let isFirstLevel = grid.cells[order[start]].priority == grid.cells[order[0]].priority
      serve(&grid, group, p, whole, tall, columnTop, isFirstLevel)
      start = end
      // In the first level spans take what is missing once all its cells are served.
      if isFirstLevel, end == order.count || grid.cells[order[end]].priority != grid.cells[order[0]].priority {
        settleSpans(&grid, Array(order[0..<end]), closed: [])
      }
    }
  }

  /// The highest priority among all cells over each column.
  private func highestPriorities(_ grid: GridSolution) -> [Double] {
    var result = [Double](repeating: -.infinity, count: grid.columns)
    for cell in grid.cells {
      for column in cell.column..<(cell.column + cell.span) { result[column] = max(result[column], cell.priority) }
    }
    return result
  }

  private func serve(
    _ grid: inout GridSolution, _ group: [Int], _ p: Proposal, _ whole: Double, _ tall: Double, _ columnTop: [Double],
    _ isFirstLevel: Bool
  ) {
    let priority = grid.cells[group[0]].priority
    var openColumns = [Bool](repeating: false, count: grid.columns)
    var closedColumns = [Bool](repeating: true, count: grid.columns)
    var openRows = [Bool](repeating: false, count: grid.rows)
    var closedRows = [Bool](repeating: true, count: grid.rows)
    for cell in grid.cells where !cell.served {
      if cell.priority == priority {
        if cell.span == 1 { openColumns[cell.column] = true }
        openRows[cell.row] = true
      }
      if cell.priority >= priority {
        for column in cell.column..<(cell.column + cell.span) { closedColumns[column] = false }
        closedRows[cell.row] = false
      }
    }
    for column in 0..<grid.columns where !grid.columnHasSingle[column] && columnTop[column] == priority {
      openColumns[column] = true
      closedColumns[column] = false
    }
    let columnShare = share(whole, grid.widths, openColumns, closedColumns, isFirstLevel)
    let rowShare = share(tall, grid.heights, openRows, closedRows, isFirstLevel)
    for index in group {
      let cell = grid.cells[index]
      var offer = p
      if !p.w.isNaN {
        let current = grid.currentWidth(cell) + grid.innerGaps(cell)
        if cell.unsized.contains(.horizontal) {
          offer.w = current
        } else if cell.span == 1 {
          offer.w = max(columnShare, grid.widths[cell.column], 0)
        } else {
          var left = whole + grid.innerGaps(cell)
          for column in 0..<grid.columns where column < cell.column || column >= cell.column + cell.span {
            let isOpen = !closedColumns[column] && openColumns[column]
            left -= isOpen ? (isFirstLevel ? columnShare : max(columnShare, grid.widths[column])) : grid.widths[column]
          }
          offer.w = max(left, current, 0)
        }
      }
      if !p.h.isNaN {
        offer.h =
          cell.unsized.contains(.vertical) ? grid.heights[cell.row] : max(rowShare, grid.heights[cell.row], 0)
      }
      answer(&grid, index, Proposal(raw: offer.w, offer.h))
    }
    for column in closedColumns.indices { closedColumns[column] = true }
    for cell in grid.cells where !cell.served && cell.priority >= priority {
      for column in cell.column..<(cell.column + cell.span) { closedColumns[column] = false }
    }
    if !isFirstLevel { settleSpans(&grid, group, closed: closedColumns) }
  }

  private func share(_ whole: Double, _ lengths: [Double], _ open: [Bool], _ closed: [Bool], _ isFirstLevel: Bool)
    -> Double
  {
    var left = whole
    var count = 0
    for index in lengths.indices {
      if closed[index] || !isFirstLevel { left -= lengths[index] }
      if open[index] { count += 1 }
    }
    return count > 0 ? left / Double(count) : left
  }

  /// Rows aligned by a guide of the content (text baselines) are as high as the parts above and below it.
  private func settleBaselines(_ node: Int32, _ grid: inout GridSolution) {
    for row in 0..<grid.rows {
      let guide = grid.rowAlignments[row] ?? parameters[node].alignment.vertical
      if guide.isGeometric { continue }
      var above = 0.0
      var below = 0.0
      for index in grid.rowStarts[row]..<grid.rowStarts[row + 1] {
        let cell = grid.cells[index]
        let view = ViewDimensions(node: cell.node, size: Size(cell.width, cell.height), proposal: cell.offered)
        let value = dimension(view, guide)
        above = max(above, value)
        below = max(below, cell.height - value)
      }
      grid.heights[row] = max(grid.heights[row], above + below)
    }
  }

  // MARK: placement

  /// Slots of the rows and of the children that are no rows; a row's cells are taken from the solution kept here.
  func gridSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let grid = solveGrid(node, p)
    let alignment = parameters[node].alignment
    var y = 0.0
    var starts: [Double] = []
    for column in 0..<grid.columns { starts.append(grid.x(column)) }
    var result: [Slot] = []
    result.reserveCapacity(grid.cells.count)
    for row in 0..<grid.rows {
      y += grid.rowGaps[row]
      let height = grid.heights[row]
      let vertical = grid.rowAlignments[row] ?? alignment.vertical
      let cells = grid.rowStarts[row]..<grid.rowStarts[row + 1]
      let first = result.count
      var line = 0.0
      for index in cells {
        let cell = grid.cells[index]
        let area = Size(grid.currentWidth(cell) + grid.innerGaps(cell), height)
        let fills = cell.width == area.width && cell.height == area.height
        let offer = fills ? cell.offered : Proposal(area)
        let horizontal =
          cell.isWide || cell.span > 1
          ? alignment.horizontal : grid.columnAlignments[cell.column] ?? alignment.horizontal
        var item = aligned(
          cell.node, offer, in: area, Alignment(horizontal, cell.isWide ? alignment.vertical : vertical))
        if let anchor = cell.anchor {
          item.x = (area.width - item.width) * anchor.x
          item.y = (area.height - item.height) * anchor.y
        } else if !vertical.isGeometric {
          let view = ViewDimensions(node: cell.node, size: Size(item.width, item.height), proposal: offer)
          item.y = dimension(view, vertical)
          line = max(line, item.y)
        }
        item.x += starts[cell.column]
        result.append(item)
      }
      for index in first..<result.count {
        if !vertical.isGeometric, grid.cells[index].anchor == nil { result[index].y = line - result[index].y }
      }
      let rowNode = grid.rowNodes[row]
      if rowNode >= 0 {
        flags[rowNode].insert(.placeDirty)
        push(
          Slot(
            child: rowNode, x: 0, y: y, width: grid.width, height: height, proposedWidth: grid.width,
            proposedHeight: height))
      } else {
        result[first].y += y
        push(result[first])
      }
      y += height
    }
    gridSlotTable[node] = result
    // Rows without cells take no place.
    var child = firstChildren[node]
    while child >= 0 {
      if tags[child] == .gridRow, firstChildren[child] < 0 { push(Slot(child: child)) }
      child = nextSiblings[child]
    }
  }

  /// A row's cells, in the row's own space.
  func gridRowSlots(_ node: Int32, _ box: Size) {
    var grid = parents[node]
    while grid >= 0, tags[grid] == .gridRow { grid = parents[grid] }
    guard grid >= 0, tags[grid] == .grid, let table = gridSlotTable[grid] else {
      zstackSlots(node, box, .center)
      return
    }
    var child = firstChildren[node]
    // Cells stand in the table in document order.
    var index = table.firstIndex { $0.child == child } ?? 0
    while child >= 0 {
      if tags[child] == .gridRow {
        flags[child].insert(.placeDirty)
        push(
          Slot(
            child: child, x: 0, y: 0, width: box.width, height: box.height, proposedWidth: box.width,
            proposedHeight: box.height))
      } else {
        var steps = 0
        while steps < table.count, table[index % table.count].child != child {
          index += 1
          steps += 1
        }
        if steps < table.count { push(table[index % table.count]) }
      }
      child = nextSiblings[child]
    }
  }
}
