/// Finding views by name, what still moves, and small questions the script asks of the graph.

import SceneIR

extension ViewGraph {
  /// The first class with a hit: identifier, label, text, image name, matched id, type of a user's view.
  func findView(_ name: String, index: Int?) -> UID? {
    let hits = views(called: name)
    if let index {
      let sorted = hits.sorted { u[Int($0.item.id)].record < u[Int($1.item.id)].record }
      return sorted.indices.contains(index) ? sorted[index].item.id : nil
    }
    let screen = FrameRect(x: 0, y: 0, width: device.width, height: device.height)
    let visible = hits.filter { $0.item.rect.intersects(screen) && $0.item.opacity > 0.01 && !$0.item.isLeaving }
    return (visible.isEmpty ? hits : visible).max { $0.order < $1.order }?.item.id
  }

  /// How many views `index:` chooses from.
  func viewCount(_ name: String) -> Int { views(called: name).count }

  /// The views of the first class with a hit, with their places in drawing order.
  private func views(called name: String) -> [(item: DisplayItem, order: Int)] {
    assignRecords()
    let items = displayList()
    for kind in 0..<6 {
      var hits: [(item: DisplayItem, order: Int)] = []
      for (order, item) in items.enumerated() {
        let record = Int(u[Int(item.id)].record)
        guard record > 0, matches(item.id, records[record - 1], name, kind) else { continue }
        hits.append((item, order))
      }
      if !hits.isEmpty { return hits }
    }
    return []
  }

  private func matches(_ id: UID, _ record: ViewRecord, _ name: String, _ kind: Int) -> Bool {
    switch kind {
    case 0: return record.identifier == name
    case 1: return record.label == name
    case 2:
      guard let leaf = u[Int(id)].ext as? LeafExt else { return false }
      if u[Int(id)].op == .textField { return leaf.prompt == name || leaf.text == name }
      return u[Int(id)].op == .text && leaf.text == name
    case 3: return u[Int(id)].op == .image && record.name == name
    case 4: return u[Int(id)].op == .matchedGeometry && record.name == name
    default: return u[Int(id)].op == .boundary && record.type == name
    }
  }

  func textOf(_ id: UID) -> String? {
    if let leaf = u[Int(id)].ext as? LeafExt, let text = leaf.text { return text }
    var found: String?
    var count = 0
    forEachUnary(below: id) { node in
      if u[Int(node)].op == .text, let leaf = u[Int(node)].ext as? LeafExt {
        count += 1
        found = leaf.text
      }
    }
    return count == 1 ? found : nil
  }

  /// The three nearest names there are.
  func nearestNames(_ name: String) -> [String] {
    var names: [String] = []
    func add(_ text: String?) {
      if let text, !text.isEmpty, text.count <= 60, !names.contains(text) { names.append(text) }
    }
    for record in records {
      let owner = recordOwners[record.id - 1]
      guard u[Int(owner)].isAlive, Int(u[Int(owner)].record) == record.id else { continue }
      add(record.identifier)
      add(record.label)
      add((u[Int(owner)].ext as? LeafExt)?.text)
      add(record.name)
      if u[Int(owner)].op == .boundary { add(record.type) }
    }
    let ranked = names.map { ($0, distance($0, name)) }.sorted { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0 < $1.0 }
    return ranked.prefix(3).map { $0.0 }
  }

  /// Notes where a touch went that met nothing, or another view than the one a step names.
  func noteTouch(at: String, meant: UID, _ name: String, place: SourcePoint) {
    let place = place.line > 0 ? place : nil
    if input.hit < 0 {
      let aim = name.isEmpty ? "" : " of '\(name)'"
      report(RuntimeCode.touchMissed, .note, "The touch at \(at)\(aim) meets no view", place: place)
      return
    }
    if meant >= 0, !lies(input.hit, within: meant), !lies(meant, within: input.hit),
      !(input.competitors.first.map { $0.kind != .scroll && lies(meant, within: $0.owner) } ?? false)
    {
      report(
        RuntimeCode.touchTaken, .note, "The touch at \(at) meant for '\(name)' is taken by \(title(input.hit))",
        place: place)
    } else if input.competitors.isEmpty {
      report(
        RuntimeCode.touchMissed, .note, "The touch at \(at) meets \(title(input.hit)), which has no gesture",
        place: place)
    }
  }

  private func lies(_ id: UID, within ancestor: UID) -> Bool {
    var current = id
    while current >= 0 {
      if current == ancestor { return true }
      current = u[Int(current)].parent
    }
    return false
  }

  /// A view in words: its text or name with its type.
  private func title(_ id: UID) -> String {
    assignRecords()
    let record = Int(u[Int(id)].record)
    if let text = (u[Int(id)].ext as? LeafExt)?.text { return "Text '\(text.prefix(40))'" }
    guard record > 0 else { return "another view" }
    let found = records[record - 1]
    let name = found.identifier ?? found.label ?? found.name
    return found.type + (name.map { " '\($0)'" } ?? "")
  }

  private func distance(_ a: String, _ b: String) -> Int {
    let x = Array(a.utf8.prefix(64))
    let y = Array(b.utf8.prefix(64))
    var row = Array(0...y.count)
    for i in 0..<x.count {
      var previous = row[0]
      row[0] = i + 1
      for j in 0..<y.count {
        let old = row[j + 1]
        row[j + 1] = min(min(row[j] + 1, old + 1), previous + (x[i] == y[j] ? 0 : 1))
        previous = old
      }
    }
    return row[y.count]
  }

  func firstScroll(below id: UID) -> UID? {
    var found: UID?
    forEachUnary(below: id) { node in if found == nil, u[Int(node)].op.scrolls { found = node } }
    return found
  }

  /// Types into a text field's binding; false where there is no text field.
  func type(_ text: String, into id: UID) -> Bool {
    var field: UID?
    forEachUnary(below: id) { node in if field == nil, u[Int(node)].op == .textField { field = node } }
    guard let field else { return false }
    let node = u[Int(field)].s
    let binding = boundText(s[Int(node)].value)
    // Who types has touched the field before; the return key ends a line of a single one.
    setFocus(node)
    let isLine = info(s[Int(node)].value)?.type != "TextEditor" && !hasArgument(s[Int(node)].value, "axis")
    let submits = isLine && text.hasSuffix("\n")
    let added = submits ? String(text.dropLast()) : text
    turn += 1
    perform {
      let old = heap.string(try readBinding(binding)) ?? ""
      try writeBinding(binding, machine.makeString(old + added), current, 0)
    }
    if submits { submit(node) }
    return true
  }

  /// What is not at rest, in words; nil when all is. Endless things count for one period after `since`.
  func whatMoves(since: Int = 0) -> String? {
    let elapsed = Double(nowNanoseconds - since) / 1e9
    let hasLooped = phasesHaveLooped(since: since)
    for node in keyframeNodes {
      guard let ext = s[Int(node)].ext as? KeyframeExt, ext.isRunning else { continue }
      if !ext.isRepeating { return "an animation" }
      if elapsed < ext.duration { return "a repeating animation" }
    }
    for entry in running where entry.animator != nil {
      guard let animator = entry.animator else { continue }
      if animator.isEndless {
        if let period = animator.period, period.isFinite, elapsed < period - 1e-9 { return "a repeating animation" }
        continue
      }
      if hasLooped { continue }
      return "an animation"
    }
    if !leavingNodes.isEmpty { return "a view being removed" }
    if input.touch.isDown || input.isLive || !input.releaseNodes.isEmpty { return "a touch" }
    if !input.motions.isEmpty { return "a scroll view" }
    if timers.hasPending { return "a timer or task" }
    if !timelines.isEmpty, nowNanoseconds - since < 1_000_000_000 / 60 { return "a timeline" }
    if timers.longestPeriod > 0, nowNanoseconds - since < timers.longestPeriod { return "a repeating timer" }
    if !hasLooped && completions.isPending
      && running.contains(where: { $0.animator != nil && $0.animator?.isEndless == false })
    {
      return "a completion"
    }
    if !pending.isEmpty || !lifecycle.isEmpty { return "an update" }
    return nil
  }

  /// Places below an animating scale or rotation are read anew each tick (semantics 0.5).
  func spacesMovedUpdate() {
    guard spacesMoved else { return }
    spacesMoved = false
    for node in geometryReaders {
      let n = Int(node)
      guard s[n].kind == .base, s[n].instances.count == 2, let ext = s[n].ext as? BaseExt, ext.readsFrame else {
        continue
      }
      if enclosingSpace(s[n].instances[0]) >= 0 { markDirty(node) }
    }
    // Effects by place read it through the scale as well.
    for id in visualEffectNodes where u[Int(id)].isAlive && enclosingSpace(id) >= 0 {
      guard let ext = u[Int(id)].ext as? VisualEffectExt else { continue }
      ext.isDirty = true
      needsGeometry = true
    }
  }

  /// Reclaims scene objects when the heap has grown enough.
  func collectGarbage() {
    if machine.shouldCollect { _ = scene { try machine.collect() } }
  }

  /// A frame that is not counted as shown: views added and events stay for the next one.
  func peekFrame(number: Int) -> Frame {
    let savedEvents = events
    let frame = makeFrame(number: number, includesModel: false)
    newRecords = frame.added
    events = savedEvents
    return frame
  }
}
