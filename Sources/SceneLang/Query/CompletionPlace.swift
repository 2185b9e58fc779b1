/// What kind of thing the tokens before a cursor ask for.
struct CompletionPlace {
  enum Kind: Equatable {
    case nothing
    /// In quotes, where the name of an SF Symbol is wanted.
    case symbolName
    /// Behind `@`.
    case attribute
    /// Behind `#`.
    case macro
    /// Behind a period, whose offset is given.
    case member(UInt32)
    case type
    case name(inArguments: Bool)
    /// Behind `$`: bindings and other projected values.
    case projection
    /// Behind `if let` and its like: something that may be nil.
    case unwrapped
    /// Behind `var` or `func` among the members of a type: what its protocols ask for.
    case requirement(isFunction: Bool)
    /// Among the declarations of a type or a file.
    case declaration
  }

  var kind: Kind
  /// The word that is being written, up to the cursor.
  var word: SourceRange

  init?(_ tree: SyntaxTree, _ cursor: UInt32) {
    let tokens = tree.tokens
    guard !tokens.isEmpty else { return nil }
    // The last token with text that begins before the cursor.
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].offset < cursor { low = middle + 1 } else { high = middle }
    }
    var index = low - 1
    while index >= 0 && (tokens[index].length == 0 || tokens[index].kind == .startOfText) { index -= 1 }
    word = SourceRange(cursor, cursor)
    guard index >= 0 else {
      kind = .declaration
      return
    }
    if CompletionPlace.isInComment(tree, from: tokens[index].end, to: cursor) {
      kind = .nothing
      return
    }
    var token = tokens[index]
    if token.kind == .stringSegment || token.kind == .stringQuote {
      if cursor < token.end || token.kind == .stringSegment || CompletionPlace.opensString(tree, index) {
        kind = CompletionPlace.isSymbolName(tree, index) ? .symbolName : .nothing
        let start = token.kind == .stringSegment ? token.offset : token.end
        word = SourceRange(min(start, cursor), cursor)
        return
      }
    }
    var isProjection = false
    let isWord = token.kind == .identifier || token.kind == .dollarIdentifier || token.kind.isKeyword
    if isWord && cursor <= token.end {
      word = SourceRange(token.offset, cursor)
      isProjection = token.kind == .dollarIdentifier
      index -= 1
      while index >= 0 && (tokens[index].length == 0 || tokens[index].kind == .startOfText) { index -= 1 }
      guard index >= 0 else {
        kind = .declaration
        return
      }
      token = tokens[index]
    } else if token.kind == .integerLiteral || token.kind == .floatLiteral, cursor <= token.end {
      kind = .nothing
      return
    }
    switch token.kind {
    case .at: kind = .attribute
    case .period: kind = .member(token.offset)
    case .pound: kind = .macro
    case .arrow, .as, .is: kind = .type
    case .colon: kind = CompletionPlace.isTypeColon(tree, index) ? .type : .name(inArguments: false)
    case .leftParen, .comma, .leftBracket:
      kind = .name(inArguments: token.kind != .leftBracket)
    case .let, .var, .func, .struct, .class, .enum, .protocol, .extension, .case, .import, .typealias:
      switch token.kind {
      case .extension: kind = .type
      case .case: kind = .name(inArguments: false)
      case .let,
        .var where CompletionPlace.isCondition(tree, index):
        kind = .unwrapped
      case .var, .func: kind = .requirement(isFunction: token.kind == .func)
      default: kind = .nothing
      }
    default: kind = .name(inArguments: false)
    }
    if isProjection, case .name = kind { kind = .projection }
  }

  /// Whether `let` or `var` stands behind `if`, `guard`, `while`, or behind the comma between conditions.
  private static func isCondition(_ tree: SyntaxTree, _ index: Int) -> Bool {
    var position = index - 1
    while position >= 0, tree.tokens[position].length == 0 { position -= 1 }
    guard position >= 0 else { return false }
    switch tree.tokens[position].kind {
    case .if, .guard, .while, .comma: return true
    default: return false
    }
  }

  private static func isInComment(_ tree: SyntaxTree, from start: UInt32, to cursor: UInt32) -> Bool {
    let bytes = tree.source.bytes
    var position = Int(start)
    while position + 1 < Int(cursor) {
      if bytes[position] == UInt8(ascii: "/") && bytes[position + 1] == UInt8(ascii: "/") {
        while position < Int(cursor) && bytes[position] != 0x0A && bytes[position] != 0x0D { position += 1 }
        if position >= Int(cursor) { return true }
      } else if bytes[position] == UInt8(ascii: "/") && bytes[position + 1] == UInt8(ascii: "*") {
        position += 2
        while position + 1 < bytes.count
          && !(bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/"))
        {
          position += 1
        }
        position += 2
        if position > Int(cursor) { return true }
      } else {
        position += 1
      }
    }
    return false
  }

  /// Whether a quote opens a string rather than closing one.
  private static func opensString(_ tree: SyntaxTree, _ index: Int) -> Bool {
    var position = index - 1
    while position >= 0 && tree.tokens[position].length == 0 { position -= 1 }
    guard position >= 0 else { return true }
    switch tree.tokens[position].kind {
    case .stringSegment, .interpolationEnd: return false
    case .stringQuote: return opensString(tree, position) == false
    default: return true
    }
  }

  /// The string is the argument of `systemName:`, `systemImage:`.
  private static func isSymbolName(_ tree: SyntaxTree, _ index: Int) -> Bool {
    var position = index
    while position > 0, tree.tokens[position].kind == .stringSegment || tree.tokens[position].kind == .stringQuote {
      position -= 1
    }
    guard position > 0, tree.tokens[position].kind == .colon else { return false }
    let label = TokenID(UInt32(position - 1))
    return tree.token(label, is: "systemName") || tree.token(label, is: "systemImage")
      || tree.token(label, is: "systemSymbolName")
  }

  /// `name:` in a declaration, a parameter or an inheritance clause, not of an argument, a case or a ternary.
  private static func isTypeColon(_ tree: SyntaxTree, _ index: Int) -> Bool {
    let offset = tree.tokens[index].offset
    for node in tree.path(toOffset: offset).reversed() {
      switch tree.kind(node) {
      case .patternBinding, .parameter, .inheritanceClause, .genericParameter, .conformanceRequirement,
        .bindingCondition, .tupleTypeElement, .dictionaryType:
        return true
      case .argument, .ternaryOperator, .switchCase, .dictionaryElement, .dictionaryExpr, .labeledClosure, .codeBlock,
        .closureExpr, .declNameArguments:
        return false
      default: continue
      }
    }
    return false
  }

  // MARK: Words

  static let statementWords = [
    "let", "var", "if", "else", "guard", "return", "switch", "case", "default", "for", "in", "while", "repeat", "break",
    "continue", "defer", "do", "catch", "try", "await", "throw", "func", "true", "false", "nil", "is", "as", "where",
  ]
  static let declarationWords = [
    "import", "struct", "class", "enum", "protocol", "extension", "func", "var", "let", "init", "static", "private",
    "fileprivate", "public", "internal", "mutating", "override", "lazy", "weak", "case", "typealias", "subscript",
    "final", "indirect", "some", "deinit",
  ]

  private static func snippet(_ label: String, _ text: String, _ detail: String) -> CompletionList.Item {
    CompletionList.Item(label: label, kind: .snippet, snippet: text, plain: label, detail: detail, rank: 3)
  }

  /// What well known protocols ask for, to be written behind `var` or `func`.
  struct Requirement {
    var proto: String
    var name: String
    var isFunction: Bool
    /// Without `var` or `func` and without the body.
    var label: String
  }

  static let requirements: [Requirement] = [
    Requirement(proto: "View", name: "body", isFunction: false, label: "body: some View"),
    Requirement(proto: "App", name: "body", isFunction: false, label: "body: some Scene"),
    Requirement(
      proto: "ViewModifier", name: "body", isFunction: true, label: "body(content: Content) -> some View"),
    Requirement(proto: "Shape", name: "path", isFunction: true, label: "path(in rect: CGRect) -> Path"),
    Requirement(
      proto: "InsettableShape", name: "inset", isFunction: true,
      label: "inset(by amount: CGFloat) -> some InsettableShape"
    ),
    Requirement(
      proto: "ButtonStyle", name: "makeBody", isFunction: true,
      label: "makeBody(configuration: Configuration) -> some View"),
    Requirement(
      proto: "PrimitiveButtonStyle", name: "makeBody", isFunction: true,
      label: "makeBody(configuration: Configuration) -> some View"),
    Requirement(
      proto: "ToggleStyle", name: "makeBody", isFunction: true,
      label: "makeBody(configuration: Configuration) -> some View"),
    Requirement(
      proto: "LabelStyle", name: "makeBody", isFunction: true,
      label: "makeBody(configuration: Configuration) -> some View"),
    Requirement(
      proto: "ProgressViewStyle", name: "makeBody", isFunction: true,
      label: "makeBody(configuration: Configuration) -> some View"),
    Requirement(
      proto: "Layout", name: "sizeThatFits", isFunction: true,
      label: "sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize"),
    Requirement(
      proto: "Layout", name: "placeSubviews", isFunction: true,
      label:
        "placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ())"),
    Requirement(
      proto: "Transition", name: "body", isFunction: true,
      label: "body(content: Content, phase: TransitionPhase) -> some View"),
    Requirement(proto: "Animatable", name: "animatableData", isFunction: false, label: "animatableData: Double"),
    Requirement(proto: "Identifiable", name: "id", isFunction: false, label: "id: String"),
    Requirement(proto: "CustomStringConvertible", name: "description", isFunction: false, label: "description: String"),
    Requirement(
      proto: "Hashable", name: "hash", isFunction: true, label: "hash(into hasher: inout Hasher)"),
  ]

  static let snippets: [CompletionList.Item] = [
    snippet("VStack { }", "VStack {\n    $0\n}", "views below one another"),
    snippet("HStack { }", "HStack {\n    $0\n}", "views beside one another"),
    snippet("ZStack { }", "ZStack {\n    $0\n}", "views over one another"),
    snippet("Group { }", "Group {\n    $0\n}", "several views as one"),
    snippet("List { }", "List {\n    $0\n}", "a scrolling list of rows"),
    snippet("ScrollView { }", "ScrollView {\n    $0\n}", "content that scrolls"),
    snippet("NavigationStack { }", "NavigationStack {\n    $0\n}", "a stack of screens"),
    snippet("Button { }", "Button(\"${1:title}\") {\n    $0\n}", "a button with a title"),
    snippet("ForEach { }", "ForEach(${1:items}) { ${2:item} in\n    $0\n}", "a view for each element"),
    snippet("GeometryReader { }", "GeometryReader { ${1:proxy} in\n    $0\n}", "content that knows its size"),
    snippet("withAnimation { }", "withAnimation(${1:.spring()}) {\n    $0\n}", "changes that are animated"),
    snippet(
      "struct View", "struct ${1:Name}: View {\n    var body: some View {\n        $0\n    }\n}", "a view of one's own"),
    snippet("#Preview { }", "#Preview {\n    $0\n}", "a preview"),
    snippet(
      "#Scenario { } steps: { }", "#Scenario(\"${1:name}\") {\n    ${2:ContentView}()\n} steps: {\n    $0\n}",
      "a scenario"),
  ]
}

extension CompletionPlace {
  /// What may stand behind `#`.
  static let macros: [CompletionList.Item] =
    snippets.filter { $0.label.hasPrefix("#") }.map { item in
      func withoutPound(_ text: String?) -> String? { text.map { String($0.dropFirst()) } }
      var item = item
      item.label.removeFirst()
      item.snippet = withoutPound(item.snippet)
      item.plain = withoutPound(item.plain).map { $0.prefix { $0 != " " }.description }
      return item
    }
    + ["if", "elseif", "else", "endif", "available", "unavailable", "selector", "Predicate", "warning", "error"].map {
      CompletionList.Item(label: $0, kind: .keyword)
    }
    + ["file", "fileID", "line", "column", "function"].map { CompletionList.Item(label: $0, kind: .keyword, rank: 6) }
}

/// Names of locals that are declared before a place, in the blocks around it.
enum LocalNames {
  static func before(_ cursor: UInt32, _ tree: SyntaxTree) -> [String] {
    var result: [String] = []
    var seen: Set<String> = []
    func add(_ token: TokenID) {
      guard token != .none, !tree.isMissing(token) else { return }
      var name = tree.name(of: token)
      if tree.kind(token) == .dollarIdentifier {
        // `ForEach($items) { $item in`: the element and its binding.
        if name.count > 1, seen.insert(name).inserted { result.append(name) }
        name.removeFirst()
        guard !name.isEmpty else { return }
      } else if tree.kind(token) != .identifier {
        return
      }
      if seen.insert(name).inserted { result.append(name) }
    }
    func addPattern(_ node: NodeID, _ depth: Int) {
      guard node != .none, depth < 32 else { return }
      if tree.kind(node) == .identifierPattern { return add(tree.token(node, at: 0)) }
      for child in tree.elements(node) { addPattern(child, depth + 1) }
    }
    var path: [NodeID] = []
    var node = tree.root
    while node != .none {
      path.append(node)
      var next = NodeID.none
      for index in tree.childRange(node) where tree.childTable[index].isNode {
        let child = tree.childTable[index].node
        let range = tree.range(child)
        if range.start < cursor && cursor <= range.end { next = child }
      }
      node = next
    }
    for node in path.reversed() {
      switch tree.kind(node) {
      case .codeBlock, .closureExpr, .statementList:
        for child in tree.elements(node) where tree.range(child).end <= cursor {
          switch tree.kind(child) {
          case .variableDecl:
            for binding in tree.elements(child, from: 3) where tree.kind(binding) == .patternBinding {
              addPattern(tree.node(binding, at: Slot.bindingPattern), 0)
            }
          case .guardStmt: addConditions(tree.node(child, at: 1))
          case .functionDecl: add(tree.token(child, at: Slot.name))
          case .closureSignature: addClosure(child)
          default: break
          }
        }
      case .functionDecl, .initializerDecl, .subscriptDecl:
        let clause = tree.node(node, at: Slot.parameters)
        if clause != .none { addParameters(clause) }
      case .ifClause: addConditions(tree.node(node, at: 2))
      case .whileStmt: addConditions(tree.node(node, at: 1))
      case .forStmt: addPattern(tree.node(node, at: 4), 0)
      case .switchCase:
        let items = tree.node(node, at: 2)
        if items != .none { addPattern(items, 0) }
      default: break
      }
    }
    return result

    func addConditions(_ list: NodeID) {
      guard list != .none else { return }
      for condition in tree.elements(list) {
        if tree.kind(condition) == .bindingCondition || tree.kind(condition) == .caseCondition {
          addPattern(tree.node(condition, at: 1), 0)
        }
      }
    }
    func addParameters(_ clause: NodeID) {
      for parameter in tree.elements(clause) where tree.kind(parameter) == .parameter {
        let second = tree.token(parameter, at: Slot.parameterSecondName)
        add(second == .none ? tree.token(parameter, at: Slot.parameterFirstName) : second)
      }
    }
    func addClosure(_ signature: NodeID) {
      let parameters = tree.node(signature, at: 2)
      guard parameters != .none else { return }
      if tree.kind(parameters) == .parameterClause { return addParameters(parameters) }
      for index in tree.childRange(parameters) where tree.childTable[index].isToken {
        add(tree.childTable[index].token)
      }
    }
  }
}
