/// Exhaustiveness of `switch` over enums, Booleans, tuples and optionals: the usefulness of a wildcard row against the
/// matrix of the patterns, with a witness for the message. Bounded in steps; past the bound a switch counts as exhaustive.

/// A pattern reduced to constructors.
indirect enum MatchPattern {
  case any
  /// Constructor number and its fields.
  case constructor(Int, [MatchPattern])
  /// Matches something that is not known (a literal, a cast, an expression).
  case partial
}

extension Infer {
  private struct Constructor {
    var name: String
    var fields: [TypeID]
    /// A case that this platform does not have.
    var isAbsent = false
  }

  func checkExhaustive(_ rows: [(pattern: PatternID, isConditional: Bool)], _ type: TypeID, _ node: NodeID) {
    let type = resolve(type)
    if types[type].summary.contains(.error) { return }
    var matrix: [[MatchPattern]] = []
    for row in rows where !row.isConditional {
      if body.patterns[Int(row.pattern.raw)].type == types.error { return }
      matrix.append([reduced(row.pattern)])
    }
    if rows.contains(where: { body.patterns[Int($0.pattern.raw)].type == types.error }) { return }
    var steps = 0
    var missing: [String] = []
    if let constructors = constructors(of: type), !constructors.isEmpty {
      let groups = grouped(matrix, constructors.count)
      for (index, constructor) in constructors.enumerated() where !hasNoValue(constructor) && !constructor.isAbsent {
        let specialized = specialize(groups[index], index, constructor.fields.count)
        if let witness = witness(specialized, constructor.fields, &steps) {
          missing.append(render(constructor.name, witness))
        }
        if steps > Self.leastSteps { return }
      }
    } else if let witness = witness(matrix, [type], &steps) {
      _ = witness
      missing.append("default")
    }
    guard !missing.isEmpty else { return }
    reportNotExhaustive(missing, type, node)
  }

  private func render(_ name: String, _ fields: [String]) -> String {
    if fields.isEmpty { return name }
    if name.isEmpty { return "(" + fields.joined(separator: ", ") + ")" }
    return fields.allSatisfy({ $0 == "_" }) ? name + "(_)" : name + "(" + fields.joined(separator: ", ") + ")"
  }

  /// Constructors of a type; nil where only a wildcard covers it.
  private func constructors(of type: TypeID) -> [Constructor]? {
    let type = resolve(type)
    if type == known.bool { return [Constructor(name: "false", fields: []), Constructor(name: "true", fields: [])] }
    if isOptional(type) {
      return [Constructor(name: ".none", fields: []), Constructor(name: ".some", fields: [types.argument(type, 0)])]
    }
    switch types.kind(type) {
    case .tuple: return [Constructor(name: "", fields: Array(types.arguments(type)))]
    case .nominal:
      let decl = types.decl(type)
      guard sema.decls.kind(decl) == .enumDecl else { return nil }
      let outer = Array(types.arguments(type))
      return sema.matchedCases(of: decl).map { element in
        let fields = sema.signature(of: element).parameters.map { substitute($0.type, outer) }
        return Constructor(
          name: "." + text(sema.decls.name(element)), fields: fields, isAbsent: sema.decls.has(element, .isUnavailable))
      }
    default: return nil
    }
  }

  /// `.failure(Never)` is a case that no value is.
  private func hasNoValue(_ constructor: Constructor) -> Bool {
    constructor.fields.contains { resolve($0) == neverType }
  }

  private func reduced(_ id: PatternID) -> MatchPattern {
    let row = body.patterns[Int(id.raw)]
    switch row.kind {
    case .wildcard, .bind: return .any
    case .tuple: return .constructor(0, subpatterns(row.list))
    case .some: return .constructor(1, [reduced(PatternID(row.a))])
    case .none: return .constructor(0, [])
    case .isType: return castCannotFail(row.type, TypeID(row.a)) ? .any : .partial
    case .asType: return castCannotFail(row.type, TypeID(row.b)) ? reduced(PatternID(row.a)) : .partial
    case .expression:
      // `true` and `false`.
      let test = body.expressions[Int(row.a)]
      for i in 0..<Int(test.list.count) {
        let operand = body.expressions[Int(body.lists[Int(test.list.start) + i])]
        if operand.kind == .boolLiteral, resolve(row.type) == known.bool { return .constructor(Int(operand.a), []) }
      }
      return .partial
    case .enumCase:
      let decl = DeclID(row.a)
      let owner = sema.owner(of: decl)
      if owner != .none { _ = sema.matchedCases(of: owner) }
      guard let index = sema.casePlaces[decl] else { return .partial }
      let count = sema.signature(of: decl).parameters.count
      var fields = subpatterns(row.list)
      if fields.count == 1, count > 1 {
        // One pattern for the tuple of all values.
        if case .constructor(0, let parts) = fields[0], parts.count == count {
          fields = parts
        } else if case .any = fields[0] {
          fields = Array(repeating: .any, count: count)
        } else {
          return .partial
        }
      }
      while fields.count < count { fields.append(.any) }
      return .constructor(index, fields)
    }
  }

  /// Is a value of the type always one of the other: the same, a superclass, or an error as `NSError`?
  private func castCannotFail(_ type: TypeID, _ target: TypeID) -> Bool {
    let type = resolve(type)
    let target = resolve(target)
    if type == target || isClass(type) && isClass(target) && isSubclass(type, of: target) { return true }
    guard known.error != types.error, conformsTo(type, known.error) || isEveryError(type) else { return false }
    return isEveryError(target)
  }

  private func subpatterns(_ list: ListRange) -> [MatchPattern] {
    (0..<Int(list.count)).map { reduced(PatternID(body.lists[Int(list.start) + $0])) }
  }

  /// The rows that each of so many constructors matches in the first column, in order. What stands behind a row that
  /// matches everything is never reached.
  private func grouped(_ matrix: [[MatchPattern]], _ count: Int) -> [[[MatchPattern]]] {
    var groups = [[[MatchPattern]]](repeating: [], count: count)
    for row in matrix {
      guard let first = row.first else { continue }
      switch first {
      case .constructor(let index, _): if groups.indices.contains(index) { groups[index].append(row) }
      case .any:
        for index in groups.indices { groups[index].append(row) }
        if row.allSatisfy({ if case .any = $0 { return true } else { return false } }) { return groups }
      case .partial: break
      }
    }
    return groups
  }

  private func specialize(_ matrix: [[MatchPattern]], _ constructor: Int, _ arity: Int) -> [[MatchPattern]] {
    var result: [[MatchPattern]] = []
    for row in matrix {
      guard let first = row.first else { continue }
      switch first {
      case .any: result.append(Array(repeating: .any, count: arity) + row.dropFirst())
      case .constructor(let index, let fields) where index == constructor && fields.count == arity:
        result.append(fields + row.dropFirst())
      default: break
      }
    }
    return result
  }

  /// Values of the column types that no row matches, or nil if the rows cover everything.
  private func witness(_ matrix: [[MatchPattern]], _ columns: [TypeID], _ steps: inout Int) -> [String]? {
    steps += 1
    if steps > Self.leastSteps { return nil }
    guard let type = columns.first else { return matrix.isEmpty ? [] : nil }
    let rest = Array(columns.dropFirst())
    var used = false
    for row in matrix { if case .constructor = row[0] { used = true } }
    if used, let constructors = constructors(of: type) {
      let groups = grouped(matrix, constructors.count)
      for (index, constructor) in constructors.enumerated() where !hasNoValue(constructor) && !constructor.isAbsent {
        let specialized = specialize(groups[index], index, constructor.fields.count)
        if let found = witness(specialized, constructor.fields + rest, &steps) {
          let fields = Array(found.prefix(constructor.fields.count))
          return [render(constructor.name, fields)] + found.dropFirst(constructor.fields.count)
        }
      }
      return nil
    }
    var rows: [[MatchPattern]] = []
    for row in matrix { if case .any = row[0] { rows.append(Array(row.dropFirst())) } }
    guard let found = witness(rows, rest, &steps) else { return nil }
    return ["_"] + found
  }
}
