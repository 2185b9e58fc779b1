import SceneRuntime

/// One self-contained page that plays a run: pause, scrub, step, speed, outlines, and the list of views.
package enum HTMLPlayer {
  /// `frames`: the one-object form of the frames schema.
  package static func page(title: String, frames: ByteWriter) -> ByteWriter {
    var out = ByteWriter(capacity: frames.count + 32_768)
    out.raw(PlayerPage.head)
    for character in title.utf8 {
      switch character {
      case UInt8(ascii: "<"): out.raw("&lt;")
      case UInt8(ascii: "&"): out.raw("&amp;")
      default: out.byte(character)
      }
    }
    out.raw(PlayerPage.style)
    // `</script>` and `<!--` inside a string would end the data; in JSON the escaped form means the same.
    for character in frames.bytes {
      if character == UInt8(ascii: "<") { out.raw("\\u003c") } else { out.byte(character) }
    }
    out.raw(PlayerPage.script)
    return out
  }
}
