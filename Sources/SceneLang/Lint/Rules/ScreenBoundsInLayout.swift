/// `UIScreen.main.bounds` in views.
enum ScreenBoundsInLayout {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "screen-bounds-in-layout", .info, "the screen's size in a layout",
      explanation: """
        'UIScreen.main.bounds' is the screen, not the room that the view has: in split view, in a sheet, on a Mac and \
        while the device turns the two differ, and nothing is updated when it changes. 'UIScreen.main' is deprecated. \
        Read the size from a 'GeometryReader', 'containerRelativeFrame' or 'onGeometryChange', or let the view fill its \
        room with 'frame(maxWidth: .infinity)'.
        """,
      wrong: """
        struct Half: View {
            var body: some View {
                Color.red.frame(width: UIScreen.main.bounds.width / 2)
            }
        }
        """,
      right: """
        struct Half: View {
            var body: some View {
                GeometryReader { proxy in
                    Color.red.frame(width: proxy.size.width / 2)
                }
            }
        }
        """),
    triggers: [.bounds, .nativeBounds], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for expr in context.sites(.bounds) + context.sites(.nativeBounds) {
      let row = body[expr]
      guard row.kind == .computedMember || row.kind == .storedMember, row.a != .max else { continue }
      let base = body[module.peeled(body, ExprID(row.a))]
      guard base.kind == .computedMember || base.kind == .storedMember || base.kind == .global else { continue }
      let decl = base.kind == .global ? DeclID(base.a) : DeclID(base.b)
      let owner = context.sema.owner(of: decl)
      guard module.name(decl) == "main", owner != .none, module.name(owner) == "UIScreen" else { continue }
      guard isAboutViews(context) else { continue }
      // From 'main' on: what is wrong is whose bounds they are.
      let start = module.nameRange(body, module.peeled(body, ExprID(row.a))).start
      let range = SourceRange(start, module.nameRange(body, expr).end)
      context.report(
        "the screen is not the room that this view has; read the size from the container", at: module.place(body, range)
      )
    }
  }

  /// Code of views and what they use: not that of classes, which may have to do with windows.
  private static func isAboutViews(_ context: LintContext) -> Bool {
    let sema = context.sema
    let type = sema.typeContext(of: context.body.owner)
    guard type != .none else { return true }
    let nominal = sema.nominal(ofContext: type)
    return nominal == .none || sema.decls.kind(nominal) != .classDecl
  }
}
