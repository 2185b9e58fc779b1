import SceneLang

/// `scenec check F…`: errors and the findings of the lint rules, mended with `--fix`.
enum CheckCommand {
  private static let formats = "'--format' takes text, json, sarif, github or unix"

  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--format", "-D", "--baseline", "--write-baseline", "--max-warnings"],
      plain: ["--fix", "--dry-run", "--watch"])
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'check' needs a file or a folder") }
    guard let format = Report.Format(rawValue: arguments.value("--format") ?? "text") else {
      throw Arguments.Failure(message: formats)
    }
    var most: Int?
    if let text = arguments.value("--max-warnings") {
      guard let number = Int(text), number >= 0 else {
        throw Arguments.Failure(message: "'--max-warnings' takes a number, 0 or more")
      }
      most = number
    }
    if arguments.has("--dry-run"), !arguments.has("--fix") {
      throw Arguments.Failure(message: "'--dry-run' goes with '--fix'")
    }
    let job = CheckJob(
      operands: arguments.operands, defines: arguments.all("-D"), baseline: arguments.value("--baseline"),
      ignoresBaselines: arguments.value("--write-baseline") != nil)
    if arguments.has("--watch") {
      guard !arguments.operands.contains("-"), !arguments.has("--fix"), arguments.value("--write-baseline") == nil
      else {
        throw Arguments.Failure(message: "'--watch' takes files and folders, and only looks")
      }
      return try FileWatch.run(arguments.operands) { report(try job.check(), format: format, most: most) }
    }
    if let path = arguments.value("--write-baseline") {
      let result = try job.check()
      let text = Baseline.write(
        result.diagnostics, files: result.files.sources, paths: result.paths,
        folder: InputFiles.parent(CheckJob.absolute(path)))
      try FileSystem.writeAtomically(Array(text.utf8), to: path)
      return result.diagnostics.contains { $0.severity == .error && $0.rule == nil } ? 1 : 0
    }
    guard arguments.has("--fix") else {
      var job = job
      job.endsProcess = true
      return report(try job.check(), format: format, most: most)
    }
    return try fix(job, isDry: arguments.has("--dry-run"), format: format, most: most)
  }

  private static func report(
    _ result: CheckJob.Result, format: Report.Format, most: Int?, to descriptor: Int32 = 1
  ) -> Int32 {
    Report.write(result.diagnostics, sources: result.files.sources, format: format, to: descriptor)
    var status: Int32 = result.diagnostics.contains { $0.severity == .error } ? 1 : 0
    let warnings = result.diagnostics.lazy.filter { $0.severity == .warning }.count
    if let most, warnings > most {
      Terminal.printError("error: \(warnings) warning\(warnings == 1 ? "" : "s"), at most \(most) allowed")
      status = 1
    }
    return status
  }

  /// Standard input is mended to standard output, and what is left is told on the error stream.
  private static func fix(_ job: CheckJob, isDry: Bool, format: Report.Format, most: Int?) throws -> Int32 {
    let before = try job.check()
    let (after, count) = try job.fixed(before)
    let isStream = job.operands.contains("-")
    var changed = 0
    for (index, source) in after.files.sources.enumerated() {
      let old = before.files.sources[index]
      let isNew = !old.bytes.elementsEqual(source.bytes)
      if isNew { changed += 1 }
      if isDry {
        if isNew { FileSystem.write(Array(TextDifference.unified(old, source).utf8), to: 1) }
      } else if isStream, after.paths[index] == nil {
        FileSystem.write(Array(source.bytes), to: 1)
      } else if isNew {
        try FileSystem.writeAtomically(Array(source.bytes), to: source.name)
      }
    }
    if isDry {
      Terminal.printError(
        count == 0
          ? "nothing to fix"
          : "would fix \(count) finding\(count == 1 ? "" : "s") in \(changed) file\(changed == 1 ? "" : "s")")
      return changed == 0 ? 0 : 1
    }
    if count > 0 {
      Terminal.printError("fixed \(count) finding\(count == 1 ? "" : "s") in \(changed) file\(changed == 1 ? "" : "s")")
    }
    return report(after, format: format, most: most, to: isStream ? 2 : 1)
  }
}

/// One check of the operands, with the settings that hold for them.
struct CheckJob {
  var operands: [String]
  var defines: [String]
  /// `--baseline`, in place of those that settings name.
  var baseline: String?
  var ignoresBaselines = false
  /// The process ends with this check: its tables are not taken down one by one.
  var endsProcess = false

  struct Result {
    var files: InputFiles
    /// Absolute paths, nil for standard input.
    var paths: [String?]
    var diagnostics: [Diagnostic]
  }

  func check() throws -> Result { try check(InputFiles(operands, preparesMemory: endsProcess)) }

  private func check(_ files: InputFiles) throws -> Result {
    let paths = files.sources.map { $0.name == "<stdin>" ? nil : CheckJob.absolute($0.name) }
    let whole = try check(files.sources, paths, name: files.name)
    guard files.isFolder, let cut = ModuleCut(files.sources, whole, markers: files.markers) else {
      return Result(files: files, paths: paths, diagnostics: whole)
    }
    var findings: [[Diagnostic]] = []
    for module in cut.modules {
      findings.append(try check(module.map { files.sources[$0] }, module.map { paths[$0] }, name: files.name))
    }
    // Places that need one another are one module, in which a name is declared twice indeed.
    let apart = cut.joined(findings)
    func errors(_ found: [Diagnostic]) -> Int { found.lazy.filter { $0.severity == .error }.count }
    return Result(files: files, paths: paths, diagnostics: errors(apart) < errors(whole) ? apart : whole)
  }

  /// Checks some files as one module.
  private func check(_ sources: [SourceFile], _ paths: [String?], name: String) throws -> [Diagnostic] {
    let plan = try plan(paths)
    let compilation = Compilation(sources: sources, name: name, options: .init(defines: defines))
    compilation.lint = plan
    compilation.keepsTables = endsProcess
    compilation.check()
    if endsProcess { _ = Unmanaged.passRetained(compilation) }
    return compilation.diagnostics
  }

  private func plan(_ paths: [String?]) throws -> LintPlan {
    var failure: FileSystem.Failure?
    var plan = LintPlan(
      paths: paths, explicit: operands.map(CheckJob.absolute), readsBaselines: !ignoresBaselines && baseline == nil,
      read: { FileSystem.kind($0) == .file ? try? FileSystem.read($0, limit: 64 << 20) : nil },
      problem: { path, problem, bytes in
        let place = LineIndex.position(of: problem.offset, in: bytes)
        failure = failure ?? FileSystem.Failure(message: "\(path):\(place.line):\(place.column): \(problem.message)")
      })
    if let failure { throw failure }
    if ignoresBaselines { plan.setBaseline(nil) }
    if let baseline {
      let bytes = try FileSystem.read(baseline, limit: 64 << 20)
      do {
        plan.setBaseline(try Baseline(bytes, folder: InputFiles.parent(CheckJob.absolute(baseline))))
      } catch let problem as LintSettings.Problem {
        let place = LineIndex.position(of: problem.offset, in: bytes)
        throw FileSystem.Failure(message: "\(baseline):\(place.line):\(place.column): \(problem.message)")
      }
    }
    return plan
  }

  /// Sure fixes, applied until none is left. A round that would bring an error is not taken.
  func fixed(_ start: Result) throws -> (Result, count: Int) {
    var result = start
    var count = 0
    for _ in 0..<10 {
      let outcome = FixItApplier.applySafe(result.diagnostics, to: result.files.sources)
      guard outcome.applied > 0 else { break }
      var files = result.files
      files.sources = zip(files.sources, outcome.texts).map { SourceFile(name: $0.name, bytes: $1) }
      let next = try check(files)
      func errors(_ result: Result) -> Int { result.diagnostics.lazy.filter { $0.severity == .error }.count }
      if errors(next) > errors(result) { break }
      count += outcome.applied
      result = next
    }
    return (result, count)
  }

  /// A path from the root, without `.` and `..`: the same file has one name, wherever the command was called.
  static func absolute(_ path: String) -> String {
    if path == "-" { return path }
    let whole = path.hasPrefix("/") ? path : FileSystem.currentFolder + "/" + path
    // Byte by byte: a path is looked at in each check, however small.
    var result: [UInt8] = []
    var bytes = Array(whole.utf8)
    bytes.append(UInt8(ascii: "/"))
    var start = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "/") {
      let length = end - start
      let isDot = length == 1 && bytes[start] == UInt8(ascii: ".")
      if length == 2, bytes[start] == UInt8(ascii: "."), bytes[start + 1] == UInt8(ascii: ".") {
        while let last = result.popLast(), last != UInt8(ascii: "/") {}
      } else if length > 0, !isDot {
        result.append(UInt8(ascii: "/"))
        for position in start..<end { result.append(bytes[position]) }
      }
      start = end + 1
    }
    return result.isEmpty ? "/" : String(decoding: result, as: UTF8.self)
  }
}
