/// `Layout` of the scene: the calls layout makes, and the subviews it is given.

extension ViewGraph {
  func connectCustomLayouts() {
    tree.client.customSize = { [unowned self] node, proposal in self.customSize(node, proposal) }
    tree.client.customPlace = { [unowned self] node, bounds, proposal in self.customPlace(node, bounds, proposal) }
  }

  /// The layout value of a custom node.
  private func layoutValue(_ node: LayoutNode) -> Word? {
    let id = owner(of: node)
    guard id >= 0, u[Int(id)].s >= 0 else { return nil }
    var value = receiver(s[Int(u[Int(id)].s)].value)
    for _ in 0..<8 {
      if heap.kind(value) == .existential {
        value = heap.slot(value, 0)
      } else if let info = info(value), info.type == "AnyLayout" {
        value = argument(value, 0)
      } else {
        break
      }
    }
    return value
  }

  private func subviews(_ node: LayoutNode) -> Word {
    let list = tree.children(of: node).map {
      makeTagged(.layoutSubview, [Word(integer: Int($0))], type: types.named("LayoutSubview") ?? .unknown)
    }
    return makeTagged(
      .layoutSubviews, [heap.make(.array, type: types.array(of: types.named("LayoutSubview") ?? .unknown), list)],
      type: types.named("LayoutSubviews") ?? .unknown)
  }

  func proposalValue(_ proposal: Proposal) -> Word {
    makeStruct(
      "ProposedViewSize",
      [
        proposal.width.map { Word(number: $0) } ?? .none, proposal.height.map { Word(number: $0) } ?? .none,
      ])
  }

  func proposal(_ word: Word) -> Proposal {
    switch constantName(word) {
    case "unspecified": return .unspecified
    case "zero": return .zero
    case "infinity": return .infinity
    default: break
    }
    if heap.kind(word) == .description, !hasArgument(word, "width") {
      return Proposal(size(argument(word, 0)))
    }
    return Proposal(memberNumber(word, "width"), memberNumber(word, "height"))
  }

  private func customSize(_ node: LayoutNode, _ proposal: Proposal) -> Size {
    let requirement = protocols.layoutSize
    guard requirement.index >= 0, let value = layoutValue(node) else { return .zero }
    let arguments = [value, proposalValue(proposal), subviews(node), layoutCache(node, value)]
    let results = evaluateFree {
      try machine.callWitnessResults(of: heap.type(value), requirement.proto, requirement.index, arguments)
    }
    guard let list = results ?? nil, let first = list.first else { return .zero }
    if list.count > 1 { keepCache(node, list[1]) }
    return size(first)
  }

  private func customPlace(_ node: LayoutNode, _ bounds: Rect, _ proposal: Proposal) {
    let requirement = protocols.layoutPlace
    guard requirement.index >= 0, let value = layoutValue(node) else { return }
    let arguments = [value, makeRect(bounds), proposalValue(proposal), subviews(node), layoutCache(node, value)]
    let results = evaluateFree {
      try machine.callWitnessResults(of: heap.type(value), requirement.proto, requirement.index, arguments)
    }
    if let list = results ?? nil, list.count > 1 { keepCache(node, list[1]) }
  }

  private func layoutCache(_ node: LayoutNode, _ value: Word) -> Word {
    let id = owner(of: node)
    guard id >= 0, let ext = s[Int(u[Int(id)].s)].ext as? BaseExt else { return .none }
    if ext.other.isNone, let proto = machine.protocolIndex("Layout"),
      let requirement = machine.requirementIndex(proto, "makeCache(subviews:)")
    {
      let made = evaluateFree {
        try machine.callWitness(of: heap.type(value), proto, requirement, [value, subviews(node)])
      }
      ext.other = (made ?? nil) ?? .none
    }
    return ext.other
  }

  private func keepCache(_ node: LayoutNode, _ cache: Word) {
    let id = owner(of: node)
    if id >= 0, let ext = s[Int(u[Int(id)].s)].ext as? BaseExt { ext.other = cache }
  }

  static func registerSubviews(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func list(_ call: NativeCall) -> Word { call.heap.slot(call[0], 1) }
    func node(_ call: NativeCall) -> LayoutNode { LayoutNode(truncatingIfNeeded: call.heap.slot(call[0], 1).integer) }
    registry.register("LayoutSubviews.startIndex") { call in call.result = Word(integer: 0) }
    registry.register(["LayoutSubviews.endIndex", "LayoutSubviews.count"]) { call in
      call.result = Word(integer: call.heap.count(list(call)))
    }
    registry.register("LayoutSubviews.subscript(_:)") { call in
      let index = call.integer(1)
      if index < 0 || index >= call.heap.count(list(call)) {
        call.trap(.indexOutOfRange)
      } else {
        call.result = call.heap.slot(list(call), index)
      }
    }
    registry.register("LayoutSubview.sizeThatFits(_:)") { call in
      guard let graph = graph() else { return }
      let size = graph.tree.measure(node(call), graph.proposal(call[1]))
      call.result = graph.makeSize(size.width, size.height)
    }
    registry.register("LayoutSubview.dimensions(in:)") { call in
      guard let graph = graph() else { return }
      let view = graph.tree.dimensions(node(call), graph.proposal(call[1]))
      graph.dimensionProposal = view.proposal
      call.result = graph.makeTagged(
        .viewDimensions,
        [Word(integer: Int(view.node)), Word(number: view.size.width), Word(number: view.size.height)],
        type: graph.types.named("ViewDimensions") ?? .unknown)
    }
    registry.register("LayoutSubview.place(at:anchor:proposal:)") { call in
      guard let graph = graph() else { return }
      let anchor = call[2].isNone ? UnitPoint(0, 0) : graph.unitPoint(call[2])
      graph.tree.placeSubview(node(call), at: graph.point(call[1]), anchor: anchor, proposal: graph.proposal(call[3]))
    }
    registry.register("LayoutSubview.priority") { call in
      guard let graph = graph() else { return }
      call.result = Word(number: graph.tree.priority(node(call)))
    }
  }
}
