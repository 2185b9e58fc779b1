/// What the API page calls modelled is known to the runtime.
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class MarksTests: XCTestCase {
  /// A modifier without a body and without a mark would be played as if it were not there, and the page of the API
  /// would say that it is modelled.
  func testModifiersWithoutAMarkAreKnownToTheRuntime() throws {
    let prelude = PreludeIndex.shared
    let view = try XCTUnwrap(prelude.topLevelNominal("View"))
    var unknown: Set<String> = []
    var known = 0
    for entry in prelude.members(of: view) where prelude.kind(of: entry) == .function {
      let source = prelude.source(of: entry)
      let name = prelude.text(of: prelude.name(of: entry))
      if name.hasPrefix("_") || source.hasSuffix("}") || source.contains(" static ") { continue }
      if source.contains("@unmodelled(") || source.contains("@inert") { continue }
      var info = NativeInfo()
      info.type = "View"
      info.base = name
      info.selfCount = 1
      info.isModifier = true
      if GraphNatives.op(info) == .unknownModifier { unknown.insert(name) } else { known += 1 }
    }
    XCTAssertEqual(unknown.sorted(), [], "mark them @unmodelled with a reason, or @inert")
    XCTAssertGreaterThan(known, 150)
  }
}
