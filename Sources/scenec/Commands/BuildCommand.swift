import SceneExport
import SceneIR
import SceneRuntime

/// `scenec build F…`: checks, lowers and plays everything, writes IR and frames, prints a line per scenario.
enum BuildCommand {
  static let formats = ["ir", "ir-text", "frames", "ndjson", "text", "html", "svg"]

  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: PlaySupport.valued + ["--emit", "-o"], plain: PlaySupport.plain + ["--all-previews"])
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'build' needs a file or a folder") }
    let emit = (arguments.value("--emit") ?? "ir,frames").split(separator: ",").map(String.init)
    for format in emit where !formats.contains(format) {
      throw Arguments.Failure(message: "'--emit' knows \(formats.joined(separator: ", ")), not '\(format)'")
    }
    let options = try PlaySupport.options(arguments)
    var status: Int32 = 0
    guard let (module, files) = try PlaySupport.module(arguments, status: &status) else { return status }
    let folder = arguments.value("-o") ?? "."
    try FileSystem.makeFolder(folder)
    let name = files.moduleName
    let base = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    if emit.contains("ir") { try FileSystem.writeAtomically(IRCodec.write(module), to: "\(base).ir.json") }
    if emit.contains("ir-text") {
      try FileSystem.writeAtomically(Array(IRPrinter.text(module).utf8), to: "\(base).ir.txt")
    }
    let entries = try PlaySupport.entries(module, arguments, all: true)
    guard !entries.isEmpty else { return PlaySupport.nothingToPlay() }
    let slugs = PlaySupport.slugs(module)
    // One page for all runs.
    var runs: [ByteWriter] = []
    let images = emit.contains("html") || emit.contains("svg") ? PlaySupport.images(module, files) : []
    for entry in entries {
      let target = entries.count > 1 ? "\(base).\(slugs[entry])" : base
      if try play(module, entry: entry, options, emit, target, images, &runs) { status = 1 }
    }
    if emit.contains("html") {
      let title = entries.count == 1 ? module.entries[entries[0]].name : name
      try FileSystem.writeAtomically(
        HTMLPlayer.page(title: title, runs: runs, images: images).bytes, to: "\(base).html")
    }
    return status
  }

  /// Returns whether the run failed.
  private static func play(
    _ module: SceneModule, entry: Int, _ options: PlayOptions, _ emit: [String], _ target: String,
    _ images: [ImageFile], _ runs: inout [ByteWriter]
  ) throws -> Bool {
    var summary = PlaySummary()
    var player = Player(module: module, entry: entry, options: options)
    var needsPlay = true
    if emit.contains("frames") || emit.allSatisfy({ $0.hasPrefix("ir") }) {
      let (bytes, result) = FramesJSON.document(player)
      summary = result
      needsPlay = false
      if emit.contains("frames") {
        try bytes.withBytes { try FileSystem.writeAtomically($0, to: "\(target).frames.json") }
      }
    }
    if emit.contains("ndjson") {
      if !needsPlay { player = Player(module: module, entry: entry, options: options) }
      needsPlay = false
      var bytes = ByteWriter(capacity: 1 << 20)
      summary = FramesJSON.lines(player) { line in
        bytes.append(line)
        return true
      }
      try bytes.withBytes { try FileSystem.writeAtomically($0, to: "\(target).frames.ndjson") }
    }
    if emit.contains("html") {
      var drawn = options
      drawn.includesDrawing = true
      player = Player(module: module, entry: entry, options: drawn)
      needsPlay = false
      let (run, result) = HTMLPlayer.record(player, name: module.entries[entry].name)
      summary = result
      runs.append(run)
    }
    if emit.contains("svg") {
      var drawn = options
      drawn.includesDrawing = true
      player = Player(module: module, entry: entry, options: drawn)
      needsPlay = false
      summary = try pictures(player, images, target)
    }
    if emit.contains("text") {
      if !needsPlay { player = Player(module: module, entry: entry, options: options) }
      let (bytes, result) = FramesText.document(player)
      summary = result
      try FileSystem.writeAtomically(bytes.bytes, to: "\(target).frames.txt")
    }
    var line = "\(module.entries[entry].name): \(summary.viewCount) views, \(summary.frameCount) frames, "
    if let settled = summary.settledNanoseconds {
      line += "settles at \(seconds(settled)) s"
    } else {
      line += "does not settle"
    }
    let failed = player.expectations.filter { !$0.passed }.count
    if failed > 0 { line += ", \(failed) expectation\(failed == 1 ? "" : "s") failed (see 'scenec test')" }
    Terminal.print(line)
    Report.runtime(player)
    return summary.hasFailed
  }

  /// A picture of each snapshot, of the last frame where there are none.
  private static func pictures(_ player: Player, _ images: [ImageFile], _ target: String) throws -> PlaySummary {
    var summary = PlaySummary()
    var last: Frame?
    while let frame = player.next() {
      summary.frameCount += 1
      last = frame
    }
    FramesJSON.finish(player, &summary)
    let names = PlaySupport.slugs(player.snapshots.map(\.name), absent: "snapshot")
    for (snapshot, name) in zip(player.snapshots, names) {
      let picture = SVG.picture(snapshot.frame, header: player.header, images: images)
      try FileSystem.writeAtomically(picture.bytes, to: "\(target).\(name).svg")
    }
    if player.snapshots.isEmpty, let last {
      let picture = SVG.picture(last, header: player.header, images: images)
      try FileSystem.writeAtomically(picture.bytes, to: "\(target).svg")
    }
    return summary
  }

  private static func seconds(_ nanoseconds: Int) -> String {
    var writer = ByteWriter(capacity: 16)
    writer.decimal(Double(nanoseconds) / 1e9, places: 3)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
