/// NavigationStack: pages pushed by links, by a path and by destinations, with the system's slide (semantics 9.4). `Bars` gives their bars room.
///
/// The root and the pages are items of the stack's host. A page comes in from the trailing edge while the one below goes back by 0.3 of the
/// width; half a second later what is covered is away: it keeps its state and disappears for `onDisappear`.

struct NavigationState {
  /// The stack's base node.
  var node: SID
  /// What stands above the root: nodes of the pages, with what made them.
  var pages: [Page] = []
  /// Destinations of links without a value, pushed on top of the path.
  var direct: [Word] = []
  /// Values of links where the stack has no path of its own.
  var values: [Word] = []
  /// The change of pages was asked for, to be made with the system's animation.
  var isDue = false
  /// The transaction of that change runs.
  var isNow = false
  /// Seconds at which what is covered goes away; -1 when nothing waits.
  var coverTime = -1.0
  /// The node of the root.
  var root: SID = -1

  /// The root and what stands above it.
  var allPages: [SID] { [root] + pages.map(\.node) }

  struct Page {
    var node: SID
    /// The path's value, or the link's destination.
    var key: Word
  }
}

/// A page, the root included: what `dismiss()` inside it takes back, and how it is laid out with its bars.
final class NavigationPageExt: SExt {
  var stack: SID = -1
  var isRoot = false
  var box = BarBox()
  /// What makes the content: a view, or a closure with the value it is for.
  var content: Word = .none
  var argument: Word?
}

extension ViewGraph {
  /// Seconds after which a covered page is away.
  static let coverDelay = 0.5

  func mountNavigation(_ node: SID) {
    var state = NavigationState(node: node)
    if let host = s[Int(node)].instances.first.map({ u[Int($0)].secondary }), host >= 0, u[Int(host)].content >= 0 {
      state.root = s[Int(u[Int(host)].content)].children.first ?? -1
      tree.set(u[Int(host)].implicit, .zstack(.center))
    }
    navigations.append(state)
    enqueueNavigation(navigations.count - 1)
  }

  /// A page below the root of a stack's content; its first child is the content, the second what stands in its bars.
  func makePage(_ stack: SID, below root: SID, _ content: Word, _ argument: Word?, isRoot: Bool) -> SID {
    let node = allocate(
      ViewClass(kind: .single, op: .navigationPage, key: 0), .none, parent: root, contextBelow(root))
    let ext = NavigationPageExt()
    ext.stack = stack
    ext.isRoot = isRoot
    ext.content = content
    ext.argument = argument
    ext.box = makeBarBox(.stack(.vertical, alignment: .centerX, spacing: nil), over: .top)
    s[Int(node)].ext = ext
    heap.share(content)
    let value = isRoot ? content : pageContent(node, content, argument)
    s[Int(node)].children = [mount(value, parent: node, pageContext(node))]
    return node
  }

  /// What the views of a page inherit: in a pushed one `dismiss()` takes it back.
  func pageContext(_ node: SID) -> MountContext {
    var context = contextBelow(node)
    if (s[Int(node)].ext as? NavigationPageExt)?.isRoot == false { context.env = node }
    return context
  }

  /// The content of a page that is evaluated again because of something it read.
  func pageValue(_ node: SID) -> Word {
    guard let ext = s[Int(node)].ext as? NavigationPageExt else { return .none }
    return ext.isRoot ? ext.content : pageContent(node, ext.content, ext.argument)
  }

  /// The stack has another content: that of its root.
  func updateRootPage(_ stack: SID, _ word: Word) {
    guard let index = stackIndex(stack), navigations[index].root >= 0,
      let ext = s[Int(navigations[index].root)].ext as? NavigationPageExt
    else { return }
    heap.share(word)
    ext.content = word
    updateChild(navigations[index].root, 0, word)
  }

  func releasePage(_ node: SID) {
    guard let ext = s[Int(node)].ext as? NavigationPageExt else { return }
    release(ext.box)
  }

  /// Gives a stack's layout its pages, each in a box with its bars.
  func layOutPages(_ host: UID) {
    var boxes: [LayoutNode] = []
    let pages = s[Int(u[Int(host)].content)].children
    var items: [UID] = []
    for page in pages {
      guard let ext = s[Int(page)].ext as? NavigationPageExt else { continue }
      var nodes: [LayoutNode] = []
      var bars: [LayoutNode] = []
      for (index, child) in s[Int(page)].children.enumerated() {
        tops(below: child) { top, _ in
          items.append(top)
          if index == 0 { nodes.append(u[Int(top)].top) } else { bars.append(u[Int(top)].top) }
          if page == pages.last { u[Int(top)].flags.remove(.covered) } else { u[Int(top)].flags.insert(.covered) }
        }
      }
      fill(ext.box, nodes, bars: bars)
      boxes.append(ext.box.box)
    }
    u[Int(host)].items = items
    tree.setChildren(u[Int(host)].implicit, boxes)
    tree.setChildren(u[Int(host)].layout, [u[Int(host)].implicit])
  }

  private func stackIndex(_ node: SID) -> Int? { navigations.firstIndex { $0.node == node } }

  /// The stack was evaluated again: if its pages are to change, they do in a transaction with the system's animation.
  func updateNavigation(_ node: SID) {
    guard let index = stackIndex(node) else { return }
    if navigations[index].isDue {
      // What evaluates the stack before its turn leaves the pages as they are.
      guard navigations[index].isNow else { return }
      navigations[index].isDue = false
      navigations[index].isNow = false
      applyPages(index)
    } else {
      enqueueNavigation(index)
    }
  }

  /// The transaction in which a stack changes its pages begins.
  func beginNavigation(_ node: SID) {
    if let index = stackIndex(node), navigations[index].isDue { navigations[index].isNow = true }
  }

  private func enqueueNavigation(_ index: Int) {
    let wanted = wantedPages(index)
    let have = navigations[index].pages
    if wanted.count == have.count, zip(wanted, have).allSatisfy({ sameId($0.key, $1.key) }) {
      refreshPages(index, wanted)
      return
    }
    guard !navigations[index].isDue else { return }
    navigations[index].isDue = true
    var transaction = Transact()
    if !flushing.disablesAnimations, hasStarted {
      transaction.setAnimation(Animation.spring(duration: 0.344, bounce: 0))
    }
    enqueue(.node(navigations[index].node), transaction)
  }

  /// Keys of the pages in order, each with the closure and argument that make its content.
  private func wantedPages(_ index: Int) -> [(key: Word, content: Word, argument: Word?)] {
    let node = navigations[index].node
    let word = s[Int(node)].value
    var values = navigations[index].values
    if hasArgument(word, "path") {
      let path = evaluate(node, isNew: false) { try readBinding(argument(word, "path")) } ?? .none
      values = pathValues(path)
    }
    var result: [(key: Word, content: Word, argument: Word?)] = []
    for value in values {
      guard let destination = destination(for: value, in: node),
        let closure = closureArgument(s[Int(destination)].value)
      else { continue }
      result.append((value, closure, value))
    }
    for destination in navigationDestinations where isInside(destination, node) {
      let word = s[Int(destination)].value
      let closure = closureArgument(word) ?? .none
      if hasArgument(word, "isPresented") {
        let shown = evaluate(node, isNew: false) { try readBinding(argument(word, "isPresented")) } ?? .none
        if shown == .truth { result.append((Word(integer: Int(destination)), closure, nil)) }
      } else if hasArgument(word, "item") {
        let item = evaluate(node, isNew: false) { try readBinding(argument(word, "item")) } ?? .none
        if !item.isNone { result.append((item, closure, item)) }
      }
    }
    for content in navigations[index].direct { result.append((content, content, nil)) }
    return result
  }

  private func pathValues(_ path: Word) -> [Word] {
    let elements = pathElements(path) ?? []
    guard heap.kind(path) == .structure else { return elements }
    return elements.map { heap.count($0) > 0 ? heap.slot($0, 0) : .none }
  }

  /// What a path is a list of; nil for what is no path. A NavigationPath keeps its values in its only field, each in an
  /// AnyHashable.
  private func pathElements(_ path: Word) -> [Word]? {
    switch heap.kind(path) {
    case .array: return Array(heap.contents(path))
    case .structure:
      let first = heap.count(path) > 0 ? heap.slot(path, 0) : .none
      return heap.kind(first) == .array ? Array(heap.contents(first)) : []
    default: return nil
    }
  }

  /// A path with other elements than one that is given; `added` is given away.
  private func path(like old: Word, _ kept: [Word], added: Word? = nil) -> Word {
    for element in kept { heap.share(element) }
    let elements = kept + (added.map { [$0] } ?? [])
    guard heap.kind(old) == .structure else { return heap.make(.array, type: heap.type(old), elements) }
    let list = heap.make(.array, type: heap.type(heap.slot(old, 0)), elements)
    return heap.make(.structure, type: heap.type(old), [list])
  }

  /// A link's value as an element of a path. A number or a case without a payload does not tell its type; it is of the
  /// first type of that kind for which there is a destination.
  private func pathElement(_ value: Word, of path: Word, in stack: SID) -> Word {
    guard heap.kind(path) == .structure else {
      let inner = heap.kind(value) == .existential ? heap.slot(value, 0) : value
      heap.share(inner)
      return inner
    }
    var erased = value
    if value.isHandle {
      heap.share(value)
    } else {
      let type = plainDestination(in: stack).map { argument(s[Int($0)].value, "for").integer }
      erased = heap.make(.existential, type: type ?? types.int, [value])
    }
    return heap.make(.structure, type: types.named("AnyHashable") ?? .unknown, [erased])
  }

  private func plainDestination(in stack: SID) -> SID? {
    navigationDestinations.first {
      guard isInside($0, stack), hasArgument(s[Int($0)].value, "for") else { return false }
      switch types.shape(argument(s[Int($0)].value, "for").integer) {
      case .integer, .floating, .single, .boolean, .plainEnum: return true
      default: return false
      }
    }
  }

  private func isInside(_ destination: SID, _ stack: SID) -> Bool {
    guard s[Int(destination)].kind == .structural else { return false }
    var host = s[Int(destination)].host
    while host >= 0 {
      if u[Int(host)].base == stack { return true }
      host = u[Int(host)].parent
    }
    return false
  }

  /// The destination of a value: the one for its type, else the only one there is.
  private func destination(for value: Word, in stack: SID) -> SID? {
    let all = navigationDestinations.filter { isInside($0, stack) && hasArgument(s[Int($0)].value, "for") }
    if !value.isHandle, let plain = plainDestination(in: stack) { return plain }
    let type = value.isHandle ? heap.type(value) : -1
    return all.first { argument(s[Int($0)].value, "for").integer == type } ?? all.first
  }

  private func refreshPages(_ index: Int, _ wanted: [(key: Word, content: Word, argument: Word?)]) {
    for (page, new) in zip(navigations[index].pages, wanted) {
      if let ext = s[Int(page.node)].ext as? NavigationPageExt {
        heap.share(new.content)
        ext.content = new.content
        ext.argument = new.argument
      }
      updateChild(page.node, 0, pageContent(page.node, new.content, new.argument))
    }
  }

  private func pageContent(_ node: SID, _ content: Word, _ argument: Word?) -> Word {
    guard heap.kind(content) == .closure else { return content }
    var value = argument
    if let given = value, heap.kind(given) == .existential { value = heap.slot(given, 0) }
    return call(node, content, value.map { [$0] } ?? [])
  }

  /// Makes, keeps and takes away pages; runs in the transaction of the slide.
  private func applyPages(_ index: Int) {
    let stack = navigations[index].node
    guard s[Int(stack)].instances.count == 2 else { return }
    let host = u[Int(s[Int(stack)].instances[0])].secondary
    guard host >= 0, u[Int(host)].content >= 0 else { return }
    let root = u[Int(host)].content
    let wanted = wantedPages(index)
    var pages = navigations[index].pages
    var kept = 0
    while kept < pages.count, kept < wanted.count, sameId(pages[kept].key, wanted[kept].key) { kept += 1 }
    refreshPages(index, Array(wanted.prefix(kept)))
    let wasOnTop = pages.last?.node ?? s[Int(root)].children.first ?? -1
    // What is uncovered is back at once, where it had gone to.
    let newTop = kept > 0 ? pages[kept - 1].node : s[Int(root)].children.first ?? -1
    let isPop = wanted.count <= kept
    if isPop { uncover(newTop) }
    while pages.count > kept {
      let page = pages.removeLast()
      s[Int(root)].children.removeAll { $0 == page.node }
      remove(page.node, from: root)
      if let ext = s[Int(page.node)].ext as? NavigationPageExt { fill(ext.box, [], bars: []) }
    }
    for new in wanted[kept...] {
      heap.share(new.key)
      let node = makePage(stack, below: root, new.content, new.argument, isRoot: false)
      s[Int(root)].children.append(node)
      pages.append(NavigationState.Page(node: node, key: new.key))
      inserted(node)
    }
    navigations[index].pages = pages
    barsDirty = true
    // The bars of a page come with it.
    updateBars()
    structureChanged(host)
    collectHosts()
    if isPop {
      for top in pageTops(newTop) where u[Int(top)].transition >= 0 { shiftPage(top, to: 0) }
    } else if wasOnTop >= 0, pages.last?.node != wasOnTop {
      cover(wasOnTop)
    }
    navigations[index].coverTime = now + ViewGraph.coverDelay
  }

  private func pageTops(_ node: SID) -> [UID] {
    guard node >= 0 else { return [] }
    var tops: [UID] = []
    self.tops(below: node) { top, _ in tops.append(top) }
    return tops
  }

  private func cover(_ node: SID) {
    for top in pageTops(node) { shiftPage(top, to: -0.3 * device.width) }
  }

  /// A page that was away stands where it had gone to, before anything moves.
  private func uncover(_ node: SID) {
    var isNew = false
    for top in pageTops(node) where u[Int(top)].flags.contains(.unrealised) {
      setRealised(top, true)
      isNew = true
    }
    guard isNew else { return }
    let saved = forcedTransaction
    forcedTransaction = Transact()
    layoutForPages()
    forcedTransaction = saved
  }

  /// The page below the top one is there again, where it had gone to: a finger begins to go back.
  func uncoverPage(_ index: Int) {
    let pages = navigations[index].allPages
    guard pages.count > 1 else { return }
    navigations[index].coverTime = -1
    let below = pages[pages.count - 2]
    uncover(below)
    for top in pageTops(below) where u[Int(top)].transition < 0 { shiftPage(top, to: -0.3 * device.width) }
  }

  /// The top page so far away from its place, and the one below where it is then.
  func showPages(_ index: Int, _ way: Double, _ animation: Animation?) {
    let pages = navigations[index].allPages
    guard pages.count > 1 else { return }
    for top in pageTops(pages[pages.count - 1]) { shiftPage(top, to: way) }
    for top in pageTops(pages[pages.count - 2]) { shiftPage(top, to: -0.3 * (device.width - way)) }
    guard let animation else { return }
    let saved = forcedTransaction
    var transaction = Transact()
    transaction.setAnimation(animation)
    forcedTransaction = transaction
    geometryPass()
    forcedTransaction = saved
  }

  private func layoutForPages() {
    needsLayout = false
    for window in windows where u[Int(window)].isAlive && u[Int(window)].layout >= 0 {
      _ = tree.layout(
        root: u[Int(window)].layout, in: windowFrame(window).rect,
        safeArea: windowFrame(window).safeArea, keyboard: focus.keyboard)
    }
    geometryPass()
    needsLayout = true
  }

  /// Once a tick: pages that have been covered for a while are away.
  func finishNavigations() {
    guard !navigations.isEmpty else { return }
    navigations.removeAll { s[Int($0.node)].kind != .base || s[Int($0.node)].op != .navigationStack }
    for index in navigations.indices
    where navigations[index].coverTime >= 0 && now >= navigations[index].coverTime - 1e-9 {
      navigations[index].coverTime = -1
      let stack = navigations[index].node
      guard s[Int(stack)].instances.count == 2 else { continue }
      let host = u[Int(s[Int(stack)].instances[0])].secondary
      guard host >= 0, u[Int(host)].content >= 0 else { continue }
      let children = s[Int(u[Int(host)].content)].children
      for child in children.dropLast() { for top in pageTops(child) { setRealised(top, false) } }
    }
  }

  // MARK: Links and dismissal

  /// A NavigationLink was tapped.
  func follow(link node: SID) {
    var host = s[Int(node)].host
    while host >= 0 {
      if let index = stackIndex(u[Int(host)].base) {
        push(node, index)
        return
      }
      host = u[Int(host)].parent
    }
  }

  private func push(_ link: SID, _ index: Int) {
    let word = s[Int(link)].value
    let stack = s[Int(navigations[index].node)].value
    if hasArgument(word, "value") {
      let value = argument(word, "value")
      if value.isNone { return }
      heap.share(value)
      if hasArgument(stack, "path") {
        let binding = argument(stack, "path")
        perform {
          let path = try readBinding(binding)
          guard let before = pathElements(path) else { return }
          let element = pathElement(value, of: path, in: navigations[index].node)
          let grown = self.path(like: path, before, added: element)
          try writeBinding(binding, grown, current, 0)
        }
        return
      }
      navigations[index].values.append(value)
    } else {
      let destination = argument(word, "destination")
      let content = destination.isNone ? linkClosure(link) : destination
      guard !content.isNone else { return }
      heap.share(content)
      navigations[index].direct.append(content)
    }
    enqueueNavigation(index)
  }

  /// `NavigationLink("Title") { destination }`
  private func linkClosure(_ link: SID) -> Word {
    let word = s[Int(link)].value
    for slot in heap.contents(word) where heap.kind(slot) == .closure && slot != argument(word, "label") { return slot }
    return .none
  }

  /// `dismiss()` in a page: it and what lies above it go.
  func popPage(_ page: SID) {
    guard let ext = s[Int(page)].ext as? NavigationPageExt, let index = stackIndex(ext.stack),
      let place = navigations[index].pages.firstIndex(where: { $0.node == page })
    else { return }
    let stack = s[Int(ext.stack)].value
    let key = navigations[index].pages[place].key
    if let direct = navigations[index].direct.firstIndex(where: { sameId($0, key) }) {
      navigations[index].direct.removeSubrange(direct...)
      enqueueNavigation(index)
      return
    }
    for destination in navigationDestinations where isInside(destination, ext.stack) {
      let word = s[Int(destination)].value
      if hasArgument(word, "isPresented"), key == Word(integer: Int(destination)) {
        writeBinding(argument(word, "isPresented"), .falsehood)
        return
      }
      if hasArgument(word, "item") {
        writeBinding(argument(word, "item"), .none)
        return
      }
    }
    navigations[index].direct = []
    if hasArgument(stack, "path") {
      let binding = argument(stack, "path")
      perform {
        let path = try readBinding(binding)
        guard let before = pathElements(path) else { return }
        let rest = self.path(like: path, Array(before.prefix(place)))
        try writeBinding(binding, rest, current, 0)
      }
    } else {
      navigations[index].values = Array(navigations[index].values.prefix(place))
      enqueueNavigation(index)
    }
  }

  /// Whether an item is a pushed page, which comes and goes by the trailing edge.
  func isPage(_ top: UID) -> Bool {
    guard !navigations.isEmpty else { return false }
    var node = u[Int(top)].base
    while node >= 0, s[Int(node)].hostOf < 0 {
      if let page = s[Int(node)].ext as? NavigationPageExt { return !page.isRoot }
      node = s[Int(node)].parent
    }
    return false
  }
}
