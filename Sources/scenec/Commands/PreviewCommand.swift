import Glibc
import SceneExport
import SceneIR
import SceneLang
import SceneRuntime

/// `scenec preview F`: a page on the loopback address that follows the files and lets a person touch the scene. Touches are
/// kept with their times, and the scene is played anew from its start with all of them, so that it stays what `run` shows.
enum PreviewCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: (PlaySupport.valued + ["--port"]).filter { $0 != "--steps" }, plain: PlaySupport.plain)
    guard !arguments.operands.isEmpty, !arguments.operands.contains("-") else {
      throw Arguments.Failure(message: "'preview' needs a file or a folder")
    }
    guard let port = Int(arguments.value("--port") ?? "8610"), (0...65_535).contains(port) else {
      throw Arguments.Failure(message: "'--port' takes a number from 0 to 65535")
    }
    let session = try PreviewSession(arguments)
    let server = try PreviewServer(port: port)
    defer { server.stop() }
    let watcher = try FileWatcher(session.folders)
    Interrupt.watch()
    Terminal.print("http://127.0.0.1:\(server.port)/ (Ctrl-C ends)")
    var changed: Bool = false
    while !Interrupt.isRequested {
      // Several files are often written at once.
      let happened = server.serve(watching: watcher.descriptor, milliseconds: changed ? 60 : 1000) {
        session.answer($0)
      }
      if happened, watcher.drain() {
        changed = true
      } else if changed, !happened {
        changed = false
        session.reload()
        server.announce(session.version)
      }
    }
    return 0
  }
}

/// What the page shows: the compiled scene, the touches so far, and the run they give.
final class PreviewSession {
  private static let maximumTouches = 5_000

  let folders: [String]
  private(set) var version = 1
  private let arguments: Arguments
  private var options: PlayOptions
  private var module: SceneModule?
  private var images: [ImageFile] = []
  private var entry = 0
  private var title = "scenec"
  /// What is wrong with the files.
  private var problem = ""
  private var touches: [(time: Double, kind: String, x: Double, y: Double)] = []
  /// Seconds up to which a finger that is down is known to rest.
  private var heldTo = 0.0
  private var isDown: Bool { touches.last.map { $0.kind != "up" } ?? false }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    options = try PlaySupport.options(arguments)
    options.includesDrawing = true
    var folders: [String] = []
    for operand in arguments.operands {
      switch FileSystem.kind(operand) {
      case .absent: throw FileSystem.Failure(message: "\(operand): No such file or directory")
      case .folder:
        folders.append(operand)
        for path in try InputFiles.paths(in: operand) where !folders.contains(InputFiles.parent(path)) {
          folders.append(InputFiles.parent(path))
        }
      case .file: if !folders.contains(InputFiles.parent(operand)) { folders.append(InputFiles.parent(operand)) }
      }
    }
    self.folders = folders
    load()
  }

  func reload() {
    load()
    version += 1
  }

  private func load() {
    module = nil
    do {
      let (module, files, text) = try PlaySupport.quietModule(arguments)
      problem = text
      guard let module else { return }
      let all = try PlaySupport.entries(module, arguments, all: true)
      guard let first = all.first else {
        problem = "There is nothing to play: declare a view that needs no arguments, a #Preview or a #Scenario."
        return
      }
      self.module = module
      entry = first
      title = module.entries[entry].name
      images = PlaySupport.images(module, files)
    } catch let failure as FileSystem.Failure {
      problem = failure.message
    } catch let failure as Arguments.Failure {
      problem = failure.message
    } catch {
      problem = "\(error)"
    }
  }

  func answer(_ request: PreviewServer.Request) -> PreviewServer.Answer {
    switch (request.method, request.path) {
    case ("GET", "/"): return .page(page())
    case ("GET", "/wait"):
      if request.query == "version=\(version)" { return .later }
      return .json(Array("{\"version\":\(version)}".utf8))
    case ("POST", "/touches"):
      guard take(request.body) else { return .text(400, "lines of: seconds down|move|up|hold x y") }
      return .json(play().bytes)
    case ("POST", "/reset"):
      touches = []
      heldTo = 0
      return .json(play().bytes)
    default: return .text(404, "no such page")
    }
  }

  /// `0.5 down 100 200`, a touch a line; `hold` says that the finger still rests where it was.
  private func take(_ body: [UInt8]) -> Bool {
    var new: [(time: Double, kind: String, x: Double, y: Double)] = []
    var held = heldTo
    for line in String(decoding: body, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let time = Double(words[0]), let x = Double(words[2]), let y = Double(words[3]),
        time >= 0, time < 3600, abs(x) < 100_000, abs(y) < 100_000,
        ["down", "move", "up", "hold"].contains(words[1])
      else { return false }
      held = max(held, time)
      if words[1] == "hold" { continue }
      new.append((max(time, new.last?.time ?? touches.last?.time ?? 0), String(words[1]), x, y))
    }
    guard touches.count + new.count <= PreviewSession.maximumTouches else { return false }
    touches += new
    heldTo = held
    return true
  }

  private func steps() -> [Step] {
    let none = SourcePoint(file: -1, line: 1, column: 1)
    var steps: [Step] = []
    var clock = 0
    for touch in touches {
      // Whole ticks, as the runtime has them.
      let time = Int((touch.time * 60).rounded()) * 1_000_000_000 / 60
      if time > clock {
        steps.append(Step(.wait(nanoseconds: time - clock), place: none))
        clock = time
      }
      switch touch.kind {
      case "down": steps.append(Step(.down(x: touch.x, y: touch.y), place: none))
      case "move": steps.append(Step(.move(x: touch.x, y: touch.y), place: none))
      default: steps.append(Step(.up, place: none))
      }
    }
    return steps
  }

  private func play() -> ByteWriter {
    guard let module else { return ByteWriter() }
    var options = options
    // A scenario's own steps play until the first touch.
    if !touches.isEmpty { options.steps = steps() }
    var from = 0
    if isDown {
      // What comes next is not known: the page is shown this moment alone.
      let tick = Int((max(heldTo, touches.last?.time ?? 0) * 60).rounded())
      from = tick * 1_000_000_000 / 60
      // A nanosecond more, since a tick is no whole number of them.
      options.until = .time(nanoseconds: from + 1)
    }
    let player = Player(module: module, entry: entry, options: options)
    return HTMLPlayer.record(player, name: title, from: from).json
  }

  private func page() -> [UInt8] {
    var live = ByteWriter()
    live.raw("{\"version\":")
    live.integer(version)
    live.raw(",\"problem\":")
    live.string(problem)
    live.raw("}")
    let runs = module == nil ? [] : [play()]
    return HTMLPlayer.page(title: title, runs: runs, mode: .live, images: images, live: live).bytes
  }
}
