/// What is said about a file as a whole: its imports, statements at top level, the short spelling of matched geometry.

extension Sema {
  func checkFiles() {
    declareFiles()
    for use in module.imports where !isModelledModule(names[use.module]) {
      let name = names[use.module]
      report(
        .unmodelledModule, "module '\(name)' is not modelled; its names are not checked", file: use.file,
        range: trees[use.file].range(use.node))
    }
    for (file, nodes) in module.statements {
      report(
        .topLevelCode, "statements at top level are not played", file: file,
        range: firstLine(of: nodes[0], file: file))
    }
    for file in 1..<(fileCount + 1) {
      if isSwiftFile(file) && !mayImportSwiftUI(file) { checkMissingImport(file) }
      checkMatchedGeometry(file, tokens: trees[file].tokens.indices)
    }
  }

  private func firstLine(of node: NodeID, file: Int) -> SourceRange {
    let range = trees[file].range(node)
    let bytes = trees[file].source.bytes
    var end = Int(range.start)
    while end < Int(range.end) && bytes[end] != 0x0A && bytes[end] != 0x0D { end += 1 }
    return SourceRange(start: Int(range.start), end: end)
  }

  private func isSwiftFile(_ file: Int) -> Bool { trees[file].source.name.hasSuffix(".swift") }

  /// Does the file import SwiftUI, or a module that is not known and may hand it on? An import in a clause of `#if` that
  /// does not hold here counts, too: where it holds, the names do.
  private func mayImportSwiftUI(_ file: Int) -> Bool {
    if module.imports.contains(where: {
      $0.file == file && ($0.module == .swiftUI || !isModelledModule(names[$0.module]))
    }) {
      return true
    }
    let tree = trees[file]
    var before = TokenKind.startOfText
    for index in tree.tokens.indices {
      let kind = tree.tokens[index].kind
      if before == .import, kind == .identifier,
        tree.token(TokenID(UInt32(truncatingIfNeeded: index)), is: "SwiftUI")
      {
        return true
      }
      before = kind
    }
    return false
  }

  /// Tokens of the clauses of `#if` that do not hold.
  private func inactiveTokens(_ file: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    let tree = trees[file]
    for row in tree.nodes.indices where tree.nodes[row].kind == .ifConfig {
      let block = NodeID(UInt32(truncatingIfNeeded: row))
      let active = activeClause(of: block, file: file)
      for clause in tree.elements(block) where tree.kind(clause) == .ifConfigClause && clause != active {
        result.append(tree.tokenRange(clause))
      }
    }
    return result.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Is the name that of a parameter or argument (`func save(Image: UIImage)`), or used in a body beside one?
  private func isParameter(_ index: Int, _ tree: SyntaxTree) -> Bool {
    let text = tree.text(TokenID(UInt32(truncatingIfNeeded: index)))
    for other in tree.tokens.indices.dropFirst().dropLast() where tree.tokens[other].kind == .identifier {
      guard tree.tokens[other + 1].kind == .colon,
        tree.tokens[other - 1].kind == .leftParen || tree.tokens[other - 1].kind == .comma
          || tree.tokens[other - 1].kind == .wildcard
      else { continue }
      if tree.text(TokenID(UInt32(truncatingIfNeeded: other))) == text { return true }
    }
    return false
  }

  /// The first name that only SwiftUI declares gives the error, with the line to add.
  private func checkMissingImport(_ file: Int) {
    guard !prelude.index.isEmpty else { return }
    let tree = trees[file]
    var before = TokenKind.startOfText
    let inactive = inactiveTokens(file)
    var next = 0
    var end = 0
    for index in tree.tokens.indices {
      let token = tree.tokens[index]
      defer { before = token.kind }
      while next < inactive.count, inactive[next].lowerBound <= index {
        end = max(end, inactive[next].upperBound)
        next += 1
      }
      if index < end { continue }
      guard token.kind == .identifier, before != .period, !token.isMissing else { continue }
      let bytes = tree.nameBytes(TokenID(UInt32(truncatingIfNeeded: index)))
      guard let first = bytes.first, first >= 0x41, first <= 0x5A else { continue }
      guard let name = prelude.index.name(bytes) else { continue }
      guard let entry = prelude.index.topLevel(name).first else { continue }
      let owner = prelude.index.text(of: prelude.index.module(of: entry))
      guard owner == "SwiftUI" else { continue }
      let text = prelude.index.text(of: name)
      if declaresType(nameID(name)) || isParameter(index, tree) { continue }
      let at = importPlace(file)
      let insertion = FixIt(
        "add 'import SwiftUI'",
        [FixIt.Edit(place(file, SourceRange(start: at.offset, end: at.offset)), at.text)])
      report(
        .missingImport, "'\(text)' is SwiftUI's; add 'import SwiftUI'", file: file, range: token.range,
        fixes: [insertion])
      return
    }
  }

  /// Whether the module declares a type of this name anywhere.
  private func declaresType(_ name: NameID) -> Bool {
    if let known = module.typeNames { return known.contains(name) }
    var result = IDSet<NameID>()
    for file in 1..<(fileCount + 1) {
      let tree = trees[file]
      var before = TokenKind.startOfText
      for index in tree.tokens.indices {
        let kind = tree.tokens[index].kind
        if kind == .identifier {
          switch before {
          case .struct, .class, .enum, .protocol, .typealias, .associatedtype, .leftAngle, .comma, .actor:
            _ = result.insert(intern(file, TokenID(UInt32(truncatingIfNeeded: index))))
          default: break
          }
        }
        before = kind
      }
    }
    module.typeNames = result
    return result.contains(name)
  }

  /// Before the first import, else after the leading comments.
  private func importPlace(_ file: Int) -> (offset: Int, text: String) {
    for use in module.imports where use.file == file {
      return (Int(trees[file].range(use.node).start), "import SwiftUI\n")
    }
    for token in trees[file].tokens where token.kind != .startOfText {
      return (Int(token.offset), "import SwiftUI\n\n")
    }
    return (0, "import SwiftUI\n")
  }

  func checkMatchedGeometry(_ file: Int, tokens: Range<Int>) {
    let tree = trees[file]
    let text: StaticString = "matchedGeometry"
    let long = tree.tokens.withUnsafeBufferPointer { rows in
      tokens.filter { rows[$0].length == 15 && rows[$0].kind == .identifier }
    }
    for index in long {
      let token = TokenID(UInt32(truncatingIfNeeded: index))
      guard tree.token(token, is: text), index > 0, tree.tokens[index - 1].kind == .period else { continue }
      let own = memberDecls(of: known(.view), names.intern("matchedGeometry"))
      if own.contains(where: { !decls.has($0, .isPrelude) }) { return }
      report(
        .matchedGeometryAlias, "'matchedGeometry' is short for 'matchedGeometryEffect'", file: file,
        range: tree.range(token),
        fixes: [.replace(place(file, tree.range(token)), with: "matchedGeometryEffect")])
    }
  }

  /// A name that looks like one of UIKit, Foundation or Core Graphics, of which a part is declared.
  func reportUnknownAPI(_ name: String, file: Int, range: SourceRange) {
    report(
      .unknownAPI, "'\(name)' is not known to scenec; its uses are not checked", file: file, range: range,
      notes: [Diagnostic.Note("if the API has it, report it with 'scenec explain unknown-api'")])
  }

  // MARK: Assets

  /// Whether an unknown member of the type may come from an asset catalogue: `Color.brand`, `Image(.hero)`.
  package func mayBeAsset(of type: TypeID) -> Bool {
    guard type != .none, types.kind(type) == .nominal else { return false }
    let decl = types.decl(type)
    for known in [Known.color, .image, .imageResource, .colorResource, .uiColor, .uiImage]
    where self.known(known) == decl {
      return true
    }
    return false
  }

  /// Reports a member from an asset catalogue; its type is the one it was looked for in.
  package func reportAsset(_ name: NameID, of type: TypeID, file: Int, range: SourceRange) {
    report(
      .assetMember, "'\(names[name])' is taken to come from an asset catalogue", file: file, range: range)
  }
}
