/// The rules of each kind of node.
extension FormatWalk {
  /// Everything in a node that has no rule of its own goes on one step further in than the scope.
  mutating func visitChildren(_ node: NodeID, _ scope: UInt32) { for child in parts(node) { visit(child, scope) } }

  mutating func visit(_ child: SyntaxChild, _ scope: UInt32) {
    if child.isToken { token(atom(child.token), scope) } else { visit(child.node, scope) }
  }

  mutating func token(_ atom: Int, _ scope: UInt32) { plan.setRule(atom, .plus, scope) }

  mutating func visit(_ node: NodeID, _ scope: UInt32) {
    guard !isEmpty(node) else { return }
    let kind = tree.kind(node)
    let isBlock = kind == .codeBlock || kind == .memberBlock || kind == .accessorBlock
    plan.setRule(firstAtom(node), isBlock ? .same : .plus, scope)
    switch tree.kind(node) {
    case .stringLiteralExpr: break
    case .codeBlock, .memberBlock, .accessorBlock: braces(node, scope)
    case .statementList:
      for index in tree.childRange(node) { item(tree.childTable[index], .plus, scope) }
      semicolons(tree.childRange(node))
    case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl, .extensionDecl, .functionDecl,
      .initializerDecl, .deinitializerDecl, .subscriptDecl, .macroDecl, .typealiasDecl, .associatedtypeDecl,
      .operatorDecl, .importDecl, .accessorDecl:
      declaration(node, scope)
    case .precedenceGroupDecl: precedenceGroup(node, scope)
    case .variableDecl, .enumCaseDecl:
      declarationHead(node, scope)
      alignedList(node, from: 3, scope)
    case .attributeList: attributes(node, scope)
    case .attribute: attribute(node, scope)
    case .modifierList: modifiers(node, scope)
    case .attributeTokens, .sourceLocation: verbatim(node, scope)
    case .availabilityArguments, .captureList: bracketed(node, tight: false, isWrapped: false)
    case .tuplePattern, .accessorParameter:
      // A payload touches the case's name; a pattern after `let` does not, and is visited from there.
      bracketed(node, tight: false, isWrapped: false)
    case .parameterClause: bracketed(node, tight: false)
    case .genericParameterClause, .genericArgumentClause:
      role(firstAtom(node), .genericOpen)
      role(lastAtom(node), .genericClose)
      bracketed(node, tight: false, isWrapped: false)
    case .tupleType, .arrayType, .dictionaryType, .inlineArrayType:
      bracketed(node, tight: false, isWrapped: false)
    case .arrayExpr, .dictionaryExpr, .tupleExpr: bracketed(node, tight: false)
    case .parenExpr: bracketed(node, tight: false, isWrapped: false)
    case .argumentClause: bracketed(node, tight: true)
    case .inheritanceClause: commaList(node, scope)
    case .enumCaseElement: enumCaseElement(node, scope)
    case .enumCasePattern:
      visitChildren(node, scope)
      let payload = tree.node(node, at: 1)
      if payload != .none { role(firstAtom(payload), .tightOpen) }
    case .guardStmt, .whileStmt: conditional(node, scope)
    case .doStmt, .repeatStmt: joined(node, scope)
    case .compositionType, .sameTypeRequirement: binaryTokens(node, scope)
    case .ifExpr: conditionalExpression(node)
    case .switchExpr: switchExpression(node)
    case .caseItemList: alignedList(node, from: 0, scope)
    case .ifConfig: directives(node, .same, scope)
    case .closureExpr: closure(node)
    case .postfixExpr: chain(node, scope)
    case .keyPathExpr: keyPath(node, scope)
    case .memberSuffix, .callSuffix, .subscriptSuffix, .optionalChainSuffix, .forceUnwrapSuffix,
      .postfixOperatorSuffix, .specializeSuffix:
      suffix(node, scope, bracketScope: nil)
    case .implicitMemberExpr:
      role(firstAtom(node), .implicitPeriod)
      visitChildren(node, scope)
    case .macroExpansion: macro(node, scope)
    case .sequenceExpr: sequence(node, scope)
    case .declNameArguments: declNameArguments(node, scope)
    case .pathType, .metatypeType: periods(node, scope)
    case .patternBinding: binding(node, scope)
    default: visitChildren(node, scope)
    }
  }

  // MARK: Declarations

  /// Attributes, modifiers and the keyword may stand on lines of their own.
  mutating func declarationHead(_ node: NodeID, _ scope: UInt32) {
    for slot in 0..<3 {
      let child = tree.child(node, at: slot)
      guard isPresent(child) else { continue }
      plan.setRule(firstAtom(child), .same, scope)
      if child.isNode {
        for index in tree.childRange(child.node) {
          let part = tree.childTable[index]
          if isPresent(part) { plan.setRule(firstAtom(part), .same, scope) }
        }
        visit(child.node, scope)
      }
    }
  }

  mutating func declaration(_ node: NodeID, _ scope: UInt32) {
    declarationHead(node, scope)
    for child in parts(node, from: 3) {
      if child.isToken {
        let name = atom(child.token)
        token(name, scope)
        if tree.kind(child.token).isOperator || tree.kind(child.token) == .prefixAmpersand {
          role(name, .operatorName)
        }
        if tree.kind(child.token) == .period { role(name, .memberPeriod) }
        continue
      }
      if tree.kind(child.node) == .parameterClause {
        let open = firstAtom(child.node)
        let isOperator = open > 0 && plan.roles[open - 1] == .operatorName
        bracketed(child.node, tight: !isOperator)
        if isOperator { role(open, .verbatim) }
      } else if tree.kind(child.node) == .ifConfig {
        directives(child.node, .same, scope)
      } else if tree.kind(child.node) == .accessorParameter {
        bracketed(child.node, tight: true, isWrapped: false)
      } else {
        visit(child.node, scope)
      }
    }
  }

  mutating func attributes(_ node: NodeID, _ scope: UInt32) {
    for child in parts(node) {
      plan.setRule(firstAtom(child), .same, scope)
      guard child.isNode else { continue }
      if tree.kind(child.node) == .ifConfig {
        directives(child.node, .same, scope)
      } else {
        visit(child.node, scope)
      }
    }
  }

  private mutating func attribute(_ node: NodeID, _ scope: UInt32) {
    visitChildren(node, scope)
    for slot in 2..<max(2, tree.childCount(node)) {
      let child = tree.child(node, at: slot)
      if isPresent(child) { role(firstAtom(child), .tightOpen) }
    }
  }

  /// `private(set)`, `nonisolated(unsafe)`: what a modifier says in parentheses touches it, or it is another program.
  private mutating func modifiers(_ node: NodeID, _ scope: UInt32) {
    visitChildren(node, scope)
    for index in tree.childRange(node) {
      let child = tree.childTable[index]
      if child.isToken, isPresent(child), tree.kind(child.token) == .leftParen { role(atom(child.token), .tightOpen) }
    }
  }

  private mutating func verbatim(_ node: NodeID, _ scope: UInt32) {
    let range = tree.tokenRange(node)
    var first = true
    for index in range {
      let place = atom(TokenID(UInt32(index)))
      token(place, scope)
      if !first || plan.roles[place] == .plain { role(place, .verbatim) }
      first = false
    }
  }

  private mutating func precedenceGroup(_ node: NodeID, _ scope: UInt32) {
    declarationHead(node, scope)
    let range = tree.childRange(node)
    let open = tree.token(node, at: 4)
    let close = tree.token(node, at: 5)
    guard range.count >= 6, open != .none, close != .none else { return visitChildren(node, scope) }
    openBrace(atom(open), header: scope)
    block(open: atom(open), close: atom(close), children: range.lowerBound + 6..<range.upperBound, scope)
  }

  private mutating func enumCaseElement(_ node: NodeID, _ scope: UInt32) {
    for child in parts(node) {
      if child.isNode && tree.kind(child.node) == .parameterClause {
        bracketed(child.node, tight: true)
      } else {
        visit(child, scope)
      }
    }
  }

  /// Elements behind the first stand in its column: bindings, cases, conditions.
  mutating func alignedList(_ node: NodeID, from slot: Int, _ scope: UInt32, group: FormatPlan.Group.Kind = .list) {
    var column: UInt32?
    var gaps: [Int] = []
    for child in parts(node, from: slot) {
      let first = firstAtom(child)
      if child.isToken && tree.kind(child.token) == .comma {
        token(first, scope)
        continue
      }
      if let column {
        plan.setRule(first, .column, column)
        gaps.append(first)
      } else {
        plan.setRule(first, .plus, scope)
        column = plan.addScope(first)
      }
      visit(child, scope)
    }
    plan.addGroup(group, depth: depth, gaps: gaps)
  }

  private mutating func commaList(_ node: NodeID, _ scope: UInt32) {
    var gaps: [Int] = []
    var afterComma = false
    for child in parts(node) {
      if afterComma { gaps.append(firstAtom(child)) }
      afterComma = child.isToken && tree.kind(child.token) == .comma
      visit(child, scope)
    }
    plan.addGroup(.list, depth: depth, gaps: gaps)
  }

  private mutating func binaryTokens(_ node: NodeID, _ scope: UInt32) {
    for child in parts(node) {
      visit(child, scope)
      if child.isToken { role(atom(child.token), .binary) }
    }
  }

  private mutating func binding(_ node: NodeID, _ scope: UInt32) {
    visitChildren(node, scope)
    let value = tree.child(node, at: Slot.bindingValue)
    if isPresent(value) { plan.addGroup(.assignment, depth: depth, gaps: [firstAtom(value)]) }
  }

  // MARK: Statements

  private mutating func conditions(_ node: NodeID, _ scope: UInt32) {
    guard node != .none else { return }
    alignedList(node, from: 0, scope, group: .conditions)
  }

  /// guard and while: keyword, conditions, perhaps `else`, block.
  private mutating func conditional(_ node: NodeID, _ scope: UInt32) {
    for child in parts(node) {
      if child.isToken {
        plan.setRule(atom(child.token), .same, scope)
      } else if tree.kind(child.node) == .conditionList {
        conditions(child.node, scope)
      } else {
        visit(child.node, scope)
      }
    }
  }

  /// do-catch and repeat-while: what follows a block stands on the line of its brace.
  private mutating func joined(_ node: NodeID, _ scope: UInt32) {
    for (position, index) in tree.childRange(node).enumerated() {
      let child = tree.childTable[index]
      guard isPresent(child) else { continue }
      let first = firstAtom(child)
      if position > 0 {
        let before = atoms.atoms[max(first - 1, 0)].kind
        let isContinuation = child.isToken || tree.kind(child.node) == .catchClause
        if before == .rightBrace && isContinuation {
          plan.setRule(first, .same, scope)
          join(first)
        }
      }
      visit(child, scope)
    }
  }

  private mutating func conditionalExpression(_ node: NodeID) {
    let scope = plan.addScope(firstAtom(node))
    for index in tree.childRange(node) {
      let clause = tree.childTable[index]
      guard isPresent(clause), clause.isNode else { continue }
      let first = firstAtom(clause)
      if index > tree.childRange(node).lowerBound {
        plan.setRule(first, .same, scope)
        join(first)
      }
      conditional(clause.node, scope)
    }
  }

  private mutating func switchExpression(_ node: NodeID) {
    let scope = plan.addScope(firstAtom(node))
    let range = tree.childRange(node)
    let open = tree.token(node, at: 2)
    let close = tree.token(node, at: 3)
    let subject = tree.node(node, at: 1)
    if subject != .none { visit(subject, scope) }
    guard range.count >= 4, open != .none, close != .none else { return }
    let first = atom(open)
    let last = atom(close)
    openBrace(first, header: scope)
    plan.setRule(last, .same, scope)
    plan.commentRules[last] = FormatPlan.Rule(kind: .plus, scope: scope)
    depth += 1
    var isBroken = plan.isBroken[last]
    var gaps: [Int] = []
    for index in range.lowerBound + 4..<range.upperBound {
      let child = tree.childTable[index]
      guard isPresent(child), child.isNode else { continue }
      let start = firstAtom(child)
      gaps.append(start)
      if plan.isBroken[start] { isBroken = true }
      plan.setRule(start, .same, scope)
      switch tree.kind(child.node) {
      case .switchCase: switchCase(child.node, scope)
      case .ifConfig: directives(child.node, .same, scope)
      default: visit(child.node, scope)
      }
    }
    depth -= 1
    guard !gaps.isEmpty else { return }
    if isBroken {
      for gap in gaps { plan.isBroken[gap] = true }
      plan.isBroken[last] = true
    } else {
      plan.addGroup(.block, depth: depth, gaps: gaps + [last])
    }
  }

  mutating func switchCase(_ node: NodeID, _ scope: UInt32) {
    let own = plan.addScope(firstAtom(node))
    plan.commentRules[firstAtom(node)] = FormatPlan.Rule(kind: .plus, scope: scope)
    for child in parts(node) {
      if child.isToken { plan.setRule(atom(child.token), .same, own) } else { visit(child.node, own) }
    }
    let body = tree.node(node, at: 4)
    guard body != .none, !isEmpty(body) else { return }
    var gaps: [Int] = []
    for index in tree.childRange(body) where isPresent(tree.childTable[index]) && tree.childTable[index].isNode {
      gaps.append(firstAtom(tree.childTable[index]))
      break
    }
    plan.addGroup(.block, depth: depth, gaps: gaps)
  }

  // MARK: Expressions

  private mutating func sequence(_ node: NodeID, _ scope: UInt32) {
    var ternary: [Int] = []
    var groups: [[Int]] = [[], [], [], []]
    var assigned: Int?
    var afterAssignment = false
    for child in parts(node) {
      let first = firstAtom(child)
      if afterAssignment { assigned = first }
      afterAssignment = false
      if child.isToken {
        token(first, scope)
        let isRange = tree.token(child.token, is: "...") || tree.token(child.token, is: "..<")
        role(first, isRange ? .rangeOperator : .binary)
        if tree.kind(child.token) == .equal { afterAssignment = true }
        if let level = FormatWalk.level(tree, child.token) { groups[level].append(first) }
        continue
      }
      switch tree.kind(child.node) {
      case .ternaryOperator:
        let close = lastAtom(child.node)
        role(first, .ternary)
        visitChildren(child.node, scope)
        role(close, .ternary)
        ternary.append(first)
        ternary.append(close)
      case .castOperator, .arrowOperator: visitChildren(child.node, scope)
      default: visit(child.node, scope)
      }
    }
    if !ternary.isEmpty { plan.addGroup(.ternary, depth: depth, gaps: ternary) }
    for gaps in groups where !gaps.isEmpty {
      plan.addGroup(.operators, depth: depth, gaps: gaps)
      break
    }
    if let assigned { plan.addGroup(.assignment, depth: depth, gaps: [assigned]) }
  }

  /// Which operators are broken first: those that bind least.
  private static func level(_ tree: SyntaxTree, _ token: TokenID) -> Int? {
    if tree.token(token, is: "||") { return 0 }
    if tree.token(token, is: "&&") { return 1 }
    if tree.token(token, is: "??") { return 2 }
    if tree.token(token, is: "+") || tree.token(token, is: "-") { return 3 }
    return nil
  }

  mutating func chain(_ node: NodeID, _ scope: UInt32) {
    let range = tree.childRange(node)
    guard range.count > 0 else { return }
    let own = plan.addScope(firstAtom(node))
    let base = tree.childTable[range.lowerBound]
    var hasCall = false
    if base.isNode { visit(base.node, scope) }
    var gaps: [Int] = []
    var bracket: UInt32?
    for index in range.dropFirst() {
      let child = tree.childTable[index]
      guard isPresent(child), child.isNode else { continue }
      switch tree.kind(child.node) {
      case .memberSuffix:
        let first = firstAtom(child)
        plan.setRule(first, .chain, own)
        suffix(child.node, scope, bracketScope: nil)
        bracket = nil
        let next = index + 1 < range.upperBound ? tree.childTable[index + 1] : .absent
        if next.isNode, tree.kind(next.node) == .callSuffix { gaps.append(first) }
      case .ifConfig: directives(child.node, .chain, own)
      case .callSuffix:
        if gaps.isEmpty { hasCall = true }
        bracket = suffix(child.node, scope, bracketScope: bracket)
      default: suffix(child.node, scope, bracketScope: nil)
      }
    }
    if !gaps.isEmpty {
      plan.addGroup(.chain, depth: depth, gaps: gaps, threshold: hasCall ? 1 : 2)
    }
  }

  private mutating func keyPath(_ node: NodeID, _ scope: UInt32) {
    for (position, index) in tree.childRange(node).enumerated() {
      let child = tree.childTable[index]
      guard isPresent(child) else { continue }
      if child.isToken {
        token(atom(child.token), scope)
      } else if position < 2 {
        visit(child.node, scope)
      } else {
        suffix(child.node, scope, bracketScope: nil)
      }
    }
  }

  @discardableResult
  mutating func suffix(_ node: NodeID, _ scope: UInt32, bracketScope: UInt32?) -> UInt32? {
    switch tree.kind(node) {
    case .memberSuffix:
      role(firstAtom(node), .memberPeriod)
      visitChildren(node, scope)
    case .callSuffix, .subscriptSuffix:
      return call(node, from: 0, scope)
    case .specializeSuffix: visitChildren(node, scope)
    default: visitChildren(node, scope)
    }
    return nil
  }

  /// Arguments and closures behind them, in the children from a slot on. A trailing closure belongs to the line where
  /// the arguments begin.
  @discardableResult
  private mutating func call(_ node: NodeID, from slot: Int, _ scope: UInt32) -> UInt32? {
    var own: UInt32?
    for child in parts(node, from: slot) {
      guard child.isNode else {
        token(atom(child.token), scope)
        continue
      }
      switch tree.kind(child.node) {
      case .argumentClause:
        own = plan.addScope(firstAtom(child))
        bracketed(child.node, tight: true)
      case .closureExpr:
        let open = firstAtom(child)
        let closureScope = own ?? plan.addScope(open)
        own = closureScope
        plan.setRule(open, .same, closureScope)
        join(open)
        closure(child.node, scope: closureScope)
      case .labeledClosure:
        let first = firstAtom(child)
        let closureScope = own ?? plan.addScope(first)
        own = closureScope
        plan.setRule(first, .same, closureScope)
        let label = tree.token(child.node, at: 0)
        let colon = tree.token(child.node, at: 1)
        if label != .none { plan.setRule(atom(label), .same, closureScope) }
        if colon != .none { token(atom(colon), scope) }
        let body = tree.node(child.node, at: 2)
        if body != .none {
          plan.setRule(firstAtom(body), .same, closureScope)
          join(firstAtom(body))
          closure(body, scope: closureScope)
        }
      default: visit(child.node, scope)
      }
    }
    return own
  }

  private mutating func macro(_ node: NodeID, _ scope: UInt32) {
    declarationHead(node, scope)
    for slot in 3..<5 where isPresent(tree.child(node, at: slot)) { visit(tree.child(node, at: slot), scope) }
    call(node, from: 5, scope)
  }

  private mutating func declNameArguments(_ node: NodeID, _ scope: UInt32) {
    for (position, index) in tree.childRange(node).enumerated() {
      let child = tree.childTable[index]
      guard isPresent(child), child.isToken else { continue }
      let place = atom(child.token)
      token(place, scope)
      if position == 0 { role(place, .tightOpen) }
      if tree.kind(child.token) == .colon { role(place, .tightColon) }
    }
  }

  private mutating func periods(_ node: NodeID, _ scope: UInt32) {
    for child in parts(node) {
      visit(child, scope)
      if child.isToken, tree.kind(child.token) == .period { role(atom(child.token), .memberPeriod) }
    }
  }
}
