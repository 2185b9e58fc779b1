/// What declarations look like from outside: parameters, results, types of variables and aliases.

extension Sema {
  /// The declaration's interface. For synthesized ones it was made together with the row.
  package func signature(of decl: DeclID) -> Signature {
    let position = fact(decl)
    let state = facts[position].signature
    if state >= 0 { return signatures[Int(state)] }
    if state == DeclFacts.running { return Signature() }
    facts[position].signature = DeclFacts.running
    work.signatures += 1
    runningSignatures += 1
    defer { runningSignatures -= 1 }
    let made = withEnvironment(decl) {
      synthesizedKind(of: decl) == .memberwiseInit ? memberwiseSignature(decl) : makeSignature(decl)
    }
    store(made, for: decl)
    if decls.has(decl, .isPrelude), decls.node(decl) != .none {
      placeParameters(of: decl, file: decls.file(decl), node: decls.node(decl))
    }
    return made
  }

  @discardableResult
  func store(_ signature: Signature, for decl: DeclID) -> Signature {
    facts[fact(decl)].signature = Int32(truncatingIfNeeded: signatures.count)
    signatures.append(signature)
    return signature
  }

  private func makeSignature(_ decl: DeclID) -> Signature {
    let signature = Signature()
    let environment = environment(of: decl)
    signature.genericParameters = environment.parameters
    signature.requirements = environment.requirements
    signature.contextRequirementCount =
      decls.kind(decl).isTypeContext ? environment.requirements.count : environment.contextCount
    if decls.kind(decl) == .variable || decls.kind(decl) == .enumCase {
      signature.contextRequirementCount = environment.requirements.count
    }
    switch decls.kind(decl) {
    case .function, .initializer, .subscript_, .enumCase:
      if let interface = interface(of: decl) {
        readRecorded(interface, of: decl, into: signature)
        return signature
      }
    case .variable:
      signature.result = type(ofVariable: decl)
      signature.builder = builder(of: decl)
      return signature
    case .typeAlias:
      signature.result = typeAliasTarget(of: decl)
      return signature
    default:
      signature.result = decls.kind(decl).isNominal ? declaredType(of: decl) : types.error
      return signature
    }
    let (file, node) = syntax(of: decl)
    guard node != .none else {
      signature.result = types.error
      return signature
    }
    let list =
      decls.kind(decl) == .enumCase ? trees[file].node(node, at: 1) : trees[file].node(node, at: Slot.parameters)
    if list != .none { signature.parameters = parameters(list, of: decl, file: file) }
    switch decls.kind(decl) {
    case .initializer:
      let made = selfType(of: typeContext(of: decl))
      signature.result = decls.has(decl, .isFailable) && made != types.error ? optional(made) : made
    case .enumCase: signature.result = selfType(of: typeContext(of: decl))
    default:
      let clause = trees[file].node(node, at: Slot.result)
      if clause == .none {
        signature.result = decls.kind(decl) == .function ? types.void : types.error
      } else {
        var use = TypeUse(file: file, context: decl)
        use.opaqueOwner = decl
        signature.result = resolve(trees[file].node(clause, at: 1), &use)
      }
      signature.builder = builder(of: decl)
    }
    signature.isThrowing = decls.has(decl, .isThrowing)
    signature.isRethrowing = decls.has(decl, .isRethrows)
    signature.isAsync = decls.has(decl, .isAsync)
    if signature.isThrowing, decls.kind(decl) == .function || decls.kind(decl) == .initializer {
      readThrown(signature, of: decl, file: file, node)
    }
    return signature
  }

  /// `throws(E)`: of a parameter of the function itself the functions given to it decide, as for `rethrows`.
  private func readThrown(_ signature: Signature, of decl: DeclID, file: Int, _ node: NodeID) {
    let effects = trees[file].node(node, at: Slot.effects)
    guard effects != .none, trees[file].kind(effects) == .effects else { return }
    let written = trees[file].node(effects, at: 3)
    guard written != .none else { return }
    var use = TypeUse(file: file, context: decl)
    let thrown = resolve(written, &use)
    if thrown == knownType(.never) {
      signature.isThrowing = false
    } else if types.kind(thrown) == .parameter || types.kind(thrown) == .nominal {
      signature.thrown = thrown
      if types.kind(thrown) == .parameter, signature.genericParameters.last == types.decl(thrown) {
        let takesFunction = signature.parameters.contains {
          types.kind($0.type) == .function && types[$0.type].flags & TypeTable.FunctionFlags.throwing != 0
        }
        let isOuter = owner(of: decl) != .none && genericParameters(of: owner(of: decl)).contains(types.decl(thrown))
        if takesFunction, !isOuter { signature.isRethrowing = true }
      }
    }
  }

  /// Is the result written `Self` (or `Self?`) in a class, which in a subclass means the subclass?
  package func returnsDynamicSelf(_ decl: DeclID) -> Bool {
    guard decls.kind(decl) == .function else { return false }
    let (file, node) = syntax(of: decl)
    guard node != .none else { return false }
    let clause = trees[file].node(node, at: Slot.result)
    guard clause != .none else { return false }
    var type = trees[file].node(clause, at: 1)
    while type != .none, trees[file].kind(type) == .optionalType { type = trees[file].node(type, at: 0) }
    guard type != .none, trees[file].kind(type) == .identifierType else { return false }
    return trees[file].kind(trees[file].token(type, at: 0)) == .Self
  }

  private func parameters(_ list: NodeID, of decl: DeclID, file: Int) -> [Signature.Parameter] {
    var result: [Signature.Parameter] = []
    let isOperator =
      decls.kind(decl) == .function
      && names.withUTF8(decls.name(decl)) { bytes -> Bool in
        guard let byte = bytes.first else { return false }
        return !(byte == 0x5F || byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A))
      }
    for node in trees[file].elements(list) where trees[file].kind(node) == .parameter {
      let first = trees[file].token(node, at: Slot.parameterFirstName)
      let second = trees[file].token(node, at: Slot.parameterSecondName)
      let firstName = first == .none || trees[file].token(first, is: "_") ? NameID.none : intern(file, first)
      let secondName = second == .none || trees[file].token(second, is: "_") ? NameID.none : intern(file, second)
      let hasSecond = second != .none && !trees[file].isMissing(second)
      var label = firstName
      let name = hasSecond ? secondName : firstName
      if isOperator || (decls.kind(decl) == .subscript_ && !hasSecond) { label = .none }
      var use = TypeUse(file: file, context: decl)
      let type = resolve(trees[file].node(node, at: Slot.parameterType), &use)
      var parameter = Signature.Parameter(label: label, name: name, type: type)
      parameter.isVariadic = trees[file].has(node, at: Slot.parameterEllipsis) || types.kind(type) == .pack
      parameter.hasDefault = trees[file].has(node, at: Slot.parameterDefault)
      parameter.isInout = use.flags & TypeTable.ParameterFlags.inoutParameter != 0
      parameter.isAutoclosure = use.flags & TypeTable.ParameterFlags.autoclosure != 0
      parameter.builder = use.builder
      let attributes = trees[file].node(node, at: Slot.attributes)
      if attributes != .none {
        for attribute in trees[file].elements(attributes) where trees[file].kind(attribute) == .attribute {
          if parameter.builder == .none {
            let found = attributeNominal(attribute, file: file, in: decl)
            if found != .none && isResultBuilder(found) {
              parameter.builder = found
              if !genericParameters(of: found).isEmpty {
                parameter.builderType = resolveType(trees[file].node(attribute, at: 1), file: file, in: decl)
              }
            }
          }
          let written = trees[file].node(attribute, at: 1)
          if written != .none, trees[file].kind(written) == .identifierType,
            trees[file].token(trees[file].token(written, at: 0), is: "autoclosure")
          {
            parameter.isAutoclosure = true
          }
        }
      }
      let flags: DeclFlags = decls.has(decl, .isPrelude) ? .isPrelude : []
      parameter.decl = decls.add(
        .parameter, name: name, parent: decl, file: UInt32(truncatingIfNeeded: file), node: node, flags: flags)
      let position = fact(parameter.decl)
      facts[position].type = type
      facts[position].typeState = .done
      result.append(parameter)
    }
    return result
  }

  // MARK: Variables

  /// Interface type of a variable (of the wrapped value for a wrapped property), in terms of its context's parameters.
  package func type(ofVariable decl: DeclID) -> TypeID {
    let position = fact(decl)
    switch facts[position].typeState {
    case .done: return facts[position].type
    case .running:
      reportCycle(decl)
      return types.error
    case .new: break
    }
    facts[position].typeState = .running
    let type =
      interface(of: decl).map { recordedType($0, of: decl) } ?? withEnvironment(decl) { makeVariableType(decl) }
    let after = fact(decl)
    facts[after].type = type
    facts[after].typeState = .done
    return type
  }

  /// Is the type of this variable of the module being found out from its initial value?
  func isBeingTyped(_ decl: DeclID) -> Bool {
    guard decls.kind(decl) == .variable, !decls.has(decl, .isPrelude) else { return false }
    return facts[fact(decl)].typeState == .running
  }

  func reportCycle(_ decl: DeclID) {
    guard !decls.has(decl, .isPrelude) else { return }
    report(
      .circularReference, "the type of '\(names[decls.name(decl)])' depends on itself; write it out",
      file: decls.file(decl), range: nameRange(of: decl))
  }

  private func makeVariableType(_ decl: DeclID) -> TypeID {
    if decls.has(decl, .isSynthesized) {
      switch facts[fact(decl)].synthesized {
      case .wrapperStorage: return storageType(ofWrapped: DeclID(decls.origin(decl)))
      case .wrapperProjection: return projectedType(ofWrapped: DeclID(decls.origin(decl)))
      default: return types.error
      }
    }
    let (file, node) = syntax(of: decl)
    guard node != .none else { return types.error }
    let written = variableTypeNode(decl)
    if written != .none, trees[file].kind(written) == .someType, trees[file].kind(node) == .patternBinding,
      trees[file].has(node, at: Slot.bindingValue)
    {
      // `let title: some View = Text("a")`: the value says what it is.
      return bodies?.inferVariableType(decl) ?? types.error
    }
    // What an attribute that nothing declares would make of it is not known (`@Bindingg var isOn: Bool`).
    if written != .none, !decls.has(decl, .isPrelude), hasUnknownAttribute(decl), !isWrapped(decl) {
      return types.error
    }
    if written != .none {
      var use = TypeUse(file: file, context: decl)
      use.opaqueOwner = decl
      // `let label: Label = ...`: the value says the arguments that are not written.
      let hook = unwrittenArgument
      var isUnwritten = false
      if trees[file].kind(node) == .patternBinding, trees[file].has(node, at: Slot.bindingValue), !isWrapped(decl) {
        unwrittenArgument = { [unowned self] in
          isUnwritten = true
          return self.types.error
        }
      } else {
        unwrittenArgument = nil
      }
      let type = resolve(written, &use)
      unwrittenArgument = hook
      if isUnwritten { return bodies?.inferVariableType(decl) ?? types.error }
      return component(of: type, at: decl, file, trees[file].node(node, at: Slot.bindingPattern))
    }
    let wrappers = wrapperUses(of: decl)
    if let outer = wrappers.first, wrappers.count == 1 {
      // The wrapper alone may say it: no arguments, or written ones.
      let storage = writtenWrapperType(outer, of: decl)
      if storage != .none {
        let value = wrappedValueType(of: storage)
        if value != .none { return value }
      }
    }
    let hasValue = trees[file].kind(node) == .patternBinding && trees[file].has(node, at: Slot.bindingValue)
    if hasValue, wrappers.isEmpty, let literal = literalType(ofValueOf: decl) { return literal }
    if hasValue, let literal = settledType(of: decl) { return literal }
    if hasValue || !wrappers.isEmpty { return bodies?.inferVariableType(decl) ?? types.error }
    return types.error
  }

  /// The type of a variable without annotation whose value is a literal of one token, or a string.
  func literalType(ofValueOf decl: DeclID) -> TypeID? {
    let (file, node) = syntax(of: decl)
    guard node != .none, trees[file].kind(node) == .patternBinding else { return nil }
    let pattern = trees[file].node(node, at: Slot.bindingPattern)
    let value = trees[file].node(node, at: Slot.bindingValue)
    guard pattern != .none, trees[file].kind(pattern) == .identifierPattern, value != .none else { return nil }
    let found: TypeID
    switch trees[file].kind(value) {
    case .booleanLiteralExpr: found = knownType(.bool)
    case .integerLiteralExpr: found = knownType(.int)
    case .floatLiteralExpr: found = knownType(.double)
    case .stringLiteralExpr: found = knownType(.string)
    default: return nil
    }
    return found == types.error ? nil : found
  }

  /// The type annotation of a variable's binding, or `none`.
  package func variableTypeNode(_ decl: DeclID) -> NodeID {
    let (file, node) = syntax(of: decl)
    guard node != .none, trees[file].kind(node) == .patternBinding else { return .none }
    let own = trees[file].node(node, at: Slot.bindingType)
    if own != .none { return own }
    // `let a, b: Int`: a binding without type and value takes the next one's type.
    guard !trees[file].has(node, at: Slot.bindingValue), !trees[file].has(node, at: Slot.bindingAccessors) else {
      return .none
    }
    var seen = false
    for binding in trees[file].elements(decls.head(decl), from: 3) where trees[file].kind(binding) == .patternBinding {
      if binding == node {
        seen = true
      } else if seen {
        let type = trees[file].node(binding, at: Slot.bindingType)
        if type != .none { return type }
        if trees[file].has(binding, at: Slot.bindingValue) { return .none }
      }
    }
    return .none
  }

  /// For `let (a, b): (Int, String)`: the part of the type that the name gets.
  func component(of type: TypeID, at decl: DeclID, _ file: Int, _ pattern: NodeID) -> TypeID {
    guard pattern != .none else { return type }
    if trees[file].kind(pattern) != .tuplePattern { return type }
    if type == types.error { return type }
    guard types.kind(type) == .tuple else { return types.error }
    var index = 0
    for element in trees[file].elements(pattern) {
      let inner =
        trees[file].kind(element) == .tuplePatternElement ? trees[file].lastChild(element).nodeIfAny : element
      if inner != .none, index < types.argumentCount(type), containsName(inner, file, decls.name(decl)) {
        return component(of: types.argument(type, index), at: decl, file, inner)
      }
      index += 1
    }
    return types.error
  }

  private func containsName(_ pattern: NodeID, _ file: Int, _ name: NameID) -> Bool {
    if trees[file].kind(pattern) == .identifierPattern {
      return intern(file, trees[file].token(pattern, at: 0)) == name
    }
    for child in trees[file].elements(pattern) where containsName(child, file, name) { return true }
    return false
  }

  // MARK: Aliases

  /// What a typealias stands for, in terms of its own and the outer parameters.
  package func typeAliasTarget(of decl: DeclID) -> TypeID {
    let position = fact(decl)
    switch facts[position].typeState {
    case .done: return facts[position].type
    case .running:
      reportCycle(decl)
      return types.error
    case .new: break
    }
    facts[position].typeState = .running
    if let interface = interface(of: decl) {
      let type = recordedType(interface, of: decl)
      facts[fact(decl)].type = type
      facts[fact(decl)].typeState = .done
      return type
    }
    let (file, node) = syntax(of: decl)
    var type = types.error
    let own = ownGenericParameters(of: decl)
    if let first = own.first, decls.parent(first) != decl {
      type = declaredType(of: decls.parent(first))
    } else if node != .none {
      var use = TypeUse(file: file, context: decl)
      use.isConstraint = true
      let target = trees[file].node(node, at: 6)
      type = withEnvironment(decl) { resolve(target, &use) }
    }
    let after = fact(decl)
    facts[after].type = type
    facts[after].typeState = .done
    return type
  }

  // MARK: Opaque types

  /// Resolves the result of the owner, which records what its opaque types promise.
  func ensureOpaque(_ type: TypeID) {
    let owner = types.decl(type)
    if opaqueBounds[pair(owner.raw, types[type].flags)] != nil { return }
    if decls.kind(owner) == .variable { _ = self.type(ofVariable: owner) } else { _ = signature(of: owner) }
  }

  /// The concrete type behind an opaque type, its substitution applied; asks the inference side.
  package func underlyingType(ofOpaque type: TypeID) -> TypeID {
    guard types.kind(type) == .opaque else { return type }
    let owner = types.decl(type)
    let ordinal = types[type].flags
    let key = pair(owner.raw, ordinal)
    let found: TypeID
    if let known = underlyingMemo[key] {
      found = known
    } else {
      underlyingMemo[key] = types.error
      found = decls.has(owner, .hasBody) ? bodies?.inferUnderlyingType(owner, ordinal: ordinal) ?? types.error : .none
      underlyingMemo[key] = found
    }
    if found == .none { return type }
    return substitute(found, Array(types.arguments(type)))
  }

  // MARK: Attributes

  /// The nominal that a custom attribute names (a property wrapper, result builder, global actor), or none.
  package func attributeNominal(_ attribute: NodeID, file: Int, in context: DeclID) -> DeclID {
    let written = trees[file].node(attribute, at: 1)
    guard written != .none else { return .none }
    switch trees[file].kind(written) {
    case .identifierType:
      let name = intern(file, trees[file].token(written, at: 0))
      guard name != .none else { return .none }
      return nominal(named: name, from: context)
    case .pathType:
      var found = DeclID.none
      var isFirst = true
      for part in trees[file].elements(written) where trees[file].kind(part) == .identifierType {
        let name = intern(file, trees[file].token(part, at: 0))
        guard name != .none else { return .none }
        if found == .none {
          // `@SwiftUI.State`: behind a module's name that no type has.
          found =
            isFirst
            ? nominal(named: name, from: context)
            : lookupQualified(name).first { decls.kind($0).isType }.map(nominal(of:)) ?? .none
          if found == .none, !isFirst || !isModelledModule(names[name]) { return .none }
          isFirst = false
          continue
        }
        guard let member = typeMember(name, of: found) else { return .none }
        found = nominal(of: member)
      }
      return found
    default: return .none
    }
  }

  private func nominal(named name: NameID, from context: DeclID) -> DeclID {
    guard let found = lookupType(name, from: context) else { return .none }
    return nominal(of: found.decl)
  }

  private func nominal(of decl: DeclID) -> DeclID {
    if decls.kind(decl).isNominal { return decl }
    if decls.kind(decl) == .typeAlias {
      let target = typeAliasTarget(of: decl)
      if types.kind(target) == .nominal { return types.decl(target) }
    }
    return .none
  }

  package func isResultBuilder(_ nominal: DeclID) -> Bool { decls.has(nominal, .isResultBuilder) }

  /// Whether a declaration bears an attribute of this name (`Entry`, `main`, `Observable`).
  package func hasAttribute(_ decl: DeclID, _ name: StaticString) -> Bool {
    let head = self.head(of: decl)
    let file = decls.file(decl)
    guard head != .none else { return false }
    let attributes = trees[file].node(head, at: Slot.attributes)
    guard attributes != .none else { return false }
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      let type = trees[file].node(attribute, at: 1)
      guard type != .none else { continue }
      let token =
        trees[file].kind(type) == .identifierType
        ? trees[file].token(type, at: 0) : trees[file].token(trees[file].lastChild(type).nodeIfAny, at: 0)
      if trees[file].token(token, is: name) { return true }
    }
    return false
  }

  /// The builder with its generic arguments, as a requirement writes it: `TransferRepresentationBuilder<Self>`.
  func builderType(of decl: DeclID, _ builder: DeclID) -> TypeID {
    guard builder != .none, !genericParameters(of: builder).isEmpty else { return .none }
    let own = writtenBuilder(decl, builder)
    if own != .none { return own }
    let owner = owner(of: decl)
    guard owner != .none, decls.kind(owner) != .protocolDecl else { return .none }
    for entry in conformances(ofNominal: owner) {
      for requirement in memberDecls(of: entry.proto, decls.name(decl)) where isRequirement(requirement) {
        guard decls.kind(requirement) == decls.kind(decl) else { continue }
        let found = writtenBuilder(requirement, builder)
        if found != .none { return substitute(found, [declaredType(of: owner)]) }
      }
    }
    return .none
  }

  private func writtenBuilder(_ decl: DeclID, _ builder: DeclID) -> TypeID {
    let head = self.head(of: decl)
    let file = decls.file(decl)
    guard head != .none else { return .none }
    let attributes = trees[file].node(head, at: Slot.attributes)
    guard attributes != .none else { return .none }
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      guard attributeNominal(attribute, file: file, in: decl) == builder else { continue }
      let written = trees[file].node(attribute, at: 1)
      if hasGenericArguments(written, file) { return resolveType(written, file: file, in: decl) }
    }
    return .none
  }

  /// Result builder of a function's body or a variable's getter: its attribute, else that of the requirement it fulfils.
  package func builder(of decl: DeclID) -> DeclID {
    if let interface = interface(of: decl) { return interface.builder.map { self.decl($0) } ?? .none }
    let head = self.head(of: decl)
    let file = decls.file(decl)
    guard head != .none else { return .none }
    let attributes = trees[file].node(head, at: Slot.attributes)
    if attributes != .none {
      for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
        let found = attributeNominal(attribute, file: file, in: decl)
        if found != .none && isResultBuilder(found) { return found }
      }
    }
    if decls.has(decl, .isPrelude) { return .none }
    let owner = owner(of: decl)
    guard owner != .none, decls.kind(owner) != .protocolDecl else { return .none }
    let name = decls.name(decl)
    // What the API's own type conforms to there says nothing of a member that the module gives it (`Never`'s `body`).
    for entry in conformances(ofNominal: owner) where !decls.has(entry.context, .isPrelude) {
      for requirement in memberDecls(of: entry.proto, name) where isRequirement(requirement) {
        guard decls.kind(requirement) == decls.kind(decl),
          decls.has(requirement, .isStatic) == decls.has(decl, .isStatic)
        else { continue }
        let found = builder(of: requirement)
        if found != .none { return found }
      }
    }
    return .none
  }
}
