/// Shapes of the scene: what is drawn in a leaf's box.

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
  /// The user's shape, for `path(in:)`.
  var value: Word = .none
  /// Size for which `path(in:)` was run last, and what it gave.
  var pathSize: Size?
  var pathRadii: CornerRadii?
}

extension ViewGraph {
  func resolveShape(_ word: Word) -> ResolvedShape {
    if tag(word) == .styledShape { return styledShape(heap.slot(word, 1)) }
    var shape = ResolvedShape()
    var calls: [Word] = []
    var current = word
    while let info = info(current), info.selfCount == 1 {
      calls.append(current)
      current = receiver(current)
    }
    base(current, &shape)
    for call in calls.reversed() {
      switch constantName(call) {
      case "fill":
        if shape.style.isNone || !shape.hasStroke { shape.style = argument(call, 0) }
      case "stroke", "strokeBorder":
        let first = argument(call, 0)
        shape.hasStroke = true
        if hasArgument(call, "lineWidth") {
          shape.lineWidth = number(call, "lineWidth") ?? 1
          if info(call)?.labels.first == "_" { shape.style = first }
        } else if hasArgument(call, "style") {
          shape.style = info(call)?.labels.first == "_" ? first : shape.style
          shape.lineWidth = memberNumber(argument(call, "style"), "lineWidth") ?? 1
        } else {
          shape.lineWidth = memberNumber(first, "lineWidth") ?? 1
        }
      case "trim":
        shape.trimFrom = number(call, "from") ?? 0
        shape.trimTo = number(call, "to") ?? 1
      case "inset": shape.inset += number(call, "by") ?? 0
      default: break
      }
    }
    return shape
  }

  /// `background(style, in: shape)`, `background(in:)`, `border(style, width:)`: the shape that is drawn.
  private func styledShape(_ word: Word) -> ResolvedShape {
    guard let info = info(word) else { return ResolvedShape() }
    if info.base == "border" {
      var shape = ResolvedShape()
      shape.style = argument(word, 0)
      shape.hasStroke = true
      shape.lineWidth = number(word, "width") ?? 1
      return shape
    }
    var shape = hasArgument(word, "in") ? resolveShape(argument(word, "in")) : ResolvedShape()
    shape.style = info.labels.first == "_" ? argument(word, 0) : makeTagged(.backgroundStyle, [])
    return shape
  }

  private func base(_ word: Word, _ shape: inout ResolvedShape) {
    guard let info = info(word) else {
      shape.outline = .user
      shape.value = word
      return
    }
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
}
