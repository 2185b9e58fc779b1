import SceneRuntime

/// Frames as a person reads them: what changed from frame to frame, with names instead of numbers.
package enum FramesText {
  package static func document(_ player: Player) -> (ByteWriter, PlaySummary) {
    var out = ByteWriter(capacity: 1 << 16)
    var summary = PlaySummary()
    let device = player.header.device
    out.text("\(player.header.source)")
    if let scenario = player.header.scenario { out.text(" — \(scenario)") }
    out.text(" on \(device.name), \(player.header.fps) frames a second\n")
    var last: [Int: FrameRow] = [:]
    while let frame = player.next() {
      var lines: [String] = []
      var present = Set<Int>()
      for row in frame.rows {
        present.insert(row.id)
        if let before = last[row.id], same(before, row) { continue }
        lines.append(describe(row, player.views))
      }
      for id in last.keys.sorted() where !present.contains(id) {
        lines.append("  - \(name(id, player.views)) is gone")
        last[id] = nil
      }
      for row in frame.rows { last[row.id] = row }
      if !lines.isEmpty || !frame.events.isEmpty {
        out.text("\nframe \(frame.n)  ")
        out.decimal(Double(frame.n) / Double(max(player.header.fps, 1)), places: 3)
        out.text(" s")
        if !frame.events.isEmpty { out.text("  [\(frame.events.joined(separator: "; "))]") }
        out.text("\n")
        for line in lines { out.text(line + "\n") }
      }
      summary.frameCount += 1
      if player.isBeyondOutput(out.count) { break }
    }
    if let settled = player.settledNanoseconds {
      out.text("\nsettled at ")
      out.decimal(Double(settled) / 1e9, places: 3)
      out.text(" s\n")
    } else {
      out.text("\nnot settled\n")
    }
    for diagnostic in player.diagnostics {
      out.text("\(diagnostic.severity.rawValue) \(diagnostic.code): \(diagnostic.message)\n")
    }
    FramesJSON.finish(player, &summary)
    return (out, summary)
  }

  private static func same(_ a: FrameRow, _ b: FrameRow) -> Bool {
    a.rect == b.rect && a.opacity == b.opacity && a.transform == b.transform && a.color == b.color && a.text == b.text
      && a.cornerRadii == b.cornerRadii && a.clip == b.clip
  }

  private static func name(_ id: Int, _ views: [ViewRecord]) -> String {
    guard views.indices.contains(id - 1) else { return "#\(id)" }
    let view = views[id - 1]
    let label = view.identifier ?? view.label ?? view.name
    return "#\(id) \(view.type)" + (label.map { " '\($0)'" } ?? "")
  }

  private static func describe(_ row: FrameRow, _ views: [ViewRecord]) -> String {
    var out = ByteWriter(capacity: 128)
    out.text("  \(name(row.id, views))")
    if let text = row.text { out.text(" \"\(text.count <= 40 ? text : text.prefix(39) + "…")\"") }
    out.text("  x ")
    out.decimal(row.rect.x)
    out.text("  y ")
    out.decimal(row.rect.y)
    out.text("  ")
    out.decimal(row.rect.width)
    out.text(" × ")
    out.decimal(row.rect.height)
    if row.opacity != 1 {
      out.text("  opacity ")
      out.decimal(row.opacity, places: 4)
    }
    if let color = row.color {
      out.text("  ")
      FramesJSON.hex(color, to: &out)
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
