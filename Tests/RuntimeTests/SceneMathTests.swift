import XCTest

@testable import SceneRuntime

final class SceneMathTests: XCTestCase {
  /// Reference values to 17 digits.
  func testKnownValues() {
    XCTAssertEqual(SceneMath.exp(1), 2.718281828459045, accuracy: 5e-16)
    XCTAssertEqual(SceneMath.exp(-10), 4.5399929762484854e-05, accuracy: 2e-20)
    XCTAssertEqual(SceneMath.log(10), 2.302585092994046, accuracy: 5e-16)
    XCTAssertEqual(SceneMath.log(0.001), -6.907755278982137, accuracy: 2e-15)
    XCTAssertEqual(SceneMath.sin(1), 0.8414709848078965, accuracy: 2e-16)
    XCTAssertEqual(SceneMath.cos(1), 0.5403023058681398, accuracy: 2e-16)
    XCTAssertEqual(SceneMath.sin(100), -0.5063656411097588, accuracy: 5e-16)
    XCTAssertEqual(SceneMath.cos(10), -0.8390715290764524, accuracy: 5e-16)
    XCTAssertEqual(SceneMath.atan(0.5), 0.4636476090008061, accuracy: 2e-16)
    XCTAssertEqual(SceneMath.atan2(-1, -1), -2.356194490192345, accuracy: 5e-16)
    XCTAssertEqual(SceneMath.pow(2, 10), 1024)
    XCTAssertEqual(SceneMath.pow(2, 0.5), 1.4142135623730951, accuracy: 3e-16)
    XCTAssertEqual(SceneMath.pow(10, -3), 0.001, accuracy: 1e-18)
  }

  func testEnds() {
    XCTAssertEqual(SceneMath.exp(800), .infinity)
    XCTAssertEqual(SceneMath.exp(-800), 0)
    XCTAssertEqual(SceneMath.log(0), -.infinity)
    XCTAssertTrue(SceneMath.log(-1).isNaN)
    XCTAssertEqual(SceneMath.cos(0), 1)
    XCTAssertEqual(SceneMath.sin(.pi), 1.2246467991473532e-16, accuracy: 1e-30)
    XCTAssertTrue(SceneMath.sin(.infinity).isNaN)
  }
}
