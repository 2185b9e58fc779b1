/// What name lookup answers: candidates, with the type that binds the generic parameters of their surroundings.

/// A declaration that a name may mean, and how its surroundings are bound.
package struct Candidate: Hashable {
  package var decl: DeclID
  /// Member of a nominal: that nominal type as seen through the base (a superclass for an inherited member); its
  /// arguments bind the outer generic parameters. Member of a protocol or its extension: the type that stands for
  /// `Self`. `TypeID.none` for declarations outside of types.
  package var base: TypeID
  package var route: Route

  package init(_ decl: DeclID, base: TypeID = .none, route: Route = .nominal) {
    self.decl = decl
    self.base = base
    self.route = route
  }

  package enum Route: UInt8 {
    /// Member of the type itself or of one of its extensions
    case nominal
    /// Member of a superclass
    case superclass
    /// Member of an extension of a protocol the type conforms to
    case protocolExtension
    /// Requirement of a protocol; the base is a parameter, opaque type or existential, so a call dispatches by witness
    case requirement
  }
}

/// What kind of member is asked for.
package enum MemberUse: UInt8 {
  /// `value.name`
  case instance
  /// `Type.name`: static members, initialisers, enum cases, nested types, and instance methods (curried)
  case metatype
  /// `.name` where the type is expected: static members and cases whose chain can give the type
  case implicit
  /// Whatever has the name, as an unqualified name inside a type
  case any
}

/// Answer to `lookupUnqualified`: what the innermost scope that knows the name has for it.
package struct ScopeLookup {
  package var candidates: [Candidate] = []
  /// Type of the implicit `self` when the candidates are members of an enclosing type.
  package var selfType: TypeID = .none
  /// The nominal or extension whose members the candidates are.
  package var scope: DeclID = .none
  /// The name may come from an imported module that is not modelled: use the error type, silently.
  package var mayBeUnmodelled = false
  /// The same, unless the name is a slip of one that is known.
  package var mayBeForeign = false

  package init() {}
}

/// Proof that a type conforms to a protocol.
package struct Conformance: Hashable {
  package enum Kind: UInt8 {
    /// Declared by a nominal or an extension; `context` is that declaration
    case declared
    /// A type parameter, opaque type or member of one, by its bounds
    case abstract
    /// An existential whose protocol conforms to itself, or the protocol is one of its own
    case existential
    /// Made by the compiler (`Hashable` of an enum, `Codable` of a struct, ...); `context` is what declared it or the
    /// nominal where it is implicit
    case synthesized
    /// Protocols without members that everything conforms to (Sendable, Copyable, AnyObject for classes) and errors
    case trivial
  }
  package var kind: Kind
  package var type: TypeID
  package var proto: DeclID
  package var context: DeclID = .none

  package init(_ kind: Kind, type: TypeID, proto: DeclID, context: DeclID = .none) {
    self.kind = kind
    self.type = type
    self.proto = proto
    self.context = context
  }
}

/// What fulfils a requirement of a protocol for a type.
package struct Witness: Hashable {
  package enum Kind: UInt8 {
    /// `decl` is a member of the type (or a superclass) with the bindings of `base`
    case member
    /// `decl` is a member of a protocol extension, `base` is Self
    case defaultImplementation
    /// Made by the compiler; `decl` is the synthesized declaration
    case synthesized
  }
  package var kind: Kind
  package var decl: DeclID
  package var base: TypeID
  package init(_ kind: Kind, decl: DeclID, base: TypeID) {
    self.kind = kind
    self.decl = decl
    self.base = base
  }
}

/// Members that have no syntax of their own, derived from a declaration that has (`origin`).
package enum SynthesizedKind: UInt8, BitwiseCopyable {
  case none
  /// init with a parameter per stored property; origin = the struct
  case memberwiseInit
  /// init() of a struct or class all of whose stored properties have initial values; origin = the nominal
  case defaultInit
  /// A class's initialiser inherited from a superclass; origin = the initialiser
  case inheritedInit
  /// `rawValue`; origin = the enum
  case rawValue
  /// `init?(rawValue:)`; origin = the enum
  case initRawValue
  /// `allCases`; origin = the enum
  case allCases
  /// `hash(into:)`, `hashValue`, `==`, `<`; origin = the nominal
  case hashInto
  case hashValue
  case equals
  case less
  /// `CodingKeys`, `init(from:)`, `encode(to:)`; origin = the nominal
  case codingKeys
  case initFromDecoder
  case encodeToEncoder
  /// `_x`, the wrapper itself; origin = the wrapped property
  case wrapperStorage
  /// `$x`, the wrapper's `projectedValue`; origin = the wrapped property
  case wrapperProjection
  /// `objectWillChange` of an ObservableObject; origin = the class
  case objectWillChange
  /// `id` of an Identifiable class that declares none; origin = the class
  case objectIdentity
  /// Implicit `self`, `newValue`, `oldValue`, `error`: locals made by statements
  case implicitParameter
}
