/// Closures, autoclosures, functions used as values, and key paths.
import SceneIR

extension BodyLowering {
  // MARK: Making

  /// Takes a window: hidden type arguments, values of the capture list, captured locals.
  private func captureWindow(_ captureList: [(local: LocalID, value: ExprID, isWeak: Bool)], _ captures: [LocalID])
    -> (window: Int, count: Int)
  {
    let types = shape.types
    let count = types + captureList.count + captures.count
    let window = code.take(max(count, 1))
    for index in 0..<types { code.move(window + index, index) }
    for (index, item) in captureList.enumerated() {
      let slot = window + types + index
      consume(item.value, into: slot)
      if item.isWeak {
        code.emit(.makeWeak, slot, slot)
      } else if info.boxed[Int(item.local.raw)] {
        code.emit(.makeBox, slot, slot)
      }
    }
    for (index, local) in captures.enumerated() {
      let slot = window + types + captureList.count + index
      let register = self.register(of: local)
      code.move(slot, register)
      if isPlain(local) { share(slot, body.locals[Int(local.raw)].type) }
    }
    return (window, count)
  }

  func closure(_ index: Int, _ target: Int?, _ mark: Int) -> Operand {
    let closure = body.closures[index]
    let (window, count) = captureWindow(closure.captureList, closure.captures)
    var shape = FunctionShape()
    shape.types = self.shape.types
    shape.parameters = closure.parameters.count + closure.captureList.count + closure.captures.count
    shape.results = 1 + closure.parameters.filter { body.locals[Int($0.raw)].isInout }.count
    let function = info.add(.closure(index), shape: shape, name: closureName(closure))
    if closure.isAsync { module.module.functions[function].isAsync = true }
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    code.emitWide(.makeClosure, to, window, count, function)
    return Operand(register: to, isOwned: true)
  }

  private func closureName(_ closure: TypedClosure) -> String {
    closure.name.isEmpty ? "" : "\(closure.name) in \(module.readableName(info.decl))"
  }

  func autoclosure(_ id: ExprID, _ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let inner = ExprID(expr.a)
    let captures = localsUsed(in: inner)
    let (window, count) = captureWindow([], captures)
    var shape = FunctionShape()
    shape.types = self.shape.types
    shape.parameters = captures.count
    let function = info.add(.autoclosure(inner, captures: captures), shape: shape, name: "")
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    code.emitWide(.makeClosure, to, window, count, function)
    return Operand(register: to, isOwned: true)
  }

  /// Locals of this function that an expression reads, closures inside included, in order of first use.
  private func localsUsed(in id: ExprID) -> [LocalID] {
    var found: [LocalID] = []
    func add(_ local: LocalID) {
      if registers[Int(local.raw)] >= 0, !found.contains(local) { found.append(local) }
    }
    var work = [id]
    while let next = work.popLast() {
      let expr = expr(next)
      switch expr.kind {
      case .local: add(LocalID(expr.a))
      case .closure:
        let closure = body.closures[Int(expr.a)]
        for local in closure.captures { add(local) }
        for item in closure.captureList { work.append(item.value) }
      case .delegatingInit: add(LocalID(expr.b))
      case .ifExpression, .switchExpression:
        // What is read inside a statement: every local that has a register.
        for index in registers.indices where registers[index] >= 0 { add(LocalID(UInt32(index))) }
      default: break
      }
      var operands: [ExprID] = []
      forEachOperand(expr) { operands.append($0) }
      work.append(contentsOf: operands.reversed())
    }
    return found
  }

  // MARK: Bodies

  func lowerClosure(_ index: Int) {
    let closure = body.closures[index]
    code.next = shape.types
    for local in closure.parameters { setParameter(local, code.take()) }
    for item in closure.captureList { setParameter(item.local, code.take()) }
    for local in closure.captures { setParameter(local, code.take()) }
    inoutLocals = closure.parameters.filter { body.locals[Int($0.raw)].isInout }
    boxParameters(closure.parameters[...])
    lowerStatement(closure.body)
    returnFromEnd()
  }

  func lowerAutoclosure(_ id: ExprID, _ captures: [LocalID]) {
    code.next = shape.types
    for local in captures { setParameter(local, code.take()) }
    let window = code.take()
    consume(id, into: window)
    finishReturn(window)
  }

  // MARK: Functions as values

  func functionReference(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let decl = DeclID(expr.a)
    let types = types(expr.list2)
    let takesSelf = module.takesSelf(decl) && sema.decls.kind(decl) != .initializer
    let isBound = takesSelf && expr.b != ExprID.none.raw
    let key = FunctionKey(decl: decl, kind: .reference, extra: takesSelf ? (isBound ? 1 : 2) : 0)
    let function = module.function(key)
    let hidden = module.hiddenParameters(of: decl)
    let all = sema.signature(of: decl).genericParameters
    let window = code.take(hidden.count + 1)
    for (index, parameter) in hidden.enumerated() {
      if let position = all.firstIndex(of: parameter), position < types.count {
        load(type: types[position], into: window + index)
      } else {
        code.emit(.type, window + index, imm: module.intern(.dynamic))
      }
    }
    if isBound { consume(ExprID(expr.b), into: window + hidden.count) }
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    code.emitWide(.makeClosure, to, window, hidden.count + (isBound ? 1 : 0), function)
    return Operand(register: to, isOwned: true)
  }

  // MARK: Key paths

  /// What a key path captures for one of its accessors.
  private enum Captured {
    case type(TypeID)
    case value(ExprID)
  }

  func keyPath(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    var components: [KeyPathRow.Component] = []
    var text = "\\"
    var captured: [Captured] = []
    let root =
      sema.types.kind(expr.type) == .nominal && sema.types.argumentCount(expr.type) > 0
      ? sema.types.argument(expr.type, 0) : sema.types.error
    let value =
      sema.types.kind(expr.type) == .nominal && sema.types.argumentCount(expr.type) > 1
      ? sema.types.argument(expr.type, 1) : sema.types.error
    for raw in items(expr.list) {
      let component = self.expr(ExprID(raw))
      let decl = DeclID(component.a)
      switch component.b {
      case 1:
        components.append(.optionalChain)
        text += "?"
      case 2:
        components.append(.forceUnwrap)
        text += "!"
      case 3:
        components.append(.tupleElement(Int(component.a)))
        text += ".\(component.a)"
      case 5: components.append(.optionalWrap)
      default:
        text += component.b == 4 ? "[]" : "." + (decl == .none ? "self" : module.name(decl))
        if decl == .none { continue }
        if component.b == 0, isDirectField(decl) {
          components.append(.field(module.field(decl)))
          continue
        }
        let types = self.types(component.list2)
        let all = sema.signature(of: decl).genericParameters
        let hidden = module.hiddenParameters(of: decl)
        for parameter in hidden {
          let position = all.firstIndex(of: parameter) ?? types.count
          captured.append(.type(position < types.count ? types[position] : sema.types.error))
        }
        for argument in items(component.list) { captured.append(.value(ExprID(argument))) }
        let getter = module.function(module.accessorKey(decl, isSetter: false))
        let isSettable = sema.decls.has(decl, .isSettable)
        components.append(
          .accessor(
            getter: getter, setter: isSettable ? module.function(module.accessorKey(decl, isSetter: true)) : nil,
            captures: Int(component.list.count), types: hidden.count))
      }
    }
    if components.isEmpty, text == "\\" { text = "\\.self" }
    let row = KeyPathRow(
      components: components, text: text, root: module.typeRow(root, info.scope),
      value: module.typeRow(value, info.scope))
    let index: Int
    if let known = module.module.keyPaths.firstIndex(of: row) {
      index = known
    } else {
      index = module.module.keyPaths.count
      module.module.keyPaths.append(row)
    }
    let window = code.take(max(captured.count, 1))
    for (position, item) in captured.enumerated() {
      switch item {
      case .type(let type): load(type: type, into: window + position)
      case .value(let argument): consume(argument, into: window + position)
      }
    }
    let to = target ?? mark
    code.reserve(upTo: to + 1)
    code.emitWide(.makeKeyPath, to, window, captured.count, index)
    return Operand(register: to, isOwned: true)
  }

  func isKeyPath(_ type: TypeID) -> Bool {
    guard sema.types.kind(type) == .nominal else { return false }
    let decl = sema.types.decl(type)
    return decl == sema.known(.keyPath) || decl == sema.known(.writableKeyPath)
      || decl == sema.known(.referenceWritableKeyPath)
  }

  /// `\.name` where a function is wanted: a closure that captures the key path and reads along it.
  func keyPathFunction(_ path: Operand, _ target: Int?, _ mark: Int) -> Operand {
    let to = target ?? mark
    code.reserve(upTo: max(to, path.register) + 1)
    code.emitWide(.makeClosure, to, path.register, 1, module.keyPathFunction())
    return Operand(register: to, isOwned: true)
  }

  private func isDirectField(_ decl: DeclID) -> Bool {
    guard sema.decls.kind(decl) == .variable, !sema.decls.has(decl, .isComputed), !sema.decls.has(decl, .isStatic)
    else {
      return false
    }
    let isStorage = sema.synthesizedKind(of: decl) == .wrapperStorage
    return isStorage
      || !module.isWrapped(decl) && !sema.decls.has(decl, .isLazy) && !sema.decls.has(decl, .isWeak)
        && !module.hasObservers(decl) && !module.isTracked(decl)
        && module.module.nominals[module.nominal(sema.owner(of: decl))].kind != .native
  }
}

extension ModuleLowering {
  /// The function of a closure that gives the value it captured.
  func constantFunction() -> Int {
    if let index = constantFunctionIndex { return index }
    let index = module.functions.count
    var row = FunctionRow(name: "captured value")
    row.parameterCount = 1
    row.resultCount = 1
    row.registerCount = 1
    row.code = [UInt64(.ret, 0, 0, 1)]
    module.functions.append(row)
    constantFunctionIndex = index
    return index
  }

  /// The function behind every key path that is used as one: the value, then the captured key path.
  func keyPathFunction() -> Int {
    if let index = keyPathFunctionIndex { return index }
    let lowering = bare(.none, FunctionShape(parameters: 2), TypeScope())
    let value = lowering.code.take()
    lowering.code.emitWide(.callNative, value, 0, 2, keyPathRead())
    lowering.finishAdapter(value, -1, results: 1)
    let index = module.functions.count
    var row = FunctionRow(name: "key path as function")
    row.parameterCount = 2
    row.resultCount = 1
    module.functions.append(row)
    finish(lowering, at: index)
    keyPathFunctionIndex = index
    return index
  }

  /// The function to put into tables for an accessor: natives get one around them.
  func accessorKey(_ decl: DeclID, isSetter: Bool) -> FunctionKey {
    FunctionKey(decl: decl, kind: isSetter ? .setter : .body)
  }
}
