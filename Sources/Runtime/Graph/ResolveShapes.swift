/// Shapes of the scene: what is drawn in a leaf's box.

/// What is done to an outline after it was made.
enum ShapeEdit: Equatable {
  /// By the shape's own fractions, which animate.
  case trim
  case rotate(Double, UnitPoint)
  case scale(Double, Double, UnitPoint)
  case move(FrameTransform)
}

/// One fill or stroke of a shape, the first drawn lowest.
struct ShapeLayer {
  /// none: the foreground style.
  var style: Word = .none
  var isStroke = false
  /// The line lies inside the outline.
  var isBorder = false
  var stroke = FrameStroke()
}

struct ResolvedShape {
  enum Outline { case rectangle, circle, ellipse, capsule, rounded, uneven, path, user }
  var outline = Outline.rectangle
  /// Corner radii as given: top leading, top trailing, bottom trailing, bottom leading.
  var radii: [Double] = [0, 0, 0, 0]
  /// Fill or stroke style; none: the foreground style.
  var style: Word = .none
  var hasStroke = false
  var lineWidth = 0.0
  var trimFrom = 0.0
  var trimTo = 1.0
  var inset = 0.0
  /// Corners are arcs of circles.
  var isCircular = false
  var isEvenOdd = false
  /// Size the shape takes instead of its box.
  var fixedSize: Size?
  /// In the order in which they are done.
  var edits: [ShapeEdit] = []
  /// Empty: one fill in the foreground style.
  var layers: [ShapeLayer] = []
  /// The user's shape, for `path(in:)`.
  var value: Word = .none
  /// Size for which `path(in:)` was run last, and what it gave.
  var pathSize: Size?
  var pathRadii: CornerRadii?
  var drawnSize: Size?
  var drawnPath = ResolvedPath()
}

extension ViewGraph {
  func resolveShape(_ word: Word) -> ResolvedShape {
    if tag(word) == .styledShape { return styledShape(heap.slot(word, 1)) }
    var shape = ResolvedShape()
    var calls: [Word] = []
    var current = word
    while let info = info(current), info.selfCount == 1, info.base != "path", !ViewGraph.isJoin(info.base) {
      calls.append(current)
      current = receiver(current)
    }
    base(current, &shape)
    // A stroke without a style is a shape that a later fill colours.
    var pending: ShapeLayer?
    for call in calls.reversed() {
      switch constantName(call) {
      case "fill":
        let style = info(call)?.labels.first == "_" ? argument(call, 0) : .none
        if shape.style.isNone || !shape.hasStroke { shape.style = style }
        shape.isEvenOdd = shape.isEvenOdd || isEvenOdd(argument(call, "style"))
        var layer = pending ?? ShapeLayer()
        layer.style = style
        shape.layers.append(layer)
        pending = nil
      case "stroke", "strokeBorder": applyStroke(call, &shape, &pending)
      case "trim":
        shape.trimFrom = number(call, "from") ?? 0
        shape.trimTo = number(call, "to") ?? 1
        shape.edits.append(.trim)
      case "trimmedPath":
        shape.trimFrom = number(call, "from") ?? 0
        shape.trimTo = number(call, "to") ?? 1
        shape.edits.append(.trim)
      case "inset": shape.inset += number(call, "by") ?? number(call, 0) ?? 0
      case "rotation": shape.edits.append(.rotate(angle(argument(call, 0)), anchor(call)))
      case "scale":
        if hasArgument(call, "x") {
          shape.edits.append(.scale(number(call, "x") ?? 1, number(call, "y") ?? 1, anchor(call)))
        } else {
          let factor = number(call, 0) ?? 1
          shape.edits.append(.scale(factor, factor, anchor(call)))
        }
      case "offset":
        var shift = Point(number(call, "x") ?? 0, number(call, "y") ?? 0)
        if !hasArgument(call, "x") {
          let first = argument(call, 0)
          let size = self.size(first)
          shift = member(first, "width") != nil ? Point(size.width, size.height) : point(first)
        }
        shape.edits.append(.move(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: shift.x, ty: shift.y)))
      case "offsetBy":
        shape.edits.append(
          .move(
            FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: number(call, "dx") ?? 0, ty: number(call, "dy") ?? 0)))
      case "transform", "applying": shape.edits.append(.move(affine(argument(call, 0))))
      case "size":
        shape.fixedSize =
          hasArgument(call, "width")
          ? Size(number(call, "width") ?? 0, number(call, "height") ?? 0) : size(argument(call, 0))
      default: break
      }
    }
    if let pending { shape.layers.append(pending) }
    return shape
  }

  /// Methods that make one outline of two.
  static func isJoin(_ base: String) -> Bool {
    switch base {
    case "union", "subtracting", "symmetricDifference", "intersection", "lineIntersection", "lineSubtraction":
      return true
    default: return false
    }
  }

  private func anchor(_ call: Word) -> UnitPoint {
    let word = argument(call, "anchor")
    return word.isNone ? .center : unitPoint(word)
  }

  private func isEvenOdd(_ style: Word) -> Bool {
    guard let value = member(style, "isEOFilled") ?? member(style, "eoFill"), !value.isHandle else { return false }
    return value.truth
  }

  private func applyStroke(_ call: Word, _ shape: inout ResolvedShape, _ pending: inout ShapeLayer?) {
    let first = argument(call, 0)
    let hasStyle = info(call)?.labels.first == "_"
    shape.hasStroke = true
    var layer = ShapeLayer()
    layer.isStroke = true
    layer.isBorder = constantName(call) == "strokeBorder"
    if hasArgument(call, "lineWidth") {
      layer.stroke.width = number(call, "lineWidth") ?? 1
    } else {
      layer.stroke = strokeStyle(hasArgument(call, "style") ? argument(call, "style") : first)
    }
    shape.lineWidth = layer.stroke.width
    if hasStyle {
      shape.style = first
      layer.style = first
      shape.layers.append(layer)
    } else if constantName(call) == "strokeBorder" {
      shape.layers.append(layer)
    } else {
      pending = layer
    }
  }

  func strokeStyle(_ word: Word) -> FrameStroke {
    var stroke = FrameStroke()
    stroke.width = memberNumber(word, "lineWidth") ?? 1
    stroke.miterLimit = memberNumber(word, "miterLimit") ?? 10
    stroke.dashPhase = memberNumber(word, "dashPhase") ?? 0
    if let dash = member(word, "dash"), heap.kind(dash) == .array {
      stroke.dash = heap.contents(dash).map { $0.isHandle ? 0 : $0.number }
    }
    func name(_ key: String, _ cases: [String]) -> String {
      guard let value = member(word, key), !value.isNone else { return "" }
      return value.isHandle ? constantName(value) : cases[max(0, min(cases.count - 1, value.integer))]
    }
    stroke.cap = FrameStroke.Cap(rawValue: name("lineCap", ["butt", "round", "square"])) ?? .butt
    stroke.join = FrameStroke.Join(rawValue: name("lineJoin", ["miter", "round", "bevel"])) ?? .miter
    return stroke
  }

  /// `background(style, in: shape)`, `background(in:)`, `border(style, width:)`: the shape that is drawn.
  private func styledShape(_ word: Word) -> ResolvedShape {
    guard let info = info(word) else { return ResolvedShape() }
    if info.base == "border" {
      var shape = ResolvedShape()
      shape.style = argument(word, 0)
      shape.hasStroke = true
      shape.lineWidth = number(word, "width") ?? 1
      var layer = ShapeLayer()
      layer.style = shape.style
      layer.isStroke = true
      layer.isBorder = true
      layer.stroke.width = shape.lineWidth
      shape.layers = [layer]
      return shape
    }
    var shape = hasArgument(word, "in") ? resolveShape(argument(word, "in")) : ResolvedShape()
    shape.style = info.labels.first == "_" ? argument(word, 0) : makeTagged(.backgroundStyle, [])
    var layer = ShapeLayer()
    layer.style = shape.style
    shape.layers = [layer]
    return shape
  }

  private func base(_ word: Word, _ shape: inout ResolvedShape) {
    guard let info = info(word) else {
      let isPath = tag(word) == .path || tag(word) == .pathBox || tag(word) == .roundedPath
      shape.outline = isPath ? .path : .user
      shape.value = word
      return
    }
    if info.base == "path" || ViewGraph.isJoin(info.base) {
      shape.outline = .path
      shape.value = word
      return
    }
    shape.isCircular = hasArgument(word, "style") && isCircular(argument(word, "style"))
    let name = info.base == "init" ? info.type : info.base
    switch name {
    case "Rectangle", "rect":
      shape.outline = .rectangle
      if let radius = number(word, "cornerRadius") {
        shape.outline = .rounded
        shape.radii = [radius, radius, radius, radius]
      } else if hasArgument(word, "cornerRadii") {
        shape.outline = .uneven
        shape.radii = cornerRadii(argument(word, "cornerRadii"), word)
      } else if hasArgument(word, "topLeadingRadius") {
        shape.outline = .uneven
        shape.radii = cornerRadii(.none, word)
      }
    case "Circle", "circle": shape.outline = .circle
    case "Ellipse", "ellipse": shape.outline = .ellipse
    case "Capsule", "capsule", "ButtonBorderShape": shape.outline = .capsule
    case "RoundedRectangle":
      shape.outline = .rounded
      var radius = number(word, "cornerRadius") ?? 0
      if hasArgument(word, "cornerSize") { radius = size(argument(word, "cornerSize")).width }
      shape.radii = [radius, radius, radius, radius]
    case "UnevenRoundedRectangle":
      shape.outline = .uneven
      shape.radii = cornerRadii(hasArgument(word, "cornerRadii") ? argument(word, "cornerRadii") : .none, word)
    case "AnyShape": base(argument(word, 0), &shape)
    case "Path":
      shape.outline = .path
      shape.value = word
    default: shape.outline = .rectangle
    }
  }

  private func cornerRadii(_ word: Word, _ direct: Word) -> [Double] {
    let source = word.isNone ? direct : word
    let suffix = word.isNone ? "Radius" : ""
    return ["topLeading", "topTrailing", "bottomTrailing", "bottomLeading"].map {
      memberNumber(source, $0 + suffix) ?? number(source, $0 + suffix) ?? 0
    }
  }

  /// Radii of an outline in a box; nil for square corners and free outlines.
  func cornerRadii(_ outline: ResolvedShape.Outline, _ radii: ArraySlice<Double>, width: Double, height: Double)
    -> CornerRadii?
  {
    let limit = min(width, height) / 2
    switch outline {
    case .rectangle, .path, .user, .ellipse: return nil
    case .circle, .capsule: return CornerRadii(limit)
    case .rounded, .uneven:
      let r = Array(radii)
      guard r.count >= 4, r.contains(where: { $0 != 0 }) else { return nil }
      func clamp(_ value: Double) -> Double { max(0, min(value, limit)) }
      return CornerRadii(
        topLeading: clamp(r[0]), topTrailing: clamp(r[1]), bottomTrailing: clamp(r[2]), bottomLeading: clamp(r[3]))
    }
  }

  // MARK: Outlines

  /// The outline of a shape in a box of a size, with its edits. `radii` and the fractions are those that are shown.
  func outline(
    _ shape: ResolvedShape, radii: ArraySlice<Double>, width: Double, height: Double, trim: (Double, Double)? = nil,
    border: Double = 0
  ) -> FrameOutline {
    let size = shape.fixedSize ?? Size(width, height)
    let inset = shape.inset + border
    let box = FrameRect(
      x: inset, y: inset, width: max(0, size.width - 2 * inset), height: max(0, size.height - 2 * inset))
    var result: FrameOutline
    switch shape.outline {
    case .rectangle: result = .rect(box)
    case .ellipse: result = .ellipse(box)
    case .circle:
      let side = min(box.width, box.height)
      result = .ellipse(
        FrameRect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side))
    case .capsule:
      result = .rounded(box, CornerRadii(min(box.width, box.height) / 2), isContinuous: false)
    case .rounded, .uneven:
      let corners = cornerRadii(shape.outline, radii, width: size.width, height: size.height) ?? CornerRadii(0)
      func smaller(_ value: Double) -> Double { max(0, value - inset) }
      result = .rounded(
        box,
        CornerRadii(
          topLeading: smaller(corners.topLeading), topTrailing: smaller(corners.topTrailing),
          bottomTrailing: smaller(corners.bottomTrailing), bottomLeading: smaller(corners.bottomLeading)),
        isContinuous: !shape.isCircular)
    case .path, .user:
      let path =
        shape.drawnSize == Size(width, height) && shape.inset == 0
        ? shape.drawnPath
        : resolvePath(shape.value, in: Rect(box.x, box.y, box.width, box.height))
      result = .path(path.path, isEvenOdd: path.isEvenOdd || shape.isEvenOdd)
    }
    if shape.edits.isEmpty { return result }
    let isEvenOdd = result.isEvenOdd || shape.isEvenOdd
    var path = result.path
    let (from, to) = trim ?? (shape.trimFrom, shape.trimTo)
    let whole = FrameRect(x: 0, y: 0, width: width, height: height)
    for edit in shape.edits {
      if edit == .trim { path = path.trimmed(from: from, to: to) } else { path = apply(edit, path, whole) }
    }
    result = .path(path, isEvenOdd: isEvenOdd)
    return result
  }

  func apply(_ edit: ShapeEdit, _ path: FramePath, _ box: FrameRect) -> FramePath {
    func about(_ anchor: UnitPoint, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> FramePath {
      let (x, y) = (box.x + anchor.x * box.width, box.y + anchor.y * box.height)
      return path.transformed(
        FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
          .concat(FrameTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0))
          .concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y)))
    }
    switch edit {
    case .trim: return path
    case .rotate(let angle, let anchor):
      let (sine, cosine) = (SceneMath.sin(angle), SceneMath.cos(angle))
      return about(anchor, cosine, sine, -sine, cosine)
    case .scale(let x, let y, let anchor): return about(anchor, x, 0, 0, y)
    case .move(let transform): return path.transformed(transform)
    }
  }
}
