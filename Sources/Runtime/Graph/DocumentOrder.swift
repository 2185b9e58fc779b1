/// The order in which structure stands in the document: what depends on the order of evaluation (who appears first, who joined a
/// group last) must not depend on what became dirty first, nor on the numbers that nodes were given.

extension ViewGraph {
  /// Nodes in document order: a node, then the content of the hosts it made, then its children, those that leave last.
  ///
  /// Only the ways from the nodes up to the windows are walked, each piece once.
  func inDocumentOrder(_ nodes: [SID]) -> [SID] {
    guard nodes.count > 1 else { return nodes }
    let wanted = Set(nodes)
    /// Children on a way, by parent; -1 stands for the windows.
    var below: [SID: [SID]] = [:]
    var seen: Set<SID> = []
    for node in nodes where s[Int(node)].kind != .free {
      var at = node
      while at >= 0, seen.insert(at).inserted {
        let parent = structureParent(at)
        below[parent, default: []].append(at)
        at = parent
      }
    }
    var result: [SID] = []
    result.reserveCapacity(nodes.count)
    var stack: [SID] = ordered(below[-1] ?? [], below: -1).reversed()
    while let node = stack.popLast() {
      if wanted.contains(node) { result.append(node) }
      if let children = below[node] { stack.append(contentsOf: ordered(children, below: node).reversed()) }
    }
    return result
  }

  /// The parent of a node; of a host's content the node that made the host; -1 for what stands in a window.
  private func structureParent(_ node: SID) -> SID {
    if s[Int(node)].parent >= 0 { return s[Int(node)].parent }
    let host = s[Int(node)].hostOf
    guard host >= 0, u[Int(host)].isAlive else { return -1 }
    return u[Int(host)].s >= 0 ? u[Int(host)].s : u[Int(host)].base
  }

  private func ordered(_ children: [SID], below parent: SID) -> [SID] {
    guard children.count > 1 else { return children }
    // Places: content of hosts by instance, children, what leaves.
    var places: [SID: Int] = [:]
    if parent < 0 {
      for child in children {
        let host = s[Int(child)].hostOf
        places[child] = host >= 0 ? windows.firstIndex(of: host) ?? windows.count : windows.count
      }
    } else {
      let inner = Set(children)
      let p = Int(parent)
      var place = 0
      for (index, child) in (s[p].children + s[p].gone).enumerated() where inner.contains(child) {
        places[child] = s[p].instances.count + 1 + index
        place += 1
      }
      if place < children.count {
        var instances: [UID: Int] = [:]
        for (index, id) in s[p].instances.enumerated() { instances[id] = index }
        for child in children where places[child] == nil {
          let host = s[Int(child)].hostOf
          guard host >= 0 else { continue }
          let around = u[Int(host)].op == .implicitHost ? u[Int(host)].parent : host
          places[child] = instances[around] ?? s[p].instances.count
        }
      }
    }
    return children.indices.sorted {
      let (a, b) = (places[children[$0]] ?? Int.max, places[children[$1]] ?? Int.max)
      return a != b ? a < b : children[$0] < children[$1]
    }.map { children[$0] }
  }
}
