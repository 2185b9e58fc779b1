/// Where a transition acts: what comes and goes with the view it stands on.
enum Transitions {
  /// What decides about the insertion of a modified view.
  enum Reach {
    /// A branch or loop inserts the view itself.
    case inserted(node: Int)
    /// A branch inserts a container around the view: by its node and that of the branch.
    case inner(container: Int, branch: Int)
    /// Nothing in the body inserts it; it is (through wrappers) the root of the body.
    case root
    /// Nothing inserts it, and a container holds it.
    case fixed
    /// Something else decides, or nothing is known.
    case unknown
  }

  /// Containers that lay out several views: a transition does not travel out of them.
  private static let layouts: LintSymbolSet = [
    .ZStack, .VStack, .HStack, .LazyVStack, .LazyHStack, .LazyVGrid, .LazyHGrid, .Grid, .GridRow, .ScrollView, .List,
    .Form, .GeometryReader,
  ]

  /// Containers whose own content comes and goes in ways that are not in the text.
  private static let dynamic: LintSymbolSet = [
    .NavigationLink, .TabView, .NavigationStack, .NavigationView, .NavigationSplitView, .Menu, .DisclosureGroup,
    .AsyncImage, .PhaseAnimator, .KeyframeAnimator, .TimelineView, .ViewThatFits, .List, .Tab, .Picker, .Form,
  ]

  private static let presentations: LintSymbolSet = [
    .sheet, .fullScreenCover, .popover, .alert, .confirmationDialog, .navigationDestination, .toolbar, .tabItem,
    .swipeActions, .scrollTransition, .phaseAnimator, .keyframeAnimator,
  ]

  static func reach(_ module: LintModule, _ index: Int, _ start: Int) -> Reach {
    let key = UInt64(truncatingIfNeeded: index) << 32 | UInt64(truncatingIfNeeded: start)
    if let known = module.madeReaches[key] { return known }
    let found = findReach(module, index, start)
    module.madeReaches[key] = found
    return found
  }

  private static func findReach(_ module: LintModule, _ index: Int, _ start: Int) -> Reach {
    let tree = module.tree(index)
    if isHandedOn(tree, start) || isChoice(module, index, start) { return .unknown }
    var node = start
    var container = -1
    while true {
      if tree.hasModifier(node, .id) { return .unknown }
      let parent = tree.nodes[node].parent
      guard parent >= 0 else { return container >= 0 ? .fixed : .root }
      if case .modifier(let k) = tree.nodes[node].role {
        let modifier = tree.modifiers[tree.modifierRange(parent).lowerBound + k]
        guard let symbol = modifier.symbol, !presentations.contains(symbol) else { return .unknown }
        if symbol != .overlay && symbol != .background { return .unknown }
        if container < 0 { container = parent }
        node = parent
        continue
      }
      let row = tree.nodes[parent]
      switch row.kind {
      case .branch: return container >= 0 ? .inner(container: container, branch: parent) : .inserted(node: node)
      case .loop: return container >= 0 ? .unknown : .inserted(node: node)
      case .block, .conditional: break
      case .view:
        guard let symbol = row.symbol, !dynamic.contains(symbol) else { return .unknown }
        if layouts.contains(symbol) || symbol == .Button {
          if container < 0 || tree.nodes[parent].kind == .view { container = parent }
        } else if symbol != .Group && symbol != .Section {
          return .unknown
        }
      case .ownType, .ownValue, .other: return .unknown
      }
      node = parent
    }
  }

  /// Whether a helper or view type gives one of several views, or a list of them: what is put on it goes to each.
  private static func isChoice(_ module: LintModule, _ index: Int, _ start: Int) -> Bool {
    switch module.tree(index).nodes[start].kind {
    case .ownValue, .ownType:
      let view = module.standing(index, start)
      guard view.spots.count > 1 else { return false }
      switch module.tree(view.core.body).nodes[view.core.node].kind {
      case .conditional, .loop, .block: return true
      default: return false
      }
    default: return false
    }
  }

  /// Does what is put on the view go to each of its members, and do these come and go? `Group { if isOpen { ... } }`,
  /// `ForEach`.
  private static func isHandedOn(_ tree: ViewTree, _ start: Int) -> Bool {
    func isGroup(_ node: ViewTree.Node) -> Bool {
      node.kind == .view && (node.symbol == .Group || node.symbol == .Section)
    }
    let row = tree.nodes[start]
    if row.kind == .loop { return true }
    guard isGroup(row) else { return false }
    for index in (start + 1)..<max(start + 1, row.end) {
      let kind = tree.nodes[index].kind
      guard kind == .conditional || kind == .loop else { continue }
      var parent = tree.nodes[index].parent
      while parent > start, tree.nodes[parent].kind == .block || isGroup(tree.nodes[parent]) {
        parent = tree.nodes[parent].parent
      }
      if parent == start { return true }
    }
    return false
  }

  /// Whether a transition shows nothing: `.identity`.
  static func isIdentity(_ module: LintModule, _ body: LintBody, _ modifier: ExprID) -> Bool {
    guard let value = module.firstArgument(body, modifier) else { return false }
    let row = body[module.peeled(body, value)]
    switch row.kind {
    case .computedMember, .storedMember: return module.name(DeclID(row.b)) == "identity"
    case .global: return module.name(DeclID(row.a)) == "identity"
    case .call:
      guard module.name(DeclID(row.a)) == "asymmetric", row.list.count == 2 else { return false }
      let removal = body[module.peeled(body, body.item(row.list, 1))]
      return (removal.kind == .computedMember || removal.kind == .storedMember)
        && module.name(DeclID(removal.b)) == "identity"
    default: return false
    }
  }

  /// `.transition(.opacity.animation(…))` brings its own animation.
  static func hasOwnAnimation(_ module: LintModule, _ body: LintBody, _ modifier: ExprID) -> Bool {
    guard let value = module.firstArgument(body, modifier) else { return false }
    return body.descendants(value).contains { expr in
      let row = body[expr]
      switch row.kind {
      case .call:
        return module.table.info(DeclID(row.a)).symbol == .animation || module.table.info(DeclID(row.a)).isOwn
      case .computedMember, .storedMember: return module.table.info(DeclID(row.b)).isOwn
      case .global: return module.table.info(DeclID(row.a)).isOwn
      case .local: return true
      default: return false
      }
    }
  }
}
