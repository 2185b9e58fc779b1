import SceneIR
import SceneRuntime

/// The frames schema `scenec.frames/1`, as one object or as a line a frame. Keys stand in a fixed order and those that do
/// not apply are left out, so equal runs give equal bytes.
package enum FramesJSON {
  package static let schema = "scenec.frames/1"

  /// The header with the views known so far, without its closing brace.
  static func header(_ header: FrameHeader, views: some Sequence<ViewRecord>, to out: inout ByteWriter) {
    out.raw("{\"schema\":\"scenec.frames/1\",\"source\":")
    out.string(header.source)
    out.raw(",\"scenario\":")
    if let scenario = header.scenario { out.string(scenario) } else { out.raw("null") }
    out.raw(",\"fps\":")
    out.integer(header.fps)
    device(header.device, to: &out)
    out.raw(",\"views\":")
    list(views, files: header.files, to: &out)
  }

  private static func device(_ device: FrameDevice, to out: inout ByteWriter) {
    out.raw(",\"device\":{\"name\":")
    out.string(device.name)
    out.raw(",\"width\":")
    out.decimal(device.width)
    out.raw(",\"height\":")
    out.decimal(device.height)
    out.raw(",\"scale\":")
    out.decimal(device.scale)
    out.raw(",\"safeArea\":{\"top\":")
    out.decimal(device.safeTop)
    out.raw(",\"leading\":")
    out.decimal(device.safeLeading)
    out.raw(",\"bottom\":")
    out.decimal(device.safeBottom)
    out.raw(",\"trailing\":")
    out.decimal(device.safeTrailing)
    out.raw("}}")
  }

  private static func list(_ views: some Sequence<ViewRecord>, files: [String], to out: inout ByteWriter) {
    out.raw("[")
    var isFirst = true
    for view in views {
      if !isFirst { out.raw(",") }
      isFirst = false
      out.raw("{\"id\":")
      out.integer(view.id)
      if let parent = view.parent {
        out.raw(",\"parent\":")
        out.integer(parent)
      }
      out.raw(",\"type\":")
      out.string(view.type)
      if let name = view.name {
        out.raw(",\"name\":")
        out.string(name)
      }
      if let label = view.label {
        out.raw(",\"label\":")
        out.string(label)
      }
      if let identifier = view.identifier {
        out.raw(",\"identifier\":")
        out.string(identifier)
      }
      if let source = view.source {
        out.raw(",\"source\":")
        place(source, files: files, to: &out)
      }
      out.raw("}")
    }
    out.raw("]")
  }

  private static func place(_ point: SourcePoint, files: [String], to out: inout ByteWriter) {
    out.raw("{\"file\":")
    out.string(files.indices.contains(point.file) ? files[point.file] : "")
    out.raw(",\"line\":")
    out.integer(point.line)
    out.raw(",\"column\":")
    out.integer(point.column)
    out.raw("}")
  }

  /// A frame by itself as a line, without its end.
  package static func line(_ frame: Frame, fps: Int) -> [UInt8] {
    var out = ByteWriter(capacity: 1 << 12)
    self.frame(frame, fps: fps, to: &out)
    return out.bytes
  }

  /// A frame by itself.
  static func frame(_ frame: Frame, fps: Int, to out: inout ByteWriter) {
    var rows = RowText()
    self.frame(frame, fps: fps, rows: &rows, to: &out)
  }

  static func frame(_ frame: Frame, fps: Int, rows: inout RowText, to out: inout ByteWriter) {
    out.raw("{\"n\":")
    out.integer(frame.n)
    out.raw(",\"t\":")
    out.decimal(Double(frame.n) / Double(max(fps, 1)), places: 6)
    out.raw(",\"views\":[")
    rows.update(frame.rows) { view($0, to: &$1) }
    out.append(rows.text)
    out.raw("],\"events\":[")
    var isFirst = true
    for event in frame.events {
      if !isFirst { out.raw(",") }
      isFirst = false
      out.string(event)
    }
    out.raw("]")
  }

  static func view(_ row: FrameRow, to out: inout ByteWriter) {
    out.raw("{\"id\":")
    out.integer(row.id)
    out.raw(",\"rect\":")
    rect(row.rect, to: &out)
    out.raw(",\"size\":[")
    out.decimal(row.width)
    out.raw(",")
    out.decimal(row.height)
    out.raw("],\"opacity\":")
    out.decimal(row.opacity, places: 4)
    if let t = row.transform {
      out.raw(",\"transform\":[")
      out.decimal(t.a, places: 4)
      out.raw(",")
      out.decimal(t.b, places: 4)
      out.raw(",")
      out.decimal(t.c, places: 4)
      out.raw(",")
      out.decimal(t.d, places: 4)
      out.raw(",")
      out.decimal(t.tx, places: 4)
      out.raw(",")
      out.decimal(t.ty, places: 4)
      out.raw("]")
      if !t.isAffine {
        out.raw(",\"projection\":[")
        out.decimal(t.p, places: 8)
        out.raw(",")
        out.decimal(t.q, places: 8)
        out.raw(",")
        out.decimal(t.w, places: 4)
        out.raw("]")
      }
    }
    if let radii = row.cornerRadii {
      out.raw(",\"cornerRadii\":")
      corners(radii, to: &out)
    }
    if let color = row.color {
      out.raw(",\"color\":\"")
      hex(color, to: &out)
      out.raw("\"")
    }
    if let gradient = row.gradient {
      out.raw(",\"gradient\":{\"kind\":\"")
      out.text(gradient.kind.rawValue)
      out.raw("\",\"stops\":[")
      for (i, stop) in gradient.stops.enumerated() {
        if i > 0 { out.raw(",") }
        out.raw("[\"")
        hex(stop.color, to: &out)
        out.raw("\",")
        out.decimal(stop.location, places: 4)
        out.raw("]")
      }
      out.raw("],\"start\":[")
      out.decimal(gradient.startX)
      out.raw(",")
      out.decimal(gradient.startY)
      out.raw("],\"end\":[")
      out.decimal(gradient.endX)
      out.raw(",")
      out.decimal(gradient.endY)
      out.raw("]}")
    }
    if let text = row.text {
      out.raw(",\"text\":")
      out.string(text)
    }
    if let progress = row.contentProgress {
      out.raw(",\"contentProgress\":")
      out.decimal(progress, places: 4)
    }
    if let clip = row.clip {
      out.raw(",\"clip\":")
      rect(clip, to: &out)
    }
    if let radii = row.clipRadii {
      out.raw(",\"clipRadii\":")
      corners(radii, to: &out)
    }
    out.raw(",\"z\":")
    out.integer(row.z)
    if let model = row.model {
      out.raw(",\"model\":")
      rect(model, to: &out)
    }
    out.raw("}")
  }

  private static func rect(_ rect: FrameRect, to out: inout ByteWriter) {
    out.raw("[")
    out.decimal(rect.x)
    out.raw(",")
    out.decimal(rect.y)
    out.raw(",")
    out.decimal(rect.width)
    out.raw(",")
    out.decimal(rect.height)
    out.raw("]")
  }

  private static func corners(_ radii: CornerRadii, to out: inout ByteWriter) {
    out.raw("[")
    out.decimal(radii.topLeading)
    out.raw(",")
    out.decimal(radii.topTrailing)
    out.raw(",")
    out.decimal(radii.bottomTrailing)
    out.raw(",")
    out.decimal(radii.bottomLeading)
    out.raw("]")
  }

  /// `#RRGGBBAA`; components outside sRGB are clamped.
  static func hex(_ color: FrameColor, to out: inout ByteWriter) {
    out.raw("#")
    component(color.red, to: &out)
    component(color.green, to: &out)
    component(color.blue, to: &out)
    component(color.alpha, to: &out)
  }

  @inline(__always)
  private static func component(_ value: Double, to out: inout ByteWriter) {
    let scaled = (value.isFinite ? min(max(value, 0), 1) : 0) * 255
    // Halves away from zero.
    let whole = Int(scaled)
    out.hex(scaled - Double(whole) >= 0.5 ? whole + 1 : whole)
  }

  /// `"settled":…,"runtime":[…]`
  static func closing(_ player: Player, to out: inout ByteWriter) {
    out.raw("\"settled\":")
    if let settled = player.settledNanoseconds {
      out.decimal(Double(settled) / 1e9, places: 6)
    } else {
      out.raw("null")
    }
    out.raw(",\"runtime\":[")
    var isFirst = true
    for diagnostic in player.diagnostics {
      if !isFirst { out.raw(",") }
      isFirst = false
      out.raw("{\"code\":")
      out.string(diagnostic.code)
      out.raw(",\"severity\":\"")
      out.text(diagnostic.severity.rawValue)
      out.raw("\",\"message\":")
      out.string(diagnostic.message)
      out.raw(",\"t\":")
      out.decimal(Double(diagnostic.nanoseconds) / 1e9, places: 6)
      if let point = diagnostic.place {
        out.raw(",\"source\":")
        place(point, files: player.header.files, to: &out)
      }
      out.raw("}")
    }
    out.raw("]")
  }
}

/// What became of a run while it was written.
package struct PlaySummary: Sendable {
  package var frameCount = 0
  package var viewCount = 0
  package var settledNanoseconds: Int?
  package var hasFailed = false

  package init() {}
}

extension FramesJSON {
  /// Plays to the end and returns the one-object form. `observe` sees every frame.
  package static func document(_ player: Player, observe: (Frame) -> Void = { _ in }) -> (ByteWriter, PlaySummary) {
    var frames = ByteWriter(capacity: 1 << 20)
    var rows = RowText()
    var summary = PlaySummary()
    while let next = player.next() {
      if summary.frameCount > 0 { frames.raw(",\n") }
      frame(next, fps: player.header.fps, rows: &rows, to: &frames)
      frames.raw("}")
      observe(next)
      summary.frameCount += 1
      if player.isBeyondOutput(frames.count) { break }
    }
    var out = ByteWriter(capacity: frames.count + 65_536)
    header(player.header, views: player.views, to: &out)
    out.raw(",\n\"frames\":[\n")
    out.append(frames)
    out.raw("\n],\n")
    closing(player, to: &out)
    out.raw("}\n")
    finish(player, &summary)
    return (out, summary)
  }

  /// Plays to the end, handing over line after line.
  package static func lines(_ player: Player, write: ([UInt8]) -> Bool) -> PlaySummary {
    var summary = PlaySummary()
    var line = ByteWriter(capacity: 1 << 16)
    var rows = RowText()
    var written = 0
    while let next = player.next() {
      line.removeAll()
      if summary.frameCount == 0 {
        header(player.header, views: next.added, to: &line)
        line.raw("}\n")
      }
      frame(next, fps: player.header.fps, rows: &rows, to: &line)
      if summary.frameCount > 0 && !next.added.isEmpty {
        line.raw(",\"added\":")
        list(next.added, files: player.header.files, to: &line)
      }
      line.raw("}\n")
      written += line.count
      summary.frameCount += 1
      guard write(line.bytes) else { break }
      if player.isBeyondOutput(written) { break }
    }
    line.removeAll()
    line.raw("{")
    closing(player, to: &line)
    line.raw("}\n")
    _ = write(line.bytes)
    finish(player, &summary)
    return summary
  }

  /// Completes a summary at the end of a run.
  package static func finish(_ player: Player, _ summary: inout PlaySummary) {
    summary.viewCount = player.views.count
    summary.settledNanoseconds = player.settledNanoseconds
    summary.hasFailed = player.hasFailed
  }
}
