/// What completion and hover are given.
import XCTest

@testable import SceneLang

final class MemberListingTests: XCTestCase {
  private func sema(_ text: String) -> Sema {
    Sema(files: [Parser.parse(SourceFile(name: "scene.scene", text: text))])
  }

  private func details(_ sema: Sema, _ list: [ListedMember], _ name: String) -> [MemberDetail] {
    list.filter { sema.names[$0.name] == name }.map { sema.detail(of: $0) }
  }

  func testMembersOfAView() {
    let sema = sema("")
    let view = sema.types.make(.existential, [sema.knownType(.view)])
    let list = sema.listMembers(of: view, .instance)
    XCTAssertGreaterThan(Set(list.map(\.name)).count, 500)
    let padding = details(sema, list, "padding")
    XCTAssertEqual(padding.count, 3)
    XCTAssertTrue(padding.contains { $0.signature == "func padding(_ length: CGFloat) -> some View" }, "\(padding)")
    XCTAssertTrue(padding.allSatisfy { !$0.documentation.isEmpty && $0.owner == "View" && $0.module == "SwiftUI" })
    let edges = padding.first { $0.parameters.count == 2 }
    XCTAssertEqual(edges?.parameters.map(\.value), [".all", "nil"])
    XCTAssertFalse(list.contains { sema.names[$0.name].hasPrefix("_") })
  }

  func testTypesAsTheBaseSeesThem() {
    let sema = sema("")
    let list = sema.listMembers(of: sema.array(sema.knownType(.int)), .instance)
    XCTAssertEqual(details(sema, list, "first").first?.result, "Int?")
    XCTAssertEqual(details(sema, list, "append").first?.parameters.first?.type, "Int")
  }

  func testImplicitMembers() {
    let sema = sema("")
    guard let color = sema.lookupTopLevel(sema.names.intern("Color")).first,
      let style = sema.lookupTopLevel(sema.names.intern("ButtonStyle")).first
    else { return XCTFail("no Color") }
    let colors = sema.listMembers(of: sema.optional(sema.declaredType(of: color)), .implicit)
    XCTAssertEqual(details(sema, colors, "red").first?.signature, "static var red: Color")
    XCTAssertTrue(colors.allSatisfy { $0.kind != .structDecl })
    _ = sema.listImplicitMembers(ofProtocol: style)
    guard let primitive = sema.lookupTopLevel(sema.names.intern("PrimitiveButtonStyle")).first else {
      return XCTFail("no PrimitiveButtonStyle")
    }
    let styles = sema.listImplicitMembers(ofProtocol: primitive).map { sema.names[$0.name] }
    XCTAssertTrue(styles.contains("borderedProminent"), "\(styles)")
  }

  func testMembersOfTheModule() {
    let scene = CheckedScene(
      """
      /// Is there to be listed.
      struct Card: View {
        @State private var isOn = false
        /// How many there are.
        let count: Int
        var body: some View { Text("a") }
      }
      """)
    let sema = scene.sema
    guard let card = sema.lookupTopLevel(sema.names.intern("Card")).first else { return XCTFail("no Card") }
    let type = sema.declaredType(of: card)
    let list = sema.listMembers(of: type, .instance)
    XCTAssertEqual(details(sema, list, "count").first?.documentation, "How many there are.")
    XCTAssertEqual(details(sema, list, "count").first?.signature, "let count: Int")
    XCTAssertEqual(details(sema, list, "$isOn").first?.result, "Binding<Bool>")
    let made = sema.listMembers(of: type, .metatype)
    XCTAssertEqual(details(sema, made, "init").first?.signature, "init(isOn: Bool = false, count: Int)")
    XCTAssertEqual(sema.detail(of: Candidate(card)).documentation, "Is there to be listed.")
  }

  func testTopLevel() {
    let sema = sema("struct Text {}\nfunc sparkle() {}")
    let list = sema.listTopLevel()
    XCTAssertEqual(details(sema, list, "Text").map(\.module), [""])
    XCTAssertEqual(details(sema, list, "VStack").map(\.module), ["SwiftUI"])
    XCTAssertEqual(details(sema, list, "sparkle").map(\.signature), ["func sparkle()"])
  }
}
