/// The layout tree: nodes by number with their kinds and parameters, and the calls the view graph drives it with.
///
/// Use: `create`, `setChildren`, `set`, then `layout(root:in:)`, which lays out what changed and names the nodes whose
/// place or size in the root's space changed. Everything is a model value in points, not rounded (semantics 3.2), in the
/// space before transform effects: offsets count, scale and rotation do not.
///
/// The answers of a node are cached by proposal. A change clears the node's own answers; when the next layout finds the
/// same answers again, nothing above it is computed anew.

package typealias LayoutNode = Int32

package final class LayoutTree {
  /// Pixels a point; text sizes are rounded up to pixels, hairlines are one pixel.
  package let scale: Double
  package var client = LayoutClient()
  let textEngine: TextEngine

  // MARK: columns, one row a node
  var tags = Column<LayoutTag>()
  var flags = Column<NodeFlags>()
  var parents = Column<Int32>()
  var firstChildren = Column<Int32>()
  var nextSiblings = Column<Int32>()
  var childCounts = Column<Int32>()
  var parameters = Column<NodeParameters>()
  var masks = Column<UInt64>()
  var caches = Column<SizeCache>()
  /// Row of `containers`, -1 for nodes that have needed none.
  var containerRows = Column<Int32>()
  /// Origin in the parent, size, and the proposal of the last placement.
  var placements = Column<Placement>()
  /// Origin in the root's space.
  var origins = Column<Point>()

  // MARK: side tables
  var containers = ContainerTable()
  var texts: [TextLayout?] = []
  var freeTexts: [Int32] = []
  var tracks: [[GridTrack]] = []
  var freeTracks: [Int32] = []
  var lists: [ListMetrics] = []
  /// What the children of lists are.
  var listRows: [Int32: ListRow] = [:]
  var freeLists: [Int32] = []
  var lazyStates: [LazyState] = []
  var freeLazyStates: [Int32] = []
  var safeAreas: [Int32: SafeArea] = [:]
  /// Headers and footers of sections in lazy containers.
  var sectionEdges: [Int32: SectionEdge] = [:]
  /// Scroll views with default anchors.
  var scrollAnchors: [Int32: ScrollAnchor] = [:]
  /// Sizes of scrolling containers with relative frames in them for which their content's answers hold.
  var relativeSizes: [Int32: Size] = [:]
  /// The same as they were when their content was placed.
  var placedContainers: [Int32: Size] = [:]
  /// Containers whose content was asked in another one than it stands in, in the layout that runs.
  var entered: [Int32] = []
  /// Nodes whose answers were forgotten for that.
  var forgotten = 0
  /// Margins around the content of scroll views that have any.
  var contentMargins: [Int32: Insets] = [:]
  /// The container of nodes with relative frames in them that have been taken out and are still laid out by themselves.
  var leftContainers: [Int32: Size] = [:]
  /// The safe area around nodes that have been taken out and are still laid out by themselves.
  var leftAreas: [Int32: SafeArea] = [:]
  /// The axis of the stack around nodes that were taken out and stay where they are.
  var leftAxes: [Int32: Axis] = [:]

  /// Places of a grid's cells, in document order, for its rows to read.
  var gridSlotTable: [Int32: [Slot]] = [:]

  // MARK: work space
  var nodeCount: Int32 = 0
  var freeNodes: [Int32] = []
  var unaryStack = Column<UnaryFrame>()
  var unaryTop = 0
  var slots = Column<Slot>()
  var slotTop = 0
  var numbers = Column<StackChild>()
  var numberTop = 0
  var placeStack = Column<PlaceItem>()
  var placeTop = 0
  var depth = 0
  var spill = SpillTable()
  /// Nodes with another rectangle since the layout began.
  var changed = Column<Int32>()
  var changedCount = 0
  var guideAxes: [Axis] = []
  var customPlacing: LayoutNode = -1
  var customBase = 0
  /// The space of the root that is laid out.
  var screen = Rect.zero
  /// The box each root was laid out in: a leaving view has a root of its own beside the window's.
  var screens: [Int32: Rect] = [:]
  var realisedReports: [(node: LayoutNode, range: Range<Int>)] = []
  /// Found to be of another size while it was placed; to be measured again in a further round.
  var outdated: [LayoutNode] = []
  var noted: Set<Int64> = []

  /// What was done, for tests and measurements: answers computed, nodes visited to be placed.
  package var measuredCount = 0
  package var visitedCount = 0

  package init(scale: Double = 3, textEngine: TextEngine? = nil) {
    self.scale = scale > 0 ? scale : 1
    self.textEngine = textEngine ?? TextEngine(scale: self.scale)
  }

  deinit {
    tags.deallocate()
    flags.deallocate()
    parents.deallocate()
    firstChildren.deallocate()
    nextSiblings.deallocate()
    childCounts.deallocate()
    parameters.deallocate()
    masks.deallocate()
    caches.deallocate()
    containerRows.deallocate()
    placements.deallocate()
    origins.deallocate()
    unaryStack.deallocate()
    slots.deallocate()
    numbers.deallocate()
    placeStack.deallocate()
    changed.deallocate()
    spill.deallocate()
    containers.deallocate()
  }

  // MARK: structure

  /// A new node without parent and children.
  package func create(_ kind: LayoutKind) -> LayoutNode {
    let node: Int32
    if let reused = freeNodes.popLast() {
      node = reused
    } else {
      node = nodeCount
      nodeCount += 1
      reserveColumns(Int(nodeCount))
      caches.base[Int(node)].generation = 0
      containerRows[node] = -1
    }
    tags[node] = .empty
    flags[node] = [.sizeDirty, .maskDirty]
    parents[node] = -1
    firstChildren[node] = -1
    nextSiblings[node] = -1
    childCounts[node] = 0
    parameters[node] = NodeParameters()
    masks[node] = 0
    caches.base[Int(node)].clear()
    caches.base[Int(node)].generation &+= 1
    placements[node] = Placement()
    origins[node] = .zero
    store(kind, in: node)
    return node
  }

  /// Changes kind or parameters; the same ones again change nothing. A changed content offset or matched override does not
  /// go this way.
  package func set(_ node: LayoutNode, _ kind: LayoutKind) {
    let oldTag = tags[node]
    let old = parameters[node]
    if store(kind, in: node) {
      if oldTag == .offset, tags[node] == .offset {
        markPlacement(node)
      } else {
        if affectsContainer(oldTag, old, node) { flags[node].insert(.forced) }
        if tags[node] != oldTag, !relativeSizes.isEmpty {
          relativeSizes[node] = nil
          placedContainers[node] = nil
        }
        if tags[node] != oldTag || parameters[node].axis != old.axis { orientationChanged(below: node) }
        invalidate(node)
        markMask(node)
        if tags[node] != oldTag, isContainer(tags[node]) || isContainer(oldTag) {
          // What measures itself against the container around has another one.
          relativeFrames(below: node) { invalidate($0) }
        }
      }
    }
  }

  /// Replaces the children, in document order. Children left out lose their parent and are not removed. The order and
  /// number given decide everything: spacing, rows, tracks.
  package func setChildren(_ node: LayoutNode, _ children: [LayoutNode]) {
    var same = Int(childCounts[node]) == children.count
    if same {
      var child = firstChildren[node]
      for new in children {
        if child != new {
          same = false
          break
        }
        child = nextSiblings[child]
      }
    }
    if same { return }
    var child = firstChildren[node]
    while child >= 0 {
      let next = nextSiblings[child]
      if mask(child) & DependencyMask.container != 0 {
        leftContainers[child] = relativeContainer(child)
      }
      parents[child] = -1
      nextSiblings[child] = -1
      child = next
    }
    firstChildren[node] = -1
    var previous: Int32 = -1
    var count: Int32 = 0
    for new in children where new >= 0 && new < nodeCount && new != node && tags[new] != .free {
      let former = parents[new]
      // Given twice: the first place counts.
      if former == node { continue }
      if former >= 0 { detach(new, from: former) }
      if !leftContainers.isEmpty { leftContainers[new] = nil }
      if !leftAreas.isEmpty { leftAreas[new] = nil }
      if !leftAxes.isEmpty { leftAxes[new] = nil }
      parents[new] = node
      nextSiblings[new] = -1
      if previous >= 0 { nextSiblings[previous] = new } else { firstChildren[node] = new }
      previous = new
      count += 1
      flags[new].insert(.placeDirty)
      // A chain that is built from its end has no stack around it yet; what it ends in turns when its top gets one.
      if former >= 0 || parents[node] >= 0 || !tags[node].isUnary { turn(new) }
    }
    // A stack of one has its child's priority.
    if (count == 1) != (childCounts[node] == 1) { flags[node].insert(.forced) }
    childCounts[node] = count
    invalidate(node)
    markMask(node)
  }

  /// Removes the node and all below it; its number is used again.
  package func remove(_ node: LayoutNode) {
    if parents[node] >= 0 {
      detach(node, from: parents[node])
    }
    var stack: [LayoutNode] = [node]
    while let next = stack.popLast() {
      var child = firstChildren[next]
      while child >= 0 {
        stack.append(child)
        child = nextSiblings[child]
      }
      release(next)
    }
  }

  package func parent(of node: LayoutNode) -> LayoutNode? {
    let parent = parents[node]
    return parent >= 0 ? parent : nil
  }

  package func children(of node: LayoutNode) -> [LayoutNode] {
    var result: [LayoutNode] = []
    result.reserveCapacity(Int(childCounts[node]))
    var child = firstChildren[node]
    while child >= 0 {
      result.append(child)
      child = nextSiblings[child]
    }
    return result
  }

  /// The node's answers no longer hold: its content changed in a way the tree cannot see (a custom layout's fields, a
  /// guide closure, the closure of a relative frame).
  package func invalidate(_ node: LayoutNode) {
    if flags[node].contains(.sizeDirty) && flags[node].contains(.below) { return }
    flags[node].insert([.sizeDirty, .placeDirty])
    markPath(node)
  }

  /// Every answer is asked for again.
  package func invalidateAll() {
    for node in 0..<nodeCount where tags[node] != .free { invalidate(node) }
  }

  /// Right-to-left layout for what this node places.
  package func setRightToLeft(_ node: LayoutNode, _ isRightToLeft: Bool) {
    if flags[node].contains(.rightToLeft) == isRightToLeft { return }
    if isRightToLeft { flags[node].insert(.rightToLeft) } else { flags[node].remove(.rightToLeft) }
    invalidate(node)
  }

  // MARK: values that change without a new layout of what is around

  /// Content offset of a scroll view; clamping is the caller's. Only moves the content.
  package func setContentOffset(_ node: LayoutNode, _ offset: Point) {
    guard tags[node] == .scroll || tags[node] == .list || tags[node] == .pages else { return }
    if parameters[node].a == offset.x, parameters[node].b == offset.y { return }
    parameters[node].a = offset.x
    parameters[node].b = offset.y
    markPlacement(node)
  }

  package func contentOffset(_ node: LayoutNode) -> Point { Point(parameters[node].a, parameters[node].b) }

  /// The size of a scroll view's or list's content after layout.
  package func contentSize(_ node: LayoutNode) -> Size { Size(parameters[node].c, parameters[node].d) }

  /// Makes a `matched` node's content follow a shared frame (semantics 6.6), or stop it (nil). The node's own frame, which
  /// parent and siblings see, stays as it is.
  /// - Returns: whether it follows otherwise than before.
  @discardableResult
  package func setOverride(_ node: LayoutNode, _ value: MatchedOverride?) -> Bool {
    guard tags[node] == .matched else { return false }
    let old = parameters[node]
    var new = NodeParameters()
    if let value {
      if let size = value.size {
        new.a = size.width
        new.b = size.height
        new.bits |= 1
      }
      if let point = value.point {
        new.c = point.x
        new.d = point.y
        new.bits |= 2
      }
      new.e = value.anchor.x
      new.f = value.anchor.y
    }
    if new == old { return false }
    parameters[node] = new
    if (new.bits & 2 != 0) != (old.bits & 2 != 0) { markMask(node) }
    markPlacement(node)
    return true
  }

  /// Number of children of a lazy container whose children come from `LayoutClient.lazyChild`.
  package func setLazyCount(_ node: LayoutNode, _ count: Int) {
    guard tags[node] == .lazyStack || tags[node] == .lazyGrid else { return }
    let index = Int(parameters[node].lazy)
    if index >= 0, lazyStates[index].count == count { return }
    if index < 0 { parameters[node].lazy = makeLazyState() }
    lazyStates[Int(parameters[node].lazy)].reset(count: count)
    invalidate(node)
  }

  // MARK: layout

  /// Lays out the tree below `root` in `bounds` of the root's space: proposes the bounds minus the safe area and centres
  /// the answer there (semantics 3.26; a `host` node as root does the same for its child). Returns the nodes whose
  /// rectangle in the root's space changed or that are placed for the first time, parents before children.
  package func layout(root: LayoutNode, in bounds: Rect, safeArea: Insets = .zero, keyboard: Double = 0) -> [LayoutNode]
  {
    let area = SafeArea(layers: [SafeArea.Layer(outer: bounds, container: safeArea, keyboard: max(0, keyboard))])
    return runLayout(root: root, bounds: bounds, area: area, space: area.rootSpace)
  }

  /// Lays out a tree that was taken out of another one, at the place, with the proposal and in the safe area it had there.
  package func layoutWhereItIs(_ root: LayoutNode) -> [LayoutNode] {
    let box = absoluteRect(of: root)
    let area = leftAreas[root] ?? SafeArea(layers: [SafeArea.Layer(outer: box)])
    return runLayout(root: root, bounds: box, area: area, space: box, proposal: proposal(of: root))
  }

  /// A node that is about to be taken out and stays where it is: it keeps the safe area and the stack around it.
  package func willLeave(_ node: LayoutNode) {
    guard node >= 0, parents[node] >= 0 else { return }
    leftAxes[node] = orientation(node)
    leftAreas[node] = nearestSafeArea(parents[node])
  }

  // MARK: results

  /// Rectangle in the parent's space.
  package func frame(of node: LayoutNode) -> Rect {
    let placement = placements[node]
    return Rect(placement.x, placement.y, placement.width, placement.height)
  }

  /// Rectangle in the root's space.
  package func absoluteRect(of node: LayoutNode) -> Rect {
    Rect(origin: origins[node], size: Size(placements[node].width, placements[node].height))
  }

  /// The proposal the node was placed with.
  package func proposal(of node: LayoutNode) -> Proposal {
    Proposal(raw: placements[node].proposedWidth, placements[node].proposedHeight)
  }

  /// False for children a ViewThatFits does not show and for nodes no layout has reached.
  package func isPlaced(_ node: LayoutNode) -> Bool { flags[node].contains(.placed) }

  /// Lines of a placed text, for the size it was placed with.
  package func textLines(of node: LayoutNode) -> TextLines? {
    guard tags[node] == .text, let text = texts[Int(parameters[node].ref)] else { return nil }
    return text.lines(for: proposal(of: node), engine: textEngine, scale: scale)
  }

  func textContent(of node: LayoutNode) -> TextContent? {
    guard tags[node] == .text else { return nil }
    return texts[Int(parameters[node].ref)]?.content
  }

  // MARK: questions of scene code

  /// A view's answer to a proposal: `LayoutSubview.sizeThatFits`.
  package func measure(_ node: LayoutNode, _ proposal: Proposal) -> Size { size(node, proposal) }

  /// `LayoutSubview.dimensions(in:)`.
  package func dimensions(_ node: LayoutNode, _ proposal: Proposal) -> ViewDimensions {
    ViewDimensions(node: node, size: size(node, proposal), proposal: proposal)
  }

  /// `ViewDimensions[guide]`.
  package func dimension(_ view: ViewDimensions, _ guide: Guide) -> Double {
    explicitGuide(view.node, guide, view.proposal) ?? defaultGuide(guide, view)
  }

  /// `ViewDimensions[explicit: guide]`.
  package func explicitDimension(_ view: ViewDimensions, _ guide: Guide) -> Double? {
    explicitGuide(view.node, guide, view.proposal)
  }

  /// `LayoutSubview.priority`.
  package func priority(_ node: LayoutNode) -> Double { layoutPriority(node) }

  /// `LayoutSubview.spacing`.
  package func spacing(_ node: LayoutNode) -> ViewSpacing {
    ViewSpacing(
      top: edgeSpacing(node, .top), leading: edgeSpacing(node, .leading), bottom: edgeSpacing(node, .bottom),
      trailing: edgeSpacing(node, .trailing))
  }

  /// `LayoutSubview.place(at:anchor:proposal:)`; valid inside `LayoutClient.customPlace`, in the custom node's own space.
  package func placeSubview(_ node: LayoutNode, at point: Point, anchor: UnitPoint, proposal: Proposal) {
    recordSubview(node, point, anchor, proposal)
  }

  /// A number for an alignment the scene declares.
  package func registerGuide(_ axis: Axis) -> Guide {
    guideAxes.append(axis)
    return Guide(id: Guide.firstCustom + UInt16(truncatingIfNeeded: min(guideAxes.count - 1, 60_000)))
  }
}

/// The shared frame a matched geometry member follows.
package struct MatchedOverride: Equatable, Sendable {
  /// Proposed to the content; nil: the node's own proposal.
  package var size: Size?
  /// Where the content's anchor lies, in the root's space; nil: where it would be anyway.
  package var point: Point?
  package var anchor: UnitPoint

  package init(size: Size?, point: Point?, anchor: UnitPoint = .center) {
    self.size = size
    self.point = point
    self.anchor = anchor
  }
}
