/// Maps of the plane: affine ones, and those with perspective, which a turn out of the plane makes.

/// (x, y) goes to (a x + c y + tx, b x + d y + ty), divided by p x + q y + w. An affine map has p = q = 0 and w = 1.
package struct FrameTransform: Equatable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var tx: Double
  package var ty: Double
  /// The row of perspective.
  package var p = 0.0
  package var q = 0.0
  package var w = 1.0

  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  package static let identity = FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  package static func translation(_ x: Double, _ y: Double) -> FrameTransform {
    FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  package var isAffine: Bool { p == 0 && q == 0 && w == 1 }

  /// Factor by which lengths grow; the mean one where width and height grow apart.
  var scale: Double {
    if b == 0, c == 0, a == d { return abs(a) }
    return abs(a * d - b * c).squareRoot()
  }

  /// Neither turned nor sheared nor mirrored nor seen in perspective: the box on the screen says everything.
  package var isAxisAligned: Bool { b == 0 && c == 0 && a >= 0 && d >= 0 && isAffine }

  /// What lies nearer to the eye than this share of its distance, or behind it, is taken to be there: it would lie at infinity.
  static let nearest = 1e-3

  /// What the place of a point is divided by: 1 in the plane of the screen, less nearer to the eye, not above 0 behind it.
  package func depth(_ x: Double, _ y: Double) -> Double { p * x + q * y + w }

  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let nx = a * x + c * y + tx
    let ny = b * x + d * y + ty
    if isAffine { return (nx, ny) }
    let depth = max(depth(x, y), FrameTransform.nearest)
    return (nx / depth, ny / depth)
  }

  /// First `inner`, then `self`.
  package func concat(_ inner: FrameTransform) -> FrameTransform {
    var result = FrameTransform(
      a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b,
      c: a * inner.c + c * inner.d, d: b * inner.c + d * inner.d,
      tx: a * inner.tx + c * inner.ty + tx * inner.w, ty: b * inner.tx + d * inner.ty + ty * inner.w)
    if isAffine && inner.isAffine { return result }
    result.a += tx * inner.p
    result.b += ty * inner.p
    result.c += tx * inner.q
    result.d += ty * inner.q
    result.p = p * inner.a + q * inner.b + w * inner.p
    result.q = p * inner.c + q * inner.d + w * inner.q
    result.w = p * inner.tx + q * inner.ty + w * inner.w
    return result
  }

  /// The box around a mapped rectangle.
  package func bounds(_ rect: FrameRect) -> FrameRect {
    if isAxisAligned {
      return FrameRect(x: a * rect.x + tx, y: d * rect.y + ty, width: a * rect.width, height: d * rect.height)
    }
    let p = apply(rect.x, rect.y)
    let q = apply(rect.maxX, rect.y)
    let r = apply(rect.maxX, rect.maxY)
    let s = apply(rect.x, rect.maxY)
    let left = min(min(p.x, q.x), min(r.x, s.x))
    let right = max(max(p.x, q.x), max(r.x, s.x))
    let top = min(min(p.y, q.y), min(r.y, s.y))
    let bottom = max(max(p.y, q.y), max(r.y, s.y))
    return FrameRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The inverse map, nil where the map is singular. Its depth at a point of the screen is above 0 where that point is in front
  /// of the eye.
  package var inverse: FrameTransform? {
    if isAffine {
      let det = a * d - b * c
      guard det != 0, det.isFinite else { return nil }
      return FrameTransform(
        a: d / det, b: -b / det, c: -c / det, d: a / det,
        tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    }
    let det = a * (d * w - ty * q) - c * (b * w - ty * p) + tx * (b * q - d * p)
    guard det != 0, det.isFinite else { return nil }
    var result = FrameTransform(
      a: (d * w - ty * q) / det, b: (ty * p - b * w) / det, c: (tx * q - c * w) / det, d: (a * w - tx * p) / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    result.p = (b * q - d * p) / det
    result.q = (c * p - a * q) / det
    result.w = (a * d - b * c) / det
    return result
  }

  /// The same map with the depth 1 at the origin, where that lies in front of the eye.
  package var normalised: FrameTransform {
    guard !isAffine, w > FrameTransform.nearest else { return self }
    var result = FrameTransform(a: a / w, b: b / w, c: c / w, d: d / w, tx: tx / w, ty: ty / w)
    result.p = p / w
    result.q = q / w
    return result
  }

  /// The affine map that agrees with this one at a point and in the directions there.
  package func affine(at x: Double, _ y: Double) -> FrameTransform {
    if isAffine { return self }
    let depth = max(depth(x, y), FrameTransform.nearest)
    let place = apply(x, y)
    let ma = (a - place.x * p) / depth
    let mb = (b - place.y * p) / depth
    let mc = (c - place.x * q) / depth
    let md = (d - place.y * q) / depth
    return FrameTransform(
      a: ma, b: mb, c: mc, d: md, tx: place.x - ma * x - mc * y, ty: place.y - mb * x - md * y)
  }
}
