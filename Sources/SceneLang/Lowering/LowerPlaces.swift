/// Variables and what lies inside them: reading, writing and changing in place.
///
/// A place is a root and the steps from it. Opening a place reads along the steps, each value made unique before what lies
/// inside it is changed; closing it writes back from the end. A step into a class instance, or one that is set without
/// changing its base, starts anew from a plain value.
import SceneIR

struct Place {
  enum Root {
    case local(LocalID)
    case global(Int, isWeak: Bool)
    /// A register that nothing is written back to.
    case value(Int)
    case discard
  }

  enum Step {
    case field(Int, isTracked: Bool, isWeak: Bool)
    case element(Int)
    case array(index: Int)
    /// A computed member or subscript, or one with observers: arguments lie in registers.
    case accessor(Accessor)
    case payload(isForced: Bool)
    case existential
    /// `[keyPath: p]`, the key path in a register.
    case keyPath(Int)
  }

  struct Accessor {
    var decl: DeclID
    var flags: UInt8
    var types: [TypeID]
    var arguments: [(register: Int, type: TypeID)]
    var baseType: TypeID
  }

  var root: Root
  var rootType: TypeID
  var steps: [(step: Step, type: TypeID, node: NodeID)] = []
}

extension BodyLowering {
  // MARK: Finding a place

  /// Evaluates what a place is made of, once: bases that are objects, indices. Its registers stay taken.
  func resolvePlace(_ id: ExprID) -> Place {
    var chain: [ExprID] = []
    var current = id
    var root: Place?
    var depth = 0
    while root == nil {
      depth += 1
      let expr = expr(current)
      switch expr.kind {
      case .local: root = Place(root: .local(LocalID(expr.a)), rootType: expr.type)
      case .discard: root = Place(root: .discard, rootType: expr.type)
      case .global:
        let decl = DeclID(expr.a)
        root = Place(
          root: .global(module.global(decl), isWeak: sema.decls.has(decl, .isWeak)), rootType: expr.type)
        if module.hasObservers(decl) {
          root = Place(root: .value(-1), rootType: expr.type)
          chain.append(current)
        }
      case .inoutAccess, .coerce, .await: current = ExprID(expr.a)
      case .storedMember:
        chain.append(current)
        let base = ExprID(expr.a)
        if sema.isClass(type(base)) {
          root = valueRoot(base)
        } else if isAccessor(DeclID(expr.b), expr.flags), !module.changesSelf(DeclID(expr.b), isSetter: true),
          !module.changesSelf(DeclID(expr.b), isSetter: false)
        {
          root = valueRoot(base)
        } else {
          current = base
        }
      case .tupleElement:
        chain.append(current)
        current = ExprID(expr.a)
      case .computedMember, .subscriptMember:
        chain.append(current)
        let decl = DeclID(expr.b)
        if decl == .none {
          if sema.isClass(type(ExprID(expr.a))) {
            root = valueRoot(ExprID(expr.a))
          } else {
            current = ExprID(expr.a)
          }
        } else if !module.takesSelf(decl) || expr.a == ExprID.none.raw {
          root = Place(root: .value(-1), rootType: expr.type)
        } else if sema.isClass(type(ExprID(expr.a))) || !module.changesSelf(decl, isSetter: true) {
          root = valueRoot(ExprID(expr.a))
        } else {
          current = ExprID(expr.a)
        }
      case .bindOptional, .forceUnwrap:
        if sema.isClass(expr.type) {
          root = valueRoot(current)
        } else {
          chain.append(current)
          current = ExprID(expr.a)
        }
      case .openExistential:
        chain.append(current)
        current = ExprID(expr.a)
      default: root = valueRoot(current)
      }
      if depth > 4096 { root = valueRoot(id, isTooDeep: true) }
    }
    var place = root ?? Place(root: .discard, rootType: sema.types.error)
    for link in chain.reversed() { place.steps.append((step(link), type(link), expr(link).node)) }
    return place
  }

  private func valueRoot(_ id: ExprID, isTooDeep: Bool = false) -> Place {
    let register = code.take()
    if isTooDeep {
      code.emit(.trap, BadProgramReason.tooDeep.rawValue, imm: TrapCode.badProgram.rawValue)
    } else {
      lower(id, into: register)
    }
    return Place(root: .value(register), rootType: type(id))
  }

  private func step(_ id: ExprID) -> Place.Step {
    let expr = expr(id)
    switch expr.kind {
    case .storedMember:
      let decl = DeclID(expr.b)
      let isOwnStorage = initialiserSelf != .none && isSelf(ExprID(expr.a))
      let isPlainAccess =
        !isAccessor(decl, expr.flags) && (!module.hasObservers(decl) || isOwnStorage || isObserver(of: decl))
      if isPlainAccess {
        return .field(
          module.field(decl), isTracked: !isOwnStorage && module.isTracked(decl),
          isWeak: sema.decls.has(decl, .isWeak))
      }
      let base = type(ExprID(expr.a))
      return .accessor(
        Place.Accessor(decl: decl, flags: 0, types: typeArguments(of: decl, in: base), arguments: [], baseType: base))
    case .tupleElement: return .element(Int(expr.b))
    case .computedMember, .subscriptMember:
      if expr.b == DeclID.none.raw {
        let register = code.take()
        if expr.list.count > 0 { lower(ExprID(item(expr.list, 0)), into: register) }
        return .keyPath(register)
      }
      if isArrayElement(expr) {
        let index = code.take()
        lower(ExprID(item(expr.list, 0)), into: index)
        return .array(index: index)
      }
      var arguments: [(register: Int, type: TypeID)] = []
      for raw in items(expr.list) {
        let register = code.take()
        consume(ExprID(raw), into: register)
        arguments.append((register, type(ExprID(raw))))
      }
      let base = expr.a == ExprID.none.raw ? sema.types.error : type(ExprID(expr.a))
      return .accessor(
        Place.Accessor(
          decl: DeclID(expr.b), flags: expr.flags, types: types(expr.list2), arguments: arguments, baseType: base))
    case .global:
      return .accessor(
        Place.Accessor(decl: DeclID(expr.a), flags: 0, types: [], arguments: [], baseType: sema.types.error))
    case .forceUnwrap: return .payload(isForced: true)
    case .bindOptional: return .payload(isForced: false)
    default: return .existential
    }
  }

  private func isSelf(_ id: ExprID) -> Bool {
    expr(id).kind == .local && LocalID(expr(id).a) == initialiserSelf
  }

  /// Inside its own observers a variable is set directly.
  private func isObserver(of decl: DeclID) -> Bool { info.decl == decl }

  // MARK: Opening and closing

  /// Reads along the steps; the last of the registers holds the value of the place, ready to be changed (made unique at
  /// the end too, when `isLeafUnique`).
  func open(_ place: Place, isLeafUnique: Bool) -> [Int] { open(place, through: place.steps.count, isLeafUnique) }

  private func open(_ place: Place, through count: Int, _ isLeafUnique: Bool) -> [Int] {
    var opened: [Int] = []
    var current: Int
    switch place.root {
    case .local(let local):
      if isPlain(local) {
        current = register(of: local)
      } else {
        current = code.take()
        load(local: local, into: current)
      }
    case .global(let index, let isWeak):
      current = code.take()
      code.emit(.loadGlobal, current, imm: index)
      if isWeak { code.emit(.loadWeak, current, current) }
    case .value(let register): current = register >= 0 ? register : 0
    case .discard: current = code.take()
    }
    opened.append(current)
    makeUnique(current, place.rootType, count > 0 || isLeafUnique)
    for index in 0..<count {
      let (step, type, node) = place.steps[index]
      let next = code.take()
      switch step {
      case .field(let field, let isTracked, let isWeak):
        self.place(node)
        code.emit(isTracked ? .getTracked : .getField, next, current, field)
        if isWeak { code.emit(.loadWeak, next, next) }
      case .element(let element): code.emit(.getField, next, current, element)
      case .array(let at):
        self.place(node)
        code.emit(.arrayGet, next, current, at)
      case .accessor(let accessor):
        let value = get(accessor, base: current, node)
        code.move(next, value)
        code.next = next + 1
      case .payload(let isForced):
        self.place(node)
        if isForced {
          code.emit(.forceUnwrap, next, current)
        } else {
          if let label = chains.last { code.branch(.jumpIfNil, current, label) }
          unwrap(next, current, type)
        }
      case .existential: code.emit(.openExistential, next, current)
      case .keyPath(let keyPath):
        let window = code.take(2)
        code.move(window, current)
        code.move(window + 1, keyPath)
        self.place(node)
        code.emitWide(.callNative, next, window, 2, module.keyPathRead())
        share(next, type)
      }
      opened.append(next)
      current = next
      makeUnique(current, type, index + 1 < count || isLeafUnique)
    }
    return opened
  }

  private func makeUnique(_ register: Int, _ type: TypeID, _ isNeeded: Bool) {
    if isNeeded, module.needsShare(type), !sema.isClass(type) { code.emit(.unique, register) }
  }

  /// Writes a new value to the place that was opened, and back along the steps.
  func close(_ place: Place, _ opened: [Int], value: Int) { close(place, opened, value, from: place.steps.count) }

  private func close(_ place: Place, _ opened: [Int], _ value: Int, from count: Int) {
    var value = value
    var index = count
    while index > 0 {
      index -= 1
      let base = opened[index]
      let (step, type, node) = place.steps[index]
      value = write(step, base: base, value: value, type, node, existentialType: typeBefore(place, index))
    }
    writeRoot(place, value)
  }

  private func typeBefore(_ place: Place, _ index: Int) -> TypeID {
    index == 0 ? place.rootType : place.steps[index - 1].type
  }

  private func writeRoot(_ place: Place, _ value: Int) {
    switch place.root {
    case .local(let local): if place.steps.isEmpty || !sema.isClass(place.rootType) { store(local: local, value) }
    case .global(let index, let isWeak):
      if isWeak { code.emit(.makeWeak, value, value) }
      code.emit(.storeGlobal, value, imm: index)
    case .value(let register): if register >= 0 { code.move(register, value) }
    case .discard: break
    }
  }

  /// Writes one step into its base and returns the register of the changed base.
  private func write(
    _ step: Place.Step, base: Int, value: Int, _ type: TypeID, _ node: NodeID, existentialType: TypeID
  ) -> Int {
    switch step {
    case .field(let field, let isTracked, let isWeak):
      var value = value
      if isWeak {
        let reference = code.take()
        code.emit(.makeWeak, reference, value)
        value = reference
      }
      place(node)
      code.emit(isTracked ? .setTracked : .setField, base, field, value)
      return base
    case .element(let element):
      code.emit(.setField, base, element, value)
      return base
    case .array(let index):
      place(node)
      code.emit(.arraySet, base, index, value)
      return base
    case .accessor(let accessor): return set(accessor, base: base, value: value, type, node)
    case .payload:
      let wrapped = code.take()
      wrap(wrapped, value, type)
      return wrapped
    case .keyPath(let keyPath):
      let window = code.take(3)
      code.move(window, base)
      code.move(window + 1, value)
      code.move(window + 2, keyPath)
      place(node)
      code.emitWide(.callNative, window, window, 3, module.keyPathWrite())
      code.move(base, window + 1)
      return base
    case .existential:
      let box = code.take()
      let typeRegister = code.take()
      code.emit(.existentialType, typeRegister, base)
      code.emit(.makeExistential, box, value, typeRegister)
      return box
    }
  }

  // MARK: Accessors

  private func get(_ accessor: Place.Accessor, base: Int, _ node: NodeID) -> Int {
    let mark = code.next
    let value = callMember(
      accessor.decl, flags: accessor.flags, types: accessor.types, receiver: receiver(accessor, base),
      arguments: accessor.arguments.map { .value(Operand(register: $0.register, isOwned: true), $0.type) }, node: node,
      target: nil, mark: mark)
    code.next = max(code.next, value.register + 1)
    return value.register
  }

  /// Calls the setter; returns the register of the base, changed where the setter changes it.
  private func set(_ accessor: Place.Accessor, base: Int, value: Int, _ type: TypeID, _ node: NodeID) -> Int {
    let mark = code.next
    let changes = module.changesSelf(accessor.decl, isSetter: true)
    var arguments: [CallOperand] = [.value(Operand(register: value, isOwned: true), type)]
    for argument in accessor.arguments {
      arguments.append(.value(Operand(register: argument.register, isOwned: true), argument.type))
    }
    let hidden = mark
    _ = callMember(
      accessor.decl, flags: accessor.flags, types: accessor.types,
      receiver: changes
        ? .place(Place(root: .value(base), rootType: accessor.baseType), accessor.baseType) : receiver(accessor, base),
      arguments: arguments, isSetter: true, node: node, target: nil, mark: mark)
    _ = hidden
    code.next = mark
    return base
  }

  private func receiver(_ accessor: Place.Accessor, _ base: Int) -> SelfArgument {
    guard module.takesSelf(accessor.decl) else { return .none }
    if module.changesSelf(accessor.decl, isSetter: false) {
      return .place(Place(root: .value(base), rootType: accessor.baseType), accessor.baseType)
    }
    return .value(Operand(register: base, isOwned: true), accessor.baseType)
  }

  // MARK: Whole values

  /// The value of a place; not owned.
  func read(_ place: Place) -> Int { open(place, isLeafUnique: false).last ?? 0 }

  func store(local: LocalID, _ value: Int) {
    let register = self.register(of: local)
    if info.boxed[Int(local.raw)] {
      code.emit(.storeBox, register, value)
    } else if info.weak[Int(local.raw)] {
      code.emit(.makeWeak, register, value)
    } else {
      code.move(register, value)
    }
  }

  /// Writes an owned value to a place.
  func assign(_ place: Place, _ value: Int) {
    guard let last = place.steps.last else {
      writeRoot(place, value)
      return
    }
    let count = place.steps.count - 1
    let opened = open(place, through: count, true)
    guard let base = opened.last else { return }
    let changed = write(
      last.step, base: base, value: value, last.type, last.node, existentialType: typeBefore(place, count))
    close(place, opened, changed, from: count)
  }

  func assign(_ expr: TypedExpr, _ target: Int?, _ mark: Int) -> Operand {
    let goal = ExprID(expr.a)
    let source = ExprID(expr.b)
    let goalExpr = self.expr(goal)
    let value = code.take()
    if goalExpr.kind == .local, isPlain(LocalID(goalExpr.a)) {
      consume(source, into: value)
      code.move(register(of: LocalID(goalExpr.a)), value)
    } else if goalExpr.kind == .tuple {
      let places = items(goalExpr.list).map { resolvePlace(ExprID($0)) }
      consume(source, into: value)
      for (index, place) in places.enumerated() {
        let inner = code.next
        let element = code.take()
        code.emit(.getField, element, value, index)
        share(element, type(ExprID(item(goalExpr.list, index))))
        assign(place, element)
        code.next = inner
      }
    } else {
      let place = resolvePlace(goal)
      consume(source, into: value)
      assign(place, value)
    }
    code.next = mark
    let to = destination(target, mark)
    if target != nil { code.emit(.constInt, to, imm: 0) }
    return Operand(register: to, isOwned: true)
  }
}
