/// LazyVGrid and LazyHGrid (semantics 3.19): tracks from the grid items, rows as high as their highest cell.

/// Where a track lies across the grid.
private struct ResolvedTrack {
  var start: Double
  var length: Double
  var alignment: Alignment?
}

extension LayoutTree {
  /// Lengths of the tracks in `whole`, one group a grid item, with the distance after each track.
  private func trackLengths(_ items: [GridTrack], _ whole: Double) -> [(length: Double, gap: Double, item: Int)] {
    var result: [(length: Double, gap: Double, item: Int)] = []
    var left = whole
    var open = 0
    for (index, item) in items.enumerated() {
      if index < items.count - 1 { left -= item.spacing ?? defaultStackSpacing }
      if case .fixed(let length) = item.length { left -= max(0, length) } else { open += 1 }
    }
    for (index, item) in items.enumerated() {
      let gap = item.spacing ?? defaultStackSpacing
      switch item.length {
      case .fixed(let length): result.append((max(0, length), gap, index))
      case .flexible(let least, let most):
        let share = max(0, left / Double(max(1, open)))
        let length = min(max(share, least), most)
        result.append((length, gap, index))
        left -= length
        open -= 1
      case .adaptive(let least, let most):
        let share = max(0, left / Double(max(1, open)))
        let step = least + gap
        let fitting = step > 0 ? ((share + gap) / step).rounded(.down) : 1
        let count = max(1, Int(min(fitting.isFinite ? fitting : 1, 10_000)))
        let length = min(max((share - Double(count - 1) * gap) / Double(count), least), most)
        for _ in 0..<count { result.append((length, gap, index)) }
        left -= Double(count) * length + Double(count - 1) * gap
        open -= 1
      }
    }
    return result
  }

  private func lazyCellCount(_ node: Int32) -> Int {
    isLazy(node) ? lazyStates[Int(parameters[node].lazy)].count : Int(childCounts[node])
  }

  private func lazyCells(_ node: Int32) -> [Int32] { isLazy(node) ? [] : children(of: node) }

  private func lazyCell(_ node: Int32, _ cells: [Int32], _ index: Int) -> Int32? {
    if index < cells.count { return cells[index] }
    return isLazy(node) ? realise(node, index) : nil
  }

  /// Width of a vertical grid that is proposed none: its tracks at the first row's ideal widths.
  private func idealCross(_ node: Int32) -> Double {
    let items = tracks[Int(parameters[node].ref)]
    let axis = parameters[node].mainAxis
    let cells = lazyCells(node)
    var total = 0.0
    for (index, item) in items.enumerated() {
      if index > 0 { total += items[index - 1].spacing ?? defaultStackSpacing }
      switch item.length {
      case .fixed(let length): total += max(0, length)
      case .flexible(let least, let most):
        let cell = lazyCell(node, cells, index)
        let ideal = cell.map { size($0, .unspecified)[axis.other] } ?? 0
        total += min(max(ideal, least), most)
      case .adaptive(let least, _): total += least
      }
    }
    return total
  }

  private func resolvedTracks(_ node: Int32, _ whole: Double) -> [ResolvedTrack] {
    let items = tracks[Int(parameters[node].ref)]
    let lengths = trackLengths(items, whole)
    var result: [ResolvedTrack] = []
    var position = 0.0
    for (index, track) in lengths.enumerated() {
      result.append(
        ResolvedTrack(start: position, length: track.length, alignment: items[track.item].alignment))
      position += track.length
      if index < lengths.count - 1 { position += track.gap }
    }
    let shift = (whole - position) / 2
    if shift != 0, shift.isFinite { for index in result.indices { result[index].start += shift } }
    return result
  }

  /// Cells in a row of a grid that has been placed, and the distance between its rows.
  func gridRows(_ node: Int32) -> (columns: Int, gap: Double) {
    let axis = parameters[node].mainAxis
    return (max(1, resolvedTracks(node, frame(of: node).size[axis.other]).count), rowGap(node))
  }

  private func rowGap(_ node: Int32) -> Double {
    let given = parameters[node].a
    return given.isNaN ? defaultStackSpacing : given
  }

  /// Height of a row: the highest answer to its track's width.
  private func rowLength(_ node: Int32, _ cells: [Int32], _ row: Int, _ columns: [ResolvedTrack]) -> Double {
    let axis = parameters[node].mainAxis
    var result = 0.0
    let count = lazyCellCount(node)
    for (column, track) in columns.enumerated() {
      let index = row * columns.count + column
      guard index < count, let cell = lazyCell(node, cells, index) else { break }
      result = max(result, size(cell, cellProposal(axis, track))[axis])
    }
    return result
  }

  private func cellProposal(_ axis: Axis, _ track: ResolvedTrack) -> Proposal {
    axis == .vertical ? Proposal(raw: track.length, .nan) : Proposal(raw: .nan, track.length)
  }

  func lazyGridSize(_ node: Int32, _ p: Proposal) -> Size {
    let axis = parameters[node].mainAxis
    let whole = p[axis.other].isNaN ? idealCross(node) : p[axis.other]
    var result = Size.zero
    result[axis.other] = whole
    let columns = resolvedTracks(node, whole)
    let count = lazyCellCount(node)
    if columns.isEmpty || count == 0 { return result }
    let cells = lazyCells(node)
    if let rows = sectionRows(cells, columns: columns.count) {
      let lengths = rows.reduce(0.0) { $0 + sectionRowLength(axis, $1, cells, columns, whole) }
      result[axis] = lengths + Double(rows.count - 1) * rowGap(node)
      return result
    }
    let rows = (count + columns.count - 1) / columns.count
    var total = Double(rows - 1) * rowGap(node)
    if isLazy(node) {
      let state = Int(parameters[node].lazy)
      lazyStates[state].prepare(rows: rows, cross: whole)
      if lazyStates[state].known == 0 { lazyStates[state].learn(0, rowLength(node, cells, 0, columns)) }
      total += lazyStates[state].total
    } else {
      for row in 0..<rows { total += rowLength(node, cells, row, columns) }
    }
    result[axis] = total
    return result
  }

  func lazyGridSlots(_ node: Int32, _ p: Proposal, _ box: Size) {
    let axis = parameters[node].mainAxis
    // Solved again for the width the grid came out with.
    let whole = box[axis.other]
    let columns = resolvedTracks(node, whole)
    let count = lazyCellCount(node)
    if columns.isEmpty || count == 0 {
      reportRealised(node, 0..<0)
      return
    }
    let cells = lazyCells(node)
    if let rows = sectionRows(cells, columns: columns.count) {
      sectionSlots(node, axis, rows, cells, columns, whole)
      return
    }
    let rows = (count + columns.count - 1) / columns.count
    let visible = visibleRect(node)
    let low = axis == .vertical ? visible.y : visible.x
    let high = axis == .vertical ? visible.maxY : visible.maxX
    let lazy = isLazy(node)
    let state = Int(parameters[node].lazy)
    if lazy { lazyStates[state].prepare(rows: rows, cross: whole) }
    let before = lazy ? lazyStates[state].total : 0
    var range: Range<Int>?
    var position = 0.0
    for row in 0..<rows {
      if lazy, position >= high { break }
      var length: Double
      if lazy {
        length = lazyStates[state].length(row)
        let meets = position < high && position + length > low
        if meets || lazyStates[state].known == 0 {
          length = rowLength(node, cells, row, columns)
          lazyStates[state].learn(row, length)
        }
      } else {
        length = rowLength(node, cells, row, columns)
      }
      let meets = position < high && position + length > low
      if meets {
        range = (range?.lowerBound ?? row * columns.count)..<min(count, (row + 1) * columns.count)
      }
      if meets || !lazy {
        for (column, track) in columns.enumerated() {
          let index = row * columns.count + column
          guard index < count, let cell = lazyCell(node, cells, index) else { break }
          placeCell(node, cell, axis, track, position, length)
        }
      }
      position += length + rowGap(node)
    }
    reportRealised(node, range ?? 0..<0)
    if lazy, abs(lazyStates[state].total - before) > 1e-9 {
      outdated.append(node)
    }
  }

  private func sectionRowLength(
    _ axis: Axis, _ row: LazyGridRow, _ cells: [Int32], _ columns: [ResolvedTrack], _ whole: Double
  ) -> Double {
    var result = 0.0
    for k in 0..<row.count {
      let track = row.isWhole ? ResolvedTrack(start: 0, length: whole, alignment: nil) : columns[k]
      result = max(result, size(cells[row.first + k], cellProposal(axis, track))[axis])
    }
    return result
  }

  private func sectionSlots(
    _ node: Int32, _ axis: Axis, _ rows: [LazyGridRow], _ cells: [Int32], _ columns: [ResolvedTrack], _ whole: Double
  ) {
    let base = slotTop
    let visible = visibleRect(node)
    let low = axis == .vertical ? visible.y : visible.x
    let high = axis == .vertical ? visible.maxY : visible.maxX
    var range: Range<Int>?
    var position = 0.0
    for row in rows {
      let length = sectionRowLength(axis, row, cells, columns, whole)
      for k in 0..<row.count {
        let track = row.isWhole ? ResolvedTrack(start: 0, length: whole, alignment: nil) : columns[k]
        placeCell(node, cells[row.first + k], axis, track, position, length)
      }
      if position < high, position + length > low {
        range = (range?.lowerBound ?? row.first)..<(row.first + row.count)
      }
      position += length + rowGap(node)
    }
    pinEdges(node, from: base, axis)
    reportRealised(node, range ?? 0..<0)
  }

  private func placeCell(
    _ node: Int32, _ cell: Int32, _ axis: Axis, _ track: ResolvedTrack, _ position: Double, _ length: Double
  ) {
    let proposal = cellProposal(axis, track)
    let guide = Guide(id: parameters[node].guideX)
    let area = axis == .vertical ? Size(track.length, length) : Size(length, track.length)
    var alignment = track.alignment ?? .center
    if track.alignment == nil {
      if axis == .vertical { alignment.horizontal = guide } else { alignment.vertical = guide }
    }
    var item = aligned(cell, proposal, in: area, alignment)
    item.x += axis == .vertical ? track.start : position
    item.y += axis == .vertical ? position : track.start
    push(item)
  }
}
