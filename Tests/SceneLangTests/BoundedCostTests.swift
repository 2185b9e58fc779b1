/// What could take long or take much: mistakes in the middle of long expressions, requirements that open one another, names
/// that are compared with many, and the memory of what is kept.
import XCTest

@testable import SceneLang

final class BoundedCostTests: XCTestCase {
  func testAnOperandBesideAMemberOfSomethingUnknown() {
    assertOneError(
      """
      import SwiftUI
      func later(_ seconds: Double) {
        DispatchQueue.main.asyncAftre(deadline: .now() + Double(seconds) * 0.75 + 0.04) { print(seconds) }
      }
      """, "E0202")
  }

  func testASubscriptWhoseKeyIsNotKnown() {
    let scene = CheckedScene(
      """
      import SwiftUI
      struct Part: View {
        var element: SwiftUI._VariadicView.Children.Element
        subscript<Key: _ViewTraitKey>(trait key: KeyPath<Keys, Key.Type>) -> Key.Value {
          element[Keys()[keyPath: key]]
        }
        var body: some View { element }
      }
      """)
    XCTAssertEqual(scene.codes, ["E0401", "E0201"])
  }

  func testKeptBodiesTakeWhatTheyNeed() {
    var body = BodyTables()
    for word in 0..<10_000 {
      body.words.append(UInt64(word))
      body.strings.append("")
    }
    body.clear()
    body.words.append(7)
    body.strings.append("seven")
    let kept = body.copied()
    XCTAssertEqual(kept.words, [7])
    XCTAssertEqual(kept.strings, ["seven"])
    XCTAssertLessThan(kept.words.capacity, 100)
    XCTAssertLessThan(kept.strings.capacity, 100)
    XCTAssertGreaterThanOrEqual(body.strings.capacity, 10_000)
    body.clear()
    XCTAssertGreaterThanOrEqual(body.strings.capacity, 10_000)
  }

  /// The nearest name is found whatever is left out without being compared.
  func testNearestNamesAgreeWithTheDistanceToEach() {
    let names = PreludeIndex.shared.topLevel.prefix(400).map {
      PreludeIndex.shared.text(of: PreludeIndex.shared.name(of: $0))
    }
    for wanted in ["Colour", "HSatck", "AnyVeiw", "GeometryRaeder", "Txet", "Buton", "angle", "animatableData"] {
      let bound = max(1, (wanted.utf8.count + 1) / 3)
      let distances = names.compactMap { name -> Int? in
        name == wanted ? nil : NameSuggestions.distance(Array(wanted.utf8), Array(name.utf8), bound: bound)
      }
      let nearest = NameSuggestions.nearest(to: wanted, among: names, limit: 1).first
      let distance = nearest.flatMap {
        NameSuggestions.distance(Array(wanted.utf8), Array($0.utf8), bound: bound)
      }
      XCTAssertEqual(distance, distances.min(), wanted)
    }
  }

  func testUsesOfPreludeNames() throws {
    let index = PreludeIndex.shared
    func uses(_ text: String) throws -> PreludeNameUses { index.uses(of: try XCTUnwrap(index.name(text))) }
    XCTAssertTrue(try uses("padding").contains(.protocolMember))
    XCTAssertFalse(try uses("padding").contains(.memberType))
    XCTAssertTrue(try uses("Body").isSuperset(of: [.protocolMember, .memberType]))
    XCTAssertFalse(try uses("VStack").contains(.protocolMember))
    for raw in 0..<index.entryCount {
      let entry = PreludeEntry(raw: Int32(raw))
      guard let owner = index.owner(of: entry) else { continue }
      if index.kind(of: index.entry(declaring: owner)) == .protocolDecl {
        XCTAssertTrue(index.uses(of: index.name(of: entry)).contains(.protocolMember))
      }
      if index.nominalDeclared(by: entry) != nil {
        XCTAssertTrue(index.uses(of: index.name(of: entry)).contains(.memberType))
      }
    }
  }
}
