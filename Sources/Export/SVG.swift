import SceneIR
import SceneRuntime

/// One frame as a picture in SVG: boxes, gradients, texts where they were measured, images as labelled boxes.
package enum SVG {
  package static func picture(_ frame: Frame, header: FrameHeader, views: [ViewRecord], isDark: Bool = false)
    -> ByteWriter
  {
    var out = ByteWriter(capacity: 1 << 15)
    let device = header.device
    out.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    out.decimal(device.width)
    out.raw("\" height=\"")
    out.decimal(device.height)
    out.raw("\" viewBox=\"0 0 ")
    out.decimal(device.width)
    out.raw(" ")
    out.decimal(device.height)
    out.raw("\" font-family=\"'SF Pro Text','Inter','Helvetica Neue',Arial,sans-serif\">\n")
    out.raw("<rect width=\"100%\" height=\"100%\" fill=\"")
    out.raw(isDark ? "#000000" : "#FFFFFF")
    out.raw("\"/>\n")
    var definitions = 0
    for row in frame.rows.sorted(by: { $0.z < $1.z }) {
      guard views.indices.contains(row.id - 1), row.opacity > 0 else { continue }
      draw(row, views[row.id - 1], &definitions, to: &out)
    }
    out.raw("</svg>\n")
    return out
  }

  private static func draw(_ row: FrameRow, _ view: ViewRecord, _ definitions: inout Int, to out: inout ByteWriter) {
    let isImage = view.type == "Image"
    guard row.color != nil || row.gradient != nil || row.lines != nil || isImage else { return }
    if row.lines == nil, row.gradient == nil, !isImage, let color = row.color, color.alpha <= 0 { return }
    definitions += 1
    let number = definitions
    var hasClip = false
    if let clip = row.clip {
      hasClip = true
      out.raw("<clipPath id=\"c")
      out.integer(number)
      out.raw("\">")
      shape(clip, row.clipRadii, to: &out)
      out.raw("/></clipPath>\n")
      out.raw("<g clip-path=\"url(#c")
      out.integer(number)
      out.raw(")\">")
    }
    if let gradient = row.gradient { define(gradient, number, to: &out) }
    // In the view's own space where it is turned, else on the screen.
    var box = row.rect
    let isTurned = row.transform != nil
    if let t = row.transform {
      box = FrameRect(x: 0, y: 0, width: row.width, height: row.height)
      out.raw("<g transform=\"matrix(")
      for (i, value) in [t.a, t.b, t.c, t.d, t.tx, t.ty].enumerated() {
        if i > 0 { out.raw(" ") }
        out.decimal(value, places: 4)
      }
      out.raw(")\">")
    }
    if let lines = row.lines {
      text(lines, row, box, to: &out)
    } else {
      shape(box, row.cornerRadii, to: &out)
      if row.gradient != nil {
        out.raw(" fill=\"url(#g")
        out.integer(number)
        out.raw(")\"")
      } else if isImage && row.color == nil || isImage && view.name.map({ !$0.contains(".") }) ?? true {
        out.raw(" fill=\"#9AA7B8\" fill-opacity=\"0.45\" stroke=\"#6B7788\" stroke-width=\"0.5\"")
      } else {
        fill(row.color, to: &out)
      }
      opacity(row.opacity, to: &out)
      out.raw("/>")
      if isImage, let name = view.name, box.width > 24 { label(name, box, row.opacity, to: &out) }
    }
    if isTurned { out.raw("</g>") }
    if hasClip { out.raw("</g>") }
    out.raw("\n")
  }

  /// `<rect …` or `<path …` without its end.
  private static func shape(_ box: FrameRect, _ radii: CornerRadii?, to out: inout ByteWriter) {
    let limit = min(box.width, box.height) / 2
    let r = radii.map { [$0.topLeading, $0.topTrailing, $0.bottomTrailing, $0.bottomLeading] } ?? []
    let corners = r.map { min(max($0, 0), max(limit, 0)) }
    if let first = corners.first, corners.contains(where: { $0 != first }) {
      out.raw("<path d=\"")
      let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
      point("M", box.x + a, box.y, to: &out)
      point("L", box.maxX - b, box.y, to: &out)
      point("Q", box.maxX, box.y, to: &out)
      point(" ", box.maxX, box.y + b, to: &out)
      point("L", box.maxX, box.maxY - c, to: &out)
      point("Q", box.maxX, box.maxY, to: &out)
      point(" ", box.maxX - c, box.maxY, to: &out)
      point("L", box.x + d, box.maxY, to: &out)
      point("Q", box.x, box.maxY, to: &out)
      point(" ", box.x, box.maxY - d, to: &out)
      point("L", box.x, box.y + a, to: &out)
      point("Q", box.x, box.y, to: &out)
      point(" ", box.x + a, box.y, to: &out)
      out.raw("Z\"")
      return
    }
    out.raw("<rect x=\"")
    out.decimal(box.x)
    out.raw("\" y=\"")
    out.decimal(box.y)
    out.raw("\" width=\"")
    out.decimal(max(box.width, 0))
    out.raw("\" height=\"")
    out.decimal(max(box.height, 0))
    out.raw("\"")
    if let radius = corners.first, radius > 0 {
      out.raw(" rx=\"")
      out.decimal(radius)
      out.raw("\"")
    }
  }

  private static func point(_ command: StaticString, _ x: Double, _ y: Double, to out: inout ByteWriter) {
    out.raw(command)
    out.decimal(x)
    out.raw(" ")
    out.decimal(y)
  }

  private static func fill(_ color: FrameColor?, to out: inout ByteWriter) {
    out.raw(" fill=\"")
    guard let color else {
      out.raw("none\"")
      return
    }
    paint(color, to: &out)
    out.raw("\"")
    if color.alpha < 1 {
      out.raw(" fill-opacity=\"")
      out.decimal(max(color.alpha, 0), places: 4)
      out.raw("\"")
    }
  }

  private static func paint(_ color: FrameColor, to out: inout ByteWriter) {
    out.raw("#")
    for component in [color.red, color.green, color.blue] {
      out.hex(Int((min(max(component.isFinite ? component : 0, 0), 1) * 255).rounded()))
    }
  }

  private static func opacity(_ value: Double, to out: inout ByteWriter) {
    guard value < 1 else { return }
    out.raw(" opacity=\"")
    out.decimal(max(value, 0), places: 4)
    out.raw("\"")
  }

  private static func text(_ lines: [FrameTextLine], _ row: FrameRow, _ box: FrameRect, to out: inout ByteWriter) {
    // Scaled as the box is.
    let sx = row.transform == nil && row.width > 0 ? box.width / row.width : 1
    let sy = row.transform == nil && row.height > 0 ? box.height / row.height : 1
    for line in lines where !line.text.isEmpty {
      out.raw("<text transform=\"matrix(")
      out.decimal(sx, places: 4)
      out.raw(" 0 0 ")
      out.decimal(sy, places: 4)
      out.raw(" ")
      out.decimal(box.x + line.x * sx)
      out.raw(" ")
      out.decimal(box.y + line.baseline * sy)
      out.raw(")\" font-size=\"")
      out.decimal(line.size)
      out.raw("\" font-weight=\"")
      out.integer(cssWeight(line.weight))
      out.raw("\"")
      if line.isItalic { out.raw(" font-style=\"italic\"") }
      if line.isMonospaced { out.raw(" font-family=\"ui-monospace,'SF Mono',monospace\"") }
      if line.isSerif { out.raw(" font-family=\"ui-serif,'New York',serif\"") }
      // The width is the one that was measured, whatever font the viewer has.
      if line.width > 0 {
        out.raw(" textLength=\"")
        out.decimal(line.width)
        out.raw("\" lengthAdjust=\"spacingAndGlyphs\"")
      }
      out.raw(" xml:space=\"preserve\"")
      fill(row.color ?? FrameColor(red: 0, green: 0, blue: 0, alpha: 1), to: &out)
      opacity(row.opacity, to: &out)
      out.raw(">")
      escaped(line.text, to: &out)
      out.raw("</text>")
    }
  }

  /// CSS weight of SwiftUI's -0.8 ... 0.62.
  static func cssWeight(_ weight: Double) -> Int {
    let steps: [(Double, Int)] = [
      (-0.7, 100), (-0.5, 200), (-0.2, 300), (0.1, 400), (0.26, 500), (0.35, 600), (0.48, 700), (0.59, 800),
    ]
    for (limit, value) in steps where weight < limit { return value }
    return 900
  }

  private static func label(_ name: String, _ box: FrameRect, _ value: Double, to out: inout ByteWriter) {
    out.raw("<text x=\"")
    out.decimal(box.midX)
    out.raw("\" y=\"")
    out.decimal(box.midY + 4)
    out.raw("\" font-size=\"11\" text-anchor=\"middle\" fill=\"#3A4452\"")
    opacity(value, to: &out)
    out.raw(">")
    escaped(name, to: &out)
    out.raw("</text>")
  }

  private static func define(_ gradient: FrameGradient, _ number: Int, to out: inout ByteWriter) {
    let isRadial = gradient.kind != .linear
    if isRadial {
      out.raw("<radialGradient id=\"g")
      out.integer(number)
      out.raw("\" cx=\"")
      out.decimal(gradient.startX)
      out.raw("\" cy=\"")
      out.decimal(gradient.startY)
      out.raw("\">")
    } else {
      out.raw("<linearGradient id=\"g")
      out.integer(number)
      out.raw("\" x1=\"")
      out.decimal(gradient.startX)
      out.raw("\" y1=\"")
      out.decimal(gradient.startY)
      out.raw("\" x2=\"")
      out.decimal(gradient.endX)
      out.raw("\" y2=\"")
      out.decimal(gradient.endY)
      out.raw("\">")
    }
    for stop in gradient.stops {
      out.raw("<stop offset=\"")
      out.decimal(stop.location, places: 4)
      out.raw("\" stop-color=\"")
      paint(stop.color, to: &out)
      out.raw("\" stop-opacity=\"")
      out.decimal(stop.color.alpha, places: 4)
      out.raw("\"/>")
    }
    out.raw(isRadial ? "</radialGradient>" : "</linearGradient>")
  }

  private static func escaped(_ text: String, to out: inout ByteWriter) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): out.raw("&lt;")
      case UInt8(ascii: "&"): out.raw("&amp;")
      case 0..<0x20: out.byte(0x20)
      default: out.byte(byte)
      }
    }
  }
}
