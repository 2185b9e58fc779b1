/// Every body in the prelude's interfaces gets a type: what is written there is run by scenes.
import XCTest

@testable import SceneLang

final class PreludeBodyTests: XCTestCase {
  func testEveryBodyHasAType() {
    let scene = CheckedScene("struct Empty {}")
    let sema = scene.sema
    var failures: [String] = []
    var bodies = 0
    for raw in 0..<sema.preludeIndex.entryCount {
      let decl = sema.decl(PreludeEntry(raw: Int32(raw)))
      switch sema.decls.kind(decl) {
      case .function, .initializer, .variable, .subscript_: break
      default: continue
      }
      _ = sema.syntax(of: decl)
      guard sema.decls.has(decl, .hasBody) else { continue }
      bodies += 1
      let parts: [BodyPart] = sema.decls.has(decl, .isSettable) ? [.body, .setter] : [.body]
      for part in parts {
        guard let body = scene.checker.typedBody(of: decl, part) else { continue }
        if body.expressions.contains(where: { $0.kind == .error }) {
          let owner = sema.owner(of: decl)
          failures.append(
            (owner == .none ? "" : sema.names[sema.decls.name(owner)] + ".") + sema.names[sema.decls.name(decl)]
              + " " + sema.preludeIndex.source(of: PreludeEntry(raw: Int32(raw))).prefix(160))
        }
      }
    }
    XCTAssertGreaterThan(bodies, 1000)
    XCTAssertEqual(failures, [])
  }
}
