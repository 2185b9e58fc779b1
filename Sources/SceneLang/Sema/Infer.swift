/// Checks one body: names, expressions, statements and patterns become a `TypedBody`.
///
/// One instance checks one body at a time and keeps its scratch buffers for the next; `BodyChecker` owns a stack of them,
/// because the type of a variable without annotation may be asked for in the middle of another body. The parts are
/// extensions in the files Infer*.swift; docs/development/inference.md says what lies where.
package final class Infer {
  let sema: Sema
  /// Owns its instances, and is there as long as they are.
  unowned(unsafe) let checker: BodyChecker
  let memo: InferenceMemo
  let known: KnownTypes
  /// Somebody listens to what names mean and where expressions begin and end.
  var isHeard = false

  /// The body in the making.
  var body = BodyTables()
  var solver = SolverState()
  /// Interned variable types by number.
  var variableTypes = Growable<TypeID>()
  /// How many full expressions are open (nested through closures).
  var expressionDepth = 0
  /// The operator sequence in parentheses or in an argument that is checked last.
  var nestedSequence = NodeID.none
  /// Number of variables where each full expression that is open began.
  var statementVariables = Growable<Int>()

  // MARK: What is being checked
  var tree: SyntaxTree
  /// Those of `tree`, where it is a file of the module. They live as long as `sema`.
  var tokenNames = TokenNameRows()
  var file = 0
  /// The declaration whose body this is; names are looked up from here.
  var context = DeclID.none
  /// `Self` of the surrounding type, or `none` in free functions.
  var selfType = TypeID.none
  /// The enclosing function is static, or there is no instance yet.
  var isStaticContext = false
  /// Inside an initialiser: constants may be assigned, wrappers initialised.
  var isInitializer = false
  var isMutatingSelf = false

  // MARK: Scopes
  struct LocalEntry {
    var name: NameID
    var local: LocalID
    /// A local function or type, else `none`.
    var decl: DeclID
    /// Entry of the same name that this one hides, or -1.
    var hidden: Int32
  }
  var localEntries = Growable<LocalEntry>()
  /// Innermost entry by name, or -1.
  var localHeads = Growable<Int32>()
  /// Depth of `functions` where each local was declared.
  var localDepth = Growable<UInt16>()
  /// Locals declared without a value, still unassigned.
  var functions: [FunctionContext] = []

  // MARK: Scratch
  var arguments = Growable<CallArgument>()
  var matches = Growable<Int32>()
  /// Values of the calls that are being written, by parameter, the innermost call's last.
  var argumentValues = Growable<ExprID>()
  /// Lists of type arguments, those in use first.
  private var argumentLists: [[TypeID]] = []
  private var lentLists = 0
  /// Suffixes of the chains that are being checked, the outermost first.
  var suffixLists: [[NodeID]] = []
  var lentSuffixes = 0
  /// Literals whose type was a variable when they were built.
  var pendingLiterals = Growable<ExprID>()
  /// Operator applications whose operand types were variables when they were built.
  var pendingOperators = Growable<PendingOperator>()
  /// Closures of a chain that wait until the whole chain is known (`InferDeferred`).
  var deferredClosures: [DeferredClosure] = []
  var defersClosures = false
  /// The statement of a builder with generic arguments that is being checked, and the type that its chain may begin with.
  var builderItem = NodeID.none
  var builderRoot = TypeID.none
  /// Was a closure met in a chain whose result alone decides a type argument?
  var sawDecidingClosure = false
  /// Diagnostics of this body, in order; a speculation cuts them back.
  var diagnostics: [Diagnostic] = []
  /// Names reported as unknown in this body.
  var unknownNames = IDSet<UInt32>()
  /// Names of locals (their nodes) whose binding is annotated with `T!`.
  var unwrappedAnnotations: [UInt32: UInt32] = [:]
  /// The call that is resolved is followed by a subscript.
  var isSubscripted = false
  /// The initial value of a variable without annotation: only there elements of several types need one.
  var annotatedNowhere = NodeID.none
  /// Where the full expressions that are open begin among the body's, outermost first.
  var expressionStarts = Growable<Int>()
  /// Uncalled names of several functions, by the node of the name where the first was taken: the context may mean another.
  var overloadedReferences: [UInt32: [Candidate]] = [:]
  /// Whether a name, by type, is taken for one of an asset catalogue.
  var assetMemo = IDMap<PairID, Bool>()
  /// The brackets that are being checked may be those of a type.
  var allowsTypeNames = false
  var nesting = 0
  var declaration = DeclID.none
  var declarationNode = NodeID.none
  /// Local functions whose bodies are being checked, innermost last.
  var localScopes: [DeclID] = []
  /// Locals declared without a value, not yet assigned; and those whose assignment declared their value.
  var unassigned = IDSet<UInt32>()
  var assignedOnce = IDSet<UInt32>()
  var parameterLocals = IDSet<UInt32>()
  /// Locals that are functions without parameters, called where their name is used.
  var computedLocals = IDSet<UInt32>()
  /// Locals that hold a property wrapper.
  var wrappedLocals = IDSet<UInt32>()
  var localFunctions = IDMap<NodeID, (LocalID, DeclID)>()
  /// Types of fixed operands inside flexible arguments, by node.
  var fixedTypes = IDMap<UInt64, TypeID>()
  /// Result types of the `if` and `switch` expressions around, innermost last.
  var yieldTypes: [TypeID] = []
  /// Start of the scope whose bindings further alternatives of a case share, or -1.
  var sharedBindings = -1
  /// Closures whose bodies throw (as opposed to those that are only allowed to), for `rethrows`.
  var throwingClosures = IDSet<UInt32>()
  /// Expressions being checked for the sake of a trial only.
  var trialDepth = 0
  /// Result builders of the closures and functions around, innermost last.
  var builderStack: [DeclID] = []
  /// What is both a style and a view (a gradient) counts as a view: `opacity` is the view's.
  var prefersView = false
  /// Calls being attempted with their closures, around this one.
  var speculationDepth = 0
  /// Steps of a full expression behind which no further candidates are tried.
  var stepLimit = Infer.leastSteps
  var isFailable = false
  /// `self.init` or `super.init` was called.
  var delegated = false
  /// The initial value of an instance property: there is no `self` yet.
  var isPropertyInitializer = false
  var staticSelf = LocalID.none
  var lastUnderlying = TypeID.none
  var sequenceRows: [SequenceRow] = []
  var precedences = IDMap<NameID, Precedence>()

  init(sema: Sema, checker: BodyChecker, known: KnownTypes) {
    self.sema = sema
    self.checker = checker
    memo = checker.memo
    self.known = known
    tree = checker.emptyTree
  }

  var types: TypeTable {
    @inline(__always) _read { yield sema.types }
    @inline(__always) _modify { yield &sema.types }
  }

  /// The row of a type that has just been made. In `types[resolve(type)]` the table may be read before `resolve` adds
  /// to it; an argument is evaluated first.
  @inline(__always) func typeRow(_ type: TypeID) -> TypeTable.Row { types[type] }

  /// Forgets everything of the body before.
  func reset() {
    body.clear()
    solver.reset()
    expressionDepth = 0
    expressionStarts.clear()
    annotatedNowhere = .none
    isSubscripted = false
    if !overloadedReferences.isEmpty { overloadedReferences.removeAll(keepingCapacity: true) }
    statementVariables.clear()
    deferredClosures.removeAll(keepingCapacity: true)
    defersClosures = false
    context = .none
    selfType = .none
    isStaticContext = false
    isInitializer = false
    isMutatingSelf = false
    for i in localEntries.indices { localHeads[Int(localEntries[i].name.raw)] = -1 }
    // Most are empty already, which is cheaper to see than to make.
    localEntries.clear()
    localDepth.clear()
    functions.clear()
    arguments.clear()
    matches.clear()
    argumentValues.clear()
    pendingLiterals.clear()
    pendingOperators.clear()
    diagnostics.clear()
    unknownNames.removeAll(keepingCapacity: true)
    allowsTypeNames = false
    nesting = 0
  }

  // MARK: Lent memory

  /// Hands out a list for the type arguments of a call that is being written; its memory serves one call after the other.
  @inline(__always) func lendArguments(_ list: inout [TypeID]) {
    if lentLists == argumentLists.count { argumentLists.append([]) }
    swap(&list, &argumentLists[lentLists])
    lentLists += 1
  }

  @inline(__always) func takeBackArguments(_ list: inout [TypeID]) {
    list.clear()
    lentLists -= 1
    swap(&list, &argumentLists[lentLists])
  }

  // MARK: Names

  @inline(__always) func name(_ token: TokenID) -> NameID {
    if token == .none { return .none }
    return tokenNames.known(token) ?? firstName(token)
  }

  @inline(never) private func firstName(_ token: TokenID) -> NameID { tokenNames.name(token, in: tree, &sema.names) }

  func text(_ name: NameID) -> String { sema.names[name] }

  func pushScope() -> Int { localEntries.count }

  func popScope(_ start: Int) {
    while localEntries.count > start {
      let entry = localEntries.removeLast()
      localHeads[Int(entry.name.raw)] = entry.hidden
    }
  }

  func declare(_ name: NameID, _ local: LocalID, decl: DeclID = .none) {
    if name == .none { return }
    let index = Int(name.raw)
    while localHeads.count <= index { localHeads.append(-1) }
    localEntries.append(LocalEntry(name: name, local: local, decl: decl, hidden: localHeads[index]))
    localHeads[index] = Int32(localEntries.count - 1)
  }

  func lookupLocal(_ name: NameID) -> LocalEntry? {
    let index = Int(name.raw)
    guard index < localHeads.count, localHeads[index] >= 0 else { return nil }
    return localEntries[Int(localHeads[index])]
  }
}

/// The function or closure whose statements are being checked.
struct FunctionContext {
  /// Index in `TypedBody.closures`, -1 for the outermost function.
  var closure: Int
  /// Type of `return` values; may hold variables in a closure. `none` in a body without results (initialiser).
  var result: TypeID
  var builder = DeclID.none
  /// Errors may leave.
  var isThrowing = false
  /// What `throws(E)` names; `none` for any error.
  var thrown = TypeID.none
  /// The `do` statements with clauses, and the `try?`, around; innermost last.
  var caught: [CaughtErrors] = []
  /// A closure whose throwing and awaiting is found out from its body.
  var infersEffects = false
  var didThrow = false
  var didAwait = false
  var isAsync = false
  /// Inside `try`, `try?` or `try!`.
  var tryDepth = 0
  var awaitDepth = 0
  /// Inside a `do` whose catch clauses take every error.
  var catchDepth = 0
  var returnCount = 0
  /// `defer` blocks around.
  var deferDepth = 0
  /// Result of an opaque function: the underlying types its `return`s have.
  var underlying = TypeID.none
  var isOpaque = false
  /// Asks for a version of the system: its results may then have several types.
  var asksAvailability = false
  /// What a closure captures, once that is too much to be searched.
  var capturedSet = IDSet<UInt32>()
  static let fewCaptures = 16
  /// Loops and switches around, innermost last.
  var jumps: [JumpTarget] = []
  /// Statements of a single-expression body give its value.
  var isSingleExpression = false
}

struct JumpTarget {
  var label: NameID
  var isLoop: Bool
  var isSwitch: Bool
}

/// One argument of a call as written.
struct CallArgument {
  var label: NameID
  /// Expression; for `&x` the inoutExpr.
  var node: NodeID
  /// Whole argument, for its place.
  var whole: NodeID
  var isTrailing: Bool
  var shape: ArgumentShape
  /// Parameters a closure names or `$n` it uses; -1 for none of both.
  var arity: Int16
  /// The value once checked without context, shared by all candidates.
  var expr: ExprID
  var wait = ArgumentWait.none
}

/// Whether an argument is put off while a call is written.
enum ArgumentWait: UInt8 {
  case none
  /// Until the others of its kind are checked.
  case forOthers
  /// Its type is what only the closures will tell.
  case forClosures
}

/// What an argument needs of its parameter before it can be checked.
enum ArgumentShape: UInt8 {
  /// Its type does not depend on the parameter.
  case fixed
  /// Literals, implicit members, and what is made of them: takes the parameter's type.
  case flexible
  case closure
  case keyPath
  case inoutValue
}

/// An arithmetic or comparison operator between operands that were all literals when it was met.
struct PendingOperator {
  var expr: ExprID
  var name: NameID
  var isPrefix: Bool
  /// The operand whose type decides a comparison.
  var operand = ExprID.none
}
