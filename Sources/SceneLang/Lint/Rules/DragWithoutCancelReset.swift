/// Drag state that only `onEnded` puts back.
enum DragWithoutCancelReset {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "drag-without-cancel-reset", .info, "a cancelled drag leaves its state",
      explanation: """
        'onEnded' is not called when the system cancels a drag (a call comes in, a scroll view takes over, the view goes \
        away). State that only 'onEnded' resets then stays displaced. '@GestureState' with 'updating' goes back by itself.
        """,
      wrong: """
        struct Card: View {
            @State private var drag = CGSize.zero
            var body: some View {
                Rectangle()
                    .offset(drag)
                    .gesture(
                        DragGesture()
                            .onChanged { drag = $0.translation }
                            .onEnded { _ in withAnimation { drag = .zero } }
                    )
            }
        }
        """,
      right: """
        struct Card: View {
            @GestureState private var drag = CGSize.zero
            var body: some View {
                Rectangle()
                    .offset(drag)
                    .gesture(
                        DragGesture()
                            .updating($drag) { value, state, _ in state = value.translation }
                    )
                    .animation(.default, value: drag)
            }
        }
        """),
    triggers: [.DragGesture], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for drag in DragUse.all(module, context.index) where !drag.hasUpdating {
      guard let onChanged = drag.onChanged else { continue }
      let ended = drag.ended.map { LintModule.Use(body: context.index, use: $0) } + drag.endedElsewhere
      for entry in ended where entry.use.access == .write && module.isState(entry.use.variable) {
        let use = entry.use
        let home = module.bodies[entry.body]
        guard drag.changed.contains(where: { $0.variable == use.variable && followsFinger(module, body, $0) }),
          use.operation != .none, home.kind(use.operation) == .assign,
          isRest(module, home, ExprID(home[use.operation].b)),
          isGeometry(module.sema, use.variable)
        else { continue }
        context.report(
          "a cancelled drag leaves '\(module.name(use.variable))' as it is, since only 'onEnded' resets it; "
            + "'@GestureState' goes back by itself", body, onChanged,
          notes: [.init("it is reset here", at: module.place(home, use.expr))])
        break
      }
    }
  }

  private static func followsFinger(_ module: LintModule, _ body: LintBody, _ use: LintBody.VariableUse) -> Bool {
    guard use.operation != .none, body.kind(use.operation) == .assign else { return false }
    return !module.dependencies(body, ExprID(body[use.operation].b)).locals.isEmpty
  }

  /// A value that stands for rest: zero, nil, or another constant.
  private static func isRest(_ module: LintModule, _ body: LintBody, _ expr: ExprID) -> Bool {
    if module.number(body, expr) == 0 || module.isNil(body, expr) { return true }
    let value = module.peeled(body, expr)
    let row = body[value]
    switch row.kind {
    case .computedMember, .storedMember: return row.a == .max && module.name(DeclID(row.b)) == "zero"
    case .global: return module.name(DeclID(row.a)) == "zero"
    case .initCall:
      return row.list.count == 0
        || body.items(row.list).allSatisfy { body.kind($0) == .defaultArgument || module.number(body, $0) == 0 }
    default: return false
    }
  }

  private static func isGeometry(_ sema: Sema, _ variable: DeclID) -> Bool {
    var type = sema.type(ofVariable: variable)
    let inner = sema.unwrapped(type)
    if inner != .none { type = inner }
    if sema.isNominal(type, .double) || sema.isNominal(type, .cgFloat) || sema.isNominal(type, .float) { return true }
    guard sema.types.kind(type) == .nominal else { return false }
    return ["CGSize", "CGPoint", "CGRect", "Angle"].contains(sema.names[sema.decls.name(sema.types.decl(type))])
  }
}
