/// Two sources of one group, of which opacity hides one.
enum MatchedHiddenTwin {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "matched-hidden-twin", .warning, "a hidden view takes part in matched geometry",
      explanation: """
        Opacity 0 does not remove a view: the hidden twin is still a source of the group, and the visible one snaps to \
        it. Use 'if'/'else', or bind 'isSource' to what is visible.
        """,
      wrong: """
        struct Twin: View {
            @Namespace private var space
            @State private var on = false
            var body: some View {
                HStack {
                    Color.red
                        .matchedGeometryEffect(id: 1, in: space)
                        .opacity(on ? 0 : 1)
                    Color.red
                        .matchedGeometryEffect(id: 1, in: space)
                        .opacity(on ? 1 : 0)
                }
                .onTapGesture { withAnimation { on.toggle() } }
            }
        }
        """,
      right: """
        struct Twin: View {
            @Namespace private var space
            @State private var on = false
            var body: some View {
                HStack {
                    Color.red
                        .matchedGeometryEffect(id: 1, in: space, isSource: !on)
                        .opacity(on ? 0 : 1)
                    Color.red
                        .matchedGeometryEffect(id: 1, in: space, isSource: on)
                        .opacity(on ? 1 : 0)
                }
                .onTapGesture { withAnimation { on.toggle() } }
            }
        }
        """),
    triggers: [.matchedGeometryEffect], scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    for pair in module.matchedPairs() where pair.isTwin {
      let first = module.bodies[pair.first.body]
      let second = module.bodies[pair.second.body]
      // The modifier that hides is what has to go.
      let place =
        pair.second.opacity.map { module.place(module.bodies[$0.body], $0.expr) }
        ?? module.place(second, pair.second.modifier.expr)
      context.report(
        "opacity hides this view, but it stays a source of its matched geometry group, as does its twin", at: place,
        notes: [
          .init("this view", at: module.place(second, pair.second.modifier.expr)),
          .init("the twin", at: module.place(first, pair.first.modifier.expr)),
        ])
    }
  }
}
