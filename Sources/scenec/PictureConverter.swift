import Glibc
import SceneExport
import SceneRuntime

/// PNG by rsvg-convert; GIF and MP4 by ffmpeg, which draws the pictures itself where it can: one process instead of one a
/// picture, and no PNG between. Frames that look alike are drawn once.
struct PictureConverter {
  /// Pixels a point.
  var scale: Double
  let folder: TemporaryFolder
  private let rsvg: String
  private(set) var frameCount = 0
  /// Pictures in the order in which they are shown: the first frame of each.
  private var shown: [(frame: Int, number: Int)] = []
  private var known: [[UInt8]: Int] = [:]
  private var pictureCount = 0
  private var last: [UInt8] = []

  init(scale: Double, format: String) throws {
    self.scale = scale
    rsvg = try Subprocess.require(
      "rsvg-convert", debian: "librsvg2-bin", fedora: "librsvg2-tools", homebrew: "librsvg", for: format)
    folder = try TemporaryFolder()
  }

  /// A frame to draw; the picture waits in the folder.
  mutating func add(_ frame: Frame, header: FrameHeader, images: [ImageFile]) throws {
    try Interrupt.check()
    var options = SVGOptions()
    options.fitsText = true
    let svg = SVG.picture(frame, header: header, scale: scale, options: options, images: images).bytes
    defer { frameCount += 1 }
    if svg == last, !shown.isEmpty { return }
    last = svg
    if let same = known[svg] {
      shown.append((frameCount, same))
      return
    }
    try FileSystem.writeAtomically(svg, to: picture(pictureCount, "svg"))
    shown.append((frameCount, pictureCount))
    // Loops show the same pictures again; long runs are not all kept in memory.
    if known.count < 2_000 { known[svg] = pictureCount }
    pictureCount += 1
  }

  private func picture(_ number: Int, _ kind: String) -> String { "\(folder.path)/p\(number).\(kind)" }

  /// Draws all pictures, as many at a time as there are cores.
  func draw() throws {
    let cores = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 16)
    var running: [(job: Subprocess.Running, number: Int)] = []
    defer { for entry in running { Subprocess.stop(entry.job) } }
    func finishFirst() throws {
      let first = running.removeFirst()
      try Subprocess.wait(first.job)
      unlink(picture(first.number, "svg"))
    }
    for number in 0..<pictureCount {
      try Interrupt.check()
      if running.count >= cores { try finishFirst() }
      Progress.show("drawing picture \(number + 1) of \(pictureCount)")
      let job = try Subprocess.start(
        rsvg, ["--output", picture(number, "png"), picture(number, "svg")],
        log: "\(folder.path)/log\(number % cores)")
      running.append((job, number))
    }
    while !running.isEmpty { try finishFirst() }
    Progress.clear()
  }

  /// The only picture.
  func png() throws -> [UInt8] {
    try draw()
    return try FileSystem.read(picture(shown.last?.number ?? 0, "png"), limit: 1 << 30)
  }

  /// All frames as one moving picture.
  func movie(_ format: String, fps: Int) throws -> [UInt8] {
    let ffmpeg = try Subprocess.require(
      "ffmpeg", debian: "ffmpeg", fedora: "ffmpeg-free", homebrew: "ffmpeg", for: format)
    let kind: String
    if try drawsVectors(ffmpeg) {
      kind = "svg"
    } else {
      try draw()
      kind = "png"
    }
    try putInOrder(kind, fps: fps)
    let output = "\(folder.path)/out.\(format)"
    // The time of a picture is its file's; the filter holds it until the next one.
    var arguments = [
      "-y", "-loglevel", "error", "-f", "image2", "-ts_from_file", "2", "-i", "\(folder.path)/s%d.\(kind)", "-vf",
    ]
    let frames = "fps=\(fps):round=near"
    if format == "gif" {
      arguments += [
        frames + ",split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a", "-loop", "0",
      ]
    } else {
      // Video wants even sides.
      arguments += [
        frames + ",pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt",
        "yuv420p", "-movflags", "+faststart",
      ]
    }
    arguments += ["-frames:v", "\(frameCount)"]
    Progress.show("putting \(frameCount) frames together")
    let job = try Subprocess.start(ffmpeg, arguments + [output], log: "\(folder.path)/log")
    try Subprocess.wait(job)
    Progress.clear()
    return try FileSystem.read(output, limit: 1 << 31)
  }

  /// Whether ffmpeg was built with librsvg, which is what draws for rsvg-convert too.
  private func drawsVectors(_ ffmpeg: String) throws -> Bool {
    let job = try Subprocess.start(
      ffmpeg, ["-loglevel", "error", "-i", picture(shown.first?.number ?? 0, "svg"), "-f", "null", "-"],
      log: "\(folder.path)/log")
    return (try? Subprocess.wait(job)) != nil
  }

  /// A numbered file for each change of picture, with its moment as the time of the file, and one for the end.
  private func putInOrder(_ kind: String, fps: Int) throws {
    guard let end = shown.last else { return }
    for (index, entry) in (shown + [(frameCount, end.number)]).enumerated() {
      let name = "\(folder.path)/s\(index).\(kind)"
      try FileSystem.writeAtomically(FileSystem.read(picture(entry.number, kind), limit: 1 << 30), to: name)
      let (seconds, rest) = entry.frame.quotientAndRemainder(dividingBy: fps)
      let time = timespec(tv_sec: seconds, tv_nsec: rest * 1_000_000_000 / fps)
      guard utimensat(AT_FDCWD, name, [time, time], 0) == 0 else {
        throw FileSystem.Failure(message: "\(name): \(String(cString: strerror(errno)))")
      }
    }
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
