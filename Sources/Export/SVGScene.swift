import SceneRuntime

/// One element of a picture: the flat, ordered form in which both SVG files and the player's page are written. The key is
/// the same for one part of one view from frame to frame, so that a page changes attributes instead of making anew.
package struct SVGElement: Equatable, Sendable {
  package var depth: Int
  package var key: String
  package var tag: String
  /// In the order of writing; values are not escaped.
  package var attributes: [Attribute]
  package var text: String?

  package struct Attribute: Equatable, Sendable {
    package var name: String
    package var value: String
  }
}

/// How pictures are drawn.
package struct SVGOptions: Sendable {
  /// Stands before every id, so that several pictures can share a page.
  package var idPrefix = ""
  /// The renderer does not know `textLength`: texts are fitted by the widths of Inter.
  package var fitsText = false
  /// Points; 0 leaves the background out.
  package var hasBackground = true

  package init() {}
}

/// Turns the drawing of a frame into elements.
struct SVGScene {
  let drawing: FrameDrawing
  let width: Double
  let height: Double
  let options: SVGOptions
  private(set) var elements: [SVGElement] = []
  private var depth = 0
  private var keyCounts: [String: Int] = [:]
  /// Screen boxes of what effects hold.
  private var bounds: [FrameRect?]

  init(_ drawing: FrameDrawing, width: Double, height: Double, options: SVGOptions) {
    self.drawing = drawing.flattened
    self.width = width
    self.height = height
    self.options = options
    bounds = [FrameRect?](repeating: nil, count: drawing.effects.count)
  }

  mutating func build() -> [SVGElement] {
    if options.hasBackground {
      add(
        "rect", "background",
        [("width", number(width)), ("height", number(height)), ("fill", drawing.isDark ? "#000000" : "#FFFFFF")])
    }
    measure(drawing.leaves)
    draw(drawing.leaves, "")
    return elements
  }

  // MARK: Elements

  /// Adds an element; its children are added between `open` and `close`.
  mutating func add(_ tag: String, _ key: String, _ attributes: [(String, String)], text: String? = nil) {
    let count = keyCounts[key, default: 0]
    keyCounts[key] = count + 1
    elements.append(
      SVGElement(
        depth: depth, key: count == 0 ? key : "\(key)*\(count)", tag: tag,
        attributes: attributes.map { SVGElement.Attribute(name: $0.0, value: $0.1) }, text: text))
  }

  mutating func open(_ tag: String, _ key: String, _ attributes: [(String, String)]) {
    add(tag, key, attributes)
    depth += 1
  }

  mutating func close() { depth -= 1 }

  func id(_ name: String) -> String { options.idPrefix + name }

  /// For attributes that refer to an element.
  func reference(_ name: String) -> String { "url(#\(options.idPrefix)\(name))" }

  // MARK: Leaves and groups

  private mutating func measure(_ leaves: [FrameLeaf]) {
    for leaf in leaves {
      var box = FrameRect(x: 0, y: 0, width: leaf.width, height: leaf.height)
      for element in leaf.elements {
        switch element {
        case .stroke(let outline, _, let stroke):
          if let path = outline.path.box { box = box.union(path.grown(by: stroke.width)) }
        case .fill(let outline, _): if let path = outline.path.box { box = box.union(path) }
        case .text: box = box.grown(by: 4)
        default: break
        }
      }
      let shown = leaf.transform.bounds(box)
      var effect = leaf.effect
      while effect >= 0 {
        bounds[effect] = bounds[effect].map { $0.union(shown) } ?? shown
        if case .mask(let inner) = drawing.effects[effect].kind, bounds[effect] == shown { measure(inner) }
        effect = drawing.effects[effect].parent
      }
    }
  }

  /// Draws leaves, opening and closing the groups of their effects. `scope` tells masks apart.
  private mutating func draw(_ leaves: [FrameLeaf], _ scope: String) {
    var opened: [Int] = []
    for leaf in leaves {
      var chain: [Int] = []
      var effect = leaf.effect
      while effect >= 0 {
        chain.append(effect)
        effect = drawing.effects[effect].parent
      }
      chain.reverse()
      var shared = 0
      while shared < min(chain.count, opened.count), chain[shared] == opened[shared] { shared += 1 }
      while opened.count > shared {
        opened.removeLast()
        close()
      }
      for row in chain[shared...] {
        openEffect(row, scope)
        opened.append(row)
      }
      draw(leaf, scope)
    }
    for _ in opened { close() }
  }

  private mutating func draw(_ leaf: FrameLeaf, _ scope: String) {
    let key = "\(scope)v\(leaf.view)"
    var attributes: [(String, String)] = []
    if leaf.view > 0, scope.isEmpty { attributes.append(("data-v", "\(leaf.view)")) }
    if let value = transform(leaf.transform) { attributes.append(("transform", value)) }
    open("g", key, attributes)
    let base = elements[elements.count - 1].key
    for (index, element) in leaf.elements.enumerated() {
      draw(element, leaf, "\(base).\(index)")
    }
    close()
  }

  // MARK: Effects

  private mutating func openEffect(_ row: Int, _ scope: String) {
    let effect = drawing.effects[row]
    var letter = "e"
    switch effect.kind {
    case .opacity: letter = "o"
    case .blur: letter = "b"
    case .shadow: letter = "s"
    case .clip: letter = "c"
    case .mask: letter = "m"
    default: letter = "f"
    }
    let key = "\(scope)\(letter)\(effect.owner)"
    let unique = keyCounts[key].map { "\(key)*\($0)" } ?? key
    switch effect.kind {
    case .opacity(let value): open("g", key, [("opacity", number(value, 4))])
    case .blend(let mode): open("g", key, [("style", "mix-blend-mode:\(mode)")])
    case .clip(let outline, let map):
      if covers(outline, map, row) {
        open("g", key, [])
        return
      }
      open("g", key, [("clip-path", reference(unique))])
      open("clipPath", "\(key)k", [("id", id(unique))])
      var shape = geometry(outline)
      if let value = transform(map) { shape.attributes.append(("transform", value)) }
      if outline.isEvenOdd { shape.attributes.append(("clip-rule", "evenodd")) }
      add(shape.tag, "\(key)p", shape.attributes)
      close()
    case .mask(let leaves):
      open("g", key, [("mask", reference(unique))])
      open(
        "mask", "\(key)k",
        [
          ("id", id(unique)), ("maskUnits", "userSpaceOnUse"), ("mask-type", "alpha"), ("style", "mask-type:alpha"),
          ("x", number(-width)), ("y", number(-height)), ("width", number(3 * width)), ("height", number(3 * height)),
        ])
      draw(leaves, "\(unique).")
      close()
    default: openFilter(effect.kind, row, key, unique)
    }
  }

  /// A clip that takes nothing away.
  private func covers(_ outline: FrameOutline, _ map: FrameTransform, _ row: Int) -> Bool {
    guard case .rect(let box) = outline, map.isAxisAligned, let inner = bounds[row] else { return false }
    let outer = map.bounds(box)
    return inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01 && inner.maxX <= outer.maxX + 0.01
      && inner.maxY <= outer.maxY + 0.01
  }

  private mutating func openFilter(_ kind: FrameEffect.Kind, _ row: Int, _ key: String, _ unique: String) {
    var box = bounds[row] ?? FrameRect(x: 0, y: 0, width: width, height: height)
    switch kind {
    case .blur(let radius): box = box.grown(by: 3 * radius)
    case .shadow(_, let radius, let x, let y):
      box = box.union(
        FrameRect(x: box.x + x, y: box.y + y, width: box.width, height: box.height).grown(by: 3 * radius))
    default: box = box.grown(by: 1)
    }
    // What lies far outside of the screen costs the renderer and shows nothing.
    box = box.grown(by: 1).intersection(
      FrameRect(x: -width, y: -height, width: 3 * width, height: 3 * height))
    open("g", key, [("filter", reference(unique))])
    open(
      "filter", "\(key)k",
      [
        ("id", id(unique)), ("filterUnits", "userSpaceOnUse"), ("x", number(box.x)), ("y", number(box.y)),
        ("width", number(max(box.width, 1))), ("height", number(max(box.height, 1))),
        ("color-interpolation-filters", "sRGB"),
      ])
    func matrix(_ rows: [Double]) {
      add(
        "feColorMatrix", "\(key)p",
        [("type", "matrix"), ("values", rows.map { number($0, 4) }.joined(separator: " "))])
    }
    switch kind {
    case .blur(let radius): add("feGaussianBlur", "\(key)p", [("stdDeviation", number(radius))])
    case .shadow(let color, let radius, let x, let y):
      add("feGaussianBlur", "\(key)p", [("in", "SourceAlpha"), ("stdDeviation", number(radius))])
      add("feOffset", "\(key)q", [("dx", number(x)), ("dy", number(y)), ("result", "b")])
      add("feFlood", "\(key)r", [("flood-color", hex(color)), ("flood-opacity", number(color.alpha, 4))])
      add("feComposite", "\(key)t", [("in2", "b"), ("operator", "in"), ("result", "s")])
      open("feMerge", "\(key)u", [])
      add("feMergeNode", "\(key)x", [("in", "s")])
      add("feMergeNode", "\(key)y", [("in", "SourceGraphic")])
      close()
    case .brightness(let b): matrix([1, 0, 0, 0, b, 0, 1, 0, 0, b, 0, 0, 1, 0, b, 0, 0, 0, 1, 0])
    case .contrast(let c):
      let o = 0.5 - c / 2
      matrix([c, 0, 0, 0, o, 0, c, 0, 0, o, 0, 0, c, 0, o, 0, 0, 0, 1, 0])
    case .saturation(let s):
      let (r, g, b) = (0.2126 * (1 - s), 0.7152 * (1 - s), 0.0722 * (1 - s))
      matrix([r + s, g, b, 0, 0, r, g + s, b, 0, 0, r, g, b + s, 0, 0, 0, 0, 0, 1, 0])
    case .hueRotation(let angle):
      add("feColorMatrix", "\(key)p", [("type", "hueRotate"), ("values", number(angle * 180 / .pi))])
    case .multiply(let c):
      matrix([c.red, 0, 0, 0, 0, 0, c.green, 0, 0, 0, 0, 0, c.blue, 0, 0, 0, 0, 0, c.alpha, 0])
    case .invert: matrix([-1, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0])
    case .luminanceToAlpha: add("feColorMatrix", "\(key)p", [("type", "luminanceToAlpha")])
    default: break
    }
    close()
  }

  // MARK: Parts of leaves

  private mutating func draw(_ element: FrameElement, _ leaf: FrameLeaf, _ key: String) {
    switch element {
    case .fill(let outline, let paint): fill(outline, paint, leaf, key)
    case .stroke(let outline, let paint, let stroke): self.stroke(outline, paint, stroke, leaf, key)
    case .text(let lines, let paint): text(lines, paint, leaf, key)
    case .symbol(let symbol, let box): draw(symbol: symbol, box, leaf, key)
    case .image(let row, let box, let tint): image(row, box, tint, key)
    case .placeholder(let name, let box): placeholder(name, box, key)
    }
  }

  private mutating func fill(_ outline: FrameOutline, _ paint: FramePaint, _ leaf: FrameLeaf, _ key: String) {
    var shape = geometry(outline)
    if outline.isEvenOdd { shape.attributes.append(("fill-rule", "evenodd")) }
    if case .gradient(let gradient) = paint, gradient.kind == .angular {
      open("g", key, [("clip-path", reference("\(key)c"))])
      open("clipPath", "\(key)k", [("id", id("\(key)c"))])
      if outline.isEvenOdd { shape.attributes.append(("clip-rule", "evenodd")) }
      add(shape.tag, "\(key)p", shape.attributes)
      close()
      wedges(gradient, leaf, key)
      close()
      return
    }
    shape.attributes += self.paint(paint, "fill", leaf, key)
    add(shape.tag, key, shape.attributes)
  }

  private mutating func stroke(
    _ outline: FrameOutline, _ paint: FramePaint, _ stroke: FrameStroke, _ leaf: FrameLeaf, _ key: String
  ) {
    var shape = geometry(outline)
    shape.attributes.append(("fill", "none"))
    var line: [(String, String)] = [("stroke-width", number(stroke.width))]
    if stroke.cap != .butt { line.append(("stroke-linecap", stroke.cap.rawValue)) }
    if stroke.join != .miter {
      line.append(("stroke-linejoin", stroke.join.rawValue))
    } else {
      line.append(("stroke-miterlimit", number(max(1, stroke.miterLimit))))
    }
    if !stroke.dash.isEmpty, stroke.dash.contains(where: { $0 > 0 }) {
      line.append(("stroke-dasharray", stroke.dash.map { number(max(0, $0)) }.joined(separator: " ")))
      if stroke.dashPhase != 0 { line.append(("stroke-dashoffset", number(stroke.dashPhase))) }
    }
    if case .gradient(let gradient) = paint, gradient.kind == .angular {
      open("g", key, [("mask", reference("\(key)m"))])
      let reach = stroke.width + 2
      open(
        "mask", "\(key)k",
        [
          ("id", id("\(key)m")), ("maskUnits", "userSpaceOnUse"), ("x", number(-reach)), ("y", number(-reach)),
          ("width", number(leaf.width + 2 * reach)), ("height", number(leaf.height + 2 * reach)),
        ])
      add(shape.tag, "\(key)p", shape.attributes + [("stroke", "#FFFFFF")] + line)
      close()
      wedges(gradient, leaf, key)
      close()
      return
    }
    shape.attributes += self.paint(paint, "stroke", leaf, key) + line
    add(shape.tag, key, shape.attributes)
  }

  /// Attributes of a paint; gradients are defined in front.
  mutating func paint(_ paint: FramePaint, _ name: String, _ leaf: FrameLeaf, _ key: String) -> [(String, String)] {
    switch paint {
    case .color(let color):
      var result = [(name, hex(color))]
      if color.alpha < 1 { result.append(("\(name)-opacity", number(max(color.alpha, 0), 4))) }
      return result
    case .gradient(let gradient):
      define(gradient, leaf, key)
      return [(name, reference("\(key)g"))]
    }
  }

  private mutating func define(_ gradient: FrameGradient, _ leaf: FrameLeaf, _ key: String) {
    var attributes: [(String, String)] = [("id", id("\(key)g")), ("gradientUnits", "userSpaceOnUse")]
    var from = 0.0
    var scale = 1.0
    let tag: String
    switch gradient.kind {
    case .linear, .angular:
      tag = "linearGradient"
      attributes += [
        ("x1", number(gradient.startX * leaf.width)), ("y1", number(gradient.startY * leaf.height)),
        ("x2", number(gradient.endX * leaf.width)), ("y2", number(gradient.endY * leaf.height)),
      ]
    case .radial, .elliptical:
      tag = "radialGradient"
      let end = max(gradient.startRadius, gradient.endRadius, 1e-3)
      from = gradient.startRadius / end
      scale = (gradient.endRadius - gradient.startRadius) / end
      if gradient.kind == .radial {
        attributes += [
          ("cx", number(gradient.startX * leaf.width)), ("cy", number(gradient.startY * leaf.height)),
          ("r", number(end)),
        ]
      } else {
        attributes += [
          ("cx", number(gradient.startX, 4)), ("cy", number(gradient.startY, 4)), ("r", number(end, 4)),
          ("gradientTransform", "scale(\(number(max(leaf.width, 1e-3))) \(number(max(leaf.height, 1e-3))))"),
        ]
      }
    }
    open(tag, "\(key)g", attributes)
    let stops = scale < 0 ? Array(gradient.stops.reversed()) : gradient.stops
    for (index, stop) in stops.enumerated() {
      add(
        "stop", "\(key)g\(index)",
        [
          ("offset", number(min(1, max(0, from + scale * stop.location)), 4)), ("stop-color", hex(stop.color)),
          ("stop-opacity", number(max(stop.color.alpha, 0), 4)),
        ])
    }
    close()
  }

  /// An angular gradient as a fan of triangles.
  private mutating func wedges(_ gradient: FrameGradient, _ leaf: FrameLeaf, _ key: String) {
    let cx = gradient.startX * leaf.width
    let cy = gradient.startY * leaf.height
    let reach = 2 * (leaf.width + leaf.height) + 10
    var span = gradient.endAngle - gradient.startAngle
    if span == 0 || !span.isFinite { span = 2 * .pi }
    span = max(-2 * .pi, min(2 * .pi, span))
    // What the gradient does not reach has its nearest end's colour.
    let count = 72
    for k in 0..<count {
      let t = (Double(k) + 0.5) / Double(count)
      let turned = t * 2 * .pi
      var fraction = turned / abs(span)
      if fraction > 1 { fraction = turned - abs(span) > (2 * .pi - abs(span)) / 2 ? 0 : 1 }
      let color = SVGScene.color(gradient.stops, at: fraction)
      let sign = span < 0 ? -1.0 : 1.0
      let a = gradient.startAngle + sign * Double(k) / Double(count) * 2 * .pi
      // A little further than its edge, so that no seam shows.
      let b = gradient.startAngle + sign * (Double(k) + 1.25) / Double(count) * 2 * .pi
      let path =
        "M\(number(cx)) \(number(cy))L\(number(cx + reach * SceneMath.cos(a))) \(number(cy + reach * SceneMath.sin(a)))"
        + "L\(number(cx + reach * SceneMath.cos(b))) \(number(cy + reach * SceneMath.sin(b)))Z"
      var attributes = [("d", path), ("fill", hex(color))]
      if color.alpha < 1 { attributes.append(("fill-opacity", number(color.alpha, 4))) }
      add("path", "\(key)w\(k)", attributes)
    }
  }

  static func color(_ stops: [FrameGradient.Stop], at t: Double) -> FrameColor {
    guard let first = stops.first, let last = stops.last else {
      return FrameColor(red: 0, green: 0, blue: 0, alpha: 0)
    }
    if t <= first.location { return first.color }
    for i in 1..<max(stops.count, 1) where stops[i].location >= t {
      let (a, b) = (stops[i - 1], stops[i])
      let k = b.location > a.location ? (t - a.location) / (b.location - a.location) : 1
      return FrameColor(
        red: a.color.red + (b.color.red - a.color.red) * k, green: a.color.green + (b.color.green - a.color.green) * k,
        blue: a.color.blue + (b.color.blue - a.color.blue) * k,
        alpha: a.color.alpha + (b.color.alpha - a.color.alpha) * k)
    }
    return last.color
  }
}

extension FrameRect {
  func grown(by d: Double) -> FrameRect {
    FrameRect(x: x - d, y: y - d, width: width + 2 * d, height: height + 2 * d)
  }

  func union(_ other: FrameRect) -> FrameRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return FrameRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
