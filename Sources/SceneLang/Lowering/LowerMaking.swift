/// Making values: initialisers, memberwise and delegating ones, result builders, enum cases, default arguments.

extension BodyLowering {
  // MARK: Making values

  func initCall(_ id: ExprID, _ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    if let operation = module.primitive(decl) {
      if let value = primitive(operation, expr, nil, target, mark) { return value }
    }
    let owner = sema.owner(of: decl)
    let arguments: [CallOperand] = items(expr.list).map { .expression(ExprID($0)) }
    if owner != .none, module.isUserClass(owner) {
      let unwrapped = sema.unwrapped(expr.type)
      let made = unwrapped == .none ? expr.type : unwrapped
      let object = code.take()
      constructClass(decl, made: made, arguments: arguments, object: object, into: object, node: expr.node, isNew: true)
      return result(object, target, mark)
    }
    if owner == .none || sema.synthesizedKind(of: decl) == .inheritedInit {
      // A class that inherits its initialisers.
      let origin = sema.origin(of: decl)
      if origin != .none, sema.decls.kind(origin) == .initializer {
        let object = code.take()
        constructClass(
          origin, made: expr.type, arguments: arguments, object: object, into: object, node: expr.node, isNew: true)
        return result(object, target, mark)
      }
    }
    return callMember(
      decl, flags: makerFlags(decl, expr.flags), types: types(expr.list2), arguments: arguments, node: expr.node,
      target: target, mark: mark, result: expr.type)
  }

  /// `Self()` and `self.init()` in generic code: the initialiser a protocol requires is the one of the type at hand.
  private func makerFlags(_ decl: DeclID, _ flags: UInt8) -> UInt8 {
    isProtocolMember(decl) && sema.isRequirement(decl) ? flags | TypedExprFlags.witness : flags
  }

  /// Runs an initialiser of a class on an object; with `isNew` the object is made first, and the stored members of the
  /// classes between the made one and the initialiser's are set.
  func constructClass(
    _ decl: DeclID, made: TypeID, arguments: [CallOperand], object: Int, into target: Int, node: NodeID = .none,
    isNew: Bool = false
  ) {
    var decl = decl
    if sema.synthesizedKind(of: decl) == .inheritedInit, sema.origin(of: decl) != .none { decl = sema.origin(of: decl) }
    let mark = code.next
    if isNew {
      place(node)
      code.emitWide(.makeObject, object, 0, 0, module.typeRow(made, info.scope))
      let declaring = sema.owner(of: decl)
      var current = made
      var depth = 0
      while sema.types.kind(current) == .nominal, sema.types.decl(current) != declaring, depth < 256 {
        let nominal = sema.types.decl(current)
        guard module.isUserClass(nominal) else { break }
        callFields(nominal, type: current, object: object)
        let superclass = sema.superclass(of: current)
        if superclass == .none { break }
        current = superclass
        depth += 1
      }
    }
    let value = callMember(
      decl, flags: 0, types: typeArguments(of: decl, in: made),
      receiver: .value(Operand(register: object, isOwned: true), made), arguments: arguments, node: node, target: nil,
      mark: mark)
    code.move(target, value.register)
    code.next = mark
  }

  private func callFields(_ nominal: DeclID, type: TypeID, object: Int) {
    let function = module.function(FunctionKey(decl: nominal, kind: .classFields))
    let count = module.module.functions[function].typeParameterCount
    let mark = code.next
    let window = code.take(count + 1)
    for index in 0..<count where index < sema.types.argumentCount(type) {
      load(type: sema.types.argument(type, index), into: window + index)
    }
    code.move(window + count, object)
    code.emitWide(.call, window, window, count + 1, function)
    code.next = mark
  }

  func delegatingInit(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    let own = LocalID(expr.b)
    let owner = sema.owner(of: decl)
    let arguments: [CallOperand] = items(expr.list).map { .expression(ExprID($0)) }
    if owner != .none, module.isUserClass(owner) {
      let object = code.take()
      load(local: own, into: object)
      var made = body.locals[Int(own.raw)].type
      let types = types(expr.list2)
      if !types.isEmpty, types.count == sema.genericParameters(of: owner).count {
        made = sema.types.nominal(owner, types)
      }
      constructClass(decl, made: made, arguments: arguments, object: object, into: object, node: expr.node)
      failIfNil(object, decl)
      return result(object, target, mark)
    }
    if owner != .none, sema.decls.kind(owner) == .classDecl {
      // The superclass is the prelude's: its initialiser has no effect of its own.
      for argument in arguments { if case .expression(let id) = argument { lower(id) } }
      return Operand(register: destination(target, mark), isOwned: true)
    }
    let value = callMember(
      decl, flags: makerFlags(decl, expr.flags), types: types(expr.list2), arguments: arguments, node: expr.node,
      target: nil, mark: mark)
    failIfNil(value.register, decl)
    store(local: own, value.register)
    return Operand(register: target ?? value.register, isOwned: true)
  }

  /// A failed delegation fails the initialiser.
  private func failIfNil(_ register: Int, _ decl: DeclID) {
    guard isFailable, sema.decls.has(decl, .isFailable) else { return }
    let passed = code.label()
    code.branch(.jumpIfNotNil, register, passed)
    let mark = code.next
    let window = code.take(max(shape.results, 1))
    code.emit(.constNil, window)
    runDeferred(downTo: 0)
    finishReturn(window)
    code.next = mark
    code.bind(passed)
  }

  /// The structure itself where the parameters are its members, else the initialiser is called.
  func memberwise(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    let nominal = sema.types.kind(expr.type) == .nominal ? sema.types.decl(expr.type) : DeclID.none
    if nominal != .none, sema.decls.kind(nominal) == .structDecl, leavesOutWrapped(expr) {
      return memberwiseHere(expr, nominal, target, mark)
    }
    guard nominal != .none, module.isMemberwise(decl, nominal, count: Int(expr.list.count)) else {
      return callMember(
        decl, flags: 0, types: types(expr.list2).isEmpty ? typeArguments(of: decl, in: expr.type) : types(expr.list2),
        arguments: items(expr.list).map { .expression(ExprID($0)) }, node: expr.node, target: target, mark: mark,
        result: expr.type)
    }
    return aggregate(expr, target, mark) { to, window, count in
      code.emitWide(.makeStruct, to, window, count, module.typeRow(expr.type, info.scope))
    }
  }

  /// Whether a property with a wrapper takes its initial value. That value is the wrapper itself, while an argument that
  /// is given is what it wraps.
  private func leavesOutWrapped(_ expr: TypedExpr) -> Bool {
    items(expr.list).contains { raw in
      let argument = self.expr(ExprID(raw))
      guard argument.kind == .defaultArgument else { return false }
      let decl = DeclID(argument.a)
      return sema.decls.kind(decl) == .variable && module.isWrapped(decl)
    }
  }

  /// A memberwise initialiser at the place of its call.
  private func memberwiseHere(_ expr: TypedExpr, _ nominal: DeclID, _ target: Int?, _ mark: Int) -> Operand {
    let parameters = sema.signature(of: DeclID(expr.a)).parameters
    let arguments = items(expr.list).map { ExprID($0) }
    let object = code.take()
    code.emitWide(.makeObject, object, 0, 0, module.typeRow(expr.type, info.scope))
    for member in module.storedMembers(nominal) {
      let start = code.next
      let value = code.take()
      let name = sema.decls.name(member)
      if let position = parameters.firstIndex(where: { $0.label == name || $0.name == name }),
        position < arguments.count
      {
        consume(arguments[position], into: value)
        if self.expr(arguments[position]).kind != .defaultArgument {
          let type = parameters[position].type
          callBuilder(parameters[position], member, value)
          if module.isWrapped(member) { wrapParameter(member, value, type) }
        }
        if sema.decls.has(member, .isWeak) { code.emit(.makeWeak, value, value) }
        code.emit(.setField, object, module.field(member), value)
      } else if let constant = module.inlineConstant(member, .initialValue) {
        load(constant, into: value)
        code.emit(.setField, object, module.field(member), value)
      } else if module.bodies.typedBody(of: member, .initialValue) != nil {
        let key = FunctionKey(decl: member, kind: .initialValue)
        let function = module.function(key)
        let hidden = module.scope(of: key).parameters
        let types = sema.types.kind(expr.type) == .nominal ? Array(sema.types.arguments(expr.type)) : []
        let window = code.take(max(hidden.count, 1))
        for index in hidden.indices {
          if index < types.count {
            load(type: types[index], into: window + index)
          } else {
            code.emit(.type, window + index, imm: module.intern(.dynamic))
          }
        }
        code.emitWide(.call, value, window, hidden.count, function)
        code.emit(.setField, object, module.field(member), value)
      }
      code.next = start
    }
    let to = target ?? mark
    code.reserve(upTo: max(to, object) + 1)
    code.move(to, object)
    return Operand(register: to, isOwned: true)
  }

  /// `@SomeBuilder var items: [Item]` takes a closure and keeps what it gives.
  func callBuilder(_ parameter: Signature.Parameter, _ member: DeclID, _ register: Int) {
    guard parameter.builder != .none, sema.types.kind(parameter.type) == .function,
      sema.types.kind(module.storageType(member)) != .function
    else { return }
    let closure = code.take()
    code.move(closure, register)
    code.emitWide(.callClosure, register, closure, 0, closure | 1 << 16)
  }

  func enumCase(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    let owner = sema.owner(of: decl)
    if module.isOptional(owner) {
      let to = target ?? mark
      code.reserve(upTo: to + 1)
      if expr.list.count == 0 {
        code.emit(.constNil, to)
        return Operand(register: to, isOwned: true)
      }
      let payload = ExprID(item(expr.list, 0))
      let register = code.take()
      consume(payload, into: register)
      wrap(to, register, type(payload))
      return Operand(register: to, isOwned: true)
    }
    let number = module.caseIndex(decl)
    if module.isPlainEnum(owner) {
      let to = destination(target, mark)
      load(integer: number, into: to)
      return Operand(register: to, isOwned: true)
    }
    return aggregate(expr, target, mark) { to, window, count in
      code.emitWide(.makeEnum, to, window, count, module.typeRow(expr.type, info.scope) | number << 32)
    }
  }

  func defaultArgument(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    let isVariable = sema.decls.kind(decl) == .variable
    let to = destination(target, mark)
    if isVariable, sema.decls.has(decl, .isLazy) {
      // Its initial value is made when it is read.
      code.emit(.constNil, to)
      return Operand(register: to, isOwned: true)
    }
    if let constant = module.inlineConstant(decl, isVariable ? .initialValue : .defaultValue) {
      load(constant, into: to)
      return Operand(register: to, isOwned: true)
    }
    if isVariable, module.bodies.typedBody(of: decl, .initialValue) == nil {
      code.emit(.constNil, to)
      return Operand(register: to, isOwned: true)
    }
    let key = FunctionKey(decl: decl, kind: isVariable ? .initialValue : .defaultValue)
    let function = module.function(key)
    let hidden = module.scope(of: key).parameters
    let types = types(expr.list2)
    let all = isVariable ? hidden : sema.signature(of: sema.decls.parent(decl)).genericParameters
    let window = code.take(max(hidden.count, 1))
    for (index, parameter) in hidden.enumerated() {
      if let position = all.firstIndex(of: parameter), position < types.count {
        load(type: types[position], into: window + index)
      } else {
        code.emit(.type, window + index, imm: module.intern(.dynamic))
      }
    }
    place(expr.node)
    code.emitWide(.call, to, window, hidden.count, function)
    return Operand(register: to, isOwned: true)
  }
}
