/// `.named("x")` that no view declares.
enum UnknownCoordinateSpace {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "unknown-coordinate-space", .warning, "a coordinate space that no view declares",
      explanation: """
        Coordinate spaces are found by name among the views around. A name that none of them declares falls back to \
        another space without a word, and the numbers are off. Declare it with '.coordinateSpace(.named("…"))' on a view \
        around, or correct the name.
        """,
      wrong: """
        struct Reader: View {
            @State private var y: CGFloat = 0
            var body: some View {
                ScrollView {
                    GeometryReader { proxy in
                        Color.clear.onAppear { y = proxy.frame(in: .named("scrol")).minY }
                    }
                    .frame(height: 10)
                    Text("\\(y)")
                }
                .coordinateSpace(.named("scroll"))
            }
        }
        """,
      right: """
        struct Reader: View {
            @State private var y: CGFloat = 0
            var body: some View {
                ScrollView {
                    GeometryReader { proxy in
                        Color.clear.onAppear { y = proxy.frame(in: .named("scroll")).minY }
                    }
                    .frame(height: 10)
                    Text("\\(y)")
                }
                .coordinateSpace(.named("scroll"))
            }
        }
        """),
    triggers: [.named], scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    var declared: [String] = []
    var keys: Set<String> = []
    for body in module.bodies where body.symbols.contains(.coordinateSpace) {
      for site in body.sites where site.symbol == .coordinateSpace && site.role == .modifier {
        guard body.kind(site.expr) == .call, let value = module.firstArgument(body, site.expr) else { continue }
        guard let name = spaceName(module, body, value) else {
          // A space that is not known by its text could be any.
          return
        }
        if name.isLiteral { declared.append(name.text) }
        keys.insert(name.text)
      }
    }
    for body in module.bodies where body.symbols.contains(.named) {
      for site in body.sites where site.symbol == .named && site.role != .modifier && body.kind(site.expr) == .call {
        guard !isDeclaration(module, body, site.expr), isSpace(module, body, site.expr),
          let value = module.firstArgument(body, site.expr), let name = string(module, body, value), name.isLiteral,
          !keys.contains(name.text)
        else { continue }
        if !module.isComplete, module.isSpelledElsewhere(name.text) { continue }
        let near = NameSuggestions.nearest(to: name.text, among: declared, limit: 1)
        var fixes: [FixIt] = []
        if let best = near.first {
          var fix = FixIt.replace(module.place(body, module.fullRange(body, value)), with: "\"\(best)\"")
          fix.applicability = .needsReview
          fixes.append(fix)
        }
        context.report(
          "no view declares a coordinate space called \"\(name.text)\"\(NameSuggestions.phrase(near))", body, site.expr,
          fixes: fixes)
      }
    }
  }

  /// The name in `.coordinateSpace(name: x)` or `.coordinateSpace(.named(x))`.
  private static func spaceName(
    _ module: LintModule, _ body: LintBody, _ value: ExprID
  ) -> (text: String, isLiteral: Bool)? {
    let row = body[module.peeled(body, value)]
    if row.kind == .call, module.table.info(DeclID(row.a)).symbol == .named, row.list.count == 1 {
      return string(module, body, body.item(row.list, 0))
    }
    return string(module, body, value)
  }

  private static func string(
    _ module: LintModule, _ body: LintBody, _ value: ExprID
  ) -> (text: String, isLiteral: Bool)? {
    if let text = module.string(body, value) { return (text, true) }
    let expr = module.peeled(body, value)
    let row = body[expr]
    let decl: DeclID
    switch row.kind {
    case .global: decl = DeclID(row.a)
    case .storedMember, .computedMember: decl = DeclID(row.b)
    case .enumCase: return (module.key(body, expr), false)
    case .local:
      let source = body.source(ofLocal: row.a).raw
      return source == .max ? nil : string(module, body, ExprID(source))
    case .intLiteral: return (module.key(body, expr), false)
    default: return nil
    }
    // A constant of the module, by its value if that is a literal.
    if let index = module.bodyIndex(of: decl, .initialValue), let inner = Loops.returnedValue(module.bodies[index]),
      let text = module.string(module.bodies[index], inner)
    {
      return (text, true)
    }
    return module.table.info(decl).isOwn && module.wrapper(of: decl) == .none ? (module.key(body, expr), false) : nil
  }

  private static func isDeclaration(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    var current = body.parentExpression(expr)
    while current != .none, [.wrapOptional, .erase, .openExistential].contains(body.kind(current)) {
      current = body.parentExpression(current)
    }
    guard current != .none, body.kind(current) == .call else { return false }
    return module.table.info(DeclID(body[current].a)).symbol == .coordinateSpace
  }

  private static let word = Array("CoordinateSpace".utf8)

  /// Of a coordinate space, not of a font or an image.
  private static func isSpace(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    let type = body[expr].type
    guard module.sema.types.kind(type) == .nominal else { return false }
    return module.sema.names.withUTF8(module.sema.decls.name(module.sema.types.decl(type))) {
      LintModule.contains($0, word)
    }
  }
}
