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

  /// Spacers and dividers lie along the stack around them: their answers fall when that is another one.
  func orientationChanged(below node: Int32) {
    var child = firstChildren[node]
    while child >= 0 {
      turn(child)
      child = nextSiblings[child]
    }
  }

  /// The node itself, or what it is the only layout of, is a Spacer or Divider that got another stack around.
  func turn(_ start: Int32) {
    var node = start
    while node >= 0 {
      let tag = tags[node]
      if tag == .spacer || tag == .divider { return invalidate(node) }
      guard tag.isUnary else { return }
      // Content of overlays and backgrounds lies in the stack around as well.
      let child = firstChildren[node]
      if child >= 0, nextSiblings[child] >= 0 { turn(nextSiblings[child]) }
      node = child
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
      if !flags[next].contains(.maskDirty), masks[next] & DependencyMask.guides != 0 {
        flags[next].insert(.hadGuides)
      }
      flags[next].insert(.maskDirty)
      next = parents[next]
    }
  }
}
