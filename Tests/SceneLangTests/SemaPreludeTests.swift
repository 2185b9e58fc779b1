import Foundation
import XCTest

@testable import SceneLang

/// Requests over the whole prelude, and how much of it they touch.
final class SemaPreludeTests: XCTestCase {
  func testProbe() throws {
    let path = ProcessInfo.processInfo.environment["PROBE"] ?? ""
    guard !path.isEmpty else { return }
    for group in path.split(separator: ",").map(String.init) {
      var files: [String] = []
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: group, isDirectory: &isFolder), isFolder.boolValue {
        files = try FileManager.default.contentsOfDirectory(atPath: group).sorted().map { group + "/" + $0 }
      } else {
        files = [group]
      }
      print("GROUP", group)
      let sema = Sema(
        files: try files.map {
          Parser.parse(SourceFile(name: $0, text: try String(contentsOfFile: $0, encoding: .utf8)))
        })
      let start = DispatchTime.now().uptimeNanoseconds
      sema.checkDeclarations()
      let entries = sema.entries()
      let end = DispatchTime.now().uptimeNanoseconds
      for finding in sema.diagnostics.sorted() where finding.severity > .info {
        let tree = sema.trees[Int(finding.place.file) + 1]
        let at = tree.source.position(finding.range.start)
        print("FOUND \(tree.source.name):\(at.line):\(at.column) \(finding.code) \(finding.message)")
        for note in finding.notes { print("   NOTE", note.message) }
      }
      for finding in sema.diagnostics.inPrelude {
        print("PRELUDE \(sema.trees[0].source.position(finding.range.start).line) \(finding.message)")
      }
      print("ENTRIES", entries.map { "\($0.kind) \($0.name)" })
      print(
        "WORK", sema.work, Double(end - start) / 1e6, "ms", sema.decls.count, "decls", sema.types.rows.count, "types")
    }
  }
}
