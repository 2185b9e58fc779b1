/// Checks of words that fit some declarations only: `weak`, `@objc`, `@Observable`, and wrappers of certain types.

extension Sema {
  /// `@Observable` belongs to classes, `@objc` to classes and their members.
  func checkPlacement(_ decl: DeclID) {
    let kind = decls.kind(decl)
    if kind == .structDecl || kind == .enumDecl {
      if let attribute = attribute(of: decl, named: "Observable") {
        report(
          .misplacedAttribute, "'@Observable' is for classes; '\(names[decls.name(decl)])' is a value",
          file: decls.file(decl), node: attribute)
      }
      return
    }
    let parent = decls.parent(decl)
    guard parent != .none, decls.kind(parent).isTypeContext else { return }
    let owner = nominal(ofContext: parent)
    guard owner != .none, decls.kind(owner) == .structDecl || decls.kind(owner) == .enumDecl,
      let attribute = attribute(of: decl, named: "objc")
    else { return }
    report(
      .misplacedAttribute, "'@objc' is for members of classes; '\(names[decls.name(owner)])' is a value",
      file: decls.file(decl), node: attribute,
      fixes: [.replace(place(decls.file(decl), trees[decls.file(decl)].range(attribute)), with: "", title: "remove it")]
    )
  }

  /// The attribute itself, where the module declares nothing of its name.
  private func attribute(of decl: DeclID, named name: StaticString) -> NodeID? {
    guard hasAttribute(decl, name) else { return nil }
    let file = decls.file(decl)
    let attributes = trees[file].node(decls.head(decl), at: Slot.attributes)
    guard attributes != .none else { return nil }
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      let written = trees[file].node(attribute, at: 1)
      guard written != .none, trees[file].kind(written) == .identifierType else { continue }
      if trees[file].token(trees[file].token(written, at: 0), is: name) { return attribute }
    }
    return nil
  }

  /// `weak` and `unowned` refer to an object; a weak reference may be nil.
  func checkReference(_ decl: DeclID) {
    let file = decls.file(decl)
    let modifiers = trees[file].node(decls.head(decl), at: Slot.modifiers)
    guard modifiers != .none else { return }
    let isWeak = trees[file].hasToken(modifiers, .weak)
    guard isWeak || trees[file].hasToken(modifiers, .unowned) else { return }
    let written = variableTypeNode(decl)
    guard written != .none else { return }
    let type = type(ofVariable: decl)
    guard type != types.error else { return }
    let wrapped = unwrapped(type)
    let object = wrapped == .none ? type : wrapped
    if isNoObject(object) {
      report(
        .weakValue, "'\(isWeak ? "weak" : "unowned")' is for references to objects; '\(describe(object))' is a value",
        file: file, node: written)
    } else if isWeak, wrapped == .none, isClass(type) {
      let end = trees[file].range(written).end
      report(
        .weakValue, "a weak reference becomes nil, so its type is '\(describe(type))?'", file: file, node: written,
        fixes: [.insert("?", at: place(file, SourceRange(end, end)))])
    }
  }

  /// A type of which it is known that its values are no objects.
  private func isNoObject(_ type: TypeID) -> Bool {
    switch types.kind(type) {
    case .nominal:
      let decl = types.decl(type)
      return decls.kind(decl) == .structDecl || decls.kind(decl) == .enumDecl
    case .existential:
      // A protocol of the API may be bound to classes without saying so here.
      if isClass(type) { return false }
      let bounds = bounds(of: type)
      return !bounds.isEmpty
        && bounds.allSatisfy {
          types.kind($0) == .nominal && !decls.has(types.decl($0), .isPrelude)
            && decls.kind(types.decl($0)) == .protocolDecl && !hasUnknownAttribute(types.decl($0))
            && !isOpen(types.decl($0))
        } && !module.hasUnmodelledImport
    case .tuple, .function: return true
    default: return false
    }
  }

  /// `@EnvironmentObject var model: Model`: what the wrapper asks of the type it wraps.
  func checkWrappedType(_ decl: DeclID, _ wrapper: WrapperUse) {
    guard decls.has(wrapper.nominal, .isPrelude), !module.hasUnmodelledImport else { return }
    let storage = storageType(ofWrapped: decl)
    guard types.kind(storage) == .nominal, types.decl(storage) == wrapper.nominal,
      storage != types.error, !types[storage].summary.contains(.error)
    else { return }
    let arguments = Array(types.arguments(storage))
    for case .conforms(let subject, let proto) in environment(of: wrapper.nominal).requirements {
      guard types.kind(subject) == .parameter, types.kind(proto) == .nominal else { continue }
      let type = substitute(subject, arguments)
      // Only a class or value of the module is known in full.
      guard types.kind(type) == .nominal, !decls.has(types.decl(type), .isPrelude),
        decls.kind(types.decl(type)).isNominal,
        decls.kind(types.decl(type)) != .protocolDecl, !isOpen(types.decl(type)), !isPartial(types.decl(type)),
        conforms(type, types.decl(proto)) == nil
      else { continue }
      report(
        .missingConformance,
        "'@\(names[decls.name(wrapper.nominal)])' needs '\(describe(type))' to conform to '\(describe(proto))'",
        file: decls.file(decl), node: wrapper.attribute)
      return
    }
  }

  /// `@Published var query`: nothing says what is wrapped.
  func isUntyped(_ wrapper: WrapperUse, of decl: DeclID) -> Bool {
    guard decls.has(wrapper.nominal, .isPrelude), !isDefaultInitialized(wrapper.nominal),
      trees[decls.file(decl)].node(wrapper.attribute, at: 2) == .none
    else { return false }
    return writtenWrapperType(wrapper, of: decl) == .none
  }
}
