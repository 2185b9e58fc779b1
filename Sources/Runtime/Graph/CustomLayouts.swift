/// `Layout` of the scene: the calls layout makes, and the subviews it is given.

import SceneIR

extension ViewGraph {
  func connectCustomLayouts() {
    tree.client.customSize = { [unowned self] node, proposal in self.customSize(node, proposal) }
    tree.client.customPlace = { [unowned self] node, bounds, proposal in self.customPlace(node, bounds, proposal) }
    tree.client.customChanged = { [unowned self] node in self.layoutExt(node)?.isCacheStale = true }
    if hasOwnWitness(protocols.layoutSpacing) {
      tree.client.customSpacing = { [unowned self] node in self.customSpacing(node) }
    }
    if hasOwnWitness(protocols.layoutHorizontalGuide) || hasOwnWitness(protocols.layoutVerticalGuide) {
      tree.client.customGuide = { [unowned self] node, guide, bounds, proposal in
        self.customGuide(node, guide, bounds, proposal)
      }
    }
  }

  /// Whether any type of the scene has a witness of its own, not the protocol's.
  private func hasOwnWitness(_ requirement: KnownProtocols.Requirement) -> Bool {
    guard requirement.index >= 0 else { return false }
    return machine.module.conformances.contains { row in
      row.proto == requirement.proto && row.witnesses.indices.contains(requirement.index)
        && row.witnesses[requirement.index]?.takesSelf == false
    }
  }

  /// Whether a type has a witness of its own, not the protocol's.
  func hasOwnWitness(_ type: TypeId, _ requirement: KnownProtocols.Requirement) -> Bool {
    guard requirement.index >= 0, let found = types.conformance(type, to: requirement.proto) else { return false }
    let list = machine.module.conformances[found.row].witnesses
    return list.indices.contains(requirement.index) && list[requirement.index]?.takesSelf == false
  }

  private func layoutExt(_ node: LayoutNode) -> BaseExt? {
    let id = owner(of: node)
    guard id >= 0, u[Int(id)].s >= 0 else { return nil }
    return s[Int(u[Int(id)].s)].ext as? BaseExt
  }

  /// The layout value of a custom node.
  private func layoutValue(_ node: LayoutNode) -> Word? {
    let id = owner(of: node)
    guard id >= 0, u[Int(id)].s >= 0 else { return nil }
    if let shown = layoutExt(node)?.shownLayout { return shown }
    return plainLayout(u[Int(id)].s)
  }

  /// A scene's layout with its animatable data as it is shown; called where the value or what is shown changes.
  func showLayout(_ node: SID) {
    guard let ext = s[Int(node)].ext as? BaseExt else { return }
    let value = plainLayout(node)
    let type = heap.type(value)
    guard conforms(type, protocols.animatableGet), hasOwnWitness(type, protocols.animatableGet) else {
      ext.shownLayout = nil
      return
    }
    guard let shown = evaluateFree({ try animatedValue(value, type, node, &ext.animatable) }) else { return }
    heap.share(shown)
    ext.shownLayout = shown
  }

  private func plainLayout(_ node: SID) -> Word {
    var value = receiver(s[Int(node)].value)
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
    if let size = shapeSize(node, proposal) { return size }
    let requirement = protocols.layoutSize
    guard requirement.index >= 0, let value = layoutValue(node) else { return .zero }
    let type = heap.type(value)
    let arguments = [value, proposalValue(proposal), subviews(node), layoutCache(node, value)]
    let results = inLayout(of: type, requirement, arguments)
    guard let list = results, let first = list.first else { return .zero }
    if list.count > 1 { keepCache(node, list[1]) }
    return checked(
      size(first), proposal, "A length that 'sizeThatFits' of '\(typeName(type))' gives",
      placeOf(witness: requirement, of: type))
  }

  private func customPlace(_ node: LayoutNode, _ bounds: Rect, _ proposal: Proposal) {
    let requirement = protocols.layoutPlace
    guard requirement.index >= 0, let value = layoutValue(node) else { return }
    let arguments = [value, makeRect(bounds), proposalValue(proposal), subviews(node), layoutCache(node, value)]
    let results = inLayout(of: heap.type(value), requirement, arguments)
    if let list = results, list.count > 1 { keepCache(node, list[1]) }
  }

  /// Calls a witness of a layout of the scene, which is what numbers that are none are blamed on meanwhile.
  private func inLayout(of type: TypeId, _ requirement: KnownProtocols.Requirement, _ arguments: [Word]) -> [Word]? {
    let outer = layoutInCall
    layoutInCall = (type, requirement)
    defer { layoutInCall = outer }
    let results = evaluateFree {
      try machine.callWitnessResults(of: type, requirement.proto, requirement.index, arguments)
    }
    return results ?? nil
  }

  private func typeName(_ type: TypeId) -> String { types.nominalRow(type)?.name ?? "Layout" }

  private var placeInCall: SourcePoint? { layoutInCall.flatMap { placeOf(witness: $0.requirement, of: $0.type) } }

  /// `Shape.sizeThatFits` of a shape of the scene.
  private func shapeSize(_ node: LayoutNode, _ proposal: Proposal) -> Size? {
    let id = owner(of: node)
    guard id >= 0, u[Int(id)].op == .shape, let ext = u[Int(id)].ext as? LeafExt else { return nil }
    let requirement = protocols.shapeSize
    let value = ext.shape.value
    let answer = evaluateFree {
      try machine.callWitness(
        of: heap.type(value), requirement.proto, requirement.index, [value, proposalValue(proposal)])
    }
    return (answer ?? nil).map {
      let type = heap.type(value)
      return checked(
        size($0), proposal, "A length that 'sizeThatFits' of '\(typeName(type))' gives",
        placeOf(witness: requirement, of: type))
    }
  }

  private func customSpacing(_ node: LayoutNode) -> ViewSpacing? {
    let requirement = protocols.layoutSpacing
    guard let value = layoutValue(node), hasOwnWitness(heap.type(value), requirement) else { return nil }
    let arguments = [value, subviews(node), layoutCache(node, value)]
    let results = evaluateFree {
      try machine.callWitnessResults(of: heap.type(value), requirement.proto, requirement.index, arguments)
    }
    guard let list = results ?? nil, let first = list.first else { return nil }
    if list.count > 1 { keepCache(node, list[1]) }
    return spacing(first)
  }

  private func customGuide(_ node: LayoutNode, _ guide: Guide, _ bounds: Rect, _ proposal: Proposal) -> Double? {
    let vertical = tree.axis(of: guide) == .vertical
    let requirement = vertical ? protocols.layoutVerticalGuide : protocols.layoutHorizontalGuide
    guard let value = layoutValue(node), hasOwnWitness(heap.type(value), requirement) else { return nil }
    let arguments = [
      value, guideWord(guide, vertical), makeRect(bounds), proposalValue(proposal), subviews(node),
      layoutCache(node, value),
    ]
    let results = evaluateFree {
      try machine.callWitnessResults(of: heap.type(value), requirement.proto, requirement.index, arguments)
    }
    guard let list = results ?? nil, let first = list.first else { return nil }
    if list.count > 1 { keepCache(node, list[1]) }
    if first.isNone || first.isHandle { return nil }
    let type = heap.type(value)
    return checked(
      first.number, "An alignment guide that '\(typeName(type))' gives", placeOf(witness: requirement, of: type))
  }

  /// A guide as scene code compares it: the constant, if the code names it; the scene's own by its type.
  private func guideWord(_ guide: Guide, _ vertical: Bool) -> Word {
    let type = vertical ? "VerticalAlignment" : "HorizontalAlignment"
    if let own = guideTypes.first(where: { $0.guide == guide }) {
      if let native = nativeNumber("\(type).init(_:)") {
        return machine.makeDescription(native: native, [Word(integer: own.type)])
      }
      return makeTagged(.guide, [Word(integer: Int(guide.id))], type: types.named(type) ?? .unknown)
    }
    let names = [
      "leading", "center", "trailing", "top", "center", "bottom", "firstTextBaseline", "lastTextBaseline",
    ]
    if names.indices.contains(Int(guide.id)), let native = nativeNumber("\(type).\(names[Int(guide.id)])") {
      return machine.makeDescription(native: native, [])
    }
    return makeTagged(.guide, [Word(integer: Int(guide.id))], type: types.named(type) ?? .unknown)
  }

  private func nativeNumber(_ key: String) -> Int? { machine.module.natives.firstIndex { $0.key == key } }

  private func layoutCache(_ node: LayoutNode, _ value: Word) -> Word {
    guard let ext = layoutExt(node) else { return .none }
    let type = heap.type(value)
    if ext.other.isNone {
      let requirement = protocols.layoutMakeCache
      guard requirement.index >= 0 else { return .none }
      let made = evaluateFree {
        try machine.callWitness(of: type, requirement.proto, requirement.index, [value, subviews(node)])
      }
      ext.other = (made ?? nil) ?? .none
    } else if ext.isCacheStale {
      // The protocol's own updateCache makes the cache anew.
      let requirement = protocols.layoutUpdateCache
      if hasOwnWitness(type, requirement) {
        let arguments = [value, ext.other, subviews(node)]
        let results = evaluateFree {
          try machine.callWitnessResults(of: type, requirement.proto, requirement.index, arguments)
        }
        if let list = results ?? nil, list.count > 1 { ext.other = list[1] }
      } else if protocols.layoutMakeCache.index >= 0 {
        let requirement = protocols.layoutMakeCache
        let made = evaluateFree {
          try machine.callWitness(of: type, requirement.proto, requirement.index, [value, subviews(node)])
        }
        ext.other = (made ?? nil) ?? ext.other
      }
    }
    ext.isCacheStale = false
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
      if call[1].isHandle {
        guard let graph = graph() else { return }
        call.result = graph.subviewSlice(list(call), call[1])
        return
      }
      let index = call.integer(1)
      if index < 0 || index >= call.heap.count(list(call)) {
        call.trap(.indexOutOfRange)
      } else {
        call.result = call.heap.slot(list(call), index)
      }
    }
    registry.register("LayoutSubview.sizeThatFits(_:)") { call in
      guard let graph = graph() else { return }
      let proposal = graph.checked(graph.proposal(call[1]), from: call[1], graph.placeInCall)
      let size = graph.tree.measure(node(call), proposal)
      call.result = graph.makeSize(size.width, size.height)
    }
    registry.register("LayoutSubview.dimensions(in:)") { call in
      guard let graph = graph() else { return }
      let view = graph.tree.dimensions(node(call), graph.proposal(call[1]))
      call.result = graph.dimensionsValue(view)
    }
    registry.register("LayoutSubview.place(at:anchor:proposal:)") { call in
      guard let graph = graph() else { return }
      let anchor = call[2].isNone ? UnitPoint(0, 0) : graph.unitPoint(call[2])
      let point = graph.checked(graph.point(call[1]), "A place that a subview is given", graph.placeInCall)
      let proposal = graph.checked(graph.proposal(call[3]), from: call[3], graph.placeInCall)
      graph.tree.placeSubview(node(call), at: point, anchor: anchor, proposal: proposal)
    }
    registry.register("LayoutSubview.subscript(_:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.subviewValue(node(call), key: call[1])
    }
    registry.register("LayoutSubview.spacing") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeSpacing(graph.tree.spacing(node(call)))
    }
    registry.register("LayoutSubview.priority") { call in
      guard let graph = graph() else { return }
      call.result = Word(number: graph.tree.priority(node(call)))
    }
  }
}
