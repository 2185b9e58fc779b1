/// The symbols that stand for the names of an asset catalogue.
import XCTest

@testable import SceneRuntime

final class AssetSymbolTests: XCTestCase {
  func testSymbolsAreWrittenAsXcodeWritesThem() {
    XCTAssertEqual(AssetSymbols.names(of: "Brand Red", kind: "Color"), ["brandRed"])
    XCTAssertEqual(AssetSymbols.names(of: "AccentColor", kind: "Color"), ["accentColor", "accent"])
    XCTAssertEqual(AssetSymbols.names(of: "hero-image", kind: "Image"), ["heroImage", "hero"])
    XCTAssertEqual(AssetSymbols.names(of: "URLIcon", kind: "Image"), ["urlIcon"])
    XCTAssertEqual(AssetSymbols.names(of: "QR", kind: "Image"), ["qr"])
    XCTAssertEqual(AssetSymbols.names(of: "Color", kind: "Color"), ["color"])
    XCTAssertEqual(AssetSymbols.names(of: "--", kind: "Image"), [])
  }
}
