import SceneIR
import SceneLang

/// The files of one module, from the operands of a command.
struct InputFiles {
  var sources: [SourceFile] = []
  /// Base name of the only file, else of the folder.
  var name = "scene"
  /// `name` without the `.ir` of `hero.ir.json`.
  var moduleName: String { name.hasSuffix(".ir") ? String(name.dropLast(3)) : name }
  /// Folder beside which stored frames live.
  var folder = "."
  /// Was a folder among the operands, so that files were found rather than named?
  var isFolder = false
  /// Folders that hold a package or a project.
  var markers = Markers()

  struct Markers {
    /// With a `Package.swift`.
    var packages: Set<String> = []
    /// With an Xcode project.
    var projects: Set<String> = []
  }

  /// Folders are read recursively: `*.scene` and `*.swift`, sorted by path bytes; hidden folders, `Package.swift` and
  /// folders called Tests are skipped.
  /// - Parameter preparesMemory: the files are read to be checked, which takes memory in proportion to their sizes
  init(_ operands: [String], preparesMemory: Bool = false) throws {
    var paths: [String] = []
    var seen: Set<FileSystem.Identity> = []
    for operand in operands {
      if operand != "-", FileSystem.kind(operand) == .folder {
        var found: [String] = []
        isFolder = true
        try InputFiles.collect(operand, into: &found, &markers, &seen, depth: 0)
        if found.isEmpty { throw FileSystem.Failure(message: "\(operand): no .scene or .swift file in this folder") }
        paths += found
      } else {
        paths.append(operand)
      }
    }
    if preparesMemory { Allocator.expect(source: paths.reduce(0) { $0 + FileSystem.size($1) }) }
    for path in paths {
      let limit = path.hasSuffix(".json") ? IRCodec.maximumSize : SourceFile.maximumLength
      let bytes = try FileSystem.read(path, limit: limit)
      sources.append(SourceFile(name: path == "-" ? "<stdin>" : path, bytes: bytes))
    }
    if operands.count == 1, let only = operands.first {
      name = only == "-" ? "stdin" : InputFiles.givenName(only)
      if paths.count != 1 || FileSystem.kind(only) == .folder {
        folder = only
      } else {
        folder = InputFiles.parent(only)
      }
    } else if let first = paths.first {
      folder = InputFiles.parent(first)
      name = folder == "." ? "scene" : InputFiles.baseName(folder)
    }
  }

  static func paths(in folder: String) throws -> [String] {
    var paths: [String] = []
    var markers = Markers()
    var seen: Set<FileSystem.Identity> = []
    try collect(folder, into: &paths, &markers, &seen, depth: 0)
    return paths
  }

  /// - Parameter seen: what was met already; links may lead to it once more, or round in a circle
  private static func collect(
    _ folder: String, into paths: inout [String], _ markers: inout Markers, _ seen: inout Set<FileSystem.Identity>,
    depth: Int
  ) throws {
    guard depth < 64, let identity = FileSystem.identity(folder), seen.insert(identity).inserted else { return }
    var found: [(path: String, isFolder: Bool)] = []
    for name in try FileSystem.names(in: folder) where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let holder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      if name == "Package.swift" { markers.packages.insert(holder) }
      if name.hasSuffix(".xcodeproj") { markers.projects.insert(holder) }
      switch FileSystem.kind(path) {
      case .folder: if name != "Tests" { found.append((path, true)) }
      case .file:
        if (name.hasSuffix(".scene") || name.hasSuffix(".swift")) && name != "Package.swift" {
          found.append((path, false))
        }
      case .absent: break
      }
    }
    for entry in found {
      if entry.isFolder {
        try collect(entry.path, into: &paths, &markers, &seen, depth: depth + 1)
      } else if let identity = FileSystem.identity(entry.path), seen.insert(identity).inserted {
        paths.append(entry.path)
      }
    }
    if depth == 0 { paths.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) } }
  }

  /// The base name of what an operand leads to: `.` and `..` are called as their folders.
  private static func givenName(_ path: String) -> String {
    let last = path.split(separator: "/").last ?? ""
    guard last.allSatisfy({ $0 == "." }), let resolved = FileSystem.resolved(path) else { return baseName(path) }
    let name = baseName(resolved)
    return name == "/" ? "scene" : name
  }

  static func baseName(_ path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }

  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
