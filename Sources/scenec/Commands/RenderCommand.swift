import SceneExport
import SceneIR
import SceneRuntime

/// `scenec render F --format svg|png|gif|mp4|html|lottie`: pictures of one moment or of a whole run.
enum RenderCommand {
  static let formats = ["svg", "png", "gif", "mp4", "html", "lottie"]

  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: PlaySupport.valued + ["--format", "-o", "--at", "--from", "--scale"],
      plain: PlaySupport.plain)
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'render' needs a file") }
    let output = arguments.value("-o")
    let format = try arguments.value("--format") ?? output.map(kind) ?? "svg"
    guard formats.contains(format) else {
      throw Arguments.Failure(message: "'--format' takes \(formats.joined(separator: ", ")), not '\(format)'")
    }
    let isBinary = format == "png" || format == "gif" || format == "mp4"
    if isBinary, output == nil, Terminal.outputIsTerminal {
      throw Arguments.Failure(message: "'\(format)' is not for a terminal; name a file with '-o'")
    }
    var options = try PlaySupport.options(arguments)
    options.includesDrawing = true
    let isOneMoment = format == "svg" || format == "png"
    let moment = try seconds("--at", arguments) ?? 0
    let from = try seconds("--from", arguments) ?? 0
    if isOneMoment { options.until = .time(nanoseconds: moment) }
    if arguments.value("--fps") == nil, format == "gif" { options.fps = 25 }
    let scale = try scale(arguments, format)
    var status: Int32 = 0
    guard let (module, files) = try PlaySupport.module(arguments, status: &status) else { return status }
    guard let entry = try PlaySupport.entries(module, arguments, all: false).first else {
      return PlaySupport.nothingToPlay()
    }
    let player = Player(module: module, entry: entry, options: options)
    let images = PlaySupport.images(module, files)
    let title = module.entries[entry].name
    var bytes: [UInt8] = []
    switch format {
    case "html":
      let (run, _) = HTMLPlayer.record(player, name: title, from: from)
      bytes = HTMLPlayer.page(title: title, runs: [run], images: images).bytes
    case "lottie": bytes = Lottie.document(player, name: title, from: from).bytes
    case "svg", "png":
      guard let shown = frame(player, at: moment, fps: options.fps) else { return 1 }
      if format == "svg" {
        bytes = SVG.picture(shown, header: player.header, scale: scale ?? 1, images: images).bytes
      } else {
        var converter = try PictureConverter(scale: scale ?? player.header.device.scale, format: format)
        defer { converter.folder.remove() }
        Interrupt.watch()
        try converter.add(shown, header: player.header, images: images)
        bytes = try converter.png()
      }
    default:
      _ = try Subprocess.require("ffmpeg", debian: "ffmpeg", fedora: "ffmpeg-free", homebrew: "ffmpeg", for: format)
      var converter = try PictureConverter(scale: scale ?? (format == "gif" ? 1 : 2), format: format)
      defer { converter.folder.remove() }
      Interrupt.watch()
      while let next = player.next() {
        if next.n * 1_000_000_000 >= from * options.fps {
          try converter.add(next, header: player.header, images: images)
        }
      }
      guard converter.frameCount > 0 else {
        throw Arguments.Failure(message: "the run is over before '--from'")
      }
      bytes = try converter.movie(format, fps: options.fps)
    }
    if let output {
      try FileSystem.writeAtomically(bytes, to: output)
    } else {
      FileSystem.write(bytes, to: 1)
    }
    Report.runtime(player)
    return player.hasFailed ? 1 : 0
  }

  /// The format a file's name asks for; SVG for one without an ending.
  private static func kind(_ path: String) throws -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "svg" }
    let ending = name[name.index(after: dot)...].lowercased()
    if ending == "json" { return "lottie" }
    guard formats.contains(ending) else {
      throw Arguments.Failure(
        message:
          "no picture ends in '.\(ending)'; there are \(formats.joined(separator: ", ")), or name one by '--format'")
    }
    return ending
  }

  /// The last frame at or before a moment; the last of the run where it ends before.
  private static func frame(_ player: Player, at moment: Int, fps: Int) -> Frame? {
    var shown: Frame?
    while let frame = player.next() {
      shown = frame
      if (frame.n + 1) * 1_000_000_000 > moment * fps { break }
    }
    return shown
  }

  private static func seconds(_ name: String, _ arguments: Arguments) throws -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let nanoseconds = PlaySupport.nanoseconds(text) else {
      throw Arguments.Failure(message: "'\(name)' takes a number of seconds")
    }
    return nanoseconds
  }

  private static func scale(_ arguments: Arguments, _ format: String) throws -> Double? {
    guard let text = arguments.value("--scale") else { return nil }
    guard let scale = Double(text), scale >= 0.05, scale <= 8 else {
      throw Arguments.Failure(message: "'--scale' takes pixels a point, from 0.05 to 8")
    }
    return scale
  }
}
