import SceneExport
import SceneIR
import SceneRuntime

/// `scenec test F…`: plays every scenario; its expectations must hold, and its frames equal those stored beside the file
/// in `__frames__/NAME.SLUG.frames.ndjson`. `--update` stores what the scenarios show now. Where frames differ, a page beside
/// them (or in the folder `--report` names) shows both.
enum TestCommand {
  /// Differences that are listed for one scenario; more are counted.
  private static let listed = 6

  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--scenario", "--view", "--tolerance", "--report", "-D"], plain: ["--update", "--all-previews"])
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'test' needs a file or a folder") }
    var comparison = FrameComparison()
    if let text = arguments.value("--tolerance") {
      guard let points = Double(text), points >= 0, points <= 1e6 else {
        throw Arguments.Failure(message: "'--tolerance' takes a number of points")
      }
      comparison.tolerance = points
    }
    var status: Int32 = 0
    guard let (module, files) = try PlaySupport.module(arguments, status: &status) else { return status }
    let entries = try PlaySupport.entries(module, arguments, all: true)
    guard !entries.isEmpty else { return PlaySupport.nothingToPlay() }
    // Slugs count over all scenarios, so that a name does not depend on which of them are played.
    let slugs = PlaySupport.slugs(module)
    let folder = files.folder == "." ? "__frames__" : "\(files.folder)/__frames__"
    var failures = 0
    var used: Set<String> = []
    for entry in entries {
      var name = "\(files.moduleName).\(slugs[entry])"
      var place = folder
      if let own = storedBesideFile(module, entry, files) { (place, name) = own }
      used.insert("\(place)/\(name).frames.ndjson")
      let isFine = try test(
        module, entry: entry, path: "\(place)/\(name).frames.ndjson", folder: place,
        report: "\(arguments.value("--report") ?? place)/\(name).diff.html", isUpdate: arguments.has("--update"),
        comparison)
      if !isFine { failures += 1 }
    }
    if arguments.value("--scenario") == nil, arguments.value("--view") == nil {
      for path in unused(files, folder, used) {
        Terminal.printError("warning: no scenario has the frames that are stored in \(path)")
      }
    }
    let count = "\(entries.count) scenario\(entries.count == 1 ? "" : "s")"
    Terminal.print(failures == 0 ? "\(count), all fine" : "\(count), \(failures) failed")
    return failures == 0 ? 0 : 1
  }

  /// Of several files together, the frames that were stored for the file of a scenario alone: their folder and name.
  private static func storedBesideFile(_ module: SceneModule, _ entry: Int, _ files: InputFiles) -> (String, String)? {
    let file = module.entries[entry].place.file
    guard files.sources.count > 1, files.sources.indices.contains(file) else { return nil }
    let parts = files.sources[file].name.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, let base = last.split(separator: ".").first else { return nil }
    let folder = (parts.dropLast().map(String.init) + ["__frames__"]).joined(separator: "/")
    // Names are told apart within the file, as when it is tested alone.
    let siblings = module.entries.indices.filter { module.entries[$0].place.file == file }
    var alone = module
    alone.entries = siblings.map { module.entries[$0] }
    guard let position = siblings.firstIndex(of: entry) else { return nil }
    let name = "\(base).\(PlaySupport.slugs(alone)[position])"
    return FileSystem.kind("\(folder)/\(name).frames.ndjson") == .file ? (folder, name) : nil
  }

  /// Frames that are stored for this module, or for a file of it, and were compared with nothing: their scenario has another name now.
  private static func unused(_ files: InputFiles, _ folder: String, _ used: Set<String>) -> [String] {
    var owners = [(folder, files.moduleName)]
    for source in files.sources {
      let parts = source.name.split(separator: "/", omittingEmptySubsequences: false)
      guard let base = parts.last?.split(separator: ".").first else { continue }
      owners.append(((parts.dropLast().map(String.init) + ["__frames__"]).joined(separator: "/"), String(base)))
    }
    var found: [String] = []
    for (folder, base) in owners {
      for name in ((try? FileSystem.names(in: folder)) ?? []).sorted()
      where name.hasPrefix("\(base).") && name.hasSuffix(".frames.ndjson") {
        let path = "\(folder)/\(name)"
        if !used.contains(path), !found.contains(path) { found.append(path) }
      }
    }
    return found
  }

  /// Plays one scenario and says how it went; false when it failed.
  private static func test(
    _ module: SceneModule, entry: Int, path: String, folder: String, report: String, isUpdate: Bool,
    _ comparison: FrameComparison
  ) throws -> Bool {
    let player = Player(module: module, entry: entry, options: PlayOptions())
    let (bytes, summary) = StoredFrames.record(player)
    var lines: [String] = []
    for expectation in player.expectations where !expectation.passed {
      let detail = expectation.detail.isEmpty ? "" : ": \(expectation.detail)"
      lines.append("\(place(expectation.place, player))\(expectation.text) does not hold\(detail)")
    }
    for diagnostic in player.diagnostics where diagnostic.severity == .error {
      let start = diagnostic.place.map { place($0, player) } ?? ""
      lines.append("\(start)\(diagnostic.message) [\(diagnostic.code)]")
    }
    if summary.hasFailed && lines.isEmpty { lines.append("the run failed") }
    var remark = ""
    var page: String?
    if isUpdate {
      // What failed is not what the scene should show.
      if lines.isEmpty {
        try FileSystem.makeFolder(folder)
        try FileSystem.writeAtomically(bytes, to: path)
        if FileSystem.kind(report) == .file { FileSystem.remove(report) }
        remark = ", frames stored in \(path)"
      } else {
        remark = ", frames not stored"
      }
    } else if FileSystem.kind(path) == .absent {
      remark = ", no frames stored ('--update' stores them)"
    } else {
      let stored: StoredFrames
      do {
        stored = try StoredFrames(reading: try FileSystem.read(path, limit: StoredFrames.maximumSize))
      } catch let error as IRError {
        throw FileSystem.Failure(message: "\(path): \(error.message); '--update' writes the file anew")
      }
      let found = try StoredFrames(reading: bytes)
      let problems = comparison.problems(stored: stored, found: found)
      let differences = comparison.differences(stored: stored, found: found)
      if !problems.isEmpty || !differences.isEmpty { remark = ", not as stored in \(path)" }
      lines += problems
      // What differed first is most likely what the rest comes from.
      let order = differences.indices.sorted {
        differences[$0].frame != differences[$1].frame ? differences[$0].frame < differences[$1].frame : $0 < $1
      }
      lines += order.prefix(listed).map { differences[$0].text }
      try write(
        differences, stored: stored, found: found, title: "\(module.entries[entry].name): stored and now", to: report)
      if !differences.isEmpty { page = report }
      if differences.count > listed { lines.append("… and \(differences.count - listed) more") }
    }
    let name = module.entries[entry].name
    let count = player.expectations.count
    let expectations = count == 0 ? "" : ", \(count) expectation\(count == 1 ? "" : "s")"
    Terminal.print("\(lines.isEmpty ? "ok  " : "FAIL") \(name)\(expectations)\(remark)")
    for line in lines { Terminal.print("     \(line)") }
    if let page { Terminal.print("     side by side: \(page)") }
    return lines.isEmpty
  }

  /// The page of what differs; one from an earlier run goes when nothing differs any more.
  private static func write(
    _ differences: [FrameComparison.Difference], stored: StoredFrames, found: StoredFrames, title: String,
    to path: String
  ) throws {
    if differences.isEmpty {
      if FileSystem.kind(path) == .file { FileSystem.remove(path) }
      return
    }
    try FileSystem.makeFolder(InputFiles.parent(path))
    let page = ComparisonPage.page(title: title, stored: stored, found: found, differences: differences)
    try FileSystem.writeAtomically(page.bytes, to: path)
  }

  private static func place(_ point: SourcePoint, _ player: Player) -> String {
    guard player.header.files.indices.contains(point.file) else { return "" }
    return "\(player.header.files[point.file]):\(point.line):\(point.column): "
  }
}
