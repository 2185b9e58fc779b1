import SceneRuntime

/// An image file of the scene, as pictures embed it.
package struct ImageFile: Sendable {
  /// `image/png`
  package var mediaType: String
  package var bytes: [UInt8]

  package init(mediaType: String, bytes: [UInt8]) {
    self.mediaType = mediaType
    self.bytes = bytes
  }

  /// Defines the image in a box of 1 x 1; pictures use it stretched.
  func define(_ row: Int, prefix: String, to out: inout ByteWriter) {
    if bytes.isEmpty { return }
    out.raw("<image id=\"")
    out.text(prefix)
    out.raw("image")
    out.integer(row)
    out.raw("\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"data:")
    out.text(mediaType)
    out.raw(";base64,")
    ImageFile.base64(bytes, to: &out)
    out.raw("\"/>\n")
  }

  /// Rows of the images that elements use, each once.
  static func used(in elements: [SVGElement]) -> [Int] {
    var rows: [Int] = []
    for element in elements where element.tag == "use" {
      guard let href = element.attributes.first(where: { $0.name == "href" })?.value,
        let row = Int(href.drop { !("0"..."9").contains($0) }), !rows.contains(row)
      else { continue }
      rows.append(row)
    }
    return rows
  }

  static func base64(_ bytes: [UInt8], to out: inout ByteWriter) {
    let letters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    letters.withUTF8Buffer { table in
      var i = 0
      while i < bytes.count {
        let a = Int(bytes[i])
        let b = i + 1 < bytes.count ? Int(bytes[i + 1]) : 0
        let c = i + 2 < bytes.count ? Int(bytes[i + 2]) : 0
        out.byte(table[a >> 2])
        out.byte(table[(a & 3) << 4 | b >> 4])
        out.byte(i + 1 < bytes.count ? table[(b & 15) << 2 | c >> 6] : 0x3D)
        out.byte(i + 2 < bytes.count ? table[c & 63] : 0x3D)
        i += 3
      }
    }
  }
}
