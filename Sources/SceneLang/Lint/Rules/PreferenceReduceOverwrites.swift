/// `reduce` that keeps the last of several writers.
enum PreferenceReduceOverwrites {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "preference-reduce-overwrites", .warning, "'reduce' drops all writers but the last",
      explanation: """
        'reduce' is called once for each further view that writes the preference below one reader. 'value = nextValue()' \
        drops what the earlier ones wrote. Combine: the larger one, the sum, a merged dictionary. A preference that a \
        single view writes needs nothing else.
        """,
      wrong: """
        struct HeightKey: PreferenceKey {
            static var defaultValue: CGFloat { 0 }
            static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = nextValue() }
        }
        struct Two: View {
            @State private var height: CGFloat = 0
            var body: some View {
                VStack {
                    Color.red.frame(height: 90).preference(key: HeightKey.self, value: 90)
                    Color.blue.frame(height: 30).preference(key: HeightKey.self, value: 30)
                    Text("\\(height)")
                }
                .onPreferenceChange(HeightKey.self) { height = $0 }
            }
        }
        """,
      right: """
        struct HeightKey: PreferenceKey {
            static var defaultValue: CGFloat { 0 }
            static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
        }
        struct Two: View {
            @State private var height: CGFloat = 0
            var body: some View {
                VStack {
                    Color.red.frame(height: 90).preference(key: HeightKey.self, value: 90)
                    Color.blue.frame(height: 30).preference(key: HeightKey.self, value: 30)
                    Text("\\(height)")
                }
                .onPreferenceChange(HeightKey.self) { height = $0 }
            }
        }
        """),
    triggers: [.onPreferenceChange, .overlayPreferenceValue, .backgroundPreferenceValue], scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let sema = context.sema
    let preferenceKey = sema.known(.preferenceKey)
    guard preferenceKey != .none else { return }
    let readers = readersByKey(module)
    for body in module.bodies where sema.decls.kind(body.owner) == .function && module.name(body.owner) == "reduce" {
      let type = sema.owner(of: body.owner)
      guard type != .none, sema.conforms(sema.declaredType(of: type), preferenceKey) != nil,
        let assignment = overwriting(module, body)
      else { continue }
      guard let writers = severalWriters(module, type, readers[type] ?? []) else { continue }
      context.report(
        "'value = nextValue()' keeps only the last of several writers; combine the values",
        at:
          module.place(body, module.fullRange(body, assignment)),
        notes: writers.map { .init("written here", at: module.place(module.bodies[$0.body], $0.expr)) })
    }
  }

  /// The only thing that is done, if it is `value = nextValue()`, with constants for the parts of it.
  private static func overwriting(_ module: LintModule, _ body: LintBody) -> ExprID? {
    let root = body.body.root
    guard root != .none else { return nil }
    let row = body.body.statements[Int(root.raw)]
    guard row.kind == .block else { return nil }
    var found: ExprID?
    for statement in body.statements(row.list) {
      let row = body.body.statements[Int(statement.raw)]
      switch row.kind {
      case .declare: continue
      case .expression, .returnValue:
        guard found == nil, row.a != .max, body.kind(ExprID(row.a)) == .assign else { return nil }
        found = ExprID(row.a)
      default: return nil
      }
    }
    guard let found else { return nil }
    let expr = body[found]
    guard expr.b != .max, body.kind(ExprID(expr.a)) == .local else { return nil }
    let (home, value) = module.followed(body, ExprID(expr.b))
    guard home === body, home.kind(value) == .callValue else { return nil }
    return found
  }

  private struct Writer {
    var body: Int
    var expr: ExprID
  }

  private static let readers: LintSymbolSet = [
    .onPreferenceChange, .overlayPreferenceValue, .backgroundPreferenceValue,
  ]

  /// A modifier that reads a preference.
  private struct Reader {
    var body: Int
    var node: Int
    /// Among the modifiers of the node.
    var position: Int
  }

  /// By the type of the key.
  private static func readersByKey(_ module: LintModule) -> IDMap<DeclID, [Reader]> {
    var found = IDMap<DeclID, [Reader]>()
    for (index, body) in module.bodies.enumerated() where body.symbols.intersects(readers) {
      let tree = module.tree(index)
      for (k, modifier) in tree.modifiers.enumerated() {
        switch modifier.symbol {
        case .onPreferenceChange, .overlayPreferenceValue, .backgroundPreferenceValue: break
        default: continue
        }
        let key = key(module, body, modifier.expr)
        if key == .none { continue }
        let position = k - tree.modifierRange(modifier.node).lowerBound
        found[key, default: []].append(Reader(body: index, node: modifier.node, position: position))
      }
    }
    return found
  }

  /// The writers below one of the readers, if there can be more than one.
  private static func severalWriters(_ module: LintModule, _ key: DeclID, _ readers: [Reader]) -> [Writer]? {
    for reader in readers {
      var found: [Writer] = []
      var running: IDSet<Int> = [reader.body]
      let count = count(module, reader.body, reader.node, before: reader.position, key, &found, &running)
      if count > 1 { return Array(found.prefix(2)) }
    }
    return nil
  }

  private static func isKey(_ module: LintModule, _ body: LintBody, _ call: ExprID, _ wanted: DeclID) -> Bool {
    key(module, body, call) == wanted
  }

  /// The type that a call names as its first argument, or `none`.
  private static func key(_ module: LintModule, _ body: LintBody, _ call: ExprID) -> DeclID {
    guard body[call].list.count > 0 else { return .none }
    let row = body[module.peeled(body, body.item(body[call].list, 0))]
    return row.kind == .typeReference ? module.sema.types.decl(TypeID(row.a)) : .none
  }

  /// How many writers can be below a node at once; two stand for many.
  private static func count(
    _ module: LintModule, _ index: Int, _ node: Int, before position: Int?, _ key: DeclID, _ found: inout [Writer],
    _ running: inout IDSet<Int>
  ) -> Int {
    let body = module.bodies[index]
    let tree = module.tree(index)
    let row = tree.nodes[node]
    var sum = 0
    for k in tree.modifierRange(node) {
      if let position, k - tree.modifierRange(node).lowerBound >= position { break }
      let modifier = tree.modifiers[k]
      switch modifier.symbol {
      case .preference, .anchorPreference:
        if isKey(module, body, modifier.expr, key) {
          // A view's own preference replaces what is below it.
          sum = 1
          found.append(Writer(body: index, expr: modifier.expr))
        }
      default: sum += inside(module, modifier.decl, key, &found, &running)
      }
    }
    switch row.kind {
    case .ownType, .ownValue: sum += inside(module, row.decl, key, &found, &running)
    default: break
    }
    var most = 0
    for child in tree.children(node) {
      if case .modifier(let k) = tree.nodes[child].role, let position, k >= position { continue }
      let below = count(module, index, child, before: nil, key, &found, &running)
      if row.kind == .conditional { most = max(most, below) } else { sum += below }
    }
    sum += most
    return row.kind == .loop ? sum * 2 : sum
  }

  /// Writers in the body of a view, helper or modifier of the module.
  private static func inside(
    _ module: LintModule, _ decl: DeclID, _ key: DeclID, _ found: inout [Writer], _ running: inout IDSet<Int>
  ) -> Int {
    guard decl != .none, module.table.info(decl).isOwn || module.sema.decls.kind(decl) == .initializer else { return 0 }
    var callee = module.bodyIndex(of: decl)
    if module.sema.decls.kind(decl) == .initializer {
      let type = module.sema.owner(of: decl)
      guard type != .none, !module.sema.decls.has(type, .isPrelude) else { return 0 }
      callee = module.sema.declaredMembers(of: type).first { module.sema.decls.name($0) == .body }
        .flatMap { module.bodyIndex(of: $0) }
    }
    guard let callee, running.count < 40, running.insert(callee).inserted else { return 0 }
    defer { running.remove(callee) }
    let tree = module.tree(callee)
    // A reader inside takes what is below it; to the outside it counts as one writer.
    let hasReader = tree.modifiers.contains {
      $0.symbol == .onPreferenceChange && isKey(module, module.bodies[callee], $0.expr, key)
    }
    var sum = 0
    var node = 0
    while node < tree.nodes.count {
      sum += count(module, callee, node, before: nil, key, &found, &running)
      node = tree.nodes[node].end
    }
    return hasReader ? 0 : sum
  }
}
