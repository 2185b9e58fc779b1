/// Turns out of the plane, as a view far away from the eye shows them, and what pictures do with maps that are not affine.

extension FrameTransform {
  /// Six numbers of an affine map and the three of its perspective.
  init(_ numbers: ArraySlice<Double>, depth: ArraySlice<Double>) {
    let n = numbers.startIndex
    let m = depth.startIndex
    self.init(
      a: numbers[n], b: numbers[n + 1], c: numbers[n + 2], d: numbers[n + 3], tx: numbers[n + 4], ty: numbers[n + 5])
    p = depth[m]
    q = depth[m + 1]
    w = depth[m + 2]
  }

  /// A turn about an axis through the origin, which lies `z` points in front of the content, seen by an eye at a distance
  /// in front of the origin: that of `rotation3DEffect` is the longer side of the content divided by `perspective`. Nothing is
  /// turned without an axis.
  static func turned(_ angle: Double, _ axis: ArraySlice<Double>, z: Double, eye: Double) -> FrameTransform {
    let n = axis.startIndex
    let length = (axis[n] * axis[n] + axis[n + 1] * axis[n + 1] + axis[n + 2] * axis[n + 2]).squareRoot()
    guard length > 0, length.isFinite else { return .identity }
    let (x, y, z0) = (axis[n] / length, axis[n + 1] / length, axis[n + 2] / length)
    let sine = SceneMath.sin(angle)
    let cosine = SceneMath.cos(angle)
    let t = 1 - cosine
    var result = FrameTransform(
      a: t * x * x + cosine, b: t * x * y + sine * z0, c: t * x * y - sine * z0, d: t * y * y + cosine,
      tx: -z * (t * x * z0 + sine * y), ty: -z * (t * y * z0 - sine * x))
    // Without a length there is nothing to see, and no distance.
    guard eye.isFinite, eye != 0 else { return result }
    result.p = -(t * x * z0 - sine * y) / eye
    result.q = -(t * y * z0 + sine * x) / eye
    result.w = 1 + z * (t * z0 * z0 + cosine) / eye
    return result
  }
}

extension FramePath {
  /// The path under any map: lines stay lines; a curve is cut into four parts, whose ends and directions are exact.
  package func mapped(_ t: FrameTransform) -> FramePath {
    if t.isAffine { return transformed(t) }
    var result = FramePath()
    var at = 0
    var here = (x: 0.0, y: 0.0)
    for verb in verbs {
      let n = Array(numbers[at..<at + verb.count])
      at += verb.count
      switch verb {
      case .move, .line:
        here = (n[0], n[1])
        let p = t.apply(n[0], n[1])
        if verb == .move { result.move(p.x, p.y) } else { result.line(p.x, p.y) }
      case .quad, .curve:
        let one = verb == .curve ? (n[0], n[1]) : (here.x + (n[0] - here.x) * 2 / 3, here.y + (n[1] - here.y) * 2 / 3)
        let end = (n[n.count - 2], n[n.count - 1])
        let two = verb == .curve ? (n[2], n[3]) : (end.0 + (n[0] - end.0) * 2 / 3, end.1 + (n[1] - end.1) * 2 / 3)
        FramePath.cut(here, one, two, end) { a, b, c in
          let (a, b, c) = (t.apply(a.x, a.y), t.apply(b.x, b.y), t.apply(c.x, c.y))
          result.curve(a.x, a.y, b.x, b.y, c.x, c.y)
        }
        here = end
      case .close: result.close()
      }
    }
    return result
  }

  /// Four parts of a curve, each by its control points and its end.
  private static func cut(
    _ start: (x: Double, y: Double), _ one: (x: Double, y: Double), _ two: (x: Double, y: Double),
    _ end: (x: Double, y: Double),
    _ add: ((x: Double, y: Double), (x: Double, y: Double), (x: Double, y: Double)) -> Void
  ) {
    func between(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ s: Double) -> (x: Double, y: Double) {
      (a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s)
    }
    var (start, one, two) = (start, one, two)
    for left in stride(from: 4, through: 1, by: -1) {
      let s = 1 / Double(left)
      let a = between(start, one, s)
      let b = between(one, two, s)
      let c = between(two, end, s)
      let ab = between(a, b, s)
      let bc = between(b, c, s)
      let middle = left == 1 ? end : between(ab, bc, s)
      add(a, ab, middle)
      (start, one, two) = (middle, bc, c)
    }
  }
}

extension FrameLeaf {
  /// The leaf with an affine map: outlines are drawn where perspective shows them; texts, symbols and images as they are shown in
  /// the middle of the leaf, as are the widths of strokes and the ways of gradients.
  package var flattened: FrameLeaf {
    if transform.isAffine { return self }
    var result = self
    result.transform = transform.affine(at: width / 2, height / 2)
    guard let back = result.transform.inverse else {
      // Seen from its edge.
      result.elements = []
      return result
    }
    let bend = back.concat(transform)
    result.elements = elements.map { element in
      switch element {
      case .fill(let outline, let paint): return .fill(outline.mapped(bend), paint)
      case .stroke(let outline, let paint, let stroke): return .stroke(outline.mapped(bend), paint, stroke)
      default: return element
      }
    }
    return result
  }
}

extension FrameOutline {
  package func mapped(_ t: FrameTransform) -> FrameOutline { .path(path.mapped(t), isEvenOdd: isEvenOdd) }
}

extension FrameDrawing {
  /// The drawing for what knows affine maps alone.
  package var flattened: FrameDrawing {
    let isFlat =
      leaves.allSatisfy(\.transform.isAffine)
      && effects.allSatisfy { effect in
        switch effect.kind {
        case .clip(_, let map): return map.isAffine
        case .mask(let leaves): return leaves.allSatisfy(\.transform.isAffine)
        default: return true
        }
      }
    if isFlat { return self }
    var result = self
    for i in result.leaves.indices { result.leaves[i] = result.leaves[i].flattened }
    for i in result.effects.indices {
      switch result.effects[i].kind {
      case .clip(let outline, let map) where !map.isAffine:
        result.effects[i].kind = .clip(outline.mapped(map), .identity)
      case .mask(let leaves): result.effects[i].kind = .mask(leaves.map(\.flattened))
      default: break
      }
    }
    return result
  }
}
