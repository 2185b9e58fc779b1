/// Checks of variables, attributes and wrappers, and of what initialisers must be there.

extension Sema {
  func checkVariable(_ decl: DeclID) {
    let file = decls.file(decl)
    let node = decls.node(decl)
    guard trees[file].kind(node) == .patternBinding else { return }
    let name = names[decls.name(decl)]
    let wrappers = wrapperUses(of: decl)
    let hasValue = trees[file].has(node, at: Slot.bindingValue)
    let isComputed = decls.has(decl, .isComputed)
    let parent = decls.parent(decl)
    let inType = parent != .none && decls.kind(parent).isTypeContext
    let inProtocol = inType && decls.kind(parent) == .protocolDecl
    if decls.has(decl, .isLazy), decls.has(decl, .isConstant) {
      report(.lazyConstant, "'lazy' is for variables; '\(name)' is a constant", file: file, range: nameRange(of: decl))
    }
    if let wrapper = wrappers.first {
      if decls.has(decl, .isConstant) { reportConstantWrapper(decl, wrapper) }
      let bindings = trees[file].elements(decls.head(decl), from: 3).filter { trees[file].kind($0) == .patternBinding }
      if bindings.count > 1, bindings[0] == node {
        report(
          .wrapperOnSeveral, "a property wrapper belongs to one variable; give each a declaration of its own",
          file: file,
          node: wrapper.attribute)
      }
      if isComputed {
        report(
          .wrapperOnComputed, "'\(name)' is computed; a property wrapper needs a stored property", file: file,
          node: wrapper.attribute)
        return
      }
    }
    if variableTypeNode(decl) == .none && !hasValue && wrappers.isEmpty {
      if !hasSilentAttribute(decl), !hasUnknownAttribute(decl) {
        report(
          .missingTypeAnnotation,
          isComputed ? "'\(name)' is computed and needs a type" : "'\(name)' needs a type or an initial value",
          file: file, range: nameRange(of: decl))
      }
      return
    }
    if wrappers.count == 1, variableTypeNode(decl) == .none, !hasValue, isUntyped(wrappers[0], of: decl),
      !hasSilentAttribute(decl), !hasUnknownAttribute(decl)
    {
      report(
        .missingTypeAnnotation, "'\(name)' needs a type or an initial value", file: file, range: nameRange(of: decl))
      return
    }
    _ = type(ofVariable: decl)
    if !wrappers.isEmpty { _ = storageType(ofWrapped: decl) }
    if wrappers.count == 1, variableTypeNode(decl) != .none, !hasValue { checkWrappedType(decl, wrappers[0]) }
    checkReference(decl)
    if isComputed { reportBareProtocol(decl) }
    guard !isComputed, !inProtocol else { return }
    if !hasValue, wrappers.isEmpty, returnsOpaque(decl), !hasSilentAttribute(decl), !hasUnknownAttribute(decl) {
      report(
        .missingInitialValue,
        "'\(name)' is stored with a 'some' type and needs an initial value that says which; make the type around it "
          + "generic instead", file: file, node: variableTypeNode(decl))
    }
    let isStatic = decls.has(decl, .isStatic)
    if inType && !isStatic {
      let nominal = nominal(ofContext: parent)
      let isEnum = nominal != .none && decls.kind(nominal) == .enumDecl && decls.kind(parent) == .enumDecl
      if (decls.kind(parent) == .extensionDecl || isEnum) && !hasAttribute(decl, "Entry")
        && !hasAttribute(decl, "NSManaged")
      {
        report(
          .storedInExtension,
          isEnum
            ? "an enum holds no stored property; '\(name)' must be computed or static"
            : "an extension holds no stored property; '\(name)' must be computed or static",
          file: file, range: nameRange(of: decl))
      }
      return
    }
    guard !hasValue, wrappers.isEmpty else { return }
    if !decls.has(decl, .isConstant) && isOptionalSugar(decl) { return }
    if isStatic || (parent != .none && decls.kind(parent) == .module) {
      report(
        .missingInitialValue, "\(isStatic ? "static" : "global") '\(name)' needs an initial value", file: file,
        range: nameRange(of: decl))
    }
  }

  /// `var body: View { }`: a protocol with associated types is no type by its name alone.
  private func reportBareProtocol(_ decl: DeclID) {
    let file = decls.file(decl)
    let written = variableTypeNode(decl)
    guard written != .none, trees[file].kind(written) == .identifierType else { return }
    let type = type(ofVariable: decl)
    guard types.kind(type) == .existential, types.argumentCount(type) == 1 else { return }
    let proto = types.decl(types.argument(type, 0))
    // An alias of `any View` has a name of its own.
    let spelled = trees[file].text(written)
    guard proto != .none, decls.kind(proto) == .protocolDecl, names[decls.name(proto)] == spelled,
      !associatedTypes(of: proto).isEmpty
    else { return }
    let start = trees[file].range(written).start
    report(
      .missingConformance, "'\(spelled)' alone is not a type; write 'some \(spelled)'", file: file, node: written,
      fixes: [.insert("some ", at: place(file, SourceRange(start, start)))])
  }

  /// Is the written type `some P`, or a function that gives one?
  private func returnsOpaque(_ decl: DeclID) -> Bool {
    let tree = trees[decls.file(decl)]
    var written = variableTypeNode(decl)
    var steps = 0
    while written != .none, tree.kind(written) == .functionType, steps < 64 {
      written = tree.node(written, at: 3)
      steps += 1
    }
    return written != .none && tree.kind(written) == .someType
  }

  private func reportConstantWrapper(_ decl: DeclID, _ wrapper: WrapperUse) {
    let file = decls.file(decl)
    let keyword = trees[file].token(decls.head(decl), at: Slot.keyword)
    let range = keyword == .none ? trees[file].range(wrapper.attribute) : trees[file].range(keyword)
    report(
      .wrapperOnConstant, "a property with '@\(names[decls.name(wrapper.nominal)])' is declared with 'var'", file: file,
      range: range, fixes: keyword == .none ? [] : [.replace(place(file, range), with: "var")])
  }

  /// Macros that give a variable its accessors.
  private func hasSilentAttribute(_ decl: DeclID) -> Bool {
    module.hasUnmodelledImport || hasAttribute(decl, "Entry") || hasAttribute(decl, "NSManaged")
  }

  // MARK: Attributes

  func checkAttributes(_ decl: DeclID) {
    let head = decls.head(decl)
    guard head != .none else { return }
    checkAttributes(trees[decls.file(decl)].node(head, at: Slot.attributes), of: decl)
  }

  /// `@ViewBuilder` and its like in front of a parameter.
  func checkParameterAttributes(_ decl: DeclID) {
    let file = decls.file(decl)
    let node = decls.node(decl)
    guard node != .none, trees[file].kind(node) == .parameter else { return }
    checkAttributes(trees[file].node(node, at: Slot.attributes), of: decl)
  }

  /// `#Prewiew { }` among declarations.
  func checkMacroName(_ decl: DeclID) {
    if module.hasUnmodelledImport { return }
    let name = names[decls.name(decl)]
    switch name {
    case "Preview", "Scenario", "Playground", "warning", "error", "Unique", "Index", "": return
    default: break
    }
    let file = decls.file(decl)
    let token = trees[file].token(decls.node(decl), at: Slot.macroName)
    guard token != .none, !trees[file].isMissing(token) else { return }
    let near = NameSuggestions.nearest(to: name, among: ["Preview", "Scenario", "Playground"])
    let range = trees[file].range(token)
    report(
      .unknownMacro, "there is no macro '#\(name)'\(NameSuggestions.phrase(near))", file: file, range: range,
      fixes: near.count == 1 ? [.replace(place(file, range), with: near[0], title: "change to '#\(near[0])'")] : [])
  }

  private func checkAttributes(_ attributes: NodeID, of decl: DeclID) {
    let file = decls.file(decl)
    guard attributes != .none else { return }
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      let written = trees[file].node(attribute, at: 1)
      guard written != .none else { continue }
      guard trees[file].kind(written) == .identifierType else {
        if attributeNominal(attribute, file: file, in: decls.parent(decl)) == .none {
          reportUnknownAttribute(attribute, trees[file].text(written), file)
        }
        continue
      }
      let token = trees[file].token(written, at: 0)
      if token == .none || trees[file].isMissing(token) { continue }
      let name = intern(file, token)
      if isLanguageAttribute(name) { continue }
      if attributeNominal(attribute, file: file, in: decls.parent(decl)) != .none { continue }
      if let found = lookupType(name, from: decls.parent(decl)), decls.kind(found.decl).isType { continue }
      if !lookupTopLevel(name).isEmpty { continue }
      reportUnknownAttribute(attribute, names[name], file)
    }
  }

  private func reportUnknownAttribute(_ attribute: NodeID, _ name: String, _ file: Int) {
    if module.hasUnmodelledImport { return }
    var known: [String] = []
    for entry in prelude.index.topLevel {
      let flags = prelude.index.flags(of: entry)
      if flags.contains(.isPropertyWrapper) || flags.contains(.isResultBuilder) {
        known.append(prelude.index.text(of: prelude.index.name(of: entry)))
      }
    }
    for decl in module.topLevel
    where decls.has(decl, .isPropertyWrapper) || decls.has(decl, .isResultBuilder) {
      known.append(names[decls.name(decl)])
    }
    let near = NameSuggestions.nearest(to: name, among: known + Self.commonAttributes)
    let written = trees[file].node(attribute, at: 1)
    var fixes: [FixIt] = []
    if near.count == 1 {
      fixes.append(.replace(place(file, trees[file].range(written)), with: near[0]))
      fixes[0].applicability = .needsReview
    }
    report(
      .unknownAttribute, "unknown attribute '\(name)'\(NameSuggestions.phrase(near))", file: file, node: attribute,
      fixes: fixes)
  }

  private static let commonAttributes = [
    "available", "discardableResult", "escaping", "autoclosure", "main", "MainActor", "Observable",
    "ObservationIgnored", "Previewable", "Entry", "propertyWrapper", "resultBuilder", "dynamicMemberLookup", "objc",
  ]

  /// Attributes of the language and of the macros that need no declaration.
  func isLanguageAttribute(_ name: NameID) -> Bool {
    if let known = attributeMemo[name] { return known }
    let isOne = Self.isLanguageAttribute(names[name])
    attributeMemo[name] = isOne
    return isOne
  }

  static func isLanguageAttribute(_ name: String) -> Bool {
    // The compiler's own attributes, which come and go.
    if name.utf8.first == UInt8(ascii: "_") { return true }
    switch name {
    case "available", "discardableResult", "escaping", "autoclosure", "main", "MainActor", "Observable",
      "ObservationIgnored", "ObservationTracked", "Previewable", "Entry", "propertyWrapper", "resultBuilder",
      "dynamicMemberLookup", "dynamicCallable", "objc", "objcMembers", "nonobjc", "inlinable", "inline",
      "usableFromInline", "frozen", "IBAction", "IBOutlet", "IBDesignable", "IBInspectable", "UIApplicationMain",
      "NSApplicationMain", "NSManaged", "NSCopying", "testable", "preconcurrency", "Sendable", "unchecked",
      "retroactive", "warn_unqualified_access", "backDeployed", "_disfavoredOverload", "_implicitSelfCapture",
      "_transparent", "_exported", "_alwaysEmitIntoClient", "_spi", "_silgen_name", "inert", "unmodelled", "intrinsic",
      "typed", "Model", "Attribute", "Relationship", "Query", "Transient", "concurrent", "isolated", "nonisolated",
      "requires_stored_property_inits", "convention", "noescape", "exclusivity", "specialized", "attached",
      "freestanding", "Animatable", "AnimatableIgnored", "Generable", "Guide", "Test", "Suite", "Dependency",
      "DebugDescription", "storageRestrictions", "globalActor", "AccessibilityRotorContentBuilder", "addressableSelf":
      return true
    default: return false
    }
  }

  // MARK: Types

  func checkWrapperType(_ decl: DeclID) {
    if !memberDecls(of: decl, .wrappedValue).contains(where: { decls.kind($0) == .variable }) {
      report(
        .wrapperWithoutWrappedValue,
        "property wrapper '\(names[decls.name(decl)])' needs a property 'wrappedValue'", file: decls.file(decl),
        range: nameRange(of: decl))
    }
  }

  /// A class whose stored properties have no values needs an initialiser.
  func checkInitialization(_ decl: DeclID) {
    let members = declaredMembers(of: decl)
    if members.contains(where: { decls.kind($0) == .initializer }) { return }
    if nominals[nominalIndex(decl)].extensions.contains(where: { source in
      declaredMembers(of: source).contains { decls.kind($0) == .initializer && !decls.has($0, .isConvenience) }
    }) {
      return
    }
    if isOpen(decl) { return }
    // `init(from:)` is made for a class that can be decoded.
    if known(.decodable) != .none, conformances(ofNominal: decl).contains(where: { $0.proto == known(.decodable) }) {
      return
    }
    let file = decls.file(decl)
    var missing: [DeclID] = []
    for member in storedMembers(of: decl) {
      let node = decls.node(member)
      if trees[file].has(node, at: Slot.bindingValue) || decls.has(member, .isLazy) { continue }
      // `override var` with observers: the superclass stores it.
      if decls.has(member, .isOverride) { continue }
      if !decls.has(member, .isConstant) && isOptionalSugar(member) { continue }
      if variableTypeNode(member) == .none && wrapperUses(of: member).isEmpty { continue }
      if let wrapper = wrapperUses(of: member).first {
        let hasArguments = trees[file].node(wrapper.attribute, at: 2) != .none
        if hasArguments || isDefaultInitialized(wrapper.nominal) { continue }
        if !decls.has(member, .isConstant) && isOptionalSugar(member) { continue }
      }
      if decls.has(member, .isWeak) || hasAttribute(member, "IBOutlet") || hasAttribute(member, "NSManaged") {
        continue
      }
      missing.append(member)
    }
    guard !missing.isEmpty else { return }
    let list = missing.map { "'\(names[decls.name($0)])'" }.joined(separator: ", ")
    report(
      .uninitializedMembers, "class '\(names[decls.name(decl)])' has no initialiser for \(list)", file: file,
      range: nameRange(of: decl),
      notes: missing.map {
        Diagnostic.Note("'\(names[decls.name($0)])' has no initial value", at: place(file, nameRange(of: $0)))
      })
  }
}
