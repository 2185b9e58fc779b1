/// Members that the language makes: memberwise initialisers, what Equatable, Hashable, Codable, RawRepresentable and
/// CaseIterable derive, and the storage and projection of wrapped properties. Each gets a row when its name is asked for.

extension Sema {
  package func synthesizedKind(of decl: DeclID) -> SynthesizedKind {
    decls.has(decl, .isSynthesized) ? facts[fact(decl)].synthesized : .none
  }

  /// What a synthesized declaration was derived from, else `none`.
  package func origin(of decl: DeclID) -> DeclID {
    decls.has(decl, .isSynthesized) && decls.origin(decl) != .max ? DeclID(decls.origin(decl)) : .none
  }

  func synthesizedMembers(of nominal: DeclID, _ name: NameID) -> [DeclID] {
    let position = nominalIndex(nominal)
    if let known = nominals[position].synthesizedNames[name] { return known }
    guard mayBeSynthesized(name, of: nominal) else { return [] }
    // Marked before it is made, so that a question in between sees nothing.
    nominals[position].synthesizedNames[name] = []
    let made = makeMembers(of: nominal, name)
    nominals[position].synthesizedNames[name] = made
    return made
  }

  func mayBeSynthesized(_ name: NameID, of nominal: DeclID) -> Bool {
    switch name {
    case .initializer, .rawValue, .allCases, .hash, .hashValue, .equalEqual, .less, .codingKeys, .encode,
      .objectWillChange:
      return true
    default:
      let first = names.withUTF8(name) { $0.first ?? 0 }
      return first == UInt8(ascii: "_") || first == UInt8(ascii: "$")
    }
  }

  private func makeMembers(of nominal: DeclID, _ name: NameID) -> [DeclID] {
    let isPrelude = decls.has(nominal, .isPrelude)
    let kind = decls.kind(nominal)
    switch name {
    case .initializer:
      var result: [DeclID] = []
      if kind == .enumDecl, rawType(of: nominal) != .none, !declaresRawInit(nominal) {
        result.append(makeRawInit(nominal))
      }
      if isPrelude { return result }
      if kind == .structDecl, !declaresInitializer(nominal) { result.append(makeMemberwise(nominal)) }
      if kind == .classDecl { result.append(contentsOf: classInitializers(nominal)) }
      if kind != .protocolDecl, declares(nominal, .decodable), !declares(nominal, .initializer, taking: .from) {
        result.append(makeDecoding(nominal))
      }
      return result
    case .rawValue:
      let raw = rawType(of: nominal)
      guard raw != .none, memberDecls(of: nominal, name).isEmpty else { return [] }
      return [makeVariable(name, .rawValue, nominal, raw)]
    case .allCases:
      guard kind == .enumDecl, declares(nominal, .caseIterable),
        !memberDecls(of: nominal, name).contains(where: { decls.kind($0) == .variable }), hasPlainCases(nominal)
      else { return [] }
      return [makeVariable(name, .allCases, nominal, array(declaredType(of: nominal)), flags: .isStatic)]
    case .hashValue:
      guard derives(nominal, .hashable), memberDecls(of: nominal, name).isEmpty else { return [] }
      return [makeVariable(name, .hashValue, nominal, knownType(.int))]
    case .hash:
      guard derives(nominal, .hashable), !declares(nominal, name, taking: .into), !hasDefault(nominal, name) else {
        return []
      }
      var hasher = Signature.Parameter(label: .into, name: .hasher, type: knownType(.hasher))
      hasher.isInout = true
      return [makeFunction(name, .hashInto, nominal, [hasher], types.void)]
    case .equalEqual, .less:
      guard derives(nominal, name == .less ? .comparable : .equatable),
        !memberDecls(of: nominal, name).contains(where: { comparesOwnType($0, nominal) }), !hasDefault(nominal, name)
      else { return [] }
      if name == .less && (kind != .enumDecl || rawType(of: nominal) != .none) { return [] }
      let own = declaredType(of: nominal)
      let parameters = [
        Signature.Parameter(label: .none, name: .lhs, type: own),
        Signature.Parameter(label: .none, name: .rhs, type: own),
      ]
      return [
        makeFunction(
          name, name == .less ? .less : .equals, nominal, parameters, knownType(.bool), flags: .isStatic)
      ]
    case .encode:
      guard !isPrelude, declares(nominal, .encodable), !declares(nominal, name, taking: .to) else { return [] }
      let encoder = Signature.Parameter(
        label: .to, name: .encoder, type: existential([types.nominal(known(.encoder))]))
      return [makeFunction(name, .encodeToEncoder, nominal, [encoder], types.void, flags: .isThrowing)]
    case .objectWillChange:
      guard kind == .classDecl, declares(nominal, .observableObject), memberDecls(of: nominal, name).isEmpty,
        known(.observableObjectPublisher) != .none
      else { return [] }
      return [makeVariable(name, .objectWillChange, nominal, knownType(.observableObjectPublisher))]
    default: return wrapperMembers(of: nominal, name)
    }
  }

  /// `_x` and `$x` of a wrapped property `x`.
  private func wrapperMembers(of nominal: DeclID, _ name: NameID) -> [DeclID] {
    let text = names[name]
    guard text.utf8.count > 1 else { return [] }
    let isProjection = text.utf8.first == UInt8(ascii: "$")
    let base = names.find(String(text.dropFirst()))
    guard base != .none else { return [] }
    for property in memberDecls(of: nominal, base) where decls.kind(property) == .variable {
      if decls.has(property, .isPrelude) { continue }
      if !isProjection, isObserved(property, of: nominal) { return [property] }
      guard !wrapperUses(of: property).isEmpty else { continue }
      if isProjection && !hasProjection(property) { return [] }
      var flags: DeclFlags = [.isSynthesized, .isSettable]
      if decls.has(property, .isStatic) { flags.insert(.isStatic) }
      if isProjection { flags.insert(.isComputed) }
      if isProjection && !projectionIsSettable(property) { flags.remove(.isSettable) }
      return [
        add(
          .variable, name, isProjection ? .wrapperProjection : .wrapperStorage, property, decls.parent(property), flags)
      ]
    }
    return []
  }

  /// `_x` of a stored property `x` of an `@Observable` class is its value without the observation.
  private func isObserved(_ property: DeclID, of nominal: DeclID) -> Bool {
    decls.kind(nominal) == .classDecl && !decls.has(property, .isComputed) && !decls.has(property, .isStatic)
      && !decls.has(property, .isConstant) && wrapperUses(of: property).isEmpty && hasAttribute(nominal, "Observable")
  }

  private func projectionIsSettable(_ property: DeclID) -> Bool {
    guard let wrapper = wrapperUses(of: property).first else { return false }
    for member in memberDecls(of: wrapper.nominal, .projectedValue) {
      ensureSyntax(member)
      return decls.has(member, .isSettable)
    }
    return false
  }

  // MARK: Conditions

  private func declares(_ nominal: DeclID, _ proto: Known) -> Bool {
    let wanted = known(proto)
    return wanted != .none && conformances(ofNominal: nominal).contains { $0.proto == wanted }
  }

  /// Equatable and its like are derived for the user's structs and enums, and for enums of the prelude.
  private func derives(_ nominal: DeclID, _ proto: Known) -> Bool {
    switch decls.kind(nominal) {
    case .enumDecl: return declares(nominal, proto)
    case .structDecl: return !decls.has(nominal, .isPrelude) && declares(nominal, proto)
    default: return false
    }
  }

  /// Does an extension of a protocol of the module give its types the member, so that nothing is derived?
  private func hasDefault(_ nominal: DeclID, _ name: NameID) -> Bool {
    for entry in conformances(ofNominal: nominal) where !decls.has(entry.proto, .isPrelude) {
      if memberDecls(of: entry.proto, name).contains(where: { decls.kind($0) == .function && !isRequirement($0) }) {
        return true
      }
    }
    return false
  }

  private func comparesOwnType(_ function: DeclID, _ nominal: DeclID) -> Bool {
    guard decls.kind(function) == .function else { return false }
    let own = declaredType(of: nominal)
    return signature(of: function).parameters.allSatisfy { $0.type == own }
  }

  /// An initialiser in the body of the type takes the memberwise one away; one in an extension does not.
  private func declaresInitializer(_ nominal: DeclID) -> Bool {
    declaredMembers(of: nominal).contains { decls.kind($0) == .initializer }
  }

  private func declaresRawInit(_ nominal: DeclID) -> Bool {
    memberDecls(of: nominal, .initializer).contains { signature(of: $0).parameters.first?.label == .rawValue }
  }

  /// Does the type itself declare the requirement `name(label:)` with a decoder, encoder or hasher? `init(from: Post)` and
  /// `encode(to: URL)` are other members.
  private func declares(_ nominal: DeclID, _ name: NameID, taking label: NameID) -> Bool {
    let protocols = [known(.decoder), known(.encoder), known(.hasher)]
    return memberDecls(of: nominal, name).contains {
      let parameters = signature(of: $0).parameters
      guard parameters.count == 1, parameters[0].label == label else { return false }
      let type = parameters[0].type
      return types.kind(type) != .nominal || protocols.contains(types.decl(type))
    }
  }

  // MARK: Rows

  private func add(
    _ kind: DeclKind, _ name: NameID, _ synthesized: SynthesizedKind, _ origin: DeclID, _ parent: DeclID,
    _ flags: DeclFlags
  ) -> DeclID {
    var flags = flags.union(.isSynthesized)
    if decls.has(parent, .isPrelude) { flags.insert(.isPrelude) }
    let decl = decls.add(
      kind, name: name, parent: parent, file: UInt32(truncatingIfNeeded: decls.file(origin)), node: decls.node(origin),
      flags: flags, origin: origin.raw)
    facts[fact(decl)].synthesized = synthesized
    return decl
  }

  private func surroundings(of nominal: DeclID) -> Signature {
    let signature = Signature()
    let environment = environment(of: nominal)
    signature.genericParameters = environment.parameters
    signature.requirements = environment.requirements
    signature.contextRequirementCount = environment.requirements.count
    return signature
  }

  private func makeVariable(
    _ name: NameID, _ kind: SynthesizedKind, _ nominal: DeclID, _ type: TypeID, flags: DeclFlags = []
  ) -> DeclID {
    let decl = add(.variable, name, kind, nominal, nominal, flags.union(.isComputed))
    let position = fact(decl)
    facts[position].type = type
    facts[position].typeState = .done
    let signature = surroundings(of: nominal)
    signature.result = type
    store(signature, for: decl)
    return decl
  }

  private func makeFunction(
    _ name: NameID, _ kind: SynthesizedKind, _ nominal: DeclID, _ parameters: [Signature.Parameter], _ result: TypeID,
    flags: DeclFlags = []
  ) -> DeclID {
    let decl = add(.function, name, kind, nominal, nominal, flags)
    let signature = surroundings(of: nominal)
    signature.parameters = parameters
    signature.result = result
    signature.isThrowing = flags.contains(.isThrowing)
    store(signature, for: decl)
    return decl
  }

  private func makeInitializer(
    _ kind: SynthesizedKind, _ nominal: DeclID, origin: DeclID, _ parameters: [Signature.Parameter],
    flags: DeclFlags = []
  ) -> DeclID {
    let decl = add(.initializer, .initializer, kind, origin, nominal, flags)
    let signature = surroundings(of: nominal)
    signature.parameters = parameters
    let own = declaredType(of: nominal)
    signature.result = flags.contains(.isFailable) ? optional(own) : own
    signature.isThrowing = flags.contains(.isThrowing)
    store(signature, for: decl)
    return decl
  }

  /// `init()` of a struct whose stored members all have values, beside its memberwise initialiser.
  func makeDefaultInit(ofStruct nominal: DeclID) -> DeclID? {
    guard decls.kind(nominal) == .structDecl else { return nil }
    for decl in synthesizedMembers(of: nominal, .initializer) where synthesizedKind(of: decl) == .memberwiseInit {
      guard signature(of: decl).parameters.allSatisfy({ $0.hasDefault }) else { continue }
      return makeInitializer(.defaultInit, nominal, origin: nominal, [])
    }
    return nil
  }

  private func makeRawInit(_ nominal: DeclID) -> DeclID {
    let parameter = Signature.Parameter(label: .rawValue, name: .rawValue, type: rawType(of: nominal))
    return makeInitializer(.initRawValue, nominal, origin: nominal, [parameter], flags: .isFailable)
  }

  private func makeDecoding(_ nominal: DeclID) -> DeclID {
    let parameter = Signature.Parameter(
      label: .from, name: .decoder, type: existential([types.nominal(known(.decoder))]))
    return makeInitializer(.initFromDecoder, nominal, origin: nominal, [parameter], flags: .isThrowing)
  }

  // MARK: Initialisers of structs

  private func makeMemberwise(_ nominal: DeclID) -> DeclID {
    // The row comes first: types of members without annotation are inferred from expressions that may use it.
    add(.initializer, .initializer, .memberwiseInit, nominal, nominal, [])
  }

  /// Signature of a memberwise initialiser, made when it is asked for.
  func memberwiseSignature(_ decl: DeclID) -> Signature {
    let nominal = decls.parent(decl)
    let signature = surroundings(of: nominal)
    signature.result = declaredType(of: nominal)
    for member in storedMembers(of: nominal) {
      if let parameter = memberwiseParameter(member) { signature.parameters.append(parameter) }
    }
    return signature
  }

  private func memberwiseParameter(_ member: DeclID) -> Signature.Parameter? {
    let (file, node) = syntax(of: member)
    let hasValue = node != .none && trees[file].has(node, at: Slot.bindingValue)
    if decls.has(member, .isConstant) && hasValue { return nil }
    let name = decls.name(member)
    let wrappers = wrapperUses(of: member)
    if let wrapper = wrappers.first {
      let hasArguments = trees[file].node(wrapper.attribute, at: 2) != .none
      let takesValue = hasValue || (!hasArguments && wrappers.allSatisfy { takesWrappedValue($0.nominal) })
      let type = takesValue ? type(ofVariable: member) : storageType(ofWrapped: member)
      var parameter = Signature.Parameter(label: name, name: name, type: type)
      parameter.hasDefault = hasValue || hasArguments || isDefaultInitialized(wrapper.nominal)
      parameter.decl = member
      return parameter
    }
    let type = type(ofVariable: member)
    var parameter = Signature.Parameter(label: name, name: name, type: type)
    parameter.decl = member
    parameter.hasDefault = hasValue || decls.has(member, .isLazy) || hasUnknownAttribute(member)
    if !hasValue && !decls.has(member, .isConstant) && unwrapped(type) != .none && isOptionalSugar(member) {
      parameter.hasDefault = true
    }
    let builder = builder(of: member)
    if builder != .none {
      parameter.builder = builder
      if types.kind(type) != .function && type != types.error {
        // `@ViewBuilder var content: Content` takes a closure that makes the content.
        parameter.type = types.function([], type)
      }
    }
    return parameter
  }

  /// Only `T?` is nil by itself, `Optional<T>` is not.
  package func isOptionalSugar(_ member: DeclID) -> Bool {
    let node = variableTypeNode(member)
    guard node != .none else { return false }
    let kind = trees[decls.file(member)].kind(node)
    return kind == .optionalType || kind == .unwrappedOptionalType
  }

  // MARK: Initialisers of classes

  /// A class without designated initialisers of its own inherits its superclass's; the root gets `init()`.
  private func classInitializers(_ nominal: DeclID) -> [DeclID] {
    let own = declaredMembers(of: nominal).filter { decls.kind($0) == .initializer }
    let parent = superclassDecl(of: nominal)
    let hasDesignated = own.contains { !decls.has($0, .isConvenience) }
    if parent == .none {
      return hasDesignated ? [] : [makeInitializer(.defaultInit, nominal, origin: nominal, [])]
    }
    if hasDesignated {
      // Classes of UIKit are made from nothing, too.
      let hasPlain = own.contains { signature(of: $0).parameters.isEmpty }
      return isPartial(parent) && !hasPlain
        ? [makeInitializer(.inheritedInit, nominal, origin: nominal, [])] : []
    }
    let declared = superclass(of: declaredType(of: nominal))
    let arguments = Array(types.arguments(declared))
    var result: [DeclID] = []
    for inherited in memberDecls(of: parent, .initializer) + synthesizedMembers(of: parent, .initializer) {
      let signature = signature(of: inherited)
      // A generic initialiser keeps parameters of its own, which a copy does not have.
      guard ownGenericParameters(of: inherited).isEmpty else { continue }
      let isOverridden = own.contains { other in
        let labels = self.signature(of: other).parameters.map(\.label)
        return labels == signature.parameters.map(\.label)
      }
      if isOverridden { continue }
      let parameters = signature.parameters.map { parameter in
        var copy = parameter
        copy.type = substitute(parameter.type, arguments)
        return copy
      }
      var flags: DeclFlags = []
      if decls.has(inherited, .isFailable) { flags.insert(.isFailable) }
      if signature.isThrowing { flags.insert(.isThrowing) }
      result.append(makeInitializer(.inheritedInit, nominal, origin: inherited, parameters, flags: flags))
    }
    return result
  }
}
