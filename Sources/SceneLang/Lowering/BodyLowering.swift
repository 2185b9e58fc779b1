/// Lowers one function or closure of a typed body. `BodyInfo` is what the function shares with its closures.
import SceneIR

/// What a body and its closures share.
final class BodyInfo {
  let module: ModuleLowering
  let body: TypedBody
  let decl: DeclID
  let file: Int
  var scope = TypeScope()
  /// Locals that live in boxes: changed, and captured by a closure; local functions that are captured.
  var boxed: [Bool]
  /// Locals that hold weak references.
  var weak: [Bool]
  /// Something in the body changes a variable, so values that are read may not be kept without a second owner.
  var changesVariables = false
  private var pending: [(work: PendingClosure, index: Int)] = []
  private var closureCount = 0

  enum PendingClosure {
    case closure(Int)
    case autoclosure(ExprID, captures: [LocalID])
  }

  init(module: ModuleLowering, body: TypedBody, decl: DeclID, file: Int) {
    self.module = module
    self.body = body
    self.decl = decl
    self.file = file
    boxed = [Bool](repeating: false, count: body.locals.count)
    weak = [Bool](repeating: false, count: body.locals.count)
    var isFunction = [Bool](repeating: false, count: body.locals.count)
    for statement in body.statements where statement.kind == .localFunction { isFunction[Int(statement.a)] = true }
    for closure in body.closures {
      for local in closure.captures {
        let index = Int(local.raw)
        if body.locals[index].isMutable || body.locals[index].isInout || isFunction[index] { boxed[index] = true }
      }
      for item in closure.captureList where item.isWeak { weak[Int(item.local.raw)] = true }
    }
    for index in boxed.indices where weak[index] { boxed[index] = false }
    for expr in body.expressions {
      switch expr.kind {
      case .assign, .inoutAccess: changesVariables = true
      default: break
      }
    }
  }

  /// Function of a closure that is lowered when the function around it is done.
  func add(_ work: PendingClosure, shape: FunctionShape, name: String) -> Int {
    closureCount += 1
    var row = FunctionRow(name: name.isEmpty ? "closure #\(closureCount) in \(module.readableName(decl))" : name)
    row.typeParameterCount = shape.types
    row.parameterCount = shape.parameters
    row.resultCount = shape.results
    row.registerCount = max(shape.types + shape.parameters, shape.results)
    row.code = [UInt64(.trap, 0, imm: TrapCode.unreachable.rawValue)]
    module.module.functions.append(row)
    pending.append((work, module.module.functions.count - 1))
    return module.module.functions.count - 1
  }

  func lowerPending() {
    var next = 0
    while next < pending.count {
      let (work, index) = pending[next]
      next += 1
      let row = module.module.functions[index]
      var shape = FunctionShape()
      shape.types = row.typeParameterCount
      shape.parameters = row.parameterCount
      shape.results = row.resultCount
      let lowering = BodyLowering(info: self, shape: shape)
      switch work {
      case .closure(let closure): lowering.lowerClosure(closure)
      case .autoclosure(let expr, let captures): lowering.lowerAutoclosure(expr, captures)
      }
      module.finish(lowering, at: index)
    }
  }
}

/// A value in a register.
struct Operand {
  var register: Int
  /// Nothing else holds the value: it may be stored without a second owner.
  var isOwned: Bool
}

final class BodyLowering {
  let info: BodyInfo
  let module: ModuleLowering
  let body: TypedBody
  let code = FunctionBuilder()
  let shape: FunctionShape

  /// Registers of the locals of this function, -1 where there is none.
  var registers: [Int32]
  /// Locals whose final values follow the result.
  var inoutLocals: [LocalID] = []
  /// What `return` gives back in an initialiser: the local of self.
  var initialiserSelf = LocalID.none
  var isFailable = false
  /// Loops, switches and cleanups around, innermost last.
  var exits: [Exit] = []
  /// Where `yield` of an if or switch expression goes.
  var yields: [(target: Int, label: Int, depth: Int)] = []
  /// Where `bindOptional` goes when it meets nil.
  var chains: [Int] = []
  var fallthroughLabels: [Int] = []

  enum Exit {
    /// `breakLabel`, `continueLabel` (-1 in a switch), name or nil
    case loop(breakLabel: Int, continueLabel: Int, name: String?)
    case deferred(StmtID)
  }

  init(info: BodyInfo, shape: FunctionShape) {
    self.info = info
    self.shape = shape
    module = info.module
    body = info.body
    registers = [Int32](repeating: -1, count: info.body.locals.count)
  }

  var sema: Sema { module.sema }

  // MARK: Reading the typed body

  @inline(__always) func expr(_ id: ExprID) -> TypedExpr { body.expressions[Int(id.raw)] }
  @inline(__always) func type(_ id: ExprID) -> TypeID { body.expressions[Int(id.raw)].type }
  @inline(__always) func item(_ list: ListRange, _ index: Int) -> UInt32 { body.lists[Int(list.start) + index] }
  func items(_ list: ListRange) -> ArraySlice<UInt32> {
    body.lists[Int(list.start)..<Int(list.start) + Int(list.count)]
  }
  func types(_ list: ListRange) -> [TypeID] { items(list).map { TypeID($0) } }

  func place(_ node: NodeID) { code.place(module.place(node, file: info.file)) }

  // MARK: Functions

  /// Parameters stand behind the type arguments; those that are captured and changed move into boxes.
  func lowerFunction(_ key: FunctionKey, _ part: BodyPart) {
    code.next = shape.types
    var parameters = body.parameters[...]
    let isInitializer = part == .body && sema.decls.kind(key.decl) == .initializer
    let owner = sema.owner(of: key.decl)
    let isClass = owner != .none && module.isUserClass(owner)
    if isInitializer, let first = parameters.first {
      initialiserSelf = first
      isFailable = sema.decls.has(key.decl, .isFailable)
      if !isClass { parameters = parameters.dropFirst() }
    }
    // `self` of a static member is its type, which is known here.
    var staticSelf = LocalID.none
    if !isInitializer, !shape.hasSelf, owner != .none, let first = parameters.first,
      sema.types.kind(body.locals[Int(first.raw)].type) == .metatype, body.locals[Int(first.raw)].name == "self"
    {
      staticSelf = first
      parameters = parameters.dropFirst()
    }
    let count = shape.parameters
    for index in 0..<count {
      let register = code.take()
      if index < parameters.count { setParameter(parameters[parameters.startIndex + index], register) }
    }
    for position in shape.inouts where position < parameters.count {
      inoutLocals.append(parameters[parameters.startIndex + position])
    }
    if staticSelf != .none {
      let register = code.take()
      load(type: sema.types.argument(body.locals[Int(staticSelf.raw)].type, 0), into: register)
      setParameter(staticSelf, register)
    }
    if isInitializer, initialiserSelf != .none { beginInitializer(key.decl, owner, isClass: isClass) }
    boxParameters(parameters.prefix(count))
    if !isInitializer { lowerRoot(StmtID(body.root.raw)) } else { lowerStatement(body.root) }
    if isInitializer { endInitializer(key.decl, owner, isClass: isClass) }
    returnFromEnd()
  }

  func setParameter(_ local: LocalID, _ register: Int) { registers[Int(local.raw)] = Int32(register) }

  func boxParameters(_ parameters: ArraySlice<LocalID>) {
    for local in parameters where info.boxed[Int(local.raw)] {
      let register = Int(registers[Int(local.raw)])
      if register >= 0 { code.emit(.makeBox, register, register) }
    }
  }

  /// A body that is one expression (a default value, a getter) may come without `return`.
  private func lowerRoot(_ root: StmtID) { lowerStatement(root) }

  // MARK: Initialisers

  private var delegates: Bool {
    for expr in body.expressions where expr.kind == .delegatingInit { return true }
    return false
  }

  private func beginInitializer(_ decl: DeclID, _ owner: DeclID, isClass: Bool) {
    let type = module.typeRow(body.locals[Int(initialiserSelf.raw)].type, info.scope)
    if isClass {
      if !delegatesToSelf(owner) {
        initialiseFields(of: owner, object: Int(registers[Int(initialiserSelf.raw)]))
      }
      return
    }
    let register = code.take()
    registers[Int(initialiserSelf.raw)] = Int32(register)
    if owner != .none, sema.decls.kind(owner) == .structDecl,
      module.module.nominals[module.nominal(owner)].kind == .structure
    {
      code.emitWide(.makeObject, register, 0, 0, type)
      if !delegates { initialiseFields(of: owner, object: register) }
    } else {
      code.emit(.constNil, register)
    }
    if info.boxed[Int(initialiserSelf.raw)] { code.emit(.makeBox, register, register) }
  }

  /// A convenience initialiser: the one it calls sets the stored members.
  private func delegatesToSelf(_ owner: DeclID) -> Bool {
    for expr in body.expressions where expr.kind == .delegatingInit {
      if sema.owner(of: DeclID(expr.a)) == owner { return true }
    }
    return false
  }

  /// Stored members with initial values, and nil for variables of Optional type without one.
  func initialiseFields(of owner: DeclID, object: Int) {
    for member in module.storedMembers(owner) {
      let mark = code.next
      let value = code.take()
      if loadInitialValue(member, of: owner, into: value) { code.emit(.setField, object, module.field(member), value) }
      code.next = mark
    }
  }

  /// False when the member has no initial value.
  func loadInitialValue(_ member: DeclID, of owner: DeclID, into register: Int) -> Bool {
    if sema.decls.has(member, .isLazy) {
      code.emit(.constNil, register)
      return true
    }
    if let constant = module.inlineConstant(member, .initialValue) {
      load(constant, into: register)
      weakIfNeeded(member, register)
      return true
    }
    if module.bodies.typedBody(of: member, .initialValue) == nil {
      if sema.decls.has(member, .isConstant) || sema.unwrapped(module.storageType(member)) == .none { return false }
      code.emit(.constNil, register)
      weakIfNeeded(member, register)
      return true
    }
    let function = module.function(FunctionKey(decl: member, kind: .initialValue))
    let count = module.module.functions[function].typeParameterCount
    let mark = code.next
    let window = code.take(count)
    for index in 0..<count { code.move(window + index, index) }
    code.emitWide(.call, register, window, count, function)
    code.next = mark
    weakIfNeeded(member, register)
    return true
  }

  private func weakIfNeeded(_ member: DeclID, _ register: Int) {
    if sema.decls.has(member, .isWeak) { code.emit(.makeWeak, register, register) }
  }

  private func endInitializer(_ decl: DeclID, _ owner: DeclID, isClass: Bool) {
    guard isClass, !delegates else { return }
    let superclass = sema.superclass(of: sema.declaredType(of: owner))
    guard superclass != .none, sema.types.kind(superclass) == .nominal, module.isUserClass(sema.types.decl(superclass))
    else { return }
    // `super.init()` is called by itself at the end.
    for candidate in sema.members(of: superclass, .initializer, .metatype)
    where sema.signature(of: candidate.decl).parameters.isEmpty {
      let mark = code.next
      let object = code.take()
      load(local: initialiserSelf, into: object)
      constructClass(candidate.decl, made: superclass, arguments: [], object: object, into: object)
      code.next = mark
      return
    }
  }

  // MARK: Return

  /// The end of the body without `return`.
  func returnFromEnd() {
    if code.isUnreachable { return }
    let mark = code.next
    let window = code.take(max(shape.results, 1))
    if initialiserSelf != .none {
      load(local: initialiserSelf, into: window)
    } else {
      code.emit(.constNil, window)
    }
    finishReturn(window)
    code.next = mark
  }

  /// Adds the final values of `inout` parameters and leaves.
  func finishReturn(_ window: Int) {
    for (index, local) in inoutLocals.enumerated() where index + 1 < shape.results {
      load(local: local, into: window + 1 + index)
    }
    code.emit(.ret, window, 0, shape.results)
  }

  // MARK: Locals

  func register(of local: LocalID) -> Int {
    let index = Int(local.raw)
    if registers[index] >= 0 { return Int(registers[index]) }
    let register = code.take()
    registers[index] = Int32(register)
    return register
  }

  /// Gives a local its register (and box) and its value, which lies in a register and is owned by the local now.
  func declare(_ local: LocalID, from value: Int) {
    let index = Int(local.raw)
    // In a loop, or in alternatives of a pattern, the register is there already.
    let register = register(of: local)
    if info.boxed[index] {
      code.emit(.makeBox, register, value)
    } else {
      code.move(register, value)
    }
  }

  /// The value of a local; a box or weak reference is opened. Not owned.
  func load(local: LocalID, into register: Int) {
    let index = Int(local.raw)
    let from = self.register(of: local)
    if info.boxed[index] {
      code.emit(.loadBox, register, from)
    } else if info.weak[index] {
      code.emit(.loadWeak, register, from)
    } else {
      code.move(register, from)
    }
  }

  func isPlain(_ local: LocalID) -> Bool { !info.boxed[Int(local.raw)] && !info.weak[Int(local.raw)] }

  // MARK: Constants and types

  func load(_ constant: InlineConstant, into register: Int) {
    switch constant {
    case .integer(let value): load(integer: value, into: register)
    case .word(let bits): load(word: bits, into: register)
    case .string(let text): code.emit(.constString, register, imm: module.string(text))
    case .none: code.emit(.constNil, register)
    }
  }

  func load(integer: Int, into register: Int) {
    if let small = Int32(exactly: integer) {
      code.emit(.constInt, register, imm: Int(small))
    } else {
      load(word: UInt64(UInt(bitPattern: integer)), into: register)
    }
  }

  func load(word: UInt64, into register: Int) { code.emit(.constWord, register, imm: module.constant(word)) }

  func load(type: TypeID, into register: Int) {
    code.emit(.type, register, imm: module.typeRow(type, info.scope))
  }

  /// Emits `share` where the value may be an object that is changed in place.
  func share(_ register: Int, _ type: TypeID) { if module.needsShare(type) { code.emit(.share, register) } }

  /// Evaluates into a register that owns the value.
  func consume(_ id: ExprID, into register: Int) {
    let value = lower(id, into: register)
    if !value.isOwned { share(register, type(id)) }
  }
}
