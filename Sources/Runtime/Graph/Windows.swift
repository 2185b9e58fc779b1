/// Windows: the screen's host, and those of sheets and full screen covers (semantics 9).

final class PresentationExt: SExt {
  var window: UID = -1
  /// Item that is shown, for `item:` presentations.
  var item: Word = .none
  var isLeaving = false
  /// The detent that `presentationDetents(_:selection:)` asks for.
  var detent: Word = .none
  /// Height that the window has settled to.
  var height = -1.0
}

extension ViewGraph {
  /// A host over the whole screen.
  func makeWindow(_ content: Word, env: SID, scope: SID, depth: Int32) -> UID {
    let id = allocateUnary(.window, -1, base: -1, parent: -1)
    u[Int(id)].flags.insert(.isHost)
    makeLayout(id, .host)
    u[Int(id)].implicit = tree.create(.stack(.vertical, alignment: .centerX, spacing: nil))
    while layoutOwners.count <= Int(u[Int(id)].implicit) { layoutOwners.append(-1) }
    windows.append(id)
    mountContent(id, content, env: env, scope: scope, depth: depth)
    needsLayout = true
    return id
  }

  /// The space of a window, and what of it bars take: a sheet leaves a strip of the screen free, or has the height of the
  /// chosen or else the smallest of its detents; everything else has the whole screen.
  func windowFrame(_ window: UID) -> (rect: Rect, safeArea: Insets) {
    let whole = Rect(0, 0, device.width, device.height)
    let insets = Insets(
      top: device.safeTop, leading: device.safeLeading, bottom: device.safeBottom, trailing: device.safeTrailing)
    guard windows.count > 1, window != windows[0], let node = presentation(of: window),
      s[Int(node)].op == .sheet || s[Int(node)].op == .popover
    else { return (whole, insets) }
    let top = device.safeTop + ViewGraph.sheetGap
    var height = whole.height - top
    if let word = presentationSetting(window, .presentationDetents) {
      let chosen = (s[Int(node)].ext as? PresentationExt)?.detent ?? .none
      height = detentHeight(argument(word, 0), chosen, height) ?? height
    }
    return (
      Rect(0, whole.height - height, whole.width, height),
      Insets(top: 0, leading: device.safeLeading, bottom: device.safeBottom, trailing: device.safeTrailing)
    )
  }

  /// Points between the safe area's top and a large sheet.
  static let sheetGap = 10.0

  private func presentation(of window: UID) -> SID? {
    presentations.first { (s[Int($0)].ext as? PresentationExt)?.window == window }
  }

  /// A modifier that a presentation's content sets for the presentation.
  func presentationSetting(_ window: UID, _ op: ViewOp) -> Word? {
    var node = u[Int(window)].content
    for _ in 0..<Int(maximumListDepth) where node >= 0 {
      if s[Int(node)].op == op { return s[Int(node)].value }
      guard s[Int(node)].kind != .base, let child = s[Int(node)].children.first else { return nil }
      node = child
    }
    return nil
  }

  /// The height of the chosen one of a set of detents, or the smallest where it holds no such one, the home indicator's
  /// space included; nil for none.
  private func detentHeight(_ set: Word, _ chosen: Word, _ large: Double) -> Double? {
    var least: Double?
    for detent in elementsOf(-1, set) {
      let word = heap.kind(detent) == .existential ? heap.slot(detent, 0) : detent
      let height: Double
      switch constantName(word) {
      case "medium": height = device.height / 2
      case "large": height = large
      case "height": height = (number(word, 0) ?? 0) + device.safeBottom
      case "fraction": height = (number(word, 0) ?? 1) * large
      default: continue
      }
      if !chosen.isNone, machine.identical(chosen, detent) { return max(0, min(large, height)) }
      least = min(least ?? .infinity, max(0, min(large, height)))
    }
    return least
  }

  func dropWindow(_ id: UID) {
    guard id >= 0, u[Int(id)].isAlive else { return }
    windows.removeAll { $0 == id }
    let content = u[Int(id)].content
    u[Int(id)].content = -1
    if content >= 0 { destroy(content) }
    if u[Int(id)].layout >= 0 { tree.remove(u[Int(id)].layout) }
    if u[Int(id)].value >= 0 { freeValue(u[Int(id)].value) }
    u[Int(id)] = UNode()
    requireGeometry()
  }

  /// Brings presentations in line with their bindings, those that stand in what another one begins to show included.
  func updatePresentations() {
    var known: [SID] = []
    var list = presentations
    repeat {
      presentationsDirty = false
      for node in list { updatePresentation(node) }
      known += list
      list = presentations.filter { !known.contains($0) }
    } while presentationsDirty && !list.isEmpty
  }

  private func updatePresentation(_ node: SID) {
    let n = Int(node)
    guard s[n].kind == .structural, let ext = s[n].ext as? PresentationExt else { return }
    let isDialog = s[n].op == .alert || s[n].op == .confirmationDialog
    evaluations &+= 1
    s[n].serial = evaluations
    s[n].flags.remove(.dirty)
    let state = isPresented(node)
    let transaction = self.transaction(at: s[n].scope)
    if state.isShown {
      if ext.window >= 0, !ext.isLeaving {
        if !state.item.isNone, !ext.item.isNone, !machine.identical(state.item, ext.item) {
          ext.item = state.item
          heap.share(state.item)
          if let content = presentationContent(node, state.item) { updateContent(ext.window, content) }
        } else if let content = presentationContent(node, state.item) {
          updateContent(ext.window, content)
        }
        settleDetent(node, ext)
        return
      }
      if ext.window >= 0 { dropWindow(ext.window) }
      guard let content = presentationContent(node, state.item) else { return }
      ext.item = state.item
      ext.isLeaving = false
      heap.share(state.item)
      ext.window = makeWindow(content, env: node, scope: -1, depth: s[n].depth)
      settleDetent(node, ext)
      // An alert stands in its place; only the dimming behind it moves.
      if !isDialog {
        slide(
          ext.window, from: windowFrame(ext.window).rect.height, to: 0, animated: !transaction.disablesAnimations)
      }
    } else if ext.window >= 0, !ext.isLeaving {
      ext.isLeaving = true
      if transaction.disablesAnimations || isDialog {
        finishPresentation(node)
      } else {
        // A finger may have pulled it down already.
        let value = u[Int(ext.window)].value
        slide(
          ext.window, from: value >= 0 ? values[Int(value)].model[0] : 0,
          to: windowFrame(ext.window).rect.height, animated: true)
      }
    }
  }

  /// Reads which detent is chosen; a sheet that gets another height moves to it with the system's motion.
  private func settleDetent(_ node: SID, _ ext: PresentationExt) {
    if let word = presentationSetting(ext.window, .presentationDetents), hasArgument(word, "selection") {
      let binding = argument(word, "selection")
      ext.detent = evaluate(node, isNew: false) { try readBinding(binding) } ?? .none
      heap.share(ext.detent)
    } else {
      ext.detent = .none
    }
    let height = windowFrame(ext.window).rect.height
    if ext.height >= 0, ext.height != height {
      needsLayout = true
      // The window moves as a whole; that its content lies elsewhere now is not animated once more.
      let moved = scrolledBy[ext.window] ?? .zero
      scrolledBy[ext.window] = Point(moved.x, moved.y + ext.height - height)
      slide(ext.window, from: height - ext.height, to: 0, animated: true)
    }
    ext.height = height
  }

  /// Presentations whose motion has ended are taken away; then `onDismiss` runs.
  func finishPresentations() {
    for node in presentations {
      guard let ext = s[Int(node)].ext as? PresentationExt, ext.isLeaving, ext.window >= 0 else { continue }
      let index = u[Int(ext.window)].value
      if index < 0 || values[Int(index)].animation < 0 { finishPresentation(node) }
    }
  }

  private func finishPresentation(_ node: SID) {
    guard let ext = s[Int(node)].ext as? PresentationExt else { return }
    dropWindow(ext.window)
    ext.window = -1
    ext.isLeaving = false
    ext.height = -1
    let closure = argument(s[Int(node)].value, "onDismiss")
    if heap.kind(closure) == .closure { lifecycle.callbacks.append((closure, [], Transact())) }
  }

  func dropPresentation(_ node: SID) {
    if let ext = s[Int(node)].ext as? PresentationExt, ext.window >= 0 {
      let window = ext.window
      ext.window = -1
      dropWindow(window)
    }
  }

  func slide(_ window: UID, from: Double, to: Double, animated: Bool) {
    if u[Int(window)].value < 0 { setValue(window, [animated ? from : to], scope: -1) }
    let index = u[Int(window)].value
    guard index >= 0, animated else { return }
    let i = Int(index)
    let delta = to - from
    values[i].model = [to]
    values[i].animation = start(
      values[i].animation, .value(index), Animation.spring(duration: 0.344, bounce: 0), [delta], Transact(),
      owner: window, observes: false)
    presentValue(i)
  }

  func isPresented(_ node: SID) -> (isShown: Bool, item: Word) {
    let word = s[Int(node)].value
    let binding = hasArgument(word, "item") ? argument(word, "item") : argument(word, "isPresented")
    let value = evaluate(node, isNew: false) { try readBinding(binding) } ?? .none
    if hasArgument(word, "item") { return (!value.isNone, value) }
    return (!value.isNone && value.truth, .none)
  }

  private func presentationContent(_ node: SID, _ item: Word) -> Word? {
    let word = s[Int(node)].value
    if s[Int(node)].op == .alert || s[Int(node)].op == .confirmationDialog { return dialogContent(node, word) }
    let closure = argument(word, "content")
    guard heap.kind(closure) == .closure else { return nil }
    let content = call(node, closure, closureParameters(closure) > 0 ? [item] : [])
    // What is presented from a bar or a menu looks as it does elsewhere.
    return environmentValue(node, "labelLook") == nil ? content : look(content, "automatic")
  }

  /// A button of an alert or a confirmation dialog takes it away after its action.
  func dismissDialog(around node: SID) {
    var env = s[Int(node)].env
    while env >= 0 {
      if s[Int(env)].ext is PresentationExt {
        if s[Int(env)].op == .alert || s[Int(env)].op == .confirmationDialog { dismiss(env) }
        return
      }
      env = s[Int(env)].env
    }
  }

  /// `dismiss()`: the nearest presentation around a node is taken back.
  func dismiss(_ from: SID) {
    var node = from
    while node >= 0 {
      if s[Int(node)].ext is NavigationPageExt {
        popPage(node)
        return
      }
      if s[Int(node)].kind == .structural, s[Int(node)].ext is PresentationExt {
        let word = s[Int(node)].value
        let isItem = hasArgument(word, "item")
        let binding = isItem ? argument(word, "item") : argument(word, "isPresented")
        writeBinding(binding, isItem ? .none : .falsehood)
        return
      }
      node = s[Int(node)].env
    }
  }
}
