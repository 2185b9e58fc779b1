/// A typed body as the rules see it: who is whose parent, the places where something known is called, and the uses of
/// the module's variables. Made by one walk; the view tree is made when a rule asks for it.
package final class LintBody {
  /// The declaration whose body it is.
  let owner: DeclID
  let part: BodyPart
  /// Index of the tree in `Sema.trees`.
  let file: Int
  let body: TypedBody
  /// Whether a mistake was reported inside: such a body says nothing about what is missing.
  private(set) var hasErrors = false

  /// Expressions that belong to the body, parents first.
  var order: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: rows + orderStart, count: ordered) }
  /// Several rows in one block. By expression: the entry around it, its place in `order`, and the one behind all that
  /// is in it; by statement: the entry around it; by local: the expression that a constant local was declared with; then
  /// `order` itself.
  private let rows: UnsafeMutablePointer<UInt32>
  private let expressionCount: Int
  private let statementStart: Int
  private let localStart: Int
  private let orderStart: Int
  private var ordered = 0
  /// Uses of known API.
  private(set) var sites: [Site] = []
  private(set) var symbols = LintSymbolSet()
  private(set) var uses: [VariableUse] = []
  /// The last use that was climbed from: a chain of members is climbed once, not once for each member.
  private var climbed = VariableUse(variable: .none, expr: .none, access: .read, operation: .none)
  /// Uses of deprecated API, with the declaration that says so.
  private(set) var deprecated: [(expr: ExprID, decl: DeclID)] = []
  /// Calls of the module's own functions and initialisers.
  private(set) var ownCalls: [ExprID] = []
  /// Calls of API that takes the name of a symbol.
  private(set) var symbolCalls: [ExprID] = []
  /// The view tree, once it is asked for.
  var madeTree: ViewTree?
  /// What the links of chains depend on (`receiverDependencies`).
  var madeChains = IDMap<UInt32, LintModule.Dependencies>()
  /// Modifiers of a view that animations change, with what their plain arguments depend on, by node of the tree.
  var madeEffects = IDMap<UInt32, [(Int, LintModule.Dependencies)]>()

  static let statementBit: UInt32 = 0x8000_0000
  static let noParent: UInt32 = .max

  struct Site: BitwiseCopyable {
    var symbol: LintSymbol
    var role: LintRole
    var expr: ExprID
  }

  /// How a variable of the module is used.
  enum Access: UInt8 {
    case read
    /// A whole new value.
    case write
    /// A part is written, or a mutating method is called.
    case mutate
    /// `$x`, or anything else that hands on the storage.
    case projection
  }

  struct VariableUse: BitwiseCopyable {
    var variable: DeclID
    var expr: ExprID
    var access: Access
    /// The assignment, the call that mutates, or the projection.
    var operation: ExprID
  }

  init(owner: DeclID, part: BodyPart, file: Int, body: TypedBody, symbols table: LintTable) {
    self.owner = owner
    self.part = part
    self.file = file
    self.body = body
    expressionCount = body.expressions.count
    statementStart = expressionCount * 3
    localStart = statementStart + body.statements.count
    orderStart = localStart + body.locals.count
    rows = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, orderStart + expressionCount))
    rows.initialize(repeating: LintBody.noParent, count: orderStart)
    walk(table)
  }

  deinit { rows.deallocate() }

  // MARK: Access

  @inline(__always) subscript(_ expr: ExprID) -> TypedExpr { body.expressions[Int(expr.raw)] }

  func kind(_ expr: ExprID) -> TypedExprKind { expr == .none ? .error : body.expressions[Int(expr.raw)].kind }

  /// The expressions of a list.
  func items(_ list: ListRange) -> [ExprID] {
    body.lists[Int(list.start)..<Int(list.start + list.count)].map { ExprID($0) }
  }

  func item(_ list: ListRange, _ position: Int) -> ExprID { ExprID(body.lists[Int(list.start) + position]) }

  func statements(_ list: ListRange) -> [StmtID] {
    body.lists[Int(list.start)..<Int(list.start + list.count)].map { StmtID($0) }
  }

  /// The expression or statement (with the high bit) around an entry of the same form; `noParent` at the root.
  @inline(__always) func around(_ entry: UInt32) -> UInt32 {
    entry & LintBody.statementBit == 0
      ? rows[Int(entry)] : rows[statementStart + Int(entry & ~LintBody.statementBit)]
  }

  @inline(__always) private func place(_ expr: UInt32) -> UInt32 { rows[expressionCount + Int(expr)] }
  @inline(__always) private func end(_ expr: UInt32) -> UInt32 { rows[expressionCount * 2 + Int(expr)] }

  /// The expression that a constant local was declared with, or `none`.
  @inline(__always) func source(ofLocal local: UInt32) -> ExprID { ExprID(rows[localStart + Int(local)]) }

  /// The expression around, statements between left out; `none` at the root.
  func parentExpression(_ expr: ExprID) -> ExprID {
    var up = around(expr.raw)
    while up != LintBody.noParent {
      if up & LintBody.statementBit == 0 { return ExprID(up) }
      up = around(up)
    }
    return .none
  }

  func parentStatement(_ expr: ExprID) -> StmtID {
    let up = around(expr.raw)
    return up == LintBody.noParent || up & LintBody.statementBit == 0 ? .none : StmtID(up & ~LintBody.statementBit)
  }

  /// The statement directly around a statement, or `none`.
  func parentStatement(_ statement: StmtID) -> StmtID {
    let up = around(statement.raw | LintBody.statementBit)
    return up == LintBody.noParent || up & LintBody.statementBit == 0 ? .none : StmtID(up & ~LintBody.statementBit)
  }

  /// Whether `inner` is `outer` or lies in it.
  func contains(_ outer: ExprID, _ inner: ExprID) -> Bool {
    guard outer != .none, inner != .none, place(outer.raw) != .max else { return false }
    let place = place(inner.raw)
    return place >= self.place(outer.raw) && place < end(outer.raw)
  }

  /// What is known of an expression's inside: sites and uses stand in the order of the walk.
  func sites(in expr: ExprID) -> ArraySlice<Site> { sites[positions(in: expr, sites.count) { sites[$0].expr }] }
  func uses(in expr: ExprID) -> ArraySlice<VariableUse> { uses[positions(in: expr, uses.count) { uses[$0].expr }] }

  private func positions(in outer: ExprID, _ count: Int, _ expr: (Int) -> ExprID) -> Range<Int> {
    guard outer != .none, place(outer.raw) != .max else { return 0..<0 }
    func first(_ wanted: UInt32) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if place(expr(middle).raw) < wanted { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first(place(outer.raw))..<first(end(outer.raw))
  }

  /// The parts of an expression, in their order; statements in it are left out.
  func parts(_ expr: ExprID) -> [ExprID] {
    var found = Growable<UInt32>()
    appendChildren(of: expr.raw, &found)
    return found.buffer.filter { $0 & LintBody.statementBit == 0 }.map { ExprID($0) }
  }

  /// All expressions in one, itself first.
  func descendants(_ expr: ExprID) -> [ExprID] {
    var found: [ExprID] = []
    visit(expr) { found.append($0) }
    return found
  }

  /// Calls `action` for an expression and everything in it, parents first.
  func visit(_ expr: ExprID, _ action: (ExprID) -> Void) {
    guard expr != .none else { return }
    let first = place(expr.raw)
    if first != .max {
      for position in Int(first)..<Int(end(expr.raw)) { action(ExprID(order[position])) }
      return
    }
    // One that stands in a pattern, which is not in the order.
    var stack = Growable<UInt32>()
    stack.append(expr.raw)
    while let next = stack.popLast() {
      let start = stack.count
      if next & LintBody.statementBit == 0 { action(ExprID(next)) }
      appendChildren(of: next, &stack)
      stack.reverse(from: start)
    }
  }

  // MARK: The walk

  private func walk(_ table: LintTable) {
    guard body.root != .none else { return }
    let scratch = table.scratch
    body.expressions.withUnsafeBufferPointer { expressions in
      body.lists.withUnsafeBufferPointer { lists in
        scratch.stack.append(body.root.raw | LintBody.statementBit)
        while let next = scratch.stack.popLast() { step(next, expressions, lists, scratch, table) }
      }
    }
    measure(scratch)
    sites = scratch.sites.array
    uses = scratch.uses.array
    ownCalls = scratch.ownCalls.array
    scratch.clear()
  }

  /// Notes an entry and puts its parts on the stack, the first on top.
  @inline(__always) private func step(
    _ next: UInt32, _ expressions: UnsafeBufferPointer<TypedExpr>, _ lists: UnsafeBufferPointer<UInt32>,
    _ scratch: LintScratch, _ table: LintTable
  ) {
    scratch.entries.append(next)
    if next & LintBody.statementBit != 0 {
      noteStatement(Int(next & ~LintBody.statementBit))
      let start = scratch.stack.count
      appendChildren(ofStatement: Int(next & ~LintBody.statementBit), &scratch.stack)
      adopt(from: start, by: next, scratch)
      return
    }
    let place = rows + (expressionCount + Int(next))
    if place.pointee != .max { return }
    place.pointee = UInt32(truncatingIfNeeded: ordered)
    (place + expressionCount).pointee = UInt32(truncatingIfNeeded: ordered + 1)
    (rows + orderStart + ordered).initialize(to: next)
    ordered += 1
    let row = expressions[Int(next)]
    switch row.kind {
    case .intLiteral, .floatLiteral, .stringLiteral, .boolLiteral, .nilLiteral, .magicLiteral, .local, .typeReference,
      .discard, .defaultArgument:
      // Nothing in it, and nothing known is called.
      return
    case .initCall, .call:
      classify(next, row, table)
      // From behind, as they lie on the stack.
      var index = Int(row.list.start + row.list.count)
      while index > Int(row.list.start) {
        index -= 1
        if lists[index] != .max {
          rows[Int(lists[index])] = next
          scratch.stack.append(lists[index])
        }
      }
      if row.kind == .call, row.b != .max {
        rows[Int(row.b)] = next
        scratch.stack.append(row.b)
      }
    default:
      classify(next, row, table)
      let start = scratch.stack.count
      appendChildren(of: next, &scratch.stack)
      adopt(from: start, by: next, scratch)
    }
  }

  /// Turns what was put on the stack, and says whose parts they are.
  @inline(__always) private func adopt(from start: Int, by parent: UInt32, _ scratch: LintScratch) {
    var low = start
    var high = scratch.stack.count - 1
    while low <= high {
      let (first, last) = (scratch.stack[low], scratch.stack[high])
      setParent(first, parent)
      setParent(last, parent)
      scratch.stack[low] = last
      scratch.stack[high] = first
      low += 1
      high -= 1
    }
  }

  @inline(__always) private func setParent(_ entry: UInt32, _ parent: UInt32) {
    if entry & LintBody.statementBit == 0 {
      rows[Int(entry)] = parent
    } else {
      rows[statementStart + Int(entry & ~LintBody.statementBit)] = parent
    }
  }

  /// What is in an expression follows it in the order, in one run, whose end is handed on to what is around.
  private func measure(_ scratch: LintScratch) {
    scratch.ends.append(repeating: 0, count: body.statements.count)
    var index = scratch.entries.count
    while index > 0 {
      index -= 1
      let entry = scratch.entries[index]
      let end =
        entry & LintBody.statementBit == 0
        ? end(entry) : scratch.ends[Int(entry & ~LintBody.statementBit)]
      let parent = around(entry)
      if parent == LintBody.noParent { continue }
      if parent & LintBody.statementBit == 0 {
        let row = expressionCount * 2 + Int(parent)
        if rows[row] < end { rows[row] = end }
      } else {
        let row = Int(parent & ~LintBody.statementBit)
        if scratch.ends[row] < end { scratch.ends[row] = end }
      }
    }
  }

  private func noteStatement(_ row: Int) {
    let statement = body.statements[row]
    switch statement.kind {
    case .declare, .conditionPattern: bind(PatternID(statement.a), ExprID(statement.b))
    default: break
    }
  }

  private func bind(_ pattern: PatternID, _ value: ExprID) {
    guard pattern != .none, value != .none else { return }
    let row = body.patterns[Int(pattern.raw)]
    switch row.kind {
    case .bind where !body.locals[Int(row.a)].isMutable: rows[localStart + Int(row.a)] = value.raw
    case .some: bind(PatternID(row.a), value)
    default: break
    }
  }

  @inline(__always) private func append(_ raw: UInt32, _ into: inout Growable<UInt32>) {
    if raw != .max { into.append(raw) }
  }

  @inline(__always) private func append(_ list: ListRange, _ into: inout Growable<UInt32>, bit: UInt32 = 0) {
    if list.count == 0 { return }
    for raw in body.lists[Int(list.start)..<Int(list.start + list.count)] where raw != .max { into.append(raw | bit) }
  }

  /// The parts of an entry, in their order.
  private func appendChildren(of entry: UInt32, _ into: inout Growable<UInt32>) {
    if entry & LintBody.statementBit != 0 {
      appendChildren(ofStatement: Int(entry & ~LintBody.statementBit), &into)
      return
    }
    let row = body.expressions[Int(entry)]
    switch row.kind {
    case .intLiteral, .floatLiteral, .stringLiteral, .boolLiteral, .nilLiteral, .magicLiteral, .local, .global,
      .typeReference, .discard, .defaultArgument:
      break
    case .error, .stringInterpolation, .arrayLiteral, .dictionaryLiteral, .tuple, .keyPath, .keyPathComponent,
      .initCall,
      .memberwiseInit, .enumCase, .delegatingInit, .ternary:
      append(row.list, &into)
    case .interpolation:
      append(row.a, &into)
      append(row.list, &into)
    case .storedMember, .computedMember, .tupleElement: append(row.a, &into)
    case .subscriptMember, .callValue:
      append(row.a, &into)
      append(row.list, &into)
    case .functionReference: append(row.b, &into)
    case .call:
      append(row.b, &into)
      append(row.list, &into)
    case .closure:
      let closure = body.closures[Int(row.a)]
      for capture in closure.captureList { append(capture.value.raw, &into) }
      if closure.body != .none { into.append(closure.body.raw | LintBody.statementBit) }
    case .logicalAnd, .logicalOr, .nilCoalesce, .assign:
      append(row.a, &into)
      append(row.b, &into)
    case .autoclosure, .inoutAccess, .optionalChain, .bindOptional, .forceUnwrap, .isNil, .wrapOptional,
      .floatConversion, .erase, .upcast, .collectionConversion, .functionConversion, .openExistential, .isTest,
      .conditionalCast, .forcedCast, .coerce, .tryOptional, .tryForce, .await:
      append(row.a, &into)
    case .ifExpression, .switchExpression: if row.a != .max { into.append(row.a | LintBody.statementBit) }
    }
  }

  private func appendChildren(ofStatement index: Int, _ into: inout Growable<UInt32>) {
    let bit = LintBody.statementBit
    let row = body.statements[index]
    func statement(_ raw: UInt32) { if raw != .max { into.append(raw | bit) } }
    switch row.kind {
    case .expression, .conditionExpression, .returnValue, .yield, .throwError: append(row.a, &into)
    case .block: append(row.list, &into, bit: bit)
    case .declare, .conditionPattern: append(row.b, &into)
    case .ifElse:
      append(row.list, &into, bit: bit)
      statement(row.a)
      statement(row.b)
    case .guardElse, .whileLoop:
      append(row.list, &into, bit: bit)
      statement(row.a)
    case .repeatLoop:
      statement(row.a)
      append(row.b, &into)
    case .forIn:
      append(row.b, &into)
      if row.list.count > 0 { append(body.lists[Int(row.list.start)], &into) }
      statement(row.c)
    case .switchOver:
      append(row.a, &into)
      append(row.list, &into, bit: bit)
    case .switchCase:
      append(row.a, &into)
      statement(row.b)
    case .doCatch:
      statement(row.a)
      append(row.list, &into, bit: bit)
    case .catchClause:
      append(row.a, &into)
      statement(row.b)
    case .deferred: statement(row.a)
    case .localFunction:
      if row.b != .max, body.closures[Int(row.b)].body != .none {
        into.append(body.closures[Int(row.b)].body.raw | bit)
      }
    case .conditionConstant, .breakLoop, .continueLoop, .fallthroughCase: break
    }
  }

  // MARK: What is used

  @inline(__always) private func classify(_ raw: UInt32, _ row: TypedExpr, _ table: LintTable) {
    switch row.kind {
    case .error:
      hasErrors = true
      // Arguments that do not fit leave no doubt about what was called.
      guard row.flags & TypedExprFlags.callee != 0 else { break }
      let info = table.info(DeclID(row.a))
      if info.deprecated != .none { deprecated.append((ExprID(raw), info.deprecated)) }
    case .call, .initCall, .delegatingInit, .functionReference:
      let info = table.info(DeclID(row.a))
      if info.isOwn {
        table.scratch.ownCalls.append(ExprID(raw))
      } else {
        note(info, raw, table)
        if row.list.count > 0, row.kind == .call || row.kind == .initCall, table.takesSymbol(DeclID(row.a)) {
          symbolCalls.append(ExprID(raw))
        }
      }
      if info.deprecated != .none { deprecated.append((ExprID(raw), info.deprecated)) }
    case .memberwiseInit: table.scratch.ownCalls.append(ExprID(raw))
    case .computedMember, .storedMember:
      let info = table.info(DeclID(row.b))
      if info.isOwn { use(DeclID(row.b), raw, row, table) } else { note(info, raw, table) }
      if info.deprecated != .none { deprecated.append((ExprID(raw), info.deprecated)) }
    case .keyPathComponent where row.b == 0:
      let info = table.info(DeclID(row.a))
      if info.deprecated != .none { deprecated.append((ExprID(raw), info.deprecated)) }
    case .global:
      let info = table.info(DeclID(row.a))
      if info.isOwn { use(DeclID(row.a), raw, row, table) } else { note(info, raw, table) }
      if info.deprecated != .none { deprecated.append((ExprID(raw), info.deprecated)) }
    default: break
    }
  }

  @inline(__always) private func note(_ info: LintTable.Info, _ raw: UInt32, _ table: LintTable) {
    guard let symbol = info.symbol else { return }
    table.scratch.sites.append(Site(symbol: symbol, role: info.role, expr: ExprID(raw)))
    symbols.insert(symbol)
  }

  /// Whether a call changes a place and does nothing else with it: a mutating method, `+=`. One that is handed `&x` may
  /// read it as well.
  private func isChanged(_ place: UInt32, by operation: ExprID, _ table: LintTable) -> Bool {
    guard operation != .none, kind(operation) == .call else { return false }
    if self[operation].b == place { return true }
    return table.isAssignment(DeclID(self[operation].a))
  }

  private func use(_ variable: DeclID, _ raw: UInt32, _ row: TypedExpr, _ table: LintTable) {
    var access = Access.read
    var operation = ExprID.none
    if row.kind == .storedMember, row.flags & TypedExprFlags.storage != 0 {
      access = .projection
      operation = parentExpression(ExprID(raw))
      // `_x.wrappedValue` and the like count as a projection; `_x = State(...)` sets the storage up.
      let up = around(raw)
      if up != LintBody.noParent, up & LintBody.statementBit == 0, body.expressions[Int(up)].kind == .assign,
        body.expressions[Int(up)].a == raw
      {
        access = .write
      }
      table.scratch.uses.append(
        VariableUse(variable: variable, expr: ExprID(raw), access: access, operation: operation))
      return
    }
    var current = raw
    var isPart = false
    loop: while true {
      let up = around(current)
      guard up != LintBody.noParent, up & LintBody.statementBit == 0 else { break }
      let parent = body.expressions[Int(up)]
      if up == climbed.expr.raw, parent.kind == .storedMember || parent.kind == .computedMember, parent.a == current {
        // From here on it is the way of the member behind.
        access = climbed.access == .write ? .mutate : climbed.access
        operation = climbed.operation
        break
      }
      switch parent.kind {
      case .assign:
        if parent.a == current {
          access = isPart ? .mutate : .write
          operation = ExprID(up)
        }
        break loop
      case .inoutAccess:
        operation = parentExpression(ExprID(up))
        access = isChanged(up, by: operation, table) ? .mutate : .projection
        break loop
      case .storedMember, .computedMember, .subscriptMember, .tupleElement, .optionalChain, .bindOptional,
        .forceUnwrap:
        guard parent.a == current else { break loop }
        isPart = true
        current = up
      case .tuple: current = up
      default: break loop
      }
    }
    climbed = VariableUse(variable: variable, expr: ExprID(raw), access: access, operation: operation)
    table.scratch.uses.append(climbed)
  }
}

/// What a known name stands for at a site.
enum LintRole: UInt8 {
  /// A method of views (also of shapes, texts and images) that gives a view.
  case modifier
  /// An initialiser of the type with that name.
  case type
  /// A global function.
  case function
  /// Any other method, property or static member.
  case member
}

/// Memory that serves the walks of one body after the other.
final class LintScratch {
  fileprivate var stack = Growable<UInt32>()
  fileprivate var entries = Growable<UInt32>()
  /// By statement: one past the last place of what is in it.
  fileprivate var ends = Growable<UInt32>()
  fileprivate var sites = Growable<LintBody.Site>()
  fileprivate var uses = Growable<LintBody.VariableUse>()
  fileprivate var ownCalls = Growable<ExprID>()

  fileprivate func clear() {
    stack.truncate(to: 0)
    entries.truncate(to: 0)
    ends.truncate(to: 0)
    sites.truncate(to: 0)
    uses.truncate(to: 0)
    ownCalls.truncate(to: 0)
  }
}

/// Answers about declarations, remembered by declaration.
final class LintTable {
  struct Info: BitwiseCopyable {
    var symbolRow: UInt8 = 255
    var role = LintRole.member
    /// Declared in the module.
    var isOwn = false
    /// The declaration itself, or the type it makes, where that is deprecated.
    var deprecated = DeclID.none
    /// Has a parameter for the name of a symbol: 1 no, 2 yes.
    var symbolName: UInt8 = 0
    var isKnown = false

    var symbol: LintSymbol? { symbolRow == 255 ? nil : LintSymbol(rawValue: symbolRow) }
  }

  let sema: Sema
  private var infos = Growable<Info>()
  let scratch = LintScratch()
  /// By name: raw symbol, 255 where rules do not know it.
  private var byName: [UInt8]
  private let view: DeclID
  private var views: [UInt8] = []

  init(_ sema: Sema) {
    self.sema = sema
    view = sema.known(.view)
    var rows: [(NameID, UInt8)] = []
    let spelling = LintSymbol.spelling
    let bytes = UnsafeBufferPointer(start: spelling.utf8Start, count: spelling.utf8CodeUnitCount)
    var start = 0
    var symbol: UInt8 = 0
    var largest = 0
    for i in 0...bytes.count where i == bytes.count || bytes[i] == 0x20 {
      let name = sema.names.intern(UnsafeBufferPointer(rebasing: bytes[start..<i]))
      rows.append((name, symbol))
      largest = max(largest, Int(name.raw))
      symbol += 1
      start = i + 1
    }
    byName = [UInt8](repeating: 255, count: largest + 1)
    for (name, symbol) in rows { byName[Int(name.raw)] = symbol }
  }

  @inline(__always) func info(_ decl: DeclID) -> Info {
    let row = Int(decl.raw)
    return row < infos.count && infos[row].isKnown ? infos[row] : makeInfo(decl)
  }

  @inline(never) private func makeInfo(_ decl: DeclID) -> Info {
    let row = Int(decl.raw)
    guard decl != .none, row < sema.decls.count else { return Info() }
    var info = Info()
    info.isKnown = true
    info.isOwn = !sema.decls.has(decl, .isPrelude)
    if !info.isOwn {
      var name = sema.decls.name(decl)
      let owner = sema.owner(of: decl)
      switch sema.decls.kind(decl) {
      case .initializer:
        info.role = .type
        name = owner == .none ? .none : sema.decls.name(owner)
      case .function:
        if owner == .none {
          info.role = .function
        } else if !sema.decls.has(decl, .isStatic), owner == view || isViewType(owner) {
          info.role = .modifier
        }
      default: break
      }
      if name != .none, Int(name.raw) < byName.count { info.symbolRow = byName[Int(name.raw)] }
      if sema.decls.has(decl, .isDeprecated) {
        info.deprecated = decl
      } else if info.role == .type, owner != .none, sema.decls.has(owner, .isDeprecated) {
        info.deprecated = owner
      }
    }
    if row >= infos.count { infos.append(repeating: Info(), count: sema.decls.count - infos.count) }
    infos[row] = info
    return info
  }

  /// `+=` and its like.
  func isAssignment(_ decl: DeclID) -> Bool {
    sema.names.withUTF8(sema.decls.name(decl)) { name in
      guard name.count >= 2, name[name.count - 1] == UInt8(ascii: "=") else { return false }
      return "+-*/%&|^<>".utf8.contains(name[0])
        && !(name.count == 2 && (name[0] == UInt8(ascii: "<") || name[0] == UInt8(ascii: ">")))
    }
  }

  /// Whether a call takes the name of a symbol.
  func takesSymbol(_ decl: DeclID) -> Bool {
    let row = Int(decl.raw)
    _ = info(decl)
    guard row < infos.count else { return false }
    if infos[row].symbolName == 0 {
      let parameters = sema.signature(of: decl).parameters
      let (systemName, systemImage) = (sema.names.find("systemName"), sema.names.find("systemImage"))
      let takes = parameters.contains { $0.label != .none && ($0.label == systemName || $0.label == systemImage) }
      infos[row].symbolName = takes ? 2 : 1
    }
    return infos[row].symbolName == 2
  }

  /// Whether a method takes a view and gives one: a modifier, of the prelude or of the module.
  func isModifier(_ decl: DeclID) -> Bool {
    guard decl != .none, sema.decls.kind(decl) == .function, !sema.decls.has(decl, .isStatic) else { return false }
    let owner = sema.owner(of: decl)
    return owner != .none && (owner == view || isViewType(owner))
  }

  private func isViewType(_ nominal: DeclID) -> Bool {
    if sema.decls.kind(nominal) == .protocolDecl {
      return sema.inheritedProtocols(of: nominal).contains(view)
    }
    return isView(sema.declaredType(of: nominal))
  }

  /// Whether values of a type are views.
  func isView(_ type: TypeID) -> Bool {
    guard type != .none else { return false }
    switch sema.types.kind(type) {
    case .nominal, .opaque, .parameter, .member, .existential: break
    default: return false
    }
    let row = Int(type.raw)
    if row >= views.count { views.append(contentsOf: repeatElement(0, count: row + 64 - views.count)) }
    if views[row] != 0 { return views[row] == 2 }
    let answer: Bool
    if sema.types.kind(type) == .existential {
      answer = sema.types.arguments(type).contains { sema.types.decl($0) == view }
    } else {
      answer = view != .none && sema.conforms(type, view) != nil
    }
    views[row] = answer ? 2 : 1
    return answer
  }
}
