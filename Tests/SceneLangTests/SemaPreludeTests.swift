import Foundation
import XCTest

@testable import SceneLang

/// Requests over the whole prelude, and how much of it they touch.
final class SemaPreludeTests: XCTestCase {
  func testProbe() throws {
    let path = ProcessInfo.processInfo.environment["PROBE"] ?? ""
    guard !path.isEmpty, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    let sema = Sema(files: [Parser.parse(SourceFile(name: path, text: text))])
    let start = DispatchTime.now().uptimeNanoseconds
    sema.checkDeclarations()
    let entries = sema.entries()
    let end = DispatchTime.now().uptimeNanoseconds
    for finding in sema.diagnostics.sorted() {
      let at = sema.trees[Int(finding.place.file) + 1].source.position(finding.range.start)
      print("FOUND \(at.line):\(at.column) \(finding.code) \(finding.message)")
      for note in finding.notes { print("   NOTE", note.message) }
    }
    for finding in sema.diagnostics.inPrelude {
      print("PRELUDE \(sema.trees[0].source.position(finding.range.start).line) \(finding.message)")
    }
    print("ENTRIES", entries.map { "\($0.kind) \($0.name)" })
    print("WORK", sema.work, Double(end - start) / 1e6, "ms", sema.decls.count, "decls", sema.types.rows.count, "types")
  }
}
