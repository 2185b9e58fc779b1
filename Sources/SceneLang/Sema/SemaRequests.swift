/// The requests of `Sema` in one place, grouped by what they answer.

// MARK: Scopes

extension Sema {
  /// Top-level declarations of the module and the prelude with this name; the module's shadow the prelude's types.
  package func lookupTopLevel(_ name: NameID) -> [DeclID] { [] }

  /// Looks a name up from a declaration outwards: members of the enclosing types (inherited and protocol ones included),
  /// generic parameters, outer types, the module, the prelude. Locals and parameters of bodies are the caller's.
  package func lookupUnqualified(_ name: NameID, from context: DeclID) -> ScopeLookup { ScopeLookup() }
}

// MARK: Declarations

extension Sema {
  package func signature(of decl: DeclID) -> Signature { Signature() }

  /// Interface type of a variable (of the wrapped value for a wrapped property), in terms of its context's parameters.
  package func type(ofVariable decl: DeclID) -> TypeID { types.error }

  /// Type of `_x` of a wrapped property: the outermost wrapper, applied to the ones inside.
  package func storageType(ofWrapped decl: DeclID) -> TypeID { types.error }

  /// `Self` inside a nominal, an extension (with its same-type requirements applied) or a protocol (its parameter).
  package func selfType(of context: DeclID) -> TypeID { types.error }

  /// The nominal with its own parameters as arguments.
  package func declaredType(of nominal: DeclID) -> TypeID { types.error }

  /// The concrete type behind an opaque type, its substitution applied; asks the inference side.
  package func underlyingType(ofOpaque type: TypeID) -> TypeID { types.error }

  /// All generic parameters in scope inside the declaration, outer types first. A parameter's place in this list is its
  /// place in every argument list (`genericIndex`).
  package func genericParameters(of decl: DeclID) -> [DeclID] { [] }
  package func genericIndex(of parameter: DeclID) -> Int { 0 }

  /// Makes the generic requirements of a declaration hold until the matching `leave`; returns what held before.
  package func enter(_ context: DeclID) -> DeclID {
    let before = environmentContext
    environmentContext = context
    return before
  }
  package func leave(_ before: DeclID) { environmentContext = before }

  /// Adds a function, type or typealias declared in a body; `parent` is the function whose body it is.
  package func declareLocal(node: NodeID, file: Int, parent: DeclID) -> DeclID { .none }
}

// MARK: Members

extension Sema {
  /// Members by name, best scopes first: the type's own, superclasses', protocol extensions', requirements. Overridden and
  /// shadowed ones are left out, extensions whose where clause does not hold too. `name` `init` gives initialisers,
  /// `subscript` subscripts, `callAsFunction` as written.
  package func members(of type: TypeID, _ name: NameID, _ use: MemberUse) -> [Candidate] { [] }

  /// Arguments for the generic parameters around the candidate, in order; its own parameters follow in its signature.
  package func outerArguments(of candidate: Candidate) -> [TypeID] { [] }

  /// Static members of extensions of the protocol `where Self == X` (SE-0299); base = X.
  package func implicitMembers(ofProtocol proto: DeclID, _ name: NameID) -> [Candidate] { [] }

  /// Names of all members (for suggestions), without duplicates, in order of declaration.
  package func memberNames(of type: TypeID, _ use: MemberUse) -> [NameID] { [] }

  /// Stored instance properties in order of declaration (a wrapped one counts: its storage).
  package func storedMembers(of nominal: DeclID) -> [DeclID] { [] }
  package func enumCases(of nominal: DeclID) -> [DeclID] { [] }

  /// Subscripts `subscript(dynamicMember:)` of a type marked `@dynamicMemberLookup`, else empty.
  package func dynamicMemberSubscripts(of type: TypeID) -> [Candidate] { [] }

  package func synthesizedKind(of decl: DeclID) -> SynthesizedKind { .none }
  /// What a synthesized declaration was derived from.
  package func origin(of decl: DeclID) -> DeclID { .none }
  /// The wrappers of a property as types, outermost first.
  package func wrappers(of property: DeclID) -> [DeclID] { [] }
}

// MARK: Conformances and types

extension Sema {
  /// Whether a type conforms, and why. Conditional conformances are followed to a depth of 32.
  package func conforms(_ type: TypeID, _ proto: DeclID) -> Conformance? { nil }

  /// `type.Name` for an associated type declaration; a `member` type when the base is still abstract.
  package func associatedType(_ type: TypeID, _ decl: DeclID) -> TypeID { types.error }
  package func associatedType(_ type: TypeID, named name: NameID, of proto: DeclID) -> TypeID { types.error }

  package func witness(_ conformance: Conformance, _ requirement: DeclID) -> Witness? { nil }
  /// Requirements of a protocol (not inherited ones) in order of declaration.
  package func requirements(of proto: DeclID) -> [DeclID] { [] }
  /// Protocols a protocol inherits, all of them, nearest first, itself at the start.
  package func inheritedProtocols(of proto: DeclID) -> [DeclID] { [] }

  /// The superclass as seen from a class type, or `none`.
  package func superclass(of type: TypeID) -> TypeID { .none }
  package func isSubclass(_ type: TypeID, of other: TypeID) -> Bool { false }
  package func isClass(_ type: TypeID) -> Bool { false }

  /// Protocol types (and the superclass) that an abstract type (parameter, opaque, member, existential) promises.
  package func bounds(of type: TypeID) -> [TypeID] { [] }

  /// Replaces generic parameters by `arguments[genericIndex]` and normalises dependent members.
  package func substitute(_ type: TypeID, _ arguments: [TypeID]) -> TypeID { type }
  /// Replaces dependent members whose base is known by what they stand for.
  package func normalize(_ type: TypeID) -> TypeID { type }

  /// The type a type expression denotes, seen from a declaration; reports and answers the error type when there is none.
  package func resolveType(_ node: NodeID, file: Int, in context: DeclID) -> TypeID { types.error }

  /// As a person writes it: `[Int]`, `Binding<String?>`, `some View`, `(Int) -> Void`.
  package func describe(_ type: TypeID) -> String { "" }
}
