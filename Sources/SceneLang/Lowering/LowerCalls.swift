/// Calls: of functions, natives, requirements, overridable members and closures. Arguments are evaluated into a window of
/// registers that follow each other; variables passed `inout` are read last, and written back after the call.
import SceneIR

enum SelfArgument {
  case none
  case value(Operand, TypeID)
  /// An existential whose value is the receiver.
  case box(Operand)
  case place(Place, TypeID)
}

enum CallOperand {
  case expression(ExprID)
  case value(Operand, TypeID)
  /// Passed `inout`.
  case place(Place)
}

extension BodyLowering {
  // MARK: Expressions that call

  func call(_ id: ExprID, _ expr: TypedExpr, _ base: Operand?, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    if let operation = module.primitive(decl), let value = primitive(operation, expr, base, target, mark) {
      return value
    }
    var receiver = SelfArgument.none
    var arguments: [CallOperand] = items(expr.list).map { .expression(ExprID($0)) }
    let types = types(expr.list2)
    if module.takesSelf(decl) {
      let baseID = ExprID(expr.b)
      if let base {
        receiver = selfArgument(base, baseID, decl)
      } else if expr.b != ExprID.none.raw {
        receiver = .place(resolvePlace(baseID), type(baseID))
      }
    } else if let base, !arguments.isEmpty {
      arguments[0] = .value(base, type(ExprID(item(expr.list, 0))))
    } else if expr.b != ExprID.none.raw, expr.flags & TypedExprFlags.witness != 0,
      sema.types.kind(type(ExprID(expr.b))) == .metatype
    {
      // The requirement of a type that is a value.
      let metatype = lower(ExprID(expr.b))
      return callMember(
        decl, flags: expr.flags, types: types, arguments: arguments, node: expr.node, target: target, mark: mark,
        result: expr.type, metatype: metatype.register)
    }
    return callMember(
      decl, flags: expr.flags, types: types, receiver: receiver, arguments: arguments, node: expr.node, target: target,
      mark: mark, result: expr.type)
  }

  private func selfArgument(_ base: Operand, _ id: ExprID, _ decl: DeclID) -> SelfArgument {
    if isProtocolMember(decl) {
      if expr(id).kind == .openExistential || sema.types.kind(type(id)) == .existential { return .box(base) }
    }
    return .value(base, type(id))
  }

  /// Reading a computed member or subscript of a value.
  func member(_ id: ExprID, _ expr: TypedExpr, _ base: Operand, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.b)
    if decl == .none { return keyPathMember(expr, base, target, mark) }
    if expr.kind == .computedMember, let operation = module.primitive(decl) {
      if case .identity = operation { return base }
    }
    let baseID = ExprID(expr.a)
    if expr.kind == .subscriptMember, isArrayElement(expr) {
      if !base.isOwned, mayChange(ExprID(item(expr.list, 0))) { share(base.register, type(baseID)) }
      let to = base.register == mark ? mark : destination(target, mark)
      let index = lower(ExprID(item(expr.list, 0)))
      place(expr.node)
      let final = target ?? to
      code.emit(.arrayGet, final, base.register, index.register)
      return Operand(register: final, isOwned: false)
    }
    return callMember(
      decl, flags: expr.flags, types: types(expr.list2), receiver: selfArgument(base, baseID, decl),
      arguments: items(expr.list).map { .expression(ExprID($0)) }, node: expr.node, target: target, mark: mark,
      result: expr.type)
  }

  /// `x[keyPath: p]`.
  private func keyPathMember(_ expr: TypedExpr, _ base: Operand, _ target: Int?, _ mark: Int) -> Operand {
    let window = code.take(2)
    code.move(window, base.register)
    if expr.list.count > 0 { lower(ExprID(item(expr.list, 0)), into: window + 1) }
    place(expr.node)
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    code.emitWide(.callNative, to, window, 2, module.keyPathRead())
    return Operand(register: to, isOwned: false)
  }

  /// A static or global computed variable; a getter that changes its base.
  func memberWithoutValueBase(_ id: ExprID, _ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.b)
    var receiver = SelfArgument.none
    if module.takesSelf(decl), expr.a != ExprID.none.raw {
      receiver = .place(resolvePlace(ExprID(expr.a)), type(ExprID(expr.a)))
    }
    return callMember(
      decl, flags: expr.flags, types: types(expr.list2), receiver: receiver,
      arguments: items(expr.list).map { .expression(ExprID($0)) }, node: expr.node, target: target, mark: mark,
      result: expr.type)
  }

  func storedMember(_ id: ExprID, _ expr: TypedExpr, _ base: Operand, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.b)
    if isAccessor(decl, expr.flags) {
      return callMember(
        decl, flags: 0, types: typeArguments(of: decl, in: type(ExprID(expr.a))),
        receiver: .value(base, type(ExprID(expr.a))), arguments: [], node: expr.node, target: target, mark: mark,
        result: expr.type)
    }
    let to = destination(target, mark)
    if sema.decls.kind(sema.owner(of: decl)) == .classDecl { place(expr.node) }
    code.emit(module.isTracked(decl) ? .getTracked : .getField, to, base.register, module.field(decl))
    if sema.decls.has(decl, .isWeak) { code.emit(.loadWeak, to, to) }
    return Operand(register: to, isOwned: false)
  }

  /// A stored member that is read through a function: lazy, or wrapped and not meant as the wrapper.
  func isAccessor(_ decl: DeclID, _ flags: UInt8) -> Bool {
    if sema.decls.has(decl, .isLazy) { return true }
    return module.isWrapped(decl) && flags & TypedExprFlags.storage == 0
  }

  func isArrayElement(_ expr: TypedExpr) -> Bool {
    guard expr.kind == .subscriptMember, expr.list.count == 1, sema.isNominal(type(ExprID(expr.a)), .array) else {
      return false
    }
    let argument = ExprID(item(expr.list, 0))
    return sema.isNominal(type(argument), .int) && module.isNative(DeclID(expr.b))
      && module.nativeKey(DeclID(expr.b)) == "Array.subscript(_:)"
  }

  func callValue(_ expr: TypedExpr, _ base: Operand, _ target: Int?, _ mark: Int) -> Operand {
    var closure = base.register
    if base.register != mark {
      closure = code.take()
      code.move(closure, base.register)
    }
    let count = Int(expr.list.count)
    let arguments = items(expr.list).map { CallOperand.expression(ExprID($0)) }
    let changed = items(expr.list).lazy.filter { self.expr(ExprID($0)).kind == .inoutAccess }.count
    let window = code.take(max(count, 1 + changed))
    var places: [(Int, Place, [Int])] = []
    evaluate(arguments, from: window, &places)
    openAll(&places, forNative: false)
    place(expr.node)
    code.emitWide(.callClosure, window, window, count, closure | (1 + places.count) << 16)
    closeAll(places, results: window + 1)
    return callResult(window, expr.type, target, mark)
  }

  // MARK: One call

  /// Emits a call of a declaration. `mark` is the first register that is free when the call is done; a receiver or first
  /// argument in it is consumed.
  func callMember(
    _ decl: DeclID, flags: UInt8, types: [TypeID], receiver: SelfArgument = .none, arguments: [CallOperand],
    isSetter: Bool = false, node: NodeID, target: Int?, mark: Int, result: TypeID? = nil, metatype: Int? = nil
  ) -> Operand {
    var dispatch = Dispatch.direct
    var typeRegister = metatype ?? -1
    var hidden: [DeclID] = []
    var trailing: [DeclID] = []
    let all = sema.signature(of: decl).genericParameters
    var nativeRow = -1
    var function = -1
    if flags & TypedExprFlags.witness != 0, isProtocolMember(decl), sema.isRequirement(decl) {
      let proto = sema.owner(of: decl)
      let row = module.protocolRow(proto)
      module.calledRequirements.insert(UInt64(decl.raw) << 1 | (isSetter ? 1 : 0))
      let requirement = (module.requirementIndex[decl] ?? 0) + (isSetter ? 1 : 0)
      dispatch = .witness(proto: row, requirement: requirement)
      hidden = Array(module.hiddenParameters(of: decl).dropFirst())
    } else {
      switch module.callee(decl, isSetter: isSetter) {
      case .native(let row):
        nativeRow = module.native(row, taking: arguments.count, of: decl, isSetter: isSetter)
        if module.module.natives[row].typeArgumentCount > 0 { trailing = module.typedArguments(of: decl) }
      case .function(let index):
        function = index
        hidden = module.hiddenParameters(of: decl)
        if flags & TypedExprFlags.virtual != 0, module.isOverridden(decl) { dispatch = .virtual }
      }
    }

    // The window: hidden type arguments, self, the arguments, trailing type arguments. What the call gives back begins at
    // the same place and may be more: the places that are changed are opened behind it.
    var hasSelf = true
    if case .none = receiver { hasSelf = false }
    let count = hidden.count + (hasSelf ? 1 : 0) + arguments.count + trailing.count
    let resultCount: Int
    switch dispatch {
    case .witness(let proto, let requirement):
      resultCount = module.module.protocols[proto].shapes[requirement].resultCount
    case .virtual, .direct:
      resultCount =
        nativeRow >= 0
        ? module.module.natives[nativeRow].resultCount : module.module.functions[function].resultCount
    }
    if hidden.isEmpty, firstRegister(receiver, arguments) == mark { code.next = mark }
    let window = code.take(max(count, resultCount, 1))
    var slot = window
    // The type of an opened receiver is Self.
    var openedSelf = -1
    if case .box(let box) = receiver {
      openedSelf = code.take()
      code.emit(.existentialType, openedSelf, box.register)
    }
    func load(_ parameter: DeclID, into register: Int) {
      if openedSelf >= 0, parameter == all.first {
        code.move(register, openedSelf)
      } else if let index = all.firstIndex(of: parameter), index < types.count {
        self.load(type: types[index], into: register)
      } else {
        code.emit(.type, register, imm: module.intern(.dynamic))
      }
    }
    for parameter in hidden {
      load(parameter, into: slot)
      slot += 1
    }
    var places: [(Int, Place, [Int])] = []
    switch receiver {
    case .none: break
    case .value(let value, let type):
      code.move(slot, value.register)
      if !value.isOwned, arguments.contains(where: { changes($0) }) { share(slot, type) }
      slot += 1
    case .box(let box):
      code.emit(.openExistential, slot, box.register)
      slot += 1
    case .place(let place, _):
      if module.changesSelf(decl, isSetter: isSetter) {
        places.append((slot, place, []))
      } else {
        let value = read(place)
        code.move(slot, value)
      }
      slot += 1
    }
    evaluate(arguments, from: slot, &places)
    slot += arguments.count
    for parameter in trailing {
      load(parameter, into: slot)
      slot += 1
    }
    if case .witness = dispatch, typeRegister < 0 {
      if openedSelf >= 0 {
        typeRegister = openedSelf
      } else {
        typeRegister = code.take()
        if let selfType = types.first {
          self.load(type: selfType, into: typeRegister)
        } else {
          code.emit(.type, typeRegister, imm: module.intern(.dynamic))
        }
      }
    }
    openAll(&places, forNative: nativeRow >= 0)

    // The call.
    let direct = places.isEmpty && target != nil
    let results = direct ? target ?? window : window
    self.place(node)
    switch dispatch {
    case .witness(let proto, let requirement):
      let expected = module.module.protocols[proto].shapes[requirement]
      if count != expected.typeParameterCount + expected.parameterCount { return malformed(target, mark) }
      let to = resultCount > 1 ? window : results
      if decl == module.equality {
        // The machine compares values of any type and calls the `==` of a type that has one.
        code.emit(.equal, to, window, typeRegister)
        break
      }
      code.emitWide(.callWitness, to, window, count, typeRegister | requirement << 16 | proto << 32)
    case .virtual, .direct:
      if nativeRow >= 0 {
        let row = module.module.natives[nativeRow]
        if count != row.parameters.count + row.typeArgumentCount { return malformed(target, mark) }
        code.emitWide(.callNative, resultCount > 1 ? window : results, window, count, nativeRow)
      } else {
        let row = module.module.functions[function]
        if count != row.parameterCount + row.typeParameterCount { return malformed(target, mark) }
        code.emitWide(
          dispatch.isVirtual ? .callVirtual : .call, resultCount > 1 ? window : results, window, count, function)
      }
    }
    closeAll(places, results: window + 1)
    if resultCount == 1, direct {
      trapIfNever(result)
      return Operand(register: results, isOwned: true)
    }
    return callResult(window, result, target, mark)
  }

  enum Dispatch {
    case direct, virtual
    case witness(proto: Int, requirement: Int)
    var isVirtual: Bool { if case .virtual = self { return true } else { return false } }
  }

  /// The checker and lowering disagree about a call: it traps rather than make the module unsound.
  private func malformed(_ target: Int?, _ mark: Int) -> Operand {
    code.emit(.trap, BadProgramReason.unfitCall.rawValue, imm: TrapCode.badProgram.rawValue)
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    return Operand(register: to, isOwned: true)
  }

  private func firstRegister(_ receiver: SelfArgument, _ arguments: [CallOperand]) -> Int {
    switch receiver {
    case .value(let value, _): return value.register
    case .box, .place: return -1
    case .none:
      if case .value(let value, _)? = arguments.first { return value.register }
      return -1
    }
  }

  private func callResult(_ window: Int, _ type: TypeID?, _ target: Int?, _ mark: Int) -> Operand {
    trapIfNever(type)
    let to = target ?? mark
    code.move(to, window)
    return Operand(register: to, isOwned: true)
  }

  private func trapIfNever(_ type: TypeID?) {
    if let type, sema.isNominal(type, .never) { code.emit(.trap, 0, imm: TrapCode.unreachable.rawValue) }
  }

  // MARK: Arguments

  /// Evaluates arguments into consecutive registers; those passed `inout` are resolved and added to `places`.
  func evaluate(_ arguments: [CallOperand], from first: Int, _ places: inout [(Int, Place, [Int])]) {
    for (index, argument) in arguments.enumerated() {
      let slot = first + index
      switch argument {
      case .value(let value, let type):
        code.move(slot, value.register)
        if !value.isOwned, arguments[(index + 1)...].contains(where: { changes($0) }) { share(slot, type) }
      case .place(let place): places.append((slot, place, []))
      case .expression(let id):
        if expr(id).kind == .inoutAccess {
          places.append((slot, resolvePlace(ExprID(expr(id).a)), []))
          continue
        }
        let value = lower(id, into: slot)
        if !value.isOwned, index + 1 < arguments.count, arguments[(index + 1)...].contains(where: { changes($0) }) {
          share(slot, type(id))
        }
      }
    }
  }

  private func changes(_ argument: CallOperand) -> Bool {
    if case .expression(let id) = argument { return mayChange(id) }
    return false
  }

  /// Reads the places into their registers of the window, ready to be changed.
  private func openAll(_ places: inout [(Int, Place, [Int])], forNative: Bool) {
    for index in places.indices {
      let opened = open(places[index].1, isLeafUnique: forNative)
      places[index].2 = opened
      code.move(places[index].0, opened.last ?? places[index].0)
    }
  }

  private func closeAll(_ places: [(Int, Place, [Int])], results: Int) {
    for (index, entry) in places.enumerated() { close(entry.1, entry.2, value: results + index) }
  }

  /// Whether evaluating an expression may change what a variable holds.
  func mayChange(_ id: ExprID) -> Bool {
    var work = [id]
    var steps = 0
    while let next = work.popLast() {
      steps += 1
      if steps > 64 { return true }
      let expr = expr(next)
      switch expr.kind {
      case .assign, .inoutAccess, .callValue, .initCall, .ifExpression, .switchExpression, .closure, .autoclosure:
        if expr.kind == .closure || expr.kind == .autoclosure { continue }
        return true
      case .call: if module.primitive(DeclID(expr.a)) == nil, !module.isNative(DeclID(expr.a)) { return true }
      default: break
      }
      forEachOperand(expr) { work.append($0) }
    }
    return false
  }

  /// Operand expressions, in no particular order; bodies of closures and statements are not entered.
  func forEachOperand(_ expr: TypedExpr, _ visit: (ExprID) -> Void) {
    func one(_ raw: UInt32) { if raw != ExprID.none.raw { visit(ExprID(raw)) } }
    func list() { for raw in items(expr.list) { one(raw) } }
    switch expr.kind {
    case .error, .intLiteral, .floatLiteral, .stringLiteral, .boolLiteral, .nilLiteral, .magicLiteral, .local, .global,
      .typeReference, .closure, .discard, .defaultArgument, .ifExpression, .switchExpression:
      break
    case .stringInterpolation, .arrayLiteral, .dictionaryLiteral, .tuple, .keyPath, .keyPathComponent, .initCall,
      .memberwiseInit, .enumCase, .ternary, .delegatingInit:
      list()
    case .interpolation, .callValue:
      one(expr.a)
      list()
    case .storedMember, .tupleElement, .autoclosure, .inoutAccess, .optionalChain, .bindOptional, .forceUnwrap,
      .wrapOptional, .floatConversion, .erase, .upcast, .collectionConversion, .functionConversion, .openExistential,
      .isNil, .isTest, .conditionalCast, .forcedCast, .coerce, .tryOptional, .tryForce, .await:
      one(expr.a)
    case .computedMember, .subscriptMember:
      one(expr.a)
      list()
    case .functionReference: one(expr.b)
    case .call:
      one(expr.b)
      list()
    case .logicalAnd, .logicalOr, .nilCoalesce, .assign:
      one(expr.a)
      one(expr.b)
    }
  }

  /// Arguments for the generic parameters of a declaration that a value of a type has.
  func typeArguments(of decl: DeclID, in type: TypeID) -> [TypeID] {
    let owner = sema.owner(of: decl)
    guard owner != .none else { return [] }
    if sema.decls.kind(owner) == .protocolDecl { return [type] }
    var current = type
    var depth = 0
    while sema.types.kind(current) == .nominal, depth < 256 {
      if sema.types.decl(current) == owner { return Array(sema.types.arguments(current)) }
      let superclass = sema.superclass(of: current)
      if superclass == .none { break }
      current = superclass
      depth += 1
    }
    return sema.types.kind(type) == .nominal ? Array(sema.types.arguments(type)) : []
  }

  // MARK: Instructions instead of calls

  func primitive(
    _ operation: PrimitiveOperation, _ expr: TypedExpr, _ base: Operand?, _ target: Int?, _ mark: Int
  ) -> Operand? {
    var operands: [ExprID] = items(expr.list).map { ExprID($0) }
    if module.takesSelf(DeclID(expr.a)), expr.b != ExprID.none.raw { operands.insert(ExprID(expr.b), at: 0) }
    guard let first = operands.first, operands.count <= 2 else { return nil }
    if self.expr(first).kind == .inoutAccess { return nil }
    var left = base ?? lower(first)
    if operands.count == 2, left.register != mark, info.changesVariables, mayChange(operands[1]) {
      let copy = destination(nil, mark)
      code.move(copy, left.register)
      left.register = copy
    }
    let right = operands.count == 2 ? lower(operands[1]).register : -1
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    guard emit(operation, to, left.register, right, type: type(first), node: expr.node) else { return nil }
    return Operand(register: to, isOwned: true)
  }

  /// Emits the instructions of an operation; false when it takes another number of operands. `right` is -1 for one.
  func emit(_ operation: PrimitiveOperation, _ to: Int, _ left: Int, _ right: Int, type: TypeID, node: NodeID) -> Bool {
    func narrow(_ kind: IntegerKind) { code.emit(.narrowI, to, to, kind.rawValue) }
    switch operation {
    case .binary, .swapped, .narrowed, .truncated, .single, .sameBits, .differentBits: if right < 0 { return false }
    case .unary, .narrowedUnary, .singleUnary, .identity, .narrow, .truncate, .intToSingle, .typeOf:
      if right >= 0 { return false }
    }
    switch operation {
    case .binary(let op):
      placeIfTrapping(op, node)
      code.emit(op, to, left, right)
    case .swapped(let op): code.emit(op, to, right, left)
    case .narrowed(let op, let kind):
      place(node)
      code.emit(op, to, left, right)
      narrow(kind)
    case .truncated(let op, let kind):
      code.emit(op, to, left, right)
      code.emit(.truncateI, to, to, kind.rawValue)
    case .single(let op):
      code.emit(op, to, left, right)
      code.emit(.floatToSingle, to, to)
    case .unary(let op):
      placeIfTrapping(op, node)
      code.emit(op, to, left)
    case .narrowedUnary(let op, let kind):
      place(node)
      code.emit(op, to, left)
      narrow(kind)
    case .singleUnary(let op):
      code.emit(op, to, left)
      code.emit(.floatToSingle, to, to)
    case .identity: code.move(to, left)
    case .narrow(let kind):
      place(node)
      code.emit(.narrowI, to, left, kind.rawValue)
    case .truncate(let kind): code.emit(.truncateI, to, left, kind.rawValue)
    case .intToSingle:
      code.emit(.intToFloat, to, left)
      code.emit(.floatToSingle, to, to)
    case .sameBits, .differentBits:
      code.emit(.eqBits, to, left, right)
      if case .differentBits = operation { code.emit(.not, to, to) }
    case .typeOf:
      let typeRegister = code.take()
      load(type: type, into: typeRegister)
      code.emit(.typeOf, to, left, typeRegister)
    }
    return true
  }

  private func placeIfTrapping(_ op: Opcode, _ node: NodeID) {
    switch op {
    case .addI, .subI, .mulI, .divI, .remI, .negI, .floatToInt: place(node)
    default: break
    }
  }
}
