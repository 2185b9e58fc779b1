/// Outlines as flat lists of elements: what shapes of the scene draw, cut, moved and measured without help of a graphics library.

package struct FramePath: Equatable, Sendable {
  package enum Verb: UInt8, Sendable {
    case move, line, quad, curve, close

    /// Numbers the element takes from `numbers`.
    package var count: Int {
      switch self {
      case .move, .line: return 2
      case .quad: return 4
      case .curve: return 6
      case .close: return 0
      }
    }
  }

  package private(set) var verbs: [Verb] = []
  /// Coordinates of the elements one after the other: control points first, then the end.
  package private(set) var numbers: [Double] = []
  /// Elements that go on from a path that is not part of this one.
  private let isContinuation: Bool

  package init(isContinuation: Bool = false) { self.isContinuation = isContinuation }

  package var isEmpty: Bool { verbs.isEmpty }

  // MARK: Elements

  package mutating func move(_ x: Double, _ y: Double) {
    verbs.append(.move)
    numbers.append(x)
    numbers.append(y)
  }

  /// A line without a start begins a subpath, as every element does.
  package mutating func line(_ x: Double, _ y: Double) {
    verbs.append(hasStart ? .line : .move)
    numbers.append(x)
    numbers.append(y)
  }

  package mutating func quad(_ cx: Double, _ cy: Double, _ x: Double, _ y: Double) {
    if !hasStart { move(cx, cy) }
    verbs.append(.quad)
    numbers.append(contentsOf: [cx, cy, x, y])
  }

  package mutating func curve(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ x: Double, _ y: Double) {
    if !hasStart { move(ax, ay) }
    verbs.append(.curve)
    numbers.append(contentsOf: [ax, ay, bx, by, x, y])
  }

  package mutating func close() {
    guard hasStart, verbs.last != .close else { return }
    verbs.append(.close)
  }

  private var hasStart: Bool { isContinuation || !verbs.isEmpty }

  /// Where the next element starts; after `close` the start of the subpath.
  package var current: (x: Double, y: Double)? {
    guard let last = verbs.last else { return nil }
    if last != .close { return (numbers[numbers.count - 2], numbers[numbers.count - 1]) }
    return lastStart
  }

  /// Where the last subpath starts.
  package var lastStart: (x: Double, y: Double)? {
    var end = numbers.count
    for verb in verbs.reversed() {
      end -= verb.count
      if verb == .move { return (numbers[end], numbers[end + 1]) }
    }
    return nil
  }

  package mutating func append(_ other: FramePath) {
    verbs.append(contentsOf: other.verbs)
    numbers.append(contentsOf: other.numbers)
  }

  /// Calls `body` with each element, its start, and the offset of its numbers.
  func forEach(_ body: (Verb, (x: Double, y: Double), Int) -> Void) {
    var at = 0
    var start = (x: 0.0, y: 0.0)
    var point = (x: 0.0, y: 0.0)
    for verb in verbs {
      body(verb, point, at)
      switch verb {
      case .move:
        point = (numbers[at], numbers[at + 1])
        start = point
      case .close: point = start
      default: point = (numbers[at + verb.count - 2], numbers[at + verb.count - 1])
      }
      at += verb.count
    }
  }

  // MARK: Figures

  package mutating func rect(_ r: FrameRect) {
    move(r.x, r.y)
    line(r.maxX, r.y)
    line(r.maxX, r.maxY)
    line(r.x, r.maxY)
    close()
  }

  /// Four curves, the usual approximation of a quarter of an ellipse.
  package mutating func ellipse(_ r: FrameRect) {
    let k = 0.552_284_75
    let (rx, ry) = (r.width / 2, r.height / 2)
    let (cx, cy) = (r.midX, r.midY)
    move(cx + rx, cy)
    curve(cx + rx, cy + ry * k, cx + rx * k, cy + ry, cx, cy + ry)
    curve(cx - rx * k, cy + ry, cx - rx, cy + ry * k, cx - rx, cy)
    curve(cx - rx, cy - ry * k, cx - rx * k, cy - ry, cx, cy - ry)
    curve(cx + rx * k, cy - ry, cx + rx, cy - ry * k, cx + rx, cy)
    close()
  }

  /// Corners as arcs of circles, or with curvature that grows steadily where `isContinuous` and the sides are long enough.
  package mutating func rounded(_ r: FrameRect, _ radii: CornerRadii, isContinuous: Bool) {
    let limit = max(0, min(r.width, r.height) / 2)
    let radius = [radii.topLeading, radii.topTrailing, radii.bottomTrailing, radii.bottomLeading].map {
      $0.isFinite ? min(max($0, 0), limit) : limit
    }
    // A continuous corner takes 1.5287 radii of a side; two of them must fit.
    let reach = 1.528_664_83
    let fits = isContinuous && radius.allSatisfy { $0 * reach <= limit }
    func corner(
      _ path: inout FramePath, _ c: Double, _ x: Double, _ y: Double, _ ux: Double, _ uy: Double, _ vx: Double,
      _ vy: Double
    ) {
      // From along -u to along +v, the corner itself at x, y.
      guard c > 0 else {
        path.line(x, y)
        return
      }
      func p(_ a: Double, _ b: Double) -> (Double, Double) {
        (x - ux * a * c + vx * b * c, y - uy * a * c + vy * b * c)
      }
      if fits {
        let points = [
          p(reach, 0), p(1.088_492_96, 0), p(0.868_406_94, 0), p(0.631_493_79, 0.074_911_39),
          p(0.372_823_83, 0.169_059_56),
          p(0.169_059_56, 0.372_823_83), p(0.074_911_39, 0.631_493_79), p(0, 0.868_406_94), p(0, 1.088_492_96),
          p(0, reach),
        ]
        path.line(points[0].0, points[0].1)
        for i in stride(from: 1, to: 10, by: 3) {
          path.curve(
            points[i].0, points[i].1, points[i + 1].0, points[i + 1].1, points[i + 2].0, points[i + 2].1)
        }
      } else {
        let k = 1 - 0.552_284_75
        let (a, b, d, e) = (p(1, 0), p(k, 0), p(0, k), p(0, 1))
        path.line(a.0, a.1)
        path.curve(b.0, b.1, d.0, d.1, e.0, e.1)
      }
    }
    let from = fits ? radius[0] * reach : radius[0]
    move(r.x + from, r.y)
    corner(&self, radius[1], r.maxX, r.y, 1, 0, 0, 1)
    corner(&self, radius[2], r.maxX, r.maxY, 0, 1, -1, 0)
    corner(&self, radius[3], r.x, r.maxY, -1, 0, 0, -1)
    corner(&self, radius[0], r.x, r.y, 0, -1, 1, 0)
    close()
  }

  /// An arc of a circle by curves of at most a quarter turn; a line leads to its start where there is a current point.
  package mutating func arc(
    _ cx: Double, _ cy: Double, _ radius: Double, start: Double, delta: Double,
    _ transform: FrameTransform = .identity
  ) {
    guard radius.isFinite, start.isFinite, delta.isFinite else { return }
    let turn = max(-2 * Double.pi, min(2 * Double.pi, delta))
    let pieces = max(1, Int((abs(turn) / (.pi / 2)).rounded(.up)))
    let step = turn / Double(pieces)
    let k = 4.0 / 3 * SceneMath.sin(step / 4) / SceneMath.cos(step / 4)
    var angle = start
    func at(_ x: Double, _ y: Double) -> (x: Double, y: Double) { transform.apply(cx + radius * x, cy + radius * y) }
    let first = at(SceneMath.cos(angle), SceneMath.sin(angle))
    line(first.x, first.y)
    for _ in 0..<pieces {
      let (c0, s0) = (SceneMath.cos(angle), SceneMath.sin(angle))
      angle += step
      let (c1, s1) = (SceneMath.cos(angle), SceneMath.sin(angle))
      let a = at(c0 - k * s0, s0 + k * c0)
      let b = at(c1 + k * s1, s1 - k * c1)
      let end = at(c1, s1)
      curve(a.x, a.y, b.x, b.y, end.x, end.y)
    }
  }

  // MARK: Wholes

  package func transformed(_ t: FrameTransform) -> FramePath {
    if t == .identity { return self }
    var result = self
    for i in stride(from: 0, to: numbers.count - 1, by: 2) {
      let p = t.apply(numbers[i], numbers[i + 1])
      result.numbers[i] = p.x
      result.numbers[i + 1] = p.y
    }
    return result
  }

  /// The box around all points, control points included; nil for an empty path.
  package var box: FrameRect? {
    guard numbers.count >= 2 else { return nil }
    var (left, top, right, bottom) = (numbers[0], numbers[1], numbers[0], numbers[1])
    for i in stride(from: 2, to: numbers.count - 1, by: 2) {
      left = min(left, numbers[i])
      right = max(right, numbers[i])
      top = min(top, numbers[i + 1])
      bottom = max(bottom, numbers[i + 1])
    }
    return FrameRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The part between two fractions of the whole length.
  package func trimmed(from: Double, to: Double) -> FramePath {
    let low = min(max(from.isFinite ? from : 0, 0), 1)
    let high = min(max(to.isFinite ? to : 1, 0), 1)
    if low <= 0 && high >= 1 { return self }
    guard low < high else { return FramePath() }
    var segments: [Segment] = []
    forEachSegment { segments.append($0) }
    let total = segments.reduce(0) { $0 + $1.length }
    guard total > 0 else { return FramePath() }
    var result = FramePath()
    var done = 0.0
    var last: (x: Double, y: Double)?
    for segment in segments {
      let begin = (low * total - done) / max(segment.length, 1e-12)
      let end = (high * total - done) / max(segment.length, 1e-12)
      done += segment.length
      if segment.length <= 0 || end <= 0 || begin >= 1 { continue }
      let part = segment.part(segment.parameter(max(begin, 0)), segment.parameter(min(end, 1)))
      if last.map({ abs($0.x - part.p[0]) > 1e-9 || abs($0.y - part.p[1]) > 1e-9 }) ?? true {
        result.move(part.p[0], part.p[1])
      }
      if part.isLine {
        result.line(part.p[6], part.p[7])
      } else {
        result.curve(part.p[2], part.p[3], part.p[4], part.p[5], part.p[6], part.p[7])
      }
      last = (part.p[6], part.p[7])
    }
    return result
  }

  /// Whether a point lies inside, by the winding number or the parity of crossings.
  package func contains(_ x: Double, _ y: Double, isEvenOdd: Bool) -> Bool {
    var winding = 0
    var crossings = 0
    func edge(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
      guard (ay <= y) != (by <= y) else { return }
      if ax + (y - ay) / (by - ay) * (bx - ax) > x {
        crossings += 1
        winding += by > ay ? 1 : -1
      }
    }
    var start = (x: 0.0, y: 0.0)
    var point = (x: 0.0, y: 0.0)
    var hasOpen = false
    forEach { verb, from, at in
      if verb == .move {
        if hasOpen { edge(point.x, point.y, start.x, start.y) }
        start = (numbers[at], numbers[at + 1])
        point = start
        hasOpen = true
        return
      }
      if verb == .close {
        edge(from.x, from.y, start.x, start.y)
        point = start
        return
      }
      let segment = segment(verb, from, at)
      let steps = segment.isLine ? 1 : 16
      for i in 1...steps {
        let q = segment.point(Double(i) / Double(steps))
        edge(point.x, point.y, q.x, q.y)
        point = q
      }
    }
    if hasOpen { edge(point.x, point.y, start.x, start.y) }
    return isEvenOdd ? crossings % 2 == 1 : winding != 0
  }

  private func segment(_ verb: Verb, _ from: (x: Double, y: Double), _ at: Int) -> Segment {
    switch verb {
    case .quad:
      let (cx, cy, x, y) = (numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3])
      return Segment(
        p: [
          from.x, from.y, from.x + (cx - from.x) * 2 / 3, from.y + (cy - from.y) * 2 / 3, x + (cx - x) * 2 / 3,
          y + (cy - y) * 2 / 3, x, y,
        ], isLine: false)
    case .curve: return Segment(p: [from.x, from.y] + numbers[at..<at + 6], isLine: false)
    default:
      let (x, y) = (numbers[at], numbers[at + 1])
      return Segment(p: [from.x, from.y, from.x, from.y, x, y, x, y], isLine: true)
    }
  }

  private func forEachSegment(_ body: (Segment) -> Void) {
    var start = (x: 0.0, y: 0.0)
    forEach { verb, from, at in
      switch verb {
      case .move: start = (numbers[at], numbers[at + 1])
      case .close:
        if from.x != start.x || from.y != start.y {
          body(
            Segment(p: [from.x, from.y, from.x, from.y, start.x, start.y, start.x, start.y], isLine: true))
        }
      default: body(segment(verb, from, at))
      }
    }
  }

  /// A line or a cubic curve: four points.
  private struct Segment {
    var p: [Double]
    var isLine: Bool
    /// Lengths up to each sixteenth.
    var lengths: [Double]

    init(p: [Double], isLine: Bool) {
      self.p = p
      self.isLine = isLine
      lengths = [0]
      let steps = isLine ? 1 : 16
      var last = (x: p[0], y: p[1])
      var sum = 0.0
      for i in 1...steps {
        let q = isLine ? (x: p[6], y: p[7]) : Segment.point(p, Double(i) / Double(steps))
        let (dx, dy) = (q.x - last.x, q.y - last.y)
        sum += (dx * dx + dy * dy).squareRoot()
        lengths.append(sum)
        last = q
      }
    }

    var length: Double { lengths[lengths.count - 1] }

    func point(_ t: Double) -> (x: Double, y: Double) {
      isLine ? (p[0] + (p[6] - p[0]) * t, p[1] + (p[7] - p[1]) * t) : Segment.point(p, t)
    }

    private static func point(_ p: [Double], _ t: Double) -> (x: Double, y: Double) {
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return (a * p[0] + b * p[2] + c * p[4] + d * p[6], a * p[1] + b * p[3] + c * p[5] + d * p[7])
    }

    /// The parameter at a fraction of the length.
    func parameter(_ fraction: Double) -> Double {
      let wanted = fraction * length
      for i in 1..<lengths.count where lengths[i] >= wanted {
        let piece = lengths[i] - lengths[i - 1]
        let inside = piece > 0 ? (wanted - lengths[i - 1]) / piece : 0
        return (Double(i - 1) + inside) / Double(lengths.count - 1)
      }
      return 1
    }

    func part(_ from: Double, _ to: Double) -> Segment {
      if isLine {
        let (a, b) = (point(from), point(to))
        return Segment(p: [a.x, a.y, a.x, a.y, b.x, b.y, b.x, b.y], isLine: true)
      }
      if from <= 0 && to >= 1 { return self }
      let tail = split(to).left
      return from <= 0 || to <= 0 ? tail : tail.split(from / to).right
    }

    private func split(_ t: Double) -> (left: Segment, right: Segment) {
      func mix(_ a: Int, _ b: Int, _ p: [Double]) -> [Double] {
        [p[a] + (p[b] - p[a]) * t, p[a + 1] + (p[b + 1] - p[a + 1]) * t]
      }
      let ab = mix(0, 2, p)
      let bc = mix(2, 4, p)
      let cd = mix(4, 6, p)
      let first = mix(0, 2, ab + bc)
      let second = mix(0, 2, bc + cd)
      let middle = mix(0, 2, first + second)
      return (
        Segment(p: [p[0], p[1]] + ab + first + middle, isLine: false),
        Segment(p: middle + second + cd + [p[6], p[7]], isLine: false)
      )
    }
  }
}
