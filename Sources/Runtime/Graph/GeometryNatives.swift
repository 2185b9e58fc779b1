/// GeometryProxy, coordinate spaces, anchors, scroll proxies, and what UIKit says of the screen.

extension ViewGraph {
  static func registerGeometry(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("GeometryProxy.size") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeSize(call.heap.slot(call[0], 2).number, call.heap.slot(call[0], 3).number)
    }
    registry.register("GeometryProxy.frame(in:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeRect(graph.proxyFrame(call[0], call[1]))
    }
    registry.register("GeometryProxy.bounds(of:)") { call in
      guard let graph = graph() else { return }
      let id = UID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      guard let space = graph.namedSpace(id, graph.spaceName(call[1])) else { return }
      let own = graph.spaceRect(id)
      let rect = graph.spaceRect(space)
      call.result = graph.makeRect(Rect(rect.x - own.x, rect.y - own.y, rect.width, rect.height))
    }
    registry.register("GeometryProxy.safeAreaInsets") { call in
      guard let graph = graph() else { return }
      let id = UID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      call.result = graph.makeInsets(graph.remainingInsets(id))
    }
    registry.register("GeometryProxy.subscript(_:)") { call in
      guard let graph = graph() else { return }
      let id = UID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      graph.noteFrameRead(id)
      call.result = graph.resolve(anchor: call[1], for: id)
    }
    registry.register("ScrollViewProxy.scrollTo(_:anchor:)") { call in
      guard let graph = graph() else { return }
      let node = SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      graph.scrollTo(within: node, id: call[1], anchor: call[2].isNone ? nil : graph.unitPoint(call[2]))
    }
    registerScreen(&registry, graph)
    registerPaths(&registry, graph)
    registerCanvas(&registry, graph)
    registerAnimationValues(&registry, graph)
    registerKeyframes(&registry, graph)
    registerDimensions(&registry, graph)
    ViewGraph.registerSpacing(&registry, graph)
    ViewGraph.registerScrollGeometry(&registry, graph)
    ViewGraph.registerScrollPhases(&registry)
    ViewGraph.registerTargets(&registry, graph)
  }

  private static func registerScreen(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func object(_ type: String, _ call: NativeCall) -> Word {
      call.heap.make(.instance, type: call.types.named(type) ?? .unknown, [])
    }
    registry.register(["UIScreen.main", "UIWindowScene.screen", "UIWindow.screen"]) { call in
      call.result = object("UIScreen", call)
    }
    registry.register(["UIScreen.bounds", "UIView.bounds", "UIView.frame", "UIScreen.nativeBounds"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeRect(Rect(0, 0, graph.device.width, graph.device.height))
    }
    registry.register(["UIScreen.scale", "UIScreen.nativeScale"]) { call in
      guard let graph = graph() else { return }
      call.result = Word(number: graph.device.scale)
    }
    registry.register("UIApplication.shared") { call in call.result = object("UIApplication", call) }
    registry.register("UIApplication.connectedScenes") { call in
      let scene = object("UIWindowScene", call)
      call.result = call.heap.make(
        .set, type: call.types.known(.set, [call.types.named("UIScene") ?? .unknown]), [Word(integer: -1), scene])
    }
    registry.register(["UIWindowScene.windows", "UIApplication.windows"]) { call in
      let window = object("UIWindow", call)
      call.result = call.heap.make(
        .array, type: call.types.array(of: call.types.named("UIWindow") ?? .unknown), [window])
    }
    registry.register(["UIWindowScene.keyWindow", "UIApplication.keyWindow"]) { call in
      call.result = object("UIWindow", call)
    }
    registry.register(["UIView.safeAreaInsets", "UIWindow.safeAreaInsets"]) { call in
      guard let graph = graph() else { return }
      let device = graph.device
      call.result = graph.makeStruct(
        "UIEdgeInsets",
        [
          Word(number: device.safeTop), Word(number: device.safeLeading), Word(number: device.safeBottom),
          Word(number: device.safeTrailing),
        ])
    }
  }

  private static func registerDimensions(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("ViewDimensions.width") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register("ViewDimensions.height") { call in call.result = call.heap.slot(call[0], 3) }
    registry.register(["ViewDimensions.subscript(_:)", "ViewDimensions.subscript(explicit:)"]) { call in
      guard let graph = graph() else { return }
      let node = LayoutNode(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      func length(_ slot: Int) -> Double? {
        let word = call.heap.slot(call[0], slot)
        return word.isNone || word.isHandle ? nil : word.number
      }
      let view = graph.tree.dimensions(node, Proposal(length(4), length(5)))
      let type = graph.info(call[1])?.type ?? ""
      let guide = type == "VerticalAlignment" ? graph.verticalGuide(call[1]) : graph.horizontalGuide(call[1])
      if call.key.contains("explicit") {
        if let value = graph.tree.explicitDimension(view, guide) { call.result = Word(number: value) }
      } else {
        call.result = Word(number: graph.tree.dimension(view, guide))
      }
    }
  }

  // MARK: Frames in spaces

  /// The node's rectangle in the window: model geometry, with presentation values of scale and rotation around it.
  func spaceRect(_ id: UID) -> Rect {
    let rect = layoutRect(id)
    guard id >= 0 else { return rect }
    let space = enclosingSpace(id)
    if space < 0 { return rect }
    let box = toScreen(rect, space)
    return Rect(box.x, box.y, box.width, box.height)
  }

  /// The nearest scale or rotation effect around a node.
  func enclosingSpace(_ id: UID) -> UID {
    var node = u[Int(id)].parent
    while node >= 0 {
      if u[Int(node)].flags.contains(.isSpace) { return node }
      node = u[Int(node)].parent
    }
    return -1
  }

  private func toScreen(_ rect: Rect, _ space: UID) -> FrameRect {
    spaceTransform(space).bounds(FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
  }

  /// From the window's layout space to the window as scale and rotation around a place show it: `space` is the nearest
  /// of these effects, -1 where there is none.
  func spaceTransform(_ space: UID) -> FrameTransform {
    var transform = FrameTransform.identity
    var chain: [UID] = []
    var node = space
    while node >= 0 {
      if u[Int(node)].flags.contains(.isSpace) { chain.append(node) }
      node = u[Int(node)].parent
    }
    var origin = Point.zero
    for effect in chain.reversed() {
      var own = layoutRect(effect)
      let absolute = own.origin
      own.x -= origin.x
      own.y -= origin.y
      transform = transform.concat(effectTransform(effect, own))
      origin = absolute
    }
    return transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: -origin.x, ty: -origin.y))
  }

  func noteFrameRead(_ id: UID) {
    guard id >= 0, u[Int(id)].isAlive else { return }
    let node = u[Int(id)].s
    if node >= 0, let ext = s[Int(node)].ext as? BaseExt { ext.readsFrame = true }
  }

  func proxyFrame(_ proxy: Word, _ space: Word) -> Rect {
    let id = UID(truncatingIfNeeded: heap.slot(proxy, 1).integer)
    guard id >= 0, Int(id) < u.count, u[Int(id)].isAlive else { return .zero }
    noteFrameRead(id)
    let name = spaceKind(space)
    if name.kind == "local" { return Rect(origin: .zero, size: layoutRect(id).size) }
    var rect = spaceRect(id)
    if name.kind == "named", let other = namedSpace(id, name.name) {
      let origin = spaceRect(other)
      rect.x -= origin.x
      rect.y -= origin.y
    } else if name.kind == "scrollView", let scroll = enclosingScroll(id) {
      let origin = spaceRect(scroll)
      rect.x -= origin.x
      rect.y -= origin.y
    }
    return rect
  }

  /// `.local`, `.global`, `.named(x)`, `.scrollView`, in the old or the new form.
  func spaceKind(_ word: Word, depth: Int = 0) -> (kind: String, name: String) {
    if depth > 4 || word.isNone { return ("global", "") }
    if !word.isHandle { return (word.integer == 1 ? "local" : "global", "") }
    if heap.kind(word) == .existential { return spaceKind(heap.slot(word, 0), depth: depth + 1) }
    if heap.kind(word) == .enumeration {
      let cases = types.nominalRow(heap.type(word))?.cases ?? []
      let index = heap.slot(word, 0).integer
      let name = cases.indices.contains(index) ? cases[index].name : ""
      if name == "named" { return ("named", spaceName(heap.slot(word, 1))) }
      return (name == "local" ? "local" : "global", "")
    }
    guard let info = info(word) else { return ("global", "") }
    switch info.base {
    case "local": return ("local", "")
    case "global": return ("global", "")
    case "named": return ("named", spaceName(argument(word, 0)))
    case "scrollView": return ("scrollView", "")
    case "init":
      if info.type.hasPrefix("Local") { return ("local", "") }
      if info.type.hasPrefix("Named") { return ("named", spaceName(argument(word, 0))) }
      return ("global", "")
    default: return ("global", "")
    }
  }

  /// A name that can be compared, for any Hashable.
  func spaceName(_ word: Word) -> String {
    var value = word
    for _ in 0..<4 {
      if heap.kind(value) == .existential {
        value = heap.slot(value, 0)
        continue
      }
      if let info = info(value), info.base == "named" || info.base == "init", heap.count(value) > 1 {
        value = argument(value, 0)
        continue
      }
      break
    }
    if let text = heap.string(value) { return text }
    return (evaluateFree { try machine.describe(value, type: idType(value)) }) ?? ""
  }

  /// The nearest ancestor that carries a named space.
  func namedSpace(_ id: UID, _ name: String) -> UID? {
    var node = id
    while node >= 0 {
      if u[Int(node)].op == .coordinateSpace, coordinateSpaceName(node) == name { return node }
      node = u[Int(node)].parent
    }
    return nil
  }

  func enclosingScroll(_ id: UID) -> UID? {
    var node = id
    while node >= 0 {
      if u[Int(node)].op.scrolls { return node }
      node = u[Int(node)].parent
    }
    return nil
  }

  /// Safe area that still overlaps a reader's box.
  func remainingInsets(_ id: UID) -> Insets {
    let node = u[Int(id)].layout
    return node >= 0 ? tree.safeAreaInsets(at: node) : .zero
  }

  /// A rectangle or point bound to its view, in a reader's own space.
  func resolve(anchor: Word, for id: UID) -> Word {
    let owner = UID(truncatingIfNeeded: heap.slot(anchor, 1).integer)
    guard owner >= 0, Int(owner) < u.count, u[Int(owner)].isAlive else { return makeRect(.zero) }
    let source = heap.slot(anchor, 2)
    let own = spaceRect(id)
    var rect = spaceRect(owner)
    rect.x -= own.x
    rect.y -= own.y
    let name = constantName(source)
    switch name {
    case "bounds", "": return makeRect(rect)
    case "rect":
      let given = self.rect(argument(source, 0))
      return makeRect(Rect(rect.x + given.x, rect.y + given.y, given.width, given.height))
    case "point":
      let given = point(argument(source, 0))
      return makePoint(rect.x + given.x, rect.y + given.y)
    default:
      let unit = name == "unitPoint" ? unitPoint(argument(source, 0)) : unitPoint(source)
      return makePoint(rect.x + unit.x * rect.width, rect.y + unit.y * rect.height)
    }
  }

  // MARK: Layout callbacks

  func connectLayout() {
    tree.client.guideValue = { [unowned self] node, view in self.guideValue(node, view) }
    tree.client.guideDefault = { [unowned self] guide, view in self.guideDefault(guide, view) }
    tree.client.containerRelativeLength = { [unowned self] node, length, axis in
      let id = self.owner(of: node)
      guard id >= 0, self.u[Int(id)].s >= 0, let closure = self.closureArgument(self.s[Int(self.u[Int(id)].s)].value)
      else { return length }
      let value = self.evaluate(self.u[Int(id)].s, isNew: false) {
        try self.machine.callClosure(closure, [Word(number: length), Word(integer: axis == .horizontal ? 0 : 1)])
      }
      return value.map {
        self.checked($0.number, "A length that 'containerRelativeFrame' is given", self.placeOf(closure: closure))
      } ?? length
    }
    tree.client.note = { [unowned self] node, note in
      let owner = self.owner(of: node)
      // While a node is being made it has no owner yet; then it belongs to what is read.
      let modifier = owner >= 0 ? self.u[Int(owner)].s : self.resolved
      let place = modifier >= 0 ? self.placeOf(description: self.s[Int(modifier)].value) : nil
      switch note {
      case .invalidFrameDimension:
        self.report(
          RuntimeCode.invalidFrame, .warning, "Invalid frame dimension (negative or non-finite)", place: place)
      case .contradictoryFrameConstraints:
        self.report(RuntimeCode.invalidFrame, .warning, "Contradictory frame constraints specified", place: place)
      case .sizeNotFinite: break
      case .nestingTooDeep:
        self.report(RuntimeCode.bound, .error, "Views are nested too deeply to be laid out")
      }
    }
    connectCustomLayouts()
  }

  func owner(of node: LayoutNode) -> UID {
    layoutOwners.indices.contains(Int(node)) ? layoutOwners[Int(node)] : -1
  }

  func dimensionsValue(_ view: ViewDimensions) -> Word {
    makeTagged(
      .viewDimensions,
      [
        Word(integer: Int(view.node)), Word(number: view.size.width), Word(number: view.size.height),
        view.proposal.width.map { Word(number: $0) } ?? .none, view.proposal.height.map { Word(number: $0) } ?? .none,
      ], type: types.named("ViewDimensions") ?? .unknown)
  }

  private func guideValue(_ node: LayoutNode, _ view: ViewDimensions) -> Double {
    let id = owner(of: node)
    guard id >= 0, u[Int(id)].s >= 0, let closure = closureArgument(s[Int(u[Int(id)].s)].value) else { return 0 }
    let value = evaluate(u[Int(id)].s, isNew: false) { try machine.callClosure(closure, [dimensionsValue(view)]) }
    return value.map {
      $0.isHandle || $0.isNone ? 0 : checked($0.number, "An alignment guide", placeOf(closure: closure))
    } ?? 0
  }

  private func guideDefault(_ guide: Guide, _ view: ViewDimensions) -> Double {
    guard let entry = guideTypes.first(where: { $0.guide == guide }), let proto = machine.protocolIndex("AlignmentID"),
      let requirement = machine.requirementIndex(proto, "defaultValue(in:)")
    else { return 0 }
    let value = evaluateFree { try machine.callWitness(of: entry.type, proto, requirement, [dimensionsValue(view)]) }
    return (value ?? nil).map {
      $0.isHandle || $0.isNone
        ? 0 : checked($0.number, "The default of an alignment", types.nominalRow(entry.type)?.place)
    } ?? 0
  }
}
