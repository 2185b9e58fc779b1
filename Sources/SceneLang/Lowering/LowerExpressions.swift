/// Expressions. A chain of operations on one operand (`a.b.c()`, `a + b + c`) is walked in a loop from its innermost
/// operand outwards, so that its length costs no stack.
///
/// A result lies in the target asked for, in the register of a local (not owned), or in the first register that was free;
/// everything above is free again.
import SceneIR

extension BodyLowering {
  @discardableResult
  func lower(_ id: ExprID, into target: Int? = nil) -> Operand {
    let mark = code.next
    var chain: [ExprID] = []
    var current = id
    while let child = firstOperand(current) {
      chain.append(current)
      current = child
    }
    var value = settle(leaf(current, chain.isEmpty ? target : nil, mark), mark)
    while let link = chain.popLast() {
      value = settle(finish(link, value, chain.isEmpty ? target : nil, mark), mark)
    }
    if let target, value.register != target {
      code.move(target, value.register)
      value.register = target
      code.next = mark
    }
    return value
  }

  private func settle(_ value: Operand, _ mark: Int) -> Operand {
    code.next = value.register == mark ? mark + 1 : mark
    code.reserve(upTo: code.next)
    return value
  }

  /// The register a result goes to when nothing else is asked for; takes it.
  func destination(_ target: Int?, _ mark: Int) -> Int {
    if let target { return target }
    if code.next <= mark {
      code.next = mark
      return code.take()
    }
    return mark
  }

  /// The operand that is evaluated first and whose value alone is needed.
  private func firstOperand(_ id: ExprID) -> ExprID? {
    let expr = expr(id)
    switch expr.kind {
    case .storedMember, .tupleElement, .forceUnwrap, .bindOptional, .openExistential, .isNil, .isTest, .conditionalCast,
      .forcedCast, .coerce, .await, .callValue, .logicalAnd, .logicalOr, .erase, .upcast, .collectionConversion,
      .functionConversion:
      return ExprID(expr.a)
    case .wrapOptional, .floatConversion:
      return module.constant(id, in: body, depth: 0) == nil ? ExprID(expr.a) : nil
    case .computedMember, .subscriptMember:
      let decl = DeclID(expr.b)
      if decl == .none { return ExprID(expr.a) }
      guard expr.a != ExprID.none.raw, module.takesSelf(decl), !module.changesSelf(decl, isSetter: false) else {
        return nil
      }
      return opened(ExprID(expr.a), decl)
    case .call:
      let decl = DeclID(expr.a)
      if module.takesSelf(decl) {
        guard expr.b != ExprID.none.raw, self.expr(ExprID(expr.b)).kind != .inoutAccess else { return nil }
        return opened(ExprID(expr.b), decl)
      }
      guard expr.list.count > 0, expr.flags & TypedExprFlags.witness == 0 || expr.b == ExprID.none.raw else {
        return nil
      }
      let first = ExprID(item(expr.list, 0))
      switch self.expr(first).kind {
      case .inoutAccess, .autoclosure, .defaultArgument, .closure: return nil
      default: break
      }
      if expr.list.count == 1, module.constant(id, in: body, depth: 0) != nil { return nil }
      return first
    default: return nil
    }
  }

  /// A member of a protocol used on an existential: the box itself, so that its type is at hand.
  private func opened(_ base: ExprID, _ decl: DeclID) -> ExprID {
    let expr = expr(base)
    if expr.kind == .openExistential, isProtocolMember(decl) { return ExprID(expr.a) }
    return base
  }

  func isProtocolMember(_ decl: DeclID) -> Bool {
    let owner = sema.owner(of: decl)
    return owner != .none && sema.decls.kind(owner) == .protocolDecl
  }

  // MARK: Innermost operands

  private func leaf(_ id: ExprID, _ target: Int?, _ mark: Int) -> Operand {
    if let constant = module.constant(id, in: body, depth: 0) {
      let to = destination(target, mark)
      load(constant, into: to)
      return Operand(register: to, isOwned: true)
    }
    let expr = expr(id)
    switch expr.kind {
    case .error:
      place(expr.node)
      code.emit(.trap, BadProgramReason.untypedExpression.rawValue, imm: TrapCode.badProgram.rawValue)
      return Operand(register: destination(target, mark), isOwned: true)
    case .intLiteral, .floatLiteral, .boolLiteral, .nilLiteral:
      return Operand(register: destination(target, mark), isOwned: true)
    case .stringLiteral, .magicLiteral:
      let to = destination(target, mark)
      code.emit(.constString, to, imm: module.string(body.strings[Int(expr.a)]))
      return Operand(register: to, isOwned: false)
    case .stringInterpolation: return interpolation(expr, target, mark)
    case .interpolation: return interpolationSegment(id, target, mark)
    case .arrayLiteral: return arrayLiteral(expr, target, mark)
    case .dictionaryLiteral: return dictionaryLiteral(expr, target, mark)
    case .tuple:
      if expr.list.count == 0 {
        let to = destination(target, mark)
        code.emit(.constInt, to, imm: 0)
        return Operand(register: to, isOwned: true)
      }
      return aggregate(expr, target, mark) { to, window, count in
        code.emitWide(.makeTuple, to, window, count, module.typeRow(expr.type, info.scope))
      }
    case .local:
      let local = LocalID(expr.a)
      if target == nil, isPlain(local) { return Operand(register: register(of: local), isOwned: false) }
      let to = destination(target, mark)
      load(local: local, into: to)
      return Operand(register: to, isOwned: false)
    case .global:
      let to = destination(target, mark)
      place(expr.node)
      code.emit(.loadGlobal, to, imm: module.global(DeclID(expr.a)))
      if sema.decls.has(DeclID(expr.a), .isWeak) { code.emit(.loadWeak, to, to) }
      return Operand(register: to, isOwned: false)
    case .computedMember, .subscriptMember: return memberWithoutValueBase(id, expr, target, mark)
    case .typeReference:
      let to = destination(target, mark)
      load(type: TypeID(expr.a), into: to)
      return Operand(register: to, isOwned: true)
    case .functionReference: return functionReference(expr, target, mark)
    case .keyPath: return keyPath(expr, target, mark)
    case .call: return call(id, expr, nil, target, mark)
    case .initCall: return initCall(id, expr, target, mark)
    case .memberwiseInit: return memberwise(expr, target, mark)
    case .enumCase: return enumCase(expr, target, mark)
    case .defaultArgument: return defaultArgument(expr, target, mark)
    case .delegatingInit: return delegatingInit(expr, target, mark)
    case .closure: return closure(Int(expr.a), target, mark)
    case .autoclosure: return autoclosure(id, expr, target, mark)
    case .nilCoalesce: return nilCoalesce(id, target, mark)
    case .ternary: return ternary(id, target, mark)
    case .assign: return assign(expr, target, mark)
    case .inoutAccess: return lower(ExprID(expr.a), into: target)
    case .optionalChain: return optionalChain(expr, target, mark)
    case .tryOptional: return tryOptional(expr, target, mark)
    case .tryForce: return tryForce(expr, target, mark)
    case .ifExpression, .switchExpression: return statementExpression(expr, target, mark)
    case .keyPathComponent, .discard, .storedMember, .tupleElement, .callValue, .logicalAnd, .logicalOr, .bindOptional,
      .forceUnwrap, .wrapOptional, .floatConversion, .erase, .upcast, .collectionConversion, .functionConversion,
      .openExistential, .isNil, .isTest, .conditionalCast, .forcedCast, .coerce, .await:
      let to = destination(target, mark)
      code.emit(.constNil, to)
      return Operand(register: to, isOwned: true)
    }
  }

  // MARK: Operations on a value

  private func finish(_ id: ExprID, _ base: Operand, _ target: Int?, _ mark: Int) -> Operand {
    let expr = expr(id)
    switch expr.kind {
    case .functionConversion where isKeyPath(self.expr(ExprID(expr.a)).type):
      return keyPathFunction(base, target, mark)
    case .coerce, .await, .upcast, .functionConversion: return base
    case .storedMember: return storedMember(id, expr, base, target, mark)
    case .tupleElement:
      let to = destination(target, mark)
      code.emit(.getField, to, base.register, Int(expr.b))
      return Operand(register: to, isOwned: false)
    case .computedMember, .subscriptMember: return member(id, expr, base, target, mark)
    case .call: return call(id, expr, base, target, mark)
    case .callValue: return callValue(expr, base, target, mark)
    case .logicalAnd, .logicalOr:
      let to = destination(target, mark)
      code.move(to, base.register)
      let end = code.label()
      code.branch(expr.kind == .logicalAnd ? .jumpIfNot : .jumpIf, to, end)
      lower(ExprID(expr.b), into: to)
      code.bind(end)
      return Operand(register: to, isOwned: true)
    case .bindOptional:
      let to = destination(target, mark)
      if let label = chains.last { code.branch(.jumpIfNil, base.register, label) }
      unwrap(to, base.register, expr.type)
      return Operand(register: to, isOwned: base.isOwned)
    case .isNil:
      let to = destination(target, mark)
      code.emit(.isNil, to, base.register)
      if expr.b != 0 { code.emit(.not, to, to) }
      return Operand(register: to, isOwned: true)
    case .forceUnwrap:
      let to = destination(target, mark)
      place(expr.node)
      code.emit(.forceUnwrap, to, base.register)
      return Operand(register: to, isOwned: base.isOwned)
    case .wrapOptional:
      let to = destination(target, mark)
      wrap(to, base.register, type(ExprID(expr.a)))
      return Operand(register: to, isOwned: base.isOwned)
    case .floatConversion:
      guard sema.isNominal(expr.type, .float), !sema.isNominal(type(ExprID(expr.a)), .float) else { return base }
      let to = destination(target, mark)
      code.emit(.floatToSingle, to, base.register)
      return Operand(register: to, isOwned: true)
    case .erase: return erase(base, from: type(ExprID(expr.a)), to: expr.type, target, mark)
    case .collectionConversion:
      return convertCollection(base, from: type(ExprID(expr.a)), to: expr.type, target, mark)
    case .openExistential:
      let to = destination(target, mark)
      code.emit(.openExistential, to, base.register)
      return Operand(register: to, isOwned: base.isOwned)
    case .isTest, .conditionalCast, .forcedCast:
      let kind: CastKind =
        expr.kind == .isTest ? .test : (expr.kind == .conditionalCast ? .conditional : .forced)
      let from = type(ExprID(expr.a))
      let to = destination(target, mark)
      place(expr.node)
      cast(to, base.register, from: from, to: TypeID(expr.b), kind)
      return Operand(register: to, isOwned: base.isOwned)
    default: return base
    }
  }

  // MARK: Optionals

  /// Whether `some` of a payload of this type may need a box of its own.
  func mayNest(_ payload: TypeID) -> Bool {
    switch sema.types.kind(payload) {
    case .nominal: return sema.unwrapped(payload) != .none
    case .tuple, .function, .metatype, .existential: return false
    default: return true
    }
  }

  func wrap(_ to: Int, _ from: Int, _ payload: TypeID) {
    if payload == sema.types.void {
      // Void has no bits of its own; some(()) must not look like nil.
      code.emit(.constInt, to, imm: 0)
    } else if mayNest(payload) {
      code.emit(.wrap, to, from)
    } else {
      code.move(to, from)
    }
  }

  func unwrap(_ to: Int, _ from: Int, _ payload: TypeID) {
    if mayNest(payload) { code.emit(.unwrap, to, from) } else { code.move(to, from) }
  }

  private func optionalChain(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let to = ownDestination(target)
    let label = code.label()
    let end = code.label()
    chains.append(label)
    consume(ExprID(expr.a), into: to)
    chains.removeLast()
    code.jump(end)
    code.bind(label)
    code.emit(.constNil, to)
    code.bind(end)
    return result(to, target, mark)
  }

  private func nilCoalesce(_ id: ExprID, _ target: Int?, _ mark: Int) -> Operand {
    let to = ownDestination(target)
    let end = code.label()
    var current = id
    while expr(current).kind == .nilCoalesce {
      let row = expr(current)
      let left = ExprID(row.a)
      consume(left, into: to)
      let payload = sema.unwrapped(type(left))
      if payload != .none, payload == row.type || sema.unwrapped(row.type) == .none, mayNest(payload) {
        let next = code.label()
        code.branch(.jumpIfNil, to, next)
        code.emit(.unwrap, to, to)
        code.jump(end)
        code.bind(next)
      } else {
        code.branch(.jumpIfNotNil, to, end)
      }
      current = ExprID(row.b)
      if type(current) != row.type { break }
    }
    consume(current, into: to)
    code.bind(end)
    return result(to, target, mark)
  }

  /// A register that nothing evaluated on the way reads: the target may be a variable that is used inside.
  func ownDestination(_ target: Int?) -> Int { code.take() }

  func result(_ register: Int, _ target: Int?, _ mark: Int) -> Operand {
    let to = target ?? mark
    code.move(to, register)
    return Operand(register: to, isOwned: true)
  }

  // MARK: Choices

  private func ternary(_ id: ExprID, _ target: Int?, _ mark: Int) -> Operand {
    let to = ownDestination(target)
    let end = code.label()
    var current = id
    while expr(current).kind == .ternary {
      let row = expr(current)
      let other = code.label()
      condition(ExprID(item(row.list, 0)), otherwise: other)
      consume(ExprID(item(row.list, 1)), into: to)
      code.jump(end)
      code.bind(other)
      current = ExprID(item(row.list, 2))
    }
    consume(current, into: to)
    code.bind(end)
    return result(to, target, mark)
  }

  private func statementExpression(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let to = ownDestination(target)
    let end = code.label()
    yields.append((to, end, exits.count))
    lowerStatement(StmtID(expr.a))
    yields.removeLast()
    code.bind(end)
    return result(to, target, mark)
  }

  /// Evaluates a condition and goes to the label when it does not hold.
  func condition(_ id: ExprID, otherwise label: Int) {
    var operands: [ExprID] = []
    var current = id
    while expr(current).kind == .logicalAnd {
      operands.append(ExprID(expr(current).b))
      current = ExprID(expr(current).a)
    }
    operands.append(current)
    while let operand = operands.popLast() {
      let mark = code.next
      let value = lower(operand)
      code.branch(.jumpIfNot, value.register, label)
      code.next = mark
    }
  }

  // MARK: Errors

  private func tryOptional(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let to = ownDestination(target)
    let handler = code.label()
    let end = code.label()
    let start = code.pc
    let inner = ExprID(expr.a)
    let from = type(inner)
    consume(inner, into: to)
    if sema.unwrapped(from) == .none { wrap(to, to, from) }
    code.protect(from: start, to: handler, register: to)
    code.jump(end)
    code.bind(handler)
    code.emit(.constNil, to)
    code.bind(end)
    return result(to, target, mark)
  }

  private func tryForce(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let to = ownDestination(target)
    let handler = code.label()
    let end = code.label()
    let start = code.pc
    consume(ExprID(expr.a), into: to)
    code.protect(from: start, to: handler, register: to)
    code.jump(end)
    code.bind(handler)
    place(expr.node)
    code.emit(.trap, 0, imm: TrapCode.uncaughtError.rawValue)
    code.bind(end)
    return result(to, target, mark)
  }

  // MARK: Conversions

  func erase(_ value: Operand, from: TypeID, to type: TypeID, _ target: Int?, _ mark: Int) -> Operand {
    if sema.types.kind(from) == .existential || isAnyObject(type) { return value }
    let to = destination(target, mark)
    let typeRegister = code.take()
    if !value.isOwned { share(value.register, from) }
    load(type: from, into: typeRegister)
    code.emit(.makeExistential, to, value.register, typeRegister)
    return Operand(register: to, isOwned: true)
  }

  private func isAnyObject(_ type: TypeID) -> Bool {
    sema.types.kind(type) == .existential && sema.types.argumentCount(type) == 1
      && sema.types.decl(sema.types.argument(type, 0)) == sema.known(.anyObject)
  }

  func cast(_ to: Int, _ value: Int, from: TypeID, to type: TypeID, _ kind: CastKind) {
    let mark = code.next
    let targetType = code.take()
    let ownType = code.take()
    load(type: type, into: targetType)
    load(type: from, into: ownType)
    code.emitWide(.cast, to, value, 0, targetType | ownType << 16 | kind.rawValue << 32)
    code.next = mark
  }

  /// Whether a value of one type has the bits of the other.
  private func isSameRepresentation(_ from: TypeID, _ to: TypeID) -> Bool {
    if from == to { return true }
    if sema.types.kind(to) == .existential, sema.types.kind(from) != .existential { return isAnyObject(to) }
    let payload = sema.unwrapped(to)
    if payload != .none, sema.unwrapped(from) == .none { return isSameRepresentation(from, payload) && !mayNest(from) }
    if sema.isNominal(to, .float) != sema.isNominal(from, .float), module.isFloating(from) { return false }
    if sema.types.kind(from) == .nominal, sema.types.kind(to) == .nominal, sema.types.decl(from) == sema.types.decl(to)
    {
      for index in 0..<min(sema.types.argumentCount(from), sema.types.argumentCount(to))
      where !isSameRepresentation(sema.types.argument(from, index), sema.types.argument(to, index)) {
        return false
      }
    }
    if sema.types.kind(from) == .tuple, sema.types.kind(to) == .tuple {
      for index in 0..<min(sema.types.argumentCount(from), sema.types.argumentCount(to))
      where !isSameRepresentation(sema.types.argument(from, index), sema.types.argument(to, index)) {
        return false
      }
    }
    return true
  }

  /// One value to another type: what the elements of a collection need.
  private func convert(_ register: Int, from: TypeID, to: TypeID, depth: Int) {
    if isSameRepresentation(from, to) || depth > 16 { return }
    let mark = code.next
    if sema.types.kind(to) == .existential {
      let typeRegister = code.take()
      load(type: from, into: typeRegister)
      code.emit(.makeExistential, register, register, typeRegister)
    } else if sema.unwrapped(to) != .none {
      let end = code.label()
      let payload = sema.unwrapped(from)
      if payload != .none {
        code.branch(.jumpIfNil, register, end)
        unwrap(register, register, payload)
        convert(register, from: payload, to: sema.unwrapped(to), depth: depth + 1)
      } else {
        convert(register, from: from, to: sema.unwrapped(to), depth: depth + 1)
      }
      wrap(register, register, sema.unwrapped(to))
      code.bind(end)
    } else if sema.isNominal(to, .float) {
      code.emit(.floatToSingle, register, register)
    } else if sema.isNominal(from, .array), sema.isNominal(to, .array) {
      convertArray(register, from: from, to: to, depth: depth + 1)
    } else if sema.types.kind(from) == .tuple, sema.types.kind(to) == .tuple {
      let count = min(sema.types.argumentCount(from), sema.types.argumentCount(to))
      let window = code.take(max(count, 1))
      for index in 0..<count {
        code.emit(.getField, window + index, register, index)
        share(window + index, sema.types.argument(from, index))
        convert(
          window + index, from: sema.types.argument(from, index), to: sema.types.argument(to, index), depth: depth + 1)
      }
      code.emitWide(.makeTuple, register, window, count, module.typeRow(to, info.scope))
    }
    code.next = mark
  }

  private func convertArray(_ register: Int, from: TypeID, to: TypeID, depth: Int) {
    let result = code.take()
    let index = code.take()
    let count = code.take()
    let element = code.take()
    let flag = code.take()
    let one = code.take()
    code.emitWide(.makeArray, result, result, 0, module.typeRow(to, info.scope))
    code.emit(.constInt, index, imm: 0)
    code.emit(.constInt, one, imm: 1)
    code.emit(.arrayCount, count, register)
    let loop = code.label()
    let end = code.label()
    code.bind(loop)
    code.emit(.ltI, flag, index, count)
    code.branch(.jumpIfNot, flag, end)
    code.emit(.arrayGet, element, register, index)
    share(element, sema.types.argument(from, 0))
    convert(element, from: sema.types.argument(from, 0), to: sema.types.argument(to, 0), depth: depth)
    code.emit(.arrayAppend, result, element)
    code.emit(.addI, index, index, one)
    code.jump(loop)
    code.bind(end)
    code.move(register, result)
  }

  private func convertCollection(_ value: Operand, from: TypeID, to type: TypeID, _ target: Int?, _ mark: Int)
    -> Operand
  {
    if isSameRepresentation(from, type) { return value }
    let register = code.take()
    code.move(register, value.register)
    if !value.isOwned { share(register, from) }
    convert(register, from: from, to: type, depth: 0)
    return result(register, target, mark)
  }

  // MARK: Aggregates

  /// Evaluates the expressions of a list into a window of owned values and makes an object of them.
  func aggregate(
    _ expr: TypedExpr, _ target: Int?, _ mark: Int, _ make: (_ to: Int, _ window: Int, _ count: Int) -> Void
  ) -> Operand {
    let count = Int(expr.list.count)
    let window = code.take(max(count, 1))
    for index in 0..<count { consume(ExprID(item(expr.list, index)), into: window + index) }
    let to = target ?? mark
    make(to, window, count)
    return Operand(register: to, isOwned: true)
  }

  private static let chunk = 256

  private func arrayLiteral(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let count = Int(expr.list.count)
    var arrayType = expr.type
    let isArray = sema.isNominal(expr.type, .array)
    if !isArray {
      let element = count > 0 ? type(ExprID(item(expr.list, 0))) : elementOfLiteral(expr.type)
      arrayType = sema.array(element)
    }
    let row = module.typeRow(arrayType, info.scope)
    let to = ownDestination(target)
    let window = code.take(max(1, min(count, Self.chunk)))
    for index in 0..<min(count, Self.chunk) { consume(ExprID(item(expr.list, index)), into: window + index) }
    code.emitWide(.makeArray, to, window, min(count, Self.chunk), row)
    if count > Self.chunk {
      for index in Self.chunk..<count {
        consume(ExprID(item(expr.list, index)), into: window)
        code.emit(.arrayAppend, to, window)
      }
    }
    code.next = to + 1
    if !isArray { construct(from: to, arrayType, expr, label: "arrayLiteral") }
    return result(to, target, mark)
  }

  private func elementOfLiteral(_ type: TypeID) -> TypeID {
    sema.types.kind(type) == .nominal && sema.types.argumentCount(type) == 1
      ? sema.types.argument(type, 0) : sema.types.any
  }

  private func dictionaryLiteral(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let count = Int(expr.list.count)
    var type = expr.type
    let isDictionary = sema.isNominal(expr.type, .dictionary)
    if !isDictionary, count > 1 {
      type = sema.types.nominal(
        sema.known(.dictionary), [self.type(ExprID(item(expr.list, 0))), self.type(ExprID(item(expr.list, 1)))])
    }
    let to = ownDestination(target)
    let window = code.take(max(count, 1))
    for index in 0..<count { consume(ExprID(item(expr.list, index)), into: window + index) }
    place(expr.node)
    code.emitWide(.makeDictionary, to, window, count, module.typeRow(type, info.scope))
    code.next = to + 1
    if !isDictionary { construct(from: to, type, expr, label: "dictionaryLiteral") }
    return result(to, target, mark)
  }

  /// Makes a value of the literal's type from the array or dictionary in a register, by `init(arrayLiteral:)`.
  private func construct(from register: Int, _ from: TypeID, _ expr: TypedExpr, label: String) {
    var decl = DeclID(expr.b)
    if decl == .none || expr.b == 0 && sema.decls.kind(decl) != .initializer {
      let name = module.names.id(label, sema)
      for candidate in sema.members(of: expr.type, .initializer, .metatype) {
        let parameters = sema.signature(of: candidate.decl).parameters
        if parameters.count == 1, parameters[0].label == name {
          decl = candidate.decl
          break
        }
      }
    }
    guard decl != .none, sema.decls.kind(decl) == .initializer else { return }
    let mark = code.next
    let value = callMember(
      decl, flags: 0, types: typeArguments(of: decl, in: expr.type),
      arguments: [.value(Operand(register: register, isOwned: true), from)], node: expr.node, target: register,
      mark: mark)
    code.move(register, value.register)
    code.next = mark
  }

  // MARK: Strings

  private func interpolation(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let count = Int(expr.list.count)
    let to = ownDestination(target)
    if count == 1 {
      lower(ExprID(item(expr.list, 0)), into: to)
    } else {
      let window = code.take(max(1, min(count, Self.chunk)))
      for index in 0..<min(count, Self.chunk) { lower(ExprID(item(expr.list, index)), into: window + index) }
      let row = module.typeRow(sema.array(sema.knownType(.string)), info.scope)
      code.emitWide(.makeArray, to, window, min(count, Self.chunk), row)
      if count > Self.chunk {
        for index in Self.chunk..<count {
          lower(ExprID(item(expr.list, index)), into: window)
          code.emit(.arrayAppend, to, window)
        }
      }
      code.emitWide(.callNative, to, to, 1, module.concatenation())
    }
    code.next = to + 1
    let decl = DeclID(expr.a)
    if decl != .none, !sema.isNominal(expr.type, .string), expr.a != 0 || sema.decls.kind(decl) == .initializer {
      let inner = code.next
      let value = callMember(
        decl, flags: 0, types: typeArguments(of: decl, in: expr.type),
        arguments: [.value(Operand(register: to, isOwned: true), sema.knownType(.string))], node: expr.node, target: to,
        mark: inner)
      code.move(to, value.register)
      code.next = inner
    }
    return result(to, target, mark)
  }

  /// Labels of the arguments of an interpolation behind the first, as written.
  private func writtenLabels(_ node: NodeID) -> [String] {
    guard info.file < sema.trees.count, node != .none else { return [] }
    let tree = sema.trees[info.file]
    guard Int(node.raw) < tree.nodes.count, tree.kind(node) == .interpolation else { return [] }
    return tree.elements(node).filter { tree.kind($0) == .argument }.dropFirst().map {
      let label = tree.token($0, at: 0)
      return label == .none ? "" : tree.name(of: label)
    }
  }

  private func interpolationSegment(_ id: ExprID, _ target: Int?, _ mark: Int) -> Operand {
    let expr = expr(id)
    let value = ExprID(expr.a)
    let from = type(value)
    if expr.list.count == 0 {
      if sema.isNominal(from, .string) { return lower(value, into: target) }
      let to = ownDestination(target)
      lower(value, into: to)
      let typeRegister = code.take()
      load(type: from, into: typeRegister)
      place(expr.node)
      code.emit(.describe, to, to, typeRegister)
      return result(to, target, mark)
    }
    let count = Int(expr.list.count)
    var labels: [String] = []
    let decl = DeclID(expr.b)
    if decl != .none {
      labels = sema.signature(of: decl).parameters.dropFirst().map { $0.label == .none ? "" : sema.names[$0.label] }
    } else {
      labels = writtenLabels(expr.node)
    }
    while labels.count < count { labels.append("") }
    let window = code.take(count + 2)
    lower(value, into: window)
    for index in 0..<count { lower(ExprID(item(expr.list, index)), into: window + 1 + index) }
    load(type: from, into: window + 1 + count)
    place(expr.node)
    let to = target ?? mark
    code.emitWide(
      .callNative, to, window, count + 2, module.formattedInterpolation(Array(labels.prefix(count))))
    return Operand(register: to, isOwned: true)
  }
}
