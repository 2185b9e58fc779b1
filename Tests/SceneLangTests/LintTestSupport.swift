/// Lints small scenes whose comments say what is expected.
import XCTest

@testable import SceneLang

struct LintedScene {
  let diagnostics: [Diagnostic]
  let source: SourceFile

  init(_ text: String, settings: LintSettings = LintSettings(), name: String = "test.scene") {
    source = SourceFile(name: name, text: text)
    let compilation = Compilation(sources: [source], name: "test")
    compilation.lint = LintPlan(settings)
    compilation.check()
    diagnostics = compilation.diagnostics
  }

  var errors: [String] {
    diagnostics.filter { $0.severity == .error && !$0.kind.isRule }.map { "\($0.code) \($0.message)" }
  }

  /// `line rule`, for the rules asked about, or all but the notes on deprecated API.
  func findings(_ rules: Set<String> = []) -> [String] {
    diagnostics.filter { diagnostic in
      guard let rule = diagnostic.rule else { return false }
      return rules.isEmpty ? rule != "deprecated-api" : rules.contains(rule)
    }.map { "\(source.position($0.range.start).line) \($0.code)" }
  }
}

/// Asserts that a scene has exactly the findings its comments name: `// rule-name` at the end of a line says that the rule
/// reports there. Without any such comment nothing may be reported.
func assertLint(
  _ text: String, rules: Set<String> = [], file: StaticString = #filePath, line: UInt = #line
) {
  let scene = LintedScene(text)
  XCTAssertEqual(scene.errors, [], file: file, line: line)
  let names = Set(LintCatalog.rules.map(\.name))
  var expected: [String] = []
  for (number, row) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    guard !row.contains("scenec:"), let mark = row.range(of: "// ", options: .backwards) else { continue }
    for word in row[mark.upperBound...].split(separator: " ") where names.contains(String(word)) {
      expected.append("\(number + 1) \(word)")
    }
  }
  XCTAssertEqual(scene.findings(rules).sorted(), expected.sorted(), file: file, line: line)
}
