/// Type variables of one full expression: a union-find with an undo trail, and unification.
///
/// Variables are numbered from 0 anew for each full expression, so the interned variable types are reused and the type
/// table does not grow with the input. A trial (one overload candidate) takes a mark, binds freely, and rewinds.

/// What a literal expression may become; ordered so that the larger kind wins where two numeric ones meet.
package enum LiteralKind: UInt8, BitwiseCopyable {
  case none, integer, float, boolean, character, string, interpolation, array, dictionary
}

struct SolverState: ~Copyable {
  struct Bound {
    var `protocol`: TypeID
    /// The one before of the same variable, or -1.
    var next: Int32
  }

  /// What a variable was before it was bound.
  struct Change {
    var variable: UInt32
    var binding: TypeID
    var literal: LiteralKind
    var bound: Int32
  }

  /// Binding by variable number; `.none` while free. A variable bound to another variable is an alias.
  var binding = Growable<TypeID>()
  var literal = Growable<LiteralKind>()
  /// Protocol (nominal type) a free variable must conform to, as a list through `bounds`.
  var bound = Growable<Int32>()
  var bounds = Growable<Bound>()
  /// Bounds (their positions) that an existential may meet: its value is opened for the call.
  var openingBounds = IDSet<Int>()
  /// While the requirements of a call are added: whether its result leaves the type out, so that it may be opened.
  var mayOpen = false
  var trail = Growable<Change>()
  /// Requirements that could not be decided yet.
  var open: [Requirement] = []
  /// The one at which `solveOpen` failed last.
  var refused: Requirement?
  /// `solveOpen` gave up in this full expression.
  var ranDry = false
  /// Requirements that `solveOpen` looked at in this full expression.
  var looks = 0
  /// Looks that a full expression is given: one with some thousand requirements that wait for each other needs as many.
  static let mostLooks = 2_000_000
  /// Unifications, conversions and candidate trials since the full expression began.
  var steps = 0
  /// Steps of all bodies, for tests of linear cost.
  var totalSteps = 0

  /// Counts the steps of a full expression anew.
  mutating func beginLink() {
    totalSteps += steps
    steps = 0
  }

  mutating func reset() {
    totalSteps += steps
    steps = 0
    binding.clear()
    literal.clear()
    bound.clear()
    bounds.clear()
    trail.clear()
    open.clear()
    ranDry = false
    looks = 0
    if !openingBounds.isEmpty { openingBounds.removeAll(keepingCapacity: true) }
  }
}

/// A point to which a trial is rewound.
package struct SolverMark {
  var trail: Int
  var variables: Int
  var open: [Requirement]
  var bounds: Int
}

extension Infer {
  /// Steps that every full expression may take, and those for each token of the declaration around it: a view's body is one
  /// expression, however long it is. Behind them the first viable candidate of each call is taken without further trials.
  static let leastSteps = 20_000
  static let stepsPerToken = 200
  static let mostSteps = 2_000_000
  /// Attempts within attempts: a closure that decides inside of an argument that decides inside of such a closure.
  static let mostSpeculation = 2

  func mark() -> SolverMark {
    SolverMark(
      trail: solver.trail.count, variables: solver.binding.count, open: solver.open, bounds: solver.bounds.count)
  }

  func rewind(_ mark: SolverMark) {
    while solver.trail.count > mark.trail {
      let entry = solver.trail.removeLast()
      let index = Int(entry.variable)
      if index < mark.variables {
        solver.binding[index] = entry.binding
        solver.literal[index] = entry.literal
        solver.bound[index] = entry.bound
      }
    }
    let extra = solver.binding.count - mark.variables
    if extra > 0 {
      solver.binding.removeLast(extra)
      solver.literal.removeLast(extra)
      solver.bound.removeLast(extra)
    }
    solver.open = mark.open
    if solver.bounds.count > mark.bounds {
      solver.bounds.removeLast(solver.bounds.count - mark.bounds)
      if !solver.openingBounds.isEmpty {
        let count = solver.bounds.count
        // They are in ascending order.
        while let last = solver.openingBounds.last, last >= count { solver.openingBounds.remove(last) }
      }
    }
  }

  /// A new free variable.
  func freshVariable(_ literal: LiteralKind = .none) -> TypeID {
    let number = solver.binding.count
    solver.binding.append(.none)
    solver.literal.append(literal)
    solver.bound.append(-1)
    if number < variableTypes.count { return variableTypes[number] }
    let type = types.make(.variable, flags: UInt32(number))
    variableTypes.append(type)
    return type
  }

  private func record(_ variable: Int) {
    solver.trail.append(
      SolverState.Change(
        variable: UInt32(variable), binding: solver.binding[variable], literal: solver.literal[variable],
        bound: solver.bound[variable]))
  }

  func variableNumber(_ type: TypeID) -> Int { Int(types[type].flags) }

  /// The type with a variable at its head followed to what it stands for.
  func shallow(_ type: TypeID) -> TypeID {
    var type = type
    while types.kind(type) == .variable {
      let number = Int(types[type].flags)
      guard number < solver.binding.count else { return types.error }
      let next = solver.binding[number]
      if next == .none { return type }
      type = next
    }
    return type
  }

  /// The type with every bound variable replaced and associated types of known bases looked up.
  func resolve(_ type: TypeID) -> TypeID {
    if type == .none || !types[type].summary.contains(.variable) { return type }
    return resolveDeep(type, depth: 0)
  }

  private func resolveDeep(_ type: TypeID, depth: Int) -> TypeID {
    let type = shallow(type)
    let row = types[type]
    if !row.summary.contains(.variable) || row.kind == .variable || depth > TypeTable.depthLimit { return type }
    let count = Int(row.count)
    // Often nothing in it is bound yet, or an associated type's base alone.
    var position = 0
    var changed = TypeID.none
    while position < count {
      let old = types.argument(type, position)
      if types[old].summary.contains(.variable) {
        let new = resolveDeep(old, depth: depth + 1)
        if new != old {
          changed = new
          break
        }
      }
      position += 1
    }
    if row.kind == .member {
      let base = position == 0 && count > 0 ? changed : types.argument(type, 0)
      if let normal = normalizedMember(row.decl, base: base) { return resolveDeep(normal, depth: depth + 1) }
    }
    if position == count { return type }
    return withUnsafeTemporaryAllocation(of: TypeID.self, capacity: count) { arguments -> TypeID in
      for i in 0..<position { arguments[i] = types.argument(type, i) }
      arguments[position] = changed
      for i in (position + 1)..<count {
        let old = types.argument(type, i)
        arguments[i] = types[old].summary.contains(.variable) ? resolveDeep(old, depth: depth + 1) : old
      }
      let whole = UnsafeBufferPointer(arguments)
      guard (0..<count).contains(where: { types.label(type, $0) != 0 }) else {
        return types.make(
          row.kind, decl: row.decl, flags: row.flags, whole, labels: UnsafeBufferPointer(start: nil, count: 0))
      }
      return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { labels -> TypeID in
        for i in 0..<count { labels[i] = types.label(type, i) }
        return types.make(
          row.kind, decl: row.decl, flags: row.flags, whole, labels: UnsafeBufferPointer(labels))
      }
    }
  }

  /// `TypeTable.make` interns all-zero labels and no labels as one.
  func labelsOrEmpty(_ labels: [UInt32]) -> [UInt32] {
    labels.allSatisfy { $0 == 0 } ? [] : labels
  }

  /// Is the type free of unbound variables?
  func isConcrete(_ type: TypeID) -> Bool { !typeRow(resolve(type)).summary.contains(.variable) }

  func literalKind(_ type: TypeID) -> LiteralKind {
    let type = shallow(type)
    guard types.kind(type) == .variable else { return .none }
    return solver.literal[variableNumber(type)]
  }

  func addBound(_ type: TypeID, _ proto: TypeID) {
    let type = shallow(type)
    guard types.kind(type) == .variable else { return }
    let number = variableNumber(type)
    record(number)
    solver.bounds.append(SolverState.Bound(protocol: proto, next: solver.bound[number]))
    solver.bound[number] = Int32(solver.bounds.count - 1)
    if solver.mayOpen { solver.openingBounds.insert(Int(solver.bound[number])) }
  }

  /// An existential of views given to a generic parameter that the result does not mention: `AnyView(view)`.
  private func opens(_ type: TypeID, _ proto: TypeID, at bound: Int32) -> Bool {
    guard solver.openingBounds.contains(Int(bound)), types.kind(type) == .existential else { return false }
    for i in 0..<types.argumentCount(type) {
      let own = types.argument(type, i)
      guard types.kind(own) == .nominal, sema.decls.kind(types.decl(own)) == .protocolDecl else { continue }
      if sema.inheritedProtocols(of: types.decl(own)).contains(types.decl(proto)) { return true }
    }
    return false
  }

  private func occurs(_ variable: TypeID, in type: TypeID, depth: Int = 0) -> Bool {
    let type = shallow(type)
    if type == variable { return true }
    if depth > TypeTable.depthLimit { return true }
    guard types[type].summary.contains(.variable) else { return false }
    for i in 0..<types.argumentCount(type) where occurs(variable, in: types.argument(type, i), depth: depth + 1) {
      return true
    }
    return false
  }

  /// Binds a free variable. False if its literal or its bounds refuse the type.
  func bind(_ variable: TypeID, _ type: TypeID) -> Bool {
    solver.steps += 1
    let number = variableNumber(variable)
    if types.kind(type) == .variable {
      // The newer variable becomes an alias of the older one: what an inner statement decides for its own variables
      // never decides one of the surrounding expression.
      let other = variableNumber(type)
      guard let merged = mergedLiteral(solver.literal[number], solver.literal[other]) else { return false }
      let from = max(number, other)
      let to = min(number, other)
      record(from)
      record(to)
      solver.binding[from] = variableTypes[to]
      solver.literal[to] = merged
      var bound = solver.bound[from]
      while bound >= 0 {
        let entry = solver.bounds[Int(bound)]
        solver.bounds.append(SolverState.Bound(protocol: entry.protocol, next: solver.bound[to]))
        solver.bound[to] = Int32(solver.bounds.count - 1)
        bound = entry.next
      }
      return merged == .none || boundsAllow(merged, variableTypes[to])
    }
    if occurs(variable, in: type) { return false }
    if solver.literal[number] != .none, !accepts(solver.literal[number], type) { return false }
    record(number)
    solver.binding[number] = type
    if !types[type].summary.contains(.variable) {
      var bound = solver.bound[number]
      while bound >= 0 {
        let entry = solver.bounds[Int(bound)]
        if !conformsTo(type, entry.protocol), !opens(type, entry.protocol, at: bound) { return false }
        bound = entry.next
      }
    } else if types.kind(type) == .nominal, known.isRange(types.decl(type)) {
      var bound = solver.bound[number]
      while bound >= 0 {
        let entry = solver.bounds[Int(bound)]
        countBounds(type, entry.protocol)
        bound = entry.next
      }
    } else if types.kind(type) == .opaque {
      // What an opaque type promises does not depend on what is open in it.
      var bound = solver.bound[number]
      while bound >= 0 {
        let entry = solver.bounds[Int(bound)]
        if types.kind(entry.protocol) == .nominal, sema.conforms(type, types.decl(entry.protocol)) == nil,
          !opens(type, entry.protocol, at: bound)
        {
          return false
        }
        bound = entry.next
      }
    }
    return true
  }

  private func mergedLiteral(_ a: LiteralKind, _ b: LiteralKind) -> LiteralKind? {
    if a == b || b == .none { return a }
    if a == .none { return b }
    switch (a, b) {
    case (.integer, .float), (.float, .integer): return .float
    case (.character, .string), (.string, .character): return .string
    case (.string, .interpolation), (.interpolation, .string), (.character, .interpolation),
      (.interpolation, .character):
      return .interpolation
    default: return nil
    }
  }

  /// Makes two types equal.
  func unify(_ a: TypeID, _ b: TypeID, depth: Int = 0) -> Bool {
    solver.steps += 1
    let a = shallow(a)
    let b = shallow(b)
    if a == b { return true }
    if a == types.error || b == types.error {
      let other = a == types.error ? b : a
      if types.kind(other) == .variable, literalKind(other) == .none { _ = bind(other, types.error) }
      return true
    }
    if depth > TypeTable.depthLimit { return false }
    let left = types[a]
    let right = types[b]
    if left.kind == .variable {
      if right.kind == .member, right.summary.contains(.variable) { return unifyMember(b, a, depth: depth) }
      return bind(a, b)
    }
    if right.kind == .variable {
      if left.kind == .member, left.summary.contains(.variable) { return unifyMember(a, b, depth: depth) }
      return bind(b, a)
    }
    if left.kind == .member || right.kind == .member {
      if left.kind == .member, left.summary.contains(.variable) { return unifyMember(a, b, depth: depth) }
      if right.kind == .member, right.summary.contains(.variable) { return unifyMember(b, a, depth: depth) }
    }
    let both = left.summary.union(right.summary)
    if !both.contains(.variable), !both.contains(.error) { return sameAfterNormalizing(a, b) }
    guard left.kind == right.kind, left.decl == right.decl, left.count == right.count else { return false }
    if left.kind != .function, left.flags != right.flags { return false }
    for i in 0..<Int(left.count) {
      if !unify(types.argument(a, i), types.argument(b, i), depth: depth + 1) { return false }
    }
    return true
  }

  /// `member` is an associated type whose base holds a variable: decided now if the base is known, else kept open.
  private func unifyMember(_ member: TypeID, _ other: TypeID, depth: Int) -> Bool {
    let normal = resolve(member)
    if types.kind(normal) != .member || !types[normal].summary.contains(.variable) {
      return unify(normal, other, depth: depth + 1)
    }
    solver.open.append(.equal(normal, other))
    return true
  }

  private func sameAfterNormalizing(_ a: TypeID, _ b: TypeID) -> Bool {
    let both = types[a].summary.union(types[b].summary)
    guard
      both.contains(.member) || both.contains(.opaque) || both.contains(.parameter)
        || types.kind(a) == .function || types.kind(a) == .tuple || types.argumentCount(a) > 0
    else { return false }
    let left = canonical(a)
    let right = canonical(b)
    if left == right { return true }
    let l = types[left]
    let r = types[right]
    guard l.kind == r.kind, l.decl == r.decl, l.count == r.count, l.count > 0 else { return false }
    if l.kind != .function, l.flags != r.flags { return false }
    if l.kind == .opaque || l.kind == .member { return false }
    for i in 0..<Int(l.count) where !unify(types.argument(left, i), types.argument(right, i)) { return false }
    return true
  }

  // MARK: Opened signatures

  /// The type with generic parameters replaced by `arguments[genericIndex]`; associated types of bases that are known
  /// are looked up on the way.
  func substitute(_ type: TypeID, _ arguments: [TypeID]) -> TypeID {
    if type == .none || !types[type].summary.contains(.parameter) { return type }
    return resolve(sema.substitute(type, arguments))
  }

  /// Tries to decide one requirement; nil while it depends on a free variable.
  func solve(_ requirement: Requirement) -> Bool? {
    solver.steps += 1
    switch requirement {
    case .conforms(let subject, let proto):
      let subject = resolve(subject)
      if subject == types.error { return true }
      let kind = types.kind(subject)
      if kind == .variable {
        addBound(subject, proto)
        return true
      }
      if types[subject].summary.contains(.variable) {
        if kind == .member { return nil }
        if kind == .nominal, known.isRange(types.decl(subject)) { countBounds(subject, proto) }
      }
      return conformsTo(subject, resolve(proto))
    case .equal(let a, let b):
      let left = resolve(a)
      let right = resolve(b)
      if types.kind(left) == .member, types[left].summary.contains(.variable) {
        if types.kind(right) == .variable || types.kind(right) != .member { return nil }
      }
      if types.kind(right) == .member, types[right].summary.contains(.variable) { return nil }
      return unify(left, right)
    case .superclass(let a, let b):
      let left = resolve(a)
      if types.kind(left) == .variable { return nil }
      return left == types.error || isSubclass(left, of: resolve(b))
    }
  }

  /// `ForEach(0..<5) { index in ... }`: a range that is walked through is one of integers, whatever its literals may become.
  private func countBounds(_ range: TypeID, _ proto: TypeID) {
    let bound = shallow(types.argument(range, 0))
    guard types.kind(bound) == .variable, literalKind(bound) == .integer, types.kind(proto) == .nominal,
      sema.inheritedProtocols(of: types.decl(proto)).contains(types.decl(known.sequence)),
      known.binaryInteger != types.error
    else { return }
    addBound(bound, known.binaryInteger)
  }

  /// Retries open requirements until none moves. False if one fails.
  func solveOpen(from start: Int = 0) -> Bool {
    var moved = true
    // What a requirement asks of a member may open the same of a member of that one, without end: then it stays open, and
    // the rest of the expression asks little more. Many that wait for each other are no sign of that.
    var room = solver.ranDry ? 64 : 1_024
    while moved {
      moved = false
      var i = start
      while i < solver.open.count {
        solver.looks += 1
        if room < 0 || solver.looks > SolverState.mostLooks {
          solver.ranDry = true
          return true
        }
        let requirement = solver.open[i]
        let count = solver.open.count
        if let answer = solve(requirement) {
          room -= solver.open.count - count
          solver.open.remove(at: i)
          if !answer {
            solver.refused = requirement
            return false
          }
          moved = true
        } else {
          i += 1
        }
      }
    }
    return true
  }
}
