/// Which body of a declaration is meant, and the door through which lowering gets bodies from the checker.
package enum BodyPart: UInt8 {
  /// Function, initialiser, deinitialiser, getter of a variable or subscript, closure of `#Preview` and `#Scenario`.
  /// Parameters: `self` first where there is one (in initialisers too), then the declared ones.
  case body
  /// Parameters: `self`, the new value, the parameters of the subscript.
  case setter
  /// Parameters: `self`, the new value.
  case willSet
  /// Parameters: `self`, the old value.
  case didSet
  /// Initial value of a stored variable, as its storage holds it: for a wrapped property the wrapper (also one that is
  /// made from the attribute's arguments or from nothing). The root is one `returnValue`. A `lazy` variable has `self` as
  /// its parameter.
  case initialValue
  /// Default value of a parameter; the root is one `returnValue`.
  case defaultValue
}

/// Gives lowering the typed bodies, each checked when it is asked for.
package protocol BodySource: AnyObject {
  /// Nil where the declaration has no such part: a native of the prelude, a variable without an initial value.
  func typedBody(of decl: DeclID, _ part: BodyPart) -> TypedBody?
}
