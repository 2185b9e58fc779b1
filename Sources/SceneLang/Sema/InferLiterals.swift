/// Literals: numbers, strings with interpolations, arrays, dictionaries, `nil`, and what they become.
///
/// With an expected type a literal takes it at once. Without one its type is a variable that decides last; the node is
/// finished then (`finishPending`), because an integer literal may turn out to be a Double or a user's type.

extension Infer {
  /// An integer, floating point, Boolean or plain string literal.
  func literal(_ node: NodeID, expected: TypeID, negative: Bool = false) -> ExprID {
    switch tree.kind(node) {
    case .integerLiteralExpr:
      let bytes = tree.bytes(tree.token(node, at: 0))
      var magnitude: UInt64 = 0
      var fits = true
      parseInteger(bytes, &magnitude, &fits)
      let value = negative ? 0 &- magnitude : magnitude
      let expr = add(.intLiteral, types.error, node, a: word(value))
      if negative { body.expressions[Int(expr.raw)].flags |= TypedExprFlags.negative }
      if !fits { body.expressions[Int(expr.raw)].flags |= TypedExprFlags.tooLong }
      return finishLiteral(.integer, expr, expected: expected)
    case .floatLiteralExpr:
      let token = tree.token(node, at: 0)
      let value = decimal(tree.bytes(token)) ?? Double(tree.text(token).filter { $0 != "_" }) ?? 0
      let expr = add(.floatLiteral, types.error, node, a: word((negative ? -value : value).bitPattern))
      return finishLiteral(.float, expr, expected: expected)
    case .booleanLiteralExpr:
      let isTrue = tree.kind(tree.token(node, at: 0)) == .true
      return finishLiteral(.boolean, add(.boolLiteral, types.error, node, a: isTrue ? 1 : 0), expected: expected)
    default:
      return errorExpression(node)
    }
  }

  /// The value of digits with a point among them: a quotient of two numbers that are exact, hence rounded once, as the
  /// nearest number is. Nil for other forms, and for more digits than fit exactly.
  private func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= 16 else { return nil }
    var digits: UInt64 = 0
    var divisor: UInt64 = 1
    var isBehindPoint = false
    for byte in bytes {
      switch byte {
      case 0x30...0x39:
        digits = digits * 10 + UInt64(byte - 0x30)
        if isBehindPoint { divisor *= 10 }
      case UInt8(ascii: ".") where !isBehindPoint: isBehindPoint = true
      default: return nil
      }
    }
    // At most 15 digits: both are below 2^53.
    return Double(digits) / Double(divisor)
  }

  private func parseInteger(_ bytes: UnsafeBufferPointer<UInt8>, _ value: inout UInt64, _ fits: inout Bool) {
    var radix: UInt64 = 10
    var index = 0
    if bytes.count > 2, bytes[0] == 0x30 {
      switch bytes[1] {
      case 0x78: radix = 16
      case 0x6F: radix = 8
      case 0x62: radix = 2
      default: break
      }
      if radix != 10 { index = 2 }
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x5F { continue }
      let digit: UInt64
      switch byte {
      case 0x30...0x39: digit = UInt64(byte - 0x30)
      case 0x61...0x66: digit = UInt64(byte - 0x57)
      case 0x41...0x46: digit = UInt64(byte - 0x37)
      default: continue
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(digit)
      if overflow || carry { fits = false }
      value = sum
    }
  }

  /// Gives a literal node its type: the expected one where it can be, else an open variable.
  func finishLiteral(_ kind: LiteralKind, _ expr: ExprID, expected: TypeID) -> ExprID {
    var target = expected == .none ? TypeID.none : shallow(expected)
    while target != .none, isOptional(target) { target = shallow(types.argument(target, 0)) }
    if target == types.error, kind == .integer {
      // What it must fit in is not known.
      body.expressions[Int(expr.raw)].type = target
      return expr
    }
    // A floating literal for an associated type that is still open helps to decide it.
    let decides =
      kind == .float && target != .none && types.kind(target) == .member
      && types[target].summary.contains(.variable)
    if target != .none, types.kind(target) != .variable, target != types.error, !decides, accepts(kind, target) {
      body.expressions[Int(expr.raw)].type = target
      materialize(expr)
      return expr
    }
    let variable = freshVariable(kind)
    body.expressions[Int(expr.raw)].type = variable
    pendingLiterals.append(expr)
    return expr
  }

  /// Literals and operators of this expression that waited for their types; the surrounding one's keep waiting.
  func finishPending(_ firstLiteral: Int, _ firstOperator: Int) {
    var kept = min(firstLiteral, pendingLiterals.count)
    for i in kept..<pendingLiterals.count {
      let expr = pendingLiterals[i]
      let type = resolve(body.expressions[Int(expr.raw)].type)
      if types.kind(type) == .variable {
        pendingLiterals[kept] = expr
        kept += 1
        continue
      }
      body.expressions[Int(expr.raw)].type = type
      materialize(expr)
    }
    pendingLiterals.removeLast(pendingLiterals.count - kept)
    finishPendingOperators(firstOperator)
  }

  /// Rewrites a literal node for its final type: another builtin kind, an optional, or a call of an initialiser.
  func materialize(_ expr: ExprID) {
    let index = Int(expr.raw)
    let kind = body.expressions[index].kind
    let type = resolve(body.expressions[index].type)
    let node = body.expressions[index].node
    if type == types.error { return }
    if isOptional(type) {
      // The literal met a variable that turned out to be optional.
      let inner = moved(expr)
      body.expressions[Int(inner.raw)].type = types.argument(type, 0)
      materialize(inner)
      body.expressions[index] = TypedExpr(.wrapOptional, type: type, node: node)
      body.expressions[index].a = inner.raw
      return
    }
    switch kind {
    case .intLiteral:
      if let limits = known.limits(ofInteger: type) {
        checkRange(expr, type, limits)
        return
      }
      if known.isFloating(type) {
        let isNegative = body.expressions[index].flags & TypedExprFlags.negative != 0
        let value = body.words[Int(body.expressions[index].a)]
        var magnitude = Double(isNegative ? 0 &- value : value)
        if body.expressions[index].flags & TypedExprFlags.tooLong != 0 {
          magnitude = Double(tree.text(tree.token(node, at: 0)).filter { $0 != "_" }) ?? magnitude
        }
        body.expressions[index].kind = .floatLiteral
        body.expressions[index].flags = 0
        body.expressions[index].a = word((isNegative ? -magnitude : magnitude).bitPattern)
        return
      }
      if body.expressions[index].flags & TypedExprFlags.tooLong != 0 {
        report(.literalOverflow, "integer literal '\(tree.text(node))' does not fit in 64 bits", node)
      }
      if conformsTo(type, known.byInteger) {
        wrapLiteral(expr, builtin: known.int, label: known.integerLiteral)
      } else {
        wrapLiteral(expr, builtin: known.double, label: known.floatLiteral)
      }
    case .floatLiteral:
      if known.isFloating(type) { return }
      wrapLiteral(expr, builtin: known.double, label: known.floatLiteral)
    case .boolLiteral:
      if type == known.bool { return }
      wrapLiteral(expr, builtin: known.bool, label: known.booleanLiteral)
    case .stringLiteral:
      if type == known.string || type == known.character { return }
      if literalInitializer(of: type, label: known.stringLiteral) == .none {
        if wrapScalarLiteral(expr) { return }
      }
      wrapLiteral(expr, builtin: known.string, label: known.stringLiteral)
    case .stringInterpolation:
      if type == known.string { return }
      let maker = literalInitializer(of: type, label: known.stringInterpolation)
      let plain = maker == .none ? literalInitializer(of: type, label: known.stringLiteral) : maker
      body.expressions[index].a = plain.raw
    default: break
    }
  }

  /// Reports a literal that its type does not hold.
  private func checkRange(_ expr: ExprID, _ type: TypeID, _ limits: (below: UInt64, above: UInt64)) {
    let row = body.expressions[Int(expr.raw)]
    let isNegative = row.flags & TypedExprFlags.negative != 0
    let value = body.words[Int(row.a)]
    let magnitude = isNegative ? 0 &- value : value
    if row.flags & TypedExprFlags.tooLong == 0, magnitude <= (isNegative ? limits.below : limits.above) { return }
    let range = "\(limits.below == 0 ? "" : "-")\(limits.below) to \(limits.above)"
    report(
      .literalOverflow,
      "'\(isNegative ? "-" : "")\(tree.text(row.node))' does not fit in '\(describe(type))', "
        + "which holds \(range)", row.node)
  }

  /// `UInt64(0xFFFF_FFFF_FFFF_FFFF)`: a literal given to the initialiser of a type that literals make has this type.
  func literalMade(of type: TypeID, from argument: Int) -> ExprID? {
    guard arguments[argument].label == .none, !arguments[argument].isTrailing, arguments[argument].expr == .none,
      known.isFloating(type) || known.isInteger(type)
    else { return nil }
    let node = unparenthesized(arguments[argument].node)
    guard node != .none else { return nil }
    var literal = node
    if tree.kind(node) == .prefixExpr, tree.token(tree.token(node, at: 0), is: "-") { literal = tree.node(node, at: 1) }
    guard literal != .none else { return nil }
    switch tree.kind(literal) {
    case .integerLiteralExpr: break
    case .floatLiteralExpr where known.isFloating(type): break
    default: return nil
    }
    arguments[argument].expr = expression(node, expected: type)
    return arguments[argument].expr
  }

  /// Copies an expression to a new place, so that the old id can hold what surrounds it.
  func moved(_ expr: ExprID) -> ExprID { add(body.expressions[Int(expr.raw)]) }

  func literalInitializer(of type: TypeID, label: NameID) -> DeclID {
    for candidate in sema.members(of: type, .initializer, .metatype) {
      let signature = sema.signature(of: candidate.decl)
      if signature.parameters.count == 1, signature.parameters[0].label == label { return candidate.decl }
    }
    return .none
  }

  /// A literal of one character for a type without `init(stringLiteral:)`: Unicode.Scalar, or a type made from one.
  private func wrapScalarLiteral(_ expr: ExprID) -> Bool {
    let type = resolve(body.expressions[Int(expr.raw)].type)
    let scalar = known.unicodeScalar
    guard type != scalar else {
      let text = body.strings[Int(body.expressions[Int(expr.raw)].a)]
      guard let value = text.unicodeScalars.first?.value, text.unicodeScalars.count == 1 else { return false }
      for candidate in sema.members(of: type, .initializer, .metatype) {
        let parameters = sema.signature(of: candidate.decl).parameters
        guard parameters.count == 1, self.text(parameters[0].label) == "_value" else { continue }
        let number = add(
          .intLiteral, parameters[0].type, body.expressions[Int(expr.raw)].node, a: word(UInt64(value)))
        var call = TypedExpr(.initCall, type: type, node: body.expressions[Int(expr.raw)].node)
        call.a = candidate.decl.raw
        call.b = ExprID.none.raw
        call.list = list([number])
        body.expressions[Int(expr.raw)] = call
        return true
      }
      return false
    }
    for (label, target) in [(known.characterLiteral, known.character), (known.scalarLiteral, scalar)] {
      guard literalInitializer(of: type, label: label) != .none else { continue }
      wrapLiteral(expr, builtin: target, label: label)
      return true
    }
    return false
  }

  private func wrapLiteral(_ expr: ExprID, builtin: TypeID, label: NameID) {
    let index = Int(expr.raw)
    let type = resolve(body.expressions[index].type)
    let node = body.expressions[index].node
    var target = builtin
    for candidate in sema.members(of: type, .initializer, .metatype) {
      let signature = sema.signature(of: candidate.decl)
      guard signature.parameters.count == 1, signature.parameters[0].label == label else { continue }
      let outer = sema.outerArguments(of: candidate)
      let parameter = substitute(signature.parameters[0].type, outer)
      if types.kind(parameter) == .nominal, parameter != type { target = parameter }
      let inner = moved(expr)
      body.expressions[Int(inner.raw)].type = target
      if target != type { materialize(inner) }
      var call = TypedExpr(.initCall, type: type, node: node)
      call.a = candidate.decl.raw
      call.list = list([inner])
      call.list2 = list(outer)
      body.expressions[index] = call
      return
    }
    // The type promises the literal without an initialiser of its own (a default in the prelude): keep the literal.
  }

  // MARK: nil

  func nilLiteral(_ node: NodeID, expected: TypeID) -> ExprID {
    let target = expected == .none ? TypeID.none : resolve(expected)
    if target == .none {
      return add(.nilLiteral, optional(freshVariable()), node)
    }
    if isOptional(target) || target == types.error { return add(.nilLiteral, target, node) }
    if types.kind(target) == .variable {
      let type = optional(freshVariable())
      _ = unify(target, type)
      return add(.nilLiteral, type, node)
    }
    if known.byNil != types.error, conformsTo(target, known.byNil) { return add(.nilLiteral, target, node) }
    report(.nilNotAllowed, "'nil' cannot be used as a value of type '\(describe(target))', which is not optional", node)
    return errorExpression(node)
  }

  // MARK: Strings

  func stringLiteral(_ node: NodeID, expected: TypeID) -> ExprID {
    var hasInterpolation = false
    for child in tree.elements(node) where tree.kind(child) == .interpolation { hasInterpolation = true }
    if !hasInterpolation {
      let text = StringLiteralText.value(of: node, in: tree)
      let expr = add(.stringLiteral, types.error, node, a: string(text))
      return finishLiteral(isCharacter(text) ? .character : .string, expr, expected: expected)
    }
    var target = expected == .none ? TypeID.none : resolve(expected)
    while target != .none, isOptional(target) { target = resolve(types.argument(target, 0)) }
    if target == .none || types.kind(target) == .variable || !accepts(.interpolation, target) { target = known.string }
    let interpolationType = interpolationType(of: target)
    var segments: [ExprID] = []
    let pieces = StringLiteralText.segments(of: node, in: tree)
    var piece = 0
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isToken, tree.kind(child.token) == .stringSegment {
        let text = piece < pieces.count ? pieces[piece] : ""
        piece += 1
        if !text.isEmpty { segments.append(add(.stringLiteral, known.string, node, a: string(text))) }
      } else if child.isNode, tree.kind(child.node) == .interpolation {
        segments.append(interpolation(child.node, of: interpolationType))
      }
    }
    let expr = add(.stringInterpolation, types.error, node, a: DeclID.none.raw)
    body.expressions[Int(expr.raw)].list = list(segments)
    return finishLiteral(.interpolation, expr, expected: expected)
  }

  /// May a literal with this text be a Character?
  private func isCharacter(_ text: String) -> Bool {
    guard text.utf8.count <= 128, let first = text.indices.first else { return false }
    // Two ASCII characters are no single one, but for a line break.
    let bytes = text.utf8
    let second = bytes.index(after: bytes.startIndex)
    if second < bytes.endIndex, bytes[bytes.startIndex] < 0x80, bytes[second] < 0x80, bytes[second] != 0x0A {
      return false
    }
    return text.index(after: first) == text.endIndex
  }

  /// Kind of a string literal, by its text.
  func stringLiteralKind(_ node: NodeID) -> LiteralKind {
    if tree.firstChild(node, of: .interpolation) != .none { return .interpolation }
    if let plain = plainTextKind(node) { return plain }
    return isCharacter(StringLiteralText.value(of: node, in: tree)) ? .character : .string
  }

  /// The kind of a text of one segment that begins with two ASCII characters, which no text of one character does.
  private func plainTextKind(_ node: NodeID) -> LiteralKind? {
    guard tree.childCount(node) == 3 else { return nil }
    let segment = tree.token(node, at: 1)
    guard segment != .none, tree.kind(segment) == .stringSegment else { return nil }
    let bytes = tree.bytes(segment)
    let isPlain = bytes.count > 1 && bytes[0] < 0x80 && bytes[1] < 0x80 && bytes[0] >= 0x20
    return isPlain && bytes[0] != UInt8(ascii: "\\") ? .string : nil
  }

  /// `T.StringInterpolation` where it has `appendInterpolation` members of its own.
  private func interpolationType(of type: TypeID) -> TypeID {
    if type == known.string || types.kind(type) != .nominal { return .none }
    for candidate in sema.members(of: type, known.interpolationType, .metatype)
    where isTypeDeclaration(candidate.decl) {
      return sema.memberType(candidate)
    }
    return .none
  }

  private func interpolation(_ node: NodeID, of interpolationType: TypeID) -> ExprID {
    let start = arguments.count
    defer { arguments.cut(to: start) }
    for child in tree.elements(node) where tree.kind(child) == .argument { pushArgument(child) }
    guard arguments.count > start else { return errorExpression(node) }
    let isPlain = arguments.count - start == 1 && arguments[start].label == .none
    if isPlain {
      // Anything may be interpolated; whatever its type, the text is made from it.
      let value = fixedArgument(start)
      return add(.interpolation, known.string, node, a: value.raw, b: DeclID.none.raw)
    }
    if interpolationType != .none {
      let candidates = sema.members(of: interpolationType, known.appendInterpolation, .instance)
      if !candidates.isEmpty {
        let base = add(.error, interpolationType, node)
        let call = resolveCall(
          candidates, base: base, arguments: start..<arguments.count, expected: .none,
          site: CallSite(node: node, name: known.appendInterpolation, nameNode: node))
        if kind(of: call) == .call {
          let row = body.expressions[Int(call.raw)]
          let items = (0..<Int(row.list.count)).map { body.lists[Int(row.list.start) + $0] }
          let expr = add(.interpolation, known.string, node, a: items.first ?? call.raw, b: row.a)
          body.expressions[Int(expr.raw)].list = list(Array(items.dropFirst()))
          body.expressions[Int(expr.raw)].list2 = row.list2
          return expr
        }
        return call
      }
    }
    // String knows `default:` and describing forms only through its own candidates.
    var values: [ExprID] = []
    for i in start..<arguments.count { values.append(fixedArgument(i)) }
    let expr = add(.interpolation, known.string, node, a: values[0].raw, b: DeclID.none.raw)
    body.expressions[Int(expr.raw)].list = list(Array(values.dropFirst()))
    return expr
  }

  // MARK: Arrays and dictionaries

  /// `sorted(using: [KeyPathComparator(\.day)])`: what is asked of a generic sequence says what its elements are made for.
  private func bindSequence(_ target: TypeID, of element: TypeID, _ node: NodeID) {
    guard types.kind(target) == .variable, literalKind(target) == .none, !solver.open.isEmpty else { return }
    var isMade = false
    for child in tree.elements(node) {
      let child = unparenthesized(child)
      if tree.kindIfPresent(child) == .postfixExpr, isMadeFromKeyPath(child) { isMade = true }
      // `Set([.top])`
      if implicitName(child) != nil { isMade = true }
    }
    guard isMade else { return }
    let start = mark()
    if !unify(target, types.nominal(known.arrayDecl, of: element)) || !solveOpen() { rewind(start) }
  }

  func arrayLiteral(_ node: NodeID, expected: TypeID) -> ExprID {
    var target = expected == .none ? TypeID.none : resolve(expected)
    while target != .none, isOptional(target) { target = resolve(types.argument(target, 0)) }
    var collection = TypeID.none
    var element = TypeID.none
    var maker = DeclID.none
    if target != .none, types.kind(target) == .nominal {
      if types.decl(target) == known.arrayDecl || types.decl(target) == known.setDecl {
        collection = target
        element = types.argument(target, 0)
      } else if accepts(.array, target) {
        for candidate in sema.members(of: target, .initializer, .metatype) {
          let signature = sema.signature(of: candidate.decl)
          guard signature.parameters.count == 1, signature.parameters[0].label == known.arrayLiteral else { continue }
          maker = candidate.decl
          collection = target
          element = substitute(signature.parameters[0].type, sema.outerArguments(of: candidate))
          if signature.parameters[0].isVariadic, isArray(element) { element = types.argument(element, 0) }
          break
        }
        if maker == .none, let found = literalElement(of: target) {
          collection = target
          element = found
        }
      }
    }
    if target != .none, types.kind(target) == .parameter, accepts(.array, target),
      let found = literalElement(of: target)
    {
      // `static var fallback: T { [] }` of a `T: ExpressibleByArrayLiteral`
      collection = target
      element = found
    }
    if target == types.error { element = types.error }
    // Inside of `[String: Any]` nothing asks the elements to be alike.
    let anything = isAnything(target) ? target : TypeID.none
    let isOpen = element == .none
    if isOpen {
      element = freshVariable()
      // `[first, isOn ? second : nil]`
      if tree.elements(node).contains(where: { mayBeNil($0) }) { element = optional(element) }
    }
    if isOpen, target != .none { bindSequence(target, of: element, node) }
    if collection == .none, !isOpen { collection = types.error }
    var values: [ExprID] = []
    var isUnknown = false
    for child in tree.elements(node) {
      if isOpen {
        // One element whose type is not known says it for all.
        let found = diagnostics.count
        let value = expression(
          child, expected: isUnknown ? types.error : anything != .none && isCollection(child) ? anything : element)
        if isError(value), diagnostics.count > found && needsContext(child) || !needsContext(child) { isUnknown = true }
        let type = type(of: value)
        if let joined = join(element, type) {
          element = joined
        } else if let wider = widened(values, type, known: resolve(element)) {
          element = wider
        } else if let object = commonObject(resolve(element), type) {
          element = object
        } else if anything != .none {
          element = anything
        } else if node != annotatedNowhere {
          element = types.make(.existential, [])
        } else {
          report(
            .mixedElements,
            "elements of an array must have one type; found '\(describe(type))' beside '\(describe(resolve(element)))'",
            child)
        }
        values.append(value)
      } else {
        values.append(checked(child, to: element, purpose: .element))
      }
    }
    if isOpen {
      element = resolve(element)
      // `[kUnknown, 1, 2]`: what is not known decides what the literals beside it are.
      if isUnknown, types.kind(element) == .variable { element = types.error }
      for i in values.indices {
        if let value = converted(values[i], to: element) { values[i] = value }
      }
      collection = types.nominal(known.arrayDecl, of: element)
    }
    let expr = add(.arrayLiteral, collection, node, b: maker.raw)
    body.expressions[Int(expr.raw)].list = list(values)
    return expr
  }

  /// `ArrayLiteralElement` (or `Element`) of a type that says it may be written as an array.
  private func literalElement(of type: TypeID) -> TypeID? {
    let found = sema.associatedType(type, named: known.name("ArrayLiteralElement"), of: types.decl(known.byArray))
    return found == types.error ? nil : found
  }

  /// Fonts beside colours: objects of classes of the API are all `NSObject`s.
  private func commonObject(_ a: TypeID, _ b: TypeID) -> TypeID? {
    let object = sema.lookupPreludeTopLevel(known.name("NSObject")).first ?? .none
    guard object != .none else { return nil }
    func isObject(_ type: TypeID) -> Bool {
      isClass(type) && types.kind(type) == .nominal && sema.decls.has(types.decl(type), .isPrelude)
    }
    return isObject(a) && isObject(resolve(b)) ? types.nominal(object, []) : nil
  }

  /// `isOn ? value : nil`
  private func mayBeNil(_ node: NodeID) -> Bool {
    let node = unparenthesized(node)
    guard node != .none, tree.kind(node) == .sequenceExpr else { return false }
    for child in tree.elements(node) where tree.kind(child) == .ternaryOperator {
      let last = tree.lastChild(node)
      return tree.kindIfPresent(unparenthesized(tree.node(child, at: 1))) == .nilLiteralExpr
        || last.isNode && tree.kind(last.node) == .nilLiteralExpr
    }
    return false
  }

  /// `Any`, in which a collection of different things is meant.
  func isAnything(_ type: TypeID) -> Bool {
    type != .none && types.kind(type) == .existential && types.argumentCount(type) == 0
  }

  private func isCollection(_ node: NodeID) -> Bool {
    let node = unparenthesized(node)
    return node != .none && (tree.kind(node) == .arrayExpr || tree.kind(node) == .dictionaryExpr)
  }

  func isArray(_ type: TypeID) -> Bool { types.kind(type) == .nominal && types.decl(type) == known.arrayDecl }

  /// The element type that takes what is there and one more, if only optionality differs.
  private func widened(_ values: [ExprID], _ type: TypeID, known element: TypeID) -> TypeID? {
    if types[element].summary.contains(.variable) { return nil }
    return join(type, element)
  }

  func dictionaryLiteral(_ node: NodeID, expected: TypeID) -> ExprID {
    var target = expected == .none ? TypeID.none : resolve(expected)
    while target != .none, isOptional(target) { target = resolve(types.argument(target, 0)) }
    var key = TypeID.none
    var value = TypeID.none
    var collection = TypeID.none
    var maker = DeclID.none
    if target != .none, types.kind(target) == .nominal {
      if types.decl(target) == known.dictionaryDecl {
        collection = target
        key = types.argument(target, 0)
        value = types.argument(target, 1)
      } else if accepts(.dictionary, target) {
        for candidate in sema.members(of: target, .initializer, .metatype) {
          let signature = sema.signature(of: candidate.decl)
          guard signature.parameters.count == 1, signature.parameters[0].label == known.dictionaryLiteral else {
            continue
          }
          let pair = substitute(signature.parameters[0].type, sema.outerArguments(of: candidate))
          guard types.kind(pair) == .tuple, types.argumentCount(pair) == 2 else { continue }
          maker = candidate.decl
          collection = target
          key = types.argument(pair, 0)
          value = types.argument(pair, 1)
          break
        }
      }
    }
    if target == types.error {
      collection = target
      key = target
      value = target
    }
    let isOpen = collection == .none
    let anything = isAnything(target) ? target : TypeID.none
    if isOpen {
      key = freshVariable()
      value = freshVariable()
    }
    var parts: [ExprID] = []
    for element in tree.elements(node) where tree.kind(element) == .dictionaryElement {
      let keyNode = tree.node(element, at: 0)
      let valueNode = tree.node(element, at: 2)
      if isOpen {
        let left = expression(keyNode, expected: key)
        let right = expression(valueNode, expected: anything != .none && isCollection(valueNode) ? anything : value)
        for (expr, slot) in [(left, 0), (right, 1)] {
          let current = slot == 0 ? key : value
          let type = type(of: expr)
          if let joined = join(current, type) {
            if slot == 0 { key = joined } else { value = joined }
          } else if slot == 1, let object = commonObject(resolve(value), type) {
            value = object
          } else if slot == 1, anything != .none {
            value = anything
          } else if slot == 1, node != annotatedNowhere {
            value = types.make(.existential, [])
          } else {
            report(
              .mixedElements,
              "\(slot == 0 ? "keys" : "values") of a dictionary must have one type; found '\(describe(type))' beside "
                + "'\(describe(resolve(current)))'", slot == 0 ? keyNode : valueNode)
          }
        }
        parts.append(left)
        parts.append(right)
      } else {
        parts.append(checked(keyNode, to: key, purpose: .element))
        parts.append(checked(valueNode, to: value, purpose: .element))
      }
    }
    if isOpen {
      key = resolve(key)
      value = resolve(value)
      for i in parts.indices {
        if let converted = converted(parts[i], to: i % 2 == 0 ? key : value) { parts[i] = converted }
      }
      collection = types.nominal(known.dictionaryDecl, [key, value])
    }
    let expr = add(.dictionaryLiteral, collection, node, b: maker.raw)
    body.expressions[Int(expr.raw)].list = list(parts)
    return expr
  }
}
