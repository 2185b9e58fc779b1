/// What a scene's `Layout` asks of its subviews beyond sizes: layout values, spacing, slices of the list.

extension ViewGraph {
  /// `subview[Key.self]`: the value set nearest to the subview's own view wins over those around it; else the key's default.
  func subviewValue(_ node: LayoutNode, key: Word) -> Word {
    var id = owner(of: node)
    while id >= 0, u[Int(id)].parent >= 0 {
      let parent = u[Int(id)].parent
      if u[Int(parent)].flags.contains(.isHost) || u[Int(parent)].child != id { break }
      id = parent
    }
    var found: Word?
    while id >= 0 {
      if u[Int(id)].op == .layoutValue, u[Int(id)].s >= 0 {
        let word = s[Int(u[Int(id)].s)].value
        if argument(word, "key") == key { found = argument(word, "value") }
      }
      id = u[Int(id)].child
    }
    if let found { return found }
    let requirement = protocols.layoutValueDefault
    guard requirement.index >= 0 else { return .none }
    let value = evaluateFree { try machine.callWitness(of: key.integer, requirement.proto, requirement.index, []) }
    return (value ?? nil) ?? .none
  }

  /// `subviews[range]` and `subviews[indices]`.
  func subviewSlice(_ list: Word, _ indices: Word) -> Word {
    let count = heap.count(list)
    let chosen = elementsOf(-1, indices).compactMap { index -> Word? in
      let i = index.integer
      return !index.isHandle && i >= 0 && i < count ? heap.slot(list, i) : nil
    }
    for item in chosen { heap.share(item) }
    return makeTagged(
      .layoutSubviews,
      [heap.make(.array, type: types.array(of: types.named("LayoutSubview") ?? .unknown), chosen)],
      type: types.named("LayoutSubviews") ?? .unknown)
  }

  func makeSpacing(_ value: ViewSpacing) -> Word {
    let numbers = [value.top, value.leading, value.bottom, value.trailing].flatMap {
      [$0.aboveText, $0.belowText, $0.textToText, $0.plain]
    }
    return makeTagged(
      .viewSpacing, numbers.map { $0.isNaN ? .none : Word(number: $0) },
      type: types.named("ViewSpacing") ?? .unknown)
  }

  func spacing(_ word: Word) -> ViewSpacing {
    guard tag(word) == .viewSpacing, heap.count(word) >= 17 else { return .standard }
    func edge(_ index: Int) -> EdgeSpacing {
      func number(_ i: Int) -> Double {
        let slot = heap.slot(word, 1 + index * 4 + i)
        return slot.isNone || slot.isHandle ? .nan : slot.number
      }
      return EdgeSpacing(aboveText: number(0), belowText: number(1), textToText: number(2), plain: number(3))
    }
    return ViewSpacing(top: edge(0), leading: edge(1), bottom: edge(2), trailing: edge(3))
  }

  static func registerSpacing(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("ViewSpacing.init()") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeSpacing(.standard)
    }
    registry.register("ViewSpacing.zero") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeSpacing(.zero)
    }
    registry.register("ViewSpacing.distance(to:along:)") { call in
      guard let graph = graph() else { return }
      let isVertical = call[2].isHandle ? graph.constantName(call[2]) == "vertical" : call[2].integer == 1
      call.result = Word(
        number: graph.spacing(call[0]).distance(to: graph.spacing(call[1]), along: isVertical ? .vertical : .horizontal)
      )
    }
    func union(_ call: NativeCall, _ graph: ViewGraph) -> Word {
      var value = graph.spacing(call[0])
      value.formUnion(graph.spacing(call[1]), edges: call[2].isNone ? .all : graph.edges(call[2]))
      return graph.makeSpacing(value)
    }
    registry.register("ViewSpacing.union(_:edges:)") { call in
      guard let graph = graph() else { return }
      call.result = union(call, graph)
    }
    registry.register("ViewSpacing.formUnion(_:edges:)") { call in
      guard let graph = graph() else { return }
      call.setResult(union(call, graph), at: 1)
    }
  }
}
