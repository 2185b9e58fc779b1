import XCTest

final class RepositoryPackageTests: XCTestCase {
  func testPackageLoads() { XCTAssertTrue(true) }
}
