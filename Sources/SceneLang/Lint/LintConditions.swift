/// When a view is there: the conditions of the branches around it, as facts that two views can contradict.
extension LintModule {
  /// One thing that is known in a branch: that a subject has a value, or has not.
  struct Atom: Equatable {
    var subject: String
    var value: String
    var isTrue: Bool

    /// Whether both cannot hold at one time.
    func excludes(_ other: Atom) -> Bool {
      guard subject == other.subject else { return false }
      if value == other.value { return isTrue != other.isTrue }
      return isTrue && other.isTrue && isConstant && other.isConstant
    }

    var isConstant: Bool { !value.contains("%") && !value.contains("D") && !value.contains("?") }
  }

  /// The facts that hold in a branch of a tree.
  func atoms(_ index: Int, branch node: Int, _ substitution: Substitution = Substitution()) -> [Atom] {
    let body = bodies[index]
    let tree = tree(index)
    let branch = tree.nodes[node].branch
    let parent = tree.nodes[node].parent
    guard parent >= 0 else { return [] }
    let statement = tree.nodes[parent].statement
    if statement == .none {
      let row = body[tree.nodes[parent].expr]
      guard row.kind == .ternary, row.list.count == 3 else { return [] }
      return atoms(body, body.item(row.list, 0), branch == 0, substitution)
    }
    let row = body.body.statements[Int(statement.raw)]
    if row.kind == .switchOver { return switchAtoms(body, row, branch, substitution) }
    var found: [Atom] = []
    var current = statement
    var position = 0
    while current != .none {
      let row = body.body.statements[Int(current.raw)]
      // Of a very long chain of `else if` the first conditions tell enough.
      guard row.kind == .ifElse, position < 64 else { break }
      let conditions = body.statements(row.list)
      if position == branch {
        for condition in conditions { found += atoms(body, condition: condition, true, substitution) }
        return found
      }
      // The negation of several conditions says which do not hold together, not which does not hold.
      if conditions.count == 1 { found += atoms(body, condition: conditions[0], false, substitution) }
      current = StmtID(row.b)
      position += 1
    }
    return found
  }

  private func atoms(
    _ body: LintBody, condition: StmtID, _ isTrue: Bool, _ substitution: Substitution
  ) -> [Atom] {
    let row = body.body.statements[Int(condition.raw)]
    switch row.kind {
    case .conditionExpression: return atoms(body, ExprID(row.a), isTrue, substitution)
    case .conditionPattern:
      let subject = key(body, ExprID(row.b), substitution)
      return pattern(body, PatternID(row.a)).map {
        [Atom(subject: subject, value: $0.value, isTrue: isTrue == $0.isTrue)]
      }
        ?? []
    default: return []
    }
  }

  /// The value that a pattern names.
  private func pattern(_ body: LintBody, _ pattern: PatternID) -> (value: String, isTrue: Bool)? {
    guard pattern != .none else { return nil }
    let row = body.body.patterns[Int(pattern.raw)]
    switch row.kind {
    case .some:
      if let inner = self.pattern(body, PatternID(row.a)), inner.value != "nil" { return inner }
      return ("nil", false)
    case .none: return ("nil", true)
    case .enumCase: return ("C\(row.a)", true)
    case .expression:
      // `value ~= literal`, written as a comparison with the literal.
      var found: String?
      body.visit(ExprID(row.a)) { expr in
        switch body.kind(expr) {
        case .intLiteral, .floatLiteral, .stringLiteral, .boolLiteral: if found == nil { found = key(body, expr) }
        default: break
        }
      }
      return found.map { ($0, true) }
    default: return nil
    }
  }

  /// The facts that follow from a condition that holds or does not. What is joined by many operators is looked at in a
  /// loop, as far as anybody would write it.
  func atoms(_ body: LintBody, _ condition: ExprID, _ isTrue: Bool, _ substitution: Substitution) -> [Atom] {
    var found: [Atom] = []
    var open: [(ExprID, Bool)] = [(condition, isTrue)]
    while let (next, holds) = open.popLast(), found.count < 64 {
      let expr = peeled(body, next)
      guard expr != .none else { continue }
      let row = body[expr]
      switch row.kind {
      case .logicalAnd where holds, .logicalOr where !holds:
        open.append((ExprID(row.b), holds))
        open.append((ExprID(row.a), holds))
      case .call where row.list.count == 1 && row.b == .max && name(DeclID(row.a)) == "!":
        open.append((body.item(row.list, 0), !holds))
      case .local where body.source(ofLocal: row.a).raw != .max && sema.isNominal(row.type, .bool):
        open.append((ExprID(body.source(ofLocal: row.a).raw), holds))
      default: found += atom(body, expr, holds, substitution)
      }
    }
    return found
  }

  private func atom(_ body: LintBody, _ expr: ExprID, _ isTrue: Bool, _ substitution: Substitution) -> [Atom] {
    let row = body[expr]
    switch row.kind {
    case .isNil:
      return [Atom(subject: key(body, ExprID(row.a), substitution), value: "nil", isTrue: isTrue == (row.b == 0))]
    case .call where row.list.count == 2 && row.b == .max:
      let name = name(DeclID(row.a))
      if name == "==" || name == "!=" {
        var (a, b) = (key(body, body.item(row.list, 0), substitution), key(body, body.item(row.list, 1), substitution))
        if !Atom(subject: "", value: a, isTrue: true).isConstant,
          Atom(subject: "", value: b, isTrue: true).isConstant || a < b
        {
        } else {
          swap(&a, &b)
        }
        return [Atom(subject: a, value: b, isTrue: isTrue == (name == "=="))]
      }
    default: break
    }
    return [Atom(subject: key(body, expr, substitution), value: "true", isTrue: isTrue)]
  }

  private func switchAtoms(_ body: LintBody, _ row: TypedStmt, _ branch: Int, _ substitution: Substitution) -> [Atom] {
    let cases = body.statements(row.list)
    guard branch < cases.count else { return [] }
    let subject = key(body, ExprID(row.a), substitution)
    func values(_ entry: StmtID) -> [(value: String, isTrue: Bool)]? {
      let clause = body.body.statements[Int(entry.raw)]
      guard clause.a == .max, clause.c == 0 else { return nil }
      var found: [(String, Bool)] = []
      for i in 0..<Int(clause.list.count) {
        guard let one = pattern(body, PatternID(body.body.lists[Int(clause.list.start) + i])) else { return nil }
        found.append(one)
      }
      return found
    }
    let clause = body.body.statements[Int(cases[branch].raw)]
    if clause.c == 1 {
      var found: [Atom] = []
      for entry in cases where entry != cases[branch] {
        for one in values(entry) ?? [] { found.append(Atom(subject: subject, value: one.value, isTrue: !one.isTrue)) }
      }
      return found
    }
    guard let own = values(cases[branch]), own.count == 1 else { return [] }
    return [Atom(subject: subject, value: own[0].value, isTrue: own[0].isTrue)]
  }

  /// All facts that hold where a node is.
  func atoms(_ index: Int, around node: Int, upTo limit: Int = -1, _ substitution: Substitution = Substitution())
    -> [Atom]
  {
    var found: [Atom] = []
    for branch in tree(index).branches(of: node, upTo: limit) { found += atoms(index, branch: branch, substitution) }
    return found
  }

  func exclude(_ a: [Atom], _ b: [Atom]) -> Bool {
    for x in a { for y in b where x.excludes(y) { return true } }
    return false
  }

  /// The expressions that decide about a branch.
  func conditions(_ index: Int, branch node: Int) -> [ExprID] {
    let body = bodies[index]
    let tree = tree(index)
    let parent = tree.nodes[node].parent
    guard parent >= 0 else { return [] }
    let statement = tree.nodes[parent].statement
    if statement == .none {
      let row = body[tree.nodes[parent].expr]
      return row.kind == .ternary && row.list.count > 0 ? [body.item(row.list, 0)] : []
    }
    let row = body.body.statements[Int(statement.raw)]
    if row.kind == .switchOver { return [ExprID(row.a)] }
    var found: [ExprID] = []
    var current = statement
    while current != .none {
      let row = body.body.statements[Int(current.raw)]
      guard row.kind == .ifElse, found.count < 64 else { break }
      for condition in body.statements(row.list) {
        let entry = body.body.statements[Int(condition.raw)]
        switch entry.kind {
        case .conditionExpression: found.append(ExprID(entry.a))
        case .conditionPattern: found.append(ExprID(entry.b))
        default: break
        }
      }
      current = StmtID(row.b)
    }
    return found
  }
}
