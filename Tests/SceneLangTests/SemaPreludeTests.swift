import XCTest

@testable import SceneLang

/// Requests over the whole prelude, and how much of it they touch.
final class SemaPreludeTests: XCTestCase {
  private func sema(_ text: String, name: String = "scene.scene") -> Sema {
    Sema(files: [Parser.parse(SourceFile(name: name, text: text))])
  }

  private let card = """
    import SwiftUI
    struct Card: View {
      @State private var isOn = false
      @Binding var selection: Int
      @Environment(\\.dismiss) private var dismiss: DismissAction
      @Namespace private var space
      @FocusState private var focused: Bool
      let items: [String]
      var size: CGSize = .zero
      var body: some View { Text("a") }
    }
    """

  func testTypesOfAScene() {
    let sema = sema(card)
    sema.checkDeclarations()
    XCTAssertEqual(sema.diagnostics.sorted().map(\.message), [])
    guard let decl = sema.lookupTopLevel(sema.names.intern("Card")).first else { return XCTFail("no Card") }
    let type = sema.declaredType(of: decl)
    func property(_ name: String) -> String {
      guard let found = sema.members(of: type, sema.names.intern(name), .instance).first else { return "none" }
      return sema.describe(sema.signature(of: found.decl).result)
    }
    XCTAssertEqual(property("$selection"), "Binding<Int>")
    XCTAssertEqual(property("_dismiss"), "Environment<DismissAction>")
    XCTAssertEqual(property("space"), "Namespace.ID")
    XCTAssertEqual(property("$focused"), "FocusState<Bool>.Binding")
    XCTAssertEqual(property("items"), "[String]")
    XCTAssertEqual(property("body"), "some View")
    XCTAssertNotNil(sema.conforms(type, sema.known(.view)))
    XCTAssertEqual(
      sema.describe(sema.associatedType(type, named: sema.names.intern("Body"), of: sema.known(.view))), "some View")
    XCTAssertEqual(sema.entries().map(\.name), [])
  }

  /// Work is counted in parsed pieces, so that it does not depend on the machine.
  func testLaziness() {
    let sema = sema(card)
    XCTAssertEqual(sema.work.preludeRows, 0)
    sema.checkDeclarations()
    XCTAssertLessThan(sema.work.preludeParses, 8)
    let before = sema.work.preludeParses
    let view = sema.types.make(.existential, [sema.knownType(.view)])
    let found = sema.members(of: view, sema.names.intern("opacity"), .instance)
    XCTAssertEqual(found.count, 1)
    _ = found.map { sema.signature(of: $0.decl) }
    XCTAssertLessThanOrEqual(sema.work.preludeParses - before, 8)
    let again = sema.work
    _ = sema.members(of: view, sema.names.intern("opacity"), .instance).map { sema.signature(of: $0.decl) }
    XCTAssertEqual(sema.work.preludeParses, again.preludeParses)
    XCTAssertEqual(sema.work.signatures, again.signatures)
  }

  func testStandardLibrary() {
    let sema = sema("let numbers: [Int] = []\nlet range: ClosedRange<Int> = 0...1\nlet names: [String: Double] = [:]")
    func type(_ name: String) -> TypeID {
      sema.lookupTopLevel(sema.names.intern(name)).first.map { sema.type(ofVariable: $0) } ?? sema.types.error
    }
    func element(_ type: TypeID) -> String {
      sema.describe(sema.associatedType(type, named: sema.names.intern("Element"), of: sema.known(.sequence)))
    }
    XCTAssertEqual(element(type("numbers")), "Int")
    XCTAssertEqual(element(type("range")), "Int")
    XCTAssertEqual(element(type("names")), "(key: String, value: Double)")
    XCTAssertNotNil(sema.conforms(type("numbers"), sema.known(.hashable)))
    XCTAssertNotNil(sema.conforms(sema.optional(type("numbers")), sema.known(.equatable)))
    XCTAssertNil(sema.conforms(type("numbers"), sema.known(.view)))
    for name in ["map", "enumerated", "filter", "reduce", "sorted", "first", "count", "append"] {
      XCTAssertFalse(sema.members(of: type("numbers"), sema.names.intern(name), .instance).isEmpty, name)
    }
  }

  func testImplicitStyles() {
    let sema = sema("")
    func implicit(_ proto: String, _ name: String) -> [String] {
      guard let decl = sema.lookupTopLevel(sema.names.intern(proto)).first else { return [] }
      return sema.implicitMembers(ofProtocol: decl, sema.names.intern(name)).map { sema.describe($0.base) }
    }
    XCTAssertEqual(implicit("ShapeStyle", "red"), ["Color"])
    XCTAssertEqual(implicit("ShapeStyle", "ultraThinMaterial"), ["Material"])
    XCTAssertEqual(implicit("PrimitiveButtonStyle", "plain"), ["PlainButtonStyle"])
  }

  /// Every name the checker knows is declared.
  func testKnownDeclarations() {
    let sema = sema("")
    let missing = Known.allCases.filter { sema.known($0) == .none }.map(\.text)
    XCTAssertEqual(missing, [])
  }

  func testMissingImport() {
    let sema = sema("// A card\n\nimport Foundation\n\nstruct Card: View { let x: Int }\n", name: "Card.swift")
    sema.checkDeclarations()
    let finding = sema.diagnostics.sorted().first { $0.code == "E0101" }
    XCTAssertEqual(finding?.message, "'View' is SwiftUI's; add 'import SwiftUI'")
    XCTAssertEqual(finding?.fixes.first?.edits.first?.text, "import SwiftUI\n")
    XCTAssertEqual(finding?.fixes.first?.edits.first?.place.range.start, 11)
    for text in [
      "#if os(macOS)\nimport SwiftUI\n#endif\nstruct Card: View { let x: Int }\n",
      "#if os(macOS)\nstruct Card: View { let x: Int }\n#endif\n",
      "#if os(macOS)\nlet a = 1\n#else\nlet a = 2\n#endif\n#if DEBUG\n#elseif os(iOS)\nstruct A: View {}\n#endif\n",
    ] {
      let conditional = self.sema(text, name: "Card.swift")
      conditional.checkDeclarations()
      XCTAssertFalse(conditional.diagnostics.sorted().contains { $0.code == "E0101" }, text)
    }
    let scene = self.sema("struct Card: View { var body: some View { Text(\"a\") } }\n")
    scene.checkDeclarations()
    XCTAssertEqual(scene.diagnostics.sorted().count, 0)
  }
}
