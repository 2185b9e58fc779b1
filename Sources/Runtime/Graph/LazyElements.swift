/// Long lists in lazy stacks and grids: elements get their views when they come into sight (semantics 1.12), so that ten thousand rows cost
/// what the visible ones do.
///
/// Elements that have no views yet stand in the layout as runs, one node for a stretch of them, as long as so many rows of the mean
/// length of those that exist. In a grid a run is a number of whole rows: of a row all cells have views, or none. After every layout the runs that meet the visible part give up what is in it. What once had views keeps
/// them: they are only not realised while they are away.

struct ElementRun {
  /// Elements by position.
  var first: Int
  var count: Int
  var node: LayoutNode
  /// Distance from one element to the next as it was estimated last.
  var pitch = 0.0
}

extension ViewGraph {
  /// Lists with fewer elements get all their views at once: their rows' true lengths are worth more.
  static let leastUnmade = 64
  /// Elements made at a time, so that rows of no length do not bring in all.
  static let mostMade = 256

  /// Whether the elements of a ForEach get their views as they come into sight.
  func makesRowsInSight(_ node: SID, count: Int) -> Bool {
    guard count > ViewGraph.leastUnmade, !hasArgument(s[Int(node)].value, "subviews") else { return false }
    let host = s[Int(node)].host
    guard host >= 0 else { return false }
    switch u[Int(host)].op {
    case .lazyVStack, .lazyHStack, .list: return true
    case .lazyVGrid, .lazyHGrid: return isAllOfItsHost(node)
    default: return false
    }
  }

  /// Whether nothing else stands in the host: then the rows of a grid are known by the positions of the elements.
  private func isAllOfItsHost(_ node: SID) -> Bool {
    var at = s[Int(node)].parent
    while at >= 0 {
      switch s[Int(at)].kind {
      case .forEach: return false
      case .group: if s[Int(at)].op != .buildBlock && s[Int(at)].op != .tuple || childCount(at) != 1 { return false }
      default: break
      }
      at = s[Int(at)].parent
    }
    return true
  }

  /// Values a block was made of.
  private func childCount(_ node: SID) -> Int {
    let word = s[Int(node)].value
    return heap.kind(word) == .description ? heap.count(word) - 1 : heap.count(word)
  }

  /// Notes whether a ForEach has elements without views.
  func listUnmade(_ node: SID, _ ext: ForEachExt) {
    if ext.unmade > 0 {
      if !ext.isListed { unmadeLists.append(node) }
      ext.isListed = true
    } else if ext.isListed {
      dropRuns(node, ext)
    }
  }

  func dropRuns(_ node: SID, _ ext: ForEachExt) {
    guard ext.isListed else { return }
    ext.isListed = false
    unmadeLists.removeAll { $0 == node }
    for run in ext.runs { tree.remove(run.node) }
    ext.runs = []
  }

  /// Gives elements their views. They do not appear with transitions: they were there, out of sight.
  func make(_ node: SID, _ ext: ForEachExt, _ range: Range<Int>) {
    let n = Int(node)
    let word = tag(s[n].value) == .listRows ? heap.slot(s[n].value, 1) : s[n].value
    guard let closure = closureArgument(word) else { return }
    let context = contextBelow(node)
    var place = ext.place(of: range.lowerBound)
    for position in range.clamped(to: 0..<ext.count) {
      if place < ext.made.count, ext.made[place] == position {
        place += 1
        continue
      }
      if isFull {
        reportFull()
        break
      }
      let value = call(node, closure, [ext.element(position)])
      let child = mount(value, parent: node, context)
      s[Int(child)].elementId = ext.id(position)
      s[n].children.insert(child, at: place)
      ext.made.insert(position, at: place)
      place += 1
    }
    listUnmade(node, ext)
  }

  // MARK: Layout

  /// The layout children of a lazy stack: rows, and runs where there are none yet.
  func rowsAndRuns(_ host: UID) -> [LayoutNode] {
    var nodes: [LayoutNode] = []
    var stack: [SID] = [u[Int(host)].content]
    while let node = stack.popLast() {
      guard node >= 0 else { continue }
      let n = Int(node)
      if s[n].kind == .base {
        if s[n].instances.count == 2 { nodes.append(u[Int(s[n].instances[1])].top) }
        continue
      }
      if let ext = s[n].ext as? ForEachExt, ext.unmade > 0 {
        appendRuns(node, ext, host, &nodes)
        continue
      }
      for child in s[n].children.reversed() { stack.append(child) }
    }
    return nodes
  }

  private func appendRuns(_ node: SID, _ ext: ForEachExt, _ host: UID, _ nodes: inout [LayoutNode]) {
    let axis: Axis = u[Int(host)].op == .lazyHStack || u[Int(host)].op == .lazyHGrid ? .horizontal : .vertical
    let children = s[Int(node)].children
    let old = ext.runs
    var runs: [ElementRun] = []
    func appendRun(_ first: Int, _ count: Int) {
      guard count > 0 else { return }
      // What is left of a run keeps its estimate.
      var run = ElementRun(first: first, count: count, node: -1)
      run.pitch = old.first { $0.first <= first && first < $0.first + $0.count }?.pitch ?? old.first?.pitch ?? 0
      if runs.count < old.count {
        run.node = old[runs.count].node
      } else {
        run.node = tree.create(.run(axis, length: 0, like: -1))
        while layoutOwners.count <= Int(run.node) { layoutOwners.append(-1) }
        layoutOwners[Int(run.node)] = -1
      }
      runs.append(run)
      nodes.append(run.node)
    }
    var next = 0
    for (place, position) in ext.made.enumerated() {
      appendRun(next, position - next)
      tops(below: children[place]) { top, _ in nodes.append(u[Int(top)].top) }
      next = position + 1
    }
    appendRun(next, ext.count - next)
    for run in old.dropFirst(runs.count) { tree.remove(run.node) }
    ext.runs = runs
    let like = nodes.first { node in !runs.contains { $0.node == node } } ?? -1
    let gap = gap(host, like)
    let columns = columns(host)
    for run in runs { setLength(run, gap, axis, like, columns) }
  }

  /// Elements that stand beside one another in a row.
  private func columns(_ host: UID) -> Int {
    let layout = u[Int(host)].layout
    guard u[Int(host)].op == .lazyVGrid || u[Int(host)].op == .lazyHGrid, layout >= 0, tree.isPlaced(layout) else {
      return 1
    }
    return tree.gridRows(layout).columns
  }

  /// Distance between rows like this one; the cells of a list touch one another.
  private func gap(_ host: UID, _ like: LayoutNode) -> Double {
    guard like >= 0, u[Int(host)].layout >= 0, u[Int(host)].op != .list else { return 0 }
    if u[Int(host)].op == .lazyVGrid || u[Int(host)].op == .lazyHGrid {
      return tree.isPlaced(u[Int(host)].layout) ? tree.gridRows(u[Int(host)].layout).gap : 0
    }
    return tree.rowGap(u[Int(host)].layout, like: like)
  }

  private func setLength(_ run: ElementRun, _ gap: Double, _ axis: Axis, _ like: LayoutNode, _ columns: Int) {
    let rows = (run.count + columns - 1) / columns
    tree.set(run.node, .run(axis, length: max(0, Double(rows) * run.pitch - gap), like: like))
  }

  /// Estimates the runs anew and makes what is in sight; true if there is something to lay out again.
  func renewRuns() -> Bool {
    var changed = false
    for node in unmadeLists {
      guard s[Int(node)].kind == .forEach, let ext = s[Int(node)].ext as? ForEachExt else { continue }
      if renewRuns(node, ext) { changed = true }
    }
    return changed
  }

  private func renewRuns(_ node: SID, _ ext: ForEachExt) -> Bool {
    let host = s[Int(node)].host
    guard host >= 0, u[Int(host)].isAlive, !u[Int(host)].flags.contains(.itemsDirty) else { return false }
    let stack = u[Int(host)].layout
    guard stack >= 0, tree.isPlaced(stack) else { return false }
    let isList = u[Int(host)].op == .list
    let axis: Axis = isList ? .vertical : tree.rowAxis(stack)
    let visible = isList ? tree.listWindow(stack) : tree.visibleRect(stack)
    let low = axis == .vertical ? visible.y : visible.x
    let high = axis == .vertical ? visible.maxY : visible.maxX
    let columns = columns(host)
    let isGrid = u[Int(host)].op == .lazyVGrid || u[Int(host)].op == .lazyHGrid
    // The mean of what exists; of a row of a grid the longest cell counts.
    var total = 0.0
    var count = 0
    var elements = 0
    var like: LayoutNode = -1
    var row = -1
    var rowLength = 0.0
    for (place, child) in s[Int(node)].children.enumerated() {
      let position = place < ext.made.count ? ext.made[place] / columns : place
      if columns == 1 || position != row {
        total += rowLength
        rowLength = 0
        row = position
        elements += 1
        count += columns == 1 ? 0 : 1
      }
      var cells = 0
      tops(below: child) { top, _ in
        cells += 1
        let node = u[Int(top)].top
        guard node >= 0, tree.isPlaced(node) else { return }
        if like < 0 { like = node }
        let length =
          isList
          ? tree.listRowHeight(stack, node)
          : axis == .vertical ? tree.frame(of: node).height : tree.frame(of: node).width
        if columns == 1 {
          total += length
          count += 1
        } else {
          rowLength = max(rowLength, length)
        }
      }
      if isGrid, cells != 1 {
        // The place of a cell is not that of its element: all have to be known.
        make(node, ext, 0..<ext.count)
        structureChanged(host)
        return true
      }
    }
    total += rowLength
    let gap = gap(host, like)
    let pitch = elements > 0 ? max(0, (total + Double(count) * gap) / Double(elements)) : 0
    var wanted: [Range<Int>] = []
    var isSet = false
    for index in ext.runs.indices {
      let run = ext.runs[index]
      guard tree.isPlaced(run.node) else { continue }
      if columns > 1 {
        // Rows that have views in part get the others.
        let first = (run.first + columns - 1) / columns * columns
        let end = run.first + run.count
        let last = end < ext.count ? end / columns * columns : end
        if first > run.first || last < end {
          if first > run.first { wanted.append(run.first..<min(first, end)) }
          if last < end, last >= first { wanted.append(last..<end) }
          continue
        }
      }
      let frame = tree.frame(of: run.node)
      let start = axis == .vertical ? frame.y : frame.x
      let end = axis == .vertical ? frame.maxY : frame.maxX
      // What lies before the visible part keeps its length, or what is seen would jump.
      if start >= low || run.pitch == 0, abs(run.pitch - pitch) > 1e-9 {
        ext.runs[index].pitch = pitch
        setLength(ext.runs[index], gap, axis, like, columns)
        isSet = true
        continue
      }
      if run.pitch <= 0 {
        let most = max(columns, ViewGraph.mostMade / 4 / columns * columns)
        wanted.append(run.first..<min(run.first + run.count, run.first + most))
        continue
      }
      guard start < high, end > low else { continue }
      let last = (run.count - 1) / columns
      let from = max(0, min(Int(max(0, (low - start) / run.pitch)), last))
      let most = max(1, ViewGraph.mostMade / columns)
      let to = max(from, min(Int(max(0, (high - start) / run.pitch)), last, from + most - 1))
      wanted.append((run.first + from * columns)..<min(run.first + (to + 1) * columns, run.first + run.count))
    }
    // Lengths first: what is in sight is only known once they stand.
    if isSet { return true }
    if wanted.isEmpty { return false }
    for range in wanted { make(node, ext, range) }
    structureChanged(host)
    return true
  }
}
