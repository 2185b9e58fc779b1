/// Marks of what is to be computed again, from a changed node up to the root.

extension LayoutTree {
  /// Tells the ancestors that something below them is to be visited.
  func markPath(_ node: Int32) {
    var ancestor = parents[node]
    while ancestor >= 0, !flags[ancestor].contains(.below) {
      flags[ancestor].insert(.below)
      ancestor = parents[ancestor]
    }
  }

  /// Only the node's children are to be placed again; its answers hold.
  func markPlacement(_ node: Int32) {
    flags[node].insert(.placeDirty)
    markPath(node)
  }

  /// The summary of what the subtree depends on is to be made anew, up to the root.
  func markMask(_ node: Int32) {
    var next = node
    while next >= 0 {
      if flags[next].contains(.maskDirty), next != node { return }
      flags[next].insert(.maskDirty)
      next = parents[next]
    }
  }
}
