/// `Canvas`: what its renderer draws, for pictures.
///
/// A `GraphicsContext` is an object with what a copy of it keeps to itself: opacity, map, mode of blending, layer. What is drawn goes to the
/// recorder of the canvas whose renderer runs; that happens each time a picture is made, as the system draws a canvas when it is shown.
/// Symbols of the canvas, shaders, tiled images and drawing with Core Graphics are not drawn, and noted.

import SceneIR

/// One thing that a renderer drew.
struct CanvasOp {
  /// From the space of the element to the canvas.
  var transform: FrameTransform
  var width: Double
  var height: Double
  var opacity: Double
  /// Row of `CanvasRecorder.layers`, -1 for none.
  var layer: Int
  var element: FrameElement
}

struct CanvasRecorder {
  var node: SID
  var size: Size
  var ops: [CanvasOp] = []
  /// Filters, clips, layers and modes of blending, each with the one around it.
  var layers: [(parent: Int, kind: FrameEffect.Kind)] = []

  /// What a canvas may draw in one picture.
  static let mostOps = 20_000
}

/// What a `GraphicsContext` holds.
private struct CanvasState {
  var opacity = 1.0
  var transform = FrameTransform.identity
  var layer = -1
  var blend = Word.none
}

extension ViewGraph {
  // MARK: Drawing

  func isCanvas(_ id: UID) -> Bool {
    u[Int(id)].op == .unknownView && u[Int(id)].s >= 0 && info(s[Int(u[Int(id)].s)].value)?.type == "Canvas"
  }

  /// Leaves for what a canvas draws.
  func canvasLeaves(_ item: DisplayItem, _ effect: Int32, _ table: inout EffectTable) -> [FrameLeaf] {
    let node = u[Int(item.id)].s
    let renderer = argument(s[Int(node)].value, "renderer")
    guard heap.kind(renderer) == .closure else { return [] }
    let saved = canvas
    canvas = CanvasRecorder(node: node, size: Size(item.width, item.height))
    machine.beginEvent()
    let context = context(CanvasState())
    _ = evaluateFree { try machine.callClosureResults(renderer, [context, makeSize(item.width, item.height)]) }
    let recorder = canvas
    canvas = saved
    guard let recorder else { return [] }
    var rows: [Int32] = []
    for layer in recorder.layers {
      let parent = layer.parent >= 0 ? rows[layer.parent] : effect
      var kind = layer.kind
      if case .clip(let outline, _) = kind { kind = .clip(outline, item.transform) }
      rows.append(table.add(parent, item.id, kind))
    }
    return recorder.ops.map { op in
      var row = op.layer >= 0 ? rows[op.layer] : effect
      if op.opacity < 1 { row = table.add(row, item.id, .opacity(max(0, op.opacity))) }
      return FrameLeaf(
        view: Int(u[Int(item.id)].record), transform: item.transform.concat(op.transform), width: op.width,
        height: op.height, effect: Int(row), elements: [op.element])
    }
  }

  // MARK: Contexts

  private func context(_ state: CanvasState) -> Word {
    let t = state.transform
    return makeTagged(
      .graphics,
      [state.opacity, t.a, t.b, t.c, t.d, t.tx, t.ty].map { Word(number: $0) } + [
        Word(integer: state.layer), state.blend,
      ], type: types.named("GraphicsContext") ?? .unknown)
  }

  private func state(_ word: Word) -> CanvasState {
    guard tag(word) == .graphics, heap.count(word) > 9 else { return CanvasState() }
    func n(_ i: Int) -> Double { heap.slot(word, i).number }
    return CanvasState(
      opacity: n(1), transform: FrameTransform(a: n(2), b: n(3), c: n(4), d: n(5), tx: n(6), ty: n(7)),
      layer: heap.slot(word, 8).integer, blend: heap.slot(word, 9))
  }

  private func layer(_ kind: FrameEffect.Kind, in parent: Int) -> Int {
    guard canvas != nil, let count = canvas?.layers.count, count < CanvasRecorder.mostOps else { return parent }
    canvas?.layers.append((parent, kind))
    return count
  }

  private func record(_ state: CanvasState, _ element: FrameElement, _ transform: FrameTransform, _ size: Size) {
    guard let recorder = canvas, recorder.ops.count < CanvasRecorder.mostOps else { return }
    var row = state.layer
    if let mode = state.blend.isNone ? nil : blendMode(state.blend) { row = layer(.blend(mode), in: row) }
    canvas?.ops.append(
      CanvasOp(
        transform: transform, width: size.width, height: size.height, opacity: state.opacity, layer: row,
        element: element))
  }

  /// Something that is drawn in the canvas's own space.
  private func record(_ state: CanvasState, _ element: FrameElement) {
    record(state, element, .identity, canvas?.size ?? .zero)
  }

  // MARK: Values

  private func paint(_ shading: Word, _ state: CanvasState) -> FramePaint? {
    guard let recorder = canvas else { return nil }
    let node = recorder.node
    func unit(_ x: Double, _ y: Double) -> (Double, Double) {
      let p = state.transform.apply(x, y)
      return (p.x / max(recorder.size.width, 1e-9), p.y / max(recorder.size.height, 1e-9))
    }
    func gradient(_ kind: FrameGradient.Kind) -> FrameGradient? {
      guard let stops = style(argument(shading, 0), at: node).gradient?.stops else { return nil }
      return FrameGradient(kind: kind, stops: stops, startX: 0, startY: 0, endX: 0, endY: 0)
    }
    switch info(shading)?.base {
    case "color":
      if hasArgument(shading, "red") {
        return .color(
          FrameColor(
            red: number(shading, "red") ?? 0, green: number(shading, "green") ?? 0, blue: number(shading, "blue") ?? 0,
            alpha: number(shading, "opacity") ?? 1))
      }
      if hasArgument(shading, "white") {
        let white = number(shading, "white") ?? 0
        return .color(FrameColor(red: white, green: white, blue: white, alpha: number(shading, "opacity") ?? 1))
      }
      return .color(style(argument(shading, 0), at: node).color)
    case "style":
      let style = style(argument(shading, 0), at: node)
      return style.gradient.map { .gradient($0) } ?? .color(style.color)
    case "foreground": return foreground(node)
    case "linearGradient":
      guard var result = gradient(.linear) else { return nil }
      let (start, end) = (point(argument(shading, "startPoint")), point(argument(shading, "endPoint")))
      (result.startX, result.startY) = unit(start.x, start.y)
      (result.endX, result.endY) = unit(end.x, end.y)
      return .gradient(result)
    case "radialGradient", "conicGradient":
      let isConic = info(shading)?.base == "conicGradient"
      guard var result = gradient(isConic ? .angular : .radial) else { return nil }
      let center = point(argument(shading, "center"))
      (result.startX, result.startY) = unit(center.x, center.y)
      (result.endX, result.endY) = (result.startX, result.startY)
      result.startRadius = (number(shading, "startRadius") ?? 0) * state.transform.lengthFactor
      result.endRadius = (number(shading, "endRadius") ?? 0) * state.transform.lengthFactor
      if isConic {
        result.startAngle = angle(argument(shading, "angle"))
        result.endAngle = result.startAngle + 2 * Double.pi
      }
      return .gradient(result)
    case "palette":
      return elementsOf(-1, argument(shading, 0)).first.flatMap { paint($0, state) }
    default:
      if let info = info(shading) { note(info) }
      return nil
    }
  }

  private func foreground(_ node: SID) -> FramePaint {
    guard let set = environmentValue(node, "foregroundStyle") else {
      return .color(color(named: "primary", node) ?? FrameColor(red: 0, green: 0, blue: 0, alpha: 1))
    }
    let style = style(set, at: node)
    return style.gradient.map { .gradient($0) } ?? .color(style.color)
  }

  private func outline(_ path: Word, _ fill: Word, _ state: CanvasState) -> FrameOutline {
    let resolved = resolvePath(path)
    let isEvenOdd = resolved.isEvenOdd || (member(fill, "isEOFilled")?.truth ?? false)
    return .path(resolved.path.transformed(state.transform), isEvenOdd: isEvenOdd)
  }

  private func filter(_ word: Word, _ state: CanvasState) -> FrameEffect.Kind? {
    let factor = state.transform.lengthFactor
    let amount = number(word, 0) ?? 0
    switch info(word)?.base {
    case "blur": return .blur((number(word, "radius") ?? 0) * factor)
    case "shadow":
      let given = argument(word, "color")
      let color =
        given.isNone
        ? FrameColor(red: 0, green: 0, blue: 0, alpha: 0.33) : style(given, at: canvas?.node ?? -1).color
      return .shadow(
        color, radius: (number(word, "radius") ?? 0) * factor, x: (number(word, "x") ?? 0) * factor,
        y: (number(word, "y") ?? 0) * factor)
    case "brightness": return .brightness(amount)
    case "contrast": return .contrast(amount)
    case "saturation": return .saturation(amount)
    case "grayscale": return .saturation(1 - amount)
    case "hueRotation": return .hueRotation(angle(argument(word, 0)))
    case "colorInvert": return .invert
    case "luminanceToAlpha": return .luminanceToAlpha
    case "colorMultiply": return .multiply(style(argument(word, 0), at: canvas?.node ?? -1).color)
    default:
      if let info = info(word) { note(info) }
      return nil
    }
  }

  // MARK: Texts and images

  private func textSize(_ text: Word, _ proposal: Proposal) -> (layout: TextLayout, text: ResolvedText, size: Size) {
    let resolved = resolveText(text, at: canvas?.node ?? -1)
    let layout = TextLayout(resolved.content)
    return (layout, resolved, layout.size(for: proposal, engine: tree.textEngine, scale: device.scale))
  }

  private func draw(text: Word, _ state: CanvasState, at place: Point?, _ anchor: UnitPoint, in box: Rect?) {
    let proposal = box.map { Proposal($0.size) } ?? Proposal(raw: .nan, .nan)
    let (layout, resolved, size) = textSize(text, proposal)
    let lines = layout.lines(for: proposal, engine: tree.textEngine, scale: device.scale)
    let looks = resolved.looks.map { look in
      var result = LeafLook(look)
      if !look.color.isNone { result.color = style(look.color, at: canvas?.node ?? -1).color }
      return result
    }
    let origin = box?.origin ?? Point((place?.x ?? 0) - anchor.x * size.width, (place?.y ?? 0) - anchor.y * size.height)
    let node = canvas?.node ?? -1
    let main = resolved.color.isNone ? foreground(node) : .color(style(resolved.color, at: node).color)
    let map = state.transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: origin.x, ty: origin.y))
    record(state, .text(tree.frameLines(lines, resolved.content, looks), main), map, size)
  }

  private func draw(image word: Word, _ state: CanvasState, at place: Point?, _ anchor: UnitPoint, in box: Rect?) {
    var current = word
    while let info = info(current), info.selfCount == 1 { current = receiver(current) }
    let isSymbol = hasArgument(current, "systemName")
    let name =
      isSymbol ? heap.string(argument(current, "systemName")) ?? "" : imageName(current, canvas?.node ?? -1)
    var size = Size(20, 20)
    if !isSymbol {
      guard let row = imageRows[name] else { return }
      size = Size(machine.module.images[row].width, machine.module.images[row].height)
    }
    let rect =
      box
      ?? Rect(
        (place?.x ?? 0) - anchor.x * size.width, (place?.y ?? 0) - anchor.y * size.height, size.width, size.height)
    let frame = FrameRect(x: 0, y: 0, width: rect.width, height: rect.height)
    let element: FrameElement =
      isSymbol
      ? .symbol(FrameSymbol(name: name, weight: 0, paints: [foreground(canvas?.node ?? -1)]), frame)
      : .image(imageRows[name] ?? 0, frame, nil)
    let map = state.transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: rect.x, ty: rect.y))
    record(state, element, map, rect.size)
  }

  private func draw(_ word: Word, _ state: CanvasState, at place: Point?, _ anchor: UnitPoint, in box: Rect?) {
    if word.isNone { return }
    if op(word) == .image { return draw(image: word, state, at: place, anchor, in: box) }
    draw(text: word, state, at: place, anchor, in: box)
  }

  // MARK: Natives

  static func registerCanvas(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    /// A method that changes the context.
    func mutating(_ key: String, _ change: @escaping (ViewGraph, inout NativeCall, inout CanvasState) -> Void) {
      registry.register("GraphicsContext." + key) { call in
        guard let graph = graph() else { return }
        var state = graph.state(call[0])
        change(graph, &call, &state)
        call.setResult(graph.context(state), at: 1)
      }
    }
    /// A method that draws.
    func drawing(_ key: String, _ draw: @escaping (ViewGraph, inout NativeCall, CanvasState) -> Void) {
      registry.register("GraphicsContext." + key) { call in
        guard let graph = graph(), graph.canvas != nil else { return }
        draw(graph, &call, graph.state(call[0]))
      }
    }
    registry.register("GraphicsContext.opacity") { call in
      call.result = Word(number: graph()?.state(call[0]).opacity ?? 1)
    }
    mutating("opacity=") { _, call, state in state.opacity = call[1].number }
    registry.register("GraphicsContext.blendMode") { call in call.result = graph()?.state(call[0]).blend ?? .none }
    mutating("blendMode=") { _, call, state in state.blend = call[1] }
    registry.register("GraphicsContext.transform") { call in
      guard let graph = graph() else { return }
      let t = graph.state(call[0]).transform
      call.result = graph.makeStruct(
        "CGAffineTransform", [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Word(number: $0) })
    }
    mutating("transform=") { graph, call, state in state.transform = graph.affine(call[1]) }
    mutating("concatenate(_:)") { graph, call, state in
      state.transform = state.transform.concat(graph.affine(call[1]))
    }
    mutating("translateBy(x:y:)") { _, call, state in
      state.transform = state.transform.concat(
        FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: call[1].number, ty: call[2].number))
    }
    mutating("scaleBy(x:y:)") { _, call, state in
      state.transform = state.transform.concat(
        FrameTransform(a: call[1].number, b: 0, c: 0, d: call[2].number, tx: 0, ty: 0))
    }
    mutating("rotate(by:)") { graph, call, state in
      let turn = graph.angle(call[1])
      let (sine, cosine) = (SceneMath.sin(turn), SceneMath.cos(turn))
      state.transform = state.transform.concat(
        FrameTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
    }
    mutating("addFilter(_:options:)") { graph, call, state in
      if let kind = graph.filter(call[1], state) { state.layer = graph.layer(kind, in: state.layer) }
    }
    mutating("clip(to:style:options:)") { graph, call, state in
      state.layer = graph.layer(.clip(graph.outline(call[1], call[2], state), .identity), in: state.layer)
    }
    drawing("fill(_:with:style:)") { graph, call, state in
      guard let paint = graph.paint(call[2], state) else { return }
      graph.record(state, .fill(graph.outline(call[1], call[3], state), paint))
    }
    drawing("stroke(_:with:style:)") { graph, call, state in
      guard let paint = graph.paint(call[2], state) else { return }
      var stroke = graph.strokeStyle(call[3])
      stroke.width *= state.transform.lengthFactor
      graph.record(state, .stroke(graph.outline(call[1], .none, state), paint, stroke))
    }
    drawing("stroke(_:with:lineWidth:)") { graph, call, state in
      guard let paint = graph.paint(call[2], state) else { return }
      let stroke = FrameStroke(width: call[3].number * state.transform.lengthFactor)
      graph.record(state, .stroke(graph.outline(call[1], .none, state), paint, stroke))
    }
    drawing("draw(_:at:anchor:)") { graph, call, state in
      let anchor = call[3].isNone ? UnitPoint.center : graph.unitPoint(call[3])
      graph.draw(call[1], state, at: graph.point(call[2]), anchor, in: nil)
    }
    for key in ["draw(_:in:)", "draw(_:in:style:)"] {
      drawing(key) { graph, call, state in
        graph.draw(call[1], state, at: nil, .topLeading, in: graph.rect(call[2]))
      }
    }
    registry.register("GraphicsContext.drawLayer(content:)") { call in
      guard let graph = graph(), graph.canvas != nil else { return }
      let outer = graph.state(call[0])
      var inner = CanvasState()
      inner.transform = outer.transform
      inner.layer = graph.layer(.opacity(max(0, min(1, outer.opacity))), in: outer.layer)
      let closure = call[1]
      do throws(Trap) {
        _ = try graph.machine.callClosureResults(closure, [graph.context(inner)])
      } catch {
        call.trap(error)
      }
    }
    registry.register("GraphicsContext.resolve(_:)") { call in call.result = call[1] }
    registry.register("GraphicsContext.clipBoundingRect") { call in
      guard let graph = graph() else { return }
      let size = graph.canvas?.size ?? .zero
      call.result = graph.makeRect(Rect(0, 0, size.width, size.height))
    }
    registry.register("GraphicsContext.environment") { call in
      guard let graph = graph() else { return }
      call.result = graph.environmentObject(graph.canvas?.node ?? -1)
    }
    registry.register("GraphicsContext.ResolvedText.measure(in:)") { call in
      guard let graph = graph() else { return }
      let size = graph.textSize(call[0], Proposal(graph.size(call[1]))).size
      call.result = graph.makeSize(size.width, size.height)
    }
  }
}
