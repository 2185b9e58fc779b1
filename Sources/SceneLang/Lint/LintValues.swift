/// What expressions stand for: constants, what they depend on, and keys by which two of them are known to be equal.
extension LintModule {
  /// An expression without conversions and optional promotion.
  func peeled(_ body: LintBody, _ expr: ExprID) -> ExprID {
    var current = expr
    while current != .none {
      switch body.kind(current) {
      case .wrapOptional, .floatConversion, .erase, .upcast, .collectionConversion, .functionConversion,
        .openExistential, .coerce, .autoclosure, .inoutAccess:
        current = ExprID(body[current].a)
      default: return current
      }
    }
    return current
  }

  /// What an expression stands for where the text says it once and for all: the value of a constant, local or not, and
  /// of a computed property that is one expression; with the body that it is written in.
  func followed(_ body: LintBody, _ expr: ExprID, depth: Int = 0) -> (body: LintBody, expr: ExprID) {
    let expr = peeled(body, expr)
    guard expr != .none, depth < 6 else { return (body, expr) }
    let row = body[expr]
    switch row.kind {
    case .local:
      let source = body.source(ofLocal: row.a)
      guard source != .none else { break }
      return followed(body, source, depth: depth + 1)
    case .storedMember, .computedMember, .global:
      let decl = row.kind == .global ? DeclID(row.a) : DeclID(row.b)
      guard table.info(decl).isOwn, sema.decls.kind(decl) == .variable else { break }
      let isComputed = sema.decls.has(decl, .isComputed)
      guard isComputed || sema.decls.has(decl, .isConstant),
        let index = bodyIndex(of: decl, isComputed ? .body : .initialValue), bodies[index] !== body,
        let value = Loops.returnedValue(bodies[index])
      else { break }
      return followed(bodies[index], value, depth: depth + 1)
    default: break
    }
    return (body, expr)
  }

  /// A number that the text says: a literal, a negative one, `CGFloat(8)`, a constant, and what is reckoned from these.
  func number(_ body: LintBody, _ expr: ExprID, depth: Int = 0) -> Double? {
    let (body, expr) = followed(body, expr)
    guard expr != .none, depth < 8 else { return nil }
    let row = body[expr]
    switch row.kind {
    case .intLiteral: return Double(Int64(bitPattern: body.body.words[Int(row.a)]))
    case .floatLiteral: return Double(bitPattern: body.body.words[Int(row.a)])
    case .call where row.list.count == 1 && row.b == .max && name(DeclID(row.a)) == "-":
      return number(body, body.item(row.list, 0), depth: depth + 1).map { -$0 }
    case .call where row.list.count == 2 && row.b == .max && isNumeric(row.type):
      guard let left = number(body, body.item(row.list, 0), depth: depth + 1),
        let right = number(body, body.item(row.list, 1), depth: depth + 1)
      else { return nil }
      switch name(DeclID(row.a)) {
      case "+": return left + right
      case "-": return left - right
      case "*": return left * right
      case "/": return right == 0 || sema.isNominal(row.type, .int) ? nil : left / right
      default: return nil
      }
    case .initCall where row.list.count == 1 && isNumeric(row.type):
      return number(body, body.item(row.list, 0), depth: depth + 1)
    default: return nil
    }
  }

  private func isNumeric(_ type: TypeID) -> Bool {
    sema.isNominal(type, .double) || sema.isNominal(type, .cgFloat) || sema.isNominal(type, .int)
      || sema.isNominal(type, .float)
  }

  /// A string written as a literal without interpolation; also where it makes a localised key or another value.
  func string(_ body: LintBody, _ expr: ExprID) -> String? {
    let expr = peeled(body, expr)
    guard expr != .none else { return nil }
    let row = body[expr]
    switch row.kind {
    case .stringLiteral: return body.body.strings[Int(row.a)]
    case .initCall where row.list.count == 1: return string(body, body.item(row.list, 0))
    default: return nil
    }
  }

  func boolean(_ body: LintBody, _ expr: ExprID) -> Bool? {
    let expr = peeled(body, expr)
    guard expr != .none, body.kind(expr) == .boolLiteral else { return nil }
    return body[expr].a != 0
  }

  func isNil(_ body: LintBody, _ expr: ExprID) -> Bool {
    let expr = peeled(body, expr)
    return expr != .none && body.kind(expr) == .nilLiteral
  }

  // MARK: Dependencies

  /// Variables of the module and locals that a value depends on.
  struct Dependencies {
    var variables: IDSet<DeclID> = []
    /// Locals that are no constants of a known value: parameters, loop variables, mutable ones.
    var locals: IDSet<UInt32> = []
    /// Something in it is made anew at each evaluation, or by code that is not followed.
    var isOpen = false

    func intersects(_ other: Dependencies) -> Bool {
      !variables.isDisjoint(with: other.variables) || !locals.isDisjoint(with: other.locals)
    }
  }

  /// Follows constants, computed properties and functions of the module, a few levels deep.
  func dependencies(_ body: LintBody, _ expr: ExprID) -> Dependencies {
    var result = Dependencies()
    var seen: IDSet<UInt64> = []
    collect(body, expr, &result, &seen, depth: 0, isOwn: true)
    return result
  }

  private func collect(
    _ body: LintBody, _ expr: ExprID, _ result: inout Dependencies, _ seen: inout IDSet<UInt64>, depth: Int, isOwn: Bool
  ) {
    var found: [ExprID] = []
    body.visit(expr) { found.append($0) }
    for inner in found { collectOne(body, inner, &result, &seen, depth: depth, isOwn: isOwn) }
  }

  /// What an expression by itself depends on, its parts left out.
  private func collectOne(
    _ body: LintBody, _ inner: ExprID, _ result: inout Dependencies, _ seen: inout IDSet<UInt64>, depth: Int,
    isOwn: Bool
  ) {
    let row = body[inner]
    switch row.kind {
    case .local:
      let source = body.source(ofLocal: row.a).raw
      if source != .max, depth < 6 {
        if seen.insert(UInt64(body.owner.raw) << 32 | UInt64(row.a)).inserted {
          collect(body, ExprID(source), &result, &seen, depth: depth + 1, isOwn: isOwn)
        }
      } else if isOwn, body.body.locals[Int(row.a)].name != "self" {
        result.locals.insert(row.a)
      }
    case .storedMember, .computedMember, .global:
      let decl = row.kind == .global ? DeclID(row.a) : DeclID(row.b)
      guard table.info(decl).isOwn else { return }
      result.variables.insert(decl)
      if depth < 4, sema.decls.has(decl, .isComputed), let index = bodyIndex(of: decl) {
        follow(index, &result, &seen, depth)
      }
    case .call:
      let decl = DeclID(row.a)
      guard table.info(decl).isOwn, depth < 4, let index = bodyIndex(of: decl) else { return }
      follow(index, &result, &seen, depth)
    default: break
    }
  }

  /// What a view depends on that is made by a chain of modifiers. Each link's answer is kept: asked for every link of a
  /// chain, none is visited twice.
  func receiverDependencies(_ body: LintBody, _ expr: ExprID) -> Dependencies {
    var links: [ExprID] = []
    var current = expr
    var result: Dependencies?
    while current != .none, body.kind(current) == .call, body[current].b != ExprID.none.raw {
      result = body.madeChains[current.raw]
      if result != nil { break }
      links.append(current)
      current = ExprID(body[current].b)
    }
    var known = result ?? (current == .none ? Dependencies() : dependencies(body, current))
    while let link = links.popLast() {
      var seen: IDSet<UInt64> = []
      collectOne(body, link, &known, &seen, depth: 0, isOwn: true)
      let receiver = ExprID(body[link].b)
      for part in body.items(body[link].list) where part != receiver && part != .none {
        collect(body, part, &known, &seen, depth: 0, isOwn: true)
      }
      body.madeChains[link.raw] = known
    }
    return known
  }

  private func follow(_ index: Int, _ result: inout Dependencies, _ seen: inout IDSet<UInt64>, _ depth: Int) {
    let body = bodies[index]
    guard seen.insert(UInt64(body.owner.raw) << 32 | 0xFFFF_FFFF).inserted else { return }
    for use in body.uses where use.access == .read {
      result.variables.insert(use.variable)
      if depth < 4, sema.decls.has(use.variable, .isComputed), let next = bodyIndex(of: use.variable) {
        follow(next, &result, &seen, depth + 1)
      }
    }
  }

  // MARK: Keys

  /// What stands for parameters and properties where a body is read as part of another one.
  struct Substitution {
    var locals = IDMap<UInt32, String>()
    var variables = IDMap<DeclID, String>()
    /// Put before the numbers of locals, so that locals of two bodies, or of two reads of one, are not equal.
    var prefix = ""
    /// Put before the numbers of properties of `self`: each use of a view type has its own.
    var instance = ""
  }

  /// A text that two expressions share only if they have the same value at one time.
  func key(_ body: LintBody, _ expr: ExprID, _ substitution: Substitution = Substitution()) -> String {
    var text = ""
    write(body, expr, substitution, &text, depth: 0)
    return text
  }

  private func write(_ body: LintBody, _ expr: ExprID, _ sub: Substitution, _ text: inout String, depth: Int) {
    guard expr != .none, depth < 40, text.utf8.count < 400 else {
      text += "?\(expr.raw)"
      return
    }
    write(body, body[expr], sub, &text, depth: depth)
  }

  private func write(_ body: LintBody, _ row: TypedExpr, _ sub: Substitution, _ text: inout String, depth: Int) {
    func each(_ list: ListRange) {
      for (i, item) in body.items(list).enumerated() {
        if i > 0 { text += "," }
        if body.kind(item) == .defaultArgument { text += "_" } else { write(body, item, sub, &text, depth: depth + 1) }
      }
    }
    switch row.kind {
    case .wrapOptional, .floatConversion, .erase, .upcast, .openExistential, .coerce, .optionalChain, .bindOptional,
      .forceUnwrap, .inoutAccess, .autoclosure, .functionConversion, .collectionConversion, .await, .tryForce:
      write(body, ExprID(row.a), sub, &text, depth: depth + 1)
    case .intLiteral, .floatLiteral: text += "#\(body.body.words[Int(row.a)])"
    case .stringLiteral: text += "\"\(body.body.strings[Int(row.a)])\""
    case .boolLiteral: text += row.a != 0 ? "true" : "false"
    case .nilLiteral: text += "nil"
    case .local:
      if let replaced = sub.locals[row.a] {
        text += replaced
      } else if body.source(ofLocal: row.a).raw != .max {
        write(body, ExprID(body.source(ofLocal: row.a).raw), sub, &text, depth: depth + 1)
      } else if body.body.locals[Int(row.a)].name == "self" {
        text += "self"
      } else {
        text += "%\(sub.prefix)\(row.a)"
      }
    case .global: text += "G\(row.a)"
    case .storedMember, .computedMember:
      let base = ExprID(row.a)
      // `$x` stands for the variable: what is given as a binding is the same value.
      if base != .none, body.kind(base) == .storedMember, body[base].flags & TypedExprFlags.storage != 0,
        sema.decls.name(DeclID(row.b)) == .projectedValue
      {
        var variable = body[base]
        variable.flags = 0
        write(body, variable, sub, &text, depth: depth + 1)
        return
      }
      if base == .none {
        text += "D\(row.b)"
      } else if isSelf(body, base), let replaced = sub.variables[DeclID(row.b)] {
        text += replaced
      } else if isSelf(body, base) {
        text += "D\(sub.instance)\(row.b)"
      } else {
        write(body, base, sub, &text, depth: depth + 1)
        text += ".D\(row.b)"
      }
      if row.flags & TypedExprFlags.storage != 0 { text += "_" }
    case .enumCase:
      text += "C\(row.a)"
      if row.list.count > 0 {
        text += "("
        each(row.list)
        text += ")"
      }
    case .call, .initCall, .memberwiseInit:
      text += "F\(row.a)"
      if row.kind == .call, row.b != .max {
        text += "["
        write(body, ExprID(row.b), sub, &text, depth: depth + 1)
        text += "]"
      }
      text += "("
      each(row.list)
      text += ")"
    case .subscriptMember:
      write(body, ExprID(row.a), sub, &text, depth: depth + 1)
      text += "["
      each(row.list)
      text += "]"
    case .stringInterpolation, .tuple, .arrayLiteral:
      text += "("
      each(row.list)
      text += ")"
    case .interpolation: write(body, ExprID(row.a), sub, &text, depth: depth + 1)
    case .tupleElement:
      write(body, ExprID(row.a), sub, &text, depth: depth + 1)
      text += ".\(row.b)"
    case .isNil:
      text += row.b == 0 ? "isnil(" : "notnil("
      write(body, ExprID(row.a), sub, &text, depth: depth + 1)
      text += ")"
    case .logicalAnd, .logicalOr, .nilCoalesce:
      text += "("
      write(body, ExprID(row.a), sub, &text, depth: depth + 1)
      text += row.kind == .logicalAnd ? "&&" : row.kind == .logicalOr ? "||" : "??"
      write(body, ExprID(row.b), sub, &text, depth: depth + 1)
      text += ")"
    case .ternary:
      text += "?("
      each(row.list)
      text += ")"
    case .typeReference: text += "T\(row.a)"
    default: text += "?\(sub.prefix)\(body.owner.raw).\(row.node.raw)"
    }
  }

  func isSelf(_ body: LintBody, _ expr: ExprID) -> Bool {
    let row = body[expr]
    return row.kind == .local && body.body.locals[Int(row.a)].name == "self"
  }

  /// The variable at the root of a member path: `names` of `names[0].title`; `none` where there is none.
  func rootVariable(_ body: LintBody, _ expr: ExprID) -> DeclID {
    var current = expr
    for _ in 0..<40 {
      guard current != .none else { return .none }
      let row = body[current]
      switch row.kind {
      case .storedMember, .computedMember:
        let decl = DeclID(row.b)
        let base = ExprID(row.a)
        if table.info(decl).isOwn, base == .none || isSelf(body, base) { return decl }
        current = base
      case .global: return table.info(DeclID(row.a)).isOwn ? DeclID(row.a) : .none
      case .local:
        let source = body.source(ofLocal: row.a).raw
        if source == .max { return .none }
        current = ExprID(source)
      case .subscriptMember, .tupleElement, .wrapOptional, .optionalChain, .bindOptional, .forceUnwrap, .inoutAccess,
        .erase, .coerce, .openExistential, .floatConversion, .upcast:
        current = ExprID(row.a)
      case .call: current = row.b == .max ? .none : ExprID(row.b)
      default: return .none
      }
    }
    return .none
  }
}
