/// Choosing among candidates of one call: trials on the trail, the score, and the last rules.
///
/// Candidates are filtered by labels first; usually one survives and no trial is made. Scores are compared place by
/// place; ties go to the more specific candidate, then the module's before the prelude's, then to the first declared,
/// so a call is never ambiguous.

/// What a candidate costs, fewest first, in the order of the fields.
struct Score {
  var unavailable = 0
  var disfavored = 0
  var literals = 0
  var optionals = 0
  var doubles = 0
  var existentials = 0
  var functions = 0
  var collections = 0
  var upcasts = 0
  var generics = 0

  static func + (a: Score, b: Score) -> Score {
    var sum = a
    sum.unavailable += b.unavailable
    sum.disfavored += b.disfavored
    sum.literals += b.literals
    sum.optionals += b.optionals
    sum.doubles += b.doubles
    sum.existentials += b.existentials
    sum.functions += b.functions
    sum.collections += b.collections
    sum.upcasts += b.upcasts
    sum.generics += b.generics
    return sum
  }

  /// Negative if this one is better.
  func compare(_ other: Score) -> Int {
    if unavailable != other.unavailable { return unavailable - other.unavailable }
    if disfavored != other.disfavored { return disfavored - other.disfavored }
    if literals != other.literals { return literals - other.literals }
    if optionals != other.optionals { return optionals - other.optionals }
    if doubles != other.doubles { return doubles - other.doubles }
    if existentials != other.existentials { return existentials - other.existentials }
    if functions != other.functions { return functions - other.functions }
    if collections != other.collections { return collections - other.collections }
    return upcasts - other.upcasts
  }
}

/// How a trial ended.
struct Trial {
  var score = Score()
  /// Argument (index in the call) that did not fit, -1 for none, -2 for the result, -3 for a requirement.
  var failed = -1
  /// Arguments that fitted, twice; an argument that would fit if it were unwrapped counts once.
  var fitted = 0
  var isViable: Bool { failed == -1 }
}

extension Infer {
  /// Tries one candidate and undoes what it bound.
  func trial(
    _ candidate: Candidate, _ range: Range<Int>, matchesAt: Int, base: ExprID, expected: TypeID
  ) -> Trial {
    let start = mark()
    defer { rewind(start) }
    solver.steps += 1
    var result = Trial()
    let decl = candidate.decl
    let signature = sema.signature(of: decl)
    if sema.decls.has(decl, .isUnavailable) { result.score.unavailable += 1 }
    if sema.decls.has(decl, .isDisfavored) { result.score.disfavored += 1 }
    var typeArguments: [TypeID] = []
    lendArguments(&typeArguments)
    defer { takeBackArguments(&typeArguments) }
    sema.openArguments(of: candidate, into: &typeArguments)
    let firstOwn = typeArguments.count
    while typeArguments.count < signature.genericParameters.count { typeArguments.append(freshVariable()) }
    if firstOwn < typeArguments.count { result.score.generics = 1 }
    let openStart = solver.open.count
    for requirement in signature.requirements.dropFirst(heldRequirements(of: candidate, signature)) {
      solver.mayOpen = isOpenable(requirement, signature)
      defer { solver.mayOpen = false }
      let substituted = sema.substitute(requirement, typeArguments)
      switch solve(substituted) {
      case .some(true): break
      case .some(false):
        result.failed = -3
        return result
      case nil: solver.open.append(substituted)
      }
    }
    // Values first, then what takes its type from the parameter.
    for pass in 0..<2 {
      for i in range {
        let isLate: Bool
        switch arguments[i].shape {
        case .fixed, .inoutValue: isLate = false
        default: isLate = true
        }
        if isLate != (pass == 1) { continue }
        let position = Int(matches[matchesAt + i - range.lowerBound])
        let parameter = signature.parameters[position]
        if types.kind(parameter.type) == .pack {
          result.fitted += 2
          continue
        }
        let target = parameterType(parameter, typeArguments)
        solver.steps += 1
        switch arguments[i].shape {
        case .fixed:
          if parameter.isInout {
            result.failed = i - range.lowerBound
            return result
          }
          var given = type(of: fixedArgument(i))
          if formatsDouble(i, target, range) {
            given = known.double
            result.score.doubles += 1
          }
          guard
            let conversion = conversion(from: given, to: target) ?? overloadConverts(fixedArgument(i), to: target)
          else {
            if mayBecomeView(type(of: fixedArgument(i)), target) { break }
            if isMixedRange(type(of: fixedArgument(i)), target) {
              result.score.doubles += 1
              break
            }
            let found = resolve(type(of: fixedArgument(i)))
            if isImplicitlyUnwrapped(fixedArgument(i)),
              let inner = self.conversion(from: types.argument(found, 0), to: target)
            {
              result.score = result.score + inner.score
              result.fitted += 2
              continue
            }
            if isOptional(found), self.conversion(from: types.argument(found, 0), to: target) != nil {
              result.fitted += 1
            }
            result.failed = i - range.lowerBound
            return result
          }
          result.score = result.score + conversion.score
        case .inoutValue:
          if !parameter.isInout, isPointer(target) { break }
          if !parameter.isInout || !unify(type(of: fixedArgument(i)), target) {
            result.failed = i - range.lowerBound
            return result
          }
        default:
          guard !parameter.isInout, let cost = fits(arguments[i].node, target, arity: arguments[i].arity) else {
            result.failed = i - range.lowerBound
            return result
          }
          result.score = result.score + cost
        }
        result.fitted += 2
      }
      if !solveOpen(from: openStart) {
        result.failed = -3
        return result
      }
    }
    if expected != .none {
      let made = resolve(substitute(signature.result == .none ? types.void : signature.result, typeArguments))
      if !typeRow(resolve(expected)).summary.contains(.error) {
        if let conversion = conversion(from: made, to: expected), solver.open.isEmpty || solveOpen() {
          result.score = result.score + conversion.score
        } else {
          result.failed = -2
          return result
        }
      }
    }
    return result
  }

  /// `Text(width, format: .number)`: a CGFloat for an associated type that only a member without base will tell is given as
  /// a Double, which such members are made for.
  func formatsDouble(_ i: Int, _ target: TypeID, _ range: Range<Int>) -> Bool {
    guard arguments[i].shape == .fixed, types.kind(target) == .member, types[target].summary.contains(.variable),
      resolve(type(of: fixedArgument(i))) == known.cgFloat
    else { return false }
    return range.contains { arguments[$0].shape == .flexible && needsContext(arguments[$0].node) }
  }

  /// Of a member of a protocol that was found on a known type, the first requirements are why it was found; what a
  /// protocol asks of its associated types holds for the value in an existential.
  func heldRequirements(of candidate: Candidate, _ signature: Signature) -> Int {
    guard signature.contextRequirementCount > 0, candidate.base != .none else { return 0 }
    let row = types[candidate.base]
    if row.kind == .existential { return signature.contextRequirementCount }
    guard row.kind == .nominal || row.kind == .opaque, !row.summary.contains(.variable), !row.summary.contains(.error),
      candidate.route == .protocolExtension || candidate.route == .requirement
    else { return 0 }
    let owner = sema.owner(of: candidate.decl)
    return owner != .none && sema.decls.kind(owner) == .protocolDecl ? signature.contextRequirementCount : 0
  }

  /// A generic argument whose type the result does not mention: an existential is opened for it.
  func isOpenable(_ requirement: Requirement, _ signature: Signature) -> Bool {
    guard case .conforms(let subject, _) = requirement, types.kind(subject) == .parameter else { return false }
    let result = signature.result
    if result == .none || result == types.void { return true }
    return types.kind(result) == .nominal && !types[result].summary.contains(.parameter)
  }

  /// An unsafe pointer, which takes the storage of a variable.
  private func isPointer(_ type: TypeID) -> Bool {
    var type = resolve(type)
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    let decl = nominalDecl(type)
    return decl != .none && text(sema.decls.name(decl)).hasPrefix("Unsafe")
  }

  /// A modified gradient where a view is wanted: it is checked again as a view when the candidate is chosen.
  private func mayBecomeView(_ type: TypeID, _ target: TypeID) -> Bool {
    let target = resolve(target)
    guard types.kind(target) == .variable, isStyleOnly(type) else { return false }
    let bound = solver.bound[variableNumber(target)]
    return bound >= 0 && solver.bounds[Int(bound)].protocol == known.view && solver.bounds[Int(bound)].next < 0
  }

  /// `0...size.width` where a range of Double is wanted: it is checked again with its bounds converted.
  func isMixedRange(_ type: TypeID, _ target: TypeID) -> Bool {
    let type = resolve(type)
    let target = resolve(target)
    guard types.kind(type) == .nominal, types.kind(target) == .nominal, types.decl(type) == types.decl(target),
      types.argumentCount(type) == 1, known.isRange(types.decl(type))
    else { return false }
    let from = types.argument(type, 0)
    let to = types.argument(target, 0)
    return from == known.double && to == known.cgFloat || from == known.cgFloat && to == known.double
  }

  /// The type an argument of this parameter must have.
  func parameterType(_ parameter: Signature.Parameter, _ typeArguments: [TypeID]) -> TypeID {
    var type = substitute(parameter.type, typeArguments)
    if parameter.isAutoclosure, types.kind(type) == .function {
      type = types.argument(type, types.argumentCount(type) - 1)
    }
    return type
  }

  // MARK: Specificity

  /// Negative if the first candidate is more specific than the second.
  func compareSpecificity(
    _ a: Candidate, _ b: Candidate, defaultsA: Int, defaultsB: Int, variadicA: Bool, variadicB: Bool
  )
    -> Int
  {
    let left = sema.signature(of: a.decl)
    let right = sema.signature(of: b.decl)
    if variadicA != variadicB { return variadicA ? 1 : -1 }
    if left.isAsync != right.isAsync {
      // One that would have to be awaited is meant only where it is.
      let awaits = functions.last.map { $0.isAsync && $0.awaitDepth > 0 } ?? false
      return awaits == left.isAsync ? -1 : 1
    }
    if let around = builderStack.last, around != known.viewBuilderDecl {
      // In the content of tabs or of a table, what is made of such content comes first.
      let byBuilder = compareBuilders(left, right)
      if byBuilder != 0 { return byBuilder }
    }
    let ownLeft = ownGenerics(a, left)
    let ownRight = ownGenerics(b, right)
    if (ownLeft == 0) != (ownRight == 0) { return ownLeft == 0 ? -1 : 1 }
    if a.route == .protocolExtension, b.route == .protocolExtension {
      // A member of a protocol over one of the protocols it inherits.
      let first = sema.owner(of: a.decl)
      let second = sema.owner(of: b.decl)
      if first != second, first != .none, second != .none {
        if sema.inheritedProtocols(of: first).contains(second) { return -1 }
        if sema.inheritedProtocols(of: second).contains(first) { return 1 }
        if prefersView, first == known.viewDecl || second == known.viewDecl { return first == known.viewDecl ? -1 : 1 }
      }
    }
    let byBuilder = compareBuilders(left, right)
    if byBuilder != 0 { return byBuilder }
    if a.route != b.route {
      // A member of the type (or its class) over one that comes from a protocol.
      let rankA = a.route == .protocolExtension ? 1 : 0
      let rankB = b.route == .protocolExtension ? 1 : 0
      if rankA != rankB { return rankA - rankB }
    }
    let bySpecificType = compareParameterTypes(left, right)
    if bySpecificType != 0 { return bySpecificType }
    let byBounds = compareBounds(left.requirements, right.requirements)
    if byBounds != 0 { return byBounds }
    if left.requirements.count != right.requirements.count { return right.requirements.count - left.requirements.count }
    if defaultsA != defaultsB { return defaultsA - defaultsB }
    let preludeA = sema.decls.has(a.decl, .isPrelude)
    let preludeB = sema.decls.has(b.decl, .isPrelude)
    if preludeA != preludeB { return preludeA ? 1 : -1 }
    return 0
  }

  /// A closure built by the builder around the call, or else by `ViewBuilder`, comes first.
  private func compareBuilders(_ a: Signature, _ b: Signature) -> Int {
    guard let first = a.parameters.first(where: { $0.builder != .none })?.builder,
      let second = b.parameters.first(where: { $0.builder != .none })?.builder, first != second
    else { return 0 }
    if let around = builderStack.last {
      if first == around { return -1 }
      if second == around { return 1 }
    }
    if first == known.viewBuilderDecl { return -1 }
    if second == known.viewBuilderDecl { return 1 }
    return 0
  }

  /// `Element : StringProtocol` over `Element : Sequence`: a protocol over one that it inherits, on the same subject.
  private func compareBounds(_ a: [Requirement], _ b: [Requirement]) -> Int {
    var balance = 0
    for left in a {
      guard case .conforms(let subject, let first) = left, types.kind(subject) == .member else { continue }
      for right in b {
        guard case .conforms(subject, let second) = right, first != second else { continue }
        if sema.inheritedProtocols(of: types.decl(first)).contains(types.decl(second)) { balance -= 1 }
        if sema.inheritedProtocols(of: types.decl(second)).contains(types.decl(first)) { balance += 1 }
      }
    }
    return balance
  }

  private func ownGenerics(_ candidate: Candidate, _ signature: Signature) -> Int {
    signature.genericParameters.count - sema.outerArgumentCount(of: candidate)
  }

  /// Concrete parameters over generic ones, subclasses over superclasses, values over existentials.
  private func compareParameterTypes(_ a: Signature, _ b: Signature) -> Int {
    guard a.parameters.count == b.parameters.count else { return 0 }
    var balance = 0
    for i in a.parameters.indices {
      let left = a.parameters[i].type
      let right = b.parameters[i].type
      if left == right { continue }
      balance += generality(left) - generality(right)
      if generality(left) == generality(right), types.kind(left) == .nominal, types.kind(right) == .nominal {
        if isSubclass(left, of: right) { balance -= 1 } else if isSubclass(right, of: left) { balance += 1 }
      }
    }
    return balance
  }

  private func generality(_ type: TypeID) -> Int {
    switch types.kind(type) {
    case .parameter, .member: return 2
    case .existential: return 3
    case .nominal:
      if isOptional(type) { return 1 + generality(types.argument(type, 0)) }
      var worst = 0
      for i in 0..<types.argumentCount(type) { worst = max(worst, generality(types.argument(type, i)) > 1 ? 1 : 0) }
      return worst
    default: return 0
    }
  }
}
