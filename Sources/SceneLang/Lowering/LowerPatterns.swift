/// Patterns: tests in order, each going to a label when it fails, binding on the way.
import SceneIR

extension BodyLowering {
  /// Tests a value and binds what the pattern names. The value stays where it is; what is bound gets a second owner.
  func test(_ id: PatternID, _ value: Int, _ type: TypeID, otherwise label: Int) {
    guard id != .none else { return }
    let mark = code.next
    let row = body.patterns[Int(id.raw)]
    switch row.kind {
    case .wildcard: break
    case .bind:
      let local = LocalID(row.a)
      let register = register(of: local)
      if info.boxed[Int(local.raw)] {
        share(value, type)
        code.emit(.makeBox, register, value)
      } else {
        code.move(register, value)
        share(register, type)
      }
    case .tuple:
      for (index, raw) in items(row.list).enumerated() {
        let sub = PatternID(raw)
        if isIrrelevant(sub) { continue }
        let element = code.take()
        code.emit(.getField, element, value, index)
        let elementType =
          sema.types.kind(type) == .tuple && index < sema.types.argumentCount(type)
          ? sema.types.argument(type, index) : body.patterns[Int(raw)].type
        test(sub, element, elementType, otherwise: label)
      }
    case .enumCase: enumCase(row, value, type, otherwise: label)
    case .some:
      code.branch(.jumpIfNil, value, label)
      let payload = sema.unwrapped(type)
      let inner = code.take()
      if payload != .none { unwrap(inner, value, payload) } else { code.emit(.unwrap, inner, value) }
      let sub = PatternID(row.a)
      test(sub, inner, payload == .none ? body.patterns[Int(sub.raw)].type : payload, otherwise: label)
    case .none: code.branch(.jumpIfNotNil, value, label)
    case .isType:
      let flag = code.take()
      cast(flag, value, from: type, to: TypeID(row.a), .test)
      code.branch(.jumpIfNot, flag, label)
    case .asType:
      let target = TypeID(row.b)
      let inner = code.take()
      if target == type {
        code.move(inner, value)
      } else {
        cast(inner, value, from: type, to: target, .conditional)
        code.branch(.jumpIfNil, inner, label)
        unwrap(inner, inner, target)
      }
      test(PatternID(row.a), inner, target, otherwise: label)
    case .expression:
      let local = LocalID(row.b)
      if Int(local.raw) < registers.count { code.move(register(of: local), value) }
      condition(ExprID(row.a), otherwise: label)
    }
    code.next = mark
  }

  private func isIrrelevant(_ pattern: PatternID) -> Bool {
    pattern == .none || body.patterns[Int(pattern.raw)].kind == .wildcard
  }

  private func enumCase(_ row: TypedPattern, _ value: Int, _ type: TypeID, otherwise label: Int) {
    let decl = DeclID(row.a)
    let owner = sema.owner(of: decl)
    var value = value
    var type = type
    if owner == .none { return }
    if !module.isOptional(owner), sema.unwrapped(type) != .none {
      // A case of the payload of an Optional.
      code.branch(.jumpIfNil, value, label)
      let inner = code.take()
      unwrap(inner, value, sema.unwrapped(type))
      value = inner
      type = sema.unwrapped(type)
    }
    if sema.types.kind(type) == .existential {
      // A case of an error or another value whose type is known at run time.
      let inner = code.take()
      let target = row.type != .none && sema.types.kind(row.type) == .nominal ? row.type : sema.declaredType(of: owner)
      cast(inner, value, from: type, to: target, .conditional)
      code.branch(.jumpIfNil, inner, label)
      value = inner
      type = target
    }
    let flag = code.take()
    if module.isOptional(owner) {
      if sema.signature(of: decl).parameters.isEmpty {
        code.branch(.jumpIfNotNil, value, label)
        return
      }
      code.branch(.jumpIfNil, value, label)
      guard row.list.count > 0 else { return }
      let payload = sema.unwrapped(type)
      unwrap(flag, value, payload == .none ? type : payload)
      test(PatternID(item(row.list, 0)), flag, payload == .none ? type : payload, otherwise: label)
      return
    }
    let number = module.caseIndex(decl)
    let wanted = code.take()
    load(integer: number, into: wanted)
    if module.isPlainEnum(owner) {
      code.emit(.eqI, flag, value, wanted)
      code.branch(.jumpIfNot, flag, label)
      return
    }
    code.emit(.enumTag, flag, value)
    code.emit(.eqI, flag, flag, wanted)
    code.branch(.jumpIfNot, flag, label)
    let parameters = sema.signature(of: decl).parameters
    let patterns = items(row.list).map { PatternID($0) }
    if patterns.count == 1, parameters.count > 1 {
      // One name for the whole payload: a tuple.
      let window = code.take(parameters.count)
      for index in parameters.indices { code.emit(.enumPayload, window + index, value, index) }
      let tuple = body.patterns[Int(patterns[0].raw)].type
      code.emitWide(.makeTuple, window, window, parameters.count, module.typeRow(tuple, info.scope))
      test(patterns[0], window, tuple, otherwise: label)
      return
    }
    let arguments = sema.types.kind(type) == .nominal ? Array(sema.types.arguments(type)) : []
    for (index, pattern) in patterns.enumerated() where index < parameters.count && !isIrrelevant(pattern) {
      let payload = code.take()
      code.emit(.enumPayload, payload, value, index)
      test(pattern, payload, sema.substitute(parameters[index].type, arguments), otherwise: label)
    }
  }
}
