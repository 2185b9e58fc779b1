/// `.animation(_:value:)` whose value nothing below it depends on.
enum AnimationUnrelatedValue {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "animation-unrelated-value", .warning, "an animation's value has nothing to do with the view",
      explanation: """
        'animation(_:value:)' animates the update in which its value changes. If no part of the view it wraps depends on \
        that value, and the value does not change together with one that does, nothing is ever animated.
        """,
      wrong: """
        struct Badge: View {
            @State private var big = false
            @State private var other = 0
            var body: some View {
                VStack {
                    Circle()
                        .scaleEffect(big ? 2 : 1)
                        .animation(.easeIn, value: other)
                        .onTapGesture { big.toggle() }
                    Stepper("Other", value: $other)
                }
            }
        }
        """,
      right: """
        struct Badge: View {
            @State private var big = false
            @State private var other = 0
            var body: some View {
                VStack {
                    Circle()
                        .scaleEffect(big ? 2 : 1)
                        .animation(.easeIn, value: big)
                        .onTapGesture { big.toggle() }
                    Stepper("Other", value: $other)
                }
            }
        }
        """),
    triggers: [.animation], check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let body = context.body
    for expr in context.sites(.animation, .modifier) where body.kind(expr) == .call {
      guard let value = module.argument(body, expr, "value") else { continue }
      let wanted = module.dependencies(body, value)
      guard wanted.locals.isEmpty else { continue }
      let (home, meant) = module.followed(body, value)
      if wanted.variables.isEmpty || isConstant(module, home, meant) {
        if isConstant(module, home, meant) {
          context.report(
            "the value of this animation never changes, so nothing is animated", at: argumentPlace(module, body, value))
        }
        continue
      }
      // Only what the view owns is known to be read here alone.
      guard wanted.variables.allSatisfy({ module.isState($0) && isValue(module, $0) }) else { continue }
      let tree = context.tree
      guard let position = tree.modifier(of: expr), case let modifier = tree.modifiers[position],
        !isOpaque(module, tree, modifier.node, context)
      else { continue }
      let read = module.receiverDependencies(body, ExprID(body[expr].b))
      if read.intersects(wanted) { continue }
      // Inside the branch that the value decides about, it has a finding of its own.
      if AnimationInsideConditional.fixedBranch(module, context.index, modifier, value) != nil { continue }
      // What depends on the value stands behind the animation: that has a finding of its own.
      if !AnimationBeforeEffect.lateEffects(context, position, wanted).isEmpty, !mayBeAnimated(module, wanted) {
        continue
      }
      if changesTogether(module, wanted.variables, read.variables) { continue }
      let names = wanted.variables.map { "'\(module.name($0))'" }.sorted().joined(separator: ", ")
      context.report(
        "nothing in this view depends on \(names), so its changes are not animated",
        at: argumentPlace(module, body, value))
    }
  }

  private static func mayBeAnimated(_ module: LintModule, _ wanted: LintModule.Dependencies) -> Bool {
    wanted.variables.contains { module.mayBeAnimated($0) }
  }

  private static func argumentPlace(_ module: LintModule, _ body: LintBody, _ value: ExprID) -> SourcePlace {
    module.place(body, module.argumentRange(body, value))
  }

  private static func isConstant(_ module: LintModule, _ body: LintBody, _ value: ExprID) -> Bool {
    switch body.kind(module.peeled(body, value)) {
    case .intLiteral, .floatLiteral, .stringLiteral, .boolLiteral, .nilLiteral: return true
    default: return false
    }
  }

  /// An object's properties change without being named.
  private static func isValue(_ module: LintModule, _ variable: DeclID) -> Bool {
    !module.sema.isClass(module.sema.type(ofVariable: variable))
  }

  /// Whether what is wrapped is not seen here: a parameter, or a view that reads shared objects.
  private static func isOpaque(_ module: LintModule, _ tree: ViewTree, _ node: Int, _ context: LintContext) -> Bool {
    for inner in node..<tree.nodes[node].end where tree.nodes[inner].kind == .other { return true }
    return false
  }

  /// Whether some closure writes a variable of both sets: one update changes both.
  private static func changesTogether(_ module: LintModule, _ a: IDSet<DeclID>, _ b: IDSet<DeclID>) -> Bool {
    func homes(_ variables: IDSet<DeclID>) -> IDSet<UInt64> {
      var found: IDSet<UInt64> = []
      for variable in variables {
        for use in module.facts(variable).writes {
          let body = module.bodies[use.body]
          var current = use.use.expr
          var closure: UInt32 = .max
          while current != .none {
            if body.kind(current) == .closure, let call = Optional(body.parentExpression(current)), call != .none,
              module.table.info(DeclID(body[call].a)).symbol != .withAnimation
            {
              closure = body[current].a
              break
            }
            current = body.parentExpression(current)
          }
          found.insert(UInt64(use.body) << 32 | UInt64(closure))
        }
      }
      return found
    }
    return !homes(a).isDisjoint(with: homes(b))
  }
}
