import SceneLang

/// How the files of a folder are cut into modules, where the folder holds several that cannot be one.
///
/// A folder is checked as one module. Where that declares a name twice in two places that a build keeps apart, these
/// places become modules of their own: the folders in `Sources` of a package, the folders of projects, and inside of one
/// the subfolders that declare the same name. What is in no such conflict is shared by all of them, as a folder `Shared`
/// is. A file that belongs to several modules is told what is wrong in each.
struct ModuleCut {
  /// Indices of the files of each module, in order.
  private(set) var modules: [[Int]] = []

  /// More files than this, counted in each module that they belong to, are not worth the time.
  private static let mostFiles = 20_000

  /// Nil where no name is declared twice, or nothing tells the places apart.
  init?(_ sources: [SourceFile], _ diagnostics: [Diagnostic], markers: InputFiles.Markers) {
    var conflicts: [(Int, Int)] = []
    for diagnostic in diagnostics where diagnostic.kind.code == DiagnosticKind.redeclaration.code {
      for note in diagnostic.notes {
        guard let other = note.place, other.file != diagnostic.place.file else { continue }
        conflicts.append((Int(diagnostic.place.file), Int(other.file)))
      }
    }
    if conflicts.isEmpty { return nil }
    let keys = sources.map { ModuleCut.key($0.name, markers) }
    modules = ModuleCut.split(Array(sources.indices), keys, 0, conflicts)
    let total = modules.reduce(0) { $0 + $1.count }
    if modules.count < 2 || total > ModuleCut.mostFiles { return nil }
  }

  /// Names of the places a file lies in, the outermost first: its target or project, then its folders.
  private static func key(_ path: String, _ markers: InputFiles.Markers) -> [String] {
    var folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    var root = 0
    for count in stride(from: folders.count, to: 0, by: -1) {
      let folder = folders[..<count].joined(separator: "/")
      if markers.packages.contains(folder) {
        // `Package/Sources/Target`
        let isTarget = folders.count > count + 1 && folders[count] == "Sources"
        root = isTarget ? count + 2 : count
        break
      }
      if markers.projects.contains(folder) {
        root = count
        break
      }
    }
    let unit = folders[..<root].joined(separator: "/")
    folders.removeFirst(root)
    return [unit] + folders
  }

  /// Cuts some files by the place of a level, and what is left in conflict there by the next one.
  private static func split(_ files: [Int], _ keys: [[String]], _ level: Int, _ conflicts: [(Int, Int)]) -> [[Int]] {
    let own = Set(files)
    let relevant = conflicts.filter { own.contains($0.0) && own.contains($0.1) }
    guard !relevant.isEmpty, level < 64 else { return [files] }
    func place(_ file: Int) -> String { keys[file].count > level ? keys[file][level] : "" }
    guard files.contains(where: { keys[$0].count > level }) else { return [files] }
    var apart: [String] = []
    for (a, b) in relevant {
      for name in [place(a), place(b)] where !apart.contains(name) { apart.append(name) }
    }
    let shared = files.filter { !apart.contains(place($0)) }
    var result: [[Int]] = []
    for name in apart.sorted() {
      for module in split(files.filter { place($0) == name }, keys, level + 1, relevant) {
        result.append((module + shared).sorted())
      }
    }
    return result
  }

  /// Findings of all modules, each told once, places as in the whole. What is wrong with a file that several modules have
  /// is wrong in each of them: what one module alone misses may be another target's.
  func joined(_ findings: [[Diagnostic]]) -> [Diagnostic] {
    struct Key: Hashable {
      var place: SourcePlace
      var code: String
      var message: String
    }
    var owners: [Int: Int] = [:]
    for module in modules { for file in module { owners[file, default: 0] += 1 } }
    var seen: [Key: Int] = [:]
    var result: [Diagnostic] = []
    for (module, found) in zip(modules, findings) {
      for diagnostic in found {
        let moved = diagnostic.inFiles(module)
        let key = Key(place: moved.place, code: moved.code, message: moved.message)
        let count = seen[key, default: 0] + 1
        seen[key] = count
        if count == owners[Int(moved.place.file)] { result.append(moved) }
      }
    }
    return result.sorted {
      ($0.place.file, $0.range.start, $0.range.end, $0.code) < ($1.place.file, $1.range.start, $1.range.end, $1.code)
    }
  }
}
