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

  package init(sources: [SourceFile], name: String, options: Options = Options()) {
    self.sources = sources
    self.name = name
    self.options = options
  }

  /// Parses and checks everything.
  /// - Parameters:
  ///   - only: index of the one file whose bodies are checked; the others are there for their declarations
  ///   - syntaxOnly: read, do not check
  package func check(only: Int? = nil, syntaxOnly: Bool = false) {
    var trees: [SyntaxTree] = []
    var found: [Diagnostic] = []
    for (index, source) in sources.enumerated() {
      let tree = Parser.parse(source)
      found.append(contentsOf: ParseDiagnostics.diagnose(tree, file: UInt32(truncatingIfNeeded: index)))
      trees.append(tree)
    }
    defer { diagnostics = found }
    if syntaxOnly { return }
    let sema = Sema(files: trees, options: SemaOptions(defines: options.defines))
    let bodies = BodyChecker(sema)
    sema.checkDeclarations()
    bodies.checkModule(only: only)
    self.sema = sema
    self.bodies = bodies
    found = Self.merged(found, sema.diagnostics.sorted())
  }

  /// Tables of the last check.
  package private(set) var sema: Sema?
  package private(set) var bodies: BodyChecker?

  /// Both lists in the order of files and places; equal places keep the parser's findings first.
  private static func merged(_ a: [Diagnostic], _ b: [Diagnostic]) -> [Diagnostic] {
    (a + b).enumerated().sorted { x, y in
      let left = (x.element.place.file, x.element.range.start, UInt32(truncatingIfNeeded: x.offset))
      let right = (y.element.place.file, y.element.range.start, UInt32(truncatingIfNeeded: y.offset))
      return left < right
    }.map(\.element)
  }

  /// The compiled module, or nil if there are errors.
  package func module() -> SceneModule? { nil }

  /// The statements of `--steps`.
  package static func steps(_ source: SourceFile) -> ([Step], [Diagnostic]) { ([], []) }
}
