/// What is played: scenarios, previews, the app or views, by the entry rule.

/// One thing that can be played.
package struct SceneEntry: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// `decl` is the `#Scenario` macro
    case scenario
    /// `decl` is the `#Preview` macro
    case preview
    /// `decl` is the PreviewProvider; its `previews` is shown
    case previewProvider
    /// `decl` is the App; the root of the first scene of its `body` is shown
    case app
    /// `decl` is a view's nominal, made without arguments
    case view
  }
  package var kind: Kind
  package var decl: DeclID
  /// Title of the scenario or preview, name of the type.
  package var name: String

  package init(_ kind: Kind, decl: DeclID, name: String) {
    self.kind = kind
    self.decl = decl
    self.name = name
  }
}

extension Sema {
  /// The first non-empty list of: scenarios, previews, the app, views without arguments that nothing names, all views
  /// without arguments. Files and declarations in order; among views the one that is played by default comes first.
  package func entries() -> [SceneEntry] {
    let scenarios = macroEntries(.scenario, .scenario)
    if !scenarios.isEmpty { return scenarios }
    let previews = previewEntries()
    if !previews.isEmpty { return previews }
    for decl in module.topLevel where decls.kind(decl).isNominal && declaresConformance(decl, .app) {
      return [SceneEntry(.app, decl: decl, name: names[decls.name(decl)])]
    }
    let views = viewEntries()
    let unnamed = views.filter { !isNamedElsewhere($0.decl) }
    return preferredFirst(unnamed.isEmpty ? views : unnamed)
  }

  /// `#Preview`s and PreviewProviders in order of the text.
  package func previewEntries() -> [SceneEntry] {
    declareFiles()
    var result: [SceneEntry] = []
    for decl in module.topLevel {
      if decls.kind(decl) == .macro {
        if decls.name(decl) == .preview { result.append(macroEntry(decl, .preview)) }
      } else if decls.kind(decl).isNominal, declaresConformance(decl, .previewProvider) {
        result.append(SceneEntry(.previewProvider, decl: decl, name: names[decls.name(decl)]))
      }
    }
    return result
  }

  /// Top-level views that can be made without arguments.
  package func viewEntries() -> [SceneEntry] {
    declareFiles()
    var result: [SceneEntry] = []
    for decl in module.topLevel where decls.kind(decl) == .structDecl && declaresConformance(decl, .view) {
      guard genericParameters(of: decl).isEmpty else { continue }
      let inits = members(of: declaredType(of: decl), .initializer, .metatype)
      if inits.contains(where: { signature(of: $0.decl).parameters.allSatisfy(\.hasDefault) }) {
        result.append(SceneEntry(.view, decl: decl, name: names[decls.name(decl)]))
      }
    }
    return result
  }

  private func declaresConformance(_ decl: DeclID, _ proto: Known) -> Bool {
    let wanted = known(proto)
    guard wanted != .none, decls.kind(decl) != .protocolDecl else { return false }
    return conformances(ofNominal: decl).contains { $0.proto == wanted }
  }

  private func macroEntries(_ name: NameID, _ kind: SceneEntry.Kind) -> [SceneEntry] {
    declareFiles()
    return module.macros.filter { decls.name($0) == name }.map { macroEntry($0, kind) }
  }

  private func macroEntry(_ decl: DeclID, _ kind: SceneEntry.Kind) -> SceneEntry {
    let file = decls.file(decl)
    let tree = trees[file]
    var title = ""
    let arguments = tree.node(decls.node(decl), at: Slot.macroArguments)
    if arguments != .none {
      for argument in tree.elements(arguments) where tree.kind(argument) == .argument {
        let value = tree.lastChild(argument).nodeIfAny
        guard tree.token(argument, at: 0) == .none, value != .none, tree.kind(value) == .stringLiteralExpr else {
          break
        }
        for index in tree.childRange(value) {
          let child = tree.childTable[index]
          if child.isToken && tree.kind(child.token) == .stringSegment { title += tree.text(child.token) }
        }
        break
      }
    }
    return SceneEntry(kind, decl: decl, name: title)
  }

  /// ContentView, else HomeView, MainView, the one called like its file, else the last one declared, is first.
  private func preferredFirst(_ views: [SceneEntry]) -> [SceneEntry] {
    guard views.count > 1 else { return views }
    var chosen: Int?
    for name in [NameID.contentView, .homeView, .mainView] where chosen == nil {
      chosen = views.firstIndex { decls.name($0.decl) == name }
    }
    if chosen == nil { chosen = views.firstIndex { $0.name == baseName(ofFile: decls.file($0.decl)) } }
    let first = chosen ?? views.count - 1
    var result = views
    let entry = result.remove(at: first)
    result.insert(entry, at: 0)
    return result
  }

  private func baseName(ofFile file: Int) -> String {
    let path = trees[file].source.name
    let last = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = last.lastIndex(of: ".") else { return last }
    return String(last[..<dot])
  }

  /// Whether the name of a view is written outside of its own declaration, its extensions and previews.
  private func isNamedElsewhere(_ view: DeclID) -> Bool {
    let wanted = decls.name(view)
    for file in 1..<(fileCount + 1) {
      let own = module.topLevel.filter { decl in
        guard decls.file(decl) == file else { return false }
        if decl == view { return true }
        switch decls.kind(decl) {
        case .extensionDecl: return extendedNominal(of: decl) == view
        case .macro: return decls.name(decl) == .preview || decls.name(decl) == .scenario
        case .structDecl, .classDecl, .enumDecl: return declaresConformance(decl, .previewProvider)
        default: return false
        }
      }
      let skipped = own.map { trees[file].tokenRange(decls.node($0)) }
      let tree = trees[file]
      for index in tree.tokens.indices where tree.tokens[index].kind == .identifier {
        guard intern(file, TokenID(UInt32(truncatingIfNeeded: index))) == wanted else { continue }
        if skipped.contains(where: { $0.contains(index) }) { continue }
        return true
      }
    }
    return false
  }
}
