/// Two views of one matched geometry group that are both its source.
enum MatchedDuplicateSource {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "matched-duplicate-source", .warning, "two views are the source of one matched geometry group",
      explanation: """
        The geometry of a group comes from its one inserted view with 'isSource' true. With another number than one the \
        result is undefined; here the view inserted last wins and the others follow it. Say 'isSource: false' at the \
        follower, or remove one view while the other one is shown ('if !open { … }').
        """,
      wrong: """
        struct Hero: View {
            @Namespace private var space
            @State private var open = false
            var body: some View {
                ZStack {
                    Color.blue
                        .matchedGeometryEffect(id: "hero", in: space)
                        .frame(width: 80, height: 80)
                    if open {
                        Color.blue.matchedGeometryEffect(id: "hero", in: space)
                    }
                }
                .onTapGesture { withAnimation { open.toggle() } }
            }
        }
        """,
      right: """
        struct Hero: View {
            @Namespace private var space
            @State private var open = false
            var body: some View {
                ZStack {
                    if open {
                        Color.blue.matchedGeometryEffect(id: "hero", in: space)
                    } else {
                        Color.blue
                            .matchedGeometryEffect(id: "hero", in: space)
                            .frame(width: 80, height: 80)
                    }
                }
                .onTapGesture { withAnimation { open.toggle() } }
            }
        }
        """),
    triggers: [.matchedGeometryEffect], scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    for pair in module.matchedPairs() where !pair.isTwin {
      let first = module.bodies[pair.first.body]
      let second = module.bodies[pair.second.body]
      var notes: [Diagnostic.Note] = []
      if pair.first.body == pair.second.body, pair.first.modifier.expr == pair.second.modifier.expr {
        // One place in the text that is reached twice.
        for site in [pair.first, pair.second] {
          guard let step = parting(pair, site) else { continue }
          let body = module.bodies[step.body]
          notes.append(
            .init(
              "a view with this id is made here", at: module.place(body, module.tree(step.body).nodes[step.node].expr)))
        }
      } else {
        notes.append(.init("the other source", at: module.place(first, pair.first.modifier.expr)))
      }
      context.report(
        "two views can be the source of this group at one time; pass 'isSource: false' to one or remove it meanwhile",
        second, pair.second.modifier.expr, notes: notes, fixes: fixes(module, pair))
    }
    checkLoops(context)
  }

  /// Where the ways to the two sites part.
  private static func parting(_ pair: LintModule.MatchedPair, _ site: MatchedSite) -> MatchedSite.Step? {
    for (x, y) in zip(pair.first.path, pair.second.path) where x.body != y.body || x.node != y.node {
      return site.path.first { step in
        (step.body == x.body && step.node == x.node && pair.first.path.count == site.path.count
          && site.path.contains { $0.body == x.body && $0.node == x.node })
          || (step.body == y.body && step.node == y.node
            && site.path.contains { $0.body == y.body && $0.node == y.node })
      }
    }
    return nil
  }

  private static func fixes(_ module: LintModule, _ pair: LintModule.MatchedPair) -> [FixIt] {
    guard pair.first.modifier.expr != pair.second.modifier.expr || pair.first.body != pair.second.body else {
      return []
    }
    let body = module.bodies[pair.second.body]
    let end = module.fullRange(body, pair.second.modifier.expr).end
    guard end > 0 else { return [] }
    var fix = FixIt.insert(
      ", isSource: false", at: module.place(body, SourceRange(end - 1, end - 1)), title: "add 'isSource: false'")
    fix.applicability = .needsReview
    return [fix]
  }

  /// One site in a loop whose id is the same for all elements, with no condition that picks one.
  private static func checkLoops(_ context: LintContext) {
    let module = context.module
    for sites in module.matchedSites() {
      for site in sites where site.isSource == true && !site.loopLocals.isEmpty && !site.id.contains("?") {
        guard !site.loopLocals.contains(where: { site.id.contains($0) }), isConstant(site.id) else { continue }
        if site.atoms.contains(where: { atom in
          site.loopLocals.contains { atom.subject.contains($0) || atom.value.contains($0) }
            || atom.subject.contains("?")
        }) {
          continue
        }
        if site.group.contains("%") || site.group.contains("?") { continue }
        let body = module.bodies[site.body]
        context.report(
          "every element of the loop is a source of this group; make the id depend on the element", body,
          site.modifier.expr)
      }
    }
  }

  private static func isConstant(_ id: String) -> Bool { id.hasPrefix("\"") || id.hasPrefix("#") || id.hasPrefix("C") }
}
