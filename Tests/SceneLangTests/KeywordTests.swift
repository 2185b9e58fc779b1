/// Each keyword's text is read as its kind.
import XCTest

@testable import SceneLang

final class KeywordTests: XCTestCase {
  func testSpellings() {
    let texts = "\(CharacterTable.keywordTexts)".split(separator: " ").map(String.init)
    let kinds = TokenKind.allCases.filter(\.isKeyword)
    XCTAssertEqual(texts, kinds.map(\.spelling))
  }
}
