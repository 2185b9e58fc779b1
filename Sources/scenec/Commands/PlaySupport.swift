import SceneExport
import SceneIR
import SceneLang
import SceneRuntime

/// What `run`, `build` and the other playing commands share: options of a run, loading a module, choosing what is played.
enum PlaySupport {
  static let valued: [String] = [
    "--device", "--fps", "--until", "--seed", "--steps", "--scenario", "--view", "--color-scheme", "-D",
  ]
  static let plain: [String] = ["--landscape", "--model"]

  /// Options of a run, from the words of the command line.
  static func options(_ arguments: Arguments) throws -> PlayOptions {
    var options = PlayOptions()
    if let device = arguments.value("--device") {
      guard DeviceLookup.isKnown(device) else {
        throw Arguments.Failure(
          message: "'--device' takes a name such as 'iPhone 15 Pro' or WIDTHxHEIGHT, not '\(device)'")
      }
      options.device = device
    }
    options.landscape = arguments.has("--landscape")
    options.includesModel = arguments.has("--model")
    if let scheme = arguments.value("--color-scheme") {
      guard scheme == "light" || scheme == "dark" else {
        throw Arguments.Failure(message: "'--color-scheme' takes light or dark")
      }
      options.colorScheme = scheme
    }
    if let text = arguments.value("--fps") {
      guard let fps = Int(text), (1...1000).contains(fps) else {
        throw Arguments.Failure(message: "'--fps' takes a whole number from 1 to 1000")
      }
      options.fps = fps
    }
    if let text = arguments.value("--seed") {
      guard let seed = UInt64(text) else { throw Arguments.Failure(message: "'--seed' takes a whole number") }
      options.seed = seed
    }
    if let text = arguments.value("--until") {
      if text == "settled" {
        options.until = .settled
      } else if let nanoseconds = nanoseconds(text) {
        options.until = .time(nanoseconds: nanoseconds)
      } else {
        throw Arguments.Failure(message: "'--until' takes a number of seconds, or settled")
      }
    }
    if let text = arguments.value("--steps") {
      options.steps = try steps(text)
    }
    return options
  }

  /// Seconds as decimal text, exactly, in whole nanoseconds.
  static func nanoseconds(_ text: String) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty || parts.count == 2, text != "." else { return nil }
    guard let whole = first.isEmpty ? 0 : Int(first), (0...1_000_000).contains(whole) else { return nil }
    var fraction = 0
    if parts.count == 2 {
      let digits = parts[1].prefix(9)
      guard parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      fraction = digits.isEmpty ? 0 : Int(digits) ?? 0
      for _ in digits.count..<9 { fraction *= 10 }
    }
    return whole * 1_000_000_000 + fraction
  }

  private static func steps(_ text: String) throws -> [Step] {
    var source = SourceFile(name: "--steps", text: text)
    if text.hasPrefix("@") {
      let path = String(text.dropFirst())
      source = SourceFile(name: path, bytes: try FileSystem.read(path, limit: 1 << 20))
    }
    let (steps, diagnostics) = Compilation.steps(source)
    if let first = diagnostics.first(where: { $0.severity == .error }) {
      Report.write(diagnostics, sources: [source], format: .text)
      throw Arguments.Failure(message: "the steps cannot be read: \(first.message)")
    }
    return steps
  }

  /// Reads sources or one IR file; reports what is wrong and returns nil with the exit status in `status`.
  static func module(
    _ arguments: Arguments, isWhole: Bool = true, status: inout Int32
  ) throws -> (module: SceneModule, files: InputFiles)? {
    let files = try InputFiles(arguments.operands)
    if files.sources.count == 1, isIR(files.sources[0]) {
      do {
        return (try IRCodec.read(UnsafeRawBufferPointer(files.sources[0].bytes)), files)
      } catch let error as IRError {
        Terminal.printError("error: \(files.sources[0].name): \(error.message)")
        status = 2
        return nil
      }
    }
    let (module, diagnostics) = compile(files, arguments, isWhole: isWhole)
    Report.write(diagnostics, sources: files.sources, format: .text, to: 2)
    if let module { return (module, files) }
    status = 1
    return nil
  }

  /// As above without a word; what is to be said is the text, which is empty for a module without findings.
  static func quietModule(_ arguments: Arguments) throws -> (module: SceneModule?, files: InputFiles, text: String) {
    let files = try InputFiles(arguments.operands)
    if files.sources.count == 1, isIR(files.sources[0]) {
      do {
        return (try IRCodec.read(UnsafeRawBufferPointer(files.sources[0].bytes)), files, "")
      } catch let error as IRError {
        return (nil, files, error.message)
      }
    }
    let (module, diagnostics) = compile(files, arguments)
    let text = diagnostics.isEmpty ? "" : TextRenderer(usesColor: false).render(diagnostics, files: files.sources)
    return (module, files, text)
  }

  private static func compile(
    _ files: InputFiles, _ arguments: Arguments, isWhole: Bool = true
  ) -> (SceneModule?, [Diagnostic]) {
    let compilation = Compilation(
      sources: files.sources, name: files.name, options: .init(defines: arguments.all("-D")))
    var module = compilation.module(isWhole: isWhole)
    if let found = module.flatMap({ assets(of: $0, files, arguments) }) {
      module?.images = found.images
      module?.colors = found.colors
    }
    return (module, compilation.diagnostics)
  }

  /// The assets beside a module that names any.
  private static func assets(of module: SceneModule, _ files: InputFiles, _ arguments: Arguments) -> AssetFiles.Found? {
    let asks = module.natives.contains {
      $0.key.hasPrefix("Image.init(_:") || $0.key.hasPrefix("Color.init(_:") || $0.key.hasPrefix("Label.init(_:image")
        || $0.key.hasPrefix("UIColor.init(named:") || $0.key.hasPrefix("UIImage.init(named:")
    }
    guard asks, !arguments.operands.contains("-") else { return nil }
    let isWhole = arguments.operands.count == 1 && FileSystem.kind(arguments.operands[0]) == .folder
    return AssetFiles.find(in: files.folder, isWhole: isWhole)
  }

  /// Files of the images a picture uses; rows that cannot be read stay empty.
  static func images(_ module: SceneModule, _ files: InputFiles) -> [ImageFile] {
    module.images.map { row in
      // A module from elsewhere names no files outside of its folder.
      guard !row.path.hasPrefix("/"), !row.path.split(separator: "/").contains(".."),
        let bytes = try? FileSystem.read(
          files.folder == "." ? row.path : "\(files.folder)/\(row.path)", limit: AssetFiles.maximumImage),
        let type = ImageHeader.mediaType(bytes)
      else { return ImageFile(mediaType: "", bytes: []) }
      return ImageFile(mediaType: type, bytes: bytes)
    }
  }

  static func isIR(_ source: SourceFile) -> Bool {
    source.name.hasSuffix(".ir.json") || IRCodec.looksLikeModule(UnsafeRawBufferPointer(source.bytes))
  }

  /// Rows of `entries` to play: one for `run`, all scenarios or the first entry for `build`.
  static func entries(_ module: SceneModule, _ arguments: Arguments, all: Bool) throws -> [Int] {
    let scenarios = module.entries.indices.filter { module.entries[$0].kind == .scenario }
    if let name = arguments.value("--scenario") {
      let found = scenarios.filter { module.entries[$0].name == name }
      if found.count == 1 || all && !found.isEmpty { return found }
      if !found.isEmpty {
        let places = found.map { entry -> String in
          let place = module.entries[entry].place
          return (module.files.indices.contains(place.file) ? module.files[place.file] : "?") + ":\(place.line)"
        }
        throw Arguments.Failure(
          message: "several scenarios are called '\(name)' (\(places.joined(separator: ", "))); "
            + "give one file alone, or other names")
      }
      throw Arguments.Failure(
        message: "no scenario is called '\(name)'" + listed(scenarios.map { module.entries[$0].name }))
    }
    if let name = arguments.value("--view") {
      if let found = module.entries.firstIndex(where: { $0.viewName == name || $0.name == name }) { return [found] }
      throw Arguments.Failure(
        message: "no view '\(name)' can be played; it must need no arguments"
          + listed(module.entries.filter { $0.kind != .scenario }.map(\.viewName)))
    }
    if !scenarios.isEmpty {
      if all || scenarios.count == 1 { return scenarios }
      throw Arguments.Failure(
        message: "there are several scenarios; name one with '--scenario'"
          + listed(scenarios.map { module.entries[$0].name }))
    }
    if module.entries.isEmpty { return [] }
    return all && arguments.has("--all-previews") ? Array(module.entries.indices) : [0]
  }

  /// What is written into the name of each entry's files; equal names get a number.
  static func slugs(_ module: SceneModule) -> [String] {
    slugs(module.entries.map(\.name), absent: "scenario")
  }

  /// `absent` stands for a name without a letter or digit.
  static func slugs(_ names: [String], absent: String) -> [String] {
    var slugs: [String] = []
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    for name in names {
      let slug = slug(name, absent: absent)
      var unique = slug
      var number = numbers[slug] ?? 2
      while !taken.insert(unique).inserted {
        unique = "\(slug)-\(number)"
        number += 1
      }
      numbers[slug] = number
      slugs.append(unique)
    }
    return slugs
  }

  /// Says that a module has no entry; the exit status.
  static func nothingToPlay() -> Int32 {
    Terminal.printError("error: nothing to play; declare a view that needs no arguments, a #Preview or a #Scenario")
    return 1
  }

  private static func listed(_ names: [String]) -> String {
    names.isEmpty ? "" : ": " + names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// Letters and digits in lower case, everything else as single dashes.
  static func slug(_ name: String, absent: String = "scenario") -> String {
    var result = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        result.append(character)
      } else if !result.hasSuffix("-"), !result.isEmpty {
        result.append("-")
      }
    }
    // With what stands around it, a file's name stays below 255 bytes.
    while result.utf8.count > 100 { result.removeLast() }
    while result.hasSuffix("-") { result.removeLast() }
    return result.isEmpty ? absent : result
  }
}
