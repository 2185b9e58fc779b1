/// Headers and footers of sections in lazy containers: they take a grid's whole width and may be pinned to the visible part's edges.

extension ViewGraph {
  /// Tells layout which items of a lazy container are the header or footer of a section.
  func markSections(_ host: UID, _ items: [UID]) {
    let word = s[Int(u[Int(host)].s)].value
    let pinned = hasArgument(word, "pinnedViews") ? pinnedViews(argument(word, "pinnedViews")) : 0
    for item in items {
      let node = u[Int(item)].top
      guard node >= 0 else { continue }
      let edge = sectionEdge(item, host)
      if edge == nil, tree.sectionEdges.isEmpty { continue }
      tree.sectionEdges[node] = edge.map {
        SectionEdge(section: $0.section, isHeader: $0.isHeader, isPinned: pinned & ($0.isHeader ? 1 : 2) != 0)
      }
      // What is pinned lies over all rows, which pass under it.
      let isPinned = edge.map { pinned & ($0.isHeader ? 1 : 2) != 0 } ?? false
      if isPinned, u[Int(item)].zIndex == 0 {
        zIndexCount += 1
        u[Int(item)].zIndex = .infinity
      } else if !isPinned, u[Int(item)].zIndex == .infinity {
        u[Int(item)].zIndex = 0
      }
    }
  }

  private func sectionEdge(_ item: UID, _ host: UID) -> (section: Int32, isHeader: Bool)? {
    var node = u[Int(item)].s
    for _ in 0..<Int(maximumListDepth) where node >= 0 {
      let parent = s[Int(node)].parent
      if parent < 0 || s[Int(parent)].hostOf >= 0 { return nil }
      if s[Int(parent)].kind == .group, s[Int(parent)].op == .section {
        guard let index = s[Int(parent)].children.firstIndex(of: node), index != 1 else { return nil }
        return (parent, index == 0)
      }
      node = parent
    }
    return nil
  }
}
