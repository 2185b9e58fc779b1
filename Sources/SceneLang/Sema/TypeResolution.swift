/// From type expressions to types.
///
/// A protocol's name is a constraint where one is wanted (inheritance clauses, requirements, behind `some` and `any`) and
/// the existential elsewhere. `some P` is an opaque type in a result, a generic parameter in a parameter.

/// Where a type expression stands.
struct TypeUse {
  var file: Int
  var context: DeclID
  /// Function or variable whose result this is: owner of `some P`.
  var opaqueOwner = DeclID.none
  var ordinal: UInt32 = 0
  /// Protocol names stay nominal types.
  var isConstraint = false
  /// The first part of a path, which may be any type.
  var isPathBase = false
  /// Flags of the outermost attributed type: `ParameterFlags`.
  var flags: UInt32 = 0
  var builder = DeclID.none
  var depth = 0

  init(file: Int, context: DeclID) {
    self.file = file
    self.context = context
  }
}

/// A type declaration found by name, with the type whose member it is.
struct TypeLookup {
  var decl: DeclID
  /// Self type of the scope for a member, else none.
  var base: TypeID
}

extension Sema {
  /// The type a type expression denotes, seen from a declaration; reports and answers the error type when there is none.
  package func resolveType(_ node: NodeID, file: Int, in context: DeclID) -> TypeID {
    var use = TypeUse(file: file, context: context)
    return resolve(node, &use)
  }

  /// As `resolveType`, a protocol's name giving the protocol itself: for attributes, extensions, `conforms` queries.
  package func resolveConstraint(_ node: NodeID, file: Int, in context: DeclID) -> TypeID {
    var use = TypeUse(file: file, context: context)
    use.isConstraint = true
    return resolve(node, &use)
  }

  func resolve(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    guard node != .none, use.depth < 256 else { return types.error }
    use.depth += 1
    defer { use.depth -= 1 }
    let tree = trees[use.file]
    switch tree.kind(node) {
    case .identifierType: return resolveIdentifier(node, &use)
    case .pathType: return resolvePath(node, &use)
    case .optionalType, .unwrappedOptionalType:
      let wrapped = resolveElement(tree.node(node, at: 0), &use)
      return wrapped == types.error ? wrapped : optional(wrapped)
    case .arrayType:
      let element = resolveElement(tree.node(node, at: 1), &use)
      return element == types.error ? element : array(element)
    case .dictionaryType:
      let key = resolveElement(tree.node(node, at: 1), &use)
      let value = resolveElement(tree.node(node, at: 3), &use)
      return key == types.error || value == types.error
        ? types.error : types.nominal(known(.dictionary), [key, value])
    case .tupleType: return resolveTuple(node, &use)
    case .functionType: return resolveFunction(node, &use)
    case .compositionType:
      var parts: [TypeID] = []
      let outer = use.isConstraint
      use.isConstraint = true
      for part in tree.elements(node) { parts.append(resolve(part, &use)) }
      use.isConstraint = outer
      return existential(parts)
    case .someType: return resolveSome(node, &use)
    case .anyType:
      let constraint = resolveAsConstraint(tree.node(node, at: 1), &use)
      return constraint == types.error ? constraint : existential([constraint])
    case .metatypeType:
      let instance = resolveElement(tree.node(node, at: 0), &use)
      return instance == types.error ? instance : types.metatype(instance)
    case .attributedType: return resolveAttributed(node, &use)
    case .suppressedType: return types.any
    case .packElementType: return resolve(tree.node(node, at: 1), &use)
    case .packExpansionType:
      let pattern = resolveElement(tree.node(node, at: 1), &use)
      return pattern == types.error ? pattern : types.make(.pack, [pattern])
    case .inlineArrayType, .valueType:
      return types.error
    default: return types.error
    }
  }

  private func resolveElement(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let outer = use.isConstraint
    use.isConstraint = false
    defer { use.isConstraint = outer }
    return resolve(node, &use)
  }

  private func resolveAsConstraint(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let outer = use.isConstraint
    use.isConstraint = true
    defer { use.isConstraint = outer }
    return resolve(node, &use)
  }

  /// `any A & B` from constraints; nested compositions are flattened, equal parts are one, the order is that of the
  /// declarations so that `A & B` and `B & A` are one type.
  package func existential(_ constraints: [TypeID]) -> TypeID {
    var parts: [TypeID] = []
    for constraint in constraints {
      if constraint == types.error { return types.error }
      if types.kind(constraint) == .existential {
        for part in types.arguments(constraint) where !parts.contains(part) { parts.append(part) }
      } else if !parts.contains(constraint) {
        parts.append(constraint)
      }
    }
    parts.sort { ($0.raw) < ($1.raw) }
    if parts.count == 1, types.kind(parts[0]) == .nominal, decls.kind(types.decl(parts[0])) != .protocolDecl {
      return parts[0]
    }
    if parts.count == 1, types.kind(parts[0]) != .nominal { return parts[0] }
    return types.make(.existential, parts)
  }

  // MARK: Names

  private func resolveIdentifier(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let tree = trees[use.file]
    let token = tree.token(node, at: 0)
    if token == .none || tree.isMissing(token) { return types.error }
    let arguments = tree.node(node, at: 1)
    switch tree.kind(token) {
    case .Any: return types.any
    case .class: return types.nominal(known(.anyObject))
    case .wildcard:
      if let make = unwrittenArgument { return make() }
      report(
        .typePlaceholder, "type placeholder is not allowed here", file: use.file, node: node)
      return types.error
    case .Self:
      let context = typeContext(of: use.context)
      if context == .none {
        report(.selfOutsideType, "'Self' is only available in a type", file: use.file, node: node)
        return types.error
      }
      return withEnvironment(use.context) { normalize(selfType(of: context)) }
    default: break
    }
    let name = intern(use.file, token)
    if let found = lookupType(name, from: use.context, inPrelude: isPreludeFile(use.file)) {
      if use.isConstraint, !use.isPathBase, isPreludeFile(use.file), !mayConstrain(found.decl) {
        // `F : FormatStyle` inside of Date, which has a type of that name.
        for decl in lookupPreludeTopLevel(name) where decls.kind(decl) == .protocolDecl {
          return reference(TypeLookup(decl: decl, base: .none), arguments: arguments, node: node, &use)
        }
      }
      return reference(found, arguments: arguments, node: node, &use)
    }
    if name == .void && arguments == .none { return types.void }
    if name == .anyObject { return finish(types.nominal(known(.anyObject)), use) }
    reportUnknownType(name, node: node, file: use.file, in: use.context)
    for argument in argumentNodes(arguments, use.file) { _ = resolveElement(argument, &use) }
    return types.error
  }

  /// Can the type stand where a protocol or a class is asked for?
  private func mayConstrain(_ decl: DeclID) -> Bool {
    switch decls.kind(decl) {
    case .structDecl, .enumDecl: return false
    default: return true
    }
  }

  private func argumentNodes(_ clause: NodeID, _ file: Int) -> [NodeID] {
    clause == .none ? [] : Array(trees[file].elements(clause))
  }

  /// A protocol's name as a type is its existential.
  private func finish(_ type: TypeID, _ use: TypeUse) -> TypeID {
    if use.isConstraint || types.kind(type) != .nominal { return type }
    return decls.kind(types.decl(type)) == .protocolDecl ? existential([type]) : type
  }

  func reportUnknownType(_ name: NameID, node: NodeID, file: Int, in context: DeclID) {
    if isInOpenType(context) && !isPreludeFile(file) { return }
    let isFramework = isFrameworkName(names[name])
    if module.hasUnmodelledImport || isFramework, !isPreludeFile(file) {
      let isSlip =
        module.hasUnmodelledImport
        ? isSlipOfPrelude(names[name])
        : !NameSuggestions.slips(of: names[name], among: typeNames(from: context, near: names[name])).isEmpty
      if !isSlip {
        if !module.hasUnmodelledImport, diagnostics.firstMiss(of: name, in: moduleOfFile(file)) {
          reportUnknownAPI(names[name], file: file, range: trees[file].range(node))
        }
        return
      }
    }
    // Once in a type, or in a file's declarations outside of types.
    let around = typeContext(of: context)
    guard diagnostics.firstMiss(of: name, in: around != .none ? around : moduleOfFile(file)) else {
      diagnostics.mark(node, file: file)
      return
    }
    let text = names[name]
    let near = isPreludeFile(file) ? [] : NameSuggestions.nearest(to: text, among: typeNames(from: context, near: text))
    var fixes: [FixIt] = []
    if near.count == 1 {
      let tree = trees[file]
      let token = tree.kind(node) == .identifierType ? tree.token(node, at: 0) : .none
      if token != .none {
        fixes.append(.replace(place(file, tree.range(token)), with: near[0]))
        fixes[0].applicability = .needsReview
      }
    }
    let tree = trees[file]
    let token = tree.kind(node) == .identifierType ? tree.token(node, at: 0) : .none
    report(
      .unknownType, "cannot find type '\(text)' in scope\(NameSuggestions.phrase(near))", file: file,
      range: token == .none ? tree.range(node) : tree.range(token), fixes: fixes)
    diagnostics.mark(node, file: file)
  }

  private func moduleOfFile(_ file: Int) -> DeclID {
    file >= 1 && file <= module.files.count ? module.files[file - 1] : .none
  }

  /// Names of the types in scope, nearest scope first: for suggestions only.
  ///
  /// - Parameter spelled: a misspelt name; those alone that may be near it
  package func typeNames(from context: DeclID, near spelled: String) -> [String] {
    let reach = NameSuggestions.Reach(spelled)
    var result: [String] = []
    func add(_ name: NameID) {
      if names.withUTF8(name, { reach.admits($0) }) { result.append(names[name]) }
    }
    var scope = context
    while scope != .none {
      for parameter in ownGenericMemo[scope] ?? [] { add(decls.name(parameter)) }
      if decls.kind(scope).isTypeContext, !decls.has(scope, .isPrelude) {
        for member in declaredMembers(of: scope) where decls.kind(member).isType { add(decls.name(member)) }
      }
      scope = decls.parent(scope)
    }
    for decl in module.topLevel where decls.kind(decl).isType { add(decls.name(decl)) }
    for entry in prelude.index.topLevel {
      switch prelude.index.kind(of: entry) {
      case .structDecl, .classDecl, .enumDecl, .protocolDecl, .typeAlias:
        let name = prelude.index.name(of: entry)
        if reach.admits(prelude.index.utf8(of: name)) { result.append(prelude.index.text(of: name)) }
      default: break
      }
    }
    return result
  }

  /// A type declaration by name, from a declaration outwards.
  func lookupType(_ name: NameID, from context: DeclID, inPrelude: Bool = false) -> TypeLookup? {
    var scope = context
    var steps = 0
    while scope != .none && steps < 1024 {
      steps += 1
      if decls.kind(scope) == .module { break }
      if let parameter = ownGenericParameter(name, of: scope) { return TypeLookup(decl: parameter, base: .none) }
      if decls.kind(scope).isTypeContext {
        let nominal = nominal(ofContext: scope)
        if nominal != .none {
          if decls.kind(scope) == .extensionDecl {
            // The parameters of the extended type and of the types around it.
            for parameter in genericParameters(of: nominal).reversed() where decls.name(parameter) == name {
              return TypeLookup(decl: parameter, base: .none)
            }
          }
          if let found = typeMember(name, of: nominal) {
            if decls.kind(found) == .associatedType, decls.has(found, .isPrelude), decls.kind(nominal) != .protocolDecl,
              let outer = outerType(name, around: nominal)
            {
              return outer
            }
            return TypeLookup(decl: found, base: selfType(of: scope))
          }
          if decls.kind(scope) == .extensionDecl {
            // What is nested in the types around the extended one.
            var outer = decls.parent(nominal)
            while outer != .none && decls.kind(outer) != .module {
              if decls.kind(outer).isTypeContext, let found = typeMember(name, of: self.nominal(ofContext: outer)) {
                return TypeLookup(decl: found, base: selfType(of: outer))
              }
              outer = decls.parent(outer)
            }
          }
        }
      } else if decls.isMarked(scope, .hasLocals), let local = userMembers[pair(scope.raw, name.raw)] {
        for decl in local where decls.kind(decl).isType { return TypeLookup(decl: decl, base: .none) }
      }
      scope = decls.parent(scope)
    }
    let isPrelude = inPrelude || context != .none && decls.has(context, .isPrelude)
    let found = isPrelude ? lookupPreludeTopLevel(name) : visible(lookupTopLevel(name), from: context)
    for decl in found where decls.kind(decl).isType {
      return TypeLookup(decl: decl, base: .none)
    }
    return nil
  }

  /// `func makeCoordinator() -> Coordinator` in a type beside a class of that name: the associated type is what the method
  /// says, and that is the class.
  private func outerType(_ name: NameID, around nominal: DeclID) -> TypeLookup? {
    var scope = decls.parent(nominal)
    var steps = 0
    while scope != .none, decls.kind(scope) != .module, steps < 64 {
      if decls.kind(scope).isTypeContext {
        for decl in memberDecls(of: self.nominal(ofContext: scope), name)
        where decls.kind(decl).isType && !decls.has(decl, .isPrelude) {
          return TypeLookup(decl: decl, base: selfType(of: scope))
        }
      }
      scope = decls.parent(scope)
      steps += 1
    }
    return nil
  }

  /// A nested type, alias or associated type of a nominal: its own, inherited, or of a protocol it conforms to.
  func typeMember(_ name: NameID, of nominal: DeclID, depth: Int = 0) -> DeclID? {
    guard nominal != .none, depth < 32 else { return nil }
    if !lacks(nominal, name, .memberType) {
      for decl in memberDecls(of: nominal, name) where decls.kind(decl).isType { return decl }
    }
    let position = nominalIndex(nominal)
    if decls.kind(nominal) == .protocolDecl {
      guard nominals[position].clauseState != .running else { return nil }
      for proto in inheritedProtocols(of: nominal) where proto != nominal && !lacks(proto, name, .memberType) {
        for decl in memberDecls(of: proto, name) where decls.kind(decl).isType { return decl }
      }
      return nil
    }
    guard nominals[position].clauseState != .running, nominals[position].conformancesState != .running else {
      return nil
    }
    if decls.kind(nominal) == .classDecl {
      let parent = superclassDecl(of: nominal)
      if parent != .none, let found = typeMember(name, of: parent, depth: depth + 1) { return found }
    }
    for entry in conformances(ofNominal: nominal) where !lacks(entry.proto, name, .memberType) {
      for decl in memberDecls(of: entry.proto, name) where decls.kind(decl).isType { return decl }
    }
    return nil
  }

  private func resolvePath(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let tree = trees[use.file]
    var base = TypeID.none
    var isFirst = true
    let outer = use.isConstraint
    defer { use.isConstraint = outer }
    for part in tree.elements(node) {
      use.isConstraint = true
      if isFirst {
        isFirst = false
        if tree.kind(part) == .identifierType {
          let name = intern(use.file, tree.token(part, at: 0))
          if isModelledModule(names[name]) && lookupType(name, from: use.context) == nil { continue }
          if name != .none, isUnmodelledModule(name) { return types.error }
        }
        use.isPathBase = true
        base = resolve(part, &use)
        use.isPathBase = false
        continue
      }
      let token = tree.token(part, at: 0)
      if token == .none || tree.isMissing(token) { return types.error }
      if base == .none {
        // Behind a module's name.
        let name = intern(use.file, token)
        for decl in lookupQualified(name) where decls.kind(decl).isType {
          use.isConstraint = true
          base = reference(TypeLookup(decl: decl, base: .none), arguments: tree.node(part, at: 1), node: part, &use)
          break
        }
        if base == .none {
          if name == .void {
            base = types.void
          } else {
            reportUnknownType(name, node: part, file: use.file, in: use.context)
            return types.error
          }
        }
        continue
      }
      if base == types.error { return base }
      let name = intern(use.file, token)
      guard let found = memberTypeDecl(name, of: base) else {
        if mayHaveMember(names[name], base, among: { memberNames(of: base, .metatype, near: names[name]) }) {
          return types.error
        }
        report(
          .unknownMemberType, "'\(describeForMessage(base))' has no member type '\(names[name])'", file: use.file,
          range: tree.range(token))
        diagnostics.mark(node, file: use.file)
        return types.error
      }
      base = withEnvironment(use.context) {
        reference(TypeLookup(decl: found, base: base), arguments: tree.node(part, at: 1), node: part, &use)
      }
    }
    use.isConstraint = outer
    return base == .none ? types.error : finish(base, use)
  }

  private func isUnmodelledModule(_ name: NameID) -> Bool {
    for use in module.imports where use.module == name { return !isModelledModule(names[name]) }
    return false
  }

  /// `base.Name` for a written or inferred base.
  func memberTypeDecl(_ name: NameID, of base: TypeID) -> DeclID? {
    switch types.kind(base) {
    case .nominal: return typeMember(name, of: types.decl(base))
    case .parameter, .opaque, .member, .existential:
      for bound in bounds(of: base) {
        guard types.kind(bound) == .nominal else { continue }
        if let found = typeMember(name, of: types.decl(bound)) { return found }
      }
      return nil
    default: return nil
    }
  }

  /// The member type of a type, or nil when it has none of that name.
  package func memberType(_ base: TypeID, _ name: NameID) -> TypeID? {
    if base == types.error { return base }
    guard let found = memberTypeDecl(name, of: base) else { return nil }
    var use = TypeUse(file: 0, context: environmentContext)
    return reference(TypeLookup(decl: found, base: base), arguments: .none, node: .none, &use)
  }

  /// A type declaration with its generic arguments.
  func reference(_ found: TypeLookup, arguments clause: NodeID, node: NodeID, _ use: inout TypeUse) -> TypeID {
    let decl = found.decl
    switch decls.kind(decl) {
    case .genericParameter:
      let type = types.make(.parameter, decl: decl)
      return withEnvironment(use.context) { normalize(type) }
    case .associatedType:
      let base = found.base == .none ? types.error : found.base
      return withEnvironment(use.context) { associatedType(base, decl) }
    default: break
    }
    let context = use.context
    var all: [TypeID] = []
    let parameters = genericParameters(of: decl)
    let own = ownGenericParameters(of: decl)
    let outerCount = decls.kind(decl) == .protocolDecl ? 0 : parameters.count - own.count
    if outerCount > 0 {
      all = found.base == .none ? [] : outerArguments(of: found.base, for: owner(of: decl))
      if all.count > outerCount { all.removeLast(all.count - outerCount) }
      while all.count < outerCount {
        all.append(unwrittenArgument?() ?? types.make(.parameter, decl: parameters[all.count]))
      }
    }
    let nodes = argumentNodes(clause, use.file)
    if decls.kind(decl) == .protocolDecl {
      // Arguments bind the primary associated types.
      var bound: [TypeID] = []
      let primary = nodes.isEmpty ? 0 : primaryAssociatedTypes(of: decl).count
      for argument in nodes {
        let type = resolveElement(argument, &use)
        if bound.count < primary { bound.append(type) }
      }
      if nodes.count > primary {
        reportArgumentCount(decl, written: nodes.count, wanted: primary, node: node, use.file)
      }
      return finish(types.nominal(decl, bound), use)
    }
    if !nodes.isEmpty {
      var written: [TypeID] = []
      for argument in nodes { written.append(resolveElement(argument, &use)) }
      if let pack = own.firstIndex(where: { facts[fact($0)].isPack }) {
        let length = written.count - (own.count - 1)
        if length >= 0 {
          let packed = types.make(.pack, flags: 1, Array(written[pack..<(pack + length)]))
          written.replaceSubrange(pack..<(pack + length), with: [packed])
        }
      }
      if written.count != own.count {
        reportArgumentCount(decl, written: written.count, wanted: own.count, node: node, use.file)
        return types.error
      }
      all.append(contentsOf: written)
    } else if !own.isEmpty {
      if isInside(context, decl) {
        let inside = declaredArguments(of: decl)
        for i in 0..<own.count {
          let argument = inside[parameters.count - own.count + i]
          all.append(withEnvironment(context) { normalize(argument) })
        }
      } else if let make = unwrittenArgument {
        for _ in own { all.append(make()) }
      } else if use.context != .none, decls.kind(use.context) == .typeAlias {
        // `typealias Header = Refresh.Header`: the alias is as generic as the type; its arguments are not followed.
        for _ in own { all.append(types.error) }
      } else {
        if node != .none, !module.hasUnmodelledImport {
          let list = own.map { names[decls.name($0)] }.joined(separator: ", ")
          report(
            .missingGenericArguments,
            "generic type '\(names[decls.name(decl)])' needs arguments for <\(list)>", file: use.file, node: node)
        }
        return types.error
      }
    }
    if decls.kind(decl) == .typeAlias {
      let target = typeAliasTarget(of: decl)
      if target == types.error { return target }
      var type = withEnvironment(context) { substitute(target, all) }
      if !use.isConstraint, types.kind(type) == .nominal { type = finish(type, use) }
      return type
    }
    return types.nominal(decl, all)
  }

  private func reportArgumentCount(_ decl: DeclID, written: Int, wanted: Int, node: NodeID, _ file: Int) {
    // A module that is not known may have a type of that name.
    if decls.has(decl, .isPrelude), module.hasUnmodelledImport, !isPreludeFile(file) { return }
    let name = names[decls.name(decl)]
    let message =
      wanted == 0
      ? "'\(name)' takes no generic arguments"
      : "'\(name)' takes \(wanted) generic argument\(wanted == 1 ? "" : "s"), not \(written)"
    report(.genericArgumentCount, message, file: file, node: node)
  }

  /// Whether a context lies inside a nominal or in an extension of it, so that its name needs no arguments.
  private func isInside(_ context: DeclID, _ nominal: DeclID) -> Bool {
    var scope = context
    while scope != .none {
      if scope == nominal { return true }
      if decls.kind(scope) == .extensionDecl {
        var extended = nominals[nominalIndex(scope)].extended
        while extended != .none && decls.kind(extended) != .module {
          if extended == nominal { return true }
          extended = decls.parent(extended)
        }
      }
      scope = decls.parent(scope)
    }
    return false
  }

  /// Arguments of the generic parameters around a member, as a base type binds them.
  func outerArguments(of base: TypeID, for owner: DeclID) -> [TypeID] {
    guard base != .none, owner != .none else { return [] }
    if decls.kind(owner) == .protocolDecl { return [base] }
    var type = base
    var steps = 0
    while type != .none && steps < 64 {
      steps += 1
      guard types.kind(type) == .nominal else { return [] }
      if types.decl(type) == owner { return Array(types.arguments(type)) }
      let parent = superclass(of: type)
      if parent == .none { break }
      type = parent
    }
    // A type nested in the owner has the owner's arguments first.
    return types.kind(base) == .nominal ? Array(types.arguments(base)) : []
  }

  // MARK: Composed types

  private func resolveTuple(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let tree = trees[use.file]
    var elements: [TypeID] = []
    var labels: [UInt32] = []
    for element in tree.elements(node) where tree.kind(element) == .tupleTypeElement {
      let first = tree.token(element, at: 0)
      let typeNode = tree.node(element, at: 3)
      if elements.isEmpty, first == .none, tree.elements(node).reduce(0, { n, _ in n + 1 }) == 1,
        typeNode != .none, tree.kind(typeNode) != .packExpansionType
      {
        // A type in parentheses.
        return resolve(typeNode, &use)
      }
      elements.append(resolveElement(typeNode, &use))
      let isName = first != .none && !tree.token(first, is: "_")
      labels.append(isName ? intern(use.file, first).raw : 0)
    }
    if elements.contains(types.error) { return types.error }
    return types.make(.tuple, elements, labels: labels)
  }

  private func resolveFunction(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let tree = trees[use.file]
    var parameters: [TypeID] = []
    var parameterFlags: [UInt32] = []
    let outerFlags = use.flags
    let outerBuilder = use.builder
    let list = tree.node(node, at: 0)
    if list != .none {
      for element in tree.elements(list) where tree.kind(element) == .tupleTypeElement {
        use.flags = 0
        parameters.append(resolveElement(tree.node(element, at: 3), &use))
        var flags = use.flags & (TypeTable.ParameterFlags.inoutParameter | TypeTable.ParameterFlags.autoclosure)
        let dots = tree.token(element, at: 4)
        if dots != .none && !tree.isMissing(dots) { flags |= TypeTable.ParameterFlags.variadic }
        parameterFlags.append(flags)
      }
    }
    let effects = tree.node(node, at: 1)
    var flags: UInt32 = 0
    if effects != .none {
      if tree.has(effects, at: 0) { flags |= TypeTable.FunctionFlags.async }
      if tree.has(effects, at: 1) { flags |= TypeTable.FunctionFlags.throwing }
      // `throws(Never)` throws nothing.
      let thrown = tree.node(effects, at: 3)
      if thrown != .none {
        let type = resolveElement(thrown, &use)
        if type == knownType(.never) {
          flags &= ~TypeTable.FunctionFlags.throwing
        } else if types.kind(type) == .nominal || types.kind(type) == .parameter {
          namesThrownTypes = true
        }
      }
    }
    let result = resolveElement(tree.node(node, at: 3), &use)
    use.flags = outerFlags
    use.builder = outerBuilder
    if result == types.error || parameters.contains(types.error) { return types.error }
    // A single pack expansion stays a list of parameters.
    return types.function(parameters, result, flags: flags, parameterFlags: parameterFlags)
  }

  private func resolveSome(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let tree = trees[use.file]
    if let parameter = opaqueParameters[pair(UInt32(truncatingIfNeeded: use.file), node.raw)] {
      return types.make(.parameter, decl: parameter)
    }
    let constraint = resolveAsConstraint(tree.node(node, at: 1), &use)
    guard use.opaqueOwner != .none else { return constraint == types.error ? constraint : existential([constraint]) }
    if constraint == types.error { return constraint }
    let ordinal = use.ordinal
    use.ordinal += 1
    let bounds = types.kind(constraint) == .existential ? Array(types.arguments(constraint)) : [constraint]
    opaqueBounds[pair(use.opaqueOwner.raw, ordinal)] = bounds
    let arguments = genericParameters(of: use.opaqueOwner).map { types.make(.parameter, decl: $0) }
    return types.make(.opaque, decl: use.opaqueOwner, flags: ordinal, arguments)
  }

  private func resolveAttributed(_ node: NodeID, _ use: inout TypeUse) -> TypeID {
    let tree = trees[use.file]
    var flags: UInt32 = 0
    let attributes = tree.node(node, at: 0)
    var builder = DeclID.none
    if attributes != .none {
      for attribute in tree.elements(attributes) where tree.kind(attribute) == .attribute {
        let type = tree.node(attribute, at: 1)
        guard type != .none else { continue }
        if tree.kind(type) == .identifierType {
          let token = tree.token(type, at: 0)
          if tree.token(token, is: "autoclosure") {
            flags |= TypeTable.ParameterFlags.autoclosure
            continue
          }
          if isBuiltinTypeAttribute(tree.name(of: token)) { continue }
        }
        let found = attributeNominal(attribute, file: use.file, in: use.context)
        if found != .none && isResultBuilder(found) { builder = found }
      }
    }
    if tree.hasToken(tree.node(node, at: 1), .inout) { flags |= TypeTable.ParameterFlags.inoutParameter }
    let type = resolve(tree.node(node, at: 2), &use)
    use.flags |= flags
    if builder != .none { use.builder = builder }
    return type
  }

  private func isBuiltinTypeAttribute(_ name: String) -> Bool {
    switch name {
    case "escaping", "Sendable", "convention", "MainActor", "noescape", "unchecked", "preconcurrency", "retroactive",
      "isolated", "nonisolated", "concurrent", "differentiable", "Swift":
      return true
    default: return false
    }
  }
}
