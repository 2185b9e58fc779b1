/// What the formatter decides before it places anything: for each gap its space, whether it is broken, and the rule that
/// indents the line that begins behind it.
struct FormatPlan {
  /// How a line that begins at an atom is indented. `scope` indexes `scopes`.
  struct Rule: BitwiseCopyable {
    enum Kind: UInt8 {
      case unset
      /// As the line in which the scope begins.
      case same
      /// One step more.
      case plus
      /// At the column of the scope's first atom.
      case column
      /// As the chain's other lines.
      case chain
    }
    var kind: Kind
    var scope: UInt32
    static let unset = Rule(kind: .unset, scope: 0)
  }

  /// Something that lines are indented by. Its values are known once its anchor has been placed.
  struct Scope: BitwiseCopyable {
    enum Kind: UInt8 {
      case plain
      /// An element of a list: what goes on in another line is indented from where the element begins.
      case element
    }
    var kind: Kind
    var anchor: UInt32
    /// Next scope with the same anchor; `max` for none.
    var next: UInt32
    /// For an element: the scope whose column is that of the first element.
    var first: UInt32
    var base: Int32 = 0
    var column: Int32 = 0
    /// For a chain: the indentation of its lines, -1 before the first.
    var chain: Int32 = -1
    /// Whether the anchor begins a line.
    var startsLine = false
  }

  /// Part that an atom plays, where its kind alone does not say how it is spaced.
  enum Role: UInt8 {
    case plain
    case binary
    /// `...`, `..<`: as the author has it
    case rangeOperator
    /// `?` and `:` of a ternary
    case ternary
    /// Opening bracket that touches what stands before it.
    case tightOpen
    case genericOpen
    case genericClose
    case memberPeriod
    case implicitPeriod
    case tightColon
    /// A name made of operator signs.
    case operatorName
    /// Tokens with a grammar of their own.
    case verbatim
  }

  /// Gaps that are broken together when a line is too long.
  struct Group: BitwiseCopyable {
    enum Kind: UInt8 {
      case conditions, block, chain, closure, ternary, operators, bracket, list, assignment
    }
    var kind: Kind
    /// Brackets around it.
    var depth: UInt16
    var firstGap: UInt32
    var gapCount: UInt32
    /// Fewest gaps of the group on the line for which it is broken.
    var threshold: UInt8
    /// Elements are so small that they share lines.
    var isFilled: Bool
  }

  var rules: [Rule]
  var roles: [Role]
  var scopes: [Scope] = []
  /// First scope anchored at an atom; `max` for none.
  var scopeOfAtom: [UInt32]
  var groups: [Group] = []
  var groupGaps: [UInt32] = []
  /// Group of the gap before an atom; `max` for none.
  var groupOfGap: [UInt32]
  /// Whether the gap before an atom is a line break.
  var isBroken: [Bool]
  /// For a closing bracket, where comments before it are indented.
  var commentRules: [Rule]

  init(count: Int) {
    rules = [Rule](repeating: .unset, count: count)
    roles = [Role](repeating: .plain, count: count)
    scopeOfAtom = [UInt32](repeating: .max, count: count)
    groupOfGap = [UInt32](repeating: .max, count: count)
    isBroken = [Bool](repeating: false, count: count)
    commentRules = [Rule](repeating: .unset, count: count)
  }

  mutating func addScope(_ anchor: Int, _ kind: Scope.Kind = .plain, column first: UInt32 = .max) -> UInt32 {
    let id = UInt32(scopes.count)
    scopes.append(Scope(kind: kind, anchor: UInt32(anchor), next: .max, first: first))
    // Brackets come before their elements, so a scope that another one reads stands before it in the chain.
    var last = scopeOfAtom[anchor]
    if last == .max {
      scopeOfAtom[anchor] = id
    } else {
      while scopes[Int(last)].next != .max { last = scopes[Int(last)].next }
      scopes[Int(last)].next = id
    }
    return id
  }

  mutating func setRule(_ atom: Int, _ kind: Rule.Kind, _ scope: UInt32) {
    if rules[atom].kind == .unset { rules[atom] = Rule(kind: kind, scope: scope) }
  }

  mutating func addGroup(_ kind: Group.Kind, depth: Int, gaps: [Int], threshold: Int = 1, isFilled: Bool = false) {
    guard !gaps.isEmpty else { return }
    let id = UInt32(groups.count)
    groups.append(
      Group(
        kind: kind, depth: UInt16(clamping: depth), firstGap: UInt32(groupGaps.count), gapCount: UInt32(gaps.count),
        threshold: UInt8(clamping: threshold), isFilled: isFilled))
    for gap in gaps {
      groupGaps.append(UInt32(gap))
      if groupOfGap[gap] == .max { groupOfGap[gap] = id }
    }
  }
}
