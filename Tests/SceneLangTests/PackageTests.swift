import XCTest

final class SceneLangPackageTests: XCTestCase {
  func testPackageLoads() { XCTAssertTrue(true) }
}
