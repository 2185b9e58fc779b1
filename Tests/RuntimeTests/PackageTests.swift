import XCTest

final class RuntimePackageTests: XCTestCase {
  func testPackageLoads() { XCTAssertTrue(true) }
}
