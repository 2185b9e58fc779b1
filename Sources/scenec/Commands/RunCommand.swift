import SceneExport
import SceneIR
import SceneRuntime

/// `scenec run F…|IR`: plays one thing and writes its frames.
enum RunCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: PlaySupport.valued + ["--format", "-o"], plain: PlaySupport.plain)
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'run' needs a file") }
    let format = arguments.value("--format") ?? "json"
    guard ["json", "ndjson", "text"].contains(format) else {
      throw Arguments.Failure(message: "'--format' takes json, ndjson or text")
    }
    let options = try PlaySupport.options(arguments)
    var status: Int32 = 0
    guard
      let (module, _) = try PlaySupport.module(
        arguments, isWhole: arguments.value("--view") != nil, status: &status)
    else { return status }
    guard let entry = try PlaySupport.entries(module, arguments, all: false).first else {
      return PlaySupport.nothingToPlay()
    }
    let player = Player(module: module, entry: entry, options: options)
    let output = arguments.value("-o")
    let summary: PlaySummary
    switch format {
    case "ndjson":
      if let output {
        var bytes = ByteWriter(capacity: 1 << 20)
        summary = FramesJSON.lines(player) { line in
          bytes.append(line)
          return true
        }
        try bytes.withBytes { try FileSystem.writeAtomically($0, to: output) }
      } else {
        summary = FramesJSON.lines(player) { FileSystem.write($0, to: 1) }
      }
    case "text":
      let (bytes, result) = FramesText.document(player)
      try write(bytes, to: output)
      summary = result
    default:
      let (bytes, result) = FramesJSON.document(player)
      try write(bytes, to: output)
      summary = result
    }
    Report.runtime(player)
    return summary.hasFailed ? 1 : 0
  }

  private static func write(_ text: ByteWriter, to path: String?) throws {
    try text.withBytes { bytes in
      if let path {
        try FileSystem.writeAtomically(bytes, to: path)
      } else {
        FileSystem.write(bytes, to: 1)
      }
    }
  }
}
