/// `for`: ranges of Int and arrays are counted directly, everything else asks its iterator.
import SceneIR

extension BodyLowering {
  /// Lists of the statement: where condition, label, makeIterator, next.
  func forIn(_ row: TypedStmt) {
    let mark = code.next
    let pattern = PatternID(row.a)
    let source = ExprID(row.b)
    func entry(_ index: Int) -> UInt32 { Int(row.list.count) > index ? item(row.list, index) : .max }
    let loop = Loop(
      pattern: pattern, body: StmtID(row.c), filter: ExprID(entry(0)), name: label(entry(1)), node: row.node)
    let type = type(source)
    if isIntRange(type, .range) {
      rangeLoop(loop, source, isClosed: false)
    } else if isIntRange(type, .closedRange) {
      rangeLoop(loop, source, isClosed: true)
    } else if sema.isNominal(type, .array) {
      arrayLoop(loop, source)
    } else {
      iteratorLoop(loop, source, DeclID(entry(2)), DeclID(entry(3)))
    }
    code.next = mark
  }

  struct Loop {
    var pattern: PatternID
    var body: StmtID
    var filter: ExprID
    var name: String?
    var node: NodeID
  }

  private func isIntRange(_ type: TypeID, _ kind: Known) -> Bool {
    sema.isNominal(type, kind) && sema.types.argumentCount(type) == 1
      && sema.isNominal(sema.types.argument(type, 0), .int)
  }

  /// Binds the element and runs the body; the label is where the next element is taken.
  private func lowerBody(_ loop: Loop, element: Int, type: TypeID, next: Int, end: Int) {
    let mark = code.next
    reserveLocals(loop.pattern)
    test(loop.pattern, element, type, otherwise: next)
    if loop.filter != .none { condition(loop.filter, otherwise: next) }
    exits.append(.loop(breakLabel: end, continueLabel: next, name: loop.name))
    lowerStatement(loop.body)
    exits.removeLast()
    code.next = mark
  }

  private func rangeLoop(_ loop: Loop, _ source: ExprID, isClosed: Bool) {
    let index = code.take()
    let last = code.take()
    let one = code.take()
    let flag = code.take()
    let element = code.take()
    bounds(source, index, last)
    code.emit(.constInt, one, imm: 1)
    let start = code.label()
    let next = code.label()
    let end = code.label()
    code.bind(start)
    code.emit(isClosed ? .leI : .ltI, flag, index, last)
    code.branch(.jumpIfNot, flag, end)
    code.move(element, index)
    lowerBody(loop, element: element, type: sema.knownType(.int), next: next, end: end)
    code.bind(next)
    if isClosed {
      code.emit(.eqI, flag, index, last)
      code.branch(.jumpIf, flag, end)
    }
    code.emit(.addWrapI, index, index, one)
    code.jump(start)
    code.bind(end)
  }

  /// The bounds of a range; one that is written out is never made.
  private func bounds(_ source: ExprID, _ lower: Int, _ upper: Int) {
    let expr = expr(source)
    if expr.kind == .call, expr.list.count == 2 {
      let name = module.name(DeclID(expr.a))
      if name == "..<" || name == "..." {
        self.lower(ExprID(item(expr.list, 0)), into: lower)
        self.lower(ExprID(item(expr.list, 1)), into: upper)
        let flag = code.take()
        code.emit(.leI, flag, lower, upper)
        let passed = code.label()
        code.branch(.jumpIf, flag, passed)
        place(expr.node)
        code.emit(.trap, 0, imm: TrapCode.invalidRange.rawValue)
        code.bind(passed)
        return
      }
    }
    let range = code.take()
    self.lower(source, into: range)
    readMember("lowerBound", of: range, type(source), into: lower)
    readMember("upperBound", of: range, type(source), into: upper)
  }

  /// Reads a variable member by name.
  private func readMember(_ name: String, of value: Int, _ type: TypeID, into register: Int) {
    let candidates = sema.members(of: type, module.names.id(name, sema), .instance)
    guard let found = candidates.first(where: { sema.decls.kind($0.decl) == .variable }) else { return }
    let owner = sema.owner(of: found.decl)
    if !sema.decls.has(found.decl, .isComputed),
      !module.isNative(found.decl) || module.storedMembers(owner).contains(found.decl)
    {
      code.emit(.getField, register, value, module.field(found.decl))
      return
    }
    let mark = code.next
    let result = callMember(
      found.decl, flags: 0, types: typeArguments(of: found.decl, in: type),
      receiver: .value(Operand(register: value, isOwned: true), type), arguments: [], node: .none, target: nil,
      mark: mark)
    code.move(register, result.register)
    code.next = mark
  }

  private func arrayLoop(_ loop: Loop, _ source: ExprID) {
    let array = code.take()
    let index = code.take()
    let count = code.take()
    let one = code.take()
    let flag = code.take()
    let element = code.take()
    let value = lower(source, into: array)
    if !value.isOwned, info.changesVariables { code.emit(.share, array) }
    code.emit(.arrayCount, count, array)
    code.emit(.constInt, index, imm: 0)
    code.emit(.constInt, one, imm: 1)
    let start = code.label()
    let next = code.label()
    let end = code.label()
    code.bind(start)
    code.emit(.ltI, flag, index, count)
    code.branch(.jumpIfNot, flag, end)
    code.emit(.arrayGet, element, array, index)
    let type = type(source)
    lowerBody(
      loop, element: element, type: sema.types.argumentCount(type) == 1 ? sema.types.argument(type, 0) : sema.types.any,
      next: next, end: end)
    code.bind(next)
    code.emit(.addWrapI, index, index, one)
    code.jump(start)
    code.bind(end)
  }

  private func iteratorLoop(_ loop: Loop, _ source: ExprID, _ makeIterator: DeclID, _ next: DeclID) {
    let type = type(source)
    let isExistential = sema.types.kind(type) == .existential
    let iterator = code.take()
    let element = code.take()
    guard
      let make = find("makeIterator", in: type, makeIterator) ?? find("makeAsyncIterator", in: type, makeIterator)
    else {
      // An iterator that iterates itself, or a sequence nothing is known of.
      code.emit(.trap, 0, imm: TrapCode.notModelled.rawValue)
      return
    }
    let mark = code.next
    let value = lower(source)
    let made = callMember(
      make.decl, flags: make.isWitness ? TypedExprFlags.witness : 0, types: typeArguments(of: make.decl, in: type),
      receiver: isExistential ? .box(value) : .value(value, type), arguments: [], node: loop.node, target: nil,
      mark: mark)
    code.move(iterator, made.register)
    code.next = mark
    let iteratorType = sema.substitute(
      sema.signature(of: make.decl).result, typeArguments(of: make.decl, in: type))
    guard let advance = find("next", in: iteratorType, next) else {
      code.emit(.trap, 0, imm: TrapCode.notModelled.rawValue)
      return
    }
    let start = code.label()
    let end = code.label()
    code.bind(start)
    let inner = code.next
    let result = callMember(
      advance.decl, flags: advance.isWitness ? TypedExprFlags.witness : 0,
      types: typeArguments(of: advance.decl, in: iteratorType),
      receiver: .place(Place(root: .value(iterator), rootType: iteratorType), iteratorType), arguments: [],
      node: loop.node, target: nil, mark: inner)
    code.move(element, result.register)
    code.next = inner
    code.branch(.jumpIfNil, element, end)
    let optional = sema.substitute(
      sema.signature(of: advance.decl).result, typeArguments(of: advance.decl, in: iteratorType))
    let payload = sema.unwrapped(sema.normalize(optional))
    let elementType = payload == .none ? body.patterns[Int(loop.pattern.raw)].type : payload
    unwrap(element, element, elementType)
    lowerBody(loop, element: element, type: elementType, next: start, end: end)
    code.jump(start)
    code.bind(end)
  }

  /// The member the checker names, or the one found by name.
  private func find(_ name: String, in type: TypeID, _ decl: DeclID) -> (decl: DeclID, isWitness: Bool)? {
    if decl != .none, sema.decls.kind(decl) == .function { return (decl, sema.isRequirement(decl)) }
    for candidate in sema.members(of: type, module.names.id(name, sema), .instance)
    where sema.decls.kind(candidate.decl) == .function && sema.signature(of: candidate.decl).parameters.isEmpty {
      return (candidate.decl, sema.isRequirement(candidate.decl))
    }
    return nil
  }
}
