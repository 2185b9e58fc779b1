/// Property wrappers: which ones a property has, and the types of `_x` and `$x`.

extension Sema {
  /// The wrappers of a property, outermost first.
  package func wrappers(of property: DeclID) -> [DeclID] { wrapperUses(of: property).map(\.nominal) }

  /// Attribute nodes of the wrappers, outermost first, for their arguments.
  package func wrapperAttributes(of property: DeclID) -> [NodeID] { wrapperUses(of: property).map(\.attribute) }

  func wrapperUses(of property: DeclID) -> [WrapperUse] {
    guard decls.kind(property) == .variable, !decls.has(property, .isSynthesized) else { return [] }
    if decls.has(property, .isPrelude) && decls.node(property) == .none { return [] }
    let position = fact(property)
    if facts[position].wrapperCount == 0 { return [] }
    if let known = wrapperMemo[property] { return known }
    facts[position].wrapperCount = 0
    let file = decls.file(property)
    let head = decls.head(property)
    guard head != .none else { return [] }
    let attributes = trees[file].node(head, at: Slot.attributes)
    guard attributes != .none else { return [] }
    var result: [WrapperUse] = []
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      let nominal = attributeNominal(attribute, file: file, in: decls.parent(property))
      if nominal != .none && decls.has(nominal, .isPropertyWrapper) {
        result.append(WrapperUse(nominal: nominal, attribute: attribute))
      }
    }
    if !result.isEmpty {
      facts[fact(property)].wrapperCount = Int8(clamping: result.count)
      wrapperMemo[property] = result
      decls.set(property, .hasWrapper)
    }
    return result
  }

  /// Type of `_x` of a wrapped property: the outermost wrapper, applied to the ones inside.
  package func storageType(ofWrapped decl: DeclID) -> TypeID {
    let position = fact(decl)
    switch facts[position].storageState {
    case .done: return facts[position].storageType
    case .running: return types.error
    case .new: break
    }
    facts[position].storageState = .running
    let type = withEnvironment(decl) { makeStorageType(decl) }
    let after = fact(decl)
    facts[after].storageType = type
    facts[after].storageState = .done
    return type
  }

  private func makeStorageType(_ decl: DeclID) -> TypeID {
    let wrappers = wrapperUses(of: decl)
    guard !wrappers.isEmpty else { return types.error }
    if wrappers.count == 1 {
      let written = writtenWrapperType(wrappers[0], of: decl)
      if written != .none { return written }
    }
    if variableTypeNode(decl) == .none {
      // `@State var isOn = false`: nothing but the value decides.
      if wrappers.count == 1, decls.has(wrappers[0].nominal, .isPrelude), let value = literalType(ofValueOf: decl),
        trees[decls.file(decl)].node(wrappers[0].attribute, at: 2) == .none,
        environment(of: wrappers[0].nominal).requirements.isEmpty, let applied = apply(wrappers[0].nominal, to: value)
      {
        return applied
      }
      return bodies?.inferStorageType(decl) ?? types.error
    }
    var value = type(ofVariable: decl)
    if value == types.error { return value }
    for wrapper in wrappers.reversed() {
      let written = writtenWrapperType(wrapper, of: decl)
      if written != .none {
        value = written
        continue
      }
      guard let applied = apply(wrapper.nominal, to: value) else {
        return bodies?.inferStorageType(decl) ?? types.error
      }
      value = applied
    }
    return value
  }

  /// The wrapper's type when the attribute itself gives it: no generic parameters, or written arguments. `none` else.
  func writtenWrapperType(_ wrapper: WrapperUse, of decl: DeclID) -> TypeID {
    let file = decls.file(decl)
    let written = trees[file].node(wrapper.attribute, at: 1)
    guard written != .none else { return .none }
    if genericParameters(of: wrapper.nominal).isEmpty { return types.nominal(wrapper.nominal) }
    guard hasGenericArguments(written, file) else { return .none }
    return resolveType(written, file: file, in: decls.parent(decl))
  }

  func hasGenericArguments(_ node: NodeID, _ file: Int) -> Bool {
    if trees[file].kind(node) == .identifierType { return trees[file].node(node, at: 1) != .none }
    for part in trees[file].elements(node) where hasGenericArguments(part, file) { return true }
    return false
  }

  /// The wrapper whose `wrappedValue` has the type: `State` and `Int` give `State<Int>`.
  package func apply(_ wrapper: DeclID, to value: TypeID) -> TypeID? {
    let parameters = genericParameters(of: wrapper)
    if parameters.isEmpty { return types.nominal(wrapper) }
    var bindings = [TypeID](repeating: .none, count: parameters.count)
    for member in memberDecls(of: wrapper, .wrappedValue) where decls.kind(member) == .variable {
      let pattern = type(ofVariable: member)
      if match(pattern, value, &bindings), !bindings.contains(.none) { return types.nominal(wrapper, bindings) }
      bindings = [TypeID](repeating: .none, count: parameters.count)
    }
    return nil
  }

  /// Type of `wrappedValue` of a wrapper's type, or `none`.
  package func wrappedValueType(of storage: TypeID) -> TypeID { propertyType(.wrappedValue, of: storage) }

  /// Type of a stored or computed property found by name, or `none`.
  func propertyType(_ name: NameID, of type: TypeID) -> TypeID {
    for candidate in members(of: type, name, .instance) where decls.kind(candidate.decl) == .variable {
      return substitute(self.type(ofVariable: candidate.decl), outerArguments(of: candidate))
    }
    return .none
  }

  func projectedType(ofWrapped decl: DeclID) -> TypeID {
    let storage = storageType(ofWrapped: decl)
    if storage == types.error { return storage }
    let type = propertyType(.projectedValue, of: storage)
    return type == .none ? types.error : type
  }

  /// Whether `$x` exists: the outermost wrapper has a projected value.
  func hasProjection(_ property: DeclID) -> Bool {
    guard let wrapper = wrapperUses(of: property).first else { return false }
    return !memberDecls(of: wrapper.nominal, .projectedValue).isEmpty
  }

  /// Whether the wrapper can be made from a value alone: `init(wrappedValue:)` whose other parameters have defaults.
  package func takesWrappedValue(_ wrapper: DeclID) -> Bool {
    for candidate in memberDecls(of: wrapper, .initializer) {
      let parameters = signature(of: candidate).parameters
      guard let first = parameters.first, first.label == .wrappedValue else { continue }
      if parameters.dropFirst().allSatisfy(\.hasDefault) { return true }
    }
    return false
  }

  /// Whether the wrapper can be made from nothing: `init()`.
  package func isDefaultInitialized(_ wrapper: DeclID) -> Bool {
    for candidate in memberDecls(of: wrapper, .initializer) {
      if signature(of: candidate).parameters.allSatisfy(\.hasDefault) { return true }
    }
    guard !decls.has(wrapper, .isPrelude) else { return false }
    return members(of: declaredType(of: wrapper), .initializer, .metatype).contains {
      synthesizedKind(of: $0.decl) != .none && signature(of: $0.decl).parameters.allSatisfy(\.hasDefault)
    }
  }
}
