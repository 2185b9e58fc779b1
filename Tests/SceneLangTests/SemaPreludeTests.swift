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

extension SemaPreludeTests {
  /// Every declaration of the prelude has an interface that names known types.
  func testWholePrelude() {
    let sema = Sema(files: [])
    let index = sema.preludeIndex
    let start = DispatchTime.now().uptimeNanoseconds
    for raw in 0..<index.entryCount {
      let decl = sema.decl(PreludeEntry(raw: Int32(raw)))
      switch sema.decls.kind(decl) {
      case .function, .initializer, .subscript_, .variable, .enumCase, .typeAlias: _ = sema.signature(of: decl)
      case .structDecl, .classDecl, .enumDecl, .protocolDecl:
        _ = sema.environment(of: decl)
        _ = sema.inheritanceClause(of: decl)
      default: break
      }
    }
    let end = DispatchTime.now().uptimeNanoseconds
    print("ALL", index.entryCount, Double(end - start) / 1e6, "ms", sema.types.rows.count)
    for finding in sema.diagnostics.inPrelude {
      let at = sema.trees[0].source.position(finding.range.start)
      let line = sema.trees[0].source.text(sema.trees[0].source.lineIndex.range(line: at.line - 1))
      print("PRELUDE \(finding.message) :: \(line.prefix(150))", terminator: "")
    }
  }
}
