/// Paths of the scene: `Path`, `CGPath` and `UIBezierPath` as values, and what their methods do.
///
/// A path that grows is a chain of pieces, each with the one before it: adding an element costs the same however long the path is, and two
/// paths that share a beginning stay independent. Paths made at one go (`Path(ellipseIn:)`, `Circle().path(in:)`, `trimmedPath`) stay
/// descriptions until someone asks for their elements.

import SceneIR

/// Elements of a path with the rule that tells its inside.
struct ResolvedPath {
  var path = FramePath()
  var isEvenOdd = false
}

extension ViewGraph {
  // MARK: Reading

  /// The elements of a path or of a shape in a rectangle.
  func resolvePath(_ word: Word, in rect: Rect = .zero, depth: Int = 0) -> ResolvedPath {
    var result = ResolvedPath()
    if depth > 32 || pathDepth > 32 || word.isNone { return result }
    pathDepth += 1
    defer { pathDepth -= 1 }
    if heap.kind(word) == .existential { return resolvePath(heap.slot(word, 0), in: rect, depth: depth + 1) }
    switch tag(word) {
    case .path?: return chain(word, rect, depth)
    case .pathBox?: return resolvePath(heap.slot(word, 1), in: rect, depth: depth + 1)
    case .roundedPath?:
      let r = FrameRect(
        x: heap.slot(word, 5).number, y: heap.slot(word, 6).number, width: heap.slot(word, 7).number,
        height: heap.slot(word, 8).number)
      if heap.slot(word, 9).truth {
        result.path.ellipse(r)
      } else {
        result.path.rounded(
          r,
          CornerRadii(
            topLeading: heap.slot(word, 1).number, topTrailing: heap.slot(word, 2).number,
            bottomTrailing: heap.slot(word, 3).number, bottomLeading: heap.slot(word, 4).number), isContinuous: false)
      }
      return result
    default: break
    }
    guard let info = info(word) else { return userPath(word, in: rect) }
    if info.base == "init" { return initialPath(word, info, rect, depth) }
    guard info.selfCount == 1 else { return shapePath(word, in: rect) }
    switch info.base {
    case "path": return shapePath(receiver(word), in: self.rect(argument(word, "in")))
    case "applying":
      result = resolvePath(receiver(word), in: rect, depth: depth + 1)
      result.path = result.path.transformed(affine(argument(word, 0)))
    case "offsetBy":
      result = resolvePath(receiver(word), in: rect, depth: depth + 1)
      result.path = result.path.transformed(
        FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: number(word, "dx") ?? 0, ty: number(word, "dy") ?? 0))
    case "trimmedPath":
      result = resolvePath(receiver(word), in: rect, depth: depth + 1)
      result.path = result.path.trimmed(from: number(word, "from") ?? 0, to: number(word, "to") ?? 1)
    case "union":
      result = resolvePath(receiver(word), in: rect, depth: depth + 1)
      result.path.append(resolvePath(argument(word, 0), in: rect, depth: depth + 1).path)
    case "subtracting", "symmetricDifference":
      result = resolvePath(receiver(word), in: rect, depth: depth + 1)
      result.path.append(resolvePath(argument(word, 0), in: rect, depth: depth + 1).path)
      result.isEvenOdd = true
    case "intersection", "lineIntersection", "lineSubtraction":
      return resolvePath(receiver(word), in: rect, depth: depth + 1)
    default:
      if info.type == "Path" || info.type == "CGPath" {
        return resolvePath(receiver(word), in: rect, depth: depth + 1)
      }
      return shapePath(word, in: rect)
    }
    return result
  }

  private func initialPath(_ word: Word, _ info: NativeInfo, _ rect: Rect, _ depth: Int) -> ResolvedPath {
    var result = ResolvedPath()
    if hasArgument(word, "ellipseIn") {
      result.path.ellipse(box(argument(word, "ellipseIn")))
    } else if hasArgument(word, "roundedRect") {
      let r = box(argument(word, "roundedRect"))
      let style = argument(word, "style")
      let isContinuous = hasArgument(word, "style") && !isCircular(style)
      result.path.rounded(r, radii(of: word), isContinuous: isContinuous)
    } else if hasArgument(word, "rect") {
      result.path.rect(box(argument(word, "rect")))
    } else if info.type == "Path" || info.type.hasPrefix("CG") {
      let first = argument(word, 0)
      if member(first, "origin") != nil {
        result.path.rect(box(first))
      } else if first.isHandle, heap.kind(first) != .closure, heap.kind(first) != .string {
        return resolvePath(first, in: rect, depth: depth + 1)
      }
    } else {
      return shapePath(word, in: rect)
    }
    return result
  }

  func isCircular(_ style: Word) -> Bool {
    style.isNone ? false : style.isHandle ? constantName(style) == "circular" : style.integer == 0
  }

  private func radii(of word: Word) -> CornerRadii {
    if hasArgument(word, "cornerRadii") {
      let r = argument(word, "cornerRadii")
      func corner(_ name: String) -> Double { memberNumber(r, name) ?? number(r, name) ?? 0 }
      return CornerRadii(
        topLeading: corner("topLeading"), topTrailing: corner("topTrailing"), bottomTrailing: corner("bottomTrailing"),
        bottomLeading: corner("bottomLeading"))
    }
    if hasArgument(word, "cornerSize") { return CornerRadii(size(argument(word, "cornerSize")).width) }
    return CornerRadii(number(word, "cornerRadius") ?? number(word, "cornerWidth") ?? 0)
  }

  /// Pieces from the last to the first, put together in their order.
  private func chain(_ word: Word, _ rect: Rect, _ depth: Int) -> ResolvedPath {
    var pieces: [Word] = []
    var current = word
    while tag(current) == .path {
      pieces.append(current)
      current = heap.slot(current, 1)
    }
    var result = current.isNone ? ResolvedPath() : resolvePath(current, in: rect, depth: depth + 1)
    for piece in pieces.reversed() { result.path.append(self.piece(piece)) }
    return result
  }

  private func piece(_ word: Word) -> FramePath {
    var path = FramePath(isContinuation: true)
    let slots = heap.contents(word)
    guard slots.count > 2 else { return path }
    var at = 3
    let end = 3 + slots[2].integer
    var numbers = end
    while at < end, at < slots.count {
      guard let verb = FramePath.Verb(rawValue: UInt8(truncatingIfNeeded: slots[at].integer)),
        numbers + verb.count <= slots.count
      else { break }
      func n(_ i: Int) -> Double { slots[numbers + i].number }
      switch verb {
      case .move: path.move(n(0), n(1))
      case .line: path.line(n(0), n(1))
      case .quad: path.quad(n(0), n(1), n(2), n(3))
      case .curve: path.curve(n(0), n(1), n(2), n(3), n(4), n(5))
      case .close: path.close()
      }
      numbers += verb.count
      at += 1
    }
    return path
  }

  /// What a shape of the prelude draws in a rectangle.
  func shapePath(_ word: Word, in rect: Rect) -> ResolvedPath {
    let shape = resolveShape(word)
    if shape.outline == .user { return userPath(shape.value, in: rect, shape.edits) }
    let outline = outline(shape, radii: shape.radii[...], width: rect.width, height: rect.height)
    let moved = FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: rect.x, ty: rect.y)
    return ResolvedPath(path: outline.path.transformed(moved), isEvenOdd: outline.isEvenOdd)
  }

  /// `path(in:)` of a shape of the scene. What it does wrong is no error of the frame.
  private func userPath(_ value: Word, in rect: Rect, _ edits: [ShapeEdit] = []) -> ResolvedPath {
    let requirement = protocols.shape
    guard !value.isNone, requirement.index >= 0, conforms(heap.type(value), requirement), pathDepth < 32 else {
      return ResolvedPath()
    }
    pathDepth += 1
    defer { pathDepth -= 1 }
    let saved = reader
    let wasUpdating = isUpdating
    reader = -1
    isUpdating = true
    let (wasEmpty, oldPlace) = (isInEmptyBox, pathPlace)
    isInEmptyBox = rect.width <= 0 || rect.height <= 0
    pathPlace = placeOf(witness: requirement, of: heap.type(value))
    defer {
      reader = saved
      isUpdating = wasUpdating
      isInEmptyBox = wasEmpty
      pathPlace = oldPlace
    }
    let path = try? machine.callWitness(
      of: heap.type(value), requirement.proto, requirement.index, [value, makeRect(rect)])
    guard let word = path ?? nil else { return ResolvedPath() }
    var result = resolvePath(word)
    if !edits.isEmpty {
      let size = FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      for edit in edits { result.path = apply(edit, result.path, size) }
    }
    return result
  }

  // MARK: Numbers

  private func box(_ word: Word) -> FrameRect {
    let r = rect(word)
    return FrameRect(x: r.x, y: r.y, width: r.width, height: r.height)
  }

  func affine(_ word: Word) -> FrameTransform {
    guard !word.isNone else { return .identity }
    var values: [Double] = []
    for (index, name) in ["a", "b", "c", "d", "tx", "ty"].enumerated() {
      let value = memberNumber(word, name) ?? (index == 0 || index == 3 ? 1 : 0)
      values.append(value.isFinite ? value : 0)
    }
    return FrameTransform(a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
  }

  // MARK: Growing

  /// Where the next element of a path starts, and the start of its last subpath.
  private func ends(_ word: Word) -> (current: (x: Double, y: Double)?, isEmpty: Bool) {
    var node = tag(word) == .pathBox ? heap.slot(word, 1) : word
    var needsStart = false
    while tag(node) == .path {
      let piece = self.piece(node)
      if let last = piece.verbs.last {
        if !needsStart, last != .close { return (piece.current, false) }
        needsStart = true
        if let start = piece.lastStart { return (start, false) }
      }
      node = heap.slot(node, 1)
    }
    if node.isNone { return (nil, true) }
    let path = resolvePath(node).path
    return (needsStart ? path.lastStart : path.current, path.isEmpty)
  }

  /// The path with a piece added.
  private func grown(_ word: Word, _ build: (inout FramePath, (x: Double, y: Double)) -> Void) -> Word {
    let base = tag(word) == .pathBox ? heap.slot(word, 1) : word
    let isEmpty = base.isNone || isEmptyPath(base)
    var piece = FramePath(isContinuation: !isEmpty)
    build(&piece, (0, 0))
    return link(isEmpty ? .none : base, piece)
  }

  private func isEmptyPath(_ word: Word) -> Bool {
    if tag(word) == .path { return heap.slot(word, 1).isNone && heap.slot(word, 2).integer == 0 }
    guard let info = info(word) else { return false }
    return info.base == "init" && info.labels.isEmpty
  }

  private func link(_ base: Word, _ piece: FramePath) -> Word {
    // In a box without a length a quotient may well be none, and nothing is drawn.
    if !isInEmptyBox, piece.numbers.contains(where: { $0.isNaN }) {
      let view = viewAround(reader)
      let owner = view.map { " in '\($0.name)'" } ?? ""
      _ = checked(Double.nan, "A coordinate of a path\(owner)", view?.place ?? pathPlace)
    }
    var slots = [base, Word(integer: piece.verbs.count)]
    for verb in piece.verbs { slots.append(Word(integer: Int(verb.rawValue))) }
    for number in piece.numbers { slots.append(Word(number: number)) }
    return makeTagged(.path, slots, type: types.named("Path") ?? .unknown)
  }

  /// A native that adds to a path: for `Path` the new value of `self` is its second result, the classes change in place.
  private func add(_ call: inout NativeCall, _ build: (inout FramePath, (x: Double, y: Double)) -> Void) {
    let word = grown(call[0], build)
    if tag(call[0]) == .pathBox {
      heap.setSlot(call[0], 1, word)
    } else {
      call.setResult(word, at: 1)
    }
  }

  /// From `start` to `end` in the sense of growing angles on the screen, or against it.
  static func turn(_ start: Double, _ end: Double, isGrowing: Bool) -> Double {
    let full = 2 * Double.pi
    var delta = end - start
    guard delta.isFinite, abs(delta) < 1e9 else { return 0 }
    if isGrowing {
      if delta >= full { return full }
      while delta < 0 { delta += full }
    } else {
      if delta <= -full { return -full }
      while delta > 0 { delta -= full }
    }
    return delta
  }

  /// The arc that rounds the corner at a point between two lines.
  private static func tangent(
    _ path: inout FramePath, from p0: (x: Double, y: Double), _ p1: Point, _ p2: Point, _ radius: Double
  ) {
    let (ax, ay) = (p0.x - p1.x, p0.y - p1.y)
    let (bx, by) = (p2.x - p1.x, p2.y - p1.y)
    let (la, lb) = ((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
    guard la > 1e-9, lb > 1e-9, radius > 0 else {
      path.line(p1.x, p1.y)
      return
    }
    let cosine = max(-1, min(1, (ax * bx + ay * by) / (la * lb)))
    let half = SceneMath.acos(cosine) / 2
    let tangent = SceneMath.sin(half) / max(SceneMath.cos(half), 1e-9)
    guard tangent > 1e-9, half < .pi / 2 - 1e-9 else {
      path.line(p1.x, p1.y)
      return
    }
    let reach = radius / tangent
    let (ux, uy) = (ax / la, ay / la)
    let (vx, vy) = (bx / lb, by / lb)
    // Handles of a curve that stands for the arc.
    let sweep = .pi - 2 * half
    let k = reach - 4.0 / 3 * SceneMath.sin(sweep / 4) / SceneMath.cos(sweep / 4) * radius
    path.line(p1.x + ux * reach, p1.y + uy * reach)
    path.curve(
      p1.x + ux * k, p1.y + uy * k, p1.x + vx * k, p1.y + vy * k, p1.x + vx * reach, p1.y + vy * reach)
  }

  // MARK: Natives

  static func registerPathValues(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func adds(_ keys: [String], _ body: @escaping (ViewGraph, NativeCall, inout FramePath) -> Void) {
      registry.register(keys) { call in
        guard let graph = graph() else { return }
        let copy = call
        graph.add(&call) { path, _ in body(graph, copy, &path) }
      }
    }
    adds(["Path.move(to:)", "CGMutablePath.move(to:transform:)", "UIBezierPath.move(to:)"]) { graph, call, path in
      let p = graph.moved(call, 1, 2)
      path.move(p.x, p.y)
    }
    adds(["Path.addLine(to:)", "CGMutablePath.addLine(to:transform:)", "UIBezierPath.addLine(to:)"]) {
      graph, call, path in
      let p = graph.moved(call, 1, 2)
      path.line(p.x, p.y)
    }
    adds([
      "Path.addQuadCurve(to:control:)", "CGMutablePath.addQuadCurve(to:control:transform:)",
      "UIBezierPath.addQuadCurve(to:controlPoint:)",
    ]) { graph, call, path in
      let (end, control) = (graph.moved(call, 1, 3), graph.moved(call, 2, 3))
      path.quad(control.x, control.y, end.x, end.y)
    }
    adds([
      "Path.addCurve(to:control1:control2:)", "CGMutablePath.addCurve(to:control1:control2:transform:)",
      "UIBezierPath.addCurve(to:controlPoint1:controlPoint2:)",
    ]) { graph, call, path in
      let (end, a, b) = (graph.moved(call, 1, 4), graph.moved(call, 2, 4), graph.moved(call, 3, 4))
      path.curve(a.x, a.y, b.x, b.y, end.x, end.y)
    }
    adds(["Path.closeSubpath()", "CGMutablePath.closeSubpath()", "UIBezierPath.close()"]) { _, _, path in path.close() }
    adds(["Path.addRect(_:transform:)", "CGMutablePath.addRect(_:transform:)"]) { graph, call, path in
      var figure = FramePath()
      figure.rect(graph.box(call[1]))
      path.append(figure.transformed(graph.affine(call[2])))
    }
    adds(["Path.addRects(_:transform:)", "CGMutablePath.addRects(_:transform:)"]) { graph, call, path in
      var figure = FramePath()
      for word in Array(graph.heap.contents(call[1])) { figure.rect(graph.box(word)) }
      path.append(figure.transformed(graph.affine(call[2])))
    }
    adds(["Path.addEllipse(in:transform:)", "CGMutablePath.addEllipse(in:transform:)"]) { graph, call, path in
      var figure = FramePath()
      figure.ellipse(graph.box(call[1]))
      path.append(figure.transformed(graph.affine(call[2])))
    }
    adds([
      "Path.addRoundedRect(in:cornerSize:style:transform:)",
      "CGMutablePath.addRoundedRect(in:cornerWidth:cornerHeight:transform:)",
    ]) { graph, call, path in
      let isClass = !call[2].isHandle
      let radius = isClass ? call[2].number : graph.size(call[2]).width
      var figure = FramePath()
      figure.rounded(graph.box(call[1]), CornerRadii(radius), isContinuous: !isClass && !graph.isCircular(call[3]))
      path.append(figure.transformed(graph.affine(call[4])))
    }
    adds(["Path.addRoundedRect(in:cornerRadii:style:transform:)"]) { graph, call, path in
      func corner(_ name: String) -> Double { graph.memberNumber(call[2], name) ?? 0 }
      let radii = CornerRadii(
        topLeading: corner("topLeading"), topTrailing: corner("topTrailing"), bottomTrailing: corner("bottomTrailing"),
        bottomLeading: corner("bottomLeading"))
      var figure = FramePath()
      figure.rounded(graph.box(call[1]), radii, isContinuous: !graph.isCircular(call[3]))
      path.append(figure.transformed(graph.affine(call[4])))
    }
    adds(["Path.addLines(_:)", "CGMutablePath.addLines(between:transform:)"]) { graph, call, path in
      let transform = graph.affine(call[2])
      for (index, word) in Array(graph.heap.contents(call[1])).enumerated() {
        let p = graph.point(word)
        let q = transform.apply(p.x, p.y)
        if index == 0 { path.move(q.x, q.y) } else { path.line(q.x, q.y) }
      }
    }
    adds(["Path.addPath(_:transform:)", "CGMutablePath.addPath(_:transform:)", "UIBezierPath.append(_:)"]) {
      graph, call, path in
      path.append(graph.resolvePath(call[1]).path.transformed(graph.affine(call[2])))
    }
    // Core Graphics counts turns with y upwards: on a screen its "clockwise" goes the other way round.
    adds([
      "Path.addArc(center:radius:startAngle:endAngle:clockwise:transform:)",
      "CGMutablePath.addArc(center:radius:startAngle:endAngle:clockwise:transform:)",
    ]) { graph, call, path in
      let (center, start, end) = (graph.point(call[1]), graph.angle(call[3]), graph.angle(call[4]))
      path.arc(
        center.x, center.y, call[2].number, start: start, delta: turn(start, end, isGrowing: !call[5].truth),
        graph.affine(call[6]))
    }
    adds(["UIBezierPath.addArc(withCenter:radius:startAngle:endAngle:clockwise:)"]) { graph, call, path in
      let (center, start, end) = (graph.point(call[1]), graph.angle(call[3]), graph.angle(call[4]))
      path.arc(center.x, center.y, call[2].number, start: start, delta: turn(start, end, isGrowing: call[5].truth))
    }
    adds([
      "Path.addRelativeArc(center:radius:startAngle:delta:transform:)",
      "CGMutablePath.addRelativeArc(center:radius:startAngle:delta:transform:)",
    ]) { graph, call, path in
      let center = graph.point(call[1])
      path.arc(
        center.x, center.y, call[2].number, start: graph.angle(call[3]), delta: graph.angle(call[4]),
        graph.affine(call[5]))
    }
    adds([
      "Path.addArc(tangent1End:tangent2End:radius:transform:)",
      "CGMutablePath.addArc(tangent1End:tangent2End:radius:transform:)",
    ]) { graph, call, path in
      guard let start = graph.ends(call[0]).current else { return }
      tangent(&path, from: start, graph.point(call[1]), graph.point(call[2]), call[3].number)
    }
    registerPathQuestions(&registry, graph)
  }

  /// A point argument after the transform argument.
  private func moved(_ call: NativeCall, _ index: Int, _ transform: Int) -> (x: Double, y: Double) {
    let p = point(call[index])
    return affine(call[transform]).apply(p.x, p.y)
  }

  private static func registerPathQuestions(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("Path.init(_:)") { call in
      guard let graph = graph() else { return }
      // The builder runs where it stands, so that what it reads counts for the body around it.
      guard call.heap.kind(call[0]) == .closure else {
        call.result = call.machine.makeDescription(native: call.native, [call[0]])
        call.heap.share(call[0])
        return
      }
      let empty = graph.link(.none, FramePath())
      do throws(Trap) {
        let results = try call.machine.callClosureResults(call[0], [empty])
        call.result = results.count > 1 ? results[1] : empty
      } catch {
        call.trap(error)
      }
    }
    registry.register("CGMutablePath.init()") { call in
      call.result =
        graph()?.makeTagged(.pathBox, [.none], type: call.types.named("CGMutablePath") ?? .unknown) ?? .none
    }
    registry.register(["Path.cgPath", "UIBezierPath.cgPath"]) { call in
      call.result = graph()?.tag(call[0]) == .pathBox ? call.heap.slot(call[0], 1) : call[0]
    }
    registry.register("UIBezierPath.init(cgPath:)") { call in
      call.result =
        graph()?.makeTagged(.pathBox, [call[0]], type: call.types.named("UIBezierPath") ?? .unknown) ?? .none
    }
    registry.register("UIBezierPath.init(arcCenter:radius:startAngle:endAngle:clockwise:)") { call in
      guard let graph = graph() else { return }
      var path = FramePath()
      let center = graph.point(call[0])
      path.arc(
        center.x, center.y, call[1].number, start: call[2].number,
        delta: turn(call[2].number, call[3].number, isGrowing: call[4].truth))
      call.result = graph.makeTagged(
        .pathBox, [graph.link(.none, path)], type: call.types.named("UIBezierPath") ?? .unknown)
    }
    registry.register("UIBezierPath.apply(_:)") { call in
      guard let graph = graph(), graph.tag(call[0]) == .pathBox else { return }
      let path = graph.resolvePath(call[0]).path.transformed(graph.affine(call[1]))
      call.heap.setSlot(call[0], 1, graph.link(.none, path))
    }
    registry.register("UIBezierPath.removeAllPoints()") { call in
      if graph()?.tag(call[0]) == .pathBox { call.heap.setSlot(call[0], 1, .none) }
    }
    registry.register(["Path.isEmpty", "CGPath.isEmpty", "UIBezierPath.isEmpty"]) { call in
      call.result = Word(truth: graph()?.resolvePath(call[0]).path.isEmpty ?? true)
    }
    registry.register(["Path.boundingRect", "CGPath.boundingBox", "CGPath.boundingBoxOfPath", "UIBezierPath.bounds"]) {
      call in
      guard let graph = graph() else { return }
      let box = graph.resolvePath(call[0]).path.box ?? .zero
      call.result = graph.makeRect(Rect(box.x, box.y, box.width, box.height))
    }
    registry.register(["Path.currentPoint", "CGPath.currentPoint", "UIBezierPath.currentPoint"]) { call in
      guard let graph = graph() else { return }
      if let point = graph.ends(call[0]).current {
        call.result = graph.makePoint(point.x, point.y)
      } else if call.key.hasPrefix("Path") {
        call.result = .none
      } else {
        call.result = graph.makePoint(0, 0)
      }
    }
    registry.register(["Path.contains(_:eoFill:)", "CGPath.contains(_:using:transform:)", "UIBezierPath.contains(_:)"])
    {
      call in
      guard let graph = graph() else { return }
      let path = graph.resolvePath(call[0])
      let point = graph.point(call[1])
      let isEvenOdd = call.key.hasPrefix("Path") ? call[2].truth : path.isEvenOdd
      call.result = Word(truth: path.path.contains(point.x, point.y, isEvenOdd: isEvenOdd))
    }
    registry.register("Path.forEach(_:)") { call in
      guard let graph = graph() else { return }
      let path = graph.resolvePath(call[0]).path
      let type = call.types.named("Path.Element") ?? .unknown
      var at = 0
      for verb in path.verbs {
        func point(_ offset: Int) -> Word {
          graph.makePoint(path.numbers[at + offset], path.numbers[at + offset + 1])
        }
        var slots = [Word(integer: Int(verb.rawValue))]
        switch verb {
        case .move, .line: slots.append(point(0))
        case .quad: slots += [point(2), point(0)]
        case .curve: slots += [point(4), point(0), point(2)]
        case .close: break
        }
        at += verb.count
        do throws(Trap) {
          _ = try call.machine.callClosure(call[1], [call.heap.make(.enumeration, type: type, slots)])
        } catch {
          call.trap(error)
          return
        }
      }
    }
  }
}
