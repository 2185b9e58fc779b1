import SceneIR
import SceneRuntime

/// One frame as an SVG file.
package enum SVG {
  /// Sans-serif families in which a picture looks as on a device, the nearest first.
  static let fonts =
    "-apple-system,'SF Pro Text','SF Pro Display',Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"

  /// `frame` carries its drawing. `scale`: pixels a point.
  package static func picture(
    _ frame: Frame, header: FrameHeader, scale: Double = 1, options: SVGOptions = SVGOptions()
  )
    -> ByteWriter
  {
    let (width, height) = (header.device.width, header.device.height)
    var scene = SVGScene(frame.drawing ?? FrameDrawing(), width: width, height: height, options: options)
    let elements = scene.build()
    var out = ByteWriter(capacity: 1 << 15)
    out.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    out.decimal(width * scale)
    out.raw("\" height=\"")
    out.decimal(height * scale)
    out.raw("\" viewBox=\"0 0 ")
    out.decimal(width)
    out.raw(" ")
    out.decimal(height)
    out.raw("\" font-family=\"")
    out.text(fonts)
    out.raw("\">\n")
    write(elements, to: &out)
    out.raw("</svg>\n")
    return out
  }

  /// Elements as nested tags.
  static func write(_ elements: [SVGElement], to out: inout ByteWriter) {
    var opened: [String] = []
    for (index, element) in elements.enumerated() {
      while opened.count > element.depth { end(&opened, to: &out) }
      out.raw("<")
      out.text(element.tag)
      for attribute in element.attributes {
        out.raw(" ")
        out.text(attribute.name)
        out.raw("=\"")
        escape(attribute.value, to: &out)
        out.raw("\"")
      }
      let hasChildren = index + 1 < elements.count && elements[index + 1].depth > element.depth
      if let text = element.text {
        out.raw(">")
        escape(text, to: &out)
        out.raw("</")
        out.text(element.tag)
        out.raw(">\n")
      } else if hasChildren {
        out.raw(">")
        opened.append(element.tag)
      } else {
        out.raw("/>\n")
      }
    }
    while !opened.isEmpty { end(&opened, to: &out) }
  }

  private static func end(_ opened: inout [String], to out: inout ByteWriter) {
    out.raw("</")
    out.text(opened.removeLast())
    out.raw(">\n")
  }

  /// What XML cannot hold becomes a blank.
  static func escape(_ text: String, to out: inout ByteWriter) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3C: out.raw("&lt;")
      case 0x3E: out.raw("&gt;")
      case 0x26: out.raw("&amp;")
      case 0x22: out.raw("&quot;")
      case 0..<0x20, 0xFFFE, 0xFFFF: out.raw(" ")
      case 0..<0x80: out.byte(UInt8(scalar.value))
      default: out.text(String(scalar))
      }
    }
  }
}
