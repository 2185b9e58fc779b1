import XCTest

@testable import SceneLang

/// Types of declarations, lookup of members, conformances and associated types over a small prelude.
final class SemaMemberTests: XCTestCase {
  func testTypesOfVariablesAndFunctions() {
    let fixture = SemaFixture(
      """
      struct Card<Item: Identifiable> {
        var items: [Item]
        var title: String?
        var byName: [String: (Int, size: Double)]
        let action: (Item) -> Void
        func move(_ item: Item, to index: Int = 0, others: Item...) -> Item? { nil }
        init?(first item: Item) { nil }
        struct Row { var item: Item }
        var row: Row
      }
      """)
    XCTAssertEqual(fixture.variable("Card.items"), "[Item]")
    XCTAssertEqual(fixture.variable("Card.title"), "String?")
    XCTAssertEqual(fixture.variable("Card.byName"), "[String: (Int, size: Double)]")
    XCTAssertEqual(fixture.variable("Card.action"), "(Item) -> Void")
    XCTAssertEqual(fixture.variable("Card.row"), "Card<Item>.Row")
    XCTAssertEqual(
      fixture.interface(fixture.decl("Card.move")), "(_: Item, to: Int =, others: Item...) -> Item?")
    XCTAssertEqual(fixture.interface(fixture.decl("Card.init")), "(first: Item) -> Card<Item>?")
    XCTAssertEqual(fixture.findings(), [])
  }

  func testMembersOfGenericNominal() {
    let fixture = SemaFixture("struct Item { var name: String }\nlet items: [Item] = []")
    let items = fixture.sema.type(ofVariable: fixture.decl("items"))
    XCTAssertEqual(fixture.sema.describe(items), "[Item]")
    XCTAssertEqual(fixture.property(items, "first"), "Item?")
    XCTAssertEqual(fixture.property(items, "subscript"), "Item")
    XCTAssertEqual(fixture.members(items, "map").count, 1)
    // `sorted()` needs comparable elements.
    XCTAssertEqual(fixture.members(items, "sorted").count, 1)
    let numbers = fixture.sema.array(fixture.type("Int"))
    XCTAssertEqual(fixture.members(numbers, "sorted").count, 2)
    XCTAssertEqual(fixture.findings(), [])
  }

  func testAssociatedTypes() {
    let fixture = SemaFixture(
      """
      struct Home: View { var body: some View { Text("a") } }
      struct Big: ViewModifier { func body(content: Content) -> some View { content } }
      struct Item: Identifiable { let id: String }
      enum Size: String, CaseIterable { case small, large }
      """)
    let sema = fixture.sema
    func associated(_ type: TypeID, _ name: String, _ proto: Known) -> String {
      sema.describe(sema.associatedType(type, named: sema.names.intern(name), of: sema.known(proto)))
    }
    XCTAssertEqual(associated(fixture.type("Home"), "Body", .view), "some View")
    XCTAssertEqual(associated(fixture.type("Big"), "Body", .viewModifier), "some View")
    XCTAssertEqual(associated(fixture.type("Item"), "ID", .identifiable), "String")
    XCTAssertEqual(associated(fixture.type("Size"), "RawValue", .rawRepresentable), "String")
    XCTAssertEqual(associated(fixture.type("Size"), "AllCases", .caseIterable), "[Size]")
    let numbers = sema.array(fixture.type("Int"))
    XCTAssertEqual(associated(numbers, "Element", .sequence), "Int")
    XCTAssertEqual(associated(numbers, "Index", .collection), "Int")
    XCTAssertEqual(associated(numbers, "SubSequence", .collection), "Slice<[Int]>")
    XCTAssertEqual(associated(numbers, "Iterator", .sequence), "IndexingIterator<[Int]>")
    XCTAssertEqual(
      fixture.interface(fixture.decl("Big.body")), "(content: ModifierContent<Big>) -> some View")
    XCTAssertEqual(sema.signature(of: fixture.decl("Home.body")).builder, sema.known(.viewBuilder))
    XCTAssertEqual(sema.signature(of: fixture.decl("Big.body")).builder, sema.known(.viewBuilder))
    XCTAssertEqual(fixture.findings(), [])
  }

  func testConformances() {
    let fixture = SemaFixture(
      """
      struct Item: Hashable { var name: String }
      struct Plain { var name: String }
      enum Mode { case light, dark }
      enum Load { case idle, done(Plain) }
      class Base: Identifiable {}
      class Model: Base {}
      """)
    let sema = fixture.sema
    func conforms(_ type: TypeID, _ proto: Known) -> Bool { sema.conforms(type, sema.known(proto)) != nil }
    XCTAssertTrue(conforms(fixture.type("Item"), .equatable))
    XCTAssertTrue(conforms(sema.array(fixture.type("Item")), .hashable))
    XCTAssertTrue(conforms(sema.array(sema.array(fixture.type("Item"))), .equatable))
    XCTAssertFalse(conforms(sema.array(fixture.type("Plain")), .equatable))
    XCTAssertTrue(conforms(fixture.type("Mode"), .hashable))
    XCTAssertFalse(conforms(fixture.type("Load"), .equatable))
    XCTAssertTrue(conforms(fixture.type("Plain"), .sendable))
    XCTAssertTrue(conforms(fixture.type("Model"), .identifiable))
    XCTAssertTrue(conforms(fixture.type("Model"), .anyObject))
    XCTAssertFalse(conforms(fixture.type("Plain"), .anyObject))
    XCTAssertEqual(fixture.property(fixture.type("Model"), "id"), "ObjectIdentifier")
  }

  func testOpaqueChainsStayShort() {
    let fixture = SemaFixture("struct Home: View { var body: some View { Text(\"a\") } }")
    let sema = fixture.sema
    var type = fixture.type("Home")
    for _ in 0..<200 {
      guard let padding = fixture.members(type, "padding").first else { return XCTFail("no padding") }
      XCTAssertEqual(padding.route, .protocolExtension)
      let next = sema.substitute(sema.signature(of: padding.decl).result, sema.outerArguments(of: padding))
      XCTAssertEqual(sema.types.kind(next), .opaque)
      type = next
    }
    XCTAssertEqual(sema.describe(type), "some View")
    XCTAssertLessThan(sema.types.count, 700)
  }

  func testSynthesizedMembers() {
    let fixture = SemaFixture(
      """
      struct Card<Content: View>: View {
        let title: String
        var size: Int = 3
        let fixed = 4
        var note: String?
        @State private var isOn: Bool = false
        @Binding var selection: Int
        @Namespace var space
        @ViewBuilder var content: Content
        static let shared: Int = 1
        var computed: Int { 1 }
        var body: some View { content }
      }
      enum Size: Int, CaseIterable { case small, large }
      struct Item: Hashable, Codable { var name: String }
      class Model: ObservableObject { var count: Int = 0 }
      class Sub: Model {}
      """)
    let sema = fixture.sema
    let card = fixture.type("Card")
    let inits = fixture.members(card, "init", .metatype)
    XCTAssertEqual(inits.count, 1)
    XCTAssertEqual(
      fixture.interface(inits[0].decl),
      "(title: String, size: Int =, note: String? =, isOn: Bool =, selection: Binding<Int>, space: Namespace =, "
        + "content: () -> Content) -> Card<Content>")
    XCTAssertEqual(sema.synthesizedKind(of: inits[0].decl), .memberwiseInit)
    XCTAssertEqual(fixture.property(card, "isOn"), "Bool")
    XCTAssertEqual(fixture.property(card, "_isOn"), "State<Bool>")
    XCTAssertEqual(fixture.property(card, "$isOn"), "Binding<Bool>")
    XCTAssertEqual(fixture.property(card, "$selection"), "Binding<Int>")
    XCTAssertEqual(fixture.property(card, "space"), "Namespace.ID")
    XCTAssertEqual(fixture.property(card, "$space"), "none")
    XCTAssertEqual(fixture.property(fixture.type("Size"), "rawValue"), "Int")
    XCTAssertEqual(fixture.property(fixture.type("Size"), "allCases", .metatype), "[Size]")
    XCTAssertEqual(
      fixture.members(fixture.type("Size"), "init", .metatype).map { fixture.interface($0.decl) },
      ["(rawValue: Int) -> Size?"])
    XCTAssertEqual(fixture.property(fixture.type("Item"), "hashValue"), "Int")
    XCTAssertEqual(
      fixture.members(fixture.type("Item"), "init", .metatype).map { fixture.interface($0.decl) },
      ["(name: String) -> Item", "(from: any Decoder) -> Item"])
    XCTAssertEqual(fixture.property(fixture.type("Model"), "objectWillChange"), "ObservableObjectPublisher")
    XCTAssertEqual(
      fixture.members(fixture.type("Sub"), "init", .metatype).map { fixture.interface($0.decl) }, ["() -> Sub"])
    XCTAssertEqual(sema.storedMembers(of: fixture.decl("Card")).count, 8)
    XCTAssertEqual(fixture.findings(), [])
  }

  func testImplicitMembersOfProtocols() {
    let fixture = SemaFixture("")
    let sema = fixture.sema
    let found = sema.implicitMembers(ofProtocol: fixture.decl("ButtonStyle"), sema.names.intern("plain"))
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(found.first.map { sema.describe($0.base) }, "PlainStyle")
    XCTAssertEqual(sema.implicitMembers(ofProtocol: fixture.decl("ButtonStyle"), sema.names.intern("other")).count, 0)
  }

  func testUnqualifiedLookup() {
    let fixture = SemaFixture(
      """
      let spacing: Int = 3
      struct Outer<T> {
        static var limit: Int { 1 }
        struct Inner { var name: String; func f<U>(u: U) {} }
      }
      """)
    let sema = fixture.sema
    let function = fixture.decl("Outer.Inner.f")
    func lookup(_ name: String) -> ScopeLookup { sema.lookupUnqualified(sema.names.intern(name), from: function) }
    XCTAssertEqual(lookup("U").candidates.map { sema.decls.kind($0.decl) }, [.genericParameter])
    XCTAssertEqual(sema.describe(lookup("name").selfType), "Outer<T>.Inner")
    XCTAssertEqual(sema.describe(lookup("limit").selfType), "Outer<T>")
    XCTAssertEqual(lookup("T").candidates.count, 1)
    XCTAssertEqual(lookup("spacing").selfType, .none)
    XCTAssertEqual(lookup("spacing").candidates.count, 1)
    XCTAssertEqual(lookup("nothing").candidates.count, 0)
  }

  func testGenericEnvironmentAndExistentials() {
    let fixture = SemaFixture(
      """
      func show<C: Collection>(_ items: C) where C.Element: Identifiable {}
      func paint(_ view: some View, _ all: [any View]) {}
      var shape: any Identifiable
      extension Array where Element == Int { var total: Element { 0 } }
      """)
    let sema = fixture.sema
    let show = fixture.decl("show")
    let before = sema.enter(show)
    let parameter = sema.signature(of: show).parameters[0].type
    let element = sema.associatedType(parameter, named: sema.names.intern("Element"), of: sema.known(.sequence))
    XCTAssertEqual(sema.describe(element), "C.Element")
    XCTAssertNotNil(sema.conforms(element, sema.known(.identifiable)))
    XCTAssertNil(sema.conforms(element, sema.known(.view)))
    let slice = sema.associatedType(parameter, named: sema.names.intern("SubSequence"), of: sema.known(.collection))
    XCTAssertEqual(
      sema.describe(sema.associatedType(slice, named: sema.names.intern("Element"), of: sema.known(.sequence))),
      "C.Element")
    sema.leave(before)
    XCTAssertEqual(fixture.interface(fixture.decl("paint")), "(_: some View, _: [any View]) -> Void")
    XCTAssertEqual(sema.signature(of: fixture.decl("paint")).genericParameters.count, 1)
    XCTAssertEqual(fixture.property(sema.type(ofVariable: fixture.decl("shape")), "id"), "any Hashable")
    XCTAssertEqual(fixture.property(sema.array(fixture.type("Int")), "total"), "Int")
    XCTAssertEqual(fixture.members(sema.array(fixture.type("Bool")), "total").count, 0)
  }

  func testWitnesses() {
    let fixture = SemaFixture(
      """
      protocol Shape { func path(in size: Int) -> Int; var name: String { get }; func extra() }
      extension Shape { func extra() {} }
      struct Dot: Shape { func path(in size: Int) -> Int { 1 }; func path(of size: Int) -> Int { 1 }; let name: String }
      """)
    let sema = fixture.sema
    guard let conformance = sema.conforms(fixture.type("Dot"), fixture.decl("Shape")) else {
      return XCTFail("conforms")
    }
    let requirements = sema.requirements(of: fixture.decl("Shape"))
    XCTAssertEqual(requirements.count, 3)
    let witnesses = requirements.map { sema.witness(conformance, $0) }
    XCTAssertEqual(witnesses[0]?.decl, fixture.decl("Dot.path"))
    XCTAssertEqual(witnesses[1]?.decl, fixture.decl("Dot.name"))
    XCTAssertEqual(witnesses[2]?.kind, .defaultImplementation)
  }

  func testUnknownTypesOncePerScope() {
    let fixture = SemaFixture(
      """
      struct Card { var a: Strin; var b: Strin; var c: [Nothing]; func f(x: Text.Wieght) {} }
      """)
    for name in ["Card.a", "Card.b", "Card.c"] { _ = fixture.variable(name) }
    _ = fixture.interface(fixture.decl("Card.f"))
    XCTAssertEqual(
      fixture.findings(),
      [
        "E0401 cannot find type 'Strin' in scope; did you mean 'String'?",
        "E0401 cannot find type 'Nothing' in scope",
        "E0402 'Text' has no member type 'Wieght'",
      ])
  }
}
