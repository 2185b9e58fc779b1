/// Implicit conversions: whether a type converts to another, at what cost, and the nodes that do it.
///
/// `conversion(from:to:)` only decides (and binds variables, on the trail); `apply` writes the nodes. A trial of an
/// overload decides without writing, so nothing is built for candidates that lose.

/// How a value of one type becomes one of another.
struct Conversion {
  enum Core: UInt8 {
    case identity, float, erase, upcast, collection, function, coerce
    /// A function of no or several parameters where one is called with `()` or a tuple.
    case spreadTuple
  }
  var core: Core
  /// Levels of Optional put around the result of `core`.
  var wraps: Int

  init(_ core: Core = .identity, wraps: Int = 0) {
    self.core = core
    self.wraps = wraps
  }

  var isIdentity: Bool { core == .identity && wraps == 0 }

  var score: Score {
    var score = Score()
    score.optionals = wraps
    switch core {
    case .identity, .coerce: break
    case .float: score.doubles = 1
    case .erase: score.existentials = 1
    case .upcast: score.upcasts = 1
    case .collection: score.collections = 1
    case .function, .spreadTuple: score.functions = 1
    }
    return score
  }
}

extension Infer {
  func isOptional(_ type: TypeID) -> Bool {
    let row = types[type]
    return row.kind == .nominal && row.decl == known.optionalDecl && row.count == 1
  }

  /// Wrapped type of an Optional, or `none`.
  func wrapped(_ type: TypeID) -> TypeID {
    let type = shallow(type)
    return isOptional(type) ? types.argument(type, 0) : .none
  }

  func optional(_ type: TypeID) -> TypeID { types.nominal(known.optionalDecl, of: type) }

  func nominalDecl(_ type: TypeID) -> DeclID {
    let row = types[type]
    return row.kind == .nominal ? row.decl : .none
  }

  /// Decides whether a value of `from` may be used as `to`; binds variables of both. On failure nothing stays bound.
  func conversion(from: TypeID, to: TypeID, depth: Int = 0) -> Conversion? {
    solver.steps += 1
    let from = shallow(from)
    let to = shallow(to)
    if from == to || to == types.error { return Conversion() }
    if from == types.error {
      // What a generic parameter stands for is not known either.
      if types.kind(to) == .variable, literalKind(to) == .none { _ = bind(to, from) }
      return Conversion()
    }
    if depth > 32 { return nil }
    let start = mark()
    if let found = conversionUnguarded(from: from, to: to, depth: depth) { return found }
    rewind(start)
    return nil
  }

  private func conversionUnguarded(from: TypeID, to: TypeID, depth: Int) -> Conversion? {
    let source = types[from]
    let target = types[to]
    if target.kind == .variable { return unify(to, from) ? Conversion() : nil }
    if source.kind == .variable { return conversionOfVariable(from, to: to, depth: depth) }
    // An associated type of a base that is still free.
    if target.kind == .member || source.kind == .member && (source.summary.contains(.variable) || !isOptional(to)) {
      let left = resolve(from)
      let right = resolve(to)
      if left != from || right != to { return conversion(from: left, to: right, depth: depth + 1) }
      let start = mark()
      if unify(left, right) { return Conversion() }
      rewind(start)
      // One whose base is known is a type like a parameter: it may be wrapped or erased.
      if target.kind == .member || source.summary.contains(.variable) { return nil }
    }
    if source.kind == .pack || target.kind == .pack, let pattern = packPattern(from), let wanted = packPattern(to) {
      // `(repeat each value)` is a tuple of a pack's elements.
      return conversion(from: pattern, to: wanted, depth: depth + 1) == nil ? nil : Conversion(.coerce)
    }
    if isOptional(to) {
      let inner = types.argument(to, 0)
      if isOptional(from) {
        if let element = conversion(from: types.argument(from, 0), to: inner, depth: depth + 1) {
          return Conversion(element.isIdentity ? .identity : .collection)
        }
      }
      guard let value = conversion(from: from, to: inner, depth: depth + 1) else { return nil }
      return Conversion(value.core, wraps: value.wraps + 1)
    }
    switch target.kind {
    case .existential: return conversionToExistential(from, to)
    case .nominal: return conversionToNominal(from, to, depth: depth)
    case .function:
      guard source.kind == .function else { return nil }
      return conversionOfFunctions(from, to, depth: depth)
    case .tuple:
      guard source.kind == .tuple else { return nil }
      return conversionOfTuples(from, to, depth: depth)
    case .metatype:
      guard source.kind == .metatype else { return nil }
      if unify(from, to) { return Conversion() }
      let left = types.argument(from, 0)
      let right = types.argument(to, 0)
      if isSubclass(left, of: right) { return Conversion(.upcast) }
      if types.kind(right) == .existential, conversionToExistential(left, right) != nil { return Conversion(.erase) }
      return nil
    default:
      return unify(from, to) ? Conversion() : nil
    }
  }

  /// What is repeated, of `repeat each T` and of a tuple that holds nothing else.
  func packPattern(_ type: TypeID) -> TypeID? {
    switch types.kind(type) {
    case .pack: return types[type].flags == 0 && types.argumentCount(type) == 1 ? types.argument(type, 0) : nil
    case .tuple: return types.argumentCount(type) == 1 ? packPattern(types.argument(type, 0)) : nil
    default: return nil
    }
  }

  /// `from` is a free variable, perhaps that of a literal.
  private func conversionOfVariable(_ from: TypeID, to: TypeID, depth: Int) -> Conversion? {
    let literal = literalKind(from)
    if literal == .none {
      if types.kind(to) == .existential {
        return unify(from, to) ? Conversion() : nil
      }
      return unify(from, to) ? Conversion() : nil
    }
    if isOptional(to) {
      guard let inner = conversion(from: from, to: types.argument(to, 0), depth: depth + 1) else { return nil }
      return Conversion(inner.core, wraps: inner.wraps + 1)
    }
    // `by: 0.25` is of the associated type, and says that it is a floating one.
    if literal == .float, types.kind(to) == .member, types[to].summary.contains(.variable) {
      return unify(to, from) ? Conversion() : nil
    }
    if accepts(literal, to) { return bind(from, to) ? Conversion() : nil }
    // `0` as Any, AnyHashable or `any View` takes its default type first.
    let isErased = types.kind(to) == .existential || nominalDecl(to) == known.anyHashableDecl
    guard isErased else { return nil }
    let type = defaultType(literal)
    guard bind(from, type), conversion(from: type, to: to, depth: depth + 1) != nil else { return nil }
    return Conversion(.erase)
  }

  private func conversionToExistential(_ from: TypeID, _ to: TypeID) -> Conversion? {
    if types.argumentCount(to) == 0 && types.decl(to) == .none { return Conversion(.erase) }
    for i in 0..<types.argumentCount(to) {
      let proto = types.argument(to, i)
      if types.kind(proto) == .nominal, isClassDecl(types.decl(proto)) {
        if !isSubclass(from, of: proto) { return nil }
      } else if !conformsTo(from, proto), !promises(from, proto) {
        return nil
      }
    }
    return Conversion(.erase)
  }

  /// `any Hashable` as `any Equatable`: one of the protocols of an existential inherits what is wanted.
  private func promises(_ existential: TypeID, _ proto: TypeID) -> Bool {
    guard types.kind(existential) == .existential, types.argumentCount(proto) == 0 else { return false }
    return types.arguments(existential).contains {
      let decl = types.decl($0)
      return sema.decls.kind(decl) == .protocolDecl && sema.inheritedProtocols(of: decl).contains(types.decl(proto))
    }
  }

  private func conversionToNominal(_ from: TypeID, _ to: TypeID, depth: Int) -> Conversion? {
    let target = types[to]
    let source = types[from]
    guard source.kind == .nominal else {
      if target.decl == known.anyHashableDecl, conformsTo(from, known.hashable) { return Conversion(.erase) }
      if source.kind == .parameter || source.kind == .existential || source.kind == .opaque || source.kind == .member,
        isClassDecl(target.decl), isSubclass(from, of: to)
      {
        return Conversion(.upcast)
      }
      return unify(from, to) ? Conversion() : nil
    }
    if source.decl == target.decl {
      let start = mark()
      if unify(from, to) { return Conversion() }
      rewind(start)
      let isCollection =
        source.decl == known.arrayDecl || source.decl == known.setDecl || source.decl == known.dictionaryDecl
      guard isCollection else { return nil }
      for i in 0..<Int(source.count) {
        if conversion(from: types.argument(from, i), to: types.argument(to, i), depth: depth + 1) == nil { return nil }
      }
      return Conversion(.collection)
    }
    if from == known.double && to == known.cgFloat || from == known.cgFloat && to == known.double {
      return Conversion(.float)
    }
    if target.decl == known.anyHashableDecl, conformsTo(from, known.hashable) { return Conversion(.erase) }
    if isClassDecl(target.decl), isClassDecl(source.decl) {
      var current = sema.superclass(of: from)
      var steps = 0
      while current != .none, current != types.error, steps < 64 {
        if types.decl(current) == target.decl { return unify(current, to) ? Conversion(.upcast) : nil }
        current = sema.superclass(of: current)
        steps += 1
      }
      // Every class of the frameworks is an object, whether its declaration here says so or not.
      if sema.decls.has(source.decl, .isPrelude), sema.knownType(.nsObject) == to { return Conversion(.upcast) }
    }
    return pointerConversion(from, to)
  }

  /// A pointer through which can be written where one is wanted that reads, typed memory where any memory is.
  private func pointerConversion(_ from: TypeID, _ to: TypeID) -> Conversion? {
    func isPointer(_ decl: DeclID) -> Bool {
      sema.decls.has(decl, .isPrelude)
        && sema.names.withUTF8(sema.decls.name(decl)) { bytes in
          bytes.count > 12 && bytes[0] == UInt8(ascii: "U") && bytes[1] == UInt8(ascii: "n")
            && bytes[5] == UInt8(ascii: "e")
        }
    }
    guard isPointer(types.decl(to)), isPointer(types.decl(from)) else { return nil }
    switch (text(sema.decls.name(types.decl(from))), text(sema.decls.name(types.decl(to)))) {
    case ("UnsafeMutablePointer", "UnsafePointer"):
      return unify(types.argument(from, 0), types.argument(to, 0)) ? Conversion(.upcast) : nil
    case ("UnsafeMutablePointer", "UnsafeMutableRawPointer"), ("UnsafeMutablePointer", "UnsafeRawPointer"),
      ("UnsafePointer", "UnsafeRawPointer"), ("UnsafeMutableRawPointer", "UnsafeRawPointer"):
      return Conversion(.upcast)
    default: return nil
    }
  }

  private func conversionOfFunctions(_ from: TypeID, _ to: TypeID, depth: Int) -> Conversion? {
    let source = types[from]
    let target = types[to]
    var isSame = true
    if source.count != target.count, target.count == 2,
      source.flags & ~target.flags & (TypeTable.FunctionFlags.throwing | TypeTable.FunctionFlags.async) == 0
    {
      // `pairs.map(describe)`, where `describe` takes the parts of a pair one by one.
      let whole = resolve(types.argument(to, 0))
      guard types.kind(whole) == .tuple, types.argumentCount(whole) == Int(source.count) - 1 else { return nil }
      for i in 0..<Int(source.count) - 1 {
        let part = conversion(from: types.argument(whole, i), to: types.argument(from, i), depth: depth + 1)
        if part == nil { return nil }
      }
      let result = conversion(
        from: types.argument(from, Int(source.count) - 1), to: types.argument(to, 1), depth: depth + 1)
      return result?.isIdentity == true ? Conversion(.spreadTuple) : nil
    }
    guard source.count == target.count else { return nil }
    let throwing = TypeTable.FunctionFlags.throwing
    let async = TypeTable.FunctionFlags.async
    if source.flags & throwing != 0 && target.flags & throwing == 0 { return nil }
    if source.flags & async != 0 && target.flags & async == 0 { return nil }
    if (source.flags ^ target.flags) & (throwing | async) != 0 { isSame = false }
    let last = Int(source.count) - 1
    for i in 0..<last {
      guard let parameter = conversion(from: types.argument(to, i), to: types.argument(from, i), depth: depth + 1)
      else { return nil }
      if !parameter.isIdentity { isSame = false }
    }
    guard let result = conversion(from: types.argument(from, last), to: types.argument(to, last), depth: depth + 1)
    else { return nil }
    if !result.isIdentity { isSame = false }
    return Conversion(isSame ? .identity : .function)
  }

  private func conversionOfTuples(_ from: TypeID, _ to: TypeID, depth: Int) -> Conversion? {
    let count = types.argumentCount(from)
    guard count == types.argumentCount(to) else { return nil }
    var isSame = true
    var sameLabels = true
    for i in 0..<count {
      let left = types.label(from, i)
      let right = types.label(to, i)
      if left != right {
        if !isNoLabel(left) && !isNoLabel(right) { return nil }
        sameLabels = false
      }
      guard let element = conversion(from: types.argument(from, i), to: types.argument(to, i), depth: depth + 1)
      else { return nil }
      if !element.isIdentity { isSame = false }
    }
    if isSame { return Conversion(sameLabels ? .identity : .coerce) }
    return Conversion(.collection)
  }

  // MARK: Nodes

  /// Writes the nodes of a decided conversion.
  func apply(_ conversion: Conversion, _ expr: ExprID, to target: TypeID) -> ExprID {
    if conversion.isIdentity { return expr }
    let node = body.expressions[Int(expr.raw)].node
    var result = expr
    var core = resolve(target)
    for _ in 0..<conversion.wraps where isOptional(core) { core = resolve(types.argument(core, 0)) }
    switch conversion.core {
    case .identity: break
    case .float: result = add(.floatConversion, core, node, a: result.raw)
    case .erase: result = add(.erase, core, node, a: result.raw)
    case .upcast: result = add(.upcast, core, node, a: result.raw)
    case .collection: result = add(.collectionConversion, core, node, a: result.raw)
    case .function: result = add(.functionConversion, core, node, a: result.raw)
    case .spreadTuple: result = spreadingTuple(result, core, node)
    case .coerce: result = add(.coerce, core, node, a: result.raw)
    }
    for _ in 0..<conversion.wraps {
      core = optional(core)
      result = add(.wrapOptional, core, node, a: result.raw)
    }
    return result
  }

  /// `{ f($0.0, $0.1) }` for a function value where a closure gets the parts as one tuple; `{ _ in f() }` for none.
  private func spreadingTuple(_ value: ExprID, _ function: TypeID, _ node: NodeID) -> ExprID {
    let whole = resolve(types.argument(function, 0))
    let source = resolve(type(of: value))
    let result = types.argument(function, 1)
    let index = body.closures.count
    body.closures.append(TypedClosure(type: function, node: node))
    functions.append(FunctionContext(closure: index, result: result))
    let callee = newLocal("$function", type(of: value), mutable: false, node)
    body.closures[index].captureList.append((callee, value, false))
    let parameter = newLocal("_", whole, mutable: false, node)
    var parts: [ExprID] = []
    for i in 0..<types.argumentCount(whole) {
      let part = localReference(parameter, node)
      let element = add(.tupleElement, types.argument(whole, i), node, a: part.raw, b: UInt32(i))
      parts.append(converted(element, to: types.argument(source, i)) ?? element)
    }
    let call = add(.callValue, result, node, a: localReference(callee, node).raw)
    body.expressions[Int(call.raw)].list = list(parts)
    let kind: TypedStmtKind = result == types.void ? .expression : .returnValue
    body.closures[index].parameters = [parameter]
    body.closures[index].body = block([statement(kind, node, a: call.raw)], node)
    body.closures[index].isAsync = types[function].flags & TypeTable.FunctionFlags.async != 0
    functions.removeLast()
    return add(.closure, function, node, a: UInt32(index))
  }

  /// Converts a value; nil (and nothing reported) if there is no conversion.
  func converted(_ expr: ExprID, to target: TypeID) -> ExprID? {
    if target == .none { return expr }
    guard let conversion = conversion(from: type(of: expr), to: target) else { return nil }
    return apply(conversion, expr, to: target)
  }

  /// The type both branches of a ternary, elements of a literal or operands of `??` can have, or nil.
  func join(_ a: TypeID, _ b: TypeID) -> TypeID? {
    let a = shallow(a)
    let b = shallow(b)
    if a == b || b == types.error { return a }
    if a == types.error { return b }
    let start = mark()
    if unify(a, b) { return resolve(a) }
    rewind(start)
    if conversion(from: b, to: a) != nil { return resolve(a) }
    if conversion(from: a, to: b) != nil { return resolve(b) }
    if isOptional(a) || isOptional(b) {
      let left = isOptional(a) ? types.argument(a, 0) : a
      let right = isOptional(b) ? types.argument(b, 0) : b
      if let both = join(left, right) { return optional(both) }
    }
    var ancestor = isClass(a) ? sema.superclass(of: a) : .none
    var steps = 0
    while ancestor != .none, ancestor != types.error, steps < 64 {
      if isSubclass(b, of: ancestor) { return ancestor }
      ancestor = sema.superclass(of: ancestor)
      steps += 1
    }
    return nil
  }
}
