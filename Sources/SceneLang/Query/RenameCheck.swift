/// What stands against a new name: another declaration of it in the same place, and names that would then mean something
/// else.
///
/// The first is looked up. The second is tried: the edited files are read and checked, in a module of its own, as far as
/// their bodies hold one of both names, and every name must mean what it meant before.
extension ModuleQuery {
  // MARK: The same place

  /// Why a name is taken where something is declared.
  func collision(of symbol: Symbol, _ new: String, _ places: [Reference]) -> String? {
    let target = symbol.decl
    let isLocal = symbol.local != nil || sema.decls.kindIfPresent(target) == .parameter
    let home = places.first { $0.isDeclaration }
    if isLocal {
      guard let home, let taken = neighbour(named: new, of: home.range.start, trees[home.file]) else { return nil }
      return "'\(new)' is already declared there\(line(taken.start, home.file))"
    }
    let owner = sema.owner(of: target)
    let name = sema.names.intern(new)
    let isFunction = sema.decls.kind(target) == .function
    let found = owner == .none ? sema.lookupTopLevel(name) : sema.memberDecls(of: sema.nominal(ofContext: owner), name)
    let place = owner == .none ? "" : " in '\(sema.names[sema.decls.name(sema.nominal(ofContext: owner))])'"
    for other in found where other != target && !sema.decls.has(other, .isPrelude) {
      guard sema.owner(of: other) != .none || owner == .none, let range = nameRange(of: other) else { continue }
      // Functions may share a name; whether these two may is seen when it is tried.
      if isFunction && sema.decls.kind(other) == .function { continue }
      if sema.decls.has(other, .isStatic) != sema.decls.has(target, .isStatic), !isType(other), !isType(target) {
        continue
      }
      return "'\(new)' is already declared\(place)\(line(range.start, sema.decls.file(other) - 1))"
    }
    guard owner != .none else { return nil }
    switch sema.decls.kind(target) {
    case .function, .variable, .typeAlias:
      for entry in sema.conformances(ofNominal: sema.nominal(ofContext: owner)) {
        for member in sema.memberDecls(of: entry.proto, name) where sema.isRequirement(member) {
          return "'\(sema.names[sema.decls.name(entry.proto)])' asks for a member '\(new)', which this would become"
        }
      }
    default: break
    }
    return nil
  }

  private func line(_ offset: UInt32, _ file: Int) -> String {
    guard trees.indices.contains(file) else { return "" }
    return " (line \(trees[file].source.position(offset).line))"
  }

  /// A local or parameter of a name that stands beside another: in the same block, parameter list or condition.
  private func neighbour(named name: String, of offset: UInt32, _ tree: SyntaxTree) -> SourceRange? {
    let path = tree.path(toOffset: offset)
    for (index, node) in path.enumerated().reversed() {
      let child = index + 1 < path.count ? path[index + 1] : NodeID.none
      switch tree.kind(node) {
      case .parameterClause, .closureParameterList, .captureList:
        return tokens(named: name, in: node, of: offset, tree).first
      case .ifClause, .whileStmt, .forStmt, .switchCase, .catchClause:
        guard child == .none || tree.kind(child) != .codeBlock && tree.kind(child) != .statementList else { continue }
        return patterns(named: name, in: child, tree, 0).first { $0.start != offset }
      case .codeBlock, .closureExpr, .statementList:
        guard child != .none, tree.kind(child) == .variableDecl || tree.kind(child) == .guardStmt else { return nil }
        for statement in tree.elements(node) {
          switch tree.kind(statement) {
          case .variableDecl:
            for binding in tree.elements(statement, from: 3) where tree.kind(binding) == .patternBinding {
              let pattern = tree.node(binding, at: Slot.bindingPattern)
              if let found = patterns(named: name, in: pattern, tree, 0).first { return found }
            }
          case .guardStmt:
            if let found = patterns(named: name, in: tree.node(statement, at: 1), tree, 0).first { return found }
          case .functionDecl:
            let token = tree.token(statement, at: Slot.name)
            if token != .none, tree.name(of: token) == name { return tree.range(token) }
          default: continue
          }
        }
        return nil
      default: continue
      }
    }
    return nil
  }

  /// Names of parameters: of two names of one the second.
  private func tokens(named name: String, in clause: NodeID, of offset: UInt32, _ tree: SyntaxTree) -> [SourceRange] {
    var result: [SourceRange] = []
    func add(_ token: TokenID) {
      guard token != .none, tree.name(of: token) == name, tree.range(token).start != offset else { return }
      result.append(tree.range(token))
    }
    for index in tree.childRange(clause) {
      let child = tree.childTable[index]
      if child.isToken {
        add(child.token)
      } else if child.isNode, tree.kind(child.node) == .parameter {
        let second = tree.token(child.node, at: Slot.parameterSecondName)
        add(second == .none ? tree.token(child.node, at: Slot.parameterFirstName) : second)
      } else if child.isNode, tree.kind(child.node) == .capture {
        add(tree.token(child.node, at: 1))
      }
    }
    return result
  }

  /// Names that patterns bind, not those in closures and blocks inside.
  private func patterns(named name: String, in node: NodeID, _ tree: SyntaxTree, _ depth: Int) -> [SourceRange] {
    guard node != .none, depth < 64 else { return [] }
    switch tree.kind(node) {
    case .identifierPattern:
      let token = tree.token(node, at: 0)
      return token != .none && tree.name(of: token) == name ? [tree.range(token)] : []
    case .closureExpr, .codeBlock, .statementList: return []
    default: return tree.elements(node).flatMap { patterns(named: name, in: $0, tree, depth + 1) }
    }
  }

  // MARK: What names mean

  /// What a name stands for, in terms that hold in two checks of nearly the same text.
  enum Meaning: Hashable {
    /// Declared in the module, at a place of the text before the edits.
    case declared(file: Int, offset: UInt32)
    case api(String)
  }

  private struct Place: Hashable {
    var file: Int
    var offset: UInt32
  }

  /// Why edits that rename would change what the text means; nil if they do not.
  func consequence(
    of edits: [(file: Int, edit: SourceEdit)], from old: String, to new: String, labels: Bool, in scope: [Extent]?
  ) -> String? {
    let shift = EditShift(edits)
    var edited: [SyntaxTree] = []
    for (file, tree) in trees.enumerated() {
      let own = edits.filter { $0.file == file }.map(\.edit)
      guard !own.isEmpty else {
        edited.append(tree)
        continue
      }
      let bytes = EditShift.apply(own, to: tree.source)
      edited.append(Parser.parse(SourceFile(name: tree.source.name, bytes: bytes)))
    }
    let before = meanings([old, new], in: scope) { _, offset in offset }
    let known = sema.diagnostics.found
    let sema = Sema(files: edited)
    let bodies = BodyChecker(sema)
    sema.checkDeclarations()
    let other = ModuleQuery(sema: sema, bodies: bodies, trees: edited)
    // Calls whose labels change have to fit still.
    // What is still called as it was is looked at where a use may have been missed.
    let after = other.meanings(
      scope == nil ? [new] : [old, new], labels: labels, in: scope, shift.original)
    // Errors that were not there.
    var messages: Set<String> = []
    var places: Set<String> = []
    func key(_ diagnostic: Diagnostic, _ offset: UInt32) -> String {
      "\(diagnostic.code) \(diagnostic.place.file) \(offset)"
    }
    for diagnostic in known where diagnostic.severity == .error {
      messages.insert(diagnostic.code + diagnostic.message)
      places.insert(key(diagnostic, diagnostic.range.start))
    }
    let order = after.keys.sorted { a, b in a.file != b.file ? a.file < b.file : a.offset < b.offset }
    for place in order {
      guard let was = before[place], let now = after[place], let stranger = now.first(where: { !was.contains($0) })
      else { continue }
      let what = describe(stranger)
      return was.contains(where: { isTarget($0, edits) })
        ? "where '\(old)' is used\(line(place.offset, place.file)), '\(new)' means \(what)"
        : "'\(new)' is used there for something else\(line(place.offset, place.file)) and would mean the renamed one"
    }
    let errors = sema.diagnostics.found.filter { finding in
      guard finding.severity == .error, !messages.contains(finding.code + finding.message) else { return false }
      let offset = shift.original(Int(finding.place.file), finding.range.start)
      return !places.contains(key(finding, offset))
    }
    if let first = Compilation.sorted(errors).first {
      let offset = shift.original(Int(first.place.file), first.range.start)
      return "with this name the module does not check: \(first.message)\(line(offset, Int(first.place.file)))"
    }
    return nil
  }

  private func isTarget(_ meaning: Meaning, _ edits: [(file: Int, edit: SourceEdit)]) -> Bool {
    guard case .declared(let file, let offset) = meaning else { return false }
    return edits.contains { $0.file == file && $0.edit.range.start == offset }
  }

  private func describe(_ meaning: Meaning) -> String {
    switch meaning {
    case .declared(let file, let offset): return "another declaration\(line(offset, file))"
    case .api(let name): return "'\(name)' of the API"
    }
  }

  /// What the places that write one of some names mean.
  private func meanings(
    _ names: [String], labels: Bool = false, in scope: [Extent]?, _ original: @escaping (Int, UInt32) -> UInt32
  )
    -> [Place: Set<Meaning>]
  {
    var result: [Place: Set<Meaning>] = [:]
    func isNamed(_ text: String) -> Bool {
      let bare = ModuleQuery.bare(text)
      return names.contains(bare) || names.contains(String(bare.dropFirst()))
    }
    func meaning(of decl: DeclID) -> Meaning? {
      var decl = written(decl)
      guard decl != .none else { return nil }
      if sema.decls.kind(decl) == .initializer {
        let owner = sema.owner(of: decl)
        guard owner != .none else { return nil }
        decl = sema.nominal(ofContext: owner)
      }
      if let range = nameRange(of: decl) {
        let file = sema.decls.file(decl) - 1
        return .declared(file: file, offset: original(file, range.start))
      }
      let owner = sema.owner(of: decl)
      let context = owner == .none ? "" : sema.text(sema.decls.name(sema.nominal(ofContext: owner))) + "."
      return .api(context + sema.text(sema.decls.name(decl)))
    }
    func add(_ file: Int, _ range: SourceRange, _ meaning: Meaning?) {
      guard let meaning else { return }
      result[Place(file: file, offset: original(file, range.start)), default: []].insert(meaning)
    }
    for decl in owners(naming: names, labels: labels, in: scope, original: original) {
      let record = records.record(of: decl, bodies)
      for use in record.uses {
        let place = Int(use.file)
        guard !sema.isPreludeFile(place), let range = usedName(use.node, sema.tree(place)),
          isNamed(sema.tree(place).source.text(range))
        else { continue }
        add(place - 1, range, meaning(of: use.decl))
      }
      for use in record.localUses {
        let place = Int(use.file)
        guard !sema.isPreludeFile(place) else { continue }
        let tree = sema.tree(place)
        let local = record.locals[Int(use.local)]
        guard let range = usedName(use.node, tree), isNamed(tree.source.text(range)),
          let home = localRange(local.name, local.node, tree)
        else { continue }
        add(place - 1, range, .declared(file: place - 1, offset: original(place - 1, home.start)))
      }
    }
    for (file, tree) in trees.enumerated() {
      for place in places(naming: names, file: file) where isTypeName(at: place, tree) {
        let range = tree.tokens[place].range
        let context = declarations(around: range.start, file: file).last ?? .none
        if let type = typeName(at: range, file: file, in: context) { add(file, range, meaning(of: type)) }
      }
    }
    return result
  }
}

/// Where a place of edited text was before the edits.
struct EditShift {
  private struct Row {
    var start: UInt32
    var newLength: UInt32
    /// What a place behind the edit moved by.
    var delta: Int
  }

  private var rows: [Int: [Row]] = [:]

  /// - Parameter edits: in order of their places, without overlap
  init(_ edits: [(file: Int, edit: SourceEdit)]) {
    var moved: [Int: Int] = [:]
    for (file, edit) in edits {
      let length = edit.text.utf8.count
      let start = Int(edit.range.start) + (moved[file] ?? 0)
      let delta = (moved[file] ?? 0) + length - Int(edit.range.length)
      moved[file] = delta
      rows[file, default: []].append(
        Row(start: UInt32(clamping: start), newLength: UInt32(clamping: length), delta: delta))
    }
  }

  /// The place before the edits; inside of what was written anew, the start of what it replaced.
  func original(_ file: Int, _ offset: UInt32) -> UInt32 {
    guard let rows = rows[file] else { return offset }
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    let row = rows[low - 1]
    let before = low > 1 ? rows[low - 2].delta : 0
    if offset < row.start + row.newLength { return UInt32(clamping: Int(row.start) - before) }
    return UInt32(clamping: Int(offset) - row.delta)
  }

  static func apply(_ edits: [SourceEdit], to source: SourceFile) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      guard Int(edit.range.start) >= position, Int(edit.range.end) <= source.bytes.count else { continue }
      result += source.bytes[position..<Int(edit.range.start)]
      result += Array(edit.text.utf8)
      position = Int(edit.range.end)
    }
    result += source.bytes[position...]
    return result
  }
}
