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
  package func check(only: Int? = nil, syntaxOnly: Bool = false) {}

  /// The compiled module, or nil if there are errors.
  package func module() -> SceneModule? { nil }

  /// The statements of `--steps`.
  package static func steps(_ source: SourceFile) -> ([Step], [Diagnostic]) { ([], []) }
}
