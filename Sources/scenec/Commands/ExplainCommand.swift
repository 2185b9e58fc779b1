import SceneLang
import SceneRuntime

/// `scenec explain CODE`: the long form of a diagnostic, by code or by name.
enum ExplainCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    guard let key = words.first, words.count == 1 else {
      throw Arguments.Failure(message: "'explain' takes one code, such as E0201")
    }
    guard let kind = DiagnosticCatalog.find(key) else {
      if let entry = RuntimeCatalog.find(key) {
        Terminal.print("\(entry.code) \(entry.name), while a scene plays\n\n\(entry.text)")
        return 0
      }
      Terminal.printError("error: no diagnostic is called '\(key)'; codes look like E0201, R0645 or 'private-state'")
      return 2
    }
    var text =
      "\(kind.code == kind.slug ? kind.slug : "\(kind.code) \(kind.slug)"): \(kind.title)\n\n\(kind.explanation)"
    if !kind.wrong.isEmpty { text += "\n\nWrong:\n\n\(indented(kind.wrong))" }
    if !kind.right.isEmpty { text += "\n\nRight:\n\n\(indented(kind.right))" }
    Terminal.print(text)
    return 0
  }

  private static func indented(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
