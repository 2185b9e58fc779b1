/// Expressions: the dispatch by kind, in the two modes `expression` (a hint may flow down) and `checked` (the value must
/// convert to a type).

/// For what a value is used: names the position in messages.
enum Purpose {
  case argument(index: Int, callee: NameID)
  case result
  case initialValue
  case assignment
  case condition
  case element
  case branch
  case operand
  case subject
  case other
}

extension Infer {
  /// Checks an expression whose value must have (or convert to) a type.
  func checked(_ node: NodeID, to target: TypeID, purpose: Purpose) -> ExprID {
    let expr = expression(node, expected: target)
    return conform(expr, to: target, node, purpose: purpose)
  }

  /// Converts a checked value, reporting once when it cannot.
  func conform(_ expr: ExprID, to target: TypeID, _ node: NodeID, purpose: Purpose) -> ExprID {
    if target == .none { return expr }
    if kind(of: expr) == .error { return expr }
    let source = type(of: expr)
    if let conversion = conversion(from: source, to: target) { return apply(conversion, expr, to: target) }
    if types[source].summary.contains(.error) || typeRow(resolve(target)).summary.contains(.error) {
      return errorExpression(node, type: resolve(target), keeping: [expr])
    }
    if isStyleOnly(source), let value = checkedAsView(node), let converted = converted(value, to: target) {
      return converted
    }
    if isMixedRange(source, target), tree.kind(node) == .sequenceExpr,
      let converted = converted(expression(node, expected: target), to: target)
    {
      return converted
    }
    if let unwrapped = implicitlyUnwrapped(expr), let converted = converted(unwrapped, to: target) { return converted }
    reportMismatch(found: source, expected: resolve(target), node, purpose: purpose)
    return errorExpression(node, type: resolve(target), keeping: [expr])
  }

  /// Checks an expression. `expected` is a hint: literals, implicit members and closures take it; the result may still
  /// need a conversion.
  func expression(_ node: NodeID, expected: TypeID = .none) -> ExprID {
    guard node != .none else { return errorExpression(node) }
    switch tree.kind(node) {
    case .identifierExpr:
      let value = identifier(node, expected: expected)
      return kind(of: value) == .typeReference && !allowsTypeNames ? bareType(value, node) : value
    case .postfixExpr: return postfixChain(node, expected: expected)
    case .implicitMemberExpr: return implicitMember(node, expected: expected)
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: return literal(node, expected: expected)
    case .stringLiteralExpr: return stringLiteral(node, expected: expected)
    case .nilLiteralExpr: return nilLiteral(node, expected: expected)
    case .arrayExpr: return arrayLiteral(node, expected: expected)
    case .dictionaryExpr: return dictionaryLiteral(node, expected: expected)
    case .parenExpr:
      nestedSequence = tree.node(node, at: 1)
      return expression(nestedSequence, expected: expected)
    case .tupleExpr: return tuple(node, expected: expected)
    case .closureExpr: return closure(node, expected: expected)
    case .sequenceExpr: return sequence(node, expected: expected)
    case .prefixExpr: return prefixOperator(node, expected: expected)
    case .inoutExpr: return inoutExpression(node)
    case .tryExpr: return tryExpression(node, expected: expected)
    case .awaitExpr: return awaitExpression(node, expected: expected)
    case .unsafeExpr, .ownershipExpr: return expression(tree.node(node, at: 1), expected: expected)
    case .packElementExpr, .packExpansionExpr: return packExpression(node, expected: expected)
    case .ifExpr, .switchExpr: return statementExpression(node, expected: expected)
    case .keyPathExpr: return keyPath(node, expected: expected)
    case .macroExpansion: return macro(node, expected: expected)
    case .typeExpr: return typeExpression(tree.node(node, at: 0), node)
    case .operatorExpr: return operatorReference(node, expected: expected)
    case .regexLiteralExpr: return regexLiteral(node)
    case .discardExpr:
      report(.discardOutsideAssignment, "'_' can only stand on the left of an assignment", node)
      return errorExpression(node)
    default:
      // Missing or broken text: the parser has reported it.
      return errorExpression(node)
    }
  }

  // MARK: Regular expressions

  /// `/pattern/`: a call of `Regex`'s initialiser for literals. The output is the whole match, and a part for each
  /// group that captures; a group that may be left out is optional.
  private func regexLiteral(_ node: NodeID) -> ExprID {
    let decl = sema.lookupPreludeTopLevel(known.name("Regex")).first ?? .none
    let substring = sema.knownType(.substring)
    guard decl != .none, substring != types.error else { return errorExpression(node) }
    var outputs = [substring]
    var labels: [UInt32] = [0]
    for group in RegexGroups.find(in: tree.text(node)) {
      outputs.append(group.isOptional ? optional(substring) : substring)
      labels.append(group.name.isEmpty ? 0 : sema.names.intern(group.name).raw)
    }
    let output =
      outputs.count == 1 ? substring : types.make(.tuple, outputs, labels: labelsOrEmpty(labels))
    let type = types.nominal(decl, of: output)
    let label = known.name("_literal")
    for candidate in sema.members(of: type, .initializer, .metatype) {
      let parameters = sema.signature(of: candidate.decl).parameters
      guard parameters.count == 1, parameters[0].label == label else { continue }
      var call = TypedExpr(.initCall, type: type, node: node)
      call.a = candidate.decl.raw
      call.b = ExprID.none.raw
      call.list = list([add(.stringLiteral, known.string, node, a: string(tree.text(node)))])
      call.list2 = list(sema.outerArguments(of: candidate))
      return add(call)
    }
    return errorExpression(node)
  }

  // MARK: Tuples

  private func tuple(_ node: NodeID, expected: TypeID) -> ExprID {
    let target = expected == .none ? TypeID.none : tupleTarget(expected)
    var elements: [ExprID] = []
    var elementTypes: [TypeID] = []
    var labels: [UInt32] = []
    var position = 0
    for child in tree.elements(node) where tree.kind(child) == .argument {
      let label = name(tree.token(child, at: 0))
      let value = tree.node(child, at: 2)
      var hint = TypeID.none
      if target != .none, position < types.argumentCount(target) { hint = types.argument(target, position) }
      var expr = expression(value, expected: hint)
      if hint != .none, let converted = converted(expr, to: hint) { expr = converted }
      elements.append(expr)
      elementTypes.append(type(of: expr))
      labels.append(label == .none ? 0 : label.raw)
      position += 1
    }
    let type = types.make(.tuple, elementTypes, labels: labelsOrEmpty(labels))
    let expr = add(.tuple, type, node)
    body.expressions[Int(expr.raw)].list = list(elements)
    return expr
  }

  private func tupleTarget(_ expected: TypeID) -> TypeID {
    var type = resolve(expected)
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    return types.kind(type) == .tuple ? type : .none
  }

  /// `print(Card)`: a type's name alone is no value.
  private func bareType(_ value: ExprID, _ node: NodeID) -> ExprID {
    let end = tree.range(node).end
    let spelled = tree.text(node)
    report(
      .notAValue, "'\(spelled)' is a type, not a value; write '\(spelled).self' for the type, or make a value of it",
      node,
      fixes: [.insert(".self", at: place(SourceRange(end, end)))])
    return errorExpression(node)
  }

  /// `each value` is one of the pack's elements, `repeat each value` all of them again.
  private func packExpression(_ node: NodeID, expected: TypeID) -> ExprID {
    let isElement = tree.kind(node) == .packElementExpr
    let value = expression(tree.node(node, at: 1), expected: isElement ? .none : expected)
    let found = resolve(type(of: value))
    if isElement {
      guard let pattern = packPattern(found) else { return value }
      return add(.coerce, pattern, node, a: value.raw)
    }
    if found == types.error || types.kind(found) == .pack || types.kind(found) == .metatype { return value }
    return add(.coerce, types.make(.pack, [found]), node, a: value.raw)
  }

  // MARK: Effects

  private func tryExpression(_ node: NodeID, expected: TypeID) -> ExprID {
    let mark = tree.token(node, at: 1)
    let inner = tree.node(node, at: 2)
    functions[functions.count - 1].tryDepth += 1
    let handles = mark != .none
    if handles {
      functions[functions.count - 1].catchDepth += 1
      functions[functions.count - 1].caught.append(CaughtErrors())
    }
    defer {
      functions[functions.count - 1].tryDepth -= 1
      if handles {
        functions[functions.count - 1].catchDepth -= 1
        functions[functions.count - 1].caught.removeLast()
      }
    }
    guard handles else { return expression(inner, expected: expected) }
    if tree.kind(mark) == .postfixExclaim || tree.token(mark, is: "!") {
      let value = expression(inner, expected: expected)
      return add(.tryForce, type(of: value), node, a: value.raw)
    }
    var hint = expected == .none ? TypeID.none : resolve(expected)
    // Of a call that may be optional itself the context wants as many levels as of the whole.
    if hint != .none, isOptional(hint), tree.kindIfPresent(inner) != .postfixExpr || isOptional(types.argument(hint, 0))
    {
      hint = types.argument(hint, 0)
    }
    var value = expression(inner, expected: hint)
    var result = type(of: value)
    if !isOptional(result) {
      result = optional(result)
      value = add(.wrapOptional, result, node, a: value.raw)
    }
    return add(.tryOptional, result, node, a: value.raw)
  }

  private func awaitExpression(_ node: NodeID, expected: TypeID) -> ExprID {
    functions[functions.count - 1].awaitDepth += 1
    defer { functions[functions.count - 1].awaitDepth -= 1 }
    let value = expression(tree.node(node, at: 1), expected: expected)
    return add(.await, type(of: value), node, a: value.raw)
  }

  /// A call that can throw stands here; `thrown` is what, `none` for any error.
  func noteThrow(_ node: NodeID, _ thrown: TypeID = .none) {
    let depth = functions.count - 1
    guard depth >= 0 else { return }
    if functions[depth].tryDepth == 0 {
      report(
        .missingTry, "call can throw but is not marked with 'try'", node,
        fixes: [.insert("try ", at: place(SourceRange(tree.range(node).start, tree.range(node).start)))])
      // Recover as if it were there; the surroundings are not blamed for it.
      functions[depth].didThrow = true
      return
    }
    noteCaught(thrown)
    if functions[depth].catchDepth > 0 { return }
    if functions[depth].infersEffects || functions[depth].isThrowing {
      functions[depth].didThrow = true
      return
    }
    report(
      .unhandledError, "errors thrown here are not handled; catch them, or mark the function 'throws'", node)
    functions[depth].didThrow = true
  }

  /// A call that suspends stands here.
  func noteAwait(_ node: NodeID) {
    let depth = functions.count - 1
    guard depth >= 0 else { return }
    let context = functions[depth]
    if context.awaitDepth == 0 {
      report(
        .missingAwait, "call is asynchronous but is not marked with 'await'", node,
        fixes: [.insert("await ", at: place(SourceRange(tree.range(node).start, tree.range(node).start)))])
    } else if !context.isAsync && !context.infersEffects {
      report(
        .asyncInSync, "asynchronous call in a function that is not 'async'; wrap it in 'Task { }' or mark the function",
        node)
    }
    functions[depth].didAwait = true
  }

  // MARK: inout

  /// `&x` outside of an argument list, or in one whose parameter is not inout.
  private func inoutExpression(_ node: NodeID) -> ExprID {
    report(.inoutOutsideCall, "'&' can only mark an argument of an 'inout' parameter", node)
    return errorExpression(node)
  }

  /// Storage that will be changed in place: reports what cannot be.
  func inoutAccess(_ node: NodeID, operand: NodeID) -> ExprID {
    let target = expression(operand)
    if isError(target) { return target }
    if let problem = immutability(of: target) {
      reportImmutable(problem, node: operand, change: .inoutArgument)
      return errorExpression(node, type: type(of: target))
    }
    return add(.inoutAccess, type(of: target), node, a: target.raw)
  }

  // MARK: Types as values

  func typeExpression(_ typeNode: NodeID, _ node: NodeID) -> ExprID {
    let type = resolveType(typeNode)
    return typeReference(type, node)
  }

  func typeReference(_ type: TypeID, _ node: NodeID) -> ExprID {
    if type == types.error { return errorExpression(node) }
    return add(.typeReference, types.metatype(type), node, a: type.raw)
  }

  func resolveType(_ node: NodeID) -> TypeID {
    sema.resolveType(node, file: file, in: typeScope)
  }

  /// Instance type if the expression is a type (`T.Type` written as a reference), else none.
  func instanceType(of expr: ExprID) -> TypeID {
    let type = type(of: expr)
    return types.kind(type) == .metatype ? resolve(types.argument(type, 0)) : .none
  }

  // MARK: Statement expressions

  /// `if` or `switch` as a value: each branch gives one.
  private func statementExpression(_ node: NodeID, expected: TypeID) -> ExprID {
    let result = expected == .none ? freshVariable() : expected
    yieldTypes.append(result)
    defer { yieldTypes.removeLast() }
    let isIf = tree.kind(node) == .ifExpr
    let statement = isIf ? ifStatement(node, yields: true) : switchStatement(node, label: .none, yields: true)
    return add(isIf ? .ifExpression : .switchExpression, resolve(result), node, a: statement.raw)
  }

  // MARK: Macros

  private func macro(_ node: NodeID, expected: TypeID) -> ExprID {
    let name = tree.name(of: tree.token(node, at: Slot.macroName))
    let wanted = expected == .none ? expected : resolve(expected)
    let text = wanted != .none && sema.isNominal(wanted, .staticString) ? wanted : known.string
    if wanted != .none, text != wanted, types.kind(wanted) == .nominal, accepts(.string, wanted) {
      // `log.info(#function)`: a literal of any type that texts make.
      switch name {
      case "file", "fileID", "filePath":
        return finishLiteral(
          .string, add(.stringLiteral, types.error, node, a: string(tree.source.name)), expected: wanted)
      case "function":
        return finishLiteral(
          .string, add(.stringLiteral, types.error, node, a: string(functionName())), expected: wanted)
      default: break
      }
    }
    // `var line: UInt! = #line`
    let unwrapped = wanted != .none && isOptional(wanted) ? resolve(types.argument(wanted, 0)) : wanted
    let number = unwrapped != .none && known.isInteger(unwrapped) ? unwrapped : known.int
    switch name {
    case "file", "fileID", "filePath":
      return add(.magicLiteral, text, node, a: string(tree.source.name))
    case "function":
      return add(.magicLiteral, text, node, a: string(functionName()))
    case "line":
      let line = placeInSource(node).line
      return add(.intLiteral, number, node, a: word(UInt64(line)))
    case "column":
      let column = placeInSource(node).column
      return add(.intLiteral, number, node, a: word(UInt64(column)))
    case "selector", "keyPath":
      let selector = name == "selector" ? sema.knownType(.selector) : known.string
      let type = selector == types.error ? known.string : selector
      let expr = add(.magicLiteral, type, node, a: string(tree.text(node)))
      return expr
    case "colorLiteral", "imageLiteral":
      if let value = resourceLiteral(name, node, expected: expected) { return value }
      report(.notSupported, "'#\(name)' is not supported", node)
      return errorExpression(node)
    case "fileLiteral":
      report(.notSupported, "'#\(name)' is not supported", node)
      return errorExpression(node)
    case "isolation":
      // The actor that runs here; nothing of a scene runs on another.
      let actor = sema.knownType(.actor)
      if actor == types.error { return errorExpression(node) }
      return add(.nilLiteral, optional(types.make(.existential, [actor])), node)
    default:
      if sema.hasUnmodelledImport || name == "Predicate" || name == "Expression" {
        let start = arguments.count
        pushArguments(ofMacro: node)
        walkArguments(from: start)
        arguments.cut(to: start)
        return errorExpression(node)
      }
      report(.unknownMacro, "there is no macro '#\(name)' that gives a value", node)
      return errorExpression(node)
    }
  }

  /// Nobody looks up a line of the prelude, whose table of lines takes longer to make than a scene to check.
  private func placeInSource(_ node: NodeID) -> (line: Int, column: Int) {
    if sema.isPreludeFile(file) { return (1, 1) }
    let position = tree.source.position(tree.range(node).start)
    return (position.line, position.column)
  }

  /// `#colorLiteral(red: ...)` and `#imageLiteral(resourceName: ...)`: initialisers of the platform's types, whose first
  /// labels differ from the literal's.
  private func resourceLiteral(_ name: String, _ node: NodeID, expected: TypeID) -> ExprID? {
    let isColor = name == "colorLiteral"
    let alias = sema.lookupTopLevel(known.name(isColor ? "_ColorLiteralType" : "_ImageLiteralType"))
    guard let decl = alias.first, sema.decls.kind(decl) == .typeAlias else { return nil }
    let type = sema.memberType(Candidate(decl))
    let start = arguments.count
    defer { arguments.cut(to: start) }
    for child in tree.elements(node) {
      guard tree.kind(child) == .argumentClause else { continue }
      for argument in tree.elements(child) where tree.kind(argument) == .argument { pushArgument(argument) }
    }
    guard arguments.count > start else { return nil }
    if !isColor { arguments[start].label = known.name("imageLiteralResourceName") }
    return construct(
      type, start..<arguments.count, expected: .none, site: CallSite(node: node, name: .initializer, nameNode: node))
  }

  private func functionName() -> String {
    guard context != .none else { return "" }
    let signature = sema.signature(of: context)
    let base = text(sema.decls.name(context))
    if sema.decls.kind(context) == .variable { return base }
    return base + "(" + signature.parameters.map { ($0.label == .none ? "_" : text($0.label)) + ":" }.joined() + ")"
  }
}
