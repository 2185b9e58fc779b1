/// From a base view and the modifiers around it to a chain of unary nodes, and the layout nodes behind them.

extension ViewGraph {
  // MARK: Making

  /// Makes the chain for a base: its modifiers from the outermost in, then the view itself; content is mounted from inside out.
  func mountBase(_ node: SID) {
    let n = Int(node)
    s[n].ext = BaseExt()
    liveViews += 1
    var modifiers: [SID] = []
    var next = s[n].pending
    while next >= 0 {
      modifiers.append(next)
      next = s[Int(next)].pending
    }
    var parent = s[n].host
    var top: UID = -1
    for modifier in modifiers.reversed() {
      let op: ViewOp = s[Int(modifier)].kind == .userView ? .boundary : s[Int(modifier)].op
      let id = allocateUnary(op, modifier, base: node, parent: parent)
      s[Int(modifier)].instances.append(id)
      if top < 0 { top = id } else { u[Int(parent)].child = id }
      parent = id
    }
    let base = allocateUnary(s[n].op, node, base: node, parent: parent)
    if top < 0 { top = base } else { u[Int(parent)].child = base }
    s[n].instances = [base, top]
    setupBase(base)
    var id = base
    while id != top {
      id = u[Int(id)].parent
      setupModifier(id)
    }
    markItems(s[n].host)
  }

  func allocateUnary(_ op: ViewOp, _ node: SID, base: SID, parent: UID) -> UID {
    var unary = UNode()
    unary.op = op
    unary.isAlive = true
    recordsDirty = true
    unary.s = node
    unary.base = base
    unary.parent = parent
    requireGeometry()
    if let id = freeU.popLast() {
      u[Int(id)] = unary
      return id
    }
    u.append(unary)
    return UID(u.count - 1)
  }

  func makeLayout(_ id: UID, _ kind: LayoutKind) {
    let node = tree.create(kind)
    u[Int(id)].layout = node
    u[Int(id)].top = node
    while layoutOwners.count <= Int(node) { layoutOwners.append(-1) }
    layoutOwners[Int(node)] = id
    if setsDirection, isRightToLeft(u[Int(id)].s) { tree.setRightToLeft(node, true) }
    needsLayout = true
  }

  /// A host for content where one view is expected: a layout node that holds the only item, or the implicit stack around several.
  func makeHost(_ parent: UID, kind: LayoutKind, content word: Word, env: SID, scope: SID, depth: Int32) -> UID {
    let base = u[Int(parent)].base
    let host = allocateUnary(.implicitHost, u[Int(parent)].s, base: base, parent: parent)
    u[Int(host)].flags.insert(.isHost)
    makeLayout(host, .passthrough)
    u[Int(host)].implicit = tree.create(kind)
    if setsDirection, isRightToLeft(u[Int(host)].s) { tree.setRightToLeft(u[Int(host)].implicit, true) }
    while layoutOwners.count <= Int(u[Int(host)].implicit) { layoutOwners.append(-1) }
    u[Int(parent)].secondary = host
    mountContent(host, word, env: env, scope: scope, depth: depth)
    return host
  }

  func mountContent(_ host: UID, _ word: Word, env: SID, scope: SID, depth: Int32) {
    let context = MountContext(host: host, env: env, scope: scope, pending: -1, depth: depth + 1)
    // What the content is may change, and then leaves with a transition like any other item: it hangs below a node that stays.
    let root = allocate(ViewClass(kind: .single, op: .hostRoot, key: 0), .none, parent: -1, context)
    let around = u[Int(host)].parent
    if around >= 0, u[Int(around)].op == .navigationStack {
      s[Int(root)].children = [makePage(u[Int(around)].s, below: root, word, nil, isRoot: true)]
    } else {
      s[Int(root)].children = [mount(word, parent: root, contextBelow(root))]
    }
    u[Int(host)].content = root
    s[Int(root)].hostOf = host
    markItems(host)
  }

  /// New content of a host: the same identity is updated, another one replaces it.
  func updateContent(_ host: UID, _ word: Word) {
    let content = u[Int(host)].content
    guard content >= 0, !s[Int(content)].children.isEmpty else { return }
    updateChild(content, 0, word)
  }

  // MARK: Items of hosts

  func markItems(_ host: UID) {
    guard host >= 0, !u[Int(host)].flags.contains(.itemsDirty) else { return }
    u[Int(host)].flags.insert(.itemsDirty)
    hostsToCollect.append(host)
    needsLayout = true
    requireGeometry()
  }

  func structureChanged(_ host: UID) {
    markItems(host)
    preferencesDirty = true
    watchedDirty = true
    matchedDirty = true
  }

  /// Collects the items of the hosts whose structure changed and gives them to the layout.
  func collectHosts() {
    var index = 0
    while index < hostsToCollect.count {
      let host = hostsToCollect[index]
      index += 1
      guard u[Int(host)].isAlive, u[Int(host)].flags.contains(.itemsDirty) else { continue }
      u[Int(host)].flags.remove(.itemsDirty)
      collect(host)
    }
    hostsToCollect.removeAll(keepingCapacity: true)
  }

  /// Chain tops below a structure node, in document order, of views that are not being removed.
  func tops(below root: SID, _ visit: (UID, SID) -> Void) {
    var stack: [(node: SID, row: SID)] = [(root, -1)]
    while let (node, row) = stack.popLast() {
      guard node >= 0 else { continue }
      let n = Int(node)
      if s[n].kind == .base {
        if s[n].instances.count == 2 { visit(s[n].instances[1], row) }
        continue
      }
      let inner = s[n].op == .gridRow && row < 0 ? node : row
      for child in s[n].children.reversed() { stack.append((child, inner)) }
    }
  }

  private func collect(_ host: UID) {
    let h = Int(host)
    var items: [UID] = []
    var rows: [SID] = []
    tops(below: u[h].content) { top, row in
      items.append(top)
      rows.append(row)
    }
    if u[h].leaving.count > 1 { orderLeaving(host) }
    u[h].items = items
    shown.isValid = false
    if u[h].flags.isDisjoint(with: [.settled, .fresh]) {
      u[h].flags.insert(.fresh)
      freshHosts.append(host)
    }
    if let around = u[h].parent >= 0 ? Int(u[h].parent) : nil, u[around].op == .navigationStack,
      u[h].op == .implicitHost
    {
      layOutPages(host)
      needsLayout = true
      requireGeometry()
      return
    }
    if u[h].op == .tabView, let ext = u[h].ext as? TabBarExt {
      let bar = u[h].secondary
      fill(ext.box, items.map { u[Int($0)].top }, bars: bar >= 0 && !u[Int(bar)].items.isEmpty ? [u[Int(bar)].top] : [])
      tree.setChildren(u[h].layout, [ext.box.box])
      barsDirty = true
      needsLayout = true
      requireGeometry()
      return
    }
    if !unmadeLists.isEmpty, u[h].op.isLazy || u[h].op == .list {
      if u[h].op == .list { markListRows(host, items) } else { markSections(host, items) }
      tree.setChildren(u[h].layout, rowsAndRuns(host))
      needsLayout = true
      requireGeometry()
      return
    }
    var nodes: [LayoutNode] = []
    nodes.reserveCapacity(items.count)
    if u[h].op == .grid {
      var index = 0
      while index < items.count {
        let row = rows[index]
        if row < 0 {
          nodes.append(u[Int(items[index])].top)
          index += 1
          continue
        }
        var cells: [LayoutNode] = []
        while index < items.count, rows[index] == row {
          cells.append(u[Int(items[index])].top)
          index += 1
        }
        let node = rowLayout(row)
        tree.setChildren(node, cells)
        nodes.append(node)
      }
    } else {
      for item in items { nodes.append(u[Int(item)].top) }
      switch u[h].op {
      case .lazyVStack, .lazyHStack, .lazyVGrid, .lazyHGrid: markSections(host, items)
      case .list: markListRows(host, items)
      default: break
      }
    }
    if u[h].implicit >= 0 {
      if u[h].safeArea >= 0, !nodes.isEmpty {
        tree.setChildren(u[h].implicit, nodes)
        tree.setChildren(u[h].safeArea, [u[h].implicit])
        tree.setChildren(u[h].layout, [u[h].safeArea])
      } else if nodes.count == 1 {
        tree.setChildren(u[h].implicit, [])
        tree.setChildren(u[h].layout, nodes)
      } else if nodes.isEmpty {
        tree.setChildren(u[h].implicit, [])
        tree.setChildren(u[h].layout, [])
      } else {
        tree.setChildren(u[h].implicit, nodes)
        tree.setChildren(u[h].layout, [u[h].implicit])
      }
      hostFilled(host, count: items.count)
    } else {
      tree.setChildren(u[h].layout, nodes)
    }
    needsLayout = true
    requireGeometry()
  }

  /// An overlay or background without views changes nothing, so it is taken out of the layout.
  private func hostFilled(_ host: UID, count: Int) {
    let parent = u[Int(host)].parent
    guard parent >= 0, u[Int(parent)].secondary == host else { return }
    if u[Int(parent)].op == .tabView {
      markItems(parent)
    } else {
      linkModifier(parent)
    }
  }

  private func rowLayout(_ row: SID) -> LayoutNode {
    if let ext = s[Int(row)].ext as? RowExt {
      tree.set(ext.layout, .gridRow(rowAlignment(row)))
      if setsDirection { tree.setRightToLeft(ext.layout, isRightToLeft(row)) }
      return ext.layout
    }
    let ext = RowExt(tree.create(.gridRow(rowAlignment(row))))
    s[Int(row)].ext = ext
    while layoutOwners.count <= Int(ext.layout) { layoutOwners.append(-1) }
    if setsDirection { tree.setRightToLeft(ext.layout, isRightToLeft(row)) }
    return ext.layout
  }

  private func rowAlignment(_ row: SID) -> Guide? {
    let word = argument(s[Int(row)].value, "alignment")
    return word.isNone ? nil : verticalGuide(word)
  }

  /// The layout children of a modifier: content, and the host of overlay or background.
  func linkModifier(_ id: UID) {
    let node = u[Int(id)]
    guard node.layout >= 0, node.child >= 0 else { return }
    let content = u[Int(node.child)].top
    let secondary = node.secondary
    if secondary >= 0, !u[Int(secondary)].items.isEmpty || node.op == .safeAreaInset {
      tree.setChildren(node.layout, [content, u[Int(secondary)].top])
    } else {
      tree.setChildren(node.layout, [content])
    }
  }

  // MARK: Removing

  /// Takes unary nodes of one chain away, content of their hosts included.
  func destroyChain(_ base: SID) {
    let instances = s[Int(base)].instances
    guard instances.count == 2 else { return }
    var id = instances[1]
    while id >= 0 {
      let next = u[Int(id)].child
      destroyUnary(id)
      id = next
    }
    s[Int(base)].instances = []
  }

  private func destroyUnary(_ id: UID) {
    let node = u[Int(id)]
    guard node.isAlive else { return }
    if node.secondary >= 0 { destroyHost(node.secondary) }
    if node.content >= 0 { destroy(node.content) }
    if node.s >= 0, node.s != node.base { s[Int(node.s)].instances.removeAll { $0 == id } }
    modifierRemoved(id)
    if node.flags.contains(.unrealised) { unrealisedCount -= 1 }
    switch node.op {
    case .lazyVStack, .lazyHStack, .lazyVGrid, .lazyHGrid, .list, .tabView, .pager, .viewThatFits:
      partialHosts.removeAll { $0 == id }
      if node.op == .pager { pagers.removeAll { $0 == id } }
    case .onGeometryChange, .onScrollGeometryChange: geometryChangeNodes.removeAll { $0 == id }
    case .onScrollPhaseChange: scrollPhaseNodes.removeAll { $0 == id }
    case .scrollPosition: scrollPositionNodes.removeAll { $0 == id }
    case .visualEffect, .scrollTransition: visualEffectNodes.removeAll { $0 == id }
    default: break
    }
    if node.layout >= 0 {
      layoutOwners[Int(node.layout)] = -1
      releaseLayout(node.layout)
    }
    if node.implicit >= 0 { releaseLayout(node.implicit) }
    if node.safeArea >= 0 { releaseLayout(node.safeArea) }
    if let bar = node.ext as? TabBarExt { release(bar.box) }
    if let leaf = node.ext as? LeafExt { stop(leaf.contentAnimation) }
    if node.frame >= 0 { freeFrame(node.frame) }
    if node.value >= 0 { freeValue(node.value) }
    if node.transition >= 0 { freeTransition(node.transition) }
    if node.record > 0 {
      let record = records[Int(node.record) - 1]
      if let name = eventName(of: node.op, record) { events.append("disappear \(name)") }
    }
    u[Int(id)] = UNode()
    freeU.append(id)
    requireGeometry()
  }

  /// Removes a layout node without what hangs below it: the children belong to other unary nodes and go by themselves.
  func releaseLayout(_ node: LayoutNode) {
    tree.setChildren(node, [])
    tree.remove(node)
  }

  private func destroyHost(_ host: UID) {
    guard u[Int(host)].isAlive else { return }
    let content = u[Int(host)].content
    u[Int(host)].content = -1
    if content >= 0 { destroy(content) }
    destroyUnary(host)
  }
}

/// State of a base view.
final class BaseExt: SExt {
  /// Content of a control's label, for the placeholders of its style.
  var label: Word = .none
  /// Pieces of a control that its style places.
  var parts: [ControlPart: Word] = [:]
  var placeholders: [SID] = []
  /// Pressed state of a button, value of a control.
  var isPressed = false
  /// Whether a pressed button of the system's is shown fainter.
  var fades = true
  var style: Word = .none
  /// Position of a picker's chosen choice, -1 for none, and how many there are.
  var chosen = -1
  var count = 0
  /// The window of the panel that a menu has open, -1 for none, and the box that it is placed by.
  var isMenuOpen = false
  var menu: UID = -1
  var menuPlace = FrameRect.zero
  /// What a GeometryReader's content was made with.
  var size: Size?
  var origin: Point?
  var readsFrame = false
  /// How the spaces around showed the reader when its content was made.
  var outer = FrameTransform.identity
  /// Seconds at which a TimelineView's content is due.
  var nextTime = 0.0
  /// When a schedule of the scene's own was first asked, in seconds since the reference date.
  var timelineStart = Double.nan
  /// The cache of a scene's Layout is to be brought up to date before it is used again.
  var isCacheStale = false
  /// A scene's Layout with its animatable data as it is shown.
  var shownLayout: Word?
  /// Animatable data of the scene's own shape.
  var animatable = AnimatableBody()
  var other: Word = .none
}

final class RowExt: SExt {
  var layout: LayoutNode
  init(_ layout: LayoutNode) { self.layout = layout }
}
