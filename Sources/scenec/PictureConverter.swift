import Glibc
import SceneExport
import SceneRuntime

/// PNG by rsvg-convert; GIF and MP4 from the same pictures by ffmpeg. Frames that look alike are drawn once.
struct PictureConverter {
  /// Pixels a point.
  var scale: Double
  let folder: TemporaryFolder
  private let rsvg: String
  /// Number of the picture that each frame shows.
  private var sequence: [Int] = []
  private var known: [[UInt8]: Int] = [:]
  private var last: [UInt8] = []

  init(scale: Double, format: String) throws {
    self.scale = scale
    rsvg = try Subprocess.require("rsvg-convert", package: "librsvg2-bin", homebrew: "librsvg", for: format)
    folder = try TemporaryFolder()
  }

  var frameCount: Int { sequence.count }

  /// A frame to draw; the picture waits in the folder.
  mutating func add(_ frame: Frame, header: FrameHeader, images: [ImageFile]) throws {
    try Interrupt.check()
    var options = SVGOptions()
    options.fitsText = true
    let svg = SVG.picture(frame, header: header, scale: scale, options: options, images: images).bytes
    if svg == last, let same = sequence.last {
      sequence.append(same)
      return
    }
    last = svg
    if let same = known[svg] {
      sequence.append(same)
      return
    }
    let number = known.count
    // Loops show the same pictures again; long runs are not all kept in memory.
    if known.count < 2_000 {
      known[svg] = number
    } else {
      known[[UInt8(truncatingIfNeeded: number)] + svg.prefix(64)] = number
    }
    try FileSystem.writeAtomically(svg, to: picture(number, "svg"))
    sequence.append(number)
  }

  private func picture(_ number: Int, _ kind: String) -> String { "\(folder.path)/p\(number).\(kind)" }

  /// Draws all pictures, two at a time.
  func draw() throws {
    let count = known.count
    var running: [Subprocess.Running] = []
    defer { for job in running { Subprocess.stop(job) } }
    for number in 0..<count {
      try Interrupt.check()
      if running.count == 2 {
        let first = running.removeFirst()
        try Subprocess.wait(first)
        unlink("\(folder.path)/p\(number - 2).svg")
      }
      Progress.show("drawing picture \(number + 1) of \(count)")
      running.append(
        try Subprocess.start(
          rsvg, ["--output", picture(number, "png"), picture(number, "svg")], log: "\(folder.path)/log\(number % 2)"))
    }
    while !running.isEmpty { try Subprocess.wait(running.removeFirst()) }
    Progress.clear()
  }

  /// The only picture.
  func png() throws -> [UInt8] {
    try draw()
    return try FileSystem.read(picture(sequence.last ?? 0, "png"), limit: 1 << 30)
  }

  /// All frames as one moving picture.
  func movie(_ format: String, fps: Int) throws -> [UInt8] {
    let ffmpeg = try Subprocess.require("ffmpeg", package: "ffmpeg", homebrew: "ffmpeg", for: format)
    try draw()
    for (index, number) in sequence.enumerated() {
      guard symlink("p\(number).png", "\(folder.path)/s\(index).png") == 0 else {
        throw FileSystem.Failure(message: "\(folder.path): \(String(cString: strerror(errno)))")
      }
    }
    let output = "\(folder.path)/out.\(format)"
    var arguments = ["-y", "-loglevel", "error", "-framerate", "\(fps)", "-i", "\(folder.path)/s%d.png"]
    if format == "gif" {
      arguments += [
        "-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a", "-loop", "0",
      ]
    } else {
      // Video wants even sides.
      arguments += [
        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt",
        "yuv420p", "-movflags", "+faststart",
      ]
    }
    Progress.show("putting \(sequence.count) frames together")
    let job = try Subprocess.start(ffmpeg, arguments + [output], log: "\(folder.path)/log")
    try Subprocess.wait(job)
    Progress.clear()
    return try FileSystem.read(output, limit: 1 << 31)
  }
}

/// A line that is written over, on a terminal only.
enum Progress {
  static func show(_ text: String) {
    guard Terminal.errorIsTerminal else { return }
    FileSystem.write(Array("\r\u{1B}[K\(text)".utf8), to: 2)
  }

  static func clear() { show("") }
}
