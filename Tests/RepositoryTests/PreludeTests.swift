/// The prelude blob is up to date with the interface files, and its index finds what they declare.
import SceneLang
import XCTest
import generate_scenec

final class PreludeTests: XCTestCase {
  private var root: String { String(#filePath.dropLast("/Tests/RepositoryTests/PreludeTests.swift".count)) }
  private let prelude = PreludeIndex.shared

  func testBlobIsFresh() throws {
    guard Files.list(root + Generator.interfaces, suffix: ".sceneinterface") != nil else {
      throw XCTSkip("no interface files")
    }
    let stored = try XCTUnwrap(Files.read(root + "/Sources/SceneData/prelude.bin"))
    let made = try Generator.prelude(root: root).blob()
    XCTAssertTrue(made == stored, "run `swift run generate-scenec prelude`")
  }

  func testKeysTellDeclarationsApart() throws {
    guard Files.list(root + Generator.interfaces, suffix: ".sceneinterface") != nil else {
      throw XCTSkip("no interface files")
    }
    let builder = try Generator.prelude(root: root)
    XCTAssertEqual(builder.ambiguousKeys(), [])
    XCTAssertEqual(builder.unknownTypes(), [])
    let list = try XCTUnwrap(Files.read(root + "/docs/development/natives.txt"))
    XCTAssertTrue(Array(builder.nativeList().utf8) == list, "run `swift run generate-scenec natives`")
  }

  func testApiPageIsFresh() throws {
    guard Files.list(root + Generator.interfaces, suffix: ".sceneinterface") != nil else {
      throw XCTSkip("no interface files")
    }
    let page = try XCTUnwrap(Files.read(root + "/docs/language/api.md"))
    XCTAssertTrue(Array(try Generator.apiPage(root: root).utf8) == page, "run `swift run generate-scenec api`")
  }

  private func sources(_ type: String, _ name: String) throws -> [String] {
    let nominal = try XCTUnwrap(prelude.topLevelNominal(type), type)
    let name = try XCTUnwrap(prelude.name(name), name)
    return prelude.members(of: nominal, named: name).map { prelude.source(of: $0) }
  }

  func testMembersOfExtensions() throws {
    let padding = try sources("View", "padding")
    XCTAssertEqual(padding.count, 3)
    XCTAssertTrue(padding.allSatisfy { $0.contains("func padding(") })
    XCTAssertTrue(try sources("Array", "count").contains { $0.hasPrefix("var count: Int") })
    XCTAssertNil(prelude.name("noSuchName"))
  }

  func testEntriesKnowTheirExtension() throws {
    let style = try XCTUnwrap(prelude.topLevelNominal("ShapeStyle"))
    let red = try XCTUnwrap(prelude.name("red"))
    let entry = try XCTUnwrap(prelude.members(of: style, named: red).first)
    let source = try XCTUnwrap(prelude.extensionOf(entry))
    XCTAssertEqual(prelude.selfNominal(of: source), prelude.topLevelNominal("Color"))
    XCTAssertTrue(prelude.isConstrained(source))
    XCTAssertEqual(prelude.text(of: prelude.module(of: entry)), "SwiftUI")
    XCTAssertTrue(prelude.flags(of: entry).contains(.isStatic))
    let header = String(decoding: prelude.text[prelude.headerRange(of: source)], as: UTF8.self)
    XCTAssertTrue(header.hasPrefix("extension ShapeStyle where Self == Color"))
  }

  func testNominalsAndConformances() throws {
    let text = try XCTUnwrap(prelude.topLevelNominal("Text"))
    let head = prelude.source(of: prelude.entry(declaring: text))
    XCTAssertTrue(head.hasPrefix("struct Text"))
    XCTAssertFalse(head.contains("{"))
    let protocols = prelude.conformances(of: text).map { prelude.path(of: prelude.conformance($0).proto) }
    XCTAssertTrue(protocols.contains("View"))
    let array = try XCTUnwrap(prelude.topLevelNominal("Array"))
    let equatable = prelude.conformances(of: array).map { prelude.conformance($0) }
      .first { prelude.path(of: $0.proto) == "Equatable" }
    XCTAssertEqual(equatable?.isConditional, true)
    XCTAssertNotNil(equatable?.source)
  }

  func testOperatorsByOperand() throws {
    let plus = try XCTUnwrap(prelude.name("+"))
    let double = try XCTUnwrap(prelude.topLevelNominal("Double"))
    let found = prelude.operators(plus, left: double).filter {
      prelude.operatorHint(of: $0).right == double && !prelude.flags(of: $0).contains(.isPrefix)
    }
    XCTAssertEqual(found.count, 1)
    XCTAssertGreaterThan(prelude.operators(plus).count, 10)
  }

  func testMembersInDeclaredOrder() throws {
    let edge = try XCTUnwrap(prelude.topLevelNominal("Edge"))
    let cases = prelude.members(of: edge).filter { prelude.kind(of: $0) == .enumCase }
    XCTAssertEqual(cases.map { prelude.text(of: prelude.name(of: $0)) }, ["top", "leading", "bottom", "trailing"])
  }

  func testDocumentationAndAvailability() throws {
    let abs = try XCTUnwrap(prelude.topLevelNominal("Equatable"))
    XCTAssertEqual(
      prelude.documentation(of: prelude.entry(declaring: abs)), "A type whose values can be compared for equality.")
    let grid = try XCTUnwrap(prelude.topLevelNominal("Grid"))
    XCTAssertEqual(prelude.introduced(prelude.entry(declaring: grid)), 1600)
  }

  func testMalformedBlobsReadAsEmpty() throws {
    let whole = try XCTUnwrap(Files.read(root + "/Sources/SceneData/prelude.bin"))
    for count in [0, 7, 60, 200] {
      Array(whole[0..<count]).withUnsafeBytes { bytes in
        let index = PreludeIndex(blob: bytes)
        XCTAssertNil(index.name("View"))
        XCTAssertTrue(index.isEmpty)
      }
    }
  }

  func testSymbolNames() {
    let symbols = SymbolNames.shared
    XCTAssertEqual(symbols.count, 9182)
    XCTAssertEqual(symbols.introduced("star.fill"), 1300)
    XCTAssertNil(symbols.introduced("star.filled"))
    let rows = symbols.rows(prefix: "heart.text")
    XCTAssertTrue(rows.contains { symbols.name($0) == "heart.text.square" })
    XCTAssertTrue(rows.allSatisfy { symbols.name($0).hasPrefix("heart.text") })
    XCTAssertEqual(symbols.rows(prefix: "no such symbol").count, 0)
    XCTAssertEqual(SymbolNames(blob: UnsafeRawBufferPointer(start: nil, count: 0)).count, 0)
  }
}
