/// Names that one block declares twice.
///
/// `let x` hides a parameter or a name of a block around, as `guard let x` hides what stands before it; beside another `let x`
/// of its own block it is an error. Functions are left out, as they may differ by what they take.
extension Infer {
  func checkRedeclarations(_ items: [NodeID]) {
    var names: [(name: NameID, token: TokenID)] = []
    var seen: IDSet<UInt32>?
    func add(_ token: TokenID, hides: Bool) {
      guard token != .none, !tree.isMissing(token) else { return }
      let name = name(token)
      guard name != .none, text(name) != "_" else { return }
      // A block has few names; one of many gets a table.
      let isKnown: Bool
      if seen == nil, names.count < 8 {
        isKnown = names.contains { $0.name == name }
      } else {
        if seen == nil {
          var table = IDSet<UInt32>()
          for entry in names { table.insert(entry.name.raw) }
          seen = table
        }
        isKnown = !(seen?.insert(name.raw).inserted ?? true)
      }
      if isKnown && hides { return }
      guard isKnown, let first = names.first(where: { $0.name == name }) else {
        names.append((name, token))
        return
      }
      report(
        .redeclaration, "'\(text(name))' is declared twice", tree.range(token),
        notes: [
          Diagnostic.Note("'\(text(name))' is first declared here", at: sema.place(file, tree.range(first.token)))
        ])
    }
    func visit(_ pattern: NodeID, hides: Bool = false, _ depth: Int = 0) {
      guard pattern != .none, depth < 32 else { return }
      switch tree.kind(pattern) {
      case .identifierPattern: add(tree.token(pattern, at: 0), hides: hides)
      case .expressionPattern: break
      default: for child in tree.elements(pattern) { visit(child, hides: hides, depth + 1) }
      }
    }
    for item in items {
      switch tree.kind(item) {
      case .variableDecl:
        for binding in tree.elements(item, from: 3) where tree.kind(binding) == .patternBinding {
          visit(tree.node(binding, at: Slot.bindingPattern))
        }
      case .guardStmt:
        let conditions = tree.node(item, at: 1)
        guard conditions != .none else { continue }
        for condition in tree.elements(conditions) where tree.kind(condition) == .bindingCondition {
          visit(tree.node(condition, at: 1), hides: true)
        }
      default: break
      }
    }
  }
}
