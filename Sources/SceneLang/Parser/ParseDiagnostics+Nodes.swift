/// The findings that need a node: missing and unexpected parts, lists without separators, layout of strings.
extension ParseDiagnostics {
  /// Those whose findings do not rest on a missing token alone: the cases of `scanNodes`.
  private static let scannedKinds: [SyntaxKind] = [
    .unexpected, .nestingLimit, .missingExpr, .missingType, .missingPattern, .missingDecl, .sourceFile, .codeBlock,
    .memberBlock, .closureExpr, .statementList, .ifConfigClause, .switchCase, .sequenceExpr, .prefixExpr, .inoutExpr,
    .stringLiteralExpr, .functionDecl, .initializerDecl, .subscriptDecl, .macroDecl, .structDecl, .classDecl, .enumDecl,
    .protocolDecl, .actorDecl, .typealiasDecl, .associatedtypeDecl, .enumCaseElement, .identifierPattern,
    .inheritanceClause, .effects,
  ]

  func scanNodes() {
    // Where no token is missing, most kinds have nothing to be said of.
    var isScanned = [Bool](repeating: hasMissing, count: 256)
    for kind in Self.scannedKinds { isScanned[Int(kind.rawValue)] = true }
    let found = isScanned.withUnsafeBufferPointer { isScanned in
      tree.nodes.withUnsafeBufferPointer { nodes in
        nodes.indices.filter { isScanned[Int(nodes[$0].kind.rawValue)] }
      }
    }
    for index in found {
      let node = NodeID(UInt32(truncatingIfNeeded: index))
      let row = tree.nodes[index]
      switch row.kind {
      case .unexpected: unexpected(node)
      case .nestingLimit:
        let first = Int(row.firstToken)
        report(
          .nestingLimit, "nested deeper than 256 levels", tree.tokens[min(first, tree.tokens.count - 1)].range,
          first: first, end: Int(row.endToken))
      case .missingExpr: missingPart(node, .missingExpression, "an expression")
      case .missingType: missingPart(node, .missingType, "a type")
      case .missingPattern: missingPart(node, .missingName, "a name or pattern")
      case .missingDecl:
        let first = Int(row.firstToken)
        report(
          .missingDeclaration, "expected a declaration behind '\(tree.text(node))'", tree.range(node), first: first,
          end: Int(row.endToken))
      case .sourceFile, .codeBlock, .memberBlock, .closureExpr, .statementList, .ifConfigClause:
        checkSeparators(node)
        missingTokens(node, row)
      case .switchCase:
        checkCase(node)
        missingTokens(node, row)
      case .sequenceExpr:
        checkSpacing(node)
      case .prefixExpr, .inoutExpr:
        checkPrefix(node)
      case .stringLiteralExpr:
        checkLayout(node)
      case .functionDecl, .initializerDecl, .subscriptDecl, .macroDecl:
        checkParameters(node)
        checkName(node, slot: Slot.name)
        if row.kind == .initializerDecl { checkInitializerKeyword(node) }
        missingTokens(node, row)
      case .structDecl, .classDecl, .enumDecl, .protocolDecl, .actorDecl, .typealiasDecl, .associatedtypeDecl:
        checkName(node, slot: Slot.name)
        missingTokens(node, row)
      case .enumCaseElement, .identifierPattern:
        checkName(node, slot: 0)
        missingTokens(node, row)
      case .inheritanceClause:
        let token = tree.token(node, at: 0)
        if token != .none, !tree.token(token, is: ":"), !tree.isMissing(token) {
          let range = tree.range(token)
          report(
            .missingToken, "expected ':' in front of the first inherited type", range, first: Int(token.raw)
          ) {
            $0.fixes = [.replace(place(range), with: ":", title: "change to ':'")]
          }
        }
        missingTokens(node, row)
      case .effects:
        if row.childCount > 5 {
          let wrong = tree.node(node, at: 5)
          let place = tree.range(wrong)
          report(
            .effectsOrder, "'async' stands before 'throws'", place, first: Int(tree.nodes[Int(wrong.raw)].firstToken))
        }
        missingTokens(node, row)
      case .argument, .callSuffix, .postfixExpr, .integerLiteralExpr, .modifierList: break
      default: missingTokens(node, row)
      }
    }
  }

  // MARK: Missing

  private func missingTokens(_ node: NodeID, _ row: SyntaxTree.Node) {
    guard hasMissing else { return }
    let start = Int(row.childStart)
    for position in start..<start + Int(row.childCount) {
      let child = tree.childTable[position]
      if child.isToken {
        let token = Int(child.token.raw)
        if tree.tokens[token].isMissing { missing(token, in: node, row.kind, slot: position - start) }
      }
    }
  }

  private func missing(_ token: Int, in node: NodeID, _ kind: SyntaxKind, slot: Int) {
    let wanted = tree.tokens[token].kind
    let before = rangeBefore(token)
    let point = tree.tokens[token].range
    switch wanted {
    case .stringQuote, .interpolationEnd: return
    case .rightParen, .rightBracket, .rightBrace, .rightAngle:
      let opener = tree.child(node, at: 0)
      if opener.isToken && tree.isMissing(opener.token) { return }
      missingCloser(token, in: node, kind, opener: openingToken(node, kind))
    case .leftBrace:
      report(.missingBlock, "expected '{' \(bodyContext(node))", before, first: token, isFollowUp: true) {
        // Where a closing brace is there, the opening one alone is missing.
        let closer = tree.lastChild(node).tokenIfAny
        if closer != .none, tree.kind(closer) == .rightBrace, !tree.isMissing(closer) {
          $0.fixes = [.insert(" {", at: place(point), title: "insert '{'")]
        }
      }
    case .leftParen:
      if kind == .argumentClause {
        report(.missingToken, "expected '(' in front of the arguments", before, first: token, isFollowUp: true) {
          $0.fixes = [.insert("(", at: place(point))]
        }
      } else {
        report(.missingToken, "expected '(' with the parameters", before, first: token, isFollowUp: true)
      }
    case .identifier:
      let what = nameContext(node, kind)
      report(.missingName, what, before, first: token, isFollowUp: true)
    case .comma:
      report(.missingComma, "expected ',' between the elements", before, first: token) { diagnostic in
        diagnostic.fixes = [.insert(",", at: place(point))]
      }
    case .poundEndif:
      let opener = firstToken(node)
      report(.missingEndif, "'#if' without '#endif'", tree.tokens[opener].range, first: token)
    case .case:
      report(.misplacedCase, "expected 'case' or 'default' in the 'switch'", before, first: token, isFollowUp: true)
    case .else:
      report(.missingToken, "expected 'else' behind the condition of 'guard'", before, first: token, isFollowUp: true) {
        $0.fixes = [.insert(" else", at: place(point), title: "insert 'else'")]
      }
    case .in:
      report(.missingToken, "expected 'in' behind the loop's variable", before, first: token, isFollowUp: true)
    case .while:
      report(.missingToken, "expected 'while' behind the body of 'repeat'", before, first: token, isFollowUp: true)
    case .equal:
      let what = kind == .typealiasDecl ? "expected '=' and a type" : "expected '=' and a value"
      report(.missingToken, what, before, first: token, isFollowUp: true)
    case .colon:
      let what: String
      switch kind {
      case .switchCase: what = "expected ':' behind the patterns of the case"
      case .ternaryOperator: what = "expected ':' and a second value behind '? ...'"
      case .conformanceRequirement: what = "expected ':' or '==' in the requirement"
      default: what = "expected ':'"
      }
      report(.missingToken, what, before, first: token, isFollowUp: true) {
        if kind == .switchCase { $0.fixes = [.insert(":", at: place(point))] }
      }
    case .func:
      // The line of the name is the one to mend, not the end of the declaration before it.
      let name = tree.tokens[min(token + 1, tree.tokens.count - 1)].range
      report(.missingToken, "expected 'func' in front of the name", name, first: token, isFollowUp: true) {
        $0.fixes = [.insert("func ", at: place(SourceRange(name.start, name.start)), title: "insert 'func'")]
      }
    case .arrow:
      report(.missingToken, "expected '->' and a type", before, first: token, isFollowUp: true)
    case .binaryOperator:
      report(.missingName, "expected an operator to declare", before, first: token, isFollowUp: true)
    default:
      report(.missingToken, "expected '\(wanted.spelling)'", before, first: token, isFollowUp: true)
    }
  }

  private func firstToken(_ node: NodeID) -> Int { Int(tree.nodes[Int(node.raw)].firstToken) }

  /// The token that a missing closing one would match.
  private func openingToken(_ node: NodeID, _ kind: SyntaxKind) -> TokenID {
    switch kind {
    case .switchExpr: return tree.token(node, at: 2)
    case .precedenceGroupDecl: return tree.token(node, at: 4)
    case .effects: return tree.token(node, at: 2)
    default: return tree.child(node, at: 0).tokenIfAny
    }
  }

  private func missingCloser(_ token: Int, in node: NodeID, _ kind: SyntaxKind, opener: TokenID) {
    let wanted = tree.tokens[token].kind.spelling
    let before = rangeBefore(token)
    let point = tree.tokens[token].range
    let what = closerContext(node, kind)
    report(.missingCloser, "expected '\(wanted)' to close \(what)", before, first: token, isFollowUp: true) {
      diagnostic in
      if opener != .none && !tree.isMissing(opener) {
        diagnostic.labels = [Diagnostic.Label("opened here", at: place(tree.range(opener)))]
      }
      // Where the text ends, more than a closer may be missing; and where a block ends, its author knows.
      if wanted != "}" && !isAtEnd(token) {
        diagnostic.fixes = [.insert(wanted, at: place(point))]
      } else {
        let text = wanted == "}" ? "\n}" : wanted
        diagnostic.fixes = [
          FixIt("insert '\(wanted)'", [FixIt.Edit(place(point), text)], applicability: .needsReview)
        ]
      }
    }
  }

  private func isAtEnd(_ token: Int) -> Bool {
    !tree.tokens[token...].contains { $0.length > 0 }
  }

  private func closerContext(_ node: NodeID, _ kind: SyntaxKind) -> String {
    switch kind {
    case .argumentClause:
      let suffix = parent(node)
      if suffix != .none, let name = calleeName(suffix) { return "the arguments of '\(name)'" }
      return "the arguments"
    case .parameterClause: return "the parameters"
    case .tupleExpr, .parenExpr: return "the parentheses"
    case .arrayExpr, .dictionaryExpr: return "the list"
    case .closureExpr: return "the closure"
    case .codeBlock: return blockName(node)
    case .memberBlock:
      let owner = parent(node)
      if owner != .none { return "the body of \(declarationName(owner))" }
      return "the body"
    case .switchExpr: return "the 'switch'"
    case .accessorBlock: return "the accessors"
    case .genericArgumentClause: return "the generic arguments"
    case .genericParameterClause: return "the generic parameters"
    case .arrayType, .dictionaryType, .tupleType: return "the type"
    default: return "what was opened"
    }
  }

  /// Name of the function called by a suffix, if it is a plain one.
  private func calleeName(_ suffix: NodeID) -> String? {
    if tree.kind(suffix) == .macroExpansion { return "#" + tree.name(of: tree.token(suffix, at: Slot.macroName)) }
    if tree.kind(suffix) == .attribute { return "@" + tree.text(tree.node(suffix, at: 1)) }
    let chain = parent(suffix)
    guard chain != .none, tree.kind(chain) == .postfixExpr else { return nil }
    var previous = NodeID.none
    for position in tree.childRange(chain) {
      let child = tree.childTable[position]
      if child.isNode && child.node == suffix { break }
      previous = child.nodeIfAny
    }
    guard previous != .none else { return nil }
    switch tree.kind(previous) {
    case .memberSuffix, .implicitMemberExpr: return tree.name(of: tree.token(previous, at: 1))
    case .identifierExpr: return tree.name(of: tree.token(previous, at: 0))
    default: return nil
    }
  }

  private func blockName(_ node: NodeID) -> String {
    let owner = parent(node)
    guard owner != .none else { return "the block" }
    switch tree.kind(owner) {
    case .ifClause: return tree.has(owner, at: 1) ? "the 'if' block" : "the 'else' block"
    case .guardStmt: return "the 'guard' block"
    case .forStmt: return "the 'for' loop"
    case .whileStmt: return "the 'while' loop"
    case .repeatStmt: return "the 'repeat' loop"
    case .doStmt: return "the 'do' block"
    case .catchClause: return "the 'catch' block"
    case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl:
      return "the body of \(declarationName(owner))"
    case .patternBinding: return "the body of '\(tree.text(tree.node(owner, at: 0)))'"
    default: return "the block"
    }
  }

  /// `struct 'Card'`
  private func declarationName(_ node: NodeID) -> String {
    let keyword = tree.text(tree.token(node, at: Slot.keyword))
    let name = tree.child(node, at: Slot.name)
    if name.isToken && !tree.isMissing(name.token) { return "\(keyword) '\(tree.name(of: name.token))'" }
    if name.isNode { return "\(keyword) '\(tree.text(name.node))'" }
    return keyword.isEmpty ? "the declaration" : "'\(keyword)'"
  }

  private func bodyContext(_ block: NodeID) -> String {
    if tree.kind(block) == .switchExpr { return "behind the value of 'switch'" }
    if tree.kind(block) == .closureExpr { return "to begin the closure" }
    let owner = parent(block)
    guard owner != .none else { return "to begin the block" }
    switch tree.kind(owner) {
    case .ifClause: return tree.has(owner, at: 1) ? "behind the condition of 'if'" : "behind 'else'"
    case .guardStmt: return "behind 'else' of the 'guard'"
    case .forStmt: return "to begin the body of the 'for' loop"
    case .whileStmt: return "behind the condition of 'while'"
    case .doStmt: return "behind 'do'"
    case .catchClause: return "behind 'catch'"
    case .deferStmt: return "behind 'defer'"
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .actorDecl, .extensionDecl:
      return "to begin the body of \(declarationName(owner))"
    case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl, .patternBinding:
      return "to begin \(blockName(block))"
    default: return "to begin the block"
    }
  }

  private func nameContext(_ node: NodeID, _ kind: SyntaxKind) -> String {
    switch kind {
    case .memberSuffix, .implicitMemberExpr: return "expected a member name behind '.'"
    case .importDecl: return "expected the name of a module"
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .actorDecl, .functionDecl, .typealiasDecl,
      .associatedtypeDecl, .macroDecl:
      return "expected a name behind '\(tree.text(tree.token(node, at: Slot.keyword)))'"
    case .enumCaseElement: return "expected the name of the case"
    case .macroExpansion: return "expected the name of a macro behind '#'"
    case .genericParameter: return "expected the name of a generic parameter"
    default: return "expected a name"
    }
  }

  private func missingPart(_ node: NodeID, _ kind: DiagnosticKind, _ what: String) {
    let row = tree.nodes[Int(node.raw)]
    let at = Int(row.firstToken)
    // A character that begins no token is reported as such.
    if at < tree.tokens.count && tree.tokens[at].kind == .unknown { return }
    let previous = max(0, min(at, tree.tokens.count) - 1)
    // Behind the text that calls for it; the next token is what stands there instead.
    let before = rangeBefore(min(at, tree.tokens.count - 1))
    var message = "expected \(what)"
    if previous > 0 && tree.tokens[previous].length > 0 {
      let token = tree.tokens[previous]
      switch token.kind {
      case .identifier, .stringQuote, .stringSegment: break
      default: message += " behind '\(tree.source.text(token.range))'"
      }
    }
    report(kind, message, before, first: at, end: at, isFollowUp: true)
  }

  // MARK: Unexpected

  private func unexpected(_ node: NodeID) {
    let row = tree.nodes[Int(node.raw)]
    let first = Int(row.firstToken)
    let end = Int(row.endToken)
    guard first < end else { return }
    let token = tree.tokens[first]
    let owner = parent(node)
    let ownerKind = owner == .none ? SyntaxKind.sourceFile : tree.kind(owner)
    if ownerKind == .effects { return }
    let range = tree.range(node)
    let startsLine = token.flags.contains(.startsLine)
    if let bad = (first..<end).first(where: { tree.tokens[$0].kind == .unknown }) {
      if invalidCharacter(bad, first: first, end: end, isProse: startsLine && isProse(first, end)) { return }
    }
    switch token.kind {
    case .rightParen, .rightBracket, .rightBrace:
      let text = token.kind.spelling
      report(.strayCloser, "'\(text)' closes nothing", token.range, first: first, end: end, isFollowUp: !startsLine) {
        $0.fixes = [
          FixIt("remove '\(text)'", [FixIt.Edit(place(token.range), "")], applicability: .needsReview)
        ]
      }
      return
    case .case, .default:
      let word = token.kind.spelling
      report(
        .misplacedCase, "'\(word)' belongs inside a 'switch'\(word == "case" ? " or an enum" : "")", token.range,
        first: first, end: end)
      return
    case .poundElse, .poundElseif, .poundEndif:
      report(
        .unexpectedText, "'\(token.kind.spelling)' without '#if'", token.range, first: first, end: end)
      return
    default: break
    }
    if startsLine && isProse(first, end) {
      report(.textNotCode, "this line is text, not code", range, first: first, end: end) {
        let point = SourceRange(token.offset, token.offset)
        $0.fixes = [FixIt("make it a comment", [FixIt.Edit(place(point), "// ")], applicability: .needsReview)]
      }
      return
    }
    let text = shortText(first, end)
    let message: String
    switch ownerKind {
    case .memberBlock: message = "expected a declaration in the body of the type; found \(text)"
    case .switchExpr: message = "expected 'case' or 'default' in the 'switch'; found \(text)"
    case .argumentClause, .subscriptSuffix: message = "unexpected \(text) among the arguments"
    case .parameterClause: message = "unexpected \(text) among the parameters"
    case .codeBlock where !startsLine: message = "unexpected \(text) before '{'"
    default: message = "unexpected \(text)"
    }
    report(.unexpectedText, message, range, first: first, end: end, isFollowUp: !startsLine)
  }

  private func shortText(_ first: Int, _ end: Int) -> String {
    let token = tree.tokens[first]
    let text = tree.source.text(token.range)
    if token.kind == .stringQuote || text.utf8.count > 40 { return "text" }
    return "'\(text)'"
  }

  /// Words without the structure of code.
  private func isProse(_ first: Int, _ end: Int) -> Bool {
    var words = 0
    var foreign = false
    for index in first..<end {
      switch tree.tokens[index].kind {
      case .identifier:
        words += 1
        if tree.source.bytes[Int(tree.tokens[index].offset)] >= 0x80 { foreign = true }
      case .unknown: words += 1
      case .leftBrace, .equal, .arrow, .leftBracket: return false
      case .comma, .period, .postfixExclaim, .postfixQuestion, .infixQuestion, .postfixOperator, .binaryOperator,
        .colon, .prefixOperator:
        break
      default: if tree.tokens[index].kind.isKeyword { words += 1 }
      }
    }
    return words >= 2 && words * 2 >= end - first || foreign && words >= 1
  }

  /// True if the character was reported in place of the whole stretch.
  private func invalidCharacter(_ index: Int, first: Int, end: Int, isProse: Bool) -> Bool {
    let token = tree.tokens[index]
    let text = tree.source.text(token.range)
    var straight = ""
    var isQuote = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x201C, 0x201D, 0x201E, 0x2018, 0x2019, 0x00AB, 0x00BB:
        straight += "\""
        isQuote = true
      default: straight.unicodeScalars.append(scalar)
      }
    }
    if isQuote && !isProse {
      report(
        .invalidCharacter, "typographic quotation marks do not delimit a string; write '\"'", token.range, first: first,
        end: end
      ) {
        var edits: [FixIt.Edit] = []
        for position in first..<end where tree.tokens[position].kind == .unknown {
          let part = tree.source.text(tree.tokens[position].range)
          if part.unicodeScalars.allSatisfy({ (0x2018...0x201F).contains($0.value) }) {
            edits.append(FixIt.Edit(place(tree.tokens[position].range), "\""))
          }
        }
        if !edits.isEmpty {
          $0.fixes = [FixIt("use straight quotation marks", edits, applicability: .needsReview)]
        }
      }
      return true
    }
    if isProse { return false }
    if text == "`" {
      report(.invalidCharacter, "'`' is not closed on this line", token.range, first: first, end: end)
    } else if text == "'" {
      report(
        .invalidCharacter, "single quotation marks do not delimit a string; write '\"'", token.range, first: first,
        end: end)
    } else {
      let shown = text.unicodeScalars.first.map { scalar in
        let value = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - value.utf8.count)) + value
      }
      report(.invalidCharacter, "invalid character \(shown ?? "") in the source", token.range, first: first, end: end)
    }
    return true
  }

  // MARK: Lists

  /// Items of a list on one line without a separator.
  private func checkSeparators(_ node: NodeID) {
    var previous = NodeID.none
    let range = tree.childRange(node)
    let isBranch = tree.kind(node) == .ifConfigClause
    for position in range {
      let child = tree.childTable[position]
      // The condition of a branch is no item of it.
      guard child.isNode, !isBranch || position > range.lowerBound + 1 else {
        previous = .none
        continue
      }
      let row = tree.nodes[Int(child.node.raw)]
      switch row.kind {
      case .unexpected, .closureSignature, .memberSuffix, .callSuffix, .subscriptSuffix, .optionalChainSuffix,
        .forceUnwrapSuffix, .postfixOperatorSuffix:
        previous = .none
        continue
      default: break
      }
      if row.firstToken < row.endToken && previous != .none {
        let token = tree.tokens[Int(row.firstToken)]
        if !token.flags.contains(.startsLine) && token.length > 0 {
          let before = tree.nodes[Int(previous.raw)]
          let point = tree.tokens[Int(before.endToken) - 1].end
          report(
            .missingSeparator, "two statements on a line are separated by ';'", token.range,
            first: Int(row.firstToken), isFollowUp: true
          ) {
            $0.fixes = [.insert(";", at: place(SourceRange(point, point)))]
          }
        }
      }
      previous = child.node
    }
  }

  private func checkCase(_ node: NodeID) {
    let body = tree.node(node, at: 4)
    guard body != .none, tree.childCount(body) == 0 else { return }
    let word = tree.child(node, at: 1)
    guard word.isToken, !tree.isMissing(word.token) else { return }
    let row = tree.nodes[Int(node.raw)]
    if tree.isMissing(tree.token(node, at: 3)) { return }
    let spelled = tree.kind(word.token).spelling
    report(
      .emptyCase, "'\(spelled)' needs at least one statement; 'break' stands for none",
      SourceRange(tree.range(word.token).start, tree.tokens[Int(row.endToken) - 1].end), first: Int(row.firstToken),
      end: Int(row.endToken)
    ) {
      let point = tree.tokens[Int(row.endToken) - 1].end
      $0.fixes = [.insert(" break", at: place(SourceRange(point, point)), title: "insert 'break'")]
    }
  }

  private func checkSpacing(_ node: NodeID) {
    for position in tree.childRange(node) {
      let child = tree.childTable[position]
      guard child.isToken else { continue }
      let index = Int(child.token.raw)
      let token = tree.tokens[index]
      guard token.kind == .binaryOperator, token.flags.contains(.spaceBefore), index + 1 < tree.tokens.count else {
        continue
      }
      if tree.tokens[index + 1].offset == token.end && tree.tokens[index + 1].length > 0 {
        let text = tree.source.text(token.range)
        report(
          .operatorSpacing, "'\(text)' between two values needs a space behind it too", token.range, first: index
        ) {
          $0.fixes = [.insert(" ", at: place(SourceRange(token.end, token.end)), title: "insert a space")]
        }
      }
    }
  }

  private func checkPrefix(_ node: NodeID) {
    let token = tree.token(node, at: 0)
    guard token != .none else { return }
    let index = Int(token.raw)
    guard index + 1 < tree.tokens.count, tree.tokens[index].end < tree.tokens[index + 1].offset else { return }
    if tree.tokens[index + 1].isMissing || tree.kind(token) == .prefixAmpersand { return }
    let range = tree.range(token)
    report(
      .operatorSpacing, "'\(tree.text(token))' before a value is written without a space", range, first: index,
      isFollowUp: true
    ) {
      $0.fixes = [
        FixIt(
          "remove the space", [FixIt.Edit(place(SourceRange(range.end, tree.tokens[index + 1].offset)), "")],
          applicability: .needsReview)
      ]
    }
  }

  // MARK: Declarations

  /// `int(name: String) {`: the keyword is misspelt.
  private func checkInitializerKeyword(_ node: NodeID) {
    let token = tree.token(node, at: Slot.keyword)
    guard token != .none, !tree.token(token, is: "init") else { return }
    let range = tree.range(token)
    report(
      .missingToken, "expected 'func' in front of the name, or 'init'; did you mean 'init'?", range,
      first: Int(token.raw)
    ) {
      $0.fixes = [.replace(place(range), with: "init", title: "change to 'init'")]
    }
  }

  private func checkName(_ node: NodeID, slot: Int) {
    let child = tree.child(node, at: slot)
    guard child.isToken else { return }
    let token = tree.tokens[Int(child.token.raw)]
    guard token.kind.isReservedWord, token.length > 0, token.kind != .`self`, token.kind != .`init` else { return }
    let word = token.kind.spelling
    report(
      .keywordAsName, "keyword '\(word)' cannot be used as a name", token.range, first: Int(child.token.raw)
    ) {
      $0.fixes = [.replace(place(token.range), with: "`\(word)`", title: "write it in backticks")]
    }
  }

  private func checkParameters(_ node: NodeID) {
    let clause = tree.node(node, at: Slot.parameters)
    guard clause != .none else { return }
    for parameter in tree.elements(clause) where tree.kind(parameter) == .parameter {
      let hasName = !tree.child(parameter, at: Slot.parameterFirstName).isAbsent
      let type = tree.node(parameter, at: Slot.parameterType)
      let row = tree.nodes[Int(parameter.raw)]
      if hasName && type == .none {
        report(
          .parameterType, "parameter '\(tree.text(parameter))' needs a type", tree.range(parameter),
          first: Int(row.firstToken), end: Int(row.endToken))
      } else if !hasName && type != .none && tree.kind(type) != .missingType {
        report(
          .parameterType, "a parameter is written 'name: Type', or '_: Type' without a name", tree.range(parameter),
          first: Int(row.firstToken), end: Int(row.endToken))
      }
    }
  }

  // MARK: Strings

  /// Layout of a string over several lines.
  private func checkLayout(_ node: NodeID) {
    let open = tree.child(node, at: 0)
    let close = tree.lastChild(node)
    guard open.isToken, close.isToken, open != close, !tree.isMissing(close.token) else { return }
    let quote = tree.bytes(open.token)
    guard quote.count >= 3, quote[quote.count - 2] == 0x22 else { return }
    let bytes = tree.source.bytes
    let openEnd = Int(tree.range(open.token).end)
    let closeStart = Int(tree.range(close.token).start)
    var position = openEnd
    while position < closeStart && (bytes[position] == 0x20 || bytes[position] == 0x09) { position += 1 }
    guard position < closeStart, bytes[position] == 0x0A || bytes[position] == 0x0D else {
      report(
        .multilineString, "the text of a string in '\"\"\"' begins on a new line", tree.range(open.token),
        first: Int(open.token.raw)
      ) {
        let point = SourceRange(UInt32(openEnd), UInt32(openEnd))
        $0.fixes = [FixIt("insert a line break", [FixIt.Edit(place(point), "\n")], applicability: .needsReview)]
      }
      return
    }
    var lineStart = closeStart
    while lineStart > openEnd && bytes[lineStart - 1] != 0x0A && bytes[lineStart - 1] != 0x0D { lineStart -= 1 }
    for index in lineStart..<closeStart where bytes[index] != 0x20 && bytes[index] != 0x09 {
      report(
        .multilineString, "the closing '\"\"\"' stands on a line of its own", tree.range(close.token),
        first: Int(close.token.raw))
      return
    }
    let indentation = closeStart - lineStart
    // Lines that begin inside an interpolation are code.
    var child = tree.childRange(node).lowerBound + 1
    let last = tree.childRange(node).upperBound
    while child < last {
      let segment = tree.childTable[child]
      child += 1
      guard segment.isToken, tree.kind(segment.token) == .stringSegment else { continue }
      let range = tree.range(segment.token)
      var index = Int(range.start)
      while index < Int(range.end) {
        let byte = bytes[index]
        index += 1
        guard byte == 0x0A || byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A) else { continue }
        var column = 0
        while column < indentation && index + column < bytes.count && bytes[index + column] == bytes[lineStart + column]
        {
          column += 1
        }
        if column < indentation && index + column < bytes.count && bytes[index + column] != 0x0A
          && bytes[index + column] != 0x0D && index + column < closeStart
        {
          // A line of white space alone may be shorter.
          var blank = index
          while blank < bytes.count && (bytes[blank] == 0x20 || bytes[blank] == 0x09) { blank += 1 }
          if blank < bytes.count && (bytes[blank] == 0x0A || bytes[blank] == 0x0D) { continue }
          report(
            .multilineString, "the line is indented less than the closing '\"\"\"'",
            SourceRange(start: index, end: index + column + 1), first: Int(segment.token.raw)
          ) {
            $0.notes = [
              Diagnostic.Note("the closing delimiter sets the indentation", at: place(tree.range(close.token)))
            ]
          }
          return
        }
      }
    }
  }
}
