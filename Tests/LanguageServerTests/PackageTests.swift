import XCTest

final class LanguageServerPackageTests: XCTestCase {
  func testPackageLoads() { XCTAssertTrue(true) }
}
