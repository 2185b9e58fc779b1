/// Renaming: which names can be given, and what changes.
extension ModuleQuery {
  package enum RenameAnswer {
    case allowed(SourceRange, name: String)
    case refused(String)
  }

  /// Whether what stands at a place can be renamed.
  package func canRename(at offset: UInt32, file: Int) -> RenameAnswer {
    guard let symbol = symbol(at: offset, file: file) else { return .refused("nothing with a name stands here") }
    if let local = symbol.local {
      if local.name == "self" || local.name.hasPrefix("$") {
        return .refused("'\(local.name)' is a word of the language")
      }
      return .allowed(symbol.range, name: local.name)
    }
    let decl = symbol.decl
    guard decl != .none else { return .refused("nothing that is declared in this module stands here") }
    let name = sema.names[sema.decls.name(decl)]
    if sema.decls.has(decl, .isPrelude) { return .refused("'\(name)' belongs to the API and keeps its name") }
    guard nameRange(of: decl) != nil, !sema.decls.has(decl, .isSynthesized) else {
      return .refused("'\(name)' is made by the compiler and cannot be renamed")
    }
    switch sema.decls.kind(decl) {
    case .initializer, .deinitializer, .subscript_, .macro, .extensionDecl, .operatorDecl, .precedenceGroup, .module:
      return .refused("this has no name of its own")
    default: break
    }
    if let proto = requirement(fulfilledBy: decl) {
      return .refused("'\(name)' fulfils a requirement of '\(proto)', so it keeps its name")
    }
    if sema.decls.kind(decl) == .parameter,
      let around = declarations(around: symbol.range.start, file: file).last, sema.decls.kind(around) == .enumCase
    {
      return .refused("'\(name)' is part of the case's name; patterns and calls would have to follow by hand")
    }
    if sema.decls.has(decl, .isOverride) { return .refused("'\(name)' overrides a member, so it keeps its name") }
    return .allowed(symbol.range, name: name)
  }

  /// The protocol that asks for a member of this name, if there is one.
  private func requirement(fulfilledBy decl: DeclID) -> String? {
    let owner = sema.owner(of: decl)
    guard owner != .none else { return nil }
    switch sema.decls.kind(decl) {
    case .function, .variable, .typeAlias: break
    default: return nil
    }
    if sema.isRequirement(decl) { return sema.names[sema.decls.name(owner)] }
    guard sema.decls.kind(owner) != .protocolDecl else { return nil }
    for entry in sema.conformances(ofNominal: owner) {
      for member in sema.memberDecls(of: entry.proto, sema.decls.name(decl)) where sema.isRequirement(member) {
        return sema.names[sema.decls.name(entry.proto)]
      }
    }
    return nil
  }

  package enum RenameOutcome {
    case edits([(file: Int, edit: SourceEdit)])
    case refused(String)
  }

  package func rename(at offset: UInt32, file: Int, to new: String) -> RenameOutcome {
    let old: String
    switch canRename(at: offset, file: file) {
    case .refused(let reason): return .refused(reason)
    case .allowed(_, let name): old = name
    }
    guard let symbol = symbol(at: offset, file: file) else { return .refused("nothing with a name stands here") }
    if let problem = ModuleQuery.problem(withName: new) { return .refused(problem) }
    let word = ModuleQuery.bare(new)
    if word == ModuleQuery.bare(old) { return .edits([]) }
    let places = references(of: symbol, file: file)
    if let problem = collision(of: symbol, word, places) { return .refused(problem) }
    var edits: [(file: Int, edit: SourceEdit)] = []
    for place in places {
      var text = new
      if place.isDeclaration, sema.decls.kindIfPresent(symbol.decl) == .parameter,
        let label = labelRange(of: symbol.decl), label == place.range
      {
        // The label is what callers write; the name inside changes alone.
        text = sema.names[sema.decls.name(symbol.decl)] + " " + new
      } else if isShorthand(place) {
        // `if let x` and `[x]` read one name and declare another of the same spelling; only one of them changes.
        text = place.isDeclaration ? "\(new) = \(old)" : "\(old) = \(new)"
      }
      edits.append((place.file, SourceEdit(range: place.range, text: text)))
    }
    let labels = memberwiseLabels(of: symbol, to: new)
    edits += labels
    edits.sort { a, b in a.file != b.file ? a.file < b.file : a.edit.range.start < b.edit.range.start }
    let problem = consequence(
      of: edits, from: ModuleQuery.bare(old), to: word, labels: !labels.isEmpty, in: scope(of: symbol, file: file))
    if let problem { return .refused(problem) }
    return .edits(edits)
  }

  /// Whether a name stands for itself and for the local that it makes: `if let x`, `guard let x`, `[x]`.
  private func isShorthand(_ place: Reference) -> Bool {
    let tree = trees[place.file]
    for node in tree.path(toOffset: place.range.start).reversed() {
      switch tree.kind(node) {
      case .identifierPattern: continue
      case .bindingCondition:
        let pattern = tree.node(node, at: 1)
        return pattern != .none && tree.range(pattern) == place.range && tree.node(node, at: 5) == .none
      case .capture:
        let name = tree.token(node, at: 1)
        return name != .none && tree.range(name) == place.range && tree.node(node, at: 3) == .none
      default: return false
      }
    }
    return false
  }

  /// Labels of memberwise initialisers follow the property.
  private func memberwiseLabels(of symbol: Symbol, to new: String) -> [(file: Int, edit: SourceEdit)] {
    guard symbol.local == nil, sema.decls.kindIfPresent(symbol.decl) == .variable else { return [] }
    let owner = sema.owner(of: symbol.decl)
    guard owner != .none, sema.decls.kind(owner) == .structDecl else { return [] }
    let hasOwn = sema.memberDecls(of: owner, .initializer).contains { !sema.decls.has($0, .isSynthesized) }
    guard !hasOwn else { return [] }
    let name = sema.names[sema.decls.name(symbol.decl)]
    var places: Set<Reference> = []
    for decl in owners(naming: [name], labels: true, in: scope(of: symbol, file: sema.decls.file(symbol.decl) - 1)) {
      for call in records.record(of: decl, bodies).memberwise {
        guard !sema.isPreludeFile(Int(call.file)), sema.owner(of: call.decl) == owner else { continue }
        for range in ModuleQuery.labels(name, near: call.node, sema.tree(Int(call.file))) {
          places.insert(Reference(file: Int(call.file) - 1, range: range))
        }
      }
    }
    return places.map { ($0.file, SourceEdit(range: $0.range, text: new)) }
  }

  /// Labels with a name in the arguments of the call that a node belongs to.
  private static func labels(_ name: String, near node: NodeID, _ tree: SyntaxTree) -> [SourceRange] {
    let range = tree.range(node)
    let path = tree.path(toOffset: range.start)
    for holder in path.reversed() where tree.kind(holder) == .postfixExpr {
      var result: [SourceRange] = []
      for suffix in tree.elements(holder, from: 1) {
        guard tree.kind(suffix) == .callSuffix else { continue }
        let clause = tree.node(suffix, at: 0)
        guard clause != .none else { break }
        for argument in tree.elements(clause) where tree.kind(argument) == .argument {
          let label = tree.token(argument, at: 0)
          if label != .none, tree.name(of: label) == name { result.append(tree.range(label)) }
        }
        break
      }
      return result
    }
    return []
  }

  /// Why a text cannot be a name; nil if it can.
  package static func problem(withName text: String) -> String? {
    let tree = Parser.parse(SourceFile(name: "", text: text))
    let tokens = tree.tokens.filter { $0.length > 0 }
    guard tokens.count == 1, let token = tokens.first, Int(token.length) == text.utf8.count else {
      return text.isEmpty ? "a name has at least one letter" : "'\(text)' is not a name"
    }
    if token.kind == .identifier || token.kind.isContextualWord { return nil }
    return token.kind.isKeyword && text != "_"
      ? "'\(text)' is a keyword; only in backticks can it be a name" : "'\(text)' is not a name"
  }

  /// A name without its backticks.
  static func bare(_ name: String) -> String {
    name.hasPrefix("`") && name.hasSuffix("`") && name.utf8.count > 2 ? String(name.dropFirst().dropLast()) : name
  }
}

extension DeclTable {
  func kindIfPresent(_ decl: DeclID) -> DeclKind? { decl == .none ? nil : kind(decl) }
}
