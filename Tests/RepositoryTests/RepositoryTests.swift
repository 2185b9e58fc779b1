import Foundation
import XCTest

@testable import generate_scenec

/// What holds for the repository as a whole: layers, documents, generated text.
final class RepositoryTests: XCTestCase {
  private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func files(in folder: String, withSuffix suffix: String) throws -> [URL] {
    let base = root.appendingPathComponent(folder)
    let walker = try XCTUnwrap(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
    return walker.compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix(suffix) }
      .sorted { $0.path < $1.path }
  }

  /// The allowed imports of ARCHITECTURE.md.
  func testTargetsImportOnlyWhatTheyMay() throws {
    let allowed: [String: Set<String>] = [
      "Sources/SceneIR": [],
      "Sources/SceneLang": ["SceneIR", "SceneData"],
      "Sources/Runtime": ["SceneIR", "SceneData"],
      "Sources/Export": ["SceneIR", "SceneRuntime"],
      "Sources/LanguageServer": ["SceneLang", "Glibc", "FoundationEssentials"],
      "Sources/scenec": [
        "SceneIR", "SceneLang", "SceneRuntime", "SceneExport", "LanguageServer", "Glibc", "FoundationEssentials",
      ],
      "Sources/generate-scenec": ["SceneLang", "SceneRuntime", "Glibc"],
    ]
    for (folder, modules) in allowed.sorted(by: { $0.key < $1.key }) {
      for file in try files(in: folder, withSuffix: ".swift") {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("import ") || line.hasPrefix("@testable import ") {
          let module = line.split(separator: " ").last.map(String.init) ?? ""
          XCTAssertTrue(modules.contains(module), "\(file.lastPathComponent) imports \(module)")
        }
      }
    }
  }

  func testSourcesSayNothingOfAMachine() throws {
    for folder in ["Sources", "Tests", "docs", "examples", "Benchmarks"] {
      for suffix in [".swift", ".md", ".scene", ".sceneinterface", ".py", ".sh"] {
        for file in try files(in: folder, withSuffix: suffix) where file.lastPathComponent != "RepositoryTests.swift" {
          let text = try String(contentsOf: file, encoding: .utf8)
          for path in ["/root/", "/work/"] {
            XCTAssertFalse(text.contains(path), "\(file.lastPathComponent) names \(path)")
          }
        }
      }
    }
  }

  func testLinksInDocumentsResolve() throws {
    let documents =
      try files(in: "docs", withSuffix: ".md")
      + ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map { root.appendingPathComponent($0) }
    for document in documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for part in text.components(separatedBy: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" }
        if target.isEmpty || target.contains("://") { continue }
        let path = document.deletingLastPathComponent().appendingPathComponent(String(target)).path
        XCTAssertTrue(
          FileManager.default.fileExists(atPath: path), "\(document.lastPathComponent) links to \(target)")
      }
    }
  }

  func testPagesOfTheRulesAreCurrent() throws {
    for page in RulePages.all() {
      let text = try String(contentsOf: root.appendingPathComponent(page.path), encoding: .utf8)
      XCTAssertEqual(text, page.text, "run 'swift run generate-scenec rules'")
    }
  }

  func testChangelogHasAnUnreleasedPart() throws {
    let text = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    XCTAssertTrue(text.contains("\n## Unreleased\n"))
  }

  /// A trap in a library ends the process on a user's input; the few that guard an impossible state are listed here.
  func testNoTrapsInLibraries() throws {
    let allowed: Set<String> = ["Facts.swift"]
    for folder in [
      "Sources/SceneIR", "Sources/SceneLang", "Sources/Runtime", "Sources/Export", "Sources/LanguageServer",
    ] {
      for file in try files(in: folder, withSuffix: ".swift") where !allowed.contains(file.lastPathComponent) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for word in ["try!", "as! ", "fatalError(", "precondition(", "preconditionFailure(", "assertionFailure("] {
          for line in text.split(separator: "\n") where line.contains(word) {
            let trimmed = line.drop { $0 == " " }
            // What strings say is no code.
            let code = trimmed.replacingOccurrences(
              of: #""(\\.|[^"\\])*""#, with: "\"\"", options: .regularExpression)
            if trimmed.hasPrefix("//") || !code.contains(word) { continue }
            XCTFail("\(file.lastPathComponent): \(trimmed)")
          }
        }
      }
    }
  }
}
