/// What a declaration looks like from outside: the answer to the request `signature(of:)`.
/// One object, made once: asking for it again counts one reference.
package final class Signature {
  /// Generic parameters of the enclosing types first, then the declaration's own (with those made by `some P`
  /// parameters). For a member of a protocol or of its extension the first is the protocol's `Self`.
  package var genericParameters: [DeclID] = []
  package var requirements: [Requirement] = []
  /// How many of them come from the types and extensions around: they hold for a candidate found on a concrete base.
  package var contextRequirementCount = 0
  package var parameters: [Parameter] = []
  /// Result of a function, type of a variable or element of a subscript, the made type of an initialiser (Optional when
  /// failable), payload-to-enum for a case.
  package var result: TypeID = .none
  package var isThrowing = false
  package var isRethrowing = false
  /// What `throws(E)` names; `none` where nothing is thrown or any error may be.
  package var thrown: TypeID = .none
  package var isAsync = false
  /// Result builder of the body, or of the getter.
  package var builder: DeclID = .none

  package init() {}

  package struct Parameter {
    /// `NameID.none` for `_`
    package var label: NameID
    package var name: NameID
    /// Element type for a variadic parameter, result type's function for an autoclosure
    package var type: TypeID
    package var hasDefault = false
    package var isVariadic = false
    package var isInout = false
    package var isAutoclosure = false
    package var builder: DeclID = .none
    /// The builder as written, with its generic arguments; `none` where it has none.
    package var builderType: TypeID = .none
    package var decl: DeclID = .none

    package init(label: NameID, name: NameID, type: TypeID) {
      self.label = label
      self.name = name
      self.type = type
    }
  }
}

package enum Requirement: Hashable {
  /// subject conforms to the protocol (a nominal type, perhaps with primary associated types)
  case conforms(TypeID, TypeID)
  case equal(TypeID, TypeID)
  case superclass(TypeID, TypeID)
}
