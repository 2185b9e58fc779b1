/// Answers of requests, one row a declaration, beside `DeclTable`.
///
/// A request that is running is marked, so that one which meets itself answers with an error instead of looping.

/// States and answers of the requests about one declaration.
struct DeclFacts: BitwiseCopyable {
  /// Index into `Sema.signatures`; `new` or `running` before it is known.
  var signature = DeclFacts.new
  /// Index into `Sema.environments`.
  var environment = DeclFacts.new
  /// Index into `Sema.nominals`, for nominals, protocols and extensions.
  var nominal = DeclFacts.new
  /// Type of a variable, target of a typealias, `Self` of a context.
  var type = TypeID.none
  var typeState = State.new
  /// Of a nominal: `declaredType(of:)`.
  var declared = TypeID.none
  var storageType = TypeID.none
  var storageState = State.new
  /// Wrapper attributes: -1 not asked, else the count; the nodes lie in `Sema.wrapperMemo`.
  var wrapperCount: Int8 = -1
  /// Place of a generic parameter in argument lists.
  var genericIndex: UInt16 = 0
  var isPack = false
  var synthesized = SynthesizedKind.none

  static let new: Int32 = -1
  static let running: Int32 = -2

  enum State: UInt8, BitwiseCopyable { case new, running, done }
}

/// Generic parameters in scope inside a declaration and what holds for them.
package struct GenericEnvironment {
  /// Outer types first.
  package var parameters: [DeclID] = []
  package var requirements: [Requirement] = []
  /// Requirements that come from the nominal around (they hold for every well-formed base type).
  package var nominalCount = 0
  /// Requirements that come from the nominal and the extension around; the declaration's own follow.
  package var contextCount = 0
  /// Same-type requirements, directed: `from` is written as `to`.
  package var equalities: [(from: TypeID, to: TypeID)] = []

  package init() {}
}

/// One conformance that a nominal declares or inherits.
struct ConformanceEntry {
  var proto: DeclID
  /// The protocol as written, with primary associated types.
  var type: TypeID
  /// Nominal or extension that declares it.
  var context: DeclID
  var kind: Conformance.Kind
  var isConditional: Bool
}

/// What is known of a nominal, a protocol or an extension beyond its row.
struct NominalFacts {
  var decl: DeclID
  /// Members in order of declaration (user declarations only; the prelude is asked by name).
  var members: [DeclID] = []
  var membersState = DeclFacts.State.new
  /// Conformances, transitively; or the protocols that a protocol inherits, itself first.
  var conformances: [ConformanceEntry] = []
  var conformancesState = DeclFacts.State.new
  var inherited: [DeclID] = []
  var inheritedState = DeclFacts.State.new
  /// Types of the inheritance clause.
  var clause: [TypeID] = []
  var clauseState = DeclFacts.State.new
  /// The clause names something that nothing declares.
  var hasUnknownParent = false
  var openState = DeclFacts.State.new
  var isOpen = false
  var superclass = TypeID.none
  var superclassState = DeclFacts.State.new
  /// Raw type of an enum, or none.
  var rawType = TypeID.none
  /// Extensions of the user that extend it.
  var extensions: [DeclID] = []
  /// How many of them have had their members put into `userMembers`.
  var readExtensions = 0
  /// For an extension: what it extends.
  var extended = DeclID.none
  var extendedState = DeclFacts.State.new
  var synthesizedNames = IDMap<NameID, [DeclID]>()
  var synthesizedState = DeclFacts.State.new

  init(_ decl: DeclID) { self.decl = decl }
}

struct MemberKey: TableKey {
  var type: TypeID
  var name: NameID
  var use: UInt8
  var context: UInt32

  @inline(__always) var tableHash: UInt32 {
    let own = UInt64(type.raw) << 32 | UInt64(name.raw)
    let around = UInt64(context) << 32 | UInt64(use)
    return (own &+ around &* 0xD6E8_FEB8_6659_FD93).tableHash
  }
}

extension Sema {
  /// Counted work, for tests of laziness.
  package struct Work {
    /// Pieces of the prelude that were parsed.
    package var preludeParses = 0
    package var preludeRows = 0
    package var signatures = 0
    package var conformanceSearches = 0
    package var memberLookups = 0
  }

  /// Makes room for the answers about a declaration.
  @inline(__always)
  func fact(_ decl: DeclID) -> Int {
    let index = Int(decl.raw)
    if index >= facts.count { growFacts() }
    return index
  }

  @inline(never)
  private func growFacts() {
    facts.append(repeating: DeclFacts(), count: max(decls.count, facts.count + 1) - facts.count)
  }

  /// Row in `nominals` of a nominal, protocol or extension.
  func nominalIndex(_ decl: DeclID) -> Int {
    let index = fact(decl)
    if facts[index].nominal >= 0 { return Int(facts[index].nominal) }
    facts[index].nominal = Int32(truncatingIfNeeded: nominals.count)
    nominals.append(NominalFacts(decl))
    return nominals.count - 1
  }
}

extension DeclKind {
  package var isNominal: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl: return true
    default: return false
    }
  }
  package var isType: Bool { isNominal || self == .typeAlias || self == .associatedType || self == .genericParameter }
  package var isTypeContext: Bool { isNominal || self == .extensionDecl }
}
