/// The views that a body makes, as a tree: containers and their contents, branches, loops, and for each view its
/// modifiers as a flat list, the innermost first.
///
/// A node stands for one view expression without its modifiers. Nodes are in preorder; the nodes of a subtree are one
/// run, so that "inside" is a comparison.
final class ViewTree {
  enum Kind: UInt8 {
    /// Several views one after the other, in a builder.
    case block
    /// `if`, `switch` or `?:` whose children are branches.
    case conditional
    /// One branch; its children are the views in it.
    case branch
    /// `ForEach`, and other containers that repeat their content.
    case loop
    /// A view of the API.
    case view
    /// A view type of the module.
    case ownType
    /// A function or property of the module that gives a view.
    case ownValue
    /// Anything else that is a view: a parameter, a stored closure's result, an `AnyView` variable.
    case other
  }

  enum Role: Equatable {
    case root
    /// In the builder of the parent's own view (argument by position).
    case content(Int)
    /// In the builder of the parent's modifier (by position in its list).
    case modifier(Int)
    /// Of a block, a conditional or a branch.
    case part
  }

  struct Node {
    var kind: Kind
    var role: Role
    private var parentRow: Int32
    private var endRow: Int32 = 0
    private var firstModifier: Int32 = 0
    private var modifiers: Int32 = 0
    private var branchPlace: Int32 = 0
    /// The view expression without modifiers.
    var expr: ExprID
    /// The whole expression, modifiers included.
    var outer: ExprID
    /// What the view is, where it is of the API.
    var symbol: LintSymbol?
    /// Initialiser, function or property that makes the view; `none` for blocks and branches.
    var decl: DeclID
    /// conditional: the statement (`none` for `?:`).
    var statement = StmtID.none

    init(kind: Kind, role: Role, parent: Int, expr: ExprID, outer: ExprID, symbol: LintSymbol?, decl: DeclID) {
      self.kind = kind
      self.role = role
      parentRow = Int32(truncatingIfNeeded: parent)
      self.expr = expr
      self.outer = outer
      self.symbol = symbol
      self.decl = decl
    }

    var parent: Int { Int(parentRow) }
    /// One past the last node inside.
    var end: Int {
      get { Int(endRow) }
      set { endRow = Int32(truncatingIfNeeded: newValue) }
    }
    /// Positions in `modifiers`.
    var modifierStart: Int {
      get { Int(firstModifier) }
      set { firstModifier = Int32(truncatingIfNeeded: newValue) }
    }
    var modifierCount: Int {
      get { Int(modifiers) }
      set { modifiers = Int32(truncatingIfNeeded: newValue) }
    }
    /// branch: position among the branches.
    var branch: Int {
      get { Int(branchPlace) }
      set { branchPlace = Int32(truncatingIfNeeded: newValue) }
    }
  }

  struct Modifier {
    var expr: ExprID
    var decl: DeclID
    /// Nil where rules do not know it, or the module declares it.
    var symbol: LintSymbol?
    var node: Int
  }

  private(set) var nodes: [Node] = []
  /// Whether the body gives one view, and always the same expression: it is node 0.
  fileprivate(set) var standsForOne = false
  private(set) var modifiers: [Modifier] = []
  /// Of many modifiers: their positions by expression. A few are searched.
  private var places = IDMap<UInt32, Int>()
  private var placed = 0
  private static let few = 16

  static let none = ViewTree()

  /// The position of the modifier that a call is.
  func modifier(of call: ExprID) -> Int? {
    modifiers.count > ViewTree.few ? places[call.raw] : modifiers.firstIndex { $0.expr == call }
  }

  func modifierRange(_ node: Int) -> Range<Int> {
    nodes[node].modifierStart..<nodes[node].modifierStart + nodes[node].modifierCount
  }

  func children(_ node: Int) -> [Int] {
    var found: [Int] = []
    var child = node + 1
    while child < nodes[node].end {
      found.append(child)
      child = nodes[child].end
    }
    return found
  }

  func isInside(_ node: Int, _ ancestor: Int) -> Bool { node >= ancestor && node < nodes[ancestor].end }

  func hasModifier(_ node: Int, _ symbol: LintSymbol) -> Bool {
    modifierRange(node).contains { modifiers[$0].symbol == symbol }
  }

  func hasModifier(_ node: Int, among symbols: [LintSymbol]) -> Bool {
    modifierRange(node).contains { position in modifiers[position].symbol.map(symbols.contains) ?? false }
  }

  /// The nearest container around: blocks, branches and groups are transparent. Nil at a root or in a modifier.
  func container(of node: Int) -> Int? {
    var current = node
    while true {
      let parent = nodes[current].parent
      guard parent >= 0 else { return nil }
      if case .modifier = nodes[current].role { return nil }
      switch nodes[parent].kind {
      case .block, .conditional, .branch, .loop: current = parent
      case .view where nodes[parent].symbol == .Group || nodes[parent].symbol == .Section: current = parent
      default: return parent
      }
    }
  }

  /// Branches around a node, innermost first, up to the root or `limit`.
  func branches(of node: Int, upTo limit: Int = -1) -> [Int] {
    var found: [Int] = []
    var current = node
    while current >= 0, current != limit {
      if nodes[current].kind == .branch { found.append(current) }
      current = nodes[current].parent
    }
    return found
  }

  func isConditional(_ node: Int) -> Bool {
    var current = node
    while current >= 0 {
      if nodes[current].kind == .branch { return true }
      current = nodes[current].parent
    }
    return false
  }

  /// Loops around a node, innermost first.
  func loops(of node: Int) -> [Int] {
    var found: [Int] = []
    var current = nodes[node].parent
    while current >= 0 {
      if nodes[current].kind == .loop { found.append(current) }
      current = nodes[current].parent
    }
    return found
  }
}

/// Makes the tree of a body.
struct ViewTreeBuilder {
  private let body: LintBody
  private let table: LintTable
  private let sema: Sema
  private let builderDecl: DeclID
  private let tree = ViewTree()
  private var covered: [Bool]
  /// Modifiers of the views that are being added, the outermost first; a view owns a run of it.
  private var pending: [ExprID] = []
  private var depth = 0

  private typealias Node = ViewTree.Node

  static func build(_ body: LintBody, _ table: LintTable) -> ViewTree {
    var builder = ViewTreeBuilder(body, table)
    let before = table.sema.enter(body.owner)
    builder.buildRoots()
    table.sema.leave(before)
    return builder.tree
  }

  private init(_ body: LintBody, _ table: LintTable) {
    self.body = body
    self.table = table
    sema = table.sema
    builderDecl = sema.known(.viewBuilder)
    covered = [Bool](repeating: false, count: body.body.expressions.count)
  }

  private mutating func buildRoots() {
    // Of the expressions of a body a seventh are modifiers, and fewer are views.
    tree.reserve(body.body.expressions.count / 8)
    let values = returned(by: body.body.root)
    for value in values where isView(value) { build(value, role: .root, parent: -1) }
    tree.standsForOne = values.count == 1 && !tree.nodes.isEmpty
    // Whatever is a view and is not part of another one is a root; parents come before what is in them.
    for raw in body.order where !covered[Int(raw)] {
      let expr = ExprID(raw)
      switch body[expr].kind {
      case .call, .initCall, .memberwiseInit, .ifExpression, .switchExpression:
        if table.isView(body[expr].type) { build(expr, role: .root, parent: -1) }
      case .error: if isView(expr) { build(expr, role: .root, parent: -1) }
      default: break
      }
    }
  }

  /// Whether an expression is a view; one with a mistake is what the first part that was understood is.
  private func isView(_ expr: ExprID) -> Bool {
    var current = expr
    while current != .none {
      let row = body[current]
      if row.kind == .ifExpression || row.kind == .switchExpression, sema.types.kind(row.type) == .error { return true }
      if table.isView(row.type) { return true }
      guard row.kind == .error, row.list.count > 0 else { return false }
      current = body.item(row.list, 0)
    }
    return false
  }

  // MARK: Nodes

  private mutating func add(_ node: Node) -> Int {
    tree.add(node)
  }

  /// Adds the views of an expression.
  private mutating func build(_ expr: ExprID, role: ViewTree.Role, parent: Int) {
    // Nesting is bounded by the parser; only chains of `?:` come deeper.
    guard depth < 600 else { return }
    depth += 1
    defer { depth -= 1 }
    var current = expr
    let start = pending.count
    defer { pending.cut(to: start) }
    peel: while current != .none {
      covered[Int(current.raw)] = true
      let row = body[current]
      switch row.kind {
      case .wrapOptional, .erase, .coerce, .openExistential, .optionalChain, .forceUnwrap, .await, .upcast,
        .bindOptional:
        current = ExprID(row.a)
      case .nilLiteral: return
      case .error where row.list.count == 1 || row.flags & TypedExprFlags.receiver != 0:
        // A link that is not known: the chain goes on with what it was looked up in.
        current = body.item(row.list, 0)
      case .call:
        let decl = DeclID(row.a)
        if sema.owner(of: decl) == builderDecl, sema.decls.has(decl, .isStatic) {
          if row.list.count == 0 { return }
          if row.list.count == 1 {
            current = body.item(row.list, 0)
            if pending.count == start { continue peel }
            break peel
          }
          break peel
        }
        guard row.b != .max, table.isModifier(decl), !isSelf(ExprID(row.b)) else { break peel }
        pending.append(current)
        current = ExprID(row.b)
      default: break peel
      }
    }
    guard current != .none else { return }
    let modifiers = start..<pending.count
    let row = body[current]
    var node = Node(
      kind: .other, role: role, parent: parent, expr: current, outer: expr, symbol: nil, decl: .none)
    switch row.kind {
    case .ifExpression:
      node.kind = .conditional
      node.statement = StmtID(row.a)
      let index = add(node, modifiers)
      buildIf(StmtID(row.a), index)
      finish(index, modifiers)
    case .switchExpression:
      node.kind = .conditional
      node.statement = StmtID(row.a)
      let index = add(node, modifiers)
      buildSwitch(StmtID(row.a), index)
      finish(index, modifiers)
    case .ternary:
      node.kind = .conditional
      let index = add(node, modifiers)
      for (position, value) in body.items(row.list).dropFirst().enumerated() {
        buildBranch(position, index) { $0.build(value, role: .part, parent: $1) }
      }
      finish(index, modifiers)
    case .initCall, .memberwiseInit:
      let decl = DeclID(row.a)
      node.decl = decl
      let info = table.info(decl)
      if info.isOwn || row.kind == .memberwiseInit {
        node.kind = .ownType
      } else {
        node.symbol = info.symbol
        node.kind = info.symbol == .ForEach ? .loop : .view
      }
      let index = add(node, modifiers)
      buildArguments(row.list) {
        .content($0)
      } parent: {
        index
      }
      finish(index, modifiers)
    case .call:
      let decl = DeclID(row.a)
      if sema.owner(of: decl) == builderDecl, sema.decls.has(decl, .isStatic) {
        node.kind = .block
        let index = add(node, modifiers)
        for i in 0..<Int(row.list.count) { build(body.item(row.list, i), role: .part, parent: index) }
        finish(index, modifiers)
        return
      }
      node.decl = decl
      let info = table.info(decl)
      node.kind = info.isOwn ? .ownValue : .view
      node.symbol = info.symbol
      let index = add(node, modifiers)
      buildArguments(row.list) {
        .content($0)
      } parent: {
        index
      }
      finish(index, modifiers)
    case .computedMember, .storedMember:
      node.decl = DeclID(row.b)
      let info = table.info(node.decl)
      node.kind = info.isOwn ? .ownValue : .view
      if !info.isOwn, isColor(row.type) { node.symbol = .Color }
      finish(add(node, modifiers), modifiers)
    case .global:
      node.decl = DeclID(row.a)
      node.kind = table.info(node.decl).isOwn ? .ownValue : .view
      finish(add(node, modifiers), modifiers)
    case .error where row.list.count > 0:
      node.kind = .block
      let index = add(node, modifiers)
      for part in body.items(row.list) where isView(part) { build(part, role: .part, parent: index) }
      finish(index, modifiers)
    default: finish(add(node, modifiers), modifiers)
    }
  }

  private func isColor(_ type: TypeID) -> Bool { sema.isNominal(type, .color) }

  private func isSelf(_ expr: ExprID) -> Bool {
    let row = body[expr]
    return row.kind == .local && body.body.locals[Int(row.a)].name == "self"
      && sema.decls.kind(sema.typeContext(of: body.owner)) != .extensionDecl
      || row.kind == .local && body.body.locals[Int(row.a)].name == "self" && !isViewExtension
  }

  /// In an extension of `View`, `self` is the view that is modified.
  private var isViewExtension: Bool {
    let context = sema.typeContext(of: body.owner)
    return context != .none && sema.decls.kind(sema.nominal(ofContext: context)) == .protocolDecl
  }

  private mutating func add(_ node: Node, _ modifiers: Range<Int>) -> Int {
    let index = tree.add(node)
    tree.beginModifiers(index, modifiers.count)
    for place in modifiers.reversed() {
      let expr = pending[place]
      let decl = DeclID(body[expr].a)
      tree.addModifier(ViewTree.Modifier(expr: expr, decl: decl, symbol: table.info(decl).symbol, node: index))
    }
    return index
  }

  /// Adds what stands in the builders of the modifiers, and closes the node.
  private mutating func finish(_ index: Int, _ modifiers: Range<Int>) {
    for place in modifiers.reversed() {
      let position = modifiers.upperBound - 1 - place
      buildArguments(body[pending[place]].list) { _ in
        .modifier(position)
      } parent: {
        index
      }
    }
    tree.close(index)
  }

  private mutating func buildArguments(
    _ list: ListRange, _ role: (Int) -> ViewTree.Role, parent: () -> Int
  ) {
    for position in 0..<Int(list.count) {
      let argument = body.item(list, position)
      guard argument != .none else { continue }
      switch body[argument].kind {
      case .closure:
        for value in returned(by: body.body.closures[Int(body[argument].a)].body) where isView(value) {
          build(value, role: role(position), parent: parent())
        }
      case .call, .initCall, .memberwiseInit, .computedMember, .storedMember, .ternary:
        if table.isView(body[argument].type) { build(argument, role: role(position), parent: parent()) }
      case .autoclosure:
        let value = ExprID(body[argument].a)
        if value != .none, table.isView(body[value].type) { build(value, role: role(position), parent: parent()) }
      default: break
      }
    }
  }

  /// The values that a function or closure returns.
  private func returned(by root: StmtID) -> [ExprID] {
    var values: [ExprID] = []
    appendReturned(by: root, &values, depth: 0)
    return values
  }

  private func appendReturned(by statement: StmtID, _ values: inout [ExprID], depth: Int) {
    // Statements are nested as deeply as the parser allows; chains of `else if` come deeper.
    guard statement != .none, depth < 2048 else { return }
    let row = body.body.statements[Int(statement.raw)]
    switch row.kind {
    case .block:
      for i in Int(row.list.start)..<Int(row.list.start + row.list.count) {
        appendReturned(by: StmtID(body.body.lists[i]), &values, depth: depth + 1)
      }
    case .returnValue: if row.a != .max { values.append(ExprID(row.a)) }
    case .ifElse:
      appendReturned(by: StmtID(row.a), &values, depth: depth + 1)
      appendReturned(by: StmtID(row.b), &values, depth: depth + 1)
    case .guardElse: appendReturned(by: StmtID(row.a), &values, depth: depth + 1)
    default: break
    }
  }

  // MARK: Branches

  private mutating func buildBranch(_ position: Int, _ parent: Int, _ content: (inout ViewTreeBuilder, Int) -> Void) {
    var node = Node(
      kind: .branch, role: .part, parent: parent, expr: tree.nodes[parent].expr, outer: tree.nodes[parent].expr,
      symbol: nil, decl: .none)
    node.branch = position
    let index = tree.add(node)
    content(&self, index)
    tree.close(index)
  }

  private mutating func buildIf(_ statement: StmtID, _ parent: Int) {
    var current = statement
    var position = 0
    while current != .none {
      let row = body.body.statements[Int(current.raw)]
      guard row.kind == .ifElse else {
        buildYields(current, position, parent)
        return
      }
      buildYields(StmtID(row.a), position, parent)
      position += 1
      current = StmtID(row.b)
    }
  }

  private mutating func buildYields(_ statement: StmtID, _ position: Int, _ parent: Int) {
    guard statement != .none else { return }
    let row = body.body.statements[Int(statement.raw)]
    guard row.kind == .block else { return }
    let values = body.statements(row.list).compactMap { inner -> ExprID? in
      let row = body.body.statements[Int(inner.raw)]
      return row.kind == .yield && row.a != .max ? ExprID(row.a) : nil
    }
    buildBranch(position, parent) { builder, index in
      for value in values { builder.build(value, role: .part, parent: index) }
    }
  }

  private mutating func buildSwitch(_ statement: StmtID, _ parent: Int) {
    let row = body.body.statements[Int(statement.raw)]
    guard row.kind == .switchOver else { return }
    for (position, entry) in body.statements(row.list).enumerated() {
      let clause = body.body.statements[Int(entry.raw)]
      guard clause.kind == .switchCase else { continue }
      buildYields(StmtID(clause.b), position, parent)
    }
  }
}

extension ViewTree {
  fileprivate func reserve(_ count: Int) {
    guard count > 0 else { return }
    nodes.reserveCapacity(count)
    modifiers.reserveCapacity(count)
  }

  fileprivate func add(_ node: Node) -> Int {
    nodes.append(node)
    nodes[nodes.count - 1].end = nodes.count
    return nodes.count - 1
  }

  /// So many modifiers of the node follow.
  fileprivate func beginModifiers(_ node: Int, _ count: Int) {
    nodes[node].modifierStart = modifiers.count
    nodes[node].modifierCount = count
  }

  fileprivate func addModifier(_ modifier: Modifier) {
    modifiers.append(modifier)
    guard modifiers.count > ViewTree.few else { return }
    for position in placed..<modifiers.count { places[modifiers[position].expr.raw] = position }
    placed = modifiers.count
  }

  fileprivate func close(_ node: Int) { nodes[node].end = nodes.count }
}
