/// Names of SF Symbols that do not exist.
enum UnknownSystemImage {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "unknown-system-image", .warning, "no SF Symbol has this name",
      explanation: """
        Symbol names are strings that nobody checks: a misspelt one draws nothing. The name is compared with the list of \
        SF Symbols and the iOS version that brought each. The list is never complete; a name that is newer than it can \
        be silenced.
        """,
      wrong: """
        struct Share: View {
            var body: some View {
                Label("Share", systemImage: "suqare.and.arrow.up")
            }
        }
        """,
      right: """
        struct Share: View {
            var body: some View {
                Label("Share", systemImage: "square.and.arrow.up")
            }
        }
        """),
    triggers: [], check: check)

  /// iOS version that scenes are checked for, as major * 100 + minor.
  static let newest = 1899

  @Sendable private static func check(_ context: LintContext) {
    let body = context.body
    if body.symbolCalls.isEmpty { return }
    let systemName = context.sema.names.find("systemName")
    let systemImage = context.sema.names.find("systemImage")
    guard SymbolNames.shared.count > 0 else { return }
    for call in body.symbolCalls {
      let row = body[call]
      let parameters = context.sema.signature(of: DeclID(row.a)).parameters
      for (position, parameter) in parameters.enumerated()
      where position < Int(row.list.count) && parameter.label != .none
        && (parameter.label == systemName || parameter.label == systemImage)
      {
        check(context, body, body.item(row.list, position))
      }
    }
  }

  private static func check(_ context: LintContext, _ body: LintBody, _ value: ExprID) {
    var seen: IDSet<UInt64> = []
    for (home, literal) in StringValues.literals(context.module, body, value, &seen, depth: 0) {
      check(context, home, literal: literal)
    }
  }

  private static func check(_ context: LintContext, _ body: LintBody, literal expr: ExprID) {
    let module = context.module
    let row = body[expr]
    let name = body.body.strings[Int(row.a)]
    if name.isEmpty { return }
    let place = module.place(body, module.syntax(body).range(row.node))
    guard let version = SymbolNames.shared.introduced(name) else {
      if isVaried(module, body, name) { return }
      let near = SymbolSuggestions.nearest(to: name)
      var fixes: [FixIt] = []
      if near.count == 1, let only = near.first {
        fixes.append(FixIt("replace with \"\(only)\"", [.init(place, "\"\(only)\"")], applicability: .needsReview))
      }
      context.report("no SF Symbol is called \"\(name)\"\(NameSuggestions.phrase(near))", at: place, fixes: fixes)
      return
    }
    if version > newest {
      context.report("\"\(name)\" is a symbol of iOS \(version / 100); earlier versions draw nothing", at: place)
    }
  }

  /// Whether a name is one with a variant that `symbolVariant` puts behind it: "1" is drawn as "1.circle".
  private static func isVaried(_ module: LintModule, _ body: LintBody, _ name: String) -> Bool {
    !SymbolNames.shared.rows(prefix: name + ".").isEmpty
      && LintModule.contains(module.syntax(body).source.bytes, Array("symbolVariant".utf8))
  }
}
