import SceneLang

/// `scenec check F…`: diagnostics only.
enum CheckCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(words, valued: ["--format", "-D"], plain: [])
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'check' needs a file or a folder") }
    let name = arguments.value("--format") ?? "text"
    guard let format = Report.Format(rawValue: name) else {
      throw Arguments.Failure(message: "'--format' takes text, json, sarif, github or unix")
    }
    let files = try InputFiles(arguments.operands)
    let compilation = Compilation(
      sources: files.sources, name: files.name, options: .init(defines: arguments.all("-D")))
    compilation.lint = LintPlan()
    compilation.check()
    Report.write(compilation.diagnostics, sources: files.sources, format: format, to: 1)
    return compilation.diagnostics.contains { $0.severity == .error } ? 1 : 0
  }
}
