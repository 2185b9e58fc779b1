/// What the names in a body mean, kept until the module changes: references, renaming and highlights ask about the same
/// bodies one after the other.
package final class BodyRecords {
  struct Record {
    struct Use {
      /// Index of the checker's tree.
      var file: UInt32
      var node: NodeID
      var decl: DeclID
    }

    struct LocalUse {
      var file: UInt32
      var node: NodeID
      /// Position in `locals`.
      var local: UInt32
    }

    struct Local {
      var name: String
      var node: NodeID
    }

    var uses: [Use] = []
    var locals: [Local] = []
    var localUses: [LocalUse] = []
    /// Calls of memberwise initialisers, with the initialiser.
    var memberwise: [Use] = []
  }

  private var known: [DeclID: Record] = [:]

  package init() {}

  func record(of decl: DeclID, _ bodies: BodyChecker) -> Record {
    if let found = known[decl] { return found }
    var made = Record()
    bodies.inspect(
      decl,
      uses: { file, node, decl in
        made.uses.append(.init(file: UInt32(truncatingIfNeeded: file), node: node, decl: decl))
      },
      body: { file, body in
        let file = UInt32(truncatingIfNeeded: file)
        let first = made.locals.count
        for local in body.locals { made.locals.append(.init(name: local.name, node: local.node)) }
        for expr in body.expressions where expr.node != .none {
          if expr.kind == .local, Int(expr.a) < body.locals.count {
            made.localUses.append(
              .init(file: file, node: expr.node, local: UInt32(truncatingIfNeeded: first) + expr.a))
          } else if expr.kind == .memberwiseInit {
            made.memberwise.append(.init(file: file, node: expr.node, decl: DeclID(expr.a)))
          }
        }
      })
    known[decl] = made
    return made
  }
}
