import XCTest

final class CLIPackageTests: XCTestCase {
  func testPackageLoads() { XCTAssertTrue(true) }
}
