/// Entry points of one instance: the parts of a declaration that have bodies.

extension Infer {
  /// Sets up file, tree, context and Self for a declaration.
  func start(_ decl: DeclID) {
    let (file, node) = sema.syntax(of: decl)
    self.file = file
    tree = sema.tree(file)
    tokenNames = sema.namesOfTokens(file)
    declaration = decl
    declarationNode = node
    let length = node == .none ? 0 : tree.tokenRange(node).count
    stepLimit = min(Self.mostSteps, Self.leastSteps + length * Self.stepsPerToken)
    context = decl
    unassigned.removeAll(keepingCapacity: true)
    if !unwrappedAnnotations.isEmpty { unwrappedAnnotations.removeAll(keepingCapacity: true) }
    assignedOnce.removeAll(keepingCapacity: true)
    parameterLocals.removeAll(keepingCapacity: true)
    computedLocals.removeAll(keepingCapacity: true)
    wrappedLocals.removeAll(keepingCapacity: true)
    localFunctions.removeAll(keepingCapacity: true)
    fixedTypes.removeAll(keepingCapacity: true)
    yieldTypes.clear()
    builderStack.clear()
    throwingClosures.removeAll(keepingCapacity: true)
    localScopes.clear()
    sharedBindings = -1
    isFailable = false
    delegated = false
    isPropertyInitializer = false
    let typeContext = sema.typeContext(of: decl)
    selfType = typeContext == .none ? .none : sema.selfType(of: typeContext)
    if selfType == types.error { selfType = .none }
    isStaticContext = sema.decls.has(decl, .isStatic)
  }

  /// Declares `self` for a member. Mutating members of value types and initialisers may change it.
  private func declareSelf(mutating: Bool) {
    guard selfType != .none, !isStaticContext else {
      if selfType != .none {
        // `self` is the type in static members.
        let local = newLocal("self", types.metatype(selfType), mutable: false, .none)
        declare(.selfValue, local)
        staticSelf = local
        body.parameters.append(local)
      }
      return
    }
    // What the where clause of a member says of the parameters around it holds for self too.
    let local = newLocal("self", sema.normalize(selfType), mutable: mutating, .none)
    body.locals[Int(local.raw)].isInout = mutating && !isInitializer
    declare(.selfValue, local)
    body.parameters.append(local)
    isMutatingSelf = mutating
  }

  private var isMember: Bool { sema.owner(of: declaration) != .none }

  /// Checks one part into `body`; false if the declaration has no such part.
  func checkPart(_ part: BodyPart) -> Bool {
    guard declarationNode != .none else { return checkSynthesized(part) }
    switch part {
    case .body: return checkBody()
    case .setter: return checkAccessor("set")
    case .willSet: return checkAccessor("willSet")
    case .didSet: return checkAccessor("didSet")
    case .initialValue: return checkInitialValue()
    case .defaultValue: return checkDefaultValue()
    }
  }

  private func checkSynthesized(_ part: BodyPart) -> Bool { false }

  // MARK: Functions and getters

  private func checkBody() -> Bool {
    switch sema.decls.kind(declaration) {
    case .function: return checkFunction()
    case .initializer: return checkInitializer()
    case .deinitializer:
      let block = tree.node(declarationNode, at: Slot.body)
      guard block != .none else { return false }
      declareSelf(mutating: false)
      functions.append(FunctionContext(closure: -1, result: types.void))
      body.root = functionBody(block, result: types.void, builder: .none)
      functions.removeLast()
      return true
    case .variable, .subscript_: return checkGetter()
    case .macro: return checkMacro()
    default: return false
    }
  }

  private func checkFunction() -> Bool {
    let block = tree.node(declarationNode, at: Slot.body)
    guard block != .none else { return false }
    let signature = sema.signature(of: declaration)
    let isValueMember = isMember && !isStaticContext
    if isMember {
      declareSelf(mutating: isValueMember && sema.decls.has(declaration, .isMutating) && !isClass(selfType))
    }
    for parameter in signature.parameters {
      let local = parameterLocal(parameter)
      body.parameters.append(local)
    }
    var context = FunctionContext(
      closure: -1, result: signature.result == .none ? types.void : canonical(signature.result))
    context.isThrowing = signature.isThrowing || signature.isRethrowing
    context.thrown = signature.thrown
    context.isAsync = signature.isAsync
    openResult(&context)
    functions.append(context)
    body.root = functionBody(block, result: context.result, builder: signature.builder)
    checkEscapes(signature)
    lastUnderlying = functions[0].underlying
    functions.removeLast()
    return true
  }

  private func checkInitializer() -> Bool {
    let block = tree.node(declarationNode, at: Slot.body)
    guard block != .none else { return false }
    isInitializer = true
    isFailable = sema.decls.has(declaration, .isFailable)
    let signature = sema.signature(of: declaration)
    declareSelf(mutating: !isClass(selfType))
    for parameter in signature.parameters { body.parameters.append(parameterLocal(parameter)) }
    var context = FunctionContext(closure: -1, result: .none)
    context.isThrowing = signature.isThrowing || signature.isRethrowing
    context.thrown = signature.thrown
    context.isAsync = signature.isAsync
    functions.append(context)
    body.root = functionBody(block, result: .none, builder: .none)
    checkEscapes(signature)
    functions.removeLast()
    checkAllAssigned(block)
    return true
  }

  /// A stored property without initial value that no statement of an initialiser assigns.
  private func checkAllAssigned(_ block: NodeID) {
    guard !delegated, diagnostics.isEmpty else { return }
    let owner = sema.owner(of: declaration)
    guard owner != .none, sema.decls.kind(owner) == .structDecl || sema.decls.kind(owner) == .classDecl else { return }
    var assigned = IDSet<UInt32>()
    var assignsSelf = false
    for expr in body.expressions.buffer where expr.kind == .assign || expr.kind == .inoutAccess {
      collectAssigned(ExprID(expr.a), &assigned, &assignsSelf)
    }
    if assignsSelf { return }
    // Leaving by a trap or a throw on every path needs no values.
    // `return nil` of a failable one needs none, either.
    if leaves(body.root), !body.statements.buffer.contains(where: { $0.kind == .returnValue && $0.a == .max }) {
      return
    }
    for member in sema.storedMembers(of: owner) where !assigned.contains(member.raw) {
      if sema.hasInitialValue(member) || sema.hasUnknownAttribute(member) { continue }
      // An assignment to a member of unknown type is not written down.
      if typeRow(sema.type(ofVariable: member)).summary.contains(.error) || sema.isOpen(owner) { continue }
      report(
        .memberNotAssigned, "this initializer leaves '\(text(sema.decls.name(member)))' without a value",
        initializerRange())
      return
    }
  }

  private func initializerRange() -> SourceRange {
    let token = tree.token(declarationNode, at: Slot.keyword)
    return token == .none ? tree.range(declarationNode) : tree.range(token)
  }

  private func collectAssigned(_ target: ExprID, _ assigned: inout IDSet<UInt32>, _ assignsSelf: inout Bool) {
    guard target != .none else { return }
    let row = body.expressions[Int(target.raw)]
    switch row.kind {
    case .storedMember where isSelf(ExprID(row.a)): assigned.insert(row.b)
    case .storedMember: collectAssigned(ExprID(row.a), &assigned, &assignsSelf)
    case .local: if body.locals[Int(row.a)].name == "self" { assignsSelf = true }
    case .tuple:
      for i in 0..<Int(row.list.count) {
        collectAssigned(ExprID(body.lists[Int(row.list.start) + i]), &assigned, &assignsSelf)
      }
    default: break
    }
  }

  /// The accessor declaration of a kind in the accessors of a variable or subscript; the block itself for a plain getter.
  private func accessor(_ keyword: StaticString) -> (node: NodeID, block: NodeID)? {
    let slot = sema.decls.kind(declaration) == .subscript_ ? Slot.body : Slot.bindingAccessors
    let accessors = tree.node(declarationNode, at: slot)
    guard accessors != .none else { return nil }
    if tree.kind(accessors) == .codeBlock {
      return "\(keyword)" == "get" ? (accessors, accessors) : nil
    }
    guard tree.kind(accessors) == .accessorBlock else { return nil }
    for child in tree.elements(accessors) where tree.kind(child) == .accessorDecl {
      if tree.token(tree.token(child, at: 2), is: keyword) {
        let block = tree.node(child, at: 5)
        return block == .none ? nil : (child, block)
      }
    }
    return nil
  }

  private func checkGetter() -> Bool {
    guard let (node, block) = accessor("get") else { return false }
    let signature = sema.signature(of: declaration)
    let isSubscript = sema.decls.kind(declaration) == .subscript_
    let result = isSubscript ? signature.result : sema.type(ofVariable: declaration)
    if isMember {
      let modifiers = tree.kind(node) == .accessorDecl ? tree.node(node, at: 1) : .none
      let isMutating = modifiers != .none && tree.hasToken(modifiers, .mutating)
      declareSelf(mutating: isMutating && !isStaticContext)
    }
    if isSubscript { for parameter in signature.parameters { body.parameters.append(parameterLocal(parameter)) } }
    var context = FunctionContext(closure: -1, result: result)
    context.isThrowing = signature.isThrowing || sema.decls.has(declaration, .isThrowing)
    if context.isThrowing, tree.kind(node) == .accessorDecl { context.thrown = thrownType(tree.node(node, at: 4)) }
    context.isAsync = signature.isAsync || sema.decls.has(declaration, .isAsync)
    openResult(&context)
    functions.append(context)
    body.root = functionBody(block, result: result, builder: signature.builder)
    lastUnderlying = functions[0].underlying
    functions.removeLast()
    return true
  }

  private func checkAccessor(_ keyword: StaticString) -> Bool {
    guard let (node, block) = accessor(keyword), tree.kind(node) == .accessorDecl else { return false }
    let isSubscript = sema.decls.kind(declaration) == .subscript_
    let signature = sema.signature(of: declaration)
    let type = isSubscript ? signature.result : sema.type(ofVariable: declaration)
    let modifiers = tree.node(node, at: 1)
    let isNonmutating = modifiers != .none && tree.hasToken(modifiers, .nonmutating)
    if isMember { declareSelf(mutating: !isNonmutating && !isStaticContext && !isClass(selfType)) }
    var name: NameID = "\(keyword)" == "didSet" ? .oldValue : .newValue
    let parameter = tree.node(node, at: 3)
    if parameter != .none { name = self.name(tree.token(parameter, at: 1)) }
    let local = newLocal(text(name), type, mutable: false, node)
    parameterLocals.insert(local.raw)
    declare(name, local)
    body.parameters.append(local)
    if isSubscript { for parameter in signature.parameters { body.parameters.append(parameterLocal(parameter)) } }
    functions.append(FunctionContext(closure: -1, result: types.void))
    body.root = functionBody(block, result: types.void, builder: .none)
    functions.removeLast()
    return true
  }

  /// Statements at the top of a file. Errors may leave them, and they may wait.
  func checkTopLevel(_ nodes: [NodeID], file: Int) {
    self.file = file
    tree = sema.tree(file)
    tokenNames = sema.namesOfTokens(file)
    var context = FunctionContext(closure: -1, result: types.void)
    context.isThrowing = true
    context.isAsync = true
    functions.append(context)
    body.root = block(statements(nodes), tree.root)
    functions.removeLast()
  }

  // MARK: Macros

  /// `#Preview { ... }` and `#Scenario(...) { ... }`: the closure is a view builder.
  private func checkMacro() -> Bool {
    let closure = macroClosure()
    guard closure != .none else { return false }
    isStaticContext = true
    functions.append(FunctionContext(closure: -1, result: .none))
    functions[0].infersEffects = true
    let items = sema.activeList(of: closure, from: 1, file: file).filter { tree.kind($0) != .closureSignature }
    let scope = pushScope()
    if containsReturn(items) {
      functions[0].result = types.error
      body.root = block(statements(items), closure)
    } else {
      body.root = block(
        builderBody(items, builder: known.viewBuilderDecl, result: .none, closure), closure)
    }
    popScope(scope)
    functions.removeLast()
    return true
  }

  /// The trailing closure, or the one among the arguments: `#Preview(body: { ... })`.
  private func macroClosure() -> NodeID {
    let trailing = tree.node(declarationNode, at: Slot.macroClosure)
    if trailing != .none { return trailing }
    let arguments = tree.node(declarationNode, at: Slot.macroArguments)
    guard arguments != .none else { return .none }
    for argument in tree.elements(arguments) where tree.kind(argument) == .argument {
      let value = tree.lastChild(argument).nodeIfAny
      if value != .none, tree.kind(value) == .closureExpr { return value }
    }
    return .none
  }

  // MARK: Values

  private func checkInitialValue() -> Bool {
    guard sema.decls.kind(declaration) == .variable, tree.kind(declarationNode) == .patternBinding else { return false }
    functions.append(FunctionContext(closure: -1, result: .none))
    defer { functions.removeLast() }
    functions[0].isAsync = false
    if sema.decls.has(declaration, .isLazy) {
      declareSelf(mutating: false)
    } else if isMember {
      isPropertyInitializer = !sema.decls.has(declaration, .isStatic)
      isStaticContext = true
    }
    let mark = beginExpression()
    guard let value = initialValue() else {
      finishExpression(mark)
      return false
    }
    finishExpression(mark)
    body.root = block([statement(.returnValue, declarationNode, a: value.raw)], declarationNode)
    return true
  }

  /// The value the storage of the variable begins with, or nil.
  private func initialValue() -> ExprID? {
    let valueNode = tree.node(declarationNode, at: Slot.bindingValue)
    if sema.isWrapped(declaration) {
      if valueNode != .none, tree.kind(unparenthesized(valueNode)) == .nilLiteralExpr,
        sema.variableTypeNode(declaration) == .none
      {
        report(.typeNotKnown, "the type of this value is not known; write it behind the name", valueNode)
        return nil
      }
      return wrapperValue(valueNode)
    }
    let written = sema.variableTypeNode(declaration)
    if valueNode == .none {
      guard tree.node(declarationNode, at: Slot.bindingAccessors) == .none || !sema.decls.has(declaration, .isComputed)
      else { return nil }
      guard written != .none, !sema.decls.has(declaration, .isConstant), sema.isStored(declaration) else { return nil }
      let type = sema.type(ofVariable: declaration)
      return isOptional(type) ? add(.nilLiteral, type, declarationNode) : nil
    }
    let pattern = tree.node(declarationNode, at: Slot.bindingPattern)
    if written != .none, pattern != .none, tree.kind(pattern) == .identifierPattern {
      let type = sema.type(ofVariable: declaration)
      if types.kind(type) == .opaque {
        // `let header: some View = Text("a")`: the value says its own type.
        functions[functions.count - 1].result = type
        let value = opaqueValue(valueNode)
        lastUnderlying = functions[functions.count - 1].underlying
        return value
      }
      return checked(valueNode, to: type, purpose: .initialValue)
    }
    annotatedNowhere = unparenthesized(valueNode)
    var value = expression(valueNode)
    let type = forced(self.type(of: value))
    if types[type].summary.contains(.variable), !isError(value), !restsOnUnknown {
      report(.typeNotKnown, "the type of this value is not known; write it behind the name", valueNode)
    }
    if pattern != .none, tree.kind(pattern) == .tuplePattern {
      value = component(of: value, pattern) ?? value
    }
    return value
  }

  /// The element of a tuple that a name of `let (a, b) = ...` gets.
  private func component(of value: ExprID, _ pattern: NodeID) -> ExprID? {
    let type = forced(self.type(of: value))
    guard types.kind(type) == .tuple else { return nil }
    var index = 0
    for element in tree.elements(pattern) where tree.kind(element) == .tuplePatternElement {
      let inner = tree.node(element, at: 2)
      if inner != .none, index < types.argumentCount(type) {
        if tree.kind(inner) == .identifierPattern, name(tree.token(inner, at: 0)) == sema.decls.name(declaration) {
          return add(.tupleElement, types.argument(type, index), inner, a: value.raw, b: UInt32(index))
        }
        if tree.kind(inner) == .tuplePattern {
          let part = add(.tupleElement, types.argument(type, index), inner, a: value.raw, b: UInt32(index))
          if let found = component(of: part, inner) { return found }
        }
      }
      index += 1
    }
    return nil
  }

  /// The wrapper object of a wrapped property: made from the initial value and the attribute's arguments, or from nothing.
  private func wrapperValue(_ valueNode: NodeID) -> ExprID? {
    let wrappers = sema.wrappers(of: declaration)
    let attributes = sema.wrapperAttributes(of: declaration)
    guard !wrappers.isEmpty, wrappers.count == attributes.count else { return nil }
    let hasType = sema.variableTypeNode(declaration) != .none
    var inner: ExprID?
    for i in wrappers.indices.reversed() {
      let isInnermost = i == wrappers.count - 1
      let isOutermost = i == 0
      let attribute = attributes[i]
      let start = arguments.count
      defer { arguments.cut(to: start) }
      var storage = openedWrapper(wrappers[i], attribute)
      if isOutermost, hasType {
        let declared = sema.storageType(ofWrapped: declaration)
        if declared == types.error {
          // The type of the value is not known: the value is checked for the names in it.
          if valueNode != .none { _ = expression(valueNode, expected: types.error) }
          return nil
        }
        storage = declared
      }
      if isInnermost, valueNode != .none {
        push(label: .wrappedValue, node: valueNode, whole: valueNode, isTrailing: false)
      } else if let inner {
        arguments.append(
          CallArgument(
            label: .wrappedValue, node: attribute, whole: attribute, isTrailing: false, shape: .fixed, arity: -1,
            expr: inner))
      }
      let clause = tree.node(attribute, at: 2)
      if clause != .none, tree.kind(clause) == .argumentClause {
        for child in tree.elements(clause) where tree.kind(child) == .argument { pushArgument(child) }
      }
      if arguments.count == start {
        if !canBeMadeFromNothing(storage) {
          // `@State var x: Int?` begins with nil.
          guard hasType, isOptional(sema.type(ofVariable: declaration)), sema.takesWrappedValue(wrappers[i]) else {
            return nil
          }
          let empty = add(.nilLiteral, sema.type(ofVariable: declaration), declarationNode)
          arguments.append(
            CallArgument(
              label: .wrappedValue, node: attribute, whole: attribute, isTrailing: false, shape: .fixed, arity: -1,
              expr: empty))
        }
      }
      let candidates = sema.members(of: storage, .initializer, .metatype)
      guard !candidates.isEmpty else { return nil }
      inner = resolveCall(
        candidates, base: typeReference(storage, attribute), arguments: start..<arguments.count,
        expected: types[storage].summary.contains(.variable) ? .none : storage,
        site: CallSite(node: attribute, name: .initializer, nameNode: attribute))
    }
    return inner
  }

  /// Has the wrapper an initialiser that needs no arguments for this value type?
  private func canBeMadeFromNothing(_ storage: TypeID) -> Bool {
    for candidate in sema.members(of: storage, .initializer, .metatype) {
      let signature = sema.signature(of: candidate.decl)
      guard signature.parameters.allSatisfy(\.hasDefault) else { continue }
      let arguments = sema.outerArguments(of: candidate)
      let start = mark()
      let holds = signature.requirements.allSatisfy { solve(sema.substitute($0, arguments)) != false }
      rewind(start)
      if holds { return true }
    }
    return false
  }

  private func openedWrapper(_ nominal: DeclID, _ attribute: NodeID) -> TypeID {
    let written = tree.node(attribute, at: 1)
    if written != .none, tree.kind(written) == .identifierType, tree.node(written, at: 1) != .none {
      return sema.resolveType(written, file: file, in: sema.decls.parent(declaration))
    }
    let parameters = sema.genericParameters(of: nominal)
    return parameters.isEmpty ? types.nominal(nominal) : types.nominal(nominal, parameters.map { _ in freshVariable() })
  }

  private func checkDefaultValue() -> Bool {
    guard tree.kind(declarationNode) == .parameter else { return false }
    let valueNode = tree.node(declarationNode, at: Slot.parameterDefault)
    guard valueNode != .none else { return false }
    isStaticContext = true
    context = sema.decls.parent(declaration)
    functions.append(FunctionContext(closure: -1, result: .none))
    defer { functions.removeLast() }
    let function = sema.decls.parent(declaration)
    _ = sema.signature(of: function)
    let type = sema.facts[sema.fact(declaration)].typeState == .done ? sema.type(ofVariable: declaration) : types.error
    let mark = beginExpression()
    if types[type].summary.contains(.parameter) {
      // A generic parameter's default says what it is where the argument is left out.
      let isOwn = leadingName(valueNode).map { !implicitCandidates($0, in: type, isOptionalInner: false).isEmpty }
      let isClosure = tree.kind(unparenthesized(valueNode)) == .closureExpr
      if isClosure {
        var builder = DeclID.none
        for parameter in sema.signature(of: function).parameters where parameter.decl == declaration {
          builder = parameter.builder
        }
        let made = closureArgument(
          unparenthesized(valueNode), to: openedDefault(type, of: function), builder: builder, purpose: .initialValue)
        finishExpression(mark)
        body.root = block([statement(.returnValue, valueNode, a: made.raw)], valueNode)
        return true
      }
      let value = expression(valueNode, expected: isOwn ?? true ? type : openedDefault(type, of: function))
      let made = converted(value, to: type) ?? value
      finishExpression(mark)
      body.root = block([statement(.returnValue, valueNode, a: made.raw)], valueNode)
      return true
    }
    if types.kind(type) == .function,
      sema.signature(of: function).parameters.contains(where: { $0.decl == declaration && $0.isAutoclosure })
    {
      let result = types.argument(type, types.argumentCount(type) - 1)
      var value = checked(valueNode, to: result, purpose: .initialValue)
      if kind(of: value) != .error { value = add(.autoclosure, type, valueNode, a: value.raw) }
      finishExpression(mark)
      body.root = block([statement(.returnValue, valueNode, a: value.raw)], valueNode)
      return true
    }
    var value = expression(valueNode, expected: type)
    if tree.kind(unparenthesized(valueNode)) == .closureExpr {
      for parameter in sema.signature(of: function).parameters
      where parameter.decl == declaration && parameter.builder != .none {
        value = closureArgument(
          unparenthesized(valueNode), to: type, builder: parameter.builder, purpose: .initialValue)
      }
    }
    value = conform(value, to: type, valueNode, purpose: .initialValue)
    finishExpression(mark)
    body.root = block([statement(.returnValue, valueNode, a: value.raw)], valueNode)
    return true
  }

  /// The name behind the leading dot of an expression, nil where it does not begin with one.
  private func leadingName(_ node: NodeID) -> NameID? {
    var base = unparenthesized(node)
    if base != .none, tree.kind(base) == .postfixExpr { base = tree.node(base, at: 0) }
    guard base != .none, tree.kind(base) == .implicitMemberExpr else { return nil }
    let token = tree.token(base, at: 1)
    return token != .none && !tree.isMissing(token) ? name(token) : nil
  }

  /// The type of a parameter with the function's own type parameters open, bounded as its signature says, so that
  /// `.local` is found in what conforms to the protocol of `some CoordinateSpaceProtocol`. An initialiser decides those of
  /// its type, too.
  private func openedDefault(_ type: TypeID, of function: DeclID) -> TypeID {
    let signature = sema.signature(of: function)
    let parent = sema.decls.parent(function)
    // (Leaving the argument out of an initialiser may say what the type around it is made with.)
    let isFree = parent == .none || sema.decls.kind(parent) == .module || sema.decls.kind(function) == .initializer
    let outer = isFree ? [] : sema.genericParameters(of: parent)
    let arguments = signature.genericParameters.map {
      outer.contains($0) ? types.make(.parameter, decl: $0) : freshVariable()
    }
    for requirement in signature.requirements {
      let substituted = sema.substitute(requirement, arguments)
      if solve(substituted) == nil { solver.open.append(substituted) }
    }
    return sema.substitute(type, arguments)
  }

  /// The type of what the body that was checked last returns in its first statement.
  func returnedType() -> TypeID {
    let root = body.root
    guard root != .none else { return types.error }
    let list = body.statements[Int(root.raw)].list
    guard list.count > 0 else { return types.error }
    let value = ExprID(body.statements[Int(body.lists[Int(list.start)])].a)
    let type = value == .none ? types.error : body.expressions[Int(value.raw)].type
    return types[type].summary.contains(.variable) || types[type].summary.contains(.error) ? types.error : type
  }

  // MARK: Types asked for by the declaration side

  func variableType() -> TypeID {
    guard declarationNode != .none, tree.kind(declarationNode) == .patternBinding else { return types.error }
    functions.append(FunctionContext(closure: -1, result: .none))
    defer { functions.removeLast() }
    if sema.isWrapped(declaration) {
      let storage = sema.storageType(ofWrapped: declaration)
      if types[storage].summary.contains(.error) {
        return types.error
      }
      let value = sema.wrappedValueType(of: storage)
      return value == .none ? types.error : value
    }
    let valueNode = tree.node(declarationNode, at: Slot.bindingValue)
    guard valueNode != .none else { return types.error }
    if sema.decls.has(declaration, .isLazy) {
      declareSelf(mutating: false)
    } else if isMember {
      isPropertyInitializer = !sema.decls.has(declaration, .isStatic)
      isStaticContext = true
    }
    let mark = beginExpression()
    let written = tree.node(declarationNode, at: Slot.bindingType)
    annotatedNowhere = written == .none ? unparenthesized(valueNode) : .none
    let value =
      written == .none || tree.kind(written) == .someType
      ? expression(valueNode) : checked(valueNode, to: resolveType(written), purpose: .initialValue)
    var type = forced(self.type(of: value))
    finishExpression(mark)
    let pattern = tree.node(declarationNode, at: Slot.bindingPattern)
    if pattern != .none, tree.kind(pattern) == .tuplePattern, let part = component(of: value, pattern) {
      type = self.type(of: part)
    }
    return types[type].summary.contains(.variable) ? types.error : type
  }

  func wrapperStorageType() -> TypeID {
    guard declarationNode != .none, tree.kind(declarationNode) == .patternBinding else { return types.error }
    let isOuter = functions.isEmpty
    if isOuter { functions.append(FunctionContext(closure: -1, result: .none)) }
    if isMember {
      isPropertyInitializer = !sema.decls.has(declaration, .isStatic)
      isStaticContext = true
    }
    let mark = beginExpression()
    let value = wrapperValue(tree.node(declarationNode, at: Slot.bindingValue))
    var type = types.error
    if let value { type = forced(self.type(of: value)) }
    finishExpression(mark)
    if isOuter { functions.removeLast() }
    return types[type].summary.contains(.variable) ? types.error : type
  }

  func underlyingType() -> TypeID {
    lastUnderlying = .none
    if !checkBody() { _ = checkPart(.initialValue) }
    return lastUnderlying == .none ? types.error : lastUnderlying
  }
}
