import SceneIR
import SceneRuntime

/// A run as a Lottie animation: a layer for each part of each leaf, with keyframes where something changes. Fills, strokes,
/// texts and opacity are carried over; filters, masks and clips have no counterpart here and are left out.
package enum Lottie {
  /// One part of one leaf over time.
  private struct Track {
    var name: String
    var first: Int
    var last: Int
    var order = 0
    var element: FrameElement
    /// Position x, y; scale x, y in percent; rotation in degrees; opacity in percent.
    var moves: [(frame: Int, values: [Double])] = []
    /// Width, height and radius of a box, with its place in the leaf.
    var boxes: [(frame: Int, values: [Double])] = []
    var colors: [(frame: Int, values: [Double])] = []
    var widths: [(frame: Int, values: [Double])] = []
  }

  package static func document(_ player: Player, name: String, from: Int = 0) -> ByteWriter {
    var tracks: [Track] = []
    var rows: [Int: Int] = [:]
    var count = 0
    var isDark = false
    while let frame = player.next() {
      if frame.n * 1_000_000_000 < from * player.header.fps { continue }
      guard let drawing = frame.drawing else { continue }
      isDark = drawing.isDark
      for (order, leaf) in drawing.leaves.enumerated() {
        let opacity = opacity(of: leaf, drawing)
        for (index, element) in leaf.elements.enumerated() {
          let key = leaf.view * 64 + min(index, 63)
          let row: Int
          if let known = rows[key] {
            row = known
          } else {
            row = tracks.count
            rows[key] = row
            let view = player.views.indices.contains(leaf.view - 1) ? player.views[leaf.view - 1] : nil
            tracks.append(
              Track(
                name: view.map { $0.identifier ?? $0.name ?? $0.type } ?? "View", first: count, last: count,
                element: element))
          }
          tracks[row].last = count
          tracks[row].order = order
          add(element, leaf, opacity, count, &tracks[row])
        }
      }
      count += 1
      if player.isBeyondOutput(count * 64) { break }
    }
    return write(tracks, count: count, player, name: name, isDark: isDark)
  }

  private static func opacity(of leaf: FrameLeaf, _ drawing: FrameDrawing) -> Double {
    var result = 1.0
    var row = leaf.effect
    while row >= 0 {
      if case .opacity(let value) = drawing.effects[row].kind { result *= value }
      row = drawing.effects[row].parent
    }
    return result
  }

  private static func add(
    _ element: FrameElement, _ leaf: FrameLeaf, _ opacity: Double, _ frame: Int, _ track: inout Track
  ) {
    let t = leaf.transform.affine(at: leaf.width / 2, leaf.height / 2)
    let sx = (t.a * t.a + t.b * t.b).squareRoot()
    let sy = sx > 0 ? (t.a * t.d - t.b * t.c) / sx : 0
    append([t.tx, t.ty, sx * 100, sy * 100, SceneMath.atan2(t.b, t.a) * 180 / .pi, opacity * 100], frame, &track.moves)
    var outline: FrameOutline?
    var paint: FramePaint?
    switch element {
    case .fill(let o, let p): (outline, paint) = (o, p)
    case .stroke(let o, let p, let stroke):
      (outline, paint) = (o, p)
      append([stroke.width], frame, &track.widths)
    case .text(_, let p): paint = p
    case .symbol(let symbol, let box):
      (outline, paint) = (.rounded(box, CornerRadii(box.height / 4), isContinuous: false), symbol.paints.first)
    case .image(_, let box, _), .placeholder(_, let box):
      outline = .rect(box)
      paint = .color(FrameColor(red: 0.85, green: 0.87, blue: 0.9, alpha: 1))
    }
    switch outline {
    case .rect(let r)?: append([r.midX, r.midY, r.width, r.height, 0], frame, &track.boxes)
    case .rounded(let r, let radii, _)?:
      append([r.midX, r.midY, r.width, r.height, radii.topLeading], frame, &track.boxes)
    case .ellipse(let r)?: append([r.midX, r.midY, r.width, r.height, -1], frame, &track.boxes)
    default: break
    }
    let color: FrameColor
    switch paint {
    case .color(let c)?: color = c
    case .gradient(let gradient)?: color = SVGScene.color(gradient.stops, at: 0.5)
    case nil: color = FrameColor(red: 0, green: 0, blue: 0, alpha: 1)
    }
    append([color.red, color.green, color.blue, color.alpha * 100], frame, &track.colors)
    track.element = element
  }

  private static func append(_ values: [Double], _ frame: Int, _ list: inout [(frame: Int, values: [Double])]) {
    list.append((frame, values))
  }

  // MARK: Writing

  private static func write(_ tracks: [Track], count: Int, _ player: Player, name: String, isDark: Bool) -> ByteWriter {
    var out = ByteWriter(capacity: 1 << 18)
    let device = player.header.device
    out.raw("{\"v\":\"5.7.4\",\"fr\":")
    out.integer(player.header.fps)
    out.raw(",\"ip\":0,\"op\":")
    out.integer(max(count, 1))
    out.raw(",\"w\":")
    out.integer(Int(device.width.rounded()))
    out.raw(",\"h\":")
    out.integer(Int(device.height.rounded()))
    out.raw(",\"nm\":")
    out.string(name)
    out.raw(
      ",\"ddd\":0,\"assets\":[],\"fonts\":{\"list\":[{\"fName\":\"Inter\",\"fFamily\":\"Inter\",\"fStyle\":\"Regular\",\"ascent\":75}]},\"layers\":[\n"
    )
    // The first layer lies on top.
    let sorted = tracks.indices.sorted {
      tracks[$0].order != tracks[$1].order ? tracks[$0].order > tracks[$1].order : $0 > $1
    }
    var number = 1
    for row in sorted {
      for layer in layers(tracks[row], number: &number) {
        out.append(layer)
        out.raw(",\n")
      }
    }
    out.raw("{\"ty\":1,\"nm\":\"background\",\"ind\":")
    out.integer(number)
    out.raw(",\"ip\":0,\"op\":")
    out.integer(max(count, 1))
    out.raw(",\"st\":0,\"sw\":")
    out.integer(Int(device.width.rounded()))
    out.raw(",\"sh\":")
    out.integer(Int(device.height.rounded()))
    out.raw(isDark ? ",\"sc\":\"#000000\"" : ",\"sc\":\"#ffffff\"")
    out.raw(",\"ks\":{}}\n]}\n")
    return out
  }

  private static func head(_ track: Track, type: Int, number: inout Int) -> ByteWriter {
    var out = ByteWriter()
    out.raw("{\"ty\":")
    out.integer(type)
    out.raw(",\"nm\":")
    out.string(track.name)
    out.raw(",\"ind\":")
    out.integer(number)
    number += 1
    out.raw(",\"ip\":")
    out.integer(track.first)
    out.raw(",\"op\":")
    out.integer(track.last + 1)
    out.raw(",\"st\":0")
    return out
  }

  private static func layers(_ track: Track, number: inout Int) -> [ByteWriter] {
    if case .text(let lines, _) = track.element {
      var result: [ByteWriter] = []
      for line in lines {
        for run in line.runs {
          var out = head(track, type: 5, number: &number)
          out.raw(",\"t\":{\"d\":{\"k\":[{\"t\":0,\"s\":{\"f\":\"Inter\",\"s\":")
          out.decimal(run.size)
          out.raw(",\"t\":")
          out.string(run.text)
          out.raw(",\"j\":0,\"tr\":0,\"lh\":")
          out.decimal(run.size * 1.2)
          out.raw(",\"ls\":0,\"fc\":[")
          let color =
            run.color.map { [$0.red, $0.green, $0.blue] } ?? Array((track.colors.last?.values ?? [0, 0, 0]).prefix(3))
          list(color, to: &out)
          out.raw("]}}]},\"p\":{},\"m\":{\"g\":1,\"a\":{\"a\":0,\"k\":[0,0]}},\"a\":[]}")
          transform(track, dx: run.x, dy: line.baseline - run.rise, to: &out)
          out.raw("}")
          result.append(out)
        }
      }
      return result
    }
    var out = head(track, type: 4, number: &number)
    transform(track, dx: 0, dy: 0, to: &out)
    out.raw(",\"shapes\":[{\"ty\":\"gr\",\"nm\":\"part\",\"it\":[")
    geometry(track, to: &out)
    out.raw(",")
    paint(track, to: &out)
    out.raw(
      ",{\"ty\":\"tr\",\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[100,100]},\"r\":{\"a\":0,\"k\":0},\"o\":{\"a\":0,\"k\":100}}]}]}"
    )
    return [out]
  }

  private static func transform(_ track: Track, dx: Double, dy: Double, to out: inout ByteWriter) {
    out.raw(",\"ks\":{\"a\":{\"a\":0,\"k\":[")
    list([-dx, -dy], to: &out)
    out.raw("]},\"p\":")
    property(track.moves, [0, 1], to: &out)
    out.raw(",\"s\":")
    property(track.moves, [2, 3], to: &out)
    out.raw(",\"r\":")
    property(track.moves, [4], to: &out)
    out.raw(",\"o\":")
    property(track.moves, [5], to: &out)
    out.raw("}")
  }

  private static func geometry(_ track: Track, to out: inout ByteWriter) {
    var path: FramePath?
    switch track.element {
    case .fill(.path(let p, _), _), .stroke(.path(let p, _), _, _): path = p
    default: break
    }
    if let path {
      out.raw("{\"ty\":\"sh\",\"ks\":{\"a\":0,\"k\":")
      bezier(path, to: &out)
      out.raw("}}")
      return
    }
    let isEllipse = (track.boxes.first?.values.last ?? 0) < 0
    out.raw(isEllipse ? "{\"ty\":\"el\",\"p\":" : "{\"ty\":\"rc\",\"p\":")
    property(track.boxes, [0, 1], to: &out)
    out.raw(",\"s\":")
    property(track.boxes, [2, 3], to: &out)
    if !isEllipse {
      out.raw(",\"r\":")
      property(track.boxes, [4], to: &out)
    }
    out.raw("}")
  }

  private static func paint(_ track: Track, to out: inout ByteWriter) {
    var isStroke = false
    if case .stroke = track.element { isStroke = true }
    if case .symbol = track.element { isStroke = true }
    out.raw(isStroke ? "{\"ty\":\"st\",\"lc\":1,\"lj\":1,\"c\":" : "{\"ty\":\"fl\",\"c\":")
    property(track.colors, [0, 1, 2], to: &out)
    out.raw(",\"o\":")
    property(track.colors, [3], to: &out)
    if isStroke {
      out.raw(",\"w\":")
      property(track.widths.isEmpty ? [(0, [1])] : track.widths, [0], to: &out)
    }
    out.raw("}")
  }

  private static func list(_ values: [Double], to out: inout ByteWriter) {
    for (i, value) in values.enumerated() {
      if i > 0 { out.raw(",") }
      out.decimal(value.isFinite ? value : 0, places: 4)
    }
  }

  /// Some of the recorded numbers as an animated property: a keyframe on both sides of each change.
  private static func property(
    _ record: [(frame: Int, values: [Double])], _ parts: [Int], to out: inout ByteWriter
  ) {
    let samples = record.map { entry in
      (frame: entry.frame, values: parts.map { $0 < entry.values.count ? entry.values[$0] : 0 })
    }
    guard let first = samples.first, samples.contains(where: { $0.values != first.values }) else {
      out.raw("{\"a\":0,\"k\":")
      let values = samples.first?.values ?? [Double](repeating: 0, count: parts.count)
      if parts.count > 1 { out.raw("[") }
      list(values, to: &out)
      if parts.count > 1 { out.raw("]") }
      out.raw("}")
      return
    }
    out.raw("{\"a\":1,\"k\":[")
    var isFirst = true
    for (i, sample) in samples.enumerated() {
      let before = i > 0 && samples[i - 1].values == sample.values
      let after = i + 1 < samples.count && samples[i + 1].values == sample.values
      if before && (after || i + 1 == samples.count) { continue }
      if !isFirst { out.raw(",") }
      isFirst = false
      out.raw("{\"t\":")
      out.integer(sample.frame)
      out.raw(",\"s\":[")
      list(sample.values, to: &out)
      out.raw("],\"i\":{\"x\":[1],\"y\":[1]},\"o\":{\"x\":[0],\"y\":[0]}}")
    }
    out.raw("]}")
  }

  /// The first subpath with its handles, relative to the points.
  private static func bezier(_ path: FramePath, to out: inout ByteWriter) {
    var points: [[Double]] = []
    var into: [[Double]] = []
    var away: [[Double]] = []
    var isClosed = false
    var at = 0
    loop: for verb in path.verbs {
      let n = Array(path.numbers[at..<at + verb.count])
      at += verb.count
      switch verb {
      case .move:
        if !points.isEmpty { break loop }
        points.append(n)
        into.append([0, 0])
        away.append([0, 0])
      case .line:
        points.append(n)
        into.append([0, 0])
        away.append([0, 0])
      case .quad, .curve:
        guard let last = points.last else { break loop }
        let end = Array(n.suffix(2))
        let a =
          verb == .curve ? [n[0], n[1]] : [last[0] + (n[0] - last[0]) * 2 / 3, last[1] + (n[1] - last[1]) * 2 / 3]
        let b = verb == .curve ? [n[2], n[3]] : [end[0] + (n[0] - end[0]) * 2 / 3, end[1] + (n[1] - end[1]) * 2 / 3]
        away[away.count - 1] = [a[0] - last[0], a[1] - last[1]]
        points.append(end)
        into.append([b[0] - end[0], b[1] - end[1]])
        away.append([0, 0])
      case .close:
        isClosed = true
        break loop
      }
    }
    func write(_ name: StaticString, _ rows: [[Double]], _ out: inout ByteWriter) {
      out.raw(name)
      for (i, row) in rows.enumerated() {
        out.raw(i > 0 ? ",[" : "[")
        list(row, to: &out)
        out.raw("]")
      }
      out.raw("]")
    }
    out.raw(isClosed ? "{\"c\":true," : "{\"c\":false,")
    write("\"v\":[", points, &out)
    write(",\"i\":[", into, &out)
    write(",\"o\":[", away, &out)
    out.raw("}")
  }
}
