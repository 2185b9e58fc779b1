/// Rows for declarations of the prelude: made when a name is looked up, parsed when more than the name is asked.

import SceneData

/// Which rows stand for which entries of the prelude index.
struct PreludeTables {
  let index: PreludeIndex
  /// DeclID + 1 by entry and by extension; 0 is not asked.
  private let entryRows: UnsafeMutablePointer<UInt32>
  private let extensionRows: UnsafeMutablePointer<UInt32>
  /// TypeID + 1 by type of the prelude's tables; 0 is not asked.
  private let typeRows: UnsafeMutablePointer<UInt32>
  /// PreludeName + 2 by NameID; 0 is not asked, 1 is none.
  private var nameRows: [Int32] = []
  var moduleDecl = DeclID.none
  /// Where its declarations are parsed.
  let memory = ParserMemory()

  init(_ index: PreludeIndex) {
    self.index = index
    entryRows = Self.zeroed(index.entryCount)
    extensionRows = Self.zeroed(index.extensionCount)
    typeRows = Self.zeroed(index.typeCount)
  }

  /// Memory that is fresh from the system is not written, so that of a large table only the pages in use are taken.
  private static func zeroed(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    scene_zeroed(max(count, 1), MemoryLayout<UInt32>.stride).bindMemory(to: UInt32.self, capacity: max(count, 1))
  }

  /// Called by the checker that owns the tables when it goes.
  func release() {
    scene_release(entryRows)
    scene_release(extensionRows)
    scene_release(typeRows)
  }

  func row(_ entry: PreludeEntry) -> UInt32 { entryRows[Int(entry.raw)] }
  func row(_ source: PreludeExtension) -> UInt32 { extensionRows[Int(source.raw)] }
  func row(_ type: PreludeType) -> UInt32 { typeRows[Int(type.raw)] }
  func set(_ type: PreludeType, _ made: TypeID) { typeRows[Int(type.raw)] = made.raw + 1 }
  func set(_ entry: PreludeEntry, _ decl: DeclID) { entryRows[Int(entry.raw)] = decl.raw + 1 }
  func set(_ source: PreludeExtension, _ decl: DeclID) { extensionRows[Int(source.raw)] = decl.raw + 1 }

  mutating func name(_ name: NameID, _ names: borrowing NameTable) -> PreludeName? {
    let position = Int(name.raw)
    while nameRows.count <= position { nameRows.append(0) }
    let known = nameRows[position]
    if known >= 2 { return PreludeName(raw: known - 2) }
    if known == 1 { return nil }
    let found = names.withUTF8(name) { index.name($0) }
    nameRows[position] = found.map { $0.raw + 2 } ?? 1
    return found
  }
}

extension Sema {
  package var preludeIndex: PreludeIndex { prelude.index }

  package func preludeName(_ name: NameID) -> PreludeName? {
    name == .none ? nil : prelude.name(name, names)
  }

  /// What declarations of the prelude with this name may be; nothing where none has it.
  @inline(__always) func preludeUses(of name: NameID) -> PreludeNameUses {
    preludeName(name).map { prelude.index.uses(of: $0) } ?? []
  }

  /// Whether a nominal of the prelude has nothing that is used so under this name: told without a search.
  @inline(__always) func lacks(_ nominal: DeclID, _ name: NameID, _ use: PreludeNameUses) -> Bool {
    module.extensionState == .done && decls.has(nominal, .isPrelude) && !preludeUses(of: name).contains(use)
      && nominals[nominalIndex(nominal)].extensions.isEmpty
  }

  /// An argument's label as the shapes of the prelude's parameters spell it: nil inside for an argument without label,
  /// nil for a label that nothing in the prelude has.
  func labelInPrelude(_ label: NameID) -> PreludeName?? {
    if label == .none { return .some(nil) }
    guard let name = preludeName(label) else { return nil }
    return .some(name)
  }

  package func nameID(_ name: PreludeName) -> NameID { names.intern(prelude.index.utf8(of: name)) }

  /// The prelude entry that a row stands for.
  package func preludeEntry(of decl: DeclID) -> PreludeEntry? {
    guard decls.has(decl, .isPrelude), decls.kind(decl) != .extensionDecl, !decls.has(decl, .isSynthesized) else {
      return nil
    }
    let raw = decls.origin(decl)
    return raw == .max ? nil : PreludeEntry(raw: Int32(truncatingIfNeeded: raw))
  }

  package func preludeNominal(of decl: DeclID) -> PreludeNominal? {
    guard decls.kind(decl).isNominal, let entry = preludeEntry(of: decl) else { return nil }
    return prelude.index.nominalDeclared(by: entry)
  }

  package func decl(_ nominal: PreludeNominal) -> DeclID { decl(prelude.index.entry(declaring: nominal)) }

  /// The row of a prelude declaration, made now if nobody asked before.
  package func decl(_ entry: PreludeEntry) -> DeclID {
    let row = prelude.row(entry)
    if row != 0 { return DeclID(row - 1) }
    let index = prelude.index
    let name = nameID(index.name(of: entry))
    var parent = preludeModule()
    if let source = index.extensionOf(entry) {
      parent = decl(source)
    } else if let owner = index.owner(of: entry) {
      parent = decl(owner)
    }
    var flags = index.hasInterfaces ? DeclFlags(rawValue: index.declFlags(of: entry)) : told(by: index.flags(of: entry))
    flags.insert(.isPrelude)
    let kind: DeclKind
    switch index.kind(of: entry) {
    case .structDecl: kind = .structDecl
    case .classDecl: kind = .classDecl
    case .enumDecl: kind = .enumDecl
    case .protocolDecl: kind = .protocolDecl
    case .function: kind = .function
    case .initializer: kind = .initializer
    case .subscriptDecl: kind = .subscript_
    case .variable: kind = .variable
    case .enumCase:
      kind = .enumCase
      flags.insert(.isStatic)
    case .typeAlias: kind = .typeAlias
    case .associatedType: kind = .associatedType
    case .operatorDecl: kind = .operatorDecl
    case .precedenceGroup: kind = .precedenceGroup
    case .macro: kind = .macro
    }
    let made2 = decls.add(
      kind, name: name, parent: parent, file: 0, node: .none, flags: flags, origin: UInt32(bitPattern: entry.raw))
    prelude.set(entry, made2)
    work.preludeRows += 1
    return made2
  }

  /// What an entry's flags say of a declaration whose text was not read.
  private func told(by made: PreludeEntryFlags) -> DeclFlags {
    var flags: DeclFlags = []
    if made.contains(.isStatic) { flags.insert(.isStatic) }
    if made.contains(.isMutating) { flags.insert(.isMutating) }
    if made.contains(.isDisfavored) { flags.insert(.isDisfavored) }
    if made.contains(.isUnavailable) { flags.insert(.isUnavailable) }
    if made.contains(.isDeprecated) { flags.insert(.isDeprecated) }
    if made.contains(.isInert) { flags.insert(.isInert) }
    if made.contains(.isUnmodelled) { flags.insert(.isUnmodelled) }
    if made.contains(.hasBody) { flags.insert(.hasBody) }
    if made.contains(.isPrefix) { flags.insert(.isPrefix) }
    if made.contains(.isPostfix) { flags.insert(.isPostfix) }
    if made.contains(.isResultBuilder) { flags.insert(.isResultBuilder) }
    if made.contains(.isPropertyWrapper) { flags.insert(.isPropertyWrapper) }
    if made.contains(.isDynamicMemberLookup) { flags.insert(.isDynamicMemberLookup) }
    return flags
  }

  package func decl(_ source: PreludeExtension) -> DeclID {
    let row = prelude.row(source)
    if row != 0 { return DeclID(row - 1) }
    let made = decls.add(
      .extensionDecl, name: .none, parent: preludeModule(), file: 0, node: .none, flags: .isPrelude,
      origin: UInt32(bitPattern: source.raw))
    prelude.set(source, made)
    let position = nominalIndex(made)
    nominals[position].extended = decl(prelude.index.extendedNominal(of: source))
    nominals[position].extendedState = .done
    work.preludeRows += 1
    return made
  }

  func preludeModule() -> DeclID {
    if prelude.moduleDecl == .none {
      prelude.moduleDecl = decls.add(.module, name: .none, parent: .none, file: 0, node: .none, flags: .isPrelude)
    }
    return prelude.moduleDecl
  }

  /// Whether the head of a prelude type or extension has neither generic parameters nor conditions: told by its bytes,
  /// without parsing it.
  func isPlainHead(_ decl: DeclID) -> Bool {
    guard let range = headRange(of: decl) else { return false }
    if decls.kind(decl) == .extensionDecl,
      prelude.index.isConstrained(PreludeExtension(raw: Int32(bitPattern: decls.origin(decl))))
    {
      return false
    }
    var position = range.lowerBound
    while position < range.upperBound {
      switch prelude.index.text[position] {
      case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "?"): return false
      // `where` may stand in a type nested in a generic one.
      case UInt8(ascii: "w") where position > range.lowerBound && prelude.index.text[position - 1] == 0x20: return false
      default: position += 1
      }
    }
    return true
  }

  /// Bytes of the head of a prelude type or extension.
  private func headRange(of decl: DeclID) -> Range<Int>? {
    guard decls.has(decl, .isPrelude), !decls.has(decl, .isSynthesized), decls.origin(decl) != .max else { return nil }
    let raw = Int32(bitPattern: decls.origin(decl))
    let range: Range<Int>
    switch decls.kind(decl) {
    case .extensionDecl: range = prelude.index.headerRange(of: PreludeExtension(raw: raw))
    case .structDecl, .classDecl, .enumDecl: range = prelude.index.range(of: PreludeEntry(raw: raw))
    default: return nil
    }
    return range.upperBound <= prelude.index.text.count ? range : nil
  }

  /// Parses a prelude declaration if that has not happened.
  @inline(__always)
  package func ensureSyntax(_ decl: DeclID) {
    if decls.node(decl) == .none && decls.has(decl, .isPrelude) { parsePrelude(decl) }
  }

  private func parsePrelude(_ decl: DeclID) {
    guard !decls.has(decl, .isSynthesized) else { return }
    if decls.origin(decl) == .max {
      // Parameters come with the declaration that has them.
      switch decls.kind(decl) {
      case .parameter, .genericParameter: ensureSyntax(decls.parent(decl))
      default: break
      }
      return
    }
    let index = prelude.index
    let raw = Int32(bitPattern: decls.origin(decl))
    let range: Range<Int>
    var context = Parser.Context.member
    if decls.kind(decl) == .extensionDecl {
      range = index.headerRange(of: PreludeExtension(raw: raw))
      context = .topLevel
    } else {
      let entry = PreludeEntry(raw: raw)
      range = index.range(of: entry)
      if index.owner(of: entry) == nil { context = .topLevel }
    }
    work.preludeParses += 1
    // A tree of its own: one that grew while somebody reads it would be copied as a whole.
    var piece = trees[0]
    let head = Parser.parseDeclaration(
      in: &piece, at: range.lowerBound, end: range.upperBound, context: context, memory: prelude.memory)
    guard head != .none else { return }
    let file = trees.count
    trees.append(piece)
    var node = head
    var extra: DeclFlags = []
    let tree = piece
    switch tree.kind(head) {
    case .variableDecl:
      let keyword = tree.token(head, at: Slot.keyword)
      if keyword != .none && tree.kind(keyword) == .let { extra.insert(.isConstant) }
      node = tree.firstChild(head, of: .patternBinding)
      if node == .none { node = head }
      extra.formUnion(flags(of: head, file: file))
      if node != head { variableFlags(node, file, &extra) }
    case .enumCaseDecl:
      for element in tree.elements(head, from: 3) where tree.kind(element) == .enumCaseElement {
        if intern(file, tree.token(element, at: 0)) == decls.name(decl) {
          node = element
          break
        }
      }
    case .functionDecl, .initializerDecl, .subscriptDecl:
      extra.formUnion(flags(of: head, file: file))
      memberFlags(head, file, &extra)
    default: extra.formUnion(flags(of: head, file: file))
    }
    decls.place(decl, file: UInt32(truncatingIfNeeded: file), node: node, head: head)
    decls.set(decl, extra)
    if index.hasInterfaces { placeParameters(of: decl, file: file, node: node) }
  }
}
