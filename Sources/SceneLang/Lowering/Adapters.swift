/// Functions that no source text stands for: accessors of stored members, functions used as values, witnesses whose
/// shape differs from the requirement's.
import SceneIR

extension ModuleLowering {
  /// A function in the making without a body of its own; parameters lie behind the hidden type arguments.
  func bare(_ decl: DeclID, _ shape: FunctionShape, _ scope: TypeScope) -> BodyLowering {
    let info = BodyInfo(module: self, body: TypedBody(), decl: decl, file: 0)
    info.scope = scope
    let lowering = BodyLowering(info: info, shape: shape)
    lowering.code.next = 0
    _ = lowering.code.take(max(shape.types + shape.parameters, 1))
    return lowering
  }

  /// The generic parameters of a declaration as types: seen from inside, its arguments.
  func identityTypes(of decl: DeclID) -> [TypeID] {
    sema.signature(of: decl).genericParameters.map { sema.types.make(.parameter, decl: $0) }
  }

  // MARK: Stored members

  func storedAccessor(_ key: FunctionKey, at index: Int) {
    let decl = key.decl
    let shape = shape(of: key)
    let lowering = bare(decl, shape, scope(of: key))
    let owner = sema.owner(of: decl)
    if shape.hasSelf, sema.hasAttribute(decl, "Entry") {
      entryAccessor(key, shape, lowering, owner: owner)
      finish(lowering, at: index)
      return
    }
    let selfRegister = shape.hasSelf ? shape.types : -1
    let value = lowering.code.take()
    if key.kind == .setter {
      lowering.code.move(value, shape.types + (shape.hasSelf ? 1 : 0))
      lowering.share(value, sema.type(ofVariable: decl))
      lowering.storedSetter(decl, owner: owner, object: selfRegister, value: value)
      lowering.code.emit(.constNil, value)
    } else {
      lowering.storedGetter(decl, owner: owner, object: selfRegister, into: value)
    }
    lowering.finishAdapter(value, selfRegister, results: shape.results)
    finish(lowering, at: index)
  }

  /// `@Entry var name = initial` in an extension of the environment's or a transaction's values: kept under its name.
  private func entryAccessor(_ key: FunctionKey, _ shape: FunctionShape, _ lowering: BodyLowering, owner: DeclID) {
    let code = lowering.code
    let type = owner == .none ? "" : sema.names[sema.decls.name(owner)]
    let value = code.take()
    let window = code.take(3)
    code.move(window, shape.types)
    let name = string(sema.names[sema.decls.name(key.decl)])
    if key.kind == .setter {
      code.move(window + 1, shape.types + 1)
      lowering.share(window + 1, sema.type(ofVariable: key.decl))
      code.emit(.constString, window + 2, imm: name)
      let row = native(
        NativeRow(
          key: "\(type).entry(_:_:)=", result: .value, parameters: ["self", "newValue", "name"], resultCount: 2))
      code.emitWide(.callNative, window, window, 3, row)
      code.move(shape.types, window + 1)
      code.emit(.constNil, value)
    } else {
      code.emit(.constString, window + 1, imm: name)
      if bodies.typedBody(of: key.decl, .initialValue) == nil {
        code.emit(.constNil, window + 2)
      } else {
        code.emitWide(.call, window + 2, window + 2, 0, function(FunctionKey(decl: key.decl, kind: .initialValue)))
      }
      let row = native(
        NativeRow(key: "\(type).entry(_:_:)", result: .value, parameters: ["self", "name", "initial"]))
      code.emitWide(.callNative, value, window, 3, row)
    }
    lowering.finishAdapter(value, shape.types, results: shape.results)
  }

  // MARK: Adapters

  func adapter(_ key: FunctionKey, at index: Int) {
    let shape = shape(of: key)
    let lowering = bare(key.decl, shape, scope(of: key))
    switch key.kind {
    case .classFields:
      lowering.initialiseFields(of: key.decl, object: shape.types)
      let value = lowering.code.take()
      lowering.code.emit(.constNil, value)
      lowering.finishAdapter(value, -1, results: 1)
    case .reference: reference(key, shape, lowering)
    case .witness: witness(key, shape, lowering)
    default:
      // A native as a function of its own, or a requirement that an accessor of a key path stands for.
      let hasSelf = shape.hasSelf
      let isRequirement = sema.isRequirement(key.decl) && lowering.isProtocolMember(key.decl)
      call(
        key.decl, isSetter: key.kind == .setter, shape, lowering, selfRegister: hasSelf ? shape.types : -1,
        first: shape.types + (hasSelf ? 1 : 0), count: shape.parameters - (hasSelf ? 1 : 0), results: shape.results,
        returnsSelf: shape.inouts.first == 0 && hasSelf, flags: isRequirement ? TypedExprFlags.witness : 0)
    }
    finish(lowering, at: index)
  }

  /// Calls a declaration with parameters of the function and returns its results.
  private func call(
    _ decl: DeclID, isSetter: Bool, _ shape: FunctionShape, _ lowering: BodyLowering, selfRegister: Int, first: Int,
    count: Int, results: Int, returnsSelf: Bool, flags: UInt8 = 0
  ) {
    let code = lowering.code
    let signature = sema.signature(of: decl)
    let own = functionShape(decl, isSetter: isSetter)
    let owner = sema.owner(of: decl)
    let value = code.take()
    let isAccessor = sema.decls.kind(decl) == .variable || sema.decls.kind(decl) == .subscript_
    func parameterType(_ position: Int) -> TypeID {
      let position = isSetter ? position - 1 : position
      if position < 0 || isAccessor && sema.decls.kind(decl) == .variable { return signature.result }
      return position < signature.parameters.count ? signature.parameters[position].type : sema.types.any
    }
    if let operation = primitive(decl) {
      let registers = (selfRegister >= 0 ? [selfRegister] : []) + (0..<count).map { first + $0 }
      let type = selfRegister >= 0 && owner != .none ? sema.declaredType(of: owner) : parameterType(0)
      if registers.count >= 1, registers.count <= 2,
        lowering.emit(
          operation, value, registers[0], registers.count == 2 ? registers[1] : -1, type: type, node: .none)
      {
        lowering.finishAdapter(value, -1, results: 1)
        return
      }
    }
    if sema.decls.kind(decl) == .enumCase {
      lowering.construct(enumCase: decl, first: first, count: count, into: value)
      lowering.finishAdapter(value, -1, results: results)
      return
    }
    var operands: [CallOperand] = []
    var changed: [Int] = []
    for position in 0..<count {
      let register = first + position
      let isInout = own.inouts.contains(position + (own.hasSelf ? 1 : 0))
      if isInout {
        operands.append(.place(Place(root: .value(register), rootType: parameterType(position))))
        changed.append(register)
      } else {
        operands.append(.value(Operand(register: register, isOwned: false), parameterType(position)))
      }
    }
    let selfType = owner == .none ? sema.types.error : sema.selfType(of: sema.decls.parent(decl))
    let mark = code.next
    if sema.decls.kind(decl) == .initializer, owner != .none, isUserClass(owner) {
      let object = code.take()
      lowering.constructClass(
        decl, made: sema.declaredType(of: owner), arguments: operands, object: object, into: object, isNew: true)
      code.move(value, object)
    } else {
      var receiver = SelfArgument.none
      if own.hasSelf, selfRegister >= 0 {
        receiver =
          changesSelf(decl, isSetter: isSetter)
          ? .place(Place(root: .value(selfRegister), rootType: selfType), selfType)
          : .value(Operand(register: selfRegister, isOwned: false), selfType)
      }
      let result = lowering.callMember(
        decl, flags: flags, types: identityTypes(of: decl), receiver: receiver, arguments: operands, isSetter: isSetter,
        node: .none, target: nil, mark: mark, result: signature.result)
      code.move(value, result.register)
    }
    code.next = mark
    let window = code.take(max(results, 1))
    code.move(window, value)
    var next = 1
    if returnsSelf, next < results {
      code.move(window + next, selfRegister)
      next += 1
    }
    for register in changed where next < results {
      code.move(window + next, register)
      next += 1
    }
    while next < results {
      code.emit(.constNil, window + next)
      next += 1
    }
    code.emit(.ret, window, 0, results)
  }

  private func reference(_ key: FunctionKey, _ shape: FunctionShape, _ lowering: BodyLowering) {
    let code = lowering.code
    if key.extra == 2 {
      // The function that takes self: it gives back one that holds it.
      let bound = function(FunctionKey(decl: key.decl, kind: .reference, extra: 1))
      let count = module.functions[bound].typeParameterCount
      let window = code.take(count + 1)
      for index in 0..<count { code.move(window + index, index) }
      code.move(window + count, shape.types)
      code.emit(.share, window + count)
      code.emitWide(.makeClosure, window, window, count + 1, bound)
      code.emit(.ret, window, 0, 1)
      return
    }
    let isBound = key.extra == 1
    let count = shape.parameters - (isBound ? 1 : 0)
    // A requirement used as a value (`reduce(.zero, +)` of a generic type) is that of the type at hand.
    let isRequirement = sema.isRequirement(key.decl) && lowering.isProtocolMember(key.decl)
    call(
      key.decl, isSetter: false, shape, lowering, selfRegister: isBound ? shape.types + count : -1, first: shape.types,
      count: count, results: shape.results, returnsSelf: false,
      flags: isOverridden(key.decl) ? TypedExprFlags.virtual : isRequirement ? TypedExprFlags.witness : 0)
  }

  private func witness(_ key: FunctionKey, _ shape: FunctionShape, _ lowering: BodyLowering) {
    let requirement = DeclID(UInt32(truncatingIfNeeded: key.extra & 0xFFFF_FFFF))
    let isSetter = key.extra >> 32 & 1 != 0
    let required = functionShape(requirement, isSetter: isSetter)
    let first = shape.types + (required.hasSelf ? 1 : 0)
    call(
      key.decl, isSetter: isSetter, shape, lowering, selfRegister: required.hasSelf ? shape.types : -1, first: first,
      count: required.parameters - (required.hasSelf ? 1 : 0), results: required.results,
      returnsSelf: required.hasSelf && required.inouts.first == 0,
      flags: isOverridden(key.decl) ? TypedExprFlags.virtual : 0)
  }
}

extension BodyLowering {
  /// Returns a value and, where the function has a second result, the changed self.
  func finishAdapter(_ value: Int, _ selfRegister: Int, results: Int) {
    let window = code.take(max(results, 1))
    code.move(window, value)
    for index in 1..<max(results, 1) {
      if index == 1, selfRegister >= 0 {
        code.move(window + 1, selfRegister)
      } else {
        code.emit(.constNil, window + index)
      }
    }
    code.emit(.ret, window, 0, results)
  }

  func construct(enumCase decl: DeclID, first: Int, count: Int, into register: Int) {
    let owner = sema.owner(of: decl)
    for index in 0..<count { code.emit(.share, first + index) }
    if module.isOptional(owner) {
      if count == 1 { code.emit(.wrap, register, first) } else { code.emit(.constNil, register) }
    } else if module.isPlainEnum(owner) {
      load(integer: module.caseIndex(decl), into: register)
    } else {
      let type = module.typeRow(sema.declaredType(of: owner), info.scope)
      code.emitWide(.makeEnum, register, first, count, type | module.caseIndex(decl) << 32)
    }
  }

  /// Reads a stored variable as its users see it: through the wrapper, after a lazy initialisation.
  func storedGetter(_ decl: DeclID, owner: DeclID, object: Int, into value: Int) {
    if object < 0 {
      code.emit(.loadGlobal, value, imm: module.global(decl))
      if sema.decls.has(decl, .isWeak) { code.emit(.loadWeak, value, value) }
      if module.isWrapped(decl) { readWrapped(decl, value) } else { share(value, sema.type(ofVariable: decl)) }
      return
    }
    let field = module.field(decl)
    code.emit(module.isTracked(decl) ? .getTracked : .getField, value, object, field)
    if sema.decls.has(decl, .isLazy) {
      let ready = code.label()
      code.branch(.jumpIfNotNil, value, ready)
      let function = module.function(FunctionKey(decl: decl, kind: .initialValue))
      let count = module.module.functions[function].typeParameterCount
      let mark = code.next
      let window = code.take(count + 1)
      for index in 0..<count { code.move(window + index, index) }
      code.move(window + count, object)
      code.emitWide(.call, value, window, count + 1, function)
      code.next = mark
      wrap(value, value, sema.type(ofVariable: decl))
      if !module.isUserClass(owner) { code.emit(.unique, object) }
      code.emit(.setField, object, field, value)
      code.bind(ready)
      unwrap(value, value, sema.type(ofVariable: decl))
      share(value, sema.type(ofVariable: decl))
    } else if module.isWrapped(decl) {
      readWrapped(decl, value)
    } else {
      if sema.decls.has(decl, .isWeak) { code.emit(.loadWeak, value, value) }
      share(value, sema.type(ofVariable: decl))
    }
  }

  private func readWrapped(_ decl: DeclID, _ value: Int) {
    guard let member = module.wrappedValue(of: decl) else { return }
    let storage = sema.storageType(ofWrapped: decl)
    let mark = code.next
    let result = callMember(
      member.decl, flags: 0, types: typeArguments(of: member.decl, in: storage),
      receiver: .value(Operand(register: value, isOwned: true), storage), arguments: [], node: .none, target: nil,
      mark: mark)
    code.move(value, result.register)
    code.next = mark
  }

  /// Sets a stored variable as its users do: through the wrapper, with its observers.
  func storedSetter(_ decl: DeclID, owner: DeclID, object: Int, value: Int) {
    let isClass = owner != .none && module.isUserClass(owner)
    let hasWillSet = module.hasObservers(decl) && module.hasObserver(decl, .willSet)
    let hasDidSet = module.hasObservers(decl) && module.hasObserver(decl, .didSet)
    if hasWillSet { callObserver(decl, .willSet, object: object, value: value) }
    var old = -1
    if hasDidSet {
      old = code.take()
      storedGetter(decl, owner: owner, object: object, into: old)
    }
    if module.isWrapped(decl) {
      writeWrapped(decl, object: object, value: value)
    } else if object < 0 {
      if sema.decls.has(decl, .isWeak) { code.emit(.makeWeak, value, value) }
      code.emit(.storeGlobal, value, imm: module.global(decl))
    } else {
      if sema.decls.has(decl, .isLazy) { wrap(value, value, sema.type(ofVariable: decl)) }
      if sema.decls.has(decl, .isWeak) { code.emit(.makeWeak, value, value) }
      if !isClass { code.emit(.unique, object) }
      code.emit(module.isTracked(decl) ? .setTracked : .setField, object, module.field(decl), value)
    }
    if hasDidSet { callObserver(decl, .didSet, object: object, value: old) }
  }

  private func writeWrapped(_ decl: DeclID, object: Int, value: Int) {
    guard let member = module.wrappedValue(of: decl) else { return }
    let storage = sema.storageType(ofWrapped: decl)
    let end = code.label()
    defer { code.bind(end) }
    if object >= 0, module.bodies.typedBody(of: decl, .initialValue) == nil {
      // The first assignment in an initialiser makes the wrapper.
      let mark = code.next
      let wrapper = code.take()
      let isMade = code.label()
      code.emit(.getField, wrapper, object, module.field(decl))
      code.branch(.jumpIfNotNil, wrapper, isMade)
      code.move(wrapper, value)
      if wrapParameter(decl, wrapper, sema.type(ofVariable: decl)) {
        if !module.isUserClass(sema.owner(of: decl)) { code.emit(.unique, object) }
        code.emit(.setField, object, module.field(decl), wrapper)
        code.jump(end)
      }
      code.bind(isMade)
      code.next = mark
    }
    var place: Place
    if object < 0 {
      place = Place(root: .global(module.global(decl), isWeak: false), rootType: storage)
    } else {
      place = Place(root: .value(object), rootType: sema.declaredType(of: sema.owner(of: decl)))
      place.steps.append((.field(module.field(decl), isTracked: module.isTracked(decl), isWeak: false), storage, .none))
    }
    let accessor = Place.Accessor(
      decl: member.decl, flags: 0, types: typeArguments(of: member.decl, in: storage), arguments: [], baseType: storage)
    if module.changesSelf(member.decl, isSetter: true) {
      place.steps.append((.accessor(accessor), sema.type(ofVariable: decl), .none))
      assign(place, value)
      return
    }
    var plain = Place(root: .value(read(place)), rootType: storage)
    plain.steps.append((.accessor(accessor), sema.type(ofVariable: decl), .none))
    assign(plain, value)
  }

  private func callObserver(_ decl: DeclID, _ kind: FunctionKey.Kind, object: Int, value: Int) {
    let function = module.function(FunctionKey(decl: decl, kind: kind))
    let row = module.module.functions[function]
    let mark = code.next
    let window = code.take(max(row.typeParameterCount + row.parameterCount, row.resultCount))
    for index in 0..<row.typeParameterCount { code.move(window + index, index) }
    var slot = window + row.typeParameterCount
    if object >= 0 {
      code.move(slot, object)
      slot += 1
    }
    code.move(slot, value)
    code.emitWide(.call, window, window, row.typeParameterCount + row.parameterCount, function)
    if row.resultCount > 1, object >= 0 { code.move(object, window + 1) }
    code.next = mark
  }
}
