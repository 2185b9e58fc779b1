/// The structure of a file from its tree alone: symbols, foldings, what surrounds a place.
package struct Outline {
  package struct Symbol {
    package enum Kind: UInt8 {
      case structType, classType, enumType, protocolType, extensionType, function, method, initializer, property,
        variable
      case constant, enumCase, typeAlias, operatorName, macro
    }
    package var name: String
    package var detail: String
    package var kind: Kind
    package var range: SourceRange
    package var nameRange: SourceRange
    package var children: [Symbol]
  }

  let tree: SyntaxTree
  package init(_ tree: SyntaxTree) { self.tree = tree }

  // MARK: Symbols

  package func symbols() -> [Symbol] { tree.root == .none ? [] : symbols(tree.root, isMember: false, depth: 0) }

  private func symbols(_ list: NodeID, isMember: Bool, depth: Int) -> [Symbol] {
    guard depth < 64 else { return [] }
    var result: [Symbol] = []
    for node in tree.elements(list) { add(node, isMember: isMember, depth: depth, to: &result) }
    return result
  }

  private func add(_ node: NodeID, isMember: Bool, depth: Int, to result: inout [Symbol]) {
    func make(_ kind: Symbol.Kind, _ name: SyntaxChild, detail: NodeID = .none, children: [Symbol] = []) {
      guard !name.isAbsent else { return }
      let range = tree.range(name)
      guard !range.isEmpty else { return }
      result.append(
        Symbol(
          name: tree.source.text(range), detail: detail == .none ? "" : short(detail), kind: kind,
          range: tree.range(node), nameRange: range, children: children))
    }
    func members() -> [Symbol] {
      let block = tree.node(node, at: Slot.members)
      return block == .none ? [] : symbols(block, isMember: true, depth: depth + 1)
    }
    switch tree.kind(node) {
    case .structDecl, .actorDecl: make(.structType, tree.child(node, at: Slot.name), children: members())
    case .classDecl: make(.classType, tree.child(node, at: Slot.name), children: members())
    case .enumDecl: make(.enumType, tree.child(node, at: Slot.name), children: members())
    case .protocolDecl: make(.protocolType, tree.child(node, at: Slot.name), children: members())
    case .extensionDecl: make(.extensionType, tree.child(node, at: Slot.name), children: members())
    case .functionDecl:
      make(
        isMember ? .method : .function, tree.child(node, at: Slot.name), detail: tree.node(node, at: Slot.parameters))
    case .initializerDecl:
      make(.initializer, tree.child(node, at: Slot.keyword), detail: tree.node(node, at: Slot.parameters))
    case .subscriptDecl:
      make(.method, tree.child(node, at: Slot.keyword), detail: tree.node(node, at: Slot.parameters))
    case .typealiasDecl, .associatedtypeDecl: make(.typeAlias, tree.child(node, at: Slot.name))
    case .variableDecl:
      let keyword = tree.token(node, at: Slot.keyword)
      let isConstant = keyword != .none && tree.kind(keyword) == .let
      for binding in tree.elements(node, from: 3) where tree.kind(binding) == .patternBinding {
        let pattern = tree.node(binding, at: Slot.bindingPattern)
        guard pattern != .none, tree.kind(pattern) == .identifierPattern else { continue }
        make(
          isMember ? .property : isConstant ? .constant : .variable, SyntaxChild(pattern),
          detail: tree.node(binding, at: Slot.bindingType))
      }
    case .enumCaseDecl:
      for element in tree.elements(node, from: 3) where tree.kind(element) == .enumCaseElement {
        make(.enumCase, tree.child(element, at: 0), detail: tree.node(element, at: 1))
      }
    case .macroExpansion:
      let name = tree.child(node, at: Slot.macroName)
      guard !name.isAbsent else { return }
      let text = tree.source.text(tree.range(name))
      guard text == "Preview" || text == "Scenario" else { return }
      make(.macro, name, detail: tree.node(node, at: Slot.macroArguments))
    case .ifConfig:
      for clause in tree.elements(node) where tree.kind(clause) == .ifConfigClause {
        for child in tree.elements(clause, from: 2) { add(child, isMember: isMember, depth: depth + 1, to: &result) }
      }
    default: break
    }
  }

  private func short(_ node: NodeID) -> String {
    let text = tree.text(node)
    return text.utf8.count > 80 || text.contains("\n") ? "" : text
  }

  // MARK: Scenarios

  /// `#Scenario("name")` and `#Preview("name")` at top level: the macro's word, its name, and its place.
  package func scenarios() -> [(word: String, name: String, range: SourceRange)] {
    guard tree.root != .none else { return [] }
    var result: [(String, String, SourceRange)] = []
    for node in tree.elements(tree.root) where tree.kind(node) == .macroExpansion {
      let token = tree.token(node, at: Slot.macroName)
      guard token != .none else { continue }
      let word = tree.text(token)
      guard word == "Scenario" || word == "Preview" else { continue }
      var name = ""
      let arguments = tree.node(node, at: Slot.macroArguments)
      if arguments != .none {
        for argument in tree.elements(arguments) where tree.kind(argument) == .argument {
          let value = tree.node(argument, at: 2)
          if value != .none, tree.kind(value) == .stringLiteralExpr {
            name = String(tree.text(value).dropFirst().dropLast())
          }
          break
        }
      }
      let range = SourceRange(tree.range(node).start, tree.range(token).end)
      result.append((word, name, range))
    }
    return result
  }

  // MARK: Foldings

  package enum Fold: Equatable { case code, comment, imports }

  package func foldings() -> [(kind: Fold, range: SourceRange)] {
    var result: [(kind: Fold, range: SourceRange)] = []
    for index in tree.nodes.indices {
      let node = NodeID(UInt32(index))
      switch tree.kind(node) {
      case .codeBlock, .memberBlock, .accessorBlock, .closureExpr, .argumentClause, .arrayExpr, .dictionaryExpr,
        .parameterClause, .ifConfig:
        result.append((.code, tree.range(node)))
      case .switchExpr:
        let open = tree.token(node, at: 2)
        if open != .none { result.append((.code, SourceRange(tree.range(open).start, tree.range(node).end))) }
      case .stringLiteralExpr: result.append((.code, tree.range(node)))
      default: break
      }
    }
    var imports: SourceRange?
    if tree.root != .none {
      for node in tree.elements(tree.root) {
        if tree.kind(node) == .importDecl {
          imports = imports?.union(tree.range(node)) ?? tree.range(node)
        } else {
          break
        }
      }
    }
    if let imports { result.append((.imports, imports)) }
    // Comments that follow one another are one folding.
    let atoms = FormatAtoms(tree)
    var run: SourceRange?
    var lastGap: UInt32 = .max
    for atom in atoms.atoms {
      for position in Int(atom.firstComment)..<Int(atom.firstComment + atom.commentCount) {
        let comment = atoms.comments[position]
        if let known = run, lastGap == atom.firstComment, comment.breaksBefore == 1 {
          run = known.union(comment.range)
        } else {
          if let run { result.append((.comment, run)) }
          run = comment.range
        }
        lastGap = atom.firstComment
      }
    }
    if let run { result.append((.comment, run)) }
    return result.sorted {
      $0.range.start != $1.range.start ? $0.range.start < $1.range.start : $0.range.end > $1.range.end
    }
  }

  // MARK: Places

  /// Ranges around a place, innermost first, each larger than the one before.
  package func selections(at offset: UInt32) -> [SourceRange] {
    var result: [SourceRange] = []
    for place in [offset, offset == 0 ? 0 : offset - 1] {
      let token = tree.token(atOffset: place)
      guard token != .none else { continue }
      let range = tree.range(token)
      if range.start <= offset && offset <= range.end && !range.isEmpty {
        result.append(range)
        break
      }
    }
    for node in tree.path(toOffset: result.first?.start ?? offset).reversed() {
      let range = tree.range(node)
      guard range.start <= offset && offset <= range.end else { continue }
      if let last = result.last, !(range.contains(last) && range != last) { continue }
      result.append(range)
    }
    return result
  }

  /// The statements of one block that a selection touches: expressions, which may be views.
  package func expressions(touching range: SourceRange) -> [NodeID] {
    let path = tree.path(toOffset: range.start)
    for node in path.reversed() {
      guard tree.kind(node) == .codeBlock || tree.kind(node) == .closureExpr || tree.kind(node) == .statementList
      else { continue }
      var found: [NodeID] = []
      for child in tree.elements(node) {
        let place = tree.range(child)
        guard place.start <= max(range.end, range.start), range.start <= place.end else { continue }
        if range.isEmpty ? range.start > place.end : place.start >= range.end { continue }
        switch tree.kind(child) {
        case .postfixExpr, .identifierExpr, .ifExpr, .switchExpr: found.append(child)
        default: return []
        }
      }
      return found
    }
    return []
  }

  // MARK: Colours

  /// `Color(red:green:blue:opacity:)`, with or without a space in front, and `UIColor(red:green:blue:alpha:)`.
  package struct ColorUse {
    package var range: SourceRange
    /// Type and what stands before `red:`: `Color(`, `Color(.sRGB, `, `UIColor(`
    package var opening: String
    package var components: [Double]
    package var alphaLabel: String
    package var hasAlpha: Bool
  }

  package func colors() -> [ColorUse] {
    var result: [ColorUse] = []
    for index in tree.nodes.indices where tree.nodes[index].kind == .postfixExpr {
      if let use = color(NodeID(UInt32(index))) { result.append(use) }
    }
    return result.sorted { $0.range.start < $1.range.start }
  }

  private func color(_ node: NodeID) -> ColorUse? {
    let base = tree.node(node, at: 0)
    let call = tree.node(node, at: 1)
    guard base != .none, call != .none, tree.kind(base) == .identifierExpr, tree.kind(call) == .callSuffix else {
      return nil
    }
    let type = tree.text(base)
    guard type == "Color" || type == "UIColor" else { return nil }
    let clause = tree.node(call, at: 0)
    guard clause != .none else { return nil }
    var opening = type + "("
    var components: [String: Double] = [:]
    for (position, argument) in tree.elements(clause).enumerated() where tree.kind(argument) == .argument {
      let label = tree.token(argument, at: 0)
      let value = tree.node(argument, at: 2)
      guard value != .none else { return nil }
      if label == .none {
        guard position == 0, type == "Color", tree.kind(value) == .implicitMemberExpr else { return nil }
        opening += tree.text(value) + ", "
        continue
      }
      guard let number = Outline.number(tree.text(value)) else { return nil }
      components[tree.text(label)] = number
    }
    let alphaLabel = type == "Color" ? "opacity" : "alpha"
    let known = components.keys.filter { ["red", "green", "blue", alphaLabel].contains($0) }
    guard let red = components["red"], let green = components["green"], let blue = components["blue"],
      known.count == components.count
    else { return nil }
    return ColorUse(
      range: SourceRange(tree.range(base).start, tree.range(call).end), opening: opening,
      components: [red, green, blue, components[alphaLabel] ?? 1], alphaLabel: alphaLabel,
      hasAlpha: components[alphaLabel] != nil)
  }

  /// A number, or a quotient of two.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1).map { part in
      Double(part.filter { $0 != " " && $0 != "_" && $0 != "\n" })
    }
    guard let first = parts.first, let number = first, number.isFinite else { return nil }
    guard parts.count == 2 else { return number }
    guard let divisor = parts[1], divisor != 0 else { return nil }
    return number / divisor
  }
}
