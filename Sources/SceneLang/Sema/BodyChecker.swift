/// The inference side as others see it: bodies for lowering, inferred types for the declaration side, and the check of a
/// whole module.

/// What bodies ask again and again, remembered for the module.
final class InferenceMemo {
  /// `(operator, type)` to the prelude's function.
  var operators = IDMap<UInt64, DeclID>()
  var viewMethods = IDMap<UInt64, DeclID>()
  /// Orders of candidates that were found.
  var choices = IDMap<ChoiceKey, [Int]>()
  var labelChoices = IDMap<ChoiceKey, LabelChoice>()
}

package final class BodyChecker: BodyInference, BodySource {
  package let sema: Sema
  let known: KnownTypes
  /// Instances that are free; one is taken for each body, because bodies ask for the types of other declarations.
  private var free: [Infer] = []
  /// The one whose body is being checked.
  private var running: Infer?
  /// What `running` puts in the place of generic arguments that are not written.
  private lazy var freshArgument: () -> TypeID = { [unowned self] in running?.freshVariable() ?? sema.types.error }
  let emptyTree: SyntaxTree
  let memo = InferenceMemo()
  /// Types declared inside bodies, checked after them.
  var localTypes: [DeclID] = []
  private var underlying = IDMap<UInt64, TypeID>()
  private var runningBodies = IDSet<UInt64>()
  /// Declarations whose bodies `check` leaves out: what was found in them is known.
  var isUntouched: ((DeclID) -> Bool)?
  /// Called for each name that is resolved (file, node, declaration); for the language server.
  package var uses: ((Int, NodeID, DeclID) -> Void)?
  /// Takes each body of the module that was checked; for the lint rules.
  package var keep: ((DeclID, BodyPart, consuming TypedBody) -> Void)?
  /// Called for each body that has been checked, with its file; for the language server.
  package var checkedBody: ((Int, TypedBody) -> Void)?
  /// Called around each full expression, those of closures inside the one that they are part of; at its end with its file
  /// (as in `Sema.trees`) and a node of it. For benchmarks.
  package var expressionBegins: (() -> Void)?
  package var expressionEnds: ((Int, NodeID) -> Void)?
  /// A place about which the language server asks.
  package var probe: BodyProbe?
  /// Solver steps of all bodies, for tests of linear cost.
  package private(set) var steps = 0

  package init(_ sema: Sema) {
    self.sema = sema
    known = KnownTypes(sema)
    emptyTree = SyntaxTree(source: SourceFile(name: "", bytes: []))
    sema.bodies = self
  }

  deinit { if sema.bodies === self { sema.bodies = nil } }

  private func take() -> Infer { free.popLast() ?? Infer(sema: sema, checker: self, known: known) }

  /// Sets an instance up for a declaration, runs `work`, hands in what it reported, and frees it.
  private func with<R>(_ decl: DeclID, _ work: (Infer) -> R) -> R {
    let infer = take()
    infer.reset()
    infer.isHeard = uses != nil || probe != nil || expressionBegins != nil || expressionEnds != nil
    let before = sema.enter(decl)
    let (outside, hook) = (running, sema.unwrittenArgument)
    running = infer
    sema.unwrittenArgument = freshArgument
    infer.start(decl)
    let outer = sema.diagnostics.owner
    sema.diagnostics.owner = decl
    let result = work(infer)
    running = outside
    sema.unwrittenArgument = hook
    sema.leave(before)
    for diagnostic in infer.diagnostics {
      sema.diagnostics.report(diagnostic, file: infer.file, isOfBody: true)
    }
    sema.diagnostics.owner = outer
    infer.tree = emptyTree
    infer.solver.reset()
    steps += infer.solver.totalSteps
    infer.solver.totalSteps = 0
    free.append(infer)
    return result
  }

  // MARK: BodySource

  package func typedBody(of decl: DeclID, _ part: BodyPart) -> TypedBody? {
    with(decl) { infer in
      guard infer.checkPart(part) else { return nil }
      let body = infer.body.copied()
      checkedBody?(infer.file, body)
      return body
    }
  }

  // MARK: BodyInference

  package func inferVariableType(_ variable: DeclID) -> TypeID {
    with(variable) { infer in infer.variableType() }
  }

  package func inferStorageType(_ variable: DeclID) -> TypeID {
    with(variable) { infer in infer.wrapperStorageType() }
  }

  package func inferUnderlyingType(_ decl: DeclID, ordinal: UInt32) -> TypeID {
    let key = UInt64(decl.raw) << 32 | UInt64(ordinal)
    if let known = underlying[key] { return known }
    guard runningBodies.insert(key).inserted else { return sema.types.error }
    defer { runningBodies.remove(key) }
    let result = with(decl) { infer in infer.underlyingType() }
    underlying[key] = result
    return result
  }

  /// The type that the default value of a generic parameter has by itself; the error type where that is not known.
  func defaultType(of parameter: DeclID) -> TypeID {
    let key = UInt64(parameter.raw) << 32 | 0xFFFF_FFFF
    if let known = underlying[key] { return known }
    guard runningBodies.insert(key).inserted else { return sema.types.error }
    defer { runningBodies.remove(key) }
    let silence = sema.diagnostics.silence
    sema.diagnostics.silence += 1
    let result: TypeID = with(parameter) { infer in
      defer { infer.diagnostics.removeAll() }
      guard infer.checkPart(.defaultValue), infer.diagnostics.isEmpty else { return sema.types.error }
      return infer.returnedType()
    }
    sema.diagnostics.silence = silence
    underlying[key] = result
    return result
  }

  // MARK: Whole module

  /// Checks every body of the module's own declarations; `only` names the one file (by index) that is asked about.
  package func checkModule(only: Int? = nil) {
    for decl in sema.moduleDeclarations() {
      if let only, sema.decls.file(decl) != only + 1 { continue }
      check(decl, depth: 0)
    }
    checkStatements { file in only.map { $0 + 1 == file } ?? true }
    checkLocalTypes()
  }

  /// Statements at the top of files: not played, but checked as those of a function are.
  private func checkStatements(_ isAsked: (Int) -> Bool) {
    for (file, nodes) in sema.module.statements where isAsked(file) {
      with(sema.module.files[file - 1]) { infer in infer.checkTopLevel(nodes, file: file) }
    }
  }

  /// Checks the bodies in some of the module's files.
  package func checkModule(files: [Bool]) {
    for decl in sema.moduleDeclarations() where files[sema.decls.file(decl) - 1] { check(decl, depth: 0) }
    checkStatements { files[$0 - 1] }
    checkLocalTypes()
  }

  /// Checks the bodies of a declaration whose text changed.
  func checkAgain(_ decl: DeclID) {
    underlying.removeAll { UInt32(truncatingIfNeeded: $0 >> 32) == decl.raw }
    check(decl, depth: 0)
    checkLocalTypes()
  }

  /// Checks the bodies of a declaration once more, and tells what its names mean and what a place in it is.
  package func inspect(
    _ decl: DeclID, uses: ((Int, NodeID, DeclID) -> Void)? = nil, body: ((Int, TypedBody) -> Void)? = nil,
    probe: BodyProbe? = nil
  ) {
    let kept = keep
    keep = nil
    self.uses = uses
    checkedBody = body
    self.probe = probe
    check(decl, depth: 0)
    checkLocalTypes()
    keep = kept
    self.uses = nil
    checkedBody = nil
    self.probe = nil
  }

  private func checkLocalTypes() {
    var index = 0
    while index < localTypes.count {
      check(localTypes[index], depth: 0)
      index += 1
    }
    localTypes.removeAll()
  }

  /// Checks the bodies of one declaration and of what is declared in it.
  package func check(_ decl: DeclID, depth: Int = 0) {
    guard depth < 64 else { return }
    if let isUntouched, !sema.decls.kind(decl).isTypeContext, isUntouched(decl) { return }
    switch sema.decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .extensionDecl:
      if sema.decls.kind(decl) == .extensionDecl, sema.extendedNominal(of: decl) == .none { return }
      for member in sema.declaredMembers(of: decl) { check(member, depth: depth + 1) }
    case .function, .initializer, .deinitializer:
      visit(decl, .body)
      checkDefaults(decl)
    case .subscript_:
      visit(decl, .body)
      visit(decl, .setter)
      checkDefaults(decl)
    case .variable:
      let accessors = accessors(of: decl)
      if accessors != .codeBlock, !isLeftOut(decl) { visit(decl, .initialValue) }
      if accessors != nil { visit(decl, .body) }
      if let accessors, accessors != .codeBlock {
        visit(decl, .setter)
        visit(decl, .willSet)
        visit(decl, .didSet)
      }
    case .enumCase: checkDefaults(decl)
    case .macro: visit(decl, .body)
    default: break
    }
  }

  private func visit(_ decl: DeclID, _ part: BodyPart) {
    if let body = typedBody(of: decl, part) { keep?(decl, part, body) }
  }

  /// The kind of what stands in braces behind a variable: a block is its getter alone.
  private func accessors(of decl: DeclID) -> SyntaxKind? {
    let (file, node) = sema.syntax(of: decl)
    guard node != .none, sema.tree(file).kind(node) == .patternBinding else { return nil }
    return sema.tree(file).kindIfPresent(sema.tree(file).node(node, at: Slot.bindingAccessors))
  }

  private func checkDefaults(_ decl: DeclID) {
    let signature = sema.signature(of: decl)
    for parameter in signature.parameters where parameter.hasDefault && parameter.decl != .none {
      visit(parameter.decl, .defaultValue)
    }
  }
}
