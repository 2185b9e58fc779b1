/// Functions of the module: their shapes, the rows they get when they are first called, and what is called for a
/// declaration (a function, a native, an instruction).
import SceneIR

/// Registers that go into and come out of a call.
struct FunctionShape {
  /// Hidden type arguments.
  var types = 0
  /// Values, `self` first where there is one.
  var parameters = 0
  var results = 1
  var hasSelf = false
  /// Positions among the parameters (self included) whose final values follow the result.
  var inouts: [Int] = []
}

/// What is called for a declaration.
enum Callee {
  case function(Int)
  case native(Int)
}

extension ModuleLowering {
  // MARK: Shapes

  /// Whether an instance is passed.
  func takesSelf(_ decl: DeclID) -> Bool {
    let owner = sema.owner(of: decl)
    guard owner != .none else { return false }
    switch sema.decls.kind(decl) {
    case .initializer: return isUserClass(owner)
    case .enumCase: return false
    case .deinitializer: return true
    case .function, .variable, .subscript_: return !sema.decls.has(decl, .isStatic)
    default: return false
    }
  }

  /// Whether a call changes `self`, so that it is passed back.
  func changesSelf(_ decl: DeclID, isSetter: Bool) -> Bool {
    guard takesSelf(decl) else { return false }
    let owner = sema.owner(of: decl)
    if sema.decls.kind(owner) == .classDecl { return false }
    _ = sema.syntax(of: decl)
    switch sema.decls.kind(decl) {
    case .function: return sema.decls.has(decl, .isMutating)
    case .variable, .subscript_:
      if isSetter {
        if sema.decls.has(decl, .isNonmutating) { return false }
        if isWrapped(decl), !sema.decls.has(decl, .isComputed) {
          return !isNonmutatingWrapper(decl)
        }
        return !isClassBound(owner)
      }
      return sema.decls.has(decl, .isMutating) || sema.decls.has(decl, .isLazy)
    default: return false
    }
  }

  private func isClassBound(_ proto: DeclID) -> Bool {
    guard sema.decls.kind(proto) == .protocolDecl else { return false }
    let object = sema.known(.anyObject)
    return object != .none && sema.inheritedProtocols(of: proto).contains(object)
  }

  /// The wrapper's `wrappedValue` is set without changing the wrapper: `@State`, `@Binding`.
  func isNonmutatingWrapper(_ property: DeclID) -> Bool {
    guard let member = wrappedValue(of: property) else { return false }
    return !changesSelf(member.decl, isSetter: true)
  }

  /// `wrappedValue` of the outermost wrapper of a property.
  func wrappedValue(of property: DeclID) -> Candidate? {
    sema.members(of: sema.storageType(ofWrapped: property), .wrappedValue, .instance)
      .first { sema.decls.kind($0.decl) == .variable }
  }

  func functionShape(_ decl: DeclID, isSetter: Bool) -> FunctionShape {
    let signature = sema.signature(of: decl)
    var shape = FunctionShape()
    shape.types = hiddenParameters(of: decl).count
    shape.hasSelf = takesSelf(decl)
    if shape.hasSelf {
      shape.parameters = 1
      if changesSelf(decl, isSetter: isSetter) { shape.inouts.append(0) }
    }
    if isSetter { shape.parameters += 1 }
    switch sema.decls.kind(decl) {
    case .function, .initializer, .subscript_, .enumCase:
      for parameter in signature.parameters {
        if parameter.isInout { shape.inouts.append(shape.parameters) }
        shape.parameters += 1
      }
    default: break
    }
    shape.results = 1 + shape.inouts.count
    return shape
  }

  func shape(of key: FunctionKey) -> FunctionShape {
    switch key.kind {
    case .body: return functionShape(key.decl, isSetter: false)
    case .setter: return functionShape(key.decl, isSetter: true)
    case .willSet, .didSet:
      var shape = FunctionShape()
      shape.types = hiddenParameters(of: key.decl).count
      shape.hasSelf = takesSelf(key.decl)
      shape.parameters = shape.hasSelf ? 2 : 1
      let owner = sema.owner(of: key.decl)
      if shape.hasSelf, sema.decls.kind(owner) != .classDecl { shape.inouts = [0] }
      shape.results = 1 + shape.inouts.count
      return shape
    case .defaultValue:
      var shape = FunctionShape()
      shape.types = hiddenParameters(ofParameter: key.decl).count
      return shape
    case .initialValue:
      var shape = FunctionShape()
      let owner = sema.owner(of: key.decl)
      if owner != .none, !sema.decls.has(key.decl, .isStatic) {
        shape.types = hiddenParameters(ofNominal: owner).count
        if sema.decls.has(key.decl, .isLazy) {
          shape.hasSelf = true
          shape.parameters = 1
        }
      }
      return shape
    case .classFields:
      return FunctionShape(types: hiddenParameters(ofNominal: key.decl).count, parameters: 1, hasSelf: true)
    case .reference:
      // Extra 0: unbound; 1: self is captured behind the parameters; 2: the function that binds self.
      var shape = functionShape(key.decl, isSetter: false)
      if key.extra == 2 { return FunctionShape(types: shape.types, parameters: 1) }
      if sema.decls.kind(key.decl) == .initializer {
        shape.parameters = sema.signature(of: key.decl).parameters.count
        shape.hasSelf = false
      }
      shape.inouts = sema.signature(of: key.decl).parameters.enumerated().filter { $0.element.isInout }.map {
        $0.offset
      }
      shape.results = 1 + shape.inouts.count
      return shape
    case .witness:
      let requirement = DeclID(UInt32(truncatingIfNeeded: key.extra & 0xFFFF_FFFF))
      var shape = functionShape(requirement, isSetter: key.extra >> 32 & 1 != 0)
      // The hidden arguments of the conforming type, or Self, stand in place of the requirement's Self.
      shape.types = witnessTypes(key.decl) + max(0, shape.types - 1)
      return shape
    case .entry: return FunctionShape()
    }
  }

  /// Hidden arguments that the machine puts in front of a witness.
  func witnessTypes(_ witness: DeclID) -> Int {
    let owner = sema.owner(of: witness)
    guard owner != .none else { return 0 }
    return sema.decls.kind(owner) == .protocolDecl ? 1 : hiddenParameters(ofNominal: owner).count
  }

  func hiddenParameters(ofParameter decl: DeclID) -> [DeclID] {
    let parent = sema.decls.parent(decl)
    guard parent != .none else { return [] }
    switch sema.decls.kind(parent) {
    case .function, .initializer, .subscript_: return hiddenParameters(of: parent)
    default: return []
    }
  }

  // MARK: Rows

  func function(_ key: FunctionKey) -> Int {
    if let index = functionIndex[key] { return index }
    let shape = shape(of: key)
    var row = FunctionRow(name: readableName(key))
    row.typeParameterCount = shape.types
    row.parameterCount = shape.parameters
    row.resultCount = shape.results
    row.isAsync = key.kind == .body && sema.decls.has(key.decl, .isAsync)
    row.registerCount = max(shape.types + shape.parameters, shape.results)
    row.code = [UInt64(.trap, 0, imm: TrapCode.unreachable.rawValue)]
    let index = module.functions.count
    functionIndex[key] = index
    module.functions.append(row)
    functionWork.append((key, index))
    return index
  }

  private func readableName(_ key: FunctionKey) -> String {
    switch key.kind {
    case .body: return readableName(key.decl)
    case .setter: return readableName(key.decl) + "="
    case .willSet: return readableName(key.decl) + ".willSet"
    case .didSet: return readableName(key.decl) + ".didSet"
    case .defaultValue:
      let parent = sema.decls.parent(key.decl)
      return "default of " + (parent == .none ? "" : readableName(parent) + ".") + name(key.decl)
    case .initialValue: return "initial value of " + readableName(key.decl)
    case .classFields: return "fields of " + readableName(key.decl)
    case .reference: return "reference to " + readableName(key.decl)
    case .witness: return "witness " + readableName(key.decl)
    case .entry: return entries.indices.contains(key.extra) ? "entry " + entries[key.extra].name : "entry"
    }
  }

  /// The function, native or getter that a declaration stands for.
  func callee(_ decl: DeclID, isSetter: Bool = false) -> Callee {
    if isNative(decl) { return .native(native(decl, isSetter: isSetter)) }
    return .function(function(FunctionKey(decl: decl, kind: isSetter ? .setter : .body)))
  }

  func global(_ decl: DeclID) -> Int {
    if let index = globalIndex[decl] { return index }
    let index = module.globals.count
    globalIndex[decl] = index
    module.globals.append(GlobalRow(name: readableName(decl), type: 0, initializer: 0))
    module.globals[index].initializer = function(FunctionKey(decl: decl, kind: .initialValue))
    module.globals[index].type = typeRow(storageType(decl), TypeScope())
    return index
  }

  // MARK: Bodies

  func lowerFunction(_ key: FunctionKey, at index: Int) {
    switch key.kind {
    case .body:
      if sema.synthesizedKind(of: key.decl) != .none {
        synthesize(key.decl, at: index)
        return
      }
      if isNative(key.decl) || isRequirement(key.decl) {
        adapter(key, at: index)
        return
      }
      if sema.decls.kind(key.decl) == .variable, !sema.decls.has(key.decl, .isComputed) {
        storedAccessor(key, at: index)
        return
      }
      lowerBody(key, .body, at: index)
    case .setter:
      let isStored = sema.decls.kind(key.decl) == .variable && !sema.decls.has(key.decl, .isComputed)
      if sema.synthesizedKind(of: key.decl) != .none {
        synthesize(key.decl, isSetter: true, at: index)
      } else if isNative(key.decl) || isRequirement(key.decl) {
        adapter(key, at: index)
      } else if isStored {
        storedAccessor(key, at: index)
      } else {
        lowerBody(key, .setter, at: index)
      }
    case .willSet: lowerBody(key, .willSet, at: index)
    case .didSet: lowerBody(key, .didSet, at: index)
    case .defaultValue: lowerBody(key, .defaultValue, at: index)
    case .initialValue: lowerBody(key, .initialValue, at: index)
    case .classFields, .reference, .witness: adapter(key, at: index)
    case .entry: lowerEntry(key.extra, at: index)
    }
  }

  /// A requirement of a protocol, which has no body of its own.
  private func isRequirement(_ decl: DeclID) -> Bool {
    let owner = sema.owner(of: decl)
    return owner != .none && sema.decls.kind(owner) == .protocolDecl && sema.isRequirement(decl)
  }

  private func lowerBody(_ key: FunctionKey, _ part: BodyPart, at index: Int) {
    guard let body = bodies.typedBody(of: key.decl, part), body.root != .none else {
      missing(at: index)
      return
    }
    let info = BodyInfo(module: self, body: body, decl: key.decl, file: sema.decls.file(key.decl))
    info.scope = scope(of: key)
    let lowering = BodyLowering(info: info, shape: shape(of: key))
    lowering.lowerFunction(key, part)
    finish(lowering, at: index)
    info.lowerPending()
  }

  /// Where the hidden arguments of a function stand.
  func scope(of key: FunctionKey) -> TypeScope {
    switch key.kind {
    case .defaultValue: return TypeScope(parameters: hiddenParameters(ofParameter: key.decl))
    case .initialValue:
      let owner = sema.owner(of: key.decl)
      if owner == .none || sema.decls.has(key.decl, .isStatic) { return TypeScope() }
      return TypeScope(parameters: hiddenParameters(ofNominal: owner))
    case .classFields: return TypeScope(parameters: hiddenParameters(ofNominal: key.decl))
    case .entry: return TypeScope()
    default: return TypeScope(parameters: hiddenParameters(of: key.decl))
    }
  }

  func finish(_ lowering: BodyLowering, at index: Int) {
    lowering.code.finish(into: &module.functions[index])
  }

  /// A function whose body the checker could not give: it traps when it is called.
  func missing(at index: Int) {
    let row = module.functions[index]
    module.functions[index].code = [UInt64(.trap, 0, imm: TrapCode.notModelled.rawValue)]
    module.functions[index].registerCount = max(row.typeParameterCount + row.parameterCount, row.resultCount)
  }

  /// Whether a variable has observers.
  func hasObserver(_ decl: DeclID, _ kind: TokenKind) -> Bool {
    let (file, node) = sema.syntax(of: decl)
    guard node != .none, file < sema.trees.count else { return false }
    let tree = sema.trees[file]
    guard tree.kind(node) == .patternBinding else { return false }
    let block = tree.node(node, at: Slot.bindingAccessors)
    guard block != .none, tree.kind(block) == .accessorBlock else { return false }
    for accessor in tree.elements(block) where tree.kind(accessor) == .accessorDecl {
      let keyword = tree.token(accessor, at: Slot.keyword)
      if keyword != .none, tree.kind(keyword) == kind { return true }
    }
    return false
  }

  func hasObservers(_ decl: DeclID) -> Bool {
    if sema.decls.has(decl, .isPrelude) || sema.decls.has(decl, .isConstant) { return false }
    return hasObserver(decl, .willSet) || hasObserver(decl, .didSet)
  }

  /// A stored member whose reads and writes the machine records.
  func isTracked(_ member: DeclID) -> Bool {
    let owner = sema.owner(of: member)
    guard owner != .none else { return false }
    switch observation(owner) {
    case .none: return false
    case .observable: return !sema.decls.has(member, .isConstant) && !hasAttribute(member, "ObservationIgnored")
    case .object: return isWrapped(member) && sema.wrappers(of: member).contains(sema.known(.published))
    }
  }

  // MARK: Constants in place of calls

  /// A default or initial value that is a literal: it is written where it is used.
  func inlineConstant(_ decl: DeclID, _ part: BodyPart) -> InlineConstant? {
    let memo = UInt64(decl.raw) << 8 | UInt64(part.rawValue)
    if let known = constantDefaults[memo] { return known }
    var result: InlineConstant?
    if let body = bodies.typedBody(of: decl, part) { result = constantResult(body) }
    constantDefaults[memo] = result
    return result
  }

  private func constantResult(_ body: TypedBody) -> InlineConstant? {
    guard body.root != .none else { return nil }
    var statement = body.statements[Int(body.root.raw)]
    if statement.kind == .block {
      guard statement.list.count == 1 else { return nil }
      statement = body.statements[Int(body.lists[Int(statement.list.start)])]
    }
    guard statement.kind == .returnValue, statement.a != ExprID.none.raw else { return nil }
    return constant(ExprID(statement.a), in: body, depth: 0)
  }

  /// The value of a literal expression.
  func constant(_ id: ExprID, in body: TypedBody, depth: Int) -> InlineConstant? {
    let expr = body.expressions[Int(id.raw)]
    switch expr.kind {
    case .intLiteral:
      let word = body.words[Int(expr.a)]
      return isFloating(expr.type)
        ? .word(Double(Int(bitPattern: UInt(word))).bitPattern) : .integer(Int(bitPattern: UInt(word)))
    case .floatLiteral:
      let word = body.words[Int(expr.a)]
      if sema.isNominal(expr.type, .float) { return .word(Double(Float(Double(bitPattern: word))).bitPattern) }
      return .word(word)
    case .boolLiteral: return .integer(Int(expr.a & 1))
    case .nilLiteral: return InlineConstant.none
    case .stringLiteral: return sema.isNominal(expr.type, .string) ? .string(body.strings[Int(expr.a)]) : nil
    case .enumCase:
      let decl = DeclID(expr.a)
      guard expr.list.count == 0 else { return nil }
      let owner = sema.owner(of: decl)
      if isOptional(owner) { return InlineConstant.none }
      return isPlainEnum(owner) ? .integer(caseIndex(decl)) : nil
    case .wrapOptional, .floatConversion, .coerce:
      guard depth < 8, let inner = constant(ExprID(expr.a), in: body, depth: depth + 1) else { return nil }
      if expr.kind == .wrapOptional, case .none = inner { return nil }
      if expr.kind == .floatConversion, case .word(let bits) = inner, sema.isNominal(expr.type, .float) {
        return .word(Double(Float(Double(bitPattern: bits))).bitPattern)
      }
      return inner
    case .call:
      // A minus sign in front of a literal.
      guard depth < 8, expr.list.count == 1, expr.b == ExprID.none.raw,
        case .unary(let op)? = primitive(DeclID(expr.a)),
        let inner = constant(ExprID(body.lists[Int(expr.list.start)]), in: body, depth: depth + 1)
      else { return nil }
      switch (op, inner) {
      case (.negI, .integer(let value)) where value != .min: return .integer(-value)
      case (.negF, .word(let bits)): return .word((-Double(bitPattern: bits)).bitPattern)
      case (.not, .integer(let value)): return .integer(1 - (value & 1))
      default: return nil
      }
    default: return nil
    }
  }

  func isFloating(_ type: TypeID) -> Bool {
    sema.isNominal(type, .double) || sema.isNominal(type, .cgFloat) || sema.isNominal(type, .float)
  }

  /// Whether values of the type may be objects that are changed in place.
  func needsShare(_ type: TypeID) -> Bool {
    switch sema.types.kind(type) {
    case .function, .metatype, .error: return false
    case .nominal:
      let decl = sema.types.decl(type)
      if sema.decls.kind(decl) == .classDecl || isPlainEnum(decl) { return false }
      if isOptional(decl), sema.types.argumentCount(type) == 1 { return needsShare(sema.types.argument(type, 0)) }
      return !isScalar(decl)
    case .tuple: return sema.types.argumentCount(type) > 0
    default: return true
    }
  }

  func isScalar(_ decl: DeclID) -> Bool {
    if let known = scalars[decl] { return known }
    let known: [Known] = [
      .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .double, .float, .cgFloat, .bool,
    ]
    var result = false
    for item in known where sema.known(item) == decl { result = true }
    scalars[decl] = result
    return result
  }
}
