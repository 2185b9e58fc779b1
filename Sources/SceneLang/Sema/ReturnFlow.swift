/// Whether control can reach the end of statements: for missing returns and for the `else` of a `guard`.

extension Infer {
  /// Does the statement always leave? `jumps`: `break` and `continue` count as leaving (a `guard` in a loop).
  func leaves(_ id: StmtID, jumps: Bool = false) -> Bool {
    guard id != .none else { return false }
    let row = body.statements[Int(id.raw)]
    switch row.kind {
    case .returnValue, .throwError, .yield: return true
    case .breakLoop, .continueLoop: return jumps
    case .fallthroughCase: return true
    case .expression:
      let type = ExprID(row.a) == .none ? types.error : resolve(body.expressions[Int(row.a)].type)
      if type == neverType { return true }
      return false
    case .block: return leaves(row.list, jumps: jumps)
    case .ifElse:
      // A chain of `else if` is walked in a loop.
      var current = row
      while true {
        if !leaves(StmtID(current.a), jumps: jumps) { return isAlwaysTrue(current.list) && false }
        if StmtID(current.b) == .none { return false }
        if isOldest(current.list) { return true }
        let next = body.statements[Int(current.b)]
        if next.kind != .ifElse { return leaves(StmtID(current.b), jumps: jumps) }
        current = next
      }
    case .switchOver:
      if row.list.count == 0 { return false }
      for i in 0..<Int(row.list.count) {
        let clause = body.statements[Int(body.lists[Int(row.list.start) + i])]
        let block = StmtID(clause.b)
        if !leaves(block, jumps: jumps) || breaksOut(block) { return false }
      }
      return true
    case .doCatch:
      if !leaves(StmtID(row.a), jumps: jumps) { return false }
      for i in 0..<Int(row.list.count) {
        let clause = body.statements[Int(body.lists[Int(row.list.start) + i])]
        if !leaves(StmtID(clause.b), jumps: jumps) { return false }
      }
      return true
    case .whileLoop: return isAlwaysTrue(row.list) && !breaksOut(StmtID(row.a))
    case .repeatLoop:
      if leaves(StmtID(row.a), jumps: false) { return true }
      return isTrue(ExprID(row.b)) && !breaksOut(StmtID(row.a))
    default: return false
    }
  }

  func leaves(_ list: ListRange, jumps: Bool) -> Bool {
    for i in 0..<Int(list.count) where leaves(StmtID(body.lists[Int(list.start) + i]), jumps: jumps) { return true }
    return false
  }

  func leaves(_ statements: [StmtID]) -> Bool { statements.contains { leaves($0) } }

  private func isTrue(_ expr: ExprID) -> Bool {
    guard expr != .none else { return false }
    let row = body.expressions[Int(expr.raw)]
    return row.kind == .boolLiteral && row.a == 1
  }

  /// `#available(iOS 13, *)`: no system with SwiftUI is older, so an `else` beside it is never taken.
  private func isOldest(_ conditions: ListRange) -> Bool {
    guard conditions.count == 1 else { return false }
    let row = body.statements[Int(body.lists[Int(conditions.start)])]
    return row.kind == .conditionConstant && row.a == 1 && row.b == 1
  }

  private func isAlwaysTrue(_ conditions: ListRange) -> Bool {
    guard conditions.count == 1 else { return false }
    let row = body.statements[Int(body.lists[Int(conditions.start)])]
    return row.kind == .conditionExpression && isTrue(ExprID(row.a))
  }

  /// Is there a `break` of the surrounding loop or switch in the statement?
  private func breaksOut(_ id: StmtID) -> Bool {
    guard id != .none else { return false }
    let row = body.statements[Int(id.raw)]
    switch row.kind {
    case .breakLoop: return true
    case .block:
      for i in 0..<Int(row.list.count) where breaksOut(StmtID(body.lists[Int(row.list.start) + i])) { return true }
      return false
    case .ifElse:
      var current = row
      while true {
        if breaksOut(StmtID(current.a)) { return true }
        if StmtID(current.b) == .none { return false }
        let next = body.statements[Int(current.b)]
        if next.kind != .ifElse { return breaksOut(StmtID(current.b)) }
        current = next
      }
    case .guardElse: return breaksOut(StmtID(row.a))
    case .doCatch:
      if breaksOut(StmtID(row.a)) { return true }
      for i in 0..<Int(row.list.count) {
        let clause = body.statements[Int(body.lists[Int(row.list.start) + i])]
        if breaksOut(StmtID(clause.b)) { return true }
      }
      return false
    case .switchOver, .whileLoop, .forIn, .repeatLoop:
      // Only a labelled break reaches out of an inner one; it is taken to.
      return hasLabelledBreak(id)
    default: return false
    }
  }

  private func hasLabelledBreak(_ id: StmtID) -> Bool {
    guard id != .none else { return false }
    let row = body.statements[Int(id.raw)]
    switch row.kind {
    case .breakLoop: return row.a != .max
    case .block, .switchOver:
      for i in 0..<Int(row.list.count) where hasLabelledBreak(StmtID(body.lists[Int(row.list.start) + i])) {
        return true
      }
      return false
    case .switchCase: return hasLabelledBreak(StmtID(row.b))
    case .ifElse: return hasLabelledBreak(StmtID(row.a)) || hasLabelledBreak(StmtID(row.b))
    case .guardElse, .whileLoop, .repeatLoop: return hasLabelledBreak(StmtID(row.a))
    case .forIn: return hasLabelledBreak(StmtID(row.c))
    default: return false
    }
  }
}
