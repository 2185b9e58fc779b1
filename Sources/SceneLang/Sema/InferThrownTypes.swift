/// Typed throws: what a place may throw, and what a `catch` gets.
///
/// A `throw` in a function marked `throws(E)` makes an `E`; in a `do` with clauses it makes any error, unless that is
/// marked itself. What the clauses get is the type that the `do` names, else the one that all calls in it throw.
/// The thrown value itself is always carried as `any Error`.

/// A `do` with clauses, or a `try?`, whose errors are caught.
struct CaughtErrors {
  /// Of `do throws(E)`; `none` without.
  var written = TypeID.none
  /// What the calls met so far throw; `none` before the first, `any Error` where they differ.
  var found = TypeID.none
}

extension Infer {
  var anyError: TypeID { known.error == types.error ? types.error : types.make(.existential, [known.error]) }

  /// The type in the parentheses of `throws(E)`; `none` where there is none, or any error is meant.
  func thrownType(_ effects: NodeID) -> TypeID {
    guard effects != .none, tree.kind(effects) == .effects else { return .none }
    let written = tree.node(effects, at: 3)
    guard written != .none else { return .none }
    let type = resolveType(written)
    return types.kind(type) == .nominal || types.kind(type) == .parameter ? type : .none
  }

  /// The type that a `throw` at this place makes.
  var thrownHere: TypeID {
    guard let function = functions.last else { return anyError }
    let type = function.caught.last.map(\.written) ?? function.thrown
    return type == .none ? anyError : type
  }

  /// What a function value throws. Function types do not say it: where the module has some that are written with
  /// `throws(E)`, it is not known.
  var unwrittenThrown: TypeID { sema.namesThrownTypes ? types.error : .none }

  /// An error of this type (`none`: of any) reaches the innermost `do` around.
  func noteCaught(_ type: TypeID) {
    guard let depth = functions.indices.last, let last = functions[depth].caught.indices.last else { return }
    if type == types.error, sema.namesThrownTypes {
      functions[depth].caught[last].found = type
      return
    }
    if functions[depth].caught[last].found == types.error, sema.namesThrownTypes { return }
    var type = type == .none ? anyError : resolve(type)
    if !types[type].summary.isDisjoint(with: [.variable, .error]) { type = anyError }
    let found = functions[depth].caught[last].found
    functions[depth].caught[last].found = found == .none || found == type ? type : anyError
  }

  /// What the clauses behind a `do` get.
  func caughtType(_ errors: CaughtErrors) -> TypeID {
    if errors.written != .none { return errors.written }
    return errors.found == .none ? anyError : errors.found
  }

  /// A pattern over a known error type, for a value that comes as `any Error`.
  func caughtPattern(_ inner: PatternID, _ type: TypeID, _ node: NodeID) -> PatternID {
    type == anyError || type == types.error ? inner : pattern(.asType, anyError, node, a: inner.raw, b: type.raw)
  }
}
