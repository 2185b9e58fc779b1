import SceneIR

/// What `scenec.json` says: severities of rules, files that are left out, and the baseline. The command and the language
/// server read it here.
///
/// The nearest file upwards from a source file holds as a whole; nothing is merged.
package struct LintSettings: Sendable, Equatable {
  package static let fileName = "scenec.json"

  package enum Level: String, Sendable {
    case off, info, warning, error

    var severity: Diagnostic.Severity? {
      switch self {
      case .off: return nil
      case .info: return .info
      case .warning: return .warning
      case .error: return .error
      }
    }
  }

  package var rules: [String: Level] = [:]
  /// Patterns relative to the folder of the settings file.
  package var exclude: [String] = []
  /// Path relative to that folder.
  package var baseline: String?
  /// Folder of the settings file; empty where there is none.
  package var folder = ""

  package init() {}

  package struct Problem: Error {
    package var message: String
    package var offset: Int
  }

  /// Reads a settings file. Everything in it must be known, so that a misspelt name does not pass unnoticed.
  package init(_ bytes: [UInt8], folder: String) throws {
    self.folder = folder
    var rules: [String: Level] = [:]
    var exclude: [String] = []
    var baseline: String?
    do {
      try bytes.withUnsafeBytes { raw in
        var cursor = JSONCursor(raw)
        try cursor.object { cursor, key in
          switch key {
          case "rules":
            try cursor.object { cursor, name in
              let offset = cursor.position
              let level = try cursor.string()
              guard LintSettings.isRule(name) else {
                let near = NameSuggestions.nearest(to: name, among: LintSettings.ruleNames, limit: 1)
                throw Problem(
                  message: "there is no rule called '\(name)'\(NameSuggestions.phrase(near))", offset: offset)
              }
              guard let known = Level(rawValue: level) else {
                throw Problem(message: "'\(level)' is none of off, info, warning, error", offset: offset)
              }
              rules[name] = known
            }
          case "exclude": try cursor.array { exclude.append(try $0.string()) }
          case "baseline": baseline = try cursor.string()
          case "$schema": try cursor.skipValue()
          default:
            throw Problem(
              message: "'\(key)' is not a setting; there are 'rules', 'exclude' and 'baseline'", offset: cursor.position
            )
          }
        }
        try cursor.end()
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as IRError {
      throw Problem(message: error.message, offset: error.offset ?? 0)
    }
    self.rules = rules
    self.exclude = exclude
    self.baseline = baseline
  }

  static var ruleNames: [String] { DiagnosticCatalog.all().filter(\.isRule).map(\.slug) }

  private static func isRule(_ name: String) -> Bool { ruleNames.contains(name) }

  /// Whether a rule reports; a comment that silences one that is off is no mistake.
  func isActive(_ name: String) -> Bool {
    if let level = rules[name] { return level != .off }
    return LintCatalog.find(name)?.isOnByDefault ?? true
  }

  func isActive(_ rule: LintRule) -> Bool {
    guard !rules.isEmpty, let level = rules[rule.name] else { return rule.isOnByDefault }
    return level != .off
  }

  /// A finding with the severity as set; nil where its rule is off.
  func leveled(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard !rules.isEmpty, let name = diagnostic.rule, let level = rules[name] else { return diagnostic }
    guard let severity = level.severity else { return nil }
    var changed = diagnostic
    changed.severity = severity
    return changed
  }

  /// Whether a path is left out. `*` stands for any part of a name, `**` for any number of folders, `?` for a character;
  /// a pattern without a slash matches the name of a file or folder anywhere.
  package func isExcluded(_ path: String) -> Bool {
    guard !exclude.isEmpty else { return false }
    var relative = Substring(path)
    if relative.hasPrefix("./") { relative = relative.dropFirst(2) }
    if !folder.isEmpty, folder != "." {
      var prefix = folder
      if prefix.hasPrefix("./") { prefix = String(prefix.dropFirst(2)) }
      if !prefix.hasSuffix("/") { prefix += "/" }
      if relative.hasPrefix(prefix) { relative = relative.dropFirst(prefix.count) }
    }
    let parts = relative.split(separator: "/").map(String.init)
    return exclude.contains { LintSettings.matches(pattern: $0, parts: parts) }
  }

  static func matches(pattern: String, parts: [String]) -> Bool {
    var pattern = pattern
    if pattern.hasPrefix("./") { pattern = String(pattern.dropFirst(2)) }
    if pattern.hasSuffix("/") { pattern = String(pattern.dropLast()) }
    let wanted = pattern.split(separator: "/").map { Array($0.unicodeScalars) }
    let names = parts.map { Array($0.unicodeScalars) }
    guard !wanted.isEmpty else { return false }
    if wanted.count == 1 { return names.contains { matches(wanted[0], $0) } }
    // Reachable positions in the pattern after each name: no search that could take long.
    var open: IDSet<Int> = [0]
    func closed(_ set: IDSet<Int>) -> IDSet<Int> {
      var result = set
      for start in set {
        var next = start
        while next < wanted.count, wanted[next] == Array("**".unicodeScalars) {
          next += 1
          result.insert(next)
        }
      }
      return result
    }
    open = closed(open)
    for name in names {
      var following = IDSet<Int>()
      for position in open where position < wanted.count {
        if wanted[position] == Array("**".unicodeScalars) {
          following.insert(position)
        } else if matches(wanted[position], name) {
          following.insert(position + 1)
        }
      }
      open = closed(following)
      // A folder that is left out takes along what is in it.
      if open.contains(wanted.count) { return true }
    }
    return false
  }

  /// One name against one pattern with `*` and `?`.
  private static func matches(_ pattern: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Bool {
    var (p, n) = (0, 0)
    var star = -1
    var mark = 0
    while n < name.count {
      if p < pattern.count, pattern[p] == "?" || pattern[p] == name[n], pattern[p] != "*" {
        p += 1
        n += 1
      } else if p < pattern.count, pattern[p] == "*" {
        star = p
        mark = n
        p += 1
      } else if star >= 0 {
        p = star + 1
        mark += 1
        n = mark
      } else {
        return false
      }
    }
    while p < pattern.count, pattern[p] == "*" { p += 1 }
    return p == pattern.count
  }
}

/// The settings of each file of a module.
package struct LintPlan: Sendable, Equatable {
  package private(set) var settings: [LintSettings]
  /// By file: position in `settings`, and whether the file's findings are left out.
  private var files: [FileRow] = []

  private struct FileRow: Sendable, Equatable {
    var settings: Int
    var isExcluded: Bool
    var path: String?
  }

  /// By settings.
  private var baselines: [Baseline?] = [nil]

  /// One for all files.
  package init(_ settings: LintSettings = LintSettings()) { self.settings = [settings] }

  /// The settings nearest upwards from each file.
  /// - Parameters:
  ///   - paths: of the files, in their order; nil for one that is not on disk
  ///   - explicit: files that were named, which no pattern leaves out
  ///   - readsBaselines: false where others are used, or one is written for the first time
  ///   - read: bytes of a file, or nil
  ///   - problem: told of settings that cannot be read, with their path; they count as empty
  package init(
    paths: [String?], explicit: [String] = [], readsBaselines: Bool = true, read: (String) -> [UInt8]?,
    problem: (String, LintSettings.Problem, [UInt8]) -> Void
  ) {
    settings = [LintSettings()]
    // A list while there are few folders; a table of strings takes longer to set up than to check a small file.
    var known: [(folder: String, settings: Int)] = []
    var table: [String: Int] = [:]
    func readBaseline(_ name: String, _ folder: String) {
      let path = name.hasPrefix("/") ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard let bytes = read(path) else {
        problem(path, LintSettings.Problem(message: "the baseline cannot be read", offset: 0), [])
        return
      }
      do {
        baselines[settings.count - 1] = try Baseline(bytes, folder: LintPlan.parent(path) ?? "")
      } catch let wrong as LintSettings.Problem {
        problem(path, wrong, bytes)
      } catch {}
    }
    func find(_ folder: String) -> Int {
      if let found = table.isEmpty ? known.last(where: { $0.folder == folder })?.settings : table[folder] {
        return found
      }
      let path =
        folder.isEmpty
        ? LintSettings.fileName : folder == "/" ? "/" + LintSettings.fileName : "\(folder)/\(LintSettings.fileName)"
      var result = 0
      if let bytes = read(path) {
        do {
          let found = try LintSettings(bytes, folder: folder)
          settings.append(found)
          baselines.append(nil)
          result = settings.count - 1
          if readsBaselines, let name = found.baseline { readBaseline(name, folder) }
        } catch let wrong as LintSettings.Problem {
          problem(path, wrong, bytes)
        } catch {}
      } else if let above = LintPlan.parent(folder) {
        result = find(above)
      }
      known.append((folder, result))
      if known.count == 32 {
        for entry in known { table[entry.folder] = entry.settings }
      } else if known.count > 32 {
        table[folder] = result
      }
      return result
    }
    for path in paths {
      guard let path, let folder = LintPlan.parent(path) else {
        files.append(FileRow(settings: 0, isExcluded: false, path: path))
        continue
      }
      let index = find(folder)
      files.append(
        FileRow(
          settings: index, isExcluded: settings[index].isExcluded(path) && !explicit.contains(path), path: path))
    }
  }

  /// The folder around a path; nil above the root, and above `.` for relative paths.
  static func parent(_ path: String) -> String? {
    if path.isEmpty || path == "/" || path == "." { return nil }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// One baseline for all files, or none, whatever the settings say.
  package mutating func setBaseline(_ baseline: Baseline?) {
    baselines = [Baseline?](repeating: baseline, count: settings.count)
  }

  /// Without the findings that a baseline knows.
  private func withoutKnown(_ diagnostics: [Diagnostic], _ trees: [SyntaxTree]) -> [Diagnostic] {
    guard baselines.contains(where: { $0 != nil }) else { return diagnostics }
    let sources = trees.map(\.source)
    let paths = files.map(\.path)
    var isKnown = [Bool](repeating: false, count: diagnostics.count)
    for (index, baseline) in baselines.enumerated() {
      guard let baseline else { continue }
      // In order of place, so that of several equal ones the first are known.
      for (position, known) in baseline.known(diagnostics, files: sources, paths: paths).enumerated() where known {
        let file = Int(diagnostics[position].place.file)
        let own = files.indices.contains(file) ? files[file].settings : 0
        if own == index { isKnown[position] = true }
      }
    }
    return diagnostics.indices.filter { !isKnown[$0] }.map { diagnostics[$0] }
  }

  package func settings(ofFile file: Int) -> LintSettings {
    files.indices.contains(file) ? settings[files[file].settings] : settings[0]
  }

  func isExcluded(_ file: Int) -> Bool { files.indices.contains(file) && files[file].isExcluded }

  /// The rules to run.
  package var activeRules: [LintRule] {
    LintCatalog.rules.filter { rule in settings.contains { $0.isActive(rule) } }
  }

  /// Severities, the comments of the files, and files that are left out.
  package func apply(to diagnostics: [Diagnostic], trees: [SyntaxTree]) -> [Diagnostic] {
    let isWhole = !diagnostics.contains { $0.severity == .error && !$0.kind.isRule }
    let found = diagnostics.compactMap { diagnostic -> Diagnostic? in
      let file = Int(diagnostic.place.file)
      return isExcluded(file) ? nil : settings(ofFile: file).leveled(diagnostic)
    }
    let shown = Suppressions.apply(
      to: found, trees: trees,
      isActive: { !isExcluded($0) && settings(ofFile: $0).isActive(UnusedSuppression.rule.name) },
      active: { file, rule in isWhole && !isExcluded(file) && settings(ofFile: file).isActive(rule) }
    ).compactMap { $0.code == UnusedSuppression.rule.name ? settings(ofFile: Int($0.place.file)).leveled($0) : $0 }
    return withoutKnown(shown, trees)
  }
}
