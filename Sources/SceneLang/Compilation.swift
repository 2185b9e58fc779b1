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
