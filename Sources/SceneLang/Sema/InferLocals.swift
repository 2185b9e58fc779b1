/// Declarations inside bodies: variables, functions and types of a block.

extension Infer {
  // MARK: Local declarations

  func declareLocalDeclarations(_ items: [NodeID]) {
    for item in items {
      switch tree.kind(item) {
      case .structDecl, .classDecl, .enumDecl, .typealiasDecl, .actorDecl:
        let decl = sema.declareLocal(node: item, file: file, parent: typeScope)
        if decl != .none {
          declare(sema.decls.name(decl), .none, decl: decl)
          checker.localTypes.append(decl)
        }
      case .functionDecl:
        let decl = sema.declareLocal(node: item, file: file, parent: typeScope)
        guard decl != .none else { continue }
        let type = functionType(Candidate(decl)).type
        let local = newLocal(text(sema.decls.name(decl)), type, mutable: false, item)
        declare(sema.decls.name(decl), local, decl: decl)
        localFunctions[item] = (local, decl)
      default: break
      }
    }
  }

  func localFunction(_ node: NodeID) -> StmtID? {
    guard let (local, decl) = localFunctions[node] else { return nil }
    let signature = sema.signature(of: decl)
    let index = body.closures.count
    var closure = TypedClosure(type: body.locals[Int(local.raw)].type, node: node)
    closure.name = text(sema.decls.name(decl))
    body.closures.append(closure)
    var context = FunctionContext(closure: index, result: signature.result == .none ? types.void : signature.result)
    context.isThrowing = signature.isThrowing
    context.thrown = signature.thrown
    context.isAsync = signature.isAsync
    context.builder = signature.builder
    let before = sema.enter(decl)
    defer { sema.leave(before) }
    openResult(&context)
    functions.append(context)
    localScopes.append(decl)
    let scope = pushScope()
    var locals: [LocalID] = []
    for parameter in signature.parameters { locals.append(parameterLocal(parameter)) }
    let savedYields = yieldTypes
    yieldTypes = []
    let block = functionBody(tree.node(node, at: Slot.body), result: context.result, builder: signature.builder)
    yieldTypes = savedYields
    popScope(scope)
    localScopes.removeLast()
    functions.removeLast()
    body.closures[index].parameters = locals
    body.closures[index].body = block
    body.closures[index].isAsync = signature.isAsync
    return statement(.localFunction, node, a: local.raw, b: UInt32(index))
  }

  /// A parameter as a local of the body.
  func parameterLocal(_ parameter: Signature.Parameter) -> LocalID {
    var type = parameter.type
    if parameter.isVariadic, types.kind(type) != .pack { type = types.nominal(known.arrayDecl, of: type) }
    let node = parameter.decl == .none ? NodeID.none : sema.decls.node(parameter.decl)
    let local = newLocal(
      parameter.name == .none ? "_" : text(parameter.name), type, mutable: parameter.isInout, node)
    body.locals[Int(local.raw)].isInout = parameter.isInout
    if parameter.name != .none, parameter.name != .underscore { declare(parameter.name, local) }
    return local
  }

  /// The annotation of a binding; `let a, b: Int` gives one without type and value the next one's.
  private func writtenType(of binding: NodeID, in declaration: NodeID) -> NodeID {
    let own = tree.node(binding, at: Slot.bindingType)
    if own != .none || tree.has(binding, at: Slot.bindingValue) || tree.has(binding, at: Slot.bindingAccessors) {
      return own
    }
    var seen = false
    for other in tree.elements(declaration, from: Slot.name) where tree.kind(other) == .patternBinding {
      if other == binding {
        seen = true
      } else if seen {
        let type = tree.node(other, at: Slot.bindingType)
        if type != .none { return type }
        if tree.has(other, at: Slot.bindingValue) { return .none }
      }
    }
    return .none
  }

  /// The value of `async let` runs by itself: `try` and `await` stand where the name is used.
  private func enterAsyncLet() {
    functions[functions.count - 1].tryDepth += 1
    functions[functions.count - 1].catchDepth += 1
    functions[functions.count - 1].awaitDepth += 1
  }

  private func leaveAsyncLet() {
    functions[functions.count - 1].tryDepth -= 1
    functions[functions.count - 1].catchDepth -= 1
    functions[functions.count - 1].awaitDepth -= 1
  }

  /// `let` and `var` in a body.
  func variableStatement(_ node: NodeID, _ result: inout [StmtID]) {
    let isMutable = tree.kind(tree.token(node, at: Slot.keyword)) == .var
    let attributes = tree.node(node, at: Slot.attributes)
    let wrapper = attributes == .none ? nil : sema.wrapperUse(ofLocal: node, file: file, in: typeScope)
    let isLazy = tree.hasToken(tree.node(node, at: Slot.modifiers), .weak)
    let isAsync = tree.hasToken(tree.node(node, at: Slot.modifiers), .async)
    for binding in tree.elements(node, from: Slot.name) where tree.kind(binding) == .patternBinding {
      let patternNode = tree.node(binding, at: Slot.bindingPattern)
      let typeNode = writtenType(of: binding, in: node)
      let valueNode = tree.node(binding, at: Slot.bindingValue)
      let accessors = tree.node(binding, at: Slot.bindingAccessors)
      guard patternNode != .none else { continue }
      if accessors != .none, valueNode == .none, typeNode != .none {
        if let getter = localGetter(binding, patternNode, typeNode, accessors) { result.append(getter) }
        continue
      }
      if let wrapper {
        wrappedLocal(binding, wrapper, isMutable: isMutable, &result)
        continue
      }
      let mark = beginExpression()
      let isOpaque = typeNode != .none && valueNode != .none && tree.kind(typeNode) == .someType
      var type = typeNode == .none || isOpaque ? TypeID.none : resolveType(typeNode)
      if typeNode != .none, tree.kind(typeNode) == .unwrappedOptionalType {
        unwrappedAnnotations[patternNode.raw] = typeNode.raw
      }
      var value = ExprID.none
      if isAsync { enterAsyncLet() }
      defer { if isAsync { leaveAsyncLet() } }
      if valueNode != .none {
        if type != .none {
          value = checked(valueNode, to: type, purpose: .initialValue)
        } else {
          annotatedNowhere = isOpaque ? .none : unparenthesized(valueNode)
          value = expression(valueNode)
          type = forced(self.type(of: value))
          if types[type].summary.contains(.variable) {
            if !isError(value), !restsOnUnknown {
              report(.typeNotKnown, "the type of this value is not known; write it behind the name", valueNode)
            }
            type = types.error
          }
        }
      } else if type == .none {
        // What an attribute of a module that is not modelled makes of it is not known.
        let isForeign = attributes != .none && sema.hasUnmodelledImport
        if tree.kind(patternNode) != .missingPattern, !isForeign {
          report(
            .typeNotKnown, "'\(tree.text(patternNode))' needs a type or an initial value", patternNode)
        }
        type = types.error
      }
      if isLazy, type != types.error, !isOptional(type) { type = optional(type) }
      let isUnset = value == .none
      if isUnset, isMutable, isOptional(type) { value = add(.nilLiteral, type, binding) }
      let before = localEntries.count
      let bound = self.pattern(patternNode, type, binding: true, mutable: isMutable)
      finishExpression(mark)
      let isMade = attributes != .none && sema.hasUnmodelledImport
      if value == .none, type != types.error, !isMade {
        for entry in localEntries.array(from: before) { unassigned.insert(entry.local.raw) }
      }
      result.append(statement(.declare, binding, a: bound.raw, b: value.raw))
    }
  }

  /// `var x: T { ... }` in a body: a function without parameters that is called where the name is used.
  private func localGetter(_ binding: NodeID, _ pattern: NodeID, _ typeNode: NodeID, _ accessors: NodeID) -> StmtID? {
    guard tree.kind(pattern) == .identifierPattern else { return nil }
    let type = resolveType(typeNode)
    let name = name(tree.token(pattern, at: 0))
    let local = newLocal(text(name), types.function([], type), mutable: false, pattern)
    declare(name, local)
    computedLocals.insert(local.raw)
    let index = body.closures.count
    var closure = TypedClosure(type: types.function([], type), node: binding)
    closure.name = text(name)
    body.closures.append(closure)
    functions.append(FunctionContext(closure: index, result: type))
    var block = accessors
    if tree.kind(accessors) == .accessorBlock {
      for accessor in tree.elements(accessors) where tree.kind(accessor) == .accessorDecl {
        if tree.kind(tree.token(accessor, at: 2)) == .get { block = tree.node(accessor, at: 5) }
      }
    }
    let statements = functionBody(block, result: type, builder: .none)
    functions.removeLast()
    body.closures[index].body = statements
    return statement(.localFunction, binding, a: local.raw, b: UInt32(index))
  }

  /// `@State var x = 1` in a body (`@Previewable`): the wrapper is a local, the names are views of it.
  private func wrappedLocal(_ binding: NodeID, _ wrapper: WrapperUse, isMutable: Bool, _ result: inout [StmtID]) {
    let pattern = tree.node(binding, at: Slot.bindingPattern)
    guard tree.kind(pattern) == .identifierPattern else { return }
    let name = name(tree.token(pattern, at: 0))
    let typeNode = tree.node(binding, at: Slot.bindingType)
    let valueNode = tree.node(binding, at: Slot.bindingValue)
    let mark = beginExpression()
    let declared = typeNode == .none ? TypeID.none : resolveType(typeNode)
    let parameters = sema.genericParameters(of: wrapper.nominal)
    let storage = types.nominal(wrapper.nominal, parameters.map { _ in freshVariable() })
    if declared != .none, let member = sema.members(of: storage, .wrappedValue, .instance).first {
      _ = unify(memberType(member), declared)
    }
    let start = arguments.count
    if valueNode != .none {
      push(label: .wrappedValue, node: valueNode, whole: valueNode, isTrailing: false)
    }
    let clause = tree.node(wrapper.attribute, at: 2)
    if clause != .none, tree.kind(clause) == .argumentClause {
      for child in tree.elements(clause) where tree.kind(child) == .argument { pushArgument(child) }
    }
    let candidates = sema.members(of: resolve(storage), .initializer, .metatype)
    let value = resolveCall(
      candidates, base: typeReference(resolve(storage), binding), arguments: start..<arguments.count, expected: storage,
      site: CallSite(node: binding, name: .initializer, nameNode: binding))
    arguments.cut(to: start)
    let type = forced(self.type(of: value))
    let local = newLocal("_" + text(name), type, mutable: true, pattern)
    let bind = self.pattern(.bind, type, pattern, a: local.raw)
    finishExpression(mark)
    declare(name, local)
    wrappedLocals.insert(local.raw)
    declare(sema.names.intern("$" + text(name)), local)
    declare(sema.names.intern("_" + text(name)), local)
    result.append(statement(.declare, binding, a: bind.raw, b: value.raw))
  }
}
