/// Where a scroll view comes to rest (`scrollTargetBehavior`), which view it shows (`scrollPosition`), and the margins of its content
/// (semantics 7.5).

extension ViewGraph {
  /// The nearest modifier of a kind that is written on a scroll view.
  private func modifier(_ op: ViewOp, on scroll: UID) -> UID? {
    var node = u[Int(scroll)].parent
    while node >= 0, u[Int(node)].base == u[Int(scroll)].base {
      if u[Int(node)].op == op { return node }
      node = u[Int(node)].parent
    }
    return nil
  }

  // MARK: Targets

  /// Share of a velocity that a scroll view still travels: 0.998 / (1 - 0.998) thousandths.
  static let projection = 0.499

  /// Offsets at which the view is to rest after release; nil where it coasts.
  func scrollTarget(_ id: UID, velocityX: Double, velocityY: Double) -> (x: Double?, y: Double?) {
    let isPager = u[Int(id)].op == .pager
    let modifier = modifier(.scrollTargetBehavior, on: id)
    guard modifier != nil || isPager else { return (nil, nil) }
    let behavior = modifier.map { argument(s[Int(u[Int($0)].s)].value, 0) } ?? .none
    let name = isPager ? "paging" : behaviorName(behavior)
    let offset = scrollOffset(id)
    let limit = maximumOffset(id)
    let box = tree.absoluteRect(of: u[Int(id)].layout)
    let axes = scrollAxes(id)
    // How many views the other limits let pass is not documented: they are not limited here.
    let limitWord =
      name == "viewAligned" && hasArgument(behavior, "limitBehavior")
      ? argument(behavior, "limitBehavior") : .none
    let isByOne = !limitWord.isNone && constantName(limitWord) == "alwaysByOne"
    // Places count from the content's beginning: the offset may be newer than the last layout.
    let content = tree.children(of: u[Int(id)].layout).first.map { tree.absoluteRect(of: $0) } ?? box
    if let own = ownTarget(
      behavior, id, Point(offset.x + velocityX * ViewGraph.projection, offset.y + velocityY * ViewGraph.projection),
      Point(velocityX, velocityY))
    {
      return (
        axes.contains(.horizontal) ? min(max(0, own.x), limit.x) : nil,
        axes.contains(.vertical) ? min(max(0, own.y), limit.y) : nil
      )
    }
    func rest(
      _ isOn: Bool, _ from: Double, _ start: Double, _ velocity: Double, _ limit: Double, _ length: Double,
      _ edges: () -> [Double]
    ) -> Double? {
      guard isOn, limit > 0 else { return nil }
      let projected = from + velocity * ViewGraph.projection
      switch name {
      case "paging":
        guard length > 0 else { return nil }
        let first = (start / length).rounded()
        let page = min(max((projected / length).rounded(), first - 1), first + 1)
        return min(max(0, page * length), limit)
      case "viewAligned":
        var best = from
        var distance = Double.infinity
        let places = edges().map { min(max(0, $0), limit) }
        for place in isByOne ? ViewGraph.neighbours(of: start, in: places) : places {
          if abs(place - projected) < distance {
            distance = abs(place - projected)
            best = place
          }
        }
        return distance.isFinite ? best : nil
      default: return nil
      }
    }
    let margin = contentMargin(id)
    let x = rest(axes.contains(.horizontal), offset.x, input.scrollStart.x, velocityX, limit.x, box.width) {
      scrollTargets(id).map { layoutRect($0).x - content.x - margin.leading }
    }
    let y = rest(axes.contains(.vertical), offset.y, input.scrollStart.y, velocityY, limit.y, box.height) {
      scrollTargets(id).map { layoutRect($0).y - content.y - margin.top }
    }
    return (x, y)
  }

  /// Of sorted places the one nearest to where a gesture began, and those beside it.
  private static func neighbours(of start: Double, in places: [Double]) -> [Double] {
    let sorted = Array(Set(places)).sorted()
    guard let nearest = sorted.indices.min(by: { abs(sorted[$0] - start) < abs(sorted[$1] - start) }) else { return [] }
    return Array(sorted[max(0, nearest - 1)...min(sorted.count - 1, nearest + 1)])
  }

  /// `updateTarget` of a behaviour of the scene: the offset it makes of the one the scroll view would come to.
  private func ownTarget(_ behavior: Word, _ id: UID, _ projected: Point, _ velocity: Point) -> Point? {
    let value = heap.kind(behavior) == .existential ? heap.slot(behavior, 0) : behavior
    let requirement = protocols.scrollTarget
    guard requirement.index >= 0, conforms(heap.type(value), requirement) else { return nil }
    let box = tree.absoluteRect(of: u[Int(id)].layout)
    let limit = maximumOffset(id)
    let content = tree.contentSize(u[Int(id)].layout)
    let rect = Rect(min(max(0, projected.x), limit.x), min(max(0, projected.y), limit.y), box.width, box.height)
    let target = makeTagged(
      .scrollTargetValue, [makeRect(rect), .none], type: types.named("ScrollTarget") ?? .unknown)
    let context = makeTagged(
      .targetContext,
      [velocity.x, velocity.y, content.width, content.height, box.width, box.height].map { Word(number: $0) } + [
        target
      ],
      type: types.named("ScrollTargetBehaviorContext") ?? .unknown)
    let results = evaluateFree {
      try machine.callWitnessResults(
        of: heap.type(value), requirement.proto, requirement.index, [value, target, context])
    }
    guard let list = results ?? nil, list.count > 1, tag(list[1]) == .scrollTargetValue else { return nil }
    let result = self.rect(heap.slot(list[1], 1))
    return Point(result.x, result.y)
  }

  static func registerTargets(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func n(_ call: NativeCall, _ i: Int) -> Double { call.heap.slot(call[0], i).number }
    for (name, slot) in [("rect", 1), ("anchor", 2)] {
      registry.register("ScrollTarget.\(name)") { call in call.result = call.heap.slot(call[0], slot) }
      registry.register("ScrollTarget.\(name)=") { call in
        let copy = ViewGraph.copy(call[0], call)
        call.heap.share(call[1])
        call.heap.setSlot(copy, slot, call[1])
        call.setResult(copy, at: 0)
        call.setResult(copy, at: 1)
      }
    }
    for type in ["ScrollTargetBehaviorContext", "TargetContext"] {
      registry.register("\(type).velocity") { call in
        call.result = graph()?.makeStruct("CGVector", [Word(number: n(call, 1)), Word(number: n(call, 2))]) ?? .none
      }
      registry.register("\(type).contentSize") { call in
        call.result = graph()?.makeSize(n(call, 3), n(call, 4)) ?? .none
      }
      registry.register("\(type).containerSize") { call in
        call.result = graph()?.makeSize(n(call, 5), n(call, 6)) ?? .none
      }
      registry.register("\(type).originalTarget") { call in call.result = call.heap.slot(call[0], 7) }
    }
  }

  private func behaviorName(_ word: Word) -> String {
    let name = constantName(word)
    if name != "init" { return name }
    let type = info(word)?.type ?? ""
    return type.hasPrefix("Paging") ? "paging" : type.hasPrefix("ViewAligned") ? "viewAligned" : ""
  }

  /// The views of the container marked as target layout; without a mark those of the content itself.
  func scrollTargets(_ scroll: UID) -> [UID] {
    let host = u[Int(scroll)].secondary
    guard host >= 0, u[Int(host)].content >= 0 else { return [] }
    var fallback: [UID] = u[Int(host)].items
    var stack: [SID] = [u[Int(host)].content]
    var isMarked = false
    while let node = stack.popLast() {
      let n = Int(node)
      if s[n].op == .scrollTargetLayout { isMarked = true }
      if s[n].kind == .base {
        guard s[n].instances.count == 2 else { continue }
        let base = s[n].instances[0]
        if u[Int(base)].flags.contains(.isHost) {
          if isMarked { return u[Int(base)].items }
          if fallback.count == 1, fallback[0] == s[n].instances[1] { fallback = u[Int(base)].items }
          if u[Int(base)].content >= 0 { stack.append(u[Int(base)].content) }
        }
        continue
      }
      for child in s[n].children.reversed() where child >= 0 { stack.append(child) }
    }
    return fallback
  }

  // MARK: Position

  /// Brings a scroll view to what its `scrollPosition` asks for: at its appearance and when the binding changes.
  func applyScrollPositions() {
    guard !scrollPositionNodes.isEmpty else { return }
    for id in scrollPositionNodes where u[Int(id)].isAlive {
      guard let ext = u[Int(id)].ext as? ScrollPositionExt, let scroll = scrollBase(of: id) else { continue }
      let node = u[Int(id)].s
      let word = s[Int(node)].value
      let isById = hasArgument(word, "id")
      let binding = isById ? argument(word, "id") : argument(word, 0)
      let value = evaluate(node, isNew: false) { try readBinding(binding) } ?? .none
      if ext.hasValue, machine.identical(ext.last, value) || sameId(ext.last, value) { continue }
      heap.share(value)
      ext.last = value
      let isFirst = !ext.hasValue
      ext.hasValue = true
      let anchorWord = argument(word, "anchor")
      var anchor = anchorWord.isNone ? nil : unitPoint(anchorWord)
      if isById {
        guard !value.isNone, value != ext.written else { continue }
        self.scroll(scroll, toId: value, anchor)
        continue
      }
      // A ScrollPosition: what was asked of it last.
      let slots = Array(heap.contents(value))
      guard slots.count >= 5 else { continue }
      let limit = maximumOffset(scroll)
      let offset = scrollOffset(scroll)
      switch slots[0].integer {
      case 1:
        if !slots[2].isNone { anchor = unitPoint(slots[2]) }
        self.scroll(scroll, toId: slots[1], anchor)
      case 2:
        let x = slots[3].isNone ? offset.x : min(max(0, slots[3].number), limit.x)
        let y = slots[4].isNone ? offset.y : min(max(0, slots[4].number), limit.y)
        setScrollTarget(scroll, x: x, y: y)
      case 3:
        let edge = slots[1].integer
        if isFirst, edge == 0 || edge == 1 { continue }
        setScrollTarget(
          scroll, x: edge == 1 ? 0 : edge == 3 ? limit.x : offset.x,
          y: edge == 0 ? 0 : edge == 2 ? limit.y : offset.y)
      default: break
      }
    }
  }

  private func scroll(_ scroll: UID, toId id: Word, _ anchor: UnitPoint?) {
    let host = u[Int(scroll)].secondary
    guard host >= 0, u[Int(host)].content >= 0, let target = findId(id, below: u[Int(host)].content) else { return }
    let goal = self.goal(of: target, in: scroll, anchor: anchor)
    setScrollTarget(scroll, x: goal.x, y: goal.y)
  }

  private func scrollBase(of modifier: UID) -> UID? {
    let base = u[Int(modifier)].base
    guard base >= 0, s[Int(base)].op == .scrollView, s[Int(base)].instances.count == 2 else { return nil }
    return s[Int(base)].instances[0]
  }

  /// A scroll view moved: its binding names the view nearest to the leading edge.
  func writeScrollPosition(_ scroll: UID) {
    if u[Int(scroll)].op == .pager { return pageScrolled(scroll) }
    guard !scrollPositionNodes.isEmpty, let modifier = modifier(.scrollPosition, on: scroll),
      let ext = u[Int(modifier)].ext as? ScrollPositionExt
    else { return }
    let word = s[Int(u[Int(modifier)].s)].value
    guard hasArgument(word, "id") else { return }
    let box = layoutRect(scroll).inset(by: contentMargin(scroll))
    let isHorizontal = scrollAxes(scroll) == .horizontal
    var best: UID?
    var distance = Double.infinity
    for target in scrollTargets(scroll) {
      let rect = layoutRect(target)
      let away = abs(isHorizontal ? rect.x - box.x : rect.y - box.y)
      if away < distance {
        distance = away
        best = target
      }
    }
    guard let best, let id = identity(of: best), !sameId(id, ext.last) else { return }
    heap.share(id)
    ext.written = id
    ext.last = id
    writeBinding(argument(word, "id"), id)
  }

  /// The `.id` of a view, or of the ForEach element it is.
  private func identity(of top: UID) -> Word? {
    var node = u[Int(top)].base
    while node >= 0, s[Int(node)].hostOf < 0 {
      if s[Int(node)].op == .id { return s[Int(node)].key }
      if !s[Int(node)].elementId.isNone { return s[Int(node)].elementId }
      node = s[Int(node)].parent
    }
    return nil
  }

  // MARK: Margins

  /// What `contentMargins` puts around the content of a scroll view.
  func contentMargin(_ scroll: UID) -> Insets {
    var result = Insets(top: 0, leading: 0, bottom: 0, trailing: 0)
    var set: EdgeSet = []
    var node = u[Int(scroll)].parent
    while node >= 0, u[Int(node)].base == u[Int(scroll)].base {
      if u[Int(node)].op == .contentMargins {
        let word = s[Int(u[Int(node)].s)].value
        let placement = argument(word, "for")
        if placement.isNone || constantName(placement) != "scrollIndicators" { add(word, &result, &set) }
      }
      node = u[Int(node)].parent
    }
    return result
  }

  /// The inner of two margins for one edge counts.
  private func add(_ word: Word, _ result: inout Insets, _ set: inout EdgeSet) {
    let labels = info(word)?.labels ?? []
    let unlabelled = labels.filter { $0 == "_" }.count
    var edges = EdgeSet.all
    var given = argument(word, 0)
    if unlabelled > 1 {
      edges = self.edges(given)
      given = argument(word, 1)
    }
    let values: Insets
    if given.isNone {
      return
    } else if given.isHandle {
      values = insets(given)
    } else {
      values = Insets(top: given.number, leading: given.number, bottom: given.number, trailing: given.number)
    }
    func take(_ edge: EdgeSet, _ path: WritableKeyPath<Insets, Double>) {
      guard edges.contains(edge), !set.contains(edge) else { return }
      result[keyPath: path] = values[keyPath: path]
      set.insert(edge)
    }
    take(.top, \.top)
    take(.leading, \.leading)
    take(.bottom, \.bottom)
    take(.trailing, \.trailing)
  }

  /// `defaultScrollAnchor`: where content begins, is kept as its size changes, and lies while it fits. The modifier nearest to
  /// the scroll view counts; one for a role sets only that.
  func setScrollAnchor(_ id: UID, _ word: Word) {
    guard s[Int(u[Int(id)].base)].op == .scrollView else { return }
    let given = argument(word, 0)
    let anchor = given.isNone ? nil : unitPoint(given)
    let role = hasArgument(word, "for") ? argument(word, "for") : .none
    let name =
      role.isNone
      ? ""
      : role.isHandle
        ? constantName(role) : ["initialOffset", "sizeChanges", "alignment"][max(0, min(2, role.integer))]
    let node = u[Int(s[Int(u[Int(id)].base)].instances[0])].layout
    var row = tree.scrollAnchors[node] ?? ScrollAnchor()
    if name.isEmpty || name == "initialOffset" { row.initial = anchor }
    if name.isEmpty || name == "sizeChanges" { row.changes = anchor }
    if name.isEmpty || name == "alignment" { row.alignment = anchor }
    tree.scrollAnchors[node] = row
    tree.invalidate(node)
    needsLayout = true
  }

  /// Puts the margins between a scroll view and its content.
  func layOutMargins(_ scroll: UID) {
    let i = Int(scroll)
    guard u[i].op == .scrollView, u[i].secondary >= 0 else { return }
    let margin = contentMargin(scroll)
    let content = u[Int(u[i].secondary)].top
    if u[i].safeArea < 0 {
      if margin == Insets(top: 0, leading: 0, bottom: 0, trailing: 0) { return }
      u[i].safeArea = tree.create(.padding(margin))
      while layoutOwners.count <= Int(u[i].safeArea) { layoutOwners.append(-1) }
      tree.setChildren(u[i].safeArea, [content])
      tree.setChildren(u[i].layout, [u[i].safeArea])
    } else {
      tree.set(u[i].safeArea, .padding(margin))
    }
    tree.setContentMargins(u[i].layout, margin)
    needsLayout = true
  }

  static func registerScrollPositions(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    // Slots: what is asked (1 a view, 2 a point, 3 an edge), its id or edge, anchor, x, y.
    func make(_ call: NativeCall, _ kind: Int, _ id: Word, _ anchor: Word, _ x: Word, _ y: Word) -> Word {
      let slots = [Word(integer: kind), id, anchor, x, y, Word(integer: graph()?.nextScrollRequest() ?? 0)]
      for slot in slots { call.heap.share(slot) }
      return call.heap.make(.tuple, type: .unknown, slots)
    }
    func point(_ call: NativeCall, _ word: Word) -> (Word, Word) {
      let p = graph()?.point(word) ?? .zero
      return (Word(number: p.x), Word(number: p.y))
    }
    let type = "ScrollPosition"
    registry.register("\(type).init(idType:)") { $0.result = make($0, 0, .none, .none, .none, .none) }
    registry.register("\(type).init(id:anchor:)") { $0.result = make($0, 1, $0[0], $0[1], .none, .none) }
    registry.register("\(type).init(idType:edge:)") { $0.result = make($0, 3, $0[1], .none, .none, .none) }
    registry.register("\(type).init(idType:x:)") { $0.result = make($0, 2, .none, .none, $0[1], .none) }
    registry.register("\(type).init(idType:y:)") { $0.result = make($0, 2, .none, .none, .none, $0[1]) }
    registry.register("\(type).init(idType:x:y:)") { $0.result = make($0, 2, .none, .none, $0[1], $0[2]) }
    registry.register("\(type).init(idType:point:)") { call in
      let p = point(call, call[1])
      call.result = make(call, 2, .none, .none, p.0, p.1)
    }
    func setter(_ key: String, _ new: @escaping (NativeCall) -> Word) {
      registry.register("\(type).\(key)") { call in call.setResult(new(call), at: 1) }
    }
    setter("scrollTo(id:anchor:)") { make($0, 1, $0[1], $0[2], .none, .none) }
    setter("scrollTo(edge:)") { make($0, 3, $0[1], .none, .none, .none) }
    setter("scrollTo(x:)") { make($0, 2, .none, .none, $0[1], .none) }
    setter("scrollTo(y:)") { make($0, 2, .none, .none, .none, $0[1]) }
    setter("scrollTo(x:y:)") { make($0, 2, .none, .none, $0[1], $0[2]) }
    setter("scrollTo(point:)") { call in
      let p = point(call, call[1])
      return make(call, 2, .none, .none, p.0, p.1)
    }
    for (name, index) in [("x", 3), ("y", 4)] {
      registry.register("\(type).\(name)") { $0.result = $0.heap.slot($0[0], index) }
    }
    registry.register("\(type).viewID") {
      $0.result = $0.heap.slot($0[0], 0).integer == 1 ? $0.heap.slot($0[0], 1) : .none
    }
    registry.register("\(type).viewID(type:)") {
      $0.result = $0.heap.slot($0[0], 0).integer == 1 ? $0.heap.slot($0[0], 1) : .none
    }
    registry.register("\(type).edge") {
      $0.result = $0.heap.slot($0[0], 0).integer == 3 ? $0.heap.slot($0[0], 1) : .none
    }
    registry.register("\(type).isPositionedByUser") { $0.result = .falsehood }
  }

  /// Every request to scroll is a new value, so that the same one asked twice is heard twice.
  func nextScrollRequest() -> Int {
    scrollRequests += 1
    return scrollRequests
  }
}

/// State of a `scrollPosition` modifier.
final class ScrollPositionExt: UExt {
  var last: Word = .none
  var hasValue = false
  /// What the modifier itself wrote, which is no wish to scroll.
  var written: Word = .none
}
