/// `matchedGeometryEffect` behind a fixed frame.
enum MatchedAfterFixedFrame {
  static let rule = LintRule(
    DiagnosticKind(
      rule: "matched-after-fixed-frame", .warning, "matched geometry behind a fixed frame",
      explanation: """
        The effect proposes the shared size to what it wraps. A fixed frame inside takes its own size instead, so only \
        the position is matched and the size jumps. Put the frame behind the effect.
        """,
      wrong: """
        struct Grow: View {
            @Namespace private var space
            @State private var big = false
            var body: some View {
                VStack {
                    if big {
                        Color.red
                            .frame(width: 300, height: 300)
                            .matchedGeometryEffect(id: "box", in: space)
                    } else {
                        Color.red
                            .frame(width: 100, height: 100)
                            .matchedGeometryEffect(id: "box", in: space)
                    }
                }
                .onTapGesture { withAnimation { big.toggle() } }
            }
        }
        """,
      right: """
        struct Grow: View {
            @Namespace private var space
            @State private var big = false
            var body: some View {
                VStack {
                    if big {
                        Color.red
                            .matchedGeometryEffect(id: "box", in: space)
                            .frame(width: 300, height: 300)
                    } else {
                        Color.red
                            .matchedGeometryEffect(id: "box", in: space)
                            .frame(width: 100, height: 100)
                    }
                }
                .onTapGesture { withAnimation { big.toggle() } }
            }
        }
        """),
    triggers: [.matchedGeometryEffect], scope: .module, check: check)

  @Sendable private static func check(_ context: LintContext) {
    let module = context.module
    let reported = module.matchedPairs()
    for sites in module.matchedSites() {
      for site in sites {
        guard let own = fixedSize(module, site), matchesSize(module, site) else { continue }
        // Sites that are named by another finding already.
        if reported.contains(where: { isNamed($0.first, site) || isNamed($0.second, site) }) { continue }
        let others = sites.filter {
          $0.group == site.group && $0.id == site.id && !isSame($0, site) && !site.id.contains("?")
            // The source keeps its own size anyway, as long as it is there.
            && !(site.isSource == true && $0.isSource == false)
        }
        // The frame harms where the other side has another size: a fixed one, or a free one.
        guard let other = others.first(where: { differs(module, own, $0) }) else { continue }
        let body = module.bodies[site.body]
        let place = module.place(module.bodies[own.body], own.frame)
        context.report(
          "the fixed frame inside keeps its size, so only the position is matched; put the frame behind the effect",
          body, site.modifier.expr,
          notes: [
            .init("the size is fixed here", at: place),
            .init("the other view of the group", at: module.place(module.bodies[other.body], other.modifier.expr)),
          ],
          fixes: own.isInChain
            ? swap(module, body, frame: own.frame, effect: site.modifier.expr) : [])
      }
    }
  }

  private struct Fixed {
    var body: Int
    /// Written in the chain of the effect itself.
    var isInChain: Bool
    var frame: ExprID
    var width: String
    var height: String
  }

  private static func isNamed(_ a: MatchedSite, _ b: MatchedSite) -> Bool {
    a.body == b.body && a.modifier.expr == b.modifier.expr
  }

  /// One use of one view: a helper that is used twice makes two.
  private static func isSame(_ a: MatchedSite, _ b: MatchedSite) -> Bool {
    a.body == b.body && a.modifier.expr == b.modifier.expr && a.path.count == b.path.count
      && zip(a.path, b.path).allSatisfy { $0.body == $1.body && $0.node == $1.node }
  }

  private static func matchesSize(_ module: LintModule, _ site: MatchedSite) -> Bool {
    let body = module.bodies[site.body]
    guard let properties = module.argument(body, site.modifier.expr, "properties") else { return true }
    let row = body[module.peeled(body, properties)]
    return module.name(DeclID(row.kind == .global ? row.a : row.b)) != "position"
  }

  /// A frame with width and height on the same chain, before the effect and with nothing flexible between.
  private static func fixedSize(_ module: LintModule, _ site: MatchedSite) -> Fixed? {
    var found: Fixed?
    for entry in module.standing(site.body, site.modifier.node).modifiers {
      let modifier = module.modifier(entry)
      if entry.frame == 0, modifier.expr == site.modifier.expr { break }
      guard modifier.symbol == .frame else { continue }
      let body = module.bodies[entry.body]
      if let width = module.argument(body, modifier.expr, "width"),
        let height = module.argument(body, modifier.expr, "height")
      {
        // Parameters are known in the site's own body; in a helper inside of it a number is.
        let here = entry.frame == 0
        var substitution = LintModule.Substitution()
        // What two views read from around is another value at another time; what they are given may be a number.
        if here {
          substitution.locals = site.substitution.locals
          let given = site.substitution.variables
          for variable in given.keys where given[variable]?.hasPrefix("#") ?? false {
            substitution.variables[variable] = given[variable]
          }
        }
        let keys = (module.key(body, width, substitution), module.key(body, height, substitution))
        guard here || !keys.0.contains("%") && !keys.0.contains("D") && !keys.1.contains("%") && !keys.1.contains("D")
        else {
          found = nil
          continue
        }
        found = Fixed(
          body: entry.body, isInChain: here && modifier.node == site.modifier.node, frame: modifier.expr, width: keys.0,
          height: keys.1)
      } else if module.hasParameter(body, modifier.expr, "maxWidth") {
        found = nil
      }
    }
    return found
  }

  private static func differs(_ module: LintModule, _ own: Fixed, _ other: MatchedSite) -> Bool {
    guard let fixed = fixedSize(module, other) else {
      // A text or stack has its size from its content, in any case.
      let core = module.standing(other.body, other.modifier.node).core
      switch module.tree(core.body).nodes[core.node].symbol {
      case .Color, .Rectangle, .RoundedRectangle, .Circle, .Capsule, .Ellipse, .Image, .LinearGradient: return true
      default: return false
      }
    }
    return fixed.width != own.width || fixed.height != own.height
  }

  /// The frame moved behind the effect.
  private static func swap(_ module: LintModule, _ body: LintBody, frame: ExprID, effect: ExprID) -> [FixIt] {
    let name = module.nameRange(body, frame)
    let end = module.fullRange(body, frame).end
    let target = module.fullRange(body, effect).end
    guard name.start > 0, end > name.start, target >= end else { return [] }
    let source = module.syntax(body).source
    var start = Int(name.start)
    while start > 0, [0x2E, 0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[start - 1]) { start -= 1 }
    let moved = source.text(SourceRange(UInt32(start), end))
    return [
      FixIt(
        "move the frame behind the effect",
        [
          .init(module.place(body, SourceRange(UInt32(start), end)), ""),
          .init(module.place(body, SourceRange(target, target)), moved),
        ], applicability: .needsReview)
    ]
  }
}
