/// A frame with a negative side.
enum NegativeFrame {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "negative-frame", .warning, "a frame with a negative side",
      explanation: """
        A side of a frame is 0 or more; a negative or infinite fixed one is reported at run time and taken as 0 or left \
        out (R0644). To make room smaller, use a negative padding.
        """,
      wrong: """
        struct Small: View {
            var body: some View { Color.red.frame(width: -10, height: 20) }
        }
        """,
      right: """
        struct Small: View {
            var body: some View { Color.red.frame(width: 10, height: 20) }
        }
        """),
    triggers: [.frame], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for call in context.sites(.frame, .modifier) where body.kind(call) == .call {
      let row = body[call]
      let parameters = context.sema.signature(of: DeclID(row.a)).parameters
      for (position, parameter) in parameters.enumerated() where position < Int(row.list.count) {
        let value = body.item(row.list, position)
        guard body.kind(value) != .defaultArgument else { continue }
        let label = context.sema.names[parameter.label]
        guard label.hasSuffix("idth") || label.hasSuffix("eight") else { continue }
        let place = module.place(body, module.argumentRange(body, value))
        if let number = module.number(body, value), number < 0 {
          context.report("'\(label)' is negative; it counts as 0", at: place)
        } else if label == "width" || label == "height", isInfinite(module, body, value) {
          context.report(
            "a fixed '\(label)' cannot be infinite; use 'max\(label == "width" ? "Width" : "Height"): .infinity'",
            at: place)
        }
      }
    }
  }

  private static func isInfinite(_ module: LintModule, _ body: LintBody, _ value: ExprID) -> Bool {
    let row = body[module.peeled(body, value)]
    return row.kind == .computedMember && row.a == .max && module.name(DeclID(row.b)) == "infinity"
  }
}
