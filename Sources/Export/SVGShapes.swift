import SceneRuntime

/// Numbers, colours, maps and outlines as SVG writes them.
extension SVGScene {
  func number(_ value: Double, _ places: Int = 3) -> String { SVGScene.number(value, places) }

  static func number(_ value: Double, _ places: Int = 3) -> String {
    guard value.isFinite else { return "0" }
    var writer = ByteWriter(capacity: 16)
    writer.decimal(value, places: places)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// `#RRGGBB`; the alpha is written apart.
  func hex(_ color: FrameColor) -> String { SVGScene.hex(color) }

  static func hex(_ color: FrameColor) -> String {
    var writer = ByteWriter(capacity: 8)
    writer.raw("#")
    for component in [color.red, color.green, color.blue] {
      writer.hex(Int((min(max(component.isFinite ? component : 0, 0), 1) * 255).rounded()))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// nil for the identity.
  func transform(_ t: FrameTransform) -> String? {
    if t.b == 0, t.c == 0, t.a == 1, t.d == 1 {
      return t.tx == 0 && t.ty == 0 ? nil : "translate(\(number(t.tx)) \(number(t.ty)))"
    }
    return
      "matrix(\(number(t.a, 6)) \(number(t.b, 6)) \(number(t.c, 6)) \(number(t.d, 6)) \(number(t.tx)) \(number(t.ty)))"
  }

  /// Tag and attributes of an outline.
  func geometry(_ outline: FrameOutline) -> (tag: String, attributes: [(String, String)]) {
    func box(_ r: FrameRect) -> [(String, String)] {
      [
        ("x", number(r.x)), ("y", number(r.y)), ("width", number(max(r.width, 0))),
        ("height", number(max(r.height, 0))),
      ]
    }
    switch outline {
    case .rect(let r): return ("rect", box(r))
    case .ellipse(let r):
      return (
        "ellipse",
        [
          ("cx", number(r.midX)), ("cy", number(r.midY)), ("rx", number(max(r.width / 2, 0))),
          ("ry", number(max(r.height / 2, 0))),
        ]
      )
    case .rounded(let r, let radii, let isContinuous):
      let limit = max(0, min(r.width, r.height) / 2)
      let first = min(max(radii.topLeading, 0), limit)
      let isEven =
        radii.topTrailing == radii.topLeading && radii.bottomTrailing == radii.topLeading
        && radii.bottomLeading == radii.topLeading
      if isEven, first <= 0 { return ("rect", box(r)) }
      // Too round for a continuous corner is a circle's.
      if isEven, !isContinuous || first * 1.528_664_83 > limit { return ("rect", box(r) + [("rx", number(first))]) }
      return ("path", [("d", data(outline.path))])
    case .path(let path, _): return ("path", [("d", data(path))])
    }
  }

  func data(_ path: FramePath) -> String { SVGScene.data(path) }

  static func data(_ path: FramePath) -> String {
    var out = ByteWriter(capacity: path.numbers.count * 8)
    var at = 0
    for verb in path.verbs {
      switch verb {
      case .move: out.raw("M")
      case .line: out.raw("L")
      case .quad: out.raw("Q")
      case .curve: out.raw("C")
      case .close: out.raw("Z")
      }
      for i in 0..<verb.count {
        var value = path.numbers[at + i]
        if !value.isFinite || abs(value) < 0.0005 { value = 0 }
        if i > 0, value >= 0 { out.raw(" ") }
        out.decimal(max(-1e7, min(1e7, value)))
      }
      at += verb.count
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
