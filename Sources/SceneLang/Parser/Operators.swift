/// Operator precedence: the standard groups, user-declared ones, and the folding of flat sequences.
package struct Operators: Sendable {
  package enum Associativity: UInt8, Sendable { case none, left, right }

  package struct Group: Sendable {
    package var name: String
    /// Binds tighter the higher. Groups without an order between them may share a level.
    package var level: Int
    package var associativity: Associativity
    package var isAssignment: Bool

    package init(name: String, level: Int, associativity: Associativity, isAssignment: Bool = false) {
      self.name = name
      self.level = level
      self.associativity = associativity
      self.isAssignment = isAssignment
    }
  }

  /// Index in `groups`.
  package typealias GroupID = Int

  package private(set) var groups: [Group]
  private var infix: [String: GroupID]

  // Positions in `groups` of the standard ones.
  package static let assignment: GroupID = 0
  package static let functionArrow: GroupID = 1
  package static let ternary: GroupID = 2
  package static let defaultGroup: GroupID = 3
  package static let logicalOr: GroupID = 4
  package static let logicalAnd: GroupID = 5
  package static let comparison: GroupID = 6
  package static let nilCoalescing: GroupID = 7
  package static let casting: GroupID = 8
  package static let rangeFormation: GroupID = 9
  package static let addition: GroupID = 10
  package static let multiplication: GroupID = 11
  package static let bitwiseShift: GroupID = 12

  /// Levels of the standard groups are apart from each other, so that a declared group finds a place between two.
  package static let standard = Operators()

  private init() {
    groups = [
      Group(name: "AssignmentPrecedence", level: 10_000, associativity: .right, isAssignment: true),
      Group(name: "FunctionArrowPrecedence", level: 20_000, associativity: .right),
      Group(name: "TernaryPrecedence", level: 30_000, associativity: .right),
      Group(name: "DefaultPrecedence", level: 40_000, associativity: .none),
      Group(name: "LogicalDisjunctionPrecedence", level: 50_000, associativity: .left),
      Group(name: "LogicalConjunctionPrecedence", level: 60_000, associativity: .left),
      Group(name: "ComparisonPrecedence", level: 70_000, associativity: .none),
      Group(name: "NilCoalescingPrecedence", level: 80_000, associativity: .right),
      Group(name: "CastingPrecedence", level: 90_000, associativity: .none),
      Group(name: "RangeFormationPrecedence", level: 100_000, associativity: .none),
      Group(name: "AdditionPrecedence", level: 110_000, associativity: .left),
      Group(name: "MultiplicationPrecedence", level: 120_000, associativity: .left),
      Group(name: "BitwiseShiftPrecedence", level: 130_000, associativity: .none),
    ]
    infix = [:]
    func add(_ names: [String], _ group: GroupID) { for name in names { infix[name] = group } }
    add(
      [
        "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&<<=", "&>>=", "&=", "|=", "^=", "&*=", "&+=", "&-=", ".&=",
        ".|=", ".^=",
      ], Operators.assignment)
    add(["->"], Operators.functionArrow)
    add(["?:"], Operators.ternary)
    add(["||"], Operators.logicalOr)
    add(["&&"], Operators.logicalAnd)
    add(
      ["<", "<=", ">", ">=", "==", "!=", "===", "!==", "~=", ".==", ".!=", ".<", ".<=", ".>", ".>="],
      Operators.comparison)
    add(["??"], Operators.nilCoalescing)
    add(["as", "is"], Operators.casting)
    add(["...", "..<"], Operators.rangeFormation)
    add(["+", "-", "|", "^", "&+", "&-", ".|", ".^"], Operators.addition)
    add(["*", "/", "%", "&", "&*", ".&"], Operators.multiplication)
    add(["<<", ">>", "&<<", "&>>"], Operators.bitwiseShift)
  }

  /// Group of an infix operator; DefaultPrecedence for one that is not declared.
  package func group(of name: String) -> GroupID { infix[name] ?? Operators.defaultGroup }

  /// Whether the operator has a declaration, of the library or of the module.
  package func isKnown(_ name: String) -> Bool { infix[name] != nil }

  package func groupNamed(_ name: String) -> GroupID? { groups.firstIndex { $0.name == name } }

  /// Adds an `infix operator` declaration.
  package mutating func declare(infix name: String, group: GroupID = Operators.defaultGroup) { infix[name] = group }

  /// Adds a `precedencegroup`; it lies above all of `higherThan` and below all of `lowerThan`. Nil if that is impossible.
  @discardableResult
  package mutating func declareGroup(
    _ name: String, higherThan: [GroupID] = [], lowerThan: [GroupID] = [], associativity: Associativity = .none,
    isAssignment: Bool = false
  ) -> GroupID? {
    let floor =
      higherThan.map { groups[$0].level }.max() ?? (lowerThan.map { groups[$0].level }.min() ?? 50_000) - 2_000
    let ceiling = lowerThan.map { groups[$0].level }.min() ?? floor + 2_000
    guard floor < ceiling else { return nil }
    groups.append(
      Group(
        name: name, level: floor + max(1, (ceiling - floor) / 2), associativity: associativity,
        isAssignment: isAssignment))
    return groups.count - 1
  }

  // MARK: Folding

  /// One step of a folded sequence.
  package enum Step: Hashable, Sendable {
    /// Push operand number n (0, 1, 2, ...) of the sequence.
    case operand(Int)
    /// Combine the two values on top with operator number n (0 stands between operands 0 and 1).
    case apply(Int)
  }

  /// The sequence in postfix order, which a caller evaluates with a stack of its own. `operators` holds a group for each
  /// operator. No recursion: a sequence may be as long as the text allows. `conflicts` names operators (by number) that
  /// stand beside one of the same level without associativity (`a == b == c`); they are folded to the left.
  package func fold(_ operators: [GroupID]) -> (steps: [Step], conflicts: [Int]) {
    var steps: [Step] = []
    steps.reserveCapacity(operators.count * 2 + 1)
    var pending: [Int] = []
    var conflicts: [Int] = []
    steps.append(.operand(0))
    for number in operators.indices {
      let group = groups[operators[number]]
      while let top = pending.last {
        let other = groups[operators[top]]
        if other.level > group.level {
          pending.removeLast()
          steps.append(.apply(top))
        } else if other.level == group.level {
          if operators[top] != operators[number] || group.associativity == .none {
            conflicts.append(number)
          } else if group.associativity == .right {
            break
          }
          pending.removeLast()
          steps.append(.apply(top))
        } else {
          break
        }
      }
      pending.append(number)
      steps.append(.operand(number + 1))
    }
    while let top = pending.popLast() { steps.append(.apply(top)) }
    return (steps, conflicts)
  }

  /// The groups of the operators of a `sequenceExpr`, in order.
  package func groups(of sequence: NodeID, in tree: SyntaxTree) -> [GroupID] {
    var result: [GroupID] = []
    let range = tree.childRange(sequence)
    var position = range.lowerBound + 1
    while position < range.upperBound {
      let child = tree.childTable[position]
      if child.isToken {
        result.append(tree.kind(child.token) == .equal ? Operators.assignment : group(of: tree.text(child.token)))
      } else if child.isNode {
        switch tree.kind(child.node) {
        case .ternaryOperator: result.append(Operators.ternary)
        case .castOperator: result.append(Operators.casting)
        default: result.append(Operators.functionArrow)
        }
      }
      position += 2
    }
    return result
  }
}
