/// Long lists in lazy stacks: elements get their views when they come into sight (semantics 1.12), so that ten thousand rows cost what
/// the visible ones do.
///
/// Elements that have no views yet stand in the layout as runs, one node for a stretch of them, as long as so many rows of the mean
/// length of those that exist. After every layout the runs that meet the visible part give up what is in it. What once had views keeps
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
    default: return false
    }
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
    let axis: Axis = u[Int(host)].op == .lazyHStack ? .horizontal : .vertical
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
    for run in runs { setLength(run, gap, axis, like) }
  }

  /// Distance between rows like this one; the cells of a list touch one another.
  private func gap(_ host: UID, _ like: LayoutNode) -> Double {
    guard like >= 0, u[Int(host)].layout >= 0, u[Int(host)].op != .list else { return 0 }
    return tree.rowGap(u[Int(host)].layout, like: like)
  }

  private func setLength(_ run: ElementRun, _ gap: Double, _ axis: Axis, _ like: LayoutNode) {
    tree.set(run.node, .run(axis, length: Double(run.count) * run.pitch - gap, like: like))
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
    // The mean of what exists.
    var total = 0.0
    var count = 0
    var elements = 0
    var like: LayoutNode = -1
    for child in s[Int(node)].children {
      elements += 1
      tops(below: child) { top, _ in
        let row = u[Int(top)].top
        guard row >= 0, tree.isPlaced(row) else { return }
        if like < 0 { like = row }
        total +=
          isList
          ? tree.listRowHeight(stack, row) : axis == .vertical ? tree.frame(of: row).height : tree.frame(of: row).width
        count += 1
      }
    }
    let gap = gap(host, like)
    let pitch = elements > 0 ? max(0, (total + Double(count) * gap) / Double(elements)) : 0
    var wanted: [Range<Int>] = []
    var isSet = false
    for index in ext.runs.indices {
      let run = ext.runs[index]
      guard tree.isPlaced(run.node) else { continue }
      let frame = tree.frame(of: run.node)
      let start = axis == .vertical ? frame.y : frame.x
      let end = axis == .vertical ? frame.maxY : frame.maxX
      // What lies before the visible part keeps its length, or what is seen would jump.
      if start >= low || run.pitch == 0, abs(run.pitch - pitch) > 1e-9 {
        ext.runs[index].pitch = pitch
        setLength(ext.runs[index], gap, axis, like)
        isSet = true
        continue
      }
      if run.pitch <= 0 {
        wanted.append(run.first..<min(run.first + run.count, run.first + ViewGraph.mostMade / 4))
        continue
      }
      guard start < high, end > low else { continue }
      let from = max(0, min(Int(max(0, (low - start) / run.pitch)), run.count - 1))
      let to = max(from, min(Int(max(0, (high - start) / run.pitch)), run.count - 1, from + ViewGraph.mostMade - 1))
      wanted.append((run.first + from)..<(run.first + to + 1))
    }
    // Lengths first: what is in sight is only known once they stand.
    if isSet { return true }
    if wanted.isEmpty { return false }
    for range in wanted { make(node, ext, range) }
    structureChanged(host)
    return true
  }
}
