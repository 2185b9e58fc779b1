/// From source text to a machine: what the tests of lowering share.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

struct Compiled {
  var module: SceneModule
  var diagnostics: [Diagnostic]
  /// Findings in the bodies of the prelude that were reached.
  var prelude: [String] = []

  /// Compiles a module of one file; functions without a caller are reached through an entry each.
  static func compile(_ text: String, roots: [String] = []) -> Compiled {
    let tree = Parser.parse(SourceFile(name: "test.scene", text: text))
    let sema = Sema(files: [tree])
    let checker = BodyChecker(sema)
    checker.checkModule()
    var findings = ParseDiagnostics.diagnose(tree, file: 0) + sema.diagnostics.found
    if !roots.isEmpty {
      var input = LoweringInput(name: "test", files: ["test.scene"], entries: [])
      for root in roots { input.functions += sema.lookupTopLevel(sema.names.intern(root)) }
      let module = lower(sema, bodies: checker, input)
      return Compiled(module: module, diagnostics: findings, prelude: sema.diagnostics.inPrelude.map { $0.message })
    }
    let (module, more) = lowerModule(sema, bodies: checker, name: "test", files: ["test.scene"])
    findings += more
    return Compiled(module: module, diagnostics: findings)
  }

  func function(_ name: String) -> Int? { module.functions.firstIndex { $0.name == name } }
}
