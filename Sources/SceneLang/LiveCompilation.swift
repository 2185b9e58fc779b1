/// A module that is checked again and again while it is edited.
///
/// An edit inside the body of one function or accessor, that leaves everything around it as it was, checks that body
/// alone. Another edit in one file checks all declarations, and the bodies that it can reach (`ModuleOutline`). Whatever
/// is left checks all anew. The findings are always those of a fresh `Compilation`.
package final class LiveCompilation {
  package struct File {
    package var name: String
    package var bytes: [UInt8]
    /// Whether bodies are checked and findings reported; else the file is there for its declarations.
    package var isChecked: Bool

    package init(name: String, bytes: [UInt8], isChecked: Bool) {
      self.name = name
      self.bytes = bytes
      self.isChecked = isChecked
    }
  }

  /// In order of file and place, for the checked files.
  package private(set) var diagnostics: [Diagnostic] = []
  /// How often everything, all declarations with some of the bodies, and one body was checked.
  package private(set) var fullChecks = 0
  package private(set) var partialChecks = 0
  package private(set) var bodyChecks = 0
  /// Longest file that is checked, in bytes; of a longer one only the syntax is read.
  private let checkedLength: Int

  /// The rules that run; without it none do. What it says counts from the next update on.
  package var lint: LintPlan? { didSet { if lint != oldValue { isPlanNew = true } } }
  private var isPlanNew = false
  private var lintModule: LintModule?
  private var lintFindings: [Diagnostic] = []

  private var files: [File] = []
  /// As a fresh parse of each file makes them.
  private var trees: [SyntaxTree] = []
  private var syntaxFindings: [[Diagnostic]] = []
  private var sema: Sema?
  private var bodies: BodyChecker?
  /// What questions found out since the last update.
  private var records = BodyRecords()
  /// Of the trees, where known, in terms of `outlineTypes`.
  private var outlines: [ModuleOutline?] = []
  private var outlineTypes = IDSet<UInt64>()
  /// Nodes that edits added to the checker's trees; what was there before stays, so it is begun anew now and then.
  private var addedNodes = 0
  private static let addedLimit = 1 << 18

  package init(checkedLength: Int = 16 << 20) { self.checkedLength = checkedLength }

  /// Brings the findings up to date with the files, whose order should stay the same; costs little if nothing changed.
  package func update(_ new: [File]) {
    var changed: [Int] = []
    var isSameModule = sema != nil && new.count == files.count
    if isSameModule {
      for i in new.indices {
        if new[i].name != files[i].name || new[i].isChecked != files[i].isChecked {
          isSameModule = false
          break
        }
        if new[i].bytes != files[i].bytes { changed.append(i) }
      }
    }
    defer { isPlanNew = false }
    if isSameModule && changed.isEmpty {
      if isPlanNew {
        runRules()
        collect()
      }
      return
    }
    records = BodyRecords()
    let old = files
    files = new
    if isSameModule, changed.count == 1, let file = changed.first, !isTooLong(old[file]), !isTooLong(new[file]) {
      let edit = LiveCompilation.difference(old[file].bytes, new[file].bytes)
      let source = SourceFile(name: new[file].name, bytes: new[file].bytes)
      let parsed = IncrementalParse.reparse(trees[file], range: edit.range, newLength: edit.newLength, source: source)
      let before = trees[file]
      trees[file] = parsed.tree
      readSyntax(file)
      moveFindings(file, edit)
      if checkBody(file, before, edit) {
        outlines[file] = nil
      } else if let untouched = untouched(file, before) {
        check(untouched)
        // A name that is missing is reported once in a type: where one is missing, all bodies count.
        if (sema?.diagnostics.unknownNameCount ?? 0) > 0 { check(nil) }
      } else {
        check(nil)
      }
    } else {
      parse(reusing: old, trees)
      outlines = [ModuleOutline?](repeating: nil, count: files.count)
      check(nil)
    }
    collect()
  }

  /// What the last update knows, for questions about places; nil before the first one.
  package var query: ModuleQuery? {
    guard let sema, let bodies, !isTooLong else { return nil }
    return ModuleQuery(sema: sema, bodies: bodies, trees: trees, records: records)
  }

  /// The tree of a file as the last update read it; an empty one of a file that is too long to be checked.
  package func tree(of file: Int) -> SyntaxTree? { trees.indices.contains(file) ? trees[file] : nil }

  // MARK: Everything

  private func parse(reusing old: [File], _ oldTrees: [SyntaxTree]) {
    let oldFindings = syntaxFindings
    trees = []
    syntaxFindings = [[Diagnostic]](repeating: [], count: files.count)
    for (i, file) in files.enumerated() {
      if i < old.count, i < oldTrees.count, old[i].name == file.name, old[i].bytes == file.bytes {
        trees.append(oldTrees[i])
        if isTooLong(file), old[i].isChecked { syntaxFindings[i] = oldFindings[i] } else { readSyntax(i) }
        continue
      }
      trees.append(Parser.parse(SourceFile(name: file.name, bytes: file.bytes)))
      readSyntax(i)
      // What is not checked is asked nothing: its tree would be many times as large as the text.
      if isTooLong(file) { trees[i] = Parser.parse(SourceFile(name: file.name, bytes: [])) }
    }
  }

  private func isTooLong(_ file: File) -> Bool { file.isChecked && file.bytes.count > checkedLength }

  private func readSyntax(_ file: Int) {
    syntaxFindings[file] =
      files[file].isChecked
      ? ParseDiagnostics.diagnose(trees[file], file: UInt32(truncatingIfNeeded: file)) : []
  }

  /// Checks all declarations, and all bodies but for those of some declarations.
  /// - Parameter untouched: heads of declarations, by file
  private func check(_ untouched: [IDSet<NodeID>]?) {
    if untouched == nil { fullChecks += 1 } else { partialChecks += 1 }
    addedNodes = 0
    records = BodyRecords()
    let sema = Sema(files: trees)
    let bodies = BodyChecker(sema)
    self.sema = sema
    self.bodies = bodies
    lintModule = nil
    if untouched == nil { lintFindings = [] }
    guard !isTooLong else { return }
    sema.checkDeclarations()
    if let untouched {
      bodies.isUntouched = { [unowned sema] decl in
        untouched[sema.decls.file(decl) - 1].contains(sema.decls.head(decl))
      }
    } else {
      keepBodies(bodies, sema)
    }
    bodies.checkModule(files: files.map(\.isChecked))
    bodies.isUntouched = nil
    runRules()
  }

  // MARK: Lint

  /// The rules keep what they know of each body; a body that is checked again takes the place of the old one.
  private func keepBodies(_ bodies: BodyChecker, _ sema: Sema) {
    guard lint != nil else { return }
    let module = LintModule(sema)
    module.isComplete = files.allSatisfy(\.isChecked)
    lintModule = module
    bodies.keep = { module.take($0, $1, $2) }
  }

  private func runRules() {
    guard let lint, let module = lintModule else { return }
    lintFindings = Linter(module, rules: lint.activeRules).run()
  }

  /// Whether the findings of rules are those of before the last edit: it checked some of the bodies, and rules need all.
  package var isLintOutdated: Bool { lint != nil && lintModule == nil && sema != nil && !isTooLong }

  private var isTooLong: Bool { files.contains(where: isTooLong) }

  /// Brings the rules' findings up to date, at the cost of a check of all bodies.
  package func completeLint() {
    guard isLintOutdated else { return }
    check(nil)
    collect()
  }

  /// Findings of before an edit: what it touches goes, what stands behind it moves.
  private func moveFindings(_ file: Int, _ edit: Edit) {
    let delta = edit.newLength - Int(edit.range.length)
    let number = UInt32(truncatingIfNeeded: file)
    lintFindings = lintFindings.compactMap { finding in
      if finding.place.file == number, finding.range.start <= edit.range.end, edit.range.start <= finding.range.end {
        return nil
      }
      var moved = finding
      moved.move(file: number, from: edit.range.end, by: delta)
      return moved
    }
  }

  private func collect() {
    var found: [Diagnostic] = []
    for list in syntaxFindings { found += list }
    for (i, file) in files.enumerated() where isTooLong(file) {
      let place = SourcePlace(file: UInt32(truncatingIfNeeded: i), range: .zero)
      let limit = checkedLength >> 20
      found.append(
        Diagnostic(
          .syntaxOnly, "the document is larger than \(limit) MB; its syntax is read, the rest is not checked", at: place
        ))
    }
    if let sema {
      let meaning = (sema.diagnostics.found + (isTooLong ? [] : sema.scenarioFindings())).filter {
        files[Int($0.place.file)].isChecked
      }
      found = Compilation.withoutConsequences(syntax: found, meaning: meaning, trees)
    }
    for finding in lintFindings where files[Int(finding.place.file)].isChecked { found.append(finding) }
    if let lint { found = lint.apply(to: found, trees: trees).filter { files[Int($0.place.file)].isChecked } }
    diagnostics = Compilation.sorted(found)
  }

  // MARK: Some bodies

  /// Declarations whose bodies an edit of one file cannot reach, and in whose bodies nothing was found; nil if the edit
  /// may reach any.
  private func untouched(_ file: Int, _ before: SyntaxTree) -> [IDSet<NodeID>]? {
    guard let sema, sema.diagnostics.unknownNameCount == 0, !isTooLong else {
      outlines[file] = nil
      return nil
    }
    var types = IDSet<UInt64>()
    for tree in trees { ModuleOutline.collectTypes(tree, into: &types) }
    var oldTypes = IDSet<UInt64>()
    for (i, tree) in trees.enumerated() { ModuleOutline.collectTypes(i == file ? before : tree, into: &oldTypes) }
    // Known outlines hold as long as the types are the same.
    if outlineTypes != oldTypes { outlines = [ModuleOutline?](repeating: nil, count: files.count) }
    let old = trees.indices.map { i in outlines[i] ?? ModuleOutline(i == file ? before : trees[i], types: oldTypes) }
    let isSame = types == oldTypes
    let new = trees.indices.map { i in
      isSame && i != file ? old[i] : ModuleOutline(trees[i], types: types)
    }
    outlines = new
    outlineTypes = types
    let reach = ModuleOutline.reached(from: old, to: new, prelude: sema.preludeIndex) { type, member in
      sema.isWitness(member, ofTypeNamed: type)
    }
    guard let reach else { return nil }
    var kept = IDSet<UInt64>()
    for (i, outline) in old.enumerated() {
      let marks = findings(in: i, sema)
      for leaf in outline.leaves where !marks.contains(where: { leaf.range.start <= $0 && $0 <= leaf.range.end }) {
        kept.insert(leaf.key)
      }
    }
    return new.map { outline in
      var result = IDSet<NodeID>()
      for leaf in outline.leaves where kept.contains(leaf.key) && !outline.isReached(leaf, reach) {
        result.insert(leaf.node)
      }
      return result
    }
  }

  /// Places of what was found in a file, and of the declarations whose bodies found it.
  private func findings(in file: Int, _ sema: Sema) -> [UInt32] {
    var result: [UInt32] = []
    // Those that are shown, and those that a comment keeps from being shown.
    for diagnostic in diagnostics + sema.diagnostics.found where Int(diagnostic.place.file) == file {
      result.append(diagnostic.range.start)
      result.append(diagnostic.range.end)
    }
    for owner in sema.diagnostics.owners where sema.decls.file(owner) == file + 1 {
      result.append(sema.trees[file + 1].range(sema.decls.head(owner)).start)
    }
    return result
  }

  // MARK: One body

  private struct Edit {
    /// What was replaced, in the old text.
    var range: SourceRange
    var newLength: Int
  }

  /// The stretch between the common beginning and the common end of two texts.
  private static func difference(_ old: [UInt8], _ new: [UInt8]) -> Edit {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter && old[start] == new[start] { start += 1 }
        var end = 0
        while end < shorter - start && old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        return Edit(range: SourceRange(start: start, end: old.count - end), newLength: new.count - end - start)
      }
    }
  }

  /// Checks the one body that the edit lies in; false if the edit may reach beyond it.
  private func checkBody(_ file: Int, _ before: SyntaxTree, _ edit: Edit) -> Bool {
    guard let sema, let bodies, files[file].isChecked, files[file].bytes.count <= checkedLength,
      addedNodes < LiveCompilation.addedLimit, sema.diagnostics.unknownNameCount == 0
    else { return false }
    let after = trees[file]
    guard let change = BodyChange(before: before, after: after, range: edit.range, newLength: edit.newLength),
      let place = BodyChange.find(sema.trees[file + 1], edit.range, file: file + 1, sema: sema),
      place.range == before.range(change.oldBody)
    else { return false }
    sema.replaceBody(place, file: file + 1, with: change.newBody, of: after)
    addedNodes += change.newNodeCount
    bodyChecks += 1
    lintModule?.forget(place.owner)
    bodies.checkAgain(place.owner)
    sema.checkMatchedGeometry(file + 1, tokens: sema.trees[file + 1].tokenRange(sema.trees[file + 1].node(place)))
    guard sema.diagnostics.unknownNameCount == 0 else { return false }
    runRules()
    return true
  }
}

/// A body of a function or accessor before and after an edit that changed nothing else.
struct BodyChange {
  let oldBody: NodeID
  let newBody: NodeID
  let newNodeCount: Int

  /// Nil if the edit is not inside one body, or a tree differs outside of it, or the body has declarations that
  /// tables know (types, functions).
  init?(before: SyntaxTree, after: SyntaxTree, range: SourceRange, newLength: Int) {
    guard !before.hasMissedClosers, !after.hasMissedClosers, let path = BodyChange.path(before, range) else {
      return nil
    }
    let old = before.subtree(path.body)
    let nodeShift = after.nodes.count - before.nodes.count
    let newRaw = Int(path.body.raw) + nodeShift
    guard newRaw >= Int(old.firstNode), newRaw < after.nodes.count else { return nil }
    let new = after.subtree(NodeID(UInt32(newRaw)))
    guard after.kind(NodeID(UInt32(newRaw))) == .codeBlock, new.firstNode == old.firstNode,
      new.tokens.lowerBound == old.tokens.lowerBound, new.children.lowerBound == old.children.lowerBound
    else { return nil }
    let delta = newLength - Int(range.length)
    guard BodyChange.isEqualOutside(before, old, after, new, delta: delta),
      !BodyChange.hasDeclarations(before, old), !BodyChange.hasDeclarations(after, new)
    else { return nil }
    oldBody = path.body
    newBody = NodeID(UInt32(newRaw))
    newNodeCount = Int(newRaw) + 1 - Int(new.firstNode)
  }

  /// A body in a tree of the checker.
  struct Place {
    /// The declaration whose body it is.
    var owner: DeclID
    var range: SourceRange
    /// Position in the child table that holds the body.
    var slot: Int
  }

  static func find(_ tree: SyntaxTree, _ range: SourceRange, file: Int, sema: Sema) -> Place? {
    guard let path = path(tree, range), let owner = sema.decls.first(file: file, node: path.owner) else { return nil }
    return Place(owner: owner, range: tree.range(path.body), slot: path.slot)
  }

  /// From the file down to the block around a range; only through declarations.
  private static func path(_ tree: SyntaxTree, _ range: SourceRange) -> (owner: NodeID, body: NodeID, slot: Int)? {
    var node = tree.root
    var owner = NodeID.none
    while node != .none {
      var next: (node: NodeID, slot: Int)?
      for slot in tree.childRange(node) {
        let child = tree.childTable[slot]
        guard child.isNode else { continue }
        let place = tree.range(child.node)
        if place.start < range.start && range.end < place.end {
          next = (child.node, slot)
          break
        }
        if place.start >= range.end { break }
      }
      guard let (child, slot) = next else { return nil }
      switch tree.kind(child) {
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .memberBlock: owner = .none
      case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl, .patternBinding: owner = child
      case .variableDecl, .accessorBlock, .accessorDecl: break
      case .codeBlock: return owner == .none ? nil : (owner, child, slot)
      default: return nil
      }
      node = child
    }
    return nil
  }

  private static func hasDeclarations(_ tree: SyntaxTree, _ part: SyntaxTree.Part) -> Bool {
    for index in part.nodes {
      switch tree.nodes[index].kind {
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl, .typealiasDecl, .importDecl,
        .operatorDecl, .precedenceGroupDecl, .macroDecl, .functionDecl:
        return true
      default: break
      }
    }
    return false
  }

  /// Whether two trees are equal but for a part, and the places behind it, which moved.
  private static func isEqualOutside(
    _ a: SyntaxTree, _ old: SyntaxTree.Part, _ b: SyntaxTree, _ new: SyntaxTree.Part, delta: Int
  ) -> Bool {
    let tokenShift = b.tokens.count - a.tokens.count
    let nodeShift = b.nodes.count - a.nodes.count
    let childShift = b.childTable.count - a.childTable.count
    guard new.tokens.upperBound == old.tokens.upperBound + tokenShift,
      new.nodes.upperBound == old.nodes.upperBound + nodeShift,
      new.children.upperBound == old.children.upperBound + childShift
    else { return false }
    return a.tokens.withUnsafeBufferPointer { aTokens in
      b.tokens.withUnsafeBufferPointer { bTokens in
        for i in 0...old.tokens.lowerBound {
          let (x, y) = (aTokens[i], bTokens[i])
          if x.kind != y.kind || x.offset != y.offset || x.length != y.length || x.flags != y.flags { return false }
        }
        for i in old.tokens.upperBound - 1..<aTokens.count {
          let (x, y) = (aTokens[i], bTokens[i + tokenShift])
          if x.kind != y.kind || Int(x.offset) + delta != Int(y.offset) || x.length != y.length { return false }
          // The closing brace may have moved to another line.
          if i >= old.tokens.upperBound && x.flags != y.flags { return false }
        }
        return true
      }
    }
      && a.nodes.withUnsafeBufferPointer { aNodes in
        b.nodes.withUnsafeBufferPointer { bNodes in
          let tokenEnd = UInt32(old.tokens.upperBound)
          let childEnd = UInt32(old.children.upperBound)
          for i in 0..<old.nodes.lowerBound {
            let (x, y) = (aNodes[i], bNodes[i])
            if x.kind != y.kind || x.firstToken != y.firstToken || x.endToken != y.endToken
              || x.childStart != y.childStart || x.childCount != y.childCount
            {
              return false
            }
          }
          for i in old.nodes.upperBound..<aNodes.count {
            let (x, y) = (aNodes[i], bNodes[i + nodeShift])
            let first = Int(x.firstToken) + (x.firstToken >= tokenEnd ? tokenShift : 0)
            let end = Int(x.endToken) + (x.endToken >= tokenEnd ? tokenShift : 0)
            let start = Int(x.childStart) + (x.childStart >= childEnd ? childShift : 0)
            if x.kind != y.kind || x.childCount != y.childCount || first != Int(y.firstToken) || end != Int(y.endToken)
              || start != Int(y.childStart)
            {
              return false
            }
          }
          return true
        }
      }
      && a.childTable.withUnsafeBufferPointer { aChildren in
        b.childTable.withUnsafeBufferPointer { bChildren in
          for i in 0..<old.children.lowerBound where aChildren[i] != bChildren[i] { return false }
          for i in old.children.upperBound..<aChildren.count {
            let (x, y) = (aChildren[i], bChildren[i + childShift])
            if x.isAbsent {
              if !y.isAbsent { return false }
            } else if x.isNode {
              let node = Int(x.node.raw) + (Int(x.node.raw) >= old.nodes.upperBound - 1 ? nodeShift : 0)
              if !y.isNode || Int(y.node.raw) != node { return false }
            } else {
              let token = Int(x.token.raw) + (Int(x.token.raw) >= old.tokens.upperBound ? tokenShift : 0)
              if !y.isToken || Int(y.token.raw) != token { return false }
            }
          }
          return true
        }
      }
  }
}

extension SyntaxTree {
  /// The rows of a node and everything in it; each of the three is one run.
  struct Part {
    var nodes: Range<Int>
    var tokens: Range<Int>
    var children: Range<Int>
    var firstNode: UInt32 { UInt32(nodes.lowerBound) }
  }

  /// A node's rows. Children come before their parent, so the leftmost descendant is the first row.
  func subtree(_ node: NodeID) -> Part {
    var first = node.raw
    while true {
      var lowest = first
      for position in childRange(NodeID(first)) where childTable[position].isNode {
        lowest = min(lowest, childTable[position].node.raw)
      }
      if lowest == first { break }
      first = lowest
    }
    let row = nodes[Int(node.raw)]
    let end = Int(row.childStart + row.childCount)
    return Part(
      nodes: Int(first)..<Int(node.raw) + 1, tokens: tokenRange(node),
      children: min(Int(nodes[Int(first)].childStart), end)..<end)
  }

  func node(_ place: BodyChange.Place) -> NodeID { childTable[place.slot].nodeIfAny }

  /// Puts a copy of a node of another tree into a slot, in place of the node there, whose rows stay unused. Ids of all
  /// other nodes and tokens stay; the text behind moves.
  mutating func replace(slot: Int, with node: NodeID, of other: SyntaxTree) {
    let old = childTable[slot].node
    let oldEnd = range(old).end
    let part = other.subtree(node)
    let delta = Int(other.range(node).end) - Int(oldEnd)
    var tokens = self.tokens
    var nodes = self.nodes
    var childTable = self.childTable
    if delta != 0 {
      tokens.withUnsafeMutableBufferPointer { tokens in
        for i in tokens.indices where tokens[i].offset + 1 >= oldEnd {
          tokens[i].offset = UInt32(truncatingIfNeeded: Int(tokens[i].offset) + delta)
        }
      }
    }
    let tokenBase = tokens.count - part.tokens.lowerBound
    let nodeBase = nodes.count - part.nodes.lowerBound
    let childBase = childTable.count - part.children.lowerBound
    tokens.append(contentsOf: other.tokens[part.tokens])
    for index in part.nodes {
      var row = other.nodes[index]
      row.firstToken = UInt32(Int(row.firstToken) + tokenBase)
      row.endToken = UInt32(Int(row.endToken) + tokenBase)
      row.childStart = UInt32(Int(row.childStart) + childBase)
      nodes.append(row)
    }
    for index in part.children {
      let child = other.childTable[index]
      if child.isAbsent {
        childTable.append(child)
      } else if child.isNode {
        childTable.append(SyntaxChild(NodeID(UInt32(Int(child.node.raw) + nodeBase))))
      } else {
        childTable.append(SyntaxChild(TokenID(UInt32(Int(child.token.raw) + tokenBase))))
      }
    }
    childTable[slot] = SyntaxChild(NodeID(UInt32(Int(node.raw) + nodeBase)))
    let isIncomplete = hasMissedClosers
    self = SyntaxTree(source: other.source, tokens: tokens, nodes: nodes, children: childTable, root: root)
    hasMissedClosers = isIncomplete
  }
}

extension Sema {
  /// Whether a protocol asks for a member of one of the module's types; yes for a type that is not known.
  fileprivate func isWitness(_ member: String, ofTypeNamed wanted: UInt64) -> Bool {
    let name = names.intern(member)
    var isKnown = false
    for decl in module.topLevel where decls.kind(decl).isNominal {
      guard names.withUTF8(decls.name(decl), { ModuleOutline.hash($0) }) == wanted else { continue }
      isKnown = true
      for entry in conformances(ofNominal: decl)
      where memberDecls(of: entry.proto, name).contains(where: { isRequirement($0) }) {
        return true
      }
    }
    return !isKnown
  }

  /// Takes a new body into a tree, and back what was found in the old one.
  func replaceBody(_ place: BodyChange.Place, file: Int, with node: NodeID, of other: SyntaxTree) {
    let delta = Int(other.range(node).end) - Int(place.range.end)
    trees[file].replace(slot: place.slot, with: node, of: other)
    diagnostics.removeBody(of: place.owner, range: place.range, file: UInt32(file - 1), delta: delta)
    underlyingMemo.removeAll { $0.first == place.owner.raw }
  }
}
