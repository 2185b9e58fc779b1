/// Checks small scenes against the real prelude and looks at what inference made of them.
import XCTest

@testable import SceneLang

struct CheckedScene {
  let sema: Sema
  let checker: BodyChecker
  let tree: SyntaxTree
  let diagnostics: [Diagnostic]

  init(_ text: String) {
    let source = SourceFile(name: "test.scene", text: text)
    tree = Parser.parse(source)
    sema = Sema(files: [tree])
    checker = BodyChecker(sema)
    checker.checkModule()
    diagnostics = sema.diagnostics.sorted()
  }

  var errors: [String] { diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } }
  var codes: [String] { diagnostics.filter { $0.severity == .error }.map(\.code) }

  /// Type of a top-level variable without annotation.
  func type(of name: String) -> String {
    for decl in sema.lookupTopLevel(sema.names.intern(name)) where sema.decls.kind(decl) == .variable {
      return sema.describe(sema.type(ofVariable: decl))
    }
    return "none"
  }

  /// Body of a top-level function.
  func body(of name: String) -> TypedBody? {
    for decl in sema.lookupTopLevel(sema.names.intern(name)) where sema.decls.kind(decl) == .function {
      return checker.typedBody(of: decl, .body)
    }
    return nil
  }
}

/// Asserts that the text checks clean.
func assertClean(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
  let scene = CheckedScene(text)
  XCTAssertEqual(scene.errors, [], file: file, line: line)
}

/// Asserts the types of top-level variables.
func assertTypes(
  _ text: String, _ types: [String: String], file: StaticString = #filePath, line: UInt = #line
) {
  let scene = CheckedScene(text)
  XCTAssertEqual(scene.errors, [], file: file, line: line)
  for (name, type) in types.sorted(by: { $0.key < $1.key }) {
    XCTAssertEqual(scene.type(of: name), type, name, file: file, line: line)
  }
}

/// Asserts exactly one error, with a code and a part of its message.
func assertOneError(
  _ text: String, _ code: String, _ part: String = "", file: StaticString = #filePath, line: UInt = #line
) {
  let scene = CheckedScene(text)
  XCTAssertEqual(scene.codes, [code], "\(scene.errors)", file: file, line: line)
  if let first = scene.errors.first {
    XCTAssertTrue(part.isEmpty || first.contains(part), "'\(first)' does not say '\(part)'", file: file, line: line)
  }
}
