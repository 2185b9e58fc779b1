import SceneIR
import SceneRuntime

/// One self-contained page that plays runs: it opens from a file, without a network.
package enum HTMLPlayer {
  package enum Mode: String, Sendable {
    case play
    /// Two runs side by side, in step.
    case compare
    /// A run that a server makes anew.
    case live
  }

  /// Plays to the end and returns the run from a time in nanoseconds on, for a page; `observe` sees every frame.
  package static func record(_ player: Player, name: String, from: Int = 0, observe: (Frame) -> Void = { _ in })
    -> (json: ByteWriter, summary: PlaySummary)
  {
    var run = PageRun(width: player.header.device.width, height: player.header.device.height)
    var summary = PlaySummary()
    while let frame = player.next() {
      observe(frame)
      summary.frameCount += 1
      if frame.n * 1_000_000_000 < from * player.header.fps { continue }
      run.add(frame)
      // A page takes more memory to show than its bytes.
      if player.isBeyondOutput(run.count * 8) { break }
    }
    FramesJSON.finish(player, &summary)
    return (run.json(name: name, header: player.header, views: player.views, player: player), summary)
  }

  /// `runs`: the objects `record` returns.
  package static func page(
    title: String, runs: [ByteWriter], mode: Mode = .play, images: [ImageFile] = [], live: ByteWriter? = nil
  )
    -> ByteWriter
  {
    var out = ByteWriter(capacity: runs.reduce(0) { $0 + $1.count } + 65_536)
    out.raw(PageMarkup.head)
    SVG.escape(title, to: &out)
    out.raw(PageMarkup.title)
    out.raw(PageStyle.text)
    out.raw(PageMarkup.body)
    out.raw("<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>")
    for (row, image) in images.enumerated() { image.define(row, prefix: "", to: &out) }
    out.raw("</defs></svg>\n<script type=\"application/json\" id=\"data\">{\"mode\":\"")
    out.text(mode.rawValue)
    out.raw("\",\"title\":")
    var head = ByteWriter()
    head.string(title)
    embed(head, to: &out)
    out.raw(",\"runs\":[")
    for (index, run) in runs.enumerated() {
      if index > 0 { out.raw(",\n") }
      embed(run, to: &out)
    }
    out.raw("]")
    if let live {
      out.raw(",\"live\":")
      embed(live, to: &out)
    }
    out.raw("}</script>\n<script>\n")
    out.raw(PageLogic.script)
    out.raw(PageScript.renderer)
    out.raw(PageScript.player)
    if mode == .live { out.raw(PageScript.live) }
    out.raw(PageMarkup.end)
    return out
  }

  /// `</script>` and `<!--` inside a string would end the data; in JSON the escaped form means the same.
  private static func embed(_ json: ByteWriter, to out: inout ByteWriter) {
    for byte in json.bytes {
      if byte == UInt8(ascii: "<") { out.raw("\\u003c") } else { out.byte(byte) }
    }
  }
}
