/// The editors' grammar says what the lexer says.
import Foundation
import SceneLang
import XCTest
import generate_scenec

final class GrammarTests: XCTestCase {
  private var root: String { String(#filePath.dropLast("/Tests/RepositoryTests/GrammarTests.swift".count)) }

  func testGrammarIsFresh() throws {
    let stored = try XCTUnwrap(Files.read(root + "/" + Grammar.path))
    XCTAssertTrue(Array(Grammar.text().utf8) == stored, "run `swift run generate-scenec grammar`")
    let parsed = try JSONSerialization.jsonObject(with: Data(stored)) as? [String: Any]
    XCTAssertEqual(parsed?["scopeName"] as? String, "source.scene")
  }

  /// Every reserved word is coloured, and every pattern can be compiled.
  func testGrammarHoldsTheWords() throws {
    let text = Grammar.text()
    for word in ["struct", "func", "guard", "fallthrough", "true", "Self", "mutating", "await"] {
      XCTAssertTrue(text.contains("|\(word)|") || text.contains("(?:\(word)|") || text.contains("|\(word))"), word)
    }
    let parsed = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for case let rule as [String: Any] in parsed["patterns"] as? [Any] ?? [] {
      if let match = rule["match"] as? String { XCTAssertNoThrow(try NSRegularExpression(pattern: match), match) }
    }
  }
}
