/// Insertion and removal of structure: transitions of items, destruction, onAppear and onDisappear (semantics 1.7, 1.11, 5).

extension ViewGraph {
  /// Structure that came up in an update: its items get a transition once the update has run.
  func inserted(_ node: SID) {
    guard s[Int(node)].host >= 0 else { return }
    tops(below: node) { top, _ in insertions.append(top) }
  }

  /// A child leaves its parent: at once, or after the removal transitions of its views.
  func remove(_ node: SID, from parent: SID) {
    let n = Int(node)
    guard s[n].kind != .free else { return }
    let host = s[n].host
    var waiting = 0
    if host >= 0, u[Int(host)].flags.contains(.settled) {
      var tops: [UID] = []
      self.tops(below: node) { top, _ in tops.append(top) }
      for top in tops where beginRemoval(top) { waiting += 1 }
    }
    structureChanged(host)
    if waiting == 0 {
      doomed.append(node)
      return
    }
    s[n].flags.insert(.leaving)
    s[Int(parent)].gone.append(node)
    leavingNodes.append(node)
  }

  /// Removed in this update without a transition: destroyed at its end, after what came has appeared.
  func destroyDoomed() {
    let list = doomed.count > 1 ? inRemovalOrder(doomed) : doomed
    doomed.removeAll(keepingCapacity: true)
    for node in list { destroy(node) }
  }

  /// Removed nodes in document order of where they were: what became dirty, and in which order, is no matter of the scene (1.11).
  private func inRemovalOrder(_ nodes: [SID]) -> [SID] {
    var children: [SID: [SID]] = [:]
    var parents: [SID] = []
    for node in nodes {
      let parent = s[Int(node)].parent
      if children[parent] == nil { parents.append(parent) }
      children[parent, default: []].append(node)
    }
    guard parents.count > 1 else { return nodes }
    let known = parents.filter { $0 >= 0 }
    return (inDocumentOrder(known) + parents.filter { $0 < 0 }).flatMap { children[$0] ?? [] }
  }

  /// A removed child comes back while its views are still leaving.
  func revive(_ node: SID) {
    s[Int(node)].flags.remove(.leaving)
    leavingNodes.removeAll { $0 == node }
    var tops: [UID] = []
    self.tops(below: node) { top, _ in tops.append(top) }
    for top in tops { reviveItem(top) }
  }

  /// Erases the leaving structure whose views have finished.
  func eraseFinished() {
    guard !leavingNodes.isEmpty else { return }
    var finished: [SID] = []
    for node in leavingNodes {
      var open = false
      tops(below: node) { top, _ in if isLeaving(top) { open = true } }
      if !open { finished.append(node) }
    }
    if finished.isEmpty { return }
    leavingNodes.removeAll { finished.contains($0) }
    for node in finished {
      let parent = s[Int(node)].parent
      if parent >= 0 { s[Int(parent)].gone.removeAll { $0 == node } }
      destroy(node)
    }
  }

  /// Ends a subtree: state, tasks, locations, unary nodes. onDisappear runs for inner views first, later siblings first.
  func destroy(_ root: SID) {
    guard root >= 0, s[Int(root)].kind != .free else { return }
    var order: [SID] = []
    var stack: [SID] = [root]
    while let node = stack.popLast() {
      order.append(node)
      for child in s[Int(node)].gone.reversed() { stack.append(child) }
      for child in s[Int(node)].children.reversed() { stack.append(child) }
      // Content of the hosts of a chain is structure of its own.
      if s[Int(node)].kind == .base, s[Int(node)].instances.count == 2 {
        var id = s[Int(node)].instances[1]
        while id >= 0 {
          if u[Int(id)].content >= 0 {
            stack.append(u[Int(id)].content)
            u[Int(id)].content = -1
          }
          let secondary = u[Int(id)].secondary
          if secondary >= 0, u[Int(secondary)].content >= 0 {
            stack.append(u[Int(secondary)].content)
            u[Int(secondary)].content = -1
          }
          id = u[Int(id)].child
        }
      }
    }
    for node in order.reversed() { structuralRemoved(node) }
    for node in order where s[Int(node)].kind == .base {
      destroyChain(node)
      liveViews -= 1
    }
    for node in order {
      let n = Int(node)
      if let ext = s[n].ext as? BodyExt {
        for slot in ext.ownedSlots { freeSlot(slot) }
        stop(ext.animatable.animation)
      }
      if let ext = s[n].ext as? BaseExt {
        stop(ext.animatable.animation)
        if ext.menu >= 0 { dropMenu(node) }
      }
      if let ext = s[n].ext as? ForEachExt { dropRuns(node, ext) }
      if let ext = s[n].ext as? RowExt {
        tree.setChildren(ext.layout, [])
        tree.remove(ext.layout)
      }
      if s[n].flags.contains(.leaving) { leavingNodes.removeAll { $0 == node } }
      s[n] = SNode()
      freeS.append(node)
    }
    preferencesDirty = true
  }
}
