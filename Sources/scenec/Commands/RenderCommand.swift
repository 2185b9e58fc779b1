import SceneExport
import SceneRuntime

/// `scenec render F --format svg|html [--at SECONDS]`: pictures.
enum RenderCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: PlaySupport.valued.union(["--format", "-o", "--at"]), plain: PlaySupport.plain)
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'render' needs a file") }
    let format = arguments.value("--format") ?? "svg"
    guard format == "svg" || format == "html" else {
      throw Arguments.Failure(message: "'--format' takes svg or html; png, gif and mp4 are not made yet")
    }
    var options = try PlaySupport.options(arguments)
    options.includesDrawing = true
    var moment = 0
    if let text = arguments.value("--at") {
      guard let nanoseconds = PlaySupport.nanoseconds(text) else {
        throw Arguments.Failure(message: "'--at' takes a number of seconds")
      }
      moment = nanoseconds
      if format == "svg" { options.until = .time(nanoseconds: nanoseconds) }
    }
    var status: Int32 = 0
    guard let (module, _) = try PlaySupport.module(arguments, status: &status) else { return status }
    guard let entry = try PlaySupport.entries(module, arguments, all: false).first else {
      Terminal.printError("error: nothing to play; declare a view that needs no arguments, a #Preview or a #Scenario")
      return 1
    }
    let player = Player(module: module, entry: entry, options: options)
    let bytes: [UInt8]
    if format == "html" {
      let title = module.entries[entry].name
      bytes = HTMLPlayer.page(title: title, runs: [HTMLPlayer.record(player, name: title).json]).bytes
    } else {
      // The last frame at or before the moment.
      var shown: Frame?
      while let frame = player.next() {
        shown = frame
        if frame.n * 1_000_000_000 >= moment * options.fps { break }
      }
      guard let shown else { return 1 }
      bytes = SVG.picture(shown, header: player.header).bytes
    }
    if let path = arguments.value("-o") {
      try FileSystem.writeAtomically(bytes, to: path)
    } else {
      FileSystem.write(bytes, to: 1)
    }
    Report.runtime(player)
    return player.hasFailed ? 1 : 0
  }
}
