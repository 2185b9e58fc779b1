/// Goes through the tree once and writes the plan: roles of atoms, rules of indentation, groups of gaps.
///
/// Recursion follows the nesting, which the parser bounds; chains, sequences and lists are loops.
struct FormatWalk {
  let tree: SyntaxTree
  let atoms: FormatAtoms
  var plan: FormatPlan
  /// Brackets and blocks around the present place.
  var depth = 0

  init(_ tree: SyntaxTree, _ atoms: FormatAtoms) {
    self.tree = tree
    self.atoms = atoms
    plan = FormatPlan(count: atoms.atoms.count)
    for index in atoms.atoms.indices where atoms.hasBreak(index) { plan.isBroken[index] = true }
  }

  mutating func run() {
    guard tree.root != .none, !atoms.atoms.isEmpty else { return }
    let root = plan.addScope(0)
    for index in tree.childRange(tree.root) { item(tree.childTable[index], .same, root) }
    semicolons(tree.childRange(tree.root))
    plan.setRule(atoms.atoms.count - 1, .same, root)
  }

  // MARK: Atoms

  func atom(_ token: TokenID) -> Int { Int(atoms.atomOfToken[min(Int(token.raw), atoms.atomOfToken.count - 1)]) }

  func firstAtom(_ node: NodeID) -> Int { atom(TokenID(tree.nodes[Int(node.raw)].firstToken)) }

  /// Last atom of a node that has any text.
  func lastAtom(_ node: NodeID) -> Int {
    let row = tree.nodes[Int(node.raw)]
    return row.endToken > row.firstToken ? atom(TokenID(row.endToken - 1)) : atom(TokenID(row.firstToken))
  }

  func firstAtom(_ child: SyntaxChild) -> Int { child.isNode ? firstAtom(child.node) : atom(child.token) }

  func isEmpty(_ node: NodeID) -> Bool {
    let row = tree.nodes[Int(node.raw)]
    return row.endToken <= row.firstToken
  }

  func isPresent(_ child: SyntaxChild) -> Bool { FormatParts.isPresent(child, tree) }

  /// The parts of a node from a slot on that are in the text.
  func parts(_ node: NodeID, from slot: Int = 0) -> FormatParts {
    let range = tree.childRange(node)
    return FormatParts(tree: tree, index: range.lowerBound + min(slot, range.count), end: range.upperBound)
  }

  mutating func role(_ atom: Int, _ role: FormatPlan.Role) { plan.roles[atom] = role }

  /// Takes a line break out of a gap that holds no comment.
  mutating func join(_ atom: Int) {
    if atoms.atoms[atom].commentCount == 0 { plan.isBroken[atom] = false }
  }

  // MARK: Items

  /// A statement, declaration or directive in a list of them, or a token between.
  mutating func item(_ child: SyntaxChild, _ rule: FormatPlan.Rule.Kind, _ scope: UInt32) {
    guard isPresent(child) else { return }
    let first = firstAtom(child)
    plan.setRule(first, rule, scope)
    guard child.isNode else { return }
    if tree.kind(child.node) == .ifConfig {
      directives(child.node, rule, scope)
      return
    }
    let own = plan.addScope(first)
    visit(child.node, own)
  }

  /// Statements that share a line, in a list that is broken elsewhere, each get their own if that line is too long.
  mutating func semicolons(_ children: Range<Int>) {
    var gaps: [Int] = []
    var afterSemicolon = false
    for index in children {
      let child = tree.childTable[index]
      guard isPresent(child) else { continue }
      if afterSemicolon && child.isNode { gaps.append(firstAtom(child)) }
      afterSemicolon = child.isToken
    }
    plan.addGroup(.block, depth: depth, gaps: gaps)
  }

  /// `#if` and its like stand where the items stand that they hold.
  mutating func directives(_ node: NodeID, _ rule: FormatPlan.Rule.Kind, _ scope: UInt32) {
    for child in parts(node) {
      plan.setRule(firstAtom(child), rule, scope)
      guard child.isNode, tree.kind(child.node) == .ifConfigClause else { continue }
      for (position, index) in tree.childRange(child.node).enumerated() {
        let inner = tree.childTable[index]
        guard isPresent(inner) else { continue }
        if position < 2 {
          if inner.isNode { visit(inner.node, scope) }
          continue
        }
        if inner.isNode && isSuffix(tree.kind(inner.node)) {
          plan.setRule(firstAtom(inner), rule, scope)
          suffix(inner.node, scope, bracketScope: nil)
        } else if inner.isNode && tree.kind(inner.node) == .switchCase {
          switchCase(inner.node, scope)
        } else {
          item(inner, rule, scope)
        }
      }
    }
  }

  private func isSuffix(_ kind: SyntaxKind) -> Bool {
    switch kind {
    case .memberSuffix, .callSuffix, .subscriptSuffix, .optionalChainSuffix, .forceUnwrapSuffix,
      .postfixOperatorSuffix, .specializeSuffix:
      return true
    default: return false
    }
  }

  // MARK: Blocks

  /// What stands between braces, in the children from a position on. All breaks follow from one: if the author broke any
  /// gap between the braces, each of the two braces has a line break inside of it.
  /// - Parameter isBroken: whether a gap before the first item is
  mutating func block(
    open: Int, close: Int, children: Range<Int>, _ scope: UInt32, kind: FormatPlan.Group.Kind = .block,
    isBroken forced: Bool = false
  ) {
    plan.setRule(close, .same, scope)
    plan.commentRules[close] = FormatPlan.Rule(kind: .plus, scope: scope)
    depth += 1
    var isBroken = forced || plan.isBroken[close]
    var gaps: [Int] = []
    var firstItem: Int?
    var afterSemicolon = true
    for index in children {
      let child = tree.childTable[index]
      guard isPresent(child) else { continue }
      let first = firstAtom(child)
      guard first > open && first < close else { continue }
      if firstItem == nil || first < (firstItem ?? first) { firstItem = first }
      if child.isNode && afterSemicolon { gaps.append(first) }
      afterSemicolon = child.isToken
      item(child, .plus, scope)
    }
    depth -= 1
    if let firstItem {
      // A block is broken as soon as one gap is, so this ends early for all but short ones.
      isBroken = isBroken || plan.isBroken[firstItem...close].contains(true)
      if isBroken {
        plan.isBroken[firstItem] = true
        plan.isBroken[close] = true
        depth += 1
        semicolons(children)
        depth -= 1
      } else {
        gaps.append(close)
        plan.addGroup(kind, depth: depth, gaps: gaps)
      }
    }
  }

  /// A block with braces of its own: codeBlock, memberBlock, accessorBlock.
  mutating func braces(_ node: NodeID, _ scope: UInt32) {
    let range = tree.childRange(node)
    guard range.count >= 2, tree.childTable[range.lowerBound].isToken,
      tree.childTable[range.upperBound - 1].isToken
    else { return visitChildren(node, scope) }
    let open = atom(tree.childTable[range.lowerBound].token)
    let close = atom(tree.childTable[range.upperBound - 1].token)
    openBrace(open, header: scope)
    block(open: open, close: close, children: range.lowerBound + 1..<range.upperBound - 1, scope)
  }

  /// A brace stands on the line of what it belongs to, unless that takes several lines and the author wants it so.
  mutating func openBrace(_ open: Int, header scope: UInt32) {
    plan.setRule(open, .same, scope)
    guard plan.isBroken[open] else { return }
    let start = Int(plan.scopes[Int(scope)].anchor)
    var index = open - 1
    while index > start && atoms.atoms[index].kind != .rightBrace {
      // Attributes on lines of their own do not count.
      if plan.isBroken[index] && plan.rules[index].kind != .same { return }
      index -= 1
    }
    join(open)
  }

  /// - Parameter given: the scope of the call, for a closure behind its arguments
  mutating func closure(_ node: NodeID, scope given: UInt32? = nil) {
    let range = tree.childRange(node)
    guard range.count >= 3 else { return }
    let open = firstAtom(node)
    let close = lastAtom(node)
    let scope = given ?? plan.addScope(open)
    var signatureEnd: Int?
    var isBroken = false
    let signature = tree.childTable[range.lowerBound + 1]
    if isPresent(signature), signature.isNode {
      plan.setRule(firstAtom(signature), .plus, scope)
      depth += 1
      visitChildren(signature.node, scope)
      depth -= 1
      signatureEnd = lastAtom(signature.node)
      isBroken = plan.isBroken[firstAtom(signature)]
    }
    // The brace and the signature come first; the closing brace is the last child.
    block(
      open: signatureEnd ?? open, close: close, children: range.lowerBound + 2..<range.upperBound - 1, scope,
      kind: .closure, isBroken: isBroken)
  }

  // MARK: Lists in brackets

  /// - Parameter isWrapped: may be broken when the line is too long
  mutating func bracketed(_ node: NodeID, tight: Bool, isWrapped: Bool = true) {
    let range = tree.childRange(node)
    guard range.count >= 2 else { return }
    let open = firstAtom(node)
    let close = lastAtom(node)
    guard close > open else { return }
    if tight { role(open, .tightOpen) }
    list(open: open, close: close, children: range.lowerBound + 1..<range.upperBound - 1, isWrapped)
  }

  mutating func list(open: Int, close: Int, children: Range<Int>, _ isWrapped: Bool) {
    let bracket = plan.addScope(open)
    plan.setRule(close, .same, bracket)
    depth += 1
    var gaps: [Int] = []
    var column: UInt32?
    var elementCount = 0
    var isSmall = true
    for index in children {
      let child = tree.childTable[index]
      guard isPresent(child) else { continue }
      let first = firstAtom(child)
      guard first > open && first < close else { continue }
      if child.isToken && tree.kind(child.token) == .comma {
        plan.setRule(first, .plus, bracket)
        continue
      }
      if let column {
        plan.setRule(first, .column, column)
      } else {
        plan.setRule(first, .plus, bracket)
        column = plan.addScope(first)
      }
      elementCount += 1
      gaps.append(first)
      guard child.isNode else { continue }
      if lastAtom(child.node) > first + 1 || atoms.atoms[first].width > 24 { isSmall = false }
      let element = plan.addScope(first, .element, column: column ?? .max)
      visit(child.node, element)
    }
    depth -= 1
    if let column {
      plan.commentRules[close] = FormatPlan.Rule(kind: .column, scope: column)
      gaps.append(close)
      if isWrapped {
        plan.addGroup(.bracket, depth: depth, gaps: gaps, isFilled: isSmall && elementCount > 8)
      }
    }
  }
}

/// The parts of a node, those left out that have no text.
struct FormatParts: Sequence, IteratorProtocol {
  let tree: SyntaxTree
  var index: Int
  let end: Int

  static func isPresent(_ child: SyntaxChild, _ tree: SyntaxTree) -> Bool {
    if child.isAbsent { return false }
    guard child.isNode else { return !tree.isMissing(child.token) }
    let row = tree.nodes[Int(child.node.raw)]
    return row.endToken > row.firstToken
  }

  mutating func next() -> SyntaxChild? {
    while index < end {
      let child = tree.childTable[index]
      index += 1
      if FormatParts.isPresent(child, tree) { return child }
    }
    return nil
  }
}
