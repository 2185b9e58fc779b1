/// Members that the compiler writes: equality, hashing, raw values, memberwise initialisers and their like.
import SceneIR

extension ModuleLowering {
  func synthesize(_ decl: DeclID, isSetter: Bool = false, at index: Int) {
    let key = FunctionKey(decl: decl, kind: isSetter ? .setter : .body)
    let shape = shape(of: key)
    let lowering = bare(decl, shape, scope(of: key))
    let code = lowering.code
    let origin = sema.origin(of: decl)
    let nominal = sema.owner(of: decl)
    let first = shape.types
    let value = code.take()
    switch sema.synthesizedKind(of: decl) {
    case .memberwiseInit: lowering.memberwiseInitialiser(decl, nominal, into: value)
    case .defaultInit:
      if isUserClass(nominal) {
        lowering.initialiseFields(of: nominal, object: first)
        code.move(value, first)
      } else {
        code.emitWide(.makeObject, value, 0, 0, typeRow(sema.declaredType(of: nominal), lowering.info.scope))
        lowering.initialiseFields(of: nominal, object: value)
      }
    case .inheritedInit:
      lowering.inheritedInitialiser(decl, nominal, origin, shape, into: value)
    case .rawValue: lowering.rawValue(nominal, of: first, into: value)
    case .initRawValue: lowering.initialiserFromRawValue(nominal, from: first, into: value)
    case .allCases: lowering.allCases(nominal, into: value)
    case .equals: lowering.equals(nominal, first, first + 1, into: value)
    case .less: lowering.less(nominal, first, first + 1, into: value)
    case .hashInto:
      lowering.hash(nominal, of: first, hasher: first + 1)
      code.emit(.constNil, value)
      lowering.finishAdapter(value, first + 1, results: shape.results)
      finish(lowering, at: index)
      return
    case .hashValue:
      let window = code.take(2)
      code.move(window, first)
      lowering.load(type: sema.declaredType(of: nominal), into: window + 1)
      code.emitWide(.callNative, value, window, 2, hashValueNative())
    case .wrapperStorage:
      let field = self.field(origin)
      if isSetter {
        let object = first
        if !isUserClass(nominal) { code.emit(.unique, object) }
        code.emit(.share, first + 1)
        code.emit(isTracked(origin) ? .setTracked : .setField, object, field, first + 1)
        code.emit(.constNil, value)
      } else if shape.hasSelf {
        code.emit(isTracked(origin) ? .getTracked : .getField, value, first, field)
        lowering.share(value, sema.storageType(ofWrapped: origin))
      } else {
        code.emit(.loadGlobal, value, imm: global(origin))
      }
    case .wrapperProjection: lowering.projection(origin, object: shape.hasSelf ? first : -1, isSetter: isSetter, value)
    case .objectWillChange:
      code.emitWide(
        .callNative, value, first, 1,
        native(NativeRow(key: "ObservableObject.objectWillChange", result: .description, parameters: ["self"])))
    case .objectIdentity:
      code.emitWide(
        .callNative, value, first, 1,
        native(NativeRow(key: "ObjectIdentifier.init(_:)", result: .value, parameters: ["x"])))
    case .none, .codingKeys, .initFromDecoder, .encodeToEncoder, .implicitParameter:
      code.emit(.trap, 0, imm: TrapCode.notModelled.rawValue)
      finish(lowering, at: index)
      return
    }
    lowering.finishAdapter(value, shape.inouts.first == 0 ? first : -1, results: shape.results)
    finish(lowering, at: index)
  }

  /// Whether the parameters of a memberwise initialiser are the stored members, in order and as they are stored.
  func isMemberwise(_ decl: DeclID, _ nominal: DeclID, count: Int) -> Bool {
    let members = storedMembers(nominal)
    guard members.count == count, decl != .none, sema.decls.kind(nominal) == .structDecl else { return false }
    let parameters = sema.signature(of: decl).parameters
    guard parameters.count == count else { return false }
    for (member, parameter) in zip(members, parameters) {
      if sema.decls.name(member) != parameter.name || sema.decls.has(member, .isWeak) || sema.decls.has(member, .isLazy)
        || parameter.isAutoclosure || parameter.type != storageType(member)
      {
        return false
      }
    }
    return true
  }

  private func hashValueNative() -> Int {
    native(NativeRow(key: "Hashable.hashValue", result: .value, parameters: ["self"], typeArgumentCount: 1))
  }

  /// Raw values as written, or as Swift counts and names them.
  func rawValues(of nominal: DeclID) -> [InlineConstant] {
    var result: [InlineConstant] = []
    var next = 0
    let isText = isTextRaw(nominal)
    for item in sema.enumCases(of: nominal) {
      if let written = writtenRawValue(item) {
        result.append(written)
        if case .integer(let value) = written { next = value &+ 1 }
      } else if isText {
        result.append(.string(name(item)))
      } else {
        result.append(isFloatRaw(nominal) ? .word(Double(next).bitPattern) : .integer(next))
        next &+= 1
      }
    }
    return result
  }

  func rawType(of nominal: DeclID) -> TypeID {
    sema.members(of: sema.declaredType(of: nominal), .rawValue, .instance).first
      .map { sema.substitute(sema.type(ofVariable: $0.decl), []) } ?? sema.knownType(.int)
  }

  private func isTextRaw(_ nominal: DeclID) -> Bool {
    let type = rawType(of: nominal)
    return sema.isNominal(type, .string) || sema.isNominal(type, .character)
  }

  private func isFloatRaw(_ nominal: DeclID) -> Bool { isFloating(rawType(of: nominal)) }

  /// The literal behind `=` of a case.
  private func writtenRawValue(_ item: DeclID) -> InlineConstant? {
    let (file, node) = sema.syntax(of: item)
    guard node != .none, file < sema.trees.count else { return nil }
    let tree = sema.trees[file]
    guard tree.kind(node) == .enumCaseElement else { return nil }
    var value = tree.node(node, at: 3)
    guard value != .none else { return nil }
    var isNegative = false
    if tree.kind(value) == .prefixExpr {
      isNegative = true
      value = tree.node(value, at: 1)
      guard value != .none else { return nil }
    }
    let isFloat = isFloatRaw(sema.owner(of: item))
    switch tree.kind(value) {
    case .integerLiteralExpr:
      let number = LiteralReader.integer(tree.text(value)).map { isNegative ? 0 &- $0 : $0 } ?? 0
      return isFloat ? .word(Double(number).bitPattern) : .integer(number)
    case .floatLiteralExpr:
      let number = LiteralReader.double(tree.text(value)) ?? 0
      return .word((isNegative ? -number : number).bitPattern)
    case .stringLiteralExpr: return .string(LiteralReader.string(value, in: tree) ?? "")
    default: return nil
    }
  }
}

extension BodyLowering {
  /// Parameters by name; members that are not among them have their initial values.
  func memberwiseInitialiser(_ decl: DeclID, _ nominal: DeclID, into value: Int) {
    let parameters = sema.signature(of: decl).parameters
    code.emitWide(.makeObject, value, 0, 0, module.typeRow(sema.declaredType(of: nominal), info.scope))
    for member in module.storedMembers(nominal) {
      let mark = code.next
      let name = sema.decls.name(member)
      let item = code.take()
      if let position = parameters.firstIndex(where: { $0.label == name || $0.name == name }) {
        let type = parameters[position].type
        code.move(item, shape.types + position)
        share(item, type)
        callBuilder(parameters[position], member, item)
        if module.isWrapped(member) { wrapParameter(member, item, type) }
        if sema.decls.has(member, .isWeak) { code.emit(.makeWeak, item, item) }
        code.emit(.setField, value, module.field(member), item)
      } else if loadInitialValue(member, of: nominal, into: item) {
        code.emit(.setField, value, module.field(member), item)
      }
      code.next = mark
    }
  }

  /// A wrapped property whose parameter is the wrapped value: `init(wrappedValue:)` makes the wrapper.
  @discardableResult
  func wrapParameter(_ member: DeclID, _ register: Int, _ type: TypeID) -> Bool {
    let storage = sema.storageType(ofWrapped: member)
    if type == storage { return false }
    for candidate in sema.members(of: storage, .initializer, .metatype) {
      let parameters = sema.signature(of: candidate.decl).parameters
      guard let first = parameters.first, first.label == .wrappedValue,
        parameters.dropFirst().allSatisfy({ $0.hasDefault })
      else { continue }
      let mark = code.next
      if first.isAutoclosure {
        // The value is there already: a closure that gives it.
        code.emitWide(.makeClosure, register, register, 1, module.constantFunction())
      }
      let result = callMember(
        candidate.decl, flags: 0, types: typeArguments(of: candidate.decl, in: storage),
        arguments: [.value(Operand(register: register, isOwned: true), type)]
          + defaults(of: Array(parameters.dropFirst())), node: .none, target: nil, mark: mark)
      code.move(register, result.register)
      code.next = mark
      return true
    }
    return false
  }

  /// Default values of parameters, each in a register of its own.
  func defaults(of parameters: [Signature.Parameter]) -> [CallOperand] {
    parameters.map { parameter in
      let register = code.take()
      if parameter.isVariadic {
        code.emitWide(.makeArray, register, register, 0, module.typeRow(sema.array(parameter.type), info.scope))
      } else if let constant = module.inlineConstant(parameter.decl, .defaultValue) {
        load(constant, into: register)
      } else {
        let function = module.function(FunctionKey(decl: parameter.decl, kind: .defaultValue))
        let count = module.module.functions[function].typeParameterCount
        let mark = code.next
        let window = code.take(max(count, 1))
        for index in 0..<count { code.emit(.type, window + index, imm: module.intern(.dynamic)) }
        code.emitWide(.call, register, window, count, function)
        code.next = mark
      }
      return .value(Operand(register: register, isOwned: true), parameter.type)
    }
  }

  func inheritedInitialiser(
    _ decl: DeclID, _ nominal: DeclID, _ origin: DeclID, _ shape: FunctionShape, into value: Int
  ) {
    let object = shape.types
    initialiseFields(of: nominal, object: object)
    let operands = (0..<max(0, shape.parameters - 1)).map {
      CallOperand.value(Operand(register: object + 1 + $0, isOwned: false), sema.types.any)
    }
    let superclass = sema.superclass(of: sema.declaredType(of: nominal))
    constructClass(
      origin, made: superclass == .none ? sema.declaredType(of: nominal) : superclass, arguments: operands,
      object: object, into: value)
  }

  // MARK: Enumerations

  func rawValue(_ nominal: DeclID, of register: Int, into value: Int) {
    let end = code.label()
    let flag = code.take()
    let tag = code.take()
    for (index, raw) in module.rawValues(of: nominal).enumerated() {
      let next = code.label()
      load(integer: index, into: tag)
      code.emit(.eqI, flag, register, tag)
      code.branch(.jumpIfNot, flag, next)
      load(raw, into: value)
      code.jump(end)
      code.bind(next)
    }
    code.emit(.trap, 0, imm: TrapCode.unreachable.rawValue)
    code.bind(end)
  }

  func initialiserFromRawValue(_ nominal: DeclID, from register: Int, into value: Int) {
    let end = code.label()
    let pair = code.take(2)
    let flag = code.take()
    let type = code.take()
    load(type: module.rawType(of: nominal), into: type)
    for (index, raw) in module.rawValues(of: nominal).enumerated() {
      let next = code.label()
      code.move(pair, register)
      load(raw, into: pair + 1)
      code.emit(.equal, flag, pair, type)
      code.branch(.jumpIfNot, flag, next)
      load(integer: index, into: value)
      code.jump(end)
      code.bind(next)
    }
    code.emit(.constNil, value)
    code.bind(end)
  }

  func allCases(_ nominal: DeclID, into value: Int) {
    let type = sema.declaredType(of: nominal)
    let cases = sema.enumCases(of: nominal)
    let item = code.take()
    code.emitWide(.makeArray, value, item, 0, module.typeRow(sema.array(type), info.scope))
    for decl in cases {
      construct(enumCase: decl, first: item, count: 0, into: item)
      code.emit(.arrayAppend, value, item)
    }
  }

  // MARK: Equality, order, hashing

  func equals(_ nominal: DeclID, _ left: Int, _ right: Int, into value: Int) {
    let end = code.label()
    code.emit(.constInt, value, imm: 1)
    if sema.decls.kind(nominal) == .enumDecl {
      if module.isPlainEnum(nominal) {
        code.emit(.eqI, value, left, right)
        code.bind(end)
        return
      }
      let leftTag = code.take()
      let rightTag = code.take()
      code.emit(.enumTag, leftTag, left)
      code.emit(.enumTag, rightTag, right)
      code.emit(.eqI, value, leftTag, rightTag)
      code.branch(.jumpIfNot, value, end)
      for (index, item) in sema.enumCases(of: nominal).enumerated() {
        let parameters = sema.signature(of: item).parameters
        guard !parameters.isEmpty else { continue }
        let next = code.label()
        load(integer: index, into: rightTag)
        code.emit(.eqI, value, leftTag, rightTag)
        code.branch(.jumpIfNot, value, next)
        for (position, parameter) in parameters.enumerated() {
          compare(parameter.type, into: value) { side, register in
            code.emit(.enumPayload, register, side == 0 ? left : right, position)
          }
          code.branch(.jumpIfNot, value, end)
        }
        code.jump(end)
        code.bind(next)
      }
      code.emit(.constInt, value, imm: 1)
      code.bind(end)
      return
    }
    for member in module.storedMembers(nominal) {
      compare(module.storageType(member), into: value) { side, register in
        code.emit(.getField, register, side == 0 ? left : right, module.field(member))
      }
      code.branch(.jumpIfNot, value, end)
    }
    code.bind(end)
  }

  private func compare(_ type: TypeID, into value: Int, _ read: (_ side: Int, _ register: Int) -> Void) {
    let mark = code.next
    let pair = code.take(2)
    let typeRegister = code.take()
    read(0, pair)
    read(1, pair + 1)
    load(type: type, into: typeRegister)
    code.emit(.equal, value, pair, typeRegister)
    code.next = mark
  }

  /// Cases in the order of declaration.
  func less(_ nominal: DeclID, _ left: Int, _ right: Int, into value: Int) {
    if module.isPlainEnum(nominal) {
      code.emit(.ltI, value, left, right)
      return
    }
    let tags = code.take(2)
    code.emit(.enumTag, tags, left)
    code.emit(.enumTag, tags + 1, right)
    code.emit(.ltI, value, tags, tags + 1)
  }

  func hash(_ nominal: DeclID, of register: Int, hasher: Int) {
    if sema.decls.kind(nominal) == .enumDecl {
      if module.isPlainEnum(nominal) {
        combine(register, sema.knownType(.int), hasher)
        return
      }
      let tag = code.take()
      let wanted = code.take()
      let flag = code.take()
      code.emit(.enumTag, tag, register)
      combine(tag, sema.knownType(.int), hasher)
      for (index, item) in sema.enumCases(of: nominal).enumerated() {
        let parameters = sema.signature(of: item).parameters
        guard !parameters.isEmpty else { continue }
        let next = code.label()
        load(integer: index, into: wanted)
        code.emit(.eqI, flag, tag, wanted)
        code.branch(.jumpIfNot, flag, next)
        for (position, parameter) in parameters.enumerated() {
          let mark = code.next
          let payload = code.take()
          code.emit(.enumPayload, payload, register, position)
          combine(payload, parameter.type, hasher)
          code.next = mark
        }
        code.bind(next)
      }
      return
    }
    for member in module.storedMembers(nominal) {
      let mark = code.next
      let field = code.take()
      code.emit(.getField, field, register, module.field(member))
      combine(field, module.storageType(member), hasher)
      code.next = mark
    }
  }

  private func combine(_ value: Int, _ type: TypeID, _ hasher: Int) {
    let native = module.native(
      NativeRow(
        key: "Hasher.combine(_:)", result: .value, parameters: ["self", "value"], typeArgumentCount: 1, resultCount: 2))
    let mark = code.next
    let window = code.take(3)
    code.move(window, hasher)
    code.move(window + 1, value)
    load(type: type, into: window + 2)
    code.emitWide(.callNative, window, window, 3, native)
    code.move(hasher, window + 1)
    code.next = mark
  }

  // MARK: Property wrappers

  /// `$x`: the wrapper's `projectedValue`.
  func projection(_ property: DeclID, object: Int, isSetter: Bool, _ value: Int) {
    let storage = sema.storageType(ofWrapped: property)
    guard
      let member = sema.members(of: storage, .projectedValue, .instance).first(where: {
        sema.decls.kind($0.decl) == .variable
      })
    else {
      code.emit(.trap, 0, imm: TrapCode.notModelled.rawValue)
      return
    }
    let wrapper = code.take()
    if object < 0 {
      code.emit(.loadGlobal, wrapper, imm: module.global(property))
    } else {
      code.emit(.getField, wrapper, object, module.field(property))
    }
    let owner = sema.owner(of: member.decl)
    if !sema.decls.has(member.decl, .isComputed),
      !module.isNative(member.decl) || module.storedMembers(owner).contains(member.decl)
    {
      code.emit(.getField, value, wrapper, module.field(member.decl))
      share(value, sema.type(ofVariable: member.decl))
      return
    }
    let mark = code.next
    let types = typeArguments(of: member.decl, in: storage)
    if isSetter {
      let source = shape.types + (object >= 0 ? 1 : 0)
      _ = callMember(
        member.decl, flags: 0, types: types, receiver: .value(Operand(register: wrapper, isOwned: true), storage),
        arguments: [.value(Operand(register: source, isOwned: false), sema.type(ofVariable: member.decl))],
        isSetter: true, node: .none, target: nil, mark: mark)
      code.emit(.constNil, value)
    } else {
      let result = callMember(
        member.decl, flags: 0, types: types, receiver: .value(Operand(register: wrapper, isOwned: true), storage),
        arguments: [], node: .none, target: nil, mark: mark)
      code.move(value, result.register)
    }
    code.next = mark
  }
}
