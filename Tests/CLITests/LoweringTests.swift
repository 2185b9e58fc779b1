/// Functions compiled from source and run: each returns one value that the test knows.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class LoweringTests: XCTestCase {
  /// Compiles a source with `func test() -> T` and runs it; the result is described as `print` shows it.
  func run(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> String {
    let compiled = Compiled.compile(text, roots: ["test"])
    let errors = compiled.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty {
      XCTFail("\(errors.map { "\($0.code) \($0.message)" })", file: file, line: line)
      return ""
    }
    let problems = IRVerifier.problems(in: compiled.module)
    if !problems.isEmpty {
      XCTFail("\(problems)\n\(IRPrinter.text(compiled.module))", file: file, line: line)
      return ""
    }
    guard let function = compiled.function("test") else {
      XCTFail("no function", file: file, line: line)
      return ""
    }
    var registry = NativeRegistry()
    registry.registerStandardLibrary()
    let machine = Machine(module: compiled.module, registry: registry)
    do {
      let word = try machine.call(function)
      return machine.heap.string(word) ?? "\(word.integer)"
    } catch {
      if let dump = ProcessInfoLite.dump { print(IRPrinter.text(ofFunction: dump, in: compiled.module)) }
      return "trap \(error)"
    }
  }

  func check(_ expected: String, _ text: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertEqual(run("func test() -> String {\n\(text)\n}", file: file, line: line), expected, file: file, line: line)
  }

  func checkInt(_ expected: Int, _ text: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertEqual(
      run("func test() -> Int {\n\(text)\n}", file: file, line: line), "\(expected)", file: file, line: line)
  }

  func testArithmetic() {
    checkInt(14, "return 2 + 3 * 4")
    checkInt(-7, "let a = 7; return -a")
  }
}

enum ProcessInfoLite { static let dump: Int? = nil }
