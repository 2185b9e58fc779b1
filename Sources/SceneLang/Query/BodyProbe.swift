/// A place in a body about which the language server asks: set while the body is checked, filled as inference gets there.
///
/// Inference resolves a chain link by link, so what stands before an unfinished `.` has its type even where nothing
/// follows.
package final class BodyProbe {
  /// Index of the tree.
  let file: Int
  /// Byte offset of the period before the cursor, or `max`.
  let period: UInt32
  /// Byte offset of the cursor.
  let cursor: UInt32

  /// Type of what stands before the period; for a type's name that type, with `.metatype`.
  package private(set) var base: TypeID?
  package private(set) var use = MemberUse.instance
  /// Whether the period stands in a key path, where only properties may follow.
  package private(set) var isKeyPath = false
  /// Type that is expected of an implicit member.
  package private(set) var expected: TypeID?
  /// Protocols that the expected type conforms to, where it is not known yet.
  package private(set) var expectedProtocols: [DeclID] = []
  /// The innermost call in whose parentheses the cursor stands.
  package private(set) var callees: [Candidate] = []
  package private(set) var callSuffix = NodeID.none
  /// Labels of a call that reads as a name so far: `frame(width:)`, where a value is to follow; up to the cursor.
  package private(set) var callLabels: [String]?
  private var callLength = UInt32.max

  init(file: Int, period: UInt32 = .max, cursor: UInt32) {
    self.file = file
    self.period = period
    self.cursor = cursor
  }

  func noteMember(_ infer: Infer, _ suffix: NodeID, of value: ExprID) {
    guard infer.file == file, period != .max else { return }
    let dot = infer.tree.token(suffix, at: 0)
    guard dot != .none, infer.tree.range(dot).start == period else { return }
    let instance = infer.instanceType(of: value)
    let type = instance == .none ? infer.type(of: value) : instance
    guard type != .none, type != infer.types.error, infer.types.kind(type) != .variable else { return }
    base = type
    use = instance == .none ? .instance : .metatype
  }

  /// A link of a key path and the type that it is looked up in.
  func noteKeyPath(_ infer: Infer, _ suffix: NodeID, in type: TypeID) {
    guard infer.file == file, period != .max else { return }
    let dot = infer.tree.token(suffix, at: 0)
    guard dot != .none, infer.tree.range(dot).start == period else { return }
    let type = infer.resolve(type)
    guard type != .none, type != infer.types.error, infer.types.kind(type) != .variable else { return }
    base = type
    use = .instance
    isKeyPath = true
  }

  func noteImplicit(_ infer: Infer, _ node: NodeID, _ target: TypeID) {
    guard infer.file == file, period != .max, target != .none else { return }
    let dot = infer.tree.token(node, at: 0)
    guard dot != .none, infer.tree.range(dot).start == period else { return }
    let type = infer.resolve(target)
    guard type != infer.types.error else { return }
    if infer.types.kind(type) == .variable {
      var bound = infer.solver.bound[infer.variableNumber(type)]
      while bound >= 0 {
        let entry = infer.solver.bounds[Int(bound)]
        let proto = infer.types.decl(entry.protocol)
        if !expectedProtocols.contains(proto) { expectedProtocols.append(proto) }
        bound = entry.next
      }
    } else {
      expected = type
    }
  }

  func noteCall(_ infer: Infer, _ candidates: [Candidate], _ suffix: NodeID) {
    guard infer.file == file else { return }
    let clause = infer.tree.node(suffix, at: 0)
    guard clause != .none else { return }
    guard let length = length(infer.tree, clause), length <= callLength else { return }
    callees = candidates
    callSuffix = suffix
    callLabels = nil
    callLength = length
  }

  /// `f(a: )` without a value yet: a name with labels.
  func noteLabels(_ infer: Infer, _ candidates: [Candidate], _ clause: NodeID) {
    guard infer.file == file, let length = length(infer.tree, clause), length <= callLength else { return }
    var labels: [String] = []
    for index in infer.tree.childRange(clause) {
      let child = infer.tree.childTable[index]
      guard child.isToken, infer.tree.range(child).start < cursor else { continue }
      switch infer.tree.kind(child.token) {
      case .leftParen, .rightParen, .colon: continue
      default: labels.append(infer.tree.kind(child.token) == .wildcard ? "" : infer.tree.name(of: child.token))
      }
    }
    callees = candidates
    callSuffix = .none
    callLabels = labels
    callLength = length
  }

  /// Length of a clause in whose parentheses the cursor stands; one without a closing parenthesis reaches to what follows.
  private func length(_ tree: SyntaxTree, _ clause: NodeID) -> UInt32? {
    let range = tree.range(clause)
    var end = range.end
    let close = tree.lastChild(clause)
    if close.isToken {
      if tree.isMissing(close.token) {
        let next = tree.token(atOffset: range.end)
        end = next == .none ? UInt32(clamping: tree.source.count) : max(end, tree.tokens[Int(next.raw)].offset)
      } else {
        // Behind the closing parenthesis the call is over.
        end = tree.range(close).start
      }
    }
    return range.start < cursor && cursor <= end ? range.length : nil
  }
}
