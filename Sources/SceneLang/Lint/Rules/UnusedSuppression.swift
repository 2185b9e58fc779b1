/// Comments that silence nothing. The findings are made where suppressions are applied.
enum UnusedSuppression {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "unused-suppression", .warning, "a comment that silences nothing",
      explanation: """
        A 'scenec:disable' comment names a rule that reports nothing there, or that does not exist. It hides the next \
        mistake of that kind. '// scenec:disable:next RULE' silences the next line of code, '// scenec:disable:this RULE' \
        its own line, '// scenec:disable RULE' everything up to '// scenec:enable RULE' or the end of the file.
        """,
      wrong: """
        struct Quiet: View {
            // scenec:disable:next private-state
            @State private var count = 0
            var body: some View {
                Text("\\(count)").onTapGesture { count += 1 }
            }
        }
        """,
      right: """
        struct Quiet: View {
            // scenec:disable:next private-state
            @State var count = 0
            var body: some View {
                Text("\\(count)").onTapGesture { count += 1 }
            }
        }
        """),
    scope: .module, isAboutUnusedCode: true, check: { _ in })
}
