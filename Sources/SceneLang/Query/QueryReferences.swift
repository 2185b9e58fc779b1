/// Where a name of the module is used. Only bodies whose text holds the name are checked once more.
extension ModuleQuery {
  package struct Reference: Hashable {
    package var file: Int
    package var range: SourceRange
    package var isDeclaration = false

    package init(file: Int, range: SourceRange, isDeclaration: Bool = false) {
      self.file = file
      self.range = range
      self.isDeclaration = isDeclaration
    }
  }

  /// All places that name what stands at a place, in order.
  package func references(of symbol: Symbol, file: Int) -> [Reference] {
    if let local = symbol.local { return localReferences(local, at: symbol.range.start, file: file) }
    guard symbol.decl != .none else { return [] }
    let target = symbol.decl
    var result: Set<Reference> = []
    if let range = nameRange(of: target) {
      result.insert(Reference(file: sema.decls.file(target) - 1, range: range, isDeclaration: true))
    }
    let name = sema.names[sema.decls.name(target)]
    if sema.decls.kind(target) == .parameter {
      guard let own = nameRange(of: target) else { return [] }
      let home = sema.decls.file(target) - 1
      let local = Symbol.Local(name: name, type: .none, isMutable: false, node: .none, range: own)
      for place in localReferences(local, at: own.start, file: home) { result.insert(place) }
    } else {
      for decl in owners(naming: [name], in: scope(of: symbol, file: file)) {
        for use in records.record(of: decl, bodies).uses where written(use.decl) == target {
          let place = Int(use.file)
          guard !sema.isPreludeFile(place), let range = usedName(use.node, sema.tree(place)) else { continue }
          // `$x` and `_x` name the property behind their sign.
          let text = sema.tree(place).source.text(range)
          if text == name || text == "`\(name)`" {
            result.insert(Reference(file: place - 1, range: range))
          } else if text.dropFirst() == name {
            result.insert(Reference(file: place - 1, range: SourceRange(range.start + 1, range.end)))
          }
        }
      }
      if isType(target) { collectTypeNames(name, target, &result) }
    }
    return result.sorted { a, b in
      a.file != b.file ? a.file < b.file : a.range.start < b.range.start
    }.reduce(into: []) { list, next in
      // A declaration may be noted as a use too.
      if let last = list.last, last.file == next.file, last.range == next.range {
        if next.isDeclaration { list[list.count - 1].isDeclaration = true }
      } else {
        list.append(next)
      }
    }
  }

  private func collectTypeNames(_ name: String, _ target: DeclID, _ result: inout Set<Reference>) {
    for (file, tree) in trees.enumerated() {
      let places = places(naming: [name], file: file)
      guard !places.isEmpty else { continue }
      for place in places where isTypeName(at: place, tree) {
        let range = tree.tokens[place].range
        let context = declarations(around: range.start, file: file).last ?? .none
        if typeName(at: range, file: file, in: context) == target { result.insert(Reference(file: file, range: range)) }
      }
    }
  }

  /// Whether a token names a type in a type.
  func isTypeName(at token: Int, _ tree: SyntaxTree) -> Bool {
    let range = tree.tokens[token].range
    guard let node = tree.path(toOffset: range.start).last(where: { tree.kind($0) == .identifierType }) else {
      return false
    }
    return usedName(node, tree) == range
  }

  private func localReferences(_ local: Symbol.Local, at offset: UInt32, file: Int) -> [Reference] {
    guard let owner = owner(at: offset, file: file) else { return [] }
    var result: Set<Reference> = [Reference(file: file, range: local.range, isDeclaration: true)]
    let tree = self.tree(file)
    let record = records.record(of: owner, bodies)
    for use in record.localUses where Int(use.file) == file + 1 {
      let home = record.locals[Int(use.local)]
      guard home.name == local.name || home.name.drop(while: { $0 == "$" }) == local.name,
        let range = usedName(use.node, tree), range != local.range,
        tree.source.text(range).drop(while: { $0 == "$" }) == local.name,
        localRange(home.name, home.node, tree) == local.range
      else { continue }
      result.insert(Reference(file: file, range: range))
    }
    return result.sorted { $0.range.start < $1.range.start }
  }

  // MARK: Where a word is written

  /// Indices of the tokens that write one of some names, also as `$name`, `_name` and in backticks. Labels of arguments
  /// name nothing, so they are left out where they are not asked for.
  func places(naming names: [String], file: Int, labels: Bool = false) -> [Int] {
    let tree = trees[file]
    let words = names.map { Array($0.utf8) }
    var result: [Int] = []
    let bytes = tree.source.bytes
    for (index, token) in tree.tokens.enumerated() {
      guard token.kind == .identifier || token.kind == .dollarIdentifier || token.kind.isKeyword else { continue }
      let length = Int(token.length)
      for word in words where length >= word.count && length <= word.count + 2 && !word.isEmpty {
        // In backticks, behind a sign, or as it is.
        let start = Int(token.offset) + (length > word.count ? 1 : 0)
        guard start + word.count <= bytes.count else { continue }
        var isEqual = true
        for i in word.indices where bytes[start + i] != word[i] {
          isEqual = false
          break
        }
        if isEqual {
          if labels || !isLabel(index, tree) { result.append(index) }
          break
        }
      }
    }
    return result
  }

  /// A stretch of a file.
  struct Extent {
    var file: Int
    var range: SourceRange
  }

  /// Where a name can be used at all: a local in its function, what is private in its type; nil for everywhere.
  func scope(of symbol: Symbol, file: Int) -> [Extent]? {
    if symbol.local != nil || sema.decls.kindIfPresent(symbol.decl) == .parameter {
      guard let owner = owner(at: symbol.range.start, file: file) else { return nil }
      return [Extent(file: file, range: tree(file).range(sema.decls.head(owner)))]
    }
    guard symbol.decl != .none, sema.decls.has(symbol.decl, .isPrivate) else { return nil }
    let home = sema.decls.file(symbol.decl) - 1
    guard trees.indices.contains(home) else { return nil }
    let head = sema.decls.head(symbol.decl)
    let owner = sema.owner(of: symbol.decl)
    guard head != .none, owner != .none, tree(home).hasToken(tree(home).node(head, at: Slot.modifiers), .private) else {
      return [Extent(file: home, range: SourceRange(0, UInt32(clamping: trees[home].source.count)))]
    }
    let nominal = sema.nominal(ofContext: owner)
    var result: [Extent] = []
    func visit(_ decls: [DeclID], _ depth: Int) {
      for decl in decls where sema.decls.kind(decl).isTypeContext && sema.decls.file(decl) == home + 1 && depth < 64 {
        if sema.nominal(ofContext: decl) == nominal {
          result.append(Extent(file: home, range: tree(home).range(sema.decls.head(decl))))
        } else {
          visit(sema.declaredMembers(of: decl), depth + 1)
        }
      }
    }
    visit(sema.moduleDeclarations(), 0)
    return result
  }

  private func isLabel(_ index: Int, _ tree: SyntaxTree) -> Bool {
    guard index + 1 < tree.tokens.count, tree.tokens[index + 1].kind == .colon else { return false }
    let token = TokenID(UInt32(index))
    let path = tree.path(toOffset: tree.tokens[index].offset)
    return path.last.map {
      (tree.kind($0) == .argument || tree.kind($0) == .labeledClosure) && tree.token($0, at: 0) == token
    } ?? false
  }

  /// The declarations with bodies whose text holds one of some names.
  /// - Parameters:
  ///   - labels: whether labels of arguments count
  ///   - scope: where the names are looked for; nil for everywhere
  ///   - original: where a place was in the text that the scope is of
  func owners(
    naming names: [String], labels: Bool = false, in scope: [Extent]? = nil,
    original: (Int, UInt32) -> UInt32 = { $1 }
  ) -> [DeclID] {
    let offsets = trees.indices.map { file -> [UInt32] in
      if let scope, !scope.contains(where: { $0.file == file }) { return [] }
      let found = places(naming: names, file: file, labels: labels).map { trees[file].tokens[$0].offset }
      guard let scope else { return found }
      return found.filter { offset in
        let place = original(file, offset)
        return scope.contains { $0.file == file && $0.range.start <= place && place < $0.range.end }
      }
    }
    guard offsets.contains(where: { !$0.isEmpty }) else { return [] }
    var result: [DeclID] = []
    func isNamed(_ decl: DeclID) -> Bool {
      let file = sema.decls.file(decl) - 1
      guard offsets.indices.contains(file), !offsets[file].isEmpty else { return false }
      let head = sema.decls.head(decl)
      guard head != .none else { return true }
      let range = tree(file).range(head)
      var low = 0
      var high = offsets[file].count
      while low < high {
        let middle = (low + high) / 2
        if offsets[file][middle] < range.start { low = middle + 1 } else { high = middle }
      }
      return low < offsets[file].count && offsets[file][low] < range.end
    }
    func visit(_ decls: [DeclID], _ depth: Int) {
      for decl in decls where !sema.decls.has(decl, .isSynthesized) && isNamed(decl) {
        guard sema.decls.kind(decl).isTypeContext else {
          result.append(decl)
          continue
        }
        if sema.decls.kind(decl) == .extensionDecl, sema.extendedNominal(of: decl) == .none { continue }
        if depth < 64 { visit(sema.declaredMembers(of: decl), depth + 1) }
      }
    }
    visit(sema.moduleDeclarations(), 0)
    return result
  }
}
