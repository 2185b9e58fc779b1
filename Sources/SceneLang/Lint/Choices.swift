/// The values that an expression can have where code chooses one of several: branches, and what properties and functions of
/// the module return.
enum Choices {
  static func values(_ module: LintModule, _ body: LintBody, _ value: ExprID) -> [(body: LintBody, expr: ExprID)] {
    var found: [(body: LintBody, expr: ExprID)] = []
    var open: [(body: LintBody, expr: ExprID, depth: Int)] = [(body, value, 0)]
    while let (home, next, depth) = open.popLast(), found.count < 64 {
      let (inside, expr) = module.followed(home, next)
      guard expr != .none else { continue }
      let row = inside[expr]
      var parts: [(LintBody, ExprID)] = []
      switch row.kind {
      case .ternary where row.list.count == 3:
        parts = [(inside, inside.item(row.list, 2)), (inside, inside.item(row.list, 1))]
      case .nilCoalesce: parts = [(inside, ExprID(row.b)), (inside, ExprID(row.a))]
      case .ifExpression, .switchExpression:
        parts = results(inside, StmtID(row.a)).reversed().map { (inside, $0) }
      case .computedMember, .call:
        let decl = row.kind == .call ? DeclID(row.a) : DeclID(row.b)
        if module.table.info(decl).isOwn, let index = module.bodyIndex(of: decl) {
          let callee = module.bodies[index]
          parts = results(callee, callee.body.root).reversed().map { (callee, $0) }
        }
      default: break
      }
      if parts.isEmpty || depth > 5 {
        found.append((inside, expr))
      } else {
        for (home, part) in parts { open.append((home, part, depth + 1)) }
      }
    }
    return found
  }

  /// The values that a body, or an `if` or `switch` expression, can have.
  static func results(_ body: LintBody, _ root: StmtID) -> [ExprID] {
    var values: [ExprID] = []
    var open = [root]
    while let statement = open.popLast() {
      guard statement != .none, values.count < 400 else { continue }
      let row = body.body.statements[Int(statement.raw)]
      switch row.kind {
      case .block, .switchOver: open.append(contentsOf: body.statements(row.list).reversed())
      case .returnValue, .yield: if row.a != .max { values.append(ExprID(row.a)) }
      case .ifElse:
        open.append(StmtID(row.b))
        open.append(StmtID(row.a))
      case .guardElse: open.append(StmtID(row.a))
      case .switchCase: open.append(StmtID(row.b))
      default: break
      }
    }
    return values
  }
}
