/// Tokens with what they are, for colouring: from the tree alone, so that it costs little and holds while code is broken.
package enum SemanticTokens {
  package enum Kind: UInt8, CaseIterable {
    case keyword, string, number, comment, type, typeParameter, function, method, property, variable, parameter
    case enumMember, `operator`, decorator, macro

    /// As the protocol spells it. (Asking an enum for its own name costs a millisecond the first time.)
    package var name: String {
      switch self {
      case .keyword: return "keyword"
      case .string: return "string"
      case .number: return "number"
      case .comment: return "comment"
      case .type: return "type"
      case .typeParameter: return "typeParameter"
      case .function: return "function"
      case .method: return "method"
      case .property: return "property"
      case .variable: return "variable"
      case .parameter: return "parameter"
      case .enumMember: return "enumMember"
      case .operator: return "operator"
      case .decorator: return "decorator"
      case .macro: return "macro"
      }
    }
  }

  package struct Row {
    package var range: SourceRange
    package var kind: Kind
  }

  /// In order, without overlap; a range may hold line breaks (strings, comments).
  package static func rows(_ tree: SyntaxTree) -> [Row] {
    var kinds = [UInt8](repeating: .max, count: tree.tokens.count)
    func set(_ token: TokenID, _ kind: Kind) {
      if token != .none, Int(token.raw) < kinds.count { kinds[Int(token.raw)] = kind.rawValue }
    }
    for index in tree.nodes.indices {
      let node = NodeID(UInt32(index))
      switch tree.kind(node) {
      case .identifierType: set(tree.token(node, at: 0), .type)
      case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl, .typealiasDecl, .associatedtypeDecl:
        set(tree.token(node, at: Slot.name), .type)
      case .genericParameter: set(tree.token(node, at: 2), .typeParameter)
      case .functionDecl: set(tree.token(node, at: Slot.name), .function)
      case .parameter:
        set(tree.token(node, at: Slot.parameterFirstName), .parameter)
        set(tree.token(node, at: Slot.parameterSecondName), .parameter)
      case .enumCaseElement: set(tree.token(node, at: 0), .enumMember)
      case .identifierPattern: set(tree.token(node, at: 0), .variable)
      case .implicitMemberExpr: set(tree.token(node, at: 1), .enumMember)
      case .identifierExpr:
        let token = tree.token(node, at: 0)
        if token != .none, kinds[Int(token.raw)] == .max { set(token, startsUpper(tree, token) ? .type : .variable) }
      case .argument, .labeledClosure:
        let label = tree.token(node, at: 0)
        if label != .none, tree.kind(label) != .colon { set(label, .parameter) }
      case .postfixExpr: chain(tree, node, set)
      case .keyPathExpr:
        for suffix in tree.elements(node, from: 1) where tree.kind(suffix) == .memberSuffix {
          set(tree.token(suffix, at: 1), .property)
        }
      case .attribute:
        set(tree.token(node, at: 0), .decorator)
        let type = tree.node(node, at: 1)
        if type != .none, tree.kind(type) == .identifierType { set(tree.token(type, at: 0), .decorator) }
      case .macroExpansion:
        set(tree.token(node, at: 2), .macro)
        set(tree.token(node, at: Slot.macroName), .macro)
      default: break
      }
    }
    return collect(tree, kinds)
  }

  private static func chain(_ tree: SyntaxTree, _ node: NodeID, _ set: (TokenID, Kind) -> Void) {
    var previous = NodeID.none
    for index in tree.childRange(node) {
      let child = tree.childTable[index]
      guard child.isNode else { continue }
      let suffix = child.node
      switch tree.kind(suffix) {
      case .callSuffix:
        if previous != .none {
          if tree.kind(previous) == .memberSuffix {
            set(tree.token(previous, at: 1), .method)
          } else if tree.kind(previous) == .identifierExpr {
            let token = tree.token(previous, at: 0)
            if token != .none { set(token, startsUpper(tree, token) ? .type : .function) }
          }
        }
      case .memberSuffix: set(tree.token(suffix, at: 1), .property)
      default: break
      }
      previous = suffix
    }
  }

  private static func startsUpper(_ tree: SyntaxTree, _ token: TokenID) -> Bool {
    guard let first = tree.nameBytes(token).first else { return false }
    return first >= 0x41 && first <= 0x5A
  }

  private static func collect(_ tree: SyntaxTree, _ kinds: [UInt8]) -> [Row] {
    var rows: [Row] = []
    let comments = FormatAtoms(tree).comments
    var next = 0
    for (index, token) in tree.tokens.enumerated() where token.length > 0 {
      while next < comments.count && comments[next].range.start < token.offset {
        rows.append(Row(range: comments[next].range, kind: .comment))
        next += 1
      }
      var kind: Kind?
      switch token.kind {
      case .stringQuote, .stringSegment, .regexLiteral: kind = .string
      case .integerLiteral, .floatLiteral: kind = .number
      case .binaryOperator, .prefixOperator, .postfixOperator: kind = .operator
      case .poundIf, .poundElse, .poundElseif, .poundEndif, .poundAvailable, .poundUnavailable, .poundSourceLocation:
        kind = .macro
      default:
        // A word of the language that stands as a name has that name's kind.
        if token.kind.isReservedWord && !(token.kind == .`init` && kinds[index] != .max) {
          kind = .keyword
        } else if kinds[index] != .max {
          kind = Kind(rawValue: kinds[index])
        } else if token.kind.isContextualWord {
          kind = .keyword
        } else if token.kind == .identifier || token.kind == .dollarIdentifier {
          kind = .variable
        }
      }
      guard let kind else { continue }
      // The parts of a string are one token where nothing stands between them.
      if kind == .string, let last = rows.last, last.kind == .string, last.range.end == token.offset {
        rows[rows.count - 1].range.end = token.end
      } else {
        rows.append(Row(range: token.range, kind: kind))
      }
    }
    while next < comments.count {
      rows.append(Row(range: comments[next].range, kind: .comment))
      next += 1
    }
    return rows
  }
}
