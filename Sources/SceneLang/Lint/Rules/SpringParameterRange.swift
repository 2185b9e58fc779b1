/// Numbers of springs that make no spring.
enum SpringParameterRange {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "spring-parameter-range", .warning, "a spring's number is out of range",
      explanation: """
        A spring has a response or duration above 0 (at 0 the value jumps) and a damping fraction from 0 to 1: at 0 it \
        swings for ever, above 1 it creeps without overshoot. Bounce lies between -1 and 1. Mass and stiffness are above 0. Negative damping, a \
        negative duration and numbers that are not finite are errors.
        """,
      wrong: """
        struct Hard: View {
            @State private var on = false
            var body: some View {
                Circle()
                    .offset(y: on ? 100 : 0)
                    .onTapGesture {
                        withAnimation(.spring(response: 0.4, dampingFraction: 0)) { on.toggle() }
                    }
            }
        }
        """,
      right: """
        struct Hard: View {
            @State private var on = false
            var body: some View {
                Circle()
                    .offset(y: on ? 100 : 0)
                    .onTapGesture {
                        withAnimation(.spring(response: 0.4, dampingFraction: 0.6)) { on.toggle() }
                    }
            }
        }
        """),
    triggers: [.spring, .interactiveSpring, .interpolatingSpring, .smooth, .snappy, .bouncy, .Spring], check: check)

  private static let symbols: LintSymbolSet = [
    .spring, .interactiveSpring, .interpolatingSpring, .smooth, .snappy, .bouncy, .Spring,
  ]

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for site in body.sites where symbols.contains(site.symbol) {
      let row = body[site.expr]
      guard row.kind == .call || row.kind == .initCall else { continue }
      let parameters = context.sema.signature(of: DeclID(row.a)).parameters
      for (position, parameter) in parameters.enumerated() where position < Int(row.list.count) {
        let value = body.item(row.list, position)
        guard body.kind(value) != .defaultArgument, let number = number(module, body, value) else { continue }
        let label = context.sema.names[parameter.label]
        guard let (message, severity) = judge(label, number, site.symbol) else { continue }
        context.report(
          message, at: module.place(body, module.argumentRange(body, value)), severity: severity)
      }
    }
  }

  /// A literal, or a name for a number that is not finite.
  private static func number(_ module: LintModule, _ body: LintBody, _ value: ExprID) -> Double? {
    if let number = module.number(body, value) { return number }
    let row = body[module.peeled(body, value)]
    guard row.kind == .computedMember, row.a == .max, !module.table.info(DeclID(row.b)).isOwn else { return nil }
    switch module.name(DeclID(row.b)) {
    case "infinity": return .infinity
    case "nan": return .nan
    default: return nil
    }
  }

  private static func judge(
    _ label: String, _ number: Double, _ symbol: LintSymbol
  ) -> (String, Diagnostic.Severity)? {
    switch label {
    case "response", "duration", "perceptualDuration", "settlingDuration":
      if !number.isFinite { return ("'\(label)' is finite", .error) }
      if number < 0 { return ("'\(label)' must be above 0", .error) }
      // An interactive spring without response follows the finger.
      if number == 0, symbol != .interactiveSpring {
        return ("with '\(label)' 0 the spring is infinitely stiff: the value jumps", .warning)
      }
    case "dampingFraction", "dampingRatio":
      if !number.isFinite { return ("'\(label)' is finite", .error) }
      if number < 0 { return ("'\(label)' must not be negative", .error) }
      if number == 0 { return ("with '\(label)' 0 the spring never comes to rest", .warning) }
      if number > 1 { return ("with '\(label)' above 1 the spring does not overshoot; 1 is the most", .warning) }
    case "bounce":
      if !number.isFinite { return ("'bounce' is finite", .error) }
      if number >= 1 { return ("with 'bounce' 1 or more the spring never comes to rest", .warning) }
      if number <= -1 { return ("'bounce' lies between -1 and 1", .warning) }
    case "mass", "stiffness":
      if !number.isFinite || number <= 0 { return ("'\(label)' must be above 0", .error) }
    case "damping":
      if !number.isFinite || number < 0 { return ("'damping' must not be negative", .error) }
      if number == 0 { return ("with 'damping' 0 the spring never comes to rest", .warning) }
    case "blendDuration", "extraBounce", "initialVelocity":
      if !number.isFinite { return ("'\(label)' is finite", .error) }
    default: break
    }
    return nil
  }
}
