/// The typed form of one body (function, accessor, closure-bearing initial value): what the checker hands to lowering.
///
/// All sugar is resolved: implicit members, trailing closures, default arguments, operators, property wrappers, result
/// builders, optional promotion, string interpolation. Flat arrays with integer ids; a body is built, read and dropped
/// as a whole, so checking a large module does not keep it.
package struct TypedBody {
  package var expressions: [TypedExpr] = []
  package var statements: [TypedStmt] = []
  package var patterns: [TypedPattern] = []
  /// Operand lists: runs of expression, statement, pattern, local or type ids.
  package var lists: [UInt32] = []
  package var locals: [TypedLocal] = []
  package var closures: [TypedClosure] = []
  package var strings: [String] = []
  package var words: [UInt64] = []
  /// Parameters as locals, in order; `self` first where there is one.
  package var parameters: [LocalID] = []
  package var root: StmtID = .none

  package init() {}
}

package struct ExprID: Hashable, Sendable, BitwiseCopyable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = ExprID(.max)
}

package struct StmtID: Hashable, Sendable, BitwiseCopyable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = StmtID(.max)
}

package struct PatternID: Hashable, Sendable, BitwiseCopyable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = PatternID(.max)
}

package struct LocalID: Hashable, Sendable, BitwiseCopyable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = LocalID(.max)
}

/// A run in `TypedBody.lists`.
package struct ListRange: Hashable, Sendable, BitwiseCopyable {
  package var start: UInt32
  package var count: UInt32
  package init(start: UInt32, count: UInt32) { self.start = start; self.count = count }
  package static let empty = ListRange(start: 0, count: 0)
}

package struct TypedExpr: BitwiseCopyable {
  package var kind: TypedExprKind
  package var flags: UInt8 = 0
  package var type: TypeID
  /// Syntax node, for places and hover.
  package var node: NodeID
  /// Meaning by kind, stated at each case of `TypedExprKind`.
  package var a: UInt32 = 0
  package var b: UInt32 = 0
  package var list = ListRange.empty
  package var list2 = ListRange.empty

  package init(_ kind: TypedExprKind, type: TypeID, node: NodeID) {
    self.kind = kind
    self.type = type
    self.node = node
  }
}

package enum TypedExprKind: UInt8, CaseIterable, BitwiseCopyable {
  /// Follows a reported error; lowering never sees it in a module without errors. list = what was understood of the
  /// text that it stands for, for rules and other readers; flag receiver: the first of them is what a member was looked
  /// up in; flag callee: a = DeclID of what was called with arguments that do not fit.
  case error
  // Literals; `type` is the builtin type to produce (Int kinds, Double, CGFloat, String, Character, Bool ...).
  // A literal of another type is an initCall of its `init(integerLiteral:)` etc. around one of these.
  /// words[a]
  case intLiteral
  /// words[a] = bit pattern
  case floatLiteral
  /// strings[a]
  case stringLiteral
  /// a = 0 or 1
  case boolLiteral
  /// Optional.none of `type`
  case nilLiteral
  /// list = segments, each a String-typed expression or an `interpolation`; type is String, or a type made from it
  /// (LocalizedStringKey, AttributedString, user types): a = DeclID of its initialiser from String, or none
  case stringInterpolation
  /// a = expression; list = further labelled arguments (format:, specifier: ...), b = DeclID of appendInterpolation or none
  case interpolation
  /// list = elements; type Array or Set (b = DeclID of init(arrayLiteral:) for other types, else none)
  case arrayLiteral
  /// list = key, value, key, value ... (b likewise, init(dictionaryLiteral:))
  case dictionaryLiteral
  /// list = elements
  case tuple
  /// strings[a] holds the text for #file, #fileID, #function; intLiteral is used for #line and #column
  case magicLiteral

  // References
  /// a = LocalID (variable, parameter, self, captured variable: closures refer to the outer body's LocalID)
  case local
  /// a = DeclID of a global or static stored variable
  case global
  /// a = base expression, b = DeclID of a stored instance member (`_name` storage for wrapped properties: flag storage)
  case storedMember
  /// a = base expression or none (static, global computed), b = DeclID of a computed variable; list2 = type arguments.
  /// Reading calls the getter; as an assignment target, the setter.
  case computedMember
  /// a = base expression, b = DeclID of the subscript; list = arguments; list2 = type arguments. `x[keyPath: p]` has no
  /// declaration (b = none) and list = the key path.
  case subscriptMember
  /// a = base, b = element index
  case tupleElement
  /// A type used as a value; `type` is the metatype, a = TypeID of the instance type
  case typeReference
  /// Function used as a value without call: a = DeclID, b = bound self expression or none; list2 = type arguments
  case functionReference
  /// list = `keyPathComponent` expressions; type KeyPath<Root, Value> and its subclasses
  case keyPath
  /// a = DeclID of the member or none, b = 0 member, 1 optional chain, 2 force unwrap, 3 tuple element (a = index),
  /// 4 subscript, 5 optional wrap; list = subscript arguments; list2 = type arguments
  case keyPathComponent

  // Calls. list = arguments in parameter order, one per parameter, defaults filled in with `defaultArgument`, variadics
  // with an arrayLiteral, inout ones with `inoutAccess`, autoclosures with `autoclosure`. list2 = type arguments of the
  // callee's whole generic signature (outer types first). A parameter pack takes its arguments one by one at the end of
  // the list. Operators are calls of their functions.
  /// a = DeclID of a function or static method, b = self expression or none (an `inoutAccess` for mutating methods);
  /// flags: dispatch
  case call
  /// a = DeclID of an initialiser; `type` what it makes (Optional for failable ones)
  case initCall
  /// Memberwise initialiser; a = its (synthesized) DeclID; list = values of its parameters in order, defaults filled in
  case memberwiseInit
  /// a = expression of function type
  case callValue
  /// a = DeclID of the enum case, list = payload (empty for a plain case)
  case enumCase
  /// A parameter's default value, evaluated in the callee's context: a = DeclID of the parameter; list2 = type arguments
  case defaultArgument
  /// super.init / self.init delegation: a = DeclID of the initialiser, b = self local; list, list2 as call
  case delegatingInit

  // Closures
  /// a = index in `closures`
  case closure
  /// a = expression evaluated on call
  case autoclosure

  // Operators with their own evaluation
  /// a && b, a || b
  case logicalAnd
  case logicalOr
  /// a ?? b; the result is of `type`
  case nilCoalesce
  /// list = condition, then, else
  case ternary
  /// a = target (local, global, member, subscript, tuple of targets, discard), b = value
  case assign
  /// `_` as a target
  case discard
  /// &x or the receiver of a mutating call: a = the storage (local, global, member path, subscript)
  case inoutAccess

  // Optionals
  /// Evaluates a; nil if a `bindOptional` inside met nil; the value is already of Optional `type`
  case optionalChain
  /// a? inside an optionalChain
  case bindOptional
  /// a!
  case forceUnwrap
  /// `x == nil` (b = 0), `x != nil` (b = 1): a = value of Optional type; type Bool
  case isNil

  // Conversions of a to `type`
  case wrapOptional
  /// Double and CGFloat share their representation; Float differs
  case floatConversion
  /// to `any P`, `Any`, AnyHashable; flags unused
  case erase
  /// subclass to superclass
  case upcast
  /// [T] to [U], T? to U?, tuples: element-wise, by a conversion of the element type
  case collectionConversion
  /// functions that differ in throws, escaping, or converted parameters
  case functionConversion
  /// the existential a opened for a member use inside
  case openExistential

  // Casts: a = value, b = TypeID of the target
  case isTest
  case conditionalCast
  case forcedCast
  /// `as` where nothing is computed
  case coerce

  // Errors and concurrency
  /// try? a
  case tryOptional
  /// try! a
  case tryForce
  /// await a (try a is transparent)
  case await

  // Statements as expressions: a = StmtID whose branches end in `yield`
  case ifExpression
  case switchExpression
}

/// `TypedExpr.flags`
package enum TypedExprFlags {
  /// call: statically known function
  package static let direct: UInt8 = 0
  /// call, computedMember, subscriptMember: requirement of a protocol, found through the type of self (type parameter
  /// or existential); for static requirements through the first type argument
  package static let witness: UInt8 = 1
  /// call, computedMember: overridable class member
  package static let virtual: UInt8 = 2
  /// storedMember: the wrapper's storage `_name` rather than the wrapped value
  package static let storage: UInt8 = 4
  /// error: the list begins with the receiver
  package static let receiver: UInt8 = 8
  /// error: `a` is the declaration that was called
  package static let callee: UInt8 = 16
  /// intLiteral: written with a minus sign
  package static let negative: UInt8 = 32
  /// intLiteral: has more than 64 bits
  package static let tooLong: UInt8 = 64
}

package struct TypedStmt: BitwiseCopyable {
  package var kind: TypedStmtKind
  package var node: NodeID
  package var a: UInt32 = 0
  package var b: UInt32 = 0
  package var c: UInt32 = 0
  package var list = ListRange.empty

  package init(_ kind: TypedStmtKind, node: NodeID) {
    self.kind = kind
    self.node = node
  }
}

package enum TypedStmtKind: UInt8, CaseIterable, BitwiseCopyable {
  /// a = ExprID, value dropped
  case expression
  /// list = statements, a scope of its own
  case block
  /// a = PatternID, b = ExprID or none (declared without a value)
  case declare
  /// list = conditions; a = then block, b = else statement or none
  case ifElse
  /// list = conditions; a = else block
  case guardElse
  // Conditions stand in the lists of ifElse, guardElse and whileLoop
  /// a = ExprID
  case conditionExpression
  /// `if let`, `if case`: a = PatternID, b = ExprID
  case conditionPattern
  /// #available: a = 0 or 1, known at compile time
  case conditionConstant
  /// list = conditions; a = body, b = label id (index in strings) or none
  case whileLoop
  /// a = body, b = condition ExprID, c = label
  case repeatLoop
  /// a = PatternID, b = sequence ExprID, c = body; list = where ExprID (or empty), label string index (or none),
  /// DeclID of makeIterator, DeclID of next (list = the four of them, none where
  /// there is none; the last two are none for Array, Range, ClosedRange, Dictionary, String: lowered directly)
  case forIn
  /// a = subject ExprID, b = label; list = `switchCase` statements
  case switchOver
  /// list = PatternIDs (alternatives), a = where ExprID or none, b = body block, c = 1 for default
  case switchCase
  /// a = ExprID or none
  case returnValue
  /// value of the surrounding if or switch expression: a = ExprID
  case yield
  /// a = label string index or none
  case breakLoop
  case continueLoop
  case fallthroughCase
  /// a = ExprID
  case throwError
  /// a = body; list = `catchClause`
  case doCatch
  /// list = PatternIDs, a = where ExprID or none, b = body
  case catchClause
  /// a = block, run when the scope is left
  case deferred
  /// a = LocalID, b = index in `closures`: a local function
  case localFunction
}

package struct TypedPattern: BitwiseCopyable {
  package var kind: TypedPatternKind
  package var type: TypeID
  package var node: NodeID
  package var a: UInt32 = 0
  package var b: UInt32 = 0
  package var list = ListRange.empty

  package init(_ kind: TypedPatternKind, type: TypeID, node: NodeID) {
    self.kind = kind
    self.type = type
    self.node = node
  }
}

package enum TypedPatternKind: UInt8, CaseIterable, BitwiseCopyable {
  case wildcard
  /// a = LocalID
  case bind
  /// list = sub-patterns
  case tuple
  /// a = DeclID of the case, list = sub-patterns of the payload (empty: payload ignored; one of tuple type for several
  /// values: it matches their tuple)
  case enumCase
  /// x? or .some(x): a = sub-pattern
  case some
  /// .none or nil
  case none
  /// is T: a = TypeID
  case isType
  /// p as T: a = sub-pattern, b = TypeID
  case asType
  /// a = ExprID of type Bool that compares the value; the value itself is LocalID b
  case expression
}

package struct TypedLocal {
  package var name: String
  package var type: TypeID
  package var isMutable: Bool
  /// Captured by an escaping closure while mutable: lives in a box.
  package var isCaptured: Bool
  package var isInout: Bool
  package var node: NodeID

  package init(name: String, type: TypeID, isMutable: Bool, node: NodeID) {
    self.name = name
    self.type = type
    self.isMutable = isMutable
    self.isCaptured = false
    self.isInout = false
    self.node = node
  }
}

package struct TypedClosure {
  package var type: TypeID
  package var node: NodeID
  package var parameters: [LocalID]
  /// Locals of enclosing bodies used inside, in order of first use.
  package var captures: [LocalID]
  /// `[weak self]`, `[x = expr]`: locals of the closure with their initial values from outside.
  package var captureList: [(local: LocalID, value: ExprID, isWeak: Bool)]
  package var body: StmtID
  package var name: String
  package var isAsync: Bool

  package init(type: TypeID, node: NodeID) {
    self.type = type
    self.node = node
    parameters = []
    captures = []
    captureList = []
    body = .none
    name = ""
    isAsync = false
  }
}
