import SceneLang
import SceneRuntime

/// Shows findings: the compiler's to whoever asked, the runtime's on the error stream.
enum Report {
  enum Format: String { case text, json, sarif, github, unix }

  static func write(_ diagnostics: [Diagnostic], sources: [SourceFile], format: Format, to descriptor: Int32 = 2) {}

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
