/// A shape whose numbers change with state, without `animatableData`.
enum ShapeMissingAnimatableData {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "shape-missing-animatable-data", .warning, "a shape that cannot be animated",
      explanation: """
        SwiftUI animates a shape through its 'animatableData'. Without it, a changed property of the shape jumps to its \
        new value, also inside 'withAnimation'. Map the properties that change with 'var animatableData'.
        """,
      wrong: """
        struct Wedge: Shape {
            var fraction: Double
            func path(in rect: CGRect) -> Path {
                Path(CGRect(x: 0, y: 0, width: rect.width * fraction, height: rect.height))
            }
        }
        struct Gauge: View {
            @State private var full = false
            var body: some View {
                Wedge(fraction: full ? 1 : 0.2)
                    .onTapGesture { withAnimation { full.toggle() } }
            }
        }
        """,
      right: """
        struct Wedge: Shape {
            var fraction: Double
            var animatableData: Double {
                get { fraction }
                set { fraction = newValue }
            }
            func path(in rect: CGRect) -> Path {
                Path(CGRect(x: 0, y: 0, width: rect.width * fraction, height: rect.height))
            }
        }
        struct Gauge: View {
            @State private var full = false
            var body: some View {
                Wedge(fraction: full ? 1 : 0.2)
                    .onTapGesture { withAnimation { full.toggle() } }
            }
        }
        """),
    scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let sema = context.sema
    let shape = sema.known(.shape)
    let animatable = sema.known(.animatable)
    guard shape != .none else { return }
    for type in module.ownTypes where sema.decls.kind(type) == .structDecl {
      let declared = sema.declaredType(of: type)
      let isShape = sema.conforms(declared, shape) != nil
      guard isShape || declaresConformance(sema, type, animatable) else { continue }
      let members = sema.ownMembers(of: type) + extensionMembers(module, type)
      if members.contains(where: { sema.decls.name($0) == .animatableData }) { continue }
      if hasMacro(sema, type) { continue }
      let numbers = sema.storedMembers(of: type).filter { isAnimatable(sema, $0) }
      guard !numbers.isEmpty, let (call, value, member) = animatedArgument(module, type, IDSet(numbers)) else {
        continue
      }
      let body = module.bodies[call.body]
      context.report(
        "'\(module.name(type))' has no 'animatableData', so a change of '\(module.name(member))' is not animated",
        at: module.namePlace(type),
        notes: [.init("it changes here", at: module.place(body, module.argumentRange(body, value)))])
    }
  }

  private static func declaresConformance(_ sema: Sema, _ type: DeclID, _ proto: DeclID) -> Bool {
    sema.inheritanceClause(of: type).contains { sema.types.decl($0) == proto }
  }

  private static func extensionMembers(_ module: LintModule, _ type: DeclID) -> [DeclID] {
    module.sema.memberDecls(of: type, .animatableData).filter { !module.sema.decls.has($0, .isPrelude) }
  }

  /// `@Animatable` writes the member.
  private static func hasMacro(_ sema: Sema, _ type: DeclID) -> Bool {
    let (file, node) = sema.syntax(of: type)
    let attributes = sema.tree(file).node(node, at: Slot.attributes)
    return attributes != .none && sema.tree(file).text(attributes).contains("@Animatable")
  }

  private static func isAnimatable(_ sema: Sema, _ member: DeclID) -> Bool {
    let type = sema.type(ofVariable: member)
    if sema.isNominal(type, .double) || sema.isNominal(type, .cgFloat) || sema.isNominal(type, .float) { return true }
    guard sema.types.kind(type) == .nominal else { return false }
    return ["Angle", "CGPoint", "CGSize", "CGRect", "UnitPoint"].contains(
      sema.names[sema.decls.name(sema.types.decl(type))])
  }

  /// A call that gives one of the numbers from state whose changes are animated.
  private static func animatedArgument(
    _ module: LintModule, _ type: DeclID, _ numbers: IDSet<DeclID>
  ) -> (LintModule.Call, ExprID, DeclID)? {
    for call in module.calls(of: type) {
      let body = module.bodies[call.body]
      let row = body[call.expr]
      for (position, parameter) in module.sema.signature(of: DeclID(row.a)).parameters.enumerated()
      where position < Int(row.list.count) {
        let member =
          row.kind == .memberwiseInit
          ? parameter.decl : numbers.first { module.sema.decls.name($0) == parameter.name } ?? .none
        guard member != .none, numbers.contains(member) else { continue }
        let value = body.item(row.list, position)
        guard body.kind(value) != .defaultArgument else { continue }
        for variable in module.dependencies(body, value).variables where module.isState(variable) {
          if isAnimated(module, variable, call) { return (call, value, member) }
        }
      }
    }
    return nil
  }

  private static func isAnimated(_ module: LintModule, _ variable: DeclID, _ call: LintModule.Call) -> Bool {
    if module.facts(variable).writes.contains(where: { module.manner($0) == .animated }) { return true }
    let tree = module.tree(call.body)
    guard let node = tree.nodes.indices.first(where: { tree.nodes[$0].expr == call.expr }) else { return false }
    var wanted = LintModule.Dependencies()
    wanted.variables = [variable]
    let body = module.bodies[call.body]
    var current = node
    while current >= 0 {
      for k in tree.modifierRange(current) where tree.modifiers[k].symbol == .animation {
        guard let value = module.argument(body, tree.modifiers[k].expr, "value") else { return true }
        if module.dependencies(body, value).intersects(wanted) { return true }
      }
      current = tree.nodes[current].parent
    }
    return false
  }
}
