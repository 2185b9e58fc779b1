/// Shapes of the scene: their `path(in:)` as far as frames show it, the corner radii of a rounded rectangle, and their animatable data.

extension ViewGraph {
  /// Corner radii of the path a scene's shape makes in a box of a size; nil where it is no rounded rectangle. Runs the shape's code once for
  /// each size.
  func userRadii(_ shape: inout ResolvedShape, width: Double, height: Double) -> CornerRadii? {
    if shape.pathSize == Size(width, height) { return shape.pathRadii }
    shape.pathSize = Size(width, height)
    shape.pathRadii = nil
    let value = shape.value
    let requirement = protocols.shape
    guard !value.isNone, requirement.index >= 0, conforms(heap.type(value), requirement) else { return nil }
    let saved = reader
    let wasUpdating = isUpdating
    reader = -1
    isUpdating = true
    let (wasEmpty, oldPlace) = (isInEmptyBox, pathPlace)
    isInEmptyBox = width <= 0 || height <= 0
    pathPlace = placeOf(witness: requirement, of: heap.type(value))
    defer {
      reader = saved
      isUpdating = wasUpdating
      isInEmptyBox = wasEmpty
      pathPlace = oldPlace
    }
    // A path that cannot be followed is no error of the scene.
    let path = try? machine.callWitness(
      of: heap.type(value), requirement.proto, requirement.index, [value, makeRect(Rect(0, 0, width, height))])
    if let path { shape.pathRadii = radii(path: path, width: width, height: height, depth: 0) }
    return shape.pathRadii
  }

  private func radii(path word: Word, width: Double, height: Double, depth: Int) -> CornerRadii? {
    if depth > 16 || word.isNone { return nil }
    if tag(word) == .pathBox { return radii(path: heap.slot(word, 1), width: width, height: height, depth: depth + 1) }
    if tag(word) == .roundedPath {
      if heap.slot(word, 9).truth, heap.slot(word, 7).number != heap.slot(word, 8).number { return nil }
      return CornerRadii(
        topLeading: heap.slot(word, 1).number, topTrailing: heap.slot(word, 2).number,
        bottomTrailing: heap.slot(word, 3).number, bottomLeading: heap.slot(word, 4).number)
    }
    guard let info = info(word) else { return nil }
    let limit = min(width, height) / 2
    func clamp(_ value: Double) -> Double { max(0, min(value, limit)) }
    if info.base == "path", info.selfCount == 1 {
      let shape = resolveShape(receiver(word))
      return cornerRadii(shape.outline, shape.radii[...], width: width, height: height)
    }
    guard info.base == "init" else {
      return info.selfCount == 1 ? radii(path: receiver(word), width: width, height: height, depth: depth + 1) : nil
    }
    if hasArgument(word, "roundedRect") {
      var radius = number(word, "cornerRadius") ?? 0
      if hasArgument(word, "cornerSize") { radius = size(argument(word, "cornerSize")).width }
      return CornerRadii(clamp(radius))
    }
    let first = argument(word, 0)
    return first.isHandle && heap.kind(first) != .closure
      ? radii(path: first, width: width, height: height, depth: depth + 1) : nil
  }

  /// A clip's or leaf's own shape with its data as it is shown.
  func shownShape(_ shape: ResolvedShape, _ node: SID) -> ResolvedShape {
    guard shape.outline == .user, node >= 0, !shape.value.isNone else { return shape }
    let ext = (s[Int(node)].ext as? BaseExt) ?? BaseExt()
    if s[Int(node)].ext == nil { s[Int(node)].ext = ext }
    guard s[Int(node)].ext === ext else { return shape }
    var result = shape
    let type = heap.type(shape.value)
    guard conforms(type, protocols.animatableGet) else { return shape }
    if let value = evaluateFree({ try animatedValue(shape.value, type, node, &ext.animatable) }) {
      heap.share(value)
      result.value = value
      result.pathSize = nil
      ext.other = value
    }
    return result
  }

  static func registerPaths(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    /// A path of a rectangle keeps its radii apart, for frames that show them.
    func rounded(_ call: NativeCall, _ r: [Double], _ rect: Rect, isOval: Bool = false) {
      guard let graph = graph() else { return }
      let numbers = r + [rect.x, rect.y, rect.width, rect.height]
      let path = graph.makeTagged(
        .roundedPath, numbers.map { Word(number: $0) } + [Word(truth: isOval)],
        type: call.types.named("CGPath") ?? .unknown)
      call.result = graph.makeTagged(.pathBox, [path], type: call.types.named("UIBezierPath") ?? .unknown)
    }
    registry.register(["UIBezierPath.init()"]) { call in
      call.result =
        graph()?.makeTagged(.pathBox, [.none], type: call.types.named("UIBezierPath") ?? .unknown) ?? .none
    }
    registry.register(["UIBezierPath.init(rect:)"]) { call in
      guard let graph = graph() else { return }
      rounded(call, [0, 0, 0, 0], graph.rect(call[0]))
    }
    registry.register("UIBezierPath.init(ovalIn:)") { call in
      guard let graph = graph() else { return }
      let rect = graph.rect(call[0])
      let radius = min(rect.width, rect.height) / 2
      rounded(call, [radius, radius, radius, radius], rect, isOval: true)
    }
    registry.register("UIBezierPath.init(roundedRect:cornerRadius:)") { call in
      guard let graph = graph() else { return }
      let rect = graph.rect(call[0])
      let radius = max(0, min(call[1].number, min(rect.width, rect.height) / 2))
      rounded(call, [radius, radius, radius, radius], rect)
    }
    registry.register("UIBezierPath.init(roundedRect:byRoundingCorners:cornerRadii:)") { call in
      guard let graph = graph() else { return }
      let rect = graph.rect(call[0])
      let corners = call.heap.kind(call[1]) == .structure ? call.heap.slot(call[1], 0).integer : 15
      let radius = max(0, min(graph.size(call[2]).width, min(rect.width, rect.height) / 2))
      // UIRectCorner: top left 1, top right 2, bottom left 4, bottom right 8; radii go round from the top left.
      rounded(call, [1, 2, 8, 4].map { corners & $0 != 0 ? radius : 0 }, rect)
    }
    registerPathValues(&registry, graph)
  }
}
