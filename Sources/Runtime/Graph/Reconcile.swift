/// View values to structure nodes: mounting, updating, replacing. Chains of wrappers and modifiers are walked in loops; only lists of
/// children and hosts recurse, to a bounded depth.

/// What a view value is, as far as identity is concerned.
struct ViewClass {
  var kind: SKind
  var op: ViewOp
  var key: Word
}

/// What a new node inherits.
struct MountContext {
  var host: UID
  var env: SID
  var scope: SID
  var pending: SID
  var depth: Int32
}

/// Nesting of views inside one another, wrappers and modifiers of one chain included, beyond which nothing is mounted.
let maximumListDepth: Int32 = 320

/// Views that may be there at one time, and nodes they may be made of.
let maximumViews = 200_000
let maximumNodes = 2_000_000

extension ViewGraph {
  // MARK: Classes

  func classify(_ word: Word) -> ViewClass {
    if word.isNone { return ViewClass(kind: .empty, op: .empty, key: 0) }
    switch heap.kind(word) {
    case .description: return classifyDescription(word)
    case .existential: return ViewClass(kind: .single, op: .anyView, key: 0)
    case .array: return ViewClass(kind: .group, op: .tuple, key: Word(integer: heap.count(word)))
    case .tuple: return ViewClass(kind: .group, op: .tuple, key: Word(integer: heap.count(word)))
    case .structure, .enumeration, .instance:
      let type = heap.type(word)
      if isSubviews(word) {
        return ViewClass(kind: .group, op: .tuple, key: Word(integer: heap.count(heap.slot(word, 0))))
      }
      if conforms(type, protocols.shape) { return ViewClass(kind: .base, op: .shape, key: 0) }
      if conforms(type, protocols.view) { return ViewClass(kind: .userView, op: .none, key: Word(integer: type)) }
      return ViewClass(kind: .empty, op: .unknownView, key: 0)
    case .string: return ViewClass(kind: .base, op: .text, key: 0)
    case .native:
      if let tag = tag(word) {
        switch tag {
        case .content, .styleLabel, .transitionContent:
          return ViewClass(kind: .placeholder, op: .content, key: heap.slot(word, 1))
        case .styledShape, .path: return ViewClass(kind: .base, op: .shape, key: 0)
        case .fixedLeaf: return ViewClass(kind: .base, op: .unknownView, key: 0)
        case .spacerLeaf: return ViewClass(kind: .base, op: .spacer, key: 0)
        case .symbolLeaf: return ViewClass(kind: .base, op: .image, key: 0)
        case .modifiedPair:
          return ViewClass(kind: .customModifier, op: .modified, key: Word(integer: heap.type(heap.slot(word, 2))))
        case .subview: return ViewClass(kind: .single, op: .passthrough, key: 0)
        case .projection: return ViewClass(kind: .unary, op: .projectionEffect, key: 0)
        case .tinted: return ViewClass(kind: .environment, op: .foregroundStyle, key: 1)
        case .fonted: return ViewClass(kind: .environment, op: .font, key: 1)
        case .centered: return ViewClass(kind: .environment, op: .multilineTextAlignment, key: 1)
        case .dialogCell: return ViewClass(kind: .environment, op: .controlStyle, key: 1)
        case .upperCased: return ViewClass(kind: .environment, op: .textCase, key: 1)
        case .iconLabel: return ViewClass(kind: .base, op: .label, key: 1)
        case .searchField: return ViewClass(kind: .base, op: .textField, key: 1)
        case .bareSlider: return ViewClass(kind: .base, op: .slider, key: 1)
        case .labelLook, .menuRows: return ViewClass(kind: .environment, op: .controlStyle, key: 2)
        case .oneLine, .tabLabel: return ViewClass(kind: .environment, op: .lineLimit, key: 1)
        case .barButton:
          let kind = heap.slot(word, 1).integer &* 1000 &+ heap.slot(word, 3).integer
          return ViewClass(kind: .base, op: .button, key: Word(integer: kind))
        case .listRows: return ViewClass(kind: .forEach, op: .forEach, key: 1)
        case .arranged: return ViewClass(kind: .base, op: .arranged, key: heap.slot(word, 1))
        case .headerButton: return ViewClass(kind: .base, op: .button, key: heap.slot(word, 1))
        default: break
        }
      }
      return ViewClass(kind: .empty, op: .unknownView, key: 0)
    default: return ViewClass(kind: .empty, op: .unknownView, key: 0)
    }
  }

  private func classifyDescription(_ word: Word) -> ViewClass {
    let op = self.op(word)
    switch op {
    case .slider where hasArgument(word, "minimumValueLabel"):
      return ViewClass(kind: .base, op: .controlGroup, key: 1)
    case .empty: return ViewClass(kind: .empty, op: .empty, key: 0)
    case .buildBlock, .tuple:
      return ViewClass(kind: .group, op: .buildBlock, key: Word(integer: heap.count(word)))
    case .section: return ViewClass(kind: .group, op: op, key: 0)
    case .gridRow: return ViewClass(kind: .group, op: .gridRow, key: 0)
    case .buildEitherFirst:
      return ViewClass(kind: .single, op: op, key: hasArgument(word, "first") ? 1 : 2)
    case .id: return ViewClass(kind: .single, op: op, key: argument(word, 0))
    case .buildIf, .passthrough, .group, .tabEntry, .toolbarItem, .anyView, .scrollViewReader, .styledContent,
      .animationBody, .phaseAnimator,
      .keyframeAnimator:
      return ViewClass(kind: .single, op: op, key: 0)
    case .forEach: return ViewClass(kind: .forEach, op: op, key: 0)
    case .modified:
      let modifier = modifierValue(word)
      if heap.kind(modifier) == .structure || heap.kind(modifier) == .enumeration || heap.kind(modifier) == .instance {
        return ViewClass(kind: .customModifier, op: op, key: Word(integer: heap.type(modifier)))
      }
      return ViewClass(kind: .single, op: .passthrough, key: 0)
    case .none:
      if info(word)?.type.hasPrefix("LocalizedString") == true { return ViewClass(kind: .base, op: .text, key: 0) }
      return ViewClass(kind: .empty, op: .unknownView, key: Word(integer: native(word)))
    default: break
    }
    switch op.role {
    case .base:
      let unified: ViewOp = op == .fill || op == .color || op == .shape ? .shape : op
      return ViewClass(kind: .base, op: unified, key: op == .unknownView ? Word(integer: native(word)) : 0)
    case .environment: return ViewClass(kind: .environment, op: op, key: 0)
    case .structural: return ViewClass(kind: .structural, op: op, key: 0)
    case .unary: return ViewClass(kind: .unary, op: op, key: 0)
    case .transparent, .structure, .notView: return ViewClass(kind: .single, op: op, key: 0)
    }
  }

  /// The ViewModifier in `.modifier(m)` or `ModifiedContent(content:modifier:)`.
  func modifierValue(_ word: Word) -> Word {
    if tag(word) == .modifiedPair { return heap.slot(word, 2) }
    return describedModifier(word)
  }

  private func describedModifier(_ word: Word) -> Word {
    hasArgument(word, "modifier") ? argument(word, "modifier") : argument(word, 0)
  }

  func modifiedContent(_ word: Word) -> Word {
    if tag(word) == .modifiedPair { return heap.slot(word, 1) }
    return describedContent(word)
  }

  private func describedContent(_ word: Word) -> Word {
    hasArgument(word, "content") ? argument(word, "content") : receiver(word)
  }

  func matches(_ node: SID, _ c: ViewClass) -> Bool {
    let n = Int(node)
    guard s[n].kind == c.kind, s[n].op == c.op else { return false }
    if s[n].key == c.key { return true }
    return c.op == .id && machine.identical(s[n].key, c.key)
  }

  // MARK: Children by value

  /// The only child of a node with one child.
  func childValue(_ node: SID) -> Word {
    let word = s[Int(node)].value
    switch s[Int(node)].op {
    case .anyView:
      if heap.kind(word) == .existential { return heap.slot(word, 0) }
      return content(node, argument(word, 0))
    case .group:
      if hasArgument(word, "subviews") || hasArgument(word, "sections") { return subviewContent(node) }
      return content(node, closureArgument(word) ?? argument(word, 0))
    case .tabEntry:
      let labelled = argument(word, "content")
      return content(node, labelled.isNone ? closureArgument(word) ?? .none : labelled)
    case .buildEitherFirst, .buildIf: return argument(word, 0)
    case .passthrough: return heap.slot(word, 1)
    case .scrollViewReader:
      guard let closure = closureArgument(word) else { return .none }
      let proxy = makeTagged(.scrollProxy, [Word(integer: Int(node))])
      return call(node, closure, [proxy])
    case .toolbarItem: return content(node, closureArgument(word) ?? .none)
    case .navigationPage: return pageValue(node)
    case .animationBody: return animationBodyValue(node)
    case .phaseAnimator: return phaseContent(node)
    case .keyframeAnimator: return keyframeContent(node)
    default: return receiver(word)
    }
  }

  /// Children of a node with several.
  func childValues(_ node: SID) -> [Word] {
    let word = s[Int(node)].value
    let slots = heap.contents(word)
    switch heap.kind(word) {
    case .array, .tuple: return Array(slots)
    case .structure where isSubviews(word): return Array(heap.contents(heap.slot(word, 0)))
    default: break
    }
    if s[Int(node)].op == .gridRow { return [content(node, closureArgument(word) ?? .none)] }
    if s[Int(node)].op == .section { return sectionValues(node) }
    guard slots.count > 1 else { return [] }
    if slots.count == 2, heap.kind(slots[1]) == .array || heap.kind(slots[1]) == .tuple {
      return Array(heap.contents(slots[1]))
    }
    return Array(slots[1...])
  }

  private func sectionValues(_ node: SID) -> [Word] {
    let word = s[Int(node)].value
    var result: [Word] = []
    for label in ["header", "content", "footer"] {
      var value = argument(word, label)
      // `Section("Title") { }`
      if label == "header", value.isNone, info(word)?.labels.first == "_", heap.kind(argument(word, 0)) != .closure {
        value = argument(word, 0)
      }
      let view = value.isNone ? Word.none : content(node, value)
      result.append(label == "content" ? view : sectionText(node, view, isHeader: label == "header"))
    }
    return result
  }

  /// A view that is given as a value or as a builder closure; the closure runs as an evaluation of `node`.
  func content(_ node: SID, _ value: Word) -> Word {
    heap.kind(value) == .closure ? call(node, value, []) : value
  }

  /// Calls a content closure as an evaluation of `node`; nil after a trap.
  func call(_ node: SID, _ closure: Word, _ arguments: [Word]) -> Word {
    counters.contents += 1
    return evaluate(node, isNew: false) { try machine.callClosure(closure, arguments) } ?? .none
  }

  /// Runs scene code whose reads the node depends on. `isNew` forgets what it depended on before.
  func evaluate<T>(_ node: SID, isNew: Bool, _ body: () throws -> T) -> T? {
    let saved = reader
    let wasUpdating = isUpdating
    if isNew || s[Int(node)].serial == 0 {
      evaluations &+= 1
      s[Int(node)].serial = evaluations
    }
    reader = node
    isUpdating = true
    defer {
      reader = saved
      isUpdating = wasUpdating
    }
    return scene(body)
  }

  // MARK: Mounting

  func allocate(_ c: ViewClass, _ value: Word, parent: SID, _ context: MountContext) -> SID {
    var node = SNode()
    node.kind = c.kind
    node.op = c.op
    node.key = c.key
    node.value = value
    node.parent = parent
    node.host = context.host
    node.env = context.env
    node.scope = context.scope
    node.pending = context.pending
    node.depth = context.depth
    node.flags = .fresh
    heap.share(value)
    if let id = freeS.popLast() {
      s[Int(id)] = node
      return id
    }
    s.append(node)
    return SID(s.count - 1)
  }

  /// What the children of a node inherit.
  func contextBelow(_ node: SID) -> MountContext {
    let n = s[Int(node)]
    var context = MountContext(host: n.host, env: n.env, scope: n.scope, pending: n.pending, depth: n.depth + 1)
    switch n.kind {
    case .environment: context.env = node
    case .unary, .userView: context.pending = node
    case .structural: if n.op == .animation || n.op == .transaction { context.scope = node }
    case .single: if n.op == .animationBody { context.scope = node }
    case .placeholder:
      // What `animation(_:body:)` is written behind is not part of its body.
      let owner = SID(truncatingIfNeeded: heap.slot(n.value, 1).integer)
      if owner >= 0, Int(owner) < s.count, s[Int(owner)].op == .animationBody { context.scope = s[Int(owner)].scope }
    default: break
    }
    return context
  }

  /// Makes the nodes for a view value.
  @discardableResult
  func mount(_ word: Word, parent: SID, _ context: MountContext) -> SID {
    var value = word
    var context = context
    var top: SID = -1
    var previous = parent
    listDepth += 1
    defer { leaveDepth() }
    while true {
      var c = classify(value)
      if listDepth > maximumListDepth {
        reportDepth(previous)
        c = ViewClass(kind: .empty, op: .empty, key: 0)
      }
      if !endless.isEmpty, c.kind == .userView, endless.contains(heap.type(value)) {
        c = ViewClass(kind: .empty, op: .empty, key: 0)
      }
      if c.kind == .base, isFull {
        reportFull()
        c = ViewClass(kind: .empty, op: .empty, key: 0)
      }
      let node = allocate(c, value, parent: previous, context)
      if top < 0 { top = node } else { s[Int(previous)].children = [node] }
      switch c.kind {
      case .empty:
        if c.op == .unknownView { noteUnknown(value) }
        return top
      case .base:
        mountBase(node)
        return top
      case .group:
        mountGroup(node)
        return top
      case .forEach:
        updateForEach(node)
        return top
      case .userView, .customModifier:
        guard let body = evaluateBody(node) else {
          value = .none
          break
        }
        value = body
      case .placeholder: value = placeholderValue(node)
      case .environment:
        mountEnvironment(node)
        value = receiver(value)
      case .structural:
        mountStructural(node)
        value = receiver(value)
      case .unary: value = c.op == .transition ? transitionContent(node) : receiver(value)
      case .single, .free: value = childValue(node)
      }
      if c.op == .unknownModifier, let info = info(s[Int(node)].value) { note(info) }
      context = contextBelow(node)
      previous = node
      if context.depth > 100_000 {
        reportDepth(previous)
        value = .none
      }
    }
  }

  private func mountGroup(_ node: SID) {
    let words = childValues(node)
    var children: [SID] = []
    children.reserveCapacity(words.count)
    let context = contextBelow(node)
    for word in words { children.append(mount(word, parent: node, context)) }
    s[Int(node)].children = children
  }

  /// No further view has room.
  var isFull: Bool { liveViews >= viewLimit || s.count - freeS.count >= maximumNodes }

  func reportFull() {
    report(
      RuntimeCode.bound, .error, "There are more than \(viewLimit) views; what does not fit is left out")
    hasTrapped = true
  }

  private func leaveDepth() {
    listDepth -= 1
    if listDepth == 0, !endless.isEmpty { endless.removeAll() }
  }

  /// What contains itself is left out in all that is still to be made around it: two views of its own in a body would make as many as
  /// there is room for.
  private func reportDepth(_ node: SID) {
    let view = viewAround(node)
    if let view, view.isRepeated { endless.insert(view.type) }
    let question = view.map { $0.isRepeated ? ". Does the body of '\($0.name)' contain itself?" : "" } ?? ""
    report(
      RuntimeCode.bound, .error,
      "Views are nested more than \(maximumListDepth) levels deep; what lies deeper is left out\(question)",
      place: view?.place)
    hasTrapped = true
  }

  private func noteUnknown(_ word: Word) {
    if let info = info(word) { note(info) }
  }

  // MARK: Updating

  /// Gives a node a new value.
  func update(_ start: SID, _ word: Word) {
    var node = start
    var value = word
    listDepth += 1
    defer { leaveDepth() }
    while true {
      let n = Int(node)
      let old = s[n].value
      if old == value || machine.identical(old, value) { return }
      if s[n].kind == .userView, isSameView(old, value) { return }
      heap.share(value)
      s[n].value = value
      var next: Word
      switch s[n].kind {
      case .empty, .free: return
      case .base:
        updateBase(node, old: old)
        return
      case .group:
        let words = childValues(node)
        for (index, word) in words.enumerated() where index < s[n].children.count {
          updateChild(node, index, word)
        }
        return
      case .forEach:
        updateForEach(node)
        return
      case .userView:
        guard let body = evaluateBody(node) else { return }
        next = body
      case .customModifier:
        updatePlaceholders(node)
        let (before, now) = (modifierValue(old), modifierValue(value))
        if machine.identical(before, now) || isSameView(before, now) { return }
        guard let body = evaluateBody(node) else { return }
        next = body
      case .placeholder: next = placeholderValue(node)
      case .environment:
        updateEnvironment(node)
        next = receiver(value)
      case .structural:
        updateStructural(node, old: old)
        next = receiver(value)
      case .unary:
        updateInstances(node, old: old)
        if s[n].op == .transition {
          updatePlaceholders(node)
          next = transitionContent(node)
        } else {
          next = receiver(value)
        }
      case .single:
        if s[n].ext is PlaceholderExt { updatePlaceholders(node) }
        if s[n].op == .tabItem || s[n].op == .tabEntry { barsDirty = true }
        next = childValue(node)
      }
      guard let child = s[n].children.first else { return }
      let c = classify(next)
      if matches(child, c) {
        node = child
        value = next
      } else {
        replace(node, 0, next, c)
        return
      }
    }
  }

  func updateChild(_ parent: SID, _ index: Int, _ word: Word) {
    let child = s[Int(parent)].children[index]
    let c = classify(word)
    if matches(child, c) { update(child, word) } else { replace(parent, index, word, c) }
  }

  /// Another identity takes the place of a child.
  func replace(_ parent: SID, _ index: Int, _ word: Word, _ c: ViewClass) {
    let old = s[Int(parent)].children[index]
    let gone = s[Int(parent)].gone
    if let back = gone.first(where: { matches($0, c) }) {
      s[Int(parent)].gone.removeAll { $0 == back }
      s[Int(parent)].children[index] = back
      revive(back)
      update(back, word)
    } else {
      let new = mount(word, parent: parent, contextBelow(parent))
      s[Int(parent)].children[index] = new
      inserted(new)
    }
    remove(old, from: parent)
    structureChanged(s[Int(parent)].host)
  }

  /// Re-evaluates a node whose dependencies changed.
  func refresh(_ node: SID) {
    let n = Int(node)
    guard s[n].kind != .free, s[n].flags.contains(.dirty) else { return }
    s[n].flags.remove(.dirty)
    evaluations &+= 1
    s[n].serial = evaluations
    switch s[n].kind {
    case .userView, .customModifier:
      guard let body = evaluateBody(node) else { return }
      if !s[n].children.isEmpty { updateChild(node, 0, body) }
    case .base: refreshBase(node)
    case .forEach: updateForEach(node)
    case .environment:
      updateEnvironment(node)
    case .group:
      for (index, word) in childValues(node).enumerated() where index < s[n].children.count {
        updateChild(node, index, word)
      }
    case .unary:
      updateInstances(node, old: s[n].value)
      if s[n].op == .transition, !s[n].children.isEmpty { updateChild(node, 0, transitionContent(node)) }
    case .single:
      if s[n].op == .tabItem || s[n].op == .tabEntry { barsDirty = true }
      if !s[n].children.isEmpty { updateChild(node, 0, childValue(node)) }
    case .structural: refreshStructural(node)
    default: break
    }
  }
}
