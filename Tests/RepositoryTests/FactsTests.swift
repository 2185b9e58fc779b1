/// The facts blob is up to date with `Data/`, and reads back as the tables say.
import SceneRuntime
import XCTest
import generate_scenec

final class FactsTests: XCTestCase {
  private var root: String { String(#filePath.dropLast("/Tests/RepositoryTests/FactsTests.swift".count)) }

  func testBlobIsFresh() throws {
    guard Files.list(root + "/Data", suffix: ".tsv") != nil else { throw XCTSkip("no Data folder") }
    let stored = try XCTUnwrap(Files.read(root + "/Sources/SceneData/facts.bin"))
    let made = try Generator.facts(root: root)
    XCTAssertTrue(made == stored, "run `swift run generate-scenec facts`")
  }

  func testDevices() throws {
    let devices = Facts.shared.table("devices")
    let row = try XCTUnwrap(devices.find("iPhone 14"))
    XCTAssertEqual(Array(devices.row(row)[1...8]), [0, 390, 844, 3, 47, 0, 34, 0].map(Double.init))
    XCTAssertNil(devices.find("iPhone 3"))
    XCTAssertEqual(devices.keyText(0), "iPhone SE (3rd generation)")
  }

  func testTextStylesAndTracking() throws {
    let styles = Facts.shared.table("textStyles")
    let body = try XCTUnwrap(styles.find("body"))
    XCTAssertEqual(styles[body, 8], 17)
    XCTAssertEqual(styles[body, 9], 22)
    let tracking = Facts.shared.table("tracking.sf")
    XCTAssertEqual(tracking.interpolate(17), -26)
    XCTAssertEqual(tracking.interpolate(22.5), -8)
    XCTAssertEqual(tracking.interpolate(500), 1)
  }

  func testFonts() throws {
    let advances = Facts.shared.integers("inter.advances")
    let capitalA = try XCTUnwrap(advances.find(first: 65))
    XCTAssertEqual(advances[capitalA, 1], 1736)
    XCTAssertNil(advances.find(first: 0x4E00))
    let kern = Facts.shared.integers("inter.kern")
    let pair = try XCTUnwrap(kern.find(first: 65, second: 86))
    XCTAssertLessThan(kern[pair, 4], 0)
    XCTAssertNil(kern.find(first: 65, second: 65))
    XCTAssertEqual(Facts.shared.table("sf.advances").rowCount, 95)
  }

  func testUnicode() {
    let widths = Facts.shared.integers("unicode.widths")
    XCTAssertEqual(widths.find(containing: 0x4E2D).map { widths[$0, 2] }, 1)
    XCTAssertEqual(widths.find(containing: 0x0301).map { widths[$0, 2] }, 4)
    XCTAssertEqual(widths.find(containing: 0x0416).map { widths[$0, 2] }, 3)
    XCTAssertNil(widths.find(containing: 0x0622))
    let bases = Facts.shared.integers("unicode.bases")
    XCTAssertEqual(bases.find(first: 0xE9).map { bases[$0, 1] }, 0x65)
  }

  func testSymbols() throws {
    let symbols = Facts.shared.integers("symbols")
    XCTAssertEqual(symbols.rowCount, 9182)
    XCTAssertEqual(symbols[try XCTUnwrap(symbols.find("star.fill")), 0], 1300)
    XCTAssertNil(symbols.find("star.filled"))
  }

  func testMalformedBlobsReadAsEmpty() throws {
    let whole = try XCTUnwrap(Files.read(root + "/Sources/SceneData/facts.bin"))
    for count in [0, 3, 15, 40, 1000] {
      Array(whole[0..<count]).withUnsafeBytes { XCTAssertEqual(Facts(blob: $0).table("devices").rowCount, 0) }
    }
    XCTAssertEqual(Facts.shared.table("nothing").rowCount, 0)
    XCTAssertEqual(Facts.shared.integers("devices").rowCount, 0)
  }
}
