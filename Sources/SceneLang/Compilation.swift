import SceneIR

/// The compiler as one object: files in, findings and a module out. The command and the language server go through it.
package final class Compilation {
  package struct Options {
    /// Names that `#if` takes as true, besides the built-in ones.
    package var defines: [String] = []

    package init(defines: [String] = []) { self.defines = defines }
  }

  package let sources: [SourceFile]
  /// Written into the module: base name of the only file, else of the folder.
  package let name: String
  package let options: Options
  /// In order of file and place.
  package private(set) var diagnostics: [Diagnostic] = []
  private var trees: [SyntaxTree] = []
  private var sema: Sema?
  private var bodies: BodyChecker?
  private var isChecked = false

  package init(sources: [SourceFile], name: String, options: Options = Options()) {
    self.sources = sources
    self.name = name
    self.options = options
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The rules that run; without it none do.
  package var lint: LintPlan?
  private var lintModule: LintModule?
  /// Nothing is taken down before the process ends, which is cheaper than doing it.
  package var keepsTables = false

  /// Parses and checks.
  /// - Parameters:
  ///   - only: index of the one file whose bodies are checked; the others are there for their declarations
  ///   - syntaxOnly: read, do not check
  package func check(only: Int? = nil, syntaxOnly: Bool = false) {
    guard !isChecked else { return }
    isChecked = true
    for (index, source) in sources.enumerated() {
      let tree = Parser.parse(source)
      trees.append(tree)
      if only == nil || only == index {
        diagnostics += ParseDiagnostics.diagnose(tree, file: UInt32(truncatingIfNeeded: index))
      }
    }
    // What is nested too deeply has been left out; whatever else is said about such files would follow from that.
    guard !syntaxOnly, !diagnostics.contains(where: { $0.code == "E0118" }) else { return }
    var semaOptions = SemaOptions()
    semaOptions.defines = options.defines
    let sema = Sema(files: trees, options: semaOptions)
    let bodies = BodyChecker(sema)
    self.sema = sema
    self.bodies = bodies
    sema.checkDeclarations()
    if lint != nil {
      let module = LintModule(sema)
      module.isComplete = only == nil
      lintModule = module
      bodies.keep = { module.take($0, $1, $2) }
    }
    bodies.checkModule(only: only)
    bodies.keep = nil
    let scenarios = sema.scenarioFindings().filter { only == nil || Int($0.place.file) == only }
    diagnostics = Compilation.withoutConsequences(
      syntax: diagnostics, meaning: sema.diagnostics.found + scenarios, trees)
    if let lint, let module = lintModule {
      diagnostics += Linter(module, rules: lint.activeRules).run()
      if !keepsTables { lintModule = nil }
      diagnostics = lint.apply(to: diagnostics, trees: trees)
    }
    sort()
  }

  /// The compiled module, or nil if there are errors. `isWhole`: with all that can be played, not only what plays when
  /// nothing is named.
  package func module(isWhole: Bool = true) -> SceneModule? {
    check()
    guard !hasErrors, let sema, let bodies else { return nil }
    // What is wrong with steps was found by the check.
    return lowerModule(sema, bodies: bodies, name: name, files: sources.map(\.name), isWhole: isWhole).module
  }

  /// The statements of `--steps`.
  package static func steps(_ source: SourceFile) -> ([Step], [Diagnostic]) {
    let (steps, _, diagnostics) = StepReader.read(
      text: source.text(SourceRange(0, UInt32(truncatingIfNeeded: source.count))))
    return (steps, diagnostics)
  }

  private func sort() { diagnostics = Compilation.sorted(diagnostics) }

  /// Leaves out what follows from mistakes of syntax: a line has one of them, and where it has one, errors of meaning on
  /// it are its consequences, as is a `}` that closes nothing further down.
  static func withoutConsequences(syntax: [Diagnostic], meaning: [Diagnostic], _ trees: [SyntaxTree]) -> [Diagnostic] {
    guard syntax.contains(where: { $0.severity == .error }) else { return syntax + withoutRepeats(meaning) }
    func line(_ place: SourcePlace) -> Int {
      let file = Int(place.file)
      return file < trees.count ? trees[file].source.position(place.range.start).line : .max
    }
    func key(_ file: UInt32, _ line: Int) -> UInt64 { UInt64(file) << 32 | UInt64(truncatingIfNeeded: line) }
    var lines = Set<UInt64>()
    /// Files with a mistake of syntax, and the place from which a brace is missing or too many.
    var broken = Set<UInt32>()
    var unbalanced: [UInt32: UInt32] = [:]
    var result: [Diagnostic] = []
    for diagnostic in sorted(syntax) {
      guard diagnostic.severity == .error else {
        result.append(diagnostic)
        continue
      }
      let file = diagnostic.place.file
      if diagnostic.code == "E0119", broken.contains(file) { continue }
      if !lines.insert(key(file, line(diagnostic.place))).inserted { continue }
      if let start = unbalanced[file], diagnostic.place.range.start > start, isStructural(diagnostic.code) { continue }
      broken.insert(file)
      if speaksOfBrace(diagnostic), unbalanced[file] == nil { unbalanced[file] = diagnostic.place.range.start }
      result.append(diagnostic)
      if diagnostic.code == "E0103", let opener = diagnostic.labels.first?.place, opener.file == file {
        // What stands between the opening bracket and the place where it must have closed was read as its contents.
        let end = line(diagnostic.place)
        for inside in line(opener)...max(line(opener), min(end, line(opener) + 200)) where !speaksOfBrace(diagnostic) {
          lines.insert(key(file, inside))
        }
      }
      // The rest of a chain that is cut by the mistake.
      var next = line(diagnostic.place) + 1
      while continuesChain(next, Int(file), trees), next < line(diagnostic.place) + 50 {
        lines.insert(key(file, next))
        next += 1
      }
    }
    for diagnostic in withoutRepeats(meaning) {
      guard diagnostic.severity == .error else {
        result.append(diagnostic)
        continue
      }
      let file = diagnostic.place.file
      if lines.contains(key(file, line(diagnostic.place))) { continue }
      if diagnostic.code == "E0501", broken.contains(file) { continue }
      if let start = unbalanced[file], diagnostic.place.range.start > start || isStructural(diagnostic.code) {
        continue
      }
      result.append(diagnostic)
    }
    return result
  }

  /// A brace that is missing or too many: what follows stands in another declaration than it was meant for.
  private static func speaksOfBrace(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.code {
    case "E0121", "E0109": return true
    case "E0103", "E0119": return diagnostic.message.contains("'}'") || diagnostic.message.contains("'{'")
    default: return false
    }
  }

  /// Kinds of findings that a brace in the wrong place brings about.
  private static func isStructural(_ code: String) -> Bool {
    switch code {
    case "E0104", "E0109", "E0110", "E0119", "E0121", "E0409", "E0419", "E0425", "E0427", "E0501", "E0503": return true
    default: return false
    }
  }

  /// Does a line begin with the dot of a chain?
  private static func continuesChain(_ line: Int, _ file: Int, _ trees: [SyntaxTree]) -> Bool {
    guard file < trees.count else { return false }
    let text = trees[file].source.text(trees[file].source.lineIndex.range(line: line - 1))
    return text.first { $0 != " " && $0 != "\t" } == "."
  }

  /// A conformance that is missing is told once, where it is first missed.
  private static func withoutRepeats(_ meaning: [Diagnostic]) -> [Diagnostic] {
    var seen = Set<String>()
    var result: [Diagnostic] = []
    result.reserveCapacity(meaning.count)
    for diagnostic in meaning {
      if diagnostic.severity == .error, diagnostic.code == "E0306" || diagnostic.code == "E0503",
        let subject = missingConformance(diagnostic.message), !seen.insert(subject).inserted
      {
        continue
      }
      result.append(diagnostic)
    }
    return result
  }

  /// `'Row' does not conform to 'View'` in front of what else the message says.
  private static func missingConformance(_ message: String) -> String? {
    let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].isEmpty, parts[2] == " does not conform to " else { return nil }
    return String(parts[1]) + "'" + String(parts[3])
  }

  /// In order of file, place and code, so that the order does not tell which body was checked first.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let ordered = diagnostics.enumerated().sorted { a, b in
      let (p, q) = (a.element.place, b.element.place)
      if p.file != q.file { return p.file < q.file }
      if p.range.start != q.range.start { return p.range.start < q.range.start }
      if p.range.end != q.range.end { return p.range.end < q.range.end }
      if a.element.code != b.element.code { return a.element.code < b.element.code }
      return a.offset < b.offset
    }
    return ordered.map(\.element)
  }
}
