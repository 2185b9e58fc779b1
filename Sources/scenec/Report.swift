import SceneLang
import SceneRuntime

/// Shows findings: the compiler's to whoever asked, the runtime's on the error stream.
enum Report {
  enum Format: String { case text, json, sarif, github, unix }

  /// The text form is quiet when there is nothing to say; the others always write a whole document.
  static func write(_ diagnostics: [Diagnostic], sources: [SourceFile], format: Format, to descriptor: Int32 = 2) {
    var text: String
    switch format {
    case .text:
      if diagnostics.isEmpty { return }
      let isTerminal = descriptor == 1 ? Terminal.outputIsTerminal : Terminal.errorIsTerminal
      let renderer = TextRenderer(usesColor: Terminal.usesColor(isTerminal))
      text = renderer.render(diagnostics, files: sources) + renderer.summary(diagnostics, files: sources.count)
    case .json: text = JSONRenderer.render(diagnostics, files: sources)
    case .sarif: text = SARIFRenderer.render(diagnostics, files: sources, version: Command.version)
    case .github: text = GitHubRenderer.render(diagnostics, files: sources)
    case .unix: text = UnixRenderer.render(diagnostics, files: sources)
    }
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    FileSystem.write(Array(text.utf8), to: descriptor)
  }

  static func runtime(_ player: Player) {
    for diagnostic in player.diagnostics {
      var line = ""
      if let place = diagnostic.place, player.header.files.indices.contains(place.file) {
        line += "\(player.header.files[place.file]):\(place.line):\(place.column): "
      }
      line += "\(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.code)]"
      Terminal.printError(line)
    }
  }
}
