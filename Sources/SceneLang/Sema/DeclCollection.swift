/// Rows for the user's declarations: a file's top level at once, the members of a type when they are first asked for.

extension Sema {
  /// Makes rows for the top level of all files.
  func declareFiles() {
    guard module.state == .new else { return }
    module.state = .running
    for file in 1..<(fileCount + 1) {
      let root = trees[file].root
      let parent = decls.add(.module, name: .none, parent: .none, file: UInt32(truncatingIfNeeded: file), node: root)
      module.files.append(parent)
      guard root != .none else { continue }
      var statements: [NodeID] = []
      for item in activeElements(of: root, file: file) {
        if trees[file].kind(item) == .importDecl {
          declareImport(item, file: file)
          continue
        }
        let first = decls.count
        declare(item, file: file, parent: parent)
        if decls.count == first {
          if trees[file].kind(item) != .missingDecl, trees[file].kind(item) != .sourceLocation {
            statements.append(item)
          }
          continue
        }
        for raw in first..<decls.count {
          let decl = DeclID(UInt32(truncatingIfNeeded: raw))
          switch decls.kind(decl) {
          case .extensionDecl: module.extensions.append(decl)
          case .macro: module.macros.append(decl)
          default: break
          }
          module.topLevel.append(decl)
          if decls.name(decl) != .none && decls.kind(decl) != .extensionDecl && decls.kind(decl) != .macro {
            userMembers[pair(DeclID.none.raw, decls.name(decl).raw), default: []].append(decl)
          }
        }
      }
      if !statements.isEmpty { module.statements.append((file, statements)) }
    }
    module.state = .done
  }

  private func declareImport(_ node: NodeID, file: Int) {
    let tree = trees[file]
    var name = NameID.none
    for index in tree.childRange(node).dropFirst(3) {
      let child = tree.childTable[index]
      if child.isToken && tree.kind(child.token) == .identifier {
        name = intern(file, child.token)
        break
      }
    }
    guard name != .none else { return }
    module.imports.append(ImportUse(file: file, node: node, module: name))
    if !isModelledModule(names[name]) { module.hasUnmodelledImport = true }
  }

  /// Members of a user's nominal or extension in order of declaration.
  package func declaredMembers(of context: DeclID) -> [DeclID] {
    let index = nominalIndex(context)
    if nominals[index].membersState == .new { expandMembers(context, index) }
    return nominals[index].members
  }

  private func expandMembers(_ context: DeclID, _ index: Int) {
    nominals[index].membersState = .running
    defer { nominals[index].membersState = .done }
    guard !decls.has(context, .isPrelude) else { return }
    let file = decls.file(context)
    let node = decls.node(context)
    guard node != .none else { return }
    let block = trees[file].node(node, at: Slot.members)
    guard block != .none else { return }
    let first = decls.count
    for item in activeElements(of: block, file: file) { declare(item, file: file, parent: context) }
    var members: [DeclID] = []
    for raw in first..<decls.count {
      let decl = DeclID(UInt32(truncatingIfNeeded: raw))
      guard decls.parent(decl) == context else { continue }
      if decls.kind(decl) != .macro { members.append(decl) }
    }
    nominals[index].members = members
    let owner = nominal(ofContext: context)
    guard owner != .none else { return }
    for member in members where decls.name(member) != .none {
      userMembers[pair(owner.raw, decls.name(member).raw), default: []].append(member)
    }
  }

  /// Adds the rows of one syntax item; statements and expressions add none.
  func declare(_ node: NodeID, file: Int, parent: DeclID) {
    let tree = trees[file]
    let file32 = UInt32(truncatingIfNeeded: file)
    switch tree.kind(node) {
    case .structDecl: declareNamed(.structDecl, node, file, parent)
    case .classDecl, .actorDecl: declareNamed(.classDecl, node, file, parent)
    case .enumDecl: declareNamed(.enumDecl, node, file, parent)
    case .protocolDecl: declareNamed(.protocolDecl, node, file, parent)
    case .functionDecl: declareNamed(.function, node, file, parent)
    case .typealiasDecl: declareNamed(.typeAlias, node, file, parent)
    case .associatedtypeDecl: declareNamed(.associatedType, node, file, parent)
    case .operatorDecl: declareNamed(.operatorDecl, node, file, parent)
    case .precedenceGroupDecl: declareNamed(.precedenceGroup, node, file, parent)
    case .extensionDecl:
      _ = decls.add(
        .extensionDecl, name: .none, parent: parent, file: file32, node: node, flags: flags(of: node, file: file))
    case .initializerDecl:
      var flags = flags(of: node, file: file)
      memberFlags(node, file, &flags)
      _ = decls.add(.initializer, name: .initializer, parent: parent, file: file32, node: node, flags: flags)
    case .deinitializerDecl:
      _ = decls.add(.deinitializer, name: .deinitializer, parent: parent, file: file32, node: node, flags: .hasBody)
    case .subscriptDecl:
      var flags = flags(of: node, file: file)
      memberFlags(node, file, &flags)
      _ = decls.add(.subscript_, name: .subscriptName, parent: parent, file: file32, node: node, flags: flags)
    case .variableDecl: declareVariables(node, file, parent)
    case .enumCaseDecl:
      let flags = flags(of: node, file: file).union(.isStatic)
      for element in tree.elements(node, from: 3) where tree.kind(element) == .enumCaseElement {
        let name = intern(file, tree.token(element, at: 0))
        _ = decls.add(.enumCase, name: name, parent: parent, file: file32, node: element, flags: flags, head: node)
      }
    case .macroExpansion:
      let name = intern(file, tree.token(node, at: Slot.macroName))
      _ = decls.add(.macro, name: name, parent: parent, file: file32, node: node)
    case .macroDecl: break
    default: break
    }
  }

  private func declareNamed(_ kind: DeclKind, _ node: NodeID, _ file: Int, _ parent: DeclID) {
    let tree = trees[file]
    let token = tree.token(node, at: Slot.name)
    let name = intern(file, token)
    guard name != .none else { return }
    var flags = flags(of: node, file: file)
    if kind == .function {
      memberFlags(node, file, &flags)
      // An operator declared in a type is static even in a protocol's shorthand.
      if tree.kind(token).isOperator && parent != .none && decls.kind(parent).isTypeContext { flags.insert(.isStatic) }
    }
    _ = decls.add(kind, name: name, parent: parent, file: UInt32(truncatingIfNeeded: file), node: node, flags: flags)
  }

  /// Flags of a function, initialiser or subscript beyond its modifiers and attributes.
  func memberFlags(_ node: NodeID, _ file: Int, _ flags: inout DeclFlags) {
    let tree = trees[file]
    switch tree.kind(node) {
    case .initializerDecl:
      let mark = tree.token(node, at: Slot.name)
      if mark != .none && !tree.isMissing(mark) { flags.insert(.isFailable) }
      if tree.has(node, at: Slot.body) { flags.insert(.hasBody) }
      effects(tree.node(node, at: Slot.effects), file, &flags)
    case .subscriptDecl:
      flags.insert(.isComputed)
      accessorFlags(tree.node(node, at: Slot.body), file, &flags)
    case .functionDecl:
      if tree.has(node, at: Slot.body) { flags.insert(.hasBody) }
      effects(tree.node(node, at: Slot.effects), file, &flags)
    default: break
    }
  }

  private func declareVariables(_ node: NodeID, _ file: Int, _ parent: DeclID) {
    let tree = trees[file]
    var flags = flags(of: node, file: file)
    let keyword = tree.token(node, at: Slot.keyword)
    if keyword != .none && tree.kind(keyword) == .let { flags.insert(.isConstant) }
    for binding in tree.elements(node, from: 3) where tree.kind(binding) == .patternBinding {
      var own = flags
      variableFlags(binding, file, &own)
      declarePattern(tree.node(binding, at: Slot.bindingPattern), binding, node, own, file, parent)
    }
  }

  /// Storage, mutability and accessors of one binding.
  func variableFlags(_ binding: NodeID, _ file: Int, _ flags: inout DeclFlags) {
    let accessors = trees[file].node(binding, at: Slot.bindingAccessors)
    if accessors != .none { accessorFlags(accessors, file, &flags) }
    if !flags.contains(.isComputed) && !flags.contains(.isConstant) { flags.insert(.isSettable) }
  }

  private func declarePattern(
    _ pattern: NodeID, _ binding: NodeID, _ head: NodeID, _ flags: DeclFlags, _ file: Int, _ parent: DeclID
  ) {
    guard pattern != .none else { return }
    let tree = trees[file]
    switch tree.kind(pattern) {
    case .identifierPattern:
      let name = intern(file, tree.token(pattern, at: 0))
      guard name != .none else { return }
      _ = decls.add(
        .variable, name: name, parent: parent, file: UInt32(truncatingIfNeeded: file), node: binding, flags: flags,
        head: head)
    case .tuplePattern, .tuplePatternElement:
      for element in tree.elements(pattern) { declarePattern(element, binding, head, flags, file, parent) }
    default: break
    }
  }

  private func effects(_ node: NodeID, _ file: Int, _ flags: inout DeclFlags) {
    guard node != .none else { return }
    let tree = trees[file]
    let async = tree.token(node, at: 0)
    if async != .none && !tree.isMissing(async) { flags.insert(.isAsync) }
    let throwing = tree.token(node, at: 1)
    if throwing != .none && !tree.isMissing(throwing) {
      flags.insert(tree.kind(throwing) == .rethrows ? .isRethrows : .isThrowing)
    }
  }

  /// Reads a getter's block or the accessors in braces.
  private func accessorFlags(_ node: NodeID, _ file: Int, _ flags: inout DeclFlags) {
    guard node != .none else { return }
    let tree = trees[file]
    if tree.kind(node) == .codeBlock {
      flags.formUnion([.isComputed, .hasBody])
      return
    }
    guard tree.kind(node) == .accessorBlock else { return }
    for accessor in tree.elements(node) where tree.kind(accessor) == .accessorDecl {
      let keyword = tree.token(accessor, at: Slot.keyword)
      guard keyword != .none else { continue }
      switch tree.kind(keyword) {
      case .get, ._read:
        flags.insert(.isComputed)
        effects(tree.node(accessor, at: 4), file, &flags)
        if tree.has(accessor, at: 5) { flags.insert(.hasBody) }
      case .set, ._modify:
        flags.formUnion([.isComputed, .isSettable])
        if tree.hasToken(tree.node(accessor, at: Slot.modifiers), .nonmutating) { flags.insert(.isNonmutating) }
      default: break
      }
    }
  }

  /// Modifiers and the attributes that matter without looking anything up.
  func flags(of node: NodeID, file: Int) -> DeclFlags {
    let tree = trees[file]
    var flags: DeclFlags = []
    let modifiers = tree.node(node, at: Slot.modifiers)
    if modifiers != .none {
      for index in tree.childRange(modifiers) {
        let child = tree.childTable[index]
        guard child.isToken else { continue }
        switch tree.kind(child.token) {
        case .static, .class: flags.insert(.isStatic)
        case .mutating: flags.insert(.isMutating)
        case .nonmutating: flags.insert(.isNonmutating)
        case .lazy: flags.insert(.isLazy)
        case .weak: flags.insert(.isWeak)
        case .override: flags.insert(.isOverride)
        case .private, .fileprivate:
          // `private(set)` restricts the setter only.
          let next = index + 1 < tree.childRange(modifiers).upperBound ? tree.childTable[index + 1] : .absent
          if !(next.isToken && tree.kind(next.token) == .leftParen) { flags.insert(.isPrivate) }
        case .required: flags.insert(.isRequired)
        case .convenience: flags.insert(.isConvenience)
        case .prefix: flags.insert(.isPrefix)
        case .postfix: flags.insert(.isPostfix)
        case .indirect: flags.insert(.isIndirect)
        case .final: flags.insert(.isFinal)
        default: break
        }
      }
    }
    let attributes = tree.node(node, at: Slot.attributes)
    if attributes != .none {
      for attribute in activeElements(of: attributes, file: file) where tree.kind(attribute) == .attribute {
        let type = tree.node(attribute, at: 1)
        guard type != .none, tree.kind(type) == .identifierType else { continue }
        let name = tree.token(type, at: 0)
        if tree.token(name, is: "_disfavoredOverload") {
          flags.insert(.isDisfavored)
        } else if tree.token(name, is: "inert") {
          flags.insert(.isInert)
        } else if tree.token(name, is: "unmodelled") {
          flags.insert(.isUnmodelled)
        } else if tree.token(name, is: "propertyWrapper") {
          flags.insert(.isPropertyWrapper)
        } else if tree.token(name, is: "resultBuilder") || tree.token(name, is: "_functionBuilder") {
          flags.insert(.isResultBuilder)
        } else if tree.token(name, is: "dynamicMemberLookup") {
          flags.insert(.isDynamicMemberLookup)
        } else if tree.token(name, is: "available") {
          availability(tree.node(attribute, at: 2), file, &flags)
        }
      }
    }
    return flags
  }

  private func availability(_ arguments: NodeID, _ file: Int, _ flags: inout DeclFlags) {
    guard arguments != .none else { return }
    let tree = trees[file]
    var applies = false
    for argument in tree.elements(arguments) {
      let name = tree.token(argument, at: 0)
      if tree.token(name, is: "*") || tree.token(name, is: "iOS") { applies = true }
      guard applies else { continue }
      if tree.token(name, is: "unavailable") { flags.insert(.isUnavailable) }
      if tree.token(name, is: "deprecated") { flags.insert(.isDeprecated) }
    }
  }

  /// Adds a function, type or typealias declared in a body; `parent` is the function whose body it is. Variables of a
  /// body are locals, not declarations.
  package func declareLocal(node: NodeID, file: Int, parent: DeclID) -> DeclID {
    if let made = localDecls[pair(UInt32(truncatingIfNeeded: file), node.raw)] { return made }
    let first = decls.count
    declare(node, file: file, parent: parent)
    guard decls.count > first else { return .none }
    let decl = DeclID(UInt32(truncatingIfNeeded: first))
    localDecls[pair(UInt32(truncatingIfNeeded: file), node.raw)] = decl
    userMembers[pair(parent.raw, decls.name(decl).raw), default: []].append(decl)
    if parent != .none { decls.mark(parent, .hasLocals) }
    memberMemo[pair(parent.raw, decls.name(decl).raw)] = nil
    if decls.kind(decl) == .extensionDecl { module.extensions.append(decl) }
    return decl
  }
}
