/// A module as the rules see it: its bodies, and what they say about it together.
package final class LintModule {
  let sema: Sema
  let table: LintTable
  /// In the order of their check, which is that of the text within a file.
  private(set) var bodies: [LintBody] = []
  private var indexOfBody = IDMap<UInt64, Int>()
  private var madeVariables: (rows: IDMap<DeclID, Int>, starts: [Int], uses: [Use])?
  private var madeUsers: IDMap<DeclID, [Call]>?
  /// Found when there were so many declarations.
  var madeProperties: (declarations: Int, list: [DeclID])?
  var madeMatchedPairs: [MatchedPair]?
  /// What decides about the insertion of a view, by body and node.
  var madeReaches = IDMap<UInt64, Transitions.Reach>()
  var madeManners = IDMap<DeclID, WriteManner>()
  /// What nodes stand for (`standing`), by body and node.
  var madeStandings = IDMap<UInt64, StandingView>()
  /// What is said about each deprecated declaration.
  var madeDeprecations = IDMap<DeclID, DeprecatedAPI.Advice>()
  var madeMatchedSites: [[MatchedSite]]?
  /// What declarations of the API say about their deprecation; their text does not change.
  var madeAvailabilities = IDMap<DeclID, Availability>()
  /// Whether every body of the module is here. A rule about what is missing asks the text of the other files.
  var isComplete = true
  /// Some body has mistakes: what seems to be missing may stand there.
  var hasErrors: Bool { bodies.contains { $0.hasErrors } }

  struct Use {
    var body: Int
    var use: LintBody.VariableUse
  }

  struct Call {
    var body: Int
    var expr: ExprID
  }

  /// All uses of a variable of the module.
  struct VariableFacts {
    var uses: ArraySlice<Use> = []
    var reads: Int { uses.reduce(0) { $0 + ($1.use.access == .read ? 1 : 0) } }
    var writes: [Use] { uses.filter { $0.use.access == .write || $0.use.access == .mutate } }
    var projections: [Use] { uses.filter { $0.use.access == .projection } }
  }

  package init(_ sema: Sema) {
    self.sema = sema
    table = LintTable(sema)
  }

  // MARK: Bodies

  private static func key(_ decl: DeclID, _ part: BodyPart) -> UInt64 { UInt64(decl.raw) << 8 | UInt64(part.rawValue) }

  /// Takes a body that was checked; the one that stood there before goes.
  package func take(_ decl: DeclID, _ part: BodyPart, _ body: consuming TypedBody) {
    let file = sema.decls.file(decl)
    guard !sema.isPreludeFile(file) else { return }
    let made = LintBody(owner: decl, part: part, file: file, body: body, symbols: table)
    let key = LintModule.key(decl, part)
    if let index = indexOfBody[key] {
      bodies[index] = made
    } else {
      indexOfBody[key] = bodies.count
      bodies.append(made)
    }
    forgetAnswers()
  }

  private func forgetAnswers() {
    if madeVariables != nil { madeVariables = nil }
    madeProperties = nil
    if madeUsers != nil { madeUsers = nil }
    if madeMatchedPairs != nil { madeMatchedPairs = nil }
    if madeMatchedSites != nil { madeMatchedSites = nil }
    madeManners.removeAll()
    madeReaches.removeAll()
    madeStandings.removeAll()
  }

  /// Parts of a declaration that are checked again keep their place; one that is gone has nothing to say.
  func forget(_ decl: DeclID) {
    for part in [BodyPart.body, .setter, .willSet, .didSet] {
      guard let index = indexOfBody[LintModule.key(decl, part)] else { continue }
      bodies[index] = LintBody(owner: decl, part: part, file: bodies[index].file, body: TypedBody(), symbols: table)
    }
    forgetAnswers()
  }

  func bodyIndex(of decl: DeclID, _ part: BodyPart = .body) -> Int? {
    let key = LintModule.key(decl, part)
    if let index = indexOfBody[key] { return index }
    // A value that was left out of the check uses nothing, so it changes no answer.
    guard part == .initialValue, let checker = sema.bodies as? BodyChecker, checker.isLeftOut(decl),
      let body = checker.typedBody(of: decl, part)
    else { return nil }
    let file = sema.decls.file(decl)
    indexOfBody[key] = bodies.count
    bodies.append(LintBody(owner: decl, part: part, file: file, body: body, symbols: table))
    return bodies.count - 1
  }

  func tree(_ body: Int) -> ViewTree {
    let row = bodies[body]
    if let made = row.madeTree { return made }
    let made = ViewTreeBuilder.build(row, table)
    row.madeTree = made
    return made
  }

  // MARK: Variables

  func facts(_ variable: DeclID) -> VariableFacts {
    let made = variables
    guard let row = made.rows[variable] else { return VariableFacts() }
    return VariableFacts(uses: made.uses[made.starts[row]..<made.starts[row + 1]])
  }

  /// The uses of each variable in one run, in the order of the bodies.
  private var variables: (rows: IDMap<DeclID, Int>, starts: [Int], uses: [Use]) {
    if let made = madeVariables { return made }
    var rows = IDMap<DeclID, Int>()
    var counts: [Int] = []
    for body in bodies {
      for use in body.uses {
        if let row = rows[use.variable] {
          counts[row] += 1
        } else {
          rows[use.variable] = counts.count
          counts.append(1)
        }
      }
    }
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var ends = starts
    let none = Use(body: 0, use: .init(variable: .none, expr: .none, access: .read, operation: .none))
    var uses = [Use](repeating: none, count: starts[counts.count])
    for (index, body) in bodies.enumerated() {
      for use in body.uses {
        guard let row = rows[use.variable] else { continue }
        uses[ends[row]] = Use(body: index, use: use)
        ends[row] += 1
      }
    }
    let made = (rows, starts, uses)
    madeVariables = made
    return made
  }

  /// Calls of a function or initialiser of the module; those of initialisers are kept under the type.
  func calls(of decl: DeclID) -> [Call] {
    if let made = madeUsers { return made[decl] ?? [] }
    var made = IDMap<DeclID, [Call]>()
    for (index, body) in bodies.enumerated() {
      for expr in body.ownCalls {
        let row = body[expr]
        var callee = DeclID(row.a)
        if row.kind == .memberwiseInit || row.kind == .initCall { callee = sema.owner(of: callee) }
        made[callee, default: []].append(Call(body: index, expr: expr))
      }
    }
    madeUsers = made
    return made[decl] ?? []
  }

  /// The wrapper of a property of the module, or `none`.
  func wrapper(of variable: DeclID) -> DeclID {
    guard !sema.decls.has(variable, .isPrelude), sema.decls.kind(variable) == .variable else { return .none }
    return sema.wrappers(of: variable).first ?? .none
  }

  func isState(_ variable: DeclID) -> Bool {
    let wrapper = wrapper(of: variable)
    return wrapper != .none && wrapper == sema.known(.state)
  }

  /// Whether a variable holds a class instance of the module that views watch.
  func isObject(_ variable: DeclID) -> Bool {
    let type = sema.type(ofVariable: variable)
    guard sema.isClass(type), table.info(variable).isOwn, sema.types.kind(type) == .nominal else { return false }
    return isModel(sema.types.decl(type))
  }

  private func isModel(_ nominal: DeclID) -> Bool {
    guard nominal != .none, sema.decls.kind(nominal) == .classDecl, !sema.decls.has(nominal, .isPrelude) else {
      return false
    }
    let type = sema.declaredType(of: nominal)
    return sema.conforms(type, sema.known(.observable)) != nil
      || sema.conforms(type, sema.known(.observableObject)) != nil
  }

  /// Whether a variable is stored in a model of the module, and views follow its changes.
  func isModelProperty(_ variable: DeclID) -> Bool {
    guard sema.decls.kind(variable) == .variable, !sema.decls.has(variable, .isComputed),
      !sema.decls.has(variable, .isStatic), table.info(variable).isOwn
    else { return false }
    let context = sema.typeContext(of: variable)
    guard context != .none, isModel(sema.nominal(ofContext: context)) else { return false }
    let wrapper = wrapper(of: variable)
    if wrapper != .none { return wrapper == sema.known(.published) }
    return sema.conforms(
      sema.declaredType(of: sema.nominal(ofContext: context)), sema.known(.observable)) != nil
  }

  func name(_ decl: DeclID) -> String { decl == .none ? "" : sema.names[sema.decls.name(decl)] }

  // MARK: Places

  func syntax(_ body: LintBody) -> SyntaxTree { sema.tree(body.file) }

  func place(_ body: LintBody, _ range: SourceRange) -> SourcePlace { sema.place(body.file, range) }

  func place(_ body: LintBody, _ expr: ExprID) -> SourcePlace { place(body, nameRange(body, expr)) }

  /// The word that an expression is known by: the name of a call or member, else all of it.
  func nameRange(_ body: LintBody, _ expr: ExprID) -> SourceRange {
    let node = body[expr].node
    guard node != .none else { return .zero }
    let tree = syntax(body)
    switch tree.kind(node) {
    case .memberSuffix, .implicitMemberExpr:
      let token = tree.token(node, at: 1)
      return token == .none ? tree.range(node) : tree.range(token)
    case .identifierExpr: return tree.range(tree.token(node, at: 0))
    default: return tree.range(node)
    }
  }

  /// From the first byte of a chain or call to its last.
  func fullRange(_ body: LintBody, _ expr: ExprID) -> SourceRange {
    let node = body[expr].node
    guard node != .none else { return .zero }
    let tree = syntax(body)
    var range = tree.range(node)
    switch tree.kind(node) {
    case .memberSuffix, .identifierExpr, .implicitMemberExpr:
      // What is called is known by its name; its arguments are the next suffix of the chain.
      let isCall = [.call, .initCall, .memberwiseInit, .callValue, .enumCase].contains(body.kind(peeled(body, expr)))
      guard let chain = chain(tree, node) else { break }
      range = SourceRange(tree.range(chain).start, range.end)
      guard isCall else { break }
      let first = tree.nodes[Int(node.raw)].endToken
      for suffix in tree.elements(chain, from: 1) where tree.nodes[Int(suffix.raw)].firstToken == first {
        if tree.kind(suffix) == .callSuffix { range = SourceRange(range.start, tree.range(suffix).end) }
        break
      }
    default: break
    }
    return range
  }

  /// The chain that a node is a part of. Parents come behind their parts, so the first node that has more is the one.
  private func chain(_ tree: SyntaxTree, _ node: NodeID) -> NodeID? {
    let own = tree.nodes[Int(node.raw)]
    var index = Int(node.raw) + 1
    while index < tree.nodes.count {
      let row = tree.nodes[index]
      if row.firstToken <= own.firstToken, row.endToken >= own.endToken {
        return row.kind == .postfixExpr ? NodeID(UInt32(index)) : nil
      }
      index += 1
    }
    return nil
  }

  /// An argument with its label, as written.
  func argumentRange(_ body: LintBody, _ value: ExprID) -> SourceRange {
    let node = body[value].node
    guard node != .none else { return .zero }
    let tree = syntax(body)
    let range = fullRange(body, value)
    let row = tree.nodes[Int(node.raw)]
    var first = Int(row.firstToken)
    // The value may begin before its own node, which is the last link of a chain.
    while first > 0, tree.tokens[first].offset > range.start { first -= 1 }
    if first >= 2, tree.tokens[first - 1].kind == .colon, tree.tokens[first - 2].range.length > 0 {
      let label = tree.tokens[first - 2]
      if label.kind != .rightParen { return SourceRange(label.offset, range.end) }
    }
    return range
  }

  /// Where a declaration of the module is written, attributes included, up to its name.
  func declarationPlace(_ decl: DeclID) -> SourcePlace {
    let name = sema.nameRange(of: decl)
    let head = sema.head(of: decl)
    let file = sema.decls.file(decl)
    guard head != .none else { return sema.place(file, name) }
    return sema.place(file, SourceRange(sema.tree(file).range(head).start, name.end))
  }

  func namePlace(_ decl: DeclID) -> SourcePlace { sema.place(sema.decls.file(decl), sema.nameRange(of: decl)) }

  // MARK: Arguments

  /// The value of a parameter by its label, or by its name where it has none; nil where the default is used.
  func argument(_ body: LintBody, _ call: ExprID, _ label: String) -> ExprID? {
    guard let position = position(body, call, label) else { return nil }
    let row = body[call]
    guard position < Int(row.list.count) else { return nil }
    let value = body.item(row.list, position)
    return body.kind(value) == .defaultArgument ? nil : value
  }

  func position(_ body: LintBody, _ call: ExprID, _ label: String) -> Int? {
    let name = sema.names.find(label)
    guard name != .none else { return nil }
    let parameters = sema.signature(of: DeclID(body[call].a)).parameters
    return parameters.firstIndex { $0.label == name || $0.label == .none && $0.name == name }
  }

  func hasParameter(_ body: LintBody, _ call: ExprID, _ label: String) -> Bool { position(body, call, label) != nil }

  /// The first argument, if it is given.
  func firstArgument(_ body: LintBody, _ call: ExprID) -> ExprID? {
    let row = body[call]
    guard row.list.count > 0 else { return nil }
    let value = body.item(row.list, 0)
    return body.kind(value) == .defaultArgument ? nil : value
  }

  /// The bodies of closures among the arguments.
  func closures(_ body: LintBody, _ call: ExprID) -> [(expr: ExprID, closure: Int)] {
    body.items(body[call].list).compactMap { value in
      var value = value
      while value != .none, body.kind(value) == .wrapOptional || body.kind(value) == .functionConversion {
        value = ExprID(body[value].a)
      }
      return body.kind(value) == .closure ? (value, Int(body[value].a)) : nil
    }
  }
}
