/// Questions about places in a checked module: what a name means, what may stand at a cursor.
///
/// Reads what the checker knows and checks single bodies once more where it asks about their insides; findings that come
/// up again are the same ones, which the sink takes once. A query holds until the next update of its compilation.
package struct ModuleQuery {
  package let sema: Sema
  package let bodies: BodyChecker
  /// The module's trees as parsed, whose tokens are in order.
  package let trees: [SyntaxTree]
  let records: BodyRecords

  init(sema: Sema, bodies: BodyChecker, trees: [SyntaxTree], records: BodyRecords = BodyRecords()) {
    self.sema = sema
    self.bodies = bodies
    self.trees = trees
    self.records = records
  }

  /// Whether a type's id, as a client gave it back, is one.
  package func isKnown(_ type: TypeID) -> Bool { type == .none || Int(type.raw) < sema.types.count }

  /// The checker's tree of a file: its nodes are those that declarations and typed bodies name.
  func tree(_ file: Int) -> SyntaxTree { sema.tree(file + 1) }

  // MARK: Declarations around a place

  /// Declarations that hold an offset, outermost first.
  package func declarations(around offset: UInt32, file: Int) -> [DeclID] {
    var result: [DeclID] = []
    var level = sema.moduleDeclarations()
    while result.count < 64 {
      var found: DeclID?
      for decl in level where sema.decls.file(decl) == file + 1 && !sema.decls.has(decl, .isSynthesized) {
        let head = sema.decls.head(decl)
        guard head != .none else { continue }
        let range = tree(file).range(head)
        if range.start <= offset && offset <= range.end {
          found = decl
          // Of neighbours that touch, the later; of several bindings of one `let`, the one that holds the place.
          let own = tree(file).range(sema.decls.node(decl))
          if own.start <= offset && offset < own.end { break }
        }
      }
      guard let found else { break }
      result.append(found)
      guard sema.decls.kind(found).isTypeContext else { break }
      level = sema.declaredMembers(of: found)
    }
    return result
  }

  /// The innermost type or extension around a place.
  package func typeContext(at offset: UInt32, file: Int) -> DeclID {
    declarations(around: offset, file: file).last { sema.decls.kind($0).isTypeContext } ?? .none
  }

  /// The declaration with a body around a place.
  func owner(at offset: UInt32, file: Int) -> DeclID? {
    declarations(around: offset, file: file).last { !sema.decls.kind($0).isTypeContext }
  }

  /// The place asked about, as inference meets it.
  package func probe(period: UInt32? = nil, cursor: UInt32, file: Int) -> BodyProbe? {
    guard let owner = owner(at: cursor, file: file) else { return nil }
    let probe = BodyProbe(file: file + 1, period: period ?? .max, cursor: cursor)
    bodies.inspect(owner, probe: probe)
    return probe
  }

  // MARK: What a name means

  /// What stands at a place: a declaration, a local of a body, or both unknown.
  package struct Symbol {
    package var decl = DeclID.none
    /// A local: its name, type, and where it is declared.
    package var local: Local?
    /// The name's place.
    package var range: SourceRange
    /// Type of the expression at the place, where it is one.
    package var type = TypeID.none
    /// Written as `$x`.
    package var isProjection = false

    package struct Local: Equatable {
      package var name: String
      package var type: TypeID
      package var isMutable: Bool
      /// The pattern or parameter, in the checker's tree.
      package var node: NodeID
      package var range: SourceRange
    }
  }

  /// The name at a place (or right before it).
  package func nameToken(at offset: UInt32, file: Int) -> SourceRange? {
    let tree = trees[file]
    for place in [offset, offset == 0 ? 0 : offset - 1] {
      let token = tree.token(atOffset: place)
      guard token != .none else { continue }
      let row = tree.tokens[Int(token.raw)]
      let isName = row.kind == .identifier || row.kind == .dollarIdentifier || row.kind.isKeyword
      if isName, row.length > 0, row.offset <= place, place < row.end { return row.range }
    }
    return nil
  }

  package func symbol(at offset: UInt32, file: Int) -> Symbol? {
    guard let name = nameToken(at: offset, file: file) else { return nil }
    let around = declarations(around: name.start, file: file)
    var symbol = Symbol(range: name)
    symbol.isProjection = trees[file].source.bytes[Int(name.start)] == UInt8(ascii: "$")
    // The declaration's own name.
    for decl in around.reversed() where sema.decls.kind(decl) != .extensionDecl && nameRange(of: decl) == name {
      symbol.decl = decl
      return symbol
    }
    for decl in around.reversed() {
      for parameter in parameters(of: decl) where contains(name, file, sema.decls.node(parameter)) {
        if nameRange(of: parameter) == name || labelRange(of: parameter) == name {
          symbol.decl = parameter
          return symbol
        }
      }
    }
    // A type's name in a type.
    if let type = typeName(at: name, file: file, in: around.last ?? .none) {
      symbol.decl = type
      return symbol
    }
    guard let owner = around.last(where: { !sema.decls.kind($0).isTypeContext }) else { return nil }
    var uses: [(node: NodeID, decl: DeclID)] = []
    var found: Symbol.Local?
    var type = TypeID.none
    let tree = self.tree(file)
    bodies.inspect(
      owner,
      uses: { place, node, decl in
        let decl = written(decl)
        guard place == file + 1, usedName(node, tree) == name, isNamed(decl, tree.source.text(name)) else { return }
        uses.append((node, decl))
      },
      body: { place, body in
        guard place == file + 1 else { return }
        for local in body.locals where local.node != .none {
          if localRange(local, tree) == name { found = Symbol.Local(local, name) }
        }
        for expr in body.expressions where expr.node != .none {
          guard usedName(expr.node, tree) == name else { continue }
          if expr.type != .none, expr.type != sema.types.error { type = expr.type }
          if expr.kind == .local, Int(expr.a) < body.locals.count {
            let local = body.locals[Int(expr.a)]
            if let range = localRange(local, tree) { found = Symbol.Local(local, range) }
          }
        }
      })
    symbol.type = type
    if let found {
      symbol.local = found
      // A function's parameter is a local of its body.
      for parameter in parameters(of: owner) where nameRange(of: parameter) == found.range {
        symbol.decl = parameter
        symbol.local = nil
        symbol.type = found.type
      }
      return symbol
    }
    // A call of a type names the type first, then its initialiser.
    if let use = uses.last(where: { isType($0.decl) }) ?? uses.last {
      symbol.decl = use.decl
      return symbol
    }
    return type == .none ? nil : symbol
  }

  /// The property that `$x` and `_x` are made from; any other declaration itself.
  func written(_ decl: DeclID) -> DeclID {
    guard decl != .none, sema.decls.kind(decl) == .variable, sema.decls.has(decl, .isSynthesized) else { return decl }
    let origin = sema.decls.origin(decl)
    guard origin != .max, Int(origin) < sema.decls.count else { return decl }
    let property = DeclID(origin)
    return sema.decls.kind(property) == .variable ? property : decl
  }

  /// Whether a name in the text is the declaration's: what builders and operators add has no name there.
  func isNamed(_ decl: DeclID, _ text: String) -> Bool {
    let kind = sema.decls.kind(decl)
    if kind == .initializer { return true }
    let name = sema.names[sema.decls.name(decl)]
    return text == name || text == "`\(name)`" || text == "$" + name || text == "_" + name
  }

  /// Declared parameters of a function, initialiser, subscript or case.
  func parameters(of decl: DeclID) -> [DeclID] {
    switch sema.decls.kind(decl) {
    case .function, .initializer, .subscript_, .enumCase:
      return sema.signature(of: decl).parameters.map(\.decl).filter { $0 != .none && sema.decls.kind($0) == .parameter }
    default: return []
    }
  }

  private func contains(_ range: SourceRange, _ file: Int, _ node: NodeID) -> Bool {
    node != .none && tree(file).range(node).contains(range)
  }

  /// The token that names a declaration of the module.
  package func nameRange(of decl: DeclID) -> SourceRange? {
    guard decl != .none, !sema.decls.has(decl, .isPrelude), !sema.decls.has(decl, .isSynthesized) else { return nil }
    let (file, node) = sema.syntax(of: decl)
    guard node != .none, !sema.isPreludeFile(file) else { return nil }
    if sema.decls.kind(decl) == .parameter, sema.tree(file).kind(node) == .parameter {
      let tree = sema.tree(file)
      let second = tree.token(node, at: Slot.parameterSecondName)
      let token = second == .none ? tree.token(node, at: Slot.parameterFirstName) : second
      return token == .none ? nil : tree.range(token)
    }
    return sema.nameRange(of: decl)
  }

  /// Where a declaration of the API stands: the interface file, its text, and the name in it.
  package func interface(of decl: DeclID) -> (name: String, text: [UInt8], range: SourceRange)? {
    guard decl != .none, sema.decls.has(decl, .isPrelude), !sema.decls.has(decl, .isSynthesized) else { return nil }
    let range = sema.nameRange(of: decl)
    let index = sema.preludeIndex
    guard !range.isEmpty, let found = index.interface(at: Int(range.start)) else { return nil }
    let start = UInt32(clamping: found.range.lowerBound)
    return (
      found.name, Array(index.text[found.range]), SourceRange(range.start - start, range.end - start)
    )
  }

  /// The label of a parameter that has another name inside.
  func labelRange(of decl: DeclID) -> SourceRange? {
    let (file, node) = sema.syntax(of: decl)
    guard node != .none, sema.tree(file).kind(node) == .parameter else { return nil }
    let token = sema.tree(file).token(node, at: Slot.parameterFirstName)
    return token == .none ? nil : sema.tree(file).range(token)
  }

  /// The name token of a node that a use was noted for.
  func usedName(_ node: NodeID, _ tree: SyntaxTree) -> SourceRange? {
    guard node != .none, Int(node.raw) < tree.nodes.count else { return nil }
    let token: TokenID
    switch tree.kind(node) {
    case .identifierExpr, .identifierType, .identifierPattern: token = tree.token(node, at: 0)
    case .memberSuffix, .implicitMemberExpr, .capture: token = tree.token(node, at: 1)
    case .enumCasePattern, .expressionPattern:
      let path = tree.node(node, at: 0)
      guard path != .none else { return nil }
      if tree.kind(path) == .postfixExpr {
        let last = tree.lastChild(path)
        return last.isNode ? usedName(last.node, tree) : nil
      }
      return usedName(path, tree)
    case .attribute:
      let type = tree.node(node, at: 1)
      return type == .none ? nil : usedName(type, tree)
    default: return nil
    }
    return token == .none || tree.isMissing(token) ? nil : tree.range(token)
  }

  func localRange(_ local: TypedLocal, _ tree: SyntaxTree) -> SourceRange? {
    localRange(local.name, local.node, tree)
  }

  func localRange(_ name: String, _ node: NodeID, _ tree: SyntaxTree) -> SourceRange? {
    guard node != .none, Int(node.raw) < tree.nodes.count else { return nil }
    // The node is the pattern, the parameter or what holds it; its token with the local's name is meant.
    for index in tree.tokenRange(node).prefix(64) {
      let row = tree.tokens[index]
      guard row.kind == .identifier, tree.name(of: TokenID(UInt32(index))) == name else { continue }
      return row.range
    }
    return nil
  }

  /// The type that a name in a type (annotation, inheritance clause, attribute) stands for.
  func typeName(at name: SourceRange, file: Int, in context: DeclID) -> DeclID? {
    let tree = self.tree(file)
    let path = tree.path(toOffset: name.start)
    guard let node = path.last(where: { tree.kind($0) == .identifierType }), usedName(node, tree) == name else {
      return nil
    }
    if let index = path.lastIndex(of: node), index > 0, tree.kind(path[index - 1]) == .pathType,
      tree.node(path[index - 1], at: 0) != node
    {
      return memberType(path[index - 1], upTo: node, tree, file, context)
    }
    return resolve(tree.name(of: tree.token(node, at: 0)), in: context, file: file)
  }

  func resolve(_ name: String, in context: DeclID, file: Int) -> DeclID? {
    let id = sema.names.intern(name)
    let found =
      context == .none
      ? sema.lookupTopLevel(id) : sema.lookupUnqualified(id, from: context).candidates.map(\.decl)
    return found.first { isType($0) }
  }

  func memberType(_ path: NodeID, upTo node: NodeID, _ tree: SyntaxTree, _ file: Int, _ context: DeclID)
    -> DeclID?
  {
    var current: DeclID?
    for part in tree.elements(path) where tree.kind(part) == .identifierType {
      let name = tree.name(of: tree.token(part, at: 0))
      if let owner = current {
        current = sema.memberDecls(of: owner, sema.names.intern(name)).first { isType($0) }
      } else {
        current = resolve(name, in: context, file: file)
      }
      if part == node || current == nil { return current }
    }
    return nil
  }

  func isType(_ decl: DeclID) -> Bool {
    switch sema.decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .typeAlias, .associatedType, .genericParameter: return true
    default: return false
    }
  }
}

extension ModuleQuery.Symbol.Local {
  init(_ local: TypedLocal, _ range: SourceRange) {
    self.init(name: local.name, type: local.type, isMutable: local.isMutable, node: local.node, range: range)
  }
}

extension ModuleQuery {
  /// Signature and documentation of what stands at a place; the base as the place sees it.
  package func detail(of symbol: Symbol) -> MemberDetail {
    let decl = symbol.decl
    var base = TypeID.none
    let owner = sema.owner(of: decl)
    if owner != .none { base = sema.selfType(of: owner) }
    var detail = sema.detail(of: Candidate(decl, base: base))
    if sema.decls.kind(decl) == .parameter {
      detail.documentation = "A parameter."
      if symbol.type != .none { detail.signature = "\(detail.name): \(sema.describe(symbol.type))" }
    } else if symbol.isProjection, sema.decls.kind(decl) == .variable, sema.hasProjection(decl) {
      detail.signature = "var $\(detail.name): \(sema.describe(sema.projectedType(ofWrapped: decl)))"
      detail.documentation = "The projected value of '\(detail.name)'."
    }
    return detail
  }

  /// The type's declaration behind a value, or the type itself.
  package func typeDeclaration(of symbol: Symbol) -> DeclID {
    if let local = symbol.local { return nominal(local.type) }
    guard symbol.decl != .none else { return nominal(symbol.type) }
    if isType(symbol.decl) {
      return sema.decls.kind(symbol.decl) == .typeAlias
        ? nominal(sema.typeAliasTarget(of: symbol.decl)) : symbol.decl
    }
    switch sema.decls.kind(symbol.decl) {
    case .variable: return nominal(sema.type(ofVariable: symbol.decl))
    case .function, .initializer, .subscript_, .enumCase: return nominal(sema.signature(of: symbol.decl).result)
    default: return nominal(symbol.type)
    }
  }

  private func nominal(_ type: TypeID) -> DeclID {
    guard type != .none else { return .none }
    var type = type
    while sema.unwrapped(type) != .none { type = sema.unwrapped(type) }
    return sema.types.kind(type) == .nominal ? sema.types.decl(type) : .none
  }

  /// A local `let` or `var` whose type is not written, with its type.
  package struct TypeHint {
    package var offset: UInt32
    package var type: String
  }

  /// Types of names that are declared without one in a range.
  package func typeHints(in range: SourceRange, file: Int) -> [TypeHint] {
    var result: [UInt32: String] = [:]
    let tree = self.tree(file)
    func add(_ name: SourceRange, _ type: TypeID) {
      guard range.overlaps(name), type != .none, !sema.types[type].summary.contains(.error) else { return }
      let text = sema.describe(type)
      guard text.utf8.count <= 60, !text.contains("_") else { return }
      result[name.end] = text
    }
    func visit(_ decls: [DeclID], _ depth: Int) {
      for decl in decls where sema.decls.file(decl) == file + 1 && !sema.decls.has(decl, .isSynthesized) {
        let head = sema.decls.head(decl)
        guard head != .none, tree.range(head).overlaps(range), depth < 64 else { continue }
        if sema.decls.kind(decl).isTypeContext {
          visit(sema.declaredMembers(of: decl), depth + 1)
          continue
        }
        if sema.decls.kind(decl) == .variable, let name = nameRange(of: decl) {
          add(name, sema.type(ofVariable: decl))
        }
        bodies.inspect(
          decl,
          body: { place, body in
            guard place == file + 1 else { return }
            for local in body.locals where local.node != .none {
              if let name = localRange(local, tree) { add(name, local.type) }
            }
          })
      }
    }
    visit(sema.moduleDeclarations(), 0)
    // Only where a value follows at once: no parameters, no loops, nothing with a type.
    var hints: [TypeHint] = []
    for (offset, type) in result.sorted(by: { $0.key < $1.key }) {
      let next = trees[file].token(atOffset: offset)
      guard next != .none, trees[file].kind(next) == .equal, !saysType(after: next, file) else { continue }
      hints.append(TypeHint(offset: offset, type: type))
    }
    return hints
  }

  /// The value itself names its type: `Card(...)`, `"text"`, `true`.
  private func saysType(after equal: TokenID, _ file: Int) -> Bool {
    let tokens = trees[file].tokens
    var index = Int(equal.raw) + 1
    while index < tokens.count && tokens[index].length == 0 { index += 1 }
    guard index < tokens.count else { return true }
    switch tokens[index].kind {
    case .stringQuote, .true, .false: return true
    case .identifier:
      let first = trees[file].bytes(TokenID(UInt32(index))).first ?? 0
      return first >= 0x41 && first <= 0x5A && index + 1 < tokens.count && tokens[index + 1].kind == .leftParen
    default: return false
    }
  }
}
