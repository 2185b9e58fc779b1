import SceneIR
import SceneRuntime

/// The page of a failed test: stored frames and those of now side by side, in step, with the views that differ marked. It draws
/// what stored frames say: boxes, colours and texts.
package enum ComparisonPage {
  package static func page(
    title: String, stored: StoredFrames, found: StoredFrames, differences: [FrameComparison.Difference]
  ) -> ByteWriter {
    let pairs = FrameComparison.pairs(stored: stored, found: found)
    let old = run(stored, pairs.map(\.stored), "stored", differences, isFound: false)
    let new = run(found, pairs.map(\.found), "now", differences, isFound: true)
    return HTMLPlayer.page(title: title, runs: [old, new], mode: .compare)
  }

  private static func run(
    _ frames: StoredFrames, _ samples: [Int], _ name: String, _ differences: [FrameComparison.Difference],
    isFound: Bool
  ) -> ByteWriter {
    var run = PageRun(width: frames.width, height: frames.height)
    var types: [Int: StoredFrames.View] = [:]
    for view in frames.views { types[view.id] = view }
    for index in samples {
      let sample = frames.samples[index]
      let rows = sample.rows.map { box($0) }
      var options = SVGOptions()
      options.idPrefix = "~"
      var scene = SVGScene(
        drawing(sample, types), width: frames.width, height: frames.height, options: options)
      run.add(
        scene.build(), rows: rows, number: sample.number, events: [],
        name: sample.snapshot.map { "snapshot '\($0)'" })
    }
    var extra = ByteWriter()
    // Snapshots lie apart in time; other frames are a tenth of a second apart.
    extra.raw(frames.samples.contains { $0.snapshot != nil } ? ",\"rate\":2" : ",\"rate\":10")
    extra.raw(",\"differing\":{")
    let byFrame = marks(frames, samples.count, differences, isFound: isFound)
    var isFirst = true
    for (frame, ids) in byFrame.enumerated() where !ids.isEmpty {
      extra.raw(isFirst ? "\"" : ",\"")
      isFirst = false
      extra.integer(frame)
      extra.raw("\":[")
      for (i, id) in ids.enumerated() {
        if i > 0 { extra.raw(",") }
        extra.integer(id)
      }
      extra.raw("]")
    }
    extra.raw("}")
    if isFound { list(differences, to: &extra) }
    let device = FrameDevice(
      name: frames.device, width: frames.width, height: frames.height, scale: 1, safeTop: 0, safeLeading: 0,
      safeBottom: 0, safeTrailing: 0)
    let header = FrameHeader(
      source: "", scenario: frames.scenario, fps: frames.framesPerSecond, device: device, files: [])
    let views = frames.views.map {
      ViewRecord(
        id: $0.id, parent: $0.parent, type: $0.type, name: $0.name, label: $0.label, identifier: $0.identifier)
    }
    return run.json(name: name, header: header, views: views, player: nil, extra: extra)
  }

  /// The views to mark in each frame: those that differ by themselves. A container that lies or is sized otherwise because
  /// of a view in it is left out; that view is marked.
  private static func marks(
    _ frames: StoredFrames, _ count: Int, _ differences: [FrameComparison.Difference], isFound: Bool
  ) -> [[Int]] {
    var byFrame = [[(id: Int, isPlace: Bool)]](repeating: [], count: count)
    for difference in differences {
      guard let id = isFound ? difference.foundID : difference.storedID else { continue }
      let isPlace = difference.largest > 0
      for sample in difference.samples where byFrame.indices.contains(sample) { byFrame[sample].append((id, isPlace)) }
    }
    var parents: [Int: Int] = [:]
    for view in frames.views { if let parent = view.parent { parents[view.id] = parent } }
    return byFrame.map { marked in
      var holders: Set<Int> = []
      for (id, _) in marked {
        var current = parents[id]
        // Who is in has told those around already.
        while let parent = current, holders.insert(parent).inserted { current = parents[parent] }
      }
      return marked.filter { !$0.isPlace || !holders.contains($0.id) }.map(\.id)
    }
  }

  private static func list(_ differences: [FrameComparison.Difference], to out: inout ByteWriter) {
    out.raw(",\"differences\":[")
    for (i, difference) in differences.prefix(500).enumerated() {
      if i > 0 { out.raw(",") }
      out.raw("{\"view\":")
      out.string(difference.view)
      out.raw(",\"text\":")
      out.string(String(difference.text.dropFirst(difference.view.count + 2)))
      out.raw(",\"frame\":")
      out.integer(difference.samples.first ?? 0)
      out.raw(",\"id\":")
      out.integer(difference.foundID ?? 0)
      out.raw("}")
    }
    out.raw("]")
  }

  // MARK: Drawing from numbers

  private static func numbers(_ row: StoredFrames.Row, _ key: String, _ count: Int) -> [Double]? {
    guard let values = row.numbers.first(where: { $0.key == key })?.values, values.count >= count,
      values.allSatisfy({ $0.isFinite })
    else { return nil }
    return values
  }

  private static func box(_ row: StoredFrames.Row) -> FrameRow {
    let r = numbers(row, "rect", 4) ?? [0, 0, 0, 0]
    let rect = FrameRect(x: r[0], y: r[1], width: r[2], height: r[3])
    return FrameRow(
      id: row.id, rect: rect, width: r[2], height: r[3], opacity: numbers(row, "opacity", 1)?[0] ?? 1, z: row.order)
  }

  private static func drawing(_ sample: StoredFrames.Sample, _ types: [Int: StoredFrames.View]) -> FrameDrawing {
    var drawing = FrameDrawing()
    for row in sample.rows.sorted(by: { $0.order < $1.order }) {
      let shown = box(row)
      guard shown.opacity > 0 else { continue }
      let size = numbers(row, "size", 2) ?? [shown.rect.width, shown.rect.height]
      var transform = FrameTransform(
        a: size[0] > 0 ? shown.rect.width / size[0] : 1, b: 0, c: 0, d: size[1] > 0 ? shown.rect.height / size[1] : 1,
        tx: shown.rect.x, ty: shown.rect.y)
      if let t = numbers(row, "transform", 6) {
        transform = FrameTransform(a: t[0], b: t[1], c: t[2], d: t[3], tx: t[4], ty: t[5])
        if let depth = numbers(row, "projection", 3) {
          transform.p = depth[0]
          transform.q = depth[1]
          transform.w = depth[2]
        }
      }
      guard let element = element(row, types[row.id], FrameRect(x: 0, y: 0, width: size[0], height: size[1])) else {
        continue
      }
      var effect = -1
      func add(_ kind: FrameEffect.Kind) {
        drawing.effects.append(FrameEffect(parent: effect, owner: row.id, kind: kind))
        effect = drawing.effects.count - 1
      }
      if let clip = numbers(row, "clip", 4) {
        let rect = FrameRect(x: clip[0], y: clip[1], width: clip[2], height: clip[3])
        let radii = numbers(row, "clipRadii", 4).map(radii) ?? CornerRadii(0)
        add(.clip(.rounded(rect, radii, isContinuous: false), .identity))
      }
      if shown.opacity < 1 { add(.opacity(shown.opacity)) }
      drawing.leaves.append(
        FrameLeaf(
          view: row.id, transform: transform, width: size[0], height: size[1], effect: effect, elements: [element]))
    }
    return drawing
  }

  private static func radii(_ r: [Double]) -> CornerRadii {
    CornerRadii(topLeading: r[0], topTrailing: r[1], bottomTrailing: r[2], bottomLeading: r[3])
  }

  private static func element(_ row: StoredFrames.Row, _ view: StoredFrames.View?, _ box: FrameRect) -> FrameElement? {
    let color = row.texts.first { $0.key == "color" }.flatMap { self.color($0.value) }
    let isText = view?.type == "Text"
    if isText, let text = row.texts.first(where: { $0.key == "text" })?.value {
      // The number of lines is not stored; words are set to fill the box.
      let size = fittingSize(text, box)
      let black = FrameColor(red: 0, green: 0, blue: 0, alpha: 1)
      return .text(lines(text, box, size), .color(color ?? black))
    }
    if view?.type == "Image" {
      let name = view?.name ?? ""
      if let color { return .symbol(FrameSymbol(name: name, weight: 0, paints: [.color(color)]), box) }
      return .placeholder(name, box)
    }
    let stops = row.gradient.compactMap { self.color($0) }
    if let first = stops.first, let last = stops.last {
      let gradient = FrameGradient(
        kind: .linear, stops: [.init(color: first, location: 0), .init(color: last, location: 1)], startX: 0.5,
        startY: 0, endX: 0.5, endY: 1)
      return .fill(outline(row, box), .gradient(gradient))
    }
    guard let color, color.alpha > 0 else { return nil }
    return .fill(outline(row, box), .color(color))
  }

  private static func outline(_ row: StoredFrames.Row, _ box: FrameRect) -> FrameOutline {
    numbers(row, "cornerRadii", 4).map { .rounded(box, radii($0), isContinuous: false) } ?? .rect(box)
  }

  private static func color(_ text: String) -> FrameColor? {
    guard text.hasPrefix("#"), text.utf8.count == 9, let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    func part(_ shift: UInt32) -> Double { Double(value >> shift & 255) / 255 }
    return FrameColor(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// The size at which a text fills its box: one line high, or as many as its width makes.
  private static func fittingSize(_ text: String, _ box: FrameRect) -> Double {
    let width = max(1, InterWidths.width(text) / 1000)
    let line = box.height / 1.2
    if width * line <= box.width * 1.25 { return max(1, line) }
    return max(1, (box.width * box.height / (width * 1.25)).squareRoot())
  }

  private static func lines(_ text: String, _ box: FrameRect, _ size: Double) -> [FrameTextLine] {
    let count = max(1, min(60, Int((box.height / (size * 1.2)).rounded())))
    var lines: [FrameTextLine] = []
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let height = box.height / Double(count)
    for row in 0..<count where !words.isEmpty {
      var line = words.removeFirst()
      while let next = words.first,
        row + 1 == count || InterWidths.width("\(line) \(next)") / 1000 * size <= box.width * 1.06
      {
        line += " \(next)"
        words.removeFirst()
      }
      let width = min(box.width, InterWidths.width(line) / 1000 * size)
      let run = FrameTextRun(text: line, x: 0, width: count == 1 ? box.width : width, size: size, weight: 0)
      lines.append(FrameTextLine(baseline: height * (Double(row) + 0.5) + size * 0.36, runs: [run]))
    }
    return lines
  }
}
