/// A checker over small sources, with a prelude of a few declarations that stands in the module itself.
import XCTest

@testable import SceneLang

enum MiniPrelude {
  static let text = """
    struct Int: Hashable, Comparable, Codable { static func < (lhs: Int, rhs: Int) -> Bool { fatalError() } }
    struct Double: Hashable, Comparable, Codable { static func < (lhs: Double, rhs: Double) -> Bool { fatalError() } }
    struct CGFloat: Hashable, Comparable { static func < (lhs: CGFloat, rhs: CGFloat) -> Bool { fatalError() } }
    struct Bool: Hashable, Codable {}
    struct String: Hashable, Comparable, Codable { static func < (lhs: String, rhs: String) -> Bool { fatalError() } }
    struct Hasher {}
    typealias Void = ()
    protocol Equatable { static func == (lhs: Self, rhs: Self) -> Bool }
    protocol Hashable: Equatable { func hash(into hasher: inout Hasher); var hashValue: Int { get } }
    protocol Comparable: Equatable { static func < (lhs: Self, rhs: Self) -> Bool }
    protocol Sendable {}
    protocol Error: Sendable {}
    protocol Encoder {}
    protocol Decoder {}
    protocol Encodable { func encode(to encoder: any Encoder) throws }
    protocol Decodable { init(from decoder: any Decoder) throws }
    typealias Codable = Encodable & Decodable
    protocol CaseIterable {
      associatedtype AllCases: Collection = [Self] where Self.AllCases.Element == Self
      static var allCases: Self.AllCases { get }
    }
    protocol RawRepresentable<RawValue> {
      associatedtype RawValue
      init?(rawValue: Self.RawValue)
      var rawValue: Self.RawValue { get }
    }
    protocol Identifiable<ID> { associatedtype ID: Hashable; var id: Self.ID { get } }
    extension Identifiable where Self: AnyObject { var id: ObjectIdentifier { fatalError() } }
    struct ObjectIdentifier: Hashable {}
    protocol IteratorProtocol<Element> { associatedtype Element; mutating func next() -> Self.Element? }
    protocol Sequence<Element> {
      associatedtype Element where Self.Element == Self.Iterator.Element
      associatedtype Iterator: IteratorProtocol
      func makeIterator() -> Self.Iterator
    }
    extension Sequence {
      func map<T>(_ transform: (Self.Element) -> T) -> [T] { fatalError() }
      func sorted(by areInOrder: (Self.Element, Self.Element) -> Bool) -> [Self.Element] { fatalError() }
    }
    extension Sequence where Self.Element: Comparable { func sorted() -> [Self.Element] { fatalError() } }
    protocol Collection<Element>: Sequence {
      associatedtype Element
      associatedtype Index: Comparable where Self.Index == Self.SubSequence.Index
      associatedtype Iterator = IndexingIterator<Self>
      associatedtype SubSequence: Collection = Slice<Self>
        where Self.Element == Self.SubSequence.Element, Self.SubSequence == Self.SubSequence.SubSequence
      var count: Int { get }
      subscript(position: Self.Index) -> Self.Element { get }
    }
    extension Collection { var first: Self.Element? { nil }; var count: Int { fatalError() } }
    extension Collection where Self.Iterator == IndexingIterator<Self> {
      func makeIterator() -> IndexingIterator<Self> { fatalError() }
    }
    struct IndexingIterator<Elements: Collection>: IteratorProtocol {
      typealias Element = Elements.Element
      mutating func next() -> Elements.Element? { nil }
    }
    struct Slice<Base: Collection>: Collection {
      typealias Index = Base.Index
      typealias SubSequence = Slice<Base>
      subscript(position: Base.Index) -> Base.Element { fatalError() }
    }
    struct Array<Element>: Collection {
      subscript(position: Int) -> Element { get { fatalError() } set {} }
      mutating func append(_ element: Element) {}
    }
    extension Array: Equatable where Element: Equatable {
      static func == (lhs: [Element], rhs: [Element]) -> Bool { fatalError() }
    }
    extension Array: Hashable where Element: Hashable {}
    struct Dictionary<Key: Hashable, Value> {}
    struct Set<Element: Hashable> {}
    enum Optional<Wrapped> { case none; case some(Wrapped) }
    extension Optional: Equatable where Wrapped: Equatable {}
    protocol View { associatedtype Body: View; @ViewBuilder var body: Self.Body { get } }
    extension View {
      func padding(_ length: CGFloat? = nil) -> some View { self }
      func opacity(_ value: Double) -> some View { self }
      func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { self }
    }
    @resultBuilder struct ViewBuilder {
      static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    }
    enum Never: View { var body: Never { fatalError() } }
    struct Text: View { init(_ text: String) {}; typealias Body = Never; var body: Never { fatalError() } }
    struct VStack<Content: View>: View {
      init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
      typealias Body = Never
      var body: Never { fatalError() }
    }
    protocol ViewModifier {
      associatedtype Body: View
      typealias Content = ModifierContent<Self>
      @ViewBuilder func body(content: Self.Content) -> Self.Body
    }
    struct ModifierContent<M: ViewModifier>: View { typealias Body = Never; var body: Never { fatalError() } }
    protocol ButtonStyle {}
    struct PlainStyle: ButtonStyle {}
    struct LinkStyle: ButtonStyle {}
    extension ButtonStyle where Self == PlainStyle { static var plain: PlainStyle { PlainStyle() } }
    extension ButtonStyle where Self == LinkStyle { static var link: LinkStyle { LinkStyle() } }
    @propertyWrapper struct State<Value> {
      init(wrappedValue: Value) {}
      var wrappedValue: Value { get { fatalError() } nonmutating set {} }
      var projectedValue: Binding<Value> { fatalError() }
    }
    @propertyWrapper @dynamicMemberLookup struct Binding<Value> {
      init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
      var wrappedValue: Value { get { fatalError() } nonmutating set {} }
      var projectedValue: Binding<Value> { self }
      subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
    }
    @propertyWrapper struct Namespace {
      init() {}
      struct ID: Hashable {}
      var wrappedValue: Namespace.ID { fatalError() }
    }
    class WritableKeyPath<Root, Value> {}
    protocol Observable {}
    protocol ObservableObject: AnyObject {
      associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
      var objectWillChange: Self.ObjectWillChangePublisher { get }
    }
    class ObservableObjectPublisher {}
    protocol App { associatedtype Body; var body: Self.Body { get } }
    protocol PreviewProvider { associatedtype Previews: View; @ViewBuilder static var previews: Self.Previews { get } }
    func fatalError() -> Never {}
    """
}

/// A checker over sources; file 1 is the mini prelude, the given ones follow.
struct SemaFixture {
  let sema: Sema

  init(_ sources: String..., defines: [String] = [], names: [String] = []) {
    var trees = [Parser.parse(SourceFile(name: "mini.swift", text: MiniPrelude.text))]
    for (index, text) in sources.enumerated() {
      let name = index < names.count ? names[index] : "scene\(index).scene"
      trees.append(Parser.parse(SourceFile(name: name, text: text)))
    }
    let empty = PreludeIndex(blob: UnsafeRawBufferPointer(start: nil, count: 0))
    sema = Sema(files: trees, options: SemaOptions(defines: defines), prelude: empty)
  }

  /// `Outer.inner`: a top-level declaration or a member of one.
  func decl(_ path: String, at index: Int = 0) -> DeclID {
    let parts = path.split(separator: ".").map(String.init)
    var found = sema.lookupTopLevel(sema.names.intern(parts[0])).last ?? .none
    for (position, part) in parts.dropFirst().enumerated() where found != .none {
      let list = sema.memberDecls(of: found, sema.names.intern(part))
      let wanted = position == parts.count - 2 ? index : 0
      found = wanted < list.count ? list[wanted] : .none
    }
    return found
  }

  func type(_ path: String) -> TypeID { sema.declaredType(of: decl(path)) }

  /// Type of a variable, as text.
  func variable(_ path: String) -> String { sema.describe(sema.type(ofVariable: decl(path))) }

  /// `(label: type, ...) -> result` of a function, initialiser or case.
  func interface(_ decl: DeclID) -> String {
    let signature = sema.signature(of: decl)
    let parameters = signature.parameters.map { parameter in
      var text = parameter.label == .none ? "_: " : sema.names[parameter.label] + ": "
      if parameter.isInout { text += "inout " }
      text += sema.describe(parameter.type)
      if parameter.isVariadic { text += "..." }
      if parameter.hasDefault { text += " =" }
      return text
    }
    return "(" + parameters.joined(separator: ", ") + ") -> " + sema.describe(signature.result)
  }

  func members(_ type: TypeID, _ name: String, _ use: MemberUse = .instance) -> [Candidate] {
    sema.members(of: type, sema.names.intern(name), use)
  }

  /// Type of the first property so named of a type, as seen from it.
  func property(_ type: TypeID, _ name: String, _ use: MemberUse = .instance) -> String {
    guard let found = members(type, name, use).first else { return "none" }
    return sema.describe(
      sema.substitute(sema.signature(of: found.decl).result, sema.outerArguments(of: found)))
  }

  func findings() -> [String] { sema.diagnostics.sorted().map { "\($0.code) \($0.message)" } }
}
