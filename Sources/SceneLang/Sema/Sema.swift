/// The declaration side of the checker: tables of names, types and declarations and the requests that fill them.
///
/// Nothing is computed before it is asked for. Each request memoises its answer beside the table it belongs to, with the
/// states new, running, done; a request that meets itself running reports the cycle and answers the error type. Bodies are
/// checked by the inference side, which is reached through `bodies`.
package final class Sema {
  package var names = NameTable()
  package var types = TypeTable()
  package var decls = DeclTable()

  /// Context whose generic requirements hold now (the function being checked): decides what a type parameter conforms to.
  package internal(set) var environmentContext: DeclID = .none

  /// The inference side, set by whoever checks bodies.
  package weak var bodies: (any BodyInference)?

  package init() {}
}

/// What the declaration side asks of the inference side.
package protocol BodyInference: AnyObject {
  /// Type of a variable declared with an initial value and no type annotation.
  func inferVariableType(_ variable: DeclID) -> TypeID
  /// The concrete type behind `some P` of a function or variable, in terms of its own generic parameters.
  func inferUnderlyingType(_ decl: DeclID, ordinal: UInt32) -> TypeID
}
