/// Trying a call with its closures checked: only where candidates of equal rank differ in what they do with a closure.
///
/// Everything a check appends is cut back to the snapshot, so a failed attempt leaves no trace. Attempts are not nested
/// more than twice, and at most four candidates are attempted, so the cost stays linear.

struct Snapshot {
  var expressions: Int
  var statements: Int
  var patterns: Int
  var lists: Int
  var locals: Int
  var closures: Int
  var strings: Int
  var words: Int
  /// Of the closures that are open
  var captures: [Int]
  var functions: [FunctionContext]
  var arguments: [CallArgument]
  var pendingLiterals: [ExprID]
  var pendingOperators: [PendingOperator]
  var diagnostics: Int
  var unknownNames: IDSet<UInt32>
  var solver: SolverMark
  var unassigned: IDSet<UInt32>
  var assignedOnce: IDSet<UInt32>
}

extension Infer {
  func snapshot() -> Snapshot {
    Snapshot(
      expressions: body.expressions.count, statements: body.statements.count, patterns: body.patterns.count,
      lists: body.lists.count, locals: body.locals.count, closures: body.closures.count, strings: body.strings.count,
      words: body.words.count, captures: openClosures(functions).map { body.closures[$0].captures.count },
      functions: functions,
      arguments: arguments.array, pendingLiterals: pendingLiterals.array, pendingOperators: pendingOperators.array,
      diagnostics: diagnostics.count, unknownNames: unknownNames, solver: mark(), unassigned: unassigned,
      assignedOnce: assignedOnce)
  }

  /// Closures whose bodies are being checked: no other ones capture anything meanwhile.
  private func openClosures(_ functions: [FunctionContext]) -> [Int] {
    functions.compactMap { $0.closure < 0 ? nil : $0.closure }
  }

  func restore(_ snapshot: Snapshot) {
    body.expressions.removeLast(body.expressions.count - snapshot.expressions)
    body.statements.removeLast(body.statements.count - snapshot.statements)
    body.patterns.removeLast(body.patterns.count - snapshot.patterns)
    body.lists.removeLast(body.lists.count - snapshot.lists)
    localDepth.removeLast(body.locals.count - snapshot.locals)
    body.locals.removeLast(body.locals.count - snapshot.locals)
    body.closures.removeLast(body.closures.count - snapshot.closures)
    for (i, count) in zip(openClosures(snapshot.functions), snapshot.captures) {
      let extra = body.closures[i].captures.count - count
      if extra > 0 { body.closures[i].captures.removeLast(extra) }
    }
    body.strings.removeLast(body.strings.count - snapshot.strings)
    body.words.removeLast(body.words.count - snapshot.words)
    functions = snapshot.functions
    arguments.replace(with: snapshot.arguments)
    pendingLiterals.replace(with: snapshot.pendingLiterals)
    pendingOperators.replace(with: snapshot.pendingOperators)
    diagnostics.removeLast(diagnostics.count - snapshot.diagnostics)
    unknownNames = snapshot.unknownNames
    rewind(snapshot.solver)
    unassigned = snapshot.unassigned
    assignedOnce = snapshot.assignedOnce
  }

  /// Do candidates differ in the type or the builder of a parameter that takes a closure?
  func closuresDiffer(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    var seen: [(parameter: Signature.Parameter, argument: Int, requirements: Int)] = []
    for candidate in candidates {
      let signature = sema.signature(of: candidate.decl)
      guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
      for i in range where arguments[i].shape == .closure {
        let position = Int(matches[matchBase + i - range.lowerBound])
        guard position >= 0 else { continue }
        let parameter = signature.parameters[position]
        for other in seen where other.argument == i {
          if other.parameter.builder != parameter.builder { return true }
          if functionShape(other.parameter.type) != functionShape(parameter.type) { return true }
          // Of the module's own, one may ask of the closure's result what the other does not.
          if other.requirements != signature.requirements.count, !sema.decls.has(candidate.decl, .isPrelude) {
            return true
          }
        }
        seen.append((parameter, i, signature.requirements.count))
      }
    }
    return false
  }

  /// Whether a closure's result is nothing, a value or an optional, or concrete.
  private func functionShape(_ type: TypeID) -> Int {
    var type = type
    while isOptional(type) { type = types.argument(type, 0) }
    guard types.kind(type) == .function else { return 0 }
    let result = types.argument(type, types.argumentCount(type) - 1)
    if result == types.void { return 1 }
    if isOptional(result) { return 2 }
    switch types.kind(result) {
    case .parameter, .member, .variable: return 3
    default: return 4 + Int(truncatingIfNeeded: result.raw)
    }
  }
}
