/// Preferences: values written below, reduced in document order, delivered to readers above (semantics 8.1-8.3).

extension ViewGraph {
  /// The type that names a key, from `key: K.Type` or the first argument.
  private func preferenceKey(_ word: Word) -> TypeId {
    let labelled = argument(word, "key")
    let value = labelled.isNone ? argument(word, 0) : labelled
    return value.isHandle || value.isNone ? .unknown : value.integer
  }

  /// Delivers changed values to `onPreferenceChange`, and refreshes content built from values.
  func updatePreferences() {
    guard preferencesDirty else { return }
    preferencesDirty = false
    for node in preferenceReaders {
      guard s[Int(node)].kind == .structural, let ext = s[Int(node)].ext as? LifecycleExt else { continue }
      let key = preferenceKey(s[Int(node)].value)
      let value = collect(key, below: node) ?? defaultPreference(key)
      if ext.hasDelivered, isEqual(ext.last, value, type: preferenceValueType(key, value)) { continue }
      ext.hasDelivered = true
      heap.share(value)
      ext.last = value
      if !ext.isQueued {
        ext.isQueued = true
        lifecycle.preferences.append(node)
      }
    }
    for id in u.indices where u[id].isAlive && (u[id].op == .overlayPreference || u[id].op == .backgroundPreference) {
      updateContent(u[id].secondary, preferenceContent(u[id].s))
    }
  }

  func deliverPreference(_ node: SID) {
    guard let ext = s[Int(node)].ext as? LifecycleExt else { return }
    ext.isQueued = false
    if let closure = closureArgument(s[Int(node)].value) { perform(closure, [ext.last]) }
  }

  /// Content of `overlayPreferenceValue`: the closure with the value that comes from below.
  func preferenceContent(_ node: SID) -> Word {
    let word = s[Int(node)].value
    guard let closure = closureArgument(word) else { return .none }
    let key = preferenceKey(word)
    let value = collect(key, below: node) ?? defaultPreference(key)
    return call(node, closure, [value])
  }

  private func preferenceValueType(_ key: TypeId, _ value: Word) -> TypeId {
    let requirement = protocols.preferenceDefault
    if requirement.proto >= 0, let type = types.associatedType(key, requirement.proto, 0), type != .unknown {
      return type
    }
    return heap.type(value)
  }

  private func defaultPreference(_ key: TypeId) -> Word {
    let requirement = protocols.preferenceDefault
    guard requirement.index >= 0 else { return .none }
    let value = evaluateFree { try machine.callWitness(of: key, requirement.proto, requirement.index, []) }
    return (value ?? nil) ?? .none
  }

  /// Scene code outside of any evaluation.
  func evaluateFree<T>(_ body: () throws -> T) -> T? {
    let saved = reader
    let wasUpdating = isUpdating
    reader = -1
    isUpdating = true
    defer {
      reader = saved
      isUpdating = wasUpdating
    }
    return scene(body)
  }

  /// The reduced value of a key below a structure node; nil where nothing writes it.
  func collect(_ key: TypeId, below node: SID) -> Word? {
    var values: [Word] = []
    for child in s[Int(node)].children where child >= 0 { gather(key, child, &values) }
    return reduce(key, values)
  }

  private func reduce(_ key: TypeId, _ values: [Word]) -> Word? {
    guard var result = values.first else { return nil }
    let requirement = protocols.preferenceReduce
    guard requirement.index >= 0 else { return result }
    for next in values.dropFirst() {
      let closure = constantClosure(next)
      let results = evaluateFree {
        try machine.callWitnessResults(of: key, requirement.proto, requirement.index, [result, closure])
      }
      if let list = results ?? nil, list.count > 1 { result = list[1] }
    }
    return result
  }

  /// Values written in a subtree, in document order. A writer replaces what comes from below it.
  private func gather(_ key: TypeId, _ root: SID, _ values: inout [Word], _ depth: Int = 0) {
    guard depth < 600 else { return }
    var node = root
    while true {
      let n = Int(node)
      switch s[n].kind {
      case .free, .empty: return
      case .base:
        guard s[n].instances.count == 2, !u[Int(s[n].instances[1])].flags.contains(.unrealised) else { return }
        gatherChain(key, s[n].instances[1], &values, depth)
        return
      default: break
      }
      if s[n].children.count == 1, s[n].children[0] >= 0 {
        node = s[n].children[0]
        continue
      }
      for child in s[n].children where child >= 0 { gather(key, child, &values, depth + 1) }
      return
    }
  }

  /// A chain from its outermost modifier: the outermost writer of the key decides for everything inside.
  private func gatherChain(_ key: TypeId, _ top: UID, _ values: inout [Word], _ depth: Int) {
    var stack: [UID] = []
    var id = top
    while id >= 0 {
      stack.append(id)
      if u[Int(id)].op == .preference, preferenceKey(s[Int(u[Int(id)].s)].value) == key { break }
      id = u[Int(id)].child
    }
    // From inside out: values of the base's content, then what the modifiers around add or change.
    var own: [Word] = []
    for id in stack.reversed() {
      let i = Int(id)
      let word = u[i].s >= 0 ? s[Int(u[i].s)].value : .none
      switch u[i].op {
      case .preference:
        if preferenceKey(word) == key { own = [argument(word, "value")] }
      case .anchorPreference:
        if preferenceKey(word) == key, let closure = closureArgument(word) {
          let anchor = makeTagged(.anchor, [Word(integer: Int(id)), argument(word, "value")])
          if let value = evaluate(u[i].s, isNew: false, { try machine.callClosure(closure, [anchor]) }) {
            own = [value]
          }
        }
      case .transformPreference, .transformAnchorPreference:
        if preferenceKey(word) == key, let closure = closureArgument(word) {
          let base = reduce(key, own) ?? defaultPreference(key)
          var arguments = [base]
          if u[i].op == .transformAnchorPreference {
            arguments.append(makeTagged(.anchor, [Word(integer: Int(id)), argument(word, "value")]))
          }
          let results = evaluate(u[i].s, isNew: false) { try machine.callClosureResults(closure, arguments) }
          if let results, results.count > 1 {
            own = [results[1]]
          }
        }
      case .background, .backgroundPreference:
        var below: [Word] = []
        gatherHost(key, u[i].secondary, &below, depth)
        own = below + own
      default:
        if u[i].secondary >= 0 { gatherHost(key, u[i].secondary, &own, depth) }
        if u[i].flags.contains(.isHost) { gatherHost(key, id, &own, depth) }
      }
    }
    values.append(contentsOf: own)
  }

  private func gatherHost(_ key: TypeId, _ host: UID, _ values: inout [Word], _ depth: Int) {
    guard host >= 0, u[Int(host)].content >= 0 else { return }
    gather(key, u[Int(host)].content, &values, depth + 1)
  }

  // MARK: onGeometryChange

  /// Values of `onGeometryChange` after layout.
  func updateGeometryChanges() {
    if checkedGeometry == counters.geometryPasses { return }
    checkedGeometry = counters.geometryPasses
    for id in geometryChangeNodes where u[Int(id)].isAlive && !isUnrealised(id) {
      let i = Int(id)
      guard let ext = u[i].ext as? GeometryChangeExt else { continue }
      let word = s[Int(u[i].s)].value
      guard let proxy = u[i].op == .onScrollGeometryChange ? scrollGeometry(UID(i)) : geometryProxy(UID(i)) else {
        continue
      }
      let transform = argument(word, "of")
      guard let value = evaluate(u[i].s, isNew: false, { try machine.callClosure(transform, [proxy]) }) else {
        continue
      }
      if ext.hasValue, isEqual(ext.last, value, type: heap.type(value)) { continue }
      if !ext.isQueued { ext.old = ext.hasValue ? ext.last : value }
      heap.share(value)
      ext.last = value
      ext.hasValue = true
      if !ext.isQueued {
        ext.isQueued = true
        lifecycle.geometry.append(UID(i))
      }
    }
  }

  private func geometryProxy(_ id: UID) -> Word? {
    let rect = layoutRect(id)
    return makeTagged(
      .geometryProxy, [Word(integer: Int(id)), Word(number: rect.width), Word(number: rect.height)],
      type: types.named("GeometryProxy") ?? .unknown)
  }

  /// `ScrollGeometry` of the scroll view that a modifier is on, or of the first one inside. Offsets count from where the content
  /// begins without its insets, as the framework's do.
  func scrollGeometry(_ id: UID) -> Word? {
    guard let scroll = describedScroll(id), tree.isPlaced(u[Int(scroll)].layout) else { return nil }
    let offset = scrollOffset(scroll)
    let content = tree.contentSize(u[Int(scroll)].layout)
    let box = tree.absoluteRect(of: u[Int(scroll)].layout)
    let insets = remainingInsets(scroll)
    return makeTagged(
      .scrollGeometry,
      [
        offset.x - insets.leading, offset.y - insets.top, content.width, content.height,
        box.width + insets.leading + insets.trailing, box.height + insets.top + insets.bottom, insets.top,
        insets.leading, insets.bottom, insets.trailing,
      ].map { Word(number: $0) }, type: types.named("ScrollGeometry") ?? .unknown)
  }

  /// The scroll view that a modifier is on, or the first one inside.
  func describedScroll(_ id: UID) -> UID? {
    let base = u[Int(id)].base
    let own = base >= 0 && s[Int(base)].op == .scrollView ? s[Int(base)].instances.first : nil
    return own ?? firstScroll(below: id)
  }

  static func registerScrollGeometry(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func n(_ call: NativeCall, _ i: Int) -> Double {
      let slot = call.heap.slot(call[0], i)
      return slot.isNone || slot.isHandle ? 0 : slot.number
    }
    registry.register("ScrollGeometry.contentOffset") { call in
      call.result = graph()?.makePoint(n(call, 1), n(call, 2)) ?? .none
    }
    registry.register("ScrollGeometry.contentSize") { call in
      call.result = graph()?.makeSize(n(call, 3), n(call, 4)) ?? .none
    }
    registry.register("ScrollGeometry.containerSize") { call in
      call.result = graph()?.makeSize(n(call, 5), n(call, 6)) ?? .none
    }
    registry.register(["ScrollGeometry.bounds", "ScrollGeometry.visibleRect"]) { call in
      call.result = graph()?.makeRect(Rect(n(call, 1), n(call, 2), n(call, 5), n(call, 6))) ?? .none
    }
    registry.register("ScrollGeometry.contentInsets") { call in
      call.result =
        graph()?.makeInsets(
          Insets(top: n(call, 7), leading: n(call, 8), bottom: n(call, 9), trailing: n(call, 10))) ?? .none
    }
  }

  func deliverGeometry(_ id: UID) {
    guard let ext = u[Int(id)].ext as? GeometryChangeExt else { return }
    ext.isQueued = false
    let closure = argument(s[Int(u[Int(id)].s)].value, "action")
    perform(closure, closureParameters(closure) == 2 ? [ext.old, ext.last] : [ext.last])
  }
}
