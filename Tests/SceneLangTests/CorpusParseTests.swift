/// Files that swiftc parses are parsed without an error and printed back byte for byte; with a token missing or doubled
/// they still are, whatever is said about them.
///
/// Without more, own texts are used. `SCENEC_TEST_FILES=FOLDER swift test --filter CorpusParseTests` takes all files of a
/// folder, `SCENEC_TEST_MUTANTS=N` sets how many tokens of a file are tried (0 for all).
import Foundation
import XCTest

@testable import SceneLang

final class CorpusParseTests: XCTestCase {
  private static var files: [(name: String, bytes: [UInt8])] {
    get throws {
      let manager = FileManager.default
      if let folder = ProcessInfo.processInfo.environment["SCENEC_TEST_FILES"] {
        let names = try manager.subpathsOfDirectory(atPath: folder).filter {
          $0.hasSuffix(".swift") || $0.hasSuffix(".scene")
        }
        return try names.sorted().map { ($0, Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))) }
      }
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      var found: [(String, [UInt8])] = []
      for folder in ["examples", "Tests/SceneLangTests"] {
        let base = root.appendingPathComponent(folder)
        for name in try manager.contentsOfDirectory(atPath: base.path).sorted()
        where name.hasSuffix(".scene") || name.hasSuffix(".swift") {
          found.append((name, Array(try Data(contentsOf: base.appendingPathComponent(name)))))
        }
      }
      return found
    }
  }

  func testFilesParse() throws {
    for (name, bytes) in try CorpusParseTests.files {
      let tree = Parser.parse(SourceFile(name: name, bytes: bytes))
      XCTAssertEqual(tree.reconstructed() == bytes, true, "\(name): bytes lost")
      if let first = ParseDiagnostics.diagnose(tree, file: 0).first {
        let place = tree.source.position(first.range.start)
        XCTFail("\(name):\(place.line):\(place.column): \(first.code) \(first.message)")
      }
    }
  }

  func testFilesWithATokenMissingOrDoubled() throws {
    let wanted = Int(ProcessInfo.processInfo.environment["SCENEC_TEST_MUTANTS"] ?? "") ?? 4
    var state: UInt64 = 3
    for (name, bytes) in try CorpusParseTests.files {
      var tokens = Parser.parse(SourceFile(name: name, bytes: bytes)).tokens.filter { $0.length > 0 }
      if wanted > 0, tokens.count > wanted {
        tokens = (0..<wanted).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return tokens[Int((state >> 33) % UInt64(tokens.count))]
        }
      }
      for token in tokens {
        let (start, end) = (Int(token.offset), Int(token.end))
        for mutant in [bytes[..<start] + bytes[end...], bytes[..<end] + bytes[start...]] {
          let text = Array(mutant)
          let tree = Parser.parse(SourceFile(name: name, bytes: text))
          if tree.reconstructed() != text { XCTFail("\(name): bytes lost around \(start)") }
          for finding in ParseDiagnostics.diagnose(tree, file: 0) where Int(finding.range.end) > text.count {
            XCTFail("\(name): a finding lies outside of the text, around \(start)")
          }
        }
      }
    }
  }
}
